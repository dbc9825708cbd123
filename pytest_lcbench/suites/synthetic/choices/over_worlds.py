"""Multiple choice over the worlds of other fields: their cases, with the gold and three computed wrong golds as options.

A wrong gold is the right one with one or both of two slips: a member too many or too few, two neighbours changed round, a document in
the next group. The two slips are crossed as everywhere in this package, so the right option cannot be told by its length or by what
it shares with the others. Documents are the other field's own; every one that can change its gold can change the option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from types import MappingProxyType
from typing import Any, cast

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.suites.case import AnswerKind
from pytest_lcbench.suites.synthetic.choices.options import crossed
from pytest_lcbench.suites.synthetic.drafts import Draft, Field, Written
from pytest_lcbench.suites.synthetic.draw import Draw

_PACKAGE = "pytest_lcbench.suites.synthetic"
SOURCES = MappingProxyType(
    {
        "multi_document_financial": (
            "financial",
            "FinancialField",
            ("extremum_acquisition", "range_awareness", "sequential_enumeration", "report_integration"),
        ),
        "multi_document_legal": (
            "legal",
            "LegalField",
            # Not sequential_enumeration: those golds run against the order shown too often to be hidden among options.
            ("range_awareness", "case_classification", "link_the_links", "solitaire"),
        ),
        "multi_document_academic": ("papers", "PapersField", ("citation_chain", "citation_reference")),
    }
)
"""LongBench v2's subtask to the package and class of the other field, and the subtasks of it that lend their cases."""

_TRIES = 200
_FOUR = 4
_ASK = {
    "en": (
        "{q}\n\nFour answers are offered; their form is of no account. Which one is right in every part?",
        "{q}\n\nDo not write the answer out in the form asked for: choose the option that states it without a mistake.",
    ),
    "zh": ("{q}\n\n下面给出四种答案，形式不论，哪一项完全正确？", "{q}\n\n不必按上述格式写出答案，请选出没有任何错误的一项。"),
}
_CHOOSE = {
    "en": (
        "Of the four options exactly one is right in every part; one slip makes an option wrong.",
        "The options differ in few places. Take the one in which nothing is wrong.",
        "Work the answer out first, then find the option that says the same.",
        "Three of the options hold one mistake or two. Name the fourth.",
    ),
    "zh": (
        "四个选项中只有一个处处正确，有一处错误即为错。",
        "各选项差别不大，请选出没有差错的一项。",
        "请先得出答案，再找出与之一致的选项。",
        "有三个选项各含一处或两处错误，请选另外那一个。",
    ),
}

Slips = tuple[Any, Any, Any, Any]
"""The gold; with the first slip; with the second; with both."""

Pattern = tuple[bool, bool]
"""For each slip, which way it goes: whether two names changed round rise in the right answer, whether a label gets longer."""


def available() -> tuple[str, ...]:
    """Return the subtasks of :data:`SOURCES` whose field is part of this installation."""
    return tuple(subtask for subtask, (package, *_) in SOURCES.items() if find_spec(f"{_PACKAGE}.{package}") is not None)


class OverWorlds:
    """One subtask over another field.

    Args:
        name: leads the keys of its documents.
        field: whose cases are taken.
        lends: the subtasks of *field* that are.

    """

    domain = "multi_document_qa"
    languages = ("en", "zh")

    def __init__(self, name: str, field: Field, lends: Sequence[str]) -> None:
        self._name, self._field, self._lends = name, field, tuple(lends)

    @classmethod
    def of(cls, subtask: str, world: int) -> OverWorlds:
        """Return *subtask* of :data:`SOURCES` in *world*."""
        package, kind, lends = SOURCES[subtask]
        field = cast("Field", getattr(import_module(f"{_PACKAGE}.{package}"), kind)(world))
        return cls(package, field, lends)

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """Draw cases of the other field until one allows four options. Raises ``SettingsError`` when none does."""
        # Drawn once: drawn anew with each case, it would follow what the other field's golds mostly are.
        pattern = (draw.chance(0.5), draw.chance(0.5))
        for _ in range(_TRIES):
            try:
                lent = self._field.draft(draw.pick(self._lends), language, tokens, draw)
            except SettingsError:  # that subtask has no case of the length; another may
                continue
            slips = _slips(lent, draw, pattern)
            options = None if slips is None else crossed(draw, [shown(gold, language) for gold in slips])
            if options is None:
                continue
            return replace(
                lent,
                subtask=subtask,
                domain=self.domain,
                question=draw.pick(_ASK[language]).format_map({"q": lent.question}),
                instruction=f"{lent.instruction} {draw.pick(_CHOOSE[language])}".strip(),
                gold=options[1],
                answer_kind=AnswerKind.CHOICE,
                documents=tuple(replace(plan, key=f"{self._name}.{plan.key}") for plan in lent.documents),
                choices=options[0],
                rules={},
            )
        raise SettingsError(f"no case of {subtask} in '{language}' with about {tokens} tokens has four options: ask for more tokens")

    def write(self, language: str, key: str, tokens: int) -> Written:
        """Write a document of the other field. Raises ``KeyError``."""
        return self._field.write(language, key, tokens)


def shown(gold: Any, language: str) -> str:
    """Return *gold* as an option shows it: names, or a mapping from name to name, one after another."""
    semicolon, colon = ("; ", ": ") if language == "en" else ("；", "：")
    if isinstance(gold, Mapping):
        gold = [f"{key}{colon}{value}" for key, value in gold.items()]
    return semicolon.join(gold)


def _slips(draft: Draft, draw: Draw, pattern: Pattern) -> Slips | None:
    """Return the gold of *draft* and three wrong ones, or ``None`` where its shape allows none."""
    make = _SLIPS.get(draft.answer_kind)
    return None if make is None else make(draft, draw, pattern)


def _order_shown(draft: Draft) -> list[str]:
    """Return the names of the documents as the gold writes them, in the order shown."""
    bracketed = "《" in str(draft.gold)
    return [f"《{plan.title}》" if bracketed else plan.title for plan in draft.documents if not plan.distractor]


def _set_slips(draft: Draft, draw: Draw, _: Pattern) -> Slips | None:
    """One name exchanged for another, and a second one; for a single name, three others. All options name as many."""
    gold: list[str] = list(draft.gold)
    order = _order_shown(draft)
    others = [name for name in order if name not in gold]
    if any(name not in order for name in gold):
        return None
    if len(gold) == 1:
        if len(others) < _FOUR - 1:
            return None
        one, two, three = draw.sample(others, _FOUR - 1)
        return gold, [one], [two], [three]
    if len(others) < 2:  # noqa: PLR2004 - one for each slip
        return None
    (out_a, out_b), (in_a, in_b) = draw.sample(gold, 2), draw.sample(others, 2)

    def exchanged(*pairs: tuple[str, str]) -> list[str]:
        out, in_ = [one for one, _ in pairs], [one for _, one in pairs]
        return [name for name in order if (name in gold and name not in out) or name in in_]

    return exchanged(), exchanged((out_a, in_a)), exchanged((out_b, in_b)), exchanged((out_a, in_a), (out_b, in_b))


def _rank(draft: Draft) -> Callable[[str], int]:
    """Return what orders names as they are shown: by their documents, else by their number."""
    order = _order_shown(draft)
    return lambda name: order.index(name) if name in order else int("0" + "".join(filter(str.isdecimal, name)))


def _order_slips(draft: Draft, draw: Draw, pattern: Pattern) -> Slips | None:
    """Two neighbours changed round, and two others."""
    gold: list[str] = list(draft.gold)
    rank = _rank(draft)
    rising = [rank(one) < rank(two) for one, two in pairwise(gold)]
    pairs = [(a, b) for a in range(len(rising)) for b in range(len(rising)) if abs(a - b) > 1 and (rising[a], rising[b]) == pattern]
    if not pairs:
        return None
    first, second = draw.pick(pairs)

    def changed(*places: int) -> list[str]:
        order = list(gold)
        for place in places:
            order[place], order[place + 1] = order[place + 1], order[place]
        return order

    return gold, changed(first), changed(second), changed(first, second)


def _group_slips(draft: Draft, draw: Draw, pattern: Pattern) -> Slips | None:
    """One member in another group, and another member. Options go by member: by group, an emptied one would be seen."""
    labels = list(draft.gold)
    label_of = {member: label for label, members in draft.gold.items() for member in members}
    order = [name for name in _order_shown(draft) if name in label_of]
    if len(labels) < 2 or len(order) < 2 or len(order) < len(label_of):  # noqa: PLR2004 - two members, each with a group to go to
        return None
    moves: list[tuple[str, str]] = []
    for longer in pattern:
        # A move to a label with the longer name makes an option longer: it is drawn which way that goes.
        ways = [
            (member, label)
            for member in order
            for label in labels
            if label != label_of[member]
            and member not in dict(moves)
            and (len(label) == len(label_of[member]) or (len(label) > len(label_of[member])) == longer)
        ]
        if not ways:
            return None
        moves.append(draw.pick(ways))

    def moved(*chosen: tuple[str, str]) -> dict[str, str]:
        return {member: {**label_of, **dict(chosen)}[member] for member in order}

    return moved(), moved(moves[0]), moved(moves[1]), moved(*moves)


def _pair_slips(draft: Draft, draw: Draw, pattern: Pattern) -> Slips | None:
    """Two values changed round, and two others."""
    gold: dict[str, str] = dict(draft.gold)
    if len(gold) < _FOUR:
        return None
    rank = _rank(draft)
    keys = list(gold)
    for _ in range(_TRIES):
        one, two, three, four = (keys[at] for at in _two_pairs(draw, len(keys)))
        if (rank(gold[one]) < rank(gold[two]), rank(gold[three]) < rank(gold[four])) == pattern:
            break
    else:
        return None

    def changed(*pairs: tuple[str, str]) -> dict[str, str]:
        values = dict(gold)
        for first, second in pairs:
            values[first], values[second] = values[second], values[first]
        return values

    return gold, changed((one, two)), changed((three, four)), changed((one, two), (three, four))


def _two_pairs(draw: Draw, count: int) -> tuple[int, int, int, int]:
    """Return two pairs of places, each in order, of four different ones below *count*."""
    one, two, three, four = draw.sample(range(count), _FOUR)
    return min(one, two), max(one, two), min(three, four), max(three, four)


_SLIPS: Mapping[AnswerKind, Callable[[Draft, Draw, Pattern], Slips | None]] = MappingProxyType(
    {
        AnswerKind.NAMES: _set_slips,
        AnswerKind.ORDERED: _order_slips,
        AnswerKind.CHAIN: _order_slips,
        AnswerKind.GROUPS: _group_slips,
        AnswerKind.PAIRS: _pair_slips,
    }
)
