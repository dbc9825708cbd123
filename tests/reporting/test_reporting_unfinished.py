"""Verdicts and the rows they were given on; reports that are replaced; commands that fail half-way or that nobody reads."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from reporting_rows import row
from saved_run_parts import save

from pytest_lcbench.cli import main
from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting import replacing
from pytest_lcbench.reporting.files import summary_json, write_report
from pytest_lcbench.reporting.replacing import replace_report
from pytest_lcbench.reporting.saved_runs import load_saved_run
from pytest_lcbench.reporting.unfinished import Maker, alone, put_mark, why_unfinished
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.run_info import RunInfo, SuiteInfo
from pytest_lcbench.statistics.summary import Summary, summarise

INFO = RunInfo(run_id="a", model="m", suites=(SuiteInfo(name="loong", fingerprint="f"),))
MADE = {"gate.json", "gate.md", "verdicts.json"}
DROPPED = "an older verdict is not shown"


def rows(run: str, points: float = 95.0) -> list[ResultRow]:
    return [row(f"c{k:02}", points + k % 2, model="m", run_id=run) for k in range(60)]


def saved(reports: Path, name: str, points: float = 95.0) -> None:
    save(reports, rows(name, points), INFO.model_copy(update={"run_id": name}))


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs ``a`` and ``base``, alike."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "base"):
        saved(tmp_path / "reports", name)
    return tmp_path / "reports"


def passes(capsys: pytest.CaptureFixture[str], *more: str) -> None:
    assert main(["gate", "a", "--policy=avg >= 60", *more]) == 0
    capsys.readouterr()


def shown(capsys: pytest.CaptureFixture[str], run: str = "a") -> str:
    capsys.readouterr()
    assert main(["report", run, "--format=pr"]) == 0
    return capsys.readouterr().out


def test_a_verdict_on_the_rows_that_are_there_is_shown(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passes(capsys, "--baseline=base")
    assert shown(capsys).startswith("## lcbench: pass")
    shutil.move(reports, reports.with_name("moved"))
    assert main(["report", "a", "--format=pr", "--reports=moved"]) == 0
    assert capsys.readouterr().out.startswith("## lcbench: pass")


@pytest.mark.parametrize("form", ["pr", "html"])
def test_rows_of_another_run_copied_over_the_folder_drop_the_verdict(
    reports: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    passes(capsys)
    saved(reports, "other", 20.0)
    for name in ("results.jsonl", "summary.json"):
        shutil.copy(reports / "other" / name, reports / "a" / name)
    assert main(["report", "a", f"--format={form}"]) == 0
    text = capsys.readouterr().out if form == "pr" else (reports / "a" / "report.html").read_text(encoding="utf-8")
    assert f"{DROPPED}" in text
    assert "the run's rows have changed since" in text.replace("&#x27;", "'")
    assert "PASS" not in text
    assert not text.startswith("## lcbench: pass")


def test_a_baseline_made_anew_drops_the_verdict_and_one_that_is_gone_says_nothing(
    reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passes(capsys, "--baseline=base")
    saved(reports, "base", 20.0)
    text = shown(capsys)
    assert f"{DROPPED}, the baseline's rows have changed since" in text
    assert not text.startswith("## lcbench: pass")
    shutil.rmtree(reports / "base")
    assert shown(capsys).startswith("## lcbench: pass")


def test_verdicts_that_do_not_say_on_which_rows_are_dropped(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passes(capsys)
    path = reports / "a" / "verdicts.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8"))["verdicts"]), encoding="utf-8")
    assert f"{DROPPED}, it does not say on which rows it was given" in shown(capsys)


@pytest.mark.parametrize(
    "wrong", [("--policy=avg >> 60",), ("--policy=avg drop < 5", "--baseline=gone"), ("--policy=none.toml",)], ids=" ".join
)
def test_a_gate_that_fails_leaves_no_older_pass(reports: Path, wrong: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "a"]) == 0
    passes(capsys)
    page = reports / "a" / "report.html"
    before = page.read_text(encoding="utf-8")
    assert "PASS" in before
    assert main(["gate", "a", *wrong]) == 4
    assert not MADE & {path.name for path in (reports / "a").iterdir()}
    after = page.read_text(encoding="utf-8")
    assert "PASS" not in after
    assert "verdict-0" not in after
    assert after[after.index('id="outcome"') :] == before[before.index('id="outcome"') :]
    assert not shown(capsys).startswith("## lcbench: pass")


@pytest.mark.parametrize("parts", [("a", "gone"), ("a", "unlike"), ("a", "damaged")])
def test_a_merge_that_fails_leaves_the_earlier_merged_run_without_a_pass_until_one_succeeds(
    reports: Path, parts: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    save(reports, rows("unlike"), INFO.model_copy(update={"run_id": "unlike", "seed": 7}))
    saved(reports, "damaged")
    (reports / "damaged" / "summary.json").write_text("{", encoding="utf-8")
    assert main(["merge", "a", "base", "--run=pr"]) == 0
    assert main(["gate", "pr", "--policy=avg >= 60"]) == 0
    assert main(["merge", *parts, "--run=pr"]) == 4
    text = shown(capsys, "pr")
    assert text.startswith("## lcbench: NOT WHOLE")
    assert "a merge that was to replace it has not succeeded; merge again" in text
    assert main(["gate", "pr", "--policy=avg >= 60"]) == 12
    assert main(["merge", "a", "base", "--run=pr"]) == 0
    assert main(["gate", "pr", "--policy=avg >= 60"]) == 0


def test_a_merge_that_is_refused_leaves_runs_that_are_no_merges(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passes(capsys)
    assert main(["merge", "a", "base", "--run=a"]) == 4
    assert "is one of the runs to be merged" in capsys.readouterr().err
    assert main(["merge", "reports/a/results.jsonl", "gone", "--run=a"]) == 4
    assert main(["merge", "base", "gone", "--run=a"]) == 4
    assert "holds a run that was made otherwise" in capsys.readouterr().err
    for name in ("../x", "../reports/a", "\0"):
        assert main(["merge", "base", "gone\0", f"--run={name}"]) == 4
    assert shown(capsys).startswith("## lcbench: pass")
    assert why_unfinished(reports / "a") == ""


def test_an_import_that_fails_leaves_no_older_pass(reports: Path, shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shared_data / "longbench-v2"
    arguments = ["--suite=longbench-v2", f"--data={folder / 'questions_503_no_context.jsonl'}", "--run=old"]
    assert main(["import", str(folder / "predictions_284.jsonl"), *arguments]) == 0
    assert main(["gate", "old", "--policy=avg >= 10; cases = answered; minimum_coverage = 0"]) == 0
    assert main(["import", "gone.jsonl", *arguments]) == 4
    text = shown(capsys, "old")
    assert text.startswith("## lcbench: NOT WHOLE")
    assert "an import that was to replace it has not succeeded" in text
    assert main(["import", str(folder / "predictions_284.jsonl"), *arguments]) == 0
    assert "NOT WHOLE" not in shown(capsys, "old")
    assert reports.joinpath("old", "summary.json").exists()


def test_the_reports_of_two_sessions_are_written_one_after_the_other(reports: Path) -> None:
    folder = reports / "a"
    new = rows("a", 50.0)
    summary = summarise(new, INFO)
    writer = threading.Thread(target=replace_report, args=(folder, new, summary, {}, "second"))
    with alone(folder):
        writer.start()
        writer.join(0.3)
        assert writer.is_alive()
        assert load_saved_run("a", reports).rows[0].points == 95.0
    writer.join(30)
    assert load_saved_run("a", reports).rows[0].points == 50.0
    assert why_unfinished(folder) == ""


def test_without_a_lock_files_of_two_sessions_side_by_side_are_no_run(
    reports: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = reports / "a"
    # The same points in other cases: neither counts nor averages tell the two apart.
    first, second = rows("a"), [one.model_copy(update={"points": 191.0 - (one.points or 0.0)}) for one in rows("a")]
    write = write_report
    others: list[Any] = []

    def interrupted(place: Path, items: Iterable[ResultRow], summary: Summary) -> str:
        digest = write(place, items, summary)
        if not others:
            others.append(place)
            # Another session's rows come in between, and its summary is overwritten by ours.
            write(place, second, summarise(second, INFO))
            (place / "summary.json").write_text((reports / "kept.json").read_text(encoding="utf-8"), encoding="utf-8")
        return digest

    (reports / "kept.json").write_text(summary_json(summarise(first, INFO)), encoding="utf-8")
    monkeypatch.setattr(replacing, "write_report", interrupted)
    replace_report(folder, first, summarise(first, INFO), {}, "first")
    assert load_saved_run("a", reports).info.incomplete
    assert main(["gate", "a", "--policy=avg >= 60"]) == 12
    capsys.readouterr()
    replace_report(folder, first, summarise(first, INFO), {}, "third")
    assert main(["gate", "a", "--policy=avg >= 60"]) == 0


def test_a_mark_that_cannot_be_put_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the report cannot be written: No such file or directory"):
        put_mark(tmp_path / "gone", "s")


def test_reasons_of_several_marks_are_told_once_each(tmp_path: Path) -> None:
    pid = os.getppid()
    for name, maker in (("x", Maker.RUN), ("y", Maker.MERGE), ("z", Maker.MERGE)):
        (tmp_path / f"unfinished-{name}").write_text(json.dumps({"maker": maker, "host": "h", "pid": pid, "started": ""}))
    assert why_unfinished(tmp_path).count("a merge that was to replace it") == 1
    assert why_unfinished(tmp_path).count("a session of it has begun") == 1


COMMAND = [sys.executable, "-c", "import sys; from pytest_lcbench.cli import main; sys.exit(main())"]


@pytest.mark.skipif(os.name != "posix", reason="a shell's >&-")
@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["gate", "a", "--policy=avg >= 60"], 0),
        (["gate", "a", "--policy=avg >= 99", "--format=json"], 10),
        (["gate", "a", "--policy=avg >> 99"], 4),
        (["report", "a", "--format=pr"], 0),
        (["report", "a"], 0),
        (["compare", "a", "base"], 0),
        (["--help"], 0),
        (["nothing"], 4),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_a_closed_standard_output_changes_no_exit_code_and_shows_no_traceback(arguments: list[str], code: int, closed: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own interpreter
        ["/bin/sh", "-c", f'"$@" {closed}', "sh", *COMMAND, *arguments],
        stderr=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert code == 4 or done.stderr == b""
