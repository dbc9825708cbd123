"""Multiple choice in LongBench v2's manner: proof that exactly the option of the gold letter follows from the text.

One module reads each kind of text. The subtasks of :data:`UNCHECKED` are read by none: :func:`faults` returns nothing for them, so
whoever counts proofs has to say that they are left out.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, cast

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.lent import LENT, lent_faults
from pytest_lcbench.suites.synthetic.checking.choices.reading import LETTERS, Reading, Unreadable, judge
from pytest_lcbench.untrusted import one_line

_READERS = MappingProxyType(
    {
        "agent_history_qa": "games",
        "code_repo_qa": "repositories",
        "dialogue_history_qa": "dialogues",
        "knowledge_graph_reasoning": "graphs",
        "many_shot_learning": "inventories",
        "multi_document_news": "newspapers",
        "new_language_translation": "languages",
        "single_document_detective": "inquiries",
        "single_document_event_ordering": "chronicles",
        "table_qa": "tables",
        "user_guide_qa": "guides",
    }
)
"""Subtask -> module of this package that reads its documents."""

UNCHECKED: Mapping[str, str] = MappingProxyType({})
"""Subtask -> why its cases are not proved; none is left out now."""


class _Reader(Protocol):
    """What the module of each kind offers."""

    def read(self, case: Case, documents: Sequence[Document]) -> Reading:
        """Return what the text gives. Raises ``Unreadable``."""


def faults(case: Case, documents: Sequence[Document]) -> list[str]:
    """Return what is wrong with *case*, one line each; see :func:`pytest_lcbench.suites.synthetic.checking.faults`.

    Empty as well for a subtask of :data:`UNCHECKED`.
    """
    return [one_line(f"{case.id}: {fault}", limit=400) for fault in _faults(case, documents)]


def _faults(case: Case, documents: Sequence[Document]) -> Iterator[str]:
    if case.subtask in UNCHECKED:
        return
    if case.subtask not in _READERS and case.subtask not in LENT:
        yield f"subtask {case.subtask}: no checker reads it; known are {', '.join(sorted({*_READERS, *LENT}))}"
        return
    wrong = list(_frame_faults(case, documents))
    yield from wrong
    if case.subtask in LENT:
        yield from () if wrong else lent_faults(case, documents)
        return
    try:
        reader = cast("_Reader", importlib.import_module(f"{__name__}.{_READERS[case.subtask]}"))
        reading = reader.read(case, documents)
    except Unreadable as unreadable:
        yield str(unreadable)
        return
    yield from judge(case, documents, reading)


def _frame_faults(case: Case, documents: Sequence[Document]) -> Iterator[str]:
    """Yield where the case does not hold together before anything is read."""
    if len(case.choices) != len(LETTERS) or len(set(case.choices)) != len(LETTERS):
        yield f"options: {len(set(case.choices))} different ones, not {len(LETTERS)}"
    if case.gold not in tuple(LETTERS):
        yield f"gold: {case.gold} is no letter of an option"
    names = [reference.name for reference in case.documents]
    if [document.name for document in documents] != names:
        yield f"{len(documents)} documents that are not those of the case in their order ({len(names)})"
    if len({document.hash for document in documents}) != len(documents):
        yield "a document stands there twice"
    if case.evidence is not None and not set(case.evidence) <= set(range(len(documents))):
        yield f"evidence {case.evidence}: not all of it is among the {len(documents)} documents"
