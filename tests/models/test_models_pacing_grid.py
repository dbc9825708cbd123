"""Sustained limits over a grid of servers: how large their bucket is, how fast it fills, and what they tell."""

from __future__ import annotations

import pytest
from bucket_server import BucketServer, tokens_of
from pacing_runs import simulate

from pytest_lcbench.models.model import Request, Response

LEAST_USED, MOST_REFUSED = 0.9, 0.03
RATES = [0.5, 2, 10]
FILLS = [1, 3, 10, 60]
"""Seconds until the bucket is full again."""
ASKS: dict[str, dict[str, float | bool]] = {"silent": {}, "a_second": {"retry_after": 1.0}, "exact": {"exact": True}}


@pytest.mark.parametrize("asks", ASKS)
@pytest.mark.parametrize("tells", [False, True], ids=["untold", "told"])
@pytest.mark.parametrize("fill", FILLS)
@pytest.mark.parametrize("rate", RATES)
def test_a_bucket_of_requests_is_used_and_seldom_found_empty(rate: float, fill: float, asks: str, *, tells: bool) -> None:
    """Of a run's calls, all count towards the refused ones; the first half minute does not count as use.

    Not less than two requests: smaller ones are below.
    """
    server = BucketServer(latency=0.5, rate=rate, burst=max(rate * fill, 2.0), tells=tells, **ASKS[asks])  # type: ignore[arg-type]
    simulate(server, 1600)
    assert server.rate_used(after=30) >= LEAST_USED
    assert server.refused_share < MOST_REFUSED


@pytest.mark.parametrize("asks", ASKS)
@pytest.mark.parametrize("rate", RATES)
def test_a_bucket_of_one_request_is_used_once_its_rate_is_found(rate: float, asks: str) -> None:
    """Such a bucket forgets every moment without a call, so nothing that went before shows how much it takes.

    Its rate is only found by passing it. The first refusals leave a rough rate, from which it is passed after some twenty calls; what
    was measured on the way is less than the rate, for the bucket was full most of the time, so it is passed once more, after a flat
    part of a hundred calls or thirty seconds: at half the rate at worst some 150 calls, or a hundred seconds. Where a refusal asks for
    a second, which is lost, the flat part is fifty seconds, so that no more than 2 % are lost, and the way takes 150 s.
    """
    server = BucketServer(latency=0.5, rate=rate, burst=1.0, **ASKS[asks])  # type: ignore[arg-type]
    simulate(server, int(max(1600, 300 * rate)))
    assert server.rate_used(after=max(150.0 if asks == "a_second" else 100.0, 150 / rate)) >= LEAST_USED
    assert server.refused_share < MOST_REFUSED


@pytest.mark.parametrize("asks", ASKS)
@pytest.mark.parametrize("tells", [False, True], ids=["untold", "told"])
@pytest.mark.parametrize(("rate", "fill"), [(2, 10), (2, 60), (10, 3), (10, 10)])
def test_a_bucket_of_tokens_is_used_under_prompts_of_many_lengths(rate: float, fill: float, asks: str, *, tells: bool) -> None:
    """Of twenty prompts of mean length or more: a smaller one is found empty by a few long ones in a row, whatever the rate."""
    server = BucketServer(latency=0.5, rate=rate, burst=rate * fill, tells=tells, of_tokens=True, **ASKS[asks])  # type: ignore[arg-type]
    simulate(server, 1600, tokens=tokens_of)
    assert server.rate_used(after=30) >= LEAST_USED
    assert server.refused_share < MOST_REFUSED


def test_a_limit_that_falls_is_followed() -> None:
    """A rate that was measured is no proof for ever: after a fall to two fifths, refusals stay few."""

    class Falling(BucketServer):
        async def complete(self, request: Request) -> Response:
            if len(self.accepted) == 1000:
                self.rate, self.burst = 4.0, 4.0
            return await super().complete(request)

    server = Falling(latency=0.5, rate=10.0, burst=10.0)
    simulate(server, 2000)
    late = [at for at in server.accepted[1000:] if at > server.accepted[1000] + 30]
    assert (len(late) - 1) / (late[-1] - late[0]) >= LEAST_USED * 4
    assert server.refused_share < MOST_REFUSED
