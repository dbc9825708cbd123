"""At which server a model is asked: the user's option, the environment's variables, and how either is recorded.

The server decides answers as much as the model's name does, so its address is part of what answers are kept under. litellm takes one
from the environment where no option gives it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import parse_qsl, urlsplit

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.redaction import is_secret_name, safe_url

_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "anthropic": ("ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"),
        "bedrock": ("AWS_BEDROCK_RUNTIME_ENDPOINT", "ANTHROPIC_AWS_BASE_URL", "ANTHROPIC_AWS_API_BASE"),
        "cohere_chat": ("COHERE_API_BASE",),
        "fireworks_ai": ("FIREWORKS_API_BASE",),
        "mistral": ("MISTRAL_AZURE_API_BASE",),
        "ollama_chat": ("OLLAMA_API_BASE",),
        "openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
        "vertex_ai": ("VERTEXAI_API_BASE", "VERTEX_API_BASE"),
    }
)
"""The variables in which litellm looks for an address, the first one first, where it is not the prefix with ``_API_BASE`` alone."""
_OWN: Mapping[str, str] = MappingProxyType(
    {
        "anthropic": "https://api.anthropic.com",
        "cerebras": "https://api.cerebras.ai/v1",
        "dashscope": "https://dashscope.aliyuncs.com/compatible-mode/v1",
        "deepinfra": "https://api.deepinfra.com/v1/openai",
        "deepseek": "https://api.deepseek.com/beta",
        "fireworks_ai": "https://api.fireworks.ai/inference/v1",
        "groq": "https://api.groq.com/openai/v1",
        "hyperbolic": "https://api.hyperbolic.xyz/v1",
        "llamafile": "http://127.0.0.1:8080/v1",
        "mistral": "https://api.mistral.ai/v1",
        "moonshot": "https://api.moonshot.ai/v1",
        "nebius": "https://api.studio.nebius.ai/v1",
        "novita": "https://api.novita.ai/v3/openai",
        "nvidia_nim": "https://integrate.api.nvidia.com/v1",
        "ollama": "http://localhost:11434",
        "ollama_chat": "http://localhost:11434",
        "openai": "https://api.openai.com/v1",
        "openrouter": "https://openrouter.ai/api/v1",
        "perplexity": "https://api.perplexity.ai",
        "sambanova": "https://api.sambanova.ai/v1",
        "together_ai": "https://api.together.ai/v1",
        "volcengine": "https://ark.cn-beijing.volces.com/api/v3",
        "xai": "https://api.x.ai/v1",
        "zai": "https://api.z.ai/api/paas/v4",
    }
)
"""Where litellm asks a provider when nobody gives an address."""
_SECRET_PARAMETERS = frozenset({"code", "sig"})


def address_variables(route: str) -> tuple[str, ...]:
    """Return the variables that may hold the address of what *route* (``openai/gpt-4o``) reaches; the first that is set does."""
    provider = route.partition("/")[0].lower()
    name = re.sub(r"\W", "_", provider, flags=re.ASCII).upper()
    return _NAMES.get(provider, (f"{name}_API_BASE",))


def recorded_server(route: str, api_base: str | None, environ: Mapping[str, str] | None = None) -> str | None:
    """Return what tells the server of *route* from others, without secrets; ``None`` for the provider's own.

    Args:
        route: of the model.
        api_base: as the option gives it; it goes before the environment.
        environ: default: the process's environment.

    Raises:
        SettingsError: an address in the environment that no call could be made to.

    """
    if api_base is not None:
        return None if is_own_address(route, api_base) else recorded_address(api_base)
    held = os.environ if environ is None else environ
    for name in address_variables(route):
        if address := held.get(name, ""):
            check_address(address, name)
            return None if is_own_address(route, address) else recorded_address(address)
    return None


def is_own_address(route: str, address: str) -> bool:
    """Whether *address* is where *route* is asked anyway, written out."""
    return recorded_address(address).replace(":443", "", 1) == _OWN.get(route.partition("/")[0].lower())


def check_address(address: str, source: str) -> None:
    """Raise ``SettingsError`` for a base URL that no call could be made to. Credentials in it would reach logs, so they are refused.

    Args:
        address: the URL.
        source: the option or the variable that it is from.

    """
    try:
        # It refuses some addresses by itself: brackets that do not close, characters that read as others.
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port is None or parts.port > 0)
        credentials = parts.username is not None or parts.password is not None
    except ValueError:
        usable = credentials = False
    if not usable or any(char.isspace() or not char.isprintable() for char in address):
        raise SettingsError(f"{source}: not an address such as http://localhost:8000/v1")
    if credentials:
        raise SettingsError(f"{source}: holds credentials: leave them out and give the key in the environment")


def recorded_address(url: str) -> str:
    """Return ``redaction.safe_url`` with, for a query, a hash of it behind: what tells a server from others.

    Parameters that are named as keys are (Azure's ``code`` and ``sig`` too) have no part in it: with a new key the server is the same.
    """
    address = safe_url(url)
    try:
        query = parse_qsl(urlsplit(url if "://" in url else f"//{url}").query, keep_blank_values=True)
    except ValueError:
        return address
    told = sorted(pair for pair in query if not is_secret_name(pair[0]) and pair[0].lower() not in _SECRET_PARAMETERS)
    if not told:
        return address
    return f"{address}?{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:10]}"
