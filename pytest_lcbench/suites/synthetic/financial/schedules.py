"""Notes that take a figure of the statements apart, remarks that repeat it in words, and schedules about the entity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial.items import ITEMS, Detail
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.report import Report, plain
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet
from pytest_lcbench.suites.synthetic.financial.voice import MONTHS

_PARTS_EN: dict[str, tuple[str, ...]] = {
    "receivables": ("Not yet due", "Up to 30 days late", "31 to 90 days late", "91 to 180 days late", "Over 180 days late"),
    "inventories": ("Raw materials", "Work in progress", "Finished goods", "Goods in transit", "Spare parts"),
    "ppe": ("Buildings", "Machines", "Land", "Vehicles", "Office equipment"),
    "payables": ("Within 30 days", "31 to 60 days", "61 to 120 days", "Later"),
    "short_debt": ("Revolving facility", "Seasonal loan", "Overdrafts", "Supplier finance"),
    "long_debt": ("Term loan A", "Term loan B", "Development bank loan", "Mortgage loans"),
    "admin": ("Salaries", "Rent and rates", "Advisers and audit", "Computers and telephone", "Depreciation", "Other overheads"),
    "selling": ("Sales staff", "Carriage outwards", "Advertising and fairs", "Commission", "Depots"),
    "rnd": ("Staff", "Materials and prototypes", "Outside institutes", "Depreciation of laboratories"),
    "cost": ("Materials used", "Wages", "Energy", "Depreciation", "Bought-in services"),
    "trading_assets": ("Treasury bills", "Money market funds", "Listed bonds"),
    "cash": ("Current accounts", "Deposits up to three months", "Cash in hand"),
    "intangibles": ("Patents and licences", "Software", "Customer lists"),
}  # fmt: skip
_PARTS_ZH: dict[str, tuple[str, ...]] = {
    "receivables": ("1年以内", "1至2年", "2至3年", "3年以上"),
    "inventories": ("原材料", "在产品", "库存商品", "发出商品", "周转材料"),
    "ppe": ("房屋及建筑物", "机器设备", "运输设备", "电子设备及其他"),
    "payables": ("货款", "工程设备款", "加工费", "运费及其他"),
    "short_debt": ("信用借款", "保证借款", "抵押借款", "质押借款"),
    "long_debt": ("抵押借款", "保证借款", "信用借款"),
    "admin": ("职工薪酬", "折旧摊销", "中介服务费", "办公及差旅费", "业务招待费", "其他管理支出"),
    "selling": ("职工薪酬", "市场推广费", "仓储运杂费", "差旅费", "售后服务费"),
    "rnd": ("人员人工", "直接投入", "折旧与摊销", "委托外部研发"),
    "cost": ("直接材料", "直接人工", "制造费用", "外协加工"),
    "trading_assets": ("结构性存款", "理财产品", "债券投资"),
    "cash": ("银行存款", "其他货币资金", "库存现金"),
    "intangibles": ("土地使用权", "专利及专有技术", "软件"),
    "payroll": ("工资、奖金、津贴", "社会保险费", "住房公积金", "职工教育经费"),
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


_OUT_OF_SCALE = 4  # a figure so many times another is not compared with it in per cent


_UNIT_OF_STATEMENTS = (2, 4)  # covers that name the unit of the statements, not of all tables


class Schedules:
    """Writes everything with figures that is no statement.

    Args:
        report: that they belong to.

    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._books = report.company.books
        self._slots = report.company.words
        self._notes = self._lists = 0

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
            if now != then and 0 < then < _OUT_OF_SCALE * now and 0 < now < _OUT_OF_SCALE * then:
                found.append(self._remark(key, now, then, draw))
        return found

    def _remark(self, key: str, now: int, then: int, draw: Draw) -> str:
        report = self._report
        item = ITEMS[key]
        up = now > then
        change = report.percent(now - then, then).lstrip("-")
        a, b = report.rounded(now), report.rounded(then)
        place, product, material = draw.pick(report.company.places), draw.pick(self._slots.products), draw.pick(self._slots.materials)
        if report.chinese:
            label = plain(report.label(key))
            reason = draw.pick((
                f"主要系{product}业务{'扩大' if up else '收缩'}所致", f"主要受{place}项目进度影响", f"与{material}价格变动有关", "属正常经营波动",
                f"原因是{draw.pick(report.company.firms)}结算时点变化", f"系{draw.pick(self._slots.customers)}采购节奏变化所致", f"与{draw.pick(self._slots.segments)}业务结构调整有关",
            ))  # fmt: skip
            when = "上年同期" if item.flow else "年初"
            return draw.pick((
                f"{label}{a}，较{when}的{b}{'增长' if up else '下降'}{change}%，{reason}。",
                f"{'本期' if item.flow else '期末'}{label}为{a}（{when}：{b}），变动幅度{'' if up else '-'}{change}%，{reason}。",
                f"{label}由{when}的{b}{'升至' if up else '降至'}{a}，{'增幅' if up else '降幅'}{change}%，{reason}。",
                f"{when}{label}为{b}，{'本期' if item.flow else '期末'}{'增加' if up else '减少'}至{a}，{'上升' if up else '下滑'}{change}%；{reason}。",
                f"{label}方面，{'本期' if item.flow else '期末'}{a}，比{when}{'多' if up else '少'}{change}%（{when}{b}）。{reason}。",
                f"与{when}（{b}）相比，{label}{'提高' if up else '回落'}{change}%，达到{a}，{reason}。" if up else f"与{when}（{b}）相比，{label}回落{change}%，为{a}，{reason}。",
            ))  # fmt: skip
        label = report.label(key)
        label = label[0].lower() + label[1:] if label[1:2].islower() else label
        reason = draw.pick((
            f"{'more' if up else 'fewer'} orders for {product}", f"work at {place}", f"the price of {material}", f"timing at {draw.pick(report.company.firms)}",
            f"the {draw.pick(self._slots.segments)} line", f"what {draw.pick(self._slots.customers)} ordered", f"the weather around {place}",
        ))  # fmt: skip
        when = f"in {report.year - 1}" if item.flow and report.quarter == 4 else f"in the {report.months()} of {report.year - 1}"  # noqa: PLR2004 - a whole year
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

    def notes(self) -> list[Callable[[Sheet], None]]:
        """Return the writers of notes that take a line apart, those of this company in its order."""
        report = self._report
        parts = _PARTS_ZH if report.chinese else _PARTS_EN
        keys = [key for key, names in parts.items() if names and ITEMS[key].detail <= report.detail]
        return [partial(self._note, key, parts[key]) for key in report.company.draw("notes").shuffled(keys)]

    def _note(self, key: str, names: tuple[str, ...], sheet: Sheet) -> None:
        report = self._report
        columns = report.flow_columns(quarters=False) if ITEMS[key].flow else report.balance_columns()
        label = report.label(key)
        self._notes += 1
        sheet.add(
            f"（{self._notes}）{plain(label)}\n"
            if report.chinese
            else f"Note {self._notes}: {label[0].lower()}{label[1:]}, {report.unit_words()}\n"
        )
        self._unit(sheet)
        report.open_table(sheet, "项目" if report.chinese else "", report.heads(columns))
        line = Line(key, (key,))
        totals = [report.value(self._books, line, column) for column in columns]
        split = [self._parts(key, column, total, len(names)) for column, total in zip(columns, totals, strict=True)]
        for at, name in enumerate(names):
            report.row(sheet, name, [("", report.figure(part[at])) for part in split])
        cells = [(f"{key}.{column}", report.figure(total)) for column, total in zip(columns, totals, strict=True)]
        report.row(sheet, "合计" if report.chinese else ("Total", "In all", "Carrying amount" if not ITEMS[key].flow else "Total")[report.company.skeleton % 3],
                   cells, total=True)  # fmt: skip
        if report.draw.chance(0.5):
            place = report.draw.pick(report.company.places)
            firm = report.draw.pick(report.company.firms)
            sheet.add(f"其中归属{firm}（{place}）的部分占比{report.draw.between(6, 38)}%。\n" if report.chinese
                      else f"Some {report.draw.between(6, 38)}% of it belongs to {firm}, {place}.\n")  # fmt: skip

    def _unit(self, sheet: Sheet) -> None:
        """Write the unit above a table of a Chinese report whose cover gives that of its statements alone."""
        if self._report.chinese and self._report.company.skeleton % 5 in _UNIT_OF_STATEMENTS:
            sheet.add(f"{self._report.unit_words()}\n")

    def _parts(self, key: str, column: str, total: int, count: int) -> list[int]:
        """Split a figure in the same way in every report that shows it."""
        report = self._report
        year, quarter = report.year, report.quarter
        if column == "open":
            year, quarter = year - 1, 4
        elif column.endswith("prior"):
            year -= 1
        return report.split(total, count, key, year, quarter)

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

    def shareholders(self, sheet: Sheet) -> None:
        """Write the largest holders."""
        report = self._report
        company = report.company
        draw = company.draw("holders", report.year)
        sheet.add(f"报告期末普通股股东总数：{draw.between(8_000, 90_000):,}户\n")
        report.open_table(sheet, "股东名称", ("股东性质", "持股比例(%)", "持股数量(股)"))
        left, parts = 0.62, []
        for _ in range(10):
            parts.append(int(company.shares * left * (0.2 + 0.35 * draw.share())))
            left -= parts[-1] / company.shares
        owners = [*company.draw("owners").sample(company.outsiders, 4), *company.people[4:10]]
        for name, held in zip(owners, sorted(parts, reverse=True), strict=False):
            share = f"{held * 100 / company.shares:.2f}"
            report.row(sheet, name, [("", "境内自然人" if len(name) < 4 else "境内非国有法人"), ("", share), ("", f"{held:,}")])  # noqa: PLR2004 - a personal name

    # Schedules about the entity.

    def further(self, sheet: Sheet, draw: Draw, rows: int) -> None:
        """Write a schedule of about *rows* lines, of a kind that *draw* decides."""
        rows = max(5, min(rows, 14))
        kinds = (self._output, self._orders, self._sites, self._staff, self._contracts, self._prices)
        self._lists += 1
        draw.pick(kinds)(sheet, draw, rows)

    def _month(self, draw: Draw) -> str:
        at = 3 * self._report.quarter - draw.below(3)
        return f"{self._report.year}年{at}月" if self._report.chinese else f"{MONTHS[at - 1]} {self._report.year}"

    def _schedule(self, sheet: Sheet, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        report = self._report
        sheet.add(f"附表{self._lists}：{title}\n" if report.chinese else f"Schedule {self._lists}. {title}\n")
        report.open_table(sheet, heads[0], heads[1:])
        for label, *cells in rows:
            report.row(sheet, label, [("", cell) for cell in cells])

    def _output(self, sheet: Sheet, draw: Draw, rows: int) -> None:
        c, zh = self._report.company, self._report.chinese
        place, site = draw.pick(c.places), draw.pick(c.words.sites)
        body = [(name, f"{draw.between(210, 98_000):,}", f"{draw.between(210, 98_000):,}", f"{draw.between(41, 99)}.{draw.below(10)}%")
                for name in draw.shuffled(c.words.products)[:rows]]  # fmt: skip
        month = self._month(draw)
        if zh:
            self._schedule(sheet, f"{place}{site}{month}产销情况（件）", ("产品", "产量", "销量", "负荷率"), body)
        else:
            self._schedule(
                sheet, f"Output of the {site} at {place}, {month}, pieces or tonnes", ("Product", "Made", "Shipped", "Load"), body
            )

    def _orders(self, sheet: Sheet, draw: Draw, rows: int) -> None:
        c, zh = self._report.company, self._report.chinese
        body = [(f"{draw.pick(c.words.products)}，{draw.pick(c.places)}" if zh else f"{draw.pick(c.words.products)}, {draw.pick(c.places)}",
                 f"{draw.between(3, 480)}", f"{draw.between(11, 9_700):,}") for _ in range(rows)]  # fmt: skip
        if zh:
            self._schedule(sheet, f"{self._month(draw)}末在手订单明细（数量口径）", ("品种及交付地", "订单数", "件数"), body)
        else:
            self._schedule(
                sheet, f"Open orders by product and place, end of {self._month(draw)}", ("Product, place", "Orders", "Pieces"), body
            )

    def _sites(self, sheet: Sheet, draw: Draw, rows: int) -> None:
        c, zh = self._report.company, self._report.chinese
        body = [(draw.pick(c.firms), f"{draw.pick(c.places)}{draw.pick(c.words.sites)}" if zh else f"{draw.pick(c.words.sites)}, {draw.pick(c.places)}",
                 f"{draw.between(420, 38_000):,}", draw.pick(("自有", "租赁") if zh else ("owned", "leased")),
                 str(self._report.year + draw.between(1, 18))) for _ in range(rows)]  # fmt: skip
        if zh:
            self._schedule(
                sheet, f"{draw.pick(c.places)}及周边经营场所", ("使用单位", "用途及地点", "面积（平方米）", "权属", "到期年份"), body
            )
        else:
            self._schedule(
                sheet, f"Premises around {draw.pick(c.places)}", ("User", "Use and place", "Floor area, m2", "Title", "Until"), body
            )

    def _staff(self, sheet: Sheet, draw: Draw, rows: int) -> None:
        c, zh = self._report.company, self._report.chinese
        body = [
            (name, str(draw.between(3, 260)), str(draw.between(0, 19)), str(draw.between(0, 17)))
            for name in draw.shuffled(c.firms)[:rows]
        ]
        if zh:
            self._schedule(
                sheet, f"{draw.pick(c.words.segments)}板块{self._month(draw)}人员变动", ("单位", "在岗", "新入职", "离职"), body
            )
        else:
            self._schedule(
                sheet,
                f"Staff who work for {draw.pick(c.words.segments).lower()}, {self._month(draw)}",
                ("Employer", "Posts", "Joined", "Left"),
                body,
            )

    def _contracts(self, sheet: Sheet, draw: Draw, rows: int) -> None:
        c, zh = self._report.company, self._report.chinese
        body = [(draw.pick(c.outsiders), draw.pick((*c.words.materials, *c.words.products)), str(draw.between(2, 60)),
                 f"{draw.between(12, 990)}.{draw.below(10)}") for _ in range(rows)]  # fmt: skip
        code = draw.between(100, 999)
        if zh:
            self._schedule(
                sheet,
                f"履行中的主要合同（{draw.pick(c.places)}片区，第{code}号台账）",
                ("合同对方", "标的", "期限（月）", "合同金额（万元）"),
                body,
            )
        else:
            self._schedule(
                sheet,
                f"Contracts in force, register {code} of {draw.pick(c.firms)}",
                ("With", "About", "Months", "Value, $ thousand"),
                body,
            )

    def _prices(self, sheet: Sheet, draw: Draw, rows: int) -> None:
        c, zh = self._report.company, self._report.chinese
        body = [(name, f"{draw.between(78, 131)}.{draw.below(10)}", f"{draw.between(78, 131)}.{draw.below(10)}")
                for name in draw.shuffled((*c.words.products, *c.words.materials))[:rows]]  # fmt: skip
        base = self._report.year - draw.between(2, 5)
        if zh:
            self._schedule(sheet, f"{draw.pick(c.places)}市场价格指数（{base}年=100）", ("品名", "月初", "月末"), body)
        else:
            self._schedule(
                sheet, f"Price index at {draw.pick(c.places)}, {base} = 100, {self._month(draw)}", ("Goods", "Start", "End"), body
            )
