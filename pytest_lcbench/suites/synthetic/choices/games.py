"""``agent_history_qa``: logs of a game between agents; points follow from rules that change and rounds that are corrected."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.game_words import GAMES, THOUGHTS, VARIED, Game
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, places, plural, sentences
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_FOCI = 3
_EASY = 5
"""Rounds that add up to an easy case."""
_STAGES = 8
_ROOMY = 4500
"""Rounds whose numbers have four digits; in a longer log the later ones have five."""
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


_TITLES = (
    "Log of {title}, table at {spot}",
    "{title} at {spot}: full log",
    "{title}, what was played and thought at {spot}",
    "Record of a game of {title} ({spot})",
)
_INTROS = (
    "Rules. In every {round} two agents choose at the same time. Each gets points by its own choice (row) against the other's (column); the log does not add them up. There are {count} {stages}; the numbers of {rounds} are drawn by lot.\n",
    "How {title} is played: two agents meet in a {round} and show a card at once. The table gives what each earns, own card in the row, the other's in the column. {rounds_} carry the number of the slip that was drawn for them. The game has {count} {stages}.\n",
    "{count} {stages}, any number of {rounds}. Whoever meets in a {round} chooses without knowing what the other does, and scores by the table below (row: own choice, column: that of the other). Sums are left to the reader. {round_} numbers follow no order.\n",
    "This log shows each {round} under the number on its ticket, which says nothing about when it was played. Two agents take part in a {round}, both choose unseen, and each scores what the table says of its own choice (row) against the other's (column). {count} {stages} were played.\n",
)
_HEADINGS = ("\n{}\n\n", "\n--- {} ---\n", "\n== {} ==\n\n", "\n{}.\n")
_MINDS = ("{} thinks: {}\n", "({}: {})\n", "{}, aside: {}\n", "Mind of {}: {}\n")
_CHANGES = (
    "Umpire: as from {stage} {n}, {mine} against {theirs} is worth {new:+d} to the one who chose {mine}. All else as before.",
    "Umpire: the rules were amended: {mine} met by {theirs} earns {new:+d}, first applied in {stage} {n}.",
    "Umpire: from {stage} {n} on, whoever plays {mine} while the other plays {theirs} gets {new:+d}; the rest of the table stands.",
    "Umpire, on the rules: the entry {mine} / {theirs} of the table reads {new:+d} in {stage} {n} and after.",
    "Umpire: by vote of the agents, {mine} meeting {theirs} counts {new:+d} as soon as {stage} {n} has begun.",
)
_FIXES = (
    "Umpire: in {round} no. {tag} one card was misread. {agent} had in fact chosen {move}.",
    "Umpire: the record of {round} {tag} is wrong about {agent}, whose card said {move}.",
    "Umpire: correction to {round} {tag}. For {agent} read {move}.",
    "Umpire: on second sight {agent} had laid {move} in {round} {tag}.",
    "Umpire: {agent} protested and was right, the card in {round} {tag} was {move}.",
)
_RIVAL, _OTHER, _MOVE, _SECOND = "\x01\x02\x03\x04"
"""Stand for two agents and two moves until it is known who thinks."""
_LATER = 12
"""Rounds that were played before the first of them may be put right."""
_KNOWN = 0.7
"""Share of the sayings that a log uses."""


@dataclass(frozen=True, slots=True)
class _Round:
    at: float
    tag: int
    mine: int
    theirs: int
    told: int  # the other's move as logged


@dataclass(frozen=True, slots=True)
class _Match:
    game: Game
    agents: tuple[str, ...]
    spots: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    later: tuple[tuple[int, ...], ...]
    since: int  # stage from which ``later`` holds, from 0
    changed: tuple[int, int]
    foci: tuple[tuple[int, int, tuple[_Round, ...]], ...]
    style: int
    look: int

    def total(self, at: int, *, corrected: bool, changed: bool) -> int:
        """Return the points of the first agent of a focus over its rounds."""
        amount = 0
        for turn in self.foci[at][2]:
            table = self.later if changed and _stage(turn.at) >= self.since else self.points
            amount += table[turn.mine][turn.theirs if corrected else turn.told]
        return amount


def _stage(share: float) -> int:
    return min(int(share * _STAGES), _STAGES - 1)


def _tag(draw: Draw, taken: set[int]) -> int:
    """Draw a round's number that is not in *taken*, and add it there."""
    most = 9999 if len(taken) < _ROOMY else 99_999
    tag = draw.between(1000, most)
    while tag in taken:
        tag = draw.between(1000, most)
    taken.add(tag)
    return tag


@lru_cache(maxsize=64)
def _match(world: int, number: int) -> _Match:
    draw = Draw("choices", world, "games", number)
    game = draw.pick(GAMES)
    count = len(game.moves)
    agents = names.several(draw, names.person, draw.between(6, 9))
    points = [draw.sample(range(-4, 10), count) for _ in range(count)]
    later = [list(row) for row in points]
    mine, theirs = draw.below(count), draw.below(count)
    later[mine][theirs] += draw.pick((-1, 1)) * draw.between(2, 5)
    since = draw.between(3, 5)
    foci = []
    taken: set[int] = set()
    pairs = [(a, b) for a in range(len(agents)) for b in range(a + 1, len(agents))]
    for pair in draw.sample(pairs, _FOCI):
        first, second = draw.shuffled(pair)
        rounds = []
        at = places(draw, draw.between(5, 7))
        wrong = draw.below(len(at))
        late = [n for n, share in enumerate(at) if _stage(share) >= since and n != wrong]
        hits = draw.sample(late, min(2, len(late)))
        for n, share in enumerate(at):
            own, other = (mine, theirs) if n in hits else (draw.below(count), draw.below(count))
            told = (other + draw.between(1, count - 1)) % count if n == wrong else other
            rounds.append(_Round(share, _tag(draw, taken), own, other, told))
        foci.append((first, second, tuple(rounds)))
    return _Match(
        game, tuple(agents), tuple(names.several(draw, names.place, 7)), tuple(map(tuple, points)), tuple(map(tuple, later)), since,
        (mine, theirs), tuple(foci), draw.below(3), draw.below(4),
    )  # fmt: skip


class Games(SingleKind):
    """Logs of games between agents."""

    name = "games"
    domain = "long_dialogue_history_understanding"

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return the log's title."""
        match = _match(self._world, number)
        return _TITLES[number % len(_TITLES)].format(title=match.game.title, spot=match.spots[0])

    def register(self, number: int) -> str:
        """Return how the log writes its rounds."""
        return f"games.{_match(self._world, number).style}"

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language
        """Ask for one agent's points against another; the traps are a misread move and the change of the rules."""
        match = _match(self._world, number)
        at = draw.below(_FOCI)
        first, second, rounds = match.foci[at]
        amounts = [match.total(at, corrected=a, changed=b) for a, b in ((True, True), (False, True), (True, False), (False, False))]
        shown = [f"{amount} point{'' if abs(amount) == 1 else 's'} in all" for amount in amounts]
        question = draw.pick((
            "Counting only what happened between these two, with how many points did {a} come out of all {rounds} against {b}?",
            "Sum up every {round} in which {a} and {b} faced each other: what did {a} score?",
            "What is the sum of {a}'s points over the whole log, taking only the {rounds} with {b} on the other side?",
        )).format(a=match.agents[first], b=match.agents[second], round=match.game.round, rounds=plural(match.game.round))  # fmt: skip
        return Asked(
            question, (shown[0], shown[1], shown[2], shown[3]), ("rules", "change", f"fix{at}", f"round{at}"), hard=len(rounds) > _EASY
        )

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write the rules, then stage by stage the rounds with thoughts between them."""
        match = _match(self._world, number)
        fixed = self.entity(language, number).fork("lines")
        page = Page()
        log = _Log(page, match, draw, fixed)
        log.rules()
        compose(page, log.plants(), log.next, max(length - page.length, 1))
        return page.written()


class _Log:
    """One log being written."""

    def __init__(self, page: Page, match: _Match, draw: Draw, fixed: Draw) -> None:
        self._page, self._match, self._draw, self._fixed = page, match, draw, fixed
        self._style = match.style
        self._taken = {turn.tag for _, _, rounds in match.foci for turn in rounds}
        self._focal = {(min(a, b), max(a, b)) for a, b, _ in match.foci}
        rules: dict[str, Sequence[str]] = dict(THOUGHTS)
        # Each log knows a part of the sayings; which one is a fact of the match, not of the length.
        taste = Draw("choices", *match.agents, "taste")
        for slot in VARIED:
            rules[slot] = taste.sample(THOUGHTS[slot], int(len(THOUGHTS[slot]) * _KNOWN))
        rules["thought"] = (*rules["thought"], "{scene}", "{scene} {judge}", "{own} {scene}")
        slots = {
            "rival": (_RIVAL,), "other": (_OTHER,), "spot": match.spots, "scene": match.game.thoughts,
            "when": [f"{match.game.stage} {numeral}" for numeral in _ROMAN[1:_STAGES]], "move": (_MOVE,), "move2": (_SECOND,),
        }  # fmt: skip
        self._speak: Callable[[str], str] = Grammar(rules).speaker(draw, slots)
        self._played: list[tuple[int, tuple[int, int], tuple[int, int]]] = []

    def _say(self, slot: str, thinker: str = "") -> str:
        """Say something of *slot* in which nobody but others than *thinker* are named, and no two alike."""
        draw, agents, moves = self._draw, self._match.agents, self._match.game.moves
        rival = other = thinker
        while rival == thinker:
            rival = draw.pick(agents)
        while other in {thinker, rival}:
            other = draw.pick(agents)
        first = draw.below(len(moves))
        move, second = moves[first], moves[(first + draw.between(1, len(moves) - 1)) % len(moves)]
        text = self._speak(slot).replace(_RIVAL, rival).replace(_OTHER, other).replace(_MOVE, move).replace(_SECOND, second)
        return sentences(text) if thinker else text

    def rules(self) -> None:
        """Write what each pair of moves earns."""
        match, page = self._match, self._page
        game = match.game
        many = plural(game.round)
        page.add(
            self._fixed.pick(_INTROS).format(
                title=game.title, round=game.round, rounds=many, stages=plural(game.stage), count=_STAGES, rounds_=many.capitalize(), round_=game.round.capitalize()
            )
        )  # fmt: skip
        lines = ["own \\ other: " + ", ".join(game.moves)]
        lines += [f"{move}: " + ", ".join(f"{value:+d}" for value in row) for move, row in zip(game.moves, match.points, strict=True)]
        page.add("\n".join(lines) + "\n\n", "rules")

    def plants(self) -> list[Plant]:
        """Return the rounds asked about, the change of the rules, and the corrections."""
        match, fixed = self._match, self._fixed
        game = match.game
        mine, theirs = match.changed
        text = fixed.pick(_CHANGES).format(
            stage=game.stage, n=_ROMAN[match.since], mine=game.moves[mine], theirs=game.moves[theirs], new=match.later[mine][theirs]
        )
        # A heading is a plant as the rounds are: what stands in a stage comes after its heading at any length.
        plants = [Plant(n / _STAGES, _HEADINGS[match.look].format(f"{game.stage.capitalize()} {_ROMAN[n]}")) for n in range(_STAGES)]
        plants.append(Plant(0.08 + 0.8 * fixed.share(), f"{text}\n", ("change",)))
        for at, (first, second, rounds) in enumerate(match.foci):
            for turn in rounds:
                line = self._round(turn.tag, (first, turn.mine), (second, turn.told), fixed)
                plants.append(Plant(turn.at, line, (f"round{at}",)))
                if turn.told != turn.theirs:
                    fix = fixed.pick(_FIXES).format(
                        round=game.round, tag=turn.tag, agent=match.agents[second], move=game.moves[turn.theirs]
                    )
                    plants.append(Plant(turn.at + (0.99 - turn.at) * (0.2 + 0.7 * fixed.share()), f"{fix}\n", (f"fix{at}",)))
        return plants

    def next(self) -> str:
        """Return a piece that no question is about."""
        draw, match = self._draw, self._match
        turn = draw.below(24)
        if turn == 0:
            return f"Umpire: {self._say('umpire')}\n"
        if turn == 1:
            return f"Umpire: {self._say('motion')}\n" if draw.chance(0.4) else self._correction()
        if turn < 14:  # noqa: PLR2004 - more thoughts than rounds
            name = draw.pick(match.agents)
            return _MINDS[match.look].format(name, self._say("thought", name))
        first, second = draw.sample(range(len(match.agents)), 2)
        while (min(first, second), max(first, second)) in self._focal:
            first, second = draw.sample(range(len(match.agents)), 2)
        tag = _tag(draw, self._taken)
        count = len(match.game.moves)
        one, two = (first, draw.below(count)), (second, draw.below(count))
        self._played.append((tag, one, two))
        return self._round(tag, one, two, draw)

    def _correction(self) -> str:
        """Return a correction of a round that no question is about, each round at most once, or what else an umpire says."""
        draw, match = self._draw, self._match
        if len(self._played) < _LATER:
            return f"Umpire: {self._say('umpire')}\n"
        tag, *sides = self._played.pop(draw.below(len(self._played)))
        who, told = draw.pick(sides)
        move = (told + draw.between(1, len(match.game.moves) - 1)) % len(match.game.moves)
        text = draw.pick(_FIXES).format(round=match.game.round, tag=tag, agent=match.agents[who], move=match.game.moves[move])
        return f"{text}\n"

    def _round(self, tag: int, one: tuple[int, int], two: tuple[int, int], draw: Draw) -> str:
        match = self._match
        if draw.chance(0.5):
            one, two = two, one
        a, b = match.agents[one[0]], match.agents[two[0]]
        x, y = match.game.moves[one[1]], match.game.moves[two[1]]
        where = draw.pick(match.spots)
        if self._style == 0:
            return f"[{match.game.round} {tag} | {where}] {a}: {x} / {b}: {y}\n"
        if self._style == 1:
            return f"{match.game.round.capitalize()} no. {tag} at {where}: {a} chose {x}, {b} chose {y}.\n"
        return f"no. {tag} ({where}) - {a} against {b}: {x}, {y}\n"
