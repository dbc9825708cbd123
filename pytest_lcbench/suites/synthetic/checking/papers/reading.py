"""A research paper read from its text: title, year, reference list.

Only the masthead and the list are read. Titles that the running text or a note names are no citations, so nothing else is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.checking.papers.entries import Entry, read_entry, spelled
from pytest_lcbench.suites.synthetic.checking.papers.unreadable import Unreadable

_LIST_NAMES = {
    "en": "References Cited|Works Cited|References|Bibliography|Literature Cited|Literature",
    "zh": "参考文献（References）|参考文献|引用文献|参考书目",
}
_REST_NAMES = {
    "en": "Appendix(?:: Details)?|Supplementary Material|Additional Details",
    "zh": "附录(?:：实验细节)?|补充材料",
}


def _heading(names: str) -> re.Pattern[str]:
    """Return what finds a heading of one of *names*: marked, numbered, in capitals or plain, alone on its line."""
    number = r"(?:(?:\d+|[A-Z]|[IVX]+|[一二三四五六七八九十]+)[.、]? +|[一二三四五六七八九十]+、)?"
    return re.compile(rf"^(?:#+ |\*\*|【)?{number}(?i:{names})(?:\*\*|】)?$", re.MULTILINE)


_LIST = {language: _heading(names) for language, names in _LIST_NAMES.items()}
_REST = {language: _heading(names) for language, names in _REST_NAMES.items()}
_MASTHEAD = {
    "en": re.compile(r"^(?:Published in [^\n]+ \((\d{4})\)|(\d{4}) · [^\n]+|(?:To cite this paper: )?[^\n]+, (\d{4}))$", re.MULTILINE),
    "zh": re.compile(
        r"^(?:本文引用信息：[^\n]+，(\d{4})|[^\n，。]+，(\d{4})年|（[^\n]+ (\d{4})年刊出）|(\d{4})年  [^\n]+)$", re.MULTILINE
    ),
}
"""The line under the title that says where and when the paper appeared."""
_EARLIER = {
    "en": re.compile(r"“(?:(?<=the title “)|(?<=our preprint “)|(?<=posted as “)|(?<=appeared as “))([^“”]+)”"),
    "zh": re.compile(r"《(?:(?<=曾以《)|(?<=预印本《)|(?<=预印本题为《))([^《》]+)》"),
}
"""Where a paper says under what title it was circulated before."""
_SUBTITLED = re.compile(r"(.+?)(?:: |：|(?<=[?？])(?: |——))")
_MASTHEAD_REACH = 1200
"""Characters behind the title within which that line stands."""
_AUTHORS_REACH = 700
"""Characters behind the title within which its authors stand."""
_NUMBERED = re.compile(r"(?P<open>\[|［|（|)1(?P<close>\] |］|）|\. |．|  )")
"""What the first entry of a numbered list begins with."""
_MARKED = tuple(re.compile(mark, re.MULTILINE) for mark in (r"^- ", r"^\[[A-Z][\w+]*\] "))
"""What every entry of another marked list begins with."""
_BLANK_LINES = re.compile(r"\n{2,}")
_LINE_END = re.compile(r"\n")


@dataclass(frozen=True, slots=True)
class Paper:
    """What a document says of itself and of the works it cites.

    Args:
        title: as printed in its first line.
        name: the title as :func:`spelled`.
        title_end: offset behind the title, which begins at 2 (behind ``# ``).
        year: of its appearance.
        entries: its reference list.
        list_start: offset of the list's first character, behind its heading.
        list_end: offset behind its last character.
        masthead: the lines between its title and its text, where its authors stand.
        short: its title without the subtitle, as :func:`spelled`; empty where it has none.
        earlier: the title under which it says that it was circulated before, as :func:`spelled`; empty where it says nothing.
        earlier_start: offset of that title's first character.
        earlier_end: offset behind its last character.

    """

    title: str
    name: str
    title_end: int
    year: int
    entries: tuple[Entry, ...]
    list_start: int
    list_end: int
    masthead: str = ""
    short: str = ""
    earlier: str = ""
    earlier_start: int = 0
    earlier_end: int = 0


TITLE_START = len("# ")


def read_paper(text: str, language: str) -> Paper:
    """Read *text*, which is in *language* (``en`` or ``zh``). Raises :class:`Unreadable`, the message naming what is missing."""
    title_end = text.find("\n")
    title = text[TITLE_START:title_end].strip()
    if not text.startswith("# ") or title_end < 0 or not spelled(title):
        raise Unreadable("its first line is no title (`# …`)")
    # Whole lines only: `$` holds at a cut too, and a sentence may be cut behind a year.
    masthead = text[title_end : text.rfind("\n", 0, title_end + _MASTHEAD_REACH) + 1]
    years = {int(next(year for year in found if year)) for found in _MASTHEAD[language].findall(masthead)}
    if len(years) != 1:
        raise Unreadable(f"{len(years)} years in the lines under its title, 1 expected")
    headings = list(_LIST[language].finditer(text))
    if len(headings) != 1:
        raise Unreadable(f"{len(headings)} headings of a reference list, 1 expected")
    rest = _REST[language].search(text, headings[0].end())
    body = text[headings[0].end() : None if rest is None else rest.start()]
    start = headings[0].end() + len(body) - len(body.lstrip())
    body = body.strip()
    if not body:
        raise Unreadable("its reference list is empty")
    entries = tuple(read_entry(text, start + first, start + last, language) for first, last in _entry_spans(body))
    before = [*_EARLIER[language].finditer(text, 0, headings[0].start()), *_EARLIER[language].finditer(text, start + len(body))]
    if len(before) > 1:
        raise Unreadable(f"{len(before)} earlier titles of it, 1 at most expected")
    earlier_start, earlier_end = before[0].span(1) if before else (0, 0)
    subtitled = _SUBTITLED.match(title)
    return Paper(
        title=title,
        name=spelled(title),
        title_end=title_end,
        year=years.pop(),
        entries=entries,
        list_start=start,
        list_end=start + len(body),
        masthead=masthead[:_AUTHORS_REACH],
        short=spelled(subtitled[1]) if subtitled else "",
        earlier=spelled(text[earlier_start:earlier_end]),
        earlier_start=earlier_start,
        earlier_end=earlier_end,
    )


def _entry_spans(body: str) -> Iterator[tuple[int, int]]:
    """Yield where the entries of the list *body* lie, without their marks."""
    marks = _marks(body)
    if marks:
        for place, (_, behind) in enumerate(marks):
            yield behind, marks[place + 1][0] if place + 1 < len(marks) else len(body)
        return
    first = 0
    for gap in (_BLANK_LINES if "\n\n" in body else _LINE_END).finditer(body):
        yield first, gap.start()
        first = gap.end()
    yield first, len(body)


def _marks(body: str) -> list[tuple[int, int]]:
    """Return where the marks of the entries lie; none where the first entry has no mark."""
    numbered = _NUMBERED.match(body)
    if numbered is None:
        marked = next((mark for mark in _MARKED if mark.match(body)), None)
        return [] if marked is None else [mark.span() for mark in marked.finditer(body)]
    # By number and not by shape: a broken line may begin with "2014. " too.
    marks = [numbered.span()]
    while True:
        mark = f"\n{numbered['open']}{len(marks) + 1}{numbered['close']}"
        place = body.find(mark, marks[-1][1])
        if place < 0:
            return marks
        marks.append((place + 1, place + len(mark)))
