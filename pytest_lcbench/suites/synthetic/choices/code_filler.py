"""Modules, tests and notes of a generated repository that no question is about. They parse, run, and stand on their own."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pytest_lcbench.suites.synthetic.choices.text import Grammar, capital, plural, sentences
from pytest_lcbench.suites.synthetic.draw import Draw

_NOUNS = (
    "ledger route berth crew cargo lamp gauge ticket voucher crane tide slot queue batch invoice ramp depot signal manifest locker hatch "
    "window beacon anchor pallet weight counter rope cabin meter valve schedule hold stamp roster buoy winch fender tarpaulin sample reading"
).split()
_VERBS = "collect merge split trim rank fold pair count scan mark drop align pack sift weigh stack label probe check tidy".split()
_TRAITS = "late open heavy spare sealed idle empty paid marked early double local wet foreign".split()
_PROSE = Grammar({
    "note": (
        "the {noun} desk asked for {trait} {nouns} to be listed apart.", "a {trait} {noun} is not an error.", "see the {noun} module for the {trait} case.", "{nouns} arrive in any order.", "callers may pass a {trait} {noun} twice.",
        "the limit was measured with {trait} {nouns}.", "kept for the {noun} desk.", "an empty list is common here.", "the old file counted from one.", "rounding down is what the {noun} desk expects.", "mind {trait} {nouns}.", "{number} is what the {noun} desk uses.",
    ),
    "page": (
        "{Nouns} are counted once a day.", "a {trait} {noun} stays in the queue for {number} minutes.", "run the checks of the {noun} module before a release.", "the {noun} desk and the {noun2} desk share one log.",
        "older files call a {noun} a {noun2}.", "at most {number} {nouns} are read at a time.", "if a {noun} is {trait}, look at its {noun2} first.", "a {trait} {noun} cannot be had from the command line.",
        "known gap: {trait} {nouns} are listed twice when the {noun2} is {trait2}.", "settings are read afresh for every call.", "a profile that has no value of its own falls back to what is shared.", "a new class needs a line where the package starts.",
        "ask before you change the order of imports.", "two classes of one code are allowed; only one is used.", "the {noun} desk reads this page on Mondays.", "{Nouns} that are {trait} come last in every list.", "whoever adds a {noun} module adds a test.",
    ),
    "noun": _NOUNS, "noun2": _NOUNS, "nouns": [plural(noun) for noun in _NOUNS], "Nouns": [plural(noun).capitalize() for noun in _NOUNS], "trait": _TRAITS, "trait2": _TRAITS, "number": [str(n) for n in range(3, 90)],
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Body:
    """A function's docstring, body and what it makes of numbers, with ``a`` and ``b`` and the next function ``call``."""

    doc: str
    source: str
    result: Callable[[list[int], int, int], list[int]]


def _folded(items: list[int], a: int, b: int) -> list[int]:
    total = 0
    while items and total < a:
        total, items = total + items[0] % b, items[1:]
    return [total, *items]


def _classes(items: list[int], a: int, b: int) -> list[int]:
    groups: dict[int, int] = {}
    for item in items:
        groups[item // b] = groups.get(item // b, 0) + 1
    return [count * a for count in groups.values()]


def _from_first(items: list[int], a: int, b: int) -> list[int]:
    first, *others = items or [a]
    return [first, *[item - first for item in others if item > b]]


def _steps(items: list[int], _: int, b: int) -> list[int]:
    return [max(two - one, b) for one, two in pairwise(items)]


_BODIES = (
    _Body("the {nouns} that {b} does not divide, at most {a} of them.", "    kept = [item for item in {nouns} if item % {b}]\n    if len(kept) > {a}:\n        kept = kept[:{a}]\n    return {call}(kept)\n", lambda items, a, b: [item for item in items if item % b][:a]),
    _Body("all {nouns} but one in {b}, each raised by {a}.", "    found: list[int] = []\n    for at, item in enumerate({nouns}):\n        if at % {b} == 1:\n            continue\n        found.append(item + {a})\n    return {call}(found)\n", lambda items, a, b: [item + a for at, item in enumerate(items) if at % b != 1]),
    _Body("the {nouns} with the first of them taken together until {a} is reached.", "    total = 0\n    while {nouns} and total < {a}:\n        total += {nouns}[0] % {b}\n        {nouns} = {nouns}[1:]\n    return {call}([total, *{nouns}])\n", _folded),
    _Body("how many lots of {b} there are in each of the {nouns}, none counted beyond {a}.", "    limit = {a}  # {note}\n    return {call}([min(item, limit) // {b} for item in {nouns}])\n", lambda items, a, b: [min(item, a) // b for item in items]),
    _Body("{a} for each of the {nouns} of one size class, {b} to a class.", "    groups: dict[int, list[int]] = {{}}\n    for item in {nouns}:\n        groups.setdefault(item // {b}, []).append(item)\n    return {call}([len(group) * {a} for group in groups.values()])\n", _classes),
    _Body("the first of the {nouns}, then how far each later one above {b} is from it.", "    # {note}\n    first, *others = {nouns} or [{a}]\n    return {call}([first, *[item - first for item in others if item > {b}]])\n", _from_first),
    _Body("the steps between neighbouring {nouns}, none below {b}.", "    steps = [two - one for one, two in zip({nouns}, {nouns}[1:])]\n    return {call}([max(step, {b}) for step in steps])\n", _steps),
    _Body("the {nouns} summed up as they come, modulo {a}.", "    sums: list[int] = []\n    running = {b}\n    for item in {nouns}:\n        running = (running + item) % {a}\n        sums.append(running)\n    return {call}(sums)\n", lambda items, a, b: [(b + sum(items[: at + 1])) % a for at in range(len(items))]),
    _Body("every {b}th of the {nouns}, or {a} where there are none.", "    if not {nouns}:\n        return [{a}]\n    return {call}({nouns}[::{b}])\n", lambda items, a, b: items[::b] if items else [a]),
)  # fmt: skip
_LEFT_OUT = 4
_SHORT = 900
_PART = 200
"""Characters of a file in a short repository; about half of what a function has."""
_CALLS: dict[str, Callable[[list[int]], list[int]]] = {"sorted": sorted, "list": list}


@dataclass(frozen=True, slots=True)
class _Tested:
    """A function that a test can call: where it is, and what it makes of numbers."""

    module: str
    name: str
    run: Callable[[list[int]], list[int]]


class CodeFiller:
    """Files of one repository beside those that matter.

    Args:
        package: its import name.
        draw: decides everything.
        head: makes the line above a file from its path.
        retired: writes a class of the given name that is no longer loaded.
        classes: names that such classes may have.
        folders: where such classes stand beside those that are loaded.

    """

    def __init__(
        self, package: str, draw: Draw, head: Callable[[str], str], retired: Callable[[str, Draw], str], classes: Sequence[str], folders: Sequence[str]
    ) -> None:  # fmt: skip
        self._package, self._draw, self._head, self._retired = package, draw, head, retired
        self._say = _PROSE.speaker(draw, {})
        self._paths: set[str] = set()
        self._classes = draw.shuffled(classes)
        self._places = (*folders, "retired", "attic")
        self._tested: list[_Tested] = []
        self._fresh: list[list[_Tested]] = []
        self._folders = draw.sample(("desk", "yard", "ops", "store", "intake", "reports", "lists", "office"), 4)

    def file(self, most: int) -> str:
        """Return one more file with its head line, of not many more than *most* characters."""
        draw = self._draw
        turn = draw.below(12)
        if turn == 11 and self._classes:  # noqa: PLR2004 - a file in twelve
            name = self._classes.pop()
            return f"{self._head(self._path(f'{self._package}/{draw.pick(self._places)}', name.lower(), '.py'))}{self._retired(name, draw)}\n"
        noun = draw.pick(_NOUNS)
        if turn == 0:
            lines = "\n".join(f"- {sentences(self._say('page'))}" for _ in range(draw.between(2, 8)))
            return f"{self._head(self._path('docs', noun, '.md'))}# {capital(plural(noun))}\n\n{lines}\n\n"
        if turn < 3 and self._tested:  # noqa: PLR2004 - two files in twelve
            return self._test(1 if most < _SHORT else 4)
        return self._module(noun, min(most, draw.between(400, 3200)))

    def _path(self, folder: str, name: str, ending: str) -> str:
        """Return a path that no file has yet."""
        path, count = f"{folder}/{name}{ending}", 1
        while path in self._paths:
            count += 1
            path = f"{folder}/{name}_{count}{ending}"
        self._paths.add(path)
        return path

    def _module(self, noun: str, target: int) -> str:
        draw = self._draw
        path = self._path(
            f"{self._package}/{draw.pick(self._folders)}",
            f"{plural(noun)}_{draw.pick(_TRAITS)}" if draw.chance(0.6) else plural(noun),
            ".py",
        )
        module = path.removesuffix(".py").replace("/", ".")
        doc = draw.pick(
            (
                f"{capital(plural(noun))} as lists of numbers.",
                f"What the {noun} desk works out.",
                f"Lists of {plural(noun)}.",
                f"Helpers for {plural(noun)}.",
            )
        )
        parts = [f'"""{doc}"""\n\nfrom __future__ import annotations\n\n']
        limits: dict[str, int] = {}
        table = ""
        if draw.chance(0.5):
            limits = {trait: draw.between(2, 60) for trait in draw.sample(_TRAITS, draw.between(2, 6))}
            table = f"{noun.upper()}_LIMITS"
            parts.append(f"{table} = {{{', '.join(f'{_quoted(trait)}: {value}' for trait, value in limits.items())}}}\n\n\n")
        else:
            parts.append("\n")
        made: list[_Tested] = []
        names: set[str] = set()
        length = len(parts[0])
        while length == len(parts[0]) or length + _PART < target:
            if draw.chance(0.2):
                part = self._class(noun, names)
            else:
                part, function = self._function(module, noun, names, made, table, limits)
                made.append(function)
            parts.append(part)
            length += len(part)
        # A module at the very end may not fit in and be left out, so that tests are of earlier ones.
        self._fresh.append(made)
        if len(self._fresh) > _LEFT_OUT:
            self._tested = [*self._tested[-20:], *self._fresh.pop(0)]
        return f"{self._head(path)}{''.join(parts).rstrip()}\n\n"

    def _named(self, names: set[str], make: Callable[[], str]) -> str:
        """Return a name that is not in *names*, and add it there."""
        name = make()
        for _ in range(200):
            if name not in names:
                break
            name = make()
        else:
            name = f"{name}{len(names)}"
        names.add(name)
        return name

    def _function(
        self, module: str, noun: str, names: set[str], made: Sequence[_Tested], table: str, limits: dict[str, int]
    ) -> tuple[str, _Tested]:  # fmt: skip
        draw = self._draw
        nouns = plural(noun)
        trait = draw.pick(_TRAITS)
        name = self._named(names, lambda: f"{draw.pick(_VERBS)}_{draw.pick(_TRAITS)}")
        a, b = draw.between(3, 60), draw.between(2, 20)
        shown = str(a)
        if limits and draw.chance(0.4):
            trait = draw.pick(tuple(limits))
            a, shown = limits[trait], f'{table}["{trait}"]'
        body = draw.pick(_BODIES)
        after = draw.pick(made) if made and draw.chance(0.5) else None
        call = after.name if after else draw.pick(tuple(_CALLS))
        doc = body.doc.format(nouns=nouns, a=shown.replace('"', "'"), b=b)
        source = body.source.format(nouns=nouns, a=shown, b=b, call=call, note=sentences(self._say("note")))
        run_after = after.run if after else _CALLS[call]

        def run(items: list[int]) -> list[int]:
            result = body.result(items, a, b)
            return result if body is _BODIES[-1] and not items else run_after(result)

        text = f'def {name}({nouns}: list[int]) -> list[int]:\n    """{draw.pick(("Return", "Give", "Get"))} {doc}"""\n{source}\n\n'
        return text, _Tested(module, name, run)

    def _class(self, noun: str, names: set[str]) -> str:
        draw = self._draw
        trait = draw.pick(_TRAITS)
        name = self._named(names, lambda: f"{draw.pick(_TRAITS).capitalize()}{noun.capitalize()}")
        held = draw.pick([other for other in _NOUNS if other not in _VERBS and other != noun])
        a, b = draw.between(2, 60), draw.between(2, 20)
        doc = sentences(f"a {noun} that counts its {plural(held)}.")
        return (
            f'class {name}:\n    """{doc}"""\n\n    def __init__(self, {held}: int = {a}) -> None:\n        self.{held} = {held}\n\n'
            f'    def {draw.pick(_VERBS)}(self, units: int) -> int:\n        """Return what {units_of(trait)} make of the {held}."""\n'
            f"        return self.{held} {draw.pick('+-*')} units {draw.pick(('//', '%'))} {b}\n\n\n"
        )

    def _test(self, count: int) -> str:
        """Return a test file that calls at most *count* functions written before, with what they return."""
        draw = self._draw
        chosen = self._tested[draw.below(len(self._tested))].module
        functions = [one for one in self._tested if one.module == chosen]
        functions = draw.sample(functions, min(len(functions), draw.between(1, count)))
        imported = ", ".join(sorted(one.name for one in functions))
        lines = []
        for one in functions:
            numbers = [draw.between(1, 60) for _ in range(draw.between(3, 6))]
            note = f"    # {sentences(self._say('note'))}\n" if draw.chance(0.3) else ""
            lines.append(f"def test_{one.name}() -> None:\n{note}    assert {one.name}({numbers}) == {one.run(numbers)}\n")
        name = "_".join(chosen.split(".")[1:])
        path = self._path("tests", f"test_{name}", ".py")
        return f'{self._head(path)}"""Checks of {chosen}."""\n\nfrom {chosen} import {imported}\n\n\n' + "\n\n".join(lines) + "\n"


def units_of(trait: str) -> str:
    """Return how units that are *trait* are called."""
    return f"so many {trait} units"


def _quoted(text: str) -> str:
    return f'"{text}"'
