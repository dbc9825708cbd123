"""The score that needs no judge: the project's own where it has a scorer for the case, else by choice or rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.models.redaction import mask_keys, redact
from pytest_lcbench.scoring.choice import score_choice
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.scoring.score import Score
from pytest_lcbench.suites.case import AnswerKind, Case

CustomScorer = Callable[[Case, str], object]
"""A project's own: it should return a ``Score`` or ``None``, and is checked."""


class ScorerFaultError(LcbenchError):
    """A project's own scorer raised, or gave what is no score."""


def score_unjudged(custom_scorer: CustomScorer, case: Case, text: str) -> tuple[Score, bool]:
    """Return the score of *text*, and whether it is the project's own. Takes as long as that scorer takes: not for an event loop.

    Raises ``ScorerFaultError`` for whatever the project's scorer raises (``pytest.skip`` and ``sys.exit`` too) but Ctrl-C.
    """
    try:
        custom = custom_scorer(case, text)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a project's own code may raise anything; its case is unscored, the others go on
        raise ScorerFaultError(redact(f"pytest_lcbench_score raised {type(error).__name__}: {error}")) from None
    if custom is None:
        return (score_choice if case.answer_kind is AnswerKind.CHOICE else score_rules)(case, text), False
    if not isinstance(custom, Score):
        raise ScorerFaultError(f"pytest_lcbench_score returned {type(custom).__name__}, not a Score or None")
    # As everything that is not ours it may hold a key, and it is written down.
    answer = None if custom.answer is None else mask_keys(custom.answer)
    return replace(custom, answer=answer, evidence=mask_keys(custom.evidence)), True
