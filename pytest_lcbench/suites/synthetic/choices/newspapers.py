"""``multi_document_news``: newspapers of many districts after one event; each reports a figure, some mend another's or their own."""

# ruff: noqa: E501 - lists of words and patterns are read as lists, not as code

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pytest_lcbench.suites.synthetic.choices import names
from pytest_lcbench.suites.synthetic.choices.kind import NUMBERS, Asked, draft_of
from pytest_lcbench.suites.synthetic.choices.lengths import characters, sample_length, size_near
from pytest_lcbench.suites.synthetic.choices.text import Grammar, Page, Plant, compose, sentences
from pytest_lcbench.suites.synthetic.choices.town_words import TOWN
from pytest_lcbench.suites.synthetic.drafts import DocumentPlan, Draft, Written
from pytest_lcbench.suites.synthetic.draw import Draw

_DISTRICTS = 40
_MOST = 25
_EASY = 6
"""Figures and corrections that add up to an easy case."""
_TOPICS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "en": (
        ("roofs", "were torn off by the storm", "the storm"),
        ("sheep", "were lost in the flood", "the flood"),
        ("trees", "were planted on the day of trees", "the day of trees"),
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
        "figure": ("In the district of {p} {n} {t} {d}, as counted by {x}.", "{x} has finished the count for the district of {p}: {n} {t} {d}.", "{n} {t} {d} in the district of {p}, our reporter learned from {x}."),
        "round": ("{e}: about {n} {t} in {p}", "{p} and {e}", "After {e}: {x} speaks", "What {e} meant for {p}"),
        "before": ("The last time, {k} years ago, it had been {n} {t}.", "Readers will remember the {n} {t} of {k} years ago.", "For comparison: {n} {t} were counted here {k} years ago."),
        "out": ("Our count of {t} is short by {k}: those in the hamlet of {h} came in too late and belong to the district all the same.", "To the number of {t} that we print must be added {k} at {h}, which is ours, whatever the map says."),
        "in": ("Our count of {t} is too high by {k}: those at {h} lie beyond the boundary stones and belong to no district.", "From the number of {t} that we print must be taken {k} at {h}, where no district begins."),
        "own": ("{x} adds that everything at {h} is already in our count of {t}.",),
        "fix": ("Our colleagues in {q} were given a wrong number of {t}. {x}, who counted there, wrote to us: the sheet says {n}.", "A letter from {q} reached this paper: the {t} counted there were {n}, and what was printed in that district rests on a slip."),
        "question": ("Taken over all the districts whose papers are shown, and with every count put right, how many {t} {d}?", "What is the total of {t} that {d}, over all districts reported here, after all amendments?"),
        "headings": ("Market", "Letters", "From the council", "In brief", "Notices", "Around the district", "Seen and heard"),
    },
    "zh": {
        "paper": ("日报", "晚报", "新报", "时报", "商报", "导报", "周报", "公报"),
        "figure": ("据{x}清点，{p}共有{n}{t}{d}。", "{x}完成了{p}的统计：{n}{t}{d}。", "本报从{x}处获悉，{p}有{n}{t}{d}。"),
        "round": ("{e}：{p}约{n}{t}", "{e}中的{p}", "{e}之后，{x}谈情况", "{e}给{p}带来了什么"),
        "before": ("上一次是在{k}年前，当时是{n}{t}。", "读者还记得{k}年前的{n}{t}。", "作为对照，{k}年前本地计有{n}{t}。"),
        "out": ("本报所登的数目少了{k}{t}：{h}的上报晚了，但仍属本区。", "本报数目之外还应加上{h}的{k}{t}，不管地图怎么画，那里归本区。"),
        "in": ("本报所登的数目多了{k}{t}：{h}在界石以外，不属任何一区。", "本报数目中应减去{h}的{k}{t}，那里不归任何一区。"),
        "own": ("{x}补充说，{h}的数目已经计入本报所登的总数。",),
        "fix": ("{q}同行拿到的数目有误。在那里清点的{x}来信说，底册上是{n}{t}。", "{q}来函：当地实为{n}{t}，该区报上所登系笔误。"),
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
    return Grammar(TOWN[language])


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
        mended = printed + draw.pick((-1, 1)) * draw.between(11, 90) if at in targets else printed
        shift = draw.pick((-1, 1)) * draw.between(7, 60) if at not in targets and draw.chance(0.45) else 0
        districts.append(_District(towns[at], draw.pick(words["paper"]), printed, shift, towns[_DISTRICTS + at], mends[at], mended))
    people = names.several(draw, names.family if language == "en" else names.person_zh, 40)
    topic = draw.pick(_TOPICS[language])
    return _Event(topic, tuple(districts), tuple(people))


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
    shares = [draw.between(70, 130) for _ in range(count)]
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
        if district.shift:
            text = say("out" if district.shift > 0 else "in", k=abs(district.shift))
            self._plants.append(Plant(0.55 + 0.43 * draw.share(), text + "\n", ("shift",)))
        else:
            self._plants.append(Plant(0.55 + 0.43 * draw.share(), say("own") + "\n", ()))
        if district.mends >= 0:
            other = event.districts[district.mends]
            self._plants.append(Plant(0.3 + 0.65 * draw.share(), say("fix", q=other.name, n=other.mended) + "\n", ("fix",)))
        self._heading = draw.below(3)

    def write(self, length: int, draw: Draw) -> Written:
        """Write the issue with about *length* characters."""
        page = Page()
        page.add(f"{self.headline}\n\n")
        towns = [district.name for district in self._event.districts if district.name != self._district.name]
        say = _grammar(self._language).speaker(draw, {"person": self._event.people, "town": towns})
        compose(page, self._plants, lambda: self._piece(say, draw), max(length - page.length, 1))
        return page.written()

    def _piece(self, say: Callable[[str], str], draw: Draw) -> str:
        if draw.chance(0.12):
            heading = draw.pick(_WORDS[self._language]["headings"])
            return (f"\n{heading}\n", f"\n* {heading} *\n", f"\n[{heading}]\n")[self._heading]
        joint = " " if self._language == "en" else ""
        return sentences(joint.join(say("news") for _ in range(draw.between(1, 3)))) + "\n"
