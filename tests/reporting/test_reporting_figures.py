from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.reporting import figures


@pytest.mark.parametrize(
    ("points", "written"), [(None, "–"), (0.0, "0.00"), (58.333333, "58.33"), (100.0, "100.00"), (0.125, "0.12"), (0.375, "0.38")]
)
def test_averages_have_two_decimals_and_ties_go_to_the_even_digit(points: float | None, written: str) -> None:
    assert figures.average(points) == written


def test_rates_have_two_decimals_and_accuracies_one() -> None:
    assert (figures.rate(2 / 3), figures.rate(None)) == ("0.67", "–")
    # Humans in LongBench v2 and 94 right of its 284 answers at hand.
    assert (figures.accuracy(53.7), figures.accuracy(9400 / 284), figures.accuracy(None)) == ("53.7", "33.1", "–")


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (None, "–"),
        (0.0, "0.0 %"),
        (0.985, "98.5 %"),
        (1599 / 1600, "99.9 %"),
        (2999 / 3000, "99.9 %"),
        (0.9799, "97.9 %"),
        (1.0, "100.0 %"),
    ],
)
def test_coverage_is_rounded_down(share: float | None, written: str) -> None:
    assert figures.coverage(share) == written


@given(st.integers(1, 100_000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_full_coverage_is_shown_only_when_nothing_is_missing(counts: tuple[int, int]) -> None:
    number, total = counts
    assert (figures.coverage(number / total) == "100.0 %") == (number == total)


@given(st.integers(0, 1000))
def test_a_coverage_of_whole_tenths_of_a_percent_is_shown_as_it_is(tenths: int) -> None:
    assert figures.coverage(tenths / 1000) == f"{tenths / 10:.1f} %"


@pytest.mark.parametrize(
    ("dollars", "written"),
    [
        (None, "?"),
        (float("nan"), "?"),
        (0.0, "$0.00"),
        (0.0123, "$0.0123"),
        (0.00001, "<$0.0001"),
        (1.2, "$1.20"),
        (1234.5, "$1,234.50"),
    ],
)
def test_costs(dollars: float | None, written: str) -> None:
    assert figures.cost(dollars) == written


def test_calls_of_unknown_cost_stand_beside_the_sum() -> None:
    assert figures.cost_sum(1.2, 4, 0) == "$1.20"
    assert figures.cost_sum(1.2, 4, 3) == "$1.20 (unknown for 3 calls)"
    assert figures.cost_sum(0.0, 0, 1) == "unknown for 1 call"
    assert figures.count_sum(12345, 2, 1) == "12,345 (unknown for 1 call)"


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (None, "?"),
        (float("inf"), "?"),
        (-3, "0s"),
        (45, "45s"),
        (59.6, "1m"),
        (720, "12m"),
        (3569, "59m"),
        (3599, "1h00m"),
        (7500, "2h05m"),
        (86_390, "1d00h"),
        (273_600, "3d04h"),
    ],
)
def test_durations(seconds: float | None, written: str) -> None:
    assert figures.duration(seconds) == written


def test_bounds_have_the_decimals_of_their_average() -> None:
    assert figures.bounds(43.75, 68.75) == "43.75..68.75"
    assert figures.bounds(0.0, 100.0, 1) == "0.0..100.0"
    assert figures.bounds(None, None) == "–"
