"""Writing a report: sections in the company's own order, figures first, then words and schedules up to the length wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.financial import prose_en, prose_zh
from pytest_lcbench.suites.synthetic.financial.company import Company
from pytest_lcbench.suites.synthetic.financial.covers import cover_en, cover_zh
from pytest_lcbench.suites.synthetic.financial.grammar import Pattern, Speaker
from pytest_lcbench.suites.synthetic.financial.items import Detail
from pytest_lcbench.suites.synthetic.financial.report import Report
from pytest_lcbench.suites.synthetic.financial.schedules import Schedules
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet, tokens_of
from pytest_lcbench.suites.synthetic.financial.statements import Statements
from pytest_lcbench.suites.synthetic.financial.voice import slots_of

_ORDERS_EN = (
    "selected review income balance cash segments notes policies business operations supply risks controls legal lists events",
    "business selected review outlook risks income balance cash notes segments parent people environment governance lists",
    "income balance cash policies segments notes review controls risks legal lists events",
    "selected business operations research review balance income cash notes segments outlook environment lists governance",
    "outlook review segments cash income balance notes parent supply people research controls lists",
    "balance income cash notes segments policies selected business supply operations legal events lists risks",
    "risks business research operations people review income cash balance segments notes lists controls outlook",
    "review selected cash balance income governance environment risks notes parent segments lists policies events",
)
_ORDERS_ZH = (
    "selected review shareholders business operations balance income cash notes parent lists events",
    "selected shareholders outlook legal governance balance income cash policies notes segments lists risks",
    "business selected segments review research supply risks income balance cash notes shareholders environment lists",
    "selected income balance cash notes segments review business people controls shareholders parent lists legal",
    "risks business operations selected review balance parent income cash notes segments shareholders lists outlook",
    "shareholders selected review environment governance controls income balance cash policies notes segments lists events",
    "selected segments business supply research people balance cash income notes lists shareholders risks outlook",
    "review business selected balance income cash parent notes policies legal events shareholders lists operations",
)
# By how much tables of a form, without and with dollar signs, differ from the estimate that is made for all of them.
_FORM = {
    ("bar", False): 1.04, ("bar", True): 1.06, ("dots", False): 0.975, ("dots", True): 0.96, ("pipe", False): 0.98, ("pipe", True): 0.95,
    ("tab", False): 0.95, ("tab", True): 1.05, ("wide", False): 0.99, ("wide", True): 1.045,
}  # fmt: skip
_HEADING = {"en": 8.0, "zh": 15.0}  # tokens of a section's heading and the line after it
_COVER_ZH = 12.0  # tokens that a Chinese cover has above the estimate, for its names
_IN_SHORT = ("business", "review", "risks", "outlook", "operations", "lists")
_HAN_NUMBERS = "一二三四五六七八九十"
_SMALLEST = 14.0  # tokens: less is not worth a sentence


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
    for name in sections:
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
_NEEDS = {"segments": 520.0, "parent": 980.0, "shareholders": 560.0}


def _sections(report: Report) -> list[str]:
    orders = _ORDERS_ZH if report.chinese else _ORDERS_EN
    order = orders[report.company.skeleton % len(orders)].split()
    if report.detail is Detail.SELECTED:
        kept = [name for name in order if name in _IN_SHORT]
        return ["selected", *kept, *(["business"] if "business" not in kept else [])]
    return order


def _fill(report: Report, sections: list[str], bodies: dict[str, Sheet], schedules: Schedules, left: float) -> None:
    """Add paragraphs, notes and schedules to the sections until *left* tokens are used up."""
    prose = prose_zh.TOPICS if report.chinese else prose_en.TOPICS
    speaker = Speaker(report.draw.fork("prose"), slots_of(report))
    draw = report.draw.fork("fill")
    gap = "" if report.chinese else " "
    topics: list[tuple[str, tuple[Pattern, ...]]] = [(name, prose[name]) for name in sections if name in prose]
    review = [] if "review" not in sections else schedules.remarks()
    notes = schedules.notes() if "notes" in sections and report.detail is not Detail.SELECTED else []
    cost = 0.0
    turn = 0
    while left > _SMALLEST:
        turn += 1
        if review and turn % 3 == 1 and left > 45:  # noqa: PLR2004 - tokens of a remark
            text = review.pop(0)
            bodies["review"].add(text + "\n")
            cost = tokens_of(text) + 1
        elif notes and turn % 2 and left > 220:  # noqa: PLR2004 - tokens of a note
            note = Sheet()
            notes.pop(0)(note)
            bodies["notes"].join(note)
            cost = note.tokens
        elif left > 420 and "lists" in sections and draw.chance(0.22):  # noqa: PLR2004 - tokens of a schedule
            body = Sheet()
            schedules.further(body, draw, int(min(left, 900) / 60))
            bodies["lists"].join(body)
            cost = body.tokens
        elif topics:
            name, topic = draw.pick(topics)
            count = draw.between(2, 5) if left > 260 else 1  # noqa: PLR2004 - tokens of a paragraph
            text = speaker.paragraph(topic, count, gap) + "\n"
            cost = tokens_of(text) + (0.0 if bodies[name].length else _HEADING[report.company.language])
            bodies[name].add(text)
        else:
            break
        left -= cost


def _heading(report: Report, name: str, number: int) -> str:
    headings = (prose_zh.HEADINGS if report.chinese else prose_en.HEADINGS)[name]
    title = headings[report.company.skeleton % len(headings)]
    form = report.heading_form
    if report.chinese:
        han = _HAN_NUMBERS[number - 1] if number <= len(_HAN_NUMBERS) else f"十{_HAN_NUMBERS[number - 11]}"
        return (f"{han}、{title}\n", f"第{han}节 {title}\n", f"（{han}）{title}\n", f"{number}．{title}\n", f"【{title}】\n")[form]
    return (
        f"{number}. {title}\n",
        f"Item {number}. {title.upper()}\n",
        f"{title.upper()}\n",
        f"{chr(64 + number)}. {title}\n",
        f"== {title} ==\n",
    )[form]
