"""Cases in flight ahead of their collection: limits, order, faults and the end."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.running.engine import Engine

WAIT_S = 10.0
"""How long a test waits for what must happen; reached only by a failing test."""


class Gate:
    """An evaluation under the test's control: each key waits until it is let go."""

    def __init__(self, *, open_: bool = False) -> None:
        self._changed = threading.Condition()
        self._open = open_
        self._waiting: dict[str, tuple[asyncio.AbstractEventLoop, asyncio.Event]] = {}
        self.started: list[str] = []
        self.finished: list[str] = []
        self.cancelled: list[str] = []
        self.running = 0
        self.most_running = 0
        self.closed = 0

    async def evaluate(self, key: str) -> str:
        event = asyncio.Event()
        with self._changed:
            self._waiting[key] = (asyncio.get_running_loop(), event)
            self.started.append(key)
            self.running += 1
            self.most_running = max(self.most_running, self.running)
            self._changed.notify_all()
        try:
            if self._open:
                await asyncio.sleep(0)
            else:
                await event.wait()
        except asyncio.CancelledError:
            with self._changed:
                self.cancelled.append(key)
                self._changed.notify_all()
            raise
        finally:
            with self._changed:
                self.running -= 1
                self._changed.notify_all()
        if key.startswith("bad"):
            raise ValueError(key)
        with self._changed:
            self.finished.append(key)
            self._changed.notify_all()
        return key.upper()

    async def close(self) -> None:
        self.closed += 1

    def let_go(self, *keys: str) -> None:
        for key in keys:
            self.wait_for(lambda key=key: key in self._waiting)  # type: ignore[misc]  # the default binds the loop's variable
            loop, event = self._waiting[key]
            loop.call_soon_threadsafe(event.set)

    def wait_for(self, true: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(true, WAIT_S), f"started {self.started}, finished {self.finished}"


@contextmanager
def engine(gate: Gate, *, limit: int, ahead: int) -> Iterator[Engine[str, str]]:
    made: Engine[str, str] = Engine(gate.evaluate, limit=limit, ahead=ahead, close=gate.close)
    try:
        yield made
    finally:
        made.close()


def settle(made: Engine[str, str]) -> None:
    """Wait until the engine's thread has done everything it was told so far: it answers in order."""
    loop = made._loop
    assert loop is not None
    for _ in range(5):
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(WAIT_S)


def in_thread(made: Engine[str, str], key: str) -> Future[str]:
    """Collect *key* in a thread that no failing test has to wait for."""
    outcome: Future[str] = Future()

    def collect() -> None:
        try:
            outcome.set_result(made.collect(key))
        except BaseException as error:  # noqa: BLE001 - raised where the test looks
            outcome.set_exception(error)

    threading.Thread(target=collect, daemon=True).start()
    return outcome


def names(count: int, word: str = "k") -> list[str]:
    return [f"{word}{number:02d}" for number in range(count)]


def test_planned_keys_start_in_their_order() -> None:
    gate = Gate()
    with engine(gate, limit=3, ahead=6) as made:
        made.plan(names(6))
        gate.wait_for(lambda: len(gate.started) == 3)
        gate.let_go("k01", "k00", "k02")
        gate.wait_for(lambda: len(gate.started) == 6)
        assert gate.started == names(6)


def test_no_more_than_the_limit_run_at_once() -> None:
    gate = Gate()
    with engine(gate, limit=2, ahead=10) as made:
        made.plan(names(6))
        gate.wait_for(lambda: len(gate.started) == 2)
        settle(made)
        assert (gate.running, made.in_flight) == (2, 2)
        for done, key in enumerate(names(4), 3):
            gate.let_go(key)
            gate.wait_for(lambda done=done: len(gate.started) == done)  # type: ignore[misc]  # as above
            settle(made)
            assert gate.running == 2


def test_no_more_than_ahead_are_started_before_they_are_collected() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=2, ahead=4) as made:
        made.plan(names(9))
        gate.wait_for(lambda: len(gate.finished) == 4)
        settle(made)
        assert gate.started == names(4)
        assert made.collect("k00") == "K00"
        gate.wait_for(lambda: len(gate.finished) == 5)
        settle(made)
        assert gate.started == names(5)


def test_ahead_is_never_less_than_the_limit() -> None:
    gate = Gate()
    with engine(gate, limit=3, ahead=1) as made:
        made.plan(names(5))
        gate.wait_for(lambda: len(gate.started) == 3)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), st.integers(1, 9), st.integers(0, 14), st.randoms(use_true_random=False))
def test_whatever_is_planned_and_collected_comes_once_and_within_the_limits(limit: int, ahead: int, count: int, rng: object) -> None:
    order = names(count)
    rng.shuffle(order)  # type: ignore[attr-defined]  # a random.Random
    gate = Gate(open_=True)
    with engine(gate, limit=limit, ahead=ahead) as made:
        for place, key in enumerate(order):
            if place % 2 == 0:
                made.plan(order[place:])
            assert len(gate.started) - place <= max(ahead, limit) + 1
            assert made.collect(key) == key.upper()
        assert sorted(gate.started) == names(count)
    assert gate.most_running <= limit


def test_a_key_that_was_not_planned_is_started_when_it_is_collected() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=1, ahead=1) as made:
        assert made.collect("surprise") == "SURPRISE"


def test_a_collected_key_overtakes_the_planned_ones_even_when_ahead_is_used_up() -> None:
    gate = Gate()
    with engine(gate, limit=1, ahead=2) as made:
        made.plan(names(3))
        gate.let_go("k00", "k01")
        gate.wait_for(lambda: len(gate.finished) == 2)
        found = in_thread(made, "surprise")
        gate.let_go("surprise")
        assert found.result(WAIT_S) == "SURPRISE"
        assert "k02" not in gate.started[:3]


def test_a_key_planned_twice_is_evaluated_once() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=4, ahead=8) as made:
        made.plan(["a", "a", "b"])
        made.plan(["a", "b"])
        assert [made.collect("a"), made.collect("b")] == ["A", "B"]
        assert sorted(gate.started) == ["a", "b"]


def test_what_evaluating_raised_reaches_the_collector_of_that_key_only() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=2, ahead=4) as made:
        made.plan(["bad", "good"])
        with pytest.raises(ValueError, match="bad"):
            made.collect("bad")
        assert made.collect("good") == "GOOD"


def test_a_planned_key_collected_before_its_turn_is_evaluated_once() -> None:
    gate = Gate()
    with engine(gate, limit=1, ahead=9) as made:
        made.plan(["a", "b", "c"])
        gate.wait_for(lambda: gate.started == ["a"])
        found = in_thread(made, "c")
        while "c" not in made._futures:
            settle(made)
        gate.let_go("a", "c")
        assert found.result(WAIT_S) == "C"
        gate.let_go("b")
        gate.wait_for(lambda: gate.finished == ["a", "c", "b"])
        settle(made)
        assert gate.started == ["a", "c", "b"]


def test_a_key_collected_again_is_evaluated_again() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=1, ahead=1) as made:
        made.collect("a")
        made.collect("a")
        assert gate.started == ["a", "a"]


def test_finished_keys_that_nobody_will_collect_are_forgotten() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=2, ahead=2) as made:
        made.plan(names(2))
        gate.wait_for(lambda: len(gate.finished) == 2)
        settle(made)
        # Another process took both over.
        made.plan(["x", "y"])
        gate.wait_for(lambda: len(gate.finished) == 4)
        assert gate.started == ["k00", "k01", "x", "y"]


def test_a_new_plan_replaces_what_had_not_started() -> None:
    gate = Gate()
    with engine(gate, limit=1, ahead=4) as made:
        made.plan(["a", "b", "c"])
        gate.wait_for(lambda: gate.started == ["a"])
        made.plan(["c"])
        gate.let_go("a", "c")
        gate.wait_for(lambda: gate.finished == ["a", "c"])
        settle(made)
        assert gate.started == ["a", "c"]


def test_no_thread_is_started_before_the_first_key() -> None:
    gate = Gate()
    before = threading.active_count()
    with engine(gate, limit=4, ahead=4) as made:
        made.plan([])
        assert threading.active_count() == before
        assert made.in_flight == 0
    assert gate.closed == 0


def test_closing_cancels_what_is_in_flight_and_ends_the_thread() -> None:
    gate = Gate()
    before = threading.active_count()
    with engine(gate, limit=2, ahead=4) as made:
        made.plan(names(4))
        gate.wait_for(lambda: len(gate.started) == 2)
        made.close()
        assert sorted(gate.cancelled) == ["k00", "k01"]
        assert gate.started == ["k00", "k01"], "nothing is started while closing"
        assert threading.active_count() == before
    assert gate.closed == 1


def test_closing_twice_is_closing_once() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=1, ahead=1) as made:
        made.collect("a")
        made.close()
        made.close()
    assert gate.closed == 1


def test_nothing_is_planned_or_collected_after_closing() -> None:
    gate = Gate(open_=True)
    with engine(gate, limit=1, ahead=1) as made:
        made.close()
        made.plan(["a"])
        with pytest.raises(RuntimeError, match="the run has been stopped"):
            made.collect("a")
        assert gate.started == []


def test_closing_frees_whoever_waits_for_a_key_in_flight_or_not_yet_started() -> None:
    gate = Gate()
    with engine(gate, limit=1, ahead=1) as made:
        waiting: list[Future[str]] = [in_thread(made, "running")]
        gate.wait_for(lambda: gate.started == ["running"])
        waiting.append(in_thread(made, "queued"))
        while "queued" not in made._futures:
            settle(made)
        made.close()
        for future in waiting:
            with pytest.raises((CancelledError, RuntimeError)):
                future.result(WAIT_S)


def test_a_fault_in_freeing_connections_is_raised_and_ends_the_thread_all_the_same() -> None:
    async def broken() -> None:
        raise OSError("no such connection")

    gate = Gate(open_=True)
    before = threading.active_count()
    made: Engine[str, str] = Engine(gate.evaluate, limit=1, ahead=1, close=broken)
    made.collect("a")
    with pytest.raises(OSError, match="no such connection"):
        made.close()
    assert threading.active_count() == before
    assert made._loop is not None
    assert made._loop.is_closed()


def test_nothing_is_left_open() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gate = Gate()
        made: Engine[str, str] = Engine(gate.evaluate, limit=2, ahead=3, close=gate.close)
        made.plan(names(3))
        gate.wait_for(lambda: len(gate.started) == 2)
        made.close()
        del made
        gc.collect()  # a loop or task that was left behind warns here, and the warning is an error


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_loop_that_other_code_ended_is_told_and_keeps_nobody_waiting() -> None:
    async def ends(_key: str) -> str:
        asyncio.get_running_loop().call_soon(_exit)
        await asyncio.sleep(60)
        return "never"

    made: Engine[str, str] = Engine(ends, limit=1, ahead=1)
    with pytest.raises(LcbenchError, match="the thread that makes the calls was ended by other code in it"):
        made.collect("a", every=0.05)
    made.close()


def _exit() -> None:
    raise SystemExit(3)
