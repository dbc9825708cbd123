"""The ``rules`` scorer against answers that a reader has labelled (``labelled_answers/README.md``)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.scoring.score import Score
from pytest_lcbench.suites.case import AnswerKind, Case

FOLDER = Path(__file__).parent / "labelled_answers"
TASKS = {
    "spotlight_locating": "spotlight_locating",
    "extremum_acquisition": "comparison",
    "sequential_enumeration": "comparison",
    "range_awareness": "comparison",
    "report_integration": "clustering",
    "citation_reference": "clustering",
    "case_classification": "clustering",
    "temporal_analysis": "chain_of_reasoning",
    "citation_chain": "chain_of_reasoning",
    "link_the_links": "chain_of_reasoning",
    "solitaire": "chain_of_reasoning",
}
ONE_LANGUAGE = {"citation_reference", "citation_chain", "case_classification", "link_the_links", "solitaire"}
LEAST_AGREEMENT = 0.95
SHOWN = 160

every_subtask = pytest.mark.parametrize("subtask", sorted(TASKS))


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line of the exam."""

    line: int
    case: Case
    answer: str
    label: str
    perfect: bool
    why: str

    def told(self, score: Score) -> str:
        """Say on one line what the reader and the scorer made of it."""
        return (
            f"line {self.line}: {score.points:g} points for a {self.label} answer"
            f"{' (perfect)' if self.perfect else ''}: {self.answer[:SHOWN]!r}\n"
            f"    reader: {self.why}\n    scorer: {score.evidence[:SHOWN]!r} {list(score.flags)}"
        )


@cache
def exam(subtask: str) -> tuple[Labelled, ...]:
    """Read the labelled answers of one subtask; answers to one question share their case id."""
    ids: dict[str, str] = {}
    read = []
    for line, text in enumerate((FOLDER / f"{subtask}.jsonl").read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(text)
        asked = json.dumps([row["question"], row["gold"]], ensure_ascii=False)
        case = Case(
            suite="loong",
            id=ids.setdefault(asked, f"{subtask}-{len(ids) + 1}"),
            task=TASKS[row["subtask"]],
            subtask=row["subtask"],
            length_set="set1",
            language=row["language"],
            domain=row["domain"],
            question=row["question"],
            instruction="",
            gold=row["gold"],
            answer_kind=AnswerKind(row["answer_kind"]),
            documents=(DocumentRef("invented"),),
            place=f"{subtask}.jsonl line {line}",
        )
        read.append(Labelled(line, case, row["answer"], row["label"], row["perfect"], row["why"]))
    return tuple(read)


@cache
def scored(subtask: str) -> tuple[tuple[Labelled, Score], ...]:
    """Score the exam of one subtask, once for all tests."""
    from pytest_lcbench.scoring.rules import score_rules  # noqa: PLC0415 - the labels can be collected and checked without the scorer

    return tuple((it, score_rules(it.case, it.answer)) for it in exam(subtask))


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
