"""The answer to a question from figures by company or by period, and the gold answer read into the same shape."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pytest_lcbench.suites.synthetic.checking.financial.asking import Question
from pytest_lcbench.suites.synthetic.checking.financial.periods import ALONE, AT, TO_DATE, Period, day, over
from pytest_lcbench.suites.synthetic.checking.financial.reports import Report, UnreadableError

Answer = Any
"""Comparable and immutable: a figure, a number, a set or tuple of names, pairs of name and figure, groups, a trend."""

UP = "up"
DOWN = "down"
MIXED = "up and down"


def answer(question: Question, figures: Sequence[tuple[str, Fraction]]) -> Answer:
    """Return what *question* has for an answer when the companies have *figures*.

    Raises :class:`UnreadableError` when companies that share a figure leave more than one answer.
    """
    if question.company:
        return next((figure for name, figure in figures if name == question.company), None)
    if question.order:
        by_name = dict(figures)
        return tuple((name, by_name.get(name)) for name in question.order)
    if question.bounds and question.bounds[0].label:
        return frozenset(
            (bounds.label, frozenset(name for name, figure in figures if bounds.holds(figure))) for bounds in question.bounds
        )
    if question.bounds:
        held = frozenset(name for name, figure in figures if question.bounds[0].holds(figure))
        return len(held) if question.counted else held
    ranked = sorted(figures, key=lambda pair: pair[1], reverse=True)
    if question.ranks:
        return frozenset(_at_rank(ranked, rank) for rank in question.ranks)
    if question.descending is None:
        raise UnreadableError("the question asks for nothing that can be answered")
    if not question.descending:
        ranked.reverse()
    if question.first:
        _apart(ranked[: question.first + 1])
        if len(ranked) <= question.first:
            raise UnreadableError("the question asks for as many companies as there are")
        ranked = ranked[: question.first]
    else:
        _apart(ranked)
    return tuple(ranked) if question.unit else tuple(name for name, _ in ranked)


def _at_rank(ranked: Sequence[tuple[str, Fraction]], rank: int) -> str:
    if abs(rank) > len(ranked):
        raise UnreadableError("the question asks for a place that no company has")
    name, figure = ranked[rank - 1 if rank > 0 else rank]
    if sum(other == figure for _, other in ranked) > 1:
        raise UnreadableError(f"{name} shares its figure with another company")
    return name


def _apart(ranked: Sequence[tuple[str, Fraction]]) -> None:
    for (name, figure), (other, same) in itertools.pairwise(ranked):
        if figure == same:
            raise UnreadableError(f"{name} and {other} have the same figure")


def answer_over_time(question: Question, figures: Sequence[tuple[Period, Fraction]]) -> Answer:
    """Return the trend with its figures, or the period that stands out with its figure; *figures* are in the order of time.

    Raises :class:`UnreadableError` when two periods share the figure that stands out.
    """
    if question.peak:
        ranked = sorted(figures, key=lambda pair: question.peak * pair[1], reverse=True)
        if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
            raise UnreadableError("two periods share the figure that is asked for")
        return ranked[0]
    values = [figure for _, figure in figures]
    return _direction(values), tuple(figures)


def _direction(values: Sequence[Fraction]) -> str:
    steps = list(itertools.pairwise(values))
    if steps and all(before < after for before, after in steps):
        return UP
    if steps and all(before > after for before, after in steps):
        return DOWN
    return MIXED


def figure_of(
    question: Question, report: Report, period: Period, before: Period | None = None
) -> tuple[Fraction, list[tuple[str, Period]]]:
    """Return the figure that *report* gives for the question's measure, and which facts it rests on.

    Raises :class:`UnreadableError` when the report does not state one of them.
    """
    measure = question.measure
    used = [(measure.of, period)]
    if measure.over:
        used.append((measure.over, period))
    if before is not None:
        used.append((measure.of, before))
    values = []
    for item, when in used:
        if item in report.restated and when.year < report.year and when.kind != AT:
            raise UnreadableError(f"{report.company}: {item} of {when.year} is restated, and its own report is not asked")
        value = report.figure(item, when)
        if value is None:
            raise UnreadableError(f"{report.company}: no table gives {item} {when.kind} {when.year} Q{when.quarter}")
        values.append(value)
    if not measure.percent:
        return values[0], used
    if values[1] <= 0:
        raise UnreadableError(f"{report.company}: a percentage of a figure that is not above zero")
    return 100 * (values[0] / values[1] - (1 if measure.growth else 0)), used


def series(question: Question) -> list[tuple[int, int]]:
    """Return year and quarter of every report that a temporal question goes through, in the order of time."""
    if question.series is None:
        return []
    (year, quarter), last = question.series
    found = []
    while (year, quarter) <= last:
        found.append((year, quarter))
        if question.yearly:
            year += 1
        else:
            year, quarter = (year, quarter + 1) if quarter < 4 else (year + 1, 1)  # noqa: PLR2004 - quarters of a year
    return found


# --- gold -------------------------------------------------------------------------------------------------------------

_EN_TREND = re.compile(r"The .+? (rose throughout|fell throughout|went up and down)\. (.+)\.")
_ZH_TREND = re.compile(r".+?(持续上升|持续下降|有升有降)。(.+)。")
_DIRECTIONS = {
    "rose throughout": UP,
    "fell throughout": DOWN,
    "went up and down": MIXED,
    "持续上升": UP,
    "持续下降": DOWN,
    "有升有降": MIXED,
}
_EN_POINT = re.compile(r"(.+?)(?:: |, with )(-?[\d,]+(?:\.\d+)?) (thousand |million |)dollars")
_ZH_POINT = re.compile(r"(.+?)(?:，)?为(-?[\d,]+(?:\.\d+)?)(百万|万|千|)元")
_POINT_SCALES = {"": 1, "thousand ": 10**3, "million ": 10**6, "千": 10**3, "万": 10**4, "百万": 10**6}
_EN_LABEL = re.compile(r"Q(?P<quarter>[1-4]) (?P<qyear>\d{4})|(?P<long>first half of |nine months to 30 September |)(?P<year>\d{4})")
_EN_LONG = {"first half of ": 2, "nine months to 30 September ": 3, "": 4}
_ZH_LABEL = re.compile(r"(\d{4})年?(第一季度|上半年|前三季度|半年度|第三季度|年度|全年|)")
_ZH_LABELS = {"第一季度": 1, "上半年": 2, "半年度": 2, "前三季度": 3, "第三季度": 3, "年度": 4, "全年": 4, "": 4}


def gold_answer(question: Question, gold: Any, language: str) -> Answer:
    """Return *gold* in the shape of :func:`answer`. Raises :class:`UnreadableError` when it has not the shape asked for."""
    try:
        return _gold(question, gold, language)
    except (AttributeError, TypeError, ValueError, ZeroDivisionError) as error:
        raise UnreadableError(f"the gold answer has not the shape that the question asks for: {str(gold)[:80]!r}") from error


def _gold(question: Question, gold: Any, language: str) -> Answer:
    if question.series is not None:
        return _gold_over_time(question, str(gold), language)
    if question.company:
        return _amount(gold, question.unit)
    if question.counted:
        return int(gold)
    if isinstance(gold, Mapping):
        return frozenset((str(label), _names(names)) for label, names in gold.items())
    if not isinstance(gold, list | tuple):
        raise TypeError("a list is asked for")
    if question.unit:
        pairs = [re.fullmatch(r"(.+)(?:: |：)(.+)", line) for line in gold]
        return tuple((pair[1], _amount(pair[2], question.unit)) for pair in pairs if pair)
    return tuple(gold) if question.descending is not None else _names(gold)


def _names(names: Any) -> frozenset[str]:
    found = frozenset(names)
    if isinstance(names, str) or len(found) != len(names):
        raise TypeError("names are repeated")
    return found


def _amount(text: str, unit: int) -> Fraction:
    return Fraction(text.replace(",", "")) * unit


def _gold_over_time(question: Question, gold: str, language: str) -> Answer:
    point = _EN_POINT if language == "en" else _ZH_POINT
    if question.peak:
        match = point.fullmatch(gold)
        return _point(match, question, language) if match else None
    trend = (_EN_TREND if language == "en" else _ZH_TREND).fullmatch(gold)
    if trend is None:
        raise ValueError(gold)
    points = [point.fullmatch(part) for part in re.split("; " if language == "en" else "；", trend[2])]
    return _DIRECTIONS[trend[1]], tuple(_point(match, question, language) for match in points)


def _point(match: re.Match[str] | None, question: Question, language: str) -> tuple[Period, Fraction]:
    if match is None:
        raise ValueError("a figure of the trend is not understood")
    scale = _POINT_SCALES[match[3]]
    if scale != question.unit:
        raise ValueError("a figure is not in the unit asked for")
    return _label(match[1], question, language), _amount(match[2], scale)


def _label(text: str, question: Question, language: str) -> Period:
    """Return the period that a label names; a bare year is the whole of it."""
    kind = question.kind
    found = day(text)
    if found is None and language == "en":
        match = _EN_LABEL.fullmatch(text)
        if match and match["quarter"]:
            found = over(ALONE if kind == ALONE else TO_DATE, int(match["qyear"]), int(match["quarter"]))
        elif match:
            found = Period(TO_DATE, int(match["year"]), _EN_LONG[match["long"]])
    elif found is None:
        match = _ZH_LABEL.fullmatch(text)
        found = Period(TO_DATE, int(match[1]), _ZH_LABELS[match[2]]) if match else None
    if found is None or (found.kind == AT) != (kind == AT):
        raise ValueError(f"{text!r} is no period of the series")
    return found
