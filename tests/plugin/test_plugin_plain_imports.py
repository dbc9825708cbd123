"""The package's own modules are imported as they are once a run is on."""

from __future__ import annotations

import os
import sys

import pytest
from plugin_project import Project

TOLD = """
import sys

def pytest_unconfigure(config):
    loaders = {type(sys.modules[name].__spec__.loader).__module__ for name in NAMES if name in sys.modules}
    print("loaders:", *sorted(loaders), len([name for name in NAMES if name in sys.modules]))
"""
LATE = ("pytest_lcbench.running.run", "pytest_lcbench.models.pacing", "pytest_lcbench.reporting.finishing")


def told(project: Project, *arguments: str) -> str:
    conftest = project.path / "conftest.py"
    conftest.write_text(f"{conftest.read_text(encoding='utf-8')}\nNAMES = {LATE!r}\n{TOLD}", encoding="utf-8")
    result = project.pytester.run(sys.executable, "-m", "pytest", *arguments)
    assert result.ret == 0
    return next(line for line in result.outlines if line.startswith("loaders:"))


def test_modules_of_a_run_are_not_rewritten_by_pytest(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "PYTHONDONTWRITEBYTECODE", "1")
    project.suite(2)
    assert told(project, *project.arguments()) == "loaders: _frozen_importlib_external 3"


def test_without_a_run_none_of_them_is_imported(project: Project) -> None:
    project.pytester.makepyfile(test_own="def test_nothing():\n    pass\n")
    assert told(project, "-p", "no:cacheprovider") == "loaders: 0"
