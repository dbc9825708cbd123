"""Choices out of another field's cases."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic.choices.over_worlds import OverWorlds, shown
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw

TITLES = tuple(f"Firm {letter}" for letter in "ABCDEFGH")


class Lender:
    """A field of which every case has the same gold."""

    subtasks = ("lent",)

    def __init__(self, gold: Any, kind: AnswerKind) -> None:
        self._gold, self._kind = gold, kind

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:  # noqa: ARG002 - the protocol's
        plans = tuple(DocumentPlan(f"firm{at}", tokens // len(TITLES), title, ("sales",)) for at, title in enumerate(TITLES))
        return Draft(subtask, language, "financial", "Which?", "As JSON.", self._gold, self._kind, plans, "hard")

    def write(self, language: str, key: str, tokens: int) -> Written:
        return Written(f"{language} {key} {tokens}", {})


def drafts(gold: Any, kind: AnswerKind, count: int = 40) -> list[Draft]:
    over = OverWorlds("lender", Lender(gold, kind), ("lent",))
    return [over.draft("multi_document_financial", "en", 8000, Draw("over", number)) for number in range(count)]


GOLDS: list[tuple[Any, AnswerKind]] = [
    (["Firm B"], AnswerKind.NAMES),
    (["Firm B", "Firm D", "Firm G"], AnswerKind.NAMES),
    (["Firm C", "Firm A", "Firm H", "Firm B", "Firm E"], AnswerKind.ORDERED),
    (["Firm C", "Firm D", "Firm A", "Firm B", "Firm G", "Firm F", "Firm E"], AnswerKind.CHAIN),
    ({"good": ["Firm A", "Firm B"], "fair": [], "poor": ["Firm C", "Firm H"]}, AnswerKind.GROUPS),
    ({"cited": ["Firm A", "Firm E"], "citer": ["Firm B"]}, AnswerKind.GROUPS),
    ({"Firm A": "1", "Firm B": "6", "Firm C": "5", "Firm D": "2", "Firm E": "4", "Firm F": "3"}, AnswerKind.PAIRS),
]


@pytest.mark.parametrize(("gold", "kind"), GOLDS)
def test_the_lent_gold_is_the_right_option_and_stands_once(gold: Any, kind: AnswerKind) -> None:
    if kind is AnswerKind.GROUPS:  # shown by member, in the order of the documents
        expected = {title: label for title in TITLES for label, members in gold.items() if title in members}
    else:
        expected = gold
    for draft in drafts(gold, kind):
        assert draft.choices["ABCD".index(draft.gold)] == shown(expected, "en")
        assert len(set(draft.choices)) == 4
        assert draft.answer_kind is AnswerKind.CHOICE


@pytest.mark.parametrize(("gold", "kind"), GOLDS)
def test_all_options_are_equally_long(gold: Any, kind: AnswerKind) -> None:
    for draft in drafts(gold, kind):
        assert len({len(choice) for choice in draft.choices}) == 1


def test_the_right_order_is_as_often_with_the_documents_as_against_them() -> None:
    made = drafts(["Firm C", "Firm A", "Firm H", "Firm B", "Firm E", "Firm D", "Firm G", "Firm F"], AnswerKind.ORDERED, 200)
    extreme = 0
    for draft in made:
        right = draft.choices["ABCD".index(draft.gold)]
        extreme += right in {min(draft.choices), max(draft.choices)}
    assert 60 < extreme < 140


def test_documents_are_the_other_fields_under_its_name() -> None:
    over = OverWorlds("lender", Lender(["Firm B"], AnswerKind.NAMES), ("lent",))
    draft = over.draft("multi_document_financial", "zh", 8000, Draw("x"))
    assert draft.documents[2].key == "lender.firm2"
    assert over.write("zh", "firm2", 1000).text == "zh firm2 1000"


def test_a_field_without_a_fitting_gold_is_refused_in_one_line() -> None:
    over = OverWorlds("lender", Lender("3 May", AnswerKind.VALUE), ("lent",))
    with pytest.raises(SettingsError, match=r"^no case of multi_document_legal in 'en' with about 2000 tokens has four options"):
        over.draft("multi_document_legal", "en", 2000, Draw("x"))
