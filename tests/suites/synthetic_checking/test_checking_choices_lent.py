"""Multiple-choice cases whose questions are lent from the other fields: read option by option by the checkers of those."""

from __future__ import annotations

from dataclasses import replace

import pytest
from checking_choices import Made, made

from pytest_lcbench.suites.synthetic.checking.choices import faults
from pytest_lcbench.suites.synthetic.checking.choices.lent import LENT

ALL = [(subtask, language) for subtask in LENT for language in ("en", "zh")]


@pytest.fixture(params=ALL, ids="-".join)
def sound(request: pytest.FixtureRequest) -> Made:
    return made(*request.param, tokens=14_000)


@pytest.mark.parametrize(("subtask", "language"), ALL)
@pytest.mark.parametrize(("seed", "world", "tokens"), [(1, 3, 14_000), (2, 4, 12_000), (3, 6, 20_000)])
def test_a_case_as_generated_is_proved(subtask: str, language: str, seed: int, world: int, tokens: int) -> None:
    assert faults(*made(subtask, language, seed, world, tokens)) == []


def test_any_other_letter_than_the_gold_is_found(sound: Made) -> None:
    case, documents = sound
    for letter in set("ABCD") - {case.gold}:
        assert faults(replace(case, gold=letter), documents) != []


def test_a_wrong_option_that_was_made_right_is_found_beside_the_gold(sound: Made) -> None:
    case, documents = sound
    right = "ABCD".index(case.gold)
    separator = "; " if case.language == "en" else "；"
    # A right list of names or pairs in another order, or the same answer with a space more, is no fourth wrong option.
    again = separator.join(reversed(case.choices[right].split(separator)))
    other = next(place for place in range(4) if place != right)
    spoiled = replace(case, choices=tuple(again if place == other else choice for place, choice in enumerate(case.choices)))
    found = faults(spoiled, documents)
    assert (
        [fault for fault in found if "right beside" in fault or "different ones" in fault]
        or "chain" in case.question
        or "链" in case.question
    )


def test_a_question_without_the_word_on_its_options_is_found(sound: Made) -> None:
    case, documents = sound
    assert faults(replace(case, question=case.question.partition("\n\n")[0]), documents) != []


def test_a_document_that_is_missing_or_stands_there_twice_is_found(sound: Made) -> None:
    case, documents = sound
    assert faults(case, documents[1:]) != []
    assert faults(case, [*documents, documents[0]]) != []


def test_a_document_without_its_text_is_found(sound: Made) -> None:
    case, documents = sound
    assert faults(case, [replace(documents[0], text="", passages=()), *documents[1:]]) != []


def test_a_language_or_a_gold_that_cannot_be_read_is_a_fault(sound: Made) -> None:
    case, documents = sound
    assert faults(replace(case, language="de"), documents) != []
    assert faults(replace(case, gold=None), documents) != []
