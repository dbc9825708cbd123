"""What stays of pruned answers, and the order in which places stand after a prune."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running.generations import Stage, before_pruning, move_marks
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.pruned import new_places
from pytest_lcbench.running.waves import Draw, mixtures

ALL = {"a": True, "b": True, "c": True}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[tuple[ResponseStore, Journal]]:
    with ResponseStore(tmp_path / "store.sqlite") as store:
        yield store, Journal(store)


def answer(store: ResponseStore, key: str, wave: str = "") -> None:
    store.put(key, Response(text=key, finish_reason="stop"), kind="model", parts={}, wave=wave)


def prune(store: ResponseStore) -> int:
    """Delete what a newer answer has replaced."""
    newest = {call.key: call.generation for call in sorted(store.calls(), key=lambda call: call.generation)}
    old = [(call.key, call.generation) for call in store.calls() if call.generation < newest[call.key]]
    return store.remove(old, leaving=before_pruning, moved=move_marks)


def order(book: Journal, keys: str) -> list[tuple[str, int, str]]:
    """Return every place there is, in order, by what stands there: answers of *keys*, and the beginnings of waves."""
    stand: list[tuple[float, str, int, str]] = []
    for key in keys:
        (draw,) = book.answers([key]).draws
        stand += [(one.place, key, one.number, one.wave) for one in draw.all]
        stand += [(wave.since + 1e-9, wave.run_id, 0, name) for name, wave in book.answers([key]).waves.items()]
    return [told for _, *told in sorted(set(stand))]  # type: ignore[misc]


def test_pruning_changes_neither_number_nor_order_of_answers_and_beginnings(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    for key in "abc":
        answer(store, key)
    for night, keys in enumerate(["abc", "ab", "a", "c", "abc"]):
        waves = book.ask_anew(f"s{night}", f"r{night}", Stage.FRESH, dict.fromkeys(keys, True)).waves
        for key in keys:
            answer(store, key, waves[key])
        before = order(book, "abc")
        pruned = prune(store)
        assert pruned == len(keys)
        assert order(book, "abc") == before
    assert sorted(draw.number for draw in book.answers("abc").draws) == [4, 4, 5]


def test_a_part_drawn_again_and_again_is_a_mixture_pruned_or_not(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    told = []
    for key in "abc":
        answer(store, key)
    for night, keys in enumerate(["a", "a", "bc", "bc"]):
        waves = book.ask_anew(f"s{night}", f"r{night}", Stage.FRESH, dict.fromkeys(keys, True)).waves
        for key in keys:
            answer(store, key, waves[key])
    for _ in range(2):
        found = book.answers("abc")
        told.append([(one.again, one.older) for one in mixtures(found.draws, found.waves)])
        prune(store)
    assert told == [[(3, 0)], [(3, 0)]]


def test_answers_asked_for_after_all_were_pruned_are_not_the_first(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    answer(store, "a")
    answer(store, "a")
    answer(store, "b")
    store.remove([("a", 1), ("a", 2)], leaving=before_pruning, moved=move_marks)
    assert book.answers("a").draws == []
    answer(store, "a")
    (draw,) = book.answers("a").draws
    assert (draw.number, len(draw.earlier)) == (3, 2)


def test_nothing_of_what_was_said_stays(journal: tuple[ResponseStore, Journal]) -> None:
    store, _ = journal
    for text in ("a secret word", "another"):
        store.put("k", Response(text=text, finish_reason="stop"), kind="judge", parts={"answer": "k0", "route": "r"})
    prune(store)
    assert b"a secret word" not in store.path.read_bytes()


@given(st.sets(st.integers(1, 40)), st.lists(st.floats(0, 45, allow_nan=False), min_size=1, max_size=30))
def test_places_keep_their_order_and_stay_between_the_same_answers(survivors: set[int], places: list[float]) -> None:
    held = sorted(survivors)
    asked = sorted({*places, *map(float, held)})
    new = new_places(asked, lambda place: bisect.bisect_right(held, place))
    assert [new[float(one)] for one in held] == [float(number) for number in range(1, len(held) + 1)]
    for below, above in itertools.pairwise(asked):
        if above <= (held[-1] if held else 0):
            assert new[below] < new[above]
        assert new[below] <= new[above] <= len(held)


def test_answers_are_equal_whether_a_draw_was_pruned(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    wave = book.ask_anew("s", "r", Stage.FRESH, ALL).waves["a"]
    answer(store, "a")
    answer(store, "a", wave)
    (before,) = book.answers("a").draws
    prune(store)
    (after,) = book.answers("a").draws

    def timeless(draw: Draw) -> list[tuple[int, str, str, float]]:
        return [(one.number, one.kind, one.wave, one.at) for one in draw.all]

    assert timeless(before) == timeless(after)
