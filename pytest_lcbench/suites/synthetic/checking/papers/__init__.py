"""Research papers: proof that a question about their citations has the one answer that its case gives.

Only the reference lists are read as citations: a title in the running text or in a note is none. An entry cites a paper of the case
when its title, in letters and digits, is that paper's: the whole one, or by an author of the paper the one without its subtitle, or the
one under which the paper says that it was circulated before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.papers.entries import STYLES, Entry, spelled
from pytest_lcbench.suites.synthetic.checking.papers.proof import YOUNGER, can_change, removal_changes
from pytest_lcbench.suites.synthetic.checking.papers.questions import (
    CentreQuestion,
    Question,
    as_gold,
    in_order,
    read_question,
    same_gold,
    solve,
)
from pytest_lcbench.suites.synthetic.checking.papers.reading import TITLE_START, Paper, read_paper
from pytest_lcbench.suites.synthetic.checking.papers.unreadable import Unreadable
from pytest_lcbench.untrusted import one_line

EARLIER = 1
"""Years by which a paper may have been circulated before it appeared."""
_NAME = re.compile(r"[A-Z][a-z]{2,}|[\u4e00-\u9fff]{2,4}")
"""A family or given name, or a whole name in Chinese."""


def faults(case: Case, documents: Sequence[Document]) -> list[str]:
    """Return what is wrong with *case*, one line each; see :func:`pytest_lcbench.suites.synthetic.checking.faults`."""
    return [one_line(f"{case.id}: {fault}", limit=400) for fault in _faults(case, documents)]


def _faults(case: Case, documents: Sequence[Document]) -> Iterator[str]:
    if case.language not in STYLES:
        yield f"language {case.language}: no papers are written in it"
        return
    if len(documents) != len(case.documents) or not documents:
        yield f"{len(documents)} documents, the case has {len(case.documents)}"
        return
    if case.evidence is not None and not set(case.evidence) <= set(range(len(documents))):
        yield f"evidence {case.evidence}: not all of it is among the {len(documents)} documents"
        return
    papers, wrong = _papers(case, documents)
    yield from wrong
    if wrong:
        return
    places = {paper.name: place for place, paper in enumerate(papers)}
    try:
        question = read_question(case.subtask, case.question, case.language, places)
    except Unreadable as unreadable:
        yield f"question: {unreadable}"
        return
    names = _names(papers)
    yield from _contradictions(papers, names)
    yield from _answer_faults(case, question, papers, names)
    yield from _passage_faults(case, documents, papers, names)


Names = dict[str, tuple[list[int], list[int]]]
"""By spelled title the places of the papers whose whole title it is, and of those whose shortened or earlier title it is."""


def _names(papers: Sequence[Paper]) -> Names:
    """Return by what titles the papers may be listed."""
    names: Names = {}
    for place, paper in enumerate(papers):
        names.setdefault(paper.name, ([], []))[0].append(place)
        for other in dict.fromkeys((paper.short, paper.earlier)):
            if other and other != paper.name:
                names.setdefault(other, ([], []))[1].append(place)
    return names


def _cited(entry: Entry, papers: Sequence[Paper], names: Names) -> list[int]:
    """Return the places of the papers that *entry* may be, of which there is one at most in a sound case."""
    whole, otherwise = names.get(entry.title, ([], []))
    return whole or [place for place in otherwise if _shares_an_author(entry, papers[place])]


def _shares_an_author(entry: Entry, paper: Paper) -> bool:
    """Tell whether a name that stands before the title of *entry* stands under that of *paper* too."""
    return any(name in paper.masthead for name in _NAME.findall(entry.authors))


def _papers(case: Case, documents: Sequence[Document]) -> tuple[list[Paper], list[str]]:
    """Read the papers; any fault means that they cannot be compared with one another."""
    papers, wrong = [], []
    seen: dict[str, int] = {}
    for place, (reference, document) in enumerate(zip(case.documents, documents, strict=True)):
        try:
            paper = read_paper(document.text, case.language)
        except Unreadable as unreadable:
            wrong.append(f"document {place} ({document.name}): {unreadable}")
            continue
        papers.append(paper)
        if document.name != reference.name or (reference.title and paper.title != reference.title):
            wrong.append(f"document {place} ({document.name}): the case has {reference.name} there, “{reference.title}”")
        if paper.name in seen:
            wrong.append(f"document {place} ({document.name}): it has the title of document {seen[paper.name]}")
        seen[paper.name] = place
    return papers, wrong


def _contradictions(papers: Sequence[Paper], names: Names) -> Iterator[str]:
    """Yield where a paper's list contradicts itself, its date, or another paper."""
    for place, paper in enumerate(papers):
        listed: set[str] = set()
        cited: set[int] = set()
        for entry in paper.entries:
            if entry.title in listed:
                yield f"document {place}: it lists one title twice: {entry.title}"
            listed.add(entry.title)
            if entry.title == paper.name:
                yield f"document {place}: it lists itself"
            if entry.year is not None and entry.year > paper.year + YOUNGER:
                yield f"document {place}: of {paper.year}, it lists a work of {entry.year}: {entry.title}"
            others = _cited(entry, papers, names)
            if len(others) > 1 or cited & set(others):
                yield f"document {place}: it lists a work that may be documents {others}, or one paper twice: {entry.title}"
            cited |= set(others)
            for other in others:
                early = entry.title == papers[other].earlier
                if entry.year is not None and not papers[other].year - early * EARLIER <= entry.year <= papers[other].year:
                    yield f"document {place}: it dates document {other} {entry.year}, whose own date is {papers[other].year}"


def _answer_faults(case: Case, question: Question, papers: Sequence[Paper], names: Names) -> Iterator[str]:
    """Yield where the gold is not the answer, and which documents do not matter as the case says."""
    citations = [
        frozenset(other for entry in paper.entries for other in _cited(entry, papers, names)) - {place}
        for place, paper in enumerate(papers)
    ]
    try:
        in_order(citations)
        answer = solve(question, citations)
    except Unreadable as unreadable:
        yield f"answer: {unreadable}"
        return
    expected = as_gold(question, answer, [paper.title for paper in papers])
    if not same_gold(question, expected, case.gold):
        yield f"gold: {case.gold}; the reference lists give {expected}"
    if isinstance(question, CentreQuestion) and not any(answer):
        yield "answer: empty, so that a response which read nothing would be right"
    years = [paper.year for paper in papers]
    evidence = range(len(papers)) if case.evidence is None else case.evidence
    for place in range(len(papers)):
        matters = can_change(place, question, answer, citations, years)
        if place in evidence and not matters:
            yield f"document {place}: no admissible reference list or title of it changes the answer"
        if place not in evidence and (matters or removal_changes(place, question, answer, citations)):
            yield f"document {place}: said to bear on nothing, yet it can change the answer"


def _passage_faults(case: Case, documents: Sequence[Document], papers: Sequence[Paper], names: Names) -> Iterator[str]:
    """Yield passages that state no fact that is used, and used facts that no passage holds."""
    for place, (document, paper) in enumerate(zip(documents, papers, strict=True)):
        for start, end in document.passages:
            if not 0 <= start < end <= len(document.text):
                yield f"document {place}: passage {start} to {end} is outside it"
            elif not _states_a_fact(document.text[start:end], start, end, paper, papers, names):
                yield f"document {place}: passage {start} to {end} is neither the reference list, nor its title or that of one it cites"
    for place in range(len(papers)) if case.evidence is None else case.evidence:
        missing = [
            entry
            for entry in papers[place].entries
            if not any(start <= entry.start and entry.end <= end for start, end in documents[place].passages)
        ]
        if missing:
            yield f"document {place}: {len(missing)} entries of its reference list lie in no passage, the first {missing[0].title}"


def _states_a_fact(text: str, start: int, end: int, paper: Paper, papers: Sequence[Paper], names: Names) -> bool:
    """Tell whether the passage is a title of the paper, its whole list, or in it the title of another paper of the case."""
    if (start, end) in {(TITLE_START, paper.title_end), (paper.list_start, paper.list_end)}:
        return True
    if paper.earlier and (start, end) == (paper.earlier_start, paper.earlier_end):
        return True
    # The mark behind a title belongs to it in some styles and to the entry in others.
    return any(
        start == entry.start and abs(end - entry.end) <= 1 and spelled(text) == entry.title and bool(_cited(entry, papers, names))
        for entry in paper.entries
    )
