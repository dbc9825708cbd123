"""What the loopback server says: answers, ratings, vectors and faults, all decided by the hash of the prompt."""

from __future__ import annotations

import hashlib
import json
import math
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

VECTOR_LENGTH = 64


class Fault(StrEnum):
    """A way in which a call goes wrong."""

    RATE_LIMIT = "rate_limit"
    """429 with ``Retry-After``."""
    RATE_LIMIT_SILENT = "rate_limit_silent"
    """429 without it."""
    QUOTA = "quota"
    """429 that waiting does not mend."""
    SERVER_ERROR = "server_error"
    """500 with a JSON body."""
    BAD_GATEWAY = "bad_gateway"
    """502 with a page of HTML."""
    RESET = "reset"
    """The connection is reset before any answer."""
    HANG = "hang"
    """No answer until the client goes away."""
    MALFORMED_JSON = "malformed_json"
    """200 whose body ends in the middle."""
    NO_CHOICES = "no_choices"
    """200 with an empty list of choices."""
    EMPTY = "empty"
    """200 with an empty text."""
    NULL = "null"
    """200 with a text of null."""
    CUT = "cut"
    """200 whose text the output limit cut."""
    CONTENT_FILTER = "content_filter"
    """200, filtered: finish reason ``content_filter``, no text."""
    CONTENT_FILTER_ERROR = "content_filter_error"
    """400: the prompt was filtered."""
    REFUSAL = "refusal"
    """200 with the text in ``refusal``."""
    BAD_KEY = "bad_key"
    """401."""
    KEY_ECHO = "key_echo"
    """401 whose body repeats the key that was sent, whole and in part."""
    UNKNOWN_MODEL = "unknown_model"
    """404 naming the model."""
    CONTEXT_OVERFLOW = "context_overflow"
    """400 about the context length."""
    BAD_REQUEST = "bad_request"
    """400 about something else."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One scripted answer; a plain string is ``Reply(text)``."""

    text: str | None
    finish_reason: str = "stop"
    reasoning: str | None = None
    refusal: str | None = None
    reasoning_tokens: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    usage: bool = True
    """False leaves the usage out of the reply."""


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """An HTTP error: what a scripted reply returns to make one up."""

    status: int
    body: dict[str, Any] | str
    headers: dict[str, str] = field(default_factory=dict)


def prompt_hash(text: str) -> str:
    """SHA-256 of the text, as contexts hash their prompts."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def draw(seed: int, kind: str, text_hash: str) -> float:
    """A number in [0, 1) decided by seed, kind and text."""
    digest = hashlib.sha256(f"{seed}:{kind}:{text_hash}".encode()).digest()
    return int.from_bytes(digest[:7]) / (1 << 56)


def rough_tokens(text: str) -> int:
    """A cheap stand-in for a tokenizer: four characters of ASCII, or one other character, a token."""
    wide = 0 if text.isascii() else sum(1 for char in text if ord(char) > 0x2E80)
    return (len(text) - wide + 3) // 4 + wide


_JUDGE = re.compile(r"\[\[|\brat(?:e|ing)\b|评分|打分", re.IGNORECASE)
_CHOICE = re.compile(r"\(A\).*\(D\)", re.DOTALL)
_CHOICE_WORDS = re.compile(r"The correct answer is", re.IGNORECASE)


def asks_for_rating(prompt: str) -> bool:
    """Whether it asks for ``[[n]]`` (both marks: brackets alone are a citation style)."""
    found = {match.lower() for match in _JUDGE.findall(prompt)}
    return "[[" in found and len(found) > 1


def rating(text_hash: str) -> int:
    """0 to 100; one in five is 100, so that perfect scores occur in a small run."""
    value = int(text_hash[:12], 16)
    return 100 if value % 5 == 0 else value // 5 % 101


def usual_reply(prompt: str, text_hash: str, *, judge: bool | None) -> str:
    """The answer to a prompt: a rating, a choice or a sentence, by what it asks for.

    Args:
        prompt: the whole user message.
        text_hash: its hash.
        judge: True rates every prompt, False none, None those that ask for it.

    """
    if judge or (judge is None and asks_for_rating(prompt)):
        return f"Compared with the reference, the answer holds in part (case {text_hash[:8]}).\n[[{rating(text_hash)}]]"
    if _CHOICE_WORDS.search(prompt) and _CHOICE.search(prompt):
        return f"The correct answer is ({'ABCD'[int(text_hash[:8], 16) % 4]})"
    return f"The documents point to item {int(text_hash[:6], 16)} ({text_hash[:12]})."


def vector(text: str) -> list[float]:
    """A unit vector of the text's words (single characters beyond ASCII), so that texts with common words lie close."""
    values = [0.0] * VECTOR_LENGTH
    for word in re.findall(r"[a-z0-9]+|[^\x00-\x7f]", text.lower()):
        digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
        values[digest[0] % VECTOR_LENGTH] += 1.0 if digest[1] & 1 else -1.0
    size = math.sqrt(sum(value * value for value in values))
    if not size:
        return [1.0] + [0.0] * (VECTOR_LENGTH - 1)
    return [value / size for value in values]


def error_body(message: str, kind: str, code: str | None, param: str | None = None) -> dict[str, Any]:
    """The JSON of an error as OpenAI-compatible servers shape it."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def fault_reply(fault: Fault, *, model: str, key: str, tokens: int, retry_after: float) -> ErrorReply | Reply:
    """The answer that shows a fault; RESET, HANG, MALFORMED_JSON and NO_CHOICES are the server's own business.

    Args:
        fault: which.
        model: as the caller named it.
        key: as the caller sent it.
        tokens: of the prompt.
        retry_after: seconds named in ``Retry-After``.

    """
    replies = {
        Fault.EMPTY: Reply(""),
        Fault.NULL: Reply(None),
        Fault.CUT: Reply("The documents point to the it", finish_reason="length"),
        Fault.CONTENT_FILTER: Reply(None, finish_reason="content_filter"),
        Fault.REFUSAL: Reply(None, refusal="I cannot help with that."),
    }
    if fault in replies:
        return replies[fault]
    limit = error_body("Rate limit reached: too many requests per minute.", "requests", "rate_limit_exceeded")
    errors = {
        Fault.RATE_LIMIT: ErrorReply(429, limit, {"Retry-After": json.dumps(retry_after)}),
        Fault.RATE_LIMIT_SILENT: ErrorReply(429, limit),
        Fault.QUOTA: ErrorReply(
            429,
            error_body("You exceeded your current quota; check your plan and billing.", "insufficient_quota", "insufficient_quota"),
        ),
        Fault.SERVER_ERROR: ErrorReply(500, error_body("The server had an error.", "server_error", None)),
        Fault.BAD_GATEWAY: ErrorReply(502, "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"),
        Fault.CONTENT_FILTER_ERROR: ErrorReply(
            400,
            error_body("The prompt triggered the content management policy.", "invalid_request_error", "content_filter", "prompt"),
        ),
        Fault.BAD_KEY: ErrorReply(401, error_body("Incorrect API key provided.", "invalid_request_error", "invalid_api_key")),
        Fault.KEY_ECHO: ErrorReply(
            401,
            error_body(
                f"Incorrect API key provided: {key} (that is {key[:12]}***{key[-9:]}).", "invalid_request_error", "invalid_api_key"
            ),
        ),
        Fault.UNKNOWN_MODEL: ErrorReply(
            404, error_body(f"The model `{model}` does not exist.", "invalid_request_error", "model_not_found", "model")
        ),
        Fault.CONTEXT_OVERFLOW: ErrorReply(
            400,
            error_body(
                f"This model's maximum context length is 1000 tokens. However, your messages resulted in {tokens} tokens.",
                "invalid_request_error",
                "context_length_exceeded",
                "messages",
            ),
        ),
        Fault.BAD_REQUEST: ErrorReply(400, error_body("Invalid value for 'top_p'.", "invalid_request_error", None, "top_p")),
    }
    return errors[fault]
