"""A report of one company for one period: what it prints where, its units, its words, its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pytest_lcbench.suites.synthetic.financial import items
from pytest_lcbench.suites.synthetic.financial.company import Company
from pytest_lcbench.suites.synthetic.financial.items import Detail
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.parent import Ledger
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet

_CONDENSED_FROM, _FULL_FROM = {"en": 1_700, "zh": 2_300}, {"en": 4_700, "zh": 4_700}
_PLAIN = re.compile(r"^(?:[加减]：|其中：|\s+)|（.*?）$")

RESTATED = {"selling": 1, "admin": -1}
"""What a restatement moves: to the first, from the second."""

MONTHS_EN = ("31 March", "30 June", "30 September", "31 December")
MONTHS_US = ("March 31, ", "June 30, ", "September 30, ", "December 31, ")
ENDS_ZH = ("3月31日", "6月30日", "9月30日", "12月31日")


def detail_at(language: str, tokens: int) -> Detail:
    """Return how much a report of *tokens* shows."""
    if tokens < _CONDENSED_FROM[language]:
        return Detail.SELECTED
    return Detail.CONDENSED if tokens < _FULL_FROM[language] else Detail.FULL


def label_of(company: Company, year: int, key: str) -> str:
    """Return what *company* calls the line *key* in the reports of *year*: it changes its words every few years."""
    names = items.names_of(key, company.language)
    if len(names) == 1:
        return names[0]
    return names[company.draw("label", key, (year + company.index) // 3).below(len(names))]


def plain(label: str) -> str:
    """Return a Chinese label without the signs that belong to a whole statement."""
    return _PLAIN.sub("", label)


class Report:
    """What is common to all parts of one report.

    Args:
        company: whose it is.
        year: that it covers.
        quarter: at whose end it is made up.
        tokens: that it is to have.

    """

    def __init__(self, company: Company, year: int, quarter: int, tokens: int) -> None:
        self.company = company
        self.year = year
        self.quarter = quarter
        self.tokens = tokens
        self.chinese = company.language == "zh"
        self.detail = detail_at(company.language, tokens)
        self.unit = company.unit
        look = company.draw("look")
        self.table_form = look.pick(("pipe", "pipe", "wide", "tab", "dots", "bar"))
        self.brackets = look.chance(0.75) if not self.chinese else look.chance(0.1)
        self.minus = look.pick(("-", "-", "－" if self.chinese else "−"))
        self.bracket_costs = self.brackets and look.chance(0.7)
        self.newest_first = look.chance(0.58)
        self.cumulative_first = look.chance(0.5)
        self.american = look.chance(0.5)
        self.note_column = look.chance(0.35)
        self.dollar_sign = look.chance(0.4)
        self.heading_form = look.below(5)
        self.notes = tuple(company.draw("notes").shuffled(NOTED))
        self.draw = company.draw("report", year, quarter)
        self._digits = self.unit.decimals
        restated = company.draw("restated", year)
        # In a restated year every so many'th part of the year-earlier administration expense is shown under selling instead.
        self.moved = restated.between(7, 16) if restated.chance(0.22) else 0

    # Words.

    def label(self, key: str) -> str:
        """Return this report's word for the line *key*."""
        return label_of(self.company, self.year, key)

    def date(self, year: int | None = None, quarter: int | None = None) -> str:
        """Return the end of a quarter as this company writes dates."""
        year, quarter = self.year if year is None else year, self.quarter if quarter is None else quarter
        if self.chinese:
            return f"{year}年{ENDS_ZH[quarter - 1]}"
        return f"{MONTHS_US[quarter - 1]}{year}" if self.american else f"{MONTHS_EN[quarter - 1]} {year}"

    def span(self, year: int) -> str:
        """Return the year to date as it stands above a column."""
        if self.chinese:
            return (
                f"{year}年1-{3 * self.quarter}月",
                f"{year}年1-{3 * self.quarter}月",
                f"{year}年1-{3 * self.quarter}月",
                f"{year}年度",
            )[self.quarter - 1]
        return f"{('Three months', 'Six months', 'Nine months', 'Year')[self.quarter - 1]} {year}"

    def months(self) -> str:
        """Return the year to date in words."""
        if self.chinese:
            return ("第一季度", "上半年", "前三季度", "全年")[self.quarter - 1]
        return ("three months", "six months", "nine months", "year")[self.quarter - 1]

    def unit_words(self) -> str:
        """Return the unit as it stands above tables."""
        if self.chinese:
            return f"单位：{self.unit.key}"
        return {
            "dollars": ("in U.S. dollars", "amounts in US$"),
            "thousands": ("in thousands of U.S. dollars", "US$ thousand"),
            "millions": ("in millions of U.S. dollars", "US$ million"),
        }[self.unit.key][self.company.skeleton % 2]

    def unit_in(self) -> str:
        """Return the unit as it stands in an English sentence."""
        return {"dollars": "in U.S. dollars", "thousands": "in thousands of U.S. dollars", "millions": "in millions of U.S. dollars"}[
            self.unit.key
        ]

    # Figures.

    def figure(self, grains: int, *, cost: bool = False) -> str:
        """Write an amount of the books as this company prints it."""
        if cost and (self.bracket_costs or self.chinese):
            grains = -grains
        if grains == 0:
            return "-"
        size = abs(grains)
        if self._digits:
            whole, part = divmod(size, 10**self._digits)
            text = f"{whole:,}.{part:0{self._digits}d}"
        else:
            text = f"{size:,}"
        if grains > 0:
            return text
        return f"({text})" if self.brackets else f"{self.minus}{text}"

    def rounded(self, grains: int) -> str:
        """Write an amount in words of a larger unit, four digits exact."""
        cents = abs(grains) * self.unit.grain
        if self.chinese:
            for power, word in ((10**10, "亿元"), (10**6, "万元")):
                if cents >= power:
                    return f"{_four(cents, power)}{word}"
            return f"{cents // 100:,}元"
        for power, word in ((10**11, "billion"), (10**8, "million")):
            if cents >= power:
                return f"${_four(cents, power)} {word}"
        return f"${(cents + 50) // 100:,}"

    def percent(self, part: int, whole: int) -> str:
        """Write part / whole as a percentage of one decimal, rounded half up."""
        size = (2000 * abs(part) + abs(whole)) // (2 * abs(whole)) if whole else 0
        return f"{'-' if (part < 0) != (whole < 0) and size else ''}{size // 10}.{size % 10}"

    # Tables.

    def value(self, books: Ledger, line: Line, column: str) -> int:
        """Return what *line* holds in *column*: ``q``, ``ytd``, ``end``, ``open``, each but the last two also with ``.prior``."""
        if line.key == "cash_open":
            year = self.year - 1 if column.endswith("prior") else self.year
            return books.end("cash", year - 1, 4)
        if line.key == "cash_close":
            year = self.year - 1 if column.endswith("prior") else self.year
            return books.end("cash", year, self.quarter)
        get = self._getter(books, column)
        amount = sum(get(item) for item in line.plus) - sum(get(item) for item in line.minus)
        if self.moved and column.endswith("prior") and line.key in RESTATED and line.plus == (line.key,):
            amount += RESTATED[line.key] * self._moved_in(column)
        return amount

    def _moved_in(self, column: str) -> int:
        """Return what was moved from administration to selling in the year-earlier figures of *column*."""
        first = self.quarter if column.startswith("q") else 1
        admin = self.company.books.quarter
        return sum(admin("admin", self.year - 1, quarter) // self.moved for quarter in range(first, self.quarter + 1))

    def restatement(self, sheet: Sheet) -> None:
        """Say what was restated, if anything was and the report is long enough to show the lines."""
        if not self.moved or self.detail is not Detail.FULL:
            return
        books, before, after = self.company.books, [], []
        for key in ("selling", "admin"):
            before.append(self.figure(books.year_to_date(key, self.year - 1, self.quarter)))
            after.append(self.figure(self.value(books, Line(key, (key,)), "ytd.prior")))
        selling, admin = self.label("selling"), self.label("admin")
        if self.chinese:
            sheet.add(
                f"注：自{self.year}年起仓储人员支出由{plain(admin)}改列{plain(selling)}，上年同期数已重述。上年同期（年初至期末）原列报：{plain(selling)}{before[0]}、"
                f"{plain(admin)}{before[1]}；重述后：{plain(selling)}{after[0]}、{plain(admin)}{after[1]}。净利润不受影响。\n"
            )
        else:
            sheet.add(
                f"From {self.year} on, depot staff are shown under {selling.lower()} and no longer under {admin.lower()}; year-earlier figures are restated. "
                f"For the {self.months()} to {self.date(self.year - 1)} they were first reported as {before[0]} and {before[1]}, "
                f"and are now {after[0]} and {after[1]}. Profit is unchanged.\n"
            )

    def _getter(self, books: Ledger, column: str) -> Callable[[str], int]:
        year, quarter = self.year, self.quarter
        if column == "end":
            return lambda item: books.end(item, year, quarter)
        if column == "open":
            return lambda item: books.end(item, year - 1, 4)
        back = year - 1 if column.endswith("prior") else year
        if column.startswith("ytd"):
            return lambda item: books.year_to_date(item, back, quarter)
        return lambda item: books.quarter(item, back, quarter)

    def flow_columns(self, *, quarters: bool) -> list[str]:
        """Return the columns of a statement that runs over a period; with *quarters* the quarter alone has its own."""
        pairs = [["ytd", "ytd.prior"]]
        if quarters and self.quarter > 1:
            pairs.insert(1 if self.cumulative_first else 0, ["q", "q.prior"])
        return [column for pair in pairs for column in (pair if self.newest_first else pair[::-1])]

    def balance_columns(self) -> list[str]:
        """Return the columns of a balance sheet."""
        return ["end", "open"] if self.newest_first else ["open", "end"]

    def heads(self, columns: Sequence[str]) -> list[str]:
        """Return what stands above *columns*."""
        beside = any(column.startswith("q") for column in columns)
        return [self._head(column, beside=beside) for column in columns]

    def _head(self, column: str, *, beside: bool) -> str:
        """Return what stands above *column*; *beside*: the quarter alone has a column in the same table."""
        year = self.year - 1 if column.endswith("prior") else self.year
        form = self.company.skeleton
        if self.chinese:
            if column == "end":
                return ("期末余额", self.date(), "本报告期末")[form % 3]
            if column == "open":
                return ("年初余额", self.date(self.year - 1, 4), "上年度末")[form % 3]
            if column.startswith("q"):
                return ("第三季度（7-9月）", "上年第三季度")[column.endswith("prior")]
            if beside:
                return self.span(year)
            return (("本期发生额", "上期发生额")[column.endswith("prior")], self.span(year))[form % 2]
        if column == "end":
            return self.date()
        if column == "open":
            return self.date(self.year - 1, 4)
        if column.startswith("q"):
            return (f"Q{self.quarter} {year}", f"Three months to {self.date(year)}")[form % 2]
        return (self.span(year), f"{self.months().capitalize()} to {self.date(year)}")[form % 2]

    def lines(
        self,
        sheet: Sheet,
        books: Ledger,
        lines: Sequence[Line],
        columns: Sequence[str],
        *,
        facts: bool,
        stub: bool = False,
        tag: str = "",
        numbered: Sequence[str] = (),
    ) -> None:
        """Write *lines* as rows.

        Args:
            sheet: written to.
            books: whose figures.
            lines: of the statement.
            columns: which figures.
            facts: whether the cells state facts of the group.
            stub: whether labels stand without the signs of a whole statement.
            tag: put before the keys of facts.
            numbered: keys of the lines that bear numbers, in the order of a whole statement.

        """
        notes = self.notes if self.detail is Detail.FULL else ()
        at = 0
        for line in lines:
            label = self.label(line.key)
            if line.key in numbered:
                label = f"{'一二三四五六七八'[at]}、{label}"
                at += 1
            if self.note_column and facts and not stub and line.key in notes:
                number = notes.index(line.key) + 1
                label += f"（附注{number}）" if self.chinese else f" (note {number})"
            cells: list[tuple[str, str]] = []
            for column in columns:
                figure = self.figure(self.value(books, line, column), cost=line.cost)
                cells.append((f"{tag}{line.key}.{column}" if facts else "", figure))
            self.row(sheet, plain(label) if stub and self.chinese else label, cells, total=line.total)

    def open_table(self, sheet: Sheet, corner: str, heads: Sequence[str]) -> None:
        """Write the head of a table whose first column is named *corner*."""
        if self.table_form == "pipe":
            sheet.add(f"| {corner} | {' | '.join(heads)} |\n|{' --- |' * (len(heads) + 1)}\n")
        else:
            gap = {"wide": "    ", "tab": "\t", "dots": "   ", "bar": " | "}[self.table_form]
            sheet.add(f"{corner}{gap}{gap.join(heads)}\n")

    def row(self, sheet: Sheet, label: str, cells: Sequence[tuple[str, str]], *, total: bool = False) -> None:
        """Write a row; each cell is the key of its fact, or nothing, and its text."""
        form = self.table_form
        sign = "$" if total and self.dollar_sign and not self.chinese else ""
        first, gap, last = _GAPS[form]
        sheet.add(f"{first}{label}")
        if form == "dots":
            sheet.add(" " + "." * max(3, 46 - len(label) * (2 if self.chinese else 1)))
        for key, text in cells:
            # The sign of the dollar would part a minus from its figure.
            sheet.add(gap + (sign if text[0] in _PLAIN_FIRST else ""))
            if key:
                sheet.fact(key, text)
            else:
                sheet.add(text)
        sheet.add(last)

    def split(self, total: int, usual_weights: Sequence[int], *key: str | int) -> list[int]:
        """Split *total* about as *usual_weights* into parts that sum to it; the same for the same key, in whatever report it is asked for."""
        usual, draw = self.company.draw("usual split", key[0]), self.company.draw("split", *key)
        # A company has its own weights, and a part keeps its weight from date to date but for a few hundredths.
        weights = [weight * (0.75 + 0.5 * usual.share()) * (0.96 + 0.08 * draw.share()) for weight in usual_weights]
        whole = sum(weights)
        cut = [int(total * weight / whole) for weight in weights]
        cut[0] += total - sum(cut)
        return cut


_PLAIN_FIRST = "(0123456789"
NOTED = (
    "cash", "trading_assets", "receivables", "inventories", "ppe", "intangibles", "short_debt", "payables", "payroll", "long_debt", "cost",
    "selling", "admin", "rnd",
)  # fmt: skip
"""The lines that notes take apart; each company has its own order, and its statements of full length refer to them by number."""

_GAPS = {
    "pipe": ("| ", " | ", " |\n"),
    "wide": ("", "    ", "\n"),
    "tab": ("", "\t", "\n"),
    "dots": ("", "  ", "\n"),
    "bar": ("", " | ", "\n"),
}


def _four(cents: int, power: int) -> str:
    """Write cents / power with four digits or two decimals, whichever is more, rounded half up."""
    hundredths = (200 * cents + power) // (2 * power)
    return f"{hundredths // 100:,}.{hundredths % 100:02d}"
