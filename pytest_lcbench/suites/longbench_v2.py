"""LongBench v2 in its official form (Bai et al., 2024): 503 multiple-choice rows, each with its text inside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pytest_lcbench.documents.document import Document, DocumentRef, content_hash
from pytest_lcbench.errors import DataError, DocumentError
from pytest_lcbench.suites.case import AnswerKind, Case, SuiteDefaults
from pytest_lcbench.suites.gold import LETTERS
from pytest_lcbench.suites.row_index import IndexedRow, RowIndex, index_of
from pytest_lcbench.suites.strict_json import kind_of
from pytest_lcbench.untrusted import one_line

QUESTIONS = ("data.json", "data.jsonl")
TEXT = "context"
MAX_QUESTION = 2_000_000
"""Characters of a question or an option."""
_MAX_ID = 200

DEFAULTS = SuiteDefaults(temperature=0.1, max_output=128, overlength="middle")

DIFFICULTIES = ("easy", "hard")
LENGTHS = ("short", "medium", "long")
_DOMAINS = {
    "Single-Document QA": (
        "single_document_qa",
        {
            "Academic": "single_document_academic",
            "Detective": "single_document_detective",
            "Event ordering": "single_document_event_ordering",
            "Financial": "single_document_financial",
            "Governmental": "single_document_governmental",
            "Legal": "single_document_legal",
            "Literary": "single_document_literary",
        },
    ),
    "Multi-Document QA": (
        "multi_document_qa",
        {
            "Academic": "multi_document_academic",
            "Financial": "multi_document_financial",
            "Governmental": "multi_document_governmental",
            "Legal": "multi_document_legal",
            "Multi-news": "multi_document_news",
        },
    ),
    "Long In-context Learning": (
        "long_in_context_learning",
        {
            "Many-shot learning": "many_shot_learning",
            "New language translation": "new_language_translation",
            "User guide QA": "user_guide_qa",
        },
    ),
    "Long-dialogue History Understanding": (
        "long_dialogue_history_understanding",
        {"Agent history QA": "agent_history_qa", "Dialogue history QA": "dialogue_history_qa"},
    ),
    "Code Repository Understanding": ("code_repository_understanding", {"Code repo QA": "code_repo_qa"}),
    "Long Structured Data Understanding": (
        "long_structured_data_understanding",
        {"Knowledge graph reasoning": "knowledge_graph_reasoning", "Table QA": "table_qa"},
    ),
}
SUBTASKS = MappingProxyType(
    {(domain, sub): (task, subtask) for domain, (task, subs) in _DOMAINS.items() for sub, subtask in subs.items()}
)
"""(domain, sub_domain) as the source writes them to (task, subtask). Four sub-domains exist twice: their ids carry the domain."""


class LongBenchV2Suite:
    """LongBench v2.

    Args:
        path: ``data.json`` (a JSON list) or a JSON Lines file of such rows, or the folder that holds one.
        name: name of the suite.

    """

    def __init__(self, path: Path, name: str = "longbench-v2") -> None:
        self._name = name
        self.questions = _question_file(path) if path.is_dir() else path
        self._index: RowIndex | None = None
        self._rows: dict[str, IndexedRow] = {}
        self._cases: tuple[Case, ...] = ()

    @property
    def name(self) -> str:
        """Its id."""
        return self._name

    @property
    def defaults(self) -> SuiteDefaults:
        """Temperature 0.1, 128 tokens of answer, the middle left out, as the released scripts run it."""
        return DEFAULTS

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) over the rows, texts included. Raises ``DataError`` as :meth:`cases` does."""
        return self._loaded().fingerprint

    def cases(self) -> Sequence[Case]:
        """Return every case in file order. Raises ``DataError`` naming file, line and field."""
        self._loaded()
        return self._cases

    def documents(self, case: Case, *, fidelity: str = "paper") -> list[Document]:  # noqa: ARG002 - the protocol's; both read alike
        """Read the one document of *case*: the text of its row, unchanged. Raises ``DocumentError``."""
        index = self._loaded()
        shown = one_line(case.id, 80)
        row = self._rows.get(case.id)
        if row is None:
            raise DocumentError(f"case '{shown}' is not a row of {one_line(str(self.questions))}")
        if not row.has_text:
            raise DocumentError(f"case '{shown}': its row has no {TEXT}: the whole data.json is needed ('lcbench fetch longbench-v2')")
        try:
            fields = index.read(row)
        except DataError as fault:
            raise DocumentError(f"case '{shown}': {one_line(str(fault))}") from None
        text = fields.get(TEXT)
        if fields.get("_id") != row.fields.get("_id") or not isinstance(text, str):
            raise DocumentError(f"case '{shown}': {one_line(str(self.questions))} has changed since the run began: start again")
        return [Document(name=case.id, header="", text=text, hash=content_hash(text))]

    def _loaded(self) -> RowIndex:
        if self._index is None:
            index = index_of(self.questions, held_out=TEXT)
            rows: dict[str, IndexedRow] = {}
            cases = []
            for row in index.rows:
                case = _Row(row, self.questions).case(self._name)
                if case.id in rows:
                    what = f"'{one_line(case.id, 80)}' is already the _id of row {rows[case.id].number} (line {rows[case.id].line})"
                    raise DataError(what, path=self.questions, line=row.line, field="_id")
                rows[case.id] = row
                cases.append(case)
            self._rows, self._cases, self._index = rows, tuple(cases), index
        return self._index


def _question_file(folder: Path) -> Path:
    return next((folder / name for name in QUESTIONS if (folder / name).is_file()), folder / QUESTIONS[0])


class _Row:
    """One row on its way to a case; every fault names line and field."""

    def __init__(self, row: IndexedRow, path: Path) -> None:
        self._row = row
        self._path = path

    def case(self, suite: str) -> Case:
        task, subtask = self._place()
        choices = tuple(self._text(f"choice_{letter}") for letter in LETTERS)
        case_id = self._text("_id")
        if len(case_id) > _MAX_ID:
            raise self._fault("_id", f"has {len(case_id):,} characters; at most {_MAX_ID} are taken")
        return Case(
            suite=suite,
            id=case_id,
            task=task,
            subtask=subtask,
            length_set=self._one_of("length", LENGTHS),
            language="en",
            domain=task,
            question=self._text("question"),
            instruction="",
            gold=self._one_of("answer", LETTERS),
            answer_kind=AnswerKind.CHOICE,
            documents=(DocumentRef(case_id),),
            difficulty=self._one_of("difficulty", DIFFICULTIES),
            choices=choices,
            evidence=(0,),
            place=f"{self._path.name} line {self._row.line}",
        )

    def _place(self) -> tuple[str, str]:
        domain = self._one_of("domain", tuple(_DOMAINS))
        sub = self._one_of("sub_domain", tuple(_DOMAINS[domain][1]))
        return SUBTASKS[domain, sub]

    def _fault(self, field: str, what: str) -> DataError:
        return DataError(f"{what} (row {self._row.number})", path=self._path, line=self._row.line, field=field)

    def _text(self, field: str) -> str:
        value: Any = self._row.fields.get(field)
        if value is None:
            raise self._fault(field, "is missing")
        if not isinstance(value, str):
            raise self._fault(field, f"is {kind_of(value)}, not text")
        if not value.strip():
            raise self._fault(field, "is empty")
        if len(value) > MAX_QUESTION:
            raise self._fault(field, f"has {len(value):,} characters; at most {MAX_QUESTION:,} are taken")
        return value

    def _one_of(self, field: str, known: Sequence[str]) -> str:
        value = self._text(field)
        if value not in known:
            raise self._fault(field, f"'{one_line(value, 60)}' is not known: one of {', '.join(known)}")
        return value
