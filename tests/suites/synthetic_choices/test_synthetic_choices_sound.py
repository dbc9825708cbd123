"""What the texts must not do: correct what stands nowhere, say a followed relation twice, number two rounds alike."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pytest_lcbench.suites.synthetic.choices import ChoicesField
from pytest_lcbench.suites.synthetic.choices.languages import _NOUNS, _plural
from pytest_lcbench.suites.synthetic.choices.text import plural
from pytest_lcbench.suites.synthetic.draw import Draw

WORLDS = (11, 111, 113, 114)
VARIED = (
    "single_document_detective",
    "multi_document_news",
    "code_repo_qa",
    "dialogue_history_qa",
    "agent_history_qa",
    "new_language_translation",
    "user_guide_qa",
    "table_qa",
    "knowledge_graph_reasoning",
)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("world", WORLDS)
def test_every_voucher_that_is_corrected_stands_on_a_sheet_too(world: int, language: str) -> None:
    field = ChoicesField(world)
    for number in range(40):
        text = field.write(language, f"registers.{number}", 2500).text
        _, head, corrections = text.rpartition("voucher" if language == "en" else "凭单号")
        vouchers = re.findall(r"(?<!\d)\d{6}(?!\d)", corrections)
        assert vouchers
        sheets = set(re.findall(r"(?<!\d)\d{6}(?!\d)", text[: len(text) - len(corrections) - len(head)]))
        assert set(vouchers) <= sheets


def test_the_number_of_a_noun_is_seen_in_english() -> None:
    assert [noun for noun in _NOUNS if _plural(noun) == noun] == []


@pytest.mark.parametrize("world", WORLDS)
def test_a_relation_that_a_question_follows_is_said_once(world: int) -> None:
    field = ChoicesField(world)
    heads = ("established_by", "directed_by", "endowed_by", "governed_by", "initiated_by", "supervised_by")
    for number in range(8):
        written = field.write("en", f"graphs.{number}", 30_000)
        triples = [re.split('; |\t|> <|", "[po]": "', line) for line in written.text.split("\n")[1:]]
        said = Counter((row[0].strip('(<{"s: '), row[1].replace(" ", "_")) for row in triples if len(row) == 3)
        checked = 0
        for at in range(4):
            for head in range(2):
                ((first, last),) = written.facts[f"head{at}{head}"]
                row = re.split('; |\t|> <|", "[po]": "', written.text[first:last])
                key = (row[0].strip('(<{"s: '), row[1].replace(" ", "_"))
                assert key[1] in heads
                assert said[key] == 1
                checked += 1
        assert checked == 8


@pytest.mark.parametrize("world", [10, 225, 339, 396, 1035])
def test_the_evidence_of_an_inventory_shows_every_class(world: int) -> None:
    field = ChoicesField(world)
    for number in range(60):
        written = field.write("en", f"many_shot.{number}", 2000)
        shown = {written.text[first:last].rpartition(" => ")[2] for first, last in written.facts["shot"]}
        assert len(shown) == 4


@pytest.mark.parametrize("tokens", [9000, 60_000, 400_000])
def test_no_two_rounds_of_a_log_have_one_number(tokens: int) -> None:
    field = ChoicesField(104)
    for number in range(6 if tokens < 100_000 else 1):
        text = field.write("en", f"games.{number}", tokens).text
        numbers = re.findall(r"^(?:\[[a-z]+ |[A-Z][a-z]+ no\. |no\. )(\d+)(?= \||\ at | \()", text, re.MULTILINE)
        assert len(numbers) > 20
        assert len(set(numbers)) == len(numbers)


def test_questions_begin_in_upper_case_and_their_plurals_are_english() -> None:
    for world in WORLDS:
        field = ChoicesField(world)
        for subtask in ("agent_history_qa", "knowledge_graph_reasoning", "table_qa", "dialogue_history_qa"):
            for number in range(20):
                question = field.draft(subtask, "en", 5000, Draw("question", number)).question
                assert not question[0].islower()
                assert not re.search(r"\b[a-z]+(?:ch|sh|x)s\b", question)


@pytest.mark.parametrize(
    ("noun", "many"), [("watch", "watches"), ("box", "boxes"), ("berry", "berries"), ("day", "days"), ("key", "keys")]
)
def test_the_plural_of_a_regular_noun(noun: str, many: str) -> None:
    assert plural(noun) == many


@pytest.mark.parametrize("subtask", ["code_repo_qa", "dialogue_history_qa"])
def test_sentences_begin_in_upper_case_and_plurals_are_english(subtask: str) -> None:
    field = ChoicesField(114)
    for number in range(6):
        draft = field.draft(subtask, "en", 12_000, Draw("sentences", number))
        text = "".join(field.write("en", plan.key, plan.tokens).text for plan in draft.documents)
        assert re.findall(r"\w+(?:ch|sh|x)s\b|\b[a-z]+[.!?] the\b|\w+eed\b(?<!feed)(?<!seed)(?<!need)(?<!indeed)(?<!reed)", text) == []


@pytest.mark.parametrize("subtask", VARIED)
def test_easy_and_hard_cases_are_found_side_by_side(subtask: str) -> None:
    field = ChoicesField(0)
    told = Counter(field.draft(subtask, "en", 12_000, Draw("difficulty", number)).difficulty for number in range(60))
    assert set(told) == {"easy", "hard"}
    assert min(told.values()) >= 5
