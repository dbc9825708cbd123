"""The generated suite through the plugin: its options, its place in the run id, xdist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import synthetic_fields
from plugin_project import Project

import pytest_lcbench.suites.synthetic.suite as suite_module

FAKES = f"""
import sys
sys.path.insert(0, {str(Path(synthetic_fields.__file__).parent)!r})
import pytest_lcbench.suites.synthetic.suite
from synthetic_fields import make_fake
pytest_lcbench.suites.synthetic.suite.make_field = make_fake
pytest_lcbench.suites.synthetic.suite._proof = lambda case, documents: []
"""
SHORT = "--lcbench-lengths=2K-3K"


@pytest.fixture
def generated(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return the project with the tests' own fields in place of the real ones, in this process and in others."""
    monkeypatch.setattr(suite_module, "make_field", synthetic_fields.make_fake)
    monkeypatch.setattr(suite_module, "_proof", lambda _case, _documents: [])  # no checker reads the fakes
    place = project.path / "conftest.py"
    place.write_text(place.read_text() + FAKES)
    return project


def collected(project: Project, *options: str) -> list[str]:
    result = project.pytester.runpytest_inprocess("--collect-only", "-q", "-p", "no:cacheprovider", *options)
    assert result.ret == 0, result.outlines
    return [line for line in result.outlines if "::" in line]


def run_id(project: Project, *options: str) -> str:
    """The folder that a run with *options* makes."""
    before = set((project.path / "reports").glob("*/results.jsonl"))
    result = project.pytester.runpytest_inprocess("--lcbench-model=scripted", "-p", "no:cacheprovider", "--lcbench-sample=1", *options)
    assert result.ret == 0, result.outlines
    (made,) = set((project.path / "reports").glob("*/results.jsonl")) - before
    return made.parent.name


def test_the_default_is_a_hundred_generated_cases(generated: Project) -> None:
    names = collected(generated)
    assert len(names) == 100
    assert all(re.search(r"test_own\[[a-z_]+-(set[1-4]|short|medium)-(en|zh)-", name) for name in names)


def test_sample_keywords_and_markers_choose_among_them(generated: Project) -> None:
    assert len(collected(generated, "--lcbench-sample=7")) == 7
    assert len(collected(generated, "-m", "citation_chain and zh and set3")) == 1
    assert len(collected(generated, "-k", "citation_chain and set3")) == 2
    assert len(collected(generated, "-m", "len_2k_3k and solitaire", SHORT)) == 2


def test_worlds_and_lengths_are_taken_from_options_and_from_the_ini_file(generated: Project) -> None:
    assert len(collected(generated, "--lcbench-world=2,5-6", SHORT)) == 3 * 28
    generated.pytester.makeini("[pytest]\nlcbench_world = 1\nlcbench_lengths = set2\n")
    from_ini = collected(generated)
    assert len(from_ini) == 22
    assert from_ini == collected(generated, "--lcbench-world=1", "--lcbench-lengths=set2")
    assert from_ini != collected(generated, "--lcbench-world=0")


def test_worlds_and_lengths_are_part_of_the_run_id(generated: Project) -> None:
    options = [(SHORT,), (SHORT, "--lcbench-world=1"), (SHORT, "--lcbench-world=0,1"), ("--lcbench-lengths=2K-4K",)]
    assert len({run_id(generated, *each) for each in options}) == 4


def test_header_and_report_say_what_the_cases_are_made_of(generated: Project) -> None:
    options = (
        "--lcbench-model=scripted",
        "-p",
        "no:cacheprovider",
        "--lcbench-world=2,4-5",
        "--lcbench-lengths=2K-3K",
        "-k",
        "solitaire",
    )
    result = generated.pytester.runpytest_inprocess(*options)
    result.stdout.fnmatch_lines(["lcbench: synthetic (84 cases of worlds 2, 4-5; len_2k_3k; generator *)"])
    result.stdout.fnmatch_lines(["*synthetic is generated: worlds 2, 4-5; len_2k_3k; generator *"])


def test_a_run_over_two_workers_is_as_in_one_process(generated: Project) -> None:
    options = ("--lcbench-model=scripted", "-p", "no:cacheprovider", SHORT, "--lcbench-world=1,3", "-m", "set1 or comparison")
    rows = []
    for workers, reports in (("0", "alone"), ("2", "spread")):
        result = generated.pytester.runpytest_subprocess("-n", workers, *options, f"--lcbench-reports={reports}")
        assert result.ret == 0, result.outlines
        (found,) = (generated.path / reports).glob("*/results.jsonl")
        rows.append((found.parent.name, len(found.read_text().splitlines())))
    assert rows[0] == rows[1]
    assert rows[0][1] == 2 * 3 * 2


def test_a_native_folder_is_read_in_its_place(generated: Project) -> None:
    generated.suite(cases=3, name="synthetic")
    assert len(collected(generated, "--lcbench-data=synthetic=data")) == 3


@pytest.mark.parametrize("option", ["--lcbench-world=3", "--lcbench-lengths=set1"])
def test_they_are_refused_where_nothing_is_generated(project: Project, option: str) -> None:
    result = project.run(option)
    assert result.ret == 4
    name = option.partition("=")[0]
    result.stderr.fnmatch_lines([f"ERROR: *{name}: is for the suite synthetic, which is not among the selected: mine"])
    project.suite(name="synthetic")
    result = project.pytester.runpytest_inprocess("--lcbench-data=data", option)
    assert result.ret == 4
    result.stderr.fnmatch_lines([f"ERROR: *{name}: the cases of --lcbench-data=synthetic=PATH are read as they are*"])


def test_the_projects_settings_rest_where_nothing_is_generated(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_world = 1\nlcbench_lengths = set2\n")
    assert project.run().ret == 0


def test_a_setting_for_the_data_of_a_suite_that_is_not_run_rests(project: Project) -> None:
    project.pytester.makeini("[pytest]\nlcbench_data =\n    loong=nowhere\n    mine=data\n")
    result = project.pytester.runpytest_inprocess("--lcbench-suite=mine", "--lcbench-model=scripted", "-p", "no:cacheprovider")
    assert result.ret == 0
    assert len(project.rows()) == 4


@pytest.mark.parametrize(
    ("option", "words"),
    [("--lcbench-world=many", "'many' is no world: give*"), ("--lcbench-lengths=set9", "'set9' is no length: give set1, set2*8K-16K*")],
)
def test_values_that_cannot_be_had_are_one_line(generated: Project, option: str, words: str) -> None:
    result = generated.pytester.runpytest_inprocess(option)
    assert result.ret == 4
    assert len([line for line in result.stderr.lines if line.strip()]) == 1
    result.stderr.fnmatch_lines([f"ERROR: *{option.partition('=')[0]}: {words}"])
