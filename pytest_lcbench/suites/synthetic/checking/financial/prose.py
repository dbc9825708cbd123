"""The discussion in a report: sentences that give a line's figure for this period and an earlier one, rounded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from pytest_lcbench.suites.synthetic.checking.financial.periods import AT, TO_DATE, Period
from pytest_lcbench.suites.synthetic.checking.financial.reports import Report
from pytest_lcbench.suites.synthetic.checking.financial.vocabulary import BALANCE, IN_A_SENTENCE, LABELS, Item

_EN_AMOUNT = re.compile(r"(-|−|negative )?\$(-?[\d,]+(?:\.\d+)?) (million|billion)")
_ZH_AMOUNT = re.compile(r"([-－−])?(\d[\d,]*(?:\.\d+)?)(万元|亿元)")
_AMOUNT_SCALES = {"million": 10**6, "billion": 10**9, "万元": 10**4, "亿元": 10**8}
_EARLIER = {
    "en": re.compile(r"\b(?:at the end of|in|in the (?:first )?\w+ months of) 20\d\d\b"),
    "zh": re.compile("上年同期|年初"),
}
_SENTENCE_END = re.compile(r"(?<=[.。]) ?(?=[^\d\s])")
_SHARE = re.compile(r"(?<![\d.])(\d[\d,]*\.\d)%")
_NAMES = {
    language: {**labels, **{IN_A_SENTENCE[label]: item for label, item in labels.items() if label in IN_A_SENTENCE}}
    for language, labels in LABELS.items()
}
_LABELLED = {
    language: re.compile(
        ("(?<![a-z])" if language == "en" else "")
        + "(?:"
        + "|".join(sorted(map(re.escape, labels), key=len, reverse=True))
        + ")"
        + ("(?![a-z])" if language == "en" else ""),
        re.IGNORECASE,
    )
    for language, labels in _NAMES.items()
}


def contradictions(text: str, report: Report, language: str) -> Iterator[str]:
    """Yield every sentence whose two rounded figures, or whose change in per cent, are not those of the report's tables."""
    marks = ("million", "billion") if language == "en" else ("万元", "亿元")
    earlier, labelled, labels = _EARLIER[language], _LABELLED[language], _NAMES[language]
    sentences = (sentence for line in text.split("\n") if sum(map(line.count, marks)) > 1 for sentence in _SENTENCE_END.split(line))
    for line in sentences:
        if sum(map(line.count, marks)) != 2 or not earlier.search(line):  # noqa: PLR2004 - this period and an earlier one
            continue
        pairs = []
        for name in labelled.findall(line):  # a product may be called like a line: "label stock"
            now, then = (report.figures.get((labels[name.lower()].name, period)) for period in _periods(labels[name.lower()], report))
            if now and then:
                pairs.append((labels[name.lower()].name, now[0].value, then[0].value))
        if pairs and not any(_agrees(line, now, then, language) for _, now, then in pairs):
            told = "; ".join(f"{name} {now:,} after {then:,}" for name, now, then in pairs)
            yield f"{line.strip()[:160]!r} contradicts the tables: {told}"


def _periods(item: Item, report: Report) -> tuple[Period, Period]:
    if item.statement == BALANCE:
        return Period(AT, report.year, report.quarter), Period(AT, report.year - 1, 4)
    return Period(TO_DATE, report.year, report.quarter), Period(TO_DATE, report.year - 1, report.quarter)


def _agrees(line: str, now: Decimal, then: Decimal, language: str) -> bool:
    found = list((_EN_AMOUNT if language == "en" else _ZH_AMOUNT).finditer(line))
    if len(found) != 2 or not any(all(map(_rounds, found, pair)) for pair in ((now, then), (then, now))):  # noqa: PLR2004
        return False
    share = _SHARE.search(line)
    if share is None or then == 0:
        return True
    told = Decimal(share[1].replace(",", ""))
    return abs(abs((now - then) / then * 100) - told) <= Decimal("0.0500001")


def _rounds(match: re.Match[str], value: Decimal) -> bool:
    """Whether the amount is *value*, rounded to as many places as it shows."""
    digits = match[2].replace(",", "")
    scale = _AMOUNT_SCALES[match[3]]
    places = len(digits.partition(".")[2])
    told = Decimal(digits) * scale
    return abs(abs(told) - abs(value)) <= Decimal(scale) / 10**places / 2 and (value <= 0 or not match[1])
