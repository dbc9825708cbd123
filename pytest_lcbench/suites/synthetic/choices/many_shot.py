"""``many_shot_learning``: labelled records; the label follows from two traits that no word gives away."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Page, Plant, compose, places
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

# Of each thing: what it may be made of, what may belong to it, and the unit of its size.
_THINGS: dict[str, tuple[str, str, str]] = {
    "jar": ("clay glass stoneware", "lid foot handle spout rim band collar", "cm"), "bowl": ("clay glass bronze maple", "foot rim band handle knob", "cm"), "comb": ("bone horn boxwood", "handle band ring chain", "mm"),
    "buckle": ("bronze iron bone", "plate hook ring pin", "mm"), "lamp": ("clay bronze iron", "spout handle foot lid chain hook", "cm"), "ladle": ("iron bronze oak", "hook ring band rim", "cm"),
    "bell": ("bronze iron clay", "ring collar clapper band", "cm"), "loom-weight": ("clay slate stone", "band ring peg collar", "mm"), "hinge": ("iron bronze", "plate peg ring pin", "mm"),
    "beaker": ("glass clay horn silver", "foot rim handle band lid", "cm"), "plate": ("clay pewter bronze", "rim foot band handle", "cm"), "spindle": ("bone oak horn", "whorl ring knob band", "mm"),
    "key": ("iron bronze", "ring plate chain collar", "mm"), "brooch": ("bronze silver amber", "pin plate chain ring", "mm"), "whistle": ("bone clay horn", "ring chain collar band", "mm"), "tile": ("clay slate", "rim peg band knob", "cm"),
    "thimble": ("bronze silver bone", "rim band ring", "mm"), "trivet": ("iron bronze", "foot handle ring hook", "cm"), "candlestick": ("pewter bronze iron", "foot stem collar pan", "cm"), "needle case": ("bone horn boxwood", "lid ring chain band", "mm"),
}  # fmt: skip
_KNOWN = tuple((thing, tuple(stuffs.split()), tuple(parts.split()), unit) for thing, (stuffs, parts, unit) in _THINGS.items())
_MONTHS = "January February March April May June July August September October November December".split()
_ALIKE = ({1, 3}, {2, 4})
"""Pairs of traits that look at the same thing."""
_TITLES = (
    "Inventory of the {} museum, classes as assigned by the first curator",
    "{} museum: pieces and their classes",
    "Accession book of the {} collection",
    "What the {} museum holds, with the class of each piece",
)
_INTROS = (
    "Each line describes one piece and ends with the class it was given. The rule was never written down.\n\n",
    "One piece a line; its class follows the arrow. How the curator chose a class is not recorded, but it was always done alike.\n\n",
    "The book was kept for years by one hand. Every entry ends with a class; nowhere is it said what the classes mean.\n\n",
    "Pieces as they came in, with the classes that the curator gave. Nobody asked for the rule while there was time.\n\n",
)
_SHOTS = 12
"""Records whose places are kept as evidence; all others are of the same making."""


@dataclass(frozen=True, slots=True)
class _Record:
    thing: str
    stuff: str
    place: str
    maker: str
    owner: str
    width: int
    height: int
    unit: str
    mark: tuple[int, ...]
    parts: tuple[str, ...]
    day: int
    month: int


# Every trait compares: no single word or figure of a record says which way it falls.
_TRAITS: tuple[Callable[[_Record], bool], ...] = (
    lambda record: record.width > record.height,
    lambda record: sum(record.mark) % 2 == 0,
    lambda record: record.maker < record.owner,
    lambda record: record.mark[0] > record.mark[-1],
    lambda record: record.place < record.maker,
)


@dataclass(frozen=True, slots=True)
class _Rule:
    place: str
    traits: tuple[int, int]
    labels: tuple[str, ...]
    style: int

    def label(self, record: _Record, *, first: bool = True, second: bool = True) -> str:
        """Return the record's label, or that of a record which differs in the first or second trait."""
        a = _TRAITS[self.traits[0]](record) == first
        b = _TRAITS[self.traits[1]](record) == second
        return self.labels[2 * a + b]


def _name(draw: Draw) -> str:
    """Return a name that no other record is likely to have: one that came twice would lead from a record to its likeness."""
    return names.nonce(draw, 3).capitalize()


def _record(draw: Draw) -> _Record:
    place, maker, owner = names.several(draw, _name, 3)
    width, height = draw.sample(range(3, 60), 2)
    thing, stuffs, some, unit = draw.pick(_KNOWN)
    return _Record(
        thing, draw.pick(stuffs), place, maker, owner, width, height, unit, tuple(draw.below(10) for _ in range(5)),
        tuple(draw.sample(some, draw.between(1, min(len(some), 4)))), draw.between(1, 28), draw.between(1, 12),
    )  # fmt: skip


def _line(record: _Record, style: int, label: str) -> str:
    size = f"{record.width}x{record.height} {record.unit}"
    mark = "".join(map(str, record.mark))
    date = f"{record.day} {_MONTHS[record.month - 1]}"
    parts = ", ".join(record.parts)
    if style == 0:
        text = f"{record.thing} of {record.stuff}, {size}, with {parts}; mark {mark}; made by {record.maker}, owned by {record.owner}; {record.place}, {date}"
    elif style == 1:
        text = f"{record.place}, {date}: {record.stuff} {record.thing} (maker {record.maker}, owner {record.owner}), {parts}, stamped {mark}, {size}"
    elif style == 2:  # noqa: PLR2004 - the third of five ways to write a record
        text = (
            f"{mark} | {record.thing}, {record.stuff} | {size} | {parts} | {record.maker} for {record.owner} | {record.place} | {date}"
        )
    elif style == 3:  # noqa: PLR2004 - the fourth
        text = f"{date}, from {record.place}: {record.thing} ({record.stuff}) no. {mark}; {record.maker} made it, {record.owner} had it; {size}; has {parts}"
    else:
        text = f"[{mark}] {record.stuff} {record.thing} with {parts}, {size}. Maker: {record.maker}. Owner: {record.owner}. Found on {date} at {record.place}"
    return f"{text} => {label}" if label else text


@lru_cache(maxsize=64)
def _rule(world: int, number: int) -> _Rule:
    draw = Draw("choices", world, "many_shot", number)
    first, second = draw.sample(range(len(_TRAITS)), 2)
    while {first, second} in _ALIKE:
        first, second = draw.sample(range(len(_TRAITS)), 2)
    return _Rule(names.place(draw), (first, second), tuple(names.several(draw, names.nonce, 4)), draw.below(5))


class ManyShot(SingleKind):
    """Labelled records."""

    name = "many_shot"
    domain = "long_in_context_learning"

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return the collection's title."""
        return _TITLES[number % len(_TITLES)].format(_rule(self._world, number).place)

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language
        """Ask for the class of a new record; a wrong option is right for a record with another trait."""
        rule = _rule(self._world, number)
        record = _record(draw)
        labels = [rule.label(record, first=a, second=b) for a, b in ((True, True), (False, True), (True, False), (False, False))]
        question = draw.pick((
            "The curator's classes follow one rule without exception. Which class belongs to this piece: {text}?",
            "Learn from the inventory how classes are given. To which class would the curator assign: {text}?",
            "Which class is right for a newly found piece, judged as all the others were: {text}?",
            "A piece has come to light that is not in the book yet. Where would it belong, by the same rule: {text}?",
            "Going by all the entries, how is this one to be classed: {text}?",
        )).format(text=_line(record, rule.style, ""))  # fmt: skip
        return Asked(question, (labels[0], labels[1], labels[2], labels[3]), ("shot",))

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write one record a line."""
        rule = _rule(self._world, number)
        fixed = self.entity(language, number).fork("shots")
        page = Page()
        page.add(fixed.pick(_INTROS))

        def shot(draw: Draw) -> str:
            record = _record(draw)
            return _line(record, rule.style, rule.label(record)) + "\n"

        spots = places(fixed, _SHOTS)
        shots: list[tuple[str, str]] = []
        while {label for _, label in shots} != set(rule.labels):  # the evidence shows every class
            records = [_record(fixed) for _ in spots]
            shots = [(_line(record, rule.style, rule.label(record)) + "\n", rule.label(record)) for record in records]
        plants = [Plant(at, line, ("shot",)) for at, (line, _) in zip(spots, shots, strict=True)]
        compose(page, plants, lambda: shot(draw), max(length - page.length, 1))
        return page.written()
