"""The rate that a server's refusals teach.

At a refusal the server's bucket is empty, whatever its size: what it accepted from one refused call to the next one, over the time
between the two, is how fast it fills (unless it was full in between; then it is less). That is what is measured. In between, the rate
follows a cubic of the calls sent since (CUBIC, RFC 9438): quickly back, long where it was refused, quickly on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pytest_lcbench.models.doubts import SILENT_S

LEAST_RATE = 0.25
"""Calls a second below which a rate is not learnt: refusals that have nothing to do with the rate would wear it down to nothing. A
server that really takes less says when to come back, and is obeyed."""
BURST_S = 0.25
"""Sending ends late by milliseconds; so much of it may be made up for where the server takes it."""
FREE_CALLS = 100
"""For so many no rate is learnt when cuts were in vain."""

_ENOUGH = 10  # calls before a refusal is believed to say something about the rate
_LEAST_ROUGH = 0.5  # calls a second: what only few refusals say lowers the rate no further
_MOSTLY = 2  # refusals that do before, when most calls were refused
_PRECISE = 30  # accepted calls that make a measured rate a good one
_DEPTH, _SPAN, _SPAN_S = 0.05, 100.0, 30.0
_ROUGH_DEPTH, _ROUGH_SPAN = 0.2, 20.0
_ROUGH_SHARE = 0.2
_HIGH_SHARE = 0.1
_LITTLE_LESS = 0.8
_FASTEST_CUT = 0.25
_JUST_BELOW = 0.97
_HALF, _MORE_SMALL, _LESS_SMALL = 0.5, 2.0, 0.3
_BUNCH_S = 1.0
_LAST = 8
_ROUGH_S, _LEAST_SPAN = 5.0, 5.0
_PAUSE_PART = 0.02  # of all calls may be lost to the waits that refusals ask for
_FUTILE = 4
_FAR_LESS, _REMEMBERED = 0.6, 0.98
_LEAST_PASSED_S = 0.05
_BUNCH = 0.9  # of the pace: who came sooner after the call before came in a bunch
_LESS_BURST, _MORE_BURST = 0.5, 1.2
_LEAST_BURST_S = 0.002


class Cut(StrEnum):
    """What a refusal did to the rate."""

    NONE = "none"
    DONE = "done"
    IN_VAIN = "in vain"
    """Refusals have stayed as frequent over several cuts: they are not about the rate."""


@dataclass(slots=True)
class LearntRate:
    """A part of the state of :class:`~pytest_lcbench.models.budget.Budget`. Calls are known by the numbers of their reservations.

    Args:
        rate: calls a second where the cubic is flat; 0 while none was learnt.
        depth: of the cubic: how much below it begins.
        span: calls until it is flat.
        burst_s: lateness that may be made up for.
        from_number: refusals of calls up to this one belong to the last cut.
        sent: calls since.
        paced: calls since that the pace held back. Only then may it grow.
        ample: calls more, for the server said that there is room.
        refused: of the calls since.
        futile: cuts in a row that did not make refusals rarer.
        base_number: of the call whose refusal was the last cut: the bucket was empty then. 0 before any.
        base_at: when it was sent, or when the first call of all was.
        base_gone: calls since that one that were refused or given back.
        pause_s: the longest wait that refusals have asked for lately.
        small: how sure it is that the bucket is small, 0 to 1.
        tried_from: what was measured when a rate above it was tried last.
        tried_above: how much above; 0 when none is being tried.
        best: the most that was measured over ten calls or more that began with an empty bucket.

    """

    rate: float = 0.0
    depth: float = 0.0
    span: float = 1.0
    burst_s: float = BURST_S
    from_number: int = 0
    sent: int = 0
    paced: int = 0
    ample: int = 0
    refused: int = 0
    futile: float = 0.0
    base_number: int = 0
    base_at: float = 0.0
    base_gone: int = 0
    pause_s: float = 0.0
    small: float = 1.0
    tried_from: float = 0.0
    tried_above: float = 0.0
    best: float = 0.0

    @property
    def current(self) -> float:
        """Calls a second now, 0 where none was learnt."""
        steps = (self.paced + self.ample) / self.span - 1.0
        return self.rate * (1.0 + self.depth * steps**3)

    def note_sent(self, at: float, *, paced: bool) -> None:
        """Note a reservation for *at*, held back by the pace or not."""
        if not self.from_number and not self.sent:
            self.base_at = at
        self.sent += 1
        self.paced += paced

    def note_given_back(self, number: int) -> None:
        """Undo that."""
        self.sent -= number > self.from_number
        self.base_gone += number > self.base_number

    def note_refused(self, number: int, at: float, pause: float, recent: Sequence[float], newest: int) -> tuple[Cut, float]:
        """Note a refusal, and take the rate that was accepted since the last one as the new one when it is time to.

        A rate is only believed after ten calls, or when most of them were refused. Four cuts of a rate that was really used that have
        not made refusals rare are in vain.

        Args:
            number: of the refused call.
            at: when it was sent.
            pause: seconds that the refusal asks for; 0 for none.
            recent: when the last calls were sent.
            newest: number of the last reservation.

        Returns:
            What it did, and calls a second that the server accepted over a time that began with an empty bucket; 0 where none was.

        """
        self.base_gone += number > self.base_number
        self.pause_s = max(pause, 0.5 * self.pause_s)
        if number <= self.from_number:
            return Cut.NONE, 0.0
        self.refused += 1
        # Calls after this one are on their way: nobody knows what becomes of them.
        sent = max(number - self.from_number, self.refused)
        mostly = self.refused >= _MOSTLY and 2 * self.refused >= sent
        if self.sent < _ENOUGH and not mostly:
            return Cut.NONE, 0.0
        accepted = max(number - self.base_number - self.base_gone, 0)
        passed = max(at - self.base_at, _LEAST_PASSED_S)
        sustained = (newest - self.base_number - self.base_gone) / max(passed, SILENT_S) if self.base_number else 0.0
        done = self._cut(accepted, passed, self.refused / sent, sent, at, recent)
        if done:
            self.start(newest, number, at)
        return (Cut.DONE if done else Cut.IN_VAIN), sustained

    def start(self, newest: int, number: int, at: float) -> None:
        """Begin to count anew: the bucket was empty when call *number* was sent, *at*."""
        self.from_number, self.base_number, self.base_at = newest, number, at
        self.sent = self.paced = self.ample = self.refused = self.base_gone = 0

    def forget(self, newest: int, now: float) -> None:
        """Learn afresh."""
        self.rate = self.futile = self.best = 0.0
        self.start(newest, newest, now)

    def _cut(self, accepted: int, passed: float, share: float, sent: int, at: float, recent: Sequence[float]) -> bool:
        """Set the new rate; return False where cuts are in vain."""
        rate = self.current
        measured = max(accepted, 0.5) / passed
        # Calls that the pace did not hold back tell little about it.
        held = rate > 0 and self.paced < self.sent / 2
        # What was accepted from an empty bucket on is never more than its rate: far less cannot be too much.
        far_less = 0 < rate < _FAR_LESS * self.best and not held and sent >= _ENOUGH
        if far_less:
            self.futile += _FUTILE
        elif share < _HIGH_SHARE:
            self.futile = 0.0
        elif rate > 0 and not held:
            # Where most are refused, a few cuts more may be needed.
            self.futile += 1.0 if sent >= _ENOUGH else _HALF
        self.best *= _REMEMBERED
        if self.base_number and accepted >= _ENOUGH:
            self.best = max(self.best, measured)
        if self.futile >= _FUTILE:
            return False
        self._learn_burst(at, rate, share, recent)
        tried_well = False
        if not rate:
            new = measured
        elif sent < _ENOUGH and self.tried_above:
            # What was measured before was right then: the bucket is large.
            new, self.small, tried_well = self.tried_from, _LESS_SMALL * self.small, True
        elif sent < _ENOUGH:
            # Most were refused: it is far too much, and what was measured is rough.
            new = max(min(max(measured, _FASTEST_CUT * rate), 0.5 * rate), min(_LEAST_ROUGH, rate))
        elif held and _bunch(recent, at, measured) >= _ENOUGH:
            # So many at once come from a bucket that holds many: it was not full on the way, and the measure is good.
            new = min(measured, rate)
        elif held:
            new = max(measured, rate * (_LITTLE_LESS if share < _HIGH_SHARE else 0.5))
        else:
            # Refused beyond the flat part, on its way up: just below is right for a small bucket, whose time to fill was lost on the
            # way. A large one was drained by what was above the rate; then the next refusal comes soon, and measures it.
            tried = share < _HIGH_SHARE and self.paced > self.span
            beyond = max(_JUST_BELOW * min(rate, _last(recent, at)) - measured, 0.0) if tried else 0.0
            if self.tried_above and not tried:
                # The last attempt has shown which of both it is.
                small = measured - self.tried_from > _HALF * self.tried_above
                self.small = min(_MORE_SMALL * self.small, 1.0) if small else _LESS_SMALL * self.small
            new = min(measured + self.small * beyond, rate)
            self.tried_from, self.tried_above = measured, new - measured
        if held or sent < _ENOUGH or not rate:
            self.tried_above = 0.0
        measured_well = share <= _ROUGH_SHARE and accepted >= (_ENOUGH if rate else _PRECISE)
        precise = tried_well or (bool(self.base_number) and not held and measured_well)
        self.rate = max(new, LEAST_RATE)
        self.depth = _DEPTH if precise else _ROUGH_DEPTH
        if precise:
            self.span = max(_SPAN, _SPAN_S * self.rate, self.pause_s * self.rate / _PAUSE_PART)
        else:
            self.span = min(_ROUGH_SPAN, max(_ROUGH_S * self.rate, _LEAST_SPAN))
        return True

    def _learn_burst(self, at: float, rate: float, share: float, recent: Sequence[float]) -> None:
        """Make up for less where a bunch was refused that was no heavier on average than what went through."""
        if not rate:
            return
        before = max((other for other in recent if other < at), default=at - 1e9)
        if at - before < _BUNCH / rate or sum(other == at for other in recent) > 1:
            self.burst_s = max(_LESS_BURST * self.burst_s, _LEAST_BURST_S)
        elif share < _HIGH_SHARE:
            self.burst_s = min(_MORE_BURST * self.burst_s, BURST_S)


def _last(recent: Sequence[float], at: float) -> float:
    """Return at how many calls a second the last few up to *at* were sent."""
    few = [other for other in recent if other <= at][-_LAST - 1 :]
    return (len(few) - 1) / max(at - few[0], 1e-3) if len(few) > 1 else math.inf


def _bunch(recent: Sequence[float], at: float, rate: float) -> float:
    """Return how many more calls than *rate* explains were sent in the last second before *at*."""
    near = [other for other in recent if at - _BUNCH_S <= other <= at]
    return max((len(near) - place - rate * (at - other) for place, other in enumerate(near)), default=0.0)
