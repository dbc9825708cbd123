"""How many cases or epochs would turn "cannot tell" into a verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pytest_lcbench.statistics import student
from pytest_lcbench.statistics.intervals import DESCRIPTIVE_BELOW, Estimate
from pytest_lcbench.statistics.power import LIKELY
from pytest_lcbench.statistics.samples import Sample

MOST = 10_000_000
"""More cases than this are not a plan."""


@dataclass(frozen=True, slots=True)
class Needed:
    """What would tell, were the present estimate the truth, with a chance of 80 %.

    Args:
        cases: in all, on the same documents; ``None``: no number would.
        epochs: of every case, in all, with the present cases; ``None``: no number would, or one epoch tells nothing of it.
        reason: the same in words.

    """

    cases: int | None
    epochs: int | None
    reason: str


def needed(sample: Sample, observed: Estimate, limit: float, *, error: float) -> Needed:
    """Return what would move the bound of *error* past *limit*.

    More cases over the same documents wear out the cases' own part of the variance, not the documents'; more epochs wear out only
    the part within the case, which is known when some case has two.
    """
    gap = abs(observed.mean - limit)
    if observed.df is None or observed.sd is None:
        return Needed(None, None, "one case tells nothing of the spread")
    error_now = observed.standard_error
    if not error_now:
        return Needed(observed.n * 2, None, f"about {observed.n * 2:,} cases: at the end of the scale the spread is unknown")
    variance = error_now**2
    reach = student.quantile(1 - error, observed.df) + student.NORMAL.inv_cdf(LIKELY)
    wanted = (gap / reach) ** 2
    cases = _cases(observed, variance, wanted)
    epochs = _epochs(sample, observed, variance, wanted)
    if gap == 0:
        return Needed(None, None, "the estimate lies on the limit itself: no number of cases would tell")
    parts = []
    if cases is not None:
        parts.append(f"about {cases:,} cases")
    if epochs is not None:
        parts.append(f"{epochs} epochs of each case")
    if parts:
        return Needed(cases, epochs, f"{' or '.join(parts)} would tell, were this the true value")
    return Needed(None, None, "no number of cases over the same documents would tell, were this the true value")


def _cases(observed: Estimate, variance: float, wanted: float) -> int | None:
    """Return n with ``own / n + common = wanted``, where the documents' common part does not fall with more cases on them."""
    own = variance / observed.design_effect * observed.n
    common = variance - own / observed.n
    if wanted <= common:
        return None
    cases = math.ceil(min(own / (wanted - common), MOST + 1.0))
    return max(cases, observed.n + 1, DESCRIPTIVE_BELOW) if cases <= MOST else None


def _epochs(sample: Sample, observed: Estimate, variance: float, wanted: float) -> int | None:
    """Return e for which the variance within cases, divided by e, brings the variance of the mean down to *wanted*."""
    within = sample.within
    if within is None or within <= 0:
        return None
    present = sample.epochs
    own = variance / observed.design_effect
    noise = min(within / present / observed.n, own)
    if wanted <= variance - noise:
        return None
    epochs = math.ceil(noise * present / (wanted - (variance - noise)))
    return max(epochs, math.floor(present) + 1)
