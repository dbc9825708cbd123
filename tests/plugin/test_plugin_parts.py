"""Shards that lack cases: what merges to a whole run, what is refused, and what nobody can know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from plugin_project import MODULE, Project
from saved_run_parts import save

from pytest_lcbench.cli import main
from pytest_lcbench.reporting.saved_runs import load_saved_run
from pytest_lcbench.statistics.run_info import Selected
from pytest_lcbench.statistics.summary import summarise

SHARDS = [f"part-{index}of3" for index in (1, 2, 3)]
GATE = "--policy=avg >= 50"


@pytest.fixture
def reports(project: Project) -> Path:
    """A suite of 24 cases, half of them in English, eight a shard; all answers are right."""
    project.suite(24)
    project.script("", **{f"Company {number}?": str(317 + number) for number in range(24)})
    return project.path / "reports"


def _shard(project: Project, index: int, *more: str, name: str = "part") -> None:
    assert project.run("-q", f"--lcbench-run={name}", f"--lcbench-shard={index}/3", *more).ret == 0


def _all(project: Project, *more: str) -> None:
    for index in (1, 2, 3):
        _shard(project, index, *more)


def _merge(reports: Path, *names: str) -> int:
    return main(["merge", *(names or SHARDS), "--run=merged", f"--reports={reports}"])


def _refused(reports: Path, capsys: pytest.CaptureFixture[str], *names: str) -> str:
    capsys.readouterr()
    assert _merge(reports, *names) == 4
    assert not (reports / "merged").exists()
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    return said


def _gated(reports: Path) -> int:
    return main(["gate", "merged", GATE, f"--reports={reports}"])


def _names(reports: Path, run: str) -> list[str]:
    return [row.item for row in load_saved_run(run, reports).rows]


@pytest.mark.parametrize("words", ["en", "case-000 or case-001 or case-002"])
def test_one_shard_that_was_narrowed_is_refused(
    project: Project, reports: Path, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _all(project)
    index = 1 if words == "en" else 1 + next(n for n, name in enumerate(SHARDS) if any("case-000" in i for i in _names(reports, name)))
    _shard(project, index, "-k", words)
    said = _refused(reports, capsys)
    assert f"'part-{index}of3' holds" in said
    assert f"of the 8 items of its shard (-k {words})" in said
    assert "holds 8 of the 8 items of its shard" in said


def test_shards_narrowed_by_different_words_are_refused(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _all(project, "-k", "en")
    _shard(project, 1, "-k", "zh")
    assert "(-k zh)" in _refused(reports, capsys)


@pytest.mark.parametrize("words", [("-k", "en"), ("-m", "set1 or  set2"), ("-k", "set1", "-m", "zh")])
def test_shards_narrowed_by_the_same_words_are_the_whole_run_of_these_words(
    project: Project, reports: Path, words: tuple[str, ...]
) -> None:
    assert project.run("-q", "--lcbench-run=whole", *words).ret == 0
    _all(project, *words)
    assert _merge(reports) == 0
    assert _gated(reports) in {0, 11}  # so few cases may not tell
    whole, merged = load_saved_run("whole", reports), load_saved_run("merged", reports)
    assert 0 < len(merged.rows) < 24
    assert summarise(merged.rows, merged.info).identity() == summarise(whole.rows, whole.info).identity()


def test_words_are_the_same_whatever_the_spaces_and_in_workers(project: Project, reports: Path) -> None:
    _shard(project, 1, "-k", "en  and not set4 ")
    _shard(project, 2, "-k", "en and not set4")
    assert project.spawn("-q", "-n2", "--lcbench-run=part", "--lcbench-shard=3/3", "-k", "en and not set4").ret == 0
    assert _merge(reports) == 0
    assert load_saved_run("merged", reports).info.selected == Selected(given=24, collected=24, by=("-k en and not set4",), paths=(".",))


def test_a_shard_of_which_the_words_leave_nothing_out_is_one_of_them_all_the_same(project: Project, reports: Path) -> None:
    _shard(project, 1, "-k", "case")
    _shard(project, 2)
    _shard(project, 3, "-m", "mine")
    assert _merge(reports) == 0
    assert _gated(reports) == 0
    assert load_saved_run("merged", reports).info.selected == Selected(given=24, collected=24, paths=(".",))


@pytest.mark.parametrize("worker", [(), ("-n2",)])
def test_a_test_that_was_deselected_or_named_by_itself_makes_no_part(
    project: Project, reports: Path, worker: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    _all(project)
    one = f"test_own.py::test_own[{_names(reports, SHARDS[1])[0]}]"
    assert project.spawn("-q", *worker, "--lcbench-run=part", "--lcbench-shard=2/3", f"--deselect={one}").ret == 0
    assert f"'part-2of3' holds 7 of the 8 items of its shard (--deselect {one})" in _refused(reports, capsys)
    assert project.spawn("-q", *worker, "--lcbench-run=part", "--lcbench-shard=2/3", one).ret == 0
    assert f"'part-2of3' holds 1 of the 8 items of its shard ({one})" in _refused(reports, capsys)


def test_the_same_test_deselected_everywhere_is_no_selection_either(
    project: Project, reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _all(project)
    one = f"test_own.py::test_own[{_names(reports, SHARDS[1])[0]}]"
    _all(project, f"--deselect={one}")
    assert "run it again without that" in _refused(reports, capsys)


def test_two_pieces_of_a_shard_make_it_whole(project: Project, reports: Path) -> None:
    _all(project)
    _shard(project, 1, "-k", "en", name="english")
    _shard(project, 1, "-k", "zh", name="chinese")
    assert _merge(reports, "english-1of3", "chinese-1of3", *SHARDS[1:]) == 0
    assert _gated(reports) == 0
    assert len(load_saved_run("merged", reports).rows) == 24


def test_what_a_conftest_leaves_out_is_not_known_to_be_alike(
    project: Project, reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _all(project)
    (project.path / "sub").mkdir()
    (project.path / "test_own.py").rename(project.path / "sub" / "test_own.py")
    (project.path / "sub" / "conftest.py").write_text(
        "def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if 'en' in item.name]\n"
    )
    _all(project)
    capsys.readouterr()
    assert _merge(reports) == 12
    assert "a plugin or conftest.py left the others out" in capsys.readouterr().out.splitlines()[-1]
    assert _gated(reports) == 12
    assert "the run is not whole" in capsys.readouterr().out
    assert not summarise(load_saved_run("merged", reports).rows, load_saved_run("merged", reports).info).coverage_reached


def test_files_on_the_command_line_choose_too(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project.suite(6, folder="more", name="more")
    mark = "import pytest\npytestmark = pytest.mark.lcbench(suite='{}')\n"
    project.pytester.makepyfile(test_own=mark.format("mine") + MODULE, test_more=mark.format("more") + MODULE)
    both = ("--lcbench-suite=mine,more", "--lcbench-data=mine=data", "--lcbench-data=more=more")

    def run(index: int, *paths: str) -> None:
        arguments = [argument for argument in project.arguments() if not argument.startswith(("--lcbench-suite", "--lcbench-data"))]
        wanted = ("-q", "--lcbench-run=part", f"--lcbench-shard={index}/3", *paths)
        assert project.pytester.runpytest_inprocess(*arguments, *both, *wanted).ret == 0

    for index in (1, 2, 3):
        run(index, "test_own.py")
    assert _merge(reports) == 0
    assert len(load_saved_run("merged", reports).rows) == 24
    run(2, "test_more.py")
    (reports / "merged").rename(reports / "earlier")
    assert "'part-1of3' holds 8 of the 10 items of its shard" in _refused(reports, capsys)


def _edit(reports: Path, run: str, **changes: object) -> None:
    path = reports / run / "summary.json"
    summary = json.loads(path.read_text(encoding="utf-8"))
    summary["run"] |= changes
    path.write_text(json.dumps(summary), encoding="utf-8")


def test_parts_of_an_older_version_are_not_known_to_be_whole(
    project: Project, reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _all(project)
    for name in SHARDS[:2]:
        _edit(reports, name, selected=None)
    capsys.readouterr()
    assert _merge(reports) == 12
    assert "how many cases shards 1, 2 should have is not known: run again" in capsys.readouterr().out.splitlines()[-1]
    assert _gated(reports) == 12
    result = project.run("--lcbench-run=new", "--lcbench-baseline=merged")
    assert result.ret == 4
    assert "is not whole: how many cases shards 1, 2 should have is not known" in result.stderr.str()


def test_what_is_not_known_of_a_merged_run_stays_unknown(project: Project, reports: Path) -> None:
    _all(project)
    _edit(reports, SHARDS[0], selected=None)
    assert main(["merge", *SHARDS[:2], "--run=two", f"--reports={reports}"]) == 12
    assert _merge(reports, "two", SHARDS[2]) == 12
    assert _gated(reports) == 12


def test_a_shard_that_calls_itself_another_is_refused(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _all(project)
    two = load_saved_run(SHARDS[1], reports)
    assert two.info.shard is not None
    three = two.info.shard.model_copy(update={"index": 3})
    save(reports, two.rows, two.info.model_copy(update={"run_id": "forged", "shard": three}))
    said = _refused(reports, capsys, *SHARDS[:2], "forged")
    assert "'part-2of3' and 'forged' both hold" in said
    assert "(8 such)" in said
    assert "'part-3of3' and 'forged' holds 16 items, but its shard has 8" in _refused(reports, capsys, SHARDS[0], SHARDS[2], "forged")


def test_parts_with_epochs_and_a_sample_are_whole(project: Project, reports: Path) -> None:
    more = ("--lcbench-epochs=2", "--lcbench-sample=9", "-k", "e1 or e2")
    _all(project, *more)
    assert _merge(reports) == 0
    found = load_saved_run("merged", reports)
    assert len(found.rows) == 18
    assert found.info.selected == Selected(given=18, collected=18, by=("-k e1 or e2",), paths=(".",))


def test_one_epoch_of_a_shard_alone_is_no_part(project: Project, reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _all(project, "--lcbench-epochs=2")
    _shard(project, 2, "--lcbench-epochs=2", "-k", "e1")
    assert "holds 8 of the 16 items of its shard (-k e1)" in _refused(reports, capsys)
