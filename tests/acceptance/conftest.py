"""Fixtures of the acceptance tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from acceptance_project import Bench

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def _warm() -> None:
    """Import once what every run in this process needs: pytester forgets modules that a run imported first."""
    import pytest_lcbench.contexts.assembly  # noqa: PLC0415 - see above
    import pytest_lcbench.models.lexical  # noqa: PLC0415
    import pytest_lcbench.models.litellm_client  # noqa: PLC0415
    import pytest_lcbench.reporting.finishing  # noqa: PLC0415
    import pytest_lcbench.reporting.live  # noqa: PLC0415
    import pytest_lcbench.suites.native  # noqa: F401, PLC0415
    from pytest_lcbench.models.litellm_library import load_litellm  # noqa: PLC0415

    load_litellm()


@pytest.fixture
def bench(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Return a project with one test module; no key in the environment, caches and user data in the project's folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(pytester.path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(pytester.path / "data-home"))
    # Workers import this tree, wherever else the package is installed.
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.delenv(name, raising=False)
    return Bench(pytester)
