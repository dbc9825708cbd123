"""What a run is asked to do. Light: the inert plugin may import it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER_NAMES = "up to 128 letters, digits and . _ - + = @, none of these marks at an end but _ and -, and no device of Windows"
_FOLDER = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._+=@-]{0,126}[A-Za-z0-9_-])?")
# Devices on Windows, whatever their ending.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
# What the reports folder keeps for itself.
_KEPT = re.compile(r".*\.sqlite(?:-wal|-shm|-journal)?|readme\.md", re.IGNORECASE)
_SHARD = re.compile(r"(?P<whole>.+)-(?P<index>[1-9][0-9]{0,8})of(?P<count>[1-9][0-9]{0,8})", re.IGNORECASE)


def is_folder_name(name: str) -> bool:
    """Whether *name* can be the folder of a run, on every system and beside the files of the reports folder."""
    return _FOLDER.fullmatch(name) is not None and _DEVICE.fullmatch(name) is None and _KEPT.fullmatch(name) is None


def shard_run(whole: str, index: int, count: int) -> str:
    """Return the run id of a shard of the run that is named *whole*."""
    return f"{whole}-{index}of{count}"


def shard_of(run_id: str) -> tuple[str, int, int] | None:
    """Return what :func:`shard_run` was given, or ``None`` for the name of no shard's run."""
    found = _SHARD.fullmatch(run_id)
    return None if found is None else (found["whole"], int(found["index"]), int(found["count"]))


PYPROJECT = "pyproject"
"""What stands for the table ``[tool.lcbench.gate]`` of the project's ``pyproject.toml``, as the source of a gate's policy."""


def is_inline_policy(source: str) -> bool:
    """Whether *source* is a gate's policy itself, though it may demand nothing, and not where it stands."""
    return ">" in source or "<" in source or not source.strip(" \t;")


DEFAULT_MODEL = "lcbench/lexical"
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
    concurrency: int | None
    timeout: float
    reports: Path
    run: str | None
    pass_score: float | None
    fresh: bool = False
    rejudge: bool = False
    rpm: int | None = None
    tpm: int | None = None
    max_cost: float | None = None
    estimate: bool = False
    baseline: str | None = None
    gate: str | None = None
    """Expressions, or the absolute path of the file they stand in."""
    gate_early: bool = False
    """Stop once the gate's verdict is certain."""
    shard: tuple[int, int] | None = None
    """Which part of how many; ``None``: the whole, and ``1/1`` is that too."""
    world: str | None = None
    lengths: str | None = None
    model_overrides: dict[str, dict[str, object]] = field(default_factory=dict)

    def header_values(self) -> tuple[str, ...]:
        """Return the values of headers given for model and judge: what is shown must have them masked."""
        from pytest_lcbench.models.arguments import header_values  # noqa: PLC0415 - the inert plugin imports this module

        return (*header_values(self.model_args), *header_values(self.judge_args))
