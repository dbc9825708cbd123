"""Shared fixtures of the project's own tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LCBENCH_SHARED", ROOT.parent / "shared"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real third-party inputs; tests that need it skip where it is absent."""
    data = SHARED / "data"
    if not data.is_dir():
        pytest.skip("real inputs not here: set LCBENCH_SHARED to the folder that holds data/")
    return data
