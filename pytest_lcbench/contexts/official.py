"""What the two released scripts allow a prompt, used under ``--lcbench-fidelity=official-code``."""

from __future__ import annotations

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.untrusted import one_line

LOONG_WINDOW = 128_000
"""Loong's script counts every model's prompt in cl100k tokens against this default."""
LONGBENCH_V2_WINDOW = 120_000
LONGBENCH_V2_CLAUDE_WINDOW = 200_000


def official_window(suite: str, model_name: str) -> tuple[int, str]:
    """Return the tokens that the released script of *suite* allows the prompt for a model, and the encoding it counts them in.

    LongBench v2 lists its windows by model; a model it does not list gets that of all but Claude, and its open models are counted
    here in o200k too, because their own tokenizers are not at hand. Raises ``SettingsError`` for a suite without a released script.
    """
    if suite == "loong":
        return LOONG_WINDOW, "cl100k_base"
    if suite == "longbench-v2":
        return (LONGBENCH_V2_CLAUDE_WINDOW if "claude" in model_name.lower() else LONGBENCH_V2_WINDOW), "o200k_base"
    raise SettingsError(
        f"suite '{one_line(suite, 40)}' has no released script to reproduce: use --lcbench-fidelity=paper, "
        "or the suites loong and longbench-v2"
    )
