"""Courts, dates, terms of imprisonment and lengths in English."""

from __future__ import annotations

import datetime as dt

from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit

_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
_CHARACTER, _SPACE = 0.0095, 1.408  # cl100k tokens of each, fitted to judgments of all lengths


def tokens_of(text: str) -> float:
    """Return about how many cl100k tokens *text* has, from its characters and its words."""
    return _CHARACTER * len(text) + _SPACE * text.count(" ")


def day(date: dt.date) -> str:
    """Return *date* as a judgment writes it."""
    return f"{date.day} {_MONTHS[date.month - 1]} {date.year}"


def term(months: int) -> str:
    """Return a term of imprisonment in words."""
    years, rest = divmod(months, 12)
    parts = [f"{_NUMBERS[number]} {unit}{'s' if number > 1 else ''}" for number, unit in ((years, "year"), (rest, "month")) if number]
    return " and ".join(parts)


def court_of(suit: Lawsuit) -> str:
    """Return the court that decided."""
    if suit.instance == "appeal":
        return f"Court of Appeal at {suit.town}"
    if suit.cause.kind == "criminal":
        return f"Assize Court of {suit.town}"
    if suit.cause.kind == "administrative":
        return f"Administrative Court of {suit.town}"
    return f"{('County Court', 'High Court', 'Civil Court', 'City Court')[suit.docket % 4]} of {suit.town}"


def court_below(suit: Lawsuit) -> str:
    """Return the court whose judgment is appealed from, as a sentence names it."""
    return f"the {('County Court', 'Civil Court')[suit.docket % 2]} of {suit.town}"
