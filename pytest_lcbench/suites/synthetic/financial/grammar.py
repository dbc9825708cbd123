"""Sentences from patterns: ``[a|b]`` is one of its alternatives, ``<name>`` a word of the entity that is written about.

Before a pattern may stand in braces of what kinds of trade it can be said (``{gear goods}``; without: of all), and ``last`` if it closes
a topic (``nothing else has happened``) and makes sense after something else only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pytest_lcbench.suites.synthetic.draw import Draw

Slot = Sequence[str] | Callable[[Draw], str]
"""What fills a name: one of some words, or something made on the spot."""

_TOKEN = re.compile(r"\[([^\[\]]*)\]|<(\w+)>")
_FOR = re.compile(r"\{([a-z ]+)\} *")
_TRIES = 8

_Piece = tuple[int, str, tuple["Pattern", ...]]


class Pattern:
    """A pattern taken apart once.

    Args:
        text: the pattern; alternatives may hold names, but no alternatives.

    """

    __slots__ = ("_pieces", "closes", "kinds", "text")

    def __init__(self, text: str) -> None:
        head = _FOR.match(text)
        words = head[1].split() if head else []
        text = text[head.end() :] if head else text
        self.text = text
        self.closes = "last" in words
        self.kinds = tuple(word for word in words if word != "last")
        pieces: list[_Piece] = []
        at = 0
        for match in _TOKEN.finditer(text):
            if match.start() > at:
                pieces.append((0, text[at : match.start()], ()))
            if match[2]:
                pieces.append((1, match[2], ()))
            else:
                pieces.append((2, "", tuple(Pattern(part) for part in match[1].split("|"))))
            at = match.end()
        if at < len(text):
            pieces.append((0, text[at:], ()))
        self._pieces = tuple(pieces)

    def write(self, draw: Draw, slots: Mapping[str, Slot], out: list[str]) -> None:
        """Append the parts of one sentence to *out*."""
        for kind, text, choices in self._pieces:
            if kind == 0:
                out.append(text)
            elif kind == 1:
                slot = slots[text]
                word = slot(draw) if callable(slot) else draw.pick(slot)
                if not callable(slot):
                    for _ in range(_TRIES):  # two places or products of a sentence are two
                        if word not in out:
                            break
                        word = draw.pick(slot)
                out.append(word)
            else:
                draw.pick(choices).write(draw, slots, out)


def patterns(text: str) -> tuple[Pattern, ...]:
    """Return the patterns of *text*, one a line."""
    return tuple(Pattern(line.strip()) for line in text.strip().split("\n") if line.strip())


def fitting(topic: Sequence[Pattern], kind: str, fixed: Sequence[str] = ()) -> tuple[Pattern, ...]:
    """Return the patterns of *topic* that a company of a trade of *kind* can say, those that name one of *fixed* twice left out."""
    said = [pattern for pattern in topic if not pattern.kinds or kind in pattern.kinds]
    return tuple(pattern for pattern in said if not any(pattern.text.count(f"<{name}>") > 1 for name in fixed))


class Speaker:
    """Says sentences about one entity, in no order twice and no sentence twice.

    Args:
        draw: decides.
        slots: the entity's words.

    """

    def __init__(self, draw: Draw, slots: Mapping[str, Slot]) -> None:
        self._draw = draw
        self._slots = slots
        self._said: set[str] = set()
        self._left: dict[int, list[Pattern]] = {}

    def _sentence(self, topic: tuple[Pattern, ...], slots: Mapping[str, Slot]) -> str:
        """Return a sentence of *topic*: every pattern is used before one is used again."""
        for _ in range(3):
            left = self._left.get(id(topic))
            if not left:
                # Taken from the end: what closes a topic stands at the beginning.
                left = self._left[id(topic)] = sorted(self._draw.shuffled(topic), key=lambda pattern: not pattern.closes)
            out: list[str] = []
            left.pop().write(self._draw, slots, out)
            text = "".join(out)
            if ".." in text:
                text = text.replace("..", ".")  # a firm's B.V. at the end of a sentence
            if text not in self._said:
                break
        self._said.add(text)
        return text[0].upper() + text[1:] if text[0].islower() else text

    def paragraph(self, topic: tuple[Pattern, ...], count: int, gap: str, fixed: Mapping[str, Slot] | None = None) -> str:
        """Return *count* sentences of *topic* with *gap* between them, the words of *fixed* before all others."""
        slots = self._slots if fixed is None else {**self._slots, **fixed}
        return gap.join([self._sentence(topic, slots) for _ in range(count)])
