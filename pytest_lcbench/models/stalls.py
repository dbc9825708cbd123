"""Noticing that nothing comes back any more, and which cases wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from statistics import median

LEAST_S = 60.0
"""Silence shorter than this is never a stall."""
_TIMES_TYPICAL = 2.0
_REMEMBERED = 50


class StallWatch:
    """Knows the calls in flight. Pure: the caller passes the moments.

    Args:
        least: seconds of silence below which nothing is stalled, ``LEAST_S`` by default; above it, twice the typical latency is waited
            for.

    """

    def __init__(self, least: float | None = None) -> None:
        self._least = LEAST_S if least is None else least
        self._calls: dict[Hashable, tuple[str, float]] = {}
        self._latencies: deque[float] = deque(maxlen=_REMEMBERED)
        self._last_end = float("-inf")

    def started(self, call: Hashable, name: str, now: float) -> None:
        """Note that a call was sent. *call* tells it from all others in flight, *name* is its case's."""
        self._calls[call] = (name, now)

    def finished(self, call: Hashable, now: float) -> None:
        """Note that it ended, however. A call that is not known is ignored."""
        found = self._calls.pop(call, None)
        if found is not None:
            self._last_end = now
            self._latencies.append(now - found[1])

    @property
    def patience(self) -> float:
        """Seconds of silence that are nothing special: twice the median of the last latencies, at least *least*."""
        return max(self._least, _TIMES_TYPICAL * median(self._latencies)) if self._latencies else self._least

    def stalled(self, now: float) -> list[tuple[str, float]]:
        """Return the cases in flight with the seconds each has waited, longest first, when nothing has ended for too long.

        Empty while anything moves, and when nothing is in flight. The answer stays the same until something ends: whoever prints it
        must not print it at every look.
        """
        # A copy in one step: the loop's thread adds and removes while another thread may look.
        calls = list(self._calls.values())
        if not calls:
            return []
        silent_since = max(self._last_end, min(since for _, since in calls))
        if now - silent_since < self.patience:
            return []
        return sorted(((name, now - since) for name, since in calls), key=lambda entry: -entry[1])
