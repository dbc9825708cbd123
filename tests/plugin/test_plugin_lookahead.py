"""Calls in flight ahead of the running item."""

from __future__ import annotations

import pytest
from plugin_project import Project


def _most_in_flight(project: Project) -> int:
    return max(int(str(call["in_flight"])) for call in project.calls)


def test_the_wanted_number_of_cases_is_in_flight_in_one_process(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.1")
    project.suite(20)
    project.run("--lcbench-concurrency=5").assert_outcomes(passed=20)
    assert _most_in_flight(project) == 5


def test_one_in_flight_asks_one_after_the_other(project: Project) -> None:
    project.suite(6)
    project.run("--lcbench-concurrency=1").assert_outcomes(passed=6)
    assert _most_in_flight(project) == 1


def test_with_x_no_more_than_the_cases_in_flight_are_wasted(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "0.05")
    project.suite(40)
    project.script("wrong")
    result = project.run("-x", "--lcbench-pass-score=50", "--lcbench-concurrency=4")
    result.assert_outcomes(failed=1)
    assert len(project.calls) <= 5


def test_deselected_cases_are_not_asked(project: Project) -> None:
    project.suite(8)
    project.run("-k", "set1", "--lcbench-concurrency=8")
    assert len(project.calls) == 2


MARKED = """
import pytest

def pytest_collection_modifyitems(items):
    for number, item in enumerate(items):
        if number % 2:
            item.add_marker({mark})
"""


@pytest.mark.parametrize(
    ("mark", "left"),
    [
        ("pytest.mark.skip", 4),
        ("pytest.mark.skipif(True, reason='so')", 4),
        ("pytest.mark.xfail(run=False)", 4),
        ("pytest.mark.skipif(False, reason='so')", 8),
        ("pytest.mark.xfail(False, run=False, reason='so')", 8),
    ],
)
def test_cases_that_a_mark_skips_are_neither_asked_nor_expected(project: Project, mark: str, left: int) -> None:
    project.suite(8)
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text(encoding="utf-8") + MARKED.replace("{mark}", mark), encoding="utf-8")
    result = project.run("--lcbench-concurrency=8")
    assert len(project.calls) == left
    assert len(project.rows()) == left
    result.assert_outcomes(passed=left, **({} if left == 8 else {"xfailed": 4} if "xfail" in mark else {"skipped": 4}))


def test_plain_tests_between_cases_do_not_disturb(project: Project) -> None:
    project.pytester.makepyfile(test_aaa="def test_plain(): pass", test_zzz="def test_plain(): pass")
    project.run().assert_outcomes(passed=6)
    assert len(project.calls) == 4
