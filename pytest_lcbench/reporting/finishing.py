"""Closing a run's books: what was expected, what came, the one summary of both, and the files it is written to."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_lcbench import __version__
from pytest_lcbench.contexts.context import Fidelity
from pytest_lcbench.models.model import ModelInfo
from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.asked_anew import anew_lines, answered, kept_line, mixed_line, mixture_line, unended_line
from pytest_lcbench.reporting.estimate_report import spending_line
from pytest_lcbench.reporting.html import question_of, write_html
from pytest_lcbench.reporting.replacing import replace_report
from pytest_lcbench.reporting.tables import TerminalReport
from pytest_lcbench.reporting.verdicts import saved_verdicts
from pytest_lcbench.running.books import Books
from pytest_lcbench.running.evaluation import SKIPPED_OVERLENGTH
from pytest_lcbench.running.generations import Progress, Stage
from pytest_lcbench.running.journal import INTERRUPTED
from pytest_lcbench.running.request import RunRequest
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.run import MINIMUM_COVERAGE, Run
from pytest_lcbench.running.waves import Answers, mixtures_over, together
from pytest_lcbench.statistics.gate_early import Decided
from pytest_lcbench.statistics.items import item_name
from pytest_lcbench.statistics.run_info import PUBLISHED_CASES, RunInfo, Selected, Shard, SuiteInfo
from pytest_lcbench.statistics.summary import Summary, summarise
from pytest_lcbench.suites.case import Suite
from pytest_lcbench.untrusted import one_line

Decide = Callable[[str, Mapping[str, ResultRow]], Decided | None]
"""Says from a manifest and the rows by item key what was certain of a gate's verdict."""
DROPPED = "dropped_"
"""Prefix of the flags that name a parameter the provider rejected."""


@dataclass(slots=True)
class Finish:
    """A finished run.

    Args:
        summary: every figure of it.
        lines: the terminal report.
        folder: where its files are.
        stopped: why the run was stopped early, if a fault did.
        infrastructure: why it counts as an infrastructure failure, if it does.
        missing: items without points.
        not_run: of these, items that were not reached.
        spending: one line about what this session cost, by kind of call.
        held_back_s: seconds for which the provider held calls back, in the process where it was longest.
        anew: what is to be said of asking anew: that it went on, or is not finished.
        verdict: one line about the exit code, where pytest's own last line would mislead.
        rows: what the summary was made of, one per expected item.

    """

    summary: Summary
    lines: list[str]
    folder: Path
    stopped: str | None
    infrastructure: str | None
    missing: int
    not_run: int
    spending: str
    held_back_s: float
    anew: list[str]
    verdict: str = ""
    rows: Sequence[ResultRow] = ()
    digest: str = ""
    """Of the file of these rows, as it was written."""
    decided: Decided | None = None
    """What was certain of the gate's verdict before all items were run, where that ended the run."""
    ended_itself: bool = False
    """Whether the session stopped because its verdict was certain, whatever was left to be run: it was not broken off."""
    over: bool = False
    """Whether the session came to its end: nothing that it was broken off in is left to go on with."""
    begins_again: Stage | None = None
    """What was asked anew so that the same command would begin it again, without going on with anything."""


def manifest_json(expected: Sequence[tuple[str, str, ResultRow]], selected: Selected | None = None) -> str:
    """Return the manifest: for each expected item its node id, its key, and the row it has until it is run; and what chose them."""
    items = [[nodeid, key, row.model_dump(mode="json")] for nodeid, key, row in expected]
    return json.dumps({"items": items, "selected": None if selected is None else selected.model_dump(mode="json")}, ensure_ascii=True)


def read_manifest(manifest: str) -> tuple[list[tuple[str, str, dict[str, Any]]], Selected | None]:
    """Return what :func:`manifest_json` was given, the rows as they are written: few of them are needed."""
    held = json.loads(manifest)
    if isinstance(held, list):  # of a worker with an older version
        held = {"items": held}
    items = [(nodeid, key, row) for nodeid, key, row in held["items"]]
    return items, Selected.model_validate(chosen) if (chosen := held.get("selected")) else None


def finish_run(
    run: Run,
    books: Books,
    *,
    crashed: Mapping[str, str],
    skipped: Collection[str] = (),
    ended: str = "",
    decide: Decide | None = None,
    elsewhere: Sequence[Sequence[Answers]] = (),
    told: Collection[str] = (),
    uncollected: int = 0,
) -> Finish | None:
    """Summarise and write the run of the session; ``None`` when it expected no scored item.

    Rows come from the journal, so a killed worker loses none that it had finished; what is expected and has no row is named.

    Args:
        run: the run.
        books: the open files of this pytest session.
        crashed: by node id, why a worker died while running it.
        skipped: node ids of items that a fixture or a hook of the project skipped before they had their score: like those that a mark
            skips they are not expected, though some have been answered ahead.
        ended: why the session was ended before its end, where the journal does not know; empty when it was not.
        decide: says from the manifest and the rows what was certain, where the session was stopped for that.
        elsewhere: the answers that stand in other stores, by store: of workers that keep one of their own.
        uncollected: files that could not be collected.
        told: the items whose rows these have told in this session. What they asked anew is not pending, whatever this store says.

    Raises ``SettingsError`` or ``DataError`` when files cannot be written.

    """
    journal = books.journal
    found = journal.get_manifest(books.session)
    if found is None:
        return None
    run_id, manifest = found
    kept = journal.rows(run_id)
    pending = journal.pending(run_id)
    older: set[str] = set()
    if run.anew is not None:
        # A row of an item that is still to be asked anew is made from older answers. Where nobody asked anew in this store, every row
        # is that was not told in this session.
        waiting = {item for item, progress in pending[run.anew].items() if progress is Progress.PENDING}
        older = (kept.keys() if journal.began(books.session) is None else waiting) - set(told)
    current = {key: row for key, row in kept.items() if key not in older}
    decided = None if decide is None else decide(manifest, current)
    expected_items, selected = read_manifest(manifest)
    rows, not_needed = _gather([item for item in expected_items if item[0] not in skipped], current, crashed, decided)
    everything = list(rows.values())
    too_long = [row for row in everything if row.error_class == SKIPPED_OVERLENGTH]
    expected = [row for row in everything if row.error_class != SKIPPED_OVERLENGTH]
    keys = _keys(books)
    notes = _notes(run, books, keys, sum(nodeid in skipped for nodeid, _, _ in expected_items))
    missing = [row for row in expected if row.points is None]
    not_run = sum(row.error_class == "not_run" for row in missing)
    lost = sum(row.error_class == "worker_lost" for row in missing)
    # A session that stops because its verdict is certain waits for what is in flight: if that was all, nothing is left to be decided.
    all_came = decide is not None and decided is None and not not_run + lost
    reason = journal.stop_reason(books.session)
    stopped = None if decided is not None or all_came or reason == INTERRUPTED else reason
    stores = [answers for answers in (journal.answers(run_id, keys), *map(together, elsewhere)) if answers.draws]
    over = stopped is None and (not not_run + lost or not (ended or crashed))
    # The session has come to its end without these. Were they still waited for, the next asking anew would go on from the answers of
    # this one: it would ask next to nothing, and repeat its verdict.
    without_row = {key for _, key, _ in expected_items} - current.keys()
    left_out = not_needed.keys() | (without_row | set(told) if over else set())
    open_items = {
        stage: (items.keys() - left_out - set(told) if stage is run.anew else items.keys()) & rows.keys()
        for stage, items in pending.items()
    }
    whole = [
        _unfinished(stopped or ended or ("workers died" if crashed else ""), not_run + lost, len(expected)),
        # Where all are older they are at least of one kind.
        *(mixed_line(stage, len(items)) for stage, items in open_items.items() if stage is not run.anew and 0 < len(items) < len(rows)),
        *(unended_line(stage) for stage in (journal.unended(run_id) if told and run.anew is None else ())),
        # A part was asked anew, by whichever run, and the others stand from before.
        *(mixture_line(mixture, run_id) for mixture in mixtures_over(stores)),
        f"{uncollected} files could not be collected, and their cases are not known" if uncollected else "",
    ]
    left = {
        "not_needed": len(not_needed),
        "not_needed_items": tuple(sorted(not_needed.values())),
        "selected": selected,
        "unfinished": "; ".join(why for why in whole if why),
        "kept": kept_line(run.anew, journal, books.session),
        "answered": answered(together(stores)) if stores else None,
    }
    info = run_info(run, run_id, expected, notes, too_long).model_copy(update=left)
    summary = summarise(expected, info)
    folder = run.request.reports / run_id
    # What was skipped as asked is not expected: in the rows it would read as an infrastructure error that the tables do not show.
    digest = replace_report(folder, expected, summary, questions(run), books.session)
    if run.anew is not None:
        journal.leave_out(run_id, run.anew, left_out)
    return Finish(
        summary=summary,
        lines=TerminalReport(summary).lines(),
        folder=folder,
        stopped=stopped,
        infrastructure=_uncovered(len(missing), len(expected)),
        missing=len(missing),
        not_run=not_run,
        spending=spending_line(books.ledger.totals(session=books.session), judged=run.judge is not None),
        held_back_s=run.held_back(books),
        rows=expected,
        digest=digest,
        decided=decided if not_needed else None,
        ended_itself=bool(not_needed) or all_came,
        over=over,
        begins_again=run.anew if over and run.anew is not None and (told or not open_items[run.anew]) else None,
        anew=anew_lines(run.anew, journal, books.session, open_items),
    )


def _gather(
    expected: Sequence[tuple[str, str, Any]], current: Mapping[str, ResultRow], crashed: Mapping[str, str], decided: Decided | None
) -> tuple[dict[str, ResultRow], dict[str, str]]:
    """Return by item key the rows of what is expected, blank where there is none, and the names of what was not needed."""
    rows: dict[str, ResultRow] = {}
    not_needed: dict[str, str] = {}
    for nodeid, key, blank in expected:
        row = current.get(key)
        if row is None:
            row = ResultRow.model_validate(blank)
            if nodeid in crashed:
                row = row.model_copy(update={"error_class": "worker_lost", "error_message": one_line(crashed[nodeid], 500)})
            elif decided is not None:
                not_needed[key] = f"{row.suite}/{item_name(row)}"
                continue
        rows[key] = row
    return rows, not_needed


def _notes(run: Run, books: Books, keys: Collection[str], skipped: int) -> list[str]:
    """Return what was met on the way that the tables have to tell."""
    notes = [f"token counts are not remembered on disk: {trouble}" for trouble in run.trouble()]
    if damaged := books.store.damaged(keys):
        notes.append(f"of {figures.count(damaged)} calls the stored answer was damaged and had to be asked for again")
    if skipped:
        notes.append(f"{figures.count(skipped)} items were skipped by the project's own fixtures or hooks, and are not expected")
    return notes


def _uncovered(missing: int, expected: int) -> str | None:
    """Return what is wrong with the coverage of a run, if it is too low."""
    share = 1.0 - missing / expected if expected else 1.0
    if share >= MINIMUM_COVERAGE:
        return None
    needed = figures.coverage(MINIMUM_COVERAGE)
    return f"coverage {figures.coverage(share)} is under {needed}: {missing} of {expected} without points"


def _unfinished(why: str, not_run: int, expected: int) -> str:
    """Return what a run remembers of a session that was ended with cases not run; empty for any other."""
    if not why or not not_run:
        return ""
    return (
        f"its last session was ended with {figures.count(not_run)} of {figures.count(expected)} items not run "
        f"({one_line(why, 300)}); run the same command again, stored answers cost nothing"
    )


def _keys(books: Books) -> set[str]:
    """Return under which keys the answers of this session stand, those included that were there."""
    return {call.store_key for call in books.ledger.calls(session=books.session) if call.store_key}


def questions(run: Run) -> dict[tuple[str, str], str]:
    """Return what each selected case asks, by suite and case id; of a choice with its options."""
    return {(name, case.id): question_of(case) for name, cases in run.cases.items() for case in cases}


def show_verdicts(run: Run, finish: Finish) -> None:
    """Write the page of a run again, with the verdicts that its folder holds now. Raises ``DataError``."""
    write_html(finish.folder, finish.rows, finish.summary, questions=questions(run), verdicts=saved_verdicts(finish.folder))


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
        judge=None if settings.judge is None else settings.judge.info.name,
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
