"""One run over several machines: interpreters behind loopback sockets, each with its own folder and store."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from other_machines import Machines
from plugin_project import Project

import pytest_lcbench
from pytest_lcbench.running.row import TRANSIENT_FIELDS
from pytest_lcbench.xdist import has_remote_workers, replace_no_socket


@pytest.fixture
def machines(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Return machines to be started, with the package that this test imported."""
    place = str(Path(pytest_lcbench.__file__).resolve().parent.parent)
    paths = [place, *filter(None, [os.environ.get("PYTHONPATH")])]
    with Machines(tmp_path_factory.mktemp("machines"), project.path, os.environ | {"PYTHONPATH": os.pathsep.join(paths)}) as started:
        yield started


def _stable(project: Project) -> list[dict[str, object]]:
    return [{name: value for name, value in row.items() if name not in TRANSIENT_FIELDS} for row in project.rows()]


def _summary(project: Project) -> dict[str, object]:
    (found,) = (project.path / "reports").glob("*/summary.json")
    summary: dict[str, dict[str, object]] = json.loads(found.read_text())
    del summary["timing"], summary["run"]["answered"]
    return dict(summary)


def _answers(folder: Path) -> int:
    store = folder / "reports" / "store.sqlite"
    if not store.exists():
        return 0
    with sqlite3.connect(store) as connection:
        (count,) = connection.execute("SELECT COUNT(*) FROM responses").fetchone()
    connection.close()
    return int(count)


def _forget(project: Project) -> None:
    for entry in sorted((project.path / "reports").rglob("*"), reverse=True):
        entry.rmdir() if entry.is_dir() else entry.unlink()


def test_two_machines_give_the_rows_and_figures_of_one_process_and_keep_their_answers(project: Project, machines: Machines) -> None:
    project.suite(15)
    project.script("100", **{"Company 3?": "10\udc80 \u202e\u0000 3", "Company 9?": ""})
    project.spawn("-n0").assert_outcomes(passed=15)
    rows, summary = _stable(project), _summary(project)
    _forget(project)
    first, second = machines.start("first"), machines.start("second")
    result = project.spawn(*machines.arguments())
    result.assert_outcomes(passed=15)
    assert _stable(project) == rows
    assert _summary(project) == summary
    assert _answers(project.path) == 0
    assert 0 < _answers(first) < 15
    assert _answers(first) + _answers(second) == 15
    result.stdout.fnmatch_lines(
        [
            "lcbench: workers with stores of their own: *hold in each store by itself",
            "from workers with stores of their own: 15 items, *",
        ]
    )


def test_workers_of_one_store_tell_nothing_twice(project: Project) -> None:
    result = project.spawn("-n2")
    result.assert_outcomes(passed=4)
    result.stdout.no_fnmatch_line("*stores of their own*")


def test_a_worker_in_another_folder_of_this_machine_has_a_store_of_its_own(project: Project, machines: Machines) -> None:
    folder = machines.start("beside")
    result = project.spawn("--dist=load", f"--tx=popen//chdir={folder}")
    result.assert_outcomes(passed=4)
    assert len(project.rows()) == _answers(folder) == 4
    assert _answers(project.path) == 0


def test_a_run_of_which_a_part_was_asked_anew_on_another_machine_is_not_whole(project: Project, machines: Machines) -> None:
    project.suite(8)
    place = ("--dist=load", f"--tx=popen//chdir={machines.start('beside')}", "--lcbench-run=x")
    project.spawn(*place)
    project.spawn(*place, "--lcbench-fresh", "-k", "set1").assert_outcomes(passed=2)
    result = project.spawn(*place)
    result.assert_outcomes(passed=8)
    result.stdout.fnmatch_lines(["*the run is not whole, 2 of the answers here were asked anew (the last by this run *"])
    assert _summary(project)["run"]["unfinished"]  # type: ignore[index] # the schema is of the report
    again = project.spawn(*place, "--lcbench-fresh")
    again.assert_outcomes(passed=8)
    again.stdout.no_fnmatch_line("*is not whole*")


def test_what_a_dying_machine_had_told_is_kept(project: Project, machines: Machines) -> None:
    project.suite(12)
    for name in ("first", "second"):
        machines.start(name)
    project.script("100", **{"Company 7?": {"error": "kill"}})
    for folder in machines.folders:
        (folder / "script.json").write_text((project.path / "script.json").read_text())
    result = project.spawn(*machines.arguments("--lcbench-concurrency=2"))
    rows = {str(row["case_id"]): row for row in project.rows()}
    assert len(rows) == 12
    assert rows["case-007"]["error_class"] in {"worker_lost", "not_run"}
    told = [name for name, row in rows.items() if row["state"] == "scored"]
    # The machine that died had finished cases of its own before, and is not there any more to be asked for them.
    assert len(told) > min(map(_answers, machines.folders))
    assert result.ret == 12
    result.stdout.no_fnmatch_line("INTERNALERROR*")


def test_a_key_that_is_rejected_on_a_machine_is_the_runs_reason(project: Project, machines: Machines) -> None:
    project.suite(12)
    project.script("100", Company={"error": "bad_key", "message": "invalid key"})
    machines.start("first")
    machines.start("second")
    result = project.spawn(*machines.arguments())
    assert result.ret == 12
    result.stdout.fnmatch_lines(["*infrastructure: *bad_key: invalid key*"])


def test_a_gate_needs_its_policy_and_baseline_on_the_controller_only(project: Project, machines: Machines) -> None:
    project.suite(24)
    project.spawn("-n0", "--lcbench-run=before").assert_outcomes(passed=24)
    (project.path / "policy.toml").write_text('criteria = ["avg drop < 8"]\n')
    machines.start("first")
    result = project.spawn(*machines.arguments("--lcbench-run=after", "--lcbench-baseline=before", "--lcbench-gate=policy.toml"))
    result.stdout.fnmatch_lines(["lcbench: gate: PASS, exit 0: *"])
    assert result.ret == 0


def test_a_machine_without_the_data_is_told_as_such(project: Project, machines: Machines) -> None:
    folder = machines.start("first")
    (folder / "data").rename(folder / "elsewhere")
    result = project.spawn(*machines.arguments())
    assert result.ret == 4


@pytest.mark.parametrize(
    ("workers", "told"),
    [
        (["popen"], False),
        (["2*popen"], False),
        (["popen//python=python3.12"], False),
        (["popen//chdir=/work"], True),
        (["popen", "ssh=user@host//chdir=/work"], True),
        (["3*socket=host:8888"], True),
    ],
)
def test_workers_that_start_elsewhere_are_told_from_those_that_do_not(
    pytester: pytest.Pytester, workers: list[str], told: bool
) -> None:
    config = pytester.parseconfig("--dist=load", *(f"--tx={spec}" for spec in workers))
    config.pluginmanager.register(object(), "dsession")
    assert has_remote_workers(config) is told


@pytest.mark.parametrize(
    ("options", "restarts"),
    [
        (["--tx=socket=host:8888"], "0"),
        (["--tx=socket=host:8888", "--max-worker-restart=3"], "3"),
        (["--tx=ssh=host"], None),
        (["--tx=popen"], None),
    ],
)
def test_only_what_is_behind_a_socket_is_not_started_again(pytester: pytest.Pytester, options: list[str], restarts: str | None) -> None:
    config = pytester.parseconfig("--dist=load", *options)
    replace_no_socket(config)
    assert config.option.maxworkerrestart == restarts
