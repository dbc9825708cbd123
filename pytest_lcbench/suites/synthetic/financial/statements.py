"""The statements of a report."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_lcbench.suites.synthetic.financial import layouts
from pytest_lcbench.suites.synthetic.financial.items import Detail
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.report import Report
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet

_NUMBERED_INCOME = ("revenue", "op_profit", "pretax", "net", "oci", "comprehensive")
_NUMBERED_CASH = ("cfo", "cfi", "cff", "fx", "net_change", "cash_close")
"""Lines that some Chinese reports number, all of those that a statement has or none."""
_NUMBERED = 0.45  # of the companies, how many number them
_TERSE = 700  # tokens under which a Chinese report leaves the unit to its cover


class Statements:
    """Writes the statements of one report.

    Args:
        report: whose they are.

    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._books = report.company.books
        self._corner = "项目" if report.chinese else ("", "Item", "Caption")[report.company.skeleton % 3]

        self._numbers = report.chinese and report.company.draw("numbered", (report.year + report.company.index) // 3).chance(_NUMBERED)

    def _table(
        self, sheet: Sheet, lines: Sequence[Line], columns: Sequence[str], *, stub: bool = False, numbered: Sequence[str] = ()
    ) -> None:
        self._report.open_table(sheet, f"{self._corner}", self._report.heads(columns))
        self._report.lines(sheet, self._books, lines, columns, facts=True, stub=stub, numbered=numbered if self._numbers else ())

    def _unit(self, sheet: Sheet) -> None:
        report = self._report
        if report.chinese:
            sheet.add(f"{report.unit_words()}　币种：人民币\n")
        elif report.company.skeleton % 4 != 1 or report.unit.key != "dollars":
            sheet.add(f"({report.unit_words()})\n")

    def selected(self, sheet: Sheet) -> None:
        """Write the principal figures, the only table of a very short report."""
        report = self._report
        flows = list(layouts.SELECTED_FLOWS)
        short = report.detail is Detail.SELECTED
        quarters = report.chinese and report.quarter == 3 and not short  # noqa: PLR2004 - the report with a quarter column
        if not (report.chinese and report.tokens < _TERSE):
            self._unit(sheet)
        if quarters:
            flows = [line for line in flows if line.key != "cfo"]
        lines = list(report.company.draw("selected").shuffled(flows)) if report.company.skeleton % 5 == 0 else list(flows)
        self._table(sheet, lines, report.flow_columns(quarters=quarters), stub=True)
        self._table(sheet, layouts.SELECTED_BALANCES, report.balance_columns(), stub=True)

    def income(self, sheet: Sheet) -> None:
        """Write the income statement, with earnings per share in a whole one."""
        report = self._report
        self._unit(sheet)
        columns = report.flow_columns(quarters=not report.chinese)
        self._table(sheet, layouts.INCOME[report.company.language, report.detail], columns, numbered=_NUMBERED_INCOME)
        if report.detail is Detail.FULL:
            cells = [("", self._per_share(column)) for column in columns]
            report.row(sheet, "基本每股收益（元/股）" if report.chinese else "Basic earnings per share ($)", cells)
        report.restatement(sheet)

    def _per_share(self, column: str) -> str:
        report = self._report
        profit = report.value(self._books, Line("parent", ("parent",)), column) * report.unit.grain
        places = 4 if report.chinese else 3
        scaled = (2 * abs(profit) * 10**places // 100 + report.company.shares) // (2 * report.company.shares)
        text = f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"
        if profit >= 0:
            return text
        return f"({text})" if report.brackets else f"{report.minus}{text}"

    def balance(self, sheet: Sheet) -> None:
        """Write the balance sheet; some companies set owners before debts."""
        report = self._report
        self._unit(sheet)
        key = (report.company.language, report.detail)
        owners, debts = layouts.OWNERS[key], layouts.DEBTS[report.detail]
        both = (*owners, *debts) if not report.chinese and report.company.skeleton % 4 == 0 else (*debts, *owners)
        self._table(sheet, (*layouts.ASSETS[report.detail], *both, layouts.TOTAL_LE), report.balance_columns())

    def cash(self, sheet: Sheet) -> None:
        """Write the cash flow statement."""
        self._unit(sheet)
        lines = layouts.CASH_FLOW[self._report.company.language, self._report.detail]
        self._table(sheet, lines, self._report.flow_columns(quarters=False), numbered=_NUMBERED_CASH)

    def parent(self, sheet: Sheet) -> None:
        """Write balance sheet and income of the parent company alone: the same words, other figures."""
        report = self._report
        books = report.company.parent_books()
        if report.chinese:
            sheet.add("以下为母公司口径，未合并子公司。\n")
        else:
            sheet.add(f"The figures below are those of {report.company.name} alone, without its subsidiaries.\n")
        columns = report.balance_columns()
        report.open_table(sheet, self._corner, report.heads(columns))
        lines = (*layouts.ASSETS[Detail.CONDENSED], *layouts.DEBTS[Detail.CONDENSED])
        report.lines(sheet, books, lines, columns, facts=False)
        flows = report.flow_columns(quarters=False)
        report.open_table(sheet, self._corner, report.heads(flows))
        income = layouts.INCOME[report.company.language, Detail.CONDENSED]
        report.lines(sheet, books, [line for line in income if line.key not in {"parent", "minority"}], flows, facts=False, stub=True)
