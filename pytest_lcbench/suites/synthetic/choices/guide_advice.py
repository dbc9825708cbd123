"""What a device's guide says beside its times: parts, care, codes and chores, the same wherever it is said again."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_lcbench.suites.synthetic.choices.text import Grammar, capital, sentences
from pytest_lcbench.suites.synthetic.draw import Draw

DEVICES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("tide gauge", ("QUIET", "STORM", "NEAP", "FERRY", "TRIAL"), ("float", "stilling tube", "sensor head", "aerial", "battery tray", "solar panel", "mast clamp", "data socket", "pulley", "counterweight", "chart drum", "deck plate")),
    ("seed dryer", ("BEAN", "GRASS", "FERN", "ONION", "MIXED"), ("hopper", "burner", "blower", "filter pad", "chute", "door seal", "mesh floor", "vent flap", "grain probe", "drive belt", "dust box", "chimney cowl")),
    ("kiln controller", ("BISQUE", "GLAZE", "RAKU", "SOAK", "TEST"), ("thermocouple", "relay board", "door switch", "fuse holder", "key pad", "display", "cable gland", "vent motor", "rear plate", "earth strap", "mains lead", "cone sensor")),
    ("greenhouse mister", ("DAWN", "NOON", "DUSK", "ORCHID", "MOSS"), ("nozzle", "pressure pump", "inlet strainer", "supply hose", "float switch", "humidity probe", "tank lid", "drip tray", "check valve", "wall bracket", "drain plug", "rain shield")),
    ("bell ringer", ("PLAIN", "FEAST", "TOLL", "PEAL", "MUTED"), ("hammer", "striking coil", "rope guide", "clapper brake", "contact drum", "key switch", "cabinet door", "tower cable", "return spring", "felt pad", "selector dial", "oil cup")),
    ("well pump", ("FARM", "HOUSE", "FIRE", "FROST", "DROUGHT"), ("impeller", "foot valve", "pressure switch", "intake screen", "riser pipe", "shaft seal", "well cap", "frost jacket", "junction box", "gauge glass", "air vessel", "priming plug")),
    ("dough prover", ("RYE", "WHEAT", "SWEET", "SLOW", "BRIOCHE"), ("steam pan", "door gasket", "rack rail", "water feed", "heating coil", "fan grille", "door handle", "humidity probe", "light cover", "control panel", "levelling foot", "condensate hose")),
    ("lock gate drive", ("BARGE", "PUNT", "FLOOD", "LOWWATER", "SERVICE"), ("rack", "pinion", "limit switch", "crank handle", "gearbox", "sluice paddle", "hand brake", "signal mast", "grease nipple", "cabinet heater", "guard rail", "shear pin")),
    ("honey extractor", ("HEATHER", "CLOVER", "LIME", "COMB", "RINSE"), ("frame basket", "drain tap", "lid hinge", "drive belt", "centre spindle", "strainer", "speed knob", "motor hood", "bearing cup", "splash ring", "leg brace", "sight glass")),
    ("street lantern controller", ("MARKET", "FESTIVAL", "FOG", "SUNDAY", "SAVING"), ("light sensor", "time switch", "contactor", "pole door", "surge arrester", "fuse carrier", "cable entry", "override key", "terminal strip", "dimming card", "mounting rail", "photo cap")),
)  # fmt: skip
"""Device, modes, parts."""

_PLACES = ("", "upper ", "lower ", "left-hand ", "right-hand ", "front ", "inner ", "outer ")
_WHERE = (
    "behind the service door",
    "on the left side of the housing",
    "below the lid",
    "next to the nameplate",
    "at the foot of the unit",
    "on the back",
    "above the terminals",
    "in the lower compartment",
    "under a cover with two clips",
    "on a bracket of its own",
)
_STUFF = (
    "brass",
    "stainless steel",
    "hard rubber",
    "painted steel",
    "glass-filled nylon",
    "cast iron",
    "anodised aluminium",
    "acetal",
    "zinc-plated steel",
    "silicone",
)
_CLOTHS = ("dry cloth", "damp cloth", "soft brush", "lint-free cloth", "bottle brush", "clean sponge")
_HARMS = ("alcohol", "solvents", "salt water", "scouring powder", "acid", "a pressure washer", "grease")
_ELECTRIC = (
    "sensor",
    "probe",
    "aerial",
    "socket",
    "panel",
    "switch",
    "motor",
    "coil",
    "board",
    "blower",
    "burner",
    "pump",
    "display",
    "card",
    "heater",
    "key",
    "fuse",
    "mast",
    "cable",
    "light",
    "lead",
    "thermocouple",
    "contactor",
    "terminal",
    "knob",
    "dial",
    "cone",
    "junction",
    "arrester",
    "carrier",
    "strip",
)
_BAD = {
    True: (
        "is wet inside",
        "has a loose plug",
        "gets too hot to touch",
        "gives no signal",
        "was fitted the wrong way round",
        "flickers",
        "hums",
        "has lost its setting",
        "answers too late",
        "shows rust",
    ),
    False: (
        "is loose",
        "is blocked",
        "has cracked",
        "no longer moves freely",
        "rattles",
        "was fitted the wrong way round",
        "shows rust",
        "has slipped out of place",
        "leaks",
        "is worn on one side",
    ),
}
_CURE = {
    True: (
        "switch the mains off and let it dry for {n} hours",
        "push the plug home and secure it",
        "give the unit {n} minutes off the mains to cool down",
        "look for bent pins",
        "turn it round",
        "change its fuse",
        "tighten its bracket",
        "set it anew and note the date",
        "clean its contacts",
        "rub it down and order a spare",
    ),
    False: (
        "tighten its screws by a quarter turn",
        "take it out and rinse it",
        "order a new one",
        "move it by hand through its whole travel and try again",
        "look for a missing washer",
        "turn it round",
        "rub it down and oil it thinly",
        "push it back until it clicks",
        "renew the seal",
        "swap its two ends after {n} weeks",
    ),
}
_DOES = {
    True: (
        "stays off",
        "is read every {n} seconds",
        "is ignored",
        "works as usual",
        "starts {n} seconds later",
        "is checked before every start",
        "is on all the time",
        "is asked twice before it counts",
    ),
    False: (
        "moves as usual",
        "is held in its rest position",
        "moves at half its speed",
        "is left alone",
        "bears more than usual",
        "hardly moves",
        "moves every {n} seconds",
        "is eased a little before each start",
    ),
}
_COLOURS = ("blue", "white", "black", "red", "yellow", "grey", "green", "brown")
_LAMPS = ("green", "amber", "red", "blue", "white", "flashing green", "flashing amber", "flashing red")
_STATES = (
    "the unit is ready",
    "a cycle is running",
    "the lid or door is open",
    "service is due",
    "the clock has lost its time",
    "the mains failed since the last start",
    "a sensor is missing",
    "the unit was stopped by hand",
    "it is too cold to start",
    "a cycle ended early",
)
_TASKS = (
    "Moving the unit",
    "Before a long pause",
    "After a long pause",
    "The monthly round",
    "The yearly round",
    "Cleaning day",
    "Setting the clock",
    "After a power cut",
    "Handing the unit over",
    "Taking readings",
    "In hard frost",
    "Before a storm",
)
_STEPS = Grammar({
    "step": (
        "switch the mains off and wait until the lamp goes out", "open the {part} side first", "take a photograph of the {part} as it is", "unplug the {part}", "lift the {part} out and put it on a cloth", "wipe the {part}",
        "note the reading and the date in the log", "put the {part} back", "check that the {part} sits straight", "close all covers", "switch the mains on again", "press RESET once", "hold SET until the lamp blinks",
        "run a short cycle in {mode}", "compare the {part} with the {part2}", "look for scratches on the {part}", "have somebody hold the {part} meanwhile", "keep the screws of the {part} apart from the others",
        "empty whatever has gathered under the {part}", "put a drop of oil on the {part}", "do the same with the {part2}", "leave the {part} for last", "sign the card inside the cover", "tell whoever uses the unit next",
        "wait for the click of the {part}", "listen to the {part} for a while", "write down the code if there is one",
    ),
    "asked": ("{whether} {yesno}", "{who} {somebody}", "{how} {means}"),
    "whether": (
        "Q: May the {part} be painted? A:", "Q: Is the {part} the same as in the older unit? A:", "Q: Can I run the unit without the {part}? A:", "Q: Do the {part} and the {part2} come as one spare part? A:",
        "Q: The {part} makes a noise in {mode}. Is that a fault? A:", "Q: Must the {part} be renewed together with the {part2}? A:", "Q: Will frost harm the {part}? A:",
        "Q: Can the {part} be had in another colour? A:", "Q: May I move the {part} to the other side? A:",
    ),
    "yesno": (
        "No, and there is no need to worry.", "Yes, as long as the mains are off meanwhile.", "In {mode} yes; in all other modes no.", "Not unless the {part2} was changed as well.", "Yes. All units of this size are alike in that.",
        "Ask the works; it depends on where the unit stands.", "No. That changed when the {part2} was redrawn.", "For a day or two, yes. Not for good.", "Yes, but look at the {part2} too.",
    ),
    "who": ("Q: Who may open the {part}? A:", "Q: Who should check the {part} every year? A:", "Q: Whom do I call when the {part} has failed? A:", "Q: Who keeps spare {part2} screws? A:"),
    "somebody": ("Anybody who has read this guide.", "An electrician, or the works.", "The dealer who sold you the unit.", "Whoever signed the card inside the cover."),
    "how": ("Q: How do I know that the {part} is worn? A:", "Q: How can I tell when the {part} was last checked? A:", "Q: How do I see which {part} I have? A:", "Q: How do I learn whether the {part} or the {part2} is at fault? A:"),
    "means": ("The card inside the cover says so.", "Look at it beside a new one.", "Swap it for the spare and see.", "A number is stamped on its back; the works can tell you the rest.", "Run {mode} twice and compare."),
    "mixed": (
        "the {part} and the {part2} may be ordered together.", "mind the edge of the {part} when you reach for the {part2}.", "nothing may be stood on the {part}.", "keep children away from the {part}.", "the {part} should be out of the sun if possible.",
        "the unit runs without the {part}, but not for long.", "spare screws for the {part} are taped to the inside of the cover.", "dirt on the {part} does not matter; dirt on the {part2} does.", "never lift the unit by the {part}.",
        "the {part} can be reached more easily once the {part2} is out.", "a picture of the {part} is printed on the card inside the cover.", "the {part} and the {part2} must not touch.", "old units have the {part} where yours has the {part2}.",
        "after work on the {part} run one cycle in {mode}.", "the drawing shows the {part} from behind.", "let the {part} cool before you touch the {part2}.",
    ),
})  # fmt: skip
_HEADS = ("{number} {text}", "{number}. {loud}", "== {text} ==", "Section {number}: {text}")


@dataclass(frozen=True, slots=True)
class Unit:
    """The device that a guide is about."""

    maker: str
    device: str
    modes: tuple[str, ...]
    parts: tuple[str, ...]
    seed: int
    style: int


class Advice:
    """Sections of a guide, one piece after another; a number or state of a part is the same each time it is told.

    Args:
        unit: the device.
        draw: decides what is said next.
        times: gives a line about a time that no question is about, or "" when there is none left.

    """

    def __init__(self, unit: Unit, draw: Draw, times: Callable[[], str]) -> None:
        self._unit, self._draw, self._times = unit, draw, times
        self._waiting: list[str] = []
        self._listing = False
        self._section = 0
        self._left_parts: list[int] = []
        self._lap = 0
        self._once = draw.shuffled((self._placing, self._lamps, self._memory))
        self._tasks: list[str] = []
        self._say = _STEPS.speaker(draw, {"part": unit.parts[::2], "part2": unit.parts[1::2], "mode": unit.modes})

    def next(self) -> str:
        """Return the next line; a heading comes with the line that follows it."""
        if self._draw.chance(0.24) and not (self._listing and self._waiting):
            line = self._times()
            if line and self._section:
                return f"{line}\n"
        if not self._waiting:
            self._section += 1
            heading, lines, self._listing = self._topic()
            first = f"\n{_HEADS[self._unit.style].format(number=self._section, text=heading, loud=heading.upper())}\n{lines[0]}\n"
            self._waiting = lines[:0:-1]
            return first
        return f"{self._waiting.pop()}\n"

    def _part(self, at: int) -> str:
        parts = self._unit.parts
        lap, which = divmod(at, len(parts))
        return f"{_PLACES[lap]}{parts[which]}" if lap < len(_PLACES) else f"{parts[which]} no. {lap - len(_PLACES) + 2}"

    def _fixed(self, at: int, kind: int, count: int) -> int:
        """Return a number below *count* that belongs to the part *at* and the *kind* of fact."""
        mixed = (at * 2_654_435_761 + kind * 40_503 + self._unit.seed * 97) & 0xFFFFFFFF
        return ((mixed ^ (mixed >> 15)) * 2_246_822_519 >> 11) % count

    def _of(self, at: int, kind: int, texts: Sequence[Any]) -> Any:
        return texts[self._fixed(at, kind, len(texts))]

    def _topic(self) -> tuple[str, list[str], bool]:
        """Return a section's heading, its lines, and whether these are a list that nothing else should come into."""
        draw = self._draw
        turn = draw.below(12)
        if self._once and turn < 3:  # noqa: PLR2004 - three sections in twelve until all were written
            return (*self._once.pop()(), True)
        if turn < 9:  # noqa: PLR2004 - most sections are about a part
            return (*self._about_part(), False)
        if turn == 9:  # noqa: PLR2004 - one in twelve
            return (
                draw.pick(("Questions we are asked", "Asked by owners", "From our letters", "Short questions")),
                [self._question() for _ in range(draw.between(3, 6))],
                True,
            )
        return (*(self._codes() if turn == 10 else self._chore()), True)  # noqa: PLR2004 - one in twelve each

    def _about_part(self) -> tuple[str, list[str]]:
        draw = self._draw
        if not self._left_parts:
            size = len(self._unit.parts)
            self._left_parts = draw.shuffled([self._lap * size + at for at in range(size)])
            self._lap += 1
        at = self._left_parts.pop()
        name = self._part(at)
        say = self._of
        number = self._fixed
        size = len(self._unit.parts)
        beside = at // size * size + (at % size + 1 + number(at, 1, size - 1)) % size
        other, gap = self._part(beside), number(min(at, beside) * 4096 + max(at, beside), 20, 60) + 3
        where, stuff = say(at, 2, _WHERE), say(at, 3, _STUFF)
        electric = any(word in name.split() for word in _ELECTRIC)
        bad, cure, also = self._trouble(at)
        mode, second = self._unit.modes[number(at, 8, 5)], self._unit.modes[(number(at, 8, 5) + 1 + number(at, 9, 4)) % 5]
        does = self._does(at, electric=electric)
        weeks, screws = number(at, 10, 50) + 2, number(at, 11, 5) + 2
        begin = draw.pick((
            f"The {name} is {where}. Its body is of {stuff}.", f"You find the {name} {where}; it is the piece of {stuff} with the {say(at, 4, _COLOURS)} dot.", f"The {name}, of {stuff}, is fitted {where}.",
            f"Look for the {name} {where}. {capital(stuff)} was chosen for its body because it lasts.",
        ))  # fmt: skip
        lines = [
            draw.pick((f"Clean the {name} every {weeks} weeks with a {say(at, 12, _CLOTHS)}; {say(at, 13, _HARMS)} would spoil it.", f"A {say(at, 12, _CLOTHS)} is enough for the {name}, once in {weeks} weeks. Keep {say(at, 13, _HARMS)} away.")),
            draw.pick((f"{screws} screws hold the {name}. Tighten them to {number(at, 14, 12) + 2} newton metres, no more.", f"To take the {name} out, loosen its {screws} screws ({number(at, 14, 12) + 2} newton metres when you put them back).")),
            "" if not electric else draw.pick((f"The cable of the {name} is {say(at, 15, _COLOURS)} and may be up to {number(at, 16, 40) + 3} metres long.", f"A longer cable can be had for the {name}; the limit is {number(at, 16, 40) + 3} metres.")),
            draw.pick((f"The spare part number of the {name} is {self._order(at)}; it weighs {number(at, 17, 800) + 20} grams.", f"Order the {name} as {self._order(at)} ({number(at, 17, 800) + 20} g).")),
            draw.pick((f"If the {name} {bad}, {cure}.", f"Should you notice that the {name} {bad}: {cure}.", f"The {name} {bad}? Then {cure}.")),
            f"Code E{2 * at + 10} means that the {name} {bad}, E{2 * at + 11} that it {also}.",
            draw.pick((f"In {mode} the {name} {does[0]}; in {second} it {does[1]}.", f"With {mode} chosen the {name} {does[0]}, with {second} it {does[1]}.")),
            draw.pick((f"Leave at least {gap} mm between the {name} and the {other}.", f"Distance to the {other}: {gap} mm or more.")),
            draw.pick((f"We renew the {name} free of charge within {number(at, 21, 9) + 2} years.", f"Expect the {name} to last about {number(at, 21, 9) + 2} years.")),
            "" if not electric else f"The {name} takes about {number(at, 22, 40) + 5} seconds to settle after the mains come on.",
        ]  # fmt: skip
        chosen = draw.sample([line for line in lines if line], draw.between(3, 7))
        chosen += [sentences(self._say("mixed")) for _ in range(draw.below(3))]
        pieces = [begin, *draw.shuffled(chosen)]
        merged: list[str] = []
        for piece in pieces:
            if merged and draw.chance(0.45):
                merged[-1] = f"{merged[-1]} {piece}"
            else:
                merged.append(piece)
        return draw.pick((f"The {name}", f"{capital(name)}: fitting and care", f"{capital(name)}", f"About the {name}")), merged

    def _does(self, at: int, *, electric: bool) -> tuple[str, str]:
        """Return what a part does in two modes, not the same in both."""
        texts = _DOES[electric]
        one = self._fixed(at, 18, len(texts))
        two = (one + 1 + self._fixed(at, 19, len(texts) - 1)) % len(texts)
        seconds = [5 * self._fixed(at, kind, 11) + 5 for kind in (38, 39)]
        return texts[one].format(n=seconds[0]), texts[two].format(n=seconds[1])

    def _trouble(self, at: int) -> tuple[str, str, str]:
        """Return what may be wrong with a part, what helps, and what else may be wrong with it."""
        electric = any(word in self._part(at).split() for word in _ELECTRIC)
        bad = self._fixed(at, 5, len(_BAD[electric]))
        also = (bad + 1 + self._fixed(at, 6, len(_BAD[electric]) - 1)) % len(_BAD[electric])
        return _BAD[electric][bad], _CURE[electric][bad].format(n=self._fixed(at, 7, 9) + 2), _BAD[electric][also]

    def _order(self, at: int) -> str:
        return f"{self._unit.maker[:2].upper()}-{(1009 + 7919 * at + self._unit.seed) % 90_000 + 10_000}"

    def _codes(self) -> tuple[str, list[str]]:
        first = self._draw.below(max(self._lap, 1) * len(self._unit.parts))
        lines = []
        for at in range(first, first + self._draw.between(4, 8)):
            bad, cure, _ = self._trouble(at)
            lines.append(f"E{2 * at + 10}: the {self._part(at)} {bad}. {capital(cure)}.")
        return f"Codes from E{2 * first + 10}", lines

    def _question(self) -> str:
        return sentences(self._say("asked"))

    def _chore(self) -> tuple[str, list[str]]:
        if not self._tasks:
            self._tasks = self._draw.shuffled(_TASKS)
        count = self._draw.between(4, 8)
        return self._tasks.pop(), [f"({at + 1}) {sentences(self._say('step'))}." for at in range(count)]

    def _placing(self) -> tuple[str, list[str]]:
        seed = [self._fixed(0, 50 + kind, 60) for kind in range(6)]
        return "Where to put the unit", [
            f"Leave {seed[0] + 20} mm free on the left, {seed[1] + 20} mm on the right and {seed[2] + 50} mm above the {self._unit.device}.",
            f"It can stand anything between {seed[3] % 12 - 12} and {seed[4] % 20 + 35} degrees. The mains lead is {seed[5] % 7 + 2} metres long.",
        ]

    def _lamps(self) -> tuple[str, list[str]]:
        states = [_STATES[(self._fixed(0, 60, 10) + 3 * at) % len(_STATES)] for at in range(len(_LAMPS))]
        return "What the lamp tells", [f"{capital(lamp)}: {state}." for lamp, state in zip(_LAMPS, states, strict=True)]

    def _memory(self) -> tuple[str, list[str]]:
        days = [self._fixed(0, 70 + kind, 50) + 4 for kind in range(3)]
        return "Without mains", [
            f"Without mains the clock of the {self._unit.maker} runs on for {days[0]} days, the log is kept for {days[0] + days[1]} days.",
            f"Counters and settings are kept for good. A new battery is due every {days[2] % 7 + 2} years.",
        ]
