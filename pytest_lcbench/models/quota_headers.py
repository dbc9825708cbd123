"""Reading what providers say is left of their rate limits, from the headers of a reply or of an error."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from pytest_lcbench.models.model import Quota

_PREFIX = "llm_provider-"  # litellm's mark on headers as the provider sent them
# What is left, and when it is full again; the first pair that is there counts. Input tokens are what a long prompt spends.
_REQUESTS = (
    ("anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"),
    ("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
    ("x-ratelimit-remaining", "x-ratelimit-reset"),
    ("ratelimit-remaining", "ratelimit-reset"),
)
_TOKENS = (
    ("anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"),
    ("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
    ("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
)
_LONGEST_S = 86_400.0
_DURATION = re.compile(
    r"(?:(\d{1,6}(?:\.\d{1,9})?)d)?(?:(\d{1,6}(?:\.\d{1,9})?)h)?(?:(\d{1,6}(?:\.\d{1,9})?)m(?!s))?"
    r"(?:(\d{1,9}(?:\.\d{1,9})?)s)?(?:(\d{1,12}(?:\.\d{1,9})?)ms)?"
)
_UNITS = (86_400.0, 3_600.0, 60.0, 1.0, 0.001)
# A bare number above this is a moment, in seconds or in milliseconds, not a duration.
_EPOCH_S = 1e9
_EPOCH_MS = 1e12


def read_quota(headers: Mapping[str, object] | None, *, now: datetime | None = None) -> Quota | None:
    """Return what *headers* say is left, or ``None`` when they say nothing of it.

    Understands OpenAI's names (Azure, Groq, Mistral and most compatible servers use them), Anthropic's and the generic pair; resets
    as seconds, as ``6m0s`` / ``20ms``, as an ISO date or as seconds or milliseconds since the epoch. Dates are compared with the
    reply's own ``Date`` where it has one, so that a wrong local clock does no harm; *now* stands in for the local clock.
    """
    if not headers:
        return None
    # The provider's own words win over what litellm made of them.
    named: dict[str, str] = {}
    for name, value in headers.items():
        lowered = str(name).lower()
        if lowered.startswith(_PREFIX):
            named[lowered.removeprefix(_PREFIX)] = str(value).strip()
        else:
            named.setdefault(lowered, str(value).strip())
    moment = _date(named.get("date", "")) or now or datetime.now(UTC)
    requests, requests_reset = _pair(named, _REQUESTS, moment)
    tokens, tokens_reset = _pair(named, _TOKENS, moment)
    if requests is None and tokens is None:
        return None
    return Quota(requests=requests, requests_reset_s=requests_reset, tokens=tokens, tokens_reset_s=tokens_reset)


def _pair(named: Mapping[str, str], names: tuple[tuple[str, str], ...], now: datetime) -> tuple[int | None, float | None]:
    for left_name, reset_name in names:
        left = _number(named.get(left_name, ""))
        # Less than nothing is some servers' word for no limit.
        if left is not None and left >= 0:
            return int(min(left, 1e15)), _reset(named.get(reset_name, ""), now)
    return None, None


def _reset(text: str, now: datetime) -> float | None:
    number = _number(text)
    if number is not None:
        if number >= _EPOCH_MS:
            return _bounded(number / 1000 - now.timestamp())
        return _bounded(number - now.timestamp() if number >= _EPOCH_S else number)
    found = _DURATION.fullmatch(text.replace(" ", "")) if text else None
    if found:
        return _bounded(sum(float(amount or 0) * unit for amount, unit in zip(found.groups(), _UNITS, strict=True)))
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return _bounded((moment - now).total_seconds())


def _date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _bounded(seconds: float) -> float:
    return min(max(seconds, 0.0), _LONGEST_S)
