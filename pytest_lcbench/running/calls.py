"""What is asked, and under which key its answer is kept: one place for whoever calls, estimates or explains."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pytest_lcbench.contexts.assembly import build_context
from pytest_lcbench.contexts.context import Context
from pytest_lcbench.contexts.prompts import PromptSet
from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import content_hash
from pytest_lcbench.models.model import Request
from pytest_lcbench.running.settings import JUDGE_MAX_OUTPUT, ModelSettings, RunSettings
from pytest_lcbench.scoring.judge import JudgePrompt, build_judge_prompt
from pytest_lcbench.suites.case import Case, Suite, SuiteDefaults

CHANGING_PARTS = ("prompt_hash", "epoch", "attempt", "answer")
"""Parts of a key that differ from call to call of one run."""


def case_context(
    settings: RunSettings, suites: Mapping[str, Suite], case: Case, prompts: PromptSet, counters: Callable[[str], TokenCounter]
) -> Context:
    """Return what the model is sent for *case*. Raises ``DocumentError``, ``OverlengthError`` or ``DataError``."""
    suite = suites[case.suite]
    plan = settings.plan(case.suite, suite.defaults)
    documents = suite.documents(case, fidelity=settings.fidelity)
    return build_context(case, documents, plan, counters(plan.encoding), prompts)


def model_request(settings: RunSettings, defaults: SuiteDefaults, prompt: str, timeout: float) -> Request:
    """Return the call that answers *prompt*."""
    return Request(
        prompt=prompt,
        temperature=defaults.temperature,
        max_output=settings.visible_output(defaults),
        reasoning_budget=settings.reasoning_tokens(),
        timeout=timeout,
    )


def judge_request(settings: RunSettings, judge: ModelSettings, prompt: str, timeout: float) -> Request:
    """Return the call that judges, at temperature 0 (Loong 4.1)."""
    return Request(
        prompt=prompt,
        temperature=0.0,
        max_output=JUDGE_MAX_OUTPUT,
        reasoning_budget=settings.reasoning_budget if judge.info.reasoning else 0,
        timeout=timeout,
    )


def judge_call(
    settings: RunSettings, judge: ModelSettings, template: JudgePrompt, case: Case, bare: str, answer: str, timeout: float
) -> tuple[Request, str]:
    """Return the call that judges an answer to *case*, and the hash of its prompt.

    Args:
        settings: of the run.
        judge: who is called.
        template: of the prompt.
        case: what was asked.
        bare: the documents as they were sent, without what stands around them.
        answer: what was said.
        timeout: seconds for the call.

    """
    prompt = build_judge_prompt(template, case, bare, answer)
    return judge_request(settings, judge, prompt, timeout), content_hash(prompt)


def model_parts(settings: RunSettings, request: Request, prompt_hash: str, *, epoch: int) -> dict[str, str]:
    """Return everything that can change an answer, as the store's key is made from it (DESIGN 5.5).

    Args:
        settings: of the run.
        request: what the model is asked.
        prompt_hash: stands for the whole prompt.
        epoch: the how-manieth time of the case.

    """
    return _parts(settings.model, "model", request, prompt_hash, epoch=epoch, attempt=1)


def judge_parts(
    settings: RunSettings, judge: ModelSettings, request: Request, prompt_hash: str, *, answer: str, epoch: int, attempt: int
) -> dict[str, str]:
    """Return everything that can change a judgement, and which call's answer it is of.

    A judgement belongs to that call: were it shared by whoever answers in the same words, asking the judge anew about another model's
    answers, chosen by how this one's were judged, would change this one's score.

    Args:
        settings: of the run.
        judge: who is called.
        request: what it is asked.
        prompt_hash: stands for the whole prompt.
        answer: the key under which the answer is kept.
        epoch: the how-manieth time of the case.
        attempt: the how-manieth time the judge is asked, when it gave no rating.

    """
    parts = _parts(judge, "judge", request, prompt_hash, epoch=epoch, attempt=attempt)
    return parts | {"answer": answer, "judge_prompt": settings.judge_prompt_hash or ""}


def _parts(callee: ModelSettings, kind: str, request: Request, prompt_hash: str, *, epoch: int, attempt: int) -> dict[str, str]:
    return {
        "kind": kind,
        "route": callee.info.route,
        "api_base": callee.api_base or "",
        "arguments": repr(sorted(callee.arguments.items())),
        "temperature": repr(request.temperature),
        "max_output": str(request.max_output),
        "reasoning_budget": str(request.reasoning_budget),
        "prompt_hash": prompt_hash,
        "epoch": str(epoch),
        "attempt": str(attempt),
    }


def recorded_settings(settings: RunSettings, suites: Mapping[str, Suite]) -> str:
    """Return the settings of a run as the journal keeps them, canonical JSON.

    That is :meth:`RunSettings.identity` and, under ``calls``, what is the same in the key of every call: by suite for the model, and
    for the judge, so that it can be said later which part of a key differs.
    """
    calls: dict[str, Any] = {"model": model_constants(settings, suites)}
    if settings.judge is not None:
        request = judge_request(settings, settings.judge, "", 0.0)
        calls["judge"] = _constant(judge_parts(settings, settings.judge, request, "", answer="", epoch=1, attempt=1))
    return json.dumps(settings.identity() | {"calls": calls}, sort_keys=True, ensure_ascii=True, default=str)


def model_constants(settings: RunSettings, suites: Mapping[str, Suite]) -> dict[str, dict[str, str]]:
    """Return by suite what is the same in :func:`model_parts` of all its items."""
    return {
        name: _constant(model_parts(settings, model_request(settings, suite.defaults, "", 0.0), "", epoch=1))
        for name, suite in suites.items()
    }


def _constant(parts: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in parts.items() if name not in CHANGING_PARTS}
