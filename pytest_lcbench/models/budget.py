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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from pytest_lcbench.models.doubts import Doubts, Refusal
from pytest_lcbench.models.learnt_rate import FREE_CALLS, Cut, LearntRate
from pytest_lcbench.models.model import Quota
from pytest_lcbench.models.told_quota import ToldQuota, ToldRate

MINUTE_S = 60.0
BURST_S = 3.0
"""Unused budget that may be made up for at once, in seconds."""
SLOT_S = 0.5
"""The window counts in slots of this length, each as if all of it had been sent at the slot's end."""
LONGEST_PAUSE_S = 300.0

_REMEMBERED = 30  # calls
_AMPLE, _FASTER = 0.5, 4
_FUTURE_S = 60.0
_FURTHEST_S = 6 * 3600.0


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
    refused_until: float = -1e18
    doubts: Doubts = field(default_factory=Doubts)
    told: ToldQuota = field(default_factory=ToldQuota)
    learnt: LearntRate = field(default_factory=LearntRate)
    said_at: float = -1e18
    moved: int = 0
    moved_s: float = 0.0
    held_s: float = 0.0

    @classmethod
    def load(cls, values: Any, now: float) -> Budget:
        """Return the state that :meth:`dump` gave; a new one for what is none, or is of a clock that was not this one."""
        try:
            state = cls(**{name: values[name] for name in (entry.name for entry in fields(cls))})
            told = values["told"]
            parts = {"requests": ToldRate(**told["requests"]), "tokens": ToldRate(**told["tokens"])}
            state.doubts, state.learnt = Doubts(**values["doubts"]), LearntRate(**values["learnt"])
            state.told = ToldQuota(**(told | parts))
            sound = all(math.isfinite(number) for number in _numbers(_values(state)))
            sound = sound and all(len(slot) == 3 for slot in state.window)  # noqa: PLR2004
        except (TypeError, KeyError, ValueError):
            return cls()
        foreign = state.touched > now + _FUTURE_S or max(state.last_at, state.paused_until, state.refused_until) > now + _FURTHEST_S
        return state if sound and not foreign else cls()

    def dump(self) -> dict[str, Any]:
        """Return it as JSON values. To be written at once: the lists are its own."""
        return _values(self)

    def reserve(
        self, tokens: int, now: float, limits: Limits, *, again: bool = False, probe: bool = False, late: bool = False
    ) -> Reservation:
        """Reserve one call of *tokens* input tokens: return when it may be sent.

        *again*: it was refused before. *probe*: send it in spite of a pause, if anything is to be tried now. *late*: it has waited for
        the calls before it, so if its moment has passed, that is lateness, which may be made up for.
        """
        probe = probe and self.paused_until <= now and self.doubts.may_probe(now)
        at = self._limited(now if probe else self._free_at(now), tokens, limits)
        if probe and at > now:
            # The user's limits come first, and what is sent later proves nothing.
            probe, at = False, self._limited(self._free_at(now), tokens, limits)
        provider = at > now and max(self.paused_until, self.refused_until, self.pace_due) >= at
        self.number += 1
        self.reserved_tokens += tokens
        before = (self.last_at, self.requests_due, self.tokens_due, self.pace_due)
        reservation = Reservation(at, tokens, self.number, self.reserved_tokens, before, again, probe, provider)
        self.doubts.sent(again=again, probe=probe)
        # Time in which there was nothing to send, or in which nothing was to be sent, is not made up for.
        due = max(self.pace_due, at - self.learnt.burst_s if late else at, min(max(self.paused_until, self.refused_until), at))
        self.learnt.note_sent(at, paced=self.pace_due >= (at - self.learnt.burst_s if late else now))
        self.recent = [*self.recent[1 - _REMEMBERED :], at]
        self.last_at = max(self.last_at, at)
        if limits.rpm is not None:
            self.requests_due = max(self.requests_due, at - BURST_S) + MINUTE_S / limits.rpm
        if limits.tpm is not None:
            # What is above the limit is the window's business: it leaves a minute free.
            self.tokens_due = max(self.tokens_due, at - BURST_S) + MINUTE_S * min(tokens, limits.tpm) / limits.tpm
        if limits.rpm is not None or limits.tpm is not None:
            self._count(at, tokens, now)
        self.pace_due = due + self._pace(tokens, at)
        self.touched = max(self.touched, now)
        return reservation

    def give_back(self, reservation: Reservation, now: float, limits: Limits) -> None:
        """Undo a reservation that was not used."""
        self.learnt.note_given_back(reservation.number)
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

    def left_late(self, reservations: Sequence[tuple[Reservation, float]], now: float) -> None:
        """Count calls in the window from when they left, which was later than reserved: each with that moment.

        What was reserved for later until now moves by as much: see :meth:`moves`.
        """
        for reservation, at in reservations:
            for slot in self.window:
                if slot[0] == _slot(reservation.at):
                    slot[1] -= 1
                    slot[2] -= reservation.tokens
            self._count(at, reservation.tokens, now)
            before = self.moved_s if now < self.last_at + self.moved_s else 0.0
            self.moved, self.moved_s = self.number, max(before, at - reservation.at)
        self.touched = max(self.touched, now)

    def moves(self, reservation: Reservation) -> float:
        """Return when a reserved call may leave by now."""
        return reservation.at + (self.moved_s if reservation.number <= self.moved else 0.0)

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
        self.told.believe()
        doubts = self.doubts
        doubts.refused(reservation.number, again=reservation.again)
        if doubts.free:
            if not doubts.limit_shows(self.number):
                return Refusal.APART
            self.learnt.start(self.number, self.number, now)
        if reservation.probe:
            doubts.in_vain(self.number)
        doubted = light and doubts.may_doubt(self.number, now)
        doubted = doubted and doubts.suspect(reservation.at, retry_after, self.refused_until, self.recent)
        if doubted:
            doubts.begin(self.number, now, retry_after)
        pause = 0.0 if retry_after is None else min(retry_after, LONGEST_PAUSE_S)
        if retry_after is not None:
            self.refused_until = max(self.refused_until, now + pause)
        self._learn_from(reservation, now, pause)
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
        """Note what the server says is left; words older than one already heard are not heard."""
        told = self.told
        self.touched = max(self.touched, now)
        told.compare(quota, self.number)
        if reservation.number <= told.number:
            return
        told.number = reservation.number
        unseen_tokens = self.reserved_tokens - reservation.tokens_before
        passed = max(now - reservation.at, 0.0)
        told.hear(quota, passed, now, unseen=self.number - reservation.number, unseen_tokens=unseen_tokens)
        rate = self.learnt.current
        if rate > 0 and 0 < told.request_s < _AMPLE / rate and told.token_s == 0:
            # The server has room for much more than the learnt rate, which was learnt in a bad moment: it grows faster.
            self.learnt.ample += _FASTER
        # What was held back by an older word is held back by this one now.
        pace = self._pace(reservation.tokens, now)
        self.pace_due = min(max(self.pace_due, self.last_at + pace - self.learnt.burst_s), self.last_at + pace)

    def _learn_from(self, reservation: Reservation, now: float, pause: float) -> None:
        if self.told.known and reservation.number <= self.told.known_from:
            # It was sent before the server's own words told how much it takes.
            self.learnt.base_gone += reservation.number > self.learnt.base_number
            return
        cut, sustained = self.learnt.note_refused(reservation.number, reservation.at, pause, self.recent, self.number)
        self.doubts.best_rate = max(self.doubts.best_rate, sustained)
        if cut is Cut.IN_VAIN:
            self._set_free(now, FREE_CALLS)
        elif cut is Cut.DONE:
            self.pace_due = max(self.pace_due, self.last_at + self._pace(0, now))

    def _set_free(self, now: float, calls: int | None = None) -> None:
        self.doubts.set_free(self.number, calls)
        self.learnt.forget(self.number, now)
        self.refused_until = -1e18
        # What was put off until a pause was over holds nobody back.
        self.last_at = min(self.last_at, now)
        self.pace_due = min(self.pace_due, self.last_at + self._pace(0, now))

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

    def _pace(self, tokens: int, at: float) -> float:
        """Seconds from this call to the next."""
        rate = self.learnt.current
        return max(1.0 / rate if rate > 0 else 0.0, self.told.pace(tokens, at))

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


_PARTS = frozenset({Doubts, ToldQuota, ToldRate, LearntRate})


def _values(state: Any) -> dict[str, Any]:
    """Return the fields of a dataclass, and those in it, by name. No list is copied: a budget is written for every call."""
    values = {name: getattr(state, name) for name in state.__dataclass_fields__}
    return {name: _values(value) if type(value) in _PARTS else value for name, value in values.items()}


def _slot(at: float) -> int:
    return math.ceil(at / SLOT_S)


def _numbers(value: Any) -> Iterator[float]:
    """Yield every number in a state.

    Raises:
        TypeError: for what is none.
        ValueError: likewise.

    """
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    else:
        yield float(value)
