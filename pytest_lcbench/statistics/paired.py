"""Two runs compared on the same cases: paired by case, epoch, arm and prompting.

The difference is always *candidate − baseline*: above 0 the candidate is better. A case is the unit (its difference is the mean over
its paired epochs), and the variance of the differences allows for shared documents as that of points does (:mod:`intervals`).
What runs may be compared at all (suite, data, judge, …) is not decided here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.estimates import CaseKey, documents_of
from pytest_lcbench.statistics.intervals import Estimate
from pytest_lcbench.statistics.items import case_key, mean, one_per_item
from pytest_lcbench.statistics.labels import in_order
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.samples import CaseSample, Sample


class Planned(StrEnum):
    """Which items a comparison is meant to be over; those of them that lack points on either side are missing."""

    CANDIDATE = "candidate"
    """Those of the candidate: a sample is compared with a baseline over everything."""
    EITHER = "either"
    """Those of either run."""
    BOTH = "both"
    """Those that stand in both runs, with points or without."""


@dataclass(frozen=True)
class Pair:
    """One item in both runs; ``None`` where a run has no row of it."""

    baseline: ResultRow | None
    candidate: ResultRow | None

    @property
    def row(self) -> ResultRow:
        """The row whose labels and documents count: the candidate's, else the baseline's."""
        found = self.candidate or self.baseline
        if found is None:
            raise ValueError("a pair has a row on at least one side")
        return found


@dataclass(frozen=True)
class Accounting:
    """Where the planned items are, counted by item."""

    planned: int
    paired: int
    """With points on both sides."""
    baseline_missing: int
    """With points in the candidate only."""
    candidate_missing: int
    """With points in the baseline only."""
    both_missing: int

    @property
    def coverage(self) -> float | None:
        """``paired / planned``; ``None`` when nothing was planned."""
        return self.paired / self.planned if self.planned else None


@dataclass(frozen=True)
class Comparison:
    """Two runs over some cases. The means are over the paired items; figures of nothing are ``None``."""

    measure: Measure
    accounting: Accounting
    baseline: float | None
    candidate: float | None
    difference: Estimate | None
    """Candidate − baseline, with its intervals; scale −100…100, or −1…1 for rates."""
    worst: Estimate | None
    """The same over every planned case, each missing figure as bad for the candidate as it can have been."""
    best: Estimate | None
    """As good for the candidate as it can have been."""
    wins: int
    """Cases in which the candidate is better."""
    losses: int
    ties: int
    correlation: float | None
    """Of the two runs' case means; ``None`` for under three cases or when one run's are all equal."""
    sample: Sample
    """The differences by case."""


@dataclass(frozen=True)
class Pairing:
    """Two runs laid beside each other.

    Args:
        pairs: the planned items, in report order.
        unplanned_baseline: items of the baseline outside the plan, which no figure holds.
        unplanned_candidate: the same of the candidate.

    """

    pairs: tuple[Pair, ...]
    unplanned_baseline: int = 0
    unplanned_candidate: int = 0

    def where(self, chosen: Callable[[ResultRow], bool]) -> Pairing:
        """Return the pairs of a slice, told by the candidate's labels where it has the item."""
        return Pairing(tuple(pair for pair in self.pairs if chosen(pair.row)), self.unplanned_baseline, self.unplanned_candidate)

    def compare(self, measure: Measure = Measure.AVERAGE) -> Comparison:
        """Compare the runs on *measure*, over every pair it covers. Raises ``DataError`` for points off the scale."""
        return _compare([pair for pair in self.pairs if measure.covers(pair.row)], measure)

    def compare_by(self, label: Callable[[ResultRow], str], measure: Measure = Measure.AVERAGE) -> dict[str, Comparison]:
        """Compare the runs by what *label* says of each item, e.g. its length set; in table order."""
        slices: dict[str, list[Pair]] = {}
        for pair in self.pairs:
            if measure.covers(pair.row):
                slices.setdefault(label(pair.row), []).append(pair)
        return {name: _compare(slices[name], measure) for name in in_order(slices)}

    @cached_property
    def shared_cases(self) -> int:
        """Cases with a row on both sides."""
        return len({case_key(pair.row) for pair in self.pairs if pair.baseline and pair.candidate})


def pair_runs(baseline: Iterable[ResultRow], candidate: Iterable[ResultRow], *, planned: Planned = Planned.CANDIDATE) -> Pairing:
    """Pair two runs' rows; of several rows of an item the one that got furthest stands, as everywhere.

    Items that were never run are rows too (``infra_error``), so a run's rows are its plan.
    """
    left = {_item(row): row for row in one_per_item(baseline)[0]}
    right_rows = one_per_item(candidate)[0]
    right = {_item(row): row for row in right_rows}
    pairs = [Pair(left.get(key), row) for key, row in right.items() if planned is not Planned.BOTH or key in left]
    only_left = [row for key, row in left.items() if key not in right]
    if planned is Planned.EITHER:
        pairs.extend(Pair(row, None) for row in only_left)
    return Pairing(
        pairs=tuple(pairs),
        unplanned_baseline=0 if planned is Planned.EITHER else len(only_left),
        unplanned_candidate=len(right) - len(pairs) if planned is Planned.BOTH else 0,
    )


def _item(row: ResultRow) -> tuple[CaseKey, int]:
    return case_key(row), row.epoch


def _compare(pairs: Sequence[Pair], measure: Measure) -> Comparison:
    low, high = measure.bounds
    cases: dict[CaseKey, list[Pair]] = {}
    for pair in pairs:
        cases.setdefault(case_key(pair.row), []).append(pair)
    samples: list[CaseSample] = []
    known: list[tuple[float, float]] = []
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for key in sorted(cases):
        figures = [(_figure(pair.baseline, measure), _figure(pair.candidate, measure)) for pair in cases[key]]
        both = []
        for old, new in figures:
            counts[old is not None, new is not None] += 1
            if old is not None and new is not None:
                both.append((old, new))
        if both:
            known.append((mean([old for old, _ in both]), mean([new for _, new in both])))
        samples.append(
            CaseSample(
                values=tuple(new - old for old, new in both),
                lowest=tuple((low if new is None else new) - (high if old is None else old) for old, new in figures),
                highest=tuple((high if new is None else new) - (low if old is None else old) for old, new in figures),
                documents=documents_of(row for pair in cases[key] for row in (pair.baseline, pair.candidate) if row is not None),
            )
        )
    sample = Sample(tuple(samples), (low - high, high - low))
    differences = [mean(case.values) for case in samples if case.values]
    return Comparison(
        measure=measure,
        accounting=Accounting(
            planned=len(pairs),
            paired=counts[True, True],
            baseline_missing=counts[False, True],
            candidate_missing=counts[True, False],
            both_missing=counts[False, False],
        ),
        baseline=mean([old for old, _ in known]) if known else None,
        candidate=mean([new for _, new in known]) if known else None,
        difference=sample.observed,
        worst=sample.filled_low,
        best=sample.filled_high,
        wins=sum(value > 0 for value in differences),
        losses=sum(value < 0 for value in differences),
        ties=sum(value == 0 for value in differences),
        correlation=_correlation(known),
        sample=sample,
    )


def _figure(row: ResultRow | None, measure: Measure) -> float | None:
    return None if row is None else measure.of(row)


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    if len(pairs) < 3:  # noqa: PLR2004 - two points always lie on a line
        return None
    old, new = mean([one for one, _ in pairs]), mean([one for _, one in pairs])
    squares = math.fsum([(one - old) ** 2 for one, _ in pairs]) * math.fsum([(one - new) ** 2 for _, one in pairs])
    if squares <= 0 or any(len(set(side)) == 1 for side in zip(*pairs, strict=True)):
        return None
    product = math.fsum([(one - old) * (other - new) for one, other in pairs])
    return min(max(product / math.sqrt(squares), -1.0), 1.0)
