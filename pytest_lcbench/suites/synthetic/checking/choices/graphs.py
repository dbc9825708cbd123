"""Questions about a knowledge base: three relations are followed from a name to a person."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_QUOTED = re.compile(r"<([^<>]+)> <([^<>]+)> <([^<>]+)> \.")
_ROUND = re.compile(r"\(([^;()]+); ([^;()]+); ([^;()]+)\)")
_NAMED = re.compile(r"[Tt]he ([A-Z][a-z]+ (?:manuscript|compound|instrument))\b")
_ORIENTED = re.compile(r"(\w+) points from the later or junior person to the earlier or senior one[.;]")
_ORIGIN = {"manuscript": "copied_at", "compound": "synthesised_by", "instrument": "built_in"}
_SECOND = (
    ("the donor who gave the means for that house", "endowed_by"),
    ("the head of that house", "governed_by"),
    ("the founder of that team", "initiated_by"),
    ("the present chief of that team", "supervised_by"),
    ("the person who set up that house", "established_by"),
    ("the person who now runs that house", "directed_by"),
)
_TO_EARLIER, _TO_LATER = "earlier", "later"
_THIRD = (
    ("held that person's office right before", "succeeded", _TO_EARLIER),
    ("took over that person's office", "succeeded", _TO_LATER),
    ("who advised that person's thesis", "doctoral_student_of", _TO_EARLIER),
    ("whose thesis that person advised", "doctoral_student_of", _TO_LATER),
    ("who trained that person", "apprenticed_to", _TO_EARLIER),
    ("whom that person trained", "apprenticed_to", _TO_LATER),
)


@dataclass(frozen=True, slots=True)
class _Triple:
    subject: str
    relation: str
    object: str
    span: Span


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return whom the triples lead to. Raises ``Unreadable``."""
    triples = _triples(only(documents).text)
    name, second, third, direction = _asked(case.question)
    if third not in _ORIENTED.findall(documents[0].text):
        raise Unreadable(f"document 0: it does not say which way {third} points")
    called = _objects(triples, "also_called", wanted=name)
    origin = _objects(triples, _ORIGIN[name.split()[-1]], subject=called.subject)
    person = _objects(triples, second, subject=origin.object)
    if direction == _TO_EARLIER:
        last = _objects(triples, third, subject=person.object, among=case.choices)
        answer = last.object
    else:
        last = _objects(triples, third, wanted=person.object, among=case.choices)
        answer = last.subject
    right = tuple(option == answer for option in case.choices)
    used = tuple(triple.span for triple in (called, origin, person, last))
    # Another person in the last triple is another answer: whoever it names is one of many persons.
    return Reading(right, used, (), frozenset({0}), answer)


def _objects(triples: Sequence[_Triple], relation: str, *, subject: str = "", wanted: str = "", among: Sequence[str] = ()) -> _Triple:
    """Return the one triple of *relation* with that subject or object; of several, the one that leads to an option of *among*."""
    found = [
        triple
        for triple in triples
        if triple.relation == relation and (triple.subject == subject if subject else triple.object == wanted)
    ]
    if len(found) > 1 and among:
        found = [triple for triple in found if (triple.object if subject else triple.subject) in among]
    if len(found) != 1:
        raise Unreadable(f"document 0: {len(found)} triples say what {subject or wanted} {relation}, not one")
    return found[0]


def _asked(question: str) -> tuple[str, str, str, str]:
    names = _NAMED.findall(question)
    second = [relation for phrase, relation in _SECOND if phrase in question]
    third = [(relation, direction) for phrase, relation, direction in _THIRD if phrase in question]
    if len(names) != 1 or len(second) != 1 or len(third) != 1:
        raise Unreadable(f"question: {len(names)} things, {len(second)} persons and {len(third)} ties in it, not one of each")
    return names[0], second[0], *third[0]


def _triples(text: str) -> list[_Triple]:
    triples = []
    for at, line in lines(text):
        parts = _parts(line)
        if parts is not None:
            subject, relation, thing = (part.replace("_", " ").strip() for part in parts)
            triples.append(_Triple(subject, relation.replace(" ", "_"), thing, (0, at, at + len(line))))
    if not triples:
        raise Unreadable("document 0: no triple in it")
    return triples


def _parts(line: str) -> tuple[str, str, str] | None:
    if line.count("\t") == 2:  # noqa: PLR2004 - between three parts
        one, two, three = line.split("\t")
        return one, two, three
    found = _QUOTED.fullmatch(line) or _ROUND.fullmatch(line)
    if found is not None:
        return found[1], found[2], found[3]
    if line.startswith("{"):
        try:
            row = json.loads(line)
            return str(row["s"]), str(row["p"]), str(row["o"])
        except (ValueError, KeyError, TypeError, RecursionError) as fault:
            raise Unreadable(f"document 0: a line that is no triple: {line}") from fault
    return None
