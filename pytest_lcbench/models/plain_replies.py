"""Of an OpenAI-style reply only what an answer is made of, for replies that litellm cannot read as they came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_lcbench.models.model import ModelCallError
from pytest_lcbench.models.replies import MOST_TOKENS, content_text


def plain_reply(reply: object, *, or_empty: bool = False) -> dict[str, Any] | None:
    """Return of an OpenAI-style reply only what an answer is made of, each of its usual type; ``None`` if it holds no answer.

    Args:
        reply: as it came.
        or_empty: whether a message without content is an empty answer; else what was said may be where we do not look.

    """
    choice = first_choice(reply)
    said = choice.get("message") if choice is not None else None
    if not isinstance(reply, Mapping) or choice is None or not isinstance(said, Mapping):
        return None
    if said.get("content") is None and not isinstance(said.get("refusal"), str) and not or_empty:
        return None
    try:
        message: dict[str, Any] = {"role": "assistant", "content": content_text(said.get("content"))}
    except ModelCallError:
        return None
    message |= _texts(said, "reasoning_content", "refusal")
    plain: dict[str, Any] = _texts(reply, "id", "model")
    plain["choices"] = [{"index": 0, "message": message, **_texts(choice, "finish_reason")}]
    usage = _counts(reply.get("usage"), "prompt_tokens", "completion_tokens", "total_tokens")
    if usage:
        details = reply["usage"].get("completion_tokens_details")
        plain["usage"] = usage | {"completion_tokens_details": _counts(details, "reasoning_tokens") or None}
    return plain


def first_choice(reply: object) -> Mapping[str, Any] | None:
    """Return the first choice of an OpenAI-style reply, if there is one."""
    choices = reply.get("choices") if isinstance(reply, Mapping) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    return choice if isinstance(choice, Mapping) else None


def _texts(held: Mapping[str, Any], *names: str) -> dict[str, str]:
    return {name: held[name] for name in names if isinstance(held.get(name), str)}


def _counts(held: object, *names: str) -> dict[str, int]:
    given = {name: held.get(name) for name in names} if isinstance(held, Mapping) else {}
    # Some servers send whole counts as 12.0.
    return {
        name: int(value)
        for name, value in given.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS and value == int(value)
    }
