"""How a figure is written. Every renderer writes figures by these functions, so that the same number reads the same everywhere.

Rounding is Python's: to the nearest, and the rare figure that is exactly half-way *in binary* goes to the even digit (0.125 reads
``0.12``, 0.375 reads ``0.38``). A decimal that looks half-way, such as 2.675, usually is not in binary and goes to its nearer side
(``2.67``). The official scripts round in the same way, so figures agree to the digit. Coverage alone is rounded down.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pytest_lcbench.statistics.cells import CellInterval

UNKNOWN = "–"
"""Stands for a figure that nothing is known about."""

DESCRIPTIVE = "~"
"""Marks the interval of a slice of so few cases that it only describes them."""

_MINUTE = 60
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_CENTS_FROM = 0.995
"""USD from which a sum is written in cents: what would round to a dollar."""
_LEAST_COST = 0.00005


def average(points: float | None) -> str:
    """Write mean points (0–100) with two decimals, as Loong's paper does."""
    return UNKNOWN if points is None else f"{points:.2f}"


def rate(share: float | None) -> str:
    """Write a perfect rate (0–1) with two decimals, as Loong's paper does."""
    return UNKNOWN if share is None else f"{share:.2f}"


def accuracy(percent: float | None) -> str:
    """Write an accuracy (in percent) with one decimal and no sign, as LongBench v2's table does."""
    return UNKNOWN if percent is None else f"{percent:.1f}"


def coverage(share: float | None) -> str:
    """Write a coverage (0–1) in percent with one decimal, rounded down: 100 % means that nothing is missing."""
    if share is None:
        return UNKNOWN
    # 0.985 * 1000 may come out just under 985: the product is put right before it is cut.
    return f"{math.floor(round(share * 1000, 6)) / 10:.1f} %"


def bounds(worst: float | None, best: float | None, decimals: int = 2) -> str:
    """Write worst-case and best-case average."""
    if worst is None or best is None:
        return UNKNOWN
    return f"{worst:.{decimals}f}..{best:.{decimals}f}"


def interval(found: CellInterval | None, write: Callable[[float], str]) -> str:
    """Write the ends of an interval as *write* writes the figure it belongs to."""
    if found is None:
        return UNKNOWN
    return f"{DESCRIPTIVE if found.descriptive else ''}[{write(found.low)}, {write(found.high)}]"


def count(number: int) -> str:
    """Write a count with thousands separated by commas."""
    return f"{number:,}"


def share_of(number: int, total: int) -> str:
    """Write how many of how many."""
    return f"{number}/{total}"


def cost(dollars: float | None) -> str:
    """Write a sum of USD: in cents from a dollar up, below with four decimals; ``?`` when unknown."""
    if dollars is None or not math.isfinite(dollars):
        return "?"
    if dollars == 0 or dollars >= _CENTS_FROM:
        return f"${dollars:,.2f}"
    return "<$0.0001" if dollars < _LEAST_COST else f"${dollars:.4f}"


def cost_sum(known: float, known_calls: int, unknown_calls: int) -> str:
    """Write a sum of USD over calls, the calls of unknown cost counted apart: unknown is not zero."""
    return _sum(cost(known), known_calls, unknown_calls)


def count_sum(known: int, known_calls: int, unknown_calls: int) -> str:
    """Write a sum of counts over calls, the calls of unknown count counted apart."""
    return _sum(count(known), known_calls, unknown_calls)


def duration(seconds: float | None) -> str:
    """Write a length of time in its two largest units: ``45s``, ``12m``, ``2h05m``, ``3d04h``; ``?`` when unknown."""
    if seconds is None or not math.isfinite(seconds):
        return "?"
    whole = max(0, round(seconds))
    if whole < _MINUTE:
        return f"{whole}s"
    if whole < _HOUR:
        return f"{round(whole / _MINUTE)}m" if whole < _HOUR - _MINUTE // 2 else "1h00m"
    minutes = round(whole / _MINUTE)
    if minutes * _MINUTE < _DAY:
        return f"{minutes // 60}h{minutes % 60:02d}m"
    hours = round(whole / _HOUR)
    return f"{hours // 24}d{hours % 24:02d}h"


def latency(seconds: float) -> str:
    """Write the time of a call in seconds with one decimal."""
    return f"{seconds:.1f} s"


def _sum(known: str, known_calls: int, unknown_calls: int) -> str:
    if not unknown_calls:
        return known
    unknown = f"unknown for {count(unknown_calls)} call{'' if unknown_calls == 1 else 's'}"
    return f"{known} ({unknown})" if known_calls else unknown


def decimal(value: float | None, decimals: int) -> str:
    """Write a figure with *decimals*; what rounds to nothing has no sign."""
    return UNKNOWN if value is None else f"{round(value, decimals) + 0.0:.{decimals}f}"


def signed(value: float | None, decimals: int) -> str:
    """Write a difference, its sign always shown; what rounds to nothing has none."""
    if value is None:
        return UNKNOWN
    text = f"{value:+.{decimals}f}"
    return text[1:] if float(text) == 0 else text


def signed_range(low: float | None, high: float | None, decimals: int) -> str:
    """Write the interval of a difference."""
    return UNKNOWN if low is None or high is None else f"{signed(low, decimals)}..{signed(high, decimals)}"
