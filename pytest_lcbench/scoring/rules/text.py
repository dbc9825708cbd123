"""Reading prose: one plain form for every response, where the answer stands in it, and what it denies or declines."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import Final

_THINKING_END: Final = "</think>"
_PLAIN: Final = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "‐": "-",
        "‑": "-",
        "‒": "-",
        "﹣": "-",
        "—": " - ",
        "“": '"',
        "”": '"',
        "„": '"',
        "「": '"',
        "」": '"',
        "『": '"',
        "』": '"',
        "‘": "'",
        "’": "'",
        "`": "`",
        "。": "。",
        "→": "→",
        "\u200b": "",
        "\u200c": "",
        "\u200d": "",
        "\u2060": "",
        "\ufeff": "",
        "\u00ad": "",
        "\r": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
    }
)
_GAP: Final = 48
_LONG_GAP: Final = re.compile(r"\s{49,}")
_CIRCLED: Final = re.compile("[①-⑳]")
_BOXED: Final = re.compile(r"\\boxed\s?\{([^{}]{1,400})\}")
_LATEX_WORDS: Final = re.compile(
    r"\\(?:mathcal|mathrm|mathbf|mathbb|mathsf|mathit|text(?:bf|it|rm|sc)?|operatorname|emph|left|right|cdot)(?![a-z])\s?",
    re.IGNORECASE,
)
_LATEX_SYMBOLS: Final = re.compile(r"\\([$%&#_{}])")
_BREAK_TAG: Final = re.compile(r"<br\s?/?>", re.IGNORECASE)


def clean(text: str) -> str:
    """Return *text* in one plain form: half-width, straight quotes and dashes, no thinking block, no LaTeX wrapping.

    Newlines, Markdown marks and brackets stay: they carry structure. Linear in the length of *text*.
    """
    _, mark, tail = text.rpartition(_THINKING_END)
    if mark and tail.strip():
        text = tail
    text = _CIRCLED.sub("\n- ", text)
    text = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    text = _LONG_GAP.sub(lambda gap: gap[0][:_GAP], text)
    text = text.replace("{,}", ",")
    text = _BOXED.sub(r"**\1**", text)
    text = _BREAK_TAG.sub(" ", text)
    text = _LATEX_WORDS.sub("", text)
    return _LATEX_SYMBOLS.sub(r"\1", text)


def squash(text: str) -> str:
    """Return *text* without white space, quotes and emphasis: equal squashes say the same thing letter for letter."""
    return re.sub(r"[\s\"'`*]+", "", clean(text)).casefold()


_REFUSAL: Final = re.compile(
    r"\b(?:can(?:not|'t| ?not)|could ?n[o']t|unable to|impossible to|not possible to|no way to)\s+(?:be\s+)?"
    r"(?:determine|answer|tell|find|identify|provide|say|know|infer|extract|locate|conclude)\w*"
    r"|\b(?:do|does|did)(?:n't| not)\s+(?:know|have (?:enough|sufficient|access)|contain|provide|include|mention)"
    r"|\b(?:i'?m|i am)\s+(?:not sure|unsure|uncertain|sorry)|\bno (?:relevant |sufficient |such )?(?:information|data)\b"
    r"|\b(?:is|are|was|were)(?:n't| not)\s+(?:provided|available|disclosed|mentioned|given|found|included|specified|stated)"
    r"|\binsufficient (?:information|data)|\bN/A\b"
    r"|无法(?:确定|判断|回答|得知|得出|提供|找到|获取|获知|给出|确认)|不能(?:确定|判断|回答)|难以(?:确定|判断)|不(?:知道|清楚|确定)"
    r"|(?:未|没有)(?:能)?(?:提供|披露|提及|找到|给出|提到|包含|相关)|缺(?:乏|少)(?:相关|足够)?(?:信息|数据)|信息不足|抱歉",
    re.IGNORECASE,
)
_STRONG_REFUSAL: Final = re.compile(
    r"\b(?:can(?:not|'t| ?not)|could ?n[o']t|unable to|impossible to)\s+(?:be\s+)?"
    r"(?:determine|answer|tell|say|know|be sure|be certain)\w*(?! (?:exactly|precisely) how)"
    r"|\b(?:do|does|did)(?:n't| not)\s+know\b|\b(?:i'?m|i am)\s+(?:not (?:sure|certain)|unsure|uncertain)"
    r"|\b(?:just |only |pure )?(?:a guess|guessing)\b"
    r"|无法(?:确定|判断|回答|得知|确认)|不能(?:确定|判断|回答)|难以(?:确定|判断)|不(?:知道|清楚|确定|太确定)|猜测",
    re.IGNORECASE,
)


def declines(text: str) -> bool:
    """Whether *text* says somewhere that an answer cannot be given (``cannot be determined``, ``无法确定`` …)."""
    return _REFUSAL.search(text) is not None


def doubts(text: str) -> bool:
    """Whether *text* takes its own answer back: it says outright that it does not know, or that it guesses."""
    return _STRONG_REFUSAL.search(text) is not None


_MARKER: Final = re.compile(
    r"(?:\b(?:final |correct |short |direct )?answer\b|最终答案|正确答案|答案|最终结果|最终结论|\bconclusion\b|结论)"
    r"[\s*\"']{0,4}(?:is|are|should be|would be|must be|应该是|应为|应是|如下|为|是|:|=)[\s*:]{0,6}",
    re.IGNORECASE,
)
_CONCLUDES: Final = re.compile(
    r"(?:\b(?:therefore|thus|hence|so|in conclusion|to conclude|in summary|overall|consequently|correction|actually|wait)\b"
    r"|因此|所以|综上(?:所述)?|由此(?:可见|可知)?|故|总之|更正|综合来看)[\s,:]{0,3}",
    re.IGNORECASE,
)
_BLANK_LINE: Final = re.compile(r"\n[ \t]*\n")


def _last_match(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    last = None
    for last in pattern.finditer(text):  # noqa: B007 - the last one is wanted
        pass
    return last


def stated_part(text: str) -> str | None:
    """Return what follows the last ``answer:`` / ``答案是`` marker, to the end of its paragraph; ``None`` without a marker."""
    last = _last_match(_MARKER, text)
    if last is None:
        return None
    tail = text[last.end() :].lstrip()
    if not tail.strip("*_ \n.\"'"):
        return None
    end = _BLANK_LINE.search(tail)
    return tail[: end.start()] if end else tail


def concluding_part(text: str) -> str | None:
    """Return what follows the last ``therefore`` / ``因此``; ``None`` when nothing is concluded."""
    last = _last_match(_CONCLUDES, text)
    if last is None or not text[last.end() :].strip("*_ \n.。"):
        return None
    return text[last.end() :]


# A point inside a figure or before a corporate suffix's next letter does not end a sentence; "Inc. has" does not either.
_SENTENCE_END: Final = re.compile(
    r"(?:(?<!\bInc)(?<!\bLtd)(?<!\bCorp)(?<!\bCo)(?<!\bNo)(?<!\bvs)(?<!\bapprox)\.(?=\s|$|\*)|[。!?！？;；]|\n)", re.IGNORECASE
)


class Sentences:
    """The sentences of a text, list lines included, found by position in logarithmic time."""

    def __init__(self, text: str) -> None:
        self.starts = [0]
        self.length = len(text)
        self.starts.extend(end.end() for end in _SENTENCE_END.finditer(text) if end.end() < len(text))

    def around(self, position: int) -> tuple[int, int]:
        """Return where the sentence at *position* begins and ends."""
        i = bisect_right(self.starts, position) - 1
        return self.starts[i], self.starts[i + 1] if i + 1 < len(self.starts) else self.length


_WINDOW: Final = 60
_CLAUSE_BREAK: Final = re.compile(r"[,;:。!?\n，；：]|\.\s|\bbut\b|\bit is\b|\binstead,|而是|但是|但(?!不)", re.IGNORECASE)
_DENIED_BEFORE: Final = re.compile(
    r"(?:\bnot\b|n't\b|\brather than\b|\binstead of\b|\bexcept(?:ing| for)?\b"
    r"|\bexclud\w+|\bother than\b|\bunlike\b|\bneither\b|\bnor\b"
    r"|不是|而非|并非|不包括|不包含|除了|不属于|(?<![能法可难])(?<!不会)排除|而不|非(?=[《\"']?$))(?P<gap>[^,;，；。]*)$",
    re.IGNORECASE,
)
_NOT_ONLY: Final = re.compile(r"not (?:only|just)|不仅|不只|not(?= be confused)", re.IGNORECASE)
_DENIED_AFTER: Final = re.compile(
    r"^[\s*\"'》)]{0,6}(?:(?:is|are|was|were|does|do|did|has|have|should|can)\s?(?:not\b"
    r"|n't\b)|(?:is|are|was|were) (?:excluded|wrong|incorrect|ruled out)"
    r"|(?:并)?不(?:是|属于|符合|满足|在|包括|应)|并非|未(?:达|超|满)|除外|被排除)",
    re.IGNORECASE,
)


def denied(text: str, start: int, end: int) -> bool:
    """Whether the words around ``text[start:end]`` deny it: ``not X``, ``rather than X``, ``而不是X``, ``X不符合``."""
    before = text[max(0, start - _WINDOW) : start]
    cut = 0
    for piece in _CLAUSE_BREAK.finditer(before):
        cut = piece.end()
    before = before[cut:]
    if _DENIED_BEFORE.search(before) and not _NOT_ONLY.search(before):
        return True
    return denied_after(text, end)


def denied_after(text: str, end: int) -> bool:
    """Whether what follows position *end* denies what stands before it: ``is not``, ``不符合``."""
    return _DENIED_AFTER.match(text[end : end + 30]) is not None
