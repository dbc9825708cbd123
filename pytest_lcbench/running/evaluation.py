"""One case through its stages: context, answer, judgement, score, row.

Model call, judge call and score are separately resumable (DESIGN 5.5): each looks in the store first, and each answer is committed
the moment it arrives, before anything else can happen to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_lcbench.contexts.context import Context, ContextPlan, Overlength
from pytest_lcbench.contexts.prompts import PromptSet
from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.errors import CaseRefusedError, DataError, DocumentError, OverlengthError
from pytest_lcbench.models.model import ErrorClass, ModelCallError, Response
from pytest_lcbench.models.redaction import redact
from pytest_lcbench.models.store import StoreError, call_key
from pytest_lcbench.running.calling import Caller
from pytest_lcbench.running.calls import case_context, judge_call, judge_parts, model_parts, model_request
from pytest_lcbench.running.generations import Anew, settled
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import DocumentRow, ResultRow, case_fields
from pytest_lcbench.running.settings import ItemKey, RunSettings
from pytest_lcbench.running.unjudged import CustomScorer, ScorerFaultError, score_unjudged
from pytest_lcbench.scoring.choice import tolerant_points
from pytest_lcbench.scoring.judge import JudgePrompt, judged_score, read_rating
from pytest_lcbench.scoring.score import Score, State
from pytest_lcbench.suites.case import AnswerKind, Case, Suite
from pytest_lcbench.untrusted import one_line

JUDGE_TRIES = 3
"""Times a judge is asked when its reply holds no rating; then the case is ``unscored``."""
GONE_AFTER = 3
"""Cases in a row that could not connect before a server that has answered counts as gone and the run stops. One that never answered
is gone at the first."""
SKIPPED_OVERLENGTH = "skipped_overlength"
"""Error class of rows that the policy ``skip`` left out: they are not expected, and reports count them apart."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What evaluating an item came to.

    Args:
        row: its result row; its state says how it ended.
        response: the model's answer, if one was got.

    """

    row: ResultRow
    response: Response | None


@dataclass(frozen=True, slots=True)
class Judging:
    """Who scores open answers, and with which template."""

    caller: Caller
    prompt: JudgePrompt


@dataclass(slots=True)
class Evaluator:
    """Takes items through all stages.

    Args:
        run_id: of this run.
        session: id of this pytest session over all its processes; a stop is told to all of them under it.
        settings: what can change results.
        suites: the selected suites by name.
        cases: every case by suite and id.
        model: who answers.
        judging: who scores open answers, if anyone.
        prompts: templates.
        journal: where rows are kept.
        counters: token counter by encoding.
        timeout: seconds for one call.
        custom_scorer: a project's own scorer, asked first.
        groups: a project's own groupings of a case.
        anew: what the session asks for anew, if anything.

    """

    run_id: str
    session: str
    settings: RunSettings
    suites: Mapping[str, Suite]
    cases: Mapping[tuple[str, str], Case]
    model: Caller
    judging: Judging | None
    prompts: PromptSet
    journal: Journal
    counters: Callable[[str], TokenCounter]
    timeout: float
    custom_scorer: CustomScorer = lambda _case, _text: None
    groups: Callable[[Case], dict[str, str]] = lambda _case: {}
    anew: Anew | None = None
    _unreachable: dict[str, int] = field(default_factory=dict, init=False)
    """Cases in a row that could not connect, by role; a role that is not there has never been answered."""

    def skeleton(self, key: ItemKey, item: str = "") -> ResultRow:
        """Return the row of an item that has not been run."""
        case = self.cases[key.suite, key.case_id]
        judged = self.judging is not None and case.answer_kind is not AnswerKind.CHOICE
        return ResultRow(
            run_id=self.run_id,
            item=item,
            **case_fields(case),
            epoch=key.epoch,
            arm=key.arm,
            prompting=key.prompting,
            model=self.settings.model.info.name,
            judge=self.settings.judge.info.name if judged and self.settings.judge else None,
            judge_prompt_hash=self.settings.judge_prompt_hash if judged else None,
            fidelity=self.settings.fidelity,
            seed=self.settings.seed,
            state=State.INFRA_ERROR,
            gold=case.gold,
            error_class="not_run",
            error_message="not run",
            groups=self.groups(case),
        )

    def plan(self, suite: str) -> ContextPlan:
        """Return how contexts of *suite* are made."""
        return self.settings.plan(suite, self.suites[suite].defaults)

    def context(self, key: ItemKey) -> Context:
        """Build the context of an item. Raises ``DocumentError``, ``OverlengthError`` or ``DataError``."""
        return case_context(self.settings, self.suites, self.cases[key.suite, key.case_id], self.prompts, self.counters)

    async def evaluate(self, key: ItemKey, *, score: bool = True, item: str = "") -> Outcome:
        """Take one item through every stage; without *score*, stop after the answer.

        Whatever goes wrong with this case becomes the state of its row.
        Raises ``RunStoppedError`` once the run has been stopped, and nothing is sent then; ``StoreError`` when a file of the run fails,
        and then this process sends nothing more: what cannot be kept would be paid for again.
        """
        try:
            return await self._evaluate(key, item, score=score)
        except StoreError as error:
            self.journal.halt(str(error))
            raise

    async def _evaluate(self, key: ItemKey, item: str, *, score: bool) -> Outcome:
        row = self.skeleton(key, item)
        basis = self.journal.basis(self.run_id, key.text)
        try:
            context = await asyncio.to_thread(self.context, key)
        except OverlengthError as error:
            skipped = self.plan(key.suite).overlength is Overlength.SKIP
            return self._failed(key, row, SKIPPED_OVERLENGTH if skipped else "overlength", str(error), basis, keep=score)
        except CaseRefusedError as error:
            return self._failed(key, row, "refused_case", str(error), basis, keep=score)
        except DocumentError as error:
            return self._failed(key, row, "missing_document", str(error), basis, keep=score)
        except DataError as error:
            return self._failed(key, row, "bad_data", str(error), basis, keep=score)
        row = row.model_copy(update=_context_fields(context))
        try:
            response, cached = await self._answer(key, item, context)
        except ModelCallError as error:
            self._consider_stopping(error, self.model)
            return self._failed(key, row, error.error_class.value, redact(str(error)), basis, keep=score, attempts=error.attempts)
        row = row.model_copy(update=_response_fields(row, response, cached=cached))
        if score:
            row = await self._scored(key, row, context, response)
        self._keep(key, row, basis, score=score)
        return Outcome(row, response)

    async def close(self) -> None:
        """Free connections and write what is remembered."""
        await self.model.close()
        if self.judging is not None:
            await self.judging.caller.close()

    def _failed(
        self, key: ItemKey, row: ResultRow, error_class: str, message: str, basis: float, *, keep: bool, attempts: int | None = None
    ) -> Outcome:
        row = row.model_copy(
            update={
                "state": State.INFRA_ERROR,
                "error_class": error_class,
                "error_message": one_line(message, 500),
                "attempts": attempts,
            }
        )
        self._keep(key, row, basis, score=keep)
        return Outcome(row, None)

    def _keep(self, key: ItemKey, row: ResultRow, basis: float, *, score: bool) -> None:
        """Store the row of an item that is scored; of any other, note that what was asked anew is there."""
        if score:
            self.journal.put_row(self.run_id, key.text, row, anew=self.anew, basis=basis)
        elif self.anew is not None and (row.error_class is None or settled(row)):
            self.journal.put_answer(self.run_id, key.text, self.anew)

    async def _answer(self, key: ItemKey, item: str, context: Context) -> tuple[Response, bool]:
        """Return the stored or new answer, and whether it was stored."""
        request = model_request(self.settings, self.suites[key.suite].defaults, context.prompt, self.timeout)
        parts = model_parts(self.settings, request, context.prompt_hash, epoch=key.epoch)
        answer = await self.model.call(request, parts, key=key, name=item or key.case_id, tokens=context.prompt_tokens or 0)
        self._reached(self.model, cached=answer[1])
        return answer

    async def _scored(self, key: ItemKey, row: ResultRow, context: Context, response: Response) -> ResultRow:
        case = self.cases[key.suite, key.case_id]
        flags = row.flags
        if response.refused or not response.text.strip():
            return row.model_copy(
                update={
                    "state": State.MODEL_FAILURE,
                    "points": 0.0,
                    "perfect": False,
                    "scorer": None,
                    "tolerant_points": 0.0 if case.answer_kind is AnswerKind.CHOICE else None,
                    "flags": (*flags, "refused" if response.refused else "empty"),
                }
            )
        update: dict[str, Any] = {}
        try:
            score, own = await asyncio.to_thread(score_unjudged, self.custom_scorer, case, response.text)
        except ScorerFaultError as fault:
            return _unscored(row, "scorer_fault", str(fault))
        if not own and case.answer_kind is AnswerKind.CHOICE:
            update["tolerant_points"] = tolerant_points(case, response.text)
        elif not own:
            update["rules_points"] = score.points
            if self.judging is not None:
                update["answer"] = score.answer
                judged = await self._judged(self.judging, key, context, response.text)
                update |= judged.update
                if judged.score is None:
                    return row.model_copy(update=update | {"state": State.UNSCORED, "flags": (*flags, "judge_failed")})
                score = judged.score
        return row.model_copy(
            update={
                "answer": score.answer,
                "state": State.SCORED,
                "points": score.points,
                "perfect": score.perfect,
                "scorer": score.scorer,
                "score_evidence": one_line(score.evidence, 1_000),
                "flags": tuple(dict.fromkeys([*flags, *score.flags])),
                "error_class": None,
                "error_message": None,
            }
            | update
        )

    async def _judged(self, judging: Judging, key: ItemKey, context: Context, text: str) -> _Judged:
        case = self.cases[key.suite, key.case_id]
        caller = judging.caller
        judge = caller.callee.settings
        request, prompt_hash = judge_call(self.settings, judge, judging.prompt, case, context.bare, text, self.timeout)
        asked = model_request(self.settings, self.suites[key.suite].defaults, context.prompt, self.timeout)
        answer = call_key(model_parts(self.settings, asked, context.prompt_hash, epoch=key.epoch))
        tokens = await asyncio.to_thread(self.counters(caller.info.encoding).count, request.prompt, prompt_hash)
        cost: float | None = 0.0
        reply: str | None = None
        for attempt in range(1, JUDGE_TRIES + 1):
            try:
                parts = judge_parts(self.settings, judge, request, prompt_hash, answer=answer, epoch=key.epoch, attempt=attempt)
                response, cached = await caller.call(request, parts, key=key, name=f"{key.case_id} (judge)", tokens=tokens)
            except ModelCallError as error:
                self._consider_stopping(error, caller)
                told = {"error_class": f"judge_{error.error_class.value}", "error_message": one_line(redact(str(error)), 500)}
                # Replies before this one were paid for. Without any, nothing is known to have been spent.
                return _Judged(None, told if reply is None else told | {"judge_text": reply, "judge_cost": cost})
            self._reached(caller, cached=cached)
            cost = None if cost is None or response.cost is None else cost + response.cost
            reply = response.text
            rating = read_rating(reply)
            if rating is not None:
                return _Judged(judged_score(rating, caller.info.name, reply), {"judge_text": reply, "judge_cost": cost})
            if response.refused or response.finish_reason == "content_filter":
                # Final, as for the model: the same prompt is filtered again.
                message = "the judge's provider filtered or refused the call"
                told = {"error_class": "judge_content_filter", "error_message": message}
                return _Judged(None, {"judge_text": reply, "judge_cost": cost} | told)
        message = f"the judge gave no [[rating]] in {JUDGE_TRIES} replies"
        return _Judged(None, {"judge_text": reply, "judge_cost": cost, "error_class": "judge_unreadable", "error_message": message})

    def _reached(self, caller: Caller, *, cached: bool) -> None:
        if not cached:
            self._unreachable[caller.role] = 0

    def _consider_stopping(self, error: ModelCallError, caller: Caller) -> None:
        """Stop the whole run, in every process, when further calls would fail alike."""
        gone = False
        if error.error_class is ErrorClass.CONNECTION:
            failed = self._unreachable.get(caller.role)
            gone = failed is None or failed + 1 >= GONE_AFTER
            if failed is not None:
                self._unreachable[caller.role] = failed + 1
        elif caller.role in self._unreachable:
            self._unreachable[caller.role] = 0
        if error.error_class.fatal or gone:
            name = one_line(caller.info.name, 80)
            self.journal.stop(self.session, f"{name}: {error.error_class.value}: {one_line(str(error), 300)}")


@dataclass(frozen=True, slots=True)
class _Judged:
    score: Score | None
    update: dict[str, Any]


def _unscored(row: ResultRow, error_class: str, message: str) -> ResultRow:
    return row.model_copy(update={"state": State.UNSCORED, "error_class": error_class, "error_message": one_line(message, 500)})


def _context_fields(context: Context) -> dict[str, Any]:
    return {
        "prompt_hash": context.prompt_hash,
        "prompt_tokens": context.prompt_tokens,
        "documents": tuple(
            DocumentRow(hash=entry.hash, name=entry.name, tokens=entry.tokens, kept=entry.kept) for entry in context.ledger
        ),
        "evidence_kept": context.evidence_kept,
        "flags": (*context.notes, *(("context_cut",) if context.cut else ())),
    }


def _response_fields(row: ResultRow, response: Response, *, cached: bool) -> dict[str, Any]:
    flags = [*row.flags, *(f"dropped_{name}" for name in response.dropped)]
    if response.finish_reason == "length":
        flags.append("output_cut")
    fields: dict[str, Any] = {
        "response_text": response.text,
        "finish_reason": response.finish_reason,
        "completion_tokens": response.completion_tokens,
        "reasoning_tokens": response.reasoning_tokens,
        "cost": response.cost,
        "latency_s": response.latency_s,
        "attempts": response.attempts,
        "cached": cached,
        "error_class": None,
        "error_message": None,
    }
    return fields | {"flags": tuple(flags)} | ({} if response.prompt_tokens is None else {"prompt_tokens": response.prompt_tokens})
