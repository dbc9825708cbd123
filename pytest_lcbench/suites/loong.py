"""Loong in its official layout (Wang et al., EMNLP 2024): ``loong.jsonl`` with ``doc/`` beside it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pytest_lcbench.documents.document import Document, DocumentRef, noting_repeated
from pytest_lcbench.errors import DataError, DocumentError
from pytest_lcbench.suites import loong_taxonomy as taxonomy
from pytest_lcbench.suites import strict_json
from pytest_lcbench.suites.case import AnswerKind, Case, SuiteDefaults
from pytest_lcbench.suites.gold import gold_fault, is_empty
from pytest_lcbench.suites.loong_documents import LoongDocuments
from pytest_lcbench.suites.paths import leads_out
from pytest_lcbench.untrusted import one_line

QUESTIONS = "loong.jsonl"
DOCUMENTS = "doc"
MAX_QUESTION = 2_000_000
"""Characters of a question; the longest official one has 5,837."""
MAX_TOKENS = 10**9
_MAX_ID = 200

DEFAULTS = SuiteDefaults(temperature=0.0, max_output=1024, overlength="documents")

# The released loader looks for this in the instruction; it stands in the question, so no verdict is ever held back (DESIGN 4).
_OFFICIAL_MARKER = "阅读以上判决文书，我将给你若干份判决结果："
_DIGIT = re.compile(r"\s*(?:level|set)?\s*([1-4])\s*", re.IGNORECASE)


class LoongSuite:
    """Loong, or rows exported in its form.

    Args:
        path: a folder with ``loong.jsonl`` and ``doc/``, or a question file with ``doc/`` beside it.
        name: name of the suite.

    """

    def __init__(self, path: Path, name: str = "loong") -> None:
        self._name = name
        self.questions = path / QUESTIONS if path.is_dir() else path
        self.document_root = self.questions.parent / DOCUMENTS
        self._documents = LoongDocuments(self.document_root)
        self._cases: tuple[Case, ...] | None = None
        self._fingerprint = ""

    @property
    def name(self) -> str:
        """Its id."""
        return self._name

    @property
    def defaults(self) -> SuiteDefaults:
        """Temperature 0 and whole documents, as the paper runs it; the paper states no output limit."""
        return DEFAULTS

    @property
    def fingerprint(self) -> str:
        """SHA-256 (hex) of the question file. Raises ``DataError`` as :meth:`cases` does."""
        self.cases()
        return self._fingerprint

    def cases(self) -> Sequence[Case]:
        """Return every case in file order, opening no document. Raises ``DataError`` naming file, line and field."""
        if self._cases is None:
            data = strict_json.read_bytes(self.questions)
            self._cases = tuple(_read_cases(data, self.questions, self._name))
            self._fingerprint = hashlib.sha256(data).hexdigest()
        return self._cases

    def documents(self, case: Case, *, fidelity: str = "paper") -> list[Document]:
        """Read the documents of *case* in the source's order. Raises ``DocumentError`` naming the one that cannot be read.

        Only link_the_links differs by *fidelity*: its verdicts are what the question asks for. ``paper`` never shows them;
        ``official-code`` shows them as the released loader does.
        """
        any_year = case.task == taxonomy.TASK_OF_LEVEL[4]
        with_result = _shows_result(case, fidelity)
        found = []
        for number, reference in enumerate(case.documents, 1):
            if case.domain == "paper":
                found.append(self._documents.paper(reference.name))
            elif case.domain == "financial":
                found.append(self._documents.report(reference.name, any_year=any_year))
            elif case.domain == "legal":
                found.append(self._documents.judgment(reference.name, number, with_result=with_result))
            else:
                raise DocumentError(f"case '{one_line(case.id)}': Loong has no documents of the domain '{one_line(case.domain)}'")
        return noting_repeated(found)


def _shows_result(case: Case, fidelity: str) -> bool:
    if fidelity == "official-code":
        return not (case.task == taxonomy.TASK_OF_LEVEL[4] and _OFFICIAL_MARKER in case.instruction)
    return case.subtask != "link_the_links"


def _read_cases(data: bytes, path: Path, suite: str) -> list[Case]:
    cases: list[Case] = []
    lines: dict[str, int] = {}
    shared: dict[str, str] = {}  # 1,600 rows hold nine distinct templates and instructions
    for line, row in strict_json.rows_of(data, path):
        try:
            case = _case(row, suite, f"{path.name} line {line}", shared)
        except _BadFieldError as fault:
            raise DataError(fault.what, path=path, line=line, field=fault.field) from None
        if case.id in lines:
            raise DataError(f"'{one_line(case.id, 80)}' is already the id of line {lines[case.id]}", path=path, line=line, field="id")
        lines[case.id] = line
        cases.append(case)
    return cases


class _BadFieldError(Exception):
    def __init__(self, field: str, what: str) -> None:
        super().__init__(what)
        self.field = field
        self.what = what


def _case(row: dict[str, Any], suite: str, place: str, shared: dict[str, str]) -> Case:
    level = _one_to_four(row, "level")
    length_set = _one_to_four(row, "set")
    kind = _one_of(row, "type", taxonomy.TYPES)
    language = _one_of(row, "language", taxonomy.LANGUAGES)
    question = _text(row, "question")
    instruction = _text(row, "instruction")
    template = _text(row, "prompt_template")
    _check_prompt(question, instruction, template)
    subtask = _subtask(row, level, kind, question)
    names = _names(row)
    answer = _answer_kind(row, subtask, kind)
    gold = written = _wanted(row, "answer")
    if isinstance(written, str):
        read = _literal(written, "answer")
        # Brackets may mean something else, e.g. a negative figure: what is no answer of this kind stands as text.
        if is_empty(read) or gold_fault(read, answer) is None:
            gold = read
    fault = gold_fault(gold, answer)
    if fault:
        raise _BadFieldError("answer", fault)
    return Case(
        suite=suite,
        id=_id(row),
        task=taxonomy.TASK_OF_SUBTASK[subtask],
        subtask=subtask,
        length_set=f"set{length_set}",
        language=language,
        domain=kind,
        question=question,
        instruction=shared.setdefault(instruction, instruction),
        gold=gold,
        answer_kind=answer,
        documents=tuple(map(DocumentRef, names, _titles(row, names))),
        template=shared.setdefault(template, template),
        shuffle=_shuffle(row),
        evidence=taxonomy.evidence_of(subtask, kind, question, gold, names),
        declared_tokens=_length(row),
        # A judge is shown the gold as the source holds it.
        rules=_rules(row, answer) | ({"gold_text": written} if isinstance(written, str) and not isinstance(gold, str) else {}),
        place=place,
    )


def _wanted(row: dict[str, Any], field: str) -> Any:
    try:
        return row[field]
    except KeyError:
        raise _BadFieldError(field, "is missing") from None


def _literal(text: str, field: str) -> Any:
    try:
        return strict_json.literal(text)
    except strict_json.RepeatedNameError as fault:
        raise _BadFieldError(field, str(fault)) from None


def _text(row: dict[str, Any], field: str) -> str:
    value = _wanted(row, field)
    if not isinstance(value, str):
        raise _BadFieldError(field, f"is {strict_json.kind_of(value)}, not text")
    if len(value) > MAX_QUESTION:
        raise _BadFieldError(field, f"has {len(value):,} characters; at most {MAX_QUESTION:,} are taken")
    return value


def _one_of(row: dict[str, Any], field: str, known: Sequence[str]) -> str:
    value = _text(row, field)
    if value not in known:
        raise _BadFieldError(field, f"'{one_line(value, 60)}' is not known: one of {', '.join(known)}")
    return value


def _one_to_four(row: dict[str, Any], field: str) -> int:
    value = _wanted(row, field)
    if isinstance(value, str):
        digit = _DIGIT.fullmatch(value)
        value = int(digit[1]) if digit else value
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 4:  # noqa: PLR2004 - Loong's own scale
        raise _BadFieldError(field, f"is {strict_json.shown(value)}, not 1, 2, 3 or 4")
    return value


def _check_prompt(question: str, instruction: str, template: str) -> None:
    if not question.strip() and not instruction.strip():
        raise _BadFieldError("question", "is empty, and so is the instruction: nothing would be asked")
    for placeholder, needed in (("{docs}", True), ("{question}", question.strip()), ("{instruction}", instruction.strip())):
        if needed and placeholder not in template:
            raise _BadFieldError("prompt_template", f"has no {placeholder}: the model would not see it")


def _subtask(row: dict[str, Any], level: int, kind: str, question: str) -> str:
    if row.get("subtask") is not None:
        return _one_of(row, "subtask", tuple(taxonomy.TASK_OF_SUBTASK))
    subtask = taxonomy.derive_subtask(level, kind, question)
    if subtask is None:
        raise _BadFieldError("subtask", f"is missing, and Loong has no rows of level {level} and type '{kind}' to derive it from")
    return subtask


# What the official rows lack and exported ones carry: the shape of the answer, what the documents are called, what else is right.


def _answer_kind(row: dict[str, Any], subtask: str, kind: str) -> AnswerKind:
    if row.get("answer_kind") is None:
        return taxonomy.answer_kind(subtask, kind)
    return AnswerKind(_one_of(row, "answer_kind", [known.value for known in AnswerKind if known is not AnswerKind.CHOICE]))


def _titles(row: dict[str, Any], names: list[str]) -> list[str]:
    titles = row.get("titles")
    if titles is None:
        return [""] * len(names)
    if not isinstance(titles, list) or len(titles) != len(names) or not all(isinstance(title, str) for title in titles):
        raise _BadFieldError("titles", "is not a list of one text for each document")
    return titles


def _rules(row: dict[str, Any], answer: AnswerKind) -> dict[str, Any]:
    hints = row.get("rules")
    if hints is None:
        return {}
    if not isinstance(hints, dict) or set(hints) - {"equal", "tolerance"}:
        raise _BadFieldError("rules", "is not an object with 'equal' or 'tolerance'")
    equal, tolerance = hints.get("equal", []), hints.get("tolerance", 0.0)
    if not isinstance(equal, list) or any(gold_fault(other, answer) for other in equal):
        raise _BadFieldError("rules", f"'equal' is not a list of answers of the kind '{answer.value}'")
    if isinstance(tolerance, bool) or not isinstance(tolerance, int | float) or not 0 <= tolerance < 1:
        raise _BadFieldError("rules", "'tolerance' is not a share from 0 up to 1")
    return dict(hints)


def _names(row: dict[str, Any]) -> list[str]:
    names = _wanted(row, "doc")
    if isinstance(names, str):
        names = _literal(names, "doc")
    if not isinstance(names, list):
        raise _BadFieldError("doc", f"is {strict_json.kind_of(names)}, not a list of document names")
    if not names:
        raise _BadFieldError("doc", "is empty: a case needs at least one document")
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise _BadFieldError("doc", "holds something other than a document name")
        if leads_out(name):
            raise _BadFieldError("doc", f"'{one_line(name, 80)}' would lead out of the documents' folder")
    return names


def _id(row: dict[str, Any]) -> str:
    value = _wanted(row, "id")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise _BadFieldError("id", "is not an id: text or a number is wanted")
    if len(value) > _MAX_ID:
        raise _BadFieldError("id", f"has {len(value):,} characters; at most {_MAX_ID} are taken")
    return value


def _shuffle(row: dict[str, Any]) -> bool:
    value = row.get("shuffle_doc", True)  # what the released loader assumes
    if not isinstance(value, bool):
        raise _BadFieldError("shuffle_doc", f"is {strict_json.shown(value)}, not true or false")
    return value


def _length(row: dict[str, Any]) -> int | None:
    value = row.get("length")
    if value is None:
        return None
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 12:  # noqa: PLR2004
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_TOKENS:
        raise _BadFieldError("length", f"is {strict_json.shown(value)}, not a number of tokens")
    return value
