"""The settings of a run, as its summary holds them and as pytest's header tells them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from pytest_lcbench import __version__
from pytest_lcbench.contexts.context import Fidelity
from pytest_lcbench.models.model import ModelInfo
from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.html import question_of
from pytest_lcbench.running.request import RunRequest
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.run import MINIMUM_COVERAGE, Run
from pytest_lcbench.statistics.items import item_name
from pytest_lcbench.statistics.run_info import PUBLISHED_CASES, RunInfo, Shard, SuiteInfo
from pytest_lcbench.suites.case import Suite
from pytest_lcbench.untrusted import one_line

DROPPED = "dropped_"
"""Prefix of the flags that name a parameter the provider rejected."""


def questions(run: Run) -> dict[tuple[str, str], str]:
    """Return what each selected case asks, by suite and case id; of a choice with its options."""
    return {(name, case.id): question_of(case) for name, cases in run.cases.items() for case in cases}


def run_info(run: Run, run_id: str, rows: Sequence[ResultRow], notes: Sequence[str], skipped: Sequence[ResultRow] = ()) -> RunInfo:
    """Return the settings of *run* as the summary holds them."""
    settings, info = run.settings, run.settings.model.info
    released = settings.fidelity == Fidelity.OFFICIAL_CODE
    policies = {
        "as the released code" if released else str(settings.plan(name, suite.defaults).overlength)
        for name, suite in run.suites.items()
    }
    dropped = sorted({flag.removeprefix(DROPPED) for row in rows for flag in row.flags if flag.startswith(DROPPED)})
    return RunInfo(
        run_id=run_id,
        model=info.name,
        route=info.route,
        server=_hash(settings.model.api_base),
        judge=None if settings.judge is None else settings.judge.info.name,
        judge_server=None if settings.judge is None else _hash(settings.judge.api_base),
        judge_prompt_hash=settings.judge_prompt_hash,
        judge_prompt_source="" if run.judge_prompt is None else run.judge_prompt.source,
        prompts_hash=settings.prompts_hash,
        prompts_source=settings.prompts_source,
        fidelity=settings.fidelity,
        seed=settings.seed,
        window=info.window,
        window_source=info.source,
        window_set=run.request.window is not None,
        encoding=info.encoding,
        encoding_exact=info.encoding_exact,
        overlength=", ".join(sorted(policies)),
        epochs=settings.epochs,
        order=settings.order,
        max_output=settings.max_output,
        reasoning_budget=settings.reasoning_tokens() or None,
        arguments=_json(settings.model.arguments),
        judge_arguments="{}" if settings.judge is None else _json(settings.judge.arguments),
        shard=None if run.shard is None else Shard(index=run.shard.index, count=run.shard.count, selection=run.shard.selection),
        skipped=tuple(sorted(f"{row.suite}/{item_name(row)}" for row in skipped)),
        suites=tuple(
            SuiteInfo(name=name, fingerprint=fingerprint, cases=PUBLISHED_CASES.get(name, len(run.suites[name].cases())))
            for name, fingerprint in settings.suites.items()
        ),
        data_notes=(*notes, *(note for name, suite in run.suites.items() if (note := _made_of(suite, f"{name} is generated: ")))),
        dropped_parameters=tuple(dropped),
        version=__version__,
        minimum_coverage=MINIMUM_COVERAGE,
    )


def _hash(address: str | None) -> str | None:
    return None if address is None else hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()


def _made_of(suite: Suite, before: str) -> str:
    """Return what a generated suite is made of; empty for one that is read from files."""
    made_of = getattr(suite, "made_of", "")
    return before + one_line(str(made_of), 200) if made_of else ""


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True, default=str)


def header_lines(run: Run) -> list[str]:
    """Return the lines pytest shows at its start: the effective settings."""
    settings = run.settings
    suites = ", ".join(
        f"{name} ({figures.count(len(cases))} cases{_made_of(run.suites[name], ' of ')})" for name, cases in run.cases.items()
    )
    if run.shard is not None:
        suites += f"; shard {run.shard.index} of {run.shard.count}"
    judge = "rules" if settings.judge is None else f"judge {one_line(settings.judge.info.name, 80)}"
    policy = f"fidelity {settings.fidelity}, seed {settings.seed}, {_pacing(run.request)}"
    return [f"lcbench: {suites}", f"lcbench: {_model(settings.model.info)}; {judge}; {policy}"]


def _pacing(request: RunRequest) -> str:
    parts = ["concurrency adaptive" if request.concurrency is None else f"concurrency {request.concurrency}"]
    parts += [f"{figures.count(limit)} {name}" for name, limit in (("rpm", request.rpm), ("tpm", request.tpm)) if limit is not None]
    return ", ".join(parts if request.max_cost is None else [*parts, f"at most {figures.cost(request.max_cost)}"])


def _model(info: ModelInfo) -> str:
    name = one_line(info.name, 80)
    route = "" if info.route == info.name else f" as {one_line(info.route, 80)}"
    window = "window unknown, nothing is cut" if info.window is None else f"window {figures.count(info.window)}"
    return f"model {name}{route}, {window}"
