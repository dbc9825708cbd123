"""The deterministic scorer ``rules``: 0-100 points for a response to a case whose gold answer is no letter.

*Perfect* means that everything asked is right and nothing wrong is asserted; an answer partly right gets points
strictly between, by the F1 measure or what comes nearest to it for its kind. The points are our own:
they are no stand-in for the published judge's.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from pytest_lcbench.scoring.rules.chain import score_chain
from pytest_lcbench.scoring.rules.groups import score_groups
from pytest_lcbench.scoring.rules.members import score_names
from pytest_lcbench.scoring.rules.names import as_english_judgments, english_judgments
from pytest_lcbench.scoring.rules.ordered import score_ordered
from pytest_lcbench.scoring.rules.outcome import FULL, Outcome, nothing
from pytest_lcbench.scoring.rules.pairs import score_pairs
from pytest_lcbench.scoring.rules.text import squash
from pytest_lcbench.scoring.rules.trend import score_trend
from pytest_lcbench.scoring.rules.value import score_value
from pytest_lcbench.scoring.score import Score
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.untrusted import one_line

__all__ = ["score_rules"]

_SHOWN = 400
_LONGEST = 200_000


def score_rules(case: Case, text: str) -> Score:
    """Score the response *text* of *case* by rules, 0-100.

    Reads two hints of ``case.rules``: ``equal``, a list of further gold answers (the best counts), and ``tolerance``, relative, for
    figures. Never raises for anything a response may hold. Takes time linear in its length; of a response beyond 200,000 characters
    the first and the last 100,000 are read, and the score is flagged ``response_cut``.

    Raises:
        ValueError: the case is a choice, which another scorer reads.

    """
    if case.answer_kind is AnswerKind.CHOICE:
        raise ValueError("a choice is scored by the choice scorer, not by rules")
    cut = len(text) > _LONGEST
    if cut:
        # No answer is that long: a model that repeats itself wrote it. What it says first and last is looked at.
        text = text[: _LONGEST // 2] + "\n\n" + text[-_LONGEST // 2 :]
    alternatives = case.rules.get("equal", [])
    golds = [case.gold, *(alternatives if isinstance(alternatives, list | tuple) else [alternatives])]
    best = max((_judged_alike(case, gold, text) for gold in golds), key=lambda outcome: outcome.points)
    return Score(
        points=best.points,
        scorer="rules",
        answer=None if best.answer is None else one_line(best.answer, _SHOWN),
        evidence=one_line(best.evidence, _SHOWN),
        flags=(*best.flags, "response_cut") if cut else best.flags,
    )


def _judged_alike(case: Case, gold: Any, text: str) -> Outcome:
    """Score a gold whose names are ``Judgment 3`` as one whose names are ``《判决文书3》``, which every kind knows."""
    spelled = english_judgments(gold)
    if spelled == gold or _echoes(gold, text):
        return _outcome(case, gold, text)
    found = _outcome(case, spelled, text)
    answer = None if found.answer is None else as_english_judgments(found.answer)
    return replace(found, answer=answer, evidence=as_english_judgments(found.evidence))


def _tolerance(case: Case) -> float:
    given = case.rules.get("tolerance", 0.0)
    return float(given) if isinstance(given, int | float) and given >= 0 else 0.0


def _outcome(case: Case, gold: Any, text: str) -> Outcome:
    if not text.strip():
        return nothing("empty response")
    if _echoes(gold, text):
        return Outcome(FULL, text.strip(), "the gold answer word for word")
    tolerance = _tolerance(case)
    match case.answer_kind:
        case AnswerKind.VALUE:
            return score_value(case, gold, text, tolerance)
        case AnswerKind.NAMES:
            return score_names(case, gold, text)
        case AnswerKind.ORDERED:
            return score_ordered(case, gold, text, tolerance)
        case AnswerKind.GROUPS:
            return score_groups(case, gold, text)
        case AnswerKind.PAIRS:
            return score_pairs(case, gold, text)
        case AnswerKind.CHAIN:
            return score_chain(case, gold, text)
        case _:
            return score_trend(case, gold, text, tolerance)


def _echoes(gold: Any, text: str) -> bool:
    """Whether the response is the gold answer itself, as Python or JSON writes it."""
    written = str(gold)
    if not written.strip() or len(text) > 8 * len(written) + 200:
        return False
    given = squash(text)
    forms = [written]
    if not isinstance(gold, str):
        forms += [json.dumps(gold, ensure_ascii=ascii_only, default=str) for ascii_only in (True, False)]
    return any(text.strip() == form.strip() or (given and given == squash(form)) for form in forms)
