"""The checker's own solver of questions about citations, against slow ones that try everything."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.suites.synthetic.checking.papers.proof import can_change, removal_changes
from pytest_lcbench.suites.synthetic.checking.papers.questions import CentreQuestion, ChainQuestion, solve, still_right
from pytest_lcbench.suites.synthetic.checking.papers.unreadable import Unreadable

Graph = list[frozenset[int]]
OLDEST_FIRST = ChainQuestion(oldest_first=True)


def graph(*cited: set[int]) -> Graph:
    return [frozenset(one) for one in cited]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Draw up to five papers of which each cites some of the earlier ones, in a shuffled order."""
    size = draw(st.integers(1, 5))
    places = draw(st.permutations(range(size)))
    cited: Graph = [frozenset()] * size
    for rank, place in enumerate(places):
        cited[place] = frozenset(draw(st.sets(st.sampled_from(places[:rank])))) if rank else frozenset()
    return cited


def chains(citations: Graph) -> list[tuple[int, ...]]:
    found = [
        order
        for length in range(1, len(citations) + 1)
        for order in permutations(range(len(citations)), length)
        if all(older in citations[newer] for older, newer in pairwise(order))
    ]
    longest = max(map(len, found))
    return [chain for chain in found if len(chain) == longest]


@given(graphs())
@settings(deadline=None)
def test_the_longest_chain_is_that_of_trying_all_orders_and_a_tie_is_none(citations: Graph) -> None:
    every = chains(citations)
    if len(every) == 1:
        assert solve(OLDEST_FIRST, citations) == (every[0],)
        assert solve(ChainQuestion(oldest_first=False), citations) == (every[0][::-1],)
    else:
        with pytest.raises(Unreadable, match=f"{len(every)} longest chains"):
            solve(OLDEST_FIRST, citations)


@given(graphs(), st.data())
@settings(deadline=None)
def test_a_chain_is_still_right_where_it_is_one_of_the_longest(citations: Graph, data: st.DataObject) -> None:
    chain = tuple(data.draw(st.lists(st.sampled_from(range(len(citations))), min_size=1, unique=True)))
    assert still_right(OLDEST_FIRST, (chain,), citations) == (chain in chains(citations))
    assert still_right(ChainQuestion(oldest_first=False), (chain[::-1],), citations) == (chain in chains(citations))


@pytest.mark.parametrize("citations", [graph({1}, {0}), graph({1}, {2}, {0}, set())])
def test_a_circle_has_no_longest_chain(citations: Graph) -> None:
    with pytest.raises(Unreadable, match="circle"):
        solve(OLDEST_FIRST, citations)


def test_a_centre_is_answered_by_what_it_lists_and_what_lists_it() -> None:
    citations = graph({1, 2}, set(), {1}, {0}, {3, 0})
    assert solve(CentreQuestion(0), citations) == ((1, 2), (3, 4))
    assert solve(CentreQuestion(1), citations) == ((), (0, 2))


def test_a_paper_that_may_cite_the_centre_can_change_its_answer() -> None:
    citations = graph(set(), {0}, set())
    answer = solve(CentreQuestion(0), citations)
    assert can_change(2, CentreQuestion(0), answer, citations, [2010, 2012, 2009])


def test_a_paper_too_old_to_cite_the_centre_cannot_change_its_answer_unless_it_is_cited() -> None:
    citations = graph(set(), {0}, set())
    question, years = CentreQuestion(0), [2012, 2012, 2010]
    assert not can_change(2, question, solve(question, citations), citations, years)
    assert not removal_changes(2, question, solve(question, citations), citations)
    cited = graph({2}, {0}, set())
    assert can_change(2, question, solve(question, cited), cited, years)
    assert removal_changes(2, question, solve(question, cited), cited)


def test_a_paper_beside_the_chain_can_lengthen_it_but_not_by_a_circle() -> None:
    citations = graph({1}, {2}, set(), set())
    answer = solve(OLDEST_FIRST, citations)
    assert can_change(3, OLDEST_FIRST, answer, citations, [2010, 2010, 2010, 2010])
    # Too old for the newest two, it can only end a chain as long, and both are then right.
    assert not can_change(3, OLDEST_FIRST, answer, citations, [2012, 2012, 2008, 2008])


@given(graphs(), st.data())
@settings(deadline=None)
def test_what_is_said_to_change_the_answer_does_so_under_the_rules(citations: Graph, data: st.DataObject) -> None:
    """Trying every list of the paper finds no less than the checker's short list of replacements claims."""
    question = CentreQuestion(0)
    years = data.draw(st.lists(st.integers(2010, 2013), min_size=len(citations), max_size=len(citations)))
    place = data.draw(st.sampled_from(range(len(citations))))
    answer = solve(question, citations)
    others = [other for other in range(len(citations)) if other != place]
    lists = [frozenset(other for bit, other in enumerate(others) if mask >> bit & 1) for mask in range(1 << len(others))]
    allowed = [listed for listed in lists if all(years[other] <= years[place] + 1 or other in citations[place] for other in listed)]
    worlds = [[listed if at == place else cited for at, cited in enumerate(citations)] for listed in allowed]
    worlds.append([cited - {place} for cited in citations])
    assert can_change(place, question, answer, citations, years) == any(solve(question, world) != answer for world in worlds)
