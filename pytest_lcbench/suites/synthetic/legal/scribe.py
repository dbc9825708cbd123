"""What the writers of both languages share: slots for every sentence, what the evidence is made of, events of other matters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal.causes import Cause, beside, causes, foils
from pytest_lcbench.suites.synthetic.legal.facts import Lawsuit, Party, witnesses
from pytest_lcbench.suites.synthetic.legal.grammar import Passage, Slots
from pytest_lcbench.suites.synthetic.legal.names import street
from pytest_lcbench.suites.synthetic.legal.sections import ONCE, Section

POOLS = ("PROCEDURE", "CLAIMANT", "DEFENDANT", "EXHIBITS", "TESTIMONY", "CHRONOLOGY", "ANALYSIS", "LETTERS", "EXPERT")
"""Kinds of filler; a trial for a crime has some of its own, under the same name with ``_CRIMINAL``."""
_ROOMY = {"en": 1_150, "zh": 1_450}  # tokens; below, a judgment has its core alone
_OWN, _NEAR = 0.5, 0.8  # lawsuits in which the own name, and the neighbour's, is spoken of
_OTHERS = 9  # of the cast, that are no witnesses of what happened: experts, officers, a landlord, a mediator, an assistant
_THINGS = 14  # kinds of evidence in a judgment
_MADE_IN = 20  # days from the first of the story in which every paper was made; what is told of papers happens later
_NUMBERED = 887  # numbers of slips and letters, a prime: no number is given twice
_LONG = 5_000  # tokens; from here on every kind of evidence is shown
_BY_ROLE = 0.5  # judgments whose findings name the parties by what they are in the lawsuit
_VERSION = 0.6  # judgments in which a party tells the events as those of a neighbouring cause, where that is possible
_ONE_CITED_IN, _MOST_CITED = 4_000, 12  # tokens for each decision more that a long judgment cites
_NEAR_CITED = 0.5  # decisions cited, after the first, that are of a neighbour
_OWN_CITED = 0.25  # judgments that cite a decision of the own cause too
_KEPT_FREE = 0.03  # of a judgment's tokens, that events of other matters leave
_OLDEST, _NEWEST = {"en": 1986, "zh": 1998}, 2009  # years of the decisions cited, before every judgment of a world


@dataclass(frozen=True, slots=True)
class Telling:
    """How a language tells of events that are not those found.

    Args:
        cited: templates of a decision cited, with ``{facts}`` and ``{reason}``; likewise with one of them alone.
        cited_facts: with ``{facts}`` alone.
        cited_reason: with ``{reason}`` alone.
        version: templates of a party's version of the events, with ``{teller}`` and ``{facts}``.
        unproved: what the court says of that version, with ``{teller}``.
        roles: what the parties are called, in this lawsuit and in one cited, by kind of case: claimant, defendant.
        cited_roles: likewise in a decision cited, and the third person, by person (``p``) and company (``c``).
        stands: what the other side says of a paper put in.
        tokens: of a text, estimated.
        gap: between two sentences.

    """

    cited: tuple[str, ...]
    cited_facts: tuple[str, ...]
    cited_reason: tuple[str, ...]
    version: tuple[str, ...]
    unproved: tuple[str, ...]
    roles: Mapping[str, tuple[str, str]]
    cited_roles: Mapping[str, Callable[[str], tuple[str, str, str]]]
    stands: tuple[str, ...]
    tokens: Callable[[str], float]
    gap: str


class Scribe:
    """Says things about one lawsuit.

    Args:
        suit: what the judgment is about.
        draw: decides how it is said.
        tokens: that the judgment is to have.
        opened: whether the order is left out.
        pools: filler by kind, of the language and the kind of case.
        day: writes a date.
        own: slots of the language, over those that both have.

    """

    def __init__(
        self,
        suit: Lawsuit,
        draw: Draw,
        tokens: int,
        *,
        opened: bool,
        pools: Mapping[str, tuple[str, ...]],
        day: Callable[[dt.date], str],
        own: Slots,
        telling: Telling,
    ) -> None:
        self.suit, self.draw, self.tokens, self.opened, self.pools = suit, draw, tokens, opened, pools
        self.telling, self.day = telling, day
        self.roomy = tokens >= _ROOMY[suit.language]
        cast = self.cast = witnesses(suit)
        # Drawn of the pool, and the same in a judgment of any length.
        own_draw = Draw("legal scribe", suit.language, suit.key, suit.docket, suit.claimant.name)
        things = own_draw.sample(suit.cause.things, min(_THINGS, len(suit.cause.things)))
        numbers, given, step = own_draw.sample(range(21, 99), len(things)), own_draw.below(_NUMBERED), own_draw.between(200, 700)
        names = _names(suit, own_draw)
        first, second, filed, hearing, _ = suit.dates
        # Nobody who was caught walks about.
        self.told_until = 1 if suit.cause.kind == "criminal" else 2

        def between(start: dt.date, end: dt.date) -> Callable[[Draw], str]:
            return lambda draw: day(start + dt.timedelta(days=draw.between(1, (end - start).days - 1)))

        def number(_: Draw) -> str:
            nonlocal given
            given = (given + step) % _NUMBERED
            return str(103 + given)

        def at_a_street() -> dict[str, str]:
            return {name: street(suit.language, own_draw) for name in cast}

        made = {thing: day(first + dt.timedelta(days=own_draw.between(1, _MADE_IN - 1))) for thing in things}
        self.slots: dict[str, str | Callable[[Draw], str] | Mapping[str, str]] = {
            "P": suit.claimant.short,
            "D": suit.defendant.short,
            "T": suit.third,
            "item": known(suit.item),
            "obj": suit.item,
            "place": suit.place,
            "clerk": suit.clerk,
            "d1": day(first),
            "d2": day(suit.dates[1]),
            "date": between(first + dt.timedelta(days=_MADE_IN), second if suit.cause.kind == "criminal" else filed),
            "hdate": between(filed, hearing),
            "sdate": between(suit.dates[1], filed),
            "wit": lambda draw: draw.pick(cast[_OTHERS::2]),
            "wit2": lambda draw: draw.pick(cast[_OTHERS + 1 :: 2]),
            # Whoever is an expert or an officer is one throughout.
            "exp": lambda draw: draw.pick(cast[0:2]),
            "expa": cast[0],
            "expb": cast[1],
            "exp2": cast[2],
            "off": lambda draw: draw.pick(cast[3:6]),
            "lord": cast[6],
            "med": cast[7],
            "judge": lambda draw: draw.pick(suit.judges[1:]),
            "thing": lambda draw: draw.pick(things[0::2]),
            "thing2": lambda draw: draw.pick(things[1::2]),
            "late": lambda draw: draw.pick(suit.cause.late),
            # What is told of a thing or a witness is the same in every sentence.
            ".pages": {thing: str(own_draw.between(10, 19)) for thing in things},
            ".made": made,
            ".no": dict(zip(things, map(str, numbers), strict=True)),
            ".by": {thing: own_draw.pick(cast[_OTHERS:]) for thing in things},
            ".stand": {thing: own_draw.pick(telling.stands) for thing in things},
            ".home": at_a_street(),
            ".work": at_a_street(),
            ".new": at_a_street(),
            ".years": {name: str(own_draw.between(10, 19)) for name in cast},
            "refuge": _elsewhere(suit, own_draw),
            # The own name and two neighbours', in any order: whatever is said of one could be said of another.
            "one": names[0].lower(),
            "other": names[1].lower(),
            "last": names[2].lower(),
            "street": lambda draw: street(suit.language, draw),
            # Of n things m are fewer, and nn are more.
            "n": lambda draw: str(draw.between(10, 19)),
            "m": lambda draw: str(draw.between(2, 9)),
            "nn": lambda draw: str(draw.between(20, 95)),
            "nnn": number,
            **own,
        }
        self.reasoned = [draw.pick(suit.cause.reason)]  # the court's own first
        self.found = self.slots | {"item": suit.item}
        if suit.instance == "first" and draw.chance(_BY_ROLE):
            claimant, defendant = telling.roles[suit.cause.kind]
            self.found |= {"P": claimant, "D": defendant}

    def find(self, template: str, fact: str = "", **extra: str) -> Passage:
        """Return an expansion of *template*, which says what the court finds or why; the parties may be named by their roles."""
        return Passage().say(template, {**self.found, **extra}, self.draw, fact)

    def tell_of_others(self, sections: Sequence[Section], claim: Section, defence: Section, reasons: Section) -> None:
        """Add to *sections* what is told of other matters: decisions cited, and a party's version that was not proved.

        They are told in the words in which judgments of neighbouring causes tell what was found, so that a word says little without
        whoever says it.
        """
        spent = sum(self.telling.tokens(passage.text) + 2 for section in sections for passage in (*section.before, *section.after))
        room = self.tokens * (1 - _KEPT_FREE) - spent
        version = self._version() if self.draw.chance(_VERSION) else None
        if version is not None:
            teller, told = version
            unproved = self.say(self.draw.pick(self.telling.unproved), teller=teller.short)
            cost = self.telling.tokens(told.text) + self.telling.tokens(unproved.text) + 4
            if cost <= room:
                room -= cost
                (claim if teller is self.suit.claimant else defence).before.append(told)
                reasons.after.insert(0, unproved)
        places = self.draw.shuffled([claim.before, defence.before, reasons.before, reasons.after])
        for at, cause in enumerate(self._cited_causes()):
            for form in (self.telling.cited, self.telling.cited_facts, self.telling.cited_reason):
                passage = self._cited(cause, self.draw.pick(form))
                cost = self.telling.tokens(passage.text) + 2
                if cost <= room:
                    room -= cost
                    place = places[at % len(places)]
                    # Before the core of a section or after it, except that a claim and an answer come first.
                    first = place is reasons.before or place is reasons.after
                    place.insert(0 if first and self.draw.chance(0.5) else len(place), passage)
                    break

    def _version(self) -> tuple[Party, Passage] | None:
        """Return who tells the events as those of a neighbour, and how; nothing where these parties and things do not fit one."""
        suit, known = self.suit, causes(self.suit.language)
        own = suit.cause
        fitting = [
            known[key]
            for key in beside(suit.language, own.key)
            if suit.item in known[key].objects and (known[key].sides == own.sides or own.kind == "administrative")
        ]
        if not fitting:
            return None
        cause = suit.near if suit.near in fitting else self.draw.pick(fitting)
        teller = self.draw.pick((suit.claimant, suit.defendant))
        facts = self._events(cause, self.slots | {"item": suit.item})
        return teller, self.say(self.draw.pick(self.telling.version), teller=teller.short, facts=facts)

    def _events(self, cause: Cause, slots: Slots) -> str:
        steps = self.draw.pick((cause.story, cause.tale))
        return self.telling.gap.join(Passage().say(step, slots, self.draw).text for step in steps)

    def _cited_causes(self) -> list[Cause]:
        """Return the causes of the decisions cited: neighbours', and now and then one of the own."""
        suit, draw, known = self.suit, self.draw, causes(self.suit.language)
        count = (
            draw.between(2, 3) if self.tokens < 2 * _ROOMY["en"] else draw.between(3, 4) if self.tokens < _LONG else draw.between(4, 6)
        )
        near = [key for key in beside(suit.language, suit.cause.key) if key != suit.near.key]
        # Neighbours' neighbours as well: whose decisions are cited must not point at the one that is beside them all.
        far = [other for key in (suit.near.key, *near) for other in beside(suit.language, key) if other != suit.cause.key]
        keys = [suit.near.key]
        while len(keys) < count:
            fresh = [key for key in (near if draw.chance(_NEAR_CITED) else far) if key not in keys]
            keys.append(draw.pick(fresh or far))
        if draw.chance(_OWN_CITED):
            keys[-1] = suit.cause.key
        # A long judgment goes further afield.
        alike = [key for key, cause in known.items() if cause.kind == suit.cause.kind and key != suit.cause.key]
        keys += [draw.pick(alike) for _ in range(min(self.tokens // _ONE_CITED_IN, _MOST_CITED))]
        return [known[key] for key in keys]

    def _cited(self, cause: Cause, template: str) -> Passage:
        suit, draw = self.suit, self.draw
        year = draw.between(_OLDEST[suit.language], _NEWEST)
        first = dt.date(year - 2, 1, 1) + dt.timedelta(days=draw.below(365))
        claimant, defendant, third = self.telling.cited_roles[cause.kind](cause.sides)
        slots = {
            **self.slots,
            "P": claimant,
            "D": defendant,
            "T": third,
            "place": street(suit.language, draw),
            "refuge": _elsewhere(suit, draw),
            "d1": self.day(first),
            "d2": self.day(first + dt.timedelta(days=draw.between(30, 300))),
        }
        slots["item"] = slots["obj"] = draw.pick(cause.objects)
        facts = self._events(cause, slots)
        # No reasoning stands in one judgment twice.
        reasons = [reason for reason in cause.reason if reason not in self.reasoned] or list(cause.reason)
        self.reasoned.append(draw.pick(reasons))
        reason = Passage().say(self.reasoned[-1], slots | {"item": known(str(slots["item"]))}, draw).text
        # A short judgment names no lawyers.
        lawyers = draw.shuffled(["{lawyerP}", "{lawyerD}"] if self.roomy else ["{P}", "{D}"])
        who, against = (Passage().say(lawyer, self.slots, draw).text for lawyer in lawyers)
        return self.say(template, year=str(year), facts=facts, reason=reason, who=who, against=against)

    def say(self, template: str, fact: str = "", **extra: str) -> Passage:
        """Return an expansion of *template* as a statement of *fact*, with *extra* slots."""
        return Passage().say(template, {**self.slots, **extra} if extra else self.slots, self.draw, fact)

    def proofs(self) -> tuple[tuple[str, ...], ...]:
        """Return what the part on evidence is made of: one to four kinds in an order of this judgment's own."""
        criminal = self.suit.cause.kind == "criminal"
        kinds = [self.pools[name] for name in ("EXHIBITS", "TESTIMONY", "EXPERT", *(() if criminal else ("LETTERS",)))]
        if self.tokens >= _LONG:
            # More of exhibits and witnesses than of experts and letters, of whose forms there are fewer.
            return tuple(self.draw.shuffled([*kinds, *kinds[:2]]))
        # A short judgment has no room to show so much.
        return tuple(self.draw.sample(kinds, self.draw.between(1, 2)))

    def rising(self, slot: str, first: int, last: int) -> tuple[str, dt.date, int]:
        """Return what ``Section.rising`` wants, for the time between two dates of the lawsuit; papers are made in its first days."""
        start = self.suit.dates[first] + dt.timedelta(days=0 if first else _MADE_IN)
        return slot, start, (self.suit.dates[last] - start).days - 1


def _elsewhere(suit: Lawsuit, draw: Draw) -> str:
    """Return a street that is not where it happened: nobody flees to the premises of a victim."""
    while (found := street(suit.language, draw)) == suit.place:
        pass
    return found


def of_each_expert(templates: Sequence[str]) -> tuple[str, ...]:
    """Return *templates* with those that are said once given to each of the two experts: each has one report."""
    return tuple(
        template.replace("{exp}", f"{{{expert}}}")
        for template in templates
        for expert in (("expa", "expb") if template.startswith(ONCE) and "{exp}" in template else ("exp",))
    )


def known(item: str) -> str:
    """Return *item* as a sentence calls it that is not the first to speak of it."""
    article, _, rest = item.partition(" ")
    return f"the {rest}" if article in ("a", "an") else item


def _names(suit: Lawsuit, draw: Draw) -> list[str]:
    """Return three names of causes that parties and court speak of, the one spoken of most first.

    The own is one of them in about half of the lawsuits, and the neighbour in most, so that neither a name that stands in a judgment
    nor one that is missing says what it is about; what is named most often is seldom right.
    """
    known = causes(suit.language)
    beside = [
        known[key].label
        for key in dict.fromkeys((*suit.cause.near, *suit.near.near))
        # No company is hurt at work.
        if key not in (suit.cause.key, suit.near.key) and known[key].sides[0] == suit.cause.sides[0]
    ]
    others = [*draw.shuffled(beside)[:1], *draw.shuffled(foils(suit.language, suit.cause.kind))]
    names = draw.shuffled([suit.near.label, others[0]] if draw.chance(_NEAR) else others[:2])
    if draw.chance(_OWN):
        names.insert(draw.pick((0, 1, 2, 2)), suit.cause.label)
    else:
        names.append(next(name for name in others if name not in names))
    return names
