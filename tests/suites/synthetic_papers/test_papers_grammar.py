"""Patterns of sentences, titles, and lines of a reference list."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers import prose_en, prose_zh
from pytest_lcbench.suites.synthetic.papers.bibliography import _wrapped
from pytest_lcbench.suites.synthetic.papers.grammar import Composer, compiled
from pytest_lcbench.suites.synthetic.papers.languages import LANGUAGES
from pytest_lcbench.suites.synthetic.papers.titles import TitleMaker, title_key

WORDS = st.text(alphabet="abc xyz", max_size=8)
PATTERNS = st.recursive(
    WORDS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(lambda options: "[" + "|".join(options) + "]")
        | st.tuples(inner, inner).map("".join)
    ),
    max_leaves=12,
)


@given(PATTERNS, st.integers(0, 99))
def test_an_expanded_pattern_holds_no_bracket_and_only_its_own_letters(pattern: str, seed: int) -> None:
    text = Composer(Draw("t", seed), {}, capitals=False).expand(pattern)
    assert not set(text) & set("[]|")
    assert set(text) <= set(pattern)


@pytest.mark.parametrize("pattern", ["[one|two", "one]", "[a|[b]"])
def test_brackets_that_do_not_match_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="bracket"):
        compiled(pattern)


def test_articles_and_verbs_agree_with_what_is_filled_in() -> None:
    composer = Composer(Draw("t"), {"p": "edit decoder", "c": "drought stress", "d": "rare names"}, capitals=True)
    assert composer.expand("a~ {p} and A~ pin") == "an edit decoder and A pin"
    assert composer.expand("{c} @is/are here, {d} @hurts/hurt") == "drought stress is here, rare names hurt"


def test_a_sentence_begins_with_a_capital_and_is_not_given_twice() -> None:
    composer = Composer(Draw("t"), {}, capitals=True)
    given_ones = [composer.sentence(("[one|two|three] [a|b|c]",)) for _ in range(4)]
    assert all(text[0].isupper() for text in given_ones)
    assert len(set(given_ones)) == 4


@pytest.mark.parametrize(("pools", "language"), [(prose_en.POOLS, "en"), (prose_zh.POOLS, "zh")])
def test_there_are_enough_patterns_and_all_can_be_read(pools: dict[str, tuple[str, ...]], language: str) -> None:
    patterns = [pattern for pool in pools.values() for pattern in pool]
    assert len(set(patterns)) == len(patterns) > 200
    assert sum(bool(re.search(r"\[[^\]]*\|", pattern)) for pattern in patterns) > 0.9 * len(patterns), language
    for pattern in patterns:
        compiled(pattern)


@given(st.text(alphabet="ab ,.", min_size=1, max_size=200), st.integers(5, 60))
def test_an_english_entry_broken_into_lines_has_the_same_words(text: str, columns: int) -> None:
    broken, start, end = _wrapped(text, 1, len(text), columns, english=True)
    assert broken.replace("\n", " ") == text
    assert (start, end) == (1, len(text))


@given(st.text(alphabet="论文的，。a1", min_size=2, max_size=200), st.integers(5, 60), st.data())
def test_a_chinese_entry_broken_into_lines_keeps_its_title(text: str, columns: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    broken, new_start, new_end = _wrapped(text, start, end, columns, english=False)
    assert broken.replace("\n", "") == text
    assert broken[new_start:new_end].replace("\n", "") == text[start:end]
    assert broken[new_start] != "\n"
    assert broken[new_end - 1] != "\n"


@pytest.mark.parametrize("code", ["en", "zh"])
def test_a_twin_is_another_title_of_the_same_pattern(code: str) -> None:
    language = LANGUAGES[code]
    maker = TitleMaker(code, language.subfields[0], language.qualifiers, language.names)
    for at in range(200):
        draw = Draw("twin", code, at)
        title = maker.draw(draw)
        twin = maker.twin(title, at, draw)
        assert twin.pattern == title.pattern
        assert title_key(twin.full) != title_key(title.full)
        assert sum(one != other for one, other in zip(title.slots, twin.slots, strict=True)) == 1
        assert title_key(title.plain) == title_key(title.full)


def test_headlines_have_capitals_where_english_has_them() -> None:
    language = LANGUAGES["en"]
    maker = TitleMaker("en", language.subfields[0], ("two-stage",), ("Quill",))
    made = maker._made("{n}: {a} that survive {c}", {"n": "Quill", "a": "rules of order", "c": "bleed-through"})
    assert made.full == "Quill: Rules of Order that Survive Bleed-through"
    assert made.plain == "Quill: Rules of order that survive bleed-through"
