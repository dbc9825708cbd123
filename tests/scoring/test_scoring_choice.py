from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.scoring.choice import official_choice, score_choice, tolerant_choice, tolerant_points
from pytest_lcbench.suites.case import AnswerKind, Case

OPTIONS = (
    "A tariff on imported glass was lifted in the spring.",
    "The ferry company was sold to its own crews.",
    "Harbour dues were doubled for large vessels.",
    "No change was made to the timetable.",
)


def choice_case(gold: str = "B") -> Case:
    return Case(
        suite="synthetic",
        id="mc-1",
        task="single_document_qa",
        subtask="single_document_financial",
        length_set="short",
        language="en",
        domain="financial",
        question="What happened?",
        instruction="",
        gold=gold,
        answer_kind=AnswerKind.CHOICE,
        documents=(),
        choices=OPTIONS,
    )


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_official_extraction_gives_every_stored_prediction_and_94_right(shared_data: Path) -> None:
    predictions = rows(shared_data / "longbench-v2" / "predictions_284.jsonl")
    assert [official_choice(row["response"]) for row in predictions] == [row["pred"] for row in predictions]
    assert sum(official_choice(row["response"]) == row["answer"] for row in predictions) == 94


def test_the_official_extraction_agrees_on_answers_in_unusual_shapes(shared_data: Path) -> None:
    odd = rows(shared_data / "longbench-v2" / "odd_responses_80.jsonl")
    assert len(odd) == 80
    assert [official_choice(row["response"]) for row in odd] == [row["pred"] for row in odd]


def test_the_tolerant_reader_agrees_with_the_official_one_where_a_real_answer_states_a_bracketed_letter(shared_data: Path) -> None:
    real = rows(shared_data / "longbench-v2" / "predictions_284.jsonl")
    questions = {row["_id"]: row for row in rows(shared_data / "longbench-v2" / "questions_503_no_context.jsonl")}
    plain = [row for row in real if row["response"].count("The correct answer is (") == 1 and row["pred"]]
    assert len(plain) > 100
    for row in plain:
        choices = [questions[row["_id"]][f"choice_{letter}"] for letter in "ABCD"]
        assert tolerant_choice(row["response"], choices) == row["pred"], row["response"]


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The correct answer is (B) because of the ferry.", "B"),
        ("The correct answer is B", "B"),
        ("**The correct answer is **(*C*)", "C"),
        ("The correct answer is Delhi.", "D"),
        ("The correct answer is A. No: The correct answer is (D).", "D"),
        ("The correct answer is (A). The correct answer is (B).", "A"),
        ("the correct answer is (B)", None),
        ("The correct answer is (b)", None),
        ("The correct answer is: (B)", None),
        ("The correct answer is\n(B)", None),
        ("The correct answer is (E)", None),
        ("B", None),
        ("", None),
    ],
)
def test_the_official_extraction_has_the_released_semantics(text: str, letter: str | None) -> None:
    assert official_choice(text) == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("B", "B"),
        (" (b). ", "B"),
        ("**B**", "B"),
        ("Option C", "C"),
        ("The dues rose, so it is this one.\n\nC", "C"),
        ("Answer: B", "B"),
        ("answer: b.", "B"),
        ("**Answer:** D", "D"),
        ("My final answer is: (C) Harbour dues", "C"),
        ("The correct answer is:\n\n(D) No change", "D"),
        ("The answer is A because the tariff was lifted.", "A"),
        ("The answer is A.", "A"),
        ("First I thought the answer is A. On reflection the answer is D.", "D"),
        (r"so \(\boxed{B}\)", "B"),
        (r"$\boxed{\text{C}}$", "C"),
        ("I would choose B, since the crews bought it.", "B"),
        ("I’d go with option C", "C"),
        ("Of the four, option D is correct.", "D"),
        ("(A) is wrong; (B) is the correct answer.", "B"),
        ("The best option is C", "C"),
        ("Choice: B", "B"),
        ("Answer - B", "B"),
        ("<answer>B</answer>", "B"),
        ("B\n\nExplanation: the crews bought the company.", "B"),
        ("The text points to (C), as the dues were doubled.", "C"),
        ("答案是B", "B"),
        ("正确答案：Ｃ。", "C"),
        ("综上所述，故选（D）。", "D"),
        ("我选择A，因为关税取消了", "A"),
        ("应选B项", "B"),
        ("选项B正确", "B"),
        ("答案是A选项", "A"),
        ("The correct answer is the ferry company was sold to its own crews.", "B"),
        ("B. The ferry company was sold to its own crews.", "B"),
        ("C) Harbour dues were doubled for", "C"),
        ("As the report says, harbour dues were doubled for large vessels. That settles it.", "C"),
        ("The ferry company was sold to its own crews", "B"),
    ],
)
def test_the_tolerant_reader_knows_the_shape(text: str, letter: str) -> None:
    assert tolerant_choice(text, OPTIONS) == letter


@pytest.mark.parametrize(
    "text",
    [
        "",
        "According to the report, dues rose.",
        "A ferry was sold.",
        "A. Smith argued that the ferry was late.",
        "The answer is A company of ferrymen.",
        "The answer is a matter of taste.",
        "The answer is A or B.",
        "The answer is A, C.",
        "答案为A和B",
        "选A还是选B？",
        "答案：ABD",
        "B\nC\nneither convinces",
        "The answer is not B.",
        "The answer is B. On second thought, the answer is not B.",
        "Is option C correct?",
        "(A) is too narrow, (B) too wide.",
        "An A/B test decides.",
        "Vitamin C is the best.",
        "The answer is C++.",
        "A. tariff\nB. ferry\nC. dues\nD. none",
        "Either no change was made to the timetable, or harbour dues were doubled for large vessels.",
        "It is not the ferry company was sold to its own crews",
    ],
)
def test_the_tolerant_reader_reads_nothing_where_no_single_choice_is_stated(text: str) -> None:
    assert tolerant_choice(text, OPTIONS) is None


def test_an_option_that_lies_in_another_quoted_one_is_not_taken_for_a_second_answer() -> None:
    assert tolerant_choice("It was in 2012 and 2013.", ["in 2012", "in 2012 and 2013", "in 2014", "never"]) == "B"


def test_an_option_of_one_digit_is_read_after_a_lead_in_only_as_a_whole_number() -> None:
    assert tolerant_choice("The answer is 2.", ["1", "2", "3", "4"]) == "B"
    assert tolerant_choice("The answer is 2.5", ["1", "2", "3", "4"]) is None
    assert tolerant_choice("The answer is 23", ["1", "2", "3", "4"]) is None


def test_an_option_inside_a_longer_number_is_not_a_quote() -> None:
    assert tolerant_choice("Page 120125 says so.", ["2012", "2013", "2014", "2015"]) is None


def test_a_short_option_mentioned_in_a_long_answer_is_not_a_choice() -> None:
    text = "Adding the tokens of player_1 gives five in round one, and so on through all of the rounds that the record holds, " * 3
    assert tolerant_choice(text, ["player_1", "player_2", "player_3", "player_4"]) is None


def test_a_right_official_letter_gets_full_points_without_flags() -> None:
    score = score_choice(choice_case(), "The correct answer is (B).")
    assert (score.points, score.scorer, score.answer, score.flags) == (100.0, "choice", "B", ())
    assert score.perfect


def test_an_answer_only_the_tolerant_reader_understands_gets_no_official_points() -> None:
    score = score_choice(choice_case(), "Answer: B")
    assert (score.points, score.answer, score.flags) == (0.0, None, ("unparsed", "tolerant_B"))
    assert tolerant_points(choice_case(), "Answer: B") == 100.0


def test_a_wrong_letter_is_scored_zero_and_named_beside_the_gold_one() -> None:
    score = score_choice(choice_case(), "The correct answer is (C).")
    assert (score.points, score.flags) == (0.0, ())
    assert "C" in score.evidence
    assert "B" in score.evidence
    assert tolerant_points(choice_case(), "The correct answer is (C).") == 0.0


def test_a_cut_answer_is_still_scored() -> None:
    assert score_choice(choice_case(), "The correct answer is (B) The ferry compa").points == 100.0


def test_an_unreadable_answer_is_flagged_unparsed_and_gets_no_tolerant_points() -> None:
    assert score_choice(choice_case(), "I cannot tell.").flags == ("unparsed",)
    assert tolerant_points(choice_case(), "I cannot tell.") == 0.0


@given(st.text(), st.lists(st.text(), max_size=6))
def test_no_text_and_no_options_make_the_readers_fail(text: str, options: list[str]) -> None:
    assert official_choice(text) in {None, *"ABCD"}
    assert tolerant_choice(text, options) in {None, *"ABCD"}


@given(st.sampled_from("ABCD"), st.text(alphabet="xyz ,.\n", max_size=40), st.text(alphabet="xyz ", max_size=40))
def test_what_is_stated_in_the_asked_format_is_read_by_both(letter: str, before: str, after: str) -> None:
    text = f"{before}\nThe correct answer is ({letter}). {after}"
    assert official_choice(text) == tolerant_choice(text, OPTIONS) == letter


@pytest.mark.parametrize("piece", ["the answer is ", "(A", "**A. ", "A) x\n", "选", " ", "答案", "\\boxed{", "option "])
def test_a_long_hostile_answer_is_read_in_linear_time(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    begin = time.process_time()
    tolerant_choice(text, OPTIONS)
    assert time.process_time() - begin < 5
