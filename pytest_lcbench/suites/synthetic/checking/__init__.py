"""Proof that a synthetic case is sound, read from its rendered text alone.

A checker shares no code with the writers: it has its own vocabulary, parsers and solver, and is given only what a model is given
(question, document titles, document texts) plus the case's claims (gold, evidence, passages). One module per field reads its documents.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Protocol, cast

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.untrusted import one_line

_FIELDS = {"financial": "financial", "legal": "legal", "paper": "papers"}
"""Domain of a case -> module of this package that reads its documents."""
_CHOICES = "choices"


class _Checker(Protocol):
    """What each field's module offers."""

    def faults(self, case: Case, documents: Sequence[Document]) -> list[str]:
        """Return what is wrong with the case, one line each."""


def faults(case: Case, documents: Sequence[Document]) -> list[str]:
    """Return everything that is wrong with *case* as its *documents* (in the case's order) are written; empty when it is proved.

    Proved means: the facts read from the texts give the gold answer and no other; every document of the evidence can change the answer
    by some admissible replacement of its facts, and no other document can; the passages lie on text that states the facts.
    A text that cannot be read is a fault that says where. The field's module is imported when the first case of its field is asked for.
    """
    field = _CHOICES if case.answer_kind is AnswerKind.CHOICE else _FIELDS.get(case.domain)
    if field is None:
        return [f"domain {one_line(case.domain)}: no checker reads it; known are {', '.join(sorted(_FIELDS))} and multiple choice"]
    checker = cast("_Checker", importlib.import_module(f"{__name__}.{field}"))
    return checker.faults(case, documents)
