"""Noticing that the provider slows the run down, and saying what it does."""

from __future__ import annotations

from collections import deque

LEAST_S = 30.0
"""Seconds held back, since the last word of it, that are worth a line."""
EVERY_S = 60.0
"""Seconds between two lines at least."""
_REMEMBERED = 60


class SlowdownWatch:
    """Adds up the time in which the provider holds calls back. Pure: the caller passes the moments.

    That is while a call waits at the gate for a pause or a pace of the provider's (the user's own limits do not count), or while
    refused calls wait and none is in flight.
    """

    def __init__(self) -> None:
        self._ends: deque[bool] = deque(maxlen=_REMEMBERED)
        self._sent: deque[float] = deque(maxlen=_REMEMBERED)
        self._in_flight = 0
        self._held = 0
        self._refused = 0
        self._total = 0.0
        self._since = 0.0
        self._told_total = 0.0
        self._told_at = float("-inf")

    def held(self, now: float) -> None:
        """Note that a call begins to wait at the gate because of the provider."""
        self._pass(now)
        self._held += 1

    def let_go(self, now: float) -> None:
        """Note that it does not wait any more."""
        self._pass(now)
        self._held -= 1

    def backs_off(self, now: float) -> None:
        """Note that a refused call begins to wait before it is made again."""
        self._pass(now)
        self._refused += 1

    def comes_back(self, now: float) -> None:
        """Note that it does not wait any more."""
        self._pass(now)
        self._refused -= 1

    def sent(self, now: float) -> None:
        """Note that a call is sent."""
        self._pass(now)
        self._in_flight += 1
        self._sent.append(now)

    def ended(self, now: float, *, refused: bool) -> None:
        """Note that it has ended."""
        self._pass(now)
        self._in_flight -= 1
        self._ends.append(refused)

    def total(self, now: float) -> float:
        """Return the seconds held back so far."""
        return self._total + (max(now - self._since, 0.0) if self._slowed else 0.0)

    def due(self, now: float) -> bool:
        """Whether there is something to tell: thirty more seconds held back, and a minute since the last time."""
        return self.total(now) - self._told_total >= LEAST_S and now - self._told_at >= EVERY_S

    def news(self, now: float, waiting: int, server: str = "the server") -> str:
        """Return what to tell the user, and count it as told.

        Args:
            now: the moment.
            waiting: cases that wait.
            server: whose it is, in words.

        """
        self._told_total, self._told_at = self.total(now), now
        # A copy in one step: the loop's thread adds while another one looks.
        ends, sent = list(self._ends), [at for at in list(self._sent) if at > now - EVERY_S]
        rate = len(sent) / max(now - sent[0], 1.0) if sent else 0.0
        refused = sum(ends)
        does = f"refuses calls (429): {refused} of the last {len(ends)}" if refused else "limits the rate, without refusing calls"
        wait = "1 case waits" if waiting == 1 else f"{waiting} cases wait"
        return f"{server} {does}; sending {rate:.1f} calls/s, {wait}"

    @property
    def _slowed(self) -> bool:
        return self._held > 0 or (self._refused > 0 and self._in_flight == 0)

    def _pass(self, now: float) -> None:
        self._total, self._since = self.total(now), now
