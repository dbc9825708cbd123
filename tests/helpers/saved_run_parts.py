"""Saved runs for the tests of what reads them back: of rows, and of the real answers to 284 of LongBench v2's cases."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_lcbench.reporting.files import write_report
from pytest_lcbench.reporting.importing import import_results
from pytest_lcbench.reporting.saved_runs import load_saved_run
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.run_info import RunInfo
from pytest_lcbench.statistics.summary import summarise


def save(reports: Path, rows: Sequence[ResultRow], info: RunInfo) -> None:
    """Write a run into its folder under *reports*."""
    write_report(reports / info.run_id, rows, summarise(rows, info))


def import_284(reports: Path, data: Path, run: str, *, worse: float = 0.0, seed: int = 1) -> None:
    """Import the real answers as *run*, the share *worse* of the right ones changed into another letter.

    The other 219 of the 503 cases are in the run without an answer.
    """
    chance = random.Random(seed)  # noqa: S311 - reproducible
    folder = data / "longbench-v2"
    answers: list[dict[str, Any]] = [
        json.loads(line) for line in (folder / "predictions_284.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    for answer in answers:
        if answer["judge"] and chance.random() < worse:
            wrong = "ABCD".replace(answer["answer"], "")[0]
            answer |= {"pred": wrong, "judge": False, "response": f"The correct answer is ({wrong})."}
    file = reports / f"{run}.jsonl"
    file.write_text("".join(json.dumps(answer) + "\n" for answer in answers), encoding="utf-8")
    import_results(file, suite="longbench-v2", data=folder / "questions_503_no_context.jsonl", reports=reports, run=run, model=run)


def save_answered(reports: Path, run: str) -> None:
    """Write a copy of *run* that planned its answered cases alone, as ``<run>-284``."""
    saved = load_saved_run(run, reports)
    save(reports, [row for row in saved.rows if row.points is not None], saved.info.model_copy(update={"run_id": f"{run}-284"}))
