"""What the checker of the financial field reads from a report, on small reports written by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_lcbench.suites.synthetic.checking.financial.asking import understand
from pytest_lcbench.suites.synthetic.checking.financial.periods import ALONE, AT, TO_DATE, Period, asked, column
from pytest_lcbench.suites.synthetic.checking.financial.prose import contradictions
from pytest_lcbench.suites.synthetic.checking.financial.reports import Report, UnreadableError, read
from pytest_lcbench.suites.synthetic.checking.financial.solving import answer, figure_of, gold_answer
from pytest_lcbench.suites.synthetic.checking.financial.vocabulary import MEASURES

COVER = "Acme Ltd\nInterim report, third quarter and nine months of 2022\nFigures are US$ thousand unless a table says otherwise.\n"
ZH_COVER = "甲城极星股份有限公司\n2022年第三季度报告\n证券代码：900001　　证券简称：极星股份\n"
NINE = Period(TO_DATE, 2022, 3)
END = Period(AT, 2022, 3)


def english(*lines: str) -> Report:
    return read("《Acme Ltd》\n", COVER + "\n" + "\n".join(lines) + "\n", "en")


def chinese(*lines: str) -> Report:
    return read("《极星股份》\n", ZH_COVER + "\n" + "\n".join(lines) + "\n", "zh")


def test_the_unit_above_a_table_goes_before_that_of_the_cover() -> None:
    head = ("1. Consolidated balance sheet", "Item | 30 September 2022 | 31 December 2021")
    row = ("Total assets | 1,234.5 | 1,000.0", "Total equity | 1.0 | 1.0")
    assert english(*head, *row).figure("total_assets", END) == 1_234_500
    assert english(head[0], "(US$ million)", head[1], *row).figure("total_assets", END) == 1_234_500_000


@pytest.mark.parametrize(
    "row",
    [
        "| Revenue (note 4) | 900 | 800 | 300 | 250 |",
        "Revenue\t$900\t$800\t300\t250",
        "Revenue ..............  900  800  300  250",
        "    Revenue    900    800    300    250",
        "Revenue | 900 | 800 | 300 | 250",
    ],
)
def test_columns_are_told_apart_whatever_the_layout(row: str) -> None:
    head = "Caption | Nine months to 30 September 2022 | Nine months 2021 | Three months to September 30, 2022 | Q3 2021"
    report = english("Group profit and loss account", head, row, row)
    assert report.faults == []
    assert [report.figure("revenue", period) for period in (NINE, NINE._replace(year=2021))] == [900_000, 800_000]
    assert [report.figure("revenue", Period(ALONE, year, 3)) for year in (2022, 2021)] == [300_000, 250_000]


def test_costs_in_brackets_are_above_zero_and_losses_are_below() -> None:
    report = english(
        "Group profit and loss account",
        "Caption | Nine months 2022",
        "Revenue | 100",
        "Cost of sales | (130)",
        "Gross profit | $(30)",
        "Taxation | 7",
        "Interest income | -",
    )
    assert report.figure("cost", NINE) == 130_000
    assert report.figure("gross", NINE) == -30_000
    assert report.figure("tax", NINE) == -7_000  # where costs stand in brackets, one without them is an income
    assert report.figure("interest_income", NINE) == 0
    assert report.faults == []


def test_tables_of_the_parent_alone_are_no_consolidated_figures() -> None:
    report = english(
        "Parent company figures",
        "The figures below are those of Acme Ltd alone, without its subsidiaries.",
        "Item | 30 September 2022 | 31 December 2021",
        "Total assets | 1 | 2",
    )
    assert report.figures == {}


def test_a_figure_that_differs_between_two_tables_is_a_fault() -> None:
    report = english("Key figures", "Item | Nine months 2022", "Revenue | 100", "Revenue | 101")
    assert "given differently" in report.faults[0]


def test_a_sum_that_does_not_add_up_is_a_fault() -> None:
    report = english("Key figures", "Item | 30 September 2022", "Total assets | 100", "Total liabilities | 60", "Total equity | 41")
    assert report.faults == ["equity at 2022 Q3: 100,000 less 60,000 is not 41,000"]


def test_a_row_that_does_not_fit_its_columns_is_a_fault() -> None:
    report = english("Key figures", "Item | Nine months 2022 | Nine months 2021", "Revenue | 100", "Turnover | 1 | 2")
    assert "does not fit its 2 columns" in report.faults[0]


def test_chinese_labels_are_read_without_what_stands_about_them() -> None:
    report = chinese(
        "【合并利润表】",
        "单位：万元　币种：人民币",
        "项目 | 上期发生额 | 本期发生额",
        "一、营业收入（附注五、25） | 90.00 | 100.00",
        "减：营业成本 | 50.00 | 60.00",
        "      利息收入 | 1.00 | 2.00",
        "四、净利润（净亏损以“－”号填列） | 3.00 | －4.50",
    )
    assert report.figure("revenue", NINE) == 1_000_000
    assert report.figure("cost", NINE) == 600_000
    assert report.figure("interest_income", NINE._replace(year=2021)) == 10_000
    assert report.figure("net", NINE) == -45_000


def test_chinese_key_tables_tell_the_quarter_from_the_year_to_date() -> None:
    report = chinese(
        "主要会计数据",
        "单位：元",
        "项目 | 第三季度（7-9月） | 上年第三季度 | 2022年1-9月 | 2021年1-9月",
        "营业收入 | 3 | 2 | 9 | 8",
        "净利润 | 1 | 1 | 1 | 1",
    )
    assert [report.figure("revenue", period) for period in (Period(ALONE, 2022, 3), Period(ALONE, 2021, 3), NINE)] == [3, 2, 9]


def test_a_report_of_another_company_than_its_title_is_not_read() -> None:
    with pytest.raises(UnreadableError, match="does not name Other Ltd"):
        read("《Other Ltd》", COVER, "en")


def test_a_title_of_another_quarter_than_the_cover_is_not_read() -> None:
    with pytest.raises(UnreadableError, match="the title says 2022 Q2, the cover 2022 Q3"):
        read("《Acme Ltd Q2 2022》", COVER, "en")


def test_a_cover_without_a_period_is_not_read() -> None:
    with pytest.raises(UnreadableError, match="names 0 periods"):
        read("《Acme Ltd》", "Acme Ltd\n", "en")


def test_a_restated_figure_of_the_year_before_is_not_taken_for_that_years_own() -> None:
    report = english(
        "Group profit and loss account",
        "Caption | Nine months 2022 | Nine months 2021",
        "Selling expenses | 5 | 4",
        "Administration | 3 | 4",
        "From 2022 on, depot staff are shown under selling expenses and no longer under administration; "
        "year-earlier figures are restated.",
    )
    question = understand("Which company had the highest selling expenses in the first nine months of 2021? Give its name only.", "en")
    assert question.period is not None
    with pytest.raises(UnreadableError, match="restated"):
        figure_of(question, report, question.period)
    assert figure_of(question, report, NINE)[0] == 5_000


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("Revenue grew to $1.24 million (in the nine months of 2021: $1.00 million), partly because of rain.", True),
        (
            "Against $1.00 million in the nine months of 2021, revenue rose by 23.5% to $1.24 million, with rain as the background.",
            True,
        ),
        (
            "Against $1.00 million in the nine months of 2021, revenue rose by 25.3% to $1.24 million, with rain as the background.",
            False,
        ),
        ("Revenue grew to $1.34 million (in the nine months of 2021: $1.00 million), partly because of rain.", False),
        ("Owing to rain, revenue moved from $1.00 million in the first nine months of 2021 to $1.24 million.", True),
        ("Owing to rain, revenue moved from $1.00 million in the first nine months of 2021 to $1.42 million.", False),
        ("Higher net inventory ($0.41 million after $0.40 million at the end of 2021) reflected rain.", True),
        ("Higher net inventory ($0.41 million after $0.30 million at the end of 2021) reflected rain.", False),
        ("A claim over label stock of $1.34 million was settled for $0.20 million.", True),
    ],
)
def test_the_discussion_is_held_against_the_tables(sentence: str, *, right: bool) -> None:
    flows = ("Item | Nine months 2022 | Nine months 2021", "Revenue | 1,235 | 1,000", "Net profit | 1 | 1")
    report = english("Key figures", *flows, "Item | 30 September 2022 | 31 December 2021", "Inventory, net | 410 | 400")
    assert (list(contradictions(sentence, report, "en")) == []) is right


@pytest.mark.parametrize(
    ("head", "language", "period"),
    [
        ("Three months to 31 March 2022", "en", Period(TO_DATE, 2022, 1)),
        ("Q1 2021", "en", Period(TO_DATE, 2021, 1)),
        ("Year 2021", "en", Period(TO_DATE, 2021, 4)),
        ("Six months to 30 September 2022", "en", None),
        ("31 June 2022", "en", None),
        ("Notes", "en", None),
        ("2022年1-6月", "zh", Period(TO_DATE, 2022, 2)),
        ("年初余额", "zh", Period(AT, 2021, 4)),
        ("2021年度", "zh", Period(TO_DATE, 2021, 4)),
        ("2022年6月31日", "zh", None),
    ],
)
def test_a_head_of_a_column_names_its_period(head: str, language: str, period: Period | None) -> None:
    assert column(head, language, 2022, 3) == period


def test_a_quarter_named_without_saying_that_it_stands_alone_is_no_period() -> None:
    assert asked("the second quarter of 2022", "en") is None
    assert asked("the first quarter of 2022", "en") == Period(TO_DATE, 2022, 1)


def test_no_words_of_a_question_mean_two_things() -> None:
    assert MEASURES["en"]["gross margin"] != MEASURES["en"]["gross margin, that is gross profit as a percentage of revenue"]
    assert MEASURES["zh"]["存货"].of == MEASURES["zh"]["存货增长率"].of


FIGURES = [("A Ltd", Fraction(1)), ("B Ltd", Fraction(3)), ("C Ltd", Fraction(2))]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which company had the second highest revenue in the whole year of 2020? Give its name only.", frozenset({"C Ltd"})),
        ("Name the two companies with the lowest revenue in the whole year of 2020.", frozenset({"A Ltd", "C Ltd"})),
        (
            (
                "Compare the revenue of the companies in the whole year of 2020. "
                "Which company has the highest and which the lowest? Name both."
            ),
            frozenset({"A Ltd", "B Ltd"}),
        ),
        (
            (
                "Which 2 companies have the highest revenue in the whole year of 2020? "
                "List their names in decreasing order, separated by semicolons."
            ),
            ("B Ltd", "C Ltd"),
        ),
        ("How many of the companies show a figure above 1.5 dollars for revenue in the whole year of 2020? Give the number only.", 2),
    ],
)
def test_a_question_is_answered_from_the_figures(question: str, expected: object) -> None:
    assert answer(understand(question, "en"), FIGURES) == expected


def test_the_gold_of_a_list_with_figures_is_read_in_its_unit() -> None:
    text = "请从高到低列出各公司2020年全年的营业收入。格式为“公司名称：金额”，金额单位为万元，每行一家。"
    assert gold_answer(understand(text, "zh"), ["乙：0.0003", "甲：1,000"], "zh") == (("乙", Fraction(3)), ("甲", Fraction(10_000_000)))
