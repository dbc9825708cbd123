"""What holds for any gold and any response: no exception, 0 to 100, the gold itself is perfect, time linear in length."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case

KINDS = [kind for kind in AnswerKind if kind is not AnswerKind.CHOICE]
QUIET = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

WORDS = st.text(alphabet=st.sampled_from("abcXYZ 019.,:;-$()%《》判决文书一二三亿万元'\"#\\{}[]\n无是不为年"), min_size=0, max_size=40)
ANYTHING = st.text(max_size=200)
NAMES = st.text(min_size=1, max_size=30).filter(lambda text: any(not char.isspace() and char not in "#\"'`*" for char in text))
GOLDS: dict[AnswerKind, st.SearchStrategy[Any]] = {
    AnswerKind.VALUE: NAMES | st.decimals(allow_nan=False, allow_infinity=False, places=2).map(lambda figure: f"{figure:,f}"),
    AnswerKind.NAMES: NAMES | st.lists(NAMES, min_size=1, max_size=4),
    AnswerKind.ORDERED: NAMES | st.lists(NAMES, min_size=1, max_size=4),
    AnswerKind.GROUPS: st.dictionaries(NAMES, st.lists(NAMES, max_size=4), min_size=1, max_size=4),
    AnswerKind.PAIRS: st.dictionaries(NAMES, NAMES, min_size=1, max_size=5),
    AnswerKind.CHAIN: st.lists(NAMES, min_size=1, max_size=5),
    AnswerKind.TREND: NAMES,
}


def case(kind: AnswerKind, gold: Any, question: str = "What is it?", **rules: Any) -> Case:
    return Case("own", "1", "t", kind.value, "set1", "en", "d", question, "", gold, kind, (), rules=rules)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@QUIET
def test_no_response_makes_the_scorer_raise_or_leave_its_scale(kind: AnswerKind, data: st.DataObject) -> None:
    gold = data.draw(GOLDS[kind])
    score = score_rules(case(kind, gold), data.draw(WORDS | ANYTHING))
    assert 0 <= score.points <= 100
    assert score.scorer == "rules"
    assert "\n" not in score.evidence


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@QUIET
def test_the_gold_echoed_is_perfect(kind: AnswerKind, data: st.DataObject) -> None:
    gold = data.draw(GOLDS[kind])
    assert score_rules(case(kind, gold), str(gold)).perfect
    if not isinstance(gold, str):
        assert score_rules(case(kind, gold), json.dumps(gold)).perfect
        assert score_rules(case(kind, gold), json.dumps(gold, ensure_ascii=False, indent=2)).perfect


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), blank=st.sampled_from(["", " ", "\n\t ", "　"]))
@QUIET
def test_an_empty_response_gets_nothing(kind: AnswerKind, data: st.DataObject, blank: str) -> None:
    score = score_rules(case(kind, data.draw(GOLDS[kind])), blank)
    assert score.points == 0
    assert score.flags == ("unparsed",)


TYPICAL: dict[AnswerKind, Any] = {
    AnswerKind.VALUE: "$4,817,300",
    AnswerKind.NAMES: ["Acme Rockets Corp", "Globex Ltd"],
    AnswerKind.ORDERED: "Acme: 1.20, Globex: 3.40",
    AnswerKind.GROUPS: {"high assets": ["Acme Rockets Corp"], "low assets": ["Globex Ltd"]},
    AnswerKind.PAIRS: {"《判决文书1》": "判决结果2", "《判决文书2》": "判决结果1"},
    AnswerKind.CHAIN: ["# Alpha: A Beginning ", "# Beta and its Friends "],
    AnswerKind.TREND: "It increased from $278,188 in 2022 to $314,533 in 2023.",
}
# Long enough for a quadratic step to show (it would take minutes at a megabyte), short enough for two hundred of them.
LENGTH = 20_000
SECONDS = 2.0
HOSTILE = {
    "open brackets": "[" * LENGTH,
    "open braces": '{"a":' * (LENGTH // 5),
    "mixed brackets": "[{" * (LENGTH // 2),
    "quotes": "['" * (LENGTH // 2),
    "one long quote": '["' + "a'" * (LENGTH // 2),
    "spaces": " " * LENGTH + "x",
    "newlines": "\n" * LENGTH + "x",
    "digits": "7" * LENGTH,
    "grouped digits": "1" + ",234" * (LENGTH // 4),
    "figures": "$1,234.50 in 2023, " * (LENGTH // 19),
    "names": "Acme Rockets Corp, " * (LENGTH // 19),
    "judgments": "《判决文书1》、" * (LENGTH // 8),
    "chinese numerals": "一千二百三十四" * (LENGTH // 7),
    "pipes": "|a" * (LENGTH // 2),
    "table rows": "| Acme | 5 |\n" * (LENGTH // 13),
    "bullets": "- Initech\n" * (LENGTH // 10),
    "not": "not " * (LENGTH // 4),
    "therefore": "therefore " * (LENGTH // 10),
    "parentheses": "(" * LENGTH,
    "stars": "*" * LENGTH,
    "backslashes": "\\" * LENGTH,
    "arrows": "a -> " * (LENGTH // 5),
    "labels": "high assets: " * (LENGTH // 13),
    "increase": "increased to " * (LENGTH // 13),
    "years": "2022 and 2023, " * (LENGTH // 15),
    "bare list": "[" + "a, " * (LENGTH // 3) + "]",
    "titles list": json.dumps(["Alpha: A Beginning", "Unknown Title Of Things"] * 800),
    "many dicts": '{"a": 1} ' * (LENGTH // 9),
    "answer is": "answer: x\n\n" * (LENGTH // 11),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_long_hostile_response_is_scored_at_once(kind: AnswerKind, name: str) -> None:
    started = time.process_time()
    score = score_rules(case(kind, TYPICAL[kind], "Which is the trend?"), HOSTILE[name])
    assert 0 <= score.points <= 100
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_megabyte_only_both_ends_are_read(kind: AnswerKind) -> None:
    started = time.process_time()
    score = score_rules(case(kind, TYPICAL[kind], "Which is the trend?"), "- Acme: 5 in 2023, not 6.\n" * 40_000)
    assert "response_cut" in score.flags
    assert time.process_time() - started < 5 * SECONDS


def test_equal_answers_count_the_best_one() -> None:
    asked = case(AnswerKind.VALUE, "Acme Rockets Corp", equal=["Globex Ltd"])
    assert score_rules(asked, "It is Globex Ltd.").perfect
    assert score_rules(asked, "It is Acme Rockets.").perfect
    assert score_rules(asked, "It is Initech.").points == 0


def test_a_tolerance_of_the_case_widens_what_is_equal() -> None:
    assert not score_rules(case(AnswerKind.VALUE, "1,000,000"), "1,009,000").perfect
    assert score_rules(case(AnswerKind.VALUE, "1,000,000", tolerance=0.01), "1,009,000").perfect
    assert not score_rules(case(AnswerKind.VALUE, "1,000,000", tolerance=0.01), "-1,000,000").perfect


def test_a_choice_is_refused() -> None:
    with pytest.raises(ValueError, match="choice"):
        score_rules(case(AnswerKind.CHOICE, "A"), "A")


def test_hostile_names_reach_the_evidence_escaped() -> None:
    asked = case(AnswerKind.GROUPS, {"high": ["Acme"], "low": ["Globex"]})
    score = score_rules(asked, '{"high": ["Acme", "Evil\\u202e Corp"], "low": ["Globex"]}')
    assert "\u202e" not in score.evidence + (score.answer or "")
    assert "wrong" in score.evidence
