"""What a score may be made of: a project's own scorers make them too."""

from __future__ import annotations

import decimal
import fractions
from typing import Any

import pytest

from pytest_lcbench.scoring.score import Score


def score(**changes: Any) -> Score:
    given: dict[str, Any] = {"points": 50.0, "scorer": "own", "answer": "x", "evidence": "because"}
    return Score(**given | changes)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("points", "50", "Score.points is a number from 0 to 100, not str"),
        ("points", None, "Score.points is a number from 0 to 100, not NoneType"),
        ("answer", 5, "Score.answer is text or None, not int"),
        ("answer", ["x"], "Score.answer is text or None, not list"),
        ("evidence", None, "Score.evidence is text, not NoneType"),
        ("scorer", None, "Score.scorer is text, not NoneType"),
        ("flags", None, "Score.flags is a tuple of texts"),
        ("flags", "mark", "Score.flags is a tuple of texts"),
        ("flags", (1,), "Score.flags is a tuple of texts"),
    ],
)
def test_a_field_of_another_type_is_refused_by_name(field: str, value: object, expected: str) -> None:
    with pytest.raises(TypeError) as caught:
        score(**{field: value})
    assert str(caught.value) == expected


@pytest.mark.parametrize("points", [-0.5, 100.5, float("nan"), float("inf")])
def test_points_off_the_scale_are_refused(points: float) -> None:
    with pytest.raises(ValueError, match="a number from 0 to 100"):
        score(points=points)


@pytest.mark.parametrize("points", [50, fractions.Fraction(50), decimal.Decimal(50)])
def test_any_kind_of_number_is_taken_as_points(points: object) -> None:
    assert type(score(points=points).points) is float
    assert score(points=points) == score()


def test_flags_may_come_in_a_list() -> None:
    assert score(flags=["a", "b"]).flags == ("a", "b")
