"""What the comparison of one kind of answer comes to, before it is dressed as a :class:`Score`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

FULL: Final = 100.0
MOST_PARTIAL: Final = 95.0
LEAST_PARTIAL: Final = 5.0
DOUBTED: Final = 60.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points with their reason.

    Args:
        points: 0-100; 100 only when everything asked is right and nothing wrong is asserted.
        answer: what was read as the answer; ``None`` when nothing was.
        evidence: why, in a few words, possibly with untrusted text in it.
        flags: as in :class:`Score`.

    """

    points: float
    answer: str | None
    evidence: str
    flags: tuple[str, ...] = ()


UNPARSED: Final = ("unparsed",)


def nothing(evidence: str = "no answer found") -> Outcome:
    """Nothing that could be compared was found."""
    return Outcome(0.0, None, evidence, UNPARSED)


def partial(share: float) -> float:
    """Return points strictly between none and full for a *share* of the answer above zero; 0 for none of it."""
    return 0.0 if share <= 0 else min(MOST_PARTIAL, max(LEAST_PARTIAL, round(FULL * share, 2)))


def f1_points(right: float, expected: int, given: int) -> float:
    """Return 100 when all of *expected* and nothing else is given, else partial points by the F1 measure."""
    if right >= expected and given <= expected:
        return FULL
    return partial(2 * right / (expected + given)) if expected + given else 0.0


def some(names: Iterable[str], limit: int = 3) -> str:
    """Return the first few of *names* for an evidence line."""
    listed = list(names)
    return ", ".join(name.strip()[:60] for name in listed[:limit]) + (f" and {len(listed) - limit} more" if len(listed) > limit else "")
