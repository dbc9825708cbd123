"""How many papers a case has, and how long each is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pytest_lcbench.suites.synthetic.draw import Draw

SIZES: tuple[int, ...] = (
    *(
        480,
        560,
        660,
        780,
        920,
        1_100,
        1_300,
        1_550,
        1_850,
        2_200,
        2_600,
        3_100,
        3_700,
        4_400,
        5_200,
        6_200,
        7_400,
        8_800,
        10_500,
        12_500,
    ),
    *(15_000, 17_800, 21_000, 25_000, 30_000, 36_000, 43_000),
)
"""Lengths in which papers are written, in tokens, so that cases share them."""
HEADER = 26
"""Tokens of a title line above a paper, about."""
MOST = 58
_STEPS = (
    (2_000, 3),
    (2_600, 4),
    (5_000, 5),
    (10_000, 8),
    (28_000, 8),
    (50_000, 9),
    (80_000, 11),
    (150_000, 14),
    (230_000, 19),
    (500_000, 34),
    (1_000_000, 54),
)
_FINE = 0.012  # share of the total that sizes may be off


def number_of_papers(tokens: int, draw: Draw) -> int:
    """Return how many papers a case of *tokens* is to have."""
    count = _STEPS[0][1]
    for (low, few), (high, many) in pairwise(_STEPS):
        if tokens >= low:
            count = few + round((many - few) * (min(tokens, high) - low) / (high - low))
    if count > 4:  # noqa: PLR2004 - fewer would hardly mislead
        count += draw.below(1 + count // 6) - (count // 12)
    return min(count, MOST)


def sizes(tokens: int, steps: Sequence[int], draw: Draw) -> list[int]:
    """Return :data:`SIZES` that with their title lines have about *tokens* together.

    *steps* says of each paper by how many steps it tends to be longer than the others; being the paper's own, it lets cases share it.
    """
    count = len(steps)
    wanted = tokens - HEADER * count
    middle = min(range(len(SIZES)), key=lambda at: abs(SIZES[at] - wanted // count))
    places = [min(max(middle + step, 0), len(SIZES) - 1) for step in steps]
    total = sum(SIZES[at] for at in places)
    for _ in range(40 * count):
        off = wanted - total
        if abs(off) <= _FINE * tokens:
            break
        # The step that leaves least, among a few drawn ones and all at the end.
        step = 1 if off > 0 else -1
        moves = [(abs(off - (SIZES[at + step] - SIZES[at])), place) for place, at in enumerate(places) if 0 <= at + step < len(SIZES)]
        if not moves:
            break
        left, place = draw.pick(moves) if abs(off) > SIZES[middle] // 2 else min(moves)
        if left >= abs(off):
            left, place = min(moves)
            if left >= abs(off):
                break
        total += SIZES[places[place] + step] - SIZES[places[place]]
        places[place] += step
    return [SIZES[at] for at in places]
