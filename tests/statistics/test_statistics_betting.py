"""Betting on a finite population's mean: the proof's steps checked by enumeration, and the level by simulation."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.statistics.betting import Forecast, MeanAbove
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
    test = MeanAbove([threshold], len(values), error)
    seen: list[float] = []
    for block in order.blocks:
        mean = sum(seen) / len(seen) if seen else threshold + 0.3
        told = [values[key] for key in block]
        test.add(told, [0.0] * len(told), -1.0, Forecast(mean, 0.3))
        seen += told
    return test.above() == 1


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


def test_a_mean_that_nothing_to_come_can_lower_to_the_threshold_is_certain() -> None:
    test = MeanAbove([-0.5], 10, 1e-12)
    test.add([1.0] * 5, [0.0] * 5, -1.0, Forecast(0.0, 1.0))
    assert test.above() == 0
    test.add([1.0] * 4, [0.0] * 4, -1.0, Forecast(0.0, 1.0))
    test.add([-1.0], [0.0], -1.0, Forecast(0.0, 1.0))
    # The nine make at least 0.8 of the ten; the last one was bound to leave it above.
    assert test.above() == 1


def test_a_threshold_counts_as_rejected_only_if_all_lower_ones_are() -> None:
    test = MeanAbove([-0.9, 0.5, 0.6], 1000, 0.05)
    for _ in range(3):
        test.add([1.0] * 20, [0.0] * 20, -1.0, Forecast(1.0, 0.05))
    assert test.above() == 3
    assert MeanAbove([0.0, 0.1], 10, 0.05).above() == 0


@pytest.mark.parametrize("shift", [0.0, 0.25])
def test_shifts_that_cancel_out_change_no_sum(shift: float) -> None:
    test = MeanAbove([0.9], 4, 0.05)
    test.add([1.0, 0.8], [shift, -shift], -1.0 - shift, Forecast(0.9, 0.1))
    test.add([1.0, 0.8], [shift, -shift], -1.0 - shift, Forecast(0.9, 0.1))
    assert test.above() == 0
