"""Result rows made fit for counting: one per item, in one order, each with the points it counts for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pytest_lcbench.errors import DataError
from pytest_lcbench.running.row import TRANSIENT_FIELDS, ResultRow
from pytest_lcbench.scoring.score import State

FULL = 100.0
"""The scale's upper end."""

# Two rows for one item: the one that got further stands. Which points it holds plays no part.
_PRECEDENCE = {State.SCORED: 0, State.MODEL_FAILURE: 1, State.UNSCORED: 2, State.INFRA_ERROR: 3}


def item_name(row: ResultRow) -> str:
    """Return what a reader calls the item: its id in its test, else its case with the epoch."""
    if row.item:
        return row.item
    return row.case_id if row.epoch == 1 else f"{row.case_id}-e{row.epoch}"


def case_key(row: ResultRow) -> tuple[str, str, str, str]:
    """Return what the epochs of one case have in common: suite, case, arm, prompting."""
    return row.suite, row.case_id, row.arm, row.prompting


def sort_key(row: ResultRow) -> tuple[str, str, str, str, str, int]:
    """Return the place of a row in every report: by suite, item, epoch."""
    return row.suite, row.item or row.case_id, row.case_id, row.arm, row.prompting, row.epoch


def points_of(row: ResultRow) -> float | None:
    """Return the points a row counts for, ``None`` when it has none (DESIGN 5.1).

    A ``model_failure`` is 0. Raises ``DataError`` for a scored row whose points are not on the scale.
    """
    if row.state is State.MODEL_FAILURE:
        return 0.0
    if row.state is not State.SCORED:
        return None
    if row.points is None or not 0.0 <= row.points <= FULL:
        raise DataError(f"item {item_name(row)!a} is scored but its points are {row.points}; they must be 0 to 100", field="points")
    return row.points


def one_per_item(rows: Iterable[ResultRow]) -> tuple[list[ResultRow], int]:
    """Return the rows in report order, one per item, and how many further rows told of an item again.

    A worker killed while it finishes reports its item twice, and merged shards may overlap. Of several rows the one that got
    furthest stands (scored, then model failure, unscored, infra error); between equals the content decides, never arrival order.
    """
    kept: dict[tuple[str, str, str, str, int], list[ResultRow]] = {}
    total = 0
    for row in rows:
        kept.setdefault((*case_key(row), row.epoch), []).append(row)
        total += 1
    chosen = [same[0] if len(same) == 1 else min(same, key=_preference) for same in kept.values()]
    return sorted(chosen, key=sort_key), total - len(chosen)


def one_model(rows: Sequence[ResultRow]) -> None:
    """Raise ``DataError`` when rows of several models are mixed: their mean would mean nothing."""
    models = sorted({row.model for row in rows})
    if len(models) > 1:
        raise DataError(
            f"rows of {len(models)} models ({models[0]!a}, {models[1]!a}) in one run; summarise each by itself", field="model"
        )


def mean(values: Sequence[float]) -> float:
    """Return the mean of at least one value, exact to the last bit and so the same in any order."""
    return math.fsum(values) / len(values)


def mean_or_unknown(values: Sequence[float]) -> float | None:
    """Return the mean; ``None`` of nothing: unknown is not zero."""
    return mean(values) if values else None


def _preference(row: ResultRow) -> tuple[int, bool, str, str]:
    content = row.model_dump(mode="python")
    transient = {name: content.pop(name) for name in TRANSIENT_FIELDS}
    return _PRECEDENCE[row.state], row.cached, repr(content), repr(transient)
