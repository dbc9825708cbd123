"""What a run is asked to do. Light: the inert plugin may import it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEFAULT_MODEL = "lcbench/lexical"
DEFAULT_CONCURRENCY = 8
DEFAULT_TIMEOUT_S = 600.0


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What the user asked for, typed and checked for form; whether it can be had is for :meth:`Run.load` to say.

    Field names are the option names; paths are absolute.
    """

    suites: tuple[str, ...]
    data: dict[str, Path]
    sample: int | None
    seed: int
    model: str
    model_args: dict[str, Any]
    api_base: str | None
    window: int | None
    max_output: int | None
    reasoning_budget: int | None
    prompts: Path | None
    judge: str | None
    judge_args: dict[str, Any]
    judge_api_base: str | None
    judge_prompt: Path | None
    overlength: str | None
    order: str
    epochs: int
    fidelity: str
    concurrency: int
    timeout: float
    reports: Path
    run: str | None
    pass_score: float | None
    fresh: bool = False
    rejudge: bool = False
    model_overrides: dict[str, dict[str, object]] = field(default_factory=dict)
