"""The checker's own answer to a question, from the facts that it read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.checking.legal.judgment import Judgment, UnreadableError
from pytest_lcbench.suites.synthetic.checking.legal.question import Question
from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import Family

Answer = str | tuple[str, ...] | Mapping[str, object]
"""Text; titles (in order where order counts, else sorted); or a mapping, of titles or of sorted tuples of titles."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A judgment in its case: its title as answers give it, its facts and its text."""

    title: str
    judgment: Judgment
    text: str


def order_due(judgment: Judgment) -> tuple[str, int | None]:
    """Return the order that findings and reasons call for, as ``question.order_of`` gives it. Raises ``UnreadableError``: none."""
    if judgment.family in {Family.ADMINISTRATIVE, Family.EXECUTION}:
        if judgment.granted is None:
            message = "does not say whether the application succeeds"
            raise UnreadableError(message)
        granted = "quashed" if judgment.family is Family.ADMINISTRATIVE else "sustained"
        return (granted if judgment.granted else "dismissed"), None
    total = judgment.reckoned
    if total is None:
        message = "does not say what the sum ordered comes to"
        raise UnreadableError(message)
    if judgment.family is Family.CRIMINAL:
        return "guilty", total
    return ("appeal" if judgment.appeal else "pay", total) if total else ("dismissed", None)


def answer(question: Question, shown: Sequence[Shown], language: str) -> Answer:
    """Answer *question* from *shown*. Raises ``UnreadableError`` where there is no answer, or a second one."""
    if question.subtask == "spotlight_locating":
        return _spotlight(question, shown, language)
    if question.subtask == "sequential_enumeration":
        return _sequence(question, shown)
    if question.subtask == "range_awareness":
        return tuple(sorted(one.title for one in shown if _met(question, one)))
    if question.subtask == "case_classification":
        return _classes(question, shown)
    if question.subtask == "link_the_links":
        return _links(question, shown)
    return _solitaire(question, shown)


def _met(question: Question, one: Shown) -> bool:
    try:
        return question.test.met(one.judgment, one.text)
    except UnreadableError as fault:
        message = f"{one.title} {fault}"
        raise UnreadableError(message) from None


def _spotlight(question: Question, shown: Sequence[Shown], language: str) -> str:
    found = [one for one in shown if _met(question, one)]
    if len(found) != 1:
        titles = ", ".join(one.title for one in found) or "no judgment"
        message = f"{titles} fit a question that is about one"
        raise UnreadableError(message)
    (one,) = found
    if question.tell is None:
        return one.title
    value = getattr(one.judgment, question.tell)
    if value is None or (question.tell == "total" and one.judgment.family is not Family.CIVIL):
        message = f"{one.title} does not state its {question.tell}"
        raise UnreadableError(message)
    return told(value, language)


def told(value: dt.date | int | str, language: str) -> str:
    """Return *value* as an answer gives it."""
    if isinstance(value, dt.date):
        return f"{value.year}年{value.month}月{value.day}日" if language == "zh" else f"{value.day} {value:%B} {value.year}"
    return str(value)


def _sequence(question: Question, shown: Sequence[Shown]) -> tuple[str, ...]:
    found: list[tuple[dt.date | int, str]] = []
    for one in shown:
        if _met(question, one):
            value = getattr(one.judgment, question.key or "date")
            if value is None:
                message = f"{one.title} does not state its {question.key}"
                raise UnreadableError(message)
            found.append((value, one.title))
    if len({value for value, _ in found}) < len(found):
        message = f"two judgments to be ordered have the same {question.key}"
        raise UnreadableError(message)
    return tuple(title for _, title in sorted(found, reverse=not question.upwards))


def _classes(question: Question, shown: Sequence[Shown]) -> dict[str, object]:
    groups: dict[str, list[str]] = {kind: [] for kind in question.kinds}
    for one in shown:
        if one.judgment.kind not in groups:
            message = f"{one.title} is of no kind that is offered, but {one.judgment.kind}"
            raise UnreadableError(message)
        groups[one.judgment.kind].append(one.title)
    return {kind: tuple(sorted(titles)) for kind, titles in groups.items()}


def _links(question: Question, shown: Sequence[Shown]) -> dict[str, object]:
    links: dict[str, object] = {}
    for one in shown:
        try:
            due = order_due(one.judgment)
        except UnreadableError as fault:
            message = f"{one.title} {fault}"
            raise UnreadableError(message) from None
        labels = [label for label, order in (question.orders or {}).items() if order == due]
        if len(labels) != 1 or labels[0] in links.values():
            message = f"{one.title} calls for {due[0]} {due[1] or ''}, which is on offer {len(labels)} times or taken by another"
            raise UnreadableError(message)
        links[one.title] = labels[0]
    return links


def _solitaire(question: Question, shown: Sequence[Shown]) -> dict[str, object]:
    pairs: dict[str, object] = {}
    for kind in question.kinds:
        titles = [one.title for one in shown if one.judgment.kind == kind]
        if len(titles) != 1:
            message = f"{len(titles)} judgments are of the kind {kind}"
            raise UnreadableError(message)
        pairs[kind] = titles[0]
    return pairs
