"""Which cases a world has, and what the two options take."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from synthetic_fields import SUBTASKS_OF

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.longbench_v2 import SUBTASKS
from pytest_lcbench.suites.loong_taxonomy import TASK_OF_SUBTASK
from pytest_lcbench.suites.native_format import NativeCase
from pytest_lcbench.suites.synthetic.plan import Planned, plan, read_lengths, read_worlds, shown_worlds

TASK_OF_CHOICE = {subtask: task for task, subtask in SUBTASKS.values()}


OFFERS = {field: dict.fromkeys(subtasks, ("en", "zh")) for field, subtasks in SUBTASKS_OF.items()}


def planned(world: str = "0", lengths: str | None = None) -> list[Planned]:
    return list(plan(read_worlds(world), read_lengths(lengths), OFFERS))


def test_a_world_has_every_subtask_in_every_set_and_language_and_twelve_choices() -> None:
    cases = planned()
    loong = [(case.subtask, case.length.word, case.language) for case in cases if not case.letter]
    wanted = {(subtask, f"set{n}", language) for subtask in TASK_OF_SUBTASK for n in (1, 2, 3, 4) for language in ("en", "zh")}
    assert len(cases) == 100
    assert len(loong) == 88
    assert set(loong) == wanted


@pytest.mark.parametrize("world", range(12))
def test_the_choices_of_a_world_are_even_over_letters_domains_lengths_and_languages(world: int) -> None:
    cases = [case for case in planned(str(world)) if case.letter]
    assert Counter(case.letter for case in cases) == dict.fromkeys("ABCD", 3)
    assert set(Counter((TASK_OF_CHOICE[case.subtask], case.length.word) for case in cases).values()) == {1}
    assert len({TASK_OF_CHOICE[case.subtask] for case in cases}) == 6
    assert Counter(case.language for case in cases) == {"en": 6, "zh": 6}


@pytest.mark.parametrize("worlds", ["0-1", "2-3", "10-19"])
def test_the_letters_of_a_range_are_even_over_pairs_of_worlds(worlds: str) -> None:
    letters = Counter(case.letter for case in planned(worlds, "8K-16K") if case.letter)
    assert len(set(letters.values())) == 1
    assert set(letters) == set("ABCD")


def test_the_letters_do_not_follow_the_domains() -> None:
    orders = {"".join(case.letter for case in planned(str(world), "short")) for world in range(40)}
    assert len(orders) > 20


def test_every_subtask_of_a_domain_has_its_turn() -> None:
    assert {case.subtask for case in planned("0-6") if case.letter} == set(TASK_OF_CHOICE)
    assert {case.subtask for case in planned("0-6", "8K-16K") if case.letter} == set(TASK_OF_CHOICE)


@pytest.mark.parametrize("subtask", ["spotlight_locating", "sequential_enumeration", "range_awareness"])
def test_two_fields_with_the_same_subtask_take_turns(subtask: str) -> None:
    cases = [case for case in planned() if case.subtask == subtask]
    assert Counter((case.field, case.language) for case in cases) == {
        (field, lang): 2 for field in ("financial", "legal") for lang in ("en", "zh")
    }


def test_what_is_planned_in_a_world_does_not_depend_on_what_else_is_asked_for() -> None:
    alone = planned("3", "set2,short")
    among = [case for case in planned("1-5") if case.world == 3 and case.length.word in {"set2", "short"}]
    assert sorted(alone, key=lambda case: case.key) == sorted(among, key=lambda case: case.key)


def test_a_field_that_has_no_case_is_left_out() -> None:
    fields = {"papers": OFFERS["papers"]}
    assert {case.subtask for case in plan((0,), read_lengths(None), fields)} == set(SUBTASKS_OF["papers"])


@pytest.mark.parametrize("lengths", [None, "2K-3K", "8K-16K", "500K-1M", "10500-13k"])
def test_targets_stand_in_their_range_with_a_margin_of_eight_per_cent(lengths: str | None) -> None:
    for case in planned("0-4", lengths):
        assert case.length.low <= case.tokens * 0.92, case
        assert case.tokens * 1.08 <= case.length.high, case


def test_a_subtask_in_one_language_has_cases_in_that_alone() -> None:
    english: dict[str, tuple[str, ...]] = {"code_repo_qa": ("en",), "solitaire": ("en",), "table_qa": ("en", "zh")}
    cases = list(plan(range(4), read_lengths(None), {"one": english, "none": {"link_the_links": ()}}))
    languages = Counter((case.subtask, case.language) for case in cases)
    assert languages == {("solitaire", "en"): 16, ("code_repo_qa", "en"): 8, ("table_qa", "en"): 4, ("table_qa", "zh"): 4}


def test_a_range_replaces_the_sets_for_every_subtask() -> None:
    cases = planned("0", "8K-16K")
    assert {case.length.word for case in cases} == {"len_8k_16k"}
    assert len(cases) == 11 * 2 + 6


def test_names_and_ranges_may_be_mixed_and_repeated() -> None:
    assert [length.word for length in read_lengths(" set2, 8k-16K,SET2 ,0.5M-1M,2500-4K")] == [
        "set2",
        "len_8k_16k",
        "len_500k_1m",
        "len_2500_4k",
    ]


def test_the_word_of_a_range_is_a_word_of_the_native_format() -> None:
    pattern = NativeCase.model_json_schema()["properties"]["length_set"]["pattern"]
    assert pattern == "^[a-z][a-z0-9_]*$"
    assert all(length.word.isidentifier() and length.word.islower() for length in read_lengths("8K-16K,2.125K-3333,0.5M-1M"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "set5",
        "8-16K",
        "8K",
        "16K-8K",
        "8K-8K",
        "1K-4K",
        "500K-2M",
        "8K-9K",
        "8K–16K",
        "set1;set2",
        "set1,",
        "-8K",
        "9" * 20 + "-1M",
        "\x1b[31m",
    ],
)
def test_a_length_that_cannot_be_had_is_one_line_that_says_what_is_valid(text: str) -> None:
    with pytest.raises(SettingsError, match=r"^--lcbench-lengths: .*(8K-16K|2K-1M|fifth)") as caught:
        read_lengths(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("text", "worlds"), [(None, (0,)), ("7", (7,)), ("2-4", (2, 3, 4)), ("4, 1-2,2", (4, 1, 2)), ("999999", (999_999,))]
)
def test_worlds_are_numbers_ranges_and_lists(text: str | None, worlds: tuple[int, ...]) -> None:
    assert read_worlds(text) == worlds


@pytest.mark.parametrize("text", ["", "one", "-1", "3-1", "1,", "1000000", "0-1000", "0-999,5000", "1.5", "１", "9" * 30, "\n"])
def test_a_world_that_cannot_be_had_is_one_line(text: str) -> None:
    with pytest.raises(SettingsError, match=r"^--lcbench-world: ") as caught:
        read_worlds(text)
    assert str(caught.value).isprintable()


def test_worlds_are_shown_as_they_may_be_typed() -> None:
    assert [shown_worlds(read_worlds(text)) for text in ("7", "0-2", "5,1-3,9")] == ["world 7", "worlds 0-2", "worlds 1-3, 5, 9"]


def test_a_thousand_worlds_are_the_most() -> None:
    assert len(read_worlds("0-999")) == 1_000
    assert len(read_worlds("0-999,5")) == 1_000


@pytest.mark.parametrize(
    ("narrow", "least"),
    [("8K-9599", "8K-9600"), ("4K-4799", "4K-4800"), ("2K-2799", "2K-2800"), ("3999-5597", "3999-5599"), ("3.5K-4.8K", "3500-4900")],
)
def test_a_range_is_at_least_a_fifth_wide_and_two_fifths_below_4k(narrow: str, least: str) -> None:
    with pytest.raises(SettingsError, match=rf"is too narrow: .* (a fifth|two fifths) above its start, as in {least}$") as caught:
        read_lengths(narrow)
    assert str(caught.value).isprintable()
    (length,) = read_lengths(least)
    assert length.low < length.aim[0] <= length.aim[1] < length.high


@given(st.integers(2_000, 900_000), st.integers(0, 500_000))
def test_what_is_asked_of_a_field_leaves_room_on_both_sides(low: int, more: int) -> None:
    high = min(max(low + more, -(-low * (7 if low < 4_000 else 6) // 5)), 1_000_000)
    (length,) = read_lengths(f"{low}-{high}") if high * 5 >= low * 6 else read_lengths("8K-16K")
    slack = 1.17 if length.low < 4_000 else 1.08
    assert length.low <= length.aim[0] / slack
    assert length.aim[0] <= length.aim[1]
    assert length.aim[1] * slack <= length.high
