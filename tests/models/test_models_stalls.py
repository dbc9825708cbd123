from __future__ import annotations

from pytest_lcbench.models.stalls import StallWatch


def test_a_stall_names_the_cases_longest_first() -> None:
    watch = StallWatch()
    watch.started(1, "a", 0.0)
    watch.started(2, "b", 30.0)
    assert watch.stalled(59.0) == []
    assert watch.stalled(61.0) == [("a", 61.0), ("b", 31.0)]


def test_nothing_in_flight_is_no_stall() -> None:
    watch = StallWatch()
    assert watch.stalled(1e6) == []
    watch.started(1, "a", 0.0)
    watch.finished(1, 1.0)
    assert watch.stalled(1e6) == []


def test_whatever_ends_shows_that_things_move() -> None:
    watch = StallWatch()
    watch.started(1, "a", 0.0)
    watch.started(2, "b", 30.0)
    watch.finished(2, 50.0)
    assert watch.stalled(109.0) == []
    assert watch.stalled(111.0) == [("a", 111.0)]


def test_idle_time_before_a_call_does_not_count() -> None:
    watch = StallWatch()
    watch.started(1, "a", 0.0)
    watch.finished(1, 1.0)
    watch.started(2, "b", 1000.0)
    assert watch.stalled(1059.0) == []
    assert watch.stalled(1061.0) == [("b", 61.0)]


def test_a_slow_model_is_given_twice_its_usual_time() -> None:
    watch = StallWatch()
    for call in range(5):
        watch.started(call, "x", 0.0)
        watch.finished(call, 100.0)
    watch.started(9, "slow", 100.0)
    assert watch.patience == 200.0
    assert watch.stalled(299.0) == []
    assert watch.stalled(300.0) == [("slow", 200.0)]


def test_the_end_of_an_unknown_call_is_ignored() -> None:
    watch = StallWatch()
    watch.started(1, "a", 0.0)
    watch.finished(7, 59.0)
    assert watch.stalled(60.0) == [("a", 60.0)]
