from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.scoring.official_rating import official_rating


@pytest.mark.parametrize(
    ("reply", "rating"),
    [
        ("Rating: [[80]]", 80.0),
        ("[[10]] as an example, mine is [[90]]", 10.0),  # the first counts
        ("see document [3]; Rating: [[70]]", 70.0),  # double brackets before single ones
        ("see document [3]", 3.0),  # a citation is a rating, officially
        ("[[2024]]", 2024.0),  # no range
        ("[[.5]]", 0.5),
        ("[[7.5]]", 7.5),
        ("[[ 80 ]]", None),
        ("[[80/100]]", None),
        ("[[-5]]", None),
        ("", None),
    ],
)
def test_a_reply_is_read_as_the_released_script_reads_it(reply: str, rating: float | None) -> None:
    assert official_rating(reply) == rating


def test_real_replies_are_read_as_the_official_parser_did(shared_data: Path) -> None:
    rows = [json.loads(line) for line in (shared_data / "loong" / "judged_294.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [official_rating(row["eval_response"]) for row in rows] == [row["score"] for row in rows]


def test_a_megabyte_of_digits_is_read_at_once() -> None:
    assert official_rating("[" * 1000 + "1" * 1_000_000) is None


@given(st.text(alphabet="[]0123456789. x"))
def test_any_reply_gives_a_number_or_nothing(reply: str) -> None:
    found = official_rating(reply)
    assert found is None or found >= 0
