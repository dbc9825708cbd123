from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statistics_rows import choice, row

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.statistics.gate import GateResult, Verdict, evaluate, holm
from pytest_lcbench.statistics.measures import Measure, Slice
from pytest_lcbench.statistics.policy import Criterion, Floor, NonInferiority, Policy

SET1 = Slice("set1", (("length_set", "set1"),))
SET2 = Slice("set2", (("length_set", "set2"),))
DROP = NonInferiority(Measure.AVERAGE, 5)
Points = Callable[[int], float | None]


def baseline(case: int) -> float:
    return 30 + 40 * math.sin(case) ** 2


def wave(case: int) -> float:
    """A difference with mean 0 over any stretch and a standard deviation of 10."""
    return 14.1 * math.sin(2.4 * case)


def run(points: Points, n: int = 200, **more: object) -> list[ResultRow]:
    return [row(f"c{case:03}", points(case), length_set=f"set{case % 2 + 1}", **more) for case in range(n)]


def gate(points: Points, *criteria: Criterion, n: int = 200, old: Points = baseline, **policy: float) -> GateResult:
    return evaluate(Policy(criteria or (DROP,), **policy), run(points, n), run(old, n))


def missing(points: Points, count: int) -> Points:
    return lambda case: None if case < count else points(case)


def test_no_drop_is_passed() -> None:
    found = gate(lambda case: baseline(case) + wave(case))
    assert found.verdict is Verdict.PASS
    finding = found.findings[0]
    assert finding.bound_high is not None
    assert finding.bound_high < 5
    assert finding.reason.startswith("drop ")


def test_a_drop_well_beyond_the_margin_is_a_regression() -> None:
    found = gate(lambda case: baseline(case) + wave(case) - 12)
    assert found.verdict is Verdict.REGRESSION
    finding = found.findings[0]
    assert finding.bound_low is not None
    assert finding.bound_low > 5
    assert finding.estimate is not None
    assert finding.estimate.mean == pytest.approx(12, abs=0.2)


def test_a_drop_near_the_margin_cannot_be_told_and_the_cases_that_would_tell_are_named() -> None:
    found = gate(lambda case: baseline(case) + wave(case) - 4.3)
    assert found.verdict is Verdict.CANNOT_TELL
    needed = found.findings[0].needed
    assert needed is not None
    # SD 10, 0.7 from the margin: ((1.65 + 0.84) × 10 / 0.7)²
    assert needed.cases == pytest.approx(1300, rel=0.15)
    assert f"about {needed.cases:,} cases would tell" in found.reasons[0]


def test_the_cases_named_would_indeed_tell() -> None:
    few = gate(lambda case: baseline(case) + wave(case) - 4)
    needed = few.findings[0].needed
    assert needed is not None
    assert needed.cases is not None
    assert few.verdict is Verdict.CANNOT_TELL
    assert gate(lambda case: baseline(case) + wave(case) - 4, n=needed.cases + 100).verdict is Verdict.PASS


def test_epochs_that_would_tell_are_named_when_the_noise_is_within_cases() -> None:
    def runs(epochs: int) -> GateResult:
        # Each answer has noise of its own; the cases do not differ.
        noise = random.Random(11)  # noqa: S311 - reproducible noise
        old = [row(f"c{case:03}", 50.0, epoch=epoch) for epoch in range(1, epochs + 1) for case in range(60)]
        new = [one.model_copy(update={"points": 48 + noise.uniform(-45, 45)}) for one in old]
        return evaluate(Policy((DROP,)), new, old)

    few = runs(2).findings[0]
    assert few.verdict is Verdict.CANNOT_TELL
    assert few.needed is not None
    assert few.needed.epochs is not None
    assert 2 < few.needed.epochs < 40
    assert f"{few.needed.epochs} epochs of each case would tell" in few.reason
    assert runs(2 * few.needed.epochs).verdict is Verdict.PASS


def test_one_epoch_tells_nothing_of_what_more_would_do() -> None:
    needed = gate(lambda case: baseline(case) + wave(case) - 4.3).findings[0].needed
    assert needed is not None
    assert needed.epochs is None


def test_where_the_documents_decide_no_number_of_cases_over_them_would_tell() -> None:
    def rows(points: Points) -> list[ResultRow]:
        return [
            one.model_copy(update={"documents": (DocumentRow(hash=f"d{case % 8}", name="d", tokens=1, kept=1),)})
            for case, one in enumerate(run(points))
        ]

    found = evaluate(Policy((DROP,)), rows(lambda case: baseline(case) - 2 + 10 * math.cos(math.pi * (case % 8))), rows(baseline))
    assert found.verdict is Verdict.CANNOT_TELL
    needed = found.findings[0].needed
    assert needed is not None
    assert needed.same_documents is None
    # 8 documents, ±10: ((1.9 + 0.84) × 10.7 / 3)² of them, each with its 25 cases
    assert needed.cases == pytest.approx(95 * 25, rel=0.15)
    assert "with documents in proportion (on the same documents no number) would tell" in found.reasons[0]


def test_one_missing_case_does_not_stop_a_clear_verdict() -> None:
    assert gate(missing(lambda case: baseline(case) + wave(case), 1)).verdict is Verdict.PASS
    assert gate(missing(lambda case: baseline(case) + wave(case) - 12, 1)).verdict is Verdict.REGRESSION


@pytest.mark.parametrize("shift", [-3.2, -7.2])
def test_a_verdict_that_the_missing_cases_could_turn_is_not_given(shift: float) -> None:
    points: Points = lambda case: baseline(case) + wave(case) + shift  # noqa: E731 - one line of data
    assert gate(points).verdict is not Verdict.CANNOT_TELL
    found = gate(missing(points, 4))
    assert found.verdict is Verdict.CANNOT_TELL
    assert "the 4 missing items could turn it" in found.reasons[0]


def test_a_missing_baseline_counts_like_a_missing_candidate() -> None:
    points: Points = lambda case: baseline(case) + wave(case) - 3.2  # noqa: E731 - one line of data
    assert gate(points, old=missing(baseline, 4)).verdict is Verdict.CANNOT_TELL


def test_coverage_under_the_minimum_is_infrastructure_and_concludes_nothing() -> None:
    found = gate(missing(lambda case: baseline(case) - 30, 5))
    assert found.verdict is Verdict.INFRASTRUCTURE
    assert [one.verdict for one in found.findings] == [Verdict.CANNOT_TELL]
    assert "97.5 % of the items have points on both sides (5 have not); the policy wants 98.0 %" in found.reasons[0]
    assert gate(missing(lambda case: baseline(case) - 30, 5), minimum_coverage=0.97).verdict is Verdict.REGRESSION


def test_coverage_is_looked_at_in_every_gated_slice() -> None:
    points: Points = lambda case: None if case in {1, 3, 5} else baseline(case)  # noqa: E731 - one line of data
    assert gate(points).verdict is Verdict.PASS
    assert gate(points, DROP, NonInferiority(Measure.AVERAGE, 5, SET2)).verdict is Verdict.INFRASTRUCTURE


def test_too_many_unusable_judgements_are_infrastructure() -> None:
    rows = run(baseline)
    for case in range(10):
        rows[case] = rows[case].model_copy(update={"state": "unscored", "points": None})
    found = evaluate(Policy((DROP,), minimum_coverage=0.9), rows, run(baseline))
    assert found.verdict is Verdict.INFRASTRUCTURE
    assert found.judge_failure == 0.05
    assert "5.0% of the answers could not be judged; the policy allows 2.0%" in found.reasons[0]
    # Of the baseline too
    assert evaluate(Policy((DROP,), minimum_coverage=0.9), run(baseline), rows).verdict is Verdict.INFRASTRUCTURE


def test_one_bad_slice_is_a_regression_though_the_whole_is_fine() -> None:
    points: Points = lambda case: baseline(case) + wave(case) + (-15 if case % 2 else 15)  # noqa: E731 - one line of data
    found = gate(points, DROP, NonInferiority(Measure.AVERAGE, 5, SET1), NonInferiority(Measure.AVERAGE, 5, SET2))
    assert [one.verdict for one in found.findings] == [Verdict.PASS, Verdict.PASS, Verdict.REGRESSION]
    assert found.verdict is Verdict.REGRESSION
    assert len(found.reasons) == 1
    assert found.reasons[0].startswith("avg drop < 5 @ set2:")


def test_a_pass_takes_every_slice() -> None:
    points: Points = lambda case: baseline(case) + wave(case) + (-4.5 if case % 2 else 15)  # noqa: E731 - one line of data
    found = gate(points, NonInferiority(Measure.AVERAGE, 5, SET1), NonInferiority(Measure.AVERAGE, 5, SET2))
    assert [one.verdict for one in found.findings] == [Verdict.PASS, Verdict.CANNOT_TELL]
    assert found.verdict is Verdict.CANNOT_TELL


def test_more_criteria_make_a_regression_harder_to_call() -> None:
    points: Points = lambda case: baseline(case) + wave(case) - 6.3  # noqa: E731 - one line of data
    assert gate(points).verdict is Verdict.REGRESSION
    others = [NonInferiority(Measure.AVERAGE, 20 + more) for more in range(10)]
    found = gate(points, DROP, *others)
    assert found.verdict is Verdict.CANNOT_TELL
    p, adjusted = found.findings[0].p_value, found.findings[0].adjusted_p
    assert p is not None
    assert adjusted == pytest.approx(11 * p)


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), max_size=8))
def test_adjusted_p_values_keep_the_order_and_are_no_smaller(p: list[float]) -> None:
    adjusted = holm(p)
    assert all(one <= other <= 1 for one, other in zip(p, adjusted, strict=True))
    ranked = [other for _, other in sorted(zip(p, adjusted, strict=True))]
    assert ranked == sorted(ranked)


@pytest.mark.parametrize(
    ("floor", "verdict"),
    [
        (Floor(Measure.AVERAGE, 40), Verdict.PASS),
        (Floor(Measure.AVERAGE, 50.1), Verdict.CANNOT_TELL),
        (Floor(Measure.AVERAGE, 60), Verdict.REGRESSION),
        (Floor(Measure.PERFECT_RATE, 0.2), Verdict.REGRESSION),
        (Floor(Measure.AVERAGE, 40, SET2), Verdict.PASS),
    ],
)
def test_a_floor_needs_no_baseline(floor: Floor, verdict: Verdict) -> None:
    found = evaluate(Policy((floor,)), run(baseline))
    assert found.verdict is verdict
    assert found.findings[0].estimate is not None
    assert found.findings[0].estimate.mean >= 0


def test_missing_cases_count_against_a_floor_and_for_it() -> None:
    points: Points = lambda case: 52 + wave(case) * 0.1  # noqa: E731 - one line of data
    assert evaluate(Policy((Floor(Measure.AVERAGE, 51.5),)), run(points)).verdict is Verdict.PASS
    found = evaluate(Policy((Floor(Measure.AVERAGE, 51.5),)), run(missing(points, 3)))
    assert found.verdict is Verdict.CANNOT_TELL
    found = evaluate(Policy((Floor(Measure.AVERAGE, 52.5),)), run(missing(points, 3)))
    assert found.verdict is Verdict.CANNOT_TELL


def test_an_accuracy_floor_is_over_choices_only() -> None:
    rows = [choice(f"q{case}", 100.0 if case % 10 else 0.0) for case in range(100)] + [row(f"o{case}", 0.0) for case in range(50)]
    assert evaluate(Policy((Floor(Measure.ACCURACY, 80),)), rows).verdict is Verdict.PASS


def test_slices_under_twenty_cases_are_never_concluded_from() -> None:
    found = gate(lambda _: 0.0, n=19)
    assert found.verdict is Verdict.CANNOT_TELL
    assert "19 cases only describe themselves" in found.reasons[0]
    assert gate(lambda _: 0.0, n=20).verdict is Verdict.REGRESSION


def test_nothing_but_errors_is_infrastructure() -> None:
    assert gate(lambda _: None).verdict is Verdict.INFRASTRUCTURE
    assert gate(lambda _: None, minimum_coverage=0).verdict is Verdict.CANNOT_TELL


def test_a_run_against_itself_passes() -> None:
    assert gate(baseline).verdict is Verdict.PASS


@settings(deadline=None)
@given(st.floats(-20, 30), st.floats(1, 15))
def test_the_verdict_is_the_one_the_bounds_give(shift: float, margin: float) -> None:
    found = gate(lambda case: min(max(baseline(case) + wave(case) - shift, 0), 100), NonInferiority(Measure.AVERAGE, margin), n=40)
    one = found.findings[0]
    assert one.bound_low is not None
    assert one.bound_high is not None
    expected = Verdict.REGRESSION if one.bound_low > margin else Verdict.PASS if one.bound_high < margin else Verdict.CANNOT_TELL
    assert min(abs(one.bound_low - margin), abs(one.bound_high - margin)) < 1e-9 or found.verdict is expected


@pytest.mark.parametrize(
    ("rows", "old", "message"),
    [
        (run(baseline), None, "--lcbench-baseline"),
        ([], run(baseline), "no such case"),
        ([*run(baseline), *run(baseline, arm="rag")], run(baseline), "mixes arms"),
    ],
)
def test_what_cannot_be_gated_is_refused(rows: list[ResultRow], old: list[ResultRow] | None, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        evaluate(Policy((DROP,)), rows, old)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Policy(()), "demands nothing"),
        (lambda: Policy((DROP, DROP)), "'avg drop < 5' twice"),
        (lambda: Policy((DROP,), error=0.5), "error level"),
        (lambda: Policy((DROP,), minimum_coverage=98), "minimum coverage is a share"),
        (lambda: Policy((DROP,), maximum_judge_failure=math.nan), "judge failure is a share"),
        (lambda: NonInferiority(Measure.AVERAGE, 0), "without any"),
        (lambda: NonInferiority(Measure.PERFECT_RATE, 5), "below 1"),
        (lambda: Floor(Measure.PERFECT_RATE, 20), "at most 1"),
        (lambda: Floor(Measure.AVERAGE, 0), "above 0"),
    ],
)
def test_a_policy_that_cannot_hold_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make()


def test_criteria_read_as_they_are_written() -> None:
    assert str(Floor(Measure.PERFECT_RATE, 0.2, Slice("set3", (("length_set", "set3"),)))) == "perfect_rate >= 0.2 @ set3"
    assert str(DROP) == "avg drop < 5"


def test_each_verdict_has_its_exit_code() -> None:
    assert [Verdict(name).exit_code for name in ("pass", "regression", "cannot tell", "infrastructure")] == [0, 10, 11, 12]
