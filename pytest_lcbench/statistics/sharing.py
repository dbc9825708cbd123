"""Which cases share documents, boiled down to what a variance needs.

The document effects of a case are taken as independent and alike, each document of a case weighing the same: two cases then have
the correlation ``share × K`` with ``K = (documents in common) / √(documents of one × documents of the other)``, and 1 with itself,
where ``share`` is the documents' share of the variance. ``K = Z Zᵀ`` for the matrix Z (case × document) of 1/√(documents of the
case), so a product with K costs two passes over the memberships and K itself is never formed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

EXACT_UP_TO = 64
"""Pairs of memberships visited per membership at most (Loong: 25); the sum of squares of a denser graph is sampled."""
_POWER_STEPS = 12
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Sharing:
    """The graph of cases and documents.

    Build it with :meth:`of`; it depends on the cases alone, so one serves every figure over the same cases in the same order.

    Args:
        cases: how many.
        documents: how many distinct ones.
        total: the sum of K over all pairs of cases, each case with itself included: ``cases`` when nothing is shared.
        squares: the trace of (M K M)², where M takes the mean off.
        largest: the largest eigenvalue of M K M, nearly: how far one direction can be carried by shared documents.
        memberships: case indices by document, of the documents in several cases.
        weights: 1 / √(documents of the case), by case; 0 for one without documents.

    """

    cases: int
    documents: int
    total: float
    squares: float
    largest: float
    memberships: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    lone: tuple[float, ...]
    """By case, the part of K with itself that no other case touches."""

    @classmethod
    def of(cls, documents: Sequence[Collection[Hashable]]) -> Sharing:
        """Return the graph of cases whose documents are *documents*, by anything that identifies a document.

        A document named twice in a case counts once. A case without documents shares with none.
        """
        sets = [dict.fromkeys(names) for names in documents]
        holders: dict[Hashable, list[int]] = {}
        for case, names in enumerate(sets):
            for name in names:
                holders.setdefault(name, []).append(case)
        weights = tuple(1 / math.sqrt(len(names)) if names else 0.0 for names in sets)
        lone = tuple(sum(len(holders[name]) == 1 for name in names) / len(names) if names else 1.0 for names in sets)
        shared = tuple(tuple(cases) for cases in holders.values() if len(cases) > 1)
        n = len(sets)
        row_sums = _product(shared, weights, lone, [1.0] * n)
        total = math.fsum(row_sums)
        trace = _trace_of_square(sets, row_sums)
        squares = 0.0 if not n else trace - 2 * math.fsum(value * value for value in row_sums) / n + total * total / n / n
        off = n - total / n if n else 0.0
        return cls(
            cases=n,
            documents=len(holders),
            total=total,
            squares=max(squares, 0.0),
            largest=max(_largest(shared, weights, lone, row_sums), squares / off if off > _ROUNDING else 0.0),
            memberships=shared,
            weights=weights,
            lone=lone,
        )

    @property
    def overlap(self) -> float:
        """What a document share of 1 adds to the variance of a mean, in variances of independent cases; 0 when nothing is shared."""
        return max(self.total / self.cases - 1, 0.0) if self.cases else 0.0

    @property
    def spread(self) -> float:
        """How much the graph tells of the document share: the variance of its estimate is about 2 / spread when the share is 0.

        0: the share cannot be told, because no document is shared or all cases have the same ones.
        """
        if self.cases < 2 or not self.memberships:  # noqa: PLR2004 - a pair is needed
            return 0.0
        off = self.cases - self.total / self.cases
        spread = self.squares - off * off / (self.cases - 1)
        # Below this it is rounding: the two terms are of the order of the number of cases or more.
        return spread if spread > _ROUNDING * (self.squares + self.cases) else 0.0

    def quadratic(self, residuals: Sequence[float]) -> float:
        """Return rᵀ K r."""
        weighted = [residual * weight for residual, weight in zip(residuals, self.weights, strict=True)]
        return math.fsum(
            [
                *(math.fsum([weighted[case] for case in cases]) ** 2 for cases in self.memberships),
                *(part * residual * residual for part, residual in zip(self.lone, residuals, strict=True)),
            ]
        )


def _product(shared: Sequence[Sequence[int]], weights: Sequence[float], lone: Sequence[float], vector: Sequence[float]) -> list[float]:
    """Return K times *vector*."""
    weighted = [value * weight for value, weight in zip(vector, weights, strict=True)]
    sums = [0.0] * len(vector)
    for cases in shared:
        effect = sum([weighted[case] for case in cases])
        for case in cases:
            sums[case] += effect
    return [weight * value + part * own for weight, value, part, own in zip(weights, sums, lone, vector, strict=True)]


def _trace_of_square(sets: Sequence[Iterable[Hashable]], row_sums: Sequence[float]) -> float:
    """Return the sum of K² over all pairs of cases; cases with the same documents are counted together.

    Where too many pairs share, the sum is taken over a spread sample of the cases, in the order of their row sums of K and scaled
    by them, so that the cost stays linear in the memberships.
    """
    kinds: dict[frozenset[Hashable], list[int]] = {}
    for case, names in enumerate(sets):
        kinds.setdefault(frozenset(names) or frozenset([("no documents", case)]), []).append(case)
    holders: dict[Hashable, list[int]] = {}
    for kind, names in enumerate(kinds):
        for name in names:
            holders.setdefault(name, []).append(kind)
    sizes = [len(cases) for cases in kinds.values()]
    lengths = [len(names) for names in kinds]
    sums = [row_sums[cases[0]] for cases in kinds.values()]
    names_of = list(kinds)
    visits = sum(len(found) ** 2 for found in holders.values())
    step = max(math.ceil(visits / (EXACT_UP_TO * max(sum(lengths), 1))), 1)
    order = sorted(range(len(kinds)), key=lambda kind: (sums[kind], lengths[kind], sizes[kind])) if step > 1 else range(len(kinds))
    taken = order[step // 2 :: step] or order
    squares: list[float] = []
    for kind in taken:
        common: Counter[int] = Counter()
        for name in names_of[kind]:
            common.update(holders[name])
        squares.extend(sizes[kind] * sizes[other] * count * count / (lengths[kind] * lengths[other]) for other, count in common.items())
    whole = math.fsum(squares)
    if step > 1:
        whole *= math.fsum(row_sums) / math.fsum([sizes[kind] * sums[kind] for kind in taken])
    return whole


def _largest(shared: Sequence[Sequence[int]], weights: Sequence[float], lone: Sequence[float], row_sums: Sequence[float]) -> float:
    """Return the largest eigenvalue of M K M to a few percent, by power steps from the row sums.

    They are the same in any order of the cases. Where they are all equal they lead nowhere, and the caller takes the mean
    eigenvalue, each weighted with itself, instead.
    """
    vector = _centred(row_sums)
    value = 1.0
    for _ in range(_POWER_STEPS if shared else 0):
        length = math.sqrt(sum(part * part for part in vector))
        if length < _ROUNDING * max(1.0, *row_sums):
            break
        vector = _centred(_product(shared, weights, lone, [part / length for part in vector]))
        value = max(value, math.sqrt(sum(part * part for part in vector)))
    return value


def _centred(vector: Sequence[float]) -> list[float]:
    if not vector:
        return []
    mean = math.fsum(vector) / len(vector)
    return [value - mean for value in vector]
