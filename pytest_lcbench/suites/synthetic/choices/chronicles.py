"""``single_document_event_ordering``: a town's chronicle, not in order of time, with years counted from others and years corrected."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, sentences
from pytest_lcbench.suites.synthetic.choices.town_words import EVENTS, TOWN
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 2
_WORDS = {
    "en": {
        "year": ("In {y} {e}.", "{y} was the year in which {e}.", "The year {y} is remembered because {e}.", "It was in {y} that {e}."),
        "after": ("It was {k} years after the {d} that {e}.", "{k} years had passed since the {d} when {e}.", "Counting {k} years from the {d} one comes to the day on which {e}."),
        "before": ("It was {k} years before the {d} that {e}.", "{k} years were still to pass until the {d} when {e}.", "The {d} came {k} years after the time when {e}."),
        "disaster": ("There was a {d} in {y}.", "A {d} is on record for {y}.", "{y} brought a {d}."),
        "meaning": ("Wherever these pages say “the {d}”, the one of {y} is meant.", "There were two of them; by “the {d}” people here understand that of {y}, and so does this book."),
        "fix": ("A later hand notes: that {e} did not happen in {w} but in {y}.", "The roll of the guild shows that the year {w} is a slip; {e} in {y}."),
        "title": "The chronicle of {place}", "head": ("Leaf {n}", "{n}.", "From the book of {person}"),
    },
    "zh": {
        "year": ("{y}年，{e}。", "{e}，事在{y}年。", "{y}年之所以有人记得，是因为{e}。"),
        "after": ("{d}之后{k}年，{e}。", "{e}，那时距{d}已过{k}年。", "从{d}算起满{k}年，{e}。"),
        "before": ("{d}之前{k}年，{e}。", "{e}，过了{k}年才有{d}。", "{e}的时候，离{d}还有{k}年。"),
        "disaster": ("{y}年有一场{d}。", "旧册载{y}年{d}。", "{y}年遭过{d}。"),
        "meaning": ("本书凡单说“{d}”，都指{y}年那一场。", "{d}先后有过两场，镇上人说的是{y}年那场，本书从之。"),
        "fix": ("后人批注：{e}不在{w}年，而在{y}年。", "查行会名册，{w}年系笔误，{e}应在{y}年。"),
        "title": "{place}镇志", "head": ("卷{n}", "其{n}", "{person}所记"),
    },
}  # fmt: skip
_DISASTERS = {
    "en": ("flood", "great fire", "plague", "hailstorm", "earthquake", "famine"),
    "zh": ("大水", "大火", "瘟疫", "雹灾", "地震", "饥荒"),
}
_ROMAN = ("I", "II", "III", "IV")


@dataclass(frozen=True, slots=True)
class _Focus:
    """Four events: the first with a corrected year, the third counted from a disaster of which there were two."""

    events: tuple[int, int, int, int]
    stated: int
    first: int
    second: int
    fourth: int
    gap: int  # years from the disaster, negative before it
    disaster: int
    years: tuple[int, int]
    meant: int

    def order(self, *, corrected: bool, meant: bool) -> tuple[int, ...] | None:
        """Return the places of the events by year, or ``None`` where two fall together."""
        third = self.years[self.meant if meant else 1 - self.meant] + self.gap
        years = (self.first if corrected else self.stated, self.second, third, self.fourth)
        return None if len(set(years)) < len(years) else tuple(sorted(range(4), key=years.__getitem__))


@dataclass(frozen=True, slots=True)
class _Chronicle:
    place: str
    people: tuple[str, ...]
    towns: tuple[str, ...]
    events: tuple[tuple[str, str], ...]
    foci: tuple[_Focus, ...]
    low: int


@cache
def _grammar(language: str) -> Grammar:
    return Grammar(TOWN[language])


@lru_cache(maxsize=64)
def _chronicle(world: int, language: str, number: int) -> _Chronicle:
    draw = Draw("choices", world, "chronicles", language, number)
    towns = names.several(draw, names.places_of(language), 7)
    people = names.several(draw, names.family if language == "en" else names.person_zh, 24)
    low = draw.between(1480, 1720)
    foci: list[_Focus] = []
    disasters = draw.sample(range(len(_DISASTERS[language])), _FOCI)
    while len(foci) < _FOCI:
        first, stated, second, fourth, one, two = [low + year for year in draw.sample(range(12, 140), 6)]
        at = len(foci)
        gap = draw.pick((-1, 1)) * draw.between(2, 11)
        focus = _Focus(
            (4 * at, 4 * at + 1, 4 * at + 2, 4 * at + 3), stated, first, second, fourth, gap, disasters[at], (one, two), draw.below(2)
        )
        orders = [focus.order(corrected=a, meant=b) for a in (True, False) for b in (True, False)]
        if None not in orders and len(set(orders)) == 4:  # noqa: PLR2004 - the four options
            foci.append(focus)
    return _Chronicle(towns[0], tuple(people), tuple(towns), tuple(draw.shuffled(EVENTS[language])), tuple(foci), low)


class Chronicles(SingleKind):
    """Chronicles of invented towns."""

    name = "chronicles"
    domain = "single_document_qa"
    languages = ("en", "zh")

    def title(self, language: str, number: int) -> str:
        """Return the chronicle's title."""
        title: str = str(_WORDS[language]["title"])
        return title.format(place=_chronicle(self._world, language, number).place)

    def ask(self, language: str, number: int, draw: Draw) -> Asked:
        """Ask for the order of four events; the traps are a corrected year and which of two disasters is meant."""
        chronicle = _chronicle(self._world, language, number)
        at = draw.below(_FOCI)
        focus = chronicle.foci[at]
        shown = draw.shuffled(range(4))  # shown[place in the list] = event
        answers = []
        for a, b in ((True, True), (False, True), (True, False), (False, False)):
            order = focus.order(corrected=a, meant=b)
            answers.append(" - ".join(_ROMAN[shown.index(event)] for event in order or ()))
        joint = "; " if language == "en" else "；"
        listed = joint.join(f"{_ROMAN[n]} {chronicle.events[focus.events[event]][1]}" for n, event in enumerate(shown))
        question = draw.pick({
            "en": ("In which order did these come to pass, the earliest first? {l}", "Put the following in order of time, beginning with what was first: {l}.", "Which order of time is right for these: {l}?"),
            "zh": ("下列各事按时间先后应如何排列？{l}", "请把下列事件由早到晚排序：{l}", "以下事件的先后次序，哪一项正确？{l}"),
        }[language]).format(l=listed)  # fmt: skip
        facts = tuple(f"{part}{at}" for part in ("first", "fix", "second", "third", "fourth", "meaning", "disaster"))
        return Asked(question, (answers[0], answers[1], answers[2], answers[3]), facts)

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write leaves of stories; what is asked about stands on different ones."""
        chronicle = _chronicle(self._world, language, number)
        fixed = self.entity(language, number).fork("places")
        page = Page()
        compose(page, _plants(chronicle, language, fixed), _Leaves(chronicle, language, draw).next, length)
        return page.written()


def _plants(chronicle: _Chronicle, language: str, draw: Draw) -> list[Plant]:
    plants = []

    def plant(fact: str, words: str, **values: object) -> None:
        text = sentences(draw.pick(_WORDS[language][words]).format(**values))
        plants.append(Plant(spots.pop(), f"{text}\n", (fact,)))

    for at, focus in enumerate(chronicle.foci):
        spots = draw.shuffled([(n + draw.share()) / 8.2 for n in range(8)])
        told = [chronicle.events[event][0] for event in focus.events]
        disaster = _DISASTERS[language][focus.disaster]
        plant(f"first{at}", "year", y=focus.stated, e=told[0])
        plant(f"fix{at}", "fix", w=focus.stated, y=focus.first, e=told[0])
        plant(f"second{at}", "year", y=focus.second, e=told[1])
        plant(f"third{at}", "after" if focus.gap > 0 else "before", k=abs(focus.gap), d=disaster, e=told[2])
        plant(f"fourth{at}", "year", y=focus.fourth, e=told[3])
        plant(f"meaning{at}", "meaning", d=disaster, y=focus.years[focus.meant])
        plant(f"disaster{at}", "disaster", d=disaster, y=focus.years[0])
        plant(f"disaster{at}", "disaster", d=disaster, y=focus.years[1])
    return plants


class _Leaves:
    """Stories, and other events with years of their own."""

    def __init__(self, chronicle: _Chronicle, language: str, draw: Draw) -> None:
        self._chronicle, self._language, self._draw = chronicle, language, draw
        self._say: Callable[[str], str] = _grammar(language).speaker(draw, {"person": chronicle.people, "town": chronicle.towns})
        self._unused = list(range(4 * _FOCI, len(chronicle.events)))
        self._waiting: list[str] = []
        self._left = self._leaf = 0
        self._style = draw.below(3)

    def next(self) -> str:
        """Return a heading, a paragraph of stories, or an event that is not asked about."""
        draw, chronicle, words = self._draw, self._chronicle, _WORDS[self._language]
        if not self._left:
            self._left = draw.between(4, 9)
            self._leaf += 1
            return "\n" + words["head"][self._style].format(n=self._leaf, person=draw.pick(chronicle.people)) + "\n"
        self._left -= 1
        if self._waiting and draw.chance(0.3):
            return self._waiting.pop() + "\n"
        if self._unused and draw.chance(0.25):
            told = chronicle.events[self._unused.pop()][0]
            year, wrong = draw.sample(range(chronicle.low + 12, chronicle.low + 140), 2)
            if draw.chance(0.4):
                self._waiting.append(sentences(draw.pick(words["fix"]).format(w=wrong, y=year, e=told)))
                year = wrong
            return sentences(draw.pick(words["year"]).format(y=year, e=told)) + "\n"
        joint = " " if self._language == "en" else ""
        return sentences(joint.join(self._say("chronicle") for _ in range(draw.between(1, 4)))) + "\n"
