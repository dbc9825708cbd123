"""The ``rules`` scorer against answers labelled before their writer had seen it (``held_out_answers/README.md``)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from labelled_answers import TASKS, Labelled, exam, scored

from pytest_lcbench.scoring.score import Score

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
