"""A question over financial reports, read into what it asks: measure, period, form of the answer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pytest_lcbench.suites.synthetic.checking.financial.periods import ALONE, AT, TO_DATE, Period, asked
from pytest_lcbench.suites.synthetic.checking.financial.reports import UnreadableError
from pytest_lcbench.suites.synthetic.checking.financial.shapes import SHAPES
from pytest_lcbench.suites.synthetic.checking.financial.vocabulary import BALANCE, ITEM_OF, MEASURES, Measure


@dataclass(frozen=True, slots=True)
class Bounds:
    """A range of figures in the smallest unit, or of percentages.

    Args:
        label: name of the group; empty where the question has one range.
        least: lower bound; ``None``: open. It belongs to the range when *closed*.
        most: upper bound, never in the range; ``None``: open.
        closed: whether the question says that the lower bound is in. If not, a figure on a bound has no answer.

    """

    label: str
    least: Fraction | None
    most: Fraction | None
    closed: bool

    def holds(self, figure: Fraction) -> bool:
        """Whether *figure* lies inside. Raises :class:`UnreadableError` when it lies on a bound that the question leaves open."""
        if not self.closed and figure in {self.least, self.most}:
            raise UnreadableError("a figure lies exactly on a bound of the question, which does not say whether that is in")
        return (self.least is None or figure >= self.least) and (self.most is None or figure < self.most)


@dataclass(frozen=True, slots=True)
class Question:
    """What a question asks.

    Args:
        measure: of each company.
        period: of the figure; ``None`` in a temporal question, which asks for a series.
        before: the earlier period of a change; ``None``: no change is asked for.
        back: whether the question says that the period is that of the comparative column.
        unit: in which figures are to be given; 0: none are asked for.
        company: the one that is asked for; empty: all.
        ranks: places to name, 1 the highest, -1 the lowest, in the answer's order; empty: no rank is asked for.
        descending: the order of a list; ``None``: no order by figure.
        order: the companies in the order that the question gives.
        first: how many of an ordered list; 0: all.
        bounds: ranges, or groups.
        counted: whether only the number of companies is asked for.
        series: first and last report (year, quarter) of a temporal question.
        yearly: whether the series takes the same quarter of each year.
        kind: the period's kind in a series.
        peak: 1 the highest of a series is asked for, -1 the lowest, 0 the whole series.

    """

    measure: Measure
    period: Period | None = None
    before: Period | None = None
    back: bool = False
    unit: int = 0
    company: str = ""
    ranks: tuple[int, ...] = ()
    descending: bool | None = None
    order: tuple[str, ...] = ()
    first: int = 0
    bounds: tuple[Bounds, ...] = ()
    counted: bool = False
    series: tuple[tuple[int, int], tuple[int, int]] | None = None
    yearly: bool = False
    kind: str = ""
    peak: int = 0


_SCALES = {"": 1, "thousands": 10**3, "millions": 10**6, "千": 10**3, "万": 10**4, "百万": 10**6}
_AMOUNT = re.compile(r"(-?\d[\d,]*(?:\.\d+)?) ?(%|thousand dollars|million dollars|dollars|百万元|万元|千元|元|)")
_AMOUNT_SCALES = {
    "%": 1,
    "dollars": 1,
    "thousand dollars": 10**3,
    "million dollars": 10**6,
    "元": 1,
    "千元": 10**3,
    "万元": 10**4,
    "百万元": 10**6,
}
_NTH = {"second": 2, "third": 3, "fourth": 4, "二": 2, "三": 3, "四": 4}
_ALONE_MODES = {"each quarter alone", "in the quarter alone"}
_END_MODES = {
    "each quarter's end",
    "the end of the same quarter of each year",
    "at its end",
    "各报告期末",
    "各年同期期末",
    "期末数",
    "期末",
}
_YEARLY_MODES = {
    "each year's same period (the year to date)",
    "the end of the same quarter of each year",
    "各年同期期末",
    "各年同期（年初至报告期末累计）",
}


def understand(question: str, language: str) -> Question:
    """Read *question*. Raises :class:`UnreadableError` when it has no reading, or more than one."""
    try:
        return _understand(question, language)
    except ValueError as error:
        raise UnreadableError(f"a number of the question is not understood: {question[:120]!r}") from error


def _understand(question: str, language: str) -> Question:
    readings: list[Question] = []
    for shape, pattern in SHAPES[language]:
        match = pattern.fullmatch(question)
        if match is not None:
            groups = {name: text for name, text in match.groupdict().items() if text is not None}
            words = (groups.get("quoted") or groups.get("what") or "").lower()
            measure = MEASURES[language].get(words)
            if measure is None:
                raise UnreadableError(f"the question asks for {words!r}, which is no item known here")
            found = _meant(shape, groups, measure, language)
            if found not in readings:
                readings.append(found)
    if len(readings) != 1:
        raise UnreadableError(f"the question has {len(readings)} readings: {question[:120]!r}")
    return readings[0]


def _meant(shape: str, groups: Mapping[str, str], measure: Measure, language: str) -> Question:
    unit = _SCALES[groups.get("unit", "")] if shape in {"one", "given", "listed", "series", "peak"} else 0
    if unit and measure.percent:
        raise UnreadableError("the question asks for a percentage in units of money")
    if shape in {"series", "peak"}:
        return _series(shape, groups, measure, unit, language)
    period, before = _periods(groups, measure, language)
    bounds: tuple[Bounds, ...] = ()
    if "cond" in groups:
        bounds = (_condition(groups["cond"]),)
    elif "groups" in groups:
        bounds = _groups(groups["groups"], language)
    direction = groups.get("dir")
    descending = None if direction is None else direction in {"decreasing", "从高到低"}
    first = int(groups.get("first", "0"))
    if first and descending != (_sign(groups["rank"]) > 0):
        raise UnreadableError("the question asks for one end and lists from the other")
    return Question(
        measure,
        period,
        before,
        "back" in groups,
        unit,
        company=groups.get("company", ""),
        ranks=_ranks(shape, groups),
        descending=descending,
        order=tuple(re.split(r"; |；|、", groups["order"])) if "order" in groups else (),
        first=first,
        bounds=bounds,
        counted=shape == "count",
    )


def _periods(groups: Mapping[str, str], measure: Measure, language: str) -> tuple[Period, Period | None]:
    stock = ITEM_OF[measure.of].statement == BALANCE
    period = asked(groups.get("later") or groups.get("day") or groups["span"], language)
    if period is None or stock != (period.kind == AT) or ("later" in groups) != (stock and measure.growth):
        raise UnreadableError("the question's period does not fit what it asks for")
    if "back" in groups and (measure.growth or stock != ("opening" in groups["back"] or "年初" in groups["back"])):
        raise UnreadableError("the comparative column that the question names does not fit what it asks for")
    before = None
    if measure.growth:
        before = asked(groups["day"], language) if stock else period._replace(year=period.year - 1)
        if before is None or before >= period:
            raise UnreadableError("the question's period begins after its end")
    return period, before


def _sign(rank: str) -> int:
    return 1 if "high" in rank or "高" in rank else -1


def _ranks(shape: str, groups: Mapping[str, str]) -> tuple[int, ...]:
    if shape == "ends":
        return (1, -1)
    if shape == "pair":
        return (1, 2) if _sign(groups["rank"]) > 0 else (-1, -2)
    if shape != "rank":
        return ()
    words = groups["rank"]
    place = next((number for word, number in _NTH.items() if word in words), 1)
    return (place * _sign(words),)


def _amounts(text: str) -> list[Fraction]:
    """Return the amounts in *text*; one without a unit has that of the next."""
    found: list[Fraction] = []
    scale: int | None = None
    for digits, unit in reversed(_AMOUNT.findall(text)):
        scale = _AMOUNT_SCALES[unit] if unit else scale
        if scale is None:
            raise UnreadableError(f"an amount without unit: {text!r}")
        found.append(Fraction(digits.replace(",", "")) * scale)
    return found[::-1]


def _condition(text: str) -> Bounds:
    amounts = _amounts(text)
    if text.startswith(("above", "高于")):
        return Bounds("", amounts[0], None, closed=False)
    if text.startswith(("below", "低于")):
        return Bounds("", None, amounts[0], closed=False)
    return Bounds("", amounts[0], amounts[1], closed=False)


_GROUP = {"en": re.compile(r"([^,()]+?) \((.+?)\)(?:, |$)"), "zh": re.compile(r"([^、（）]+?)（(.+?)）(?:、|$)")}


def _groups(text: str, language: str) -> tuple[Bounds, ...]:
    found: list[Bounds] = []
    matches = list(_GROUP[language].finditer(text))
    if sum(len(match[0]) for match in matches) != len(text):
        raise UnreadableError(f"the question's groups are not understood: {text[:120]!r}")
    for match in matches:
        amounts = _amounts(match[2])
        words = re.sub(r"-?[\d,]+(?:\.\d+)?", "", match[2])
        low = "or more" in words or "at least" in words or "及以上" in words
        high = "less than" in words or "不足" in words
        if len(amounts) != low + high:
            raise UnreadableError(f"a group's range is not understood: {match[0]!r}")
        found.append(Bounds(match[1], amounts[0] if low else None, amounts[-1] if high else None, closed=True))
    edges = sorted(found, key=lambda bounds: (bounds.least is not None, bounds.least or 0))
    whole = (
        len(edges) > 1
        and edges[0].least is None
        and edges[-1].most is None
        and all(low.most is not None and low.most == high.least for low, high in itertools.pairwise(edges))
    )
    if not whole or len({bounds.label for bounds in found}) != len(found):
        raise UnreadableError("the question's groups leave a gap, overlap, or share a name")
    return tuple(found)


_ZH_ENDS = {"年第一季度": 1, "年半年度": 2, "年第三季度": 3, "年度": 4}


def _series(shape: str, groups: Mapping[str, str], measure: Measure, unit: int, language: str) -> Question:
    if language == "en":
        first, last = (int(groups["y1"]), int(groups["q1"])), (int(groups["y2"]), int(groups["q2"]))
    else:
        first, last = ((int(text[:4]), _ZH_ENDS[text[4:]]) for text in (groups["r1"], groups["r2"]))
    mode = groups["mode"]
    yearly = groups["step"] in {"year", "一年"} if shape == "peak" else mode in _YEARLY_MODES
    kind = ALONE if mode in _ALONE_MODES else AT if mode in _END_MODES else TO_DATE
    stock = ITEM_OF[measure.of].statement == BALANCE
    if (
        measure.percent
        or stock != (kind == AT)
        or (kind == TO_DATE and not yearly)
        or (yearly and first[1] != last[1])
        or first >= last
    ):
        raise UnreadableError("the question's series does not fit what it asks for")
    return Question(
        measure,
        unit=unit,
        company=groups["company"],
        series=(first, last),
        yearly=yearly,
        kind=kind,
        peak=_sign(groups["rank"]) if shape == "peak" else 0,
    )
