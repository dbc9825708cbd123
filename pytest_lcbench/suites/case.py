"""The case, and the suite that it belongs to.

A case is light: it refers to documents and never holds their text, so 1,600 of them cost a few megabytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from pytest_lcbench.documents.document import Document, DocumentRef


class AnswerKind(StrEnum):
    """The shape of a gold answer, which decides how ``rules`` compares a response with it."""

    VALUE = "value"
    """One figure, date or short text (spotlight locating)."""
    NAMES = "names"
    """A set of names in any order, or a count of them (extremum acquisition, range awareness)."""
    ORDERED = "ordered"
    """A list whose order matters, of names, figures or ``name: figure`` (sequential enumeration)."""
    GROUPS = "groups"
    """Labelled sets: ``{label: [member, …]}`` (report integration, citation & reference, case classification)."""
    PAIRS = "pairs"
    """A mapping ``{key: value}`` (link the links, solitaire)."""
    CHAIN = "chain"
    """A linear chain of titles in order (citation chain)."""
    TREND = "trend"
    """Prose with a direction and figures by period (temporal analysis)."""
    CHOICE = "choice"
    """A letter A to D."""


@dataclass(frozen=True, slots=True)
class Case:
    """One instance of a benchmark.

    Args:
        suite: name of its suite.
        id: unique in the suite, as the source gives it.
        task: first level of the taxonomy, snake_case.
        subtask: second level, snake_case, unique in the suite.
        length_set: ``set1`` … ``set4``, or ``short`` / ``medium`` / ``long``.
        language: ``en`` or ``zh``.
        domain: snake_case, e.g. ``paper``, ``financial``, ``legal``.
        question: asked of the model; sacred, never cut.
        instruction: what the source says around the question; may be empty.
        gold: the gold answer as the source holds it: text, list, or mapping.
        answer_kind: its shape.
        documents: references, in the source's order.
        difficulty: ``easy`` / ``hard``, or empty.
        choices: the four options for ``choice``, else empty.
        template: the source's own prompt template with ``{docs}``, ``{instruction}``, ``{question}``; empty: the suite's default.
        shuffle: whether the source shows the documents in shuffled order.
        evidence: indices into ``documents`` of those that bear on the answer; ``None`` when the source does not say.
        declared_tokens: the source's own length in tokens, if it gives one.
        rules: hints for the rules scorer (e.g. equal answers), as the native format documents them.
        place: where it came from, for error messages (``loong.jsonl line 12``).

    """

    suite: str
    id: str
    task: str
    subtask: str
    length_set: str
    language: str
    domain: str
    question: str
    instruction: str
    gold: Any
    answer_kind: AnswerKind
    documents: tuple[DocumentRef, ...]
    difficulty: str = ""
    choices: tuple[str, ...] = ()
    template: str = ""
    shuffle: bool = False
    evidence: tuple[int, ...] | None = None
    declared_tokens: int | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    place: str = ""


@dataclass(frozen=True, slots=True)
class SuiteDefaults:
    """How a suite is run unless an option says otherwise; figures from the two papers (DESIGN 4).

    Args:
        temperature: sampling temperature.
        max_output: tokens of visible answer.
        overlength: default policy, one of ``documents``, ``middle``, ``skip``, ``error``.

    """

    temperature: float
    max_output: int
    overlength: str


class Suite(Protocol):
    """A benchmark: light cases now, documents when a case runs.

    Implementations are plain objects that pickle-free workers rebuild from the same path; nothing in them opens a document before
    :meth:`documents` is called.
    """

    @property
    def name(self) -> str:
        """Its id, as ``--lcbench-suite`` takes it."""

    @property
    def defaults(self) -> SuiteDefaults:
        """Limits and policies of its paper."""

    @property
    def fingerprint(self) -> str:
        """A hash that changes when the question file does; part of the run id."""

    def cases(self) -> Sequence[Case]:
        """Return every case in the source's order. Raises ``DataError``."""

    def documents(self, case: Case, *, fidelity: str = "paper") -> list[Document]:
        """Read the documents of *case* in the source's order.

        *fidelity* ``official-code`` reproduces the released loader, its verdict leak included (DESIGN 4).
        Raises ``DocumentError`` naming the document that is missing, ambiguous or outside the suite's folder.
        """
