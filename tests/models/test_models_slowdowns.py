from __future__ import annotations

from pytest_lcbench.models.slowdowns import SlowdownWatch


def test_time_at_the_gate_counts_once_however_many_wait() -> None:
    watch = SlowdownWatch()
    watch.held(10)
    watch.held(12)
    watch.let_go(15)
    assert watch.total(20) == 10
    watch.let_go(20)
    assert watch.total(99) == 10


def test_refused_calls_that_wait_count_only_while_none_is_in_flight() -> None:
    watch = SlowdownWatch()
    watch.sent(0)
    watch.backs_off(0)
    assert watch.total(10) == 0
    watch.ended(10, refused=False)
    assert watch.total(13) == 3
    watch.comes_back(13)
    assert watch.total(50) == 3


def test_it_is_told_after_half_a_minute_and_again_after_another_one_and_a_minute() -> None:
    watch = SlowdownWatch()
    watch.held(0)
    assert not watch.due(29)
    assert watch.due(31)
    watch.news(31, 1)
    assert not watch.due(90)
    assert watch.due(92)
    watch.news(92, 1)
    watch.let_go(100)
    assert not watch.due(1000), "eight seconds since the last word"


def test_the_line_says_what_the_server_does() -> None:
    watch = SlowdownWatch()
    for at in range(40):
        watch.sent(at)
        watch.ended(at + 0.5, refused=at % 4 == 0)
    watch.held(40)
    assert watch.news(80, 31) == "the server refuses calls (429): 10 of the last 40; sending 0.3 calls/s, 31 cases wait"
    assert watch.news(80, 1, "the judge's server").endswith(", 1 case waits")


def test_a_limit_kept_without_a_refusal_is_told_as_such() -> None:
    watch = SlowdownWatch()
    watch.held(0)
    assert watch.news(80, 3) == "the server limits the rate, without refusing calls; sending 0.0 calls/s, 3 cases wait"
