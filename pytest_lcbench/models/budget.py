"""When the next call may be sent: the user's budget per minute, what the server said is left, and what its refusals taught.

Pure arithmetic on one state. :mod:`pytest_lcbench.models.quota` shares the state over processes.

Four things hold a call back, and the latest counts:

- the *window*: over any 60 seconds at most ``rpm`` requests and ``tpm`` input tokens are released;
- *smoothing*: within the minute, a virtual schedule (GCRA) that lets at most three seconds' worth out at once;
- the *pace*: the server's remaining quota spread over the time until it is full again, and the rate learnt from refusals;
- a *pause* that the server asked for.

Refusals may have nothing to do with how much is sent. They are told from the others by trying (:class:`Budget`).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from pytest_lcbench.models.doubts import SILENT_S, Doubts, Refusal
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
_LITTLE_LESS = 0.8
_AMPLE, _FASTER = 0.5, 4
_SHORT_RESET_S = 3.0  # a bucket that is full again so soon has changed before its word arrives: the rate is learnt from refusals
_SEEN_SHARE = 0.25  # of what a server tells is left, that what it had not seen yet does not use up: it fills up meanwhile
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
        again: the call was refused before.
        probe: sent in spite of a pause, to see whether the server takes it.
        provider: whether it is later than asked for because of the server (a pause, or the pace) rather than the user's limits.

    """

    at: float
    tokens: int
    number: int
    tokens_before: int
    before: tuple[float, float, float, float]
    again: bool = False
    probe: bool = False
    provider: bool = False


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
    cycle_ample: int = 0
    futile: int = 0
    refused_until: float = -1e18
    doubts: Doubts = field(default_factory=Doubts)
    said_at: float = -1e18
    held_s: float = 0.0

    @classmethod
    def load(cls, values: Any, now: float) -> Budget:
        """Return the state that :meth:`dump` gave; a new one for what is none, or is of a clock that was not this one."""
        try:
            state = cls(**{name: values[name] for name in (entry.name for entry in fields(cls))})
            state.doubts = Doubts(**values["doubts"])
            held = asdict(state)
            numbers = [float(value) for name, value in held.items() if name not in {"window", "recent", "doubts"}]
            numbers += [float(value) for value in held["doubts"].values()]
            numbers += [float(value) for slot in [*state.window, state.recent] for value in slot]
            sound = all(math.isfinite(number) for number in numbers) and all(len(slot) == 3 for slot in state.window)  # noqa: PLR2004
        except (TypeError, KeyError, ValueError):
            return cls()
        foreign = state.touched > now + _FUTURE_S or max(state.last_at, state.paused_until, state.refused_until) > now + _FURTHEST_S
        return state if sound and not foreign else cls()

    def dump(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)

    def reserve(self, tokens: int, now: float, limits: Limits, *, again: bool = False, probe: bool = False) -> Reservation:
        """Reserve one call of *tokens* input tokens: return when it may be sent.

        *again*: it was refused before. *probe*: send it in spite of a pause, if anything is to be tried now.
        """
        probe = probe and self.paused_until <= now and self.doubts.may_probe(now)
        at = self._limited(now if probe else self._free_at(now), tokens, limits)
        if probe and at > now:
            # The user's limits come first, and what is sent later proves nothing.
            probe, at = False, self._limited(self._free_at(now), tokens, limits)
        provider = at > now and max(self.paused_until, self.refused_until, self.pace_due) >= at
        if self.number == 0:
            self.cycle_at = at
        self.number += 1
        self.reserved_tokens += tokens
        before = (self.last_at, self.requests_due, self.tokens_due, self.pace_due)
        reservation = Reservation(at, tokens, self.number, self.reserved_tokens, before, again, probe, provider)
        self.cycle_sent += 1
        self.doubts.sent(again=again, probe=probe)
        if self.pace_due >= at - _PACE_BURST_S:
            # The rate was really used; only then may it grow.
            self.cycle_paced += 1
        self.recent = [*self.recent[1 - _PRECISE :], at]
        self.last_at = max(self.last_at, at)
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
        self.doubts.given_back(reservation.number, again=reservation.again, probe=reservation.probe)
        if reservation.at in self.recent:
            self.recent.remove(reservation.at)
        if reservation.number == self.number:
            # Only the last one: others may have been given a moment after it, counting on it.
            last_at, self.requests_due, self.tokens_due, pace_due = reservation.before
            # Both may have been brought forward since, when a pause was found to be needless.
            self.last_at, self.pace_due = min(self.last_at, last_at), min(self.pace_due, pace_due)
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

    def refused(self, reservation: Reservation, now: float, retry_after: float | None = None, *, light: bool = True) -> Refusal:
        """Note a rate limit: pause as asked, and take the rate that was accepted since the last cut as the new one.

        Refusals of calls sent before the last cut belong to it. A rate is only believed after ten calls, and when four cuts of a
        rate that was really used have not made refusals rare, they are not about the rate: then it is left alone for a hundred calls.
        *light*: no more calls were in flight than had been answered together before.
        """
        self.touched = max(self.touched, now)
        doubts = self.doubts
        doubts.refused(reservation.number, again=reservation.again)
        if doubts.free:
            if not doubts.limit_shows(self.number):
                return Refusal.APART
            self._new_cycle(now)
        if reservation.probe:
            doubts.in_vain(self.number)
        doubted = light and doubts.may_doubt(self.number, now)
        doubted = doubted and doubts.suspect(reservation.at, retry_after, self.refused_until, self.recent)
        if doubted:
            doubts.begin(self.number, now, retry_after)
        cut = False
        if reservation.number > self.cycle_from:
            self.cycle_refused += 1
            cut = self.cycle_sent >= _ENOUGH
        if retry_after is not None:
            self.refused_until = max(self.refused_until, now + min(retry_after, LONGEST_PAUSE_S))
        if cut:
            self._slow_down(now)
        return Refusal.APART if doubts.free else Refusal.DOUBTED if doubted else Refusal.LOAD

    def accepted(self, reservation: Reservation, now: float) -> bool:
        """Note that a call was answered; return whether it is shown now that refusals are not about load. Only probes need be told."""
        self.touched = max(self.touched, now)
        if reservation.probe and not self.doubts.free and self.doubts.answered(self.number):
            self._set_free(now)
        return self.doubts.free

    def say(self, now: float, every: float) -> bool:
        """Return whether the user may be told something now: once in *every* seconds, whichever process asks."""
        self.touched = max(self.touched, now)
        if now - self.said_at < every:
            return False
        self.said_at = now
        return True

    def held(self, seconds: float, now: float) -> None:
        """Note for how long the provider held a process back; the longest of all counts."""
        self.touched = max(self.touched, now)
        self.held_s = max(self.held_s, seconds)

    def learn(self, quota: Quota, reservation: Reservation, now: float) -> None:
        """Spread what the server says is left over the time until it is full again.

        With a bucket that refills steadily this settles at the refill rate with the bucket half full, with a fixed window at an even
        use of it. What was sent after *reservation* is taken off first, for the server had not seen it; but no more than three
        quarters, for meanwhile the bucket fills too.
        """
        if reservation.number <= self.told_number:
            return
        self.touched = max(self.touched, now)
        self.told_number = reservation.number
        passed = max(now - reservation.at, 0.0)
        requests_reset = _left(quota.requests_reset_s, passed)
        tokens_reset = _left(quota.tokens_reset_s, passed)
        self.told_request_s = self.told_token_s = 0.0
        if quota.requests is not None and requests_reset > _SHORT_RESET_S:
            unseen = self.number - reservation.number
            self.told_request_s = requests_reset / max(quota.requests - unseen, _SEEN_SHARE * quota.requests, 1)
        if quota.tokens is not None and tokens_reset > _SHORT_RESET_S:
            left = max(quota.tokens - (self.reserved_tokens - reservation.tokens_before), _SEEN_SHARE * quota.tokens, 1)
            self.told_token_s = tokens_reset / left
        self.told_until = now + max(requests_reset, tokens_reset)
        rate = self._rate()
        if rate > 0 and 0 < self.told_request_s < _AMPLE / rate and self.told_token_s == 0:
            # The server has room for much more than the learnt rate, which was learnt in a bad moment: it grows faster.
            self.cycle_ample += _FASTER
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
        # Calls that the pace did not hold back tell little about it, only that less would be better: half of it, or where one of many
        # was refused, which a bunch of two can bring about, a little less.
        held = rate > 0 and self.cycle_paced < self.cycle_sent / 2
        if share < _HIGH_SHARE:
            self.futile = 0
        elif rate > 0 and not held:
            self.futile += 1
        self.doubts.best_rate = max(self.doubts.best_rate, accepted / max(passed, SILENT_S))
        if self.futile >= _FUTILE:
            self._set_free(now, _FREE_CALLS)
            return
        self.rate = max(measured, rate * (_LITTLE_LESS if share < _HIGH_SHARE else 0.5)) if held else min(measured, rate or measured)
        self.rate = max(self.rate, LEAST_RATE)
        precise = not held and share <= _ROUGH_SHARE and accepted >= (_ENOUGH if rate else _PRECISE)
        self.rate_depth = _DEPTH if precise else _ROUGH_DEPTH
        self.rate_span = max(_SPAN, _SPAN_S * self.rate) if precise else _ROUGH_SPAN
        self._new_cycle(now)
        self.pace_due = max(self.pace_due, self.last_at + self._pace(0, now))

    def _new_cycle(self, now: float) -> None:
        # Pauses count: what a server takes at once after one that it asked for is not what it takes all the time.
        self.cycle_at = now
        self.cycle_pause = max(self.paused_until - now, self.refused_until - now, 0.0)
        self.cycle_from = self.number
        self.cycle_sent = self.cycle_paced = self.cycle_refused = self.cycle_ample = 0

    def _set_free(self, now: float, calls: int | None = None) -> None:
        self.doubts.set_free(self.number, calls)
        self.rate, self.futile = 0.0, 0
        self.refused_until = -1e18
        # What was put off until a pause was over holds nobody back.
        self.last_at = min(self.last_at, now)
        self.pace_due = min(self.pace_due, self.last_at + self._pace(0, now))
        self._new_cycle(now)

    def _free_at(self, now: float) -> float:
        """Return when neither a pause nor the pace holds a call back."""
        return max(now, self.last_at, self.paused_until, self.refused_until, self.pace_due)

    def _limited(self, at: float, tokens: int, limits: Limits) -> float:
        """Return when the user's limits have room for it, from *at* on."""
        if limits.rpm is not None:
            at = max(at, self.requests_due)
        if limits.tpm is not None:
            at = max(at, self.tokens_due)
        return self._windowed(at, tokens, limits)

    def _rate(self) -> float:
        """Return the learnt rate in calls a second, 0 where none was."""
        steps = (self.cycle_paced + self.cycle_ample) / self.rate_span - 1.0
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
        # A probe, or what needs to wait no more, may be sent before what was reserved earlier.
        place = bisect_left(self.window, float(slot), key=lambda entry: entry[0])
        if place < len(self.window) and self.window[place][0] == slot:
            self.window[place][1] += 1
            self.window[place][2] += tokens
        else:
            self.window.insert(place, [slot, 1, tokens])


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
