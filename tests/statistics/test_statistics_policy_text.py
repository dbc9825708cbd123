"""Policies as text: what is read, and what is refused in which words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statistics_rows import choice, row

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.measures import Measure, Slice
from pytest_lcbench.statistics.policy import Criterion, Floor, NonInferiority, Policy
from pytest_lcbench.statistics.policy_text import Cases, GatePolicy, policy_text, read_criterion, read_expressions, read_table
from pytest_lcbench.statistics.slice_names import SliceNames, labels_of

ROWS = [
    row("a", 1.0),
    row("b", 1.0, length_set="set2", language="zh", groups={"year": "2024"}),
    row("c", 1.0, length_set="set2", task="clustering", subtask="report_integration", domain="legal", groups={"year": "2023"}),
    choice("d", 0.0, difficulty="hard", domain="clustering"),
]
NAMES = SliceNames(labels_of(one) for one in ROWS)


def holding(expression: str) -> list[str]:
    some = read_criterion(f"avg >= 50 @ {expression}", NAMES).slice
    return [one.case_id for one in ROWS if some.holds(one)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("avg >= 50", Floor(Measure.AVERAGE, 50)),
        ("perfect_rate>=.2@set2", Floor(Measure.PERFECT_RATE, 0.2, Slice("set2", (("length_set", "set2"),)))),
        ("accuracy >= 40 @ hard", Floor(Measure.ACCURACY, 40, Slice("hard", (("difficulty", "hard"),)))),
        ("avg drop < 5", NonInferiority(Measure.AVERAGE, 5)),
        ("  avg   drop<8.5 @ set=set1 ", NonInferiority(Measure.AVERAGE, 8.5, Slice("set1", (("length_set", "set1"),)))),
        ("perfect_rate drop < 5e-2", NonInferiority(Measure.PERFECT_RATE, 0.05)),
    ],
)
def test_a_demand_is_read(text: str, expected: Criterion) -> None:
    assert read_criterion(text, NAMES) == expected


def test_slices_are_labels_fields_groupings_and_what_several_have_in_common() -> None:
    assert holding("set2") == ["b", "c"]
    assert holding("set2 & zh") == ["b"]
    assert holding("year=2024") == ["b"]
    assert holding("2023") == ["c"]
    assert holding("case_id=a") == ["a"]
    assert holding("task=clustering") == ["c"]
    assert holding("arm=full") == ["a", "b", "c", "d"]


def test_a_label_of_several_fields_must_say_which_and_shows_which_it_was() -> None:
    with pytest.raises(SettingsError, match="'clustering' is several slices: say task=clustering or domain=clustering"):
        holding("clustering")
    assert str(read_criterion("avg drop < 5 @ task=clustering", NAMES)) == "avg drop < 5 @ task=clustering"


def test_a_label_that_means_the_same_cases_in_two_fields_needs_no_field() -> None:
    assert holding("report_integration") == ["c"]
    assert holding("comparison") == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no demand of a gate; such are avg >= 50, "),
        ("avg > 50", "'avg > 50' is no demand"),
        ("avg >= fifty", "is no demand"),
        ("avg >= nan", "is no demand"),
        ("avg >= 1_0", "is no demand"),
        ("avg >= 50 @", "is no demand"),
        ("avg >= 50 set3", "is no demand"),
        ("median >= 50", "no measure 'median'; there are avg, perfect_rate, accuracy"),
        ("avg >= 0", "a floor lies above 0 and is at most 100"),
        ("avg >= 1e400", "a floor lies above 0 and is at most 100"),
        ("avg drop < 0", "a margin lies above 0"),
        ("perfect_rate drop < 5", "a margin lies above 0 and below 1"),
        ("avg >= 5 @ set7", "no slice 'set7'; there are suite: longbench-v2, loong; task: comparison, clustering, multi_document_qa; "),
        ("avg >= 5 @ tasks=x", "no case has tasks 'x'; there are "),
        ("avg >= 5 @ set2 & hard", "no case is in all of 'set2 & hard'"),
        ("avg >= 5 @ set1 &", "no slice ''"),
    ],
)
def test_what_cannot_be_a_demand_is_named_with_what_is_valid(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_criterion(text, NAMES)
    assert said in str(caught.value)
    assert f"'{text.strip()}'" in str(caught.value)


def test_expressions_hold_settings_too() -> None:
    read = read_expressions(
        "avg drop < 5; error=0.01 ;\n minimum_coverage = 0.9; maximum_judge_failure = 0; cases = 'answered';;", NAMES
    )
    assert read == GatePolicy(Policy((NonInferiority(Measure.AVERAGE, 5),), 0.01, 0.9, 0.0), Cases.ANSWERED)


def test_a_table_is_read_as_expressions_are() -> None:
    table = {"criteria": ["avg drop < 5"], "error": 0.01, "minimum_coverage": 1, "cases": "both"}
    assert read_table(table, NAMES) == read_expressions("avg drop < 5; error = 0.01; minimum_coverage = 1; cases = both", NAMES)


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda: read_expressions("error = 0.01", NAMES), "demands nothing"),
        (lambda: read_expressions("avg >= 5; avg >= 5", NAMES), "demands 'avg >= 5' twice"),
        (lambda: read_expressions("avg >= 5; error = 0.01; error = 0.02", NAMES), "error is set twice"),
        (lambda: read_expressions("avg >= 5; criteria = x", NAMES), "'criteria' belongs in a policy file"),
        (lambda: read_expressions("avg >= 5; eror = 0.01", NAMES), "'eror' is no setting of a gate; there are criteria, cases, error"),
        (lambda: read_expressions("avg >= 5; error = few", NAMES), "error = few: not a number"),
        (lambda: read_expressions("avg >= 5; error = 0.9", NAMES), "1e-06 or more and below 0.5"),
        (lambda: read_expressions("avg >= 5; error = 1e-17", NAMES), "1e-06 or more and below 0.5"),
        (lambda: read_expressions("avg >= 5; minimum_coverage = 98", NAMES), "a share, 0 to 1"),
        (lambda: read_table({"criteria": "avg >= 5"}, NAMES), "criteria is a list of expressions"),
        (lambda: read_table({"criteria": ["avg >= 5"], "error": True}, NAMES), "error = True: not a number"),
        (lambda: read_table({"criteria": ["avg >= 5"], "cases": ["both"]}, NAMES), "say one of candidate, either, both, answered"),
        (lambda: read_table({"criteria": ["avg >= 5"], "error": 10**400}, NAMES), "not a number"),
    ],
)
def test_what_cannot_be_a_policy_is_named(read: Callable[[], GatePolicy], said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read()
    assert said in str(caught.value)
    assert str(caught.value).isprintable()


WHERE = st.sampled_from([(), ("set1",), ("set2",), ("set2", "zh"), ("task=clustering",), ("hard",), ("year=2024",)])


@st.composite
def criteria(draw: st.DrawFn) -> str:
    measure = draw(st.sampled_from(list(Measure)))
    limit = draw(st.floats(0.001, 0.999)) * measure.bounds[1]
    words = draw(st.sampled_from([">=", "drop <"]))
    where = " & ".join(draw(WHERE))
    return f"{measure.value} {words} {limit!r}{' @ ' + where if where else ''}"


@given(
    st.lists(criteria(), min_size=1, max_size=4),
    st.floats(0.001, 0.499),
    st.floats(0, 1),
    st.floats(0, 1),
    st.sampled_from(list(Cases)),
)
def test_a_policy_written_out_reads_the_same(demands: list[str], error: float, coverage: float, failure: float, cases: Cases) -> None:
    found = tuple(dict.fromkeys(read_criterion(one, NAMES) for one in demands))
    policy = GatePolicy(Policy(found, error, coverage, failure), cases)
    assert read_expressions(policy_text(policy), NAMES) == policy


_WORDS = ("avg", "drop", "<", ">=", "=", "@", "&", "set1", "set2", "zh", "task", "5", "0.1", "error", ";", "\n", " ", "\x1b[31m")
WORDS = st.sampled_from(_WORDS)
VALUES = st.one_of(st.none(), st.floats(), st.text(max_size=9), st.lists(st.text(max_size=9)))


def fault(read: Callable[[], GatePolicy]) -> str:
    """What is said of a policy that cannot be; of one that can be, that it demands something."""
    try:
        return "" if read().policy.criteria else "\n"
    except SettingsError as error:
        return str(error)


@given(st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=12).map(" ".join)))
def test_any_text_is_a_policy_or_one_printable_line(text: str) -> None:
    assert fault(lambda: read_expressions(text, NAMES)).isprintable()


@given(st.dictionaries(st.sampled_from(["criteria", "error", "cases", "x"]), VALUES))
def test_any_table_is_a_policy_or_one_printable_line(table: dict[str, Any]) -> None:
    assert fault(lambda: read_table(table, NAMES)).isprintable()
