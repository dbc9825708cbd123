"""Asking anew is a thing of the run: an interrupted one goes on, nothing it paid for is paid for twice, and reports are of it alone."""

from __future__ import annotations

import shlex

import pytest
from plugin_project import Project

from pytest_lcbench.cli import main

RESUME = "to resume, paying for nothing twice: pytest "
STOPPING = """
import pathlib

def test_own(lcbench_score, lcbench_case):
    assert not (pathlib.Path(__file__).with_name("stop").exists() and lcbench_case.id == "case-004")
"""
ONE = "--lcbench-concurrency=1"


@pytest.fixture
def ten(project: Project) -> Project:
    """Ten cases; while there is a file ``stop``, the fifth fails."""
    project.suite(10)
    project.pytester.makepyfile(test_own=STOPPING)
    return project


def stop(project: Project, *more: str) -> tuple[list[str], int]:
    """Run until the fifth case fails; return what was printed and how many calls were made."""
    (project.path / "stop").touch()
    before = len(project.calls)
    result = project.run("-x", ONE, *more)
    (project.path / "stop").unlink()
    assert result.ret != 0
    return result.outlines, len(project.calls) - before


def scored(project: Project) -> int:
    return sum(row["state"] == "scored" for row in project.rows())


def resume_line(lines: list[str]) -> list[str]:
    (line,) = [line for line in lines if line.startswith(RESUME)]
    return shlex.split(line.removeprefix(RESUME))


def test_an_interrupted_fresh_run_reports_its_own_rows_alone_and_prints_how_to_go_on(ten: Project) -> None:
    ten.run()
    lines, asked = stop(ten, "--lcbench-fresh")
    rows = scored(ten)
    assert 5 <= rows <= asked <= 6, "one may have arrived that no test had collected"
    assert any(f" {rows}/10 items have points" in line for line in lines)
    assert "--lcbench-fresh" in resume_line(lines)
    assert f"--lcbench-fresh is not finished: {10 - rows} items are left, and the same command goes on with them" in lines


def test_the_printed_command_goes_on_and_pays_for_nothing_twice(ten: Project) -> None:
    ten.run()
    ten.script("The revenue is 318.")
    lines, asked = stop(ten, "--lcbench-fresh")
    rows = scored(ten)
    result = ten.pytester.runpytest_inprocess(*(argument for argument in resume_line(lines) if argument != "-x"))
    result.assert_outcomes(passed=10)
    assert len(ten.calls) == 20
    assert asked < 10
    assert {row["response_text"] for row in ten.rows()} == {"The revenue is 318."}
    result.stdout.fnmatch_lines([f"*--lcbench-fresh goes on with what it began and did not finish: {rows} of 10 items were there*"])


def test_a_finished_fresh_run_is_followed_by_a_new_one(ten: Project) -> None:
    ten.run("--lcbench-fresh")
    result = ten.run("--lcbench-fresh")
    assert len(ten.calls) == 20
    result.stdout.no_fnmatch_line("*goes on with what*")
    result.stdout.no_fnmatch_line("*is not finished*")


def test_a_killed_fresh_run_goes_on(ten: Project) -> None:
    ten.run()
    ten.script("The revenue is 318.", **{"Company 6?": {"error": "kill"}})
    ten.spawn("--lcbench-fresh", ONE)
    asked = len(ten.calls) - 10
    assert asked <= 8
    ten.script("The revenue is 318.")
    ten.run("--lcbench-fresh", ONE).assert_outcomes(passed=10)
    assert len(ten.calls) <= 10 + 10 + 2, "only what was in flight is asked again"
    assert {row["response_text"] for row in ten.rows()} == {"The revenue is 318."}


@pytest.mark.parametrize("dist", ["load", "worksteal"])
def test_workers_go_on_with_one_begun_in_one_process(ten: Project, dist: str) -> None:
    ten.run()
    _, asked = stop(ten, "--lcbench-fresh")
    rows = scored(ten)
    result = ten.spawn("-n2", f"--dist={dist}", "--lcbench-fresh")
    result.assert_outcomes(passed=10)
    # One that was in flight when the fifth case failed may have been cancelled: it had no answer.
    made = len(ten.calls)
    assert made in {20, 21}
    assert asked < 10
    result.stdout.fnmatch_lines([f"--lcbench-fresh goes on with what it began *: {rows} of 10 items were there"])
    ten.spawn("-n2", f"--dist={dist}", "--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == made + 10


def test_an_interrupted_rejudging_goes_on(ten: Project) -> None:
    judge = "--lcbench-judge=scripted-judge"
    ten.script("100", Candidate="Rating: [[30]]")
    ten.run(judge)
    ten.script("100", Candidate="Rating: [[70]]")
    lines, asked = stop(ten, judge, "--lcbench-rejudge")
    assert 5 <= scored(ten) <= asked <= 6
    assert [row["points"] for row in ten.rows() if row["points"] is not None] == [70.0] * scored(ten)
    assert "--lcbench-rejudge" in resume_line(lines)
    ten.run(judge, "--lcbench-rejudge").assert_outcomes(passed=10)
    assert len(ten.calls) == 20 + 10
    assert {row["points"] for row in ten.rows()} == {70.0}
    ten.run(judge, "--lcbench-rejudge")
    assert len(ten.calls) == 20 + 20


def test_without_the_option_the_last_answers_count_and_a_line_says_so(ten: Project) -> None:
    ten.run()
    ten.script("The revenue is 318.")
    stop(ten, "--lcbench-fresh")
    asked, left = len(ten.calls), 10 - scored(ten)
    result = ten.run()
    result.assert_outcomes(passed=10)
    assert len(ten.calls) == asked
    result.stdout.fnmatch_lines(
        [f"--lcbench-fresh was not finished for {left} of these items: they count as last answered; add it to go on"]
    )
    ten.run("--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == 20
    assert {row["response_text"] for row in ten.rows()} == {"The revenue is 318."}


def test_a_larger_selection_joins_what_is_open_in_a_named_run(ten: Project) -> None:
    named = "--lcbench-run=named"
    ten.run(named)
    stop(ten, named, "--lcbench-fresh", "-k", "set1 or set2")  # cases 0, 1, 4, 5, 8, 9
    asked = len(ten.calls)
    assert 13 <= asked <= 14
    ten.run(named, "--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == 20


def test_a_smaller_selection_goes_on_and_leaves_the_rest_open(ten: Project) -> None:
    named = "--lcbench-run=named"
    ten.run(named)
    stop(ten, named, "--lcbench-fresh")
    ten.run(named, "--lcbench-fresh", "-k", "set1")  # cases 0, 4, 8
    ten.run(named, "--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == 20


def test_what_is_finished_of_a_selection_is_asked_anew_on_request_and_not_once_more_by_the_rest(ten: Project) -> None:
    named = "--lcbench-run=named"
    ten.run(named)
    _, asked = stop(ten, named, "--lcbench-fresh")
    ten.run(named, "--lcbench-fresh", "-k", "case-000")
    assert len(ten.calls) == 10 + asked + 1
    ten.run(named, "--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == 20 + 1


def test_other_settings_are_another_run_with_its_own(ten: Project) -> None:
    ten.run()
    stop(ten, "--lcbench-fresh")
    before = len(ten.calls)
    ten.run("--lcbench-fresh", "--lcbench-seed=3").assert_outcomes(passed=10)
    assert len(ten.calls) == before + 10


def test_a_fresh_run_that_a_rejected_key_stopped_goes_on(ten: Project) -> None:
    ten.run()
    ten.script("The revenue is 318.", **{"Company 6?": {"error": "bad_key"}})
    ten.run("--lcbench-fresh", ONE)
    ten.script("The revenue is 318.")
    ten.run("--lcbench-fresh", ONE).assert_outcomes(passed=10)
    assert len(ten.calls) <= 10 + 10 + 2
    assert {row["response_text"] for row in ten.rows()} == {"The revenue is 318."}


def test_tests_that_want_answers_alone_go_on_as_well(ten: Project) -> None:
    ten.pytester.makepyfile(test_own=STOPPING.replace("lcbench_score", "lcbench_response"))
    ten.run()
    _, asked = stop(ten, "--lcbench-fresh")
    assert asked < 10
    ten.run("--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == 20
    ten.run("--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == 30


def test_an_estimate_counts_what_is_left_of_an_unfinished_fresh_run(ten: Project) -> None:
    ten.run()
    _, asked = stop(ten, "--lcbench-fresh")
    result = ten.run("--lcbench-fresh", "--lcbench-estimate")
    result.stdout.fnmatch_lines([f"model * {10 - asked} *", f"in the store, not paid again: {asked} answers*"])
    assert len(ten.calls) == 10 + asked


def test_pruning_older_answers_leaves_an_unfinished_fresh_run_as_it_is(ten: Project) -> None:
    ten.run()
    ten.script("The revenue is 318.")
    stop(ten, "--lcbench-fresh")
    assert main(["cache", "prune", "--superseded", "--yes", "--reports", str(ten.path / "reports")]) == 0
    ten.run("--lcbench-fresh").assert_outcomes(passed=10)
    assert len(ten.calls) == 20
    assert {row["response_text"] for row in ten.rows()} == {"The revenue is 318."}


def test_an_interrupt_after_the_last_item_of_a_fresh_run_says_that_nothing_is_left(ten: Project) -> None:
    ten.pytester.makepyfile(
        test_own="""
        def test_own(lcbench_score, lcbench_case):
            if lcbench_case.id == "case-009":
                raise KeyboardInterrupt
        """
    )
    result = ten.spawn("--lcbench-fresh", ONE)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["nothing is left to resume: the same command would begin --lcbench-fresh again"])
    result.stdout.no_fnmatch_line(f"{RESUME}*")


def test_a_second_night_under_the_name_of_the_first_is_said_in_its_verdict_to_rest_on_the_first(ten: Project) -> None:
    night = ("--lcbench-run=night", "--lcbench-fresh", "--lcbench-gate=avg >= 1")
    ten.script("100", **{"Company 8?": {"error": "server"}})
    ten.run(*night, "--lcbench-timeout=0.2")
    ten.script("100")
    result = ten.run(*night)
    told = "of the run, 9 of 10 items were asked anew by an earlier session, which ended with failed calls"
    result.stdout.fnmatch_lines([f"*{told}*"])
    verdict = (ten.path / "reports" / "night" / "gate.json").read_text()
    assert told in verdict
    third = ten.run(*night)
    assert told not in third.stdout.str(), "the third is whole again"


def test_a_verdict_after_going_on_with_what_was_cut_short_says_nothing_of_it(ten: Project) -> None:
    gate = "--lcbench-gate=avg >= 1"
    stop(ten, "--lcbench-fresh", gate)
    shown = ten.run("--lcbench-fresh", gate).stdout.str()
    assert "gate: " in shown
    assert "by an earlier session" not in shown


def test_a_case_that_is_skipped_before_its_answer_came_is_not_waited_for(ten: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.1")
    ten.pytester.makepyfile(
        test_own="""
        import pytest

        @pytest.fixture(autouse=True)
        def known(lcbench_case):
            if lcbench_case.id == "case-009":
                pytest.skip("known to be wrong")

        def test_own(lcbench_score):
            pass
        """
    )
    for says in ("The revenue is 318.", "The revenue is 319."):
        ten.script(says)
        result = ten.run("--lcbench-fresh", ONE)
        result.assert_outcomes(passed=9, skipped=1)
        assert [row["response_text"] for row in ten.rows() if row["state"] == "scored"] == [says] * 9
        result.stdout.no_fnmatch_line("*is not finished*")
        result.stdout.no_fnmatch_line("*goes on with*")
        result.stdout.no_fnmatch_line(f"{RESUME}*")
