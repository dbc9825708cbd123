"""A lawsuit: everything that a judgment of it says or lets a reader work out, whatever its length and language."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from functools import lru_cache

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal import names
from pytest_lcbench.suites.synthetic.legal.causes import Cause, causes
from pytest_lcbench.suites.synthetic.legal.grammar import expand

NUMBERS = 500
"""Lawsuits of one cause in a world."""
WITNESSES = 30
_STEP = 20  # currency units: a share in multiples of five per cent of a multiple of twenty is a whole number
_REVIEWED = ("administrative", "execution")  # kinds in which the court says yes or no, and awards nothing


@dataclass(frozen=True, slots=True)
class Party:
    """A party: full and short name, and whether it is a person (``p``), company (``c``) or office (``o``)."""

    name: str
    short: str
    sort: str


@dataclass(frozen=True, slots=True)
class Head:
    """A head of claim, or in a criminal case a count.

    Args:
        label: what it is for.
        claimed: by the claimant, or charged; currency units.
        allowed: by the court before shares and deductions, or proved.
        why: why less was allowed: ``full``, ``proof``, ``rate``, ``none``.
        proofs: papers that can prove such a head.
        judged: whether it is one sum, without entries that add up to it.

    """

    label: str
    claimed: int
    allowed: int
    why: str
    proofs: tuple[str, ...]
    judged: bool


@dataclass(frozen=True, slots=True)
class Lawsuit:
    """The facts of one case. Amounts are whole currency units; :attr:`award` follows from heads, share and paid.

    Args:
        key: its document key without flags.
        cause: what it is.
        near: the neighbour that somebody takes it for.
        instance: ``first`` or ``appeal``.
        town: of the court.
        district: Chinese courts: of the court of first instance.
        docket: number of the file.
        claimant: or prosecutor, or applicant.
        defendant: or accused, or public body.
        third: a person in the story.
        judges: the first presides.
        clerk: who signs last.
        lawyers: of claimant and defendant.
        named: what nobody else may be called; see :func:`witnesses`.
        item: what it is about.
        place: where it happened.
        dates: two of the story, filing, hearing and decision, rising.
        heads: of claim.
        share: per cent that the defendant bears.
        paid: already paid by the defendant.
        award: what the court awards: allowed x share - paid; administrative: the amount of the act; criminal: proved in all.
        below: what the court below had awarded; 0 at first instance.
        months: of imprisonment; 0 where it is no criminal case.
        fine: in a criminal case.
        outcome: ``allowed`` or ``dismissed``.

    """

    key: str
    language: str
    cause: Cause
    near: Cause
    instance: str
    town: str
    district: str
    docket: int
    claimant: Party
    defendant: Party
    third: str
    judges: tuple[str, ...]
    clerk: str
    lawyers: tuple[str, str]
    named: tuple[str, ...]
    item: str
    place: str
    dates: tuple[dt.date, ...]
    heads: tuple[Head, ...]
    share: int
    paid: int
    award: int
    below: int
    months: int
    fine: int
    outcome: str

    @property
    def decided(self) -> dt.date:
        """The day of the judgment."""
        return self.dates[4]

    @property
    def claimed(self) -> int:
        """All that is claimed or charged."""
        return sum(head.claimed for head in self.heads)

    @property
    def allowed(self) -> int:
        """All that is allowed before share and payment, or proved."""
        return sum(head.allowed for head in self.heads)


@lru_cache(maxsize=4096)
def lawsuit(world: int, language: str, cause_key: str, number: int) -> Lawsuit:
    """Return lawsuit *number* of a cause in a world. Raises ``KeyError`` for a cause or number that no world has."""
    cause = causes(language)[cause_key]
    if not 0 <= number < NUMBERS:
        raise KeyError(f"{cause_key}-{number}")
    draw = Draw("legal", world, language, cause_key, number)
    town = names.town(language, draw)
    item = draw.pick(cause.objects)
    used: list[str] = []

    def someone() -> str:
        # Nobody shares a name, or has one that another's holds.
        while True:
            name = names.person(language, draw)
            last = name.rsplit(" ", 1)[-1]
            if not any(last in other or other in last for other in used):
                used.append(last)
                return name

    def party(sort: str) -> Party:
        if sort == "p":
            name = someone()
            return Party(name, name if language == "zh" else name.split(" ")[1], "p")
        while True:
            full, short = names.company(language, draw, town) if sort == "c" else names.office(language, draw, town, item)
            if short not in used:
                used.append(short)
                return Party(full, short, sort)

    claimant = _prosecution(language, town) if cause.kind == "criminal" else party(cause.sides[0])
    defendant = party(cause.sides[1])
    third = someone()
    heads = _heads(cause, draw)
    dismissed = (cause.kind == "civil" and draw.chance(0.07)) or (cause.kind in _REVIEWED and draw.chance(0.5))
    if dismissed and cause.kind == "civil":
        heads = tuple(replace(head, allowed=0, why="none") for head in heads)
    share = draw.pick((60, 65, 70, 75, 80, 85, 90)) if cause.fault else 100
    allowed = sum(head.allowed for head in heads)
    net = allowed * share // 100
    paid = 0
    if cause.kind == "civil" and not dismissed and draw.chance(0.6):
        paid = max(_STEP, int(net * (0.04 + 0.3 * draw.share())) // 100 * 100)
    award = net - paid
    instance = "appeal" if cause.kind == "civil" and not dismissed and draw.chance(0.35) else "first"
    below = 0
    if instance == "appeal":
        # What the court below did not see: the payment, the share, or the lack of proof.
        claimed = sum(head.claimed for head in heads)
        below = min(award + max(paid, int(award * (0.06 + 0.2 * draw.share())) // _STEP * _STEP), claimed)
        # No court awards more than is asked: where all of it was allowed, the court below had allowed less.
        if draw.chance(0.4) or below == award:
            below = int(award * (0.55 + 0.3 * draw.share())) // _STEP * _STEP
    months = fine = 0
    if cause.kind == "criminal":
        months = draw.between(8, 96)
        fine = draw.between(3, 60) * 1000
    return Lawsuit(
        key=f"{cause_key}-{number}",
        language=language,
        cause=cause,
        near=causes(language)[draw.pick(cause.near)],
        instance=instance,
        town=town,
        district=names.district(draw) if language == "zh" else "",
        docket=draw.between(101, 8999),
        claimant=claimant,
        defendant=defendant,
        third=third,
        judges=(someone(), someone(), someone()),
        clerk=someone(),
        lawyers=(someone(), someone()),
        named=tuple(used),
        item=item,
        place=names.street(language, draw),
        dates=_dates(draw),
        heads=heads,
        share=share,
        paid=paid,
        award=award,
        below=below,
        months=months,
        fine=fine,
        outcome="dismissed" if dismissed else "allowed",
    )


def loser(suit: Lawsuit) -> Party:
    """Return who bears the costs: whoever is further from what was asked."""
    if suit.outcome == "dismissed" or 2 * suit.award < suit.claimed:
        return suit.claimant
    return suit.defendant


@lru_cache(maxsize=256)
def witnesses(suit: Lawsuit) -> tuple[str, ...]:
    """Return the witnesses in *suit*, none of whom shares a name with another or with those that the facts name."""
    draw = Draw("legal witnesses", suit.language, suit.key, suit.docket, suit.claimant.name)
    used = list(suit.named)
    found: list[str] = []
    while len(found) < WITNESSES:
        name = names.person(suit.language, draw)
        last = name.rsplit(" ", 1)[-1]
        if not any(last in other or other in last for other in used):
            used.append(last)
            found.append(name)
    return tuple(found)


def _prosecution(language: str, town: str) -> Party:
    if language == "zh":
        return Party(f"{town}市人民检察院", "公诉机关", "o")
    return Party("The State Prosecutor", "the prosecution", "o")


def _heads(cause: Cause, draw: Draw) -> tuple[Head, ...]:
    count = len(cause.heads) if len(cause.heads) <= 2 else draw.between(2, len(cause.heads))  # noqa: PLR2004 - one or two are all kept
    heads = []
    for at, (name, low, high, proofs, judged) in enumerate(cause.heads[:count]):
        label = expand(name, {}, draw)
        # Small amounts are commoner than great ones.
        claimed = int(low * (high / low) ** draw.share()) // _STEP * _STEP
        why = "full" if draw.chance(0.35) else draw.pick(("proof", "rate", "none") if at else ("proof",))
        if cause.kind in _REVIEWED:
            why = "full"
        allowed = claimed if why == "full" else 0 if why == "none" else int(claimed * (0.5 + 0.42 * draw.share())) // _STEP * _STEP
        heads.append(Head(label, claimed, allowed, why, proofs, judged))
    return tuple(heads)


def _dates(draw: Draw) -> tuple[dt.date, ...]:
    first = dt.date(2012, 1, 1) + dt.timedelta(days=draw.below(3900))
    dates = [first]
    for low, high in ((40, 300), (60, 400), (30, 110), (20, 150)):
        dates.append(dates[-1] + dt.timedelta(days=draw.between(low, high)))
    return tuple(dates)
