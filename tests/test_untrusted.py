"""Text from outside, made fit to be shown."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.untrusted import markdown_cell, one_line, visible_text


@given(st.text())
def test_one_line_never_holds_a_control_or_direction_character(text: str) -> None:
    assert all(unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} for char in one_line(text))


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_one_line_keeps_to_its_limit(text: str, limit: int) -> None:
    assert len(one_line(text, limit)) <= limit


def test_a_megabyte_is_cut_and_the_cut_is_marked() -> None:
    assert one_line("x" * 1_000_000, 20) == "x" * 19 + "…"


def test_hidden_characters_show_as_escapes() -> None:
    assert one_line("a\x1b[31mb\u202ec") == "a\\x1b[31mb\\u202ec"


def test_markdown_marks_are_escaped_once() -> None:
    assert markdown_cell("a`b#c|d") == "a&#96;b\\#c&#124;d"


def test_no_link_is_left_in_markdown() -> None:
    shown = markdown_cell("see www.evil.example and http://evil.example <a href='x'>")
    assert "www." not in shown
    assert "://" not in shown
    assert "<" not in shown


@given(st.text(st.characters(exclude_categories=[])))
def test_visible_text_has_no_hidden_character_but_line_breaks_and_tabs(text: str) -> None:
    assert all(
        unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} or char in "\n\t" for char in visible_text(text)
    )


def test_visible_text_keeps_its_lines_and_spaces() -> None:
    assert visible_text("a  b\t\u3000c\r\nd\re\u2028f\n\n \x1b[0m\u202e\ud800") == "a  b\t\u3000c\nd\ne\nf\n\n \\x1b[0m\\u202e\\ud800"


@given(st.text(st.sampled_from("ab \t\n\x1c\x85\u2028\u3000é漢")), st.integers(1, 12))
def test_one_line_is_the_same_by_its_short_way(text: str, limit: int) -> None:
    # A hidden character at the end forces the long way; it is cut off again.
    assert one_line(text, 500) == one_line(f"{text} \x00", 500).removesuffix("\\x00").rstrip(" ")
    assert len(one_line(text, limit)) <= limit
