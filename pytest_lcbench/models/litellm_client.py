"""Models behind litellm: a request becomes a call, its outcome an answer or a fault.

What it makes sure of: no hidden retries, a time limit on every call, one class per fault, and no key in any error or traceback. What
litellm does besides its calls is dealt with in ``litellm_library``.
"""

from __future__ import annotations

import asyncio
import os
import time
import weakref
from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pytest_lcbench.models.arguments import check_arguments, header_values
from pytest_lcbench.models.call_faults import (
    class_of,
    error_sentence,
    error_words,
    fault_of,
    headers_of,
    refused_parameter,
    shown_status,
    stated_cap,
)
from pytest_lcbench.models.error_classes import retry_after, stated_delay
from pytest_lcbench.models.litellm_library import close_clients, load_litellm, quiet, warm_up
from pytest_lcbench.models.model import ErrorClass, Model, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.parameters import MAX_COMPLETION_TOKENS, MAX_TOKENS, OUTPUT_LIMITS, call_parameters
from pytest_lcbench.models.providers import PROVIDERS
from pytest_lcbench.models.quota_headers import read_quota
from pytest_lcbench.models.redaction import known_secrets, mask_keys, redact, safe_url
from pytest_lcbench.models.replies import read_reply
from pytest_lcbench.untrusted import one_line

PLACEHOLDER_KEY = "not-needed"
"""Sent to a server of the user's own when the environment has no key: clients insist on one, such servers do not."""

_MESSAGE_LIMIT = 400
_MOST_ADJUSTMENTS = 4
# Models that use litellm's clients, by event loop: the last one to leave a loop closes what litellm opened on it.
_users: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, weakref.WeakSet[LitellmModel]] = weakref.WeakKeyDictionary()


def create_litellm_model(info: ModelInfo, *, api_base: str | None = None, arguments: Mapping[str, Any] = MappingProxyType({})) -> Model:
    """Return the model that litellm reaches under ``info.route``.

    Imports litellm, so create it only when calls are really to be made, and not inside an event loop.

    Args:
        info: as resolved.
        api_base: the user's server; ``None`` for the provider's own.
        arguments: the user's further call arguments, for every call. Give headers here rather than in each request: what a request
            holds may be shown in a traceback.

    Raises:
        SettingsError: arguments that are secrets or that the plugin sets itself.

    """
    check_arguments(arguments)
    warm_up(info.route)
    return LitellmModel(info, api_base, arguments)


class LitellmModel:
    """A model behind litellm; see :func:`create_litellm_model`."""

    def __init__(self, info: ModelInfo, api_base: str | None, arguments: Mapping[str, Any]) -> None:
        self._info = info
        self._api_base = api_base
        self._arguments = dict(arguments)
        # What this server refused, learnt from its errors; shared by all calls in flight.
        self._refused: set[str] = set()
        self._renamed = False
        self._output_cap: int | None = None

    def __repr__(self) -> str:
        # Arguments may hold header values, so they are not part of it.
        return f"LitellmModel({self._info.route!r})"

    @property
    def info(self) -> ModelInfo:
        """What is known of it."""
        return self._info

    async def complete(self, request: Request) -> Response:
        """Answer, or raise :class:`ModelCallError`. Parameters that the server refuses are left out, once for all calls."""
        outcome = await self._answer(request)
        if isinstance(outcome, ModelCallError):
            # Raised here, where no local variable holds a key or a header: tracebacks can show locals.
            raise outcome
        return outcome

    async def close(self) -> None:
        """Free connections, unless another model on this loop still uses them."""
        loop = asyncio.get_running_loop()
        users = _users.get(loop)
        if users is None or self not in users:
            return
        users.discard(self)
        if not users:
            _users.pop(loop, None)
            await close_clients()

    async def _answer(self, request: Request) -> Response | ModelCallError:
        litellm = load_litellm()
        _users.setdefault(asyncio.get_running_loop(), weakref.WeakSet()).add(self)
        arguments = self._arguments | request.arguments
        # As they are when it is sent: a variable may have another value, or none, by the time a server's reply repeats the key.
        secrets = (*header_values(arguments), *known_secrets(os.environ))
        prompt = sendable(request.prompt)
        wanted = Request(prompt, request.temperature, request.max_output, request.reasoning_budget, request.timeout, arguments)
        calls = 0
        while True:
            calls += 1
            parameters, left_out = call_parameters(self._info, wanted)
            parameters, adjusted = self._without_refused(parameters)
            started = time.perf_counter()
            try:
                with quiet():
                    async with asyncio.timeout(request.timeout):
                        reply = await litellm.acompletion(
                            model=self._info.route,
                            messages=[{"role": "user", "content": prompt}],
                            timeout=request.timeout,
                            num_retries=0,
                            max_retries=0,
                            **self._access(),
                            **parameters,
                        )
                    taken = time.perf_counter() - started
                    answer = read_reply(reply, self._info, latency_s=taken, attempts=calls, dropped=(*left_out, *adjusted))
            except ModelCallError as error:
                error.attempts = calls
                return self._shown(error, secrets)
            except Exception as raised:  # noqa: BLE001 - every fault of a foreign library becomes one class; cancelling is none
                fault = fault_of(raised)
                words = error_words(fault)
                if calls <= _MOST_ADJUSTMENTS and self._learn(words, fault, parameters):
                    continue
                return self._fault(fault, words, secrets, request.timeout, calls)
            # A server may repeat a key in its answer, which is stored and shown.
            return replace(answer, text=mask_keys(answer.text, secrets))

    def _access(self) -> dict[str, Any]:
        if self._api_base is None:
            return {}
        provider = PROVIDERS.get(self._info.route.partition("/")[0])
        keyed = provider is not None and any(os.environ.get(key, "").strip() for key in provider.keys)
        if provider is not None and (keyed or not (provider.keys or provider.base)):
            return {"api_base": self._api_base}
        return {"api_base": self._api_base, "api_key": PLACEHOLDER_KEY}

    def _without_refused(self, parameters: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Apply what was learnt; return what is left and the names of what the report must mention."""
        adjusted = [name for name in parameters if name in self._refused]
        kept = {name: value for name, value in parameters.items() if name not in self._refused}
        if self._renamed:
            for old, new in ((MAX_TOKENS, MAX_COMPLETION_TOKENS), (MAX_COMPLETION_TOKENS, MAX_TOKENS)):
                if old in adjusted and new not in self._refused:
                    kept[new] = parameters[old]
                    adjusted.remove(old)
                    break
        for name in OUTPUT_LIMITS:
            if self._output_cap is not None and name in kept and kept[name] > self._output_cap:
                kept[name] = self._output_cap
                adjusted.append(name)
        return kept, adjusted

    def _learn(self, words: str, error: Exception, sent: Mapping[str, Any]) -> bool:
        """Remember a refused parameter; return whether the call is worth repeating without it."""
        if class_of(error, words) is not ErrorClass.BAD_REQUEST:
            return False
        name = refused_parameter(words, sent)
        if name is None:
            return False
        cap = stated_cap(words, sent.get(name)) if name in OUTPUT_LIMITS else None
        if cap is not None:
            self._output_cap = cap if self._output_cap is None else min(cap, self._output_cap)
            return True
        # Another call in flight may have learnt it already; this one was sent before.
        self._refused.add(name)
        if name in OUTPUT_LIMITS and not self._renamed:
            self._renamed = True
        return True

    def _fault(self, error: Exception, words: str, secrets: Collection[str], limit: float, calls: int) -> ModelCallError:
        if isinstance(error, TimeoutError):
            kind, said = ErrorClass.TIMEOUT, f"no answer within {limit:g} s"
        else:
            kind = class_of(error, words)
            said = error_sentence(error) or type(error).__name__
        if isinstance(error, Warning):
            kind, said = ErrorClass.BAD_REQUEST, f"a warning inside litellm was turned into an error: {said}"
        hint = ""
        if kind is ErrorClass.UNKNOWN_MODEL:
            hint = "; check the model's name" + (f" and the address {safe_url(self._api_base)}" if self._api_base else "")
        elif kind is ErrorClass.CONNECTION and self._api_base:
            hint = f"; is a server running at {safe_url(self._api_base)}?"
        wait = retry_after(headers_of(error))
        if wait is None and kind.retryable:
            wait = stated_delay(words)
        made = ModelCallError(
            kind, f"{said}{shown_status(error, kind)}{hint}", retry_after=wait, attempts=calls, quota=read_quota(headers_of(error))
        )
        return self._shown(made, secrets)

    def _shown(self, error: ModelCallError, secrets: Collection[str]) -> ModelCallError:
        said = one_line(redact(f"{self._info.route}: {error}", secrets), _MESSAGE_LIMIT)
        return ModelCallError(error.error_class, said, retry_after=error.retry_after, attempts=error.attempts, quota=error.quota)


def sendable(text: str) -> str:
    """Return *text* as it can be sent: surrogates joined where two make a character, else replaced by U+FFFD.

    No request can hold them. They come from documents and questions in broken JSON and, in a judge's prompt, from the answer of a
    model; what is stored and hashed keeps them.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
