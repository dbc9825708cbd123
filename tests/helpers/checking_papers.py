"""Cases about research papers as the generator makes them, and tampered copies of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pytest_lcbench.documents.document import Document, DocumentRef, content_hash
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers import PapersField

Made = tuple[Case, tuple[Document, ...]]


@cache
def made(subtask: str, language: str, seed: int = 1, world: int = 3, tokens: int = 15_000) -> Made:
    """Return a case with its documents, the evidence and the passages as the suite gives them."""
    field = PapersField(world)
    draft = field.draft(subtask, language, tokens, Draw("checking papers", seed))
    documents: list[Document] = []
    for plan in draft.documents:
        written = field.write(language, plan.key, plan.tokens)
        passages = tuple(sorted({spot for fact in plan.facts for spot in written.facts[fact]}))
        documents.append(Document(plan.key, f"{plan.title}\n", written.text, content_hash(written.text), passages=passages))
    case = Case(
        suite="synthetic",
        id=f"{subtask}-{language}-{world}-{seed}",
        task="clustering",
        subtask=subtask,
        length_set="set1",
        language=language,
        domain=draft.domain,
        question=draft.question,
        instruction=draft.instruction,
        gold=draft.gold,
        answer_kind=draft.answer_kind,
        documents=tuple(DocumentRef(plan.key, plan.title) for plan in draft.documents),
        evidence=tuple(place for place, plan in enumerate(draft.documents) if not plan.distractor),
        rules=dict(draft.rules),
    )
    return case, tuple(documents)


def with_text(documents: tuple[Document, ...], place: int, old: str, new: str) -> tuple[Document, ...]:
    """Return *documents* with the last *old* of the one at *place* replaced by *new*, which it holds."""
    text = documents[place].text
    assert old in text, f"{old!r} is not in document {place}"
    head, _, tail = text.rpartition(old)
    changed = replace(documents[place], text=head + new + tail)
    return (*documents[:place], changed, *documents[place + 1 :])


def passages_of(documents: tuple[Document, ...]) -> list[tuple[int, int, int]]:
    """Return every passage as (document, start, end)."""
    return [(place, start, end) for place, document in enumerate(documents) for start, end in document.passages]


def with_passages(documents: tuple[Document, ...], passages: list[tuple[int, int, int]]) -> tuple[Document, ...]:
    """Return *documents* with other *passages*."""
    return tuple(
        replace(document, passages=tuple((start, end) for at, start, end in passages if at == place))
        for place, document in enumerate(documents)
    )


def place_of(case: Case, title: str) -> int:
    """Return the place of the paper *title* among the documents of *case*."""
    return next(place for place, reference in enumerate(case.documents) if reference.title == title)
