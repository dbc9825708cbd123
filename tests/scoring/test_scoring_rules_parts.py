"""The parts of the rules scorer: figures, periods, names, structures, mentions."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.scoring.rules.mentions import find_mentions
from pytest_lcbench.scoring.rules.names import Directory, company_key, name_key, near, spell_judgments
from pytest_lcbench.scoring.rules.numbers import chinese_number, english_number, equal, find_figures
from pytest_lcbench.scoring.rules.periods import find_periods
from pytest_lcbench.scoring.rules.structures import find_structures, merged
from pytest_lcbench.scoring.rules.text import clean, declines, stated_part


def value(text: str) -> Decimal:
    (figure,) = find_figures(clean(text))
    return figure.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("144,480.00", "144480"),
        ("$9,932,000", "9932000"),
        ("($0.54)", "-0.54"),
        ("-$0.04", "-0.04"),
        ("$ (0.63)", "-0.63"),
        ("$(3,121) in thousands", "-3121000"),
        ("$3,539 in thousands", "3539000"),
        ("$ 223,745", "223745"),
        ("$1.5bn", "1500000000"),
        ("3.2M", "3200000"),
        ("1066.59亿元", "106659000000"),
        ("86.25万", "862500"),
        ("三点五亿", "350000000"),
        ("一千二百三十四元", "1234"),
        ("负三点五元", "-3.5"),
        ("１，２３４", "1234"),
        ("−5.25", "-5.25"),
        ("37 cents", "0.37"),
        ("four million eight hundred thousand dollars", "4800000"),
    ],
)
def test_a_figure_is_read_with_its_sign_and_unit(text: str, expected: str) -> None:
    assert value(text) == Decimal(expected)


@pytest.mark.parametrize(
    ("gold", "claim", "same"),
    [
        ("1,066,590,000", "1.07 billion", True),
        ("1,066,590,000", "1.06 billion", False),
        ("1,066,590,000", "1.1 billion", False),
        ("0.54", "-0.54", False),
        ("5.04%", "0.0504", True),
        ("5.04%", "$5.04", False),
        ("106%", "106 percent", True),
        ("$4,539 in thousands", "4.539 million", True),
        ("$4,539 in thousands", "$4,539", False),
        ("0.16", "0.2", False),
        ("100,000,000", "99,999,999", False),
    ],
)
def test_equality_follows_the_digits_shown(gold: str, claim: str, same: bool) -> None:
    assert equal(find_figures(gold)[0], find_figures(claim)[0]) is same


@given(st.integers(min_value=0, max_value=10**9))
def test_a_plain_figure_survives_its_writing(number: int) -> None:
    figures = find_figures(f"it is {number:,}.00")
    assert [figure.value for figure in figures] == [Decimal(number)]


@pytest.mark.parametrize(
    ("text", "number"), [("十二", 12), ("二〇二四", 2024), ("三千零五", 3005), ("一亿零二万", 100020000), ("两百", 200)]
)
def test_chinese_numerals_are_read(text: str, number: int) -> None:
    assert chinese_number(text) == number


def test_a_foreign_character_is_no_chinese_numeral() -> None:
    with pytest.raises(ValueError, match="numeral"):
        chinese_number("三x")


def test_english_numbers_are_read() -> None:
    assert english_number("two hundred and five") == 205
    assert english_number("a lot") is None


@pytest.mark.parametrize(
    "text",
    [
        "2024Q1",
        "2024年第一季度",
        "2024年一季度",
        "first quarter of 2024",
        "Q1 FY2024",
        "Q1 2024",
        "24年一季度",
        "二〇二四年第一季度",
        "2024年3月31日",
        "March 31, 2024",
    ],
)
def test_a_quarter_is_read_however_it_is_written(text: str) -> None:
    assert [period.key for period in find_periods(clean(text))] == [(2024, 1)]


def test_years_inside_figures_are_no_periods() -> None:
    assert find_periods("$2,023 and 12,020,000 and 2019.5 and GPT2024") == []


def test_names_differ_by_their_figures_but_not_by_their_punctuation() -> None:
    assert name_key("# Pre-Training: a “View” ") == name_key("Pretraining, A View")
    assert name_key("GPT-4") != name_key("GPT-4V")
    assert not near("# GPT-4 Technical Report ", "GPT-4V Technical Report")
    assert near("# A Survey on Language Model Agents ", "A Survey of Language Model Agents")
    assert company_key("Broad Bank CORP \\DE\\") == company_key("BROAD BANK")
    assert company_key("青山科技股份有限公司") == company_key("青山科技")


@pytest.mark.parametrize(
    ("text", "judgments"),
    [
        ("判决文书3", [3]),
        ("第三份判决文书", [3]),
        ("Judgment 3", [3]),
        ("判决文书1、3和12", [1, 3, 12]),
        ("判决文书2至4", [2, 3, 4]),
        ("第1份、第2份判决文书", [1, 2]),
        ("以上判决文书一共有两份", []),
    ],
)
def test_judgments_are_spelled_one_way(text: str, judgments: list[int]) -> None:
    spelled = spell_judgments(clean(text))
    assert [f"《判决文书{number}》" in spelled for number in judgments] == [True] * len(judgments)
    assert spelled.count("《判决文书") == len(judgments)


def test_a_list_number_after_a_judgment_makes_no_other_judgment() -> None:
    text = "1. 《判决文书1》\n2. 《判决文书3》"
    directory = Directory(["《判决文书1》", "《判决文书12》", "《判决文书3》"])
    assert [mention.index for mention in find_mentions(text, directory)] == [0, 2]


def test_a_name_is_found_whole_and_the_longest_wins() -> None:
    directory = Directory(["GPT-4", "GPT-4V", "Acme"])
    assert [mention.index for mention in find_mentions("GPT-4V and GPT 4, not Acmes", directory)] == [1, 0]


def test_denied_names_are_marked() -> None:
    directory = Directory(["Acme Corp", "Globex Ltd", "Initech LLC"])
    marks = [mention.denied for mention in find_mentions("Not Acme or Globex but Initech.", directory)]
    assert marks == [True, True, False]


PLAIN = st.characters(exclude_characters="'\"`\\\n", exclude_categories=["Cs", "Cc", "Zs"])
JSON = st.recursive(
    st.text(alphabet=PLAIN, min_size=1, max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcdef"), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(JSON, max_size=4) | st.dictionaries(st.sampled_from("abcdef"), JSON, min_size=1, max_size=4))
def test_json_and_python_writing_come_back_as_they_were(written: Any) -> None:
    for text in (json.dumps(written), json.dumps(written, indent=2), str(written)):
        found = find_structures(f"Sure. {text} Done.")
        assert [item.value for item in found] == [written]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{'a': ['x',],}", {"a": ["x"]}),
        ("{'a': 'Women's Inc.'}", {"a": "Women's Inc."}),
        ('{"a": "say "no" now"}', {"a": 'say "no" now'}),
        ("{a: [b c, d], e: 1,234.5}", {"a": ["b c", "d"], "e": "1,234.5"}),
        ('{"a": ["x"], "b": ["y', {"a": ["x"], "b": ["y"]}),
        ("[see this {'a': ['x']}", {"a": ["x"]}),
        ('{"a": 1, "a": 2}', {"a": ["1", "2"]}),
    ],
)
def test_sloppy_structures_are_read(text: str, expected: Any) -> None:
    assert find_structures(text)[-1].value == expected


def test_one_answer_in_two_pieces_is_joined() -> None:
    text = '{"Reference": ["x"]}, {"Citation": []}'
    assert [item.value for item in merged(find_structures(text), text)] == [{"Reference": ["x"], "Citation": []}]


def test_declining_and_stating_are_told_apart() -> None:
    assert declines("This cannot be determined.")
    assert declines("无法确定")
    assert not declines("It is 5.")
    assert stated_part("So.\nAnswer: **5**\n\nBecause") == "5**"
    assert stated_part("No marker here") is None
