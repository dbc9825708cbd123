from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.models.adaptive import AdaptiveLimit, Sent


def a_round(limit: AdaptiveLimit, now: float) -> None:
    """Send as many as it lets, answer them all."""
    for token in [limit.sent(now) for _ in range(limit.current - limit.in_flight)]:
        limit.succeeded(token, now + 1)


def test_it_doubles_every_round_up_to_the_ceiling() -> None:
    limit = AdaptiveLimit(4, 100)
    seen = []
    for turn in range(7):
        seen.append(limit.current)
        a_round(limit, turn)
    assert seen == [4, 8, 16, 32, 64, 100, 100]


def test_it_does_not_grow_while_it_is_not_reached() -> None:
    limit = AdaptiveLimit(8, 100)
    for turn in range(50):
        for token in [limit.sent(turn) for _ in range(7)]:
            limit.succeeded(token, turn + 0.5)
    assert limit.current == 8


def test_refusals_of_one_episode_cut_it_once() -> None:
    limit = AdaptiveLimit(32, 100)
    tokens = [limit.sent(0) for _ in range(32)]
    for token in tokens[:20]:
        limit.rate_limited(token, 1)
    assert limit.current == 16
    for token in tokens[20:]:
        limit.succeeded(token, 2)
    assert limit.current == 16
    assert limit.in_flight == 0


def test_the_next_episode_cuts_it_again_and_less() -> None:
    limit = AdaptiveLimit(32, 100)
    for token in [limit.sent(0) for _ in range(32)]:
        limit.rate_limited(token, 1)
    later = [limit.sent(2) for _ in range(16)]
    limit.rate_limited(later[0], 3)
    assert limit.current == 12


def test_a_refusal_of_a_few_calls_far_below_the_limit_leaves_it() -> None:
    limit = AdaptiveLimit(32, 100)
    limit.rate_limited(limit.sent(0), 1)
    assert limit.current == 32


def test_after_a_cut_it_grows_by_one_a_round_near_where_it_was_refused() -> None:
    limit = AdaptiveLimit(10, 100)
    for token in [limit.sent(0) for _ in range(10)]:
        limit.rate_limited(token, 0)
    seen = []
    for turn in range(1, 7):
        seen.append(limit.current)
        a_round(limit, turn)
    assert seen[0] == 5
    assert all(0 <= after - before <= 3 for before, after in pairwise(seen))
    assert 9 <= seen[-1] <= 11


def test_an_explicit_limit_shrinks_and_grows_back_and_no_further() -> None:
    limit = AdaptiveLimit(10, 10)
    for token in [limit.sent(0) for _ in range(10)]:
        limit.rate_limited(token, 0)
    assert limit.current == 5
    for turn in range(1, 20):
        a_round(limit, turn)
    assert limit.current == 10


def test_a_server_that_only_times_out_cuts_it_and_one_time_out_does_not() -> None:
    limit = AdaptiveLimit(16, 100)
    tokens = [limit.sent(0) for _ in range(16)]
    limit.failed(tokens[0], 600, timed_out=True)
    limit.failed(tokens[1], 600)
    assert limit.current == 16
    for token in tokens[2:]:
        limit.failed(token, 600, timed_out=True)
    assert limit.current == 8


def test_calls_are_spaced_only_after_a_refusal() -> None:
    limit = AdaptiveLimit(4, 100)
    a_round(limit, 0)
    assert limit.spacing == 0
    for token in [limit.sent(5) for _ in range(8)]:
        limit.rate_limited(token, 5)
    assert limit.spacing == pytest.approx(1 / 4 / 2)


@pytest.mark.parametrize(("start", "ceiling"), [(0, 5), (6, 5), (-1, 1)])
def test_a_limit_that_makes_no_sense_is_refused(start: int, ceiling: int) -> None:
    with pytest.raises(ValueError, match="start"):
        AdaptiveLimit(start, ceiling)


@given(
    st.integers(1, 20),
    st.integers(0, 30),
    st.lists(st.tuples(st.sampled_from("sssoorft"), st.integers(0, 1000)), max_size=300),
)
def test_it_stays_between_one_and_the_ceiling_whatever_happens(start: int, more: int, events: list[tuple[str, int]]) -> None:
    limit = AdaptiveLimit(start, start + more)
    flying: list[Sent] = []
    for now, (event, which) in enumerate(events):
        if event == "s":
            flying.append(limit.sent(now))
        elif flying:
            token = flying.pop(which % len(flying))
            if event == "o":
                limit.succeeded(token, now)
            elif event == "r":
                limit.rate_limited(token, now)
            else:
                limit.failed(token, now, timed_out=event == "t")
        assert 1 <= limit.current <= start + more
        assert limit.in_flight == len(flying)


def test_refusals_that_come_at_random_do_not_wear_the_limit_down() -> None:
    rng = random.Random(4)  # noqa: S311 - a simulation
    limit = AdaptiveLimit()
    limits: list[int] = []
    for _ in range(120):
        round_of = [limit.sent(float(len(limits))) for _ in range(limit.current)]
        for token in round_of:
            if rng.random() < 0.2:
                limit.rate_limited(token, len(limits) + 0.5)
            else:
                limit.succeeded(token, len(limits) + 0.5)
        limits.append(limit.current)
    assert sum(limits[20:]) / len(limits[20:]) >= 4.0
