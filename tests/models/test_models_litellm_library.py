"""Loading litellm where warnings are errors."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pytest_lcbench.models.litellm_library import unwarned


def test_an_import_that_a_warning_ended_is_done_again() -> None:
    # Seen in resumed runs under -W error: tests with stored answers ended meanwhile and put the strict filters back.
    done: list[str] = []

    def work() -> None:
        done.append("called")
        if len(done) == 1:
            raise UserWarning("Items on TypedDict class are using the `ReadOnly` qualifier")

    unwarned(work)
    assert len(done) == 2


def test_an_import_that_cannot_work_is_tried_once() -> None:
    done: list[str] = []

    def work() -> None:
        done.append("called")
        raise ImportError("no such package")

    unwarned(work)
    assert len(done) == 1


@pytest.mark.parametrize("enabled", [True, False])
def test_loading_litellm_leaves_the_garbage_collector_as_it_was(*, enabled: bool) -> None:
    script = f"""
import gc
(gc.enable if {enabled} else gc.disable)()
from pytest_lcbench.models.litellm_library import load_litellm
load_litellm()
print(gc.isenabled(), gc.get_freeze_count() > 100_000)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603 - our own script
    assert done.stdout.split() == [str(enabled), "True"]
