"""Titles of papers: patterns with slots, so that a near-miss twin is the same pattern with one slot drawn anew."""

# ruff: noqa: SIM905 - a list of words reads best as text

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.papers.subfields import Subfield

ENGLISH: tuple[str, ...] = (
    "{q} {a} for {t}",
    "{n}: {q} {a} for {t}",
    "{n}: {t} from {r} with {q} {a}",
    "{n}: {a} that survive {c}",
    "{q} {a} for {t} in {s}",
    "revisiting {a} for {t} under {c}",
    "{t} without {r}: {q} {a} in {s}",
    "how many {r} does {t} need?",
    "on the limits of {q} {a} in {s}",
    "learning {q} {a} from {r} for {t}",
    "when do {q} {a} help {t}? A study of {s}",
    "rethinking the {p} in {t}: {q} {a}",
    "{t} under {c}: {a} or {r}?",
    "understanding {f} in {t} through {q} {a}",
    "towards {t} in {s} with {q} {a}",
    "a closer look at {f} in {t}",
    "{q} and {q2} {a}: a comparison for {t}",
    "what the {p} learns from {r}: evidence from {t}",
    "can {a} replace {r} in {t}?",
    "{t} in {s}: a benchmark with {c}",
    "{q} {a} against {f} in {t}",
    "{t} with {q} {a}: lessons from {s}",
    "why {f} break {t}, and what {a} do about it",
    "the role of the {p} in {t} under {c}",
    "{n}, or {t} without {r}",
    "fewer {r}, better {t}: {q} {a} in practice",
    "from {r} to {a}: {t} reconsidered",
    "{a} meet {c}: {t} in {s}",
    "{q} {a} in {t}: what helps and what does not",
    "predicting {f} in {t}",
    "{t} as a test of {q} {a}",
    "beyond {r}: {q} {a} for {t}",
    "an empirical study of {a} for {t} in {s}",
    "are {r} enough? {q} {a} in {t}",
    "separating {f} from {c} in {t}",
    "{n}: guarding {t} against {f}",
    "{n}: {a} with {r} for {t}",
    "training the {p} on {r}: {t} under {c}",
    "{q} or {q2}? Choosing {a} for {t}",
    "notes on {t} in {s}",
    "improving {t} in {s} by {q} {a}",
    "{f}: an overlooked source of error in {t}",
    "{a} under {c}: a negative result for {t}",
    "learning when to trust the {p} in {t}",
    "what {f} tell us about {t}",
    "{t} where {r} are scarce: the case of {s}",
    "does {t} need the {p}? Experiments in {s}",
)
CHINESE: tuple[str, ...] = (
    "基于{q}{a}的{t}方法",
    "融合{r}与{q}{a}的{t}研究",
    "{n}：面向{s}的{q}{t}模型",
    "面向{s}的{t}：一种{q}{a}方法",
    "{c}条件下的{q}{t}",
    "{q}{a}在{s}{t}中的应用",
    "{a}驱动的{s}{t}模型",
    "{s}{t}中{f}问题的成因与对策",
    "{r}受限时的{t}：{q}{a}的作用",
    "{q}{a}与{t}的联合学习",
    "{t}需要多少{r}？——以{s}为例",
    "{t}中{p}的再认识：来自{s}的证据",
    "利用{r}改进{s}的{t}",
    "{n}：{c}下基于{a}的{t}",
    "{q}{a}还是{r}？{t}的比较研究",
    "从{r}到{a}：{s}{t}方法的演变",
    "缓解{f}影响的{q}{t}算法",
    "一种顾及{c}的{q}{t}框架",
    "{t}任务中{q}与{q2}{a}的对比分析",
    "{p}对{t}的影响：{c}情形下的实验",
    "{s}{t}的难点与{q}{a}",
    "{f}为何影响{t}：{s}的观察",
    "{n}：不依赖{r}的{t}",
    "{n}：应对{c}的{q}{a}",
    "少量{r}下的{t}研究",
    "{q}{a}能否替代{r}：{t}的实证",
    "{t}误差的来源：从{f}谈起",
    "{p}在{s}{t}中的作用",
    "{c}对{s}{t}的影响评估",
    "{t}数据中{f}的识别与剔除",
    "{q}{a}方法在{c}下的适用性",
    "{s}{t}的{q}建模",
    "{a}与{r}的互补：{t}的一组实验",
    "也谈{t}中的{f}",
    "{t}中{a}的失效分析",
    "结合{r}的{q}{t}",
    "{s}场景{t}综合评测",
    "重新审视{t}中的{a}",
    "{p}优先：{c}下{t}的新思路",
    "{q}{a}：{s}{t}的一种低成本方案",
    "{t}中的{c}问题及其{q}解法",
    "{f}的自动检出及其对{t}的意义",
)

ENGLISH_EXTENSIONS: tuple[str, ...] = (
    "{x}: a replication",
    "{x}: further evidence",
    "{x}, revisited",
    "{x}: a critical reading",
    "a note on {x}",
    "a comment on {x}",
    "reproducing {x}",
    "{x}, part two",
    "{x}: extended abstract",
    "an independent test of {x}",
    "{x}: what has changed since",
    "errors in {x}",
)
CHINESE_EXTENSIONS: tuple[str, ...] = (
    "{x}：一项重复实验",
    "{x}：补充与更正",
    "{x}（续）",
    "再论{x}",
    "对“{x}”的再考察",
    "“{x}”一文的几点商榷",
    "关于“{x}”的补充实验",
    "{x}（二）",
    "{x}：会议摘要",
    "“{x}”的独立验证",
    "{x}：后续进展",
    "“{x}”一文勘误",
)
"""Titles of works about another work, which hold its whole title."""
WITHOUT = ("without {r}", "replace {r}", "beyond {r}", "fewer {r}", "or {r}?", "not {r}", "不依赖{r}", "替代{r}", "还是{r}")
"""Marks of titles of papers that do without something."""
_TOPICS: dict[bool, dict[str, tuple[str, ...]]] = {
    True: {
        "a": ("{x} for {t}", "the use of {x} in {t}", "what {x} do for {t}"),
        "f": ("{x} in {t}", "the damage that {x} do to {t}", "{x} as a source of error in {t}"),
        "c": ("{t} under {x}", "the effect of {x} on {t}"),
        "r": ("{x} in {t}", "what {x} are worth in {t}", "the need for {x} in {t}"),
        "p": ("the role of the {x} in {t}", "the {x} in {t}"),
        "s": ("{t} in {x}", "{t} with data from {x}"),
    },
    False: {
        "a": ("{x}在{t}中的应用", "{t}中的{x}"),
        "f": ("{t}中的{x}", "{x}对{t}的干扰"),
        "c": ("{x}下的{t}", "{x}对{t}的影响"),
        "r": ("{x}在{t}中的作用", "{t}对{x}的依赖"),
        "p": ("{t}中的{x}", "{x}在{t}中的作用"),
        "s": ("{x}中的{t}", "{x}的{t}"),
    },
}
"""What a paper is about, by language (whether English) and by what its title names."""
_QUESTION_EXTENSIONS = ("{x} a replication", "{x} further evidence", "{x} a second look")

_SHORTEST_MAIN = {True: 20, False: 7}
"""Letters of a title without its subtitle, by whether it is English, below which no list would leave it at that."""
_SUBTITLE = re.compile(r"^(.+?(?=: |：)|.+?\?(?= )|.+?？(?=——))")
_SLOT = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"[^\W\d_][\w'’²%.]*")
_SMALL = frozenset("a an and as at by for from in of on or over per than that the through to under when with without".split())
_STUTTER = re.compile(r"([^\W\d_a-z]{2,})\1|\b([a-z][a-z-]*)[ -]\2\b")
_NOT_KEY = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Title:
    """A title and what it was made of.

    Args:
        pattern: its pattern.
        slots: what filled it.
        words: the pattern filled, without capitals of its own.
        key: letters and digits alone, lower case: two titles with one key are one title.
        english: whether it has capitals at all.

    """

    pattern: str
    slots: tuple[tuple[str, str], ...]
    words: str
    key: str
    english: bool

    @property
    def full(self) -> str:
        """It as on the first page."""
        return _headline(self.words) if self.english else self.words

    @property
    def plain(self) -> str:
        """It in sentence case; the same in Chinese."""
        return _sentence(self.words) if self.english else self.words

    @property
    def main(self) -> Title | None:
        """It without its subtitle; nothing where it has none, or where a coined name alone would be left."""
        found = _SUBTITLE.search(self.pattern)
        if found is None or found[1] in {"{n}", "{f}"}:
            return None
        pattern = found[1]
        words = _filled(pattern, dict(self.slots))
        if len(title_key(words)) < _SHORTEST_MAIN[self.english]:
            return None
        return Title(pattern, tuple(one for one in self.slots if f"{{{one[0]}}}" in pattern), words, title_key(words), self.english)

    def slot(self, name: str) -> str:
        """Return what filled *name*, or nothing."""
        return dict(self.slots).get(name, "")


def share_a_word(one: str, other: str) -> bool:
    """Tell whether two terms have a word in common, in Chinese two characters in a row: side by side they would say it twice."""
    return bool(_terms(one) & _terms(other))


def _terms(text: str) -> set[str]:
    latin = {word for word in re.split(r"[^a-z]+", text.lower()) if len(word) > 3}  # noqa: PLR2004 - "of", "to", "re"
    return latin | {text[at : at + 2] for at in range(len(text) - 1) if not text[at : at + 2].isascii()}


def stutters(words: str) -> bool:
    """Tell whether *words* say something twice in a row."""
    return _STUTTER.search(words.lower()) is not None


def title_key(text: str) -> str:
    """Return *text* without anything but letters and digits, in lower case."""
    return _NOT_KEY.sub("", text).lower()


class TitleMaker:
    """Draws titles of one line of research.

    Args:
        language: ``en`` or ``zh``.
        subfield: whose words are used.
        qualifiers: words that stand before ways of doing things.
        names: coined names.

    """

    def __init__(self, language: str, subfield: Subfield, qualifiers: tuple[str, ...], names: tuple[str, ...]) -> None:
        self._english = language == "en"
        self._patterns = ENGLISH if self._english else CHINESE
        self._slots = {pattern: _SLOT.findall(pattern) for pattern in self._patterns}
        self._words = {
            "q": qualifiers,
            "q2": qualifiers,
            "a": subfield.heads,
            "t": subfield.tasks,
            "s": subfield.settings,
            "c": subfield.conditions,
            "r": subfield.resources,
            "p": subfield.parts,
            "f": subfield.failures,
            "n": names,
        }

    def draw(self, draw: Draw, name: str = "") -> Title:
        """Return a title; its coined name, if it has one, is *name* where given."""
        while True:
            pattern = draw.pick(self._patterns)
            slots = {slot: draw.pick(self._words[slot]) for slot in self._slots[pattern]}
            while "q2" in slots and slots["q2"] == slots["q"]:
                slots["q2"] = draw.pick(self._words["q2"])
            if name and "n" in slots:
                slots["n"] = name
            title = self._made(pattern, slots)
            if not stutters(title.words):
                return title

    def twin(self, title: Title, number: int, draw: Draw) -> Title:
        """Return a title that differs from *title* in one slot, another one for each *number*; a coined name stays."""
        slots = dict(title.slots)
        names = [slot for slot in slots if slot != "n"]
        slot = names[number % len(names)]
        others = [self._made(title.pattern, slots | {slot: word}) for word in self._words[slot] if word not in slots.values()]
        return draw.pick([other for other in others if not stutters(other.words)])

    def extended(self, title: Title, draw: Draw) -> Title:
        """Return the title of a work about that of *title*, which holds it whole."""
        if not self._english:
            # No second colon.
            patterns = [one for one in CHINESE_EXTENSIONS if not ("：" in title.words and "：" in one)]
        elif title.words.endswith("?"):
            patterns = list(_QUESTION_EXTENSIONS)
        else:
            patterns = [one for one in ENGLISH_EXTENSIONS if not (":" in title.words and ":" in one)]
            if not title.pattern.startswith("{") or "?" in title.words:
                # "Reproducing understanding …", "A note on when do …".
                patterns = [one for one in patterns if one.startswith("{x}")]
        pattern = draw.pick(patterns).replace("{x}", title.pattern)
        return self._made(pattern, dict(title.slots))

    def retitled(self, title: Title, draw: Draw) -> Title:
        """Return another title for what *title* is about, as a preprint may have had: other words around the same things."""
        slots = dict(title.slots)
        kept = [slot for slot in "tafcrsp" if slot in slots]
        patterns = [one for one in self._patterns if one != title.pattern and "{n}" not in one]
        most = min(2, max(sum(slot in kept for slot in self._slots[one]) for one in patterns))
        patterns = [one for one in patterns if sum(slot in kept for slot in self._slots[one]) >= most]
        while True:
            pattern = draw.pick(patterns)
            filled = {slot: slots[slot] if slot in slots else draw.pick(self._words[slot]) for slot in self._slots[pattern]}
            while filled.get("q2", "") == filled.get("q", "-"):
                filled["q2"] = draw.pick(self._words["q2"])
            other = self._made(pattern, filled)
            if not stutters(other.words):
                return other
            patterns = [one for one in patterns if one != pattern] or list(self._patterns)

    def topic(self, title: Title, draw: Draw) -> str:
        """Return what a paper of *title* is about in words that are no title."""
        slots = dict(title.slots)
        task = slots.get("t", "") or draw.pick(self._words["t"])
        kinds = [slot for slot in "afcrps" if slot in slots] or ["s"]
        kind = draw.pick(kinds)
        about = slots.get(kind) or draw.pick(self._words[kind])
        return draw.pick(_TOPICS[self._english][kind]).replace("{x}", about).replace("{t}", task)

    def _made(self, pattern: str, slots: dict[str, str]) -> Title:
        words = _filled(pattern, slots)
        return Title(pattern, tuple(slots.items()), words, title_key(words), self._english)


def _filled(pattern: str, slots: Mapping[str, str]) -> str:
    for slot, value in slots.items():
        pattern = pattern.replace(f"{{{slot}}}", value)
    return pattern


def _sentence(text: str) -> str:
    """Return *text* with capitals where sentences begin, after a colon and a question mark too."""
    pieces = re.split(r"(: |\? )", text)
    return "".join(piece[:1].upper() + piece[1:] for piece in pieces)


def _headline(text: str) -> str:
    """Return *text* as a headline: small words stay small unless they begin it or its subtitle."""
    sentence = _sentence(text)

    def capital(mark: re.Match[str]) -> str:
        word = mark[0]
        begins = mark.start() == 0 or sentence[mark.start() - 2] in ":?"
        return word if word in _SMALL and not begins else word[0].upper() + word[1:]

    return _WORD.sub(capital, sentence)
