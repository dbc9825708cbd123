"""What a run will send and cost, before anything is sent.

Input is not guessed: every context is really built, one at a time, and counted (from remembered counts where there are any). Output
is a range, from what is typical to what the limits allow. What is in the store already is counted apart: it is not paid again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict

from pytest_lcbench.contexts.context import Overlength
from pytest_lcbench.errors import DataError, DocumentError, LcbenchError, OverlengthError
from pytest_lcbench.models.model import ModelInfo, Request, Response
from pytest_lcbench.models.prices import call_cost, output_limit
from pytest_lcbench.models.store import ResponseStore, call_key
from pytest_lcbench.running.calls import case_context, judge_call, judge_parts, model_parts, model_request
from pytest_lcbench.running.evaluation import JUDGE_TRIES
from pytest_lcbench.running.generations import Anew
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.run import Run
from pytest_lcbench.running.settings import ItemKey, ModelSettings
from pytest_lcbench.scoring.judge import read_rating
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.untrusted import one_line

TYPICAL_OPEN_ANSWER = 400
"""Tokens of a typical answer to an open question; real ones to Loong's paper questions have a median of 545, shorter tasks less."""
TYPICAL_CHOICE_ANSWER = 60
"""The same for multiple choice without chain of thought; 284 real ones of LongBench v2 have a mean of 63."""
TYPICAL_JUDGEMENT = 100
"""The same for a judge; 294 real ones of Loong have a mean of 90."""
TYPICAL_REASONING = 2_000
"""Hidden tokens before a typical answer of a reasoning model: an assumption, within the budget. They vary tenfold between models."""
RETRY_SHARE = 0.02
"""Share of calls that is made again and charged again: an assumption. Most calls that are made again were refused, and cost nothing."""
_PROBLEMS = 5


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Calls(_Part):
    """Calls still to be made, summed up. ``…_most``: with every output at its limit. Costs are USD over the calls of known price."""

    calls: int = 0
    prompt_tokens: int = 0
    prompt_tokens_most: int = 0
    """Differs from ``prompt_tokens`` for a judge alone, who reads the answer."""
    completion_tokens: int = 0
    completion_tokens_most: int = 0
    cost: float = 0.0
    cost_most: float = 0.0
    unknown_calls: int = 0
    """Calls whose price is unknown; nothing of them is in the costs."""


class EstimateLine(_Part):
    """The items of one group.

    Args:
        label: of the group.
        items: items that can be run.
        stored: of these, items whose answer is in the store already.
        model: answers still to be got.
        judge: judgements still to be got.

    """

    label: str
    items: int
    stored: int
    model: Calls
    judge: Calls


class SuiteEstimate(_Part):
    """The estimate of one suite, whole and by length set and task."""

    name: str
    total: EstimateLine
    length_sets: tuple[EstimateLine, ...]
    tasks: tuple[EstimateLine, ...]


class Estimate(_Part):
    """What a run will send and cost.

    Args:
        model: name of the model.
        judge: name of the judge, if there is one.
        epochs: times every case is asked.
        suites: by suite.
        total: over all suites.
        retries: calls made again beside these, at :data:`RETRY_SHARE`.
        stored_calls: answers and judgements that are in the store.
        stored_cost: what these had cost, where known, and will not cost again.
        stored_unknown: of these, calls of which it is not known.
        skipped: items that ``--lcbench-overlength=skip`` leaves out.
        cannot_run: items without a context (a missing document, over the window).
        problems: what is wrong with the first of them.
        notes: what the figures rest on.

    """

    model: str
    judge: str | None
    epochs: int
    suites: tuple[SuiteEstimate, ...]
    total: EstimateLine
    retries: Calls
    stored_calls: int = 0
    stored_cost: float = 0.0
    stored_unknown: int = 0
    skipped: int = 0
    cannot_run: int = 0
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def cost(self) -> float | None:
        """USD expected in all, retries included; ``None`` when a price is unknown."""
        parts = (self.total.model, self.total.judge, self.retries)
        return None if any(part.unknown_calls for part in parts) else math.fsum(part.cost for part in parts)

    @property
    def cost_most(self) -> float | None:
        """The same with every output at its limit."""
        parts = (self.total.model, self.total.judge, self.retries)
        return None if any(part.unknown_calls for part in parts) else math.fsum(part.cost_most for part in parts)


def estimate(run: Run, keys: Sequence[ItemKey] | None = None, *, store: ResponseStore | None = None) -> Estimate:
    """Work out what *run* will send and cost. Nothing is sent and nothing is written but remembered token counts.

    Args:
        run: as loaded.
        keys: the items; default: all of the run. Epochs of a case side by side build its context once.
        store: where answers may lie already; default: the run's own, if its file is there. With ``--lcbench-fresh`` none of them
            counts, with ``--lcbench-rejudge`` no judgement, but for those that an unfinished run with that option has got.

    Raises ``SettingsError`` and ``StoreError`` where the store cannot be read.

    """
    wanted = [item.key for suite in run.cases for item in run.items(suite)] if keys is None else keys
    path = run.request.reports / "store.sqlite"
    if store is None and path.is_file():
        with ResponseStore(path) as opened:
            return _Estimator(run, opened).work(wanted)
    return _Estimator(run, store).work(wanted)


@dataclass(slots=True)
class _Sum:
    """A :class:`Calls` in the making."""

    calls: int = 0
    tokens: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    costs: list[float] = field(default_factory=lambda: [0.0, 0.0])
    unknown: int = 0

    def add(self, call: _Call) -> None:
        self.calls += 1
        self.tokens = [total + more for total, more in zip(self.tokens, call.tokens, strict=True)]
        if call.cost is None or call.cost_most is None:
            self.unknown += 1
        else:
            self.costs = [self.costs[0] + call.cost, self.costs[1] + call.cost_most]

    def done(self, share: float = 1.0) -> Calls:
        prompt, prompt_most, completion, completion_most = (math.ceil(total * share) for total in self.tokens)
        return Calls(
            calls=math.ceil(self.calls * share),
            prompt_tokens=prompt,
            prompt_tokens_most=prompt_most,
            completion_tokens=completion,
            completion_tokens_most=completion_most,
            cost=self.costs[0] * share,
            cost_most=self.costs[1] * share,
            unknown_calls=math.ceil(self.unknown * share),
        )


@dataclass(frozen=True, slots=True)
class _Call:
    """One call to be made: prompt and output tokens, each expected and at most, and what they cost."""

    tokens: tuple[int, int, int, int]
    cost: float | None
    cost_most: float | None

    @classmethod
    def of(cls, callee: ModelSettings, request: Request, prompt: tuple[int, int], typical: int) -> _Call:
        """Price a call from its prompt's length (expected, at most) and the typical length of its visible output."""
        info = callee.info
        most = output_limit(info, replace(request, arguments={**callee.arguments, **request.arguments}))
        expected = min(typical + (min(TYPICAL_REASONING, request.reasoning_budget) if info.reasoning else 0), most)
        tokens = (*prompt, expected, most)
        return cls(tokens, call_cost(info, prompt[0], expected), call_cost(info, prompt[1], most))


@dataclass(slots=True)
class _Group:
    items: int = 0
    stored: int = 0
    model: _Sum = field(default_factory=_Sum)
    judge: _Sum = field(default_factory=_Sum)

    def done(self, label: str) -> EstimateLine:
        return EstimateLine(label=label, items=self.items, stored=self.stored, model=self.model.done(), judge=self.judge.done())


@dataclass(frozen=True, slots=True)
class _Sent:
    """What is left of a context once it has been counted: its text is not kept."""

    hash: str
    tokens: int
    bare: str


class _Estimator:
    def __init__(self, run: Run, store: ResponseStore | None) -> None:
        self.run = run
        self.store = store
        self.total = _Group()
        self.groups: dict[tuple[str, str, str], _Group] = {}
        self.stored_calls = 0
        self.stored_cost = 0.0
        self.stored_unknown = 0
        self.skipped = 0
        self.cannot = 0
        self.problems: list[str] = []
        self._last: tuple[tuple[str, str], _Sent | LcbenchError] | None = None
        self._after: Mapping[str, Mapping[str, float]] = {}

    def work(self, keys: Sequence[ItemKey]) -> Estimate:
        stage = self.run.anew
        if stage is not None and self.store is not None:
            marks = Journal(self.store).would_ask_anew(self.run.run_id(keys), stage, [key.text for key in keys])
            self._after = {role: Anew(stage, marks).after(role) for role in ("model", "judge")}
        cases = {(name, case.id): case for name, found in self.run.cases.items() for case in found}
        for key in keys:
            self._item(key, cases[key.suite, key.case_id])
        everything = _Sum()
        for part in (self.total.model, self.total.judge):
            everything.calls += part.calls
            everything.tokens = [total + more for total, more in zip(everything.tokens, part.tokens, strict=True)]
            everything.costs = [total + more for total, more in zip(everything.costs, part.costs, strict=True)]
            everything.unknown += part.unknown
        settings = self.run.settings
        return Estimate(
            model=settings.model.info.name,
            judge=None if settings.judge is None else settings.judge.info.name,
            epochs=settings.epochs,
            suites=tuple(self._suite(name) for name in self.run.cases),
            total=self.total.done("all"),
            retries=everything.done(RETRY_SHARE),
            stored_calls=self.stored_calls,
            stored_cost=self.stored_cost,
            stored_unknown=self.stored_unknown,
            skipped=self.skipped,
            cannot_run=self.cannot,
            problems=tuple(self.problems),
            notes=tuple(self._notes()),
        )

    def _suite(self, name: str) -> SuiteEstimate:
        def lines(kind: str) -> tuple[EstimateLine, ...]:
            found = {label: group for (suite, what, label), group in self.groups.items() if (suite, what) == (name, kind)}
            order = sorted(found) if kind == "length_set" else list(found)  # tasks stand in the suite's own order
            return tuple(found[label].done(label) for label in order)

        whole = self.groups.get((name, "suite", name), _Group())
        return SuiteEstimate(name=name, total=whole.done("all"), length_sets=lines("length_set"), tasks=lines("task"))

    def _item(self, key: ItemKey, case: Case) -> None:
        sent = self._context(key, case)
        if sent is None:
            return
        groups = [
            self.groups.setdefault((key.suite, kind, label), _Group())
            for kind, label in (("suite", key.suite), ("length_set", case.length_set), ("task", case.task))
        ]
        groups.append(self.total)
        settings, callee = self.run.settings, self.run.settings.model
        request = model_request(settings, self.run.suites[key.suite].defaults, "", self.run.request.timeout)
        parts = model_parts(settings, request, sent.hash, epoch=key.epoch)
        response = self._stored(parts, key)
        call = None
        if response is None:
            choice = case.answer_kind is AnswerKind.CHOICE
            typical = min(TYPICAL_CHOICE_ANSWER if choice else TYPICAL_OPEN_ANSWER, request.max_output)
            call = _Call.of(callee, request, (sent.tokens, sent.tokens), typical)
        judgement = self._judgement(key, case, sent, request, call_key(parts), response)
        for group in groups:
            group.items += 1
            group.stored += response is not None
            if call is not None:
                group.model.add(call)
            if judgement is not None:
                group.judge.add(judgement)

    def _context(self, key: ItemKey, case: Case) -> _Sent | None:
        """Build and count the context of a case, once for all its epochs; ``None`` when it cannot be run."""
        if self._last is None or self._last[0] != (key.suite, key.case_id):
            self._last = ((key.suite, key.case_id), self._built(key, case))
        sent = self._last[1]
        if isinstance(sent, _Sent):
            return sent
        plan = self.run.settings.plan(key.suite, self.run.suites[key.suite].defaults)
        if isinstance(sent, OverlengthError) and plan.overlength is Overlength.SKIP:
            self.skipped += 1
            return None
        self.cannot += 1
        said = one_line(f"{key.suite}: {sent}", 300)
        if len(self.problems) < _PROBLEMS and said not in self.problems:
            self.problems.append(said)
        return None

    def _built(self, key: ItemKey, case: Case) -> _Sent | LcbenchError:
        run = self.run
        try:
            context = case_context(run.settings, run.suites, case, run.prompts, run.counter)
        except (DataError, DocumentError, OverlengthError) as error:
            return error
        tokens = context.prompt_tokens
        if tokens is None:
            encoding = run.settings.plan(key.suite, run.suites[key.suite].defaults).encoding
            tokens = run.counter(encoding).count(context.prompt, context.prompt_hash)
        return _Sent(context.prompt_hash, tokens, context.bare)

    def _judgement(self, key: ItemKey, case: Case, sent: _Sent, asked: Request, answer: str, response: Response | None) -> _Call | None:
        """Return the judge's call that an item still needs, if any."""
        if self.run.judge is None or self.run.judge_prompt is None or case.answer_kind is AnswerKind.CHOICE:
            return None
        judge, prompt = self.run.judge.settings, self.run.judge_prompt
        if response is not None and (response.refused or not response.text.strip()):
            return None
        counter = self.run.counter(judge.info.encoding)
        said = "" if response is None else response.text
        request, hashed = judge_call(self.run.settings, judge, prompt, case, sent.bare, said, self.run.request.timeout)
        if response is None:
            tokens = counter.count(request.prompt)
            typical = min(TYPICAL_OPEN_ANSWER, asked.max_output)
            lengths = (tokens + typical, tokens + asked.max_output)
        else:
            for attempt in range(1, JUDGE_TRIES + 1):
                parts = judge_parts(self.run.settings, judge, request, hashed, answer=answer, epoch=key.epoch, attempt=attempt)
                reply = self._stored(parts, key)
                if reply is None:
                    break
                if read_rating(reply.text) is not None:
                    return None
            else:
                return None  # all tries are in the store and gave no rating: nothing will be asked
            tokens = counter.count(request.prompt)
            lengths = (tokens, tokens)
        return _Call.of(judge, request, lengths, TYPICAL_JUDGEMENT)

    def _stored(self, parts: dict[str, str], key: ItemKey) -> Response | None:
        if self.store is None:
            return None
        found = self.store.get(call_key(parts), after=self._after.get(parts["kind"], {}).get(key.text, 0))
        if found is not None:
            self.stored_calls += 1
            self.stored_cost += found.cost or 0.0
            self.stored_unknown += found.cost is None
        return found

    def _notes(self) -> list[str]:
        settings = self.run.settings
        infos = [settings.model.info, *([] if settings.judge is None else [settings.judge.info])]
        notes = [_counted(info) for info in infos]
        reasoning = f" plus {TYPICAL_REASONING:,} hidden" if any(info.reasoning for info in infos) else ""
        notes.append(
            f"expected output: {TYPICAL_OPEN_ANSWER} tokens an open answer, {TYPICAL_CHOICE_ANSWER} a choice, {TYPICAL_JUDGEMENT} a "
            f"judgement{reasoning}; at most: every output at its limit"
        )
        notes.append(f"retries: {RETRY_SHARE:.0%} of the calls made and charged again, an assumption")
        notes += [
            f"the price of {one_line(info.name, 80)} is unknown: give input_price and output_price (USD per million tokens) under "
            f'[tool.lcbench.models."{one_line(info.name, 80)}"] in pyproject.toml'
            for info in infos
            if call_cost(info, 1, 1) is None
        ]
        return list(dict.fromkeys(notes))


def _counted(info: ModelInfo) -> str:
    exact = "its own" if info.encoding_exact else "not its own: the provider may count otherwise"
    return f"input of {one_line(info.name, 80)} counted with {info.encoding} ({exact})"
