from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statistics_rows import choice, failure, row

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.intervals import estimate
from pytest_lcbench.statistics.measures import Measure, Slice
from pytest_lcbench.statistics.paired import Planned, pair_runs

points = st.one_of(st.none(), st.sampled_from([0.0, 100.0]), st.floats(0, 100))


def run(values: list[float | None]) -> list[ResultRow]:
    return [row(f"c{case:02}", value, length_set=f"set{case % 2 + 1}") for case, value in enumerate(values)]


@st.composite
def two_runs(draw: st.DrawFn) -> tuple[list[ResultRow], list[ResultRow]]:
    drawn = draw(st.lists(st.tuples(points, points), min_size=1, max_size=12))
    return run([old for old, _ in drawn]), run([new for _, new in drawn])


def test_the_difference_is_the_candidate_less_the_baseline_by_case() -> None:
    found = pair_runs(run([50.0, 60.0, 70.0]), run([60.0, 50.0, 70.0])).compare()
    assert (found.wins, found.losses, found.ties) == (1, 1, 1)
    assert found.difference == estimate([10.0, -10.0, 0.0], bounds=(-100, 100))
    assert (found.baseline, found.candidate) == (60.0, 60.0)


def test_epochs_are_paired_and_a_case_is_the_mean_over_its_pairs() -> None:
    old = [row("a", 10.0), row("a", 30.0, epoch=2), row("b", 50.0), row("b", None, epoch=2)]
    new = [row("a", 20.0), row("a", 60.0, epoch=2), row("b", 40.0), row("b", 100.0, epoch=2)]
    found = pair_runs(old, new).compare()
    assert [case.values for case in found.sample.cases] == [(10.0, 30.0), (-10.0,)]
    assert (found.accounting.planned, found.accounting.paired, found.accounting.baseline_missing) == (4, 3, 1)
    assert found.difference is not None
    assert found.difference.mean == 5.0
    # a: within-case variance (10, 30) is 200 on one degree of freedom; b has one epoch
    assert found.sample.within == 200.0


def test_arms_and_promptings_are_not_paired_with_each_other() -> None:
    found = pair_runs([row("a", 10.0)], [row("a", 90.0, arm="rag"), row("a", 50.0, prompting="cot")])
    assert [pair.baseline for pair in found.pairs] == [None, None]
    assert found.unplanned_baseline == 1


def test_a_model_failure_is_a_0_and_what_lacks_points_is_accounted_for() -> None:
    old = [row("a", 50.0), row("b", 50.0), row("c", None), row("d", None), row("e", 10.0)]
    new = [failure("a"), row("b", None), row("c", 70.0, state="scored"), row("d", 1.0, state="unscored"), row("f", 5.0)]
    found = pair_runs(old, new).compare()
    account = found.accounting
    assert (account.planned, account.paired, account.baseline_missing, account.candidate_missing, account.both_missing) == (
        5,
        1,
        2,
        1,
        1,
    )
    assert account.coverage == 0.2
    assert found.losses == 1


@pytest.mark.parametrize(("planned", "items", "outside"), [("candidate", 2, (1, 0)), ("either", 3, (0, 0)), ("both", 1, (1, 1))])
def test_the_plan_says_which_items_count(planned: str, items: int, outside: tuple[int, int]) -> None:
    found = pair_runs([row("a", 1.0), row("b", 2.0)], [row("b", 3.0), row("c", 4.0)], planned=Planned(planned))
    assert len(found.pairs) == items
    assert (found.unplanned_baseline, found.unplanned_candidate) == outside
    assert found.shared_cases == 1


def test_slices_are_compared_apart_and_in_table_order() -> None:
    pairing = pair_runs(run([10.0, 20.0, 30.0]), run([20.0, 10.0, 30.0]))
    found = pairing.compare_by(lambda one: one.length_set)
    assert list(found) == ["set1", "set2"]
    assert [(one.wins, one.losses, one.ties) for one in found.values()] == [(1, 0, 1), (0, 1, 0)]
    assert pairing.where(Slice("set2", (("length_set", "set2"),)).holds).compare().losses == 1


def test_a_slice_may_name_a_group() -> None:
    one = row("a", 1.0, groups={"team": "red"})
    assert Slice("red", (("team", "red"),)).holds(one)
    assert not Slice("red", (("team", "blue"), ("suite", "loong"))).holds(one)


def test_rates_are_compared_on_their_own_scale() -> None:
    found = pair_runs(run([100.0, 99.0, 100.0]), run([99.0, 99.0, 100.0])).compare(Measure.PERFECT_RATE)
    assert found.difference is not None
    assert found.difference.mean == pytest.approx(-1 / 3)
    assert found.difference.bounds == (-1.0, 1.0)


def test_accuracy_is_of_choices_only() -> None:
    old, new = [choice("a", 100.0), row("b", 50.0)], [choice("a", 0.0), row("b", 60.0)]
    found = pair_runs(old, new).compare(Measure.ACCURACY)
    assert (found.accounting.planned, found.losses, found.wins) == (1, 1, 0)


def test_two_identical_runs_have_an_interval_around_0_that_is_not_empty() -> None:
    same = run([0.0, 50.0, 100.0] * 20)
    found = pair_runs(same, same).compare()
    assert found.difference is not None
    interval = found.difference.interval()
    assert interval.low is not None
    assert interval.high is not None
    assert -10 < interval.low < 0 < interval.high < 10
    assert found.correlation == pytest.approx(1)


@settings(deadline=None)
@given(two_runs())
def test_the_filled_differences_are_around_every_way_to_fill(runs: tuple[list[ResultRow], list[ResultRow]]) -> None:
    old, new = runs
    found = pair_runs(old, new).compare()
    assert found.worst is not None
    assert found.best is not None
    for filling in (0.0, 37.0, 100.0):
        for other in (0.0, 100.0):
            filled = [
                (filling if a.points is None else a.points, other if b.points is None else b.points)
                for a, b in zip(old, new, strict=True)
            ]
            mean = sum(b - a for a, b in filled) / len(filled)
            assert found.worst.mean - 1e-9 <= mean <= found.best.mean + 1e-9
    assert found.wins + found.losses + found.ties == (found.difference.n if found.difference else 0)


@settings(deadline=None)
@given(two_runs())
def test_swapping_the_runs_turns_everything_around(runs: tuple[list[ResultRow], list[ResultRow]]) -> None:
    one, other = pair_runs(*runs).compare(), pair_runs(*reversed(runs)).compare()
    assert (one.wins, one.losses) == (other.losses, other.wins)
    assert (one.difference is None) == (other.difference is None)
    if one.difference is not None and other.difference is not None:
        assert one.difference.mean == pytest.approx(-other.difference.mean)
    assert one.worst is not None
    assert other.best is not None
    assert one.worst.mean == pytest.approx(-other.best.mean)
