"""Saved runs made of rows, for the tests of what reads them back."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_lcbench.reporting.files import write_report
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.run_info import RunInfo, SuiteInfo
from pytest_lcbench.statistics.summary import summarise


def save(reports: Path, rows: Sequence[ResultRow], run_id: str, **settings: Any) -> Path:
    """Write a run and return its folder; *settings* are fields of its ``RunInfo``."""
    fields: dict[str, Any] = {"model": rows[0].model if rows else "m", "suites": (SuiteInfo(name="longbench-v2", fingerprint="feed"),)}
    info = RunInfo(run_id=run_id, **{**fields, **settings})
    write_report(reports / run_id, rows, summarise(rows, info))
    return reports / run_id


def answers_284(data: Path, *, worse: float = 0.0, whole: bool = True, seed: int = 1) -> list[ResultRow]:
    """Return the real answers to 284 of LongBench v2's cases as rows, the share *worse* of the right ones made wrong.

    With *whole* the other 219 cases are planned too, and have no answer.
    """
    chance = random.Random(seed)  # noqa: S311 - reproducible
    folder = data / "longbench-v2"
    found: list[tuple[dict[str, Any], float | None]] = []
    with (folder / "predictions_284.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            answer = json.loads(line)
            found.append((answer, 100.0 if answer["judge"] and chance.random() >= worse else 0.0))
    known = {answer["_id"] for answer, _ in found}
    if whole:
        with (folder / "questions_503_no_context.jsonl").open(encoding="utf-8") as lines:
            found += [(case, None) for case in map(json.loads, lines) if case["_id"] not in known]
    return [_row(case, points) for case, points in found]


def _row(case: dict[str, Any], points: float | None) -> ResultRow:
    task = case["domain"].lower().replace(" ", "_").replace("-", "_")
    return ResultRow(
        run_id="",
        suite="longbench-v2",
        case_id=case["_id"],
        task=task,
        subtask=f"{task}_{case['sub_domain'].lower().replace(' ', '_')}",
        length_set=case["length"],
        language="en",
        domain=case["sub_domain"].lower(),
        difficulty=case["difficulty"],
        answer_kind="choice",
        model="m",
        state="infra_error" if points is None else "scored",
        error_class="not_run" if points is None else None,
        points=points,
        scorer=None if points is None else "choice",
    )
