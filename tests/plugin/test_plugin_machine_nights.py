"""Asking anew night after night over workers with stores of their own: what came to its end begins again, and nothing else."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from plugin_project import Project

STOPPING = """
import pathlib

def test_own(lcbench_score, lcbench_case):
    assert not (pathlib.Path(__file__).with_name("stop").exists() and lcbench_case.id == "case-004")
"""
CASES = 12
IMPATIENT = "--lcbench-timeout=0.2"
"""A failed call is not tried for long."""


class Workers:
    """Workers of this machine, each in a folder and with a store of its own, kept from night to night.

    Args:
        project: the controller's.
        folders: theirs.

    """

    def __init__(self, project: Project, folders: list[Path]) -> None:
        self.project, self.folders = project, folders
        project.suite(CASES)
        project.pytester.makepyfile(test_own=STOPPING)
        for folder in folders:
            folder.mkdir()
            shutil.copytree(project.path / "data", folder / "data")
            for name in ("conftest.py", "test_own.py"):
                shutil.copy(project.path / name, folder / name)
            (folder / "pytest.ini").write_text("[pytest]\n")

    def night(
        self, says: str, *more: str, option: str = "--lcbench-fresh", script: Mapping[str, object] | None = None
    ) -> pytest.RunResult:
        """Run once under the fixed name; the model answers *says*, but as *script* has it."""
        for folder in self.folders:
            (folder / "script.json").write_text(json.dumps({**(script or {}), "default": says}))
        places = [f"--tx=popen//chdir={folder}" for folder in self.folders]
        return self.project.spawn("--dist=load", *places, "--lcbench-run=night", "--lcbench-concurrency=2", option, *more)

    def stop(self, says: str, *more: str) -> pytest.RunResult:
        """Run once, and end at the first failure, which is not the last case."""
        for folder in self.folders:
            (folder / "stop").touch()
        result = self.night(says, "-x", *more)
        for folder in self.folders:
            (folder / "stop").unlink()
        assert result.ret != 0
        return result

    @property
    def said(self) -> Counter[object]:
        """Count the rows by answer."""
        return Counter(row["response_text"] for row in self.project.rows())

    @property
    def calls(self) -> int:
        logs = [folder / "calls.log" for folder in self.folders]
        return sum(len(log.read_text().splitlines()) for log in logs if log.exists())


@pytest.fixture
def two(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Workers:
    """Two workers: each store gets a part of what it was to ask."""
    place = tmp_path_factory.mktemp("two")
    return Workers(project, [place / "first", place / "second"])


@pytest.fixture
def one(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Workers:
    """One worker, so that every item comes to the same store again."""
    return Workers(project, [tmp_path_factory.mktemp("one") / "only"])


def test_every_night_asks_everything_anew(two: Workers) -> None:
    for says in ("one", "two", "three"):
        two.night(says).assert_outcomes(passed=CASES)
        assert two.said == {says: CASES}
    assert two.calls == 3 * CASES


def test_a_night_of_failed_calls_is_not_gone_on_with_and_says_so(two: Workers) -> None:
    failing = {f"Company {k}?": {"error": "server"} for k in (2, 7, 8)}
    result = two.night("one", IMPATIENT, script=failing)
    assert result.ret == 12
    result.stdout.fnmatch_lines(["--lcbench-fresh has come to its end: the same command would begin it again; *"])
    result.stdout.no_fnmatch_line("to resume, paying for nothing twice*")
    two.night("two")
    assert two.said == {"two": CASES}


def test_judging_anew_begins_again_every_night(two: Workers) -> None:
    judge = "--lcbench-judge=scripted-judge"
    for rating in (30, 70, 90):
        two.night("100", judge, option="--lcbench-rejudge", script={"Candidate": f"Rating: [[{rating}]]"})
        assert {row["points"] for row in two.project.rows()} == {float(rating)}


def test_one_that_was_cut_short_is_gone_on_with_and_the_next_is_anew(one: Workers) -> None:
    one.stop("one")
    asked = one.calls
    one.night("two").assert_outcomes(passed=CASES)
    assert one.calls <= CASES + 2, "only what was in flight is asked again"
    assert one.said["one"] >= asked - 2 > 0
    one.night("three").assert_outcomes(passed=CASES)
    assert one.said == {"three": CASES}


def test_one_that_was_cut_short_twice_is_gone_on_with(one: Workers) -> None:
    one.stop("one")
    asked = one.calls
    one.stop("two")
    one.night("three")
    assert one.said["one"] >= asked - 2 > 0


def test_one_in_which_a_worker_died_is_gone_on_with(one: Workers) -> None:
    one.night("one", "--max-worker-restart=0", script={"Company 8?": {"error": "kill"}})
    asked = one.calls
    one.night("two").assert_outcomes(passed=CASES)
    assert one.said["one"] >= asked - 2 > 0


def test_an_ini_file_that_asks_anew_does_so_every_night_too(two: Workers) -> None:
    for folder in (two.project.path, *two.folders):
        (folder / "pytest.ini").write_text("[pytest]\nlcbench_fresh = true\n")
    for says in ("one", "two"):
        two.night(says, option="-q")
        assert two.said == {says: CASES}


def test_what_another_session_finished_is_not_gone_on_with_by_a_worker_that_missed_it(two: Workers) -> None:
    two.stop("one")
    missing = two.folders.pop()
    two.night("two").assert_outcomes(passed=CASES)
    two.folders.append(missing)
    two.night("three").assert_outcomes(passed=CASES)
    assert two.said == {"three": CASES}


def test_a_controller_that_has_lost_its_store_goes_on_with_nothing(one: Workers) -> None:
    one.stop("one")
    shutil.rmtree(one.project.path / "reports")
    one.night("two").assert_outcomes(passed=CASES)
    assert one.said == {"two": CASES}


def test_a_worker_with_the_controllers_store_beside_one_with_its_own_asks_anew_every_night(one: Workers) -> None:
    for says in ("one", "two", "three"):
        one.project.script(says)
        one.night(says, "--tx=popen").assert_outcomes(passed=CASES)
        assert one.said == {says: CASES}
    one.night("four", "--tx=popen", option="-q").stdout.no_fnmatch_line("*was not finished*")


def test_the_rows_of_the_night_before_are_not_counted_for_one_that_was_cut_short(one: Workers) -> None:
    one.night("one")
    one.stop("two")
    asked = one.said["two"]
    assert 0 < asked < CASES
    assert one.said["one"] == 0
    one.night("three").assert_outcomes(passed=CASES)
    assert one.said["two"] >= asked
    assert one.said["one"] == 0


def test_without_the_option_a_run_whose_asking_anew_was_cut_short_is_not_whole(one: Workers) -> None:
    def unfinished() -> str:
        held = json.loads((one.project.path / "reports" / "night" / "summary.json").read_text(encoding="utf-8"))
        return str(held["run"]["unfinished"])

    plain = "-q"
    one.night("old", option=plain)
    assert unfinished() == ""
    one.stop("new")
    one.night("new", option=plain).assert_outcomes(passed=CASES)
    assert "--lcbench-fresh was begun on other machines and has not come to its end" in unfinished()
    one.night("new").assert_outcomes(passed=CASES)
    one.night("new", option=plain).assert_outcomes(passed=CASES)
    assert unfinished() == ""
