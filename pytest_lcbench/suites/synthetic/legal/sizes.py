"""How many judgments a case shows and how long each is."""

from __future__ import annotations

import math

from pytest_lcbench.suites.synthetic.draw import Draw

CLASSES = (
    1000,
    1150,
    1300,
    1600,
    2000,
    2400,
    3000,
    3700,
    4600,
    5700,
    7000,
    8700,
    10800,
    13400,
    16600,
    20600,
    25600,
    32000,
    40000,
    50000,
)
"""Lengths of judgments, tokens: few, so that cases share documents."""
MOST = 60
_THREE_FROM = 3_500  # tokens; three short judgments have no fewer


def plan_sizes(tokens: int, draw: Draw, *, most: int = MOST) -> list[int]:
    """Return the lengths of the judgments of a case of *tokens*, of :data:`CLASSES`, no more than *most* of them."""
    middle = (2.5 + math.sqrt(tokens) / 30) * (0.75 + 0.5 * draw.share())
    fewest = 2 if tokens < _THREE_FROM else 3
    count = max(fewest, min(round(middle), tokens // 1_200, most))
    count = max(count, min(-(-tokens // 31_000), most))
    weights = [0.5 + draw.share() for _ in range(count)]
    total = sum(weights)
    sizes = [_nearest(tokens * weight / total) for weight in weights]
    for _ in range(3 * count):
        gap = tokens - sum(sizes)
        # The one change of one judgment that brings the sum nearest; none when all would lead away.
        at, size = min(
            ((at, other) for at, size in enumerate(sizes) for other in _beside(size)),
            key=lambda pair: abs(gap - (pair[1] - sizes[pair[0]])),
        )
        if abs(gap - (size - sizes[at])) >= abs(gap):
            break
        sizes[at] = size
    return draw.shuffled(sizes)


def _nearest(size: float) -> int:
    return min(CLASSES, key=lambda known: abs(known - size))


def _beside(size: int) -> list[int]:
    at = CLASSES.index(size)
    return [*CLASSES[max(at - 2, 0) : at], *CLASSES[at + 1 : at + 3]]
