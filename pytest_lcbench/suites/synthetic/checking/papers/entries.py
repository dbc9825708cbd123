"""One entry of a reference list: its title, its year, and where in the document the title stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.checking.papers.unreadable import Unreadable

_NOT_A_LETTER = re.compile(r"[\W_]+")


def spelled(title: str) -> str:
    """Return the letters and digits of *title* in one case: all that is left of it in every bibliography style and line break."""
    return _NOT_A_LETTER.sub("", title.casefold())


@dataclass(frozen=True, slots=True)
class Entry:
    """A listed work.

    Args:
        title: its title as :func:`spelled`.
        year: of its publication; ``None`` for one that is to appear.
        start: offset in the document of the title's first character.
        end: offset behind the title's last character.
        authors: what stands before the title, line ends taken out.

    """

    title: str
    year: int | None
    start: int
    end: int
    authors: str = ""


# A title holds no full stop, and what follows it none but those named here and no question mark, so the title reaches as far as it can:
# "Can X Replace Y?" ends before its journal, "When Does X Help? A Study of Y" does not end at its question mark.
_VENUE = r"[^.?“”]+"
_PAGES = r"\d+\s?[-–]\s?\d+"
_YEAR = r"(?P<year>\d{4}[a-z]?|[Tt]o appear(?:[- ]?[a-z])?|[Ii]n press)"
"""A year, with a letter where the list holds several by the same authors, or what stands in its place."""
_ENGLISH = tuple(
    re.compile(pattern)
    for pattern in (
        # Surname I, Surname I, et al. Title. In: Venue. 2012;29(1):111-131.
        rf"[^.“]+\. (?P<title>[^.“]+[.?]) {_VENUE}[.,] {_YEAR}(?:;(?:\d+(?:\(\d+\))?:)?{_PAGES})?\.",
        # Forename Surname, et al. Title. Venue 32, 5 (2010), 841–853.
        rf"[^.“]+\. (?P<title>[^.“]+[.?]) {_VENUE} \({_YEAR}\)(?:, {_PAGES})?\.",
        # Forename Surname and Forename Surname. 2010. Title. In Venue, pages 230–238.
        rf"[^.]+\. {_YEAR}\. (?P<title>[^.]+[.?]) {_VENUE}\.",
        # Surname I, Surname I (2006) Title. Venue 24:323–330
        rf"[^.(]+ \({_YEAR}\) (?P<title>[^.]+[.?]) {_VENUE}\.?",
        # Surname, I., & Surname, I. (2009). Title. In Venue (pp. 326–349).
        rf"[^(]+ \({_YEAR}\)\. (?P<title>[^.(]+[.?]) {_VENUE}(?:\(pp\. {_PAGES}\))?\.",
        # I. Surname et al., “Title,” in Venue, vol. 3, no. 2, pp. 97–116, 2010.
        rf"[^“”]+ “(?P<title>[^“”]+),” [^“”]+?, {_YEAR}(?:, pp\. {_PAGES})?\.",
        # Surname, Forename, and Forename Surname. “Title.” Venue 29, no. 6 (2017): 1097–1103.
        rf"[^“”]+\. “(?P<title>[^.“”]+[.?])” [^“”]+(?:\(| ){_YEAR}\)?(?:[:,] {_PAGES})?\.",
    )
)
_CHINESE_PAGES = r"\d+[-–—～]\d+"
_CHINESE_YEAR = r"(?P<year>\d{4}[a-z]?|待刊[a-z]?)"
_TYPED = r"(?P<title>[^\[\]]+)\[(?:J|C|D|EB/OL)\]"
_CHINESE = tuple(
    re.compile(pattern)
    for pattern in (
        # 作者, 作者, 等. 题名[J]. 刊名, 2009, 28(2): 80-91.
        rf"[^.]+\. {_TYPED}(?:\. |//)[^.]+?(?:[,.] |，){_CHINESE_YEAR}(?:, \d+\(\d+\))?(?:: {_CHINESE_PAGES})?[.。]",
        # 作者, 作者, 等, 2010. 题名[J]. 刊名, 27(6): 637-648.
        rf"[^.]+, {_CHINESE_YEAR}\. {_TYPED}\. [^.]+?(?:: {_CHINESE_PAGES})?[.。]",
        # 作者、作者（2009）。题名。刊名，31（2），708–723。
        rf"[^（。]+（{_CHINESE_YEAR}）。(?P<title>[^。]+[。？])[^。？]+。",
        # 作者，作者．题名．刊名，2011，30卷1期，504～521
        rf"[^．]+．(?P<title>[^．]+[．？])[^．？]+，{_CHINESE_YEAR}(?:，\d+卷\d+期)?(?:，{_CHINESE_PAGES})?。?",
        # 作者、作者：《题名》，《刊名》2011年第1期，第504—521页。
        rf"[^《》：]+：《(?P<title>[^《》]+)》，《[^《》]+》，?{_CHINESE_YEAR}(?:年(?:(?:第\d+期，)?第{_CHINESE_PAGES}页)?)?。",
        # 作者：《题名》，某大学博士学位论文，2011年。
        rf"[^《》：]+：《(?P<title>[^《》]+)》，[^《》，]+学位论文，{_CHINESE_YEAR}年?。",
    )
)
_LONGEST = 1000
"""Characters of an entry; the shapes are tried on no more, as they backtrack."""
_SHOWN = 80
STYLES = {"en": _ENGLISH, "zh": _CHINESE}
"""Shapes of a whole entry behind its mark, by language; each names ``title`` and ``year``."""


def read_entry(text: str, start: int, end: int, language: str) -> Entry:
    """Read the entry that stands between *start* (behind its mark) and *end* of *text*. Raises :class:`Unreadable`."""
    if end - start > _LONGEST:
        raise Unreadable(f"an entry of the reference list has {end - start} characters: {text[start : start + _SHOWN]}")
    raw = text[start:end].rstrip()
    if language == "zh" and "\n" in raw:
        # A Chinese line may break between any two characters, and nothing is written for the break.
        kept = [place for place, char in enumerate(raw) if char != "\n"]
        line = "".join(raw[place] for place in kept)
    else:
        kept = []
        line = raw.replace("\n", " ")
    for style in STYLES[language]:
        match = style.fullmatch(line)
        if match is None:
            continue
        first, last = match.span("title")
        authors = line[:first]
        if kept:
            first, last = kept[first], kept[last - 1] + 1
        year = match["year"][:4]
        return Entry(spelled(match["title"]), int(year) if year.isdecimal() else None, start + first, start + last, authors)
    raise Unreadable(f"an entry of the reference list has no known shape: {line}")
