"""Faults and limits of the server: every case ends in the right state, no case twice, the limits are kept and used."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import pytest
from acceptance_http import HTTP_MODEL, counted_cases
from acceptance_project import Bench
from loopback_server import Fault, LoopbackServer

from pytest_lcbench.documents.encodings import load_encoding
from pytest_lcbench.models import retrying

EXIT_INFRASTRUCTURE = 12


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as running:
        yield running


class Arrivals:
    """Notes when each call arrived at the server, and how long its prompt was."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.tokens: list[int] = []
        self._encoding = load_encoding("cl100k_base")

    def __call__(self, prompt: str) -> str:
        self.times.append(time.monotonic())
        self.tokens.append(len(self._encoding.encode(prompt)))
        return "12"


def options_of(server: LoopbackServer, *more: str) -> list[str]:
    return ["-q", "--lcbench-model=openai/loopback", f"--lcbench-api-base={server.base_url}", *more]


STORM = {
    Fault.RATE_LIMIT: 0.1,
    Fault.RATE_LIMIT_SILENT: 0.1,
    Fault.SERVER_ERROR: 0.05,
    Fault.RESET: 0.03,
    Fault.HANG: 0.02,
    Fault.MALFORMED_JSON: 0.02,
    Fault.EMPTY: 0.02,
}


def test_in_a_storm_of_faults_every_case_ends_in_the_right_state_and_none_is_paid_for_twice(
    bench: Bench, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrying, "FIRST_WAIT_S", 0.05)
    server.faults, server.fault_times, server.latency = STORM, 1, 0.02
    result = bench.run(*counted_cases(bench, 150), *options_of(server, "--lcbench-timeout=2"))
    met = server.counters.faults
    assert set(met) == set(STORM), "the storm had every fault"
    assert sum(met.values()) > 30
    passing = sum(count for fault, count in met.items() if fault != Fault.EMPTY)
    states = Counter(row["state"] for row in bench.rows())
    assert states == {"scored": 150 - met[Fault.EMPTY], "model_failure": met[Fault.EMPTY]}
    assert server.counters.calls == 150 + passing, "what failed is asked once more, and nothing else"
    assert max(server.counters.prompts.values()) == 2
    assert sum(row["attempts"] for row in bench.rows()) == server.counters.calls
    assert {row["flags"][-1] for row in bench.rows() if row["state"] == "model_failure"} == {"empty"}
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*150 passed*"])


def test_faults_that_never_pass_are_given_up_after_five_calls_and_asked_again_by_the_next_run(
    bench: Bench, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrying, "FIRST_WAIT_S", 0.001)
    server.faults = {Fault.SERVER_ERROR: 0.12, Fault.MALFORMED_JSON: 0.12}
    server.seed = 1
    options = [*counted_cases(bench, 40), *options_of(server)]
    result = bench.run(*options)
    failed = Counter(row["error_class"] for row in bench.rows() if row["state"] == "infra_error")
    assert set(failed) == {"server", "malformed_reply"}
    lost = failed.total()
    assert server.counters.calls == 40 - lost + 5 * lost
    assert result.ret == EXIT_INFRASTRUCTURE
    server.faults = {}
    server.forget()
    again = bench.run(*options)
    assert again.ret == 0
    assert server.counters.calls == lost
    assert {row["state"] for row in bench.rows()} == {"scored"}


def test_a_limited_server_is_used_and_seldom_refuses(bench: Bench) -> None:
    # benchmarks/storm.py measures this over minutes; here the phase of finding out weighs heavily.
    arrivals = Arrivals()
    with LoopbackServer(requests_per_second=40, latency=0.1, tells=False, reply=arrivals) as server:
        bench.run(*counted_cases(bench, 280), *options_of(server)).assert_outcomes(passed=280)
        refused = server.counters.by_status[429]
        assert max(server.counters.prompts.values()) <= 1 + refused
        assert server.counters.by_status[200] == 280, "each is answered once"
    used = 279 / (arrivals.times[-1] - arrivals.times[0]) / 40
    assert used > 0.6, f"{used:.0%} of the rate, {refused} refused"
    assert refused < 0.15 * 280, f"{used:.0%} of the rate, {refused} refused"


@pytest.mark.parametrize(("option", "a_minute"), [("--lcbench-rpm", 240), ("--lcbench-tpm", 11_000)])
def test_rates_hold_over_all_workers(bench: Bench, option: str, a_minute: int) -> None:
    arrivals = Arrivals()
    bench.pytester.makeconftest(HTTP_MODEL)
    with LoopbackServer(reply=arrivals) as server:
        more = options_of(server, f"{option}={a_minute}", "--lcbench-model=http", "-n2")
        bench.spawn(*counted_cases(bench, 24), *more).assert_outcomes(passed=24)
        # All processes of a machine share this clock. At the server, the first one of each process arrives late on a busy machine.
        sent = sorted(float(headers["x-sent-at"]) for headers in server.counters.headers)
    assert len(arrivals.times) == 24
    sizes = arrivals.tokens if option == "--lcbench-tpm" else [1] * 24
    for first, begin in enumerate(arrivals.times):
        for last in range(first, 24):
            # Three seconds' worth may be made up for at once; on a busy machine a few calls arrive together.
            allowed = a_minute / 60 * (arrivals.times[last] - begin + 3.0) + 5 * max(sizes)
            assert sum(sizes[first : last + 1]) <= allowed
    expected = sum(sizes) / (a_minute / 60) - 3.0
    assert 0.8 * expected < sent[-1] - sent[0] < expected + 3.0, "held back, and no more than that"
