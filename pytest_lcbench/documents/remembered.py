"""Numbers about texts, remembered on disk between runs and between processes.

Only ever a cache: where the file is corrupt, read-only, locked or gone, the run goes on without it, and
:attr:`RememberedNumbers.trouble` says why.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from pathlib import Path

from pytest_lcbench.untrusted import one_line

# Bump with any change of how texts are counted or cut: the old table is then simply not looked at.
_TABLE = "numbers_v1"
_COMMIT_AFTER = 256
_COMMIT_SECONDS = 5.0
# Writers of one machine take milliseconds each; a lock held longer than this belongs to something that hangs.
_BUSY_SECONDS = 1.0
_OPEN_ATTEMPTS = 5
_FAILED_COMMITS = 3


def counts_file() -> Path:
    """Return the file in the user's cache where token counts are remembered."""
    from platformdirs import user_cache_path  # noqa: PLC0415 - needed only once a document is counted

    return user_cache_path("lcbench") / "token-counts.sqlite"


class RememberedNumbers:
    """A map (text hash, encoding, what) → number in one SQLite file, safe for many processes and threads at once.

    Reads are by key; writes are gathered and committed every 256 numbers or 5 seconds, and by :meth:`flush` and :meth:`close`.

    Args:
        path: the file; made with its folder at the first use. ``None`` remembers nothing.

    """

    def __init__(self, path: Path | None) -> None:
        self.trouble = ""
        self._path = path
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._off = path is None
        self._pending: dict[tuple[str, str, str], int] = {}
        self._last_commit = time.monotonic()
        self._failed = 0

    def get(self, text_hash: str, encoding: str, what: str) -> int | None:
        """Return the number, or ``None`` when it is not known."""
        with self._lock:
            found = self._pending.get((text_hash, encoding, what))
            if found is not None:
                return found
            connection = self._open()
            if connection is None:
                return None
            try:
                row = connection.execute(
                    f"SELECT value FROM {_TABLE} WHERE hash = ? AND encoding = ? AND what = ?",  # noqa: S608 - the table's name is ours
                    (text_hash, encoding, what),
                ).fetchone()
            except (sqlite3.Error, ValueError) as fault:
                self._give_up(fault)
                return None
        value = row[0] if row else None
        return value if isinstance(value, int) and value >= 0 else None

    def put(self, text_hash: str, encoding: str, what: str, value: int) -> None:
        """Remember the number; on disk at the next commit."""
        with self._lock:
            if self._off:
                return
            self._pending[text_hash, encoding, what] = value
            if len(self._pending) >= _COMMIT_AFTER or time.monotonic() - self._last_commit > _COMMIT_SECONDS:
                self.flush()

    def flush(self) -> None:
        """Commit what is pending. A failure is tried again at the next commit, three times in all."""
        with self._lock:
            self._last_commit = time.monotonic()
            if not self._pending:
                return
            connection = self._open()
            if connection is None:
                self._pending.clear()
                return
            rows = [(*key, value) for key, value in self._pending.items()]
            try:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(f"INSERT OR REPLACE INTO {_TABLE} VALUES (?, ?, ?, ?)", rows)  # noqa: S608 - as above
                connection.execute("COMMIT")
            except (sqlite3.Error, ValueError) as fault:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                self._failed += 1
                if self._failed >= _FAILED_COMMITS or not isinstance(fault, sqlite3.OperationalError):
                    self._give_up(fault)
                return
            self._failed = 0
            self._pending.clear()

    def close(self) -> None:
        """Commit and close the file. It opens again if it is used again."""
        with self._lock:
            self.flush()
            if self._connection is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.close()
                self._connection = None

    def __del__(self) -> None:
        # Also keeps a forgotten close() from becoming a ResourceWarning. _lock is absent only if __init__ failed.
        if hasattr(self, "_lock"):
            self.close()

    def _open(self) -> sqlite3.Connection | None:
        if self._connection is not None or self._off or self._path is None:
            return self._connection
        fault: Exception | None = None
        for attempt in range(_OPEN_ATTEMPTS):
            connection: sqlite3.Connection | None = None
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                connection = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(
                    f"CREATE TABLE IF NOT EXISTS {_TABLE} (hash TEXT NOT NULL, encoding TEXT NOT NULL, what TEXT NOT NULL,"
                    " value INTEGER NOT NULL, PRIMARY KEY (hash, encoding, what)) WITHOUT ROWID"
                )
            except (sqlite3.Error, OSError, ValueError) as caught:
                fault = caught
                if connection is not None:
                    connection.close()
                if not (isinstance(caught, sqlite3.OperationalError) and "locked" in str(caught)):
                    break
                # Switching a new file to WAL does not wait for other processes that do the same, so we do.
                time.sleep(0.02 * (attempt + 1))
            else:
                self._connection = connection
                return connection
        if fault is not None:
            self._give_up(fault)
        return None

    def _give_up(self, fault: Exception) -> None:
        self._off = True
        self._pending.clear()
        self.trouble = f"token counts are not remembered: {one_line(str(self._path))}: {one_line(str(fault), 100)}"
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
