"""Questions about an inventory whose classes follow an unwritten rule: the rule is found from the examples, and no rival of it.

Four classes are told apart by two yes-or-no properties of a piece. Every property that this module can think of is tried on all
examples; those that split the classes two and two without an exception are kept. Whatever pair of kept properties one believes in,
the new piece must come out in one class.
"""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_SIZE, _DAY = r"(?P<width>\d{1,9})x(?P<height>\d{1,9})", r"(?P<day>\d{1,9}) (?P<month>[A-Z][a-z]+)"
_PIECES = (
    re.compile(
        rf"(?P<site>\w+), {_DAY}: (?P<stuff>\w+) (?P<thing>[a-z -]+) \(maker (?P<maker>\w+), owner (?P<owner>\w+)\), "
        rf"(?P<parts>[a-z, ]+), "
        rf"stamped (?P<stamp>\d{{1,9}}), {_SIZE} [cm]m"
    ),
    re.compile(
        rf"(?P<stamp>\d{{1,9}}) \| (?P<thing>[a-z -]+), (?P<stuff>\w+) \| {_SIZE} [cm]m \| (?P<parts>[a-z, ]+) \| (?P<maker>\w+) for (?P<owner>\w+) "
        rf"\| (?P<site>\w+) \| {_DAY}"
    ),
    re.compile(
        rf"(?P<thing>[a-z -]+) of (?P<stuff>\w+), {_SIZE} [cm]m, with (?P<parts>[a-z, ]+); mark (?P<stamp>\d{{1,9}}); made by (?P<maker>\w+), "
        rf"owned by (?P<owner>\w+); (?P<site>\w+), {_DAY}"
    ),
    re.compile(
        rf"{_DAY}, from (?P<site>\w+): (?P<thing>[a-z -]+) \((?P<stuff>\w+)\) no\. (?P<stamp>\d{{1,9}}); (?P<maker>\w+) made it, (?P<owner>\w+) had it; "
        rf"{_SIZE} [cm]m; has (?P<parts>[a-z, ]+)"
    ),
    re.compile(
        rf"\[(?P<stamp>\d{{1,9}})\] (?P<stuff>\w+) (?P<thing>[a-z -]+?) with (?P<parts>[a-z, ]+), {_SIZE} [cm]m\. Maker: (?P<maker>\w+)\. Owner: (?P<owner>\w+)\. "
        rf"Found on {_DAY} at (?P<site>\w+)"
    ),
)
_ASKED = re.compile(r"[^:]+: (.+)\?")
_CLASSES = 4
_SHARES = range(10, 120, 5)
Piece = Mapping[str, str]
Property = Callable[[Piece], bool]


def _properties() -> Iterator[tuple[str, Property]]:
    yield "wider than high", lambda piece: int(piece["width"]) > int(piece["height"])
    yield "even width", lambda piece: int(piece["width"]) % 2 == 0
    yield "even height", lambda piece: int(piece["height"]) % 2 == 0
    yield "even day", lambda piece: int(piece["day"]) % 2 == 0
    yield "first half of the month", lambda piece: int(piece["day"]) <= 15  # noqa: PLR2004 - half a month
    yield "even stamp", lambda piece: int(piece["stamp"]) % 2 == 0
    yield "even sum of the stamp's digits", lambda piece: sum(map(int, piece["stamp"])) % 2 == 0
    yield "stamp begins lower than it ends", lambda piece: piece["stamp"][0] < piece["stamp"][-1]
    yield "stamp begins higher than it ends", lambda piece: piece["stamp"][0] > piece["stamp"][-1]
    yield "stamp begins as it ends", lambda piece: piece["stamp"][0] == piece["stamp"][-1]
    yield "a digit of the stamp twice", lambda piece: len(set(piece["stamp"])) < len(piece["stamp"])
    yield "even number of parts", lambda piece: (piece["parts"].count(",") + 1) % 2 == 0
    yield "more than two parts", lambda piece: piece["parts"].count(",") >= 2  # noqa: PLR2004 - two commas, three parts
    yield "parts by alphabet", lambda piece: sorted(piece["parts"].split(", ")) == piece["parts"].split(", ")
    names = ("maker", "owner", "site", "thing", "stuff", "month")
    for one, two in combinations(names, 2):
        yield f"{one} before {two} by alphabet", lambda piece, one=one, two=two: piece[one].lower() < piece[two].lower()  # type: ignore[misc]
        yield f"{one} longer than {two}", lambda piece, one=one, two=two: len(piece[one]) > len(piece[two])  # type: ignore[misc]
    for name in names:
        yield f"even letters of {name}", lambda piece, name=name: len(piece[name]) % 2 == 0  # type: ignore[misc]
        yield f"{name} ends in a vowel", lambda piece, name=name: piece[name][-1] in "aeiou"  # type: ignore[misc]
    for share in _SHARES:
        yield f"width over {share}", lambda piece, share=share: int(piece["width"]) > share  # type: ignore[misc]
        yield f"height over {share}", lambda piece, share=share: int(piece["height"]) > share  # type: ignore[misc]
        yield f"sides over {share}", lambda piece, share=share: int(piece["width"]) + int(piece["height"]) > share  # type: ignore[misc]


_PROPERTIES: Mapping[str, Property] = MappingProxyType(dict(_properties()))


@dataclass(frozen=True, slots=True)
class _Example:
    piece: Piece
    label: str
    span: Span


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return the class that the examples give. Raises ``Unreadable``."""
    examples = _examples(only(documents).text)
    asked = _ASKED.fullmatch(case.question)
    piece = _piece(asked[1]) if asked else None
    if piece is None:
        raise Unreadable("question: no piece described in it")
    labels = sorted({example.label for example in examples})
    if len(labels) != _CLASSES:
        raise Unreadable(f"document 0: {len(labels)} classes, not {_CLASSES}")
    kept = _kept(examples, labels)
    answers = set(_classes(kept, frozenset(labels), piece))
    names = " and ".join(kept)
    if len(answers) != 1:
        raise Unreadable(f"document 0: {len(answers)} classes of the piece by the rules that fit all examples ({names or 'none'})")
    (answer,) = answers
    right = tuple(option == answer for option in case.choices)
    passages = documents[0].passages
    shown = {one.label for one in examples if any(first <= one.span[1] and one.span[2] <= last for first, last in passages)}
    used = () if answer in shown else (next(one.span for one in examples if one.label == answer),)
    # With the classes of all examples exchanged the piece is in another.
    return Reading(right, used, tuple(one.span for one in examples), frozenset({0}), f"{answer} ({names})")


def _kept(examples: Sequence[_Example], labels: Sequence[str]) -> dict[str, tuple[Property, frozenset[str]]]:
    """Return the properties that split the classes two and two without an exception, with the classes that have them."""
    kept = {}
    for name, has in _PROPERTIES.items():
        sides: dict[str, bool] = {}
        if all(sides.setdefault(one.label, answer) == answer for one in examples for answer in (has(one.piece),)):
            having = frozenset(label for label in labels if sides[label])
            if len(having) * 2 == len(labels):
                kept[name] = (has, having)
    return kept


def _classes(kept: Mapping[str, tuple[Property, frozenset[str]]], labels: frozenset[str], piece: Piece) -> Iterator[str]:
    """Yield the class of *piece* by each pair of properties that tells all classes apart."""
    sides = [(having, labels - having, has(piece)) for has, having in kept.values()]
    for (one, not_one, is_one), (two, not_two, is_two) in combinations(sides, 2):
        if len(one & two) == 1:
            yield from (one if is_one else not_one) & (two if is_two else not_two)


def _piece(text: str) -> Piece | None:
    return next((found.groupdict() for pattern in _PIECES if (found := pattern.fullmatch(text))), None)


def _examples(text: str) -> list[_Example]:
    examples = []
    for at, line in lines(text):
        described, arrow, label = line.partition(" => ")
        if not arrow:
            continue
        piece = _piece(described)
        if piece is None:
            raise Unreadable(f"document 0: a line that describes no piece: {line}")
        examples.append(_Example(piece, label, (0, at, at + len(line))))
    return examples
