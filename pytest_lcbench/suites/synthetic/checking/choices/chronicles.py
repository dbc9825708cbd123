"""Questions about the order of events in a chronicle: each is dated by a year or by a disaster, some years are put right later."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pytest_lcbench.documents.document import Document
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.synthetic.checking.choices.reading import Reading, Span, Unreadable, lines, only

_EVENTS = MappingProxyType(
    {
        "the admission of women to the guild": "women were let into the guild",
        "the appearance of a comet": "a comet stood over the hill",
        "the arrest of the players": "a company of players was locked up",
        "the arrival of the printing press": "a printing press was set up",
        "the beginning of glass making": "glass was made here for the first time",
        "the building of the stone bridge": "a stone bridge took the place of the ferry",
        "the burning of the poor house": "the poor house burned",
        "the closing of the salt works": "the salt works shut their gates for good",
        "the death of the last monk": "the last monk died",
        "the driving out of the mayor": "the mayor was sent away in a cart",
        "the drying up of the well": "the well in the square fell dry",
        "the end of the toll": "the toll was given up",
        "the enlarging of the school": "the school got a second room",
        "the felling of the lime tree": "the old lime tree came down",
        "the first planting of potatoes": "potatoes were planted on the common",
        "the freezing of the river": "the river froze down to its bed",
        "the landing of a balloon": "a balloon came down in the hop field",
        "the lighting of the quay": "the first lamp burned on the quay",
        "the mending of the clock": "the clock got its second hand",
        "the moving of the fair": "the fair was moved to autumn",
        "the pulling down of the north wall": "the wall on the north side was pulled down",
        "the sale of the mint": "the mint was sold",
        "the sighting of a bear": "a bear was seen on the market",
        "the stranding of a whale": "a whale lay on the strand",
        "the theft of the bell": "the bell was stolen from its tower",
        "the weavers' strike": "the weavers would not work for a month",
        "井水枯竭": "广场的井干了",
        "印刷机到镇": "印书的机器运到",
        "大钟修复": "大钟换上新指针",
        "始种土豆": "公地上种下土豆",
        "学堂扩建": "学堂加盖一间屋",
        "废除过路税": "过路税取消",
        "开始制玻璃": "头一回烧出玻璃",
        "彗星出现": "山头出现彗星",
        "戏班被拘": "戏班子被关起来",
        "拆北墙": "北城墙被拆",
        "末僧去世": "最后一个僧人去世",
        "气球降落": "气球落在啤酒花田里",
        "河流封冻": "河水一直冻到底",
        "济贫院失火案": "济贫院失火",
        "熊进集市": "集市上闯进一头熊",
        "盐场停业": "盐场关门歇业",
        "石桥建成": "石桥建成，渡船停了",
        "码头装灯": "码头点起第一盏路灯",
        "砍伐老椴树": "老椴树被砍倒",
        "织工罢工": "织工歇工一个月",
        "行会收女徒": "行会开始收女徒",
        "钟被盗": "钟楼的钟被人偷走",
        "铸币厂出售": "铸币厂卖给外人",
        "集市改期": "集市改到秋天",
        "驱逐镇长": "镇长被人用板车送走",
        "鲸鱼搁浅": "鲸鱼搁浅在滩上",
    }
)
_YEAR, _SPAN = r"(?P<year>\d{3,4})", r"(?P<years>\d{1,3})"
_WHAT, _DISASTER = r"(?P<what>[^.“”]+)", r"the (?P<disaster>[a-z]+(?: fire)?)"
_ZH_WHAT, _ZH_DISASTER = r"(?P<what>[^。“”]+)", r"(?P<disaster>地震|大水|大火|瘟疫|雹灾|饥荒)"
_DATED = (
    re.compile(rf"{_YEAR} was the year in which {_WHAT}\."),
    re.compile(rf"It was in {_YEAR} that {_WHAT}\."),
    re.compile(rf"The year {_YEAR} is remembered because {_WHAT}\."),
    re.compile(rf"In {_YEAR} {_WHAT}\."),
    re.compile(rf"{_YEAR}年之所以有人记得，是因为{_ZH_WHAT}。"),
    re.compile(rf"{_YEAR}年，{_ZH_WHAT}。"),
    re.compile(rf"{_ZH_WHAT}，事在{_YEAR}年。"),
)
_AFTER = (
    re.compile(rf"It was {_SPAN} years after {_DISASTER} that {_WHAT}\."),
    re.compile(rf"{_SPAN} years had passed since {_DISASTER} when {_WHAT}\."),
    re.compile(rf"Counting {_SPAN} years from {_DISASTER} one comes to the day on which {_WHAT}\."),
    re.compile(rf"从{_ZH_DISASTER}算起满{_SPAN}年，{_ZH_WHAT}。"),
    re.compile(rf"{_ZH_WHAT}，那时距{_ZH_DISASTER}已过{_SPAN}年。"),
    re.compile(rf"{_ZH_DISASTER}之后{_SPAN}年，{_ZH_WHAT}。"),
)
_BEFORE = (
    re.compile(rf"It was {_SPAN} years before {_DISASTER} that {_WHAT}\."),
    re.compile(rf"{_SPAN} years were still to pass until {_DISASTER} when {_WHAT}\."),
    re.compile(rf"The (?P<disaster>[a-z]+(?: fire)?) came {_SPAN} years after the time when {_WHAT}\."),
    re.compile(rf"{_ZH_WHAT}的时候，离{_ZH_DISASTER}还有{_SPAN}年。"),
    re.compile(rf"{_ZH_WHAT}，过了{_SPAN}年才有{_ZH_DISASTER}。"),
    re.compile(rf"{_ZH_DISASTER}之前{_SPAN}年，{_ZH_WHAT}。"),
)
_RIGHTED = (
    re.compile(rf"A later hand notes: that {_WHAT} did not happen in (?P<wrong>\d{{1,9}}) but in {_YEAR}\."),
    re.compile(rf"The roll of the guild shows that the year (?P<wrong>\d{{1,9}}) is a slip; {_WHAT} in {_YEAR}\."),
    re.compile(rf"后人批注：{_ZH_WHAT}不在(?P<wrong>\d{{1,9}})年，而在{_YEAR}年。"),
    re.compile(rf"查行会名册，(?P<wrong>\d{{1,9}})年系笔误，{_ZH_WHAT}应在{_YEAR}年。"),
)
_STRUCK = (
    re.compile(r"(?P<year>\d{1,9}) brought an? (?P<disaster>[a-z ]+)\."),
    re.compile(rf"An? (?P<disaster>[a-z ]+) is on record for {_YEAR}\."),
    re.compile(rf"There was an? (?P<disaster>[a-z ]+) in {_YEAR}\."),
    re.compile(rf"{_YEAR}年(?:遭过|有一场){_ZH_DISASTER}。"),
    re.compile(rf"旧册载{_YEAR}年{_ZH_DISASTER}。"),
)
_MEANT = (
    re.compile(rf"Wherever these pages say “{_DISASTER}”, the one of {_YEAR} is meant\."),
    re.compile(rf"There were two of them; by “{_DISASTER}” people here understand that of {_YEAR}, and so does this book\."),
    re.compile(rf"本书凡单说“{_ZH_DISASTER}”，都指{_YEAR}年那一场。"),
    re.compile(rf"{_ZH_DISASTER}先后有过两场，镇上人说的是{_YEAR}年那场，本书从之。"),
)
_ITEM = re.compile(r"(?<![A-Z])(I|II|III|IV) ([^;；?？。.]+)")
_NUMERALS = ("I", "II", "III", "IV")


@dataclass(slots=True)
class _Chronicle:
    dated: dict[str, tuple[int, Span]] = field(default_factory=dict)
    tied: dict[str, tuple[str, int, Span]] = field(default_factory=dict)
    righted: dict[str, tuple[int, int, Span]] = field(default_factory=dict)
    struck: dict[str, list[tuple[int, Span]]] = field(default_factory=dict)
    meant: dict[str, tuple[int, Span]] = field(default_factory=dict)


def read(case: Case, documents: Sequence[Document]) -> Reading:
    """Return the order in which the chronicle has the events. Raises ``Unreadable``."""
    chronicle = _chronicle(only(documents).text)
    items = dict(_ITEM.findall(case.question))
    if tuple(items) != _NUMERALS:
        raise Unreadable(f"question: events {', '.join(items)} in it, not I to IV")
    used: list[Span] = []
    beside: list[Span] = []
    years = {numeral: _year(chronicle, name.strip(), used, beside) for numeral, name in items.items()}
    if len(set(years.values())) != len(years):
        raise Unreadable(f"document 0: two of the events are of one year: {years}")
    order = " - ".join(sorted(years, key=years.__getitem__))
    moved = {**years, order.split(" - ")[0]: max(years.values()) + 1}
    changed = " - ".join(sorted(moved, key=moved.__getitem__)) != order
    right = tuple(option == order for option in case.choices)
    return Reading(right, tuple(used), tuple(beside), frozenset({0} if changed else ()), order)


def _year(chronicle: _Chronicle, name: str, used: list[Span], beside: list[Span]) -> int:
    what = _EVENTS.get(name)
    if what is None:
        raise Unreadable(f"question: the event {name} is not known")
    if (what in chronicle.dated) == (what in chronicle.tied):
        raise Unreadable(f"document 0: {what}: dated neither once by a year nor once by a disaster, or by both")
    if what in chronicle.dated:
        year, span = chronicle.dated[what]
        used.append(span)
        if what in chronicle.righted:
            wrong, right, span = chronicle.righted[what]
            if wrong != year:
                raise Unreadable(f"document 0: {what}: {year} there, yet {wrong} is put right")
            used.append(span)
            return right
        return year
    disaster, years, span = chronicle.tied[what]
    used.append(span)
    if what in chronicle.righted:
        raise Unreadable(f"document 0: {what}: a year is put right that is nowhere")
    struck = chronicle.struck.get(disaster, [])
    if disaster in chronicle.meant:
        year, span = chronicle.meant[disaster]
        used.append(span)
        beside.extend(span for _, span in struck)
        if year not in {one for one, _ in struck}:
            raise Unreadable(f"document 0: no {disaster} struck in {year}, which is the one meant")
    elif len(struck) == 1:
        year, span = struck[0]
        used.append(span)
    else:
        raise Unreadable(f"document 0: {len(struck)} times {disaster}, and none is said to be meant")
    return year + years


def _chronicle(text: str) -> _Chronicle:
    chronicle = _Chronicle()
    for at, line in lines(text):
        span = (0, at, at + len(line))
        if any(character.isdigit() for character in line):
            _fact(chronicle, line, span)
    if not chronicle.dated:
        raise Unreadable("document 0: no event in it is dated")
    return chronicle


def _fact(chronicle: _Chronicle, line: str, span: Span) -> None:
    known = set(_EVENTS.values())
    for patterns in (_MEANT, _STRUCK, _RIGHTED, _AFTER, _BEFORE, _DATED):
        found = next((found for pattern in patterns if (found := pattern.fullmatch(line))), None)
        if found is None:
            continue
        if patterns is _STRUCK:
            chronicle.struck.setdefault(found["disaster"], []).append((int(found["year"]), span))
            return
        if patterns is _MEANT:
            _once(found["disaster"] in chronicle.meant, found["disaster"])
            chronicle.meant[found["disaster"]] = (int(found["year"]), span)
            return
        what = found["what"]
        if what not in known:
            continue
        if patterns is _RIGHTED:
            _once(what in chronicle.righted, what)
            chronicle.righted[what] = (int(found["wrong"]), int(found["year"]), span)
        elif patterns is _DATED:
            _once(what in chronicle.dated, what)
            chronicle.dated[what] = (int(found["year"]), span)
        else:
            _once(what in chronicle.tied, what)
            years = int(found["years"])
            chronicle.tied[what] = (found["disaster"], years if patterns is _AFTER else -years, span)
        return


def _once(already: bool, what: str) -> None:
    if already:
        raise Unreadable(f"document 0: it tells of the same twice: {what}")
