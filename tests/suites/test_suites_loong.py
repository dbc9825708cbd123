"""Loong's loader against the real question file and against rows that are not sound."""

from __future__ import annotations

import itertools
import json
import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.errors import DataError, DocumentError
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.loong_taxonomy import TASK_OF_SUBTASK, derive_subtask, evidence_of

ROW: dict[str, Any] = {
    "level": 1,
    "set": 2,
    "length": 1234,
    "type": "financial",
    "language": "en",
    "question": "What is the revenue of Acme Inc.?",
    "instruction": "Read the reports.",
    "prompt_template": "{docs}\n\n{instruction}\n\n{question}",
    "doc": ["Acme Inc.", "Bolt Ltd"],
    "answer": "$5",
    "shuffle_doc": True,
    "id": "case-1",
}


def suite_of(folder: Path, *rows: dict[str, Any] | bytes) -> LoongSuite:
    lines = [row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows]
    (folder / "loong.jsonl").write_bytes(b"\n".join(lines))
    return LoongSuite(folder)


def fault_of(folder: Path, *rows: dict[str, Any] | bytes) -> DataError:
    with pytest.raises(DataError) as caught:
        suite_of(folder, *rows).cases()
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.fixture(scope="module")
def official(shared_data: Path) -> LoongSuite:
    return LoongSuite(shared_data / "loong")


def test_the_official_rows_fall_into_the_subtasks_of_the_paper(official: LoongSuite) -> None:
    assert Counter(case.subtask for case in official.cases()) == {
        "spotlight_locating": 250,
        "extremum_acquisition": 143,
        "sequential_enumeration": 87,
        "range_awareness": 70,
        "report_integration": 250,
        "citation_reference": 270,
        "case_classification": 121,
        "temporal_analysis": 100,
        "citation_chain": 130,
        "link_the_links": 113,
        "solitaire": 66,
    }


def test_the_official_rows_have_the_published_proportions(official: LoongSuite) -> None:
    cases = official.cases()
    assert Counter(case.task for case in cases) == {
        "spotlight_locating": 250,
        "comparison": 300,
        "clustering": 641,
        "chain_of_reasoning": 409,
    }
    assert Counter(case.length_set for case in cases) == {"set1": 323, "set2": 564, "set3": 481, "set4": 232}
    assert Counter(case.language for case in cases) == {"en": 695, "zh": 905}
    assert Counter(case.domain for case in cases) == {"financial": 700, "legal": 500, "paper": 400}


def test_every_official_spotlight_question_has_one_document_as_evidence(official: LoongSuite) -> None:
    spotlight = [case for case in official.cases() if case.subtask == "spotlight_locating"]
    assert {len(case.evidence or ()) for case in spotlight} == {1}
    assert all(case.evidence == tuple(range(len(case.documents))) for case in official.cases() if case.task != "spotlight_locating")


def test_the_official_rows_load_quickly_and_open_no_document(shared_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    read_bytes = Path.read_bytes

    def watched(self: Path) -> bytes:
        opened.append(self.name)
        return read_bytes(self)

    monkeypatch.setattr(Path, "read_bytes", watched)
    start = time.process_time()
    assert len(LoongSuite(shared_data / "loong").cases()) == 1600
    assert time.process_time() - start < 0.3
    assert opened == ["loong.jsonl"]


def test_documents_are_those_of_an_official_run(official: LoongSuite, shared_data: Path) -> None:
    by_id = {case.id: case for case in official.cases()}
    for line in (shared_data / "loong" / "real_docs_text_3.jsonl").read_text(encoding="utf-8").splitlines():
        sent = json.loads(line)
        parts = [document.header + document.text + "\n\n" for document in official.documents(by_id[sent["id"]])]
        assert any("".join(order) == sent["docs"] for order in itertools.permutations(parts))


def test_every_document_of_the_24_real_rows_is_found(shared_data: Path) -> None:
    suite = LoongSuite(shared_data / "loong" / "real_24.jsonl")
    found = [document for case in suite.cases() for document in suite.documents(case)]
    assert len(found) == sum(len(case.documents) for case in suite.cases()) == 68
    assert all(document.text and document.notes == () for document in found)


def test_a_gold_written_as_text_is_read_and_the_text_is_kept_for_the_judge(official: LoongSuite) -> None:
    case = next(case for case in official.cases() if case.rules)
    assert case.subtask == "report_integration"
    assert case.gold == json.loads(case.rules["gold_text"])


def test_golds_have_the_shape_of_their_kind(official: LoongSuite) -> None:
    shapes = {AnswerKind.GROUPS: dict, AnswerKind.PAIRS: dict, AnswerKind.CHAIN: list, AnswerKind.TREND: str}
    for case in official.cases():
        wanted = shapes.get(case.answer_kind)
        assert wanted is None or isinstance(case.gold, wanted)
    legal = {case.answer_kind for case in official.cases() if case.domain == "legal" and case.task == "spotlight_locating"}
    assert legal == {AnswerKind.NAMES}


def test_the_fingerprint_follows_the_question_file(tmp_path: Path) -> None:
    first = suite_of(tmp_path, ROW).fingerprint
    assert suite_of(tmp_path, ROW).fingerprint == first
    assert suite_of(tmp_path, {**ROW, "answer": "$6"}).fingerprint != first


# Rows that are not sound


def test_a_malformed_line_is_named(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, ROW, b'{"level": 1,')
    assert (fault.line, fault.field) == (2, None)
    assert "is not JSON" in str(fault)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("level", 5),
        ("level", "five"),
        ("level", True),
        ("level", 10**400),
        ("set", 0),
        ("set", None),
        ("type", "news"),
        ("language", "fr"),
        ("question", 3),
        ("instruction", None),
        ("prompt_template", "no placeholders"),
        ("prompt_template", "{docs} {instruction}"),
        ("doc", []),
        ("doc", "one.md"),
        ("doc", [""]),
        ("doc", [1]),
        ("answer", ""),
        ("answer", "  "),
        ("answer", []),
        ("answer", {}),
        ("answer", None),
        ("answer", {"a": ["b"]}),
        ("shuffle_doc", "yes"),
        ("length", -1),
        ("length", 10**400),
        ("length", 1.5),
        ("id", ""),
        ("id", None),
        ("id", "x" * 201),
        ("subtask", "guessing"),
    ],
)
def test_a_field_that_cannot_be_is_named_with_its_line(tmp_path: Path, field: str, value: object) -> None:
    fault = fault_of(tmp_path, ROW, {**ROW, "id": "case-2", field: value})
    assert (fault.line, fault.field) == (2, field)


@pytest.mark.parametrize(
    "field", ["level", "set", "type", "language", "question", "instruction", "prompt_template", "doc", "answer", "id"]
)
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    fault = fault_of(tmp_path, {key: value for key, value in ROW.items() if key != field})
    assert (fault.line, fault.field, fault.what) == (1, field, "is missing")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..\\..\\secret", "/etc/passwd", "C:\\boot.ini", "a/../../b", "a\x00b", "\\\\host\\share"]
)
def test_a_document_name_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    fault = fault_of(tmp_path, {**ROW, "doc": ["Acme Inc.", name]})
    assert fault.field == "doc"


@pytest.mark.parametrize("name", ["BROADWAY FINANCIAL CORP \\DE\\", "某公司行政审判监督行...", "a..b", "C", "-", "{docs}"])
def test_odd_but_legal_names_are_taken(tmp_path: Path, name: str) -> None:
    assert suite_of(tmp_path, {**ROW, "doc": [name]}).cases()[0].documents[0].name == name


def test_two_rows_of_one_id_are_both_named(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, ROW, b"", {**ROW, "id": "case-2"}, ROW)
    assert fault.line == 4
    assert "line 1" in fault.what


def test_a_question_beyond_the_bound_is_refused(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, {**ROW, "question": "x" * 2_000_001})
    assert fault.field == "question"
    assert len(str(fault)) < 400


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no rows"),
        (b"\n \n", "holds no rows"),
        (b"\xff\xfe{\x00}\x00", "is not UTF-8"),
        (b"[1, 2]", "a list"),
        (b"[" * 100_000, "too deep"),
        (b'{"level": NaN}', "NaN"),
        (b'{"level": ' + b"9" * 5000 + b"}", "is not JSON"),
        (b'{"level": "\x00"}', "is not JSON"),
    ],
)
def test_a_file_that_is_not_of_the_format_is_one_line(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in str(fault_of(tmp_path, content))


def test_a_folder_in_place_of_the_question_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "loong.jsonl").mkdir()
    with pytest.raises(DataError, match="is a folder"):
        LoongSuite(tmp_path).cases()


def test_an_id_that_would_draw_on_the_terminal_is_shown_escaped(tmp_path: Path) -> None:
    hostile = {**ROW, "id": "\x1b[31mred"}
    assert "\x1b" not in str(fault_of(tmp_path, hostile, hostile))


# Exports that differ in form


def test_levels_and_sets_may_be_text(tmp_path: Path) -> None:
    case = suite_of(tmp_path, {**ROW, "level": "level1", "set": "set3", "length": "77"}).cases()[0]
    assert (case.task, case.length_set, case.declared_tokens) == ("spotlight_locating", "set3", 77)


@pytest.mark.parametrize("written", ['["Acme Inc.", "Bolt Ltd"]', "['Acme Inc.', 'Bolt Ltd']"])
def test_documents_may_be_a_list_written_as_text(tmp_path: Path, written: str) -> None:
    case = suite_of(tmp_path, {**ROW, "doc": written}).cases()[0]
    assert [document.name for document in case.documents] == ["Acme Inc.", "Bolt Ltd"]


@pytest.mark.parametrize("written", ['{"high": ["Acme Inc."], "low": []}', "{'high': ['Acme Inc.'], 'low': []}"])
def test_an_answer_may_be_a_mapping_written_as_text(tmp_path: Path, written: str) -> None:
    case = suite_of(tmp_path, {**ROW, "level": 3, "answer": written}).cases()[0]
    assert case.gold == {"high": ["Acme Inc."], "low": []}
    assert case.rules == {"gold_text": written}


def test_an_answer_in_brackets_of_another_meaning_stays_text(tmp_path: Path) -> None:
    assert suite_of(tmp_path, {**ROW, "answer": "[5]"}).cases()[0].gold == "[5]"


def test_an_explicit_subtask_wins_over_the_derived_one(tmp_path: Path) -> None:
    case = suite_of(tmp_path, {**ROW, "level": 2, "subtask": "sequential_enumeration"}).cases()[0]
    assert (case.subtask, case.task, case.answer_kind) == ("sequential_enumeration", "comparison", AnswerKind.ORDERED)


def test_a_byte_order_mark_and_windows_line_ends_are_taken(tmp_path: Path) -> None:
    line = json.dumps(ROW).encode()
    (tmp_path / "loong.jsonl").write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\r\n")
    assert len(LoongSuite(tmp_path).cases()) == 1


@given(level=st.integers(1, 4), kind=st.sampled_from(["financial", "legal", "paper"]), question=st.text())
def test_a_derived_subtask_always_belongs_to_its_level(level: int, kind: str, question: str) -> None:
    tasks = {1: "spotlight_locating", 2: "comparison", 3: "clustering", 4: "chain_of_reasoning"}
    subtask = derive_subtask(level, kind, question)
    assert subtask is None or TASK_OF_SUBTASK[subtask] == tasks[level]


def test_a_company_is_evidence_only_where_its_whole_name_is_asked_for() -> None:
    names = ["C", "HARTE HANKS", "HARTE HANKS INC"]
    assert evidence_of("spotlight_locating", "financial", "What are the assets of HARTE HANKS INC?", "5", names) == (2,)
    assert evidence_of("spotlight_locating", "financial", "Which company has 5 of them?", "C", names) == (0,)
    assert evidence_of("spotlight_locating", "financial", "Which company has 5 of them?", "D", names) is None
    assert evidence_of("spotlight_locating", "legal", "哪一篇?", "《判决文书9》", names) is None


# Documents


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    financial = tmp_path / "doc" / "financial"
    financial.mkdir(parents=True)
    for name in (
        "2024-Acme Inc.-j",
        "2024-Acme Inc.-n",
        "2024-Bolt Ltd-j",
        "2024-C-j",
        "2024-CNB Corp-j",
        "2023-form10-k",
        "2019-Bolt Ltd-j",
    ):
        (financial / f"{name}.txt").write_text(f"report {name}", encoding="utf-8")
    (financial / "2024-BROADWAY FINANCIAL CORP \\DE\\-j.txt").write_text("report of a bank", encoding="utf-8")
    (tmp_path / "doc" / "paper").mkdir()
    (tmp_path / "doc" / "paper" / "1.md").write_text("## A title #\n\nBody", encoding="utf-8")
    (tmp_path / "doc" / "legal").mkdir()
    judgments = {f"案{n}": {"content": f'审理"{n}"{{[\n', "result": f"判决{n}"} for n in range(1, 4)}
    (tmp_path / "doc" / "legal" / "legal.json").write_text(json.dumps(judgments, ensure_ascii=False, indent=1), encoding="utf-8")
    return tmp_path


def legal_case(suite: LoongSuite, **fields: object) -> Case:
    base = {**ROW, "type": "legal", "language": "zh", "level": 4, "doc": ["案3", "案1"], "answer": {"《判决文书1》": "判决结果2"}}
    return suite_of(suite.questions.parent, {**base, **fields}).cases()[0]


def test_a_company_is_matched_as_a_whole_part_after_the_year(tree: Path) -> None:
    suite = suite_of(tree, {**ROW, "doc": ["C", "Bolt Ltd", "BROADWAY FINANCIAL CORP \\DE\\"]})
    found = suite.documents(suite.cases()[0])
    assert [document.text for document in found] == ["report 2024-C-j", "report 2024-Bolt Ltd-j", "report of a bank"]
    assert [document.header for document in found] == ["《j》\n"] * 3
    assert all(document.notes == () for document in found)


def test_a_company_of_several_files_is_read_from_the_first_and_noted(tree: Path) -> None:
    suite = suite_of(tree, {**ROW, "doc": ["Acme Inc."]})
    (document,) = suite.documents(suite.cases()[0])
    assert (document.text, document.notes) == ("report 2024-Acme Inc.-j", ("ambiguous_document",))


def test_at_level_four_the_year_is_part_of_the_name(tree: Path) -> None:
    suite = suite_of(tree, {**ROW, "level": 4, "doc": ["2023-form10-k", "2019-Bolt Ltd"]})
    assert [document.text for document in suite.documents(suite.cases()[0])] == ["report 2023-form10-k", "report 2019-Bolt Ltd-j"]


@pytest.mark.parametrize("name", ["CNB", "Nobody", "j", "*", "2024", "form10"])
def test_a_report_that_no_file_is_named_after_is_said_to_be_missing(tree: Path, name: str) -> None:
    suite = suite_of(tree, {**ROW, "doc": [name]})
    with pytest.raises(DocumentError, match="no file in") as caught:
        suite.documents(suite.cases()[0])
    assert f"'{name}'" in str(caught.value)


def test_a_name_composed_otherwise_than_its_file_is_found(tree: Path) -> None:
    (tree / "doc" / "financial" / "2024-Cafe\u0301 SA-j.txt").write_text("coffee", encoding="utf-8")
    suite = suite_of(tree, {**ROW, "doc": ["Caf\u00e9 SA"]})
    assert suite.documents(suite.cases()[0])[0].text == "coffee"


def test_a_paper_is_headed_by_its_first_line_and_keeps_it(tree: Path) -> None:
    suite = suite_of(tree, {**ROW, "type": "paper", "doc": ["1.md"]})
    (document,) = suite.documents(suite.cases()[0])
    assert (document.header, document.text) == ("A title\n", "## A title #\n\nBody")


def test_judgments_are_numbered_and_end_in_their_verdict(tree: Path) -> None:
    suite = suite_of(tree, ROW)
    found = suite.documents(legal_case(suite, question="排序"))
    assert [document.header for document in found] == ["《判决文书1》\n", "《判决文书2》\n"]
    assert [document.text for document in found] == ['审理"3"{[\n判决3', '审理"1"{[\n判决1']


def test_verdicts_that_are_to_be_matched_are_never_shown(tree: Path) -> None:
    suite = suite_of(tree, ROW)
    case = legal_case(suite, question="阅读以上判决文书，我将给你若干份判决结果：{'判决结果1': '判决3'}")
    assert case.subtask == "link_the_links"
    assert [document.text for document in suite.documents(case)] == ['审理"3"{[\n', '审理"1"{[\n']


def test_the_official_code_leaks_them_and_fidelity_to_it_does_so_too(tree: Path) -> None:
    suite = suite_of(tree, ROW)
    marker = "阅读以上判决文书，我将给你若干份判决结果："
    leaking = legal_case(suite, question=marker)
    assert [document.text for document in suite.documents(leaking, fidelity="official-code")] == [
        '审理"3"{[\n判决3',
        '审理"1"{[\n判决1',
    ]
    withheld = legal_case(suite, question=marker, instruction=marker)
    assert suite.documents(withheld, fidelity="official-code")[0].text == '审理"3"{[\n'


def test_a_missing_judgment_is_named(tree: Path) -> None:
    suite = suite_of(tree, ROW)
    with pytest.raises(DocumentError, match="'案9' is not in"):
        suite.documents(legal_case(suite, question="排序", doc=["案9"]))


@pytest.mark.parametrize(
    "content", ["", "[]", '{"案3": {"content": "x"', '{"案3": 5}', '{"案3": {"content": 5}}', '{"案3" "x"}', "{} {}"]
)
def test_a_damaged_file_of_judgments_is_one_line(tree: Path, content: str) -> None:
    (tree / "doc" / "legal" / "legal.json").write_text(content, encoding="utf-8")
    suite = suite_of(tree, ROW)
    with pytest.raises(DocumentError) as caught:
        suite.documents(legal_case(suite, question="排序"))
    assert "\n" not in str(caught.value)


def test_missing_folders_are_said_with_what_to_do(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, ROW)
    with pytest.raises(DocumentError, match="lcbench fetch loong"):
        suite.documents(suite.cases()[0])
    with pytest.raises(DocumentError, match="lcbench fetch loong"):
        suite.documents(legal_case(suite, question="排序"))


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_out_of_the_documents_is_not_followed(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("outside") / "secret.txt"
    secret.write_text("key", encoding="utf-8")
    (tree / "doc" / "financial" / "2024-Evil-j.txt").symlink_to(secret)
    suite = suite_of(tree, {**ROW, "doc": ["Evil"]})
    with pytest.raises(DocumentError, match="outside"):
        suite.documents(suite.cases()[0])


@pytest.mark.parametrize("field", ["level", "set"])
@pytest.mark.parametrize(
    ("value", "shown"), [(9, "9"), (0, "0"), (2.5, "2.5"), (True, "true"), ("level7", "'level7'"), ([1], "a list"), (None, "null")]
)
def test_a_level_or_set_that_is_none_is_shown(tmp_path: Path, field: str, value: object, shown: str) -> None:
    fault = fault_of(tmp_path, {**ROW, field: value})
    assert (fault.line, fault.field, fault.what) == (1, field, f"is {shown}, not 1, 2, 3 or 4")


@pytest.mark.parametrize(("value", "shown"), [(-5, "-5"), (10**40, "1000"), (1.5, "1.5"), (False, "false")])
def test_a_length_that_is_none_is_shown(tmp_path: Path, value: object, shown: str) -> None:
    assert fault_of(tmp_path, {**ROW, "length": value}).what.startswith(f"is {shown}")


def test_a_name_that_stands_twice_in_a_row_is_refused(tmp_path: Path) -> None:
    twice = json.dumps({**ROW, "id": "x"})[:-1] + ', "answer": "$6"}'
    fault = fault_of(tmp_path, ROW, twice.encode())
    assert (fault.line, fault.what) == (2, "names 'answer' twice in one object: keep the one that is meant")
    inside = json.dumps({**ROW, "extra": 0}).replace('"extra": 0', '"extra": [{"a": 1, "\\u0061": 1}]')
    assert "names 'a' twice" in fault_of(tmp_path, inside.encode()).what


@pytest.mark.parametrize("gold", ['{"判决1": "案1", "判决1": "案2"}', "{'判决1': '案1', '判决1': '案2'}"])
def test_a_name_that_stands_twice_in_a_gold_written_as_text_is_refused(tmp_path: Path, gold: str) -> None:
    fault = fault_of(tmp_path, {**ROW, "answer": gold})
    assert (fault.field, fault.what) == ("answer", "names '判决1' twice in one object: keep the one that is meant")


def test_a_document_listed_twice_is_shown_twice_and_noted(tree: Path) -> None:
    suite = suite_of(tree, {**ROW, "doc": ["Bolt Ltd", "Bolt Ltd", "Acme Inc."], "level": 1})
    found = suite.documents(suite.cases()[0])
    assert [document.text for document in found[:2]] == ["report 2024-Bolt Ltd-j"] * 2
    assert [document.notes for document in found] == [(), ("repeated_document",), ("ambiguous_document",)]


def test_the_official_rows_repeat_a_document_in_four_places(official: LoongSuite) -> None:
    assert sum(len(set(case.documents)) < len(case.documents) for case in official.cases()) == 4


# What exported rows say beside the official fields.


def test_an_exported_row_says_its_kind_titles_and_equal_answers(tmp_path: Path) -> None:
    more = {"answer_kind": "names", "answer": ["Acme Inc."], "titles": ["Acme"], "rules": {"equal": [["Acme"]], "tolerance": 0.01}}
    case = suite_of(tmp_path, {**ROW, "doc": ["Acme Inc."], **more}).cases()[0]
    assert (case.answer_kind, case.documents[0].title) == (AnswerKind.NAMES, "Acme")
    assert case.rules == {"equal": [["Acme"]], "tolerance": 0.01}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("answer_kind", "poem"),
        ("answer_kind", "choice"),
        ("answer_kind", 3),
        ("titles", "Acme"),
        ("titles", ["one", "too many"]),
        ("titles", [3]),
        ("rules", []),
        ("rules", {"gold_text": "x"}),
        ("rules", {"equal": "x"}),
        ("rules", {"equal": [[]]}),
        ("rules", {"tolerance": 1}),
        ("rules", {"tolerance": True}),
    ],
)
def test_a_wrong_field_of_an_exported_row_is_one_line(tmp_path: Path, field: str, value: object) -> None:
    fault = fault_of(tmp_path, ROW, {**ROW, "id": "case-2", "doc": ["Acme Inc."], field: value})
    assert (fault.line, fault.field) == (2, field)
