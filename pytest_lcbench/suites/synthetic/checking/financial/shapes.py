"""The sentences in which a question is asked, by what they ask for.

``one``: a figure of one company; ``rank``: the company at a place; ``ends``: the highest and the lowest; ``pair``: the two highest
or lowest; ``given``, ``listed``, ``named``: lists in the order given, by figure with figures, by figure; ``count``, ``range``:
companies in a range; ``groups``: companies by range; ``series``, ``peak``: a trend, and where it stands out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pytest_lcbench.suites.synthetic.checking.financial.periods import DATE, ZH_DATE

_EN_WHEN = (
    rf"(?:(?:at|from) (?P<day>{DATE})(?: to (?P<later>{DATE}))?"
    r"|in (?P<span>the (?:first|second|third|fourth) quarter of \d{4}(?: \(the three months alone(?:\)|(?=, the year)))?"
    r"|the first (?:six|nine) months of \d{4}|the whole year of \d{4}))"
    r"(?P<back>(?: \(|, )(?:the opening balance|the year-earlier figure)\))?"
)
_ZH_WHEN = (
    rf"(?:(?P<day>{ZH_DATE})(?:至(?P<later>{ZH_DATE}))?|(?P<span>\d{{4}}年(?:第一季度|(?:上半年（1-6月累计|前三季度（1-9月累计)(?:）|(?=，上年))|全年)))"
    "(?P<back>[（，](?:年初数|上年同期数)）)?"
)
_EN_FIRM = "(?P<company>[A-Z].+?)"
_EN_WHAT = "(?:'(?P<quoted>.+?)'|(?P<what>.+?))"
_ZH_WHAT = "(?:“(?P<quoted>.+?)”|(?P<what>.+?))"
_EN_UNIT = r"(?:(?P<unit>thousands|millions) of )?dollars"
_ZH_UNIT = "(?P<unit>百万|万|千|)元"
_EN_AMOUNT = r"-?[\d,]+(?:\.\d+)?(?:(?: thousand| million)? dollars|%)"
_ZH_AMOUNT = r"-?[\d,]+(?:\.\d+)?(?:(?:百万|万|千)?元|%)"
_EN_LINES = rf"Use the form 'Company: figure', one company on each line, figures in {_EN_UNIT}\."
_ZH_LINES = rf"格式为“公司名称：金额”，金额单位为{_ZH_UNIT}，每行一家。"
_EN_COND = rf"(?P<cond>above {_EN_AMOUNT}|below {_EN_AMOUNT}|between {_EN_AMOUNT} and {_EN_AMOUNT})"
_ZH_COND = rf"(?P<cond>高于{_ZH_AMOUNT}|低于{_ZH_AMOUNT}|介于{_ZH_AMOUNT}与{_ZH_AMOUNT}之间)"
_EN_RANK = "(?P<rank>(?:second |third |fourth |)(?:highest|lowest))"
_ZH_RANK = "(?P<rank>(?:第[二三四])?[高低](?:（即倒数第[二三四]）)?|最[高低])"
_EN_DIR = "(?P<dir>increasing|decreasing)"
_ZH_DIR = "(?P<dir>从低到高|从高到低)"
_JSON = (
    "Answer as JSON with the group names as keys and lists of company names as values; a group without companies gets an empty list."
)
_ZH_JSON = "请以JSON作答，键为组名，值为公司名称列表；没有公司的组给出空列表。"
_EN_SERIES = r"Q(?P<q1>\d) (?P<y1>\d{4})"
_EN_SERIES_END = r"Q(?P<q2>\d) (?P<y2>\d{4})"
_EN_MODE = (
    r"(?P<mode>each quarter alone|each quarter's end|each year's same period \(the year to date\)"
    r"|the end of the same quarter of each year|at its end|in the quarter alone|over the year to date)"
)
_ZH_REPORT = "(?:年第一季度|年半年度|年第三季度|年度)"
_ZH_MODE = "(?P<mode>各报告期末|各年同期期末|各年同期（年初至报告期末累计）|期末数|同期累计数|期末|同期累计)"

_SHAPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "one": (
            rf"What figure does {_EN_FIRM} show for {_EN_WHAT} {_EN_WHEN},? in {_EN_UNIT}\? Give the figure only\.",
            rf"How much did the {_EN_WHAT} of {_EN_FIRM} amount to {_EN_WHEN}\? Answer with one figure, in {_EN_UNIT}\.",
            rf"For {_EN_FIRM}, give the {_EN_WHAT} {_EN_WHEN}\. State it in {_EN_UNIT}, as a figure and nothing else\.",
        ),
        "rank": (
            rf"Brought to the same unit, the {_EN_RANK} {_EN_WHAT} {_EN_WHEN} belongs to which company\? Answer with its name\.",
            rf"Which company had the {_EN_RANK} {_EN_WHAT} {_EN_WHEN}\? Give its name only\.",
        ),
        "ends": (
            rf"Compare the {_EN_WHAT} of the companies {_EN_WHEN}\. Which company has the highest and which the lowest\? Name both\.",
            rf"Which two companies stand at the two ends, highest and lowest, by {_EN_WHAT} {_EN_WHEN}\? Give both names\.",
        ),
        "pair": (
            rf"Name the two companies with the (?P<rank>highest|lowest) {_EN_WHAT} {_EN_WHEN}\.",
            rf"Which two companies show the (?P<rank>highest|lowest) {_EN_WHAT} {_EN_WHEN}\? Give the two names only\.",
        ),
        "given": (rf"Give the {_EN_WHAT} {_EN_WHEN} for each company in this order: (?P<order>.+?)\. {_EN_LINES}",),
        "listed": (
            rf"In {_EN_DIR} order, what figure does every company show for {_EN_WHAT} {_EN_WHEN}\? {_EN_LINES}",
            rf"List the {_EN_WHAT} of each company {_EN_WHEN} in {_EN_DIR} order\. {_EN_LINES}",
        ),
        "named": (
            rf"List the companies in {_EN_DIR} order of their {_EN_WHAT} {_EN_WHEN}\. Names only, separated by semicolons\.",
            rf"Put all companies in {_EN_DIR} order by {_EN_WHAT} {_EN_WHEN} and give the names, divided by semicolons\.",
            (
                rf"Which (?P<first>\d+) companies have the (?P<rank>highest|lowest) {_EN_WHAT} {_EN_WHEN}\?"
                rf" List their names in {_EN_DIR} order, separated by semicolons\."
            ),
        ),
        "count": (rf"How many of the companies show a figure {_EN_COND} for {_EN_WHAT} {_EN_WHEN}\? Give the number only\.",),
        "range": (
            rf"Name every company whose figure for {_EN_WHAT} {_EN_WHEN} lies {_EN_COND}\. Names only, separated by semicolons\.",
            (
                rf"Which companies had a figure {_EN_COND} for {_EN_WHAT} {_EN_WHEN}\?"
                r" List the names in any order, separated by semicolons\."
            ),
        ),
        "groups": (
            rf"By {_EN_WHAT} {_EN_WHEN}, which company belongs where\? Use the following groups: (?P<groups>.+?)\. {re.escape(_JSON)}",
            rf"Sort the companies by {_EN_WHAT} {_EN_WHEN} into the following groups: (?P<groups>.+?)\. {re.escape(_JSON)}",
        ),
        "series": (
            (
                rf"What trend does the {_EN_WHAT} of {_EN_FIRM} show from the report for {_EN_SERIES} to that for {_EN_SERIES_END}\?"
                rf" Give the figure for {_EN_MODE}, in {_EN_UNIT}\."
            ),
            (
                rf"Going through the reports of {_EN_FIRM} from {_EN_SERIES} to {_EN_SERIES_END}: what is the trend of its {_EN_WHAT}\?"
                rf" List the figures for {_EN_MODE} in {_EN_UNIT} and say where it rose or fell\."
            ),
        ),
        "peak": (
            (
                rf"By the reports from {_EN_SERIES} to {_EN_SERIES_END}, in which (?P<step>quarter|year)"
                rf" did the {_EN_WHAT} of {_EN_FIRM}"
                rf" \({_EN_MODE}\) stand (?P<rank>highest|lowest)\? Add the figure, in {_EN_UNIT}\."
            ),
            (
                rf"Taken {_EN_MODE}, in which (?P<step>quarter|year) from {_EN_SERIES} to {_EN_SERIES_END}"
                rf" did the {_EN_WHAT} of {_EN_FIRM} come out (?P<rank>highest|lowest)\? Name it with the figure in {_EN_UNIT}\."
            ),
        ),
    },
    "zh": {
        "one": (
            rf"(?P<company>.+?){_ZH_WHEN}的{_ZH_WHAT}是多少{_ZH_UNIT}？只需给出数字。",
            rf"按合并口径，{_ZH_WHEN}(?P<company>.+?)的{_ZH_WHAT}为多少？请以{_ZH_UNIT}为单位作答，只写数字。",
            rf"请查明(?P<company>.+?)在{_ZH_WHEN}的{_ZH_WHAT}（单位：{_ZH_UNIT}），只写金额。",
        ),
        "rank": (
            rf"{_ZH_WHEN}{_ZH_WHAT}{_ZH_RANK}的公司是哪一家？只写公司名称。",
            rf"把各公司{_ZH_WHEN}的{_ZH_WHAT}换算到同一口径后，哪家{_ZH_RANK}？只需回答公司名称。",
        ),
        "ends": (
            rf"{_ZH_WHEN}，哪家公司的{_ZH_WHAT}居首，哪家垫底？请写出这两家公司。",
            rf"比较各公司{_ZH_WHEN}的{_ZH_WHAT}，最高的和最低的分别是哪家？请给出两家公司名称。",
        ),
        "pair": (
            rf"{_ZH_WHEN}{_ZH_WHAT}(?P<rank>最[高低])的两家公司是哪两家？",
            rf"请找出{_ZH_WHEN}{_ZH_WHAT}(?P<rank>最[高低])的两家公司，只写公司名称。",
        ),
        "given": (rf"请按以下顺序列出各公司{_ZH_WHEN}的{_ZH_WHAT}：(?P<order>.+?)。{_ZH_LINES}",),
        "listed": (
            rf"{_ZH_WHEN}各公司的{_ZH_WHAT}是多少？请按金额{_ZH_DIR}列示，{_ZH_LINES}",
            rf"请{_ZH_DIR}列出各公司{_ZH_WHEN}的{_ZH_WHAT}。{_ZH_LINES}",
        ),
        "named": (
            rf"按{_ZH_WHEN}{_ZH_WHAT}的大小，{_ZH_DIR}依次写出全部公司名称（分号分隔）。",
            rf"请将上述公司按{_ZH_WHEN}的{_ZH_WHAT}{_ZH_DIR}排列，只写公司名称，用分号分隔。",
            rf"{_ZH_WHEN}{_ZH_WHAT}(?P<rank>最[高低])的(?P<first>\d+)家公司是哪些？请{_ZH_DIR}依次写出公司名称，用分号分隔。",
        ),
        "count": (rf"{_ZH_WHEN}，有几家公司的{_ZH_WHAT}{_ZH_COND}？只写家数。",),
        "range": (
            rf"{_ZH_WHEN}，哪些公司的{_ZH_WHAT}{_ZH_COND}？请列出公司名称，用分号分隔，顺序不限。",
            rf"请找出{_ZH_WHEN}的{_ZH_WHAT}{_ZH_COND}的公司，只写名称，分号分隔。",
        ),
        "groups": (
            rf"按{_ZH_WHEN}的{_ZH_WHAT}对各公司分组，分为：(?P<groups>.+?)。{_ZH_JSON}",
            rf"请根据{_ZH_WHEN}的{_ZH_WHAT}，将上述公司划分成：(?P<groups>.+?)。{_ZH_JSON}",
        ),
        "series": (
            (
                rf"从(?P<r1>\d{{4}}{_ZH_REPORT})报告到(?P<r2>\d{{4}}{_ZH_REPORT})报告，(?P<company>.+?)的{_ZH_WHAT}呈现怎样的变化趋势？"
                rf"请列出{_ZH_MODE}的具体金额（单位：{_ZH_UNIT}）。"
            ),
            (
                rf"根据(?P<company>.+?)(?P<r1>\d{{4}}{_ZH_REPORT})至(?P<r2>\d{{4}}{_ZH_REPORT})的各份报告，{_ZH_WHAT}是如何变化的？"
                rf"请说明趋势，并按{_ZH_MODE}逐一给出数字，以{_ZH_UNIT}为单位。"
            ),
        ),
        "peak": (
            (
                rf"(?P<company>.+?)的{_ZH_WHAT}在哪(?P<step>一年|个季度)(?P<rank>最[高低])（考察范围：(?P<r1>\d{{4}}{_ZH_REPORT})"
                rf"至(?P<r2>\d{{4}}{_ZH_REPORT})，按{_ZH_MODE}）？并写出该数，单位{_ZH_UNIT}。"
            ),
            (
                rf"(?P<r1>\d{{4}}{_ZH_REPORT})至(?P<r2>\d{{4}}{_ZH_REPORT})的各份报告中，(?P<company>.+?)的{_ZH_WHAT}（{_ZH_MODE}）"
                rf"在哪(?P<step>一年|个季度)(?P<rank>最[高低])？请同时给出金额（{_ZH_UNIT}）。"
            ),
        ),
    },
}
SHAPES: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]] = {
    language: tuple((shape, re.compile(pattern)) for shape, patterns in shapes.items() for pattern in patterns)
    for language, shapes in _SHAPES.items()
}
"""For each language: the shape of a question, and a pattern that fits all of it."""
