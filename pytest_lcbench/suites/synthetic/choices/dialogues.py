"""``dialogue_history_qa``: a group's messages over many weeks, with arrangements made, moved, moved back and left."""

# ruff: noqa: SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.dialogue_talk import EXCHANGES, TALK, VARIED
from pytest_lcbench.suites.synthetic.choices.dialogue_words import CLUBS, DAYS, DUTIES, EVENTS, MATTERS, SPOTS, TITLES
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, capital, compose, places, sentences
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 2
_EASY = 5
"""Messages that settle both sides of an arrangement in an easy case."""
_SIDES = ("place", "day", "person")
_COURSES = (("first", "shift"), ("first", "shift", "back"), ("first", "idea", "refused"), ("first", "shift", "again", "firm"))
_OWN = ("first", "shift", "back", "refused", "firm")
"""Steps that whoever arranges a side tells; the others come from others."""
_KNOWN = 0.65
"""Share of the sayings that a group uses."""
_AGAIN = (0, 2, 3)
"""Courses that may follow where an arrangement stands already; what is taken back would not be told from what was before."""
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


def _side(draw: Draw, language: str, matter: str, members: Sequence[str], before: _Side | None = None) -> _Side:
    """Draw how one side of an event is arranged; *before* is how it was, where it was arranged already."""
    values: Sequence[str] = {"place": SPOTS[language], "day": DAYS[language], "person": members}[matter]
    if before is None:
        old, new = draw.sample(values, 2)
        return _Side(matter, old, new, draw.pick(DUTIES[language]), draw.below(len(_COURSES)))
    old = before.new if _MOVED[before.course] else before.old
    new = draw.pick(values)
    while new == old:
        new = draw.pick(values)
    return _Side(matter, old, new, before.does, draw.pick(_AGAIN))


def _lines(side: _Side, language: str, event: str, members: Sequence[str], draw: Draw) -> list[tuple[str, str]]:
    """Return who writes what about one side of an arrangement, in order."""
    matter = MATTERS[language][side.matter]
    free = [member for member in members if member not in {side.old, side.new}]
    host = draw.pick(free)
    lines = []
    for step in _COURSES[side.course]:
        pattern: str = draw.pick(getattr(matter, step))
        line = pattern.format(a=side.old, b=side.new, event=event, does=side.does)
        writer = host if step in _OWN else draw.pick([member for member in free if member != host])
        lines.append((writer, sentences(line)))
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
                lines = _lines(side, language, group.events[at], group.members, fixed)
                for step, ((writer, line), share) in enumerate(zip(lines, group.at[2 * at + index], strict=True)):
                    plants.append(Plant(share, talk.line(line, writer), (f"step{at}.{index}.{step}",)))
        compose(page, plants, talk.next, length)
        return page.written()


class _Talk:
    """The rest of a conversation: small talk, and other events with courses of their own."""

    def __init__(self, page: Page, group: _Group, language: str, draw: Draw, style: int) -> None:
        self._page, self._group, self._language, self._draw, self._style = page, group, language, draw, style
        self._day = draw.between(0, 40)
        self._minute = 0
        self._left = 0
        self._waiting: list[tuple[tuple[str, str], list[tuple[str, str]]]] = []
        self._arranged: dict[tuple[str, str], _Side] = {}
        sayings = TALK[language]
        # Each group knows a part of the sayings; which one is a fact of the group, not of the length.
        taste = Draw("choices", *group.towns, "taste")
        slots: dict[str, Sequence[str]] = {
            slot: taste.sample(sayings[slot], max(int(len(sayings[slot]) * _KNOWN), 4)) for slot in VARIED
        }
        slots |= {"name": group.members, "town": group.towns, "spot": SPOTS[language]}
        self._say: Callable[[str], str] = _grammar(language).speaker(draw, slots)

    def line(self, text: str, name: str) -> str:
        """Return *text* as a message of *name*."""
        if self._language == "zh":
            return (f"{name}：{text}\n", f"【{name}】{text}\n", f"{name}　{text}\n")[self._style]
        return (f"{name}: {text}\n", f"<{name}> {text}\n", f"{name} - {text}\n")[self._style]

    def next(self) -> str:
        """Return the next message, or question with its replies, that no question is about."""
        draw = self._draw
        head = ""
        if self._left <= 0:
            self._left = draw.between(7, 24)
            self._day += draw.between(1, 3)
            head = self._date()
        self._left -= 1
        if draw.chance(0.1):
            writer, text = self._other()
            return head + self.line(text, writer)
        if draw.chance(0.22):
            return head + self._exchange()
        text = self._sentences("line")
        return head + self.line(text, self._other_than(text))

    def _sentences(self, slot: str) -> str:
        text = self._say(slot)
        return text if self._language == "zh" else sentences(text)

    def _other_than(self, *texts: str) -> str:
        """Return a member whom none of *texts* names, if one is soon found."""
        name = self._draw.pick(self._group.members)
        for _ in range(12):
            if not any(name in text for text in texts):
                break
            name = self._draw.pick(self._group.members)
        return name

    def _exchange(self) -> str:
        """Return a question and what others reply."""
        draw = self._draw
        about = draw.below(EXCHANGES)
        text = self._sentences(f"ask{about}")
        writer = self._other_than(text)
        lines = [self.line(text, writer)]
        said = [writer]
        for _ in range(draw.between(1, 4)):
            reply = self._say(f"reply{about}")  # begins in upper case as it stands
            name = self._other_than(reply, *said)
            # Nobody answers twice, says what was just said, or tells of one who takes part.
            if name not in said and not any(reply in line for line in lines) and not any(one in reply for one in said):
                said.append(name)
                lines.append(self.line(reply, name))
        self._left -= len(lines) - 1
        return "".join(lines)

    def _date(self) -> str:
        month, day = self._day // 28 % 12, self._day % 28 + 1
        if self._language == "zh":
            return (f"\n—— {month + 1}月{day}日 ——\n", f"\n{month + 1}月{day}日\n", f"\n{month + 1}.{day}\n")[self._style]
        return (f"\n-- {day} {_MONTHS[month]} --\n", f"\n{_MONTHS[month]} {day}\n", f"\n[{day:02}/{month + 1:02}]\n")[self._style]

    def _other(self) -> tuple[str, str]:
        """Return who writes what next about an event that is not asked about."""
        draw = self._draw
        while len(self._waiting) < 3:  # noqa: PLR2004 - events under way at a time
            self._begin()
        at = draw.below(len(self._waiting))
        lines = self._waiting[at][1]
        told = lines.pop(0)
        if not lines:
            del self._waiting[at]
        return told

    def _begin(self) -> None:
        """Begin to arrange one side of an event that is not under way, or to move what was arranged before."""
        draw, language, members = self._draw, self._language, self._group.members
        busy = {key for key, _ in self._waiting}
        key = (draw.pick(self._group.events[_FOCI:]), draw.pick(_SIDES))
        while key in busy:
            key = (draw.pick(self._group.events[_FOCI:]), draw.pick(_SIDES))
        before = self._arranged.get(key)
        side = self._arranged[key] = _side(draw, language, key[1], members, before)
        lines = _lines(side, language, key[0], members, draw)
        self._waiting.append((key, lines if before is None else lines[1:]))
