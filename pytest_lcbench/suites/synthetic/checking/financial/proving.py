"""The proof of a case over financial reports, from its rendered text alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.financial.asking import Question, understand
from pytest_lcbench.suites.synthetic.checking.financial.periods import Period, over
from pytest_lcbench.suites.synthetic.checking.financial.prose import contradictions
from pytest_lcbench.suites.synthetic.checking.financial.reports import Report, UnreadableError, read
from pytest_lcbench.suites.synthetic.checking.financial.solving import (
    Answer,
    answer,
    answer_over_time,
    figure_of,
    gold_answer,
    series,
)
from pytest_lcbench.untrusted import one_line

_LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class _Stated:
    """What one document contributes: its place in the case, the name or period it stands for, its figure, the facts used."""

    index: int
    key: str | Period
    figure: Fraction
    used: list[tuple[str, Period]]


def faults(case: Case, documents: Sequence[Document]) -> list[str]:
    """Return what is wrong with *case* over *documents*, one line each; an empty list is a proof that it is sound.

    Sound means: the figures that the reports print give the gold answer by this module's own reading of the question; for every
    document of the evidence another figure in its place would give another answer; the other documents are never asked for; and the
    passages lie on the figures used. A document or question that cannot be read is a fault.
    """
    if case.language not in _LANGUAGES:
        return [f"language {case.language!r} is not en or zh"]
    return [one_line(fault, 400) for fault in _faults(case, documents)]


def _faults(case: Case, documents: Sequence[Document]) -> list[str]:
    found = _named(case, documents)
    reports: list[Report] = []
    for index, document in enumerate(documents):
        try:
            report = read(document.header, document.text, case.language)
        except UnreadableError as error:
            found.append(f"document {index}: {error}")
            continue
        own = [*report.faults, *contradictions(document.text, report, case.language)]
        found += [f"document {index} ({report.company}): {fault}" for fault in own]
        reports.append(report)
    if len(reports) < len(documents):
        return found
    try:
        question = understand(case.question, case.language)
        stated = _stated(question, reports)
        solved = _solve(question, stated)
        expected = gold_answer(question, case.gold, case.language)
        if solved != expected:
            found.append(f"gold: the reports give {_shown(solved)}, the gold is {_shown(expected)}")
    except UnreadableError as error:
        return [*found, str(error)]
    found += _needed(case, question, stated, solved, len(documents))
    found += _passages(documents, reports, stated)
    return found


def _named(case: Case, documents: Sequence[Document]) -> list[str]:
    if len(case.documents) != len(documents):
        return [f"the case names {len(case.documents)} documents, {len(documents)} are there"]
    return [
        f"document {index}: the case calls it {named.title!r}, its header is {document.header!r}"
        for index, (named, document) in enumerate(zip(case.documents, documents, strict=True))
        if named.title and document.header.strip() != f"《{named.title}》"
    ]


def _stated(question: Question, reports: Sequence[Report]) -> list[_Stated]:
    """Return the figures asked for. Raises :class:`UnreadableError` when one is missing or a company is there twice."""
    if question.series is not None:
        return _stated_over_time(question, reports)
    companies = [report.company for report in reports]
    twice = {company for company in companies if companies.count(company) > 1}
    if twice:
        raise UnreadableError(f"two documents are of {', '.join(sorted(twice))}")
    if question.period is None:
        raise UnreadableError("the question names no period")
    found = []
    for index, report in enumerate(reports):
        if question.back != _looks_back(question, report):
            raise UnreadableError(
                f"the question's column is {'not ' if question.back else ''}the comparative one of {report.company}'s report"
            )
        if question.company in {"", report.company}:
            found.append(_Stated(index, report.company, *figure_of(question, report, question.period, question.before)))
    if question.company and not found:
        raise UnreadableError(f"no document is of {question.company}")
    if question.order and sorted(question.order) != sorted(companies):
        raise UnreadableError("the companies that the question lists are not those of the documents")
    return found


def _looks_back(question: Question, report: Report) -> bool:
    """Whether the period asked for is that of the comparative column of *report*, not its own."""
    return question.before is None and question.period is not None and question.period.year < report.year


def _stated_over_time(question: Question, reports: Sequence[Report]) -> list[_Stated]:
    found = []
    own = {}
    for index, report in enumerate(reports):
        if report.company == question.company:
            if (report.year, report.quarter) in own:
                raise UnreadableError(f"two documents are of {report.company} for {report.year} Q{report.quarter}")
            own[report.year, report.quarter] = index
    for year, quarter in series(question):
        at = own.pop((year, quarter), None)
        if at is None:
            raise UnreadableError(f"no document is the report of {question.company} for {year} Q{quarter}")
        period = over(question.kind, year, quarter)
        found.append(_Stated(at, period, *figure_of(question, reports[at], period)))
    return found


def _solve(question: Question, stated: Sequence[_Stated]) -> Answer:
    if question.series is not None:
        return answer_over_time(question, [(one.key, one.figure) for one in stated if isinstance(one.key, Period)])
    return answer(question, [(one.key, one.figure) for one in stated if isinstance(one.key, str)])


def _needed(case: Case, question: Question, stated: Sequence[_Stated], solved: Answer, count: int) -> Iterator[str]:
    evidence = set(range(count)) if case.evidence is None else set(case.evidence)
    used = {one.index for one in stated}
    if case.subtask == "spotlight_locating" and len(evidence) != 1:
        yield f"{len(evidence)} documents are evidence where one is to be found"
    for index in sorted(evidence ^ used):
        yield (
            f"document {index} is evidence, but nothing in it is asked for"
            if index in evidence
            else f"document {index} is no decoy: it is asked for"
        )
    for place, one in enumerate(stated):
        if one.index in evidence and not _changes(question, stated, place, solved):
            yield f"document {one.index}: no other figure in it changes the answer"


def _changes(question: Question, stated: Sequence[_Stated], place: int, solved: Answer) -> bool:
    """Whether some admissible figure in the document at *place* gives another answer, and one only."""
    for figure in _others(question, stated, place):
        changed = list(stated)
        changed[place] = _Stated(stated[place].index, stated[place].key, figure, stated[place].used)
        try:
            if _solve(question, changed) != solved:
                return True
        except UnreadableError:
            continue  # two figures alike, or one on a bound: no admissible case
    return False


def _others(question: Question, stated: Sequence[_Stated], place: int) -> Iterator[Fraction]:
    """Yield admissible figures: one in every gap between the other figures and the bounds, and beyond both ends."""
    own = stated[place].figure
    marks = {one.figure for at, one in enumerate(stated) if at != place}
    marks |= {mark for bounds in question.bounds for mark in (bounds.least, bounds.most) if mark is not None}
    edges = sorted(marks | {own})
    least, most = question.measure.least, question.measure.most
    wide = abs(edges[-1]) + abs(edges[0]) + 1
    low = edges[0] - wide if least is None else (edges[0] + least) / 2
    high = edges[-1] + wide if most is None else (edges[-1] + most) / 2
    yield from (figure for figure in (low, high) if figure not in edges)
    yield from ((before + after) / 2 for before, after in itertools.pairwise(edges))


def _passages(documents: Sequence[Document], reports: Sequence[Report], stated: Sequence[_Stated]) -> Iterator[str]:
    """Yield what is wrong with the passages; where no document has any, none are known and nothing is."""
    if not any(document.passages for document in documents):
        return
    by_document: dict[int, list[tuple[int, int]]] = {}
    for index, document in enumerate(documents):
        for start, end in document.passages:
            if not 0 <= start < end <= len(document.text):
                yield f"passage {index}:{start}-{end} lies outside its document"
            elif "\n" in document.text[start:end]:
                yield f"passage {index}:{start}-{end} is more than a line"
            else:
                by_document.setdefault(index, []).append((start, end))
    for one in stated:
        ranges = by_document.pop(one.index, [])
        mentions = [(fact, mention) for fact in one.used for mention in reports[one.index].figures[fact]]
        for fact in one.used:
            if not any(_inside(mention.start, mention.end, ranges) for other, mention in mentions if other == fact):
                yield f"document {one.index}: no passage covers {fact[0]} {fact[1].kind} {fact[1].year} Q{fact[1].quarter}"
        for start, end in ranges:
            if not any(start <= mention.start and mention.end <= end for _, mention in mentions):
                yield f"document {one.index}: passage {start}-{end} states no figure that is asked for"
    for index in sorted(by_document):
        yield f"document {index}: a passage lies in a document that is not asked for"


def _inside(start: int, end: int, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(first <= start and end <= last for first, last in ranges)


def _shown(solved: Answer) -> str:
    text = str(solved) if not isinstance(solved, Fraction) else f"{float(solved):,.10g}"
    return text if len(text) <= 300 else text[:300] + "…"  # noqa: PLR2004 - enough to see the difference
