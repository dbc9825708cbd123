"""Questions about a ledger: quantity of one kind of goods at one place over a year, after corrections and a change of measure."""

# ruff: noqa: E501 - a sentence that the texts use stands in one line, as it is read

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_CELLS = re.compile(r"\s*[|;,\t]\s*")
_TABLE = re.compile(r"[|;,\t]")
_MONTHS = {
    name: number
    for number, name in enumerate(
        ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"],
        start=1,
    )
}
_SHORT = {name[:3]: number for name, number in _MONTHS.items()}
_DAYS = (
    re.compile(r"(?P<day>\d{1,2}) (?P<name>[A-Z][a-z]+)"),
    re.compile(r"(?P<name>[A-Z][a-z]+) (?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{2})\.(?P<month>\d{2})\."),
    re.compile(r"(?P<month>\d{1,2})月(?P<day>\d{1,2})日"),
)
_CHANGES = (
    re.compile(
        r"By order of the board an? \w+ of (?P<goods>[a-z ]+) is filled with (?P<figure>\d{1,9}) \w+ from (?P<day>[\w ]+) onwards\."
    ),
    re.compile(r"Notice: from (?P<day>[\w ]+) on, (?P<figure>\d{1,9}) \w+ of (?P<goods>[a-z ]+) go into one \w+\."),
    re.compile(
        r"(?P<goods>[A-Z][a-z ]+): new \w+ hold (?P<figure>\d{1,9}) \w+ each; the old ones were withdrawn on the eve of (?P<day>[\w ]+)\."
    ),
    re.compile(r"As of (?P<day>[\w ]+) a \w+ of (?P<goods>[a-z ]+) counts as (?P<figure>\d{1,9}) \w+\."),
    re.compile(r"The measure of (?P<goods>[a-z ]+) is altered: (?P<figure>\d{1,9}) \w+ to the \w+, with effect from (?P<day>[\w ]+)\."),
    re.compile(r"Whoever delivers (?P<goods>[a-z ]+) on or after (?P<day>[\w ]+) packs (?P<figure>\d{1,9}) \w+ in a \w+\."),
    re.compile(r"With the first delivery of (?P<day>\d[\w ]+) the \w+ of (?P<goods>[a-z ]+) goes over to (?P<figure>\d{1,9}) \w+\."),
    re.compile(r"通知：自(?P<day>\d{1,9}月\d{1,9}日)起，(?P<goods>\w+?)每\w改装(?P<figure>\d{1,9})\w+。"),
    re.compile(r"(?P<goods>\w+?)换用新\w，每\w(?P<figure>\d{1,9})\w+，旧\w于(?P<day>\d{1,9}月\d{1,9}日)前一日停用。"),
    re.compile(r"经合议，(?P<day>\d{1,9}月\d{1,9}日)（含当日）以后(?P<goods>\w+?)一\w按(?P<figure>\d{1,9})\w+计。"),
    re.compile(r"(?P<day>\d{1,9}月\d{1,9}日)起到货的(?P<goods>\w+?)，一律(?P<figure>\d{1,9})\w+?装一\w。"),
    re.compile(r"(?P<goods>\w+?)装量有变，(?P<day>\d{1,9}月\d{1,9}日)开始每\w作(?P<figure>\d{1,9})\w+?算。"),
    re.compile(r"兹定(?P<goods>\w+?)以(?P<figure>\d{1,9})\w+?为一\w，(?P<day>\d{1,9}月\d{1,9}日)当天生效。"),
)
_VOUCHERS, _PRINTED, _COUNTED = r"(?P<voucher>\d{6})", r"(?P<printed>\d{1,9})", r"(?P<read>\d{1,9})"
_SLIPS = (
    re.compile(rf"Voucher {_VOUCHERS} above: the \w+ wrote {_PRINTED} and meant {_COUNTED}\. So it is said in the paper itself\."),
    re.compile(rf"To be read differently: voucher {_VOUCHERS} with {_COUNTED} in place of {_PRINTED}\."),
    re.compile(rf"[A-Z][\w ]+ compared the paper of voucher {_VOUCHERS} and found {_COUNTED} on it where this book has {_PRINTED}\."),
    re.compile(
        rf"The carter of voucher {_VOUCHERS} delivered {_COUNTED} and was paid for no more\. The {_PRINTED} on the sheet is a slip\."
    ),
    re.compile(
        rf"Two clerks disagreed on voucher {_VOUCHERS}\. It was counted again: {_COUNTED} are there and {_PRINTED} is struck out\."
    ),
    re.compile(rf"前列{_VOUCHERS}号凭单，原票为{_COUNTED}，此处误抄作{_PRINTED}。"),
    re.compile(rf"{_VOUCHERS}号凭单应读作{_COUNTED}，所记{_PRINTED}作废。"),
    re.compile(rf"\w+?查对{_VOUCHERS}号凭单底票，实为{_COUNTED}而非{_PRINTED}。"),
    re.compile(rf"{_VOUCHERS}号凭单经重点，共{_COUNTED}，原写{_PRINTED}有误。"),
)
"""Corrections between the sheets; a doubt that is set aside is no correction."""
_CODE, _GOODS, _VOUCHER = ("code", "代号"), ("goods", "品名"), ("voucher", "凭单号")
_NAMED, _CORRECTED = 2, 3
"""Fewest columns of a list of places or goods, and of the corrections."""
_DATE, _REMARK, _READ = ("date", "日期"), ("remark", "备注"), ("read", "应为")
_OPTION = re.compile(r"([\d,]+) ?(?:kg|lb|litres|ells|公斤|斤|升|尺|匹|[\u4e00-\u9fff]{1,2})")


@dataclass(frozen=True, slots=True)
class _Entry:
    voucher: str
    code: str
    goods: str
    day: tuple[int, int]
    count: int
    span: Span


@dataclass(slots=True)
class _Ledger:
    places: dict[str, str] = field(default_factory=dict)
    """Name of a place -> its code."""
    codes: set[str] = field(default_factory=set)
    place_word: str = ""
    columns: dict[tuple[str, ...], tuple[int, int, int, int]] = field(default_factory=dict)
    contents: dict[str, int] = field(default_factory=dict)
    entries: dict[str, _Entry] = field(default_factory=dict)
    changes: dict[str, list[tuple[tuple[int, int], int]]] = field(default_factory=dict)
    """Goods -> what a box holds from a day on."""
    corrections: dict[str, tuple[int, int]] = field(default_factory=dict)
    spans: dict[tuple[str, str], Span] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return what the ledger gives for the question. Raises ``Unreadable``."""
    ledger = _ledger(only(documents).text)
    place = _named(case.question, ledger.places, "place")
    goods = _named(case.question, ledger.contents, "kind of goods")
    code = ledger.places[place]
    own = [entry for entry in ledger.entries.values() if (entry.code, entry.goods) == (code, goods)]
    if not own:
        raise Unreadable(f"document 0: no entry of {goods} at {place}")
    total = _total(ledger, own)
    right = tuple(_figure(option) == total for option in case.choices)
    used = [entry.span for entry in own]
    used += [ledger.spans["place", place], ledger.spans["content", goods]]
    used += [ledger.spans["correction", entry.voucher] for entry in own if entry.voucher in ledger.corrections]
    used += [ledger.spans["change", f"{goods} from {day}"] for day, _ in ledger.changes.get(goods, ())]
    changed = _total(ledger, [replace(own[0], count=own[0].count + 1, voucher=""), *own[1:]])
    return Reading(right, tuple(used), (), frozenset({0} if changed != total else ()), str(total), tuple(ledger.odd))


def _total(ledger: _Ledger, entries: Sequence[_Entry]) -> int:
    total = 0
    for entry in entries:
        count = ledger.corrections.get(entry.voucher, (0, entry.count))[1]
        held = [change for change in ledger.changes.get(entry.goods, ()) if change[0] <= entry.day]
        total += count * (max(held)[1] if held else ledger.contents[entry.goods])
    return total


def _named(question: str, known: dict[str, object] | dict[str, str] | dict[str, int], what: str) -> str:
    found = [name for name in known if re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![a-z])", question)]
    found = [name for name in found if not any(name != other and name in other for other in found)]
    if len(found) != 1:
        raise Unreadable(f"question: it names {len(found)} known ones as {what}, not one")
    return found[0]


def _figure(option: str) -> int:
    found = _OPTION.fullmatch(option)
    if found is None:
        raise Unreadable(f"option: {option} is no quantity")
    return int(found[1].replace(",", ""))


def _day(text: str) -> tuple[int, int]:
    for pattern in _DAYS:
        found = pattern.fullmatch(text)
        if found is None:
            continue
        parts = found.groupdict()
        month = int(parts["month"]) if parts.get("month") else _MONTHS.get(parts["name"], _SHORT.get(parts["name"], 0))
        if 1 <= month <= 12 and 1 <= int(parts["day"]) <= 31:  # noqa: PLR2004 - months of a year, days of a month
            return month, int(parts["day"])
    raise Unreadable(f"document 0: {text} is no day")


def _count(text: str) -> int:
    if re.fullmatch(r"\d{1,9}", text) is None:
        raise Unreadable(f"document 0: {text} is no count")
    return int(text)


def _rows(text: str) -> Iterator[tuple[list[str] | None, str, Span]]:
    """Yield each row of a table as its cells, and each other line as none, with its text and place."""
    for at, line in lines(text):
        span = (0, at, at + len(line))
        if not line:
            yield None, line, span
        elif not (line.endswith((".", "。")) and _said(line, (*_CHANGES, *_SLIPS)) is not None) and _TABLE.search(line):
            inner = line.removeprefix("|").removesuffix("|") if line.startswith("|") else line
            cells = [cell.strip() for cell in _CELLS.split(inner)]
            if set(line) <= set("|-"):
                continue
            yield cells, line, span
        else:
            yield None, line, span


def _said(line: str, patterns: Sequence[re.Pattern[str]]) -> re.Match[str] | None:
    return next((found for pattern in patterns if (found := pattern.fullmatch(line))), None)


def _ledger(text: str) -> _Ledger:
    ledger = _Ledger()
    head: list[str] | None = None
    for cells, line, span in _rows(text):
        if cells is None:
            if not line:
                head = None
            elif line.endswith((".", "。")):
                _sentence(ledger, line, span)
        elif cells[0] in (*_CODE, *_GOODS, *_VOUCHER):
            head = cells
            if len(head) < (_CORRECTED if cells[0] in _VOUCHER else _NAMED):
                raise Unreadable(f"document 0: a table with too few columns: {line}")
        elif head is None or (len(cells) != len(head) and line.endswith((".", "。"))):
            continue
        elif len(cells) != len(head):
            raise Unreadable(f"document 0: a row of {len(cells)} cells where the head has {len(head)}: {line}")
        else:
            _row(ledger, head, cells, span)
    unknown = [goods for goods in ledger.changes if goods not in ledger.contents]
    if unknown or not ledger.places or not ledger.contents or not ledger.entries:
        raise Unreadable(f"document 0: no ledger with places, contents and entries; unknown goods {unknown}")
    for voucher, (printed, _) in ledger.corrections.items():
        if voucher not in ledger.entries:
            ledger.odd.append(f"document 0: the voucher {voucher} is corrected and is on no sheet")
        elif ledger.entries[voucher].count != printed:
            raise Unreadable(f"document 0: voucher {voucher}: {ledger.entries[voucher].count} on the sheet, yet {printed} is corrected")
    return ledger


def _sentence(ledger: _Ledger, line: str, span: Span) -> None:
    changed, slip = _said(line, _CHANGES), _said(line, _SLIPS)
    if changed is not None:
        goods = changed["goods"]
        goods = goods if goods in ledger.contents else goods[0].lower() + goods[1:]
        day = _day(changed["day"])
        _once(ledger, "change", f"{goods} from {day}", span)
        ledger.changes.setdefault(goods, []).append((day, _count(changed["figure"])))
    elif slip is not None:
        _once(ledger, "correction", slip["voucher"], span)
        ledger.corrections[slip["voucher"]] = (_count(slip["printed"]), _count(slip["read"]))


def _row(ledger: _Ledger, head: list[str], cells: list[str], span: Span) -> None:
    if head[0] in _CODE:
        _once(ledger, "place", cells[1], span)
        if cells[0] in ledger.codes:
            raise Unreadable(f"document 0: the code {cells[0]} stands there twice")
        ledger.places[cells[1]] = cells[0]
        ledger.codes.add(cells[0])
        ledger.place_word = head[1]
    elif head[0] in _GOODS:
        _once(ledger, "content", cells[0], span)
        ledger.contents[cells[0]] = _count(cells[1])
    elif head[-1] in _READ:
        _once(ledger, "correction", cells[0], span)
        ledger.corrections[cells[0]] = (_count(cells[1]), _count(cells[2]))
    else:
        _entry(ledger, head, cells, span)


def _entry(ledger: _Ledger, head: list[str], cells: list[str], span: Span) -> None:
    columns = ledger.columns.get(tuple(head))
    if columns is None:
        columns = ledger.columns[tuple(head)] = _columns(ledger, head)
    place, day, goods, count = (cells[column] for column in columns)
    if place not in ledger.codes or goods not in ledger.contents:
        raise Unreadable(f"document 0: an entry of an unknown place or unknown goods: {cells}")
    _once(ledger, "entry", cells[0], span)
    ledger.entries[cells[0]] = _Entry(cells[0], place, goods, _day(day), _count(count), span)


def _columns(ledger: _Ledger, head: list[str]) -> tuple[int, int, int, int]:
    """Return where a row under *head* has its place, day, goods and count: the count is in the column that nothing else names."""
    place = [column for column, name in enumerate(head) if name and ledger.place_word.startswith(name)]
    day = [column for column, name in enumerate(head) if name in _DATE]
    goods = [column for column, name in enumerate(head) if name in _GOODS]
    named = {*place, *day, *goods}
    count = [column for column, name in enumerate(head) if column not in named and name not in (*_VOUCHER, *_REMARK)]
    if not len(place) == len(day) == len(goods) == len(count) == 1:
        raise Unreadable(f"document 0: a table of entries without one place, day, kind of goods and count: {head}")
    return place[0], day[0], goods[0], count[0]


def _once(ledger: _Ledger, kind: str, key: str, span: Span) -> None:
    if (kind, key) in ledger.spans:
        raise Unreadable(f"document 0: a second {kind} of {key}")
    ledger.spans[kind, key] = span
