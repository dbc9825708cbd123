"""The early rule's wealth over *every* order of small populations: its mean never grows where the complete run's verdict is another."""

from __future__ import annotations

import dataclasses
import itertools
import math
import statistics
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.early_rule import EarlyRule, Partly, Verdict
from pytest_lcbench.statistics.early_side import Side
from pytest_lcbench.statistics.sequential import Account

Case = tuple[float | None, float | None]
"""Candidate's and baseline's points."""
State = tuple[Case, ...]
SIDES = (Verdict.PASS, Verdict.REGRESSION)


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


def half_width(values: Sequence[float], rule: EarlyRule, verdict: Verdict) -> float:
    quantile = rule.pass_quantile if verdict is Verdict.PASS else rule.regression_quantile
    return quantile * max(statistics.pstdev(values), rule.least_sd) / math.sqrt(len(values) - 1)


def fillings(strata: Sequence[State], verdict: Verdict) -> list[list[float]]:
    """Return the differences, signed, that the complete run asks for the verdict: those filled against it, and those answered."""
    cases = [case for stratum in strata for case in stratum]
    sign, (worst, worst_base) = (1.0, (0.0, 100.0)) if verdict is Verdict.PASS else (-1.0, (100.0, 0.0))
    filled = [sign * ((worst if own is None else own) - (worst_base if base is None else base)) for own, base in cases]
    return [filled, [sign * (own - base) for own, base in cases if own is not None and base is not None]]


def verdicts(strata: Sequence[State], rule: EarlyRule) -> set[Verdict]:
    """Return the complete run's verdict, if it has one."""
    found = set()
    for verdict, limit in ((Verdict.PASS, -rule.margin), (Verdict.REGRESSION, rule.margin)):
        samples = fillings(strata, verdict)
        if all(statistics.fmean(values) - half_width(values, rule, verdict) > limit + 1e-9 for values in samples):
            found.add(verdict)
    return found


def means(strata: Sequence[State], looks: int, rule: EarlyRule) -> dict[str, list[float]]:
    """Return the mean over all orders of each of the three wealths after each block."""
    found = {name: [0.0] * looks for name in ("pass", "regression", "joint")}
    for chance, order in orders(strata, looks):
        sides = [Side([[base for _, base in block] for block in order], rule, verdict, [1.0]) for verdict in SIDES]
        account = Account()
        for number, block in enumerate(order):
            if block:
                up, down = (side.take([own for own, _ in block], [base for _, base in block])[0] for side in sides)
                account.add(up, down)
            for name, wealth in (("pass", account.passing), ("regression", account.regressing), ("joint", account.joint)):
                found[name][number] += chance * (math.exp(wealth.now) if wealth.now < math.inf else math.inf)
    return found


SCORES = st.sampled_from([0.0, 20.0, 40.0, 50.0, 60.0, 80.0, 100.0])
POPULATIONS = st.lists(st.lists(st.tuples(SCORES, SCORES), min_size=1, max_size=4), min_size=1, max_size=2)
GAPPY = st.lists(st.lists(st.tuples(st.none() | SCORES, st.none() | SCORES), min_size=1, max_size=4), min_size=1, max_size=2)
RULES = st.builds(
    EarlyRule,
    margin=st.floats(0, 30),
    pass_quantile=st.floats(0.1, 3),
    regression_quantile=st.floats(0.1, 3),
    least_sd=st.sampled_from([0.0, 5.0, 20.0]),
)


def at_the_edge(strata: Sequence[State], rule: EarlyRule, verdict: Verdict) -> EarlyRule:
    """Return the rule with the margin at which the complete run just fails to have the verdict, where there is one."""
    sign = 1 if verdict is Verdict.PASS else -1
    margins = [
        sign * (half_width(values, rule, verdict) - statistics.fmean(values)) for values in fillings(strata, verdict) if len(values) > 1
    ]
    margin = max(margins) if verdict is Verdict.PASS else min(margins)
    return dataclasses.replace(rule, margin=margin) if 0 <= margin <= 100 else rule


def narrow(least_sd: float = 0.0, quantile: float = 0.1) -> EarlyRule:
    return EarlyRule(margin=10, pass_quantile=quantile, regression_quantile=quantile, least_sd=least_sd)


EQUAL: list[list[Case]] = [[(50.0, 50.0)] * 4]
GAP_WITHOUT_ROOM_TO_FALL: list[list[Case]] = [[(50.0, 60.0), (50.0, 60.0), (50.0, 60.0), (None, 0.0)]]
GAP_THAT_NARROWS: list[list[Case]] = [[(50.0, 90.0), (50.0, 70.0), (90.0, 70.0), (None, 10.0)], [(None, 5.0), (60.0, 60.0)]]
GAP_FAR_OUT: list[list[Case]] = [[(80.0, 80.0), (60.0, 60.0), (80.0, 80.0)], [(None, None), (70.0, 70.0)]]
FOLLOWING_THE_BASELINE: list[list[Case]] = [[(50.0, 0.0), (50.0, 100.0), (50.0, 20.0), (50.0, 80.0)], [(40.0, 100.0), (60.0, 0.0)]]


@example(EQUAL, 3, narrow(20.0, 1.0), Verdict.PASS)
@example(EQUAL, 3, narrow(20.0, 1.0), Verdict.REGRESSION)
@example(GAP_WITHOUT_ROOM_TO_FALL, 3, narrow(1.0), Verdict.PASS)
@example(GAP_THAT_NARROWS, 3, narrow(quantile=2.0), Verdict.PASS)
@example(GAP_FAR_OUT, 3, narrow(quantile=1.0), Verdict.PASS)
@example(FOLLOWING_THE_BASELINE, 3, narrow(0.5), Verdict.PASS)
@example(FOLLOWING_THE_BASELINE, 3, narrow(0.5), Verdict.REGRESSION)
@given(POPULATIONS | GAPPY, st.integers(2, 3), RULES, st.sampled_from([None, *SIDES]))
@settings(max_examples=150, deadline=None)
def test_mean_wealth_over_all_orders_never_exceeds_1_where_the_complete_run_has_another_verdict(
    strata: list[list[Case]], looks: int, rule: EarlyRule, edge: Verdict | None
) -> None:
    fixed = [tuple(stratum) for stratum in strata]
    cases = [case for stratum in fixed for case in stratum]
    answered = sum(None not in case for case in cases)
    # The gate judges no run with half of its answers missing; every block of an order holds a case.
    assume(len(cases) >= looks and 2 * answered >= len(cases) and answered > 1)
    if edge is not None:  # there the null holds by a hair, and mean wealth is largest
        rule = at_the_edge(fixed, rule, edge)
    complete = verdicts(fixed, rule)
    found = means(fixed, looks, rule)
    for verdict in SIDES:
        if verdict not in complete:
            assert max(found[verdict.value]) <= 1 + 1e-9
    if not complete:
        assert max(found["joint"]) <= 1 + 1e-9


def test_mean_wealth_over_all_orders_grows_where_the_complete_run_has_the_verdict() -> None:
    rule = EarlyRule(margin=40, pass_quantile=0.5, regression_quantile=0.5)
    found = means([((50.0, 50.0), (60.0, 60.0), (70.0, 60.0)), ((40.0, 50.0), (60.0, 50.0))], 3, rule)
    assert found["pass"][-1] > found["pass"][0] > 1
    assert found["joint"][-1] > 1


def test_a_case_answered_in_part_is_the_worst_difference_and_must_have_been_announced() -> None:
    blocks = [[50.0, 60.0], [50.0, 40.0]]
    with pytest.raises(SettingsError, match="answered in part"):
        Side(blocks, EarlyRule(margin=5), Verdict.PASS, [1.0]).take([Partly.ANSWERED, 50.0], [50.0, 60.0])
    rule = EarlyRule(margin=60, pass_quantile=0.1, partly=True)

    def growth(first: float | Partly | None) -> float:
        side = Side(blocks, rule, Verdict.PASS, [1.0])
        return side.take([first, 50.0], [50.0, 60.0])[0]

    assert growth(Partly.ANSWERED) < growth(None) < growth(50.0)
    without = Side([[None, 60.0], [50.0, 40.0]], rule, Verdict.PASS, [1.0])
    assert without.take([90.0, 50.0], [None, 60.0])[0] < growth(None)
