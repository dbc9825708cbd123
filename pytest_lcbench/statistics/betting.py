"""Anytime-valid tests of a finite population's mean by betting, for the blocks of :mod:`pytest_lcbench.suites.order`.

One wealth process for each threshold on a grid. Wealth starts at 1 and, after each block, is multiplied by ``1 + stake * (value -
centre)`` for each value of the block, where ``centre`` is the mean that the remaining values would have if the population's mean
were the threshold, and ``stake >= 0`` was fixed before the block. If the mean is at most the threshold, wealth reaches ``1 / error``
with probability at most ``error``, however often one looks.

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


class MeanAbove:
    """Test, for each of several thresholds, that a population's mean is above it.

    Args:
        thresholds: ascending; rejecting "the mean is at most this" means the mean is above it.
        size: cases of the population.
        error: probability that any threshold is ever rejected which the mean does not exceed.

    """

    def __init__(self, thresholds: Sequence[float], size: int, error: float) -> None:
        self._thresholds = thresholds
        self._size = size
        self._limit = math.log(1 / error)
        self._wealth = [0.0] * len(thresholds)  # logarithms; the best so far decides, as Ville's inequality allows
        self._best = [0.0] * len(thresholds)
        self._seen = 0
        self._sum = 0.0

    def add(self, values: Sequence[float], shifts: Sequence[float], least: float, forecast: Forecast) -> None:
        """Take a block.

        *shifts* are added to the values for the bet: they sum to 0 over all cases that remain (the block and those after it), and
        were known before the block (a control variate). *least* is a bound below every shifted value that remains.
        """
        left = self._size - self._seen
        shifted = [value + shift for value, shift in zip(values, shifts, strict=True)]
        for place, threshold in enumerate(self._thresholds):
            centre = (self._size * threshold - self._sum) / left
            if centre < least - _ROUNDING:  # whatever comes, the mean is above the threshold
                self._best[place] = math.inf
                continue
            edge = forecast.mean - centre
            if edge <= 0 or self._wealth[place] == -math.inf:
                continue
            stake = min(edge / (forecast.variance + edge * edge), _BOLDEST / (centre - least) if centre > least else math.inf)
            product = 1.0
            grown = 0.0
            for value in shifted:
                product *= 1 + stake * (value - centre)
                if not _TINY < product < _HUGE:
                    if product <= 0:
                        break
                    grown += math.log(product)
                    product = 1.0
            self._wealth[place] += grown + math.log(product) if product > 0 else -math.inf
            self._best[place] = max(self._best[place], self._wealth[place])
        self._seen += len(values)
        self._sum = math.fsum((self._sum, *values))

    def above(self) -> int:
        """Return how many thresholds, from the lowest, are rejected: the mean is above the last of them."""
        for place, best in enumerate(self._best):
            if best < self._limit:
                return place
        return len(self._best)


_BOLDEST = 0.75
"""Share of the wealth that is put at risk at most: all of it could be lost for good by one value."""
_TINY, _HUGE = 1e-200, 1e200
_ROUNDING = 1e-9
