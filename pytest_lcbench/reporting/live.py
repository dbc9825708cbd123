"""The line that a running session keeps at the bottom of a terminal. Plain text: who draws it decides how."""

from __future__ import annotations

import math
from collections import deque

from pytest_lcbench.reporting import figures

_SAMPLES = 64
"""How many of the last updates the pace is measured over."""


class LiveLine:
    """Totals of a session as it runs.

    It keeps no clock: *now* is any clock's seconds, the same in every call. The pace is that of the last updates, so that answers
    from the store, which come at once, are soon forgotten, and a stalled server shows in the time left.

    Args:
        total: items of the session.
        now: when it began.

    """

    def __init__(self, total: int, now: float) -> None:
        self._done = 0
        self._total = total
        self._in_flight: int | None = None
        self._cost: float | None = 0.0
        self._unknown_calls = 0
        self._points: list[float] = []
        self._samples: deque[tuple[float, int]] = deque([(now, 0)], maxlen=_SAMPLES)

    def update(
        self,
        *,
        done: int,
        total: int,
        now: float,
        points: float | None = None,
        in_flight: int | None = None,
        cost: float | None = None,
        unknown_calls: int = 0,
    ) -> None:
        """Take in one finished item.

        Args:
            done: items finished so far.
            total: items of the session.
            now: the clock.
            points: of this item, ``None`` when it has none; the running average is over items that have.
            in_flight: calls under way; ``None`` when nobody knows.
            cost: USD of all calls so far; ``None`` when unknown.
            unknown_calls: calls whose cost is not in *cost*.

        """
        self._done, self._total = done, total
        self._in_flight, self._cost, self._unknown_calls = in_flight, cost, unknown_calls
        if points is not None:
            self._points.append(points)
        self._samples.append((now, done))

    def text(self, now: float, width: int) -> str:
        """Return the line, ASCII without control characters, at most *width* columns; the least needed parts are left out first."""
        average = f"{math.fsum(self._points) / len(self._points):.1f}" if self._points else "-"
        head = f"lcbench {self._done}/{self._total}"
        flight = None if self._in_flight is None else f"in flight {self._in_flight}"
        plus = "+?" if self._unknown_calls and self._cost is not None else ""
        cost = f"cost {figures.cost(self._cost)}{plus}"
        parts = {"head": head, "average": f"avg {average}", "flight": flight, "cost": cost, "left": f"left {self._left(now)}"}
        for dropped in (None, "flight", "cost", "left", "average"):
            if dropped is not None:
                parts[dropped] = None
            line = " ".join(part for part in parts.values() if part is not None)
            if len(line) <= width:
                return line
        return head[: max(width, 0)]

    def _left(self, now: float) -> str:
        remaining = self._total - self._done
        if remaining <= 0:
            return figures.duration(0)
        began, before = self._samples[0]
        finished, elapsed = self._done - before, now - began
        if finished <= 0 or elapsed < 0:
            return "?"
        return figures.duration(elapsed / finished * remaining)
