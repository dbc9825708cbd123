"""When the answers of a run are a mixture of what was drawn again and what was not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running.generations import Stage, move_marks
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.waves import Draw, Mixture, Wave, mixtures, same_calls

W1 = Wave("r1", "fresh", since=10)
W2 = Wave("r2", "fresh", since=30)
FOREIGN = Wave("r3", "rejudge", since=40, own=False)
WAVES = {"w1": W1, "w2": W2, "foreign": FOREIGN}


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
        [
            *AGAIN,
            draw(31, 9, "w2", earlier=(draw(3, 7), draw(9, 8, "w0"))),
        ],  # shards tonight, one of them asked anew at other times too
        [*OLD, draw(12, 2)],  # a damaged answer asked for again
        [*AGAIN, draw(13, 3)],
        [draw(1, kind="judge"), draw(41, 2, "foreign", kind="judge")],  # a run of another model judged the same text again
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
    ],
)
def test_a_mixture(found: list[Draw], expected: Mixture) -> None:
    assert mixtures(found, WAVES) == [expected]


def test_waves_of_unknown_name_say_nothing() -> None:
    assert mixtures([*OLD, draw(11, 2, "x")], WAVES) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"s": {"route": "a"}}, {"s": {"route": "a"}, "t": {"route": "b"}}, True),
        ({"s": {"route": "a"}}, {"s": {"route": "b"}}, False),
        ({"s": {"route": "a"}}, {"t": {"route": "a"}}, False),
    ],
)
def test_runs_of_the_same_calls(one: dict[str, object], other: dict[str, object], same: bool) -> None:
    assert same_calls(json.dumps({"calls": {"model": one}}), json.dumps({"calls": {"model": other}})) is same


@pytest.mark.parametrize("settings", [None, "", "{", "[]", "{}", '{"calls": 1}', '{"calls": {"model": []}}'])
def test_settings_that_tell_nothing_are_those_of_no_other_run(settings: str | None) -> None:
    assert not same_calls(settings, settings)


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
    found, waves = book.draws("r", "abc")
    assert sorted((one.number, one.wave) for one in found) == [(1, ""), (1, ""), (2, first.waves["a"])]
    assert waves[first.waves["a"]] == Wave("r", "fresh", since=3, own=False)
    assert [one.older for one in mixtures(found, waves)] == [2]
    store.remove([("a", 1), ("b", 1)], moved=move_marks)
    found, waves = book.draws("r", "abc")
    assert waves[first.waves["a"]].since == 1
    assert mixtures(found, waves) == [Mixture(waves[first.waves["a"]], 1, 1)]
