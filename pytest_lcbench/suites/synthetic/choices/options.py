"""Options of a case: the right answer and what one gets by missing a step, crossed so that no option stands out."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_lcbench.suites.synthetic.draw import Draw

LETTERS = "ABCD"


def crossed(draw: Draw, answers: Sequence[str]) -> tuple[tuple[str, ...], str] | None:
    """Return the options in a drawn order and the letter of the right one, or ``None`` where two are equal.

    Args:
        draw: decides the order.
        answers: the right one; with the first step missed; with the second missed; with both missed. Two traps crossed make a square
            in which every option differs from two others in one respect and from one in both: the right one cannot be told by form.

    """
    if len({answer.casefold() for answer in answers}) != len(LETTERS):
        return None
    order = draw.shuffled(list(answers))
    return tuple(order), LETTERS[order.index(answers[0])]
