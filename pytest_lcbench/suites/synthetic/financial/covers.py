"""The first page of a report."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.financial.company import Company
from pytest_lcbench.suites.synthetic.financial.layouts import Line
from pytest_lcbench.suites.synthetic.financial.report import Report
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet
from pytest_lcbench.suites.synthetic.financial.voice import MONTHS

_QUARTERS = ("first quarter", "second quarter and first half", "third quarter and nine months", "fourth quarter and year")
_ENDED = ("quarter ended", "half-year ended", "nine months ended", "year ended")
_FORMS = {"en": 9, "zh": 8}
_ANNUAL = 4
_SHORT = 1_000  # tokens under which there is no room for formalities

UNIT_OF_STATEMENTS = (2, 4, 7)
"""The forms of Chinese covers that name the unit of the statements, not of all tables."""


def cover_form(company: Company) -> int:
    """Return the number of the form that a company's covers have."""
    return company.draw("cover").below(_FORMS[company.language])


def _released(report: Report) -> str:
    """Return the day that a report was given out: in the second month after its period, when all that it tells of has happened."""
    day = report.company.draw("released", report.year, report.quarter).between(6, 26)
    month = 3 * report.quarter + 2
    year, name = report.year + (month > len(MONTHS)), MONTHS[(month - 1) % len(MONTHS)]
    return f"{name} {day}, {year}" if report.american else f"{day} {name} {year}"


def _went(report: Report) -> str:
    """Return how sales of the year to date went, as the books have it."""
    line = Line("revenue", ("revenue",))
    now, then = (report.value(report.company.books, line, column) for column in ("ytd", "ytd.prior"))
    share = report.percent(now - then, then)
    if not share.strip("-0."):
        return "与上年同期基本持平" if report.chinese else f"level with those of {report.year - 1}"
    if report.chinese:
        return f"同比{'增长' if now > then else '下降'}{share.lstrip('-')}%"
    return f"{share.lstrip('-')}% {'above' if now > then else 'below'} those of {report.year - 1}"


def cover_en(report: Report, sheet: Sheet) -> None:
    """Write an English cover: who, which period, which unit; longer ones with addresses and formal statements."""
    c, year, annual = report.company, report.year, report.quarter == _ANNUAL
    ended, date, unit = _ENDED[report.quarter - 1], report.date(), report.unit_words()
    stated = report.unit_in()
    audited = "audited" if annual else "unaudited"
    quarter = _QUARTERS[report.quarter - 1]
    if report.tokens < _SHORT:
        sheet.add(f"{c.name}\n{quarter.capitalize()} of {year}, {ended} {date}. {unit[0].upper()}{unit[1:]}; {audited}.\n\n")
        return
    chair, chief, finance, secretary = c.people[:4]
    kind = "Annual report" if annual else "Interim report"
    others = c.others
    forms = (
        f"FORM {'A' if annual else f'Q-{report.quarter}'}\nPERIODIC REPORT FOR THE {ended.upper()} {date.upper()}\n\n{c.name}\n"
        f"(name of the reporting company as in its charter)\n\n{c.seat}; file number {c.code}-{c.index + 4100}\n"
        f"Ordinary shares outstanding: {c.shares:,}\n\nAll statements are {audited} and {stated}, except figures per share.\n\n",
        f"{c.name}\n{kind}, {quarter} of {year}\nRegistered office: {c.seat}. Ticker: {c.code}. Chair: {chair}. Chief executive: {chief}.\n"
        f"Figures are {stated} unless a table says otherwise; {audited}.\n\n",
        f'Announcement of results\n{c.seat}, {_released(report)}\n\n{c.name} ("{c.brand}") presents its {audited} figures for the {ended} {date}. '
        f"{chief}, chief executive, and {finance}, finance director, answer for them. {c.shares:,} shares are in issue. Tables are {stated}.\n\n",
        f"{c.brand.upper()} | {year} | Q{report.quarter}\n{c.name}, {c.seat}\n\n{_quote(report)} {chief}, chief executive\n\n"
        f"Period: {ended} {date}. Unit: {unit}. Status: {audited}.\n\n",
        f"To the shareholders of {c.name}\n\nDear shareholders, this report covers the {ended} {date}. Sales were {_went(report)}. Your company has "
        f"{c.shares:,} shares outstanding. The statements are {audited}, and amounts stand {stated}.\n{chair}, chair\n\n",
        f"CONDENSED CONSOLIDATED FINANCIAL REPORT\nCompany: {c.name}\nPeriod: {ended} {date}\nPresentation: {unit}, {audited}\n"
        f"Shares outstanding at {date}: {c.shares:,}\nContact: {secretary}, secretary, {c.seat}\n\n",
        f"{c.seat}, {_released(report)} - {c.name} (ticker {c.code}) today gave out its {kind.lower()} for the {ended} {date}. Sales were "
        f"{_went(report)}. All tables are {stated} and {audited}. Questions are taken by {finance}, finance director.\n\n",
        f"{c.name}\n{kind} for the {ended} {date}\n\nDirectors: {chair} (chair), {chief}, {finance}, {', '.join(c.people[4:7])}\n"
        f"Secretary: {secretary}\nBankers: {', '.join(others['bank'][:2])}\nRegistered office: {c.seat}\n\nStatements {stated}, {audited}.\n\n",
        f"{c.name}, {c.seat}\n{kind.upper()}: {ended.upper()} {date.upper()}\n\nWhat is said here of {c.words.products[2]}, of orders to come and of "
        f"{c.words.risks[-1]} looks ahead and may turn out otherwise. Amounts are given {stated}; the statements are {audited}.\n"
        f"Released on {_released(report)} by {secretary}, secretary.\n\n",
    )
    sheet.add(forms[cover_form(c)])


def _quote(report: Report) -> str:
    """Return what the chief executive says on a cover."""
    c, draw = report.company, report.draw.fork("quote")
    one, two = draw.sample(c.words.products, 2)
    customers, segment = draw.pick(c.words.customers), draw.pick(c.words.segments)
    return draw.pick((
        f'"Sales were {_went(report)}, and {one} had its part in it."', f'"We are known for {one}; it is {two} that kept us busy."',
        f'"What {customers} ask for changes, and so do we."', f'"The {segment} line had most of our attention."',
        f'"Sales were {_went(report)}: read on for the reasons."',
    ))  # fmt: skip


def cover_zh(report: Report, sheet: Sheet) -> None:
    """Write a Chinese cover with its 重要内容提示."""
    c, year = report.company, report.year
    kind = ("第一季度报告", "半年度报告", "第三季度报告", "年度报告")[report.quarter - 1]
    audited = "已经审计" if report.quarter == _ANNUAL else "未经审计"
    unit = report.unit.key
    form = cover_form(c)
    head = f"{c.name}{year}年{kind}\n" if form % 2 else f"{c.name}\n{year}年{kind}\n"
    if report.tokens < _SHORT:
        sheet.add(f"{head}证券简称：{c.title}　报告期末：{report.date()}　金额{report.unit_words()}（人民币），{audited}\n\n")
        return
    code = f"证券代码：{c.code}　　证券简称：{c.title}　　公告编号：{year}-{c.index % 90 + 10:03d}\n\n"
    chair, chief, finance, secretary = c.people[:4]
    forms = (
        f"{code}本公司董事会及全体董事保证本公告内容不存在任何虚假记载、误导性陈述或者重大遗漏，并对其内容的真实性、准确性和完整性承担法律责任。\n\n"
        f"重要内容提示：\n1.公司负责人{chair}、主管会计工作负责人{chief}及会计机构负责人{finance}声明：保证本报告中财务信息的真实、准确、完整。\n"
        f"2.本期财务报表{audited}。\n3.除特别说明外，金额{report.unit_words()}。\n\n",
        f"{code}重要内容提示\n一、董事、监事和高级管理人员均出席了审议本报告的会议，无异议声明。\n二、本报告所载财务数据{audited}，计量单位除另有标注外均为人民币{unit}。\n"
        f"三、本报告期末总股本{c.shares:,}股，注册地为{c.seat}。\n\n",
        f"（{c.seat}）\n{code}重要提示：{chair}（董事长）、{finance}（财务总监）保证财务报表真实、完整。报表{audited}；金额以人民币{unit}列示。投资者应当关注本报告全文，"
        f"对“{c.words.risks[0]}”等事项保持必要的风险意识。\n\n",
        f"股票简称　{c.title}\n股票代码　{c.code}\n办公地址　{c.seat}\n董事会秘书　{secretary}\n\n本报告期自{year}年1月1日至{report.date()}，财务报告{audited}，"
        f"报表{report.unit_words()}（币种：人民币）。\n\n",
        f"{code}释义：本报告中，“公司”“{c.brand}”均指{c.name}；“报告期”指{year}年1月1日至{report.date()}；“元、千元、万元”指人民币相应单位，本报告表格使用{unit}。\n"
        f"财务报表{audited}。\n\n",
        f"{code}公司简介\n公司主营{c.words.products[0]}、{c.words.products[1]}等业务，总部位于{c.seat}。法定代表人{chair}，总经理{chief}。报告期内营业收入{_went(report)}。\n"
        f"财务数据{audited}，如无特别注明，金额{report.unit_words()}。\n\n",
        f"{code}致股东：\n报告期内，公司营业收入{_went(report)}，{c.words.segments[0]}、{c.words.segments[1]}等业务的情况详见下文。本报告涉及的{c.words.risks[-1]}等前瞻性表述不构成承诺。\n"
        f"董事长：{chair}\n财务报表{audited}，金额{report.unit_words()}。\n\n",
        f"股票代码　{c.code}　股票简称　{c.title}\n联系人　{secretary}（董事会秘书）\n主要往来银行　{c.others['bank'][0]}\n期末总股本　{c.shares:,}股\n\n"
        f"财务报表{audited}，以人民币{unit}列示。\n\n",
    )  # fmt: skip
    sheet.add(head + forms[form])
