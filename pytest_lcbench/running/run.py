"""From what was asked to what will run: suites loaded, models resolved, templates read, the store opened. All checks, no call."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pytest_lcbench.contexts.prompts import PromptSet, load_prompts
from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.remembered import counts_file
from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.models.adaptive import DEFAULT_CEILING, DEFAULT_START, AdaptiveLimit
from pytest_lcbench.models.budget import Limits
from pytest_lcbench.models.model import Model, ModelInfo
from pytest_lcbench.models.pacing import Pacer
from pytest_lcbench.models.prices import check_prices
from pytest_lcbench.running.books import Books
from pytest_lcbench.running.calling import Callee, Caller
from pytest_lcbench.running.evaluation import Evaluator, Judging
from pytest_lcbench.running.generations import Anew, Stage
from pytest_lcbench.running.request import DEFAULT_MODEL, FOLDER_NAMES, RunRequest, is_folder_name, shard_run
from pytest_lcbench.running.settings import DEFAULT_REASONING_BUDGET, ItemKey, ModelSettings, RunSettings
from pytest_lcbench.running.unjudged import CustomScorer
from pytest_lcbench.scoring.judge import JudgePrompt, default_judge_prompt, load_judge_prompt
from pytest_lcbench.suites.case import Case, Suite
from pytest_lcbench.suites.items import item_ids, select_sample, select_shard, selection_hash
from pytest_lcbench.suites.registry import load_suite
from pytest_lcbench.untrusted import one_line

MINIMUM_COVERAGE = 0.98
"""Under this share of cases with points a run is an infrastructure failure (exit 12)."""

READERS = 2
"""Cases that the embedded reader works on at once, in each process."""

FindModel = Callable[[str], Model | None]
SuiteFactories = Mapping[str, Callable[[Path | None], Suite]]


@dataclass(frozen=True, slots=True)
class Place:
    """A process among those of the run: its index and how many there are."""

    index: int = 0
    workers: int = 1

    def share(self, total: int) -> int:
        """Return this process's part of *total* calls in flight: at least one, or it would never finish its items."""
        part, rest = divmod(total, max(self.workers, 1))
        return max(1, part + (1 if self.index < rest else 0))


@dataclass(frozen=True, slots=True)
class Item:
    """One item to be: which case, and the id under which pytest will show it."""

    key: ItemKey
    id: str
    case: Case


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """Part ``index`` of ``count`` of a selection, which ``selection`` is a hash of."""

    index: int
    count: int
    selection: str


@dataclass(slots=True)
class Run:
    """A run that can start.

    Args:
        request: what was asked.
        settings: what can change results.
        suites: by name.
        cases: the selected cases by suite name, in the suite's order.
        prompts: templates.
        model: who answers.
        judge: who scores open answers, if anyone does.
        judge_prompt: its template.

    """

    request: RunRequest
    settings: RunSettings
    suites: dict[str, Suite]
    cases: dict[str, list[Case]]
    prompts: PromptSet
    model: Callee
    judge: Callee | None
    judge_prompt: JudgePrompt | None
    _ids: dict[str, dict[str, str]]
    shard: ShardPlan | None = None
    """The part of the selected cases that ``cases`` are."""
    _counters: dict[str, TokenCounter] = field(default_factory=dict)

    @classmethod
    def load(
        cls, request: RunRequest, *, extra_suites: SuiteFactories | None = None, find_model: FindModel = lambda _name: None
    ) -> Run:
        """Load and check everything a run needs. No document is opened and nothing is sent.

        Raises ``SettingsError`` or ``DataError``, each one line.
        """
        for name, make in (extra_suites or {}).items():
            if not callable(make):
                raise SettingsError(f"pytest_lcbench_suites gave {type(make).__name__} for '{one_line(str(name), 80)}', not a function")
        suites = {name: _suite(name, request, extra_suites or {}) for name in request.suites}
        for name, suite in suites.items():
            if suite.name != name:
                raise SettingsError(
                    f"suite '{one_line(name)}': what was loaded calls itself '{one_line(suite.name)}'; ask for it by that name"
                )
        everything = {name: list(suite.cases()) for name, suite in suites.items()}
        cases = {
            name: found if request.sample is None else select_sample(found, request.sample, request.seed)
            for name, found in everything.items()
        }
        shard: ShardPlan | None = None
        if request.shard is not None:
            cases, shard = _shard(cases, request.shard, request.seed)
        prompts = PromptSet() if request.prompts is None else load_prompts(request.prompts)
        model = _callee(
            request.model,
            request.model_args,
            request.api_base,
            window=request.window,
            request=request,
            find_model=find_model,
            option="model",
        )
        judge = None
        judge_prompt = None
        if request.judge is not None:
            judge = _callee(
                request.judge,
                request.judge_args,
                request.judge_api_base,
                window=None,
                request=request,
                find_model=find_model,
                option="judge",
            )
            judge_prompt = default_judge_prompt() if request.judge_prompt is None else load_judge_prompt(request.judge_prompt)
        elif request.judge_prompt is not None:
            raise SettingsError("--lcbench-judge-prompt: there is no judge to read it: name one with --lcbench-judge")
        if request.max_cost is not None:
            check_prices(*(callee.settings.info for callee in (model, judge) if callee is not None))
        settings = RunSettings(
            model=model.settings,
            judge=None if judge is None else judge.settings,
            suites={name: suite.fingerprint for name, suite in suites.items()},
            seed=request.seed,
            fidelity=request.fidelity,
            order=request.order,
            overlength=request.overlength,
            max_output=request.max_output,
            reasoning_budget=DEFAULT_REASONING_BUDGET if request.reasoning_budget is None else request.reasoning_budget,
            epochs=request.epochs,
            prompts_hash=prompts.hash,
            prompts_source=prompts.source,
            judge_prompt_hash=None if judge_prompt is None else judge_prompt.hash,
        )
        for name, suite in suites.items():
            settings.plan(name, suite.defaults)  # raises where a suite has no released code to be faithful to
        # Ids are made over the whole suite, so that a sample shows a case under the same id as the full run.
        ids = {name: dict(zip((case.id for case in found), item_ids(found), strict=True)) for name, found in everything.items()}
        return cls(request, settings, suites, cases, prompts, model, judge, judge_prompt, ids, shard)

    def items(self, suite: str) -> list[Item]:
        """Return the items of *suite*: one per case and epoch, epochs of a case side by side."""
        epochs = self.settings.epochs
        return [
            Item(ItemKey(suite, case.id, epoch), self._ids[suite][case.id] + (f"-e{epoch}" if epochs > 1 else ""), case)
            for case in self.cases[suite]
            for epoch in range(1, epochs + 1)
        ]

    def run_id(self, items: Sequence[ItemKey]) -> str:
        """Return the name the user gave, with the shard behind it, or the hash of settings and selection."""
        if self.request.run is None or self.shard is None:
            return self.request.run or self.settings.run_id(items)
        name = shard_run(self.request.run, self.shard.index, self.shard.count)
        if not is_folder_name(name):
            raise SettingsError(
                f"--lcbench-run={one_line(name, 160)}: with the shard behind it the name is no folder's: {FOLDER_NAMES}"
            )
        return name

    def counter(self, encoding: str) -> TokenCounter:
        """Return the token counter of *encoding*; counts are remembered in the user's cache."""
        if encoding not in self._counters:
            self._counters[encoding] = TokenCounter(encoding, counts_file())
        return self._counters[encoding]

    def trouble(self) -> list[str]:
        """Return why token counts could not be remembered, if they could not."""
        return [counter.trouble for counter in self._counters.values() if counter.trouble]

    def open_books(self, session: str, run_id: str = "") -> Books:
        """Open the files of the run. Raises ``SettingsError``."""
        return Books.open(self.request.reports, session, run_id, self.request.max_cost)

    def prepare(self) -> None:
        """Make the clients of model and judge now, in this thread.

        They are made when first needed. But importing a large library while tests run, under whatever filters of warnings these set,
        is asking for trouble; so whoever knows that calls will be made says so before.
        """
        for callee in (self.model, self.judge):
            if callee is not None:
                callee.prepare()

    @property
    def anew(self) -> Stage | None:
        """From which stage on answers are asked for anew, if the user said so."""
        return Stage.FRESH if self.request.fresh else Stage.REJUDGE if self.request.rejudge else None

    def evaluator(
        self,
        books: Books,
        place: Place,
        *,
        custom_scorer: CustomScorer,
        groups: Callable[[Case], dict[str, str]],
        anew: Anew | None = None,
    ) -> Evaluator:
        """Return what takes items through their stages in the process at *place*; *anew*: as the journal gave it for :attr:`anew`."""
        return Evaluator(
            run_id=books.run_id,
            session=books.session,
            settings=self.settings,
            suites=self.suites,
            cases={(name, case.id): case for name, found in self.cases.items() for case in found},
            model=self._caller(self.model, "model", books, place, anew),
            judging=None
            if self.judge is None or self.judge_prompt is None
            else Judging(self._caller(self.judge, "judge", books, place, anew), self.judge_prompt),
            prompts=self.prompts,
            journal=books.journal,
            counters=self.counter,
            timeout=self.request.timeout,
            custom_scorer=custom_scorer,
            groups=groups,
            anew=anew,
        )

    def _caller(self, callee: Callee, role: str, books: Books, place: Place, anew: Anew | None) -> Caller:
        request = self.request
        info = callee.settings.info
        quota = books.quota(_door(books, callee), Limits(request.rpm, request.tpm), place.workers)
        pacer = Pacer(self._limit(info, place), quota)
        asked = anew if anew is not None and anew.asks(role) else Anew(Stage.FRESH)
        keeper, marks, waves = books.keeper, asked.marks, asked.waves
        return Caller(callee, role, books.store, books.journal, books.session, books.ledger, pacer, keeper, marks, waves)

    def held_back(self, books: Books) -> float:
        """Return the seconds for which the provider held the session back, in the process and role where it was longest."""
        callees = [self.model, *([] if self.judge is None else [self.judge])]
        return max(books.quota(_door(books, callee), Limits(), 1).longest_held(time.monotonic()) for callee in callees)

    def _limit(self, info: ModelInfo, place: Place) -> AdaptiveLimit:
        """Return how many calls may be in flight in one process: found out by trying, or up to what the user said."""
        wanted = self.request.concurrency
        if wanted is not None:
            share = place.share(wanted)
            return AdaptiveLimit(share, share)
        if info.route == DEFAULT_MODEL:
            return AdaptiveLimit(READERS, READERS)  # it works on this machine's processors, which more calls make no faster
        ceiling = place.share(DEFAULT_CEILING)
        return AdaptiveLimit(min(place.share(DEFAULT_START), ceiling), ceiling)

    def close(self) -> None:
        """Write remembered token counts."""
        for counter in self._counters.values():
            counter.close()


def _shard(cases: dict[str, list[Case]], wanted: tuple[int, int], seed: int) -> tuple[dict[str, list[Case]], ShardPlan]:
    """Return the part of *cases* that *wanted* names, and what is to be known of it."""
    selected = [case for found in cases.values() for case in found]
    index, count = wanted
    try:
        part = select_shard(selected, index, count, seed)
    except SettingsError as error:
        raise SettingsError(f"--lcbench-shard: {error}") from None
    return {name: [case for case in part if case.suite == name] for name in cases}, ShardPlan(index, count, selection_hash(selected))


def _door(books: Books, callee: Callee) -> str:
    """Return the key of a budget: a model and a judge behind the same door share its limits."""
    return json.dumps([books.session, callee.settings.api_base, callee.settings.info.route])


def _callee(
    name: str,
    arguments: dict[str, Any],
    api_base: str | None,
    *,
    window: int | None,
    request: RunRequest,
    find_model: FindModel,
    option: str,
) -> Callee:
    """Resolve *name* to something that can be called: the project's own model, the embedded reader, or litellm's."""
    # Not needed by whoever only reads this module's types.
    from pytest_lcbench.models.addresses import check_address, recorded_server  # noqa: PLC0415 - see above
    from pytest_lcbench.models.arguments import check_arguments, recorded_arguments  # noqa: PLC0415 - see above
    from pytest_lcbench.models.litellm_client import create_litellm_model  # noqa: PLC0415
    from pytest_lcbench.models.parameters import reasoning_asked  # noqa: PLC0415
    from pytest_lcbench.models.resolving import resolve_model  # noqa: PLC0415

    try:
        check_arguments(arguments)
    except SettingsError as error:
        raise SettingsError(f"--lcbench-{option}-args: {error}") from None
    if api_base is not None:
        check_address(api_base, f"--lcbench-{'' if option == 'model' else 'judge-'}api-base")
        # The same server with and without: calls and records know it by one name, or its answers would be paid for twice.
        api_base = api_base.rstrip("/")
    own = find_model(name)
    if own is not None and not (isinstance(getattr(own, "info", None), ModelInfo) and callable(getattr(own, "complete", None))):
        raise SettingsError(
            f"pytest_lcbench_model returned {type(own).__name__} for '{one_line(name, 80)}': it needs info and complete()"
        )
    if own is not None:
        return Callee(ModelSettings(_with_window(own.info, window), arguments=recorded_arguments(arguments)), lambda: own)
    if name == DEFAULT_MODEL:
        from pytest_lcbench.models.lexical import LexicalReader  # noqa: PLC0415

        reader = LexicalReader()
        return Callee(ModelSettings(_with_window(reader.info, window)), lambda: reader)
    # An estimate calls nobody, so it needs no key.
    info = resolve_model(name, overrides=request.model_overrides, api_base=api_base, window=window, keyed=not request.estimate)
    asked = reasoning_asked(arguments)
    if asked is not None:
        info = replace(info, reasoning=asked)
    settings = ModelSettings(info, recorded_server(info.route, api_base), recorded_arguments(arguments))
    return Callee(settings, lambda: create_litellm_model(info, api_base=api_base, arguments=arguments))


def _suite(name: str, request: RunRequest, extra: SuiteFactories) -> Suite:
    try:
        return load_suite(name, request.data.get(name), extra, world=request.world, lengths=request.lengths)
    except (LcbenchError, KeyboardInterrupt):
        raise
    except BaseException as error:  # pytest.skip and sys.exit too
        if name not in extra:
            raise
        shown = f"{type(error).__name__}: {error}"
        raise SettingsError(f"pytest_lcbench_suites: making '{one_line(name, 80)}' raised {one_line(shown, 300)}") from None


def _with_window(info: ModelInfo, window: int | None) -> ModelInfo:
    return info if window is None else replace(info, window=window)
