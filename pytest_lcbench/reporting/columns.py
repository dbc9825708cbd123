"""How wide text is on a terminal, and tables that stand straight whatever script their labels are in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from tabulate import tabulate

from pytest_lcbench.untrusted import one_line

_ELLIPSIS = "…"
_WIDE = frozenset({"W", "F"})
_MARKS = frozenset({"Mn", "Me"})
_PART_ENDS = " _-/"
"""Characters after which a label may be broken."""
_ESCAPE_LIMIT = 4
"""Characters looked at per column asked for: combining marks take no column."""

# Stand-ins for cells that are not plain ASCII: one private-use character that names the cell, then fillers up to its width. Labels
# cannot hold such characters themselves, they are escaped. tabulate would else count characters, or columns where wcwidth happens
# to be installed, and tables would differ between machines.
_NAMES_FROM = 0xE000
_FILLER = "\uf8ff"
_STAND_IN = re.compile("([\ue000-\uf8fe])\uf8ff*")


def width_of(text: str) -> int:
    """Return how many terminal columns *text* takes: two for wide characters, none for combining marks."""
    return sum(map(_columns, text))


def fit(text: str, width: int, encoding: str = "utf-8") -> str:
    """Return *text*, from anywhere, as one printable line of at most *width* columns; a cut is marked.

    Characters that *encoding* lacks become escapes.
    """
    line = one_line(text, _ESCAPE_LIMIT * width).encode(encoding, "backslashreplace").decode(encoding)
    if width_of(line) <= width:
        return line
    kept: list[str] = []
    taken = 1
    for char in line:
        taken += _columns(char)
        if taken > width:
            break
        kept.append(char)
    return "".join(kept) + _ELLIPSIS


def wrap(text: str, width: int, encoding: str = "utf-8") -> str:
    """Return *text*, from anywhere, as one or two printable lines of at most *width* columns, broken where its words or parts end."""
    whole = fit(text, 2 * width, encoding)
    if width_of(whole) <= width:
        return whole
    taken, fits, end = 0, 0, 0
    for place, char in enumerate(whole, 1):
        taken += _columns(char)
        if taken > width:
            break
        fits = place
        end = place if char in _PART_ENDS else end
    # Where the last part that ends in time leaves too much for the second line, the first is filled instead.
    end = end if width_of(whole[end:]) <= width else fits
    first, second = whole[:end].rstrip(), fit(whole[end:], width, encoding)
    return f"{first}\n{second}" if first and second else first or second


def degrade(line: str, encoding: str) -> str:
    """Return *line* with our own dash and ellipsis replaced, by as many characters, where *encoding* lacks them."""
    for ours, plain in (("–", "-"), (_ELLIPSIS, "~")):
        try:
            ours.encode(encoding)
        except UnicodeEncodeError:
            line = line.replace(ours, plain)
    return line


def straight_table(headers: Sequence[str], rows: Sequence[Sequence[str]], *, tight: bool = False) -> list[str]:
    """Lay out a table with its first column to the left and figures to the right; cells may hold several lines.

    A *tight* one spends no columns on padding its headers.
    """
    cells: list[str] = []

    def stand_in(text: str) -> str:
        if text.isascii() or _NAMES_FROM + len(cells) >= ord(_FILLER):
            return text
        cells.append(text)
        return chr(_NAMES_FROM + len(cells) - 1) + _FILLER * (width_of(text) - 1)

    def guarded(text: str) -> str:
        return "\n".join(stand_in(part) for part in text.split("\n"))

    head, body = [guarded(header) for header in headers], [[guarded(cell) for cell in row] for row in rows]
    table = tabulate(
        [head, *body] if tight else body,
        headers=() if tight else head,
        tablefmt="simple",
        disable_numparse=True,
        colalign=["left", *["right"] * (len(headers) - 1)] if rows or tight else None,
    ).splitlines()
    if tight:
        # tabulate pads headers, not rows; so the head was one, between two rules.
        table = [table[1], table[0], *table[2:-1]]
    return [_STAND_IN.sub(lambda found: cells[ord(found[1]) - _NAMES_FROM], line).rstrip() for line in table]


def _columns(char: str) -> int:
    if unicodedata.category(char) in _MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1
