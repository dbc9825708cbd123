"""A score, and the states a case can end in (DESIGN 5.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MOST_POINTS = 100.0
"""The scale's end, everywhere."""


class State(StrEnum):
    """How a case ended."""

    SCORED = "scored"
    MODEL_FAILURE = "model_failure"
    """No scorable text: empty, or refusal or filter signalled by the provider. 0 points, counted apart."""
    INFRA_ERROR = "infra_error"
    """No answer could be got: never judged, never scored, never 0."""
    UNSCORED = "unscored"
    """The judge was unusable after retries."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a scorer says of one response. A project's own scorer makes them too, so what they are made of is looked at.

    Args:
        points: 0–100.
        scorer: ``rules``, ``choice`` or the judge's name.
        answer: the answer as extracted from the response, as text; ``None`` when nothing could be extracted.
        evidence: why these points, in words a reader of the report understands.
        flags: short snake_case marks, e.g. ``unparsed``, ``tolerant_B``.

    Raises:
        TypeError: a field of another type.
        ValueError: points outside the scale.

    """

    points: float
    scorer: str
    answer: str | None
    evidence: str
    flags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Take any kind of number and any sequence of flags; refuse what could be written and not be read again."""
        if not hasattr(type(self.points), "__float__"):
            raise TypeError(f"Score.points is a number from 0 to 100, not {type(self.points).__name__}")
        points = float(self.points)
        if not 0.0 <= points <= MOST_POINTS:
            raise ValueError(f"Score.points is a number from 0 to 100, not {points:g}")
        object.__setattr__(self, "points", points)
        texts = {"scorer": self.scorer, "evidence": self.evidence} | ({} if self.answer is None else {"answer": self.answer})
        for name, value in texts.items():
            if not isinstance(value, str):
                raise TypeError(f"Score.{name} is text{' or None' if name == 'answer' else ''}, not {type(value).__name__}")
        if not isinstance(self.flags, list | tuple) or not all(isinstance(flag, str) for flag in self.flags):
            raise TypeError("Score.flags is a tuple of texts")
        object.__setattr__(self, "flags", tuple(self.flags))

    @property
    def perfect(self) -> bool:
        """Full marks."""
        return self.points >= MOST_POINTS
