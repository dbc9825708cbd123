"""Sessions that died, were ended, or go on: what their run's folder says meanwhile, and that no older verdict speaks for them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from other_machines import Machines
from plugin_project import Project

import pytest_lcbench
from pytest_lcbench.cli import main
from pytest_lcbench.reporting.unfinished import put_mark

CASES = 24
GATE = "--lcbench-gate=avg >= 60"
RUN = "--lcbench-run=new"
IN_HAND = "the run is not whole: a session of it has begun and not finished"


def right(**but: object) -> dict[str, Any]:
    return {f"Company {k}?": f"The revenue is {317 + k}." for k in range(CASES)} | but


@pytest.fixture
def passed(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with the run ``new``, which passed its gate."""
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    project.script(**right())
    project.tell_models_apart()
    assert project.run(RUN, GATE).ret == 0
    assert (project.path / "reports" / "new" / "verdicts.json").exists()
    return project


def folder(project: Project) -> Path:
    return project.path / "reports" / "new"


def marks(project: Project) -> list[str]:
    return sorted(path.name for path in folder(project).glob("unfinished-*"))


def die(project: Project, *more: str) -> None:
    """Have a session of the run killed while it asks for its last case."""
    project.script(**right(**{"Company 23?": {"error": "kill"}}))
    assert project.spawn(RUN, *more).ret not in {0, 4, 10, 11, 12}
    project.script(**right())


def gate(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["gate", *(arguments or ("new", "--policy=avg >= 60"))])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("more", [("--lcbench-fresh",), ("--lcbench-model=scripted-other",)], ids=" ".join)
def test_a_session_that_died_leaves_no_pass_until_the_same_command_has_run_to_its_end(
    passed: Project, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    die(passed, *more)
    assert len(marks(passed)) == 1
    assert not (folder(passed) / "verdicts.json").exists()
    assert "PASS" not in (folder(passed) / "report.html").read_text(encoding="utf-8")
    code, said = gate(capsys)
    assert code == 12
    assert f"INFRASTRUCTURE, exit 12: {IN_HAND}" in said
    assert "run the same command again; stored answers cost nothing" in said
    assert main(["report", "new", "--format=pr"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("## lcbench: NOT WHOLE, coverage")
    assert "a session of it has begun and not finished" in shown
    assert "pass" not in shown.split("| ---")[0].lower()
    assert passed.run(RUN, *more).ret == 0
    assert marks(passed) == []
    assert gate(capsys)[0] == 0


def test_workers_that_died_with_their_controller_leave_no_pass_either(passed: Project, capsys: pytest.CaptureFixture[str]) -> None:
    conftest = passed.path / "conftest.py"
    text = conftest.read_text(encoding="utf-8")
    conftest.write_text(text.replace("os.kill(os.getpid(), 9)", "os.killpg(os.getpgid(0), 9)"), encoding="utf-8")
    passed.script(**right(**{"Company 23?": {"error": "kill"}}))
    # In a process group of its own, so that the kill ends it and not this one.
    code = "import os, sys, pytest; os.setpgid(0, 0); sys.exit(pytest.main(sys.argv[1:]))"
    arguments = passed.arguments(RUN, "--lcbench-fresh", "-n2")
    assert passed.pytester.run(sys.executable, "-c", code, *arguments).ret == -9
    assert len(marks(passed)) == 1
    assert gate(capsys)[0] == 12


KILL = """

def pytest_runtest_logreport(report):
    if report.when == "teardown" and "005" in report.nodeid:
        os.kill(os.getpid(), 9)
"""


def test_a_controller_that_died_leaves_no_pass_where_workers_have_stores_of_their_own(
    passed: Project, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    package = str(Path(pytest_lcbench.__file__).resolve().parents[1])
    with Machines(tmp_path_factory.mktemp("machines"), passed.path, os.environ | {"PYTHONPATH": package}) as machines:
        there = machines.start("first")
        conftest = passed.path / "conftest.py"
        conftest.write_text(conftest.read_text(encoding="utf-8") + KILL, encoding="utf-8")
        assert passed.spawn(RUN, "--lcbench-fresh", *machines.arguments()).ret == -9
    assert len(marks(passed)) == 1
    assert not list(there.glob("reports/*/unfinished-*"))
    assert gate(capsys)[0] == 12


def test_a_run_in_hand_is_no_baseline_and_comparison_merge_and_report_say_so(
    passed: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert passed.run("--lcbench-run=other").ret == 0
    die(passed, "--lcbench-fresh")
    before = len(passed.calls)
    result = passed.run("--lcbench-run=third", "--lcbench-baseline=new", "--lcbench-fresh")
    assert result.ret == 4
    assert "--lcbench-baseline=new is not whole: a session of it has begun" in result.stderr.str()
    assert len(passed.calls) == before
    code, said = gate(capsys, "other", "--baseline=new", "--policy=avg drop < 25")
    assert code == 12
    assert "the baseline is not whole: a session of it has begun" in said
    assert main(["compare", "new", "other"]) == 0
    assert "run 'new' is not whole: a session of it has begun" in capsys.readouterr().out
    assert main(["merge", "new", "--run=merged"]) == 12
    assert "not whole: of new: a session of it has begun" in capsys.readouterr().out
    assert gate(capsys, "merged", "--policy=avg >= 60")[0] == 12
    for form in ("terminal", "markdown"):
        assert main(["report", "new", f"--format={form}"]) == 0
        assert "the run is not whole, a session of it" in " ".join(capsys.readouterr().out.split())


def test_a_session_leaves_the_mark_of_another_that_goes_on(passed: Project, capsys: pytest.CaptureFixture[str]) -> None:
    # The other one is this process; the session is a child of it.
    put_mark(folder(passed), "other")
    assert passed.spawn(RUN).ret == 0
    assert marks(passed) == ["unfinished-other"]
    assert gate(capsys)[0] == 12


@pytest.mark.parametrize("left", ["", "{", '{"maker": "run", "host": "elsewhere", "pid": 1, "started": ""}'])
def test_a_mark_that_nobody_holds_any_more_goes_with_the_next_session(
    passed: Project, left: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder(passed) / "unfinished-dead").write_text(left, encoding="utf-8")
    assert gate(capsys)[0] == 12
    assert passed.run(RUN).ret == 0
    assert marks(passed) == []
    assert gate(capsys)[0] == 0


@pytest.mark.parametrize(
    "more", [("--collect-only",), ("--setup-plan",), ("--lcbench-estimate",), ("-k", "nothing"), ("--lcbench-seed=x",)], ids=" ".join
)
def test_a_session_in_which_nothing_is_run_leaves_the_verdict(
    passed: Project, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    passed.run(RUN, "--lcbench-fresh", *more)
    assert marks(passed) == []
    capsys.readouterr()
    assert main(["report", "new", "--format=pr"]) == 0
    assert capsys.readouterr().out.startswith("## lcbench: pass")


def test_tests_that_ask_for_no_score_leave_the_verdict(passed: Project) -> None:
    passed.pytester.makepyfile(test_own="def test_context(lcbench_context):\n    assert lcbench_context\n")
    assert passed.run(RUN).ret == 0
    assert marks(passed) == []
    assert (folder(passed) / "verdicts.json").exists()


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_folder_that_cannot_be_written_is_one_line_before_any_call(passed: Project, workers: str) -> None:
    (folder(passed) / "verdicts.json").unlink()
    (folder(passed) / "verdicts.json").mkdir()
    before = len(passed.calls)
    result = passed.spawn(RUN, "--lcbench-fresh", "-n", workers)
    assert result.ret == 4
    said = result.stdout.str() + result.stderr.str()
    assert "the report cannot be written: " in said
    assert "Traceback" not in said
    assert len(passed.calls) == before


@pytest.mark.parametrize("workers", ["0", "2"])
def test_an_ended_session_judged_again_is_not_whole_until_resumed(
    project: Project, workers: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    project.script(**right(**{f"Company {k}?": {"error": "bad_request"} for k in (3, 4)}))
    policy = "avg >= 60; cases = answered; minimum_coverage = 0"
    assert project.spawn(RUN, "--maxfail=2", f"--lcbench-gate={policy}", "-n", workers, "--lcbench-concurrency=2").ret == 12
    code, said = gate(capsys, "new", f"--policy={policy}")
    assert code == 12
    assert "the run is not whole: its last session was ended with " in said
    assert " of 24 items not run (-x or --maxfail ended it); run the same command again" in said
    assert "not whole" in (folder(project) / "tables.md").read_text(encoding="utf-8")
    result = project.run("--lcbench-run=third", "--lcbench-baseline=new")
    assert result.ret == 4
    assert "--lcbench-baseline=new is not whole: its last session was ended" in result.stderr.str()
    project.script(**right())
    assert project.run(RUN, "--maxfail=2").ret == 0
    assert gate(capsys, "new", f"--policy={policy}")[0] == 0


ENDS = {
    "an interrupt": ("raise KeyboardInterrupt", 2),
    "pytest.exit with code 0": ("pytest.exit('enough', returncode=0)", 12),
    "a plugin that stops": ("request.session.shouldstop = 'enough'", 2),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_session_broken_off_is_remembered_as_such(
    project: Project, end: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    project.script(**right())
    statement, code = ENDS[end]
    module = f"import pytest\ndef test_own(lcbench_score, request):\n    if '020' in lcbench_score.case_id:\n        {statement}\n"
    project.pytester.makepyfile(test_own=module)
    policy = "avg >= 60; cases = answered; minimum_coverage = 0"
    assert project.spawn(RUN, f"--lcbench-gate={policy}", "--lcbench-concurrency=1").ret == code
    summary: dict[str, Any] = json.loads((folder(project) / "summary.json").read_text(encoding="utf-8"))
    assert "(it was interrupted); run the same command again" in summary["run"]["unfinished"]
    assert gate(capsys, "new", f"--policy={policy}")[0] == 12


def test_a_fault_that_ended_a_session_is_remembered_if_cases_were_left(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    policy = "--policy=avg >= 60; cases = answered; minimum_coverage = 0"
    project.script(**right(**{"Company 23?": {"error": "bad_key", "message": "no such key"}}))
    assert project.run(RUN, "--lcbench-concurrency=1").ret == 12
    # The key died at the last case: no item was left out, and what was answered may be judged.
    assert gate(capsys, "new", policy)[0] == 0
    project.script(**right(**{"Company 9?": {"error": "bad_key", "message": "no such key"}}))
    assert project.run("--lcbench-run=other", "--lcbench-concurrency=1", "--lcbench-fresh").ret == 12
    code, said = gate(capsys, "other", policy)
    assert code == 12
    assert "its last session was ended with " in said
    assert "no such key" in said


def test_a_ceiling_that_ended_a_session_is_remembered(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    project.script(**right())
    assert project.run(RUN, "--lcbench-concurrency=1", "--lcbench-max-cost=6").ret == 12
    code, said = gate(capsys, "new", "--policy=avg >= 60; cases = answered; minimum_coverage = 0")
    assert code == 12
    assert "(--lcbench-max-cost" in said
    assert project.run(RUN).ret == 0
    assert gate(capsys)[0] == 0


def test_a_run_whose_workers_died_passes_no_gate_over_the_answered_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    project.script(**right(**{"Company 20?": {"error": "kill"}}))
    policy = "avg >= 60; cases = answered; minimum_coverage = 0"
    result = project.spawn(RUN, "-n2", "--max-worker-restart=0", f"--lcbench-gate={policy}", "--lcbench-concurrency=2")
    assert result.ret == 12
    assert "items not run (workers died); run the same command again" in result.stdout.str()
    assert gate(capsys, "new", f"--policy={policy}")[0] == 12
    project.script(**right())
    assert project.run(RUN, f"--lcbench-gate={policy}").ret == 0


@pytest.mark.parametrize(("narrowed", "after"), [((), 0), (("-k", "not set1"), 11)], ids=["whole", "narrowed"])
def test_newer_answers_beside_older_ones_pass_no_gate_until_asking_anew_has_ended(
    passed: Project, capsys: pytest.CaptureFixture[str], narrowed: tuple[str, ...], after: int
) -> None:
    die(passed, "--lcbench-fresh")
    assert passed.run(RUN, *narrowed).ret == 0
    code, output = gate(capsys)
    assert code == 12, output
    assert "--lcbench-fresh was not finished for" in output
    assert "they count as last answered; add it to go on" in output
    assert passed.run(RUN, "--lcbench-fresh", *narrowed).ret == 0
    assert gate(capsys)[0] == after, "what is selected is of one kind now; of a narrowed run a gate over all its cases cannot tell"


def test_answers_of_another_run_that_asks_anew_and_is_not_done_are_not_mixed_in_silently(
    passed: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    passed.script(**right(**{"Company 9?": {"error": "kill"}}))
    assert passed.spawn("--lcbench-run=anew", "--lcbench-fresh", "--lcbench-concurrency=1").ret not in {0, 4, 10, 11, 12}
    passed.script(**right())
    assert passed.run("--lcbench-run=other").ret == 0
    capsys.readouterr()
    assert main(["gate", "other", "--policy=avg >= 60"]) == 12
    assert "of the answers here were asked anew (the last by run 'anew' with --lcbench-fresh)" in capsys.readouterr().out
    assert passed.run("--lcbench-run=anew", "--lcbench-fresh").ret == 0
    assert passed.run("--lcbench-run=other").ret == 0
    assert main(["gate", "other", "--policy=avg >= 60"]) == 0


ANEW_ONE = ("-k", "set1", "--lcbench-fresh")


@pytest.mark.parametrize("asked_by", ["anew", "new"], ids=["another run", "the run itself"])
def test_a_part_asked_anew_beside_older_answers_passes_no_gate(
    passed: Project, capsys: pytest.CaptureFixture[str], asked_by: str
) -> None:
    assert passed.run(f"--lcbench-run={asked_by}", *ANEW_ONE).ret == 0
    assert passed.run(RUN).ret == 0
    code, output = gate(capsys)
    assert code == 12, output
    whose = "this run" if asked_by == "new" else "run 'anew'"
    assert f"6 of the answers here were asked anew (the last by {whose} with --lcbench-fresh), 18 are from before" in output
    assert main(["cache", "prune", "--superseded", "--yes"]) == 0
    assert passed.run(RUN).ret == 0
    assert gate(capsys)[0] == 12, "that the older answers are gone makes the newer ones no part of them"
    assert passed.run(RUN, "--lcbench-fresh").ret == 0
    assert gate(capsys)[0] == 0


def test_cases_that_were_never_asked_before_make_no_mixture(passed: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert passed.run(RUN, "--lcbench-fresh").ret == 0
    passed.suite(CASES + 1)
    assert passed.run(RUN).ret == 0
    assert gate(capsys)[0] == 0


def test_a_shard_asked_anew_and_one_that_was_not_make_no_whole_run(passed: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert passed.run("--lcbench-run=half", "--lcbench-shard=1/2", "--lcbench-fresh").ret == 0
    assert passed.run("--lcbench-run=half", "--lcbench-shard=2/2").ret == 0
    assert main(["merge", "half-1of2", "half-2of2", "--run=both"]) == 12
    assert "answers of 'half-1of2' were asked anew" in capsys.readouterr().out
    assert passed.run("--lcbench-run=half", "--lcbench-shard=2/2", "--lcbench-fresh").ret == 0
    assert main(["merge", "half-1of2", "half-2of2", "--run=both"]) == 0


def test_asking_other_models_anew_is_no_matter_of_a_run(passed: Project, capsys: pytest.CaptureFixture[str]) -> None:
    die(passed, "--lcbench-fresh")
    assert passed.run("--lcbench-run=second", "--lcbench-model=scripted-other", "--lcbench-fresh").ret == 0
    assert passed.run("--lcbench-run=second", "--lcbench-model=scripted-other", "--lcbench-fresh").ret == 0
    assert passed.run(RUN, "--lcbench-fresh").ret == 0
    assert gate(capsys)[0] == 0
    assert passed.run(RUN).ret == 0
    assert gate(capsys)[0] == 0


def test_shards_asked_anew_one_after_the_other_are_a_whole_run(passed: Project, capsys: pytest.CaptureFixture[str]) -> None:
    for index in (1, 2):
        assert passed.run("--lcbench-run=half", f"--lcbench-shard={index}/2", "--lcbench-fresh").ret == 0
    assert main(["merge", "half-1of2", "half-2of2", "--run=both"]) == 0
    assert passed.run(RUN).ret == 0
    assert gate(capsys)[0] == 0


@pytest.mark.parametrize(("asked", "said"), [((1, 2, 2), "those of 'half-1of2' less often"), ((1, 2, 1), "as one round")])
def test_a_shard_asked_anew_more_often_than_the_others_makes_no_whole_run(
    passed: Project, capsys: pytest.CaptureFixture[str], asked: tuple[int, ...], said: str
) -> None:
    for index in asked:
        assert passed.run("--lcbench-run=half", f"--lcbench-shard={index}/2", "--lcbench-fresh").ret == 0
    assert main(["merge", "half-1of2", "half-2of2", "--run=both"]) == 12
    assert said in capsys.readouterr().out
    assert passed.run(RUN).ret == 0
    assert "not all of them equally often" in gate(capsys)[1]
    # Once more the other one, and each has been asked twice.
    assert passed.run("--lcbench-run=half", f"--lcbench-shard={3 - asked[-1]}/2", "--lcbench-fresh").ret == 0
    assert main(["merge", "half-1of2", "half-2of2", "--run=both"]) == 0
    assert passed.run(RUN).ret == 0
    assert gate(capsys)[0] == 0


def test_nights_of_shards_under_one_name_are_whole_whatever_is_pruned_between(
    passed: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    for night in range(4):
        for index in (1, 2) if night % 2 else (2, 1):
            assert passed.run("--lcbench-run=night", f"--lcbench-shard={index}/2", "--lcbench-fresh").ret == 0
        capsys.readouterr()
        assert main(["merge", "night-1of2", "night-2of2", "--run=both"]) == 0, (night, capsys.readouterr().out)
        if night:
            assert main(["cache", "prune", "--superseded", "--yes"]) == 0


def test_a_shard_asked_anew_once_more_under_another_name_makes_no_whole_run_with_the_first_answers_of_the_others(
    passed: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_shard(name: str, index: int, *more: str) -> None:
        options = (f"--lcbench-run={name}", f"--lcbench-shard={index}/2", "--lcbench-model=scripted-other", *more)
        assert passed.run(*options).ret == 0

    # The first answers of this model are got by asking anew: nothing stood there before.
    for index in (1, 2):
        run_shard("first", index, "--lcbench-fresh")
    assert main(["merge", "first-1of2", "first-2of2", "--run=both"]) == 0
    run_shard("again", 1, "--lcbench-fresh")
    run_shard("again", 2)
    assert main(["merge", "again-1of2", "again-2of2", "--run=both"]) == 12
    assert "as one round" in capsys.readouterr().out


@pytest.mark.parametrize("by", ["name", "whole"])
def test_shards_of_which_one_was_asked_anew_more_often_are_one_round_under_a_new_name(
    passed: Project, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    for index in (1, 2, 1):
        assert passed.run("--lcbench-run=half", f"--lcbench-shard={index}/2", "--lcbench-fresh").ret == 0
    if by == "whole":
        assert passed.run(RUN, "--lcbench-fresh").ret == 0
    else:
        for index in (2, 1):
            assert passed.run("--lcbench-run=tonight", f"--lcbench-shard={index}/2", "--lcbench-fresh").ret == 0
        assert main(["merge", "tonight-1of2", "tonight-2of2", "--run=both"]) == 0
        assert passed.run(RUN).ret == 0
    assert gate(capsys)[0] == 0


@pytest.mark.parametrize("names", [("one", "two", "one"), ("one", "two", "again"), ("one", "one", "one")], ids="-".join)
def test_a_part_without_a_shard_that_was_asked_anew_once_more_after_another_makes_no_whole_run(
    passed: Project, capsys: pytest.CaptureFixture[str], names: tuple[str, ...]
) -> None:
    parts = ["set1 or set2", "not (set1 or set2)"]
    for name, part in zip(names, (*parts, parts[0]), strict=True):
        assert passed.run(f"--lcbench-run={name}", "-k", part, "--lcbench-fresh").ret == 0
    assert passed.run(RUN).ret == 0
    assert "not all of them equally often" in gate(capsys)[1]
    if len(set(names)) > 1:
        assert main(["merge", names[2], names[1], "--run=both"]) == 12
        assert "as one round" in capsys.readouterr().out
    assert passed.run("--lcbench-run=last", "-k", parts[1], "--lcbench-fresh").ret == 0
    assert passed.run(RUN).ret == 0
    assert gate(capsys)[0] == 0


@pytest.mark.parametrize("pruned", [False, True])
def test_a_part_asked_anew_and_what_stands_of_the_first_asking_make_no_whole_run(
    passed: Project, capsys: pytest.CaptureFixture[str], pruned: bool
) -> None:
    # The first answers of this model are got by asking anew: nothing stood there before, and yet a part has been drawn twice.
    model = "--lcbench-model=scripted-other"
    assert passed.run("--lcbench-run=all", model, "--lcbench-fresh").ret == 0
    assert passed.run("--lcbench-run=bad", model, "--lcbench-fresh", "-k", "set1").ret == 0
    if pruned:
        assert main(["cache", "prune", "--superseded", "--yes"]) == 0
    assert passed.run("--lcbench-run=good", model, "-k", "not set1").ret == 0
    assert main(["merge", "good", "bad", "--run=both"]) == 12
    assert "answers of 'bad' were asked anew" in capsys.readouterr().out


def test_answers_asked_anew_of_which_no_row_was_made_are_not_mixed_in_silently(
    passed: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    passed.pytester.makepyfile(test_more="def test_answer(lcbench_response):\n    assert lcbench_response\n")
    assert passed.run("test_more.py", "-k", "set1", "--lcbench-run=anew", "--lcbench-fresh").ret == 0
    assert passed.run("test_own.py", RUN).ret == 0
    code, said = gate(capsys)
    assert code == 12, said
    assert "6 of the answers here were asked anew (the last by run 'anew' with --lcbench-fresh), 18 are from before" in said


def test_another_model_has_nothing_to_do_with_asking_anew(passed: Project) -> None:
    passed.script(**right(**{"Company 9?": {"error": "kill"}}))
    passed.spawn("--lcbench-run=anew", "--lcbench-fresh", "--lcbench-concurrency=1")
    passed.script(**right())
    assert passed.run("--lcbench-run=other", "--lcbench-model=scripted-other").ret == 0
    assert main(["gate", "other", "--policy=avg >= 60"]) == 0
