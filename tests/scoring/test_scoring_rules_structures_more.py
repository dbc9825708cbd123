"""Groups, pairs, chains and trends as models write them: other wordings of every kind of fault once found, and the real golds."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.scoring.score import Score
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.loong import LoongSuite


def scored(kind: AnswerKind, gold: Any, text: str, question: str = "") -> Score:
    return score_rules(Case("own", "1", "t", kind.value, "set1", "en", "d", question, "", gold, kind, ()), text)


ASSETS = {
    "high assets": ["Acme Rockets Corp"],
    "medium assets": ["Globex Ltd", "Initech, Inc."],
    "low assets": ["Umbra Foods Co"],
}
CASH = {"高现金流": ["白桦电气"], "中现金流": ["赤岭矿业", "东篱乳业"], "低现金流": ["秋水传感"], "负现金流": ["北斗纸业"]}
PAPERS = {"Reference": ["# Alpha: A Beginning of Things "], "Citation": ["# Beta and its Many Friends ", "# Gamma Rays in Vain "]}
CAUSES = {"继承纠纷": ["《判决文书2》"], "走私罪": ["《判决文书1》", "《判决文书4》"], "行政许可": ["《判决文书3》"]}


@pytest.mark.parametrize(
    ("gold", "text"),
    [
        (ASSETS, "High assets: Acme Rockets; medium assets: Globex, Initech; low assets: Umbra Foods"),
        (ASSETS, "High assets: Acme Rockets Corp. Medium assets: Globex Ltd and Initech, Inc. Low assets: Umbra Foods Co."),
        (
            ASSETS,
            "High (over $5,000,000): Acme Rockets Corp; Medium (over $1, up to $5,000,000): Globex, Initech; Low: Umbra Foods",
        ),
        (ASSETS, "高资产：Acme Rockets Corp；中资产：Globex Ltd、Initech, Inc.；低资产：Umbra Foods Co"),
        (ASSETS, '{"高资产": ["Acme Rockets"], "中等资产": ["Globex", "Initech"], "低资产": ["Umbra Foods"]}'),
        (CASH, "高现金流：白桦电气；中现金流：赤岭矿业、东篱乳业；低现金流：秋水传感；负现金流：北斗纸业。"),
        (CASH, "高现金流：白桦电气 中现金流：赤岭矿业、东篱乳业 低现金流：秋水传感 负现金流：北斗纸业"),
        (CASH, "High cash flow: 白桦电气\nMedium cash flow: 赤岭矿业, 东篱乳业\nLow cash flow: 秋水传感\nNegative cash flow: 北斗纸业"),
        (
            CASH,
            "Negative (负现金流): 北斗纸业. Low (低现金流): 秋水传感. Mid (中现金流): 赤岭矿业, 东篱乳业. High (高现金流): 白桦电气.",
        ),
        (PAPERS, "References: Alpha: A Beginning of Things; Citations: Beta and its Many Friends; Gamma Rays in Vain"),
        (
            PAPERS,
            "引用(Reference):《Alpha: A Beginning of Things》；被引用(Citation)：《Beta and its Many Friends》、《Gamma Rays in Vain》",
        ),
        (PAPERS, "参考文献：Alpha: A Beginning of Things。被引：Beta and its Many Friends；Gamma Rays in Vain。"),
        (CAUSES, "继承纠纷：判决文书2；走私罪：判决文书1、判决文书4；行政许可：判决文书3"),
        (CAUSES, "“走私罪”：《判决文书1》《判决文书4》，“行政许可”：《判决文书3》，“继承纠纷”：《判决文书2》"),
        (CAUSES, "继承纠纷（1份）：第2份判决文书。走私罪（2份）：第1份、第4份判决文书。行政许可（1份）：第3份判决文书。"),
    ],
)
def test_groups_on_one_line_or_in_the_other_language_are_read(gold: Any, text: str) -> None:
    score = scored(AnswerKind.GROUPS, gold, text)
    assert score.perfect, score.evidence


def test_a_level_of_another_meaning_is_no_label() -> None:
    assert scored(AnswerKind.GROUPS, ASSETS, "高资产：Globex Ltd；中资产：Acme Rockets Corp；低资产：Umbra Foods Co").points < 60
    assert scored(AnswerKind.GROUPS, ASSETS, "中国：Acme Rockets Corp").points == 0


@pytest.mark.parametrize(
    ("gold", "after"),
    [
        (ASSETS, "On second thought, Globex Ltd belongs in low assets."),
        (ASSETS, "However, Umbra Foods should actually be classified as medium assets."),
        (ASSETS, "I made a mistake: Acme Rockets is medium."),
        (CASH, "更正：东篱乳业应归入低现金流。"),
        (CASH, "不过，秋水传感其实属于中现金流。"),
        (CAUSES, "重新核对后，《判决文书4》应属于行政许可。"),
        (PAPERS, "Wait, Gamma Rays in Vain does not cite it and should be left out."),
        (PAPERS, "但《Beta and its Many Friends》实际上并不属于被引。"),
    ],
)
@pytest.mark.parametrize("form", ["json", "lines"])
def test_groups_taken_back_in_part_are_not_perfect(gold: dict[str, list[str]], after: str, form: str) -> None:
    answer = (
        json.dumps(gold, ensure_ascii=False)
        if form == "json"
        else "\n".join(f"{label}: {'、'.join(m.strip(' #') for m in members)}" for label, members in gold.items())
    )
    assert scored(AnswerKind.GROUPS, gold, answer).perfect
    score = scored(AnswerKind.GROUPS, gold, f"{answer}\n\n{after}")
    assert 0 < score.points < 100, score.evidence


@pytest.mark.parametrize(
    ("gold", "after"),
    [
        (ASSETS, "Explanation: Acme Rockets Corp has assets of $6,120,000, so it is in the first group; the others are smaller."),
        (ASSETS, "Crow Holdings plc should not be counted, as its report is not among the documents."),
        (CASH, "说明：以上分类依据现金流量净额，白桦电气最高，北斗纸业为负。"),
        (CAUSES, "以上结果已再次核对，确认无误。"),
    ],
)
def test_a_mere_explanation_takes_nothing_back(gold: dict[str, list[str]], after: str) -> None:
    assert scored(AnswerKind.GROUPS, gold, f"{json.dumps(gold, ensure_ascii=False)}\n\n{after}").perfect


LINKS = {"《判决文书1》": "判决结果3", "《判决文书2》": "判决结果1", "《判决文书3》": "判决结果2"}
ORDER = {"继承纠纷": "《判决文书3》", "走私罪": "《判决文书1》", "行政许可": "《判决文书2》"}
ORDER_QUESTION = "以下案由已从左到右排好顺序：['继承纠纷', '走私罪', '行政许可']。请排序。"


@pytest.mark.parametrize(
    ("gold", "after"),
    [
        (LINKS, "更正：《判决文书1》应对应判决结果2。"),
        (LINKS, "On reflection, judgment 2 should be result 3."),
        (LINKS, "但《判决文书3》也可能是判决结果1。"),
        (ORDER, "订正：“走私罪”应为《判决文书2》。"),
        (ORDER, "不过，《判决文书3》实际上属于行政许可。"),
        (ORDER, "我刚才搞错了，后两个应当互换。"),
    ],
)
@pytest.mark.parametrize("form", ["json", "lines"])
def test_pairs_taken_back_are_not_perfect(gold: dict[str, str], after: str, form: str) -> None:
    answer = json.dumps(gold, ensure_ascii=False) if form == "json" else "\n".join(f"{key}：{value}" for key, value in gold.items())
    assert scored(AnswerKind.PAIRS, gold, answer, ORDER_QUESTION).perfect
    score = scored(AnswerKind.PAIRS, gold, f"{answer}\n\n{after}", ORDER_QUESTION)
    assert 0 < score.points < 100, score.evidence


@pytest.mark.parametrize(
    "text",
    [
        '{"《判决文书1》": "判决结果3：驳回上诉", "《判决文书2》": "判决结果1：维持原判", "《判决文书3》": "判决结果2：准许撤诉"}',
        '{"判决文书1": "结果3 - 驳回上诉", "判决文书2": "结果1 - 维持原判", "判决文书3": "结果2 - 准许撤诉"}',
        "判决文书1：判决结果3（驳回上诉）\n判决文书2：判决结果1（维持原判）\n判决文书3：判决结果2（准许撤诉）",
        '{"Judgment 1": "Result 3 (appeal dismissed)", "Judgment 2": "Result 1 (upheld)", "Judgment 3": "Result 2 (withdrawn)"}',
    ],
)
def test_the_number_of_a_result_decides_whatever_text_follows_it(text: str) -> None:
    assert scored(AnswerKind.PAIRS, LINKS, text).perfect


@pytest.mark.parametrize(
    "text",
    [
        '{"案由1": "《判决文书3》", "案由2": "《判决文书1》", "案由3": "《判决文书2》"}',
        '{"案由三": "《判决文书2》", "案由一": "《判决文书3》", "案由二": "《判决文书1》"}',
        '{"1": "判决文书3", "2": "判决文书1", "3": "判决文书2"}',
        "案由1：《判决文书3》\n案由2：《判决文书1》\n案由3：《判决文书2》",
        "案由3是《判决文书2》，案由1是《判决文书3》，案由2是《判决文书1》。",
        '{"第1个案由": "判决文书3", "第2个案由": "判决文书1", "第3个案由": "判决文书2"}',
    ],
)
def test_keys_by_position_are_those_of_the_question(text: str) -> None:
    score = scored(AnswerKind.PAIRS, dict(reversed(ORDER.items())), text, ORDER_QUESTION)
    assert score.perfect, score.evidence


def test_keys_by_position_in_a_wrong_order_are_wrong() -> None:
    text = '{"案由1": "《判决文书1》", "案由2": "《判决文书3》", "案由3": "《判决文书2》"}'
    assert 0 < scored(AnswerKind.PAIRS, ORDER, text, ORDER_QUESTION).points < 100
    assert scored(AnswerKind.PAIRS, ORDER, '{"案由4": "《判决文书3》"}', ORDER_QUESTION).points == 0


CHAIN = ["# Alpha: A Beginning of Things ", "# Beta and its Many Friends ", "# Gamma Rays in Vain "]


@pytest.mark.parametrize(
    "after",
    [
        "Correction: Gamma Rays in Vain should come before Beta and its Many Friends.",
        "However, Alpha: A Beginning of Things does not really belong to the chain.",
        "更正：《Gamma Rays in Vain》应排除。",
        "I am not sure about this.",
    ],
)
@pytest.mark.parametrize("form", ["json", "arrows", "items"])
def test_a_chain_taken_back_is_not_perfect(after: str, form: str) -> None:
    titles = [title.strip(" #") for title in CHAIN]
    answer = {
        "json": json.dumps(titles),
        "arrows": " -> ".join(titles),
        "items": "\n".join(f"{i}. {title}" for i, title in enumerate(titles, 1)),
    }[form]
    assert scored(AnswerKind.CHAIN, CHAIN, answer).perfect
    score = scored(AnswerKind.CHAIN, CHAIN, f"{answer}\n\n{after}")
    assert 0 < score.points < 100, score.evidence


CASH_GOLD = "The Cash and Cash Equivalents increased from $5,210 in 2021 to $9,460 in 2022, then decreased to $3,170 in 2023."
CASH_ASKED = "What was the trend in Cash and Cash Equivalents of ACME from 2021 to 2023?"
LOSS_GOLD = (
    "Net profit declined, from a profit of $2,310 thousand in 2021 to a loss of $1,120 thousand in 2022 and of $1,975 thousand in 2023."
)
LOSS_ASKED = "What is the trend in Net Profit of ACME from 2021 to 2023?"
HAN_LOSS_GOLD = "白桦电气的净利润2021年为231,000,000元，2022年为-112,000,000元，2023年为-197,500,000元，呈逐年下降趋势。"
HAN_LOSS_ASKED = "白桦电气2021年至2023年的净利润呈现什么变化趋势？"
REVENUE_GOLD = "白桦电气的营业收入2021年为1,234,567,890.12元，2022年为1,345,678,901.23元，2023年为1,456,789,012.34元，逐年增加。"
REVENUE_ASKED = "白桦电气2021年至2023年的营业收入各是多少？呈现什么变化趋势？"
GROWTH_GOLD = "The Operating Profit increased by approximately 25.37% from 2022 to 2023, from $41,200 thousand to $51,652 thousand."
GROWTH_ASKED = "What is the percentage change in Operating Profit of ACME from 2022 to 2023?"


@pytest.mark.parametrize(
    ("gold", "asked", "text"),
    [
        # another item, named as such
        (
            CASH_GOLD,
            CASH_ASKED,
            "Total assets were $70,100. Cash was $5,210 in 2021, $9,460 in 2022, $3,170 in 2023: up, then down.",
        ),
        (
            CASH_GOLD,
            CASH_ASKED,
            "Cash rose from $5,210 (2021) to $9,460 (2022) and fell to $3,170 (2023). Net sales were $12,345 in 2023.",
        ),
        (
            REVENUE_GOLD,
            REVENUE_ASKED,
            "2021年1,234,567,890.12元，2022年1,345,678,901.23元，2023年1,456,789,012.34元，逐年增加。总资产为8,765,432,100元。",
        ),
        # the whole told in one clause
        (CASH_GOLD, CASH_ASKED, "2021: $5,210; 2022: $9,460; 2023: $3,170. Overall, cash rose before it eventually dropped."),
        (CASH_GOLD, CASH_ASKED, "2021年$5,210，2022年$9,460，2023年$3,170。总体上先上升，随后下降。"),
        (CASH_GOLD, CASH_ASKED, "2021: 5,210, 2022: 9,460, 2023: 3,170. In general it climbed and then fell back."),
        # losses told from afar
        (
            LOSS_GOLD,
            LOSS_ASKED,
            "A profit of $2,310K in 2021 became a loss of $1,120K in 2022, which grew to $1,975K in 2023; declining.",
        ),
        (
            LOSS_GOLD,
            LOSS_ASKED,
            "It fell from $2,310K in 2021 to net losses of $1,120K in 2022 and $1,975K in 2023, a continuous decline.",
        ),
        (
            LOSS_GOLD,
            LOSS_ASKED,
            "2021: profit of $2.310 million. 2022: loss of $1.120 million. In 2023 the loss deepened to $1.975M. Decline.",
        ),
        (HAN_LOSS_GOLD, HAN_LOSS_ASKED, "2021年净利润2.31亿元，2022年亏损1.12亿元，2023年亏损进一步扩大至1.975亿元，逐年下降。"),
        (HAN_LOSS_GOLD, HAN_LOSS_ASKED, "净利润由2021年的2.31亿元降为2022年的亏损1.12亿元，2023年亏损额增加到1.975亿元，持续下降。"),
        # a calculation shown
        (GROWTH_GOLD, GROWTH_ASKED, "(51,652 - 41,200) / 41,200 = 10,452 / 41,200 = 25.37%, so it increased by 25.37%."),
        (
            GROWTH_GOLD,
            GROWTH_ASKED,
            "Change = $51,652 - $41,200 = $10,452 thousand; 10,452 ÷ 41,200 × 100% ≈ 25.4%. It rose by about 25.4%.",
        ),
        (GROWTH_GOLD, GROWTH_ASKED, "变动率 = (51,652 − 41,200) ÷ 41,200 × 100% ≈ 25.37%，即增长约25.37%。"),
        # the unit stands in the head
        (
            REVENUE_GOLD,
            REVENUE_ASKED,
            "| 年份 | 营业收入（亿元） |\n|---|---|\n| 2021 | 12.35 |\n| 2022 | 13.46 |\n| 2023 | 14.57 |\n\n逐年增加。",
        ),
        (
            REVENUE_GOLD,
            REVENUE_ASKED,
            "| Year | Revenue (RMB million) |\n|---|---|\n| 2021 | 1,234.57 |\n| 2022 | 1,345.68 |\n| 2023 | 1,456.79 |\n\nIt rose.",
        ),
        (
            REVENUE_GOLD,
            REVENUE_ASKED,
            "| 项目 | 2021年 | 2022年 | 2023年 |\n|---|---|---|---|\n| 营业收入(万元) | 123,456.79 | 134,567.89 | 145,678.9 |\n\n递增",
        ),
        (
            REVENUE_GOLD,
            REVENUE_ASKED,
            "营业收入（万元）：\n- 2021年：123,456.79\n- 2022年：134,567.89\n- 2023年：145,678.90\n呈逐年增加趋势。",
        ),
        (
            LOSS_GOLD,
            LOSS_ASKED,
            "| Year | Net Profit ($ thousands) |\n|---|---|\n| 2021 | 2,310 |\n| 2022 | (1,120) |\n| 2023 | (1,975) |\n\nIt declined.",
        ),
    ],
)
def test_a_development_is_right_however_it_is_told(gold: str, asked: str, text: str) -> None:
    score = scored(AnswerKind.TREND, gold, text, asked)
    assert score.perfect, f"{score.evidence} | {score.answer}"


@pytest.mark.parametrize(
    ("gold", "asked", "text"),
    [
        (LOSS_GOLD, LOSS_ASKED, "It was $2,310 thousand in 2021, $1,120 thousand in 2022 and $1,975 thousand in 2023, declining."),
        (LOSS_GOLD, LOSS_ASKED, "A profit of $2,310K in 2021, a loss of $1,120K in 2022, and a profit of $1,975K in 2023."),
        (HAN_LOSS_GOLD, HAN_LOSS_ASKED, "2021年净利润2.31亿元，2022年1.12亿元，2023年1.975亿元，逐年下降。"),
        (CASH_GOLD, CASH_ASKED, "Cash was $5,210 in 2021, $9,640 in 2022 and $3,170 in 2023; it rose, then fell."),
        (CASH_GOLD, CASH_ASKED, "2021: $5,210; 2022: $9,460; 2023: $3,170. Overall, an upward trend."),
        (GROWTH_GOLD, GROWTH_ASKED, "(51,652 - 41,200) / 41,200 = 20.24%, so it increased by 20.24%."),
        (
            REVENUE_GOLD,
            REVENUE_ASKED,
            "| 年份 | 营业收入（万元） |\n|---|---|\n| 2021 | 12.35 |\n| 2022 | 13.46 |\n| 2023 | 14.57 |\n\n逐年增加。",
        ),
        (REVENUE_GOLD, REVENUE_ASKED, "2021年12.35亿元，2022年13.46亿元，2023年14.57亿元，逐年增加，但不确定。"),
        (
            CASH_GOLD,
            CASH_ASKED,
            "2021: $5,210; 2022: $9,460; 2023: $3,170: up, then down. Correction: the trend should be an increase throughout.",
        ),
    ],
)
def test_a_development_with_a_fault_is_not_perfect(gold: str, asked: str, text: str) -> None:
    assert scored(AnswerKind.TREND, gold, text, asked).points < 100


STRUCTURED = {AnswerKind.GROUPS, AnswerKind.PAIRS, AnswerKind.CHAIN, AnswerKind.TREND}


def test_every_real_gold_is_perfect_in_a_fence_and_no_other_gold_is(shared_data: Path) -> None:
    by_kind = defaultdict(list)
    for case in LoongSuite(shared_data / "loong" / "loong.jsonl").cases():
        if case.answer_kind in STRUCTURED:
            by_kind[case.answer_kind, case.question].append(case)
    cases = [case for same in by_kind.values() for case in same]
    assert len(cases) > 500
    lost = []
    for case in cases:
        written = case.gold if isinstance(case.gold, str) else f"```json\n{json.dumps(case.gold, ensure_ascii=False, indent=1)}\n```"
        score = score_rules(case, f"Here is the answer.\n\n{written}\n")
        if not score.perfect:
            lost.append(f"{case.id} {case.answer_kind.value}: {score.points} {score.evidence}")
    assert not lost, f"{len(lost)}\n" + "\n".join(lost[:20])
    taken = []
    for case, other in zip(cases, [*cases[1:], cases[0]], strict=True):
        same = other.gold == case.gold or (case.answer_kind is AnswerKind.TREND and figures(case.gold) <= figures(other.gold))
        if other.answer_kind is case.answer_kind and not same and score_rules(case, f"The answer: {other.gold}").perfect:
            taken.append(f"{case.id} {case.answer_kind.value}: {case.gold!r:.200} = {other.gold!r:.200}")
    assert not taken, f"{len(taken)}\n" + "\n".join(taken[:20])


def figures(gold: Any) -> set[str]:
    """Return the figures of a gold: one question is asked twice in the official file, and answered in other words."""
    return set(re.findall(r"\d[\d,.]*\d", str(gold)))
