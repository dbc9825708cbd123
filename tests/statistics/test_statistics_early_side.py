"""The early rule's wealth over *every* order of small populations: its mean never grows where the complete run's verdict is another."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_lcbench.statistics.early_rule import EarlyRule, Verdict
from pytest_lcbench.statistics.early_side import Side
from pytest_lcbench.statistics.sequential import Account

Case = tuple[float | None, float | None]
"""Candidate's and baseline's points."""
State = tuple[Case, ...]


def sizes(counts: Sequence[int], left: int) -> Iterator[tuple[float, list[int]]]:
    """Yield how many cases each stratum gives to the next of *left* blocks, with the probability, as suites/order.py says."""
    bins: list[list[tuple[int, int]]] = [[]]
    for place, count in enumerate(counts):
        if sum(odd for _, odd in bins[-1]) + count % left > left:
            bins.append([])
        bins[-1].append((place, count % left))
    choices = [[*((place, odd / left) for place, odd in one if odd), (None, 1 - sum(odd for _, odd in one) / left)] for one in bins]
    for chosen in itertools.product(*choices):
        chance = math.prod(share for _, share in chosen)
        if chance > 0:
            extra = {place for place, _ in chosen}
            yield chance, [count // left + (place in extra) for place, count in enumerate(counts)]


def blocks(strata: Sequence[State], left: int) -> Iterator[tuple[float, list[Case], list[State]]]:
    """Yield every next block with its probability, and what remains after it."""
    for chance, taken in sizes([len(stratum) for stratum in strata], left):
        ways = [list(itertools.combinations(range(len(stratum)), count)) for stratum, count in zip(strata, taken, strict=True)]
        for picked in itertools.product(*ways):
            block = [stratum[place] for stratum, places in zip(strata, picked, strict=True) for place in places]
            rest = [
                tuple(one for place, one in enumerate(stratum) if place not in places)
                for stratum, places in zip(strata, picked, strict=True)
            ]
            yield chance / math.prod(map(len, ways)), block, rest


def orders(strata: Sequence[State], left: int) -> Iterator[tuple[float, list[list[Case]]]]:
    """Yield every order of blocks with its probability."""
    if not left:
        yield 1.0, []
        return
    for chance, block, rest in blocks(strata, left):
        for following, later in orders(rest, left - 1):
            yield chance * following, [block, *later]


def verdicts(strata: Sequence[State], rule: EarlyRule, widening: float) -> set[Verdict]:
    """Return the complete run's verdict, of each filling of its own, if it has one: under both fillings and the answers alone."""
    found = set()
    cases = [case for stratum in strata for case in stratum]
    for verdict, sign, worst in ((Verdict.PASS, 1.0, (0.0, 100.0)), (Verdict.REGRESSION, -1.0, (100.0, 0.0))):
        quantile = rule.pass_quantile if verdict is Verdict.PASS else rule.regression_quantile
        filled = [
            (worst[0] if own is None or base is None else own) - (worst[1] if base is None else base) for own, base in cases
        ]
        answered = [own - base for own, base in cases if own is not None and base is not None]
        shown = []
        for values in (filled, answered):
            if len(values) < 2:
                shown.append(False)
                continue
            width = quantile * widening * max(statistics.pstdev(values), rule.least_sd) / math.sqrt(len(values) - 1)
            shown.append(sign * statistics.fmean(values) - width > -sign * rule.margin)
        if all(shown):
            found.add(verdict)
    return found


def means(strata: Sequence[State], looks: int, rule: EarlyRule, widening: float) -> dict[str, list[float]]:
    """Return the mean over all orders of each of the three wealths after each block."""
    found = {name: [0.0] * looks for name in ("pass", "regression", "joint")}
    for chance, order in orders(strata, looks):
        filled = [block for block in order if block]
        sides = [Side([[base for _, base in block] for block in filled], rule, verdict, [widening]) for verdict in Verdict]
        account = Account()
        for number, block in enumerate(order):
            if block:
                up, down = (next(iter(side.take([own for own, _ in block], [base for _, base in block]))) for side in reversed(sides))
                account.add(*((up, down) if list(Verdict)[0] is Verdict.REGRESSION else (down, up)))
            for name, wealth in (("pass", account.passing), ("regression", account.regressing), ("joint", account.joint)):
                found[name][number] += chance * (math.exp(wealth.now) if wealth.now < math.inf else math.inf)
    return found


SCORES = st.sampled_from([0.0, 20.0, 40.0, 50.0, 60.0, 80.0, 100.0])
POPULATIONS = st.lists(st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=4), min_size=1, max_size=2)
GAPPY = st.lists(
    st.lists(st.tuples(st.none() | SCORES, st.none() | SCORES), min_size=1, max_size=4), min_size=1, max_size=2
)


@given(POPULATIONS | GAPPY, st.integers(2, 3), st.floats(0, 30), st.floats(0.1, 3), st.sampled_from([0.0, 5.0, 20.0]))
@settings(max_examples=150, deadline=None)
def test_mean_wealth_over_all_orders_never_exceeds_1_where_the_complete_run_has_another_verdict(
    strata: list[list[Case]], looks: int, margin: float, quantile: float, least_sd: float
) -> None:
    assume(sum(map(len, strata)) >= looks)
    # The margins tried are moved next to the mean: there the null is at its edge, and the stakes are largest.
    rule = EarlyRule(margin=margin, pass_quantile=quantile, regression_quantile=quantile, least_sd=least_sd)
    fixed = [tuple(stratum) for stratum in strata]
    complete = verdicts(fixed, rule, 1.0)
    found = means(fixed, looks, rule, 1.0)
    for verdict in Verdict:
        if verdict not in complete:
            assert max(found[verdict.value]) <= 1 + 1e-9
    if not complete:
        assert max(found["joint"]) <= 1 + 1e-9
