"""Whether refusals are about load at all: a server may refuse some prompts whatever is sent, or at random.

A limit cannot explain that a call is refused although next to nothing was sent for as long as the server had asked for (or, where it
asks for nothing, although far less was sent than went through before) while another call, sent just after that refusal, is answered.
So when a refusal is suspicious in the first way, a few calls that were never refused go out in spite of the pause, as *probes*. When
two of them are answered soon one after the other, refusals concern the refused calls only from then on, which wait by themselves:
nobody else is paused, no rate is learnt. That ends when calls that were never refused before are refused notably more often than until
then: a limit shows. Probes in vain are repeated more and more seldom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

PROBES = 3
"""Calls that try it, each time."""
SILENT_S = 2.0
"""What counts as a wait that was obeyed where the server named none."""

_FEW = 3  # calls sent since a wait was over
_FEW_SILENT = 10
_FAR_BELOW = 0.25  # of the best rate so far
_BELOW = 0.5  # of it, after a wait that was obeyed
_PROBE_SOON = 0.1  # of the wait: later a limit could have made room meanwhile
_LEAST_WAIT_S = 1.0
_ANSWERED, _REFUSED = 2.3, -0.6  # what a probe weighs: logarithms of how much likelier its end is where load is not the reason
_CERTAIN = 3.0
_REMEMBERED = 30  # calls after which what probes showed is forgotten
_FIRST_GAP = 4  # calls after vain probes before the next ones, doubled every time
_BLOCK = 200
_LEAST_BLOCK = 16
_MORE_REFUSED = 0.15
_EVER = 1 << 60


class Refusal(StrEnum):
    """What a rate limit is taken for."""

    LOAD = "load"
    """Too much was sent: everybody waits."""
    DOUBTED = "doubted"
    """Perhaps not: it is being tried whether the server takes other calls."""
    APART = "apart"
    """It concerns that call alone."""


@dataclass(slots=True)
class Doubts:
    """A part of the state of :class:`~pytest_lcbench.models.budget.Budget`. Calls are known by the numbers of their reservations.

    Args:
        free: refusals concern the refused calls only.
        best_rate: calls a second that were accepted at best.

    """

    free: bool = False
    best_rate: float = 0.0
    until: float = -1e18
    probes_left: int = 0
    again_from: int = 0
    gap: int = _FIRST_GAP
    evidence: float = 0.0
    evidence_at: int = 0
    free_from: int = 0
    free_until: int = 0
    free_sent: int = 0
    free_refused: int = 0
    free_share: float = 0.0
    new_sent: int = 0
    new_refused: int = 0

    def may_probe(self, now: float) -> bool:
        """Whether a call sent now would show something."""
        return self.probes_left > 0 and now <= self.until

    def sent(self, *, again: bool, probe: bool) -> None:
        """Note a reservation: of a call that was refused before or not, as a probe or not."""
        self.probes_left -= probe
        if not again:
            self.new_sent += 1
            self.free_sent += 1

    def given_back(self, number: int, *, again: bool, probe: bool) -> None:
        """Undo that."""
        self.probes_left += probe
        if not again:
            self.new_sent -= 1
            self.free_sent -= number > self.free_from

    def refused(self, number: int, *, again: bool) -> None:
        """Note a refusal; one of a call that was refused before tells nothing of load."""
        if not again:
            self.new_refused += 1
            self.free_refused += number > self.free_from

    def limit_shows(self, newest: int) -> bool:
        """Whether refusals that were not about load are by now; *newest* is the last call reserved."""
        self.free = not self._load_again(newest)
        return not self.free

    def in_vain(self, newest: int) -> None:
        """Note that a probe was refused."""
        self.evidence, self.evidence_at = max(self.evidence + _REFUSED, 0.0), newest
        self.again_from = newest + self.gap

    def answered(self, newest: int) -> bool:
        """Note that a probe was answered; return whether it is certain now that refusals are not about load."""
        self.evidence, self.evidence_at = self.evidence + _ANSWERED, newest
        self.again_from, self.gap = 0, _FIRST_GAP
        return self.evidence >= _CERTAIN

    def suspect(self, at: float, retry_after: float | None, paused_until: float, recent: Sequence[float]) -> bool:
        """Whether next to nothing was sent in the wait that the server asks for, or without one, far less than it took before.

        Args:
            at: when the refused call was sent.
            retry_after: what the refusal asks for.
            paused_until: when the last pause that refusals asked for was over.
            recent: when the last calls were sent.

        """
        wait = SILENT_S if retry_after is None else max(retry_after, _LEAST_WAIT_S)
        sent = sum(at - wait < other <= at for other in recent)
        if retry_after is None:
            return sent <= min(_FAR_BELOW * self.best_rate * wait, _FEW_SILENT)
        obeyed = at - wait <= paused_until <= at
        most = min(_BELOW * self.best_rate * wait, _FEW) if self.best_rate else _FEW
        return obeyed and sent <= max(most, 1)

    def may_doubt(self, newest: int, now: float) -> bool:
        """Whether the last doubt is over, and the time after probes in vain."""
        return newest >= self.again_from and now > self.until

    def begin(self, newest: int, now: float, retry_after: float | None) -> None:
        """Let probes out from now on, for a moment."""
        if newest > self.evidence_at + _REMEMBERED:
            self.evidence = 0.0
        if self.again_from:
            self.gap *= 2
        self.until = now + _PROBE_SOON * (SILENT_S if retry_after is None else retry_after)
        self.probes_left = PROBES

    def set_free(self, newest: int, calls: int | None = None) -> None:
        """Refusals concern the refused calls only from now on; for so many calls, or until a limit shows."""
        self.free, self.free_from = True, newest
        self.free_until = _EVER if calls is None else newest + calls
        self.free_sent = self.free_refused = 0
        self.free_share = self.new_refused / max(self.new_sent, 1)
        self.gap, self.evidence = _FIRST_GAP, 0.0
        self.until, self.probes_left = -1e18, 0

    def _load_again(self, newest: int) -> bool:
        """Whether calls that were never refused before are refused notably more often than when the refusals were found out."""
        if newest >= self.free_until:
            return True
        if self.free_sent < _LEAST_BLOCK:
            return False
        more = self.free_refused / self.free_sent - self.free_share
        if more > _MORE_REFUSED + self.free_sent**-0.5:
            return True
        if self.free_sent >= _BLOCK:
            self.free_from, self.free_sent, self.free_refused = newest, 0, 0
        return False
