"""What a gate demands: floors, non-inferiority to a baseline, and what must be there before anything is concluded.

Reading policies from files is not done here; whoever reads one builds these, and their errors name the fault without the place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.statistics.measures import Measure, Slice

ERROR = 0.05
LEAST_ERROR = 1e-6
"""Quantiles of less, divided by many criteria, are beyond what floating point tells from certainty."""
MINIMUM_COVERAGE = 0.98
MAXIMUM_JUDGE_FAILURE = 0.02


@dataclass(frozen=True, slots=True)
class Floor:
    """The candidate's mean is at least ``at_least``, e.g. ``avg >= 50`` or ``perfect_rate >= 0.2 @ set3``.

    Raises ``SettingsError`` for a floor that is at the scale's lower end, which always holds, or off the scale.
    """

    measure: Measure
    at_least: float
    slice: Slice = field(default_factory=Slice)

    def __post_init__(self) -> None:
        low, high = self.measure.bounds
        if not low < self.at_least <= high:
            raise SettingsError(f"{self.measure.value} >= {self.at_least:g}: a floor lies above {low:g} and is at most {high:g}")

    def __str__(self) -> str:
        return f"{self.measure.value} >= {self.at_least:g}{_at(self.slice)}"


@dataclass(frozen=True, slots=True)
class NonInferiority:
    """The candidate's mean falls below the baseline's by less than ``margin``, e.g. ``avg drop < 5 @ set3``.

    Raises ``SettingsError`` for a margin that is not above 0 and below the length of the scale: a drop of exactly none can be
    concluded from no number of cases.
    """

    measure: Measure
    margin: float
    slice: Slice = field(default_factory=Slice)

    def __post_init__(self) -> None:
        low, high = self.measure.bounds
        if not 0 < self.margin < high - low:
            raise SettingsError(
                f"{self.measure.value} drop < {self.margin:g}: a margin lies above 0 and below {high - low:g}; "
                "without any, no number of cases can pass"
            )

    def __str__(self) -> str:
        return f"{self.measure.value} drop < {self.margin:g}{_at(self.slice)}"


Criterion = Floor | NonInferiority


@dataclass(frozen=True, slots=True)
class Policy:
    """A gate's demands; all of them together decide one verdict.

    Args:
        criteria: at least one, none twice. A demand on several slices is one criterion each.
        error: one-sided error level, of calling a regression where there is none in any criterion, and of passing one.
        minimum_coverage: least share of the planned items with points (on both sides of a comparison), in every criterion.
        maximum_judge_failure: greatest share of answered items that the judge could not score.

    Raises ``SettingsError`` for what cannot be a policy.

    """

    criteria: tuple[Criterion, ...]
    error: float = ERROR
    minimum_coverage: float = MINIMUM_COVERAGE
    maximum_judge_failure: float = MAXIMUM_JUDGE_FAILURE

    def __post_init__(self) -> None:
        if not self.criteria:
            raise SettingsError("a gate's policy demands nothing: give it a floor (avg >= 50) or a margin (avg drop < 5)")
        for number, criterion in enumerate(self.criteria):
            if criterion in self.criteria[:number]:
                raise SettingsError(f"a gate's policy demands '{criterion}' twice")
        if not LEAST_ERROR <= self.error < 0.5:  # noqa: PLR2004 - at a half a coin would do
            raise SettingsError(f"a gate's error level is {LEAST_ERROR:g} or more and below 0.5, not {self.error:g}")
        for name, share in (("minimum coverage", self.minimum_coverage), ("maximum judge failure", self.maximum_judge_failure)):
            if not 0 <= share <= 1:
                raise SettingsError(f"a gate's {name} is a share, 0 to 1, not {share:g}")

    @property
    def needs_baseline(self) -> bool:
        """Whether some criterion compares with a baseline."""
        return any(isinstance(criterion, NonInferiority) for criterion in self.criteria)


def _at(some: Slice) -> str:
    return f" @ {some.label}" if some.where else ""
