"""A run read back from its folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from reporting_rows import golden, golden_rows

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import write_report
from pytest_lcbench.reporting.saved_runs import load_saved_run
from pytest_lcbench.statistics.items import one_per_item


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    summary = golden()
    write_report(tmp_path / summary.run.run_id, golden_rows(), summary)
    return tmp_path


@pytest.mark.parametrize("form", ["id", "folder", "file"])
def test_a_run_is_found_by_its_id_its_folder_and_its_results(reports: Path, form: str) -> None:
    name = golden().run.run_id
    given = {"id": name, "folder": str(reports / name), "file": str(reports / name / "results.jsonl")}[form]
    saved = load_saved_run(given, reports if form == "id" else reports / "elsewhere")
    assert saved.info == golden().run
    assert list(saved.rows) == one_per_item(golden_rows())[0]


def test_a_run_that_is_not_there_is_one_line_that_names_those_that_are(reports: Path) -> None:
    with pytest.raises(DataError, match=rf"no run 'other': .*runs there are {golden().run.run_id}"):
        load_saved_run("other", reports)


@pytest.mark.parametrize("name", ["", "..", "a\0b", "x" * 5000, "\x1b[31m"])
def test_an_odd_name_is_one_printable_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError) as caught:
        load_saved_run(name, tmp_path / "reports")
    assert str(caught.value).isprintable()


def test_a_folder_without_its_summary_says_which_file_is_missing(reports: Path) -> None:
    (reports / golden().run.run_id / "summary.json").unlink()
    with pytest.raises(DataError, match=r"summary\.json"):
        load_saved_run(golden().run.run_id, reports)
