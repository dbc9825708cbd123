"""The statement that ``--lcbench-gate-early`` decides, and how wide the complete run's interval may be."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.items import FULL
from pytest_lcbench.suites.order import Key

Widening = float | Callable[[Mapping[Key, float]], float]
"""How much wider the complete run's interval is than ``quantile * SD / sqrt(N - 1)`` (at least 1): an upper bound, or a function that
returns one from the differences of the cases seen so far, in order (missing ones are not among them)."""


class Verdict(StrEnum):
    """What can be decided before a run's end."""

    REGRESSION = "regression"
    PASS = "pass"  # noqa: S105 - a verdict, no password


class Partly(Enum):
    """In place of points: some of a case's epochs have an answer, others have none."""

    ANSWERED = "answered"


Points = float | Partly | None
"""A case's mean over its epochs; ``None`` without any answer."""


@dataclass(frozen=True, slots=True)
class EarlyRule:
    """The statement that is decided early, for one gated slice.

    Args:
        margin: points that the mean may drop; 0 for a floor.
        error: bound on the chance that an early verdict differs from the complete run's.
        pass_quantile: of the gate's final bound for a pass (Student's or normal).
        regression_quantile: the same for a regression; with several slices under Holm, Bonferroni's (Holm rejects whenever that does).
        widening: see :data:`Widening`.
        widest: what a widening that is a function never exceeds; where it does, nothing is decided early.
        least_sd: the gate never takes the standard deviation of the differences for less than this many points.
        partly: whether a case may have answers in some of its epochs and none in others (:class:`Partly`).

    Raises ``SettingsError`` for a value that cannot be.

    """

    margin: float
    error: float = 0.05
    pass_quantile: float = 1.645
    regression_quantile: float = 1.645
    widening: Widening = 1.0
    widest: float = 10.0
    least_sd: float = 0.0
    partly: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if not 0 <= self.margin <= FULL:
            raise SettingsError(f"the margin is {self.margin} points; it must be 0 to 100")
        if not 0 < self.error < 1:
            raise SettingsError(f"the error level is {self.error}; it must lie between 0 and 1")
        for name, value in (("pass", self.pass_quantile), ("regression", self.regression_quantile)):
            if not (value > 0 and math.isfinite(value)):
                raise SettingsError(f"the {name} quantile is {value}; it must be above 0 and finite")
        if not callable(self.widening) and not self.widening >= 1:
            raise SettingsError(f"the widening is {self.widening}; it must be at least 1")
        if not (self.widest >= 1 and math.isfinite(self.widest)):
            raise SettingsError(f"the widest widening is {self.widest}; it must be at least 1, and finite")
        if not (self.least_sd >= 0 and math.isfinite(self.least_sd)):
            raise SettingsError(f"the least standard deviation is {self.least_sd}; it must not be negative, and finite")


def document_widening(
    share: Callable[[Mapping[Key, float]], tuple[float, float]], at_share: Callable[[float], float], *, caution: float = 1.0
) -> Widening:
    """Return the widening by shared documents, for a share of the variance that is estimated as the run goes on.

    Args:
        share: estimates the documents' share of the variance, and its standard error, from the differences seen.
        at_share: widening of the complete run's interval at a share of 0 to 1, growing with it: the root of the design effect over
            *all* planned cases, whose graph is known beforehand; times Student's quantile over the rule's, where the gate takes
            Student's at degrees of freedom that depend on the share.
        caution: standard errors added to the share; the sum is kept in 0 to 1.

    """

    def widening(seen: Mapping[Key, float]) -> float:
        estimate, standard_error = share(seen)
        return at_share(min(max(estimate + caution * standard_error, 0.0), 1.0))

    return widening
