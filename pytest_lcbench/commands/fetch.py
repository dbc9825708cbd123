"""``lcbench fetch``: the two benchmarks from their sources."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from pytest_lcbench.commands.printing import say
from pytest_lcbench.untrusted import one_line

if TYPE_CHECKING:
    from tqdm import tqdm


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    fetch = commands.add_parser("fetch", help="download a benchmark, with resume and checksum")
    fetch.add_argument("suite", choices=("loong", "longbench-v2"))
    fetch.add_argument("--to", type=Path, help="folder (default: where pytest --lcbench-suite looks for it)")
    fetch.add_argument("--mirror", help="base URL to download from (default: $LCBENCH_MIRROR, else the official sources)")
    fetch.add_argument(
        "--prompts", action="store_true", help="also the official prompts, for --lcbench-prompts and --lcbench-judge-prompt"
    )
    fetch.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.suites.fetching import fetch  # noqa: PLC0415 - its HTTP client is not needed by the other commands
    from pytest_lcbench.suites.registry import data_folder  # noqa: PLC0415

    target: Path = arguments.to or data_folder(arguments.suite)
    progress = _Progress(sys.stderr)
    try:
        report = fetch(arguments.suite, target, mirror=arguments.mirror, prompts=arguments.prompts, progress=progress.show)
    finally:
        progress.close()
    for name in report.kept:
        say([f"kept    {one_line(name)}"])
    for name in report.fetched:
        say([f"fetched {one_line(name)}"])
    say([f"done: {report.cases} cases in {one_line(str(report.folder))}"])


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
