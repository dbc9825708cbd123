"""When the next call may be sent: the user's budget per minute, what the server said is left, and what its refusals taught.

Pure arithmetic on one state. :mod:`pytest_lcbench.models.quota` shares the state over processes.

Four things hold a call back, and the latest counts:

- the *window*: over any 60 seconds at most ``rpm`` requests and ``tpm`` input tokens are released;
- *smoothing*: within the minute, a virtual schedule (GCRA) that lets at most three seconds' worth out at once;
- the *pace*: the server's remaining quota spread over the time until it is full again, and the rate learnt from refusals;
- a *pause* that the server asked for.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from pytest_lcbench.models.model import Quota

MINUTE_S = 60.0
BURST_S = 3.0
"""Unused budget that may be made up for at once, in seconds."""
LEAST_RATE = 0.5
"""Calls a second below which a rate is not learnt: refusals that have nothing to do with the rate would wear it down to nothing. A
server that really takes less says when to come back, and is obeyed."""
SLOT_S = 0.5
"""The window counts in slots of this length, each as if all of it had been sent at the slot's end."""
LONGEST_PAUSE_S = 300.0

_PACE_BURST_S = 0.25  # sleeping ends late by milliseconds, which may be made up for
_TOLD_RESET_S = 60.0  # where the server says what is left and not until when
_SMALL_S = 10.0  # a bucket that is full again within it is small: those of a minute are believed
_STALE = 1.5
_LONGEST_TOLD_S = 60.0  # quotas per day are spread over hours: not obeyed by waiting, the server says no soon enough
_FUTURE_S = 60.0
_FURTHEST_S = 6 * 3600.0

# The learnt rate follows a cubic of the calls since the cut (CUBIC, RFC 9438): quickly back, long where it was refused, quickly on.
_ENOUGH = 10  # calls before a refusal is believed to say something about the rate
_PRECISE = 30  # accepted calls that make a measured rate a good one
_DEPTH, _SPAN, _SPAN_S = 0.05, 100.0, 30.0
_ROUGH_DEPTH, _ROUGH_SPAN = 0.2, 20.0
_ROUGH_SHARE = 0.2
_PAUSE_SHARE = 5.0
_HIGH_SHARE = 0.1
_FUTILE = 4
_FREE_CALLS = 100


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be sent in any minute; ``None``: no such limit.

    Args:
        rpm: requests.
        tpm: input tokens. A single request of more is sent alone: after a minute without any, and before another one.

    """

    rpm: int | None = None
    tpm: int | None = None

    def __post_init__(self) -> None:
        if (self.rpm is not None and self.rpm < 1) or (self.tpm is not None and self.tpm < 1):
            raise ValueError("requests and tokens per minute must be at least 1")

    def share(self, processes: int) -> Limits:
        """Return one of *processes* equal parts, at least 1 of each."""
        parts = [None if value is None else max(1, value // max(processes, 1)) for value in (self.rpm, self.tpm)]
        return Limits(*parts)


@dataclass(frozen=True, slots=True)
class Reservation:
    """Leave to send one call.

    Args:
        at: the moment, not earlier.
        tokens: reserved for it.
        number: counts up, one a reservation.
        tokens_before: tokens reserved up to it, its own included.
        before: moments to return to when it is given back: of the reservation before, and the next due for requests, tokens and pace.

    """

    at: float
    tokens: int
    number: int
    tokens_before: int
    before: tuple[float, float, float, float]


@dataclass(slots=True)
class Budget:
    """The state of one model in one session. All moments are of one monotonic clock.

    Reservations are given in the order of asking, each not earlier than the one before.
    """

    touched: float = 0.0
    last_at: float = -1e18
    paused_until: float = -1e18
    number: int = 0
    reserved_tokens: int = 0
    window: list[list[float]] = field(default_factory=list)
    recent: list[float] = field(default_factory=list)
    requests_due: float = -1e18
    tokens_due: float = -1e18
    pace_due: float = -1e18
    told_number: int = 0
    told_until: float = -1e18
    told_request_s: float = 0.0
    told_token_s: float = 0.0
    rate: float = 0.0
    rate_depth: float = 0.0
    rate_span: float = 1.0
    cycle_at: float = -1e18
    cycle_pause: float = 0.0
    cycle_from: int = 0
    cycle_sent: int = 0
    cycle_paced: int = 0
    cycle_refused: int = 0
    futile: int = 0
    free_until: int = 0

    @classmethod
    def load(cls, values: Any, now: float) -> Budget:
        """Return the state that :meth:`dump` gave; a new one for what is none, or is of a clock that was not this one."""
        try:
            state = cls(**{name: values[name] for name in (entry.name for entry in fields(cls))})
            numbers = [float(value) for name, value in asdict(state).items() if name not in {"window", "recent"}]
            numbers += [float(value) for slot in [*state.window, state.recent] for value in slot]
            sound = all(math.isfinite(number) for number in numbers) and all(len(slot) == 3 for slot in state.window)  # noqa: PLR2004
        except (TypeError, KeyError, ValueError):
            return cls()
        foreign = state.touched > now + _FUTURE_S or max(state.last_at, state.paused_until) > now + _FURTHEST_S
        return state if sound and not foreign else cls()

    def dump(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)

    def reserve(self, tokens: int, now: float, limits: Limits) -> Reservation:
        """Reserve one call of *tokens* input tokens: return when it may be sent."""
        at = max(now, self.last_at, self.paused_until, self.pace_due)
        if limits.rpm is not None:
            at = max(at, self.requests_due)
        if limits.tpm is not None:
            at = max(at, self.tokens_due)
        at = self._windowed(at, tokens, limits)
        if self.number == 0:
            self.cycle_at = at
        self.number += 1
        self.reserved_tokens += tokens
        before = (self.last_at, self.requests_due, self.tokens_due, self.pace_due)
        reservation = Reservation(at, tokens, self.number, self.reserved_tokens, before)
        self.cycle_sent += 1
        if self.pace_due >= at - _PACE_BURST_S:
            # The rate was really used; only then may it grow.
            self.cycle_paced += 1
        self.recent = [*self.recent[1 - _PRECISE :], at]
        self.last_at = at
        if limits.rpm is not None:
            self.requests_due = max(self.requests_due, at - BURST_S) + MINUTE_S / limits.rpm
        if limits.tpm is not None:
            # What is above the limit is the window's business: it leaves a minute free.
            self.tokens_due = max(self.tokens_due, at - BURST_S) + MINUTE_S * min(tokens, limits.tpm) / limits.tpm
        if limits.rpm is not None or limits.tpm is not None:
            self._count(at, tokens, now)
        self.pace_due = max(self.pace_due, at - _PACE_BURST_S) + self._pace(tokens, at)
        self.touched = max(self.touched, now)
        return reservation

    def give_back(self, reservation: Reservation, now: float, limits: Limits) -> None:
        """Undo a reservation that was not used."""
        if reservation.number > self.cycle_from:
            self.cycle_sent -= 1
        if reservation.number == self.number:
            # Only the last one: others may have been given a moment after it, counting on it.
            self.last_at, self.requests_due, self.tokens_due, self.pace_due = reservation.before
        else:
            self.pace_due -= self._pace(reservation.tokens, reservation.at)
            if limits.rpm is not None:
                self.requests_due -= MINUTE_S / limits.rpm
            if limits.tpm is not None:
                self.tokens_due -= MINUTE_S * min(reservation.tokens, limits.tpm) / limits.tpm
        for slot in self.window:
            if slot[0] == _slot(reservation.at):
                slot[1] -= 1
                slot[2] -= reservation.tokens
        self.touched = max(self.touched, now)

    def pause(self, until: float, now: float) -> None:
        """Send nothing before *until*, at most five minutes from now."""
        self.paused_until = max(self.paused_until, min(until, now + LONGEST_PAUSE_S))
        self.touched = max(self.touched, now)

    def refused(self, reservation: Reservation, now: float, retry_after: float | None = None) -> None:
        """Note a rate limit: pause as asked, and take the rate that was accepted since the last cut as the new one.

        Refusals of calls sent before the last cut belong to it. A rate is only believed after ten calls, and when four cuts of a
        rate that was really used have not made refusals rare, they are not about the rate: then it is left alone for a hundred calls.
        """
        self.touched = max(self.touched, now)
        cut = False
        if reservation.number > self.cycle_from and self.number >= self.free_until:
            self.cycle_refused += 1
            cut = self.cycle_sent >= _ENOUGH
        if retry_after is not None:
            self.pause(now + retry_after, now)
        if cut:
            self._slow_down(now)

    def learn(self, quota: Quota, reservation: Reservation, now: float) -> None:
        """Spread what the server says is left over the time until it is full again.

        With a bucket that refills steadily this settles at the refill rate with the bucket half full, with a fixed window at an even
        use of it. What was sent after *reservation* is taken off first, for the server had not seen it.
        """
        if reservation.number <= self.told_number:
            return
        self.touched = max(self.touched, now)
        self.told_number = reservation.number
        passed = max(now - reservation.at, 0.0)
        requests_reset = _left(quota.requests_reset_s, passed)
        tokens_reset = _left(quota.tokens_reset_s, passed)
        self.told_request_s = self.told_token_s = 0.0
        if quota.requests is not None and requests_reset > 0:
            self.told_request_s = requests_reset / max(quota.requests - (self.number - reservation.number), 1)
        if quota.tokens is not None and tokens_reset > 0:
            left = max(quota.tokens - (self.reserved_tokens - reservation.tokens_before), 1)
            self.told_token_s = tokens_reset / left
        self.told_until = now + max(requests_reset, tokens_reset)
        # What was held back by an older word is held back by this one now.
        pace = self._pace(reservation.tokens, now)
        self.pace_due = min(max(self.pace_due, self.last_at + pace - _PACE_BURST_S), self.last_at + pace)

    def _slow_down(self, now: float) -> None:
        passed = max(now - self.cycle_at, 0.05)
        accepted = self.cycle_sent - self.cycle_refused
        measured = max(accepted, 0.5) / passed
        if accepted >= _PRECISE and passed >= _PAUSE_SHARE * self.cycle_pause:
            # Earlier in the cycle something else may have held the calls back.
            measured = max(measured, len(self.recent) / max(now - self.recent[0], 0.05))
        share = self.cycle_refused / self.cycle_sent
        rate = self._rate()
        # Calls that the pace did not hold back tell little about it, only that less would be better: half of it.
        held = rate > 0 and self.cycle_paced < self.cycle_sent / 2
        if share < _HIGH_SHARE:
            self.futile = 0
        elif rate > 0 and not held:
            self.futile += 1
        if self.futile >= _FUTILE:
            self.rate, self.futile, self.free_until = 0.0, 0, self.number + _FREE_CALLS
        else:
            self.rate = max(measured, rate / 2) if held else min(measured, rate or measured)
            self.rate = max(self.rate, LEAST_RATE)
            precise = not held and share <= _ROUGH_SHARE and accepted >= (_ENOUGH if rate else _PRECISE)
            self.rate_depth = _DEPTH if precise else _ROUGH_DEPTH
            self.rate_span = max(_SPAN, _SPAN_S * self.rate) if precise else _ROUGH_SPAN
        # Pauses count: what a server takes at once after one that it asked for is not what it takes all the time.
        self.cycle_at = now
        self.cycle_pause = max(self.paused_until - now, 0.0)
        self.cycle_from = self.number
        self.cycle_sent = self.cycle_paced = self.cycle_refused = 0
        self.pace_due = max(self.pace_due, self.last_at + self._pace(0, now))

    def _rate(self) -> float:
        """Return the learnt rate in calls a second, 0 where none was."""
        steps = self.cycle_paced / self.rate_span - 1.0
        return self.rate * (1.0 + self.rate_depth * steps**3)

    def _pace(self, tokens: int, at: float) -> float:
        """Seconds from this call to the next."""
        rate = self._rate()
        seconds = 1.0 / rate if rate > 0 else 0.0
        if at < self.told_until:
            told = max(self.told_request_s, self.told_token_s * tokens)
            seconds = max(seconds, min(told, max(self.told_until - at, 0.0)))
        return seconds

    def _windowed(self, at: float, tokens: int, limits: Limits) -> float:
        if limits.rpm is None and limits.tpm is None:
            return at
        kept = [slot for slot in self.window if slot[0] * SLOT_S + MINUTE_S > at]
        requests = sum(slot[1] for slot in kept)
        taken = sum(slot[2] for slot in kept)
        for slot in kept:
            full = limits.rpm is not None and requests + 1 > limits.rpm
            full = full or (limits.tpm is not None and taken + tokens > limits.tpm and taken > 0)
            if not full:
                break
            requests -= slot[1]
            taken -= slot[2]
            at = slot[0] * SLOT_S + MINUTE_S
        return at

    def _count(self, at: float, tokens: int, now: float) -> None:
        slot = _slot(at)
        # What left the window by *at* is still in it for a call that takes an earlier moment, when this one is given back.
        self.window = [entry for entry in self.window if entry[0] * SLOT_S + MINUTE_S > now - 1.0 and entry[1] > 0]
        if self.window and self.window[-1][0] == slot:
            self.window[-1][1] += 1
            self.window[-1][2] += tokens
        else:
            self.window.append([slot, 1, tokens])


def _slot(at: float) -> int:
    return math.ceil(at / SLOT_S)


def _left(reset: float | None, passed: float) -> float:
    """Seconds until it is full again; 0 for a word that is no news any more.

    What a small bucket held when a call was sent says nothing of what it holds by the time of the answer: as much as was sent since has
    flown in again. Believing it would stop the next calls without need.
    """
    told = _TOLD_RESET_S if reset is None else reset
    if told < min(_STALE * passed, _SMALL_S):
        return 0.0
    return min(told - passed, _LONGEST_TOLD_S)
