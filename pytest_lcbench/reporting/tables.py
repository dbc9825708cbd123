"""The report at the end of a session, as lines for a terminal. Whoever prints it only prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_lcbench.reporting import figures, layout
from pytest_lcbench.reporting.columns import degrade, fit, straight_table, width_of, wrap
from pytest_lcbench.statistics.summary import Grid, Section, Summary, Table

WIDTH = 110
"""Columns that the report keeps within."""

_LABEL_WIDTH = 34
_HEADER_WIDTH = 28
_NAME_WIDTH = 13
_PUBLISHED_WIDTH = 18
_LEAST_WIDTH = 100


class TerminalReport:
    """Renders a summary as plain lines.

    Args:
        summary: the run in numbers; nothing is computed here.
        width: columns to keep within, at least 100.
        encoding: of the terminal; what it lacks is escaped.

    """

    def __init__(self, summary: Summary, *, width: int = WIDTH, encoding: str = "utf-8") -> None:
        self._summary = summary
        self._width = max(width, _LEAST_WIDTH)
        self._encoding = encoding

    def lines(self) -> list[str]:
        """Return the whole report: settings, outcome, sections, errors, what is missing, notes. No line has a break in it."""
        lines = self._facts([*layout.run_facts(self._summary), *layout.outcome_facts(self._summary)])
        for section in self._summary.sections:
            lines += ["", *self._section(section)]
        lines += self._errors()
        lines += self._missing()
        if self._summary.notes:
            lines += ["", "notes", *(line for note in self._summary.notes for line in self._wrapped("  - ", "    ", note.split()))]
        return [degrade(line, self._encoding) for line in lines]

    def _section(self, section: Section) -> list[str]:
        title = self._fit(layout.section_title(section, self._summary), self._width - 6)
        lines = [f"== {title} ==", *self._facts(layout.section_facts(section))]
        if section.grid is not None:
            lines += ["", self._fit(layout.grid_title(section.grid), self._width), *self._grid(section.grid)]
        for table in section.tables:
            lines += ["", self._fit(table.title, self._width), *self._table(table, section)]
        return lines + self._published(section)

    def _published(self, section: Section) -> list[str]:
        table = section.published
        if table is None or not table.rows:
            return []
        rows = layout.published_rows(table, lambda text: self._fit(text, _PUBLISHED_WIDTH))
        lines = straight_table(["", "", *table.columns], rows)
        return ["", self._fit(layout.published_title(table), self._width), *lines, *self._facts(layout.published_facts(table))]

    def _table(self, table: Table, section: Section) -> list[str]:
        """Lay out a table; its labels get what its figures leave of the width, and a second line where that is too little."""
        headers, choice = ["", *layout.headers(section)], section.kind == "choice"
        alone = straight_table(headers, layout.table_rows(table, lambda _: "", choice=choice), tight=True)
        room = max(self._width - max(map(width_of, alone)), 1)
        rows = layout.table_rows(table, lambda label: wrap(label, room, self._encoding), choice=choice)
        return straight_table(headers, rows, tight=True)

    def _grid(self, grid: Grid) -> list[str]:
        """Lay out a grid; columns that do not fit the width follow in further tables, each with its row labels."""
        rows = layout.grid_rows(grid, self._label, "\n")
        headers = [self._fit(column, _HEADER_WIDTH) for column in grid.columns]
        lines: list[str] = []
        shown: list[int] = []
        block: list[str] = []
        for column in range(len(headers)):
            wider = _columns_of(headers, rows, [*shown, column])
            if shown and max(map(width_of, wider)) > self._width:
                lines += [*block, ""]
                shown, wider = [], _columns_of(headers, rows, [column])
            shown.append(column)
            block = wider
        return lines + block

    def _errors(self) -> list[str]:
        if not self._summary.tally.errors:
            return []
        lines = ["", "errors"]
        for error in self._summary.tally.errors:
            said = f": {error.message}" if error.message else ""
            what = f"  {error.error_class} {figures.count(error.count)}, e.g. {error.item}{said}"
            lines.append("  " + self._fit(what, self._width - 2))
        return lines

    def _missing(self) -> list[str]:
        names, more = layout.missing_names(self._summary)
        if not names:
            return []
        lines = ["", f"without points: {figures.count(len(names) + more)}"]
        lines += ["  " + self._fit(name, self._width - 2) for name in names]
        return [*lines, f"  and {figures.count(more)} more"] if more else lines

    def _facts(self, facts: Iterable[layout.Fact]) -> list[str]:
        lines: list[str] = []
        for fact in facts:
            # A fact of one part may be a sentence, which wraps between words.
            parts = fact.parts[0].split() if len(fact.parts) == 1 else [*(f"{part}," for part in fact.parts[:-1]), fact.parts[-1]]
            lines += self._wrapped(fact.name.ljust(_NAME_WIDTH), " " * _NAME_WIDTH, parts)
        return lines

    def _wrapped(self, first: str, further: str, parts: Sequence[str]) -> list[str]:
        """Join *parts* with spaces, in lines that begin with *first* and then *further*."""
        lines: list[str] = []
        line, empty = first, True
        for part in parts:
            text = self._fit(part, self._width - len(further))
            if not empty and width_of(line) + 1 + width_of(text) > self._width:
                lines.append(line)
                line, empty = further, True
            line += text if empty else f" {text}"
            empty = False
        return [*lines, line]

    def _label(self, label: str) -> str:
        return self._fit(label, _LABEL_WIDTH)

    def _fit(self, text: str, width: int) -> str:
        return fit(text, width, self._encoding)


def _columns_of(headers: Sequence[str], rows: Sequence[Sequence[str]], columns: Sequence[int]) -> list[str]:
    return straight_table(
        ["", *(headers[column] for column in columns)], [[row[0], *(row[column + 1] for column in columns)] for row in rows]
    )
