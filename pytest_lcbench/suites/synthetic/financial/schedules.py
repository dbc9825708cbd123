"""Notes that take a figure of the statements apart, remarks that repeat it in words, tables of revenue and of shareholders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial.covers import UNIT_OF_STATEMENTS, cover_form
from pytest_lcbench.suites.synthetic.financial.items import ITEMS, Detail, within_sentence
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.report import Report, plain
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet
from pytest_lcbench.suites.synthetic.financial.stories import Stories

_Parts = dict[str, tuple[tuple[str, int], ...]]
# What a line consists of, and in which proportions with an average company.
_PARTS_EN: _Parts = {
    "receivables": (("Not yet due", 71), ("Up to 30 days late", 15), ("31 to 90 days late", 8), ("91 to 180 days late", 4), ("Over 180 days late", 2)),
    "inventories": (("Raw materials", 34), ("Work in progress", 22), ("Finished goods", 33), ("Goods in transit", 7), ("Spare parts", 4)),
    "ppe": (("Buildings", 37), ("Machines", 43), ("Land", 11), ("Vehicles", 5), ("Office equipment", 4)),
    "payables": (("Within 30 days", 52), ("31 to 60 days", 29), ("61 to 120 days", 14), ("Later", 5)),
    "short_debt": (("Revolving facility", 55), ("Seasonal loan", 25), ("Overdrafts", 8), ("Supplier finance", 12)),
    "long_debt": (("Term loan A", 45), ("Term loan B", 30), ("Development bank loan", 15), ("Mortgage loans", 10)),
    "admin": (("Salaries", 48), ("Rent and rates", 9), ("Advisers and audit", 8), ("Computers and telephone", 12), ("Insurance", 10), ("Other overheads", 13)),
    "selling": (("Sales staff", 43), ("Carriage outwards", 21), ("Advertising and fairs", 16), ("Commission", 11), ("Depots", 9)),
    "rnd": (("Staff", 61), ("Materials and prototypes", 20), ("Outside institutes", 11), ("Tests and approvals", 8)),
    "cost": (("Materials used", 54), ("Wages", 20), ("Energy", 9), ("Repairs and upkeep", 7), ("Bought-in services", 10)),
    "trading_assets": (("Treasury bills", 42), ("Money market funds", 38), ("Listed bonds", 20)),
    "cash": (("Current accounts", 57), ("Deposits up to three months", 42), ("Cash in hand", 1)),
    "intangibles": (("Patents and licences", 44), ("Software", 32), ("Customer lists", 24)),
    "payroll": (("Wages and bonuses", 58), ("Social security", 17), ("Holiday pay", 15), ("Pensions", 10)),
}  # fmt: skip
_PARTS_ZH: _Parts = {
    "receivables": (("1年以内", 84), ("1至2年", 10), ("2至3年", 4), ("3年以上", 2)),
    "inventories": (("原材料", 34), ("在产品", 21), ("库存商品", 33), ("发出商品", 9), ("周转材料", 3)),
    "ppe": (("房屋及建筑物", 44), ("机器设备", 46), ("运输设备", 4), ("电子设备及其他", 6)),
    "payables": (("货款", 68), ("工程设备款", 17), ("加工费", 9), ("运费及其他", 6)),
    "short_debt": (("信用借款", 46), ("保证借款", 31), ("抵押借款", 17), ("质押借款", 6)),
    "long_debt": (("抵押借款", 40), ("保证借款", 32), ("信用借款", 28)),
    "admin": (("职工薪酬", 51), ("折旧摊销", 16), ("中介服务费", 9), ("办公及差旅费", 11), ("业务招待费", 5), ("其他管理支出", 8)),
    "selling": (("职工薪酬", 44), ("市场推广费", 22), ("仓储运杂费", 17), ("差旅费", 9), ("售后服务费", 8)),
    "rnd": (("人员人工", 54), ("直接投入", 27), ("折旧与摊销", 11), ("委托外部研发", 8)),
    "cost": (("直接材料", 63), ("直接人工", 15), ("制造费用", 16), ("外协加工", 6)),
    "trading_assets": (("结构性存款", 51), ("理财产品", 36), ("债券投资", 13)),
    "cash": (("银行存款", 90), ("其他货币资金", 10), ("库存现金", 0)),
    "intangibles": (("土地使用权", 64), ("专利及专有技术", 24), ("软件", 12)),
    "payroll": (("工资、奖金、津贴", 79), ("社会保险费", 9), ("住房公积金", 5), ("职工教育经费", 7)),
}  # fmt: skip
# Trades that make no goods hold and spend on other things.
_PARTS_OF: dict[tuple[str, str], _Parts] = {
    ("en", "service"): {
        "inventories": (("Fuel", 38), ("Spare parts", 37), ("Goods for resale", 17), ("Packing material", 8)),
        "cost": (("Wages", 36), ("Fuel and energy", 24), ("Repairs and upkeep", 14), ("Hire and dues", 15), ("Bought-in services", 11)),
        "ppe": (("Buildings", 33), ("Fleet and plant", 49), ("Land", 12), ("Office equipment", 6)),
    },
    ("en", "soft"): {
        "inventories": (("Equipment for resale", 46), ("Contract work not yet billed", 42), ("Spare parts", 12)),
        "cost": (("Developers and support", 57), ("Hosting", 19), ("Third-party licences", 14), ("Bought-in services", 10)),
        "ppe": (("Buildings", 41), ("Computers and networks", 47), ("Office equipment", 12)),
    },
    ("zh", "service"): {
        "inventories": (("燃料", 41), ("备品备件", 37), ("低值易耗品", 22)),
        "cost": (("人工成本", 33), ("燃料及动力", 26), ("折旧费", 18), ("港杂及外包费用", 23)),
        "ppe": (("房屋及建筑物", 34), ("运输工具及装卸设备", 59), ("电子设备及其他", 7)),
    },
    ("zh", "soft"): {
        "inventories": (("合同履约成本", 58), ("外购硬件", 33), ("备品备件", 9)),
        "cost": (("人员薪酬", 56), ("云资源及带宽", 20), ("外协开发", 15), ("第三方授权", 9)),
        "ppe": (("房屋及建筑物", 52), ("电子设备", 39), ("办公设备及其他", 9)),
    },
}
_REMARKED = (
    "revenue",
    "net",
    "cfo",
    "receivables",
    "inventories",
    "cash",
    "gross",
    "op_profit",
    "capex",
    "selling",
    "rnd",
    "payables",
    "short_debt",
)


_BY_PRODUCT_FROM = 9_000  # tokens from which a report divides its revenue once more
_NO_CHANGE = "0.0"
_OUT_OF_SCALE = 4  # a figure so many times another is not compared with it in per cent


class Schedules:
    """Writes everything with figures that is no statement.

    Args:
        report: that they belong to.

    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._books = report.company.books
        self._slots = report.company.words
        self._stories = Stories(report)
        self._notes = 0

    # Figures of the statements once more.

    def remarks(self) -> list[str]:
        """Return sentences that give figures of the statements rounded, with those of the year before and the change."""
        report = self._report
        draw = report.draw.fork("remarks")
        found = []
        for key in draw.shuffled(_REMARKED):
            item = ITEMS[key]
            if item.detail > report.detail:
                continue
            new, old = ("ytd", "ytd.prior") if item.flow else ("end", "open")
            now, then = (report.value(self._books, Line(key, (key,)), column) for column in (new, old))
            if not (0 < then < _OUT_OF_SCALE * now and 0 < now < _OUT_OF_SCALE * then):
                continue
            # A change that rounds to nothing has no direction and no reason.
            if report.rounded(now) != report.rounded(then) and report.percent(now - then, then).lstrip("-") != _NO_CHANGE:
                found.append(self._remark(key, now, then, draw))
        return found

    def _remark(self, key: str, now: int, then: int, draw: Draw) -> str:
        report = self._report
        item = ITEMS[key]
        up = now > then
        change = report.percent(now - then, then).lstrip("-")
        a, b = report.rounded(now), report.rounded(then)
        if report.chinese:
            label = plain(report.label(key))
            reason = draw.pick(("主要系{}所致", "主要由于{}", "主因是{}", "{}为主要原因", "与{}有关")).format(
                self._reason(key, draw, up=up)
            )
            when = "上年同期" if item.flow else "年初"
            return draw.pick((
                f"{label}{a}，较{when}的{b}{'增长' if up else '下降'}{change}%，{reason}。",
                f"{'本期' if item.flow else '期末'}{label}为{a}（{when}：{b}），变动幅度{'' if up else '-'}{change}%，{reason}。",
                f"{label}由{when}的{b}{'升至' if up else '降至'}{a}，{'增幅' if up else '降幅'}{change}%，{reason}。",
                f"{when}{label}为{b}，{'本期' if item.flow else '期末'}{'增加' if up else '减少'}至{a}，{'上升' if up else '下滑'}{change}%；{reason}。",
                f"{label}方面，{'本期' if item.flow else '期末'}{a}，比{when}{'多' if up else '少'}{change}%（{when}{b}）。{reason}。",
                f"与{when}（{b}）相比，{label}{'提高' if up else '回落'}{change}%，达到{a}，{reason}。" if up else f"与{when}（{b}）相比，{label}回落{change}%，为{a}，{reason}。",
            ))  # fmt: skip
        label = within_sentence(report.label(key))
        label = label[0].lower() + label[1:] if label[1:2].islower() else label
        reason = self._reason(key, draw, up=up)
        when = f"in {report.year - 1}" if item.flow and report.quarter == 4 else f"in the first {report.months()} of {report.year - 1}"  # noqa: PLR2004 - a whole year
        if not item.flow:
            when = f"at the end of {report.year - 1}"
        text = draw.pick((
            f"{label} came to {a}, {change}% {'above' if up else 'below'} the {b} {when}; management names {reason} as the reason.",
            f"{label} of {a} followed {b} {when}, {'an increase' if up else 'a decrease'} of {change}% put down to {reason}.",
            f"against {b} {when}, {label} {'rose' if up else 'fell'} by {change}% to {a}, with {reason} as the background.",
            f"{'higher' if up else 'lower'} {label} ({a} after {b} {when}) reflected {reason}.",
            f"after {b} {when}, {label} stood at {a}; the {'rise' if up else 'fall'} of {change}% had to do with {reason}.",
            f"the change in {label}, from {b} {when} to {a} ({'up' if up else 'down'} {change}%), is explained by {reason}.",
            f"{label} {'grew' if up else 'shrank'} to {a} ({when}: {b}), partly because of {reason}.",
            f"owing to {reason}, {label} moved from {b} {when} to {a}.",
        ))  # fmt: skip
        return (text[0].upper() + text[1:]).replace("..", ".")

    def _reason(self, key: str, draw: Draw, *, up: bool) -> str:
        """Return why a line changed; where its parts are of interest, by the part that moved it most."""
        changed: list[tuple[str, int]] = []
        if key in {"inventories", "selling", "rnd"}:
            parts = self._parts_of(key)
            columns = ("ytd", "ytd.prior") if ITEMS[key].flow else ("end", "open")
            now, then = (
                self._split(key, column, self._report.value(self._books, Line(key, (key,)), column), parts) for column in columns
            )
            changed = [(name, one - other) for (name, _), one, other in zip(parts, now, then, strict=True)]
        return self._stories.reason(key, changed, draw, up=up)

    def _parts_of(self, key: str) -> tuple[tuple[str, int], ...]:
        language = self._report.company.language
        parts = _PARTS_ZH if self._report.chinese else _PARTS_EN
        return _PARTS_OF.get((language, self._report.company.words.kind), parts).get(key, parts[key])

    def notes(self) -> list[Callable[[Sheet], None]]:
        """Return the writers of notes that take a line apart, those of this company in its order."""
        return [partial(self._note, key) for key in self._report.notes if ITEMS[key].detail <= self._report.detail]

    def _note(self, key: str, sheet: Sheet) -> None:
        report = self._report
        parts = self._parts_of(key)
        columns = report.flow_columns(quarters=False) if ITEMS[key].flow else report.balance_columns()
        label = report.label(key)
        self._notes += 1
        sheet.add(
            f"（{self._notes}）{plain(label)}\n"
            if report.chinese
            else f"Note {self._notes}: {label if label[1:2] == '&' else label[0].lower() + label[1:]}, {report.unit_words()}\n"
        )
        self._unit(sheet)
        report.open_table(sheet, "项目" if report.chinese else "", report.heads(columns))
        line = Line(key, (key,))
        totals = [report.value(self._books, line, column) for column in columns]
        split = [self._split(key, column, total, parts) for column, total in zip(columns, totals, strict=True)]
        for at, (name, _) in enumerate(parts):
            report.row(sheet, name, [("", report.figure(part[at])) for part in split])
        cells = [(f"{key}.{column}", report.figure(total)) for column, total in zip(columns, totals, strict=True)]
        report.row(sheet, "合计" if report.chinese else ("Total", "In all", "Carrying amount" if not ITEMS[key].flow else "Total")[report.company.skeleton % 3],
                   cells, total=True)  # fmt: skip
        if report.draw.chance(0.4):
            firm = report.draw.pick(report.company.subsidiaries)
            share = 4 + 60 * firm.staff // sum(one.staff for one in report.company.subsidiaries)
            sheet.add(f"其中归属{firm.name}的部分约占{share}%。\n" if report.chinese
                      else f"About {share}% of it belongs to {firm.name.removesuffix('.')}.\n")  # fmt: skip

    def _unit(self, sheet: Sheet) -> None:
        """Write the unit above a table of a Chinese report whose cover gives that of its statements alone."""
        if self._report.chinese and cover_form(self._report.company) in UNIT_OF_STATEMENTS:
            sheet.add(f"{self._report.unit_words()}\n")

    def _split(self, key: str, column: str, total: int, parts: Sequence[tuple[str, int]]) -> list[int]:
        """Split a figure in the same way in every report that shows it."""
        report = self._report
        year, quarter = report.year, report.quarter
        if column == "open":
            year, quarter = year - 1, 4
        elif column.endswith("prior"):
            year -= 1
        return report.split(total, [10 * weight + 1 for _, weight in parts], key, year, quarter)

    def segments(self, sheet: Sheet) -> None:
        """Write revenue by line of business and by region: parts and their sum."""
        report = self._report
        columns = report.flow_columns(quarters=False)
        self._unit(sheet)
        report.open_table(sheet, "产品类别" if report.chinese else "Line of business", report.heads(columns))
        self._revenue_by("segment", report.company.words.segments, columns, sheet)
        if report.company.skeleton % 3 or report.detail is Detail.FULL:
            regions = report.company.draw("regions").pick(
                (("华东地区", "华北及西北地区", "其他地区"), ("省内", "省外", "境外"), ("南方区域", "北方区域", "海外"))
                if report.chinese
                else (
                    ("Home market", "Rest of the continent", "Overseas"),
                    ("North", "South", "Export"),
                    ("Inland", "Coastal districts", "Abroad"),
                )
            )
            self._revenue_by("region", regions, columns, sheet)
        if report.tokens >= _BY_PRODUCT_FROM:
            self._by_product(sheet, customers=report.company.skeleton % 2 == 0)

    def _revenue_by(self, kind: str, names: Sequence[str], columns: Sequence[str], sheet: Sheet) -> None:
        report = self._report
        for at, name in enumerate(names, 1):
            line = Line("revenue", (f"{kind}_{at}",))
            label = f"{name}收入" if report.chinese else f"{report.label('revenue')}, {name[0].lower()}{name[1:]}"
            report.row(sheet, label, [("", report.figure(report.value(self._books, line, column))) for column in columns])
        cells = [
            (f"revenue.{column}", report.figure(report.value(self._books, Line("revenue", ("revenue",)), column))) for column in columns
        ]
        report.row(sheet, "合计" if report.chinese else "Group", cells, total=True)

    def _by_product(self, sheet: Sheet, *, customers: bool) -> None:
        """Write revenue by product, or by the kinds of customers: parts and their sum."""
        report = self._report
        words = report.company.words
        names = words.customers if customers else words.products
        kind = "customers" if customers else "products"
        columns = report.flow_columns(quarters=False)
        head = ("客户类型" if customers else "品种") if report.chinese else ("Kind of customer" if customers else "Product")
        self._unit(sheet)
        report.open_table(sheet, head, report.heads(columns))
        totals = [report.value(self._books, Line("revenue", ("revenue",)), column) for column in columns]
        weights = [100 // (at + 2) for at in range(len(names))]
        years = [report.year - column.endswith("prior") for column in columns]
        split = [report.split(total, weights, kind, year, report.quarter) for total, year in zip(totals, years, strict=True)]
        for at, name in enumerate(names):
            report.row(sheet, f"{name[0].upper()}{name[1:]}", [("", report.figure(part[at])) for part in split])
        report.row(sheet, "合计" if report.chinese else "All", [("", report.figure(total)) for total in totals], total=True)

    def shareholders(self, sheet: Sheet) -> None:
        """Write the largest holders: one firm that leads, funds, and some of the directors."""
        report = self._report
        company = report.company
        draw = company.draw("holders")
        count = int(draw.between(8_000, 90_000) * (0.97 + 0.06 * company.draw("holders", report.year, report.quarter).share()))
        sheet.add(f"报告期末普通股股东总数：{count:,}户\n")
        report.open_table(sheet, "股东名称", ("股东性质", "持股比例(%)", "持股数量(股)"))
        firms = company.others["holder"]
        share, held = 0.18 + 0.25 * draw.share(), []
        for at in range(10):
            held.append(int(company.shares * share))
            share = (0.025 + 0.05 * draw.share()) if at == 0 else share * (0.62 + 0.3 * draw.share())
        owners = [firms[0], *draw.shuffled([*firms[1:], *company.others["fund"], *company.people[4:10], *company.managers[:4]])]
        for name, shares in zip(owners, held, strict=False):
            report.row(sheet, name, [("", _kind_of_holder(name)), ("", f"{shares * 100 / company.shares:.2f}"), ("", f"{shares:,}")])


def _kind_of_holder(name: str) -> str:
    if len(name) < _SHORTEST_FIRM:
        return "境内自然人"
    if name.endswith(("基金", "）")):
        return "其他"
    return "国有法人" if "国有" in name else "境内非国有法人"


_SHORTEST_FIRM = 4  # characters; a person has two or three
