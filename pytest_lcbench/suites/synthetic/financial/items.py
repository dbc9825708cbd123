"""The line items of statements: what they are called in documents and in questions, and from which size of report on they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Detail(IntEnum):
    """How much a report shows."""

    SELECTED = 0
    """One table of the principal figures."""
    CONDENSED = 1
    """Three statements of a dozen lines each."""
    FULL = 2
    """Whole statements."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line item.

    Args:
        key: its name in the books.
        flow: whether it runs over a period; else it stands at a date.
        detail: from which on a report shows it.
        en: what English reports call it.
        zh: what Chinese reports call it.
        ask_en: further names that only questions use.
        ask_zh: the same in Chinese.
        cash_flow: whether it stands in the cash flow statement, which covers the year to date only.
        signed: whether it may be below zero.

    """

    key: str
    flow: bool
    detail: Detail
    en: tuple[str, ...]
    zh: tuple[str, ...]
    ask_en: tuple[str, ...] = ()
    ask_zh: tuple[str, ...] = ()
    cash_flow: bool = False
    signed: bool = False


_S, _C, _F = Detail.SELECTED, Detail.CONDENSED, Detail.FULL

_ALL = (
    # Income statement.
    Item("revenue", True, _S, ("Revenue", "Net sales", "Turnover", "Total revenues", "Sales revenue", "Net revenue"),
         ("营业收入", "营业总收入"), ("income from sales", "sales"), ("销售及劳务取得的收入",)),
    Item("cost", True, _C, ("Cost of sales", "Cost of revenue", "Cost of goods sold", "Costs of products and services"),
         ("营业成本", "减：营业成本", "其中：营业成本"), ("direct costs of what was sold",), ("主业及其他业务的成本",)),
    Item("gross", True, _S, ("Gross profit", "Gross margin", "Gross income"), ("毛利", "营业毛利", "毛利额"),
         ("revenue less cost of sales",), ("收入扣除营业成本后的余额",), signed=True),
    Item("surcharges", True, _F, (), ("税金及附加", "营业税金及附加"), (), ("随流转税缴纳的税费支出",)),
    Item("selling", True, _F, ("Selling and marketing expenses", "Distribution costs", "Selling expenses", "Sales and distribution"),
         ("销售费用", "营销费用"), ("expenditure on selling and distribution",), ("为销售发生的期间费用",)),
    Item("admin", True, _F, ("General and administrative expenses", "Administrative expenses", "Administration", "Corporate overheads"),
         ("管理费用", "行政管理费用"), ("overheads of administration",), ("组织和管理经营发生的费用",)),
    Item("rnd", True, _F, ("Research and development", "Research and development expense", "Product development", "R&D costs expensed"),
         ("研发费用", "研究开发费用"), ("research expenditure charged to profit",), ("费用化的研究与开发支出",)),
    Item("other_income", True, _F, ("Other operating income", "Other income", "Sundry operating income"),
         ("其他收益", "加：其他收益"), ("sundry income",), ("计入其他收益的补助等",)),
    Item("op_profit", True, _S, ("Operating profit", "Income from operations", "Operating income", "Profit from operations"),
         ("营业利润", "营业利润（亏损以“－”号填列）"), ("result of operating activities before financing and tax",),
         ("经营产生的利润（计入营业外收支之前）",), signed=True),
    Item("interest_cost", True, _F, ("Finance costs", "Interest expense", "Interest payable and similar charges", "Borrowing costs"),
         ("利息费用", "其中：利息费用"), ("cost of borrowing",), ("借款等产生的利息支出",)),
    Item("interest_income", True, _F, ("Finance income", "Interest income", "Interest receivable"),
         ("利息收入", "      利息收入"), ("interest earned",), ("存款等取得的利息",)),
    Item("pretax", True, _C, ("Profit before tax", "Income before income taxes", "Profit before taxation", "Earnings before tax"),
         ("利润总额", "税前利润总额"), ("result before tax",), ("缴纳所得税之前的利润",), signed=True),
    Item("tax", True, _C, ("Income tax expense", "Provision for income taxes", "Taxation", "Tax on profit"),
         ("所得税费用", "减：所得税费用"), ("tax charged on the result",), ("按利润计提的所得税",)),
    Item("net", True, _S, ("Profit for the period", "Net income", "Net earnings", "Net profit", "Profit after tax"),
         ("净利润", "净利润（净亏损以“－”号填列）"), ("bottom line after tax, minorities included",),
         ("扣除所得税后的利润（含少数股东部分）",), signed=True),
    Item("parent", True, _C, ("attributable to owners of the parent", "attributable to shareholders of the company",
         "attributable to common stockholders", "equity holders of the parent"),
         ("归属于母公司股东的净利润", "归属于上市公司股东的净利润", "归属于母公司所有者的净利润"),
         ("profit or loss that falls to the company's own shareholders",), ("归母净利润",), signed=True),
    Item("comprehensive", True, _F, ("Total comprehensive income", "Comprehensive income", "Total comprehensive income for the period"),
         ("综合收益总额",), ("net result and other comprehensive income together",),
         ("净利润与其他综合收益合计",), signed=True),
    # Cash flow statement.
    Item("cfo", True, _S, ("Net cash from operating activities", "Net cash provided by operating activities",
         "Cash generated from operations, net", "Operating cash flow"),
         ("经营活动产生的现金流量净额", "经营活动现金流量净额"), ("net cash that the operations brought in",),
         ("主营运作带来的现金净流入",), cash_flow=True, signed=True),
    Item("capex", True, _C, ("Purchase of property, plant, equipment and intangible assets", "Capital expenditure",
         "Additions to fixed and intangible assets", "Payments for long-lived assets"),
         ("购建固定资产、无形资产和其他长期资产支付的现金", "购建长期资产所支付的现金"), ("cash spent on long-lived assets",),
         ("资本性支出付现金额",), cash_flow=True),
    Item("from_borrowing", True, _F, ("Proceeds from borrowings", "New loans drawn", "Drawdown of loan facilities"),
         ("取得借款收到的现金", "借款收到的现金"), ("cash received from lenders",), ("向债权人借入的现金",), cash_flow=True),
    Item("repaid", True, _F, ("Repayment of borrowings", "Loans repaid", "Repayments of debt"),
         ("偿还债务支付的现金", "偿还借款支付的现金"), ("cash paid back to lenders",), ("归还借款付出的现金",), cash_flow=True),
    Item("from_customers", True, _F, (), ("销售商品、提供劳务收到的现金", "销售商品及提供劳务收到的现金"), (),
         ("向客户销售收取的现金",), cash_flow=True),
    Item("tax_refunds", True, _F, (), ("收到的税费返还", "税费返还收到的现金"), (), ("税务机关退回的款项",), cash_flow=True),
    Item("paid_staff", True, _F, (), ("支付给职工以及为职工支付的现金", "支付给职工及为职工支付的现金"), (),
         ("用于职工薪酬的现金支出",), cash_flow=True),
    Item("depreciation", True, _F, ("Depreciation of property, plant and equipment", "Depreciation", "Depreciation of fixed assets"), (),
         ("write-off of tangible assets over their lives",), (), cash_flow=True),
    # Balance sheet.
    Item("cash", False, _S, ("Cash and cash equivalents", "Cash at bank and in hand", "Cash and bank balances", "Cash and short-term deposits"),
         ("货币资金", "货币资金余额"), ("cash in hand and at banks",), ("库存现金与银行存款等资金",)),
    Item("trading_assets", False, _F, ("Marketable securities", "Short-term investments", "Financial assets at fair value"),
         ("交易性金融资产", "以公允价值计量的交易性金融资产"), ("securities held for the short term",), ("为交易而持有的金融资产",)),
    Item("receivables", False, _S, ("Trade receivables", "Accounts receivable, net", "Trade debtors", "Receivables from customers"),
         ("应收账款", "应收账款净额"), ("amounts that customers owe",), ("尚未收回的客户货款",)),
    Item("prepayments", False, _F, ("Prepaid expenses", "Prepayments", "Advances to suppliers"), ("预付款项", "预付账款"),
         ("sums paid in advance",), ("预先支付给供应商的款项",)),
    Item("inventories", False, _S, ("Inventories", "Stock", "Inventory, net", "Stocks"), ("存货", "存货净额", "存货账面价值"),
         ("goods and materials on hand",), ("库存物资",)),
    Item("current_assets", False, _C, ("Total current assets", "Current assets, total"), ("流动资产合计", "流动资产总额"),
         ("short-term assets in all",), ("一年内可变现的资产总计",)),
    Item("ppe", False, _C, ("Property, plant and equipment", "Property and equipment, net", "Tangible fixed assets", "Plant and equipment, net"),
         ("固定资产", "固定资产净额"), ("carrying amount of buildings and machines",), ("厂房设备等的账面价值",)),
    Item("construction", False, _F, ("Construction in progress", "Assets under construction", "Capital work in progress"),
         ("在建工程", "在建工程净额"), ("unfinished plant",), ("尚未完工转固的工程",)),
    Item("intangibles", False, _F, ("Intangible assets", "Other intangible assets, net", "Intangibles other than goodwill"),
         ("无形资产", "无形资产净额"), ("carrying amount of patents, software and the like",), ("专利、土地使用权等资产",)),
    Item("total_assets", False, _S, ("Total assets", "Assets, total", "Balance sheet total"), ("资产总计", "总资产", "资产合计"),
         ("sum of everything owned",), ("全部资产",)),
    Item("short_debt", False, _C, ("Short-term borrowings", "Short-term loans", "Bank loans and overdrafts due within one year", "Notes payable to banks"),
         ("短期借款", "短期银行借款"), ("debt drawn for less than a year",), ("一年期以内的借款",)),
    Item("payables", False, _C, ("Trade payables", "Accounts payable", "Trade creditors", "Payables to suppliers"),
         ("应付账款", "应付账款余额"), ("amounts owed to suppliers",), ("欠付供应商的货款",)),
    Item("contract_liabilities", False, _F, ("Contract liabilities", "Deferred revenue", "Customer advances"),
         ("合同负债", "合同负债余额"), ("payments received before delivery",), ("预收客户的对价",)),
    Item("payroll", False, _F, ("Accrued compensation", "Accrued payroll and benefits", "Employee-related liabilities"),
         ("应付职工薪酬", "应付职工薪酬余额"), ("sums owed to staff",), ("欠付员工的薪酬",)),
    Item("current_liabilities", False, _C, ("Total current liabilities", "Current liabilities, total"), ("流动负债合计", "流动负债总额"),
         ("debts due within a year in all",), ("一年内到期的债务总计",)),
    Item("long_debt", False, _C, ("Long-term borrowings", "Long-term debt, less current portion", "Non-current bank loans"),
         ("长期借款", "长期银行借款"), ("debt due after more than a year",), ("一年期以上的借款",)),
    Item("total_liabilities", False, _S, ("Total liabilities", "Liabilities, total"), ("负债合计", "总负债", "负债总计"),
         ("sum of everything owed",), ("全部债务",)),
    Item("retained", False, _F, ("Retained earnings", "Accumulated profits", "Profit and loss reserve"), ("未分配利润", "未分配利润余额"),
         ("accumulated undistributed profit",), ("累计留存待分配的利润",), signed=True),
    Item("equity", False, _S, ("Total equity", "Total shareholders' equity", "Total stockholders' equity and non-controlling interests"),
         ("所有者权益合计", "股东权益合计", "净资产总额"), ("net assets in all, minorities included",), ("资产减去负债后的余额",)),
)  # fmt: skip

ITEMS = {item.key: item for item in _ALL}
"""The items that questions ask for."""

OTHERS_EN: dict[str, tuple[str, ...]] = {
    "credit_loss": ("Expected credit losses", "Impairment of receivables", "Provision for doubtful accounts"),
    "write_down": ("Write-down of inventories", "Inventory write-offs", "Stock provisions"),
    "disposal_gain": ("Gain (loss) on disposal of assets", "Result on sale of equipment"),
    "fair_value": ("Fair value gains and losses", "Change in fair value of securities"),
    "associates": ("Share of results of associates", "Equity in earnings of affiliates", "Share of profit of joint ventures and associates"),
    "minority": ("attributable to non-controlling interests", "non-controlling interests", "minority interests"),
    "oci": ("Other comprehensive income", "Other comprehensive income, net of tax"),
    "lease_depreciation": ("Depreciation of right-of-use assets", "Lease amortisation"),
    "amortisation": ("Amortisation of intangible assets", "Amortization"),
    "share_pay": ("Share-based compensation", "Share-based payments"),
    "d_receivables": ("Change in receivables", "Decrease (increase) in receivables"),
    "d_inventories": ("Change in inventories", "Decrease (increase) in inventories"),
    "d_other_assets": ("Change in other assets", "Decrease (increase) in prepaid and other assets"),
    "d_payables": ("Change in payables", "Increase (decrease) in payables"),
    "d_other_liabilities": ("Change in other liabilities", "Increase (decrease) in accruals and other liabilities"),
    "non_cash_other": ("Other items without cash effect, and interest", "Other non-cash items and interest shown under financing"),
    "from_investments": ("Sale of securities", "Proceeds from maturities and sales of investments"),
    "investment_returns": ("Dividends from associates", "Distributions received"),
    "from_disposals": ("Sale of equipment", "Proceeds from disposals of fixed assets"),
    "into_investments": ("Purchase of securities", "Purchases of investments"),
    "cfi": ("Investing activities, net", "Net cash from (used in) investing activities"),
    "dividends_interest": ("Dividends and interest paid", "Interest and distributions paid"),
    "lease_paid": ("Principal part of lease payments", "Lease payments"),
    "cff": ("Financing activities, net", "Net cash from (used in) financing activities"),
    "fx": ("Effect of exchange rates on cash", "Currency effect on cash"),
    "net_change": ("Net change in cash", "Net increase (decrease) in cash and cash equivalents"),
    "cash_open": ("Cash at the beginning of the period", "Opening cash and cash equivalents"),
    "cash_close": ("Cash at the end of the period", "Closing cash and cash equivalents"),
    "notes_receivable": ("Notes receivable", "Bills receivable"),
    "other_receivables": ("Other receivables", "Sundry debtors"),
    "other_current": ("Other current assets",),
    "associates_held": ("Investments in associates", "Equity-method investments"),
    "equity_investments": ("Other equity investments", "Equity instruments at fair value"),
    "right_of_use": ("Right-of-use assets", "Operating lease assets"),
    "goodwill": ("Goodwill",),
    "deferred_tax_assets": ("Deferred tax assets", "Deferred income taxes"),
    "other_non_current": ("Other non-current assets", "Other long-term assets"),
    "non_current_assets": ("Total non-current assets", "Long-term assets, total"),
    "notes_payable": ("Bills payable", "Notes payable to suppliers"),
    "taxes_payable": ("Taxes payable", "Current tax liabilities"),
    "other_payables": ("Other payables and accruals", "Accrued liabilities and other"),
    "current_portion": ("Current portion of long-term debt", "Long-term borrowings due within one year"),
    "bonds": ("Bonds issued", "Senior notes"),
    "lease_liabilities": ("Lease liabilities", "Obligations under leases"),
    "provisions": ("Provisions", "Provisions for warranties and other matters"),
    "deferred_income": ("Deferred income", "Deferred grants"),
    "non_current_liabilities": ("Total non-current liabilities", "Long-term liabilities, total"),
    "share_capital": ("Share capital", "Issued capital", "Common stock"),
    "capital_reserve": ("Share premium and capital reserves", "Additional paid-in capital"),
    "oci_reserve": ("Accumulated other comprehensive income", "Other reserves"),
    "parent_equity": ("Equity attributable to owners of the parent", "Shareholders' equity before non-controlling interests"),
    "minority_equity": ("Non-controlling interests", "Minority interests"),
    "lump_opex": ("Operating expenses, net of other income", "Other operating items, net"),
    "lump_finance": ("Net finance costs", "Financial result (cost)"),
    "lump_current": ("Other current assets and receivables", "Sundry current assets"),
    "lump_fixed": ("Intangible, financial and other long-term assets", "Other non-current items"),
    "lump_due": ("Other current liabilities", "Accruals and other short-term debts"),
    "lump_later": ("Other non-current liabilities", "Lease and other long-term obligations"),
    "lump_investing": ("Other investing flows", "Securities and disposals, net"),
    "total_le": ("Total equity and liabilities", "Total liabilities and equity"),
}  # fmt: skip
"""What English reports call the lines that no question asks for."""

OTHERS_ZH: dict[str, tuple[str, ...]] = {
    "credit_loss": ("信用减值损失", "信用减值损失（损失以“－”号填列）"),
    "write_down": ("资产减值损失", "资产减值损失（损失以“－”号填列）"),
    "disposal_gain": ("资产处置收益", "资产处置收益（损失以“－”号填列）"),
    "fair_value": ("公允价值变动收益", "公允价值变动收益（损失以“－”号填列）"),
    "associates": ("投资收益", "其中：对联营企业和合营企业的投资收益"),
    "net_finance": ("财务费用",),
    "non_op_income": ("加：营业外收入", "营业外收入"),
    "non_op_cost": ("减：营业外支出", "营业外支出"),
    "minority": ("少数股东损益",),
    "oci": ("其他综合收益的税后净额",),
    "other_received": ("收到其他与经营活动有关的现金", "收到的其他与经营活动有关的现金"),
    "operating_in": ("经营活动现金流入小计",),
    "paid_suppliers": ("购买商品、接受劳务支付的现金",),
    "paid_taxes": ("支付的各项税费",),
    "other_paid": ("支付其他与经营活动有关的现金", "支付的其他与经营活动有关的现金"),
    "operating_out": ("经营活动现金流出小计",),
    "from_investments": ("收回投资收到的现金",),
    "investment_returns": ("取得投资收益收到的现金",),
    "from_disposals": ("处置固定资产、无形资产和其他长期资产收回的现金净额",),
    "investing_in": ("投资活动现金流入小计",),
    "into_investments": ("投资支付的现金",),
    "investing_out": ("投资活动现金流出小计",),
    "cfi": ("投资活动产生的现金流量净额",),
    "financing_in": ("筹资活动现金流入小计",),
    "dividends_interest": ("分配股利、利润或偿付利息支付的现金",),
    "lease_paid": ("支付其他与筹资活动有关的现金",),
    "financing_out": ("筹资活动现金流出小计",),
    "cff": ("筹资活动产生的现金流量净额",),
    "fx": ("汇率变动对现金及现金等价物的影响",),
    "net_change": ("现金及现金等价物净增加额",),
    "cash_open": ("加：期初现金及现金等价物余额",),
    "cash_close": ("期末现金及现金等价物余额",),
    "notes_receivable": ("应收票据",),
    "other_receivables": ("其他应收款",),
    "other_current": ("其他流动资产",),
    "associates_held": ("长期股权投资",),
    "equity_investments": ("其他权益工具投资",),
    "right_of_use": ("使用权资产",),
    "goodwill": ("商誉",),
    "deferred_tax_assets": ("递延所得税资产",),
    "other_non_current": ("其他非流动资产",),
    "non_current_assets": ("非流动资产合计",),
    "notes_payable": ("应付票据",),
    "taxes_payable": ("应交税费",),
    "other_payables": ("其他应付款",),
    "current_portion": ("一年内到期的非流动负债",),
    "bonds": ("应付债券",),
    "lease_liabilities": ("租赁负债",),
    "provisions": ("预计负债",),
    "deferred_income": ("递延收益",),
    "non_current_liabilities": ("非流动负债合计",),
    "share_capital": ("股本", "实收资本（或股本）"),
    "capital_reserve": ("资本公积",),
    "oci_reserve": ("其他综合收益",),
    "surplus_reserve": ("盈余公积",),
    "parent_equity": ("归属于母公司股东权益合计", "归属于母公司所有者权益合计"),
    "minority_equity": ("少数股东权益",),
    "lump_opex": ("期间费用及其他损益净额", "税费、期间费用及其他净额"),
    "lump_non_op": ("营业外收支净额",),
    "lump_current": ("其他各项流动资产", "其余流动资产"),
    "lump_fixed": ("其他各项非流动资产", "其余非流动资产"),
    "lump_due": ("其他各项流动负债", "其余流动负债"),
    "lump_later": ("其他各项非流动负债", "其余非流动负债"),
    "lump_investing": ("其他投资活动现金流量净额",),
    "total_le": ("负债和所有者权益总计", "负债和股东权益总计"),
}
"""What Chinese reports call the lines that no question asks for."""


def names_of(key: str, language: str) -> tuple[str, ...]:
    """Return what reports in *language* call the line *key*. Raises ``KeyError`` for one that they do not have."""
    item = ITEMS.get(key)
    if item is not None:
        return item.en if language == "en" else item.zh
    return (OTHERS_EN if language == "en" else OTHERS_ZH)[key]


_WITHOUT_COMMA = {
    "Accounts receivable, net": "net accounts receivable",
    "Inventory, net": "net inventory",
    "Property and equipment, net": "net property and equipment",
    "Plant and equipment, net": "net plant and equipment",
    "Other intangible assets, net": "other intangible assets less amortisation",
    "Cash generated from operations, net": "net cash generated from operations",
    "Long-term debt, less current portion": "long-term debt without its current portion",
    "Current assets, total": "total current assets",
    "Assets, total": "total assets",
    "Current liabilities, total": "total current liabilities",
    "Liabilities, total": "total liabilities",
}


def within_sentence(name: str) -> str:
    """Return an English label of a table without the comma that would part a sentence."""
    return _WITHOUT_COMMA.get(name, name)
