"""pytest's retries (``--lf``, ``--sw``): the failed cases alone are no run to judge, and take no whole run's place."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin_project import Project

from pytest_lcbench.reporting.saved_runs import load_saved_run


def _refusing(project: Project, *numbers: int) -> None:
    """Have the model refuse the questions about these companies, and answer all others."""
    refused: dict[str, object] = {f"Company {number}?": {"error": "bad_request"} for number in numbers}
    project.script("The revenue is 317.", **refused)


@pytest.fixture
def reports(project: Project) -> Path:
    """A baseline of 12 cases, and a run ``new`` in which three of them have failed and are known to pytest."""
    project.suite(12)
    assert _pytest(project, "--lcbench-run=base").ret == 0
    _refusing(project, 3, 6, 9)
    assert _pytest(project, "--lcbench-run=new", "--lcbench-fresh").ret == 12
    project.script()
    return project.path / "reports"


def _pytest(project: Project, *more: str) -> pytest.RunResult:
    """Run with pytest's cache, in which the failures are kept."""
    cached = [argument for argument in project.arguments() if argument not in {"-p", "no:cacheprovider"}]
    return project.pytester.runpytest_subprocess("-q", *cached, *more)


def _refused(project: Project, *more: str) -> str:
    calls = len(project.calls)
    files = {path: path.read_bytes() for path in (project.path / "reports").glob("*/*.json*")}
    result = _pytest(project, *more)
    assert result.ret == 4
    assert len(project.calls) == calls
    assert {path: path.read_bytes() for path in (project.path / "reports").glob("*/*.json*")} == files
    # Over workers pytest's summary and xdist repeat it in lines of their own.
    (line,) = {
        line.removeprefix("ERROR: ")
        for line in [*result.outlines, *result.errlines]
        if " leaves " in line and line.removeprefix("ERROR: ").startswith("lcbench: ")
    }
    return line


@pytest.mark.usefixtures("reports")
@pytest.mark.parametrize("workers", [(), ("-n2",)])
@pytest.mark.parametrize("judged", [("--lcbench-gate=avg drop < 12", "--lcbench-baseline=base"), ("--lcbench-gate=avg >= 1",)])
def test_failed_cases_alone_are_not_judged(project: Project, judged: tuple[str, ...], workers: tuple[str, ...]) -> None:
    said = _refused(project, "--lf", *judged, *workers)
    assert said == (
        "lcbench: --lf leaves 9 of 12 items out, and the failed ones alone have no --lcbench-gate: "
        "run the same command without --lf: what is stored is not paid again"
    )


@pytest.mark.usefixtures("reports")
def test_nor_compared(project: Project) -> None:
    assert "have no --lcbench-baseline" in _refused(project, "--lf", "--lcbench-baseline=base")


@pytest.mark.parametrize("workers", [(), ("-n2",)])
def test_failed_cases_alone_do_not_take_the_place_of_the_run(project: Project, reports: Path, workers: tuple[str, ...]) -> None:
    assert "run 'new' would lose 9 that it holds" in _refused(project, "--lf", "--lcbench-run=new", *workers)
    assert len(load_saved_run("new", reports).rows) == 12


@pytest.mark.usefixtures("reports")
def test_over_workers_it_is_said_once(project: Project) -> None:
    result = _pytest(project, "--lf", "--lcbench-run=new", "-n2")
    result.assert_outcomes(errors=1)


def test_the_same_command_without_it_is_the_retry_and_pays_for_nothing_that_is_stored(project: Project, reports: Path) -> None:
    before = len(project.calls)
    assert _pytest(project, "--lcbench-run=new").ret == 0
    assert len(project.calls) == before
    assert len(load_saved_run("new", reports).rows) == 12


def test_stepwise_is_a_retry_too(project: Project, reports: Path) -> None:
    _refusing(project, 6)
    assert _pytest(project, "--lcbench-run=steps", "--lcbench-fresh", "--sw").ret != 0
    project.script()
    said = _refused(project, "--lcbench-run=steps", "--sw")
    assert said.startswith("lcbench: --sw leaves ")
    assert len(load_saved_run("steps", reports).rows) == 12


def test_without_a_name_and_a_gate_they_are_a_run_of_their_own(project: Project, reports: Path) -> None:
    _pytest(project, "--lf").assert_outcomes(passed=3)
    assert {len(load_saved_run(path.parent.name, reports).rows) for path in reports.glob("*/results.jsonl")} == {3, 12}


def test_a_new_name_is_a_run_of_its_own_too(project: Project, reports: Path) -> None:
    _pytest(project, "--lf", "--lcbench-run=third").assert_outcomes(passed=3)
    assert len(load_saved_run("third", reports).rows) == 3


@pytest.mark.usefixtures("reports")
def test_a_retry_that_leaves_nothing_out_is_judged(project: Project) -> None:
    gate = ("--lcbench-run=new", "--lcbench-fresh", "--lcbench-gate=avg >= 1")
    assert _pytest(project, "--ff", *gate).ret in {0, 10, 11}
    assert _pytest(project, "--lf", *gate).ret in {0, 10, 11}
    assert _pytest(project, "--lf", "-k", "en", *gate).ret in {0, 10, 11}


def test_a_retry_does_not_take_the_place_of_a_shard_either(project: Project, reports: Path) -> None:
    shards = [("--lcbench-run=part", f"--lcbench-shard={index}/2") for index in (1, 2)]
    _refusing(project, 0, 1, 2)
    for shard in shards:
        _pytest(project, *shard, "--lcbench-fresh")
    project.script()
    runs = [load_saved_run(f"part-{index}of2", reports) for index in (1, 2)]
    failed = [shard for shard, run in zip(shards, runs, strict=True) if any(row.points is None for row in run.rows)]
    assert failed
    for shard in failed:
        assert "would lose" in _refused(project, "--lf", *shard)
