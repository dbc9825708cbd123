"""Old results become a run: a result file of the released scripts is read, summarised and written as a run's folder."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from pathlib import Path

from pytest_lcbench import __version__
from pytest_lcbench.contexts.context import Fidelity
from pytest_lcbench.contexts.official import official_window
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.reporting.files import RESULTS, safe_folder_name
from pytest_lcbench.reporting.html import question_of
from pytest_lcbench.reporting.overwriting import refuse_other_run
from pytest_lcbench.reporting.replacing import begin, replace_report
from pytest_lcbench.reporting.unfinished import Maker
from pytest_lcbench.running.official_files import read_official
from pytest_lcbench.running.official_results import to_rows
from pytest_lcbench.running.request import is_folder_name
from pytest_lcbench.running.settings import RUN_ID_LENGTH
from pytest_lcbench.statistics.run_info import PUBLISHED_CASES, RunInfo, SuiteInfo
from pytest_lcbench.statistics.summary import Summary, summarise
from pytest_lcbench.suites.case import Suite
from pytest_lcbench.suites.longbench_v2 import LongBenchV2Suite
from pytest_lcbench.suites.loong import LoongSuite
from pytest_lcbench.suites.registry import LONGBENCH_V2

SUITES = tuple(PUBLISHED_CASES)
ARMS = ("full", "rag", "closed_book")
PROMPTINGS = ("direct", "cot")
IMPORT = Maker.IMPORT
_RAG = re.compile(r"(.+)_rag_[0-9]+")
_NOT_TOLD = "not told by the file"


def import_results(
    file: Path,
    *,
    suite: str,
    data: Path,
    reports: Path,
    run: str | None = None,
    model: str | None = None,
    judge: str | None = None,
    arm: str | None = None,
    prompting: str | None = None,
    session: str | None = None,
) -> tuple[Path, Summary]:
    """Write the official result *file* as a run under *reports*; return its folder and its summary.

    Args:
        file: Loong's ``loong_evaluate.jsonl`` (or its answers before judging), or LongBench v2's ``results/MODEL.jsonl``.
        suite: ``loong`` or ``longbench-v2``.
        data: the suite's question file, or the folder that holds it; documents are not needed.
        reports: folder of runs.
        run: id of the run; by default a hash of the file and of what is said about it.
        model: who answered; by default as the released scripts name their files (LongBench v2) or folders (Loong).
        judge: who judged Loong's answers.
        arm: ``full``, ``rag`` or ``closed_book``; by default as the file's name ends (``_rag_5``, ``_no_context``).
        prompting: ``direct`` or ``cot``; by default ``cot`` where rows hold ``response_cot``.
        session: as :func:`begin_again` was told, if it was called.

    Raises ``DataError`` or ``SettingsError``, each one line.

    """
    source = _suite(suite, data)
    cases = source.cases()
    found = read_official(file, suite, {case.id: case for case in cases})
    if judge is not None and not any("eval_response" in row.fields for row in found.rows.values()):
        raise SettingsError("--judge: no row of the file has eval_response, so nobody judged; leave it out")
    named, named_arm = told_by_name(file, suite)
    model = model or named
    arm = arm or named_arm
    prompting = prompting or ("cot" if any("response_cot" in row.fields for row in found.rows.values()) else "direct")
    told = json.dumps([suite, source.fingerprint, model, judge, arm, prompting])
    digest = hashlib.sha256(file.read_bytes() + told.encode()).hexdigest()
    run_id = safe_folder_name(run or digest[:RUN_ID_LENGTH])
    made = to_rows(found, cases, run_id=run_id, model=model, judge=judge, arm=arm, prompting=prompting)
    window, encoding = official_window(suite, model)
    info = RunInfo(
        run_id=run_id,
        model=model,
        judge=made.judge,
        judge_prompt_source="" if made.judge is None else _NOT_TOLD,
        prompts_source=_NOT_TOLD,
        fidelity=Fidelity.OFFICIAL_CODE.value,
        window=window,
        window_source="the released script",
        encoding=encoding,
        overlength="as the released code",
        arm=arm,
        prompting=prompting,
        suites=(SuiteInfo(name=suite, fingerprint=source.fingerprint, cases=PUBLISHED_CASES[suite]),),
        data_notes=tuple(made.notes),
        made_by=IMPORT.value,
        version=__version__,
    )
    summary = summarise(made.rows, info)
    folder = reports / run_id
    refuse_other_run(folder, IMPORT)
    questions = {(suite, case.id): question_of(case) for case in cases}
    replace_report(folder, made.rows, summary, questions, session or uuid.uuid4().hex, IMPORT)
    return folder, summary


def begin_again(reports: Path, run: str | None, maker: Maker, session: str) -> None:
    """Mark the *run* that *maker* made under *reports* earlier, if there is one, before it is known whether another can be made.

    Raises ``DataError`` as :func:`refuse_other_run`, and when the folder cannot be written.
    """
    if run is None or not is_folder_name(run):
        return
    folder = reports / run
    if (folder / RESULTS).exists():
        refuse_other_run(folder, maker)
        begin(folder, session, maker)


def _suite(name: str, data: Path) -> Suite:
    return LongBenchV2Suite(data) if name == LONGBENCH_V2 else LoongSuite(data)


def told_by_name(file: Path, suite: str) -> tuple[str, str]:
    """Return model and arm as the released scripts put them into names of files and folders."""
    if suite != LONGBENCH_V2:
        return file.resolve().parent.name or file.stem, "full"
    stem, arm = file.stem, "full"
    if stem.endswith("_no_context"):
        stem, arm = stem.removesuffix("_no_context"), "closed_book"
    elif (found := _RAG.fullmatch(stem)) is not None:
        stem, arm = found[1], "rag"
    return stem.removesuffix("_cot") or file.stem, arm
