"""Calls that were refused go before new ones, and the limits count from when calls really leave."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from pacing_runs import as_room_is
from virtual_time import VirtualLoop, run_virtually, virtual_clock

from pytest_lcbench.models.adaptive import AdaptiveLimit
from pytest_lcbench.models.budget import Budget, Limits
from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.pacing import Pacer
from pytest_lcbench.models.quota import SharedQuota
from pytest_lcbench.models.retrying import complete_with_retries
from pytest_lcbench.models.turns import NEVER, BackOffs, Turn

YES = Response("yes", "stop")


class Falling:
    """Takes fifteen calls, and from then on twelve in any minute."""

    def __init__(self, retry_after: float | None) -> None:
        self.info = ModelInfo("m", "m")
        self.retry_after = retry_after
        self.accepted: list[float] = []
        self.prompts: list[str] = []

    async def complete(self, request: Request) -> Response:
        now = virtual_clock()
        if len(self.accepted) >= 15 and sum(at > now - 60 for at in self.accepted) >= 12:
            await asyncio.sleep(0.01)
            raise ModelCallError(ErrorClass.RATE_LIMIT, "too many", retry_after=self.retry_after)
        self.accepted.append(now)
        self.prompts.append(request.prompt)
        await asyncio.sleep(0.3)
        return YES

    async def close(self) -> None:
        return


async def work_off(model: Falling | Late, pacers: list[Pacer], cases: int, longest: float, seed: int = 5) -> list[str]:
    """Keep as many cases under way as each pacer wants, each with its deadline; return those that got no answer."""
    draw = random.Random(seed)  # noqa: S311
    lost: list[str] = []

    async def one(pacer: Pacer, number: int) -> None:
        name, deadline = str(number), virtual_clock() + longest
        try:
            await complete_with_retries(
                model, Request(name, 0.0, 10), pacer=pacer, clock=virtual_clock, rng=draw, name=name, deadline=deadline
            )
        except ModelCallError:
            lost.append(name)

    await as_room_is(pacers, cases, one)
    return lost


def pacers_of(path: Path, limits: Limits, start: int = 4) -> list[Pacer]:
    """Return those of two processes."""
    return [
        Pacer(AdaptiveLimit(start, 128), SharedQuota(path, "k", limits, processes=2, now=virtual_clock()), clock=virtual_clock)
        for _ in range(2)
    ]


@pytest.mark.parametrize("retry_after", [None, 5.0], ids=["silent", "retry_after"])
@pytest.mark.parametrize("seed", [5, 6, 8])
def test_every_case_is_answered_by_a_server_whose_limit_falls(tmp_path: Path, seed: int, retry_after: float | None) -> None:
    server = Falling(retry_after)

    async def work() -> list[str]:
        return await work_off(server, pacers_of(tmp_path / "pacing.sqlite", Limits()), 40, longest=6 * 30.0, seed=seed)

    assert run_virtually(work()) == []
    assert sorted(server.prompts, key=int) == [str(number) for number in range(40)]


class Late:
    """Sends nothing before a moment: the client is being set up. Then it answers at once or *slow*ly."""

    def __init__(self, slow: float) -> None:
        self.info = ModelInfo("m", "m")
        self.slow = slow
        self.ready_at: float | None = None
        self.arrived: list[float] = []

    async def complete(self, request: Request) -> Response:  # noqa: ARG002 - the protocol's
        if self.ready_at is None:
            self.ready_at = virtual_clock() + 1.3
        await asyncio.sleep(max(self.ready_at - virtual_clock(), 0.0))
        self.arrived.append(virtual_clock())
        await asyncio.sleep(self.slow)
        return YES

    async def close(self) -> None:
        return


@pytest.mark.parametrize("slow", [0.3, 80.0])
@pytest.mark.parametrize("rpm", [1, 30])
def test_a_late_first_call_breaks_no_minute(tmp_path: Path, rpm: int, slow: float) -> None:
    server = Late(slow)

    async def work() -> list[str]:
        return await work_off(server, pacers_of(tmp_path / "pacing.sqlite", Limits(rpm=rpm), 64), 3 * rpm + 2, longest=1e6)

    assert run_virtually(work()) == []
    for at in server.arrived:
        assert sum(at - 60 < other <= at for other in server.arrived) <= rpm
    assert server.arrived[-1] - server.arrived[0] <= (3 * rpm + 1) * 60 / rpm + 10


def test_a_process_that_stood_still_counts_its_call_from_when_it_left() -> None:
    async def work() -> float:
        pacer = Pacer(quota=SharedQuota(None, "k", Limits(rpm=1)), clock=virtual_clock)
        left: list[float] = []

        async def call() -> Response:
            left.append(virtual_clock())
            return YES

        def stand_still() -> None:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, VirtualLoop)
            loop.selector.now += 5.0

        await pacer.send(call)
        asyncio.get_running_loop().call_later(59.0, stand_still)
        await pacer.send(call)
        await pacer.send(call)
        assert left[1] - left[0] >= 63
        return left[2] - left[1]

    assert run_virtually(work()) >= 60


def test_without_limits_no_call_costs_a_further_transaction() -> None:
    async def work() -> int:
        quota = SharedQuota(None, "k")
        changes: list[float] = []
        change = quota._change

        def counted(what: object, now: float) -> object:
            changes.append(now)
            return change(what, now)  # type: ignore[arg-type]

        quota._change = counted  # type: ignore[method-assign, assignment]
        pacer = Pacer(quota=quota, clock=virtual_clock)

        async def call() -> Response:
            return YES

        for _ in range(10):
            await pacer.send(call)
        return len(changes)

    assert run_virtually(work()) == 10


def test_what_was_reserved_before_a_call_was_found_late_moves_by_as_much() -> None:
    limits = Limits(rpm=1)
    budget = Budget()
    first = budget.reserve(1, 5000.0, limits)
    second = budget.reserve(1, 5000.0, limits)
    assert budget.moves(second) == second.at
    budget.left_late([(first, 5002.0)], 5002.0)
    assert budget.moves(second) == second.at + 2.0 >= 5062.0
    third = budget.reserve(1, 5003.0, limits)
    assert budget.moves(third) == third.at
    assert Budget.load(budget.dump(), 5003.0) == budget


def test_the_turn_goes_to_who_was_refused_and_has_waited_longest() -> None:
    async def work() -> list[str]:
        turn, order = Turn(), list[str]()

        async def take(name: str, since: float) -> None:
            await turn.acquire(since, turn.number())
            order.append(name)
            await asyncio.sleep(1)
            turn.release()

        asked = [("first", NEVER), ("new", NEVER), ("younger", 7.0), ("older", 3.0), ("newer", NEVER)]
        tasks = [asyncio.create_task(take(*each)) for each in asked]
        await asyncio.sleep(0.5)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not turn.locked()
        return order

    assert run_virtually(work()) == ["first", "older", "new", "newer"]


def test_one_answer_ends_one_wait_and_more_are_needed_after_each_refusal() -> None:
    async def work() -> None:
        waits = BackOffs()
        now = virtual_clock()
        young, old, vain = (
            asyncio.create_task(waits.wait(60, since=now - since, now=now, cuts=cuts)) for since, cuts in ((1, 0), (2, 0), (3, 2))
        )
        await asyncio.sleep(10)
        waits.answered(now - 1, virtual_clock())
        await asyncio.sleep(0)
        assert not any(task.done() for task in (young, old, vain)), "sent before the refusal, it tells nothing"
        ends = []
        for _ in range(4):
            waits.answered(now + 5, virtual_clock())
            await asyncio.sleep(0.1)
            ends.append([task.done() for task in (young, old, vain)])
        assert ends == [[False, True, False], [True, True, False], [True, True, False], [True, True, True]]
        assert await vain

    run_virtually(work())


def test_a_waiting_new_call_gives_way_to_a_refused_one() -> None:
    async def work() -> list[str]:
        pacer = Pacer(quota=SharedQuota(None, "k", Limits(rpm=2)), clock=virtual_clock)
        order: list[str] = []

        async def call(name: str, since: float | None = None) -> None:
            async def made() -> Response:
                order.append(name)
                return YES

            await pacer.send(made, since=since)

        await asyncio.gather(call("one"), call("two"))
        new = [asyncio.create_task(call(name)) for name in ("three", "four")]
        await asyncio.sleep(1)
        await call("refused", virtual_clock() - 9)
        await asyncio.gather(*new)
        return order

    assert run_virtually(work()) == ["one", "two", "refused", "three", "four"]
