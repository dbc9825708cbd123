"""``tables.csv`` and ``results.csv``: the summary's figures and the items, for spreadsheets and scripts.

Figures stand with all their digits, as in ``summary.json``; an unknown one is an empty field. A spreadsheet takes a text that begins
with certain marks for a formula and runs it: such text gets an apostrophe before it, by which spreadsheets know text.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.cells import Cell, CellInterval
from pytest_lcbench.statistics.items import one_per_item
from pytest_lcbench.statistics.summary import Section, Summary
from pytest_lcbench.untrusted import one_line

TABLE_COLUMNS = (
    *("suite", "arm", "prompting", "kind", "table", "row", "column"),
    *("figure", "value", "low", "high", "descriptive"),
    *("n", "expected", "items", "items_expected", "coverage"),
)
RUN_TABLE = "run"
"""Name in the column ``table`` of the figures over everything."""
OVERALL_TABLE = "overall"
"""The same over one section."""

RESULT_COLUMNS = (
    *("suite", "item", "case_id", "epoch", "arm", "prompting"),
    *("task", "subtask", "length_set", "language", "domain", "difficulty", "answer_kind"),
    *("model", "judge", "fidelity", "seed"),
    *("state", "flags", "points", "perfect", "scorer", "rules_points", "tolerant_points", "finish_reason"),
    *("evidence_kept", "prompt_tokens", "completion_tokens", "reasoning_tokens"),
    *("cost", "judge_cost", "latency_s", "attempts", "cached", "error_class"),
)
"""Fields of a row that are short; questions, answers and the judge's words are in ``results.jsonl``."""

_LIMIT = 500
# Also where a semicolon separates fields: there what follows one begins a field of its own. Full-width marks count in some locales.
_FORMULA = re.compile("(^|;)(?= ?['\"]?[=+\\-@＝＋－＠])")


def tables_csv(summary: Summary) -> str:
    """Return every figure of every table, one a line, with its interval, counts and coverage.

    ``figure`` is the field's name in ``summary.json``; ``average`` is the accuracy in percent where ``kind`` is ``choice``.
    """
    return _csv(TABLE_COLUMNS, _table_lines(summary))


def results_csv(rows: Iterable[ResultRow]) -> str:
    """Return the items in report order, one a line, with the short fields of their rows."""
    items, _ = one_per_item(rows)
    return _csv(RESULT_COLUMNS, ([_joined(getattr(row, name)) for name in RESULT_COLUMNS] for row in items))


def safe_text(text: str) -> str:
    """Return *text*, from anywhere, as one line that no spreadsheet takes for a formula."""
    return _FORMULA.sub(r"\1'", one_line(text, _LIMIT))


def _table_lines(summary: Summary) -> Iterator[list[Any]]:
    yield from _cell_lines(["", "", "", "", RUN_TABLE, "", ""], summary.overall, choice=False)
    for section in summary.sections:
        choice = section.kind == "choice"
        for table, row, column, cell in _cells(section):
            place = [section.suite, section.arm, section.prompting, section.kind, table, row, column]
            yield from _cell_lines(place, cell, choice=choice)


def _cells(section: Section) -> Iterator[tuple[str, str, str, Cell]]:
    yield OVERALL_TABLE, "", "", section.overall
    if section.grid is not None:
        for row, cells in zip(section.grid.rows, section.grid.cells, strict=True):
            for column, cell in zip(section.grid.columns, cells, strict=True):
                yield section.grid.title, row, column, cell
    for table in section.tables:
        for line in table.lines:
            yield table.title, line.label, "", line.cell


def _cell_lines(place: Sequence[str], cell: Cell, *, choice: bool) -> Iterator[list[Any]]:
    shown: list[tuple[str, float | None, CellInterval | None]] = [("average", cell.average, cell.average_interval)]
    if choice:
        shown += [("compensated", cell.compensated, None), ("tolerant", cell.tolerant, None)]
    else:
        shown.append(("perfect_rate", cell.perfect_rate, cell.perfect_interval))
    shown += [("worst", cell.worst, None), ("best", cell.best, None)]
    reach = [cell.n, cell.expected, cell.items, cell.items_expected, cell.coverage]
    for name, value, interval in shown:
        ends = [None, None, None] if interval is None else [interval.low, interval.high, interval.descriptive]
        yield [*place, name, value, *ends, *reach]


def _joined(value: Any) -> Any:
    return " ".join(value) if isinstance(value, tuple) else value


def _csv(columns: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_field(value) for value in line] for line in lines)
    return text.getvalue()


def _field(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    # repr of a number has all its digits and reads back as the same number.
    return safe_text(value) if isinstance(value, str) else repr(value)
