from __future__ import annotations

import asyncio
import random
import time

import pytest

from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.retrying import complete_with_retries

E = ErrorClass
REQUEST = Request("p", 0.0, 10)


class Scripted:
    """A model that gives these outcomes, one a call."""

    def __init__(self, *outcomes: Response | ModelCallError) -> None:
        self.outcomes = list(outcomes)
        self.info = ModelInfo("m", "m")

    async def complete(self, request: Request) -> Response:
        assert request is REQUEST
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, ModelCallError):
            raise outcome
        return outcome

    async def close(self) -> None:
        return


def run(model: Scripted, *, attempts: int = 5, deadline: float | None = None) -> tuple[Response | ModelCallError, list[float]]:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def work() -> Response | ModelCallError:
        try:
            return await complete_with_retries(
                model,
                REQUEST,
                attempts=attempts,
                deadline=deadline,
                sleep=sleep,
                rng=random.Random(1),  # noqa: S311
            )
        except ModelCallError as error:
            return error

    return asyncio.run(work()), waits


def fault(kind: ErrorClass, *, retry_after: float | None = None, attempts: int = 1) -> ModelCallError:
    return ModelCallError(kind, str(kind), retry_after=retry_after, attempts=attempts)


@pytest.mark.parametrize("kind", [kind for kind in ErrorClass if kind.retryable])
def test_a_fault_that_passes_is_tried_again(kind: ErrorClass) -> None:
    outcome, waits = run(Scripted(fault(kind), Response("yes", "stop")))
    assert isinstance(outcome, Response)
    assert outcome.attempts == 2
    assert len(waits) == 1


@pytest.mark.parametrize("kind", [kind for kind in ErrorClass if not kind.retryable])
def test_a_fault_that_stays_is_not(kind: ErrorClass) -> None:
    outcome, waits = run(Scripted(fault(kind), Response("no", "stop")))
    assert isinstance(outcome, ModelCallError)
    assert (outcome.error_class, outcome.attempts, waits) == (kind, 1, [])


def test_waits_double_with_jitter_and_the_last_error_counts_all_calls() -> None:
    outcome, waits = run(Scripted(*(fault(E.SERVER) for _ in range(9))), attempts=9)
    assert isinstance(outcome, ModelCallError)
    assert outcome.attempts == 9
    assert len(waits) == 8
    for turn, wait in enumerate(waits):
        whole = min(2.0**turn, 60.0)
        assert whole / 2 <= wait <= whole
    assert len(set(waits)) == 8


def test_a_named_wait_is_obeyed() -> None:
    outcome, waits = run(Scripted(fault(E.RATE_LIMIT, retry_after=20.0), fault(E.RATE_LIMIT, retry_after=0.0), Response("yes", "stop")))
    assert isinstance(outcome, Response)
    assert 20.0 <= waits[0] <= 21.0
    assert 0.0 <= waits[1] <= 0.1


def test_calls_inside_an_attempt_are_counted() -> None:
    outcome, _ = run(Scripted(fault(E.SERVER, attempts=2), Response("yes", "stop", attempts=2)))
    assert isinstance(outcome, Response)
    assert outcome.attempts == 4


def test_a_wait_past_the_deadline_is_not_begun() -> None:
    outcome, waits = run(Scripted(fault(E.RATE_LIMIT, retry_after=100.0), Response("yes", "stop")), deadline=time.monotonic() + 5)
    assert isinstance(outcome, ModelCallError)
    assert waits == []


def test_no_attempt_is_no_call() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        run(Scripted(), attempts=0)


def test_one_attempt_never_waits() -> None:
    outcome, waits = run(Scripted(fault(E.SERVER)), attempts=1)
    assert isinstance(outcome, ModelCallError)
    assert waits == []
