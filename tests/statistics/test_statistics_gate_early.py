"""A gate decided early says what it would have said at the end."""

from __future__ import annotations

import random

import pytest

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.early_rule import Verdict
from pytest_lcbench.statistics.gate import evaluate
from pytest_lcbench.statistics.gate_early import EarlyGate, points_told
from pytest_lcbench.statistics.items import case_key
from pytest_lcbench.statistics.measures import Measure, Slice
from pytest_lcbench.statistics.policy import Criterion, Floor, NonInferiority, Policy


def _row(case: int, points: float | None, *, epoch: int = 1, documents: int = 1, kind: str = "value") -> ResultRow:
    """One row; neighbouring cases share *documents* - 1 documents."""
    return ResultRow(
        run_id="run",
        suite="mine",
        case_id=f"case-{case:04d}",
        epoch=epoch,
        task="comparison",
        subtask="comparison",
        length_set=f"set{case % 4 + 1}",
        language="en",
        domain="financial",
        answer_kind=kind,
        model="model",
        state=State.INFRA_ERROR if points is None else State.SCORED,
        points=points,
        documents=tuple(DocumentRow(hash="", name=f"d{case + k}", tokens=None, kept=None) for k in range(documents)),
    )


def _policy(*criteria: Criterion, error: float = 0.05) -> Policy:
    return Policy(criteria, error=error)


def _play(gate: EarlyGate, rows: dict[tuple[str, str, str, str], list[ResultRow]]) -> int | None:
    """Tell *rows* in the gate's order and return after how many cases the verdict was certain."""
    for number, key in enumerate(gate.order.keys, 1):
        suite, case, arm, prompting = key
        for row in rows[suite, case, arm, prompting]:
            gate.tell(case_key(row), row.epoch, points_told(row.state.value, row.points))
        if gate.certain:
            return number
    return None


def _by_case(rows: list[ResultRow]) -> dict[tuple[str, str, str, str], list[ResultRow]]:
    found: dict[tuple[str, str, str, str], list[ResultRow]] = {}
    for row in rows:
        found.setdefault(case_key(row), []).append(row)
    return found


@pytest.mark.parametrize(
    "criterion", [NonInferiority(Measure.AVERAGE, 15), NonInferiority(Measure.PERFECT_RATE, 0.2), Floor(Measure.AVERAGE, 55)]
)
@pytest.mark.parametrize("documents", [1, 3])
def test_what_is_certain_early_is_the_complete_runs_verdict(criterion: Criterion, documents: int) -> None:
    wrong = early = 0
    for seed in range(24):
        draw = random.Random(f"{criterion} {documents} {seed}")  # noqa: S311 - a simulation
        drop = draw.choice([-5, 0, 8, 25, 40])
        base, new = [], []
        for case in range(120):
            old = 10.0 * draw.randint(4, 10)
            base.append(_row(case, old, documents=documents))
            new.append(_row(case, min(max(old - drop + draw.gauss(0, 25), 0.0), 100.0), documents=documents))
        gate = EarlyGate(_policy(criterion), [_row(case, None, documents=documents) for case in range(120)], base, seed=seed)
        if _play(gate, _by_case(new)) is None:
            continue
        early += 1
        (said,) = gate.decided().verdicts.values()
        wrong += said is None or said.value != evaluate(_policy(criterion), new, base).verdict.value
    assert early >= 8
    assert wrong <= 1


def test_a_drop_far_over_the_margin_is_certain_soon() -> None:
    rows = [_row(case, 20.0 + case % 7) for case in range(150)]
    gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 5)), rows, [_row(case, 90.0 - case % 11) for case in range(150)], seed=0)
    found = _play(gate, _by_case(rows))
    assert found is not None
    assert found < 75
    assert gate.decided().verdicts == {"avg drop < 5": Verdict.REGRESSION}
    assert gate.decided().level == 0.95


def test_the_order_of_arrival_plays_no_part() -> None:
    rows = [_row(case, 30.0) for case in range(100)]
    base = [_row(case, 90.0 - case % 30) for case in range(100)]
    orders = []
    for seed in range(3):
        gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 5)), rows, base, seed=7)
        shuffled = list(gate.order.keys[:60])
        random.Random(seed).shuffle(shuffled)  # noqa: S311 - likewise
        for key in shuffled:
            suite, case, arm, prompting = key
            gate.tell((suite, case, arm, prompting), 1, 30.0)
        orders.append(gate.decided())
    assert orders[0] == orders[1] == orders[2]


def test_a_slice_of_too_few_cases_is_never_passed_early() -> None:
    policy = _policy(NonInferiority(Measure.AVERAGE, 50), NonInferiority(Measure.AVERAGE, 50, Slice("set1", (("length_set", "set1"),))))
    rows = [_row(case, 90.0) for case in range(60)]
    gate = EarlyGate(policy, rows, rows, seed=0)
    assert _play(gate, _by_case(rows)) is None
    assert gate.decided().verdicts["avg drop < 50 @ set1"] is None


def test_a_certain_regression_in_one_demand_is_enough() -> None:
    policy = _policy(NonInferiority(Measure.AVERAGE, 5), Floor(Measure.AVERAGE, 30))
    rows = [_row(case, 31.0 + case % 3) for case in range(120)]
    gate = EarlyGate(policy, rows, [_row(case, 90.0 - case % 5) for case in range(120)], seed=0)
    assert _play(gate, _by_case(rows)) is not None
    assert gate.decided().verdicts["avg drop < 5"] is Verdict.REGRESSION


def test_a_case_counts_once_all_its_epochs_are_in() -> None:
    rows = [_row(case, 20.0, epoch=epoch) for case in range(100) for epoch in (1, 2)]
    base = [_row(case, 95.0, epoch=epoch) for case in range(100) for epoch in (1, 2)]
    gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 5)), rows, base, seed=0)
    for row in rows:
        if row.epoch == 1:
            gate.tell(case_key(row), 1, 20.0)
    assert not gate.certain
    for suite, case, arm, prompting in gate.order.keys[:60]:
        gate.tell((suite, case, arm, prompting), 2, 20.0)
    assert gate.certain


def test_a_case_with_an_answer_in_one_epoch_alone_delays_a_verdict_and_does_not_hinder_it() -> None:
    rows = [_row(case, 95.0, epoch=epoch) for case in range(150) for epoch in (1, 2)]
    one_in_ten = {0, 10}
    gappy = [
        _row(int(row.case_id[-4:]), None, epoch=2) if int(row.case_id[-4:]) % 20 in one_in_ten and row.epoch == 2 else row
        for row in rows
    ]
    found = []
    for told in (rows, gappy):
        gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 30)), rows, rows, seed=0)
        found.append(_play(gate, _by_case(told)) or 151)
        assert gate.decided().verdicts == {"avg drop < 30": Verdict.PASS}
    assert found[0] < found[1] < 151


def test_documents_that_the_baseline_alone_names_widen_the_interval_as_in_the_gate() -> None:
    draw = random.Random(3)  # noqa: S311 - a simulation
    points = [min(max(50 + draw.gauss(-25, 20), 0.0), 100.0) for _ in range(200)]
    bare = [_row(case, one, documents=0) for case, one in enumerate(points)]
    found = []
    for documents in (0, 6):
        base = [_row(case, 50.0, documents=documents) for case in range(200)]
        gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 15)), bare, base, seed=0)
        found.append(_play(gate, _by_case(bare)) or 201)
    assert found[0] < found[1]


def test_a_pass_of_several_demands_takes_each_of_them() -> None:
    policy = _policy(NonInferiority(Measure.AVERAGE, 20), Floor(Measure.AVERAGE, 50), Floor(Measure.PERFECT_RATE, 0.9))
    rows = [_row(case, 90.0 - case % 5) for case in range(200)]
    gate = EarlyGate(policy, rows, rows, seed=0)
    # No answer is perfect: the last demand is violated, and soon.
    assert _play(gate, _by_case(rows)) is not None
    assert gate.decided().verdicts["perfect_rate >= 0.9"] is Verdict.REGRESSION
    without = EarlyGate(_policy(*policy.criteria[:2]), rows, rows, seed=0)
    assert _play(without, _by_case(rows)) is not None
    assert set(without.decided().verdicts.values()) == {Verdict.PASS}


@pytest.mark.parametrize("at_least", [0.05, 0.5, 0.9])
@pytest.mark.parametrize("off", [-0.2, 0.2])
def test_a_floor_near_an_end_of_the_scale_is_decided_early_as_the_gate_does(at_least: float, off: float) -> None:
    share = min(max(at_least + off, 0.0), 1.0)
    rows = [_row(case, 100.0 if (case * 7) % 300 < share * 300 else 40.0) for case in range(300)]
    policy = _policy(Floor(Measure.PERFECT_RATE, at_least))
    found, expected = [], evaluate(policy, rows).verdict.value
    for seed in range(3):
        gate = EarlyGate(policy, rows, None, seed=seed)
        found.append(_play(gate, _by_case(rows)))
        said = next(iter(gate.decided().verdicts.values()))
        assert said is None or said.value == expected
    decided = [number for number in found if number is not None]
    # What is further from the limit than the scale goes on the one side cannot be told from it as soon.
    assert decided or (at_least, off) in {(0.05, -0.2), (0.9, 0.2)}


def test_missing_answers_delay_a_verdict_and_never_hasten_it() -> None:
    rows = [_row(case, 95.0) for case in range(150)]
    gappy = [_row(case, None if case % 5 == 0 else 95.0) for case in range(150)]
    found = []
    for told in (rows, gappy):
        gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 30)), rows, rows, seed=0)
        found.append(_play(gate, _by_case(told)) or 151)
    assert found[0] < found[1]


def test_points_that_change_are_taken_as_they_are_now() -> None:
    rows = [_row(case, 90.0) for case in range(100)]
    gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 5)), rows, rows, seed=0)
    for key in gate.order.keys[:40]:
        suite, case, arm, prompting = key
        gate.tell((suite, case, arm, prompting), 1, 0.0)
    assert gate.certain
    for key in gate.order.keys[:40]:
        suite, case, arm, prompting = key
        gate.tell((suite, case, arm, prompting), 1, 90.0)
    assert not gate.certain


def test_when_all_is_in_the_gate_itself_decides() -> None:
    rows = [_row(case, 60.0 if case % 2 else 90.0) for case in range(40)]
    gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 1)), rows, [_row(case, 76.0) for case in range(40)], seed=0)
    assert _play(gate, _by_case(rows)) is None
    assert gate.decided().complete == {"avg drop < 1"}


def test_items_that_are_not_planned_are_ignored() -> None:
    rows = [_row(case, 90.0) for case in range(30)]
    gate = EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 5)), rows, rows, seed=0)
    assert gate.tell(("mine", "another", "full", "direct"), 1, 0.0) is False


def test_points_off_the_scale_are_refused() -> None:
    with pytest.raises(DataError, match="0 to 100"):
        points_told("scored", 101.0)


def test_a_drop_without_a_baseline_and_an_empty_plan_are_refused() -> None:
    with pytest.raises(SettingsError, match="--lcbench-baseline"):
        EarlyGate(_policy(NonInferiority(Measure.AVERAGE, 5)), [_row(1, None)], None, seed=0)
    with pytest.raises(SettingsError, match="nothing is planned"):
        EarlyGate(_policy(Floor(Measure.AVERAGE, 5)), [], None, seed=0)
