"""Estimates over result rows: the rows' cases, their epochs and their documents laid out for :mod:`intervals`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

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
    rows: Iterable[ResultRow], figure: Callable[[ResultRow], float | None]
) -> tuple[dict[CaseKey, float], list[dict[tuple[str, str], None]]]:
    """Return each case's mean of *figure* over its epochs that have one, in the order of the cases' keys, and its documents.

    Cases without any are left out.
    """
    cases: dict[CaseKey, list[ResultRow]] = {}
    for row in rows:
        cases.setdefault(case_key(row), []).append(row)
    means: dict[CaseKey, float] = {}
    documents = []
    for key in sorted(cases):
        values = [value for row in cases[key] if (value := figure(row)) is not None]
        if values:
            means[key] = mean(values)
            documents.append(documents_of(cases[key]))
    return means, documents


def estimate_average(rows: Iterable[ResultRow]) -> Estimate | None:
    """Return the estimate of the average points (0–100; for choices the accuracy in percent) over *rows*, one per item.

    Its mean is ``Cell.average`` of the same rows. ``None`` when no row has points, and over several arms or promptings of a case,
    whose answers are no independent cases.
    """
    return _estimate(rows, points_of, POINTS)


def estimate_perfect_rate(rows: Iterable[ResultRow]) -> Estimate | None:
    """Return the estimate of the share of full marks (0–1), as :func:`estimate_average`; its mean is ``Cell.perfect_rate``."""
    return _estimate(rows, perfect_of, RATE)


def estimate_both(rows: Sequence[ResultRow]) -> tuple[Estimate | None, Estimate | None]:
    """Return average and perfect rate; the graph of cases and documents is made once for both."""
    means, documents = case_means(rows, points_of)
    if not _independent(means):
        return None, None
    sharing = Sharing.of(documents)
    rates, _ = case_means(rows, perfect_of)
    return estimate(list(means.values()), sharing, bounds=POINTS), estimate(list(rates.values()), sharing, bounds=RATE)


def _estimate(rows: Iterable[ResultRow], figure: Callable[[ResultRow], float | None], bounds: tuple[float, float]) -> Estimate | None:
    means, documents = case_means(rows, figure)
    return estimate(list(means.values()), documents, bounds=bounds) if _independent(means) else None


def _independent(keys: Collection[CaseKey]) -> bool:
    """Whether there are cases, each under one arm and prompting."""
    return bool(keys) and len({key[:2] for key in keys}) == len(keys)
