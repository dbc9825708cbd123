"""Schedules about places, products, staff, contracts and prices: none of their figures stands in a statement.

What is usual of a plant, a product or a place is drawn for it, what differs for the month: a figure is the same wherever it is printed
again, and goes on from month to month without leaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pytest_lcbench.suites.synthetic.financial.books import FIRST_YEAR
from pytest_lcbench.suites.synthetic.financial.company import Plant, Subsidiary
from pytest_lcbench.suites.synthetic.financial.report import Report
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet
from pytest_lcbench.suites.synthetic.financial.voice import MONTHS, worth

_MOST_ROWS = 14
_TENTHS = 10

_OUTPUT = {
    # by kind of trade: English title, heads; Chinese title, heads
    "gear": ("Output of the {}, {}, sales units", ("Product", "Made", "Shipped", "Load, %"), "{}{}产销情况（销售单位）", ("产品", "产量", "销量", "负荷率(%)")),
    "goods": ("Output of the {}, {}, sales units", ("Product", "Made", "Shipped", "Load, %"), "{}{}产销情况（销售单位）", ("产品", "产量", "销量", "负荷率(%)")),
    "service": ("Use of the {}, {}", ("Service", "Booked", "Carried out", "Capacity used, %"), "{}{}业务量（单）", ("业务", "预订量", "完成量", "利用率(%)")),
    "soft": ("Users looked after by the {}, {}", ("Product", "Seats", "In use", "Renewed, %"), "{}{}服务用户（个）", ("产品", "授权数", "活跃数", "续费率(%)")),
}  # fmt: skip


_SENT = {
    "gear": ("Deliveries of {}, {}", "{}{}发货情况"), "goods": ("Deliveries of {}, {}", "{}{}发货情况"),
    "service": ("{} by place, {}", "{}{}分地区业务量"), "soft": ("Users of {} by place, {}", "{}{}分地区用户数"),
}  # fmt: skip
_THINGS = {
    "gear": ("lathe, test stand, crane, oven, compressor, washing line, milling machine, lift, transformer, forklift, dust filter, press",
             "数控车床,试验台,行车,烘箱,空压机,清洗线,铣床,升降机,变压器,叉车,除尘器,压力机"),
    "goods": ("mixer, drier, packing line, silo, compressor, conveyor, boiler, forklift, weighing station, dust filter, cooler, transformer",
              "混合机,烘干机,包装线,料仓,空压机,输送机,锅炉,叉车,地磅,除尘器,冷却塔,变压器"),
    "service": ("loading ramp, tractor, forklift, pump, generator, gate, scale, cooling unit, crane, lift, washing bay, fire pump",
                "装卸平台,牵引车,叉车,水泵,发电机,闸门,地磅,制冷机组,门座起重机,升降机,清洗台,消防泵"),
    "soft": ("server rack, store of disks, switch, battery room, cooling unit, generator, telephone system, screen wall, router, test rig",
             "服务器机柜,存储阵列,交换机,蓄电池组,空调机组,发电机,呼叫系统,大屏,路由器,测试平台"),
}  # fmt: skip
_COURSES = {
    "en": ("safety", "the order system", "first aid", "dealing with customers", "data protection", "fork-lift licence", "cost accounting", "languages"),
    "zh": ("安全生产", "业务系统操作", "急救", "客户服务", "信息安全", "特种作业取证", "成本核算", "合规与廉洁"),
}  # fmt: skip


class Listing:
    """Writes the schedules of one report, each once.

    Args:
        report: that they belong to.

    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._company = report.company
        self._months = [3 * report.quarter - at for at in (2, 1, 0)]
        self._number = 0
        self._left = report.draw.fork("lists").shuffled(list(self._all()))

    def write(self, sheet: Sheet, rows: int) -> bool:
        """Write one more schedule of at most about *rows* lines; false if there is none left."""
        if not self._left:
            return False
        self._number += 1
        self._left.pop()(sheet, max(5, min(rows, _MOST_ROWS)))
        return True

    def _all(self) -> Iterator[Callable[[Sheet, int], None]]:
        for month in self._months:
            yield partial(self._orders, month)
            yield partial(self._staff, month)
            yield partial(self._courses, month)
            yield partial(self._complaints, month)
            for plant in self._company.plants:
                yield partial(self._output, month, plant)
            for at in range(len(self._company.words.products)):
                yield partial(self._sent, month, at)
        yield self._sites
        for plant in self._company.plants:
            yield partial(self._equipment, plant)
        for place in self._company.places:
            yield partial(self._prices, self._months[-1], place)
        for firm in self._company.subsidiaries:
            yield partial(self._contracts, firm)

    def _month(self, month: int) -> str:
        return f"{self._report.year}年{month}月" if self._report.chinese else f"{MONTHS[month - 1]} {self._report.year}"

    def _at(self, month: int) -> int:
        """Return how many months after the first year's start *month* is."""
        return 12 * (self._report.year - FIRST_YEAR) + month

    def _table(self, sheet: Sheet, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        report = self._report
        sheet.add(f"附表{self._number}：{title}\n" if report.chinese else f"Schedule {self._number}. {title}\n")
        report.open_table(sheet, heads[0], heads[1:])
        for label, *cells in rows:
            report.row(sheet, label, [("", cell) for cell in cells])

    def _output(self, month: int, plant: Plant, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        # One stream for what is usual of all products, one for the month: a stream of its own for each figure would take too long.
        own, now = c.draw("output", plant.place, plant.site), c.draw("output in", plant.place, plant.site, self._at(month))
        still = c.words.kind in {"service", "soft"}
        count = min(rows, own.between(4, 7))
        body = []
        for name in c.words.products:
            size, load = plant.staff * own.between(4, 60), own.between(640, 930)
            made = int(size * (0.86 + 0.28 * now.share()))
            gone = int(made * (0.9 + (0.09 if still else 0.18) * now.share()))
            used = load + now.between(-35, 35)
            body.append((name, f"{made:,}", f"{gone:,}", f"{used // _TENTHS}.{used % _TENTHS}"))
        body = own.shuffled(body)[:count]
        title, heads, title_zh, heads_zh = _OUTPUT[c.words.kind]
        if zh:
            self._table(sheet, title_zh.format(f"{plant.place}{plant.site}", self._month(month)), heads_zh, body)
        else:
            self._table(sheet, title.format(f"{plant.site} at {plant.place}", self._month(month)), heads, body)

    def _orders(self, month: int, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        own, now = c.draw("open orders"), c.draw("open orders", self._at(month))
        body = []
        for product, place in own.shuffled([(product, place) for product in c.words.products for place in c.places])[:_MOST_ROWS]:
            size, each = own.between(4, 90), own.between(5, 60)
            orders = max(2, int(size * (0.85 + 0.3 * now.share())))
            quantity = int(orders * each * (0.92 + 0.16 * now.share()))
            body.append((f"{product}，{place}" if zh else f"{product}, {place}", str(orders), f"{quantity:,}"))
        body = body[:rows]
        if zh:
            self._table(sheet, f"{self._month(month)}末在手订单明细（数量口径）", ("品种及交付地", "订单数", "数量"), body)
        else:
            self._table(
                sheet, f"Open orders by product and place, end of {self._month(month)}", ("Product, place", "Orders", "Quantity"), body
            )

    def _sites(self, sheet: Sheet, rows: int) -> None:
        c, zh, year = self._company, self._report.chinese, self._report.year
        body = []
        for plant in c.plants[:rows]:
            title = ("自有" if plant.owned else "租赁") if zh else ("owned" if plant.owned else "leased")
            body.append(
                (
                    f"{plant.place}{plant.site}" if zh else f"{plant.site}, {plant.place}",
                    f"{plant.area:,}",
                    title,
                    str(plant.since),
                    "-" if plant.owned else str(plant.lease_end(year)),
                )
            )
        if zh:
            self._table(sheet, "主要经营场所", ("用途及地点", "面积（平方米）", "权属", "投用年份", "租期至"), body)
        else:
            self._table(sheet, "Premises", ("Use and place", "Floor area, m2", "Title", "Since", "Lease until"), body)

    def _staff(self, month: int, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        now = c.draw("staff in", self._at(month))
        body = []
        for firm in c.subsidiaries[:rows]:
            most = 1 + firm.staff // 30
            body.append((firm.name, f"{firm.staff:,}", str(now.between(0, most)), str(now.between(0, most))))
        if zh:
            self._table(sheet, f"子公司编制及{self._month(month)}人员变动", ("单位", "编制", "新入职", "离职"), body)
        else:
            self._table(sheet, f"Staff of the subsidiaries, {self._month(month)}", ("Employer", "Posts", "Joined", "Left"), body)

    def _contracts(self, firm: Subsidiary, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        draw = c.draw("contracts", firm.name, self._report.year)
        body = []
        for _ in range(min(rows, draw.between(5, 11))):
            buys = draw.chance(0.5)
            other = draw.pick(c.others["supplier" if buys else "buyer"])
            about = draw.pick(c.words.materials if buys else c.words.products)
            months, cents = draw.pick((6, 12, 12, 18, 24, 36)), 4 * worth(self._report, draw)
            value = f"{cents // 1_000_000:,}.{cents // 10_000 % 100:02d}" if zh else f"{cents // 100_000:,}.{cents // 10_000 % _TENTHS}"
            body.append((other, about, str(months), value))
        if zh:
            self._table(sheet, f"{firm.name}履行中的主要合同", ("合同对方", "标的", "期限（月）", "合同金额（万元）"), body)
        else:
            self._table(sheet, f"Contracts in force, {firm.name}", ("With", "About", "Months", "Value, $ thousand"), body)

    def _prices(self, month: int, place: str, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        goods = (*c.words.materials, *c.words.products)
        slopes, here = c.draw("slopes"), c.draw("prices at", place)
        waves = [c.draw("prices in", place, self._at(month - back)) for back in (2, 1, 0)]
        body = []
        for name in goods:
            slope, level = slopes.between(-90, 420), 1_000 + here.between(-25, 25)
            found = [
                level + slope * self._at(month - back) // 120 + wave.between(-9, 9) for back, wave in zip((2, 1, 0), waves, strict=True)
            ]
            body.append((name, *(f"{index // _TENTHS}.{index % _TENTHS}" for index in found)))
        body = here.shuffled(body)[: min(rows, 9)]
        if zh:
            heads = ("品名", *(f"{month - back}月" for back in (2, 1, 0)))
            self._table(sheet, f"{place}购销价格指数（{FIRST_YEAR}年=100，{self._report.year}年）", heads, body)
        else:
            heads = ("Goods", *(MONTHS[month - back - 1] for back in (2, 1, 0)))
            self._table(sheet, f"Price index at {place}, {FIRST_YEAR} = 100, {self._report.year}", heads, body)

    def _sent(self, month: int, product: int, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        own = c.draw("sent", product)
        before, now = (c.draw("sent", product, self._at(one)) for one in (month - 1, month))
        body = []
        for place in c.places:
            size = own.between(40, 2_400)
            last, this = (int(size * (0.88 + 0.24 * stream.share())) for stream in (before, now))
            body.append((place, f"{last:,}", f"{this:,}", str(now.between(2, 28))))
        body = own.shuffled(body)[: max(5, min(rows, own.between(6, 12)))]
        title, title_zh = _SENT[c.words.kind]
        name = c.words.products[product]
        if zh:
            self._table(sheet, title_zh.format(self._month(month), name), ("地区", "上月", "本月", "客户数"), body)
        else:
            title = title.format(name, self._month(month))
            self._table(sheet, title[0].upper() + title[1:], ("Place", "Month before", "This month", "Customers"), body)

    def _equipment(self, plant: Plant, sheet: Sheet, rows: int) -> None:
        c, zh, year = self._company, self._report.chinese, self._report.year
        draw = c.draw("equipment", plant.place, plant.site)
        things = [thing.strip() for thing in _THINGS[c.words.kind][zh].split(",")]
        body = []
        for thing in draw.shuffled(things)[: max(5, min(rows, draw.between(5, 9)))]:
            since, every = draw.between(max(plant.since, FIRST_YEAR - 14), FIRST_YEAR), draw.between(2, 5)
            next_year = since + ((year - since) // every + 1) * every
            body.append((thing, str(draw.between(1, 7)), str(since), str(next_year)))
        if zh:
            self._table(sheet, f"{plant.place}{plant.site}主要设备", ("名称", "台（套）", "投用年份", "下次大修"), body)
        else:
            self._table(sheet, f"Equipment of the {plant.site} at {plant.place}", ("What", "Number", "Since", "Next overhaul"), body)

    def _courses(self, month: int, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        draw = c.draw("courses", self._at(month))
        body = [
            (f"{plant.place}{plant.site}" if zh else f"{plant.site}, {plant.place}", draw.pick(_COURSES[c.language]),
             str(draw.between(2, max(3, plant.staff // 3))), str(draw.pick((2, 4, 8, 16))))
            for plant in draw.shuffled(c.plants)[: min(rows, 9)]
        ]  # fmt: skip
        if zh:
            self._table(sheet, f"{self._month(month)}培训情况", ("单位", "内容", "参训人数", "课时"), body)
        else:
            self._table(sheet, f"Courses held, {self._month(month)}", ("Where", "On", "People", "Hours"), body)

    def _complaints(self, month: int, sheet: Sheet, rows: int) -> None:
        c, zh = self._company, self._report.chinese
        own, now = c.draw("complaints"), c.draw("complaints", self._at(month))
        body = []
        for name in c.words.products[:rows]:
            came = max(1, int(own.between(3, 40) * (0.75 + 0.5 * now.share())))
            closed = came - now.between(0, max(1, came // 5))
            body.append((name, str(came), str(closed), str(came - closed), str(own.between(2, 9) + now.between(0, 2))))
        if zh:
            heads = ("产品或服务", "受理", "办结", "未结", "平均用时（天）")
            self._table(sheet, f"{self._month(month)}客户意见受理", heads, body)
        else:
            heads = ("About", "Received", "Closed", "Open", "Days on average")
            self._table(sheet, f"Complaints, {self._month(month)}", heads, body)
