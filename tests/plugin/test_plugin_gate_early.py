"""``--lcbench-gate-early``: a run ends once its gate's verdict is certain."""

from __future__ import annotations

import json
from typing import Any

import pytest
from plugin_project import Project

from pytest_lcbench.reporting.merging import merge_runs
from pytest_lcbench.reporting.saved_runs import load_saved_run

CASES = 150
GATE = "--lcbench-gate=avg drop < 20"


def answers(wrong: int) -> dict[str, Any]:
    """The script with the right answer to every case but *wrong* of them, spread evenly."""
    bad = {round(number * CASES / wrong) for number in range(wrong)} if wrong else set()
    return {f"Company {k}?": "I do not know." if k in bad else f"The revenue is {317 + k}." for k in range(CASES)}


@pytest.fixture(scope="module")
def base() -> dict[str, bytes]:
    """The files of the baseline run, once it has been made."""
    return {}


@pytest.fixture
def gated(project: Project, base: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with a baseline run in which nine of ten answers were right, and no call so far."""
    monkeypatch.setenv("SCRIPTED_DELAY", "0.005")
    project.suite(CASES)
    project.script(**answers(15))
    folder = project.path / "reports" / "base"
    if not base:
        assert project.run("--lcbench-run=base").ret == 0
        base |= {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        (project.path / "calls.log").unlink()
        for path in (project.path / "reports").glob("*.sqlite*"):
            path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in base.items():
        (folder / name).write_bytes(content)
    return project


def run(project: Project, *more: str, spawn: bool = False) -> pytest.RunResult:
    arguments = ("--lcbench-run=new", "--lcbench-baseline=base", "--lcbench-gate-early", "--lcbench-concurrency=4", GATE, *more)
    return project.spawn(*arguments) if spawn else project.run(*arguments)


def gate_json(project: Project) -> dict[str, Any]:
    held: dict[str, Any] = json.loads((project.path / "reports" / "new" / "gate.json").read_text(encoding="utf-8"))
    return held


def summary(project: Project) -> dict[str, Any]:
    held: dict[str, Any] = json.loads((project.path / "reports" / "new" / "summary.json").read_text(encoding="utf-8"))
    return held


def rows(project: Project) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (project.path / "reports" / "new" / "results.jsonl").read_text().splitlines()]


def last(result: pytest.RunResult) -> str:
    return [line for line in result.outlines if line.strip()][-1]


def interrupted(project: Project, *more: str) -> pytest.RunResult:
    """Run until Ctrl-C in the eighth case; the next run of the project is not interrupted."""
    project.pytester.makepyfile(
        test_own="""
        import os
        seen = []
        def test_own(lcbench_score):
            seen.append(1)
            if os.environ.get("BREAK") and len(seen) == 8:
                raise KeyboardInterrupt
        """
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BREAK", "1")
        result = run(project, *more, spawn=True)
    assert result.ret == 2
    return result


def first_ones(project: Project) -> str:
    """Return an expression for the cases that come first in the order, which a run with another setting tells as well."""
    assert run(project, "--lcbench-run=order", "--lcbench-max-output=77").ret == 0
    return " or ".join(row["case_id"] for row in map(json.loads, rows_of(project, "order")) if row["points"] is not None)


def check_early(project: Project, result: pytest.RunResult, verdict: str, code: int, cancelled: int = 0) -> None:
    """Check that the run ended early with *verdict*, and that everything says the same of it."""
    assert result.ret == code
    found, told = gate_json(project), rows(project)
    early = found["early"]
    assert (found["verdict"], found["exit_code"]) == (verdict, code)
    assert early["planned"] == CASES
    assert early["level"] == 0.95
    assert early["cases"] == len(told)
    assert early["not_needed"] == CASES - len(told) > 0
    # Every call that was made was kept, but for those that Ctrl-C cancelled.
    assert len(told) <= len(project.calls) <= len(told) + cancelled
    assert all(row["state"] == "scored" for row in told)
    assert summary(project)["run"]["not_needed"] == early["not_needed"]
    assert summary(project)["overall"]["coverage"] == 1.0
    assert last(result).startswith(
        f"lcbench: gate: {verdict.upper()}, exit {code}, certain early at 95 % after {len(told)} of {CASES} planned"
    )
    result.stdout.fnmatch_lines([f"not needed *{early['not_needed']} planned items*"])
    result.stdout.no_fnmatch_line("*to resume, paying for nothing twice*")


@pytest.mark.parametrize(("wrong", "code"), [(120, 10), (15, 0)])
def test_a_verdict_that_is_certain_when_all_cases_are_in_flight_is_that_of_the_complete_run(
    gated: Project, monkeypatch: pytest.MonkeyPatch, wrong: int, code: int
) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.3")
    gated.script(**answers(wrong))
    result = run(gated, f"--lcbench-concurrency={CASES}")
    assert len(rows(gated)) == len(gated.calls) == CASES
    assert summary(gated)["run"]["unfinished"] == ""
    found = gate_json(gated)
    assert (result.ret, found["exit_code"], found["early"]) == (code, code, None)


def test_a_clear_regression_ends_the_run(gated: Project) -> None:
    gated.script(**answers(120))
    result = run(gated)
    check_early(gated, result, "regression", 10)
    assert len(gated.calls) < CASES * 0.6
    result.stdout.fnmatch_lines(["lcbench: in seeded, stratified order; stops once *"])


def test_a_clear_pass_ends_the_run(gated: Project) -> None:
    check_early(gated, run(gated), "pass", 0)


def test_what_cannot_be_told_is_run_to_its_end(gated: Project) -> None:
    gated.script(**answers(45))
    result = run(gated)
    assert result.ret == 11
    assert gate_json(gated)["early"] is None
    assert len(rows(gated)) == len(gated.calls) == CASES


def test_workers_stop_each_other_and_come_to_the_same_verdict(gated: Project) -> None:
    gated.script(**answers(120))
    check_early(gated, run(gated, "-n2", spawn=True), "regression", 10)


def test_a_run_that_was_interrupted_goes_on_to_the_same_verdict_and_pays_nothing_twice(gated: Project) -> None:
    gated.script(**answers(120))
    interrupted(gated)
    made = len(gated.calls)
    assert 8 <= made < CASES
    check_early(gated, run(gated, spawn=True), "regression", 10, cancelled=4)
    assert len(gated.calls) > made
    # Once it is decided, the same command asks nothing more.
    settled = len(gated.calls)
    check_early(gated, run(gated, spawn=True), "regression", 10, cancelled=4)
    assert len(gated.calls) == settled


def test_asked_anew_the_rows_of_the_earlier_session_decide_nothing(gated: Project) -> None:
    gated.script(**answers(120))
    assert run(gated).ret == 10
    gated.script(**answers(15))
    (gated.path / "calls.log").unlink()
    result = run(gated, "--lcbench-fresh")
    assert result.ret == 0
    assert gate_json(gated)["verdict"] == "pass"


def test_every_night_is_decided_by_its_own_answers(gated: Project) -> None:
    for wrong, verdict, code in ((15, "pass", 0), (120, "regression", 10), (15, "pass", 0)):
        (gated.path / "calls.log").unlink(missing_ok=True)
        gated.script(**answers(wrong))
        result = run(gated, "--lcbench-fresh", spawn=True)
        check_early(gated, result, verdict, code)
        result.stdout.no_fnmatch_line("*goes on with what*")
        result.stdout.no_fnmatch_line("*is not finished*")


def test_workers_of_one_store_decide_every_night_by_its_own_answers(gated: Project) -> None:
    gated.script(**answers(120))
    check_early(gated, run(gated, "--lcbench-fresh", "-n2", spawn=True), "regression", 10)
    (gated.path / "calls.log").unlink()
    gated.script(**answers(15))
    assert run(gated, "--lcbench-fresh", "-n2", spawn=True).ret == 0
    assert len(gated.calls) == len(rows(gated))


def test_a_night_that_was_cut_short_goes_on_and_the_next_is_anew(gated: Project) -> None:
    gated.script(**answers(15))
    interrupted(gated, "--lcbench-fresh")
    made = len(gated.calls)
    second = run(gated, "--lcbench-fresh", spawn=True)
    second.stdout.fnmatch_lines(["*--lcbench-fresh goes on with what it began and did not finish: *"])
    check_early(gated, second, "pass", 0, cancelled=4)
    assert made < len(gated.calls)
    (gated.path / "calls.log").unlink()
    gated.script(**answers(120))
    check_early(gated, run(gated, "--lcbench-fresh", spawn=True), "regression", 10)


def test_without_fresh_the_same_command_asks_nothing_more_after_a_fresh_night(gated: Project) -> None:
    gated.script(**answers(15))
    check_early(gated, run(gated, "--lcbench-fresh"), "pass", 0)
    made = len(gated.calls)
    check_early(gated, run(gated), "pass", 0)
    assert len(gated.calls) == made


def test_a_failed_call_of_a_decided_night_is_gone_on_with_and_the_verdict_says_so(gated: Project) -> None:
    gated.script(**(answers(15) | {f"Company {k}?": {"error": "server"} for k in range(20, 40)}))
    assert run(gated, "--lcbench-fresh", "--lcbench-timeout=0.2").ret in {0, 12}
    failed = [row for row in rows(gated) if row["state"] != "scored"]
    assert failed
    gated.script(**answers(15))
    result = run(gated, "--lcbench-fresh")
    told = "items were asked anew by an earlier session, which ended with failed calls"
    result.stdout.fnmatch_lines([f"*{told}*"])
    assert told in json.dumps(gate_json(gated))


def test_a_whole_run_after_a_night_that_was_stopped_early_is_a_mixture_with_the_answers_before_it(gated: Project) -> None:
    whole = ("--lcbench-run=new", "--lcbench-baseline=base", "--lcbench-concurrency=4", GATE)
    gated.script(**answers(14))
    assert gated.run(*whole).ret == 0
    (gated.path / "calls.log").unlink()
    check_early(gated, run(gated, "--lcbench-fresh"), "pass", 0)
    result = gated.run(*whole)
    assert result.ret == 12
    result.stdout.fnmatch_lines(
        ["*of the answers here were asked anew (the last by this run with --lcbench-fresh), * are from before*"]
    )
    assert gated.run(*whole, "--lcbench-fresh").ret == 0


def test_missing_answers_count_against_either_verdict(gated: Project) -> None:
    refused = {f"Company {k}1?": {"error": "bad_request", "message": "no"} for k in range(1, 15)}
    gated.script(**(answers(15) | refused))
    result = run(gated)
    assert result.ret == 12
    assert gate_json(gated)["verdict"] == "infrastructure"


def test_only_the_selected_cases_are_planned(gated: Project) -> None:
    gated.script(**answers(150))
    result = run(gated, "-k", "set1 or set2")
    assert result.ret == 10
    assert gate_json(gated)["early"]["planned"] == 76
    assert all(row["length_set"] in {"set1", "set2"} for row in rows(gated))


def shared_documents(project: Project, cases: int) -> None:
    """Give each case the next two cases' documents as well."""
    path = project.suite(cases) / "cases.jsonl"
    held = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    own = [row["documents"][0] for row in held]
    for place, row in enumerate(held):
        row["documents"] = [own[(place + step) % cases] for step in range(3)]
    path.write_text("".join(json.dumps(row) + "\n" for row in held), encoding="utf-8")


@pytest.mark.parametrize(("wrong", "verdict", "code"), [(120, "regression", 10), (15, "pass", 0)])
def test_a_run_of_two_epochs_whose_cases_share_documents_stops_early(
    project: Project, monkeypatch: pytest.MonkeyPatch, wrong: int, verdict: str, code: int
) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.002")
    shared_documents(project, CASES)
    project.script(**answers(15))
    assert project.run("--lcbench-run=base", "--lcbench-epochs=2", "--lcbench-concurrency=8").ret == 0
    (project.path / "calls.log").unlink()
    for path in (project.path / "reports").glob("*.sqlite*"):
        path.unlink()
    project.script(**answers(wrong))
    result = run(project, "--lcbench-epochs=2")
    assert result.ret == code
    found, told = gate_json(project), rows(project)
    early = found["early"]
    assert (found["verdict"], early["planned"]) == (verdict, CASES)
    assert early["not_needed"] == 2 * CASES - len(told) > CASES / 2
    assert early["cases"] == len({row["case_id"] for row in told})
    assert len(project.calls) == len(told)
    # Whatever was decided was decided by cases with both of their answers; at most those in flight have one.
    both = [case for case in {row["case_id"] for row in told} if sum(row["case_id"] == case for row in told) == 2]
    assert len(both) >= early["cases"] - 4
    names = summary(project)["run"]["not_needed_items"]
    assert len(names) == early["not_needed"]
    assert not {f"{row['suite']}/{row['item']}" for row in told} & set(names)


def test_the_best_epoch_of_each_case_passes_no_gate_that_stops_early(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.002")
    project.suite(CASES)
    project.script(**answers(15))
    assert project.run("--lcbench-run=base", "--lcbench-epochs=2", "--lcbench-concurrency=8").ret == 0
    project.script(**answers(0))
    result = run(project, "--lcbench-epochs=2", "-k", "e1", "--lcbench-fresh")
    assert result.ret == 12
    assert f"of {CASES} of {CASES} cases not all 2 epochs were selected" in last(result)
    assert gate_json(project)["verdict"] == "infrastructure"
    whole = run(project, "--lcbench-epochs=2", "-k", "set1")
    assert "epochs were selected" not in last(whole), "whole cases may be left out"


def test_merged_runs_that_were_each_stopped_early_leave_out_what_none_of_them_ran(gated: Project) -> None:
    gated.script(**answers(150))
    reports = gated.path / "reports"
    for name, sets in (("one", "set1 or set2"), ("two", "set3 or set4"), ("again", "set1 or set3")):
        options = ["--lcbench-baseline=base", "--lcbench-gate-early", "--lcbench-concurrency=4", GATE]
        assert gated.run(f"--lcbench-run={name}", *options, "-k", sets).ret == 10

    def info(name: str) -> dict[str, Any]:
        held: dict[str, Any] = json.loads((reports / name / "summary.json").read_text(encoding="utf-8"))["run"]
        return held

    def items(name: str) -> set[str]:
        told = (reports / name / "results.jsonl").read_text(encoding="utf-8").splitlines()
        return {"{suite}/{item}".format(**json.loads(line)) for line in told}

    parts = [load_saved_run(name, reports) for name in ("one", "two")]
    merge_runs(parts, reports=reports, run="apart")
    assert info("apart")["not_needed"] == info("one")["not_needed"] + info("two")["not_needed"] == CASES - len(items("apart"))
    # Runs over some of the same cases: what one left out and another ran was run, what two left out is one item.
    merge_runs([*parts, load_saved_run("again", reports)], reports=reports, run="overlapping")
    assert info("overlapping")["not_needed"] == CASES - len(items("overlapping")) > 0
    # Merged once more, with itself made of merged runs.
    merge_runs([load_saved_run("apart", reports), load_saved_run("again", reports)], reports=reports, run="twice")
    assert info("twice")["not_needed"] == info("overlapping")["not_needed"]
    assert f"{info('twice')['not_needed']} planned items were not needed" in (reports / "twice" / "summary.json").read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--lcbench-gate-early"], "*nothing is demanded: give a policy with --lcbench-gate"),
        (["--lcbench-gate-early", "--lcbench-gate=avg drop < 5"], "*none is given: name one with --lcbench-baseline=RUN*"),
        (["--lcbench-gate-early", "--lcbench-gate=avg >= 5; cases = answered"], "*cases = answered: leave that out"),
        (["--lcbench-gate-early", "--lcbench-gate=avg >= 5", "--lcbench-shard=1/2"], "*judge the merged run with lcbench gate"),
        (["--lcbench-gate-early", "--lcbench-gate=avg >= 5", "-n2", "--dist=worksteal"], "*use --dist=load"),
        (["--lcbench-gate-early", "--lcbench-gate=avg >= 5", "--dist=load", "--tx=ssh=host"], "*leave out --tx, or the early stop"),
    ],
)
def test_what_cannot_be_decided_early_is_said_before_any_call(project: Project, options: list[str], said: str) -> None:
    result = project.spawn(*options)
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: lcbench: {said}"])
    assert project.calls == []


@pytest.mark.parametrize("name", ["new", "other"])
def test_a_verdict_is_certain_over_no_answers_of_which_a_part_was_asked_anew(gated: Project, name: str) -> None:
    gated.script(**answers(CASES))
    gated.run("--lcbench-run=bad").assert_outcomes(passed=CASES)
    gated.script(**answers(15))
    assert run(gated, "--lcbench-fresh").ret == 0
    asked = len(gated.calls)
    assert asked < 2 * CASES
    result = run(gated, f"--lcbench-run={name}")
    assert (result.ret, len(gated.calls)) == (12, asked)
    result.stdout.fnmatch_lines([f"*the run is not whole*of the answers here were asked anew*, {2 * CASES - asked} are from before*"])


def test_answers_that_were_all_asked_anew_may_end_a_run_early(gated: Project) -> None:
    gated.script(**answers(CASES))
    gated.run("--lcbench-run=bad").assert_outcomes(passed=CASES)
    gated.script(**answers(15))
    gated.run("--lcbench-run=good", "--lcbench-fresh").assert_outcomes(passed=CASES)
    assert run(gated).ret == 0
    assert len(gated.calls) == 2 * CASES


def test_a_part_drawn_until_it_pleases_ends_no_run_early_whose_others_were_never_asked(gated: Project) -> None:
    first = first_ones(gated)
    for more in ((), ("--lcbench-fresh",), ("--lcbench-fresh",)):
        assert gated.run("--lcbench-run=part", "-k", first, *more).ret == 0
    asked = len(gated.calls)
    gated.script(**answers(CASES))
    result = run(gated)
    assert (result.ret, len(gated.calls) - asked <= 4) == (12, True)
    result.stdout.fnmatch_lines(["*of the answers here were asked anew, * of the planned items have no answer*"])


@pytest.mark.parametrize("name", ["new", "other"])
def test_a_run_whose_answers_are_all_there_ends_with_the_verdict_over_all_of_them(gated: Project, name: str) -> None:
    # Else whoever has them could try names, seeds and orders until one is certain of what the whole does not say.
    assert gated.run("--lcbench-run=new").ret == 0
    assert run(gated, f"--lcbench-run={name}").ret == 0
    found = json.loads((gated.path / "reports" / name / "gate.json").read_text(encoding="utf-8"))
    assert (found["early"], found["criteria"][0]["cases"], len(gated.calls)) == (None, CASES, CASES)


def test_answers_that_are_there_count_before_a_run_ends_without_them(gated: Project) -> None:
    first = first_ones(gated)
    gated.script(**answers(CASES))
    assert gated.run("--lcbench-run=part", "-k", f"not ({first})").ret == 0
    asked = len(gated.calls)
    gated.script(**answers(0))
    result = run(gated)
    # The order's certificate is one of those that are wrong; the answers that are there say so.
    assert (result.ret, gate_json(gated)["verdict"]) == (11, "cannot tell")
    assert last(result).endswith("over " + f"{len(rows(gated))} cases")
    assert "certain early (pass), but all answers that are here say regression: run all cases" in last(result)
    assert len(rows(gated)) > CASES / 2
    assert len(gated.calls) - asked < CASES / 2


@pytest.mark.parametrize("more", [(), ("-x",), ("-n2",)])
def test_answers_that_are_there_make_no_run_dearer_that_ends_early(gated: Project, more: tuple[str, ...]) -> None:
    first = first_ones(gated)
    assert gated.run("--lcbench-run=part", "-k", f"not ({first})").ret == 0
    stored, asked = len(rows_of(gated, "part")), len(gated.calls)
    assert run(gated, *more).ret == 0
    assert len(rows(gated)) - stored == len(gated.calls) - asked <= CASES - stored


def test_cases_that_a_mark_skips_do_not_change_the_order_that_a_run_is_watched_in(gated: Project) -> None:
    gated.script(**answers(120))
    assert run(gated).ret == 10
    usual = len(gated.calls)
    gated.pytester.makeconftest(
        (gated.path / "conftest.py").read_text(encoding="utf-8")
        + """
import pytest
def pytest_collection_modifyitems(items):
    for item in items[:3]:
        item.add_marker(pytest.mark.skip)
"""
    )
    assert run(gated, "--lcbench-run=marked", "--lcbench-max-output=77").ret == 10
    assert len(gated.calls) - usual < 2 * usual


def rows_of(project: Project, name: str) -> list[str]:
    return (project.path / "reports" / name / "results.jsonl").read_text(encoding="utf-8").splitlines()
