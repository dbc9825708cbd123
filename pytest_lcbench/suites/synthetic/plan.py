"""Which cases a world of the bundled suite has: subtasks, lengths, languages, fields; and the two options that say which worlds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.gold import LETTERS
from pytest_lcbench.suites.longbench_v2 import SUBTASKS
from pytest_lcbench.suites.loong_taxonomy import TASK_OF_SUBTASK
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.untrusted import one_line

VERSION = "3"
"""Of the generator. It enters ids and fingerprint: raise it with every change that alters a text, a question or a gold answer."""

LANGUAGES = ("en", "zh")
MOST_WORLDS = 1_000
HIGHEST_WORLD = 999_999
SHORTEST, LONGEST = 2_000, 1_000_000
"""Tokens of a case that the fields can write."""
SLACK = 1.09
"""A field hits the tokens asked for within 8 %: a target stands so far inside its range at least."""
SHORT, SHORT_SLACK = 4_000, 1.18
"""Below so many tokens the documents of a case have some hundred each, and a field is off by up to 17 %."""
_WIDTH, _SHORT_WIDTH = (6, "a fifth"), (7, "two fifths")
"""The least end of a range in fifths of its start, and how a message says it; of a range that starts below ``SHORT`` the second."""

TASK_OF = MappingProxyType({**TASK_OF_SUBTASK, **{subtask: task for task, subtask in SUBTASKS.values()}})
"""Every subtask of the two benchmarks to its task."""
_CHOICE_TASKS = tuple(dict.fromkeys(task for task, _ in SUBTASKS.values()))


@dataclass(frozen=True, slots=True)
class Length:
    """A length set.

    Args:
        word: its name in cases and markers.
        low: fewest cl100k tokens of a case's documents with their headers.
        high: most.
        aim: the range that the tokens asked of a field are drawn from; inside the other with a margin.
        open_ended: whether it has cases in Loong's manner.
        choice: whether it has multiple-choice cases.

    """

    word: str
    low: int
    high: int
    aim: tuple[int, int]
    open_ended: bool
    choice: bool


SETS = MappingProxyType(
    {
        "set1": Length("set1", 10_000, 50_000, (14_000, 30_000), open_ended=True, choice=False),
        "set2": Length("set2", 50_000, 100_000, (56_000, 75_000), open_ended=True, choice=False),
        "set3": Length("set3", 100_000, 200_000, (110_000, 140_000), open_ended=True, choice=False),
        "set4": Length("set4", 200_000, 250_000, (218_000, 229_000), open_ended=True, choice=False),
        "short": Length("short", 8_000, 40_000, (9_000, 22_000), open_ended=False, choice=True),
        "medium": Length("medium", 43_000, 120_000, (47_000, 80_000), open_ended=False, choice=True),
    }
)
"""The default lengths: Loong's four sets (Wang et al., EMNLP 2024), and the two shorter classes of LongBench v2 in tokens."""

_RANGE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)([km]?)-([0-9]{1,9}(?:\.[0-9]{1,3})?)([km]?)", re.IGNORECASE)
_WORLDS = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}
_VALID_LENGTHS = f"give {', '.join(SETS)}, or ranges of cl100k tokens such as 8K-16K or 500K-1M, joined by commas"


def read_lengths(text: str | None, option: str = "--lcbench-lengths") -> tuple[Length, ...]:
    """Return the lengths that *option* asks for, each once; all six sets without it. Raises ``SettingsError``."""
    if text is None:
        return tuple(SETS.values())
    found: dict[str, Length] = {}
    for part in (part.strip() for part in text.split(",")):
        length = SETS.get(part.lower()) or _range(part, option)
        found[length.word] = length
    return tuple(found.values())


def _range(part: str, option: str) -> Length:
    match = _RANGE.fullmatch(part)
    shown = f"{option}: '{one_line(part, 40)}'"
    if match is None:
        raise SettingsError(f"{shown} is no length: {_VALID_LENGTHS}")
    low, high = _tokens(match[1], match[2]), _tokens(match[3], match[4])
    if not SHORTEST <= low < high <= LONGEST:
        raise SettingsError(f"{shown}: a range rises and lies within 2K-1M tokens (K for thousands, M for millions)")
    (fifths, said), slack = (_SHORT_WIDTH, SHORT_SLACK) if low < SHORT else (_WIDTH, SLACK)
    if high * 5 < low * fifths:
        where = f"that starts below {_shown(SHORT)} " if low < SHORT else ""
        least = f"{_shown(low)}-{_shown(-(-low * fifths // 5))}"
        raise SettingsError(f"{shown} is too narrow: the end of a range {where}must lie {said} above its start, as in {least}")
    first, last = round(low * slack), round(high / slack)
    aim = (first, first + (last - first) // 2)
    return Length(f"len_{_shown(low)}_{_shown(high)}".lower(), low, high, aim, open_ended=True, choice=True)


def _tokens(digits: str, unit: str) -> int:
    whole, _, part = digits.partition(".")
    # In thousandths, so that 1.1K is 1,100 on every machine.
    return (int(whole) * 1_000 + int(part.ljust(3, "0")[:3])) * _UNITS[unit.lower()] // 1_000


def _shown(tokens: int) -> str:
    for unit in ("M", "K"):
        if tokens % _UNITS[unit.lower()] == 0:
            return f"{tokens // _UNITS[unit.lower()]}{unit}"
    return str(tokens)


def read_worlds(text: str | None, option: str = "--lcbench-world") -> tuple[int, ...]:
    """Return the worlds that *option* asks for, each once, in the order given; world 0 without it. Raises ``SettingsError``."""
    if text is None:
        return (0,)
    found: dict[int, None] = {}
    for part in (part.strip() for part in text.split(",")):
        match = _WORLDS.fullmatch(part)
        shown = f"{option}: '{one_line(part, 40)}'"
        if match is None:
            raise SettingsError(f"{shown} is no world: give a number such as 7, a range such as 0-9, or several joined by commas")
        first, last = int(match[1]), int(match[2] or match[1])
        if not first <= last <= HIGHEST_WORLD:
            raise SettingsError(f"{shown}: worlds go from 0 to {HIGHEST_WORLD:,}, and a range rises")
        found.update(dict.fromkeys(range(first, min(last, first + MOST_WORLDS) + 1)))
        if len(found) > MOST_WORLDS:
            raise SettingsError(f"{shown}: at most {MOST_WORLDS:,} worlds in one run (about {100 * MOST_WORLDS:,} cases)")
    return tuple(found)


def shown_worlds(worlds: Sequence[int]) -> str:
    """Return *worlds* as a report names them: ``world 7``, ``worlds 0-9, 12``."""
    spans: list[list[int]] = []
    for world in sorted(worlds):
        if spans and world == spans[-1][1] + 1:
            spans[-1][1] = world
        else:
            spans.append([world, world])
    written = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
    return f"world{'s' if len(worlds) > 1 else ''} {written}"


Offers = Mapping[str, Mapping[str, Sequence[str]]]
"""By the name of each field the subtasks that it has, and by each of them its languages."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A case to be drawn. It depends on its world and length alone, not on what else is planned.

    Args:
        world: the world's number.
        field: name of the field that draws it.
        subtask: of Loong or LongBench v2.
        language: ``en`` or ``zh``.
        length: its length set.
        number: which of several that agree in all of the above, from 0.
        letter: where the right option goes; empty for a case that is no multiple choice.

    """

    world: int
    field: str
    subtask: str
    language: str
    length: Length
    number: int = 0
    letter: str = ""

    @property
    def key(self) -> tuple[str | int, ...]:
        """What makes it this case, for ids and draws."""
        return (VERSION, self.world, self.field, self.subtask, self.language, self.length.word, self.number)

    @property
    def tokens(self) -> int:
        """The tokens asked of the field."""
        return Draw("tokens", *self.key).between(*self.length.aim)


def plan(worlds: Sequence[int], lengths: Sequence[Length], fields: Offers) -> Iterator[Planned]:
    """Yield the cases of *worlds* in *lengths*.

    Args:
        worlds: their numbers.
        lengths: as :func:`read_lengths` gives them.
        fields: what they have cases for.

    Each world has every subtask of Loong's in each length and language, by the fields that have it in turn, and one multiple-choice
    case of each domain of LongBench v2 in each length, in one language (English and Chinese in turn where it has both). Of the two
    default lengths together each letter is the right one three times in a world; of any other, the letters are even over each two
    neighbouring worlds (2k and 2k + 1).

    """
    for world in worlds:
        for place, subtask in enumerate(TASK_OF_SUBTASK):
            for length in (length for length in lengths if length.open_ended):
                for at, language in enumerate(LANGUAGES):
                    owners = [name for name, offered in fields.items() if language in offered.get(subtask, ())]
                    if owners:
                        owner = owners[(world + place + _turn(length) + at) % len(owners)]
                        yield Planned(world, owner, subtask, language, length)
        for length in (length for length in lengths if length.choice):
            yield from _choices(world, length, fields)


def _turn(length: Length) -> int:
    """Return a number that tells neighbouring lengths apart, whichever of them are asked for."""
    names = list(SETS)
    return names.index(length.word) if length.word in SETS else Draw("turn", length.word).below(2)


def _choices(world: int, length: Length, fields: Offers) -> Iterator[Planned]:
    letters = _letters(world, length)
    second = length.word == "medium"
    for at, task in enumerate(_CHOICE_TASKS):
        offered = [
            (subtask, name)
            for belongs, subtask in SUBTASKS.values()
            if belongs == task
            for name, has in fields.items()
            if has.get(subtask)
        ]
        if offered:
            # Both cases of a domain in a world are of one subtask, for a figure over two; the next world has the next subtask.
            subtask, name = offered[world % len(offered)]
            language = LANGUAGES[(at + world + second) % len(LANGUAGES)]
            languages = fields[name][subtask]
            language = language if language in languages else languages[0]
            yield Planned(world, name, subtask, language, length, letter=letters[at])


def _letters(world: int, length: Length) -> list[str]:
    """Return the right letters of the six cases of *length*: each letter once, and two of them once more.

    Which two alternates between the lengths of a default world, or between two worlds, so that the letters come out even.
    """
    paired = length.word in SETS
    order = Draw("letters", VERSION, world if paired else length.word, "" if paired else world // 2).shuffled(LETTERS)
    later = length.word == "medium" if paired else world % 2 == 1
    return Draw("letters", VERSION, world, length.word).shuffled([*order, *(order[2:] if later else order[:2])])
