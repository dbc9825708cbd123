"""Hand-made answers per subtask: perfect, partly right, wrong. Companies, papers and figures are invented."""

# ruff: noqa: E501 - an answer stands on one line, as a model gives it

from __future__ import annotations

from typing import Any

import pytest

from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case

PERFECT, PARTIAL, WRONG = "perfect", "partial", "wrong"
COMPANIES = ("Northwind Traders, Inc.", "ACME ROCKETS CORP", "Globex Holdings Ltd", "1st HARBOR FINANCIAL CORP")
FIRMS = ("青山科技", "白河股份", "蓝海航空", "红叶生物")


def case(kind: AnswerKind, gold: Any, question: str, documents: tuple[str, ...] = (), subtask: str = "") -> Case:
    return Case(
        suite="own",
        id="1",
        task="t",
        subtask=subtask or kind.value,
        length_set="set1",
        language="en",
        domain="financial",
        question=question,
        instruction="",
        gold=gold,
        answer_kind=kind,
        documents=tuple(DocumentRef(name) for name in documents),
    )


AP = case(AnswerKind.VALUE, "$4,817,300", "What is the accounts payable of ACME ROCKETS CORP?", COMPANIES)
EPS = case(AnswerKind.VALUE, "($0.37)", "What is the basic earnings per share of ACME ROCKETS CORP?", COMPANIES)
THOUSANDS = case(AnswerKind.VALUE, "$4,539 in thousands", "What is the goodwill of ACME ROCKETS CORP?", COMPANIES)
IN_THOUSANDS = case(AnswerKind.VALUE, "$4,539 in thousands", "What is the goodwill of ACME ROCKETS CORP in thousands?", COMPANIES)
YUAN = case(AnswerKind.VALUE, "862,490.17", "青山科技的信用减值损失是多少？", FIRMS)
BIG = case(AnswerKind.VALUE, "1,066,590,000.00", "青山科技的其他流动资产是多少？", FIRMS)
NEGATIVE = case(AnswerKind.VALUE, "-1,362,020.63", "青山科技的投资收益是多少？", FIRMS)
WHO = case(
    AnswerKind.VALUE,
    "Globex Holdings Ltd",
    "What is the name of the company with a basic earnings per share of $(0.03)?",
    COMPANIES,
)
VERDICT = case(AnswerKind.VALUE, "《判决文书11》", "案由为'继承纠纷'的判决是哪一个？")

SPOTLIGHT = [
    (AP, "$4,817,300", PERFECT),
    (AP, "The accounts payable of ACME ROCKETS CORP is $4,817,300.", PERFECT),
    (AP, "4.8173 million dollars", PERFECT),
    (AP, "About $4.82 million.", PERFECT),
    (AP, "It was $4,817,300 as of March 31, 2024, compared with $3,999,100 as of December 31, 2023.", PERFECT),
    (AP, "**$4,817,300** (total liabilities were $30,000,000)", PERFECT),
    (AP, "Accounts payable: 4,817,300 USD", PERFECT),
    (AP, "$4,817 (in thousands)", PERFECT),
    (AP, "$4.8 million", PARTIAL),
    (AP, "$5,817,300", WRONG),
    (AP, "", WRONG),
    (AP, "The answer is not $4,817,300.", WRONG),
    (AP, "The accounts payable cannot be determined from the documents.", WRONG),
    (AP, "$4,817,300 or $3,999,100", PARTIAL),
    (AP, "The accounts payable is $3,999,100, not $4,817,300.", WRONG),
    (AP, "The accounts payable is not $3,999,100 but $4,817,300.", PERFECT),
    (AP, '{"accounts_payable": "$4,817,300"}', PERFECT),
    (AP, "-$4,817,300", WRONG),
    (AP, "Let me add: trade 4,000,000 and other 817,300. So the accounts payable is $4,817,300.", PERFECT),
    (AP, "I am not sure, but it might be $4,817,300.", PARTIAL),
    (EPS, "-$0.37", PERFECT),
    (EPS, "$(0.37)", PERFECT),
    (EPS, "The basic EPS was a loss of $0.37 per share.", PERFECT),
    (EPS, "$0.37", WRONG),
    (THOUSANDS, "$4,539,000", PERFECT),
    (THOUSANDS, "4.539 million", PERFECT),
    (THOUSANDS, "$4,539", PARTIAL),
    (IN_THOUSANDS, "$4,539", PERFECT),
    (YUAN, "862490.17元", PERFECT),
    (YUAN, "青山科技的信用减值损失为86.25万元。", PERFECT),
    (YUAN, "信用减值损失为862,490.17元，上年同期为-120,333.05元。", PERFECT),
    (YUAN, "根据财报，信用减值损失是八十六万二千四百九十点一七元", PERFECT),
    (YUAN, "无法确定。", WRONG),
    (YUAN, "862,490.71", WRONG),
    (YUAN, "可能是862,490.17元，也可能是120,333.05元。", PARTIAL),
    (BIG, "10.67亿元", PERFECT),
    (BIG, "1.07 billion", PERFECT),
    (BIG, "约11亿元", PARTIAL),
    (NEGATIVE, "负136.2万元", PERFECT),
    (NEGATIVE, "-1362020.63", PERFECT),
    (NEGATIVE, "亏损1,362,020.63元", PERFECT),
    (NEGATIVE, "1,362,020.63", WRONG),
    (WHO, "Globex Holdings", PERFECT),
    (WHO, "The company is GLOBEX HOLDINGS LTD. Its EPS was $(0.03).", PERFECT),
    (WHO, "ACME ROCKETS CORP", WRONG),
    (WHO, "It is either Globex Holdings Ltd or ACME ROCKETS CORP.", PARTIAL),
    (VERDICT, "判决文书11", PERFECT),
    (VERDICT, "第十一份判决文书", PERFECT),
    (VERDICT, "符合条件的是《判决文书 11》。", PERFECT),
    (VERDICT, "11", PERFECT),
    (VERDICT, "《判决文书1》", WRONG),
    (VERDICT, "《判决文书11》、《判决文书3》", PARTIAL),
    (VERDICT, "不是《判决文书3》，而是《判决文书11》", PERFECT),
]

TOP = case(AnswerKind.NAMES, "Globex Holdings Ltd", "Which company has the highest 'Total Assets'?", COMPANIES, "extremum_acquisition")
TOP_SENTENCE = case(
    AnswerKind.NAMES,
    "ACME ROCKETS CORP has the lowest 'Total Assets' with $1,261.",
    "Which company has the lowest 'Total Assets'?",
    COMPANIES,
)
TOP_ZH = case(AnswerKind.NAMES, "蓝海航空", "请回答 '应收账款' 最高的公司是哪一个？", FIRMS)
EXTREMUM = [
    (TOP, "Globex Holdings Ltd", PERFECT),
    (TOP, "GLOBEX HOLDINGS", PERFECT),
    (
        TOP,
        "Globex Holdings Ltd has the highest total assets of $5,000,000, followed by ACME ROCKETS CORP with $3,000,000.",
        PERFECT,
    ),
    (
        TOP,
        "Comparing ACME ROCKETS CORP ($3,000), Northwind Traders ($2,000) and Globex ($9,000): the highest is Globex Holdings Ltd.",
        PERFECT,
    ),
    (TOP, "The answer is not ACME ROCKETS CORP but Globex Holdings Ltd.", PERFECT),
    (TOP, "Answer: ACME ROCKETS CORP. Globex Holdings Ltd is smaller.", WRONG),
    (TOP, "ACME ROCKETS CORP", WRONG),
    (TOP, "Globex Holdings Ltd and ACME ROCKETS CORP", PARTIAL),
    (TOP, "Northwind Traders, Inc., ACME ROCKETS CORP, Globex Holdings Ltd, 1st HARBOR FINANCIAL CORP", WRONG),
    (TOP, "I cannot determine this.", WRONG),
    (TOP, "", WRONG),
    (TOP_SENTENCE, "ACME ROCKETS CORP", PERFECT),
    (TOP_SENTENCE, "ACME Rockets Corp., at $1,261", PERFECT),
    (TOP_SENTENCE, "Globex Holdings Ltd", WRONG),
    (TOP_SENTENCE, "ACME ROCKETS CORP with $9,999,000", PARTIAL),
    (TOP_ZH, "应收账款最高的公司是蓝海航空，金额为1,200,000元。", PERFECT),
    (TOP_ZH, "蓝海航空股份有限公司", PERFECT),
    (TOP_ZH, "青山科技的应收账款为3元，蓝海航空的应收账款为9元，因此最高的是蓝海航空。", PERFECT),
    (TOP_ZH, "是红叶生物，而不是蓝海航空。", WRONG),
    (TOP_ZH, "青山科技", WRONG),
    (TOP_ZH, "蓝海航空或青山科技", PARTIAL),
    (TOP_ZH, "无法确定", WRONG),
]

WHICH = case(
    AnswerKind.NAMES,
    "青山科技, 蓝海航空",
    "请回答 '应付账款' 在 1,000,000,000 到 2,000,000,000 之间的公司名称？",
    FIRMS,
    "range_awareness",
)
COUNT = case(AnswerKind.NAMES, "3", "请回答 '营业收入' 在 1,000,000,000 以上的公司数量？", FIRMS)
COUNT_EN = case(AnswerKind.NAMES, "2 companies", "How many companies have 'Total Assets' exceeding 10,000,000?", COMPANIES)
NONE_EN = case(AnswerKind.NAMES, "None", "How many companies have 'Net Profit' exceeding $500,000?", COMPANIES)
JUDGED = case(AnswerKind.NAMES, "《判决文书4》，《判决文书5》，《判决文书12》", "以上所有判决文书中，案由是'继承纠纷'的判决文书是哪些?")
RANGE = [
    (WHICH, "蓝海航空、青山科技", PERFECT),
    (WHICH, '["青山科技", "蓝海航空"]', PERFECT),
    (WHICH, "1. 青山科技\n2. 蓝海航空", PERFECT),
    (WHICH, "符合条件的公司有青山科技（12.3亿元）和蓝海航空（15.0亿元），白河股份不符合。", PERFECT),
    (WHICH, "青山科技", PARTIAL),
    (WHICH, "青山科技、蓝海航空、红叶生物", PARTIAL),
    (WHICH, "青山科技、蓝海航空、黑土农业", PARTIAL),
    (WHICH, "青山科技、蓝海航空、白河股份、红叶生物", PARTIAL),
    (WHICH, "红叶生物", WRONG),
    (WHICH, "2家公司", PARTIAL),
    (WHICH, "没有公司符合。", WRONG),
    (COUNT, "3家公司", PERFECT),
    (COUNT, "三家", PERFECT),
    (COUNT, "3", PERFECT),
    (COUNT, "营业收入在1,000,000,000以上的公司数量为3。分别是青山科技、蓝海航空、红叶生物。", PERFECT),
    (COUNT, "青山科技、蓝海航空、红叶生物", PARTIAL),
    (COUNT, "四家", WRONG),
    (COUNT, "2", WRONG),
    (COUNT, "可能是2家或3家", PARTIAL),
    (COUNT_EN, "Two companies.", PERFECT),
    (COUNT_EN, "There are 2 companies with total assets exceeding 10,000,000 out of the 4 companies listed.", PERFECT),
    (COUNT_EN, "ACME ROCKETS CORP has 30,000,000 and Globex Holdings Ltd has 20,000,000. Therefore, 2 companies.", PERFECT),
    (COUNT_EN, "Three companies", WRONG),
    (NONE_EN, "0", PERFECT),
    (NONE_EN, "No companies exceed that.", PERFECT),
    (NONE_EN, "One company", WRONG),
    (JUDGED, "判决文书4、5、12", PERFECT),
    (JUDGED, "《判决文书12》，《判决文书4》，《判决文书5》", PERFECT),
    (JUDGED, "4, 5, 12", PERFECT),
    (JUDGED, "判决文书四、判决文书五和判决文书十二", PERFECT),
    (JUDGED, "《判决文书4》，《判决文书5》", PARTIAL),
    (JUDGED, "《判决文书4》，《判决文书5》，《判决文书12》，《判决文书13》", PARTIAL),
    (JUDGED, "《判决文书1》", WRONG),
]

ORDER = case(
    AnswerKind.ORDERED,
    "红叶生物: 5.04%, 青山科技: 26.27%, 蓝海航空: 46.40%",
    "请按递增顺序列举上述每个公司 '营业收入较上一报告期变化' ？",
    FIRMS,
)
ORDER_NAMES = case(AnswerKind.ORDERED, "红叶生物, 青山科技, 蓝海航空", "请按递增顺序列举上述每个公司的净利润？", FIRMS)
ORDER_FIGURES = case(
    AnswerKind.ORDERED,
    "$1,396,438 in thousands, $77,123 in thousands, $4,001,651",
    "Please list the 'Total Assets' of each in descending order.",
    COMPANIES,
)
ORDER_SIGNED = case(
    AnswerKind.ORDERED,
    ["白河股份: -0.0501", "红叶生物: 0.1323", "蓝海航空: 0.85"],
    "请按递增顺序列举上述每个公司 '基本每股收益'？",
    FIRMS,
)
ORDER_LEGAL = case(
    AnswerKind.ORDERED, "《判决文书6》，《判决文书8》，《判决文书13》", "案由为'行政给付'的判决是哪些？请按照文中出现的顺序作答。"
)
ENUMERATION = [
    (ORDER, "红叶生物: 5.04%, 青山科技: 26.27%, 蓝海航空: 46.40%", PERFECT),
    (ORDER, "1. 红叶生物：5.04%\n2. 青山科技：26.27%\n3. 蓝海航空：46.40%", PERFECT),
    (ORDER, "| 公司 | 变化 |\n|---|---|\n| 红叶生物 | 5.04% |\n| 青山科技 | 26.27% |\n| 蓝海航空 | 46.4% |", PERFECT),
    (
        ORDER,
        '[{"公司": "红叶生物", "变化": "5.04%"}, {"公司": "青山科技", "变化": "26.27%"}, {"公司": "蓝海航空", "变化": "46.40%"}]',
        PERFECT,
    ),
    (ORDER, "蓝海航空: 46.40%, 青山科技: 26.27%, 红叶生物: 5.04%", PARTIAL),
    (ORDER, "红叶生物: 5.04%, 青山科技: 26.27%", PARTIAL),
    (ORDER, "红叶生物: 5.04%, 青山科技: 26.72%, 蓝海航空: 46.40%", PARTIAL),
    (ORDER, "红叶生物: 5.04%, 青山科技: 26.27%, 蓝海航空: 46.40%, 白河股份: 50.1%", PARTIAL),
    (ORDER, "无法得出。", WRONG),
    (ORDER_NAMES, "红叶生物 < 青山科技 < 蓝海航空", PERFECT),
    (
        ORDER_NAMES,
        "首先比较三家公司：青山科技、蓝海航空、红叶生物。\n\n按递增顺序：红叶生物（1,000元）、青山科技（2,000元）、蓝海航空（3,000元）",
        PERFECT,
    ),
    (ORDER_NAMES, "青山科技, 红叶生物, 蓝海航空", PARTIAL),
    (ORDER_NAMES, "白河股份", WRONG),
    (ORDER_FIGURES, "$1,396,438,000, $77,123,000, $4,001,651", PERFECT),
    (
        ORDER_FIGURES,
        "ACME ROCKETS CORP: $1,396.438 million; Globex Holdings Ltd: $77.123 million; Northwind Traders, Inc.: $4,001,651",
        PERFECT,
    ),
    (ORDER_FIGURES, "$4,001,651, $77,123 in thousands, $1,396,438 in thousands", PARTIAL),
    (ORDER_SIGNED, "白河股份：-0.0501元，红叶生物：0.1323元，蓝海航空：0.85元", PERFECT),
    (ORDER_SIGNED, "白河股份：0.0501元，红叶生物：0.1323元，蓝海航空：0.85元", PARTIAL),
    (ORDER_LEGAL, "《判决文书6》、《判决文书8》、《判决文书13》", PERFECT),
    (ORDER_LEGAL, "判决文书6，判决文书8，判决文书13", PERFECT),
    (ORDER_LEGAL, "6, 8, 13", PERFECT),
    (ORDER_LEGAL, "《判决文书8》，《判决文书6》，《判决文书13》", PARTIAL),
    (ORDER_LEGAL, "《判决文书6》，《判决文书8》，《判决文书13》，《判决文书14》", PARTIAL),
    (ORDER_LEGAL, "《判决文书7》", WRONG),
    (ORDER_LEGAL, "", WRONG),
]

SORT = case(
    AnswerKind.GROUPS,
    {"high assets": [], "medium assets": ["Northwind Traders, Inc."], "low assets": ["ACME ROCKETS CORP", "Globex Holdings Ltd"]},
    "Please categorize by 'Total Assets' into: high assets (over 1,000,000), medium assets (over 1,000), low assets (below 1,000).",
    COMPANIES,
    "report_integration",
)
SORT_ZH = case(
    AnswerKind.GROUPS,
    {"高利润": ["青山科技"], "中利润": [], "低利润": ["白河股份", "红叶生物"], "负利润": ["蓝海航空"]},
    "请对上述公司财报按照 “利润总额” 进行划分",
    FIRMS,
)
INTEGRATION = [
    (
        SORT,
        '{"high assets": [], "medium assets": ["Northwind Traders"], "low assets": ["Globex Holdings Ltd", "ACME Rockets Corp."]}',
        PERFECT,
    ),
    (
        SORT,
        "```json\n{'medium assets': ['Northwind Traders, Inc.',], 'low assets': ['ACME ROCKETS CORP', 'Globex Holdings Ltd',],}\n```",
        PERFECT,
    ),
    (
        SORT,
        "High assets: none\nMedium assets: Northwind Traders, Inc.\nLow assets: ACME ROCKETS CORP, Globex Holdings Ltd",
        PERFECT,
    ),
    (
        SORT,
        "**High assets (over 1,000,000):**\n- None\n\n**Medium assets (over 1,000):**\n- Northwind Traders, Inc. ($5,000)\n\n**Low assets (below 1,000):**\n- ACME ROCKETS CORP\n- Globex Holdings Ltd",
        PERFECT,
    ),
    (
        SORT,
        "| Company | Category |\n|--|--|\n| Northwind Traders, Inc. | medium assets |\n| ACME ROCKETS CORP | low assets |\n| Globex Holdings Ltd | low assets |",
        PERFECT,
    ),
    (
        SORT,
        '{"high assets": ["Northwind Traders, Inc."], "medium assets": [], "low assets": ["Globex Holdings Ltd", "ACME ROCKETS CORP"]}',
        PARTIAL,
    ),
    (SORT, '{"medium assets": ["Northwind Traders, Inc."], "low assets": ["Globex Holdings Ltd"]}', PARTIAL),
    (
        SORT,
        '{"medium assets": ["Northwind Traders, Inc."], "low assets": ["Globex Holdings Ltd", "ACME ROCKETS CORP", "Initech LLC"]}',
        PARTIAL,
    ),
    (SORT, '{"high assets": ["Globex Holdings Ltd", "ACME ROCKETS CORP"], "low assets": ["Northwind Traders, Inc."]}', WRONG),
    (SORT, "{}", WRONG),
    (SORT, "The documents do not contain this information.", WRONG),
    (
        SORT,
        'First try: {"high assets": ["Globex Holdings Ltd"]}. Corrected: {"medium assets": ["Northwind Traders, Inc."], "low assets": ["ACME ROCKETS CORP", "Globex Holdings Ltd"]}',
        PERFECT,
    ),
    (SORT_ZH, "高利润：青山科技；中利润：无；低利润：白河股份、红叶生物；负利润：蓝海航空。", PERFECT),
    (
        SORT_ZH,
        "{'高利润(1,000,000,000.00以上)': ['青山科技'], '低利润': ['红叶生物', '白河股份'], '负利润': ['蓝海航空']}",
        PERFECT,
    ),
    (SORT_ZH, "高利润：青山科技\n中利润：白河股份\n低利润：红叶生物\n负利润：蓝海航空", PARTIAL),
    (SORT_ZH, "青山科技属于高利润；白河股份、红叶生物属于低利润；蓝海航空属于负利润。", PERFECT),
    (SORT_ZH, "无法分类。", WRONG),
]

PAPERS = case(
    AnswerKind.GROUPS,
    {
        "Reference": ["# SwiftServe: Splitting Prefill from Decoding ", "# GPT-9 Technical Report "],
        "Citation": ["# On the Memory of Caches: A Survey with $\\mathcal{X}$-LoRA ", '# A Study of "Large" Models '],
    },
    "KVHouse: Caching for All",
    ("2402.00001.md", "2402.00002.md"),
    "citation_reference",
)
ONE_SIDED = case(
    AnswerKind.GROUPS, {"Reference": ["# SwiftServe: Splitting Prefill from Decoding "], "Citation": []}, "KVHouse: Caching for All"
)
CITATION_REFERENCE = [
    (
        PAPERS,
        '{"Reference": ["GPT-9 Technical Report", "SwiftServe: Splitting Prefill from Decoding"], "Citation": ["A Study of \\"Large\\" Models", "On the Memory of Caches: A Survey with X-LoRA"]}',
        PERFECT,
    ),
    (
        PAPERS,
        'Here: {"Refernce": ["GPT-9 technical report", "SwiftServe"], "Citation": ["A Study of "Large" Models", "On the Memory of Caches: A Survey with $\\\\mathcal{X}$-LoRA"]} Hope it helps.',
        PERFECT,
    ),
    (
        PAPERS,
        "**References**\n1. SwiftServe: Splitting Pre-fill from Decoding\n2. GPT-9 Technical Report\n\n**Citations**\n1. On the Memory of Caches: A Survey with X-LoRA\n2. A Study of 'Large' Models",
        PERFECT,
    ),
    (
        PAPERS,
        '{"Reference": ["GPT-9 Technical Report", "SwiftServe: Splitting Prefill from Decoding"]}, {"Citation": ["A Study of \'Large\' Models", "On the Memory of Caches: A Survey with X-LoRA"]}',
        PERFECT,
    ),
    (
        PAPERS,
        '{"Reference": ["GPT-9V Technical Report", "SwiftServe: Splitting Prefill from Decoding"], "Citation": ["A Study of \'Large\' Models", "On the Memory of Caches: A Survey with X-LoRA"]}',
        PARTIAL,
    ),
    (PAPERS, '{"Reference": ["SwiftServe: Splitting Prefill from Decoding"], "Citation": []}', PARTIAL),
    (
        PAPERS,
        '{"Citation": ["GPT-9 Technical Report", "SwiftServe: Splitting Prefill from Decoding"], "Reference": ["A Study of \'Large\' Models", "On the Memory of Caches: A Survey with X-LoRA"]}',
        WRONG,
    ),
    (
        PAPERS,
        '{"Reference": ["GPT-9 Technical Report", "SwiftServe: Splitting Prefill from Decoding", "Attention Is Not Enough"], "Citation": ["A Study of \'Large\' Models", "On the Memory of Caches: A Survey with X-LoRA"]}',
        PARTIAL,
    ),
    (PAPERS, '{"Reference": ["Attention Is Not Enough"], "Citation": ["Bits of Fry"]}', WRONG),
    (PAPERS, '{"Reference": ["GPT-9 Technical Report", "SwiftServe: Splitting Pre', PARTIAL),
    (ONE_SIDED, '{"Reference": ["SwiftServe: Splitting Prefill from Decoding"], "Citation": []}', PERFECT),
    (ONE_SIDED, '{"Reference": ["SwiftServe: Splitting Prefill from Decoding"]}', PERFECT),
    (ONE_SIDED, "Reference: SwiftServe: Splitting Prefill from Decoding\nCitation: None", PERFECT),
    (ONE_SIDED, '{"Reference": ["SwiftServe: Splitting Prefill from Decoding"], "Citation": ["GPT-9 Technical Report"]}', PARTIAL),
    (ONE_SIDED, '{"Reference": [], "Citation": []}', WRONG),
]

CAUSES = case(
    AnswerKind.GROUPS,
    {
        "民事案件": ["《判决文书10》", "《判决文书2》"],
        "执行案件": ["《判决文书3》"],
        "合同，无因管理，不当得利纠纷": ["《判决文书1》", "《判决文书4》"],
    },
    "请按照案件类型对以上所有判决文书进行分类",
    ("doc-a1", "doc-b2"),
    "case_classification",
)
CLASSIFICATION = [
    (
        CAUSES,
        "{'民事案件': ['《判决文书2》', '《判决文书10》'], '执行案件': ['《判决文书3》'], '合同，无因管理，不当得利纠纷': ['《判决文书1》', '《判决文书4》']}",
        PERFECT,
    ),
    (
        CAUSES,
        '{"民事案件": ["判决文书2", "判决文书10"], "执行案件": ["判决文书3"], "合同,无因管理,不当得利纠纷": ["判决文书1", "判决文书4"]}',
        PERFECT,
    ),
    (CAUSES, "民事案件：判决文书2、10\n执行案件：判决文书3\n合同，无因管理，不当得利纠纷：判决文书1、判决文书4", PERFECT),
    (
        CAUSES,
        "民事案件：《判决文书二》、《判决文书十》\n执行案件：《判决文书三》\n合同，无因管理，不当得利纠纷：《判决文书一》、《判决文书四》",
        PERFECT,
    ),
    (
        CAUSES,
        "### 民事案件\n- 《判决文书2》\n- 《判决文书10》\n### 执行案件\n- 《判决文书3》\n### 合同，无因管理，不当得利纠纷\n- 《判决文书1》\n- 《判决文书4》",
        PERFECT,
    ),
    (CAUSES, "{'民事案件': [2, 10], '执行案件': [3], '合同，无因管理，不当得利纠纷': [1, 4]}", PERFECT),
    (
        CAUSES,
        "{'民事案件': ['《判决文书2》'], '执行案件': ['《判决文书3》', '《判决文书10》'], '合同，无因管理，不当得利纠纷': ['《判决文书1》', '《判决文书4》']}",
        PARTIAL,
    ),
    (
        CAUSES,
        "{'民事案件': ['《判决文书2》', '《判决文书10》'], '执行案件': ['《判决文书3》', '《判决文书5》'], '合同，无因管理，不当得利纠纷': ['《判决文书1》', '《判决文书4》']}",
        PARTIAL,
    ),
    (CAUSES, "{'民事案件': ['《判决文书3》'], '执行案件': ['《判决文书1》']}", WRONG),
    (CAUSES, "抱歉，无法判断。", WRONG),
    (CAUSES, "", WRONG),
]

CHAIN_CASE = case(
    AnswerKind.CHAIN,
    ["# Alpha: First Steps ", "# BERTology of Beta ", "", "# Gamma-Rays in GPT-9 ", "# Delta Airlines of Thought "],
    "",
    (),
    "citation_chain",
)
CHAINS = [
    (CHAIN_CASE, '["Alpha: First Steps", "BERTology of Beta", "Gamma-Rays in GPT-9", "Delta Airlines of Thought"]', PERFECT),
    (CHAIN_CASE, "1. Alpha: First Steps\n2. BERTology of Beta\n3. Gamma Rays in GPT-9\n4. Delta Airlines of Thought", PERFECT),
    (
        CHAIN_CASE,
        "The longest citation chain is: Alpha: First Steps -> BERTology of Beta → Gamma-Rays in GPT-9 → Delta Airlines of Thought",
        PERFECT,
    ),
    (
        CHAIN_CASE,
        "```python\n['# Alpha: First Steps ', '# BERTology of Beta ', '# Gamma-Rays in GPT-9 ', '# Delta Airlines of Thought ',]\n```\nEach cites the one before.",
        PERFECT,
    ),
    (
        CHAIN_CASE,
        '{"citation_chain": ["Alpha: First Steps", "BERTology of Beta", "Gamma-Rays in GPT-9", "Delta Airlines of Thought"]}',
        PERFECT,
    ),
    (CHAIN_CASE, '["Delta Airlines of Thought", "Gamma-Rays in GPT-9", "BERTology of Beta", "Alpha: First Steps"]', PARTIAL),
    (CHAIN_CASE, '["Alpha: First Steps", "BERTology of Beta", "Gamma-Rays in GPT-9V", "Delta Airlines of Thought"]', PARTIAL),
    (CHAIN_CASE, '["Alpha: First Steps", "BERTology of Beta", "Gamma-Rays in GPT-9"]', PARTIAL),
    (
        CHAIN_CASE,
        '["Alpha: First Steps", "BERTology of Beta", "Gamma-Rays in GPT-9", "Delta Airlines of Thought", "Epsilon"]',
        PARTIAL,
    ),
    (CHAIN_CASE, '["Epsilon", "Zeta"]', WRONG),
    (CHAIN_CASE, "[]", WRONG),
    (CHAIN_CASE, "I could not find any citation chain.", WRONG),
]

LINKS = case(
    AnswerKind.PAIRS,
    {"《判决文书1》": "判决结果5", "《判决文书2》": "判决结果4", "《判决文书3》": "判决结果1"},
    "判决结果",
    (),
    "link_the_links",
)
LINKING = [
    (LINKS, '{"《判决文书1》":"判决结果5", "《判决文书2》":"判决结果4", "《判决文书3》":"判决结果1"}', PERFECT),
    (LINKS, "判决文书1：判决结果5\n判决文书2：判决结果4\n判决文书3：判决结果1", PERFECT),
    (LINKS, "《判决文书1》对应判决结果5，《判决文书2》对应判决结果4，《判决文书3》对应判决结果1。", PERFECT),
    (
        LINKS,
        "| 判决文书 | 结果 |\n|---|---|\n| 《判决文书1》 | 判决结果5 |\n| 《判决文书2》 | 判决结果4 |\n| 《判决文书3》 | 判决结果1 |",
        PERFECT,
    ),
    (LINKS, '{"判决文书3":"结果1", "判决文书1":"结果5", "判决文书2":"结果4"}', PERFECT),
    (LINKS, '{"《判决文书1》": 5, "《判决文书2》": 4, "《判决文书3》": 1}', PERFECT),
    (LINKS, "判决文书一：判决结果五；判决文书二：判决结果四；判决文书三：判决结果一", PERFECT),
    (LINKS, '{"《判决文书1》":"判决结果5", "《判决文书2》":"判决结果1", "《判决文书3》":"判决结果4"}', PARTIAL),
    (LINKS, '{"《判决文书1》":"判决结果5", "《判决文书2》":"判决结果4"}', PARTIAL),
    (
        LINKS,
        '{"《判决文书1》":"判决结果5", "《判决文书2》":"判决结果4", "《判决文书3》":"判决结果1", "《判决文书4》":"判决结果2"}',
        PARTIAL,
    ),
    (LINKS, '{"《判决文书1》":"判决结果1", "《判决文书2》":"判决结果5", "《判决文书3》":"判决结果4"}', WRONG),
    (LINKS, "无法判断各文书的判决结果。", WRONG),
    (LINKS, '{"《判决文书1》":"判决结果5", "《判决文书2》":"判决结果4", "《判决文书3》":["判决结果1", "判决结果2"]}', PARTIAL),
]

ORDERLY = case(
    AnswerKind.PAIRS,
    {
        "知识产权与竞争": "《判决文书7》",
        "知识产权与竞争纠纷": "《判决文书9》",
        "侵犯公民人身权利,民主权利罪": "《判决文书1》",
        "继承纠纷": "《判决文书5》",
    },
    "我将给定从左到右排好顺序的若干案由",
    (),
    "solitaire",
)
SOLITAIRE = [
    (
        ORDERLY,
        '{"知识产权与竞争":"《判决文书7》","知识产权与竞争纠纷":"《判决文书9》","侵犯公民人身权利,民主权利罪":"《判决文书1》","继承纠纷":"《判决文书5》"}',
        PERFECT,
    ),
    (
        ORDERLY,
        "知识产权与竞争：《判决文书7》\n知识产权与竞争纠纷：《判决文书9》\n侵犯公民人身权利，民主权利罪：《判决文书1》\n继承纠纷：《判决文书5》",
        PERFECT,
    ),
    (
        ORDERLY,
        "1. 知识产权与竞争 - 判决文书七\n2. 知识产权与竞争纠纷 - 判决文书九\n3. 侵犯公民人身权利,民主权利罪 - 判决文书一\n4. 继承纠纷 - 判决文书五",
        PERFECT,
    ),
    (
        ORDERLY,
        "{'《判决文书7》': '知识产权与竞争', '《判决文书9》': '知识产权与竞争纠纷', '《判决文书1》': '侵犯公民人身权利,民主权利罪', '《判决文书5》': '继承纠纷'}",
        PERFECT,
    ),
    (ORDERLY, '["《判决文书7》", "《判决文书9》", "《判决文书1》", "《判决文书5》"]', PERFECT),
    (
        ORDERLY,
        '{"知识产权与竞争":"《判决文书9》","知识产权与竞争纠纷":"《判决文书7》","侵犯公民人身权利,民主权利罪":"《判决文书1》","继承纠纷":"《判决文书5》"}',
        PARTIAL,
    ),
    (ORDERLY, '{"知识产权与竞争":"《判决文书7》"}', PARTIAL),
    (ORDERLY, '{"知识产权与竞争":"《判决文书1》","继承纠纷":"《判决文书7》"}', WRONG),
    (ORDERLY, "我不知道。", WRONG),
]

UP = case(
    AnswerKind.TREND,
    "The net profit increased from $278,188 in 2022 to $314,533 in 2023.",
    "What is the trend in net profit from 2022 to 2023?",
)
WAVE = case(
    AnswerKind.TREND,
    "It increased from $278,188 in 2020 to $314,533 in 2021, then slightly decreased to $303,248 in 2022, and rose sharply to $438,667 in 2023.",
    "What is the trend observed in the 'Accounts Payable' figures from 2020 to 2023?",
)
RATE = case(
    AnswerKind.TREND,
    "The Non-current Assets increased by 106% from 2023 to 2024.",
    "What is the percentage increase in Non-current Assets from 2023 to 2024?",
)
BY = case(
    AnswerKind.TREND,
    "The Net Profit decreased by $12,284 from $149,752 in 2023 to $137,468 in 2024.",
    "What is the change in Net Profit from 2023 to 2024?",
)
SAME = case(
    AnswerKind.TREND,
    "The goodwill has remained consistent at $688,778 from 2021 to 2024.",
    "How has the goodwill changed from 2021 to 2024?",
)
WORST = case(
    AnswerKind.TREND,
    "2023, with a decrease of $6,520,669 from 2022.",
    "Which year saw the largest decrease in Total Current Liabilities?",
)
ZH = case(
    AnswerKind.TREND,
    "从2015年第三季度到2018年第三季度，总资产呈现逐年增长的趋势。具体数值如下：2015年第三季度为1066.59亿元，2016年第三季度为1339.24亿元，2017年第三季度为1647.28亿元，2018年第三季度为1921.08亿元。",
    "从2015年第三季度到2018年第三季度，总资产的变化趋势如何？",
)
LOSS = case(
    AnswerKind.TREND,
    "ACME's net profit decreased from a profit of $22,066 thousand in 2023 to a loss of $(26,629) thousand in 2024.",
    "What was the trend in net profit from 2023 to 2024?",
)
TEMPORAL = [
    (UP, "Net profit rose from $278,188 in 2022 to $314,533 in 2023.", PERFECT),
    (UP, "2022: $278,188; 2023: $314,533. The trend is upward.", PERFECT),
    (UP, "| Year | Net profit |\n|---|---|\n| 2022 | $278,188 |\n| 2023 | $314,533 |\n\nNet profit grew by $36,345.", PERFECT),
    (UP, "It increased from $0.278 million (2022) to $0.315 million (2023).", PERFECT),
    (UP, "Net profit decreased from $278,188 in 2022 to $314,533 in 2023.", PARTIAL),
    (UP, "Net profit rose from $314,533 in 2022 to $278,188 in 2023.", PARTIAL),
    (UP, "Net profit rose.", PARTIAL),
    (UP, "Net profit fell.", WRONG),
    (UP, "It rose from $278,188 in 2022 to $999,999 in 2023.", PARTIAL),
    (UP, "It is not possible to determine the trend.", WRONG),
    (
        WAVE,
        "2020: $278,188\n2021: $314,533\n2022: $303,248\n2023: $438,667\nOverall it fluctuated: up, then down slightly, then sharply up.",
        PERFECT,
    ),
    (
        WAVE,
        "Accounts payable rose to $314,533 in 2021 from $278,188 in 2020, dipped (decreased) to $303,248 in 2022, and increased to $438,667 in 2023.",
        PERFECT,
    ),
    (WAVE, "It increased every year: $278,188 in 2020, $314,533 in 2021, $303,248 in 2022 and $438,667 in 2023.", PARTIAL),
    (WAVE, "It increased from $278,188 in 2020 to $314,533 in 2021, decreased to $303,248 in 2022.", PARTIAL),
    (RATE, "106%", PERFECT),
    (RATE, "Non-current assets grew by approximately 106% from 2023 to 2024.", PERFECT),
    (RATE, "They decreased by 106%.", WRONG),
    (RATE, "The increase is 16%.", WRONG),
    (BY, "It fell from $149,752 (2023) to $137,468 (2024), a decrease of $12,284.", PERFECT),
    (BY, "Net profit declined from $149,752 in 2023 to $137,468 in 2024, a decrease of $50,000.", PARTIAL),
    (SAME, "Goodwill was unchanged at $688,778 in each year from 2021 to 2024.", PERFECT),
    (SAME, "Goodwill stayed the same: 2021: 688,778; 2022: 688,778; 2023: 688,778; 2024: 688,778", PERFECT),
    (SAME, "Goodwill increased from $600,000 in 2021 to $688,778 in 2024.", PARTIAL),
    (WORST, "2023", PERFECT),
    (WORST, "The largest decrease occurred in 2023, down $6,520,669 from 2022.", PERFECT),
    (WORST, "2022", WRONG),
    (ZH, "总资产逐年上升：2015Q3为1,066.59亿元，2016Q3为1,339.24亿元，2017Q3为1,647.28亿元，2018Q3为1,921.08亿元。", PERFECT),
    (
        ZH,
        "- 2015年三季度：106,659,000,000元\n- 2016年三季度：133,924,000,000元\n- 2017年三季度：164,728,000,000元\n- 2018年三季度：192,108,000,000元\n整体呈上升趋势。",
        PERFECT,
    ),
    (ZH, "总资产从2015年第三季度的1066.59亿元增长到2016年第三季度的1339.24亿元，2017年第三季度继续增长到1647.28亿元。", PARTIAL),
    (
        ZH,
        "总资产逐年下降：2015年第三季度为1066.59亿元，2016年第三季度为1339.24亿元，2017年第三季度为1647.28亿元，2018年第三季度为1921.08亿元。",
        PARTIAL,
    ),
    (ZH, "总资产呈增长趋势。", PARTIAL),
    (ZH, "无法回答。", WRONG),
    (LOSS, "Net profit declined from $22,066,000 in 2023 to a net loss of $26,629,000 in 2024.", PERFECT),
    (LOSS, "It went from $22,066 thousand in 2023 down to -$26,629 thousand in 2024.", PERFECT),
    (LOSS, "Net profit increased from $22,066 thousand in 2023 to $26,629 thousand in 2024.", PARTIAL),
]

ALL = [
    *SPOTLIGHT, *EXTREMUM, *RANGE, *ENUMERATION, *INTEGRATION, *CITATION_REFERENCE, *CLASSIFICATION, *CHAINS, *LINKING, *SOLITAIRE, *TEMPORAL,
]  # fmt: skip


@pytest.mark.parametrize(("asked", "response", "verdict"), ALL)
def test_an_answer_gets_the_points_that_a_reader_would_give(asked: Case, response: str, verdict: str) -> None:
    score = score_rules(asked, response)
    said = PERFECT if score.perfect else PARTIAL if score.points > 0 else WRONG
    if verdict == WRONG:
        assert score.points <= 20, (score.points, score.evidence, score.answer)
    else:
        assert said == verdict, (score.points, score.evidence, score.answer)
