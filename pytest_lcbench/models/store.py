"""The response store: every answer that was paid for, committed the moment it arrives (DESIGN 5.5).

One SQLite file for all processes of a run. An answer is addressed by a key over everything that can change it; asking again under
the same key adds a generation beside the earlier ones, and the newest counts. Nothing rewrites a stored answer, and only
:meth:`ResponseStore.remove` deletes one.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.models.databases import BUSY_SECONDS, RefusedError, cause_of, prepare, roll_back
from pytest_lcbench.models.model import Response
from pytest_lcbench.models.stored_answers import StoredCall, packed, packed_answer, read_answer, stored_call
from pytest_lcbench.untrusted import one_line

APPLICATION_ID = 0x4C434221
"""Marks a SQLite file as ours (``LCB!``)."""
SCHEMA_VERSION = 1
"""Of the file as a whole; a newer one is refused, never migrated down."""

_EXCLUSIVE_MS = 2_000  # whoever has the file open keeps it open: waiting longer would not help
_ROWS_PER_QUERY = 500
_CREATE = (
    """CREATE TABLE responses (
        key TEXT NOT NULL, generation INTEGER NOT NULL, kind TEXT NOT NULL, written_at REAL NOT NULL,
        parts TEXT NOT NULL, response TEXT NOT NULL, PRIMARY KEY (key, generation))""",
)
# A generation that is damaged is none: it would stand above all others.
_PUT = (
    "INSERT INTO responses SELECT ?, COALESCE(MAX(generation), 0) + 1, ?, ?, ?, ? FROM responses"
    " WHERE key = ? AND typeof(generation) = 'integer'"
)
_PROBE = "SELECT key, generation, kind, written_at, parts, response FROM responses LIMIT 1"


class StoreError(LcbenchError):
    """The store failed while in use: disk full, locked, damaged. ``str()`` names the file and says what to do.

    What was being stored is *not* stored; whoever catches this must report it.
    """


def call_key(parts: Mapping[str, str]) -> str:
    """Return the address of a call: SHA-256 (hex) over *parts* as canonical JSON, whatever their order.

    *parts* name everything that can change the answer (kind, route, api base, arguments, prompt hash, epoch, limits …). They
    are kept in the file as they are, so the caller leaves keys and header values out. Raises ``TypeError`` for a value that is
    not text: how a number is written is the caller's decision, as it decides what counts as the same call.
    """
    for name, value in parts.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError(f"call_key takes text only, not {type(value).__name__} under {name!r}")
    return hashlib.sha256(packed(dict(parts)).encode("ascii")).hexdigest()


class ResponseStore:
    """Answers on disk, shared by many processes and threads. Each process opens its own.

    Reading and writing use a connection each, so that a look-up never waits for another thread's commit.

    Args:
        path: the file; made, with its folder, when it is not there.

    Raises ``SettingsError`` when the file cannot be opened *and written* (so that no call is paid for that could not be kept), is
    not a store of ours, is damaged, or was written by a newer version. Such a file is left as it is.

    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._read_lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._closed = False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
        except (OSError, ValueError, sqlite3.Error) as error:
            raise SettingsError(self._line("cannot be opened", error)) from None
        try:
            prepare(self._writer, APPLICATION_ID, SCHEMA_VERSION, _CREATE, _PROBE)
            self._reader = self._connect()
            self._files = self._there()
        except (RefusedError, OSError, sqlite3.Error) as error:
            self._writer.close()
            raise SettingsError(self._line("cannot be used", error)) from None

    def mark(self) -> int:
        """Return a mark: answers stored from now on come after it, whatever the clock does. Raises ``StoreError``."""
        with self.reading() as connection:
            (last,) = connection.execute("SELECT COALESCE(MAX(rowid), 0) FROM responses").fetchone()
        return int(last)

    def get(self, key: str, *, after: float = 0) -> Response | None:
        """Return the newest answer under *key* that was stored after the mark *after*, or ``None``. Raises ``StoreError``.

        One that is damaged is none: the older ones have been superseded, so the call has to be made again (:meth:`damaged`).
        """
        with self.reading() as connection:
            row = connection.execute(
                "SELECT response FROM responses WHERE key = ? AND rowid > ? AND typeof(generation) = 'integer'"
                " ORDER BY generation DESC LIMIT 1",
                (key, after),
            ).fetchone()
        return None if row is None else read_answer(row[0])

    def damaged(self, keys: Collection[str]) -> int:
        """Return of how many of *keys* a damaged answer has had to be asked for again. Raises ``StoreError``."""
        with self.reading() as connection:
            rows = connection.execute(
                "SELECT key, response FROM responses WHERE key IN (SELECT key FROM responses GROUP BY key HAVING COUNT(*) > 1)"
            ).fetchall()
        return len({key for key, text in rows if key in keys and read_answer(text) is None})

    def put(self, key: str, response: Response, *, kind: str, parts: Mapping[str, str], wave: str = "", flushed: bool = True) -> None:
        """Store an answer as a new generation of *key*; *wave* names what draws it again, if anything does.

        On return it survives the end of the process and, unless *flushed* is false, of the machine's power: waiting for the disk takes
        milliseconds, in which nobody else's answer can be stored. Then :meth:`flush` must follow. Raises ``StoreError`` when it could
        not be stored; the answer is then in the caller's hands alone.
        """
        values = (kind, time.time(), packed(dict(parts)), packed_answer(response, wave))
        if flushed:
            with self.writing("the answer was not stored") as connection:
                connection.execute(_PUT, (key, *values, key))
        else:
            # A process that is killed with the answer in hand loses it, so that moment is made as short as can be.
            self.write_one("the answer was not stored", _PUT, (key, *values, key))

    def flush(self) -> None:
        """Wait until everything stored so far is on disk. From any thread; does not keep others from storing. Raises ``StoreError``."""
        # What is committed stands in the write-ahead log; what SQLite has moved from there to the database it has synced itself, and
        # without such a log every commit. The database is never opened here: closing it again would take away the locks that all
        # of this process's connections hold on it (POSIX), and the next process to end would remove the log under them.
        try:
            handle = os.open(self._log, os.O_RDONLY)
        except FileNotFoundError:
            self._check_place("what was stored may not be on disk")
            return
        except OSError as error:
            raise StoreError(self._line("what was stored may not be on disk", error)) from None
        try:
            os.fsync(handle)
        except OSError as error:
            raise StoreError(self._line("what was stored may not be on disk", error)) from None
        finally:
            os.close(handle)

    def count(self) -> int:
        """Return how many answers are stored, every generation of every kind. Raises ``StoreError``."""
        with self.reading() as connection:
            (number,) = connection.execute("SELECT COUNT(*) FROM responses").fetchone()
        return int(number)

    def calls(self) -> Iterator[StoredCall]:
        """Yield what is known of every stored answer, oldest first, without its text. Raises ``StoreError``."""
        with self.reading() as connection:
            rows = connection.execute("SELECT key, generation, kind, written_at, parts FROM responses ORDER BY rowid").fetchall()
        for row in rows:
            yield stored_call(*row)

    def entries(self) -> Iterator[tuple[StoredCall, Response | None]]:
        """Yield every stored answer, ``None`` for a damaged one, with what is known of it, oldest first.

        A few hundred are held at a time. Raises ``StoreError``.
        """
        last = -1
        while True:
            with self.reading() as connection:
                rows = connection.execute(
                    "SELECT key, generation, kind, written_at, parts, response, rowid FROM responses"
                    " WHERE rowid > ? ORDER BY rowid LIMIT ?",
                    (last, _ROWS_PER_QUERY),
                ).fetchall()
            for *call, response, _ in rows:
                yield stored_call(*call), read_answer(response)
            if not rows:
                return
            last = rows[-1][-1]

    def remove(
        self,
        answers: Collection[tuple[str, int]],
        *,
        leaving: Callable[[sqlite3.Connection, Collection[tuple[str, int]]], None] = lambda _connection, _answers: None,
        moved: Callable[[sqlite3.Connection, Callable[[float], int]], None] = lambda _connection, _moved: None,
    ) -> int:
        """Delete answers by key and generation, all or none, give back their space, and return how many were there.

        For ``lcbench cache prune`` alone. Nobody else may have the file open: a run that asks afresh tells new answers from old by
        their place in the file, which this changes. For whoever keeps marks in this file, in the same transaction, *leaving* is given
        the answers while they are still there, and *moved* what tells of an old place or mark how many of the remaining answers are
        not after it. Raises ``StoreError``, and then nothing was deleted unless it says so.
        """
        with self._write_lock, self._read_lock:
            self._check_open()
            self._reader.close()
            otherwise = "nothing was deleted"
            try:
                self._writer.execute(f"PRAGMA busy_timeout = {_EXCLUSIVE_MS}")
                self._writer.execute("PRAGMA locking_mode = EXCLUSIVE")
                # Leaving the write-ahead log needs the file for oneself, and fails where anybody else has it open.
                self._writer.execute("PRAGMA journal_mode = DELETE").fetchone()
                self._writer.execute("BEGIN EXCLUSIVE")
                leaving(self._writer, answers)
                removed = self._writer.executemany("DELETE FROM responses WHERE key = ? AND generation = ?", answers).rowcount
                moved(self._writer, _closed_ranks(self._writer))
                self._writer.execute("COMMIT")
                otherwise = "the answers were deleted, but their space was not given back"
                self._writer.execute("VACUUM")
            except sqlite3.Error as error:
                raise StoreError(self._line(otherwise, error)) from None
            finally:
                self._reopen()
        return removed

    def size(self) -> int:
        """Return the bytes that the store takes on disk, its write-ahead log included."""
        found = 0
        file = self.path.resolve()
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                found += file.with_name(file.name + suffix).stat().st_size
        return found

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
    def writing(self, otherwise: str, *, derived: bool = False) -> Iterator[sqlite3.Connection]:
        """Lend the write connection to one thread inside one transaction, committed on leaving, rolled back on any error.

        Args:
            otherwise: tells the user what is lost when this fails, e.g. ``the answer was not stored``.
            derived: what is written can be made again from the answers: it survives a killed process, but need not reach the disk
                before a power cut (waiting for that takes milliseconds).

        Raises ``StoreError``.

        """
        with self._write_lock:
            self._check_open()
            self._check_place(otherwise)
            try:
                if not derived:
                    # What was derived before it is synced with it.
                    self._writer.execute("PRAGMA synchronous = FULL")
                self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException as error:
                roll_back(self._writer)
                if isinstance(error, sqlite3.Error):
                    raise StoreError(self._line(otherwise, error)) from None
                raise
            finally:
                if not derived:
                    self._writer.execute("PRAGMA synchronous = NORMAL")

    def write_one(self, otherwise: str, statement: str, values: Sequence[Any]) -> int:
        """Execute one derived statement (:meth:`writing`), a transaction by itself; return how many rows it changed.

        The quick way: a thread that computes may hold up every further statement for milliseconds. Raises ``StoreError``.
        """
        with self._write_lock:
            self._check_open()
            try:
                changed = self._writer.execute(statement, values).rowcount
            except sqlite3.Error as error:
                raise StoreError(self._line(otherwise, error)) from None
            # Afterwards: to ask the system is to let other threads go first, and what has just been received may be lost meanwhile.
            self._check_place(otherwise)
            return changed

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

    def _connect(self) -> sqlite3.Connection:
        # Transactions are ours (isolation_level None); threads share the connection under a lock.
        connection = sqlite3.connect(self.path.absolute(), timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA synchronous = NORMAL")
            # A byte that is damaged must not make everything unreadable: whoever reads a text sees that it is not ours.
            connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _reopen(self) -> None:
        """Let go of the file, with any lock and open transaction, and open it again."""
        self._writer.close()
        self._closed = True
        self._writer = self._connect()
        self._reader = self._connect()
        self._files = self._there()
        self._closed = False

    def _log_path(self) -> Path:
        """Return where the write-ahead log lies: beside the file itself, not beside a link to it."""
        file = self.path.resolve()
        return file.with_name(f"{file.name}-wal")

    def _there(self) -> tuple[os.stat_result, os.stat_result | None]:
        """Return the file and its write-ahead log as they lie there; no log where the file system cannot have one."""
        self._reader.execute("SELECT 1 FROM responses LIMIT 1").fetchone()  # makes the log
        self._log = self._log_path()
        try:
            return self.path.stat(), self._log.stat()
        except FileNotFoundError:
            return self.path.stat(), None

    def _check_place(self, otherwise: str) -> None:
        """Raise ``StoreError`` when file or log have been removed, or others put in their place: what is stored would be in none.

        Closing the file then still carries the log over into it, as long as this process lives and nobody else has begun a new log.
        """
        file, log = self._files
        try:
            there = os.path.samestat(self.path.stat(), file) and (log is None or os.path.samestat(self._log.stat(), log))
        except OSError:
            there = False
        if not there:
            raise StoreError(
                f"{_shown(self.path)}: {otherwise}: the file or its -wal was removed, moved or replaced while it was in use: "
                "put back what was moved, let nothing else open or copy the file during a run, and run the same command again"
            )

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"{_shown(self.path)}: the response store is closed")

    def _line(self, what: str, error: Exception) -> str:
        return f"{_shown(self.path)}: {what}: {cause_of(error)}"


def _closed_ranks(connection: sqlite3.Connection) -> Callable[[float], int]:
    """Give the answers new numbers from 1, in their order, and return what a mark among them is then.

    VACUUM may do so by itself, and a number above those left would be given again: both would make marks lie.
    """
    places = [place for (place,) in connection.execute("SELECT rowid FROM responses ORDER BY rowid")]
    for new, old in enumerate(places, start=1):
        if new != old:
            connection.execute("UPDATE responses SET rowid = ? WHERE rowid = ?", (new, old))
    return lambda mark: bisect_right(places, mark)


def _shown(path: Path) -> str:
    return f"response store {one_line(str(path), 300)}"
