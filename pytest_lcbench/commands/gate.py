"""``lcbench gate``: a saved run judged, as ``--lcbench-gate`` judges one at its end."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from pytest_lcbench.commands.printing import encoding, say


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    gate = commands.add_parser(
        "gate", help="judge a saved run by a policy; exit 0 pass, 10 regression, 11 cannot tell, 12 infrastructure"
    )
    gate.add_argument("run", metavar="RUN", help="run id, or the path of a run's folder")
    gate.add_argument(
        "--policy", required=True, metavar="POLICY", help="a TOML file, pyproject, or expressions: 'avg drop < 5; avg >= 50'"
    )
    gate.add_argument("--baseline", metavar="RUN", help="run to compare it with")
    gate.add_argument("--format", choices=("terminal", "markdown", "json"), default="terminal", help="default: terminal")
    gate.add_argument("--force", action="store_true", help="compare with a baseline that was not made alike; the verdict says so")
    gate.add_argument("--reports", type=Path, default=Path("reports"), metavar="DIR", help="folder of the runs (default: reports)")
    gate.set_defaults(command=_gate)


def _gate(arguments: argparse.Namespace) -> int:
    from pytest_lcbench.errors import SettingsError  # noqa: PLC0415 - not needed by the other commands
    from pytest_lcbench.reporting.comparing import Side, refuse_unlike  # noqa: PLC0415
    from pytest_lcbench.reporting.comparison_text import comparison_lines, comparison_markdown  # noqa: PLC0415
    from pytest_lcbench.reporting.gate_report import gate_lines, gate_markdown  # noqa: PLC0415
    from pytest_lcbench.reporting.gating import judge, read_gating  # noqa: PLC0415
    from pytest_lcbench.reporting.html import PAGE, saved_questions, write_html  # noqa: PLC0415
    from pytest_lcbench.reporting.saved_runs import (  # noqa: PLC0415 - as above
        load_saved_run,
        refuse_empty,
        refuse_itself,
        refuse_own_rows,
        refuse_stopped_early,
    )
    from pytest_lcbench.reporting.verdicts import forget_verdicts, saved_verdicts  # noqa: PLC0415
    from pytest_lcbench.statistics.summary import summarise  # noqa: PLC0415

    run = load_saved_run(arguments.run, arguments.reports)
    if not arguments.force:
        refuse_stopped_early(run, arguments.run)
    # First of all: when nothing comes of this one, an older verdict must not stand for it.
    forget_verdicts(run.folder)
    baseline = None if arguments.baseline is None else load_saved_run(arguments.baseline, arguments.reports)
    if baseline is not None:
        refuse_empty(baseline, arguments.baseline)
        refuse_itself(baseline, run, "name another run with --baseline")
    if baseline is not None and not arguments.force:
        refuse_unlike(Side(baseline.info, baseline.rows), Side(run.info, run.rows), "look at the verdict all the same with --force")
        refuse_own_rows(baseline, run)
    if not run.rows:
        raise SettingsError("the run has no case to judge")
    gating = read_gating(arguments.policy, baseline, run.rows, Path.cwd())
    judged = judge(gating, run.info, run.rows, run.folder, force=arguments.force, digest=run.digest)
    if judged.gate is None:
        raise SettingsError("the policy demands nothing")
    if (run.folder / PAGE).exists():
        questions, verdicts = saved_questions(run.folder), saved_verdicts(run.folder)
        write_html(run.folder, run.rows, summarise(run.rows, run.info), questions=questions, verdicts=verdicts)
    if arguments.format == "json":
        say([json.dumps(judged.gate.model_dump(), indent=2)])
    elif arguments.format == "markdown":
        say(gate_markdown(judged.gate).splitlines())
        if judged.comparison is not None:
            say(["", *comparison_markdown(judged.comparison).splitlines()])
    else:
        if judged.comparison is not None:
            say([*comparison_lines(judged.comparison, encoding=encoding()), ""])
        say([*gate_lines(judged.gate, encoding=encoding()), "", _shown(judged.gate.line)])
    return judged.gate.exit_code


def _shown(line: str) -> str:
    """Return the verdict's line as the terminal can show it."""
    from pytest_lcbench.reporting.columns import degrade, fit  # noqa: PLC0415 - as above

    return degrade(f"lcbench: {fit(line, 1_000, encoding())}", encoding())
