"""What the estimate says a gate could tell."""

from __future__ import annotations

from pathlib import Path

from reporting_rows import RUN, row

from pytest_lcbench.reporting.gating import Gating, read_gating
from pytest_lcbench.reporting.power_report import power_lines
from pytest_lcbench.reporting.saved_runs import SavedRun
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.statistics.power import Plan, sd_of_differences, smallest_detectable_drop, verdict_chances


def rows(cases: int, *, documents: int = 0, epochs: int = 1) -> list[ResultRow]:
    return [
        row(
            f"c{case}",
            None,
            epoch=epoch + 1,
            length_set=f"set{case % 2 + 1}",
            documents=(DocumentRow(hash="", name=f"d{case % documents}", tokens=None, kept=None),) if documents else (),
        )
        for case in range(cases)
        for epoch in range(epochs)
    ]


def figures(plan: Plan) -> str:
    """The line of a plan: smallest drop and chances, spaces squeezed."""
    drops = (0.0, plan.margin, 2 * plan.margin)
    chances = [verdict_chances(plan, drop) for drop in drops]
    told = " ".join(f"{one.passing * 100:.0f} / {one.cannot_tell * 100:.0f} / {one.regression * 100:.0f}" for one in chances)
    return f"{smallest_detectable_drop(plan):.1f} {told}"


def squeezed(gating: Gating, planned: list[ResultRow]) -> list[str]:
    return [" ".join(line.split()) for line in power_lines(gating, planned)]


def test_without_a_policy_a_margin_of_five_is_assumed_and_said() -> None:
    lines = squeezed(Gating(None, None), rows(300))
    assert "no policy is given, so a margin of 5 points at error 0.05 is assumed" in lines[0]
    for sd in (25.0, 30.0, 40.0):
        assert f"{sd} none shared {figures(Plan(300, 5.0, sd))}" in lines


def test_epochs_of_a_case_are_one_case() -> None:
    assert squeezed(Gating(None, None), rows(40, epochs=3)) == squeezed(Gating(None, None), rows(40))


def test_shared_documents_stand_with_three_shares() -> None:
    lines = squeezed(Gating(None, None), rows(200, documents=20))
    found = [line.split()[:3] for line in lines if line.startswith("30.0 ")]
    assert [share for _, share, _ in found] == ["0", "0.1", "0.3"]
    drops = [float(drop) for _, _, drop in found]
    assert drops == sorted(drops)
    assert drops[0] < drops[2]


def test_each_drop_of_the_policy_stands_with_all_its_demands_allowed_for(tmp_path: Path) -> None:
    planned = rows(200)
    saved = SavedRun(tmp_path, (), RUN)
    gating = read_gating("avg drop < 4; avg drop < 9 @ set1; avg >= 20; error = 0.1", saved, planned, tmp_path)
    lines = squeezed(gating, planned)
    assert f"30.0 none shared {figures(Plan(200, 4.0, 30.0, 0.1, 3))}" in lines
    assert "avg drop < 9 @ set1: 100 cases" in lines
    assert f"40.0 none shared {figures(Plan(100, 9.0, 40.0, 0.1, 3))}" in lines
    assert any(line.startswith("floors and drops of the perfect rate are not predicted") for line in lines)


def test_a_baselines_own_spread_takes_the_place_of_the_usual_ones(tmp_path: Path) -> None:
    planned = rows(100)
    old = tuple(one.model_copy(update={"state": "scored", "points": 100.0 * (case % 2)}) for case, one in enumerate(planned))
    saved = SavedRun(tmp_path, tuple(ResultRow(**dict(one)) for one in old), RUN)
    lines = squeezed(read_gating("avg drop < 5", saved, planned, tmp_path), planned)
    sd = sd_of_differences(50.2519, 0.5)
    assert f"{sd:.1f} (baseline's 50.3, correlation 0.5) none shared" in " | ".join(lines)
    assert not any(line.startswith("30.0 ") for line in lines)


def test_slices_under_twenty_cases_are_said_to_be_never_judged() -> None:
    assert "avg drop < 5: 19 cases; under 20 are never judged: always cannot tell" in squeezed(Gating(None, None), rows(19))


def test_a_plan_that_can_call_no_drop_says_so() -> None:
    assert any(" over 100 " in line for line in squeezed(Gating(None, None), rows(25, documents=2)))
