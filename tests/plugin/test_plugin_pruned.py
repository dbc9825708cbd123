"""Pruning what newer answers have replaced changes no verdict."""

from __future__ import annotations

import pytest
from plugin_project import Project

from pytest_lcbench.cli import main

CASES = 24


@pytest.fixture
def stored(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.chdir(project.path)
    project.suite(CASES)
    project.script("none", **{f"Company {k}?": f"The revenue is {317 + k}." for k in range(CASES)})
    run(project, "x")
    return project


def run(project: Project, name: str, *more: str) -> None:
    assert project.run(f"--lcbench-run={name}", *more).ret == 0


def gate(capsys: pytest.CaptureFixture[str], name: str) -> int:
    capsys.readouterr()
    return main(["gate", name, "--policy=avg >= 60"])


@pytest.mark.parametrize("name", ["x", "other"])
@pytest.mark.parametrize("parts", [("en", "zh", "en"), ("en", "en", "zh"), ("en", "en", "zh", "zh")], ids=" ".join)
@pytest.mark.parametrize("pruned", [False, True])
def test_a_part_drawn_until_it_pleases_passes_no_gate(
    stored: Project, capsys: pytest.CaptureFixture[str], parts: tuple[str, ...], name: str, pruned: bool
) -> None:
    for part in parts:
        run(stored, name, "-k", part, "--lcbench-fresh")
        if pruned:
            assert main(["cache", "prune", "--superseded", "--yes"]) == 0
    run(stored, "x")
    assert gate(capsys, "x") == 12


def test_a_part_drawn_again_after_an_asking_that_got_no_answer_passes_no_gate_when_pruned(
    stored: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    script = (stored.path / "script.json").read_text()
    stored.script("none", Company={"error": "bad_key"})
    assert stored.run("--lcbench-run=x", "--lcbench-fresh").ret == 12
    (stored.path / "script.json").write_text(script)
    for part in ("en", "en"):
        run(stored, "x", "-k", part, "--lcbench-fresh")
    assert main(["cache", "prune", "--superseded", "--yes"]) == 0
    run(stored, "x", "-k", "zh", "--lcbench-fresh")
    run(stored, "x")
    assert gate(capsys, "x") == 12


@pytest.mark.parametrize("pruned", [False, True])
def test_parts_drawn_once_each_are_a_whole(stored: Project, capsys: pytest.CaptureFixture[str], pruned: bool) -> None:
    for _ in range(2):
        for part in ("en", "zh"):
            run(stored, part, "-k", part, "--lcbench-fresh")
            if pruned:
                assert main(["cache", "prune", "--superseded", "--yes"]) == 0
        run(stored, "x")
        assert gate(capsys, "x") == 0
