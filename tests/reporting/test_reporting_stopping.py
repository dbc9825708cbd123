"""Early stop: what is decided at the end is decided over the plan that was watched."""

from __future__ import annotations

import json

from pytest_lcbench.reporting.gating import Gating
from pytest_lcbench.reporting.stopping import decided_at_end, early_gate, manifest_items, planned_of
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.policy import Floor, Policy
from pytest_lcbench.statistics.policy_text import GatePolicy

CASES = 120


def _row(case: int, points: float | None = None, documents: tuple[DocumentRow, ...] = ()) -> ResultRow:
    return ResultRow(
        run_id="run",
        suite="mine",
        case_id=f"case-{case:03d}",
        task="comparison",
        subtask="comparison",
        length_set="set1",
        language="en",
        domain="financial",
        model="model",
        state=State.INFRA_ERROR if points is None else State.SCORED,
        points=points,
        documents=documents,
    )


def _gating() -> Gating:
    planned = [_row(case, documents=(DocumentRow(hash="", name=f"d{case // 4}", tokens=None, kept=None),)) for case in range(CASES)]
    return Gating(None, GatePolicy(Policy((Floor(Measure.AVERAGE, 50),))), planned=planned)


def _manifest(cases: int = CASES) -> str:
    # As a session writes it: its blank rows name no documents.
    return json.dumps([[f"test[{case}]", f"key-{case}", _row(case).model_dump(mode="json")] for case in range(cases)])


def test_the_plan_at_the_end_is_the_selected_part_of_the_plan_at_the_start() -> None:
    gating = _gating()
    planned = planned_of(gating, _manifest(30))
    assert planned == list(gating.planned[:30])
    assert all(row.documents for row in planned)


def test_the_same_rows_are_decided_the_same_at_the_end() -> None:
    gating = _gating()
    watched = early_gate(gating, gating.planned, seed=3)
    places = {place: key for key, place in manifest_items(_manifest()).items()}
    rows: dict[str, ResultRow] = {}
    for suite, case, arm, prompting in watched.order.keys:
        number = int(case.removeprefix("case-"))
        row = _row(number, 5.0 + number // 4 % 9)
        rows[places[(suite, case, arm, prompting), 1]] = row
        if watched.tell((suite, case, arm, prompting), 1, row.points):
            break
    assert len(rows) < CASES
    found = decided_at_end(early_gate(gating, planned_of(gating, _manifest()), seed=3), _manifest(), rows)
    assert found == watched.decided()


def test_too_few_rows_decide_nothing() -> None:
    gating = _gating()
    rows = {f"key-{case}": _row(case, 50.0) for case in range(10)}
    assert decided_at_end(early_gate(gating, gating.planned, seed=3), _manifest(), rows) is None
