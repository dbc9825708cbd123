"""The result row: one per item, as ``results.jsonl`` holds it (DESIGN 6). Fields are only ever added."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pytest_lcbench.scoring.score import State
from pytest_lcbench.suites.case import Case

TRANSIENT_FIELDS = ("latency_s", "cached", "attempts")
"""Left out when two runs are compared for being identical (DESIGN 3)."""


class DocumentRow(BaseModel):
    """One document of the ledger; its text is never copied in."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    hash: str
    name: str
    tokens: int | None
    kept: int | None


class ResultRow(BaseModel):
    """One item's outcome. ``points`` is ``None`` in the states ``infra_error`` and ``unscored``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    run_id: str
    item: str = ""
    """The item's id in its test, e.g. ``citation_chain-set3-en-paper-835a4005``."""
    suite: str
    case_id: str
    epoch: int = 1
    arm: str = "full"
    prompting: str = "direct"
    task: str
    subtask: str
    length_set: str
    language: str
    domain: str
    difficulty: str = ""
    answer_kind: str = ""
    model: str
    judge: str | None = None
    judge_prompt_hash: str | None = None
    fidelity: str = "paper"
    seed: int = 0
    state: State
    flags: tuple[str, ...] = ()
    points: float | None = None
    perfect: bool | None = None
    scorer: str | None = None
    rules_points: float | None = None
    gold: Any = None
    answer: str | None = None
    response_text: str | None = None
    judge_text: str | None = None
    score_evidence: str = ""
    finish_reason: str | None = None
    prompt_hash: str | None = None
    documents: tuple[DocumentRow, ...] = ()
    evidence_kept: bool | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost: float | None = None
    judge_cost: float | None = None
    """USD of the judge calls; ``cost`` is the model's alone."""
    latency_s: float | None = None
    attempts: int | None = None
    cached: bool = False
    error_class: str | None = None
    error_message: str | None = None
    tolerant_points: float | None = None
    """LongBench v2: points under the tolerant extraction, shown beside the official one."""
    groups: dict[str, str] = Field(default_factory=dict)
    """Labels from ``pytest_lcbench_group`` hooks, one table each."""


def case_fields(case: Case) -> dict[str, Any]:
    """Return the fields of a row that say which case it is of and where that stands in the taxonomy."""
    return {
        "suite": case.suite,
        "case_id": case.id,
        "task": case.task,
        "subtask": case.subtask,
        "length_set": case.length_set,
        "language": case.language,
        "domain": case.domain,
        "difficulty": case.difficulty,
        "answer_kind": str(case.answer_kind),
    }
