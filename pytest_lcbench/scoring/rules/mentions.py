"""Finding known names in prose, and the unknown ones listed beside them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Final

from pytest_lcbench.scoring.rules.names import SUFFIX_AFTER, Directory
from pytest_lcbench.scoring.rules.text import denied, denied_after

_TOKEN: Final = re.compile(r"[^\W_]+|\+")


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a text names something known.

    Args:
        index: of the name in the directory.
        start: where it begins in the text.
        end: where it ends, corporate form included.
        denied: the words around it deny it.

    """

    index: int
    start: int
    end: int
    denied: bool


_ABBREVIATED: Final = re.compile(r"\b(?:Inc|Ltd|Corp|Co|L\.?P)$", re.IGNORECASE)


def find_mentions(text: str, directory: Directory) -> list[Mention]:
    """Return where *text* names entries of *directory*, in order; the longest name wins an overlap.

    *text* is cleaned, its judgments spelled out. Linear in its length for a given directory.
    """
    pieces: list[str] = []
    offsets: list[int] = []
    origins: list[int] = []
    length = 0
    for token in _TOKEN.finditer(text):
        word = token[0].lower()
        if len(word) != len(token[0]):
            word = token[0]
        if pieces and word[0].isdigit() and pieces[-1][-1].isdigit():
            length += 1  # figures stay apart, as in the keys
            pieces[-1] += "_"
        pieces.append(word)
        offsets.append(length)
        origins.append(token.start())
        length += len(word)
    keyed = "".join(pieces)
    token_ends = {offset + len(piece.rstrip("_")) for offset, piece in zip(offsets, pieces, strict=True)}
    token_starts = set(offsets)

    def origin(position: int) -> int:
        i = bisect_right(offsets, position) - 1
        return origins[i] + position - offsets[i]

    spans: list[tuple[int, int, int]] = []
    for key, index in directory.keys().items():
        at = keyed.find(key) if key else -1
        while at >= 0:
            end = at + len(key)
            if _edge(keyed, at, token_starts) and _edge(keyed, end, token_ends):
                spans.append((at, end, index))
            at = keyed.find(key, end)
    spans.sort(key=lambda span: (span[0], -span[1]))
    mentions: list[Mention] = []
    last_end = -1
    for at, end, index in spans:
        if at < last_end:
            continue
        last_end = end
        start, stop = origin(at), origin(end - 1) + 1
        if suffix := SUFFIX_AFTER.match(text, stop):
            stop = suffix.end()
        elif text[stop : stop + 1] == "." and _ABBREVIATED.search(text[max(0, stop - 6) : stop]):
            stop += 1
        mentions.append(Mention(index, start, stop, denied(text, start, stop)))
    return _denied_together(text, mentions)


_JOINED: Final = re.compile(r"[\s*\"'《》]*(?:[、&]|\b(?:and|or|nor)\b|和|与|及|以及|或)[\s*\"'《》]*", re.IGNORECASE)


def _denied_together(text: str, mentions: list[Mention]) -> list[Mention]:
    """Deny what is joined to a denied name: ``not A or B``, ``A和B不符合``."""
    after: set[int] = set()  # denied by words behind the list that they begin
    for i in range(len(mentions) - 2, -1, -1):
        here, following = mentions[i], mentions[i + 1]
        joined = _JOINED.fullmatch(text[here.end : following.start]) is not None
        if joined and (denied_after(text, following.end) or i + 1 in after):
            after.add(i)
            mentions[i] = replace(here, denied=True)
    for i in range(1, len(mentions)):
        before, here = mentions[i - 1], mentions[i]
        if (
            before.denied
            and i - 1 not in after
            and not denied_after(text, before.end)
            and _JOINED.fullmatch(text[before.end : here.start])
        ):
            mentions[i] = replace(here, denied=True)
    return mentions


def _edge(keyed: str, position: int, token_edges: set[int]) -> bool:
    """Whether a name may begin or end here: at a token's edge, or between unlike characters (Latin beside Chinese)."""
    if position in token_edges or position in {0, len(keyed)}:
        return True
    left, right = keyed[position - 1], keyed[position]
    if left.isascii() and right.isascii():
        return False
    return not (left.isdigit() and right.isdigit())


def masked(text: str, mentions: list[Mention]) -> str:
    """Return *text* with its mentions blotted out, of the same length: what remains is the response's own words."""
    pieces: list[str] = []
    at = 0
    for mention in mentions:
        pieces.extend((text[at : mention.start], "N" * (mention.end - mention.start)))
        at = mention.end
    pieces.append(text[at:])
    return "".join(pieces)


_SEPARATORS: Final = re.compile(r"[\n,、;|•·/<>]|\band\b|\bor\b|&|以及|及其|(?<![一-鿿])[和与及或]|[和与及或](?![一-鿿])")
_WRAPPING: Final = " \t\"'`*_()[]{}《》#-.:。!?>"
_HAN_NAME: Final = re.compile(r"[A-Za-z0-9*]{0,4}[一-鿿][一-鿿A-Za-z0-9*]{1,9}")
_HAN_PROSE: Final = re.compile(
    r"[的是为有在和与及了最其此均都可见不无据如按从至因所对由被将并则而且吗呢哪么您请我们它他]|答案|公司$|家公司|综上|数量|名称|根据|"
    r"符合|条件|判决|文书|财报|以上|经过|比较|对比|显示|表明|分析|计算|首先|最后|其他|其余|如下|"
    r"共计|合计|总计|分别|没有|排名|排序|顺序|递增|递减|元$|亿|结果|\d家|^共|案由|包括|属于|注|说明|季度|金额|数据|"
    r"(?:利润|收入|资产|负债|现金|金额|费用|成本|收益|公积|权益|存货|账款|借款|股本|薪酬|税费|流量|余额|总额)$"
)
STOP: Final = frozenset(
    [
        "a",
        "according",
        "all",
        "also",
        "an",
        "answer",
        "are",
        "based",
        "billion",
        "both",
        "by",
        "citation",
        "citations",
        "companies",
        "company",
        "each",
        "empty",
        "eps",
        "explanation",
        "final",
        "followed",
        "following",
        "for",
        "here",
        "however",
        "in",
        "is",
        "it",
        "json",
        "list",
        "million",
        "millions",
        "n",
        "na",
        "name",
        "names",
        "nil",
        "no",
        "none",
        "note",
        "null",
        "of",
        "only",
        "paper",
        "papers",
        "python",
        "rank",
        "reference",
        "references",
        "respectively",
        "result",
        "results",
        "so",
        "that",
        "the",
        "then",
        "there",
        "therefore",
        "these",
        "they",
        "this",
        "thousand",
        "thousands",
        "to",
        "total",
        "usd",
        "value",
        "while",
        "with",
        "yes",
    ]
)
_SMALL: Final = {"of", "the", "and", "for", "de", "in", "on", "at", "to", "a", "an", "&"}
_MANY_WORDS: Final = 9


_LOWER_FORM: Final = re.compile(r"\s(?:plc|llc|inc|ltd|corp|co|gmbh|ag)\.?$")


def looks_like_a_name(token: str) -> bool:
    """Whether a piece of a list reads as a name and not as prose, a figure or a word of the format."""
    token = re.sub(r"\s*\([^()]*\)\W*$", "", token).strip(_WRAPPING)
    if not token or re.fullmatch(r"[\W\d]*", token):
        return False
    if "判决文书" in token:
        return True
    if re.search(r"[一-鿿]", token):
        return _HAN_NAME.fullmatch(token) is not None and not _HAN_PROSE.search(token)
    words = re.findall(r"[A-Za-z0-9'&.]+", token)
    if not words or len(words) > _MANY_WORDS or words[0].lower() in STOP or SUFFIX_AFTER.fullmatch(token):
        return False
    words = re.findall(r"[A-Za-z0-9'&.]+", _LOWER_FORM.sub("", token)) or words
    return all(word[0].isupper() or word[0].isdigit() or word in _SMALL for word in words) and any(word[0].isupper() for word in words)


_TITLE_SMALL: Final = _SMALL | frozenset(
    [
        "with",
        "via",
        "from",
        "by",
        "as",
        "is",
        "are",
        "or",
        "vs",
        "into",
        "over",
        "under",
        "through",
        "using",
        "without",
        "their",
        "your",
        "its",
        "than",
    ]
)


def looks_like_a_title(token: str) -> bool:
    """Whether a piece of a list reads as the title of a paper: several words, most of them capitalised, no sentence."""
    token = token.strip(_WRAPPING + "\n")
    words = re.findall(r"[A-Za-z][\w'-]*", token)
    if not 3 <= len(words) <= 30 or token.endswith((".", ";")) or not token[0].isupper():  # noqa: PLR2004 - lengths of titles
        return False
    telling = [word for word in words if word.lower() not in _TITLE_SMALL]
    return len(telling) > 1 and sum(word[0].isupper() for word in telling) >= 0.7 * len(telling)


def listed_extras(text: str, mentions: list[Mention]) -> list[str]:
    """Return unknown names that stand in a list with a known one: on its line, or on a list line of their own beside its."""
    extras: list[str] = []
    lines = text.split("\n")
    position = 0
    bulleted = False
    starts = [mention.start for mention in mentions]
    line_kinds: list[tuple[str, int, list[Mention]]] = []
    for line in lines:
        first = bisect_right(starts, position - 1)
        last = bisect_right(starts, position + len(line))
        line_kinds.append((line, position, mentions[first:last]))
        bulleted = bulleted or (bool(_BULLET.match(line)) and last > first)
        position += len(line) + 1
    for line, offset, here in line_kinds:
        if not here and not (bulleted and _BULLET.match(line)):
            continue
        # Known names become a mark that no separator or name contains.
        pieces: list[str] = []
        at = 0
        for mention in here:
            pieces.extend((line[at : max(at, mention.start - offset)], "\1"))
            at = max(at, mention.end - offset)
        pieces.append(line[at:])
        rest = _BULLET.sub("", "".join(pieces), count=1)
        rest = re.sub(r"\([^()]*\)", "", rest)
        if "\1" not in rest and looks_like_a_title(rest):
            extras.append(rest.strip(_WRAPPING))
            continue
        for token in _SEPARATORS.split(rest):
            if "\1" in token:
                continue
            if looks_like_a_title(token):
                extras.append(token.strip(_WRAPPING))
                continue
            bare = _HAN_PREDICATE.sub("", token.strip(_WRAPPING))
            bare = bare.rpartition(":")[0] or bare if re.search(r":\s*[-$¥\d(]", bare) else bare.rpartition(":")[2].strip(_WRAPPING)
            if looks_like_a_name(bare):
                extras.append(bare)
    return extras


# What is said of names joined in Chinese follows without a space: "A和B并列最低", "A、B均符合".
_HAN_PREDICATE: Final = re.compile(
    r"(?<=[一-鿿]{3})(?:并列|均|都|同为|同时|[两二三四五六七八九十\d]{1,3}家|也|最|符合|满足|的|在|超过|高于|低于|等[一二两三四五六七八九十\d]?[家个]?).*$"
)
_BULLET: Final = re.compile(r"[ \t>]*(?:[-*+•]|\(?\d{1,3}[.)、])\s*")
