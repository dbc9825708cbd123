"""Titles, companies, judgments: when two texts name the same thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from pytest_lcbench.scoring.rules.numbers import chinese_number
from pytest_lcbench.scoring.rules.text import clean

_TOKEN: Final = re.compile(r"[^\W_]+|\+")
_SUFFIX_WORDS: Final = {
    "inc",
    "incorporated",
    "ltd",
    "limited",
    "co",
    "corp",
    "corporation",
    "company",
    "companies",
    "llc",
    "plc",
    "lp",
    "llp",
    "sa",
    "ag",
    "nv",
}
_STATE_SUFFIX: Final = re.compile(r"\s*[\\/][A-Z]{2,3}[\\/]?\s*$", re.IGNORECASE)
_HAN_SUFFIX: Final = re.compile(r"(?:集团)?(?:股份)?(?:有限)?(?:责任)?公司$|股份$")
SUFFIX_AFTER: Final = re.compile(
    r"(?:[\s,]{0,3}\b(?:Inc|Incorporated|Ltd|Limited|Co|Corp|Corporation|Company"
    r"|LLC|L\.?L\.?C|PLC|L\.?P|Partnership)\b\.?){1,3}(?:\s?[\\/]+[A-Z]{2}[\\/]*)?"
    r"|\s?[\\/]+[A-Z]{2}[\\/]+|(?:集团)?(?:股份)?(?:有限)?(?:责任)?公司|股份",
    re.IGNORECASE,
)
_HAN_NUMERAL: Final = r"[零〇一二两三四五六七八九十百]+(?![共致些般样起直定方审份条切])"
_NUMBER: Final = r"(?:\d{1,4}|" + _HAN_NUMERAL + r")"
_TAIL: Final = (
    r"(?P<tail>(?:\s?(?:[、,，和及与&~至]|-|and\b|到|以及|,\s?and\b)\s?(?:第\s?)?\d{1,4}(?:号"
    r"|份)?(?![\d.%]|,\d{3}|\s?(?:年|月|日|元|家|个|份判决结果|万|亿|:)))*)"
)
_JUDGMENT: Final = re.compile(
    r"(?:[《<\[]{1,2}\s?)?(?:第\s?(?P<before>\d{1,4}|[零〇一二两三四五六七八九十百]+)\s?(?:份|篇|个|号)\s?(?:判决文书|判决书|裁判文书|文书)"
    r"|(?:判决文书|判决书|裁判文书|文书|\bjudge?ments?(?:\sdocuments?)?|\bdocuments?|\bdocs?|\bcases?)\s?(?:no\.?|number|#|第)?\s?(?P<after>"
    + _NUMBER
    + r"))(?!\d)(?:\s?(?:号|份|篇))?(?:\s?[》>\]]{1,2})?"
    + _TAIL,
    re.IGNORECASE,
)
_LISTED: Final = r"第?\s?(\d{1,4}|[零〇一二两三四五六七八九十百]+)\s?(?:份|篇|个|号)?(?:判决文书|判决书)?(?=\s?[、,和及与]|$)"
_JUDGMENT_LIST: Final = re.compile(
    r"第\s?(?:\d{1,4}|[零〇一二两三四五六七八九十百]{1,5})\s?(?:份|篇|个|号)?"
    r"(?:\s?[、,和及与]\s?第?\s?(?:\d{1,4}|[零〇一二两三四五六七八九十百]{1,5})\s?(?:份|篇|个|号)?){1,60}(?:判决文书|判决书)"
)
_VERDICT: Final = re.compile(
    r"(?:第\s?(?P<before>\d{1,4}|[零〇一二两三四五六七八九十百]+)\s?(?:个|项|号)?\s?(?:判决结果|结果)"
    r"|(?:判决结果|判决|结果|\bresults?|\bverdicts?|\brulings?)\s?(?:no\.?|#|第)?\s?(?P<after>" + _NUMBER + r"))(?!\d)",
    re.IGNORECASE,
)
_ENGLISH_TITLE: Final = re.compile(r"\s*《?\s*[Jj]udge?ment\s{1,3}(\d{1,4})\s*》?\s*")
_PLAIN_NUMBER: Final = re.compile(r"(?<![\d.])\d{1,4}(?![\d.])")


def spell_judgments(text: str) -> str:
    """Return *text* with every judgment written ``《判决文书3》`` and every verdict ``判决结果3``.

    Understood: 判决文书3, 判决文书三, 第三份判决文书, Judgment 3, document 3, 判决文书1、3、5, 判决文书2至4, 结果5, result 5.
    """
    text = _JUDGMENT_LIST.sub(lambda match: re.sub(_LISTED, r"第\1份判决文书", match[0]), text)
    text = _JUDGMENT.sub(_spell_judgment, text)
    return _VERDICT.sub(lambda match: f"判决结果{_number(match['before'] or match['after'])}", text)


def _spell_judgment(match: re.Match[str]) -> str:
    first = _number(match["before"] or match["after"])
    numbers = [first]
    tail = match["tail"] or ""
    for separator, digits in re.findall(r"(~|至|-|到|[、,，和及与&]|and|以及)\s?(?:第\s?)?(\d+)", tail):
        number = int(digits)
        if separator in {"~", "至", "-", "到"} and numbers[-1] < number <= numbers[-1] + 100:
            numbers.extend(range(numbers[-1] + 1, number))
        numbers.append(number)
    return "、".join(f"《判决文书{number}》" for number in numbers)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else int(chinese_number(text))


def is_judgment(name: str) -> bool:
    """Whether *name* is a judgment's title such as ``《判决文书3》``."""
    return re.fullmatch(r"\s*《?\s*判决文书\s*\d+\s*》?\s*", name) is not None


def english_judgments(gold: Any) -> Any:
    """Return *gold* with every name in it that is ``Judgment 3`` written ``《判决文书3》``, keys and members of any depth."""
    if isinstance(gold, str):
        found = _ENGLISH_TITLE.fullmatch(gold)
        return f"《判决文书{int(found[1])}》" if found else gold
    if isinstance(gold, list | tuple):
        return [english_judgments(item) for item in gold]
    if isinstance(gold, dict):
        return {english_judgments(key): english_judgments(value) for key, value in gold.items()}
    return gold


def as_english_judgments(text: str) -> str:
    """Return *text* with ``《判决文书3》`` written ``Judgment 3``, for whoever reads English."""
    return re.sub(r"《判决文书(\d+)》", r"Judgment \1", text)


def numbers_as_judgments(text: str) -> str:
    """Return bare numbers of *text* as judgment titles: ``3, 8`` for ``《判决文书3》，《判决文书8》``."""
    return "、".join(f"《判决文书{int(number)}》" for number in _PLAIN_NUMBER.findall(text))


def joined(tokens: Sequence[str]) -> str:
    """Join the tokens of a name into a key; figures stay apart (a list number after ``判决文书1`` makes no ``判决文书12``)."""
    pieces: list[str] = []
    for token in tokens:
        if pieces and token[0].isdigit() and pieces[-1][-1].isdigit():
            pieces.append("_")
        pieces.append(token.lower())
    return "".join(pieces)


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """Return what stays of *name* without case, punctuation, spaces, hyphens, quotes, Markdown and LaTeX marks."""
    text = clean(name).strip()
    text = re.sub(r"^(?:[#>*\s-]|\(\d{1,2}\))+", "", text)
    return joined(_TOKEN.findall(text))


@lru_cache(maxsize=8192)
def company_key(name: str) -> str:
    r"""Return :func:`name_key` without corporate forms (Inc., Ltd, Corp, 有限公司, 股份 …) and the state of ``\DE\``."""
    text = _STATE_SUFFIX.sub("", clean(name).strip().replace("\\\\", "\\"))
    text = re.sub(r"\b([A-Za-z])\.(?=[A-Za-z]\b)", r"\1", text)
    words = _TOKEN.findall(text)
    while len(words) > 1 and words[-1].lower() in _SUFFIX_WORDS:
        words.pop()
    while len(words) > 1 and words[0].lower() == "the":
        words.pop(0)
    key = joined(words)
    shorter = _HAN_SUFFIX.sub("", key)
    return shorter if len(shorter) > 1 else key


def short_title(name: str) -> str:
    """Return the key of the part before the colon of a title (``DistServe: …``); empty when there is none worth the name."""
    head, colon, _ = clean(name).partition(":")
    key = name_key(head)
    return key if colon and len(key) >= 3 and not key.isdecimal() else ""  # noqa: PLR2004 - shorter heads name nothing


def spelled_and(name: str) -> str:
    """Return the company key of *name* with its ``&`` written ``and``, or the other way round; empty when it has neither."""
    text = clean(name)
    other = re.sub(r"\s?&\s?", " and ", text) if "&" in text else re.sub(r"\s(?:and|AND|And)\s", " & ", text)
    return company_key(other) if other != text else ""


_BREAK: Final = re.compile(r"\s*<br\s?/?>|\s*\((?:extended|full|long) version\)", re.IGNORECASE)
_TITLE_BEFORE_BREAK: Final = 12


def _before_break(name: str) -> str:
    """Return the key of a title without the line that a ``<br>`` sets below it (``Title <br> Technical Report``); empty without one."""
    at = _BREAK.search(name)
    key = name_key(name[: at.start()]) if at else ""
    return key if len(key) >= _TITLE_BEFORE_BREAK else ""


def _numbered_words(name: str) -> Counter[str]:
    words = re.findall(r"[^\W_]+(?:[-.][^\W_]+)*", re.sub(r"^\W*\(\d+\)", "", clean(name)).lower())
    return Counter(re.sub(r"[-.]", "", word) for word in words if any(char.isdigit() for char in word))


_NEAR_LENGTH: Final = 12
_NEAR_SHARE: Final = 0.06


def near(left: str, right: str) -> bool:
    """Whether two long titles differ by a slip of the pen: few characters, and no word with a figure in it (GPT-4, GPT-4V)."""
    left_key, right_key = name_key(left), name_key(right)
    shorter, longer = sorted((left_key, right_key), key=len)
    allowed = max(1, int(_NEAR_SHARE * len(longer)))
    if len(shorter) < _NEAR_LENGTH or len(longer) - len(shorter) > allowed:
        return False
    if not longer.isascii() and any("\u4e00" <= char <= "\u9fff" for char in longer):
        return False
    if (Counter(longer) - Counter(shorter)).total() > allowed or _numbered_words(left) != _numbered_words(right):
        return False
    return _distance_within(shorter, longer, allowed)


def _distance_within(left: str, right: str, allowed: int) -> bool:
    """Levenshtein distance of at most *allowed*, in a band of that width."""
    far = allowed + 1
    row = {j: j for j in range(min(len(right), allowed) + 1)}
    for i, char in enumerate(left, start=1):
        new: dict[int, int] = {}
        for j in range(max(0, i - allowed), min(len(right), i + allowed) + 1):
            if j == 0:
                new[j] = i
                continue
            same = row.get(j - 1, far) + (char != right[j - 1])
            new[j] = min(same, row.get(j, far) + 1, new.get(j - 1, far) + 1)
        if min(new.values()) > allowed:
            return False
        row = new
    return row.get(len(right), far) <= allowed


_COMMON: Final = {
    "none",
    "the",
    "american",
    "general",
    "global",
    "first",
    "national",
    "united",
    "company",
    "high",
    "low",
    "medium",
    "other",
    "all",
    "no",
    "on",
    "an",
}


def _leads(text: str, name: str) -> bool:
    """Whether *text* is the beginning of *name*, whole words (two characters at least in Chinese), and no title's."""
    words, whole = _TOKEN.findall(text.lower()), _TOKEN.findall(clean(name).lower())
    if len(whole) > 7 or ":" in name or "判决" in name:  # noqa: PLR2004 - titles are longer than companies
        return False
    if re.fullmatch(r"[一-鿿]{2,4}", text) and re.fullmatch(r"[一-鿿]{3,6}", name):
        return name.startswith(text)
    return text.isascii() and len("".join(words)) > 3 and words == whole[: len(words)]  # noqa: PLR2004 - "AIM", "1st" say too little


class Directory:
    """The names that a case knows, looked up by what a response writes.

    Args:
        names: gold names first, then others the case knows (its documents). Equal names are one.
        gold: how many of them, from the front, are gold.

    """

    def __init__(self, names: Sequence[str], gold: int | None = None) -> None:
        self.names: list[str] = []
        self.gold = len(names) if gold is None else gold
        self._by_key: dict[str, int] = {}
        self._spelled: list[str] = []
        self.of_input: list[int] = []
        kept_gold = 0
        for position, name in enumerate(names):
            spelled = spell_judgments(clean(name)) if "判决文书" in name else name
            key = name_key(spelled) or clean(name).strip()
            company = company_key(spelled)
            known = self._by_key.get(key, self._by_key.get(company) if company != key else None)
            if known is None:
                known = len(self.names)
                self.names.append(name)
                self._spelled.append(spelled)
                kept_gold += position < self.gold
            for alias in (key, company):
                if alias:
                    self._by_key.setdefault(alias, known)
            self.of_input.append(known)
        self.gold = kept_gold
        self.judgments = bool(self.names) and all(is_judgment(name) for name in self._spelled)
        for aliases in (short_title, spelled_and, _before_break):
            heads = Counter(head for name in self.names if (head := aliases(name)))
            for index, name in enumerate(self.names):
                head = aliases(name)
                if head and heads[head] == 1:
                    self._by_key.setdefault(head, index)

    def keys(self) -> dict[str, int]:
        """Every key under which a name can be found, with the name's index."""
        return self._by_key

    def add_alias(self, written: str, index: int) -> None:
        """Let *written* be found in prose as the name at *index*, unless it is known as another already."""
        for key in (name_key(written), company_key(written)):
            if key:
                self._by_key.setdefault(key, index)

    def find(self, written: str) -> int | None:
        """Return the index of the name that *written* means, or ``None``. A trailing aside in brackets is no part of a name."""
        text = clean(written).strip().strip("\"'*`,;.。 ")
        if "判决" in text or re.match(r"(?i)judge?ment|document|doc\b|case\b", text):
            text = spell_judgments(text)
        elif self.judgments and (bare := re.fullmatch(r"\W{0,3}(\d{1,4})\W{0,3}", text)):
            text = f"《判决文书{int(bare[1])}》"
        for candidate in (
            text,
            re.sub(r"\s*\([^()]*\)\W*$", "", text),
            re.sub(r"^\W*(?:paper|title)\s*\d*\s*[:.]\s*", "", text, flags=re.IGNORECASE),
        ):
            for key in (name_key(candidate), company_key(candidate)):
                if key in self._by_key:
                    return self._by_key[key]
        listed = re.sub(r"^\s*(?:\[\d{1,3}\]|\(?\d{1,3}[.):、])\s*", "", text)
        if listed != text and (index := self._by_key.get(name_key(listed))) is not None:
            return index
        return self._longer_or_near(text)

    def _longer_or_near(self, text: str) -> int | None:
        key = name_key(text)
        hits = [index for index, name in enumerate(self._spelled) if near(name, text)]
        if len(hits) == 1:
            return hits[0]
        # A full registered Chinese company name around the short name that the gold uses.
        if re.search(r"公司$", key):
            inside = [known for alias, known in self._by_key.items() if len(alias) > 2 and alias in key]  # noqa: PLR2004
            if len(set(inside)) == 1:
                return inside[0]
        # The leading words of one name alone: "Harbor" for Harbor Freight Corp.
        if 2 <= len(key) <= 40 and key not in _COMMON:  # noqa: PLR2004 - a name, not a text
            led = [index for index, name in enumerate(self._spelled) if _leads(text, name)]
            if len(led) == 1:
                return led[0]
        # A long title cut short, or given with its subtitle left out.
        cut = [index for index, name in enumerate(self._spelled) if len(key) >= 20 and name_key(name).startswith(key)]  # noqa: PLR2004
        return cut[0] if len(cut) == 1 else None
