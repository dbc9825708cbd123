"""The embedded reader: a floor that answers something everywhere."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_lcbench
from pytest_lcbench.models.lexical import NAME, LexicalReader
from pytest_lcbench.models.lexical.answers import answer
from pytest_lcbench.models.lexical.forms import Form, read_ask
from pytest_lcbench.models.lexical.layout import take_apart
from pytest_lcbench.models.lexical.terms import MAX_TERMS, figure_in, match_units, query_terms, terms
from pytest_lcbench.models.model import Model, Request

IMPORT_ROOT = Path(pytest_lcbench.__file__).resolve().parent.parent

ENGLISH_REPORTS = """《Northwind Tools》
Northwind Tools annual report 2024.
|Item|This year|Last year|
|Operating revenue|1,200,500.00|1,100,000.00|
|Research expense|40,000.00|39,000.00|

《Harbor Mills》
Harbor Mills annual report 2024.
|Operating revenue|900,000.00|950,000.00|
|Research expense|55,250.00|51,000.00|

"""
CHINESE_REPORTS = """《2024年一季度报告》
证券代码：000001 证券简称：云杉科技 公告编号：2024-01
|营业收入|1,200,500.00|1,100,000.00|
|研发费用|40,000.00|39,000.00|

《2024年一季度报告》
证券代码：000002 证券简称：海港纺织 公告编号：2024-02
|营业收入|900,000.00|950,000.00|
|研发费用|55,250.00|51,000.00|

"""
ENGLISH_YEARS = """《Northwind 2022 annual report》
|Operating revenue|1,000.00|900.00|

《Northwind 2024 annual report》
|Operating revenue|3,000.00|2,000.00|

《Northwind 2023 annual report》
|Operating revenue|2,000.00|1,000.00|

"""
CHINESE_YEARS = """《2023年一季度报告》
证券简称：云杉科技
|营业收入|2,000.00|3,000.00|

《2022年一季度报告》
证券简称：云杉科技
|营业收入|3,000.00|900.00|

"""
CHINESE_JUDGMENTS = """《判决文书1》
原告请求确认房屋买卖合同有效。合同签订于去年，被告未依约付款。本案系买卖合同纠纷。

《判决文书2》
被告人多次盗窃财物，数额较大。公诉机关指控其犯盗窃罪。
《刑法》
依据上述规定。

《判决文书3》
申请人要求行政机关给付抚恤金，行政机关不予给付。

"""
ENGLISH_JUDGMENTS = """《Judgment 1》
The claimant sold a house under contract; the buyer did not pay the purchase price.

《Judgment 2》
The accused stole goods from a shop. He was charged with theft.

《Judgment 3》
The applicant asked the agency for a widow's pension, which the agency denied.

"""
PAPERS = """Sparse Reading of Tables
# Sparse Reading of Tables

We read tables sparsely.

Dense Reading Revisited
# Dense Reading Revisited

We build upon sparse reading of tables and make it dense.

A Survey of Reading
# A Survey of Reading

We survey dense reading revisited and sparse reading of tables.

"""
ENGLISH_NOTE = "\n\nPlease answer from the documents above only.\n\n"
CHINESE_NOTE = "\n\n仅根据上述看到的内容回答以下问题。\n\n"


def form_of(prompt: str) -> Form:
    return read_ask(take_apart(prompt)).form


def choice_prompt(text: str, question: str, options: tuple[str, str, str, str]) -> str:
    listed = "\n".join(f"({letter}) {option}" for letter, option in zip("ABCD", options, strict=True))
    fenced = f"--------\n{text}\n--------"
    return f"Read the text.\n\n{fenced}\n\nQuestion: {question}\n\n{listed}\n\nGive your answer as: The correct answer is (X)\n"


# The eleven subtasks and multiple choice, in both languages.


def test_an_english_figure_comes_from_the_named_documents_best_row() -> None:
    assert answer(ENGLISH_REPORTS + ENGLISH_NOTE + "What is the research expense of Harbor Mills?") == "55,250.00"


def test_a_chinese_figure_comes_from_the_named_companys_report() -> None:
    assert answer(CHINESE_REPORTS + CHINESE_NOTE + "海港纺织的研发费用是多少？") == "55,250.00"


def test_a_spotlight_question_for_a_company_finds_the_quoted_figure() -> None:
    prompt = ENGLISH_REPORTS + ENGLISH_NOTE + "What is the name of the company with research expense of 55,250.00?"
    assert answer(prompt) == "Harbor Mills"


@pytest.mark.parametrize(
    "question", ["Which company has the highest 'Research expense'?", "Which company has the lowest operating revenue?"]
)
def test_an_english_extremum_names_one_company(question: str) -> None:
    assert answer(ENGLISH_REPORTS + ENGLISH_NOTE + question) in {"Northwind Tools", "Harbor Mills"}


def test_a_chinese_extremum_names_one_company() -> None:
    assert answer(CHINESE_REPORTS + CHINESE_NOTE + "请回答 '研发费用' 最高的公司是哪一个？") in {"云杉科技", "海港纺织"}


def test_an_english_enumeration_lists_every_company_with_its_figure_unsorted() -> None:
    prompt = ENGLISH_REPORTS + ENGLISH_NOTE + "Please list the 'Operating revenue' of each of the companies in ascending order."
    assert answer(prompt) == "(Northwind Tools: 1,200,500.00), (Harbor Mills: 900,000.00)"


def test_a_chinese_enumeration_lists_every_company_with_its_figure() -> None:
    assert (
        answer(CHINESE_REPORTS + CHINESE_NOTE + "请按递增顺序列举上述每个公司 '营业收入'？")
        == "(云杉科技: 1,200,500.00), (海港纺织: 900,000.00)"
    )


@pytest.mark.parametrize(
    ("reports", "question"),
    [
        (ENGLISH_REPORTS + ENGLISH_NOTE, "How many companies have a 'Research expense' exceeding 50,000?"),
        (CHINESE_REPORTS + CHINESE_NOTE, "请回答 '研发费用' 在 50,000 以上的公司数量？"),
    ],
    ids=["en", "zh"],
)
def test_a_range_question_for_a_number_gets_a_number(reports: str, question: str) -> None:
    assert re.fullmatch("[0-9]+", answer(reports + question))


def test_a_range_question_for_names_may_list_several() -> None:
    assert answer(CHINESE_REPORTS + CHINESE_NOTE + "请回答 '研发费用' 在 1 到 2 之间的公司名称？") == "云杉科技, 海港纺织"


@pytest.mark.parametrize(
    ("prompt", "labels", "members"),
    [
        (
            ENGLISH_REPORTS
            + ENGLISH_NOTE
            + "Please categorize the companies listed above by 'Research expense' into the following groups: "
            "high expense (over 50,000), medium expense (over 1,000), and no expense (0 and below). Place them well.",
            ["high expense", "medium expense", "no expense"],
            {"Northwind Tools", "Harbor Mills"},
        ),
        (
            CHINESE_REPORTS + CHINESE_NOTE + "请对上述公司财报按照 “研发费用” 进行划分，"
            "划分成：高费用(50,000.00以上)，中费用 (1,000.00以上且50,000.00以下)，负费用(0及0以下)。同类别的划分到一个集合。",
            ["高费用", "中费用", "负费用"],
            {"云杉科技", "海港纺织"},
        ),
    ],
    ids=["en", "zh"],
)
def test_report_integration_puts_every_company_somewhere(prompt: str, labels: list[str], members: set[str]) -> None:
    groups = json.loads(answer(prompt))
    assert list(groups) == labels
    assert sorted(member for group in groups.values() for member in group) == sorted(members)


def test_a_chinese_classification_goes_by_overlap() -> None:
    question = "请按照'盗窃罪' '行政给付' '买卖合同纠纷'这3种案由对以上所有判决文书进行分类，只需输出标题。格式：\n"
    question += "{'盗窃罪': ['《判决文书a》', '《判决文书b》'], '行政给付': ['《判决文书a》'], '买卖合同纠纷': []}\n答案："
    assert json.loads(answer(CHINESE_JUDGMENTS + CHINESE_NOTE + question)) == {
        "盗窃罪": ["《判决文书2》"],
        "行政给付": ["《判决文书3》"],
        "买卖合同纠纷": ["《判决文书1》"],
    }


def test_an_english_classification_goes_by_overlap() -> None:
    question = (
        "Classify all judgments by the causes 'theft' 'denied pension' 'house contract'. Give a JSON object with lists of titles."
    )
    assert json.loads(answer(ENGLISH_JUDGMENTS + ENGLISH_NOTE + question)) == {
        "theft": ["《Judgment 2》"],
        "denied pension": ["《Judgment 3》"],
        "house contract": ["《Judgment 1》"],
    }


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        (CHINESE_JUDGMENTS + CHINESE_NOTE + "以上判决文书中，案由是'盗窃罪'的判决文书是哪一篇?", "《判决文书2》"),
        (ENGLISH_JUDGMENTS + ENGLISH_NOTE + "Which judgment has the cause of action 'theft'? Give its title.", "《Judgment 2》"),
    ],
    ids=["zh", "en"],
)
def test_a_question_for_one_judgment_gets_one_title(prompt: str, title: str) -> None:
    assert answer(prompt) == title


def test_a_question_for_several_judgments_gets_titles_in_the_order_asked_for() -> None:
    prompt = CHINESE_JUDGMENTS + CHINESE_NOTE + "案由为'行政 盗窃'的判决是哪些？请按照文中出现的顺序作答。"
    assert answer(prompt) == "《判决文书2》，《判决文书3》"


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            CHINESE_JUDGMENTS + CHINESE_NOTE + "我将给你若干份判决结果：{'判决结果1': '被告人犯盗窃罪，判处罚金，退赔财物。', "
            "'判决结果2': '责令行政机关给付抚恤金。\\n本判决为终审判决。', '判决结果3': '确认买卖合同有效，被告付款。'}。\n"
            '请按照以下json格式输出：\n{"《判决文书1》":"判决结果a", "《判决文书2》":"判决结果b"}\n请直接给出答案：',
            {"《判决文书1》": "判决结果3", "《判决文书2》": "判决结果1", "《判决文书3》": "判决结果2"},
        ),
        (
            ENGLISH_JUDGMENTS + ENGLISH_NOTE + "These verdicts are offered: {'Verdict 1': 'The accused is guilty of theft and fined.', "
            "'Verdict 2': \"The agency shall pay the widow's pension.\", "
            "'Verdict 3': 'The buyer of the house shall pay the price.'}\n"
            'Answer as JSON: {"《Judgment 1》": "Verdict a", "《Judgment 2》": "Verdict b"}',
            {"《Judgment 1》": "Verdict 3", "《Judgment 2》": "Verdict 1", "《Judgment 3》": "Verdict 2"},
        ),
    ],
    ids=["zh", "en"],
)
def test_link_the_links_maps_each_judgment_to_an_offered_verdict(prompt: str, expected: dict[str, str]) -> None:
    assert json.loads(answer(prompt)) == expected


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            CHINESE_JUDGMENTS + CHINESE_NOTE + "我将给定从左到右排好顺序的若干案由：['盗窃罪', '行政给付', '买卖合同']。\n"
            "你需要根据以上案由顺序对所有判决文书进行排序。请按照以下json格式输出：\n"
            '{"案由1":"《判决文书a》", "案由2":"《判决文书b》"}\n请直接给出答案：',
            {"盗窃罪": "《判决文书2》", "行政给付": "《判决文书3》", "买卖合同": "《判决文书1》"},
        ),
        (
            ENGLISH_JUDGMENTS
            + ENGLISH_NOTE
            + "The causes of action in order are ['theft', 'denied pension', 'house contract']. Give the judgment of each "
            'as JSON: {"cause 1": "《Judgment a》", "cause 2": "《Judgment b》"}',
            {"theft": "《Judgment 2》", "denied pension": "《Judgment 3》", "house contract": "《Judgment 1》"},
        ),
    ],
    ids=["zh", "en"],
)
def test_solitaire_maps_each_cause_to_a_judgment_of_its_own(prompt: str, expected: dict[str, str]) -> None:
    assert json.loads(answer(prompt)) == expected


@pytest.mark.parametrize(
    ("note", "keys"),
    [
        (
            'Use json as follows: {"Reference":["Title 1"], "Citation":["Title 1"]}.\n\n#The paper:\nDense Reading Revisited',
            ("Reference", "Citation"),
        ),
        (
            '请按照json格式作答：{"引用": ["标题1"], "被引用": ["标题1"]}。\n\n需要分析的论文：\nDense Reading Revisited',
            ("引用", "被引用"),
        ),
    ],
    ids=["en", "zh"],
)
def test_citation_and_reference_puts_every_other_paper_on_one_side(note: str, keys: tuple[str, str]) -> None:
    sides = json.loads(answer("#Papers:\n" + PAPERS + "\n\n" + note))
    assert tuple(sides) == keys
    assert sorted(title for side in sides.values() for title in side) == ["A Survey of Reading", "Sparse Reading of Tables"]


@pytest.mark.parametrize(
    "task",
    [
        "We kindly ask you to review the provided papers with care. " * 4
        + 'Please list the longest citation chain among them, as a list of titles: ["Title of Paper 1", "Title of Paper 2"].',
        "请你通读以上提供的论文，并从中找出最长的引用链。" * 10 + '请按照如下列表格式作答：["标题1", "标题2"]。',
    ],
    ids=["en", "zh"],
)
@pytest.mark.parametrize("after", [False, True], ids=["task first", "task last"])
def test_a_citation_chain_is_a_json_list_of_titles(task: str, after: bool) -> None:
    prompt = f"#Papers Provided:\n{PAPERS}\n\n{task}" if after else f"{task}\n\n#Papers Provided:\n{PAPERS}"
    assert sorted(json.loads(answer(prompt))) == ["A Survey of Reading", "Dense Reading Revisited", "Sparse Reading of Tables"]


def test_an_english_trend_gives_the_figure_of_each_year_and_a_direction() -> None:
    prompt = ENGLISH_YEARS + ENGLISH_NOTE + "What is the trend in operating revenue from 2022 to 2024?"
    assert answer(prompt) == "2022: 1,000.00; 2023: 2,000.00; 2024: 3,000.00. Overall it increased."


def test_a_chinese_trend_gives_the_figure_of_each_year_and_a_direction() -> None:
    prompt = CHINESE_YEARS + CHINESE_NOTE + "云杉科技2022年一季度到2023年一季度的营业收入分别是多少，其变化趋势如何？"
    assert answer(prompt) == "2022年：3,000.00；2023年：2,000.00。总体趋势：减少。"


def test_a_trend_in_one_document_reads_the_columns_of_the_row() -> None:
    prompt = (
        "《Northwind》\n|Operating revenue|3,000.00|2,000.00|\n\n"
        + ENGLISH_NOTE
        + "How did operating revenue change from 2023 to 2024?"
    )
    assert answer(prompt) == "2023: 2,000.00; 2024: 3,000.00. Overall it increased."


def test_a_choice_takes_the_option_that_the_matching_sentence_shares_most_with() -> None:
    text = "The weather was fine.\nThe bridge was painted green by the crew.\nSome ships were red, some blue."
    assert (
        answer(choice_prompt(text, "In what colour was the bridge painted?", ("red", "blue", "green", "black")))
        == "The correct answer is (C)"
    )


def test_a_chinese_choice_is_answered_in_the_form_asked_for() -> None:
    prompt = "桥被工人漆成了绿色。\n船长有一面红色旗帜。\n\n\n\n"
    prompt += "问题：桥被工人漆成了什么颜色？\n\n(A) 红色\n(B) 绿色\n(C) 蓝色\n(D) 黑色\n\n请给出答案。"
    assert answer(prompt) == "The correct answer is (B)"


def test_a_choice_without_any_text_still_takes_an_option() -> None:
    prompt = "Question: What is it?\n\n(A) one\n(B) two\n(C) three\n(D) four\n"
    assert answer(prompt) == "The correct answer is (A)"


@pytest.mark.parametrize("style", ["({})", "{}.", "{})", "{}:", "（{}）"])
def test_options_are_found_in_the_usual_styles(style: str) -> None:
    listed = "\n".join(f"{style.format(letter)} {word}" for letter, word in zip("ABCD", ["red", "green", "blue", "black"], strict=True))
    assert answer(f"The bridge is green.\n\n\n\nWhat colour is the bridge?\n{listed}") == "The correct answer is (B)"


# Taking prompts apart.


def test_a_statute_on_a_line_of_its_own_is_no_document() -> None:
    titles = [passage.title for passage in take_apart(CHINESE_JUDGMENTS + CHINESE_NOTE + "哪一篇？").passages]
    assert titles == ["判决文书1", "判决文书2", "判决文书3"]


def test_the_question_is_no_part_of_the_last_document() -> None:
    layout = take_apart(ENGLISH_REPORTS + ENGLISH_NOTE + "What is the revenue?")
    assert layout.passages[-1].text.endswith("|Research expense|55,250.00|51,000.00|")
    assert layout.tail == "Please answer from the documents above only.\n\nWhat is the revenue?"


def test_the_question_is_found_without_a_wide_gap_before_it() -> None:
    layout = take_apart(ENGLISH_REPORTS.rstrip() + ENGLISH_NOTE + "What is the revenue?")
    assert layout.tail == "Please answer from the documents above only.\n\nWhat is the revenue?"


def test_plain_headings_separate_documents() -> None:
    layout = take_apart("# One\nalpha\n\n# Two\nbeta\n\n\n\nPlease answer: what is alpha?")
    assert [(passage.title, passage.text) for passage in layout.passages] == [("One", "alpha"), ("Two", "beta")]


def test_the_registrants_name_is_read_from_an_english_filing() -> None:
    layout = take_apart(
        "《form10-k》\nFORM 10-K\n\nACME WORKS, INC.\n(Exact name of registrant as specified in its charter)\n\n\n\n\nWhat is it?"
    )
    assert layout.passages[0].name == "ACME WORKS, INC."


# Terms and figures.


def test_terms_are_words_and_chinese_bigrams() -> None:
    assert terms("Net profit of 1,023.50 for 营业收入A, don't") == [
        "net",
        "profit",
        "of",
        "1,023.50",
        "for",
        "营业",
        "业收",
        "收入",
        "a",
        "don't",
    ]


def test_a_query_is_bounded() -> None:
    assert len(query_terms(" ".join(f"w{number}" for number in range(100_000)))) == MAX_TERMS


@pytest.mark.parametrize(
    ("row", "figure"),
    [
        ("|营业收入|1,200.50|1,100|", "1,200.50"),
        ("In 2024 revenue was $1,234, up 3%", "$1,234"),
        ("loss of (21,373) in the year", "(21,373)"),
        ("净利润：-300,468,030.20元", "-300,468,030.20"),
        ("2024年3月31日 余额 7 元", "7"),
        ("增长 26.27%", "26.27%"),
    ],
)
def test_the_figure_of_a_row_is_no_year_or_date(row: str, figure: str) -> None:
    found = figure_in(row)
    assert found is not None
    assert found[1] == figure


@pytest.mark.parametrize("row", ["no figure", "2024年3月31日", "form10k", ""])
def test_a_row_without_a_figure_gives_none(row: str) -> None:
    assert figure_in(row) is None


def test_long_lines_are_matched_in_bounded_pieces() -> None:
    units = match_units(["x " * 500_000 + "needle"], frozenset({"needle"}))
    assert [len(unit.text) <= 400 for unit in units] == [True]


# The model.


def respond(prompt: str) -> Any:
    async def call() -> Any:
        reader: Model = LexicalReader()
        try:
            return await reader.complete(Request(prompt=prompt, temperature=None, max_output=128))
        finally:
            await reader.close()

    return asyncio.run(call())


def test_a_response_costs_nothing_and_knows_no_tokens() -> None:
    response = respond(ENGLISH_REPORTS + ENGLISH_NOTE + "What is the research expense of Harbor Mills?")
    assert response.text == "55,250.00"
    assert (response.finish_reason, response.cost, response.refused, response.attempts) == ("stop", 0.0, False, 1)
    assert (response.prompt_tokens, response.completion_tokens, response.reasoning_tokens) == (None, None, None)
    assert response.latency_s > 0.0


def test_its_info_says_what_is_known() -> None:
    info = LexicalReader().info
    assert (info.name, info.route, info.window, info.input_price, info.output_price, info.source) == (
        NAME,
        NAME,
        None,
        0.0,
        0.0,
        "built in",
    )


def test_the_event_loop_goes_on_while_it_reads() -> None:
    prompt = "some words about nothing in particular\n" * 100_000 + "\n\n\nPlease answer: what is particular?"

    async def steps_meanwhile() -> int:
        call = asyncio.create_task(LexicalReader().complete(Request(prompt=prompt, temperature=None, max_output=128)))
        steps = 0
        while not call.done():
            await asyncio.sleep(0.001)
            steps += 1
        return steps

    assert asyncio.run(steps_meanwhile()) > 3


def test_many_calls_at_once_give_each_its_own_answer() -> None:
    async def run() -> list[str]:
        reader = LexicalReader()
        prompts = [f"《D》\n|Revenue|{number},000|\n\n\n\nWhat is the revenue?" for number in range(1, 30)]
        responses = await asyncio.gather(*(reader.complete(Request(prompt=p, temperature=None, max_output=8)) for p in prompts))
        return [response.text for response in responses]

    assert asyncio.run(run()) == [f"{number},000" for number in range(1, 30)]


def test_the_answer_does_not_depend_on_the_hash_seed() -> None:
    prompt = (
        CHINESE_JUDGMENTS
        + ENGLISH_JUDGMENTS
        + ENGLISH_NOTE
        + "请按照'盗窃罪' '行政给付' '买卖合同纠纷'这3种案由对以上所有判决文书进行分类"
    )
    script = "import sys; from pytest_lcbench.models.lexical.answers import answer; print(ascii(answer(sys.argv[1])))"
    answers = {
        subprocess.run(  # noqa: S603 - our own script
            [sys.executable, "-c", script, prompt],
            cwd=IMPORT_ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout.strip()
        for seed in ("1", "2", "3")
    }
    assert answers == {ascii(answer(prompt))}


def test_it_imports_nothing_beyond_the_standard_library() -> None:
    script = (
        "import sys; import pytest_lcbench.models.lexical;"
        "print(sorted({n.partition('.')[0] for n in sys.modules} - set(sys.stdlib_module_names) - {'pytest_lcbench', '__main__'}))"
    )
    run = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-S", "-c", script], cwd=IMPORT_ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.strip() == "[]"


# Hostile prompts.

MEGABYTE = 1_000_000
HOSTILE = {
    "one word": "a" * MEGABYTE,
    "one line of words": "words and more " * (MEGABYTE // 15),
    "one line of Chinese": "行政给付纠纷" * (MEGABYTE // 18),
    "spaces": " " * MEGABYTE,
    "blank lines": "\n \n" * (MEGABYTE // 3),
    "digits": "1," * (MEGABYTE // 2),
    "headers": "《a》\n" * (MEGABYTE // 8),
    "numbered headers": "《判决文书1》\n行政\n" * (MEGABYTE // 26),
    "open headers": "《" * (MEGABYTE // 3),
    "echoed headings": "a\n# a\n" * (MEGABYTE // 6),
    "quotes": "'" * MEGABYTE,
    "pairs": "'a1':'a text of some length'," * (MEGABYTE // 28),
    "open pairs": "'a1':'\\" * (MEGABYTE // 7),
    "lists": "['a'," * (MEGABYTE // 5),
    "brackets": "classify into the following groups:" + "(" * MEGABYTE,
    "options": "A. x\nB. y\nC. z\nD. w\n" * (MEGABYTE // 20),
    "surrogates": "\ud800" * MEGABYTE,
    "nuls": "\0" * MEGABYTE,
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("place", ["alone", "before the question", "after the question"])
def test_a_hostile_megabyte_is_answered_in_bounded_time(kind: str, place: str) -> None:
    text = HOSTILE[kind]
    question = "Please answer the question: which judgments have the cause 'theft'? Give the titles."
    prompt = {"alone": text, "before the question": f"{text}\n\n\n\n{question}", "after the question": f"{question}\n\n{text}"}[place]
    begin = time.perf_counter()
    assert answer(prompt).strip()
    # About 0.1 s a megabyte is usual and 1 s the worst of these; what must fail here is a time that grows with the square.
    assert time.perf_counter() - begin < 10.0


@pytest.mark.parametrize(
    "prompt",
    ["", " ", "?", "\n", "《a》", "《a》\n\n\n\n\n", "# x", "A.", "(A)\n(B)\n(C)\n(D)", "{'a1': 'x'}", "分类：", "划分成："],
)
def test_an_almost_empty_prompt_gets_some_answer(prompt: str) -> None:
    assert answer(prompt).strip()


@given(st.text(st.characters(exclude_categories=()), max_size=300))
@settings(deadline=None)
def test_any_text_is_answered_and_alike_each_time(prompt: str) -> None:
    first = answer(prompt)
    assert first.strip()
    assert answer(prompt) == first


PIECES = st.sampled_from(
    [
        "《甲1》\n",
        "《甲2》\n",
        "# T\n",
        "T\n# T\n",
        "|收入|1,000|\n",
        "Revenue 2,000.\n",
        "\n\n",
        "\n\n\n\n",
        "--------\n",
        "</text>\n",
        "(A) x\n(B) y\n(C) z\n(D) w\n",
        "请按照'甲' '乙'分类",
        "{'V1': 'a long enough text', 'V2': 'y'}",
        "['a', 'b'] json",
        "趋势",
        "2023 2024",
        "which company?",
        "citation chain",
        '{"Reference": ["a"], "Citation": []}',
        "how many companies",
        "哪一篇判决文书？",
        "list each in ascending order",
        "who?",
        "Question: ",
        "groups:",
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join))
@settings(deadline=None)
def test_any_mixture_of_the_shapes_it_knows_is_answered(prompt: str) -> None:
    assert answer(prompt).strip()


def test_a_task_before_documents_that_end_in_blank_space_is_read() -> None:
    task = "Please list the longest citation chain among the provided papers. " * 4
    assert len(json.loads(answer(f"{task}\n\n{PAPERS}" + " \n" * 5000))) == 3


# Real inputs.


def fill(template: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(docs|instruction|question)\}", lambda match: values[match[1]], template)


def loong_prompt(folder: Path, row: dict[str, Any]) -> str:
    parts = []
    for name in row["doc"]:
        if row["type"] == "paper":
            text = (folder / "paper" / name).read_text(encoding="utf-8")
            parts.append(f"{text.partition(chr(10))[0].replace('#', '').strip()}\n{text}\n\n")
        else:
            wanted = name if row["level"] == 4 else f"2024-{name}-"
            file = next(file for file in sorted((folder / "financial").iterdir()) if wanted in file.name)
            parts.append(f"《{file.stem.rpartition('-')[2]}》\n{file.read_text(encoding='utf-8')}\n\n")
    return fill(row["prompt_template"], {"docs": "".join(parts), "instruction": row["instruction"], "question": row["question"]})


EXPECTED_FORMS = {
    ("paper", 3): {Form.CITATIONS},
    ("paper", 4): {Form.CHAIN},
    ("financial", 1): {Form.FIGURE, Form.COMPANY},
    ("financial", 2): {Form.COMPANY, Form.ORDERED, Form.COUNT},
    ("financial", 3): {Form.GROUPS},
    ("financial", 4): {Form.TREND},
    ("legal", 1): {Form.TITLES},
    ("legal", 2): {Form.TITLES},
    ("legal", 3): {Form.GROUPS},
    ("legal", 4): {Form.LINKS, Form.SOLITAIRE},
}


def test_every_real_loong_question_is_recognised(shared_data: Path) -> None:
    documents = {"paper": PAPERS, "financial": CHINESE_REPORTS, "legal": CHINESE_JUDGMENTS}
    missed = []
    with (shared_data / "loong" / "loong.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            values = {"docs": documents[row["type"]], "instruction": row["instruction"], "question": row["question"]}
            form = form_of(fill(row["prompt_template"], values))
            if form not in EXPECTED_FORMS[row["type"], row["level"]]:
                missed.append((row["id"], form))
    assert missed == []


def test_real_loong_rows_are_answered_alike_each_time(shared_data: Path) -> None:
    folder = shared_data / "loong"
    rows = [json.loads(line) for line in (folder / "real_24.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 24
    for row in rows:
        prompt = loong_prompt(folder / "doc", row)
        first = answer(prompt)
        assert first.strip(), row["id"]
        assert first not in {"not found", "未找到"}, row["id"]
        assert answer(prompt) == first


def test_real_longbench_rows_get_a_letter_alike_each_time(shared_data: Path) -> None:
    rows = json.loads((shared_data / "longbench-v2" / "data_18.json").read_text(encoding="utf-8"))
    assert len(rows) == 18
    for row in rows:
        prompt = choice_prompt(row["context"], row["question"], tuple(row[f"choice_{letter}"] for letter in "ABCD"))
        first = answer(prompt)
        assert re.fullmatch(r"The correct answer is \([A-D]\)", first), row["_id"]
        assert answer(prompt) == first
