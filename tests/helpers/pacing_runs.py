"""Runs of many calls through pacers, as the engines of several processes make them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path

from virtual_time import Server, run_virtually, virtual_clock

from pytest_lcbench.models.adaptive import AdaptiveLimit
from pytest_lcbench.models.budget import Limits
from pytest_lcbench.models.model import Model, Request
from pytest_lcbench.models.pacing import Pacer
from pytest_lcbench.models.quota import SharedQuota
from pytest_lcbench.models.retrying import complete_with_retries


async def work_off(
    model: Model, pacers: list[Pacer], cases: int, *, tokens: int | Callable[[str], int] = 0, clock: Callable[[], float]
) -> None:
    """What the engines of several processes do: keep as many cases under way as each pacer wants."""
    draw = random.Random(5)  # noqa: S311

    async def one(pacer: Pacer, number: int) -> None:
        prompt = f"prompt {number}"
        await complete_with_retries(
            model,
            Request(prompt, 0.0, 10),
            pacer=pacer,
            tokens=tokens if isinstance(tokens, int) else tokens(prompt),
            attempts=20,
            clock=clock,
            rng=draw,
            name=str(number),
        )

    await as_room_is(pacers, cases, one)


async def as_room_is(pacers: Sequence[Pacer], cases: int, one: Callable[[Pacer, int], Coroutine[None, None, None]]) -> None:
    """Start *one* for every case, dealt out to the processes, as their pacers want more, as the look-ahead of the plugin does."""

    async def process(index: int, pacer: Pacer) -> None:
        todo = list(range(index, cases, len(pacers)))[::-1]
        running: set[asyncio.Task[None]] = set()
        room = asyncio.Event()
        pacer.on_room = room.set
        while todo or running:
            while todo and len(running) < pacer.wanted:
                task = asyncio.create_task(one(pacer, todo.pop()))
                task.add_done_callback(lambda _: room.set())
                running.add(task)
            await room.wait()
            room.clear()
            for task in [task for task in running if task.done()]:
                running.remove(task)
                task.result()

    await asyncio.gather(*(process(index, pacer) for index, pacer in enumerate(pacers)))


def simulate(
    server: Server,
    cases: int,
    *,
    processes: int = 1,
    path: Path | None = None,
    limits: Limits | None = None,
    tokens: int | Callable[[str], int] = 0,
    ceiling: int = 256,
    start: int = 8,
) -> list[Pacer]:
    async def work() -> list[Pacer]:
        shared = SharedQuota(None, "k", limits or Limits())
        pacers = [
            Pacer(
                AdaptiveLimit(start, ceiling),
                SharedQuota(path, "k", limits or Limits(), processes=processes, now=virtual_clock()) if path else shared,
                clock=virtual_clock,
            )
            for _ in range(processes)
        ]
        await work_off(server, pacers, cases, tokens=tokens, clock=virtual_clock)
        return pacers

    return run_virtually(work())
