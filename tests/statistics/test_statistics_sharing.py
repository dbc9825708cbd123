from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.statistics import sharing as module
from pytest_lcbench.statistics.sharing import Sharing

graphs = st.lists(st.lists(st.integers(0, 7), max_size=5), min_size=1, max_size=12)


def kernel(documents: list[list[int]]) -> list[list[float]]:
    """K written out, as the module defines it."""
    sets = [set(names) for names in documents]
    n = len(sets)
    return [
        [
            1.0 if i == j else (len(sets[i] & sets[j]) / math.sqrt(len(sets[i]) * len(sets[j])) if sets[i] and sets[j] else 0.0)
            for j in range(n)
        ]
        for i in range(n)
    ]


@settings(deadline=None)
@given(graphs)
def test_the_figures_are_those_of_the_matrix_written_out(documents: list[list[int]]) -> None:
    k, n = kernel(documents), len(documents)
    sums = [sum(line) for line in k]
    total = sum(sums)
    centred = [[k[i][j] - sums[i] / n - sums[j] / n + total / n / n for j in range(n)] for i in range(n)]
    graph = Sharing.of(documents)
    assert graph.total == pytest.approx(total)
    assert graph.squares == pytest.approx(sum(value * value for line in centred for value in line), abs=1e-9)
    assert graph.documents == len({name for names in documents for name in names})


@settings(deadline=None)
@given(graphs, st.data())
def test_the_quadratic_form_is_that_of_the_matrix_written_out(documents: list[list[int]], data: st.DataObject) -> None:
    n = len(documents)
    vector = data.draw(st.lists(st.floats(-100, 100), min_size=n, max_size=n))
    k = kernel(documents)
    wanted = sum(vector[i] * k[i][j] * vector[j] for i in range(n) for j in range(n))
    assert Sharing.of(documents).quadratic(vector) == pytest.approx(wanted, rel=1e-9, abs=1e-6)


@settings(deadline=None)
@given(graphs)
def test_the_largest_eigenvalue_is_between_the_mean_one_and_the_root_of_the_squares(documents: list[list[int]]) -> None:
    graph = Sharing.of(documents)
    assert 1 <= graph.largest <= max(1.0, math.sqrt(graph.squares)) * (1 + 1e-9)


def test_balanced_groups_have_the_eigenvalue_of_their_size() -> None:
    graph = Sharing.of([[group] for group in range(5) for _ in range(8)] + [[0]])
    assert graph.largest == pytest.approx(9, rel=0.12)
    assert graph.overlap == pytest.approx((9**2 + 4 * 8**2) / 41 - 1)


def test_nothing_shared_and_everything_shared_tell_nothing_of_the_documents() -> None:
    assert Sharing.of([[1], [2], [], []]).spread == 0
    assert Sharing.of([["a", "b"]] * 6).spread == 0
    assert Sharing.of([["a"]]).spread == 0
    assert Sharing.of([]).overlap == 0


def test_a_dense_graph_is_sampled_close_to_its_exact_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    seeded = random.Random(1)  # noqa: S311 - a reproducible graph
    documents = [[f"own {case}", *seeded.sample(range(30), seeded.randint(2, 15))] for case in range(400)]
    exact = Sharing.of(documents)
    monkeypatch.setattr(module, "EXACT_UP_TO", 16)
    sampled = Sharing.of(documents)
    assert sampled.squares != exact.squares
    assert sampled.squares == pytest.approx(exact.squares, rel=0.1)
