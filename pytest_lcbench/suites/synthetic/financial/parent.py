"""The books of a parent company alone: a part of each of its group's lines, with sums of their own."""

from __future__ import annotations

from typing import Protocol

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial.books import CURRENT, DUE, LATER, NON_CURRENT, Books


class Ledger(Protocol):
    """Whatever figures can be read from by item and quarter."""

    def end(self, item: str, year: int, quarter: int) -> int:
        """Return the balance of *item* at the end of the quarter."""

    def quarter(self, item: str, year: int, quarter: int) -> int:
        """Return the flow of *item* in the quarter alone."""

    def year_to_date(self, item: str, year: int, quarter: int) -> int:
        """Return the flow of *item* from the start of the year to the end of the quarter."""


_SUMS = {
    "current_assets": CURRENT,
    "non_current_assets": NON_CURRENT,
    "total_assets": (*CURRENT, *NON_CURRENT),
    "current_liabilities": DUE,
    "non_current_liabilities": LATER,
    "total_liabilities": (*DUE, *LATER),
}
_FLOWS = ("revenue", "cost", "gross", "op_profit", "net_finance", "pretax", "tax", "net")
_WAVES = 41
_MOST = 0.96


class ParentBooks:
    """The balance sheet items of a parent company, and its income statement from revenue to net result.

    No item that is never below zero exceeds the group's: the parent is part of it. Results may, as those of subsidiaries may be losses.

    Args:
        group: whose parent it is.
        draw: decides the parts.
        chinese: whether finance costs stand above operating profit, as in the group's books.

    """

    def __init__(self, group: Books, draw: Draw, *, chinese: bool) -> None:
        self._chinese = chinese
        self._group = group
        share = draw.share
        usual = 0.28 + 0.42 * share()
        self._parts = {item: min(_MOST, usual * (0.6 + 0.8 * share())) for item in (*CURRENT, *NON_CURRENT, *DUE, *LATER)}
        self._parts["goodwill"] = 0.0  # it arises on consolidation
        sold = 0.28 + 0.42 * share()
        self._parts["revenue"], self._parts["cost"] = sold, sold * (0.92 + 0.1 * share())
        self._parts["overheads"], self._parts["net_finance"] = sold * (0.75 + 0.35 * share()), usual * (0.7 + 0.6 * share())
        self._parts["non_op"] = sold * (0.5 + share())
        self._tax = 0.15 + 0.1 * share()
        self._starts = {item: draw.below(_WAVES) for item in self._parts}
        self._waves = [0.98 + 0.04 * share() for _ in range(_WAVES)]

    def end(self, item: str, year: int, quarter: int) -> int:
        """Return the balance of *item* at the end of the quarter. Raises ``KeyError`` for an item that it does not have."""
        parts = _SUMS.get(item)
        if parts is not None:
            return sum(self.end(part, year, quarter) for part in parts)
        return self._part(item, self._group.end(item, year, quarter), year, quarter)

    def quarter(self, item: str, year: int, quarter: int) -> int:
        """Return the flow of *item* in the quarter alone. Raises ``KeyError`` for an item that it does not have."""
        if item not in _FLOWS:
            raise KeyError(item)
        return self._income(year, quarter)[_FLOWS.index(item)]

    def year_to_date(self, item: str, year: int, quarter: int) -> int:
        """Return the flow of *item* from the start of the year to the end of the quarter. Raises ``KeyError`` as :meth:`quarter`."""
        return sum(self.quarter(item, year, at) for at in range(1, quarter + 1))

    def _part(self, item: str, whole: int, year: int, quarter: int) -> int:
        wave = self._waves[(self._starts[item] + 4 * year + quarter) % _WAVES]
        return int(whole * self._parts[item] * wave)

    def _income(self, year: int, quarter: int) -> tuple[int, ...]:
        of = self._group.quarter
        revenue = self._part("revenue", of("revenue", year, quarter), year, quarter)
        cost = self._part("cost", of("cost", year, quarter), year, quarter)
        gross = revenue - cost
        result = gross - self._part("overheads", of("gross", year, quarter) - of("op_profit", year, quarter), year, quarter)
        finance = self._part("net_finance", of("net_finance", year, quarter), year, quarter)
        pretax = result - finance
        if self._chinese:
            other = of("pretax", year, quarter) - of("op_profit", year, quarter)
            pretax = result + self._part("non_op", other, year, quarter)
        tax = int(pretax * self._tax) if pretax > 0 else int(-pretax * self._tax / 10)
        return revenue, cost, gross, result, finance, pretax, tax, pretax - tax
