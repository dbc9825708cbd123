"""Reference lists and in-text citations in several styles."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.papers.works import Person, Work

_MANY = 4  # authors from which some styles say et al.


@dataclass(frozen=True, slots=True)
class Style:
    """How a journal has its references.

    Args:
        name: for tests.
        entry: writes a work, given with its year as written (with a letter where two would be alike): what stands before its title,
            the title, what stands after.
        label: ``number``, ``year`` (author and year) or ``code`` (letters and digits).
        marker: pattern of the number in front of an entry, ``{n}``.
        wraps: columns at which entries are broken into lines; 0: they are not.
        gap: what stands between entries.
        density: tokens of a list as shares of what its characters make one expect.

    """

    name: str
    entry: Callable[[Work, str], tuple[str, str, str]]
    label: str
    marker: str
    wraps: int = 0
    gap: str = "\n"
    density: float = 1.0


def _initials(person: Person, dot: str = ".", gap: str = " ") -> str:
    return gap.join(part[0] + dot for part in person.given.split("-"))


def _listed(names: Sequence[str], last: str, *, comma: str = ", ") -> str:
    if len(names) < 2:  # noqa: PLR2004 - one or none
        return "".join(names)
    return comma.join(names[:-1]) + last + names[-1]


def _volume(work: Work, pattern: str, other: str) -> str:
    """Return volume and pages by *pattern* for a journal, by *other* for proceedings; theses and preprints have none."""
    values = {"v": work.volume, "i": work.issue, "a": work.first_page, "z": work.last_page}
    return {"journal": pattern, "conference": other}.get(work.kind, "").format(**values)


def _venue(work: Work) -> str:
    """Return where a work appeared in English, a thesis called one."""
    return f"PhD thesis, {work.venue}" if work.kind == "thesis" else work.venue


def _engineers(work: Work, year: str) -> tuple[str, str, str]:
    names = [f"{_initials(person)} {person.family}" for person in work.authors]
    authors = _listed(names, " and ") if len(names) <= _MANY else f"{names[0]} et al."
    if work.kind == "journal":
        rest = f"{work.venue}, vol. {work.volume}, no. {work.issue}, pp. {work.first_page}–{work.last_page}, {year}."
    elif work.kind == "conference":
        rest = f"in {work.venue}, {year}, pp. {work.first_page}–{work.last_page}."
    else:
        rest = f"Ph.D. thesis, {work.venue}, {year}." if work.kind == "thesis" else f"{work.venue}, {year}."
    return f"{authors}, “", work.plain, f",” {rest}"


def _linguists(work: Work, year: str) -> tuple[str, str, str]:
    names = [f"{person.given} {person.family}" for person in work.authors]
    venue = f"In {work.venue}" if work.kind == "conference" else _venue(work)
    return (
        f"{_listed(names, ', and ' if len(names) > 2 else ' and ')}. {year}. ",  # noqa: PLR2004
        work.plain,
        f"{_stop(work)} {venue}{_volume(work, ', {v}({i}):{a}–{z}', ', pages {a}–{z}')}.",
    )


def _psychologists(work: Work, year: str) -> tuple[str, str, str]:
    names = [f"{person.family}, {_initials(person)}" for person in work.authors]
    venue = f"In {work.venue}" if work.kind == "conference" else _venue(work)
    return (
        f"{_listed(names, ', & ')} ({year}). ",
        work.plain,
        f"{_stop(work)} {venue}{_volume(work, ', {v}({i}), {a}–{z}', ' (pp. {a}–{z})')}.",
    )


def _physicians(work: Work, year: str) -> tuple[str, str, str]:
    names = [f"{person.family} {_initials(person, '', '')}" for person in work.authors]
    authors = ", ".join(names) if len(names) <= _MANY else f"{', '.join(names[:3])}, et al"
    venue = f"In: {work.venue}" if work.kind == "conference" else _venue(work)
    return f"{authors}. ", work.plain, f"{_stop(work)} {venue}. {year}{_volume(work, ';{v}({i}):{a}-{z}', ';{a}-{z}')}."


def _springs(work: Work, year: str) -> tuple[str, str, str]:
    names = [f"{person.family} {_initials(person, '', '')}" for person in work.authors]
    return (
        f"{', '.join(names)} ({year}) ",
        work.title,
        f"{'' if work.title.endswith('?') else '.'} {_venue(work)}{_volume(work, ' {v}:{a}–{z}', ', pp {a}–{z}')}",
    )


def _computers(work: Work, year: str) -> tuple[str, str, str]:
    names = [f"{person.given} {person.family}" for person in _first(work)]
    authors = ", ".join(names) + (", et al" if len(names) < len(work.authors) else "")
    end = "" if work.title.endswith("?") else "."
    return (
        f"{authors}. ",
        work.title,
        f"{end} {_venue(work)}{_volume(work, ' {v}, {i}', '')} ({year}){_volume(work, ', {a}–{z}', ', {a}–{z}')}.",
    )


def _humanists(work: Work, year: str) -> tuple[str, str, str]:
    first, *others = work.authors
    names = [f"{first.family}, {first.given}", *(f"{person.given} {person.family}" for person in others)]
    end = "" if work.title.endswith("?") else "."
    if work.kind == "journal":
        rest = f" {work.volume}, no. {work.issue} ({year}): {work.first_page}–{work.last_page}."
    else:
        rest = f", {year}{_volume(work, '', ', {a}–{z}')}."
    return f"{_listed(names, ', and ')}. “", work.title, f"{end}” {_venue(work)}{rest}"


def _first(work: Work) -> Sequence[Person]:
    return work.authors if len(work.authors) <= _MANY else work.authors[:2]


def _stop(work: Work) -> str:
    return "" if work.plain.endswith("?") else "."


def _chinese_names(work: Work, most: int, separator: str = ", ") -> str:
    names = [person.family + person.given for person in work.authors]
    return separator.join(names) if len(names) <= most else f"{separator.join(names[:most])}{'' if separator == '、' else separator}等"


_BESIDE_LATIN = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])")


def _spaced(title: str) -> str:
    """Return a Chinese title with spaces beside Latin letters and a narrow colon, as some journals set it."""
    return _BESIDE_LATIN.sub(" ", title).replace("——", " — ").replace("：", ": ")


def _dashed(title: str) -> str:
    """Return a Chinese title with its subtitle behind a dash."""
    return title.replace("？——", "？").replace("：", "——")


_SIGNS = {"journal": "[J]", "conference": "[C]", "preprint": "[EB/OL]", "thesis": "[D]"}


def _standard(work: Work, year: str) -> tuple[str, str, str]:
    if work.kind == "journal":
        rest = f"{work.venue}, {year}, {work.volume}({work.issue}): {work.first_page}-{work.last_page}."
    elif work.kind == "conference":
        return f"{_chinese_names(work, 3)}. ", work.title, f"[C]//{work.venue}. {year}: {work.first_page}-{work.last_page}."
    else:
        rest = f"{work.venue}, {year}."
    return f"{_chinese_names(work, 3)}. ", work.title, f"{_SIGNS[work.kind]}. {rest}"


def _standard_by_year(work: Work, year: str) -> tuple[str, str, str]:
    rest = f"{work.venue}{_volume(work, ', {v}({i}): {a}-{z}', ': {a}-{z}')}."
    return f"{_chinese_names(work, 3)}, {year}. ", work.title, f"{_SIGNS[work.kind]}. {rest}"


def _standard_spaced(work: Work, year: str) -> tuple[str, str, str]:
    before, title, after = _standard(work, year)
    return before, _spaced(title), after


def _engineers_dashed(work: Work, year: str) -> tuple[str, str, str]:
    before, title, after = _engineers_zh(work, year)
    return before, _dashed(title), after


def _plain_spaced(work: Work, year: str) -> tuple[str, str, str]:
    before, title, after = _plain_zh(work, year)
    return before, _spaced(title), after


def _scholars(work: Work, year: str) -> tuple[str, str, str]:
    names = f"{_chinese_names(work, 3, '、')}：《"
    if work.kind == "thesis":
        return names, work.title, f"》，{work.venue}博士学位论文，{year}年。"
    return names, work.title, f"》，《{work.venue}》{year}年{_volume(work, '第{i}期，第{a}—{z}页', '第{a}—{z}页')}。"


def _engineers_zh(work: Work, year: str) -> tuple[str, str, str]:
    tail = _volume(work, "，{v}卷{i}期，{a}～{z}", "，{a}～{z}")
    return f"{_chinese_names(work, 4, '，')}．", work.title, f"．{work.venue}，{year}{tail}"


def _plain_zh(work: Work, year: str) -> tuple[str, str, str]:
    names = _chinese_names(work, 5, "、")
    return (
        f"{names}（{year}）。",
        work.title,
        f"。{work.venue}{'博士学位论文' if work.kind == 'thesis' else ''}{_volume(work, '，{v}（{i}），{a}–{z}', '，{a}–{z}')}。",
    )


ENGLISH: tuple[Style, ...] = (
    Style("engineers", _engineers, "number", "[{n}] ", density=1.035),
    Style("engineers-lines", _engineers, "number", "[{n}] ", wraps=74, density=1.07),
    Style("linguists", _linguists, "year", "", gap="\n\n", density=0.92),
    Style("linguists-lines", _linguists, "year", "", wraps=56, gap="\n\n", density=0.97),
    Style("psychologists", _psychologists, "year", "- ", density=0.99),
    Style("physicians", _physicians, "number", "{n}. ", density=0.95),
    Style("springs", _springs, "year", "", gap="\n\n", density=0.945),
    Style("computers", _computers, "number", "[{n}] ", wraps=66),
    Style("codes", _physicians, "code", "[{n}] ", density=0.975),
    Style("humanists", _humanists, "year", "", gap="\n\n", density=0.985),
)
CHINESE: tuple[Style, ...] = (
    Style("standard", _standard, "number", "[{n}] ", density=1.01),
    Style("standard-lines", _standard, "number", "[{n}] ", wraps=27, density=1.01),
    Style("standard-spaced", _standard_spaced, "number", "[{n}] ", wraps=29, density=1.01),
    Style("standard-full", _standard, "number", "［{n}］", wraps=24, density=1.03),
    Style("by-year", _standard_by_year, "year", "", wraps=26, gap="\n\n", density=1.01),
    Style("scholars", _scholars, "number", "[{n}] ", wraps=25),
    Style("engineers", _engineers_zh, "number", "{n}  ", wraps=22, density=1.04),
    Style("engineers-dashed", _engineers_dashed, "number", "{n}．", wraps=30, density=1.04),
    Style("plain", _plain_spaced, "year", "", gap="\n\n"),
    Style("plain-lines", _plain_spaced, "year", "", wraps=23, gap="\n\n"),
    Style("numbered", _plain_zh, "number", "（{n}）", density=0.995),
)


class References:
    """The reference list of a document: its order, its labels, its text.

    Args:
        works: what is cited, in the order in which the text first cites it.
        year: of the citing paper; a later work is still to appear.
        style: of list and labels.
        english: whether the document is English.
        alphabetical: whether a numbered list is sorted by author.

    """

    def __init__(self, works: Sequence[Work], year: int, style: Style, *, english: bool, alphabetical: bool) -> None:
        self.style = style
        self._english = english
        self._year = year
        sorted_works = sorted(works, key=lambda work: (work.authors[0].family, work.authors[0].given, work.year, work.key))
        self.works = sorted_works if alphabetical or style.label != "number" else list(works)
        self._years = self._distinct_years() if style.label == "year" else {work.key: self._shown(work, "") for work in works}
        if style.label == "code":
            self._labels = self._codes()
        else:
            self._labels = {work.key: str(at) for at, work in enumerate(self.works, start=1)}

    def entries(self) -> list[tuple[str, int, int]]:
        """Return each entry with where its title begins and ends in it, in the order of :attr:`works`."""
        found = []
        for work in self.works:
            marker = self.style.marker.replace("{n}", self._labels[work.key])
            before, title, after = self.style.entry(work, self._years[work.key])
            if work.year > self._year:
                after = self._forthcoming(work, before, after)
            start = len(marker) + len(before)
            text = f"{marker}{before}{title}{after}"
            found.append(_wrapped(text, start, start + len(title), self.style.wraps, english=self._english))
        return found

    def _forthcoming(self, work: Work, before: str, after: str) -> str:
        """Return what stands after the title of a work that has no volume and no pages yet."""
        at = after.index(work.venue)
        closed = after[:at] + work.venue + ("》" if after[:at].endswith("《") else "")
        said = self._years[work.key] in before
        if self._english:
            return closed + ("." if said else f", {self._years[work.key]}.")
        return closed + ("。" if said else f"，{self._years[work.key]}。")

    def by_name(self, work: Work) -> str:
        """Return a citation that is part of a sentence: ``Ardahl and Falford (2016)``, ``Ardahl et al. [4]``."""
        names = self._names(work)
        if self.style.label == "year":
            return f"{names} ({self._years[work.key]})" if self._english else f"{names}（{self._years[work.key]}）"
        return f"{names} [{self._labels[work.key]}]" if self._english else f"{names}[{self._labels[work.key]}]"

    def in_brackets(self, works: Sequence[Work]) -> str:
        """Return a citation of *works* in brackets."""
        if self.style.label == "year":
            inner = [f"{self._names(work)}, {self._years[work.key]}" for work in works]
            return f"({'; '.join(inner)})" if self._english else f"（{'；'.join(text.replace(', ', '，') for text in inner)}）"
        if self.style.label == "code":
            return f"[{', '.join(self._labels[work.key] for work in works)}]"
        numbers = sorted(int(self._labels[work.key]) for work in works)
        return f"[{(', ' if self._english else ',').join(map(str, numbers))}]"

    def _names(self, work: Work) -> str:
        families = [person.family for person in work.authors]
        if not self._english:
            first = families[0] + work.authors[0].given
            if len(families) == 1:
                return first
            return f"{first}和{families[1]}{work.authors[1].given}" if len(families) == 2 else f"{first}等"  # noqa: PLR2004
        if len(families) <= 2:  # noqa: PLR2004 - both are named
            return " and ".join(families)
        return f"{families[0]} et al."

    def _shown(self, work: Work, letter: str) -> str:
        if work.year > self._year:
            return f"to appear{'-' + letter if letter else ''}" if self._english else f"待刊{letter}"
        return f"{work.year}{letter}"

    def _distinct_years(self) -> dict[str, str]:
        alike: dict[str, list[Work]] = {}
        for work in self.works:
            alike.setdefault(f"{self._names(work)} {min(work.year, self._year + 1)}", []).append(work)
        years: dict[str, str] = {}
        for group in alike.values():
            for at, work in enumerate(group):
                years[work.key] = self._shown(work, "abcdefghijklmnop"[at] if len(group) > 1 else "")
        return years

    def _codes(self) -> dict[str, str]:
        taken: dict[str, int] = {}
        labels: dict[str, str] = {}
        for work in self.works:
            families = [person.family for person in work.authors]
            letters = families[0][:3] if len(families) == 1 else "".join(family[0] for family in families[:3])
            code = f"{letters}{'+' if len(families) > 3 else ''}{work.year % 100:02d}"  # noqa: PLR2004
            taken[code] = taken.get(code, 0) + 1
            labels[work.key] = code if taken[code] == 1 else f"{code}{'abcdefghijklmnop'[taken[code] - 2]}"
        return labels


def _wrapped(text: str, start: int, end: int, columns: int, *, english: bool) -> tuple[str, int, int]:
    """Return *text* in lines of about *columns*, and where its title now begins and ends."""
    if not columns or len(text) <= columns:
        return text, start, end
    if english:
        lines: list[str] = []
        at = 0
        while len(text) - at > columns:
            cut = text.rfind(" ", at + 1, at + columns)
            if cut < 0:
                break
            lines.append(text[at:cut])
            at = cut + 1
        return "\n".join((*lines, text[at:])), start, end  # a space becomes a line end: nothing moves
    cuts = []
    at = columns
    while at < len(text):
        # A line begins with no punctuation, ends with no opening bracket, and breaks no number or Latin word.
        while at < len(text) and (
            text[at] in "，。、：；）》”！？．—～,.:;)]% " or text[at - 1] in "（《“" or (text[at - 1].isascii() and text[at].isascii())
        ):
            at += 1
        if at < len(text):
            cuts.append(at)
        at += columns
    pieces = [text[low:high] for low, high in zip((0, *cuts), (*cuts, len(text)), strict=True)]
    return "\n".join(pieces), start + sum(cut <= start for cut in cuts), end + sum(cut < end for cut in cuts)
