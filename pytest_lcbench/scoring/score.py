"""A score, and the states a case can end in (DESIGN 5.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    """What a scorer says of one response.

    Args:
        points: 0–100.
        scorer: ``rules``, ``choice`` or the judge's name.
        answer: the answer as extracted from the response, as text; ``None`` when nothing could be extracted.
        evidence: why these points, in words a reader of the report understands.
        flags: short snake_case marks, e.g. ``unparsed``, ``tolerant_B``.

    """

    points: float
    scorer: str
    answer: str | None
    evidence: str
    flags: tuple[str, ...] = ()

    @property
    def perfect(self) -> bool:
        """Full marks."""
        return self.points >= 100.0  # noqa: PLR2004 - 100 is the scale's end everywhere
