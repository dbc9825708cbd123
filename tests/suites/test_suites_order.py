"""The order of cases: blocks that stand for what remains."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.order import SMALLEST_BLOCK, Key, Order, case_order, stratified_order
from pytest_lcbench.suites.registry import load_suite

Strata = dict[Key, tuple[str, ...]]


def strata_of(sizes: list[int]) -> Strata:
    return {("s", f"{place}-{number}"): (f"{place:03}",) for place, size in enumerate(sizes) for number in range(size)}


def counts(keys: tuple[Key, ...], strata: Strata) -> Counter[tuple[str, ...]]:
    return Counter(strata[key] for key in keys)


def worst_deviation(order: Order, strata: Strata) -> float:
    """Return how far a prefix, of any length, is from its share of a stratum at most, in cases."""
    whole = Counter(strata.values())
    seen: Counter[tuple[str, ...]] = Counter()
    worst = 0.0
    for number, key in enumerate(order.keys, start=1):
        seen[strata[key]] += 1
        worst = max(worst, *(abs(seen[path] - number * size / len(strata)) for path, size in whole.items()))
    return worst


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12), st.integers(0, 10**6), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_every_case_is_in_the_order_once_and_no_block_is_empty(sizes: list[int], seed: int, looks: int) -> None:
    strata = strata_of(sizes)
    order = stratified_order(strata, seed=seed, looks=looks)
    assert sorted(order.keys) == sorted(strata)
    assert all(order.blocks)
    assert len(order.blocks) <= min(looks, max(1, len(strata) // SMALLEST_BLOCK))


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_block_holds_its_share_of_what_remains_of_every_stratum_to_within_one_case(sizes: list[int], seed: int) -> None:
    strata = strata_of(sizes)
    order = stratified_order(strata, seed=seed, looks=10)
    remaining = Counter(strata.values())
    planned = max(1, min(10, len(strata) // SMALLEST_BLOCK))
    if len(order.blocks) != planned:
        return  # a block that came out empty was left out; what it left is not told
    for left, block in zip(range(planned, 0, -1), order.blocks, strict=True):
        taken = counts(block, strata)
        assert all(size // left <= taken[path] <= -(-size // left) for path, size in remaining.items())
        remaining -= taken


@pytest.mark.parametrize("seed", range(5))
def test_every_prefix_is_nearly_proportional(seed: int) -> None:
    strata = strata_of([143, 87, 70, 250, 270, 121, 100, 130, 113, 66, 250])
    assert worst_deviation(stratified_order(strata, seed=seed), strata) < 7


def test_strata_keep_their_share_better_than_in_a_plain_shuffle() -> None:
    strata = strata_of([36] * 44)
    plain = dict.fromkeys(strata, ("all",))
    stratified, shuffled = 0.0, 0.0
    for seed in range(10):
        stratified += worst_deviation(stratified_order(strata, seed=seed), strata)
        shuffled += worst_deviation(stratified_order(plain, seed=seed), strata)
    assert stratified < 0.6 * shuffled


def test_a_case_is_in_the_first_block_with_the_same_probability_whatever_its_stratum() -> None:
    strata = strata_of([3, 1, 17, 9])
    first: Counter[str] = Counter()
    for seed in range(4000):
        first.update(key[1] for key in stratified_order(strata, seed=seed, looks=6).blocks[0])
    expected = 4000 / 6
    # Five standard deviations of a binomial count.
    assert all(abs(first[key[1]] - expected) < 5 * (expected * 5 / 6) ** 0.5 for key in strata)


def test_the_next_block_does_not_depend_on_which_cases_of_a_stratum_were_seen() -> None:
    strata = strata_of([6, 4])
    pairs: Counter[bool] = Counter()
    for seed in range(4000):
        order = stratified_order(strata, seed=seed, looks=2)
        pairs["0-0" in {key[1] for key in order.blocks[0]}] += 1
    assert abs(pairs[True] - 2000) < 5 * 1000**0.5


def test_the_order_in_which_cases_are_given_does_not_matter() -> None:
    strata = strata_of([5, 9, 20])
    assert stratified_order(strata, seed=3) == stratified_order(dict(reversed(strata.items())), seed=3)


def test_another_seed_gives_another_order() -> None:
    strata = strata_of([5, 9, 20])
    assert stratified_order(strata, seed=3) != stratified_order(strata, seed=4)


def test_the_order_is_the_same_in_another_process_under_another_hash_seed() -> None:
    code = (
        "from pytest_lcbench.suites.order import stratified_order as o;"
        "s={('s',f'{p}-{n}'):(str(p),) for p,z in enumerate((5,9,20)) for n in range(z)};"
        "print(o(s, seed=7).blocks)"
    )
    root = Path(__file__).parents[2]
    told = {
        subprocess.run(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    strata: Strata = {("s", f"{p}-{n}"): (str(p),) for p, z in enumerate((5, 9, 20)) for n in range(z)}
    assert told == {f"{stratified_order(strata, seed=7).blocks}\n"}


def test_an_order_of_no_looks_is_refused() -> None:
    with pytest.raises(SettingsError, match="at least 1 look"):
        stratified_order(strata_of([4]), seed=0, looks=0)


def test_no_cases_make_an_order_without_blocks() -> None:
    assert stratified_order({}, seed=0) == Order(())


def test_a_case_planned_twice_is_refused(shared_data: Path) -> None:
    cases = load_suite("loong", shared_data / "loong" / "loong.jsonl").cases()
    with pytest.raises(SettingsError, match="planned twice"):
        case_order([*cases, cases[0]], seed=0)


def test_loongs_cases_keep_the_share_of_subtask_and_set_at_every_look(shared_data: Path) -> None:
    cases = load_suite("loong", shared_data / "loong" / "loong.jsonl").cases()
    order = case_order(cases, seed=11)
    strata: Strata = {(case.suite, case.id): (case.subtask, case.length_set) for case in cases}
    assert len(order.keys) == 1600
    assert len(order.blocks) == 50
    assert worst_deviation(order, strata) < 7


def test_a_gate_slice_is_a_stratum_of_its_own(shared_data: Path) -> None:
    cases = load_suite("loong", shared_data / "loong" / "loong.jsonl").cases()[:200]
    slices: dict[Key, str] = {(case.suite, case.id): str(place % 2) for place, case in enumerate(cases)}
    order = case_order(cases, seed=11, slices=slices)
    assert order != case_order(cases, seed=11)
    assert sorted(order.keys) == sorted(slices)
