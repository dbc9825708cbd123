"""Reading a gold answer: the names or the count in it, whatever form the source gave it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from pytest_lcbench.scoring.rules.mentions import find_mentions
from pytest_lcbench.scoring.rules.names import SUFFIX_AFTER, Directory, spell_judgments
from pytest_lcbench.scoring.rules.text import clean
from pytest_lcbench.suites.case import Case

_FILE_NAME: Final = re.compile(r"\.(?:md|markdown|txt|json|jsonl|pdf|docx?|html?|csv|tsv|xml|rst)$|^\d+$|^[\da-f]{16,}$", re.IGNORECASE)
_JUDGMENT: Final = re.compile(r"《判决文书\d+》")
_ASKS_COUNT: Final = re.compile(
    r"\bhow many\b|\bnumber of\b|公司数量|数量\s*[?？]|多少(?:家|个|份|篇)|几(?:家|个)(?!.*哪)", re.IGNORECASE
)
_SENTENCE_TAIL: Final = re.compile(
    r"\s+(?:has|had|have|is|was|reported|recorded)\s+(?:the\s)?(?:highest|lowest|largest|smallest|most|least|greatest)\b.*$"
    r"|,?\s+with\s+(?:a|an|the|\$|\(|-|\d).*$|\s*\([^()]*[\d][^()]*\)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_SENTENCE_HEAD: Final = re.compile(
    r"^(?:the )?(?:company|companies|answer|name)\b[^.]{0,200}?\b(?:is|are)\s+|^.{0,80}(?:公司|答案)(?:是|为|:)\s*", re.IGNORECASE
)
_NAME_SEPARATOR: Final = re.compile(
    r"\s*[、;\n]\s*|\s*,\s*(?:and\s+)?(?!\s*(?:Inc|Ltd|LLC|L\.?P|Corp|Co|Limited|PLC|N\.?V|S\.?A)\b)|\s+(?:and|&)\s+(?=[A-Z].*,)"
)


def asks_count(question: str) -> bool:
    """Whether the question asks how many."""
    return _ASKS_COUNT.search(clean(question)) is not None


def as_structure(gold: Any) -> Any:
    """Return *gold*, or what it holds when it is a list or mapping written as text."""
    if not isinstance(gold, str) or gold.strip()[:1] not in {"[", "{"}:
        return gold
    for reader in (json.loads, ast.literal_eval):
        try:
            value = reader(gold)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        if isinstance(value, dict | list):
            return value
    return gold


def known_names(case: Case) -> list[str]:
    """Return the names and titles of the case's documents that can stand in an answer: companies, not file names."""
    called = dict.fromkeys(name for ref in case.documents for name in (ref.name, ref.title) if name)
    return [name for name in called if not _FILE_NAME.search(name) and len(name) > 1]


def gold_names(gold: Any, documents: Sequence[str]) -> list[str]:
    """Return the names that a gold of kind ``names`` consists of.

    Loong writes one name, several with commas, a Python list, or a sentence around the name.
    """
    gold = as_structure(gold)
    if isinstance(gold, list | tuple | set):
        return [str(item) for item in gold if item is not None and str(item).strip()]
    if isinstance(gold, dict):
        return [str(key) for key in gold]
    text = clean(str(gold)).strip()
    spelled = spell_judgments(text) if "判决" in text else text
    if judgments := _JUDGMENT.findall(spelled):
        return list(dict.fromkeys(judgments))
    if documents and len(text) < 2000:  # noqa: PLR2004 - a gold is short
        directory = Directory(documents)
        found = dict.fromkeys(directory.names[mention.index] for mention in find_mentions(text, directory))
        if found:
            return list(found)
    text = _SENTENCE_TAIL.sub("", _SENTENCE_HEAD.sub("", text)).strip()
    parts = [part.strip().rstrip("。") for part in _NAME_SEPARATOR.split(text)]
    return [part for part in parts if part and not SUFFIX_AFTER.fullmatch(part)]


_OTHER_NAME: Final = re.compile(r"《[^》]+》|\"[^\"]{2,80}\"|(?<=\s)[A-Z][\w&'-]+(?=\s+(?:[A-Z]|plc\b|ltd\b|inc\b))")


def about_names(directory: Directory) -> Callable[[str], bool]:
    """Return a test whether a sentence speaks of an answer made of *directory*'s names: it names one of them, or nobody else."""

    def about(sentence: str) -> bool:
        return bool(find_mentions(sentence, directory)) or _OTHER_NAME.search(sentence) is None

    return about
