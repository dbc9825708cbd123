"""``dialogue_history_qa``: a group's messages over many weeks, with arrangements made, moved, moved back and left."""

# ruff: noqa: SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.dialogue_words import CLUBS, DAYS, DUTIES, EVENTS, MATTERS, SPOTS, TALK, TITLES
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, capital, compose, places, sentences
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 2
_EASY = 5
"""Messages that settle both sides of an arrangement in an easy case."""
_SIDES = ("place", "day", "person")
_COURSES = (("first", "shift"), ("first", "shift", "back"), ("first", "idea", "refused"), ("first", "shift", "again", "firm"))
_MOVED = (True, False, False, True)
"""Whether the second of two values holds at the end of each course."""
_QUESTIONS = {
    "en": (
        "Everything considered, how was {event} arranged in the end ({first}, and {second})?",
        "Somebody who missed all these weeks asks about {event}. Which answer is right as to {first} and {second}?",
        "Which option gives the last valid arrangement for {event}: {first}, and {second}?",
    ),
    "zh": (
        "照全部消息看，{event}最后的安排是：{first}、{second}？",
        "有人一直没看消息，问{event}的事：最终{first}，{second}？",
        "{event}最终有效的安排是哪一项（{first}，{second}）？",
    ),
}
_MONTHS = "January February March April May June July August September October November December".split()


@dataclass(frozen=True, slots=True)
class _Side:
    matter: str
    old: str
    new: str
    does: str
    course: int


@dataclass(frozen=True, slots=True)
class _Group:
    place: str
    club: str
    members: tuple[str, ...]
    towns: tuple[str, ...]
    events: tuple[str, ...]
    sides: tuple[tuple[_Side, _Side], ...]
    at: tuple[tuple[float, ...], ...]


@cache
def _grammar(language: str) -> Grammar:
    return Grammar(TALK[language])


def _side(draw: Draw, language: str, matter: str, members: Sequence[str]) -> _Side:
    values: Sequence[str] = {"place": SPOTS[language], "day": DAYS[language], "person": members}[matter]
    old, new = draw.sample(values, 2)
    return _Side(matter, old, new, draw.pick(DUTIES[language]), draw.below(len(_COURSES)))


def _lines(side: _Side, language: str, event: str, draw: Draw) -> list[str]:
    """Return the messages of one side of an arrangement in order."""
    matter = MATTERS[language][side.matter]
    lines = []
    for step in _COURSES[side.course]:
        pattern: str = draw.pick(getattr(matter, step))
        line = pattern.format(a=side.old, b=side.new, event=event, does=side.does)
        lines.append(sentences(line))
    return lines


@lru_cache(maxsize=64)
def _group(world: int, language: str, number: int) -> _Group:
    draw = Draw("choices", world, "dialogues", language, number)
    members = names.several(draw, names.people_of(language), draw.between(5, 8))
    events = draw.sample(EVENTS[language], len(EVENTS[language]))
    sides = []
    for _ in range(_FOCI):
        first, second = draw.sample(_SIDES, 2)
        sides.append((_side(draw, language, first, members), _side(draw, language, second, members)))
    at = []
    for pair in sides:
        at += [tuple(places(draw, len(_COURSES[side.course]), 0.02 + 0.1 * draw.share(), 0.97)) for side in pair]
    towns = names.several(draw, names.places_of(language), 6)
    return _Group(towns[0], draw.pick(CLUBS[language]), tuple(members), tuple(towns), tuple(events), tuple(sides), tuple(at))


class Dialogues(SingleKind):
    """Group conversations."""

    name = "dialogues"
    domain = "long_dialogue_history_understanding"
    languages = ("en", "zh")

    def title(self, language: str, number: int) -> str:
        """Return the group's name."""
        group = _group(self._world, language, number)
        return TITLES[language][number % len(TITLES[language])].format(place=group.place, club=group.club)

    def ask(self, language: str, number: int, draw: Draw) -> Asked:
        """Ask how an event was arranged in the end; the traps are a value given up and a move undone."""
        group = _group(self._world, language, number)
        at = draw.below(_FOCI)
        event = group.events[at]
        sides = draw.shuffled((0, 1))
        pair = [group.sides[at][side] for side in sides]
        told = []
        for side in pair:
            matter = MATTERS[language][side.matter]
            right, wrong = (side.new, side.old) if _MOVED[side.course] else (side.old, side.new)
            told.append((matter.option.format(x=right, does=side.does), matter.option.format(x=wrong, does=side.does)))
        joint = ", " if language == "en" else "，"
        answers = [capital(joint.join((told[0][a], told[1][b]))) for a, b in ((0, 0), (1, 0), (0, 1), (1, 1))]
        asked = [MATTERS[language][side.matter].ask.format(event=event, does=side.does) for side in pair]
        question = draw.pick(_QUESTIONS[language]).format(event=event, first=asked[0], second=asked[1])
        facts = tuple(f"step{at}.{side}.{step}" for side in sides for step in range(len(_COURSES[group.sides[at][side].course])))
        steps = sum(len(_COURSES[side.course]) for side in pair)
        return Asked(question, (answers[0], answers[1], answers[2], answers[3]), facts, hard=steps > _EASY)

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write the messages day by day."""
        group = _group(self._world, language, number)
        page = Page()
        fixed = self.entity(language, number).fork("lines")
        style = fixed.below(3)
        plants = []
        talk = _Talk(page, group, language, draw, style)
        for at, pair in enumerate(group.sides):
            for index, side in enumerate(pair):
                lines = _lines(side, language, group.events[at], fixed)
                for step, (line, share) in enumerate(zip(lines, group.at[2 * at + index], strict=True)):
                    plants.append(Plant(share, talk.line(line, fixed), (f"step{at}.{index}.{step}",)))
        compose(page, plants, talk.next, length)
        return page.written()


class _Talk:
    """The rest of a conversation: small talk, and other events with courses of their own."""

    def __init__(self, page: Page, group: _Group, language: str, draw: Draw, style: int) -> None:
        self._page, self._group, self._language, self._draw, self._style = page, group, language, draw, style
        self._day = draw.between(0, 40)
        self._minute = 0
        self._left = 0
        self._waiting: list[list[str]] = []
        slots = {"name": group.members, "town": group.towns, "spot": SPOTS[language]}
        self._say: Callable[[str], str] = _grammar(language).speaker(draw, slots)

    def line(self, text: str, draw: Draw) -> str:
        """Return *text* as a message of somebody."""
        name = draw.pick(self._group.members)
        while name in text:
            name = draw.pick(self._group.members)
        if self._language == "zh":
            return (f"{name}：{text}\n", f"【{name}】{text}\n", f"{name}　{text}\n")[self._style]
        return (f"{name}: {text}\n", f"<{name}> {text}\n", f"{name} - {text}\n")[self._style]

    def next(self) -> str:
        """Return the next message that no question is about."""
        draw = self._draw
        head = ""
        if self._left == 0:
            self._left = draw.between(7, 24)
            self._day += draw.between(1, 3)
            head = self._date()
        self._left -= 1
        if draw.chance(0.1):
            return head + self.line(self._other(), draw)
        return head + self.line(sentences(self._say("line")), draw)

    def _date(self) -> str:
        month, day = self._day // 28 % 12, self._day % 28 + 1
        if self._language == "zh":
            return (f"\n—— {month + 1}月{day}日 ——\n", f"\n{month + 1}月{day}日\n", f"\n{month + 1}.{day}\n")[self._style]
        return (f"\n-- {day} {_MONTHS[month]} --\n", f"\n{_MONTHS[month]} {day}\n", f"\n[{day:02}/{month + 1:02}]\n")[self._style]

    def _other(self) -> str:
        """Return the next message about an event that is not asked about."""
        draw = self._draw
        if len(self._waiting) < 3:  # noqa: PLR2004 - events under way at a time
            side = _side(draw, self._language, draw.pick(_SIDES), self._group.members)
            event = draw.pick(self._group.events[_FOCI:])
            self._waiting.append(_lines(side, self._language, event, draw))
        at = draw.below(len(self._waiting))
        line = self._waiting[at].pop(0)
        if not self._waiting[at]:
            del self._waiting[at]
        return line
