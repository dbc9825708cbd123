"""Titles of judgments in English count as those in Chinese do, in every kind of answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case

GROUPS = {"loan": ["Judgment 3", "Judgment 1"], "theft": ["Judgment 2"]}
NAMES = ["Judgment 3", "Judgment 1"]
PAIRS = {"loan": "Judgment 3", "theft": "Judgment 2"}


def case_of(kind: AnswerKind, gold: Any) -> Case:
    documents = tuple(DocumentRef(f"d{number}", f"Judgment {number}") for number in range(1, 13))
    return Case("s", "i", "t", "t", "set1", "en", "legal", "Which judgments are meant?", "", gold, kind, documents)


@pytest.mark.parametrize(
    ("kind", "gold", "answer", "points"),
    [
        (AnswerKind.GROUPS, GROUPS, "loan: Judgment 1, Judgment 3\ntheft: Judgment 2", 100.0),
        (AnswerKind.GROUPS, GROUPS, "loan: Judgments 1 and 3; theft: Judgment 2", 100.0),
        (AnswerKind.GROUPS, GROUPS, f"Here it is:\n```json\n{json.dumps(GROUPS)}\n```", 100.0),
        (AnswerKind.GROUPS, GROUPS, "loan: Judgment 1\ntheft: Judgment 2, Judgment 3", pytest.approx(66.67, abs=0.01)),
        (AnswerKind.NAMES, NAMES, "Judgments 1 and 3", 100.0),
        (AnswerKind.NAMES, NAMES, "1, 3", 100.0),
        (AnswerKind.NAMES, NAMES, "Judgment 11 and Judgment 3", 50.0),
        (AnswerKind.ORDERED, NAMES, "3, 1", 100.0),
        (AnswerKind.ORDERED, NAMES, "Judgment 1, Judgment 3", 62.5),
        (AnswerKind.PAIRS, PAIRS, "loan: 《Judgment 3》; theft: judgment 2", 100.0),
        (AnswerKind.PAIRS, PAIRS, "loan: Judgment 2; theft: Judgment 3", 0.0),
        (AnswerKind.VALUE, "Judgment 3", "It is Judgment 3.", 100.0),
        (AnswerKind.VALUE, "Judgment 3", "Judgment 13", 0.0),
    ],
)
def test_judgments_may_be_listed_in_any_usual_way(kind: AnswerKind, gold: Any, answer: str, points: float) -> None:
    assert score_rules(case_of(kind, gold), answer).points == points


def test_what_is_shown_of_an_english_answer_is_english() -> None:
    score = score_rules(case_of(AnswerKind.NAMES, NAMES), "Judgment 1 and Judgment 2")
    assert "Judgment 1" in f"{score.answer} {score.evidence}"
    assert "判决文书" not in f"{score.answer} {score.evidence}"
