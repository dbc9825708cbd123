"""The three forms in which cases are written to a folder: the native one, Loong's and LongBench v2's."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from pytest_lcbench.documents.document import Document
from pytest_lcbench.errors import DataError
from pytest_lcbench.suites.case import AnswerKind, Case, Suite
from pytest_lcbench.suites.gold import LETTERS
from pytest_lcbench.suites.longbench_v2 import SUBTASKS
from pytest_lcbench.suites.loong_taxonomy import TASK_OF_LEVEL, TASK_OF_SUBTASK, TYPES
from pytest_lcbench.suites.paths import leads_out
from pytest_lcbench.suites.synthetic.plan import SETS, VERSION
from pytest_lcbench.untrusted import one_line

TEMPLATE = "{docs}\n\n{instruction}\n\n{question}"
"""Prompt of an exported Loong row: that format has one in every row."""

_LEVEL_OF_TASK = MappingProxyType({task: level for level, task in TASK_OF_LEVEL.items()})
_PLACE_OF = MappingProxyType({subtask: place for place, (_, subtask) in SUBTASKS.items()})
# What no file name may hold somewhere, what a glob takes for a pattern, and "-", which parts Loong's file names.
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|\[\]-]+')
_HYPHEN = "\u2010"
_TITLE_BYTES = 150
_SHORT_WORDS, _MEDIUM_WORDS = 32_000, 128_000
"""LongBench v2's classes, in words (Bai et al., 2024)."""
_WORD_TOKENS = 4 / 3


class NativeLayout:
    """``cases.jsonl``, ``documents/`` and ``card.json``, with evidence to the character and measured lengths."""

    def __init__(self, folder: Path, suite: Suite) -> None:
        self._folder = folder
        self._suite = suite
        self._rows: list[dict[str, Any]] = []
        self._written: dict[str, str] = {}

    def takes(self, case: Case) -> bool:  # noqa: ARG002 - the protocol's
        """Take every case."""
        return True

    def add(self, case: Case, documents: Sequence[Document], tokens: int) -> None:
        """Write the documents that are not there yet, and keep the row."""
        for document in documents:
            _write_text(self._folder / "documents", document.name, document.text, document.hash, self._written)
        evidence: list[dict[str, int]] = []
        for at in case.evidence or ():
            spans = [{"document": at, "start": start, "end": end} for start, end in documents[at].passages]
            evidence += spans or [{"document": at}]
        row: dict[str, Any] = {
            "id": case.id,
            "task": case.task,
            "subtask": case.subtask,
            "length_set": case.length_set,
            "language": case.language,
            "domain": case.domain,
            "difficulty": case.difficulty or None,
            "question": case.question,
            "instruction": case.instruction,
            "gold": case.gold,
            "answer_kind": case.answer_kind.value,
            "documents": [_native_document(document) for document in documents],
            "choices": list(case.choices) or None,
            "shuffle": case.shuffle,
            "evidence": None if case.evidence is None else evidence,
            "rules": {hint: case.rules[hint] for hint in ("equal", "tolerance") if hint in case.rules} or None,
            "declared_tokens": tokens,
        }
        self._rows.append({field: value for field, value in row.items() if value is not None})

    def finish(self) -> None:
        """Write cases and card."""
        with (self._folder / "cases.jsonl").open("w", encoding="utf-8", newline="\n") as cases:
            cases.writelines(_line(row) for row in self._rows)
        defaults = self._suite.defaults
        card = {
            "name": self._suite.name,
            "version": VERSION,
            "title": "Generated long-document cases",
            "description": "Cases in the manner of Loong's eleven subtasks and of LongBench v2, over invented reports, judgments, "
            "papers and other texts, with computed gold answers. Written by 'lcbench build'.",
            "licence": "Apache-2.0",
            "languages": sorted({row["language"] for row in self._rows}),
            "defaults": {
                "temperature": defaults.temperature,
                "max_output": defaults.max_output,
                "overlength": defaults.overlength,
            },
        }
        text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
        (self._folder / "card.json").write_text(text, encoding="utf-8", newline="\n")

    def close(self) -> None:
        """Nothing stays open."""


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _native_document(document: Document) -> dict[str, str]:
    title = _title(document)
    return {"file": document.name} | ({"title": title} if title else {})


class LoongLayout:
    """``loong.jsonl`` and ``doc/``, as the authors of Loong lay them out.

    A row says beside Loong's own fields what the official ones cannot: ``subtask``, ``answer_kind``, ``rules`` and ``titles``.

    - A report is ``doc/financial/lcbench-2024-{hash}-{title}.txt`` and its row names ``{hash}``: the official search finds that file
      alone and shows ``《title》`` above it. A hyphen in the title becomes U+2010, for the official loader parts names there.
    - A paper is ``doc/paper/{hash}.txt``; its first line must be its title, so one that begins otherwise gets it as a heading.
    - A judgment stands in ``legal.json``; the official loader shows ``《判决文书i》`` above the i-th. The text of one that is called
      otherwise begins with its title.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "doc"
        self._rows: TextIO = (folder / "loong.jsonl").open("w", encoding="utf-8", newline="\n")
        self._written: dict[str, str] = {}
        self._judgments: dict[str, dict[str, str]] = {}

    def takes(self, case: Case) -> bool:
        """Take the eleven subtasks."""
        return case.subtask in TASK_OF_SUBTASK and case.domain in TYPES and case.answer_kind is not AnswerKind.CHOICE

    def add(self, case: Case, documents: Sequence[Document], tokens: int) -> None:
        """Write the documents that are not there yet, and the row."""
        place = {"financial": self._report, "paper": self._paper, "legal": self._judgment}[case.domain]
        row = {
            "id": case.id,
            "level": _LEVEL_OF_TASK[case.task],
            "set": _loong_set(case.length_set, tokens),
            "type": case.domain,
            "language": case.language,
            "question": case.question,
            "instruction": case.instruction,
            "prompt_template": TEMPLATE,
            "answer": case.gold,
            "doc": [place(document, number) for number, document in enumerate(documents, 1)],
            "length": tokens,
            "shuffle_doc": case.shuffle,
            "subtask": case.subtask,
            "answer_kind": case.answer_kind.value,
            "titles": [_title(document) for document in documents],
        }
        hints = {hint: case.rules[hint] for hint in ("equal", "tolerance") if hint in case.rules}
        self._rows.write(_line(row | ({"rules": hints} if hints else {})))

    def finish(self) -> None:
        """Write the judgments, all in one file as officially."""
        if self._judgments:
            place = self._folder / "legal" / "legal.json"
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("w", encoding="utf-8", newline="\n") as file:
                json.dump(self._judgments, file, ensure_ascii=False)

    def close(self) -> None:
        """Close the rows."""
        self._rows.close()

    def _report(self, document: Document, number: int) -> str:  # noqa: ARG002 - as _judgment
        title = _file_title(_title(document)) or "report"
        name = _hash(document.name, title)
        _write_text(self._folder / "financial", f"lcbench-2024-{name}-{title}.txt", document.text, document.hash, self._written)
        return name

    def _paper(self, document: Document, number: int) -> str:  # noqa: ARG002 - as _judgment
        title = _title(document)
        first = document.text.split("\n", 1)[0].strip("#").strip()
        text = document.text if not title or first == title else f"# {title}\n\n{document.text}"
        name = f"{_hash(document.name, title)}.txt"
        _write_text(self._folder / "paper", name, text, document.hash, self._written)
        return name

    def _judgment(self, document: Document, number: int) -> str:
        title = _title(document)
        shown = "" if title in {"", f"判决文书{number}"} else title
        name = _hash(document.name, shown)
        self._judgments[name] = {"content": f"{document.header}{document.text}" if shown else document.text, "result": ""}
        return name


class LongBenchV2Layout:
    """``data.json``: one list of rows, each with its text inside."""

    def __init__(self, folder: Path) -> None:
        self._file: TextIO = (folder / "data.json").open("w", encoding="utf-8", newline="\n")
        self._rows = 0

    def takes(self, case: Case) -> bool:
        """Take multiple-choice cases of its twenty subtasks."""
        return case.answer_kind is AnswerKind.CHOICE and case.subtask in _PLACE_OF

    def add(self, case: Case, documents: Sequence[Document], tokens: int) -> None:
        """Write the row. Several documents become one text, each under its title."""
        domain, sub_domain = _PLACE_OF[case.subtask]
        question = f"{case.instruction}\n\n{case.question}" if case.instruction.strip() else case.question
        row = {
            "_id": case.id,
            "domain": domain,
            "sub_domain": sub_domain,
            "difficulty": case.difficulty,
            "length": case.length_set if case.length_set in SETS else _class_of(tokens),
            "question": question,
            **{f"choice_{letter}": choice for letter, choice in zip(LETTERS, case.choices, strict=True)},
            "answer": case.gold,
            "context": "\n\n".join(f"{document.header}{document.text}" for document in documents),
        }
        self._file.write(",\n" if self._rows else "[\n")
        self._file.write(json.dumps(row, ensure_ascii=False))
        self._rows += 1

    def finish(self) -> None:
        """End the list."""
        self._file.write("\n]\n")

    def close(self) -> None:
        """Close the list."""
        self._file.close()


def _title(document: Document) -> str:
    return document.header.removesuffix("\n").removeprefix("《").removesuffix("》")


def _hash(*parts: str) -> str:
    # Sixteen hexadecimal digits or more are no name that could stand in an answer (scoring/rules/golds.py).
    return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _file_title(title: str) -> str:
    """Return *title* as the last part of a file name, on every system."""
    kept = _NOT_IN_NAMES.sub(lambda found: _HYPHEN if set(found[0]) == {"-"} else " ", title)
    return " ".join(kept.split()).encode("utf-8", "ignore")[:_TITLE_BYTES].decode("utf-8", "ignore").strip()


def _loong_set(word: str, tokens: int) -> int:
    if word in {"set1", "set2", "set3", "set4"}:
        return int(word[-1])
    return 1 + sum(tokens > SETS[f"set{number}"].high for number in (1, 2, 3))


def _class_of(tokens: int) -> str:
    words = tokens / _WORD_TOKENS
    return "short" if words < _SHORT_WORDS else "medium" if words < _MEDIUM_WORDS else "long"


def _write_text(folder: Path, name: str, text: str, digest: str, written: dict[str, str]) -> None:
    """Write a document once. Raises ``DataError`` for a name that would lead out or stands for two texts."""
    if leads_out(name):
        raise DataError(f"document '{one_line(name, 80)}' would lead out of the folder")
    if name in written:
        if written[name] != digest:
            raise DataError(f"document '{one_line(name, 80)}' stands for two texts")
        return
    written[name] = digest
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode("utf-8"))
