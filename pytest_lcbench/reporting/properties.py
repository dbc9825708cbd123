"""What a report of one item carries outside of our own files: flat, short, plain scalars.

pytest writes them into its JUnit file (``--junitxml``) and sends them from worker to controller, where anything but a plain scalar, or
a lone surrogate, would end the run (so every text goes through ``one_line``).
"""

from __future__ import annotations

import math

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.untrusted import one_line

PREFIX = "lcbench_"
_LIMIT = 120

Scalar = str | int | float


def item_properties(row: ResultRow) -> list[tuple[str, Scalar]]:
    """Return the properties of an item, in stable order; what is not known is left out, never 0.

    ``lcbench_cost`` is USD of the model's calls and the judge's together.
    """
    cost = None if row.cost is None else row.cost + (row.judge_cost or 0.0)
    found: dict[str, str | float | bool | None] = {
        "state": row.state.value,
        "points": None if row.points is None else float(row.points),
        "perfect": row.perfect,
        "cost": None if cost is None else float(cost),
        "suite": row.suite,
        "case": row.case_id,
        "epoch": row.epoch,
        "arm": row.arm,
        "prompting": row.prompting,
        "task": row.task,
        "subtask": row.subtask,
        "length_set": row.length_set,
        "language": row.language,
        "domain": row.domain,
        "difficulty": row.difficulty,
        "scorer": row.scorer,
        "flags": " ".join(row.flags),
        "finish_reason": row.finish_reason,
        "evidence_kept": row.evidence_kept,
        "prompt_tokens": row.prompt_tokens,
        "completion_tokens": row.completion_tokens,
        "reasoning_tokens": row.reasoning_tokens,
        "judge_cost": row.judge_cost,
        "latency_s": row.latency_s,
        "attempts": row.attempts,
        "cached": row.cached,
        "error_class": row.error_class,
    }
    return [(f"{PREFIX}{name}", plain) for name, value in found.items() if (plain := _plain(value)) is not None]


def _plain(value: str | float | bool | None) -> Scalar | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return one_line(value, _LIMIT) or None
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
