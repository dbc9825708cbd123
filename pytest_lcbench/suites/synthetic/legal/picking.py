"""Finding lawsuits of a world that make a case with one right answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal.causes import Cause, causes
from pytest_lcbench.suites.synthetic.legal.facts import NUMBERS, Lawsuit, lawsuit

_TRIES = 900
MARGIN = 0.03
"""Least relative distance of two amounts that are compared."""

Test = Callable[[Lawsuit], bool]


class Picker:
    """Draws the lawsuits of one case, no two of which share a name, a date or an amount.

    Args:
        world: whose.
        language: of the documents.
        draw: decides.

    """

    def __init__(self, world: int, language: str, draw: Draw) -> None:
        self.world, self.language, self.draw = world, language, draw
        self.causes: dict[str, Cause] = causes(language)
        self.taken: list[Lawsuit] = []

    def kinds(self, *kinds: str) -> list[Cause]:
        """Return the causes of these kinds, in the catalogue's order."""
        return [cause for cause in self.causes.values() if cause.kind in kinds]

    def take(self, options: Sequence[str], wanted: Test | None = None, wished: Test | None = None) -> Lawsuit:
        """Take a lawsuit of one of the causes *options* that is *wanted*, and *wished* if one is soon found.

        Raises ``SettingsError`` when the world has none left.

        """
        for turn in range(_TRIES):
            suit = lawsuit(self.world, self.language, self.draw.pick(options), self.draw.below(NUMBERS))
            if not self._free(suit) or (wanted is not None and not wanted(suit)):
                continue
            if wished is not None and turn < _TRIES // 3 and not wished(suit):
                continue
            self.taken.append(suit)
            return suit
        raise SettingsError(f"world {self.world} has no further judgment for such a case: ask for another world or a shorter case")

    def _free(self, suit: Lawsuit) -> bool:
        for other in self.taken:
            if other.decided == suit.decided or other.place == suit.place or other.judges[0] == suit.judges[0]:
                return False
            if suit.award and other.award and close(suit.award, other.award):
                return False
            if suit.months and suit.months == other.months:
                return False
            mine, theirs = names_of(suit), names_of(other)
            if any(name in known or known in name for name in mine for known in theirs):
                return False
        return True


def names_of(suit: Lawsuit) -> tuple[str, ...]:
    """Return the names by which a question may point to *suit*."""
    sides = (
        (suit.claimant, suit.defendant)
        if suit.cause.kind == "civil"
        else (suit.defendant,)
        if suit.cause.kind == "criminal"
        else (suit.claimant,)
    )
    return tuple(side.short for side in sides)


def close(one: int, other: int) -> bool:
    """Whether two amounts are nearer than :data:`MARGIN`."""
    return abs(one - other) < MARGIN * max(one, other)
