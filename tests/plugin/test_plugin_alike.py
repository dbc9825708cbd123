"""What may be compared: the documents, the scorer and the baseline itself, which no setting tells of."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest
from plugin_project import CONFTEST, Project

from pytest_lcbench import __version__
from pytest_lcbench.cli import main

CASES = 24
DROP = "avg drop < 25"
GATE = f"--lcbench-gate={DROP}"
LENIENT = """
from pytest_lcbench.scoring.score import Score


def pytest_lcbench_score(config, case, response_text):
    return Score(points=100.0, scorer="lenient", answer=None, evidence="anything goes")
"""


@pytest.fixture(scope="module")
def base() -> dict[str, bytes]:
    """The files of the baseline run, once it has been made."""
    return {}


@pytest.fixture
def based(project: Project, base: dict[str, bytes]) -> Project:
    """A project with a baseline run, ``base``, in which every answer was right."""
    project.suite(CASES)
    project.script(**{f"Company {k}?": f"The revenue is {317 + k}." for k in range(CASES)})
    folder = project.path / "reports" / "base"
    if not base:
        assert project.run("--lcbench-run=base").ret == 0
        base |= {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in base.items():
        (folder / name).write_bytes(content)
    (project.path / "calls.log").unlink(missing_ok=True)
    for path in (project.path / "reports").glob("*.sqlite*"):
        path.unlink()
    return project


def change_documents(project: Project, *numbers: int) -> None:
    for k in numbers:
        (project.path / "data" / "documents" / f"report-{k}.txt").write_text(f"The revenue of Company {k} is {317 + k}. CHANGED\n")


def run(project: Project, *more: str, name: str = "new", baseline: str = "base") -> pytest.RunResult:
    return project.run("--lcbench-fresh", f"--lcbench-run={name}", f"--lcbench-baseline={baseline}", *more)


def held(project: Project, name: str = "new", file: str = "gate.json") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((project.path / "reports" / name / file).read_text(encoding="utf-8"))
    return found


def last(result: pytest.RunResult) -> str:
    return [line for line in result.outlines if line.strip()][-1]


def command(project: Project, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main([*arguments, f"--reports={project.path / 'reports'}"])
    said = capsys.readouterr()
    return code, said.out + said.err


def edit_run(project: Project, name: str, **fields: object) -> None:
    """Change what the summary of a saved run says of its settings."""
    summary = held(project, name, "summary.json")
    summary["run"] |= fields
    (project.path / "reports" / name / "summary.json").write_text(json.dumps(summary), encoding="utf-8")


def test_other_documents_end_a_live_run_as_infrastructure_with_the_comparison_labelled(based: Project) -> None:
    change_documents(based, *range(CASES))
    result = run(based, GATE)
    said = "other documents in 24 of the 24 paired cases, e.g. case case-000: report-0.txt"
    assert result.ret == 12
    assert f"INFRASTRUCTURE, exit 12: not comparable with the baseline: {said}" in last(result)
    assert held(based)["verdict"] == "infrastructure"
    assert held(based, file="comparison.json")["pairs"][0]["not_comparable"] == [said]
    result.stdout.fnmatch_lines([f"not comparable: {said}"])


def test_without_a_gate_the_comparison_with_other_documents_is_labelled(based: Project) -> None:
    change_documents(based, 3)
    result = run(based)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["not comparable: other documents in 1 of the 24 paired cases, e.g. case case-003: report-3.txt"])


def test_a_floor_alone_does_not_ask_for_the_baselines_documents(based: Project) -> None:
    change_documents(based, *range(CASES))
    assert run(based, "--lcbench-gate=avg >= 60").ret == 0


def test_saved_runs_of_other_documents_are_refused_or_labelled(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    change_documents(based, 0, 1)
    assert based.run("--lcbench-run=new").ret == 0
    for arguments in (("compare", "base", "new"), ("gate", "new", "--baseline=base", f"--policy={DROP}")):
        code, said = command(based, capsys, *arguments)
        assert (code, said.count("\n")) == (4, 1)
        assert "run 'new' cannot be compared with run 'base': other documents in 2 of the 24 paired cases, e.g. case case-000" in said
        code, said = command(based, capsys, *arguments, "--force")
        assert code == 0
        assert "not comparable: other documents in 2 of the 24 paired cases" in said


def test_parts_that_read_other_texts_under_the_same_name_are_not_merged(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    documents = [{"file": "report-0.txt"}, {"file": "report-1.txt"}]
    project.suite(4, documents=documents)
    assert project.run("--lcbench-run=part", "--lcbench-shard=1/2").ret == 0
    change_documents(project, 1)
    assert project.run("--lcbench-run=part", "--lcbench-shard=2/2").ret == 0
    code, said = command(project, capsys, "merge", "part-1of2", "part-2of2", "--run=both")
    assert (code, said.count("\n")) == (4, 1)
    assert "read other texts under the same document names and make no one run: report-1.txt; run all parts" in said
    assert not (project.path / "reports" / "both").exists()
    assert project.run("--lcbench-run=part", "--lcbench-shard=1/2", "--lcbench-fresh").ret == 0
    assert command(project, capsys, "merge", "part-1of2", "part-2of2", "--run=both")[0] == 0


def test_another_scorer_is_refused_like_another_judge(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    based.pytester.makeconftest(CONFTEST + LENIENT)
    based.script("no idea")
    said = "scored by rules and by lenient in 24 cases (baseline first)"
    result = run(based, GATE)
    assert result.ret == 12
    assert f"INFRASTRUCTURE, exit 12: not comparable with the baseline: {said}" in last(result)
    code, told = command(based, capsys, "gate", "new", "--baseline=base", f"--policy={DROP}")
    assert code == 4
    assert said in told
    assert run(based, GATE, name="again", baseline="new").ret == 0


def test_the_packages_version_is_recorded_and_another_one_noted(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert held(based, "base", "summary.json")["run"]["version"] == __version__
    edit_run(based, "base", version="0.0.9")
    assert run(based, GATE).ret == 0
    said = f"made by other versions of pytest-lcbench, whose scorers may differ: 0.0.9 and {__version__} (baseline first)"
    assert said in held(based)["remarks"]
    assert said in command(based, capsys, "compare", "base", "new")[1]


def test_a_baseline_that_was_stopped_early_is_refused_before_any_call(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert based.run("--lcbench-run=new").ret == 0
    before = len(based.calls)
    edit_run(based, "base", not_needed=30)
    said = "the baseline was stopped early, 30 of its items were not run"
    remedy = "its own command without --lcbench-gate-early completes it, and stored answers cost nothing"
    for more in ((GATE,), (), (GATE, "--lcbench-estimate")):
        result = run(based, *more, name="other")
        assert result.ret == 4
        assert said in result.stderr.str()
        assert remedy in result.stderr.str()
    assert len(based.calls) == before
    for arguments in (("compare", "base", "new"), ("gate", "new", "--baseline=base", f"--policy={DROP}")):
        code, told = command(based, capsys, *arguments)
        assert code == 4
        assert said in told
        code, told = command(based, capsys, *arguments, "--force")
        assert code == 0
        assert f"not comparable: {said}" in told
    assert command(based, capsys, "compare", "new", "base")[0] == 0


def test_an_early_stopped_run_is_a_baseline_once_it_was_completed(project: Project) -> None:
    cases = 150
    project.suite(cases)
    project.script(**{f"Company {k}?": f"The revenue is {317 + k}." for k in range(cases)})
    early = ("--lcbench-run=base", "--lcbench-gate=avg >= 50", "--lcbench-concurrency=2")
    assert project.run(*early, "--lcbench-gate-early").ret == 0
    there = len(project.calls)
    assert held(project, "base", "summary.json")["run"]["not_needed"] > 0
    assert run(project).ret == 4
    assert project.run(*early).ret == 0
    assert len(project.calls) == cases > there
    assert run(project).ret == 0


def test_a_shard_is_named_in_the_gates_line(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(based, "--lcbench-gate=avg drop < 90", "--lcbench-shard=1/3", name="part")
    assert "run is shard 1 of 3; " in last(result)
    code, said = command(based, capsys, "gate", "base", "--baseline=part-1of3", "--policy=avg drop < 90; cases = both")
    assert code == 11  # 8 cases
    assert "the baseline is shard 1 of 3; " in said.splitlines()[-1]
    assert "run 'part-1of3' is shard 1 of 3" in command(based, capsys, "compare", "base", "part-1of3")[1]


def test_a_copy_of_the_run_as_its_own_baseline_is_refused(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    copy = based.path / "x"
    shutil.copytree(based.path / "reports" / "base", copy)
    said = "the baseline 'base' is the run itself, copied: "
    for arguments in (("gate", "base", f"--baseline={copy}", f"--policy={DROP}"), ("compare", str(copy), "base")):
        code, told = command(based, capsys, *arguments)
        assert (code, told.count("\n")) == (4, 1)
        assert said in told
    rows = copy / "results.jsonl"
    rows.write_text("\n".join(json.dumps(json.loads(line)) for line in reversed(rows.read_text().splitlines())), encoding="utf-8")
    assert said in command(based, capsys, "gate", "base", f"--baseline={copy}", f"--policy={DROP}")[1]


def test_a_resumed_run_is_not_judged_by_a_copy_of_itself_and_asked_anew_it_is(based: Project) -> None:
    assert based.run("--lcbench-run=new").ret == 0
    shutil.copytree(based.path / "reports" / "new", based.path / "x")
    result = based.run("--lcbench-run=new", "--lcbench-baseline=x", GATE)
    assert result.ret == 12
    assert "INFRASTRUCTURE, exit 12: the baseline is this run itself" in last(result)
    based.script(**{f"Company {k}?": f"It is {317 + k}." for k in range(CASES)})
    assert run(based, GATE, baseline="x").ret == 0


def test_answers_that_are_all_the_baselines_own_are_told(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    said = "all 24 answers are the baseline's own, word for word"
    assert run(based, GATE).ret == 0
    assert said in held(based)["remarks"]
    assert said in (based.path / "reports" / "new" / "gate.md").read_text(encoding="utf-8").replace("&#39;", "'")
    assert said in command(based, capsys, "compare", "base", "new")[1]
    based.script(**{f"Company {k}?": f"{'It' if k else 'That'} is {317 + k}." for k in range(CASES)})
    assert run(based, GATE).ret == 0
    assert held(based)["remarks"] == []


def test_two_runs_of_unknown_judges_are_noted(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert based.run("--lcbench-run=new").ret == 0
    for name in ("base", "new"):
        edit_run(based, name, judge="unknown judge")
        rows = based.path / "reports" / name / "results.jsonl"
        rows.write_text(rows.read_text(encoding="utf-8").replace('"scorer":"rules"', '"scorer":"unknown judge"'), encoding="utf-8")
    said = "neither run's judge is known"
    for arguments in (("compare", "base", "new"), ("gate", "new", "--baseline=base", f"--policy={DROP}")):
        code, told = command(based, capsys, *arguments)
        assert code == 0
        assert said in told


@pytest.mark.parametrize("name", ["error", "minimum_coverage", "maximum_judge_failure"])
def test_a_text_in_a_policy_file_is_no_number(based: Project, name: str) -> None:
    (based.path / "gate.toml").write_text(f'criteria = ["{DROP}"]\n{name} = "0.05"\n', encoding="utf-8")
    result = run(based, "--lcbench-gate=gate.toml")
    assert result.ret == 4
    (line,) = [line for line in result.errlines if line.strip()]
    assert f'the gate\'s policy (gate.toml): {name} = "0.05": not a number' in line
    assert run(based, f"--lcbench-gate={DROP}; {name} = 0.05").ret in {0, 12}


def test_a_policy_file_may_begin_with_a_byte_order_mark(based: Project) -> None:
    (based.path / "gate.toml").write_text(f'criteria = ["{DROP}"]\n', encoding="utf-8-sig")
    assert run(based, "--lcbench-gate=gate.toml").ret == 0


def test_a_run_that_was_stopped_early_keeps_the_verdict_of_its_session(based: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(based, GATE).ret == 0
    edit_run(based, "new", not_needed=30)
    verdict = held(based)
    code, told = command(based, capsys, "gate", "new", "--baseline=base", f"--policy={DROP}")
    assert code == 4
    assert "run 'new' was stopped early, 30 of its items were not run" in told
    assert held(based) == verdict, "nothing is written over it"
    code, told = command(based, capsys, "gate", "new", "--baseline=base", f"--policy={DROP}", "--force")
    assert "over the cases of a run that was stopped early" in told
