"""A financial report as its reader sees it: whose it is, for what period, and the figures of its consolidated tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from pytest_lcbench.suites.synthetic.checking.financial.periods import AT, DATE, Period, column, day
from pytest_lcbench.suites.synthetic.checking.financial.vocabulary import BALANCE, CASH, INCOME, ITEM_OF, LABELS, Item


class UnreadableError(Exception):
    """The text says something that the checker cannot read; the message is the fault, one line."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A figure of a table.

    Args:
        value: in dollars or yuan; costs and payments above zero.
        start: where its digits begin in the document's text.
        end: where they end.
        place: section and label, for messages.

    """

    value: Decimal
    start: int
    end: int
    place: str


@dataclass(slots=True)
class Report:
    """One report, read.

    Args:
        company: as the title names it.
        year: of the period reported.
        quarter: of the period reported, 1 to 4.
        figures: every mention of an item's figure by item and period.
        restated: items of the year before that the report shows otherwise than that year's own report did.
        faults: what could not be read, or contradicts itself.

    """

    company: str
    year: int
    quarter: int
    figures: dict[tuple[str, Period], list[Mention]] = field(default_factory=dict)
    restated: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def figure(self, item: str, period: Period) -> Fraction | None:
        """Return the figure that the report's tables give; ``None`` when they give none."""
        mentions = self.figures.get((item, period))
        return Fraction(mentions[0].value) if mentions else None


_COVER = 2_500
"""Characters at the head of a report in which its company, period and unit are sought."""
_EN_ENDED = re.compile(rf"\b(quarter|three months|half-year|six months|nine months|year) ended ({DATE})", re.IGNORECASE)
_EN_NAMED = re.compile(r"\b(first|second|third|fourth) quarter(?: and (?:first half|half-year|nine months|year))? of (\d{4})")
_EN_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_EN_LENGTHS = {"quarter": 1, "three months": 1, "half-year": 2, "six months": 2, "nine months": 3, "year": 4}
_ZH_NAMED = re.compile(r"(\d{4})年(第一季度|半年度|第三季度|年度)报告")
_ZH_QUARTERS = {"第一季度": 1, "半年度": 2, "第三季度": 3, "年度": 4, "度": 4}
_ZH_SHORT = re.compile(r"(?:证券|股票)简称[：　 ]*([^\s　]+)")
_TITLE = re.compile(r"《(.+)》")
_EN_TITLE_PERIOD = re.compile(r" Q([1-4]) (\d{4})$")
_ZH_TITLE_PERIOD = re.compile(r"(\d{4})年(第一季度|半年度|第三季度|度)报告$")

_RESTATED = re.compile(
    r"shown under (.+?) and no longer under (.+?); year-earlier figures are restated|由([^，。]+?)改列([^，。]+?)，上年同期数已重述"
)


def titled(header: str, language: str) -> tuple[str, tuple[int, int] | None]:
    """Return company and, where given, year and quarter of a document's header. Raises :class:`UnreadableError`."""
    match = _TITLE.fullmatch(header.strip())
    if match is None:
        raise UnreadableError(f"header {header!r} is no title")
    title = match[1]
    if language == "en":
        period = _EN_TITLE_PERIOD.search(title)
        return (title[: period.start()], (int(period[2]), int(period[1]))) if period else (title, None)
    period = _ZH_TITLE_PERIOD.search(title)
    return (title[: period.start()], (int(period[1]), _ZH_QUARTERS[period[2]])) if period else (title, None)


def read(header: str, text: str, language: str) -> Report:
    """Read the report *text* under *header*. Raises :class:`UnreadableError` when it does not say whose or of when it is."""
    company, period = titled(header, language)
    cover = text[:_COVER]
    year, quarter = _reported(cover, language)
    if period is not None and period != (year, quarter):
        raise UnreadableError(f"the title says {period[0]} Q{period[1]}, the cover {year} Q{quarter}")
    named = {match[1] for match in _ZH_SHORT.finditer(cover)} if language == "zh" else {company} if company in cover else set()
    if named != {company}:
        raise UnreadableError(f"the cover does not name {company}")
    report = Report(company, year, quarter)
    for name, unit, rows in _tables(text, language, report):
        _take(report, name, unit, rows, language)
    _compare(report)
    for note in _RESTATED.finditer(text):
        report.restated |= {
            LABELS[language][label.lower()].name for label in note.groups() if label and label.lower() in LABELS[language]
        }
    return report


def _reported(cover: str, language: str) -> tuple[int, int]:
    found = set()
    if language == "zh":
        found = {(int(match[1]), _ZH_QUARTERS[match[2]]) for match in _ZH_NAMED.finditer(cover[:400])}
    else:
        for match in _EN_ENDED.finditer(cover[:900]):
            ended = day(" ".join(word.capitalize() if word.isalpha() else word for word in match[2].split()))
            length = _EN_LENGTHS[match[1].lower()]
            if ended is not None and length in {1, ended.quarter}:
                found.add((ended.year, ended.quarter))
        found |= {(int(match[2]), _EN_NTH[match[1].lower()]) for match in _EN_NAMED.finditer(cover[:400])}
    if len(found) != 1:
        raise UnreadableError(
            f"the cover names {len(found)} periods" + "".join(f", {year} Q{quarter}" for year, quarter in sorted(found))
        )
    return found.pop()


# --- tables -----------------------------------------------------------------------------------------------------------

_BLOCK = re.compile(r"(?:[^\n]+\n?)+")
_MINUS = "-－–—−"
_NUMBER = re.compile(rf"[{_MINUS}]?\$?[{_MINUS}]?[(（]?\$? ?(?P<digits>\d[\d,]*(?:\.\d+)?)[)）]?|[{_MINUS}]")
_SIGNS = (*_MINUS, "(", "（")
_GAP = re.compile(r" \.{3,} *| {2,}")
_RULE = re.compile(r"[\s|:-]+")
_LEAD = re.compile(r"^(?:[一二三四五六七八九十]+、)?(?:加：|减：|其中：)?")
_TAIL = re.compile(r"(?: ?\(note \d+\)|（附注[^）]*）|（(?:损失|亏损|净亏损)以“[-－]”号填列）)+$")
_EN_UNIT = re.compile(r"(?:\b(in |amounts in )?(?:(thousands|millions) of )?(?:U\.S\. dollars|US\$)(?: (thousand|million))?)")
_ZH_UNIT = re.compile(r"单位(?:除另有标注外均为人民币|[：:] ?|为)(百万元|万元|千元|元)|以人民币(百万元|万元|千元|元)列示")
_SCALE = {"": 1, "thousand": 10**3, "thousands": 10**3, "million": 10**6, "millions": 10**6}
_ZH_SCALE = {"元": 1, "千元": 10**3, "万元": 10**4, "百万元": 10**6}
_NOTE = re.compile(r"^(?:Note \d+: (?P<en>.+), [^,]*$|（\d+）(?P<zh>.+)$)")
_HEADS = {"", "caption", "item", "项目"}
_LINES_OF_BUSINESS = {"line of business", "产品类别"}
_SALES = "sales by line"
_TOTALS = {"carrying amount", "total", "in all", "group", "合计"}
_OWN = ("alone, without its subsidiaries", "母公司口径")
_KINDS = (
    (CASH, re.compile(r"cash flow|现金流量表", re.IGNORECASE)),
    (BALANCE, re.compile(r"balance sheet$|balance sheet ==|financial position|资产负债表", re.IGNORECASE)),
    (INCOME, re.compile(r"income statement|statements? of operations|profit and loss account|利润表", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class _Row:
    label: str
    cells: tuple[str, ...]
    columns: tuple[Period, ...]
    start: int
    line: str


def _unit(text: str, language: str) -> int | None:
    if language == "zh":
        match = _ZH_UNIT.search(text)
        return _ZH_SCALE[match[1] or match[2]] if match else None
    match = _EN_UNIT.search(text)
    return _SCALE[match[2] or match[3] or ""] if match else None


def _cells(line: str) -> list[str]:
    if "|" in line:
        inner = line.rstrip().removeprefix("|").removesuffix("|") if line[0] == "|" else line
        return [cell.strip() for cell in inner.split("|")]
    if "\t" in line:
        return [cell.strip() for cell in line.split("\t")]
    return [cell.strip() for cell in _GAP.split(line.rstrip())]


def _tables(text: str, language: str, report: Report) -> Iterator[tuple[str, int, list[_Row]]]:
    """Yield the consolidated tables of *text*: the note's label or the section's heading, the unit, the rows.

    A table without a unit of its own is in that of the cover, or, when the cover gives none, in the first that the report gives.
    """
    default = _unit(text[:_COVER], language) or _unit(text, language)
    for block in _BLOCK.finditer(text):
        body = block[0]
        if body.count("\n") < 3 or any(words in body for words in _OWN):  # noqa: PLR2004 - a heading, a head of columns, a row
            continue
        if not ("|" in body or "\t" in body or "  " in body):
            continue  # prose
        yield from _tables_of(body, block.start(), default, language, report)


def _tables_of(body: str, offset: int, default: int | None, language: str, report: Report) -> Iterator[tuple[str, int, list[_Row]]]:
    lines = body.split("\n")
    name, unit = lines[0].strip(), default
    columns: tuple[Period, ...] = ()
    rows: list[_Row] = []
    for line in lines:
        start, offset = offset, offset + len(line) + 1
        if not line or (line[0] == "|" and _RULE.fullmatch(line)):
            continue
        cells = _cells(line)
        if len(cells) == 1:
            note = _NOTE.match(line)
            if note or (line[0] in "(单" and len(line) < 60):  # noqa: PLR2004 - a line that gives a unit, not a sentence
                if rows and columns:
                    yield name, _known(unit, name), rows
                    rows, columns = [], ()
                if note:
                    name = "note: " + (note["en"] or note["zh"])
                unit = _unit(line, language) or unit
            continue
        last = column(cells[-1], language, report.year, report.quarter)
        heads = [column(cell, language, report.year, report.quarter) for cell in cells[1:]] if last else [None]
        if all(head is not None for head in heads):
            if rows:
                yield name, _known(unit, name), rows
                rows = []
            head = cells[0].lower()
            columns = tuple(period for period in heads if period is not None) if head in _HEADS or head in _LINES_OF_BUSINESS else ()
            if head in _LINES_OF_BUSINESS:
                name = _SALES
            continue
        if not cells[0]:
            del cells[0]  # an indented label
        if columns and len(cells) == len(columns) + 1 and all(map(_NUMBER.fullmatch, cells[1:])):
            rows.append(_Row(_plain(cells[0]), tuple(cells[1:]), columns, start, line))
        elif columns:
            report.faults.append(f"{name}: row {line.strip()[:80]!r} does not fit its {len(columns)} columns")
    if rows:
        yield name, _known(unit, name), rows


def _known(unit: int | None, name: str) -> int:
    if unit is None:
        raise UnreadableError(f"no unit stands above the table under {name!r} nor anywhere in the report")
    return unit


def _plain(label: str) -> str:
    return _TAIL.sub("", _LEAD.sub("", label.rstrip(" ."))).strip().lower()


# --- figures ----------------------------------------------------------------------------------------------------------


def _take(report: Report, name: str, unit: int, rows: list[_Row], language: str) -> None:
    """Add the figures of one table to *report*."""
    labels = LABELS[language]
    if name == _SALES:
        for row in rows:
            if row.label in _TOTALS:
                _add(report, ITEM_OF["revenue"], row, unit, name, flip=False)
        return
    if name.startswith("note: "):
        item = labels.get(_plain(name.removeprefix("note: ")))
        totals = [row for row in rows if row.label in _TOTALS]
        if item is not None and totals:
            _add(report, item, totals[-1], unit, name, flip=item.spent and _number(totals[-1].cells[0])[0] < 0)
        return
    kind = next((kind for kind, words in _KINDS if words.search(name)), "")
    taken = [(labels[row.label], row) for row in rows if row.label in labels and _belongs(labels[row.label], kind)]
    flip = any(item.name in {"cost", "capex"} and _number(row.cells[0])[0] < 0 for item, row in taken)
    for item, row in taken:
        _add(report, item, row, unit, name, flip=flip and item.spent)


def _belongs(item: Item, kind: str) -> bool:
    return item.statement == kind or not kind or (kind == CASH and item.name == "net")  # English flows begin with the result


def _number(cell: str) -> tuple[Decimal, int, int]:
    """Return the figure of a cell and where its digits lie: a lone dash is nothing, brackets and dashes are a minus."""
    match = _NUMBER.fullmatch(cell)
    if match is None:
        raise UnreadableError(f"{cell!r} is no figure")
    if match["digits"] is None:
        return Decimal(0), 0, len(cell)
    value = Decimal(match["digits"].replace(",", ""))
    return (-value if any(sign in cell for sign in _SIGNS) else value), *match.span("digits")


def _add(report: Report, item: Item, row: _Row, unit: int, name: str, *, flip: bool) -> None:
    at = len(row.line)
    place = f"{name}, {row.label}"
    for period, cell in zip(reversed(row.columns), reversed(row.cells), strict=True):
        at = row.line.rindex(cell, 0, at)
        if (period.kind == AT) != (item.statement == BALANCE):
            continue
        value, first, last = _number(cell)
        mention = Mention(value * (-unit if flip else unit), row.start + at + first, row.start + at + last, place)
        report.figures.setdefault((item.name, period), []).append(mention)


_SUMS = (("gross", "revenue", "cost"), ("net", "pretax", "tax"), ("equity", "total_assets", "total_liabilities"))
"""Items that are the second less the third, whatever else a report prints."""


def _compare(report: Report) -> None:
    """Add a fault for every figure that another mention, or the sums of the statements, contradict."""
    for (item, period), mentions in report.figures.items():
        if any(mention.value != mentions[0].value for mention in mentions):
            places = "; ".join(f"{mention.place}: {mention.value:,}" for mention in mentions)
            report.faults.append(f"{_fact(item, period)} is given differently: {places}")
    for rest, whole, part in _SUMS:
        for item, period in list(report.figures):
            if item == whole and (rest, period) in report.figures and (part, period) in report.figures:
                values = [report.figures[name, period][0].value for name in (whole, part, rest)]
                if values[0] - values[1] != values[2]:
                    report.faults.append(f"{_fact(rest, period)}: {values[0]:,} less {values[1]:,} is not {values[2]:,}")


def _fact(item: str, period: Period) -> str:
    return f"{item} {period.kind} {period.year} Q{period.quarter}"
