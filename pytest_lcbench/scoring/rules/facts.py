"""Reading (period, figure) facts and directions out of prose, tables and mappings about a development over time."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Final

from pytest_lcbench.scoring.rules.asides import Asides, losses_below, with_units
from pytest_lcbench.scoring.rules.numbers import Figure, find_figures
from pytest_lcbench.scoring.rules.periods import Period, find_periods
from pytest_lcbench.scoring.rules.structures import table_rows
from pytest_lcbench.scoring.rules.text import Sentences


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure and the periods it belongs to.

    Args:
        figure: as the text shows it.
        periods: one; several when they share it; none when the text names none.
        verb: +1 or -1 when the text says that the quantity rose or fell *to* this figure.

    """

    figure: Figure
    periods: tuple[Period, ...]
    verb: int = 0


@dataclass(slots=True)
class Account:
    """What a text says of a development.

    Args:
        levels: figures of the quantity itself.
        changes: by how much it changed (``decreased by 5``, ``106%``).
        asides: figures that are no claim about the quantity: operands of a calculation shown, figures of another, named item.
        up: it says somewhere that the quantity rose.
        down: that it fell.
        flat: that it did not change.
        mixed: that it fluctuated.
        always: +1, -1 when it says that it rose (fell) throughout, else 0.
        overall: +1, -1, 0 for what it says of the whole span.
        periods: every period named.

    """

    levels: list[Fact] = field(default_factory=list)
    changes: list[Fact] = field(default_factory=list)
    asides: list[Fact] = field(default_factory=list)
    up: bool = False
    down: bool = False
    flat: bool = False
    mixed: bool = False
    always: int = 0
    overall: int = 0
    periods: list[Period] = field(default_factory=list)

    @property
    def directed(self) -> bool:
        """Whether it says anything of the direction."""
        return self.up or self.down or self.flat or self.mixed


_UP: Final = (
    r"\b(?:increas(?:e[sd]?|ing|ingly)|r[io]se[ns]?|rising|gr(?:ew|ow(?:s|n|ing"
    r"|th)?)|improv\w+|upward\w*|climb\w*|surg\w+|gain(?:s|ed|ing)?|jump\w*|recover\w*"
    r"|rebound\w*|expand\w*|higher|peaked|up)\b"
    r"|(?<!净)增加|增长|上升|上涨|提升|提高|回升|增至|增到|升至|升到|涨到|涨至|跃升|攀升|上行|走高|增多|扩大|递增|增幅|反弹"
)
_DOWN: Final = (
    r"\b(?:decreas(?:e[sd]?|ing)|declin\w+|f[ae]ll(?:s|en|ing)?|drop(?:s|ped|ping)?"
    r"|reduc\w+|shr[aiu]nk\w*|downward\w*|worsen\w*|plummet\w*|plung\w*|deteriorat\w*"
    r"|lower|contract(?:ed|ion)|down(?! payment)|dip(?:s|ped|ping)?|slump\w*|negative trend)\b"
    r"|(?<!净)减少|下降|下滑|下跌|降低|降至|降到|跌至|跌到|减至|缩减|回落|走低|减弱|递减|降幅|锐减|骤降|收缩"
)
_FLAT: Final = (
    r"\b(?:unchanged|remain(?:s|ed|ing)?\s+(?:\w+\s)?(?:constant|consistent|stable"
    r"|flat|steady|the same|at)|no change|did(?:n't| not) change|(?:stayed|held)\s+(?:\w+\s)?(?:constant"
    r"|the same|flat|steady|at)|constant|same level|has(?:n't| not) changed|no (?:increase"
    r"|decrease))\b"
    r"|不变|没有(?:发生)?(?:任何)?变化|未(?:发生)?(?:任何)?变化|未变|保持(?:稳定|一致|在)|维持(?:在|不变|稳定)|持平|无变化|相同|一致"
)
_MIXED: Final = (
    r"\b(?:fluctuat\w+|volatil\w+|mixed|varied|up and down|ups and downs|inconsistent"
    r"|irregular|not (?:consistent|monoton\w+))\b|波动|起伏|先[^,。;]{0,8}后|有升有降|有增有减"
    r"|不稳定"
)
_DIRECTION: Final = re.compile(f"(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<flat>{_FLAT})|(?P<mixed>{_MIXED})", re.IGNORECASE)
_ALWAYS: Final = re.compile(
    r"\b(?:steadily|consistent(?:ly)?|continu(?:ous(?:ly)?|ally|ed)|every year"
    r"|each year|year over year|consecutive\w*|throughout|monoton\w+|all along)\b"
    r"|逐年|持续|不断|连续|一直|始终|逐步|逐渐|稳步|年年|每年都?",
    re.IGNORECASE,
)
_OVERALL: Final = re.compile(
    r"\b(?:overall|general(?:ly)?|on the whole|in total|in general|as a whole|overall trend)\b"
    r"|总体|整体|总的来[看说]|整体而言|综合来看",
    re.IGNORECASE,
)
_NEGATED: Final = re.compile(
    r"(?:\bnot?\b|n't\b|\bnever\b|\brather than\b|\binstead of\b|不是|没有|并未|未|而非|而不是|不再|并非|无)\W*(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_LOSS_NEAR: Final = re.compile(r"\bloss(?:es)?\b|\bdeficit\b|亏损|负值|\bexpens\w+\s+improv", re.IGNORECASE)
_AFTER: Final = re.compile(
    r"[\s)*(]*(?:thousands?|millions?|loss|gain|profit|shares|元|each|respectively)?[\s)*(]*(?:in"
    r"|for|as of|at|during|by|on|as at|over|at the end of|from|since|at both|in both"
    r"|for both|both|through)?\s*(?:the\s|both\s|year\s|fiscal\s|FY\s?|end of\s"
    r"|years\s|period\s)*[\s*(\['\"]*",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(
    r"[\s*'\"]*(?:\(?[\s*]*(?:至|到|through|until|thru|to|and|-|~|与|和|、|,|,\s?and"
    r"|vs\.?|versus|&)\s*(?:the\s|in\s)?)[\s*'\"]*(?:Annual Reports? to the\s)?",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(r"(?:至|到|\bto\b|through|until|thru|-|~)", re.IGNORECASE)
_EACH: Final = re.compile(r"respectively|分别|依次", re.IGNORECASE)
_VERB_TO: Final = re.compile(
    r"(?:(?P<up>" + _UP + r")|(?P<down>" + _DOWN + r"))[\s\w]{0,14}?(?:\bto\b|\bat\b|\breaching\b|至|到|为|达|,)?[\s*:]*(?:a\s(?:loss"
    r"|profit|gain|peak)\sof\s|negative\s|达到|达|约|approximately\s)?[\s*$-]*$",
    re.IGNORECASE,
)


def read_account(text: str, question: str = "") -> Account:
    """Read what a cleaned *text* says of a development; linear but for sorting. A *question* tells which quantity is meant."""
    account = Account()
    text = _tables_as_lines(with_units(text))
    account.periods = find_periods(text)
    figures = find_figures(text, [(p.start, p.end) for p in account.periods])
    sentences = Sentences(text)
    _read_directions(text, account, sentences)
    groups = _period_groups(text, account.periods)
    figures = [f for f in figures if not _is_count_of_years(text, f)]
    figures = losses_below(text, figures)
    aside = Asides(text, question)
    shared = _distributed(text, groups, figures, sentences)
    previous_end = pending = 0
    starts = [group[0].start for group in groups]
    for figure in figures:
        if figure.start in shared:
            periods: tuple[Period, ...] = (shared[figure.start],)
        else:
            periods = _periods_of(text, figure, groups, starts, sentences)
        gap = text[max(previous_end, figure.start - 60) : figure.start]
        previous_end = figure.end
        verb = 0
        if (said := _VERB_TO.search(gap)) and not figure.loss and not _LOSS_NEAR.search(gap):
            verb = 1 if said["up"] else -1
        if re.search(r"(?:\bfrom\b|从|由)[\s$*-]*$", gap, re.IGNORECASE):
            pending, verb = verb, 0  # "fell from A to B": it is B that lies lower
        elif pending and not verb and re.search(r"\bto\b|至|到", gap):
            verb, pending = pending, 0
        else:
            pending = 0
        bucket = account.changes if figure.change or _is_change(text, figure) else account.levels
        if aside.holds(figure):
            bucket = account.asides
        if len(periods) > 1 and not _RANGE.search(text[periods[0].end : periods[-1].start]):
            bucket.extend(Fact(figure, (period,), verb) for period in periods)  # "in 2019 and 2020"
        else:
            bucket.append(Fact(figure, periods, verb))
    _set_changes_apart(account)
    return account


def _set_changes_apart(account: Account) -> None:
    """Move to the changes what the levels beside it show to be one: a percentage among amounts, a figure for a whole span."""
    amounts = [fact for fact in account.levels if not fact.figure.percent]
    single = {fact.periods[0].key for fact in amounts if len(fact.periods) == 1}
    for fact in list(account.levels):
        span_of_others = len(fact.periods) > 1 and len(single) > 1 and all(period.key in single for period in fact.periods)
        if (fact.figure.percent and len(amounts) * 2 > len(account.levels)) or (span_of_others and not account.flat):
            account.levels.remove(fact)
            account.changes.append(fact)


_CHANGE_WORDS: Final = re.compile(
    r"(?:\b(?:by|change|difference|increase|decrease|growth|decline|reduction"
    r"|drop)\b(?:\s(?:rate|amount))?[^.;,\d]{0,40}|变动额?|变化额?|差额|增幅|降幅|涨幅|增长率?"
    r"|同比|环比|变动幅度)"
    r"(?:\s*(?:of|was|is|by|approximately|about|about|around|roughly|约|为|是|达|额|:|=|a|an|total of))*\s*[*(]*$",
    re.IGNORECASE,
)


def _is_change(text: str, figure: Figure) -> bool:
    before = text[max(0, figure.start - 60) : figure.start]
    before = before[max(before.rfind("\n"), before.rfind("。"), before.rfind(";")) + 1 :]
    after = text[figure.end : figure.end + 14]
    if re.match(r"\s?(?:的)?(?:increase|decrease|growth|decline|drop|reduction|rise)\b", after, re.IGNORECASE):
        return True
    if re.search(r"\b(?:from|to|at|reaching)\W*$|[至到]\W*$", before) or (
        re.search(r"[为达]\W*$", before) and not _CHANGE_NOUN.search(before)
    ):
        return False
    # A quantity may itself be a rate ("净利润增长率为86.01%") or a change ("net increase in cash of 5"): those are levels.
    return _CHANGE_WORDS.search(before) is not None and not re.search(
        r"增长率|net\s+(?:increase|decrease|change)|净(?:增加|减少)额", before, re.IGNORECASE
    )


_CHANGE_NOUN: Final = re.compile(r"(?:变动额|变化额|差额|增幅|降幅|涨幅|变动幅度|(?<!净)增加额|(?<!净)减少额)[^,;，；]{0,6}$")


def _is_count_of_years(text: str, figure: Figure) -> bool:
    return (
        figure.amount < 100  # noqa: PLR2004 - nobody counts more years
        and not figure.percent
        and re.match(r"\s?(?:years?|quarters?|年|个?季度|periods?|companies|家)", text[figure.end : figure.end + 9], re.IGNORECASE)
        is not None
    )


def _tables_as_lines(text: str) -> str:
    """Turn tables into ``period: figure`` lines: one row a period, or one row of periods above one of figures."""
    rows = table_rows(text)
    if len(rows) < 2:  # noqa: PLR2004 - a head and a row
        return text
    if len(rows[0]) > 2 and sum(bool(find_periods(cell)) for cell in rows[0]) >= 2:  # noqa: PLR2004
        lines = []
        for row in rows[1:]:
            lines += [f"{head}: {cell}" for head, cell in zip(rows[0], row, strict=False) if find_periods(head)]
        kept = [line for line in text.split("\n") if not line.lstrip().startswith("|")]
        return "\n".join([*kept, *lines])
    return text


def _read_directions(text: str, account: Account, sentences: Sentences) -> None:
    ways: list[tuple[int, int, int]] = []
    for match in _DIRECTION.finditer(text):
        before = text[max(0, match.start() - 24) : match.start()]
        kind = match.lastgroup
        if kind in {"up", "down"} and re.match(r"\s?(?:额|率|\(or decrease\)|\(decrease\))", text[match.end() : match.end() + 14]):
            continue  # the name of a quantity: 净增加额, 增长率, net increase (or decrease) in cash
        if kind in {"up", "down"} and re.search(r"\bnet\s*$|净$|\bor\s*$|\(or\s*$", before, re.IGNORECASE):
            continue
        if kind in {"up", "down"} and _NEGATED.search(before):
            continue
        start, end = sentences.around(match.start())
        around = text[max(start, match.start() - 60) : min(end, match.end() + 40)]
        if (
            kind in {"up", "down"}
            and _LOSS_NEAR.search(_clause_around(text, max(start, match.start() - 25), match, match.end() + 12))
            and not re.search(r"\bto a (?:net )?loss|转为|转亏|[至到为]负", around, re.IGNORECASE)
        ):
            continue  # a loss that grows or shrinks says neither
        if kind == "up":
            account.up = True
        elif kind == "down":
            account.down = True
        elif kind == "flat":
            account.flat = True
        else:
            account.mixed = True
        if kind in {"up", "down"}:
            ways.append((match.start(), match.end(), 1 if kind == "up" else -1))
    account.always = _way_of(_ALWAYS, text, ways)
    account.overall = _way_of(_OVERALL, text, ways)


def _clause_around(text: str, start: int, match: re.Match[str], end: int) -> str:
    """Return what stands around *match* within its clause."""
    before = re.split(r"[,，;；。]", text[start : match.start()])[-1]
    after = re.split(r"[,，;；。]", text[match.end() : end])[0]
    return before + after


def _way_of(modifier: re.Pattern[str], text: str, ways: list[tuple[int, int, int]]) -> int:
    """Return the one direction that words such as ``steadily`` go with: the next word of direction, else the one before."""
    said = set()
    starts = [start for start, _, _ in ways]
    for match in modifier.finditer(text):
        i = bisect_left(starts, match.end())
        if i + 1 < len(ways) and ways[i][2] != ways[i + 1][2] and _TURNS.fullmatch(text[ways[i][1] : ways[i + 1][0]]):
            continue  # "overall it first rose and then fell" names no one way
        if i < len(ways) and _same_clause(text, match.end(), ways[i][0]):
            said.add(ways[i][2])
        elif i and _same_clause(text, ways[i - 1][1], match.start()):
            said.add(ways[i - 1][2])
    return said.pop() if len(said) == 1 else 0


_TURNS: Final = re.compile(
    r"[^.;。\n]{0,60}?(?:\bthen\b|\bbefore\b|\bfollowed by\b|\b(?:and|but) (?:later|subsequently|finally|eventually)\b"
    r"|\bafterwards?\b|后|再|又|随后|继而)[^.;。\n]{0,40}",
    re.IGNORECASE,
)


def _same_clause(text: str, start: int, end: int) -> bool:
    return end - start < 30 and not re.search(r"[.;。]", text[start:end])  # noqa: PLR2004 - characters between a word and what it modifies


def _period_groups(text: str, periods: list[Period]) -> list[list[Period]]:
    """Join periods with nothing but a range or list mark between them."""
    groups: list[list[Period]] = []
    for period in periods:
        if groups and period.start - groups[-1][-1].end < 40 and _BETWEEN.fullmatch(text[groups[-1][-1].end : period.start]):  # noqa: PLR2004
            groups[-1].append(period)
        else:
            groups.append([period])
    return groups


_MANY_GROUPS: Final = 200


def _distributed(text: str, groups: list[list[Period]], figures: list[Figure], sentences: Sentences) -> dict[int, Period]:
    """``in 2022 and 2023 5 and 6 respectively``: periods and figures of one sentence paired in order."""
    shared: dict[int, Period] = {}
    starts = [figure.start for figure in figures]
    for group in groups:
        if len(group) < 2 or (len(group) == 2 and _RANGE.search(text[group[0].end : group[1].start])):  # noqa: PLR2004 - a range
            start, end = sentences.around(group[0].start)
            inside = figures[bisect_left(starts, start) : bisect_left(starts, end)]
            first, last = group[0], group[-1]
            alone = len(groups) < _MANY_GROUPS and sum(start <= other[0].start < end for other in groups) == 1
            if alone and len(group) == 2 and len(inside) == last.year - first.year + 1 > 2:  # noqa: PLR2004 - "from 2020 to 2022 5, 6 and 7"
                shared |= {figure.start: Period(first.year + i, last.quarter) for i, figure in enumerate(inside)}
            continue
        start, end = sentences.around(group[0].start)
        inside = figures[bisect_left(starts, start) : bisect_left(starts, end)]
        # A comma-parted list may run on after a semicolon-free sentence end.
        if len(inside) == len(group) and (_EACH.search(text[start:end]) or len(inside) > 1):
            shared |= {figure.start: period for figure, period in zip(inside, group, strict=True)}
    return shared


def _periods_of(text: str, figure: Figure, groups: list[list[Period]], starts: list[int], sentences: Sentences) -> tuple[Period, ...]:
    start, end = sentences.around(figure.start)
    following = bisect_left(starts, figure.end)
    if following < len(groups) and groups[following][0].start < min(end, figure.end + 60):
        gap = text[figure.end : groups[following][0].start]
        if _AFTER.fullmatch(gap) and (re.search(r"[a-z]", gap, re.IGNORECASE) or re.match(r"[\s*]*\(", gap)):
            return tuple(groups[following])
    earlier = bisect_left(starts, figure.start) - 1
    if earlier < 0:
        return ()
    group = groups[earlier]
    if group[0].start >= start or figure.start - group[-1].end < 80:  # noqa: PLR2004 - a heading or the clause before
        return tuple(group)
    return ()
