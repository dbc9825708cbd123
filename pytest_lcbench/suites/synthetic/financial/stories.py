"""Why a figure changed, as the books have it: the line of business, the part or the flow that moved it most."""

from __future__ import annotations

from collections.abc import Sequence

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.report import Report

_MOVERS: dict[str, tuple[tuple[str, int], ...]] = {
    "op_profit": (("gross", 1), ("selling", -1), ("admin", -1), ("rnd", -1), ("fair_value", 1)),
    "net": (("op_profit", 1), ("net_finance", -1), ("tax", -1)),
    "cfo": (("net", 1), ("d_receivables", 1), ("d_inventories", 1), ("d_payables", 1), ("d_other_liabilities", 1)),
}
"""What a result is made of, and with which sign."""

_MOVED_EN: dict[str, tuple[str, str]] = {
    # what moved a result: what is said when the result went up, when it went down
    "gross": ("the higher gross result", "the lower gross result"),
    "selling": ("savings in selling", "dearer selling"),
    "admin": ("lower overheads", "higher overheads"),
    "rnd": ("less spending on development", "more spending on development"),
    "fair_value": ("a better result on securities", "a worse result on securities"),
    "op_profit": ("the better operating result", "the weaker operating result"),
    "net_finance": ("lower net interest", "higher net interest"),
    "tax": ("a smaller tax charge", "a larger tax charge"),
    "net": ("the better result", "the weaker result"),
    "d_receivables": ("cash set free from receivables", "cash tied up in receivables"),
    "d_inventories": ("cash set free from stock-keeping", "cash tied up in stock-keeping"),
    "d_payables": ("longer credit taken from suppliers", "earlier payment of suppliers"),
    "d_other_liabilities": ("advances and accruals", "advances and accruals that ran down"),
}
_MOVED_ZH: dict[str, tuple[str, str]] = {
    "gross": ("毛利增加", "毛利减少"),
    "selling": ("销售环节支出节约", "销售环节支出上升"),
    "admin": ("管理支出压减", "管理支出上升"),
    "rnd": ("研发投入减少", "研发投入加大"),
    "fair_value": ("所持金融资产公允价值回升", "所持金融资产公允价值回落"),
    "op_profit": ("经营利润增加", "经营利润减少"),
    "net_finance": ("利息净支出减少", "利息净支出增加"),
    "tax": ("当期税费减少", "当期税费增加"),
    "net": ("盈利增加", "盈利减少"),
    "d_receivables": ("销售回款改善", "应收款项占用资金增加"),
    "d_inventories": ("备货占用资金减少", "备货占用资金增加"),
    "d_payables": ("对供应商付款放缓", "集中支付供应商款项"),
    "d_other_liabilities": ("预收及应付职工等款项增加", "预收及应付职工等款项减少"),
}
_FLOWS_EN = {
    "cfo": ("cash from operations", "cash used in operations"),
    "cfi": ("the sale of securities", "purchases of securities and equipment"),
    "cff": ("new borrowing", "repayments and dividends"),
}
_FLOWS_ZH = {
    "cfo": ("经营活动现金净流入", "经营活动现金净流出"),
    "cfi": ("收回投资款项", "购建长期资产及购买理财"),
    "cff": ("新增融资", "偿还借款及分配股利"),
}


_SUNDRY = ("several smaller items", "多项零星因素")


class Stories:
    """Finds reasons for the changes of one report.

    Args:
        report: whose figures changed.

    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._books = report.company.books

    def _change(self, item: str) -> int:
        """Return by how much a flow exceeds that of the year before."""
        line = Line(item, (item,))
        return self._report.value(self._books, line, "ytd") - self._report.value(self._books, line, "ytd.prior")

    def reason(self, key: str, parts: Sequence[tuple[str, int]], draw: Draw, *, up: bool) -> str:
        """Return why the line *key* went up or down: in English a noun phrase, in Chinese what caused it.

        Args:
            key: of the line.
            parts: what a note takes it apart into, and by how much each part changed; may be empty.
            draw: decides between words.
            up: whether the line rose.

        """
        sign = 1 if up else -1
        zh, words = self._report.chinese, self._report.company.words
        if parts:
            part = max(parts, key=lambda part: sign * part[1])[0]
            if zh:
                return f"{part}{'增加' if up else '减少'}"
            if key == "inventories":
                return f"{'more' if up else 'less'} held as {part[0].lower()}{part[1:]}"
            return f"{'more' if up else 'less'} spent on {part[0].lower()}{part[1:]}"
        if key == "revenue":
            at = max(range(3), key=lambda at: sign * self._change(f"segment_{at + 1}"))
            segment, customers = words.segments[at], draw.pick(words.customers)
            if zh:
                return draw.pick(
                    (f"{segment}业务收入{'增加' if up else '减少'}", f"{customers}对{segment}业务的采购{'增加' if up else '减少'}")
                )
            return draw.pick((f"{'higher' if up else 'lower'} sales of the {segment} line",
                              f"{'more' if up else 'fewer'} orders from {customers} in the {segment} line"))  # fmt: skip
        if key == "gross":
            return self._gross(sign)
        if key in _MOVERS:
            moved, mover = max((sign * side * self._change(item), item) for item, side in _MOVERS[key])
            return (_MOVED_ZH if zh else _MOVED_EN)[mover][not up] if moved > 0 else _SUNDRY[zh]
        if key == "cash":
            moved, flow = max((sign * self._report.value(self._books, Line(flow, (flow,)), "ytd"), flow) for flow in _FLOWS_EN)
            return (_FLOWS_ZH if zh else _FLOWS_EN)[flow][not up] if moved > 0 else _SUNDRY[zh]
        return self._balance(key, draw, up=up)

    def _gross(self, sign: int) -> str:
        """Tell whether sales or margin moved the gross result more."""
        line, sales = Line("gross", ("gross",)), Line("revenue", ("revenue",))
        before = self._report.value(self._books, line, "ytd.prior")
        volume = self._change("revenue") * before // self._report.value(self._books, sales, "ytd.prior")
        by_volume = sign * volume > sign * (self._change("gross") - volume)
        up = sign > 0
        if self._report.chinese:
            return f"收入规模{'扩大' if up else '收缩'}" if by_volume else f"毛利率{'提高' if up else '下降'}"
        return f"{'higher' if up else 'lower'} sales" if by_volume else f"a {'lower' if up else 'higher'} share of costs in sales"

    def _balance(self, key: str, draw: Draw, *, up: bool) -> str:
        report, words = self._report, self._report.company.words
        zh = report.chinese
        if key == "receivables":
            sold = self._books.quarter("revenue", report.year, report.quarter) - self._books.quarter("revenue", report.year - 1, 4)
            customers = draw.pick(words.customers)
            if (sold > 0) == up:
                return (
                    f"临近期末销售{'增加' if up else '减少'}"
                    if zh
                    else f"{'higher' if up else 'lower'} sales in the last months of the period"
                )
            return f"{customers}回款{'放缓' if up else '加快'}" if zh else f"{'later' if up else 'earlier'} payment by {customers}"
        if key == "payables":
            material = draw.pick(words.materials)
            if zh:
                return draw.pick((f"期末前{material}采购{'增加' if up else '减少'}", f"与供应商结算{'放缓' if up else '加快'}"))
            return draw.pick((f"{'larger' if up else 'smaller'} purchases of {material} before the period's end",
                              f"{'later' if up else 'earlier'} settlement with suppliers"))  # fmt: skip
        if key == "short_debt":
            if zh:
                return "新增流动资金借款" if up else "偿还到期借款"
            return "loans drawn for working capital" if up else "repayments"
        plant = draw.pick(report.company.plants)
        if zh:
            return f"{plant.place}{plant.site}{'改扩建投入增加' if up else '项目付款高峰已过'}"
        return f"{'the extension' if up else 'the completion of works'} at the {plant.site} in {plant.place}"
