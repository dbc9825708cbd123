"""Finding words and sums in a judgment: what both languages share."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from pytest_lcbench.suites.synthetic.checking.legal.judgment import Span, UnreadableError
from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import Family, Kind

_T = TypeVar("_T")


_EARLIEST = dt.date(1000, 1, 1)
_DIGITS = 15
"""Digits of the longest figure that is taken for a sum."""


def number(words: str) -> int:
    """Return the figure written as *words* (``12,300``). Raises ``UnreadableError`` where it is far too long for a sum."""
    digits = words.replace(",", "")
    if len(digits) > _DIGITS:
        message = f"has a figure of {len(digits)} digits"
        raise UnreadableError(message)
    return int(digits)


def calendar_day(year: int, month: int, day: int) -> dt.date:
    """Return that day. Raises ``UnreadableError`` where the calendar, or any court, knows none."""
    try:
        date = dt.date(year, month, day)
    except ValueError:
        date = dt.date.min
    if date < _EARLIEST:
        message = f"has no such day as {year}-{month}-{day}"
        raise UnreadableError(message)
    return date


def occurrences(text: str, word: str, start: int = 0) -> Iterator[int]:
    """Yield where *word* stands in *text*, from *start* on."""
    place = text.find(word, start)
    while place >= 0:
        yield place
        place = text.find(word, place + len(word))


def own(text: str, elsewhere: re.Pattern[str]) -> str:
    """Return *text* with every line that *elsewhere* finds left blank: what it tells is not what this court found. Places stay."""
    return elsewhere.sub(lambda line: " " * len(line[0]), text)


def kind_of(text: str, kinds: Mapping[str, Kind], family: Family) -> tuple[str, tuple[Span, ...]]:
    """Return the one kind of *family* whose words *text* holds, and where these words stand.

    Raises ``UnreadableError`` where words of no kind or of several kinds are found.
    """
    found: dict[str, list[Span]] = {}
    for kind in kinds.values():
        for word in (*kind.facts, *kind.reasons):
            for place in occurrences(text, word):
                found.setdefault(kind.name, []).append((place, place + len(word)))
    if len(found) != 1:
        says = " and ".join(f"{name} ('{text[slice(*spans[0])]}')" for name, spans in found.items())
        message = f"shows words of {says}" if found else "shows no words of any kind of matter"
        raise UnreadableError(message)
    ((name, spans),) = found.items()
    if kinds[name].family is not family:
        message = f"is a {family} matter by its form and shows words of {name} ('{text[slice(*spans[0])]}')"
        raise UnreadableError(message)
    return name, tuple(spans)


def one(values: Sequence[tuple[_T, Span]], what: str, contradictions: list[str]) -> tuple[_T | None, tuple[Span, ...]]:
    """Return the value that all of *values* agree on, and every place; a disagreement is added to *contradictions*."""
    if not values:
        return None, ()
    if len({value for value, _ in values}) > 1:
        contradictions.append(f"{what} is stated as {' and as '.join(str(value) for value, _ in values)}")
    return values[-1][0], tuple(span for _, span in values)


def ruling_on(
    text: str, sum_asked: str, item: str, start: int, sentence: Callable[[str, int], Span], money: Callable[[str], list[Span]]
) -> Span | None:
    """Return the sentence after *start* that names both *item* and the sum asked for it: the ruling. ``None``: there is none."""
    for place in occurrences(text, sum_asked, start):
        if text[place - 1 : place].isdigit() or text[place - 1 : place] == ",":
            continue
        first, last = sentence(text, place)
        said = text[first:last]
        if item.lower() in said.lower() and any(first + a == place for a, _ in money(said)):
            return first, last
    return None


def outcome(
    text: str, family: Family, granted: Sequence[str], refused: Sequence[str], settled: Sequence[str], contradictions: list[str]
) -> tuple[bool | None, tuple[Span, ...]]:
    """Return whether an application or objection succeeds, or a claim fails because it was settled, and where the court says so."""
    if family is Family.CRIMINAL:
        return None, ()
    words = dict.fromkeys(settled if family is Family.CIVIL else refused, False)
    if family is not Family.CIVIL:
        words |= dict.fromkeys(granted, True)
    said = [(grants, (place, place + len(word))) for word, grants in words.items() for place in occurrences(text, word)]
    return one(said, "the outcome", contradictions)
