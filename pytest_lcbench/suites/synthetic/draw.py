"""Drawing that gives the same on every platform, every Python and every hash seed.

Of ``random.Random`` only ``random()`` is used, the one method whose sequence Python promises to keep for a seed; everything else is
made from it here.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

Kind = TypeVar("Kind")


class Draw:
    """A stream of decisions that depends on its key alone.

    Args:
        key: what the stream is for, e.g. ``("world", 7, "company", 3)``; two keys that differ give unrelated streams.

    """

    def __init__(self, *key: str | int) -> None:
        self._key = key
        written = "\x1f".join(f"{type(part).__name__}:{part}" for part in key)
        seed = int.from_bytes(hashlib.sha256(written.encode()).digest(), "big")
        self._random = random.Random(seed).random  # noqa: S311 - no secret; the same numbers everywhere are the point

    def fork(self, *key: str | int) -> Draw:
        """Return the stream of this key and *key*; it does not depend on what was drawn here so far."""
        return Draw(*self._key, *key)

    def share(self) -> float:
        """Return a number from 0 up to but not including 1."""
        return self._random()

    def chance(self, share: float) -> bool:
        """Return true in *share* of the cases."""
        return self._random() < share

    def below(self, count: int) -> int:
        """Return a whole number from 0 up to but not including *count*, which is at least 1."""
        return int(self._random() * count)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from *low* to *high*, both included."""
        return low + int(self._random() * (high - low + 1))

    def pick(self, things: Sequence[Kind]) -> Kind:
        """Return one of *things*, which are not empty."""
        return things[int(self._random() * len(things))]

    def shuffled(self, things: Sequence[Kind]) -> list[Kind]:
        """Return *things* in a drawn order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = int(self._random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order

    def sample(self, things: Sequence[Kind], count: int) -> list[Kind]:
        """Return *count* different ones of *things* in a drawn order. Raises ``ValueError`` when there are fewer."""
        if count > len(things):
            raise ValueError(f"{count} of {len(things)} cannot be drawn")
        order = list(things)
        for at in range(count):
            other = at + int(self._random() * (len(order) - at))
            order[at], order[other] = order[other], order[at]
        return order[:count]
