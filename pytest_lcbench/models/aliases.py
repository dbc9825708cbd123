"""The names people type, and what they stand for.

litellm drops models from its map as providers retire them, and reads some short names otherwise than most people mean
them (a bare ``gemini-2.5-pro`` is Vertex AI there). This table comes first. Figures are the providers' public list prices,
in USD per million tokens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Alias:
    """What one name stands for.

    Args:
        route: what litellm is called with.
        window: input window in tokens.
        max_output: largest output in tokens.
        input_price: USD per million input tokens.
        output_price: USD per million output tokens.
        reasoning: whether it spends hidden tokens unasked.
        tiers: what longer prompts cost: tokens above which, USD per million input and per million output tokens.

    """

    route: str
    window: int
    max_output: int
    input_price: float
    output_price: float
    reasoning: bool = False
    tiers: tuple[tuple[int, float, float], ...] = ()


# A prompt beyond the usual window is for those who were given the larger one (--lcbench-window, and a header of the provider's).
_LONG_SONNET = ((200_000, 6.0, 22.5),)
_SONNET_35 = Alias("anthropic/claude-3-5-sonnet-20241022", 200_000, 8_192, 3.0, 15.0)
_HAIKU_35 = Alias("anthropic/claude-3-5-haiku-20241022", 200_000, 8_192, 0.8, 4.0)
_SONNET_37 = Alias("anthropic/claude-3-7-sonnet-20250219", 200_000, 64_000, 3.0, 15.0)
_OPUS_3 = Alias("anthropic/claude-3-opus-20240229", 200_000, 4_096, 15.0, 75.0)
_SONNET_3 = Alias("anthropic/claude-3-sonnet-20240229", 200_000, 4_096, 3.0, 15.0)
_HAIKU_3 = Alias("anthropic/claude-3-haiku-20240307", 200_000, 4_096, 0.25, 1.25)
_SONNET_4 = Alias("anthropic/claude-sonnet-4-20250514", 200_000, 64_000, 3.0, 15.0, tiers=_LONG_SONNET)
_OPUS_4 = Alias("anthropic/claude-opus-4-20250514", 200_000, 32_000, 15.0, 75.0)
_OPUS_41 = Alias("anthropic/claude-opus-4-1-20250805", 200_000, 32_000, 15.0, 75.0)


def _openai(name: str, window: int, max_output: int, input_price: float, output_price: float, *, reasoning: bool = False) -> Alias:
    return Alias(f"openai/{name}", window, max_output, input_price, output_price, reasoning)


def _gemini(
    name: str,
    window: int,
    max_output: int,
    input_price: float,
    output_price: float,
    *tiers: tuple[int, float, float],
    reasoning: bool = False,
) -> Alias:
    return Alias(f"gemini/{name}", window, max_output, input_price, output_price, reasoning, tiers)


ALIASES: Mapping[str, Alias] = MappingProxyType(
    {
        "claude-3-5-sonnet": _SONNET_35,
        "claude-3-5-sonnet-latest": _SONNET_35,
        "claude-3-5-sonnet-20241022": _SONNET_35,
        "claude-3-5-sonnet-20240620": Alias("anthropic/claude-3-5-sonnet-20240620", 200_000, 8_192, 3.0, 15.0),
        "claude-3-5-haiku": _HAIKU_35,
        "claude-3-5-haiku-latest": _HAIKU_35,
        "claude-3-5-haiku-20241022": _HAIKU_35,
        "claude-3-7-sonnet": _SONNET_37,
        "claude-3-7-sonnet-latest": _SONNET_37,
        "claude-3-7-sonnet-20250219": _SONNET_37,
        "claude-3-opus": _OPUS_3,
        "claude-3-opus-latest": _OPUS_3,
        "claude-3-opus-20240229": _OPUS_3,
        "claude-3-sonnet": _SONNET_3,
        "claude-3-sonnet-20240229": _SONNET_3,
        "claude-3-haiku": _HAIKU_3,
        "claude-3-haiku-20240307": _HAIKU_3,
        "claude-sonnet-4": _SONNET_4,
        "claude-sonnet-4-0": _SONNET_4,
        "claude-sonnet-4-20250514": _SONNET_4,
        "claude-opus-4": _OPUS_4,
        "claude-opus-4-0": _OPUS_4,
        "claude-opus-4-20250514": _OPUS_4,
        "claude-opus-4-1": _OPUS_41,
        "claude-opus-4-1-20250805": _OPUS_41,
        "claude-sonnet-4-5": Alias("anthropic/claude-sonnet-4-5", 200_000, 64_000, 3.0, 15.0, tiers=_LONG_SONNET),
        "claude-haiku-4-5": Alias("anthropic/claude-haiku-4-5", 200_000, 64_000, 1.0, 5.0),
        "gpt-4o": _openai("gpt-4o", 128_000, 16_384, 2.5, 10.0),
        "gpt-4o-2024-05-13": _openai("gpt-4o-2024-05-13", 128_000, 4_096, 5.0, 15.0),
        "gpt-4o-2024-08-06": _openai("gpt-4o-2024-08-06", 128_000, 16_384, 2.5, 10.0),
        "gpt-4o-2024-11-20": _openai("gpt-4o-2024-11-20", 128_000, 16_384, 2.5, 10.0),
        "chatgpt-4o-latest": _openai("chatgpt-4o-latest", 128_000, 16_384, 5.0, 15.0),
        "gpt-4o-mini": _openai("gpt-4o-mini", 128_000, 16_384, 0.15, 0.6),
        "gpt-4o-mini-2024-07-18": _openai("gpt-4o-mini-2024-07-18", 128_000, 16_384, 0.15, 0.6),
        "gpt-4-turbo": _openai("gpt-4-turbo", 128_000, 4_096, 10.0, 30.0),
        "gpt-4-turbo-2024-04-09": _openai("gpt-4-turbo-2024-04-09", 128_000, 4_096, 10.0, 30.0),
        "gpt-4-turbo-preview": _openai("gpt-4-turbo-preview", 128_000, 4_096, 10.0, 30.0),
        "gpt-4-0125-preview": _openai("gpt-4-0125-preview", 128_000, 4_096, 10.0, 30.0),
        "gpt-4-1106-preview": _openai("gpt-4-1106-preview", 128_000, 4_096, 10.0, 30.0),
        "gpt-4.1": _openai("gpt-4.1", 1_047_576, 32_768, 2.0, 8.0),
        "gpt-4.1-mini": _openai("gpt-4.1-mini", 1_047_576, 32_768, 0.4, 1.6),
        "gpt-4.1-nano": _openai("gpt-4.1-nano", 1_047_576, 32_768, 0.1, 0.4),
        "gpt-5": _openai("gpt-5", 272_000, 128_000, 1.25, 10.0, reasoning=True),
        "gpt-5-mini": _openai("gpt-5-mini", 272_000, 128_000, 0.25, 2.0, reasoning=True),
        "gpt-5-nano": _openai("gpt-5-nano", 272_000, 128_000, 0.05, 0.4, reasoning=True),
        "o1": _openai("o1", 200_000, 100_000, 15.0, 60.0, reasoning=True),
        "o1-preview": _openai("o1-preview", 128_000, 32_768, 15.0, 60.0, reasoning=True),
        "o1-preview-2024-09-12": _openai("o1-preview-2024-09-12", 128_000, 32_768, 15.0, 60.0, reasoning=True),
        "o1-mini": _openai("o1-mini", 128_000, 65_536, 1.1, 4.4, reasoning=True),
        "o1-mini-2024-09-12": _openai("o1-mini-2024-09-12", 128_000, 65_536, 1.1, 4.4, reasoning=True),
        "o3": _openai("o3", 200_000, 100_000, 2.0, 8.0, reasoning=True),
        "o3-mini": _openai("o3-mini", 200_000, 100_000, 1.1, 4.4, reasoning=True),
        "o4-mini": _openai("o4-mini", 200_000, 100_000, 1.1, 4.4, reasoning=True),
        "gemini-1.5-pro": _gemini("gemini-1.5-pro", 2_097_152, 8_192, 1.25, 5.0, (128_000, 2.5, 10.0)),
        "gemini-1.5-pro-latest": _gemini("gemini-1.5-pro-latest", 2_097_152, 8_192, 1.25, 5.0, (128_000, 2.5, 10.0)),
        "gemini-1.5-pro-002": _gemini("gemini-1.5-pro-002", 2_097_152, 8_192, 1.25, 5.0, (128_000, 2.5, 10.0)),
        "gemini-1.5-flash": _gemini("gemini-1.5-flash", 1_048_576, 8_192, 0.075, 0.3, (128_000, 0.15, 0.6)),
        "gemini-1.5-flash-latest": _gemini("gemini-1.5-flash-latest", 1_048_576, 8_192, 0.075, 0.3, (128_000, 0.15, 0.6)),
        "gemini-1.5-flash-002": _gemini("gemini-1.5-flash-002", 1_048_576, 8_192, 0.075, 0.3, (128_000, 0.15, 0.6)),
        "gemini-1.5-flash-8b": _gemini("gemini-1.5-flash-8b", 1_048_576, 8_192, 0.0375, 0.15, (128_000, 0.075, 0.3)),
        "gemini-2.0-flash": _gemini("gemini-2.0-flash", 1_048_576, 8_192, 0.1, 0.4),
        "gemini-2.0-flash-001": _gemini("gemini-2.0-flash-001", 1_048_576, 8_192, 0.1, 0.4),
        "gemini-2.0-flash-lite": _gemini("gemini-2.0-flash-lite", 1_048_576, 8_192, 0.075, 0.3),
        "gemini-2.5-pro": _gemini("gemini-2.5-pro", 1_048_576, 65_536, 1.25, 10.0, (200_000, 2.5, 15.0), reasoning=True),
        "gemini-2.5-flash": _gemini("gemini-2.5-flash", 1_048_576, 65_536, 0.3, 2.5, reasoning=True),
        "gemini-2.5-flash-lite": _gemini("gemini-2.5-flash-lite", 1_048_576, 65_536, 0.1, 0.4),
        "grok-3": Alias("xai/grok-3", 131_072, 131_072, 3.0, 15.0),
        "grok-4": Alias("xai/grok-4", 256_000, 256_000, 3.0, 15.0, reasoning=True, tiers=((128_000, 6.0, 30.0),)),
    }
)
"""Bare name (lower case) to what it stands for."""

_BY_ROUTE: Mapping[str, Alias] = MappingProxyType(
    {
        **{alias.route: alias for alias in ALIASES.values()},
        **{f"{alias.route.split('/')[0]}/{name}": alias for name, alias in ALIASES.items()},
    }
)

# Open models are served in many places, so their bare names say too little to call anyone.
_WHERE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"qwen|qwq|qvq", re.IGNORECASE), "dashscope/{name}, openrouter/qwen/{name}"),
    (re.compile(r"kimi|moonshot", re.IGNORECASE), "moonshot/{name}, openrouter/moonshotai/{name}"),
    (re.compile(r"glm", re.IGNORECASE), "zai/{name}, openrouter/z-ai/{name}"),
    (re.compile(r"deepseek", re.IGNORECASE), "deepseek/deepseek-chat, deepseek/deepseek-reasoner, openrouter/deepseek/{name}"),
    (re.compile(r"llama", re.IGNORECASE), "together_ai/meta-llama/{name}, groq/{name}, ollama_chat/{name}"),
    (re.compile(r"mistral|mixtral|ministral|magistral", re.IGNORECASE), "mistral/{name}, ollama_chat/{name}"),
    (re.compile(r"gemma|phi-?\d|internlm|yi-|minimax|gpt-oss", re.IGNORECASE), "openrouter/…/{name}, ollama_chat/{name}"),
    (re.compile(r"command-", re.IGNORECASE), "cohere/{name}"),
    (re.compile(r"grok", re.IGNORECASE), "xai/{name}"),
    (re.compile(r"claude", re.IGNORECASE), "anthropic/{name}"),
    (re.compile(r"gemini", re.IGNORECASE), "gemini/{name}, vertex_ai/{name}"),
    (re.compile(r"^(?:gpt|o\d)", re.IGNORECASE), "openai/{name}, azure/DEPLOYMENT"),
)


def find_alias(name: str) -> Alias | None:
    """Return what a bare name or one with its provider stands for. Case, and dots in Claude's names, do not matter."""
    lower = name.lower()
    if "claude" in lower:
        lower = lower.replace(".", "-")
    return ALIASES.get(lower) or _BY_ROUTE.get(lower)


def places_of(name: str) -> str:
    """Return routes under which a bare model name is likely served, for an error message; may be empty."""
    for pattern, places in _WHERE:
        if pattern.search(name):
            # One placeholder, replaced once: a name with braces in it stays what it is.
            return places.replace("{name}", name)
    return ""
