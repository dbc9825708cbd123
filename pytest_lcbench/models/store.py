"""The response store: every answer that was paid for, committed the moment it arrives (DESIGN 5.5).

One SQLite file for all processes of a run. An answer is addressed by a key over everything that can change it; asking again under
the same key adds a generation beside the earlier ones, and the newest counts. Nothing here rewrites or deletes a stored answer.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.models.model import Response
from pytest_lcbench.untrusted import one_line

APPLICATION_ID = 0x4C434221
"""Marks a SQLite file as ours (``LCB!``)."""
SCHEMA_VERSION = 1
"""Of the file as a whole; a newer one is refused, never migrated down."""
BUSY_SECONDS = 60.0
"""How long a writer waits for another. A commit takes milliseconds, so this only runs out when a process hangs inside one."""

_KEYS_PER_QUERY = 500  # SQLite builds allow at least 999 parameters
_RESPONSE_FIELDS = frozenset(field.name for field in fields(Response) if field.metadata.get("stored", True))
_CREATE = (
    """CREATE TABLE responses (
        key TEXT NOT NULL, generation INTEGER NOT NULL, kind TEXT NOT NULL, written_at REAL NOT NULL,
        parts TEXT NOT NULL, response TEXT NOT NULL, PRIMARY KEY (key, generation))""",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)


class StoreError(LcbenchError):
    """The store failed while in use: disk full, locked, damaged. ``str()`` names the file and says what to do.

    What was being stored is *not* stored; whoever catches this must report it.
    """


@dataclass(frozen=True, slots=True)
class StoredCall:
    """What the store knows of one answer besides the answer.

    Args:
        key: its address.
        generation: 1 for the first answer under that key, counting up.
        kind: ``model`` or ``judge``.
        written_at: seconds since the epoch.
        parts: what the key was made of.

    """

    key: str
    generation: int
    kind: str
    written_at: float
    parts: dict[str, str]


def call_key(parts: Mapping[str, str]) -> str:
    """Return the address of a call: SHA-256 (hex) over *parts* as canonical JSON, whatever their order.

    *parts* name everything that can change the answer (kind, route, api base, arguments, prompt hash, epoch, limits …). They
    are kept in the file as they are, so the caller leaves keys and header values out. Raises ``TypeError`` for a value that is
    not text: how a number is written is the caller's decision, as it decides what counts as the same call.
    """
    for name, value in parts.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError(f"call_key takes text only, not {type(value).__name__} under {name!r}")
    return hashlib.sha256(_dumps(dict(parts)).encode("ascii")).hexdigest()


class ResponseStore:
    """Answers on disk, shared by many processes and threads. Each process opens its own.

    Reading and writing use a connection each, so that a look-up never waits for another thread's commit.

    Args:
        path: the file; made, with its folder, when it is not there.
        fresh_since: seconds since the epoch: only answers stored at or after that moment are found (``--lcbench-fresh``: one mark
            for all workers of a session). Older generations stay.

    Raises ``SettingsError`` when the file cannot be opened *and written* (so that no call is paid for that could not be kept), is
    not a store of ours, is damaged, or was written by a newer version. Such a file is left as it is.

    """

    def __init__(self, path: Path, *, fresh_since: float | None = None) -> None:
        self.path = Path(path)
        self.fresh_since = fresh_since
        self._read_lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._closed = False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
        except (OSError, ValueError, sqlite3.Error) as error:
            raise SettingsError(self._line("cannot be opened", error)) from None
        try:
            _prepare(self._writer)
            self._reader = self._connect()
        except (_RefusedError, sqlite3.Error) as error:
            self._writer.close()
            raise SettingsError(self._line("cannot be used", error)) from None

    def get(self, key: str) -> Response | None:
        """Return the newest answer under *key*, or ``None``. Raises ``StoreError``."""
        with self.reading() as connection:
            row = connection.execute(
                "SELECT response FROM responses WHERE key = ? AND written_at >= ? ORDER BY generation DESC LIMIT 1",
                (key, self._since),
            ).fetchone()
        return None if row is None else self._response(key, row[0])

    def get_many(self, keys: Iterable[str]) -> dict[str, Response]:
        """Return the newest answer of each of *keys* that has one. Raises ``StoreError``."""
        found: dict[str, Response] = {}
        wanted = list(dict.fromkeys(keys))
        for start in range(0, len(wanted), _KEYS_PER_QUERY):
            part = wanted[start : start + _KEYS_PER_QUERY]
            marks = ",".join("?" * len(part))
            with self.reading() as connection:
                # SQLite takes the bare column from the row that holds the maximum.
                rows = connection.execute(
                    f"SELECT key, MAX(generation), response FROM responses WHERE key IN ({marks}) AND written_at >= ? GROUP BY key",  # noqa: S608 - marks are question marks only
                    (*part, self._since),
                ).fetchall()
            found.update((key, self._response(key, text)) for key, _, text in rows)
        return found

    def put(self, key: str, response: Response, *, kind: str, parts: Mapping[str, str]) -> int:
        """Store an answer as a new generation of *key* and return its number, 1 for the first.

        On return it is on disk and survives the end of the process and of the machine's power. Raises ``StoreError`` when it could
        not be stored; the answer is then in the caller's hands alone.
        """
        kept = {name: value for name, value in asdict(response).items() if name in _RESPONSE_FIELDS}
        values = (kind, time.time(), _dumps(dict(parts)), _dumps(kept))
        with self.writing("the answer was not stored") as connection:
            (last,) = connection.execute("SELECT COALESCE(MAX(generation), 0) FROM responses WHERE key = ?", (key,)).fetchone()
            connection.execute("INSERT INTO responses VALUES (?, ?, ?, ?, ?, ?)", (key, last + 1, *values))
        return int(last) + 1

    def count(self) -> int:
        """Return how many answers are stored, every generation of every kind. Raises ``StoreError``."""
        with self.reading() as connection:
            (number,) = connection.execute("SELECT COUNT(*) FROM responses").fetchone()
        return int(number)

    def calls(self) -> Iterator[StoredCall]:
        """Yield what is known of every stored answer, oldest first, without its text. Raises ``StoreError``."""
        with self.reading() as connection:
            rows = connection.execute("SELECT key, generation, kind, written_at, parts FROM responses ORDER BY rowid").fetchall()
        for key, generation, kind, written_at, parts in rows:
            yield StoredCall(key, generation, kind, written_at, self._mapping(key, parts))

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend the read connection to one thread. A failing statement leaves as ``StoreError``.

        For other modules with tables of their own in this file (``running/journal.py``). Fetch all rows before leaving.
        """
        with self._read_lock:
            self._check_open()
            try:
                yield self._reader
            except sqlite3.Error as error:
                raise StoreError(self._line("cannot be read", error)) from None

    @contextmanager
    def writing(self, otherwise: str) -> Iterator[sqlite3.Connection]:
        """Lend the write connection to one thread inside one transaction, committed on leaving, rolled back on any error.

        *otherwise* tells the user what is lost when this fails, e.g. ``the answer was not stored``. Raises ``StoreError``.
        """
        with self._write_lock:
            self._check_open()
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException as error:
                _roll_back(self._writer)
                if isinstance(error, sqlite3.Error):
                    raise StoreError(self._line(otherwise, error)) from None
                raise

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        with self._write_lock, self._read_lock:
            if not self._closed:
                self._closed = True
                self._reader.close()
                self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def _since(self) -> float:
        return 0.0 if self.fresh_since is None else self.fresh_since

    def _connect(self) -> sqlite3.Connection:
        # Transactions are ours (isolation_level None); threads share the connection under a lock.
        connection = sqlite3.connect(self.path.absolute(), timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"{_shown(self.path)}: the response store is closed")

    def _line(self, what: str, error: Exception) -> str:
        return f"{_shown(self.path)}: {what}: {_cause(error)}"

    def _mapping(self, key: str, text: str) -> dict[str, Any]:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise StoreError(f"{_shown(self.path)}: the entry {key[:12]}… is damaged: move the file aside, or run with --lcbench-fresh")
        return value

    def _response(self, key: str, text: str) -> Response:
        stored = {name: value for name, value in self._mapping(key, text).items() if name in _RESPONSE_FIELDS}
        dropped = stored.pop("dropped", [])
        if not isinstance(stored.get("text"), str) or not isinstance(stored.get("finish_reason"), str) or not isinstance(dropped, list):
            raise StoreError(
                f"{_shown(self.path)}: the entry {key[:12]}… holds no answer: move the file aside, or run with --lcbench-fresh"
            )
        return Response(**stored, dropped=tuple(dropped))


class _RefusedError(Exception):
    """A file that SQLite can read and that is not ours to write."""


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file; leave any other file untouched unless it is a store of this version."""
    if _is_empty(connection):
        _use_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have made them while this one waited.
            if _is_empty(connection):
                for statement in _CREATE:
                    connection.execute(statement)
            connection.execute("COMMIT")
        finally:
            _roll_back(connection)
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise _RefusedError("it is another program's SQLite file, left as it is: name a different file")
    version = _pragma(connection, "user_version")
    if version > SCHEMA_VERSION:
        raise _RefusedError(
            f"it was written by a newer version (format {version}, this one reads {SCHEMA_VERSION}): upgrade pytest-lcbench"
        )
    connection.execute("SELECT key, generation, kind, written_at, parts, response FROM responses LIMIT 1").fetchone()
    _use_wal(connection)
    # A store that cannot be written is found here, before any call is paid for. BEGIN alone succeeds on a read-only file.
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"PRAGMA user_version = {version}")
    finally:
        _roll_back(connection)


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, so that readers and the writer do not block each other.

    Several processes opening a new file at once collide here, and SQLite reports that without waiting: so wait here. A file system
    without shared memory keeps the rollback journal, which is as safe and only slower.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if _code(error) not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _is_empty(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    return tables == 0 and _pragma(connection, "application_id") == 0 and _pragma(connection, "user_version") == 0


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _roll_back(connection: sqlite3.Connection) -> None:
    # SQLite has already rolled back by itself after a full disk or an input/output error.
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _code(error: Exception) -> int:
    """Return SQLite's primary result code, 0 when there is none (the sqlite3 module's own complaints)."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


_CAUSES = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space and run the same command again; everything stored before is kept",
    sqlite3.SQLITE_READONLY: "it is read-only: make the file and its folder writable, or choose another with --lcbench-reports",
    sqlite3.SQLITE_PERM: "no permission: make the file and its folder writable, or choose another with --lcbench-reports",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened for writing: check that it is a file and that its folder is writable",
    sqlite3.SQLITE_BUSY: "another process keeps it locked: end that process and run the same command again",
    sqlite3.SQLITE_LOCKED: "another process keeps it locked: end that process and run the same command again",
    sqlite3.SQLITE_CORRUPT: "the file is damaged, left as it is: move it aside and run again",
    sqlite3.SQLITE_NOTADB: "it is not a response store, left as it is: name a different file or move it aside",
}


def _cause(error: Exception) -> str:
    told = _CAUSES.get(_code(error))
    return told or one_line(str(error) or type(error).__name__)


def _shown(path: Path) -> str:
    return f"response store {one_line(str(path), 300)}"


def _dumps(value: Any) -> str:
    # ASCII escapes carry lone surrogates and NULs, which SQLite's text does not.
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
