"""The checker of the financial field proves cases as they are written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from checking_financial_cases import financial_case

from pytest_lcbench.suites.synthetic.checking.financial import faults
from pytest_lcbench.suites.synthetic.financial import FinancialField

SUBTASKS = (
    "spotlight_locating",
    "extremum_acquisition",
    "sequential_enumeration",
    "range_awareness",
    "report_integration",
    "temporal_analysis",
)


@pytest.fixture(scope="module")
def field() -> FinancialField:
    return FinancialField(3)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("subtask", SUBTASKS)
def test_cases_of_every_subtask_are_proved(field: FinancialField, subtask: str, language: str) -> None:
    for seed, tokens in enumerate((6_000, 9_000, 20_000, 12_000)):
        case, documents = financial_case(field, subtask, language, tokens, seed)
        assert faults(case, documents) == [], (seed, case.question)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_passage_of_the_writer_lies_on_a_figure_that_the_checker_reads(field: FinancialField, language: str) -> None:
    case, documents = financial_case(field, "extremum_acquisition", language, 12_000, 5)
    assert all(document.passages for document in documents)
    assert faults(case, documents) == []


def test_a_case_without_passages_is_proved_by_the_rest(field: FinancialField) -> None:
    case, documents = financial_case(field, "range_awareness", "en", 8_000, 6)
    assert faults(case, [replace(document, passages=()) for document in documents]) == []
