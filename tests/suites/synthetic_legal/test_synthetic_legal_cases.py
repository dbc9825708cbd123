"""Cases on judgments: golds that follow from the facts, documents that all count, and answers that must not pay."""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import re
from typing import Any

import pytest

from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.lexical.answers import answer
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.gold import gold_fault
from pytest_lcbench.suites.synthetic.drafts import Draft
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal import LegalField
from pytest_lcbench.suites.synthetic.legal.causes import causes
from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit, lawsuit
from pytest_lcbench.suites.synthetic.legal.picking import names_of
from pytest_lcbench.suites.synthetic.legal.sizes import CLASSES, plan_sizes

SUBTASKS = LegalField(0).subtasks
LANGUAGES = ("en", "zh")
OPEN = "-open"


def drafted(subtask: str, language: str, number: int, tokens: int = 24_000) -> tuple[LegalField, Draft]:
    field = LegalField(number % 5)
    return field, field.draft(subtask, language, tokens, Draw("test", subtask, language, number))


def case_of(draft: Draft) -> Case:
    return Case(
        suite="synthetic",
        id="x",
        task="x",
        subtask=draft.subtask,
        length_set="set1",
        language=draft.language,
        domain=draft.domain,
        question=draft.question,
        instruction=draft.instruction,
        gold=draft.gold,
        answer_kind=draft.answer_kind,
        documents=tuple(DocumentRef(plan.key, plan.title) for plan in draft.documents),
        rules=draft.rules,
    )


def suits_of(draft: Draft, world: int) -> list[Lawsuit]:
    found = []
    for plan in draft.documents:
        cause, number = plan.key.removesuffix(OPEN).split("-")
        found.append(lawsuit(world, draft.language, cause, int(number)))
    return found


def shown(field: LegalField, draft: Draft) -> str:
    return "\n\n".join(f"《{plan.title}》\n{field.write(draft.language, plan.key, plan.tokens).text}" for plan in draft.documents)


def name(draft: Draft, at: int) -> str:
    return f"《判决文书{at + 1}》" if draft.language == "zh" else f"Judgment {at + 1}"


def days(question: str) -> list[dt.date]:
    chinese = [dt.date(*map(int, found)) for found in re.findall(r"(\d+)年(\d+)月(\d+)日", question)]
    months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
    english = [dt.date(int(y), months.index(m) + 1, int(d)) for d, m, y in re.findall(r"(\d+) ([A-Z][a-z]+) (\d{4})", question)]
    return chinese or english


def label_in(draft: Draft) -> str:
    return next(
        cause.label
        for cause in causes(draft.language).values()
        if f"'{cause.label}'" in draft.question or f"‘{cause.label}’" in draft.question
    )


def verdict_amount(text: str) -> int:
    return int(re.findall(r"[\d,]+(?=元| crowns)", text)[0].replace(",", ""))


def gold_from(draft: Draft, suits: list[Lawsuit]) -> Any:
    """Work the answer out again from question and lawsuits alone."""
    question = draft.question
    names = [name(draft, at) for at in range(len(suits))]
    if draft.subtask == "solitaire":
        return {suit.cause.label: title for suit, title in zip(suits, names, strict=True)}
    if draft.subtask == "case_classification":
        return {label: [title for suit, title in zip(suits, names, strict=True) if suit.cause.label == label] for label in draft.gold}
    if draft.subtask == "link_the_links":
        offered = json.loads(re.findall(r"\{.*?\}", question)[0])
        found = {}
        for suit, title in zip(suits, names, strict=True):
            if suit.cause.kind == "administrative":
                quashed = suit.outcome == "allowed"
                fits = [label for label, text in offered.items() if quashed and ("被诉" in text or "public body" in text)]
            elif suit.outcome == "dismissed":
                fits = [label for label, text in offered.items() if "全部" in text or "in full" in text or "Nothing" in text]
            else:
                due = suit.allowed * suit.share // 100 - suit.paid
                fits = [label for label, text in offered.items() if re.search(r"\d", text) and verdict_amount(text) == due]
            found[title] = fits[0] if len(fits) == 1 else ""
        return found
    if draft.subtask == "sequential_enumeration":
        label = label_in(draft)
        measure = (
            "term"
            if "刑期" in question or "imprisonment" in question
            else "date"
            if "落款" in question or "date" in question
            else "award"
        )

        def key(suit: Lawsuit) -> int:
            return {"term": suit.months, "date": suit.decided.toordinal(), "award": suit.award}[measure]

        falling = any(word in question for word in ("从大到小", "由晚到早", "from the largest", "latest first"))
        chosen = [(suit, title) for suit, title in zip(suits, names, strict=True) if suit.cause.label == label]
        return [title for _, title in sorted(chosen, key=lambda pair: key(pair[0]), reverse=falling)]
    assert draft.subtask == "range_awareness"
    period = days(question)
    if period:
        return [title for suit, title in zip(suits, names, strict=True) if period[0] <= suit.decided <= period[1]]
    limits = re.findall(r"(高于|低于|above|below) ?(\d[\d,]*)", question)
    if limits:
        side, limit = limits[0][0], int(limits[0][1].replace(",", ""))
        over = side in ("高于", "above")
        return [title for suit, title in zip(suits, names, strict=True) if (suit.award > limit if over else suit.award < limit)]
    return [title for suit, title in zip(suits, names, strict=True) if suit.cause.label == label_in(draft)]


def changed(suit: Lawsuit, draft: Draft) -> list[Lawsuit]:
    """Give lawsuits that differ from *suit* in facts that its document states."""
    other = [cause for cause in causes(draft.language).values() if cause.kind == suit.cause.kind and cause is not suit.cause]
    named = [cause for cause in other if f"'{cause.label}'" in draft.question or f"‘{cause.label}’" in draft.question]
    replacements = [dataclasses.replace(suit, cause=cause) for cause in (*named, *other)]
    if suit.award:
        replacements += [dataclasses.replace(suit, award=amount) for amount in (20, suit.award * 400)]
        replacements.append(dataclasses.replace(suit, paid=suit.paid + 1234 if suit.paid else 5678))
    replacements.append(dataclasses.replace(suit, outcome="allowed" if suit.outcome == "dismissed" else "dismissed"))
    for shift in (-4000, 4000, *(-(suit.decided - day).days for day in days(draft.question))):
        replacements.append(dataclasses.replace(suit, dates=(*suit.dates[:4], suit.decided + dt.timedelta(days=shift))))
    return replacements


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subtask", [subtask for subtask in SUBTASKS if subtask != "spotlight_locating"])
def test_the_gold_follows_from_the_lawsuits_and_every_document_can_change_it(subtask: str, language: str) -> None:
    for number in range(12):
        field, draft = drafted(subtask, language, number)
        suits = suits_of(draft, number % 5)
        assert gold_from(draft, suits) == draft.gold, draft.question
        assert field.subtasks == SUBTASKS
        for at, suit in enumerate(suits):
            others = ([*suits[:at], other, *suits[at + 1 :]] for other in changed(suit, draft))
            assert any(gold_from(draft, other) != draft.gold for other in others), (draft.question, suit.key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_exactly_one_document_bears_on_a_spotlight_case(language: str) -> None:
    for number in range(25):
        _, draft = drafted("spotlight_locating", language, number)
        assert sum(bool(plan.facts) for plan in draft.documents) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spotlight_answer_is_that_of_its_document_and_of_no_other(language: str) -> None:
    for number in range(40):
        _, draft = drafted("spotlight_locating", language, number)
        suits = suits_of(draft, number % 5)
        (at,) = [at for at, plan in enumerate(draft.documents) if plan.facts]
        if draft.answer_kind is AnswerKind.NAMES:
            assert draft.gold == name(draft, at)
            if draft.documents[at].facts == ("cause",):
                assert [suit.cause.label for suit in suits].count(label_in(draft)) == 1
        elif draft.documents[at].facts == ("award",):
            assert [suit.item for suit in suits].count(suits[at].item) == 1
            assert suits[at].item in draft.question
            assert draft.gold == str(suits[at].award)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subtask", SUBTASKS)
def test_the_gold_has_its_shape_scores_full_points_and_an_empty_answer_none(subtask: str, language: str) -> None:
    for number in range(15):
        _, draft = drafted(subtask, language, number)
        assert gold_fault(draft.gold, draft.answer_kind) is None
        case = case_of(draft)
        for form in (json.dumps(draft.gold, ensure_ascii=False), str(draft.gold)):
            assert score_rules(case, form).points == 100, (form, draft.question)
        assert score_rules(case, "").points == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subtask", SUBTASKS)
def test_each_fact_of_a_plan_is_stated_in_its_document(subtask: str, language: str) -> None:
    for number in range(3):
        field, draft = drafted(subtask, language, number, 12_000)
        for plan in draft.documents:
            written = field.write(language, plan.key, plan.tokens)
            assert all(written.facts[fact] for fact in plan.facts)
            assert all(0 <= first < last <= len(written.text) for ranges in written.facts.values() for first, last in ranges)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subtask", SUBTASKS)
def test_the_embedded_reader_and_everything_listed_score_low(subtask: str, language: str) -> None:
    read, everything, perfect = [], [], 0
    for number in range(8):
        field, draft = drafted(subtask, language, number, (9_000, 16_000, 26_000, 40_000)[number % 4])
        case = case_of(draft)
        points = score_rules(case, answer(f"{shown(field, draft)}\n\n{draft.instruction}\n\n{draft.question}")).points
        read.append(points)
        perfect += points == 100
        everything.append(score_rules(case, json.dumps([name(draft, at) for at in range(len(draft.documents))])).points)
    assert sum(read) / len(read) <= 50
    assert perfect <= 1
    assert sum(everything) / len(everything) <= 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_documents_of_a_case_add_up_to_its_tokens(language: str) -> None:
    counter = TokenCounter("cl100k_base")
    for number, tokens in enumerate((2_000, 6_000, 20_000, 60_000)):
        field, draft = drafted(SUBTASKS[number], language, number, tokens)
        assert abs(counter.count(shown(field, draft)) / tokens - 1) <= 0.12 if tokens < 5_000 else 0.08


@pytest.mark.parametrize("tokens", [2_000, 2_700, 5_000, 10_000, 49_000, 75_000, 150_000, 225_000, 250_000, 600_000, 1_000_000])
def test_planned_sizes_add_up_and_stay_within_sixty(tokens: int) -> None:
    for number in range(20):
        sizes = plan_sizes(tokens, Draw("sizes", tokens, number))
        assert abs(sum(sizes) / tokens - 1) <= 0.05
        assert 2 <= len(sizes) <= 60
        assert all(size in CLASSES for size in sizes)


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_a_case_of_a_million_tokens_can_be_drafted(subtask: str) -> None:
    _, draft = drafted(subtask, "zh", 1, 1_000_000)
    assert abs(sum(plan.tokens for plan in draft.documents) / 1_000_000 - 1) <= 0.08


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subtask", SUBTASKS)
def test_no_name_in_a_case_is_ambiguous(subtask: str, language: str) -> None:
    for number in range(6):
        _, draft = drafted(subtask, language, number)
        suits = suits_of(draft, number % 5)
        called = [names_of(suit) for suit in suits]
        for at, mine in enumerate(called):
            for theirs in called[at + 1 :]:
                assert not any(one in other or other in one for one in mine for other in theirs)
        assert len({suit.decided for suit in suits}) == len(suits)


def test_titles_are_places_in_the_case() -> None:
    for language, title in (("zh", "判决文书{}"), ("en", "Judgment {}")):
        _, draft = drafted("solitaire", language, 3)
        assert [plan.title for plan in draft.documents] == [title.format(at + 1) for at in range(len(draft.documents))]


def test_link_the_links_shows_judgments_without_their_orders() -> None:
    _, draft = drafted("link_the_links", "en", 2)
    assert all(plan.key.endswith(OPEN) for plan in draft.documents)


def test_an_unknown_subtask_is_refused() -> None:
    with pytest.raises(KeyError):
        LegalField(1).draft("trend_analysis", "en", 20_000, Draw("x"))


def test_a_world_that_has_no_such_judgment_left_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_lcbench.suites.synthetic.legal.picking.NUMBERS", 1)
    with pytest.raises(SettingsError, match="no further judgment"):
        LegalField(1).draft("range_awareness", "zh", 900_000, Draw("few"))
