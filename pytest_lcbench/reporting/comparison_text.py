"""A comparison as lines for a terminal, as Markdown and as JSON: the same figures in each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.columns import degrade, fit, straight_table
from pytest_lcbench.reporting.comparing import ComparedLine, ComparedPair, ComparedRun, ComparedSection, ComparedTable, ComparisonReport
from pytest_lcbench.reporting.verdicts import Verdict
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.untrusted import markdown_cell

NAMES = {Measure.AVERAGE: "average", Measure.PERFECT_RATE: "perfect rate", Measure.ACCURACY: "accuracy"}
NOT_COMPARABLE = "not comparable"
_WIDTH = 110
_LABEL_WIDTH = 34
_FEW = "*"


def digits(measure: Measure) -> int:
    """Return the decimals of a figure of *measure* in comparisons and verdicts."""
    return 3 if measure is Measure.PERFECT_RATE else 2


def comparison_lines(report: ComparisonReport, *, encoding: str = "utf-8", without: Collection[str] = ()) -> list[str]:
    """Return the report for a terminal; no line has a break in it. Tables by one of the fields *without* are left to the files."""

    def text(said: str, width: int = _WIDTH) -> str:
        return fit(said, width, encoding)

    lines = [text(f"baseline: {_run(report.baseline)}")]
    for pair in report.pairs:
        lines += ["", text(f"candidate: {_run(pair.candidate)}")]
        lines += [fit(said, 4 * _WIDTH, encoding) for said in _warnings(pair)]
        for section in pair.sections:
            lines += ["", f"== {text(_title(section), _WIDTH - 6)} =="]
            for table in section.tables:
                if table.by in without:
                    continue
                rows = _rows(table, lambda label: text(label, _LABEL_WIDTH))
                lines += ["", text(_table_title(table)), *straight_table(_headers(report), rows)]
    lines += ["", *(f"  - {fit(note, 2 * _WIDTH, encoding)}" for note in _notes(report))]
    return [degrade(line, encoding) for line in lines]


def comparison_markdown(report: ComparisonReport) -> str:
    """Return the report as GitHub-flavoured Markdown, ending in a line break. Text from outside stands in it as text only."""
    blocks = ["# Comparison", f"- **baseline**: {markdown_cell(_run(report.baseline), 400)}"]
    for pair in report.pairs:
        blocks.append(f"## {markdown_cell(_run(pair.candidate), 400)}")
        blocks += [f"**{markdown_cell(said, 1000)}**" for said in _warnings(pair)]
        for section in pair.sections:
            blocks.append(f"### {markdown_cell(_title(section))}")
            for table in section.tables:
                blocks += [f"#### {markdown_cell(_table_title(table))}", _markdown_table(_headers(report), _rows(table, markdown_cell))]
    blocks.append("\n".join(f"- {markdown_cell(note, 1000)}" for note in _notes(report)))
    return "\n\n".join(blocks) + "\n"


def comparison_verdicts(report: ComparisonReport) -> list[Verdict]:
    """Return the comparison as the reports of a run show it: a section for each table, none of which is a verdict."""
    found: list[Verdict] = []
    for pair in report.pairs:
        lines = (f"baseline: {_run(report.baseline)}", f"candidate: {_run(pair.candidate)}", *_warnings(pair))
        for section in pair.sections:
            for table in section.tables:
                title = f"Compared with {report.baseline.run_id}: {_title(section)}, {_table_title(table)}"
                found.append(Verdict(title, "", lines if not found else (), _headers(report), tuple(_rows(table, str))))
    return [replace(found[0], lines=(*found[0].lines, *_notes(report))), *found[1:]] if found else []


def _rows(table: ComparedTable, label: Callable[[str], str]) -> list[tuple[str, ...]]:
    return [(label(line.label), *_figures(line, digits(table.measure))) for line in table.lines]


def _figures(line: ComparedLine, decimals: int) -> tuple[str, ...]:
    few = _FEW if line.descriptive and line.difference is not None else ""
    return (
        figures.decimal(line.baseline, decimals),
        figures.decimal(line.candidate, decimals),
        figures.signed(line.difference, decimals),
        figures.signed_range(line.low, line.high, decimals) + few,
        f"{line.wins}/{line.losses}/{line.ties}",
        figures.decimal(line.correlation, 2),
        figures.share_of(line.paired, line.planned),
        "0" if line.paired == line.planned else f"{line.baseline_missing}+{line.candidate_missing}+{line.both_missing}",
    )


def _headers(report: ComparisonReport) -> tuple[str, ...]:
    return ("", "baseline", "candidate", "diff", f"{report.level * 100:.4g} % interval", "w/l/t", "r", "paired", "missing")


def _notes(report: ComparisonReport) -> list[str]:
    notes = [*report.notes, *(f"{pair.candidate.run_id}: {note}" for pair in report.pairs for note in pair.notes)]
    notes.append("w/l/t: cases in which the candidate wins, loses, ties; r: correlation of the two runs over the cases")
    lines = [line for pair in report.pairs for section in pair.sections for table in section.tables for line in table.lines]
    if any(line.paired < line.planned for line in lines):
        notes.append("missing: items without points in the baseline alone + in the candidate alone + in both")
    if any(line.descriptive for line in lines):
        notes.append(f"{_FEW} under 20 cases: they describe themselves, nothing can be concluded")
    return notes


def _warnings(pair: ComparedPair) -> list[str]:
    return [f"{NOT_COMPARABLE}: {reason}" for reason in pair.not_comparable]


def _run(run: ComparedRun) -> str:
    return f"{run.run_id}, model {run.model}, {'scored by rules' if run.judge is None else f'judge {run.judge}'}"


def _title(section: ComparedSection) -> str:
    kind = "choices" if section.kind == "choice" else "open answers"
    return f"{section.suite}, {section.arm}, {section.prompting}, {kind}"


def _table_title(table: ComparedTable) -> str:
    return f"{NAMES[table.measure]} by {table.by.replace('_', ' ')}"


def _markdown_table(headers: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    rule = (":---", *["---:"] * (len(headers) - 1))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headers, rule, *rows))
