"""One run, every format: the same numbers to the digit (DESIGN 5.7). Each format is parsed, and each figure looked up in the JSON."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from html_reading import read_html
from reporting_rows import RUN, choice, row

from pytest_lcbench.reporting.files import summary_json
from pytest_lcbench.reporting.html import PAGE, write_html
from pytest_lcbench.reporting.markdown import markdown
from pytest_lcbench.reporting.pull_request import STEP_SUMMARY_LIMIT, pull_request
from pytest_lcbench.reporting.spreadsheets import tables_csv
from pytest_lcbench.reporting.tables import TerminalReport
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.statistics.summary import Summary, summarise

Place = tuple[str, str, str, str]
"""Section, table, row, column."""


def some_rows() -> list[ResultRow]:
    """Both kinds of answers, several epochs, missing and failed items, shared documents, slices of one case and of many."""
    draw = random.Random(11)  # noqa: S311 - a reproducible draw
    rows = []
    for number in range(150):
        documents = [DocumentRow(hash=f"{draw.randrange(40)}", name="n", tokens=1, kept=1) for _ in range(3)]
        for epoch in (1, 2):
            points = draw.choice([0.0, 100.0, 100.0, round(draw.uniform(0, 100), 3), None])
            task = draw.choice(["comparison", "clustering", "solitaire"]) if number else "lonely"
            length = f"set{number % 4 + 1}"
            rows.append(row(f"c{number:03d}", points, epoch=epoch, task=task, length_set=length, documents=documents, subtask=task))
    for number in range(60):
        points = draw.choice([0.0, 100.0, None])
        more: dict[str, Any] = {"state": "model_failure"} if points is None and number % 2 else {}
        length = draw.choice(["short", "medium", "long"])
        rows.append(choice(f"d{number:02d}", points, length_set=length, subtask=f"sub_{number % 7}", **more))
    return rows


@cache
def summary() -> Summary:
    return summarise(some_rows(), RUN)


def written(cell: dict[str, Any], kind: str) -> list[str]:
    """The columns of a table as a reader of ``summary.json`` would write them."""
    digits = 1 if kind == "choice" else 2

    def number(value: float | None) -> str:
        return "–" if value is None else f"{value:.{digits}f}"

    def interval(found: dict[str, Any] | None) -> str:
        return "–" if found is None else f"{'~' * found['descriptive']}[{found['low']:.{digits}f}, {found['high']:.{digits}f}]"

    figures = [number(cell["average"]), interval(cell["average_interval"])]
    if kind == "choice":
        figures += [number(cell["compensated"]), number(cell["tolerant"])]
    else:
        figures += [number(cell["perfect_rate"]), interval(cell["perfect_interval"])]
    return [*figures, f"{cell['n']}/{cell['expected']}"]


def json_cells() -> Iterator[tuple[Place, str, dict[str, Any]]]:
    """Every cell of ``summary.json`` but the run's overall one."""
    for section in json.loads(summary_json(summary()))["sections"]:
        suite, kind = section["suite"], section["kind"]
        yield (suite, "overall", "", ""), kind, section["overall"]
        if section["grid"]:
            grid = section["grid"]
            for label, cells in zip(grid["rows"], grid["cells"], strict=True):
                for column, cell in zip(grid["columns"], cells, strict=True):
                    yield (suite, grid["title"], label, column), kind, cell
        for table in section["tables"]:
            for line in table["lines"]:
                yield (suite, table["title"], line["label"], ""), kind, line["cell"]


def table_cells() -> dict[Place, list[str]]:
    """The lines of tables, without overall cells and grids, as the JSON has them."""
    return {place: written(cell, kind) for place, kind, cell in json_cells() if not place[3] and place[1] != "overall"}


def grid_cells() -> dict[Place, str]:
    found = {}
    for place, kind, cell in json_cells():
        if place[3]:
            average, interval, perfect, rate_interval, n = written(cell, kind)
            intervals = [one for one in (interval, rate_interval) if one != "–"]
            pair = "–" if cell["average"] is None else f"{average} / {perfect}"
            found[place] = " ".join([pair, n, *intervals])
    return found


def without_coverage(parts: list[str]) -> str:
    return " ".join(re.sub(r"(\d+/\d+) .*", r"\1", part) for part in parts)


def markdown_tables(text: str) -> Iterator[tuple[str, str, list[str], list[list[str]]]]:
    """Section, heading, header cells, rows of cells."""
    suite = heading = ""
    for block in text.replace("\\", "").replace("&#58;", ":").split("\n\n"):
        if block.startswith("## "):
            suite = block[3:]
        elif block.startswith("### "):
            heading = block[4:]
            suite = heading if heading in {"loong", "longbench-v2"} else suite
        elif block.startswith("| "):
            head, _, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines())
            yield suite, heading, head, body


def terminal_tables(lines: list[str]) -> Iterator[tuple[str, str, list[str], list[list[str]]]]:
    """The same of the terminal's report: columns are where the rule has its dashes."""
    suite = title = ""
    for number, line in enumerate(lines):
        if line.startswith("== "):
            suite = line.strip("= ")
        if number and re.fullmatch(r"-+( +-+)+", line):
            title = lines[number - 2] or title
            spans = [found.span() for found in re.finditer("-+", line)]
            body = []
            for entry in lines[number + 1 :]:
                if not entry:
                    break
                body.append([entry[start:end].strip() for start, end in spans])
            yield suite, title, [lines[number - 1][start:end].strip() for start, end in spans], body


@pytest.mark.parametrize("form", ["markdown", "terminal", "step summary"])
def test_every_line_of_every_table_is_the_summarys(form: str) -> None:
    if form == "terminal":
        tables = list(terminal_tables(TerminalReport(summary()).lines()))
    else:
        text = markdown(summary()) if form == "markdown" else pull_request(summary(), limit=STEP_SUMMARY_LIMIT).split("<details>")[1]
        tables = list(markdown_tables(text))
    shown = {
        (suite, title, line[0], ""): line[1:6]
        for suite, title, head, body in tables
        if head[1] in {"average", "accuracy"}
        for line in body
    }
    assert shown == table_cells()
    assert len(shown) == 19


def test_every_cell_of_the_grid_is_the_summarys_in_markdown() -> None:
    shown = {
        (suite, title.split(":")[0], line[0], column): without_coverage(cell.split("; "))
        for suite, title, head, body in markdown_tables(markdown(summary()))
        if title.startswith("length set by task")
        for line in body
        for column, cell in zip(head[1:], line[1:], strict=True)
    }
    assert shown == grid_cells()


def test_every_cell_of_the_grid_is_the_summarys_on_the_terminal() -> None:
    shown: dict[Place, list[str]] = {}
    for suite, title, head, body in terminal_tables(TerminalReport(summary()).lines()):
        if not title.startswith("length set by task"):
            continue
        label = ""
        for line in body:
            label = line[0] or label
            for column, cell in zip(head[1:], line[1:], strict=True):
                shown.setdefault((suite, "length set by task", label, column), []).extend([cell] if cell else [])
    assert {place: without_coverage(parts) for place, parts in shown.items()} == grid_cells()


def test_every_line_of_every_table_of_the_page_is_the_summarys(tmp_path: Path) -> None:
    write_html(tmp_path, some_rows(), summary())
    rows = read_html((tmp_path / PAGE).read_text(encoding="utf-8")).rows
    shown = Counter((row[0], *row[1:6]) for row in rows if len(row) > 6)
    for place, figures in table_cells().items():
        assert shown[(place[2], *figures)] >= 1, place
    cells = Counter(without_coverage(cell.split("; ")) for row in rows for cell in row[1:])
    for place, cell in grid_cells().items():
        assert cells[cell] >= 1, place


def test_the_csv_holds_the_numbers_of_the_json_with_all_their_digits() -> None:
    found: dict[Place, dict[str, dict[str, str]]] = {}
    for line in csv.DictReader(io.StringIO(tables_csv(summary()))):
        found.setdefault((line["suite"], line["table"], line["row"], line["column"]), {})[line["figure"]] = line
    overall = found.pop(("", "run", "", ""))
    assert float(overall["average"]["value"]) == json.loads(summary_json(summary()))["overall"]["average"]
    cells = {place: cell for place, _, cell in json_cells()}
    assert set(found) == set(cells)

    def number(text: str) -> float | None:
        return float(text) if text else None

    for place, figures in found.items():
        cell = cells[place]
        for name, line in figures.items():
            assert number(line["value"]) == cell[name]
            interval = cell.get({"average": "average_interval", "perfect_rate": "perfect_interval"}.get(name, "")) or {}
            assert (number(line["low"]), number(line["high"])) == (interval.get("low"), interval.get("high"))
            assert [int(line[name]) for name in ("n", "expected", "items", "items_expected")] == [
                cell[name] for name in ("n", "expected", "items", "items_expected")
            ]
            assert number(line["coverage"]) == cell["coverage"]


def test_the_overall_figures_are_the_summarys_everywhere() -> None:
    terminal = "\n".join(TerminalReport(summary()).lines())
    texts = {"terminal": re.sub(r"\n {13}", " ", terminal), "markdown": markdown(summary()).replace("\\", "")}
    short = {
        line.split(" | ")[0].strip("| "): line for line in pull_request(summary()).replace("\\", "").splitlines() if line[:2] == "| "
    }
    for place, kind, cell in json_cells():
        if place[1] == "overall":
            average, interval, *_ = written(cell, kind)
            name = "accuracy" if kind == "choice" else "average"
            for text in texts.values():
                assert f"{name} {average} {interval}" in text
            assert f"| {place[0]} | {average} | {interval} |" in short[place[0]]
