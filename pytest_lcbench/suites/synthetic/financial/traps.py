"""What a hasty reader takes for the figure asked for: the column beside it, the parent's line, the digits without their unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pytest_lcbench.suites.synthetic.financial import layouts
from pytest_lcbench.suites.synthetic.financial.items import Detail
from pytest_lcbench.suites.synthetic.financial.measures import Measure
from pytest_lcbench.suites.synthetic.financial.report import Report
from pytest_lcbench.suites.synthetic.financial.writing import shows_parent

Values = tuple[Fraction, ...]
"""Of each company of a case, in the order shown."""

_THIRD = 3  # the quarter at whose end Chinese reports have a column of its own


def misreadings(measure: Measure, reports: Sequence[Report]) -> Iterator[Values]:
    """Yield the values that a reader finds who takes a trap that the reports set, the column of the other year first.

    A trap that is not there, such as a parent's table, is not among them.
    """
    if not measure.growth:
        yield tuple(map(measure.shifted(_other_year).value, reports))
    other = measure.shifted(_other_span)
    if other != measure and _has_both_spans(measure, reports):
        yield tuple(map(other.value, reports))
    if measure.column.split(".", maxsplit=1)[0] != "q" and measure.item.key in _PARENTS and measure.over[0] in {"", *_PARENTS}:
        own = [report.company.parent_books() if shows_parent(report) else None for report in reports]
        if any(own):
            yield tuple(measure.value(report, books) for report, books in zip(reports, own, strict=True))


def printed(measure: Measure, reports: Sequence[Report]) -> Values:
    """Return the digits that a reader compares who does not mind the units; nothing where there is no other unit to mind."""
    if measure.ratio or len({report.unit.key for report in reports}) == 1:
        return ()
    return tuple(measure.value(report) / report.unit.cents for report in reports)


_PARENTS = {
    line.key
    for lines in (layouts.ASSETS[Detail.CONDENSED], layouts.DEBTS[Detail.CONDENSED], layouts.INCOME["en", Detail.CONDENSED])
    for line in lines
    if line.plus == (line.key,) and not line.minus
} - {"parent", "minority"}
"""The lines that are given of the parent company alone, too."""


def _other_year(column: str) -> str:
    """Return the column beside *column*."""
    if column in {"end", "open"}:
        return "open" if column == "end" else "end"
    return column.removesuffix(".prior") if column.endswith(".prior") else f"{column}.prior"


def _other_span(column: str) -> str:
    """Return the column of the quarter alone for that of the year to date, and the other way."""
    span, dot, prior = column.partition(".")
    return {"q": "ytd", "ytd": "q"}.get(span, span) + dot + prior


def _has_both_spans(measure: Measure, reports: Sequence[Report]) -> bool:
    """Whether all *reports* have the quarter and the year to date of what *measure* asks for."""
    if any(report.quarter == 1 or report.detail is Detail.SELECTED for report in reports):
        return False
    chinese = all(report.chinese and report.quarter == _THIRD for report in reports)
    keys = {line.key for line in layouts.SELECTED_FLOWS} - {"cfo"}
    if chinese:
        return {measure.item.key, measure.over[0] or measure.item.key} <= keys
    return not any(report.chinese for report in reports) and not measure.item.cash_flow
