"""The citation graph among the papers of a case, and what another reference list would make of it.

Papers are numbers in the order of time; ``cites[paper]`` are those of the case that it cites, all of them earlier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Graph = Mapping[int, tuple[int, ...]]


def among(papers: Sequence[int], cites: Sequence[tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Return the graph of *papers*, in the order of time, of the citations between them only."""
    kept = dict.fromkeys(papers)
    return {paper: tuple(other for other in cites[paper] if other in kept) for paper in sorted(papers)}


@dataclass(frozen=True, slots=True)
class Chains:
    """Lengths of chains in a graph, in papers.

    Args:
        ending: of the longest chain that ends with each paper, whose papers it cites step by step.
        starting: of the longest chain that starts with each paper, whose papers cite it step by step.
        ways: number of longest chains that end with each paper.

    """

    ending: dict[int, int]
    starting: dict[int, int]
    ways: dict[int, int]

    @property
    def longest(self) -> int:
        """Papers of the longest chain."""
        return max(self.ending.values())

    @property
    def number(self) -> int:
        """How many chains are that long."""
        longest = self.longest
        return sum(self.ways[paper] for paper, length in self.ending.items() if length == longest)


def chains(graph: Graph) -> Chains:
    """Measure the chains of *graph*, whose papers stand in the order of time."""
    ending: dict[int, int] = {}
    ways: dict[int, int] = {}
    starting = dict.fromkeys(graph, 1)
    for paper, cited in graph.items():
        best = max((ending[other] for other in cited), default=0)
        ending[paper] = best + 1
        ways[paper] = sum(ways[other] for other in cited if ending[other] == best) if cited else 1
    for paper in reversed(list(graph)):
        for other in graph[paper]:
            starting[other] = max(starting[other], starting[paper] + 1)
    return Chains(ending, starting, ways)


def longest_chain(graph: Graph) -> list[int] | None:
    """Return the longest chain of *graph*, the paper that cites none of the others first; ``None`` where two are equally long."""
    measured = chains(graph)
    if measured.number != 1:
        return None
    length = measured.longest
    paper = next(paper for paper, ending in measured.ending.items() if ending == length)
    chain = [paper]
    while length > 1:
        length -= 1
        paper = next(other for other in graph[paper] if measured.ending[other] == length)
        chain.append(paper)
    return chain[::-1]


def can_change_chain(graph: Graph, chain: Sequence[int], years: Mapping[int, int]) -> dict[int, bool]:
    """Tell of each paper whether another reference list of it would change the longest chain.

    A list is admissible when it holds nothing that appeared more than a year after the paper, and closes no circle. A paper within
    the chain changes it by citing nothing; any other (and the first) by citing one paper more that makes a longer chain.
    """
    measured = chains(graph)
    above: dict[int, dict[int, None]] = {paper: {paper: None} for paper in graph}  # each with all that cite it step by step
    for paper in reversed(list(graph)):
        for other in graph[paper]:
            above[other] |= above[paper]
    inner = dict.fromkeys(chain[1:])
    return {
        paper: paper in inner
        or any(
            measured.ending[other] + measured.starting[paper] > measured.longest
            and years[other] <= years[paper] + 1
            and other not in above[paper]
            for other in graph
        )
        for paper in graph
    }


def can_change_sides(target: int, papers: Sequence[int], cites: Sequence[tuple[int, ...]], years: Mapping[int, int]) -> dict[int, bool]:
    """Tell of each paper whether another reference list of it would change what *target* cites or what cites it.

    The target's own list always would. Another paper's would when it cites the target and need not, or when it could cite it: the
    target appeared no more than a year later.
    """
    return {paper: paper == target or target in cites[paper] or years[target] <= years[paper] + 1 for paper in papers}
