"""The store of a real run, seen through ``lcbench cache``."""

from __future__ import annotations

import pytest
from plugin_project import Project

from pytest_lcbench.cli import main


def test_a_runs_answers_can_be_explained_by_item_id(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.run("--lcbench-run=first")
    project.run("--lcbench-run=second", "--lcbench-max-output=50")
    reports = str(project.path / "reports")
    capsys.readouterr()
    assert main(["cache", "explain", "case-001", "--run", "first", "--reports", reports]) == 0
    said = capsys.readouterr().out
    assert "case case-001 in run first" in said
    assert "its answer is in the store" in said
    assert "max_output: 50 stored, 1024 asked" in said
    assert main(["cache", "info", "--reports", reports]) == 0
    assert "scripted" in capsys.readouterr().out
