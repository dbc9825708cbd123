"""The run journal in the store's file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pytest_lcbench
from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore, StoreError
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.scoring.score import State

IMPORT_ROOT = Path(pytest_lcbench.__file__).resolve().parent.parent


def row(**changes: Any) -> ResultRow:
    values: dict[str, Any] = {
        "run_id": "r1",
        "item": "citation_chain-set3-en-paper-835a4005",
        "suite": "loong",
        "case_id": "835a4005",
        "task": "chain_of_reasoning",
        "subtask": "citation_chain",
        "length_set": "set3",
        "language": "en",
        "domain": "paper",
        "model": "lcbench/lexical",
        "state": State.SCORED,
        "points": 10.0,
        "flags": ("output_cut",),
        "gold": {"Reference": ["# A "], "Citation": []},
        "documents": (DocumentRow(hash="0" * 64, name="a.md", tokens=3, kept=None),),
        "groups": {"team": "search"},
    }
    return ResultRow(**values | changes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[ResponseStore]:
    with ResponseStore(path) as opened:
        yield opened


@pytest.fixture
def journal(store: ResponseStore) -> Journal:
    return Journal(store)


def test_a_row_comes_back_as_it_went_in(journal: Journal) -> None:
    journal.put_row("r1", "item", row())
    assert journal.rows("r1") == {"item": row()}


def test_a_row_with_lone_surrogates_and_nuls_survives(journal: Journal) -> None:
    odd = row(response_text="\ud800 a\0b", gold=["\udfff"])
    journal.put_row("r\ud800", "item\0", odd)
    assert journal.rows("r\ud800") == {"item\0": odd}


def test_an_item_that_runs_again_replaces_its_row(journal: Journal) -> None:
    journal.put_row("r1", "item", row(points=0.0))
    journal.put_row("r1", "item", row(points=100.0))
    assert journal.rows("r1") == {"item": row(points=100.0)}


def test_rows_are_kept_apart_by_run(journal: Journal) -> None:
    journal.put_row("r1", "item", row())
    assert journal.rows("r2") == {}


def test_rows_come_sorted_whichever_worker_was_faster(journal: Journal) -> None:
    for item in ("c", "a", "é", "b"):
        journal.put_row("r1", item, row(item=item))
    assert list(journal.rows("r1")) == ["a", "b", "c", "é"]


def test_rows_of_an_earlier_session_are_there_after_reopening(path: Path) -> None:
    with ResponseStore(path) as first:
        Journal(first).put_row("r1", "item", row())
    with ResponseStore(path) as second:
        assert Journal(second).rows("r1") == {"item": row()}


def test_the_first_manifest_of_a_session_stays(journal: Journal) -> None:
    journal.put_manifest("s1", "r1", '{"cases": 3}')
    journal.put_manifest("s1", "r2", '{"cases": 4}')
    assert journal.get_manifest("s1") == ("r1", '{"cases": 3}')


def test_a_session_without_manifest_has_none(journal: Journal) -> None:
    assert journal.get_manifest("s1") is None


def test_a_resumed_run_takes_the_newest_settings_and_keeps_its_start(journal: Journal, path: Path) -> None:
    journal.record_run("r1", '{"model": "a"}')
    raw = sqlite3.connect(path)
    (before,) = raw.execute("SELECT started_at FROM runs").fetchone()
    journal.record_run("r1", '{"model": "b"}')
    assert journal.run_settings("r1") == '{"model": "b"}'
    assert raw.execute("SELECT started_at FROM runs").fetchall() == [(before,)]
    raw.close()


def test_an_unknown_run_has_no_settings(journal: Journal) -> None:
    assert journal.run_settings("r1") is None


def test_a_session_is_stopped_by_its_first_reason(journal: Journal) -> None:
    assert journal.stop_reason("s1") is None
    journal.stop("s1", "the key was rejected")
    journal.stop("s1", "something later")
    assert journal.stop_reason("s1") == "the key was rejected"
    assert journal.stop_reason("s2") is None


def test_a_stop_by_another_process_is_seen_at_once(journal: Journal, path: Path) -> None:
    assert journal.stop_reason("s1") is None
    script = (
        "import sys; from pathlib import Path; from pytest_lcbench.models.store import ResponseStore;"
        "from pytest_lcbench.running.journal import Journal; Journal(ResponseStore(Path(sys.argv[1]))).stop('s1', 'quota')"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], cwd=IMPORT_ROOT, check=True, timeout=120)  # noqa: S603 - our own script
    assert journal.stop_reason("s1") == "quota"


def test_asking_for_a_stop_is_cheap(journal: Journal) -> None:
    def round_of_asking() -> float:
        begin = time.perf_counter()
        for _ in range(100):
            journal.stop_reason("s1")
        return (time.perf_counter() - begin) / 100

    # The best of several rounds: the machine may be busy with something else. 50 microseconds is typical; the bound leaves room.
    assert min(round_of_asking() for _ in range(20)) < 200e-6


def test_the_journal_leaves_the_answers_alone(store: ResponseStore) -> None:
    answer = Response(text="paid", finish_reason="stop")
    store.put("k", answer, kind="model", parts={})
    journal = Journal(store)
    journal.put_row("r1", "item", row())
    Journal(store)
    assert store.get("k") == answer
    assert store.count() == 1
    assert journal.rows("r1") == {"item": row()}


def test_a_damaged_row_is_named_in_one_line(journal: Journal, path: Path) -> None:
    journal.put_row("r1", "item", row())
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE results SET row_json = '{}'")
    raw.close()
    with pytest.raises(StoreError, match=r"store\.sqlite: the result row of item is damaged") as caught:
        journal.rows("r1")
    assert "\n" not in str(caught.value)


def test_unknown_fields_of_a_later_version_are_ignored(journal: Journal, path: Path) -> None:
    journal.put_row("r1", "item", row())
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE results SET row_json = json_set(row_json, '$.mood', 'good')")
    raw.close()
    assert journal.rows("r1") == {"item": row()}


def test_a_row_that_cannot_be_stored_is_reported(store: ResponseStore, journal: Journal) -> None:
    store._writer.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="the result row was not stored: it is read-only"):
        journal.put_row("r1", "item", row())
