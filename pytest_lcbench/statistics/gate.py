"""The gate: a policy evaluated on a run, and on its baseline where the policy compares with one.

Per criterion, with one-sided bounds of the document-aware estimates (:mod:`intervals`):

- *regression*: the lower bound of the drop is above the margin (the upper bound of a mean is below its floor), after Holm's step-down
  adjustment over all criteria of the policy, so that the chance of any false alarm is at most the error level;
- *pass*: the upper bound of the drop is below the margin (the lower bound of a mean is at its floor or above). The whole gate passes
  only if every criterion does, so no adjustment is needed: a wrong pass takes a wrong pass of the criterion that is violated;
- else *cannot tell*, with what would tell.

Both verdicts must also hold when every missing item is filled with the value that speaks most against them. Coverage under the
policy's minimum or too many unusable judgements are *infrastructure*: then nothing is concluded at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.estimates import CaseKey, documents_of
from pytest_lcbench.statistics.intervals import DESCRIPTIVE_BELOW, Estimate
from pytest_lcbench.statistics.items import case_key, one_per_item
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.needed import Needed, needed, nothing_would
from pytest_lcbench.statistics.paired import Pairing, Planned, pair_runs
from pytest_lcbench.statistics.policy import Criterion, Floor, NonInferiority, Policy
from pytest_lcbench.statistics.samples import CaseSample, Sample

_NO_BASELINE = "the gate's policy compares with a baseline, and none is given: name one with --lcbench-baseline=RUN"


class Verdict(StrEnum):
    """What a gate says, worst last."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    CANNOT_TELL = "cannot tell"
    REGRESSION = "regression"
    INFRASTRUCTURE = "infrastructure"

    @property
    def exit_code(self) -> int:
        """The process's exit code under a gate: 0, 10 regression, 11 cannot tell, 12 infrastructure."""
        return {Verdict.PASS: 0, Verdict.REGRESSION: 10, Verdict.CANNOT_TELL: 11, Verdict.INFRASTRUCTURE: 12}[self]


@dataclass(frozen=True)
class Finding:
    """What a criterion comes to.

    Args:
        criterion: what is demanded.
        verdict: of this criterion; ``CANNOT_TELL`` also where the gate as a whole is infrastructure.
        estimate: the drop (baseline − candidate) or the mean; ``None`` when nothing is known.
        bound_low: one-sided lower bound at the policy's error level, unadjusted; ``None`` when there is none.
        bound_high: one-sided upper bound, likewise.
        p_value: against "the demand is met", the larger of the observed and of the filled one; ``None`` when there is none.
        adjusted_p: the same after Holm's adjustment over the policy.
        coverage: share of the planned items with points (on both sides), 0–1.
        missing: planned items without.
        needed: what would tell, when the verdict is ``CANNOT_TELL``.
        reason: why that verdict, one line of plain words and figures.

    """

    criterion: Criterion
    verdict: Verdict
    estimate: Estimate | None
    bound_low: float | None
    bound_high: float | None
    p_value: float | None
    adjusted_p: float | None
    coverage: float
    missing: int
    needed: Needed | None
    reason: str


@dataclass(frozen=True)
class GateResult:
    """The verdict with everything it rests on."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    reasons: tuple[str, ...]
    """Why, in plain words: of an infrastructure verdict what was lacking, else the findings that decided."""
    judge_failure: float
    """Share of the answered candidate items, and of the baseline's where they are compared, that no judge could score: the larger."""


def evaluate(
    policy: Policy,
    candidate: Iterable[ResultRow],
    baseline: Iterable[ResultRow] | None = None,
    *,
    planned: Planned = Planned.CANDIDATE,
) -> GateResult:
    """Evaluate *policy* on the rows of a run.

    Args:
        policy: the demands.
        candidate: the run's rows; items that were never run are rows too.
        baseline: the rows of the run it is compared with.
        planned: which items comparisons are meant to be over.

    Raises ``SettingsError`` when a criterion compares and there is no baseline, when its slice has no case, and when its slice
    mixes several arms or promptings of a case, whose answers are no independent cases. Raises ``DataError`` for points off the scale.

    """
    rows = one_per_item(candidate)[0]
    if policy.needs_baseline and baseline is None:
        raise SettingsError(_NO_BASELINE)
    pairing = pair_runs(baseline, rows, planned=planned) if baseline is not None else None
    tests = [_test(criterion, rows, pairing) for criterion in policy.criteria]
    adjusted = holm([1.0 if test.p is None else test.p for test in tests])
    findings = tuple(_finding(test, p, policy, len(tests)) for test, p in zip(tests, adjusted, strict=True))
    failure = _judge_failure(policy, rows, pairing)
    lacking = _lacking(policy, findings, failure)
    if lacking:
        # Nothing is concluded: a criterion's own verdict would be read as one.
        findings = tuple(replace(one, verdict=Verdict.CANNOT_TELL, reason="not judged: " + lacking[0], needed=None) for one in findings)
        return GateResult(Verdict.INFRASTRUCTURE, findings, tuple(lacking), failure)
    verdicts = [one.verdict for one in findings]
    if Verdict.REGRESSION in verdicts:
        verdict = Verdict.REGRESSION
    elif Verdict.CANNOT_TELL in verdicts:
        verdict = Verdict.CANNOT_TELL
    else:
        verdict = Verdict.PASS
    reasons = tuple(f"{one.criterion}: {one.reason}" for one in findings if one.verdict is verdict)
    return GateResult(verdict, findings, reasons, failure)


def check(policy: Policy, rows: Iterable[ResultRow], *, compares: bool) -> None:
    """Raise ``SettingsError`` where :func:`evaluate` would, before there is anything to evaluate.

    Args:
        policy: the demands.
        rows: the planned items, as rows; their states and points play no part.
        compares: whether there is a baseline.

    """
    if policy.needs_baseline and not compares:
        raise SettingsError(_NO_BASELINE)
    planned = list(rows)
    for criterion in policy.criteria:
        some = [row for row in planned if criterion.slice.holds(row) and criterion.measure.covers(row)]
        if not some:
            raise SettingsError(f"the gate demands '{criterion}', but the run has no such case")
        _one_arm(some, criterion)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's (1979) adjusted p-values, in the order given: each at most *error* where the step-down test rejects at *error*."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [1.0] * len(p_values)
    reached = 0.0
    for step, place in enumerate(order):
        reached = max(reached, min((len(p_values) - step) * p_values[place], 1.0))
        adjusted[place] = reached
    return adjusted


@dataclass(frozen=True)
class _Test:
    """A criterion with its estimates turned so that a violation is always *above* the limit."""

    criterion: Criterion
    sample: Sample
    limit: float
    observed: Estimate | None
    mildest: Estimate | None
    """The missing filled so that the least speaks for a regression."""
    harshest: Estimate | None

    @property
    def p(self) -> float | None:
        """Against "the demand is met", which the mildest filling must also refute."""
        if self.observed is None or self.mildest is None or self.observed.descriptive:
            return None
        observed, filled = self.observed.p_above(self.limit), self.mildest.p_above(self.limit)
        return None if observed is None or filled is None else max(observed, filled)

    def passes(self, error: float) -> bool:
        """Whether the demand is shown to be met, in the harshest filling too."""
        return (
            self.observed is not None
            and not self.observed.descriptive
            and self._under(self.observed, error)
            and self._under(self.harshest, error)
        )

    def _under(self, one: Estimate | None, error: float) -> bool:
        upper = None if one is None else one.upper(error)
        if upper is None:
            return False
        # "at least" holds at the floor itself; "drop less than" does not hold at the margin itself.
        return upper <= self.limit if isinstance(self.criterion, Floor) else upper < self.limit


def _test(criterion: Criterion, rows: Sequence[ResultRow], pairing: Pairing | None) -> _Test:
    if isinstance(criterion, NonInferiority):
        if pairing is None:
            raise SettingsError(f"'{criterion}' compares with a baseline, and none is given")
        chosen = pairing.where(criterion.slice.holds)
        _one_arm([pair.row for pair in chosen.pairs if criterion.measure.covers(pair.row)], criterion)
        sample = chosen.compare(criterion.measure).sample
        limit = criterion.margin
    else:
        some = [row for row in rows if criterion.slice.holds(row) and criterion.measure.covers(row)]
        _one_arm(some, criterion)
        sample = mean_sample(some, criterion.measure)
        limit = -criterion.at_least
    if not sample.cases:
        raise SettingsError(f"the gate demands '{criterion}', but the run has no such case")
    # Differences are candidate − baseline and means are better when higher: both turned, so that more is worse.
    observed, low, high = sample.observed, sample.filled_low, sample.filled_high
    return _Test(
        criterion=criterion,
        sample=sample,
        limit=limit,
        observed=observed.mirrored() if observed else None,
        mildest=high.mirrored() if high else None,
        harshest=low.mirrored() if low else None,
    )


def mean_sample(rows: Iterable[ResultRow], measure: Measure) -> Sample:
    """Return the cases of *rows*, one per item, with *measure* for each; a missing one may have been anything on the scale."""
    low, high = measure.bounds
    cases: dict[CaseKey, list[ResultRow]] = {}
    for row in rows:
        cases.setdefault(case_key(row), []).append(row)
    samples = []
    for key in sorted(cases):
        figures = [measure.of(row) for row in cases[key]]
        samples.append(
            CaseSample(
                values=tuple(value for value in figures if value is not None),
                lowest=tuple(low if value is None else value for value in figures),
                highest=tuple(high if value is None else value for value in figures),
                documents=documents_of(cases[key]),
            )
        )
    return Sample(tuple(samples), measure.bounds)


def _one_arm(rows: Iterable[ResultRow], criterion: Criterion) -> None:
    ways: dict[tuple[str, str], tuple[str, str]] = {}
    for row in rows:
        if ways.setdefault((row.suite, row.case_id), (row.arm, row.prompting)) != (row.arm, row.prompting):
            raise SettingsError(f"the gate's '{criterion}' mixes arms or promptings of the same cases: name one (@ arm=full)")


def _finding(test: _Test, adjusted: float, policy: Policy, family: int) -> Finding:
    criterion, observed, sample = test.criterion, test.observed, test.sample
    drop = isinstance(criterion, NonInferiority)
    shown = observed if drop or observed is None else observed.mirrored()
    missing = sample.items - sample.known
    lower, upper = (None, None) if shown is None else (shown.lower(policy.error), shown.upper(policy.error))
    regressed = test.p is not None and adjusted <= policy.error
    wanted: Needed | None = None
    if observed is None:
        verdict, reason = Verdict.CANNOT_TELL, "no item has points"
    elif observed.descriptive:
        verdict = Verdict.CANNOT_TELL
        reason = f"{observed.n} cases only describe themselves; conclusions take at least {DESCRIPTIVE_BELOW}"
        wanted = Needed(DESCRIPTIVE_BELOW, DESCRIPTIVE_BELOW, None, "fewer are never judged")
    elif regressed:
        verdict, reason = Verdict.REGRESSION, f"{_figures(shown, lower, upper, criterion)}, adjusted p {adjusted:.2g}"
    elif test.passes(policy.error):
        verdict, reason = Verdict.PASS, _figures(shown, lower, upper, criterion)
    else:
        verdict, reason = Verdict.CANNOT_TELL, _figures(shown, lower, upper, criterion)
        worse = observed.mean > test.limit
        wanted = needed(sample, observed, test.limit, error=policy.error / family if worse else policy.error)
        if missing and _decided(test, policy.error, family):
            wanted = nothing_would(f"the {missing} missing items could turn it: complete the run")
        reason = f"{reason}; {wanted.reason}"
    return Finding(
        criterion=criterion,
        verdict=verdict,
        estimate=shown,
        bound_low=lower,
        bound_high=upper,
        p_value=test.p,
        adjusted_p=None if test.p is None else adjusted,
        coverage=sample.coverage or 0.0,
        missing=missing,
        needed=wanted,
        reason=reason,
    )


def _decided(test: _Test, error: float, family: int) -> bool:
    """Whether the items at hand alone would decide, were none missing; a regression even as the first of its family."""
    complete = replace(test, mildest=test.observed, harshest=test.observed)
    p = complete.p
    return complete.passes(error) or (p is not None and p <= error / family)


def _figures(shown: Estimate | None, lower: float | None, upper: float | None, criterion: Criterion) -> str:
    if shown is None or lower is None or upper is None:
        return "no bound can be given"
    name = "drop" if isinstance(criterion, NonInferiority) else criterion.measure.value
    digits = 3 if criterion.measure is Measure.PERFECT_RATE else 2
    mean, low, high = (f"{round(value, digits) + 0.0:.{digits}f}" for value in (shown.mean, lower, upper))  # never "-0.00"
    return f"{name} {mean}, bounds {low} to {high} over {shown.n} cases"


def _judge_failure(policy: Policy, rows: Sequence[ResultRow], pairing: Pairing | None) -> float:
    """Return the share of unusable judgements among the answered items that some criterion looks at."""
    looked = [row for row in rows if _gated(policy, row)]
    sides = [looked]
    if pairing is not None and policy.needs_baseline:
        sides.append([pair.baseline for pair in pairing.pairs if pair.baseline is not None and _gated(policy, pair.row)])
    shares = []
    for side in sides:
        answered = [row.state for row in side if row.state is not State.INFRA_ERROR]
        shares.append(answered.count(State.UNSCORED) / len(answered) if answered else 0.0)
    return max(shares)


def _gated(policy: Policy, row: ResultRow) -> bool:
    return any(one.slice.holds(row) and one.measure.covers(row) for one in policy.criteria)


def _lacking(policy: Policy, findings: Sequence[Finding], failure: float) -> list[str]:
    lacking = []
    for one in findings:
        if one.coverage < policy.minimum_coverage:
            sides = " on both sides" if isinstance(one.criterion, NonInferiority) else ""
            lacking.append(
                f"{one.criterion}: {_percent(one.coverage)} of the items have points{sides} ({one.missing} have not); "
                f"the policy wants {_percent(policy.minimum_coverage)}"
            )
    if failure > policy.maximum_judge_failure:
        lacking.append(f"{failure:.1%} of the answers could not be judged; the policy allows {policy.maximum_judge_failure:.1%}")
    return lacking


def _percent(share: float) -> str:
    # Rounded down, as coverage is everywhere: what is under the minimum must not read as the minimum.
    return f"{math.floor(round(share * 1000, 6)) / 10:.1f} %"
