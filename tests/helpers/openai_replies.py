"""A reply of an OpenAI-style server as tests change it."""

from __future__ import annotations

from typing import Any

PLAIN: dict[str, Any] = {
    "id": "c-1",
    "object": "chat.completion",
    "created": 1_700_000_000,
    "model": "m",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "the figure is 7"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15},
}
