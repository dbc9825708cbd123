"""The ``lcbench`` command: set up a project, fetch the benchmarks, look into the answer store."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TextIO

from pytest_lcbench import __version__
from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.untrusted import one_line

if TYPE_CHECKING:
    from tqdm import tqdm

EXIT_OK = 0
EXIT_INTERRUPTED = 130
EXIT_USAGE = 4
"""The same code that pytest uses for usage errors, so that scripts need to know only one."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (default: this process's) and return the exit code. A user's mistake is one line on stderr."""
    arguments = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], None] = arguments.command
    try:
        command(arguments)
    except LcbenchError as error:
        print(f"lcbench: {error}", file=sys.stderr)  # noqa: T201 - a command line prints
        return EXIT_USAGE
    except KeyboardInterrupt:
        print("lcbench: interrupted; run the same command again to go on", file=sys.stderr)  # noqa: T201
        return EXIT_INTERRUPTED
    return EXIT_OK


class _Parser(argparse.ArgumentParser):
    """argparse's parser, with our exit code for a wrong command line. Its subparsers are of the same class."""

    def error(self, message: str) -> NoReturn:
        """Show the usage and what is wrong with the command line."""
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"{self.prog}: error: {one_line(message, 300)}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="lcbench", description="Long-context benchmarks with pytest.")
    parser.add_argument("--version", action="version", version=f"pytest-lcbench {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    init = commands.add_parser("init", help="write cases/ and conftest.py into a project; existing files are kept")
    init.add_argument("folder", nargs="?", default=".", type=Path, help="the project (default: here)")
    init.set_defaults(command=_init)
    fetch = commands.add_parser("fetch", help="download a benchmark, with resume and checksum")
    fetch.add_argument("suite", choices=("loong", "longbench-v2"))
    fetch.add_argument("--to", type=Path, help="folder (default: where pytest --lcbench-suite looks for it)")
    fetch.add_argument("--mirror", help="base URL to download from (default: $LCBENCH_MIRROR, else the official sources)")
    fetch.add_argument(
        "--prompts", action="store_true", help="also the official prompts, for --lcbench-prompts and --lcbench-judge-prompt"
    )
    fetch.set_defaults(command=_fetch)
    _add_build(commands)
    _add_cache(commands)
    return parser


def _add_build(commands: argparse._SubParsersAction[_Parser]) -> None:
    build = commands.add_parser("build", help="write generated cases and their documents to a folder")
    build.add_argument("suite", choices=("synthetic",))
    build.add_argument("--out", type=Path, required=True, metavar="DIR", help="new or empty folder, or that of an earlier build")
    build.add_argument(
        "--format",
        choices=("native", "loong", "longbench-v2"),
        default="native",
        help="our own form with evidence (default), or the benchmarks' official layouts, each for the cases it has a place for",
    )
    build.add_argument("--world", metavar="WORLDS", help="as --lcbench-world: 7, 0-9 or 1,4 (default 0)")
    build.add_argument("--lengths", help="as --lcbench-lengths: length sets, or ranges such as 8K-16K")
    build.add_argument("--sample", type=int, metavar="N", help="as --lcbench-sample: N of the cases")
    build.add_argument("--seed", type=int, default=0, metavar="N", help="of the sample (default 0)")
    build.set_defaults(command=_build)


def _add_cache(commands: argparse._SubParsersAction[_Parser]) -> None:
    cache = commands.add_parser("cache", help="look into the store of paid answers, or make it smaller")
    actions = cache.add_subparsers(required=True, metavar="ACTION")
    info = actions.add_parser("info", help="what is stored: of which models, since when, what it cost")
    info.set_defaults(command=_cache_info)
    prune = actions.add_parser("prune", help="delete answers; shows what it would delete unless --yes is given")
    prune.add_argument("--model", metavar="NAME", help="of this model or judge only")
    prune.add_argument("--older-than", type=float, metavar="DAYS", help="stored longer ago than that only")
    prune.add_argument("--superseded", action="store_true", help="only those that a newer answer to the same call has replaced")
    prune.add_argument("--yes", action="store_true", help="delete")
    prune.set_defaults(command=_cache_prune)
    explain = actions.add_parser("explain", help="which answers are stored for a case, and why a run does or does not use them")
    explain.add_argument("case", metavar="CASE", help="case id, or the item's id in pytest")
    explain.add_argument("--run", required=True, metavar="ID", help="the run, as its folder under the reports is named")
    explain.set_defaults(command=_cache_explain)
    for action in (info, prune, explain):
        action.add_argument(
            "--reports", type=Path, default=Path("reports"), metavar="DIR", help="folder with the store (default: reports)"
        )


def _init(arguments: argparse.Namespace) -> None:
    target: Path = arguments.folder
    template = resources.files("pytest_lcbench") / "project_template"
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in _copy(template, target):
            print(name)  # noqa: T201
    except OSError as error:
        raise SettingsError(f"{one_line(str(error.filename or target))}: cannot be written ({error.strerror})") from None
    except ValueError:  # a NUL
        raise SettingsError(f"{one_line(str(target))}: is no name for a folder") from None
    print("done: run `pytest` here for the generated cases")  # noqa: T201


def _copy(source: Traversable, target: Path, shown: str = "") -> list[str]:
    lines: list[str] = []
    for entry in sorted(source.iterdir(), key=lambda found: found.name):
        if entry.name == "__pycache__":
            continue
        place = target / entry.name
        name = f"{shown}{entry.name}"
        if entry.is_dir():
            place.mkdir(exist_ok=True)
            lines += _copy(entry, place, f"{name}/")
        elif place.exists() or place.is_symlink():  # a link that leads nowhere is somebody's too, and may lead out of the project
            lines.append(f"kept    {name}")
        else:
            place.write_bytes(entry.read_bytes())
            lines.append(f"written {name}")
    return lines


def _fetch(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.suites.fetching import fetch  # noqa: PLC0415 - its HTTP client is not needed by the other commands
    from pytest_lcbench.suites.registry import data_folder  # noqa: PLC0415

    target: Path = arguments.to or data_folder(arguments.suite)
    progress = _Progress(sys.stderr)
    try:
        report = fetch(arguments.suite, target, mirror=arguments.mirror, prompts=arguments.prompts, progress=progress.show)
    finally:
        progress.close()
    for name in report.kept:
        print(f"kept    {one_line(name)}")  # noqa: T201
    for name in report.fetched:
        print(f"fetched {one_line(name)}")  # noqa: T201
    print(f"done: {report.cases} cases in {one_line(str(report.folder))}")  # noqa: T201


def _build(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.documents.counting import TokenCounter  # noqa: PLC0415 - as in _fetch
    from pytest_lcbench.running.run import count_cache  # noqa: PLC0415
    from pytest_lcbench.suites.items import select_sample  # noqa: PLC0415
    from pytest_lcbench.suites.synthetic.export import ENCODING, Format, export  # noqa: PLC0415
    from pytest_lcbench.suites.synthetic.suite import SyntheticSuite  # noqa: PLC0415

    if arguments.sample is not None and arguments.sample < 1:
        raise SettingsError("--sample: must be at least 1")
    suite = SyntheticSuite.asked(arguments.world, arguments.lengths, options="--")
    cases = suite.cases()
    if arguments.sample is not None:
        cases = select_sample(cases, arguments.sample, arguments.seed)
    recipe = {"world": arguments.world, "lengths": arguments.lengths, "sample": arguments.sample, "seed": arguments.seed}
    with TokenCounter(ENCODING, count_cache()) as counter:
        built = export(suite, arguments.out, Format(arguments.format), cases=cases, recipe=recipe, counter=counter)
    print(built.line)  # noqa: T201


def _cache_info(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.cache_report import info_lines  # noqa: PLC0415 - what it needs is not needed by the other commands
    from pytest_lcbench.running.cache import cache_info, open_cache  # noqa: PLC0415

    with open_cache(arguments.reports) as store:
        _print(info_lines(cache_info(store), encoding=_encoding()))


def _cache_prune(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.cache_report import plan_lines, pruned_line  # noqa: PLC0415 - as above
    from pytest_lcbench.running.cache import open_cache, plan_prune, prune  # noqa: PLC0415

    with open_cache(arguments.reports) as store:
        plan = plan_prune(store, model=arguments.model, older_than_days=arguments.older_than, superseded=arguments.superseded)
        _print(plan_lines(plan, encoding=_encoding()))
        if not plan.answers:
            return
        if not arguments.yes:
            _print(["nothing was deleted: add --yes to delete them"])
            return
        removed, freed = prune(store, plan)
    _print([pruned_line(removed, freed)])


def _cache_explain(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.cache_report import explain_lines  # noqa: PLC0415 - as above
    from pytest_lcbench.running.cache import explain, open_cache  # noqa: PLC0415

    with open_cache(arguments.reports) as store:
        _print(explain_lines(explain(store, arguments.case, arguments.run), encoding=_encoding()))


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        print(line)  # noqa: T201


def _encoding() -> str:
    return sys.stdout.encoding or "utf-8"


class _Progress:
    """One tqdm bar per file."""

    def __init__(self, stream: TextIO) -> None:
        from tqdm import tqdm  # noqa: PLC0415 - as above

        self._make = tqdm
        self._stream = stream
        self._name: str | None = None
        self._bar: tqdm[NoReturn] | None = None

    def show(self, name: str, done: int, total: int | None) -> None:
        """Show that *done* of *total* bytes of *name* are here."""
        bar = self._bar
        if name != self._name or bar is None:
            self.close()
            self._name = name
            bar = self._bar = self._make(
                total=total, desc=one_line(name, 40), unit="B", unit_scale=True, file=self._stream, disable=None
            )
        bar.update(done - bar.n)

    def close(self) -> None:
        """End the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


if __name__ == "__main__":
    sys.exit(main())
