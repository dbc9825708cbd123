"""LongBench v2's loader and its index: real rows, a large file, and files that are not sound."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.errors import DataError, DocumentError
from pytest_lcbench.suites import json_spans, row_index
from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite

ROW: dict[str, Any] = {
    "_id": "66ec356a",
    "domain": "Multi-Document QA",
    "sub_domain": "Academic",
    "difficulty": "easy",
    "length": "short",
    "question": "Which?",
    "choice_A": "a",
    "choice_B": "b",
    "choice_C": "c",
    "choice_D": "d",
    "answer": "B",
    "context": 'A "quoted" text with \\ and {[ and 中文\n',
}


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(folder))
    return folder


def rows(n: int) -> list[dict[str, Any]]:
    return [{**ROW, "_id": f"row-{i}", "context": f"{ROW['context']} number {i}"} for i in range(n)]


def suite_of(folder: Path, content: str | bytes, name: str = "data.json") -> LongBenchV2Suite:
    path = folder / name
    path.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
    return LongBenchV2Suite(path)


def fault_of(folder: Path, content: str | bytes) -> DataError:
    with pytest.raises(DataError) as caught:
        suite_of(folder, content).cases()
    assert "\n" not in str(caught.value)
    return caught.value


def test_the_503_real_rows_have_the_published_proportions(shared_data: Path) -> None:
    cases = LongBenchV2Suite(shared_data / "longbench-v2" / "questions_503_no_context.jsonl").cases()
    assert len(cases) == 503
    assert Counter(case.difficulty for case in cases) == {"easy": 192, "hard": 311}
    assert Counter(case.length_set for case in cases) == {"short": 180, "medium": 215, "long": 108}
    assert sorted(Counter(case.task for case in cases).values(), reverse=True) == [175, 125, 81, 50, 39, 33]


def test_the_real_sub_domains_of_one_name_stay_apart(shared_data: Path) -> None:
    count = Counter(case.subtask for case in LongBenchV2Suite(shared_data / "longbench-v2" / "questions_503_no_context.jsonl").cases())
    assert len(count) == 20
    assert (count["multi_document_academic"], count["single_document_academic"]) == (50, 44)
    assert (count["multi_document_legal"], count["single_document_legal"]) == (14, 19)
    assert (count["multi_document_financial"], count["single_document_financial"]) == (15, 22)
    assert (count["multi_document_governmental"], count["single_document_governmental"]) == (23, 18)


def test_a_real_row_without_context_loads_but_has_no_document(shared_data: Path) -> None:
    suite = LongBenchV2Suite(shared_data / "longbench-v2" / "questions_503_no_context.jsonl")
    with pytest.raises(DocumentError, match="row has no context"):
        suite.documents(suite.cases()[0])


def test_the_contexts_of_the_18_real_rows_come_back_whole(shared_data: Path) -> None:
    path = shared_data / "longbench-v2" / "data_18.json"
    suite = LongBenchV2Suite(path)
    source = json.loads(path.read_bytes())
    assert [suite.documents(case)[0].text for case in suite.cases()] == [row["context"] for row in source]


def test_a_row_becomes_a_choice_case(tmp_path: Path) -> None:
    (case,) = suite_of(tmp_path, json.dumps([ROW])).cases()
    assert (case.answer_kind, case.gold, case.choices, case.evidence) == (AnswerKind.CHOICE, "B", ("a", "b", "c", "d"), (0,))
    assert (case.task, case.domain, case.language) == ("multi_document_qa", "multi_document_qa", "en")


@pytest.mark.parametrize(
    "written",
    [
        json.dumps,
        lambda found: json.dumps(found, indent=4, ensure_ascii=False),
        lambda found: json.dumps(found, separators=(",", ":")).replace("\n", "\r\n"),
        lambda found: "\ufeff" + json.dumps(found, indent=1),
        lambda found: "\n".join(map(json.dumps, found)) + "\n\n",
        lambda found: "\ufeff" + "\r\n".join(json.dumps(row, ensure_ascii=False) for row in found),
    ],
)
def test_any_layout_of_the_rows_is_read(tmp_path: Path, written: Callable[[list[dict[str, Any]]], str]) -> None:
    source = rows(3)
    suite = suite_of(tmp_path, written(source))
    assert [suite.documents(case)[0].text for case in suite.cases()] == [row["context"] for row in source]


LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
OBJECTS = st.dictionaries(
    st.text(max_size=5), st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3), max_leaves=6), max_size=4
)


@settings(max_examples=60)
@given(st.lists(OBJECTS, max_size=4), st.booleans())
def test_spans_are_those_of_the_elements(values: list[dict[str, Any]], indented: bool) -> None:
    data = json.dumps(values, indent=2 if indented else None, ensure_ascii=indented).encode("utf-8", "surrogatepass")
    found = [json.loads(data[start:end].decode("utf-8", "surrogatepass")) for start, end in json_spans.elements(data, 0)]
    assert found == values


@given(st.binary(max_size=60))
def test_spans_of_noise_end_or_say_why(noise: bytes) -> None:
    try:
        for start, end in json_spans.elements(b"[" + noise, 0):
            assert 0 < start < end <= len(noise) + 1
    except json_spans.SpanError as fault:
        assert 0 <= fault.at <= len(noise) + 1  # noqa: PT017 - most noise is no list; where it is said to go wrong is the claim


def test_a_large_file_is_indexed_and_read_in_the_memory_of_a_few_rows(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    text = 'A sentence with "quotes",\n braces {[ and 汉字. ' * 20_000
    with path.open("w", encoding="utf-8") as file:
        file.write("[\n")
        for i in range(40):
            file.write(("" if i == 0 else ",\n") + json.dumps({**ROW, "_id": f"{i:024x}", "context": f"{i} {text}"}, indent=1))
        file.write("\n]\n")
    assert path.stat().st_size > 40_000_000
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "suite = LongBenchV2Suite(Path(sys.argv[1]))\n"
        "sizes = {len(suite.documents(case)[0].text) for case in suite.cases()}\n"
        "assert len(suite.cases()) == 40 and len(sizes) == 2, sizes\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)\n"
    )
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)  # noqa: S603 - our own script
    assert int(done.stdout) < 36  # megabytes; the file has more than 40, and pages are given back every 16


def test_the_index_is_used_again_and_made_anew_when_the_data_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = suite_of(tmp_path, json.dumps(rows(2)))
    assert len(first.cases()) == 2
    assert (tmp_path / ".data.json.lcbench-index.json").is_file()
    scans: list[Path] = []
    scan = row_index._scan

    def counted(file: BinaryIO, path: Path, held_out: str) -> row_index.RowIndex:
        scans.append(path)
        return scan(file, path, held_out)

    monkeypatch.setattr(row_index, "_scan", counted)
    again = LongBenchV2Suite(tmp_path / "data.json")
    assert (again.cases(), again.fingerprint, scans) == (first.cases(), first.fingerprint, [])
    changed = suite_of(tmp_path, json.dumps(rows(3)))
    assert (len(changed.cases()), len(scans)) == (3, 1)
    assert changed.fingerprint != first.fingerprint


@pytest.mark.parametrize("damage", [b"", b"garbage", b"{}\n{}", None])
def test_a_damaged_index_is_made_anew(tmp_path: Path, damage: bytes | None) -> None:
    suite = suite_of(tmp_path, json.dumps(rows(2)))
    suite.cases()
    index = tmp_path / ".data.json.lcbench-index.json"
    whole = index.read_bytes()
    index.write_bytes(whole.replace(b"Which?", b"What??") if damage is None else damage)
    assert LongBenchV2Suite(tmp_path / "data.json").cases() == suite.cases()
    assert index.read_bytes() == whole


def test_a_folder_marked_read_only_is_left_alone(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    suite = suite_of(folder, json.dumps(rows(2)))
    folder.chmod(0o555)
    try:
        assert len(suite.cases()) == 2
        assert [path.name for path in folder.iterdir()] == ["data.json"]
        assert len(list((cache / "index").iterdir())) == 1
    finally:
        folder.chmod(0o755)


def test_a_run_goes_on_where_no_index_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_index, "_write", lambda *_: False)
    suite = suite_of(tmp_path, json.dumps(rows(2)))
    assert suite.documents(suite.cases()[1])[0].text.endswith("number 1")


def test_data_replaced_while_a_run_goes_on_is_noticed(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, json.dumps(rows(2)))
    case = suite.cases()[1]
    suite_of(tmp_path, json.dumps(list(reversed(rows(2)))))
    with pytest.raises(DocumentError, match="has changed"):
        suite.documents(case)
    suite_of(tmp_path, "[]")
    with pytest.raises(DocumentError, match="row-1"):
        suite.documents(case)


def test_a_folder_is_searched_for_its_question_file(tmp_path: Path) -> None:
    suite_of(tmp_path, "\n".join(map(json.dumps, rows(2))), "data.jsonl")
    assert len(LongBenchV2Suite(tmp_path).cases()) == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"  ", "neither"),
        (b"[]", "holds no rows"),
        (b"text", "neither"),
        (b"\xff\xfe[\x00]\x00", "neither"),
        (b"[1]", "row 1 is a number"),
        (b'[{"a": "\xff"}]', "is not UTF-8"),
        (b'[{"a": 1}', "after row 1"),
        (b'[{"a": "', "after row 0"),
        (b"[{]", "not JSON"),
        (b"[{}] x", "after the closing bracket"),
        (b'{"a": 1}\n[2]', "row 2 is a list"),
        (b"[" + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"]", "too deep"),
        (b'[{"a": NaN}]', "NaN"),
        (b'[{"a": ' + b"9" * 5000 + b"}]", "is not JSON"),
    ],
)
def test_a_file_that_is_not_of_the_format_is_one_line(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in str(fault_of(tmp_path, content))


def test_a_download_cut_short_names_the_last_whole_row(tmp_path: Path) -> None:
    whole = json.dumps(rows(5), indent=1)
    fault = fault_of(tmp_path, whole[: whole.index("number 3")])
    assert "after row 3" in fault.what
    assert fault.line == whole[: whole.index("number 3")].count("\n") + 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("_id", ""),
        ("_id", 7),
        ("domain", "Poetry"),
        ("sub_domain", "Detective"),
        ("difficulty", "medium"),
        ("length", "huge"),
        ("question", " "),
        ("choice_C", None),
        ("answer", "E"),
        ("answer", ["B"]),
    ],
)
def test_a_field_that_cannot_be_is_named_with_its_line(tmp_path: Path, field: str, value: object) -> None:
    fault = fault_of(tmp_path, "[\n" + json.dumps(ROW) + ",\n\n" + json.dumps({**ROW, "_id": "x", field: value}) + "]")
    assert (fault.line, fault.field) == (4, field)


def test_two_rows_of_one_id_are_both_named(tmp_path: Path) -> None:
    fault = fault_of(tmp_path, "[\n" + json.dumps(ROW) + ",\n" + json.dumps(ROW) + "]")
    assert (fault.line, fault.field) == (3, "_id")
    assert "line 2" in fault.what


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is not there"):
        LongBenchV2Suite(tmp_path).cases()
    (tmp_path / "data.json").mkdir()
    with pytest.raises(DataError, match="is a folder"):
        LongBenchV2Suite(tmp_path / "data.json" / "..").cases()
