"""One budget for all processes of a run: the state of :mod:`pytest_lcbench.models.budget` in a small SQLite file.

It is a file of its own, beside the response store, so that pacing never waits for a paid answer to reach the disk; and it is not
synced, because nothing in it outlives the run. Whatever goes wrong with it, the run goes on: each process then keeps to its share.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pytest_lcbench.models.budget import Budget, Limits, Reservation
from pytest_lcbench.models.doubts import Refusal
from pytest_lcbench.models.model import Quota
from pytest_lcbench.untrusted import one_line

FILE_NAME = "pacing.sqlite"
"""Of the file beside the response store."""
APPLICATION_ID = 0x4C434250
BUSY_SECONDS = 2.0
"""How long a process waits for another one's transaction, which takes a tenth of a millisecond."""
_KEPT_S = 86_400.0
_FUTURE_S = 60.0

Result = TypeVar("Result")


class SharedQuota:
    """Requests and input tokens reserved before they are sent, over all processes that name the same file and key.

    Thread-safe. Every moment is of :func:`time.monotonic`, which all processes of a machine share and which no clock change moves.

    Args:
        path: the file; ``None`` keeps the budget to this process.
        key: of the budget: session id and model route. Put between them what neither contains.
        limits: of the whole run.
        processes: how many share it: each keeps to that part of the limits when the file cannot be used.
        now: the moment of opening, for the clearing away of old sessions.

    """

    def __init__(
        self,
        path: Path | None,
        key: str,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        *,
        processes: int = 1,
        now: float | None = None,
    ) -> None:
        self._path = path
        self._key = json.dumps(key)  # ASCII: SQLite's text holds no lone surrogate
        self._limits = limits
        self._own_limits = limits.share(processes)
        self._budget = Budget()
        self._written = ""  # what this process wrote last: its budget is what it says
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._trouble: str | None = None
        if path is not None:
            try:
                self._connection = _open(path, time.monotonic() if now is None else now)
            except (OSError, ValueError, sqlite3.Error) as error:
                self._give_up(error)

    @property
    def trouble(self) -> str | None:
        """One line when the file could not be used and each process keeps to its share, else ``None``. Say it once."""
        return self._trouble

    def reserve(self, tokens: int, now: float, *, again: bool = False, probe: bool = False, late: bool = False) -> Reservation:
        """Reserve a call of *tokens* input tokens, refused before or not. Send it at ``reservation.at``, or give it back.

        *late*: it has waited for the calls before it to be sent.
        """
        size = max(tokens, 0)
        return self._change(lambda budget, limits: budget.reserve(size, now, limits, again=again, probe=probe, late=late), now)

    def give_back(self, reservation: Reservation, now: float) -> None:
        """Return what will not be sent."""
        self._change(lambda budget, limits: budget.give_back(reservation, now, limits), now)

    @property
    def windowed(self) -> bool:
        """Whether the user has set limits, so that it matters when a call leaves."""
        return self._limits != Limits()

    def left_late(self, reservations: Sequence[tuple[Reservation, float]], now: float) -> None:
        """Count calls in the window from when they left, which was later than reserved: each with that moment."""
        self._change(lambda budget, _: budget.left_late(reservations, now), now)

    def put_off(self, reservation: Reservation, now: float) -> float:
        """Return the seconds by which a call must leave later than reserved, because others before it have."""
        return max(self._peek(now).moves(reservation) - now, 0.0)

    def pause(self, until: float, now: float) -> None:
        """Let no process send before *until*."""
        self._change(lambda budget, _: budget.pause(until, now), now)

    def refused(self, reservation: Reservation, now: float, retry_after: float | None = None, *, light: bool = True) -> Refusal:
        """Note that the server refused this call because of a rate limit, and asked to wait *retry_after* seconds if it did.

        *light*: no more calls were in flight than had been answered together before.
        """
        return self._change(lambda budget, _: budget.refused(reservation, now, retry_after, light=light), now)

    def accepted(self, reservation: Reservation, now: float) -> bool:
        """Note the answer to a probe; return whether refusals are known not to be about load."""
        return self._change(lambda budget, _: budget.accepted(reservation, now), now)

    def say(self, now: float, every: float) -> bool:
        """Return whether the user may be told something now: once in *every* seconds, whichever process asks."""
        return self._change(lambda budget, _: budget.say(now, every), now)

    def held(self, seconds: float, now: float) -> None:
        """Note for how long the provider has held this process back."""
        self._change(lambda budget, _: budget.held(seconds, now), now)

    def longest_held(self, now: float) -> float:
        """Return the seconds for which the provider held back the process that it held back longest."""
        return self._peek(now).held_s

    def learn(self, quota: Quota, reservation: Reservation, now: float) -> None:
        """Slow down to what the server says is left, before it has to refuse."""
        self._change(lambda budget, _: budget.learn(quota, reservation, now), now)

    def pause_left(self, now: float) -> float:
        """Return the seconds for which nobody may send; 0 when there is no pause."""
        budget = self._peek(now)
        return max(budget.paused_until - now, budget.refused_until - now, 0.0)

    def _peek(self, now: float) -> Budget:
        with self._lock:
            if self._connection is not None:
                try:
                    return self._read(self._connection, now)
                except sqlite3.Error as error:
                    self._give_up(error)
            return self._budget

    def close(self) -> None:
        """Close the file. What is asked afterwards is kept to this process."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _change(self, change: Callable[[Budget, Limits], Result], now: float) -> Result:
        with self._lock:
            connection = self._connection
            if connection is not None:
                changed: list[Result] = []
                try:
                    connection.execute("BEGIN IMMEDIATE")
                    budget = self._read(connection, now)
                    changed.append(change(budget, self._limits))
                    state = json.dumps(budget.dump(), separators=(",", ":"))
                    connection.execute("INSERT OR REPLACE INTO pacing VALUES (?, ?, ?)", (self._key, budget.touched, state))
                    connection.execute("COMMIT")
                except sqlite3.Error as error:
                    self._give_up(error)
                    if changed:
                        self._budget = budget
                        return changed[0]
                except BaseException:
                    # A transaction left open would stop every other process. What is in hand may be changed by half.
                    self._written = ""
                    connection.rollback()
                    raise
                else:
                    self._budget, self._written = budget, state
                    return changed[0]
            return change(self._budget, self._limits if self._path is None else self._own_limits)

    def _read(self, connection: sqlite3.Connection, now: float) -> Budget:
        found = connection.execute("SELECT state FROM pacing WHERE key = ?", (self._key,)).fetchone()
        if found is None:
            return Budget()
        if found[0] == self._written:
            return self._budget
        try:
            return Budget.load(json.loads(found[0]), now)
        except (ValueError, TypeError, RecursionError):
            return Budget()

    def _give_up(self, error: Exception) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            # Closing rolls back what was begun.
            connection.close()
        place = one_line(str(self._path), 300)
        why = one_line(str(error) or type(error).__name__)
        self._trouble = f"pacing file {place}: {why}: each process keeps to its share of the limits; remove the file if that persists"


def _open(path: Path, now: float) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path.absolute(), timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        _refuse_foreign(connection)
        _use_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("CREATE TABLE IF NOT EXISTS pacing (key TEXT PRIMARY KEY, touched REAL NOT NULL, state TEXT NOT NULL)")
        # Of sessions long over, or of before the machine was started again.
        connection.execute("DELETE FROM pacing WHERE touched > ? OR touched < ?", (now + _FUTURE_S, now - _KEPT_S))
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_foreign(connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (foreign,) = connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE tbl_name != 'pacing'").fetchone()
    if application not in {0, APPLICATION_ID} or foreign:
        raise ValueError("it is another program's SQLite file, left as it is")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging. Processes that open a new file at once collide here without SQLite waiting for them."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return
