"""The files of a run, opened together."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pytest_lcbench.models.store import ResponseStore, StoreError
from pytest_lcbench.running import books
from pytest_lcbench.running.books import STORE_FILE, Books


def test_a_journal_that_cannot_be_made_leaves_no_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_store: ResponseStore) -> None:
        raise StoreError("the run journal cannot be made: the disk is full")

    monkeypatch.setattr(books, "Journal", full)
    with pytest.raises(StoreError, match="the disk is full"):
        Books.open(tmp_path, "session", "run")
    alone = sqlite3.connect(tmp_path / STORE_FILE)
    # Leaving the write-ahead log needs the file for oneself.
    assert alone.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    alone.close()
