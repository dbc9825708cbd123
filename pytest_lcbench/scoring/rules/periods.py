"""Dates and reporting periods in prose: years and quarters, in English and Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_QUARTER_WORDS: Final = {
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
}
_HAN_YEAR_DIGITS: Final = {c: str(i) for i, c in enumerate("零一二三四五六七八九")} | {"〇": "0", "O": "0", "○": "0"}
_YEAR: Final = r"(?:19|20)\d\d"
_MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH_NAME: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_MONTH: Final = r"(?P<month>" + _MONTH_NAME + r")[a-z]{0,7}\.?\s(?P<day_us>\d{1,2})(?:st|nd|rd|th)?,?\s"
_DAY_FIRST: Final = (
    r"(?<![\d.,$¥-])(?P<day_first>\d{1,2})(?:st|nd|rd|th)?\s?(?:of\s|day of\s|-|\s)?(?P<month_second>"
    + _MONTH_NAME
    + r")[a-z]{0,7}\.?,?[\s-]"
)
_PERIOD: Final = re.compile(
    # third quarter of 2024, Q3 2024, Q3 FY2024
    r"(?:\b(?:the\s)?(?P<en_quarter>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]quarter(?:\s(?:of"
    r"|in))?(?:\s(?:the\s)?(?:fiscal|FY))?(?:\syear)?,?\s?"
    r"(?P<year_a>" + _YEAR + r")(?!\d)"
    r"|\bQ(?P<q_quarter>[1-4])[\s,/-]{0,3}(?:of\s)?(?:FY\s?|fiscal\s(?:year\s)?)?'?(?P<year_b>" + _YEAR + r")(?!\d)"
    # March 31, 2024
    r"|\b" + _MONTH + r"(?P<year_f>" + _YEAR + r")(?!\d)"
    # 31 March 2024, 31st of March, 2024, 31-Mar-2024
    r"|" + _DAY_FIRST + r"(?P<year_h>" + _YEAR + r")(?!\d)"
    # 31/03/2024, 03/31/2024, 31.03.2024
    r"|(?<![\d.,$¥/-])(?P<either_a>\d{1,2})(?P<stroke>[/.-])(?P<either_b>\d{1,2})(?P=stroke)(?P<year_i>" + _YEAR + r")(?![\d/])"
    # 2024-03-31, 2024/3/31
    r"|(?<![\d.,$¥-])(?P<year_g>" + _YEAR + r")[-/.](?P<month_number>0?[1-9]|1[0-2])[-/.](?P<day_number>\d{1,2})(?!\d)"
    # 2024年第一季度, 2024年3月31日, 24年一季度, 2024一季度, 2024Q1, FY2024, 2024
    r"|(?<![\d$¥A-Za-z])(?:(?<!\d[.,])|(?<=(?<!\d)(?:19|20)\d\d,)|(?=\d{4}年))(?P<year_c>"
    + _YEAR
    + r"|(?<!\d)\d\d(?=年(?:度|第|[一二三四1-4前]|Q)))"
    r"(?:\s?年?(?:度)?[\s-]?(?:第?\s?(?P<zh_quarter>[一二三四1-4])\s?(?:个)?季度?报?|前(?P<zh_until>[一二三])季度|[qQ](?P<q_after>[1-4])(?!\d)"
    r"|[,\s]{1,2}(?P<en_after>first|second|third|fourth)\squarter)"
    r"|\s?年\s?(?P<zh_month>\d{1,2})\s?月(?:\s?(?P<zh_day>\d{1,2})\s?日)?|\s?年度?|(?![\d%亿万千]"
    r"|\.\d|,\d{3}|\s?(?:元|股|美元|万|亿|million|billion|thousand|shares|dollars|%)))"
    r"|\bFY\s?'?(?P<year_d>" + _YEAR + r"|\d\d)(?!\d)"
    r"|(?P<han_year>[一二][零〇○O九][零〇○O一二三四五六七八九]{2})年(?:度)?(?:第?(?P<han_quarter>[一二三四])季度?)?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Period:
    """A period that a text names.

    Args:
        year: four digits.
        quarter: 1 to 4; ``None`` when only the year is named.
        start: where it begins in the text.
        end: where it ends.
        days: the (month, day) that it may mean where a month is written; two for ``03/04/2024``, which countries read differently;
            day 0 where only the month is.

    """

    year: int
    quarter: int | None
    start: int = 0
    end: int = 0
    days: frozenset[tuple[int, int]] = frozenset()

    @property
    def key(self) -> tuple[int, int | None]:
        """What makes two mentions the same period."""
        return (self.year, self.quarter)


def find_periods(text: str) -> list[Period]:
    """Return the periods that a cleaned *text* names, in order."""
    periods = []
    for match in _PERIOD.finditer(text):
        named = match.groupdict()
        quarter: int | None = None
        word = next(
            (
                named[key]
                for key in ("en_quarter", "q_quarter", "zh_quarter", "zh_until", "q_after", "en_after", "han_quarter")
                if named[key]
            ),
            None,
        )
        if word is not None:
            quarter = _QUARTER_WORDS[word.lower()]
        days = _days(named)
        if word is None and (month := next((month for month, _ in sorted(days)), None)):
            # Statements are dated at a quarter's end; the end of December is the year's.
            quarter = {3: 1, 6: 2, 9: 3}.get(month)
        if named["han_year"]:
            year = int("".join(_HAN_YEAR_DIGITS.get(char.upper(), "0") for char in named["han_year"]))
        else:
            year = int(next(number for key, number in named.items() if key.startswith("year_") and number))
        if year < 100:  # noqa: PLR2004 - two-digit years
            year += 2000
        periods.append(Period(year, quarter, match.start(), match.end(), days))
    return periods


def month_number(name: str) -> int:
    """Return the number of a month from the first three letters of its English *name*.

    Raises:
        ValueError: it is none.

    """
    return _MONTHS.index(name[:3].lower()) + 1


def _month(named: dict[str, str | None]) -> int | None:
    if word := named["month"] or named["month_second"]:
        return month_number(word)
    number = named["month_number"] or named["zh_month"]
    return int(number) if number else None


def _days(named: dict[str, str | None]) -> frozenset[tuple[int, int]]:
    """Return the (month, day) that a date may mean, day 0 for a month alone; empty for a year or a quarter."""
    if named["either_a"] and named["either_b"]:
        first, second = int(named["either_a"]), int(named["either_b"])
        readings = {(first, second), (second, first)}
    else:
        day = named["day_us"] or named["day_first"] or named["day_number"] or named["zh_day"]
        month = _month(named)
        readings = {(month, int(day or 0))} if month else set()
    return frozenset((month, day) for month, day in readings if 1 <= month <= _LAST_MONTH and 0 <= day <= _LAST_DAY)


_LAST_MONTH: Final = 12
_LAST_DAY: Final = 31


def same_period(gold: Period, claim: Period, *, only_in_year: bool) -> bool:
    """Whether *claim* names *gold*'s period; a missing quarter is forgiven where gold has one figure in that year."""
    if gold.year != claim.year:
        return False
    if gold.quarter == claim.quarter:
        return True
    return only_in_year and (gold.quarter is None or claim.quarter is None)
