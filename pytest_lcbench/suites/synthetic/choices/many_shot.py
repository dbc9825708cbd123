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

_THINGS = "jar bowl comb buckle lamp ladle bell loom-weight hinge beaker plate spindle key brooch whistle tile".split()
_PARTS = "lid foot handle spout rim band collar hook chain peg plate ring stem knob".split()
_STUFF = "clay bone bronze oak glass horn iron slate willow amber".split()
_MONTHS = "January February March April May June July August September October November December".split()
_ALIKE = ({1, 3}, {2, 4})
"""Pairs of traits that look at the same thing."""
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
    return _Record(
        draw.pick(_THINGS), draw.pick(_STUFF), place, maker, owner, width, height, tuple(draw.below(10) for _ in range(5)),
        tuple(draw.sample(_PARTS, draw.between(1, 4))), draw.between(1, 28), draw.between(1, 12),
    )  # fmt: skip


def _line(record: _Record, style: int, label: str) -> str:
    size = f"{record.width}x{record.height}"
    mark = "".join(map(str, record.mark))
    date = f"{record.day} {_MONTHS[record.month - 1]}"
    parts = ", ".join(record.parts)
    if style == 0:
        text = f"{record.thing} of {record.stuff}, {size} cm, with {parts}; mark {mark}; made by {record.maker}, owned by {record.owner}; {record.place}, {date}"
    elif style == 1:
        text = f"{record.place}, {date}: {record.stuff} {record.thing} (maker {record.maker}, owner {record.owner}), {parts}, stamped {mark}, {size} cm"
    else:
        text = (
            f"{mark} | {record.thing}, {record.stuff} | {size} | {parts} | {record.maker} for {record.owner} | {record.place} | {date}"
        )
    return f"{text} => {label}" if label else text


@lru_cache(maxsize=64)
def _rule(world: int, number: int) -> _Rule:
    draw = Draw("choices", world, "many_shot", number)
    first, second = draw.sample(range(len(_TRAITS)), 2)
    while {first, second} in _ALIKE:
        first, second = draw.sample(range(len(_TRAITS)), 2)
    return _Rule(names.place(draw), (first, second), tuple(names.several(draw, names.nonce, 4)), draw.below(3))


class ManyShot(SingleKind):
    """Labelled records."""

    name = "many_shot"
    domain = "long_in_context_learning"

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return the collection's title."""
        return f"Inventory of the {_rule(self._world, number).place} museum, classes as assigned by the first curator"

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language
        """Ask for the class of a new record; a wrong option is right for a record with another trait."""
        rule = _rule(self._world, number)
        record = _record(draw)
        labels = [rule.label(record, first=a, second=b) for a, b in ((True, True), (False, True), (True, False), (False, False))]
        question = draw.pick((
            "The curator's classes follow one rule without exception. Which class belongs to this piece: {text}?",
            "Learn from the inventory how classes are given. To which class would the curator assign: {text}?",
            "Which class is right for a newly found piece, judged as all the others were: {text}?",
        )).format(text=_line(record, rule.style, ""))  # fmt: skip
        return Asked(question, (labels[0], labels[1], labels[2], labels[3]), ("shot",))

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write one record a line."""
        rule = _rule(self._world, number)
        fixed = self.entity(language, number).fork("shots")
        page = Page()
        page.add("Each line describes one piece and ends with the class it was given. The rule was never written down.\n\n")

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
