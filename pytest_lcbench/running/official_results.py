"""From a result file of the released scripts to result rows.

What counts as an answer, and by which rule it gets its points:

* Loong: the judge's rating as the released script reads it, where it lies within 0 to 100; else as our own rule reads it; else the
  row is ``unscored``. ``rating_differs`` marks rows where the two rules disagree. A file without judgements is scored by rules.
* LongBench v2: the released extraction over ``response``; ``official_score_differs`` marks rows whose own ``judge`` says otherwise.
  A row that keeps no ``response`` but its ``pred`` is scored by that (``response_missing``).
* No text at all, which the released scripts write (Loong) or leave out (LongBench v2) when a call failed, is an ``infra_error``, as
  are rows with an error only, and cases that the file lacks (``not_run``). None of them is a 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_lcbench.contexts.context import Fidelity
from pytest_lcbench.documents.document import content_hash
from pytest_lcbench.running.official_files import OfficialFile, OfficialRow
from pytest_lcbench.running.row import DocumentRow, ResultRow, case_fields
from pytest_lcbench.scoring.choice import LETTERS, score_choice, tolerant_points
from pytest_lcbench.scoring.judge import HIGHEST_RATING, judged_score, read_rating
from pytest_lcbench.scoring.official_rating import official_rating
from pytest_lcbench.scoring.rules import score_rules
from pytest_lcbench.scoring.score import State
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.suites.items import item_ids
from pytest_lcbench.untrusted import one_line

RATING_DIFFERS = "rating_differs"
OFFICIAL_SCORE_DIFFERS = "official_score_differs"
RESPONSE_MISSING = "response_missing"
NO_ANSWER = "no_answer"
"""Error class of rows that hold no answer."""
FAILED_CALL = "meet error"
"""What Loong's released client writes in place of an answer when a call failed."""
UNKNOWN_JUDGE = "unknown judge"


@dataclass(slots=True)
class Imported:
    """What an imported file came to.

    Args:
        rows: one per case of the suite, in the suite's order.
        judge: who scored the open answers; ``None``: rules did.
        notes: what a reader of the figures must know.

    """

    rows: list[ResultRow]
    judge: str | None
    notes: list[str] = field(default_factory=list)


def to_rows(
    found: OfficialFile, cases: Sequence[Case], *, run_id: str, model: str, judge: str | None, arm: str, prompting: str
) -> Imported:
    """Return the rows of *found*, and one in state ``infra_error`` for each other case of *cases*, the whole suite.

    Args:
        found: the file.
        cases: of the suite.
        run_id: of the run it becomes.
        model: who answered; the file does not say.
        judge: who judged, likewise; ``None`` where it is not known.
        arm: how the contexts were made.
        prompting: ``direct`` or ``cot``.

    Raises ``DataError`` for a field that is not of its type.

    """
    judged = any("eval_response" in row.fields for row in found.rows.values())
    made = Imported([], (judge or UNKNOWN_JUDGE) if judged else None)
    for case, item in zip(cases, item_ids(cases), strict=True):
        blank = ResultRow(
            run_id=run_id,
            item=item,
            **case_fields(case),
            arm=arm,
            prompting=prompting,
            model=model,
            judge=made.judge if case.answer_kind is not AnswerKind.CHOICE else None,
            fidelity=Fidelity.OFFICIAL_CODE.value,
            state=State.INFRA_ERROR,
            gold=case.gold,
            documents=_documents(case),
            error_class="not_run",
            error_message="not in the imported file",
        )
        row = found.rows.get(case.id)
        if row is not None:
            update = _choice(found, row) if case.answer_kind is AnswerKind.CHOICE else _open(found, row, made.judge)
            blank = blank.model_copy(update=update)
        made.rows.append(blank)
    made.notes = _notes(found, made)
    return made


def _documents(case: Case) -> tuple[DocumentRow, ...]:
    """Return the ledger as far as it is known: which documents, so that cases that share one are known to; not what was kept."""
    return tuple(
        DocumentRow(
            hash=content_hash(f"reference {case.suite} {case.domain} {document.name}"), name=document.name, tokens=None, kept=None
        )
        for document in case.documents
    )


def _choice(found: OfficialFile, row: OfficialRow) -> dict[str, Any]:
    text, said, right = found.text(row, "response"), found.text(row, "pred"), found.truth(row, "judge")
    thought = found.text(row, "response_cot")
    answered = {"response_text": text if not thought else f"{thought}\n\n{text or ''}", "error_class": None, "error_message": None}
    if text and text.strip():
        score = score_choice(row.case, text)
        differs = right is not None and right != score.perfect
        return answered | {
            "state": State.SCORED,
            "points": score.points,
            "perfect": score.perfect,
            "scorer": score.scorer,
            "answer": score.answer,
            "score_evidence": score.evidence,
            "tolerant_points": tolerant_points(row.case, text),
            "flags": (*score.flags, *([OFFICIAL_SCORE_DIFFERS] if differs else [])),
        }
    if said is not None and said in LETTERS and len(said) == 1:
        points = HIGHEST_RATING if said == row.case.gold else 0.0
        return answered | {
            "response_text": None,
            "state": State.SCORED,
            "points": points,
            "perfect": bool(points),
            "scorer": "choice",
            "answer": said,
            "score_evidence": f"the file's pred is {said}, its response is not kept; gold {row.case.gold}",
            "tolerant_points": points,
            "flags": (RESPONSE_MISSING, *([OFFICIAL_SCORE_DIFFERS] if right is not None and right != bool(points) else [])),
        }
    return _no_answer(found, row)


def _open(found: OfficialFile, row: OfficialRow, judge: str | None) -> dict[str, Any]:
    text, reply = found.text(row, "generate_response"), found.text(row, "eval_response")
    if not text or not text.strip() or text.strip().lower() == FAILED_CALL:
        return _no_answer(found, row)
    by_rules = score_rules(row.case, text)
    update: dict[str, Any] = {
        "response_text": text,
        "judge_text": reply,
        "answer": by_rules.answer,
        "rules_points": by_rules.points,
        "error_class": None,
        "error_message": None,
    }
    if judge is None:
        score = by_rules
        flags: tuple[str, ...] = by_rules.flags
    else:
        official, ours = official_rating(reply or ""), read_rating(reply or "")
        rating = official if official is not None and official <= HIGHEST_RATING else ours
        flags = (RATING_DIFFERS,) if official != ours else ()
        if rating is None:
            why = "the judge's reply is empty" if not (reply or "").strip() else "the judge's reply holds no rating of 0 to 100"
            return update | {
                "state": State.UNSCORED,
                "error_class": "judge_unreadable",
                "error_message": why,
                "flags": (*flags, "judge_failed"),
            }
        score = judged_score(rating, judge, reply or "")
    return update | {
        "state": State.SCORED,
        "points": score.points,
        "perfect": score.perfect,
        "scorer": score.scorer,
        "score_evidence": one_line(score.evidence, 1_000),
        "flags": flags,
    }


def _no_answer(found: OfficialFile, row: OfficialRow) -> dict[str, Any]:
    """Return the state of a row without an answer; whatever its judge said of nothing counts for nothing."""
    error = row.fields.get("error")
    text = found.text(row, "generate_response") or found.text(row, "response")
    if error is not None:
        message = error if isinstance(error, str) else repr(error)
    elif text and text.strip():
        message = text
    else:
        message = "the file holds no answer"
    return {"error_class": NO_ANSWER, "error_message": one_line(message, 500)}


def _notes(found: OfficialFile, made: Imported) -> list[str]:
    flags = Counter(flag for row in made.rows for flag in row.flags)
    notes = [f"imported from {one_line(found.path.name, 80)}, {len(found.rows):,} of {len(made.rows):,} cases are in it"]
    empty = sum(row.error_class == NO_ANSWER for row in made.rows)
    if empty:
        notes.append(f"rows of the file without an answer are infra_error and in no average, {empty:,}")
    if found.nameless:
        notes.append(f"rows of the file that name no case and hold no answer, {found.nameless:,}")
    if found.repeated:
        notes.append(f"rows that the file holds twice, {found.repeated:,}")
    if flags[OFFICIAL_SCORE_DIFFERS]:
        notes.append(
            f"{OFFICIAL_SCORE_DIFFERS}: points follow the released reading of the answer, the file itself says otherwise in "
            f"{flags[OFFICIAL_SCORE_DIFFERS]:,}"
        )
    if flags[RESPONSE_MISSING]:
        notes.append(f"{RESPONSE_MISSING}: scored by the file's pred, {flags[RESPONSE_MISSING]:,}")
    if flags[RATING_DIFFERS]:
        notes.append(
            f"{RATING_DIFFERS}: points follow the released reading of the judge's reply where it gives 0 to 100, "
            f"the stricter rule of our own judges reads otherwise in {flags[RATING_DIFFERS]:,}"
        )
    return [*notes, *_official_figures(found)]


def _official_figures(found: OfficialFile) -> list[str]:
    """Return what the released scripts would print for the file, where their rules count what ours do not."""
    rights = [right for row in found.rows.values() if (right := row.fields.get("judge")) is not None]
    if rights:
        right = sum(map(bool, rights))
        return [f"the file's own judge fields, {right:,} of {len(rights):,} right ({100 * right / len(rights):.1f})"]
    replies = [reply for row in found.rows.values() if isinstance(reply := row.fields.get("eval_response"), str)]
    ratings = [rating for reply in replies if (rating := official_rating(reply)) is not None]
    if not ratings:
        return []
    mean = sum(ratings) / len(ratings)
    full = sum(rating == HIGHEST_RATING for rating in ratings)
    return [
        f"the released metric over the file, average {mean:.2f} and perfect rate {full / len(ratings):.2f} of {len(ratings):,} ratings"
    ]
