"""More hand-made answers, by the kind of fault that a reader found: second thoughts, comparisons, strangers, variants, dates, counts."""

# ruff: noqa: E501 - an answer stands on one line, as a model gives it

from __future__ import annotations

import time
from typing import Any

import pytest

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.scoring.rules.withdrawals import hedged, second_thoughts, withdrawn
from pytest_lcbench.suites.case import AnswerKind, Case

RIGHT, PARTLY, WRONG = "right", "partly", "wrong"


def case(kind: AnswerKind, gold: Any, question: str, documents: tuple[DocumentRef, ...] = (DocumentRef("invented"),)) -> Case:
    return Case(
        suite="own",
        id="1",
        task="t",
        subtask=kind.value,
        length_set="set1",
        language="en",
        domain="financial",
        question=question,
        instruction="",
        gold=gold,
        answer_kind=kind,
        documents=documents,
    )


LOWEST = case(AnswerKind.NAMES, "Marlow Foods PLC", "Which company has the lowest 'Net Income'?")
LOWEST_ZH = case(AnswerKind.NAMES, "云帆电子", "请问 '营业成本' 最低的公司是哪一家？")
COMPARED = [
    (LOWEST, "Marlow Foods PLC", RIGHT),
    (LOWEST, "Marlow Foods has the lowest net income, lower than Tarn Mining Ltd and Osprey Air Inc.", RIGHT),
    (LOWEST, "The lowest is reported by Marlow Foods PLC; next comes Osprey Air Inc.", RIGHT),
    (LOWEST, "Tarn Mining Ltd reports the lowest net income, ahead of Marlow Foods PLC.", WRONG),
    (LOWEST, "Osprey Air Inc. is the lowest, followed by Marlow Foods PLC.", WRONG),
    (LOWEST, "Compared with Marlow Foods PLC, Tarn Mining Ltd is even lower, so the answer is Tarn Mining Ltd.", WRONG),
    (LOWEST, "Marlow Foods PLC and Tarn Mining Ltd are tied for the lowest.", PARTLY),
    (LOWEST, "Marlow Foods PLC. That said, Tarn Mining Ltd cannot be ruled out.", PARTLY),
    (LOWEST, "Marlow Foods PLC, though I may be wrong.", PARTLY),
    (LOWEST, "Tarn Mining Ltd: $5; Marlow Foods PLC: $(9); Osprey Air Inc.: $12; Beck & Sons Ltd: $20", WRONG),
    (LOWEST, "Tarn Mining Ltd, Osprey Air Inc., Marlow Foods PLC, Beck Holdings Ltd", WRONG),
    (LOWEST, '{"company": "Marlow Fo', PARTLY),
    (LOWEST_ZH, "云帆电子", RIGHT),
    (LOWEST_ZH, "云帆电子的营业成本最低，低于长泽化工和北溪物流。", RIGHT),
    (LOWEST_ZH, "长泽化工最低，其次是云帆电子。", WRONG),
    (LOWEST_ZH, "营业成本最低的是长泽化工，比云帆电子少两亿元。", WRONG),
    (LOWEST_ZH, "云帆电子与长泽化工同为最低。", PARTLY),
    (LOWEST_ZH, "最低的公司是云帆电子，不过也可能是北溪物流。", PARTLY),
    (LOWEST_ZH, "云帆电子。但我没有把握。", PARTLY),
]

BOTH = case(AnswerKind.NAMES, ["Acme Ltd", "Bolt Inc"], "Which companies have 'Total Assets' above 5,000,000?")
TITLED = case(
    AnswerKind.NAMES,
    ["Acme Ltd", "Bolt Inc"],
    "Which companies have 'Total Assets' above 5,000,000?",
    tuple(DocumentRef(f"{n}.md", title) for n, title in enumerate(("Acme Ltd", "Bolt Inc", "Crow", "Dune Works"))),
)
BOTH_ZH = case(AnswerKind.NAMES, "云帆电子, 北溪物流", "请回答 '营业收入' 在 1,000,000,000 以上的公司名称？")
STRANGERS = [
    (BOTH, "Bolt Inc and Acme Ltd", RIGHT),
    (BOTH, '["Acme Ltd", "Bolt Inc", "Crow plc"]', PARTLY),
    (BOTH, "The companies are Acme Ltd, Bolt Inc and Crow plc.", PARTLY),
    (BOTH, "Acme Ltd and Bolt Inc exceed it. Crow Energy Corp exceeds it as well.", PARTLY),
    (BOTH, "Acme Ltd and Bolt Inc exceed it. Crow Energy Corp does not.", RIGHT),
    (BOTH, '["Acme Ltd", "Bolt Inc", "crow"]', PARTLY),
    (BOTH, '[{"name": "Acme Ltd", "assets": "USD 6 million"}, {"name": "Bolt Inc", "assets": "USD 7 million"}]', RIGHT),
    (BOTH, '["Acme Ltd", "Bolt Inc", "USD 6 million"]', RIGHT),
    (BOTH, "1. Acme Limited\n2. Bolt, Inc.", RIGHT),
    (BOTH, "Acme Ltd and Bolt Inc. Actually, Bolt Inc does not qualify.", PARTLY),
    (BOTH, "Acme Ltd and Bolt Inc. However, other companies should be excluded.", RIGHT),
    (BOTH, "There are two such companies.", PARTLY),
    (TITLED, "Acme Ltd, Bolt Inc", RIGHT),
    (TITLED, "Acme Ltd qualifies. So does Bolt Inc. And Dune Works is above it too.", PARTLY),
    (TITLED, "Acme Ltd and Bolt Inc; Crow and Dune Works do not qualify.", RIGHT),
    (BOTH_ZH, "北溪物流和云帆电子", RIGHT),
    (BOTH_ZH, "云帆电子、北溪物流以及长泽化工", PARTLY),
    (BOTH_ZH, "云帆电子和北溪物流符合，长泽化工也符合。", PARTLY),
    (BOTH_ZH, "云帆电子和北溪物流符合，长泽化工不符合。", RIGHT),
    (BOTH_ZH, "云帆电子、北溪物流。不过北溪物流实际上不属于此范围。", PARTLY),
    (BOTH_ZH, "云帆电子、北溪物流。注：金额单位为元。", RIGHT),
]

COUNT = case(AnswerKind.NAMES, "Three companies", "How many companies have 'Revenue' exceeding $2,000,000?")
COUNT_ZH = case(AnswerKind.NAMES, "3", "请回答 '营业收入' 在 2,000,000 元以上的公司数量？")
COUNTS = [
    (COUNT, "Of the 7 filings, 3 companies exceed it and 4 fall short.", RIGHT),
    (COUNT, "I looked at all 5 companies: 3 of them pass, the remaining 2 are below the threshold.", RIGHT),
    (COUNT, "The three companies are Acme Ltd, Bolt Inc and Crow plc.", RIGHT),
    (COUNT, "Four companies pass; the other 3 do not.", WRONG),
    (COUNT, "Three companies. On second thought, Bolt Inc should not be counted.", PARTLY),
    (COUNT, "Acme Ltd, Bolt Inc, Crow plc", PARTLY),
    (COUNT_ZH, "共7家公司，其中3家超过，其余4家未超过。", RIGHT),
    (COUNT_ZH, "3家公司符合，另外2家低于该数。", RIGHT),
    (COUNT_ZH, "有4家公司，剩下的3家不符合。", WRONG),
    (COUNT_ZH, "3家。更正：云帆电子其实不应计入。", PARTLY),
]

LOSS = case(AnswerKind.VALUE, "$(1.26)", "What is the basic earnings per share of Marlow Foods PLC?")
OPENING = case(AnswerKind.VALUE, "$7,415 in thousands", "What is the opening balance of inventory of Marlow Foods PLC?")
OPENING_ZH = case(AnswerKind.VALUE, "63,518,204.77", "云帆电子的存货期初余额是多少？")
OUTFLOW_ZH = case(AnswerKind.VALUE, "-5,214,336.02", "云帆电子的经营活动产生的现金流量净额是多少？")
BARE = case(AnswerKind.VALUE, "9,932,000", "What are the total liabilities of Marlow Foods PLC?")
FIGURES = [
    (LOSS, "It made a loss per basic and diluted share of about $1.26.", RIGHT),
    (LOSS, "The net loss attributable to common stockholders per share was $1.26.", RIGHT),
    (LOSS, "Loss per share, basic: $1.26", RIGHT),
    (LOSS, "Earnings per share were $1.26.", WRONG),
    (LOSS, "A loss of $1.3 per share", PARTLY),
    (LOSS, "$(1.26) basic and $(1.31) diluted", RIGHT),
    (LOSS, "Diluted: $(1.26); basic: $(1.20)", WRONG),
    (LOSS, "$(1.26). Hold on, I misread the table.", PARTLY),
    (LOSS, "$(1.26). I double-checked the figure and it is correct.", RIGHT),
    (OPENING, "Inventory stood at $7,415K at the opening and $8,020K at the close; it closed higher.", RIGHT),
    (OPENING, "Opening inventory was $7,415 thousand, closing inventory $8,020 thousand.", RIGHT),
    (OPENING, "It was $7,415 thousand at the beginning of the year and $8,020 thousand at the end.", RIGHT),
    (OPENING, "It was $8,020 thousand at the beginning of the year and $7,415 thousand at the end.", WRONG),
    (OPENING_ZH, "存货期初余额为63,518,204.77元，期末余额为70,002,118.40元。", RIGHT),
    (OPENING_ZH, "期末为70,002,118.40元，期初为63,518,204.77元。", RIGHT),
    (OPENING_ZH, "期初余额为70,002,118.40元，期末余额为63,518,204.77元。", WRONG),
    (OPENING_ZH, "大约6千万元", PARTLY),
    (OPENING_ZH, "存货：63,518,2", PARTLY),
    (OUTFLOW_ZH, "净流出5,214,336.02元", RIGHT),
    (OUTFLOW_ZH, "净流入5,214,336.02元", WRONG),
    (BARE, "$9,932 thousand", RIGHT),
    (BARE, "9932 million", WRONG),
    (BARE, "99.32亿元", WRONG),
    (BARE, "about 10 million dollars", PARTLY),
]

DAY = case(AnswerKind.VALUE, "31 March 2024", "When does the fiscal year end?")
ISO = case(AnswerKind.VALUE, "2024-03-31", "When does the fiscal year end?")
DAY_ZH = case(AnswerKind.VALUE, "2023年11月5日", "合同何时签订？")
MONTH_ZH = case(AnswerKind.VALUE, "2023年11月", "合同何时签订？")
QUARTER = case(AnswerKind.VALUE, "2024Q1", "Which quarter does the report cover?")
YEAR = case(AnswerKind.VALUE, "2021", "In which year was the plant opened?")
DATES = [
    *((asked, answer, RIGHT) for asked in (DAY, ISO) for answer in ("March 31, 2024", "31 March 2024", "2024-03-31", "It ends on the 31st of March, 2024.", "2024年3月31日", "31/03/2024", "03/31/2024", "31-Mar-2024")),
    *((asked, answer, WRONG) for asked in (DAY, ISO) for answer in ("30 June 2024", "March 31, 2023", "30 March 2024", "31/12/2024")),
    *((asked, answer, PARTLY) for asked in (DAY, ISO) for answer in ("March 2024", "2024", "31 March 2024 or 30 June 2024", "31 March 2024. Wait, I mixed up two filings.")),
    (DAY_ZH, "签订于2023年11月5日。", RIGHT),
    (DAY_ZH, "November 5, 2023", RIGHT),
    (DAY_ZH, "2023/11/5", RIGHT),
    (DAY_ZH, "2023年11月15日", WRONG),
    (DAY_ZH, "2023年5月11日", WRONG),
    (YEAR, "It opened in 2021.", RIGHT),
    (YEAR, "2019", WRONG),
    (YEAR, "It was opened on 4 May 2021.", RIGHT),
    (DAY, "June 2024", WRONG),
    (MONTH_ZH, "2023年11月", RIGHT),
    (MONTH_ZH, "2023年11月5日", RIGHT),
    (MONTH_ZH, "2023年12月", WRONG),
    (MONTH_ZH, "2023年", PARTLY),
    (QUARTER, "2024 first quarter, i.e. March 31, 2024", RIGHT),
    (QUARTER, "Q2 2024", WRONG),
]  # fmt: skip

RANKED = case(
    AnswerKind.ORDERED,
    "Marlow Foods PLC: $1,204, Tarn Mining Ltd: $3,310, Osprey Air Inc: $9,876",
    "List the companies by 'Net Income' in ascending order.",
)
RANKED_ZH = case(AnswerKind.ORDERED, "云帆电子, 北溪物流, 长泽化工", "请按递增顺序列举上述每个公司的净利润？")
SORTED = [
    (RANKED, "Osprey Air Inc has $9,876, Marlow Foods PLC $1,204 and Tarn Mining Ltd $3,310.\nIn ascending order: Marlow Foods PLC ($1,204), Tarn Mining Ltd ($3,310), Osprey Air Inc ($9,876).", RIGHT),
    (RANKED, "Data: Tarn Mining Ltd $3,310; Osprey Air Inc $9,876; Marlow Foods PLC $1,204. Sorted: Marlow Foods PLC $1,204, Tarn Mining Ltd $3,310, Osprey Air Inc $9,876", RIGHT),
    (RANKED, "The figures are Osprey Air Inc $9,876, Tarn Mining Ltd $3,310, Marlow Foods PLC $1,204.\nFrom lowest to highest:\n1. Marlow Foods PLC - $1,204\n2. Tarn Mining Ltd - $3,310\n3. Osprey Air Inc - $9,876", RIGHT),
    (RANKED, "The figures are Marlow Foods PLC $1,204, Tarn Mining Ltd $3,310, Osprey Air Inc $9,876.\nIn ascending order: Osprey Air Inc $9,876, Tarn Mining Ltd $3,310, Marlow Foods PLC $1,204.", PARTLY),
    (RANKED, "1. Marlow Foods PLC: $1,204\n2. Tarn Mining Ltd: $3,310\n3. Osprey Air Inc: $9,876\n\nCorrection: Tarn Mining Ltd should come before Marlow Foods PLC.", PARTLY),
    (RANKED, "Marlow Foods PLC: $1,204, Beck Holdings Ltd: $2,000, Tarn Mining Ltd: $3,310, Osprey Air Inc: $9,876", PARTLY),
    (RANKED_ZH, "长泽化工净利润为9亿元，云帆电子为1亿元，北溪物流为3亿元。\n由低到高依次排序为：云帆电子、北溪物流、长泽化工。", RIGHT),
    (RANKED_ZH, "北溪物流3亿元；长泽化工9亿元；云帆电子1亿元。递增顺序：云帆电子、北溪物流、长泽化工", RIGHT),
    (RANKED_ZH, "云帆电子、北溪物流、长泽化工\n\n更正：北溪物流应排在云帆电子之前。", PARTLY),
    (RANKED_ZH, "云帆电子、北溪物流、长泽化工\n\n说明：以上均为合并口径。", RIGHT),
]  # fmt: skip

ALL = [*COMPARED, *STRANGERS, *COUNTS, *FIGURES, *DATES, *SORTED]


@pytest.mark.parametrize(("asked", "response", "verdict"), ALL)
def test_an_answer_is_judged_as_a_reader_judges_it(asked: Case, response: str, verdict: str) -> None:
    score = score_rules(asked, response)
    told = (score.points, score.evidence, score.answer)
    if verdict == RIGHT:
        assert score.perfect, told
    elif verdict == PARTLY:
        assert 0 < score.points < 100, told
    else:
        assert score.points <= 20, told


# Of one kind each: what a pattern with choices inside a repetition could stumble over.
SLOW = (
    "亏损" + "达到" * 40_000 + "5",
    "loss of the " * 15_000 + "5",
    "A & " * 40_000,
    "should aly " * 15_000,
    "按" * 60_000,
    "云帆电子和" * 30_000,
)


@pytest.mark.parametrize("text", SLOW)
@pytest.mark.parametrize("asked", [LOSS, LOWEST, RANKED_ZH, COUNT], ids=["value", "names", "ordered", "count"])
def test_a_long_repetition_is_scored_in_seconds(asked: Case, text: str) -> None:
    started = time.process_time()
    assert score_rules(asked, text).points < 100
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "after",
    [
        "Correction: Tarn belongs in the low group.",
        "On reflection, the second paper is not a reference.",
        "Wait, I mixed up two of them: Acme goes into low.",
        "However, Acme does not really belong there.",
        "I made a mistake: judgment 4 is about inheritance.",
        "The above order is wrong.",
        "不过云帆电子实际上属于中利润。",
        "经重新核对，云帆电子不符合条件。",
        "上述分类有误，请以财报为准。",
        "但需要指出，《判决文书9》更应归入'继承纠纷'。",
    ],
)
def test_a_part_taken_back_is_noticed(after: str) -> None:
    assert withdrawn(after)


@pytest.mark.parametrize(
    "after",
    [
        "Its liabilities are 5M, so it should be in the medium group.",
        "It should be noted that the amounts are unaudited, however.",
        "I double-checked the figures; on reflection all are correct.",
        "The total was 5,000, but the net amount was 4,000.",
        "Let me know if you need anything else!",
        "However, the other companies do not qualify and should be left out.",
        "但其他公司均不符合条件，应予排除。",
        "说明：没有公司的资产总计超过100亿元。",
        "经再次核对，结果无误。",
        "注：金额单位为元，但部分公司未披露。",
        "然而，现金流有所下降。",
        "",
    ],
)
def test_an_explanation_takes_nothing_back(after: str) -> None:
    assert not second_thoughts(after)


@pytest.mark.parametrize(
    "text",
    [
        "Tarn could also be the answer.",
        "Tarn cannot be ruled out.",
        "Either answer may be right.",
        "两者均可视为答案。",
        "也不能排除云帆电子。",
    ],
)
def test_a_hedge_is_noticed(text: str) -> None:
    assert hedged(text)


def test_what_was_never_claimed_is_not_taken_back() -> None:
    assert not withdrawn("However, Crow should be left out.", about=lambda sentence: "Acme" in sentence)
    assert withdrawn("However, Acme should be left out.", about=lambda sentence: "Acme" in sentence)
