"""A stored answer as the file holds it: written as text, and read back with every field checked (DESIGN 5.5)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from pytest_lcbench.models.model import Response

_RESPONSE_FIELDS = frozenset(field.name for field in fields(Response) if field.metadata.get("stored", True))


@dataclass(frozen=True, slots=True)
class StoredCall:
    """What the store knows of one answer besides the answer.

    Args:
        key: its address.
        generation: 1 for the first answer under that key, counting up.
        kind: ``model`` or ``judge``.
        written_at: seconds since the epoch.
        parts: what the key was made of.

    """

    key: str
    generation: int
    kind: str
    written_at: float
    parts: dict[str, str]


def packed(value: Any) -> str:
    """Return *value* as canonical JSON in ASCII: its escapes carry lone surrogates and NULs, which SQLite's text does not."""
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def packed_answer(response: Response, wave: str = "") -> str:
    """Return what is stored of an answer, with the name of what it was drawn by, if that has one."""
    kept = {name: getattr(response, name) for name in _RESPONSE_FIELDS}
    return packed(kept | {"wave": wave} if wave else kept)


def stored_call(key: object, generation: object, kind: object, written_at: object, parts: object) -> StoredCall:
    """Return what a row of the file says of a call, its columns as they come; what is damaged of it is empty."""
    at = float(written_at) if isinstance(written_at, int | float) else 0.0
    return StoredCall(
        str(key),
        generation if isinstance(generation, int) else 0,
        str(kind),
        at,
        read_parts(parts),
    )


def read_parts(text: object) -> dict[str, str]:
    """Return what the key of a stored answer was made of, empty when that is damaged."""
    return {name: str(value) for name, value in _mapping(text).items()}


def read_answer(text: object) -> Response | None:
    """Return a stored answer, ``None`` when it is damaged."""
    stored = {name: value for name, value in _mapping(text).items() if name in _RESPONSE_FIELDS}
    if not stored.keys() >= {"text", "finish_reason"} or not all(_SOUND[name](value) for name, value in stored.items()):
        return None
    return Response(**stored | {"dropped": tuple(stored.get("dropped", ()))})


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_SOUND: Mapping[str, Callable[[object], bool]] = {
    "text": _is_text,
    "finish_reason": _is_text,
    "refused": lambda value: isinstance(value, bool),
    "prompt_tokens": _is_count,
    "completion_tokens": _is_count,
    "reasoning_tokens": _is_count,
    "cost": lambda value: value is None or _is_amount(value),
    "latency_s": _is_amount,
    "attempts": lambda value: value is not None and _is_count(value),
    "dropped": lambda value: isinstance(value, list) and all(isinstance(name, str) for name in value),
}
"""Whether what the file holds of a field is of its kind. Absurd figures of a provider are; whoever adds them up sees to that."""


def _mapping(text: object) -> dict[str, Any]:
    """Return what the file holds as a mapping, empty when that is damaged."""
    try:
        # What we write is ASCII: any other byte is damage.
        value = json.loads(text) if isinstance(text, str) and text.isascii() else None
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}
