"""Early verdicts: decided when certain, wrong no more often than stated, and blind to how answers arrive."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.statistics.early_rule import EarlyRule, Partly, Verdict, document_widening
from pytest_lcbench.statistics.sequential import EarlyStop, GateStop, Levels
from pytest_lcbench.suites.order import Key, Order, stratified_order
from pytest_lcbench.suites.synthetic.draw import Draw

Points = dict[Key, float]
RULE = EarlyRule(margin=5)


def keys_of(n: int) -> list[Key]:
    return [("s", f"c{place:04}") for place in range(n)]


def order_of(n: int, seed: int = 1) -> Order:
    return stratified_order({key: (str(place % 7),) for place, key in enumerate(keys_of(n))}, seed=seed)


def baseline_of(n: int) -> Points:
    return {key: 40.0 + 5 * (place % 9) for place, key in enumerate(keys_of(n))}


def candidate(n: int, drop: float, seed: int = 1, spread: float = 30) -> Points:
    """Return the baseline's points minus a drop, plus or minus a spread, kept on the scale."""
    draw = Draw("candidate", seed)
    base = baseline_of(n)
    return {key: min(100.0, max(0.0, base[key] - drop + draw.pick((-spread, spread)))) for key in base}


def told(order: Order, baseline: Mapping[Key, float | None], points: Mapping[Key, float | None], rule: EarlyRule = RULE) -> EarlyStop:
    stop = EarlyStop(order, baseline, rule)
    for key in order.keys:
        if stop.add(key, points[key]):
            break
    return stop


def complete(differences: list[float], margin: float, widening: float = 1.0) -> str:
    width = 1.645 * widening * statistics.stdev(differences) / math.sqrt(len(differences))
    mean = statistics.fmean(differences)
    if mean - width > -margin:
        return "pass"
    return "regression" if mean + width < -margin else "cannot tell"


def test_a_large_drop_is_a_regression_long_before_the_end() -> None:
    stop = told(order_of(300), baseline_of(300), candidate(300, 20))
    assert stop.decision() is Verdict.REGRESSION
    assert stop.looked_at() < 200


def test_no_drop_passes_before_the_end() -> None:
    stop = told(order_of(1000), baseline_of(1000), candidate(1000, 0))
    assert stop.decision() is Verdict.PASS
    assert stop.looked_at() < 700


def test_a_drop_of_the_margin_is_never_decided_early() -> None:
    stop = told(order_of(300), baseline_of(300), candidate(300, 5))
    assert stop.decision() is None
    assert stop.settled()
    assert stop.needed() == ()


def test_what_is_needed_is_the_rest_in_order_and_nothing_once_it_is_decided() -> None:
    order, points = order_of(300), candidate(300, 20)
    stop = EarlyStop(order, baseline_of(300), RULE)
    assert stop.needed() == order.keys
    for number, key in enumerate(order.keys, start=1):
        if stop.add(key, points[key]):
            break
        assert stop.needed() == order.keys[number:]
    assert stop.decision()
    assert stop.needed() == ()


def test_a_floor_is_decided_with_the_floor_as_baseline_and_no_margin() -> None:
    order = order_of(300)
    points: Points = {key: 70.0 + 10 * (place % 3) for place, key in enumerate(keys_of(300))}
    rule = EarlyRule(margin=0)
    assert told(order, dict.fromkeys(points, 50.0), points, rule).decision() is Verdict.PASS
    assert told(order, dict.fromkeys(points, 95.0), points, rule).decision() is Verdict.REGRESSION


@given(st.randoms(use_true_random=False), st.integers(1, 40))
@settings(max_examples=12, deadline=None)
def test_answers_that_arrive_out_of_order_change_nothing_but_the_moment(shuffler: object, window: int) -> None:
    order, points = order_of(200), candidate(200, 20)
    expected = told(order, baseline_of(200), points)
    stop = EarlyStop(order, baseline_of(200), RULE)
    waiting: list[Key] = []
    for key in itertools.chain(order.keys, [None] * window):
        if key is not None:
            waiting.append(key)
        if waiting and (key is None or len(waiting) > window):
            shuffler.shuffle(waiting)  # type: ignore[attr-defined]
            done = waiting.pop()
            stop.add(done, points[done])
    assert stop.decision() is expected.decision()
    assert stop.looked_at() == expected.looked_at()


def test_nothing_is_decided_inside_a_block() -> None:
    order, points = order_of(300), candidate(300, 20)
    ends = set(itertools.accumulate(len(block) for block in order.blocks))
    stop = EarlyStop(order, baseline_of(300), RULE)
    before = 0
    for number, key in enumerate(order.keys, start=1):
        stop.add(key, points[key])
        assert stop.looked_at() in ends | {0}
        assert (stop.looked_at() > before) <= (number in ends)
        before = stop.looked_at()


@given(st.integers(0, 10**6), st.sampled_from([0.0, 3.0, 10.0, 20.0]), st.integers(30, 120))
@settings(max_examples=40, deadline=None)
def test_missing_answers_never_make_a_verdict_that_any_filling_would_contradict_in_the_bounds(seed: int, drop: float, n: int) -> None:
    # Everything is missing or as good (bad) as can be: the verdict the missing ones speak against must not come.
    order, points = order_of(n, seed), candidate(n, drop, seed)
    told_points: dict[Key, float | None] = dict(points)
    for key in keys_of(n)[: n // 2]:
        told_points[key] = None
    stop = told(order, baseline_of(n), told_points)
    filled = {
        Verdict.PASS: [(points[key] if told_points[key] is not None else 0.0) - base for key, base in baseline_of(n).items()],
        Verdict.REGRESSION: [(points[key] if told_points[key] is not None else 100.0) - base for key, base in baseline_of(n).items()],
    }
    verdict = stop.decision()
    if verdict is not None:
        assert complete(filled[verdict], 5) == verdict


def test_a_few_missing_answers_do_not_hide_a_large_drop() -> None:
    points: dict[Key, float | None] = dict(candidate(300, 25))
    for key in keys_of(300)[:6]:
        points[key] = None
    assert told(order_of(300), baseline_of(300), points).decision() is Verdict.REGRESSION


def test_cases_that_the_baseline_has_no_points_for_count_against_either_verdict() -> None:
    # Identical answers, but half of the baseline is gone: neither verdict survives the worst filling.
    points = candidate(300, 0, spread=0)
    baseline: dict[Key, float | None] = dict(baseline_of(300))
    for key in keys_of(300)[::2]:
        baseline[key] = None
    assert told(order_of(300), baseline, points).decision() is None


def test_an_answer_after_a_failure_counts_while_its_block_is_open() -> None:
    order, points = order_of(100), candidate(100, 20)
    stop = EarlyStop(order, baseline_of(100), RULE)
    late = order.blocks[0][0]
    stop.add(late, None)
    stop.add(late, points[late])
    for key in order.keys[1:]:
        stop.add(key, points[key])
    expected = told(order, baseline_of(100), points)
    assert (stop.decision(), stop.looked_at()) == (expected.decision(), expected.looked_at())


def test_an_answer_told_twice_counts_once_and_other_points_are_an_error() -> None:
    order, points = order_of(100), candidate(100, 20)
    stop = EarlyStop(order, baseline_of(100), RULE)
    first = order.keys[0]
    stop.add(first, points[first])
    stop.add(first, None)
    stop.add(first, points[first])
    assert len(stop.needed()) == 99
    with pytest.raises(DataError, match=r"had .* points and now has 1\.5"):
        stop.add(first, 1.5)


def test_a_failure_told_after_the_answer_does_not_take_it_away() -> None:
    order, points = order_of(100), candidate(100, 20)
    stop = EarlyStop(order, baseline_of(100), RULE)
    for key in order.keys:
        stop.add(key, points[key])
        stop.add(key, None)
    expected = told(order, baseline_of(100), points)
    assert (stop.decision(), stop.looked_at()) == (expected.decision(), expected.looked_at())


def test_slices_may_overlap() -> None:
    order, base, points = order_of(300), baseline_of(300), candidate(300, 25)
    whole: dict[Key, float | None] = dict(base)
    half: dict[Key, float | None] = {key: base[key] for key in keys_of(300)[:200]}
    stop = GateStop(order, {"whole": (whole, RULE), "half": (half, RULE)})
    for key in order.keys:
        if stop.add(key, points[key]):
            break
    assert set(stop.decisions().values()) == {Verdict.REGRESSION}


def test_points_off_the_scale_are_an_error() -> None:
    order = order_of(50)
    with pytest.raises(DataError, match=r"has 101\.0 points; they must be 0 to 100"):
        EarlyStop(order, baseline_of(50), RULE).add(order.keys[0], 101.0)
    with pytest.raises(DataError, match="has nan points"):
        EarlyStop(order, baseline_of(50), RULE).add(order.keys[0], math.nan)
    with pytest.raises(DataError, match="must be 0 to 100"):
        EarlyStop(order, dict.fromkeys(keys_of(50), -1.0), RULE)


def test_a_verdict_does_not_change_once_given() -> None:
    order, points = order_of(300), candidate(300, 20)
    stop = told(order, baseline_of(300), points)
    looked = stop.looked_at()
    for key in stop.needed() or order.keys[looked:]:
        assert stop.add(key, 100.0) is Verdict.REGRESSION
    assert stop.looked_at() == looked


def test_a_wider_final_interval_is_decided_later_or_not_at_all() -> None:
    order, base, points = order_of(1000), baseline_of(1000), candidate(1000, 0)
    narrow = told(order, base, points)
    wide = told(order, base, points, EarlyRule(margin=5, widening=1.8))
    assert narrow.looked_at() < wide.looked_at()
    assert told(order, base, points, EarlyRule(margin=5, widening=4)).decision() is None
    assert told(order, base, points, EarlyRule(margin=5, least_sd=116)).decision() is None


def test_a_widening_worked_out_from_what_was_seen_is_asked_with_the_differences() -> None:
    order, base, points = order_of(300), baseline_of(300), candidate(300, 20)
    asked: list[dict[Key, float]] = []

    def widening(seen: Mapping[Key, float]) -> float:
        asked.append(dict(seen))
        return 1.0

    stop = told(order, base, points, EarlyRule(margin=5, widening=widening))
    assert stop.decision() is Verdict.REGRESSION
    assert asked[-1] == {key: points[key] - base[key] for key in order.keys[: stop.looked_at()]}


def test_a_widening_over_the_widest_is_never_decided() -> None:
    order, base, points = order_of(300), baseline_of(300), candidate(300, 20)
    assert told(order, base, points, EarlyRule(margin=5, widening=lambda _: 1.5, widest=1.5)).decision() is Verdict.REGRESSION
    assert told(order, base, points, EarlyRule(margin=5, widening=lambda _: 1.5, widest=1.4)).decision() is None


@pytest.mark.parametrize("demands", range(1, 8))
def test_the_levels_of_all_demands_keep_the_error_whatever_the_complete_runs_verdict(demands: int) -> None:
    levels = Levels.of(0.05, demands)
    regresses, passes = levels.passing, demands * levels.regressing
    cannot_tell = levels.joint + (demands - 1) * levels.regressing
    assert max(regresses, passes, cannot_tell) == pytest.approx(0.05)


def test_several_slices_are_passed_no_later_for_being_several() -> None:
    order, base, points = order_of(600), baseline_of(600), candidate(600, -5)
    alone = EarlyStop(order, base, RULE)
    one_of_four = EarlyStop(order, base, RULE, demands=4)
    for key in order.keys:
        alone.add(key, points[key])
        one_of_four.add(key, points[key])
    assert alone.decision() is one_of_four.decision() is Verdict.PASS
    # Half of the error is left for the joint wealth, not an eighth: a few blocks more.
    assert alone.looked_at() <= one_of_four.looked_at() < alone.looked_at() + 75


def test_a_case_answered_in_part_counts_against_either_verdict_and_stays_so_after_its_block() -> None:
    order, base, points = order_of(100), baseline_of(100), candidate(100, 0, spread=5)
    rule = EarlyRule(margin=20, partly=True)
    whole = told(order, base, points, rule)
    stop = EarlyStop(order, base, rule)
    for number, key in enumerate(order.keys):
        stop.add(key, Partly.ANSWERED if number < 2 else points[key])
    assert whole.decision() is stop.decision() is Verdict.PASS
    assert stop.looked_at() > whole.looked_at()
    before = stop.looked_at()
    stop.add(order.keys[0], points[order.keys[0]])
    assert stop.looked_at() == before


def test_what_is_known_of_a_case_only_grows() -> None:
    order, base, points = order_of(100), baseline_of(100), candidate(100, 20)
    stop = EarlyStop(order, base, EarlyRule(margin=5, partly=True))
    for block in order.blocks:
        for key in block[1:]:
            for told_points in (None, Partly.ANSWERED, points[key], Partly.ANSWERED, None):
                stop.add(key, told_points)
        stop.add(block[0], points[block[0]])  # with it the block is whole, and looked at
    expected = told(order, base, points, EarlyRule(margin=5, partly=True))
    assert (stop.decision(), stop.looked_at()) == (expected.decision(), expected.looked_at())


def test_a_widening_below_1_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"widening is 0\.5"):
        told(order_of(300), baseline_of(300), candidate(300, 20), EarlyRule(margin=5, widening=lambda _: 0.5))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"margin": -1}, "margin"),
        ({"margin": math.nan}, "margin"),
        ({"error": 0.0}, "error level"),
        ({"pass_quantile": math.inf}, "pass quantile"),
        ({"regression_quantile": 0.0}, "regression quantile"),
        ({"widening": math.nan}, "widening"),
        ({"widest": 0.5}, "widest"),
        ({"least_sd": -1.0}, "least standard deviation"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        EarlyRule(**{"margin": 5.0, **fields})


def test_a_slice_outside_the_order_or_empty_is_refused() -> None:
    with pytest.raises(SettingsError, match="0 cases are gated"):
        EarlyStop(order_of(50), {}, RULE)
    with pytest.raises(SettingsError, match="51 cases are gated, of which 50"):
        EarlyStop(order_of(50), {**baseline_of(50), ("s", "other"): 50.0}, RULE)


def test_document_widening_is_taken_at_a_cautious_share_between_0_and_1() -> None:
    def widening_for(estimate: float, standard_error: float, caution: float = 1.0) -> float:
        widening = document_widening(lambda _: (estimate, standard_error), lambda share: math.sqrt(1 + share * 8), caution=caution)
        assert callable(widening)
        return widening({})

    assert widening_for(0.1, 0.05, caution=2.0) == pytest.approx(math.sqrt(1 + 0.2 * 8))
    assert widening_for(0.9, 0.5) == 3.0
    assert widening_for(-0.3, 0.1) == 1.0


def early_and_complete(points: Points, base: Points, margin: float, seed: int, rule: EarlyRule) -> tuple[Verdict | None, str]:
    order = stratified_order({key: (str(int(key[1][1:]) % 7),) for key in points}, seed=seed)
    return told(order, base, points, rule).decision(), complete([points[key] - base[key] for key in points], margin)


def test_rare_failures_that_just_keep_the_run_from_passing_seldom_pass_early() -> None:
    # 7 of 200 answers lost everything: without a bound on what may come, a standard deviation of 0 would pass at the first look.
    base = dict.fromkeys(keys_of(200), 100.0)
    points: Points = {key: 0.0 if place < 7 else 100.0 for place, key in enumerate(base)}
    results = [early_and_complete(points, base, 5, seed, EarlyRule(margin=5, error=0.1)) for seed in range(120)]
    assert {final for _, final in results} == {"cannot tell"}
    # 5 % a side, and three standard deviations.
    assert sum(early is not None for early, _ in results) <= 6 + 3 * 2.4


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_the_answers_an_early_verdict_at_a_tiny_error_is_the_complete_runs(data: st.DataObject) -> None:
    n = data.draw(st.integers(10, 80))
    scores = st.sampled_from([0.0, 10.0, 50.0, 90.0, 100.0])
    names = keys_of(n)
    base = dict(zip(names, data.draw(st.lists(scores, min_size=n, max_size=n)), strict=True))
    points = dict(zip(names, data.draw(st.lists(scores, min_size=n, max_size=n)), strict=True))
    early, final = early_and_complete(points, base, 5, data.draw(st.integers(0, 99)), EarlyRule(margin=5, error=1e-6))
    assert early is None or early == final


def test_mirrored_scores_give_mirrored_verdicts() -> None:
    # A gain seen from the other side is a drop: with no margin the two verdicts are each other's mirror image.
    order, base, points = order_of(300), baseline_of(300), candidate(300, 25)
    rule = EarlyRule(margin=0)
    forward = told(order, base, points, rule)
    backward = told(order, {key: 100 - value for key, value in base.items()}, {key: 100 - value for key, value in points.items()}, rule)
    assert (forward.decision(), backward.decision()) == (Verdict.REGRESSION, Verdict.PASS)


def test_several_slices_stop_only_when_each_is_decided() -> None:
    order = order_of(600)
    base, points = baseline_of(600), candidate(600, 25)
    first = {key: base[key] for key in keys_of(600)[:300]}
    second: dict[Key, float | None] = {key: base[key] for key in keys_of(600)[300:]}
    # The second slice drops by just the margin: it is never decided early.
    points.update({key: base[key] - 5 + (10 if place % 2 else -10) for place, key in enumerate(second)})
    stop = GateStop(order, {"first": (first, RULE), "second": (second, RULE)}, error=0.05)
    end = max(number for number, key in enumerate(order.keys, start=1) if key in second)
    for number, key in enumerate(order.keys, start=1):
        assert stop.add(key, points[key]) is (number >= end)
        if stop.decisions()["first"]:
            assert set(stop.needed()) == set(second) - set(order.keys[:number])
    assert stop.decisions() == {"first": Verdict.REGRESSION, "second": None}


def test_several_decided_slices_end_the_run() -> None:
    order = order_of(600)
    base, points = baseline_of(600), candidate(600, 25)
    halves = keys_of(600)[:300], keys_of(600)[300:]
    stop = GateStop(order, {str(number): ({key: base[key] for key in half}, RULE) for number, half in enumerate(halves)})
    asked = next(number for number, key in enumerate(order.keys, start=1) if stop.add(key, points[key]))
    assert asked < 500
    assert set(stop.decisions().values()) == {Verdict.REGRESSION}
    assert stop.needed() == ()


def test_a_gate_without_slices_has_nothing_to_decide() -> None:
    with pytest.raises(SettingsError, match="no slice is gated"):
        GateStop(order_of(50), {})


@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_tiny_plan_runs_to_its_end(n: int) -> None:
    points: Points = dict.fromkeys(keys_of(n), 0.0)
    stop = told(order_of(n), dict.fromkeys(points, 100.0), points)
    assert stop.decision() is None
    assert stop.settled()
