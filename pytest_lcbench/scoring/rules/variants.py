"""Figures that a response tells apart itself: the beginning and the ending balance, basic and diluted, this year's and last year's."""

from __future__ import annotations

import re
from typing import Final

from pytest_lcbench.scoring.rules.numbers import Figure
from pytest_lcbench.scoring.rules.text import Sentences

# Of each pair a question asks for one; a response may add the other by name.
_PAIRS: Final[tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = tuple(
    (re.compile(left, re.IGNORECASE), re.compile(right, re.IGNORECASE))
    for left, right in (
        (
            r"\bbeginning\b|\bopening\b|\bstart(?:ed|ing)?\b|\bbegan\b|期初|年初|上年末|上期末",
            r"\bending\b|\bclosing\b|\bend\b|\bclosed\b|\byear-end\b|\bended up\b|期末|年末",
        ),
        (r"\bbasic\b|基本", r"\bdiluted\b|稀释"),
        (
            r"\b(?:current|this) (?:year|quarter|period)\b|本期|本年|本报告期|报告期内|当期",
            (
                r"\b(?:prior|previous|last|preceding) (?:year|quarter|period)\b"
                r"|\ba year (?:ago|earlier)\b|\bpreviously\b|上年|去年|上期|同期"
            ),
        ),
        (r"\bparent\b|母公司", r"\bconsolidated\b|合并"),
        (r"\bgross\b|毛额|原值", r"\bnet\b|净额|净值"),
        (r"\bnon-?current\b|非流动", r"(?<!non-)(?<!non)\bcurrent (?:assets|liabilities|portion)\b|(?<!非)流动"),
        (r"\bauthori[sz]ed\b", r"\b(?:issued|outstanding)\b"),
    )
)


def of_the_asked_kind(question: str, text: str, figures: list[Figure]) -> list[Figure]:
    """Leave out the figures that *text* names as the one of a pair that *question* does not ask for; all when none would stay."""
    if len(figures) < 2:  # noqa: PLR2004 - nothing to tell apart
        return figures
    labels: list[str] | None = None
    for left, right in _PAIRS:
        asks_left, asks_right = left.search(question) is not None, right.search(question) is not None
        if asks_left == asks_right:
            continue
        asked, other = (left, right) if asks_left else (right, left)
        if not other.search(text):
            continue
        labels = labels or _labels(text, figures)
        kept = [figure for figure, label in zip(figures, labels, strict=True) if not _last_is(other, asked, label)]
        if kept and len(kept) < len(figures):
            return kept
    return figures


def _labels(text: str, figures: list[Figure]) -> list[str]:
    """Return the words that go with each figure: those before it in its sentence, or behind it where all labels follow."""
    sentences = Sentences(text)
    labels = []
    first = 0
    for i, figure in enumerate(figures):
        start, end = sentences.around(figure.start)
        if figures[first].start < start:
            first = i  # of its sentence
        since = max(start, figures[i - 1].end) if i else start
        until = min(end, figures[i + 1].start) if i + 1 < len(figures) else end
        behind = text[figure.end : min(until, figure.end + _NEAR)]
        lead = text[max(start, figures[first].start - _NEAR) : figures[first].start]
        before = text[max(since, figure.start - _NEAR) : figure.start]
        labels.append(behind if not _labelled(lead) and _labelled(behind) else before)
    return labels


_NEAR: Final = 160


def _labelled(words: str) -> bool:
    return any(side.search(words) for pair in _PAIRS for side in pair)


def _last_is(other: re.Pattern[str], asked: re.Pattern[str], label: str) -> bool:
    """Whether the word nearest to the figure is *other*'s."""
    last_other = max((match.start() for match in other.finditer(label)), default=-1)
    last_asked = max((match.start() for match in asked.finditer(label)), default=-1)
    return last_other > last_asked
