"""A store or ledger that cannot be used is one line before the first case, whatever the number of workers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from plugin_project import Project


def _text(path: Path) -> None:
    path.write_text("hello\n", encoding="utf-8")


def _damaged(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)


def _folder(path: Path) -> None:
    path.mkdir()


def _content(path: Path) -> bytes | list[Path]:
    return list(path.iterdir()) if path.is_dir() else path.read_bytes()


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
@pytest.mark.parametrize("name", ["store.sqlite", "ledger.sqlite"])
@pytest.mark.parametrize("spoil", [_text, _damaged, _folder])
def test_a_file_that_cannot_be_used_is_one_line_and_left_alone(
    project: Project, workers: str, name: str, spoil: Callable[[Path], None]
) -> None:
    project.suite(12)
    broken = project.path / "reports" / name
    broken.parent.mkdir()
    spoil(broken)
    before = _content(broken)
    result = project.spawn(workers)
    assert result.ret == 4
    told = [line for line in result.outlines + result.errlines if name in line]
    assert len(told) == 1, told
    assert told[0].startswith("ERROR: lcbench: ")
    assert "ERROR at setup" not in result.stdout.str()
    assert _content(broken) == before
    assert project.calls == []


def test_a_file_in_the_place_of_the_reports_folder_is_one_line_with_workers(project: Project) -> None:
    (project.path / "reports").write_text("")
    result = project.spawn("-n2")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: lcbench: --lcbench-reports: *cannot be made a folder*"])
    assert "ERROR at setup" not in result.stdout.str()


def test_a_broken_store_of_cases_that_no_option_asked_for_is_told_once_a_worker(project: Project) -> None:
    project.suite(12)
    project.pytester.makeini("[pytest]\nlcbench_suite = mine\nlcbench_data = mine=data\nlcbench_model = scripted\n")
    (project.path / "reports").mkdir()
    _text(project.path / "reports" / "store.sqlite")
    result = project.pytester.runpytest_subprocess("-n2", "-p", "no:cacheprovider")
    assert result.ret == 4
    assert 1 <= result.stdout.str().count("ERROR at setup") <= 2
    assert (project.path / "reports" / "store.sqlite").read_text() == "hello\n"


def test_a_broken_store_does_not_disturb_other_tests_over_workers(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_suite = mine\nlcbench_data = mine=data\nlcbench_model = scripted\n")
    project.pytester.makepyfile(test_plain="def test_plain(): pass")
    (project.path / "reports").mkdir()
    _text(project.path / "reports" / "store.sqlite")
    project.pytester.runpytest_subprocess("-n2", "test_plain.py").assert_outcomes(passed=1)


@pytest.mark.parametrize("option", ["--collect-only", "--setup-plan", "--lcbench-estimate"])
@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_nothing_is_opened_where_nothing_will_run(project: Project, option: str, workers: str) -> None:
    assert project.spawn(workers, option).ret == 0
    assert project.calls == []
    assert not (project.path / "reports" / "store.sqlite").exists()


def test_an_empty_store_is_still_taken_as_new_with_workers_and_told(project: Project) -> None:
    (project.path / "reports").mkdir()
    (project.path / "reports" / "store.sqlite").touch()
    result = project.spawn("-n2")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["response store: the file was empty*taken as new"])


def _damage(project: Project, statement: str) -> None:
    with closing(sqlite3.connect(project.path / "reports" / "store.sqlite")) as store:
        store.execute(statement)
        store.commit()


def test_a_damaged_stored_answer_is_asked_for_again_alone_and_a_note_says_so(project: Project) -> None:
    project.run().assert_outcomes(passed=4)
    rows = project.rows()
    _damage(project, "UPDATE responses SET response = replace(response, 'finish_reason', 'x') WHERE rowid = 2")
    again = project.run()
    again.assert_outcomes(passed=4)
    assert len(project.calls) == 5
    again.stdout.fnmatch_lines(["*of 1 calls the stored answer was damaged and had to be asked for again*"])
    assert [row["points"] for row in project.rows()] == [row["points"] for row in rows]


def test_a_damaged_result_row_is_made_anew_from_the_stored_answer(project: Project) -> None:
    project.run().assert_outcomes(passed=4)
    rows = project.rows()
    _damage(project, "UPDATE results SET row_json = '{broken' WHERE rowid % 2")
    project.run().assert_outcomes(passed=4)
    assert len(project.calls) == 4
    again = project.rows()
    assert [(row["case_id"], row["points"], row["response_text"]) for row in again] == [
        (row["case_id"], row["points"], row["response_text"]) for row in rows
    ]
