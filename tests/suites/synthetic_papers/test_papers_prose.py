"""The prose of papers: what a reader would stumble over, looked for in many papers of many worlds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.papers import PapersField
from pytest_lcbench.suites.synthetic.papers.findings import findings_of
from pytest_lcbench.suites.synthetic.papers.grammar import capitalised
from pytest_lcbench.suites.synthetic.papers.lines import PAPERS, Line
from pytest_lcbench.suites.synthetic.papers.slots import slots_of
from pytest_lcbench.suites.synthetic.papers.titles import title_key
from pytest_lcbench.suites.synthetic.papers.writer import _Writer

LANGUAGES = ("en", "zh")
WORLDS = range(60, 70)


@cache
def field(world: int) -> PapersField:
    return PapersField(world)


def lines(language: str) -> Iterator[Line]:
    for world in WORLDS:
        yield field(world)._line(language, world * 7 % 24)


def papers(language: str, tokens: int) -> Iterator[tuple[Line, int, Written]]:
    for at, line in enumerate(lines(language)):
        index = (at * 31 + tokens) % PAPERS
        yield line, index, _Writer(line, line.paper(index), tokens).write()


def prose_of(written: Written) -> list[str]:
    """Return the lines of a paper that are sentences, its list left out."""
    ((first, last),) = written.facts["references"]
    body = written.text[:first] + written.text[last:]
    kept = [text for text in body.split("\n") if text.endswith((".", "。")) and not text.startswith("|") and "\t" not in text]
    return [text for text in kept if "   " not in text and not text.endswith("Avg.")]


@pytest.mark.parametrize("tokens", [560, 1_300, 3_100, 8_800])
def test_english_prose_has_no_word_space_or_mark_twice(tokens: int) -> None:
    for _, _, written in papers("en", tokens):
        for text in prose_of(written):
            assert not re.search(r"\b(\w+) \1\b", text), text
            assert not re.search(r"\w  +\w| [,;:.?]|[,;:]{2}|\.\.| a [aeio]\w", text), text
            assert not re.search(r"(?:^|\. )[a-z](?![A-Z])", text), text
            assert "NDCG" not in text


@pytest.mark.parametrize("tokens", [560, 1_300, 3_100, 8_800])
def test_chinese_prose_has_no_word_or_mark_twice(tokens: int) -> None:
    for _, _, written in papers("zh", tokens):
        for text in prose_of(written):
            assert not re.search(r"的的|了了|是是|在在|([，。；：、])\1|[，；、]。|检验检验|[;,] ", text), text


ONCE = {
    "en": (
        r"(?:frozen|held fixed) (?:after|from) epoch",
        r"layers of width",
        r"Significance was",
        r"learning rate of",
        r"\(kappa\)",
        r"runs with different|runs from different",
        r"set aside from training|held out from training",
        r" entries and | states and ",
    ),
    "zh": (
        r"轮之后",
        r"共\d+层",
        r"显著性用",
        r"学习率\d",
        r"（Kappa）",
        r"次(?:独立|重复)运行的平均",
        r"另行留出|单独留出",
        r"内存，",
    ),
}


@pytest.mark.parametrize("tokens", [3_100, 12_500, 30_000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_paper_did_is_said_once(language: str, tokens: int) -> None:
    said = 0
    for _, _, written in papers(language, tokens):
        prose = "\n".join(prose_of(written))
        counts = [len(re.findall(pattern, prose)) for pattern in ONCE[language]]
        assert max(counts) <= 1, prose
        said += sum(counts)
    assert said > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_sources_of_its_data_are_named_in_a_paper(language: str) -> None:
    for line, index, written in papers(language, 8_800):
        own = {data.source for data in findings_of(line, line.paper(index)).data_sets}
        text = "\n".join(prose_of(written)).casefold()
        others = [source for source in line.subfield.sources if source not in own and not any(source in one for one in own)]
        assert not [source for source in others if re.search(rf"\b{re.escape(source.casefold())}\b", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_title_names_is_what_the_paper_is_about(language: str) -> None:
    for line in lines(language):
        for index in range(0, PAPERS, 7):
            paper = line.paper(index)
            slots: dict[str, Any] = dict(slots_of(line, paper, findings_of(line, paper)))
            words = line.words_of(index)
            assert words.get("t", slots["t"]) == slots["t"]
            assert words.get("p", slots["pp"]) == slots["pp"]
            assert words.get("s", slots["s1"]) == slots["s1"]
            assert words.get("rr", slots["rr"]) == slots["rr"]
            assert slots["rr"] not in slots["r"]
            assert words.get("f") in {None, *slots["f"]}
            assert len({slots["pp"], slots["pk"], slots["pq"]}) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_methods_are_the_best_of_their_papers_and_one_at_most_is_ahead(language: str) -> None:
    best = count = 0
    for line in lines(language):
        for index in range(PAPERS):
            found = findings_of(line, line.paper(index))
            ahead = sum(average > found.main.averages[-1] for average in found.main.averages[:-1])
            assert ahead <= 1
            assert len(found.main.rows) >= 2
            assert len(set(found.main.rows)) == len(found.main.rows)
            best += not ahead
            count += 1
    assert best > 0.8 * count


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_in_use_is_the_best_of_those_tried(language: str) -> None:
    for line in lines(language):
        found = findings_of(line, line.paper(33))
        averages = dict(found.windows)
        assert averages[int(found.constants["window"])] == max(averages.values()) == found.main.averages[-1]
        assert list(averages) == sorted(averages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_works_cited_together_have_something_in_common(language: str) -> None:
    together = 0
    for line in lines(language):
        writer = _Writer(line, line.paper(50), 8_800)
        for common, group in writer._queue:
            if len(group) > 1:
                assert all(common in work.about for work in group)
                together += 1
    assert together > 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_may_leave_out_a_subtitle_or_use_an_earlier_title(language: str) -> None:
    forms = {"title": 0, "main": 0, "earlier": 0}
    for line in lines(language):
        titles = [title_key(line.title_of(at)) for at in range(PAPERS)]
        earlier = [title_key(line.paper(at).earlier) for at in range(PAPERS)]
        for index in range(PAPERS):
            for other in line.cites[index]:
                whole, listed = line.work(line.key_of(other)), line.listed(index, line.key_of(other))
                form = line.listed_as(index, other)
                forms[form] += 1
                assert listed.authors == whole.authors
                key = title_key(listed.title)
                if form == "earlier":
                    assert key == earlier[other]
                    assert whole.year - 1 <= listed.year <= whole.year
                else:
                    assert titles[other].startswith(key)
                    assert listed.year == whole.year
                # No other paper can be meant.
                assert sum(key in one for one in titles) == (form != "earlier")
                assert sum(key in one for one in earlier) == (form == "earlier")
    assert forms["title"] > forms["earlier"] + forms["main"]
    assert min(forms.values()) > sum(forms.values()) // 20


@pytest.mark.parametrize("tokens", [560, 2_200, 8_800])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_earlier_title_is_told_once_in_every_paper_that_has_one(language: str, tokens: int) -> None:
    told = 0
    for line in lines(language):
        for index in (20, 41, 62):
            paper = line.paper(index)
            written = _Writer(line, paper, tokens).write()
            assert ("earlier" in written.facts) == bool(paper.earlier)
            if paper.earlier:
                ((start, end),) = written.facts["earlier"]
                assert written.text[start:end] == paper.earlier
                assert written.text.count(paper.earlier) == 1
                told += 1
    assert told > 5


def test_theses_and_preprints_have_no_pages() -> None:
    for language in LANGUAGES:
        line = field(61)._line(language, 3)
        works = [line.work(key) for key in line.paper(50).outside]
        loose = [work for work in works if work.kind in {"thesis", "preprint"}]
        assert len(loose) > 10
        for style in _Writer(line, line.paper(50), 2_200)._text.styles:
            for work in loose:
                assert str(work.last_page) not in style.entry(work, "2010")[2].replace("2010", "")


def test_an_introduction_opens_with_a_sentence_that_needs_none_before_it() -> None:
    heading = re.compile(
        r"^(?:#+ |\*\*|§)?[\dIVX]*\.? ?(?i:introduction|motivation|introduction and overview)(?:\*\*)?\n\n(.+)", re.MULTILINE
    )
    read = 0
    for _, _, written in papers("en", 3_100):
        for opening in heading.findall(written.text):
            assert not re.match("By contrast|In contrast|However|Yet|A second|Another|Our answer|“|What follows|The present", opening)
            read += 1
    assert read >= 8


@pytest.mark.parametrize(("word", "begins"), [("nDCG@10 is", "nDCG@10 is"), ("ndcg is", "Ndcg is"), ("a look", "A look"), ("", "")])
def test_a_first_word_with_capitals_of_its_own_keeps_them(word: str, begins: str) -> None:
    assert capitalised(word) == begins


def test_no_venue_names_one_field_twice() -> None:
    for line in lines("en"):
        for _, venue in line.venues:
            assert not re.search(r"(\b\w+ \w+\b) and \1", venue), venue


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tokens", [900, 4_200, 16_000])
def test_a_paper_of_a_later_year_is_named_with_the_excuse_that_it_was_not_out(language: str, tokens: int) -> None:
    excuse = re.compile(
        r"accepted|in press|yet to appear|manuscript|before its printing|under review|not out yet|next year"
        r"|went to print|with the proofs|录用|定稿|待刊|清样|排印|尚未刊出|明年|手稿|尚待发表"
    )
    late = early = 0
    for line in lines(language):
        for index in range(3, PAPERS, 9):
            paper = line.paper(index)
            assert all(line.year_of(other) <= paper.work.year for other in paper.cites)
            assert all(line.year_of(int(key[1:3])) <= paper.work.year for key in paper.extended)
            written = _Writer(line, paper, tokens).write()
            for fact, ranges in written.facts.items():
                if fact.startswith(("note:", "named:")):
                    ((first, last),) = ranges
                    if line.year_of(int(fact[-2:])) <= paper.work.year:
                        early += 1
                        continue
                    assert fact.startswith("note:")
                    stop = ". " if language == "en" else "。"
                    begin = max(written.text.rfind(stop, 0, first), written.text.rfind("\n", 0, first)) + 1
                    end = written.text.find(stop[0], last)
                    assert excuse.search(written.text[begin:first] + written.text[last:end]), written.text[begin:end]
                    late += 1
    assert late > (0 if tokens < 1_000 else 20)
    assert early > 2 * late


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_title_says_a_word_twice_in_a_row(language: str) -> None:
    seen = 0
    for line in lines(language):
        outside = [
            line.work(key).title for index in range(0, PAPERS, 19) for key in (*line.paper(index).outside, *line.paper(index).twins)
        ]
        retitled = [line.paper(index).earlier for index in range(PAPERS)]
        for title in (*(line.title_of(index) for index in range(PAPERS)), *outside, *retitled):
            assert not re.search(r"([\u4e00-\u9fff]{2,})\1", title), title
            assert not re.search(r"\b([a-z][a-z-]+)[ -]\1\b", title.lower()), title
            seen += 1
        approaches = [line.paper(index).approach for index in range(PAPERS)]
        assert not [one for one in approaches if re.search(r"([\u4e00-\u9fff]{2}).?\1|\b([a-z]{4,})\b.*\b\2\b", one)]
    assert seen > 3_000
