from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.items import select_shard, selection_hash
from pytest_lcbench.suites.loong import LoongSuite


def _case(number: int, subtask: str = "s", length: str = "set1", suite: str = "mine") -> Case:
    return Case(
        suite=suite,
        id=f"c{number}",
        task=subtask,
        subtask=subtask,
        length_set=length,
        language="en",
        domain="d",
        question="q",
        instruction="",
        gold="g",
        answer_kind=AnswerKind.VALUE,
        documents=(),
    )


SELECTIONS = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(["set1", "set2"])), min_size=1, max_size=40).map(
    lambda places: [_case(number, *place) for number, place in enumerate(places)]
)


@given(SELECTIONS, st.integers(1, 8), st.integers(0, 3))
def test_the_parts_are_disjoint_and_together_whole(cases: list[Case], count: int, seed: int) -> None:
    count = min(count, len(cases))
    parts = [select_shard(cases, index, count, seed) for index in range(1, count + 1)]
    assert sorted(case.id for part in parts for case in part) == sorted(case.id for case in cases)


@given(SELECTIONS, st.integers(1, 8))
def test_parts_differ_by_at_most_one_case_in_size_and_in_every_stratum(cases: list[Case], count: int) -> None:
    count = min(count, len(cases))
    parts = [select_shard(cases, index, count, 0) for index in range(1, count + 1)]
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    for stratum in {(case.subtask, case.length_set) for case in cases}:
        sizes = [sum((case.subtask, case.length_set) == stratum for case in part) for part in parts]
        assert max(sizes) - min(sizes) <= 1


@given(SELECTIONS, st.randoms(use_true_random=False))
def test_the_order_that_cases_come_in_plays_no_part(cases: list[Case], random: Random) -> None:
    mixed = random.sample(cases, len(cases))
    count = min(3, len(cases))
    assert {case.id for case in select_shard(cases, 1, count, 5)} == {case.id for case in select_shard(mixed, 1, count, 5)}


def test_another_seed_divides_otherwise() -> None:
    cases = [_case(number) for number in range(40)]
    assert select_shard(cases, 1, 4, 0) != select_shard(cases, 1, 4, 1)


def test_a_part_keeps_the_order_of_the_cases() -> None:
    cases = [_case(number) for number in range(40)]
    numbers = [int(case.id[1:]) for case in select_shard(cases, 2, 4, 0)]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(("index", "count"), [(0, 4), (5, 4), (-1, 4), (1, 0)])
def test_a_part_that_is_not_there_is_refused(index: int, count: int) -> None:
    with pytest.raises(SettingsError, match="there are shards 1 to"):
        select_shard([_case(number) for number in range(9)], index, count, 0)


def test_more_parts_than_cases_are_refused() -> None:
    with pytest.raises(SettingsError, match="2 cases are selected, which make at most 2 shards"):
        select_shard([_case(0), _case(1)], 1, 3, 0)


def test_the_hash_of_a_selection_depends_on_which_cases_alone() -> None:
    one, two = _case(1), _case(2)
    assert selection_hash([one, two]) == selection_hash([two, one]) != selection_hash([one])
    assert selection_hash([one]) != selection_hash([_case(1, suite="other")])


def test_loong_in_four_keeps_its_proportions(shared_data: Path) -> None:
    cases = LoongSuite(shared_data / "loong").cases()
    parts = [select_shard(cases, index, 4, 0) for index in (1, 2, 3, 4)]
    assert [len(part) for part in parts] == [400] * 4
    for part in parts:
        sets = Counter(case.length_set for case in part)
        assert all(abs(sets[name] - whole / 4) < 8 for name, whole in (("set1", 323), ("set2", 564), ("set3", 481), ("set4", 232)))


def test_the_hash_seed_of_the_process_plays_no_part() -> None:
    code = (
        "import json; from pytest_lcbench.suites.case import AnswerKind, Case; from pytest_lcbench.suites.items import select_shard;"
        "kind = AnswerKind.VALUE;"
        "cases = [Case('s', f'c{n}', 't', f's{n % 3}', f'set{n % 2}', 'en', 'd', 'q', '', 'g', kind, ()) for n in range(50)];"
        "print(json.dumps([case.id for case in select_shard(cases, 2, 3, 7)]))"
    )
    told = []
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True)  # noqa: S603 - our code
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
