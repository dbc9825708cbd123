"""Cases about judgments with their documents as rendered, for the tests of the checker."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from pytest_lcbench.documents.document import Document, DocumentRef, content_hash
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal import LegalField


def rendered(subtask: str, language: str, seed: int = 0, world: int = 1, tokens: int = 9_000) -> tuple[Case, list[Document]]:
    """Return one case of *subtask* and its documents, with passages where the writer says that the facts stand."""
    field = LegalField(world)
    draft = field.draft(subtask, language, tokens, Draw("checking", world, subtask, language, seed))
    documents = []
    for wanted in draft.documents:
        written = field.write(language, wanted.key, wanted.tokens)
        passages = tuple(sorted({spot for fact in wanted.facts for spot in written.facts[fact]}))
        header = f"《{wanted.title}》\n"
        documents.append(Document(wanted.key, header, written.text, content_hash(written.text), passages=passages))
    spotlight = subtask == "spotlight_locating"
    case = Case(
        suite="synthetic",
        id=f"{world}-{subtask}-{language}-{seed}",
        task=subtask,
        subtask=subtask,
        length_set="set1",
        language=language,
        domain=draft.domain,
        question=draft.question,
        instruction=draft.instruction,
        gold=draft.gold,
        answer_kind=draft.answer_kind,
        documents=tuple(DocumentRef(wanted.key, wanted.title) for wanted in draft.documents),
        evidence=tuple(at for at, wanted in enumerate(draft.documents) if wanted.facts or not (wanted.distractor or spotlight)),
    )
    return case, documents


def asking(subtask: str, language: str, *words: str) -> tuple[Case, list[Document]]:
    """Return the first case of *subtask* whose question has one of *words*."""
    for seed in range(60):
        case, documents = rendered(subtask, language, seed)
        if any(word in case.question for word in words):
            return case, documents
    raise AssertionError(f"no case of {subtask} in {language} asks for {words}")


def edited(documents: Sequence[Document], at: int, old: str, new: str) -> list[Document]:
    """Return *documents* with *old* replaced by *new*, as long, in the text of the one at *at*: passages stay where they were."""
    document = documents[at]
    if old not in document.text or len(old) != len(new):
        raise AssertionError(f"'{old}' is not there to be replaced by '{new}'")
    return [*documents[:at], dataclasses.replace(document, text=document.text.replace(old, new)), *documents[at + 1 :]]
