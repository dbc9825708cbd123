"""SQLite files of ours, shared by many processes: made once, told from other programs' files, and their faults in words.

A file is ours when its ``application_id`` says so. One that is not, is damaged, or was written by a newer version is left as it is.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Sequence

from pytest_lcbench.untrusted import one_line

BUSY_SECONDS = 60.0
"""How long a writer waits for another. A commit takes milliseconds, so this only runs out when a process hangs inside one."""

CHECKED_BYTES = 128 * 1024 * 1024
"""Files up to this size are searched for damage as they are opened, about 1.3 ms a megabyte (20 MB: 30 ms). Damage in a larger one is
found when a damaged page is read or written, and then told in one line as well."""
_DAMAGED = "the file is damaged, left as it is: move it aside and run again"


class RefusedError(Exception):
    """A file that SQLite can read and that is not ours to write. ``str()`` says why and what to do."""


def prepare(connection: sqlite3.Connection, application_id: int, version: int, create: Sequence[str], probe: str) -> None:
    """Make the tables in an empty file; leave any other file untouched unless it is of this kind and version.

    Args:
        connection: with ``isolation_level=None``.
        application_id: marks files of this kind.
        version: of their tables.
        create: the statements that make the tables.
        probe: a query that fails where a table or column is missing.

    Raises ``RefusedError`` (another program's file, a newer version, damage) and ``sqlite3.Error``.

    """
    if _is_empty(connection):
        _use_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have made them while this one waited.
            if _is_empty(connection):
                for statement in (*create, f"PRAGMA application_id = {application_id}", f"PRAGMA user_version = {version}"):
                    connection.execute(statement)
            connection.execute("COMMIT")
        finally:
            roll_back(connection)
    if _pragma(connection, "application_id") != application_id:
        raise RefusedError("it is another program's SQLite file, left as it is: name a different file")
    found = _pragma(connection, "user_version")
    if found > version:
        raise RefusedError(f"it was written by a newer version (format {found}, this one reads {version}): upgrade pytest-lcbench")
    _check_pages(connection)
    connection.execute(probe).fetchone()
    _use_wal(connection)
    # A file that cannot be written is found here, before any call is paid for. BEGIN alone succeeds on a read-only file.
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"PRAGMA user_version = {found}")
    finally:
        roll_back(connection)


def _check_pages(connection: sqlite3.Connection) -> None:
    """Refuse a file whose pages do not hang together: SQLite answers from the sound ones, so what is lost would go unnoticed."""
    if _pragma(connection, "page_count") * _pragma(connection, "page_size") > CHECKED_BYTES:
        return
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise RefusedError(_DAMAGED)


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


def roll_back(connection: sqlite3.Connection) -> None:
    """End a transaction without effect, if one is open."""
    # SQLite has already rolled back by itself after a full disk or an input/output error.
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _code(error: Exception) -> int:
    """Return SQLite's primary result code, 0 when there is none (the sqlite3 module's own complaints)."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


_CAUSES = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space and run the same command again; everything stored before is kept",
    sqlite3.SQLITE_IOERR: (
        "it could not be read or written, or may grow no further (a failing disk, a quota, a limit such as ulimit -f): "
        "see to that and run the same command again; everything stored before is kept"
    ),
    sqlite3.SQLITE_READONLY: "it is read-only: make the file and its folder writable, or choose another with --lcbench-reports",
    sqlite3.SQLITE_PERM: "no permission: make the file and its folder writable, or choose another with --lcbench-reports",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened for writing: check that it is a file and that its folder is writable",
    sqlite3.SQLITE_BUSY: "another process keeps it locked: end that process and run the same command again",
    sqlite3.SQLITE_LOCKED: "another process keeps it locked: end that process and run the same command again",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: "it is no database, left as it is: name a different file or move it aside",
}


_OF_SYSTEM = {
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_IOERR,
    errno.EFBIG: sqlite3.SQLITE_IOERR,
    errno.EIO: sqlite3.SQLITE_IOERR,
}
"""What the system's own errors come to, where a file is made or waited for without SQLite."""


def cause_of(error: Exception) -> str:
    """Return what a fault of the file means and what to do, to be read after the file's name."""
    told = _CAUSES.get(_code(error)) or _CAUSES.get(_OF_SYSTEM.get(getattr(error, "errno", None) or 0, 0))
    return told or one_line(str(error) or type(error).__name__)
