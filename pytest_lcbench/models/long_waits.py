"""Waits longer than a minute that a server asks for: one odd reply must not stop a run whose other calls succeed."""

from __future__ import annotations

BELIEVED_S = 60.0
"""Waits up to this one are obeyed as they are: limits are counted by the minute."""
FIRST_S = 10.0
"""What is waited at the first longer one; twice as long whenever one is repeated and nothing was answered in between."""


IN_A_ROW = 8
"""Longer ones, without an answer in between, after which a server that was found to answer all the same is believed again."""


class LongWaits:
    """What to make of the waits that replies ask for. Pure; of one process.

    A limit of minutes, or an outage, refuses every call; then the waits asked for are repeated, and grow up to what is asked for. Where
    a call sent after such a reply was answered, the server does answer, whatever single replies say: then nobody waits for them.
    """

    def __init__(self) -> None:
        self._newest = 0  # the last call sent
        self._first = -1  # the last call sent when the first long wait was asked for
        self._last = -1  # likewise the last one
        self._answers = False  # whether a later call than the first of them was answered
        self._in_a_row = 0
        self._wait = 0.0
        self._until = float("-inf")

    def sent(self, number: int) -> None:
        """Note that call *number* is sent; numbers grow."""
        self._newest = max(self._newest, number)

    def answered(self, number: int) -> None:
        """Note that it was answered."""
        self._answers = self._answers or 0 <= self._first < number
        self._in_a_row = 0

    def heed(self, asked: float | None, number: int, now: float) -> float | None:
        """Return the seconds to wait where the reply to call *number* asks for *asked*; ``None``: as without such a word."""
        if asked is None or asked <= BELIEVED_S:
            return asked
        if self._answers:
            self._in_a_row += 1
            if self._in_a_row < IN_A_ROW:
                return None
            self._answers, self._first, self._wait = False, -1, 0.0
        elif number <= self._last:
            # It was sent before the last one came: both are of one moment.
            return max(self._until - now, 0.0) or None
        self._last = self._newest
        if self._first < 0:
            self._first = self._last
        self._wait = min(max(2 * self._wait, FIRST_S), asked)
        self._until = now + self._wait
        return self._wait
