from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.power import (
    Plan,
    sd_of_differences,
    smallest_detectable_drop,
    smallest_passing_margin,
    verdict_chances,
)
from pytest_lcbench.statistics.sharing import Sharing

NAMED = Plan(cases=300, margin=5, sd=30)
"""The plan of the notes: 0.89 each."""


def test_a_drop_of_twice_the_margin_is_called_and_none_is_passed() -> None:
    assert verdict_chances(NAMED, 10).regression == pytest.approx(0.89, abs=0.01)
    assert verdict_chances(NAMED, 0).passing == pytest.approx(0.89, abs=0.01)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3])
def test_at_the_margin_either_wrong_verdict_has_about_the_error_level(share: float) -> None:
    graph = Sharing.of([[case % 40, 40 + case % 23] for case in range(300)])
    chances = verdict_chances(Plan(cases=300, margin=5, sd=30, share=share, sharing=graph), 5)
    assert 0.03 < chances.regression < 0.06
    assert chances.passing == pytest.approx(chances.regression)


def test_a_margin_of_2_with_a_deviation_of_35_takes_about_1_900_cases() -> None:
    assert verdict_chances(Plan(cases=1900, margin=2, sd=35), 0).passing == pytest.approx(0.8, abs=0.01)


def test_shared_documents_and_more_criteria_lower_the_chance() -> None:
    graph = Sharing.of([[case % 40] for case in range(300)])
    alone = verdict_chances(NAMED, 10).regression
    shared = verdict_chances(Plan(cases=300, margin=5, sd=30, share=0.1, sharing=graph), 10).regression
    among = verdict_chances(Plan(cases=300, margin=5, sd=30, family=4), 10).regression
    assert shared < alone - 0.1
    assert among < alone - 0.05
    # A pass takes every criterion, each at the plain level.
    assert verdict_chances(Plan(cases=300, margin=5, sd=30, family=4), 0).passing == verdict_chances(NAMED, 0).passing


@settings(deadline=None)
@given(st.integers(2, 5000), st.floats(0, 30), st.floats(1, 60), st.floats(-20, 60))
def test_the_chances_are_chances(cases: int, margin: float, sd: float, drop: float) -> None:
    found = verdict_chances(Plan(cases=cases, margin=margin, sd=sd), drop)
    assert min(found.regression, found.passing, found.cannot_tell) >= 0
    assert found.regression + found.passing + found.cannot_tell == pytest.approx(1)


@settings(deadline=None)
@given(st.integers(20, 3000), st.floats(1, 50))
def test_the_smallest_drop_is_the_one_that_is_called_with_that_chance(cases: int, sd: float) -> None:
    plan = Plan(cases=cases, margin=5, sd=sd)
    drop = smallest_detectable_drop(plan)
    assert drop is not None
    assert drop > 5
    assert verdict_chances(plan, drop).regression == pytest.approx(0.8, abs=1e-4)


def test_the_smallest_margin_is_the_one_under_which_no_drop_passes_with_that_chance() -> None:
    margin = smallest_passing_margin(NAMED)
    assert margin is not None
    assert verdict_chances(Plan(cases=300, margin=margin, sd=30), 0).passing == pytest.approx(0.8, abs=1e-4)


def test_two_cases_detect_nothing() -> None:
    assert smallest_detectable_drop(Plan(cases=2, margin=5, sd=60)) is None
    assert smallest_passing_margin(Plan(cases=2, margin=5, sd=60)) is None


def test_pairing_narrows_the_differences_by_the_correlation() -> None:
    assert sd_of_differences(40, 0.5) == pytest.approx(40)
    assert sd_of_differences(40, 0) == pytest.approx(40 * 2**0.5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cases": 1}, "at least 2 cases"),
        ({"margin": -1.0}, "margin"),
        ({"margin": 100.0}, "margin"),
        ({"sd": 0.0}, "standard deviation"),
        ({"error": 0.5}, "error level"),
        ({"family": 0}, "error level"),
        ({"share": 1.5}, "share"),
        ({"sharing": Sharing.of([["a"]])}, "documents are those of 1"),
    ],
)
def test_what_cannot_be_planned_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Plan(**{"cases": 300, "margin": 5.0, **change})  # type: ignore[arg-type]
