"""A small grammar for prose: patterns with alternatives and slots, expanded by a stream of decisions.

``[one|two]`` chooses, ``{slot}`` is filled in, ``a~`` becomes *a* or *an* by what follows, ``@is/are`` agrees with the noun right
before it. Brackets may be nested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from pytest_lcbench.suites.synthetic.draw import Draw

Part = str | tuple[str, int] | tuple["Parts", ...]
"""Literal text, a slot (its name, 0), or alternatives."""
Parts = tuple[Part, ...]
Filling = str | Sequence[str] | Callable[[], str]
"""What a slot holds: a text, texts of which one is drawn, or a function that gives one."""

_MARK = re.compile(r"[\[\]|]|\{(\w+)\}")
_ARTICLE = re.compile(r"\b([Aa])~ ?(?=(\W*)(\w))")
_AGREES = re.compile(r"(\w+)([^\w@]*)@(\w+)/(\w+)")
_REDRAWS = 4


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> Parts:
    """Return *pattern* taken apart. Raises ``ValueError`` when its brackets do not match."""
    levels: list[list[list[Part]]] = [[[]]]
    at = 0
    for mark in _MARK.finditer(pattern):
        if mark.start() > at:
            levels[-1][-1].append(pattern[at : mark.start()])
        at = mark.end()
        sign = mark.group()
        if sign == "[":
            levels.append([[]])
        elif sign == "|" and len(levels) > 1:
            levels[-1].append([])
        elif sign == "]":
            if len(levels) == 1:
                raise ValueError(f"a bracket closes that was not opened: {pattern}")
            options = tuple(tuple(option) for option in levels.pop())
            levels[-1][-1].append(options)
        elif mark.group(1):
            levels[-1][-1].append((mark.group(1), 0))
        else:
            levels[-1][-1].append(sign)
    if len(levels) != 1:
        raise ValueError(f"a bracket is not closed: {pattern}")
    if at < len(pattern):
        levels[-1][-1].append(pattern[at:])
    return tuple(levels[0][0])


def _articled(text: str) -> str:
    return _ARTICLE.sub(lambda mark: f"{mark[1]}n " if mark[3] in "aeiouAEIO" else f"{mark[1]} ", text)


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith("ss")


def capitalised(text: str) -> str:
    """Return *text* beginning with a capital, unless its first word has its capitals elsewhere: ``nDCG@10``."""
    return text if text[1:2].isupper() else text[:1].upper() + text[1:]


class Composer:
    """Expands patterns for one document; a sentence it has given before it avoids giving again.

    Args:
        draw: decides.
        slots: what the slots hold.
        capitals: whether a sentence begins with a capital (English).

    """

    def __init__(self, draw: Draw, slots: Mapping[str, Filling], *, capitals: bool) -> None:
        self._share = draw.share
        self._draw = draw
        self._slots = slots
        self._capitals = capitals
        self._given: set[str] = set()
        self._decks: dict[tuple[str, ...], list[str]] = {}
        self._dealt: dict[tuple[str, ...], int] = {}

    def expand(self, pattern: str, local: Mapping[str, str] | None = None) -> str:
        """Return *pattern* expanded; *local* fills slots before the document's own do."""
        out: list[str] = []
        self._into(out, compiled(pattern), local or {})
        text = "".join(out)
        if "@" in text:
            text = _AGREES.sub(lambda mark: f"{mark[1]}{mark[2]}{mark[4] if _is_plural(mark[1]) else mark[3]}", text)
        return _articled(text) if "~" in text else text

    def sentence(self, patterns: tuple[str, ...], local: Mapping[str, str] | None = None, rounds: int | None = None) -> str:
        """Return a sentence from one of *patterns*, each used once before any is used again.

        After so many *rounds* through all of them there is none left: the sentence is empty. What states a fact of the document, or
        what it did, is to be said once.
        """
        text = ""
        for _ in range(_REDRAWS):
            deck = self._decks.get(patterns)
            if not deck:
                dealt = self._dealt.get(patterns, 0)
                if dealt == rounds:
                    return ""
                self._dealt[patterns] = dealt + 1
                deck = self._decks[patterns] = self._draw.shuffled(patterns)
            text = self.expand(deck.pop(), local)
            if self._capitals:
                text = capitalised(text)
            if text not in self._given:
                break
        self._given.add(text)
        return text

    def _into(self, out: list[str], parts: Parts, local: Mapping[str, str]) -> None:
        share = self._share
        for part in parts:
            if isinstance(part, str):
                out.append(part)
            elif len(part) == 2 and isinstance(part[0], str):  # noqa: PLR2004 - a slot: (name, 0)
                name = part[0]
                filling: Filling = local[name] if name in local else self._slots[name]
                if isinstance(filling, str):
                    out.append(filling)
                elif callable(filling):
                    out.append(filling())
                else:
                    out.append(filling[int(share() * len(filling))])
            else:
                self._into(out, part[int(share() * len(part))], local)
