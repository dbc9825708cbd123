"""A gate that may be decided before its run's end: a policy's demands as the statements of :mod:`sequential`.

What is certified is the verdict that :func:`~pytest_lcbench.statistics.gate.evaluate` would give after all planned cases. Its bounds
are wider than ``z * SD / sqrt(n - 1)``, in four ways that the widening told to the early rule covers:

* documents in common: the root of the design effect at a cautious share (:func:`early_rule.document_widening`) on the graph of all
  planned cases;
* Student's quantile at the degrees of freedom that this share leaves, over the normal one;
* the ends are Wilson's: the variance is not taken at the mean but at the limit, so that a demand is met or violated where
  ``H sqrt(v(limit ± H) / v(limit))`` reaches the plain half-width, ``v(x) = x (1 - x)`` on a scale of 0 to 1; H is solved for at the
  largest standard deviation that there can be. Near an end of the scale no mean reaches that; there ``SD = sqrt(v(limit))`` is the
  least that is taken: a spread is at most ``v(mean)``, so the gate asks for no more than the plain half-width at that one;
* the spread is never taken for less than that of one case at the scale's far end: with n cases, ``1 / (2 sqrt(n))`` of the scale.

A regression asks for Bonferroni's level over the demands, which Holm's is never stricter than. A case whose answer is missing, in one
epoch or all, counts against either verdict.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics import student
from pytest_lcbench.statistics.early_rule import EarlyRule, Partly, Verdict, Widening, document_widening
from pytest_lcbench.statistics.estimates import CaseKey, documents_of
from pytest_lcbench.statistics.intervals import DESCRIPTIVE_BELOW, degrees_of_freedom, estimate
from pytest_lcbench.statistics.items import FULL, case_key, mean, one_per_item
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.policy import Criterion, NonInferiority, Policy
from pytest_lcbench.statistics.sequential import GateStop
from pytest_lcbench.statistics.sharing import Sharing
from pytest_lcbench.suites.order import Key, Order, stratified_order

_STEPS = 60
_FAR = 1.25
"""Where Wilson's bound lies further out than this over the plain one, the limit is near an end of the scale."""
_WIDEST = 6.0
"""Where the documents may widen an interval by more, that is never decided early."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What was certain.

    Args:
        verdicts: by demand as the policy says it; ``None`` where it was still open, or all its cases are in.
        complete: the demands whose cases are all in.
        level: of the certificate, over all demands together.
        cases: planned ones.

    """

    verdicts: Mapping[str, Verdict | None]
    complete: frozenset[str]
    level: float
    cases: int


class EarlyGate:
    """A policy's demands over a planned run.

    Args:
        policy: the demands.
        planned: one row per planned item, whatever has come of it.
        baseline: the rows of the run it is compared with.
        seed: of the order of cases.

    Raises ``SettingsError`` for a policy that compares without a baseline, and when nothing is planned.

    """

    def __init__(self, policy: Policy, planned: Iterable[ResultRow], baseline: Iterable[ResultRow] | None, *, seed: int) -> None:
        if policy.needs_baseline and baseline is None:
            raise SettingsError("the gate's policy compares with a baseline, and none is given: name one with --lcbench-baseline=RUN")
        self._policy = policy
        self._cases: dict[CaseKey, list[ResultRow]] = {}
        for row in one_per_item(planned)[0]:
            self._cases.setdefault(case_key(row), []).append(row)
        if not self._cases:
            raise SettingsError("nothing is planned, so nothing can be decided early")
        self._baseline = {(case_key(row), row.epoch): row for row in one_per_item(baseline or ())[0]}
        # A case is in the same demands in every epoch, and its labels are those of the plan.
        held = {key: tuple(_covers(one, rows[0]) for one in policy.criteria) for key, rows in self._cases.items()}
        self.order: Order = stratified_order({key: _stratum(rows[0], held[key]) for key, rows in self._cases.items()}, seed=seed)
        self._told: dict[CaseKey, dict[int, float | None]] = {}
        # Too few cases are never judged, so what can be said of them early is nothing.
        self._members = {}
        for place, one in enumerate(policy.criteria):
            self._members[str(one)] = [key for key in self.order.keys if held[_case(key)][place]]
        self._judged = {str(one): one for one in policy.criteria if len(self._members[str(one)]) >= DESCRIPTIVE_BELOW}
        self._bounds = {name: self._bounds_of(one, self._members[name]) for name, one in self._judged.items()}
        self._stops = self._start()

    def tell(self, key: CaseKey, epoch: int, points: float | None) -> bool:
        """Take the points of an item (``None``: no answer, or no usable judgement) and return whether the verdict is certain.

        An item may be told again; where its points are others than before, the new ones stand. Other items are ignored. Raises
        ``DataError`` for points off the scale.
        """
        if key not in self._cases or (points is None and self._told.get(key, {}).get(epoch) is not None):
            return self.certain
        before = dict(self._told.get(key, {}))
        self._told.setdefault(key, {})[epoch] = points
        if before.get(epoch, points) != points and len(before) == len(self._cases[key]):
            # A mean that was told is another now: nothing of the past stands.
            self._stops = self._start()
            for each in self._told:
                self._add(each)
        else:
            self._add(key)
        return self.certain

    @property
    def certain(self) -> bool:
        """Whether answers are still to come and none of them can matter to the gate's verdict (at the stated level)."""
        if self._stops is None or len(self._told) == len(self._cases) == sum(map(self._whole, self._cases)):
            return False
        if Verdict.REGRESSION in self._stops.decisions().values():
            return True
        return len(self._judged) == len(self._policy.criteria) and self._stops.decided()

    def decided(self) -> Decided:
        """Return what is certain by now."""
        decisions: dict[str, Verdict | None] = dict.fromkeys(self._members)
        decisions |= {} if self._stops is None else self._stops.decisions()
        complete = {name for name, members in self._members.items() if all(self._whole(_case(key)) for key in members)}
        return Decided(decisions, frozenset(complete), 1 - self._policy.error, len(self._cases))

    def _start(self) -> GateStop | None:
        if not self._judged:
            return None
        slices = {}
        for name, criterion in self._judged.items():
            quantiles = {verdict: student.NORMAL.inv_cdf(1 - self._error(verdict)) for verdict in Verdict}
            rule = EarlyRule(
                margin=criterion.margin * _stretch(criterion) if isinstance(criterion, NonInferiority) else 0.0,
                pass_quantile=quantiles[Verdict.PASS],
                regression_quantile=quantiles[Verdict.REGRESSION],
                widening=self._bounds[name].widening,
                widest=min(self._bounds[name].widest, _WIDEST),
                partly=any(len(rows) > 1 for rows in self._cases.values()),
                least_sd=self._bounds[name].least_sd,
            )
            slices[name] = ({key: self._compared_with(criterion, key) for key in self._members[name]}, rule)
        # All demands count, those that are too small to be judged as well: they may regress as little as the others.
        return GateStop(self.order, slices, error=self._policy.error, demands=len(self._policy.criteria))

    def _whole(self, key: CaseKey) -> bool:
        return len(self._told.get(key, {})) == len(self._cases[key])

    def _add(self, key: CaseKey) -> None:
        if self._stops is None or not self._whole(key):
            return
        points = list(self._told[key].values())
        for name, stop in self._stops.by_slice().items():
            figures = [_figure(self._judged[name].measure, one) for one in points]
            known = [figure for figure in figures if figure is not None]
            stop.add(key, mean(known) if len(known) == len(figures) else Partly.ANSWERED if known else None)

    def _compared_with(self, criterion: Criterion, key: Key) -> float | None:
        """Return the baseline's mean of a case over the planned epochs, or the floor; ``None`` where the baseline lacks an epoch."""
        if not isinstance(criterion, NonInferiority):
            return min(max(criterion.at_least * _stretch(criterion), 0.0), FULL)
        case = _case(key)
        figures: list[float] = []
        for row in self._cases[case]:
            other = self._baseline.get((case, row.epoch))
            figure = None if other is None else criterion.measure.of(other)
            if figure is None:
                return None
            figures.append(figure * _stretch(criterion))
        return mean(figures)

    def _rows_of(self, criterion: Criterion, case: CaseKey) -> list[ResultRow]:
        """Return the rows whose documents count for a case: its own, and where it is compared those it is compared with."""
        rows = self._cases[case]
        others = [self._baseline.get((case, row.epoch)) for row in rows] if isinstance(criterion, NonInferiority) else []
        return [*rows, *(other for other in others if other is not None)]

    def _error(self, verdict: Verdict) -> float:
        return self._policy.error if verdict is Verdict.PASS else self._policy.error / len(self._policy.criteria)

    def _bounds_of(self, criterion: Criterion, members: Sequence[Key]) -> _Bounds:
        documents = {key: tuple(documents_of(self._rows_of(criterion, _case(key)))) for key in members}
        n = len(members)

        @functools.cache
        def graph() -> Sharing:
            return Sharing.of([documents[key] for key in members])

        scale = _scale(criterion)
        # Drops are baseline minus candidate: their scale goes from -100 to 100. A floor is looked at from below.
        limit = (
            (criterion.margin * _stretch(criterion) + FULL) / scale
            if isinstance(criterion, NonInferiority)
            else 1 - min(max(criterion.at_least * _stretch(criterion) / FULL, 0.0), 1.0)
        )

        def reach(wide: float, verdict: Verdict) -> float:
            plain = student.NORMAL.inv_cdf(1 - self._error(verdict)) * wide * 0.5 / math.sqrt(n - 1)  # of the scale, at its largest SD
            return _reach(plain, limit, -1 if verdict is Verdict.PASS else 1)

        near_end = max(reach(1.0, verdict) for verdict in Verdict) > _FAR

        def at_share(share: float) -> float:
            sharing = graph()
            effect = math.sqrt(1 + share * sharing.overlap * n / (n - 1))
            freedom = degrees_of_freedom(sharing, share)
            widest = 1.0
            for verdict in Verdict:
                error = self._error(verdict)
                wide = effect * student.quantile(1 - error, freedom) / student.NORMAL.inv_cdf(1 - error)
                widest = max(widest, wide if near_end else wide * reach(wide, verdict))
            return widest

        return _Bounds(
            widening=document_widening(lambda seen: _share(documents, seen), at_share),
            widest=at_share(1.0),
            least_sd=scale * max(1 / 2 / math.sqrt(n), math.sqrt(limit * (1 - limit)) if near_end else 0.0),
        )


@dataclass(frozen=True, slots=True)
class _Bounds:
    """How much wider the gate's bounds of a demand are than the early rule's plain ones, how much at most, and its least spread."""

    widening: Widening
    widest: float
    least_sd: float


def _case(key: Key) -> CaseKey:
    suite, case, arm, prompting = key
    return suite, case, arm, prompting


def _covers(criterion: Criterion, row: ResultRow) -> bool:
    return criterion.slice.holds(row) and criterion.measure.covers(row)


def _stratum(row: ResultRow, held: Sequence[bool]) -> tuple[str, ...]:
    return row.suite, "".join("x" if one else "-" for one in held), row.arm, row.prompting, row.task, row.subtask, row.length_set


def _stretch(criterion: Criterion) -> float:
    """Return what turns the criterion's figure into points of 0 to 100."""
    return FULL / criterion.measure.bounds[1]


def _scale(criterion: Criterion) -> float:
    """Return the length of the scale of the criterion's differences, in points."""
    return 2 * FULL if isinstance(criterion, NonInferiority) else FULL


def _figure(measure: Measure, points: float | None) -> float | None:
    if points is None or measure is not Measure.PERFECT_RATE:
        return points
    return FULL if points >= FULL else 0.0


def _share(documents: Mapping[Key, Collection[Hashable]], seen: Mapping[Key, float]) -> tuple[float, float]:
    """Return the documents' share of the variance of the differences seen, and its standard error where there is none."""
    values = list(seen.values())
    if len(values) < 2:  # noqa: PLR2004 - a pair is needed
        return 0.0, 1.0
    sharing = Sharing.of([documents[key] for key in seen])
    found = estimate(values, sharing, bounds=(-FULL, FULL)).share
    return (0.0, 1.0) if found is None else (found, min(math.sqrt(2 / sharing.spread), 1.0))


def _reach(plain: float, limit: float, towards: int) -> float:
    """Return the gate's half-width at *limit* over the *plain* one (both in shares of the scale), 1 or more.

    Solves ``H sqrt(v(limit + towards H) / v(limit)) = plain`` for the smallest H. Infinite where no mean reaches.
    """
    there = limit * (1 - limit)
    if there <= 0:
        return math.inf
    room = limit if towards < 0 else 1 - limit

    def gap(half: float) -> float:
        place = limit + towards * half
        return half * math.sqrt(max(place * (1 - place), 0.0) / there) - plain

    steps = [room * step / _STEPS for step in range(1, _STEPS + 1)]
    high = next((half for half in steps if gap(half) >= 0), None)
    if high is None:
        return math.inf
    low = max(high - room / _STEPS, 0.0)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if gap(middle) >= 0 else (middle, high)
    return max(high / plain, 1.0)


def points_told(state: str, points: float | None) -> float | None:
    """Return the points that a row counts for, as ``items.points_of``. Raises ``DataError`` for points off the scale."""
    if state == State.MODEL_FAILURE.value:
        return 0.0
    if state != State.SCORED.value:
        return None
    if points is None or not 0.0 <= points <= FULL:
        raise DataError(f"a scored item has {points} points; they must be 0 to 100", field="points")
    return points
