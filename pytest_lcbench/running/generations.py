"""Asking anew (``--lcbench-fresh``, ``--lcbench-rejudge``) as a thing of the run, not of one session.

A *generation* of a run is begun once for a set of items. Every item has the store's mark from then: answers before it do not count
for it. The item is pending until it has a row made from answers after its mark; while any selected item is pending, asking anew goes
on with that generation instead of beginning another, so nothing that it has paid for is paid for twice. No stored answer is ever
touched. Rows of pending items are not deleted either, but set aside: they are not the generation's.

Where each worker keeps a store of its own, a session runs only a part of the items in each store, and what is pending there says
nothing: the others have the rest. Only the controller knows whether a session came to its end. Its journal holds those that did not
(table ``askings``); a worker goes on with what is open in its store only where one of them left it.

The tables lie in the response store's file; these functions work inside the journal's transactions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from pytest_lcbench.models.model import ErrorClass
from pytest_lcbench.running import judgements, pruned, waves
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State

_JUDGE_PREFIX = "judge_"
TABLES = (
    """CREATE TABLE IF NOT EXISTS generations (
        run_id TEXT NOT NULL, stage TEXT NOT NULL, item TEXT NOT NULL, mark INTEGER NOT NULL, since INTEGER NOT NULL,
        scored INTEGER NOT NULL, progress INTEGER NOT NULL, PRIMARY KEY (run_id, stage, item))""",
    """CREATE TABLE IF NOT EXISTS openings (
        session TEXT PRIMARY KEY, went_on INTEGER NOT NULL, there INTEGER NOT NULL, items INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS askers (
        run_id TEXT NOT NULL, stage TEXT NOT NULL, session TEXT NOT NULL, PRIMARY KEY (run_id, stage))""",
    """CREATE TABLE IF NOT EXISTS askings (
        session TEXT PRIMARY KEY, run_id TEXT NOT NULL, stage TEXT NOT NULL)""",
    waves.TABLE,
    judgements.INDEX,
    *pruned.TABLES,
)
MOST_ASKINGS = 500
"""How many sessions that have not come to their end are remembered: nobody goes on with the older ones."""


class Stage(StrEnum):
    """From which stage on answers are asked for anew."""

    FRESH = "fresh"
    """Model and judge."""
    REJUDGE = "rejudge"
    """The judge alone."""

    @property
    def flag(self) -> str:
        """The option that asks for it."""
        return f"--lcbench-{self.value}"


class Progress(IntEnum):
    """How far an item of a generation has come."""

    DONE = 0
    PENDING = 1
    FAILED = 2
    """It has a row from the generation, without an answer that a later call may well get. Pending as well."""


class Opening(IntEnum):
    """How a session began to ask anew."""

    NEW = 0
    CUT_SHORT = 1
    """It goes on with what an earlier session was cut short in."""
    ENDED = 2
    """It goes on with what is left of an earlier session that came to its end: calls that failed then."""


@dataclass(frozen=True, slots=True)
class Anew:
    """What a session asks for anew.

    Args:
        stage: model and judge, or the judge alone.
        marks: by item key, the store's mark before which answers do not count.
        opening: whether the generation had been begun before this session, and how that one ended.
        there: of the items, how many were done when the session began.
        waves: by item key, the name of what the answers are drawn by (:mod:`~pytest_lcbench.running.waves`).

    """

    stage: Stage
    marks: Mapping[str, float] = field(default_factory=dict)
    opening: Opening = Opening.NEW
    there: int = 0
    waves: Mapping[str, str] = field(default_factory=dict, compare=False)

    def asks(self, role: str) -> bool:
        """Whether the answers of *role* (``model`` or ``judge``) are asked for anew."""
        return self.stage is Stage.FRESH or role == "judge"

    def after(self, role: str) -> Mapping[str, float]:
        """Return the marks that hold for the answers of *role*."""
        return self.marks if self.asks(role) else {}


@dataclass(frozen=True, slots=True)
class _Known:
    mark: float
    since: float
    progress: int


def settled(row: ResultRow) -> bool:
    """Whether a row is final: it holds an answer, or the fault that kept it from one would be met again."""
    error_class = (row.error_class or "").removeprefix(_JUDGE_PREFIX)
    if row.state not in {State.INFRA_ERROR, State.UNSCORED} or error_class not in set(ErrorClass):
        return True
    kind = ErrorClass(error_class)
    return not (kind.retryable or kind.fatal)


def begin(
    connection: sqlite3.Connection,
    session: str,
    run_id: str,
    stage: Stage,
    items: Mapping[str, bool],
    unfinished: Collection[str] | None = None,
) -> None:
    """Begin a generation over *items*, or go on with the one that is open for any of them; once a session, whoever comes first.

    Args:
        connection: in a writing transaction.
        session: id of the pytest session.
        run_id: the run.
        stage: from where on answers are asked for anew.
        items: by key, whether a row is expected of it or an answer alone.
        unfinished: the sessions that have not come to their end, where only a controller knows: what any other one left open is
            closed first. ``None``: what is open in this store says so itself.

    All texts as the journal packs them.

    """
    if connection.execute("SELECT 1 FROM openings WHERE session = ?", (session,)).fetchone() is not None:
        return
    if unfinished is not None:
        _close_unless(connection, run_id, stage, unfinished)
    planned, opening = plan(connection, run_id, stage, items)
    for item, known in planned.items():
        connection.execute(
            "INSERT INTO generations VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id, stage, item) DO UPDATE SET"
            " mark = excluded.mark, since = excluded.since, scored = MAX(scored, excluded.scored), progress = excluded.progress",
            (run_id, stage.value, item, known.mark, known.since, int(items[item]), known.progress),
        )
    for since in {known.since for known in planned.values() if known.progress != Progress.DONE}:
        waves.begin(connection, run_id, stage.value, since)
    there = sum(known.progress == Progress.DONE for known in planned.values())
    connection.execute("INSERT INTO openings VALUES (?, ?, ?, ?)", (session, int(opening), there, len(planned)))
    connection.execute("INSERT OR REPLACE INTO askers VALUES (?, ?, ?)", (run_id, stage.value, session))


def _close_unless(connection: sqlite3.Connection, run_id: str, stage: Stage, unfinished: Collection[str]) -> None:
    """Close what is open, unless the last session that asked for it in this store is one of *unfinished*."""
    last = connection.execute("SELECT session FROM askers WHERE run_id = ? AND stage = ?", (run_id, stage.value)).fetchone()
    if last is None or last[0] not in unfinished:
        connection.execute(
            "DELETE FROM generations WHERE run_id = ? AND stage = ? AND progress != ?", (run_id, stage.value, Progress.DONE)
        )


def leave_out(connection: sqlite3.Connection, run_id: str, stage: Stage, item: str) -> None:
    """Take an item that has no row of the generation out of it: the generation does not wait for it."""
    connection.execute(
        "DELETE FROM generations WHERE run_id = ? AND stage = ? AND item = ? AND progress = ?",
        (run_id, stage.value, item, Progress.PENDING),
    )


def note_asking(connection: sqlite3.Connection, session: str, run_id: str, stage: Stage) -> None:
    """Note in a controller's journal that a session asks anew and has not come to its end."""
    connection.execute(
        "INSERT INTO askings VALUES (?, ?, ?) ON CONFLICT (session) DO UPDATE SET run_id = excluded.run_id",
        (session, run_id, stage.value),
    )


def end_asking(connection: sqlite3.Connection, session: str, run_ids: Collection[str], stage: Stage) -> None:
    """Forget a session that has come to its end, and those before it that it finished: whoever asked the same of *run_ids*.

    Asked anew, model and judge, everything is rejudged as well.
    """
    ended = [asked for asked in Stage if stage in {asked, Stage.FRESH}]
    connection.execute("DELETE FROM askings WHERE session = ?", (session,))
    connection.executemany(
        "DELETE FROM askings WHERE run_id = ? AND stage = ?", [(run_id, asked.value) for run_id in run_ids for asked in ended]
    )


def askings(connection: sqlite3.Connection) -> list[str]:
    """Return the newest sessions that have asked anew and not come to their end."""
    found = connection.execute("SELECT session FROM askings ORDER BY rowid DESC LIMIT ?", (MOST_ASKINGS,)).fetchall()
    return [session for (session,) in found]


def unended(connection: sqlite3.Connection, run_id: str) -> list[Stage]:
    """Return what sessions over workers have asked anew of a run without coming to their end."""
    found = connection.execute("SELECT DISTINCT stage FROM askings WHERE run_id = ? ORDER BY stage", (run_id,)).fetchall()
    return [Stage(stage) for (stage,) in found]


def plan(connection: sqlite3.Connection, run_id: str, stage: Stage, items: Collection[str]) -> tuple[dict[str, _Known], Opening]:
    """Return how the items stand once *stage* is asked anew now, and what that goes on with. Writes nothing.

    Items that were not part of what is open join it. One asked for anew later than its beginning is newer, and is not asked again.
    """
    (now,) = connection.execute("SELECT COALESCE(MAX(rowid), 0) FROM responses").fetchone()
    found = connection.execute(
        "SELECT item, mark, since, progress FROM generations WHERE run_id = ? AND stage = ?", (run_id, stage.value)
    ).fetchall()
    known = {item: _Known(*rest) for item, *rest in found}
    open_since = [known[item].since for item in items if item in known and known[item].progress != Progress.DONE]
    since = min(open_since, default=now)
    planned = {}
    for item in items:
        before = known.get(item)
        if not open_since or before is None or (before.progress == Progress.DONE and before.mark < since):
            planned[item] = _Known(now, since, Progress.PENDING)
        else:
            progress = Progress.DONE if before.progress == Progress.DONE else Progress.PENDING
            planned[item] = _Known(before.mark, since, progress)
    if not open_since:
        return planned, Opening.NEW
    cut_short = any(item in known and known[item].progress == Progress.PENDING for item in items)
    return planned, Opening.CUT_SHORT if cut_short else Opening.ENDED


def enter(connection: sqlite3.Connection, run_id: str, item: str, anew: Anew | None, mark: float, progress: Progress) -> None:
    """Note that an item has a row of this session, in the transaction that stores the row.

    Asked for anew, model and judge, a row is a rejudged one as well. A row of a session that asks nothing anew is none of the
    generation's.
    """
    for stage in Stage:
        if anew is not None and anew.stage in {stage, Stage.FRESH}:
            connection.execute(
                "UPDATE generations SET progress = ? WHERE run_id = ? AND stage = ? AND item = ? AND mark <= ? AND progress != ?",
                (progress, run_id, stage.value, item, mark, Progress.DONE),
            )
        else:
            connection.execute(
                "UPDATE generations SET progress = ? WHERE run_id = ? AND stage = ? AND item = ? AND progress = ?",
                (Progress.PENDING, run_id, stage.value, item, Progress.FAILED),
            )


def enter_answer(connection: sqlite3.Connection, run_id: str, item: str, anew: Anew, mark: float) -> None:
    """Note that an item of which no row is expected has its answer."""
    connection.execute(
        "UPDATE generations SET progress = ? WHERE run_id = ? AND stage = ? AND item = ? AND mark <= ? AND scored = 0",
        (Progress.DONE, run_id, anew.stage.value, item, mark),
    )


def newest_done(connection: sqlite3.Connection, run_id: str, item: str) -> float:
    """Return the mark of the newest generation in which the item is done, 0 without one."""
    (mark,) = connection.execute(
        "SELECT COALESCE(MAX(mark), 0) FROM generations WHERE run_id = ? AND item = ? AND progress = ?", (run_id, item, Progress.DONE)
    ).fetchone()
    return float(mark)


def pending(connection: sqlite3.Connection, run_id: str) -> dict[Stage, dict[str, Progress]]:
    """Return by stage the items that are not done, with how far they have come."""
    found: dict[Stage, dict[str, Progress]] = {stage: {} for stage in Stage}
    for stage, item, progress in connection.execute(
        "SELECT stage, item, progress FROM generations WHERE run_id = ? AND progress != ?", (run_id, Progress.DONE)
    ):
        found[Stage(stage)][item] = Progress(progress)
    return found


def is_kept(connection: sqlite3.Connection) -> bool:
    """Whether the file has these tables: a store that no run has opened since they came has not."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'generations'").fetchone()
    return found is not None


def before_pruning(connection: sqlite3.Connection, leaving: Collection[tuple[str, int]]) -> None:
    """Keep what has to be known of answers that are about to be deleted, by key and generation. In a writing transaction."""
    if is_kept(connection):
        pruned.remember(connection, leaving)


def move_marks(connection: sqlite3.Connection, moved: Callable[[float], int]) -> None:
    """Carry the marks over to the places that the answers have after some were deleted."""
    if is_kept(connection):
        connection.execute(waves.TABLE)
        pruned.move_places(connection, moved)
