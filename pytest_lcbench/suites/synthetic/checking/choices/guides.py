"""Questions about a user guide: the time a unit keeps to, by its mode, its revision and an option that is on."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, only

_WHAT = r"(?P<what>[a-z]+ [a-z -]+?)"
_PAIR = r"[A-Z]+(?: |: | = )\d{1,9}"
_LIST = rf"(?P<list>{_PAIR}(?:[;,] {_PAIR})*)"
_ITEM = re.compile(r"([A-Z]+)(?: |: | = )(\d{1,9})")
_OPT, _FIGURE, _REVISION = r"(?P<option>[A-Z]{2,})", r"(?P<figure>\d{1,9})", r"(?P<revision>[A-Z])"
_ONE, _TWO = r"(?P<one>[A-Z]{2,})", r"(?P<two>[A-Z]{2,})"
_VALUES = (
    re.compile(rf"Factory values of the {_WHAT} in minutes: {_LIST}\."),
    re.compile(rf"The {_WHAT} by mode, in minutes: {_LIST}\."),
    re.compile(rf"(?P<what>[A-Z][a-z]+ [a-z -]+?), as set at the works \(minutes\): {_LIST}\."),
    re.compile(rf"How long is the {_WHAT}\? In minutes: {_LIST}\."),
    re.compile(rf"Table of the {_WHAT}, minutes: {_LIST}\."),
    re.compile(rf"We deliver the unit with this {_WHAT} \(in minutes\): {_LIST}\."),
)
_REVISIONS = (
    re.compile(rf"Errata: for revision {_REVISION} read {_LIST} \(minutes\) where the {_WHAT} is given by mode\."),
    re.compile(rf"Units of revision {_REVISION} were set differently\. Their {_WHAT} is {_LIST}; other modes as printed\."),
    re.compile(rf"Correction sheet, revision {_REVISION}: {_WHAT} {_LIST} minutes\. All else stands\."),
    re.compile(rf"If the nameplate says revision {_REVISION}, cross out two figures of the {_WHAT} and write {_LIST}\."),
    re.compile(rf"Revision {_REVISION} left the works with another {_WHAT}, namely {_LIST}; the modes not named here are as listed\."),
    re.compile(rf"The {_WHAT} was changed with revision {_REVISION} and no other: {_LIST}\."),
)
_ADDED = (
    re.compile(rf"{_OPT} lengthens the {_WHAT} by {_FIGURE} minutes\."),
    re.compile(rf"With {_OPT} switched on, add {_FIGURE} minutes to the {_WHAT}\."),
    re.compile(rf"Switching {_OPT} on makes the {_WHAT} {_FIGURE} minutes longer\."),
    re.compile(rf"As long as {_OPT} is on, the {_WHAT} lasts {_FIGURE} minutes more\."),
    re.compile(rf"{_OPT} costs {_FIGURE} minutes: the {_WHAT} ends that much later\."),
    re.compile(rf"Expect {_FIGURE} minutes on top of the {_WHAT} when {_OPT} is on\."),
)
_EXCEPTED = (
    re.compile(rf"In {_ONE} and {_TWO} the option {_OPT} acts otherwise on the {_WHAT}: {_FIGURE} minutes are added there\."),
    re.compile(rf"Exception for the {_WHAT}: {_ONE} and {_TWO} get {_FIGURE} minutes from {_OPT}, whatever is said in general\."),
    re.compile(rf"What {_OPT} adds to the {_WHAT} is {_FIGURE} minutes in {_ONE} and in {_TWO}\."),
    re.compile(rf"{_ONE} and {_TWO} are treated apart: there the {_WHAT} grows by {_FIGURE} minutes under {_OPT}\."),
    re.compile(rf"Does {_OPT} always change the {_WHAT} alike\? No, in {_ONE} or {_TWO} it is {_FIGURE} minutes that are added\."),
    re.compile(rf"Owners who use {_ONE} or {_TWO}, note that {_OPT} prolongs the {_WHAT} by {_FIGURE} minutes in these two\."),
)
_ASKED = (
    re.compile(rf"How many minutes is the {_WHAT} of an? [a-z ]+ of revision (?P<revision>[A-Z]), set to (?P<mode>[A-Z]{{2,}}), while (?P<option>[A-Z]{{2,}}) is on\?"),
    re.compile(rf"A unit of revision (?P<revision>[A-Z]) runs in (?P<mode>[A-Z]{{2,}}) and has (?P<option>[A-Z]{{2,}}) switched on\. How long is its {_WHAT}\?"),
    re.compile(rf"(?P<option>[A-Z]{{2,}}) is on and (?P<mode>[A-Z]{{2,}}) is chosen\. What {_WHAT} does a revision (?P<revision>[A-Z]) unit keep to\?"),
)  # fmt: skip
_OPTION = re.compile(r"(\d{1,9}) min in all")


@dataclass(slots=True)
class _Guide:
    values: dict[str, int] = field(default_factory=dict)
    revisions: dict[tuple[str, str], int] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)
    excepted: dict[tuple[str, str], int] = field(default_factory=dict)
    used: list[Span] = field(default_factory=list)


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return the minutes that the guide gives. Raises ``Unreadable``."""
    asked = next((found for pattern in _ASKED if (found := pattern.fullmatch(case.question))), None)
    if asked is None:
        raise Unreadable("question: it does not ask for a time by mode, revision and option")
    guide = _guide(only(documents).text, asked["what"], asked["option"])
    minutes = _minutes(guide, asked)
    guide.values[asked["mode"]] += 1
    guide.revisions = {key: figure + 1 for key, figure in guide.revisions.items()}
    changed = _minutes(guide, asked) != minutes
    right = tuple(_figure(option) == minutes for option in case.choices)
    return Reading(right, tuple(guide.used), (), frozenset({0} if changed else ()), str(minutes))


def _minutes(guide: _Guide, asked: re.Match[str]) -> int:
    mode, option = asked["mode"], asked["option"]
    if mode not in guide.values or (option not in guide.added and (option, mode) not in guide.excepted):
        raise Unreadable(f"document 0: it gives the {asked['what']} neither for {mode} nor with {option}")
    base = guide.revisions.get((asked["revision"], mode), guide.values[mode])
    return base + guide.excepted.get((option, mode), guide.added.get(option, 0))


def _figure(option: str) -> int:
    found = _OPTION.fullmatch(option)
    if found is None:
        raise Unreadable(f"option: {option} is no time")
    return int(found[1])


def _guide(text: str, what: str, option: str) -> _Guide:
    """Read what *text* states of one time and one option; a second statement of the same is a contradiction."""
    guide = _Guide()
    counts = dict.fromkeys(("values", "revisions", "added", "excepted"), 0)
    for kind, patterns in (("values", _VALUES), ("revisions", _REVISIONS), ("added", _ADDED), ("excepted", _EXCEPTED)):
        for found in (found for pattern in patterns for found in pattern.finditer(text)):
            parts = found.groupdict()
            if parts["what"].lower() != what or parts.get("option", option) != option:
                continue
            counts[kind] += 1
            guide.used.append((0, found.start(), found.end()))
            listed = [(mode, int(figure)) for mode, figure in _ITEM.findall(parts.get("list") or "")]
            if kind == "values":
                guide.values.update(listed)
            elif kind == "revisions":
                guide.revisions.update({(parts["revision"], mode): figure for mode, figure in listed})
            elif kind == "added":
                guide.added[parts["option"]] = int(parts["figure"])
            else:
                guide.excepted.update({(parts["option"], parts[place]): int(parts["figure"]) for place in ("one", "two")})
    if any(count > 1 for count in counts.values()):
        raise Unreadable(f"document 0: it states something of the {what} twice: {counts}")
    return guide
