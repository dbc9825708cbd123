"""The rules on the 1,600 real golds: each is read whole, and no other case's gold passes for it."""

from __future__ import annotations

import json
import random
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case

LEVELS = {1: AnswerKind.VALUE, 2: AnswerKind.NAMES, 3: AnswerKind.GROUPS, 4: AnswerKind.TREND}


def kind_of(row: dict[str, Any]) -> AnswerKind:
    question = row["question"]
    if row["level"] == 2:
        ranges = question.startswith(("以上所有判决文书中", "这些判决文书中，哪几篇"))
        if (row["type"] == "legal" and not ranges) or "顺序" in question or " order" in question:
            return AnswerKind.ORDERED
    if row["level"] == 4:
        return {"paper": AnswerKind.CHAIN, "legal": AnswerKind.PAIRS}.get(row["type"], AnswerKind.TREND)
    return LEVELS[row["level"]]


@pytest.fixture(scope="module")
def cases(shared_data: Path) -> list[Case]:
    loaded = []
    for line in (shared_data / "loong" / "loong.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        kind = kind_of(row)
        subtask = f"{row['type']}-{row['level']}-{kind}"
        documents = tuple(DocumentRef(name) for name in row["doc"])
        loaded.append(
            Case(
                "loong",
                row["id"],
                "t",
                subtask,
                f"set{row['set']}",
                row["language"],
                row["type"],
                row["question"],
                row["instruction"],
                row["answer"],
                kind,
                documents,
            )
        )
    return loaded


def written(gold: Any) -> list[str]:
    return [str(gold)] if isinstance(gold, str) else [str(gold), json.dumps(gold), json.dumps(gold, ensure_ascii=False, indent=1)]


def test_every_gold_echoed_is_perfect(cases: list[Case]) -> None:
    assert len(cases) == 1600
    assert [case.id for case in cases for form in written(case.gold) if not score_rules(case, form).perfect] == []


def test_every_gold_is_read_whole_when_words_stand_around_it(cases: list[Case]) -> None:
    # The lead keeps the echo shortcut out: the comparison itself must find everything.
    fallen = []
    for case in cases:
        lead = "Here is my answer.\n\n" if case.answer_kind in {AnswerKind.GROUPS, AnswerKind.PAIRS, AnswerKind.CHAIN} else "Answer: "
        fallen += [(case.id, form) for form in written(case.gold) if not score_rules(case, lead + form).perfect]
    assert fallen == []


def test_no_other_gold_of_the_subtask_is_perfect(cases: list[Case]) -> None:
    kin = defaultdict(list)
    for case in cases:
        kin[case.subtask].append(case)
    chooser = random.Random(11)  # noqa: S311 - a choice of pairs, no secret
    passed = []
    for case in cases:
        for other in chooser.sample(kin[case.subtask], 3):
            same = {"2", "Two companies."} >= {str(case.gold), str(other.gold)} or str(other.gold) in str(case.gold)
            if not same and score_rules(case, str(other.gold)).perfect:
                passed.append((case.gold, other.gold))
    assert passed == []


def test_a_typical_answer_takes_under_five_milliseconds(cases: list[Case]) -> None:
    started = time.process_time()
    for case in cases:
        score_rules(case, f"Answer: {case.gold}")
    assert (time.process_time() - started) / len(cases) < 0.005
