"""``lcbench merge``: shards, or runs of different cases, become one run."""

from __future__ import annotations

import argparse
import uuid
from pathlib import Path
from typing import Any

from pytest_lcbench.commands.printing import encoding, say
from pytest_lcbench.errors import EXIT_INFRASTRUCTURE
from pytest_lcbench.untrusted import one_line


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    command = commands.add_parser("merge", help="make one run of several shards, or of runs of different cases with the same settings")
    command.add_argument("runs", nargs="+", metavar="RUN", help="run id under the reports, or the folder of a run")
    command.add_argument("--run", metavar="ID", help="name of the merged run (default: a hash of the runs' names)")
    command.add_argument("--reports", type=Path, default=Path("reports"), metavar="DIR", help="folder of runs (default: reports)")
    command.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> int | None:
    from pytest_lcbench.reporting.importing import begin_again  # noqa: PLC0415 - as below
    from pytest_lcbench.reporting.merging import MERGE, merge_runs  # noqa: PLC0415 - what it needs is not needed by the other commands
    from pytest_lcbench.reporting.saved_runs import load_saved_run  # noqa: PLC0415
    from pytest_lcbench.reporting.tables import TerminalReport  # noqa: PLC0415

    session = uuid.uuid4().hex
    # One that is to be merged into itself is refused, and keeps what it has.
    if not any(_is_of(name, arguments.reports, arguments.run or "") for name in arguments.runs):
        begin_again(arguments.reports, arguments.run, MERGE, session)
    parts = [load_saved_run(name, arguments.reports) for name in arguments.runs]
    merged = merge_runs(parts, reports=arguments.reports, run=arguments.run, session=session)
    say(TerminalReport(merged.summary, encoding=encoding()).lines())
    say(
        [
            "",
            f"merged {len(parts)} runs, {merged.repeated} rows told of an item again",
            f"written to {one_line(str(merged.folder), 300)}",
        ]
    )
    if merged.missing:
        lost = ", ".join(str(shard.index) for shard in merged.missing)
        say([f"lcbench: exit {EXIT_INFRASTRUCTURE}, infrastructure: of {merged.missing[0].count} shards these are missing: {lost}"])
        return EXIT_INFRASTRUCTURE
    if incomplete := merged.summary.run.incomplete:
        say([f"lcbench: exit {EXIT_INFRASTRUCTURE}, infrastructure: not whole: {incomplete}"])
        return EXIT_INFRASTRUCTURE
    return None


def _is_of(name: str, reports: Path, run: str) -> bool:
    """Whether *name* may stand for the run *run* under *reports*."""
    from pytest_lcbench.reporting.files import RESULTS  # noqa: PLC0415 - as above

    for place in (reports / name, Path(name), *([Path(name).parent] if Path(name).name == RESULTS else [])):
        try:
            if place.samefile(reports / run):
                return True
        except (OSError, ValueError):  # no such folder; a NUL
            continue
    return False
