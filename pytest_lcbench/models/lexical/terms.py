"""Terms of a text and how well pieces of text match them: the whole intelligence of the embedded reader.

Terms are lower-case words (a figure such as ``1,023`` is one) and, for Chinese, character bigrams. Scores are BM25 with the usual
constants. Everything is linear in the length of the text.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

MAX_TERMS = 128
"""Distinct terms of a query that count. A longer query adds time and little else."""
_K1 = 1.2
_B = 0.75
_LONGEST_UNIT = 400  # characters
_SHORT_LINE = 32  # characters; a shorter line is one sentence
_HAN = "㐀-䶿一-鿿"
_RUN = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+(?:[.,'’][^\W_{_HAN}]+)*")
_SENTENCE_END = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s|<br>|</tr>")
_STOP = frozenset(
    # ruff: noqa: SIM905 - a list of quoted one-word texts is no easier to read
    "a an and any are as at be been by did do does for from had has have how in into is it its of on or s than that the their"
    " then there these this those to was were what when which who whom whose why will with would you your please answer"
    " question following".split()
)

FIGURE = re.compile(r"\((?:[$¥€£] ?)?[0-9][0-9,]*(?:\.[0-9]+)?%?\)|[-−－]?(?:[$¥€£] ?)?[0-9][0-9,]*(?:\.[0-9]+)?%?")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or table row that shares a term with the query.

    Args:
        passage: index of the passage it stands in.
        text: the unit.
        figure: the figure it gives; empty unless figures were asked for.
        matched: the terms shared.
        score: BM25.

    """

    passage: int
    text: str
    figure: str
    matched: frozenset[str]
    score: float


def terms(text: str) -> list[str]:
    """Return every term of *text* in order."""
    found: list[str] = []
    for run in _RUN.findall(text.lower()):
        if "㐀" <= run[0] <= "鿿" and len(run) > 1:
            found.extend([run[at : at + 2] for at in range(len(run) - 1)])
        else:
            found.append(run)
    return found


def query_terms(text: str) -> frozenset[str]:
    """Return the distinct terms of a query, common English words left out, the first :data:`MAX_TERMS` of them."""
    # Cut first: a megabyte of question need not be looked through for a hundred terms.
    distinct = dict.fromkeys(term for term in terms(text[: MAX_TERMS * 40]) if term not in _STOP)
    return frozenset(list(distinct)[:MAX_TERMS])


def figure_in(text: str) -> tuple[int, str] | None:
    """Return the place and text of the first figure in *text* that is no year, date part or item number, or ``None``."""
    spare: tuple[int, str] | None = None
    for match in FIGURE.finditer(text):
        figure = match.group().strip().rstrip(",")
        following = text[match.end() : match.end() + 1]
        preceding = text[match.start() - 1 : match.start()]
        if following and following in "年月日号章条季期.、":
            continue
        if (preceding.isascii() and preceding.isalpha()) or (following.isascii() and following.isalpha()):
            continue
        if "," in figure or "." in figure or "%" in figure or "$" in figure:
            return match.start(), figure
        if spare is None and not _YEAR.fullmatch(figure):
            spare = (match.start(), figure)
    return spare


def units_of(text: str) -> Iterator[str]:
    """Yield the table rows and sentences of *text*, in pieces of bounded length."""
    for line in text.split("\n"):
        if len(line) <= (_LONGEST_UNIT if line.startswith("|") else _SHORT_LINE):
            if line:
                yield line
            continue
        for sentence in _SENTENCE_END.split(line):
            if not sentence or sentence.isspace():
                continue
            for start in range(0, len(sentence), _LONGEST_UNIT):
                yield sentence[start : start + _LONGEST_UNIT]


def match_units(passages: Sequence[str], query: frozenset[str], *, figures: bool = False) -> list[Unit]:
    """Score every unit of *passages* that shares a term with *query*, in text order.

    With *figures* only units that give a figure count, and are matched by what stands before it (a table row's label).
    """
    if not query:
        return []
    hits: list[tuple[int, str, str, Counter[str], int]] = []
    frequency: Counter[str] = Counter()
    total = length = 0
    for passage, text in enumerate(passages):
        for unit in units_of(text):
            figure = label = ""
            if figures:
                found = figure_in(unit)
                if found is None:
                    continue
                at, figure = found
                label = unit[:at]
            words = terms(label or unit)
            total += 1
            length += len(words)
            if query.isdisjoint(words):
                continue
            matched = Counter(word for word in words if word in query)
            frequency.update(matched.keys())
            hits.append((passage, unit, figure, matched, len(words)))
    mean = max(length / max(total, 1), 1.0)
    weights = {term: _weight(total, count) for term, count in frequency.items()}
    return [
        Unit(passage, unit, figure, frozenset(matched), _bm25(matched, size / mean, weights))
        for passage, unit, figure, matched, size in hits
    ]


def match_passages(passages: Sequence[str], queries: Sequence[frozenset[str]]) -> list[list[float]]:
    """Score each passage as a whole against each query: ``scores[passage][query]``."""
    wanted = frozenset().union(*queries)
    if not wanted:
        return [[0.0] * len(queries) for _ in passages]
    counts: list[Counter[str]] = []
    sizes: list[int] = []
    for text in passages:
        words = terms(text)
        sizes.append(len(words))
        counts.append(Counter(word for word in words if word in wanted))
    mean = max(sum(sizes) / max(len(sizes), 1), 1.0)
    frequency = Counter(term for count in counts for term in count)
    weights = {term: _weight(len(passages), number) for term, number in frequency.items()}
    scores: list[list[float]] = []
    for count, size in zip(counts, sizes, strict=True):
        each = {term: _bm25({term: number}, size / mean, weights) for term, number in count.items()}
        scores.append([_sum(each, query) for query in queries])
    return scores


def coverage(needed: frozenset[str], present: frozenset[str]) -> float:
    """Return the share of *needed* that is *present*, 0 when nothing is needed."""
    return len(needed & present) / len(needed) if needed else 0.0


def _sum(each: dict[str, float], query: Iterable[str]) -> float:
    # fsum, as the order of a set of texts differs from process to process and plain sums would in their last digit.
    return math.fsum(each[term] for term in query if term in each)


def _weight(total: int, containing: int) -> float:
    return math.log(1.0 + (total - containing + 0.5) / (containing + 0.5))


def _bm25(counts: dict[str, int] | Counter[str], relative_size: float, weights: dict[str, float]) -> float:
    damping = _K1 * (1.0 - _B + _B * relative_size)
    return math.fsum(weights[term] * count * (_K1 + 1.0) / (count + damping) for term, count in counts.items())
