"""Rows for the tests of this folder: few enough to work their averages out on paper."""

from __future__ import annotations

from typing import Any

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.summary import RunInfo, SuiteInfo, Summary, summarise

RUN = RunInfo(
    run_id="golden",
    model="gpt-4o",
    route="openai/gpt-4o",
    prompts_hash="0123456789abcdef",
    window=128_000,
    window_source="litellm map",
    suites=(SuiteInfo(name="loong", fingerprint="feedfacecafebeef"), SuiteInfo(name="longbench-v2", fingerprint="0badf00d")),
    dropped_parameters=("temperature",),
)


def row(case_id: str, points: float | None, **more: Any) -> ResultRow:
    fields: dict[str, Any] = {
        "run_id": "golden",
        "suite": "loong",
        "case_id": case_id,
        "task": "comparison",
        "subtask": "range_awareness",
        "length_set": "set1",
        "language": "en",
        "domain": "financial",
        "answer_kind": "names",
        "model": "gpt-4o",
        "state": "infra_error" if points is None else "scored",
        "error_class": "not_run" if points is None else None,
        "points": points,
        "scorer": None if points is None else "rules",
    }
    return ResultRow(**{**fields, **more})


def choice(case_id: str, points: float | None, **more: Any) -> ResultRow:
    fields: dict[str, Any] = {
        "suite": "longbench-v2",
        "task": "code_repository_understanding",
        "subtask": "code_repo_qa",
        "length_set": "short",
        "difficulty": "easy",
        "answer_kind": "choice",
        "scorer": None if points is None else "choice",
        "tolerant_points": points,
    }
    return row(case_id, points, **{**fields, **more})


def golden_rows() -> list[ResultRow]:
    spotlight = {"task": "spotlight_locating", "subtask": "spotlight_locating"}
    paid = {"cost": 0.75, "prompt_tokens": 1000, "completion_tokens": 20, "reasoning_tokens": 0, "latency_s": 2.0, "attempts": 1}
    timeout = {"error_class": "timeout", "error_message": "no answer within 600 s", "attempts": 3}
    return [
        row("a", 100.0, **spotlight, **paid, evidence_kept=True),
        row("b", 50.0, **spotlight, **paid, language="zh", length_set="set2", evidence_kept=False, flags=("output_cut",)),
        row("c", 25.0, latency_s=4.0, attempts=1, cached=True, groups={"year": "2024"}),
        row("d", None, **timeout, item="range_awareness-set2-zh-d", length_set="set2", language="zh"),
        choice("e", 100.0),
        choice("f", 0.0, flags=("unparsed",), tolerant_points=100.0, difficulty="hard", length_set="long"),
        choice("g", None, state="model_failure", error_class="content_filter", error_message="filtered", difficulty="hard"),
    ]


def golden() -> Summary:
    return summarise(golden_rows(), RUN)


HOSTILE = (
    "\x1b[31mred\x07 | <img src=x onerror=alert(1)> [a](http://evil) `code` \u202etxt.exe\u2066 \ud800 **b**"
    "\r\n# head\n| www.evil.com |"
)


def hostile_rows() -> list[ResultRow]:
    """Hostile text wherever a row takes text from outside."""
    return [
        row(
            f"c{number}{HOSTILE}",
            None if number else 10.0,
            task=HOSTILE,
            subtask=HOSTILE,
            length_set=HOSTILE,
            language=HOSTILE,
            item=HOSTILE,
            suite=HOSTILE,
            model=HOSTILE,
            scorer=HOSTILE,
            flags=(HOSTILE,),
            error_class=HOSTILE,
            error_message=HOSTILE,
            groups={HOSTILE: HOSTILE},
            arm=HOSTILE,
            prompting=HOSTILE,
            answer_kind=kind,
            difficulty=HOSTILE,
        )
        for number, kind in enumerate(["names", "choice", "names"])
    ]


def hostile() -> Summary:
    """Hostile text wherever a run takes text from outside."""
    run = RunInfo(
        run_id="golden",
        model=HOSTILE,
        route=HOSTILE,
        judge=HOSTILE,
        judge_prompt_hash=HOSTILE,
        prompts_hash=HOSTILE,
        fidelity=HOSTILE,
        window_source=HOSTILE,
        encoding=HOSTILE,
        overlength=HOSTILE,
        arm=HOSTILE,
        prompting=HOSTILE,
        suites=(SuiteInfo(name=HOSTILE, fingerprint=HOSTILE),),
        data_notes=(HOSTILE,),
        dropped_parameters=(HOSTILE,),
    )
    return summarise(hostile_rows(), run)
