"""What a field of the bundled suite gives: drafts of cases at collection, written documents when a case runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic.draw import Draw

Ranges = tuple[tuple[int, int], ...]
"""Character ranges of a text, each (first, after the last)."""


@dataclass(frozen=True, slots=True)
class DocumentPlan:
    """A document that can be written from its key at any time, by any process.

    Args:
        key: what it is in its world, of the characters ``a-z 0-9 . _ -``; the field's ``write`` understands it.
        tokens: cl100k tokens that it is to have, about (a tenth more or less).
        title: what stands above it as ``《title》``; empty: nothing does.
        facts: the keys of :attr:`Written.facts` on which the case's answer rests; none in a distractor.
        distractor: whether it is there only to mislead; the proof exempts it.

    """

    key: str
    tokens: int
    title: str = ""
    facts: tuple[str, ...] = ()
    distractor: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A case of one field, whole but for its id and its suite. Drawing it writes no document.

    Args:
        subtask: of Loong's taxonomy, or of LongBench v2's with its domain.
        language: ``en`` or ``zh``: of documents and question.
        domain: ``financial``, ``legal``, ``paper``, or the domain of LongBench v2.
        question: asked of the model.
        instruction: how to answer: form, and what to do in doubtful cases. Our own words.
        gold: computed from the world, in the shape that *answer_kind* asks for (``suites/gold.py`` checks it).
        answer_kind: its shape.
        documents: in the order shown.
        difficulty: ``easy`` or ``hard``.
        choices: four options where *answer_kind* is ``choice``; the suite shuffles them, so gold is the letter in this order.
        rules: hints for the rules scorer: ``equal``, ``tolerance``.

    """

    subtask: str
    language: str
    domain: str
    question: str
    instruction: str
    gold: Any
    answer_kind: AnswerKind
    documents: tuple[DocumentPlan, ...]
    difficulty: str
    choices: tuple[str, ...] = ()
    rules: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Written:
    """A document as written.

    Args:
        text: its body, lines ended by a line feed.
        facts: where the text states each fact of the world that it was asked about or states by itself; the key is the field's own.

    """

    text: str
    facts: Mapping[str, Ranges]


class Field(Protocol):
    """One field of the bundled suite (finance, law, papers …) in one world.

    A field is made from the number of its world, draws what it needs from it when asked, and keeps it. Everything it gives depends on
    the world, the arguments and the generator's version alone.

    A field that has not every subtask in both languages also has ``languages(subtask)``, which returns those that it has.
    """

    @property
    def subtasks(self) -> tuple[str, ...]:
        """The subtasks that it has cases for."""

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """Draw a case whose documents have about *tokens* cl100k tokens together.

        Args:
            subtask: one of :attr:`subtasks`.
            language: ``en`` or ``zh``.
            tokens: of all documents with their headers: 2,000 to 1,000,000.
            draw: decides everything that the world does not.

        Raises ``SettingsError`` when the world has no such case of that length.

        """

    def write(self, language: str, key: str, tokens: int) -> Written:
        """Write the document *key* in *language* at a length of about *tokens*. Raises ``KeyError`` for a key it never gave."""
