"""A question over financial reports, read into what it asks: measure, period, form of the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pytest_lcbench.suites.synthetic.checking.financial.periods import ALONE, AT, DATE, TO_DATE, ZH_DATE, Period, asked
from pytest_lcbench.suites.synthetic.checking.financial.reports import UnreadableError
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


_EN_WHEN = (
    rf"(?:(?:at|from) (?P<day>{DATE})(?: to (?P<later>{DATE}))?"
    r"|in (?P<span>the (?:first|second|third|fourth) quarter of \d{4}(?: \(the three months alone\))?"
    r"|the first (?:six|nine) months of \d{4}|the whole year of \d{4}))"
)
_ZH_WHEN = (
    rf"(?:(?P<day>{ZH_DATE})(?:至(?P<later>{ZH_DATE}))?|(?P<span>\d{{4}}年(?:第一季度|上半年（1-6月累计）|前三季度（1-9月累计）|全年)))"
)
_EN_WHAT = "(?:'(?P<quoted>.+?)'|(?P<what>.+?))"
_ZH_WHAT = "(?:“(?P<quoted>.+?)”|(?P<what>.+?))"
_EN_UNIT = r"(?:(?P<unit>thousands|millions) of )?dollars"
_ZH_UNIT = "(?P<unit>百万|万|千|)元"
_EN_AMOUNT = r"-?[\d,]+(?:\.\d+)?(?:(?: thousand| million)? dollars|%)"
_ZH_AMOUNT = r"-?[\d,]+(?:\.\d+)?(?:(?:百万|万|千)?元|%)"
_EN_LINES = rf"Use the form 'Company: figure', one company on each line, figures in {_EN_UNIT}\."
_ZH_LINES = rf"格式为“公司名称：金额”，金额单位为{_ZH_UNIT}，每行一家。"
_EN_COND = rf"(?P<cond>above {_EN_AMOUNT}|below {_EN_AMOUNT}|between {_EN_AMOUNT} and {_EN_AMOUNT})"
_ZH_COND = rf"(?P<cond>高于{_ZH_AMOUNT}|低于{_ZH_AMOUNT}|介于{_ZH_AMOUNT}与{_ZH_AMOUNT}之间)"
_EN_RANK = "(?P<rank>(?:second |third |fourth |)(?:highest|lowest))"
_ZH_RANK = "(?P<rank>(?:第[二三四])?[高低](?:（即倒数第[二三四]）)?|最[高低])"
_EN_DIR = "(?P<dir>increasing|decreasing)"
_ZH_DIR = "(?P<dir>从低到高|从高到低)"
_JSON = "Answer as JSON with the group names as keys and lists of company names as values; a group without companies gets an empty list."
_ZH_JSON = "请以JSON作答，键为组名，值为公司名称列表；没有公司的组给出空列表。"
_EN_SERIES = r"Q(?P<q1>\d) (?P<y1>\d{4})"
_EN_SERIES_END = r"Q(?P<q2>\d) (?P<y2>\d{4})"
_EN_MODE = (
    r"(?P<mode>each quarter alone|each quarter's end|each year's same period \(the year to date\)|the end of the same quarter of each year"
    r"|at its end|in the quarter alone|over the year to date)"
)
_ZH_REPORT = "(?:第一季度|半年度|第三季度|年度)"
_ZH_MODE = "(?P<mode>各报告期末|各年同期期末|各年同期（年初至报告期末累计）|期末数|同期累计数|期末|同期累计)"

_SHAPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "one": (
            rf"What was the {_EN_WHAT} of (?P<company>[A-Z].+?) {_EN_WHEN},? in {_EN_UNIT}\? Give the figure only\.",
            rf"How much did the {_EN_WHAT} of (?P<company>[A-Z].+?) amount to {_EN_WHEN}\? Answer with one figure, in {_EN_UNIT}\.",
            rf"For (?P<company>[A-Z].+?), give the {_EN_WHAT} {_EN_WHEN}\. State it in {_EN_UNIT}, as a figure and nothing else\.",
        ),
        "rank": (
            rf"Brought to the same unit, the {_EN_RANK} {_EN_WHAT} {_EN_WHEN} belongs to which company\? Answer with its name\.",
            rf"Which company had the {_EN_RANK} {_EN_WHAT} {_EN_WHEN}\? Give its name only\.",
        ),
        "ends": (
            rf"Compare the {_EN_WHAT} of the companies {_EN_WHEN}\. Which company has the highest and which the lowest\? Name both\.",
            rf"Which two companies stand at the two ends, highest and lowest, by {_EN_WHAT} {_EN_WHEN}\? Give both names\.",
        ),
        "pair": (
            rf"Name the two companies with the (?P<rank>highest|lowest) {_EN_WHAT} {_EN_WHEN}\.",
            rf"Which two companies show the (?P<rank>highest|lowest) {_EN_WHAT} {_EN_WHEN}\? Give the two names only\.",
        ),
        "given": (rf"Give the {_EN_WHAT} {_EN_WHEN} for each company in this order: (?P<order>.+?)\. {_EN_LINES}",),
        "listed": (
            rf"In {_EN_DIR} order, what was the {_EN_WHAT} of every company {_EN_WHEN}\? {_EN_LINES}",
            rf"List the {_EN_WHAT} of each company {_EN_WHEN} in {_EN_DIR} order\. {_EN_LINES}",
        ),
        "named": (
            rf"List the companies in {_EN_DIR} order of their {_EN_WHAT} {_EN_WHEN}\. Names only, separated by semicolons\.",
            rf"Put all companies in {_EN_DIR} order by {_EN_WHAT} {_EN_WHEN} and give the names, divided by semicolons\.",
            rf"Which (?P<first>\d+) companies have the (?P<rank>highest|lowest) {_EN_WHAT} {_EN_WHEN}\?"
            rf" List their names in {_EN_DIR} order, separated by semicolons\.",
        ),
        "count": (rf"How many of the companies show a figure {_EN_COND} for {_EN_WHAT} {_EN_WHEN}\? Give the number only\.",),
        "range": (
            rf"Name every company whose {_EN_WHAT} {_EN_WHEN} lies {_EN_COND}\. Names only, separated by semicolons\.",
            rf"Which companies had a figure {_EN_COND} for {_EN_WHAT} {_EN_WHEN}\? List the names in any order, separated by semicolons\.",
        ),
        "groups": (
            rf"By {_EN_WHAT} {_EN_WHEN}, which company belongs where\? Use the following groups: (?P<groups>.+?)\. {re.escape(_JSON)}",
            rf"Sort the companies by {_EN_WHAT} {_EN_WHEN} into the following groups: (?P<groups>.+?)\. {re.escape(_JSON)}",
        ),
        "series": (
            rf"What trend does the {_EN_WHAT} of (?P<company>[A-Z].+?) show from the report for {_EN_SERIES} to that for {_EN_SERIES_END}\?"
            rf" Give the figure for {_EN_MODE}, in {_EN_UNIT}\.",
            rf"Going through the reports of (?P<company>[A-Z].+?) from {_EN_SERIES} to {_EN_SERIES_END}: what is the trend of its {_EN_WHAT}\?"
            rf" List the figures for {_EN_MODE} in {_EN_UNIT} and say where it rose or fell\.",
        ),
        "peak": (
            rf"By the reports from {_EN_SERIES} to {_EN_SERIES_END}, in which (?P<step>quarter|year) did the {_EN_WHAT} of (?P<company>[A-Z].+?)"
            rf" \({_EN_MODE}\) stand (?P<rank>highest|lowest)\? Add the figure, in {_EN_UNIT}\.",
            rf"In which (?P<step>quarter|year), from {_EN_SERIES} to {_EN_SERIES_END}, was the {_EN_WHAT} of (?P<company>[A-Z].+?) {_EN_MODE}"
            rf" (?P<rank>highest|lowest)\? Name it with the figure in {_EN_UNIT}\.",
        ),
    },
    "zh": {
        "one": (
            rf"(?P<company>.+?){_ZH_WHEN}的{_ZH_WHAT}是多少{_ZH_UNIT}？只需给出数字。",
            rf"按合并口径，{_ZH_WHEN}(?P<company>.+?)的{_ZH_WHAT}为多少？请以{_ZH_UNIT}为单位作答，只写数字。",
            rf"请查明(?P<company>.+?)在{_ZH_WHEN}的{_ZH_WHAT}（单位：{_ZH_UNIT}），只写金额。",
        ),
        "rank": (
            rf"{_ZH_WHEN}{_ZH_WHAT}{_ZH_RANK}的公司是哪一家？只写公司名称。",
            rf"把各公司{_ZH_WHEN}的{_ZH_WHAT}换算到同一口径后，哪家{_ZH_RANK}？只需回答公司名称。",
        ),
        "ends": (
            rf"{_ZH_WHEN}，哪家公司的{_ZH_WHAT}居首，哪家垫底？请写出这两家公司。",
            rf"比较各公司{_ZH_WHEN}的{_ZH_WHAT}，最高的和最低的分别是哪家？请给出两家公司名称。",
        ),
        "pair": (
            rf"{_ZH_WHEN}{_ZH_WHAT}(?P<rank>最[高低])的两家公司是哪两家？",
            rf"请找出{_ZH_WHEN}{_ZH_WHAT}(?P<rank>最[高低])的两家公司，只写公司名称。",
        ),
        "given": (rf"请按以下顺序列出各公司{_ZH_WHEN}的{_ZH_WHAT}：(?P<order>.+?)。{_ZH_LINES}",),
        "listed": (
            rf"{_ZH_WHEN}各公司的{_ZH_WHAT}是多少？请按金额{_ZH_DIR}列示，{_ZH_LINES}",
            rf"请{_ZH_DIR}列出各公司{_ZH_WHEN}的{_ZH_WHAT}。{_ZH_LINES}",
        ),
        "named": (
            rf"按{_ZH_WHEN}{_ZH_WHAT}的大小，{_ZH_DIR}依次写出全部公司名称（分号分隔）。",
            rf"请将上述公司按{_ZH_WHEN}的{_ZH_WHAT}{_ZH_DIR}排列，只写公司名称，用分号分隔。",
            rf"{_ZH_WHEN}{_ZH_WHAT}(?P<rank>最[高低])的(?P<first>\d+)家公司是哪些？请{_ZH_DIR}依次写出公司名称，用分号分隔。",
        ),
        "count": (rf"{_ZH_WHEN}，有几家公司的{_ZH_WHAT}{_ZH_COND}？只写家数。",),
        "range": (
            rf"{_ZH_WHEN}，哪些公司的{_ZH_WHAT}{_ZH_COND}？请列出公司名称，用分号分隔，顺序不限。",
            rf"请找出{_ZH_WHAT}（{_ZH_WHEN}）{_ZH_COND}的公司，只写名称，分号分隔。",
        ),
        "groups": (
            rf"按{_ZH_WHAT}（{_ZH_WHEN}）对各公司分组，分为：(?P<groups>.+?)。{_ZH_JSON}",
            rf"请根据{_ZH_WHEN}的{_ZH_WHAT}，将上述公司划分成：(?P<groups>.+?)。{_ZH_JSON}",
        ),
        "series": (
            rf"从(?P<r1>\d{{4}}年{_ZH_REPORT})报告到(?P<r2>\d{{4}}年{_ZH_REPORT})报告，(?P<company>.+?)的{_ZH_WHAT}呈现怎样的变化趋势？"
            rf"请列出{_ZH_MODE}的具体金额（单位：{_ZH_UNIT}）。",
            rf"根据(?P<company>.+?)(?P<r1>\d{{4}}年{_ZH_REPORT})至(?P<r2>\d{{4}}年{_ZH_REPORT})的各份报告，{_ZH_WHAT}是如何变化的？"
            rf"请说明趋势，并按{_ZH_MODE}逐一给出数字，以{_ZH_UNIT}为单位。",
        ),
        "peak": (
            rf"(?P<company>.+?)的{_ZH_WHAT}在哪(?P<step>一年|个季度)(?P<rank>最[高低])（考察范围：(?P<r1>\d{{4}}年{_ZH_REPORT})"
            rf"至(?P<r2>\d{{4}}年{_ZH_REPORT})，按{_ZH_MODE}）？并写出该数，单位{_ZH_UNIT}。",
            rf"(?P<r1>\d{{4}}年{_ZH_REPORT})至(?P<r2>\d{{4}}年{_ZH_REPORT})的各份报告中，(?P<company>.+?)的{_ZH_WHAT}（{_ZH_MODE}）"
            rf"在哪(?P<step>一年|个季度)(?P<rank>最[高低])？请同时给出金额（{_ZH_UNIT}）。",
        ),
    },
}
_COMPILED = {
    language: tuple((shape, re.compile(pattern)) for shape, patterns in shapes.items() for pattern in patterns)
    for language, shapes in _SHAPES.items()
}
_SCALES = {"": 1, "thousands": 10**3, "millions": 10**6, "千": 10**3, "万": 10**4, "百万": 10**6}
_AMOUNT = re.compile(r"(-?[\d,]+(?:\.\d+)?) ?(%|thousand dollars|million dollars|dollars|百万元|万元|千元|元|)")
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
_END_MODES = {"each quarter's end", "the end of the same quarter of each year", "at its end", "各报告期末", "各年同期期末", "期末数", "期末"}
_YEARLY_MODES = {
    "each year's same period (the year to date)",
    "the end of the same quarter of each year",
    "各年同期期末",
    "各年同期（年初至报告期末累计）",
}


def understand(question: str, language: str) -> Question:
    """Read *question*. Raises :class:`UnreadableError` when it has no reading, or more than one."""
    readings: list[Question] = []
    for shape, pattern in _COMPILED[language]:
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
    for match in _GROUP[language].finditer(text):
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
        and all(low.most is not None and low.most == high.least for low, high in zip(edges, edges[1:], strict=False))
    )
    if not whole or len({bounds.label for bounds in found}) != len(found):
        raise UnreadableError("the question's groups leave a gap, overlap, or share a name")
    return tuple(found)


_ZH_ENDS = {"第一季度": 1, "半年度": 2, "第三季度": 3, "年度": 4}


def _series(shape: str, groups: Mapping[str, str], measure: Measure, unit: int, language: str) -> Question:
    if language == "en":
        first, last = (int(groups["y1"]), int(groups["q1"])), (int(groups["y2"]), int(groups["q2"]))
    else:
        first, last = ((int(text[:4]), _ZH_ENDS[text[5:]]) for text in (groups["r1"], groups["r2"]))
    mode = groups["mode"]
    yearly = groups["step"] in {"year", "一年"} if shape == "peak" else mode in _YEARLY_MODES
    kind = ALONE if mode in _ALONE_MODES else AT if mode in _END_MODES else TO_DATE
    stock = ITEM_OF[measure.of].statement == BALANCE
    if measure.percent or stock != (kind == AT) or (kind == TO_DATE and not yearly) or (yearly and first[1] != last[1]) or first >= last:
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
