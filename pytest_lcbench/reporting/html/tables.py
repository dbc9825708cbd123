"""The summary as tables and charts: scores by length set, the heat map, cost and latency, errors."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from xml.etree.ElementTree import Element

from pytest_lcbench.reporting import figures, layout
from pytest_lcbench.reporting.html.blocks import add_facts, add_items, add_section, add_table, add_table_frame
from pytest_lcbench.reporting.html.charts import Bar, bar_chart
from pytest_lcbench.reporting.html.elements import add, label
from pytest_lcbench.statistics.cells import Cell
from pytest_lcbench.statistics.summary import Grid, Line, Section, Summary

_CHOICE_LENGTHS = ("short", "medium", "long")
_HEAT_STEPS = 10
_POINT_TICKS = tuple((float(place), str(place)) for place in (0, 25, 50, 75, 100))


def add_tables(parent: Element, section: Section, lengths: Collection[str]) -> None:
    """Append the facts, charts and tables of a section of the summary; *lengths* are the length sets of the run."""
    choice = section.kind == "choice"
    add_facts(parent, layout.section_facts(section))
    lines = _by_length(section, {*lengths, *_CHOICE_LENGTHS})
    if lines:
        _length_chart(parent, lines, choice=choice)
        rows = [(label(line.label), *layout.figures_of(line.cell, choice=choice)) for line in lines]
        add_table(parent, "by length set", ("", *layout.headers(section)), rows)
    if section.grid is not None:
        _heat_map(parent, section.grid)
    for table in section.tables:
        add_table(parent, table.title, ("", *layout.headers(section)), layout.table_rows(table, label, choice=choice))
    published = section.published
    if published is not None and published.rows:
        headers = ("", "window, date", *published.columns)
        add_table(parent, layout.published_title(published), headers, layout.published_rows(published, label))
        add_facts(parent, layout.published_facts(published))


def _by_length(section: Section, lengths: Collection[str]) -> list[Line]:
    """Return the figures by length set: of a grid its last column, of choices the lines that are neither overall nor difficulties."""
    if section.grid is not None:
        return [Line(label=name, cell=cells[-1]) for name, cells in zip(section.grid.rows[:-1], section.grid.cells, strict=False)]
    return [line for line in section.tables[0].lines[1:] if line.label in lengths]


def _length_chart(parent: Element, lines: Sequence[Line], *, choice: bool) -> None:
    add(parent, "h3", "Score by length set")
    figure = add(parent, "figure")
    bars = [_score_bar(line, choice=choice) for line in lines]
    what = "accuracy in percent" if choice else "average points"
    bar_chart(figure, bars, title=f"{what} by length set", description=f"{what}, 0 to 100", scale=100.0, ticks=_POINT_TICKS)
    told = [f"Bar: {what}."]
    if any(bar.interval for bar in bars):
        told.append("Whisker: its interval; dashed where the cases are too few to conclude from.")
    if any(bar.band and bar.band[0] < bar.band[1] for bar in bars):
        told.append("Pale band: from worst to best case, if everything missing had got 0 or 100.")
    add(figure, "figcaption", " ".join(told))


def _score_bar(line: Line, *, choice: bool) -> Bar:
    cell, write = line.cell, figures.accuracy if choice else figures.average
    text, ends, weak = write(cell.average), None, False
    if cell.average_interval is not None:
        ends, weak = (cell.average_interval.low, cell.average_interval.high), cell.average_interval.descriptive
        text = f"{text} {figures.interval(cell.average_interval, write)}"
    band = None if cell.worst is None or cell.best is None else (cell.worst, cell.best)
    return Bar(line.label, cell.average, text, interval=ends, band=band, weak=weak)


def _heat_map(parent: Element, grid: Grid) -> None:
    title = label(layout.grid_title(grid))
    add(parent, "h3", title)
    rows = layout.grid_rows(grid, label, "\n")
    told = (
        "The stronger the colour, the higher the average; each cell names average and perfect rate, then how many of the expected "
        "cases have points, the coverage, and the intervals of both."
    )
    add(parent, "p", told, class_="muted")
    body = add_table_frame(parent, title, ("", *grid.columns), class_="heat quiet")
    for row, cells in zip(rows, grid.cells, strict=True):
        line = add(body, "tr")
        add(line, "th", row[0], scope="row")
        for text, cell in zip(row[1:], cells, strict=True):
            place = add(line, "td", class_=_heat(cell))
            for part in text.split("\n"):
                add(place, "span", part)


def _heat(cell: Cell) -> str:
    return "unknown" if cell.average is None else f"h{min(int(cell.average * _HEAT_STEPS / 100), _HEAT_STEPS - 1)}"


def add_spending(main: Element, summary: Summary, facts: Sequence[layout.Fact]) -> None:
    """Append the section about money, tokens and time."""
    section = add_section(main, "Cost and latency", "spending")
    add_facts(section, facts)
    latency = summary.timing.latency
    if latency is None or latency.longest <= 0:
        return
    figure = add(section, "figure")
    bars = [
        Bar(name, seconds, figures.latency(seconds))
        for name, seconds in (
            ("mean", latency.mean),
            ("median", latency.median),
            ("95th percentile", latency.p95),
            ("longest", latency.longest),
        )
    ]
    ticks = ((0.0, figures.latency(0.0)), (latency.longest, figures.latency(latency.longest)))
    bar_chart(figure, bars, title="latency", description="seconds per answer", scale=latency.longest, ticks=ticks)
    add(figure, "figcaption", f"Seconds per answer, over {figures.count(latency.n)} answers.")


def add_troubles(main: Element, summary: Summary) -> None:
    """Append what errors there were, what has no points, and the notes."""
    if summary.tally.errors:
        section = add_section(main, "Errors", "errors")
        rows = [
            (label(error.error_class), figures.count(error.count), label(error.item), label(error.message))
            for error in summary.tally.errors
        ]
        add_table(section, "by class, each with an example", ("class", "count", "example", "message"), rows, class_="texts")
    names, more = layout.missing_names(summary)
    if names:
        section = add_section(main, f"Without points: {figures.count(len(names) + more)}", "missing")
        add_items(section, [*names, *([f"and {figures.count(more)} more"] if more else [])])
    if summary.notes:
        add_items(add_section(main, "Notes", "notes"), summary.notes)
