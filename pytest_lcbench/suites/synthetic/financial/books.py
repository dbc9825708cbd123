"""The books of one entity: every quarter's statements, drawn so that each identity holds exactly.

Amounts are whole numbers of the entity's *grain*, the last digit that it prints (a dollar, a thousand dollars, 0.01 万元 …), so that
what is printed adds up without rounding. Only + - * / on floats are used before cutting to whole numbers: the same everywhere.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw

FIRST_YEAR = 2016
LAST_YEAR = 2025
QUARTERS = 4 * (LAST_YEAR - FIRST_YEAR + 1)

FLOWS = (
    # income statement
    "revenue", "cost", "gross", "surcharges", "selling", "admin", "rnd", "opex", "other_income", "credit_loss", "write_down",
    "disposal_gain", "fair_value", "associates", "interest_cost", "interest_income", "net_finance", "op_profit", "non_op_income",
    "non_op_cost", "pretax", "tax", "net", "parent", "minority", "oci", "comprehensive",
    # cash flow, indirect part
    "depreciation", "lease_depreciation", "amortisation", "share_pay", "d_receivables", "d_inventories", "d_other_assets", "d_payables",
    "d_other_liabilities", "non_cash_other",
    # cash flow, direct part
    "from_customers", "tax_refunds", "other_received", "operating_in", "paid_suppliers", "paid_staff", "paid_taxes", "other_paid",
    "operating_out", "cfo",
    "from_investments", "investment_returns", "from_disposals", "investing_in", "capex", "into_investments", "investing_out", "cfi",
    "from_borrowing", "financing_in", "repaid", "dividends_interest", "lease_paid", "financing_out", "cff", "fx", "net_change",
    "segment_1", "segment_2", "segment_3", "region_1", "region_2", "region_3",
)  # fmt: skip
"""What runs over a quarter."""

BALANCES = (
    "cash", "trading_assets", "notes_receivable", "receivables", "prepayments", "other_receivables", "inventories", "other_current",
    "current_assets", "associates_held", "equity_investments", "ppe", "construction", "right_of_use", "intangibles", "goodwill",
    "deferred_tax_assets", "other_non_current", "non_current_assets", "total_assets", "short_debt", "notes_payable", "payables",
    "contract_liabilities", "payroll", "taxes_payable", "other_payables", "current_portion", "current_liabilities", "long_debt",
    "bonds", "lease_liabilities", "provisions", "deferred_income", "non_current_liabilities", "total_liabilities", "share_capital",
    "capital_reserve", "oci_reserve", "surplus_reserve", "retained", "parent_equity", "minority_equity", "equity", "headcount",
)  # fmt: skip
"""What stands at the end of a quarter."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What the draw of the books starts from.

    Args:
        revenue: of a first quarter, in grains.
        chinese: whether finance costs stand above operating profit, and profit is put into a statutory reserve.
        headcount: people at the start.
        stocks: what goods it holds, as a part of what a maker of goods does.

    """

    revenue: int
    chinese: bool
    headcount: int
    stocks: float = 1.0


class Books:
    """All quarters of one entity.

    Args:
        scale: size and manner of the entity.
        draw: decides the rest.

    """

    def __init__(self, scale: Scale, draw: Draw) -> None:
        self._series = {name: array("q") for name in (*FLOWS, *BALANCES)}
        _simulate(scale, draw, self._series)

    def end(self, item: str, year: int, quarter: int) -> int:
        """Return the balance of *item* at the end of the quarter."""
        return self._series[item][_at(year, quarter)]

    def quarter(self, item: str, year: int, quarter: int) -> int:
        """Return the flow of *item* in the quarter alone."""
        return self._series[item][_at(year, quarter)]

    def year_to_date(self, item: str, year: int, quarter: int) -> int:
        """Return the flow of *item* from the start of the year to the end of the quarter."""
        last = _at(year, quarter)
        return sum(self._series[item][last - quarter + 1 : last + 1])


def _at(year: int, quarter: int) -> int:
    at = 4 * (year - FIRST_YEAR) + quarter - 1
    if not 0 <= at < QUARTERS:
        raise KeyError((year, quarter))
    return at


def _simulate(scale: Scale, draw: Draw, series: dict[str, array[int]]) -> None:  # noqa: PLR0915 - quarter after quarter, line after line, as books are closed
    share = draw.share

    def near(amount: float, low: float, high: float) -> int:
        return int(amount * (low + (high - low) * share()))

    # Standing ratios of the business.
    selling_rate, admin_rate = 0.02 + 0.07 * share(), 0.03 + 0.06 * share()
    rnd_rate = 0.005 + 0.065 * share()
    # What is left of a sale after all of them: little for some, a sixth for the best.
    cost_rate = 1 - selling_rate - admin_rate - rnd_rate - (0.015 + 0.145 * share())
    season = [0.86 + 0.28 * share() for _ in range(4)]
    growth = 0.994 + 0.03 * share()
    cash_share = 0.4 + 0.6 * share()
    payout = 0.25 + 0.35 * share()
    receivable_days, inventory_days, payable_days = 0.3 + 0.7 * share(), (0.3 + 0.9 * share()) * scale.stocks, 0.25 + 0.6 * share()
    minority_share = 0.02 + 0.16 * share()
    tax_rate = 0.15 + 0.1 * share()
    segment_cut, region_cut = (0.38 + 0.2 * share(), 0.2 + 0.15 * share()), (0.36 + 0.14 * share(), 0.15 + 0.17 * share())
    trend = float(scale.revenue)
    # Trade and prices of what is bought go well or badly for some quarters on end.
    pace, squeeze = growth, 0.0

    b = dict.fromkeys(BALANCES, 0)
    base = scale.revenue
    b["cash"], b["trading_assets"] = near(base, 0.5, 1.2), near(base, 0.05, 0.5)
    b["notes_receivable"], b["receivables"] = near(base, 0.02, 0.2), near(base * receivable_days, 0.8, 1.2)
    b["prepayments"], b["other_receivables"] = near(base, 0.02, 0.12), near(base, 0.01, 0.09)
    b["inventories"], b["other_current"] = near(base * inventory_days * cost_rate, 0.8, 1.3), near(base, 0.01, 0.1)
    b["associates_held"], b["equity_investments"] = near(base, 0.05, 0.6), near(base, 0.02, 0.3)
    b["ppe"], b["construction"] = near(base, 0.9, 2.6), near(base, 0.1, 0.6)
    b["right_of_use"], b["intangibles"] = near(base, 0.05, 0.3), near(base, 0.1, 0.6)
    b["goodwill"] = near(base, 0.02, 0.4)
    b["deferred_tax_assets"], b["other_non_current"] = near(base, 0.02, 0.12), near(base, 0.02, 0.15)
    b["short_debt"], b["notes_payable"] = near(base, 0.1, 0.7), near(base, 0.02, 0.3)
    b["payables"] = near(base * payable_days, 0.8, 1.2)
    b["contract_liabilities"], b["payroll"] = near(base, 0.03, 0.25), near(base, 0.03, 0.12)
    b["taxes_payable"], b["other_payables"] = near(base, 0.01, 0.08), near(base, 0.04, 0.2)
    b["current_portion"], b["long_debt"] = near(base, 0.02, 0.2), near(base, 0.1, 0.9)
    b["bonds"] = near(base, 0.2, 0.6) if draw.chance(0.35) else 0
    b["lease_liabilities"] = near(b["right_of_use"], 0.7, 0.98)
    b["provisions"], b["deferred_income"] = near(base, 0.005, 0.06), near(base, 0.01, 0.1)
    b["share_capital"], b["headcount"] = near(base, 0.3, 0.9), scale.headcount
    _totals(b)
    owed = b["total_assets"] - b["total_liabilities"] - b["share_capital"]
    b["minority_equity"] = near(owed, 0.03, 0.12)
    b["capital_reserve"], b["oci_reserve"] = near(owed, 0.2, 0.4), near(owed, 0.005, 0.03)
    b["surplus_reserve"] = near(owed, 0.03, 0.06) if scale.chinese else 0
    b["retained"] = owed - b["minority_equity"] - b["capital_reserve"] - b["oci_reserve"] - b["surplus_reserve"]

    opened = dict(b)
    year_profit = year_minority = 0
    for at in range(QUARTERS):
        quarter = at % 4
        pace = 0.7 * pace + 0.3 * growth + 0.036 * (share() - 0.5)
        trend *= pace
        squeeze = 0.7 * squeeze + 0.026 * (share() - 0.5)
        f = dict.fromkeys(FLOWS, 0)
        f["revenue"] = near(trend * season[quarter], 0.975, 1.025)
        _split(f, "segment", segment_cut, share)
        _split(f, "region", region_cut, share)
        f["cost"] = near(f["revenue"] * (cost_rate + squeeze), 0.993, 1.007)
        f["gross"] = f["revenue"] - f["cost"]
        f["surcharges"] = near(f["revenue"], 0.003, 0.009) if scale.chinese else 0
        f["selling"], f["admin"] = near(f["revenue"] * selling_rate, 0.92, 1.08), near(trend * admin_rate, 0.93, 1.07)
        f["rnd"], f["other_income"] = near(trend * rnd_rate, 0.88, 1.12), near(f["revenue"], 0.002, 0.012)
        f["credit_loss"], f["write_down"] = near(b["receivables"], 0.001, 0.014), near(b["inventories"], 0.001, 0.016)
        sold_book = near(b["ppe"], 0.0005, 0.006)
        f["disposal_gain"] = near(sold_book, -0.25, 0.4)
        f["fair_value"] = near(b["trading_assets"], -0.012, 0.02)
        f["associates"] = near(b["associates_held"], -0.008, 0.035)
        debt = b["short_debt"] + b["current_portion"] + b["long_debt"] + b["bonds"] + b["lease_liabilities"]
        f["interest_cost"], f["interest_income"] = near(debt, 0.008, 0.014), near(b["cash"], 0.002, 0.006)
        f["net_finance"] = f["interest_cost"] - f["interest_income"]
        f["opex"] = f["surcharges"] + f["selling"] + f["admin"] + f["rnd"] + f["credit_loss"] + f["write_down"]
        trading = f["gross"] - f["opex"] + f["other_income"] + f["disposal_gain"] + f["fair_value"] + f["associates"]
        if scale.chinese:
            f["op_profit"] = trading - f["net_finance"]
            f["non_op_income"], f["non_op_cost"] = near(f["revenue"], 0.0004, 0.004), near(f["revenue"], 0.0003, 0.004)
            f["pretax"] = f["op_profit"] + f["non_op_income"] - f["non_op_cost"]
        else:
            f["op_profit"] = trading
            f["pretax"] = f["op_profit"] - f["net_finance"]
        # A loss is taxed a little too, for some costs are not deductible: the tax is never a refund.
        f["tax"] = near(f["pretax"] * tax_rate, 0.85, 1.15) if f["pretax"] > 0 else near(-f["pretax"] * tax_rate, 0.03, 0.2)
        f["net"] = f["pretax"] - f["tax"]
        f["minority"] = near(f["net"] * minority_share, 0.8, 1.2)
        f["parent"] = f["net"] - f["minority"]
        f["fx"] = near(b["cash"], -0.006, 0.006)
        revalued = near(b["equity_investments"], -0.03, 0.03)
        f["oci"] = revalued + f["fx"]
        f["comprehensive"] = f["net"] + f["oci"]

        old = dict(b)
        f["depreciation"], f["amortisation"] = near(b["ppe"], 0.014, 0.022), near(b["intangibles"], 0.015, 0.03)
        f["lease_depreciation"] = near(b["right_of_use"], 0.04, 0.08)
        f["share_pay"] = near(f["admin"], 0.01, 0.05)
        # Working capital follows the trade.
        b["receivables"] = near(0.6 * f["revenue"] * receivable_days + 0.4 * old["receivables"], 0.92, 1.09)
        b["notes_receivable"] = near(0.3 * f["revenue"] * receivable_days * 0.3 + 0.7 * old["notes_receivable"], 0.88, 1.13)
        b["inventories"] = near(0.5 * f["cost"] * inventory_days + 0.5 * old["inventories"], 0.91, 1.1)
        for item, low, high in (
            ("prepayments", 0.88, 1.13), ("other_receivables", 0.87, 1.14), ("other_current", 0.86, 1.15), ("deferred_tax_assets", 0.97, 1.04),
            ("other_non_current", 0.95, 1.06), ("contract_liabilities", 0.88, 1.14), ("payroll", 0.89, 1.12), ("taxes_payable", 0.84, 1.18),
            ("other_payables", 0.9, 1.11), ("notes_payable", 0.88, 1.13), ("provisions", 0.94, 1.07), ("deferred_income", 0.94, 1.06),
        ):  # fmt: skip
            b[item] = near(old[item] * 0.7 + 0.3 * opened[item] * trend / base, low, high)
        b["payables"] = near(0.6 * f["cost"] * payable_days / 0.8 + 0.4 * old["payables"], 0.91, 1.1)
        f["d_receivables"] = -(b["receivables"] - old["receivables"]) - f["credit_loss"]
        f["d_receivables"] -= b["notes_receivable"] - old["notes_receivable"]
        f["d_inventories"] = -(b["inventories"] - old["inventories"]) - f["write_down"]
        f["d_other_assets"] = -sum(
            b[item] - old[item]
            for item in ("prepayments", "other_receivables", "other_current", "deferred_tax_assets", "other_non_current")
        )
        f["d_payables"] = sum(b[item] - old[item] for item in ("payables", "notes_payable"))
        f["d_other_liabilities"] = sum(
            b[item] - old[item]
            for item in ("contract_liabilities", "payroll", "taxes_payable", "other_payables", "provisions", "deferred_income")
        )
        # Interest is paid with the financing, so its cost is added back; the gains below passed no cash.
        f["non_cash_other"] = f["credit_loss"] + f["write_down"] + f["interest_cost"]
        f["non_cash_other"] -= f["disposal_gain"] + f["fair_value"] + f["associates"]
        f["cfo"] = sum(
            f[item]
            for item in (
                "net", "depreciation", "lease_depreciation", "amortisation", "share_pay", "d_receivables", "d_inventories",
                "d_other_assets", "d_payables", "d_other_liabilities", "non_cash_other",
            )
        )  # fmt: skip
        f["tax_refunds"], f["other_received"] = near(f["revenue"], 0.001, 0.012), near(f["revenue"], 0.005, 0.03)
        f["paid_suppliers"], f["paid_staff"] = near(f["cost"], 0.72, 0.86), near(f["revenue"], 0.1, 0.16)
        f["paid_taxes"], f["other_paid"] = near(f["revenue"], 0.03, 0.06), near(f["revenue"], 0.02, 0.06)
        f["operating_out"] = f["paid_suppliers"] + f["paid_staff"] + f["paid_taxes"] + f["other_paid"]
        f["operating_in"] = f["cfo"] + f["operating_out"]
        f["from_customers"] = f["operating_in"] - f["tax_refunds"] - f["other_received"]

        f["investment_returns"] = near(b["associates_held"], 0.001, 0.012)
        f["from_investments"], f["into_investments"] = near(b["trading_assets"], 0.1, 0.4), near(b["trading_assets"], 0.1, 0.36)
        # Cash that the trade does not need is put into securities.
        f["into_investments"] += near(max(0.0, b["cash"] - 1.15 * cash_share * trend), 0.2, 0.5)
        f["from_disposals"] = sold_book + f["disposal_gain"]
        f["investing_in"] = f["from_investments"] + f["investment_returns"] + f["from_disposals"]
        spent = near(old["ppe"] * trend / (trend + base), 0.015, 0.075)
        into_construction, into_intangibles = near(spent, 0.4, 0.8), near(b["intangibles"], 0.01, 0.05)
        f["capex"] = spent + into_intangibles
        f["investing_out"] = f["capex"] + f["into_investments"]
        f["cfi"] = f["investing_in"] - f["investing_out"]
        b["trading_assets"] += f["into_investments"] - f["from_investments"] + f["fair_value"]
        b["associates_held"] += f["associates"] - f["investment_returns"]
        b["equity_investments"] += revalued
        finished = near(b["construction"] + into_construction, 0.05, 0.35)
        b["construction"] += into_construction - finished
        b["ppe"] += spent - into_construction + finished - f["depreciation"] - sold_book
        b["intangibles"] += into_intangibles - f["amortisation"]
        leased = near(old["right_of_use"], 0.02, 0.12)
        b["right_of_use"] += leased - f["lease_depreciation"]
        f["lease_paid"] = near(b["lease_liabilities"], 0.03, 0.07)
        b["lease_liabilities"] += leased - f["lease_paid"]

        # Once a year owners get a part of the profit, and more where cash and securities pile up.
        dividend = minority_dividend = 0
        if quarter == 1:
            hoard = b["cash"] + b["trading_assets"] - 1.1 * (cash_share + 0.3) * trend
            dividend = near(max(0, year_profit) * payout, 0.85, 1.15) + near(max(0.0, hoard), 0.4, 0.7)
            dividend = min(dividend, max(0, b["retained"] * 4 // 5))
            minority_dividend = near(max(0, year_minority), 0.5, 0.9)
        f["dividends_interest"] = dividend + minority_dividend + f["interest_cost"]
        repaid = [near(b[item], low, high) for item, low, high in (("short_debt", 0.15, 0.35), ("current_portion", 0.5, 0.8))]
        b["short_debt"] -= repaid[0]
        b["current_portion"] -= repaid[1]
        f["repaid"] = sum(repaid)
        f["financing_out"] = f["repaid"] + f["dividends_interest"] + f["lease_paid"]
        # What is borrowed keeps the cash near a share of the trade.
        wanted = near(trend * cash_share, 0.85, 1.1)
        before = b["cash"] + f["cfo"] + f["cfi"] + f["fx"] - f["financing_out"]
        f["from_borrowing"] = max(near(f["repaid"], 0.7, 1.1), wanted - before)
        to_long = near(f["from_borrowing"], 0.2, 0.6)
        b["long_debt"] += to_long
        b["short_debt"] += f["from_borrowing"] - to_long
        falling_due = near(b["long_debt"], 0.03, 0.12)
        b["long_debt"] -= falling_due
        b["current_portion"] += falling_due
        f["financing_in"] = f["from_borrowing"]
        f["cff"] = f["financing_in"] - f["financing_out"]
        f["net_change"] = f["cfo"] + f["cfi"] + f["cff"] + f["fx"]
        b["cash"] += f["net_change"]

        b["capital_reserve"] += f["share_pay"]
        b["oci_reserve"] += f["oci"]
        year_profit = f["parent"] + (year_profit if quarter else 0)
        year_minority = f["minority"] + (year_minority if quarter else 0)
        if year_profit < 0:
            cost_rate *= 0.993  # nobody looks on for ever
        reserve = year_profit // 10 if scale.chinese and quarter == 3 and year_profit > 0 else 0  # noqa: PLR2004 - the fourth quarter
        b["surplus_reserve"] += reserve
        b["retained"] += f["parent"] - dividend - reserve
        b["minority_equity"] += f["minority"] - minority_dividend
        b["headcount"] = near(old["headcount"] * (0.9 + 0.1 * growth), 0.985, 1.025)
        _totals(b)
        for item in FLOWS:
            series[item].append(f[item])
        for item in BALANCES:
            series[item].append(b[item])


def _split(f: dict[str, int], name: str, cut: tuple[float, float], share: Callable[[], float]) -> None:
    """Split the revenue into three parts that sum to it."""
    first = int(f["revenue"] * cut[0] * (0.92 + 0.16 * share()))
    second = int(f["revenue"] * cut[1] * (0.9 + 0.2 * share()))
    f[f"{name}_1"], f[f"{name}_2"], f[f"{name}_3"] = first, second, f["revenue"] - first - second


CURRENT = BALANCES[: BALANCES.index("current_assets")]
NON_CURRENT = BALANCES[BALANCES.index("current_assets") + 1 : BALANCES.index("non_current_assets")]
DUE = BALANCES[BALANCES.index("total_assets") + 1 : BALANCES.index("current_liabilities")]
LATER = BALANCES[BALANCES.index("current_liabilities") + 1 : BALANCES.index("non_current_liabilities")]
_OWNERS = BALANCES[BALANCES.index("total_liabilities") + 1 : BALANCES.index("parent_equity")]


def _totals(b: dict[str, int]) -> None:
    b["current_assets"] = sum(b[item] for item in CURRENT)
    b["non_current_assets"] = sum(b[item] for item in NON_CURRENT)
    b["total_assets"] = b["current_assets"] + b["non_current_assets"]
    b["current_liabilities"] = sum(b[item] for item in DUE)
    b["non_current_liabilities"] = sum(b[item] for item in LATER)
    b["total_liabilities"] = b["current_liabilities"] + b["non_current_liabilities"]
    b["parent_equity"] = sum(b[item] for item in _OWNERS)
    b["equity"] = b["parent_equity"] + b["minority_equity"]
