"""Nothing paid for is paid for twice."""

from __future__ import annotations

import time

import pytest
from plugin_project import Project


def test_the_same_command_makes_no_call_again_and_prints_the_same_tables(project: Project) -> None:
    first = project.run("-q")
    calls = len(project.calls)
    second = project.run("-q")
    assert len(project.calls) == calls == 4
    assert _tables(first.outlines) == _tables(second.outlines)


def test_the_run_id_is_the_same_for_the_same_settings_and_selection_only(project: Project) -> None:
    for more in ((), (), ("--lcbench-seed=3",), ("-k", "set1")):
        project.run(*more)
    assert len(list((project.path / "reports").glob("*/results.jsonl"))) == 3


def test_concurrency_does_not_change_the_run(project: Project) -> None:
    project.run("--lcbench-concurrency=1")
    project.run("--lcbench-concurrency=7")
    assert len(project.rows()) == 4


def test_another_epoch_is_another_answer(project: Project) -> None:
    project.run()
    project.run("--lcbench-epochs=2")
    assert len(project.calls) == 8


def test_a_changed_question_is_asked_again(project: Project) -> None:
    project.run()
    project.suite(question="And the revenue?")
    project.run()
    assert len(project.calls) == 8


def test_answers_survive_a_killed_process(project: Project) -> None:
    project.suite(6)
    project.script("100", **{"Company 4?": {"error": "kill"}})
    project.spawn("--lcbench-concurrency=1")
    assert len(project.calls) == 5
    project.script("100")
    result = project.run("--lcbench-concurrency=1")
    result.assert_outcomes(passed=6)
    assert len(project.calls) == 7, "only the case that was in flight and the one after it are asked"


def test_a_run_stopped_by_x_names_what_was_not_run_and_resumes(project: Project) -> None:
    project.suite(12)
    result = project.run("-x", "--lcbench-pass-score=100", "-k", "not case-000", "--lcbench-concurrency=2")
    assert result.ret == 1
    assert len(project.calls) <= 4
    states = [row["error_class"] for row in project.rows()]
    assert "not_run" in states
    result.stdout.fnmatch_lines(["to resume, paying for nothing twice: pytest *--lcbench-model=scripted*"])


def test_fresh_asks_anew_once_and_the_newest_answers_count_afterwards(project: Project) -> None:
    project.run()
    project.script("The revenue is 318.")
    project.run("--lcbench-fresh")
    assert len(project.calls) == 8
    project.run()
    assert len(project.calls) == 8
    assert {row["case_id"]: row["points"] for row in project.rows()}["case-001"] == 100.0


def test_fresh_over_workers_asks_every_case_once(project: Project) -> None:
    project.suite(10)
    project.run()
    project.spawn("-n2", "--lcbench-fresh").assert_outcomes(passed=10)
    assert len(project.calls) == 20


def test_rejudge_asks_the_judge_anew_and_not_the_model(project: Project) -> None:
    project.script("100", Candidate="Rating: [[30]]")
    project.run("--lcbench-judge=scripted-judge")
    assert {row["points"] for row in project.rows()} == {30.0}
    project.script("100", Candidate="Rating: [[70]]")
    project.run("--lcbench-judge=scripted-judge", "--lcbench-rejudge")
    assert {row["points"] for row in project.rows()} == {70.0}
    assert len([call for call in project.calls if "Rating" in str(call["prompt"])]) == 8
    assert len(project.calls) == 12


def test_a_store_of_another_program_is_refused_and_left_alone(project: Project) -> None:
    (project.path / "reports").mkdir()
    store = project.path / "reports" / "store.sqlite"
    store.write_bytes(b"not a database at all, but somebody's file" * 100)
    before = store.read_bytes()
    result = project.run()
    assert result.ret == 4
    assert store.read_bytes() == before
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


def _tables(lines: list[str]) -> list[str]:
    start = next(number for number, line in enumerate(lines) if "= lcbench =" in line)
    return [
        line for line in lines[start:] if not line.startswith(("from store", "latency", "cost", "calls of")) and " passed" not in line
    ]


def test_being_terminated_prints_partial_tables_and_how_to_resume(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.2")
    project.suite(40)
    project.pytester.makepyfile(
        test_own="import os, signal\n"
        "def test_own(lcbench_score, lcbench_case):\n"
        "    if lcbench_case.id == 'case-004':\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
    )
    result = project.spawn("--lcbench-concurrency=4")
    assert result.ret == 2
    result.stdout.fnmatch_lines(["*= lcbench =*", "without points: *", "to resume, paying for nothing twice: pytest *"])
    assert len(project.calls) < 40


def test_a_resumed_run_does_the_same_with_warnings_as_errors(project: Project) -> None:
    project.suite(6)
    project.run("-k", "set1 or set2")
    project.run("-W", "error").assert_outcomes(passed=6)


INTERRUPTING = """
def test_own(lcbench_score, lcbench_case):
    if lcbench_case.id == "case-000":
        open("interrupted", "w").close()
        raise KeyboardInterrupt
"""


def test_what_arrives_the_moment_a_session_is_interrupted_is_stored_and_nothing_more_is_sent(project: Project) -> None:
    project.suite(8)
    project.pytester.makepyfile(test_own=INTERRUPTING)
    # Of four in flight the first ends the session; the answers of two come right after, and all others are far off.
    later = {"Company 1?": 0.2, "Company 2?": 0.25} | {f"Company {number}?": 30.0 for number in range(3, 8)}
    project.script("100", **{company: {"text": "100", "after": after, "once": "interrupted"} for company, after in later.items()})
    began = time.monotonic()
    assert project.spawn("--lcbench-concurrency=4").ret == pytest.ExitCode.INTERRUPTED
    assert time.monotonic() - began < 20
    assert len(project.calls) <= 5, "one may have been sent when the first came, none when the others did"
    project.pytester.makepyfile(test_own="def test_own(lcbench_score):\n    assert lcbench_score.points is not None\n")
    project.script("100")
    begun = len(project.calls)
    project.spawn("--lcbench-concurrency=4").assert_outcomes(passed=8)
    assert len(project.calls) - begun <= 8 - 3, "the three that came are not asked again"
