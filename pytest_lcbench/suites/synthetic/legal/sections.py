"""From core paragraphs and filler to a document of the length asked for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit
from pytest_lcbench.suites.synthetic.legal.grammar import Passage, Slots

_FEWEST_ROWS, _MOST_ROWS = 4, 90
_SCHEDULES_FROM = 2_600  # tokens; a shorter judgment has no schedules
_SCHEDULE_SHARE = 0.14  # of what is left beside the core
ONCE = "* "
"""Begins a template that states a fact of the whole lawsuit, and is said at most once in a judgment."""
_TRIES = 6  # for a paragraph that was not said yet


@dataclass(slots=True)
class Section:
    """A part of a judgment.

    Args:
        heading: above it; empty: none.
        before: core paragraphs before the filler.
        after: core paragraphs after it.
        pools: templates to fill it from; each pool gives paragraphs in turn.
        weight: its part of the filler.
        scheduled: whether schedules of the heads stand at the end of it.
        rising: a slot of dates that follow one another in it, the first day and the number of days.
        plain: whether its paragraphs carry no number where others do: heading and signature.

    """

    heading: str = ""
    before: list[Passage] = field(default_factory=list)
    after: list[Passage] = field(default_factory=list)
    pools: tuple[tuple[str, ...], ...] = ()
    weight: int = 0
    scheduled: bool = False
    rising: tuple[str, dt.date, int] | None = None
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """What depends on language and document in putting sections together.

    Args:
        tokens: of a text, estimated.
        money: an amount as the document writes it.
        date: a date as the document writes it.
        schedule: caption and column headings; the caption has the slot ``label``.
        total: label of the last row.
        entry: template of what a row is for.
        numbered: whether paragraphs carry running numbers.
        sentences: most filler sentences in a paragraph.
        gap: between two sentences.

    """

    tokens: Callable[[str], float]
    money: Callable[[int], str]
    date: Callable[[dt.date], str]
    schedule: tuple[str, str]
    total: str
    entry: str
    numbered: bool
    sentences: int
    gap: str


def pool(text: str) -> tuple[str, ...]:
    """Return the templates of *text*, one a line; see :data:`ONCE`."""
    return tuple(text.strip().split("\n"))


def assemble(sections: Sequence[Section], tokens: int, style: Style, slots: Slots, draw: Draw, suit: Lawsuit) -> Written:
    """Fill *sections* to about *tokens* and join them, one paragraph a line."""
    core = 0.0
    for section in sections:
        core += sum(style.tokens(passage.text) + 2 for passage in (*section.before, *section.after))
        core += style.tokens(section.heading)
    left = max(tokens - core, 0.0)
    out = _Out()
    seen: set[str] = set()
    weights = sum(section.weight for section in sections)
    tables = left * _SCHEDULE_SHARE if tokens >= _SCHEDULES_FROM else 0.0
    filling = left - (tables if any(section.scheduled for section in sections) else 0.0)
    for section in sections:
        if section.heading:
            out.line(section.heading)
        for passage in section.before:
            out.paragraph(passage, numbered=style.numbered and not section.plain)
        spent = 0.0
        quota = filling * section.weight / weights if weights else 0.0
        if section.pools and quota > 0:
            spent = _fill(out, section, quota, style, slots, draw, seen)
        if weights:
            filling -= spent
            weights -= section.weight
        if section.scheduled and tables:
            used = _schedules(out, tables, style, slots, draw, suit)
            filling += tables - used
        for passage in section.after:
            out.paragraph(passage, numbered=style.numbered and not section.plain)
    return out.written()


def _fill(out: _Out, section: Section, quota: float, style: Style, slots: Slots, draw: Draw, seen: set[str]) -> float:
    """Add paragraphs until another would overshoot *quota* more than it would fill; return the tokens spent."""
    orders = [draw.shuffled(templates) for templates in section.pools]
    places = [0] * len(orders)
    spent = 0.0
    turn = 0
    # The pools of a section follow one another, each with its part: exhibits, then witnesses, not mixed.
    parts = [quota * (at + 1) / len(orders) for at in range(len(orders))]
    reached = [0]
    if section.rising is not None:
        slot, start, days = section.rising

        def next_day(draw: Draw) -> str:
            # As far through the period as the section is through its length, and never back.
            reached[0] = min(max(reached[0] + 1 + draw.below(3), int(days * spent / quota)), days - 1)
            return style.date(start + dt.timedelta(days=1 + reached[0]))

        slots = {**slots, slot: next_day}

    def next_of(turn: int) -> str:
        order = orders[turn]
        while True:
            template = order[places[turn] % len(order)]
            places[turn] += 1
            if not (template.startswith(ONCE) and template in seen):
                return template

    while turn < len(orders):
        passage, alone = Passage(), Passage()
        for at in range(draw.between(1, style.sentences)):
            for _ in range(_TRIES):
                template = next_of(turn)
                sentence = Passage().say(template.removeprefix(ONCE), slots, draw).text
                if sentence not in seen:
                    break
            seen |= {sentence, template}
            passage.add(style.gap + sentence if at else sentence)
            if not at:
                alone.add(sentence)
        cost = style.tokens(passage.text) + 2
        if spent + cost / 2 > parts[turn]:
            # Where a paragraph is too long, its first sentence may do.
            turn, part = turn + 1, parts[turn]
            passage, cost = alone, style.tokens(alone.text) + 2
            if spent + cost / 2 > part:
                continue
        spent += cost
        out.paragraph(passage, numbered=style.numbered and not section.plain)
    return spent


def _schedules(out: _Out, budget: float, style: Style, slots: Slots, draw: Draw, suit: Lawsuit) -> float:
    """Add a table for each head that is added up, whose rows come to what is claimed; return the tokens spent."""
    spent = 0.0
    heads, start = [head for head in suit.heads if not head.judged], suit.dates[0]
    span = (suit.dates[2] - start).days
    caption, columns = style.schedule
    for at, head in enumerate(heads):
        room = (budget - spent) / (len(heads) - at)
        rows: list[str] = []
        lines = [Passage().say(caption, {"label": head.label}, draw).text, columns, "|" + " --- |" * (columns.count("|") - 1)]
        cost = sum(map(style.tokens, lines)) + 20
        texts: list[str] = []
        entry = {**slots, "proof": _one_of(head.proofs)}
        while len(texts) < _MOST_ROWS and (len(texts) < _FEWEST_ROWS or cost < room):
            texts.append(Passage().say(style.entry, entry, draw).text)
            cost += style.tokens(texts[-1]) + 22
        if cost > room * 1.5 and at:
            continue
        amounts = split(head.claimed, len(texts), draw)
        days = sorted(draw.below(span) for _ in texts)
        for number, (text, amount, day) in enumerate(zip(texts, amounts, days, strict=True), 1):
            rows.append(f"| {number} | {style.date(start + dt.timedelta(days=day))} | {text} | {style.money(amount)} |")
        rows.append(f"| {style.total} |  |  | {style.money(head.claimed)} |")
        table = "\n".join([*lines, *rows])
        out.line(table)
        spent += style.tokens(table)
    return spent


def _one_of(things: Sequence[str]) -> Callable[[Draw], str]:
    return lambda draw: draw.pick(things)


def split(amount: int, count: int, draw: Draw) -> list[int]:
    """Return *count* positive amounts of drawn sizes that add up to *amount*, which is at least *count*."""
    weights = [draw.between(200, 2000) for _ in range(count)]
    total = sum(weights)
    parts = [1 + (amount - count) * weight // total for weight in weights]
    parts[-1] += amount - sum(parts)
    return parts


class _Out:
    """The text so far, and where it states what."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._number = 0
        self._facts: dict[str, list[tuple[int, int]]] = {}

    def line(self, text: str) -> None:
        self._pieces += [text, "\n"]
        self._length += len(text) + 1

    def paragraph(self, passage: Passage, *, numbered: bool) -> None:
        if numbered:
            self._number += 1
            mark = f"{self._number}. "
            self._pieces.append(mark)
            self._length += len(mark)
        for fact, ranges in passage.facts.items():
            self._facts.setdefault(fact, []).extend((first + self._length, last + self._length) for first, last in ranges)
        self.line(passage.text)

    def written(self) -> Written:
        return Written("".join(self._pieces), {fact: tuple(ranges) for fact, ranges in self._facts.items()})
