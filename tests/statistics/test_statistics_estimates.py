from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statistics_rows import failure, row

from pytest_lcbench.running.row import DocumentRow
from pytest_lcbench.statistics.cells import make_cell
from pytest_lcbench.statistics.estimates import estimate_average, estimate_both, estimate_perfect_rate
from pytest_lcbench.statistics.intervals import estimate
from pytest_lcbench.statistics.sharing import Sharing
from pytest_lcbench.suites.loong import LoongSuite


def documents(*hashes: str) -> tuple[DocumentRow, ...]:
    return tuple(DocumentRow(hash=one, name=f"n{one}", tokens=1, kept=1) for one in hashes)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 5), st.one_of(st.none(), st.just(100.0), st.floats(0, 100))), max_size=15, unique_by=lambda x: x)
)
def test_the_estimates_stand_beside_the_figures_of_the_cell(drawn: list[tuple[int, float | None]]) -> None:
    rows = [row(f"c{case}", points, epoch=epoch) for epoch, (case, points) in enumerate(drawn, 1)]
    cell = make_cell(rows)
    average, rate = estimate_both(rows)
    assert (None if average is None else average.mean) == (None if cell.average is None else pytest.approx(cell.average))
    assert (None if rate is None else rate.mean) == (None if cell.perfect_rate is None else pytest.approx(cell.perfect_rate))


def test_epochs_of_a_case_are_one_case() -> None:
    once = [row(f"c{case}", case * 10.0) for case in range(10)]
    twice = [one.model_copy(update={"epoch": epoch}) for one in once for epoch in (1, 2)]
    assert estimate_average(twice) == estimate_average(once)


def test_a_model_failure_is_a_0_and_a_missing_case_is_none() -> None:
    found = estimate_average([row("a", 100.0), failure("b"), row("c", None)])
    assert found is not None
    assert (found.mean, found.n) == (50.0, 2)


def test_documents_are_told_by_their_hash_and_without_one_by_their_name() -> None:
    rows = [row("a", 10.0, documents=documents("x", "y")), row("b", 20.0, documents=documents("y", "z"))]
    found = estimate_average(rows)
    assert found is not None
    assert found.documents == 3
    nameless = [one.model_copy(update={"documents": (DocumentRow(hash="", name="same", tokens=None, kept=None),)}) for one in rows]
    found = estimate_average(nameless)
    assert found is not None
    assert found.documents == 1


def test_the_same_document_in_two_suites_is_two() -> None:
    rows = [row("a", 10.0, documents=documents("x")), row("b", 20.0, suite="other", documents=documents("x"))]
    found = estimate_average(rows)
    assert found is not None
    assert found.documents == 2


def test_several_arms_of_a_case_have_no_estimate_together() -> None:
    rows = [row("a", 10.0), row("a", 20.0, arm="rag"), row("b", 30.0)]
    assert estimate_average(rows) is None
    assert estimate_perfect_rate(rows) is None
    assert estimate_both(rows) == (None, None)
    assert estimate_average([row("a", None)]) is None


def test_rows_in_any_order_give_the_same_numbers_to_the_last_bit() -> None:
    rows = [row(f"c{case}", case * 37 % 101 / 3, documents=documents(f"{case % 7}", f"{case % 5}")) for case in range(60)]
    shuffled = list(rows)
    random.Random(3).shuffle(shuffled)  # noqa: S311 - a reproducible order
    assert estimate_average(shuffled) == estimate_average(rows)


def test_all_of_loong_takes_well_under_a_fifth_of_a_second(shared_data: Path) -> None:
    cases = LoongSuite(shared_data / "loong").cases()
    names = [[(case.domain, one.name) for one in case.documents] for case in cases]
    values = [float(case * 37 % 101) for case in range(len(cases))]
    taken = []
    for _ in range(3):
        start = time.process_time()
        graph = Sharing.of(names)
        estimate(values, graph).interval()
        taken.append(time.process_time() - start)
    assert (graph.cases, graph.documents) == (1600, 1821)
    assert min(taken) < 0.2
