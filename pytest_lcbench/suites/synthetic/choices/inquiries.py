"""``single_document_detective``: an inquiry into a theft; who had a key, and who was unseen at the true hour, leave one of four."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.cast import by_variety, each_once
from pytest_lcbench.suites.synthetic.choices.inquiry_words import TALK
from pytest_lcbench.suites.synthetic.choices.kind import Asked, SingleKind
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, sentences
from pytest_lcbench.suites.synthetic.drafts import Written
from pytest_lcbench.suites.synthetic.draw import Draw

_NIGHT = 23 * 60 + 30
"""Minutes of the day after which nobody is seen any more."""
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
    "zh": ("银香炉", "祖传的玉扳指", "鎏金酒杯", "宋版诗集", "田黄印章", "象牙笛", "珐琅鼻烟壶"),
}
_ROOMS = {
    "en": ("the cabinet room", "the west library", "the strong room", "the music room", "the map room", "the tower study"),
    "zh": ("藏宝阁", "西书房", "银库", "琴室", "画室", "后楼书斋"),
}
_OTHER_ROOMS = {
    "en": ("the boot room", "the orangery", "the still room", "the coach house", "the linen room", "the gun room", "the plate room"),
    "zh": ("茶房", "花厅", "佛堂", "轿厅", "绣房", "米仓", "账房"),
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
    "zh": ("厨房", "露台", "马厩", "棋桌旁", "洗衣房", "荷池边", "门房", "饭厅"),
}
_WORDS = {
    "en": {
        "four": ("Four people were in question from the first: {a}, {b}, {c} and {d}.", "Only {a}, {b}, {c} and {d} had known where {t} was to be found.", "“It must have been {a}, {b}, {c} or {d},” said the inspector. “Nobody else could enter that wing.”"),
        "room": (
            "{t} had been kept in {r}, whose door was found unharmed and locked: it had been opened with a key.", "Nobody had forced the door of {r}. Whoever took {t} had turned a key in it.",
            "When {t} was missed, the lock of {r}, where it belonged, showed no scratch: a key had been used.", "{t} was gone from {r}. The locksmith took the lock apart and found that its own key had opened it.",
        ),
        "keys": (
            "According to the house book there are two keys to {r}. {a} signed for one and {b} for the other.", "{a} and {b} were down in the house book as holders of the two keys to {r}.",
            "The house book gives the two keys to {r} to {a} and {b}.", "Two keys open {r}, and in the house book {a} and {b} have signed for them.",
        ),
        "moved": (
            "The house book was out of date. A week before, both keys to {r} had gone over to {c} and {d}.", "“Since Monday it was {c} and {d} who carried the two keys to {r},” the housekeeper explained, “I only had no time to write it down.”",
            "What the house book said of {r} was no longer true: {c} and {d} had been given both keys after the last ball.", "{c} and {d} laid the two keys to {r} on the table. They had had them for a fortnight, whatever the house book said.",
        ),
        "planned": (
            "It had been settled that both keys to {r} should pass to {c} and {d}.", "“{c} and {d} were to get the two keys to {r},” the housekeeper explained.",
            "A note in the margin of the house book ran: both keys to {r} to {c} and {d}.", "{c} and {d} had been chosen to take over the two keys to {r}.",
        ),
        "undone": (
            "As to the handing over of the two keys to {r}, the butler admitted that he had put it off until the week after the theft.", "The two keys to {r} had stayed where they were, it turned out: the handing over was due only the month after.",
            "The handing over of the two keys to {r} had never taken place, as the butler showed from his own list.", "The paper about the handing over of the two keys to {r} still lay unsigned on the butler's desk when the theft was found out.",
        ),
        "clock": (
            "In the dark the thief knocked over the clock in {r}. It had stopped and showed {s}.", "The clock of {r} lay on the floor. It must have fallen at the moment of the theft, and it showed {s}.",
            "The clock of {r} was found in pieces. The thief had swept it down, and its hands stood at {s}.", "At the moment of the theft the clock in {r} had been knocked over, and its hands had not moved since: {s}.",
        ),
        "fast": (
            "The clockmaker said that the fallen clock had been {m} minutes fast for weeks.", "The fallen clock, the maid remembered, always ran {m} minutes ahead of the true time.",
            "Whoever read the fallen clock had to take off {m} minutes. The whole house did so.", "By the station clock, the fallen clock had been {m} minutes fast as late as that morning.",
        ),
        "slow": (
            "The clockmaker said that the fallen clock had been {m} minutes slow for weeks.", "The fallen clock, the maid remembered, always stayed {m} minutes behind the true time.",
            "Whoever read the fallen clock had to add {m} minutes. The whole house did so.", "By the station clock, the fallen clock had been {m} minutes slow as late as that morning.",
        ),
        "exact_fast": (
            "The gardener claimed that the fallen clock ran {m} minutes fast. The clockmaker, who had set it that very noon, swore that it was right to the minute.", "It used to be {m} minutes fast, that fallen clock. On the day itself it had been put right, as the receipt showed.",
            "That the fallen clock was {m} minutes fast had been true in spring. It had been repaired since and kept perfect time.", "The cook's boy would take off {m} minutes for the fallen clock. The telegraph clerk had compared it that evening and found it right.",
        ),
        "exact_slow": (
            "The gardener claimed that the fallen clock ran {m} minutes slow. The clockmaker, who had set it that very noon, swore that it was right to the minute.", "It used to be {m} minutes slow, that fallen clock. On the day itself it had been put right, as the receipt showed.",
            "That the fallen clock was {m} minutes slow had been true in spring. It had been repaired since and kept perfect time.", "The cook's boy would add {m} minutes for the fallen clock. The telegraph clerk had compared it that evening and found it right.",
        ),
        "watches": ("The clock over the stables was {m} minutes slow, and the grooms lived by it.", "In the hall stood a clock that ran {m} minutes fast. Nobody minded.", "The vicar's watch lost {m} minutes a day, as he said himself."),
        "alibi": (
            "From {f} to {u} two guests had {x} before their eyes {w}.", "{x} was {w} from {f} until {u}; the cook and the vicar both said so.", "{x} had been seen {w}, without a break, between {f} and {u}.",
            "Several people spoke with {x} {w} from {f} to {u} without a pause.", "The coachman swore to {x}: {w}, from {f} till {u}, and never out of sight.",
        ),
        "elsewhere": ("For the rest of the evening no one can vouch for any of the four.", "Outside the times that witnesses gave, each of the four was alone."),
        "title": "The inquiry at {place}", "head": ("Chapter {n}", "{n}", "The {n2} part"),
        "question": ("Which of the four took {t}?", "Who is the only one that can have taken {t}?", "By what the inquiry brought to light, who stole {t}?"),
    },
    "zh": {
        "four": ("从一开始就只有四个人有嫌疑：{a}、{b}、{c}、{d}。", "知道{t}放在哪里的，只有{a}、{b}、{c}和{d}。", "“不是{a}、{b}、{c}，就是{d}，”探长说，“旁人进不了那半边宅子。”"),
        "room": ("{t}原存放在{r}，门锁完好，是用钥匙开的。", "{r}的门没有撬痕，拿走{t}的人用的是钥匙。", "{t}一向收在{r}，锁上一道划痕也没有，来人手里有钥匙。", "{r}里不见了{t}。锁匠拆开锁看过，是原配钥匙开的。"),
        "keys": ("据钥匙簿，{r}的钥匙共两把，由{a}和{b}分别签领。", "钥匙簿上写明，{r}的两把钥匙在{a}、{b}手里。", "照钥匙簿，{a}与{b}各领了{r}的一把钥匙，此外没有第三把。", "开{r}的钥匙有两把，钥匙簿上签字的是{a}和{b}。"),
        "moved": ("钥匙簿没有更新：案发前一周，{r}的两把钥匙已经交给{c}和{d}。", "“打星期一起，{r}的两把钥匙就归{c}和{d}带着，”管家说，“我没来得及记。”", "簿子上关于{r}的那条早已作废，上次宴客之后，两把钥匙就转到了{c}和{d}手里。", "{c}与{d}把{r}的两把钥匙放到桌上，说簿子归簿子，钥匙在他们身边已有半个月。"),
        "planned": ("先前商定，{r}的两把钥匙改由{c}和{d}保管。", "“{r}那两把钥匙说好要交给{c}和{d}。”管家说。", "簿子边上有一行小字：{r}的两把钥匙，交{c}和{d}。", "东家选定了{c}与{d}接管{r}的两把钥匙。"),
        "undone": ("至于{r}那两把钥匙的移交，男仆承认拖到了案发后一周才办。", "后来查明，{r}那两把钥匙的移交定在次月，案发时还在原来的人手里。", "{r}那两把钥匙的移交其实从未办过，管事拿出自己的单子为证。", "案发时，{r}那两把钥匙的移交单还搁在管事桌上，没有人签字。"),
        "clock": ("窃贼碰倒了{r}的座钟，钟停了，指着{s}。", "{r}的座钟倒在地上，想必是行窃时摔停的，指针停在{s}。", "{r}的座钟摔散了，是窃贼碰下来的，两根针停在{s}。", "行窃的那一刻，{r}的座钟被碰倒，从此不走，停在{s}。"),
        "fast": ("修钟师傅说，摔坏的那座钟几周来一直快{m}分钟。", "丫鬟记得，摔坏的座钟总比准点快{m}分钟。", "看那座摔坏的钟要减去{m}分钟，全家都这样看。", "当天早上和车站的钟对过，摔坏的座钟快{m}分钟。"),
        "slow": ("修钟师傅说，摔坏的那座钟几周来一直慢{m}分钟。", "丫鬟记得，摔坏的座钟总比准点慢{m}分钟。", "看那座摔坏的钟要加上{m}分钟，全家都这样看。", "当天早上和车站的钟对过，摔坏的座钟慢{m}分钟。"),
        "exact_fast": ("花匠说摔坏的座钟快{m}分钟，修钟师傅却证明当天中午刚校过，分秒不差。", "那座摔坏的钟从前快{m}分钟，但收据显示案发当天已经校准。", "说摔坏的座钟快{m}分钟，那是开春的事，后来修过，走得很准。", "厨房的学徒要给摔坏的座钟减去{m}分钟，电报局的人当晚对过，说它一分不差。"),
        "exact_slow": ("花匠说摔坏的座钟慢{m}分钟，修钟师傅却证明当天中午刚校过，分秒不差。", "那座摔坏的钟从前慢{m}分钟，但收据显示案发当天已经校准。", "说摔坏的座钟慢{m}分钟，那是开春的事，后来修过，走得很准。", "厨房的学徒要给摔坏的座钟加上{m}分钟，电报局的人当晚对过，说它一分不差。"),
        "watches": ("马厩上头的钟慢{m}分钟，马夫们就照它过日子。", "大厅里有座快{m}分钟的钟，谁也不在意。", "账房先生的怀表一天要慢{m}分钟，他自己也这样说。"),
        "alibi": ("{f}到{u}，两位客人一直看见{x}在{w}。", "{x}从{f}到{u}都在{w}，厨娘和账房先生都这样说。", "{f}至{u}之间，有人始终见{x}在{w}，没有离开。", "从{f}到{u}，好几个人在{w}同{x}说话，中间没有断过。", "车夫替{x}作证：{f}起，到{u}为止，人在{w}，一步也没有走开。"),
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
    return Grammar(by_variety(TALK[language], "talk"))


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
    return f"{hour - 12}:{minute:02}" if language == "en" else f"晚上{hour - 12}点{minute:02}分"


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
        plants.append(
            Plant(
                at,
                sentences(draw.pick(words[name]).format(r=inquiry.room, t=inquiry.treasure, **values)) + "\n",
                (fact,) if fact else (),
            )
        )

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
        # Seen once more, at an hour that is neither: whoever collects hours has to tell them apart.
        length = draw.between(8, 18)
        early, late = min(true, false) - 20 - length - draw.below(40), max(true, false) + 20 + draw.below(20)
        begin = draw.pick((early, late))
        values = {"x": suspect, "w": draw.pick(_SPOTS[language]), "f": _hour(language, begin), "u": _hour(language, begin + length)}
        plant(0.08 + 0.85 * draw.share(), "", "alibi", **values)
    for watch in draw.sample(words["watches"], 2):
        text = sentences(watch.format(m=draw.pick((5, 10, 15, 20, 25))))
        plants.append(Plant(0.1 + 0.85 * draw.share(), f"{text}\n"))
    a, b, c, d = draw.shuffled(inquiry.suspects)
    plant(0.01 + 0.06 * draw.share(), "", "four", a=a, b=b, c=c, d=d)
    plant(0.9 + 0.08 * draw.share(), "", "elsewhere")
    return plants


class _Chapters:
    """Talk of everyone, and keys and hours of those who are not suspected; no room has two pairs of keys, nobody is in two places."""

    def __init__(self, inquiry: _Inquiry, language: str, draw: Draw) -> None:
        self._inquiry, self._language, self._draw = inquiry, language, draw
        people = (*inquiry.suspects, *inquiry.others)
        self._say: Callable[[str], str] = each_once(
            _grammar(language).speaker(draw, {"person": people, "town": inquiry.towns[1:]}), people
        )
        self._left = self._chapter = 0
        self._style = draw.below(3)
        self._rooms = draw.shuffled(_OTHER_ROOMS[language])
        self._free = dict.fromkeys(inquiry.others, 18 * 60 + 30)

    def next(self) -> str:
        """Return a heading with a paragraph, a paragraph, or a clue that leads nowhere."""
        draw = self._draw
        head = ""
        if not self._left:
            self._left = draw.between(7, 16)
            self._chapter += 1
            head = self._head()  # never the last line
        self._left -= 1
        turn = draw.below(12)
        if turn == 0 and self._rooms and not head:
            a, b = draw.sample(self._inquiry.others, 2)
            return self._clue("keys", r=self._rooms.pop(), a=a, b=b)
        if turn == 1 and not head:
            who = draw.pick(self._inquiry.others)
            begin = self._free[who] + draw.between(3, 50)
            end = begin + draw.between(8, 18)
            if end < _NIGHT:
                self._free[who] = end
                values = {"x": who, "w": draw.pick(_SPOTS[self._language])}
                return self._clue("alibi", **values, f=_hour(self._language, begin), u=_hour(self._language, end))
        joint = " " if self._language == "en" else ""
        return head + sentences(joint.join(self._say("talk") for _ in range(draw.between(1, 4)))) + "\n"

    def _head(self) -> str:
        ordinal = f"{self._chapter}{'th' if self._chapter % 100 in {11, 12, 13} else {1: 'st', 2: 'nd', 3: 'rd'}.get(self._chapter % 10, 'th')}"
        return "\n" + _WORDS[self._language]["head"][self._style].format(n=self._chapter, n2=ordinal) + "\n\n"

    def _clue(self, name: str, **values: str) -> str:
        return sentences(self._draw.pick(_WORDS[self._language][name]).format(**values)) + "\n"
