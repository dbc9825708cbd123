"""``lcbench build``: generated cases and their documents, written to a folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_lcbench.commands.printing import say
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.untrusted import one_line

if TYPE_CHECKING:
    from pytest_lcbench.suites.synthetic.export import Built


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
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
    build.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> None:
    if arguments.sample is not None and arguments.sample < 1:
        raise SettingsError("--sample: must be at least 1")
    try:
        built = _built(arguments)
    except KeyboardInterrupt as stop:
        # Files are put in place at the very end, where an interrupt has its own words: before it nothing is kept to go on from.
        shown = one_line(str(arguments.out))
        raise KeyboardInterrupt(str(stop) or f"interrupted; nothing was written to {shown}, and the same command starts anew") from None
    say([built.line])


def _built(arguments: argparse.Namespace) -> Built:
    from pytest_lcbench.documents.counting import TokenCounter  # noqa: PLC0415 - what it needs is not needed by the other commands
    from pytest_lcbench.documents.remembered import counts_file  # noqa: PLC0415 - as above
    from pytest_lcbench.suites.items import select_sample  # noqa: PLC0415
    from pytest_lcbench.suites.synthetic.export import ENCODING, Format, export  # noqa: PLC0415
    from pytest_lcbench.suites.synthetic.suite import SyntheticSuite  # noqa: PLC0415

    suite = SyntheticSuite.asked(arguments.world, arguments.lengths, options="--")
    cases = suite.cases()
    if arguments.sample is not None:
        cases = select_sample(cases, arguments.sample, arguments.seed)
    recipe = {"world": arguments.world, "lengths": arguments.lengths, "sample": arguments.sample, "seed": arguments.seed}
    with TokenCounter(ENCODING, counts_file()) as counter:
        return export(suite, arguments.out, Format(arguments.format), cases=cases, recipe=recipe, counter=counter)
