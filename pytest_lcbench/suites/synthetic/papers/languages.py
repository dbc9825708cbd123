"""What differs between the two languages' worlds: words, people, places, venues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers import subfields_en as english
from pytest_lcbench.suites.synthetic.papers import subfields_zh as chinese
from pytest_lcbench.suites.synthetic.papers.subfields import Subfield
from pytest_lcbench.suites.synthetic.papers.works import Person

Venues = tuple[tuple[str, str], ...]
"""Kinds and names of venues, the frequent ones repeated."""


@dataclass(frozen=True, slots=True)
class Language:
    """The words of the worlds in one language.

    Args:
        code: ``en`` or ``zh``.
        subfields: its subfields.
        qualifiers: words that stand before ways of doing things.
        names: coined names of methods from outside the world.
        person: draws a person.
        place: draws a place.
        institutes: patterns of institutes, with ``{p}`` for the place.
        venues: draws the venues of a line of research in a subfield; the places are its own.
        method_name: draws a method's name.
        data_name: draws a data set's name.
        approach: says a way of doing things in words.

    """

    code: str
    subfields: tuple[Subfield, ...]
    qualifiers: tuple[str, ...]
    names: tuple[str, ...]
    person: Callable[[Draw], Person]
    place: Callable[[Draw], str]
    institutes: tuple[str, ...]
    venues: Callable[[Draw, Subfield, list[str]], Venues]
    method_name: Callable[[Draw], str]
    data_name: Callable[[Draw], str]
    approach: Callable[[str, str], str]

    def people(self, draw: Draw, count: int) -> list[Person]:
        """Return *count* people, no two of one family name and initial where the space allows."""
        found: dict[tuple[str, str], Person] = {}
        while len(found) < count:
            person = self.person(draw)
            found.setdefault((person.family, person.given[0] if self.code == "en" else person.given), person)
        return list(found.values())

    def places(self, draw: Draw, count: int) -> list[str]:
        """Return *count* different places."""
        return _different(self.place, draw, count)

    def institute(self, draw: Draw, place: str) -> str:
        """Return an institute at *place*."""
        return draw.pick(self.institutes).replace("{p}", place)

    def method_names(self, draw: Draw, count: int) -> list[str]:
        """Return *count* different names of methods, none within another."""
        return _different(self.method_name, draw, count)

    def data_names(self, draw: Draw, count: int) -> list[str]:
        """Return *count* different names of data sets."""
        return _different(self.data_name, draw, count)


def _different(drawn: Callable[[Draw], str], draw: Draw, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        name = drawn(draw)
        if not any(name in other or other in name for other in found):
            found.append(name)
    return found


_VOWELS, _CONSONANTS = "AEIOU", "BDFGKLMNPRSTVZ"


_SHAPES = ("CVC", "CVCV", "CVCVC", "VCVC", "VCVCC", "CVCCV")


def _acronym(draw: Draw) -> str:
    """Return some letters that can be spoken, as they are or with what such names have beside them."""
    letters = "".join(draw.pick(_VOWELS if sign == "V" else _CONSONANTS) for sign in draw.pick(_SHAPES))
    if len(letters) < 4:  # noqa: PLR2004 - three letters alone would stand within many words
        return f"{letters}{draw.pick(('-Net', 'former', 'Seq', '-Lite', 'Map'))}"
    return letters if draw.chance(0.8) else f"{letters[0]}{letters[1:].lower()}{draw.pick(('Net', 'Bank', 'Tag', 'Mix'))}"


def _english_person(draw: Draw) -> Person:
    return Person(draw.pick(english.GIVEN), draw.pick(english.FAMILY_STARTS) + draw.pick(english.FAMILY_ENDS))


def _english_place(draw: Draw) -> str:
    return draw.pick(english.PLACE_STARTS) + draw.pick(english.PLACE_ENDS)


def _english_venues(draw: Draw, subfield: Subfield, places: list[str]) -> Venues:
    area = subfield.area
    title = " ".join(word[0].upper() + word[1:] for word in area.split())
    near = " ".join(word[0].upper() + word[1:] for word in draw.pick([task for task in subfield.tasks if task != area]).split())
    venues = [
        ("journal", f"Journal of {title}"),
        ("journal", f"{title} Letters"),
        ("journal", f"Transactions on {title} and {near}"),
        ("journal", f"{places[0]} Review of Applied Computing"),
        ("conference", f"Proceedings of the {places[1]} Conference on {title}"),
        ("conference", f"Proceedings of the Symposium on {near}"),
        ("conference", f"Workshop on Data and Methods for {title}"),
        ("conference", f"Proceedings of the International Meeting on {title}"),
        ("preprint", f"{places[2]} Preprint Archive"),
        ("thesis", f"University of {places[3]}"),
    ]
    return (*(venue for at, venue in enumerate(draw.shuffled(venues[:9])) for _ in range(1 + at % 3)), venues[9])


def _english_method(draw: Draw) -> str:
    return draw.pick(english.NAMES) if draw.chance(0.68) else _acronym(draw)


def _english_data(draw: Draw) -> str:
    start = draw.pick(english.PLACE_STARTS) + draw.pick(english.PLACE_ENDS)
    return draw.pick((f"{start}-{draw.between(2, 40)}", f"{start} Bench", f"{start}Set", f"Open{start}"))


def _chinese_person(draw: Draw) -> Person:
    given = draw.pick(chinese.GIVENS_ALONE)
    if draw.chance(0.75):
        first = draw.pick(chinese.GIVENS_FIRST)
        given = first + draw.pick(chinese.GIVENS_LAST.replace(first, ""))
    return Person(given, draw.pick(chinese.FAMILIES))


def _chinese_place(draw: Draw) -> str:
    return draw.pick(chinese.PLACE_STARTS) + draw.pick(chinese.PLACE_ENDS)


def _chinese_venues(draw: Draw, subfield: Subfield, places: list[str]) -> Venues:
    area = subfield.area
    venues = [
        ("journal", f"{area}学报"),
        ("journal", f"{area}与应用"),
        ("journal", f"{places[0]}大学学报（自然科学版）"),
        ("journal", f"{places[1]}理工大学学报"),
        ("journal", f"现代{area}研究"),
        ("journal", "计算技术与工程实践"),
        ("conference", f"全国{area}学术会议论文集"),
        ("conference", f"{places[2]}智能计算研讨会论文集"),
        ("preprint", f"{places[3]}预印本平台"),
        ("thesis", f"{places[4]}大学"),
    ]
    return (*(venue for at, venue in enumerate(draw.shuffled(venues[:9])) for _ in range(1 + at % 3)), venues[9])


def _chinese_method(draw: Draw) -> str:
    return draw.pick(chinese.NAME_STARTS) + draw.pick(chinese.NAME_ENDS) if draw.chance(0.68) else _acronym(draw)


def _chinese_data(draw: Draw) -> str:
    start = _chinese_place(draw)
    return draw.pick((f"{start}-{draw.between(2, 40)}", f"{start}集", f"{start}库" if draw.chance(0.2) else f"{start}基准"))


ENGLISH = Language(
    "en",
    english.SUBFIELDS,
    english.QUALIFIERS,
    english.NAMES,
    _english_person,
    _english_place,
    english.INSTITUTES,
    _english_venues,
    _english_method,
    _english_data,
    lambda qualifier, head: f"{qualifier} {head}",
)
CHINESE = Language(
    "zh",
    chinese.SUBFIELDS,
    chinese.QUALIFIERS,
    tuple(start + end for start in chinese.NAME_STARTS for end in chinese.NAME_ENDS),
    _chinese_person,
    _chinese_place,
    chinese.INSTITUTES,
    _chinese_venues,
    _chinese_method,
    _chinese_data,
    lambda qualifier, head: f"{qualifier}{head}",
)
LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
