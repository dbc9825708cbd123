"""Student's t distribution: probabilities and quantiles, for any degrees of freedom, without a numerical library.

The tail probability is half a regularized incomplete beta function, I_x(df/2, 1/2) at x = df / (df + t²), evaluated by its
continued fraction (Abramowitz & Stegun 26.5.8 and 26.7.1). Accurate to better than 1e-9, checked against scipy.
"""

from __future__ import annotations

import functools
import math
from statistics import NormalDist

NORMAL = NormalDist()
NORMAL_FROM = 1e10
"""Degrees of freedom from which the normal distribution stands for Student's; the difference is of the order of 1 / df."""

_TINY = 1e-300
_CLOSE = 1e-16
_STEPS = 10_000


def upper_tail(t: float, df: float) -> float:
    """Return the chance that a Student variable of *df* degrees of freedom exceeds *t*.

    Raises ``ValueError`` unless *df* is positive. ``df`` may be infinite, *t* may be infinite.
    """
    if not df > 0:
        raise ValueError(f"degrees of freedom must be positive, not {df}")
    if t < 0:
        return 1.0 - upper_tail(-t, df)
    if df >= NORMAL_FROM:
        return 0.5 * math.erfc(t / math.sqrt(2))
    if math.isinf(t):
        return 0.0
    # Both ratios are formed so that neither loses its digits when t is tiny or huge beside df.
    ratio = t / math.sqrt(df)
    return 0.5 * _tail_beta(1 / (1 + ratio * ratio), ratio * ratio / (1 + ratio * ratio), df / 2)


@functools.lru_cache(maxsize=4096)
def quantile(probability: float, df: float) -> float:
    """Return the value that a Student variable of *df* degrees of freedom stays below with *probability*.

    Raises ``ValueError`` unless ``0 < probability < 1`` and *df* is positive.
    """
    if not 0 < probability < 1:
        raise ValueError(f"a quantile is of a probability between 0 and 1, not {probability}")
    if not df > 0:
        raise ValueError(f"degrees of freedom must be positive, not {df}")
    if df >= NORMAL_FROM:
        return NORMAL.inv_cdf(probability)
    if probability == 0.5:  # noqa: PLR2004 - the median, by symmetry
        return 0.0
    tail = min(probability, 1 - probability)
    return math.copysign(_upper_quantile(tail, df), probability - 0.5)


def _upper_quantile(tail: float, df: float) -> float:
    """Return t > 0 with ``upper_tail(t, df) == tail``, by Newton's steps in log t kept inside a bracket.

    In log t the logarithm of the tail is smooth and falls to a straight line, so that few steps suffice even for df near 0.
    """
    low, high = math.log(1e-300), math.log(1e300)
    place = math.log(max(-NORMAL.inv_cdf(tail), 1e-12))
    wanted = math.log(tail)
    for _ in range(200):
        t = math.exp(place)
        found = upper_tail(t, df)
        if found <= 0:
            high, place = place, (low + place) / 2
            continue
        gap = math.log(found) - wanted
        if gap > 0:
            low = place
        else:
            high = place
        slope = -t * _density(t, df) / found
        step = place - gap / slope if slope else math.inf
        following = step if low < step < high else (low + high) / 2
        if abs(following - place) <= 1e-15 * max(1.0, abs(place)):
            return math.exp(following)
        place = following
    return math.exp(place)


def _density(t: float, df: float) -> float:
    log = _log_gamma_step(df / 2) - 0.5 * math.log(df * math.pi)
    ratio = t / math.sqrt(df)
    return math.exp(log - (df + 1) / 2 * math.log1p(ratio * ratio)) if ratio < 1e150 else 0.0  # noqa: PLR2004 - its square is a number


def _log_gamma_step(a: float) -> float:
    """Return log Γ(a + 1/2) − log Γ(a); by its asymptotic series where the difference of the two would lose digits."""
    if a < 1e3:  # noqa: PLR2004 - there the next term of the series is below 1e-17
        return math.lgamma(a + 0.5) - math.lgamma(a)
    return 0.5 * math.log(a) - 1 / (8 * a) + 1 / (192 * a**3)


def _tail_beta(x: float, rest: float, a: float) -> float:
    """Return I_x(a, 1/2), with ``rest`` = 1 − x."""
    if x <= 0:
        return 0.0
    if rest <= 0:
        return 1.0
    log = _log_gamma_step(a) - 0.5 * math.log(math.pi)
    log += a * (math.log1p(-rest) if rest < x else math.log(x)) + 0.5 * (math.log(rest) if rest < x else math.log1p(-x))
    # The fraction converges quickly only below the mean of the distribution; above it the other tail is taken.
    if x > (a + 1) / (a + 2.5):
        return 1.0 - math.exp(log) * _fraction(rest, 0.5, a) / 0.5
    return math.exp(log) * _fraction(x, a, 0.5) / a


def _fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function by Lentz's method."""
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, _STEPS):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = 1 + numerator / c
            c = c if abs(c) > _TINY else _TINY
            value *= d * c
        if abs(d * c - 1) <= _CLOSE * 8:
            break
    return value
