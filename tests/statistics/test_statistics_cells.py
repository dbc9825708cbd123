from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statistics_rows import choice, failure, row

from pytest_lcbench.errors import DataError
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.cells import make_cell
from pytest_lcbench.statistics.items import one_per_item


@st.composite
def some_rows(draw: st.DrawFn) -> list[ResultRow]:
    """Cases with one to three epochs, each scored, failed, missing or unscored."""
    rows: list[ResultRow] = []
    for case in range(draw(st.integers(0, 6))):
        for epoch in range(1, draw(st.integers(1, 3)) + 1):
            state = draw(st.sampled_from(["scored", "scored", "model_failure", "infra_error", "unscored"]))
            points = draw(st.floats(0, 100)) if state == "scored" else None
            rows.append(row(f"c{case}", points, state=state, epoch=epoch))
    return rows


def test_the_average_is_over_scored_items_and_model_failures() -> None:
    cell = make_cell([row("a", 80.0), failure("b"), row("c", None), row("d", 100.0, state="unscored")])
    assert cell.average == 40.0
    assert (cell.n, cell.expected) == (2, 4)


def test_coverage_and_bounds_stand_for_what_is_missing() -> None:
    cell = make_cell([row("a", 80.0), row("b", 60.0), row("c", None), row("d", None)])
    assert cell.coverage == 0.5
    # (80 + 60 + 0 + 0) / 4 and (80 + 60 + 100 + 100) / 4
    assert (cell.worst, cell.best) == (35.0, 85.0)


def test_the_perfect_rate_counts_full_marks_only() -> None:
    cell = make_cell([row("a", 100.0), row("b", 99.9), row("c", 100.0), row("d", None)])
    assert cell.perfect_rate == pytest.approx(2 / 3)


def test_nothing_known_is_none_and_not_zero() -> None:
    cell = make_cell([row("a", None)])
    assert (cell.average, cell.perfect_rate, cell.coverage) == (None, None, 0.0)
    assert (cell.worst, cell.best) == (0.0, 100.0)


def test_nothing_expected_has_no_coverage_and_no_bounds() -> None:
    cell = make_cell([], choice=True)
    assert (cell.expected, cell.n, cell.items, cell.items_expected) == (0, 0, 0, 0)
    assert {cell.average, cell.coverage, cell.worst, cell.best, cell.compensated, cell.tolerant} == {None}


def test_epochs_are_averaged_within_a_case_before_cases_are() -> None:
    # a: (0 + 50 + 100) / 3 = 50, b: 90; not the mean of the four items, which is 60.
    cell = make_cell([row("a", 0.0), row("a", 50.0, epoch=2), row("a", 100.0, epoch=3), row("b", 90.0)])
    assert cell.average == 70.0
    assert cell.perfect_rate == pytest.approx(1 / 6)
    assert (cell.n, cell.expected, cell.items, cell.items_expected) == (2, 2, 4, 4)


def test_a_missing_epoch_lowers_coverage_and_widens_the_bounds_within_its_case() -> None:
    cell = make_cell([row("a", 60.0), row("a", None, epoch=2), row("b", 40.0), row("b", 40.0, epoch=2)])
    assert (cell.n, cell.expected, cell.coverage) == (2, 2, 0.75)
    assert cell.average == 50.0
    # a: (60 + 0) / 2 = 30 or (60 + 100) / 2 = 80; b: 40
    assert (cell.worst, cell.best) == (35.0, 60.0)


def test_arms_and_promptings_of_a_case_are_not_taken_for_epochs() -> None:
    cell = make_cell([row("a", 0.0), row("a", 100.0, arm="rag"), row("a", 50.0, prompting="cot")])
    assert (cell.n, cell.expected) == (3, 3)


def test_compensated_counts_a_quarter_for_unparsed_answers_and_model_failures() -> None:
    rows = [choice("a", 100.0), choice("b", 0.0, flags=("unparsed",)), choice("d", 0.0)]
    rows.append(choice("c", None, state="model_failure"))
    cell = make_cell(rows, choice=True)
    assert cell.average == 25.0
    assert cell.compensated == (100 + 25 + 25 + 0) / 4


def test_the_tolerant_accuracy_stands_beside_the_official_one() -> None:
    rows = [choice("a", 100.0), choice("b", 0.0, tolerant_points=100.0), choice("c", 0.0), choice("d", None)]
    cell = make_cell(rows, choice=True)
    assert cell.average == pytest.approx(100 / 3)
    assert cell.tolerant == pytest.approx(200 / 3)


def test_the_tolerant_accuracy_is_unknown_where_a_row_does_not_say() -> None:
    assert make_cell([choice("a", 100.0), choice("b", 0.0, tolerant_points=None)], choice=True).tolerant is None


@pytest.mark.parametrize("points", [None, -1.0, 100.5, float("nan"), float("inf")])
def test_a_scored_row_off_the_scale_is_refused(points: float | None) -> None:
    with pytest.raises(DataError, match="item 'a' is scored but its points are"):
        make_cell([row("a", points, state="scored")])


def test_points_that_an_infra_error_carries_do_not_count() -> None:
    assert make_cell([row("a", 100.0, state="infra_error")]).average is None


@given(some_rows())
def test_the_bounds_hold_the_average(rows: list[ResultRow]) -> None:
    cell = make_cell(rows)
    if cell.average is not None:
        assert cell.worst is not None
        assert cell.best is not None
        assert 0.0 <= cell.worst <= cell.average <= cell.best <= 100.0


@given(some_rows())
def test_full_coverage_leaves_no_room_between_the_bounds(rows: list[ResultRow]) -> None:
    cell = make_cell(rows)
    full = cell.coverage == 1.0
    assert full == (cell.items == cell.items_expected > 0)
    if full:
        assert cell.worst == cell.average == cell.best


@given(some_rows(), st.randoms())
def test_a_cell_is_the_same_to_the_bit_in_any_order(rows: list[ResultRow], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert make_cell(shuffled) == make_cell(rows)


def test_of_two_rows_for_one_item_the_one_that_got_further_stands() -> None:
    lost, scored = row("a", None, error_class="worker_lost"), row("a", 30.0)
    assert one_per_item([lost, scored]) == one_per_item([scored, lost]) == ([scored], 1)


def test_of_two_scored_rows_the_same_one_stands_in_either_order() -> None:
    one, other = row("a", 30.0, answer="x"), row("a", 40.0, answer="y")
    assert one_per_item([one, other]) == one_per_item([other, one])
