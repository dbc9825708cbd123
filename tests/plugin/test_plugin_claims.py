"""A run that was killed is resumed at once, or says for whom it waits."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest
from plugin_project import Project

from pytest_lcbench.running import claims

KILLED = {"Company 4?": {"error": "kill"}}


def _killed(project: Project, changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run six cases, killed while the fifth is in flight with others, and change what the claims say."""
    project.suite(6)
    project.script("100", **KILLED)
    monkeypatch.setenv("SCRIPTED_DELAY", "0.1")
    project.spawn("--lcbench-concurrency=3")
    project.script("100")
    with closing(sqlite3.connect(project.path / "reports" / "store.sqlite")) as raw, raw:
        assert raw.execute(f"UPDATE claims SET {changed}").rowcount > 0  # noqa: S608 - the tests' own


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process started")
def test_a_number_that_another_process_has_now_holds_nothing_up(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    _killed(project, "pid = 1", monkeypatch)
    start = time.monotonic()
    project.run("--lcbench-concurrency=3").assert_outcomes(passed=6)
    assert time.monotonic() - start < claims.LEASE_S / 2


def test_who_is_waited_for_is_told_and_not_waited_for_longer_than_a_lease(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "TELL_AFTER_S", 0.5)
    monkeypatch.setattr(claims, "LEASE_S", 3.0)
    _killed(project, f"host = 'other\x1bhost', pid = 4711, until = {time.time() + 3600}", monkeypatch)
    result = project.run("--lcbench-concurrency=3")
    result.assert_outcomes(passed=6)
    told = [line for line in result.errlines if "4711" in line]
    assert len(told) == 1, told
    assert re.match(r"lcbench: \S+-case-00\d.* waits for \d s for an answer that process 4711 on other\\x1bhost is asking", told[0])


def test_a_call_in_flight_elsewhere_is_waited_for_and_not_paid_twice(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_DELAY", "3")
    project.suite(2)
    command = [sys.executable, "-m", "pytest", *project.arguments()]
    with subprocess.Popen(command, cwd=project.path, stdout=subprocess.DEVNULL) as first:  # noqa: S603 - our own command
        until = time.monotonic() + 60
        while len(project.calls) < 2:
            assert time.monotonic() < until
            time.sleep(0.01)
        project.run().assert_outcomes(passed=2)
        assert first.wait(60) == 0
    assert len(project.calls) == 2
