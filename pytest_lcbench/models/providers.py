"""Who serves models: provider prefixes, the variables their keys are in, and litellm's map of windows and prices.

All of it without importing litellm, which takes seconds.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pytest_lcbench.models.model import PriceTier
from pytest_lcbench.models.prices import make_tiers

MAP_FILE = "model_prices_and_context_window_backup.json"


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider.

    Args:
        keys: variables of which one must be set; empty when no key is needed or it may lie elsewhere (cloud credential chains).
        base: variable that holds the server's address, where there is no public one.

    """

    keys: tuple[str, ...] = ()
    base: str | None = None


PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        "ai21": Provider(("AI21_API_KEY",)),
        "anthropic": Provider(("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")),
        "azure": Provider(("AZURE_API_KEY", "AZURE_OPENAI_API_KEY", "AZURE_AD_TOKEN", "AZURE_CLIENT_SECRET"), base="AZURE_API_BASE"),
        "azure_ai": Provider(("AZURE_AI_API_KEY",), base="AZURE_AI_API_BASE"),
        "bedrock": Provider(),
        "cerebras": Provider(("CEREBRAS_API_KEY",)),
        "cohere": Provider(("COHERE_API_KEY", "CO_API_KEY")),
        "cohere_chat": Provider(("COHERE_API_KEY", "CO_API_KEY")),
        "dashscope": Provider(("DASHSCOPE_API_KEY",)),
        "databricks": Provider(("DATABRICKS_API_KEY", "DATABRICKS_TOKEN", "DATABRICKS_CLIENT_SECRET"), base="DATABRICKS_API_BASE"),
        "deepinfra": Provider(("DEEPINFRA_API_KEY",)),
        "deepseek": Provider(("DEEPSEEK_API_KEY",)),
        "fireworks_ai": Provider(("FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY", "FIREWORKSAI_API_KEY", "FIREWORKS_AI_TOKEN")),
        "gemini": Provider(("GEMINI_API_KEY", "GOOGLE_API_KEY")),
        "groq": Provider(("GROQ_API_KEY",)),
        "hosted_vllm": Provider(base="HOSTED_VLLM_API_BASE"),
        "huggingface": Provider(("HF_TOKEN", "HUGGINGFACE_API_KEY")),
        "hyperbolic": Provider(("HYPERBOLIC_API_KEY",)),
        "litellm_proxy": Provider(("LITELLM_PROXY_API_KEY",), base="LITELLM_PROXY_API_BASE"),
        "llamafile": Provider(),
        "lm_studio": Provider(base="LM_STUDIO_API_BASE"),
        "minimax": Provider(("MINIMAX_API_KEY",)),
        "mistral": Provider(("MISTRAL_API_KEY",)),
        "moonshot": Provider(("MOONSHOT_API_KEY",)),
        "nebius": Provider(("NEBIUS_API_KEY",)),
        "novita": Provider(("NOVITA_API_KEY",)),
        "nvidia_nim": Provider(("NVIDIA_NIM_API_KEY",)),
        "ollama": Provider(),
        "ollama_chat": Provider(),
        "openai": Provider(("OPENAI_API_KEY",)),
        "openrouter": Provider(("OPENROUTER_API_KEY", "OR_API_KEY")),
        "perplexity": Provider(("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY")),
        "replicate": Provider(("REPLICATE_API_KEY", "REPLICATE_API_TOKEN")),
        "sagemaker": Provider(),
        "sagemaker_chat": Provider(),
        "sambanova": Provider(("SAMBANOVA_API_KEY",)),
        "together_ai": Provider(("TOGETHERAI_API_KEY", "TOGETHER_API_KEY", "TOGETHER_AI_API_KEY", "TOGETHER_AI_TOKEN")),
        "vertex_ai": Provider(),
        "volcengine": Provider(("VOLCENGINE_API_KEY", "ARK_API_KEY")),
        "xai": Provider(("XAI_API_KEY",)),
        "zai": Provider(("ZAI_API_KEY",)),
    }
)
"""The providers that most people reach, by litellm's prefix. litellm itself is asked about the others."""

# Prefixes people type for another of litellm's.
PREFIX_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "vllm": "hosted_vllm",
        "google": "gemini",
        "together": "together_ai",
        "fireworks": "fireworks_ai",
        "moonshotai": "moonshot",
        "vertex": "vertex_ai",
        "aws": "bedrock",
        "lmstudio": "lm_studio",
        "nvidia": "nvidia_nim",
    }
)

_ABOVE = re.compile(r"(input|output)_cost_per_token_above_([0-9]{1,6})k_tokens")
_ANSWERING_MODES = frozenset({"chat", "completion", "responses"})


@dataclass(frozen=True, slots=True)
class MapEntry:
    """What litellm's map says of one model; unknown, and a price of zero, is ``None``. Prices are USD per token."""

    provider: str
    mode: str
    window: int | None
    max_output: int | None
    input_price: float | None
    output_price: float | None
    tiers: tuple[PriceTier, ...] = ()

    @property
    def answers(self) -> bool:
        """Whether it is a text model at all, rather than embeddings, images or speech."""
        return self.mode in _ANSWERING_MODES


@functools.cache
def litellm_map() -> Mapping[str, Any]:
    """Return litellm's bundled map as it lies on disk; empty when it is not there or not readable."""
    # Without its own location a parent package's spec is enough: nothing is imported.
    spec = importlib.util.find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        return {}
    path = Path(next(iter(spec.submodule_search_locations))) / MAP_FILE
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        # The map only adds figures; without it they are unknown, which every report says.
        return {}
    return entries if isinstance(entries, dict) else {}


def find_entry(name: str) -> MapEntry | None:
    """Return the map's entry for a bare name or a route (``openai/gpt-4o`` is listed as ``gpt-4o``)."""
    entries = litellm_map()
    entry = _entry(entries.get(name))
    if entry is not None:
        return entry
    prefix, slash, rest = name.partition("/")
    if not slash:
        return None
    entry = _entry(entries.get(rest))
    return entry if entry is not None and entry.provider == prefix else None


def map_names() -> list[str]:
    """Return every name in the map that answers in text."""
    return [name for name, raw in litellm_map().items() if (entry := _entry(raw)) is not None and entry.answers]


def _entry(raw: object) -> MapEntry | None:
    if not isinstance(raw, Mapping):
        return None
    input_price, output_price, tiers = _tiered(raw)
    return MapEntry(
        provider=_plain_provider(str(raw.get("litellm_provider", ""))),
        mode=str(raw.get("mode", "")),
        window=_whole(raw.get("max_input_tokens")),
        max_output=_whole(raw.get("max_output_tokens")),
        input_price=input_price,
        output_price=output_price,
        tiers=tiers,
    )


def _tiered(raw: Mapping[str, Any]) -> tuple[float | None, float | None, tuple[PriceTier, ...]]:
    """Return the prices of short prompts and the tiers of longer ones, from either of the two forms that the map has for them."""
    prices = (_price(raw.get("input_cost_per_token")), _price(raw.get("output_cost_per_token")))
    steps: dict[int, list[float | None]] = {}
    for name, value in raw.items():
        # Other names of the kind are of cached tokens, audio, or of service levels that nobody here asks for.
        if found := _ABOVE.fullmatch(str(name)):
            steps.setdefault(int(found[2]) * 1_000, [None, None])[found[1] == "output"] = _price(value)
    listed = raw.get("tiered_pricing")
    for step in listed if isinstance(listed, list) else ():
        reach = step.get("range") if isinstance(step, Mapping) else None
        if isinstance(reach, list) and reach and isinstance(reach[0], int | float) and not isinstance(reach[0], bool):
            steps[int(reach[0])] = [_price(step.get("input_cost_per_token")), _price(step.get("output_cost_per_token"))]
    if prices == (None, None) and 0 in steps:
        prices = (steps[0][0], steps[0][1])
    return *prices, make_tiers(prices, ((above, first, second) for above, (first, second) in steps.items() if above > 0))


def _plain_provider(name: str) -> str:
    if name.startswith("vertex_ai"):
        return "vertex_ai"
    return "bedrock" if name == "bedrock_converse" else name


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _price(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else None
