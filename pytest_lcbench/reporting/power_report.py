"""What a gate can tell of a planned run, as lines beside its cost: the smallest drop it would call, and the chance of each verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.columns import fit, straight_table
from pytest_lcbench.reporting.gating import Gating
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.estimates import case_means, documents_of
from pytest_lcbench.statistics.intervals import DESCRIPTIVE_BELOW
from pytest_lcbench.statistics.items import case_key, points_of
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.policy import ERROR, NonInferiority
from pytest_lcbench.statistics.power import LIKELY, Chances, Plan, sd_of_differences, smallest_detectable_drop, verdict_chances
from pytest_lcbench.statistics.sharing import Sharing

DEFAULT_MARGIN = 5.0
"""Points, where no policy says it."""
USUAL_SDS = (25.0, 30.0, 40.0)
"""Standard deviations of paired differences of points; real ones lie between the ends."""
CORRELATIONS = (0.8, 0.5, 0.2)
"""Of two runs over the same cases; which one holds is known only afterwards."""
SHARES = (0.0, 0.1, 0.3)
"""Documents' share of the variance; which one holds is known only afterwards."""
_WIDTH = 110


@dataclass(frozen=True, slots=True)
class _Spread:
    """A standard deviation of differences, with where it is from."""

    sd: float
    note: str


def power_lines(gating: Gating, rows: Sequence[ResultRow]) -> list[str]:
    """Return what the gate of *gating* could tell if the items of *rows* were run and nothing were missing."""
    policy = None if gating.policy is None else gating.policy.policy
    if policy is None:
        criteria = [NonInferiority(Measure.AVERAGE, DEFAULT_MARGIN)]
        lines = [f"what a gate could tell: no policy is given, so a margin of {DEFAULT_MARGIN:g} points at error {ERROR:g} is assumed"]
    else:
        criteria = [one for one in policy.criteria if isinstance(one, NonInferiority) and one.measure is not Measure.PERFECT_RATE]
        lines = ["what the gate could tell"]
    error, family = (ERROR, 1) if policy is None else (policy.error, len(policy.criteria))
    for criterion in criteria:
        some = [row for row in rows if criterion.slice.holds(row) and criterion.measure.covers(row)]
        lines += ["", *_criterion(criterion, some, gating, error, family)]
    if policy is not None and len(criteria) < len(policy.criteria):
        lines += ["", "floors and drops of the perfect rate are not predicted: their spread depends on averages that are not known"]
    lines += [
        "",
        f"  - smallest drop: called a regression with a chance of {LIKELY:.0%}; verdicts: pass / cannot tell / regression, in percent",
        "  - SD: of the differences between the runs over the cases, in points; share: the part of their variance that documents make",
        "  - nothing missing; missing cases only ever turn a verdict into cannot tell",
    ]
    return lines


def _criterion(criterion: NonInferiority, rows: Sequence[ResultRow], gating: Gating, error: float, family: int) -> list[str]:
    cases: dict[tuple[str, str, str, str], list[ResultRow]] = {}
    for row in rows:
        cases.setdefault(case_key(row), []).append(row)
    title = fit(f"{criterion}: {figures.count(len(cases))} cases", _WIDTH)
    if len(cases) < DESCRIPTIVE_BELOW:
        return [f"{title}; under {DESCRIPTIVE_BELOW} are never judged: always cannot tell"]
    sharing = Sharing.of([documents_of(epochs) for epochs in cases.values()])
    shared = sharing.spread > 0
    spreads = _spreads(criterion, gating)
    rows_out = []
    margin = criterion.margin
    for spread in spreads:
        for share in SHARES if shared else (0.0,):
            plan = Plan(len(cases), margin, min(spread.sd, 100.0), error, family, share, sharing if shared else None)
            smallest = smallest_detectable_drop(plan)
            rows_out.append(
                (
                    f"{spread.sd:.1f}{spread.note}",
                    f"{share:g}" if shared else "none shared",
                    "over 100" if smallest is None else f"{smallest:.1f}",
                    *(_chances(verdict_chances(plan, drop)) for drop in _drops(margin)),
                )
            )
    headers = ("SD", "share", "smallest drop", *(f"drop {drop:g}" for drop in _drops(margin)))
    return [title, *straight_table(headers, rows_out)]


def _drops(margin: float) -> tuple[float, float, float]:
    return 0.0, margin, min(2 * margin, 100.0)


def _chances(found: Chances) -> str:
    return " / ".join(f"{share * 100:.0f}" for share in (found.passing, found.cannot_tell, found.regression))


def _spreads(criterion: NonInferiority, gating: Gating) -> list[_Spread]:
    """Return the spreads to reckon with: from the baseline's own where there is one, else the usual ones."""
    if gating.baseline is not None:
        some = [row for row in gating.baseline.rows if criterion.slice.holds(row) and criterion.measure.covers(row)]
        points = list(case_means(some, points_of)[0].values())
        mean = math.fsum(points) / len(points) if points else 0.0
        if len(points) >= DESCRIPTIVE_BELOW and len(set(points)) > 1:
            sd = math.sqrt(math.fsum((one - mean) ** 2 for one in points) / (len(points) - 1))
            return [_Spread(sd_of_differences(sd, r), f" (baseline's {sd:.1f}, correlation {r:g})") for r in CORRELATIONS]
    return [_Spread(sd, "") for sd in USUAL_SDS]
