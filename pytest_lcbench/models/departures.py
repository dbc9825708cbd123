"""When calls really leave: the user's limits count from then, and a call may leave later than it was reserved for.

A busy process sends late; and the first calls of a process wait until the client has been set up, which takes a second on a busy
machine. The client does not say when it sends, so the first calls are counted as late as they may have left: when the first of them has
ended, for by then all is set up, but no more than a few seconds late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pytest_lcbench.models.budget import Reservation
from pytest_lcbench.models.quota import SharedQuota

LATE_S = 0.05
"""Lateness that is not worth a transaction: the window's slots are longer."""
SET_UP_S = 3.0
"""What setting up the client takes at most."""


class Departures:
    """Tells the quota which calls of this process left late. Does nothing where the user has set no limits.

    Args:
        quota: of the run.
        clock: of its moments.

    """

    def __init__(self, quota: SharedQuota, clock: Callable[[], float]) -> None:
        self._quota = quota
        self._clock = clock
        self._first: list[Reservation] = []
        self._timer: asyncio.TimerHandle | None = None
        self._set_up = not quota.windowed

    def sent(self, reservation: Reservation, now: float) -> None:
        """Note that a call is handed to the client."""
        if not self._set_up:
            self._first.append(reservation)
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(SET_UP_S, self.ended)
        elif now - reservation.at > LATE_S and self._quota.windowed:
            self._quota.left_late([(reservation, now)], now)

    def ended(self) -> None:
        """Note that a call has ended, or that the client must have been set up by now."""
        if self._set_up:
            return
        self._set_up = True
        if self._timer is not None:
            self._timer.cancel()
        now = self._clock()
        late = [(each, now) for each in self._first if now - each.at > LATE_S]
        self._first.clear()
        if late:
            self._quota.left_late(late, now)
