"""The CSV files: every figure of the summary, and no text that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reporting_rows import HOSTILE, RUN, golden, golden_rows, hostile, row

from pytest_lcbench.reporting.spreadsheets import RESULT_COLUMNS, TABLE_COLUMNS, results_csv, safe_text, tables_csv
from pytest_lcbench.statistics.summary import summarise


def lines(text: str) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    found = list(reader)
    assert all(None not in line and None not in line.values() for line in found)
    return found


def test_a_line_holds_a_figure_its_interval_and_what_it_is_over() -> None:
    found = [
        line
        for line in lines(tables_csv(golden()))
        if (line["suite"], line["table"], line["row"], line["figure"]) == ("loong", "by subtask", "spotlight_locating", "average")
    ]
    (line,) = found
    assert (line["value"], line["n"], line["expected"], line["items"], line["items_expected"]) == ("75.0", "2", "2", "2", "2")
    assert (line["coverage"], line["descriptive"], line["kind"]) == ("1.0", "true", "open")
    assert 0 < float(line["low"]) < 75 < float(line["high"]) < 100


def test_what_is_unknown_is_an_empty_field() -> None:
    found = lines(tables_csv(summarise([row("a", None)], RUN)))
    assert {(line["value"], line["low"], line["high"], line["descriptive"]) for line in found if line["figure"] == "average"} == {
        ("", "", "", "")
    }


def test_choices_have_their_own_figures() -> None:
    figures: dict[str, set[str]] = {}
    for line in lines(tables_csv(golden())):
        figures.setdefault(line["kind"], set()).add(line["figure"])
    assert figures["choice"] == {"average", "compensated", "tolerant", "worst", "best"}
    assert figures["open"] == {"average", "perfect_rate", "worst", "best"}


def test_items_are_lines_of_short_fields_in_report_order() -> None:
    found = lines(results_csv(golden_rows()[::-1]))
    assert [line["case_id"] for line in found] == ["e", "f", "g", "a", "b", "c", "d"]
    assert tuple(found[0]) == RESULT_COLUMNS
    assert not {"gold", "answer", "response_text", "judge_text", "error_message"} & set(RESULT_COLUMNS)
    by_case = {line["case_id"]: line for line in found}
    assert (by_case["b"]["flags"], by_case["b"]["points"], by_case["b"]["cached"]) == ("output_cut", "50.0", "false")
    assert (by_case["d"]["points"], by_case["d"]["error_class"], by_case["d"]["attempts"]) == ("", "timeout", "3")


@pytest.mark.parametrize("mark", ["=", "+", "-", "@", "\t=", "\r=", " =", "＝", "\n@", "'=", '"='])
def test_a_text_that_begins_as_a_formula_is_made_text(mark: str) -> None:
    assert safe_text(f"{mark}HYPERLINK(1)").startswith("'")


@pytest.mark.parametrize("text", ["set1", "a-b", "a = b", "(none)", "日本"])
def test_an_ordinary_text_stays(text: str) -> None:
    assert safe_text(text) == text


@given(st.text())
def test_no_text_is_a_formula_with_either_separator(text: str) -> None:
    for part in safe_text(text).split(";"):
        assert part.lstrip(" ")[:1] not in {"=", "+", "-", "@", "\t", "\r"}


def test_hostile_text_breaks_no_line_of_either_file() -> None:
    summary = hostile()
    for text in (
        tables_csv(summary),
        results_csv([row(HOSTILE, 1.0, item=HOSTILE, flags=(HOSTILE, "=1"), error_class="=cmd|' /C calc'!A0")]),
    ):
        for line in lines(text):
            assert not any(char in value for value in line.values() for char in "\x1b\x07\r\n\u202e\ud800")
            assert not any(value.startswith(("=", "+", "-", "@")) for value in line.values())
    assert tuple(lines(tables_csv(summary))[0]) == TABLE_COLUMNS
