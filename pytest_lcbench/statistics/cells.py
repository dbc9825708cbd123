"""One cell of a table: counts, averages and bounds over some of the rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from pydantic import BaseModel, ConfigDict

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.estimates import estimate_both
from pytest_lcbench.statistics.intervals import Estimate
from pytest_lcbench.statistics.items import FULL, case_key, mean, mean_or_unknown, points_of

COMPENSATION = 25.0
"""What an unparsed choice and a model failure count in ``compensated``: a guess among four (LongBench v2)."""


class Part(BaseModel):
    """Base of everything in a summary: frozen, and a reader of an older or newer one ignores what it does not know."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class CellInterval(Part):
    """The confidence interval of a figure, in the figure's unit, on its scale. Its level is the summary's ``interval_level``."""

    low: float
    high: float
    descriptive: bool
    """Fewer than 20 cases: it describes them, nothing should be concluded from it."""


class Cell(Part):
    """Figures over some cases. A figure that nothing is known about is ``None``, never 0.

    With several epochs a case's points are the mean over its epochs first (its perfect rate is the share of its perfect epochs),
    and averages are means over cases.
    """

    expected: int
    """Cases that should have points."""
    n: int
    """Cases with points in at least one epoch: what the averages are over."""
    items_expected: int
    """The same counted by item, that is by case and epoch."""
    items: int
    """Items with points."""
    average: float | None
    """Mean points, 0–100; for choices this is the accuracy in percent."""
    perfect_rate: float | None
    """Share of full marks, 0–1."""
    coverage: float | None
    """``items / items_expected``, 0–1."""
    worst: float | None
    """The average if everything missing had got 0."""
    best: float | None
    """The average if everything missing had got 100."""
    compensated: float | None = None
    """Choices only: the accuracy with 25 for each unparsed answer and each model failure."""
    tolerant: float | None = None
    """Choices only: the accuracy under the tolerant extraction; ``None`` unless it is known for every case with points."""
    average_interval: CellInterval | None = None
    """Of ``average``; ``None`` when fewer than two cases have points, and over several arms or promptings of a case."""
    perfect_interval: CellInterval | None = None
    """Of ``perfect_rate``, likewise."""


def make_cell(
    rows: Sequence[ResultRow],
    *,
    choice: bool = False,
    estimates: Callable[[Sequence[ResultRow]], tuple[Estimate | None, Estimate | None]] = estimate_both,
    family: int = 1,
) -> Cell:
    """Return the figures over some rows.

    Args:
        rows: each item once, in any order.
        choice: whether the answers are letters.
        estimates: gives average and perfect rate with what their intervals need.
        family: over how many intervals the level holds at once; 1: each by itself.

    Raises ``DataError`` for points off the scale.

    """
    cases: dict[tuple[str, str, str, str], list[ResultRow]] = {}
    for row in rows:
        cases.setdefault(case_key(row), []).append(row)
    averages: list[float] = []
    perfect: list[float] = []
    worst: list[float] = []
    best: list[float] = []
    items = 0
    for epochs in cases.values():
        points = _known(epochs, points_of)
        missing = len(epochs) - len(points)
        items += len(points)
        # Missing epochs of a case are filled within the case, so that the bounds hold the average however they are spread.
        worst.append(mean([*points, *[0.0] * missing]))
        best.append(mean([*points, *[FULL] * missing]))
        if points:
            averages.append(mean(points))
            perfect.append(mean([float(value >= FULL) for value in points]))
    average = mean_or_unknown(averages)
    low, high = mean_or_unknown(worst), mean_or_unknown(best)
    if average is not None and low is not None and high is not None:
        # The three are rounded separately; the last bit must not put the average outside.
        low, high = min(low, average), max(high, average)
    average_estimate, perfect_estimate = estimates(rows)
    return Cell(
        expected=len(cases),
        n=len(averages),
        items_expected=len(rows),
        items=items,
        average=average,
        perfect_rate=mean_or_unknown(perfect),
        coverage=items / len(rows) if rows else None,
        worst=low,
        best=high,
        compensated=_over_cases(cases.values(), _compensated) if choice else None,
        tolerant=_over_cases(cases.values(), _tolerant) if choice else None,
        average_interval=_interval(average_estimate, family),
        perfect_interval=_interval(perfect_estimate, family),
    )


def _interval(estimate: Estimate | None, family: int) -> CellInterval | None:
    if estimate is None:
        return None
    interval = estimate.interval(family=family)
    if interval.low is None or interval.high is None:
        return None
    return CellInterval(low=interval.low, high=interval.high, descriptive=interval.descriptive)


def _known(rows: Sequence[ResultRow], figure: Callable[[ResultRow], float | None]) -> list[float]:
    return [value for row in rows if (value := figure(row)) is not None]


def _over_cases(cases: Collection[Sequence[ResultRow]], figure: Callable[[ResultRow], float | None]) -> float | None:
    """Mean over the cases with points of another figure than the points; ``None`` unless it is known wherever points are."""
    averages = []
    for epochs in cases:
        counted = [row for row in epochs if points_of(row) is not None]
        values = _known(counted, figure)
        if len(values) < len(counted):
            return None
        if values:
            averages.append(mean(values))
    return mean_or_unknown(averages)


def _compensated(row: ResultRow) -> float | None:
    if row.state is State.MODEL_FAILURE or "unparsed" in row.flags:
        return COMPENSATION
    return points_of(row)


def _tolerant(row: ResultRow) -> float | None:
    return 0.0 if row.state is State.MODEL_FAILURE else row.tolerant_points
