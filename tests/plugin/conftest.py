"""Fixtures of the plugin's tests."""

from __future__ import annotations

import pytest
from plugin_project import CONFTEST, MODULE, Project


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return a project with the scripted model, one test module and a suite of four cases."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(pytester.path / "cache"))
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_own=MODULE)
    made = Project(pytester)
    made.suite()
    made.script()
    return made
