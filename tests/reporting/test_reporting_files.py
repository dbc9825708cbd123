from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reporting_rows import HOSTILE, RUN, golden, golden_rows, hostile, row

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import WRITTEN, read_rows, read_summary, safe_folder_name, write_report
from pytest_lcbench.reporting.markdown import markdown
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.statistics.items import one_per_item
from pytest_lcbench.statistics.summary import summarise


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_report_is_these_files_and_no_others(tmp_path: Path) -> None:
    write_report(tmp_path / "reports" / "golden", golden_rows(), golden())
    assert sorted(contents(tmp_path / "reports" / "golden")) == sorted(WRITTEN)


def test_the_files_are_the_same_bytes_whatever_the_order_of_the_rows(tmp_path: Path) -> None:
    write_report(tmp_path / "a", golden_rows(), golden())
    backwards = golden_rows()[::-1]
    write_report(tmp_path / "b", backwards, summarise(backwards, RUN))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_rows_read_back_give_the_same_summary(tmp_path: Path) -> None:
    write_report(tmp_path, golden_rows(), golden())
    rows = read_rows(tmp_path / "results.jsonl")
    assert rows == one_per_item(golden_rows())[0]
    assert summarise(rows, RUN) == golden()
    assert read_summary(tmp_path / "summary.json") == golden()
    assert (tmp_path / "tables.md").read_text(encoding="utf-8") == markdown(golden())


def test_results_are_compact_lines_in_the_order_of_the_fields(tmp_path: Path) -> None:
    documents = (DocumentRow(hash="h", name="文", tokens=None, kept=3),)
    rows = [row("a", 1.0, gold={"甲": ["x"]}, documents=documents)]
    write_report(tmp_path, rows, summarise(rows, RUN))
    text = (tmp_path / "results.jsonl").read_bytes().decode("utf-8")
    assert text.startswith('{"run_id":"golden","item":"","suite":"loong","case_id":"a","epoch":1,')
    assert '"gold":{"甲":["x"]}' in text
    assert '"documents":[{"hash":"h","name":"文","tokens":null,"kept":3}]' in text
    assert text.endswith("}\n")
    assert text.count("\n") == 1
    assert list(json.loads(text)) == list(ResultRow.model_fields)


def test_the_summary_is_indented_and_holds_unknown_as_null(tmp_path: Path) -> None:
    rows = [row("a", None)]
    write_report(tmp_path, rows, summarise(rows, RUN))
    text = (tmp_path / "summary.json").read_text(encoding="utf-8")
    assert text.startswith('{\n  "run": {\n    "run_id": "golden",')
    assert json.loads(text)["overall"]["average"] is None


def test_lone_surrogates_and_line_separators_survive_as_escapes(tmp_path: Path) -> None:
    hostile_text = "a\ud800b\u2028c\x85d\\\u202e\x7f" + HOSTILE
    rows = [row("a", 1.0, response_text=hostile_text, gold=[hostile_text])]
    write_report(tmp_path, rows, summarise(rows, RUN))
    raw = (tmp_path / "results.jsonl").read_text(encoding="utf-8")
    assert "a\\ud800b\\u2028c\\u0085d\\\\\\u202e\\u007f" in raw
    assert len(raw.splitlines()) == 1
    assert read_rows(tmp_path / "results.jsonl")[0].response_text == hostile_text


def test_a_summary_of_hostile_text_is_written_and_read_back(tmp_path: Path) -> None:
    write_report(tmp_path, [], hostile())
    assert read_summary(tmp_path / "summary.json") == hostile()


def test_a_gold_answer_that_json_cannot_hold_is_written_as_text(tmp_path: Path) -> None:
    rows = [row("a", 1.0, gold={1: float("nan"), "b": {"set": float("inf")}, (2, 3): "pair"})]
    write_report(tmp_path, rows, summarise(rows, RUN))
    line = json.loads((tmp_path / "results.jsonl").read_text(encoding="utf-8"))
    assert line["gold"] == {"1": "nan", "b": {"set": "inf"}, "(2, 3)": "pair"}


def test_an_item_told_twice_is_written_once(tmp_path: Path) -> None:
    rows = [row("a", 1.0), row("a", None, error_class="worker_lost")]
    write_report(tmp_path, rows, summarise(rows, RUN))
    assert [found.state.value for found in read_rows(tmp_path / "results.jsonl")] == ["scored"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(st.text(st.characters(exclude_categories=[])), st.text(st.characters(exclude_categories=[])))
def test_any_text_reads_back_as_it_was(tmp_path: Path, response: str, case_id: str) -> None:
    rows = [row(case_id, 1.0, response_text=response, gold={case_id: [response]})]
    write_report(tmp_path, rows, summarise(rows, RUN))
    found = read_rows(tmp_path / "results.jsonl")
    # A high and a low surrogate side by side are one character to JSON.
    joined = [text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") for text in (response, case_id)]
    assert [found[0].response_text, found[0].case_id] == joined


def test_an_interrupted_writing_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_report(tmp_path, golden_rows(), golden())
    before = contents(tmp_path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pytest_lcbench.reporting.files.os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_report(tmp_path, [row("z", 1.0)], summarise([row("z", 1.0)], RUN))
    assert contents(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="the report cannot be written: "):
        write_report(tmp_path / "file" / "golden", golden_rows(), golden())


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "a.", "-x", "a\n", "a b", "nul", "COM1.x", "x" * 200, "日"]
)
def test_a_run_id_that_is_no_folder_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be a folder's name"):
        write_report(tmp_path / "out", [], summarise([], RUN.model_copy(update={"run_id": name})))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["a", "3f9c01ab", "gpt-4o_2024.1", "_x"])
def test_an_ordinary_run_id_is_taken(name: str) -> None:
    assert safe_folder_name(name) == name


def written(tmp_path: Path, *lines: bytes) -> Path:
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def good_line(**more: object) -> bytes:
    return json.dumps({**row("a", 1.0).model_dump(mode="json"), **more}).encode()


def test_fields_of_a_later_version_and_blank_lines_are_ignored(tmp_path: Path) -> None:
    assert read_rows(written(tmp_path, good_line(added_later={"x": 1}), b"", b"  ")) == [row("a", 1.0)]


@pytest.mark.parametrize(
    "bad",
    [b"{", b"[1]", b"null", b'"text"', b"\xff\xfe", b'{"epoch": ' + b"9" * 5000 + b"}", b"[" * 200_000],
    ids=["cut", "list", "null", "text", "not-utf8", "huge-number", "deep"],
)
def test_a_bad_line_is_named_by_its_number(tmp_path: Path, bad: bytes) -> None:
    path = written(tmp_path, good_line(), b"", bad, good_line())
    with pytest.raises(DataError) as caught:
        read_rows(path)
    assert (caught.value.path, caught.value.line) == (str(path), 3)
    assert "\n" not in str(caught.value)


def test_a_bad_field_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        read_rows(written(tmp_path, b"", good_line(), good_line(state="fine")))
    assert (caught.value.line, caught.value.field) == (3, "state")


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        read_rows(tmp_path / "results.jsonl")


@pytest.mark.parametrize("text", ["{", "[]", "{}", '"x"', "[" * 200_000])
def test_a_summary_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "summary.json"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        read_summary(path)
    assert caught.value.path == str(path)
