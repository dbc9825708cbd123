"""Replies of status 200 that hold no answer: errors in the body, answers broken off, and what has no place for an answer.

litellm finds some of them out, at some of its routes, and then tells a status that nobody sent; others it reads as an empty answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pytest_lcbench.models.model import ErrorClass
from pytest_lcbench.models.plain_replies import first_choice
from pytest_lcbench.models.replies import is_broken_off, is_limited

_MOST_TOLD = 2_000
_STATUSES = range(400, 600)
_NUMBERS = ("code", "status", "status_code")
_TYPES = ("type", "code", "status", "param")
_SENTENCES = ("message", "detail", "details", "msg", "error_msg", "error_message", "reason", "title", "description")
# What a message holds when something was said, read by us or not.
_SAID = (
    "content",
    "refusal",
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking",
    "thinking_blocks",
    "tool_calls",
    "function_call",
    "audio",
)
# The types and codes in words that servers put into errors, as the names of exceptions that mean the same.
_NAMES = (
    (re.compile(r"rate_?limit|too_?many_?requests|throttl|resource_?exhausted", re.IGNORECASE), "RateLimitError"),
    (re.compile(r"unauth|authenticat|permission|forbidden|api_?key", re.IGNORECASE), "AuthenticationError"),
    (re.compile(r"not_?found", re.IGNORECASE), "NotFoundError"),
    (re.compile(r"invalid_?(?:request|argument|param)|bad_?request|unprocessable|validation", re.IGNORECASE), "BadRequestError"),
)


class ReplyFault(Exception):  # noqa: N818 - no error of the call: what a server replied
    """A reply without an answer in it; litellm hands it on inside an exception of its own.

    Args:
        message: what the server said, or what is wrong with the reply.
        kind: its class where that is no matter of the words.
        told: the error in the reply: its fields.
        status: the number in the body, where it is one of HTTP's for errors.
        headers: of the reply.

    """

    def __init__(
        self,
        message: str,
        *,
        kind: ErrorClass | None = None,
        told: Mapping[str, Any] | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        # Not named status_code: litellm would take it for the status of the call.
        self.told_status = status
        self.body = {"error": {name: told[name] for name in _TYPES if isinstance(told.get(name), str)}} if told else None
        self.headers = headers

    @property
    def type_name(self) -> str:
        """The exception's name that says the same as the type or code in the body; an own number of the body is worth more."""
        words = " ".join(self.body["error"].values()) if self.body and self.told_status is None else ""
        return next((name for pattern, name in _NAMES if pattern.search(words)), type(self).__name__)


def told_fault(reply: Mapping[str, Any], headers: Mapping[str, str] | None) -> ReplyFault | None:
    """Return what a reply of any shape says of itself: an error, or that its answer was broken off."""
    if is_error(reply.get("error")):
        return _told(reply["error"], reply, headers)
    choice = first_choice(reply) or {}
    message = choice.get("message")
    inner = message.get("error") if isinstance(message, Mapping) else None
    for error in (choice.get("error"), inner):
        if is_error(error) and _sentence(error):
            return _told(error, {}, headers)
    if is_error(choice.get("error")) or is_error(inner) or any(is_broken_off(word) for word in _ends(reply, choice)):
        return ReplyFault("the provider broke the answer off", kind=ErrorClass.SERVER, headers=headers)
    return None


def shape_fault(reply: object, headers: Mapping[str, str] | None) -> ReplyFault | None:
    """Return why an OpenAI-style reply holds no answer, not even an empty one; ``None`` if it does."""
    if not isinstance(reply, Mapping):
        return malformed("the reply is no JSON object", headers)
    choices = reply.get("choices")
    if not choices:
        # An object under "message" may be an answer in another style, whose words are no error's.
        told = {name: value for name, value in reply.items() if name != "error" and not isinstance(value, Mapping)}
        return _told(told, told, headers) if _sentence(told) else malformed("the reply holds no choice", headers)
    choice = first_choice(reply)
    message = choice.get("message") if choice is not None else None
    if not isinstance(message, Mapping):
        return malformed("the reply's choice holds no message", headers)
    # Some servers leave the content of an empty answer out, and send the role alone, or nothing where a filter or limit came first.
    ended = choice is not None and is_limited(choice.get("finish_reason"))
    empty = (ended or isinstance(message.get("role"), str)) and not message.get("text")
    if not empty and all(message.get(name) is None for name in _SAID):
        return malformed("the reply's message says nothing", headers)
    return None


def malformed(message: str, headers: Mapping[str, str] | None) -> ReplyFault:
    """Return the fault of a reply that holds no answer and tells no reason."""
    return ReplyFault(message, kind=ErrorClass.MALFORMED_REPLY, headers=headers)


def is_error(value: object) -> bool:
    """Whether what stands under ``error`` tells one: gateways send ``false``, ``[]`` and empty fields beside complete answers."""
    return any(value.values()) if isinstance(value, Mapping) else bool(value)


def _told(error: object, reply: Mapping[str, Any], headers: Mapping[str, str] | None) -> ReplyFault:
    held = error if isinstance(error, Mapping) else {}
    status = next((number for each in (held, reply) for name in _NUMBERS if (number := _status(each.get(name))) is not None), None)
    told = {name: held.get(name, reply.get(name)) for name in _TYPES}
    return ReplyFault(_sentence(error) or _as_json(error), told=told, status=status, headers=headers)


def _status(value: object) -> int | None:
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    number = int(text) if text.isascii() and text.isdigit() and len(text) == 3 else 0  # noqa: PLR2004 - as all of them have
    return number if number in _STATUSES else None


def _sentence(error: object) -> str:
    if isinstance(error, str):
        return error[:_MOST_TOLD]
    if not isinstance(error, Mapping):
        return ""
    said = next((error[name] for name in _SENTENCES if error.get(name)), "")
    return said[:_MOST_TOLD] if isinstance(said, str) else _as_json(said)


def _as_json(value: object) -> str:
    return "the reply holds an error" if value is True else json.dumps(value, ensure_ascii=False, default=str)[:_MOST_TOLD]


def _ends(reply: Mapping[str, Any], choice: Mapping[str, Any]) -> list[object]:
    """Why an answer ended, in the places where providers say it."""
    candidates = reply.get("candidates")
    candidate = candidates[0] if isinstance(candidates, list) and candidates and isinstance(candidates[0], Mapping) else {}
    return [
        choice.get("finish_reason"),
        candidate.get("finishReason"),
        *(reply.get(name) for name in ("finish_reason", "done_reason", "stop_reason", "stopReason")),
    ]
