"""A run judged: its baseline found and checked before anything is paid, its verdict given at the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.comparing import ComparisonReport, Side, compare_runs, obstacles, parts_told, refuse_unlike, remarks
from pytest_lcbench.reporting.comparison_text import comparison_markdown, comparison_verdicts
from pytest_lcbench.reporting.files import json_text, write_texts
from pytest_lcbench.reporting.gate_report import (
    GateReport,
    decided_early,
    gate_markdown,
    gate_verdict,
    make_gate_report,
    nothing_to_judge,
)
from pytest_lcbench.reporting.policy_files import read_policy
from pytest_lcbench.reporting.run_settings import run_info
from pytest_lcbench.reporting.saved_runs import SavedRun, is_itself, load_saved_run, refuse_empty, refuse_itself
from pytest_lcbench.reporting.verdicts import COMPARISON, COMPARISON_TABLES, GATE, GATE_TABLE, rows_of, save_verdicts
from pytest_lcbench.running.row import DocumentRow, ResultRow, case_fields
from pytest_lcbench.running.run import Run
from pytest_lcbench.running.settings import ItemKey
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.gate import check, evaluate
from pytest_lcbench.statistics.gate_early import Decided
from pytest_lcbench.statistics.items import case_key, item_name, one_model, one_per_item
from pytest_lcbench.statistics.paired import Planned
from pytest_lcbench.statistics.policy_text import Cases, GatePolicy
from pytest_lcbench.statistics.run_info import RunInfo
from pytest_lcbench.statistics.slice_names import SliceNames, labels_of
from pytest_lcbench.suites.case import Case
from pytest_lcbench.untrusted import one_line

_EPOCH = re.compile(r"-e\d+$")
_ITSELF = "the baseline is this run itself"
_PLANNED = {Cases.CANDIDATE: Planned.CANDIDATE, Cases.EITHER: Planned.EITHER, Cases.BOTH: Planned.BOTH, Cases.ANSWERED: Planned.BOTH}


@dataclass(frozen=True, slots=True)
class Gating:
    """What a run will be compared with and judged by.

    Args:
        baseline: the saved run it is compared with, if any.
        policy: what it is judged by, if anything.
        source: where the policy was read.
        planned: the items it may be judged on, as rows.

    """

    baseline: SavedRun | None
    policy: GatePolicy | None
    source: str = ""
    planned: Sequence[ResultRow] = ()

    def check_selected(self, keys: Iterable[ItemKey]) -> None:
        """Raise ``SettingsError`` when the items of *keys* leave a demand of the policy without any case."""
        if self.policy is not None:
            check(self.policy.policy, self.of(keys), compares=self.baseline is not None)

    def check_folder(self, folder: Path) -> None:
        """Raise ``SettingsError`` when the run, which will be reported in *folder*, is its own baseline."""
        if self.baseline is not None:
            refuse_itself(self.baseline, folder, "give the new run a name of its own with --lcbench-run")

    def of(self, keys: Iterable[ItemKey]) -> list[ResultRow]:
        """Return the planned rows of *keys*."""
        wanted = {(key.suite, key.case_id, key.arm, key.prompting, key.epoch) for key in keys}
        return [row for row in self.planned if _item(row) in wanted]


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of it."""

    comparison: ComparisonReport | None
    gate: GateReport | None


def prepare(run: Run, groups: Callable[[Case], dict[str, str]], root: Path) -> Gating:
    """Find the baseline and read the policy of *run*, and check both before anything is sent.

    Args:
        run: as loaded.
        groups: the user's labels of a case.
        root: the project's folder, for ``pyproject``.

    Raises ``SettingsError`` and ``DataError``, one line each.

    """
    request = run.request
    baseline = None
    if request.baseline is not None:
        baseline = load_saved_run(request.baseline, request.reports)
        refuse_empty(baseline, request.baseline)
        # What could not be compared at the end is found now.
        if baseline.info.incomplete:
            raise SettingsError(f"--lcbench-baseline={one_line(request.baseline, 80)} is not whole: {baseline.info.incomplete}")
        one_model(baseline.rows)
        refuse_unlike(
            Side(baseline.info, baseline.rows),
            Side(run_info(run, request.run or "", (), ()), ()),
            "give this run the same, or take another --lcbench-baseline",
        )
    if request.gate is None:
        return Gating(baseline, None, planned=planned_rows(run, lambda _case: {}))
    gating = read_gating(request.gate, baseline, planned_rows(run, groups), root)
    _check_epochs(gating, run.settings.epochs)
    return gating


def _check_epochs(gating: Gating, epochs: int) -> None:
    """Raise ``SettingsError`` when run and baseline differ in epochs so that no drop can be judged, whatever is answered."""
    policy, baseline = gating.policy, gating.baseline
    if policy is None or baseline is None or not policy.policy.needs_baseline:
        return
    there = max(row.epoch for row in baseline.rows)
    if (policy.cases in {Cases.CANDIDATE, Cases.EITHER} and there < epochs) or (policy.cases is Cases.EITHER and there > epochs):
        raise SettingsError(
            f"the baseline '{one_line(baseline.info.run_id, 80)}' has {there} epoch{'' if there == 1 else 's'} of each case and "
            f"this run {epochs}: what one of them lacks counts as missing, so no drop could be judged; give both the same "
            "--lcbench-epochs, or write 'cases = both' into the policy to judge the epochs in common"
        )


def read_gating(source: str, baseline: SavedRun | None, rows: Sequence[ResultRow], root: Path) -> Gating:
    """Read the policy of *source* for the items of *rows*. Raises ``SettingsError``."""
    names = SliceNames(labels_of(row) for row in rows)
    policy, where = read_policy(source, names, root=root)
    check(policy.policy, rows, compares=baseline is not None)
    return Gating(baseline, policy, where, rows)


def planned_rows(run: Run, groups: Callable[[Case], dict[str, str]]) -> list[ResultRow]:
    """Return the items that *run* plans, as rows that nothing has come of yet. Documents go by their names: none is opened."""
    return [
        ResultRow(
            run_id="",
            item=item.id,
            **(case_fields(item.case) | {"suite": name}),
            epoch=item.key.epoch,
            arm=item.key.arm,
            prompting=item.key.prompting,
            model=run.settings.model.info.name,
            state=State.INFRA_ERROR,
            documents=tuple(DocumentRow(hash="", name=document.name, tokens=None, kept=None) for document in item.case.documents),
            groups=groups(item.case),
        )
        for name in run.cases
        for item in run.items(name)
    ]


def judge(
    gating: Gating,
    info: RunInfo,
    rows: Sequence[ResultRow],
    folder: Path,
    *,
    stopped: str | None = None,
    ended: int | None = None,
    notes: Sequence[str] = (),
    force: bool = False,
    decided: Decided | None = None,
    digest: str | None = None,
) -> Judged:
    """Compare and judge a run, and write both into its folder.

    Args:
        gating: what it is compared with and judged by.
        info: the run's settings.
        rows: its rows; items that were never run are rows too.
        folder: where it is reported. What an earlier session wrote there about verdicts is replaced or removed.
        stopped: the fault that ended the run early, if one did: then nothing is concluded from it.
        ended: the exit code of a session that was interrupted or broken off; the verdict is given on what there is, and decides
            no exit code.
        notes: what stands before the reasons of the verdict.
        force: judge runs that were not made alike, and say so; else the verdict is that nothing can be concluded.
        decided: what was certain before all planned cases were run, where that ended the run.
        digest: of the file of the rows, by which the verdict is tied to them; by default of the file that is there.

    Raises ``SettingsError`` and ``DataError``.

    """
    comparison = None
    saved = gating.baseline
    candidate = Side(info, rows)
    against: list[str] = []
    told: list[str] = []
    sides = [("the run", info)]
    itself = saved is not None and is_itself(saved, folder, info.run_id, rows)
    if saved is not None:
        baseline = Side(saved.info, saved.rows)
        # Documents and scorers are known only now. What was paid for is shown, and labelled.
        known = [_ITSELF] if itself else []
        comparison = compare_runs(baseline, [candidate], planned=Planned.CANDIDATE, force=True, known=known)
        if gating.policy is not None and gating.policy.policy.needs_baseline:
            against, told = obstacles(baseline, candidate), remarks(baseline, candidate)
            sides.append(("the baseline", saved.info))
    gate = None
    lost = _incomplete(info, rows, saved)
    unlike = f"not comparable with the baseline: {'; '.join(against)}" if against and not force else ""
    reason = stopped or lost or (f"{_ITSELF}: give the new run a name of its own with --lcbench-run" if itself else unlike)
    if gating.policy is not None and (stopped is not None or reason):
        gate = nothing_to_judge(gating.policy, run_id=info.run_id, source=gating.source, reason=reason)
    elif gating.policy is not None:
        gate = _verdict(gating.policy, gating, info, rows, against)
        if decided is not None:
            gate = decided_early(
                gate,
                decided,
                run=len({case_key(row) for row in rows}),
                not_needed=info.not_needed,
                stored=any(row.cached for row in rows),
            )
        elif info.not_needed:
            notes = [*notes, "over the cases of a run that was stopped early, as if no others had been planned"]
    if gate is not None:
        first = [*(["the session was broken off"] if ended is not None else []), *parts_told(sides), *_narrowed(info, rows), *notes]
        code = gate.exit_code if ended is None else ended
        gate = gate.model_copy(update={"notes": tuple(first), "remarks": tuple(told), "exit_code": code})
    write_texts(
        folder,
        {
            COMPARISON: None if comparison is None else json_text(comparison.model_dump(mode="python")) + "\n",
            COMPARISON_TABLES: None if comparison is None else comparison_markdown(comparison),
            GATE: None if gate is None else json_text(gate.model_dump(mode="python")) + "\n",
            GATE_TABLE: None if gate is None else gate_markdown(gate),
        },
    )
    shown = [] if gate is None else [gate_verdict(gate)]
    compared = None if saved is None else rows_of(saved.folder, saved.digest, folder)
    verdicts = [*shown, *([] if comparison is None else comparison_verdicts(comparison))]
    save_verdicts(folder, verdicts, results=digest, baseline=compared)
    return Judged(comparison, gate)


def _incomplete(info: RunInfo, rows: Sequence[ResultRow], baseline: SavedRun | None) -> str:
    """Return why nothing may be concluded from the run or its baseline; empty when something may."""
    sides = [("run", info, rows), *([] if baseline is None else [("baseline", baseline.info, baseline.rows)])]
    for name, one, its_rows in sides:
        why = one.incomplete or _epochs_left_out(one, its_rows)
        if why:
            return f"the {name} is not whole: {why}"
    return ""


def _narrowed(info: RunInfo, rows: Sequence[ResultRow]) -> list[str]:
    """Return how much of what the settings give was selected, where that is not all: whoever reads the verdict has to know."""
    chosen = info.selected
    held = len(one_per_item(rows)[0]) + len(info.skipped) + info.not_needed
    if chosen is None or held >= chosen.given:
        return []
    by = f" ({one_line('; '.join(chosen.by), 200)})" if chosen.by else ""
    return [f"over {figures.count(held)} of the {figures.count(chosen.given)} items that the settings give{by}"]


def _epochs_left_out(info: RunInfo, rows: Sequence[ResultRow]) -> str:
    """Return of how many cases some epochs were left out, e.g. by ``-k``: the best of each would pass for the whole; else empty."""
    if info.epochs == 1 or len(info.not_needed_items) < info.not_needed:  # of older runs nobody knows which were not needed
        return ""
    items = one_per_item(rows)[0]
    held = Counter(map(str, map(case_key, items)))
    if info.not_needed:
        # Of these there are names alone, which end with the epoch.
        held = Counter(_EPOCH.sub("", name) for name in (*(f"{row.suite}/{item_name(row)}" for row in items), *info.not_needed_items))
    short = sum(count < info.epochs for count in held.values())
    if not short:
        return ""
    return (
        f"of {figures.count(short)} of {figures.count(len(held))} cases not all {info.epochs} epochs were selected: whoever chooses "
        "among epochs chooses the result; select whole cases"
    )


def nothing_run(gating: Gating, run_id: str = "") -> Judged:
    """Return the verdict of a session in which no case was to be run."""
    if gating.policy is None:
        return Judged(None, None)
    return Judged(None, nothing_to_judge(gating.policy, run_id=run_id, source=gating.source, reason="no case was run"))


def _verdict(read: GatePolicy, gating: Gating, info: RunInfo, rows: Sequence[ResultRow], against: Sequence[str]) -> GateReport:
    items = one_per_item(rows)[0]
    if not items:
        return nothing_to_judge(read, run_id=info.run_id, source=gating.source, reason="the run has no case")
    saved = gating.baseline if read.policy.needs_baseline else None
    baseline = None if saved is None else saved.rows
    left_out = 0
    if read.cases is Cases.ANSWERED:
        answered = {_item(row) for row in items if row.state is not State.INFRA_ERROR}
        if baseline is not None:
            answered &= {_item(row) for row in baseline if row.state is not State.INFRA_ERROR}
        kept = [row for row in items if _item(row) in answered]
        left_out = len(items) - len(kept)
        items = kept
        if not items:
            return nothing_to_judge(read, run_id=info.run_id, source=gating.source, reason="no case was answered")
    elif read.cases is Cases.BOTH and baseline is not None:
        shared = {_item(row) for row in baseline}
        left_out = sum(_item(row) not in shared for row in items)
    try:
        result = evaluate(read.policy, items, baseline, planned=_PLANNED[read.cases])
    except SettingsError as error:
        # Known before the run to have cases; none of them was selected, answered, or is in both runs.
        return nothing_to_judge(read, run_id=info.run_id, source=gating.source, reason=str(error))
    return make_gate_report(
        read,
        result,
        run_id=info.run_id,
        baseline_run_id=None if saved is None else saved.info.run_id,
        source=gating.source,
        left_out=left_out,
        not_comparable=against,
    )


def _item(row: ResultRow) -> tuple[object, ...]:
    return (*case_key(row), row.epoch)
