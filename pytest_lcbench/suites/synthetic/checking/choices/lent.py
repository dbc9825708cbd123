"""Questions lent from the other fields: each option is read back into an answer and given to the checker of its field as the gold.

An option is right when that checker finds no fault in it: figures, verdicts and citations are read by it alone. What it says of
documents and passages is said of the lent question as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import LETTERS

_PAPER_SUBTASKS = ("citation_reference", "citation_chain")
_FINANCIAL_SUBTASKS = ("report_integration", "sequential_enumeration", "range_awareness", "extremum_acquisition", "temporal_analysis")
_LEGAL_SUBTASKS = ("case_classification", "link_the_links", "solitaire", "range_awareness", "sequential_enumeration")
LENT = MappingProxyType(
    {
        "multi_document_academic": ("paper", _PAPER_SUBTASKS),
        "multi_document_financial": ("financial", _FINANCIAL_SUBTASKS),
        "multi_document_legal": ("legal", _LEGAL_SUBTASKS),
    }
)
"""Subtask -> domain of the field that lends its questions, and the subtasks that they are of, the commonest first."""
_GROUPS = MappingProxyType(
    {
        "paper": (r"\b(References|Citations)\b",),
        "financial": (r"(?:: |, |; | and )([A-Za-z][A-Za-z ]{1,25}) \(", r"[：、，；和]([^：、，；（）]{1,12})（"),
        "legal": (r"‘([^‘’]+)’", r"'([^']+)'"),
    }
)
_SEPARATOR = MappingProxyType({"en": ("; ", ": "), "zh": ("；", "：")})


def lent_faults(case: Case, documents: Sequence[Document]) -> Iterator[str]:
    """Yield what is wrong with *case*: options that are right beside the gold, or what the field's checker says of the gold's."""
    domain, subtasks = LENT[case.subtask]
    question = case.question.rpartition("\n\n")[0]
    if not question or case.language not in _SEPARATOR or case.gold not in tuple(LETTERS):
        yield "question: no question with a word on its options after it, or no letter as gold"
        return
    own = replace(case, domain=domain, question=question, choices=(), answer_kind=AnswerKind.NAMES)
    right = LETTERS.index(case.gold)
    fewest: list[str] = []
    for subtask in subtasks:
        for shape, answer in enumerate(_answers(case, right)):
            found = _found(replace(own, subtask=subtask), answer, documents)
            if not found:
                others = (at for at in range(len(case.choices)) if at != right)
                rivals = [at for at in others if not _found(replace(own, subtask=subtask), _answers(case, at)[shape], documents)]
                yield from (f"options: {LETTERS[at]} is right beside {case.gold}" for at in rivals)
                return
            if not fewest or len(found) < len(fewest):
                fewest = found
    yield from (f"gold: {case.gold} as the field's own checker reads it: {fault}" for fault in fewest)


def _found(case: Case, answer: Any, documents: Sequence[Document]) -> list[str]:
    # Here, as the package of all checkers imports this one.
    from pytest_lcbench.suites.synthetic import checking  # noqa: PLC0415

    return checking.faults(replace(case, gold=answer), documents)


def _answers(case: Case, place: int) -> list[Any]:
    """Return what the option at *place* may stand for: groups of members, pairs, a list, one text; as many for each option."""
    separator, colon = _SEPARATOR[case.language]
    pairs = [[part.rpartition(colon)[::2] for part in option.split(separator)] for option in case.choices]
    listed = case.choices[place].split(separator)
    labels = dict.fromkeys(label for option in pairs for _, label in option)
    labels.update(dict.fromkeys(_named(case)))
    own = pairs[place]
    groups = {label: [name for name, at in own if at == label] for label in labels}
    shown = {label: names for label, names in groups.items() if names}
    return [groups, shown, dict(own), listed, case.choices[place]]


def _named(case: Case) -> Iterator[str]:
    """Yield the groups that a question names, as one of them may have no member and then stands in no option."""
    for pattern in _GROUPS[LENT[case.subtask][0]]:
        yield from re.findall(pattern, case.question)
