"""Result files of the released scripts: what becomes of each kind of row, and which files are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.errors import DataError
from pytest_lcbench.running.official_files import read_official
from pytest_lcbench.running.official_results import Imported, to_rows
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.suites.case import AnswerKind, Case

CHOICE: dict[str, Any] = {"_id": "a", "response": "The correct answer is (B)", "pred": "B", "answer": "B", "judge": True}
OPEN: dict[str, Any] = {"id": "a", "generate_response": "5", "eval_response": "good. Rating: [[80]]"}


def _case(case_id: str, suite: str) -> Case:
    choice = suite == "longbench-v2"
    return Case(
        suite=suite,
        id=case_id,
        task="t",
        subtask="s",
        length_set="short",
        language="en",
        domain="financial",
        question="Which?",
        instruction="",
        gold="B" if choice else "5",
        answer_kind=AnswerKind.CHOICE if choice else AnswerKind.VALUE,
        documents=(DocumentRef("shared"), DocumentRef(case_id)),
        choices=("one", "two", "three", "four") if choice else (),
    )


Import = Callable[..., Imported]


@pytest.fixture
def imported(tmp_path: Path) -> Import:
    """Import rows (or lines of text) as a file of a suite with the cases a, b and c."""

    def run(*rows: dict[str, Any] | str, suite: str = "longbench-v2", judge: str | None = "j") -> Imported:
        path = tmp_path / "results.jsonl"
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        cases = [_case(case_id, suite) for case_id in "abc"]
        found = read_official(path, suite, {case.id: case for case in cases})
        return to_rows(found, cases, run_id="r", model="m", judge=judge, arm="full", prompting="direct")

    return run


def _first(made: Imported) -> ResultRow:
    return made.rows[0]


def test_a_choice_is_scored_by_the_released_extraction(imported: Import) -> None:
    row = _first(imported(CHOICE))
    assert (row.state, row.points, row.answer, row.scorer, row.flags) == ("scored", 100.0, "B", "choice", ())
    assert row.tolerant_points == 100.0


def test_cases_that_the_file_lacks_are_not_run(imported: Import) -> None:
    made = imported(CHOICE)
    assert [(row.case_id, row.state, row.error_class) for row in made.rows[1:]] == [
        ("b", "infra_error", "not_run"),
        ("c", "infra_error", "not_run"),
    ]
    assert made.notes[0] == "imported from results.jsonl, 1 of 3 cases are in it"


@pytest.mark.parametrize(
    "row",
    [
        {"_id": "a", "error": "rate limit\x1b[31m"},
        {"_id": "a", "error": {"code": 429}},
        {"_id": "a", "response": ""},
        {"_id": "a", "response": None, "pred": None, "judge": False},
        {"_id": "a", "response": " \n", "pred": None, "judge": False, "error": None},
    ],
)
def test_a_row_with_an_error_or_nothing_is_no_zero(imported: Import, row: dict[str, Any]) -> None:
    made = imported(row, CHOICE | {"_id": "b"})
    first = _first(made)
    assert (first.state, first.error_class, first.points) == ("infra_error", "no_answer", None)
    assert (first.error_message or "").isprintable()
    assert "rows of the file without an answer are infra_error and in no average, 1" in made.notes


def test_rows_that_do_not_even_name_a_case_are_counted(imported: Import) -> None:
    made = imported({"error": "timeout"}, {}, CHOICE)
    assert "rows of the file that name no case and hold no answer, 2" in made.notes
    assert _first(made).points == 100.0


def test_an_answer_that_the_file_scores_otherwise_is_flagged(imported: Import) -> None:
    made = imported(CHOICE | {"judge": False})
    assert (_first(made).points, _first(made).flags) == (100.0, ("official_score_differs",))
    assert any(note.startswith("official_score_differs: points follow the released reading") for note in made.notes)


def test_an_unparsed_answer_is_zero_and_flagged(imported: Import) -> None:
    row = _first(imported(CHOICE | {"response": "I do not know", "pred": None, "judge": False}))
    assert (row.state, row.points, row.flags) == ("scored", 0.0, ("unparsed",))


def test_a_file_without_responses_is_scored_by_its_pred(imported: Import) -> None:
    made = imported({"_id": "a", "pred": "C", "judge": False}, {"_id": "b", "pred": "B", "judge": False})
    assert [(row.points, row.flags) for row in made.rows[:2]] == [
        (0.0, ("response_missing",)),
        (100.0, ("response_missing", "official_score_differs")),
    ]


def test_a_thought_is_kept_and_the_answer_after_it_scored(imported: Import) -> None:
    row = _first(imported(CHOICE | {"response_cot": "The correct answer is (A), or is it?"}))
    assert row.points == 100.0
    assert row.response_text == "The correct answer is (A), or is it?\n\nThe correct answer is (B)"


def test_documents_are_known_by_name_so_that_shared_ones_are_seen(imported: Import) -> None:
    rows = imported(CHOICE).rows
    assert rows[0].documents[0].hash == rows[1].documents[0].hash
    assert rows[0].documents[1].hash != rows[1].documents[1].hash
    assert rows[0].documents[0].kept is None


def test_a_json_list_is_read_as_the_released_script_reads_it(imported: Import) -> None:
    made = imported(json.dumps([CHOICE, CHOICE | {"_id": "b", "response": "The correct answer is C", "judge": False}], indent=1))
    assert [row.points for row in made.rows] == [100.0, 0.0, None]


def test_an_open_answer_has_the_judges_rating_and_the_rules_beside_it(imported: Import) -> None:
    made = imported(OPEN, suite="loong")
    row = _first(made)
    assert (row.points, row.scorer, row.judge, row.flags, row.perfect) == (80.0, "j", "j", (), False)
    assert row.rules_points == 100.0
    assert made.judge == "j"
    assert "the released metric over the file, average 80.00 and perfect rate 0.00 of 1 ratings" in made.notes


@pytest.mark.parametrize(
    ("reply", "points"),
    [
        ("Compare [[20]]. Mine: [[70]]", 20.0),  # the released rule takes the first, ours the last
        ("document [3] says so", 3.0),  # the released rule takes a citation, ours nothing
        ("In [[2024]] ... Rating: [[70]]", 70.0),  # off the scale: ours
    ],
)
def test_a_rating_that_the_two_rules_read_differently_is_flagged(imported: Import, reply: str, points: float) -> None:
    made = imported(OPEN | {"eval_response": reply}, suite="loong")
    assert (_first(made).points, _first(made).flags) == (points, ("rating_differs",))
    assert any(note.startswith("rating_differs:") for note in made.notes)


@pytest.mark.parametrize("reply", ["", None, "no rating", "Rating: [[2024]]"])
def test_a_reply_without_a_rating_is_unscored(imported: Import, reply: str | None) -> None:
    row = _first(imported(OPEN | {"eval_response": reply}, suite="loong"))
    assert (row.state, row.points, row.error_class) == ("unscored", None, "judge_unreadable")
    assert "judge_failed" in row.flags


@pytest.mark.parametrize("text", ["", "  ", None, "meet error", "Meet Error\n"])
def test_what_a_failed_call_left_is_not_judged(imported: Import, text: str | None) -> None:
    row = _first(imported(OPEN | {"generate_response": text}, suite="loong"))
    assert (row.state, row.points, row.error_class) == ("infra_error", None, "no_answer")


def test_answers_before_judging_are_scored_by_rules(imported: Import) -> None:
    made = imported({"id": "a", "generate_response": "5"}, suite="loong")
    assert (made.judge, _first(made).scorer, _first(made).points, _first(made).judge) == (None, "rules", 100.0, None)


def test_a_judge_that_nobody_names_is_unknown(imported: Import) -> None:
    made = imported(OPEN, suite="loong", judge=None)
    assert made.judge == _first(made).scorer == "unknown judge"


def test_a_number_as_id_names_its_case(imported: Import) -> None:
    with pytest.raises(DataError, match="'7' is no case of the question file"):
        imported(OPEN | {"id": 7}, suite="loong")


def test_an_identical_row_twice_counts_once(imported: Import) -> None:
    made = imported(CHOICE, CHOICE)
    assert "rows that the file holds twice, 1" in made.notes


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([CHOICE, '{"_id": "b", "resp'], r"results\.jsonl, line 2: is not JSON"),
        ([CHOICE, "[1]"], r"line 2: is a list, not a JSON object"),
        ([CHOICE | {"response": 5}], r"line 1, field 'response': is a number, not text"),
        ([CHOICE | {"judge": "yes"}], r"line 1, field 'judge': is 'yes', not true or false"),
        ([CHOICE | {"pred": ["B"]}], r"line 1, field 'pred': is a list, not text"),
        ([CHOICE | {"_id": None}], r"line 1, field '_id': is null, not an id"),
        ([CHOICE, CHOICE | {"response": "x"}], r"line 2, field '_id': 'a' is already in line 1 with other content"),
        ([CHOICE | {"_id": "z\x1b"}], r"line 1, field '_id': 'z\\x1b' is no case of the question file: give --data"),
        ([CHOICE | {"answer": "C"}], r"line 1, field 'answer': is another than in the question file"),
        ([CHOICE | {"choice_A": "x", "choice_B": "w"}], r"line 1, field 'choice_A': is another than in the question file"),
        ([CHOICE | {"question": "Who?"}], r"line 1, field 'question': is another than in the question file"),
        ([{"response": "x"}], r"line 1, field '_id': is missing: is this a result file of longbench-v2"),
        ([OPEN], r"line 1, field '_id': is missing: this looks like a result file of loong: say --suite=loong"),
        ([{"_id": "a", "context": "only a question"}], r"is no result file of longbench-v2: no row has response or pred"),
        ([{"error": "x"}], r"holds no row that names a case"),
        ([""], r"holds no rows"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_with_its_place(imported: Import, rows: list[Any], said: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        imported(*rows)
    assert str(caught.value).isprintable()


def test_a_file_that_is_not_utf_8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(json.dumps(CHOICE).encode() + b"\n\xff\n")
    with pytest.raises(DataError, match="line 2: is not UTF-8"):
        read_official(path, "longbench-v2", {"a": _case("a", "longbench-v2")})
