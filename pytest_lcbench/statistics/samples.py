"""Cases with a figure for each planned epoch, known or missing: what estimates and their worst-case fillings are made from."""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pytest_lcbench.statistics.intervals import Estimate, estimate
from pytest_lcbench.statistics.items import mean
from pytest_lcbench.statistics.sharing import Sharing


@dataclass(frozen=True)
class CaseSample:
    """One case.

    Args:
        values: the figures of its epochs that are known.
        lowest: by planned epoch, the figure itself, or the lowest it can have been when it is missing.
        highest: the same with the highest.
        documents: what identifies its documents.

    """

    values: tuple[float, ...]
    lowest: tuple[float, ...]
    highest: tuple[float, ...]
    documents: Collection[Hashable]


@dataclass(frozen=True)
class Sample:
    """Cases of a slice, in one order, with the scale of their figure."""

    cases: tuple[CaseSample, ...]
    bounds: tuple[float, float]

    @property
    def items(self) -> int:
        """Items planned, by case and epoch."""
        return sum(len(case.lowest) for case in self.cases)

    @property
    def known(self) -> int:
        """Items with a figure."""
        return sum(len(case.values) for case in self.cases)

    @property
    def coverage(self) -> float | None:
        """``known / items``; ``None`` when nothing was planned."""
        return self.known / self.items if self.items else None

    @cached_property
    def observed(self) -> Estimate | None:
        """The mean over the cases with a figure; ``None`` when none has."""
        known = [case for case in self.cases if case.values]
        if not known:
            return None
        graph = self._whole if len(known) == len(self.cases) else Sharing.of([case.documents for case in known])
        return estimate([mean(case.values) for case in known], graph, bounds=self.bounds)

    @cached_property
    def filled_low(self) -> Estimate | None:
        """The mean over every planned case, with the lowest for what is missing; ``None`` when nothing was planned."""
        return self._filled([case.lowest for case in self.cases])

    @cached_property
    def filled_high(self) -> Estimate | None:
        """The same with the highest."""
        return self._filled([case.highest for case in self.cases])

    @cached_property
    def within(self) -> float | None:
        """The variance between epochs of a case, pooled; ``None`` when no case has two: then nothing tells it."""
        squares: list[float] = []
        freedom = 0
        for case in self.cases:
            centre = mean(case.values) if case.values else 0.0
            squares.extend((value - centre) ** 2 for value in case.values)
            freedom += max(len(case.values) - 1, 0)
        return math.fsum(squares) / freedom if freedom else None

    @property
    def epochs(self) -> float:
        """Known epochs per case with any, by their harmonic mean: what the variance within a case is divided by."""
        known = [len(case.values) for case in self.cases if case.values]
        return len(known) / math.fsum([1 / count for count in known]) if known else 0.0

    @cached_property
    def _whole(self) -> Sharing:
        return Sharing.of([case.documents for case in self.cases])

    def _filled(self, values: Sequence[Sequence[float]]) -> Estimate | None:
        if not self.cases:
            return None
        if self.known == self.items:
            return self.observed
        return estimate([mean(one) for one in values], self._whole, bounds=self.bounds)
