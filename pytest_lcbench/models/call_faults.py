"""What a failed call says, read from litellm's exceptions: words, status and headers, and which parameter a refusal is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_lcbench.models.error_classes import classify
from pytest_lcbench.models.model import ErrorClass
from pytest_lcbench.models.parameters import OUTPUT_LIMITS
from pytest_lcbench.models.reply_faults import ReplyFault

# Of an error's words: more is neither read nor shown, and a body may repeat the prompt.
_READ = 2_000
_LITELLM_PREFIX = re.compile(r"^(?:litellm\.\w+: |\w+(?:Error|Timeout|Exception)\w*(?: \w+Error)? ?[:-] ?(?:- )?)+")
_REFUSAL = re.compile(
    r"unsupported|not support|n't support|not permitted|not allowed|unrecognized|unknown|unexpected|extra inputs|deprecated|"
    r"invalid|"
    r"must be|may only|only the default|cannot be|too large|at most|exceeds|maximum|less than or equal",
    re.IGNORECASE,
)
_OPTIONAL = ("temperature", *OUTPUT_LIMITS)


def fault_of(error: Exception) -> Exception:
    """Return what is to be said of an exception of litellm's: the reply without an answer that it is about, else itself."""
    return next((link for link in _chain(error) if isinstance(link, ReplyFault)), error)


def class_of(error: Exception, words: str) -> ErrorClass:
    """Return the class of a fault of these words."""
    if not isinstance(error, ReplyFault):
        return classify(status=status_of(error), type_name=type(error).__name__, text=words)
    kind = error.kind or classify(status=error.told_status, type_name=error.type_name, text=words)
    # Whatever connection it speaks of is one behind the server: this one has replied.
    return ErrorClass.SERVER if kind is ErrorClass.CONNECTION else kind


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def error_words(error: BaseException) -> str:
    """Return what a fault says, for classification: its text, the body's codes, and the text of what caused it."""
    codes: list[str] = []
    texts: list[str] = []
    for link in _chain(error):
        if link is not error:
            codes.append(type(link).__name__)
        texts.append(str(link)[:_READ])
        body = getattr(link, "body", None)
        if isinstance(body, Mapping):
            inner = body.get("error")
            fields = {**(inner if isinstance(inner, Mapping) else {}), **body}
            codes += [fields[name][:100] for name in ("code", "type", "param", "status") if isinstance(fields.get(name), str)]
    # Codes first: a long text must not push them out of what is read.
    return "\n".join(dict.fromkeys(part for part in (*codes, *texts) if part))


def error_sentence(error: BaseException) -> str:
    """Return what a fault says, for the user: its own words without litellm's names of errors, or those of what caused it."""
    text = str(error)[:_READ].strip() or str(error.__cause__ or error.__context__ or "")[:_READ].strip()
    # litellm puts a traceback of its own into what it says of a reply that it cannot read: nothing for the user.
    return _LITELLM_PREFIX.sub("", text.partition("Traceback (most recent call last)")[0].rstrip(" \n:,") or text)


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status of a fault, if it has one."""
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def shown_status(error: BaseException, kind: ErrorClass) -> str:
    """Return the status of a fault as it is shown: one that a server sent, or the number that stood in its reply instead."""
    if isinstance(error, ReplyFault):
        return "" if error.told_status is None else f" (code {error.told_status})"
    status = status_of(error)
    # litellm makes one up where there was no reply, and for a reply that it cannot read.
    invented = kind in {ErrorClass.CONNECTION, ErrorClass.TIMEOUT, ErrorClass.MALFORMED_REPLY}
    return "" if status is None or invented else f" (HTTP {status})"


def headers_of(error: BaseException) -> Mapping[str, str] | None:
    """Return the headers that came with a fault, wherever litellm keeps them; ``None`` where there are none."""
    for holder in (getattr(error, "response", None), error):
        for name in ("headers", "litellm_response_headers"):
            headers = getattr(holder, name, None)
            if isinstance(headers, Mapping) and headers:
                return headers
    return None


def refused_parameter(words: str, sent: Mapping[str, Any]) -> str | None:
    """Return which of the parameters that may be left out a bad request is about, if it is about one.

    Only temperature and output limits: leaving out what the user gave to shape the answer would change what is measured.
    """
    if not _REFUSAL.search(words):
        return None
    found = [(match.start(), name) for name in _OPTIONAL if name in sent and (match := re.search(rf"(?<!\w){name}(?!\w)", words))]
    return min(found)[1] if found else None


def stated_cap(words: str, sent: object) -> int | None:
    """Return the output limit that a server names when it refuses a larger one ("max_tokens: 9000 > 4096")."""
    if not isinstance(sent, int) or not re.search(r"too large|at most|exceed|maximum|less than or equal|>", words, re.IGNORECASE):
        return None
    numbers = [int(number) for number in re.findall(r"(?<![\w.])\d{2,9}(?![\w.]*\d)", words)]
    # Status codes stand in the same words; no provider's limit is as small.
    smaller = [number for number in numbers if number < sent and number not in {400, 422}]
    return max(smaller) if smaller else None
