"""Stop a run once its verdict is decided (``--lcbench-gate-early``).

**What is decided.** The verdict that the gate would give after all planned cases. It is a fixed property of the planned cases and of
this candidate's answers, not of a wider population: with ``d`` = candidate minus baseline (or minus a floor), ``D`` its mean over all
planned cases, ``H`` the half-width of the gate's final one-sided interval and ``m`` the margin, it is *pass* when ``D - H > -m``,
*regression* when ``D + H < -m``, else *cannot tell*. Only pass and regression are decided early; a run that cannot tell ends late.

**What is certified.** The chance that the early verdict differs from the complete run's is at most ``error``, plus the chance that the
final *widening* (shared documents, below) exceeds the one given. It holds over the seeded order alone, for any answers, however they
are spread and whatever documents they share, as long as an answer does not depend on when it is asked for.

**Why** (docs/gate.md has the derivation whole).
1. ``H = quantile * widening * SD / sqrt(N - 1)`` with SD the population's standard deviation of ``d``. For each widening on a grid
   :mod:`~pytest_lcbench.statistics.early_side` bets against "not a pass" and against "not a regression": two wealths, each a
   supermartingale where its null holds, by :mod:`~pytest_lcbench.statistics.betting`.
2. A third wealth, the *joint* one, takes in each block the bet of the side that is ahead. Where the complete run cannot tell, both
   nulls hold and the joint wealth is a supermartingale. A verdict takes its own wealth *and* the joint one: a wrong pass in a run
   that regresses needs the first, any wrong verdict in a run that cannot tell needs the joint one, so that neither event has
   more than the whole ``error``, and nothing is split between the verdicts.
3. With several demands (:class:`GateStop`) see :class:`Levels`.
4. If the complete verdict is not pass, its null holds for the smallest widening of the grid that is not below the true one; a larger
   one counts as refuted only if all smaller ones are.
5. A missing answer counts against the verdict in question (0 points for pass, 100 for regression), as in the gate, whatever the
   others are: each side then tests its own fixed population. Figures are looked at where a block of the order is complete and at no
   other time, so the order in which concurrent calls come back plays no part.

**Shared documents** widen the final interval by the root of the design effect. Their graph is known beforehand, their share of the
variance is not. *widening* (:mod:`~pytest_lcbench.statistics.early_rule`) is either a cap or a function of the differences seen so
far; of the latter, simulation is the warrant (``benchmarks/early_gate.py``).
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.statistics.betting import Wealth
from pytest_lcbench.statistics.early_rule import EarlyRule, Partly, Points, Verdict
from pytest_lcbench.statistics.early_side import Side
from pytest_lcbench.statistics.items import FULL
from pytest_lcbench.suites.order import Key, Order


@dataclass(frozen=True, slots=True)
class Levels:
    """The chances that the wealths of one demand's bets may have of becoming too large: each decides at the inverse of its own.

    With one demand all three are ``error``. With ``K`` demands the whole run passes when all do and regresses when one does, and

    * where it regresses, a wrong early pass needs the pass wealth of one certain demand, which has ``error``;
    * where it passes, a wrong early regression needs the regression wealth of any of K demands, ``error / K`` each or less;
    * where it cannot tell, a wrong pass needs the joint wealth of one certain demand, the one that is not met, and a wrong regression
      that one or the regression wealth of one of the K - 1 others: half of the error for the one, half for the others together.
    """

    passing: float
    regressing: float
    joint: float

    @classmethod
    def of(cls, error: float, demands: int) -> Levels:
        """Return the levels of each of *demands*, for an error of the whole run's verdict."""
        if demands == 1:
            return cls(error, error, error)
        return cls(error, error / (2 * (demands - 1)), error / 2)


class EarlyStop:
    """Answers come in, in any order; a verdict comes out once it is certain.

    Args:
        order: of the whole plan, from :func:`~pytest_lcbench.suites.order.case_order`.
        baseline: baseline points (or the floor) by case of the gated slice; other cases of the order play no part. ``None`` for a case
            that the baseline has no points for: it counts against either verdict.
        rule: the statement.
        demands: of the gate that this is one of; the rule's error is that of the whole gate.

    Raises ``SettingsError`` for an empty slice or one with cases outside the order, ``DataError`` for points off the scale.

    """

    def __init__(self, order: Order, baseline: Mapping[Key, float | None], rule: EarlyRule, *, demands: int = 1) -> None:
        self._blocks = [[key for key in block if key in baseline] for block in order.blocks]
        self._block_of = {key: number for number, block in enumerate(self._blocks) for key in block}
        if not baseline or len(self._block_of) != len(baseline):
            raise SettingsError(f"{len(baseline)} cases are gated, of which {len(self._block_of)} stand in the order of the run")
        for key, points in baseline.items():
            _on_scale(key, points)
        self._baseline = dict(baseline)
        self._waiting = [len(block) for block in self._blocks]
        self._rule = rule
        self._points: dict[Key, Points] = {}
        self._seen: dict[Key, float] = {}
        self._looks = 0
        self._last = max(number for number, block in enumerate(self._blocks) if block)
        self._verdict: Verdict | None = None
        remaining = [[self._baseline[key] for key in block] for block in self._blocks]
        self._widenings = _grid(rule.widest) if callable(rule.widening) else [rule.widening]
        self._sides = {verdict: Side(remaining, rule, verdict, self._widenings) for verdict in Verdict}
        self._accounts = [Account() for _ in self._widenings]
        self._levels = Levels.of(rule.error, demands)
        self._look()

    def add(self, key: Key, points: Points) -> Verdict | None:
        """Take the candidate's points for a case (mean over its epochs; ``None``: no answer is to be had) and return the decision.

        A case may be told again (a worker killed while finishing, an answer after a failure); cases of other slices are ignored. Raises
        ``DataError`` for points off the scale, or for other points than before.
        """
        number = self._block_of.get(key)
        if number is None:
            return self._verdict
        _on_scale(key, points)
        points = points if points is None or isinstance(points, Partly) else float(points)
        if key in self._points:
            known = self._points[key]
            # Told again, the one that got further stands. An answer after all to what counted as missing at a look changes nothing:
            # there it counted against the verdict anyway.
            if _reached(points) < _reached(known) or points == known or (not isinstance(known, float) and number < self._looks):
                return self._verdict
            if isinstance(known, float):
                raise DataError(f"case {'/'.join(key)!a} had {known} points and now has {points}", field="points")
        else:
            self._waiting[number] -= 1
        self._points[key] = points
        self._look()
        return self._verdict

    def decision(self) -> Verdict | None:
        """Return the verdict if it is certain; it never changes again. ``None``: go on, or all is in and the gate itself decides."""
        return self._verdict

    def settled(self) -> bool:
        """Return whether no further answer is needed: decided, or all is in."""
        return self._verdict is not None or len(self._points) == len(self._baseline)

    def looked_at(self) -> int:
        """Return how many cases of the slice the decision rests on: those of the complete blocks."""
        return len(self._baseline) - sum(len(block) for block in self._blocks[self._looks :])

    def needed(self) -> tuple[Key, ...]:
        """Return the cases still needed, in order; none once it is decided or all is in."""
        if self._verdict is not None:
            return ()
        return tuple(key for block in self._blocks[self._looks :] for key in block if key not in self._points)

    def _look(self) -> None:
        """Take every block that is complete and follows the ones taken; after the last one the gate decides, not this."""
        while self._verdict is None and self._looks < self._last and not self._waiting[self._looks]:
            block = self._blocks[self._looks]
            self._looks += 1
            if block:
                self._take(block)

    def _take(self, block: Sequence[Key]) -> None:
        points = [self._points[key] for key in block]
        baseline = [self._baseline[key] for key in block]
        for key, own, other in zip(block, points, baseline, strict=True):
            if isinstance(own, float) and other is not None:
                self._seen[key] = own - other
        passing, regressing = (self._sides[verdict].take(points, baseline) for verdict in (Verdict.PASS, Verdict.REGRESSION))
        for account, up, down in zip(self._accounts, passing, regressing, strict=True):
            account.add(up, down)
        # Both certain at once is impossible but for a failure within the error; then neither is said.
        certain = [verdict for verdict in Verdict if self._accounts[0].shows(verdict, self._levels)]
        if len(certain) == 1:
            places = bisect.bisect_left(self._widenings, self._widening()) + 1
            if places <= len(self._accounts) and all(one.shows(certain[0], self._levels) for one in self._accounts[:places]):
                self._verdict = certain[0]

    def _widening(self) -> float:
        """Return the rule's widening, worked out where it is a function (which may be costly: only where it is the last question)."""
        widening = self._rule.widening
        if callable(widening):
            widening = widening(self._seen)
            if not widening >= 1:
                raise SettingsError(f"the widening is {widening}; it must be at least 1")
        return widening


class GateStop:
    """Several gated slices at once: the run may stop when each is decided.

    Its verdict is pass when all slices pass and regression when one regresses, and holds at *error* (:class:`Levels`); so does each
    slice's verdict taken singly.

    Args:
        order: of the whole plan.
        slices: baseline points (or floors) and rule by slice; the rules' ``error`` is replaced.
        error: of the gate's verdict.
        demands: of the gate, where some are in no slice here.

    Raises ``SettingsError`` without slices, and as :class:`EarlyStop` does.

    """

    def __init__(
        self,
        order: Order,
        slices: Mapping[str, tuple[Mapping[Key, float | None], EarlyRule]],
        *,
        error: float = 0.05,
        demands: int | None = None,
    ) -> None:
        if not slices:
            raise SettingsError("no slice is gated, so nothing can be decided early")
        self._order = order
        self._stops = {
            name: EarlyStop(order, baseline, replace(rule, error=error), demands=demands or len(slices))
            for name, (baseline, rule) in slices.items()
        }

    def add(self, key: Key, points: Points) -> bool:
        """Take the points of a case, as :meth:`EarlyStop.add`, and return whether everything is decided."""
        for stop in self._stops.values():
            stop.add(key, points)
        return self.decided()

    def by_slice(self) -> Mapping[str, EarlyStop]:
        """Return each slice's own, for slices that measure different things of the same answers."""
        return self._stops

    def decided(self) -> bool:
        """Return whether no slice needs another answer: it has its verdict, or all its cases are in and the gate gives it."""
        return all(stop.settled() for stop in self._stops.values())

    def decisions(self) -> dict[str, Verdict | None]:
        """Return the verdict of each slice, ``None`` where it is open."""
        return {name: stop.decision() for name, stop in self._stops.items()}

    def needed(self) -> tuple[Key, ...]:
        """Return the cases that slices still open need, in order."""
        open_ones = set(itertools.chain.from_iterable(stop.needed() for stop in self._stops.values()))
        return tuple(key for key in self._order.keys if key in open_ones)


class Account:
    """The three wealths at one widening: of the bets on a pass, of those on a regression, and joint."""

    __slots__ = ("joint", "passing", "regressing")

    def __init__(self) -> None:
        self.passing, self.regressing, self.joint = Wealth(), Wealth(), Wealth()

    def add(self, up: float, down: float) -> None:
        """Take a block's growth of the bets on a pass and on a regression."""
        if math.inf in (up, down):  # one null is impossible, so the run can tell
            self.joint.add(math.inf)
        elif self.passing.now != self.regressing.now:  # before the first bets there is no side to be ahead
            self.joint.add(up if self.passing.now > self.regressing.now else down)
        self.passing.add(up)
        self.regressing.add(down)

    def shows(self, verdict: Verdict, levels: Levels) -> bool:
        """Return whether the complete run's verdict can be no other."""
        own, level = (self.passing, levels.passing) if verdict is Verdict.PASS else (self.regressing, levels.regressing)
        return own.best >= -math.log(level) and self.joint.best >= -math.log(levels.joint)


def _reached(points: Points) -> int:
    return 0 if points is None else 1 if isinstance(points, Partly) else 2


def _on_scale(key: Key, points: Points) -> None:
    if points is not None and not isinstance(points, Partly) and not 0.0 <= points <= FULL:
        raise DataError(f"case {'/'.join(key)!a} has {points} points; they must be 0 to 100", field="points")


def _grid(widest: float) -> list[float]:
    """Return the widenings that are bet on where it depends on the answers: small steps up to the widest."""
    steps = max(math.ceil(math.log(widest, _STEP)), 0)
    return [_STEP**power for power in range(steps)] + [widest]


_STEP = 1.04
