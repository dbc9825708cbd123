"""What is measured of a row, on which scale, and in which cases: the words of tables, comparisons and gate policies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.estimates import perfect_of
from pytest_lcbench.statistics.intervals import POINTS, RATE
from pytest_lcbench.statistics.items import points_of

_CHOICE = "choice"


class Measure(StrEnum):
    """A figure of every case whose mean is reported and gated."""

    AVERAGE = "avg"
    """Points, 0–100."""
    PERFECT_RATE = "perfect_rate"
    """Share of full marks, 0–1."""
    ACCURACY = "accuracy"
    """Points of choices, 0–100: the accuracy in percent, as tables show it. Other kinds of answers are not in it."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The scale's ends."""
        return RATE if self is Measure.PERFECT_RATE else POINTS

    def covers(self, row: ResultRow) -> bool:
        """Whether the item of *row* is one that this is measured on, missing or not."""
        return self is not Measure.ACCURACY or row.answer_kind == _CHOICE

    def of(self, row: ResultRow) -> float | None:
        """Return the figure of *row*, ``None`` when it has no points. Raises ``DataError`` as ``points_of`` does."""
        return perfect_of(row) if self is Measure.PERFECT_RATE else points_of(row)


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the cases.

    Args:
        label: what reports call it.
        where: (field, value) pairs that a row must all have: fields of the result row (``suite``, ``arm``, ``prompting``,
            ``task``, ``subtask``, ``length_set``, ``language``, ``domain``, ``difficulty``, ``case_id``), else names of groups.
            Empty: every case.

    """

    label: str = "All"
    where: tuple[tuple[str, str], ...] = ()

    def holds(self, row: ResultRow) -> bool:
        """Whether *row* is in the slice."""
        return all(_label(row, name) == value for name, value in self.where)


FIELDS = ("suite", "arm", "prompting", "task", "subtask", "length_set", "language", "domain", "difficulty", "case_id")
"""The fields of a row that a slice may name; any other name is that of a group."""


def _label(row: ResultRow, name: str) -> str | None:
    return str(getattr(row, name)) if name in FIELDS else row.groups.get(name)
