"""Figures in prose: found, brought to one scale, compared.

Two figures are *equal* when they have the same sign and
- the same value after units (``9,932 in thousands`` = ``$9,932,000`` = ``993.2万``), or
- one is the other rounded to the digits that it shows, and it shows at least three significant digits
  (``1.07 billion`` = ``1,066,590,000``; ``1.1 billion`` is not), or
- they differ by no more than a relative tolerance that the case itself allows.
A percentage equals the fraction it stands for; a sign error is never forgiven.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import Final

_ENOUGH_DIGITS: Final = 3
_LONGEST: Final = 40

_SCALES: Final[dict[str, int]] = {
    "trillion": 12,
    "tn": 12,
    "billion": 9,
    "bn": 9,
    "b": 9,
    "hundred million": 8,
    "million": 6,
    "mn": 6,
    "mm": 6,
    "m": 6,
    "thousand": 3,
    "k": 3,
    "万亿": 12,
    "千亿": 11,
    "百亿": 10,
    "十亿": 9,
    "亿": 8,
    "千万": 7,
    "百万": 6,
    "十万": 5,
    "万": 4,
    "千": 3,
    "百": 2,
}
_WORD_SCALE: Final = r"trillion|billion|hundred\smillion|million|thousand"
_FIGURE: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)(?<!\d,)"
    r"(?P<lead>[-+(]|负)?(?<!\d-)[ \t]?(?P<currency>(?:US|HK|NT|C|A)?\$|USD|RMB"
    r"|CNY|EUR|GBP|[¥€£]|人民币)?[ \t]?(?P<inner>-|\(|负|\(-)?[ \t]?"
    r"(?P<number>(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)"
    r"(?P<close>[ \t]?\))?"
    r"(?:[ \t]{0,2}\(?(?:in\s|of\s)?(?:(?:US|RMB)[ \t]?)?(?P<words>" + _WORD_SCALE + r")s?\b(?:\sof)?"
    r"|[ \t]?(?P<letters>tn|bn|mn|mm|[kmb])(?![A-Za-z0-9])"
    r"|[ \t]?(?P<han>万亿|千亿|百亿|十亿|亿|千万|百万|十万|[万千百](?![一-鿿])"
    r"|[万千百](?=元|股|美|港|人民币|左右|以上|以下|余|多|的|和|与|至|到|增|减|下|上)))?"
    r"(?P<percent>[ \t]?(?:%|percent\b|per\scent\b|pct\b|个?百分点))?"
    r"(?P<tail>[ \t]?(?:cents?\b|美元|港元|人民币|元|股|shares?\b|dollars?\b|USD\b|RMB\b))?"
    r"(?![A-Za-z0-9]|-[A-Za-z])",
    re.IGNORECASE,
)
_HAN_DIGITS: Final = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_STEPS: Final = {"十": 10, "百": 100, "千": 1000}
_HAN_RUN: Final = re.compile(
    r"(?<![第零〇一二两三四五六七八九十百千万亿点\d])(?P<percent>百分之)?(?P<sign>负)?"
    r"(?P<number>[零〇一二两三四五六七八九十][零〇一二两三四五六七八九十百千万亿]*(?:点[零〇一二三四五六七八九]+(?P<scale>万亿|[千百十]?[万亿])?)?)"
    r"(?P<unit>元|股|美元)?"
)
_ENGLISH: Final = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
} | {
    word: 10 * value
    for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2)
}
_ENGLISH_RUN: Final = re.compile(
    r"\b(?:"
    + "|".join(_ENGLISH)
    + r")(?:[\s-](?:and\s)?(?:"
    + "|".join([*_ENGLISH, "hundred", "thousand", "million", "billion"])
    + r"))+\b",
    re.IGNORECASE,
)
_ASSERTS: Final = re.compile(
    r"(?:^|\b(?:is|was|are|were|of|to|at|from|by|and|be|reported|totaled|loss)|[:=,，、;\[*\"'`|]|为|是|达|至|到|[)\]]\s?[-,;])\s*$",
    re.IGNORECASE,
)
_LOSS_BEFORE: Final = re.compile(
    r"(?:\bloss(?:es)?|\blost|\bdeficit|\b(?:net )?(?:cash )?outflows?|\bnet cash used in [a-z]{2,20} activities"
    r"|亏损|净亏损|净流出|负值)"
    # what may stand between: "per basic and diluted share for the year was about", "额达到"
    r"(?:[\s,():*]*(?:额|per|shares?|stock|basic|diluted|common|ordinary|and|for|the|that|this|year|quarter|period|attributable|to|share\s?holders"
    r"|stockholders|owners|of|was|were|is|are|came|comes|amount(?:s|ed|ing)|total(?:s|ed|ing)?|reached|stood|at|:|为|达|至|到|了|每股|约为|是))*"
    r"[\s,:*]*(?:about|approximately|around|nearly|roughly|some|only|just|约|近|大约|接近)?[\s*]*$",
    re.IGNORECASE,
)
_LOSS_AFTER: Final = re.compile(r"^\s*(?:loss|deficit|outflow)\b|^\s?的?(?:净)?亏损", re.IGNORECASE)
_ABOUT: Final = (
    r"(?:\s*(?:of|by|approximately|about|around|roughly|nearly|over|more than|了|额为|额|幅为|幅度为|约为|约|近|达|率为)){0,3}\s*$"
)
_FALL_BEFORE: Final = re.compile(
    r"(?:\bdecreas(?:e|ed|ing)\s+(?:of|by)|\bdeclin(?:e|ed|ing)\s+(?:of|by)|\bfell\s+by"
    r"|\bdrop(?:ped)?\s+(?:of|by)|\breduc(?:tion|ed)\s+(?:of|by)"
    r"|\bdown\s+(?:by)?|(?<!净)(?:减少|下降|降低|下滑|下跌)|降幅|跌幅|减幅)" + _ABOUT,
    re.IGNORECASE,
)
_RISE_BEFORE: Final = re.compile(
    r"(?:\bincreas(?:e|ed|ing)\s+(?:of|by)|\bgr(?:ew|owth|own)\s+(?:of|by|was)|\brose\s+by|\brise\s+of|\bgain\s+of|\bup\s+(?:by)?"
    r"|\bgrowth[^.,;\d]{0,60}\b(?:was|is|of)|(?<!净)(?:增加|增长|上升|提升|上涨)|增幅|涨幅)" + _ABOUT,
    re.IGNORECASE,
)
# Most figures have none of these before them, and are spared three slower searches.
_TELLING: Final = re.compile(
    r"creas|clin|fell|drop|duc|down|gr[eo]w|r[io]se|gain|up|loss|\blost|defici|outflow|[减降下跌增上涨升提亏流负]", re.IGNORECASE
)
_SHEET_SCALE: Final = re.compile(
    r"(?<!\d)(?<!\d\s)(?<!\d\)\s)(?<!\))(?:\(|\b|,\s?)(?:(?:all|figures|amounts"
    r"|values)[\w\s]{0,20}\s)?(?:stated |expressed |reported )?in\s"
    r"(?:(?:US|U\.S\.)?\s?\$?\s?)(?P<words>thousand|million|billion)s?\b"
    r"|单位[:为是]?\s?(?:人民币)?(?P<han>亿|千万|百万|万|千)元?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as a text shows it.

    Args:
        amount: absolute value, units applied (a percentage keeps its own number: 5.04 for ``5.04%``).
        signs: the signs it may carry; both where the text leaves it open (``a loss of 5``, ``Acme (5)``).
        place: value of one unit of its last shown digit.
        digits: significant digits shown.
        percent: written with a percent sign.
        scaled: a unit such as ``thousand`` or ``万`` was written.
        money: a currency was written.
        loss: called a loss, so that an open sign means minus.
        change: +1 after ``increased by``, -1 after ``decreased by``, else 0.
        start: where it begins in the text.
        end: where it ends.

    """

    amount: Decimal
    signs: frozenset[int]
    place: Decimal
    digits: int
    percent: bool = False
    scaled: bool = False
    money: bool = False
    change: int = 0
    loss: bool = False
    start: int = 0
    end: int = 0

    @property
    def value(self) -> Decimal:
        """The signed value; where the sign is open, minus for a loss."""
        return self.amount if 1 in self.signs and not self.loss else -self.amount

    def times(self, exponent: int) -> Figure:
        """Return it on a scale 10 ** *exponent* larger."""
        return replace(self, amount=self.amount.scaleb(exponent), place=self.place.scaleb(exponent))


_PLUS: Final = frozenset({1})
_MINUS: Final = frozenset({-1})
_EITHER: Final = frozenset({1, -1})


def find_figures(text: str, skip: Sequence[tuple[int, int]] = ()) -> list[Figure]:
    """Return the figures of a cleaned *text* in order, but for those inside the spans *skip* (periods, names) and list markers."""
    taken = bytearray(len(text) + 1)
    for start, end in skip:
        taken[start:end] = b"\1" * (end - start)
    sheet = _SHEET_SCALE.search(text)
    sheet_exponent = _SCALES[(sheet["words"] or sheet["han"]).lower()] if sheet else 0
    found: list[Figure] = []
    for match in _FIGURE.finditer(text):
        first = match.start("number")
        if taken[first] or match.end("number") - first > _LONGEST or _is_list_marker(text, match):
            continue
        figure = _figure(text, match)
        if sheet_exponent and not figure.scaled and not figure.percent and not match["tail"]:
            figure = figure.times(sheet_exponent)
        found.append(figure)
    found.extend(_han_figure(text, run) for run in _HAN_RUN.finditer(text) if not taken[run.start()] and _is_han_figure(text, run))
    for run in _ENGLISH_RUN.finditer(text):
        value = english_number(run[0])
        if value is not None and value >= 100:  # noqa: PLR2004 - below that it is a count in words, not a figure
            found.append(Figure(Decimal(value), _PLUS, Decimal(1), len(str(value).rstrip("0")), start=run.start(), end=run.end()))
    found.sort(key=lambda figure: figure.start)
    return found


def _is_list_marker(text: str, match: re.Match[str]) -> bool:
    number = match["number"]
    if len(number) > 2 or match["currency"] or match["percent"]:  # noqa: PLR2004 - lists of a hundred are not numbered answers
        return False
    line_start = text.rfind("\n", 0, match.start("number")) + 1
    head = text[line_start : match.start("number")]
    if head.strip(" \t>*#-(|") or len(head) > 12:  # noqa: PLR2004 - deeper than any list is indented
        return False
    after = text[match.end("number") : match.end("number") + 3]
    return (
        re.match(r"[.)、:]\s?(?!\d)|[.)]\s\d|\)", after) is not None
        and len(text[match.end("number") : match.end("number") + 12].strip()) > 1
    )


def _figure(text: str, match: re.Match[str]) -> Figure:
    number = match["number"].replace(",", "")
    scale = match["words"] or match["letters"] or match["han"]
    exponent = _SCALES[re.sub(r"\s", " ", scale.lower())] if scale else 0
    if "cent" in (match["tail"] or "").lower():
        exponent -= 2
    whole, _, decimals = number.partition(".")
    amount = Decimal(number)
    bare = (whole + decimals).lstrip("0")
    if decimals or scale:
        place = Decimal(1).scaleb(-len(decimals))
        digits = len(bare)
    else:
        digits = len(bare.rstrip("0"))
        place = Decimal(1).scaleb(len(bare) - digits)
    start, end = match.start(), match.end()
    if match["lead"] == "(" and not match["close"] and text[end : end + 1] == ")":
        end += 1
        closed = True
    else:
        closed = bool(match["close"])
    signs = _signs(text, match, closed=closed)
    before = text[max(0, start - 80) : start]
    telling = _TELLING.search(before) is not None
    change = 0 if not telling else -1 if _FALL_BEFORE.search(before) else 1 if _RISE_BEFORE.search(before) else 0
    loss = False
    if signs == _PLUS and amount and ((telling and _LOSS_BEFORE.search(before)) or _LOSS_AFTER.match(text[end : end + 10])):
        signs, loss = _EITHER, True
    return Figure(
        amount.scaleb(exponent),
        signs,
        place.scaleb(exponent),
        max(digits, 1),
        percent=bool(match["percent"]),
        scaled=bool(scale),
        money=bool(match["currency"]) or "元" in (match["tail"] or ""),
        change=change,
        loss=loss,
        start=start,
        end=end,
    )


_SPACED_DASH: Final = re.compile(r"-[ \t]")


def _signs(text: str, match: re.Match[str], *, closed: bool) -> frozenset[int]:
    lead, inner = match["lead"] or "", match["inner"] or ""
    if lead == "-" and _SPACED_DASH.match(text, match.start()):
        # "Acme - $1,204" parts a name from its figure; "it was - 5" is minus.
        before = text[max(0, match.start() - 25) : match.start()]
        if before[-1:].isspace() and before.strip() and not _ASSERTS.search(before):
            return _EITHER
    if lead in {"-", "负"} or "-" in inner or inner == "负":
        return _MINUS
    if inner == "(" and closed:
        return _MINUS
    if re.search(r"\b(?:negative|minus)\s*$", text[max(0, match.start() - 12) : match.start()], re.IGNORECASE):
        return _MINUS
    if lead == "(" and closed:
        # "EPS was ($0.54)" is accounting for minus; "Acme ($223,745)" is an aside that says nothing of the sign.
        before = text[max(0, match.start() - 25) : match.start()]
        return _MINUS if not before.strip() or _ASSERTS.search(before) else _EITHER
    return _PLUS


def _is_han_figure(text: str, run: re.Match[str]) -> bool:
    number = run["number"]
    if text[run.end() : run.end() + 1] in {"年", "季", "月", "日", "审", "次", "中"} or text.startswith("分之", run.end()):
        return False
    return bool(run["percent"] or run["unit"] or "点" in number) or (len(number) > 1 and any(step in number for step in "十百千万亿"))


def _han_figure(text: str, run: re.Match[str]) -> Figure:
    number = run["number"]
    scale = run["scale"] or ""
    amount = chinese_number(number[: len(number) - len(scale)] if scale else number)
    exponent = _SCALES[scale] if scale else 0
    decimals = len(number.partition("点")[2]) - len(scale) if "点" in number else 0
    place = Decimal(1).scaleb(exponent - decimals)
    amount = amount.scaleb(exponent)
    digits = len(amount.as_tuple().digits)
    if not decimals:
        shown = str(int(amount)).rstrip("0")
        digits = len(shown)
        place = Decimal(1).scaleb(len(str(int(amount))) - digits)
    before = text[max(0, run.start() - 30) : run.start()]
    signs = _MINUS if run["sign"] else _EITHER if _LOSS_BEFORE.search(before) else _PLUS
    change = -1 if _FALL_BEFORE.search(before) else 1 if _RISE_BEFORE.search(before) else 0
    return Figure(
        amount,
        signs,
        place,
        max(digits, 1),
        percent=bool(run["percent"]),
        money=run["unit"] in {"元", "美元"},
        change=change,
        loss=signs == _EITHER,
        start=run.start(),
        end=run.end(),
    )


def chinese_number(text: str) -> Decimal:
    """Return the value of a Chinese numeral: ``一千二百三十四``, ``三点五``, ``二〇二四``, ``十二``.

    Raises:
        ValueError: another character is in it.

    """
    whole, point, decimals = text.partition("点")
    if unknown := set(whole) - set(_HAN_DIGITS) - set(_HAN_STEPS) - {"万", "亿"}:
        raise ValueError(f"not a Chinese numeral: {sorted(unknown)}")
    if whole and all(char in _HAN_DIGITS for char in whole):
        total = int("".join(str(_HAN_DIGITS[char]) for char in whole[:_LONGEST]))
    else:
        total = section = digit = 0
        for char in whole[:_LONGEST]:
            if char in _HAN_DIGITS:
                digit = _HAN_DIGITS[char]
            elif char in _HAN_STEPS:
                section += (digit or 1) * _HAN_STEPS[char]
                digit = 0
            elif char == "万":
                total += (section + digit) * 10_000
                section = digit = 0
            else:
                total = (total + section + digit) * 100_000_000
                section = digit = 0
        total += section + digit
    if not point:
        return Decimal(total)
    return Decimal(f"{total}." + "".join(str(_HAN_DIGITS.get(char, 0)) for char in decimals[:_LONGEST]))


def english_number(text: str) -> int | None:
    """Return the value of a number in English words (``twenty-one``, ``two hundred and five``); ``None`` when it is none."""
    total = section = 0
    seen = False
    for word in re.split(r"[\s-]+", text.lower().strip()):
        if word in _ENGLISH:
            section += _ENGLISH[word]
        elif word == "hundred":
            section = max(section, 1) * 100
        elif word in {"thousand", "million", "billion"}:
            total += max(section, 1) * 10 ** _SCALES[word]
            section = 0
        elif word != "and":
            return None
        seen = seen or word != "and"
    return total + section if seen else None


def equal(gold: Figure, claim: Figure, tolerance: float = 0.0) -> bool:
    """Whether *claim* states *gold*, by the rule of this module; *tolerance* is relative."""
    if gold.percent == claim.percent:
        return _same(gold, claim, tolerance)
    if gold.percent:
        if claim.money or claim.scaled:
            return False
        # 0.0504 for 5.04%; or the bare 5.04, whose unit the question gives.
        return _same(gold, claim.times(2), tolerance) or (claim.amount == gold.amount and bool(claim.signs & gold.signs))
    return not gold.money and gold.amount < 1 and _same(gold.times(2), claim, tolerance)


def _same(gold: Figure, claim: Figure, tolerance: float) -> bool:
    if not gold.amount and not claim.amount:
        return True
    if not gold.signs & claim.signs:
        return False
    if gold.amount == claim.amount:
        return True
    if tolerance > 0 and abs(gold.amount - claim.amount) <= gold.amount * Decimal(str(tolerance)):
        return True
    return _rounds_to(gold, claim) or _rounds_to(claim, gold)


def _rounds_to(exact: Figure, rounded: Figure) -> bool:
    if rounded.digits < _ENOUGH_DIGITS or rounded.place <= exact.place or not exact.amount:
        return False
    units = exact.amount / rounded.place
    shown = rounded.amount / rounded.place
    return shown in {units.to_integral_value(ROUND_HALF_UP), units.to_integral_value(ROUND_HALF_EVEN)}


def off_by_unit(gold: Figure, claim: Figure) -> bool:
    """Whether only the unit was lost: the gold's digits without its ``in thousands``, ``万``. A wrong unit is not a lost one."""
    if not gold.amount or not claim.amount or not gold.scaled or claim.scaled or not gold.signs & claim.signs:
        return False
    return any(_same(gold, claim.times(exponent), 0.0) for exponent in (3, 6, 4, 8))


_COARSE: Final = Decimal("0.1")


def coarse(gold: Figure, claim: Figure) -> bool:
    """Whether *claim* is *gold* rounded to fewer digits than a full answer needs, and still within a tenth of it."""
    if not gold.amount or gold.percent != claim.percent or not gold.signs & claim.signs or claim.place <= gold.place:
        return False
    if abs(gold.amount - claim.amount) > _COARSE * gold.amount:
        return False
    shown = claim.amount / claim.place
    units = gold.amount / claim.place
    return shown in {units.to_integral_value(ROUND_HALF_UP), units.to_integral_value(ROUND_HALF_EVEN)}
