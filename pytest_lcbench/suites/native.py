"""A suite in the native format: a user's own, or one that ``lcbench build`` made."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pytest_lcbench.documents.document import Document, DocumentRef, noting_repeated
from pytest_lcbench.documents.reading import FileTexts
from pytest_lcbench.errors import DataError, DocumentError
from pytest_lcbench.suites import strict_json
from pytest_lcbench.suites.case import Case, SuiteDefaults
from pytest_lcbench.suites.native_format import (
    CARD,
    CASES,
    DOCUMENTS,
    NativeCard,
    NativeCase,
    NativeDocument,
    validate_card,
    validate_case,
)
from pytest_lcbench.untrusted import one_line

EVIDENCE_OUTSIDE = "evidence_outside_document"
"""Note of a document that ends before a passage which its case names as evidence: that case's passages in it count as not known."""


class _Shown(NamedTuple):
    """What a case adds to the text of one of its documents."""

    header: str
    passages: tuple[tuple[int, int], ...]


class NativeSuite:
    """The cases of one folder. Its card is read at once, for it names the suite; cases and documents when they are asked for.

    Args:
        path: folder with ``cases.jsonl``, ``documents/`` and ``card.json``, or its ``cases.jsonl``.

    Raises ``DataError`` when the card is missing or wrong.

    """

    def __init__(self, path: Path) -> None:
        self.folder = path if path.is_dir() else path.parent
        self.questions = self.folder / CASES if path.is_dir() else path
        card = self.folder / CARD
        self._card_bytes = strict_json.read_bytes(card)
        self.card: NativeCard = validate_card(strict_json.parse(self._card_bytes.removeprefix(strict_json.BOM), path=card), path=card)
        self._texts = FileTexts(self.folder / DOCUMENTS)
        self._cases: tuple[Case, ...] | None = None
        self._shown: dict[str, tuple[_Shown, ...]] = {}
        self._fingerprint = ""

    @property
    def name(self) -> str:
        """The card's name."""
        return self.card.name

    @property
    def defaults(self) -> SuiteDefaults:
        """The card's, or temperature 0, 1,024 tokens of answer and whole documents."""
        own = self.card.defaults
        return SuiteDefaults(temperature=own.temperature, max_output=own.max_output, overlength=own.overlength)

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of cases and card. Raises ``DataError`` as :meth:`cases` does."""
        self.cases()
        return self._fingerprint

    def cases(self) -> Sequence[Case]:
        """Return every case in file order, opening no document. Raises ``DataError`` naming file, line and field."""
        if self._cases is None:
            data = strict_json.read_bytes(self.questions)
            cases: dict[str, Case] = {}
            lines: dict[str, int] = {}
            task_of: dict[str, tuple[str, int]] = {}
            for line, row in strict_json.rows_of(data, self.questions):
                native = validate_case(row, path=self.questions, line=line)
                self._check_unique(native, line, lines, task_of)
                lines[native.id] = line
                cases[native.id] = _case(native, self.name, f"{self.questions.name} line {line}")
                self._shown[native.id] = tuple(
                    _Shown(_header(document), _passages(native, at)) for at, document in enumerate(native.documents)
                )
            digest = hashlib.sha256(len(data).to_bytes(8, "big") + data + self._card_bytes)
            self._fingerprint = digest.hexdigest()
            self._cases = tuple(cases.values())
        return self._cases

    def documents(self, case: Case, *, fidelity: str = "paper") -> list[Document]:  # noqa: ARG002 - the protocol's; no other code exists
        """Read the documents of *case* in the source's order. Raises ``DocumentError`` naming the one that cannot be read."""
        self.cases()
        shown = self._shown.get(case.id)
        if shown is None or len(shown) != len(case.documents):
            raise DocumentError(f"case '{one_line(case.id, 80)}' is not a case of {one_line(str(self.questions))}")
        found = []
        for reference, (header, named) in zip(case.documents, shown, strict=True):
            text, digest = self._texts.read(reference.name)
            notes = self._texts.notes(reference.name)
            passages = named if all(end <= len(text) for _, end in named) else ()
            if named and not passages:
                notes = (*notes, EVIDENCE_OUTSIDE)
            found.append(Document(name=reference.name, header=header, text=text, hash=digest, notes=notes, passages=passages))
        return noting_repeated(found)

    def _check_unique(self, native: NativeCase, line: int, taken: dict[str, int], task_of: dict[str, tuple[str, int]]) -> None:
        if native.id in taken:
            what = f"'{one_line(native.id, 80)}' is already the id of line {taken[native.id]}"
            raise DataError(what, path=self.questions, line=line, field="id")
        task, first = task_of.setdefault(native.subtask, (native.task, line))
        if task != native.task:
            what = f"'{native.subtask}' belongs to task '{task}' on line {first}: a subtask has one task"
            raise DataError(what, path=self.questions, line=line, field="subtask")


def _header(document: NativeDocument) -> str:
    return "" if document.title is None else f"《{document.title}》\n"


def _case(native: NativeCase, suite: str, place: str) -> Case:
    evidence = None if native.evidence is None else tuple(sorted({item.document for item in native.evidence}))
    return Case(
        suite=suite,
        id=native.id,
        task=native.task,
        subtask=native.subtask,
        length_set=native.length_set,
        language=native.language,
        domain=native.domain,
        question=native.question,
        instruction=native.instruction,
        gold=native.gold,
        answer_kind=native.answer_kind,
        documents=tuple(DocumentRef(document.file, document.title or "") for document in native.documents),
        difficulty=native.difficulty or "",
        choices=tuple(native.choices or ()),
        template=native.template or "",
        shuffle=native.shuffle,
        evidence=evidence,
        declared_tokens=native.declared_tokens,
        rules=_rules(native),
        place=place,
    )


def _passages(native: NativeCase, document: int) -> tuple[tuple[int, int], ...]:
    """Return the passages of *document* that are evidence; none where all of it is."""
    spans = [(item.start, item.end) for item in native.evidence or () if item.document == document]
    passages = sorted({(start, end) for start, end in spans if start is not None and end is not None})
    return tuple(passages) if (None, None) not in spans else ()


def _rules(native: NativeCase) -> dict[str, Any]:
    """Return ``equal`` and ``tolerance`` where given."""
    rules: dict[str, Any] = {}
    if native.rules is not None:
        if native.rules.equal:
            rules["equal"] = list(native.rules.equal)
        if native.rules.tolerance is not None:
            rules["tolerance"] = native.rules.tolerance
    return rules
