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
        "the fall of a stone from the sky": "a stone fell from the sky into the hop field",
        "the lighting of the quay": "the first lamp burned on the quay",
        "the mending of the clock": "the church clock was given a minute hand",
        "the moving of the fair": "the fair was moved to autumn",
        "the pulling down of the north wall": "the wall on the north side was pulled down",
        "the sale of the mint": "the mint was sold",
        "the sighting of a bear": "a bear was seen on the market",
        "the stranding of a whale": "a whale lay on the strand",
        "the theft of the bell": "the bell was stolen from its tower",
        "the weavers' strike": "the weavers would not work for a month",
        "书坊开版": "书坊请来刻工，开版印书",
        "养济院失火": "养济院起火",
        "古井枯竭": "街心的古井干了",
        "大鱼搁浅": "一头大鱼搁浅在滩涂上",
        "学堂扩建": "学堂添盖了一间屋",
        "庙会改期": "庙会改到秋后",
        "当铺易主": "老当铺盘给了外乡人",
        "彗星出现": "山头上空现出彗星",
        "戏班被拘": "外来的戏班被关了起来",
        "拆除北墙": "北城墙拆了",
        "更换漏壶": "鼓楼换上新漏壶",
        "末僧圆寂": "寺里最后一位僧人圆寂",
        "河道封冻": "河水一直冻到底",
        "烧成琉璃": "窑上头一次烧出琉璃",
        "熊闯集市": "有熊闯进集市",
        "盐场停业": "盐场关了门",
        "石桥竣工": "石桥落成，渡船从此停开",
        "码头点灯": "码头挂起第一盏路灯",
        "砍伐老樟": "祠堂前的老樟树砍倒了",
        "织户罢织": "织户歇业一个月",
        "行会收女徒": "行会开始收女徒",
        "裁撤厘卡": "过镇的厘卡撤了",
        "试种番薯": "公田里头一回种下番薯",
        "铜钟失窃": "鼓楼的铜钟叫人偷走了",
        "陨石坠落": "天上落下一块石头，砸在竹园里",
        "驱逐县丞": "乡民把县丞轰出镇去",
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
    re.compile(rf"{_WHAT} falls in the year {_YEAR}\."),
    re.compile(rf"According to the town book, {_WHAT} in {_YEAR}\."),
    re.compile(rf"{_YEAR}: {_WHAT}\."),
    re.compile(rf"People still spoke of {_YEAR} when I was young, for in that year {_WHAT}\."),
    re.compile(rf"{_YEAR}年之所以有人记得，是因为{_ZH_WHAT}。"),
    re.compile(rf"我小时候还有人说起{_YEAR}年，那一年{_ZH_WHAT}。"),
    re.compile(rf"据镇册，{_YEAR}年{_ZH_WHAT}。"),
    re.compile(rf"{_YEAR}年[，：]{_ZH_WHAT}。"),
    re.compile(rf"{_ZH_WHAT}是{_YEAR}年的事。"),
    re.compile(rf"{_ZH_WHAT}，事在{_YEAR}年。"),
)
_AFTER = (
    re.compile(rf"It was {_SPAN} years after {_DISASTER} that {_WHAT}\."),
    re.compile(rf"{_SPAN} years had passed since {_DISASTER} when {_WHAT}\."),
    re.compile(rf"Counting {_SPAN} years from {_DISASTER} one comes to the day on which {_WHAT}\."),
    re.compile(rf"{_SPAN} years after {_DISASTER}, {_WHAT}\."),
    re.compile(rf"When {_WHAT}, {_DISASTER} lay {_SPAN} years back\."),
    re.compile(rf"{_WHAT} followed {_SPAN} years after {_DISASTER}\."),
    re.compile(rf"从{_ZH_DISASTER}算起满{_SPAN}年，{_ZH_WHAT}。"),
    re.compile(rf"{_ZH_WHAT}，那时距{_ZH_DISASTER}已过{_SPAN}年。"),
    re.compile(rf"{_ZH_DISASTER}(?:之后|过去){_SPAN}年，{_ZH_WHAT}。"),
    re.compile(rf"{_ZH_WHAT}在{_ZH_DISASTER}后{_SPAN}年。"),
)
_BEFORE = (
    re.compile(rf"It was {_SPAN} years before {_DISASTER} that {_WHAT}\."),
    re.compile(rf"{_SPAN} years were still to pass until {_DISASTER} when {_WHAT}\."),
    re.compile(rf"The (?P<disaster>[a-z]+(?: fire)?) came {_SPAN} years after the time when {_WHAT}\."),
    re.compile(rf"{_SPAN} years before {_DISASTER}, {_WHAT}\."),
    re.compile(rf"When {_WHAT}, {_DISASTER} was still {_SPAN} years off\."),
    re.compile(rf"{_WHAT} preceded {_DISASTER} by {_SPAN} years\."),
    re.compile(rf"{_ZH_WHAT}的时候，离{_ZH_DISASTER}还有{_SPAN}年。"),
    re.compile(rf"{_ZH_WHAT}，过了{_SPAN}年才有{_ZH_DISASTER}。"),
    re.compile(rf"{_ZH_DISASTER}之前{_SPAN}年，{_ZH_WHAT}。"),
    re.compile(rf"再过{_SPAN}年才是{_ZH_DISASTER}，这一年{_ZH_WHAT}。"),
    re.compile(rf"{_ZH_WHAT}比{_ZH_DISASTER}早{_SPAN}年。"),
)
_WRONG = r"(?P<wrong>\d{1,9})"
_RIGHTED = (
    re.compile(rf"A later hand notes that {_WHAT} did not happen in {_WRONG} but in {_YEAR}\."),
    re.compile(rf"The roll of the guild shows that the year {_WRONG} is a slip; {_WHAT} in {_YEAR}\."),
    re.compile(rf"For {_WHAT} read {_YEAR} instead of {_WRONG}\."),
    re.compile(rf"Whoever put {_WHAT} in {_WRONG} misread his source\. The parish book has {_YEAR}\."),
    re.compile(rf"{_WHAT} belongs to {_YEAR}, as a dated bill proves, and {_WRONG} is to be struck out\."),
    re.compile(rf"Two witnesses under oath placed {_WHAT} in {_YEAR}\. The {_WRONG} of this book was hearsay\."),
    re.compile(rf"The writer asks pardon for {_WRONG}: {_WHAT} in {_YEAR}\."),
    re.compile(rf"后人批注：{_ZH_WHAT}不在{_WRONG}年，而在{_YEAR}年。"),
    re.compile(rf"查行会名册，{_WRONG}年系笔误，{_ZH_WHAT}应在{_YEAR}年。"),
    re.compile(rf"{_ZH_WHAT}一事，前稿误作{_WRONG}年，今据碑刻改为{_YEAR}年。"),
    re.compile(rf"按族谱，{_ZH_WHAT}当在{_YEAR}年，书中{_WRONG}年不确。"),
    re.compile(rf"{_WRONG}年之说有误，{_ZH_WHAT}实为{_YEAR}年，有契约为证。"),
    re.compile(rf"校记：{_ZH_WHAT}，原作{_WRONG}年，应作{_YEAR}年。"),
)
_STRUCK = (
    re.compile(r"(?P<year>\d{1,9}) brought an? (?P<disaster>[a-z ]+)\."),
    re.compile(rf"An? (?P<disaster>[a-z ]+) is on record for {_YEAR}\."),
    re.compile(rf"There was an? (?P<disaster>[a-z ]+) in {_YEAR}\."),
    re.compile(rf"In {_YEAR} the town suffered an? (?P<disaster>[a-z ]+)\."),
    re.compile(rf"The church book of {_YEAR} tells of an? (?P<disaster>[a-z ]+)\."),
    re.compile(rf"{_YEAR}年(?:遭过|有一场){_ZH_DISASTER}。"),
    re.compile(rf"旧册载{_YEAR}年{_ZH_DISASTER}。"),
    re.compile(rf"庙碑上刻着{_YEAR}年的{_ZH_DISASTER}。"),
)
_MEANT = (
    re.compile(rf"Wherever these pages say “{_DISASTER}”, the one of {_YEAR} is meant\."),
    re.compile(rf"There were two of them; by “{_DISASTER}” people here understand that of {_YEAR}, and so does this book\."),
    re.compile(rf"Of the two, only that of {_YEAR} is called “{_DISASTER}” in this book\."),
    re.compile(rf"A reader asked which year “{_DISASTER}” stands for in this book\. The answer is {_YEAR}\."),
    re.compile(rf"本书凡单说“{_ZH_DISASTER}”，都指{_YEAR}年那一场。"),
    re.compile(rf"{_ZH_DISASTER}先后有过两场，镇上人说的是{_YEAR}年那场，本书从之。"),
    re.compile(rf"两场之中，本书只把{_YEAR}年的叫作“{_ZH_DISASTER}”。"),
    re.compile(rf"有人问书中“{_ZH_DISASTER}”究竟是哪年的，答曰{_YEAR}年。"),
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
        # Some sentences name the event as the question does, at their beginning in upper case.
        what = _EVENTS.get(what) or _EVENTS.get(what[:1].lower() + what[1:]) or what
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
