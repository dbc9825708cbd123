"""How many documents a case has, and how long each is."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.draw import Draw

CLASSES = (
    450, 520, 600, 700, 820, 960, 1_120, 1_300, 1_500, 1_750, 2_050, 2_400, 2_800, 3_300, 3_850, 4_500, 5_250, 6_100, 7_150, 8_350, 9_750,
    11_400, 13_300, 15_500, 18_100, 21_100, 24_700, 28_800, 33_600, 39_200, 45_800, 53_500, 62_400, 72_800, 85_000,
)  # fmt: skip
"""The lengths that documents come in, so that cases share them."""

_COMPARED = (
    (3_000, 3, 4),
    (6_000, 4, 5),
    (20_000, 4, 6),
    (55_000, 4, 7),
    (100_000, 5, 10),
    (200_000, 8, 15),
    (260_000, 10, 22),
    (0, 12, 36),
)
_FOLLOWED = (
    (3_000, 2, 4),
    (6_000, 3, 5),
    (20_000, 3, 6),
    (55_000, 3, 7),
    (100_000, 4, 9),
    (200_000, 6, 13),
    (260_000, 8, 18),
    (0, 14, 28),
)
_HEADER = 12
_NEAR_ENOUGH = 0.015


def count_of(tokens: int, draw: Draw, *, followed: bool = False) -> int:
    """Return a number of documents for *tokens*; *followed*: of one company over time."""
    for limit, low, high in _FOLLOWED if followed else _COMPARED:
        if tokens <= limit or not limit:
            return draw.between(low, high)
    raise AssertionError


def sizes_of(tokens: int, count: int, draw: Draw) -> list[int]:
    """Return *count* length classes that with their headers come to *tokens*, within a few hundredths."""
    wanted = tokens - _HEADER * count
    mean = wanted / count
    middle = min(range(len(CLASSES)), key=lambda at: abs(CLASSES[at] - mean))
    low, high = max(0, middle - 4), min(len(CLASSES) - 1, middle + 3)
    chosen = [draw.between(low, high) for _ in range(count)]
    for _ in range(60 * count):
        over = sum(CLASSES[at] for at in chosen) - wanted
        if abs(over) <= _NEAR_ENOUGH * wanted:
            break
        # The one step that comes nearest; a drawn document first, so that not always the same one gives way.
        step = -1 if over > 0 else 1
        best = None
        for at in draw.shuffled(range(count)):
            new = chosen[at] + step
            if 0 <= new < len(CLASSES):
                miss = abs(over + CLASSES[new] - CLASSES[chosen[at]])
                if best is None or miss < best[0]:
                    best = (miss, at)
        if best is None or best[0] >= abs(over):
            break
        chosen[best[1]] += step
    return [CLASSES[at] for at in chosen]
