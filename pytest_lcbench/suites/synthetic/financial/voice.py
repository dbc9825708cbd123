"""The words that sentences about one report are filled with."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial.grammar import Slot
from pytest_lcbench.suites.synthetic.financial.report import Report

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


_THOUSAND, _WAN, _MILLION, _YI = 100_000, 1_000_000, 100_000_000, 10_000_000_000  # cents
_LARGE = (60, 40, 25, 15, 10)  # loans and contracts of years
_PARTS = (4_000, 2_500, 1_500, 1_000, 700, 500, 300, 200, 120)


def worth(report: Report, draw: Draw, parts: Sequence[int] = _PARTS) -> int:
    """Return an amount in cents that is worth telling for a company of this size: some ten-thousandths of a quarter's sales or more."""
    sales = report.company.books.quarter("revenue", report.year, report.quarter) * report.unit.grain
    return int(sales / draw.pick(parts) * (0.7 + 0.6 * draw.share()))


def month_names(report: Report) -> list[str]:
    """Return the three months of the report's last quarter."""
    last = 3 * report.quarter
    return [f"{at}月" for at in range(last - 2, last + 1)] if report.chinese else list(MONTHS[last - 3 : last])


def slots_of(report: Report) -> dict[str, Slot]:
    """Return what each name in a pattern stands for in *report*."""
    company = report.company
    words = company.words
    last = 3 * report.quarter
    chinese = report.chinese
    style = company.skeleton % 3

    def small(draw: Draw) -> str:
        text = f"{draw.between(0, 7)}.{draw.between(1, 9)}"
        return f"{text}%" if chinese else (f"{text} per cent", f"{text}%", f"{text} percent")[style]

    def share(low: int, high: int, tenths: int = 10) -> Callable[[Draw], str]:
        """Write a percentage from *low* to *high* as this company does."""

        def write(draw: Draw) -> str:
            text = str(draw.between(low, high)) if not tenths else f"{draw.between(low, high)}.{draw.below(tenths)}"
            return f"{text}%" if chinese else (f"{text} per cent", f"{text}%", f"{text} percent")[style]

        return write

    def tiny(draw: Draw) -> str:
        text = f"0.{draw.between(1, 6)}"
        return f"{text}%" if chinese else (f"{text} per cent", f"{text}%", f"{text} percent")[style]

    def amount(cents: int) -> str:
        if chinese:
            if cents >= _YI:
                return f"{cents // _YI}.{cents * 100 // _YI % 100:02d}亿元"
            return f"{cents // _WAN:,}.{cents * 100 // _WAN % 100:02d}万元"
        if cents >= _MILLION:
            return f"${cents // _MILLION}.{cents * 10 // _MILLION % 10} million"
        return f"${max(10, cents // _THOUSAND):,},000" if cents >= _THOUSAND else "$10,000"

    def money(draw: Draw) -> str:
        return amount(worth(report, draw))

    def large(draw: Draw) -> str:
        return amount(worth(report, draw, _LARGE))

    def between(low: int, high: int) -> Callable[[Draw], str]:
        return lambda draw: str(draw.between(low, high))

    if chinese:
        month: list[str] = [f"{at}月" for at in range(last - 2, last + 1)] + [f"{at}月份" for at in range(last - 2, last + 1)]
        following = [f"{report.year + at // 12}年{at % 12 + 1}月" for at in range(last, last + 5)]
        shorts = [company.title, "公司", "本公司", "本集团"]
    else:
        month = [*MONTHS[last - 3 : last], f"{MONTHS[last - 1]} {report.year}"]
        following = [f"{MONTHS[at % 12]} {report.year + at // 12}" for at in range(last, last + 5)]
        shorts = [company.brand, "the group", "the company"]
    plants = [f"{plant.place}{plant.site}" if chinese else f"{plant.site} at {plant.place}" for plant in company.plants]
    rented = [name for name, plant in zip(plants, company.plants, strict=True) if not plant.owned]
    rise = company.draw("rise", report.year)
    return {
        "rise": (share(1, 6)(rise),), "short": shorts,
        "product": words.products, "customers": words.customers, "material": words.materials, "site": words.sites,
        "segment": words.segments, "risk": words.risks, "place": company.places, "plant": plants,
        "manager": company.managers[:-2], "leaver": company.managers[-2:], "rented": rented or plants, "director": company.people[4:], "chief": company.people[1:3], "secretary": company.people[3:4],
        "firm": company.firms, "sister": company.firms, **company.others,
        "month": month, "next": following, "soon": following[:1], "oldyear": [str(year) for year in range(report.year - 14, report.year - 2)],
        "pct": share(8, 46), "small": small, "tiny": tiny, "tenth": share(6, 19, 0), "high": share(68, 96), "money": money,
        "large": large, "lately": [str(year) for year in range(report.year - 4, report.year - 1)],
        "little": ("20万元", "50万元", "100万元", "200万元") if chinese else ("$500", "$1,000", "$2,500", "$5,000"),
        "n": between(3, 48), "few": between(2, 9), "dozen": between(8, 24), "dozens": between(14, 76), "hundred": between(110, 960),
        "big": lambda draw: f"{draw.between(1_020, 9_870):,}", "day": between(2, 28), "days": between(5, 16), "decades": between(15, 34),
        "months": ("12", "18", "24", "36"), "days0": ("30", "45", "60", "90"),
    }  # fmt: skip
