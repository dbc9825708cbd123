"""Reading a question about judgments: what it asks, in terms of the facts that a judgment states."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType

from pytest_lcbench.suites.synthetic.checking.legal import chinese, english
from pytest_lcbench.suites.synthetic.checking.legal.finding import number
from pytest_lcbench.suites.synthetic.checking.legal.judgment import Judgment, UnreadableError
from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import KINDS, Family

READERS: Mapping[str, ModuleType] = {"en": english, "zh": chinese}
_QUOTED = {"en": re.compile(r"'([A-Z][A-Za-z ]+)'"), "zh": re.compile(r"[‘“\"]([^‘’“”\"]{2,16})[’”\"]")}
_PRESIDING = {"en": re.compile(r"in which (\w+ \w+) presided"), "zh": re.compile(r"由(\S{2,4}?)担任审判长")}
_PARTIES = {
    "en": re.compile(r"(?:in the case that|in the matter between) (.+?) and (.+?)(?: fought)?\?"),
    "zh": re.compile(r"^(\S+?)与(\S+?)之间的"),
}
_THING = {
    "en": re.compile(r"^One (?:case|of the cases) (?:concerns|is about) (.+?)\. What sum"),
    "zh": re.compile(r"案件(?:涉及|围绕|关于)“(.+?)”"),
}
_ABOUT = {
    "en": re.compile(r"(?:about|some) (\d[\d,]{0,9}(?:\.\d+)?) thousand crowns"),
    "zh": re.compile(r"(?:大约是|约为)(\d[\d,]{0,9}(?:\.\d+)?)万元"),
}
_UNIT = {"en": 1_000, "zh": 10_000}
_BOUND = {"en": re.compile(r"(above|below) (\d[\d,]*) crowns"), "zh": re.compile(r"(高于|低于)(\d[\d,]*)元")}
_PERIOD = {
    "en": re.compile(r"from (\d+ \w+ \d{4}) to (\d+ \w+ \d{4}),? both days included"),
    "zh": re.compile(r"在(\d+年\d+月\d+日)至(\d+年\d+月\d+日)之间（含当日）"),
}
_KEYS = {
    "total": ("by the total finally ordered to be paid", "按主文最终确定的给付总额"),
    "date": ("by the date on which judgment was given", "按落款日期"),
    "months": ("by the length of the term of imprisonment", "按判处的刑期"),
}
_UPWARDS = ("from the smallest to the largest", "the earliest first", "从小到大", "由早到晚")
_DOWNWARDS = ("from the largest to the smallest", "the latest first", "从大到小", "由晚到早")
DIGITS = 3
"""Significant digits to which a sum asked for is rounded."""


@dataclass(frozen=True, slots=True)
class Test:
    """A condition that a judgment meets or not.

    Args:
        kind: its kind of matter.
        first: earliest date.
        last: latest date.
        above: its total in a civil matter is greater.
        below: its total in a civil matter is less.
        about: its total in a civil matter, rounded to three digits.
        presiding: its presiding judge.
        parties: two names that stand among its parties.
        thing: what its text speaks of.

    """

    kind: str | None = None
    first: dt.date | None = None
    last: dt.date | None = None
    above: int | None = None
    below: int | None = None
    about: float | None = None
    presiding: str | None = None
    parties: tuple[str, str] | None = None
    thing: str | None = None

    def met(self, judgment: Judgment, text: str) -> bool:
        """Whether *judgment*, whose text is *text*, meets every condition. Raises ``UnreadableError`` where it does not tell."""
        if self.kind is not None and judgment.kind != self.kind:
            return False
        if self.first is not None and self.last is not None:
            if judgment.date is None:
                message = "has no date"
                raise UnreadableError(message)
            return self.first <= judgment.date <= self.last
        if self.presiding is not None:
            return judgment.presiding == self.presiding
        if self.parties is not None:
            return all(name in judgment.names for name in self.parties)
        if self.thing is not None:
            return self.thing.lower() in text.lower()  # it may begin a sentence
        return self._sum_met(judgment)

    def _sum_met(self, judgment: Judgment) -> bool:
        if self.above is None and self.below is None and self.about is None:
            return True
        total = judgment.total
        if judgment.family is not Family.CIVIL or total is None:
            return False
        if self.below is not None and not total:
            message = "dismisses the claim, and whether nothing is a sum below another is left open"
            raise UnreadableError(message)
        if total in {self.above, self.below}:
            message = f"orders exactly the bound of {total}, which is neither above nor below"
            raise UnreadableError(message)
        above = self.above is None or total > self.above
        below = self.below is None or total < self.below
        return above and below and (self.about is None or float(f"%.{DIGITS}g" % total) == self.about)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Args:
        subtask: of the taxonomy.
        test: which judgments are asked for, where it is some of them.
        tell: the field of the judgment asked for that is to be told; ``None``: its title.
        key: the field by which to order.
        upwards: whether the least comes first.
        kinds: the kinds to sort into, or to pair in this order.
        orders: the orders on offer, by label, each as :func:`order_of` gives it.

    """

    subtask: str
    test: Test = Test()
    tell: str | None = None
    key: str | None = None
    upwards: bool = True
    kinds: tuple[str, ...] = ()
    orders: Mapping[str, tuple[str, int | None]] | None = None


def order_of(text: str) -> tuple[str, int | None]:
    """Return what an order on offer does (``pay``, ``appeal``, ``guilty``, ``quashed``, ``dismissed``, ``sustained``) and its sum."""
    sums = [number(figure) for figure in re.findall(r"(\d[\d,]*)(?: crowns|元)", text)]
    does = next(
        (
            does
            for does, words in {
                "guilty": ("Convicted", "Guilty", "被告人有罪", "判处刑罚"),
                "appeal": ("appeal", "order below", "原判"),
                "pay": (" pay ", "支付", "给付"),
                "quashed": ("quashed", "set aside", "撤销"),
                "sustained": ("sustained", "异议成立"),
                "dismissed": ("dismissed", "Nothing is awarded", "驳回"),
            }.items()
            if any(word in text for word in words)
        ),
        None,
    )
    if does is None or len(sums) > 1 or (does in {"guilty", "appeal", "pay"}) != bool(sums):
        message = f"offers an order that cannot be read: '{text[:60]}'"
        raise UnreadableError(message)
    return does, (sums[0] if sums else None)


def _object(text: str, opening: str) -> object:
    place = text.find(opening)
    try:
        return json.JSONDecoder().raw_decode(text, place)[0] if place >= 0 else None
    except (ValueError, RecursionError):
        return None


def _kinds(text: str, language: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in _QUOTED[language].findall(text) if name in KINDS[language]))


def read_question(text: str, subtask: str, language: str) -> Question:
    """Read the question *text*. Raises ``UnreadableError`` where it cannot be read or can be read in two ways."""
    if language not in READERS:
        message = f"is in a language without a reader, '{language}'"
        raise UnreadableError(message)
    question = _READ[subtask](text, language) if subtask in _READ else None
    if question is None:
        message = f"is not understood as {subtask}"
        raise UnreadableError(message)
    return question


def _one_kind(text: str, language: str) -> str | None:
    kinds = _kinds(text, language)
    return kinds[0] if len(kinds) == 1 else None


def _spotlight(text: str, language: str) -> Question | None:
    kind, about = _one_kind(text, language), _ABOUT[language].search(text)
    presiding, parties, thing = (pattern[language].search(text) for pattern in (_PRESIDING, _PARTIES, _THING))
    if presiding is not None:
        return Question("spotlight_locating", Test(presiding=presiding[1]), tell="date")
    if parties is not None:
        return Question("spotlight_locating", Test(parties=(parties[1], parties[2])), tell="court")
    if thing is not None:
        return Question("spotlight_locating", Test(thing=thing[1]), tell="total")
    if about is not None:
        return Question("spotlight_locating", Test(about=round(float(about[1].replace(",", "")) * _UNIT[language], 6)))
    return Question("spotlight_locating", Test(kind=kind)) if kind is not None else None


def _sequence(text: str, language: str) -> Question | None:
    kind = _one_kind(text, language)
    keys = [key for key, words in _KEYS.items() if any(word in text for word in words)]
    up, down = any(word in text for word in _UPWARDS), any(word in text for word in _DOWNWARDS)
    if kind is None or len(keys) != 1 or up == down:
        return None
    return Question("sequential_enumeration", Test(kind=kind), key=keys[0], upwards=up)


def _range(text: str, language: str) -> Question | None:
    bound, period = _BOUND[language].search(text), _PERIOD[language].search(text)
    if period is not None:
        day = READERS[language].day
        return Question("range_awareness", Test(first=day(period[1]), last=day(period[2])))
    if bound is not None:
        limit = number(bound[2])
        return Question("range_awareness", Test(above=limit) if bound[1] in {"above", "高于"} else Test(below=limit))
    kind = _one_kind(text, language)
    return Question("range_awareness", Test(kind=kind)) if kind is not None else None


def _classes(text: str, language: str) -> Question | None:
    named, shown = _kinds(text.partition("{")[0], language), _object(text, "{")
    if not named or not isinstance(shown, dict) or tuple(shown) != named:
        return None
    return Question("case_classification", kinds=named)


def _links(text: str, _: str) -> Question | None:
    orders = _object(text, "{")
    if not isinstance(orders, dict) or not orders:
        return None
    return Question("link_the_links", orders={str(label): order_of(str(order)) for label, order in orders.items()})


def _solitaire(text: str, language: str) -> Question | None:
    kinds = _object(text, "[")
    if not isinstance(kinds, list) or not kinds or not all(kind in KINDS[language] for kind in kinds) or len(set(kinds)) < len(kinds):
        return None
    return Question("solitaire", kinds=tuple(kinds))


_READ = {
    "spotlight_locating": _spotlight,
    "sequential_enumeration": _sequence,
    "range_awareness": _range,
    "case_classification": _classes,
    "link_the_links": _links,
    "solitaire": _solitaire,
}
