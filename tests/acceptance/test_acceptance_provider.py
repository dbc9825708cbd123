"""What the provider does to a run, and what the user is told of it: refusals not about load, slow servers, silent ones."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from acceptance_http import counted_cases
from acceptance_project import Bench
from loopback_server import ErrorReply, Fault, LoopbackServer

from pytest_lcbench.models import slowdowns, stalls
from pytest_lcbench.running import calling

EXIT_INFRASTRUCTURE = 12


def options_of(server: LoopbackServer, *more: str) -> list[str]:
    return ["-q", "--lcbench-model=openai/loopback", f"--lcbench-api-base={server.base_url}", *more]


class Refuser:
    """Refuses every second prompt so many times with a ``Retry-After``, whatever else is sent; notes when each was asked."""

    def __init__(self, times: int, seconds: float) -> None:
        self.times = times
        self.seconds = seconds
        self.asked: defaultdict[int, list[float]] = defaultdict(list)

    def __call__(self, prompt: str) -> str | ErrorReply:
        (number,) = map(int, re.findall(r"Case (\d+):", prompt))
        self.asked[number].append(time.monotonic())
        if number % 2 or len(self.asked[number]) > self.times:
            return "12"
        return ErrorReply(429, {"error": {"message": "not you"}}, {"Retry-After": f"{self.seconds:g}"})


def test_prompts_that_are_refused_whatever_the_rate_do_not_slow_down_the_others(bench: Bench) -> None:
    refuser = Refuser(3, 1.0)
    with LoopbackServer(latency=0.05, reply=refuser) as server:
        result = bench.run(*counted_cases(bench, 100), *options_of(server))
        assert server.counters.by_status == {200: 100, 429: 150}
    result.assert_outcomes(passed=100)
    times = [at for asked in refuser.asked.values() for at in asked]
    # Three seconds of waits of its own for each refused prompt. Taken for load it was more than a minute.
    assert max(times) - min(times) < 30
    for asked in refuser.asked.values():
        assert all(again - refused >= 1.0 for refused, again in pairwise(asked)), "Retry-After is obeyed"


def test_whoever_watches_is_told_that_the_server_refuses_and_how_long_the_run_was_held_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slowdowns, "LEAST_S", 0.5)
    with LoopbackServer(latency=0.01, requests_per_second=4, retry_after=1.0) as server:
        result = bench.run(*counted_cases(bench, 24), *options_of(server))
    result.assert_outcomes(passed=24)
    told = [line for line in result.outlines + result.errlines if line.startswith("lcbench: the server ")]
    (line,) = told  # once a minute at most
    refusing = r"refuses calls \(429\): \d+ of the last \d+"
    assert re.fullmatch(
        rf"lcbench: the server ({refusing}|limits the rate, without refusing calls); sending \d+\.\d calls/s, \d+ cases? waits?", line
    )
    (held,) = [line for line in result.outlines if line.startswith("held back by the provider's limits: ")]
    assert 1 <= int(held.split()[6]) <= 30


def test_a_run_that_nobody_slows_down_says_nothing_of_it(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slowdowns, "LEAST_S", 0.05)
    with LoopbackServer(latency=0.05) as server:
        result = bench.run(*counted_cases(bench, 20), *options_of(server))
    said = result.stdout.str() + result.stderr.str()
    assert "the server" not in said
    assert "held back" not in said


def test_a_server_that_never_answers_is_told_with_the_case_that_waits(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stalls, "LEAST_S", 1.5)
    with LoopbackServer(faults={Fault.HANG: 1.0}, fault_times=1) as server:
        result = bench.run(*counted_cases(bench, 3), *options_of(server, "--lcbench-timeout=5"))
    result.assert_outcomes(passed=3)
    lines = [line for line in result.outlines + result.errlines if "nothing has come back for a while" in line]
    (line,) = lines
    assert re.fullmatch(
        r"lcbench: nothing has come back for a while: spotlight_locating-set1-en-paper-row-\d waits for [123] s and 2 more", line
    )


def test_a_case_that_is_refused_for_ever_ends_at_its_deadline(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "DEADLINE_TIMES", 2.0)
    refuser = Refuser(10_000, 0.5)
    with LoopbackServer(reply=refuser) as server:
        result = bench.run(*counted_cases(bench, 6), *options_of(server, "--lcbench-timeout=2"))
    states = {row["case_id"]: (row["state"], row["error_class"]) for row in bench.rows()}
    assert Counter(states.values()) == {("scored", None): 3, ("infra_error", "rate_limit"): 3}
    for number in (0, 2, 4):
        # How often it was asked until then depends on the machine; the tests of pacing look at that, in virtual time.
        asked = refuser.asked[number]
        assert 0 <= asked[-1] - asked[0] <= 2 * 2.0 + 1.0
    assert result.ret == EXIT_INFRASTRUCTURE
    assert all("not you" in row["error_message"] for row in bench.rows() if row["state"] == "infra_error")


def test_the_answers_of_a_server_that_the_environment_names_are_not_another_servers(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    selected = [*counted_cases(bench, 20), "-q", "--lcbench-model=openai/loopback"]
    with LoopbackServer() as first, LoopbackServer(reply=lambda _prompt: "I do not know.") as second:
        for server, calls in ((first, (20, 0)), (second, (20, 20)), (first, (20, 20))):
            monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
            bench.run(*selected).assert_outcomes(passed=20)
            assert (first.counters.calls, second.counters.calls) == calls
        monkeypatch.delenv("OPENAI_BASE_URL")
        bench.run(*selected, f"--lcbench-api-base={second.base_url}").assert_outcomes(passed=20)
        assert second.counters.calls == 20, "the option names the same server"
    monkeypatch.setenv("OPENAI_API_BASE", "no address")
    result = bench.run(*selected)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "OPENAI_API_BASE: not an address such as http://localhost:8000/v1" in result.stdout.str() + result.stderr.str()
