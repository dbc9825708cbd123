"""The same run over several processes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest
from plugin_project import Project

from pytest_lcbench.running.row import TRANSIENT_FIELDS


def _stable(project: Project) -> list[dict[str, object]]:
    return [{name: value for name, value in row.items() if name not in TRANSIENT_FIELDS} for row in project.rows()]


def _summary(project: Project) -> dict[str, object]:
    (found,) = (project.path / "reports").glob("*/summary.json")
    summary: dict[str, dict[str, object]] = json.loads(found.read_text())
    del summary["timing"], summary["run"]["answered"]
    return dict(summary)


def _forget(project: Project) -> None:
    for entry in sorted((project.path / "reports").rglob("*"), reverse=True):
        entry.rmdir() if entry.is_dir() else entry.unlink()


@pytest.mark.parametrize("how", [("-n2",), ("-n2", "--dist=worksteal")])
def test_workers_give_the_same_rows_and_figures_as_one_process(project: Project, how: tuple[str, ...]) -> None:
    project.suite(15)
    project.script("100", **{"Company 3?": "103", "Company 9?": ""})
    project.spawn("-n0").assert_outcomes(passed=15)
    rows, summary = _stable(project), _summary(project)
    _forget(project)
    project.spawn(*how).assert_outcomes(passed=15)
    assert _stable(project) == rows
    assert _summary(project) == summary


@pytest.mark.parametrize("mode", ["loadgroup", "loadscope", "loadfile", "each"])
def test_ways_to_distribute_that_lose_work_are_refused_with_the_reason(project: Project, mode: str) -> None:
    result = project.spawn("-n2", f"--dist={mode}")
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: *--dist={mode} cannot be used here: *; use --dist=load or --dist=worksteal"])
    assert project.calls == []


def test_ways_to_distribute_are_refused_for_cases_that_no_option_asked_for(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_suite = mine\nlcbench_data = mine=data\nlcbench_model = scripted\n")
    result = project.pytester.runpytest_subprocess("-n2", "--dist=loadscope")
    assert result.ret == 4
    assert project.calls == []


def test_the_case_that_a_dying_worker_was_running_is_named(project: Project) -> None:
    project.suite(8)
    project.script("100", **{"Company 5?": {"error": "kill"}})
    result = project.spawn("-n2", "--lcbench-concurrency=2", "--lcbench-max-output=77")
    rows = {str(row["case_id"]): row for row in project.rows()}
    assert rows["case-005"]["error_class"] in {"worker_lost", "not_run"}
    assert sum(row["state"] == "scored" for row in rows.values()) >= 6
    result.stdout.fnmatch_lines(["*case-005*", "to resume, paying for nothing twice: pytest *"])
    assert result.ret == 12


def test_concurrency_is_divided_over_the_workers(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.1")
    project.suite(24)
    project.spawn("-n2", "--lcbench-concurrency=6").assert_outcomes(passed=24)
    assert max(int(str(call["in_flight"])) for call in project.calls) <= 3


def test_a_worker_that_ends_does_not_cancel_the_call_for_a_case_that_another_has_taken_over(project: Project) -> None:
    project.suite(8)
    # The second worker asks for all its four cases; the first takes over its last two while it waits for its first, and waits for
    # the last one when the second has nothing left to do.
    slow = {"Company 0?": 0.6, "Company 4?": 1.5, "Company 7?": 3.5}
    project.script("100", **{company: {"text": "100", "after": after} for company, after in slow.items()})
    project.spawn("-n2", "--dist=worksteal", "--lcbench-concurrency=16").assert_outcomes(passed=8)
    assert len(project.calls) == 8


def test_settings_from_the_ini_file_that_cannot_work_end_with_exit_4(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_suite = unheard-of\n")
    result = project.pytester.runpytest_subprocess("-n2")
    assert result.ret == 4
    assert "Traceback" not in result.stdout.str()
    result.stdout.fnmatch_lines(["*unheard-of*"])


def test_a_rejected_key_stops_every_worker(project: Project) -> None:
    project.suite(40)
    project.script("100", Company={"error": "bad_key", "message": "invalid key"})
    result = project.spawn("-n2", "--lcbench-concurrency=2")
    assert result.ret == 12
    assert len(project.calls) <= 4


@pytest.mark.parametrize("dist", ["load", "worksteal"])
def test_a_signal_to_the_controller_alone_ends_the_workers_calls(project: Project, monkeypatch: pytest.MonkeyPatch, dist: str) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.3")
    project.suite(120)
    command = [sys.executable, "-m", "pytest", *project.arguments("-n2", f"--dist={dist}", "--lcbench-concurrency=4")]
    with subprocess.Popen(command, cwd=project.path, stdout=subprocess.PIPE, text=True) as child:  # noqa: S603 - our own command
        deadline = time.monotonic() + 60
        while len(project.calls) < 8 and time.monotonic() < deadline:
            time.sleep(0.05)
        child.send_signal(signal.SIGTERM)
        sent = len(project.calls)
        shown, _ = child.communicate(timeout=60)
    assert child.returncode == pytest.ExitCode.INTERRUPTED
    assert len(project.calls) - sent <= 8, "of each worker those that were on their way"
    assert "to resume, paying for nothing twice" in shown
    assert "infrastructure" not in shown
    project.spawn("-n2", f"--dist={dist}", "--lcbench-concurrency=32").assert_outcomes(passed=120)
    assert len(project.calls) <= 120 + 4
