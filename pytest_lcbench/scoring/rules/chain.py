"""Kind ``chain``: a linear chain of titles in order (citation chain)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, Final

from pytest_lcbench.scoring.rules.golds import about_names, as_structure
from pytest_lcbench.scoring.rules.mentions import find_mentions, masked
from pytest_lcbench.scoring.rules.names import Directory
from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, Outcome, nothing, partial, some
from pytest_lcbench.scoring.rules.structures import find_structures, table_rows, texts, unwrap
from pytest_lcbench.scoring.rules.text import clean, declines, doubts, stated_part
from pytest_lcbench.scoring.rules.withdrawals import reconsidered
from pytest_lcbench.suites.case import Case

_ITEM: Final = re.compile(
    r"^\s*(?:[-*+•]|\(?\d{1,3}[.):、]|\[\d{1,3}\]|(?:paper|step)\s?\d{1,3}\s?[:.])\s*(?P<item>\S.*)$", re.IGNORECASE
)
_ARROW: Final = re.compile(r"-->|->|=>|→|⇒|➔|➡|⟶|⬇|↓")
_LONGEST: Final = 400


def gold_chain(gold: Any) -> list[str]:
    """Return the titles of *gold* in order; the empty ones that Loong has are left out."""
    gold = as_structure(gold)
    titles = gold if isinstance(gold, list | tuple) else [part for part in re.split(r"\n|" + _ARROW.pattern, str(gold)) if part.strip()]
    return [str(title) for title in titles if title is not None and str(title).strip(" #\n")]


def score_chain(case: Case, gold: Any, text: str) -> Outcome:
    """Compare the chain in *text* with *gold*: half for titles in order (longest common subsequence), half for links kept whole."""
    del case
    titles = gold_chain(gold)
    text = clean(text)
    directory = Directory(titles)
    wanted = directory.of_input
    given, after = _read(text, directory)
    if not given:
        return nothing("declines to answer" if declines(text) else "no chain of titles found")
    shown = some((directory.names[t].strip(" #") if isinstance(t, int) else t for t in given), 20)
    if given == wanted:
        if doubts(masked(text, find_mentions(text, directory))):
            return Outcome(DOUBTED, shown, "the whole chain, but the response doubts it")
        outcome = Outcome(FULL, shown, f"all {len(wanted)} titles in order")
        return reconsidered(outcome, after, about_names(directory))
    common = _common(wanted, given[:_LONGEST])
    links = list(pairwise(wanted))
    given_links = list(pairwise(given))
    kept = sum(link in set(given_links) for link in links)
    order = 2 * common / (len(wanted) + len(given))
    linked = 2 * kept / (len(links) + len(given_links)) if links or given_links else 0.0
    known = sum(title in set(given) for title in set(wanted))
    evidence = f"{common} of {len(wanted)} titles in order, {kept} of {len(links)} links"
    if unknown := [t for t in given if isinstance(t, str)]:
        evidence += f"; not in the chain: {some(unknown)}"
    elif known > common:
        evidence += f"; {known} of {len(set(wanted))} titles named"
    return Outcome(partial((order + linked) / 2), shown, evidence)


def _common(left: list[int], right: list[int | str]) -> int:
    best = [0] * (len(right) + 1)
    for item in left:
        previous = best
        best = [0]
        for j, other in enumerate(right):
            best.append(previous[j] + 1 if item == other else max(previous[j + 1], best[j]))
    return best[-1]


def _read(text: str, directory: Directory) -> tuple[list[int | str], str]:
    """Return the chain put forward (indices of known titles, the text of unknown ones), and what is said behind it."""
    found = find_structures(text)
    for complete in (True, False):
        for item in reversed(found):
            value = unwrap(item.value)
            if item.complete is complete and (
                chain := _titles(texts(value) if isinstance(value, list) else texts(list(value.values())), directory)
            ):
                return chain, text[item.end :]
    part = stated_part(text)
    for body in (part, text):
        if body is None:
            continue
        for reader in (_from_arrows, _from_items):
            if chain := reader(body, directory):
                return chain, _after_all(text, chain, directory)
    mentions = [m for m in find_mentions(text, directory) if not m.denied]
    chain_ids: list[int | str] = []
    for mention in mentions:
        if mention.index not in chain_ids:
            chain_ids.append(mention.index)
    # "C cites B, which cites A" tells the chain from its end.
    if len(re.findall(r"\bcit(?:es|ing)\b|引用了", text)) > len(re.findall(r"\bcited by\b|被", text)):
        chain_ids.reverse()
    return chain_ids, _after_all(text, chain_ids, directory)


def _after_all(text: str, chain: list[int | str], directory: Directory) -> str:
    """Return what follows the place where each title of *chain* has been named: whatever names one again speaks about it."""
    missing = {title for title in chain if isinstance(title, int)}
    for mention in find_mentions(text, directory):
        missing.discard(mention.index)
        if not missing:
            return text[mention.end :]
    return ""


def _titles(items: list[str], directory: Directory) -> list[int | str]:
    chain: list[int | str] = []
    for item in items[: 4 * _LONGEST]:
        if item.strip(" #\n\"'"):
            index = directory.find(item)
            chain.append(index if index is not None else item.strip())
    return chain if any(isinstance(title, int) for title in chain) else []


def _from_arrows(text: str, directory: Directory) -> list[int | str]:
    for line in reversed(re.sub(r"\n[ \t]{0,16}(->|=>|→|⇒|⬇|↓)[ \t]{0,16}\n?", r" \1 ", text).split("\n")):
        parts = [part.strip() for part in _ARROW.split(line)]
        if len(parts) > 1:
            if directory.find(parts[0]) is None:
                tail = parts[0].rpartition(": ")[2]
                parts[0] = (
                    tail
                    if directory.find(tail) is not None
                    else re.sub(r"^[^:]{0,60}(?:chain|链)[^:]{0,30}:\s*", "", parts[0], flags=re.IGNORECASE)
                )
            chain = _titles([_title_in(part, directory) for part in parts], directory)
            if chain:
                return chain
    return []


def _from_items(text: str, directory: Directory) -> list[int | str]:
    rows = [row for row in table_rows(text) if any(directory.find(cell) is not None for cell in row)]
    if len(rows) > 1:
        return _titles([next(cell for cell in row if directory.find(cell) is not None) for row in rows], directory)
    runs: list[list[str]] = [[]]
    for line in text.split("\n"):
        if item := _ITEM.match(line):
            runs[-1].append(_title_in(item["item"], directory))
        elif line.strip() and runs[-1]:
            runs.append([])
    chains = [chain for run in runs if (chain := _titles(run, directory))]
    if not chains:
        return []
    most = max(sum(isinstance(t, int) for t in chain) for chain in chains)
    return next(chain for chain in reversed(chains) if sum(isinstance(t, int) for t in chain) == most)


def _title_in(line: str, directory: Directory) -> str:
    """Return the title of a list line that may go on with a remark (``**Title** - cited by the next``)."""
    if directory.find(line) is not None:
        return line
    mentions = [m for m in find_mentions(line, directory) if not m.denied]
    if mentions and len(re.sub(r"\W", "", line[: mentions[0].start])) <= 12:  # noqa: PLR2004 - "Paper 1 (oldest):"
        return directory.names[mentions[0].index]
    return line
