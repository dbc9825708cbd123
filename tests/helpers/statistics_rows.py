"""Rows for the tests of this folder."""

from __future__ import annotations

from typing import Any

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.summary import RunInfo

RUN = RunInfo(run_id="run", model="m")


def row(case_id: str, points: float | None, **more: Any) -> ResultRow:
    """A row of an open suite: scored, or never run when it has no points."""
    fields: dict[str, Any] = {
        "run_id": "run",
        "suite": "loong",
        "case_id": case_id,
        "task": "comparison",
        "subtask": "extremum_acquisition",
        "length_set": "set1",
        "language": "en",
        "domain": "financial",
        "answer_kind": "names",
        "model": "m",
        "state": "infra_error" if points is None else "scored",
        "error_class": "not_run" if points is None else None,
        "points": points,
        "scorer": None if points is None else "rules",
    }
    return ResultRow(**{**fields, **more})


def failure(case_id: str, **more: Any) -> ResultRow:
    """A model that said nothing."""
    return row(case_id, None, **{"state": "model_failure", "error_class": None, **more})


def choice(case_id: str, points: float | None, **more: Any) -> ResultRow:
    """A row of LongBench v2."""
    fields: dict[str, Any] = {
        "suite": "longbench-v2",
        "task": "multi_document_qa",
        "subtask": "multi_document_academic",
        "length_set": "short",
        "difficulty": "easy",
        "answer_kind": "choice",
        "scorer": None if points is None else "choice",
        "tolerant_points": points,
    }
    return row(case_id, points, **{**fields, **more})
