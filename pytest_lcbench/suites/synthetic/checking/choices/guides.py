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
_LIST = r"(?P<list>[A-Z]+ \d{1,9}(?:; [A-Z]+ \d{1,9})*)"
_VALUES = (
    re.compile(rf"Factory values of the {_WHAT} in minutes: {_LIST}\."),
    re.compile(rf"The {_WHAT} by mode, in minutes: {_LIST}\."),
)
_REVISIONS = (
    re.compile(rf"Errata: for revision (?P<revision>[A-Z]) read {_LIST} \(minutes\) where the {_WHAT} is given by mode\."),
    re.compile(rf"Units of revision (?P<revision>[A-Z]) were set differently\. Their {_WHAT} is {_LIST}; other modes as printed\."),
)
_ADDED = (
    re.compile(rf"(?P<option>[A-Z]{{2,}}) lengthens the {_WHAT} by (?P<figure>\d{{1,9}}) minutes\."),
    re.compile(rf"With (?P<option>[A-Z]{{2,}}) switched on, add (?P<figure>\d{{1,9}}) minutes to the {_WHAT}\."),
)
_EXCEPTED = (
    re.compile(rf"In (?P<one>[A-Z]{{2,}}) and (?P<two>[A-Z]{{2,}}) the option (?P<option>[A-Z]{{2,}}) acts otherwise on the {_WHAT}: (?P<figure>\d{{1,9}}) minutes are added there\."),
    re.compile(rf"Exception for the {_WHAT}: (?P<one>[A-Z]{{2,}}) and (?P<two>[A-Z]{{2,}}) get (?P<figure>\d{{1,9}}) minutes from (?P<option>[A-Z]{{2,}}), whatever is said in general\."),
)  # fmt: skip
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
            if parts["what"] != what or parts.get("option", option) != option:
                continue
            counts[kind] += 1
            guide.used.append((0, found.start(), found.end()))
            listed = [(mode, int(figure)) for mode, figure in (part.split() for part in (parts.get("list") or "").split("; ") if part)]
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
