from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.statistics.labels import NONE, in_order


def test_known_labels_stand_as_in_the_papers() -> None:
    assert in_order(["chain_of_reasoning", "clustering", "comparison", "spotlight_locating"]) == [
        "spotlight_locating",
        "comparison",
        "clustering",
        "chain_of_reasoning",
    ]
    assert in_order(["long", "medium", "short"]) == ["short", "medium", "long"]


def test_numbers_in_labels_count_as_numbers() -> None:
    assert in_order(["64k", "8k", "128k"]) == ["8k", "64k", "128k"]


def test_the_unlabelled_stand_last() -> None:
    assert in_order([NONE, "zebra", "set1"]) == ["set1", "zebra", NONE]


def test_digits_beyond_any_number_are_text() -> None:
    assert in_order(["9" * 10_000, "8"]) == ["8", "9" * 10_000]


@given(st.lists(st.text()), st.randoms())
def test_the_order_of_labels_does_not_depend_on_their_arrival(labels: list[str], random: object) -> None:
    shuffled = list(labels)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert in_order(shuffled) == in_order(labels)
