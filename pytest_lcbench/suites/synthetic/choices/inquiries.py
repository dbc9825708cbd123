"""``single_document_detective``: an inquiry into a theft; who had a key, and who was unseen at the true hour, leave one of four."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, sentences
from pytest_lcbench.suites.synthetic.choices.town_words import TOWN
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_TREASURES = {
    "en": (
        "the silver astrolabe",
        "the founder's ring",
        "the coronation goblet",
        "the blue folio",
        "the jade seal",
        "the ivory flute",
        "the gilded hourglass",
    ),
    "zh": ("银星盘", "创始人的戒指", "鎏金高脚杯", "蓝皮手稿", "玉印", "象牙笛", "描金沙漏"),
}
_ROOMS = {
    "en": ("the cabinet room", "the west library", "the strong room", "the music room", "the map room", "the tower study"),
    "zh": ("珍宝间", "西书房", "库房", "琴房", "舆图室", "塔楼书斋"),
}
_OTHER_ROOMS = {
    "en": ("the boot room", "the orangery", "the still room", "the coach house", "the linen room", "the gun room"),
    "zh": ("鞋帽间", "暖棚", "蒸馏间", "马车房", "被服间", "猎具间"),
}
_SPOTS = {
    "en": (
        "in the kitchen",
        "on the terrace",
        "in the stables",
        "at the billiard table",
        "in the laundry",
        "by the fountain",
        "in the porter's lodge",
        "in the dining hall",
    ),
    "zh": ("厨房", "露台", "马厩", "台球桌边", "洗衣房", "喷泉边", "门房", "饭厅"),
}
_WORDS = {
    "en": {
        "room": ("{t} had been kept in {r}, whose door was found unharmed and locked: it had been opened with a key.", "Nobody had forced the door of {r}. Whoever took {t} had turned a key in it."),
        "keys": ("According to the house book there are two keys to {r}. {a} signed for one and {b} for the other.", "{a} and {b} were down in the house book as holders of the two keys to {r}."),
        "moved": ("The house book was out of date. A week before, both keys to {r} had gone over to {c} and {d}.", "“Since Monday it was {c} and {d} who carried the two keys to {r},” the housekeeper explained, “I only had no time to write it down.”"),
        "planned": ("It had been settled that both keys to {r} should pass to {c} and {d}.", "“{c} and {d} were to get the two keys to {r},” the housekeeper explained."),
        "undone": ("As to the handing over of those two keys, the butler admitted that he had put it off until the week after the theft.", "The two keys had stayed where they were, it turned out: the handing over was due only the month after."),
        "clock": ("In the struggle with the lock the thief knocked over the clock in {r}. It had stopped and showed {s}.", "The clock of {r} lay on the floor. It must have fallen at the moment of the theft, and it showed {s}."),
        "fast": ("The clockmaker said that the fallen clock had been {m} minutes fast for weeks, as everyone but the thief knew.", "The fallen clock, the maid remembered, always ran {m} minutes ahead of the true time."),
        "slow": ("The clockmaker said that the fallen clock had been {m} minutes slow for weeks.", "The fallen clock, the maid remembered, always stayed {m} minutes behind the true time."),
        "exact_fast": ("The gardener claimed that the fallen clock ran {m} minutes fast. The clockmaker, who had set it that very noon, swore that it was right to the minute.", "It used to be {m} minutes fast, that fallen clock. On the day itself it had been put right, as the receipt showed."),
        "exact_slow": ("The gardener claimed that the fallen clock ran {m} minutes slow. The clockmaker, who had set it that very noon, swore that it was right to the minute.", "It used to be {m} minutes slow, that fallen clock. On the day itself it had been put right, as the receipt showed."),
        "alibi": ("From {f} to {u} two guests had {x} before their eyes {w}.", "{x} was {w} from {f} until {u}; the cook and the vicar both said so.", "{x} had been seen {w}, without a break, between {f} and {u}."),
        "elsewhere": ("For the rest of the evening no one can vouch for any of the four.", "Outside the times that witnesses gave, each of the four was alone."),
        "title": "The inquiry at {place}", "head": ("Chapter {n}", "{n}", "The {n2} part"),
        "question": ("Which of the four took {t}?", "Who is the only one that can have taken {t}?", "By what the inquiry brought to light, who stole {t}?"),
    },
    "zh": {
        "room": ("{t}原存放在{r}，门锁完好，是用钥匙开的。", "{r}的门没有撬痕，拿走{t}的人用的是钥匙。"),
        "keys": ("据总账，{r}的钥匙共两把，由{a}和{b}分别签领。", "总账上写明，{r}的两把钥匙在{a}、{b}手里。"),
        "moved": ("总账没有更新：案发前一周，{r}的两把钥匙已经交给{c}和{d}。", "“打星期一起，{r}的两把钥匙就归{c}和{d}带着，”管家说，“我没来得及记。”"),
        "planned": ("先前商定，{r}的两把钥匙改由{c}和{d}保管。", "“{r}那两把钥匙说好要交给{c}和{d}。”管家说。"),
        "undone": ("至于那两把钥匙的移交，男仆承认拖到了案发后一周才办。", "后来查明，两把钥匙的移交定在次月，案发时还在原来的人手里。"),
        "clock": ("窃贼碰倒了{r}的座钟，钟停了，指着{s}。", "{r}的座钟倒在地上，想必是行窃时摔停的，指针停在{s}。"),
        "fast": ("钟表匠说，摔坏的那座钟几周来一直快{m}分钟。", "女仆记得，摔坏的座钟总比准点快{m}分钟。"),
        "slow": ("钟表匠说，摔坏的那座钟几周来一直慢{m}分钟。", "女仆记得，摔坏的座钟总比准点慢{m}分钟。"),
        "exact_fast": ("园丁说摔坏的座钟快{m}分钟，钟表匠却证明当天中午刚校过，分秒不差。", "那座钟从前快{m}分钟，但收据显示案发当天已经校准。"),
        "exact_slow": ("园丁说摔坏的座钟慢{m}分钟，钟表匠却证明当天中午刚校过，分秒不差。", "那座钟从前慢{m}分钟，但收据显示案发当天已经校准。"),
        "alibi": ("{f}到{u}，两位客人一直看见{x}在{w}。", "{x}从{f}到{u}都在{w}，厨娘和牧师都这样说。", "{f}至{u}之间，有人始终见{x}在{w}，没有离开。"),
        "elsewhere": ("除此以外的时间，四人都没有旁证。", "证人所说的时段之外，四个人都是独自一人。"),
        "title": "{place}庄失窃案", "head": ("第{n}章", "{n}", "第{n}节"),
        "question": ("四人之中，是谁拿走了{t}？", "只有谁可能拿走{t}？", "根据调查结果，偷走{t}的是谁？"),
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Inquiry:
    place: str
    treasure: str
    room: str
    suspects: tuple[str, ...]  # by cell: (key, unseen), (no key, unseen), (key, seen), (no key, seen)
    others: tuple[str, ...]
    towns: tuple[str, ...]
    shown: int  # minutes on the clock's face
    shift: int  # what it is said to be ahead
    shifted: bool
    exchanged: bool


@cache
def _grammar(language: str) -> Grammar:
    return Grammar(TOWN[language])


@lru_cache(maxsize=64)
def _inquiry(world: int, language: str, number: int) -> _Inquiry:
    draw = Draw("choices", world, "inquiries", language, number)
    people = names.several(draw, names.family if language == "en" else names.person_zh, 16)
    towns = names.several(draw, names.places_of(language), 6)
    return _Inquiry(
        towns[0], draw.pick(_TREASURES[language]), draw.pick(_ROOMS[language]), tuple(people[:4]), tuple(people[4:]), tuple(towns),
        20 * 60 + draw.between(10, 110), draw.pick((-1, 1)) * draw.pick((25, 30, 35, 40, 45)), draw.chance(0.5), draw.chance(0.5),
    )  # fmt: skip


def _hour(language: str, minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return f"{hour - 12}:{minute:02}" if language == "en" else f"晚上{hour - 12}点{minute}分"


class Inquiries(SingleKind):
    """Stories of thefts."""

    name = "inquiries"
    domain = "single_document_qa"
    languages = ("en", "zh")

    def title(self, language: str, number: int) -> str:
        """Return the story's title."""
        title: str = str(_WORDS[language]["title"])
        return title.format(place=_inquiry(self._world, language, number).place)

    def ask(self, language: str, number: int, draw: Draw) -> Asked:
        """Ask who it was; the traps are who held the keys and what the stopped clock means."""
        inquiry = _inquiry(self._world, language, number)
        question = draw.pick(_WORDS[language]["question"]).format(t=inquiry.treasure)
        one, two, three, four = inquiry.suspects
        facts = ("room", "keys", "moved", "clock", "clockwork", "alibi0", "alibi1", "alibi2", "alibi3")
        return Asked(question, (one, two, three, four), facts, hard=inquiry.shifted or not inquiry.exchanged)

    def render(self, language: str, number: int, length: int, draw: Draw) -> Written:
        """Write chapters; each clue stands in another of them."""
        inquiry = _inquiry(self._world, language, number)
        fixed = self.entity(language, number).fork("places")
        page = Page()
        compose(page, _plants(inquiry, language, fixed), _Chapters(inquiry, language, draw).next, length)
        return page.written()


def _plants(inquiry: _Inquiry, language: str, draw: Draw) -> list[Plant]:
    words = _WORDS[language]
    plants = []

    def plant(at: float, fact: str, name: str, **values: object) -> None:
        plants.append(Plant(at, sentences(draw.pick(words[name]).format(r=inquiry.room, t=inquiry.treasure, **values)) + "\n", (fact,)))

    holders = draw.shuffled((inquiry.suspects[0], inquiry.suspects[2]))
    without = draw.shuffled((inquiry.suspects[1], inquiry.suspects[3]))
    before, after = (without, holders) if inquiry.exchanged else (holders, without)
    plant(0.02 + 0.05 * draw.share(), "room", "room")
    plant(0.08 + 0.17 * draw.share(), "keys", "keys", a=before[0], b=before[1])
    at = 0.3 + 0.3 * draw.share()
    plant(at, "moved", "moved" if inquiry.exchanged else "planned", c=after[0], d=after[1])
    if not inquiry.exchanged:
        plant(at + (0.98 - at) * (0.1 + 0.85 * draw.share()), "moved", "undone")
    at = 0.05 + 0.5 * draw.share()
    plant(at, "clock", "clock", s=_hour(language, inquiry.shown))
    way = "fast" if inquiry.shift > 0 else "slow"
    plant(at + (0.98 - at) * (0.15 + 0.8 * draw.share()), "clockwork", way if inquiry.shifted else f"exact_{way}", m=abs(inquiry.shift))
    moved = inquiry.shown - inquiry.shift
    true, false = (moved, inquiry.shown) if inquiry.shifted else (inquiry.shown, moved)
    spots = draw.sample(_SPOTS[language], 4)
    shares = draw.shuffled((0.1, 0.32, 0.54, 0.76))
    for n, suspect in enumerate(inquiry.suspects):
        # Unseen at the true time means seen at the other, and the other way round.
        seen = false if n < 2 else true  # noqa: PLR2004 - the first two cells are those unseen
        begin, end = seen - draw.between(5, 9), seen + draw.between(5, 9)
        values = {"x": suspect, "w": spots[n], "f": _hour(language, begin), "u": _hour(language, end)}
        plant(shares[n] + 0.2 * draw.share(), f"alibi{n}", "alibi", **values)
    plant(0.9 + 0.08 * draw.share(), "alone", "elsewhere")
    return plants


class _Chapters:
    """Talk of everyone else, and keys and hours that have no bearing."""

    def __init__(self, inquiry: _Inquiry, language: str, draw: Draw) -> None:
        self._inquiry, self._language, self._draw = inquiry, language, draw
        people = (*inquiry.suspects, *inquiry.others)
        self._say: Callable[[str], str] = _grammar(language).speaker(draw, {"person": people, "town": inquiry.towns})
        self._left = self._chapter = 0
        self._style = draw.below(3)

    def next(self) -> str:
        """Return a heading, a paragraph, or a clue that leads nowhere."""
        draw, words = self._draw, _WORDS[self._language]
        if not self._left:
            self._left = draw.between(7, 16)
            self._chapter += 1
            if self._style == 2 and self._language == "en":  # noqa: PLR2004 - the third of three ways
                ordinal = f"{self._chapter}{'th' if self._chapter % 100 in {11, 12, 13} else {1: 'st', 2: 'nd', 3: 'rd'}.get(self._chapter % 10, 'th')}"
                return "\n" + words["head"][2].format(n2=ordinal) + "\n\n"
            return "\n" + words["head"][self._style].format(n=self._chapter) + "\n\n"
        self._left -= 1
        turn = draw.below(12)
        if turn == 0:
            a, b = draw.sample(self._inquiry.others, 2)
            return sentences(draw.pick(words["keys"]).format(r=draw.pick(_OTHER_ROOMS[self._language]), a=a, b=b)) + "\n"
        if turn == 1:
            begin = 20 * 60 + draw.below(100)
            values = {"x": draw.pick(self._inquiry.others), "w": draw.pick(_SPOTS[self._language])}
            times = {"f": _hour(self._language, begin), "u": _hour(self._language, begin + draw.between(8, 18))}
            return sentences(draw.pick(words["alibi"]).format(**values, **times)) + "\n"
        joint = " " if self._language == "en" else ""
        return sentences(joint.join(self._say("inquiry") for _ in range(draw.between(1, 4)))) + "\n"
