"""The user's own call arguments (``--lcbench-model-args``): which may be given, and what of them may be written down.

Keys come from the environment only, so that none lies in an ini file, a shell history or a report.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.redaction import known_secrets
from pytest_lcbench.untrusted import one_line

HEADER_ARGUMENTS = frozenset({"extra_headers", "headers", "default_headers"})
"""Arguments whose values may be secret and are never recorded."""

_OURS = {
    "model": "--lcbench-model",
    "messages": "the suite",
    "stream": "nothing: answers are read whole",
    "stream_options": "nothing: answers are read whole",
    "n": "--lcbench-epochs",
    "timeout": "--lcbench-timeout",
    "request_timeout": "--lcbench-timeout",
    "api_base": "--lcbench-api-base",
    "base_url": "--lcbench-api-base",
    "num_retries": "nothing: the plugin retries on its own",
    "max_retries": "nothing: the plugin retries on its own",
    "retry_policy": "nothing: the plugin retries on its own",
    "fallbacks": "nothing: another model's answer would be counted as this one's",
    "context_window_fallback_dict": "nothing: another model's answer would be counted as this one's",
    "model_list": "nothing: another model's answer would be counted as this one's",
    "mock_response": "nothing: a made-up answer would be counted",
    "mock_tool_calls": "nothing: a made-up answer would be counted",
    "mock_timeout": "nothing: a made-up answer would be counted",
    "caching": "--lcbench-fresh",
    "cache": "--lcbench-fresh",
    "client": "nothing: it is not a plain value",
    "shared_session": "nothing: it is not a plain value",
    "drop_params": "nothing: rejected parameters are left out and reported",
}
# max_tokens, prompt_cache_key and the like are no secrets.
_SECRET = re.compile(
    r"(?:^|_)(?:api_?key|access_key(?:_id)?|secret(?:_\w+)?|password|passwd|credentials?|private_key)$|_token$|^token$|ad_token"
)
_LONG_SECRET = 12
_PLAIN = (str, int, float, bool, type(None))


def check_arguments(arguments: Mapping[str, Any]) -> None:
    """Raise ``SettingsError`` for an argument that is a secret, that the plugin sets itself, or that is no JSON value."""
    for name, value in arguments.items():
        shown = one_line(str(name), 60)
        if name in _OURS:
            raise SettingsError(f"model argument '{shown}' cannot be given: it is set by {_OURS[name]}")
        if name in HEADER_ARGUMENTS:
            _check_headers(shown, value)
            continue
        secrets = {secret for secret in known_secrets(os.environ) if len(secret) >= _LONG_SECRET}
        for path, leaf_name, leaf in _leaves(shown, str(name), value):
            if _SECRET.search(leaf_name.lower().replace("-", "_")):
                raise SettingsError(f"model argument '{path}' is a secret: set it in the environment (e.g. OPENAI_API_KEY), not here")
            if not isinstance(leaf, _PLAIN):
                raise SettingsError(f"model argument '{path}' is a {type(leaf).__name__}: give JSON values only")
            if isinstance(leaf, str) and any(secret in leaf for secret in secrets):
                raise SettingsError(f"model argument '{path}' holds a key of your environment: remove it, keys are read from there")


def recorded_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments as store keys and reports may hold them: of headers, the sorted names alone."""
    recorded: dict[str, Any] = {}
    for name, value in sorted(arguments.items()):
        if name in HEADER_ARGUMENTS:
            recorded[name] = sorted(str(header) for header in value) if isinstance(value, Mapping) else []
        else:
            recorded[name] = value
    return recorded


def header_values(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what must be masked wherever it comes back: the values of the user's headers."""
    found: list[str] = []
    for name in HEADER_ARGUMENTS & arguments.keys():
        headers = arguments[name]
        for value in headers.values() if isinstance(headers, Mapping) else ():
            text = str(value)
            # "Bearer abc": the server may repeat the second word alone.
            found += [text, *text.split()[1:]]
    return tuple(found)


def _check_headers(shown: str, value: object) -> None:
    if not isinstance(value, Mapping):
        raise SettingsError(f"model argument '{shown}' must be an object of header names and values")
    for header, content in value.items():
        if not isinstance(header, str) or not isinstance(content, str) or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", header):
            raise SettingsError(f"model argument '{shown}': '{one_line(str(header), 40)}' must be a header name with a text value")
        if not content.isascii() or not content.isprintable():
            raise SettingsError(f"model argument '{shown}': the value of '{header}' must be printable ASCII")


def _leaves(path: str, name: str, value: object) -> Iterator[tuple[str, str, object]]:
    if isinstance(value, Mapping):
        # The name of an object counts too: {"vertex_credentials": {...}}.
        yield path, name, ""
        for key, inner in value.items():
            yield from _leaves(f"{path}.{one_line(str(key), 40)}", str(key), inner)
    elif isinstance(value, list | tuple):
        yield path, name, ""
        for index, inner in enumerate(value):
            yield from _leaves(f"{path}[{index}]", "", inner)
    else:
        yield path, name, value
