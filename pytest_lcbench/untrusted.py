"""Showing text that came from outside: documents, questions, answers, judge replies, file names, error bodies.

None of it may reach a terminal with control or direction-changing characters in it, nor break out of a table cell.
"""

from __future__ import annotations

import re
import unicodedata

# Categories that never print as themselves: control, format (bidi overrides, zero width), surrogates, private use, unassigned.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Line and paragraph separators break a line although they are not controls.
_LATIN_1_END = 0xFF
_BREAKS = frozenset({"Zl", "Zp"})
_SPACES = re.compile("[\t\n\r\f\v ]+")
_LINE_BREAKS = re.compile("\r\n|[\r\u2028\u2029]")

# In one pass, so that the marks of an escape are not escaped again. Entities where GitHub gives a meaning to the escaped mark too.
_MARKDOWN = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
    | {mark: f"&#{ord(mark)};" for mark in "|`@:"}
    | {mark: "\\" + mark for mark in "\\*_{}[]()#+!~"}
)
_WWW = re.compile(r"(www)\.", re.IGNORECASE)


def one_line(text: str, limit: int = 200) -> str:
    r"""Return *text* as one printable line of at most *limit* characters.

    White space runs become one space, hidden characters their ``\xNN`` or ``\uNNNN`` escapes; a cut is marked ``…``.
    """
    # A megabyte answer is cut before it is looked at: escapes only lengthen it.
    head = text[: 4 * limit + 16]
    words = _SPACES.sub(" ", head).strip(" ")
    if not words.isprintable():  # else nothing is hidden, which is quickly told
        words = " ".join("".join(map(_visible, head)).split())
    if len(words) > limit or len(head) < len(text):
        return words[: max(limit - 1, 0)] + "…"
    return words


def visible_text(text: str) -> str:
    r"""Return *text*, of any length, with its lines and tabs, hidden characters as their ``\xNN`` or ``\uNNNN`` escapes.

    For places that show text as it is laid out: other separators of lines become line breaks.
    """
    lines = _LINE_BREAKS.sub("\n", text).split("\n")
    return "\n".join(line if line.isprintable() else "".join(map(_visible_in_line, line)) for line in lines)


def markdown_cell(text: str, limit: int = 200) -> str:
    """Return *text* as the inside of one Markdown table cell: one line, no markup, no HTML, no link (GitHub's own included)."""
    return _WWW.sub(r"\1&#46;", one_line(text, limit).translate(_MARKDOWN))


def _visible_in_line(char: str) -> str:
    if char == "\t" or char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    return _escape(char)


def _visible(char: str) -> str:
    if char in "\t\n\r\f\v ":
        return " "
    category = unicodedata.category(char)
    if category in _BREAKS:
        return " "
    return _escape(char) if category in _HIDDEN else char


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code <= _LATIN_1_END else f"\\u{code:04x}"
