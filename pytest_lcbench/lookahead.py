"""Calls in flight ahead of the running item.

pytest runs one item at a time; the engine works on the next ones meanwhile. This module knows which items come next.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pytest_lcbench.untrusted import one_line
from pytest_lcbench.xdist import is_worker, worker_queue

if TYPE_CHECKING:
    from pytest_lcbench.models.holders import Holder
    from pytest_lcbench.running.engine import Engine
    from pytest_lcbench.running.evaluation import Evaluator, Outcome
    from pytest_lcbench.running.run import Item
    from pytest_lcbench.running.settings import ItemKey

AHEAD = 512
"""Items started before they are collected: hides a slow head of the line. What waits is small, its prompt is not kept."""
LOOK_EVERY_S = 1.0
"""How often to look, while waiting for a case, whether anything moves at all."""
ARRIVED_S = 0.5
"""What has been sent by the server when a session is ended has this long to be read and stored."""
WANTS_CALL = frozenset({"lcbench_response", "lcbench_score"})


class Wanted(NamedTuple):
    """What the engine evaluates: an item, scored or only answered."""

    key: ItemKey
    score: bool
    item: str


class LookAhead:
    """Feeds the engine with upcoming items and hands their outcomes to fixtures.

    Args:
        config: pytest's.
        evaluator: takes an item through its stages.
        most: cases in flight in this process that the user allows; ``None``: as many as the pacer finds out.
        trouble: says why rate limits cannot be shared with other processes, if so.

    """

    def __init__(
        self, config: pytest.Config, evaluator: Evaluator, *, most: int | None, trouble: Callable[[], str | None] = lambda: None
    ) -> None:
        from pytest_lcbench.running.engine import Engine  # noqa: PLC0415 - the inert plugin imports this module

        pacer = evaluator.model.pacer

        def limit() -> int:
            # A few cases more than calls keep the calls busy, up to what the user said: a limit that is not reached does not grow.
            # What waits because it was refused is not in flight.
            return pacer.wanted if most is None else min(pacer.wanted, most + pacer.put_off)

        # With -x every call beyond the failing item is wasted, so no more are started than may be in flight.
        ahead = 0 if config.getvalue("maxfail") else AHEAD
        self._config = config
        self._pacers = [pacer, *([] if evaluator.judging is None else [evaluator.judging.caller.pacer])]
        self._journal = evaluator.journal
        self._claims = evaluator.journal.claims
        self._told: tuple[str, ...] = ()
        self._told_holders: set[Holder] = set()
        self._trouble = trouble
        self._troubled = False
        self._planned = False
        self._planned_queue: list[int] | None = None
        self._positions: dict[str, int] = {}

        async def evaluate(wanted: Wanted) -> Outcome:
            return await evaluator.evaluate(wanted.key, score=wanted.score, item=wanted.item)

        self._engine: Engine[Wanted, Outcome] = Engine(evaluate, limit=limit, ahead=ahead, close=evaluator.close)
        pacer.on_room = self._engine.refill

    @property
    def in_flight(self) -> int:
        """Cases being worked on in this process."""
        return self._engine.in_flight

    def advance(
        self,
        item: pytest.Item,
        item_of: Callable[[pytest.Item], Item | None],
        fixturenames: Callable[[pytest.Item], list[str]],
    ) -> None:
        """Plan *item* and what follows it in this process.

        Without workers the order is known once and for all; a worker's queue changes while it works.
        """
        self._look()
        queue = worker_queue(self._config)
        if self._planned if queue is None else self._is_planned(queue):
            return
        wanted: list[Wanted] = []
        for upcoming in self._upcoming(item, queue):
            found = item_of(upcoming)
            names = fixturenames(upcoming)
            if found is not None and WANTS_CALL.intersection(names):
                wanted.append(_wanted(found, names))
                if len(wanted) > AHEAD and queue is not None:
                    break
        self._engine.plan(wanted)
        self._planned = queue is None
        self._planned_queue = queue if queue is not None and len(wanted) <= AHEAD else None

    def _is_planned(self, queue: list[int]) -> bool:
        """Whether a worker's queue is what is left of the one that was planned: nothing was added, nothing taken away.

        To go through the whole queue for every item costs more than running it, where a worker gets all its items at once.
        """
        planned = self._planned_queue
        return planned is not None and bool(queue) and planned[-len(queue) :] == queue

    def collect(self, item: Item, fixturenames: list[str]) -> Outcome:
        """Wait for the outcome of *item*."""
        return self._engine.collect(_wanted(item, fixturenames), look=self._look, every=LOOK_EVERY_S)

    def _look(self) -> None:
        """Say which cases wait when nothing has come back for long, and what the provider does when it slows the run down.

        The first once, until something else is stuck; the second seldom. And for which other process's calls cases wait, once for each
        process until none waits for it any more.
        """
        self._tell_trouble()
        now = time.monotonic()
        self._tell_slowdown(now)
        self._tell_claims()
        stalled = [entry for pacer in self._pacers for entry in pacer.watch.stalled(now)]
        names = tuple(sorted(name for name, _ in stalled))
        if stalled and names != self._told:
            name, waited = max(stalled, key=lambda entry: entry[1])
            others = "" if len(stalled) == 1 else f" and {len(stalled) - 1} more"
            self._say(f"lcbench: nothing has come back for a while: {one_line(name, 120)} waits for {waited:.0f} s{others}")
        self._told = names

    def _tell_slowdown(self, now: float) -> None:
        from pytest_lcbench.models.slowdowns import EVERY_S  # noqa: PLC0415 - the inert plugin imports this module

        for pacer, server in zip(self._pacers, ("the server", "the judge's server"), strict=False):
            # Of several workers one speaks, for itself.
            if pacer.slowdown.due(now) and pacer.quota.say(now, EVERY_S):
                where = " in this worker" if is_worker(self._config) else ""
                self._say(f"lcbench: {pacer.slowdown.news(now, pacer.waiting, server)}{where}")

    def _tell_claims(self) -> None:
        from pytest_lcbench.running.claims import LEASE_S  # noqa: PLC0415 - as above

        waits = self._claims.long_waits()
        for holder in dict.fromkeys(wait.holder for wait in waits):
            mine = [wait for wait in waits if wait.holder == holder]
            if holder not in self._told_holders:
                others = "" if len(mine) == 1 else f" (and {len(mine) - 1} more)"
                self._say(
                    f"lcbench: {one_line(mine[0].name, 120)}{others} waits for {mine[0].seconds:.0f} s for an answer that process"
                    f" {holder.pid} on {one_line(holder.host, 80)} is asking for; should that be gone, it is asked anew within"
                    f" {LEASE_S:.0f} s"
                )
        self._told_holders = {wait.holder for wait in waits}

    def _tell_trouble(self) -> None:
        trouble = self._trouble()
        if trouble is not None and not self._troubled:
            self._troubled = True
            self._say(f"lcbench: {trouble}")

    def _say(self, line: str) -> None:
        """Print past pytest's capturing; a worker has no terminal, but its standard error is the controller's."""
        capture = self._config.pluginmanager.getplugin("capturemanager")
        with contextlib.nullcontext() if capture is None else capture.global_and_fixture_disabled():
            print(f"\n{line}", file=sys.stderr, flush=True)  # noqa: T201 - meant for whoever watches

    def close(self, patience: float = 0.0) -> None:
        """Send nothing more, and cancel what is still in flight after *patience* seconds.

        Never at once: an answer may lie in its socket already, and a busy loop has not come to it. Dropped, it would be paid for twice.
        """
        self._tell_trouble()
        if patience <= 0:
            self._journal.hold_back("the session is ending")
        self._engine.close(max(patience, ARRIVED_S))
        now = time.monotonic()
        for pacer in self._pacers:
            pacer.quota.held(pacer.slowdown.total(now), now)

    def _upcoming(self, item: pytest.Item, queue: list[int] | None) -> Iterator[pytest.Item]:
        items = item.session.items
        if queue is not None:
            yield item
            yield from (items[index] for index in queue if index < len(items))
            return
        if len(self._positions) != len(items):
            self._positions = {found.nodeid: position for position, found in enumerate(items)}
        yield from islice(items, self._positions.get(item.nodeid, len(items)), None)


def _wanted(item: Item, fixturenames: list[str]) -> Wanted:
    return Wanted(item.key, "lcbench_score" in fixturenames, item.id)
