"""Anytime-valid tests of a finite population's mean by betting, for the blocks of :mod:`pytest_lcbench.suites.order`.

Wealth starts at 1 and, after each block, is multiplied by ``1 + stake * (value - centre)`` for each value of the block. Before the
block three things are fixed: what the *values* are (any figure of each case, with its null "their mean over all planned cases is at
most the threshold"), ``centre``, the mean that the remaining values would have if the mean of all were the threshold, and
``stake >= 0``. While the null holds, wealth reaches ``1 / error`` with probability at most ``error``, however often one looks.

Why (``R`` cases remain, of stratum ``k`` ``R_k``; ``L`` blocks to go; ``y_i = 1 + stake * (value_i - centre) >= 0``; under the null the
mean of ``y`` over all remaining cases is at most 1, since the mean of the values is at most ``centre``):

1. Given the past, a block takes ``f_k = R_k // L`` cases of stratum ``k``, uniformly without replacement, and one more case from at
   most one stratum of each bin, from stratum ``k`` with probability ``p_k = R_k / L - f_k``; bins are independent.
2. Let ``a_k`` be the mean of ``y`` over what remains of stratum ``k``. The mean of a product of ``f`` values drawn without
   replacement is at most ``a_k ** f`` (Maclaurin's inequality), and one more draw multiplies it by at most ``a_k`` (Newton's). So
   ``E[product] <= prod_k a_k ** f_k * prod_bins (1 + sum_{k in bin} p_k (a_k - 1))``.
3. By the inequality of arithmetic and geometric means the right side is at most the ``F``-th power of the mean of its ``F`` factors,
   which is ``1 + sum_k (f_k + p_k)(a_k - 1) / F = 1 + R (a - 1) / (L F) <= 1`` with ``a`` the mean of ``y`` over all that remains.
4. So wealth is a non-negative supermartingale from block to block, and Ville's inequality gives the level.

No distribution is assumed and no independence: what cases share (documents) is a property of the fixed population. A test on some of
the cases only (a slice) is valid in the same order: put ``y = 1`` for the others. Sources: Waudby-Smith and Ramdas, "Confidence
sequences for sampling without replacement" (NeurIPS 2020) and "Estimating means of bounded random variables by betting" (JRSS B 2024)
for betting without replacement and the stakes; steps 1 to 3, which carry it to stratified blocks, are ours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the past says about the remaining values; only the stakes depend on it, never the validity.

    Args:
        mean: expected mean of the remaining values.
        variance: expected variance of a single one, above 0.

    """

    mean: float
    variance: float


def stake(centre: float, least: float, forecast: Forecast) -> float:
    """Return the stake for values of which *least* is a lower bound: about the one that makes wealth grow fastest.

    0 where the forecast is on the null's side; infinite where whatever comes refutes the null.
    """
    if centre < least - _ROUNDING:
        return math.inf
    edge = forecast.mean - centre
    if edge <= 0:
        return 0.0
    best = edge / (forecast.variance + edge * edge)
    return min(best, BOLDEST / (centre - least)) if centre > least else best


def log_growth(values: Sequence[float], centre: float, staked: float) -> float:
    """Return the logarithm of what a block of *values* multiplies wealth by; infinite for an infinite stake."""
    if math.isinf(staked):
        return math.inf
    if not staked:
        return 0.0
    rest = 1 - staked * centre
    pieces = (values[start : start + _PIECE] for start in range(0, len(values), _PIECE))
    products = [math.prod([rest + staked * value for value in piece]) for piece in pieces]
    return math.fsum(map(math.log, products)) if all(product > 0 for product in products) else -math.inf


class Wealth:
    """What bets against a null have come to."""

    __slots__ = ("best", "now")

    def __init__(self) -> None:
        self.now = 0.0
        """Its logarithm."""
        self.best = 0.0
        """The largest there was, which is what decides, as Ville's inequality allows; infinite once the null is impossible."""

    def add(self, growth: float) -> None:
        """Multiply by a block's growth, given as a logarithm."""
        # A null that turns out impossible is refuted whatever was lost before.
        self.now = math.inf if math.inf in (growth, self.now) else self.now + growth
        self.best = max(self.best, self.now)


BOLDEST = 0.75
"""Share of the wealth that is put at risk at most: all of it could be lost for good by one value."""
_PIECE = 64
"""Factors that are multiplied before the logarithm is taken: each is at least 1/4 and of ordinary size."""
_ROUNDING = 1e-9
