"""``tables.md``: the summary as GitHub-flavoured Markdown, with the same figures as the terminal's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_lcbench.reporting import figures, layout
from pytest_lcbench.statistics.summary import Section, Summary
from pytest_lcbench.untrusted import markdown_cell


def markdown(summary: Summary) -> str:
    """Return the whole report, ending in a line break. Text from outside stands in it as text only."""
    blocks = ["# Long-context benchmark", _facts([*layout.run_facts(summary), *layout.outcome_facts(summary)])]
    for section in summary.sections:
        blocks += _section(section, summary)
    if summary.tally.errors:
        rows = [
            (markdown_cell(error.error_class), figures.count(error.count), markdown_cell(error.item), markdown_cell(error.message))
            for error in summary.tally.errors
        ]
        blocks += ["## Errors", _table(("class", "count", "example", "message"), rows, figures_right=False)]
    names, more = layout.missing_names(summary)
    if names:
        lines = [f"- {markdown_cell(name)}" for name in names]
        blocks += [
            f"## Without points: {figures.count(len(names) + more)}",
            "\n".join([*lines, f"- and {figures.count(more)} more"] if more else lines),
        ]
    if summary.notes:
        blocks += ["## Notes", "\n".join(f"- {markdown_cell(note, 1000)}" for note in summary.notes)]
    return "\n\n".join(blocks) + "\n"


def _section(section: Section, summary: Summary) -> list[str]:
    blocks = [f"## {markdown_cell(layout.section_title(section, summary))}", _facts(layout.section_facts(section))]
    if section.grid is not None:
        columns = [markdown_cell(column) for column in section.grid.columns]
        blocks += [
            f"### {markdown_cell(layout.grid_title(section.grid))}",
            _table(("", *columns), _escaped(layout.grid_rows(section.grid, markdown_cell, "; "))),
        ]
    for table in section.tables:
        rows = _escaped(layout.table_rows(table, markdown_cell, choice=section.kind == "choice"))
        blocks += [f"### {markdown_cell(table.title)}", _table(("", *layout.headers(section)), rows)]
    return blocks


def _escaped(rows: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """Escape our own mark in the figures, which strikes text through in Markdown; labels are escaped already."""
    return [(label, *(figure.replace(figures.DESCRIPTIVE, f"\\{figures.DESCRIPTIVE}") for figure in written)) for label, *written in rows]


def _facts(facts: Iterable[layout.Fact]) -> str:
    return "\n".join(f"- **{fact.name}**: {', '.join(markdown_cell(part, 1000) for part in fact.parts)}" for fact in facts)


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]], *, figures_right: bool = True) -> str:
    rule = [":---", *["---:" if figures_right else ":---"] * (len(headers) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headers, rule, *rows))
