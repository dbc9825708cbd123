"""The words that sentences about one report are filled with."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial.grammar import Slot
from pytest_lcbench.suites.synthetic.financial.report import Report

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


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

    def pct(draw: Draw) -> str:
        whole, part = draw.between(2, 88), draw.below(10)
        return f"{whole}.{part}%" if chinese else (f"{whole} per cent", f"{whole}.{part}%", f"{whole} percent")[style]

    def small(draw: Draw) -> str:
        text = f"{draw.between(0, 7)}.{draw.between(1, 9)}"
        return f"{text}%" if chinese else (f"{text} per cent", f"{text}%", f"{text} percent")[style]

    def high(draw: Draw) -> str:
        text = f"{draw.between(61, 98)}.{draw.below(10)}"
        return f"{text}%" if chinese else (f"{text} per cent", f"{text}%", f"{text} percent")[style]

    def money(draw: Draw) -> str:
        if chinese:
            return f"{draw.between(21, 980)}.{draw.below(100):02d}万元"
        return f"${draw.between(21, 980)},000" if draw.chance(0.6) else f"${draw.between(1, 9)}.{draw.between(1, 9)} million"

    def number(draw: Draw) -> str:
        return str(draw.between(3, 48))

    if chinese:
        month: list[str] = [f"{at}月" for at in range(last - 2, last + 1)] + [f"{at}月份" for at in range(last - 2, last + 1)]
        following = [f"{report.year + at // 12}年{at % 12 + 1}月" for at in range(last, last + 5)]
        shorts = [company.title, "公司", "本公司", "本集团"]
    else:
        month = [*MONTHS[last - 3 : last], f"{MONTHS[last - 1]} {report.year}"]
        following = [f"{MONTHS[at % 12]} {report.year + at // 12}" for at in range(last, last + 5)]
        shorts = [company.brand, "the group", "the company"]
    return {
        "short": shorts,
        "product": words.products, "customers": words.customers, "material": words.materials, "site": words.sites,
        "segment": words.segments, "risk": words.risks, "place": company.places, "person": company.people, "secretary": company.people[3:4], "firm": company.firms,
        "outsider": company.outsiders, "month": month, "next": following, "soon": following[:2], "pct": pct, "small": small, "high": high, "money": money, "n": number,
        "few": lambda draw: str(draw.between(2, 9)), "big": lambda draw: f"{draw.between(102, 9870):,}",
        "day": lambda draw: str(draw.between(2, 28)), "oldyear": [str(year) for year in range(report.year - 14, report.year - 2)],
    }  # fmt: skip
