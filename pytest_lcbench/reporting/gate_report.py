"""A gate's verdict as one object, and the same as lines, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.columns import degrade, fit, straight_table
from pytest_lcbench.reporting.comparison_text import NOT_COMPARABLE, digits
from pytest_lcbench.reporting.verdicts import Verdict as ShownVerdict
from pytest_lcbench.statistics.cells import Part
from pytest_lcbench.statistics.gate import Finding, GateResult, Verdict
from pytest_lcbench.statistics.gate_early import Decided
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.policy import NonInferiority
from pytest_lcbench.statistics.policy_text import Cases, GatePolicy, policy_text
from pytest_lcbench.untrusted import markdown_cell

_WIDTH = 110
_LABEL_WIDTH = 36
_LINE = 1_000


class CriterionReport(Part):
    """What one demand of the policy comes to."""

    demand: str
    """As the policy says it, e.g. ``avg drop < 8 @ set4``."""
    kind: str
    """``floor`` or ``drop``."""
    measure: Measure
    slice: str
    """``All``: every case."""
    limit: float
    """The floor, or the margin."""
    value: float | None
    """The mean, or the drop (baseline minus candidate): ``None`` when nothing is known."""
    low: float | None
    """One-sided lower bound at the policy's error level, unadjusted."""
    high: float | None
    p: float | None
    """Against "the demand is met", missing items filled the mildest way; adjusted over the policy's demands (Holm)."""
    cases: int
    """With points (in both runs, for a drop)."""
    coverage: float
    missing: int
    """Planned items without points."""
    verdict: Verdict
    reason: str
    needed_cases: int | None
    """How many cases would tell, with documents in proportion; ``None``: no number would, or it is told already."""
    needed_same_documents: int | None
    needed_epochs: int | None
    alone: bool = False
    """Whether it is a regression by itself at Bonferroni's level, whatever the other demands come to."""


class EarlyReport(Part):
    """A verdict that was certain before all planned cases were run."""

    level: float
    """The chance that the complete run would have had the same verdict is at least this."""
    cases: int
    """That were run."""
    planned: int
    not_needed: int
    """Items that were not run."""


class GateReport(Part):
    """The verdict with what it rests on."""

    run_id: str
    baseline_run_id: str | None
    verdict: Verdict
    exit_code: int
    """Of the process that judged: the verdict's, or 2 when the run was interrupted."""
    reasons: tuple[str, ...]
    criteria: tuple[CriterionReport, ...]
    policy: str
    """Every setting, as expressions."""
    source: str
    """Where the policy was read."""
    error: float
    minimum_coverage: float
    maximum_judge_failure: float
    judge_failure: float
    """Share of the answers that no judge could score."""
    cases: Cases
    left_out: int
    """Items that ``cases`` takes out of the verdict."""
    not_comparable: tuple[str, ...]
    """Why run and baseline may not be compared; shown all the same because it was forced."""
    notes: tuple[str, ...] = ()
    """What stands in the line, before the reasons."""
    remarks: tuple[str, ...] = ()
    """What stands below the demands: what to know of the two runs."""
    early: EarlyReport | None = None

    @property
    def line(self) -> str:
        """The verdict in one line, the exit code first."""
        forced = f" ({NOT_COMPARABLE}: {'; '.join(self.not_comparable)})" if self.not_comparable else ""
        limited = f" over {self.cases.meant} alone, {self.left_out:,} items left out" if self.left_out else ""
        early = "" if self.early is None else f", {_early(self.early)}"
        said = "; ".join((*self.notes, *self.reasons))
        return f"gate: {str(self.verdict).upper()}, exit {self.exit_code}{early}{limited}{forced}: {said}"


def make_gate_report(
    read: GatePolicy,
    result: GateResult,
    *,
    run_id: str,
    baseline_run_id: str | None,
    source: str,
    left_out: int = 0,
    not_comparable: Sequence[str] = (),
) -> GateReport:
    """Return the report of *result*, of the policy *read* from *source*."""
    policy = read.policy
    return GateReport(
        run_id=run_id,
        baseline_run_id=baseline_run_id,
        verdict=result.verdict,
        exit_code=result.verdict.exit_code,
        reasons=result.reasons,
        criteria=tuple(_criterion(one, policy.error / len(result.findings)) for one in result.findings),
        policy=policy_text(read),
        source=source,
        error=policy.error,
        minimum_coverage=policy.minimum_coverage,
        maximum_judge_failure=policy.maximum_judge_failure,
        judge_failure=result.judge_failure,
        cases=read.cases,
        left_out=left_out,
        not_comparable=tuple(not_comparable),
    )


def decided_early(report: GateReport, decided: Decided, *, run: int, not_needed: int, stored: bool) -> GateReport:
    """Return *report*, which is over the cases that were run, with the verdict that was certain for all planned ones.

    Args:
        report: of the cases that were run. Where it concludes nothing at all (infrastructure), it stays so.
        decided: what was certain.
        run: cases that were run.
        not_needed: items that were not.
        stored: whether any of them had its answer before the session. Whoever has answers can choose an order by them, so what is
            certain of it must be what they say as well.

    """
    early = EarlyReport(level=decided.level, cases=run, planned=decided.cases, not_needed=not_needed)
    if report.verdict is Verdict.INFRASTRUCTURE:
        return report.model_copy(update={"early": early})
    criteria = tuple(_certain(one, decided, stored=stored) for one in report.criteria)
    verdicts = {one.verdict for one in criteria}
    verdict = next((one for one in (Verdict.REGRESSION, Verdict.CANNOT_TELL) if one in verdicts), Verdict.PASS)
    return report.model_copy(
        update={
            "verdict": verdict,
            "exit_code": verdict.exit_code,
            "criteria": criteria,
            "reasons": tuple(f"{one.demand}: {one.reason}" for one in criteria if one.verdict is verdict),
            "early": early,
        }
    )


def _certain(one: CriterionReport, decided: Decided, *, stored: bool) -> CriterionReport:
    """Return a demand with its verdict: the one that was certain, its own where all its cases are in, else none."""
    said = decided.verdicts.get(one.demand)
    figures_said = one.reason.partition(", adjusted p")[0].partition("; ")[0]
    found: dict[str, object] = {"needed_cases": None, "needed_same_documents": None, "needed_epochs": None}
    opposite = said is not None and {said.value, one.verdict.value} == {Verdict.PASS.value, Verdict.REGRESSION.value}
    if said is not None and (opposite or (stored and said.value != one.verdict.value)):
        # A certificate is wrong one time in twenty, or as the policy says; answers beside those that it rests on can show it.
        reason = f"certain early ({said.value}), but all answers that are here say {one.verdict.value}: run all cases; {figures_said}"
        return one.model_copy(update=found | {"verdict": Verdict.CANNOT_TELL, "reason": reason})
    if said is not None:
        return one.model_copy(update=found | {"verdict": Verdict(said.value), "reason": f"certain early; so far {figures_said}"})
    if one.demand in decided.complete:
        # The other demands' p-values are not those of a complete run: without them there is Bonferroni's level, not Holm's.
        kept = one.verdict if one.verdict is not Verdict.REGRESSION or one.alone else Verdict.CANNOT_TELL
        return one.model_copy(update={"verdict": kept})
    return one.model_copy(
        update=found | {"verdict": Verdict.CANNOT_TELL, "reason": f"open, and not needed for the verdict; {figures_said}"}
    )


def nothing_to_judge(read: GatePolicy, *, run_id: str, source: str, reason: str) -> GateReport:
    """Return the report of a run without any case: nothing missing can win, so it is an infrastructure failure."""
    result = GateResult(Verdict.INFRASTRUCTURE, (), (reason,), 0.0)
    return make_gate_report(read, result, run_id=run_id, baseline_run_id=None, source=source)


def gate_lines(report: GateReport, *, encoding: str = "utf-8") -> list[str]:
    """Return the table of demands for a terminal, then what would tell; the verdict's own line is printed by itself."""
    lines = [fit(f"gate: {report.source}", 2 * _WIDTH, encoding)]
    if report.criteria:
        lines += straight_table(_HEADERS, _rows(report, lambda text: fit(text, _LABEL_WIDTH, encoding)))
    lines += [f"  - {fit(note, _LINE, encoding)}" for note in _notes(report)]
    return [degrade(line, encoding) for line in lines]


def gate_markdown(report: GateReport) -> str:
    """Return the verdict first, then the demands, as GitHub-flavoured Markdown."""
    blocks = [f"**{markdown_cell(report.line, _LINE)}**"]
    if report.criteria:
        rule = (":---", *["---:"] * (len(_HEADERS) - 2), ":---")
        rows = (("demand", *_HEADERS[1:]), rule, *_rows(report, markdown_cell))
        blocks.append("\n".join(f"| {' | '.join(cells)} |" for cells in rows))
    blocks.append("\n".join(f"- {markdown_cell(note, _LINE)}" for note in _notes(report)))
    return "\n\n".join(blocks) + "\n"


def gate_verdict(report: GateReport) -> ShownVerdict:
    """Return the verdict as the reports of a run show it."""
    rows = tuple(_rows(report, str))
    return ShownVerdict("Gate", str(report.verdict), (report.line, *_notes(report)), _HEADERS if rows else (), rows)


_HEADERS = ("", "value", "low", "high", "limit", "adjusted p", "cases", "coverage", "verdict")


def _rows(report: GateReport, label: Callable[[str], str]) -> list[tuple[str, ...]]:
    rows = []
    for one in report.criteria:
        decimals = digits(one.measure)
        shown = [figures.decimal(value, decimals) for value in (one.value, one.low, one.high, one.limit)]
        p = figures.UNKNOWN if one.p is None else f"{one.p:.2g}"
        rows.append((label(one.demand), *shown, p, figures.count(one.cases), figures.coverage(one.coverage), str(one.verdict)))
    return rows


def _early(early: EarlyReport) -> str:
    return f"certain early at {early.level * 100:.4g} % after {early.cases:,} of {early.planned:,} planned cases"


def _notes(report: GateReport) -> list[str]:
    floor, failures = figures.coverage(report.minimum_coverage), f"{report.maximum_judge_failure * 100:.4g} %"
    notes = [
        f"drops are baseline minus candidate; low and high are one-sided bounds at error {report.error:g}",
        "adjusted p: against the demand being met, over all demands (Holm), missing items filled",
        f"coverage at least {floor}; answers without a usable judgement at most {failures}, found {report.judge_failure * 100:.4g} %",
    ]
    if report.early is not None:
        notes.append(f"{_early(report.early)}; the other {report.early.not_needed:,} items were not needed")
        notes.append("the chance that the complete run would have another verdict is at most the rest; figures are of the cases run")
    if report.left_out:
        notes.append(f"over {report.cases.meant} alone: {report.left_out:,} items left out")
    notes += [f"{NOT_COMPARABLE}: {reason}" for reason in report.not_comparable]
    notes += report.remarks
    if report.verdict is not Verdict.INFRASTRUCTURE:
        notes += [f"{one.demand}: {one.reason}" for one in report.criteria if one.verdict is Verdict.CANNOT_TELL]
    return notes


def _criterion(found: Finding, alone: float) -> CriterionReport:
    criterion, needed = found.criterion, found.needed
    drop = isinstance(criterion, NonInferiority)
    return CriterionReport(
        demand=str(criterion),
        kind="drop" if drop else "floor",
        measure=criterion.measure,
        slice=criterion.slice.label,
        limit=criterion.margin if isinstance(criterion, NonInferiority) else criterion.at_least,
        value=None if found.estimate is None else found.estimate.mean,
        low=found.bound_low,
        high=found.bound_high,
        p=found.adjusted_p,
        cases=0 if found.estimate is None else found.estimate.n,
        coverage=found.coverage,
        missing=found.missing,
        verdict=found.verdict,
        reason=found.reason,
        needed_cases=None if needed is None else needed.cases,
        needed_same_documents=None if needed is None else needed.same_documents,
        needed_epochs=None if needed is None else needed.epochs,
        alone=found.p_value is not None and found.p_value <= alone,
    )
