"""What a run has been asked to ask anew, as the journal keeps it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pytest_lcbench.models.model import ErrorClass, Response
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running.cache import PrunePlan, prune
from pytest_lcbench.running.generations import Anew, Opening, Progress, Stage, settled
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State

FRESH, REJUDGE = Stage.FRESH, Stage.REJUDGE
AB = {"a": True, "b": True}


def row(points: float | None = 10.0, state: State = State.SCORED, error_class: str | None = None) -> ResultRow:
    blank = dict.fromkeys(("suite", "case_id", "task", "subtask", "length_set", "language", "domain", "model"), "x")
    return ResultRow.model_validate(blank | {"run_id": "r", "state": state, "points": points, "error_class": error_class})


def failed(kind: str) -> ResultRow:
    return row(None, State.INFRA_ERROR, kind)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ResponseStore]:
    with ResponseStore(tmp_path / "store.sqlite") as opened:
        yield opened


@pytest.fixture
def journal(store: ResponseStore) -> Journal:
    return Journal(store)


@pytest.fixture
def answer(store: ResponseStore) -> Callable[[], int]:
    """Store one more answer of anything, and return its generation."""

    def put() -> int:
        store.put("k", Response(text="paid", finish_reason="stop"), kind="model", parts={})
        return list(store.calls())[-1].generation

    return put


def left(journal: Journal, stage: Stage = FRESH) -> dict[str, Progress]:
    return journal.pending("r")[stage]


def test_every_worker_of_a_session_gets_the_same_whatever_was_stored_or_done_meanwhile(
    journal: Journal, answer: Callable[[], int]
) -> None:
    answer()
    first = journal.ask_anew("s", "r", FRESH, AB)
    assert first == Anew(FRESH, {"a": 1, "b": 1})
    answer()
    for item in AB:
        journal.put_row("r", item, row(), anew=first)
    assert journal.ask_anew("s", "r", FRESH, AB) == first
    assert left(journal) == {}


def test_it_is_open_until_every_item_has_its_row_and_then_the_next_begins(journal: Journal, answer: Callable[[], int]) -> None:
    first = journal.ask_anew("s1", "r", FRESH, AB)
    journal.put_row("r", "a", row(), anew=first)
    answer()
    second = journal.ask_anew("s2", "r", FRESH, AB)
    assert second == Anew(FRESH, {"a": 0, "b": 0}, opening=Opening.CUT_SHORT, there=1)
    assert journal.began("s2") == (Opening.CUT_SHORT, 1, 2)
    journal.put_row("r", "b", row(), anew=second)
    assert journal.ask_anew("s3", "r", FRESH, AB) == Anew(FRESH, {"a": 1, "b": 1})


def test_items_that_were_not_part_of_it_join(journal: Journal, answer: Callable[[], int]) -> None:
    journal.ask_anew("s1", "r", FRESH, {"a": True})
    answer()
    assert journal.ask_anew("s2", "r", FRESH, AB) == Anew(FRESH, {"a": 0, "b": 1}, opening=Opening.CUT_SHORT)
    first = journal.ask_anew("s3", "r", FRESH, AB)
    journal.put_row("r", "a", row(), anew=first)
    answer()
    assert journal.ask_anew("s4", "r", FRESH, AB) == Anew(FRESH, {"a": 0, "b": 1}, opening=Opening.CUT_SHORT, there=1), (
        "a is still part of it"
    )


def test_what_would_be_asked_is_told_without_beginning_it(journal: Journal, answer: Callable[[], int]) -> None:
    answer()
    assert journal.would_ask_anew("r", FRESH, ["a"]) == {"a": 1}
    assert left(journal) == {}


def test_runs_and_stages_are_apart(journal: Journal) -> None:
    journal.ask_anew("s1", "r", REJUDGE, AB)
    journal.ask_anew("s2", "other", FRESH, AB)
    assert (left(journal), set(left(journal, REJUDGE))) == ({}, {"a", "b"})
    assert not journal.ask_anew("s3", "r", FRESH, AB).opening


def test_a_fresh_row_is_a_rejudged_one_and_not_the_other_way_round(journal: Journal) -> None:
    judged, fresh = journal.ask_anew("s1", "r", REJUDGE, AB), journal.ask_anew("s2", "r", FRESH, AB)
    journal.put_row("r", "a", row(), anew=judged)
    journal.put_row("r", "b", row(), anew=fresh)
    assert (set(left(journal)), set(left(journal, REJUDGE))) == ({"a"}, set())


def test_a_row_of_a_session_that_asks_nothing_anew_finishes_nothing(journal: Journal) -> None:
    journal.ask_anew("s1", "r", FRESH, AB)
    journal.put_row("r", "a", row())
    assert left(journal) == {"a": Progress.PENDING, "b": Progress.PENDING}


def test_a_row_of_older_answers_does_not_replace_a_newer_one(journal: Journal, answer: Callable[[], int]) -> None:
    answer()
    basis = journal.basis("r", "a")
    anew = journal.ask_anew("s1", "r", FRESH, AB)
    journal.put_row("r", "a", row(70.0), anew=anew, basis=basis)
    journal.put_row("r", "a", row(30.0), basis=basis)
    assert journal.rows("r")["a"].points == 70.0
    journal.put_row("r", "a", row(80.0), basis=journal.basis("r", "a"))
    assert journal.rows("r")["a"].points == 80.0


@pytest.mark.parametrize("kind", [kind for kind in ErrorClass if kind.retryable or kind.fatal])
def test_an_item_whose_call_failed_is_still_to_be_asked(journal: Journal, kind: ErrorClass) -> None:
    anew = journal.ask_anew("s1", "r", FRESH, AB)
    journal.put_row("r", "a", failed(kind), anew=anew)
    journal.put_row("r", "b", row(None, State.UNSCORED, f"judge_{kind}"), anew=anew)
    assert left(journal) == {"a": Progress.FAILED, "b": Progress.FAILED}
    journal.put_row("r", "a", row())
    assert left(journal)["a"] == Progress.PENDING, "the row is an older answer's now"


def test_going_on_after_failed_calls_alone_is_told_from_going_on_with_what_was_cut_short(journal: Journal) -> None:
    anew = journal.ask_anew("s1", "r", FRESH, AB)
    journal.put_row("r", "a", failed("rate_limit"), anew=anew)
    assert journal.ask_anew("s2", "r", FRESH, AB).opening is Opening.CUT_SHORT
    journal.put_row("r", "a", failed("rate_limit"), anew=anew)
    journal.put_row("r", "b", row(), anew=anew)
    assert journal.ask_anew("s3", "r", FRESH, AB).opening is Opening.ENDED
    assert journal.ask_anew("s4", "other", FRESH, AB).opening is Opening.NEW


@pytest.mark.parametrize(
    "kind", ["overlength", "missing_document", "bad_data", "skipped_overlength", "context_overflow", "bad_request"]
)
def test_what_can_never_be_answered_does_not_keep_it_open(kind: str) -> None:
    assert settled(failed(kind))


def test_an_item_of_which_no_row_is_wanted_is_done_with_its_answer(journal: Journal) -> None:
    anew = journal.ask_anew("s1", "r", FRESH, {"a": False, "b": True})
    for item in AB:
        journal.put_answer("r", item, anew)
    assert set(left(journal)) == {"b"}


@pytest.mark.parametrize("gone", [(1,), (3,), (1, 2), (2, 3), (1, 2, 3), (4,), (1, 4)])
def test_marks_stand_where_they_stood_after_answers_were_deleted(
    store: ResponseStore, journal: Journal, answer: Callable[[], int], tmp_path: Path, gone: tuple[int, ...]
) -> None:
    for _ in range(3):
        answer()
    journal.ask_anew("s1", "r", FRESH, {"a": True})
    answer()
    prune(store, PrunePlan(answers=[("k", generation) for generation in gone]))
    newer = answer()
    (mark,) = journal.ask_anew("s2", "r", FRESH, {"a": True}).marks.values()
    with sqlite3.connect(tmp_path / "store.sqlite") as raw:
        after = [generation for (generation,) in raw.execute("SELECT generation FROM responses WHERE rowid > ?", (mark,))]
    raw.close()
    assert after == ([] if 4 in gone else [4]) + [newer]


def test_a_worker_goes_on_only_with_a_session_that_has_not_come_to_its_end(journal: Journal, answer: Callable[[], int]) -> None:
    first = journal.ask_anew("s1", "r", FRESH, AB, ())
    journal.put_row("r", "a", row(), anew=first)
    answer()
    second = journal.ask_anew("s2", "r", FRESH, AB, {"s1"})
    assert second == Anew(FRESH, {"a": 0, "b": 0}, opening=Opening.CUT_SHORT, there=1)
    assert journal.ask_anew("s3", "r", FRESH, AB, {"s1"}) == Anew(FRESH, {"a": 1, "b": 1}), "s2 was the last one that asked"
    assert set(left(journal)) == {"a", "b"}


def test_the_other_workers_of_a_session_close_nothing(journal: Journal, answer: Callable[[], int]) -> None:
    journal.ask_anew("s1", "r", FRESH, AB, ())
    answer()
    first = journal.ask_anew("s2", "r", FRESH, AB, ())
    journal.put_row("r", "a", row(), anew=first)
    assert journal.ask_anew("s2", "r", FRESH, AB, ()) == first
    assert set(left(journal)) == {"b"}


def test_closing_leaves_the_other_stage_and_other_runs_open(journal: Journal) -> None:
    journal.ask_anew("s1", "r", REJUDGE, AB, ())
    journal.ask_anew("s2", "other", FRESH, AB, ())
    journal.ask_anew("s3", "r", FRESH, AB, ())
    journal.ask_anew("s4", "r", FRESH, AB, ())
    assert set(left(journal, REJUDGE)) == {"a", "b"}
    assert set(journal.pending("other")[FRESH]) == {"a", "b"}
    assert journal.ask_anew("s5", "r", REJUDGE, AB, {"s1"}).opening is Opening.CUT_SHORT


def test_a_session_that_came_to_its_end_ends_those_that_it_went_on_with(journal: Journal) -> None:
    for session, run, stage in (
        ("s1", "r", FRESH),
        ("s2", "r", REJUDGE),
        ("s3", "other", FRESH),
        ("s4", "", FRESH),
        ("s4", "r", FRESH),
    ):
        journal.note_asking(session, run, stage)
    assert set(journal.askings()) == {"s1", "s2", "s3", "s4"}
    journal.end_asking("s2", "r", REJUDGE)
    assert set(journal.askings()) == {"s1", "s3", "s4"}
    journal.note_asking("s5", "r", REJUDGE)
    journal.end_asking("s4", "r", FRESH)
    assert journal.askings() == ["s3"], "what is asked anew is judged anew too"
    journal.end_asking("s3", None, FRESH)
    assert journal.askings() == []


def test_items_that_are_left_out_are_not_waited_for_and_those_that_failed_are(journal: Journal, answer: Callable[[], int]) -> None:
    items = {"a": True, "b": True, "c": True}
    first = journal.ask_anew("s1", "r", FRESH, items)
    journal.put_row("r", "a", row(), anew=first)
    journal.leave_out("r", FRESH, items)
    answer()
    second = journal.ask_anew("s2", "r", FRESH, items)
    assert second == Anew(FRESH, dict.fromkeys(items, 1))
    journal.put_row("r", "a", failed("rate_limit"), anew=second)
    journal.put_row("r", "b", row(), anew=second)
    journal.leave_out("r", FRESH, items)
    assert left(journal) == {"a": Progress.FAILED}
    third = journal.ask_anew("s3", "r", FRESH, items)
    assert (third.opening, third.there) == (Opening.ENDED, 1)
