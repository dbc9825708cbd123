"""``user_guide_qa``: the guide of an invented device whose settings interact, with exceptions and an errata of its revisions."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, sentences
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 3
_DEVICES = (
    ("tide gauge", ("QUIET", "STORM", "NEAP", "FERRY", "TRIAL")), ("seed dryer", ("BEAN", "GRASS", "FERN", "ONION", "MIXED")),
    ("kiln controller", ("BISQUE", "GLAZE", "RAKU", "SOAK", "TEST")), ("greenhouse mister", ("DAWN", "NOON", "DUSK", "ORCHID", "MOSS")),
    ("bell ringer", ("PLAIN", "FEAST", "TOLL", "PEAL", "MUTED")), ("well pump", ("FARM", "HOUSE", "FIRE", "FROST", "DROUGHT")),
)  # fmt: skip
_FIRST = "purge alarm sample fan heater beacon valve filter relay display drain signal motor probe lamp buffer".split()
_SECOND = ("interval", "delay", "hold time", "run-on time", "pause", "lead time", "cycle", "warm-up")
_OPTIONS = "ECO BOOST GUARD NIGHT SYNC DUO".split()
_GUIDE = Grammar({
    "line": (
        "{begin} the {part}, {act}.", "{act} before you {do} the {part}.", "the {part} {state} when the {part} {state2}.", "do not {do} the {part} while the lamp is {colour}.", "{act}; then {act}.",
        "a {colour} lamp means that the {part} {state2}.", "{begin} the {part}, the {name} {state}.", "the {part} is {adjective} and needs no {care}.", "if the {part} {state2}, {act}.",
        "the {name} keeps its {memory} for {number} days without power.", "{care} of the {part} is due every {number} weeks.", "the cable to the {part} may be {number} metres long.",
        "only a {adjective} {part} fits.", "{act} with a {adjective} cloth, never with {liquid}.", "hold SET for {number} seconds to {do} the {part}.", "code {code} says that the {part} {state2}.",
        "code {code} goes out by itself once the {part} {state}.", "in {mode} the {part} {state} as well.", "{mode} and {mode} differ in how the {part} {state}.", "leave {number} mm of room beside the {part}.",
        "the {memory} can be read with the {part} removed.", "the {part} came with early units and is no longer made.", "order a new {part} by the number {code}.",
    ),
    "begin": ("after you {do}", "when you {do}", "should you have to {do}", "each time you {do}", "if you cannot {do}", "as soon as you {do}", "before you first {do}"),
    "act": ("press RESET", "wait {number} seconds", "turn the {part} to the left", "close the lid", "loosen the {part}", "note the code", "switch the mains off", "hold SET", "wipe the {part}", "unplug the {part}",
            "check the {part}", "tighten the four screws of the {part}", "choose {mode} for a moment"),
    "do": ("replace", "open", "clean", "remove", "lift", "connect", "adjust", "store", "test"),
    "part": ("lid", "rear plate", "inlet", "gasket", "battery tray", "float", "sensor head", "main board", "aerial", "side panel", "fuse holder", "mounting rail", "key pad", "filter pad", "drain plug", "clamp", "fan grille", "cable gland"),
    "state": ("clicks", "stays shut", "lights up", "is locked", "starts again", "turns slowly", "falls silent", "is warm to the touch", "moves by itself"),
    "state2": ("is wet", "is missing", "is too hot", "is loose", "does not answer", "is blocked", "was fitted the wrong way round", "has aged", "is not level"),
    "colour": ("green", "amber", "red", "blue", "white", "flashing red", "flashing green"), "adjective": ("dry", "soft", "sealed", "spare", "greased", "flat", "clean", "original"),
    "care": ("oiling", "cleaning", "checking", "calibration", "replacement"), "liquid": ("alcohol", "solvent", "sea water", "soap", "acid"), "memory": ("log", "clock", "settings", "counters"),
    "number": [str(n) for n in range(2, 60)], "code": [f"E{n}" for n in range(10, 99)],
    "heading": ("Care", "Lamps and codes", "Fitting the {part}", "The {part}", "Spare parts", "Before the first use", "If something goes wrong", "The {part} and the {part}", "Storage", "Notes on the {part}", "Power"),
})  # fmt: skip


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
    maker: str
    device: str
    modes: tuple[str, ...]
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
    device, modes = draw.pick(_DEVICES)
    revisions = draw.sample("BCDEFH", 2)
    all_names = draw.shuffled([f"{first} {second}" for first in _FIRST for second in _SECOND])
    quantities = [_quantity(draw, name, len(modes), revisions) for name in all_names[:_FOCI]]
    maker = f"{names.place(draw)} {draw.pick('ABDGKMRTVX')}{draw.between(2, 90)}"
    return _Guide(maker, device, tuple(draw.shuffled(modes)), tuple(quantities), tuple(revisions), tuple(all_names[_FOCI:]))


def _chunks(quantity: _Quantity, guide: _Guide, draw: Draw) -> list[str]:
    """Return what the guide says of a quantity in four places."""
    modes = guide.modes
    rows = "; ".join(f"{mode} {value}" for mode, value in zip(modes, quantity.values, strict=True))
    listed = " and ".join(modes[mode] for mode in quantity.excepted)
    mended = "; ".join(f"{modes[mode]} {value}" for mode, value in quantity.mended)
    name = quantity.name
    return [
        draw.pick((f"Factory values of the {name} in minutes: {rows}.", f"The {name} by mode, in minutes: {rows}.")),
        draw.pick((
            f"{quantity.option} lengthens the {name} by {quantity.plus} minutes.",
            f"With {quantity.option} switched on, add {quantity.plus} minutes to the {name}.",
        )),
        draw.pick((
            f"In {listed} the option {quantity.option} acts otherwise on the {name}: {quantity.other} minutes are added there.",
            f"Exception for the {name}: {listed} get {quantity.other} minutes from {quantity.option}, whatever is said in general.",
        )),
        draw.pick((
            f"Units of revision {quantity.revision} were set differently. Their {name} is {mended}; other modes as printed.",
            f"Errata: for revision {quantity.revision} read {mended} (minutes) where the {name} is given by mode.",
        )),
    ]  # fmt: skip


class Guides(SingleKind):
    """User guides."""

    name = "guides"
    domain = "long_in_context_learning"
    sample = 48_000  # the times that lead nowhere run out in a long guide

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return the guide's title."""
        guide = _guide(self._world, number)
        return f"{guide.maker} {guide.device}: user guide"

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
        )).format(r=revision, m=guide.modes[mode], o=quantity.option, q=quantity.name, d=guide.device)  # fmt: skip
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
        page.add(f"This guide covers revisions up to {max(guide.revisions)} of the {guide.maker}. Modes: {', '.join(guide.modes)}.\n")
        plants = []
        for at, quantity in enumerate(guide.quantities):
            chunks = _chunks(quantity, guide, fixed)
            for fact, chunk, share in zip(
                ("table", "rule", "exception", "errata"), chunks, fixed.shuffled((0.02, 0.26, 0.5, 0.74)), strict=True
            ):
                plants.append(Plant(share + 0.22 * fixed.share(), f"{chunk}\n", (f"{fact}{at}",)))
        compose(page, plants, _Advice(guide, draw).next, max(length - page.length, 1))
        return page.written()


class _Advice:
    """Sections on everything else, among them other times with options and exceptions."""

    def __init__(self, guide: _Guide, draw: Draw) -> None:
        self._guide, self._draw = guide, draw
        self._say: Callable[[str], str] = _GUIDE.speaker(draw, {"mode": guide.modes, "name": (guide.device, f"{guide.maker}")})
        self._waiting: list[str] = []
        self._unused = list(guide.spare)
        self._left = self._section = 0

    def next(self) -> str:
        """Return the next line or two."""
        draw = self._draw
        if not self._left:
            self._left = draw.between(3, 8)
            self._section += 1
            return f"\n{self._section} {self._say('heading')}\n"
        self._left -= 1
        if draw.chance(0.22) and (self._waiting or self._unused):
            if not self._waiting:
                name = self._unused.pop()
                self._waiting = _chunks(_quantity(draw, name, len(self._guide.modes), self._guide.revisions), self._guide, draw)
            return f"{self._waiting.pop(draw.below(len(self._waiting)))}\n"
        return sentences(" ".join(self._say("line") for _ in range(draw.between(1, 3)))) + "\n"
