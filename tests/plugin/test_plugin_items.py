"""Which items there are, how they are named and chosen."""

from __future__ import annotations

from plugin_project import Project

BOUND = """
import pytest

@pytest.mark.lcbench(suite="{suite}")
def test_bound(lcbench_score):
    assert lcbench_score.points is not None
"""


def _names(project: Project, *more: str) -> list[str]:
    result = project.run("--collect-only", "-q", *more)
    return [line for line in result.outlines if "::" in line]


def test_every_case_is_one_item_named_by_its_place_in_the_taxonomy(project: Project) -> None:
    assert _names(project)[0] == "test_own.py::test_own[spotlight_locating-set1-zh-financial-case-000]"
    assert len(_names(project)) == 4


def test_words_of_the_name_select_with_k(project: Project) -> None:
    assert len(_names(project, "-k", "set2 and spotlight_locating")) == 1


def test_suite_words_are_markers_and_select_exactly_with_m(project: Project) -> None:
    assert len(_names(project, "-m", "zh and set3", "--strict-markers")) == 1


def test_a_test_bound_to_an_unselected_suite_vanishes(project: Project) -> None:
    project.pytester.makepyfile(test_other=BOUND.format(suite="other"))
    result = project.run()
    result.assert_outcomes(passed=4)
    result.stdout.no_fnmatch_line("*NOTSET*")
    assert "[unselected]" not in result.stdout.str()


def test_a_test_bound_to_the_selected_suite_runs(project: Project) -> None:
    project.pytester.makepyfile(test_other=BOUND.format(suite="mine"))
    assert len([name for name in _names(project) if "test_bound" in name]) == 4


def test_a_binding_by_exclusion_leaves_the_named_suites_out(project: Project) -> None:
    project.pytester.makepyfile(test_other="import pytest\n@pytest.mark.lcbench(without=['mine'])\ndef test_rest(lcbench_score): pass")
    assert not [name for name in _names(project) if "test_rest" in name]


def test_a_wrong_marker_argument_is_one_line(project: Project) -> None:
    project.pytester.makepyfile(test_other="import pytest\n@pytest.mark.lcbench(suit='mine')\ndef test_x(lcbench_score): pass")
    result = project.run()
    assert result.ret == 4
    result.stderr.fnmatch_lines(["ERROR: *test_x: @pytest.mark.lcbench takes suite= and without= only"])
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


def test_an_unbound_test_gets_all_selected_suites_with_their_names_in_the_ids(project: Project) -> None:
    project.suite(2, folder="more", name="more")
    result = project.pytester.runpytest_inprocess(
        "--collect-only", "-q", "--lcbench-suite=mine,more", "--lcbench-data=mine=data", "--lcbench-data=more=more"
    )
    names = [line for line in result.outlines if "::" in line]
    assert len(names) == 6
    assert names[-1].startswith("test_own.py::test_own[more-spotlight_locating-")


def test_epochs_make_an_item_each_and_show_in_the_name(project: Project) -> None:
    names = _names(project, "--lcbench-epochs=3")
    assert len(names) == 12
    assert names[0].endswith("case-000-e1]")
    assert names[2].endswith("case-000-e3]")


def test_a_sample_is_the_same_for_the_same_seed_and_keeps_the_ids_of_the_full_run(project: Project) -> None:
    full = _names(project)
    sample = _names(project, "--lcbench-sample=2", "--lcbench-seed=5")
    assert len(sample) == 2
    assert set(sample) < set(full)
    assert sample == _names(project, "--lcbench-sample=2", "--lcbench-seed=5")


def test_a_test_of_the_case_alone_makes_no_call(project: Project) -> None:
    project.pytester.makepyfile(test_own="def test_case(lcbench_case):\n    assert lcbench_case.gold")
    project.run().assert_outcomes(passed=4)
    assert project.calls == []


def test_a_test_of_the_context_sees_the_documents_and_makes_no_call(project: Project) -> None:
    project.pytester.makepyfile(
        test_own="def test_context(lcbench_context, lcbench_case):\n    assert lcbench_case.question in lcbench_context.prompt\n"
        "    assert 'The revenue of Company' in lcbench_context.prompt"
    )
    project.run().assert_outcomes(passed=4)
    assert project.calls == []


def test_a_test_of_the_response_gets_the_answer_without_a_score(project: Project) -> None:
    project.pytester.makepyfile(
        test_own="def test_response(lcbench_response):\n    assert lcbench_response.text == 'The revenue is 317.'"
    )
    project.run().assert_outcomes(passed=4)
    assert len(project.calls) == 4
