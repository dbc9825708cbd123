"""The proof of one case: its gold follows from the text, every document is needed, the passages state the facts, nothing rivals."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.legal.finding import own
from pytest_lcbench.suites.synthetic.checking.legal.judgment import Judgment, Span, UnreadableError
from pytest_lcbench.suites.synthetic.checking.legal.question import READERS, Question, read_question
from pytest_lcbench.suites.synthetic.checking.legal.solving import Answer, Shown, answer
from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import KINDS, Family
from pytest_lcbench.untrusted import one_line

_PAIRED = {"link_the_links", "solitaire"}
_LINE = 400
"""Characters of a fault at most."""
_STATED = {"kind", "date", "months", "court", "ordered"}
_DAY = dt.timedelta(days=1)


def faults(case: Case, documents: Sequence[Document]) -> list[str]:
    """Return what is wrong with *case*, whose documents as rendered are *documents*; one line each, none: it is proved.

    Proved means: the facts read from the texts give the gold answer; for every document of ``case.evidence`` some other admissible
    facts give another answer, and no document outside it has a say; the passages of every such document lie on the facts used; and
    no second answer fits. Never raises for what a text says.
    """
    found: list[str] = []
    try:
        for fault in _faults(case, documents):
            found.append(fault)  # noqa: PERF402 - what was found before a text could not be read is told too
    except UnreadableError as fault:
        found.append(str(fault))
    return [one_line(fault, _LINE) for fault in found]


def _faults(case: Case, documents: Sequence[Document]) -> Iterator[str]:
    if len(documents) != len(case.documents) or case.evidence is None or not set(case.evidence) <= set(range(len(documents))):
        message = f"the case names {len(case.documents)} documents and shows {len(documents)}, or does not say which bear on the answer"
        raise UnreadableError(message)
    question = _question(case)
    shown, unread = [], []
    for reference, document in zip(case.documents, documents, strict=True):
        title = f"《{reference.title}》" if case.language == "zh" else reference.title
        try:
            judgment = READERS[case.language].read(document.text)
        except UnreadableError as fault:
            unread.append(f"{title} {fault}")
            continue
        unread += [f"{title}: {contradiction}" for contradiction in judgment.contradictions]
        if judgment.ordered is not None and judgment.reckoned != judgment.ordered and judgment.heads:
            unread.append(f"{title}: heads, share and payments come to {judgment.reckoned}, and the order is for {judgment.ordered}")
        if judgment.granted is False and judgment.reckoned:
            unread.append(f"{title}: everything was settled, and yet {judgment.reckoned} is allowed")
        shown.append(Shown(title, judgment, own(document.text, READERS[case.language].ELSEWHERE)))
    if unread:
        yield from unread
        return
    if len({one.title for one in shown}) < len(shown) or len({one.text for one in shown}) < len(shown):
        yield "a document is shown twice, or two have one title"
    found = answer(question, shown, case.language)
    gold = _as_answer(case.gold, question)
    if gold != found:
        yield f"the gold answer is {gold!r}, and the texts say {found!r}"
    for at, one in enumerate(shown):
        if at in case.evidence:
            yield from _needless(question, shown, at, case.language, found)
            yield from _misplaced(question, one, documents[at].passages)
        else:
            yield from _meddling(question, shown, at, case.language, found)
    if question.subtask == "spotlight_locating" and len(case.evidence) != 1:
        yield f"{len(case.evidence)} documents matter to a question that is about one"


def _question(case: Case) -> Question:
    try:
        return read_question(case.question, case.subtask, case.language)
    except UnreadableError as fault:
        message = f"the question {fault}"
        raise UnreadableError(message) from None


def _as_answer(gold: object, question: Question) -> Answer | None:
    """Return *gold* in the shape of the solver's answers."""
    if isinstance(gold, dict):
        return {str(key): tuple(sorted(map(str, value))) if isinstance(value, list) else value for key, value in gold.items()}
    if isinstance(gold, list | tuple):
        titles = [str(title) for title in gold]
        return tuple(titles if question.key is not None else sorted(titles))
    return str(gold)


def _answer(question: Question, shown: Sequence[Shown], language: str) -> Answer | None:
    """Return the answer, or ``None`` where there is none."""
    try:
        return answer(question, shown, language)
    except UnreadableError:
        return None


def _needless(question: Question, shown: Sequence[Shown], at: int, language: str, found: Answer) -> Iterator[str]:
    """Say so where no other facts of the document *at* change the answer."""
    one = shown[at]
    if question.subtask == "spotlight_locating":
        if _answer(question, [*shown[:at], *shown[at + 1 :]], language) == found:
            yield f"{one.title} is not needed: the answer is the same without it"
        return
    others = [_with(shown, at, other) for other in _admissible(one, question, shown, language)]
    if question.subtask in _PAIRED and _answer(question, [*shown[:at], *shown[at + 1 :]], language) != found:
        # What is paired one to one has no answer when one judgment alone is another: it changes places with a second.
        others += [_with(_with(shown, at, two.judgment), place, one.judgment) for place, two in enumerate(shown) if place != at]
    if all(_answer(question, other, language) in (None, found) for other in others):
        yield f"{one.title} is not needed: no other facts of it change the answer"


def _with(shown: Sequence[Shown], at: int, judgment: Judgment) -> list[Shown]:
    """Return *shown* with other facts in the document *at*."""
    return [*shown[:at], replace(shown[at], judgment=judgment), *shown[at + 1 :]]


def _meddling(question: Question, shown: Sequence[Shown], at: int, language: str, found: Answer) -> Iterator[str]:
    """Say so where the document *at*, which is said not to matter, does: without it, or with other facts of it, the answer is another.

    Other facts may leave a question about one judgment without an answer, since two then fit; they may not give it another one.
    """
    one = shown[at]
    if _answer(question, [*shown[:at], *shown[at + 1 :]], language) != found:
        yield f"{one.title} is said not to matter, and the answer is another without it"
    others = (_answer(question, _with(shown, at, other), language) for other in _admissible(one, question, shown, language))
    if any(other not in (None, found) for other in others):
        yield f"{one.title} is said not to matter, and other facts of it give another answer"


def _admissible(one: Shown, question: Question, shown: Sequence[Shown], language: str) -> Iterator[Judgment]:
    """Yield the judgment *one* with one of its facts another: what a court might as well have found."""
    judgment = one.judgment
    family = {name for name, kind in KINDS[language].items() if kind.family is judgment.family}
    asked = {question.test.kind, *question.kinds} - {None, judgment.kind}
    for kind in [name for name in KINDS[language] if name in asked] or sorted(family - {judgment.kind}):
        yield _become(judgment, kind, shown, language)
    if judgment.date is not None:
        dates = sorted(other.judgment.date for other in shown if other.judgment.date is not None)
        for date in (question.test.first, question.test.last, dates[0] - _DAY, dates[-1] + _DAY):
            if date is not None:
                yield replace(judgment, date=date)
    if judgment.months is not None:
        for months in (1, 1 + max(other.judgment.months or 0 for other in shown)):
            yield replace(judgment, months=months)
    sums = {other.judgment.total for other in shown}
    bounds = {question.test.above, question.test.below}
    highest = 2 * max(value for value in {*sums, *bounds, 1} if value is not None)
    if judgment.family is Family.CIVIL:
        for total in (1, highest):
            yield _paying(judgment, total)
    if question.orders is not None:
        yield from _otherwise(judgment, question)


def _paying(judgment: Judgment, total: int) -> Judgment:
    """Return *judgment* with other sums allowed, so that *total* is to be paid."""
    ordered = None if judgment.ordered is None else total
    return replace(judgment, heads=(total,), share=None, paid=None, ordered=ordered)


def _become(judgment: Judgment, kind: str, shown: Sequence[Shown], language: str) -> Judgment:
    """Return *judgment* as one of another *kind*, with what such a judgment states and figures of its own."""
    family = KINDS[language][kind].family
    other = replace(judgment, kind=kind, family=family)
    if family is Family.CIVIL and other.total is None:
        sums = [one.judgment.total for one in shown]
        other = replace(other, heads=(1 + sum(value for value in sums if value is not None),))
    if family is Family.CRIMINAL and other.months is None:
        other = replace(other, months=1 + max(one.judgment.months or 0 for one in shown))
    return other


def _otherwise(judgment: Judgment, question: Question) -> Iterator[Judgment]:
    """Yield *judgment* with findings that call for another of the orders on offer; the rest of the judgment stands."""
    for does, total in (question.orders or {}).values():
        if does in {"pay", "appeal", "guilty"} and total is not None and judgment.heads:
            yield _paying(judgment, total)
    if judgment.family is Family.CIVIL:
        yield replace(judgment, heads=(0,))
    elif judgment.granted is not None:
        yield replace(judgment, granted=not judgment.granted)


def _misplaced(question: Question, one: Shown, passages: Sequence[Span]) -> Iterator[str]:
    """Say which facts that the answer rests on are in none of *passages*, and which passages are outside the text."""
    for start, end in passages:
        if not 0 <= start < end <= len(one.text):
            yield f"{one.title}: the passage {start}-{end} is outside the text"
    for field, spans in _used(question, one.judgment):
        if not spans and field in _STATED:
            yield f"{one.title} does not state its {field}"
        for start, end in spans:
            if not any(first <= start and end <= last for first, last in passages):
                yield f"{one.title}: no passage holds its {field}, '{one.text[start:end]}' at {start}"


def _used(question: Question, judgment: Judgment) -> Iterator[tuple[str, Sequence[Span]]]:
    """Yield the facts of *judgment* on which the answer rests, with where they stand."""
    test, spans = question.test, judgment.spans
    if question.orders is not None:
        if judgment.reckoned:
            allowed = [span for span, value in zip(spans.get("heads", ()), judgment.heads, strict=True) if value]
            yield from (("heads", allowed), ("share", spans.get("share", ())), ("paid", spans.get("paid", ())))
        else:
            yield "granted", spans.get("granted", ())
        return
    if test.kind is not None or question.kinds:
        yield "kind", spans.get("kind", ())
    tells = {question.tell, question.key}
    if "date" in tells or test.first is not None:
        yield "date", spans.get("date", ())
    if "months" in tells and judgment.kind == test.kind:
        yield "months", spans.get("months", ())
    if "court" in tells:
        yield "court", spans.get("court", ())
    if {test.above, test.below, test.about} != {None} or ("total" in tells and test.kind in {None, judgment.kind}):
        yield "ordered", spans.get("ordered", ())
