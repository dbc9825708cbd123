"""Nothing that was received is asked for again, whatever is killed and whenever. ``benchmarks/kills.py`` does it 200 times."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from killing import KillProject, Tally, killed_run, killed_worker
from loopback_server import LoopbackServer

KILLS = 20
CASES = 48

pytestmark = pytest.mark.skipif(os.name != "posix", reason="process groups and SIGKILL are POSIX")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with LoopbackServer(latency=0.03) as server:
        yield server.base_url


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, server: str) -> tuple[KillProject, float]:
    project = KillProject(tmp_path_factory.mktemp("undisturbed"), server, CASES)
    start = time.monotonic()
    assert project.finish() == 0, project.output()
    assert len(project.received) == project.expected
    return project, time.monotonic() - start


def test_a_run_killed_at_random_moments_ends_as_one_that_was_not(
    tmp_path: Path, server: str, undisturbed: tuple[KillProject, float]
) -> None:
    project, seconds = undisturbed
    tally = Tally()
    draw = random.Random(20240625)  # noqa: S311 - moments that can be drawn again
    while tally.kills < KILLS:
        killed_run(KillProject(tmp_path / str(tally.rounds), server, CASES), project, draw, tally, seconds=seconds)
    print(tally)  # noqa: T201 - shown with -s
    assert tally.received > CASES
    assert tally.again == 0, tally
    # A kill can find one answer that has come and is not handed over: the odd one is chance, more is a fault.
    assert tally.gap <= KILLS // 5, tally


@pytest.mark.parametrize("dist", ["load", "worksteal"])
def test_a_run_whose_worker_was_killed_is_whole_after_resuming(
    tmp_path: Path, server: str, undisturbed: tuple[KillProject, float], dist: str
) -> None:
    distributed = KillProject(tmp_path / dist, server, CASES, "-n2", f"--dist={dist}")
    draw = random.Random(dist)  # noqa: S311 - as above
    tally = Tally()
    killed_worker(distributed, undisturbed[0], draw, tally)
    assert tally.again == 0, tally
    assert tally.gap <= 1, tally
