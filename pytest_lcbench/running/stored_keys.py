"""Under which keys the answers stand that a run would find in the store, of items that it has not run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytest_lcbench.contexts.context import Context
from pytest_lcbench.models.store import ResponseStore, call_key
from pytest_lcbench.running.calls import case_context, judge_call, judge_parts, model_parts, model_request
from pytest_lcbench.running.evaluation import JUDGE_TRIES
from pytest_lcbench.running.run import Item, Run
from pytest_lcbench.scoring.judge import read_rating
from pytest_lcbench.suites.case import AnswerKind


def stored_keys(run: Run, store: ResponseStore, items: Iterable[Item]) -> tuple[set[str], int]:
    """Return the keys of the answers and judgements of *items* in *store*, and how many could be asked and have no answer there.

    Contexts are built for it; nothing is called or written.
    """
    found: set[str] = set()
    unanswered = 0
    for item in items:
        try:
            context = case_context(run.settings, run.suites, item.case, run.prompts, run.counter)
        except Exception:  # noqa: BLE001, S112 - a project's own suite may raise anything; such an item cannot be asked
            continue
        keys = set(_keys(run, store, item, context))
        unanswered += not keys
        found |= keys
    return found, unanswered


def _keys(run: Run, store: ResponseStore, item: Item, context: Context) -> Iterator[str]:
    settings = run.settings
    request = model_request(settings, run.suites[item.key.suite].defaults, context.prompt, run.request.timeout)
    key = call_key(model_parts(settings, request, context.prompt_hash, epoch=item.key.epoch))
    answer = store.get(key)
    if answer is None:
        return
    yield key
    if settings.judge is None or run.judge_prompt is None or item.case.answer_kind is AnswerKind.CHOICE:
        return
    asked, prompt_hash = judge_call(
        settings, settings.judge, run.judge_prompt, item.case, context.bare, answer.text, run.request.timeout
    )
    for attempt in range(1, JUDGE_TRIES + 1):
        judged = call_key(judge_parts(settings, settings.judge, asked, prompt_hash, answer=key, epoch=item.key.epoch, attempt=attempt))
        reply = store.get(judged)
        if reply is None:
            return
        yield judged
        if read_rating(reply.text) is not None:
            return
