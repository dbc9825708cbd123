"""How often answers have been judged anew by the judge alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore, call_key
from pytest_lcbench.running.generations import Stage, before_pruning, move_marks
from pytest_lcbench.running.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[tuple[ResponseStore, Journal]]:
    with ResponseStore(tmp_path / "store.sqlite") as store:
        yield store, Journal(store)


def judgement(store: ResponseStore, answer: str, prompt: str, wave: str = "", judge: str = "j") -> str:
    parts = {"kind": "judge", "route": judge, "prompt_hash": prompt, "answer": answer}
    key = call_key(parts)
    store.put(key, Response(text="[[100]]", finish_reason="stop"), kind="judge", parts=parts, wave=wave)
    return key


def test_askings_anew_of_a_judge_are_counted_by_call_whatever_was_answered(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    alone = book.ask_anew("s", "r", Stage.REJUDGE, {"i": True}).waves["i"]
    fresh = book.ask_anew("s-fresh", "r", Stage.FRESH, {"i": True}).waves["i"]
    first = judgement(store, "a", "p1")
    judgement(store, "a", "p1", alone)
    judgement(store, "a", "p1", alone)  # the second try under the same asking, say
    later = judgement(store, "a", "p2", fresh)
    other_call, other_judge = judgement(store, "b", "p1", fresh), judgement(store, "a", "p3", fresh, judge="k")
    found = {key: book.answers([key]).draws[0].rejudged for key in (first, later, other_call, other_judge)}
    assert found == {first: 1, later: 1, other_call: 0, other_judge: 0}


def test_a_judgement_of_no_known_call_is_of_none_that_was_judged_anew(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    wave = book.ask_anew("s", "r", Stage.REJUDGE, {"i": True}).waves["i"]
    for key in "ab":
        store.put(key, Response(text="[[1]]", finish_reason="stop"), kind="judge", parts={}, wave=wave)
    with store.writing("nothing") as connection:
        connection.execute("UPDATE responses SET parts = '{' WHERE key = 'b'")
    assert [one.rejudged for one in book.answers("ab").draws] == [0, 0]


def test_what_was_pruned_still_counts(journal: tuple[ResponseStore, Journal]) -> None:
    store, book = journal
    first = judgement(store, "a", "p1")
    for night in range(3):
        wave = book.ask_anew(f"s{night}", f"r{night}", Stage.REJUDGE, {"i": True}).waves["i"]
        judgement(store, "a", "p1", wave)
    for generations in ([1, 2], [3]):
        assert store.remove([(first, number) for number in generations], leaving=before_pruning, moved=move_marks) == len(generations)
    (draw,) = book.answers([first]).draws
    assert (draw.number, draw.rejudged) == (4, 3)
