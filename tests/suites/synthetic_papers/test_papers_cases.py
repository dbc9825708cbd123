"""Cases of the papers field: golds, lengths, and what each paper does to them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import DocumentRef
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.lexical.answers import answer
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.gold import gold_fault
from pytest_lcbench.suites.synthetic.drafts import Draft
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers import PapersField
from pytest_lcbench.suites.synthetic.papers.titles import title_key

SUBTASKS = ("citation_reference", "citation_chain")
LANGUAGES = ("en", "zh")
LENGTHS = (2_000, 10_000, 40_000, 90_000, 225_000, 1_000_000)
KINDS = [(subtask, language) for subtask in SUBTASKS for language in LANGUAGES]


@pytest.fixture(scope="module")
def field() -> PapersField:
    return PapersField(5)


def drafted(field: PapersField, subtask: str, language: str, lengths: tuple[int, ...], each: int) -> Iterator[Draft]:
    for tokens in lengths:
        for number in range(each):
            yield field.draft(subtask, language, tokens, Draw("test", subtask, language, tokens, number))


def case_of(draft: Draft) -> Case:
    return Case(
        suite="synthetic",
        id="one",
        task="papers",
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


def links_of(field: PapersField, draft: Draft) -> dict[str, list[str]]:
    """Return by title what each document lists among the others, read from the places its facts point to.

    A paper is known by its title, by the part before its subtitle, and by the title that its own text says it had before.
    """
    written = {plan.title: field.write(draft.language, plan.key, plan.tokens) for plan in draft.documents}
    names: dict[str, dict[str, None]] = {}
    for title, document in written.items():
        spots = document.facts.get("earlier", ())
        earlier = [document.text[start:end] for start, end in spots]
        short = re.split(r"(?<=[?？])(?: |——)|: |：", title)[0]
        names[title] = dict.fromkeys(map(title_key, (title, short, *earlier)))
    links: dict[str, list[str]] = {}
    for title, document in written.items():
        listed = [
            title_key(document.text[start:end])
            for fact, ranges in document.facts.items()
            if fact.startswith("ref:l")
            for start, end in ranges
        ]
        links[title] = [other for other, known in names.items() if other != title and any(one in known for one in listed)]
    return links


def other_lists(field: PapersField, draft: Draft, links: dict[str, list[str]]) -> dict[str, list[list[str]]]:
    """Return other reference lists that each paper could have: none, or one paper more that is at most a year younger."""
    line = field._line(draft.language, int(draft.documents[0].key[1:3]))
    year = {plan.title: line.year_of(int(plan.key[5:])) for plan in draft.documents}
    return {
        title: [
            *([[]] if links[title] else []),
            *([*links[title], other] for other in links if other not in {title, *links[title]} and year[other] <= year[title] + 1),
        ]
        for title in links
    }


def longest_chains(links: dict[str, list[str]]) -> list[list[str]]:
    """Return every longest chain of *links*, the paper that cites none first, by trying all of them."""
    best: list[list[str]] = []

    def grow(chain: list[str]) -> None:
        nonlocal best
        if not best or len(chain) > len(best[0]):
            best = [chain]
        elif len(chain) == len(best[0]):
            best.append(chain)
        for title, cited in links.items():
            if chain[-1] in cited and title not in chain:
                grow([*chain, title])

    for title in links:
        grow([title])
    return best


@pytest.mark.parametrize(("subtask", "language"), KINDS)
def test_the_gold_follows_from_the_reference_lists_as_printed(field: PapersField, subtask: str, language: str) -> None:
    for draft in drafted(field, subtask, language, (4_000, 20_000, 60_000), 2):
        links = links_of(field, draft)
        if subtask == "citation_reference":
            (target,) = [title for title in links if title in draft.question]
            assert sorted(draft.gold["References"]) == sorted(links[target])
            assert sorted(draft.gold["Citations"]) == sorted(title for title, cited in links.items() if target in cited)
        else:
            backwards = any(word in draft.question for word in ("backwards", "back to its root", "倒着", "回溯"))
            assert longest_chains(links) == [draft.gold[::-1] if backwards else draft.gold]


def sides(links: dict[str, list[str]], target: str) -> tuple[list[str], list[str]]:
    return sorted(links[target]), sorted(title for title, cited in links.items() if target in cited)


def found_by_search(field: PapersField, draft: Draft, part: str) -> dict[str, list[str]]:
    """Return by title whose titles a search of letters and digits finds in each document's ``text``, or only in its ``list``."""
    links: dict[str, list[str]] = {}
    for plan in draft.documents:
        written = field.write(draft.language, plan.key, plan.tokens)
        ((first, last),) = written.facts["references"]
        searched = title_key(written.text.partition("\n")[2] if part == "text" else written.text[first:last])
        links[plan.title] = [other.title for other in draft.documents if other is not plan and title_key(other.title) in searched]
    return links


@pytest.mark.parametrize("part", ["text", "list"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_for_titles_finds_links_that_are_none(field: PapersField, language: str, part: str) -> None:
    for draft in drafted(field, "citation_reference", language, (10_000, 60_000, 225_000), 3):
        (target,) = [plan.title for plan in draft.documents if plan.title in draft.question]
        cited, citing = sides(found_by_search(field, draft, part), target)
        assert not set(cited) <= set(draft.gold["References"]) or not set(citing) <= set(draft.gold["Citations"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_for_titles_in_the_lists_misses_links(field: PapersField, language: str) -> None:
    linked = missed = 0
    for draft in drafted(field, "citation_reference", language, (10_000, 60_000), 6):
        links, found = links_of(field, draft), found_by_search(field, draft, "list")
        linked += sum(map(len, links.values()))
        missed += sum(other not in found[title] for title, cited in links.items() for other in cited)
    assert 0.15 * linked < missed < 0.5 * linked


@pytest.mark.parametrize(("subtask", "language"), KINDS)
def test_an_earlier_title_by_which_a_paper_is_listed_is_told_in_its_text(field: PapersField, subtask: str, language: str) -> None:
    told = 0
    for draft in drafted(field, subtask, language, (4_000, 20_000, 60_000), 4):
        line = field._line(language, int(draft.documents[0].key[1:3]))
        for plan in draft.documents:
            if "earlier" in plan.facts:
                written = field.write(language, plan.key, plan.tokens)
                ((start, end),) = written.facts["earlier"]
                ((first, last),) = written.facts["references"]
                assert written.text[start:end] == line.paper(int(plan.key[5:])).earlier
                assert written.text.count(written.text[start:end]) == 1
                assert not first <= start < last
                told += 1
    assert told


@pytest.mark.parametrize("part", ["text", "list"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_for_titles_finds_another_chain_often_a_longer_one(field: PapersField, language: str, part: str) -> None:
    longer = cases = 0
    for draft in drafted(field, "citation_chain", language, (10_000, 20_000, 60_000), 4):
        chains = longest_chains(found_by_search(field, draft, part))
        assert draft.gold not in chains or len(chains) > 1
        assert draft.gold[::-1] not in chains or len(chains) > 1
        longer += len(chains[0]) > len(draft.gold)
        cases += 1
    assert longer > cases // 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sides_of_a_paper_are_seldom_empty(field: PapersField, language: str) -> None:
    one_sided = 0
    for draft in drafted(field, "citation_reference", language, (20_000, 60_000, 150_000), 20):
        sizes = [len(titles) for titles in draft.gold.values()]
        assert sum(sizes) >= 2
        one_sided += 0 in sizes
    assert one_sided <= 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chain_among_many_papers_is_long(field: PapersField, language: str) -> None:
    lengths = [len(draft.gold) for draft in drafted(field, "citation_chain", language, (225_000,), 16)]
    assert min(lengths) >= 4
    assert max(lengths) <= 7
    assert len(set(lengths)) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_reference_list_of_any_paper_changes_what_is_linked(field: PapersField, language: str) -> None:
    for draft in drafted(field, "citation_reference", language, (10_000, 60_000), 3):
        links = links_of(field, draft)
        (target,) = [title for title in links if title in draft.question]
        for title, lists in other_lists(field, draft, links).items():
            assert any(sides(links | {title: cited}, target) != sides(links, target) for cited in lists), title


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_reference_list_of_any_paper_changes_the_longest_chain(field: PapersField, language: str) -> None:
    for draft in drafted(field, "citation_chain", language, (4_000, 20_000, 60_000), 2):
        links = links_of(field, draft)
        gold = longest_chains(links)
        for title, lists in other_lists(field, draft, links).items():
            assert any(longest_chains(links | {title: cited}) != gold for cited in lists), title


@pytest.mark.parametrize(("subtask", "language"), KINDS)
def test_the_gold_is_sound_and_scores_100_in_every_spelling(field: PapersField, subtask: str, language: str) -> None:
    for draft in drafted(field, subtask, language, LENGTHS, 2):
        case = case_of(draft)
        assert gold_fault(draft.gold, draft.answer_kind) is None
        plainly = (
            "\n".join(f"{label}: {'; '.join(titles) or 'none'}" for label, titles in draft.gold.items())
            if isinstance(draft.gold, dict)
            else "\n".join(f"{at}. {title}" for at, title in enumerate(draft.gold, start=1))
        )
        for text in (json.dumps(draft.gold), json.dumps(draft.gold, ensure_ascii=False), str(draft.gold), plainly):
            assert score_rules(case, text).points == 100
        assert score_rules(case, "").points == 0


@pytest.mark.parametrize(("subtask", "language"), KINDS)
def test_the_gold_of_another_case_scores_low(field: PapersField, subtask: str, language: str) -> None:
    for one, other in pairwise(drafted(field, subtask, language, (30_000,), 5)):
        if one.gold != other.gold:
            assert score_rules(case_of(one), json.dumps(other.gold)).points < 50


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_the_embedded_reader_and_blind_guesses_score_low(field: PapersField, subtask: str) -> None:
    read: list[float] = []
    guessed: dict[str, list[float]] = {}
    for language in LANGUAGES:
        for draft in drafted(field, subtask, language, (16_000, 60_000), 4):
            case = case_of(draft)
            shown = "".join(f"《{plan.title}》\n{field.write(language, plan.key, plan.tokens).text}\n\n" for plan in draft.documents)
            read.append(score_rules(case, answer(f"{shown}\n\n\n{draft.instruction}\n\n{draft.question}")).points)
            titles = [plan.title for plan in draft.documents if plan.title not in draft.question]
            guesses: dict[str, object] = {"all": titles, "half": titles[: len(draft.gold)]}
            if isinstance(draft.gold, dict):
                guesses = {"left": {"References": titles, "Citations": []}, "right": {"References": [], "Citations": titles}}
            for name, guess in guesses.items():
                guessed.setdefault(name, []).append(score_rules(case, json.dumps(guess)).points)
    assert sum(read) / len(read) <= 35
    assert sum(points == 100 for points in read) <= 1
    for points in guessed.values():
        assert sum(points) / len(points) <= 38


@pytest.mark.parametrize("tokens", [2_000, 10_000, 40_000, 150_000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_case_is_as_long_as_asked_for(field: PapersField, language: str, tokens: int) -> None:
    counter = TokenCounter("cl100k_base")
    for subtask in SUBTASKS:
        draft = field.draft(subtask, language, tokens, Draw("long", tokens))
        shown = [f"《{plan.title}》\n{field.write(language, plan.key, plan.tokens).text}" for plan in draft.documents]
        assert sum(map(counter.count, shown)) == pytest.approx(tokens, rel=0.08)


@pytest.mark.parametrize(("subtask", "language"), KINDS)
def test_the_plans_of_every_length_add_up_to_it_and_are_few(field: PapersField, subtask: str, language: str) -> None:
    for tokens in LENGTHS:
        draft = field.draft(subtask, language, tokens, Draw("sum", tokens))
        assert sum(plan.tokens for plan in draft.documents) == pytest.approx(tokens, rel=0.05)
        assert 3 <= len(draft.documents) <= 60
        assert len({plan.key for plan in draft.documents}) == len(draft.documents)


@pytest.mark.parametrize(("subtask", "language"), KINDS)
def test_no_title_of_a_case_stands_within_another(field: PapersField, subtask: str, language: str) -> None:
    for draft in drafted(field, subtask, language, (10_000, 225_000), 2):
        keys = [title_key(plan.title) for plan in draft.documents]
        for plan in draft.documents:
            line = field._line(language, int(plan.key[1:3]))
            paper = line.paper(int(plan.key[5:]))
            keys += [title_key(line.work(key).title) for key in (*paper.twins, *paper.outside)]
        shown = keys[: len(draft.documents)]
        different = list(dict.fromkeys(keys))
        assert not [(one, other) for one in shown for other in different if one != other and (one in other or other in one)]


def test_every_fact_that_a_case_rests_on_is_stated_in_its_document(field: PapersField) -> None:
    for subtask, language in KINDS:
        for draft in drafted(field, subtask, language, (2_000, 30_000), 1):
            for plan in draft.documents:
                assert set(plan.facts) <= set(field.write(language, plan.key, plan.tokens).facts)


def test_chains_do_not_follow_the_order_shown_and_differ_in_length(field: PapersField) -> None:
    lengths = []
    for draft in drafted(field, "citation_chain", "en", (20_000, 60_000, 150_000), 6):
        shown = [plan.title for plan in draft.documents if plan.title in draft.gold]
        assert len(draft.gold) < 3 or draft.gold not in (shown, shown[::-1])
        assert len(draft.gold) < len(draft.documents)
        lengths.append(len(draft.gold))
    assert len(set(lengths)) >= 3


def test_sizes_are_shared_so_that_documents_are(field: PapersField) -> None:
    sizes = {
        plan.tokens for draft in drafted(field, "citation_reference", "en", (10_000, 30_000, 90_000), 6) for plan in draft.documents
    }
    assert len(sizes) <= 20


def test_what_cannot_be_drawn_is_said_in_one_line(field: PapersField) -> None:
    with pytest.raises(SettingsError, match="no subtask 'spotlight_locating': take one of citation_reference, citation_chain"):
        field.draft("spotlight_locating", "en", 10_000, Draw("x"))
    with pytest.raises(SettingsError, match="not written in 'fr': take one of en, zh"):
        field.draft("citation_chain", "fr", 10_000, Draw("x"))
    with pytest.raises(SettingsError, match="a case of 1500 tokens cannot be drawn: ask for 2000 to 1000000"):
        field.draft("citation_chain", "en", 1_500, Draw("x"))
