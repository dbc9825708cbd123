"""Periods as reports and questions name them: a day, three months alone, or the year to date."""

from __future__ import annotations

import re
from typing import NamedTuple

AT = "at"
ALONE = "alone"
TO_DATE = "to date"


class Period(NamedTuple):
    """The end of a quarter (:data:`AT`), its three months (:data:`ALONE`), or the year up to it (:data:`TO_DATE`).

    The first quarter alone is the year to date; :func:`over` gives both as :data:`TO_DATE`.
    """

    kind: str
    year: int
    quarter: int


_QUARTER_OF_MONTH = {"march": 1, "june": 2, "september": 3, "december": 4}
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_LENGTHS = {"three months": 1, "six months": 2, "nine months": 3, "year": 4}
_MONTH = "March|June|September|December"
DATE = rf"(?:3[01] (?:{_MONTH}) \d{{4}}|(?:{_MONTH}) 3[01], \d{{4}})"
"""An English date that ends a quarter."""
ZH_DATE = r"\d{4}年(?:3月31日|6月30日|9月30日|12月31日)"
"""A Chinese date that ends a quarter."""

_EN_HEADER = re.compile(
    rf"(?P<length>Three months|Six months|Nine months|Year)(?: to (?P<to>{DATE})| (?P<year>\d{{4}}))"
    rf"|(?P<day>{DATE})|Q(?P<q>[1-4]) (?P<qyear>\d{{4}})"
)
_ZH_HEADER = re.compile(
    rf"(?P<day>{ZH_DATE})|(?P<year>\d{{4}})(?:年1-(?P<month>[369])月|(?P<whole>年度))"
    r"|(?P<end>期末余额|本报告期末)|(?P<open>年初余额|上年度末)|(?P<now>本期发生额)|(?P<then>上期发生额)"
    r"|(?P<alone>第(?P<nth>[一二三四])季度（\d+-\d+月）)|(?P<ago>上年第(?P<nth_ago>[一二三四])季度)"
)
_ZH_NTH = {"一": 1, "二": 2, "三": 3, "四": 4}


def over(kind: str, year: int, quarter: int) -> Period:
    """Return the period, the first quarter alone as the year to date."""
    return Period(TO_DATE if kind == ALONE and quarter == 1 else kind, year, quarter)


def day(text: str) -> Period | None:
    """Return the quarter's end that *text* names and nothing else, in either language."""
    if re.fullmatch(ZH_DATE, text):
        return Period(AT, int(text[:4]), int(text[5 : text.index("月")]) // 3)
    if not re.fullmatch(DATE, text):
        return None
    words = text.replace(",", "").split()
    month, number = (words[1], words[0]) if words[0].isdigit() else (words[0], words[1])
    quarter = _QUARTER_OF_MONTH[month.lower()]
    if int(number) != (31 if quarter in {1, 4} else 30):
        return None
    return Period(AT, int(words[2]), quarter)


def column(text: str, language: str, year: int, quarter: int) -> Period | None:
    """Return the period of a table's column in the report of *year* and *quarter*; ``None``: its head is no period."""
    match = (_EN_HEADER if language == "en" else _ZH_HEADER).fullmatch(text)
    if match is None:
        return None
    if match["day"]:
        return day(match["day"])
    if language == "en":
        if match["q"]:
            return over(ALONE, int(match["qyear"]), int(match["q"]))
        length = _LENGTHS[match["length"].lower()]
        if match["year"]:
            return Period(TO_DATE, int(match["year"]), length)
        ended = day(match["to"])
        if ended is None or length not in {1, ended.quarter}:
            return None
        return Period(TO_DATE, ended.year, ended.quarter) if length == ended.quarter else over(ALONE, ended.year, ended.quarter)
    if match["year"]:
        return Period(TO_DATE, int(match["year"]), 4 if match["whole"] else int(match["month"]) // 3)
    if match["end"]:
        return Period(AT, year, quarter)
    if match["open"]:
        return Period(AT, year - 1, 4)
    if match["alone"]:
        return over(ALONE, year, _ZH_NTH[match["nth"]])
    if match["ago"]:
        return over(ALONE, year - 1, _ZH_NTH[match["nth_ago"]])
    return Period(TO_DATE, year if match["now"] else year - 1, quarter)


_EN_ASKED = re.compile(
    r"the (?:(?P<nth>first|second|third|fourth) quarter of (?P<qyear>\d{4})(?P<alone> \(the three months alone\)?)?"
    r"|first (?P<months>six|nine) months of (?P<myear>\d{4})|whole year of (?P<year>\d{4}))"
)
_ZH_ASKED = re.compile(
    r"(?P<year>\d{4})年(?:(?P<first>第一季度)|(?P<half>上半年)(?:（1-6月累计）?)?|(?P<nine>前三季度)(?:（1-9月累计）?)?|(?P<whole>全年)?)"
)


def asked(text: str, language: str) -> Period | None:
    """Return the period that a question names: a day, ``the first six months of 2020``, ``2020年前三季度（1-9月累计）``."""
    found = day(text)
    if found is not None:
        return found
    if language == "zh":
        match = _ZH_ASKED.fullmatch(text)
        if match is None:
            return None
        quarter = 1 if match["first"] else 2 if match["half"] else 3 if match["nine"] else 4
        return Period(TO_DATE, int(match["year"]), quarter)
    match = _EN_ASKED.fullmatch(text)
    if match is None:
        return None
    if match["nth"]:
        quarter = _QUARTERS[match["nth"]]
        if quarter > 1 and not match["alone"]:
            return None
        return over(ALONE, int(match["qyear"]), quarter)
    if match["months"]:
        return Period(TO_DATE, int(match["myear"]), 2 if match["months"] == "six" else 3)
    return Period(TO_DATE, int(match["year"]), 4)
