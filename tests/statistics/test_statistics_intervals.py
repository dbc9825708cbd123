from __future__ import annotations

import math
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_lcbench.statistics import student
from pytest_lcbench.statistics.intervals import POINTS, RATE, Estimate, estimate, simultaneous
from pytest_lcbench.statistics.sharing import Sharing

points = st.one_of(st.sampled_from([0.0, 100.0, 50.0]), st.floats(0, 100, allow_subnormal=False))
Cases = list[tuple[float, list[int]]]
cases = st.lists(st.tuples(points, st.lists(st.integers(0, 6), max_size=4)), min_size=2, max_size=25)


def of(some: Cases, bounds: tuple[float, float] = POINTS) -> Estimate:
    return estimate([value for value, _ in some], [names for _, names in some], bounds=bounds)


def ends(one: Estimate, level: float = 0.95) -> tuple[float, float]:
    found = one.interval(level)
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


@settings(deadline=None)
@given(cases, st.randoms(use_true_random=False))
def test_the_order_of_the_cases_plays_no_part(some: Cases, order: random.Random) -> None:
    shuffled = list(some)
    order.shuffle(shuffled)
    assert ends(of(shuffled)) == pytest.approx(ends(of(some)), rel=1e-6, abs=1e-6)


@settings(deadline=None)
@given(cases, st.floats(0.01, 1000), st.floats(-1000, 1000))
def test_scaling_and_shifting_the_scale_scales_and_shifts_the_interval(some: Cases, factor: float, shift: float) -> None:
    # Values within rounding of each other may become equal, and equal ones have an assumed share.
    assume(max(value for value, _ in some) - min(value for value, _ in some) > 1e-3)
    bounds = (shift, 100 * factor + shift)
    moved = of([(min(max(value * factor + shift, bounds[0]), bounds[1]), names) for value, names in some], bounds)
    wanted = tuple(end * factor + shift for end in ends(of(some)))
    assert ends(moved) == pytest.approx(wanted, rel=1e-6, abs=1e-4 * factor + 1e-9 * abs(shift))


@settings(deadline=None)
@given(cases)
def test_turning_the_scale_around_turns_the_interval_around(some: Cases) -> None:
    low, high = ends(of(some))
    assert ends(of([(100 - value, names) for value, names in some])) == pytest.approx((100 - high, 100 - low), rel=1e-6, abs=1e-5)


@settings(deadline=None)
@given(cases, st.floats(0.5, 0.999))
def test_the_interval_holds_the_mean_stays_on_the_scale_and_is_never_empty(some: Cases, level: float) -> None:
    one = of(some)
    low, high = ends(one, level)
    assert 0 <= low <= one.mean <= high <= 100
    assert low < high


@settings(deadline=None)
@given(cases)
def test_shared_documents_never_narrow_it(some: Cases) -> None:
    shared, naive = of(some), estimate([value for value, _ in some])
    assert shared.design_effect >= 1
    low, high = ends(shared)
    naive_low, naive_high = ends(naive)
    assert low <= naive_low + 1e-9
    assert high >= naive_high - 1e-9


@settings(deadline=None)
@given(cases, st.floats(0.5, 0.99), st.floats(0.001, 0.009))
def test_more_confidence_is_never_narrower(some: Cases, level: float, more: float) -> None:
    one = of(some)
    assert ends(one, level + more)[0] <= ends(one, level)[0]
    assert ends(one, level + more)[1] >= ends(one, level)[1]


@settings(deadline=None)
@given(cases, st.floats(0.001, 0.2), st.floats(1, 99))
def test_a_bound_and_its_p_value_say_the_same(some: Cases, error: float, value: float) -> None:
    one = of(some)
    lower, upper = one.lower(error), one.upper(error)
    above, below = one.p_above(value), one.p_below(value)
    assert lower is not None
    assert upper is not None
    assert above is not None
    assert below is not None
    if abs(lower - value) > 1e-6:
        assert (above < error) == (lower > value)
    if abs(upper - value) > 1e-6:
        assert (below < error) == (upper < value)


def test_independent_cases_in_the_middle_have_the_ordinary_t_interval() -> None:
    values = [50 + 20 * math.sin(case) for case in range(400)]
    mean = sum(values) / 400
    sd = math.sqrt(sum((value - mean) ** 2 for value in values) / 399)
    half = student.quantile(0.975, 399) * sd / 20
    assert ends(estimate(values)) == pytest.approx((mean - half, mean + half), abs=0.002)


def test_a_rate_of_independent_cases_has_wilsons_interval() -> None:
    # 30 of 100 on 99 effective cases and t with 99 degrees of freedom
    t = student.quantile(0.975, 99)
    middle = (0.3 + t * t / 198) / (1 + t * t / 99)
    half = t / (1 + t * t / 99) * math.sqrt(0.21 / 99 + t * t / (4 * 99**2))
    assert ends(estimate([1.0] * 30 + [0.0] * 70, bounds=RATE)) == pytest.approx((middle - half, middle + half))


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_a_rate_of_0_or_1_has_about_the_rule_of_three(value: float) -> None:
    low, high = ends(estimate([value] * 100, bounds=RATE))
    assert value in {low, high}
    assert 0.03 < high - low < 0.045


@pytest.mark.parametrize("value", [0.0, 50.0, 100.0])
def test_equal_points_have_an_interval_that_shared_documents_widen(value: float) -> None:
    alone = ends(estimate([value] * 40))
    shared = ends(estimate([value] * 40, [[case // 8] for case in range(40)]))
    assert alone[1] - alone[0] > 1
    assert shared[1] - shared[0] > 1.1 * (alone[1] - alone[0])


def test_one_case_has_no_interval_and_says_so() -> None:
    one = estimate([70.0], [["a"]])
    assert (one.mean, one.interval().low, one.interval().high) == (70.0, None, None)
    assert (one.lower(0.05), one.p_above(50), one.standard_error, one.df) == (None, None, None, None)


def test_two_cases_have_nearly_the_whole_scale() -> None:
    low, high = ends(estimate([0.0, 100.0]))
    assert low < 1
    assert high > 99


@pytest.mark.parametrize(("n", "descriptive"), [(2, True), (19, True), (20, False)])
def test_under_twenty_cases_it_is_descriptive(n: int, descriptive: bool) -> None:
    one = estimate([10.0, 90.0] * (n // 2) + [50.0] * (n % 2))
    assert (one.descriptive, one.interval().descriptive) == (descriptive, descriptive)


def test_cases_that_follow_their_document_count_as_their_documents() -> None:
    values = [group * 10.0 for group in range(10) for _ in range(20)]
    one = estimate(values, [[group] for group in range(10) for _ in range(20)])
    documents = estimate([group * 10.0 for group in range(10)])
    assert one.share == 1.0
    assert one.df == pytest.approx(9, rel=0.15)
    assert ends(one) == pytest.approx(ends(documents), abs=2)


def test_documents_that_do_not_matter_leave_the_naive_interval() -> None:
    values = [0.0, 100.0] * 100
    one = estimate(values, [[case // 10] for case in range(200)])
    assert (one.share, one.design_effect) == (0.0, 1.0)
    assert ends(one) == ends(estimate(values))


def test_where_all_cases_have_the_same_documents_the_share_is_unknown() -> None:
    assert estimate([0.0, 100.0, 30.0], [["a"]] * 3).share is None


def test_simultaneous_intervals_are_bonferronis_over_those_that_have_one() -> None:
    some = [estimate([0.0, 100.0] * 20), estimate([10.0, 30.0] * 20), estimate([5.0])]
    found = simultaneous(some, 0.95)
    assert [one.family for one in found] == [2, 2, 2]
    assert found[0].adjusted
    alone = some[0].interval(0.975)
    assert (found[0].low, found[0].high) == pytest.approx((alone.low, alone.high))
    assert not some[0].interval().adjusted


def test_the_ends_of_the_scale_cannot_be_passed() -> None:
    one = estimate([0.0, 100.0] * 20)
    assert (one.p_above(100), one.p_above(-1), one.p_below(0), one.p_below(101)) == (1.0, 0.0, 1.0, 0.0)
    assert (one.p_above(0), estimate([0.0] * 9).p_above(0)) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("values", "documents", "message"),
    [
        ([], [], "nothing to estimate"),
        ([101.0], [[]], "0 to 100"),
        ([math.nan], [[]], "0 to 100"),
        ([1.0, 2.0], [[]], "documents of 1 cases"),
    ],
)
def test_what_cannot_be_estimated_is_refused(values: list[float], documents: list[list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        estimate(values, documents)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_a_level_is_a_share(level: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        estimate([0.0, 100.0]).interval(level)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 40))
def test_the_graph_may_be_made_once_for_several_figures(n: int) -> None:
    documents = [[case % 3, case % 5] for case in range(n)]
    values = [float(case * 37 % 101) for case in range(n)]
    assert estimate(values, Sharing.of(documents)) == estimate(values, documents)


@pytest.mark.parametrize("value", [1e-9, 1e-15, 1e-20, 1e-100, 1e-200, 1e-320, 100 - 1e-13])
@pytest.mark.parametrize("bounds", [POINTS, (-100.0, 100.0)])
def test_a_value_next_to_an_end_of_the_scale_has_a_p_value(value: float, bounds: tuple[float, float]) -> None:
    some = estimate([80.0, 100.0, 60.0, 90.0] * 30, bounds=bounds)
    assert some.p_above(value) == pytest.approx(float(value > 50), abs=1e-6)
    assert some.p_below(value) == pytest.approx(float(value < 50), abs=1e-6)
