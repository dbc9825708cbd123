"""What a question asks for: a line, or a ratio of lines, of a period."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial.company import Company
from pytest_lcbench.suites.synthetic.financial.items import ITEMS, Detail, Item, within_sentence
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.parent import Ledger
from pytest_lcbench.suites.synthetic.financial.report import ENDS_ZH, MONTHS_EN, RESTATED, Report, label_of, plain


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure that each report states, or a ratio of two that it states.

    Args:
        item: the line.
        column: as :meth:`Report.value` names it.
        over: for a ratio, the line and column of the denominator.
        ratio: which ratio, a key of :data:`RATIOS`; empty for a figure.

    """

    item: Item
    column: str
    over: tuple[str, str] = ("", "")
    ratio: str = ""

    @property
    def facts(self) -> tuple[str, ...]:
        """The keys of the facts that it rests on."""
        own = f"{self.item.key}.{self.column}"
        return (own, f"{self.over[0]}.{self.over[1]}") if self.ratio else (own,)

    @property
    def growth(self) -> bool:
        """Whether it is a change in per cent."""
        return self.ratio.startswith("growth")

    def value(self, report: Report, books: Ledger | None = None) -> Fraction:
        """Return the figure of *report* in cents, or the ratio as a fraction of 1; of other *books* than the group's if given."""
        books = report.company.books if books is None else books
        own = report.value(books, Line(self.item.key, (self.item.key,)), self.column)
        if not self.ratio:
            return Fraction(own * report.unit.grain)
        under = report.value(books, Line(self.over[0], (self.over[0],)), self.over[1])
        if under <= 0:
            return Fraction(0)
        return Fraction(own, under) - self.growth

    def shifted(self, columns: Callable[[str], str]) -> Measure:
        """Return the measure of other columns."""
        return replace(self, column=columns(self.column), over=(self.over[0], columns(self.over[1])) if self.ratio else self.over)


RATIOS: dict[str, tuple[str, str, str, str]] = {
    # key: item, its column kind, denominator, column kind
    "gross_margin": ("gross", "flow", "revenue", "flow"),
    "net_margin": ("net", "flow", "revenue", "flow"),
    "debt_ratio": ("total_liabilities", "end", "total_assets", "end"),
    "growth_revenue": ("revenue", "flow", "revenue", "prior"),
    "growth_assets": ("total_assets", "end", "total_assets", "open"),
    "growth_inventories": ("inventories", "end", "inventories", "open"),
    "growth_receivables": ("receivables", "end", "receivables", "open"),
    "cash_share": ("cash", "end", "total_assets", "end"),
}
"""The ratios asked for."""

RATIO_WORDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "gross_margin": (("gross margin, that is gross profit as a percentage of revenue",), ("毛利率（毛利除以营业收入）",)),
    "net_margin": (("profit after tax (minorities included) as a percentage of revenue", "net margin, that is net profit divided by sales"), ("销售净利率（净利润除以营业收入）",)),
    "debt_ratio": (("ratio of total liabilities to total assets", "share of all assets that is financed by debts, that is total liabilities divided by total assets"), ("资产负债率（负债合计除以资产总计）",)),
    "growth_revenue": (("growth of revenue in per cent over the same period a year earlier", "percentage change of sales against the year-earlier period"), ("营业收入同比增长率", "营业收入较上年同期的增幅（百分比）")),
    "growth_assets": (("percentage change of total assets",), ("总资产增长率",)),
    "growth_inventories": (("percentage change of inventories",), ("存货增长率",)),
    "growth_receivables": (("percentage change of trade receivables",), ("应收账款增长率",)),
    "cash_share": (("share of cash and cash equivalents in total assets",), ("货币资金占总资产的比重",)),
}  # fmt: skip
"""What questions call the ratios, in English and Chinese."""


_BACK = 1.4  # how many times as often a year-earlier figure is asked for as an opening balance


def draw_measure(language: str, quarter: int, detail: Detail, draw: Draw, *, prior: float, ratios: float = 0.0) -> Measure:
    """Draw what is asked for.

    Args:
        language: of the reports.
        quarter: at whose end they are made up.
        detail: of the shortest of them.
        draw: decides.
        prior: how often the opening balance is asked for; the year-earlier figure of what runs over a period is more often.
        ratios: how often a ratio is.

    """
    quarters = language == "en" and quarter > 1 and detail >= Detail.CONDENSED
    if draw.chance(ratios):
        # A change has no column beside it that could be taken for it: it is asked for less.
        key = draw.pick([key for key in RATIOS for _ in range(1 if key.startswith("growth") else 2)])
        name, kind, other, other_kind = RATIOS[key]
        flow = "q" if quarters and draw.chance(0.4) else "ytd"
        columns = {"flow": flow, "prior": f"{flow}.prior", "end": "end", "open": "open"}
        return Measure(ITEMS[name], columns[kind], (other, columns[other_kind]), key)
    usable = [item for item in ITEMS.values() if item.detail <= detail and (item.en if language == "en" else item.zh)]
    item = draw.pick(usable)
    # What was moved between these two in a restated year stands twice in the report, before and after.
    back = draw.chance(prior * (_BACK if item.flow else 1.0)) and item.key not in RESTATED
    if not item.flow:
        return Measure(item, "open" if back else "end")
    own = "q" if quarters and not item.cash_flow and draw.chance(0.5) else "ytd"
    return Measure(item, f"{own}.prior" if back else own)


def wording(measure: Measure, language: str, year: int, misled: Sequence[Company], right: Sequence[Company], draw: Draw) -> str:
    """Return what the question calls the measure: rather a word that *misled* use and *right* do not, or one that no report uses."""
    if measure.ratio:
        return draw.pick(RATIO_WORDS[measure.ratio][language == "zh"])
    item = measure.item
    if language == "zh":
        names = [plain(name) for name in item.zh]
        asked: Sequence[str] = item.ask_zh
    else:
        names = [_in_sentence(name) for name in item.en]
        asked = item.ask_en
        if item.key == "gross":
            # Without these words it could be the percentage that is asked for.
            names = [f"{name} (the amount, not a percentage)" if name == "gross margin" else name for name in names]
        if item.key == "parent":
            names = [f"profit {name}" if name.startswith("attr") else f"profit attributable to {name}" for name in names]
    labels = item.zh if language == "zh" else item.en
    position = {label: at for at, label in enumerate(labels)}
    theirs = {position[label_of(company, year, item.key)] for company in misled}
    ours = {position[label_of(company, year, item.key)] for company in right}
    baits = [names[at] for at in range(len(names)) if at in theirs and at not in ours and names[at] not in {names[at] for at in ours}]
    unused = [names[at] for at in range(len(names)) if at not in ours and names[at] not in {names[at] for at in ours}]
    if baits and draw.chance(0.75):
        return draw.pick(baits)
    if asked and (not unused or draw.chance(0.5)):
        return draw.pick(asked)
    return draw.pick(unused or names)


def _in_sentence(name: str) -> str:
    """Return a label of a table as it stands within a sentence."""
    name = within_sentence(name)
    return name if name[1:2].isupper() or name[1:2] == "&" else name[0].lower() + name[1:]


_SPANS_EN = ("first quarter", "first six months", "first nine months", "whole year")
_QUARTERS_EN = ("first", "second", "third", "fourth")


def when(column: str, language: str, year: int, quarter: int) -> str:
    """Return the period or date of *column* as a question names it."""
    if language == "zh":
        if column == "end":
            return f"{year}年{ENDS_ZH[quarter - 1]}"
        if column == "open":
            return f"{year - 1}年12月31日"
        back = year - 1 if column.endswith("prior") else year
        return f"{back}年{('第一季度', '上半年（1-6月累计）', '前三季度（1-9月累计）', '全年')[quarter - 1]}"
    if column == "end":
        return f"at {MONTHS_EN[quarter - 1]} {year}"
    if column == "open":
        return f"at 31 December {year - 1}"
    back = year - 1 if column.endswith("prior") else year
    if column.startswith("q"):
        return f"in the {_QUARTERS_EN[quarter - 1]} quarter of {back} (the three months alone)"
    return f"in the {_SPANS_EN[quarter - 1]} of {back}"


UNITS_ASKED = {
    "en": (("dollars", 100), ("thousands of dollars", 100_000), ("millions of dollars", 100_000_000)),
    "zh": (("元", 100), ("千元", 100_000), ("万元", 1_000_000), ("百万元", 100_000_000)),
}
"""Units of questions, and what one is worth in cents."""


def exact(cents: Fraction | int, unit: int) -> str:
    """Write an amount in a unit of *unit* cents with all its digits and no more."""
    amount = int(cents)
    whole, rest = divmod(abs(amount), unit)
    digits = len(str(unit)) - 1
    part = f"{rest:0{digits}d}".rstrip("0")
    return f"{'-' if amount < 0 else ''}{whole:,}{'.' + part if part else ''}"
