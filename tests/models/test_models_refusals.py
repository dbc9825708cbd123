"""Refusals that have nothing to do with load, told from those of a limit."""

from __future__ import annotations

import asyncio
import statistics
from itertools import pairwise
from pathlib import Path

import pytest
from pacing_runs import simulate
from virtual_time import Server, Stubborn, run_virtually, virtual_clock

from pytest_lcbench.models.adaptive import AdaptiveLimit
from pytest_lcbench.models.budget import Budget, Limits, Reservation
from pytest_lcbench.models.doubts import Refusal
from pytest_lcbench.models.model import ErrorClass, ModelCallError, Response
from pytest_lcbench.models.pacing import Pacer

FREE = Limits()
START = 5000.0
SALTS = [f"s{number}" for number in range(6)]


@pytest.mark.parametrize("salt", SALTS)
@pytest.mark.parametrize(("latency", "longest"), [(0.02, 30), (0.5, 25), (5, 80)])
def test_half_of_a_hundred_prompts_refused_three_times_each_take_little_more_than_their_own_waits(
    latency: float, longest: float, salt: str
) -> None:
    # Three waits of two seconds, some rounds of answers, and the finding out. Taken for load it was 150 to 470 s.
    server = Stubborn(latency=latency, retry_after=2.0, salt=salt)
    simulate(server, 100)
    assert len(server.accepted) == 100
    assert server.seconds <= longest


def test_each_refused_call_waits_as_long_as_the_server_asked() -> None:
    server = Stubborn(latency=0.5, retry_after=2.0)
    simulate(server, 100)
    assert len(server.told) > 30
    assert all(again - refused >= 2.0 for calls in server.told.values() for refused, again in pairwise(calls))


def test_a_thousand_prompts_take_hardly_longer_than_a_hundred() -> None:
    server = Stubborn(latency=0.5, retry_after=2.0)
    simulate(server, 1000)
    assert server.seconds <= 40


def test_long_waits_are_paid_by_the_refused_prompts_alone() -> None:
    server = Stubborn(latency=0.5, retry_after=20.0)
    simulate(server, 100)
    assert server.seconds <= 200, "sixty of its own, and a few run-wide ones until it is found out; it was 2,000 and more"


def test_an_explicit_concurrency_counts_calls_in_flight_and_not_those_that_wait() -> None:
    server = Stubborn(latency=0.5, retry_after=2.0)
    simulate(server, 100, start=4, ceiling=4)
    assert server.max_in_flight <= 4
    assert server.seconds <= 60


@pytest.mark.parametrize(("share", "median", "longest"), [(0.1, 20, 60), (0.2, 20, 60), (0.8, 120, 600)])
def test_few_and_many_such_prompts_are_found_out_too(share: float, median: float, longest: float) -> None:
    seconds = []
    for number in range(15):
        server = Stubborn(latency=0.5, retry_after=2.0, share=share, salt=f"s{number}")
        simulate(server, 300)
        seconds.append(server.seconds)
    # With four prompts in five refused a few calls seldom show that the others are not: it can take minutes.
    assert statistics.median(seconds) <= median
    assert max(seconds) <= longest


def test_what_one_process_finds_out_frees_the_others(tmp_path: Path) -> None:
    server = Stubborn(latency=0.5, retry_after=2.0)
    simulate(server, 400, processes=4, path=tmp_path / "pacing.sqlite")
    assert server.seconds <= 60


@pytest.mark.parametrize("wait", [1.0, 20.0])
def test_a_bucket_emptied_at_once_is_still_a_limit(wait: float) -> None:
    server = Server(latency=1, rate=1, burst=60, retry_after=wait)
    simulate(server, 1600)
    assert server.rate_used(after=60) >= 0.9
    assert server.refused_share < 0.03


def refuse_in_a_pause(budget: Budget) -> tuple[float, Refusal]:
    """Refuse a call, obey, and refuse the first one after the wait too. Return when that was, and what it was taken for."""
    assert budget.refused(budget.reserve(1, START, FREE), START + 0.1, 2.0) is Refusal.LOAD
    first = budget.reserve(1, START + 0.1, FREE, again=True)
    assert first.at == pytest.approx(START + 2.1)
    now = first.at + 0.1
    return now, budget.refused(first, now, 2.0)


def probe(budget: Budget, now: float) -> Reservation:
    return budget.reserve(1, now, FREE, probe=True)


def test_a_refusal_after_a_wait_that_was_obeyed_is_doubted_and_probes_go_out_in_spite_of_the_pause() -> None:
    budget = Budget()
    now, taken_for = refuse_in_a_pause(budget)
    assert taken_for is Refusal.DOUBTED
    probes = [probe(budget, now) for _ in range(4)]
    assert [each.probe for each in probes] == [True, True, True, False]
    assert [each.at for each in probes[:3]] == [now] * 3
    assert probes[3].at >= now + 2.0


def test_two_answered_probes_lift_the_pause_and_one_does_not() -> None:
    budget = Budget()
    now, _ = refuse_in_a_pause(budget)
    one, two = probe(budget, now), probe(budget, now)
    assert not budget.accepted(one, now + 0.5)
    assert budget.reserve(1, now + 0.5, FREE).at > now + 1
    assert budget.accepted(two, now + 0.6)
    late = budget.reserve(1, now + 0.7, FREE)
    assert late.at == now + 0.7
    assert budget.refused(late, now + 0.8, 2.0) is Refusal.APART
    assert budget.reserve(1, now + 0.9, FREE).at == now + 0.9


def test_probes_in_vain_are_not_repeated_at_once() -> None:
    budget = Budget()
    now, _ = refuse_in_a_pause(budget)
    for each in [probe(budget, now) for _ in range(3)]:
        assert budget.refused(each, now + 0.05, 2.0) is Refusal.LOAD
    again = budget.reserve(1, now + 0.1, FREE)
    assert budget.refused(again, again.at + 0.1, 2.0) is Refusal.LOAD


def test_a_probe_that_comes_late_is_none() -> None:
    budget = Budget()
    now, _ = refuse_in_a_pause(budget)
    assert not probe(budget, now + 1.0).probe


def test_a_probe_keeps_to_the_users_limits_and_to_a_pause_of_a_busy_server() -> None:
    budget = Budget()
    now, _ = refuse_in_a_pause(budget)
    limited = budget.reserve(1, now, Limits(rpm=2), probe=True)
    budget.give_back(limited, now, Limits(rpm=2))
    budget.pause(now + 60, now)
    busy = budget.reserve(1, now, FREE, probe=True)
    assert (busy.probe, busy.at) == (False, now + 60)


def test_more_in_flight_than_was_ever_answered_together_explains_a_refusal() -> None:
    budget = Budget()
    budget.refused(budget.reserve(1, START, FREE), START + 0.1, 2.0)
    first = budget.reserve(1, START + 0.1, FREE)
    assert budget.refused(first, first.at + 0.1, 2.0, light=False) is Refusal.LOAD


def test_a_limit_that_shows_beside_such_refusals_is_kept_to_again() -> None:
    budget = Budget()
    now, _ = refuse_in_a_pause(budget)
    for each in [probe(budget, now), probe(budget, now)]:
        budget.accepted(each, now + 0.1)
    found: list[Refusal] = []
    while len(found) < 60 and found[-1:] != [Refusal.LOAD]:
        now += 0.2
        found.append(budget.refused(budget.reserve(1, now, FREE), now, 2.0))
    assert 15 <= len(found) < 60, "every new call is refused: that is something else than some prompts"


def test_refused_calls_that_are_refused_again_say_nothing_about_load() -> None:
    budget = Budget()
    now, _ = refuse_in_a_pause(budget)
    for each in [probe(budget, now), probe(budget, now)]:
        budget.accepted(each, now + 0.1)
    for step in range(100):
        later = now + 1 + step / 10
        assert budget.refused(budget.reserve(1, later, FREE, again=True), later, 2.0) is Refusal.APART


def test_a_state_with_doubts_survives_being_written() -> None:
    budget = Budget()
    now, _ = refuse_in_a_pause(budget)
    probe(budget, now)
    assert Budget.load(budget.dump(), now) == budget


def test_cuts_before_it_is_found_out_are_taken_back() -> None:
    limit = AdaptiveLimit(16, 100)
    for token in [limit.sent(0) for _ in range(16)]:
        limit.rate_limited(token, 1)
    assert limit.current == 8
    limit.refused_apart(limit.sent(2))
    assert (limit.current, limit.in_flight) == (16, 0)


def test_how_many_were_answered_together_leaves_out_what_was_refused() -> None:
    limit = AdaptiveLimit(8, 8)
    first, second, third = (limit.sent(0) for _ in range(3))
    limit.rate_limited(first, 0.1)
    assert not limit.light(third)
    limit.succeeded(second, 1)
    assert not limit.light(third), "two were in flight then, and only one had been answered"
    limit.succeeded(third, 1)
    both = [limit.sent(2), limit.sent(2), limit.sent(2)]
    assert [limit.light(token) for token in both] == [True, True, False]


def test_a_waiting_call_passes_a_pause_that_turns_out_to_be_needless() -> None:
    async def work() -> float:
        pacer = Pacer(AdaptiveLimit(1, 1), clock=virtual_clock)
        began = virtual_clock()

        async def refuse() -> Response:
            await asyncio.sleep(0.05)
            raise ModelCallError(ErrorClass.RATE_LIMIT, "not you", retry_after=50.0)

        async def answer() -> Response:
            await asyncio.sleep(0.05)
            return Response("yes", "stop")

        await pacer.send(answer)
        with pytest.raises(ModelCallError):
            await pacer.send(refuse)
        # The first of these comes after a wait that was obeyed; some of the others are let through to try it, and free the rest.
        ends = await asyncio.gather(pacer.send(refuse), *(pacer.send(answer) for _ in range(9)), return_exceptions=True)
        assert [type(end) for end in ends] == [ModelCallError, *[Response] * 9]
        return virtual_clock() - began

    assert 50 <= run_virtually(work()) < 55
