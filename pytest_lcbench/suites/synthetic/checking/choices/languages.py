"""Questions about an unknown language: a sentence is translated by the dictionary and the rules of its handbook."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_WORDS = (
    re.compile(
        r"(?:\* )?(?P<word>[a-z]+)(?: \[(?P<a>[12ab])\] =| \((?P<b>[12ab])\)|, (?P<c>[12ab]):) (?:(?P<verb>to) )?(?P<meaning>[a-z-]+)"
    ),
    re.compile(r"(?P<word>[a-z]+) - (?:(?P<verb>to) )?(?P<meaning>[a-z-]+) \((?P<a>[12ab])\)"),
    re.compile(r"(?:(?P<verb>to) )?(?P<meaning>[a-z-]+) : (?P<word>[a-z]+) /(?P<a>[12ab])"),
)
_RULES: Mapping[str, tuple[re.Pattern[str], ...]] = MappingProxyType(
    {
        "number": (
            re.compile(r"Number\. A noun of the first class takes -(?P<one>[a-z]+) for more than one, of the second class -(?P<two>[a-z]+)\. The dictionary gives the class\."),
            re.compile(r"More than one is shown by -(?P<one>[a-z]+) on nouns of the first class and by -(?P<two>[a-z]+) on those of the second; the class stands in the dictionary\."),
            re.compile(r"Plural: class 1 adds -(?P<one>[a-z]+), class 2 adds -(?P<two>[a-z]+)\. The figure beside a noun is its class\."),
            re.compile(r"To speak of several, add -(?P<one>[a-z]+) \(first class\) or -(?P<two>[a-z]+) \(second class\) to the noun\."),
        ),
        "past": (
            re.compile(r"Past\. Verbs of group a take -(?P<a>[a-z]+), of group b -(?P<b>[a-z]+)\. In a denial the ending is another: -(?P<na>[a-z]+) for a, -(?P<nb>[a-z]+) for b\."),
            re.compile(r"What is past: -(?P<a>[a-z]+) for group a, -(?P<b>[a-z]+) for group b\. If it did not happen, -(?P<na>[a-z]+) for a and -(?P<nb>[a-z]+) for b\."),
            re.compile(r"Verbs carry -(?P<a>[a-z]+) \(group a\) or -(?P<b>[a-z]+) \(group b\) in the past; denied, they carry -(?P<na>[a-z]+) \(a\) or -(?P<nb>[a-z]+) \(b\) instead\."),
            re.compile(r"Endings of the past\. Group a: -(?P<a>[a-z]+), when denied -(?P<na>[a-z]+)\. Group b: -(?P<b>[a-z]+), when denied -(?P<nb>[a-z]+)\."),
        ),
        "denial": (
            re.compile(r"Denial\. The word (?P<word>[a-z]+) stands right (?P<side>before|after) the verb\."),
            re.compile(r"Not: the word (?P<word>[a-z]+), directly (?P<side>before|after) the verb\."),
            re.compile(r"To deny a thing one says (?P<word>[a-z]+) immediately (?P<side>before|after) the verb\."),
            re.compile(r"The little word (?P<word>[a-z]+) means not; its place is (?P<side>before|after) the verb, with nothing between\."),
        ),
        "order": (
            re.compile(r"Order\. A plain sentence puts (?P<one>[a-z ]+), then (?P<two>[a-z ]+), then (?P<three>[a-z ]+)\. There are no articles\."),
            re.compile(r"Order of words: (?P<one>[a-z ]+), (?P<two>[a-z ]+), (?P<three>[a-z ]+)\. Articles are unknown\."),
            re.compile(r"One says (?P<one>[a-z ]+) first, (?P<two>[a-z ]+) second and (?P<three>[a-z ]+) last\. No articles\."),
            re.compile(r"A sentence begins with (?P<one>[a-z ]+), goes on with (?P<two>[a-z ]+) and ends with (?P<three>[a-z ]+)\. Nothing stands for our articles\."),
        ),
        "crossed": (
            re.compile(
                r"(?:Crossed nouns\. In number, and only there, these go with the class that the dictionary does not give"
                r"|Beware of these nouns, whose plural is that of the other class although all else about them is regular"
                r"|Against their class, as far as the plural goes"
                r"|The old people form the plural of these with the ending of the other class, and so does everybody): (?P<list>[a-z]+(?:, [a-z]+)*)\."
            ),
        ),
    }
)  # fmt: skip
_BEGINNINGS = frozenset(
    (
        "Number.",
        "More",
        "Plural:",
        "To",
        "Past.",
        "What",
        "Verbs",
        "Endings",
        "Denial.",
        "Not:",
        "The",
        "Order.",
        "Order",
        "One",
        "A",
        "Crossed",
        "Beware",
        "Against",
    )
)
"""First words of a rule, so that few other lines are compared with all of them."""
_ROLES = MappingProxyType({"the verb": "verb", "the one who acts": "actor", "the one acted upon": "object"})
_SENTENCE = re.compile(r"\"The (?P<actor>[a-z]+) (?:(?P<not>did not) )?(?P<verb>[a-z]+) the (?P<object>[a-z]+)\.\"")
_PASTS = MappingProxyType(
    {
        "bought": "buy", "broke": "break", "brought": "bring", "carried": "carry", "found": "find", "heard": "hear", "hid": "hide",
        "kept": "keep", "left": "leave", "lost": "lose", "saw": "see", "sold": "sell", "caught": "catch", "held": "hold", "stole": "steal",
        "took": "take", "made": "make", "met": "meet", "built": "build",
    }
)  # fmt: skip
_PLURALS = MappingProxyType({"children": "child", "knives": "knife", "thieves": "thief", "wolves": "wolf", "fish": "fish"})


@dataclass(frozen=True, slots=True)
class _Entry:
    word: str
    group: str
    span: Span


@dataclass(slots=True)
class _Handbook:
    nouns: dict[str, _Entry] = field(default_factory=dict)
    verbs: dict[str, _Entry] = field(default_factory=dict)
    rules: dict[str, re.Match[str]] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return the translation that the handbook gives. Raises ``Unreadable``."""
    handbook = _handbook(only(documents).text)
    asked = _SENTENCE.search(case.question)
    if asked is None:
        raise Unreadable("question: no sentence of the known shape in it")
    used: list[Span] = []
    answer = _translate(handbook, asked, used)
    right = tuple(_letters(option) == answer for option in case.choices)
    actor = _meaning(handbook, asked["actor"])[0]
    other = {**handbook.nouns, actor: replace(handbook.nouns[actor], word=handbook.nouns[actor].word + "x")}
    changed = _translate(_Handbook(other, handbook.verbs, handbook.rules, handbook.spans), asked, []) != answer
    return Reading(right, tuple(used), tuple(handbook.spans.values()), frozenset({0} if changed else ()), answer)


def _letters(text: str) -> str:
    return " ".join(text.split())


def _translate(handbook: _Handbook, asked: re.Match[str], used: list[Span]) -> str:
    denied = asked["not"] is not None
    said = asked["verb"]
    base = said if denied else _PASTS.get(said) or _present(handbook, said)
    if base not in handbook.verbs:
        raise Unreadable(f"document 0: the dictionary has no verb for {said}")
    verb = handbook.verbs[base]
    past = handbook.rules["past"]
    ending = past[("n" if denied else "") + verb.group]
    spoken = verb.word + ending
    if denied:
        denial = handbook.rules["denial"]
        spoken = f"{denial['word']} {spoken}" if denial["side"] == "before" else f"{spoken} {denial['word']}"
        used.append(handbook.spans["denial"])
    parts = {"verb": spoken}
    used += [verb.span, handbook.spans["past"], handbook.spans["order"]]
    for role in ("actor", "object"):
        meaning, many = _meaning(handbook, asked[role])
        entry = handbook.nouns[meaning]
        used.append(entry.span)
        parts[role] = entry.word
        if many:
            parts[role] += _plural(handbook, entry, used)
    order = handbook.rules["order"]
    return " ".join(parts[_ROLES[order[place]]] for place in ("one", "two", "three"))


def _plural(handbook: _Handbook, entry: _Entry, used: list[Span]) -> str:
    used += [handbook.spans["number"], handbook.spans["crossed"]]
    crossed = entry.word in handbook.rules["crossed"]["list"].split(", ")
    first = (entry.group == "1") != crossed
    return handbook.rules["number"]["one" if first else "two"]


def _present(handbook: _Handbook, said: str) -> str:
    stems = [said[:-1], said[:-2], f"{said[:-3]}y", said[:-3]] if said.endswith("ed") else []
    found = [stem for stem in dict.fromkeys(stems) if stem in handbook.verbs]
    if len(found) != 1:
        raise Unreadable(f"question: {said} is the past of {len(found)} verbs of the dictionary, not of one")
    return found[0]


def _meaning(handbook: _Handbook, said: str) -> tuple[str, bool]:
    """Return the noun of the dictionary that *said* is, and whether it is more than one."""
    if said in handbook.nouns:
        return said, False
    candidates = [_PLURALS.get(said, ""), said.removesuffix("s"), said.removesuffix("es"), f"{said.removesuffix('ies')}y"]
    found = [noun for noun in dict.fromkeys(candidates) if noun != said and noun in handbook.nouns]
    if len(found) != 1:
        raise Unreadable(f"question: {said} is {len(found)} nouns of the dictionary, not one")
    return found[0], True


def _handbook(text: str) -> _Handbook:
    handbook = _Handbook()
    words: set[str] = set()
    for at, line in lines(text):
        span = (0, at, at + len(line))
        found = next((found for pattern in _WORDS if (found := pattern.fullmatch(line))), None)
        if found is not None:
            groups = found.groupdict()
            group = groups["a"] or groups.get("b") or groups["c"]
            book = handbook.verbs if found["verb"] else handbook.nouns
            if found["meaning"] in book or found["word"] in words or (group in "ab") != bool(found["verb"]):
                raise Unreadable(f"document 0: a second entry of a word or a meaning, or one of another group: {line}")
            words.add(found["word"])
            book[found["meaning"]] = _Entry(found["word"], group, span)
            continue
        for name, patterns in _RULES.items() if line.partition(" ")[0] in _BEGINNINGS else ():
            found = next((found for pattern in patterns if (found := pattern.fullmatch(line))), None)
            if found is not None:
                if name in handbook.rules:
                    raise Unreadable(f"document 0: a second rule of {name}: {line}")
                handbook.rules[name], handbook.spans[name] = found, span
    missing = _RULES.keys() - handbook.rules.keys()
    if missing or {handbook.rules["order"][place] for place in ("one", "two", "three")} != set(_ROLES):
        raise Unreadable(f"document 0: no rule of {', '.join(sorted(missing)) or 'order that can be read'}")
    return handbook
