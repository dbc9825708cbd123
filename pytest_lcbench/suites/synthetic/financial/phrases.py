"""Questions, instructions and gold sentences in our own words, several wordings for each."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from pytest_lcbench.suites.synthetic.draw import Draw

_INSTRUCTION = {
    "en": (
        "Use only the reports above. Take consolidated figures of the group unless the question says otherwise. Reports print in different units; "
        "mind the unit above each table. Companies call the same line by different names. A cost or a payment counts as a positive amount, a loss or "
        "an outflow as a negative one. If a later report restates a figure, the period's own report decides.",
        "Answer from the reports shown and from nothing else. Unless told otherwise the group's consolidated statements count, not those of the parent "
        "alone, of a segment or of one site. Amounts are printed in dollars, thousands or millions depending on the company, and lines bear various names. "
        "Treat expenses and payments as positive, losses and net outflows as negative. For a period with a report of its own, its own report counts.",
        "Base the answer on these reports alone. The consolidated figures are meant. Watch the units, which differ from report to report, the columns "
        "(quarter, year to date, year before) and the names of lines, which are not the same everywhere. Expenses and payments are given without a minus; "
        "losses and net outflows with one. Ignore later restatements of what a period's own report says.",
    ),
    "zh": (
        "请仅根据以上报告作答。除题目另有说明外，一律采用合并报表口径；各公司报表的计量单位、项目名称不尽相同，请注意换算和辨认。费用和支付类项目按正数计，亏损和净流出按负数计。"
        "以后报告对以前期间的重述不予考虑，以该期间自身报告为准。",
        "答案只能来自上面给出的报告。数据取合并口径，不取母公司、分部或单个基地的数据。注意区分本期与上年同期、期末与年初，以及元、千元、万元等单位。成本费用、付款项目写成正数，"
        "亏损或净流出写成负数；各期间以其本身的报告为准。",
        "请依据所列报告回答，不要使用其他信息。合并报表数据为准；不同公司对同一项目的叫法和列报单位可能不同。支出类金额不带负号，亏损或现金净流出带负号。若后续报告重述了前期数据，仍以前期报告原数为准。",
    ),
}


def instruction(language: str, draw: Draw) -> str:
    """Return how to answer."""
    return draw.pick(_INSTRUCTION[language])


def spotlight(language: str, draw: Draw, name: str, what: str, when: str, unit: str) -> str:
    """Ask for one figure of the company *name*."""
    if language == "zh":
        return draw.pick((
            f"{name}{when}的“{what}”是多少{unit}？只需给出数字。",
            f"按合并口径，{when}{name}的{what}为多少？请以{unit}为单位作答，只写数字。",
            f"请查明{name}在{when}的{what}（单位：{unit}），只写金额。",
        ))  # fmt: skip
    return draw.pick((
        f"What figure does {name} show for '{what}' {when}, in {unit}? Give the figure only.",
        f"For {name}, give the {what} {when}. State it in {unit}, as a figure and nothing else.",
        f"How much did the {what} of {name} amount to {when}? Answer with one figure, in {unit}.",
    ))  # fmt: skip


_RANKS_EN = {("first", True): "the highest", ("first", False): "the lowest", ("second", True): "the second highest",
             ("second", False): "the second lowest", ("third", True): "the third highest", ("third", False): "the third lowest"}  # fmt: skip
_RANKS_ZH = {("first", True): "最高", ("first", False): "最低", ("second", True): "第二高", ("second", False): "第二低（即倒数第二）",
             ("third", True): "第三高", ("third", False): "第三低（即倒数第三）"}  # fmt: skip


def extremum(language: str, draw: Draw, what: str, when: str, kind: str, *, high: bool) -> str:
    """Ask which company is at an end."""
    if language == "zh":
        if kind == "both":
            return draw.pick((f"比较各公司{when}的{what}，最高的和最低的分别是哪家？请给出两家公司名称。",
                              f"{when}，哪家公司的“{what}”居首，哪家垫底？请写出这两家公司。"))  # fmt: skip
        if kind == "two":
            end = "最高" if high else "最低"
            return draw.pick((f"{when}“{what}”{end}的两家公司是哪两家？", f"请找出{when}{what}{end}的两家公司，只写公司名称。"))
        rank = _RANKS_ZH[kind, high]
        return draw.pick(
            (
                f"{when}“{what}”{rank}的公司是哪一家？只写公司名称。",
                f"把各公司{when}的{what}换算到同一口径后，哪家{rank}？只需回答公司名称。",
            )
        )
    if kind == "both":
        return draw.pick((f"Compare the {what} of the companies {when}. Which company has the highest and which the lowest? Name both.",
                          f"Which two companies stand at the two ends, highest and lowest, by '{what}' {when}? Give both names."))  # fmt: skip
    if kind == "two":
        end = "highest" if high else "lowest"
        return draw.pick((f"Which two companies show the {end} {what} {when}? Give the two names only.",
                          f"Name the two companies with the {end} '{what}' {when}."))  # fmt: skip
    rank = _RANKS_EN[kind, high]
    return draw.pick((f"Which company had {rank} {what} {when}? Give its name only.",
                      f"Brought to the same unit, {rank} '{what}' {when} belongs to which company? Answer with its name."))  # fmt: skip


def sequence(language: str, draw: Draw, what: str, when: str, unit: str, kind: str, names: Sequence[str], *, high: bool) -> str:
    """Ask for names or figures in an order."""
    if language == "zh":
        way = "从高到低" if high else "从低到高"
        if kind == "names":
            return draw.pick(
                (
                    f"请将上述公司按{when}的{what}{way}排列，只写公司名称，用分号分隔。",
                    f"按{when}“{what}”的大小，{way}依次写出全部公司名称（分号分隔）。",
                )
            )
        if kind == "top":
            end = "最高" if high else "最低"
            return f"{when}“{what}”{end}的{len(names)}家公司是哪些？请{way}依次写出公司名称，用分号分隔。"
        form = f"格式为“公司名称：金额”，金额单位为{unit}，每行一家。"
        if kind == "given":
            return f"请按以下顺序列出各公司{when}的{what}：{'、'.join(names)}。{form}"
        return draw.pick((f"请{way}列出各公司{when}的{what}。{form}", f"{when}各公司的“{what}”是多少？请按金额{way}列示，{form}"))
    way = "decreasing" if high else "increasing"
    if kind == "names":
        return draw.pick((f"List the companies in {way} order of their {what} {when}. Names only, separated by semicolons.",
                          f"Put all companies in {way} order by '{what}' {when} and give the names, divided by semicolons."))  # fmt: skip
    if kind == "top":
        end = "highest" if high else "lowest"
        return f"Which {len(names)} companies have the {end} '{what}' {when}? List their names in {way} order, separated by semicolons."
    form = f"Use the form 'Company: figure', one company on each line, figures in {unit}."
    if kind == "given":
        return f"Give the {what} {when} for each company in this order: {'; '.join(names)}. {form}"
    return draw.pick(
        (
            f"List the {what} of each company {when} in {way} order. {form}",
            f"In {way} order, what figure does every company show for '{what}' {when}? {form}",
        )
    )


def in_range(language: str, draw: Draw, what: str, when: str, unit: str, lower: str, upper: str, *, how_many: bool) -> str:
    """Ask which, or how many, companies lie between *lower* and *upper*; one of them may be empty."""
    if language == "zh":
        suffix = "" if unit == "%" else unit
        low, top = f"{lower}{suffix}", f"{upper}{suffix}"
        limits = f"介于{low}与{top}之间" if lower and upper else f"高于{low}" if lower else f"低于{top}"
        if how_many:
            return f"{when}，有几家公司的{what}{limits}？只写家数。"
        return draw.pick(
            (
                f"{when}，哪些公司的“{what}”{limits}？请列出公司名称，用分号分隔，顺序不限。",
                f"请找出{when}的{what}{limits}的公司，只写名称，分号分隔。",
            )
        )
    suffix = "" if unit == "%" else _spaced(unit)
    low, top = f"{lower}{suffix}", f"{upper}{suffix}"
    limits = f"between {low} and {top}" if lower and upper else f"above {low}" if lower else f"below {top}"
    if how_many:
        return f"How many of the companies show a figure {limits} for '{what}' {when}? Give the number only."
    return draw.pick((f"Which companies had a figure {limits} for {what} {when}? List the names in any order, separated by semicolons.",
                      f"Name every company whose figure for '{what}' {when} lies {limits}. Names only, separated by semicolons."))  # fmt: skip


def _spaced(unit: str) -> str:
    """Write ``thousands of dollars`` as it follows a figure."""
    return f" {unit.replace('thousands of', 'thousand').replace('millions of', 'million')}"


_LABELS = {
    "en": (
        ("top band", "upper band", "lower band", "bottom band", "last band"), ("group A", "group B", "group C", "group D", "group E"),
        ("peak", "strong", "middling", "weak", "marginal"), ("first tier", "second tier", "third tier", "fourth tier", "fifth tier"),
    ),
    "zh": (
        ("甲组", "乙组", "丙组", "丁组", "戊组"), ("第一档", "第二档", "第三档", "第四档", "第五档"), ("高位", "次高", "居中", "偏低", "低位"),
        ("领先组", "较高组", "中间组", "较低组", "末位组"),
    ),
}  # fmt: skip


def labels(language: str, draw: Draw, count: int) -> list[str]:
    """Return names of *count* groups, the highest first."""
    return list(draw.pick(_LABELS[language])[:count])


def groups(language: str, draw: Draw, what: str, when: str, unit: str, bands: Sequence[tuple[str, str, str]]) -> str:
    """Ask to sort the companies into *bands*: label, lower limit, upper limit, of which one may be empty."""
    if language == "zh":
        suffix = "" if unit == "%" else unit
        parts = [f"{label}（{_band_zh(low, top, suffix)}）" for label, low, top in bands]
        tail = "请以JSON作答，键为组名，值为公司名称列表；没有公司的组给出空列表。"
        return draw.pick(
            (
                f"请根据{when}的{what}，将上述公司划分成：{'、'.join(parts)}。{tail}",
                f"按{when}的“{what}”对各公司分组，分为：{'、'.join(parts)}。{tail}",
            )
        )
    suffix = "" if unit == "%" else _spaced(unit)
    parts = [f"{label} ({_band_en(low, top, suffix)})" for label, low, top in bands]
    tail = "Answer as JSON with the group names as keys and lists of company names as values; a group without companies gets an empty list."
    return draw.pick((f"Sort the companies by {what} {when} into the following groups: {', '.join(parts)}. {tail}",
                      f"By '{what}' {when}, which company belongs where? Use the following groups: {', '.join(parts)}. {tail}"))  # fmt: skip


def _band_en(low: str, top: str, suffix: str) -> str:
    if low and top:
        return f"at least {low} but less than {top}{suffix}"
    return f"{low}{suffix} or more" if low else f"less than {top}{suffix}"


def _band_zh(low: str, top: str, suffix: str) -> str:
    if low and top:
        return f"{low}{suffix}及以上且不足{top}{suffix}"
    return f"{low}{suffix}及以上" if low else f"不足{top}{suffix}"


_SPANS_ZH = ("第一季度", "上半年", "前三季度", "全年")
_QUARTERS_EN = ("first", "second", "third", "fourth")
_DATES_EN = ("31 March", "30 June", "30 September", "31 December")
_DATES_ZH = ("3月31日", "6月30日", "9月30日", "12月31日")


def looking_back(language: str, when: str, column: str) -> str:
    """Return the period *when*, with a remark if it is not the reports' own, and the column beside theirs is meant."""
    if column != "open" and not column.endswith(".prior"):
        return when
    if language == "zh":
        remark = "年初数" if column == "open" else "上年同期数"
        return f"{when[:-1]}，{remark}）" if when.endswith("）") else f"{when}（{remark}）"
    remark = "the opening balance" if column == "open" else "the year-earlier figure"
    return f"{when[:-1]}, {remark})" if when.endswith(")") else f"{when} ({remark})"


def title_period(language: str, year: int, quarter: int) -> str:
    """Return the period of a report as its title names it."""
    if language == "zh":
        return f"{year}{('年第一季度', '年半年度', '年第三季度', '年度')[quarter - 1]}"
    return f"Q{quarter} {year}"


def period(language: str, year: int, quarter: int, column: str, *, yearly: bool) -> str:
    """Return a period or date as a gold sentence names it."""
    if language == "zh":
        if column == "end":
            return f"{year}年{_DATES_ZH[quarter - 1]}"
        return f"{year}年{_SPANS_ZH[quarter - 1]}" if quarter != 4 else f"{year}年"  # noqa: PLR2004 - the whole year
    if column == "end":
        return f"{_DATES_EN[quarter - 1]} {year}"
    if yearly and column == "ytd" and quarter > 1:
        return ("", f"first half of {year}", f"nine months to {_DATES_EN[2]} {year}", f"{year}")[quarter - 1]
    return f"Q{quarter} {year}"


def over_time(language: str, draw: Draw, name: str, what: str, span: tuple[str, str], unit: str, *, yearly: bool, flow: bool) -> str:
    """Ask how a figure went from the first to the last report."""
    if language == "zh":
        each = f"各年{'同期（年初至报告期末累计）' if flow else '同期期末'}" if yearly else "各报告期末"
        return draw.pick((
            f"从{span[0]}报告到{span[1]}报告，{name}的“{what}”呈现怎样的变化趋势？请列出{each}的具体金额（单位：{unit}）。",
            f"根据{name}{span[0]}至{span[1]}的各份报告，{what}是如何变化的？请说明趋势，并按{each}逐一给出数字，以{unit}为单位。",
        ))  # fmt: skip
    each = ("each year's same period (the year to date)" if flow else "the end of the same quarter of each year") if yearly else (
        "each quarter alone" if flow else "each quarter's end")  # fmt: skip
    return draw.pick((
        f"What trend does the '{what}' of {name} show from the report for {span[0]} to that for {span[1]}? Give the figure for {each}, in {unit}.",
        f"Going through the reports of {name} from {span[0]} to {span[1]}: what is the trend of its {what}? List the figures for {each} in {unit} and say where it rose or fell.",
    ))  # fmt: skip


def which_period(
    language: str, draw: Draw, name: str, what: str, span: tuple[str, str], unit: str, *, yearly: bool, high: bool, flow: bool
) -> str:
    """Ask in which period a figure was highest or lowest."""
    if language == "zh":
        which = "哪一年" if yearly else "哪个季度"
        end = "最高" if high else "最低"
        kind = "同期累计" if yearly and flow else "期末"
        return draw.pick((f"{span[0]}至{span[1]}的各份报告中，{name}的{what}（{kind}）在{which}{end}？请同时给出金额（{unit}）。",
                          f"{name}的“{what}”在{which}{end}（考察范围：{span[0]}至{span[1]}，按{kind}数）？并写出该数，单位{unit}。"))  # fmt: skip
    which = "which year" if yearly else "which quarter"
    end = "highest" if high else "lowest"
    kind = ("over the year to date" if yearly else "in the quarter alone") if flow else "at its end"
    return draw.pick((f"Taken {kind}, in {which} from {span[0]} to {span[1]} did the {what} of {name} come out {end}? Name it with the figure in {unit}.",
                      f"By the reports from {span[0]} to {span[1]}, in {which} did the '{what}' of {name} ({kind}) stand {end}? Add the figure, in {unit}."))  # fmt: skip


def which_gold(language: str, label: str, figure: str, unit: str) -> str:
    """State the period that was asked for, with its figure."""
    return f"{label}，为{figure}{unit}" if language == "zh" else f"{label}, with {figure}{_spaced(unit)}"


def trend(language: str, what: str, periods: Sequence[str], figures: Sequence[str], values: Sequence[Fraction], unit: str) -> str:
    """State how a figure went: overall, and period by period."""
    ups = [later > earlier for earlier, later in pairwise(values)]
    if language == "zh":
        way = "持续上升" if all(ups) else "持续下降" if not any(ups) else "有升有降"
        listed = "；".join(f"{period}为{figure}{unit}" for period, figure in zip(periods, figures, strict=True))
        return f"{what}{way}。{listed}。"
    way = "rose throughout" if all(ups) else "fell throughout" if not any(ups) else "went up and down"
    suffix = _spaced(unit)
    listed = "; ".join(f"{period}: {figure}{suffix}" for period, figure in zip(periods, figures, strict=True))
    return f"The {what} {way}. {listed}."
