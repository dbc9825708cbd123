"""Stop a run once its verdict is decided (``--lcbench-gate-early``).

**What is decided.** The verdict that the gate would give after all planned cases. It is a fixed property of the planned cases and of
this candidate's answers, not of a wider population: with ``d`` = candidate minus baseline (or minus a floor), ``D`` its mean over all
planned cases, ``H`` the half-width of the gate's final one-sided interval and ``m`` the margin, it is *pass* when ``D - H > -m``,
*regression* when ``D + H < -m``, else *cannot tell*. Only pass and regression are decided early; a run that cannot tell ends late.

**What is certified.** The chance that an early pass or regression differs from the complete run's verdict is at most ``error``, plus
the chance that the final *widening* (shared documents, below) exceeds the one given. It holds over the seeded order alone, for any
answers, however they are spread and whatever documents they share.

**Why.** ``H = quantile * widening * SD / sqrt(N - 1)`` with SD the (population) standard deviation of ``d``.
1. ``error`` is halved between the two verdicts (both could be wrong where the run cannot tell); ``SPREAD`` of each half goes to SD.
2. SD**2 is at most the mean of ``d**2``: a finite mean of bounded values, bounded above by betting, valid at all looks together.
3. For each ``H`` on a grid, betting tests "``D`` is at most ``H - m``" (pass; regression is its mirror image), valid at all looks
   together (:mod:`~pytest_lcbench.statistics.betting`, with the proof for stratified blocks and the sources).
4. If the complete verdict is not pass, then for the smallest ``H`` of the grid that is not below the true one, step 3 rejects with at
   most its error; a larger ``H`` counts as rejected only if all smaller ones are; a smaller one is used only if step 2 failed.
5. The baseline's scores are known before the run: they bound each ``d`` (a candidate's points lie in 0 to 100), and the regression of
   ``d`` on them is a control variate whose shifts sum to 0 over what remains, so that step 3 is untouched.
6. A missing answer counts against the verdict in question (0 points for pass, 100 for regression), as in the gate, whatever the
   others are: each side then tests its own fixed population. Figures are looked at where a block of the order is complete and at no
   other time, so the order in which concurrent calls come back plays no part.

**Shared documents** widen the final interval by the root of the design effect. Their graph is known beforehand, their share of the
variance is not. *widening* (:mod:`~pytest_lcbench.statistics.early_rule`) is either a cap or a function of the differences seen so
far; of the latter, simulation is the warrant (``benchmarks/early_stop.py``).
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.statistics.betting import Forecast, MeanAbove
from pytest_lcbench.statistics.early_rule import EarlyRule, Verdict
from pytest_lcbench.statistics.items import FULL
from pytest_lcbench.suites.order import Key, Order

SPREAD = 0.2
"""Share of a verdict's error that is spent on the bound of the standard deviation."""


class EarlyStop:
    """Answers come in, in any order; a verdict comes out once it is certain.

    Args:
        order: of the whole plan, from :func:`~pytest_lcbench.suites.order.case_order`.
        baseline: baseline points (or the floor) by case of the gated slice; other cases of the order play no part. ``None`` for a case
            that the baseline has no points for: it counts against either verdict.
        rule: the statement.

    Raises ``SettingsError`` for an empty slice or one with cases outside the order, ``DataError`` for points off the scale.

    """

    def __init__(self, order: Order, baseline: Mapping[Key, float | None], rule: EarlyRule) -> None:
        self._blocks = [[key for key in block if key in baseline] for block in order.blocks]
        self._block_of = {key: number for number, block in enumerate(self._blocks) for key in block}
        if not baseline or len(self._block_of) != len(baseline):
            raise SettingsError(f"{len(baseline)} cases are gated, of which {len(self._block_of)} stand in the order of the run")
        for key, points in baseline.items():
            _on_scale(key, points)
        self._baseline = dict(baseline)
        self._waiting = [len(block) for block in self._blocks]
        self._rule = rule
        self._points: dict[Key, float | None] = {}
        self._seen: dict[Key, float] = {}
        self._looks = 0
        self._last = max(number for number, block in enumerate(self._blocks) if block)
        self._verdict: Verdict | None = None
        remaining = [[self._baseline[key] for key in block] for block in self._blocks]
        self._sides = {verdict: _Side(remaining, rule, verdict) for verdict in (Verdict.PASS, Verdict.REGRESSION)}
        self._look()

    def add(self, key: Key, points: float | None) -> Verdict | None:
        """Take the candidate's points for a case (mean over its epochs; ``None``: no answer is to be had) and return the decision.

        A case may be told again (a worker killed while finishing, an answer after a failure); cases of other slices are ignored. Raises
        ``DataError`` for points off the scale, or for other points than before.
        """
        number = self._block_of.get(key)
        if number is None:
            return self._verdict
        _on_scale(key, points)
        if key in self._points:
            known = self._points[key]
            # Told again, the one that got further stands. An answer after all to what counted as missing at a look changes nothing:
            # there it counted against the verdict anyway.
            if points is None or points == known or (known is None and number < self._looks):
                return self._verdict
            if known is not None:
                raise DataError(f"case {'/'.join(key)!a} had {known} points and now has {points}", field="points")
        else:
            self._waiting[number] -= 1
        self._points[key] = points
        self._look()
        return self._verdict

    def decision(self) -> Verdict | None:
        """Return the verdict if it is certain; it never changes again. ``None``: go on, or all is in and the gate itself decides."""
        return self._verdict

    def settled(self) -> bool:
        """Return whether no further answer is needed: decided, or all is in."""
        return self._verdict is not None or len(self._points) == len(self._baseline)

    def looked_at(self) -> int:
        """Return how many cases of the slice the decision rests on: those of the complete blocks."""
        return len(self._baseline) - sum(len(block) for block in self._blocks[self._looks :])

    def needed(self) -> tuple[Key, ...]:
        """Return the cases still needed, in order; none once it is decided or all is in."""
        if self._verdict is not None:
            return ()
        return tuple(key for block in self._blocks[self._looks :] for key in block if key not in self._points)

    def _look(self) -> None:
        """Take every block that is complete and follows the ones taken; after the last one the gate decides, not this."""
        while self._verdict is None and self._looks < self._last and not self._waiting[self._looks]:
            block = self._blocks[self._looks]
            self._looks += 1
            if block:
                self._take(block)

    def _take(self, block: Sequence[Key]) -> None:
        points = [self._points[key] for key in block]
        baseline = [self._baseline[key] for key in block]
        for key, own, other in zip(block, points, baseline, strict=True):
            if own is not None and other is not None:
                self._seen[key] = own - other
        for side in self._sides.values():
            side.add(points, baseline)
        # Both certain at once is impossible but for a failure within the error; then neither is said.
        certain = [verdict for verdict, side in self._sides.items() if side.certain(1.0)]
        if len(certain) == 1 and self._sides[certain[0]].certain(self._widening()):
            self._verdict = certain[0]

    def _widening(self) -> float:
        """Return the rule's widening, worked out where it is a function (which may be costly: only where it is the last question)."""
        widening = self._rule.widening
        if callable(widening):
            widening = widening(self._seen)
            if not widening >= 1:
                raise SettingsError(f"the widening is {widening}; it must be at least 1")
        return widening


class GateStop:
    """Several gated slices at once: the run may stop when each is decided.

    Each slice gets an equal part of the error (a union bound), so all early verdicts together hold at *error*.

    Args:
        order: of the whole plan.
        slices: baseline points (or floors) and rule by slice; the rules' ``error`` is replaced.
        error: for all slices together.

    Raises ``SettingsError`` without slices, and as :class:`EarlyStop` does.

    """

    def __init__(
        self, order: Order, slices: Mapping[str, tuple[Mapping[Key, float | None], EarlyRule]], *, error: float = 0.05
    ) -> None:
        if not slices:
            raise SettingsError("no slice is gated, so nothing can be decided early")
        self._order = order
        self._stops = {
            name: EarlyStop(order, baseline, replace(rule, error=error / len(slices))) for name, (baseline, rule) in slices.items()
        }

    def add(self, key: Key, points: float | None) -> bool:
        """Take the points of a case, as :meth:`EarlyStop.add`, and return whether everything is decided."""
        for stop in self._stops.values():
            stop.add(key, points)
        return self.decided()

    def by_slice(self) -> Mapping[str, EarlyStop]:
        """Return each slice's own, for slices that measure different things of the same answers."""
        return self._stops

    def decided(self) -> bool:
        """Return whether no slice needs another answer: it has its verdict, or all its cases are in and the gate gives it."""
        return all(stop.settled() for stop in self._stops.values())

    def decisions(self) -> dict[str, Verdict | None]:
        """Return the verdict of each slice, ``None`` where it is open."""
        return {name: stop.decision() for name, stop in self._stops.items()}

    def needed(self) -> tuple[Key, ...]:
        """Return the cases that slices still open need, in order."""
        open_ones = set(itertools.chain.from_iterable(stop.needed() for stop in self._stops.values()))
        return tuple(key for key in self._order.keys if key in open_ones)


class _Side:
    """One verdict's test: missing answers are filled against it, and regression is turned into pass by the sign of the differences."""

    def __init__(self, blocks: Iterable[Sequence[float | None]], rule: EarlyRule, verdict: Verdict) -> None:
        self._sign = 1.0 if verdict is Verdict.PASS else -1.0
        self._quantile = rule.pass_quantile if verdict is Verdict.PASS else rule.regression_quantile
        self._least = rule.least_half_width
        self._worst_points, self._worst_baseline = (0.0, FULL) if verdict is Verdict.PASS else (FULL, 0.0)
        self._ahead = [self._filled(block, self._worst_baseline) for block in blocks if block]
        self._size = sum(map(len, self._ahead))
        self._scale = math.sqrt(max(self._size - 1, 1))
        self._remaining = _suffixes(self._ahead)
        self._block = 0
        # Half-widths, and the mean of the signed differences that each asks for: -m + H, mirrored m + H.
        self._half_widths = [self._quantile * sd / self._scale for sd in _SDS]
        limit = -self._sign * rule.margin
        error = rule.error / 2
        self._mean = MeanAbove([limit + width for width in self._half_widths], self._size, error * (1 - SPREAD))
        self._squares = MeanAbove([-sd * sd for sd in reversed(_SDS)], self._size, error * SPREAD)
        # The stakes are planned for no drop (pass) and for a drop well above the margin, where that can be told at all.
        usual = self._quantile * _PRIOR_SD / self._scale
        if verdict is Verdict.PASS:
            self._past = _Past(hope=max(0.0, 3 * usual - rule.margin), weight=300.0)
        else:
            self._past = _Past(hope=rule.margin + 4 * usual, weight=50.0)

    def add(self, points: Sequence[float | None], baseline: Sequence[float | None]) -> None:
        """Take a block."""
        base = self._filled(baseline, self._worst_baseline)
        values = []
        for own, told, other in zip(points, baseline, base, strict=True):
            filled = self._worst_points if own is None or told is None else own
            values.append(self._sign * (filled - other))
        ahead = self._remaining[self._block]
        self._block += 1
        forecast, slope = self._past.forecast(ahead.mean, self._sign)
        shifts = [-slope * (other - ahead.mean) for other in base]
        self._mean.add(values, shifts, self._least_shifted(ahead, slope), forecast)
        squares = self._past.squares()
        largest = max(ahead.high, FULL - ahead.low) ** 2
        self._squares.add([-value * value for value in values], [0.0] * len(values), -largest, squares)
        self._past.add(values, base)

    def certain(self, widening: float) -> bool:
        """Return whether the complete run's verdict is this one, for a final interval widened by at most *widening*."""
        bounded = self._squares.above()
        if not bounded:
            return False
        sd = _SDS[len(_SDS) - bounded]
        width = max(self._least, self._quantile * widening * sd / self._scale)
        place = bisect.bisect_left(self._half_widths, width)
        return place < self._mean.above()

    def _filled(self, block: Iterable[float | None], worst: float) -> list[float]:
        return [worst if value is None else value for value in block]

    def _least_shifted(self, ahead: _Ahead, slope: float) -> float:
        """Return a bound below ``sign * (points - b) - slope * (b - mean)`` for all points and all baselines ahead: an end of them."""
        floor = 0.0 if self._sign > 0 else -FULL
        weight = -(self._sign + slope)
        return floor + min(weight * ahead.low, weight * ahead.high) + slope * ahead.mean


@dataclass(frozen=True, slots=True)
class _Ahead:
    """The baseline's points over the cases that remain."""

    mean: float
    low: float
    high: float


class _Past:
    """Sums over the cases seen, with a few imagined ones of ordinary spread in front so that the first stakes are sensible.

    Args:
        hope: mean of the signed differences that the stakes are planned for.
        weight: in cases, of that plan beside what was seen.

    """

    def __init__(self, hope: float, weight: float) -> None:
        self._hope, self._weight = hope, weight
        self._n = self._x = self._b = self._xx = self._xb = self._bb = self._x4 = 0.0

    def add(self, values: Sequence[float], baseline: Sequence[float]) -> None:
        """Take signed differences and the baseline's points of the same cases."""
        self._n += len(values)
        self._x += sum(values)
        self._b += sum(baseline)
        self._xx += sum(value * value for value in values)
        self._bb += sum(value * value for value in baseline)
        self._xb += sum(value * other for value, other in zip(values, baseline, strict=True))
        self._x4 += sum(value**4 for value in values)

    def forecast(self, mean_ahead: float, sign: float) -> tuple[Forecast, float]:
        """Return what to expect of the differences that remain, and the slope of the control variate."""
        n = self._n
        if not n:
            return Forecast(self._hope, _PRIOR_SD**2), 0.0
        x, b = self._x / n, self._b / n
        sxx, sbb, sxb = self._xx - n * x * x, self._bb - n * b * b, self._xb - n * x * b
        prior = _PRIOR_CASES * _PRIOR_SD**2
        slope = sxb / (sbb + prior)
        # Between nothing and all of the baseline's part, whichever sign the differences have here.
        slope = max(-1.0, min(0.0, slope * sign)) * sign
        residual = max(sxx - 2 * slope * sxb + slope * slope * sbb, 0.0)
        expected = ((x - slope * (b - mean_ahead)) * n + self._hope * self._weight) / (n + self._weight)
        return Forecast(expected, (residual + prior) / (n + _PRIOR_CASES)), slope

    def squares(self) -> Forecast:
        """Return what to expect of the negated squares."""
        total = self._n + _PRIOR_CASES
        mean = (self._xx + _PRIOR_CASES * _PRIOR_SD**2) / total
        fourth = (self._x4 + _PRIOR_CASES * 3 * _PRIOR_SD**4) / total
        return Forecast(-mean, max(fourth - mean * mean, mean * mean / 10))


def _suffixes(blocks: Sequence[Sequence[float]]) -> list[_Ahead]:
    """Return, for each block, the baseline's points over it and all that follow."""
    result: list[_Ahead] = []
    total, count, low, high = 0.0, 0, math.inf, -math.inf
    for block in reversed(blocks):
        total += math.fsum(block)
        count += len(block)
        low, high = min(low, *block), max(high, *block)
        result.append(_Ahead(total / count, low, high))
    return result[::-1]


def _on_scale(key: Key, points: float | None) -> None:
    if points is not None and not 0.0 <= points <= FULL:
        raise DataError(f"case {'/'.join(key)!a} has {points} points; they must be 0 to 100", field="points")


_PRIOR_CASES = 10.0
_PRIOR_SD = 35.0
"""What the first stakes assume of paired differences: the middle of the usual 25 to 40 points."""
_STEP = 1.04
_SDS = [2.0 * _STEP**power for power in range(math.ceil(math.log(400 / 2.0, _STEP)) + 1)]
"""Standard deviations, widening included, for which half-widths and thresholds are kept: up to 100 points widened fourfold."""
