"""Calling again after faults that pass."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from pytest_lcbench.models.model import Model, ModelCallError, Request, Response

DEFAULT_ATTEMPTS = 5
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0


async def complete_with_retries(
    model: Model,
    request: Request,
    *,
    attempts: int = DEFAULT_ATTEMPTS,
    deadline: float | None = None,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    rng: random.Random | None = None,
) -> Response:
    """Call until there is an answer, a fault that will not pass, or no attempt or time left.

    Waits double from one second to sixty, each drawn between half and whole so that calls that failed together do not return
    together. A server that names a wait is not called before it is over.

    Args:
        model: who is called.
        request: what is asked.
        attempts: calls at most, at least 1.
        deadline: moment of :func:`time.monotonic` past which no wait may reach.
        sleep: how to wait.
        rng: source of the jitter.

    Raises:
        ModelCallError: the last one, with the calls made in ``attempts``.

    """
    if attempts < 1:
        raise ValueError("attempts must be at least 1")
    draw = rng or random.Random()  # noqa: S311 - jitter needs no secrecy
    made = 0
    for turn in range(attempts):
        try:
            response = await model.complete(request)
        except ModelCallError as error:
            made += error.attempts
            wait = _wait(turn, error.retry_after, draw)
            late = deadline is not None and time.monotonic() + wait > deadline
            if not error.error_class.retryable or turn + 1 == attempts or late:
                error.attempts = made
                raise
        else:
            return replace(response, attempts=made + response.attempts)
        await sleep(wait)
    raise AssertionError("the last attempt returns or raises")  # pragma: no cover


def _wait(turn: int, retry_after: float | None, draw: random.Random) -> float:
    whole = min(FIRST_WAIT_S * 2.0**turn, LONGEST_WAIT_S)
    backoff: float = whole * (0.5 + draw.random() / 2)
    if retry_after is None:
        return backoff
    # A little later than asked for, each call by another amount: all were told the same moment.
    return retry_after + draw.random() * min(FIRST_WAIT_S, 0.1 * retry_after + 0.05)
