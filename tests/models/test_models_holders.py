"""Who holds something in a shared file, and whether they are still there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_lcbench.models import holders
from pytest_lcbench.models.holders import holder_lives, is_there, this_process

on_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells when a process started")
on_posix = pytest.mark.skipif(os.name != "posix", reason="elsewhere a process cannot be asked for safely")


@pytest.fixture
def other() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


@on_linux
def test_this_process_is_there() -> None:
    assert is_there(this_process()) is True


@on_posix
def test_a_process_that_has_ended_is_not_there(other: subprocess.Popen[bytes]) -> None:
    other.kill()
    other.wait()
    assert is_there(replace(this_process(), pid=other.pid)) is False


@on_linux
def test_a_killed_process_that_nobody_has_waited_for_is_not_there(other: subprocess.Popen[bytes]) -> None:
    os.kill(other.pid, signal.SIGKILL)
    os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
    assert is_there(replace(this_process(), pid=other.pid, started="")) is False


@on_linux
def test_another_process_under_a_number_given_again_is_not_taken_for_the_first(other: subprocess.Popen[bytes]) -> None:
    holder = this_process()
    assert is_there(replace(holder, pid=other.pid, started=f"{int(holder.started) - 1}")) is False


@on_linux
def test_without_its_start_a_process_is_only_perhaps_the_same(other: subprocess.Popen[bytes]) -> None:
    assert is_there(replace(this_process(), pid=other.pid, started="")) is None


@pytest.mark.parametrize("changed", [{"host": "elsewhere"}, {"space": "another boot|another container"}])
def test_nobody_can_know_of_another_machine_or_container(changed: dict[str, str]) -> None:
    assert is_there(replace(this_process(), pid=2**22 + 1, **changed)) is None


def test_a_system_that_tells_nothing_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    me = replace(this_process(), space="", started="")
    monkeypatch.setattr(holders, "_stat", lambda _pid: None)
    assert is_there(me) is None


def test_what_was_given_until_a_moment_is_not_held_after_it() -> None:
    me = this_process()
    assert holder_lives(time.time() + 60, me.host, me.pid)
    assert not holder_lives(time.time() - 1, me.host, me.pid)
    assert holder_lives(time.time() + 60, "elsewhere", 1)
