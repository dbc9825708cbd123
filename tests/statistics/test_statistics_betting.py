"""Betting on a finite population's mean: the proof's steps checked by enumeration, and the level by simulation."""

from __future__ import annotations

import itertools
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.statistics.betting import Forecast, Wealth, log_growth, stake
from pytest_lcbench.suites.order import stratified_order
from pytest_lcbench.suites.synthetic.draw import Draw


def expected_product(strata: list[list[float]], left: int) -> float:
    """Return the mean, over everything that can be drawn, of the product of the next block's values, *left* blocks to go."""
    bins: list[list[int]] = [[]]
    total = 0
    for place, stratum in enumerate(strata):
        odd = len(stratum) % left
        if total + odd > left:
            bins.append([])
            total = 0
        bins[-1].append(place)
        total += odd

    def drawn(place: int, count: int) -> float:
        products = [math.prod(chosen) for chosen in itertools.combinations(strata[place], count)]
        return sum(products) / len(products)

    result = 1.0
    for group in bins:
        sizes = {place: len(strata[place]) // left for place in group}
        odds = {place: len(strata[place]) % left / left for place in group}
        plain = math.prod(drawn(place, sizes[place]) for place in group)
        mixed = (1 - sum(odds.values())) * plain
        for place in group:
            if odds[place]:
                others = math.prod(drawn(other, sizes[other]) for other in group if other != place)
                mixed += odds[place] * drawn(place, sizes[place] + 1) * others
        result *= mixed
    return result


@given(
    st.lists(st.lists(st.floats(0, 4), min_size=1, max_size=5), min_size=1, max_size=4),
    st.integers(1, 4),
)
@settings(max_examples=200, deadline=None)
def test_the_expected_product_of_a_block_is_at_most_1_when_the_mean_is_1(strata: list[list[float]], left: int) -> None:
    everything = [value for stratum in strata for value in stratum]
    mean = sum(everything) / len(everything)
    if mean < 1e-6:
        return
    scaled = [[value / mean for value in stratum] for stratum in strata]
    assert expected_product(scaled, left) <= 1 + 1e-9


def run(values: dict[tuple[str, ...], float], seed: int, threshold: float, error: float = 0.1) -> bool:
    """Return whether "the mean is at most the threshold" is rejected, with values in -1…1 and strata by the key's first letter."""
    order = stratified_order({key: (key[1][0],) for key in values}, seed=seed, looks=10)
    wealth = Wealth()
    seen: list[float] = []
    for block in order.blocks:
        mean = sum(seen) / len(seen) if seen else threshold + 0.3
        told = [values[key] for key in block]
        centre = (len(values) * threshold - math.fsum(seen)) / (len(values) - len(seen))
        wealth.add(log_growth(told, centre, stake(centre, -1.0, Forecast(mean, 0.3))))
        seen += told
    return wealth.best >= -math.log(error)


def test_a_true_null_at_its_edge_is_rejected_no_more_often_than_the_error() -> None:
    draw = Draw("edge", 4)
    values: dict[tuple[str, ...], float] = {("s", f"{'abc'[place % 3]}{place}"): draw.pick((-1.0, -0.5, 1.0)) for place in range(60)}
    mean = sum(values.values()) / 60
    wrong = sum(run(values, seed, mean) for seed in range(600))
    # 10 % of 600 and three standard deviations.
    assert wrong <= 60 + 3 * 7.4


def test_rare_failures_are_not_overlooked() -> None:
    # 7 failures in 100: the first dozens of answers often show none, and their standard deviation is then 0.
    values: dict[tuple[str, ...], float] = {("s", f"{'ab'[place % 2]}{place}"): -1.0 if place < 7 else 0.0 for place in range(100)}
    assert sum(run(values, seed, -0.07) for seed in range(400)) <= 40 + 3 * 6


def test_a_mean_well_above_the_threshold_is_seen() -> None:
    values: dict[tuple[str, ...], float] = {("s", f"a{place}"): 0.6 if place % 3 else 0.2 for place in range(100)}
    assert all(run(values, seed, 0.0) for seed in range(20))


def test_nothing_is_staked_on_the_nulls_side_and_everything_where_it_is_impossible() -> None:
    assert stake(0.5, -1.0, Forecast(0.4, 1.0)) == 0.0
    assert stake(-1.5, -1.0, Forecast(0.4, 1.0)) == math.inf
    assert log_growth([1.0, 2.0], 0.0, math.inf) == math.inf
    assert log_growth([1.0, 2.0], 0.0, 0.0) == 0.0


def test_no_value_takes_more_than_three_quarters_of_the_wealth() -> None:
    staked = stake(0.0, -1.0, Forecast(5.0, 0.01))
    assert log_growth([-1.0], 0.0, staked) >= math.log(0.25) - 1e-12


def test_a_long_blocks_growth_is_that_of_its_values_one_by_one() -> None:
    values = [(-1.0) ** place * place / 500 for place in range(500)]
    singly = math.fsum(log_growth([value], -0.1, 0.5) for value in values)
    assert abs(log_growth(values, -0.1, 0.5) - singly) < 1e-9


def test_the_largest_wealth_stands_and_an_impossible_null_is_refuted_even_after_a_loss_of_everything() -> None:
    wealth = Wealth()
    for growth in (1.0, 0.5, -2.0):
        wealth.add(growth)
    assert (wealth.now, wealth.best) == (-0.5, 1.5)
    wealth.add(-math.inf)
    assert (wealth.now, wealth.best) == (-math.inf, 1.5)
    wealth.add(math.inf)
    assert wealth.best == math.inf
