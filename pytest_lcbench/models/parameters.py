"""What is sent beside the prompt, and to whom which of it may not be sent.

Output limits apply to the visible answer: a model that reasons before it answers gets its reasoning budget on top, for
providers count hidden and visible tokens against one limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pytest_lcbench.models.model import ModelInfo, Request

DEFAULT_REASONING_BUDGET = 16_384
"""Tokens allowed for hidden reasoning when the user does not say: room for long thought, small beside a long context's window."""

MAX_TOKENS = "max_tokens"
MAX_COMPLETION_TOKENS = "max_completion_tokens"
OUTPUT_LIMITS = (MAX_TOKENS, MAX_COMPLETION_TOKENS)

# OpenAI's reasoning families: they take max_completion_tokens and no temperature.
_OPENAI_REASONING = re.compile(r"^(?:o[134](?:$|[-@])|gpt-5(?!.*chat)|codex-mini)")
_OPENAI_PROVIDERS = frozenset({"openai", "azure", "github", "github_copilot"})
_NOT_REASONING = re.compile(r"non-?reasoning|non-?thinking|no-?think|instruct|coder|flash-lite|-chat-latest")
_REASONING = re.compile(
    r"^deepseek-(?:r1|reasoner)|[:/-]r1(?:$|[-:])|^q[wv]q|^qwen3(?!.*(?:max|embedding|vl-plus))|^gemini-(?:2\.5|[3-9])"
    r"|^magistral|^grok-3-mini|^grok-4|^glm-(?:4\.[5-9]|z1|[5-9])|^gpt-oss|^minimax-m[1-9]|^exaone-deep|^phi-4-(?:mini-)?reasoning"
    r"|^sonar-(?:reasoning|deep-research)|thinking|reasoning|reasoner"
)
_OFF = frozenset({"none", "disable", "disabled", "off", "false", "0"})


def reasons(route: str) -> bool:
    """Whether the model behind a route spends hidden tokens before its answer without being asked to."""
    model = _model_of(route)
    return bool(_OPENAI_REASONING.search(model) or (_REASONING.search(model) and not _NOT_REASONING.search(model)))


def reasoning_asked(arguments: Mapping[str, Any]) -> bool | None:
    """Whether the user's arguments switch reasoning on or off; ``None`` when they say nothing of it."""
    thinking = arguments.get("thinking")
    if isinstance(thinking, Mapping):
        return str(thinking.get("type", "enabled")).lower() not in _OFF
    effort = arguments.get("reasoning_effort")
    if effort is not None:
        return str(effort).lower() not in _OFF
    body = arguments.get("extra_body")
    if isinstance(body, Mapping):
        template = body.get("chat_template_kwargs")
        for place in (body, template if isinstance(template, Mapping) else {}):
            if "enable_thinking" in place:
                return bool(place["enable_thinking"])
        if "thinking" in body or "reasoning_effort" in body:
            return reasoning_asked(body)
    return None


def call_parameters(info: ModelInfo, request: Request) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the parameters of a call, the user's arguments included, and the names of those left out.

    Left out is what the model is known to reject. A parameter that the user gives wins over ours and is sent whatever the
    model: only the server may refuse it.
    """
    arguments = dict(request.arguments)
    asked = reasoning_asked(arguments)
    reasoning = info.reasoning if asked is None else asked
    parameters: dict[str, Any] = {}
    dropped: list[str] = []
    if request.temperature is not None and "temperature" not in arguments:
        if _rejects_temperature(info.route, arguments):
            dropped.append("temperature")
        else:
            parameters["temperature"] = request.temperature
    if not any(name in arguments for name in OUTPUT_LIMITS):
        limit = request.max_output
        if reasoning:
            limit += max(request.reasoning_budget, _thinking_budget(arguments))
        if info.max_output is not None:
            limit = min(limit, info.max_output)
        parameters[_limit_name(info.route)] = limit
    return parameters | arguments, tuple(dropped)


def _model_of(route: str) -> str:
    return route.lower().rsplit("/", 1)[-1]


def _openai_reasoning(route: str) -> bool:
    return route.lower().split("/", 1)[0] in _OPENAI_PROVIDERS and bool(_OPENAI_REASONING.search(_model_of(route)))


def _limit_name(route: str) -> str:
    return MAX_COMPLETION_TOKENS if _openai_reasoning(route) else MAX_TOKENS


def _rejects_temperature(route: str, arguments: Mapping[str, Any]) -> bool:
    if _openai_reasoning(route):
        return True
    # Claude takes no other temperature than 1 while it thinks.
    return "claude" in route.lower() and reasoning_asked(arguments) is True


def _thinking_budget(arguments: Mapping[str, Any]) -> int:
    thinking = arguments.get("thinking")
    budget = thinking.get("budget_tokens") if isinstance(thinking, Mapping) else None
    return budget if isinstance(budget, int) else 0
