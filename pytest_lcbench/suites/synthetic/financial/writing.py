"""Writing a report: sections in the company's own order, figures first, then words and schedules up to the length wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.financial import prose_en, prose_zh
from pytest_lcbench.suites.synthetic.financial.company import Company
from pytest_lcbench.suites.synthetic.financial.covers import cover_en, cover_zh
from pytest_lcbench.suites.synthetic.financial.grammar import Pattern, Slot, Speaker, fitting
from pytest_lcbench.suites.synthetic.financial.items import Detail
from pytest_lcbench.suites.synthetic.financial.listing import Listing
from pytest_lcbench.suites.synthetic.financial.report import Report
from pytest_lcbench.suites.synthetic.financial.schedules import Schedules
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet
from pytest_lcbench.suites.synthetic.financial.statements import Statements
from pytest_lcbench.suites.synthetic.financial.voice import month_names, slots_of

_ORDERS_EN = (
    "selected review income balance cash segments notes policies business operations supply risks controls legal lists events",
    "business parent selected review outlook risks segments income balance cash notes people environment governance lists",
    "income balance cash policies segments notes review controls risks legal lists events",
    "selected business operations research review balance income cash notes segments outlook environment lists governance",
    "outlook parent review segments cash income balance notes supply people research controls lists",
    "balance income cash notes segments policies selected business supply operations legal events lists risks",
    "risks business research operations people review segments notes income cash balance lists controls outlook",
    "review segments parent cash balance income selected governance environment risks notes lists policies events",
)
_ORDERS_ZH = (
    "parent review shareholders business operations balance income cash selected notes lists events",
    "selected shareholders outlook legal governance balance income cash policies notes segments lists risks",
    "business segments parent review research supply risks selected income balance cash notes shareholders environment lists",
    "selected income balance cash notes segments review business people controls shareholders parent lists legal",
    "risks business operations selected review balance parent income cash notes segments shareholders lists outlook",
    "shareholders parent notes review environment governance controls selected income balance cash policies segments lists events",
    "selected segments business supply research people balance cash income notes lists shareholders risks outlook",
    "review business selected balance income cash parent notes policies legal events shareholders lists operations",
)
# By how much tables of a form, without and with dollar signs, differ from the estimate that is made for all of them.
_FORM = {
    ("bar", False): 1.04, ("bar", True): 1.06, ("dots", False): 0.975, ("dots", True): 0.96, ("pipe", False): 0.98, ("pipe", True): 0.95,
    ("tab", False): 0.95, ("tab", True): 1.05, ("wide", False): 0.99, ("wide", True): 1.045,
}  # fmt: skip
_HEADING = {"en": 6.0, "zh": 14.0}  # tokens of a section's heading and the line after it
_COVER_ZH = 12.0  # tokens that a Chinese cover has above the estimate, for its names
_IN_SHORT = ("business", "review", "risks", "outlook", "operations", "lists")
_HAN_NUMBERS = "一二三四五六七八九十"
_LONGEST = 30_000  # tokens from which on it speaks of every product in every place
_LONG = 9_000  # tokens from which on a report speaks of every topic, and of single places and products
_PARENT_FROM = 6_100
_SUPERLATIVE = re.compile("best-known|For years|Competition|传统优势|企业约|境外业务")
_SCHEDULE = 420  # tokens that a schedule may take
_SMALLEST = 6.0  # tokens: less is not worth a sentence


def write_report(company: Company, year: int, quarter: int, tokens: int) -> Written:
    """Write the report of *company* at the end of *quarter* of *year*, about *tokens* long."""
    report = Report(company, year, quarter, tokens)
    sheet = Sheet()
    (cover_zh if report.chinese else cover_en)(report, sheet)
    sections = _sections(report)
    statements, schedules = Statements(report), Schedules(report)
    bodies: dict[str, Sheet] = {name: Sheet() for name in sections}
    makers: Mapping[str, Callable[[Sheet], None]] = MappingProxyType({
        "selected": statements.selected, "income": statements.income, "balance": statements.balance, "cash": statements.cash,
        "segments": schedules.segments, "parent": statements.parent, "shareholders": schedules.shareholders,
    })  # fmt: skip
    left = tokens - sheet.tokens - (_COVER_ZH if report.chinese else 0.0)
    weight = _FORM[report.table_form, report.dollar_sign and not report.chinese]
    # First what no report is without, wherever it stands.
    for name in sorted(sections, key=lambda name: name in _NEEDS):
        maker = makers.get(name)
        if maker is not None and left > _NEEDS.get(name, float("-inf")):
            maker(bodies[name])
            left -= bodies[name].tokens * weight + _HEADING[report.company.language]
    _fill(report, sections, bodies, schedules, left)
    number = 0
    for name in sections:
        body = bodies[name]
        if body.length:
            number += 1
            sheet.add(_heading(report, name, number))
            sheet.join(body)
            sheet.add("\n")
    return sheet.written()


# Tokens that a table takes at most; without them it is left out. Statements are never.
_NEEDS = {"segments": 520.0, "parent": 1_500.0, "shareholders": 560.0}


def shows_parent(report: Report) -> bool:
    """Whether *report* surely has the figures of the parent company alone; a little shorter, it may or may not."""
    orders = _ORDERS_ZH if report.chinese else _ORDERS_EN
    return report.tokens >= _PARENT_FROM and "parent" in orders[report.company.skeleton % len(orders)].split()


def _sections(report: Report) -> list[str]:
    orders = _ORDERS_ZH if report.chinese else _ORDERS_EN
    order = orders[report.company.skeleton % len(orders)].split()
    if report.detail is Detail.SELECTED:
        kept = [name for name in order if name in _IN_SHORT]
        return ["selected", *kept, *(["business"] if "business" not in kept else []), "sites"]
    if report.tokens >= _LONG:
        prose = prose_zh.TOPICS if report.chinese else prose_en.TOPICS
        order = [*order, *[name for name in prose if name not in order]]
    return [*order, "sites"]


def _fill(report: Report, sections: list[str], bodies: dict[str, Sheet], schedules: Schedules, left: float) -> None:
    """Add paragraphs, notes, schedules and local reports to the sections until *left* tokens are used up."""
    prose = _topics(report.company.language, report.company.words.kind)
    speaker = Speaker(report.draw.fork("prose"), slots_of(report))
    draw = report.draw.fork("fill")
    gap = "" if report.chinese else " "
    # Of the group as a whole each pattern is said once; what is left is said of one place, product or subsidiary at a time.
    topics: list[tuple[str, tuple[Pattern, ...]]] = [(name, prose[name]) for name in sections if name in prose]
    unsaid = {name: len(topic) for name, topic in topics}
    local = _local_reports(report, speaker, draw, gap)
    review = [] if "review" not in sections else schedules.remarks()
    notes = schedules.notes() if "notes" in sections and report.detail is not Detail.SELECTED else []
    listing = Listing(report)
    turn = 0
    while left > _SMALLEST:
        turn += 1
        body = Sheet()
        if review and turn % 3 == 1 and left > 45:  # noqa: PLR2004 - tokens of a remark
            name = "review"
            body.add(review.pop(0) + "\n")
        elif notes and turn % 2 and left > 220:  # noqa: PLR2004 - tokens of a note
            name = "notes"
            notes.pop(0)(body)
        elif (
            "lists" in sections
            and left > _SCHEDULE
            and draw.chance(0.38 if left > _LONG else 0.17)
            and listing.write(body, int(left / 60))
        ):
            name = "lists"
        elif topics and not ("sites" in sections and left > _LONG and draw.chance(0.3)):
            at = draw.below(len(topics))
            name, topic = topics[at]
            count = min(unsaid[name], draw.between(2, 5) if left > 260 else 1)  # noqa: PLR2004 - tokens of a paragraph
            body.add(speaker.paragraph(topic, count, gap) + "\n")
            unsaid[name] -= count
            if not unsaid[name]:
                topics.pop(at)
        else:
            name = "sites"
            body.add(local(left))
        if not bodies[name].length:
            left -= _HEADING[report.company.language]
        bodies[name].join(body)
        left -= body.tokens


@cache
def _topics(language: str, kind: str) -> Mapping[str, tuple[Pattern, ...]]:
    """Return what companies of a kind of trade say, by topic."""
    topics = prose_zh.TOPICS if language == "zh" else prose_en.TOPICS
    return MappingProxyType({name: fitting(topic, kind) for name, topic in topics.items()})


@cache
def _local_topics(language: str, kind: str) -> Mapping[str, tuple[Pattern, ...]]:
    """Return what companies of a kind of trade say of one plant, product or firm."""
    prose = prose_zh if language == "zh" else prose_en
    # Of what is said of the business, all that can be said of one product, but not what is to be said of it only once.
    trade = tuple(pattern for pattern in prose.BUSINESS if "<product>" in pattern.text and not _SUPERLATIVE.search(pattern.text))
    plant = fitting(prose.SITE + prose.OPERATIONS + prose.PEOPLE[1:5], kind, ("plant", "place", "site"))
    return MappingProxyType({
        "leased": plant, "owned": tuple(pattern for pattern in plant if "<lease>" not in pattern.text),
        "product": fitting(prose.PRODUCT + prose.RESEARCH + trade, kind, ("product",)),
        "here": fitting(prose.PRODUCT + trade, kind, ("product", "place")),
        "firm": fitting(prose.FIRM, kind, ("firm",)),
    })  # fmt: skip


def _local_subjects(report: Report) -> list[tuple[str, dict[str, Slot], tuple[Pattern, ...]]]:
    """Return what local reports can be about, a plant, product or subsidiary in one month: title, fixed words, what is said."""
    company, zh = report.company, report.chinese
    pools = _local_topics(company.language, company.words.kind)
    about: list[tuple[str, dict[str, Slot], tuple[Pattern, ...]]] = []
    for month in month_names(report):
        for plant in company.plants:
            title = (
                f"{plant.place}{plant.site}（{month}）" if zh else f"{plant.site[0].upper()}{plant.site[1:]} at {plant.place}, {month}"
            )
            fixed: dict[str, Slot] = {
                "place": (plant.place,), "site": (plant.site,), "plant": (plant.site,), "month": (month,), "head": (plant.head,),
                "staff": (f"{plant.staff:,}",), "area": (f"{plant.area:,}",), "since": (str(plant.since),), "lessor": (plant.lessor,), "lease": (str(plant.lease_end(report.year)),),
            }  # fmt: skip
            about.append((title, fixed, pools["owned" if plant.owned else "leased"]))
        for at, product in enumerate(company.words.products):
            segment = (company.words.segments[at * 3 // len(company.words.products)],)
            title = f"{product}（{month}）" if zh else f"{product[0].upper()}{product[1:]}, {month}"
            about.append((title, {"product": (product,), "segment": segment, "month": (month,)}, pools["product"]))
            if report.tokens > _LONGEST:
                for place in company.places:
                    title = f"{place}{product}（{month}）" if zh else f"{product[0].upper()}{product[1:]} in {place}, {month}"
                    about.append(
                        (title, {"product": (product,), "segment": segment, "place": (place,), "month": (month,)}, pools["here"])
                    )
    for firm in company.subsidiaries:
        sisters = tuple(name for name in company.firms if name != firm.name)
        fixed = {
            "firm": (firm.name,), "sister": sisters, "place": (firm.place,), "head": (firm.head,), "staff": (f"{firm.staff:,}",),
            "since": (str(firm.since),),
        }  # fmt: skip
        about.append((firm.name, fixed, pools["firm"]))
    return about


def _local_reports(report: Report, speaker: Speaker, draw: Draw, gap: str) -> Callable[[float], str]:
    """Return what writes one local report after another."""
    about: list[tuple[str, dict[str, Slot], tuple[Pattern, ...]]] = []
    order: list[int] = []

    def write(left: float) -> str:
        if not about:
            about.extend(_local_subjects(report))
        if not order:
            order.extend(draw.shuffled(range(len(about))))
        title, fixed, pool = about[order.pop()]
        count = draw.between(3, 6) if left > 260 else 2 if left > 110 else 1  # noqa: PLR2004 - tokens of a paragraph
        return f"{title}{'：' if report.chinese else ': '}{speaker.paragraph(pool, count, gap, fixed)}\n"

    return write


def _heading(report: Report, name: str, number: int) -> str:
    headings = (prose_zh.HEADINGS if report.chinese else prose_en.HEADINGS)[name]
    title = headings[report.company.skeleton % len(headings)]
    form = report.heading_form
    if report.chinese:
        tens, ones = divmod(number, 10)
        han = ("" if tens < 2 else _HAN_NUMBERS[tens - 1]) + ("十" if tens else "") + (_HAN_NUMBERS[ones - 1] if ones else "")  # noqa: PLR2004
        return (f"{han}、{title}\n", f"第{han}节 {title}\n", f"（{han}）{title}\n", f"{number}．{title}\n", f"【{title}】\n")[form]
    return (
        f"{number}. {title}\n",
        f"Item {number}. {title.upper()}\n",
        f"{title.upper()}\n",
        f"{chr(64 + number)}. {title}\n",
        f"== {title} ==\n",
    )[form]
