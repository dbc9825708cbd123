"""What a gate can tell before a run: the chance of each verdict, and the smallest drop that is likely to be called.

The verdict of one slice follows from a t statistic whose denominator is estimated. Its distribution is taken as normal around the
true drop with the variance that the documents' share gives; the estimated variance is integrated over, both its naive part and the
estimate of the share (normal around the truth, cut at 0: documents that do not matter still widen intervals a little).
Missing cases are not in it: they can only turn a verdict into "cannot tell".
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics import student
from pytest_lcbench.statistics.intervals import degrees_of_freedom
from pytest_lcbench.statistics.sharing import Sharing

LIKELY = 0.8
"""The chance with which a drop "can be detected"."""
TYPICAL_SD = 30.0
"""Standard deviation of paired differences of points where nothing better is known; 25 to 40 is usual."""
FULL_DROP = 100.0
_NODES = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """A planned comparison in one slice.

    Args:
        cases: paired cases.
        margin: the drop that is still accepted, in points.
        sd: standard deviation of the paired differences between cases, in points (:func:`sd_of_differences`).
        error: one-sided error level of each verdict.
        family: how many criteria the policy declares; a regression must hold among all of them (Holm's first step).
        share: documents' share of the variance of the differences, 0–1.
        sharing: the graph of the planned cases; ``None``: no document is shared, and *share* plays no part.

    Raises ``SettingsError`` for what cannot be planned.

    """

    cases: int
    margin: float
    sd: float = TYPICAL_SD
    error: float = 0.05
    family: int = 1
    share: float = 0.0
    sharing: Sharing | None = None

    def __post_init__(self) -> None:
        if self.cases < 2:  # noqa: PLR2004 - one case has no spread
            raise SettingsError(f"a comparison needs at least 2 cases, not {self.cases}")
        if not 0 <= self.margin < FULL_DROP:
            raise SettingsError(f"a margin is 0 to under 100 points, not {self.margin:g}")
        if not 0 < self.sd <= FULL_DROP:
            raise SettingsError(f"a standard deviation of differences is above 0 and at most 100 points, not {self.sd:g}")
        if not 0 < self.error < 0.5 or self.family < 1:  # noqa: PLR2004 - at a half a coin would do
            raise SettingsError(
                f"an error level is above 0 and below 0.5, over at least one criterion; not {self.error:g} over {self.family}"
            )
        if not 0 <= self.share <= 1:
            raise SettingsError(f"the documents' share of the variance is 0 to 1, not {self.share:g}")
        if self.sharing is not None and self.sharing.cases != self.cases:
            raise SettingsError(f"{self.cases} cases are planned but the documents are those of {self.sharing.cases}")


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each verdict, 0–1; together 1."""

    regression: float
    passing: float
    cannot_tell: float


def sd_of_differences(sd: float, correlation: float) -> float:
    """Return the standard deviation of paired differences of two runs whose points have *sd* and *correlation* over the cases.

    Pairing saves the share *correlation* of the cases that two unpaired runs would need.
    """
    return sd * math.sqrt(2 * (1 - correlation))


def verdict_chances(plan: Plan, drop: float) -> Chances:
    """Return the chance of each verdict when the true drop is *drop* points."""
    gap = drop - plan.margin
    regression = _chance(plan, gap, plan.error / plan.family)
    passing = _chance(plan, -gap, plan.error)
    # For a huge margin beside a tiny spread both tails are exact; elsewhere the two events exclude each other.
    return Chances(regression, passing, max(1 - regression - passing, 0.0))


def smallest_detectable_drop(plan: Plan, chance: float = LIKELY) -> float | None:
    """Return the smallest true drop, in points, that is called a regression with *chance*; ``None`` when even 100 points are not."""
    return _smallest(lambda drop: verdict_chances(plan, drop).regression >= chance, plan.margin, FULL_DROP)


def smallest_passing_margin(plan: Plan, chance: float = LIKELY) -> float | None:
    """Return the smallest margin under which no drop at all is passed with *chance*; ``None`` when none under 100 is."""
    return _smallest(lambda margin: _chance(plan, margin, plan.error) >= chance, 0.0, FULL_DROP)


def _chance(plan: Plan, gap: float, error: float) -> float:
    """Return the chance that the estimate lies so far beyond the margin, *gap* points away in truth, that the bound does."""
    n = plan.cases
    naive = plan.sd / math.sqrt(n)
    graph = plan.sharing
    if graph is None or graph.spread == 0:
        return _beyond(gap, naive, naive, student.quantile(1 - error, n - 1), n)
    factor = graph.overlap * n / (n - 1)
    true = naive * math.sqrt(1 + plan.share * graph.overlap)
    # Of the estimated share: the graph's eigenvalues stand at their mean here, each weighted with itself. The largest, on the safe
    # side for degrees of freedom, would predict verdicts too rarely.
    usual = graph.squares / (n - graph.total / n)
    doubt = math.sqrt(2 / graph.spread) * (1 - plan.share + plan.share * usual)
    total = 0.0
    for node in range(_NODES):
        found = plan.share + doubt * student.NORMAL.inv_cdf((node + 0.5) / _NODES)
        share = min(max(found, 0.0), 1.0)
        reach = student.quantile(1 - error, degrees_of_freedom(graph, share))
        total += _beyond(gap, true, naive * math.sqrt(1 + share * factor), reach, n)
    return total / _NODES


def _beyond(gap: float, true: float, estimated: float, reach: float, n: int) -> float:
    # The naive standard error is itself estimated, with n − 1 degrees of freedom: mean 1 − 1/(4 df), variance 1/(2 df) of it.
    freedom = n - 1
    mean = reach * estimated * (1 - 1 / (4 * freedom))
    spread = math.sqrt(true * true + (reach * estimated) ** 2 / (2 * freedom))
    return student.NORMAL.cdf((gap - mean) / spread)


def _smallest(enough: Callable[[float], bool], low: float, high: float) -> float | None:
    if not enough(high):
        return None
    while high - low > 1e-6:  # noqa: PLR2004 - in points
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
