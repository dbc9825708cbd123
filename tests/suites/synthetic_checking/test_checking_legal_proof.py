"""The checker of judgments: whole cases are proved, and each way of spoiling one is seen."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest
from rendered_judgments import asking, edited, rendered

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.legal import faults

SUBTASKS = (
    "spotlight_locating",
    "sequential_enumeration",
    "range_awareness",
    "case_classification",
    "link_the_links",
    "solitaire",
)
LANGUAGES = ("en", "zh")
each_subtask = pytest.mark.parametrize("subtask", SUBTASKS)
each_language = pytest.mark.parametrize("language", LANGUAGES)
TOTAL = ("total finally ordered", "给付总额")


def without(case: Case, documents: list[Document], at: int) -> tuple[Case, list[Document]]:
    """Return the case as if the document at *at* had never been part of it."""
    evidence = tuple(place - (place > at) for place in case.evidence or () if place != at)
    references = (*case.documents[:at], *case.documents[at + 1 :])
    return dataclasses.replace(case, documents=references, evidence=evidence), [*documents[:at], *documents[at + 1 :]]


def figure_of(documents: list[Document], case: Case) -> tuple[int, str]:
    """Return a document with evidence and the last figure in its passages."""
    for at in case.evidence or ():
        document = documents[at]
        for start, end in reversed(document.passages):
            if re.fullmatch(r"\d{1,3}(?:,?\d{3})+", document.text[start:end]):
                return at, document.text[start:end]
    raise AssertionError("no figure in any passage")


def other(figure: str) -> str:
    return str(9 - int(figure[0]) or 8) + figure[1:]


@each_subtask
@each_language
@pytest.mark.parametrize("seed", range(8))
def test_a_case_as_drawn_is_proved(subtask: str, language: str, seed: int) -> None:
    assert faults(*rendered(subtask, language, seed, world=seed)) == []


@each_language
def test_a_case_of_many_long_documents_is_proved(language: str) -> None:
    assert faults(*rendered("link_the_links", language, tokens=60_000)) == []


@each_subtask
@each_language
def test_another_gold_answer_is_seen(subtask: str, language: str) -> None:
    case, documents = rendered(subtask, language)
    gold = case.gold
    if isinstance(gold, dict):
        first, second = list(gold)[:2]
        gold = {**gold, first: gold[second], second: gold[first]}
    elif isinstance(gold, list):
        gold = gold[1:]
    else:
        gold = f"{gold}1"
    assert any("gold answer" in fault for fault in faults(dataclasses.replace(case, gold=gold), documents))


@each_language
def test_an_ordered_gold_answer_turned_round_is_seen(language: str) -> None:
    case, documents = rendered("sequential_enumeration", language)
    assert faults(dataclasses.replace(case, gold=case.gold[::-1]), documents)


@each_language
def test_a_sum_ordered_that_no_longer_follows_from_its_heads_is_seen(language: str) -> None:
    case, documents = asking("range_awareness", language, *TOTAL)
    at, figure = figure_of(documents, case)
    assert any(case.documents[at].title in fault for fault in faults(case, edited(documents, at, figure, other(figure))))


@each_language
def test_a_sum_allowed_that_is_changed_makes_the_order_one_that_is_not_on_offer(language: str) -> None:
    case, documents = rendered("link_the_links", language)
    at, figure = figure_of(documents, case)
    text = documents[at].text
    start = next(a for a, b in documents[at].passages if text[a:b] == figure)
    changed = text[:start] + other(figure) + text[start + len(figure) :]
    spoilt = [*documents[:at], dataclasses.replace(documents[at], text=changed), *documents[at + 1 :]]
    assert any("on offer 0 times" in fault or "no ruling" in fault or "no finding" in fault for fault in faults(case, spoilt))


@each_subtask
@each_language
def test_a_document_that_is_missing_is_seen(subtask: str, language: str) -> None:
    case, documents = rendered(subtask, language)
    # Of those that the answer names, if it names some: the lack of another changes nothing.
    named = [at for at in case.evidence or () if case.documents[at].title in re.findall(r"Judgment \d+|判决文书\d+", str(case.gold))]
    at = (named or case.evidence or (0,))[0]
    assert faults(case, [*documents[:at], *documents[at + 1 :]])
    assert faults(*without(case, documents, at)) or subtask == "range_awareness"


@pytest.mark.parametrize("subtask", ["case_classification", "link_the_links", "solitaire"])
@each_language
def test_texts_that_changed_places_are_seen(subtask: str, language: str) -> None:
    case, documents = rendered(subtask, language)
    golds = {json.dumps(case.gold)}
    for second in range(1, len(documents)):
        swapped = [documents[second], *documents[1:second], documents[0], *documents[second + 1 :]]
        golds.add(" ".join(faults(case, swapped)))
    assert any("gold answer" in fault for fault in golds)


@each_subtask
@each_language
def test_a_text_that_stands_twice_is_seen(subtask: str, language: str) -> None:
    case, documents = rendered(subtask, language)
    at = (case.evidence or ())[0]
    place = (at + 1) % len(documents)
    repeated = [*documents]
    repeated[place] = documents[at]
    assert faults(case, repeated)


@each_subtask
@each_language
def test_a_passage_that_moved_is_seen(subtask: str, language: str) -> None:
    case, documents = rendered(subtask, language)
    at = (case.evidence or ())[0]
    moved = tuple((start - (end - start), start) for start, end in documents[at].passages)
    spoilt = [*documents[:at], dataclasses.replace(documents[at], passages=moved), *documents[at + 1 :]]
    assert any("no passage holds" in fault or "outside the text" in fault for fault in faults(case, spoilt))


@each_subtask
def test_a_passage_outside_the_text_is_seen(subtask: str) -> None:
    case, documents = rendered(subtask, "en")
    at = (case.evidence or ())[0]
    passages = (*documents[at].passages, (0, len(documents[at].text) + 1))
    spoilt = [*documents[:at], dataclasses.replace(documents[at], passages=passages), *documents[at + 1 :]]
    assert any("outside the text" in fault for fault in faults(case, spoilt))


@each_language
def test_a_decoy_said_to_matter_is_seen(language: str) -> None:
    case, documents = rendered("spotlight_locating", language)
    widened = dataclasses.replace(case, evidence=tuple(range(len(documents))))
    assert any("is not needed" in fault for fault in faults(widened, documents))


@each_language
def test_a_document_said_not_to_matter_that_does_is_seen(language: str) -> None:
    case, documents = rendered("case_classification", language)
    assert any("is said not to matter" in fault for fault in faults(dataclasses.replace(case, evidence=(0,)), documents))


@each_language
def test_an_order_that_is_no_longer_stated_is_seen(language: str) -> None:
    case, documents = asking("range_awareness", language, *TOTAL)
    at, figure = figure_of(documents, case)
    lines = [line for line in documents[at].text.split("\n") if figure not in line]
    cut = dataclasses.replace(documents[at], text="\n".join(lines))
    assert any("does not state its ordered" in fault for fault in faults(case, [*documents[:at], cut, *documents[at + 1 :]]))


@each_language
def test_a_second_judgment_that_fits_a_question_about_one_is_seen(language: str) -> None:
    case, documents = asking("spotlight_locating", language, "presided", "担任审判长")
    at = (case.evidence or ())[0]
    rival = (at + 1) % len(documents)
    judge = re.search(r"in which (\w+ \w+) presided|由(\S+?)担任审判长", case.question)
    assert judge is not None
    own = re.search(
        r"(\w+ \w+)(?=,? presiding(?:\.?$|;| judge)| in the chair$|, president\.)|\n审判长[：　]?([一-龥]+)",
        documents[rival].text,
        re.MULTILINE,
    )
    assert own is not None
    text = documents[rival].text.replace(own[1] or own[2], judge[1] or judge[2])
    spoilt = [*documents[:rival], dataclasses.replace(documents[rival], text=text), *documents[rival + 1 :]]
    assert any("fit a question that is about one" in fault for fault in faults(case, spoilt))


@each_language
def test_reasons_of_another_kind_than_the_facts_are_seen(language: str) -> None:
    case, documents = rendered("case_classification", language)
    words = "\nIt was bodily on the ground itself.\n" if language == "en" else "\n本院认为，其占有自始没有权源。\n"
    more = "\nThat is a sanction.\n" if language == "en" else "\n施以终局性的制裁。\n"
    spoilt = [dataclasses.replace(documents[0], text=documents[0].text + words + more), *documents[1:]]
    assert any("shows words of" in fault for fault in faults(case, spoilt))


@each_language
def test_a_judgment_without_any_words_of_a_kind_is_seen(language: str) -> None:
    case, documents = rendered("solitaire", language)
    start, end = documents[0].passages[0][0], documents[0].passages[-1][1]
    text = documents[0].text[:start] + documents[0].text[end:]
    assert any(
        "no words of any kind" in fault for fault in faults(case, [dataclasses.replace(documents[0], text=text), *documents[1:]])
    )


@each_subtask
@each_language
def test_a_question_that_cannot_be_read_is_one_line(subtask: str, language: str) -> None:
    case, documents = rendered(subtask, language)
    (fault,) = faults(dataclasses.replace(case, question="What\nnow?"), documents)
    assert fault == f"the question is not understood as {subtask}"


def test_two_orders_alike_on_offer_are_seen() -> None:
    case, documents = rendered("link_the_links", "en")
    label, order = next(iter(re.findall(r'"(Verdict \d+)": "([^"]+)"', case.question)))
    twice = case.question.replace(f'"{label}": ', f'"Verdict 99": "{order}", "{label}": ')
    found = faults(dataclasses.replace(case, question=twice), documents)
    assert found == [] or any("on offer 2 times" in fault for fault in found)
    assert (label in case.gold.values()) == bool(found)


def test_a_language_without_a_reader_is_one_line() -> None:
    case, documents = rendered("solitaire", "en")
    (fault,) = faults(dataclasses.replace(case, language="fr"), documents)
    assert "language without a reader" in fault
