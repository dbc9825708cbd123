"""The hooks by which a project adds suites, scorers, models and groupings."""

from __future__ import annotations

import pytest
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


@pytest.mark.parametrize(
    ("hook", "expected"),
    [
        ("def pytest_lcbench_group(config, case): return 5", "pytest_lcbench_group returned int, not a mapping or None"),
        ("def pytest_lcbench_group(config, case): return {'by': object()}", "pytest_lcbench_group gave object in its mapping*"),
        ("def pytest_lcbench_group(config, case): return {('by',): 'x'}", "pytest_lcbench_group gave tuple in its mapping*"),
        ("def pytest_lcbench_suites(config): return {'mine': 3}", "pytest_lcbench_suites gave int for 'mine', not a function"),
        ("def pytest_lcbench_suites(config): return 3", "pytest_lcbench_suites returned int, not a mapping or None"),
        ("def pytest_lcbench_suites(config): return {'mine': lambda path: 1/0}", "making 'mine' raised ZeroDivisionError*"),
        *(
            (f"import pytest, sys\ndef {hook}: {body}", f"{hook.partition('(')[0]} raised {said} (*conftest.py, line *)")
            for hook in ("pytest_lcbench_group(config, case)", "pytest_lcbench_suites(config)", "pytest_lcbench_model(config, name)")
            for body, said in (("1/0", "ZeroDivisionError: *"), ("pytest.skip('x')", "Skipped: x"), ("sys.exit(3)", "SystemExit: 3"))
        ),
        ("def pytest_lcbench_suites(config): return {'mine': lambda path: exit(3)}", "making 'mine' raised SystemExit*"),
        ("def pytest_lcbench_model(config, name): return 7", "pytest_lcbench_model returned int for 'scripted'*"),
    ],
)
def test_a_hook_that_returns_nonsense_is_one_line_that_names_it(project: Project, hook: str, expected: str) -> None:
    own = "" if "pytest_lcbench_model" in hook else CONFTEST
    project.pytester.makeconftest(f"{own}\n{hook}\n")
    result = project.run()
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: *{expected}"])
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("raise KeyError('x')", "pytest_lcbench_score raised KeyError*"),
        ("return 5", "pytest_lcbench_score returned int*"),
        ("from pytest_lcbench.scoring.score import Score; return Score(101.0, 's', None, '')", "*a number from 0 to 100, not 101"),
        ("from pytest_lcbench.scoring.score import Score; return Score(1.0, 's', 5, '')", "*Score.answer is text or None, not int"),
        ("import pytest; pytest.skip('not scored by us')", "pytest_lcbench_score raised Skipped*"),
    ],
)
def test_a_scorer_at_fault_leaves_its_cases_unscored_and_is_named(project: Project, body: str, expected: str) -> None:
    project.pytester.makeconftest(f"{CONFTEST}\ndef pytest_lcbench_score(config, case, response_text):\n    {body}\n")
    result = project.run()
    result.assert_outcomes(errors=4)
    assert {row["state"] for row in project.rows()} == {"unscored"}
    result.stdout.fnmatch_lines([f"*scorer_fault*{expected}*"])
