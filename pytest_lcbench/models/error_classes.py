"""Telling what went wrong with a call from status, exception type and words, across providers.

Exception types are not enough: a refused connection arrives as ``InternalServerError``, a too long prompt as a plain bad
request, a spent quota as a rate limit. Wordings are facts about the servers: OpenAI, Azure, Anthropic, Gemini, Bedrock,
Mistral, Cohere, DeepSeek, DashScope, Groq, OpenRouter, vLLM, SGLang, TGI, llama.cpp and Ollama.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from pytest_lcbench.models.model import ErrorClass

MAX_RETRY_AFTER_S = 300.0
"""The longest wait that a server's ``Retry-After`` is believed."""

# An error body may repeat the prompt, and the prompt may say anything: only its beginning is read.
_READ = 3000


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_OVERFLOW = _any(
    r"context_length_exceeded|context_window_exceeded|ContextWindowExceeded|string_above_max_length.*(?:content|prompt|messages)",
    r"maximum context (?:length|limit|window)|max(?:imum)? (?:model|prompt|input|sequence) (?:context )?length",
    r"max_model_len|maximum (?:number of )?(?:input )?tokens allowed|maximum allowed (?:input|prompt) length",
    r"(?:prompt|input|request|context|sequence|message)s? (?:is|are|was) too (?:long|large)\b(?!.*per min)",
    r"(?:input|prompt) too (?:long|large)|input is too long for requested model",
    r"too many (?:input |total )?tokens(?! per| in the last)",
    r"exceeds? (?:the |this |your )?(?:model'?s? )?(?:available |maximum |max |allowed |limit of )*(?:context|input token)",
    r"exceed(?:s|ed)? (?:the )?(?:model'?s? )?(?:maximum )?(?:context|input|token count|prompt token)",
    r"longer than (?:the )?(?:model'?s |maximum )?(?:context|model length|input)",
    r"input (?:token count|length|tokens?)\b.{0,60}\bexceed|range of input length should be|token count \(\d+\) exceeds",
    r"input tokens? exceed|`?inputs`? (?:tokens )?must have less than|`inputs` tokens \+ `max_new_tokens` must be",
    r"reduce the length of the (?:messages|prompt|input)|prompt contains \d+ tokens",
    r"current length is \d+ while limit is|input length and `?max_tokens`? exceed|request exceeds the maximum size",
    r"request too large\b.*\btokens per min|request entity too large|payload too large|request_too_large",
)
_QUOTA = _any(
    r"insufficient_quota|exceeded your (?:current|monthly|assigned) quota|quota (?:has been )?(?:exhausted|used up)",
    r"credit balance is too low|(?:insufficient|not enough|out of|no) (?:account )?(?:balance|credits?|funds)|more credits",
    r"billing_(?:hard_limit|not_active)|billing hard limit|billing (?:is )?(?:not enabled|disabled)|account is not active",
    r"payment required|spend(?:ing)? (?:limit|cap)|usage limits?\b.*regain access|arrearage|overdue[- ]payment|余额不足|欠费",
    r"too many tokens per day|key limit exceeded|PerDayPer|BillingHardLimit",
)
# Gemini words its limits per minute like a spent quota; these say that waiting helps.
_PASSES = _any(r"retry in \d", r"retryDelay", r"try again in \d", r"per[ _-]?minute", r"retry after \d+ (?:milli)?seconds")
_PER_DAY = _any(r"PerDay", r"per day\b(?!.*try again in)", r"insufficient_quota")
_BAD_KEY = _any(
    r"(?:invalid|incorrect|wrong|expired|missing|malformed|disabled|revoked|no) [`'\"]?(?:x-)?api[-_ ]?keys?",
    r"api[-_ ]?key (?:not valid|is invalid|not found|expired|is (?:missing|required|disabled)|was reported)",
    r"api_key_invalid|invalid_api_key",
    r"api_key client option must be set|no (?:auth )?credentials|no cookie auth",
    r"invalid x-api-key|authentication_error|\bunauthori[sz]ed\b",
    r"unable to locate credentials|default credentials were not found",
    r"security token included in the request is (?:invalid|expired)",
    r"UnrecognizedClient|InvalidSignature|ExpiredToken",
    r"invalid (?:authentication|bearer token|access token|token\b)|authentication (?:failed|fails)",
    r"AuthenticationError|access denied due to invalid subscription key|invalid subscription key|user not found",
)
_UNKNOWN_MODEL = _any(
    r"model_not_found|model_not_exist|ModelNotFound|DeploymentNotFound|deployment .{0,80}does not exist|deployment_not_found",
    r"\bmodels?\b.{0,160}\b(?:does not exist|doesn't exist|not exist|not found|could not be found|is not available)",
    r"(?:unknown|invalid|unsupported|no such|unrecognized) model\b(?!.{0,12}(?:output|response))",
    r"not a valid model|invalid_model|model (?:identifier|name|id) (?:is|was) (?:invalid|not valid)",
    r"\bmodel\b.{0,120}\b(?:is|are) not (?:supported|served|accessible|enabled|allowed)(?! (?:with|when|by this parameter))",
    r"not supported for generateContent|is not found for API version|(?:does not|don't) have access to (?:the )?model",
    r"no endpoints found|no allowed providers|LLM Provider NOT provided|try pulling it first",
    r"\bmodel\b.{0,120}\b(?:decommissioned|deprecated and|end of (?:its )?life|been (?:retired|shut down|removed|deprecated))",
    r"on-demand throughput isn.t supported|requested model .{0,80}not",
)
_FILTERED = _any(
    r"content_filter|content_policy|ContentPolicyViolation",
    r"ResponsibleAIPolicyViolation|content management policy|content_filtering_policy",
    r"safety system|usage polic(?:y|ies)|flagged (?:as|by|for)|input was flagged",
    r"requires moderation|data_inspection_failed|DataInspectionFailed",
    r"blocked by (?:our |the )?(?:content|safety|guardrail)|blockReason",
    r"prohibited_content|inappropriate content|content exists risk",
    r"unsafe or sensitive content|敏感内容|guardrail_intervened|output blocked",
)
_MALFORMED = _any(
    r"JSONDecode|Expecting value: line|Unterminated string",
    r"Expecting (?:property name|',' delimiter|':' delimiter)|Extra data: line|Invalid control char",
    r"unable to (?:get|parse) json|invalid json (?:response|reply)",
    r"error parsing (?:the )?response|could not parse (?:the )?response",
    r"invalid response (?:object|format)|object has no attribute",
    r"object is not (?:subscriptable|iterable)|KeyError|validation errors? for ModelResponse",
    r"list index out of range|string indices must be|response ended prematurely",
    r"empty or invalid response|unexpected response from azure",
    r"PayloadError|not enough data (?:to|for) satisfy|ContentLengthError",
)
# litellm's own words for a reply of Gemini's or Bedrock's that it cannot read, under a status of its own.
_UNREAD = _any(r"error converting to valid response block")
_TIMED_OUT = _any(r"timed? ?out", r"\btimeout\b", r"deadline[_ ]exceeded")
_UNREACHABLE = _any(
    r"connection (?:error|refused|reset|aborted|closed|failure|attempts failed)",
    r"connect(?:ion)? call failed|cannot connect|failed to connect",
    r"server disconnected|peer closed|broken pipe|name or service not known",
    r"no address associated|name resolution|getaddrinfo|nodename nor servname",
    r"network is unreachable|no route to host|remote end closed|RemoteProtocol",
    r"CERTIFICATE_VERIFY_FAILED|ssl(?:: | handshake)|ConnectError",
)
_LIMITED = _any(
    r"rate[-_ ]?limit|too many requests|throttl|tokens per minute",
    r"requests per minute|RESOURCE_EXHAUSTED|quota exceeded|concurrency limit",
)
_OVERLOADED = _any(
    r"overloaded|server (?:is )?busy|try again later|temporarily unavailable|ModelNotReady|ServiceUnavailable|bad gateway"
)

_REQUEST_FAULTS = frozenset({None, 400, 403, 404, 413, 422, 500})
_BY_STATUS = {
    401: ErrorClass.BAD_KEY,
    402: ErrorClass.QUOTA,
    403: ErrorClass.BAD_KEY,
    # A server that has no such path has no such model either; every further call fails alike.
    404: ErrorClass.UNKNOWN_MODEL,
    405: ErrorClass.UNKNOWN_MODEL,
    408: ErrorClass.TIMEOUT,
    409: ErrorClass.SERVER,
    410: ErrorClass.UNKNOWN_MODEL,
    413: ErrorClass.CONTEXT_OVERFLOW,
    425: ErrorClass.SERVER,
    429: ErrorClass.RATE_LIMIT,
    498: ErrorClass.RATE_LIMIT,
    499: ErrorClass.CONNECTION,
    504: ErrorClass.TIMEOUT,
}
_BY_TYPE = {
    "AuthenticationError": ErrorClass.BAD_KEY,
    "PermissionDeniedError": ErrorClass.BAD_KEY,
    "NotFoundError": ErrorClass.UNKNOWN_MODEL,
    "ContextWindowExceededError": ErrorClass.CONTEXT_OVERFLOW,
    "ContentPolicyViolationError": ErrorClass.CONTENT_FILTER,
    "RateLimitError": ErrorClass.RATE_LIMIT,
    "BudgetExceededError": ErrorClass.QUOTA,
    "Timeout": ErrorClass.TIMEOUT,
    "TimeoutError": ErrorClass.TIMEOUT,
    "APITimeoutError": ErrorClass.TIMEOUT,
    "APIConnectionError": ErrorClass.CONNECTION,
    "ConnectionError": ErrorClass.CONNECTION,
    "ConnectionRefusedError": ErrorClass.CONNECTION,
    "ConnectionResetError": ErrorClass.CONNECTION,
    "ClientConnectorError": ErrorClass.CONNECTION,
    "ClientOSError": ErrorClass.CONNECTION,
    "ServerDisconnectedError": ErrorClass.CONNECTION,
    "gaierror": ErrorClass.CONNECTION,
    "OSError": ErrorClass.CONNECTION,
    "APIResponseValidationError": ErrorClass.MALFORMED_REPLY,
    "JSONDecodeError": ErrorClass.MALFORMED_REPLY,
    "BadRequestError": ErrorClass.BAD_REQUEST,
    "UnprocessableEntityError": ErrorClass.BAD_REQUEST,
    "UnsupportedParamsError": ErrorClass.BAD_REQUEST,
    "InvalidRequestError": ErrorClass.BAD_REQUEST,
    "TypeError": ErrorClass.BAD_REQUEST,
    "ValueError": ErrorClass.BAD_REQUEST,
}
_FIRST_SERVER_STATUS = 500
_FIRST_CLIENT_STATUS = 400


def classify(*, status: int | None, type_name: str, text: str) -> ErrorClass:
    """Return the kind of fault.

    Args:
        status: HTTP status as far as known (litellm invents 500 for a refused connection).
        type_name: name of the exception's class.
        text: its words, with the body's ``code`` and ``type`` where there are any.

    """
    words = text[:_READ]
    if type_name == "UnsupportedParamsError":
        return ErrorClass.BAD_REQUEST
    # Words come first, each only under a status with which they can mean it.
    if status in _REQUEST_FAULTS | {429} and _OVERFLOW.search(words):
        return ErrorClass.CONTEXT_OVERFLOW
    if status in {None, 400, 402, 403, 429} and _QUOTA.search(words):
        waits = _PASSES.search(words) and not _PER_DAY.search(words)
        return ErrorClass.RATE_LIMIT if waits else ErrorClass.QUOTA
    if status in _REQUEST_FAULTS:
        if _FILTERED.search(words):
            return ErrorClass.CONTENT_FILTER
        if _UNKNOWN_MODEL.search(words):
            return ErrorClass.UNKNOWN_MODEL
        if _BAD_KEY.search(words):
            return ErrorClass.BAD_KEY
    if status == 422 and _UNREAD.search(words):  # noqa: PLR2004 - the one that litellm gives what it cannot read
        return ErrorClass.MALFORMED_REPLY
    if status in {None, 200, 500}:
        if _MALFORMED.search(words):
            return ErrorClass.MALFORMED_REPLY
        if _TIMED_OUT.search(words):
            return ErrorClass.TIMEOUT
        if _UNREACHABLE.search(words):
            return ErrorClass.CONNECTION
    if status == 429 and _OVERLOADED.search(words) and not _LIMITED.search(words):  # noqa: PLR2004
        return ErrorClass.SERVER
    if status in {None, 400, 500, 503} and _LIMITED.search(words):
        return ErrorClass.RATE_LIMIT
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    # Types before the bare 500: litellm gives that status to everything it cannot place.
    if type_name in _BY_TYPE and status in {None, 200, 400, 422, 500}:
        return _BY_TYPE[type_name]
    if status is not None and _FIRST_CLIENT_STATUS <= status < _FIRST_SERVER_STATUS:
        return ErrorClass.BAD_REQUEST
    return ErrorClass.SERVER


def retry_after(headers: Mapping[str, str] | None, *, now: datetime | None = None) -> float | None:
    """Return the seconds that ``retry-after-ms`` or ``Retry-After`` (seconds or an HTTP date) ask for, at most 300.

    ``None`` when there is no such header or it cannot be read.
    """
    if not headers:
        return None
    named = {str(name).lower(): str(value).strip() for name, value in headers.items()}
    milliseconds = _number(named.get("retry-after-ms", ""))
    if milliseconds is not None:
        return _capped(milliseconds / 1000)
    value = named.get("retry-after", "")
    seconds = _number(value)
    if seconds is not None:
        return _capped(seconds)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return _capped((moment - (now or datetime.now(UTC))).total_seconds())


_STATED = re.compile(
    r"(?:try again in|retry in|retry after|retryDelay[\"']?:\s*[\"']?)\s*"
    r"(?:(\d{1,4})m(?!s))?\s*(?:(\d{1,6}(?:\.\d{1,9})?)\s*(ms|milliseconds|s\b|sec))?",
    re.IGNORECASE,
)


def stated_delay(text: str) -> float | None:
    """Return the seconds that the words ask for ("try again in 1m3.5s", ``"retryDelay": "13s"``), at most 300, or ``None``."""
    for minutes, amount, unit in _STATED.findall(text[:_READ]):
        if minutes or amount:
            seconds = float(amount or 0) / (1000 if unit.lower().startswith("m") else 1)
            return _capped(60 * int(minutes or 0) + seconds)
    return None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return None if math.isnan(value) else value


def _capped(seconds: float) -> float:
    return min(max(seconds, 0.0), MAX_RETRY_AFTER_S)
