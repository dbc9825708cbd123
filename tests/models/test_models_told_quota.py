"""What a server's words tell about how fast its bucket fills."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from pacing_runs import simulate
from virtual_time import Server, virtual_clock

from pytest_lcbench.models.model import ErrorClass, ModelCallError, Quota, Request, Response
from pytest_lcbench.models.told_quota import ToldQuota, ToldRate


def hear_bucket(told: ToldRate, rate: float, capacity: float, levels: list[float], digits: int = 3) -> None:
    for level in levels:
        told.hear(int(level), round((capacity - level) / rate, digits))


@pytest.mark.parametrize(("rate", "capacity", "digits"), [(25, 25, 3), (1, 60, 0), (40, 40, 3), (500_000, 1_000_000, 3)])
def test_some_words_of_one_bucket_tell_its_rate(rate: float, capacity: float, digits: int) -> None:
    told = ToldRate()
    hear_bucket(told, rate, capacity, [capacity * part / 20 for part in (19.3, 17.1, 15.9, 12.2, 9.4, 6.6, 8.1, 3.3, 5.2)], digits)
    assert told.rate == pytest.approx(rate, rel=0.1)


def test_a_fixed_window_tells_no_rate() -> None:
    told = ToldRate()
    for window in range(3):
        for step in range(30):
            told.hear(60 - step - window, 60.0 - 2 * step)
    assert told.rate == 0


def test_words_that_hardly_differ_tell_no_rate() -> None:
    told = ToldRate()
    hear_bucket(told, 40, 40, [39.9, 39.2, 38.8, 39.5] * 5)
    assert told.rate == 0


def test_another_limit_is_noticed() -> None:
    told = ToldRate()
    levels = [40.0 - step for step in range(30)]
    hear_bucket(told, 40, 40, levels)
    hear_bucket(told, 10, 40, levels)
    assert told.rate == pytest.approx(10, rel=0.1)


def test_a_bucket_that_is_small_beside_the_latency_is_paced_at_its_rate() -> None:
    told = ToldQuota()
    for left in range(24, 4, -1):
        quota = Quota(requests=left, requests_reset_s=(25 - left) / 25)
        told.compare(quota, 30)
        told.hear(quota, 2.0, 100.0, unseen=10, unseen_tokens=0)
    assert told.known_from == 30
    assert told.pace(0, 101.0) == pytest.approx(1 / 25, rel=0.1)
    assert told.pace(0, 200.0) == 0, "no word counts for more than a minute"


@dataclass
class Poor(Server):
    """Says with every answer that nothing is left for hours, and answers all the same."""

    quota: Quota = Quota(requests=0, requests_reset_s=6 * 3600.0)  # noqa: RUF009 - frozen

    async def complete(self, request: Request) -> Response:
        return replace(await super().complete(request), quota=self.quota)


@dataclass
class Window(Server):
    """Takes one call in each window of 40 seconds, says so, and refuses the others."""

    async def complete(self, request: Request) -> Response:
        now = virtual_clock()
        if self.accepted and now // 40 == self.accepted[-1] // 40:
            self.refused.append(now)
            raise ModelCallError(ErrorClass.RATE_LIMIT, "wait", retry_after=40 - now % 40)
        return replace(await super().complete(request), quota=Quota(requests=0, requests_reset_s=40 - now % 40))


@pytest.mark.parametrize(
    "quota",
    [
        Quota(requests=0, requests_reset_s=6 * 3600.0),
        Quota(requests=0),
        Quota(requests=1000, requests_reset_s=1.0, tokens=0, tokens_reset_s=3600.0),
    ],
    ids=["requests", "without a reset", "tokens"],
)
def test_a_server_that_says_at_all_times_that_nothing_is_left_and_answers_is_not_believed_for_long(quota: Quota) -> None:
    server = Poor(latency=0.5, quota=quota)
    simulate(server, 400, tokens=100)
    assert len(server.accepted) == 400
    assert server.accepted[-1] - server.accepted[0] <= 180, "a call a minute would be six hours"


def test_a_server_that_takes_no_more_than_it_says_is_believed() -> None:
    server = Window(latency=0.5)
    simulate(server, 12)
    assert len(server.accepted) == 12
    assert server.accepted[-1] - server.accepted[0] <= 13 * 40
    # The eight that are sent before it has said anything, and those that wait for its refusals.
    assert len(server.refused) <= 24
