from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.models.budget import LONGEST_PAUSE_S, Budget, Limits, Reservation
from pytest_lcbench.models.model import Quota

FREE = Limits()
# Times near zero would hide mistakes with what was never set.
START = 5000.0

events = st.lists(
    st.tuples(st.floats(0, 20), st.integers(1, 150), st.sampled_from(["send", "send", "send", "pause", "give_back", "refused"])),
    max_size=120,
)


def worst_minute(sent: list[tuple[float, int]], limits: Limits) -> None:
    for at, tokens in sent:
        inside = [(other, size) for other, size in sent if at - 60 < other <= at]
        if limits.rpm is not None:
            assert len(inside) <= limits.rpm
        if limits.tpm is not None and tokens <= limits.tpm:
            assert sum(size for _, size in inside) <= limits.tpm
        if limits.tpm is not None and tokens > limits.tpm:
            assert len(inside) == 1


@given(st.integers(1, 40), st.integers(20, 400), events)
@settings(max_examples=150, deadline=None)
def test_no_minute_holds_more_than_the_limits(rpm: int, tpm: int, steps: list[tuple[float, int, str]]) -> None:
    limits = Limits(rpm, tpm)
    budget, now = Budget(), START
    sent: list[Reservation] = []
    for passed, tokens, what in steps:
        now += passed
        if what == "pause":
            budget.pause(now + passed, now)
        elif what == "refused" and sent:
            budget.refused(sent[-1], now, passed)
        elif what == "give_back" and sent and sent[-1].at > now:
            budget.give_back(sent.pop(), now, limits)
        else:
            sent.append(budget.reserve(tokens, now, limits))
            # Asked for again and again by callers that wait, as the pacer does.
            now = max(now, sent[-1].at) if tokens % 3 else now
    worst_minute([(each.at, each.tokens) for each in sent], limits)
    assert all(a.at <= b.at for a, b in pairwise(sent))


@given(st.integers(1, 40), st.integers(20, 400), events)
@settings(max_examples=100, deadline=None)
def test_probes_and_needless_pauses_break_no_minute_either(rpm: int, tpm: int, steps: list[tuple[float, int, str]]) -> None:
    limits = Limits(rpm, tpm)
    budget, now = Budget(), START
    sent: list[Reservation] = []
    for passed, tokens, what in steps:
        now += passed / 10
        if what == "refused" and sent:
            budget.refused(sent[-1], now, 5.0)
        elif what == "give_back" and sent:
            budget.accepted(sent[-1], now)
        else:
            made = budget.reserve(min(tokens, tpm), now, limits, probe=True)
            sent.append(made)
            now = max(now, made.at) if tokens % 3 else now
    worst_minute([(each.at, each.tokens) for each in sent], limits)


def send_all(budget: Budget, limits: Limits, tokens: int, seconds: float) -> int:
    """Send as fast as allowed for so long; return how many went."""
    now, sent = START, 0
    while True:
        now = max(now, budget.reserve(tokens, now, limits).at)
        if now > START + seconds:
            return sent
        sent += 1


def test_the_allowed_rate_is_used() -> None:
    assert send_all(Budget(), Limits(rpm=600), 1, 600) >= 0.97 * 6000
    assert send_all(Budget(), Limits(tpm=60_000), 1000, 600) >= 0.97 * 600
    assert send_all(Budget(), Limits(rpm=3), 1, 600) >= 0.95 * 30


def test_only_a_few_seconds_worth_goes_out_at_once() -> None:
    budget = Budget()
    first = [budget.reserve(1000, START, Limits(rpm=60, tpm=100_000)).at for _ in range(10)]
    assert [at for at in first if at == START] == first[:4]
    assert first[9] == pytest.approx(START + 6)


def test_a_request_above_the_token_limit_is_sent_alone() -> None:
    budget, limits = Budget(), Limits(tpm=1000)
    before = budget.reserve(10, START, limits)
    large = budget.reserve(50_000, START, limits)
    after = budget.reserve(10, START, limits)
    assert large.at >= before.at + 60
    assert after.at >= large.at + 60


def test_nothing_is_sent_in_a_pause_and_no_pause_is_endless() -> None:
    budget = Budget()
    budget.pause(START + 30, START)
    budget.pause(START + 10, START)
    assert budget.reserve(1, START + 1, FREE).at == START + 30
    budget.pause(START + 1e9, START)
    assert budget.reserve(1, START, FREE).at == START + LONGEST_PAUSE_S


def test_what_is_given_back_is_there_again() -> None:
    budget, limits = Budget(), Limits(rpm=2)
    budget.reserve(1, START, limits)
    for _ in range(5):
        second = budget.reserve(1, START, limits)
        budget.give_back(second, START, limits)
    assert budget.reserve(1, START, limits).at == second.at


def test_what_is_left_is_spread_until_it_is_full_again() -> None:
    budget = Budget()
    first = budget.reserve(1, START, FREE)
    budget.learn(Quota(requests=10, requests_reset_s=20.0), first, START)
    ats = [budget.reserve(1, START, FREE).at for _ in range(5)]
    assert [round(b - a, 3) for a, b in pairwise(ats)] == [2.0] * 4


def test_tokens_left_slow_large_requests_more() -> None:
    budget = Budget()
    first = budget.reserve(100, START, FREE)
    budget.learn(Quota(tokens=1000, tokens_reset_s=10.0), first, START)
    small, large, after = (budget.reserve(tokens, START + 5, FREE).at for tokens in (100, 500, 1))
    assert large - small == pytest.approx(1.0, abs=0.3)
    assert after - large == pytest.approx(5.0, abs=0.3)


def test_a_full_quota_slows_nothing_and_old_words_are_not_heard_over_new_ones() -> None:
    budget = Budget()
    old, new = budget.reserve(1, START, FREE), budget.reserve(1, START, FREE)
    budget.learn(Quota(requests=10_000, requests_reset_s=1.0), new, START + 1)
    budget.learn(Quota(requests=0, requests_reset_s=50.0), old, START + 1)
    assert budget.reserve(1, START + 1, FREE).at == START + 1


def test_a_quota_per_day_does_not_stop_the_run() -> None:
    budget = Budget()
    first = budget.reserve(1, START, FREE)
    budget.learn(Quota(requests=0, requests_reset_s=80_000.0), first, START)
    budget.reserve(1, START, FREE)
    assert budget.reserve(1, START, FREE).at <= START + 125


def test_a_state_survives_being_written() -> None:
    budget = Budget()
    for _ in range(12):
        budget.refused(budget.reserve(7, START, Limits(rpm=90)), START + 1)
    again = Budget.load(json.loads(json.dumps(budget.dump())), START)
    assert again == budget
    assert again.learnt.rate > 0


@pytest.mark.parametrize(
    "change",
    [
        {"touched": START + 1e5},
        {"paused_until": START + 1e9},
        {"held_s": "x"},
        {"said_at": float("nan")},
        {"learnt": {"rate": 1.0, "speed": 2.0}},
        {"learnt": None},
        {"learnt": {"rate": float("inf")}},
        {"doubts": {"evidence": "x"}},
        {"told": {}},
        {"told": {"requests": {"rate": float("nan")}, "tokens": {}}},
        {"window": [[1]]},
        {"window": 3},
        {"recent": None},
    ],
)
def test_a_state_of_another_clock_or_of_no_sense_is_left(change: dict[str, Any]) -> None:
    budget = Budget()
    budget.reserve(7, START, Limits(rpm=90))
    assert Budget.load(budget.dump() | change, START) == Budget()


@pytest.mark.parametrize("values", [None, 3, [], {}, {"touched": 1}])
def test_what_is_no_state_is_a_new_one(values: object) -> None:
    assert Budget.load(values, START) == Budget()


def test_a_share_is_a_part_of_the_limits_and_never_nothing() -> None:
    assert Limits(100, 7).share(4) == Limits(25, 1)
    assert Limits(3, None).share(8) == Limits(1, None)
    with pytest.raises(ValueError, match="at least 1"):
        Limits(rpm=0)
