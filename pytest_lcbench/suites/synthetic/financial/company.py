"""An invented company: who it is, how it reports, and the people, places and firms around it."""

from __future__ import annotations

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
        people: chair, chief executive, finance director, secretary, further directors.
        places: where it works.
        firms: subsidiaries.
        outsiders: customers, suppliers, banks: other invented firms.

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
    places: tuple[str, ...]
    firms: tuple[str, ...]
    outsiders: tuple[str, ...]

    def draw(self, *key: str | int) -> Draw:
        """Return a stream of this company's own."""
        return Draw("financial", self.world, self.language, self.index, *key)

    def parent_books(self) -> ParentBooks:
        """Return the books of the parent company alone."""
        return ParentBooks(self.books, self.draw("parent"), chinese=self.language == "zh")


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
    scale = Scale(revenue, language == "zh", int(60 + millions * (2.0 + 4.0 * draw.share())))
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
    return Company(
        language=language, index=index, world=world, name=name, title=title, brand=brand, trade=trade_at, words=trade, unit=unit,
        skeleton=draw.below(10_000), code=code, seat=places[0], books=Books(scale, draw.fork("books")),
        shares=int(millions * 1_000_000 * (0.2 + 0.8 * draw.share())) // 1000 * 1000,
        people=tuple(dict.fromkeys(names.person(language, draw) for _ in range(16))), places=places,
        firms=_firms(language, brand, trade, places, draw), outsiders=_outsiders(language, draw),
    )  # fmt: skip


def _firms(language: str, brand: str, trade: Trade, places: tuple[str, ...], draw: Draw) -> tuple[str, ...]:
    firms = []
    for place in places:
        if language == "en":
            kind = draw.pick(("Ltd", "GmbH", "B.V.", "S.A.", "LLC"))
            firms.append(
                draw.pick((f"{brand} {place} {kind}", f"{place} {draw.pick(trade.names)} {kind}", f"{brand} Services {place} {kind}"))
            )
        else:
            word = draw.pick(trade.names)
            firms.append(
                draw.pick(
                    (f"{place[:2]}{brand}{word}有限公司", f"{brand}（{place[:2]}）{word}有限公司", f"{place[:2]}{word}有限责任公司")
                )
            )
    return tuple(dict.fromkeys(firms))


def _outsiders(language: str, draw: Draw) -> tuple[str, ...]:
    found = []
    for _ in range(14):
        if language == "en":
            kind = draw.pick(("Bank", "Trading Ltd", "Partners LLP", "Supply Co.", "Works AG", "Leasing", "Stores Ltd", "Engineering"))
            found.append(f"{names.place('en', draw)} {kind}")
        else:
            kind = draw.pick(
                ("商贸有限公司", "供应链有限公司", "商业银行", "工程有限公司", "材料有限公司", "设备租赁有限公司", "农村商业银行")
            )
            found.append(f"{names.place('zh', draw)}{kind}")
    return tuple(dict.fromkeys(found))
