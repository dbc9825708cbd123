"""When the answers of a run are a mixture of what was drawn again and what was not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running.generations import Stage, move_marks
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.waves import Answers, Draw, Mixture, Wave, mixtures, mixtures_over, times_asked

W1 = Wave("r1", "fresh", since=10)
W2 = Wave("r2", "fresh", since=30)
SHARDS = {
    "n1": Wave("night-1of2", "fresh", since=20),
    "n2": Wave("night-2of2", "fresh", since=25),
    "n3": Wave("night-1of2", "fresh", since=35),
}
WAVES = {"w1": W1, "w2": W2, **SHARDS}


def draw(place: int, number: int = 1, wave: str = "", kind: str = "model", earlier: tuple[Draw, ...] = ()) -> Draw:
    return Draw(kind, number, place, float(place), wave, earlier)


OLD = [draw(1), draw(2)]
AGAIN = [draw(11, 2, "w1"), draw(12, 2, "w1")]


@pytest.mark.parametrize(
    "found",
    [
        [],
        OLD,
        AGAIN,
        [*AGAIN, draw(13, 1, "w1")],  # a new case, drawn by the wave
        [*AGAIN, draw(20)],  # a case that came later
        [draw(3), draw(4, 1, "w1")],  # asked anew where nothing had been asked: nothing was replaced
        [*AGAIN, draw(31, 2, "w2"), draw(32, 2, "w2")],  # shards, one after the other
        [draw(31, 3, "w2"), draw(32, 2, "w2")],  # one wave over all, whatever was before
        # shards tonight, one of them asked anew at other times too
        [draw(21, 2, "n1"), draw(26, 9, "n2", earlier=(draw(3, 7), draw(9, 8, "w0")))],
        [*OLD, draw(12, 2)],  # a damaged answer asked for again
        [*AGAIN, draw(13, 3)],
        [*AGAIN, draw(13, 1, kind="judge")],
    ],
)
def test_no_mixture(found: list[Draw]) -> None:
    assert mixtures(found, WAVES) == []


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([*OLD, *AGAIN], Mixture(W1, 2, 2)),
        ([*AGAIN, draw(20), draw(31, 2, "w2")], Mixture(W2, 3, 1)),  # new after the first wave, and passed over by the second
        ([*AGAIN, draw(31, 3, "w2", earlier=(draw(14, 2, "w1"),))], Mixture(W2, 3, 0)),  # a part was drawn once more
        ([draw(1, kind="judge"), draw(11, 2, "w1", kind="judge")], Mixture(W1, 1, 1)),
        # shards of which the first was asked anew once more, after the second
        ([draw(36, 3, "n3", earlier=(draw(21, 2, "n1"),)), draw(26, 2, "n2")], Mixture(SHARDS["n3"], 2, 0)),
        # parts of no shards: of the second, never asked before, this is the first answer
        ([*AGAIN, draw(31, 1, "w2")], Mixture(W1, 2, 0)),
        # parts of no shards, one of which was asked anew before the other as well
        ([draw(31, 3, "w2", earlier=(draw(9, 2, "w0"),)), draw(12, 2, "w1")], Mixture(W2, 2, 0)),
    ],
)
def test_a_mixture(found: list[Draw], expected: Mixture) -> None:
    assert mixtures(found, WAVES) == [expected]


JUDGED = {"j1": Wave("r1", "fresh", since=10), "j2": Wave("r2", "fresh", since=30), "alone": Wave("r1", "rejudge", since=40)}


def judged(place: int, number: int, wave: str, *earlier: Draw) -> Draw:
    return draw(place, number, wave, "judge", earlier)


def test_how_often_a_text_came_up_before_is_no_matter_of_its_judge() -> None:
    found = [judged(11, 3, "j1"), judged(12, 1, "j1"), judged(31, 2, "j2"), judged(32, 1, "j2")]
    assert mixtures(found, JUDGED) == []


def test_a_part_that_was_judged_anew_alone_is_a_mixture_with_one_that_was_not() -> None:
    first = replace(judged(41, 2, "alone", judged(11, 1, "j1")), rejudged=1)
    assert times_asked([first, judged(31, 1, "j2")], JUDGED, "judge") == {0, 1}
    assert [one.again for one in mixtures([first, judged(31, 2, "j2", judged(3, 1, ""))], JUDGED)] == [2]


OTHER = {"v1": Wave("r1", "fresh", since=2), "v2": Wave("r2", "fresh", since=4), "later": Wave("r1", "fresh", since=9)}
"""What another store calls the askings anew that are W1 and W2 here, and one more."""


def at(seconds: float, number: int = 1, wave: str = "", earlier: tuple[Draw, ...] = ()) -> Draw:
    return Draw("model", number, round(seconds) % 7, seconds, wave, earlier)


@pytest.mark.parametrize(
    "other",
    [
        [],
        [at(11.5, 2, "v1"), at(11.8, 2, "v1")],  # the same asking, on two machines
        [at(11.5, 1, "v1")],  # what came to a machine that had not seen it
        [at(50)],  # later
        [at(11.5, 1, "v1"), at(25)],
    ],
)
def test_no_mixture_over_two_stores(other: list[Draw]) -> None:
    assert mixtures_over([Answers(AGAIN, WAVES), Answers(other, OTHER)]) == []
    assert mixtures_over([Answers(other, OTHER), Answers(AGAIN, WAVES)]) == []


@pytest.mark.parametrize(
    ("other", "older"),
    [
        ([at(1)], 1),  # from before, and on a machine where nothing was asked anew
        ([at(3), at(4, 1, "v1"), at(11.5, 2, "v1")], 1),
        ([at(45, 2, "later", earlier=(at(11.5, 1, "v1"),))], 2),  # on one machine, what the other had drawn again was not
        ([at(35, 3, "v2", earlier=(at(11.5, 2, "v1"),))], 2),
    ],
)
def test_a_mixture_over_two_stores(other: list[Draw], older: int) -> None:
    for stores in ([Answers(AGAIN, WAVES), Answers(other, OTHER)], [Answers(other, OTHER), Answers(AGAIN, WAVES)]):
        assert len(mixtures_over(stores)) == 1, older


def test_waves_of_unknown_name_say_nothing() -> None:
    assert mixtures([*OLD, draw(11, 2, "x")], WAVES) == []


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[tuple[ResponseStore, Journal]]:
    with ResponseStore(tmp_path / "store.sqlite") as store:
        yield store, Journal(store)


def test_a_wave_keeps_its_name_and_its_beginning_over_sessions_and_prunes(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    for key in "abc":
        store.put(key, Response(text=key, finish_reason="stop"), kind="model", parts={})
    first = book.ask_anew("s1", "r", Stage.FRESH, {"a": True, "b": True})
    assert len(set(first.waves.values())) == 1
    assert book.ask_anew("s2", "r", Stage.FRESH, {"a": True, "b": True}).waves == first.waves
    store.put("a", Response(text="a2", finish_reason="stop"), kind="model", parts={}, wave=first.waves["a"])
    answers = book.answers("abc")
    found, waves = answers.draws, answers.waves
    assert sorted((one.number, one.wave) for one in found) == [(1, ""), (1, ""), (2, first.waves["a"])]
    assert waves[first.waves["a"]] == Wave("r", "fresh", since=3)
    assert [one.older for one in mixtures(found, waves)] == [2]
    store.remove([("a", 1), ("b", 1)], moved=move_marks)
    answers = book.answers("abc")
    found, waves = answers.draws, answers.waves
    assert waves[first.waves["a"]].since == 1
    assert mixtures(found, waves) == [Mixture(waves[first.waves["a"]], 1, 1)]
