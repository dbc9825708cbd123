"""One verdict's bets for :mod:`pytest_lcbench.statistics.sequential`: what is bet on, and how boldly.

``x`` is the difference signed so that the verdict is shown by a high mean (candidate minus baseline for a pass, its negative for a
regression), ``X`` its mean over all planned cases, ``limit`` minus the margin for a pass, plus the margin for a regression. The
complete run does *not* give the verdict when ``X <= limit + k SD`` with ``k = quantile * widening / sqrt(N - 1)``, SD the population's
standard deviation but no less than ``least_sd``. Both mean and spread are unknown; one bet is on both together: for any ``s > 0``
and ``c`` that are fixed before a block,

    ``SD <= (SD**2 / s + s) / 2``  and  ``SD**2 <= mean of u``,  ``u = max((x - c)**2, least_sd**2)``,

so that the null implies "the mean of ``x - k u / (2 s)`` is at most ``limit + k s / 2``", a statement on the mean of one figure of
each case, which :mod:`~pytest_lcbench.statistics.betting` tests. It gives away ``k (SD - s)**2 / (2 s)``, which is little for ``s``
and ``c`` near the true spread and mean; they are estimated from the past. Since the null implies it for all ``s`` and ``c`` at once,
they may change from block to block.

**Missing answers.** A case without an answer is filled with the worst there can be, as in the gate, which also asks for the verdict
over the answered cases alone. So its ``x`` is no more than ``limit`` (the mean of the others is then further from the limit by ``N``
over their number, which makes up for their wider interval, with ``N - 2`` for ``N - 1`` in ``k`` and half of the cases answered),
and its ``u`` is the larger one of both. Where some epochs of a case have an answer, the gate fills the others: such a case counts as
the worst difference there is, and with the largest ``u``. Derived whole in docs/gate.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.betting import Forecast, log_growth, stake
from pytest_lcbench.statistics.early_rule import EarlyRule, Partly, Points, Verdict
from pytest_lcbench.statistics.items import FULL


class Side:
    """The bets on one verdict, one for each widening of the final interval.

    Missing answers are filled against the verdict: this is a fixed population of its own.

    Args:
        blocks: the baseline's points of each block of the order; ``None`` where it has none.
        rule: the statement.
        verdict: what is bet on.
        widenings: of the final interval, ascending.

    """

    def __init__(self, blocks: Iterable[Sequence[float | None]], rule: EarlyRule, verdict: Verdict, widenings: Sequence[float]) -> None:
        self._sign = 1.0 if verdict is Verdict.PASS else -1.0
        quantile = rule.pass_quantile if verdict is Verdict.PASS else rule.regression_quantile
        self._least_square = rule.least_sd**2
        self._worst_points, self._worst_baseline = (0.0, FULL) if verdict is Verdict.PASS else (FULL, 0.0)
        ahead = [self._filled(block, self._worst_baseline) for block in blocks if block]
        self._remaining = _suffixes(ahead)
        self._size = sum(map(len, ahead))
        scale = math.sqrt(max(self._size - 2, 1))
        self._factors = [quantile * widening / scale for widening in widenings]
        self._limit = -self._sign * rule.margin
        self._partly = rule.partly
        self._block = 0
        self._seen: list[_Value] = []
        # The stakes are planned for no drop (pass) and for a drop well above the margin, where that can be told at all.
        usual = quantile * _PRIOR_SD / scale
        if verdict is Verdict.PASS:
            self._past = _Past(hope=max(0.0, 3 * usual - rule.margin), weight=_HOPE_OF_PASS)
        else:
            self._past = _Past(hope=rule.margin + 4 * usual, weight=_HOPE_OF_REGRESSION)

    def take(self, points: Sequence[Points], baseline: Sequence[float | None]) -> list[float]:
        """Take a block and return, by widening, the logarithm of what it multiplies the wealth by."""
        base = self._filled(baseline, self._worst_baseline)
        block = [self._value(own, told, other) for own, told, other in zip(points, baseline, base, strict=True)]
        x = [one.x for one in block]
        ahead = self._remaining[self._block]
        self._block += 1
        left = self._size - len(self._seen)
        # Everything up to the stakes is fixed by the past.
        forecast, slope = self._past.forecast(ahead.mean, self._sign)
        middle, spread = self._past.spread(self._least_square)
        usual = max(spread * spread, self._least_square)
        seen, seen_u = math.fsum([one.x for one in self._seen]), math.fsum([self._u(one, middle) for one in self._seen])
        corners = self._corners(ahead, slope, middle)
        # The regression on the baseline's points is a control variate: its shifts sum to 0 over all cases that remain.
        shifted = [value - slope * (other - ahead.mean) for value, other in zip(x, base, strict=True)]
        u = [self._u(one, middle) for one in block]
        growths = []
        for factor in self._factors:
            part = factor / (2 * spread)
            centre = (self._size * (self._limit + factor * spread / 2) - seen + part * seen_u) / left
            least = min([value - part * square for value, square in corners])
            staked = stake(centre, least, Forecast(forecast.mean - part * usual, forecast.variance))
            growths.append(
                log_growth([value - part * square for value, square in zip(shifted, u, strict=True)], centre, staked)
                if 0 < staked < math.inf
                else staked
            )
        self._seen += block
        self._past.add(x, base)
        return growths

    def _value(self, own: Points, told: float | None, other: float) -> _Value:
        if isinstance(own, Partly) and not self._partly:
            raise SettingsError("a case is answered in part, which the rule says cannot be")
        # A baseline that lacks an epoch may have the others.
        if isinstance(own, Partly) or (told is None and self._partly):
            return _Value(-FULL, -FULL, FULL)
        missing = own is None or told is None
        value = self._sign * ((self._worst_points if own is None else own) - other)
        x = min(value, self._limit) if missing else value
        return _Value(x, min(x, value), max(x, value))

    def _u(self, value: _Value, middle: float) -> float:
        return max((value.low - middle) ** 2, (value.high - middle) ** 2, self._least_square)

    def _corners(self, ahead: _Ahead, slope: float, middle: float) -> list[tuple[float, float]]:
        """Return shifted value and u at the ends of what may come: what is bet on is concave in points and baseline, so least there."""
        found = []
        for other in (ahead.low, ahead.high):
            shift = -slope * (other - ahead.mean)
            values = [self._sign * (own - other) for own in (0.0, FULL)]
            found += [(value + shift, self._u(_Value(value, value, value), middle)) for value in values]
            # A case without an answer may count for less than any answer: its u is one of those above, or that of the limit.
            lowest = min(*values, self._limit)
            found.append((lowest + shift, self._u(_Value(lowest, lowest, max(values)), middle)))
            if self._partly:
                found.append((-FULL + shift, self._u(_Value(-FULL, -FULL, FULL), middle)))
        # Of two, the one with the smaller value and the larger u is below the other whatever part of u is taken off.
        found.sort()
        kept = found[:1]
        for one in found[1:]:
            if one[1] > kept[-1][1]:
                kept.append(one)
        return kept

    def _filled(self, block: Iterable[float | None], worst: float) -> list[float]:
        return [worst if value is None else value for value in block]


class _Value(NamedTuple):
    """A case's ``x``, and between what its difference may lie as far as the spread is concerned."""

    x: float
    low: float
    high: float


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
        self._n = self._x = self._b = self._xx = self._xb = self._bb = 0.0

    def add(self, values: Sequence[float], baseline: Sequence[float]) -> None:
        """Take signed differences and the baseline's points of the same cases."""
        self._n += len(values)
        self._x += sum(values)
        self._b += sum(baseline)
        self._xx += sum([value * value for value in values])
        self._bb += sum([value * value for value in baseline])
        self._xb += sum([value * other for value, other in zip(values, baseline, strict=True)])

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

    def spread(self, least_square: float) -> tuple[float, float]:
        """Return mean and standard deviation of the signed differences as far as they can be guessed; the latter above 0."""
        total = self._n + _PRIOR_CASES
        middle = self._x / total
        square = (self._xx + _PRIOR_CASES * _PRIOR_SD**2) / total - middle * middle
        return middle, math.sqrt(max(square, least_square, 1.0))


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


_PRIOR_CASES = 10.0
_PRIOR_SD = 35.0
"""What the first stakes assume of paired differences: the middle of the usual 25 to 40 points."""
_HOPE_OF_PASS = 300.0
_HOPE_OF_REGRESSION = 50.0
"""In cases: how long the stakes keep to the hope that a pass (a regression) can be told."""
