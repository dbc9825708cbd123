"""Shards of a run, and the run that they make together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plugin_project import Project

from pytest_lcbench.cli import main
from pytest_lcbench.reporting.html import saved_questions
from pytest_lcbench.reporting.saved_runs import SavedRun, load_saved_run
from pytest_lcbench.running.row import TRANSIENT_FIELDS
from pytest_lcbench.statistics.summary import summarise


@pytest.fixture
def reports(project: Project) -> Path:
    project.suite(10)
    return project.path / "reports"


def _run(project: Project, name: str, *more: str) -> None:
    assert project.run("-q", f"--lcbench-run={name}", *more).ret == 0


def _shards(project: Project, count: int = 4, *more: str) -> list[str]:
    for index in range(1, count + 1):
        _run(project, "part", f"--lcbench-shard={index}/{count}", *more)
    return [f"part-{index}of{count}" for index in range(1, count + 1)]


def _content(run: SavedRun) -> list[dict[str, Any]]:
    return [row.model_dump(exclude={"run_id", *TRANSIENT_FIELDS}) for row in run.rows]


def _merge(reports: Path, *arguments: str) -> int:
    return main(["merge", *arguments, "--run=merged", f"--reports={reports}"])


def test_four_shards_merged_are_the_whole_run(project: Project, reports: Path) -> None:
    _run(project, "whole")
    assert _merge(reports, *_shards(project)) == 0
    whole, merged = load_saved_run("whole", reports), load_saved_run("merged", reports)
    assert _content(merged) == _content(whole)
    assert {row.run_id for row in merged.rows} == {"merged"}
    assert summarise(merged.rows, merged.info).identity() == summarise(whole.rows, whole.info).identity()
    lines = [(reports / name / "tables.md").read_text(encoding="utf-8").splitlines() for name in ("whole", "merged")]
    assert [line for line in lines[0] if line[:1] == "|"] == [line for line in lines[1] if line[:1] == "|"]
    assert saved_questions(reports / "merged") == saved_questions(reports / "whole")
    assert len(saved_questions(reports / "merged")) == 10


def test_the_order_of_the_parts_plays_no_part(project: Project, reports: Path) -> None:
    names = _shards(project, 3)
    assert _merge(reports, *names) == 0
    files = [(reports / "merged" / name).read_bytes() for name in ("results.jsonl", "summary.json", "tables.md")]
    assert _merge(reports, *reversed(names)) == 0
    assert [(reports / "merged" / name).read_bytes() for name in ("results.jsonl", "summary.json", "tables.md")] == files


def test_shards_of_a_run_with_skipped_cases_merge_to_the_whole(project: Project, reports: Path) -> None:
    skip = ("--lcbench-window=1400", "--lcbench-overlength=skip", "--lcbench-epochs=2")
    for number in (3, 7):
        (project.path / "data" / "documents" / f"report-{number}.txt").write_text("long " * 3000)
    _run(project, "whole", *skip)
    assert _merge(reports, *_shards(project, 3, *skip)) == 0
    whole, merged = load_saved_run("whole", reports), load_saved_run("merged", reports)
    assert len(whole.info.skipped) == 4
    assert summarise(merged.rows, merged.info).identity() == summarise(whole.rows, whole.info).identity()


def test_a_shard_is_the_same_in_every_worker(project: Project, reports: Path) -> None:
    _run(project, "part", "--lcbench-shard=2/3")
    assert project.spawn("-q", "-n2", "--lcbench-run=workers", "--lcbench-shard=2/3").ret == 0
    assert _content(load_saved_run("part-2of3", reports)) == _content(load_saved_run("workers-2of3", reports))


def test_header_and_settings_name_the_shard_and_only_its_cases_are_expected(project: Project, reports: Path) -> None:
    result = project.run("--lcbench-run=part", "--lcbench-shard=2/4")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["lcbench: mine (3 cases); shard 2 of 4", "run * part-2of4, shard 2 of 4"])
    info = load_saved_run("part-2of4", reports).info
    assert info.shard is not None
    assert info.shard.text == "2/4"


def test_the_shard_is_part_of_a_run_id_that_nobody_named(project: Project, reports: Path) -> None:
    for shard in ("1/2", "2/2"):
        assert project.run("-q", f"--lcbench-shard={shard}").ret == 0
    assert len(list(reports.glob("*/results.jsonl"))) == 2


def test_one_shard_of_one_is_the_whole_run(project: Project, reports: Path) -> None:
    _run(project, "one", "--lcbench-shard=1/1")
    found = load_saved_run("one", reports)
    assert found.info.shard is None
    assert len(found.rows) == 10


@pytest.mark.usefixtures("reports")
def test_an_ini_key_gives_the_shard_too(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_shard = 1/5\n")
    project.run().assert_outcomes(passed=2)


def test_a_shard_of_a_sample_is_a_part_of_the_sample(project: Project, reports: Path) -> None:
    _run(project, "whole", "--lcbench-sample=5")
    names = _shards(project, 2, "--lcbench-sample=5")
    assert _merge(reports, *names) == 0
    assert _content(load_saved_run("merged", reports)) == _content(load_saved_run("whole", reports))


@pytest.mark.parametrize(
    ("shard", "said"),
    [
        ("2", "say which part of how many"),
        ("a/b", "say which part of how many"),
        ("1/4/2", "say which part of how many"),
        ("0/4", "must be 1 to the second"),
        ("5/4", "must be 1 to the second"),
        ("1/0", "must be 1 to the second"),
        ("1/11", "10 cases are selected, which make at most 10 shards"),
    ],
)
@pytest.mark.usefixtures("reports")
def test_a_shard_that_cannot_be_is_one_line(project: Project, shard: str, said: str) -> None:
    result = project.run(f"--lcbench-shard={shard}")
    assert result.ret == 4
    (line,) = [line for line in result.errlines if line]
    assert said in line


def test_a_name_that_the_shard_makes_too_long_is_one_line(project: Project) -> None:
    result = project.run(f"--lcbench-run={'x' * 128}", "--lcbench-shard=1/2")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*--lcbench-run=*with the shard behind it*"])


def test_a_missing_shard_is_told_and_never_reaches_coverage(
    project: Project, reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = _shards(project)
    capsys.readouterr()
    assert _merge(reports, names[0], names[1], names[3]) == 12
    assert "of 4 shards these are missing: 3" in capsys.readouterr().out
    merged = load_saved_run("merged", reports)
    summary = summarise(merged.rows, merged.info)
    assert not summary.coverage_reached
    assert "missing of 4 shards, 3; their cases are in no figure here" in summary.notes


def test_a_baseline_that_lacks_a_shard_is_refused_before_any_call(project: Project, reports: Path) -> None:
    assert _merge(reports, *_shards(project, 3)[:2]) == 12
    before = len(project.calls)
    result = project.run("--lcbench-run=new", "--lcbench-fresh", "--lcbench-baseline=merged")
    assert result.ret == 4
    assert "--lcbench-baseline=merged is not whole: of 3 shards these are missing: 3" in result.stderr.str()
    assert len(project.calls) == before


def test_a_part_that_was_missing_can_be_merged_later(project: Project, reports: Path) -> None:
    names = _shards(project)
    assert _merge(reports, *names[:2]) == 12
    assert main(["merge", "merged", names[2], names[3], "--run=all", f"--reports={reports}"]) == 0
    assert len(load_saved_run("all", reports).rows) == 10
    assert load_saved_run("all", reports).info.missing_shards == ()


def test_a_shard_given_twice_counts_once(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = _shards(project, 2)
    capsys.readouterr()
    assert _merge(reports, *names, names[0]) == 0
    assert "5 rows told of an item again" in capsys.readouterr().out
    assert len(load_saved_run("merged", reports).rows) == 10


def test_folders_of_several_machines_are_merged(project: Project, reports: Path) -> None:
    names = _shards(project, 2)
    elsewhere = project.path / "artefact"
    (reports / names[1]).rename(elsewhere)
    assert _merge(reports, names[0], str(elsewhere)) == 0
    assert len(load_saved_run("merged", reports).rows) == 10


def test_runs_with_other_settings_are_refused_with_the_reason(
    project: Project, reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(project, "a", "--lcbench-shard=1/2")
    _run(project, "b", "--lcbench-shard=2/2", "--lcbench-order=shuffled", "--lcbench-window=4000")
    capsys.readouterr()
    assert _merge(reports, "a-1of2", "b-2of2") == 4
    said = capsys.readouterr().err
    assert "window: unknown and 4,000 tokens; document order: suite and shuffled" in said
    assert len(said.splitlines()) == 1
    assert not (reports / "merged").exists()


def test_shards_of_other_divisions_are_refused(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run(project, "a", "--lcbench-shard=1/2")
    _run(project, "b", "--lcbench-shard=2/3")
    assert _merge(reports, "a-1of2", "b-2of3") == 4
    assert "shards 1/2 and 2/3 are parts of different divisions" in capsys.readouterr().err


def test_shards_of_other_selections_are_refused(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run(project, "a", "--lcbench-shard=1/2")
    _run(project, "b", "--lcbench-shard=2/2", "--lcbench-sample=6")
    assert _merge(reports, "a-1of2", "b-2of2") == 4
    assert "divide different cases" in capsys.readouterr().err


def test_a_whole_run_and_a_shard_are_refused(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _run(project, "whole")
    _run(project, "a", "--lcbench-shard=1/2")
    assert _merge(reports, "a-1of2", "whole") == 4
    assert "'whole' is no shard, others are shards of 2" in capsys.readouterr().err


def test_runs_of_different_cases_without_shards_are_merged(project: Project, reports: Path) -> None:
    _run(project, "whole")
    _run(project, "a", "-k", "set1")
    _run(project, "b", "-k", "not set1")
    assert _merge(reports, "a", "b") == 0
    assert _content(load_saved_run("merged", reports)) == _content(load_saved_run("whole", reports))


def test_a_run_that_was_paid_for_is_not_replaced_by_a_merged_one(
    project: Project, reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(project, "whole")
    names = _shards(project, 2)
    assert main(["merge", *names, "--run=whole", f"--reports={reports}"]) == 4
    assert "is not replaced" in capsys.readouterr().err
    assert main(["merge", "whole", "--run=whole", f"--reports={reports}"]) == 4
    assert "is one of the runs to be merged" in capsys.readouterr().err


def test_merging_again_replaces_what_merging_wrote(project: Project, reports: Path) -> None:
    names = _shards(project, 2)
    assert _merge(reports, names[0]) == 12
    assert _merge(reports, *names) == 0
    assert len(load_saved_run("merged", reports).rows) == 10
