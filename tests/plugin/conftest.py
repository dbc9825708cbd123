"""Fixtures of the plugin's tests."""

from __future__ import annotations

# pytester forgets after each run what was imported during it; what is imported here stays, and saves a second a test.
import pytest
from plugin_project import CONFTEST, MODULE, Project

import pytest_lcbench.models.lexical
import pytest_lcbench.models.litellm_client
import pytest_lcbench.reporting.finishing  # noqa: F401 - see above


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
