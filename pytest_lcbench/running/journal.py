"""The journal of runs, kept in the response store's file: settings, manifests, result rows, and the signal to stop.

Everything here is derived: it can be made again from the stored answers. So a row is replaced when its item runs again.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable

from pydantic import ValidationError

from pytest_lcbench.models.databases import holder_lives
from pytest_lcbench.models.store import ResponseStore, StoreError
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.untrusted import one_line

_TABLES = (
    """CREATE TABLE IF NOT EXISTS runs (
        run_id TEXT PRIMARY KEY, settings_json TEXT NOT NULL, started_at REAL NOT NULL, resumed_at REAL NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS manifests (
        session TEXT PRIMARY KEY, run_id TEXT NOT NULL, manifest_json TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS results (
        run_id TEXT NOT NULL, item TEXT NOT NULL, row_json TEXT NOT NULL, PRIMARY KEY (run_id, item))""",
    """CREATE TABLE IF NOT EXISTS stops (
        session TEXT PRIMARY KEY, reason TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS claims (
        key TEXT PRIMARY KEY, session TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL, until REAL NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS marks (
        session TEXT PRIMARY KEY, mark INTEGER NOT NULL)""",
)


class Journal:
    """What the processes of a run tell each other and later runs.

    A *session* is one invocation of pytest (its id is shared by all its workers); a *run* may take several sessions to finish.
    Texts may hold anything Python text can, lone surrogates included. Every method raises
    :class:`~pytest_lcbench.models.store.StoreError` when the file fails.

    Args:
        store: open; the journal does not close it.

    """

    def __init__(self, store: ResponseStore) -> None:
        self._store = store
        self._halted: str | None = None
        self.on_row: Callable[[str, ResultRow], None] = lambda _item_key, _row: None
        """Told of every row of this process once it is stored, in the thread that stored it."""
        with store.writing("the run journal cannot be made") as connection:
            for statement in _TABLES:
                connection.execute(statement)

    def record_run(self, run_id: str, settings_json: str) -> None:
        """Remember a run and its settings. A resumed run keeps its start and takes the newest settings."""
        now = time.time()
        with self._store.writing("the run was not recorded") as connection:
            connection.execute(
                "INSERT INTO runs VALUES (?, ?, ?, ?) ON CONFLICT (run_id) DO UPDATE SET settings_json = excluded.settings_json,"
                " resumed_at = excluded.resumed_at",
                (_packed(run_id), _packed(settings_json), now, now),
            )

    def run_settings(self, run_id: str) -> str | None:
        """Return the settings of a run as they were recorded, or ``None``."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT settings_json FROM runs WHERE run_id = ?", (_packed(run_id),)).fetchone()
        return None if found is None else self._text(found[0])

    def runs(self) -> list[str]:
        """Return the ids of the recorded runs, the one worked on last first."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT run_id FROM runs ORDER BY resumed_at DESC, run_id").fetchall()
        return [self._text(run_id) for (run_id,) in found]

    def put_manifest(self, session: str, run_id: str, manifest_json: str) -> None:
        """Store the manifest of a session unless it has one: the first worker wins."""
        with self._store.writing("the manifest was not stored") as connection:
            connection.execute(
                "INSERT INTO manifests VALUES (?, ?, ?) ON CONFLICT (session) DO NOTHING",
                (_packed(session), _packed(run_id), _packed(manifest_json)),
            )

    def get_manifest(self, session: str) -> tuple[str, str] | None:
        """Return ``(run_id, manifest_json)`` of a session, or ``None``."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT run_id, manifest_json FROM manifests WHERE session = ?", (_packed(session),)).fetchone()
        return None if found is None else (self._text(found[0]), self._text(found[1]))

    def put_row(self, run_id: str, item_key: str, row: ResultRow) -> None:
        """Store the result row of an item in place of an earlier one."""
        # Not model_dump_json: UTF-8 has no place for a lone surrogate.
        text = _packed(row.model_dump(mode="json"))
        with self._store.writing("the result row was not stored", derived=True) as connection:
            connection.execute(
                "INSERT INTO results VALUES (?, ?, ?) ON CONFLICT (run_id, item) DO UPDATE SET row_json = excluded.row_json",
                (_packed(run_id), _packed(item_key), text),
            )
        self.on_row(item_key, row)

    def rows(self, run_id: str) -> dict[str, ResultRow]:
        """Return the rows of a run by item key, sorted by key, so that the order does not depend on which worker was faster."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT item, row_json FROM results WHERE run_id = ?", (_packed(run_id),)).fetchall()
        rows = {self._text(item): text for item, text in found}
        return {item: self._row(item, rows[item]) for item in sorted(rows)}

    def points(self, run_id: str) -> dict[str, tuple[str, float | None, float | None, int | None]]:
        """Return state, points, latency and attempts of every row of a run by item key, without reading whole rows."""
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT item, json_extract(row_json, '$.state'), json_extract(row_json, '$.points'),"
                " json_extract(row_json, '$.latency_s'), json_extract(row_json, '$.attempts') FROM results WHERE run_id = ?",
                (_packed(run_id),),
            ).fetchall()
        return {self._text(item): (str(state), points, latency, attempts) for item, state, points, latency, attempts in found}

    def rows_of_item(self, item_key: str) -> dict[str, ResultRow]:
        """Return the rows that an item has, by run id, in every run."""
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT run_id, row_json FROM results WHERE item = ? ORDER BY rowid", (_packed(item_key),)
            ).fetchall()
        return {self._text(run_id): self._row(item_key, text) for run_id, text in found}

    def mark(self, session: str) -> int:
        """Return the store's mark at the moment the first worker of a session asked: one mark for all of them."""
        with self._store.writing("the session was not marked") as connection:
            connection.execute(
                "INSERT INTO marks SELECT ?, COALESCE(MAX(rowid), 0) FROM responses WHERE true ON CONFLICT (session) DO NOTHING",
                (_packed(session),),
            )
        with self._store.reading() as connection:
            (mark,) = connection.execute("SELECT mark FROM marks WHERE session = ?", (_packed(session),)).fetchone()
        return int(mark)

    def claim(self, session: str, key: str, *, lasts: float) -> bool:
        """Take the right to ask for the answer under *key*; ``False`` while somebody else has it, in this process or another.

        It ends with :meth:`unclaim`, with the process, with the session where one process holds several one after the other, or
        after *lasts* seconds.
        """
        here = (platform.node(), os.getpid())
        with self._store.writing("the call was not claimed", derived=True) as connection:
            found = connection.execute("SELECT session, until, host, pid FROM claims WHERE key = ?", (key,)).fetchone()
            if found is not None:
                holder, until, host, pid = found
                # A session that could not give its claim back, on a full disk say, and is over although its process goes on.
                over = (host, pid) == here and holder != _packed(session)
                if not over and holder_lives(until, host, pid):
                    return False
            values = (key, _packed(session), *here, time.time() + lasts)
            connection.execute("INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?, ?)", values)
        return True

    def unclaim(self, key: str) -> None:
        """Give the right back."""
        with self._store.writing("the claim was not given back", derived=True) as connection:
            connection.execute("DELETE FROM claims WHERE key = ? AND pid = ? AND host = ?", (key, os.getpid(), platform.node()))

    def stop(self, session: str, reason: str) -> None:
        """Tell every worker of a session to make no further call. The first reason stays."""
        with self._store.writing("the other workers were not stopped") as connection:
            connection.execute("INSERT INTO stops VALUES (?, ?) ON CONFLICT (session) DO NOTHING", (_packed(session), _packed(reason)))

    def halt(self, reason: str) -> None:
        """Let this process make no further call, without writing: for a file that cannot be written. The first reason stays."""
        self._halted = self._halted or reason

    @property
    def halted(self) -> str | None:
        """Why this process was halted, if it was."""
        return self._halted

    def stop_reason(self, session: str) -> str | None:
        """Return why a session must stop, or ``None``. Cheap enough to ask before every call (tens of microseconds)."""
        if self._halted is not None:
            return self._halted
        with self._store.reading() as connection:
            found = connection.execute("SELECT reason FROM stops WHERE session = ?", (_packed(session),)).fetchone()
        return None if found is None else self._text(found[0])

    def _row(self, item: str, text: str) -> ResultRow:
        try:
            return ResultRow.model_validate(json.loads(text))
        except (ValidationError, ValueError, RecursionError):
            raise StoreError(
                f"response store {one_line(str(self._store.path), 300)}: the result row of {one_line(item)} is damaged: "
                "run the same command again to make it anew"
            ) from None

    def _text(self, packed: str) -> str:
        try:
            return str(json.loads(packed))
        except ValueError:
            raise StoreError(
                f"response store {one_line(str(self._store.path), 300)}: the run journal is damaged: move the file aside"
            ) from None


def _packed(value: object) -> str:
    """Return *value* as ASCII JSON: SQLite's text is UTF-8 and ends, for many readers, at a NUL."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
