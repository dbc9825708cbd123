"""Published rows in the reports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from reporting_rows import choice, golden_rows

from pytest_lcbench.reporting import layout
from pytest_lcbench.reporting.columns import width_of
from pytest_lcbench.reporting.files import read_summary, summary_json
from pytest_lcbench.reporting.html import write_html
from pytest_lcbench.reporting.markdown import markdown
from pytest_lcbench.reporting.tables import TerminalReport
from pytest_lcbench.statistics.run_info import RunInfo, SuiteInfo
from pytest_lcbench.statistics.summary import Summary, summarise


@pytest.fixture
def comparable() -> Summary:
    rows = [choice(str(k), 100.0 if k < 9 else 0.0, length_set=("short", "medium", "long")[k % 3]) for k in range(20)]
    suite = SuiteInfo(name="longbench-v2", fingerprint="f", cases=20)
    return summarise(rows, RunInfo(run_id="r", model="gpt-4o", prompts_source="file", suites=(suite,)))


def _after(lines: list[str], start: str) -> list[str]:
    first = next(place for place, line in enumerate(lines) if start in line)
    return lines[first:]


def test_the_terminal_shows_ones_own_row_between_its_neighbours(comparable: Summary) -> None:
    lines = _after(TerminalReport(comparable).lines(), "published rows")
    assert lines[0] == "published rows, 3 of 25 models: the best and this run's neighbours by overall"
    assert [line.split("  ")[0] for line in lines[3:9]] == [
        "human experts",
        "MiniMax-Text-01",
        "GPT-4o",
        "this run",
        "Kimi-K2-Instruct",
        "random guessing",
    ]
    assert lines[9].startswith("source       Bai et al. 2024, arXiv:2412.15204")
    assert "compare models within a length" in lines[11]


def test_no_line_is_wider_than_the_report(comparable: Summary) -> None:
    assert max(map(width_of, TerminalReport(comparable).lines())) <= 110


def test_markdown_shows_the_same_rows_and_figures(comparable: Summary) -> None:
    figures = re.compile(r"\d+\.\d\b")
    terminal = _after(TerminalReport(comparable).lines(), "published rows")[3:9]
    table = [line for line in _after(markdown(comparable).splitlines(), "published rows") if line.startswith("| ")][2:8]
    assert [figures.findall(line) for line in terminal] == [figures.findall(line) for line in table]


def test_the_page_shows_the_same_rows_figures_and_source(comparable: Summary, tmp_path: Path) -> None:
    rows = [choice(str(k), 100.0 if k < 9 else 0.0, length_set=("short", "medium", "long")[k % 3]) for k in range(20)]
    page = write_html(tmp_path, rows, comparable).read_text(encoding="utf-8")
    (section,) = comparable.sections
    assert section.published is not None
    table = page[page.index(f"<caption>{layout.published_title(section.published)}") :].partition("</table>")
    found = [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", line) for line in table[0].split("<tr>")[2:]]
    assert found == [list(line) for line in layout.published_rows(section.published, str)]
    assert "Bai et al. 2024, arXiv:2412.15204" in table[2]


def test_a_page_of_a_run_that_is_not_comparable_has_no_published_rows(tmp_path: Path) -> None:
    rows = golden_rows()
    page = write_html(tmp_path, rows, summarise(rows, RunInfo(run_id="r", model="m"))).read_text(encoding="utf-8")
    assert "published rows," not in page


def test_json_holds_all_rows(comparable: Summary) -> None:
    (section,) = json.loads(summary_json(comparable))["sections"]
    assert len(section["published"]["rows"]) == 28


def test_a_run_that_is_not_comparable_shows_no_published_row() -> None:
    rows = [row for row in golden_rows() if row.suite == "loong"]
    summary = summarise(rows, RunInfo(run_id="r", model="gpt-4o", suites=(SuiteInfo(name="loong", fingerprint="f", cases=1_600),)))
    assert "published rows" not in "\n".join(TerminalReport(summary).lines())
    assert "published rows" not in markdown(summary)
    (section,) = json.loads(summary_json(summary))["sections"]
    assert section["published"]["not_comparable"]
    assert section["published"]["rows"] == []


def test_a_summary_of_an_older_version_has_none(comparable: Summary, tmp_path: Path) -> None:
    content = json.loads(summary_json(comparable))
    del content["sections"][0]["published"]
    (tmp_path / "summary.json").write_text(json.dumps(content))
    assert read_summary(tmp_path / "summary.json").sections[0].published is None
