"""Kind ``ordered``: a list whose order matters, of names, figures or ``name: figure`` (sequential enumeration)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pytest_lcbench.scoring.rules.golds import as_structure, known_names
from pytest_lcbench.scoring.rules.mentions import find_mentions, listed_extras, masked
from pytest_lcbench.scoring.rules.names import SUFFIX_AFTER, Directory, is_judgment, numbers_as_judgments, spell_judgments
from pytest_lcbench.scoring.rules.numbers import Figure, equal, find_figures
from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, Outcome, nothing, partial, some
from pytest_lcbench.scoring.rules.periods import find_periods
from pytest_lcbench.scoring.rules.strangers import strangers
from pytest_lcbench.scoring.rules.structures import find_structures, texts, unwrap
from pytest_lcbench.scoring.rules.text import clean, concluding_part, declines, denied, doubts, stated_part
from pytest_lcbench.scoring.rules.withdrawals import reconsidered
from pytest_lcbench.suites.case import Case


@dataclass(frozen=True, slots=True)
class Entry:
    """One place of the list: a name, a figure, or both."""

    name: str | None
    figure: Figure | None

    def __str__(self) -> str:
        parts = [self.name or "", "" if self.figure is None else f"{self.figure.value:,f}"]
        return ": ".join(part for part in parts if part)


_NOT_A_NAME: Final = re.compile(
    r"\b(?:in|of|and|thousands?|millions?|billions?|shares?|dollars?|usd|rmb|approximately|to)\b|元|股|美元|人民币|[\W\d_]",
    re.IGNORECASE,
)
_COMPARED_TO: Final = re.compile(r"compared (?:to|with)|versus", re.IGNORECASE)
_LIST_NUMBER: Final = re.compile(r"(?:^|(?<=[\s;]))\d{1,3}[.)]\s+(?=\D)")


def gold_entries(gold: Any, documents: Sequence[str]) -> list[Entry]:
    """Return the places of a gold list; Loong writes lists, ``a, b, c``, ``name: figure, …`` and bracketed or numbered variants."""
    gold = as_structure(gold)
    if isinstance(gold, dict):
        gold = [f"{key}: {value}" for key, value in gold.items()]
    if isinstance(gold, list | tuple):
        return [entry for item in gold if item is not None for entry in _split_entries(str(item), documents)[:1]]
    return _split_entries(str(gold), documents)


def _split_entries(text: str, documents: Sequence[str]) -> list[Entry]:
    text = clean(text).strip()
    if "判决" in text:
        found = re.findall(r"《判决文书\d+》", spell_judgments(text))
        if found:
            return [Entry(name, None) for name in found]
    text = _LIST_NUMBER.sub("\n", text)
    known = Directory(documents)
    mentions = find_mentions(text, known) if documents else []
    figures = find_figures(text, [(m.start, m.end) for m in mentions] + [(p.start, p.end) for p in find_periods(text)])
    if not figures:
        if mentions:
            return [Entry(known.names[m.index], None) for m in mentions]
        parts = re.split(r"\s*[、;\n]\s*|\s*,\s*", text)
        joined: list[str] = []
        for part in parts:
            if joined and SUFFIX_AFTER.fullmatch(part):
                joined[-1] += ", " + part
            elif part.strip():
                joined.append(part.strip())
        return [Entry(part, None) for part in joined]
    entries = []
    at = 0
    for figure in figures:
        between = text[at : figure.start]
        at = figure.end
        if _COMPARED_TO.search(between):
            continue
        name = next((known.names[m.index] for m in reversed(mentions) if figure.start - len(between) <= m.start < figure.start), None)
        if name is None:
            between = re.sub(
                r"^\s*'[^']*' of\s+|^\s*(?:(?:in\s)?(?:thousand|million|billion)s?\b|shares?\b|元|股)",
                "",
                between,
                flags=re.IGNORECASE,
            )
            stripped = between.strip(" \n\t()[]:,;.、'\"-$¥*")
            name = re.sub(r":\s*$", "", between).strip(" \n\t()[]:,;、'\"*-$") if _NOT_A_NAME.sub("", stripped) else None
        entries.append(Entry(name or None, figure))
    return entries


def score_ordered(case: Case, gold: Any, text: str, tolerance: float = 0.0) -> Outcome:
    """Compare the list in *text* with *gold* by its longest common subsequence; full points only in the same order."""
    documents = known_names(case)
    entries = gold_entries(gold, documents)
    text = clean(text)
    names = [entry.name for entry in entries if entry.name]
    legal = bool(names) and all(is_judgment(name) for name in names)
    if legal:
        text = spell_judgments(text)
        documents = []
    elif names and (unknown := strangers(text, directory := Directory([*names, *documents], len(names)))):
        documents = [*documents, *unknown]
    directory = Directory([*names, *documents], len(names))
    given, after = _read_list(text, entries, directory, legal=legal)
    if not given:
        return nothing("declines to answer" if declines(text) else "no list of the gold's kind found")
    return reconsidered(_compare(entries, given, directory, text, tolerance), after)


@dataclass(frozen=True, slots=True)
class _Given:
    """One place of the response's list: the index of a known name or an unknown name, and the figure beside it."""

    index: int | None
    unknown: str | None
    figure: Figure | None


def _compare(entries: list[Entry], given: list[_Given], directory: Directory, text: str, tolerance: float) -> Outcome:
    wanted = []
    position = 0
    for entry in entries:
        wanted.append(directory.of_input[position] if entry.name else None)
        position += bool(entry.name)

    def agreement(i: int, j: int) -> float:
        entry, index, place = entries[i], wanted[i], given[j]
        if index is not None and place.index != index:
            # The figure alone, where the list gives no names.
            figures_only = place.index is None and place.unknown is None
            return 0.5 if figures_only and entry.figure and place.figure and equal(entry.figure, place.figure, tolerance) else 0.0
        if entry.figure is None:
            return 1.0
        if place.figure is None or not equal(entry.figure, place.figure, tolerance):
            return 0.5 if index is not None else 0.0
        return 1.0

    share = _weighted_subsequence(len(entries), len(given), agreement)
    shown = some(
        (directory.names[g.index] if g.index is not None else g.unknown or (f"{g.figure.value:,f}" if g.figure else "") for g in given),
        50,
    )
    in_order = f"{share:g} of {len(entries)} places right and in order"
    if share >= len(entries) == len(given):
        if doubts(masked(text, find_mentions(text, directory))):
            return Outcome(DOUBTED, shown, in_order + "; the response doubts it")
        return Outcome(FULL, shown, in_order)
    anywhere = (
        sum(max((agreement(i, j) for j in range(len(given))), default=0.0) for i in range(len(entries)))
        if len(entries) * len(given) < 100_000  # noqa: PLR2004 - beyond any list
        else share
    )
    if len(given) > len(entries):
        in_order += f"; {len(given)} places given"
    elif anywhere > share:
        in_order += f"; {anywhere:g} right in another order"
    return Outcome(partial((1.5 * share + 0.5 * min(anywhere, len(entries))) / (len(entries) + len(given))), shown, in_order)


def _weighted_subsequence(rows: int, columns: int, agreement: Any) -> float:
    columns = min(columns, 4 * rows + 20)
    best = [0.0] * (columns + 1)
    for i in range(rows):
        previous = best
        best = [0.0] * (columns + 1)
        for j in range(columns):
            gain = agreement(i, j)
            best[j + 1] = max(previous[j + 1], best[j], previous[j] + gain if gain else 0.0)
    return best[columns]


# "按从小到大排列：", "in ascending order:", "Sorted:" - the list asked for follows.
_IN_ORDER: Final = re.compile(
    r"(?:按[^\n。;；:]{0,40}?(?:排列|排序|顺序|次序|列出|列举)"
    r"|[从由][小低少][到至]?[大高多]|[从由][大高多][到至]?[小低少]|[升降]序|排序(?:结果|后)?|顺序)"
    r"[^\n。;；:]{0,24}[:为是]"
    r"|\b(?:(?:in|by) (?:\w+ly )?(?:ascending|descending|increasing|decreasing"
    r"|the (?:requested|asked|right|correct|final|following)) order"
    r"|sorted|ranked|ranking|order(?:ed)?|arranged|from (?:the )?(?:lowest|smallest|highest|largest|least|most) to (?:the )?\w+)\b"
    r"[^\n.;:]{0,60}:",
    re.IGNORECASE,
)


def _read_list(text: str, entries: list[Entry], directory: Directory, *, legal: bool) -> tuple[list[_Given], str]:
    """Return the list that the response puts forward, and what follows it.

    That is the last structure, concluding part or block that holds most of what the gold speaks of.
    """
    figures_wanted = any(entry.figure for entry in entries)
    names_wanted = any(entry.name for entry in entries)

    def read(part: str) -> list[_Given]:
        return _places(part, directory, names=names_wanted, figures=figures_wanted, legal=legal)

    def read_piece(piece: tuple[str, int]) -> tuple[list[_Given], int]:
        return read(piece[0]), piece[1] + len(piece[0])

    structured: list[tuple[list[_Given], int]] = []
    for found in find_structures(text):
        value = unwrap(found.value)
        if isinstance(value, dict) and not any(isinstance(part, list | dict) for part in value.values()):
            lines = [f"{key}: {part}" for key, part in value.items()]
        elif isinstance(value, list):
            lines = [" : ".join(texts(list(item.values()) if isinstance(item, dict) else item)) for item in value]
        else:
            lines = [": ".join(texts(part)) for part in (value.values() if isinstance(value, dict) else [])]
        if found.complete and lines:
            structured.append((read("\n".join(line.replace("\n", " ") for line in lines)), found.end))

    blocks = _blocks(text)
    groups = [
        structured,
        [read_piece((part, text.rfind(part))) for part in (concluding_part(text), stated_part(text)) if part],
        [read_piece(piece) for piece in _announced(text, blocks)],
        [read_piece(piece) for piece in blocks],
        [read_piece((text, 0))] if len(blocks) > 1 else [],
    ]
    if legal and not any(places for group in groups for places, _ in group) and len(text) < 400:  # noqa: PLR2004 - a bare list is short
        return read(numbers_as_judgments(text)), ""
    # The last list of the firmest kind that says as much of the gold as any.
    most = max((min(_known(places), len(entries)) for group in groups for places, _ in group), default=0)
    if not most:
        return [], ""
    places, end = next(one for group in groups for one in reversed(group) if min(_known(one[0]), len(entries)) == most)
    return places, text[end:]


_MOST_ANNOUNCED: Final = 20


def _announced(text: str, blocks: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return what follows the last announcements of the sorted list, to the end of its line, or the next block after a bare one."""
    pieces = []
    for match in list(_IN_ORDER.finditer(text))[-_MOST_ANNOUNCED:]:
        line_end = text.find("\n", match.end())
        line_end = len(text) if line_end < 0 else line_end
        if text[match.end() : line_end].strip(" *:"):
            pieces.append((text[match.end() : line_end], match.end()))
        elif (following := next((block for block in blocks if block[1] + len(block[0]) > line_end), None)) is not None:
            start = max(line_end, following[1])
            pieces.append((text[start : following[1] + len(following[0])], start))
    return pieces


def _known(places: list[_Given]) -> int:
    return len({p.index for p in places if p.index is not None}) or sum(p.figure is not None for p in places)


_ITEM: Final = re.compile(r"^\s*(?:[*+•|]|-(?!\d)|\(?\d{1,3}[.)、:])")


def _blocks(text: str) -> list[tuple[str, int]]:
    """Cut *text* into paragraphs and runs of list lines (blank lines between list lines do not part them), each with its place."""
    spans: list[list[int]] = []
    in_list = False
    open_block = False
    at = 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        if not line.strip():
            open_block = in_list and open_block
            continue
        is_item = _ITEM.match(line) is not None
        if not open_block or is_item != in_list:
            spans.append([start, start])
        spans[-1][1] = start + len(line)
        in_list, open_block = is_item, True
    return [(text[start:end], start) for start, end in spans]


def _places(text: str, directory: Directory, *, names: bool, figures: bool, legal: bool) -> list[_Given]:
    periods = [(p.start, p.end) for p in find_periods(text)]
    if not names:
        return [
            _Given(None, None, f)
            for f in find_figures(text, periods)
            if not denied(text, f.start, f.end) and not _COMPARED_TO.search(text[max(0, f.start - 16) : f.start])
        ]
    mentions = [m for m in find_mentions(text, directory) if not m.denied]
    if legal:
        known = {m.start - 1 for m in mentions} | {m.start for m in mentions}
        events: list[tuple[int, _Given]] = [(m.start, _Given(m.index, None, None)) for m in mentions]
        events += [
            (m.start(), _Given(None, m[0], None))
            for m in re.finditer(r"《判决文书\d+》", text)
            if m.start() not in known and not denied(text, m.start(), m.end())
        ]
        events.sort(key=lambda event: event[0])
        return [place for _, place in events]
    places: list[_Given] = []
    found = find_figures(text, [*periods, *((m.start, m.end) for m in mentions)]) if figures else []
    if figures and not mentions:
        return [_Given(None, None, f) for f in found]
    at = 0
    for i, mention in enumerate(mentions):
        end = mentions[i + 1].start if i + 1 < len(mentions) else len(text)
        while at < len(found) and found[at].start < mention.end:
            at += 1
        figure = found[at] if at < len(found) and found[at].start < end else None
        places.append(_Given(mention.index, None, figure))
    if figures and found and all(p.figure is None for p in places[-1:]) and found[0].start < mentions[0].start:
        # "1,234 (Acme), 2,345 (Bolt)": the figure comes first.
        places = []
        at = 0
        for mention in mentions:
            last = None
            while at < len(found) and found[at].start < mention.start:
                last = found[at]
                at += 1
            places.append(_Given(mention.index, None, last))
    places += [_Given(None, name, None) for name in listed_extras(text, mentions)]
    return places
