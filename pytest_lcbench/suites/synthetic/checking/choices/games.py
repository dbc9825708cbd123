"""Questions about the log of a game between agents: what one scored against another, by rules that change and a card misread."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_NAME = r"[A-Z][a-z]+"
_OPTION = re.compile(r"([-+]?\d{1,9}) points? in all")
_TABLE_HEAD = re.compile(r"own \\ other: ([a-z, ]+)")
_TABLE_ROW = re.compile(r"([a-z]+): ([-+]\d{1,9}|0)((?:, (?:[-+]\d{1,9}|0))*)")
_ROUNDS = (
    re.compile(
        rf"(?P<what>[A-Za-z]+) no\. (?P<no>\d{{1,9}}) at {_NAME}: (?P<one>{_NAME}) chose (?P<x>[a-z]+), (?P<two>{_NAME}) chose (?P<y>[a-z]+)\."
    ),
    re.compile(rf"no\. (?P<no>\d{{1,9}}) \({_NAME}\) - (?P<one>{_NAME}) against (?P<two>{_NAME}): (?P<x>[a-z]+), (?P<y>[a-z]+)"),
    re.compile(rf"\[(?P<what>[a-z]+) (?P<no>\d{{1,9}}) \| {_NAME}\] (?P<one>{_NAME}): (?P<x>[a-z]+) / (?P<two>{_NAME}): (?P<y>[a-z]+)"),
)
_MISREAD = (
    re.compile(
        rf"\b(?:in|In) [a-z]+ no\. (?P<no>\d{{1,9}}) one card was misread\. (?P<who>{_NAME}) had in fact chosen (?P<card>[a-z]+)\."
    ),
    re.compile(rf"the record of [a-z]+ (?P<no>\d{{1,9}}) is wrong about (?P<who>{_NAME}), whose card said (?P<card>[a-z]+)\."),
    re.compile(rf"correction to [a-z]+ (?P<no>\d{{1,9}})\. For (?P<who>{_NAME}) read (?P<card>[a-z]+)\."),
    re.compile(rf"on second sight (?P<who>{_NAME}) had laid (?P<card>[a-z]+) in [a-z]+ (?P<no>\d{{1,9}})\."),
    re.compile(rf"(?P<who>{_NAME}) protested and was right, the card in [a-z]+ (?P<no>\d{{1,9}}) was (?P<card>[a-z]+)\."),
)
_ASKED = (
    re.compile(rf"What is the sum of (?P<own>{_NAME})'s points .* only the [a-z]+ with (?P<other>{_NAME}) on the other side\?"),
    re.compile(
        rf"Sum up every [a-z]+ in which (?P<own>{_NAME}) and (?P<other>{_NAME}) faced each other: what did (?P<again>{_NAME}) score\?"
    ),
    re.compile(rf"Counting only what .* did (?P<own>{_NAME}) come out of all [a-z]+ against (?P<other>{_NAME})\?"),
)
_STAGE = re.compile(r"\W*[A-Z][a-z]+ ([IVXLC]+)\W*")
_NUMERAL = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_CHANGED = (
    re.compile(r"as from [a-z]+ (?P<stage>[IVXLC]+), (?P<own>[a-z]+) against (?P<other>[a-z]+) is worth (?P<worth>[-+]?\d{1,9}) to the one who chose (?P<again>[a-z]+)\. All else as before\."),
    re.compile(r"the rules were amended: (?P<own>[a-z]+) met by (?P<other>[a-z]+) earns (?P<worth>[-+]?\d{1,9}), first applied in [a-z]+ (?P<stage>[IVXLC]+)\."),
    re.compile(r"from [a-z]+ (?P<stage>[IVXLC]+) on, whoever plays (?P<own>[a-z]+) while the other plays (?P<other>[a-z]+) gets (?P<worth>[-+]?\d{1,9}); the rest of the table stands\."),
    re.compile(r"the entry (?P<own>[a-z]+) / (?P<other>[a-z]+) of the table reads (?P<worth>[-+]?\d{1,9}) in [a-z]+ (?P<stage>[IVXLC]+) and after\."),
    re.compile(r"by vote of the agents, (?P<own>[a-z]+) meeting (?P<other>[a-z]+) counts (?P<worth>[-+]?\d{1,9}) as soon as [a-z]+ (?P<stage>[IVXLC]+) has begun\."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Round:
    number: str
    stage: int
    cards: dict[str, str]
    span: Span


@dataclass(slots=True)
class _Log:
    worth: dict[tuple[str, str], int] = field(default_factory=dict)
    rounds: list[_Round] = field(default_factory=list)
    """Several may have one number."""
    misread: dict[tuple[str, str], str] = field(default_factory=dict)
    """Number of a round and name of an agent -> the card that it had chosen in fact."""
    changes: list[tuple[int, tuple[str, str], int, Span]] = field(default_factory=list)
    spans: dict[tuple[str, str], Span] = field(default_factory=dict)
    table: list[Span] = field(default_factory=list)


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return the points that the log gives. Raises ``Unreadable``."""
    log = _log(only(documents).text)
    found = next((found for pattern in _ASKED if (found := pattern.fullmatch(case.question))), None)
    if found is None or found.groupdict().get("again", found["own"]) != found["own"]:
        raise Unreadable("question: it does not ask for the points of one agent against another")
    own, other = found["own"], found["other"]
    rounds = [one for one in log.rounds if set(one.cards) == {own, other}]
    if not rounds:
        raise Unreadable(f"document 0: {own} and {other} never meet")
    total = _total(log, rounds, own, other)
    right = tuple(_points(option) == total for option in case.choices)
    used = [one.span for one in rounds] + log.table
    used += [log.spans[one.number, who] for one in rounds for who in (own, other) if (one.number, who) in log.misread]
    used += [span for *_, span in log.changes]
    changed = any(_total(log, rounds[:-1], own, other) != total - worth for worth in set(log.worth.values()))
    return Reading(right, tuple(used), (), frozenset({0} if changed else ()), str(total))


def _total(log: _Log, rounds: Sequence[_Round], own: str, other: str) -> int:
    total = 0
    for one in rounds:
        cards = {who: log.misread.get((one.number, who), card) for who, card in one.cards.items()}
        pair = (cards[own], cards[other])
        worth = log.worth.get(pair)
        if worth is None:
            raise Unreadable(f"document 0: {pair[0]} against {pair[1]} has no worth")
        for stage, changed, value, _ in sorted(log.changes, key=lambda change: change[0]):
            if one.stage >= stage and changed == pair:
                worth = value
        total += worth
    return total


def _points(option: str) -> int:
    found = _OPTION.fullmatch(option)
    if found is None:
        raise Unreadable(f"option: {option} is no number of points")
    return int(found[1])


def _roman(text: str) -> int:
    values = [_NUMERAL[letter] for letter in text]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


def _log(text: str) -> _Log:
    log = _Log()
    head: list[str] | None = None
    stage = 0
    for at, line in lines(text):
        span = (0, at, at + len(line))
        found = _TABLE_HEAD.fullmatch(line)
        if found is not None:
            head = found[1].split(", ")
            log.table.append(span)
            continue
        found = _TABLE_ROW.fullmatch(line)
        if found is not None and head is not None:
            worths = [int(value) for value in line.partition(": ")[2].split(", ")]
            if len(worths) != len(head) or any((found[1], other) in log.worth for other in head):
                raise Unreadable(f"document 0: a row of the table that does not fit its head: {line}")
            log.worth.update({(found[1], other): worth for other, worth in zip(head, worths, strict=True)})
            log.table.append(span)
            continue
        found = _STAGE.fullmatch(line)
        if found is not None:
            stage = _roman(found[1])
            continue
        _event(log, line, span, stage)
    if not log.worth or not log.rounds:
        raise Unreadable("document 0: no log with a table of points and rounds")
    for number, who in log.misread:
        meant = sum(one.number == number and who in one.cards for one in log.rounds)
        if meant != 1:
            raise Unreadable(f"document 0: the misread card of {who} in {number} is of {meant} rounds, not of one")
    return log


def _event(log: _Log, line: str, span: Span, stage: int) -> None:
    for pattern in _ROUNDS:
        found = pattern.fullmatch(line)
        if found is not None:
            log.rounds.append(_Round(found["no"], stage, {found["one"]: found["x"], found["two"]: found["y"]}, span))
            return
    if not line.startswith("Umpire"):
        return
    for pattern in _MISREAD:
        found = pattern.search(line)
        if found is not None:
            key = (found["no"], found["who"])
            if key in log.misread:
                raise Unreadable(f"document 0: the card of {found['who']} in {found['no']} is corrected twice")
            log.misread[key] = found["card"]
            log.spans[key] = span
            return
    for pattern in _CHANGED:
        found = pattern.search(line)
        if found is not None:
            log.changes.append((_roman(found["stage"]), (found["own"], found["other"]), int(found["worth"]), span))
