"""Parts of a run made by hand: a suite in memory, scripted models, an evaluator over a real store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_lcbench.contexts.prompts import PromptSet
from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import Document, DocumentRef, content_hash
from pytest_lcbench.errors import CaseRefusedError, DocumentError
from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.pacing import Pacer
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running.books import Books
from pytest_lcbench.running.calling import Callee, Caller
from pytest_lcbench.running.evaluation import Evaluator, Judging
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.settings import ModelSettings, RunSettings
from pytest_lcbench.running.unjudged import CustomScorer
from pytest_lcbench.scoring.judge import default_judge_prompt
from pytest_lcbench.suites.case import AnswerKind, Case, SuiteDefaults

SUITE = "mine"
SESSION = "session-1"
RUN = "run-1"
Step = str | Response | ErrorClass | ModelCallError


def make_case(number: int = 0, **changes: Any) -> Case:
    """Return a case whose document says that the figure is 100 + *number*."""
    values: dict[str, Any] = {
        "suite": SUITE,
        "id": f"case-{number}",
        "task": "spotlight_locating",
        "subtask": "spotlight_locating",
        "length_set": "set1",
        "language": "en",
        "domain": "financial",
        "question": f"What is the revenue of Company {number}?",
        "instruction": "Answer with the figure alone.",
        "gold": str(100 + number),
        "answer_kind": AnswerKind.VALUE,
        "documents": (DocumentRef(f"report-{number}"),),
    }
    return Case(**values | changes)


def make_choice(number: int = 0, **changes: Any) -> Case:
    """Return a multiple-choice case whose right answer is B."""
    values: dict[str, Any] = {"gold": "B", "answer_kind": AnswerKind.CHOICE, "choices": ("one", "two", "three", "four")}
    return make_case(number, **values | changes)


@dataclass
class MemorySuite:
    """A suite in memory. Documents named ``missing`` are not there, those named ``refused`` do not bear their case out."""

    made: Sequence[Case]
    name: str = SUITE
    fingerprint: str = "f0"
    defaults: SuiteDefaults = field(default_factory=lambda: SuiteDefaults(0.0, 64, "documents"))

    def cases(self) -> Sequence[Case]:
        return self.made

    def documents(self, case: Case, *, fidelity: str = "paper") -> list[Document]:  # noqa: ARG002 - the protocol's
        found = []
        for reference in case.documents:
            if reference.name == "missing":
                raise DocumentError(f"case '{case.id}': document 'missing' is not there")
            if reference.name == "refused":
                raise CaseRefusedError(f"case '{case.id}' is refused")
            text = f"The revenue in {reference.name} is {int(reference.name.rpartition('-')[2]) + 100}. " * 20
            found.append(Document(reference.name, f"<{reference.name}>\n", text, content_hash(text)))
        return found


@dataclass
class ScriptedModel:
    """Takes its steps in turn, the last one again and again: a text or response is answered, a fault raised."""

    steps: list[Step]
    name: str = "scripted"
    info: ModelInfo = field(init=False)
    requests: list[Request] = field(default_factory=list)
    before: Callable[[Request], None] = lambda _request: None
    closed: int = 0

    def __post_init__(self) -> None:
        self.info = ModelInfo(name=self.name, route=self.name)

    async def complete(self, request: Request) -> Response:
        step = self.steps[min(len(self.requests), len(self.steps) - 1)]
        self.requests.append(request)
        self.before(request)
        if isinstance(step, ErrorClass):
            raise ModelCallError(step, f"scripted {step.value}")
        if isinstance(step, ModelCallError):
            raise step
        return Response(step, "stop", prompt_tokens=10, completion_tokens=2, cost=0.5) if isinstance(step, str) else step

    async def close(self) -> None:
        self.closed += 1


@dataclass
class Parts:
    """An evaluator and what it works with."""

    evaluator: Evaluator
    books: Books
    store: ResponseStore
    journal: Journal
    model: ScriptedModel
    judge: ScriptedModel | None


def make_settings(info: ModelInfo, judge_info: ModelInfo | None = None, **changes: Any) -> RunSettings:
    """Return settings of a run over the suite in memory."""
    judging = None if judge_info is None else ModelSettings(judge_info)
    return RunSettings(**{"model": ModelSettings(info), "judge": judging, "suites": {SUITE: "f0"}} | changes)


def make_parts(
    folder: Path,
    cases: Sequence[Case],
    *steps: Step,
    judge: Sequence[Step] | None = None,
    scorer: CustomScorer | None = None,
    info: ModelInfo | None = None,
    timeout: float = 5.0,
    suite: MemorySuite | None = None,
    **changes: Any,
) -> Parts:
    """Return an evaluator over a store in *folder*; *steps* are the model's, *judge* the judge's. Close ``store`` afterwards."""
    model = ScriptedModel(list(steps))
    if info is not None:
        model.info = info
    judging = None if judge is None else ScriptedModel(list(judge), "judge-model")
    settings = make_settings(model.info, None if judging is None else judging.info, **changes)
    books = Books.open(folder, SESSION, RUN)

    def caller(settings: ModelSettings, role: str, model: ScriptedModel) -> Caller:
        callee = Callee(settings, lambda: model)
        return Caller(callee, role, books.store, books.journal, SESSION, books.ledger, Pacer(), books.keeper)

    held = suite or MemorySuite(cases)
    evaluator = Evaluator(
        run_id=RUN,
        session=SESSION,
        settings=settings,
        suites={SUITE: held},
        cases={(SUITE, case.id): case for case in cases},
        model=caller(settings.model, "model", model),
        judging=None if judging is None or settings.judge is None else Judging(caller(settings.judge, "judge", judging), _JUDGE_PROMPT),
        prompts=PromptSet(),
        journal=books.journal,
        counters=TokenCounter,
        timeout=timeout,
        custom_scorer=scorer or (lambda _case, _text: None),
    )
    return Parts(evaluator, books, books.store, books.journal, model, judging)


_JUDGE_PROMPT = default_judge_prompt()
