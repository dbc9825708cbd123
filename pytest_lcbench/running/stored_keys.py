"""What a run would find in the store, of items that it has not run: under which keys, and which of them cost nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pytest_lcbench.contexts.context import Context
from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore, call_key
from pytest_lcbench.running.calls import (
    case_context,
    judge_call,
    judge_parts,
    model_constants,
    model_parts,
    model_request,
)
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
    for one in _standing(run, store, items):
        if one.answer is None:
            found.unanswered += 1
            continue
        found.model.add(one.key)
        if one.open_answer:
            found.unjudged += not one.judgements
            found.judge |= set(one.judgements)
    return found


def free_items(run: Run, store: ResponseStore, items: Iterable[Item], *, judged: bool) -> set[str]:
    """Return the journal's keys of those *items* that cost nothing: what would be asked for them is stored.

    Contexts are built for it where the store holds answers of the run's model.

    Args:
        run: which may stop early.
        store: where answers are kept.
        items: to look for.
        judged: whether an open answer needs a judgement.

    """
    constants = [constant.items() for constant in model_constants(run.settings, run.suites).values()]
    if not any(constant <= call.parts.items() for call in store.calls() for constant in constants):
        return set()
    return {
        one.item.key.text
        for one in _standing(run, store, items)
        if one.answer is not None and (one.judged or not (judged and one.open_answer))
    }


@dataclass(frozen=True, slots=True)
class _Standing:
    """What stands in the store of one item: its answer's key, the answer, and the judgements of it up to the one that counts."""

    item: Item
    key: str
    answer: Response | None
    open_answer: bool = False
    judgements: tuple[str, ...] = ()
    judged: bool = False


def _standing(run: Run, store: ResponseStore, items: Iterable[Item]) -> Iterator[_Standing]:
    for item in items:
        try:
            context = case_context(run.settings, run.suites, item.case, run.prompts, run.counter)
        except Exception:  # noqa: BLE001, S112 - a project's own suite may raise anything; such an item cannot be asked
            continue
        request = model_request(run.settings, run.suites[item.key.suite].defaults, context.prompt, run.request.timeout)
        key = call_key(model_parts(run.settings, request, context.prompt_hash, epoch=item.key.epoch))
        answer = store.get(key)
        if answer is None:
            yield _Standing(item, key, None)
            continue
        open_answer = item.case.answer_kind is not AnswerKind.CHOICE and bool(answer.text.strip()) and not answer.refused
        judges = open_answer and run.settings.judge is not None
        judgements, judged = _judgements(run, store, item, context, key, answer.text) if judges else ((), False)
        yield _Standing(item, key, answer, judges, judgements, judged)


def _judgements(run: Run, store: ResponseStore, item: Item, context: Context, answer: str, text: str) -> tuple[tuple[str, ...], bool]:
    """Return the keys of what the judge has said of an answer, and whether no more is to be asked."""
    settings, found = run.settings, list[str]()
    if settings.judge is None or run.judge_prompt is None:
        return (), True
    asked, prompt_hash = judge_call(settings, settings.judge, run.judge_prompt, item.case, context.bare, text, run.request.timeout)
    for attempt in range(1, JUDGE_TRIES + 1):
        parts = judge_parts(settings, settings.judge, asked, prompt_hash, answer=answer, epoch=item.key.epoch, attempt=attempt)
        judged = call_key(parts)
        reply = store.get(judged)
        if reply is None:
            return tuple(found), False
        found.append(judged)
        if read_rating(reply.text) is not None:
            break
    return tuple(found), True
