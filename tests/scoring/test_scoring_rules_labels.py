"""The ``rules`` scorer against answers that a reader has labelled (``labelled_answers/README.md``)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import labelled_answers
import pytest
from labelled_answers import TASKS, Labelled

from pytest_lcbench.scoring.score import Score

FOLDER = Path(__file__).parent / "labelled_answers"
ONE_LANGUAGE = {"citation_reference", "citation_chain", "case_classification", "link_the_links", "solitaire"}
LEAST_AGREEMENT = 0.95

every_subtask = pytest.mark.parametrize("subtask", sorted(TASKS))


def exam(subtask: str) -> tuple[Labelled, ...]:
    return labelled_answers.exam(FOLDER, subtask)


def scored(subtask: str) -> tuple[tuple[Labelled, Score], ...]:
    return labelled_answers.scored(FOLDER, subtask)


def by_question(subtask: str) -> Iterator[list[tuple[Labelled, Score]]]:
    """Yield the scored answers of each question."""
    questions = defaultdict(list)
    for it, score in scored(subtask):
        questions[it.case.id].append((it, score))
    yield from questions.values()


def overtakers(subtask: str, label: str) -> list[str]:
    """Tell every answer of *label* that reaches the lowest right answer to the same question."""
    told = []
    for answers in by_question(subtask):
        lowest, floor = min(((it, score) for it, score in answers if it.label == "right"), key=lambda pair: pair[1].points)
        told += [
            f"{it.told(score)}\n  reaches {lowest.told(floor)}"
            for it, score in answers
            if it.label == label and score.points >= floor.points
        ]
    return told


@every_subtask
def test_the_exam_covers_its_subtask(subtask: str) -> None:
    answers = exam(subtask)
    assert len(answers) >= 24
    assert {it.case.subtask for it in answers} == {subtask}
    assert len({it.case.id for it in answers}) >= 4
    assert {it.case.language for it in answers} == ({answers[0].case.language} if subtask in ONE_LANGUAGE else {"en", "zh"})
    shares = Counter(it.label for it in answers)
    assert set(shares) == {"right", "partly", "wrong"}
    assert max(shares.values()) / len(answers) < 0.6
    assert len({(it.case.id, it.answer) for it in answers}) == len(answers), "the same answer is labelled twice"


@every_subtask
def test_every_label_is_one_a_reader_can_give(subtask: str) -> None:
    for it in exam(subtask):
        assert it.why, f"line {it.line}: no reason"
        assert not (it.perfect and it.label != "right"), f"line {it.line}: perfect but {it.label}"
        assert it.answer.strip() or it.label == "wrong", f"line {it.line}: an empty answer is wrong"
    for case_id in {it.case.id for it in exam(subtask)}:
        labels = {it.label for it in exam(subtask) if it.case.id == case_id}
        assert "right" in labels, f"{case_id}: no right answer to compare with"
        assert labels - {"right"}, f"{case_id}: only right answers"


@every_subtask
def test_perfect_is_called_as_a_reader_calls_it(subtask: str) -> None:
    answers = scored(subtask)
    disagreed = [it.told(score) for it, score in answers if it.perfect != score.perfect]
    agreement = 1 - len(disagreed) / len(answers)
    assert agreement >= LEAST_AGREEMENT, f"{subtask}: {agreement:.1%} of {len(answers)} agree\n" + "\n".join(disagreed)


@every_subtask
def test_a_partly_right_answer_scores_below_every_right_one(subtask: str) -> None:
    told = overtakers(subtask, "partly")
    assert not told, f"{subtask}: {len(told)} partly right answers too high\n" + "\n".join(told)


@every_subtask
def test_a_wrong_answer_scores_below_every_right_one(subtask: str) -> None:
    told = overtakers(subtask, "wrong")
    assert not told, f"{subtask}: {len(told)} wrong answers too high\n" + "\n".join(told)


@every_subtask
def test_an_empty_answer_scores_nothing(subtask: str) -> None:
    empty = [(it, score) for it, score in scored(subtask) if not it.answer.strip()]
    assert empty, "the exam has no empty answer"
    assert all(score.points == 0 for _, score in empty), "\n".join(it.told(score) for it, score in empty)


@every_subtask
def test_points_stay_on_the_scale_and_perfect_is_exactly_its_end(subtask: str) -> None:
    for it, score in scored(subtask):
        assert 0 <= score.points <= 100, it.told(score)
        assert score.perfect == (score.points == 100), it.told(score)
