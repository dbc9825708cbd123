"""Reading what a provider sent back: the visible answer, why it ended, and what it cost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Quota, Response
from pytest_lcbench.models.prices import call_cost
from pytest_lcbench.models.quota_headers import read_quota
from pytest_lcbench.untrusted import one_line

_REFUSED = frozenset(
    {"content_filter", "content_filtered", "refusal", "safety", "recitation", "blocklist", "prohibited_content", "spii"}
)
_THOUGHT = re.compile(r"\s*<(think|thinking|reasoning)>.*?</\1>\s*", re.DOTALL)
_UNFINISHED_THOUGHT = re.compile(r"\s*<(?:think|thinking|reasoning)>")
_END_OF_THOUGHT = "</think>"
_THOUGHTS = frozenset({"thinking", "redacted_thinking", "reasoning", "reasoning_text", "summary"})
"""Types of the parts of a message that are no part of its answer."""
# An answer may end by itself, at a limit or by a filter; whatever else providers call the end, something broke the answer off:
# network_error (Zhipu), insufficient_system_resource (DeepSeek), TIMEOUT and USER_CANCEL (Cohere), abort (vLLM, SGLang) ...
_BROKEN_OFF = re.compile(
    r"(?:^|_)(?:errors?|fail(?:ed|ure)?|abort(?:ed)?|cancel(?:l?ed)?|interrupt(?:ed|ion)?|disconnect(?:ed)?|time_?out|timed_out"
    r"|time_limit|not_finished|unavailable|(?:engine_)?overload(?:ed)?|insufficient_(?:system_)?resources?)(?:_|$)"
)
# Cohere's ERROR_TOXIC and ERROR_LIMIT are a filter and a limit.
_LIMITED = re.compile(r"toxic|filter|safety|sensitive|policy|length|token|context|(?<!time_)limit")
MOST_TOKENS = 1 << 40  # more is no count; a number of any size may come


def read_reply(reply: Any, info: ModelInfo, *, latency_s: float, attempts: int, dropped: tuple[str, ...]) -> Response:
    """Return the response that a litellm reply holds.

    Reasoning is never part of the text: not the separate field of it, nor a ``<think>`` block left at the beginning.

    Raises:
        ModelCallError: ``malformed_reply`` for a reply without a choice or whose content is no text, ``server`` for an answer that was
            broken off.

    """
    choices = getattr(reply, "choices", None)
    if not isinstance(choices, list) or not choices:
        raise ModelCallError(ErrorClass.MALFORMED_REPLY, "the reply holds no choice")
    message = getattr(choices[0], "message", None)
    content = content_text(getattr(message, "content", None))
    if getattr(message, "reasoning_content", None):
        # litellm cut the thought out and left the blank lines after it.
        content = content.lstrip()
    finish = str(getattr(choices[0], "finish_reason", None) or "").lower()
    fields = getattr(choices[0], "provider_specific_fields", None)
    native = fields.get("native_finish_reason") if isinstance(fields, Mapping) else None
    if is_broken_off(finish) or is_broken_off(native):
        raise ModelCallError(ErrorClass.SERVER, "the provider broke the answer off")
    if getattr(message, "refusal", None) and not content:
        finish = "refusal"
    prompt_tokens, completion_tokens, reasoning_tokens = _usage(getattr(reply, "usage", None), said=bool(content))
    return Response(
        text=visible_text(content, reasoning=info.reasoning),
        finish_reason=one_line(finish, 40),
        refused=finish in _REFUSED,
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        reasoning_tokens=reasoning_tokens,
        cost=call_cost(info, prompt_tokens, completion_tokens),
        latency_s=latency_s,
        attempts=attempts,
        dropped=dropped,
        quota=_quota(reply),
    )


def visible_text(content: str, *, reasoning: bool) -> str:
    """Return the answer without a leading block of thought.

    A block that was never closed was cut in the middle of the thought: there is no answer. Servers that open the block in
    their template send its end alone; that is believed of reasoning models only.
    """
    thought = _THOUGHT.match(content)
    if thought:
        return content[thought.end() :]
    if _UNFINISHED_THOUGHT.match(content):
        return ""
    if reasoning and _END_OF_THOUGHT in content:
        return content.split(_END_OF_THOUGHT, 1)[1].lstrip()
    return content


def is_broken_off(finish: object) -> bool:
    """Whether the word for an answer's end means that the provider broke it off: what there is of it is no answer."""
    return bool(_BROKEN_OFF.search(_plain_word(finish))) and not is_limited(finish)


def is_limited(finish: object) -> bool:
    """Whether the word for an answer's end means a filter or a limit."""
    return bool(_LIMITED.search(_plain_word(finish)))


def _plain_word(finish: object) -> str:
    return re.sub(r"[^a-z]+", "_", finish.lower()) if isinstance(finish, str) else ""


def content_text(content: object) -> str:
    """Return the text that a message's content holds: a text, a part, or a list of both, of which the parts of text count.

    Raises:
        ModelCallError: ``malformed_reply`` for anything else.

    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list | Mapping):
        parts = content if isinstance(content, list) else [content]
        texts = [
            part if isinstance(part, str) else part.get("text")
            for part in parts
            if isinstance(part, str) or (isinstance(part, Mapping) and part.get("type", "text") in {"text", "output_text"})
        ]
        given = [text for text in texts if isinstance(text, str)]
        # A part may come without its text; all of them do in what is no text.
        thoughts_alone = not texts and all(isinstance(part, Mapping) and part.get("type") in _THOUGHTS for part in parts)
        if all(text is None or isinstance(text, str) for text in texts) and (given or thoughts_alone):
            return "".join(given)
    raise ModelCallError(ErrorClass.MALFORMED_REPLY, f"the reply's content is no text but a {type(content).__name__}")


def _quota(reply: object) -> Quota | None:
    hidden = getattr(reply, "_hidden_params", None)
    headers = hidden.get("additional_headers") if isinstance(hidden, Mapping) else None
    return read_quota(headers) if isinstance(headers, Mapping) else None


def _usage(usage: object, *, said: bool) -> tuple[int | None, int | None, int | None]:
    """Prompt, completion and reasoning tokens. litellm writes zeros where the server said nothing, and no prompt has none."""
    prompt = _count(getattr(usage, "prompt_tokens", None))
    completion = _count(getattr(usage, "completion_tokens", None))
    details = getattr(usage, "completion_tokens_details", None)
    reasoning = _count(getattr(details, "reasoning_tokens", None))
    if not prompt:
        return None, None, None
    if said and not completion:
        completion = None
    return prompt, completion, reasoning


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS else None
