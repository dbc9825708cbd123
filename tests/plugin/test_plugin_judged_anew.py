"""Having answers judged anew: whose judgements change by it, and which parts of a run make a whole of it."""

from __future__ import annotations

import json

import pytest
from plugin_project import Project

from pytest_lcbench.cli import main

CASES = 24
BAD = 8
JUDGE = "--lcbench-judge=scripted-judge"
BADLY = "case-000 or case-001 or case-002 or case-003"
"""Some of the cases that the judge gave few points; chosen by that, they are judged anew."""


@pytest.fixture
def judged(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project of which any model gives the same answers, and a judge who found a third of them bad at the first time."""
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    project.tell_models_apart()
    answer(project, 10)
    assert project.run("--lcbench-run=first", JUDGE).ret == 0
    answer(project, 100)
    return project


def answer(project: Project, bad: int, words: str = "So it is.") -> None:
    """Let the model answer case by case, in *words*, and the judge give *bad* points to a third of the answers, 100 to the others."""
    rated = {f"figure {k}.": f"Rating: [[{bad if k < BAD else 100}]]" for k in range(CASES)}
    project.script("none", **rated, **{f"Company {k}?": f"That is figure {k}. {words}" for k in range(CASES)})


def gate(capsys: pytest.CaptureFixture[str], run: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["gate", run, "--policy=avg >= 60"])
    return code, capsys.readouterr().out


def run(project: Project, name: str, *more: str) -> None:
    assert project.run(f"--lcbench-run={name}", JUDGE, *more).ret == 0


@pytest.mark.parametrize("asks", [("--lcbench-model=scripted-other",), ("--lcbench-max-output=77",)], ids=" ".join)
@pytest.mark.parametrize("anew", ["--lcbench-rejudge", "--lcbench-fresh"])
def test_judging_another_models_equal_answers_anew_changes_no_score(
    judged: Project, capsys: pytest.CaptureFixture[str], asks: tuple[str, ...], anew: str
) -> None:
    before = gate(capsys, "first")
    assert before[0] == 11
    run(judged, "other", "-k", BADLY, anew, *asks)
    run(judged, "first")
    assert gate(capsys, "first") == before


@pytest.mark.parametrize("name", ["first", "other"])
def test_answers_judged_badly_and_judged_anew_alone_pass_no_gate(
    judged: Project, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    run(judged, name, "-k", BADLY, "--lcbench-rejudge")
    run(judged, "first")
    code, said = gate(capsys, "first")
    assert code == 12
    assert "4 of the answers here were asked anew" in said


def test_the_wording_of_answers_is_no_matter_of_how_often_parts_were_judged_anew(
    judged: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    for anew, words in (("--lcbench-rejudge", "So it is."), ("--lcbench-fresh", "Or thereabouts.")):
        for part in ("en", "zh"):
            # Only one part is worded another way.
            answer(judged, 100, words if part == "en" else "So it is.")
            run(judged, part, "-k", part, anew)
    assert main(["merge", "en", "zh", "--run=both"]) == 0
    run(judged, "first")
    assert gate(capsys, "first")[0] == 0


@pytest.mark.parametrize("pruned", [False, True])
def test_a_part_that_was_judged_anew_more_often_passes_no_gate_though_what_came_before_is_pruned(
    judged: Project, capsys: pytest.CaptureFixture[str], pruned: bool
) -> None:
    for part in ("en", "zh", "en"):
        run(judged, part, "-k", part, "--lcbench-rejudge")
        if pruned and part == "en":
            assert main(["cache", "prune", "--superseded", "--yes"]) == 0
    run(judged, "first")
    assert gate(capsys, "first")[0] == 12
    run(judged, "zh", "-k", "zh", "--lcbench-rejudge")
    run(judged, "first")
    assert gate(capsys, "first")[0] == 0


def test_explain_tells_the_judgement_of_an_earlier_wording_from_the_one_in_use(
    judged: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(judged, 100, "Or thereabouts.")
    run(judged, "first", "--lcbench-fresh")
    capsys.readouterr()
    assert main(["cache", "explain", "case-000", "--run=first"]) == 0
    said = capsys.readouterr().out
    judgements = [line for line in said.splitlines() if line.strip().startswith("judge ")]
    assert [line.rpartition(": ")[2] for line in judgements] == ["not used", "used"]
    assert "it is of another wording of the answer" in said


def test_explain_says_that_a_run_without_a_judge_uses_no_judgement(judged: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert judged.run("--lcbench-run=plain").ret == 0
    capsys.readouterr()
    assert main(["cache", "explain", "case-000", "--run=plain"]) == 0
    assert "the run has no judge" in capsys.readouterr().out


def test_explain_calls_no_attempt_used_that_a_rating_before_it_made_needless(
    judged: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    script = json.loads((judged.path / "script.json").read_text(encoding="utf-8"))
    judged.script(**{word: "I like it." if str(said).startswith("Rating") else said for word, said in script.items()})
    assert judged.run("--lcbench-run=again", JUDGE, "--lcbench-rejudge").ret != 0
    judged.script(**script)
    run(judged, "again", "--lcbench-rejudge")
    capsys.readouterr()
    assert main(["cache", "explain", "case-009", "--run=again"]) == 0
    lines = capsys.readouterr().out.splitlines()
    judgements = [line.rpartition(", ")[2] for line in lines if line.strip().startswith("judge ")]
    assert [said.rpartition(": ")[2] for said in judgements].count("used") == 1
    assert sum("attempt" in said and said.endswith("not used") for said in judgements) == 2
    assert sum("did not look for it" in line for line in lines) == 2
