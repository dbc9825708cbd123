"""Lines of research: papers that cite one another, and the works around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.languages import Language
from pytest_lcbench.suites.synthetic.papers.naming import MOST_EXTENDED, MOST_NAMED, extensions_in, names_in
from pytest_lcbench.suites.synthetic.papers.subfields import Subfield
from pytest_lcbench.suites.synthetic.papers.titles import WITHOUT, Title, TitleMaker, share_a_word
from pytest_lcbench.suites.synthetic.papers.works import Paper, Person, Work

PAPERS = 96
"""Papers of a line; a case shows some of them."""
YEARS = 4
"""Years over which they are spread."""
_OUTSIDE = 220
_LABS = 9
_TITLE_DRAWS, _TWIN_DRAWS = 40, 6
_MOST_CITED = 6
_RETITLED = 0.4  # of the papers, how many had another title before
_AS_PREPRINT = 0.5  # of the lists that may, how many name a paper by its earlier title
_WITHOUT_SUBTITLE = 0.7  # of the lists that may, how many leave a subtitle out
_NAMED_LATE = 0.4  # of the papers of the next year that may be named as still to appear, how many are
_CIRCLE = 0.85  # of the papers that cite a paper, how many have their twins cited by it


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set that papers of a line report on.

    Args:
        name: coined.
        source: where it comes from.
        size: number of items.
        base: what a plain method reaches, tenths of a per cent.

    """

    name: str
    source: str
    size: int
    base: int


class Line:
    """One line of research of a world, in one language.

    Papers are in the order of time. A paper cites earlier ones only; works from outside may be forthcoming, up to a year ahead.

    Args:
        world: number of the world.
        language: its language.
        number: of the line.

    """

    def __init__(self, world: int, language: Language, number: int) -> None:
        self._draw = Draw("papers", world, language.code, number)
        self.number = number
        self.language = language
        whole = language.subfields[(number + self._draw.fork("shift").below(3)) % len(language.subfields)]
        self.subfield: Subfield = whole.narrowed(self._draw.fork("narrowed"))
        usable = [word for word in language.qualifiers if not any(share_a_word(word, head) for head in (*whole.heads, *whole.tasks))]
        self.qualifiers = tuple(self._draw.fork("qualifiers").sample(usable, 10))
        draw = self._draw.fork("people")
        self.people = language.people(draw, 40)
        self._strangers = language.people(draw, 110)
        places = language.places(draw, 14)
        self.institutes = [language.institute(draw, places[at % len(places)]) for at in range(_LABS)]
        self.venues = language.venues(self._draw.fork("venues"), self.subfield, places)
        self.first_year = self._draw.fork("years").between(2009, 2020)
        self._maker = TitleMaker(language.code, self.subfield, self.qualifiers, language.names)
        self.methods = language.method_names(self._draw.fork("methods"), PAPERS + 12)
        self.data_sets = self._data_sets()
        # What methods reach on data sets, kept from the first time that it is asked for: some hundreds of numbers.
        self.scores: dict[tuple[str, str], int] = {}
        self._titles: dict[str, Title] = {}
        self.cites = self._citations()
        self._cited_by: list[list[int]] = [[] for _ in range(PAPERS)]
        for index, cited in enumerate(self.cites):
            for other in cited:
                self._cited_by[other].append(index)
        self._name_papers()
        self._outside_titles: dict[str, Title] | None = None
        self._outside_works: dict[str, Work] = {}
        self._papers: dict[int, Paper] = {}
        self._citations_to_twins()
        draw = self._draw.fork("sizes")
        self._long_by = [draw.between(-2, 2) for _ in range(PAPERS)]

    def draw_for(self, *key: str | int) -> Draw:
        """Return the stream of decisions for *key* in this line."""
        return self._draw.fork(*key)

    def key_of(self, index: int) -> str:
        """Return the document key of paper *index*."""
        return f"l{self.number:02d}.p{index:02d}"

    def year_of(self, index: int) -> int:
        """Return the year of paper *index*."""
        return self.first_year + index * YEARS // PAPERS

    def title_of(self, index: int) -> str:
        """Return the title of paper *index* as on its first page."""
        return self._titles[self.key_of(index)].full

    def task_of(self, index: int) -> str:
        """Return the task that the title of paper *index* names, or nothing."""
        return self._titles[self.key_of(index)].slot("t")

    def words_of(self, index: int) -> dict[str, str]:
        """Return what the title of paper *index* names, by slot; under ``rr`` what it does without."""
        title = self._titles[self.key_of(index)]
        words = dict(title.slots)
        if any(mark in title.pattern for mark in WITHOUT):
            words["rr"] = words.pop("r")
        return words

    def long_by(self, index: int) -> int:
        """Return by how many steps of size paper *index* tends to be longer than others, or shorter."""
        return self._long_by[index]

    def labs_of(self, index: int) -> tuple[int, ...]:
        """Return the numbers of the people who wrote paper *index*."""
        return self._authors[index]

    def mentions_of(self, index: int) -> tuple[int, ...]:
        """Return the papers whose method paper *index* names without citing them."""
        return self._mentions[index]

    def named_by(self, index: int, tokens: int) -> tuple[int, ...]:
        """Return the papers that paper *index*, written at *tokens*, names by their whole titles without citing them."""
        return self._named[index][: names_in(tokens)]

    def extended_by(self, index: int, tokens: int) -> tuple[int, ...]:
        """Return the papers whose whole titles stand within those of other works that paper *index*, written at *tokens*, cites."""
        return tuple(int(key[1:3]) for key in self._extended[index][: extensions_in(tokens)])

    def cited_by(self, index: int) -> Sequence[int]:
        """Return the papers of the line that cite paper *index*."""
        return self._cited_by[index]

    def cites_twin_of(self, index: int, other: int) -> bool:
        """Tell whether paper *index* cites an outside work of nearly the title of paper *other*."""
        return other in self._twin_of[index]

    def paper(self, index: int) -> Paper:
        """Return paper *index*."""
        if index not in self._papers:
            self._papers[index] = self._make_paper(index)
        return self._papers[index]

    def work(self, key: str) -> Work:
        """Return the work that *key* stands for, a paper of the line or one from outside."""
        if key.startswith("l"):
            return self.paper(int(key.rpartition("p")[2])).work
        if key not in self._outside_works:
            self._outside_works[key] = self._make_outside(key)
        return self._outside_works[key]

    def _citations(self) -> tuple[tuple[int, ...], ...]:
        draw = self._draw.fork("citations")
        weight = [1 + draw.below(_MOST_CITED) for _ in range(PAPERS)]
        found: list[tuple[int, ...]] = []
        for index in range(PAPERS):
            reach = min(index, 44)
            cited: dict[int, None] = {}
            for _ in range(min(reach, draw.pick((1, 2, 2, 3, 3, 4, 4, 5, 6)))):
                near = [index - 1 - int(reach * draw.share() * draw.share()) for _ in range(3)]
                best = max(near, key=lambda at: (weight[at], at))
                cited[best] = None
            found.append(tuple(sorted(cited)))
        return tuple(found)

    def _name_papers(self) -> None:
        draw = self._draw.fork("titles")
        keys: list[str] = []
        for index in range(PAPERS):
            for _ in range(_TITLE_DRAWS):
                title = self._maker.draw(draw, self.methods[index])
                if not _clashes(title.key, keys):
                    break
            else:
                raise RuntimeError("the space of titles is too small: give the subfield more words")
            keys.append(title.key)
            self._titles[self.key_of(index)] = title
        everything = list(keys)
        for index in range(PAPERS):
            shift = draw.below(4)
            for number in range(2):
                for _ in range(_TWIN_DRAWS):
                    title = self._maker.twin(self._titles[self.key_of(index)], shift + number, draw)
                    if not _clashes(title.key, everything):
                        self._titles[f"t{index:02d}.{number}"] = title
                        everything.append(title.key)
                        break
        for index in range(PAPERS):
            title = self._maker.extended(self._titles[self.key_of(index)], draw)
            self._titles[f"x{index:02d}"] = title
            everything.append(title.key)
        self._retitle(draw.fork("earlier"), everything)
        self._taken = everything
        members = [draw.shuffled(range(at, len(self.people), _LABS)) for at in range(_LABS)]
        self._authors: list[tuple[int, ...]] = []
        self._homes: list[int] = []
        for _ in range(PAPERS):
            lab = draw.below(_LABS)
            wrote = draw.sample(members[lab], draw.pick((1, 2, 2, 3, 3)))
            if draw.chance(0.4):
                wrote.append(draw.pick(members[(lab + 1 + draw.below(_LABS - 1)) % _LABS]))
            self._authors.append(tuple(wrote))
            self._homes.append(lab)

    def _retitle(self, draw: Draw, everything: list[str]) -> None:
        """Draw the earlier titles of some papers, and find those that a list may name without their subtitle.

        Neither may be taken for another paper of the line: it holds no title of one, and stands in none but its own.
        """
        self._earlier: dict[int, Title] = {}
        self._main: dict[int, Title] = {}
        keys = [self._titles[self.key_of(index)].key for index in range(PAPERS)]
        for index in range(PAPERS):
            if draw.chance(_RETITLED):
                title = self._maker.retitled(self._titles[self.key_of(index)], draw)
                if not _clashes(title.key, everything):
                    self._earlier[index] = title
                    everything.append(title.key)
        known = [*keys, *(title.key for title in self._earlier.values())]
        for index in range(PAPERS):
            main = self._titles[self.key_of(index)].main
            if main is not None and sum(main.key in key or key in main.key for key in known) == 1:
                self._main[index] = main
                everything.append(main.key)

    def listed_as(self, index: int, other: int) -> str:
        """Return how the list of paper *index* names paper *other*: by its ``title``, ``main`` title or ``earlier`` title."""
        draw = self._draw.fork("listed", index, other)
        share = draw.share()
        if other in self._earlier and self.year_of(index) <= self.year_of(other) + 2:
            return "earlier" if share < _AS_PREPRINT else "title"
        return "main" if other in self._main and share < _WITHOUT_SUBTITLE else "title"

    def listed(self, index: int, key: str) -> Work:
        """Return the work that *key* stands for as the list of paper *index* names it."""
        work = self.work(key)
        if not key.startswith("l"):
            return work
        other = int(key.rpartition("p")[2])
        form = self.listed_as(index, other)
        if form == "main":
            return replace(work, title=self._main[other].full, plain=self._main[other].plain)
        if form == "earlier":
            title = self._earlier[other]
            archive = next(venue for kind, venue in self.venues if kind == "preprint")
            return replace(work, title=title.full, plain=title.plain, kind="preprint", venue=archive, year=self.earlier_year(other))
        return work

    def earlier_year(self, index: int) -> int:
        """Return the year in which paper *index* was circulated under its earlier title."""
        return self.year_of(index) - self._draw.fork("earlier year", index).below(2)

    def _outside(self) -> dict[str, Title]:
        """Return the titles of the works from outside that are no twins, drawn at the first call."""
        if self._outside_titles is None:
            draw = self._draw.fork("outside titles")
            known = dict.fromkeys(self._taken)
            papers = [*self._taken[:PAPERS], *(title.key for title in (*self._earlier.values(), *self._main.values()))]
            titles: dict[str, Title] = {}
            for number in range(_OUTSIDE):
                title = self._maker.draw(draw, draw.pick(self.language.names))
                if title.key not in known and not _clashes(title.key, papers):
                    known[title.key] = None
                    titles[f"o{number:03d}"] = title
            self._outside_titles = titles  # whole at once, for another thread may look
        return self._outside_titles

    def _citations_to_twins(self) -> None:
        draw = self._draw.fork("twins")
        self._twins: list[tuple[str, ...]] = []
        self._twin_of: list[dict[int, None]] = []
        self._mentions: list[tuple[int, ...]] = []
        self._named: list[tuple[int, ...]] = []
        self._cited_named: list[tuple[int, ...]] = []
        self._extended: list[tuple[str, ...]] = []
        for index in range(PAPERS):
            low = max(0, index - 40)
            high = min(PAPERS, index + 24)
            cited = self.cites[index]
            rivals = [at for at in range(low, high) if at != index and (at not in cited or draw.chance(0.15))]
            chosen = draw.sample(rivals, min(len(rivals), 4 + draw.below(9)))
            # What looks most like a reference to a paper is a twin of one that cites it: those it cites both of.
            keys = [f"t{at:02d}.{number}" for at in self.cited_by(index) if draw.chance(_CIRCLE) for number in (0, 1)]
            keys += [f"t{at:02d}.{number}" for at in chosen for number in ((0, 1) if draw.chance(0.5) else (draw.below(2),))]
            self._twin_of.append(dict.fromkeys(int(key[1:3]) for key in keys if key in self._titles))
            self._twins.append(tuple(key for key in dict.fromkeys(keys) if key in self._titles))
            named = [at for at in range(low, index) if at not in cited]
            # The year of a paper still to appear is the next one: a short list names few of those, and none is built upon yet.
            near = [at for at in range(max(0, index - 30), high) if at != index and self.year_of(at) <= self.year_of(index) + 1]
            near = [at for at in near if self.year_of(at) <= self.year_of(index) or draw.chance(_NAMED_LATE)]
            free = [at for at in near if at not in cited]
            self._named.append(tuple(draw.sample(free, min(len(free), MOST_NAMED))))
            self._cited_named.append(tuple(draw.shuffled(cited)))
            out = [at for at in near if self.year_of(at) <= self.year_of(index)]
            about = [at for at in out if at not in cited or draw.chance(0.3)]
            self._extended.append(tuple(f"x{at:02d}" for at in draw.sample(about, min(len(about), MOST_EXTENDED))))
            self._mentions.append(tuple(draw.sample(named, min(len(named), 5))))

    def _make_paper(self, index: int) -> Paper:
        key = self.key_of(index)
        draw = self._draw.fork("paper", index)
        title = self._titles[key]
        authors = self._authors[index]
        work = self._work(key, title, tuple(self.people[at] for at in authors), self.year_of(index), draw)
        outside = list(self._outside())
        qualifier = title.slot("q") or draw.pick(self.qualifiers)
        head = title.slot("a") or draw.pick(self.subfield.heads)
        return Paper(
            work=work,
            index=index,
            line=self.number,
            method=self.methods[index],
            approach=self.language.approach(qualifier, head),
            affiliations=tuple(self.institutes[at % _LABS] for at in authors),
            cites=self.cites[index],
            twins=self._twins[index],
            outside=tuple(draw.sample(outside, min(len(outside), 150))),
            mentions=self._mentions[index],
            extended=self._extended[index],
            named=self._named[index],
            cited_named=self._cited_named[index],
            earlier=self._earlier[index].full if index in self._earlier else "",
        )

    def _make_outside(self, key: str) -> Work:
        draw = self._draw.fork("outside", key)
        authors = tuple(draw.sample(self._strangers, draw.pick((1, 2, 2, 3, 3, 4, 5))))
        if key.startswith("o") and draw.chance(0.12):
            authors = (draw.pick(self.people), *authors[1:])
        if key.startswith("t") and draw.chance(0.3):
            # People write more than one paper of nearly one title.
            authors = tuple(self.people[at] for at in self._authors[int(key[1:3])])
        if key.startswith("x"):
            year = self.year_of(int(key[1:3])) + draw.below(2)
        elif key.startswith("t"):
            year = self.year_of(int(key[1:3])) - draw.pick((1, 1, 2, 2, 3))
        else:
            year = self.first_year - draw.pick((0, 0, 1, 1, 2, 3, 4, 5, 7, 9, 12))
        title = self._titles[key] if key[0] in "tx" else self._outside()[key]
        return self._work(key, title, authors, year, draw)

    def _work(self, key: str, title: Title, authors: tuple[Person, ...], year: int, draw: Draw) -> Work:
        # The last venue is a university: a thesis has one author, is not still to appear, and none is among the papers of the line.
        kind, venue = draw.pick(self.venues if key.startswith("o") else self.venues[:-1])
        if kind == "thesis":
            authors = authors[:1]
        first = draw.between(1, 1400 if kind == "journal" else 480)
        return Work(
            key=key,
            title=title.full,
            plain=title.plain,
            authors=authors,
            year=year,
            kind=kind,
            venue=venue,
            volume=max(1, year - 1990 + len(venue) % 23),
            issue=draw.between(1, 6),
            first_page=first,
            last_page=first + draw.between(5, 24),
            topic=self._maker.topic(title, draw),
            about=tuple(one for one in title.slots if one[0] in "afcrstp"),
        )

    def _data_sets(self) -> tuple[DataSet, ...]:
        draw = self._draw.fork("data")
        names = self.language.data_names(draw, 7)
        sources = draw.shuffled(self.subfield.sources)
        return tuple(DataSet(name, sources[at % len(sources)], _size(draw), draw.between(470, 760)) for at, name in enumerate(names))


def _size(draw: Draw) -> int:
    """Return a number of items: small sets and large ones."""
    return draw.between(*draw.pick(((820, 2_400), (2_400, 9_900), (2_400, 9_900), (9_900, 48_000), (9_900, 48_000), (48_000, 310_000))))


def _clashes(key: str, others: list[str]) -> bool:
    # A plain loop: this is most of the time that a line takes.
    for other in others:  # noqa: SIM110
        if other in key or key in other:
            return True
    return False
