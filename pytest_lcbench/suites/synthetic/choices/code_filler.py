"""Modules, tests and notes of a generated repository that no question is about. They parse, and stand on their own."""

# ruff: noqa: E501, SIM905 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable

from pytest_lcbench.suites.synthetic.choices.text import Grammar, plural, sentences
from pytest_lcbench.suites.synthetic.draw import Draw

_NOUNS = (
    "parcel ledger route berth crew cargo lamp gauge ticket voucher shift crane tide slot queue batch invoice ramp depot barge signal manifest locker hatch "
    "window beacon anchor pallet weight counter stamp roster rope cabin meter valve permit schedule cart hold"
).split()
_VERBS = "collect merge split trim rank shift fold pair count scan mark drop align pack sift weigh stack label probe order".split()
_PLURALS = [plural(noun) for noun in _NOUNS]
_DONE = (
    "collected merged split trimmed ranked shifted folded paired counted scanned marked dropped aligned packed sifted weighed stacked labelled "
    "probed ordered"
).split()
_TRAITS = "late open heavy spare sealed idle empty paid marked early double local".split()
_PROSE = Grammar({
    "doc": (
        "{verb} the {nouns} of one {noun}.", "tell whether a {noun} is {trait}.", "{verb} {trait} {nouns} before the {noun} closes.", "a {noun} as the {noun} desk sees it.", "keep what the {noun} reports.",
        "{verb} every {noun}, {trait} ones first.", "work out the {noun} of a {trait} {noun}.", "hold back {nouns} that are {trait}.", "pair each {noun} with its {noun}.",
    ),
    "note": (
        "the {noun} desk asked for {trait} {nouns} to be {done} apart.", "a {trait} {noun} is not an error.", "nothing here reads the settings.", "see the {noun} module for the {trait} case.",
        "{nouns} arrive in any order.", "the limit of {number} was measured with {trait} {nouns}.", "callers may pass a {trait} {noun} twice.", "this does not touch prices.",
    ),
    "page": (
        "{Nouns} are {done} once a day.", "a {trait} {noun} stays in the queue for {number} minutes.", "run the checks of the {noun} module before a release.", "the {noun} desk and the {noun} desk share one log.",
        "older files call a {noun} a {noun}.", "we {verb} at most {number} {nouns} at a time.", "if a {noun} is {trait}, look at its {noun} first.", "there is no way to {verb} a {trait} {noun} from the command line.",
        "known gap: {trait} {nouns} are listed twice when the {noun} is {trait}.", "prices are not decided here.", "the order of imports matters only to the loader.",
    ),
    "noun": _NOUNS, "nouns": _PLURALS, "Nouns": [noun.capitalize() for noun in _PLURALS], "done": _DONE, "trait": _TRAITS, "verb": _VERBS, "number": [str(n) for n in range(3, 90)],
})  # fmt: skip


class CodeFiller:
    """Files of one repository beside those that matter.

    Args:
        package: its import name.
        draw: decides everything.
        head: makes the line above a file from its path.
        retired: writes a class of the given name that is no longer loaded.

    """

    def __init__(self, package: str, draw: Draw, head: Callable[[str], str], retired: Callable[[str, Draw], str]) -> None:
        self._package, self._draw, self._head, self._retired = package, draw, head, retired
        self._say = _PROSE.speaker(draw, {})
        self._count = 0
        self._folders = draw.sample(("desk", "yard", "ops", "store", "intake", "reports", "lists", "office"), 4)

    def file(self, most: int) -> str:
        """Return one more file with its head line, of not many more than *most* characters."""
        draw = self._draw
        self._count += 1
        name = f"{draw.pick(_VERBS)}_{draw.pick(_NOUNS)}{self._count}"
        turn = draw.below(12)
        if turn == 11:  # noqa: PLR2004 - a file in twelve
            path = f"{self._package}/retired/{name}.py"
            return f"{self._head(path)}{self._retired(name.title().replace('_', ''), draw)}\n"
        if turn == 0:
            lines = "\n".join(f"- {sentences(self._say('page'))}" for _ in range(draw.between(2, 8)))
            return f"{self._head(f'docs/{name}.md')}# {name.replace('_', ' ').capitalize()}\n\n{lines}\n\n"
        if turn == 1:
            return f"{self._head(f'tests/test_{name}.py')}{self._test(name)}\n"
        parts = [f'"""{sentences(self._say("doc"))}"""\n\nfrom __future__ import annotations\n\n']
        length = len(parts[0])
        names: list[str] = []
        target = min(most, draw.between(400, 3200))
        if draw.chance(0.5):
            table = ", ".join(f'"{draw.pick(_NOUNS)}": {draw.between(2, 60)}' for _ in range(draw.between(2, 6)))
            parts.append(f"{draw.pick(_NOUNS).upper()}_LIMITS = {{{table}}}\n\n\n")
        else:
            parts.append("\n")
        while length < target:
            part = self._class() if draw.chance(0.25) else self._function(names)
            parts.append(part)
            length += len(part)
        return f"{self._head(f'{self._package}/{draw.pick(self._folders)}/{name}.py')}{''.join(parts).rstrip()}\n\n"

    def _function(self, names: list[str]) -> str:
        draw = self._draw
        noun, trait, verb = draw.pick(_NOUNS), draw.pick(_TRAITS), draw.pick(_VERBS)
        nouns = plural(noun)
        name = f"{verb}_{trait}_{noun}{len(names)}"
        a, b = draw.between(2, 60), draw.between(2, 20)
        call = draw.pick(names) if names and draw.chance(0.6) else "sorted"
        bodies = (
            f"    kept = [item for item in {nouns} if item % {b}]\n    if len(kept) > {a}:\n        kept = kept[:{a}]\n    return list({call}(kept))\n",
            f"    found: list[int] = []\n    for at, item in enumerate({nouns}):\n        if at % {b} == 1:\n            continue\n        found.append(item + {a})\n    return list({call}(found))\n",
            f"    total = 0\n    while {nouns} and total < {a}:\n        total += {nouns}[0] % {b}\n        {nouns} = {nouns}[1:]\n    return list({call}([total, *{nouns}]))\n",
            f"    limit = {a}  # {sentences(self._say('note'))}\n    rest = list({call}({nouns}))\n    return [min(item, limit) // {b} for item in rest]\n",
            f"    groups: dict[int, list[int]] = {{}}\n    for item in {nouns}:\n        groups.setdefault(item // {b}, []).append(item)\n    return list({call}([len(group) * {a} for group in groups.values()]))\n",
            f"    # {sentences(self._say('note'))}\n    first, *others = {nouns} or [{a}]\n    return [first, *[item - first for item in {call}(others) if item > {b}]]\n",
        )  # fmt: skip
        names.append(name)
        return f'def {name}({nouns}: list[int]) -> list[int]:\n    """{sentences(self._say("doc"))}"""\n{draw.pick(bodies)}\n\n'

    def _class(self) -> str:
        draw = self._draw
        one, two, trait = draw.pick(_NOUNS), draw.pick(_NOUNS), draw.pick(_TRAITS)
        name = f"{trait.capitalize()}{one.capitalize()}"
        a, b = draw.between(2, 60), draw.between(2, 20)
        return (
            f'class {name}:\n    """{sentences(self._say("doc"))}"""\n\n    def __init__(self, {two}: int = {a}) -> None:\n        self.{two} = {two}\n\n'
            f'    def {draw.pick(_VERBS)}(self, units: int) -> int:\n        """{sentences(self._say("doc"))}"""\n'
            f"        return self.{two} {draw.pick('+-*')} units {draw.pick(('//', '%'))} {b}\n\n\n"
        )

    def _test(self, name: str) -> str:
        draw = self._draw
        lines = []
        for at in range(draw.between(1, 5)):
            numbers = [draw.between(1, 60) for _ in range(draw.between(3, 6))]
            lines.append(
                f"def test_{draw.pick(_NOUNS)}_{draw.pick(_TRAITS)}{at}() -> None:\n    # {sentences(self._say('note'))}\n"
                f"    numbers = {numbers}\n    assert sum(numbers) == {sum(numbers)}\n    assert max(numbers) == {max(numbers)}\n"
            )
        return f'"""Checks around {name}."""\n\n\n' + "\n\n".join(lines)
