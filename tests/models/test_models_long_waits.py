"""Waits of more than a minute, asked for by a server that means them or by one odd reply."""

from __future__ import annotations

import asyncio
import statistics
import zlib
from dataclasses import dataclass

import pytest
from pacing_runs import simulate
from virtual_time import Server, run_virtually, virtual_clock

from pytest_lcbench.models.adaptive import AdaptiveLimit
from pytest_lcbench.models.long_waits import BELIEVED_S, FIRST_S, IN_A_ROW, LongWaits
from pytest_lcbench.models.model import ErrorClass, ModelCallError, Request, Response
from pytest_lcbench.models.pacing import Pacer
from pytest_lcbench.models.retrying import complete_with_retries


@pytest.mark.parametrize("asked", [None, 0.0, 0.5, 30.0, BELIEVED_S])
def test_waits_up_to_a_minute_are_heeded_as_they_are(asked: float | None) -> None:
    waits = LongWaits()
    for number in range(1, 5):
        waits.sent(number)
        assert waits.heed(asked, number, 0.0) == asked


def test_a_long_wait_grows_while_it_is_repeated_and_never_above_what_is_asked_for() -> None:
    waits = LongWaits()
    heeded = []
    for number in range(1, 8):
        waits.sent(number)
        heeded.append(waits.heed(300.0, number, 1000.0 * number))
    assert heeded == [10.0, 20.0, 40.0, 80.0, 160.0, 300.0, 300.0]


def test_long_waits_of_calls_that_were_in_flight_together_are_one() -> None:
    waits = LongWaits()
    for number in (1, 2, 3):
        waits.sent(number)
    assert [waits.heed(300.0, number, 5.0 + number) for number in (2, 1, 3)] == [FIRST_S, FIRST_S + 1.0, FIRST_S - 1.0]
    assert waits.heed(300.0, 3, 100.0) is None, "that moment is over"


def test_what_was_sent_before_and_answered_after_a_long_wait_proves_nothing() -> None:
    waits = LongWaits()
    waits.sent(1)
    waits.sent(2)
    assert waits.heed(300.0, 1, 0.0) == FIRST_S
    waits.answered(2)
    waits.sent(3)
    assert waits.heed(300.0, 3, 20.0) == 2 * FIRST_S


def test_a_server_that_answers_after_a_long_wait_was_asked_for_is_not_waited_for_until_it_refuses_everything() -> None:
    waits = LongWaits()
    waits.sent(1)
    assert waits.heed(300.0, 1, 0.0) == FIRST_S
    waits.sent(2)
    waits.answered(2)
    heeded = []
    for number in range(3, 3 + IN_A_ROW + 1):
        waits.sent(number)
        heeded.append(waits.heed(300.0, number, 100.0 * number))
    assert heeded == [*[None] * (IN_A_ROW - 1), FIRST_S, 2 * FIRST_S]


@dataclass
class Odd(Server):
    """Answers, but refuses one prompt in eight the first time, by its hash with *salt*, and asks for a day each time."""

    salt: str = ""
    error_class: ErrorClass = ErrorClass.RATE_LIMIT

    async def complete(self, request: Request) -> Response:
        if zlib.crc32((self.salt + request.prompt).encode()) % 8 == 0 and request.prompt not in self.seen:
            self.seen.add(request.prompt)
            await asyncio.sleep(self.refusal_latency)
            raise ModelCallError(self.error_class, "come back tomorrow", retry_after=86_400.0)
        return await super().complete(request)

    @property
    def seen(self) -> set[str]:
        seen: set[str] = self.__dict__.setdefault("told", set())
        return seen


@pytest.mark.parametrize(
    ("error_class", "median", "longest"), [(ErrorClass.RATE_LIMIT, 200, 600), (ErrorClass.SERVER, 40, 60)], ids=["refusals", "faults"]
)
def test_one_reply_in_eight_that_asks_for_a_day_does_not_stop_the_others(
    error_class: ErrorClass, median: float, longest: float
) -> None:
    seconds = []
    for number in range(15):
        server = Odd(latency=0.5, salt=f"s{number}", error_class=error_class)
        simulate(server, 400)
        assert len(server.accepted) == 400
        assert len(server.seen) > 30
        seconds.append(max(server.accepted) - min(server.accepted))
    # A wait of ten seconds, and the refused ones' own. Refusals are taken for a limit's until far less is refused as well, which takes
    # a minute or two, six at worst; a pause of five minutes for everybody after each of them would make hours of it.
    assert statistics.median(seconds) <= median
    assert max(seconds) <= longest


def test_a_case_with_little_time_survives_a_reply_that_asks_for_more() -> None:
    async def work() -> float:
        model, began = Odd(latency=0.5), virtual_clock()
        pacer = Pacer(AdaptiveLimit(4, 4), clock=virtual_clock)
        prompts = [f"prompt {number}" for number in range(40)]
        calls = [
            complete_with_retries(model, Request(prompt, 0.0, 10), pacer=pacer, deadline=began + 60, clock=virtual_clock)
            for prompt in prompts
        ]
        assert {answer.text for answer in await asyncio.gather(*calls)} == {"yes"}
        assert model.seen
        return virtual_clock() - began

    assert run_virtually(work()) < 60


def test_a_server_that_is_closed_for_minutes_is_asked_a_few_times_only() -> None:
    class Closed(Server):
        async def complete(self, request: Request) -> Response:
            left = 1000.0 + 600.0 - virtual_clock()
            if left > 0:
                self.refused.append(virtual_clock())
                await asyncio.sleep(self.refusal_latency)
                raise ModelCallError(ErrorClass.RATE_LIMIT, "closed", retry_after=left)
            return await super().complete(request)

    server = Closed(latency=0.5)
    simulate(server, 50)
    assert len(server.accepted) == 50
    # Eight at first, and what is sent together after each wait: 10, 20, 40, 80, 160 and 300 s at most.
    assert len(server.refused) <= 60
    assert server.accepted[0] - 1000.0 <= 900.0
