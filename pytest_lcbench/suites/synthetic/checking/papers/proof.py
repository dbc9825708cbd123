"""Whether a paper can change the answer: its facts are replaced, the question is solved again.

The facts of a paper are its reference list and its title. A reference list is admissible when nothing in it is more than a year younger
than the paper and, where a chain is asked for, no circle of citations arises; a title is replaced by one that no paper lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_lcbench.suites.synthetic.checking.papers.questions import Answer, Citations, Question, still_right
from pytest_lcbench.suites.synthetic.checking.papers.unreadable import Unreadable

YOUNGER = 1
"""Years by which a cited work may be younger than the paper: a list is finished after a preprint, before a journal's volume."""


def can_change(place: int, question: Question, answer: Answer, citations: Citations, years: Sequence[int]) -> bool:
    """Tell whether some admissible replacement of the facts of the paper at *place* makes *answer* wrong.

    A chain that stays one of several longest ones is still right; when a longer one arises it is wrong, though there be two of those.
    """
    return any(_makes_wrong(replaced, question, answer) for replaced in _replacements(place, answer, citations, years))


def removal_changes(place: int, question: Question, answer: Answer, citations: Citations) -> bool:
    """Tell whether *answer* becomes wrong when the paper at *place* cites nothing and is cited by none."""
    alone = [frozenset[int]() if own == place else cited - {place} for own, cited in enumerate(citations)]
    return _makes_wrong(alone, question, answer)


def _makes_wrong(citations: Citations, question: Question, answer: Answer) -> bool:
    """Tell whether *answer* is wrong over *citations*; a circle is no admissible world for a chain."""
    try:
        return not still_right(question, answer, citations)
    except Unreadable:
        return False


def _replacements(place: int, answer: Answer, citations: Citations, years: Sequence[int]) -> Iterator[Citations]:
    """Yield the citations as they would be with other facts in the paper at *place*, those likely to matter first."""
    own = citations[place]
    allowed = [other for other in range(len(citations)) if other != place and years[other] <= years[place] + YOUNGER]
    linked = {other for part in answer for other in part}
    allowed.sort(key=lambda other: other not in linked)
    lists = [frozenset[int](), *(own - {other} for other in own)]
    lists += [own | {other} for other in allowed if other not in own]
    lists += [frozenset({other}) for other in allowed]
    lists += [frozenset({one, two}) for one in allowed if one in linked for two in allowed if two != one]
    for listed in lists:
        if listed != own:
            yield [listed if at == place else cited for at, cited in enumerate(citations)]
    if any(place in cited for cited in citations):
        yield [cited - {place} for cited in citations]
