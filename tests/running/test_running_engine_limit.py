from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from pytest_lcbench.running.engine import Engine

ENGINES: list[Engine[int, int]] = []


@pytest.fixture(autouse=True)
def close_engines() -> Iterator[None]:
    yield
    for engine in ENGINES:
        engine.close()
    ENGINES.clear()


class Gate:
    """Evaluates a key when told to, and knows how many are under way."""

    def __init__(self) -> None:
        self.running: set[int] = set()
        self.most = 0
        self._open = threading.Event()
        self._let: set[int] = set()

    async def evaluate(self, key: int) -> int:
        self.running.add(key)
        self.most = max(self.most, len(self.running))
        try:
            while not self._open.is_set() and key not in self._let:  # noqa: ASYNC110 - set from another thread
                await asyncio.sleep(0.005)
        finally:
            self.running.discard(key)
        return 10 * key

    def let(self, key: int) -> None:
        self._let.add(key)

    def open(self) -> None:
        self._open.set()


def make(gate: Gate, limit: int | Callable[[], int], ahead: int = 100) -> Engine[int, int]:
    engine: Engine[int, int] = Engine(gate.evaluate, limit=limit, ahead=ahead)
    ENGINES.append(engine)
    return engine


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def test_a_fixed_limit_is_kept_and_outcomes_come_by_key() -> None:
    gate = Gate()
    engine = make(gate, 3)
    engine.plan(range(10))
    until(lambda: len(gate.running) == 3)
    gate.open()
    assert [engine.collect(key) for key in range(10)] == [10 * key for key in range(10)]
    assert gate.most == 3


def test_a_limit_that_grew_acts_when_something_ends() -> None:
    gate, limit = Gate(), [1]
    engine = make(gate, lambda: limit[0])
    engine.plan(range(10))
    until(lambda: gate.running == {0})
    limit[0] = 4
    gate.let(0)
    until(lambda: gate.running == {1, 2, 3, 4})


def test_a_limit_that_grew_acts_at_once_when_told() -> None:
    gate, limit = Gate(), [1]
    engine = make(gate, lambda: limit[0])
    engine.plan(range(10))
    until(lambda: len(gate.running) == 1)
    limit[0] = 5
    engine.refill()
    until(lambda: len(gate.running) == 5)


def test_a_limit_that_shrank_lets_what_runs_finish() -> None:
    gate, limit = Gate(), [4]
    engine = make(gate, lambda: limit[0])
    engine.plan(range(10))
    until(lambda: gate.running == {0, 1, 2, 3})
    limit[0] = 2
    for key in (0, 1):
        gate.let(key)
        engine.collect(key)
    until(lambda: gate.running == {2, 3})
    time.sleep(0.05)
    assert gate.running == {2, 3}
    gate.let(2)
    until(lambda: gate.running == {3, 4})


@pytest.mark.parametrize("limit", [0, -3])
def test_a_limit_below_one_still_works_on_one(limit: int) -> None:
    gate = Gate()
    gate.open()
    assert make(gate, lambda: limit).collect(7) == 70
    assert gate.most == 1


def test_ahead_bounds_what_is_started_but_never_below_the_limit() -> None:
    gate, limit = Gate(), [1]
    gate.open()
    engine = make(gate, lambda: limit[0], ahead=3)
    started: list[int] = []
    evaluate = gate.evaluate

    async def noting(key: int) -> int:
        started.append(key)
        return await evaluate(key)

    engine._evaluate = noting
    engine.plan(range(20))
    until(lambda: started == [0, 1, 2])
    time.sleep(0.05)
    assert started == [0, 1, 2]
    limit[0] = 6
    engine.refill()
    until(lambda: started == [0, 1, 2, 3, 4, 5])


def test_refilling_an_engine_that_never_ran_or_is_closed_does_nothing() -> None:
    engine = make(Gate(), 2)
    engine.refill()
    engine.close()
    engine.refill()
