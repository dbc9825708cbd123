"""Intervals of means and rates over cases that share documents.

**Variance.** A case's points are the mean over its epochs: the case is the unit, so epochs are clustered within it. Between cases a
document random-effects model holds, ``Var(y) = σ² ((1 − share) I + share K)`` with K of :mod:`sharing`. The share comes from two
moments of the residuals, ``rᵀr`` and ``rᵀKr``, both corrected for the estimated mean, and is kept in 0…1; so the variance of the
mean, ``s²/n (1 + share × (K's sum − n) / (n − 1))``, is never below the naive ``s²/n``. (A sandwich over sharing pairs covers badly
on dense graphs.)

**Degrees of freedom.** Satterthwaite's, of the naive part (n − 1) and of the documents' part, whose estimate varies by about
``2 (1 − share + share × λ)² / spread`` with λ the largest eigenvalue of the graph; weighted by the root of the documents' part of the
variance, because the share's estimate is cut at 0: unweighted, intervals would be far too wide where it falls there
(benchmarks/intervals.py).

**Bounds.** Points, rates and differences lie on a scale with ends, so the interval is Wilson's (1927) score interval on the
effective number of cases ``n_eff = μ (1 − μ) / Var`` (μ on a 0–1 scale), with Student's quantile: it stays on the scale, is never
empty, and is close to the ordinary t interval in the middle. The spread of the cases is never taken for smaller than that of one
case at the far end among n + 1, so equal points do not give a width of 0.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass

from pytest_lcbench.statistics import student
from pytest_lcbench.statistics.sharing import Sharing

POINTS = (0.0, 100.0)
"""The scale of points, averages and accuracies."""
RATE = (0.0, 1.0)
"""The scale of a share of cases."""
DESCRIPTIVE_BELOW = 20
"""Slices with fewer cases describe their cases; their intervals carry no weight."""
LEVEL = 0.95
_EQUAL = 1e-9
ASSUMED_SHARE = 0.1
"""Documents' share of the variance where all cases have the same points, so that nothing tells it."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval.

    Args:
        low: lower end, ``None`` when fewer than two cases stand behind it: nothing is known of the spread then.
        high: upper end, likewise.
        level: the confidence asked for, 0–1: of this interval, or of all of a family at once.
        family: over how many intervals ``level`` holds at once; 1: this one alone, unadjusted.
        descriptive: too few cases (under 20) to conclude from.

    """

    low: float | None
    high: float | None
    level: float
    family: int = 1
    descriptive: bool = False

    @property
    def adjusted(self) -> bool:
        """Whether the level holds for several intervals at once; else it is to be marked as unadjusted."""
        return self.family > 1


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with everything its intervals and tests need.

    Args:
        mean: on the scale of ``bounds``.
        n: cases.
        documents: distinct documents of theirs.
        bounds: the scale's ends.
        sd: standard deviation between cases (divisor n − 1); ``None`` for one case.
        share: documents' share of the variance, 0–1; ``None`` where the cases do not tell it and it counts as 0 (no document
            is shared, all are, or one case).
        design_effect: variance of the mean over that of as many independent cases, at least 1.
        effective_n: independent yes-or-no cases that would tell as much; points tell more than yes or no, so it may exceed n.
        df: degrees of freedom; ``None`` for one case.

    """

    mean: float
    n: int
    documents: int
    bounds: tuple[float, float]
    sd: float | None
    share: float | None
    design_effect: float
    effective_n: float
    df: float | None

    @property
    def descriptive(self) -> bool:
        """Whether there are too few cases to conclude from."""
        return self.n < DESCRIPTIVE_BELOW

    @property
    def standard_error(self) -> float | None:
        """Of the mean, at the mean; ``None`` for one case. 0 at the very end of the scale, where the interval is not."""
        if self.df is None:
            return None
        low, high = self.bounds
        place = self._place(self.mean)
        return (high - low) * math.sqrt(place * (1 - place) / self.effective_n)

    def interval(self, level: float = LEVEL, *, family: int = 1) -> Interval:
        """Return the two-sided interval of *level*; of a *family* of k, each is taken at 1 − (1 − level)/k (Bonferroni).

        Raises ``ValueError`` for a level outside 0…1 or a family below 1.
        """
        if not 0 < level < 1:
            raise ValueError(f"a confidence level lies between 0 and 1, not at {level}")
        if family < 1:
            raise ValueError(f"a family has at least one interval, not {family}")
        error = (1 - level) / family / 2
        return Interval(self.lower(error), self.upper(error), level, family, self.descriptive)

    def lower(self, error: float) -> float | None:
        """Return the one-sided lower bound: the true mean is below it with a chance of at most *error*. ``None`` for one case."""
        ends = self._ends(error)
        return None if ends is None else ends[0]

    def upper(self, error: float) -> float | None:
        """Return the one-sided upper bound, as :meth:`lower`."""
        ends = self._ends(error)
        return None if ends is None else ends[1]

    def p_above(self, value: float) -> float | None:
        """Return the p-value against "the true mean is at most *value*"; ``None`` for one case.

        It is at most *error* exactly when ``lower(error)`` is at least *value* (on the open scale).
        """
        if self.df is None:
            return None
        low, high = self.bounds
        if value >= high:
            return 1.0
        if value < low:
            return 0.0
        place = self._place(value)
        gap = self._place(self.mean) - place
        spread = place * (1 - place) / self.effective_n
        if spread == 0:  # at an end of the scale, or too near to it for a float
            return 0.0 if gap > 0 else 1.0
        return student.upper_tail(gap / math.sqrt(spread), self.df)

    def p_below(self, value: float) -> float | None:
        """Return the p-value against "the true mean is at least *value*"; ``None`` for one case."""
        return self.mirrored().p_above(-value)

    def mirrored(self) -> Estimate:
        """Return the estimate of the negated values, e.g. of the drop from that of the difference."""
        low, high = self.bounds
        return Estimate(
            -self.mean, self.n, self.documents, (-high, -low), self.sd, self.share, self.design_effect, self.effective_n, self.df
        )

    def _place(self, value: float) -> float:
        low, high = self.bounds
        return (value - low) / (high - low)

    def _ends(self, error: float) -> tuple[float, float] | None:
        if not 0 < error <= 0.5:  # noqa: PLR2004 - beyond a half the bound would fall on the other side of the mean
            raise ValueError(f"an error level lies between 0 and 0.5, not at {error}")
        if self.df is None:
            return None
        low, high = self.bounds
        place = min(max(self._place(self.mean), 0.0), 1.0)
        pull = student.quantile(1 - error, self.df) ** 2 / self.effective_n
        middle = (place + pull / 2) / (1 + pull)
        half = math.sqrt(pull * (place * (1 - place) + pull / 4)) / (1 + pull)
        # The mean lies inside by construction; rounding must not put it outside, nor an end off the scale.
        below = low + (high - low) * (middle - half)
        above = low + (high - low) * (middle + half)
        return max(min(below, self.mean), low), min(max(above, self.mean), high)


def estimate(
    values: Sequence[float],
    documents: Sequence[Collection[Hashable]] | Sharing | None = None,
    *,
    bounds: tuple[float, float] = POINTS,
) -> Estimate:
    """Estimate a mean over cases.

    Args:
        values: one per case (the mean over its epochs), within *bounds*.
        documents: the documents of each case, in the same order, or the graph made of them once; ``None``: nothing is shared.
        bounds: ends of the scale, e.g. ``POINTS``, ``RATE``, or ``(-100, 100)`` for differences of points.

    Raises ``ValueError`` without values, for values off the scale, and when there are not as many *documents* as *values*.

    """
    n = len(values)
    low, high = bounds
    if n == 0:
        raise ValueError("no case has a value: there is nothing to estimate from")
    if not all(low <= value <= high for value in values):
        raise ValueError(f"values must lie on the scale, {low:g} to {high:g}")
    sharing = documents if isinstance(documents, Sharing) else Sharing.of(documents if documents is not None else [()] * n)
    if sharing.cases != n:
        raise ValueError(f"{n} values but the documents of {sharing.cases} cases")
    mean = min(max(math.fsum(values) / n, low), high)
    if n == 1:
        return Estimate(mean, 1, sharing.documents, bounds, None, None, 1.0, 1.0, None)
    # On a scale from 0 to 1, so that nothing below depends on units.
    residuals = [(value - mean) / (high - low) for value in values]
    squares = math.fsum(residual * residual for residual in residuals)
    place = (mean - low) / (high - low)
    yes_or_no = place * (1 - place)
    spread = squares / (n - 1)
    least = yes_or_no / (1 + 4 * n * yes_or_no)
    equal = max(values) - min(values) <= _EQUAL * (high - low)
    share = _share(sharing, residuals, squares, equal=equal)
    # What the estimated mean takes from both moments leaves exactly this of the documents' part.
    extra = (share or 0.0) * sharing.overlap * n / (n - 1)
    effect = 1 + extra
    return Estimate(
        mean=mean,
        n=n,
        documents=sharing.documents,
        bounds=bounds,
        sd=0.0 if equal else math.sqrt(spread) * (high - low),
        share=share,
        design_effect=effect,
        effective_n=n / (effect * (max(spread, least) / yes_or_no if yes_or_no > 0 else 1.0)),
        df=degrees_of_freedom(sharing, share or 0.0),
    )


def simultaneous(estimates: Sequence[Estimate], level: float = LEVEL) -> list[Interval]:
    """Return intervals that all hold at once with *level*: Bonferroni over those that have one, however they depend."""
    family = max(sum(one.df is not None for one in estimates), 1)
    return [one.interval(level, family=family) for one in estimates]


def _share(sharing: Sharing, residuals: Sequence[float], squares: float, *, equal: bool) -> float | None:
    if sharing.spread == 0:
        return None
    if equal:
        return ASSUMED_SHARE
    n = sharing.cases
    # E rᵀr and E rᵀKr are linear in the two components of variance (tr M, tr MK and tr MKMK): solved for the documents' one.
    component = (sharing.quadratic(residuals) - squares * (n - sharing.total / n) / (n - 1)) / sharing.spread
    return min(max(component * (n - 1) / squares, 0.0), 1.0)


def degrees_of_freedom(sharing: Sharing, share: float) -> float:
    """Return those of the variance of a mean, 1 to n − 1, when the documents' share is estimated as *share*; of two cases or more."""
    n = sharing.cases
    extra = share * sharing.overlap * n / (n - 1)
    if extra == 0:
        return float(n - 1)
    part = extra / (1 + extra)
    # Relative variances: of the naive part 2 / (n − 1), of the documents' part as the module says.
    component = _share_variance(sharing, share) * (extra / share) ** 2 / (1 + extra) ** 2
    inverse = (1 - part) ** 2 / (n - 1) + math.sqrt(part) * component / 2
    return min(max(1 / inverse, 1.0), float(n - 1))


def _share_variance(sharing: Sharing, share: float) -> float:
    """Return the variance of the estimated document share when *share* is true; 0 where the graph tells nothing of it."""
    spread = sharing.spread
    return 2 * (1 - share + share * sharing.largest) ** 2 / spread if spread else 0.0
