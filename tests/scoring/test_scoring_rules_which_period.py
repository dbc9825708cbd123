"""A question for a period and its figure wants both."""

from __future__ import annotations

import pytest

from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case

ENGLISH = "In which year from Q1 2019 to Q1 2022 did the total of debts stand highest? Add the figure, in dollars."
CHINESE = "2019年度至2024年度的各份报告中，榆野粮油的总负债（期末）在哪一年最低？请同时给出金额（万元）。"


def case_of(question: str, gold: str) -> Case:
    return Case("s", "i", "t", "temporal_analysis", "set1", "en", "financial", question, "", gold, AnswerKind.TREND, ())


@pytest.mark.parametrize(
    ("question", "gold", "answer", "points"),
    [
        (ENGLISH, "31 March 2022, with 746,500,000 dollars", "31 March 2022: 746.5 million dollars", 100.0),
        (ENGLISH, "31 March 2022, with 746,500,000 dollars", "31 March 2022", 60.0),
        (ENGLISH, "31 March 2022, with 746,500,000 dollars", "31 March 2022, 1,234.5 thousand dollars", 60.0),
        (ENGLISH, "31 March 2022, with 746,500,000 dollars", "31 March 2021, 746,500,000 dollars", 0.0),
        (CHINESE, "2022年12月31日，为13,923.64万元", "2022年12月31日，13,923.64万元", 100.0),
        (CHINESE, "2022年12月31日，为13,923.64万元", "2022年12月31日", 60.0),
        (CHINESE, "2022年12月31日，为13,923.64万元", "2022年12月31日，为1,234.5万元", 60.0),
        ("In which year did it stand highest?", "2022, with 5,100 dollars", "2022", 100.0),
    ],
)
def test_the_period_alone_is_part_of_the_answer_where_the_figure_is_asked_for(
    question: str, gold: str, answer: str, points: float
) -> None:
    assert score_rules(case_of(question, gold), answer).points == points
