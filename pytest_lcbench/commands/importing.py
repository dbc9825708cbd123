"""``lcbench import``: results of the released scripts become a run."""

from __future__ import annotations

import argparse
import uuid
from pathlib import Path
from typing import Any

from pytest_lcbench.commands.printing import encoding, say
from pytest_lcbench.untrusted import one_line


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    command = commands.add_parser("import", help="read a result file of the released Loong or LongBench v2 scripts into a run")
    command.add_argument("file", type=Path, metavar="FILE", help="loong_evaluate.jsonl, or a results/*.jsonl of LongBench v2")
    command.add_argument("--suite", required=True, choices=("loong", "longbench-v2"))
    command.add_argument("--data", required=True, type=Path, metavar="PATH", help="the suite's question file or its folder")
    command.add_argument("--run", metavar="ID", help="name of the run (default: a hash of the file)")
    command.add_argument("--reports", type=Path, default=Path("reports"), metavar="DIR", help="folder for the run (default: reports)")
    command.add_argument("--model", metavar="NAME", help="who answered (default: as the released scripts name file or folder)")
    command.add_argument(
        "--judge", metavar="NAME", help="who judged Loong's answers, e.g. gpt-4-turbo-2024-04-09; the file does not say"
    )
    command.add_argument("--arm", choices=("full", "rag", "closed_book"), help="how contexts were made (default: as the name ends)")
    command.add_argument("--prompting", choices=("direct", "cot"), help="(default: cot where rows hold response_cot)")
    command.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.importing import IMPORT, begin_again, import_results  # noqa: PLC0415 - what it needs is not needed by other commands
    from pytest_lcbench.reporting.tables import TerminalReport  # noqa: PLC0415

    session = uuid.uuid4().hex
    begin_again(arguments.reports, arguments.run, IMPORT, session)
    folder, summary = import_results(
        arguments.file,
        suite=arguments.suite,
        data=arguments.data,
        reports=arguments.reports,
        run=arguments.run,
        model=arguments.model,
        judge=arguments.judge,
        arm=arguments.arm,
        prompting=arguments.prompting,
        session=session,
    )
    say(TerminalReport(summary, encoding=encoding()).lines())
    say(["", f"written to {one_line(str(folder), 300)}"])
