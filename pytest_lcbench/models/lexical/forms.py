"""What form of answer is asked for, read from the words of instruction and question alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from pytest_lcbench.models.lexical.layout import Layout, paragraphs_of

MAX_LABELS = 128
"""Categories, verdicts or causes told apart."""
_QUESTION = 4_000  # characters of question that are matched


class Form(StrEnum):
    """The forms that Loong's eleven subtasks and LongBench v2 ask for."""

    CHOICE = "choice"
    LINKS = "links"
    """A mapping from each document to one of the offered texts."""
    CHAIN = "chain"
    """A JSON list of titles."""
    CITATIONS = "citations"
    """A JSON mapping of two lists of titles around one paper."""
    GROUPS = "groups"
    """A JSON mapping from category to documents."""
    SOLITAIRE = "solitaire"
    """A JSON mapping from each given label to one document."""
    ORDERED = "ordered"
    TREND = "trend"
    COUNT = "count"
    TITLES = "titles"
    COMPANY = "company"
    PASSAGE = "passage"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked.

    Args:
        form: of the answer.
        question: its text, without instruction and options.
        topic: what is to be looked up: the quoted words of the question, else the question.
        labels: categories, offered labels or given causes; empty in other forms.
        texts: of the offered labels, or of the four options.
        chinese: whether it is asked in Chinese.
        companies: whether documents are called by their company.
        many: whether several documents may be the answer.

    """

    form: Form
    question: str
    topic: str
    labels: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    chinese: bool = False
    companies: bool = False
    many: bool = False


_OPTION = re.compile(r"^[ \t]*[(（]?([A-D])[)）.:：、][ \t]*", re.MULTILINE)
_PAIR = re.compile(
    r"""['"]([^'"\n]{1,80})['"]\s{0,4}[:：]\s{0,4}(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)")""", re.DOTALL
)
_KEYED_LIST = re.compile(r"""['"]([^'"\n\[\]{}]{1,80})['"]\s{0,4}[:：]\s{0,4}\[""")
_LIST = re.compile(r"""\[\s{0,4}(['"][^\[\]{}\n]{1,8000}['"])\s{0,4}\]""")
_QUOTED = re.compile(r"""(?<!\w)['‘“"「]([^'‘’“”"「」\n]{1,120})['’”"」](?!\w)|[‘“]([^‘’“”\n]{1,120})[’”]""")
_ITEM = re.compile(r"""'([^'\n]{1,120})'|"([^"\n]{1,120})\"""")
_CHINESE_GROUPS = re.compile(r"(?:划分成|分成|分为)[ \t]*[：:]?([^\n]{1,2000})")
_ENGLISH_GROUPS = re.compile(r"(?:following|these)[ \t]+(?:groups|categories|classes)[^:\n]{0,80}:([^\n]{1,2000})", re.IGNORECASE)
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_HAN = re.compile(r"[一-鿿]")
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_ASKED = re.compile(r"(?:question|问题)\W{0,3}[:：]", re.IGNORECASE)
_NEAR_OPTIONS = 800  # characters
_PLACEHOLDER_LENGTH = 12  # an offered verdict is longer than the `result a` of a format example


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_CHAIN = _words(r"citation chain|引用链|引文链|chain of citations")
_CITED = _words(r"^(?:refer|cit|引用|被引|参考)")
_GROUP = _words(r"\bclassif|\bcategori|\bgroups?\b|分类|划分")
_ORDER = _words(
    r"\b(?:ascend|descend|increasing|decreasing)|\bfrom (?:the )?(?:high|low|large|small)"
    r"|顺序列举|list .{1,200} in order|递增|递减|升序|降序|从[高低大小]到"
)
_TREND = _words(r"\btrend|\bchange[ds]? (?:from|over|between)|\bover the years|趋势|逐年|历年")
_COUNT = _words(r"\bhow many (?:of the )?(?:compan|document|judg|report|paper|firm)|多少家|几家|公司数量|的数量|多少篇")
_TITLES = _words(
    r"\btitles?\b|\bjudge?ments?\b|\bwhich (?:of the )?(?:document|paper|ruling|report|verdict|case)s?\b|判决|裁定|哪[一几]?篇|标题"
)
_COMPANY = _words(r"\bcompan(?:y|ies)\b|哪[一家个].{0,8}公司|公司.{0,8}(?:哪|名称)|哪家|最高的|最低的")
_COMPANY_ASKED = _words(
    r"\b(?:which|what) (?:of the )?(?:[\w']+ ){0,3}compan|\bname of the compan|\bcompan(?:y|ies) (?:has|have|with|is|are|whose)"
    r"|公司.{0,6}哪|哪[一家个].{0,8}公司|公司的?名称|哪家|[高低大小]的(?:公司|企业)"
)
_ONE = _words(
    r"哪一[篇家个]|是哪篇|\bwhich (?:one|company|judge?ment|document|report|paper|ruling|case)\b|\bname of the company"
    r"|\bthe (?:judgment|document) (?:whose|with)|选择出(?!所有)"
)
_PROSE = _words(r"\b(?:who|whom|why|where|describe|explain|summari[sz]e)\b|谁|为什么|哪里|描述|总结")


def read_ask(layout: Layout) -> Ask:
    """Tell the form of answer. Always returns one: a figure when nothing else is recognised."""
    tail = layout.tail
    chinese = _is_chinese(tail or layout.lead)
    options = _options(tail)
    if options is not None:
        start, texts = options
        question = _choice_question(tail[:start])
        return Ask(Form.CHOICE, question, question, labels=("A", "B", "C", "D"), texts=texts, chinese=chinese)
    everything = f"{layout.lead[:_QUESTION]}\n\n{tail}"
    question = _question(tail)
    topic = " ".join(a or b for a, b in _QUOTED.findall(question)) or question
    companies = bool(_COMPANY.search(everything) or "公司" in everything) and not _TITLES.search(question)

    def ask(form: Form, labels: tuple[str, ...] = (), texts: tuple[str, ...] = ()) -> Ask:
        return Ask(form, question, topic, labels[:MAX_LABELS], texts[:MAX_LABELS], chinese, companies, many=not _ONE.search(question))

    offered = _offered(tail)
    if offered:
        return ask(Form.LINKS, tuple(offered), tuple(offered.values()))
    if _CHAIN.search(everything):
        return ask(Form.CHAIN)
    keys = tuple(dict.fromkeys(_KEYED_LIST.findall(everything)))
    if len(keys) > 1:
        cited = [key for key in keys if _CITED.search(key)]
        return ask(Form.CITATIONS, tuple(cited[:2])) if len(cited) > 1 else ask(Form.GROUPS, keys)
    if _GROUP.search(tail):
        labels = _group_labels(tail, question)
        if labels:
            return ask(Form.GROUPS, labels)
    given = _given(tail)
    if given and ("{" in tail or "json" in tail.lower()):
        return ask(Form.SOLITAIRE, given)
    if _ORDER.search(question) and not _TITLES.search(question):
        return ask(Form.ORDERED)
    for text in (question, tail):
        form = _simple(text)
        if form is not None:
            return ask(form)
    return ask(Form.FIGURE)


def years_in(text: str) -> list[str]:
    """Return the distinct years that *text* names, sorted."""
    return sorted(set(_YEAR.findall(text)))


def _simple(text: str) -> Form | None:
    if _COMPANY_ASKED.search(text) and not _COUNT.search(text):
        return Form.COMPANY
    if _TREND.search(text) or len(years_in(text)) > 1:
        return Form.TREND
    if _COUNT.search(text):
        return Form.COUNT
    if _TITLES.search(text):
        return Form.TITLES
    if _PROSE.search(text):
        return Form.PASSAGE
    return None


def _question(tail: str) -> str:
    """Return the paragraph that asks: the last one with a question mark, else the last that is more than an ``Answer:`` line."""
    parts = paragraphs_of(tail)
    for part in reversed(parts):
        if "?" in part or "？" in part:
            return part[-_QUESTION:]
    for part in reversed(parts):
        if not part.rstrip().endswith((":", "：")):
            return part[-_QUESTION:]
    return parts[-1][-_QUESTION:] if parts else ""


def _choice_question(before: str) -> str:
    """Return what is asked right before the options: from the word for question on, else the last few lines."""
    near = before[-_QUESTION:]
    marks = list(_ASKED.finditer(near))
    return near[marks[-1].end() :] if marks else near[-_NEAR_OPTIONS:]


def _options(tail: str) -> tuple[int, tuple[str, ...]] | None:
    """Return where the last four options A to D begin, and their texts."""
    marks = list(_OPTION.finditer(tail))
    for at in range(len(marks) - 4, -1, -1):
        four = marks[at : at + 4]
        if [mark.group(1) for mark in four] == ["A", "B", "C", "D"]:
            ends = [mark.start() for mark in four[1:]] + [len(tail)]
            texts = tuple(_BLANK_LINE.split(tail[mark.end() : end], maxsplit=1)[0] for mark, end in zip(four, ends, strict=True))
            return four[0].start(), texts
    return None


def _offered(tail: str) -> dict[str, str]:
    """Return the texts offered under numbered labels (``'Verdict 1': '…'``), leaving out the example of the answer's format."""
    pairs: dict[str, str] = {}
    for label, single, double in _PAIR.findall(tail):
        text = single or double
        if label[-1].isdigit() and not label.startswith("《") and not text.startswith("《"):
            pairs.setdefault(label, text.replace("\\n", "\n"))
    long = any(len(text) > _PLACEHOLDER_LENGTH for text in pairs.values())
    return pairs if len(pairs) > 1 and long else {}


def _given(tail: str) -> tuple[str, ...]:
    """Return the labels of the longest list literal that is no example of titles."""
    longest: list[str] = []
    for inside in _LIST.findall(tail):
        items: list[str] = [single or double for single, double in _ITEM.findall(inside)]
        if len(items) > max(len(longest), 1) and not any(item.startswith("《") for item in items):
            longest = items
    return tuple(dict.fromkeys(longest))


def _group_labels(tail: str, question: str) -> tuple[str, ...]:
    for pattern in (_CHINESE_GROUPS, _ENGLISH_GROUPS):
        match = pattern.search(tail)
        if match is not None:
            labels = [_label(part) for part in _split_outside_brackets(match.group(1))]
            labels = [label for label in labels if label]
            if len(labels) > 1:
                return tuple(dict.fromkeys(labels))
    quoted = [a or b for a, b in _QUOTED.findall(question)]
    return tuple(dict.fromkeys(quoted)) if len(quoted) > 1 else ()


def _split_outside_brackets(text: str) -> list[str]:
    """Split at commas, not those in brackets or figures; stop at the end of the sentence."""
    parts = [""]
    depth = 0
    for at, char in enumerate(text):
        if char in "(（":
            depth += 1
        elif char in ")）":
            depth = max(depth - 1, 0)
        if depth == 0 and (char in "。." and not text[at + 1 : at + 2].isdigit()):
            break
        if depth == 0 and char in ",，、；;":
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _label(part: str) -> str:
    label = re.split(r"[(（]", part, maxsplit=1)[0].strip(" \t'\"‘’“”")
    return re.sub(r"^(?:and|or|以及|和)[ \t]*", "", label).strip(" \t'\"‘’“”")[:120]


def _is_chinese(text: str) -> bool:
    sample = text[-_QUESTION:]
    return len(_HAN.findall(sample)) * 4 > sum(char.isalpha() for char in sample)
