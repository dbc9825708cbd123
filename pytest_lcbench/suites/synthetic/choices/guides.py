"""``user_guide_qa``: the guide of an invented device whose settings interact, with exceptions and an errata of its revisions."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.guide_advice import DEVICES, Advice, Unit
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Page, Plant, capital, compose
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 3
_FIRST = "purge alarm sample fan heater beacon valve filter relay display drain signal standby probe lamp reset".split()
_SECOND = ("interval", "delay", "hold time", "run-on time", "pause", "lead time", "cooling phase", "warm-up")
_OPTIONS = "ECO BOOST GUARD NIGHT SYNC DUO".split()
_TITLES = (
    "{maker} {device}: user guide",
    "Operating the {device} {maker}",
    "{maker} - instructions for owners of the {device}",
    "The {maker} {device}, a guide for daily use",
)
_OPENINGS = (
    "This guide covers revisions up to {last} of the {maker}. Modes: {modes}.\n",
    "Thank you for choosing the {maker}. You can set it to {modes}. All revisions up to {last} are described.\n",
    "Keep this guide near the {device}. It is valid up to revision {last}; the five modes are {modes}.\n",
    "{maker}, all revisions up to {last}. The mode switch has the positions {modes}.\n",
)


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A time that follows from mode, option and revision."""

    name: str
    values: tuple[int, ...]
    option: str
    plus: int  # minutes added by the option
    other: int  # minutes added in the modes excepted
    excepted: tuple[int, ...]
    revision: str
    mended: tuple[tuple[int, int], ...]  # (mode, value) in units of the revision

    def value(self, mode: int, revision: str, *, rule_right: bool = True, table_right: bool = True) -> int:
        mended = dict(self.mended)
        new = (revision == self.revision) == table_right
        base = mended.get(mode, self.values[mode]) if new else self.values[mode]
        return base + (self.other if (mode in self.excepted) == rule_right else self.plus)


@dataclass(frozen=True, slots=True)
class _Guide:
    unit: Unit
    quantities: tuple[_Quantity, ...]
    revisions: tuple[str, ...]
    spare: tuple[str, ...]


def _quantity(draw: Draw, name: str, modes: int, revisions: Sequence[str]) -> _Quantity:
    values = draw.sample(range(5, 90), modes + 2)
    plus, other = draw.sample(range(3, 40), 2)
    mended = [(mode, values[modes + at]) for at, mode in enumerate(draw.sample(range(modes), 2))]
    return _Quantity(
        name, tuple(values[:modes]), draw.pick(_OPTIONS), plus, other, tuple(sorted(draw.sample(range(modes), 2))),
        draw.pick(revisions), tuple(mended),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _guide(world: int, number: int) -> _Guide:
    draw = Draw("choices", world, "guides", number)
    device, modes, parts = draw.pick(DEVICES)
    revisions = draw.sample("BCDEFH", 2)
    all_names = draw.shuffled([f"{first} {second}" for first in _FIRST for second in _SECOND])
    quantities = [_quantity(draw, name, len(modes), revisions) for name in all_names[:_FOCI]]
    maker = f"{names.place(draw)} {draw.pick('ABDGKMRTVX')}{draw.between(2, 90)}"
    unit = Unit(maker, device, tuple(draw.shuffled(modes)), tuple(draw.shuffled(parts)), draw.below(10_000), draw.below(4))
    return _Guide(unit, tuple(quantities), tuple(revisions), tuple(all_names[_FOCI:]))


def _chunks(quantity: _Quantity, guide: _Guide, draw: Draw) -> list[str]:
    """Return what the guide says of a quantity in four places."""
    modes = guide.unit.modes
    form, joint = draw.pick((("{} {}", "; "), ("{}: {}", ", "), ("{} = {}", "; ")))
    rows = joint.join(form.format(mode, value) for mode, value in zip(modes, quantity.values, strict=True))
    one, two = (modes[mode] for mode in draw.shuffled(quantity.excepted))
    mended = joint.join(form.format(modes[mode], value) for mode, value in quantity.mended)
    name, option, other, plus, revision = quantity.name, quantity.option, quantity.other, quantity.plus, quantity.revision
    return [
        draw.pick((
            f"Factory values of the {name} in minutes: {rows}.", f"The {name} by mode, in minutes: {rows}.", f"{capital(name)}, as set at the works (minutes): {rows}.",
            f"How long is the {name}? In minutes: {rows}.", f"Table of the {name}, minutes: {rows}.", f"We deliver the unit with this {name} (in minutes): {rows}.",
        )),
        draw.pick((
            f"{option} lengthens the {name} by {plus} minutes.", f"With {option} switched on, add {plus} minutes to the {name}.", f"Switching {option} on makes the {name} {plus} minutes longer.",
            f"As long as {option} is on, the {name} lasts {plus} minutes more.", f"{option} costs {plus} minutes: the {name} ends that much later.", f"Expect {plus} minutes on top of the {name} when {option} is on.",
        )),
        draw.pick((
            f"In {one} and {two} the option {option} acts otherwise on the {name}: {other} minutes are added there.", f"Exception for the {name}: {one} and {two} get {other} minutes from {option}, whatever is said in general.",
            f"What {option} adds to the {name} is {other} minutes in {one} and in {two}.", f"{one} and {two} are treated apart: there the {name} grows by {other} minutes under {option}.",
            f"Does {option} always change the {name} alike? No, in {one} or {two} it is {other} minutes that are added.", f"Owners who use {one} or {two}, note that {option} prolongs the {name} by {other} minutes in these two.",
        )),
        draw.pick((
            f"Units of revision {revision} were set differently. Their {name} is {mended}; other modes as printed.", f"Errata: for revision {revision} read {mended} (minutes) where the {name} is given by mode.",
            f"Correction sheet, revision {revision}: {name} {mended} minutes. All else stands.", f"If the nameplate says revision {revision}, cross out two figures of the {name} and write {mended}.",
            f"Revision {revision} left the works with another {name}, namely {mended}; the modes not named here are as listed.", f"The {name} was changed with revision {revision} and no other: {mended}.",
        )),
    ]  # fmt: skip


class Guides(SingleKind):
    """User guides."""

    name = "guides"
    domain = "long_in_context_learning"
    sample = 48_000  # the times that lead nowhere run out in a long guide

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return the guide's title."""
        unit = _guide(self._world, number).unit
        return _TITLES[unit.seed % len(_TITLES)].format(maker=unit.maker, device=unit.device)

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language
        """Ask for a time under given settings; the traps are an exception and a table mended for one revision."""
        guide = _guide(self._world, number)
        at = draw.below(_FOCI)
        quantity = guide.quantities[at]
        mode = draw.pick(quantity.mended)[0]
        revision = draw.pick(guide.revisions)
        values = [
            quantity.value(mode, revision, rule_right=a, table_right=b)
            for a, b in ((True, True), (False, True), (True, False), (False, False))
        ]
        question = draw.pick((
            "A unit of revision {r} runs in {m} and has {o} switched on. How long is its {q}?",
            "How many minutes is the {q} of a {d} of revision {r}, set to {m}, while {o} is on?",
            "{o} is on and {m} is chosen. What {q} does a revision {r} unit keep to?",
        )).format(r=revision, m=guide.unit.modes[mode], o=quantity.option, q=quantity.name, d=guide.unit.device)  # fmt: skip
        shown = [f"{value} min in all" for value in values]
        return Asked(
            question,
            (shown[0], shown[1], shown[2], shown[3]),
            tuple(f"{part}{at}" for part in ("table", "rule", "exception", "errata")),
            hard=mode in quantity.excepted and revision == quantity.revision,
        )

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write sections of advice; what is said of a time stands in four of them."""
        guide = _guide(self._world, number)
        fixed = self.entity(language, number).fork("places")
        page = Page()
        unit = guide.unit
        modes = f"{', '.join(unit.modes[:-1])} and {unit.modes[-1]}"
        page.add(fixed.pick(_OPENINGS).format(last=max(guide.revisions), maker=unit.maker, device=unit.device, modes=modes))
        plants = []
        for at, quantity in enumerate(guide.quantities):
            chunks = _chunks(quantity, guide, fixed)
            for fact, chunk, share in zip(
                ("table", "rule", "exception", "errata"), chunks, fixed.shuffled((0.02, 0.26, 0.5, 0.74)), strict=True
            ):
                plants.append(Plant(share + 0.22 * fixed.share(), f"{chunk}\n", (f"{fact}{at}",)))
        compose(page, plants, Advice(unit, draw, _Times(guide, draw).next).next, max(length - page.length, 1))
        return page.written()


class _Times:
    """Other times with options and exceptions, each as the ones asked about."""

    def __init__(self, guide: _Guide, draw: Draw) -> None:
        self._guide, self._draw = guide, draw
        self._waiting: list[str] = []
        self._unused = list(guide.spare)

    def next(self) -> str:
        """Return the next statement about such a time, or "" when all were made."""
        draw = self._draw
        if not self._waiting and self._unused:
            quantity = _quantity(draw, self._unused.pop(), len(self._guide.unit.modes), self._guide.revisions)
            self._waiting = _chunks(quantity, self._guide, draw)
        return self._waiting.pop(draw.below(len(self._waiting))) if self._waiting else ""
