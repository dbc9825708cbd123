"""Which lines the statements have at each size of report, in order, and how each is computed from the books."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.financial.items import Detail


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a statement.

    Args:
        key: of its name.
        plus: the items that it sums.
        minus: those that it takes off.
        cost: whether it is a cost or payment, which many reports print in brackets.
        total: whether it is a sum of lines above.

    """

    key: str
    plus: tuple[str, ...]
    minus: tuple[str, ...] = ()
    cost: bool = False
    total: bool = False


def _lines(text: str) -> tuple[Line, ...]:
    """Read ``key`` (itself), ``key-`` (a cost), ``key=`` (a total)."""
    lines = []
    for word in text.split():
        key = word.rstrip("-=")
        lines.append(Line(key, (key,), cost=word.endswith("-"), total=word.endswith("=")))
    return tuple(lines)


_LUMP_CURRENT = Line("lump_current", ("current_assets",), ("cash", "receivables", "inventories"))
_LUMP_FIXED = Line("lump_fixed", ("non_current_assets",), ("ppe",))
_LUMP_DUE = Line("lump_due", ("current_liabilities",), ("short_debt", "payables"))
_LUMP_LATER = Line("lump_later", ("non_current_liabilities",), ("long_debt",))
_LUMP_INVESTING = Line("lump_investing", ("cfi", "capex"))
_TOTAL_LE = Line("total_le", ("total_liabilities", "equity"), total=True)

_CONDENSED_ASSETS = (
    *_lines("cash receivables inventories"), _LUMP_CURRENT, *_lines("current_assets= ppe"), _LUMP_FIXED,
    *_lines("non_current_assets= total_assets="),
)  # fmt: skip
_CONDENSED_DEBTS = (
    *_lines("short_debt payables"), _LUMP_DUE, *_lines("current_liabilities= long_debt"), _LUMP_LATER,
    *_lines("non_current_liabilities= total_liabilities="),
)  # fmt: skip
_FULL_ASSETS = _lines(
    "cash trading_assets notes_receivable receivables prepayments other_receivables inventories other_current current_assets= "
    "associates_held equity_investments ppe construction right_of_use intangibles goodwill deferred_tax_assets other_non_current "
    "non_current_assets= total_assets="
)
_FULL_DEBTS = _lines(
    "short_debt notes_payable payables contract_liabilities payroll taxes_payable other_payables current_portion "
    "current_liabilities= long_debt bonds lease_liabilities provisions deferred_income non_current_liabilities= total_liabilities="
)
_CASH_END = _lines("net_change= cash_open cash_close=")

SELECTED_FLOWS = _lines("revenue gross op_profit net cfo")
SELECTED_BALANCES = _lines("cash receivables inventories total_assets total_liabilities equity")

INCOME: dict[tuple[str, Detail], tuple[Line, ...]] = {
    ("en", Detail.CONDENSED): (
        *_lines("revenue cost- gross="), Line("lump_opex", ("op_profit",), ("gross",)), *_lines("op_profit="),
        Line("lump_finance", ("net_finance",), cost=True), *_lines("pretax= tax- net= parent minority"),
    ),
    ("zh", Detail.CONDENSED): (
        *_lines("revenue cost gross="), Line("lump_opex", ("op_profit",), ("gross",)), *_lines("op_profit="),
        Line("lump_non_op", ("pretax",), ("op_profit",)), *_lines("pretax= tax net= parent minority"),
    ),
    ("en", Detail.FULL): _lines(
        "revenue cost- gross= other_income selling- admin- rnd- credit_loss- write_down- disposal_gain fair_value associates "
        "op_profit= interest_income interest_cost- pretax= tax- net= parent minority oci comprehensive="
    ),
    ("zh", Detail.FULL): _lines(
        "revenue cost surcharges selling admin rnd net_finance interest_cost interest_income other_income associates fair_value "
        "credit_loss- write_down- disposal_gain op_profit= non_op_income non_op_cost pretax= tax net= parent minority oci "
        "comprehensive="
    ),
}  # fmt: skip
ASSETS = {Detail.CONDENSED: _CONDENSED_ASSETS, Detail.FULL: _FULL_ASSETS}
DEBTS = {Detail.CONDENSED: _CONDENSED_DEBTS, Detail.FULL: _FULL_DEBTS}
OWNERS: dict[tuple[str, Detail], tuple[Line, ...]] = {
    ("en", Detail.CONDENSED): _lines("parent_equity minority_equity equity="),
    ("zh", Detail.CONDENSED): _lines("parent_equity minority_equity equity="),
    ("en", Detail.FULL): _lines("share_capital capital_reserve oci_reserve retained parent_equity= minority_equity equity="),
    ("zh", Detail.FULL): _lines(
        "share_capital capital_reserve oci_reserve surplus_reserve retained parent_equity= minority_equity equity="
    ),
}
TOTAL_LE = _TOTAL_LE
CASH_FLOW: dict[tuple[str, Detail], tuple[Line, ...]] = {
    ("en", Detail.CONDENSED): (*_lines("cfo= capex-"), _LUMP_INVESTING, *_lines("cfi= cff= fx"), *_CASH_END),
    ("zh", Detail.CONDENSED): (*_lines("cfo= capex"), _LUMP_INVESTING, *_lines("cfi= cff= fx"), *_CASH_END),
    ("en", Detail.FULL): (
        *_lines(
            "net depreciation lease_depreciation amortisation share_pay non_cash_other d_receivables d_inventories d_other_assets "
            "d_payables d_other_liabilities cfo= from_investments investment_returns from_disposals capex- into_investments- cfi= "
            "from_borrowing repaid- dividends_interest- lease_paid- cff= fx"
        ),
        *_CASH_END,
    ),
    ("zh", Detail.FULL): (
        *_lines(
            "from_customers tax_refunds other_received operating_in= paid_suppliers paid_staff paid_taxes other_paid operating_out= "
            "cfo= from_investments investment_returns from_disposals investing_in= capex into_investments investing_out= cfi= "
            "from_borrowing financing_in= repaid dividends_interest lease_paid financing_out= cff= fx"
        ),
        *_CASH_END,
    ),
}
