"""Ctrl-C with calls in flight: what had arrived is stored, the tables of it are printed, and the printed command goes on."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from acceptance_http import HTTP_MODEL, counted_cases, stored
from acceptance_project import Bench
from loopback_server import Fault, LoopbackServer

EXIT_INTERRUPTED = 2
RESUME = "to resume, paying for nothing twice: pytest "


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    """A server that never answers a third of the cases."""
    with LoopbackServer(latency=0.02, faults={Fault.HANG: 0.33}) as running:
        yield running


class Interrupted:
    """A pytest of its own in a process group of its own, as in a terminal."""

    def __init__(self, bench: Bench, server: LoopbackServer, *more: str) -> None:
        self.path = bench.path
        bench.pytester.makeconftest(HTTP_MODEL)
        arguments = [*counted_cases(bench, 60), "-q", "--lcbench-model=http", f"--lcbench-api-base={server.base_url}"]
        self.arguments = [*arguments, "-p", "no:cacheprovider", *more]
        self.process = self.start(self.arguments)
        self.said = ""

    def start(self, arguments: list[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "pytest", *arguments],
            cwd=self.path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def interrupt(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> int:
        self.said, _ = self.process.communicate(timeout=30)
        return self.process.returncode

    def resume(self) -> int:
        (line,) = [line for line in self.said.splitlines() if line.startswith(RESUME)]
        self.process = self.start(shlex.split(line.removeprefix(RESUME)))
        return self.end()


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


def quiet(server: LoopbackServer) -> None:
    """Wait until only calls that will never be answered are in flight."""
    before = -1
    while server.counters.calls != before:
        before = server.counters.calls
        time.sleep(0.4)


@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["alone", "workers"])
def test_an_interrupted_run_keeps_what_arrived_and_prints_how_to_go_on(
    bench: Bench, server: LoopbackServer, workers: tuple[str, ...]
) -> None:
    run = Interrupted(bench, server, *workers)
    until(lambda: server.counters.in_flight >= 5 and server.counters.by_status[200] >= 5)
    quiet(server)
    run.interrupt()
    begun = time.monotonic()
    assert run.end() == EXIT_INTERRUPTED, run.said
    assert time.monotonic() - begun < 8, "calls in flight are not waited for"
    assert "= lcbench =" in run.said
    assert "Traceback" not in run.said
    until(lambda: server.counters.in_flight == 0)
    answered = server.counters.by_status[200]
    assert stored(bench.path / "reports" / "store.sqlite") == answered
    states = Counter(row["error_class"] or row["state"] for row in bench.rows())
    assert set(states) == {"scored", "not_run"}
    assert (states.total(), states["scored"]) == (60, answered), "answers that no test had collected count as well"
    server.faults = {}
    server.forget()
    assert run.resume() == 0, run.said
    assert server.counters.calls == 60 - answered
    assert {row["state"] for row in bench.rows()} == {"scored"}


@pytest.mark.parametrize("more", [1, 10])
def test_a_second_interrupt_is_heard_and_further_ones_harm_nothing(bench: Bench, server: LoopbackServer, more: int) -> None:
    run = Interrupted(bench, server)
    until(lambda: server.counters.in_flight >= 5 and server.counters.by_status[200] >= 5)
    run.interrupt()
    for _ in range(more):
        time.sleep(0.1 if more == 1 else 0.02)
        if run.process.poll() is None:
            run.interrupt()
    assert run.end() in {EXIT_INTERRUPTED, 128 + signal.SIGINT}, run.said
    assert "Traceback" not in run.said
    if more == 1:
        assert run.process.returncode == EXIT_INTERRUPTED
        assert "Traceback" not in run.said
        assert RESUME in run.said
    answered = stored(bench.path / "reports" / "store.sqlite")
    assert answered >= 5
    server.faults = {}
    server.forget()
    run.process = run.start(run.arguments)
    assert run.end() == 0, run.said
    assert server.counters.calls == 60 - answered


def test_x_with_calls_in_flight_prints_how_to_go_on(bench: Bench, server: LoopbackServer) -> None:
    server.faults = {}
    run = Interrupted(bench, server, "-x", "--lcbench-pass-score=50")
    assert run.end() == 1, run.said
    assert RESUME in run.said
    scored = sum(row["state"] == "scored" for row in bench.rows())
    assert scored < 30
    assert server.counters.calls <= 24, "not many more than the one that failed"
    server.forget()
    (line,) = [line for line in run.said.splitlines() if line.startswith(RESUME)]
    run.process = run.start([argument for argument in shlex.split(line.removeprefix(RESUME)) if argument != "-x"])
    assert run.end() == 1
    # Answers that arrived after the last row was written are in the store too.
    assert 60 - 24 <= server.counters.calls <= 60 - scored


@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["alone", "workers"])
@pytest.mark.parametrize("gap", [0.1, 0.3, 0.5])
def test_three_interrupts_end_without_a_traceback_and_with_the_code_that_was_told(
    bench: Bench, server: LoopbackServer, workers: tuple[str, ...], gap: float
) -> None:
    run = Interrupted(bench, server, *workers)
    until(lambda: server.counters.in_flight >= 5 and server.counters.by_status[200] >= 5)
    for _ in range(3):
        if run.process.poll() is None:
            run.interrupt()
            time.sleep(gap)
    code = run.end()
    assert "Traceback" not in run.said
    # The report that is there tells its code; one that was cut off tells none.
    assert code == (EXIT_INTERRUPTED if RESUME in run.said else 128 + signal.SIGINT), run.said
    if code != EXIT_INTERRUPTED:
        assert "once more ends at once, without the rest of it" in run.said


@pytest.mark.parametrize("workers", [(), ("-n2",)], ids=["alone", "workers"])
def test_a_termination_sent_twice_at_once_is_one(bench: Bench, server: LoopbackServer, workers: tuple[str, ...]) -> None:
    run = Interrupted(bench, server, *workers)
    until(lambda: server.counters.in_flight >= 5 and server.counters.by_status[200] >= 5)
    os.kill(run.process.pid, signal.SIGTERM)  # as timeout(1) does
    os.killpg(run.process.pid, signal.SIGTERM)
    assert run.end() == EXIT_INTERRUPTED, run.said
    assert "Traceback" not in run.said
    assert RESUME in run.said


def test_a_program_that_calls_pytest_gets_its_signals_back(bench: Bench) -> None:
    bench.pytester.makeconftest(HTTP_MODEL)
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    bench.run(*counted_cases(bench, 1), "--lcbench-model=http", "--lcbench-api-base=http://127.0.0.1:1/v1")
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
