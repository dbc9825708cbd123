"""The order in which cases run when a run may stop before its end: seeded, stratified, in blocks.

A run that stops early has seen a prefix, so a prefix must stand for the whole plan. The plan is cut into blocks, one look at the
figures after each. Each block is a stratified sample, without replacement, of what remains: with ``L`` blocks to go, a stratum of
which ``R`` cases remain gives ``R // L`` of them, and one more with probability ``(R % L) / L``. Two properties follow:

* given everything before it, **every remaining case is in the next block with the same probability** ``1 / L``, and within a stratum
  the cases are drawn uniformly. This is what :mod:`pytest_lcbench.statistics.betting` rests on. A schedule that always hits the
  proportions to within one case cannot have it: there the next case's stratum is known, and the mean of what comes next is not
  the mean of what remains.
* prefixes are nearly proportional: a block differs from its share of the remainder by less than one case in every stratum, so that
  errors do not grow as those of a plain shuffle do (they are those of some 50 roundings, whatever the stratum's size).

The odd cases of neighbouring strata are drawn together (bins of joint probability at most 1, at most one stratum of a bin): a task
whose strata are small keeps its share as well. Within a block strata alternate, so a prefix that ends inside one is balanced too.

Depends on the cases' suite and id, their strata and the seed alone: not on the order they come in, the hash seed, or the process.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.draw import Draw

LOOKS = 50
"""Blocks of a plan: enough that stopping wastes little, few enough that the roundings stay small."""
SMALLEST_BLOCK = 5
"""Cases a block holds at least on average; a smaller plan has fewer blocks."""

Key = tuple[str, ...]
"""What is planned once: suite and case id, with arm and prompting where there are several."""


@dataclass(frozen=True, slots=True)
class Order:
    """Blocks of keys in the order they run; the figures may be looked at where a block ends."""

    blocks: tuple[tuple[Key, ...], ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        """All keys in the order they run."""
        return tuple(key for block in self.blocks for key in block)


def case_order(cases: Sequence[Case], *, seed: int, slices: Mapping[Key, str] | None = None, looks: int = LOOKS) -> Order:
    """Return the order of *cases* by ``(suite, id)``.

    Strata are suite, gate slice, task, subtask and length set. *slices* names the gate slice of a case, where slices do not overlap
    and are not already unions of these strata. Raises ``SettingsError`` when a case occurs twice.
    """
    strata: dict[Key, tuple[str, ...]] = {}
    for case in cases:
        key = case.suite, case.id
        if key in strata:
            raise SettingsError(f"case {case.id!a} of suite {case.suite!a} is planned twice; an order needs every case once")
        strata[key] = case.suite, (slices or {}).get(key, ""), case.task, case.subtask, case.length_set
    return stratified_order(strata, seed=seed, looks=looks)


def stratified_order(strata: Mapping[Key, tuple[str, ...]], *, seed: int, looks: int = LOOKS) -> Order:
    """Return the keys of *strata* (each with the path of its stratum, coarse to fine) as an :class:`Order`.

    At most *looks* blocks, none empty. Raises ``SettingsError`` when *looks* is below 1.
    """
    if looks < 1:
        raise SettingsError(f"an order of {looks} blocks cannot be made: at least 1 look is needed")
    members: dict[tuple[str, ...], list[Key]] = defaultdict(list)
    for key in sorted(strata):
        members[strata[key]].append(key)
    draw = Draw("order", seed)
    # One shuffle of each stratum is enough: its next cases are then uniform among the remaining ones whatever was seen.
    queues = [draw.fork("stratum", *path).shuffled(members[path]) for path in sorted(members)]
    count = max(1, min(looks, len(strata) // SMALLEST_BLOCK))
    blocks = []
    taken = [0] * len(queues)
    for left in range(count, 0, -1):
        stream = draw.fork("block", left)
        remaining = [len(queue) - start for queue, start in zip(queues, taken, strict=True)]
        sizes = _sizes(remaining, left, stream)
        parts = [queue[start : start + size] for queue, start, size in zip(queues, taken, sizes, strict=True)]
        taken = [start + size for start, size in zip(taken, sizes, strict=True)]
        blocks.append(_alternating(parts, stream))
    return Order(tuple(block for block in blocks if block))


def _sizes(remaining: Sequence[int], left: int, draw: Draw) -> list[int]:
    """Return how many cases each stratum gives to the next of *left* blocks: ``R / left``, rounded at random without bias."""
    sizes = [count // left for count in remaining]
    odds: list[tuple[int, int]] = []
    total = 0
    for place, count in enumerate(remaining):
        odd = count % left
        if total + odd > left:
            _pick(odds, left, sizes, draw)
            odds, total = [], 0
        odds.append((place, odd))
        total += odd
    _pick(odds, left, sizes, draw)
    return sizes


def _pick(odds: Sequence[tuple[int, int]], left: int, sizes: list[int], draw: Draw) -> None:
    """Add one case to at most one stratum of a bin, to each with its probability ``odd / left``."""
    point = draw.below(left)
    for place, odd in odds:
        if point < odd:
            sizes[place] += 1
            return
        point -= odd


def _alternating(parts: Sequence[Sequence[Key]], draw: Draw) -> tuple[Key, ...]:
    """Return the cases of a block with each stratum spread evenly over it."""
    spread = []
    for part in parts:
        offset = draw.share()
        spread += [((number + offset) / len(part), key) for number, key in enumerate(part)]
    return tuple(key for _, key in sorted(spread))
