"""Questions about an unknown language: a sentence is translated by the dictionary and the rules of its handbook."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_WORD = re.compile(
    r"(?:\* )?(?P<word>[a-z]+)(?: \[(?P<a>[12ab])\] =| \((?P<b>[12ab])\)|, (?P<c>[12ab]):) (?:(?P<verb>to) )?(?P<meaning>[a-z-]+)"
)
_NUMBER = re.compile(
    r"Number\. A noun of the first class takes -(?P<one>[a-z]+) for more than one, of the second class -(?P<two>[a-z]+)\. The dictionary gives the class\."
)
_PAST = re.compile(
    r"Past\. Verbs of group a take -(?P<a>[a-z]+), of group b -(?P<b>[a-z]+)\. In a denial the ending is another: -(?P<na>[a-z]+) for a, -(?P<nb>[a-z]+) for b\."
)
_DENIAL = re.compile(r"Denial\. The word (?P<word>[a-z]+) stands right (?P<side>before|after) the verb\.")
_ORDER = re.compile(
    r"Order\. A plain sentence puts (?P<one>[a-z ]+), then (?P<two>[a-z ]+), then (?P<three>[a-z ]+)\. There are no articles\."
)
_CROSSED = re.compile(
    r"Crossed nouns\. In number, and only there, these go with the class that the dictionary does not give: (?P<list>[a-z]+(?:, [a-z]+)*)\."
)
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
    rules = {"number": _NUMBER, "past": _PAST, "denial": _DENIAL, "order": _ORDER, "crossed": _CROSSED}
    words: set[str] = set()
    for at, line in lines(text):
        span = (0, at, at + len(line))
        found = _WORD.fullmatch(line)
        if found is not None:
            group = found["a"] or found["b"] or found["c"]
            book = handbook.verbs if found["verb"] else handbook.nouns
            if found["meaning"] in book or found["word"] in words or (group in "ab") != bool(found["verb"]):
                raise Unreadable(f"document 0: a second entry of a word or a meaning, or one of another group: {line}")
            words.add(found["word"])
            book[found["meaning"]] = _Entry(found["word"], group, span)
            continue
        for name, pattern in rules.items():
            found = pattern.fullmatch(line)
            if found is not None:
                if name in handbook.rules:
                    raise Unreadable(f"document 0: a second rule of {name}: {line}")
                handbook.rules[name], handbook.spans[name] = found, span
    missing = rules.keys() - handbook.rules.keys()
    if missing or {handbook.rules["order"][place] for place in ("one", "two", "three")} != set(_ROLES):
        raise Unreadable(f"document 0: no rule of {', '.join(sorted(missing)) or 'order that can be read'}")
    return handbook
