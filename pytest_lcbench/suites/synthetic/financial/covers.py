"""The first page of a report."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.financial.report import Report
from pytest_lcbench.suites.synthetic.financial.sheet import Sheet

_QUARTERS = ("first quarter", "second quarter and first half", "third quarter and nine months", "fourth quarter and year")
_ENDED = ("quarter ended", "half-year ended", "nine months ended", "year ended")


def cover_en(report: Report, sheet: Sheet) -> None:
    """Write an English cover: who, which period, which unit; longer ones with addresses and formal statements."""
    c, year = report.company, report.year
    ended, date, unit = _ENDED[report.quarter - 1], report.date(), report.unit_words()
    short = report.tokens < 1_000  # noqa: PLR2004 - no room for formalities
    audited = "audited" if report.quarter == 4 else "unaudited"  # noqa: PLR2004 - the annual report
    form = c.skeleton % 6
    if short:
        sheet.add(
            f"{c.name}\n{_QUARTERS[report.quarter - 1].capitalize()} of {year}, {ended} {date}. {unit[0].upper()}{unit[1:]}; {audited}.\n\n"
        )
        return
    if form == 0:
        sheet.add(f"FORM Q-{report.quarter}\nPERIODIC REPORT FOR THE {ended.upper()} {date.upper()}\n\n{c.name}\n(name of the reporting company as in its charter)\n\n"
                  f"{c.seat}; file number {c.code}-{c.index + 4100}\nOrdinary shares outstanding: {c.shares:,}\n\n"
                  f"All statements are {audited} and {unit}, except figures per share.\n\n")  # fmt: skip
    elif form == 1:
        sheet.add(f"{c.name}\nInterim report, {_QUARTERS[report.quarter - 1]} of {year}\nRegistered office: {c.seat}. Ticker: {c.code}. "
                  f"Chair: {c.people[0]}. Chief executive: {c.people[1]}.\nFigures are {unit} unless a table says otherwise; {audited}.\n\n")  # fmt: skip
    elif form == 2:  # noqa: PLR2004 - one of six forms
        sheet.add(f'Announcement of results\n{c.seat}, {date}\n\n{c.name} ("{c.brand}") presents its {audited} figures for the {ended} {date}. '
                  f"{c.people[1]}, chief executive, and {c.people[2]}, finance director, answer for them. {c.shares:,} shares are in issue. "
                  f"Tables are {unit}.\n\n")  # fmt: skip
    elif form == 3:  # noqa: PLR2004
        sheet.add(f'{c.brand.upper()} | {year} | Q{report.quarter}\n{c.name}, {c.seat}\n\n"We make {c.words.products[0]} and {c.words.products[1]}; '
                  f'here is how we fared." {c.people[1]}, chief executive\n\nPeriod: {ended} {date}. Unit: {unit}. Status: {audited}.\n\n')  # fmt: skip
    elif form == 4:  # noqa: PLR2004
        sheet.add(f"To the shareholders of {c.name}\n\nDear shareholders, this report covers the {ended} {date}. Your company has {c.shares:,} shares "
                  f"outstanding. The statements are {audited}, and amounts stand {unit}.\n{c.people[0]}, chair\n\n")  # fmt: skip
    else:
        sheet.add(f"CONDENSED CONSOLIDATED FINANCIAL REPORT\nCompany: {c.name}\nPeriod: {ended} {date}\nPresentation: {unit}, {audited}\n"
                  f"Shares outstanding at {date}: {c.shares:,}\nContact: {c.people[3]}, secretary, {c.seat}\n\n")  # fmt: skip


def cover_zh(report: Report, sheet: Sheet) -> None:
    """Write a Chinese cover with its 重要内容提示."""
    c, year = report.company, report.year
    kind = ("第一季度报告", "半年度报告", "第三季度报告", "年度报告")[report.quarter - 1]
    audited = "已经审计" if report.quarter == 4 else "未经审计"  # noqa: PLR2004 - the annual report
    unit = report.unit.key
    form = c.skeleton % 5
    head = f"{c.name}{year}年{kind}\n" if form % 2 else f"{c.name}\n{year}年{kind}\n"
    if report.tokens < 1_000:  # noqa: PLR2004 - no room for formalities
        sheet.add(f"{head}证券简称：{c.title}　报告期末：{report.date()}　金额{report.unit_words()}（人民币），{audited}\n\n")
        return
    sheet.add(head)
    code = f"证券代码：{c.code}　　证券简称：{c.title}　　公告编号：{year}-{c.index % 90 + 10:03d}\n\n"
    if form == 0:
        sheet.add(f"{code}本公司董事会及全体董事保证本公告内容不存在任何虚假记载、误导性陈述或者重大遗漏，并对其内容的真实性、准确性和完整性承担法律责任。\n\n"
                  f"重要内容提示：\n1.公司负责人{c.people[0]}、主管会计工作负责人{c.people[1]}及会计机构负责人{c.people[2]}声明：保证本报告中财务信息的真实、准确、完整。\n"
                  f"2.本期财务报表{audited}。\n3.除特别说明外，金额{report.unit_words()}。\n\n")  # fmt: skip
    elif form == 1:
        sheet.add(f"{code}重要内容提示\n一、董事、监事和高级管理人员均出席了审议本报告的会议，无异议声明。\n二、本报告所载财务数据{audited}，计量单位除另有标注外均为人民币{unit}。\n"
                  f"三、本报告期末总股本{c.shares:,}股，注册地为{c.seat}。\n\n")  # fmt: skip
    elif form == 2:  # noqa: PLR2004 - one of five forms
        sheet.add(f"（{c.seat}）\n{code}重要提示：{c.people[0]}（董事长）、{c.people[1]}（财务总监）保证财务报表真实、完整。报表{audited}；金额以人民币{unit}列示。投资者应当关注本报告全文，"
                  f"对“{c.words.risks[0]}”等事项保持必要的风险意识。\n\n")  # fmt: skip
    elif form == 3:  # noqa: PLR2004
        sheet.add(f"股票简称　{c.title}\n股票代码　{c.code}\n办公地址　{c.seat}\n董事会秘书　{c.people[3]}\n\n本报告期自{year}年1月1日至{report.date()}，财务报告{audited}，"
                  f"报表{report.unit_words()}（币种：人民币）。\n\n")  # fmt: skip
    else:
        sheet.add(f"{code}释义：本报告中，“公司”“{c.brand}”均指{c.name}；“报告期”指{year}年1月1日至{report.date()}；“元、千元、万元”指人民币相应单位，本报告表格使用{unit}。\n"
                  f"财务报表{audited}。\n\n")  # fmt: skip
