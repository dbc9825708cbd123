"""Multiple-choice cases: those of the generator are proved, each tampering that every kind can suffer is found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from checking_choices import Made, made

from pytest_lcbench.suites.longbench_v2 import SUBTASKS
from pytest_lcbench.suites.synthetic import checking
from pytest_lcbench.suites.synthetic.checking.choices import UNCHECKED, faults
from pytest_lcbench.suites.synthetic.checking.choices.lent import LENT
from pytest_lcbench.suites.synthetic.choices import ChoicesField

ALL = [
    ("agent_history_qa", "en"),
    ("code_repo_qa", "en"),
    ("dialogue_history_qa", "en"),
    ("dialogue_history_qa", "zh"),
    ("knowledge_graph_reasoning", "en"),
    ("many_shot_learning", "en"),
    ("multi_document_news", "en"),
    ("multi_document_news", "zh"),
    ("new_language_translation", "en"),
    ("single_document_detective", "en"),
    ("single_document_detective", "zh"),
    ("single_document_event_ordering", "en"),
    ("single_document_event_ordering", "zh"),
    ("table_qa", "en"),
    ("table_qa", "zh"),
    ("user_guide_qa", "en"),
]


@pytest.fixture(params=ALL, ids="-".join)
def sound(request: pytest.FixtureRequest) -> Made:
    return made(*request.param)


@pytest.mark.parametrize(("subtask", "language"), ALL)
@pytest.mark.parametrize(("seed", "world", "tokens"), [(1, 3, 9_000), (2, 7, 14_000), (6, 12, 30_000)])
def test_a_case_as_generated_is_proved(subtask: str, language: str, seed: int, world: int, tokens: int) -> None:
    assert faults(*made(subtask, language, seed, world, tokens)) == []


def test_a_case_with_options_is_read_by_this_package_whatever_its_domain(sound: Made) -> None:
    case, documents = sound
    assert checking.faults(case, documents) == []
    assert checking.faults(replace(case, domain="poetry", gold="E"), documents) != []


def test_any_other_letter_than_the_gold_is_found(sound: Made) -> None:
    case, documents = sound
    for letter in set("ABCD") - {case.gold}:
        assert [fault for fault in faults(replace(case, gold=letter), documents) if f"gold: {letter}" in fault]


def test_options_that_changed_places_are_found(sound: Made) -> None:
    case, documents = sound
    assert faults(replace(case, choices=(*case.choices[1:], case.choices[0])), documents) != []


def test_an_option_that_stands_twice_is_found(sound: Made) -> None:
    case, documents = sound
    right = case.choices["ABCD".index(case.gold)]
    assert faults(replace(case, choices=(right, right, *case.choices[2:])), documents) != []


@pytest.mark.parametrize("gold", [None, [], {}, "E", "", ["A"]])
def test_a_gold_that_is_no_letter_is_found(gold: object) -> None:
    case, documents = made("user_guide_qa", "en")
    assert faults(replace(case, gold=gold), documents) != []


def test_a_question_of_another_kind_is_found(sound: Made) -> None:
    case, documents = sound
    assert faults(replace(case, question="Who came first?"), documents) != []


def test_a_document_without_the_facts_is_found(sound: Made) -> None:
    case, documents = sound
    for text in ("", "Nothing of the kind stands here.\n", documents[0].text[:200]):
        found = faults(case, [replace(documents[0], text=text, passages=()), *documents[1:]])
        assert found != []
        assert all("\n" not in fault for fault in found)


def test_a_document_that_is_missing_is_found(sound: Made) -> None:
    case, documents = sound
    assert faults(case, documents[1:]) != []


def test_a_document_that_stands_there_twice_is_found(sound: Made) -> None:
    case, documents = sound
    assert faults(case, [*documents, documents[0]]) != []


def test_documents_in_another_order_are_found() -> None:
    case, documents = made("multi_document_news", "en")
    assert len(documents) > 1
    assert faults(case, documents[::-1]) != []


@pytest.mark.parametrize(("subtask", "language"), [one for one in ALL if one[0] != "many_shot_learning"])
def test_a_used_fact_without_its_passage_is_found(subtask: str, language: str) -> None:
    case, documents = made(subtask, language)
    found = faults(case, [replace(document, passages=()) for document in documents])
    assert [fault for fault in found if "no passage holds" in fault]


def test_a_passage_on_text_that_states_nothing_is_found(sound: Made) -> None:
    case, documents = sound
    end = len(documents[0].text)
    for idle in ((end - 1, end), (end, end + 5), (5, 5)):
        found = faults(case, [replace(documents[0], passages=(*documents[0].passages, idle)), *documents[1:]])
        assert [fault for fault in found if "passage" in fault]


def test_evidence_that_leaves_a_document_out_is_found() -> None:
    case, documents = made("multi_document_news", "en")
    found = faults(replace(case, evidence=(case.evidence or ())[1:]), documents)
    assert [fault for fault in found if "said to bear on nothing" in fault]


def test_evidence_beyond_the_documents_is_found(sound: Made) -> None:
    case, documents = sound
    assert faults(replace(case, evidence=(*(case.evidence or ()), 99)), documents) != []


def test_every_subtask_is_read_or_said_to_be_unchecked() -> None:
    assert set(ChoicesField(0).subtasks) == {subtask for subtask, _ in ALL} | set(LENT) | set(UNCHECKED)
    assert set(UNCHECKED) <= {subtask for _, subtask in SUBTASKS.values()}
    assert all(UNCHECKED.values())
    assert not set(UNCHECKED) & set(LENT)


def test_a_subtask_that_no_module_reads_is_a_fault_and_no_silence() -> None:
    case, documents = made("user_guide_qa", "en")
    (fault,) = faults(replace(case, subtask="single_document_literary"), documents)
    assert "no checker reads it" in fault
    assert "user_guide_qa" in fault
