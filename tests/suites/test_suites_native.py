"""The native format: what it takes, what it refuses, and its published schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_lcbench.errors import DataError, DocumentError
from pytest_lcbench.suites.case import AnswerKind, SuiteDefaults
from pytest_lcbench.suites.native import NativeSuite
from pytest_lcbench.suites.native_format import schema_text

ROOT = Path(__file__).resolve().parents[2]
CARD: dict[str, Any] = {
    "name": "house-rules",
    "version": "1",
    "title": "House rules",
    "description": "Rules of a house.",
    "licence": "CC0-1.0",
    "languages": ["en"],
}
ROW: dict[str, Any] = {
    "id": "a",
    "task": "locating",
    "subtask": "locating_rules",
    "length_set": "set1",
    "language": "en",
    "domain": "houses",
    "question": "How many cats?",
    "gold": "two",
    "answer_kind": "value",
    "documents": [{"file": "rules.txt", "title": "Rules"}, {"file": "more/annex.txt"}],
}


def suite_of(folder: Path, *rows: dict[str, Any], card: dict[str, Any] | None = None) -> NativeSuite:
    (folder / "card.json").write_text(json.dumps(card or CARD), encoding="utf-8")
    (folder / "cases.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / "documents" / "more").mkdir(parents=True, exist_ok=True)
    (folder / "documents" / "rules.txt").write_text("Two cats.", encoding="utf-8")
    (folder / "documents" / "more" / "annex.txt").write_text("No dogs.", encoding="utf-8")
    return NativeSuite(folder)


def fault_of(folder: Path, *rows: dict[str, Any]) -> DataError:
    with pytest.raises(DataError) as caught:
        suite_of(folder, *rows).cases()
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_case_and_its_documents_are_read(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, ROW)
    (case,) = suite.cases()
    assert (case.suite, case.id, case.answer_kind, case.gold, case.place) == (
        "house-rules",
        "a",
        AnswerKind.VALUE,
        "two",
        "cases.jsonl line 1",
    )
    found = suite.documents(case)
    assert [(document.header, document.text) for document in found] == [("《Rules》\n", "Two cats."), ("", "No dogs.")]


def test_every_optional_field_reaches_the_case(tmp_path: Path) -> None:
    more = {
        "difficulty": "hard",
        "instruction": "Read.",
        "shuffle": True,
        "template": "{docs} {instruction} {question}",
        "evidence": [{"document": 1, "start": 3, "end": 7}, {"document": 0}],
        "rules": {"equal": ["2", 2], "tolerance": 0.01},
        "declared_tokens": 12,
    }
    (case,) = suite_of(tmp_path, {**ROW, **more}).cases()
    assert (case.difficulty, case.instruction, case.shuffle, case.template) == ("hard", "Read.", True, more["template"])
    assert (case.evidence, case.declared_tokens) == ((0, 1), 12)
    assert case.rules == {"equal": ["2", 2], "tolerance": 0.01}


def test_the_passages_of_the_evidence_stand_with_their_document(tmp_path: Path) -> None:
    evidence = [{"document": 1, "start": 3, "end": 7}, {"document": 1, "start": 0, "end": 2}, {"document": 0}]
    suite = suite_of(tmp_path, {**ROW, "evidence": evidence})
    assert [document.passages for document in suite.documents(suite.cases()[0])] == [(), ((0, 2), (3, 7))]


def test_evidence_that_is_a_whole_document_has_no_passages(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, {**ROW, "evidence": [{"document": 0, "start": 0, "end": 3}, {"document": 0}]})
    assert [document.passages for document in suite.documents(suite.cases()[0])] == [(), ()]


def test_a_passage_beyond_the_end_of_its_document_is_noted_and_counts_as_not_known(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, {**ROW, "evidence": [{"document": 0, "start": 0, "end": 99}]})
    first, second = suite.documents(suite.cases()[0])
    assert (first.passages, first.notes) == ((), ("evidence_outside_document",))
    assert second.notes == ()


def test_evidence_left_out_is_unknown(tmp_path: Path) -> None:
    assert suite_of(tmp_path, ROW).cases()[0].evidence is None


def test_the_card_sets_the_defaults(tmp_path: Path) -> None:
    assert suite_of(tmp_path, ROW).defaults == SuiteDefaults(temperature=0.0, max_output=1024, overlength="documents")
    card = {**CARD, "defaults": {"temperature": 1, "max_output": 9, "overlength": "skip"}}
    assert suite_of(tmp_path, ROW, card=card).defaults == SuiteDefaults(temperature=1.0, max_output=9, overlength="skip")


@pytest.mark.parametrize(
    ("kind", "gold"),
    [
        ("value", "5 %"),
        ("value", 5.5),
        ("names", ["a", "b"]),
        ("names", "three"),
        ("ordered", ["a: 1", 2]),
        ("groups", {"high": ["a"], "low": []}),
        ("pairs", {"a": "b"}),
        ("chain", ["a", "b"]),
        ("trend", "rises"),
    ],
)
def test_a_gold_of_its_kind_is_taken(tmp_path: Path, kind: str, gold: object) -> None:
    assert suite_of(tmp_path, {**ROW, "answer_kind": kind, "gold": gold}).cases()[0].gold == gold


@pytest.mark.parametrize(
    ("kind", "gold"),
    [
        ("value", ["a"]),
        ("value", True),
        ("value", 10**400),
        ("names", 3),
        ("names", [1]),
        ("ordered", {"a": 1}),
        ("groups", {"a": "b"}),
        ("groups", ["a"]),
        ("pairs", {"a": ["b"]}),
        ("chain", "a"),
        ("chain", [""]),
        ("trend", None),
        ("choice", "E"),
        ("choice", ["A"]),
    ],
)
def test_a_gold_of_another_shape_is_refused(tmp_path: Path, kind: str, gold: object) -> None:
    assert fault_of(tmp_path, {**ROW, "answer_kind": kind, "gold": gold}).field == "gold"


def test_a_choice_has_exactly_four_options(tmp_path: Path) -> None:
    choice = {**ROW, "answer_kind": "choice", "gold": "D"}
    assert suite_of(tmp_path, {**choice, "choices": ["1", "2", "3", "4"]}).cases()[0].choices == ("1", "2", "3", "4")
    for choices in (None, ["1", "2", "3"], ["1", "2", "3", " "]):
        assert fault_of(tmp_path, {**choice, "choices": choices}).field == "choices"
    assert fault_of(tmp_path, {**ROW, "choices": ["1", "2", "3", "4"]}).field == "choices"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"id": " "}, "id"),
        ({"task": "Big Task"}, "task"),
        ({"length_set": "set-1"}, "length_set"),
        ({"language": "english"}, "language"),
        ({"question": ""}, "question"),
        ({"question": "x" * 2_000_001}, "question"),
        ({"answer_kind": "essay"}, "answer_kind"),
        ({"documents": []}, "documents"),
        ({"documents": [{"file": "../../etc/passwd"}]}, "documents.0.file"),
        ({"documents": [{"file": "a.txt", "title": "a\nb"}]}, "documents.0.title"),
        ({"documents": [{"path": "a.txt"}]}, "documents.0.file"),
        ({"evidence": [{"document": 2}]}, "evidence"),
        ({"evidence": [{"document": 0, "start": 4}]}, "evidence.0"),
        ({"evidence": [{"document": 0, "start": 4, "end": 4}]}, "evidence.0"),
        ({"rules": {"equal": [["a"]]}}, "rules.equal.0"),
        ({"rules": {"tolerance": -1}}, "rules.tolerance"),
        ({"rules": {"tolarance": 1}}, "rules.tolarance"),
        ({"template": "{docs}"}, "template"),
        ({"shuffle": "yes"}, "shuffle"),
        ({"declared_tokens": 1.5}, "declared_tokens"),
        ({"questoin": "?"}, "questoin"),
    ],
)
def test_a_field_that_cannot_be_is_named_with_its_line(tmp_path: Path, changed: dict[str, Any], field: str) -> None:
    fault = fault_of(tmp_path, ROW, {**ROW, "id": "b", **changed})
    assert (fault.line, fault.field) == (2, field)


def test_a_missing_field_is_named(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, {key: value for key, value in ROW.items() if key != "gold"})
    assert (fault.field, fault.what) == ("gold", "is missing")


def test_two_rows_of_one_id_are_both_named(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, ROW, ROW)
    assert (fault.line, fault.field) == (2, "id")
    assert "line 1" in fault.what


def test_a_subtask_of_two_tasks_is_refused(tmp_path: Path) -> None:
    assert fault_of(tmp_path, ROW, {**ROW, "id": "b", "task": "comparison"}).field == "subtask"


def test_hostile_depth_is_one_line(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, ROW)
    for depth in (200, 900, 100_000):
        row = json.dumps({**ROW, "gold": "GOLD"}).replace('"GOLD"', "[" * depth + "]" * depth)
        (tmp_path / "cases.jsonl").write_text(row, encoding="utf-8")
        with pytest.raises(DataError):
            NativeSuite(suite.folder).cases()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": "My Suite"}, "name"),
        ({"languages": []}, "languages"),
        ({"defaults": {"overlength": "cut"}}, "defaults.overlength"),
        ({"license": "MIT"}, "license"),
    ],
)
def test_a_wrong_card_is_one_line(tmp_path: Path, changed: dict[str, Any], field: str) -> None:
    with pytest.raises(DataError) as caught:
        suite_of(tmp_path, ROW, card={**CARD, **changed})
    assert caught.value.field == field
    assert "card.json" in str(caught.value)


def test_a_missing_document_is_named(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, {**ROW, "documents": [{"file": "nowhere.txt"}]})
    with pytest.raises(DocumentError, match=r"nowhere\.txt"):
        suite.documents(suite.cases()[0])


def test_the_fingerprint_follows_cases_and_card(tmp_path: Path) -> None:
    first = suite_of(tmp_path, ROW).fingerprint
    assert suite_of(tmp_path, ROW).fingerprint == first
    assert suite_of(tmp_path, {**ROW, "gold": "three"}).fingerprint != first
    assert suite_of(tmp_path, ROW, card={**CARD, "version": "2"}).fingerprint != first


def test_the_published_schema_is_current() -> None:
    published = (ROOT / "docs" / "native-format.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(), "write it anew: python -m pytest_lcbench.suites.native_format > docs/native-format.schema.json"
