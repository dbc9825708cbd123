"""The ledger: what every call cost, and a ceiling on it that all workers of a session keep together (``--lcbench-max-cost``).

It is a SQLite file of its own beside the response store. Its commits do not wait for the disk: an entry survives a killed process
but perhaps not a power cut, which loses an entry of an answer that the store keeps; and nobody waits for a store that is being
flushed.

The ceiling works by reservation. Before a call its worst case is reserved; afterwards the reservation is settled with what it cost.
Nothing is sent for which there is no room beside all that is spent and reserved, so a session exceeds its ceiling by no more than
the calls in flight cost above their worst case, which is zero when prices and limits hold.

*A reservation that is never settled counts as spent.* Its process was killed with a request on its way, and a provider finishes,
and charges, what it was sent. It never blocks: a call waits for room only while a reservation may still be settled, and that is
over when its process is gone, or when the time limit of its call has passed. Then the session ends as at any ceiling.
"""

from __future__ import annotations

import asyncio
import math
import os
import platform
import random
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.models.databases import BUSY_SECONDS, RefusedError, cause_of, prepare, roll_back
from pytest_lcbench.models.holders import holder_lives
from pytest_lcbench.models.model import ErrorClass, Response
from pytest_lcbench.models.store import StoreError
from pytest_lcbench.untrusted import one_line

APPLICATION_ID = 0x4C434224
"""Marks a SQLite file as a ledger (``LCB$``)."""
SCHEMA_VERSION = 1
FILE_NAME = "ledger.sqlite"
"""Its name, beside the store."""
MAYBE_CHARGED = frozenset({ErrorClass.TIMEOUT, ErrorClass.MALFORMED_REPLY})
"""Calls without an answer that a provider may all the same have worked, and charged, for. The others cost nothing."""

_POLL_S = 0.1
_GRACE_S = 5.0  # between the end of a call and its settling
_ROUNDING = 1e-9
_INDEX_OF_ITEMS = "CREATE INDEX IF NOT EXISTS calls_of_item ON calls (item, session)"
_CREATE = (
    """CREATE TABLE calls (
        id INTEGER PRIMARY KEY, at REAL NOT NULL, session TEXT NOT NULL, run_id TEXT NOT NULL, kind TEXT NOT NULL, role TEXT NOT NULL,
        item TEXT NOT NULL, prompt_tokens INTEGER, completion_tokens INTEGER, cost REAL, error_class TEXT, store_key TEXT NOT NULL)""",
    "CREATE INDEX calls_of_session ON calls (session)",
    "CREATE INDEX calls_of_run ON calls (run_id)",
    _INDEX_OF_ITEMS,
    "CREATE TABLE spent (session TEXT PRIMARY KEY, usd REAL NOT NULL)",
    """CREATE TABLE reservations (
        id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, usd REAL NOT NULL, until REAL NOT NULL, host TEXT NOT NULL,
        pid INTEGER NOT NULL)""",
    "CREATE INDEX reservations_of_session ON reservations (session)",
)
_PROBE = (
    "SELECT calls.id, at, calls.session, run_id, kind, role, item, prompt_tokens, completion_tokens, cost, error_class, store_key,"
    " spent.usd, reservations.usd, until, host, pid FROM calls, spent, reservations LIMIT 1"
)


class CallKind(StrEnum):
    """What a call was for."""

    MODEL = "model"
    """An answer."""
    JUDGE = "judge"
    """A judgement."""
    RETRY = "retry"
    """A call beyond those of an undisturbed run: one that failed, or a judge asked again because it gave no rating."""
    CACHED = "cached"
    """No call: the answer was in the store. Its cost is what it had cost then, and was saved."""


class CeilingError(LcbenchError):
    """There is no room for a further call under the ceiling, and none will come. The run ends; everything stored is kept."""


@dataclass(frozen=True, slots=True)
class LedgerCall:
    """One entry.

    Args:
        kind: what it was for.
        role: who was asked, ``model`` or ``judge``.
        item: key of the item.
        prompt_tokens: as the provider counted; ``None`` when unknown.
        completion_tokens: the same.
        cost: USD; ``None`` when unknown, and then the ceiling counts what was reserved.
        error_class: why there was no answer, if there was none.
        store_key: under which the answer is in the store.

    """

    kind: CallKind
    role: str
    item: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None
    error_class: str | None = None
    store_key: str = ""


def answered_call(
    response: Response, role: str, item: str = "", *, cached: bool = False, attempt: int = 1, store_key: str = ""
) -> LedgerCall:
    """Return the entry of an answer, new or from the store. *attempt* above 1: asked again because the reply was of no use."""
    kind = CallKind.CACHED if cached else CallKind.RETRY if attempt > 1 else CallKind(role)
    return LedgerCall(kind, role, item, response.prompt_tokens, response.completion_tokens, response.cost, None, store_key)


def failed_call(error_class: ErrorClass, role: str, item: str = "") -> LedgerCall:
    """Return the entry of a call that gave no answer: free of charge, or of unknown cost where it may have been charged."""
    return LedgerCall(CallKind.RETRY, role, item, cost=None if error_class in MAYBE_CHARGED else 0.0, error_class=error_class.value)


@dataclass(frozen=True, slots=True)
class Reservation:
    """Room held for one call. ``number`` is ``None`` where there is no ceiling."""

    number: int | None
    amount: float


@dataclass(frozen=True, slots=True)
class KindTotal:
    """Sums over the entries of one kind; unknown costs are counted apart."""

    calls: int = 0
    cost: float = 0.0
    unknown_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Ledger:
    """The ledger as one session writes it. Safe for threads; each process opens its own.

    Args:
        path: the file; made, with its folder, when it is not there.
        session: id of the pytest session, shared by all its workers: the ceiling is on what *it* spends.
        run_id: of the run that the session works on.
        ceiling: USD, or ``None``. Whoever sets one has made sure that every price is known
            (:func:`~pytest_lcbench.models.prices.check_prices`).

    Raises ``SettingsError`` when the file cannot be opened and written, is not a ledger, is damaged or was written by a newer
    version. Every method raises :class:`~pytest_lcbench.models.store.StoreError` when the file fails.

    """

    def __init__(self, path: Path, *, session: str = "", run_id: str = "", ceiling: float | None = None) -> None:
        self.path = Path(path)
        self.session = session
        self.run_id = run_id
        self.ceiling = ceiling
        self._lock = threading.Lock()
        self._closed = False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Transactions are ours (isolation_level None); threads share the connection under a lock.
            self._connection = sqlite3.connect(
                self.path.absolute(), timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, ValueError, sqlite3.Error) as error:
            raise SettingsError(self._line("cannot be opened", error)) from None
        try:
            prepare(self._connection, APPLICATION_ID, SCHEMA_VERSION, _CREATE, _PROBE)
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute(_INDEX_OF_ITEMS)  # a ledger of earlier has none
        except (RefusedError, sqlite3.Error) as error:
            self._connection.close()
            raise SettingsError(self._line("cannot be used", error)) from None

    def reserve(self, amount: float | None, *, lasts: float) -> Reservation | None:
        """Hold room for a call of at most *amount* USD that takes at most *lasts* seconds.

        Returns ``None`` when there is no room now but calls in flight, here or in other workers, may still leave some: ask again
        later, or use :meth:`reserve_in_turn`. Without a ceiling there is always room and nothing is written.

        Raises ``CeilingError`` when there is no room and nothing in flight that could leave any, or when *amount* is unknown.
        """
        if self.ceiling is None:
            return Reservation(None, amount or 0.0)
        if amount is None:
            raise CeilingError(f"--lcbench-max-cost={self.ceiling:g}: the price of a call is unknown, so it was not made")
        with self._writing("no room was reserved") as connection:
            spent, held = self._sums(connection)
            if spent + held + amount <= self.ceiling * (1 + _ROUNDING):
                number = connection.execute(
                    "INSERT INTO reservations (session, usd, until, host, pid) VALUES (?, ?, ?, ?, ?)",
                    (self.session, amount, time.time() + lasts + _GRACE_S, platform.node(), os.getpid()),
                ).lastrowid
                return Reservation(number, amount)
            rows = connection.execute("SELECT until, host, pid FROM reservations WHERE session = ?", (self.session,)).fetchall()
        if any(holder_lives(*row) for row in rows):
            return None
        lost = f" and {_usd(held)} lost in calls whose process died" if held else ""
        raise CeilingError(
            f"--lcbench-max-cost={self.ceiling:g}: {_usd(spent)} spent{lost} in this session, the next call may cost {_usd(amount)}: "
            "run the same command again to go on, with a higher ceiling if need be; nothing that was answered is asked again"
        )

    async def reserve_in_turn(
        self, amount: float | None, *, lasts: float, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> Reservation:
        """Hold room as :meth:`reserve`, waiting for calls in flight to leave some. Raises ``CeilingError`` when none will come."""
        while True:
            held = self.reserve(amount, lasts=lasts)
            if held is not None:
                return held
            await sleep(_POLL_S * (0.5 + random.random()))  # noqa: S311 - jitter needs no secrecy

    def settle(self, reservation: Reservation, call: LedgerCall) -> None:
        """Enter a call that was made and free what its reservation held beyond its cost. An unknown cost counts as all of it."""
        cost = _money(call.cost)
        charged = reservation.amount if cost is None else cost
        with self._writing("the call was not entered") as connection:
            self._enter(connection, call)
            if reservation.number is not None:
                connection.execute("DELETE FROM reservations WHERE id = ?", (reservation.number,))
                connection.execute(
                    "INSERT INTO spent VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET usd = usd + excluded.usd",
                    (self.session, charged),
                )

    def release(self, reservation: Reservation) -> None:
        """Give back the room of a call that was not sent. One that was sent and cancelled is left: it may have been charged."""
        if reservation.number is not None:
            with self._writing("the room was not given back") as connection:
                connection.execute("DELETE FROM reservations WHERE id = ?", (reservation.number,))

    def record(self, call: LedgerCall) -> None:
        """Enter what needed no reservation: an answer from the store, say.

        An item's answer is entered once a session: another worker may look it up again, where it took the item over from the one that
        had looked ahead, or paid.
        """
        with self._writing("the call was not entered") as connection:
            if call.kind is not CallKind.CACHED or not self._has(connection, call):
                self._enter(connection, call)

    def committed(self) -> tuple[float, float]:
        """Return USD that this session has spent under a ceiling, and USD that it holds reserved."""
        with self._reading() as connection:
            return self._sums(connection)

    def totals(self, *, session: str | None = None, run_id: str | None = None) -> dict[CallKind, KindTotal]:
        """Return the sums of every kind, over all entries or those of a session or a run."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT kind, COUNT(*), COALESCE(SUM(cost), 0.0), SUM(cost IS NULL), COALESCE(SUM(prompt_tokens), 0),"
                " COALESCE(SUM(completion_tokens), 0) FROM calls"
                " WHERE (?1 IS NULL OR session = ?1) AND (?2 IS NULL OR run_id = ?2) GROUP BY kind",
                (session, run_id),
            ).fetchall()
        found = {kind: KindTotal(*figures) for kind, *figures in rows}
        return {kind: found.get(kind.value, KindTotal()) for kind in CallKind}

    def calls(self, *, session: str | None = None) -> list[LedgerCall]:
        """Return the entries, of one session or all, in the order in which they were made."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT kind, role, item, prompt_tokens, completion_tokens, cost, error_class, store_key FROM calls"
                " WHERE ?1 IS NULL OR session = ?1 ORDER BY id",
                (session,),
            ).fetchall()
        return [LedgerCall(CallKind(kind), *rest) for kind, *rest in rows]

    def store_keys(self, item: str, *, session: str | None = None) -> dict[str, str]:
        """Return the store keys of every answer that was entered for an item, each with the role of who gave it.

        Args:
            item: its key.
            session: of one session alone; ``None`` for all.

        """
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT store_key, role FROM calls WHERE item = ?1 AND store_key != '' AND (?2 IS NULL OR session = ?2)",
                (_text(item), session),
            ).fetchall()
        return dict(rows)

    def last_store_keys(self, item: str, run_id: str) -> set[str]:
        """Return the store keys of the answers that were entered for an item in the last session of a run that needed any."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT store_key FROM calls WHERE item = ?1 AND run_id = ?2 AND store_key != '' AND session ="
                " (SELECT session FROM calls WHERE item = ?1 AND run_id = ?2 AND store_key != '' ORDER BY id DESC LIMIT 1)",
                (_text(item), _text(run_id)),
            ).fetchall()
        return {key for (key,) in rows}

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _sums(self, connection: sqlite3.Connection) -> tuple[float, float]:
        spent = connection.execute("SELECT usd FROM spent WHERE session = ?", (self.session,)).fetchone()
        (held,) = connection.execute("SELECT COALESCE(SUM(usd), 0.0) FROM reservations WHERE session = ?", (self.session,)).fetchone()
        return (0.0 if spent is None else float(spent[0])), float(held)

    def _has(self, connection: sqlite3.Connection, call: LedgerCall) -> bool:
        """Whether this session has entered the answer of *call* for its item already, as paid or as stored."""
        found = connection.execute(
            "SELECT 1 FROM calls WHERE item = ? AND session = ? AND store_key = ? AND role = ? AND error_class IS NULL",
            (_text(call.item), self.session, call.store_key, call.role),
        ).fetchone()
        return call.store_key != "" and found is not None

    def _enter(self, connection: sqlite3.Connection, call: LedgerCall) -> None:
        connection.execute(
            "INSERT INTO calls (at, session, run_id, kind, role, item, prompt_tokens, completion_tokens, cost, error_class,"
            " store_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                time.time(),
                self.session,
                self.run_id,
                call.kind.value,
                call.role,
                _text(call.item),
                _whole(call.prompt_tokens),
                _whole(call.completion_tokens),
                _money(call.cost),
                call.error_class,
                call.store_key,
            ),
        )

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._check_open()
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise StoreError(self._line("cannot be read", error)) from None

    @contextmanager
    def _writing(self, otherwise: str) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._check_open()
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise StoreError(self._line(otherwise, error)) from None
            finally:
                roll_back(self._connection)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"money ledger {one_line(str(self.path), 300)}: it is closed")

    def _line(self, what: str, error: Exception) -> str:
        return f"money ledger {one_line(str(self.path), 300)}: {what}: {cause_of(error)}"


def _text(item: str) -> str:
    """Return what a file can hold of any text: SQLite's is UTF-8."""
    return item.encode("utf-8", "backslashreplace").decode("utf-8")


def _whole(tokens: int | None) -> int | None:
    """Return a count that a file can hold; a server may claim anything."""
    return tokens if tokens is not None and 0 <= tokens < 1 << 53 else None


def _money(cost: float | None) -> float | None:
    """Return a cost that can be added; one that is no amount of money is unknown, never a refund."""
    return cost if cost is not None and math.isfinite(cost) and cost >= 0 else None


def _usd(amount: float) -> str:
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.4f}"
