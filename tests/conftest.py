"""Shared fixtures of the project's own tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

# pytester forgets what was first imported during a run in this process. httpx stays and httpcore goes, and then httpx no longer knows
# the exceptions of the httpcore that is imported next: both are imported before any test.
import httpcore  # noqa: F401 - see above
import httpx  # noqa: F401 - see above
import pytest

if TYPE_CHECKING:
    from loopback_server import LoopbackServer

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LCBENCH_SHARED", ROOT.parent / "shared"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real third-party inputs; tests that need it skip where it is absent."""
    data = SHARED / "data"
    if not data.is_dir():
        pytest.skip("real inputs not here: set LCBENCH_SHARED to the folder that holds data/")
    return data


@pytest.fixture
def loopback() -> Iterator[LoopbackServer]:
    """A running OpenAI-compatible server of our own; set its attributes to change what it does, or start one with arguments."""
    # Imported late: most tests have no use for the HTTP library.
    from loopback_server import LoopbackServer  # noqa: PLC0415

    with LoopbackServer() as server:
        yield server
