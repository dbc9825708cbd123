"""What a kind of multiple-choice case makes of its text: which options are right, and on which stretches of text that rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case

LETTERS = "ABCD"
Span = tuple[int, int, int]
"""Document, first character, after the last."""


class Unreadable(Exception):  # noqa: N818 - it names the text's state; the caller turns it into a fault, a line for the report
    """A text, a question or an option does not read as one of its kind; the message says what and where."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A case as its text gives it.

    Args:
        right: for each option, whether the text makes it right.
        used: what the answer rests on; each lies in a passage.
        beside: what a passage may lie on as well: rivals of the used facts, or facts that are set aside.
        matters: the documents of which some admissible replacement of facts changes the answer.
        answer: the answer as the text gives it, for the report.
        odd: where the text contradicts itself without a bearing on the answer, one line each.

    """

    right: tuple[bool, ...]
    used: tuple[Span, ...]
    beside: tuple[Span, ...]
    matters: frozenset[int]
    answer: str
    odd: tuple[str, ...] = ()


def judge(case: Case, documents: Sequence[Document], reading: Reading) -> Iterator[str]:
    """Yield where the claims of *case* (gold, evidence, passages) differ from its *reading*."""
    yield from reading.odd
    letters = [letter for letter, right in zip(LETTERS, reading.right, strict=False) if right]
    if len(letters) != 1:
        yield f"options: {', '.join(letters) or 'none'} right, not exactly one; the text gives {reading.answer}"
    elif letters[0] != case.gold:
        yield f"gold: {case.gold}; the text gives {letters[0]}, {reading.answer}"
    evidence = range(len(documents)) if case.evidence is None else case.evidence
    for place in range(len(documents)):
        if place in evidence and place not in reading.matters:
            yield f"document {place}: no admissible replacement of its facts changes the answer"
        if place not in evidence and place in reading.matters:
            yield f"document {place}: said to bear on nothing, yet it can change the answer"
    yield from _passage_faults(documents, reading)


def _passage_faults(documents: Sequence[Document], reading: Reading) -> Iterator[str]:
    for place, start, end in dict.fromkeys(reading.used):
        if not any(first <= start and end <= last for first, last in documents[place].passages):
            yield f"document {place}: no passage holds what the answer rests on, “{documents[place].text[start:end]}”"
    known = (*reading.used, *reading.beside)
    for place, document in enumerate(documents):
        for first, last in document.passages:
            if not 0 <= first < last <= len(document.text):
                yield f"document {place}: passage {first}-{last} is outside its text"
            elif not any(at == place and start < last and first < end for at, start, end in known):
                yield f"document {place}: passage “{document.text[first:last]}” states nothing that the answer rests on"


def only(documents: Sequence[Document]) -> Document:
    """Return the one document. Raises ``Unreadable`` when there are more."""
    if len(documents) != 1:
        raise Unreadable(f"{len(documents)} documents, this kind of case has one")
    return documents[0]


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line of *text* with the place of its first character."""
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1
