"""Item names, marker words and the sample."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.items import item_ids, marker_names, select_sample
from pytest_lcbench.suites.loong import LoongSuite

CASE = Case(
    suite="loong",
    id="835a4005-8c32-4083-b52d-4e014d1d35f5",
    task="chain_of_reasoning",
    subtask="citation_chain",
    length_set="set3",
    language="en",
    domain="paper",
    question="",
    instruction="i",
    gold=["a"],
    answer_kind=AnswerKind.CHAIN,
    documents=(DocumentRef("a"),),
)
ids = st.lists(
    st.text(min_size=1, max_size=12) | st.sampled_from(["contract-1", "contract-11", "contract", "contract-", "case.2"]),
    max_size=12,
    unique=True,
)


def named(*case_ids: str) -> list[Case]:
    return [replace(CASE, id=case_id) for case_id in case_ids]


def test_a_name_says_where_the_case_stands() -> None:
    assert item_ids([CASE]) == ["citation_chain-set3-en-paper-835a4005"]


def test_a_domain_that_repeats_the_task_is_left_out_and_difficulty_is_said() -> None:
    case = replace(
        CASE,
        id="66ec356a4b9",
        task="multi_document_qa",
        domain="multi_document_qa",
        subtask="multi_document_academic",
        length_set="short",
        difficulty="easy",
    )
    assert item_ids([case]) == ["multi_document_academic-short-en-easy-66ec356a"]


def test_names_that_would_be_the_same_take_more_of_the_id() -> None:
    assert [name.rsplit("paper-", 1)[1] for name in item_ids(named("contract-renewal-07", "contract-renewal-08", "other"))] == [
        "contract-renewal-07",
        "contract-renewal-08",
        "other",
    ]


@given(ids)
def test_names_are_unique_and_plain(case_ids: list[str]) -> None:
    names = item_ids(named(*case_ids))
    assert len(set(names)) == len(names) == len(case_ids)
    assert all(re.fullmatch(r"[A-Za-z0-9_.+-]+", name) for name in names)


def test_names_do_not_depend_on_the_order_of_the_file() -> None:
    cases = named("contract-1", "contract-11", "合同", "契約", "contract", "contract-")
    assert dict(zip((case.id for case in cases), item_ids(cases), strict=True)) == dict(
        zip((case.id for case in reversed(cases)), item_ids(cases[::-1]), strict=True)
    )


def test_the_official_names_are_unique_and_short(shared_data: Path) -> None:
    names = item_ids(LoongSuite(shared_data / "loong").cases())
    assert len(set(names)) == 1600
    assert max(map(len, names)) < 60


def test_markers_are_the_words_of_the_suite() -> None:
    case = replace(CASE, suite="longbench-v2", difficulty="hard")
    assert marker_names(case) == ("citation_chain", "chain_of_reasoning", "set3", "en", "paper", "hard", "longbench_v2")


def test_a_word_said_twice_is_one_marker() -> None:
    assert marker_names(replace(CASE, task="citation_chain")).count("citation_chain") == 1


@pytest.mark.parametrize(
    ("word", "marker"), [("skip", "skip_"), ("parametrize", "parametrize_"), ("or", "or_"), ("2nd", "_2nd"), ("a-b c", "a_b_c")]
)
def test_a_word_that_pytest_would_act_upon_is_changed(word: str, marker: str) -> None:
    assert marker in marker_names(replace(CASE, task=word))
    assert word not in marker_names(replace(CASE, task=word))


@given(st.text(min_size=1))
def test_every_marker_is_an_identifier(word: str) -> None:
    assert all(marker.isidentifier() and marker.isascii() for marker in marker_names(replace(CASE, task=word, suite=word)))


def strata(**sizes: int) -> list[Case]:
    return [replace(CASE, subtask=subtask, id=f"{subtask}-{i}") for subtask, size in sizes.items() for i in range(size)]


@pytest.mark.parametrize("n", [1, 7, 50, 100])
def test_a_sample_has_its_size_and_the_proportions_of_the_suite(n: int) -> None:
    sizes = {"a": 50, "b": 30, "c": 19, "d": 1}
    chosen = select_sample(strata(**sizes), n, 0)
    assert len(chosen) == n
    for subtask, count in Counter(case.subtask for case in chosen).items():
        assert abs(count - n * sizes[subtask] / 100) < 1


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 9), min_size=1), st.integers(1, 60), st.integers())
def test_any_sample_keeps_the_order_and_repeats_nothing(sizes: dict[str, int], n: int, seed: int) -> None:
    cases = strata(**sizes)
    chosen = select_sample(cases, n, seed)
    places = [cases.index(case) for case in chosen]
    assert len(chosen) == min(n, len(cases))
    assert places == sorted(set(places))


def test_a_sample_is_the_same_everywhere_and_another_by_seed() -> None:
    cases = strata(a=40, b=40)
    assert [case.id for case in select_sample(cases, 4, 7)] == [case.id for case in select_sample(list(cases), 4, 7)]
    assert [case.id for case in select_sample(cases, 4, 7)] == ["a-1", "a-32", "b-21", "b-25"]
    assert select_sample(cases, 4, 7) != select_sample(cases, 4, 8)


def test_a_sample_drawn_does_not_depend_on_the_order_of_the_file() -> None:
    cases = strata(a=40, b=40)
    assert {case.id for case in select_sample(cases, 5, 3)} == {case.id for case in select_sample(cases[::-1], 5, 3)}


def test_a_sample_of_all_or_more_is_all() -> None:
    cases = strata(a=3, b=2)
    assert select_sample(cases, 5, 0) == select_sample(cases, 99, 0) == cases


@pytest.mark.parametrize("n", [0, -1])
def test_a_sample_of_none_is_refused(n: int) -> None:
    with pytest.raises(SettingsError, match="--lcbench-sample"):
        select_sample(strata(a=3), n, 0)
