"""Exams for the ``rules`` scorer: answers that a reader has labelled, one file per Loong subtask (``tests/scoring/*_answers``)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.scoring.score import Score
from pytest_lcbench.suites.case import AnswerKind, Case

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
SHOWN = 160


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
def exam(folder: Path, subtask: str) -> tuple[Labelled, ...]:
    """Read the labelled answers of one subtask in *folder*; answers to one question share their case id."""
    ids: dict[str, str] = {}
    read = []
    for line, text in enumerate((folder / f"{subtask}.jsonl").read_text(encoding="utf-8").splitlines(), 1):
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
def scored(folder: Path, subtask: str) -> tuple[tuple[Labelled, Score], ...]:
    """Score the exam of one subtask in *folder*, once for all tests."""
    from pytest_lcbench.scoring.rules import score_rules  # noqa: PLC0415 - the labels can be collected and checked without the scorer

    return tuple((it, score_rules(it.case, it.answer)) for it in exam(folder, subtask))
