"""``lcbench compare``: saved runs against a baseline, case by case."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pytest_lcbench.commands.printing import encoding, say

FORMATS = ("terminal", "markdown", "json")


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    compare = commands.add_parser("compare", help="compare saved runs with a baseline, on the same cases")
    compare.add_argument("baseline", metavar="BASELINE", help="run id, or the path of a run's folder")
    compare.add_argument("candidates", metavar="RUN", nargs="+", help="what is compared with it")
    compare.add_argument(
        "--by",
        default="set,task,subtask",
        metavar="NAMES",
        help="comma list of properties of the cases: set, task, subtask, language, domain, difficulty, suite or a grouping of yours "
        "(default: set,task,subtask)",
    )
    compare.add_argument("--level", type=float, default=0.95, metavar="SHARE", help="of the intervals (default: 0.95)")
    compare.add_argument("--format", choices=FORMATS, default="terminal", help="default: terminal")
    compare.add_argument("--force", action="store_true", help="compare runs that were not made alike; every format says so")
    compare.add_argument("--reports", type=Path, default=Path("reports"), metavar="DIR", help="folder of the runs (default: reports)")
    compare.set_defaults(command=_compare)


def _compare(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.comparing import Side, check_by, compare_runs  # noqa: PLC0415 - not needed by the other commands
    from pytest_lcbench.reporting.comparison_text import comparison_lines, comparison_markdown  # noqa: PLC0415
    from pytest_lcbench.reporting.saved_runs import SavedRun, load_saved_run, refuse_empty, refuse_itself  # noqa: PLC0415

    sides: list[Side] = []
    first: SavedRun | None = None
    for name in (arguments.baseline, *arguments.candidates):
        saved = load_saved_run(name, arguments.reports)
        refuse_empty(saved, name)
        if first is None:
            first = saved
        else:
            refuse_itself(first, saved, "name another run to compare with it")
        sides.append(Side(saved.info, saved.rows))
    report = compare_runs(
        sides[0],
        sides[1:],
        by=check_by(arguments.by.split(","), (row for side in sides for row in side.rows)),
        level=arguments.level,
        force=arguments.force,
    )
    if arguments.format == "json":
        say([json.dumps(report.model_dump(), indent=2)])
    elif arguments.format == "markdown":
        say(comparison_markdown(report).splitlines())
    else:
        say(comparison_lines(report, encoding=encoding()))
