from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from loopback_server import LoopbackServer
from pacing_runs import simulate, work_off
from virtual_time import Server, run_virtually, virtual_clock

from pytest_lcbench.models.adaptive import AdaptiveLimit
from pytest_lcbench.models.budget import Limits
from pytest_lcbench.models.litellm_client import create_litellm_model
from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Quota, Request, Response
from pytest_lcbench.models.pacing import NotSentError, Pacer
from pytest_lcbench.models.quota import SharedQuota
from pytest_lcbench.models.retrying import complete_with_retries
from pytest_lcbench.models.stalls import StallWatch

E = ErrorClass
YES = Response("yes", "stop")


def request(prompt: str = "p") -> Request:
    return Request(prompt, 0.0, 10)


@pytest.mark.parametrize("retry_after", [None, 1.0], ids=["silent", "retry_after"])
@pytest.mark.parametrize(("rate", "latency"), [(0.5, 5), (2, 1), (10, 1), (10, 5), (50, 1)])
def test_a_sustained_rate_limit_is_used_up_and_rarely_hit(rate: float, latency: float, retry_after: float | None) -> None:
    # The mean of three runs: a single one is a few per cent higher or lower by chance.
    servers = [Server(latency=latency, rate=rate, burst=max(rate, 1.0), retry_after=retry_after) for _ in range(3)]
    for number, server in enumerate(servers):
        simulate(server, max(1600, int(120 * rate)) + 100 * (number - 1))
        assert server.refused_share < 0.03
    # The first half minute goes to finding it out; its refusals count.
    assert sum(server.rate_used(after=30) for server in servers) / 3 >= 0.9


def test_a_rate_limit_under_long_answers_is_used_up_once_enough_are_in_flight() -> None:
    servers = [Server(latency=20, rate=2, burst=2) for _ in range(3)]
    for cases, server in zip((1500, 1600, 1700), servers, strict=True):
        simulate(server, cases)
        assert server.refused_share < 0.03
    assert sum(server.rate_used(after=300) for server in servers) / 3 >= 0.9


@pytest.mark.parametrize(("rate", "latency"), [(0.5, 20), (2, 5), (2, 20), (10, 1), (50, 1)])
def test_a_server_that_says_what_is_left_never_has_to_refuse(rate: float, latency: float) -> None:
    server = Server(latency=latency, rate=rate, burst=60 * rate, tells=True)
    simulate(server, max(1600, int(120 * rate)))
    assert server.rate_used() >= 0.9
    assert server.refused_share < 0.005


@pytest.mark.parametrize(("rate", "latency"), [(40, 0.1), (40, 0.5), (10, 1), (2, 5)])
def test_what_a_small_bucket_held_half_its_filling_time_ago_is_not_believed(rate: float, latency: float) -> None:
    # (40, 0.5), a second's worth at once, used 71 % of the rate on a real loop: each answer's word stopped the next calls.
    server = Server(latency=latency, rate=rate, burst=rate, tells=True)
    simulate(server, max(1600, int(60 * rate)))
    assert server.rate_used(after=10) >= 0.9
    assert server.refused_share < 0.03


def test_four_processes_share_what_the_server_allows(tmp_path: Path) -> None:
    server = Server(latency=2, rate=20, burst=20)
    pacers = simulate(server, 2400, processes=4, path=tmp_path / "pacing.sqlite")
    assert [pacer.quota.trouble for pacer in pacers] == [None] * 4
    assert server.rate_used() >= 0.9
    assert server.refused_share < 0.03


def test_four_processes_keep_to_the_users_limits_in_every_minute(tmp_path: Path) -> None:
    server = Server(latency=3)
    simulate(server, 400, processes=4, path=tmp_path / "pacing.sqlite", limits=Limits(rpm=100, tpm=90_000), tokens=1000)
    for at in server.accepted:
        assert len([other for other in server.accepted if at - 60 < other <= at]) <= 90
    assert (len(server.accepted) - 1) / (server.accepted[-1] - server.accepted[0]) >= 0.9 * 90 / 60


def test_a_server_without_limits_soon_has_the_ceiling_in_flight() -> None:
    server = Server(latency=1)
    simulate(server, 3000)
    assert server.max_in_flight == 256
    # Slow start: eight, then twice as many a round; a round is at most one and a half latencies.
    by_then = [at for at in server.accepted if at - server.accepted[0] <= 6 * 1.5]
    assert len(by_then) >= 8 + 16 + 32 + 64 + 64


def test_an_explicit_limit_is_there_at_once_and_never_passed() -> None:
    server = Server(latency=1)
    simulate(server, 640, start=64, ceiling=64)
    assert server.max_in_flight == 64
    assert server.accepted[63] == server.accepted[0]


@pytest.mark.parametrize("most", [1, 2, 10, 30])
def test_a_server_that_counts_calls_in_flight_is_found_out_too(most: int) -> None:
    server = Server(latency=1, most=most)
    simulate(server, 1600)
    assert server.refused_share < 0.04
    assert 1600 / (server.accepted[-1] - server.accepted[0]) >= 0.6 * most


def test_refusals_that_have_nothing_to_do_with_the_rate_do_not_stop_the_run() -> None:
    class Moody(Server):
        async def complete(self, request: Request) -> Response:
            if draw.random() < 0.2:
                await asyncio.sleep(0.05)
                raise ModelCallError(E.RATE_LIMIT, "not now")
            return await super().complete(request)

    draw = random.Random(3)  # noqa: S311
    server = Moody(latency=0.5)
    simulate(server, 2000)
    assert 2000 / (server.accepted[-1] - server.accepted[0]) >= 1.0


class Scripted:
    """Gives these outcomes, one a call, each after a second; notes when calls came."""

    def __init__(self, *outcomes: Response | ModelCallError) -> None:
        self.outcomes = list(outcomes)
        self.info = ModelInfo("m", "m")
        self.called: list[float] = []

    async def complete(self, request: Request) -> Response:  # noqa: ARG002 - the protocol's
        self.called.append(virtual_clock())
        outcome = self.outcomes.pop(0) if self.outcomes else YES
        await asyncio.sleep(1)
        if isinstance(outcome, ModelCallError):
            raise outcome
        return outcome

    async def close(self) -> None:
        return


def pace(*outcomes: Response | ModelCallError, calls: int = 1, **pacer: Any) -> tuple[list[float], list[Any]]:
    """Return when, counted from the start, the model was called, and what came of each call."""
    model = Scripted(*outcomes)

    async def work() -> tuple[list[float], list[Any]]:
        began = virtual_clock()
        gate = Pacer(clock=virtual_clock, **pacer)
        ends = await asyncio.gather(
            *(complete_with_retries(model, request(), pacer=gate, clock=virtual_clock) for _ in range(calls)), return_exceptions=True
        )
        return [round(at - began, 1) for at in model.called], list(ends)

    return run_virtually(work())


def test_retry_after_holds_back_the_calls_of_other_cases_too() -> None:
    refused = ModelCallError(E.RATE_LIMIT, "x", retry_after=30.0)
    called, ends = pace(refused, calls=4, limit=AdaptiveLimit(1, 1))
    assert called[0] == 0
    assert all(at >= 31 for at in called[1:])
    assert len(called) == 5
    assert [end.text for end in ends] == ["yes"] * 4


def test_a_busy_server_that_names_a_wait_is_left_alone_as_well() -> None:
    called, _ = pace(ModelCallError(E.SERVER, "x", retry_after=30.0), calls=2, limit=AdaptiveLimit(1, 1))
    assert all(at >= 31 for at in called[1:])


def test_rate_limits_are_retried_longer_than_faults() -> None:
    limited, ends = pace(*(ModelCallError(E.RATE_LIMIT, "x") for _ in range(20)))
    assert len(limited) == 21
    assert ends[0].attempts == 21
    faulty, ends = pace(*(ModelCallError(E.SERVER, "x") for _ in range(20)))
    assert len(faulty) == 5
    assert isinstance(ends[0], ModelCallError)


@pytest.mark.parametrize("kind", [kind for kind in E if not kind.retryable])
def test_what_will_not_pass_is_sent_once(kind: ErrorClass) -> None:
    called, ends = pace(ModelCallError(kind, "x"))
    assert called == [0]
    assert ends[0].error_class is kind


def test_rate_limits_end_at_the_deadline_with_what_the_server_said() -> None:
    model = Scripted(*(ModelCallError(E.RATE_LIMIT, "the server's words") for _ in range(100)))

    async def work() -> float:
        began = virtual_clock()
        with pytest.raises(ModelCallError, match="server's words") as caught:
            await complete_with_retries(model, request(), pacer=Pacer(clock=virtual_clock), clock=virtual_clock, deadline=began + 100)
        assert caught.value.attempts == len(model.called) > 4
        assert model.called[-1] - began <= 100, "nothing is sent after it"
        assert model.called[-1] - began >= 75, "and the last chance before it is used"
        return virtual_clock() - began

    assert run_virtually(work()) <= 101, "an answer takes a second"


def test_a_call_the_quota_has_no_room_for_before_the_deadline_is_not_sent() -> None:
    model = Scripted()

    async def work() -> None:
        quota = SharedQuota(None, "k", Limits(rpm=1))
        pacer = Pacer(quota=quota, clock=virtual_clock)
        await complete_with_retries(model, request(), pacer=pacer, clock=virtual_clock)
        deadline = virtual_clock() + 30
        with pytest.raises(NotSentError, match="deadline") as caught:
            await complete_with_retries(model, request(), pacer=pacer, clock=virtual_clock, deadline=deadline)
        assert caught.value.attempts == 0
        # It was given back: the next is not later for it.
        began = virtual_clock()
        await complete_with_retries(model, request(), pacer=pacer, clock=virtual_clock)
        assert virtual_clock() - began <= 62

    run_virtually(work())
    assert len(model.called) == 2


def test_waiting_for_room_ends_at_the_deadline_and_leaves_the_room_to_others() -> None:
    async def work() -> None:
        pacer = Pacer(AdaptiveLimit(1, 1), clock=virtual_clock)

        async def slow() -> Response:
            await asyncio.sleep(50)
            return YES

        first = asyncio.create_task(pacer.send(slow))
        await asyncio.sleep(1)
        with pytest.raises(NotSentError):
            await pacer.send(slow, deadline=virtual_clock() + 10)
        began = virtual_clock()
        await pacer.send(slow)
        assert virtual_clock() - began == pytest.approx(89, abs=1)
        assert await first == YES

    run_virtually(work())


def test_cancelled_calls_leave_no_trace_wherever_they_were() -> None:
    async def work() -> None:
        quota = SharedQuota(None, "k", Limits(rpm=60))
        pacer = Pacer(AdaptiveLimit(8, 8), quota, clock=virtual_clock)

        async def slow() -> Response:
            await asyncio.sleep(500)
            return YES

        tasks = [asyncio.create_task(pacer.send(slow, name=str(n))) for n in range(20)]
        await asyncio.sleep(2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert pacer.limit.in_flight == 0
        assert pacer.watch.stalled(virtual_clock() + 1e6) == []
        began = virtual_clock()

        async def quick() -> Response:
            return YES

        await asyncio.gather(*(pacer.send(quick) for _ in range(8)))
        assert virtual_clock() - began <= 10

    run_virtually(work())


def test_calls_are_sent_in_the_order_of_asking() -> None:
    async def work() -> list[int]:
        pacer = Pacer(AdaptiveLimit(2, 2), SharedQuota(None, "k", Limits(tpm=6000)), clock=virtual_clock)
        order: list[int] = []

        def call(number: int) -> Callable[[], Any]:
            async def made() -> Response:
                order.append(number)
                return YES

            return made

        await asyncio.gather(*(pacer.send(call(n), tokens=3000 if n % 2 else 10) for n in range(12)))
        return order

    assert run_virtually(work()) == list(range(12))


def test_a_call_given_up_for_its_deadline_does_not_hold_back_a_smaller_one() -> None:
    async def work() -> float:
        pacer = Pacer(quota=SharedQuota(None, "k", Limits(tpm=1000)), clock=virtual_clock)
        began = virtual_clock()

        async def quick() -> Response:
            return YES

        await pacer.send(quick, tokens=50)
        with pytest.raises(NotSentError):
            await pacer.send(quick, tokens=1000, deadline=began + 20)
        await pacer.send(quick, tokens=10)
        return virtual_clock() - began

    assert run_virtually(work()) < 10


def test_a_pause_that_comes_while_a_call_waits_for_its_turn_moves_it() -> None:
    async def work() -> float:
        quota = SharedQuota(None, "k", Limits(rpm=6))
        pacer = Pacer(quota=quota, clock=virtual_clock)
        began = virtual_clock()

        async def quick() -> Response:
            return YES

        await pacer.send(quick)
        waiting = asyncio.create_task(pacer.send(quick))
        await asyncio.sleep(1)
        quota.pause(began + 100, virtual_clock())
        await waiting
        return virtual_clock() - began

    assert run_virtually(work()) >= 100


def test_a_quota_in_an_error_is_heard() -> None:
    told = ModelCallError(E.SERVER, "x", quota=Quota(requests=1, requests_reset_s=40.0))
    called, _ = pace(told, calls=3, limit=AdaptiveLimit(1, 1))
    assert max(b - a for a, b in pairwise(called)) >= 30


def test_the_watch_knows_what_is_in_flight() -> None:
    async def work() -> list[tuple[str, float]]:
        watch = StallWatch()
        pacer = Pacer(AdaptiveLimit(1, 1), watch=watch, clock=virtual_clock)

        async def stuck() -> Response:
            await asyncio.sleep(1000)
            return YES

        tasks = [asyncio.create_task(pacer.send(stuck, name=name)) for name in ("sent", "waits")]
        await asyncio.sleep(100)
        found = watch.stalled(virtual_clock())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return found

    ((name, seconds),) = run_virtually(work())
    assert name == "sent"
    assert seconds == pytest.approx(100, abs=1)


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-Zq81mPw0Lx5TnB7vRk3J")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def real(server: LoopbackServer, pacer: Pacer, cases: int) -> float:
    """Return the seconds that so many calls through litellm took."""

    async def work() -> float:
        model = create_litellm_model(ModelInfo(name="m", route="openai/m"), api_base=server.base_url)
        try:
            began = time.monotonic()
            await work_off(model, [pacer], cases, clock=time.monotonic)
            return time.monotonic() - began
        finally:
            await model.close()

    assert os.environ["NO_PROXY"]
    return asyncio.run(work())


@pytest.mark.usefixtures("key")
def test_a_real_server_that_says_what_is_left_is_slowed_down_to() -> None:
    with LoopbackServer(latency=0.05, requests_per_second=25.0) as server:
        pacer = Pacer()
        real(server, pacer, 75)
        answered, refused = server.counters.by_status[200], server.counters.by_status[429]
    assert answered == 75
    # Sixteen go out together before the first word of it; without pacing most of the fifty beyond the first second are refused.
    assert refused <= 15


@pytest.mark.usefixtures("key")
def test_a_real_server_with_few_places_answers_every_case() -> None:
    with LoopbackServer(latency=0.1, most_in_flight=6, retry_after=0.1) as server:
        pacer = Pacer()
        real(server, pacer, 60)
        assert server.counters.by_status[200] == 60
        # Two of the first eight, then a round of doubling or two; sixty-four at once would draw hundreds.
        assert server.counters.by_status[429] <= 40
        assert server.counters.max_in_flight <= 32
