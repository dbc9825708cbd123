"""Calls in flight ahead of the running item.

pytest runs one item at a time; the engine works on the next ones meanwhile. This module knows which items come next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pytest_lcbench.xdist import worker_queue

if TYPE_CHECKING:
    from pytest_lcbench.running.engine import Engine
    from pytest_lcbench.running.evaluation import Evaluator, Outcome
    from pytest_lcbench.running.run import Item
    from pytest_lcbench.running.settings import ItemKey

AHEAD = 4
"""Items started before they are collected, as a multiple of those in flight: hides a slow head of the line."""
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
        concurrency: cases in flight over the whole run.
        place: this worker's index and the number of workers; (0, 1) without xdist.

    """

    def __init__(self, config: pytest.Config, evaluator: Evaluator, concurrency: int, place: tuple[int, int]) -> None:
        from pytest_lcbench.running.engine import Engine  # noqa: PLC0415 - the inert plugin imports this module
        from pytest_lcbench.running.evaluation import worker_share  # noqa: PLC0415

        index, workers = place
        limit = worker_share(concurrency, workers, index)
        # With -x every call beyond the failing item is wasted, so no more are started than may be in flight.
        ahead = limit if config.getvalue("maxfail") else AHEAD * limit
        self._config = config
        self._ahead = ahead
        self._positions: dict[str, int] = {}

        async def evaluate(wanted: Wanted) -> Outcome:
            return await evaluator.evaluate(wanted.key, score=wanted.score, item=wanted.item)

        self._engine: Engine[Wanted, Outcome] = Engine(evaluate, limit=limit, ahead=ahead, close=evaluator.close)

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
        """Plan *item* and what follows it in this process, as far as the engine may go before this is called again."""
        wanted: list[Wanted] = []
        for upcoming in self._upcoming(item):
            found = item_of(upcoming)
            names = fixturenames(upcoming)
            if found is not None and WANTS_CALL.intersection(names):
                wanted.append(_wanted(found, names))
                if len(wanted) > self._ahead:
                    break
        self._engine.plan(wanted)

    def collect(self, item: Item, fixturenames: list[str]) -> Outcome:
        """Wait for the outcome of *item*."""
        return self._engine.collect(_wanted(item, fixturenames))

    def close(self) -> None:
        """Cancel what is in flight."""
        self._engine.close()

    def _upcoming(self, item: pytest.Item) -> Iterator[pytest.Item]:
        items = item.session.items
        queue = worker_queue(self._config)
        if queue is not None:
            yield item
            yield from (items[index] for index in queue if index < len(items))
            return
        if len(self._positions) != len(items):
            self._positions = {found.nodeid: position for position, found in enumerate(items)}
        yield from islice(items, self._positions.get(item.nodeid, len(items)), None)


def _wanted(item: Item, fixturenames: list[str]) -> Wanted:
    return Wanted(item.key, "lcbench_score" in fixturenames, item.id)
