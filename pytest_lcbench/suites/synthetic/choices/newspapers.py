"""``multi_document_news``: newspapers of many districts after one event; each reports a figure, some mend another's or their own."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.cast import by_variety, cast, each_once
from pytest_lcbench.suites.synthetic.choices.kind import NUMBERS, Asked, draft_of
from pytest_lcbench.suites.synthetic.choices.lengths import characters, sample_length, size_near
from pytest_lcbench.suites.synthetic.choices.news_words import ITEMS
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, sentences
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw

_DISTRICTS = 40
_MOST = 25
_OWN = 24
"""People of one paper."""
_SMALL = 900
"""Tokens of a small paper."""
_EASY = 6
"""Figures and corrections that add up to an easy case."""
_TOPICS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "en": (
        ("roofs", "were torn off by the storm", "the storm"),
        ("sheep", "were lost in the flood", "the flood"),
        ("trees", "were planted on the day of the forest", "the day of the forest"),
        ("books", "were given to the travelling library", "the book week"),
        ("lamps", "were put up by the lighting company", "the lighting works"),
        ("wells", "were found dry", "the drought"),
    ),
    "zh": (
        ("间屋顶", "被大风掀掉", "大风"),
        ("只羊", "在洪水中走失", "洪水"),
        ("棵树", "在植树日种下", "植树日"),
        ("册书", "捐给流动书车", "捐书周"),
        ("盏路灯", "由电灯公司装好", "装灯工程"),
        ("口井", "干涸", "旱情"),
    ),
}
_WORDS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "paper": ("Courier", "Messenger", "Herald", "Gazette", "Observer", "Chronicle", "Post", "Intelligencer", "Mercury", "Lantern"),
        "figure": (
            "In the district of {p} {n} {t} {d}, as counted by {x}.", "{x} has finished the count for the district of {p}: {n} {t} {d}.", "{n} {t} {d} in the district of {p}, our reporter learned from {x}.",
            "The list for the district of {p} is closed, and by it {n} {t} {d}.", "It is now certain that in the district of {p} {n} {t} {d}.", "{x} signed the sheet of the district of {p} last night. It says that {n} {t} {d}.",
        ),
        "round": ("{e}: about {n} {t} in {p}", "{p} and {e}", "After {e}: {x} speaks", "What {e} meant for {p}", "{p} counts its {t}"),
        "before": ("The last time, {k} years ago, it had been {n} {t}.", "Readers will remember the {n} {t} of {k} years ago.", "For comparison: {n} {t} were counted here {k} years ago.", "An old volume of this paper has {n} {t} for the same district, {k} years ago.", "{x} recalls a year with {n} {t}, but that was {k} years ago."),
        "interim": ("By the first evening {n} {t} had been counted, and the counters were far from done.", "A first guess had been {n} {t}. It was made from the train.", "Rumour in the inns spoke of {n} {t}. Nobody had counted then.", "The neighbours at {h} expected {n} {t} for the district. They were guessing."),
        "out": (
            "Our count of {t} is short by {k}: those in the hamlet of {h} came in too late and belong to the district all the same.", "To the number of {t} that we print must be added {k} at {h}, which is ours, whatever the map says.",
            "The {k} {t} of {h} were left out of our number by an oversight. The district has that many more.", "Our printed number of {t} is {k} too low. The messenger from {h} had been held up on the road.",
        ),
        "in": (
            "Our count of {t} is too high by {k}: those at {h} lie beyond the boundary stones and belong to no district.", "From the number of {t} that we print must be taken {k} at {h}, where no district begins.",
            "The {k} {t} of {h} were counted twice in our number. The district has that many fewer.", "Our printed number of {t} is {k} too large. At {h} two sheets had been added that were one.",
        ),
        "own": ("{x} adds that everything at {h} is already in our count of {t}.", "There was doubt about {h}. Its {t} are part of our number and are not to be added again."),
        "open": (
            "Everything at {h} is in our number of {t}. Should a colleague print a later count of this district, it takes the place of ours.",
            "{h}, which was visited last, is in our number of {t}, says {x}. Where another paper has the district's number from a later sheet, that one holds and ours does not.",
            "{x} had our number of {t}, with {h} in it, by telegraph and asks us to say that a correction in another paper goes before it.",
        ),
        "fix": (
            "Our colleagues in {q} went to press with a wrong number of {t}. {x}, who counted there, has written to us since: the sheet, put right, says {n}.", "A letter from {q} reached this paper: the {t} counted there were {n}, and what was printed in that district rests on a slip.",
            "The number of {t} in the paper of {q} is out of date. After a second count it is {n} there.", "{x} asks us to print what the paper of {q} got wrong: not what stands there, but {n} {t} is the count of that district.",
            "The sheet was misread in {q}. The right number of {t} there is {n}, by a second look that {x} took at it.",
        ),
        "exchanged": ("Two digits were exchanged in {q}. The right number of {t} there is {n}, by the sheet that {x} carries.", "In the number of {t} that {q} printed, two digits stand the wrong way round, says {x}: read {n}."),
        "question": ("Taken over all the districts whose papers are shown, and with every count put right, how many {t} {d}?", "What is the total of {t} that {d}, over all districts reported here, after all amendments?"),
        "headings": ("Market", "Letters", "From the council", "In brief", "Notices", "Around the district", "Seen and heard"),
    },
    "zh": {
        "paper": ("日报", "晚报", "新报", "时报", "商报", "导报", "周报", "公报"),
        "figure": ("据{x}清点，{p}共有{n}{t}{d}。", "{x}完成了{p}的统计：{n}{t}{d}。", "本报从{x}处获悉，{p}有{n}{t}{d}。", "{p}的清册已经结清，计{n}{t}{d}。", "现已查明，{p}境内{n}{t}{d}。", "{x}昨晚在{p}的底册上签了字，册载{n}{t}{d}。"),
        "round": ("{e}：{p}约{n}{t}", "{e}中的{p}", "{e}之后，{x}谈情况", "{e}给{p}带来了什么", "{e}：{p}清点纪实"),
        "before": ("上一次是在{k}年前，当时是{n}{t}。", "读者还记得{k}年前的{n}{t}。", "作为对照，{k}年前本地计有{n}{t}。", "翻旧报，{k}年前本区登的是{n}{t}。", "{x}说有一年是{n}{t}，不过那已是{k}年前。"),
        "interim": ("头一晚点到{n}{t}，当时还远没有点完。", "起初有人估作{n}{t}，那是坐在车上看的。", "茶馆里传说是{n}{t}，其时还没有人去数。", "{h}的乡邻猜本区有{n}{t}，猜罢了。"),
        "out": ("本报所登的数目少了{k}{t}：{h}的上报晚了，但仍属本区。", "本报数目之外还应加上{h}的{k}{t}，不管地图怎么画，那里归本区。", "本报数目漏计了{h}的{k}{t}，本区应照数补上。", "{h}的信差路上耽搁，本报数目因此短了{k}{t}。"),
        "in": ("本报所登的数目多了{k}{t}：{h}在界石以外，不属任何一区。", "本报数目中应减去{h}的{k}{t}，那里不归任何一区。", "{h}的{k}{t}在本报数目里算了两回，本区应照数扣除。", "{h}的两张单子原是一张，本报数目因此虚增{k}{t}。"),
        "own": ("{x}补充说，{h}的数目已经计入本报所登的总数。", "有人问起{h}，那里的数目已在本报总数之内，不必另加。"),
        "open": ("{h}的数目已在本报所登的总数之内。同行如登出本区更晚的清点结果，即以其数为准，本报之数作废。", "{x}说，最后才点的{h}也已算在本报总数之内；别家报纸若据更晚的底册登出本区数目，应从其数。", "本报总数连{h}在内，是{x}用电报传来的；{x}声明，他报若有更正，以更正为准。"),
        "fix": ("{q}同行付印时用的数目有误。在那里清点的{x}事后来信说，改正后的底册上是{n}{t}。", "{q}来函：当地实为{n}{t}，该区报上所登系笔误。", "{q}报上的数目已经过时，复点之后，那里是{n}{t}。", "{x}托本报代为声明：{q}报纸登错了，该区清点的结果是{n}{t}。", "{q}那边看错了底册，经{x}重新核对，该区应为{n}{t}。"),
        "exchanged": ("{q}那边把两个数字写颠倒了，据{x}所持底册，该区应为{n}{t}。", "{x}指出，{q}报上所登之数有两位数字颠倒，应作{n}{t}。"),
        "question": ("把所示各报所在地区合起来，并按全部更正计算，共有多少{t}{d}？", "各区合计（更正之后），{d}的一共是多少{t}？"),
        "headings": ("集市", "来信", "议会消息", "简讯", "启事", "各地见闻", "街谈"),
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _District:
    name: str
    paper: str
    printed: int
    shift: int  # what the own paper adds to its print elsewhere in the issue; 0: nothing
    hamlet: str
    mends: int  # the district whose print this paper mends, or -1
    mended: int  # the right print of this district where another paper mends it; else the same as printed


@dataclass(frozen=True, slots=True)
class _Event:
    topic: tuple[str, str, str]
    districts: tuple[_District, ...]
    people: tuple[str, ...]

    def total(self, shown: Sequence[int], *, mended: bool, shifted: bool) -> int:
        """Add up the districts of the papers shown; a mend counts where the paper that brings it is shown."""
        amount = 0
        mends = {self.districts[at].mends for at in shown}
        for at in shown:
            district = self.districts[at]
            amount += district.mended if mended and at in mends else district.printed
            amount += district.shift if shifted else 0
        return amount


@cache
def _grammar(language: str) -> Grammar:
    return Grammar(by_variety(ITEMS[language], "item"))


@lru_cache(maxsize=64)
def _event(world: int, language: str, number: int) -> _Event:
    draw = Draw("choices", world, "newspapers", language, number)
    words = _WORDS[language]
    towns = names.several(draw, names.places_of(language), 2 * _DISTRICTS)
    order = draw.shuffled(range(_DISTRICTS))
    mends = dict.fromkeys(range(_DISTRICTS), -1)
    for at in range(0, _DISTRICTS - 2, 3):
        mends[order[at]] = order[at + 1]
    targets = set(mends.values())
    districts = []
    for at in range(_DISTRICTS):
        printed = draw.between(110, 980)
        mended = _mended(printed, draw) if at in targets else printed
        shift = draw.pick((-1, 1)) * draw.between(7, 60) if at not in targets and draw.chance(0.45) else 0
        districts.append(_District(towns[at], draw.pick(words["paper"]), printed, shift, towns[_DISTRICTS + at], mends[at], mended))
    people = names.several(draw, names.family if language == "en" else names.person_zh, 40)
    topic = draw.pick(_TOPICS[language])
    return _Event(topic, tuple(districts), tuple(people))


def _mended(printed: int, draw: Draw) -> int:
    """Return the right number for one *printed*: two neighbouring digits of it exchanged, or another number near it."""
    exchanged = printed // 100 * 100 + printed % 10 * 10 + printed // 10 % 10
    if exchanged != printed and draw.chance(0.3):
        return exchanged
    return printed + draw.pick((-1, 1)) * draw.between(11, 90)


def _are_exchanged(one: int, other: int) -> bool:
    """Tell whether two different numbers have the same digits but for two that changed places."""
    places = [at for at, (a, b) in enumerate(zip(str(one), str(other), strict=False)) if a != b]
    return len(str(one)) == len(str(other)) and len(places) == 2 and sorted(str(one)) == sorted(str(other))  # noqa: PLR2004 - two digits


class Newspapers:
    """Newspapers of one event, one for each district."""

    domain = "multi_document_qa"
    languages = ("en", "zh")

    def __init__(self, world: int) -> None:
        self._world = world

    def draft(self, subtask: str, language: str, tokens: int, draw: Draw) -> Draft:
        """Draw districts of which one mends another's figure and one its own; the traps are these two."""
        while True:
            number = draw.below(NUMBERS)
            event = _event(self._world, language, number)
            count = min(max(3, draw.between(3, 5) + tokens // draw.between(9_000, 13_000)), _MOST, max(3, tokens // 550))
            shown = self._shown(event, count, draw)
            totals = [event.total(shown, mended=a, shifted=b) for a, b in ((True, True), (False, True), (True, False), (False, False))]
            texts = [f"{total:,}" if language == "en" else f"{total}" for total in totals]
            question = draw.pick(_WORDS[language]["question"]).format(t=event.topic[0], d=event.topic[1])
            plans = tuple(
                self._plan(language, number, event, at, size, shown)
                for at, size in zip(shown, _sizes(tokens, count, draw), strict=True)
            )
            hard = sum(len(plan.facts) for plan in plans) > _EASY
            asked = Asked(question, (texts[0], texts[1], texts[2], texts[3]), (), hard=hard)
            draft = draft_of(asked, draw, subtask=subtask, language=language, domain=self.domain, documents=plans)
            if draft is not None:
                return draft

    def _shown(self, event: _Event, count: int, draw: Draw) -> list[int]:
        """Draw districts; a mend of a district that is not shown would leave open whether that district is asked about."""
        menders = [at for at, district in enumerate(event.districts) if district.mends >= 0]
        shown: list[int] = []
        for mender in draw.sample(menders, max(1, min(count // 5, len(menders)))):
            shown += [mender, event.districts[mender].mends]
        others = [at for at, district in enumerate(event.districts) if district.mends < 0 and at not in shown]
        return draw.shuffled([*shown, *draw.sample(others, count - len(shown))])

    def _plan(self, language: str, number: int, event: _Event, at: int, size: int, shown: Sequence[int]) -> DocumentPlan:
        district = event.districts[at]
        facts = ["figure"]
        if district.shift:
            facts.append("shift")
        if district.mends in shown:
            facts.append("fix")
        joint = " " if language == "en" else ""
        return DocumentPlan(f"newspapers.{number}.{at}", size, f"{district.name}{joint}{district.paper}", tuple(facts))

    def write(self, language: str, key: str, tokens: int) -> Written:
        """Write one district's paper. Raises ``KeyError``."""
        number, _, at = key.partition(".")
        if (
            language not in self.languages
            or not (number.isdecimal() and at.isdecimal())
            or int(number) >= NUMBERS
            or int(at) >= _DISTRICTS
        ):
            raise KeyError(f"newspapers.{key}")
        event = _event(self._world, language, int(number))
        draw = Draw("choices", self._world, "newspaper", language, key)
        paper = _Paper(event, int(at), language, draw.fork("fixed"))
        sample = paper.write(sample_length(language, tokens), draw.fork("sample", tokens)).text
        return paper.write(characters("newspapers", language, sample, tokens), draw.fork("written", tokens))


def _sizes(tokens: int, count: int, draw: Draw) -> list[int]:
    """Return sizes that differ and add up to about *tokens*."""
    spread = 30 if tokens >= _SMALL * count else 12  # the shortest papers are little more than their figures
    shares = [draw.between(100 - spread, 100 + spread) for _ in range(count)]
    whole = sum(shares)
    sizes = [size_near(max(tokens * share // whole, 1)) for share in shares]
    sizes[-1] = size_near(max(tokens - sum(sizes[:-1]), sizes[-1] // 2))
    return sizes


class _Paper:
    """One issue of one paper."""

    def __init__(self, event: _Event, at: int, language: str, draw: Draw) -> None:
        self._event, self._language = event, language
        self._district = district = event.districts[at]
        words = _WORDS[language]
        topic, verb, name = event.topic
        values: dict[str, object] = {"t": topic, "d": verb, "p": district.name, "h": district.hamlet, "e": name}

        def say(words_name: str, **more: object) -> str:
            return sentences(draw.pick(words[words_name]).format(**values, **more, x=draw.pick(event.people)))

        self.headline = say("round", n=round(district.printed, -2) or 100)
        self._plants = [Plant(0.05 + 0.3 * draw.share(), say("figure", n=district.printed) + "\n", ("figure",))]
        self._plants.append(Plant(0.1 + 0.8 * draw.share(), say("before", n=draw.between(110, 980), k=draw.between(4, 60)) + "\n"))
        if draw.chance(0.6):
            guess = max(district.printed + draw.pick((-1, 1)) * draw.between(20, 95), 12)
            self._plants.append(Plant(0.05 + 0.85 * draw.share(), say("interim", n=guess) + "\n"))
        if district.shift:
            text = say("out" if district.shift > 0 else "in", k=abs(district.shift))
            self._plants.append(Plant(0.55 + 0.43 * draw.share(), text + "\n", ("shift",)))
        else:
            # A number that another paper mends is one that its own paper does not stand by; other papers say so too.
            amendable = any(other.mends == at for other in event.districts) or draw.chance(0.4)
            self._plants.append(Plant(0.55 + 0.43 * draw.share(), say("open" if amendable else "own") + "\n", ()))
        if district.mends >= 0:
            other = event.districts[district.mends]
            cause = "exchanged" if _are_exchanged(other.printed, other.mended) and draw.chance(0.7) else "fix"
            self._plants.append(Plant(0.3 + 0.65 * draw.share(), say(cause, q=other.name, n=other.mended) + "\n", ("fix",)))
        self._heading = draw.below(3)
        self._slots = self._own_people(draw.fork("people"))

    def _own_people(self, draw: Draw) -> dict[str, Sequence[str]]:
        """Return slots for people who are in this paper alone, with one trade and age each."""
        make = names.family if self._language == "en" else names.person_zh
        slots: dict[str, Sequence[str]] = dict(cast(self._language, names.several(draw, make, _OWN, self._event.people), draw))
        ages = ITEMS[self._language]["age"]
        joint = " turned {age}" if self._language == "en" else "过{age}大寿"
        slots["aged"] = [crafter + joint.format(age=draw.pick(ages)) for crafter in slots["crafter"]]
        slots["town"] = [district.name for district in self._event.districts if district.name != self._district.name]
        return slots

    def write(self, length: int, draw: Draw) -> Written:
        """Write the issue with about *length* characters."""
        page = Page()
        say = each_once(_grammar(self._language).speaker(draw, self._slots), self._slots["person"])
        page.add(f"{self.headline}\n\n{self._piece(say, draw).lstrip()}")
        compose(page, self._plants, lambda: self._piece(say, draw), max(length - page.length, 1))
        return page.written()

    def _piece(self, say: Callable[[str], str], draw: Draw) -> str:
        head = ""
        if draw.chance(0.12):
            heading = draw.pick(_WORDS[self._language]["headings"])
            head = (f"\n{heading}\n", f"\n* {heading} *\n", f"\n[{heading}]\n")[self._heading]  # never alone
        joint = " " if self._language == "en" else ""
        return head + sentences(joint.join(say("item") for _ in range(draw.between(1, 3)))) + "\n"
