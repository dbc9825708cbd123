"""``knowledge_graph_reasoning``: a long list of triples, and questions that follow several of them."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Page, Plant, capital, compose, places
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 4
_WAITING = 12
"""Things that were told of before one of them comes again."""


@dataclass(frozen=True, slots=True)
class _Schema:
    """Relations of a graph: thing made in a house, house founded and led by people, people bound to one another.

    ``ask`` names them in other words than the triples do; ``{thing}`` is the start. Each pair in ``heads`` and ``ends`` holds the
    words for the two sides that may be asked for. ``ascribed`` names a house to which a thing was credited wrongly.
    """

    thing: str
    made: str
    ascribed: str
    things: tuple[str, ...]
    kinds: tuple[str, ...]
    heads: tuple[str, str]
    bond: str
    ask_heads: tuple[str, str]
    ask_ends: tuple[str, str]
    ask: tuple[str, ...]
    spare: tuple[str, ...]


_SCHEMAS = (
    _Schema(
        "instrument", "built_in", "formerly_ascribed_to",
        ("cittern", "rebec", "shawm", "psaltery", "dulcian", "gittern", "crumhorn", "viol"), ("workshop", "atelier", "yard"),
        ("established_by", "directed_by"), "apprenticed_to",
        ("the person who set up", "the person who now runs"), ("who trained {p}", "whom {p} trained"),
        (
            "Start from {thing} and the house in which it was made. Take {head} that house. Of the people listed, who is the one {end}?",
            "{thing} was really made in one house, whatever was thought before. Think of {head} that house and name the one {end}.",
            "Find the house where {thing} was made, then {head} that house. Among all people here, which is the one {end}?",
        ),
        ("admires", "wrote_to", "lodged_with", "played_with", "repaired_for"),
    ),
    _Schema(
        "manuscript", "copied_at", "once_attributed_to",
        ("psalter", "herbal", "bestiary", "almanac", "rule book", "atlas", "lapidary", "hymnal"), ("scriptorium", "priory", "archive"),
        ("endowed_by", "governed_by"), "succeeded",
        ("the donor who gave the means for", "the head of"), ("who held {p}'s office right before", "who took over {p}'s office"),
        (
            "{thing} came out of a certain house. Take {head} that house. Who is the person {end}?",
            "By the latest view, in which house was {thing} written out? Look for {head} that house and say {end}.",
            "Go from {thing} to the house where it was really copied, and on to {head} that house. Name the person {end}.",
        ),
        ("corresponded_with", "travelled_with", "praised", "disputed_with", "dined_with"),
    ),
    _Schema(
        "compound", "synthesised_by", "first_claimed_by",
        ("ester", "alkaloid", "resin", "dye", "lactone", "salt", "polymer", "glycoside"), ("group", "bench", "laboratory"),
        ("initiated_by", "supervised_by"), "doctoral_student_of",
        ("the founder of", "the present chief of"), ("who advised {p}'s thesis", "whose thesis {p} advised"),
        (
            "Which team first prepared {thing}? Take {head} that team: which scientist is it {end}?",
            "{thing} was made by one team, whoever laid claim to it. Consider {head} that team and name the person {end}.",
            "Trace {thing} to the team that made it, then go to {head} that team. The question is {end}.",
        ),
        ("coauthored_with", "reviewed", "shared_office_with", "thanked", "cited"),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Focus:
    thing: str
    alias: str
    house: str
    rival: int  # the focus whose house the thing was credited to
    heads: tuple[str, str]
    ends: tuple[tuple[str, str], tuple[str, str]]  # per head: the superior, the junior


@dataclass(frozen=True, slots=True)
class _Graph:
    schema: _Schema
    place: str
    style: int
    foci: tuple[_Focus, ...]
    people: tuple[str, ...]
    houses: tuple[str, ...]


def _alias(draw: Draw, schema: _Schema, taken: Sequence[str]) -> str:
    """Draw another name of a thing that is not in *taken*."""
    while True:
        alias = f"{names.nonce(draw, 3).capitalize()} {schema.thing}"
        if alias not in taken:
            return alias


def _thing(draw: Draw, schema: _Schema, taken: set[str]) -> str:
    """Draw a thing's shelf mark whose number is not in *taken*, and add that there; there are enough for the longest list."""
    while True:
        mark = f"{draw.pick('ABCDEFGHKLMNPRST')}{draw.between(1000, 99_999)}"
        if mark not in taken:
            taken.add(mark)
            return f"{draw.pick(schema.things)} {mark}"


@lru_cache(maxsize=64)
def _graph(world: int, number: int) -> _Graph:
    draw = Draw("choices", world, "graphs", number)
    schema = draw.pick(_SCHEMAS)
    towns = names.several(draw, names.place, _FOCI + 7)
    count = _FOCI * 6
    surnames = names.several(draw, names.family, count + 26)
    people = [f"{names.person(draw)} {surname}" for surname in surnames]
    foci: list[_Focus] = []
    marks: set[str] = set()
    for at in range(_FOCI):
        own = people[6 * at : 6 * at + 6]
        thing = _thing(draw, schema, marks)
        house = f"{towns[at]} {draw.pick(schema.kinds)}"
        alias = _alias(draw, schema, [focus.alias for focus in foci])
        rival = (at + 1 + draw.below(_FOCI - 1)) % _FOCI
        foci.append(_Focus(thing, alias, house, rival, (own[0], own[1]), ((own[2], own[3]), (own[4], own[5]))))
    houses = tuple(f"{town} {draw.pick(schema.kinds)}" for town in towns[_FOCI:])
    return _Graph(schema, draw.pick(towns), draw.below(4), tuple(foci), tuple(people), houses)


def _triple(style: int, subject: str, relation: str, thing: str) -> str:
    if style == 0:
        return f"({subject}; {relation.replace('_', ' ')}; {thing})\n"
    if style == 1:
        return f"<{subject.replace(' ', '_')}> <{relation}> <{thing.replace(' ', '_')}> .\n"
    if style == 2:  # noqa: PLR2004 - the third of four ways
        return f'{{"s": "{subject}", "p": "{relation}", "o": "{thing}"}}\n'
    return f"{subject}\t{relation}\t{thing}\n"


class Graphs(SingleKind):
    """Lists of triples."""

    name = "graphs"
    domain = "long_structured_data_understanding"

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return what the list calls itself."""
        graph = _graph(self._world, number)
        return f"Knowledge base of {graph.schema.thing}s, {graph.place} edition {number + 1}"

    def register(self, number: int) -> str:
        """Return the graph's way of writing triples."""
        return f"graphs.{_graph(self._world, number).style}"

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language
        """Ask along thing, house, head, bond; the traps are the house once thought of, and the other head or the bond's other way.

        With options of one house alone, the words for head and bond would give the answer without thing and house.
        """
        graph = _graph(self._world, number)
        at = draw.below(_FOCI)
        focus, schema = graph.foci[at], graph.schema
        rival = graph.foci[focus.rival]
        head, end = draw.below(2), draw.below(2)
        other = (1 - head, end) if draw.chance(0.5) else (head, 1 - end)
        answers = [house.ends[a][b] for a, b in ((head, end), other) for house in (focus, rival)]
        question = capital(
            draw.pick(schema.ask).format(
                thing=f"the {focus.alias}", head=schema.ask_heads[head], end=schema.ask_ends[end].format(p="that person")
            )
        )
        facts = (f"alias{at}", f"made{at}", f"head{at}{head}", f"bond{at}{head}{end}")
        return Asked(
            question, (answers[0], answers[1], answers[2], answers[3]), facts, hard=end == 1
        )  # against the direction of the triples

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write the triples in a drawn order."""
        graph = _graph(self._world, number)
        page = Page()
        style, schema = graph.style, graph.schema
        page.add(_head(schema))
        plants = []
        for at, focus in enumerate(graph.foci):
            spots = draw.shuffled(places(draw, 9, 0.02, 0.98))
            credited = _triple(style, focus.thing, schema.ascribed, graph.foci[focus.rival].house)
            plants.append(Plant(spots[8], credited))
            plants.append(Plant(spots[0], _triple(style, focus.thing, "also_called", focus.alias), (f"alias{at}",)))
            plants.append(Plant(spots[1], _triple(style, focus.thing, schema.made, focus.house), (f"made{at}",)))
            for head in range(2):
                person = focus.heads[head]
                above, below = focus.ends[head]
                plants.append(Plant(spots[2 + head], _triple(style, focus.house, schema.heads[head], person), (f"head{at}{head}",)))
                plants.append(Plant(spots[4 + 2 * head], _triple(style, person, schema.bond, above), (f"bond{at}{head}0",)))
                plants.append(Plant(spots[5 + 2 * head], _triple(style, below, schema.bond, person), (f"bond{at}{head}1",)))
        # The houses of other things have heads as well: a house that has some is none of those asked about for that.
        fixed = self.entity(language, number).fork("heads")
        for house in graph.houses:
            for relation, person in zip(schema.heads, fixed.sample(graph.people[6 * _FOCI :], 2), strict=True):
                plants.append(Plant(0.02 + 0.96 * draw.share(), _triple(style, house, relation, person)))
        compose(page, plants, _Filler(graph, draw).triple, max(length - page.length, 0))
        return page.written()


def _head(schema: _Schema) -> str:
    return (
        f"Each line holds one triple: subject, relation, object. The relation {schema.bond} points from the later or junior person to the earlier or "
        f"senior one; {schema.ascribed} records an opinion that was given up. The lines are in no order.\n\n"
    )


class _Filler:
    """Triples that answer no question: no name, house or bond of a focus gets a second one of a relation that is followed."""

    def __init__(self, graph: _Graph, draw: Draw) -> None:
        self._graph, self._draw = graph, draw
        self._spare = graph.people[6 * _FOCI :]
        self._aliases = [focus.alias for focus in graph.foci]
        self._houses = {focus.house for focus in graph.foci}
        self._people = set(graph.people)
        self._marks = {focus.thing.rpartition(" ")[2] for focus in graph.foci}
        self._told: list[str] = []

    def triple(self) -> str:
        graph, draw, schema = self._graph, self._draw, self._graph.schema
        turn = draw.below(10)
        if turn < 4:  # noqa: PLR2004 - shares of ten
            first, second = draw.sample(graph.people, 2)
            return _triple(graph.style, first, draw.pick(schema.spare), second)
        if turn < 6:  # noqa: PLR2004
            first, second = f"{names.person(draw)} {names.family(draw)}", draw.pick(self._spare)
            while first in self._people:
                first = f"{names.person(draw)} {names.family(draw)}"
            return _triple(graph.style, first, draw.pick((schema.bond, *schema.spare)), second)
        if turn < 8 and len(self._told) > _WAITING and draw.chance(0.6):  # noqa: PLR2004
            # Of some things several triples tell, as of those asked about.
            thing = self._told.pop(draw.below(len(self._told)))
            link = draw.below(3)
            if link == 0:
                return _triple(graph.style, thing, schema.ascribed, draw.pick((*graph.houses, *sorted(self._houses))))
            if link == 1:
                return _triple(graph.style, thing, "also_called", _alias(draw, schema, self._aliases))
            return _triple(graph.style, thing, "described_by", draw.pick(self._spare))
        thing = _thing(draw, schema, self._marks)
        if turn < 8:  # noqa: PLR2004
            self._told.append(thing)
            return _triple(graph.style, thing, schema.made, draw.pick(graph.houses))
        if turn < 9:  # noqa: PLR2004
            return _triple(graph.style, thing, "also_called", _alias(draw, schema, self._aliases))
        house = f"{names.place(draw)} {draw.pick(schema.kinds)}"
        while house in self._houses:
            house = f"{names.place(draw)} {draw.pick(schema.kinds)}"
        if draw.chance(0.3):
            return _triple(graph.style, house, "lies_near", names.place(draw))
        return _triple(graph.style, house, draw.pick(schema.heads), draw.pick(self._spare))
