"""An invented company: who it is, how it reports, and the people, places and firms around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial import names
from pytest_lcbench.suites.synthetic.financial.books import FIRST_YEAR, Books, Scale
from pytest_lcbench.suites.synthetic.financial.industries import TRADES_EN, TRADES_ZH, Trade
from pytest_lcbench.suites.synthetic.financial.parent import ParentBooks

COMPANIES = 240
"""Companies of a world in each language."""
FIRST_REPORT = FIRST_YEAR + 2
"""The first year that a report is written for: it has a year to compare with, and the cash that year began with."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit that a company prints in.

    Args:
        key: its name.
        cents: what one printed 1 is worth, in cents or 分.
        decimals: digits printed after the point.

    """

    key: str
    cents: int
    decimals: int

    @property
    def grain(self) -> int:
        """What the last printed digit is worth, in cents."""
        return int(self.cents // 10**self.decimals)


UNITS_EN = (Unit("dollars", 100, 0), Unit("thousands", 100_000, 0), Unit("millions", 100_000_000, 1))
UNITS_ZH = (Unit("元", 100, 2), Unit("千元", 100_000, 0), Unit("万元", 1_000_000, 2))


@dataclass(frozen=True, slots=True)
class Plant:
    """A place where the company works.

    Args:
        site: what kind it is, in the words of the trade.
        place: where.
        head: who runs it.
        staff: people there.
        area: square metres.
        since: the year that it was taken into use.
        owned: whether it belongs to the company.
        lessor: whose it is otherwise.
        term: of its lease in years.

    """

    site: str
    place: str
    head: str
    staff: int
    area: int
    since: int
    owned: bool
    lessor: str
    term: int

    def lease_end(self, year: int) -> int:
        """Return the year in which the lease that runs in *year* ends; it has been renewed for as long each time."""
        return self.since + self.term * ((year - self.since) // self.term + 1)


@dataclass(frozen=True, slots=True)
class Subsidiary:
    """A firm of the group.

    Args:
        name: full name.
        place: where it is.
        head: who runs it.
        staff: people there.
        since: the year that it was founded or bought.

    """

    name: str
    place: str
    head: str
    staff: int
    since: int


@dataclass(frozen=True, slots=True)
class Company:
    """A company.

    Args:
        language: of its reports.
        index: number in the world.
        name: full name.
        title: what stands above its reports and what answers call it.
        brand: the first part of its name.
        trade: number of its trade.
        words: of the trade.
        unit: that it reports in.
        skeleton: number that decides the order and form of its reports.
        code: ticker.
        seat: where it is.
        books: of the group.
        shares: ordinary shares issued.
        people: chair, chief executive, finance director, secretary, six further directors.
        managers: people of lower rank, none of them a director.
        places: where it works.
        plants: what it has there.
        subsidiaries: its firms.
        others: names of invented firms and funds around it, by what they are to it.

    """

    language: str
    index: int
    world: int
    name: str
    title: str
    brand: str
    trade: int
    words: Trade
    unit: Unit
    skeleton: int
    code: str
    seat: str
    books: Books
    shares: int
    people: tuple[str, ...]
    managers: tuple[str, ...]
    places: tuple[str, ...]
    plants: tuple[Plant, ...]
    subsidiaries: tuple[Subsidiary, ...]
    others: Mapping[str, tuple[str, ...]]

    def draw(self, *key: str | int) -> Draw:
        """Return a stream of this company's own."""
        return Draw("financial", self.world, self.language, self.index, *key)

    @property
    def firms(self) -> tuple[str, ...]:
        """The names of its subsidiaries."""
        return tuple(firm.name for firm in self.subsidiaries)

    def parent_books(self) -> ParentBooks:
        """Return the books of the parent company alone."""
        return ParentBooks(self.books, self.draw("parent"), chinese=self.language == "zh")


_STOCKS = {"service": 0.2, "soft": 0.12}
_POWERS = (3.0, 6.0, 12.0, 25.0, 50.0, 90.0)
_MILLIONS_FROM = 60.0  # millions of revenue: less is not printed in millions


def _pair_millions(world: int, language: str, pair: int) -> float:
    """Return about what two namesakes sell in a first quarter, in millions."""
    draw = Draw("financial", world, language, pair, "size")
    return draw.pick(_POWERS) * (8.0 + 9.0 * draw.share())


def by_size(world: int, language: str) -> list[int]:
    """Return the numbers of all companies, smallest first, without drawing them; namesakes stand together."""
    pairs = sorted(range((COMPANIES + 1) // 2), key=lambda pair: (_pair_millions(world, language, pair), pair))
    return [index for pair in pairs for index in (2 * pair, 2 * pair + 1) if index < COMPANIES]


def make_company(world: int, language: str, index: int, brand_list: list[str]) -> Company:
    """Draw company number *index* of the world."""
    draw = Draw("financial", world, language, index)
    trades = TRADES_EN if language == "en" else TRADES_ZH
    # Every other company shares its brand with the one before it, in another trade: a name that is easily mistaken.
    brand = brand_list[index // 2]
    trade_at = (Draw("financial", world, language, index // 2, "trade").below(len(trades)) + (index % 2) * 5) % len(trades)
    trade = trades[trade_at]
    word = draw.pick(trade.names)
    # A first quarter's revenue of 24 to 1,500 million, hardly depending on the unit, so that printed digits say nothing. Namesakes are
    # of a size, and every company has many rivals of its size, for questions are asked about such.
    millions = _pair_millions(world, language, index // 2) * (0.9 + 0.2 * draw.share())
    units = UNITS_ZH if language == "zh" else UNITS_EN if millions >= _MILLIONS_FROM else UNITS_EN[:2]
    unit = draw.pick(units)
    revenue = int(millions * 1_000_000.0 * 100 / unit.grain)
    scale = Scale(revenue, language == "zh", int(60 + millions * (2.0 + 4.0 * draw.share())), _STOCKS.get(trade.kind, 1.0))
    if language == "en":
        name = f"{brand} {word} {names.suffix_en(draw)}"
        title = name
        code = brand[:2].upper() + word[:2].upper()
    else:
        seat = names.place("zh", draw)
        title = brand + word
        name = f"{title}股份有限公司" if draw.chance(0.6) else f"{seat[:2]}{title}集团股份有限公司"
        code = f"9{draw.between(10000, 99999)}"
    places = tuple(dict.fromkeys(names.place(language, draw) for _ in range(14)))
    people = tuple(dict.fromkeys(names.person(language, draw) for _ in range(70)))
    staff, others = draw.fork("staff"), _others(language, trade, draw.fork("others"))
    return Company(
        language=language, index=index, world=world, name=name, title=title, brand=brand, trade=trade_at, words=trade, unit=unit,
        skeleton=draw.below(10_000), code=code, seat=places[0], books=Books(scale, draw.fork("books")),
        shares=int(millions * 1_000_000 * (0.2 + 0.8 * draw.share())) // 1000 * 1000,
        people=people[:10], managers=people[10:22], places=places, plants=_plants(trade, places, people[22:36], scale.headcount, others["landlord"], staff),
        subsidiaries=_subsidiaries(language, brand, trade, places, people[36:50], scale.headcount, staff),
        others=others,
    )  # fmt: skip


def _plants(
    trade: Trade, places: tuple[str, ...], heads: tuple[str, ...], people: int, lessors: tuple[str, ...], draw: Draw
) -> tuple[Plant, ...]:
    """Draw what the company has in its places: one thing in most, two in some; the people of all are most of its own."""
    where = [(place, site) for at, place in enumerate(places[:11]) for site in draw.sample(trade.sites, 2 if at % 4 == 1 else 1)]
    weights = [0.3 + draw.share() for _ in where]
    plants = []
    for (place, site), weight, head in zip(where, weights, heads, strict=False):
        staff = max(4, int(0.8 * people * weight / sum(weights)))
        area = staff * draw.between(18, 75) // 10 * 10
        plants.append(
            Plant(
                site,
                place,
                head,
                staff,
                max(area, 240),
                draw.between(1988, 2012),
                draw.chance(0.6),
                draw.pick(lessors),
                draw.between(4, 12),
            )
        )
    return tuple(plants)


def _subsidiaries(
    language: str, brand: str, trade: Trade, places: tuple[str, ...], heads: tuple[str, ...], people: int, draw: Draw
) -> tuple[Subsidiary, ...]:
    found = {}
    for place in places:
        word, kind = draw.pick(trade.names), draw.pick(("Ltd", "Ltd", "GmbH", "B.V.", "S.A.", "LLC"))
        if language == "en":
            forms: tuple[str, ...] = (f"{brand} {place} {kind}", f"{place} {word} {kind}", f"{brand} Services {place} {kind}")
        else:
            forms = (f"{place[:2]}{brand}{word}有限公司", f"{brand}（{place[:2]}）{word}有限公司", f"{place[:2]}{word}有限责任公司")
        found[draw.pick(forms)] = place
    weights = [0.2 + draw.share() for _ in found]
    return tuple(
        Subsidiary(name, place, head, max(3, int(0.75 * people * weight / sum(weights))), draw.between(1991, 2013))
        for (name, place), weight, head in zip(found.items(), weights, heads, strict=False)
    )


_OTHERS_EN = {
    "bank": (3, ("{place} Bank", "Bank of {place}", "{place} Savings Bank", "{name} & Partners Bank")),
    "supplier": (7, ("{place} Supply Co.", "{name} Trading Ltd", "{name} Brothers Ltd", "{place} Materials plc", "{name} Works AG", "{name} & Sons Ltd")),
    "carrier": (3, ("{place} Haulage Ltd", "{name} Freight", "{name} Logistics LLC", "{place} Carriers")),
    "rival": (4, ("{place} {trade} Ltd", "{name} {trade} Inc.", "{name} Group", "{name} International")),
    "landlord": (3, ("{place} Estates Ltd", "{name} Properties LLP", "{place} Harbour Trust", "{name} Leasing")),
    "buyer": (6, ("{name} & Partners Ltd", "{place} Trading Ltd", "{name} Holdings", "{name} Industries", "{place} Purchasing Ltd")),
    "builder": (3, ("{place} Engineering", "{name} Construction Ltd", "{name} Contractors")),
    "expert": (2, ("{name} Laboratories", "{name} Assessors LLP", "{place} Institute of Testing")),
    "holder": (5, ("{name} Capital", "{name} Family Trust", "{place} Pension Fund")),
}  # fmt: skip
_OTHERS_ZH = {
    "bank": (3, ("{place}农村商业银行", "{place}银行", "{place}村镇银行")),
    "supplier": (7, ("{name}材料有限公司", "{name}商贸有限公司", "{name}供应链管理有限公司", "{name}工贸有限公司")),
    "carrier": (3, ("{name}物流有限公司", "{name}运输有限公司", "{name}货运代理有限公司")),
    "rival": (4, ("{name}{trade}有限公司", "{name}{trade}股份有限公司")),
    "landlord": (3, ("{name}置业有限公司", "{name}资产管理有限公司", "{name}产业园开发有限公司")),
    "buyer": (6, ("{name}贸易有限公司", "{name}实业有限公司", "{name}供销有限公司", "{name}商贸集团有限公司")),
    "builder": (3, ("{name}建设工程有限公司", "{name}安装工程有限公司", "{name}机电工程有限公司")),
    "expert": (2, ("{name}检测技术有限公司", "{name}环境服务有限公司")),
    "fund": (3, ("{name}稳健成长混合型证券投资基金", "{name}红利优选股票型证券投资基金", "{name}价值精选灵活配置混合型基金")),
    "holder": (5, ("{name}投资控股有限公司", "{place}国有资本运营有限公司", "{name}股权投资合伙企业（有限合伙）", "{name}创业投资有限公司")),
}  # fmt: skip


_SOFT = {
    "en": ("{name} Hosting", "{name} Data Ltd", "{place} Networks", "{name} Consulting"),
    "zh": ("{name}信息技术有限公司", "{name}云计算有限公司", "{name}网络科技有限公司"),
}


def _others(language: str, trade: Trade, draw: Draw) -> dict[str, tuple[str, ...]]:
    """Draw the firms around a company; nobody is two things to it, for the words after the name tell."""
    found = {}
    for role, (count, forms) in (_OTHERS_EN if language == "en" else _OTHERS_ZH).items():
        called = []
        for _ in range(count):
            place, word = names.place(language, draw), draw.pick(trade.names)
            if language == "en":
                name = names.surname(draw)
            else:
                place, name = place[:2], names.firm_zh(draw)
            usual = _SOFT[language] if role == "supplier" and trade.kind == "soft" else forms
            called.append(draw.pick(usual).format(place=place, name=name, trade=word))
        found[role] = tuple(dict.fromkeys(called))
    return found
