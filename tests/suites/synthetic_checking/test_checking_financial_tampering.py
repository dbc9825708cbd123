"""The checker of the financial field refuses cases that were tampered with, one tampering a test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from checking_financial_cases import financial_case
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.documents.document import Document, DocumentRef
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.synthetic.checking.financial import faults
from pytest_lcbench.suites.synthetic.checking.financial.asking import understand
from pytest_lcbench.suites.synthetic.checking.financial.reports import UnreadableError
from pytest_lcbench.suites.synthetic.checking.financial.solving import answer
from pytest_lcbench.suites.synthetic.financial import FinancialField

Made = tuple[Case, list[Document]]


@pytest.fixture(scope="module")
def field() -> FinancialField:
    return FinancialField(4)


@pytest.fixture(params=["en", "zh"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def made(field: FinancialField, subtask: str, language: str, seed: int = 1) -> Made:
    case, documents = financial_case(field, subtask, language, 9_000, seed)
    assert faults(case, documents) == []
    return case, documents


def with_text(document: Document, text: str) -> Document:
    return replace(document, text=text)


def without(case: Case, gone: int) -> Case:
    """Return *case* as if it never had the document *gone*."""
    places = {old: new for new, old in enumerate(index for index in range(len(case.documents)) if index != gone)}
    return replace(
        case,
        documents=tuple(document for index, document in enumerate(case.documents) if index != gone),
        evidence=tuple(places[index] for index in case.evidence or () if index in places),
    )


def first_passage(documents: Sequence[Document]) -> tuple[int, int, int]:
    """Return document, start and end of the first passage that holds a figure above zero."""
    for index, document in enumerate(documents):
        for start, end in document.passages:
            if re.search("[1-9]", document.text[start:end]):
                return index, start, end
    raise AssertionError("no figure")


def with_passages(document: Document, *passages: tuple[int, int]) -> Document:
    return replace(document, passages=passages)


def other_digits(digits: str) -> str:
    at = next(at for at, sign in enumerate(digits) if sign in "123456789")
    return digits[:at] + str(int(digits[at]) % 9 + 1) + digits[at + 1 :]


def changed(gold: Any) -> Any:
    if isinstance(gold, int):
        return gold + 1
    if isinstance(gold, str):
        return re.sub(r"\d+(?=\D*$)", lambda match: other_digits("1" + match[0]), gold)
    if isinstance(gold, dict):
        labels = list(gold)
        return dict(zip(labels, [gold[label] for label in (*labels[1:], labels[0])], strict=True))
    return [*gold[:-1], gold[-1] + "x"]


@pytest.mark.parametrize(
    "subtask",
    [
        "spotlight_locating",
        "extremum_acquisition",
        "sequential_enumeration",
        "range_awareness",
        "report_integration",
        "temporal_analysis",
    ],
)
def test_another_gold_is_refused(field: FinancialField, subtask: str, language: str) -> None:
    case, documents = made(field, subtask, language)
    assert any("gold" in fault for fault in faults(replace(case, gold=changed(case.gold)), documents))


@pytest.mark.parametrize("gold", [None, [], {}, "", 3.5, {"a": 1}, [1, 2], "The x rose throughout. 2019: 1 dollars."])
@pytest.mark.parametrize("subtask", ["spotlight_locating", "sequential_enumeration", "report_integration", "temporal_analysis"])
def test_a_gold_of_another_shape_is_a_fault_and_no_crash(field: FinancialField, subtask: str, gold: object) -> None:
    case, documents = made(field, subtask, "en")
    assert faults(replace(case, gold=gold), documents) != []


def test_a_list_in_another_order_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "sequential_enumeration", language)
    assert any("gold" in fault for fault in faults(replace(case, gold=case.gold[::-1]), documents))


def test_a_figure_changed_in_one_place_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "spotlight_locating", language)
    index, start, end = first_passage(documents)
    text = documents[index].text
    documents[index] = with_text(documents[index], text[:start] + other_digits(text[start:end]) + text[end:])
    assert faults(case, documents) != []


def test_a_figure_changed_wherever_it_stands_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "spotlight_locating", language)
    index, start, end = first_passage(documents)
    digits = documents[index].text[start:end]
    documents[index] = with_text(
        documents[index], re.sub(rf"(?<![\d,.]){re.escape(digits)}(?![\d,.])", other_digits(digits), documents[index].text)
    )
    assert any("gold" in fault for fault in faults(case, documents))


def test_another_unit_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "spotlight_locating", language)
    at = (case.evidence or (0,))[0]
    units = {
        "en": (r"(?:in (?:thousands|millions) of |in )U\.S\. dollars|(?:amounts in )?US\$(?: thousand| million)?", "US$ billion"),
        "zh": (r"(?<=单位：|人民币)(?:元|千元|万元)", "百万元"),
    }
    pattern, other = units[language]
    text, count = re.subn(pattern, other, documents[at].text)
    assert count
    documents[at] = with_text(documents[at], text)
    assert faults(case, documents) != []


def test_a_row_taken_out_of_a_table_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "range_awareness", language)
    text = documents[0].text
    for start, end in sorted(documents[0].passages, reverse=True):
        text = text[: text.rindex("\n", 0, start)] + text[text.index("\n", end) :]
    documents[0] = with_text(documents[0], text)
    assert any("no table gives" in fault for fault in faults(case, documents))


def test_a_sentence_that_contradicts_the_tables_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "extremum_acquisition", language)
    amount = (
        r"(\$)(\d[\d.,]*)( million)"
        if language == "en"
        else r"(较上年同期的|由上年同期的|（上年同期：|与上年同期（|上年同期)(\d[\d.,]*)(万元)"
    )
    at, match = next((at, found) for at, document in enumerate(documents) for found in [re.search(amount, document.text)] if found)
    start, end = match.span(2)
    text = documents[at].text
    documents[at] = with_text(documents[at], text[:start] + "9" + text[start:end] + text[end:])
    assert any("contradicts the tables" in fault for fault in faults(case, documents))


@pytest.mark.parametrize("subtask", ["spotlight_locating", "temporal_analysis", "report_integration"])
def test_a_document_taken_away_is_refused(field: FinancialField, subtask: str, language: str) -> None:
    case, documents = made(field, subtask, language)
    assert case.evidence is not None
    gone = case.evidence[0]
    del documents[gone]
    found = faults(without(case, gone), documents)
    assert any(
        "no document is" in fault or "no place that" in fault or "are not those of the documents" in fault or "gold" in fault
        for fault in found
    )


def test_a_document_more_than_the_case_names_is_refused(field: FinancialField) -> None:
    case, documents = made(field, "spotlight_locating", "en")
    assert faults(case, documents[:-1])[0].startswith("the case names")


def test_a_decoy_taken_away_changes_nothing(field: FinancialField, language: str) -> None:
    case, documents = made(field, "spotlight_locating", language)
    decoy = next(index for index in range(len(documents)) if index not in (case.evidence or ()))
    del documents[decoy]
    assert faults(without(case, decoy), documents) == []


def test_another_title_than_the_case_gives_is_refused(field: FinancialField) -> None:
    case, documents = made(field, "extremum_acquisition", "en")
    named = (replace(case.documents[0], title="Other Ltd"), *case.documents[1:])
    assert any("the case calls it" in fault for fault in faults(replace(case, documents=named), documents))


def test_two_companies_that_share_the_figure_asked_for_leave_no_answer() -> None:
    question = understand("Which company had the highest revenue in the whole year of 2020? Give its name only.", "en")
    with pytest.raises(UnreadableError, match="shares its figure"):
        answer(question, [("A Ltd", Fraction(5)), ("B Ltd", Fraction(5)), ("C Ltd", Fraction(1))])


def test_a_figure_on_a_bound_that_the_question_leaves_open_has_no_answer() -> None:
    question = understand(
        "Name every company whose figure for 'revenue' in the whole year of 2020 lies above 5 million dollars."
        " Names only, separated by semicolons.",
        "en",
    )
    with pytest.raises(UnreadableError, match="exactly on a bound"):
        answer(question, [("A Ltd", Fraction(5_000_000)), ("B Ltd", Fraction(7_000_000))])


def test_groups_that_leave_a_gap_are_refused() -> None:
    text = (
        "Sort the companies by revenue in the whole year of 2020 into the following groups: low (less than 5 million dollars), "
        "high (6 million dollars or more). Answer as JSON with the group names as keys and lists of company names as values; "
        "a group without companies gets an empty list."
    )
    with pytest.raises(UnreadableError, match="gap"):
        understand(text, "en")


def test_texts_that_stand_under_each_others_titles_are_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "extremum_acquisition", language)
    documents[0], documents[1] = with_text(documents[0], documents[1].text), with_text(documents[1], documents[0].text)
    assert any("the cover does not name" in fault for fault in faults(case, documents))


def test_a_document_that_stands_twice_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "extremum_acquisition", language)
    again = replace(case, documents=(*case.documents, case.documents[0]), evidence=tuple(range(len(documents) + 1)))
    assert any("two documents are of" in fault for fault in faults(again, [*documents, documents[0]]))


def test_a_report_of_the_series_that_stands_twice_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "temporal_analysis", language)
    again = replace(case, documents=(*case.documents, case.documents[0]), evidence=tuple(range(len(documents) + 1)))
    assert any("two documents are of" in fault for fault in faults(again, [*documents, documents[0]]))


def test_a_question_that_calls_the_reports_own_column_the_comparative_one_is_refused(field: FinancialField, language: str) -> None:
    words = {"en": (" (the opening balance)", " (the year-earlier figure)"), "zh": ("（年初数）", "（上年同期数）")}[language]
    for seed in range(20):
        case, documents = made(field, "spotlight_locating", language, seed)
        back = next((word for word in words if word in case.question), None)
        if back is not None:
            assert any("column" in fault for fault in faults(replace(case, question=case.question.replace(back, "")), documents))
            return
    raise AssertionError("no case asks for the comparative column")


def test_a_report_from_outside_the_series_is_not_needed(field: FinancialField, language: str) -> None:
    case, documents = made(field, "temporal_analysis", language)
    _, others = financial_case(field, "spotlight_locating", language, 9_000, 2)
    padded = replace(case, documents=(*case.documents, DocumentRef("other")), evidence=tuple(range(len(documents) + 1)))
    assert f"document {len(documents)} is evidence, but nothing in it is asked for" in faults(padded, [*documents, others[0]])


def test_passages_of_another_document_are_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "sequential_enumeration", language)
    documents[:2] = [with_passages(documents[0], *documents[1].passages), with_passages(documents[1], *documents[0].passages)]
    assert any("passage" in fault for fault in faults(case, documents))


def test_documents_that_change_places_are_not_those_that_the_case_names(field: FinancialField, language: str) -> None:
    case, documents = made(field, "sequential_enumeration", language)
    documents[0], documents[1] = documents[1], documents[0]
    assert any("the case calls it" in fault for fault in faults(case, documents))


@pytest.mark.parametrize("by", [1, -1, 40])
def test_a_passage_moved_is_refused(field: FinancialField, language: str, by: int) -> None:
    case, documents = made(field, "spotlight_locating", language)
    moved = [with_passages(document, *((start + by, end + by) for start, end in document.passages)) for document in documents]
    assert any("passage" in fault for fault in faults(case, moved))


@pytest.mark.parametrize("outside", [(5, 10_000_000), (-3, 4), (7, 7)])
def test_a_passage_outside_its_document_is_refused(field: FinancialField, outside: tuple[int, int]) -> None:
    case, documents = made(field, "spotlight_locating", "en")
    documents[0] = with_passages(documents[0], *documents[0].passages, outside)
    assert sum("lies outside its document" in fault for fault in faults(case, documents)) == 1


def test_a_passage_in_a_decoy_is_refused(field: FinancialField) -> None:
    case, documents = made(field, "spotlight_locating", "en")
    decoy = next(index for index in range(len(documents)) if index not in (case.evidence or ()))
    documents[decoy] = with_passages(documents[decoy], (0, 10))
    assert any("not asked for" in fault for fault in faults(case, documents))


def test_missing_passages_of_one_document_are_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "range_awareness", language)
    documents[0] = with_passages(documents[0])
    assert any("no passage covers" in fault for fault in faults(case, documents))


def test_a_decoy_called_evidence_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "spotlight_locating", language)
    found = faults(replace(case, evidence=tuple(range(len(documents)))), documents)
    assert any("nothing in it is asked for" in fault for fault in found)
    assert any("where one is to be found" in fault for fault in found)


def test_evidence_called_a_decoy_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "extremum_acquisition", language)
    assert "document 0 is no decoy: it is asked for" in faults(replace(case, evidence=tuple(range(1, len(documents)))), documents)


def test_a_question_about_another_period_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "spotlight_locating", language)
    later = re.sub(r"20\d\d", lambda match: str(int(match[0]) + 7), case.question)
    assert any("no table gives" in fault for fault in faults(replace(case, question=later), documents))


def test_a_question_about_a_company_that_is_not_there_is_refused(field: FinancialField, language: str) -> None:
    case, documents = made(field, "spotlight_locating", language)
    name = documents[(case.evidence or (0,))[0]].header.strip("《》\n")
    asked = case.question.replace(name, "Nowhere Ltd" if language == "en" else "乌有乡")
    assert any("no document is of" in fault for fault in faults(replace(case, question=asked), documents))


@pytest.mark.parametrize(
    "question", ["", "How much?", "多少？", "What was the 'goodwill' of X at 31 March 2020, in dollars? Give the figure only."]
)
def test_a_question_that_is_not_understood_is_a_fault(field: FinancialField, question: str) -> None:
    case, documents = made(field, "spotlight_locating", "en")
    assert len(faults(replace(case, question=question), documents)) == 1


def test_a_language_that_is_not_known_is_a_fault(field: FinancialField) -> None:
    case, documents = made(field, "spotlight_locating", "en")
    assert faults(replace(case, language="fr"), documents) == ["language 'fr' is not en or zh"]


@settings(max_examples=60, deadline=None)
@given(
    st.text(),
    st.text(alphabet="项目 |\t\n1年2月期末余额营业收入：单位元.,-()%$Q《》Item Revenue 31 December 2020 (US$ million)"),
    st.sampled_from(["en", "zh"]),
)
def test_any_text_gives_faults_and_no_crash(header: str, text: str, language: str) -> None:
    case = Case(
        suite="synthetic",
        id="x",
        task="comparison",
        subtask="extremum_acquisition",
        length_set="set1",
        language=language,
        domain="financial",
        question=text,
        instruction="",
        gold=[text],
        answer_kind=AnswerKind.NAMES,
        documents=(DocumentRef("x"),),
    )
    found = faults(
        case,
        [Document("x", f"《{header}》\n", f"{header} quarter ended 31 March 2020 2020年第一季度报告 证券简称：{header}\n\n{text}", "")],
    )
    assert found != []
    assert all("\n" not in fault for fault in found)
