"""Baseline and gate: what ends a run with which exit code, and what is found before anything is paid."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from html_reading import read_html
from plugin_project import Project

from pytest_lcbench.cli import main

CASES = 24
GATE = "--lcbench-gate=avg drop < 25"


def right(but: int = 0) -> dict[str, Any]:
    """The script with the right answer to every case but the first *but*."""
    return {f"Company {k}?": "I do not know." if k < but else f"The revenue is {317 + k}." for k in range(CASES)}


@pytest.fixture(scope="module")
def base() -> dict[str, bytes]:
    """The files of the baseline run, once it has been made."""
    return {}


@pytest.fixture
def gated(project: Project, base: dict[str, bytes]) -> Project:
    """A project with a baseline run, ``base``, in which every answer was right, and no call so far."""
    project.suite(CASES)
    project.script(**right())
    folder = project.path / "reports" / "base"
    if not base:
        assert project.run("--lcbench-run=base").ret == 0
        base |= {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        (project.path / "calls.log").unlink()
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in base.items():
        (folder / name).write_bytes(content)
    return project


def run(project: Project, *more: str, spawn: bool = False, name: str = "new") -> pytest.RunResult:
    arguments = ("--lcbench-fresh", f"--lcbench-run={name}", "--lcbench-baseline=base", *more)
    return project.spawn(*arguments) if spawn else project.run(*arguments)


def gate_json(project: Project, name: str = "new") -> dict[str, Any]:
    held: dict[str, Any] = json.loads((project.path / "reports" / name / "gate.json").read_text(encoding="utf-8"))
    return held


def last(result: pytest.RunResult) -> str:
    return [line for line in result.outlines if line.strip()][-1]


def test_no_drop_passes_with_exit_0_and_the_verdict_stands_after_pytests_last_line(gated: Project) -> None:
    result = run(gated, GATE)
    assert result.ret == 0
    assert last(result).startswith("lcbench: gate: PASS, exit 0: avg drop < 25: drop 0.00, bounds ")
    found = gate_json(gated)
    assert (found["verdict"], found["exit_code"], found["baseline_run_id"]) == ("pass", 0, "base")
    assert found["criteria"][0]["cases"] == CASES
    page = (gated.path / "reports" / "new" / "report.html").read_text(encoding="utf-8")
    assert "gate: PASS, exit 0" in page
    assert "Compared with base" in page


def test_the_comparison_is_shown_and_written_with_any_baseline(gated: Project) -> None:
    gated.script(**right(but=6))
    result = run(gated)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["compared with the baseline (*", "All * 100.00 * 75.00 *-25.00 *0/6/18*24/24*"])
    written = json.loads((gated.path / "reports" / "new" / "comparison.json").read_text(encoding="utf-8"))
    assert written["pairs"][0]["sections"][0]["tables"][0]["lines"][0]["difference"] == -25
    assert not (gated.path / "reports" / "new" / "gate.json").exists()


def test_a_large_drop_is_a_regression_with_exit_10(gated: Project) -> None:
    gated.script(**right(but=20))
    result = run(gated, GATE)
    assert result.ret == 10
    assert last(result).startswith("lcbench: gate: REGRESSION, exit 10: avg drop < 25: drop 83.33")


def test_a_small_margin_cannot_be_told_and_the_line_says_what_would_tell(gated: Project) -> None:
    gated.script(**right(but=1))
    result = run(gated, "--lcbench-gate=avg drop < 5")
    assert result.ret == 11
    assert "CANNOT TELL, exit 11" in last(result)
    assert "cases" in last(result)
    assert "would tell" in last(result)
    assert gate_json(gated)["criteria"][0]["needed_cases"] > CASES


def test_missing_answers_are_infrastructure_with_exit_12(gated: Project) -> None:
    gated.script(**right() | {"Company 3?": {"error": "bad_request"}})
    result = run(gated, GATE)
    assert result.ret == 12
    assert "INFRASTRUCTURE, exit 12: avg drop < 25: 95.8 % of the items have points on both sides (1 have not)" in last(result)


def test_a_missing_answer_that_could_turn_the_verdict_leaves_it_open(gated: Project) -> None:
    gated.script(**right(but=1) | {"Company 3?": {"error": "bad_request"}})
    tight = "avg drop < 18; minimum_coverage = 0.9"
    assert run(gated, f"--lcbench-gate={tight}; cases = answered").ret == 0
    result = run(gated, f"--lcbench-gate={tight}")
    assert result.ret == 11
    assert "the 1 missing items could turn it: complete the run" in last(result)


def test_the_answered_cases_alone_are_judged_where_the_policy_says_so(gated: Project) -> None:
    gated.script(**right() | {"Company 3?": {"error": "bad_request"}})
    result = run(gated, f"{GATE}; cases = answered")
    assert result.ret == 0
    assert "PASS, exit 0 over the answered items alone, 1 items left out" in last(result)


def test_the_verdict_alone_decides_when_pytest_itself_would_say_1(gated: Project) -> None:
    gated.script(**right(but=1))
    assert run(gated, "--lcbench-pass-score=50").ret == 1
    result = run(gated, "--lcbench-pass-score=50", GATE)
    assert result.ret == 0
    assert "PASS, exit 0: 1 ordinary failure not counted" in last(result)


@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize("gate", [GATE, f"{GATE}; cases = answered; minimum_coverage = 0"])
def test_a_run_broken_off_by_its_first_failure_is_incomplete_however_it_was_distributed(
    gated: Project, gate: str, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.2")  # not all of them come before the first failure
    gated.script(**right() | {f"Company {k}?": "I do not know." for k in (2, 3)})
    result = run(gated, "-x", "--lcbench-pass-score=50", gate, "-n", workers, spawn=True)
    assert result.ret == 12
    assert re.search(r"INFRASTRUCTURE, exit 12: .*-x or --maxfail ended it, and \d+ cases were not run", last(result))
    assert gate_json(gated)["exit_code"] == 12


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_failure_that_ends_a_run_with_all_its_cases_done_leaves_the_verdict(gated: Project, workers: str) -> None:
    gated.script(**right() | {"Company 23?": "I do not know."})
    result = run(gated, "--maxfail=1", "--lcbench-pass-score=50", GATE, "-n", workers, spawn=True)
    assert result.ret == 0
    assert "PASS, exit 0: 1 ordinary failure not counted" in last(result)


def test_a_floor_needs_no_baseline(gated: Project) -> None:
    arguments = ("--lcbench-run=floor", "--lcbench-gate=avg >= 60; perfect_rate >= 0.5")
    assert gated.run(*arguments).ret == 0
    gated.script(**right(but=23))
    assert gated.run("--lcbench-fresh", *arguments).ret == 10


@pytest.mark.parametrize(("wrong", "code"), [(0, 0), (20, 10)])
def test_the_verdict_is_the_same_with_workers(gated: Project, wrong: int, code: int) -> None:
    gated.script(**right(but=wrong))
    result = run(gated, GATE, "-n", "2", spawn=True)
    assert result.ret == code
    assert f"exit {code}" in last(result)
    here = run(gated, GATE, name="here")
    assert here.ret == code
    assert gate_json(gated) | {"run_id": ""} == gate_json(gated, "here") | {"run_id": ""}


def test_a_killed_and_resumed_run_gets_the_verdict_of_an_undisturbed_one(gated: Project) -> None:
    gated.script(**right(but=20) | {"Company 23?": {"error": "kill"}})
    arguments = ("--lcbench-model=scripted", "--lcbench-run=killed", "--lcbench-seed=0", "--lcbench-baseline=base", GATE)
    assert gated.spawn("--lcbench-fresh", *arguments).ret not in {0, 10, 11, 12}
    assert not (gated.path / "reports" / "killed" / "gate.json").exists()
    gated.script(**right(but=20))
    assert gated.run("--lcbench-fresh", *arguments).ret == 10
    assert run(gated, GATE).ret == 10
    assert gate_json(gated, "killed") | {"run_id": ""} == gate_json(gated) | {"run_id": ""}


def test_an_interrupted_run_keeps_exit_2_and_its_verdict_says_that_it_decides_nothing(gated: Project) -> None:
    gated.pytester.makepyfile(test_zz="def test_stop():\n    raise KeyboardInterrupt\n")
    result = run(gated, GATE, spawn=True)
    assert result.ret == 2
    assert "exit 2: the session was broken off" in last(result)
    assert gate_json(gated)["exit_code"] == 2


def test_no_case_at_all_never_passes(gated: Project) -> None:
    result = run(gated, GATE, "-k", "nothing_of_that_name")
    assert result.ret == 12
    assert "INFRASTRUCTURE, exit 12: no case was run" in last(result)


def test_modules_that_cannot_be_imported_keep_pytests_own_code(gated: Project) -> None:
    gated.pytester.makepyfile(test_zz="import no_such_module\n")
    assert run(gated, GATE).ret == 2
    assert gated.calls == []


def test_a_dead_key_is_infrastructure(gated: Project) -> None:
    gated.script(**right() | {"Company 23?": {"error": "bad_key", "message": "no such key"}})
    result = run(gated, "--lcbench-gate=avg drop < 25; minimum_coverage = 0")
    assert result.ret == 12
    assert "INFRASTRUCTURE, exit 12: " in last(result)
    assert "no such key" in last(result)


def test_a_baseline_of_several_models_is_refused_before_any_call(gated: Project) -> None:
    rows = gated.path / "reports" / "base" / "results.jsonl"
    rows.write_text(rows.read_text(encoding="utf-8").replace('"model":"scripted"', '"model":"another"', 1), encoding="utf-8")
    result = run(gated, GATE)
    assert result.ret == 4
    assert "rows of 2 models" in result.stderr.str()
    assert gated.calls == []


@pytest.mark.parametrize("more", [(GATE,), (), (GATE, "--lcbench-estimate"), (GATE, "-n2")], ids=" ".join)
def test_a_run_that_is_its_own_baseline_is_refused_before_any_call(gated: Project, more: tuple[str, ...]) -> None:
    result = run(gated, *more, spawn="-n2" in more, name="base")
    assert result.ret == 4
    said = "the baseline 'base' is the run itself: give the new run a name of its own with --lcbench-run"
    assert said in result.stdout.str() + result.stderr.str()
    assert gated.calls == []


def test_a_run_without_a_name_that_is_its_own_baseline_is_refused_before_any_call(gated: Project) -> None:
    assert gated.run().ret == 0
    (name,) = [path.name for path in (gated.path / "reports").iterdir() if path.is_dir() and path.name != "base"]
    before = len(gated.calls)
    result = gated.run("--lcbench-fresh", f"--lcbench-baseline={name}")
    assert result.ret == 4
    assert f"the baseline '{name}' is the run itself" in result.stdout.str() + result.stderr.str()
    assert len(gated.calls) == before


@pytest.mark.parametrize("more", [(), ("--lcbench-estimate",)])
def test_more_epochs_than_the_baseline_has_are_refused_before_any_call(gated: Project, more: tuple[str, ...]) -> None:
    result = run(gated, GATE, "--lcbench-epochs=3", *more)
    assert result.ret == 4
    assert "the baseline 'base' has 1 epoch of each case and this run 3" in result.stderr.str()
    assert "'cases = both'" in result.stderr.str()
    assert "could tell" not in result.stdout.str()
    assert gated.calls == []


def test_the_epochs_in_common_are_judged_where_the_policy_says_so(gated: Project) -> None:
    assert run(gated, f"{GATE}; cases = both", "--lcbench-epochs=2").ret == 0
    assert run(gated, "--lcbench-gate=avg >= 60", "--lcbench-epochs=2").ret == 0


@pytest.mark.parametrize("content", ["", "{first}\n"])
def test_a_baseline_that_has_lost_rows_is_refused_before_any_call(gated: Project, content: str) -> None:
    rows = gated.path / "reports" / "base" / "results.jsonl"
    first = rows.read_text(encoding="utf-8").splitlines()[0]
    rows.write_text(content.replace("{first}", first), encoding="utf-8")
    result = run(gated, GATE)
    assert result.ret == 4
    assert f"items, but summary.json beside it expects {CASES}" in result.stderr.str()
    assert gated.calls == []


USAGE = [
    (["--lcbench-gate=avg drop 5 <"], "'avg drop 5 <' is no demand of a gate; such are avg >= 50"),
    (["--lcbench-gate="], "--lcbench-gate: empty value"),
    (["--lcbench-gate=;"], "the gate's policy: demands nothing; write one or more demands, such as avg >= 50"),
    (["--lcbench-gate=mean >= 50"], "no measure 'mean'; there are avg, perfect_rate, accuracy"),
    (["--lcbench-gate=avg >= 50 @ set9"], "no slice 'set9'; there are length_set: set1, set2, set3, set4; language: en, zh"),
    (["--lcbench-gate=avg >= 50 @ set1 & set2"], "no case has both length_set set1 and length_set set2"),
    (["--lcbench-gate=avg >= 120"], "avg >= 120: a floor lies above 0 and is at most 100"),
    (["--lcbench-gate=accuracy >= 50"], "the gate demands 'accuracy >= 50', but the run has no such case"),
    (["--lcbench-gate=avg >= 50; cases = some"], "cases = some: say one of candidate, either, both, answered"),
    (["--lcbench-gate=gate.toml"], "no file gate.toml; give a TOML file, 'pyproject', or expressions"),
    (["--lcbench-gate=pyproject"], "no file pyproject.toml"),
    (["--lcbench-baseline=other"], "no run 'other'"),
    (["--lcbench-baseline=base", "--lcbench-seed=1"], "they differ in seed: 0 and 1 (baseline first)"),
    (["--lcbench-baseline=base", "--lcbench-window=900"], "they differ in window: unknown and 900 tokens (baseline first)"),
    (["--lcbench-gate=avg drop < 5"], "compares with a baseline, and none is given: name one with --lcbench-baseline=RUN"),
]


@pytest.mark.parametrize(("arguments", "said"), USAGE, ids=[" ".join(arguments) for arguments, _ in USAGE])
def test_what_cannot_work_is_one_line_and_exit_4_before_any_call(gated: Project, arguments: list[str], said: str) -> None:
    result = gated.run(*arguments, "--lcbench-fresh")
    assert result.ret == 4
    (line,) = [line for line in result.errlines if line.strip()]
    assert said in line
    assert gated.calls == []


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_a_slice_that_the_selection_leaves_empty_is_found_before_any_call(gated: Project, workers: tuple[str, ...]) -> None:
    result = run(gated, "--lcbench-gate=avg >= 50 @ set3", "-k", "set1", *workers, spawn=bool(workers))
    assert result.ret == 4
    assert "'avg >= 50 @ set3', but the run has no such case" in result.stdout.str() + result.stderr.str()
    assert gated.calls == []


def test_a_policy_file_is_found_from_the_ini_file_and_a_verdict_is_gone_once_nobody_asks(gated: Project) -> None:
    (gated.path / "gates").mkdir()
    policy = gated.path / "gates" / "nightly.toml"
    policy.write_text('criteria = ["avg drop < 25", "avg >= 50 @ set1"]\nerror = 0.1\nminimum_coverage = 0.9\n', encoding="utf-8")
    gated.pytester.makeini("[pytest]\nlcbench_gate = gates/nightly.toml\n")
    assert run(gated).ret == 11  # six cases of a set only describe themselves
    found = gate_json(gated)
    assert (found["source"], found["error"], found["minimum_coverage"]) == ("nightly.toml", 0.1, 0.9)
    (gated.path / "tox.ini").unlink()
    assert run(gated).ret == 0
    assert not (gated.path / "reports" / "new" / "gate.json").exists()


def test_a_policy_in_pyproject_is_read(gated: Project) -> None:
    gated.pytester.makepyprojecttoml('[tool.pytest.ini_options]\n[tool.lcbench.gate]\ncriteria = ["avg drop < 25"]\n')
    result = run(gated, "--lcbench-gate=pyproject")
    assert result.ret == 0
    assert gate_json(gated)["source"] == "pyproject.toml [tool.lcbench.gate]"


def test_an_estimate_says_what_the_gate_could_tell(gated: Project) -> None:
    result = run(gated, "--lcbench-gate=avg drop < 8; avg drop < 9 @ set1", "--lcbench-estimate")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "what the gate could tell",
            "avg drop < 8: 24 cases",
            "SD * drop 0 *drop 8 *drop 16",
            "*avg drop < 9 @ set1: 6 cases; under 20 *",
        ]
    )
    assert gated.calls == []


def test_a_run_judged_later_has_the_verdict_in_its_page(gated: Project) -> None:
    assert gated.run("--lcbench-run=new").ret == 0
    page = gated.path / "reports" / "new" / "report.html"
    assert "avg drop < 25" not in read_html(page.read_text(encoding="utf-8")).text
    reports = f"--reports={gated.path / 'reports'}"
    assert main(["gate", "new", "--baseline=base", "--policy=avg drop < 25", reports]) == 0
    assert "avg drop < 25" in read_html(page.read_text(encoding="utf-8")).text


def test_the_best_epoch_of_each_case_is_no_whole_run(gated: Project, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    floor = ("--lcbench-epochs=2", "--lcbench-gate=avg >= 50")
    assert run(gated, *floor).ret == 0
    chosen = run(gated, *floor, "-k", "e1", name="chosen")
    chosen.assert_outcomes(passed=CASES, deselected=CASES)
    assert chosen.ret == 12
    assert "of 24 of 24 cases not all 2 epochs were selected" in last(chosen)
    monkeypatch.chdir(gated.path)
    assert main(["gate", "chosen", "--policy=avg >= 50"]) == 12
    assert "not all 2 epochs" in capsys.readouterr().out
    whole = run(gated, *floor, "-k", "set1", name="cases")
    assert "epochs" not in last(whole), "whole cases may be left out"


@pytest.mark.parametrize("how", ["-k", "conftest"])
def test_a_verdict_over_a_part_of_the_cases_says_so(gated: Project, how: str) -> None:
    floor = "--lcbench-gate=avg >= 50"
    whole = run(gated, floor, name="whole")
    assert "items that the settings give" not in last(whole)
    if how == "conftest":
        conftest = gated.path / "conftest.py"
        dropping = "\n\ndef pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if 'set1' not in item.name]\n"
        conftest.write_text(conftest.read_text(encoding="utf-8") + dropping, encoding="utf-8")
    result = run(gated, floor, *(("-k", "not set1") if how == "-k" else ()))
    assert "over 18 of the 24 items that the settings give" + (" (-k not set1)" if how == "-k" else "") in last(result)


SKIPPING = """

def pytest_runtest_setup(item):
    if item.callspec.params["lcbench_case"].case.id in {"case-003", "case-022", "case-023"}:
        pytest.skip("not today")
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_a_hook_of_the_project_skips_is_not_expected_whoever_answered_it_ahead(gated: Project, workers: str) -> None:
    conftest = gated.path / "conftest.py"
    conftest.write_text("import pytest\n" + conftest.read_text(encoding="utf-8") + SKIPPING, encoding="utf-8")
    result = run(gated, "--lcbench-gate=avg >= 50", "-n", workers, spawn=True)
    result.assert_outcomes(passed=CASES - 3, skipped=3)
    assert result.ret == 0
    summary = json.loads((gated.path / "reports" / "new" / "summary.json").read_text(encoding="utf-8"))
    assert "3 items were skipped by the project's own fixtures or hooks, and are not expected" in summary["run"]["data_notes"]
    rows = (gated.path / "reports" / "new" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows) == CASES - 3


def test_a_file_that_could_not_be_collected_lets_nothing_pass(gated: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    (gated.path / "test_broken.py").write_text("import no_such_module\n", encoding="utf-8")
    result = run(gated, GATE, "--continue-on-collection-errors")
    assert result.ret == 12
    assert "1 file could not be collected: nobody knows what cases there are" in last(result)
    assert gated.run("--continue-on-collection-errors", "--lcbench-run=none").ret == 1, "without a gate pytest's own code stays"
    monkeypatch.chdir(gated.path)
    for name in ("new", "none"):
        assert main(["gate", name, "--policy=avg >= 50"]) == 12, "the run remembers it"
    (gated.path / "test_broken.py").unlink()
    assert gated.run("--lcbench-run=none").ret == 0
    assert main(["gate", "none", "--policy=avg >= 50"]) == 0
