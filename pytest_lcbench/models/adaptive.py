"""How many calls may be in flight: found out by trying, as networks do it."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_START = 8
DEFAULT_CEILING = 256
SLOW_START_CUT = 0.5
"""What is left of the limit after a rate limit met while doubling: the step before was half as much."""
LATER_CUT = 0.8
"""What is left of it after a later one."""
FUTILE_CUTS = 4
"""Cuts in a row that did not make refusals rarer: these are about something else, and the limit is left alone for a while."""
LEFT_ALONE = 100
"""Calls for which it is."""
_RARER = 0.7
_REMEMBERED_CALLS = 30.0
_TIMEOUTS_OF_A_LIMIT = 4
_LEAST_TIMEOUTS = 3
_AVERAGED = 20.0


@dataclass(frozen=True, slots=True)
class Sent:
    """A call in flight, as :class:`AdaptiveLimit` knows it."""

    number: int
    at: float


class AdaptiveLimit:
    """How many calls may be in flight now. Pure: the caller passes the moments and does the waiting.

    It begins at *start* and doubles with every round of answers (slow start), until the server refuses. A refusal cuts it, once an
    episode: refusals of calls that were sent before the cut belong to it. Then it closes half the distance to where it was refused
    every round, and grows by one a round from there; when a whole round beyond that place brought no refusal, the refusals were
    about something else, a rate say, and it doubles again.

    It grows, and is cut, only by calls during which it was really reached: a run that is held up elsewhere learns nothing about how
    many the server takes at once. Calls that time out, one after another without an answer between, count like a refusal: a server
    of one's own queues rather than refuses.

    Refusals that come as often after several cuts as before them, at random say, have nothing to do with how many are in flight:
    then the limit goes back to where the cuts began and stays there for a hundred calls, whatever is refused.

    Args:
        start: the first limit. ``start == ceiling`` is an explicit setting: it may shrink and grow back.
        ceiling: never more.

    """

    def __init__(self, start: int = DEFAULT_START, ceiling: int = DEFAULT_CEILING) -> None:
        if start < 1 or ceiling < start:
            raise ValueError("an adaptive limit needs 1 <= start <= ceiling")
        self._limit = float(start)
        self._ceiling = ceiling
        self._slow_start = True
        self._refused_at = float(ceiling)
        self._in_flight = 0
        self._number = 0
        self._cut_at = 0  # the number of the first call sent after the last cut
        self._reached_at = float("-inf")
        self._timeouts = 0
        self._latency = 0.0  # a moving average
        self._share = 0.0  # of calls refused, a moving average
        self._vain = 0  # cuts in a row that changed nothing
        self._share_before = 0.0  # the share when these cuts began, and the limit then
        self._limit_before = self._limit
        self._left_alone_until = 0  # the number of the first call that may cut again
        self._beside: dict[int, int] = {}  # by number: calls in flight when it was sent, itself included, that were not refused
        self._answered_together = 0  # the most of them so far that an answered call had

    @property
    def current(self) -> int:
        """Calls that may be in flight: 1 to the ceiling."""
        return int(self._limit)

    @property
    def spacing(self) -> float:
        """Seconds between two calls that keep them from going out in bunches: half of what the limit gives on average.

        0 until something was refused. Answers come back together where calls went out together, and a server that counts requests a
        second refuses bunches that are no heavier on average than what it takes.
        """
        return self._latency / self._limit / 2.0 if self._cut_at else 0.0

    @property
    def in_flight(self) -> int:
        """Calls sent and not yet reported."""
        return self._in_flight

    def sent(self, now: float) -> Sent:
        """Note that a call is being sent. Each must be reported exactly once afterwards."""
        self._in_flight += 1
        self._number += 1
        self._beside[self._number] = self._in_flight
        if self._in_flight >= self.current:
            self._reached_at = now
        return Sent(self._number, now)

    def light(self, token: Sent) -> bool:
        """Return whether no more were in flight when this call was sent than were answered together before."""
        return self._beside[token.number] <= self._answered_together

    def succeeded(self, token: Sent, now: float) -> None:
        """Note an answer."""
        taken = max(now - token.at, 0.0)
        self._latency = taken if not self._latency else self._latency + (taken - self._latency) / _AVERAGED
        self._in_flight -= 1
        self._timeouts = 0
        self._answered_together = max(self._answered_together, self._beside.pop(token.number))
        self._share -= self._share / _REMEMBERED_CALLS
        if self._reached_at < token.at or token.number < self._cut_at:
            # Unused room proves nothing, and neither does a call sent under an older, larger limit.
            return
        if not self._slow_start and self._limit >= self._refused_at + 1.0:
            self._slow_start = True
        growth = 1.0 if self._slow_start else max(1.0, (self._refused_at - self._limit) / 2.0) / self._limit
        self._limit = min(self._limit + growth, float(self._ceiling))

    def rate_limited(self, token: Sent, now: float) -> None:  # noqa: ARG002 - the reports have one shape
        """Note that the server refused a call because of a rate limit."""
        self._share += (1.0 - self._share) / _REMEMBERED_CALLS
        if token.number >= self._left_alone_until:
            self._cut(token)
        self._was_not_there(token)

    def refused_apart(self, token: Sent) -> None:
        """Note a refusal that is known to have nothing to do with load: cuts that earlier ones brought are taken back."""
        self._share += (1.0 - self._share) / _REMEMBERED_CALLS
        if self._vain:
            self._limit = max(self._limit, self._limit_before)
            self._vain = 0
        self._was_not_there(token)

    def failed(self, token: Sent, now: float, *, timed_out: bool = False) -> None:  # noqa: ARG002 - the reports have one shape
        """Note any other end of a call: nothing is learnt, unless many in a row timed out."""
        if timed_out:
            self._timeouts += 1
            if self._timeouts >= max(_LEAST_TIMEOUTS, self.current // _TIMEOUTS_OF_A_LIMIT):
                self._timeouts = 0
                self._cut(token)
        del self._beside[token.number]
        self._in_flight -= 1

    def _was_not_there(self, token: Sent) -> None:
        """Take a refused call off the count: the server never had it in flight."""
        del self._beside[token.number]
        for number in self._beside:
            if number > token.number:
                self._beside[number] -= 1
        self._in_flight -= 1

    def _cut(self, token: Sent) -> None:
        if token.number < self._cut_at or self._reached_at < token.at:
            return
        if self._vain and self._share >= _RARER * self._share_before:
            self._vain += 1
        else:
            self._vain, self._share_before, self._limit_before = 1, self._share, self._limit
        if self._vain > FUTILE_CUTS:
            self._limit = self._refused_at = self._limit_before
            self._vain = 0
            self._left_alone_until = self._number + 1 + LEFT_ALONE
            return
        self._refused_at = self._limit
        self._limit = max(1.0, self._limit * (SLOW_START_CUT if self._slow_start else LATER_CUT))
        self._slow_start = False
        self._cut_at = self._number + 1
        self._reached_at = float("-inf")
