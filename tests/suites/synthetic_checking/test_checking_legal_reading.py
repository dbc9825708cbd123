"""What the checker reads from judgments and questions, and that no text makes it fail otherwise than with a line."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rendered_judgments import asking, rendered

from pytest_lcbench.suites.synthetic.checking import legal
from pytest_lcbench.suites.synthetic.checking.legal import chinese, english, faults
from pytest_lcbench.suites.synthetic.checking.legal.judgment import UnreadableError
from pytest_lcbench.suites.synthetic.checking.legal.question import order_of, read_question
from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import KINDS, Family

ENGLISH = """The Court of Appeal at Emberlmere
EM 2016/5079
Ursula Radmarson (respondent, claimant below) v Flora Aldrenman (appellant, defendant below)
Judgment given 30 May 2017, Wilfred Ulverer presiding
By its judgment in the court below, the Civil Court of Emberlmere, Aldrenman was ordered to pay 171,080 crowns; Aldrenman appeals.
What is asked for, in crowns, is: pain and suffering, 171,480; loss of earnings, 3,040; treatment, 900; in all 175,420.
On 7 May 2014 Aldrenman, driving a van, came out of a side road. The police prepared a sketch and attributed fault to both.
Two strangers met on the highway, and one of them did not look.
For pain and suffering 171,480 crowns were asked, but the payee list supports only 144,600; the rest is not proved.
The sum of 3,040 crowns for loss of earnings was not seriously challenged, and is allowed.
There is no basis for the 900 crowns sought for treatment; it is refused.
Neither is free from blame: Aldrenman bears 75 per cent of the harm and Radmarson the rest.
It is agreed that Aldrenman has already paid 230 crowns, to be taken off the amount due.
In its place Aldrenman is ordered to pay Radmarson 110,500 crowns.
The remainder is dismissed. Court fees, fixed at 3,530 crowns, are borne by Aldrenman.
"""
CHINESE = """泠麓市中级人民法院
民事判决书
（2019）泠01民终5841号
上诉人（原审原告）：周俊平。
被上诉人（原审被告）：张莹磊。
泠麓市桥北区人民法院作出（2018）泠0112民初5878号民事判决，判令张莹磊支付周俊平191120元，因周俊平不服提起上诉。
周俊平诉称：应当归还。诉请金额为：（一）本金328020元；（二）利息12240元，以上共计340260元（即34.026万元）。
本院查明：写明数额、期限及按月计付的费用标准。
本院认为，张莹磊承诺到期返还同等数额并支付资金占用成本。
本金328020元，张莹磊未提出有效反驳，予以确认。利息部分，周俊平按12240元主张，标准偏高，应核减为8900元。
张莹磊此前已付的97200元，双方均无异议，应予扣除。
一、撤销泠麓市桥北区人民法院（原审）民事判决；
二、张莹磊于本判决生效之日起十日内给付周俊平各项款项共计239720元（即23.972万元）；
案件受理费6978元，由张莹磊负担。
审判长袁书鹏
二〇二〇年一月二十九日
"""


def test_an_english_judgment_is_read() -> None:
    judgment = english.read(ENGLISH)
    assert (judgment.court, judgment.presiding, judgment.date) == (
        "Court of Appeal at Emberlmere",
        "Wilfred Ulverer",
        dt.date(2017, 5, 30),
    )
    assert (judgment.family, judgment.kind, judgment.appeal) == (Family.CIVIL, "Road traffic negligence", True)
    assert (judgment.heads, judgment.share, judgment.paid) == ((144_600, 3_040, 0), 75, 230)
    assert judgment.ordered == judgment.reckoned == 110_500
    assert judgment.contradictions == ()


def test_a_chinese_judgment_is_read() -> None:
    judgment = chinese.read(CHINESE)
    assert (judgment.court, judgment.presiding, judgment.date) == ("泠麓市中级人民法院", "袁书鹏", dt.date(2020, 1, 29))
    assert (judgment.family, judgment.kind, judgment.appeal) == (Family.CIVIL, "民间借贷纠纷", True)
    assert (judgment.heads, judgment.share, judgment.paid) == ((328_020, 8_900), None, 97_200)
    assert judgment.ordered == judgment.reckoned == 239_720
    assert judgment.contradictions == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("It is agreed that Aldrenman has already paid 230 crowns, to be", "From this 230 crowns are to be"),
        ("It is agreed that Aldrenman has already paid 230 crowns", "In the end there come off 230 crowns that Aldrenman sent"),
        ("It is agreed that Aldrenman has already paid 230 crowns", "Of this, 230 crowns came from Aldrenman before the hearing"),
        (
            "Aldrenman bears 75 per cent of the harm and Radmarson",
            "75 per cent of the harm falls on Aldrenman and the rest on Radmarson",
        ),
        ("Aldrenman is ordered to pay Radmarson 110,500 crowns.", "110,500 crowns are due from Aldrenman to Radmarson."),
        ("Judgment given 30 May 2017, Wilfred Ulverer presiding", "Before Wilfred Ulverer, presiding; handed down 30 May 2017"),
        ("Judgment given 30 May 2017, Wilfred Ulverer presiding", "Given on 30 May 2017 by Wilfred Ulverer, presiding."),
    ],
)
def test_an_english_judgment_in_other_words_is_read_alike(old: str, new: str) -> None:
    assert old in ENGLISH
    one, other = english.read(ENGLISH), english.read(ENGLISH.replace(old, new))
    assert (other.paid, other.share, other.ordered) == (one.paid, one.share, one.ordered) == (230, 75, 110_500)
    assert (other.presiding, other.date) == (one.presiding, one.date)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("此前已付的97200元", "分次付过97200元"),
        ("此前已付的97200元", "已交的97200元"),
        ("于本判决生效之日起十日内", "应在判决生效后十日内"),
    ],
)
def test_a_chinese_judgment_in_other_words_is_read_alike(old: str, new: str) -> None:
    assert old in CHINESE
    read = chinese.read(CHINESE.replace(old, new))
    assert (read.paid, read.ordered) == (97_200, 239_720)


@pytest.mark.parametrize(
    "line",
    [
        'Pendry cited a decision of 1977, volume 7 of the reports, page 182: "Ulver gave up the keys, against a ticket."',
        'Pendry read from an old decision of 2006, number 204 in the reports: "it is the promise that is sued upon"',
        "The events, as Aldrenman tells them, were these. Radmarson undertook this for a sum paid each spring.",
        "Aldrenman's account of the events is as follows. Radmarson sent what lay ready in its warehouse.",
        "The court was told by Aldrenman the following account of the events. It was handed over against a ticket.",
    ],
)
def test_what_others_held_or_a_party_tells_in_english_is_not_what_the_court_found(line: str) -> None:
    text = ENGLISH.replace("Two strangers met", f"{line}\nTwo strangers met")
    assert english.read(text).kind == "Road traffic negligence"
    with pytest.raises(UnreadableError):
        english.read(ENGLISH.replace("Two strangers met", "It was handed over against a ticket. Two strangers met"))


@pytest.mark.parametrize(
    "line",
    [
        "金凯援引（1987）民字第554号一案，该案查明：“甲某当时应付的是另一位名叫某丙的人，其占有自始没有权源。”",
        "张莹磊所述的经过是：周俊平从库里发出，次日装车送到。",
        "按张莹磊的说法，经过如下：周俊平打卡，每日一趟一结。",
        "张莹磊一方对经过的陈述为：门是主人打开的。",
    ],
)
def test_what_others_held_or_a_party_tells_in_chinese_is_not_what_the_court_found(line: str) -> None:
    assert chinese.read(CHINESE.replace("本院认为", f"{line}\n本院认为")).kind == "民间借贷纠纷"
    with pytest.raises(UnreadableError):
        chinese.read(CHINESE.replace("本院认为，", "本院认为，门是主人打开的。"))


@pytest.mark.parametrize(
    "signed", ["审判长：袁书鹏", "审　判　长　袁书鹏", "审判长　袁书鹏\n审判员　李一", "审判长袁书鹏　人民陪审员李一"]
)
def test_signatures_of_every_form_name_the_presiding_judge(signed: str) -> None:
    assert chinese.read(CHINESE.replace("审判长袁书鹏", signed)).presiding == "袁书鹏"


def test_the_share_of_the_party_that_sues_is_turned_into_that_of_the_party_sued() -> None:
    turned = ENGLISH.replace(
        "Aldrenman bears 75 per cent of the harm and Radmarson", "Radmarson bears 25 per cent of the harm and Aldrenman"
    )
    assert english.read(turned).share == 75


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("in all 175,420", "in all 175,421", "do not add up"),
        ("The remainder is dismissed.", "In short: Aldrenman must pay Radmarson 110,501 crowns.", "the sum ordered is stated as"),
        ("171,080 crowns; Aldrenman appeals", "110,500 crowns; Aldrenman appeals", "the order stays at"),
    ],
)
def test_figures_of_a_judgment_that_do_not_agree_are_contradictions(old: str, new: str, says: str) -> None:
    assert says in " ".join(english.read(ENGLISH.replace(old, new)).contradictions)


def test_a_sum_restated_in_ten_thousands_that_differs_is_a_contradiction() -> None:
    assert "23.973万元" in " ".join(chinese.read(CHINESE.replace("23.972", "23.973")).contradictions)


def test_a_sum_claimed_on_which_nobody_rules_cannot_be_read() -> None:
    with pytest.raises(UnreadableError, match="no ruling on the 900 crowns"):
        english.read(ENGLISH.replace("There is no basis for the 900 crowns sought for treatment; it is refused.\n", ""))


@pytest.mark.parametrize("digits", ["9" * 5_000, "1" * 16])
def test_a_figure_of_thousands_of_digits_cannot_be_read(digits: str) -> None:
    with pytest.raises(UnreadableError, match="digits"):
        english.read(ENGLISH.replace("110,500", digits))


@pytest.mark.parametrize("words", ["二一十", "十十", "年", "三四年"])
def test_a_term_that_is_no_number_cannot_be_read(words: str) -> None:
    with pytest.raises(UnreadableError):
        chinese._months(words)


def test_a_day_that_does_not_exist_cannot_be_read() -> None:
    with pytest.raises(UnreadableError, match="no such day"):
        english.read(ENGLISH.replace("30 May 2017", "31 June 2017"))


@pytest.mark.parametrize(("words", "months"), [("二年三个月", 27), ("十一个月", 11), ("六年", 72), ("二十年", 240)])
def test_a_term_in_chinese_is_counted_in_months(words: str, months: int) -> None:
    assert chinese._months(words) == months


@pytest.mark.parametrize(("words", "months"), [("two years and three months", 27), ("eleven months", 11), ("one year", 12)])
def test_a_term_in_english_is_counted_in_months(words: str, months: int) -> None:
    assert english._months(words) == months


@pytest.mark.parametrize(
    ("order", "does"),
    [
        ("The appeal succeeds in part; instead the party sued shall pay 34,914 crowns; the rest fails.", ("appeal", 34_914)),
        ("The defending party is to pay 47,160 crowns within fourteen days; the rest of the claim fails.", ("pay", 47_160)),
        ("Guilty; sentence not shown; restitution of 279,880 crowns.", ("guilty", 279_880)),
        ("The decision under review is quashed; costs against the public body.", ("quashed", None)),
        ("Nothing is awarded, with costs.", ("dismissed", None)),
        ("撤销原判；改判由原审被告支付31,920元；驳回其余请求。本判决为终审判决。", ("appeal", 31_920)),
        ("被告应于判决生效之日起十日内支付73,600元；驳回其余请求。", ("pay", 73_600)),
        ("判处刑罚（从略）；继续追缴126,280元。", ("guilty", 126_280)),
        ("撤销被诉的行为，费用由行政机关承担。", ("quashed", None)),
        ("驳回起诉一方的全部请求，费用自行承担。", ("dismissed", None)),
    ],
)
def test_an_order_on_offer_is_read(order: str, does: tuple[str, int | None]) -> None:
    assert order_of(order) == does


def test_the_bound_of_a_range_is_neither_above_nor_below() -> None:
    question = read_question(
        "In which of the judgments above is the total above 110,500 crowns? Give the titles.", "range_awareness", "en"
    )
    with pytest.raises(UnreadableError, match="neither above nor below"):
        question.test.met(english.read(ENGLISH), ENGLISH)


def test_whether_nothing_is_below_a_bound_is_not_for_the_reader_to_guess() -> None:
    question = read_question(
        "In which of the judgments above is the total below 9,000 crowns? Give the titles.", "range_awareness", "en"
    )
    nothing = dataclasses.replace(english.read(ENGLISH), heads=(0,), ordered=None)
    with pytest.raises(UnreadableError, match="left open"):
        question.test.met(nothing, ENGLISH)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_two_kinds_share_a_word(language: str) -> None:
    words = [word for kind in KINDS[language].values() for word in (*kind.facts, *kind.reasons)]
    assert not [(one, two) for at, one in enumerate(words) for place, two in enumerate(words) if at != place and one in two]


def test_the_checker_imports_no_writer() -> None:
    allowed = ("pytest_lcbench.documents", "pytest_lcbench.suites.case", "pytest_lcbench.untrusted", legal.__name__)
    for module in Path(legal.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else []
            )
            assert not [name for name in names if name.startswith("pytest_lcbench") and not name.startswith(allowed)], module.name


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([ENGLISH, CHINESE]),
    st.lists(st.tuples(st.integers(0, 1200), st.integers(0, 60), st.text(max_size=12)), max_size=6),
    st.sampled_from(["en", "zh"]),
)
def test_no_text_makes_the_readers_fail_otherwise_than_with_a_line(text: str, cuts: list[tuple[int, int, str]], language: str) -> None:
    for start, length, instead in cuts:
        text = text[:start] + instead + text[start + length :]
    reader = english if language == "en" else chinese
    kind: str | None = next(iter(KINDS[language]))
    with contextlib.suppress(UnreadableError):
        kind = reader.read(text).kind
    assert kind in KINDS[language]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.sampled_from(["range_awareness", "link_the_links", "spotlight_locating", "solitaire", "other"]))
def test_no_question_or_text_makes_the_checker_raise(text: str, subtask: str) -> None:
    case, documents = rendered("solitaire", "en", tokens=4_000)
    for question in (text, f"{case.question[:60]}{text}", f'{text} {{"Verdict 1": "{text[:9]}"}}'):
        assert all("\n" not in fault for fault in faults(dataclasses.replace(case, question=question, subtask=subtask), documents))
    spoilt = [dataclasses.replace(documents[0], text=text), *documents[1:]]
    assert faults(case, spoilt)


CUTS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 400), st.text("0123456789,.;。；元年月日 (（二十", max_size=8)), min_size=1, max_size=5
)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["range_awareness", "link_the_links", "spotlight_locating", "solitaire"]), st.sampled_from(["en", "zh"]), CUTS)
def test_no_damage_to_a_judgment_makes_the_checker_raise(subtask: str, language: str, cuts: list[tuple[float, int, str]]) -> None:
    case, documents = rendered(subtask, language, tokens=4_000)
    text = documents[0].text
    for where, length, instead in cuts:
        start = int(where * len(text))
        text = text[:start] + instead + text[start + length :]
    spoilt = [dataclasses.replace(documents[0], text=text), *documents[1:]]
    assert all(fault and "\n" not in fault for fault in faults(case, spoilt))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_judgment_without_its_date_is_one_line(language: str) -> None:
    case, documents = asking("range_awareness", language, "both days included", "含当日")
    start, end = documents[0].passages[0]
    text = documents[0].text[:start] + documents[0].text[end:]
    (fault,) = faults(case, [dataclasses.replace(documents[0], text=text), *documents[1:]])
    assert "has no date" in fault
