"""Waiting for the disk: once for all that came meanwhile, never for less than what was stored before."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_lcbench.models.store import ResponseStore, StoreError
from pytest_lcbench.running.keeping import GATHER_S, Keeper


class Disk:
    """In place of a store: its flush takes as long as the test says, and tells what it covers."""

    def __init__(self) -> None:
        self.stored = 0
        self.covered: list[int] = []
        self.go = threading.Semaphore(0)
        self.begun = threading.Semaphore(0)
        self.fault: StoreError | None = None

    def flush(self) -> None:
        self.covered.append(self.stored)
        self.begun.release()
        assert self.go.acquire(timeout=10)
        if self.fault is not None:
            raise self.fault


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def keeper(disk: Disk) -> Iterator[Keeper]:
    made = Keeper(disk)  # type: ignore[arg-type]  # it is asked to flush alone
    yield made
    made.shutdown()


async def put(disk: Disk, keeper: Keeper) -> None:
    disk.stored += 1
    mine = disk.stored
    await keeper.on_disk()
    assert disk.covered[-1] >= mine


def test_those_who_come_while_the_disk_is_busy_wait_once_together(disk: Disk, keeper: Keeper) -> None:
    async def main() -> None:
        first = asyncio.create_task(put(disk, keeper))
        await asyncio.to_thread(disk.begun.acquire)
        others = [asyncio.create_task(put(disk, keeper)) for _ in range(20)]
        await asyncio.sleep(3 * GATHER_S)
        disk.go.release(2)
        await asyncio.gather(first, *others)

    asyncio.run(main())
    assert disk.covered == [1, 21]


def test_those_who_come_together_wait_once(disk: Disk, keeper: Keeper) -> None:
    async def main() -> None:
        await asyncio.sleep(GATHER_S - asyncio.get_running_loop().time() % GATHER_S)
        waiting = [asyncio.create_task(put(disk, keeper)) for _ in range(20)]
        disk.go.release(20)
        await asyncio.gather(*waiting)

    asyncio.run(main())
    assert disk.covered == [20]


def test_nobody_is_done_by_a_wait_that_began_before(disk: Disk, keeper: Keeper) -> None:
    async def main() -> None:
        for _ in range(50):
            disk.go.release()
            await put(disk, keeper)

    asyncio.run(main())
    assert disk.covered == list(range(1, 51))


def test_one_that_is_cancelled_leaves_the_wait_to_the_others(disk: Disk, keeper: Keeper) -> None:
    async def main() -> list[Any]:
        busy = asyncio.create_task(put(disk, keeper))
        await asyncio.to_thread(disk.begun.acquire)
        two = [asyncio.create_task(put(disk, keeper)) for _ in range(2)]
        await asyncio.sleep(3 * GATHER_S)
        two[0].cancel()
        disk.go.release(2)
        return await asyncio.gather(busy, *two, return_exceptions=True)

    found = asyncio.run(main())
    assert [type(one) for one in found] == [type(None), asyncio.CancelledError, type(None)]


def test_everybody_who_waits_hears_of_a_disk_that_fails(disk: Disk, keeper: Keeper) -> None:
    disk.fault = StoreError("full")
    disk.go.release(3)

    async def main() -> list[Any]:
        return await asyncio.gather(*(put(disk, keeper) for _ in range(3)), return_exceptions=True)

    assert [str(one) for one in asyncio.run(main())] == ["full"] * 3


def test_what_a_store_has_taken_is_waited_for(tmp_path: Path) -> None:
    with ResponseStore(tmp_path / "store.sqlite") as store:
        keeper = Keeper(store)
        asyncio.run(keeper.on_disk())
        keeper.shutdown()
