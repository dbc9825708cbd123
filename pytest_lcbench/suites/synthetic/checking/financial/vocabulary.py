"""The words of financial reports and of questions about them, as a reader learns them: which line is which item.

Nothing here comes from the writer's own tables. A line that is not listed is no item that a question asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

INCOME = "income"
BALANCE = "balance"
CASH = "cash"


@dataclass(frozen=True, slots=True)
class Item:
    """A line item.

    Args:
        name: its own name here.
        statement: :data:`INCOME`, :data:`BALANCE` or :data:`CASH`: the consolidated statement that it stands in.
        spent: whether it is a cost or a payment, which some reports print with the sign of a deduction.
        signed: whether it may be below zero (a loss, an outflow).
        labels: how tables call it.
        phrases: how questions call it besides.

    """

    name: str
    statement: str
    spent: bool
    signed: bool
    labels: Mapping[str, tuple[str, ...]]
    phrases: Mapping[str, tuple[str, ...]]


def _item(
    name: str, statement: str, en: str, zh: str, *, phrases: tuple[str, str] = ("", ""), spent: bool = False, signed: bool = False
) -> Item:
    return Item(name, statement, spent, signed, _both(en, zh), _both(*phrases))


def _both(en: str, zh: str) -> dict[str, tuple[str, ...]]:
    return {"en": tuple(filter(None, en.split("|"))), "zh": tuple(filter(None, zh.split("|")))}


ITEMS: tuple[Item, ...] = (
    _item(
        "revenue",
        INCOME,
        "revenue|total revenues|turnover|net revenue|net sales|sales revenue",
        "营业收入|营业总收入",
        phrases=("sales|income from sales", "销售及劳务取得的收入"),
    ),
    _item(
        "cost",
        INCOME,
        "cost of sales|cost of goods sold|cost of revenue|costs of products and services",
        "营业成本",
        phrases=("direct costs of what was sold", "主业及其他业务的成本"),
        spent=True,
    ),
    _item(
        "gross",
        INCOME,
        "gross profit|gross margin|gross income",
        "毛利|毛利额|营业毛利",
        phrases=("gross margin (the amount, not a percentage)|revenue less cost of sales", "收入扣除营业成本后的余额"),
        signed=True,
    ),
    _item(
        "other_income",
        INCOME,
        "other income|other operating income|sundry operating income",
        "其他收益",
        phrases=("sundry income", "计入其他收益的补助等"),
    ),
    _item("surcharges", INCOME, "", "税金及附加|营业税金及附加", phrases=("", "随流转税缴纳的税费支出"), spent=True),
    _item(
        "selling",
        INCOME,
        "selling expenses|distribution costs|sales and distribution|selling and marketing expenses",
        "销售费用|营销费用",
        phrases=("expenditure on selling and distribution", "为销售发生的期间费用"),
        spent=True,
    ),
    _item(
        "admin",
        INCOME,
        "administrative expenses|administration|corporate overheads|general and administrative expenses",
        "管理费用|行政管理费用",
        phrases=("overheads of administration", "组织和管理经营发生的费用"),
        spent=True,
    ),
    _item(
        "rnd",
        INCOME,
        "research and development|research and development expense|r&d costs expensed|product development",
        "研发费用|研究开发费用",
        phrases=("research expenditure charged to profit", "费用化的研究与开发支出"),
        spent=True,
    ),
    _item(
        "interest_cost",
        INCOME,
        "interest expense|borrowing costs|interest payable and similar charges|finance costs",
        "利息费用",
        phrases=("cost of borrowing", "借款等产生的利息支出"),
        spent=True,
    ),
    _item(
        "interest_income",
        INCOME,
        "interest income|interest receivable|finance income",
        "利息收入",
        phrases=("interest earned", "存款等取得的利息"),
    ),
    _item(
        "op_profit",
        INCOME,
        "operating profit|operating income|income from operations|profit from operations",
        "营业利润",
        phrases=("result of operating activities before financing and tax", "经营产生的利润（计入营业外收支之前）"),
        signed=True,
    ),
    _item(
        "pretax",
        INCOME,
        "profit before tax|profit before taxation|earnings before tax|income before income taxes",
        "利润总额|税前利润总额",
        phrases=("result before tax", "缴纳所得税之前的利润"),
        signed=True,
    ),
    _item(
        "tax",
        INCOME,
        "income tax expense|taxation|tax on profit|provision for income taxes",
        "所得税费用",
        phrases=("tax charged on the result", "按利润计提的所得税"),
        spent=True,
        signed=True,
    ),
    _item(
        "net",
        INCOME,
        "net profit|net income|net earnings|profit for the period|profit after tax",
        "净利润",
        phrases=("bottom line after tax, minorities included", "扣除所得税后的利润（含少数股东部分）"),
        signed=True,
    ),
    _item(
        "parent",
        INCOME,
        "attributable to owners of the parent|equity holders of the parent|attributable to equity holders of the parent"
        "|attributable to shareholders of the company|attributable to common stockholders",
        "归属于母公司所有者的净利润|归属于母公司股东的净利润|归属于上市公司股东的净利润|归母净利润",
        phrases=(
            (
                "profit attributable to owners of the parent|profit attributable to equity holders of the parent"
                "|profit attributable to shareholders of the company|profit attributable to common stockholders"
                "|profit or loss that falls to the company's own shareholders"
            ),
            "",
        ),
        signed=True,
    ),
    _item(
        "comprehensive",
        INCOME,
        "total comprehensive income|comprehensive income|total comprehensive income for the period",
        "综合收益总额",
        phrases=("net result and other comprehensive income together", "净利润与其他综合收益合计"),
        signed=True,
    ),
    _item(
        "cash",
        BALANCE,
        "cash and cash equivalents|cash and short-term deposits|cash at bank and in hand|cash and bank balances",
        "货币资金|货币资金余额",
        phrases=("cash in hand and at banks", "库存现金与银行存款等资金"),
    ),
    _item(
        "trading_assets",
        BALANCE,
        "marketable securities|short-term investments|financial assets at fair value",
        "交易性金融资产|以公允价值计量的交易性金融资产",
        phrases=("securities held for the short term", "为交易而持有的金融资产"),
    ),
    _item(
        "receivables",
        BALANCE,
        "trade receivables|accounts receivable, net|trade debtors|receivables from customers",
        "应收账款|应收账款净额",
        phrases=("amounts that customers owe", "尚未收回的客户货款"),
    ),
    _item(
        "prepayments",
        BALANCE,
        "prepayments|prepaid expenses|advances to suppliers",
        "预付款项|预付账款",
        phrases=("sums paid in advance", "预先支付给供应商的款项"),
    ),
    _item(
        "inventories",
        BALANCE,
        "inventories|inventory, net|stock|stocks",
        "存货|存货净额|存货账面价值",
        phrases=("goods and materials on hand", "库存物资"),
    ),
    _item(
        "current_assets",
        BALANCE,
        "total current assets|current assets, total",
        "流动资产合计|流动资产总额",
        phrases=("short-term assets in all", "一年内可变现的资产总计"),
    ),
    _item(
        "ppe",
        BALANCE,
        "property, plant and equipment|property and equipment, net|plant and equipment, net|tangible fixed assets",
        "固定资产|固定资产净额",
        phrases=("carrying amount of buildings and machines", "厂房设备等的账面价值"),
    ),
    _item(
        "construction",
        BALANCE,
        "construction in progress|assets under construction|capital work in progress",
        "在建工程|在建工程净额",
        phrases=("unfinished plant", "尚未完工转固的工程"),
    ),
    _item(
        "intangibles",
        BALANCE,
        "intangible assets|other intangible assets, net|intangibles other than goodwill",
        "无形资产|无形资产净额",
        phrases=("carrying amount of patents, software and the like", "专利、土地使用权等资产"),
    ),
    _item(
        "total_assets",
        BALANCE,
        "total assets|assets, total|balance sheet total",
        "资产总计|资产合计|总资产",
        phrases=("sum of everything owned", "全部资产"),
    ),
    _item(
        "short_debt",
        BALANCE,
        "short-term borrowings|short-term loans|notes payable to banks|bank loans and overdrafts due within one year",
        "短期借款|短期银行借款",
        phrases=("debt drawn for less than a year", "一年期以内的借款"),
    ),
    _item(
        "payables",
        BALANCE,
        "trade payables|accounts payable|trade creditors|payables to suppliers",
        "应付账款|应付账款余额",
        phrases=("amounts owed to suppliers", "欠付供应商的货款"),
    ),
    _item(
        "contract_liabilities",
        BALANCE,
        "contract liabilities|deferred revenue|customer advances",
        "合同负债|合同负债余额",
        phrases=("payments received before delivery", "预收客户的对价"),
    ),
    _item(
        "payroll",
        BALANCE,
        "accrued payroll and benefits|accrued compensation|employee-related liabilities",
        "应付职工薪酬|应付职工薪酬余额",
        phrases=("sums owed to staff", "欠付员工的薪酬"),
    ),
    _item(
        "current_liabilities",
        BALANCE,
        "total current liabilities|current liabilities, total",
        "流动负债合计|流动负债总额",
        phrases=("debts due within a year in all", "一年内到期的债务总计"),
    ),
    _item(
        "long_debt",
        BALANCE,
        "long-term borrowings|long-term debt, less current portion|non-current bank loans",
        "长期借款|长期银行借款",
        phrases=("debt due after more than a year", "一年期以上的借款"),
    ),
    _item(
        "total_liabilities",
        BALANCE,
        "total liabilities|liabilities, total",
        "负债合计|负债总计|总负债",
        phrases=("sum of everything owed", "全部债务"),
    ),
    _item(
        "retained",
        BALANCE,
        "retained earnings|accumulated profits|profit and loss reserve",
        "未分配利润|未分配利润余额",
        phrases=("accumulated undistributed profit", "累计留存待分配的利润"),
        signed=True,
    ),
    _item(
        "equity",
        BALANCE,
        "total equity|total shareholders' equity|total stockholders' equity and non-controlling interests",
        "所有者权益合计|股东权益合计|净资产总额",
        phrases=("net assets in all, minorities included", "资产减去负债后的余额"),
    ),
    _item(
        "from_customers",
        CASH,
        "",
        "销售商品、提供劳务收到的现金|销售商品及提供劳务收到的现金",
        phrases=("", "向客户销售收取的现金"),
    ),
    _item("tax_refunds", CASH, "", "收到的税费返还|税费返还收到的现金", phrases=("", "税务机关退回的款项")),
    _item(
        "paid_staff",
        CASH,
        "",
        "支付给职工以及为职工支付的现金|支付给职工及为职工支付的现金",
        phrases=("", "用于职工薪酬的现金支出"),
        spent=True,
    ),
    _item(
        "depreciation",
        CASH,
        "depreciation|depreciation of fixed assets|depreciation of property, plant and equipment",
        "",
        phrases=("write-off of tangible assets over their lives", ""),
    ),
    _item(
        "cfo",
        CASH,
        "net cash from operating activities|net cash provided by operating activities|operating cash flow"
        "|cash generated from operations, net",
        "经营活动产生的现金流量净额|经营活动现金流量净额",
        phrases=("net cash that the operations brought in", "主营运作带来的现金净流入"),
        signed=True,
    ),
    _item(
        "capex",
        CASH,
        "capital expenditure|additions to fixed and intangible assets|payments for long-lived assets"
        "|purchase of property, plant, equipment and intangible assets",
        "购建固定资产、无形资产和其他长期资产支付的现金|购建长期资产所支付的现金",
        phrases=("cash spent on long-lived assets", "资本性支出付现金额"),
        spent=True,
    ),
    _item(
        "from_borrowing",
        CASH,
        "proceeds from borrowings|new loans drawn|drawdown of loan facilities",
        "取得借款收到的现金|借款收到的现金",
        phrases=("cash received from lenders", "向债权人借入的现金"),
    ),
    _item(
        "repaid",
        CASH,
        "repayment of borrowings|repayments of debt|loans repaid",
        "偿还债务支付的现金|偿还借款支付的现金",
        phrases=("cash paid back to lenders", "归还借款付出的现金"),
        spent=True,
    ),
)

ITEM_OF: Mapping[str, Item] = {item.name: item for item in ITEMS}
LABELS: Mapping[str, Mapping[str, Item]] = {
    language: {label: item for item in ITEMS for label in item.labels[language]} for language in ("en", "zh")
}
"""Item by the label that tables print, lower case, for each language."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a question asks of each company.

    Args:
        of: name of the item, or of the numerator.
        over: name of the denominator of a percentage; empty: none.
        growth: whether it is the change in per cent from an earlier period to a later one.
        least: below this no report can lie; ``None``: no bound.
        most: above this no report can lie; ``None``: no bound.

    """

    of: str
    over: str = ""
    growth: bool = False
    least: Fraction | None = None
    most: Fraction | None = None

    @property
    def percent(self) -> bool:
        """Whether it is a percentage."""
        return self.growth or bool(self.over)


_HUNDRED = Fraction(100)
_GROSS = Measure("gross", over="revenue", most=_HUNDRED)
_NET = Measure("net", over="revenue")
_DEBT = Measure("total_liabilities", over="total_assets", least=Fraction(0), most=_HUNDRED)
_LIQUID = Measure("cash", over="total_assets", least=Fraction(0), most=_HUNDRED)


def _grown(item: str) -> Measure:
    return Measure(item, growth=True, least=-_HUNDRED)


_PERCENTAGES: Mapping[str, Mapping[str, Measure]] = {
    "en": {
        "gross margin, that is gross profit as a percentage of revenue": _GROSS,
        "gross profit as a percentage of revenue": _GROSS,
        "net margin, that is net profit divided by sales": _NET,
        "profit after tax (minorities included) as a percentage of revenue": _NET,
        "share of all assets that is financed by debts, that is total liabilities divided by total assets": _DEBT,
        "ratio of total liabilities to total assets": _DEBT,
        "share of cash and cash equivalents in total assets": _LIQUID,
        "growth of revenue in per cent over the same period a year earlier": _grown("revenue"),
        "percentage change of sales against the year-earlier period": _grown("revenue"),
        "percentage change of inventories": _grown("inventories"),
        "percentage change of trade receivables": _grown("receivables"),
        "percentage change of total assets": _grown("total_assets"),
    },
    "zh": {
        "毛利率（毛利除以营业收入）": _GROSS,
        "销售净利率（净利润除以营业收入）": _NET,
        "资产负债率（负债合计除以资产总计）": _DEBT,
        "货币资金占总资产的比重": _LIQUID,
        "营业收入同比增长率": _grown("revenue"),
        "营业收入较上年同期的增幅（百分比）": _grown("revenue"),
        "存货增长率": _grown("inventories"),
        "应收账款增长率": _grown("receivables"),
        "总资产增长率": _grown("total_assets"),
    },
}


IN_A_SENTENCE: Mapping[str, str] = {
    "accounts receivable, net": "net accounts receivable",
    "inventory, net": "net inventory",
    "property and equipment, net": "net property and equipment",
    "plant and equipment, net": "net plant and equipment",
    "other intangible assets, net": "other intangible assets less amortisation",
    "cash generated from operations, net": "net cash generated from operations",
    "long-term debt, less current portion": "long-term debt without its current portion",
}
"""What a question, or a sentence of a report, calls a label that would part it."""


def _asked(language: str) -> dict[str, Measure]:
    found = dict(_PERCENTAGES[language])
    for item in ITEMS:
        least = None if item.signed else Fraction(0)
        for words in (*item.labels[language], *item.phrases[language]):
            if words in found:
                raise ValueError(f"two measures are called {words!r}")
            found[words] = Measure(item.name, least=least)
            if words in IN_A_SENTENCE:
                found[IN_A_SENTENCE[words]] = found[words]
    return found


MEASURES: Mapping[str, Mapping[str, Measure]] = {language: _asked(language) for language in ("en", "zh")}
"""Measure by the words that a question uses, lower case, for each language."""
