from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.reporting.live import LiveLine


def line_after(*, cost: float | None = 1.2, in_flight: int | None = 8, unknown_calls: int = 0) -> LiveLine:
    """37 of 1,600 done at one each half second; 42.1 on average."""
    line = LiveLine(1600, now=1000.0)
    for done in range(1, 38):
        line.update(
            done=done,
            total=1600,
            now=1000.0 + done * 0.5,
            points=42.1,
            in_flight=in_flight,
            cost=cost,
            unknown_calls=unknown_calls,
        )
    return line


def test_the_line_tells_progress_average_calls_cost_and_time_left() -> None:
    # 1,563 left at 0.5 s: 781.5 s
    assert line_after().text(1018.5, 110) == "lcbench 37/1600 avg 42.1 in flight 8 cost $1.20 left 13m"


def test_an_unknown_cost_is_a_question_mark() -> None:
    assert "cost ? left" in line_after(cost=None).text(1018.5, 110)
    assert "cost ? left" in line_after(cost=None, unknown_calls=3).text(1018.5, 110)


def test_a_cost_that_is_known_in_part_says_so() -> None:
    assert "cost $1.20+? left" in line_after(unknown_calls=1).text(1018.5, 110)


def test_unknown_calls_in_flight_are_left_out() -> None:
    assert line_after(in_flight=None).text(1018.5, 110) == "lcbench 37/1600 avg 42.1 cost $1.20 left 13m"


def test_before_the_first_item_nothing_is_claimed() -> None:
    assert LiveLine(5, now=0.0).text(3.0, 110) == "lcbench 0/5 avg - cost $0.00 left ?"


def test_items_without_points_leave_the_average_alone() -> None:
    line = LiveLine(3, now=0.0)
    line.update(done=1, total=3, now=1.0, points=50.0)
    line.update(done=2, total=3, now=2.0, points=None)
    assert "2/3 avg 50.0" in line.text(2.0, 110)


def test_when_all_is_done_no_time_is_left() -> None:
    line = LiveLine(1, now=0.0)
    line.update(done=1, total=1, now=9.0, points=0.0)
    assert line.text(10.0, 110).endswith("avg 0.0 cost ? left 0s")


def test_a_stalled_server_shows_in_the_time_left() -> None:
    assert line_after().text(1018.5 + 3600, 110).endswith("left 1d18h")


def test_answers_from_the_store_are_soon_forgotten_in_the_pace() -> None:
    line = LiveLine(1100, now=0.0)
    for done in range(1, 1001):
        line.update(done=done, total=1100, now=0.001 * done)
    for done in range(1001, 1065):
        line.update(done=done, total=1100, now=1.0 + 10.0 * (done - 1000))
    # 36 left at 10 s each
    assert line.text(641.0, 110).endswith("left 6m")


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (60, "lcbench 37/1600 avg 42.1 in flight 8 cost $1.20 left 13m"),
        (50, "lcbench 37/1600 avg 42.1 cost $1.20 left 13m"),
        (35, "lcbench 37/1600 avg 42.1 left 13m"),
        (30, "lcbench 37/1600 avg 42.1"),
        (20, "lcbench 37/1600"),
        (10, "lcbench 37"),
        (0, ""),
    ],
)
def test_a_narrow_terminal_loses_the_least_needed_first(width: int, text: str) -> None:
    assert line_after().text(1018.5, width) == text


@given(
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.none() | st.floats(0, 100),
    st.none() | st.floats(),
    st.floats(-1e9, 1e9),
    st.integers(-5, 200),
)
def test_the_line_is_plain_ascii_within_its_width(
    done: int, total: int, points: float | None, cost: float | None, now: float, width: int
) -> None:
    line = LiveLine(total, now=0.0)
    line.update(done=done, total=total, now=now, points=points, cost=cost)
    text = line.text(now, width)
    assert len(text) <= max(width, 0)
    assert text.isascii()
    assert text == "" or text.isprintable()
