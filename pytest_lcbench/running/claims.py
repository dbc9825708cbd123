"""Claims: which process asks for which answer just now, so that no two pay for the same one.

A claim is a short lease in the store's file. Its process renews all its claims together while their calls are in flight; so the claim
of a process that is gone ends soon, wherever that process ran.

No clock is trusted with more than that. A holder known to be dead holds nothing. One that nobody here can ask for (another machine,
another container) holds until its lease has run out. Any other, and any lease that lies further ahead than one can, holds as long as
it is seen to be renewed. *A process that is frozen as a whole for about a minute may therefore lose its claims; when it goes on, both
answers arrive, are paid for and are stored.*
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pytest_lcbench.models.holders import Holder, is_there, this_process
from pytest_lcbench.models.store import ResponseStore, StoreError

LEASE_S = 45.0
"""A claim that is not renewed ends after this."""
BEAT_S = 10.0
"""How often a process renews its claims, all in one transaction."""
TELL_AFTER_S = 10.0
"""Waiting longer than this for another process's call is worth a line."""

_LONGEST_LOOK_S = 1.0  # counted between two looks: a process that slept meanwhile has not seen that nothing was renewed
TABLE = """CREATE TABLE IF NOT EXISTS claims (
    key TEXT PRIMARY KEY, session TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL, until REAL NOT NULL,
    space TEXT NOT NULL DEFAULT '', started TEXT NOT NULL DEFAULT '')"""
_LATER_COLUMNS = ("space", "started")
_CLAIM = " INTO claims (key, session, host, pid, until, space, started) VALUES (?, ?, ?, ?, ?, ?, ?)"
_OURS = " WHERE key = ? AND session = ? AND host = ? AND pid = ? AND space = ? AND started = ?"


@dataclass(frozen=True, slots=True)
class Wait:
    """A case that waits for an answer which another process asks for.

    Args:
        name: of the case.
        holder: the process.
        seconds: for how long so far.

    """

    name: str
    holder: Holder
    seconds: float


@dataclass(slots=True)
class _Seen:
    """A lease as it was seen last, and for how long it has been seen not to change."""

    until: float
    unchanged: float
    at: float


@dataclass(slots=True)
class _Waiting:
    name: str
    holder: Holder
    since: float


def make_table(connection: sqlite3.Connection) -> None:
    """Make the table, or add to one of an earlier version what it lacks. Inside a transaction."""
    connection.execute(TABLE)
    there = {row[1] for row in connection.execute("PRAGMA table_info(claims)")}
    for name in _LATER_COLUMNS:
        if name not in there:
            connection.execute(f"ALTER TABLE claims ADD COLUMN {name} TEXT NOT NULL DEFAULT ''")


@dataclass(eq=False)
class Claims:
    """The claims of one process. Safe for threads. Methods raise ``StoreError`` when the file fails.

    Args:
        store: open, with the table.
        on_failure: told why claims could not be renewed, in the thread that renews them: this process must not go on asking.

    """

    store: ResponseStore
    on_failure: Callable[[str], None] = lambda _reason: None
    _held: dict[str, tuple[str, float]] = field(default_factory=dict, init=False)
    """By key: the session, and the moment of the monotonic clock after which it is not renewed any more."""
    _seen: dict[str, _Seen] = field(default_factory=dict, init=False)
    _waiting: dict[object, _Waiting] = field(default_factory=dict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _closed: threading.Event = field(default_factory=threading.Event, init=False)
    _heart: threading.Thread | None = field(default=None, init=False)

    def take(self, session: str, key: str, *, lasts: float) -> Holder | None:
        """Take the right to ask for the answer under *key*: ``None`` if it was taken, else who has it, in this process or another.

        It ends with :meth:`give_back`, with the process, with the session where one process holds several one after the other, or after
        *lasts* seconds.
        """
        here = this_process()
        with self._lock:
            if key in self._held:
                return here
        packed = json.dumps(session)  # ASCII, whatever the text
        claim = (key, packed, here.host, here.pid, time.time() + LEASE_S, here.space, here.started)
        if not self.store.write_one("the call was not claimed", f"INSERT OR IGNORE{_CLAIM}", claim):
            holder = self._take_over(key, packed, here, claim)
            if holder is not None:
                return holder
        with self._lock:
            self._seen.pop(key, None)
            self._held[key] = (packed, time.monotonic() + lasts)
            if self._heart is None and not self._closed.is_set():
                self._heart = threading.Thread(target=self._beat, name="lcbench-claims", daemon=True)
                self._heart.start()
        return None

    def _take_over(self, key: str, packed: str, here: Holder, claim: tuple[object, ...]) -> Holder | None:
        """Take a claim that was there, if nobody holds it any more: ``None`` if it was taken, else who has it."""
        with self.store.writing("the call was not claimed", derived=True) as connection:
            found = connection.execute("SELECT session, until, host, pid, space, started FROM claims WHERE key = ?", (key,)).fetchone()
            if found is not None:
                other, until, *who = found
                holder = Holder(*who)
                # A session that could not give its claim back, on a full disk say, and is over although its process goes on.
                over = holder == here and other != packed
                if not over and self._holds(key, holder, until):
                    return holder
            connection.execute(f"INSERT OR REPLACE{_CLAIM}", claim)
        return None

    def give_back(self, key: str) -> None:
        """Give the right back. One that was lost meanwhile stays with who has it."""
        with self._lock:
            session, _ = self._held.pop(key, ("", 0.0))
        values = (key, session, *_columns(this_process()))
        self.store.write_one("the claim was not given back", f"DELETE FROM claims{_OURS}", values)  # noqa: S608 - a constant

    def renew(self) -> None:
        """Renew every claim of this process whose call may still be in flight."""
        now = time.monotonic()
        with self._lock:
            held = [(key, session) for key, (session, last) in self._held.items() if now < last]
        until = time.time() + LEASE_S
        here = _columns(this_process())
        with self.store.writing("the claims were not renewed", derived=True) as connection:
            connection.executemany(f"UPDATE claims SET until = ?{_OURS}", [(until, *which, *here) for which in held])  # noqa: S608 - as above

    @contextmanager
    def waiting(self, name: str) -> Iterator[Callable[[Holder], None]]:
        """Lend what is to be told for whom the case *name* waits, as often as it looks."""
        token = object()

        def tell(holder: Holder) -> None:
            with self._lock:
                known = self._waiting.get(token)
                if known is None or known.holder != holder:
                    self._waiting[token] = _Waiting(name, holder, time.monotonic())

        try:
            yield tell
        finally:
            with self._lock:
                self._waiting.pop(token, None)

    def long_waits(self) -> list[Wait]:
        """Return the cases that have waited long for another process, longest first. From any thread."""
        now, here = time.monotonic(), this_process()
        with self._lock:
            waits = [Wait(waiting.name, waiting.holder, now - waiting.since) for waiting in self._waiting.values()]
        long = [wait for wait in waits if wait.seconds >= TELL_AFTER_S and wait.holder != here]
        return sorted(long, key=lambda wait: -wait.seconds)

    def close(self) -> None:
        """Renew nothing any more."""
        self._closed.set()
        with self._lock:
            heart, self._heart = self._heart, None
        if heart is not None and heart is not threading.current_thread():
            heart.join()

    def _holds(self, key: str, holder: Holder, until: float) -> bool:
        """Whether *holder* still has the claim, by what the module's head says."""
        there = is_there(holder)
        if there is False:
            return False
        left = until - time.time()
        if there is None and left <= 0:
            return False
        now = time.monotonic()
        with self._lock:
            seen = self._seen.get(key)
            if seen is None or seen.until != until:
                self._seen[key] = _Seen(until, 0.0, now)
                return True
            seen.unchanged += min(now - seen.at, _LONGEST_LOOK_S)
            seen.at = now
            return seen.unchanged < LEASE_S

    def _beat(self) -> None:
        while not self._closed.wait(BEAT_S):
            with self._lock:
                if not self._held:
                    # The next claim starts another one: nothing is written while nothing is in flight.
                    self._heart = None
                    return
            try:
                self.renew()
            except StoreError as error:
                self.on_failure(str(error))
                with self._lock:
                    self._heart = None
                return


def _columns(holder: Holder) -> tuple[str, int, str, str]:
    return holder.host, holder.pid, holder.space, holder.started
