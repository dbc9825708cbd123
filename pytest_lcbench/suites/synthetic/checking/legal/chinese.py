"""Reading a judgment in Chinese."""

from __future__ import annotations

import datetime as dt
import re

from pytest_lcbench.suites.synthetic.checking.legal.finding import (
    calendar_day,
    kind_of,
    number,
    occurrences,
    one,
    outcome,
    own,
    ruling_on,
)
from pytest_lcbench.suites.synthetic.checking.legal.judgment import Judgment, Span, UnreadableError
from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import KINDS, Family

ELSEWHERE = re.compile(r"^.*(?:（(?:19\d\d|200\d)）.字第|经过是：|经过如下：|经过的陈述为：).*$", re.MULTILINE)
"""A line on a decision of another court, older than any judgment here, or on what a party says happened."""
_DIGITS = "〇一二三四五六七八九"
_FORM = {"民事": Family.CIVIL, "刑事": Family.CRIMINAL, "行政": Family.ADMINISTRATIVE, "执行": Family.EXECUTION}
_TITLE = re.compile(r"(\S+法院)\n(民事|刑事|行政|执行)(?:判决书|裁定书)\n")
_SIGNED = re.compile(r"^审　?判　?长[　：]?([一-龥]{2,4}?)(?:　.*)?$", re.MULTILINE)
_DATE = re.compile(rf"^([{_DIGITS}]{{4}})年([十一二三四五六七八九]{{1,3}})月([十一二三四五六七八九]{{1,3}})日$", re.MULTILINE)
_DAY = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_MONEY = re.compile(r"(?<![\d,.])(\d[\d,]*)(?=元)")
_CLAIMS = re.compile(r"(?:（一）|1\.)([^。]{1,500}?)，(?:以上共计|合计|共计|总计)(\d[\d,]*)元(?:（即(\d{1,9}(?:\.\d{1,6})?)万元）)?")
_MARK = re.compile(r"；?(?:（[一二三四五六七八]）|\d\.)|；")
_CLAIM = re.compile(r"(\D+?)(\d[\d,]*)元")
_CHARGE = re.compile(r"(第[一二三四五六]起)(?:数额|价值)(\d[\d,]*)元")
_ORDER = re.compile(
    r"、[^；。\n]{2,40}?(?:于本判决生效之日起|应在判决生效后|应自判决生效起)[^；。\n]{1,80}?(\d[\d,]*)元(?:（即(\d{1,9}(?:\.\d{1,6})?)万元）)?"
    r"|、责令被告人[^；。\n]{2,8}?退赔(\d[\d,]*)元|、继续追缴被告人[^；。\n]{2,8}?违法所得(\d[\d,]*)元"
)
_PAID = re.compile(r"(?:此前已付的|事先垫付的|陆续付过|分次付过|已交的|预交的)(\d[\d,]*)元")
_SHARE = re.compile(r"，([^，。\n]{1,40}?)(?:应承担|对上述损失承担|应分担其中的)(\d{1,3})%[^。\n]{0,40}?其余由([^，。\n]{1,40}?)自负")
_TERM = re.compile(r"判处有期徒刑([一二三四五六七八九十年个月]+)")
_GRANTED = ("依法不能维持", "异议理由成立")
_REFUSED = ("的理由不能成立", "依法不予支持", "其请求已无从支持")
_SETTLED = ("的请求因此不能成立", "不得再就同一事项请求支付")
_BELOW = re.compile(r"民事判决，判[决令][^。]{0,60}?支付[^。]{0,60}?(\d[\d,]*)元")
_CONVICTED = re.compile(r"、被告人[^，；。\n]{2,6}?犯(?!前述之罪)([^，；。\n]+?罪)，判处")
_NOTHING = ("不予支持", "不予认定")
_TEN_THOUSAND = 10_000


def day(text: str) -> dt.date:
    """Return the day written as *text* (``2019年7月3日``). Raises ``UnreadableError`` where it is none."""
    match = _DAY.fullmatch(text)
    if match is None:
        message = f"has no day in '{text}'"
        raise UnreadableError(message)
    return calendar_day(int(match[1]), int(match[2]), int(match[3]))


def _counted(words: str) -> int:
    """Return the number below a hundred that is written as *words* (``二十三``)."""
    tens, ten, ones = words.rpartition("十")
    if len(tens) > 1 or len(ones) > 1 or not set(tens + ones) <= set(_DIGITS):
        message = f"has no number in '{words}'"
        raise UnreadableError(message)
    value = _DIGITS.index(ones) if len(ones) == 1 else 0
    return value + (10 * (_DIGITS.index(tens) if tens else 1) if ten else 0)


def _sentence(text: str, place: int) -> Span:
    """Return the sentence of *text* round *place*."""
    start = max(text.rfind("。", 0, place), text.rfind("\n", 0, place)) + 1
    ends = [end for end in (text.find("。", place), text.find("\n", place)) if end >= 0]
    return start, min(ends, default=len(text))


def _money(text: str) -> list[Span]:
    return [match.span(1) for match in _MONEY.finditer(text)]


def _sums(text: str) -> list[Span]:
    """Return each sentence of *text* that names a sum of money, once."""
    spans: list[Span] = []
    end = -1
    for place in occurrences(text, "元"):
        if place >= end and text[place - 1 : place].isdigit():
            spans.append(_sentence(text, place))
            end = spans[-1][1]
    return spans


def _allowed(text: str, first: int, last: int) -> tuple[int, Span]:
    """Return how much of a sum the sentence allows, and where it says so."""
    said = text[first:last]
    figures = [(number(said[a:b]), (first + a, first + b)) for a, b in _money(said)]
    if len(figures) == 1:
        for word in _NOTHING:
            if word in said:
                place = first + said.index(word)
                return 0, (place, place + len(word))
    if not figures:
        message = f"rules on a sum without a figure: '{said[:40]}'"
        raise UnreadableError(message)
    return figures[-1]


def _heads(text: str, contradictions: list[str]) -> list[tuple[int, Span]]:
    """Return what the court allows of each sum claimed."""
    claims = _CLAIMS.search(text)
    if claims is None:
        return []
    items = _CLAIM.findall(_MARK.sub("", claims[1]))
    if sum(number(figure) for _, figure in items) != number(claims[2]):
        contradictions.append(f"the sums claimed do not add up to {claims[2]}")
    _restated(claims[2], claims[3], contradictions)
    heads = []
    for item, figure in items:
        wanted = f"{figure}元"
        ruling = ruling_on(text, wanted, item, claims.end(), _sentence, _money) or ruling_on(
            text[: claims.start()], wanted, item, 0, _sentence, _money
        )
        if ruling is None:
            message = f"has no ruling on the {figure}元 claimed for {item}"
            raise UnreadableError(message)
        heads.append(_allowed(text, *ruling))
    return heads


def _counts(text: str) -> list[tuple[int, Span]]:
    """Return what the court finds proved of each sum charged."""
    heads = []
    charges = list(_CHARGE.finditer(text))
    charging = {_sentence(text, charge.start()) for charge in charges}
    for ordinal, figure in dict.fromkeys(charge.groups() for charge in charges):
        sentences = [_sentence(text, place) for place in occurrences(text, ordinal)]
        rulings = [span for span in sentences if span not in charging and figure in text[slice(*span)]]
        if not rulings:
            message = f"has no finding on {ordinal}, {figure}元"
            raise UnreadableError(message)
        heads.append(_allowed(text, *rulings[-1]))
    return heads


def _restated(figure: str, in_ten_thousands: str | None, contradictions: list[str]) -> None:
    if in_ten_thousands is not None and round(float(in_ten_thousands) * _TEN_THOUSAND) != number(figure):
        contradictions.append(f"{figure}元 is restated as {in_ten_thousands}万元")


def _months(words: str) -> int:
    years, year, months = words.rpartition("年")
    total = (12 * _counted(years) if year else 0) + _counted(months.removesuffix("个月"))
    if not total:
        message = f"has no term in '{words}'"
        raise UnreadableError(message)
    return total


def read(text: str) -> Judgment:
    """Read the judgment *text*. Raises ``UnreadableError`` where it cannot be read."""
    title = _TITLE.match(text)
    if title is None:
        message = f"names no court and form in its first lines, '{text[:30].splitlines()[0] if text else ''}'"
        raise UnreadableError(message)
    family = _FORM[title[2]]
    names = "\n".join(text[:1500].split("\n")[3:7])
    contradictions: list[str] = []
    kind, kind_spans = kind_of(own(text, ELSEWHERE), KINDS["zh"], family)
    spans: dict[str, tuple[Span, ...]] = {"kind": kind_spans, "court": (title.span(1),)}
    tail = max(0, len(text) - 400)
    signed, dated = _SIGNED.search(text, tail), _DATE.search(text, tail)
    if dated is not None:
        spans["date"] = (dated.span(),)
    orders: list[tuple[int, Span]] = []
    payments: list[tuple[int, Span]] = []
    for first, last in _sums(text):
        for match in _ORDER.finditer(text, max(0, first), last):
            group = next(group for group in (1, 3, 4) if match[group])
            orders.append((number(match[group]), match.span(group)))
            _restated(match[group], match[2], contradictions)
        payments += [(number(match[1]), match.span(1)) for match in _PAID.finditer(text, first, last)]
    ordered, spans["ordered"] = one(orders, "the sum ordered", contradictions)
    paid, spans["paid"] = one(payments, "the sum paid before", contradictions)
    heads = _heads(text, contradictions) if family is Family.CIVIL else _counts(text) if family is Family.CRIMINAL else []
    share, spans["share"] = _share(text, names, contradictions)
    term = _TERM.search(text) if family is Family.CRIMINAL else None
    if term is not None:
        spans["months"] = (term.span(1),)
    granted, spans["granted"] = outcome(text, family, _GRANTED, _REFUSED, _SETTLED, contradictions)
    spans["heads"] = tuple(span for _, span in heads)
    below, convicted = _BELOW.search(text), _CONVICTED.search(text)
    if below is not None and number(below[1]) == ordered:
        contradictions.append(f"the appeal is allowed, and the order stays at {below[1]}元")
    if convicted is not None and convicted[1] != kind:
        contradictions.append(f"the facts are {kind}, and the court convicts of {convicted[1]}")
    return Judgment(
        family=family,
        court=title[1],
        names=names,
        presiding=signed[1] if signed is not None else None,
        date=calendar_day(int("".join(str(_DIGITS.index(digit)) for digit in dated[1])), _counted(dated[2]), _counted(dated[3]))
        if dated is not None
        else None,
        kind=kind,
        appeal="（原审" in names,
        heads=tuple(value for value, _ in heads),
        share=share,
        paid=paid,
        granted=granted,
        ordered=ordered,
        months=_months(term[1]) if term is not None else None,
        spans=spans,
        contradictions=tuple(contradictions),
    )


def _share(text: str, names: str, contradictions: list[str]) -> tuple[int | None, tuple[Span, ...]]:
    """Return what per cent the party sued bears; the text says which party bears which part."""
    shares = []
    for place in occurrences(text, "自负"):
        first, last = _sentence(text, place)
        for match in _SHARE.finditer(text, max(0, first - 1), min(len(text), last + 1)):
            sues = f"原告：{match[1]}" in names or f"（原审原告）：{match[1]}" in names
            shares.append((100 - int(match[2]) if sues else int(match[2]), match.span(2)))
    return one(shares, "the share", contradictions)
