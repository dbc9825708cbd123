"""The bundled suite over many worlds: proof of every case, lengths, ids, bytes, and what it costs to guess.

Run: python benchmarks/worlds.py [WORLDS [FIRST [guess]]], default: 20 0

For every case of worlds FIRST to FIRST + WORLDS - 1: the checker reads the rendered documents alone and finds no fault (the gold
follows from the text, every document that counts can change it); its measured cl100k tokens lie in the range of its length; its id is
its own; a second process under another hash seed writes the same bytes. With ``guess``: mean points and perfect shares by subtask
under ``rules`` of an oracle (the gold written out), an empty answer, the gold of another case of the same subtask, the gold with each
company, judgment or paper in it replaced by the next one of the case, and the embedded reader. Two processes divide the worlds.
"""

from __future__ import annotations

import hashlib
import json
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from processes import environment, load

from pytest_lcbench.contexts.prompts import PromptSet, fill, template_for
from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import Document
from pytest_lcbench.models.lexical.answers import answer
from pytest_lcbench.scoring.choice import score_choice
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.synthetic.plan import read_lengths
from pytest_lcbench.suites.synthetic.suite import SyntheticSuite

FULL = 100


@dataclass(slots=True)
class Found:
    """What one world shows.

    Args:
        world: its number.
        ids: of its cases.
        digest: of everything that a user can see of them.
        faults: of the checker, one line each.
        lengths: cases outside their range, one line each.
        tokens: of all documents together.
        seconds: to draw, write and check.
        points: by subtask and guesser, of each case.

    """

    world: int
    ids: list[str] = field(default_factory=list)
    digest: str = ""
    faults: list[str] = field(default_factory=list)
    lengths: list[str] = field(default_factory=list)
    tokens: int = 0
    seconds: float = 0.0
    points: dict[str, dict[str, list[float]]] = field(default_factory=dict)


def seen(case: Case, documents: Sequence[Document]) -> bytes:
    """Return all that a user can see of a case."""
    parts: list[Any] = [case.id, case.question, case.instruction, case.gold, case.choices, case.evidence, case.rules]
    parts += [[document.name, document.header, document.hash, document.passages] for document in documents]
    return json.dumps(parts, ensure_ascii=True, default=str).encode()


def digest_of(world: int) -> str:
    """Return the hash of everything that a user can see of a world."""
    suite = SyntheticSuite((world,))
    total = hashlib.sha256()
    for case in suite.cases():
        total.update(seen(case, suite.documents(case)))
    return total.hexdigest()


def look_at(world: int, *, guess: bool) -> Found:
    """Go through a world."""
    from pytest_lcbench.suites.synthetic.checking import faults  # noqa: PLC0415 - the child that only writes does without

    found = Found(world)
    start = time.perf_counter()
    suite = SyntheticSuite((world,))
    ranges = {length.word: length for length in read_lengths(None)}
    counter = TokenCounter("cl100k_base")
    total = hashlib.sha256()
    cases = suite.cases()
    by_subtask: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        by_subtask[case.subtask, case.language].append(case)
    for case in cases:
        documents = suite.documents(case)
        found.ids.append(case.id)
        total.update(seen(case, documents))
        where = f"world {world} {case.subtask} {case.length_set} {case.language}"
        found.faults += [f"{where} {case.id}: {fault}" for fault in faults(case, documents)]
        tokens = sum(counter.count(document.header) + counter.count(document.text) for document in documents)
        found.tokens += tokens
        wanted = ranges[case.length_set]
        if not wanted.low <= tokens <= wanted.high:
            found.lengths.append(f"{where}: {tokens}")
        if guess:
            others = by_subtask[case.subtask, case.language]
            other = others[(others.index(case) + 1) % len(others)]
            mine = found.points.setdefault(case.subtask, defaultdict(list))
            for name, text in guesses(case, other, documents):
                score = score_choice(case, text) if case.answer_kind is AnswerKind.CHOICE else score_rules(case, text)
                mine[name].append(score.points)
    found.digest = total.hexdigest()
    found.seconds = time.perf_counter() - start
    return found


def guesses(case: Case, other: Case, documents: Sequence[Document]) -> Iterator[tuple[str, str]]:
    """Yield each guesser's answer to a case."""
    yield "oracle", written(case.gold, case)
    yield "oracle, JSON", json.dumps(case.gold, ensure_ascii=False) if not isinstance(case.gold, str) else written(case.gold, case)
    yield "empty", ""
    if other is not case:
        yield "other case's gold", written(other.gold, case)
    wrong = renamed(case.gold, [ref.title for ref in case.documents if ref.title])
    if wrong != case.gold:
        yield "wrong names", written(wrong, case)
    docs = "".join(f"{document.header}{document.text}\n\n" for document in documents)
    values = {"docs": docs, "instruction": case.instruction, "question": case.question}
    values |= {f"choice_{letter}": text for letter, text in zip("abcd", case.choices, strict=False)}
    yield "embedded reader", answer(fill(template_for(case, PromptSet()), values))


def written(gold: Any, case: Case) -> str:
    """Return a gold as an answer in plain text."""
    if case.answer_kind is AnswerKind.CHOICE:
        return f"The correct answer is ({gold})"
    if isinstance(gold, dict):
        return "\n".join(f"{key}: {', '.join(value) if isinstance(value, list) else value}" for key, value in gold.items())
    if isinstance(gold, list):
        return (" -> " if case.answer_kind is AnswerKind.CHAIN else "\n").join(str(item) for item in gold)
    return str(gold)


def renamed(gold: Any, titles: Sequence[str]) -> Any:
    """Return *gold* with every title in it replaced by the next one of the case."""
    following = dict(zip(titles, [*titles[1:], *titles[:1]], strict=True))
    if isinstance(gold, dict):
        return {renamed(key, titles): renamed(value, titles) for key, value in gold.items()}
    if isinstance(gold, list):
        return [renamed(item, titles) for item in gold]
    if not isinstance(gold, str) or not titles:
        return gold
    every = "|".join(re.escape(title) + r"(?![0-9])" for title in sorted(titles, key=len, reverse=True))
    return re.sub(every, lambda match: following[match[0]], gold)


def main() -> None:
    """Look at every world, then let a second process write them again."""
    if sys.argv[1:2] == ["digest"]:
        for world in map(int, sys.argv[2:]):
            print(world, digest_of(world))
        return
    worlds, first = int(sys.argv[1]) if len(sys.argv) > 1 else 20, int(sys.argv[2]) if len(sys.argv) > 2 else 0  # noqa: PLR2004
    guess = "guess" in sys.argv
    print(load())
    numbers = range(first, first + worlds)
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(partial(look_at, guess=guess), numbers))
    ids = [one for world in found for one in world.ids]
    faults = [line for world in found for line in world.faults]
    outside = [line for world in found for line in world.lengths]
    print(f"{len(ids)} cases of {worlds} worlds, {len(set(ids))} ids, {sum(one.tokens for one in found):,} tokens")
    print(f"{sum(one.seconds for one in found):.0f} s of one process to draw, write, check and count")
    print(f"{len(faults)} faults of the checker", *faults[:40], sep="\n  ")
    print(f"{len(outside)} outside their length", *outside[:40], sep="\n  ")
    again = subprocess.run(
        [sys.executable, __file__, "digest", *map(str, numbers)],
        env=environment(PYTHONHASHSEED="4242"),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    same = dict(zip(again[::2], again[1::2], strict=True))
    differ = [one.world for one in found if same[str(one.world)] != one.digest]
    print(f"written again under another hash seed: {'the same bytes' if not differ else f'worlds {differ} differ'}")
    if guess:
        table(found)
    print(load())


def table(found: Sequence[Found]) -> None:
    """Print mean points and perfect shares by subtask and guesser."""
    points: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for world in found:
        for subtask, by_guesser in world.points.items():
            for name, values in by_guesser.items():
                points[subtask][name] += values
                points["all"][name] += values
    names = list(points["all"])
    print(f"{'mean points / perfect share':<32}" + "".join(f"{name:>20}" for name in names))
    for subtask, by_guesser in points.items():
        cells = [figure(by_guesser[name]) if by_guesser.get(name) else "-" for name in names]
        print(f"{subtask:<32}" + "".join(f"{cell:>20}" for cell in cells))


def figure(values: Sequence[float]) -> str:
    """Return mean points and perfect share."""
    return f"{statistics.fmean(values):.1f} / {sum(value >= FULL for value in values) / len(values):.2f}"


if __name__ == "__main__":
    main()
