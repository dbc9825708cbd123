"""The estimate of a run, and what a run did spend, as lines for a terminal. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_lcbench.models.ledger import CallKind, KindTotal
from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.columns import degrade, fit, straight_table
from pytest_lcbench.running.estimate import Calls, Estimate, EstimateLine
from pytest_lcbench.untrusted import one_line

_WIDTH = 110
_LABEL_WIDTH = 28
_HEADERS = ("", "items", "stored", "calls", "input tokens", "output tokens", "cost")


def estimate_lines(estimate: Estimate, *, encoding: str = "utf-8") -> list[str]:
    """Return the whole estimate: by suite, length set and task, then the sum. Ranges read ``expected..at most``."""
    judge = "" if estimate.judge is None else f", judge {one_line(estimate.judge, 60)}"
    epochs = f", {figures.count(estimate.epochs)} epochs" if estimate.epochs > 1 else ""
    lines = [f"estimate for {one_line(estimate.model, 60)}{judge}{epochs}; nothing was sent"]
    for suite in estimate.suites:
        title = fit(suite.name, _WIDTH - 8, encoding)
        for name, group in (("by length set", suite.length_sets), ("by task", suite.tasks)):
            lines += ["", f"{title}, {name}", *_table([*group, suite.total], encoding, judged=estimate.judge is not None)]
    rows = [_row("model", "", "", estimate.total.model)]
    if estimate.judge is not None:
        rows.append(_row("judge", "", "", estimate.total.judge))
    rows.append(_row("retries", "", "", estimate.retries))
    lines += ["", "in all", *straight_table([_HEADERS[0], *_HEADERS[3:]], [[row[0], *row[3:]] for row in rows])]
    lines += ["", f"cost: {_range(estimate.cost, estimate.cost_most)} (expected..at most)"]
    if estimate.stored_calls:
        stored = f"{figures.count(estimate.stored_calls)} answers and judgements"
        known = estimate.stored_calls - estimate.stored_unknown
        cost = figures.cost_sum(estimate.stored_cost, known, estimate.stored_unknown)
        lines.append(f"in the store, not paid again: {stored}, {cost}")
    if estimate.skipped:
        lines.append(f"left out as over the window: {figures.count(estimate.skipped)} items")
    if estimate.cannot_run:
        lines.append(f"cannot be run: {figures.count(estimate.cannot_run)} items, among them")
        lines += [f"  {fit(problem, _WIDTH - 2, encoding)}" for problem in estimate.problems]
    lines += [f"  - {fit(note, 2 * _WIDTH, encoding)}" for note in estimate.notes]
    return [degrade(line, encoding) for line in lines]


def spending_line(totals: Mapping[CallKind, KindTotal], *, judged: bool = True) -> str:
    """Return ``model $x, judge $y, retries $z, from store $w saved``; a cost that is not known is told as such, with the calls."""
    parts = [f"model {_total(totals[CallKind.MODEL])}"]
    if judged or totals[CallKind.JUDGE].calls:
        parts.append(f"judge {_total(totals[CallKind.JUDGE])}")
    parts += [f"retries {_total(totals[CallKind.RETRY])}", f"from store {_total(totals[CallKind.CACHED])} saved"]
    return ", ".join(parts)


def _total(total: KindTotal) -> str:
    return figures.cost_sum(total.cost, total.calls - total.unknown_calls, total.unknown_calls)


def _table(lines: Sequence[EstimateLine], encoding: str, *, judged: bool) -> list[str]:
    rows: list[list[str]] = []
    for line in lines:
        label = fit(line.label, _LABEL_WIDTH, encoding)
        rows.append(_row(label, figures.count(line.items), figures.count(line.stored), line.model))
        if judged:
            rows.append(_row("+ judge", "", "", line.judge))
    return straight_table(_HEADERS, rows)


def _row(label: str, items: str, stored: str, calls: Calls) -> list[str]:
    if not calls.calls:
        return [label, items, stored, "0", "0", "0", figures.cost(0.0)]
    known = calls.calls - calls.unknown_calls
    cost = _range(calls.cost, calls.cost_most) if known else ""
    if calls.unknown_calls:
        cost = f"{cost} + unknown" if known else "unknown"
    return [
        label,
        items,
        stored,
        figures.count(calls.calls),
        _counts(calls.prompt_tokens, calls.prompt_tokens_most),
        _counts(calls.completion_tokens, calls.completion_tokens_most),
        cost,
    ]


def _counts(expected: int, most: int) -> str:
    return figures.count(expected) if expected == most else f"{figures.count(expected)}..{figures.count(most)}"


def _range(expected: float | None, most: float | None) -> str:
    if expected is None or most is None:
        return "unknown"
    low, high = figures.cost(expected), figures.cost(most)
    return low if low == high else f"{low}..{high}"
