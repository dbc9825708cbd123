"""Cases of the financial field with their documents, as the suite will make them, for the tests of the checker."""

from __future__ import annotations

from pytest_lcbench.documents.document import Document, DocumentRef, content_hash
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial import FinancialField


def financial_case(field: FinancialField, subtask: str, language: str, tokens: int, seed: int) -> tuple[Case, list[Document]]:
    """Draw a case of *field* and write its documents."""
    draft = field.draft(subtask, language, tokens, Draw("check", seed))
    documents: list[Document] = []
    for plan in draft.documents:
        written = field.write(language, plan.key, plan.tokens)
        passages = tuple(sorted({spot for fact in plan.facts for spot in written.facts[fact]}))
        documents.append(Document(plan.key, f"《{plan.title}》\n", written.text, content_hash(written.text), passages=passages))
    case = Case(
        suite="synthetic",
        id=f"{subtask}-{language}-{seed}",
        task=subtask,
        subtask=subtask,
        length_set="set1",
        language=language,
        domain=draft.domain,
        question=draft.question,
        instruction=draft.instruction,
        gold=draft.gold,
        answer_kind=draft.answer_kind,
        documents=tuple(DocumentRef(plan.key, plan.title) for plan in draft.documents),
        evidence=tuple(index for index, plan in enumerate(draft.documents) if not plan.distractor),
        rules=dict(draft.rules),
    )
    return case, documents
