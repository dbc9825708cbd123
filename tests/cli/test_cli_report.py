"""``lcbench report``: a run's reports made again from its folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from reporting_rows import golden, golden_rows, hostile, hostile_rows

from pytest_lcbench import cli
from pytest_lcbench.commands import report
from pytest_lcbench.reporting.files import WRITTEN, write_report
from pytest_lcbench.reporting.html import saved_questions, write_html
from pytest_lcbench.reporting.pull_request import pull_request
from pytest_lcbench.reporting.tables import TerminalReport
from pytest_lcbench.reporting.verdicts import Verdict, save_verdicts

ROOT = Path(__file__).resolve().parents[2]
RUN_ID = golden().run.run_id


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "reports" / RUN_ID
    write_report(made, golden_rows(), golden())
    return made


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in WRITTEN}


def test_without_a_format_the_files_are_written_again_to_the_byte(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(folder)
    for name in WRITTEN:
        if name not in {"results.jsonl", "summary.json"}:
            (folder / name).unlink()
    assert cli.main(["report", RUN_ID]) == 0
    assert contents(folder) == before
    assert capsys.readouterr().out.splitlines()[: len(WRITTEN)] == [str(Path("reports", RUN_ID, name)) for name in WRITTEN]


def test_the_files_can_go_to_another_folder(folder: Path, tmp_path: Path) -> None:
    assert cli.main(["report", str(folder), "--out", str(tmp_path / "elsewhere"), "--reports", "nowhere"]) == 0
    assert contents(tmp_path / "elsewhere") == contents(folder)


@pytest.mark.parametrize(
    ("form", "name"), [("markdown", "tables.md"), ("json", "summary.json"), ("csv", "tables.csv"), ("results-csv", "results.csv")]
)
def test_a_format_is_printed_as_its_file_has_it(folder: Path, form: str, name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["report", RUN_ID, "--format", form]) == 0
    assert capfdbinary.readouterr().out == (folder / name).read_bytes()


@pytest.mark.usefixtures("folder")
def test_the_terminal_format_is_what_the_run_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", RUN_ID, "--format=terminal"]) == 0
    assert capsys.readouterr().out.splitlines() == TerminalReport(golden()).lines()


@pytest.mark.parametrize("form", ["pr", "step-summary"])
def test_the_short_formats_begin_with_the_verdict_kept_with_the_run(folder: Path, form: str, capfd: pytest.CaptureFixture[str]) -> None:
    verdict = Verdict("gate", "pass", ("the average dropped by at most 1.2",))
    save_verdicts(folder, [verdict])
    assert cli.main(["report", RUN_ID, f"--format={form}"]) == 0
    assert capfd.readouterr().out == pull_request(golden(), [verdict])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", [form for form in report.FORMATS if form != "html"])
def test_a_format_can_be_written_to_a_file(form: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["report", RUN_ID, "--format", form]) == 0
    printed = capfdbinary.readouterr().out
    assert cli.main(["report", RUN_ID, "--format", form, "--out", str(tmp_path / "made")]) == 0
    assert (tmp_path / "made").read_bytes() == printed
    assert capfdbinary.readouterr().out == b""


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege elsewhere")
def test_what_is_no_ordinary_file_is_written_to_and_not_replaced(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "target.md").write_text("older")
    (tmp_path / "link.md").symlink_to("target.md")
    assert cli.main(["report", RUN_ID, "--format=markdown", f"--out={tmp_path / 'link.md'}"]) == 0
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "target.md").read_bytes() == (folder / "tables.md").read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="pipes of a shell")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["terminal", "csv"])
def test_a_reader_that_has_read_enough_is_no_fault(form: str) -> None:
    command = [sys.executable, "-c", "import sys; from pytest_lcbench.cli import main; sys.exit(main())", "report", RUN_ID]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run(  # noqa: S603 - our own interpreter
            [*command, f"--format={form}"],
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_page_made_again_keeps_the_questions_of_the_one_that_is_there(folder: Path, tmp_path: Path, *, elsewhere: bool) -> None:
    asked = {(one.suite, one.case_id): f"What is <b>asked</b> of {one.case_id}?\nA. this" for one in golden_rows()}
    write_html(folder, golden_rows(), golden(), questions=asked)
    before = (folder / "report.html").read_bytes()
    target = tmp_path / "elsewhere" if elsewhere else folder
    assert cli.main(["report", RUN_ID, f"--out={target}"]) == 0
    assert (target / "report.html").read_bytes() == before
    assert saved_questions(target) == asked


@pytest.mark.parametrize("damage", ["", "lcbenchDetails(", 'lcbenchDetails("0123456789abcdef",0,"[3]");\n', "\0"])
def test_a_page_whose_questions_cannot_be_read_is_made_without_them(folder: Path, damage: str) -> None:
    write_html(folder, golden_rows(), golden(), questions={(one.suite, one.case_id): "asked" for one in golden_rows()})
    (file,) = (folder / "report_data").glob("*/0000.js")
    file.write_text(damage)
    assert cli.main(["report", RUN_ID]) == 0
    assert "58.33" in (folder / "report.html").read_text(encoding="utf-8")
    assert saved_questions(folder) == {}


def test_verdicts_on_rows_that_may_have_changed_are_removed(folder: Path) -> None:
    save_verdicts(folder, [Verdict("gate against nightly", "pass")])
    for name in ("gate.json", "gate.md", "comparison.json", "comparison.md"):
        (folder / name).write_text("older")
    assert cli.main(["report", RUN_ID]) == 0
    assert not [path.name for path in folder.iterdir() if path.name.startswith(("gate.", "comparison.", "verdicts."))]
    assert "gate against nightly" not in (folder / "report.html").read_text(encoding="utf-8")


def test_the_html_format_writes_the_page_with_the_verdict_kept_with_the_run(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_verdicts(folder, [Verdict("gate against nightly", "regression")])
    assert cli.main(["report", RUN_ID, "--format=html", "--out", str(tmp_path / "page")]) == 0
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / "page" / "report.html")]
    assert "gate against nightly" in (tmp_path / "page" / "report.html").read_text(encoding="utf-8")
    assert not (folder / "report.html").exists()


@pytest.mark.usefixtures("folder")
def test_junit_is_xml_with_an_entry_per_item(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", RUN_ID, "--format=junit"]) == 0
    suite = ET.fromstring(capfd.readouterr().out).find("testsuite")  # noqa: S314 - our own
    assert suite is not None
    assert (suite.attrib["tests"], suite.attrib["errors"]) == ("7", "1")


@pytest.mark.usefixtures("folder")
def test_simultaneous_intervals_are_wider_and_leave_the_folder_alone_when_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", RUN_ID, "--format=json", "--simultaneous"]) == 0
    wide = json.loads(capfd.readouterr().out)
    assert wide["interval_family"] > 1
    found = golden().overall.average_interval
    assert found is not None
    assert wide["overall"]["average_interval"]["low"] < found.low


def test_a_hostile_run_is_shown_in_every_format_without_control_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_report(tmp_path / "reports" / "golden", hostile_rows(), hostile())
    for form in report.FORMATS:
        if form != "html":
            assert cli.main(["report", "golden", "--format", form]) == 0
            assert not set("\x1b\x07\u202e") & set(capfd.readouterr().out)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["other"], "no run 'other'"),
        ([RUN_ID, "--reports=nowhere"], "no run"),
        ([RUN_ID, "--format=markdown", "--out=missing/folder/x.md"], "cannot be written: No such file"),
        ([RUN_ID, "--format=markdown", "--out=a\0b"], "is no name for a file or folder"),
        ([RUN_ID, "--out=a\0b"], "is no name for a file or folder"),
        ([RUN_ID, "--format=markdown", "--out=reports"], "cannot be written: Is a directory"),
        ([RUN_ID, "--out=reports/golden/tables.md"], "cannot be written"),
    ],
)
def test_what_cannot_work_is_one_line(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["report", *arguments]) == 4
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


@pytest.mark.usefixtures("folder")
def test_an_unknown_format_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["report", RUN_ID, "--format=pdf"])
    assert left.value.code == 4
    assert "step-summary" in capsys.readouterr().err
