"""The list of all cases: what the page holds of each, and what is loaded when one is opened."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.files import json_text
from pytest_lcbench.reporting.html.elements import label, script_json
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.items import item_name, points_of
from pytest_lcbench.statistics.labels import NONE, in_order
from pytest_lcbench.untrusted import visible_text

QUESTION = "Question"
QUESTION_ELSEWHERE = "The question stands in the suite's files; this report was made without them."

_LABEL = 60
_PREVIEW = 160
_SEARCHED = 300
_CHUNK_CASES = 25
_CHUNK_SIZE = 256 * 1024
"""Characters of JSON from which a file of details is closed."""

# Columns a case is filtered and sorted by that take few values: the page holds their labels once.
_LABELLED: dict[str, Callable[[ResultRow], str]] = {
    "suite": lambda row: row.suite,
    "arm": lambda row: row.arm,
    "prompting": lambda row: row.prompting,
    "subtask": lambda row: row.subtask or NONE,
    "set": lambda row: row.length_set or NONE,
    "language": lambda row: row.language or NONE,
    "state": lambda row: row.state.value,
}

Questions = Mapping[tuple[str, str], str]
"""Question by suite and case id."""


@dataclass(frozen=True, slots=True)
class CaseList:
    """The list as data.

    Args:
        labels: of each column of few values, in table order.
        columns: by name, one entry per case: a number, a text, or an index into the column's labels.
        first: index of the first case in each file of details.
        details: the JSON text of each file of details: one object per case.

    """

    labels: dict[str, list[str]]
    columns: dict[str, list[Any]]
    first: list[int]
    details: list[str]


def case_list(rows: Sequence[ResultRow], questions: Questions | None) -> CaseList:
    """Return the list over *rows*, one per item in report order."""
    values = {name: [of(row) for row in rows] for name, of in _LABELLED.items()}
    ordered = {name: in_order(found) for name, found in values.items()}
    ordered["state"] = [state.value for state in State if state.value in values["state"]]
    columns: dict[str, list[Any]] = {}
    for name, found in values.items():
        places = {text: place for place, text in enumerate(ordered[name])}
        columns[name] = [places[text] for text in found]
    # As the page shows them: from there they are read when it is made again, and it must come out the same.
    texts = [(questions or {}).get((row.suite, row.case_id)) for row in rows]
    asked = [None if text is None else visible_text(text) for text in texts]
    points = [points_of(row) for row in rows]
    columns |= {
        "item": [label(item_name(row)) for row in rows],
        "preview": [
            label(row.response_text or "", _PREVIEW) if question is None else label(question, _PREVIEW)
            for row, question in zip(rows, asked, strict=True)
        ],
        "search": [_searched(row, question) for row, question in zip(rows, asked, strict=True)],
        "points": points,
        "points_text": [_points(row, value) for row, value in zip(rows, points, strict=True)],
        "cost": [_finite(row.cost) for row in rows],
        "cost_text": [figures.cost(row.cost) for row in rows],
        "latency": [_finite(row.latency_s) for row in rows],
        "latency_text": [_latency(row) for row in rows],
    }
    first: list[int] = []
    details: list[str] = []
    for start, text in _chunks(rows, asked):
        first.append(start)
        details.append(text)
    return CaseList({name: [label(text, _LABEL) for text in found] for name, found in ordered.items()}, columns, first, details)


def _chunks(rows: Sequence[ResultRow], asked: Sequence[str | None]) -> Iterator[tuple[int, str]]:
    held: list[str] = []
    size = start = 0
    for number, (row, question) in enumerate(zip(rows, asked, strict=True)):
        text = script_json(_detail(row, question))
        if held and (len(held) >= _CHUNK_CASES or size + len(text) > _CHUNK_SIZE):
            yield start, f"[{','.join(held)}]"
            held, size, start = [], 0, number
        held.append(text)
        size += len(text)
    if held:
        yield start, f"[{','.join(held)}]"


def _detail(row: ResultRow, question: str | None) -> dict[str, Any]:
    return {
        "texts": [[name, visible_text(text), kind] for name, text, kind in _texts(row, question) if text],
        "facts": [[name, label(value, 1_000)] for name, value in _facts(row) if value],
        "documents": [
            [label(document.name), label(document.hash), _count(document.tokens), _kept(document.kept)] for document in row.documents
        ],
    }


def _texts(row: ResultRow, question: str | None) -> list[tuple[str, str, str]]:
    error = ": ".join(part for part in (row.error_class, row.error_message) if part)
    extracted = row.answer if row.answer != row.response_text else None
    return [
        (QUESTION, question or QUESTION_ELSEWHERE, "text" if question else "note"),
        ("Gold answer", row.gold if isinstance(row.gold, str) else "" if row.gold is None else json_text(row.gold), "text"),
        ("Answer, as extracted", extracted or "", "text"),
        ("Answer", row.response_text or "", "text"),
        ("Judge's words", row.judge_text or "", "text"),
        ("Evidence for the score", row.score_evidence, "text"),
        ("Error", error, "error"),
    ]


def _facts(row: ResultRow) -> list[tuple[str, str]]:
    evidence = {True: "kept", False: "cut", None: "not told by the source"}[row.evidence_kept]
    pairs = [
        ("state", row.state.value),
        ("points", _points(row, points_of(row))),
        ("scored by", row.scorer or ""),
        ("points by rules", "" if row.rules_points is None else figures.average(row.rules_points)),
        ("points, tolerant extraction", "" if row.tolerant_points is None else _points(row, row.tolerant_points)),
        ("flags", ", ".join(row.flags)),
        ("cost", figures.cost(row.cost)),
        ("judge cost", "" if row.judge_text is None else figures.cost(row.judge_cost)),
        ("latency", _latency(row)),
        ("attempts", "" if row.attempts is None else figures.count(row.attempts)),
        ("from store", "yes" if row.cached else "no"),
        ("tokens in", _count(row.prompt_tokens)),
        ("tokens out", _count(row.completion_tokens)),
        ("of which reasoning", _count(row.reasoning_tokens)),
        ("finish reason", row.finish_reason or ""),
        ("evidence", evidence),
        ("suite", row.suite),
        ("case", row.case_id),
        ("task", row.task),
        ("subtask", row.subtask),
        ("length set", row.length_set),
        ("language", row.language),
        ("domain", row.domain),
        ("difficulty", row.difficulty),
        ("arm", row.arm),
        ("prompting", row.prompting),
        ("epoch", figures.count(row.epoch)),
        ("judge", row.judge or ""),
        ("prompt hash", row.prompt_hash or ""),
    ]
    return [*pairs, *((f"by {label(name, 60)}", value) for name, value in row.groups.items())]


def _searched(row: ResultRow, question: str | None) -> str:
    """Return what the text filter looks at, beside the columns: short fields, and the beginnings of the long ones."""
    gold = row.gold if isinstance(row.gold, str) else "" if row.gold is None else str(row.gold)
    parts = (row.case_id, row.task, row.domain, row.difficulty, *row.flags, row.error_class, row.error_message, question, gold)
    words = [part[:_SEARCHED] for part in (*parts, row.response_text) if part]
    return label("\n".join(words), 4 * _SEARCHED)


def _points(row: ResultRow, points: float | None) -> str:
    return figures.accuracy(points) if row.answer_kind == "choice" else figures.average(points)


def _latency(row: ResultRow) -> str:
    return figures.UNKNOWN if _finite(row.latency_s) is None else figures.latency(row.latency_s or 0.0)


def _count(number: int | None) -> str:
    return figures.UNKNOWN if number is None else figures.count(number)


def _kept(kept: int | None) -> str:
    return "left out" if kept == 0 else _count(kept)


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
