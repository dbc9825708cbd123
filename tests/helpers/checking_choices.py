"""Multiple-choice cases as the generator makes them, and tampered copies of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pytest_lcbench.documents.document import Document, DocumentRef, content_hash
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.draw import Draw

Made = tuple[Case, tuple[Document, ...]]


@cache
def made(subtask: str, language: str, seed: int = 1, world: int = 3, tokens: int = 9_000) -> Made:
    """Return a case with its documents, the evidence and the passages as the suite gives them."""
    field = ChoicesField(world)
    draft = field.draft(subtask, language, tokens, Draw("checking choices", seed))
    documents = []
    for plan in draft.documents:
        written = field.write(language, plan.key, plan.tokens)
        passages = tuple(sorted({spot for fact in plan.facts for spot in written.facts[fact]}))
        header = f"《{plan.title}》\n" if plan.title else ""
        documents.append(Document(plan.key, header, written.text, content_hash(written.text), passages=passages))
    case = Case(
        suite="synthetic",
        id=f"{subtask}-{language}-{world}-{seed}",
        task="any",
        subtask=subtask,
        length_set="short",
        language=language,
        domain=draft.domain,
        question=draft.question,
        instruction=draft.instruction,
        gold=draft.gold,
        answer_kind=draft.answer_kind,
        choices=draft.choices,
        documents=tuple(DocumentRef(plan.key, plan.title) for plan in draft.documents),
        evidence=tuple(place for place, plan in enumerate(draft.documents) if plan.facts or not plan.distractor),
        rules=dict(draft.rules),
    )
    return case, tuple(documents)


def with_text(documents: tuple[Document, ...], place: int, old: str, new: str) -> tuple[Document, ...]:
    """Return *documents* with every *old* of the one at *place* replaced by *new*, which is as long."""
    document = documents[place]
    assert old in document.text, f"{old!r} is not in document {place}"
    assert len(old) == len(new), "passages would move"
    changed = replace(document, text=document.text.replace(old, new))
    return (*documents[:place], changed, *documents[place + 1 :])
