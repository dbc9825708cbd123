"""Calling again after faults that pass."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from pytest_lcbench.models.model import ErrorClass, Model, ModelCallError, Request, Response
from pytest_lcbench.models.pacing import NotSentError, Pacer

DEFAULT_ATTEMPTS = 5
REFUSALS_PER_ATTEMPT = 10
"""Rate limits that count as much as one fault. They say that the call is fine and the moment is not: nothing was spent on them, and
under a shared limit one case may meet many. A deadline is what really ends them."""
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
_LAST_CHANCE = 0.8  # of the time that is left: later it might have to wait at the gate past its deadline


async def complete_with_retries(
    model: Model,
    request: Request,
    *,
    pacer: Pacer | None = None,
    tokens: int = 0,
    name: str = "",
    attempts: int = DEFAULT_ATTEMPTS,
    deadline: float | None = None,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    clock: Callable[[], float] = time.monotonic,
    rng: random.Random | None = None,
) -> Response:
    """Call until there is an answer, a fault that will not pass, or no attempt or time left.

    Waits double from one second to sixty, each drawn between half and whole so that calls that failed together do not return
    together. A server that names a wait is not called before it is over. Rate limits use up attempts ten times more slowly than
    other faults and double their waits apart from them; with one attempt nothing is repeated. The wait after a rate limit ends sooner
    when the pacer sees that the server has room, and one that would reach past the deadline ends shortly before it.

    Args:
        model: who is called.
        request: what is asked.
        pacer: every attempt goes through it, waiting for room before its own time limit begins; ``None`` sends at once.
        tokens: input tokens of the request, reserved with the pacer for every attempt.
        name: of the case, for the stall watch.
        attempts: faults at most, the last one included; at least 1.
        deadline: moment of *clock* past which no wait may reach and nothing is sent by the pacer.
        sleep: how to wait without a pacer.
        clock: of the deadline.
        rng: source of the jitter.

    Raises:
        ModelCallError: the last one, with the calls made in ``attempts``.

    """
    if attempts < 1:
        raise ValueError("attempts must be at least 1")
    draw = rng or random.Random()  # noqa: S311 - jitter needs no secrecy
    most_refusals = attempts * REFUSALS_PER_ATTEMPT if attempts > 1 else 1
    made = faults = refusals = cuts = 0
    began, since = clock(), None
    last: ModelCallError | None = None
    while True:
        try:
            if pacer is None:
                response = await model.complete(request)
            else:
                response = await pacer.send(lambda: model.complete(request), tokens=tokens, deadline=deadline, name=name, since=since)
        except NotSentError as error:
            # What the server said last tells more than that there was no time to ask again.
            told = error if last is None else last
            told.attempts = made
            raise told from None
        except ModelCallError as error:
            made += error.attempts
            error.attempts = made
            refused = error.error_class is ErrorClass.RATE_LIMIT
            if refused:
                refusals += 1
                since = began
                wait = _wait(refusals - 1, error.retry_after, draw)
            else:
                faults += 1
                wait = _wait(faults - 1, error.retry_after, draw)
            left = math.inf if deadline is None else deadline - clock()
            if refused and error.retry_after is None and wait > left > FIRST_WAIT_S:
                wait = left * (_LAST_CHANCE + (1.0 - _LAST_CHANCE) * 0.75 * draw.random())
            late = wait > left
            if not error.error_class.retryable or faults >= attempts or refusals >= most_refusals or late:
                raise
            last = error
        else:
            return replace(response, attempts=made + response.attempts)
        if pacer is None:
            await sleep(wait)
        elif refused:
            cuts += await pacer.back_off(wait, since=since, cuts=cuts if last.retry_after is None else None)
        else:
            await pacer.back_off(wait)


def _wait(turn: int, retry_after: float | None, draw: random.Random) -> float:
    whole = min(FIRST_WAIT_S * 2.0 ** min(turn, 30), LONGEST_WAIT_S)
    backoff: float = whole * (0.5 + draw.random() / 2)
    if retry_after is None:
        return backoff
    # A little later than asked for, each call by another amount: all were told the same moment.
    return retry_after + draw.random() * min(FIRST_WAIT_S, 0.1 * retry_after + 0.05)
