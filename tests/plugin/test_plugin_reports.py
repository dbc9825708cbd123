"""The report files of a run: the same however it was run, made again to the byte, and its JUnit properties."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from plugin_project import Project

from pytest_lcbench import cli
from pytest_lcbench.reporting.files import WRITTEN

# What the model answers is decided by the case alone, so that every way of running gives the same answers.
ANSWERS = {f"Company {k}?": ("" if k == 9 else str(317 + k if k % 3 else 300)) for k in range(25)}


def _folder(project: Project) -> Path:
    (found,) = (project.path / "reports").glob("*/results.jsonl")
    return found.parent


def _forget(project: Project) -> None:
    for entry in sorted((project.path / "reports").rglob("*"), reverse=True):
        entry.rmdir() if entry.is_dir() else entry.unlink()


def _stable(project: Project) -> dict[str, list[str]]:
    """The tables as both files have them, without the lines that tell of time and of the store."""
    folder = _folder(project)
    lines = (folder / "tables.md").read_text(encoding="utf-8").splitlines()
    transient = ("- **cost**", "- **from store**", "- **latency**")
    return {
        "tables.md": [line for line in lines if not line.startswith(transient)],
        "tables.csv": (folder / "tables.csv").read_text(encoding="utf-8").splitlines(),
    }


def test_one_process_two_workers_and_a_killed_and_resumed_run_write_the_same_tables(project: Project) -> None:
    project.suite(25)
    project.script("100", **ANSWERS)
    project.spawn("-n0").assert_outcomes(passed=25)
    alone = _stable(project)
    assert any("[" in line and "~" not in line for line in alone["tables.md"] if line.startswith("| ")), (
        "an interval of 20 cases or more"
    )
    _forget(project)
    project.spawn("-n2").assert_outcomes(passed=25)
    assert _stable(project) == alone
    _forget(project)
    project.script("100", **{**ANSWERS, "Company 11?": {"error": "kill"}})
    project.spawn("-n0", "--lcbench-concurrency=2")
    project.script("100", **ANSWERS)
    project.spawn("-n0", "--lcbench-concurrency=2").assert_outcomes(passed=25)
    assert _stable(project) == alone


def test_the_reports_of_a_run_are_made_again_to_the_byte(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.script("100", **{"Company 1?": {"error": "bad_request", "message": "\x1b[31mno"}})
    project.run("--lcbench-run=nightly")
    folder = _folder(project)
    before = {name: (folder / name).read_bytes() for name in WRITTEN}
    assert cli.main(["report", "nightly", "--reports", str(project.path / "reports")]) == 0
    assert {name: (folder / name).read_bytes() for name in WRITTEN} == before
    capsys.readouterr()


def test_the_terminal_format_repeats_the_lines_that_the_run_printed(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    printed = project.run("--lcbench-run=nightly").outlines
    capsys.readouterr()
    assert cli.main(["report", "nightly", "--reports", str(project.path / "reports"), "--format=terminal"]) == 0
    again = capsys.readouterr().out.splitlines()
    start = printed.index(again[0])
    assert printed[start : start + len(again)] == again


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_a_junit_file_has_flat_properties_of_each_item_and_is_well_formed(project: Project, workers: str) -> None:
    project.script("100\x1b[31m\x00\ufffe", **{"Company 1?": {"error": "bad_request", "message": "\x1b[31mno \x00 ]]> \u202e"}})
    project.spawn(workers, "--junitxml=out.xml", "--lcbench-pass-score=50", "--lcbench-run=nightly")
    cases = ET.parse(project.path / "out.xml").getroot().findall("testsuite/testcase")  # noqa: S314 - pytest's own file
    rows = {str(row["item"]): row for row in project.rows()}
    assert len(cases) == len(rows) == 4
    for case in cases:
        found = {one.attrib["name"]: one.attrib["value"] for one in case.findall("properties/property")}
        row = rows[case.attrib["name"].partition("[")[2].rstrip("]")]
        for name in ("state", "task", "subtask", "length_set", "language", "suite", "epoch", "prompt_tokens", "completion_tokens"):
            assert found.get(f"lcbench_{name}") == (None if row[name] is None else str(row[name]))
        assert found.get("lcbench_points") == (None if row["points"] is None else str(row["points"]))
        assert found.get("lcbench_error_class") == row["error_class"]
        assert not any(ord(char) < 32 for value in found.values() for char in value)
    assert sum(row["error_class"] == "bad_request" for row in rows.values()) == 1
