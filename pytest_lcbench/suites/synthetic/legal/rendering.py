"""What both writers and questions say alike: courts and dates, by language; and writing a key."""

from __future__ import annotations

import datetime as dt

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.legal import en_terms, en_writing, zh_terms, zh_writing
from pytest_lcbench.suites.synthetic.legal.causes import causes
from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit, lawsuit

_OPEN = "-open"


def court_of(suit: Lawsuit) -> str:
    """Return the full name of the court that decided."""
    return zh_terms.court_of(suit) if suit.language == "zh" else en_terms.court_of(suit)


def long_day(day: dt.date, language: str) -> str:
    """Return *day* as a question writes it."""
    return zh_terms.day(day) if language == "zh" else en_terms.day(day)


def write(world: int, language: str, key: str, tokens: int) -> Written:
    """Write a document of a world. Raises ``KeyError`` for a key that no draft gives."""
    if language not in ("en", "zh"):
        raise KeyError(language)
    cause, _, number = key.removesuffix(_OPEN).partition("-")
    if cause not in causes(language) or not number.isdecimal() or str(int(number)) != number:
        raise KeyError(key)
    suit = lawsuit(world, language, cause, int(number))
    opened = key.endswith(_OPEN)
    return zh_writing.write(suit, tokens, opened=opened) if language == "zh" else en_writing.write(suit, tokens, opened=opened)
