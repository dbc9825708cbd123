"""Waiting until what was stored is on disk, without holding up anything else that is stored meanwhile."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from pytest_lcbench.models.store import ResponseStore

GATHER_S = 0.01
"""Answers that come within one such span are waited for together: a wait costs two changes of threads, and the disk a sync."""


class Keeper:
    """A thread in which the disk is waited for, once for all answers that came since the last time.

    Args:
        store: where answers are kept. For use from one event loop.

    """

    def __init__(self, store: ResponseStore) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="lcbench-keeper")
        self._begun = threading.Event()
        self._wait: asyncio.Future[None] | None = None
        # Whoever came in the span that is not over yet; the wait they share is put in at its end.
        self._together: list[asyncio.Future[None]] = []

    async def on_disk(self) -> None:
        """Wait until everything stored before is on disk. Raises ``StoreError``."""
        together, loop = self._together, asyncio.get_running_loop()
        await asyncio.sleep(GATHER_S - loop.time() % GATHER_S)
        if not together:
            # A wait that has not begun yet is for all that has been stored by now.
            if self._wait is None or self._begun.is_set():
                self._begun = threading.Event()
                self._wait = loop.run_in_executor(self._thread, self._flush, self._begun)
            together.append(self._wait)
            self._together = []
        # Others wait for the same: one that is cancelled must not take it from them.
        await asyncio.shield(together[0])

    def shutdown(self) -> None:
        """Wait for what is under way, and end the thread."""
        self._thread.shutdown()

    def _flush(self, begun: threading.Event) -> None:
        begun.set()
        self._store.flush()
