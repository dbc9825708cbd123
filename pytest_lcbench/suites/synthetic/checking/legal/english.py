"""Reading a judgment in English."""

from __future__ import annotations

import datetime as dt
import re

from pytest_lcbench.suites.synthetic.checking.legal.finding import (
    calendar_day,
    kind_of,
    number,
    occurrences,
    one,
    outcome,
    own,
    ruling_on,
)
from pytest_lcbench.suites.synthetic.checking.legal.judgment import Judgment, Span, UnreadableError
from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import KINDS, Family

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_DATE = rf"(\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})"
_COURT = re.compile(r"(?:In )?(?:[Tt]he )?((?:[A-Z]\w+ )?Court of (?:Appeal at )?\w+)\n")
_OPENING = re.compile(rf"^(?:Judgment given|Judgment of|Delivered on) {_DATE}, (\w+ \w+) (?:presiding|in the chair)$", re.MULTILINE)
_BEFORE = re.compile(rf"^Before (\w+ \w+), presiding; (?:judgment given|handed down) {_DATE}$", re.MULTILINE)
_CLOSING = re.compile(rf"^(\w+ \w+), (?:presiding judge|president)\. {_DATE}\.$", re.MULTILINE)
_GIVEN = re.compile(rf"^Given on {_DATE} by (\w+ \w+), (?:presiding|president)\.$", re.MULTILINE)
_FIGURE = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+(?!\d)|(?<![\d,])\d+(?![\d,]*\d)")
_CLAIMS = re.compile(r"in crowns, (?:is|are): (.{1,900}?)[;,] (?:in all|together) (\d[\d,]*)\.")
_CLAIM = re.compile(r"(?:^|; )([^;]+?), (\d[\d,]*)(?=;|$)")
_CHARGES = re.compile(r"are: (the first count, [^.]+)\.")
_CHARGE = re.compile(r"the (\w+) count, (\d[\d,]*) crowns")
_ORDER = re.compile(
    r"(?:(?:is|are) ordered to|shall|must|is to) (?:pay [A-Z][^.;]{0,160}?|restore |make good )(\d[\d,]*) crowns"
    r"|judgment for [A-Z][^.;]{0,200}? in the sum of (\d[\d,]*) crowns|(\d[\d,]*) crowns are due from [A-Z]"
)
_PAID = re.compile(
    r"(?:has already paid|From this|there come off) (\d[\d,]*) crowns"
    r"|(\d[\d,]*) crowns (?:reached|came from) [A-Z][^.;]{0,80}? before the hearing"
)
_SHARE_ON = re.compile(r"(\d{1,3}) per cent of the (?:loss|harm) (?:falls on|is laid on) ([A-Z].{0,80}?) and the rest on ")
_SHARE = re.compile(r"(?:: |^)([A-Z][^:]{0,80}?) bears (\d{1,3}) per cent of the (?:loss|harm) and ([A-Z].{0,80}?) the rest")
_TERM = re.compile(r"sentenced to ([a-z ]+?) of imprisonment")
_GRANTED = ("what was done cannot stand", "the error goes to the root")
_REFUSED = ("the material bears it out", "shows an error.")
_SETTLED = ("'s case fails.", "'s claim cannot succeed.")
_BELOW = re.compile(r"was ordered to pay (\d[\d,]*) crowns")
_CONVICTED = re.compile(r"is convicted of ([a-z ]+?) and sentenced")
_NOTHING = ("nothing is allowed", "it is refused", "no conviction follows")
ELSEWHERE = re.compile(
    r"^.*(?:\b(?:decision|judgment) of (?:19\d\d|200\d), |\bevents\b[^.:]{0,80}\bthese[.:]"
    r"|\baccount of the events(?: is as follows)?[.:]).*$",
    re.MULTILINE,
)
"""A line on a decision of another court, older than any judgment here, or on what a party says happened."""
_FORM = {"(public body)": Family.ADMINISTRATIVE, "The State Prosecutor v ": Family.CRIMINAL, " v ": Family.CIVIL}


def day(text: str) -> dt.date:
    """Return the day written as *text* (``3 July 2019``). Raises ``UnreadableError`` where it is none."""
    match = re.fullmatch(_DATE, text)
    if match is None:
        message = f"has no day in '{text}'"
        raise UnreadableError(message)
    return _date(match[1], match[2], match[3])


def _date(day_of_month: str, month: str, year: str) -> dt.date:
    return calendar_day(int(year), MONTHS.index(month) + 1, int(day_of_month))


def _sentence(text: str, place: int) -> Span:
    """Return the sentence of *text* round *place*."""
    start = max(text.rfind(". ", 0, place) + 2, text.rfind("\n", 0, place) + 1, 0)
    line = text.find("\n", place)
    stop = text.find(". ", place)
    end = min(stop + 1 if stop >= 0 else len(text), line if line >= 0 else len(text))
    return start, end


def _money(text: str) -> list[Span]:
    return [match.span() for match in _FIGURE.finditer(text)]


def _sums(text: str) -> list[Span]:
    """Return each sentence of *text* that names a sum of money, once."""
    spans: list[Span] = []
    end = -1
    for place in occurrences(text, " crowns"):
        if place >= end:
            spans.append(_sentence(text, place))
            end = spans[-1][1]
    return spans


def _allowed(text: str, first: int, last: int, asked: int) -> tuple[int, Span]:
    """Return how much of *asked* the sentence allows, and where it says so."""
    said = text[first:last]
    for word in _NOTHING:
        if word in said:
            place = first + said.index(word)
            return 0, (place, place + len(word))
    figures = [(number(said[a:b]), (first + a, first + b)) for a, b in _money(said)]
    if not figures:
        message = f"rules on a sum without a figure: '{said[:80]}'"
        raise UnreadableError(message)
    rest = [figure for figure in figures[1:] if figure[0] < asked and _is_sum(text, figure[1])]
    return rest[-1] if rest else figures[0]


def _is_sum(text: str, span: Span) -> bool:
    """Whether the figure at *span* is a sum and not a page: it has thousands, or a verb after it."""
    return "," in text[slice(*span)] or re.match(r" (?:is|and no|crowns|can)\b|;", text[span[1] : span[1] + 8]) is not None


def _heads(text: str, contradictions: list[str]) -> list[tuple[int, Span]]:
    """Return what the court allows of each sum claimed or charged."""
    claims, charges = _CLAIMS.search(text), _CHARGES.search(text)
    heads = []
    if claims is not None:
        items = [(item, figure) for item, figure in _CLAIM.findall(claims[1])]
        if sum(number(figure) for _, figure in items) != number(claims[2]):
            contradictions.append(f"the sums claimed do not add up to {claims[2]}")
        for item, figure in items:
            ruling = _ruling(text, figure, item, claims)
            if ruling is None:
                message = f"has no ruling on the {figure} crowns claimed for {item}"
                raise UnreadableError(message)
            heads.append(_allowed(text, *ruling, number(figure)))
    elif charges is not None:
        for ordinal, figure in _CHARGE.findall(charges[1]):
            place = text.find(f"On the {ordinal} count", 0)
            if place < 0:
                message = f"has no finding on the {ordinal} count"
                raise UnreadableError(message)
            heads.append(_allowed(text, *_sentence(text, place), number(figure)))
    return heads


def _ruling(text: str, figure: str, item: str, claims: re.Match[str]) -> Span | None:
    """Return the ruling on *item*: it may stand before the claims where a judgment gives its reasons first."""
    return ruling_on(text, figure, item, claims.end(), _sentence, _money) or ruling_on(
        text[: claims.start()], figure, item, 0, _sentence, _money
    )


def _months(words: str) -> int:
    months = 0
    for count, unit in re.findall(r"(\w+) (year|month)", words):
        months += (_NUMBERS.index(count) if count in _NUMBERS else 0) * (12 if unit == "year" else 1)
    if not months:
        message = f"has no term in '{words}'"
        raise UnreadableError(message)
    return months


def read(text: str) -> Judgment:
    """Read the judgment *text*. Raises ``UnreadableError`` where it cannot be read."""
    court = _COURT.match(text)
    if court is None:
        message = f"names no court in its first line, '{text[:60].splitlines()[0] if text else ''}'"
        raise UnreadableError(message)
    names = "\n".join(text[:1200].split("\n")[1:4])
    family = next((family for form, family in _FORM.items() if form in names), None)
    if family is None:
        message = "names no parties"
        raise UnreadableError(message)
    contradictions: list[str] = []
    kind, kind_spans = kind_of(own(text, ELSEWHERE), KINDS["en"], family)
    spans: dict[str, tuple[Span, ...]] = {"kind": kind_spans, "court": (court.span(1),)}
    date_first = _OPENING.search(text) or _GIVEN.search(text)
    signed = date_first or _BEFORE.search(text) or _CLOSING.search(text)
    presiding = date = None
    if signed is not None:
        presiding = signed[4] if date_first else signed[1]
        date = _date(*(signed.group(1, 2, 3) if date_first else signed.group(2, 3, 4)))
        spans["date"] = ((signed.start(1 if date_first else 2), signed.end(3 if date_first else 4)),)
    orders: list[tuple[int, Span]] = []
    payments: list[tuple[int, Span]] = []
    for first, last in _sums(text):
        for match in _ORDER.finditer(text, first, last):
            group = next(group for group in (1, 2, 3) if match[group])
            orders.append((number(match[group]), match.span(group)))
        payments += [
            (number(match[group]), match.span(group)) for match in _PAID.finditer(text, first, last) for group in (1, 2) if match[group]
        ]
    ordered, spans["ordered"] = one(orders, "the sum ordered", contradictions)
    paid, spans["paid"] = one(payments, "the sum paid before", contradictions)
    heads = _heads(text, contradictions) if family in {Family.CIVIL, Family.CRIMINAL} else []
    share, spans["share"] = _share(text, names, contradictions)
    term = _TERM.search(text) if family is Family.CRIMINAL else None
    if term is not None:
        spans["months"] = (term.span(1),)
    granted, spans["granted"] = outcome(text, family, _GRANTED, _REFUSED, _SETTLED, contradictions)
    spans["heads"] = tuple(span for _, span in heads)
    below, convicted = _BELOW.search(text), _CONVICTED.search(text)
    if below is not None and number(below[1]) == ordered:
        contradictions.append(f"the appeal is allowed, and the order stays at {below[1]}")
    if convicted is not None and convicted[1] != kind.lower():
        contradictions.append(f"the facts are {kind}, and the court convicts of {convicted[1]}")
    return Judgment(
        family=family,
        court=court[1],
        names=names,
        presiding=presiding,
        date=date,
        kind=kind,
        appeal="(appellant" in names or ", claimant below)" in names,
        heads=tuple(value for value, _ in heads),
        share=share,
        paid=paid,
        granted=granted,
        ordered=ordered,
        months=_months(term[1]) if term is not None else None,
        spans=spans,
        contradictions=tuple(contradictions),
    )


def _share(text: str, names: str, contradictions: list[str]) -> tuple[int | None, tuple[Span, ...]]:
    """Return what per cent the party sued bears. The text may name either party first."""
    claimant = names.partition(" v ")[0]
    shares = []
    for place in occurrences(text, " per cent of the "):
        for match in _SHARE.finditer(text, *_sentence(text, place)):
            share = int(match[2])
            shares.append((100 - share if match[1] in claimant else share, match.span(2)))
        for match in _SHARE_ON.finditer(text, *_sentence(text, place)):
            share = int(match[1])
            shares.append((100 - share if match[2] in claimant else share, match.span(1)))
    return one(shares, "the share", contradictions)
