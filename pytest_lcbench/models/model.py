"""The protocol every model answers to, and what goes in and comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from pytest_lcbench.errors import LcbenchError


class ErrorClass(StrEnum):
    """Why no answer could be got. The value is what result rows carry."""

    BAD_KEY = "bad_key"
    UNKNOWN_MODEL = "unknown_model"
    QUOTA = "quota"
    CONTEXT_OVERFLOW = "context_overflow"
    CONTENT_FILTER = "content_filter"
    BAD_REQUEST = "bad_request"
    RATE_LIMIT = "rate_limit"
    SERVER = "server"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    MALFORMED_REPLY = "malformed_reply"

    @property
    def fatal(self) -> bool:
        """Every further call would fail alike: the run stops at once."""
        return self in {ErrorClass.BAD_KEY, ErrorClass.UNKNOWN_MODEL, ErrorClass.QUOTA}

    @property
    def retryable(self) -> bool:
        """The same call may succeed later."""
        return self in {
            ErrorClass.RATE_LIMIT,
            ErrorClass.SERVER,
            ErrorClass.TIMEOUT,
            ErrorClass.CONNECTION,
            ErrorClass.MALFORMED_REPLY,
        }


@dataclass(frozen=True, slots=True)
class Quota:
    """What a provider said is left of its rate limits when it took a call. ``None`` where it said nothing.

    Args:
        requests: requests left.
        requests_reset_s: seconds until they are all there again.
        tokens: tokens left; of the input where the provider tells input from output.
        tokens_reset_s: seconds until they are all there again.

    """

    requests: int | None = None
    requests_reset_s: float | None = None
    tokens: int | None = None
    tokens_reset_s: float | None = None


class ModelCallError(LcbenchError):
    """No answer could be got. ``str()`` is one line without any key in it.

    Args:
        error_class: the kind of fault.
        message: one printable, redacted line.
        retry_after: seconds the server asked to wait, if it did.
        attempts: calls made before giving up; 0 when none was sent.
        quota: what the server said is left of its limits.

    """

    def __init__(
        self,
        error_class: ErrorClass,
        message: str,
        *,
        retry_after: float | None = None,
        attempts: int = 1,
        quota: Quota | None = None,
    ) -> None:
        super().__init__(message)
        self.error_class = error_class
        self.retry_after = retry_after
        self.attempts = attempts
        self.quota = quota


@dataclass(frozen=True, slots=True)
class PriceTier:
    """What a provider charges for a call whose prompt is longer than *above*: for all of its tokens, not only those beyond.

    Args:
        above: tokens of the prompt; a prompt of exactly so many is still below.
        input_price: USD per input token, ``None`` when unknown.
        output_price: USD per output token, ``None`` when unknown.

    """

    above: int
    input_price: float | None
    output_price: float | None


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What is known of a model before it is called. Unknown is ``None``, never zero (DESIGN 5.6).

    Args:
        name: as the user typed it.
        route: what litellm is called with, e.g. ``anthropic/claude-3-5-sonnet-20241022``.
        window: input window in tokens.
        max_output: largest output the provider allows.
        input_price: USD per input token.
        output_price: USD per output token.
        encoding: tiktoken encoding for counting.
        encoding_exact: whether that is the model's own tokenizer.
        reasoning: whether it spends hidden tokens before the visible answer.
        source: where the figures come from (``alias table``, ``litellm map``, ``settings``, ``built in``).
        tiers: what longer prompts cost, by rising length; up to the first of them the two prices above hold.

    """

    name: str
    route: str
    window: int | None = None
    max_output: int | None = None
    input_price: float | None = None
    output_price: float | None = None
    encoding: str = "cl100k_base"
    encoding_exact: bool = False
    reasoning: bool = False
    source: str = ""
    tiers: tuple[PriceTier, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """One call.

    Args:
        prompt: the user message.
        temperature: ``None`` leaves it to the provider.
        max_output: tokens of visible answer.
        reasoning_budget: tokens added for hidden reasoning, for reasoning models only.
        timeout: seconds for the whole call.
        arguments: further arguments of the user (``--lcbench-model-args``), passed on unchanged.
        keep: hands an answer over before :meth:`Model.complete` returns it: when this returns it is in the store, and not even a
            killed process loses it. For a client that must not say it has received an answer before somebody else has it: one that
            takes answers out of a queue, say, where they are not to be had again. Called with the answer that is then returned, once.

    """

    prompt: str
    temperature: float | None
    max_output: int
    reasoning_budget: int = 0
    timeout: float = 600.0
    arguments: dict[str, Any] = field(default_factory=dict)
    keep: Callable[[Response], object] = field(default=lambda _response: None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Response:
    """An answer as it arrived.

    Args:
        text: the visible answer; empty when there is none.
        finish_reason: the provider's word (``stop``, ``length``, ``content_filter``, ``refusal`` …).
        refused: the provider signalled a refusal or a filter.
        prompt_tokens: as the provider counted; ``None`` when it did not say.
        completion_tokens: the same, hidden reasoning included.
        reasoning_tokens: the same, of which hidden.
        cost: USD, ``None`` when the price or the usage is unknown.
        latency_s: of the successful attempt.
        attempts: calls made, the successful one included.
        dropped: parameters the provider rejected and that were left out, e.g. ``("temperature",)``.
        quota: what the provider said is left of its limits. Of the moment only: never stored, no part of equality.

    """

    text: str
    finish_reason: str
    refused: bool = False
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost: float | None = None
    latency_s: float = 0.0
    attempts: int = 1
    dropped: tuple[str, ...] = ()
    quota: Quota | None = field(default=None, compare=False, repr=False, metadata={"stored": False})


class Model(Protocol):
    """Anything that answers a prompt. Called from one event loop in a thread of its own, many calls at once."""

    @property
    def info(self) -> ModelInfo:
        """What is known of it."""

    async def complete(self, request: Request) -> Response:
        """Answer, or raise :class:`ModelCallError`. Must be safe to cancel."""

    async def close(self) -> None:
        """Free connections."""
