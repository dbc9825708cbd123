"""What the writers of both languages share: slots that every sentence may use, and what the evidence is made of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal.causes import causes, foils
from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit, witnesses
from pytest_lcbench.suites.synthetic.legal.grammar import Passage
from pytest_lcbench.suites.synthetic.legal.names import street

POOLS = ("PROCEDURE", "CLAIMANT", "DEFENDANT", "EXHIBITS", "TESTIMONY", "CHRONOLOGY", "ANALYSIS", "LETTERS", "EXPERT")
"""Kinds of filler; a trial for a crime has some of its own, under the same name with ``_CRIMINAL``."""
_ROOMY = 1_150  # tokens; below, a judgment has its core alone
_OWN, _NEAR = 0.5, 0.8  # lawsuits in which the own name, and the neighbour's, is spoken of
_THINGS = 14  # kinds of evidence in a judgment
_LONG = 5_000  # tokens; from here on every kind of evidence is shown


class Scribe:
    """Says things about one lawsuit.

    Args:
        suit: what the judgment is about.
        draw: decides how it is said.
        tokens: that the judgment is to have.
        opened: whether the order is left out.
        pools: filler by kind, of the language and the kind of case.
        day: writes a date.
        own: slots of the language, over those that both have.

    """

    def __init__(
        self,
        suit: Lawsuit,
        draw: Draw,
        tokens: int,
        *,
        opened: bool,
        pools: Mapping[str, tuple[str, ...]],
        day: Callable[[dt.date], str],
        own: Mapping[str, str | Callable[[Draw], str]],
    ) -> None:
        self.suit, self.draw, self.tokens, self.opened, self.pools = suit, draw, tokens, opened, pools
        self.roomy = tokens >= _ROOMY
        cast = witnesses(suit)
        # Drawn of the pool, and the same in a judgment of any length.
        own_draw = Draw("legal scribe", suit.language, suit.key, suit.docket, suit.claimant.name)
        things = own_draw.sample(suit.cause.things, min(_THINGS, len(suit.cause.things)))
        names = _names(suit, own_draw)
        first, _, filed, _, decided = suit.dates

        def between(start: dt.date, end: dt.date) -> Callable[[Draw], str]:
            return lambda draw: day(start + dt.timedelta(days=draw.between(1, (end - start).days - 1)))

        self.slots: dict[str, str | Callable[[Draw], str]] = {
            "P": suit.claimant.short,
            "D": suit.defendant.short,
            "T": suit.third,
            "item": suit.item,
            "obj": suit.item,
            "place": suit.place,
            "clerk": suit.clerk,
            "d1": day(first),
            "d2": day(suit.dates[1]),
            "date": between(first, filed),
            "hdate": between(filed, decided),
            "sdate": between(suit.dates[1], filed),
            "wit": lambda draw: draw.pick(cast[0::2]),
            "wit2": lambda draw: draw.pick(cast[1::2]),
            "judge": lambda draw: draw.pick(suit.judges[1:]),
            "thing": lambda draw: draw.pick(things[0::2]),
            "thing2": lambda draw: draw.pick(things[1::2]),
            # The own name and two neighbours', in any order: whatever is said of one could be said of another.
            "one": names[0].lower(),
            "other": names[1].lower(),
            "last": names[2].lower(),
            "street": lambda draw: street(suit.language, draw),
            "n": lambda draw: str(draw.between(2, 19)),
            "m": lambda draw: str(draw.between(2, 9)),
            "nn": lambda draw: str(draw.between(20, 95)),
            "nnn": lambda draw: str(draw.between(103, 989)),
            **own,
        }

    def say(self, template: str, fact: str = "", **extra: str) -> Passage:
        """Return an expansion of *template* as a statement of *fact*, with *extra* slots."""
        return Passage().say(template, {**self.slots, **extra} if extra else self.slots, self.draw, fact)

    def proofs(self) -> tuple[tuple[str, ...], ...]:
        """Return what the part on evidence is made of: one to four kinds in an order of this judgment's own."""
        criminal = self.suit.cause.kind == "criminal"
        kinds = [self.pools[name] for name in ("EXHIBITS", "TESTIMONY", "EXPERT", *(() if criminal else ("LETTERS",)))]
        # A short judgment has no room to show so much.
        return tuple(self.draw.sample(kinds, len(kinds) if self.tokens >= _LONG else self.draw.between(1, 2)))

    def rising(self, slot: str, first: int, last: int) -> tuple[str, dt.date, int]:
        """Return what ``Section.rising`` wants, for the time between two dates of the lawsuit."""
        start = self.suit.dates[first]
        return slot, start, (self.suit.dates[last] - start).days - 1


def _names(suit: Lawsuit, draw: Draw) -> list[str]:
    """Return three names of causes that parties and court speak of, the one spoken of most first.

    The own is one of them in about half of the lawsuits, and the neighbour in most, so that neither a name that stands in a judgment
    nor one that is missing says what it is about; what is named most often is seldom right.
    """
    known = causes(suit.language)
    beside = [
        known[key].label for key in dict.fromkeys((*suit.cause.near, *suit.near.near)) if key not in (suit.cause.key, suit.near.key)
    ]
    others = [*draw.shuffled(beside)[:1], *draw.shuffled(foils(suit.language, suit.cause.kind))]
    names = draw.shuffled([suit.near.label, others[0]] if draw.chance(_NEAR) else others[:2])
    if draw.chance(_OWN):
        names.insert(draw.pick((0, 1, 2, 2)), suit.cause.label)
    else:
        names.append(next(name for name in others if name not in names))
    return names
