"""Whose turn it is: calls that were refused go before new ones, and among them the one that has waited longest."""

from __future__ import annotations

import asyncio
import heapq
from dataclasses import dataclass, field

NEVER = float("inf")
"""Stands for when a call was asked for, where it was never refused: after all that were."""
_MOST_DOUBLINGS = 10
_LEAST_S = 4.0  # the first waits are no longer, and a server that counts calls in flight is not pressed sooner


class Turn:
    """A lock that is given in the order of ``(since, number)``. Use it on one event loop."""

    def __init__(self) -> None:
        self._held = False
        self._asked = 0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._held

    def number(self) -> int:
        """Return a place in the order of asking; who gives the turn back without having used it keeps its place."""
        self._asked += 1
        return self._asked

    async def acquire(self, since: float, number: int) -> None:
        """Wait for the turn. *since*: when a refused call was asked for, :data:`NEVER` for a new one."""
        if not self._held:
            self._held = True
            return
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (since, number, given))
        try:
            await given
        except BaseException:
            if given.done() and not given.cancelled():
                # It was given in the moment of giving up.
                self.release()
            given.cancel()
            raise

    def release(self) -> None:
        """Give it to the next."""
        self._forget_gone()
        if self._waiting:
            heapq.heappop(self._waiting)[2].set_result(None)
        else:
            self._held = False

    def awaited_by_older(self, since: float) -> bool:
        """Whether a refused call waits that was asked for before *since*."""
        self._forget_gone()
        return bool(self._waiting) and self._waiting[0][0] < since

    def _forget_gone(self) -> None:
        while self._waiting and self._waiting[0][2].done():
            heapq.heappop(self._waiting)


@dataclass(slots=True, eq=False)
class _Wait:
    since: float
    began: float
    needed: int
    answered: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)


class BackOffs:
    """The waits of refused calls that nobody asked for: each may end sooner, when it is seen that the server has room.

    That is when a call is answered that was sent after the refusal. One answer ends one wait, as it makes room for one call. A call
    that was refused again after such an end needs twice as many answers each time: perhaps it is refused for what it is.
    """

    def __init__(self) -> None:
        self._waits: list[_Wait] = []

    async def wait(self, seconds: float, *, since: float, now: float, cuts: int) -> bool:
        """Wait; return whether that was ended sooner.

        Args:
            seconds: at most.
            since: when the call was asked for.
            now: the moment.
            cuts: how many of its waits were ended sooner so far.

        """
        entry = _Wait(since, now, 1 << min(cuts, _MOST_DOUBLINGS))
        self._waits.append(entry)
        try:
            async with asyncio.timeout(seconds):
                await entry.over.wait()
        except TimeoutError:
            return False
        finally:
            if entry in self._waits:
                self._waits.remove(entry)
        return True

    def answered(self, sent_at: float, now: float) -> None:
        """Note that a call that was sent then was answered *now*."""
        longest: _Wait | None = None
        for entry in self._waits:
            entry.answered += entry.began < sent_at
            ready = entry.answered >= entry.needed and now >= entry.began + _LEAST_S
            if ready and (longest is None or entry.since < longest.since):
                longest = entry
        if longest is not None:
            self._waits.remove(longest)
            longest.over.set()
