"""``single_document_event_ordering``: a town's chronicle, not in order of time, with years counted from others and years corrected."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.cast import by_variety, cast, each_once
from pytest_lcbench.suites.synthetic.choices.chronicle_words import EVENTS, STORIES
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, capital, compose, sentences
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 2
_WORDS = {
    "en": {
        "year": (
            "In {y} {e}.", "{y} was the year in which {e}.", "The year {y} is remembered because {e}.", "It was in {y} that {e}.", "{N} falls in the year {y}.",
            "According to the town book, {e} in {y}.", "{y}: {e}.", "People still spoke of {y} when I was young, for in that year {e}.",
        ),
        "after": (
            "It was {k} years after the {d} that {e}.", "{k} years had passed since the {d} when {e}.", "Counting {k} years from the {d} one comes to the day on which {e}.",
            "{k} years after the {d}, {e}.", "When {e}, the {d} lay {k} years back.", "{N} followed {k} years after the {d}.",
        ),
        "before": (
            "It was {k} years before the {d} that {e}.", "{k} years were still to pass until the {d} when {e}.", "The {d} came {k} years after the time when {e}.",
            "{k} years before the {d}, {e}.", "When {e}, the {d} was still {k} years off.", "{N} preceded the {d} by {k} years.",
        ),
        "disaster": ("There was a {d} in {y}.", "A {d} is on record for {y}.", "{y} brought a {d}.", "In {y} the town suffered a {d}.", "The church book of {y} tells of a {d}."),
        "meaning": (
            "Wherever these pages say “the {d}”, the one of {y} is meant.", "There were two of them; by “the {d}” people here understand that of {y}, and so does this book.",
            "Of the two, only that of {y} is called “the {d}” in this book.", "A reader asked which year “the {d}” stands for in this book. The answer is {y}.",
        ),
        "fix": (
            "A later hand notes that {n} did not happen in {w} but in {y}.", "The roll of the guild shows that the year {w} is a slip; {e} in {y}.", "For {n} read {y} instead of {w}.",
            "Whoever put {n} in {w} misread his source. The parish book has {y}.", "{N} belongs to {y}, as a dated bill proves, and {w} is to be struck out.",
            "Two witnesses under oath placed {n} in {y}. The {w} of this book was hearsay.", "The writer asks pardon for {w}: {e} in {y}.",
        ),
        "upheld": (
            "Some would move {n} from {w} to {z}. The deeds have been looked at again, and {w} is right.", "It has been claimed that {n} belongs to {z}. There is no proof, and {w} stands.",
            "A letter to the writer has {z} for {n}. The letter is mistaken: {w} it was.",
        ),
        "title": "The chronicle of {place}", "head": ("Leaf {n}", "{n}.", "From the book of {person}"),
    },
    "zh": {
        "year": ("{y}年，{e}。", "{e}，事在{y}年。", "{y}年之所以有人记得，是因为{e}。", "据镇册，{y}年{e}。", "{n}是{y}年的事。", "{y}年：{e}。", "我小时候还有人说起{y}年，那一年{e}。"),
        "after": ("{d}之后{k}年，{e}。", "{e}，那时距{d}已过{k}年。", "从{d}算起满{k}年，{e}。", "{d}过去{k}年，{e}。", "{n}在{d}后{k}年。"),
        "before": ("{d}之前{k}年，{e}。", "{e}，过了{k}年才有{d}。", "{e}的时候，离{d}还有{k}年。", "再过{k}年才是{d}，这一年{e}。", "{n}比{d}早{k}年。"),
        "disaster": ("{y}年有一场{d}。", "旧册载{y}年{d}。", "{y}年遭过{d}。", "庙碑上刻着{y}年的{d}。"),
        "meaning": ("本书凡单说“{d}”，都指{y}年那一场。", "{d}先后有过两场，镇上人说的是{y}年那场，本书从之。", "两场之中，本书只把{y}年的叫作“{d}”。", "有人问书中“{d}”究竟是哪年的，答曰{y}年。"),
        "fix": ("后人批注：{n}不在{w}年，而在{y}年。", "查行会名册，{w}年系笔误，{n}应在{y}年。", "{n}一事，前稿误作{w}年，今据碑刻改为{y}年。", "按族谱，{n}当在{y}年，书中{w}年不确。", "{w}年之说有误，{n}实为{y}年，有契约为证。", "校记：{n}，原作{w}年，应作{y}年。"),
        "upheld": ("有人说{n}应在{z}年，复查契据，仍以{w}年为是。", "外间传{n}是{z}年，查无实据，{w}年不改。", "来信把{n}写作{z}年，系来信之误，{w}年不错。"),
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
    return Grammar(by_variety(STORIES[language], "story"))


@lru_cache(maxsize=64)
def _chronicle(world: int, language: str, number: int) -> _Chronicle:
    draw = Draw("choices", world, "chronicles", language, number)
    towns = names.several(draw, names.places_of(language), 7)
    people = names.several(draw, names.family if language == "en" else names.person_zh, 24)
    low = draw.between(1640, 1720)
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
        roles = cast(language, chronicle.people, fixed.fork("cast"))
        compose(page, _plants(chronicle, language, fixed), _Leaves(chronicle, language, draw, roles).next, length)
        return page.written()


def _plants(chronicle: _Chronicle, language: str, draw: Draw) -> list[Plant]:
    plants = []

    def plant(fact: str, words: str, event: int = 0, **values: object) -> None:
        text = sentences(draw.pick(_WORDS[language][words]).format_map(_named(chronicle, event) | values))
        plants.append(Plant(spots.pop(), f"{text}\n", (fact,) if fact else ()))

    for at, focus in enumerate(chronicle.foci):
        spots = draw.shuffled([(n + draw.share()) / 9.2 for n in range(9)])
        disaster = _DISASTERS[language][focus.disaster]
        one, two, three, four = focus.events
        plant(f"first{at}", "year", one, y=focus.stated)
        plant(f"fix{at}", "fix", one, w=focus.stated, y=focus.first)
        plant(f"second{at}", "year", two, y=focus.second)
        plant(f"third{at}", "after" if focus.gap > 0 else "before", three, k=abs(focus.gap), d=disaster)
        plant(f"fourth{at}", "year", four, y=focus.fourth)
        kept, year = draw.pick(((two, focus.second), (four, focus.fourth)))
        plant("", "upheld", kept, w=year, z=chronicle.low + draw.pick([at for at in range(12, 140) if chronicle.low + at != year]))
        plant(f"meaning{at}", "meaning", d=disaster, y=focus.years[focus.meant])
        plant(f"disaster{at}", "disaster", d=disaster, y=focus.years[0])
        plant(f"disaster{at}", "disaster", d=disaster, y=focus.years[1])
    return plants


def _named(chronicle: _Chronicle, event: int) -> dict[str, object]:
    told, name = chronicle.events[event]
    return {"e": told, "n": name, "N": capital(name)}


class _Leaves:
    """Stories, and other events with years of their own."""

    def __init__(self, chronicle: _Chronicle, language: str, draw: Draw, roles: Mapping[str, Sequence[str]]) -> None:
        self._chronicle, self._language, self._draw = chronicle, language, draw
        self._say: Callable[[str], str] = each_once(
            _grammar(language).speaker(draw, {**roles, "town": chronicle.towns[1:]}), chronicle.people
        )
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
            head = words["head"][self._style].format(n=self._leaf, person=draw.pick(chronicle.people))
            return f"\n{head}\n{self._story()}"  # a head is never the last line
        self._left -= 1
        if self._waiting and draw.chance(0.3):
            return self._waiting.pop() + "\n"
        if self._unused and draw.chance(0.25):
            named = _named(chronicle, self._unused.pop())
            year, wrong = draw.sample(range(chronicle.low + 12, chronicle.low + 140), 2)
            turn = draw.below(10)
            if turn < 4:  # noqa: PLR2004 - shares of ten
                self._waiting.append(self._told("fix", named, w=wrong, y=year))
                year = wrong
            elif turn < 6:  # noqa: PLR2004
                self._waiting.append(self._told("upheld", named, w=year, z=wrong))
            return self._told("year", named, y=year) + "\n"
        return self._story()

    def _told(self, words: str, named: Mapping[str, object], **years: object) -> str:
        return sentences(self._draw.pick(_WORDS[self._language][words]).format_map({**named, **years}))

    def _story(self) -> str:
        joint = " " if self._language == "en" else ""
        return sentences(joint.join(self._say("story") for _ in range(self._draw.between(1, 4)))) + "\n"
