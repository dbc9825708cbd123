"""The hooks by which a project adds suites, scorers, models and groupings."""

from __future__ import annotations

from plugin_project import CONFTEST, Project


def test_a_projects_own_scorer_is_asked_first(project: Project) -> None:
    project.pytester.makeconftest(
        CONFTEST
        + """
from pytest_lcbench.scoring.score import Score

def pytest_lcbench_score(config, case, response_text):
    return Score(points=42.0, scorer="mine", answer="x", evidence="because")
"""
    )
    project.run().assert_outcomes(passed=4)
    assert {(row["points"], row["scorer"]) for row in project.rows()} == {(42.0, "mine")}


def test_a_projects_own_grouping_gets_a_table(project: Project) -> None:
    project.pytester.makeconftest(
        CONFTEST + "\ndef pytest_lcbench_group(config, case):\n    return {'parity': 'odd' if case.id[-1] in '13' else 'even'}\n"
    )
    result = project.run()
    result.stdout.fnmatch_lines(["*parity*", "*even*", "*odd*"])


def test_a_projects_own_suite_is_loaded_by_name(project: Project) -> None:
    project.suite(folder="elsewhere", name="contracts")
    project.pytester.makeconftest(
        CONFTEST
        + """
def pytest_lcbench_suites(config):
    from pytest_lcbench.suites.native import NativeSuite
    return {"contracts": lambda path: NativeSuite(config.rootpath / "elsewhere")}
"""
    )
    result = project.pytester.runpytest_inprocess("--lcbench-suite=contracts", "--lcbench-model=scripted", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=4)


def test_a_projects_own_model_needs_no_key(project: Project) -> None:
    project.run().assert_outcomes(passed=4)
    assert {row["model"] for row in project.rows()} == {"scripted"}
