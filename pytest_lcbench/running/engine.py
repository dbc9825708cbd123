"""Cases in flight: an event loop in a thread of its own that works ahead of whoever collects the outcomes.

It knows nothing of what it evaluates. The caller says which keys will be wanted next; at most ``limit`` run at once, and at most
``ahead`` are started before they are collected, so that stopping early wastes no more than that. The limit may move while it runs.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from pytest_lcbench.errors import LcbenchError

Key = TypeVar("Key", bound=Hashable)
Outcome = TypeVar("Outcome")


class Engine(Generic[Key, Outcome]):
    """Evaluates keys concurrently, ahead of their collection.

    Args:
        evaluate: coroutine function that turns a key into its outcome. Exceptions reach :meth:`collect`.
        limit: keys in flight at once, at least 1; or a function that says so. It is asked in the loop's thread whenever a key starts or
            ends, so a limit that grew acts at once, and one that shrank lets what runs finish. It must not raise.
        ahead: keys started but not yet collected; never fewer than ``limit``, whatever that is at the moment.
        close: coroutine function run in the loop's thread when the engine closes.

    """

    def __init__(
        self,
        evaluate: Callable[[Key], Awaitable[Outcome]],
        *,
        limit: int | Callable[[], int],
        ahead: int,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._evaluate = evaluate
        self._limit: Callable[[], int] = limit if callable(limit) else lambda: limit
        self._ahead = ahead
        self._close = close
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._queue: deque[Key] = deque()
        self._urgent: deque[Key] = deque()
        self._futures: dict[Key, Future[Outcome]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def in_flight(self) -> int:
        """Keys being evaluated now."""
        return len(self._tasks)

    def refill(self) -> None:
        """Ask for the limit again and start what may start now: for whoever knows that the limit grew. From any thread."""
        with self._lock:
            idle = self._closed or self._loop is None
        if not idle:
            self._wake()

    def plan(self, keys: Sequence[Key]) -> None:
        """Replace what will be wanted next, in that order.

        Keys already started go on; finished ones that nobody will collect any more (another process took them over) are forgotten,
        so that they do not count against ``ahead``.
        """
        with self._lock:
            wanted = set(keys)
            for key in [key for key, future in self._futures.items() if key not in wanted and future.done()]:
                del self._futures[key]
            self._queue = deque(key for key in dict.fromkeys(keys) if key not in self._futures)
        if keys:
            self._wake()

    def collect(self, key: Key, *, look: Callable[[], None] | None = None, every: float = 5.0) -> Outcome:
        """Wait for the outcome of *key*, which is started at once if it was not planned, and hand it over.

        While waiting, *look* is called every so many seconds.

        Raises whatever evaluating it raised; ``RuntimeError`` after :meth:`close`, ``CancelledError`` (of ``concurrent.futures``) when
        closed meanwhile.
        """
        with self._lock:
            if self._closed:
                raise RuntimeError("the run has been stopped")
            future = self._futures.get(key)
            unplanned = False
            if future is None:
                future = self._futures[key] = Future()
                self._urgent.append(key)
                # Left among the planned ones it would be started once more after its collection.
                self._queue = deque(planned for planned in self._queue if planned != key)
                unplanned = True
        # What runs already needs no turn of the loop; each costs a system call, and a change of threads.
        if unplanned:
            self._wake()
        try:
            while True:
                try:
                    return future.result(every)
                except TimeoutError:
                    # Raised by the wait, or by what was evaluated.
                    if future.done():
                        raise
                    self._check_alive()
                    if look is not None:
                        look()
        finally:
            with self._lock:
                held_back = bool(self._queue) and len(self._futures) >= self._ahead
                self._futures.pop(key, None)
            if held_back:
                self._wake()

    def close(self, patience: float = 0.0) -> None:
        """Start nothing more, cancel what is still in flight after *patience* seconds, free connections, end the thread.

        Safe to call twice and without ever having started.

        Raises what the ``close`` function raised, once everything else is done.
        """
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._queue.clear()
            # Whoever waits for a key that will never start is told, or it would wait for ever.
            for key in self._urgent:
                if key in self._futures:
                    self._futures[key].cancel()
            self._urgent.clear()
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        if not thread.is_alive():
            # What ended it was printed then; nothing runs in it any more.
            loop.close()
            return
        try:
            asyncio.run_coroutine_threadsafe(self._shut_down(patience), loop).result()
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def _check_alive(self) -> None:
        """Raise ``LcbenchError`` once the thread of the loop has ended by itself: whoever waits would wait for ever."""
        if self._thread is not None and not self._thread.is_alive():
            raise LcbenchError("the thread that makes the calls was ended by other code in it (SystemExit, or the like)")

    def _wake(self) -> None:
        with self._lock:
            if self._closed:
                return
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="lcbench-engine", daemon=True)
                self._thread.start()
            # Under the lock: a loop that is not yet told to close takes it.
            self._loop.call_soon_threadsafe(self._fill)

    def _fill(self) -> None:
        """Start what may start. Runs in the loop's thread only, so counting and starting cannot race."""
        while True:
            limit = max(self._limit(), 1)
            with self._lock:
                if self._closed or len(self._tasks) >= limit:
                    return
                if self._urgent:
                    key = self._urgent.popleft()
                    future = self._futures.get(key)
                    if future is None:
                        continue
                elif self._queue and len(self._futures) < max(self._ahead, limit):
                    key = self._queue.popleft()
                    if key in self._futures:
                        continue
                    future = self._futures[key] = Future()
                else:
                    return
            task = asyncio.get_running_loop().create_task(self._run(key, future))
            self._tasks.add(task)

    async def _run(self, key: Key, future: Future[Outcome]) -> None:
        task = asyncio.current_task()
        try:
            outcome = await self._evaluate(key)
        except asyncio.CancelledError:
            future.cancel()
            raise
        except BaseException as error:  # noqa: BLE001 - handed to whoever collects the key
            future.set_exception(error)
        else:
            future.set_result(outcome)
        finally:
            if task is not None:
                self._tasks.discard(task)
            self._fill()

    async def _shut_down(self, patience: float) -> None:
        tasks = list(self._tasks)
        if tasks and patience > 0:
            await asyncio.wait(tasks, timeout=patience)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            if self._close is not None:
                await self._close()
        finally:
            await asyncio.get_running_loop().shutdown_default_executor()
