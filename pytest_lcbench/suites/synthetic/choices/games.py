"""``agent_history_qa``: logs of a game between agents; points follow from rules that change and rounds that are corrected."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pytest_lcbench.suites.synthetic.choices import names
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


@dataclass(frozen=True, slots=True)
class _Game:
    title: str
    moves: tuple[str, ...]
    round: str
    stage: str
    thoughts: tuple[str, ...]


_GAMES = (
    _Game(
        "Toll Bridge",
        ("pay", "swim", "wait"),
        "crossing",
        "stage",
        ("The water looks {mood} for {rival}.", "If {rival} swims once more I lose the bank."),
    ),
    _Game(
        "Harbour Lease",
        ("bid", "pass", "share", "block"),
        "auction",
        "season",
        ("{rival} has {mood} hands today.", "A lease near {spot} would suit me."),
    ),
    _Game(
        "Wolf and Shepherd",
        ("guard", "roam", "howl"),
        "night",
        "moon",
        ("{rival} sounds {mood} tonight.", "The flock near {spot} is thin."),
    ),
    _Game(
        "Signal Towers",
        ("flash", "hold", "jam", "relay"),
        "watch",
        "leg",
        ("{rival} was {mood} two legs ago.", "The tower at {spot} is mine to lose."),
    ),
)
_THOUGHTS: Mapping[str, Sequence[str]] = {
    "thought": (
        "{begin} {rival} {habit}, so {plan}.", "{begin} {plan}, whatever {rival} does.", "{rival} {habit}. {judge}", "{judge} {own} {rival} {habit}.", "{own} {plan}, since {rival} {habit}.", "I noted that {rival} {habit}; {plan}.",
        "{judge} {begin} {plan}. {own}", "{own} {rival} {habit}.",
    ),
    "begin": ("I think", "My notes say", "On balance,", "It seems", "I recall", "I would bet", "Judging by the last turns,", "By my count"),
    "habit": (
        "{often} opens with {move}", "answers {move} with {move}", "{often} copies what I did before", "never plays {move} twice", "hesitates before {move}", "fears {move} from {other}",
        "trusts {other} too much", "is after the rest of {other}'s stock", "{often} bluffs when watched",
    ),
    "often": ("often", "seldom", "nearly always", "lately", "for some reason", "against {other}"),
    "plan": (
        "I keep to {move}", "I try {move} once", "{move} is the sound choice", "I stay with {move} until {other} changes", "I save {move} for later", "the coin decides, not {move}",
        "I should do what {other} would not",
    ),
    "judge": ("That is risky.", "Nothing is lost yet.", "{other} would call that greedy.", "Patience pays here.", "The table is {mood}.", "I cannot read this.", "Odd, but fine.", "{other} smiled."),
    "own": ("I remember {spot}.", "My reserve is {mood}.", "Only {move} is left to test.", "I told {other} the same.", "The clock is short.", "A draw would do.", "Next time {move}, perhaps."),
    "mood": ("calm", "cold", "open", "uneasy", "tight", "slow", "rough", "even"),
    "number": [str(n) for n in range(5, 60)],
    "umpire": (
        "Umpire: {other} was warned for slow play.", "Umpire: a protest of {other} was dismissed.", "Umpire: the table at {spot}, where {other} played, was closed for {number} minutes.", "Umpire: {other} may use a new seat.",
        "Umpire: no change to the standings came of {other}'s question.", "Umpire: the bell at {spot} rang {number} seconds late when {other} was to play; nothing follows from it.", "Umpire: {rival} and {other} may change seats at {spot}.", "Umpire: {other} asked for {number} seconds more and got them.",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Round:
    at: float
    tag: int
    mine: int
    theirs: int
    told: int  # the other's move as logged


@dataclass(frozen=True, slots=True)
class _Match:
    game: _Game
    agents: tuple[str, ...]
    spots: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    later: tuple[tuple[int, ...], ...]
    since: int  # stage from which ``later`` holds, from 0
    changed: tuple[int, int]
    foci: tuple[tuple[int, int, tuple[_Round, ...]], ...]
    style: int

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
    game = draw.pick(_GAMES)
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
        (mine, theirs), tuple(foci), draw.below(3),
    )  # fmt: skip


class Games(SingleKind):
    """Logs of games between agents."""

    name = "games"
    domain = "long_dialogue_history_understanding"

    def title(self, language: str, number: int) -> str:  # noqa: ARG002 - there is one language
        """Return the log's title."""
        match = _match(self._world, number)
        return f"Log of {match.game.title}, table at {match.spots[0]}"

    def register(self, number: int) -> str:
        """Return how the log writes its rounds."""
        return f"games.{_match(self._world, number).style}"

    def ask(self, language: str, number: int, draw: Draw) -> Asked:  # noqa: ARG002 - there is one language
        """Ask for one agent's points against another; the traps are a misread move and the change of the rules."""
        match = _match(self._world, number)
        at = draw.below(_FOCI)
        first, second, rounds = match.foci[at]
        amounts = [match.total(at, corrected=a, changed=b) for a, b in ((True, True), (False, True), (True, False), (False, False))]
        shown = [f"{amount} points in all" for amount in amounts]
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
        slots = {"rival": match.agents, "other": match.agents, "spot": match.spots, "move": match.game.moves}
        rules: dict[str, Sequence[str]] = dict(_THOUGHTS)
        rules["thought"] = (*_THOUGHTS["thought"], *match.game.thoughts)
        self._say: Callable[[str], str] = Grammar(rules).speaker(draw, slots)

    def rules(self) -> None:
        """Write what each pair of moves earns."""
        match, page = self._match, self._page
        game = match.game
        page.add(
            f"Rules. In every {game.round} two agents choose at the same time. Each gets points by its own choice (row) against the "
            f"other's (column); the log does not add them up. There are {_STAGES} {game.stage}s.\n"
        )
        lines = ["own \\ other: " + ", ".join(game.moves)]
        lines += [f"{move}: " + ", ".join(f"{value:+d}" for value in row) for move, row in zip(game.moves, match.points, strict=True)]
        page.add("\n".join(lines) + "\n\n", "rules")

    def plants(self) -> list[Plant]:
        """Return the rounds asked about, the change of the rules, and the corrections."""
        match, fixed = self._match, self._fixed
        game = match.game
        mine, theirs = match.changed
        text = fixed.pick((
            "Umpire: with the opening of {stage} {n}, {mine} against {theirs} is worth {new:+d} to the one who chose {mine}. All else as before.",
            "Umpire: the rules were amended: {mine} met by {theirs} earns {new:+d}, first applied in {stage} {n}.",
        )).format(stage=game.stage, n=_ROMAN[match.since], mine=game.moves[mine], theirs=game.moves[theirs], new=match.later[mine][theirs])  # fmt: skip
        # A heading is a plant as the rounds are: what stands in a stage comes after its heading at any length.
        plants = [Plant(n / _STAGES, f"\n{game.stage.capitalize()} {_ROMAN[n]}\n\n") for n in range(_STAGES)]
        plants.append(Plant(0.08 + 0.8 * fixed.share(), f"{text}\n", ("change",)))
        for at, (first, second, rounds) in enumerate(match.foci):
            for turn in rounds:
                line = self._round(turn.tag, (first, turn.mine), (second, turn.told), fixed)
                plants.append(Plant(turn.at, line, (f"round{at}",)))
                if turn.told != turn.theirs:
                    fix = fixed.pick((
                        "Umpire: in {round} no. {tag} one card was misread. {agent} had in fact chosen {move}.",
                        "Umpire: the record of {round} {tag} is wrong about {agent}, whose card said {move}.",
                    )).format(round=game.round, tag=turn.tag, agent=match.agents[second], move=game.moves[turn.theirs])  # fmt: skip
                    plants.append(Plant(turn.at + (0.99 - turn.at) * (0.2 + 0.7 * fixed.share()), f"{fix}\n", (f"fix{at}",)))
        return plants

    def next(self) -> str:
        """Return a piece that no question is about."""
        draw, match = self._draw, self._match
        turn = draw.below(12)
        if turn == 0:
            return f"{self._say('umpire')}\n"
        if turn < 7:  # noqa: PLR2004 - more thoughts than rounds
            return f"{draw.pick(match.agents)} thinks: {sentences(self._say('thought'))}\n"
        first, second = draw.sample(range(len(match.agents)), 2)
        while (min(first, second), max(first, second)) in self._focal:
            first, second = draw.sample(range(len(match.agents)), 2)
        tag = _tag(draw, self._taken)
        count = len(match.game.moves)
        return self._round(tag, (first, draw.below(count)), (second, draw.below(count)), draw)

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
