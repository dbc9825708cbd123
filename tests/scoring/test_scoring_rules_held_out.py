"""The ``rules`` scorer against answers labelled before their writer had seen it (``held_out_answers/README.md``)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from labelled_answers import TASKS, Labelled, exam, scored

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.scoring.score import Score
from pytest_lcbench.suites.case import AnswerKind, Case

FOLDER = Path(__file__).parent / "held_out_answers"
LEAST_AGREEMENT = 0.90
ANSWERS_PER_SUBTASK = 12

every_subtask = pytest.mark.parametrize("subtask", sorted(TASKS))


def told(answers: list[tuple[Labelled, Score]]) -> str:
    return "\n".join(f"{it.case.subtask} {it.told(score)}" for it, score in answers)


@every_subtask
def test_the_held_out_exam_has_twelve_answers_of_every_label(subtask: str) -> None:
    answers = exam(FOLDER, subtask)
    assert len(answers) == ANSWERS_PER_SUBTASK
    assert {it.case.subtask for it in answers} == {subtask}
    assert set(Counter(it.label for it in answers)) == {"right", "partly", "wrong"}
    assert all(it.why for it in answers)
    assert all(it.perfect == (it.label == "right") for it in answers)
    assert len({(it.case.id, it.answer) for it in answers}) == len(answers), "the same answer is labelled twice"


def test_perfect_agrees_with_the_reader_on_nine_of_ten_held_out_answers() -> None:
    answers = [pair for subtask in TASKS for pair in scored(FOLDER, subtask)]
    disagreed = [(it, score) for it, score in answers if it.perfect != score.perfect]
    lost = Counter(it.case.subtask for it, _ in disagreed)
    table = "\n".join(f"{subtask:<24}{ANSWERS_PER_SUBTASK - lost[subtask]:>3}/{ANSWERS_PER_SUBTASK}" for subtask in TASKS)
    agreement = 1 - len(disagreed) / len(answers)
    report = f"{agreement:.1%} of {len(answers)} held-out answers agree on perfect\n{table}\n{told(disagreed)}"
    print(report)  # noqa: T201 - `pytest -rP` shows the table of a passing run
    assert agreement >= LEAST_AGREEMENT, report


@every_subtask
def test_no_held_out_answer_that_is_partly_right_or_wrong_is_perfect(subtask: str) -> None:
    flattered = [(it, score) for it, score in scored(FOLDER, subtask) if it.label != "right" and score.points >= 100]
    assert not flattered, told(flattered)


NEGATIVE = ["槐安电子", "鲸落海工", "青杉医疗"]
CLASSES = {"民事案件": ["《判决文书1》", "《判决文书4》"], "刑事案件": ["《判决文书2》"], "行政案件": ["《判决文书3》"]}
PAPERS = {"Reference": ["# Alpha Search: Deep Trees "], "Citation": ["# Beta Walks: Long Paths "]}
FIRMS = {"high": ["A Steel and Iron Co", "Bolt Inc"], "low": ["Cork & Tar Ltd"]}


def points(subtask: str, kind: AnswerKind, gold: object, answer: str, question: str = "哪些？") -> float:
    case = Case("loong", "x", TASKS[subtask], subtask, "set1", "zh", "financial", question, "", gold, kind, (DocumentRef("invented"),))
    return score_rules(case, answer).points


@pytest.mark.parametrize(
    ("answer", "perfect"),
    [
        ("槐安电子、鲸落海工为负；其余符合条件的还有青杉医疗。", True),
        ("首先是槐安电子。其他公司：鲸落海工、青杉医疗。", True),
        ("槐安电子、鲸落海工、青杉医疗三家。其余公司（拓岭矿业、远桥物流）为正。", True),
        ("槐安电子、鲸落海工、青杉医疗。其余公司拓岭矿业也为负值。", False),
        ("槐安电子、鲸落海工、青杉医疗、拓岭矿业四家公司均为负。", False),
    ],
)
def test_what_is_said_of_the_rest_is_no_claim_unless_it_is_said_to_be_the_same(answer: str, perfect: bool) -> None:
    assert (points("range_awareness", AnswerKind.NAMES, NEGATIVE, answer) == 100) is perfect


@pytest.mark.parametrize(("gold", "perfect"), [("0", True), ("1", False)])
def test_not_a_single_one_counts_none(gold: str, perfect: bool) -> None:
    question = "请回答 '短期借款' 在 5,000 以上的公司数量？"
    assert (points("range_awareness", AnswerKind.NAMES, gold, "没有任何一家公司超过。", question) == 100) is perfect


@pytest.mark.parametrize(
    ("answer", "perfect"),
    [
        ("民事案件：1、4\n刑事案件：2\n行政案件：3", True),
        ("民事案件：1、4\n刑事案件：2\n行政案件：3、5", False),
        ("民事案件：2\n刑事案件：1\n行政案件：1", False),
    ],
)
def test_bare_numbers_under_labels_are_judgments(answer: str, perfect: bool) -> None:
    assert (points("case_classification", AnswerKind.GROUPS, CLASSES, answer) == 100) is perfect


def test_one_bare_number_under_every_label_may_be_a_count_and_earns_nothing() -> None:
    gold = {"民事案件": ["《判决文书2》"], "刑事案件": ["《判决文书1》"]}
    assert points("case_classification", AnswerKind.GROUPS, gold, "民事案件：2\n刑事案件：1") == 0


@pytest.mark.parametrize(
    ("answer", "perfect"),
    [
        ('It builds on "Alpha Search: Deep Trees". "Beta Walks: Long Paths" builds on it.', True),
        ('It builds on "Beta Walks: Long Paths". "Alpha Search: Deep Trees" builds on it.', False),
    ],
)
def test_building_on_a_paper_is_citing_it(answer: str, perfect: bool) -> None:
    assert (points("citation_reference", AnswerKind.GROUPS, PAPERS, answer) == 100) is perfect


@pytest.mark.parametrize(
    ("answer", "perfect"),
    [("high: A Steel & Iron, Bolt; low: Cork and Tar", True), ("high: A Steel & Tin, Bolt; low: Cork and Car", False)],
)
def test_an_ampersand_is_the_word_it_stands_for(answer: str, perfect: bool) -> None:
    assert (points("report_integration", AnswerKind.GROUPS, FIRMS, answer) == 100) is perfect


def test_a_title_without_the_line_below_it_keeps_apart_from_a_longer_title() -> None:
    gold = ["# Loam Adapters as Memory <br> Extended Version ", "# Compost: Merging Modules ", "# Loam Adapters as Memory Revisited "]
    right = '["Loam Adapters as Memory", "Compost", "Loam Adapters as Memory Revisited"]'
    turned = '["Loam Adapters as Memory Revisited", "Compost", "Loam Adapters as Memory"]'
    assert points("citation_chain", AnswerKind.CHAIN, gold, right) == 100
    assert points("citation_chain", AnswerKind.CHAIN, gold, turned) < 100
