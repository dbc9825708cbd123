"""Counts over rows: states, flags, errors, evidence, money, tokens, time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from pytest_lcbench.models.model import ErrorClass
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.cells import Part
from pytest_lcbench.statistics.items import item_name

# Calls without an answer that a provider may all the same have worked, and charged, for.
_MAYBE_CHARGED = frozenset({ErrorClass.TIMEOUT.value, ErrorClass.MALFORMED_REPLY.value})


class Money(Part):
    """A sum in USD over the calls whose cost is known, and how many calls' is not."""

    known: float
    known_calls: int
    unknown_calls: int


class Tokens(Part):
    """Tokens over the answers whose count is known, and how many answers' is not."""

    known: int
    known_calls: int
    unknown_calls: int


class ErrorCount(Part):
    """How often an error class occurred, with one of its messages."""

    error_class: str
    count: int
    item: str
    """The item the example is from: the first in report order that has a message."""
    message: str


class Evidence(Part):
    """In how many items the documents that bear on the answer were whole, cut, or not told by the source."""

    kept: int
    cut: int
    unknown: int


class Missing(Part):
    """An item without points."""

    suite: str
    item: str
    state: str
    error_class: str | None


class Latency(Part):
    """Seconds per answer, of the successful attempt; percentiles by nearest rank."""

    n: int
    mean: float
    median: float
    p95: float
    longest: float


class Timing(Part):
    """What differs between two runs that are identical in their results."""

    cached: int
    """Items answered from the store."""
    attempts: int
    spent: Money
    """Of the items answered in this session, not from the store; their judgements are not in it."""
    latency: Latency | None


class Tally(Part):
    """Counts over all items of a run."""

    items: int
    states: dict[str, int]
    """Every state, those that did not occur too."""
    flags: dict[str, int]
    scorers: dict[str, int]
    evidence: Evidence
    errors: tuple[ErrorCount, ...]
    missing: tuple[Missing, ...]
    cost: Money
    """Of the model's answers."""
    judge_cost: Money
    """Of the judgements."""
    prompt_tokens: Tokens
    completion_tokens: Tokens
    reasoning_tokens: Tokens


def count_states(rows: Sequence[ResultRow]) -> dict[str, int]:
    """Return how many rows are in each state, all four named."""
    counts = Counter(row.state for row in rows)
    return {state.value: counts[state] for state in State}


def count_scorers(rows: Sequence[ResultRow]) -> dict[str, int]:
    """Return how many scored rows each scorer scored."""
    return _sorted_counts(row.scorer or "unknown" for row in rows if row.state is State.SCORED)


def make_tally(rows: Sequence[ResultRow]) -> Tally:
    """Count over *rows*, one per item in report order."""
    evidence = Counter(row.evidence_kept for row in rows)
    answered = [row for row in rows if _answered(row)]
    return Tally(
        items=len(rows),
        states=count_states(rows),
        flags=_sorted_counts(flag for row in rows for flag in dict.fromkeys(row.flags)),
        scorers=count_scorers(rows),
        evidence=Evidence(kept=evidence[True], cut=evidence[False], unknown=evidence[None]),
        errors=_errors(rows),
        missing=tuple(
            Missing(suite=row.suite, item=item_name(row), state=row.state.value, error_class=row.error_class)
            for row in rows
            if row.state in {State.INFRA_ERROR, State.UNSCORED}
        ),
        cost=_money(rows),
        judge_cost=_judge_money(rows),
        prompt_tokens=_tokens([row.prompt_tokens for row in answered]),
        completion_tokens=_tokens([row.completion_tokens for row in answered]),
        reasoning_tokens=_tokens([row.reasoning_tokens for row in answered]),
    )


def make_timing(rows: Sequence[ResultRow]) -> Timing:
    """Return the transient figures of *rows*."""
    seconds = sorted(row.latency_s for row in rows if row.latency_s is not None and math.isfinite(row.latency_s))
    return Timing(
        cached=sum(row.cached for row in rows),
        attempts=sum(row.attempts or 0 for row in rows),
        spent=_money([row for row in rows if not row.cached]),
        latency=_latency(seconds) if seconds else None,
    )


def _latency(seconds: Sequence[float]) -> Latency:
    count = len(seconds)
    return Latency(
        n=count,
        mean=math.fsum(seconds) / count,
        median=seconds[(count - 1) // 2],
        p95=seconds[math.ceil(0.95 * count) - 1],
        longest=seconds[-1],
    )


def _answered(row: ResultRow) -> bool:
    """Whether a model's answer stands behind the row: a judge may have failed on it since."""
    return row.state is not State.INFRA_ERROR or row.response_text is not None


def _money(rows: Sequence[ResultRow]) -> Money:
    return _sum([row.cost for row in rows if row.cost is not None or _answered(row) or row.error_class in _MAYBE_CHARGED])


def _judge_money(rows: Sequence[ResultRow]) -> Money:
    return _sum([row.judge_cost for row in rows if row.judge_text is not None])


def _sum(costs: Sequence[float | None]) -> Money:
    known = [cost for cost in costs if cost is not None and math.isfinite(cost)]
    return Money(known=math.fsum(known), known_calls=len(known), unknown_calls=len(costs) - len(known))


def _tokens(counts: Sequence[int | None]) -> Tokens:
    known = [count for count in counts if count is not None]
    return Tokens(known=sum(known), known_calls=len(known), unknown_calls=len(counts) - len(known))


def _errors(rows: Sequence[ResultRow]) -> tuple[ErrorCount, ...]:
    classes: dict[str, list[ResultRow]] = {}
    for row in rows:
        if row.error_class is not None or row.state is State.INFRA_ERROR:
            classes.setdefault(row.error_class or "unknown", []).append(row)
    found = []
    for name in sorted(classes):
        example = next((row for row in classes[name] if row.error_message), classes[name][0])
        found.append(
            ErrorCount(error_class=name, count=len(classes[name]), item=item_name(example), message=example.error_message or "")
        )
    return tuple(found)


def _sorted_counts(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
