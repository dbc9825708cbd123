"""``tables.md``: the summary as GitHub-flavoured Markdown, with the same figures as the terminal's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_lcbench.reporting import figures, layout
from pytest_lcbench.statistics.summary import Section, Summary
from pytest_lcbench.untrusted import markdown_cell


def markdown(summary: Summary) -> str:
    """Return the whole report, ending in a line break. Text from outside stands in it as text only."""
    blocks = ["# Long-context benchmark", facts_block([*layout.run_facts(summary), *layout.outcome_facts(summary)])]
    for section in summary.sections:
        title = f"## {markdown_cell(layout.section_title(section, summary))}"
        blocks += [title, facts_block(layout.section_facts(section)), *section_tables(section)]
    if summary.tally.errors:
        rows = [
            (markdown_cell(error.error_class), figures.count(error.count), markdown_cell(error.item), markdown_cell(error.message))
            for error in summary.tally.errors
        ]
        blocks += ["## Errors", table_block(("class", "count", "example", "message"), rows, figures_right=False)]
    names, more = layout.missing_names(summary)
    if names:
        lines = [*map(markdown_cell, names), *([f"and {figures.count(more)} more"] if more else [])]
        blocks += [f"## Without points: {figures.count(len(names) + more)}", bullets(lines)]
    if summary.notes:
        blocks += ["## Notes", bullets([markdown_cell(note, 1000) for note in summary.notes])]
    return "\n\n".join(blocks) + "\n"


def section_tables(section: Section) -> list[str]:
    """Return the blocks of a section's tables, each with its heading before it."""
    blocks = []
    if section.grid is not None:
        columns = [markdown_cell(column) for column in section.grid.columns]
        blocks += [
            f"### {markdown_cell(layout.grid_title(section.grid))}",
            figures_table(("", *columns), layout.grid_rows(section.grid, markdown_cell, "; ")),
        ]
    for table in section.tables:
        rows = layout.table_rows(table, markdown_cell, choice=section.kind == "choice")
        blocks += [f"### {markdown_cell(table.title)}", figures_table(("", *layout.headers(section)), rows)]
    published = section.published
    if published is not None and published.rows:
        blocks += [
            f"### {markdown_cell(layout.published_title(published))}",
            table_block(("", "", *map(markdown_cell, published.columns)), layout.published_rows(published, markdown_cell)),
            facts_block(layout.published_facts(published)),
        ]
    return blocks


def facts_block(facts: Iterable[layout.Fact]) -> str:
    """Return named facts as a list."""
    return bullets([f"**{fact.name}**: {', '.join(markdown_cell(part, 1000) for part in fact.parts)}" for fact in facts])


def bullets(lines: Iterable[str]) -> str:
    """Return *lines*, which are Markdown already, as a list."""
    return "\n".join(f"- {line}" for line in lines)


def figures_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of our own figures; the first cell of each row is a label that is Markdown already."""
    # Our mark would strike text through.
    mark = figures.DESCRIPTIVE
    return table_block(headers, [(label, *(figure.replace(mark, f"\\{mark}") for figure in written)) for label, *written in rows])


def table_block(headers: Sequence[str], rows: Iterable[Sequence[str]], *, figures_right: bool = True) -> str:
    """Return a table of cells that are Markdown already; all but the first column stand to the right, or to the left."""
    rule = [":---", *["---:" if figures_right else ":---"] * (len(headers) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (headers, rule, *rows))
