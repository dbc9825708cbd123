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
        cases: in all, with documents in proportion, so that each is shared as now; ``None``: no number would.
        same_documents: in all, were every further case on the present documents; ``None``: no number would. Equal to ``cases``
            where documents do not matter.
        epochs: of every case, in all, with the present cases; ``None``: no number would, or one epoch tells nothing of it.
        reason: the same in words.

    """

    cases: int | None
    same_documents: int | None
    epochs: int | None
    reason: str


def nothing_would(reason: str) -> Needed:
    """Return that neither cases nor epochs help, and why."""
    return Needed(None, None, None, reason)


def needed(sample: Sample, observed: Estimate, limit: float, *, error: float) -> Needed:
    """Return what would move the bound of *error* past *limit*.

    More cases over the same documents wear out the cases' own part of the variance, not the documents'; more epochs wear out only
    the part within the case, which is known when some case has two.
    """
    gap = abs(observed.mean - limit)
    error_now = observed.standard_error
    if observed.df is None or error_now is None:
        return nothing_would("one case tells nothing of the spread")
    if gap == 0:
        return nothing_would("the estimate lies on the limit itself: no number of cases would tell")
    if error_now == 0:
        cases = 2 * observed.n
        return Needed(cases, cases, None, f"at least {cases:,} cases: at the end of the scale the spread is unknown")
    variance = error_now**2
    reach = student.quantile(1 - error, observed.df) + student.NORMAL.inv_cdf(LIKELY)
    wanted = (gap / reach) ** 2
    own = variance / observed.design_effect * observed.n
    cases_needed = _cases(observed, variance * observed.n, wanted)
    on_same = _cases(observed, own, wanted - (variance - own / observed.n)) if observed.design_effect > 1 else cases_needed
    epochs = _epochs(sample, observed, variance, wanted)
    if cases_needed is None:
        return nothing_would(f"more than {MOST:,} cases would be needed, were this the true value")
    words = f"about {cases_needed:,} cases"
    if on_same is None:
        words += " with documents in proportion (on the same documents no number)"
    elif on_same != cases_needed:
        words += f" with documents in proportion ({on_same:,} on the same documents)"
    if epochs is not None:
        words += f" or {epochs} epochs of each case"
    return Needed(cases_needed, on_same, epochs, f"{words} would tell, were this the true value")


def _cases(observed: Estimate, per_case: float, wanted: float) -> int | None:
    """Return n with ``per_case / n = wanted``, more than now."""
    if wanted <= 0:
        return None
    cases = math.ceil(min(per_case / wanted, MOST + 1.0))
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
