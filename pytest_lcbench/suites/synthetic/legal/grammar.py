"""Sentences with choices and slots, and passages that know where they state a fact.

A template is text with ``{slot}`` and ``[one|another|]``; choices may be nested. It is taken apart once and expanded often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pytest_lcbench.suites.synthetic.draw import Draw

Slots = Mapping[str, str | Callable[[Draw], str] | Mapping[str, str]]
"""What stands for a slot: a text, something that draws one each time, or (``.name``) a fact of each thing that another slot may hold.

``{thing.pages}`` is what ``.pages`` says of the thing that ``{thing}`` holds in this sentence: the same in every sentence.
"""

_KEPT = (
    "wit",
    "wit2",
    "thing",
    "thing2",
    "judge",
    "exp",
    "exp2",
    "off",
)  # drawn once a sentence: whoever is named again in it is the same


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str


@dataclass(frozen=True, slots=True)
class _Choice:
    ways: tuple[_Parts, ...]


_Parts = tuple["str | _Slot | _Choice", ...]


@lru_cache(maxsize=8192)
def take_apart(template: str) -> _Parts:
    """Return the parts of *template*. Raises ``ValueError`` when a bracket of it is not closed."""
    parts, end = _parts(template, 0, closing="")
    if end != len(template):
        raise ValueError(f"a bracket too many in the template {template!r}")
    return parts


def _parts(template: str, at: int, *, closing: str) -> tuple[_Parts, int]:
    parts: list[str | _Slot | _Choice] = []
    text: list[str] = []
    while at < len(template) and template[at] not in closing:
        char = template[at]
        if char == "{":
            end = template.index("}", at)
            parts += ["".join(text), _Slot(template[at + 1 : end])]
            text, at = [], end + 1
        elif char == "[":
            parts.append("".join(text))
            text = []
            ways: list[_Parts] = []
            while char != "]":
                way, at = _parts(template, at + 1, closing="|]")
                ways.append(way)
                if at >= len(template):
                    raise ValueError(f"a bracket is not closed in the template {template!r}")
                char = template[at]
            parts.append(_Choice(tuple(ways)))
            at += 1
        else:
            text.append(char)
            at += 1
    parts.append("".join(text))
    return tuple(part for part in parts if part != ""), at


@dataclass(slots=True)
class Passage:
    """A paragraph under construction.

    Args:
        pieces: of its text.
        length: of its text, in characters.
        facts: where in it a fact is stated.

    """

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    facts: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def add(self, text: str, fact: str = "") -> Passage:
        """Append *text* as it is, as a statement of *fact* unless that is empty."""
        if fact:
            self.facts.setdefault(fact, []).append((self.length, self.length + len(text)))
        self.pieces.append(text)
        self.length += len(text)
        return self

    def join(self, other: Passage, gap: str = "") -> Passage:
        """Append *other* with its facts, after *gap* unless nothing stands here yet."""
        if self.length and other.length:
            self.add(gap)
        for fact, ranges in other.facts.items():
            self.facts.setdefault(fact, []).extend((first + self.length, last + self.length) for first, last in ranges)
        return self.add(other.text)

    def say(self, template: str, slots: Slots, draw: Draw, fact: str = "") -> Passage:
        """Append an expansion of *template*. A slot whose name has the form ``fact:name`` marks what it holds as that fact."""
        begin = self.length
        self._expand(take_apart(template), slots, draw, {})
        if fact:
            self.facts.setdefault(fact, []).append((begin, self.length))
        return self

    def _expand(self, parts: _Parts, slots: Slots, draw: Draw, kept: dict[str, str]) -> None:
        for part in parts:
            if isinstance(part, str):
                self.pieces.append(part)
                self.length += len(part)
            elif isinstance(part, _Choice):
                self._expand(draw.pick(part.ways), slots, draw, kept)
            else:
                fact, _, name = part.name.rpartition(":")
                subject, _, told = name.partition(".")
                held = _held(subject, slots, draw, kept)
                self.add(_told(told, held, slots) if told else held, fact)

    @property
    def text(self) -> str:
        """What was said so far."""
        return "".join(self.pieces)


def _held(name: str, slots: Slots, draw: Draw, kept: dict[str, str]) -> str:
    held = slots[name]
    if isinstance(held, str):
        return held
    if name in kept:
        return kept[name]
    if isinstance(held, Mapping):
        raise TypeError(f"the slot {name!r} holds facts of things, and is no text by itself")
    said = held(draw)
    if name in _KEPT:
        kept[name] = said
    return said


def _told(name: str, subject: str, slots: Slots) -> str:
    facts = slots["." + name]
    if isinstance(facts, Mapping):
        return facts[subject]
    raise TypeError(f"the slot '.{name}' holds no facts of things")


def expand(template: str, slots: Slots, draw: Draw) -> str:
    """Return one expansion of *template*."""
    return Passage().say(template, slots, draw).text
