"""Everything that can change a result, and the run id made from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from pytest_lcbench.contexts.context import ContextPlan, Fidelity, Order, Overlength
from pytest_lcbench.contexts.official import official_window
from pytest_lcbench.models.model import ModelInfo
from pytest_lcbench.suites.case import SuiteDefaults

RUN_ID_LENGTH = 10
DEFAULT_REASONING_BUDGET = 16_384
JUDGE_MAX_OUTPUT = 1_024
"""Tokens for a judge's reasons and rating; its temperature is 0 (Loong 4.1)."""


@dataclass(frozen=True, slots=True)
class ItemKey:
    """Which item of a run: a case asked for the n-th time. ``arm`` and ``prompting`` name how its context and prompt are made."""

    suite: str
    case_id: str
    epoch: int = 1
    arm: str = "full"
    prompting: str = "direct"

    @property
    def text(self) -> str:
        """A stable key for stores; unambiguous whatever characters the case id holds."""
        return json.dumps([self.suite, self.case_id, self.epoch, self.arm, self.prompting], ensure_ascii=True)


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """One model as it will be called.

    Args:
        info: what is known of it; its ``window`` already holds the user's override.
        api_base: base URL without credentials, of the option or the environment, or ``None`` for the provider's own.
        arguments: further call arguments as they may be recorded (no header values).

    """

    info: ModelInfo
    api_base: str | None = None
    arguments: dict[str, Any] = field(default_factory=dict)

    def identity(self) -> dict[str, Any]:
        """Return what of it can change an answer."""
        limits = {"max_output": self.info.max_output, "reasoning": self.info.reasoning}
        return {"route": self.info.route, "api_base": self.api_base, "arguments": self.arguments} | limits


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings of a run. Two runs with equal :meth:`identity` and equal cases are the same run.

    Args:
        model: the model evaluated.
        judge: the model that scores open answers; ``None``: rules do.
        suites: fingerprint of each selected suite by name.
        seed: of document order and sampling.
        fidelity: paper or official code.
        order: document order.
        overlength: policy asked for; ``None`` leaves it to the suite.
        max_output: visible answer tokens asked for; ``None`` leaves it to the suite.
        reasoning_budget: tokens added for reasoning models.
        epochs: times every case is asked.
        prompts_hash: of the prompt templates in use.
        prompts_source: where they come from.
        judge_prompt_hash: of the judge template; ``None`` without a judge.

    """

    model: ModelSettings
    judge: ModelSettings | None
    suites: dict[str, str]
    seed: int = 0
    fidelity: str = "paper"
    order: str = "suite"
    overlength: str | None = None
    max_output: int | None = None
    reasoning_budget: int = DEFAULT_REASONING_BUDGET
    epochs: int = 1
    prompts_hash: str = ""
    prompts_source: str = "built in"
    judge_prompt_hash: str | None = None

    def identity(self) -> dict[str, Any]:
        """Return everything that can change a result, as plain JSON values."""
        plain = asdict(self)
        plain["model"] = self.model.identity() | {"window": self.model.info.window, "encoding": self.model.info.encoding}
        plain["judge"] = None if self.judge is None else self.judge.identity()
        del plain["prompts_source"]
        return plain

    def identity_json(self) -> str:
        """Return :meth:`identity` as canonical JSON."""
        return json.dumps(self.identity(), sort_keys=True, ensure_ascii=True, default=str)

    def run_id(self, items: Iterable[ItemKey]) -> str:
        """Return a short hash of settings and case selection: the same command resumes the same run."""
        selection = sorted(item.text for item in items)
        blob = self.identity_json() + json.dumps(selection)
        return hashlib.sha256(blob.encode()).hexdigest()[:RUN_ID_LENGTH]

    def visible_output(self, defaults: SuiteDefaults) -> int:
        """Tokens of visible answer: the user's figure or the suite's, never above what the model can give."""
        wanted = self.max_output or defaults.max_output
        largest = self.model.info.max_output
        return wanted if largest is None else min(wanted, largest)

    def reasoning_tokens(self) -> int:
        """Tokens reserved for hidden reasoning: none unless the model reasons."""
        return self.reasoning_budget if self.model.info.reasoning else 0

    def plan(self, suite: str, defaults: SuiteDefaults) -> ContextPlan:
        """Return how contexts of *suite* are made. Under ``official-code`` the official script's window and encoding rule."""
        fidelity = Fidelity(self.fidelity)
        window, encoding = self.model.info.window, self.model.info.encoding
        official: int | None = None
        if fidelity is Fidelity.OFFICIAL_CODE:
            official, encoding = official_window(suite, self.model.info.route)
        return ContextPlan(
            window=window,
            reserve=self.visible_output(defaults) + self.reasoning_tokens(),
            encoding=encoding,
            overlength=Overlength(self.overlength or defaults.overlength),
            order=Order(self.order),
            seed=self.seed,
            fidelity=fidelity,
            official_window=official,
        )
