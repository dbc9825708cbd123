"""Putting a document together: facts at their places, surrounding material up to a length, sentences from patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.drafts import Ranges, Written
from pytest_lcbench.suites.synthetic.draw import Draw

_BEGIN = re.compile(r"(?:^|(?<=[.!?] )|(?<=[.!?][\"”)] ))[\"“]?[a-z]")
_ARTICLE = re.compile(r"\b([Aa])(?= [aeiouE])")
_TRIES = 4
"""Pieces that may be found too long before a document ends; a short one may still fit."""
_SLOT = re.compile(r"\{(\w+)\}")


class Page:
    """Text under construction that remembers where facts stand."""

    __slots__ = ("_facts", "_parts", "length")

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._facts: dict[str, list[tuple[int, int]]] = {}
        self.length = 0

    def add(self, text: str, *facts: str) -> None:
        """Append *text*, which states each of *facts*."""
        for fact in facts:
            start = self.length + len(text) - len(text.lstrip("\n"))
            self._facts.setdefault(fact, []).append((start, self.length + len(text.rstrip("\n"))))
        self._parts.append(text)
        self.length += len(text)

    def written(self) -> Written:
        """Return the document as it stands."""
        facts: dict[str, Ranges] = {fact: tuple(places) for fact, places in self._facts.items()}
        return Written("".join(self._parts), facts)


@dataclass(frozen=True, slots=True)
class Plant:
    """A piece of text that must stand in the document.

    Args:
        at: where, as a share of the length (0 to 1).
        text: with its line end.
        facts: keys of what it states.

    """

    at: float
    text: str
    facts: tuple[str, ...] = ()


def compose(page: Page, plants: Sequence[Plant], filler: Callable[[], str], room: int) -> None:
    """Add *plants* at their places among pieces of *filler* until *room* characters were added."""
    spare = room - sum(len(plant.text) for plant in plants)
    planted = page.length
    for plant in sorted(plants, key=lambda plant: plant.at):
        while page.length - planted < spare * plant.at:
            page.add(filler())
        page.add(plant.text, *plant.facts)
        planted += len(plant.text)
    tries = _TRIES
    while tries:
        piece = filler()
        if page.length - planted + len(piece) // 2 > spare:
            tries -= 1
        else:
            page.add(piece)


def places(draw: Draw, count: int, low: float = 0.04, high: float = 0.96) -> list[float]:
    """Return *count* places spread evenly from *low* to *high*, each moved a little, in order."""
    step = (high - low) / max(count, 1)
    return [low + step * (at + 0.15 + 0.7 * draw.share()) for at in range(count)]


class Grammar:
    """Sentence patterns with slots: ``{slot}`` is replaced by one of that slot's texts, which may hold slots themselves.

    Args:
        rules: the texts of each slot.

    """

    def __init__(self, rules: Mapping[str, Sequence[str]]) -> None:
        self._rules = {name: tuple(_compiled(text) for text in texts) for name, texts in rules.items()}

    def speaker(self, draw: Draw, slots: Mapping[str, Sequence[str]]) -> Callable[[str], str]:
        """Return a function that says something of the slot it is given; *slots* are added to the rules or take their place.

        Texts of a slot are taken in a drawn order until all were used, so that none comes twice in a short stretch.
        """
        rules = self._rules | {name: tuple(_compiled(text) for text in texts) for name, texts in slots.items()}
        decks: dict[str, list[tuple[str, tuple[str, ...]]]] = {}

        def say(name: str) -> str:
            deck = decks.get(name)
            if not deck:
                deck = decks[name] = draw.shuffled(rules[name])
            text, inner = deck.pop()
            return text % tuple([say(slot) for slot in inner]) if inner else text

        return say


def _compiled(text: str) -> tuple[str, tuple[str, ...]]:
    inner = tuple(_SLOT.findall(text))
    return (_SLOT.sub("%s", text.replace("%", "%%")) if inner else text), inner


def capital(text: str) -> str:
    """Return *text* with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def plural(noun: str) -> str:
    """Return the plural of a regular English *noun*."""
    if noun.endswith(("s", "x", "z", "sh", "ch")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def sentences(text: str) -> str:
    """Return *text* with the first letter of each sentence in upper case, and ``an`` for ``a`` before a vowel."""
    return _ARTICLE.sub(r"\1n", _BEGIN.sub(lambda found: found.group().upper(), text))
