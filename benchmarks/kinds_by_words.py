"""What a bag of words tells of a judgment's kind: a cheater that learns from judgments of other worlds and understands nothing.

Run: python benchmarks/kinds_by_words.py [LEARNT [TRIED]], default: 100 100

Learns from LEARNT judgments of worlds 0-19 with their kinds, then names the kinds of TRIED judgments of worlds 50-69, in each language.
Three learners over the same features, runs of one to three words (English) or one to four characters (Chinese), each counted once a
judgment: naive Bayes over all of them; a vote of those that are surest of a kind; the judgment nearest by cosine. Quoted: the share
told right, and the share of guesses inside the own branch of the law, which the form of a judgment shows anyway.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from pytest_lcbench.suites.synthetic.draw import Draw
from pytest_lcbench.suites.synthetic.legal import LegalField
from pytest_lcbench.suites.synthetic.legal.causes import causes

LENGTHS = (1150, 1600, 2400, 3700, 5700, 8700, 13400)
WORDS = re.compile(r"[a-z']+")
NOT_HAN = re.compile(r"[^一-龥，。；：]+")
Sample = list[tuple[str, frozenset[str]]]
Guess = Callable[[frozenset[str], Sequence[str]], str]
"""From the runs of a judgment, and the kinds to choose from, to one of them."""
TWICE, COMMON = 2, 0.8
"""Bayes looks at runs of two judgments learnt or more, and of no more than this share."""
FEW = 4
"""Kinds that a run may be seen in and still vote."""


def runs(text: str, language: str) -> frozenset[str]:
    """Return the runs of words or characters of *text*."""
    if language == "zh":
        parts: Sequence[str] = NOT_HAN.sub(" ", text)
        most, gap = 4, ""
    else:
        parts, most, gap = WORDS.findall(text.lower()), 3, " "
    return frozenset(gap.join(parts[at : at + size]) for size in range(1, most + 1) for at in range(len(parts) - size + 1))


def judgments(language: str, worlds: range, count: int) -> Sample:
    """Return *count* judgments of *worlds*: kind and runs."""
    draw = Draw("kinds by words", language, worlds.start)
    fields = [LegalField(world) for world in worlds]
    # Every kind as often as every other.
    keys = [key for _ in range(-(-count // len(causes(language)))) for key in draw.shuffled(list(causes(language)))][:count]
    found = []
    for at, key in enumerate(keys):
        text = fields[at % len(fields)].write(language, f"{key}-{draw.below(500)}", draw.pick(LENGTHS)).text
        found.append((key, runs(text, language)))
    return found


def bayes(learnt: Sample) -> Guess:
    """Return naive Bayes over the runs that two judgments or more have."""
    spread = Counter(run for _, held in learnt for run in held)
    known = {run for run, times in spread.items() if TWICE <= times <= len(learnt) * COMMON}
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    of_kind = Counter(kind for kind, _ in learnt)
    for kind, held in learnt:
        by_kind[kind].update(held & known)

    def guess(held: frozenset[str], options: Sequence[str]) -> str:
        seen = held & known

        def weight(kind: str) -> float:
            counts, size = by_kind[kind], of_kind[kind]
            return sum(math.log((counts[run] + 0.1) / (size + 0.2)) for run in seen)

        return max(options, key=weight)

    return guess


def vote(learnt: Sample) -> Guess:
    """Return a vote of the runs: each for the kinds that it was seen in, the rarer the stronger."""
    by_run: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, held in learnt:
        for run in held:
            by_run[run][kind] += 1
    sure = {run: kinds for run, kinds in by_run.items() if sum(kinds.values()) > 1 and len(kinds) <= FEW}

    def guess(held: frozenset[str], options: Sequence[str]) -> str:
        points: dict[str, float] = defaultdict(float)
        for run in held & sure.keys():
            kinds = sure[run]
            total = sum(kinds.values())
            for kind, times in kinds.items():
                points[kind] += (times / total) ** 2 * math.sqrt(times)
        return max(options, key=lambda kind: points[kind])

    return guess


def nearest(learnt: Sample) -> Guess:
    """Return a search for the judgments with most rare runs in common."""
    spread = Counter(run for _, held in learnt for run in held)
    rare = {run: math.log(len(learnt) / times) for run, times in spread.items() if times > 1}
    norms = [math.sqrt(sum(rare.get(run, 0.0) ** 2 for run in held)) for _, held in learnt]

    def guess(held: frozenset[str], options: Sequence[str]) -> str:
        points: dict[str, float] = defaultdict(float)
        for (kind, other), norm in zip(learnt, norms, strict=True):
            alike = sum(rare.get(run, 0.0) ** 2 for run in held & other) / norm
            points[kind] = max(points[kind], alike)
        return max(options, key=lambda kind: points[kind])

    return guess


def main() -> None:
    """Print a line for each language and learner."""
    learnt_count, tried_count = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (100, 100)  # noqa: PLR2004
    for language in ("en", "zh"):
        known = causes(language)
        learnt = judgments(language, range(20), learnt_count)
        tried = judgments(language, range(50, 70), tried_count)
        for make in (bayes, vote, nearest):
            guess = make(learnt)
            right = 0
            wrong: Counter[str] = Counter()
            for kind, held in tried:
                options = [key for key, cause in known.items() if cause.kind == known[kind].kind]
                said = guess(held, options)
                right += said == kind
                if said != kind:
                    wrong["near" if said in known[kind].near or kind in known[said].near else "far"] += 1
            print(f"{language} {make.__name__:<8} {100 * right / len(tried):5.1f} % right of {len(tried)}, wrong: {dict(wrong)}")


if __name__ == "__main__":
    main()
