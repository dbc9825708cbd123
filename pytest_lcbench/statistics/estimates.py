"""Estimates over result rows: the rows' cases, their epochs and their documents laid out for :mod:`intervals`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.intervals import POINTS, RATE, Estimate, estimate
from pytest_lcbench.statistics.items import FULL, case_key, mean, points_of
from pytest_lcbench.statistics.sharing import Sharing

CaseKey = tuple[str, str, str, str]
"""Suite, case, arm, prompting."""


def perfect_of(row: ResultRow) -> float | None:
    """Return 1 for full marks, 0 for less, ``None`` for a row without points. Raises ``DataError`` as ``points_of`` does."""
    points = points_of(row)
    return None if points is None else float(points >= FULL)


def documents_of(rows: Iterable[ResultRow]) -> dict[tuple[str, str], None]:
    """Return what identifies the documents of *rows* of one case: suite and content hash, or the name where a row has no hash."""
    return dict.fromkeys((row.suite, document.hash or f"name {document.name}") for row in rows for document in row.documents)


def case_means(
    rows: Iterable[ResultRow],
    figure: Callable[[ResultRow], float | None],
    documents: Callable[[Iterable[ResultRow]], Collection[Hashable]] = documents_of,
) -> tuple[dict[CaseKey, float], list[Collection[Hashable]]]:
    """Return each case's mean of *figure* over its epochs that have one, in the order of the cases' keys, and its *documents*.

    Cases without any are left out.
    """
    cases: dict[CaseKey, list[ResultRow]] = {}
    for row in rows:
        cases.setdefault(case_key(row), []).append(row)
    means: dict[CaseKey, float] = {}
    found: list[Collection[Hashable]] = []
    for key in sorted(cases):
        values = [value for row in cases[key] if (value := figure(row)) is not None]
        if values:
            means[key] = mean(values)
            found.append(documents(cases[key]))
    return means, found


def estimate_average(rows: Iterable[ResultRow]) -> Estimate | None:
    """Return the estimate of the average points (0–100; for choices the accuracy in percent) over *rows*, one per item.

    Its mean is ``Cell.average`` of the same rows. ``None`` when no row has points, and over several arms or promptings of a case,
    whose answers are no independent cases.
    """
    return _estimate(rows, points_of, POINTS)


def estimate_perfect_rate(rows: Iterable[ResultRow]) -> Estimate | None:
    """Return the estimate of the share of full marks (0–1), as :func:`estimate_average`; its mean is ``Cell.perfect_rate``."""
    return _estimate(rows, perfect_of, RATE)


def estimate_both(
    rows: Sequence[ResultRow], documents: Callable[[Iterable[ResultRow]], Collection[Hashable]] = documents_of
) -> tuple[Estimate | None, Estimate | None]:
    """Return average and perfect rate; the graph of cases and documents is made once for both.

    *documents* gives what identifies the documents of the rows of one case.
    """
    means, found = case_means(rows, points_of, documents)
    if not _independent(means):
        return None, None
    sharing = Sharing.of(found)
    rates, _ = case_means(rows, perfect_of, lambda _: ())
    return estimate(list(means.values()), sharing, bounds=POINTS), estimate(list(rates.values()), sharing, bounds=RATE)


class SliceEstimates:
    """Estimates over slices of one run: a slice that stands in several tables is estimated once.

    Args:
        rows: of the run, one per item. Slices are made of these very objects.

    """

    def __init__(self, rows: Iterable[ResultRow]) -> None:
        numbers: dict[tuple[str, str], int] = {}
        # Numbers are quicker to look up than hashes, and slices look up the same documents again and again. The rows are kept:
        # what stands for a row is its identity.
        self._rows = tuple(rows)
        self._documents = {id(row): [numbers.setdefault(name, len(numbers)) for name in documents_of([row])] for row in self._rows}
        self._known: dict[tuple[int, ...], tuple[Estimate | None, Estimate | None]] = {}

    def __call__(self, rows: Sequence[ResultRow]) -> tuple[Estimate | None, Estimate | None]:
        """Return average and perfect rate of a slice, as :func:`estimate_both`."""
        key = tuple(map(id, rows))
        if key not in self._known:
            self._known[key] = estimate_both(rows, self._documents_of)
        return self._known[key]

    @property
    def intervals(self) -> int:
        """How many intervals the slices asked for so far have."""
        return sum(one is not None and one.df is not None for both in self._known.values() for one in both)

    def _documents_of(self, rows: Iterable[ResultRow]) -> Collection[Hashable]:
        return dict.fromkeys(document for row in rows for document in self._documents[id(row)])


def _estimate(rows: Iterable[ResultRow], figure: Callable[[ResultRow], float | None], bounds: tuple[float, float]) -> Estimate | None:
    means, documents = case_means(rows, figure)
    return estimate(list(means.values()), documents, bounds=bounds) if _independent(means) else None


def _independent(keys: Collection[CaseKey]) -> bool:
    """Whether there are cases, each under one arm and prompting."""
    return bool(keys) and len({key[:2] for key in keys}) == len(keys)
