"""What ``lcbench report --out`` must not write over: paid answers, and what other commands take for a run."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from reporting_rows import golden, golden_rows

from pytest_lcbench import cli
from pytest_lcbench.commands import report
from pytest_lcbench.reporting.files import write_report
from pytest_lcbench.reporting.html import write_html
from pytest_lcbench.reporting.verdicts import Verdict, save_verdicts
from pytest_lcbench.statistics.summary import Summary

RUN_ID = golden().run.run_id


def _renamed(**changes: object) -> Summary:
    return golden().model_copy(update={"run": golden().run.model_copy(update=changes)})


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two runs and a store."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "reports"
    write_report(made / RUN_ID, golden_rows(), golden())
    write_report(made / "other", golden_rows(), _renamed(run_id="other"))
    write_html(made / "other", golden_rows(), golden(), questions={(one.suite, one.case_id): "asked" for one in golden_rows()})
    save_verdicts(made / "other", [Verdict("gate", "pass")])
    with sqlite3.connect(made / "store.sqlite") as store:
        store.execute("CREATE TABLE responses (answer TEXT)")
    store.close()
    return made


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _refused(reports: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    before = _files(reports)
    capsys.readouterr()
    assert cli.main(["report", RUN_ID, *arguments]) == 4
    assert _files(reports) == before
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    return said.err


@pytest.mark.parametrize("form", [form for form in report.FORMATS if form != "html"])
def test_a_store_is_never_written_over(reports: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is a response store" in _refused(reports, capsys, f"--format={form}", "--out=reports/store.sqlite")


def test_what_sqlite_keeps_beside_a_store_is_part_of_it(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is a response store" in _refused(reports, capsys, "--format=json", "--out=reports/store.sqlite-wal")


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege elsewhere")
@pytest.mark.parametrize("target", ["store.sqlite", "other/results.jsonl"])
def test_a_link_is_followed_before_it_is_written_through(reports: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    (reports / "link").symlink_to(target)
    assert "nothing is written over it" in _refused(reports, capsys, "--format=json", "--out=reports/link")


@pytest.mark.parametrize("name", ["results.jsonl", "summary.json", "tables.md", "verdicts.json", "gate.json", "report.html"])
@pytest.mark.parametrize("run", ["other", RUN_ID])
def test_a_file_of_a_run_is_not_written_over(reports: Path, run: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is a file of a run" in _refused(reports, capsys, "--format=json", f"--out=reports/{run}/{name}")


def test_nor_is_what_its_page_shows(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (script,) = (reports / "other" / "report_data").glob("*/0000.js")
    assert "is a file of a run" in _refused(reports, capsys, "--format=json", f"--out={script}")


@pytest.mark.parametrize("more", [(), ("--format=html",)])
def test_a_folder_of_another_run_is_not_replaced(reports: Path, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert "holds run 'other', which is not replaced" in _refused(reports, capsys, "--out=reports/other", *more)


def test_a_folder_whose_run_cannot_be_told_is_not_replaced(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (reports / "other" / "summary.json").write_text("{")
    assert "holds a run, which is not replaced" in _refused(reports, capsys, "--out=reports/other")


def test_a_run_of_the_same_name_with_other_settings_is_another_one(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_report(reports / "copy", golden_rows(), _renamed(seed=7))
    assert f"holds run '{RUN_ID}'" in _refused(reports, capsys, "--out=reports/copy")


def test_a_copy_of_the_run_can_be_made_anew_and_other_files_lie_in_its_folder(reports: Path) -> None:
    for _ in range(2):
        assert cli.main(["report", RUN_ID, "--out=copy"]) == 0
        assert cli.main(["report", RUN_ID, "--format=html", "--out=copy"]) == 0
    assert Path("copy/results.jsonl").read_bytes() == (reports / RUN_ID / "results.jsonl").read_bytes()
    for _ in range(2):
        assert cli.main(["report", RUN_ID, "--format=pr", f"--out=reports/{RUN_ID}/comment.md"]) == 0
        assert cli.main(["report", RUN_ID, "--format=csv", "--out=tables.csv"]) == 0
