"""What ``lcbench cache`` prints. Nothing is computed here, and nothing from the store is shown raw."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pytest_lcbench.models.stored_answers import StoredCall
from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.columns import degrade, fit, straight_table
from pytest_lcbench.running.cache import CacheInfo, Difference, Explanation, FoundCall, Holding, PrunePlan
from pytest_lcbench.untrusted import one_line

_ROUTE_WIDTH = 48
_VALUE_WIDTH = 60
_KEY_LENGTH = 12


def info_lines(info: CacheInfo, *, encoding: str = "utf-8") -> list[str]:
    """Return what the store holds, one row for each model in each role."""
    lines = [f"answer store {fit(str(info.path), 200, encoding)}: {_size(info.size)}"]
    if not info.holdings:
        return [*lines, "it holds no answers"]
    table = _holdings(info.holdings, ("answers", "superseded"), encoding)
    damaged = sum(holding.damaged for holding in info.holdings)
    told = [f"{_many(damaged, 'answer')} of these cannot be read: damaged; a run that needs one asks for it again"] if damaged else []
    return [degrade(line, encoding) for line in [*lines, "", *table, *told]]


def plan_lines(plan: PrunePlan, *, encoding: str = "utf-8") -> list[str]:
    """Return what a prune would delete."""
    if not plan.answers:
        return ["nothing to delete: no answer fulfils the conditions"]
    known, unknown = sum(holding.cost for holding in plan.holdings), sum(holding.unknown for holding in plan.holdings)
    paid = figures.cost_sum(known, len(plan.answers) - unknown, unknown)
    lost = sum(holding.answers for holding in plan.holdings)
    again = f"{_many(lost, 'call')} would have to be made again"
    lines = [
        f"to be deleted: {_many(len(plan.answers), 'answer')}, paid {paid}; {again}",
        "",
        *_holdings(plan.holdings, ("to be made again", "superseded"), encoding),
    ]
    return [degrade(line, encoding) for line in lines]


def pruned_line(removed: int, freed: int) -> str:
    """Return what a prune did."""
    return f"deleted: {_many(removed, 'answer')}, {_size(freed)} freed"


def explain_lines(explanations: Sequence[Explanation], *, encoding: str = "utf-8") -> list[str]:
    """Return, item by item, the stored calls and what of their keys differs from what the run asks."""
    lines: list[str] = []
    for found in explanations:
        row = found.row
        epoch = f", epoch {row.epoch}" if row.epoch > 1 else ""
        lines += ["", f"{one_line(row.suite, 40)}: case {one_line(row.case_id, 80)}{epoch} in run {one_line(row.run_id, 80)}"]
        lines.append(f"  {_verdict(found)}")
        for call in found.calls:
            lines += [f"  {line}" for line in _call(call)]
    # What is not ours in them is escaped already; a terminal may lack some of the rest.
    return [degrade(line, encoding).encode(encoding, "backslashreplace").decode(encoding) for line in lines[1:]]


def _verdict(found: Explanation) -> str:
    row = found.row
    if row.prompt_hash is None:
        return f"no prompt was made for it: {one_line(row.error_class or 'unknown', 40)}: {one_line(row.error_message or '', 120)}"
    if found.answered:
        return "its answer is in the store: the run asks nothing again"
    if any(call.call.kind == "model" for call in found.calls):
        unknown = "" if found.complete else "; the run was recorded by an older version, so parts of what it asks are unknown"
        return f"none of the stored answers is what the run asks{unknown}"
    return "no answer to it is stored"


def _call(found: FoundCall) -> list[str]:
    call = found.call
    by = f", asked by run {one_line(found.run_id, 80)}" if found.run_id is not None else ""
    use = "used" if found.used else "superseded by a newer answer" if found.superseded else "not used"
    attempt = call.parts.get("attempt", "1")
    again = "" if attempt == "1" else f", attempt {one_line(attempt, 10)}"
    lines = [f"{call.kind} {_key(call)} of {one_line(str(call.parts.get('route', '')), 80)}, {_day(call.written_at)}{again}{by}: {use}"]
    lines += [f"  {_difference(difference)}" for difference in found.differences]
    if call.kind == "judge" and not found.judged:
        lines.append("  the run has no judge")
    elif not (found.used or found.superseded or found.differences):
        lines.append("  the last session of the run did not look for it: an earlier attempt gave a rating, or the one before it failed")
    if found.because:
        lines.append("  the prompt differs, and so do these settings of the two runs:")
        lines += [f"    {_difference(difference)}" for difference in found.because]
    elif call.kind == "judge" and any(difference.name == "prompt_hash" for difference in found.differences):
        lines.append("  it is of another wording of the answer")
    elif any(difference.name == "prompt_hash" for difference in found.differences):
        lines.append("  the prompt differs although the settings do not: a document, the question or the template has changed")
    return lines


def _difference(difference: Difference) -> str:
    width = _KEY_LENGTH if difference.name.endswith("hash") else _VALUE_WIDTH
    stored, asked = (one_line(value, width) or "(none)" for value in (difference.stored, difference.asked))
    return f"{one_line(difference.name, 60)}: {stored} stored, {asked} asked"


def _holdings(holdings: Sequence[Holding], counts: tuple[str, str], encoding: str) -> list[str]:
    rows = [
        [
            fit(holding.route, _ROUTE_WIDTH, encoding),
            one_line(holding.kind, 20),
            figures.count(holding.answers),
            figures.count(holding.superseded),
            figures.cost_sum(holding.cost, holding.answers + holding.superseded - holding.unknown, holding.unknown),
            _day(holding.oldest),
            _day(holding.newest),
        ]
        for holding in holdings
    ]
    return straight_table(["", "kind", *counts, "cost", "oldest", "newest"], rows)


def _key(call: StoredCall) -> str:
    generation = f" generation {call.generation}" if call.generation > 1 else ""
    return f"{one_line(call.key[:_KEY_LENGTH], _KEY_LENGTH)}{generation}"


def _day(moment: float) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
    except (OverflowError, ValueError, OSError):
        return figures.UNKNOWN


def _many(number: int, what: str) -> str:
    return f"{figures.count(number)} {what}{'' if number == 1 else 's'}"


def _size(number: int) -> str:
    size = float(number)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:  # noqa: PLR2004 - as the units say
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
