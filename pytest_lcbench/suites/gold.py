"""The shapes a gold answer may take, one per :class:`~pytest_lcbench.suites.case.AnswerKind`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.strict_json import kind_of

LETTERS = ("A", "B", "C", "D")


def gold_fault(gold: Any, kind: AnswerKind) -> str | None:
    """Return what is wrong with *gold* for an answer of *kind*, in words; ``None`` when it is sound."""
    if is_empty(gold):
        return "is empty: a case without a gold answer cannot be scored"
    sound, wanted = _SHAPES[kind]
    if sound(gold):
        return None
    return f"is {kind_of(gold)}; an answer of kind '{kind.value}' is {wanted}"


def is_empty(gold: Any) -> bool:
    """Whether *gold* says nothing: null, blank text, or a list or mapping without members."""
    if gold is None or (isinstance(gold, str) and not gold.strip()):
        return True
    return isinstance(gold, list | dict) and not gold


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _number(value: Any) -> bool:
    # Beyond a float no scorer can compare it.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _value(gold: Any) -> bool:
    return _text(gold) or _number(gold)


def _texts(gold: Any) -> bool:
    # One official Loong chain holds a paper without a title: a blank member is the source's, a list of blanks is nobody's.
    return isinstance(gold, list) and all(isinstance(member, str) for member in gold) and any(map(_text, gold))


def _names(gold: Any) -> bool:
    return _text(gold) or _texts(gold)


def _ordered(gold: Any) -> bool:
    return _text(gold) or (isinstance(gold, list) and all(map(_value, gold)))


def _groups(gold: Any) -> bool:
    return isinstance(gold, dict) and all(isinstance(members, list) and all(map(_text, members)) for members in gold.values())


def _pairs(gold: Any) -> bool:
    return isinstance(gold, dict) and all(map(_text, gold.values()))


def _letter(gold: Any) -> bool:
    return gold in LETTERS


_SHAPES: dict[AnswerKind, tuple[Callable[[Any], bool], str]] = {
    AnswerKind.VALUE: (_value, "text or a number"),
    AnswerKind.NAMES: (_names, "text or a list of texts"),
    AnswerKind.ORDERED: (_ordered, "text or a list of texts and numbers"),
    AnswerKind.GROUPS: (_groups, "an object of lists of texts"),
    AnswerKind.PAIRS: (_pairs, "an object of texts"),
    AnswerKind.CHAIN: (_texts, "a list of texts"),
    AnswerKind.TREND: (_value, "text or a number"),
    AnswerKind.CHOICE: (_letter, "one of the letters A to D"),
}
