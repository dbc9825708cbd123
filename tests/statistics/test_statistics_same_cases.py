from __future__ import annotations

from typing import Any

import pytest
from reporting_rows import HOSTILE, row

from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.same_cases import documents_apart, other_documents, other_scorers, same_answers

RULES = (None, None)


def read(case_id: str, *texts: tuple[str, str], kept: int | None = 5, **more: Any) -> ResultRow:
    """A row whose documents have these names and hashes; with *kept* ``None`` they were not read."""
    documents = tuple(DocumentRow(hash=text, name=name, tokens=kept, kept=kept) for name, text in texts)
    return row(case_id, 50.0, documents=documents, **more)


def test_the_same_documents_are_no_word() -> None:
    rows = [read("a", ("d0", "x"), ("d1", "y")), read("b", ("d1", "y"))]
    assert other_documents(rows, rows) == ""
    assert other_documents(rows, [rows[0]]) == ""
    assert other_documents(rows, []) == ""


def test_cases_with_another_text_are_counted_and_the_first_one_and_its_document_named() -> None:
    baseline = [read("a", ("d0", "x"), ("d1", "y")), read("b", ("d1", "y")), read("c", ("d2", "z"))]
    candidate = [read("a", ("d0", "x"), ("d1", "Y")), read("b", ("d1", "Y")), read("c", ("d2", "z")), read("d", ("d9", "n"))]
    assert other_documents(baseline, candidate) == "other documents in 2 of the 3 paired cases, e.g. case a: d1"


@pytest.mark.parametrize(
    ("texts", "said"),
    [((("d1", "y"), ("d0", "x")), "their number or order"), ((("d0", "x"),), "d1"), ((("d0", "x"), ("d1", "y"), ("d2", "z")), "d2")],
)
def test_documents_in_another_order_or_number_are_others(texts: tuple[tuple[str, str], ...], said: str) -> None:
    assert other_documents([read("a", ("d0", "x"), ("d1", "y"))], [read("a", *texts)]).endswith(f"case a: {said}")


def test_one_epoch_with_another_text_is_enough() -> None:
    baseline = [read("a", ("d0", "x")), read("a", ("d0", "x"), epoch=2)]
    candidate = [read("a", ("d0", "x")), read("a", ("d0", "X"), epoch=2)]
    assert other_documents(baseline, candidate) == "other documents in 1 of the 1 paired cases, e.g. case a: d0"


@pytest.mark.parametrize(
    "silent", [read("a", ("d0", "X"), kept=None), read("a", ("d0", "")), read("a")], ids=["imported", "unread", "none"]
)
def test_rows_whose_documents_were_not_read_do_not_speak(silent: ResultRow) -> None:
    spoken = [read("a", ("d0", "x"))]
    assert other_documents(spoken, [silent]) == other_documents([silent], spoken) == ""


def test_a_failed_call_after_reading_still_tells_of_its_documents() -> None:
    failed = read("a", ("d0", "X")).model_copy(update={"state": State.INFRA_ERROR, "points": None})
    assert other_documents([read("a", ("d0", "x"))], [failed]) != ""


def test_another_scorer_is_told_with_the_number_of_cases_the_baselines_first() -> None:
    baseline = [row("a", 1.0, scorer="choice"), row("b", 1.0, scorer="choice"), row("c", 1.0), row("d", 1.0)]
    candidate = [row("a", 1.0, scorer="lenient"), row("b", 1.0, scorer="lenient"), row("c", 1.0, scorer="other"), row("d", 1.0)]
    assert other_scorers(baseline, candidate, RULES) == (
        "scored by choice and by lenient in 2 cases, by rules and by other in 1 case (baseline first)"
    )


def test_points_by_the_judges_that_the_settings_name_are_left_to_the_settings() -> None:
    ruled, judged = [row("a", 1.0)], [row("a", 1.0, scorer="j")]
    assert other_scorers(ruled, judged, (None, "j")) == ""
    assert other_scorers([row("a", 1.0, scorer="i")], judged, ("i", "j")) == ""
    assert other_scorers(ruled, judged, ("j", "j")) != ""
    assert (
        other_scorers([row("a", 1.0, scorer="lenient")], judged, (None, "j")) == "scored by lenient and by j in 1 case (baseline first)"
    )


def test_choices_and_open_answers_in_one_run_are_no_other_scorers() -> None:
    mixed = [row("a", 1.0, scorer="choice"), row("b", 1.0), row("c", 1.0, scorer="own")]
    assert other_scorers(mixed, mixed, RULES) == ""


def test_what_nobody_scored_says_nothing() -> None:
    failure = row("a", None, state="model_failure", error_class=None)
    gone = row("a", None)
    for silent in (failure, gone):
        assert other_scorers([row("a", 1.0, scorer="lenient")], [silent], RULES) == ""


def test_answers_are_the_same_only_if_all_are() -> None:
    baseline = [row("a", 1.0, response_text="x"), row("b", 1.0, response_text="y"), row("c", 1.0, response_text="z")]
    assert same_answers(baseline, baseline[:2]) == 2
    assert same_answers(baseline, [*baseline[:2], row("c", 1.0, response_text="Z")]) == 0
    assert same_answers([row("a", None)], [row("a", None)]) == 0


def test_a_document_with_another_text_in_another_part_is_named() -> None:
    parts = [[read("a", ("d0", "x"), ("d1", "y"))], [read("b", ("d0", "X")), read("c", ("d1", "y"))], [read("d", ("d0", "x"))]]
    assert documents_apart(parts) == ["d0"]
    assert documents_apart(parts[::2]) == []


def test_a_name_that_a_part_itself_gives_to_several_texts_tells_nothing() -> None:
    assert documents_apart([[read("a", ("text", "x")), read("b", ("text", "y"))], [read("c", ("text", "z"))]]) == []
    assert documents_apart([[read("a", ("d0", "x"))], [read("b", ("d0", "X"), suite="mine")]]) == []
    assert documents_apart([[read("a", ("d0", "x"), kept=None)], [read("b", ("d0", "X"))]]) == []


def test_hostile_names_are_one_printable_line() -> None:
    told = other_documents([read(HOSTILE, (HOSTILE, "x"))], [read(HOSTILE, (HOSTILE, "X"))])
    told += other_scorers([row("a", 1.0, scorer=HOSTILE)], [row("a", 1.0)], RULES)
    assert told.isprintable()
    assert len(told) < 600
