"""Under which keys the answers stand that a run would find in the store, of items that it has not run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pytest_lcbench.contexts.context import Context
from pytest_lcbench.models.store import ResponseStore, call_key
from pytest_lcbench.running.calls import case_context, judge_call, judge_parts, model_parts, model_request
from pytest_lcbench.running.evaluation import JUDGE_TRIES
from pytest_lcbench.running.run import Item, Run
from pytest_lcbench.scoring.judge import read_rating
from pytest_lcbench.suites.case import AnswerKind


@dataclass(slots=True)
class StoredKeys:
    """Where answers and judgements stand.

    Args:
        model: keys of answers.
        judge: keys of judgements.
        unanswered: items that could be asked and have no answer.
        unjudged: items whose answer could be judged and has no judgement.

    """

    model: set[str] = field(default_factory=set)
    judge: set[str] = field(default_factory=set)
    unanswered: int = 0
    unjudged: int = 0


def stored_keys(run: Run, store: ResponseStore, items: Iterable[Item]) -> StoredKeys:
    """Return where the answers and judgements of *items* stand in *store*. Contexts are built for it; nothing is called or written."""
    found = StoredKeys()
    for item in items:
        try:
            context = case_context(run.settings, run.suites, item.case, run.prompts, run.counter)
        except Exception:  # noqa: BLE001, S112 - a project's own suite may raise anything; such an item cannot be asked
            continue
        request = model_request(run.settings, run.suites[item.key.suite].defaults, context.prompt, run.request.timeout)
        key = call_key(model_parts(run.settings, request, context.prompt_hash, epoch=item.key.epoch))
        answer = store.get(key)
        if answer is None:
            found.unanswered += 1
            continue
        found.model.add(key)
        open_answer = item.case.answer_kind is not AnswerKind.CHOICE and answer.text.strip() and not answer.refused
        if run.settings.judge is not None and open_answer:
            judgements = set(_judgements(run, store, item, context, key, answer.text))
            found.unjudged += not judgements
            found.judge |= judgements
    return found


def _judgements(run: Run, store: ResponseStore, item: Item, context: Context, answer: str, text: str) -> Iterator[str]:
    settings = run.settings
    if settings.judge is None or run.judge_prompt is None:
        return
    asked, prompt_hash = judge_call(settings, settings.judge, run.judge_prompt, item.case, context.bare, text, run.request.timeout)
    for attempt in range(1, JUDGE_TRIES + 1):
        parts = judge_parts(settings, settings.judge, asked, prompt_hash, answer=answer, epoch=item.key.epoch, attempt=attempt)
        judged = call_key(parts)
        reply = store.get(judged)
        if reply is None:
            return
        yield judged
        if read_rating(reply.text) is not None:
            return
