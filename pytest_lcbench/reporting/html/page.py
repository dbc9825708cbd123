"""``report.html`` itself: the summary as tables and charts, and the frame that the list of cases is shown in."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any
from xml.etree.ElementTree import Element

from pytest_lcbench.reporting import figures, layout
from pytest_lcbench.reporting.html.cases import CaseList
from pytest_lcbench.reporting.html.charts import Bar, bar_chart
from pytest_lcbench.reporting.html.elements import add, html_text, label, script_json
from pytest_lcbench.statistics.cells import Cell
from pytest_lcbench.statistics.summary import Grid, Line, Section, Summary

_CHOICE_LENGTHS = ("short", "medium", "long")
_PARTS = 1_000
"""Characters of a fact or a note."""
_HEAT_STEPS = 10
_SPENDING = frozenset({"cost", "judge cost", "tokens", "from store", "latency"})
"""Facts of the outcome that stand under *Cost and latency*."""
_VERDICTS = {"pass": "good", "regression": "bad", "cannot tell": "warn", "infrastructure": "bad"}
_WHERE_SEVERAL = frozenset({"suite", "arm", "prompting"})
_POINT_TICKS = tuple((float(place), str(place)) for place in (0, 25, 50, 75, 100))
_COLUMNS = (
    ("item", "Case", "case"),
    ("suite", "Suite", "suite narrow-hidden"),
    ("arm", "Arm", "arm narrow-hidden"),
    ("prompting", "Prompting", "prompting narrow-hidden"),
    ("subtask", "Subtask", "subtask narrow-hidden"),
    ("set", "Set", "set"),
    ("language", "Language", "language narrow-hidden"),
    ("state", "State", "state"),
    ("points", "Points", "points"),
    ("cost", "Cost", "cost narrow-hidden"),
    ("latency", "Latency", "latency narrow-hidden"),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A section of its own before the tables: a comparison with another run, or what the gate decided.

    Args:
        title: of the section.
        verdict: ``pass``, ``regression``, ``cannot tell`` or other words; empty: none.
        lines: sentences.
        headers: of the table's columns, the first for the rows' names.
        rows: of the table, as long as the headers.

    """

    title: str
    verdict: str = ""
    lines: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def page(summary: Summary, cases: CaseList, *, folder: str, digest: str, verdicts: Sequence[Verdict] = ()) -> str:
    """Return the text of the page.

    Args:
        summary: every figure of the page.
        cases: the list.
        folder: where the files of details are, relative to the page.
        digest: that those files name.
        verdicts: sections before the tables.

    """
    style, script = _asset("report.css"), _asset("report.js")
    root = Element("html", {"lang": "en"})
    head = add(root, "head")
    add(head, "meta", charset="utf-8")
    # Our script alone may run, and load: 'strict-dynamic' trusts the scripts it adds to the page, and none that stand in markup.
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script)} 'strict-dynamic'",
            f"style-src {_hash(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    add(head, "meta", http_equiv="Content-Security-Policy", content=policy)
    add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add(head, "meta", name="color-scheme", content="light dark")
    add(head, "meta", name="referrer", content="no-referrer")
    add(head, "title", f"{label(summary.run.model, 80)}: long-context benchmark")
    add(head, "style", style)
    body = add(root, "body")
    _header(body, summary)
    main = add(body, "main")
    for verdict in verdicts:
        _verdict(main, verdict)
    outcome = layout.outcome_facts(summary)
    _facts(_section(main, "Outcome", "outcome"), [fact for fact in outcome if fact.name not in _SPENDING])
    for number, section in enumerate(summary.sections):
        _tables(
            _section(main, layout.section_title(section, summary), f"section-{number}"),
            section,
            {*cases.labels["set"], *_CHOICE_LENGTHS},
        )
    _spending(main, summary, [fact for fact in outcome if fact.name in _SPENDING])
    _troubles(main, summary)
    _cases(main, cases)
    data = {"digest": digest, "folder": folder, "labels": cases.labels, "columns": cases.columns, "first": cases.first}
    add(body, "script", script_json(data), type="application/json", id="case-data")
    add(body, "script", script)
    return html_text(root)


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _section(parent: Element, title: str, name: str) -> Element:
    section = add(parent, "section", id=name, aria_labelledby=f"{name}-title")
    add(section, "h2", label(title), id=f"{name}-title")
    return section


def _header(body: Element, summary: Summary) -> None:
    header = add(body, "header")
    add(header, "p", "Long-context benchmark", class_="muted")
    add(header, "h1", label(summary.run.model))
    titles = [(f"section-{number}", layout.section_title(section, summary)) for number, section in enumerate(summary.sections)]
    links = add(add(header, "nav", aria_label="Sections of this report"), "ul")
    for name, title in (("outcome", "Outcome"), *titles, ("spending", "Cost and latency"), ("cases", "Cases")):
        add(add(links, "li"), "a", label(title, 60), href=f"#{name}")
    settings = add(header, "section", aria_label="Settings")
    _facts(settings, layout.run_facts(summary))


def _facts(parent: Element, facts: Iterable[layout.Fact]) -> None:
    terms = add(parent, "dl")
    for fact in facts:
        add(terms, "dt", label(fact.name))
        told = add(terms, "dd")
        for part in fact.parts:
            add(told, "span", label(part, _PARTS))


def _verdict(main: Element, verdict: Verdict) -> None:
    name = f"verdict-{len(main)}"
    section = _section(main, verdict.title, name)
    if verdict.verdict:
        tone = next((tone for word, tone in _VERDICTS.items() if verdict.verdict.lower().startswith(word)), "plain")
        add(section, "p", label(verdict.verdict, _PARTS), class_=f"verdict {tone}")
    for line in verdict.lines:
        add(section, "p", label(line, _PARTS))
    if verdict.rows:
        _table(section, verdict.title, verdict.headers, verdict.rows, class_="figures quiet")


def _tables(parent: Element, section: Section, known: Collection[str]) -> None:
    choice = section.kind == "choice"
    _facts(parent, layout.section_facts(section))
    lengths = _by_length(section, known)
    if lengths:
        _length_chart(parent, lengths, choice=choice)
        rows = [(label(line.label), *layout.figures_of(line.cell, choice=choice)) for line in lengths]
        _table(parent, "by length set", ("", *layout.headers(section)), rows)
    if section.grid is not None:
        _heat_map(parent, section.grid)
    for table in section.tables:
        _table(parent, table.title, ("", *layout.headers(section)), layout.table_rows(table, label, choice=choice))


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
    # Filled by the statistics; a summary of an older version has none.
    interval = getattr(cell, "average_interval", None)
    if interval is not None and interval.low is not None and interval.high is not None:
        ends, weak = (interval.low, interval.high), interval.descriptive
        text = f"{text} [{write(interval.low)}, {write(interval.high)}]"
    band = None if cell.worst is None or cell.best is None else (cell.worst, cell.best)
    return Bar(line.label, cell.average, text, interval=ends, band=band, weak=weak)


def _heat_map(parent: Element, grid: Grid) -> None:
    title = f"{label(grid.title)}: average / perfect rate"
    add(parent, "h3", title)
    rows = layout.grid_rows(grid, label, "\n")
    told = (
        "The stronger the colour, the higher the average; each cell names average and perfect rate, then how many of the expected "
        "cases have points, and the coverage."
    )
    add(parent, "p", told, class_="muted")
    body = _table_frame(parent, title, ("", *grid.columns), class_="heat quiet")
    for row, cells in zip(rows, grid.cells, strict=True):
        line = add(body, "tr")
        add(line, "th", row[0], scope="row")
        for text, cell in zip(row[1:], cells, strict=True):
            place = add(line, "td", class_=_heat(cell))
            for part in text.split("\n"):
                add(place, "span", part)


def _heat(cell: Cell) -> str:
    return "unknown" if cell.average is None else f"h{min(int(cell.average * _HEAT_STEPS / 100), _HEAT_STEPS - 1)}"


def _spending(main: Element, summary: Summary, facts: Sequence[layout.Fact]) -> None:
    section = _section(main, "Cost and latency", "spending")
    _facts(section, facts)
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


def _troubles(main: Element, summary: Summary) -> None:
    if summary.tally.errors:
        section = _section(main, "Errors", "errors")
        rows = [
            (label(error.error_class), figures.count(error.count), label(error.item), label(error.message))
            for error in summary.tally.errors
        ]
        _table(section, "by class, each with an example", ("class", "count", "example", "message"), rows, class_="texts")
    names, more = layout.missing_names(summary)
    if names:
        section = _section(main, f"Without points: {figures.count(len(names) + more)}", "missing")
        _items(section, [*names, *([f"and {figures.count(more)} more"] if more else [])])
    if summary.notes:
        _items(_section(main, "Notes", "notes"), summary.notes)


def _items(section: Element, lines: Iterable[str]) -> None:
    items = add(section, "ul")
    for line in lines:
        add(items, "li", label(line, _PARTS))


def _table(parent: Element, caption: str, headers: Sequence[str], rows: Iterable[Sequence[str]], *, class_: str = "figures") -> None:
    body = _table_frame(parent, caption, headers, class_=class_)
    for row in rows:
        line = add(body, "tr")
        add(line, "th", label(row[0]), scope="row")
        for text in row[1:]:
            add(line, "td", label(text))


def _table_frame(parent: Element, caption: str, headers: Sequence[str], *, class_: str) -> Element:
    """Append a table that scrolls by itself where it is too wide, by keyboard too, and return its body."""
    frame = add(parent, "div", class_="scroll", role="region", tabindex="0", aria_label=label(caption))
    table = add(frame, "table", class_=class_)
    add(table, "caption", label(caption))
    head = add(add(table, "thead"), "tr")
    for number, header in enumerate(headers):
        if number or header:
            add(head, "th", label(header), scope="col")
        else:
            add(head, "td")
    return add(table, "tbody")


def _cases(main: Element, cases: CaseList) -> None:
    section = _section(main, "Cases", "cases")
    add(section, "noscript", "The list of cases needs JavaScript; results.jsonl beside this page holds the same rows.")
    holder = add(section, "div", id="case-list", hidden="hidden")
    _filters(holder, cases.labels)
    _pager(holder, live=True)
    several = sum(_told(name, cases.labels) for name in _WHERE_SEVERAL)
    frame = add(holder, "div", class_="cases-frame")
    table = add(frame, "table", class_="cases many" if several == len(_WHERE_SEVERAL) else "cases", id="case-table")
    add(
        table,
        "caption",
        "Choose a case to see its question, answers, judge's words and documents; choose a heading to sort by it. "
        "The text filter looks at the beginning of long texts.",
    )
    head = add(add(table, "thead"), "tr")
    for name, title, class_ in _COLUMNS:
        if _told(name, cases.labels):
            sort = "ascending" if name == "item" else "none"
            cell = add(head, "th", scope="col", class_=class_, data_column=name, aria_sort=sort)
            add(cell, "button", title, type="button")
    add(table, "tbody", id="case-rows")
    _pager(holder, live=False)


def _told(name: str, labels: Mapping[str, Sequence[str]]) -> bool:
    """Whether a column tells anything: some are the same for all cases of most runs."""
    return name not in _WHERE_SEVERAL or len(labels[name]) > 1


def _filters(parent: Element, labels: Mapping[str, Sequence[str]]) -> None:
    form = add(parent, "form", class_="filters", id="case-filters", role="search", aria_label="Filter the cases")
    text = add(form, "label", "Text", class_="wide")
    add(
        text,
        "input",
        type="search",
        id="filter-text",
        autocomplete="off",
        spellcheck="false",
        placeholder="case, question, gold, answer, flag, error",
    )
    for name, title, _ in _COLUMNS:
        if name in labels and _told(name, labels):
            choice = add(add(form, "label", title), "select", data_column=name, id=f"filter-{name}")
            add(choice, "option", "any", value="")
            for number, option in enumerate(labels[name]):
                add(choice, "option", option, value=str(number))
    scores = add(form, "fieldset", class_="range")
    add(scores, "legend", "Points from, to")
    both = add(scores, "div")
    limits: dict[str, Any] = {"type": "number", "min": "0", "max": "100", "step": "any"}
    add(both, "input", id="filter-least", aria_label="Least points", **limits)
    add(both, "input", id="filter-most", aria_label="Most points", **limits)
    add(form, "button", "Clear filters", type="reset")


def _pager(parent: Element, *, live: bool) -> None:
    pager = add(parent, "div", class_="pager", role="group", aria_label="Pages of the list")
    add(pager, "button", "Previous", type="button", data_step="-1")
    add(pager, "button", "Next", type="button", data_step="1")
    # One of the two pagers speaks: an output is announced when it changes.
    add(pager, "output", aria_live="polite" if live else "off")
