"""What a question about papers asks, and its answer from the citations between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pytest_lcbench.suites.synthetic.checking.papers.entries import spelled
from pytest_lcbench.suites.synthetic.checking.papers.unreadable import Unreadable

Citations = Sequence[frozenset[int]]
"""For each paper of a case, by its place, the places of the others that it cites."""

_QUOTED = {"en": re.compile(r'["“](.+?)["”](?=[ ,.?!:;]|$)'), "zh": re.compile(r"《(.+?)》(?!》)")}
_OLDEST_FIRST = re.compile(
    r"cites? the one (?:right )?before it|lists? its predecessor|引用紧挨在它前面的那一篇|(?:引用|列有)(?:了)?其?前一篇"
)
_NEWEST_FIRST = re.compile(
    r"cites? the one that follows it|cites? the next one|引用(?:列表中)?(?:紧跟其后的那一篇|其?(?:下|后)一篇)|列有(?:其)?(?:下|后)一篇"
)


@dataclass(frozen=True, slots=True)
class CentreQuestion:
    """Which of the papers does the one at place ``centre`` cite, and which cite it (citation & reference)?"""

    centre: int


@dataclass(frozen=True, slots=True)
class ChainQuestion:
    """What is the longest citation chain, its oldest or its newest paper first (citation chain)?"""

    oldest_first: bool


Question = CentreQuestion | ChainQuestion
Answer = tuple[tuple[int, ...], ...]
"""``(cited, citing)`` in the order of places, or ``(chain,)``."""


def read_question(subtask: str, question: str, language: str, places: Mapping[str, int]) -> Question:
    """Read *question*; *places* gives the place of each paper by its spelled title. Raises :class:`Unreadable`."""
    if subtask == "citation_reference":
        named = {places[name] for title in _QUOTED[language].findall(question) if (name := spelled(title)) in places}
        if len(named) != 1:
            raise Unreadable(f"{len(named)} of the papers are named in it, 1 expected")
        return CentreQuestion(named.pop())
    if subtask == "citation_chain":
        oldest_first, newest_first = _OLDEST_FIRST.search(question), _NEWEST_FIRST.search(question)
        if (oldest_first is None) == (newest_first is None):
            raise Unreadable("it does not say which end of the chain comes first")
        return ChainQuestion(oldest_first is not None)
    raise Unreadable(f"its subtask {subtask} is none of papers")


def solve(question: Question, citations: Citations) -> Answer:
    """Return the one answer of *question*. Raises :class:`Unreadable` where there are several or a circle is cited."""
    if isinstance(question, CentreQuestion):
        centre = question.centre
        return tuple(sorted(citations[centre])), tuple(place for place, cited in enumerate(citations) if centre in cited)
    chain = _longest_chain(citations)
    return (chain if question.oldest_first else chain[::-1],)


def as_gold(question: Question, answer: Answer, titles: Sequence[str]) -> Any:
    """Return *answer* in the shape of a case's gold, titles as printed."""
    lists = [[titles[place] for place in part] for part in answer]
    return {"References": lists[0], "Citations": lists[1]} if isinstance(question, CentreQuestion) else lists[0]


def same_gold(question: Question, expected: Any, gold: Any) -> bool:
    """Tell whether *gold* is *expected*: a chain in its order, the two lists of a centre in any."""
    if isinstance(question, ChainQuestion):
        return isinstance(gold, (list, tuple)) and list(gold) == expected
    if not isinstance(gold, Mapping) or set(gold) != set(expected):
        return False
    return all(
        isinstance(gold[label], (list, tuple)) and sorted(map(str, gold[label])) == sorted(expected[label]) for label in expected
    )


def still_right(question: Question, answer: Answer, citations: Citations) -> bool:
    """Tell whether *answer* answers *question* over *citations* too, be it one of several longest chains.

    Raises :class:`Unreadable` where a chain is asked for and a circle is cited.
    """
    if isinstance(question, CentreQuestion):
        return solve(question, citations) == answer
    chain = answer[0] if question.oldest_first else answer[0][::-1]
    linked = all(older in citations[newer] for older, newer in pairwise(chain))
    return linked and len(chain) == max(_chain_lengths(citations)[0])


def _chain_lengths(citations: Citations) -> tuple[list[int], list[int], list[int]]:
    """Return for each paper the length of the longest chain that ends in it, their number, and one paper before it (or -1)."""
    length = [0] * len(citations)
    ways = [0] * len(citations)
    before = [-1] * len(citations)
    for place in in_order(citations):
        length[place], ways[place] = 1, 1
        for cited in citations[place]:
            if length[cited] + 1 > length[place]:
                length[place], ways[place], before[place] = length[cited] + 1, ways[cited], cited
            elif length[cited] + 1 == length[place]:
                ways[place] += ways[cited]
    return length, ways, before


def _longest_chain(citations: Citations) -> tuple[int, ...]:
    """Return the longest chain, the paper that cites none of the others first. Raises :class:`Unreadable`: a circle, or two as long."""
    length, ways, before = _chain_lengths(citations)
    longest = max(length)
    ends = [place for place, own in enumerate(length) if own == longest]
    if len(ends) != 1 or ways[ends[0]] != 1:
        raise Unreadable(f"{sum(ways[end] for end in ends)} longest chains of {longest} papers, 1 expected")
    chain = [ends[0]]
    while before[chain[-1]] >= 0:
        chain.append(before[chain[-1]])
    return tuple(reversed(chain))


def in_order(citations: Citations) -> list[int]:
    """Return the places so that each paper comes after those it cites. Raises :class:`Unreadable` where a circle leaves no order."""
    waiting = [len(cited) for cited in citations]
    citing: list[list[int]] = [[] for _ in citations]
    for place, cited in enumerate(citations):
        for other in cited:
            citing[other].append(place)
    order = [place for place, count in enumerate(waiting) if not count]
    for place in order:  # grows while it is walked
        for other in citing[place]:
            waiting[other] -= 1
            if not waiting[other]:
                order.append(other)
    if len(order) != len(citations):
        raise Unreadable("papers cite one another in a circle")
    return order
