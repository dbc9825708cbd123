"""The journal of runs, kept in the response store's file: settings, manifests, result rows, what is asked anew, the signal to stop.

Rows are derived: they can be made again from the stored answers. So a row is replaced when its item runs again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from pydantic import ValidationError

from pytest_lcbench.models.store import ResponseStore, StoreError
from pytest_lcbench.running import claims, generations, waves
from pytest_lcbench.running.generations import Anew, Progress, Stage
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.waves import Answers
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
    *generations.TABLES,
)

INTERRUPTED = "the session was interrupted"
"""Reason to stop that tells of no fault: whoever interrupted the session knows."""


class Journal:
    """What the processes of a run tell each other and later runs.

    A *session* is one invocation of pytest (its id is shared by all its workers); a *run* may take several sessions to finish.
    Texts may hold anything Python text can, lone surrogates included. Every method raises
    :class:`~pytest_lcbench.models.store.StoreError` when the file fails.

    Args:
        store: open; the journal does not close it, but must be closed before it.

    """

    def __init__(self, store: ResponseStore) -> None:
        self._store = store
        self._halted: str | None = None
        self._held_back: str | None = None
        self.on_row: Callable[[str, ResultRow], None] = lambda _item_key, _row: None
        """Told of every row of this process once it is stored, in the thread that stored it."""
        with store.writing("the run journal cannot be made") as connection:
            for statement in _TABLES:
                connection.execute(statement)
            claims.make_table(connection)
        self.claims = claims.Claims(store, self.halt)
        """Which process asks for which answer just now."""

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

    def put_row(self, run_id: str, item_key: str, row: ResultRow, *, anew: Anew | None = None, basis: float | None = None) -> None:
        """Store the result row of an item in place of an earlier one.

        Args:
            run_id: the run.
            item_key: the item.
            row: its row.
            anew: what the session asks for anew, if anything: the item is then done, unless the row says that a call failed.
            basis: :meth:`basis` of the item before its answers were looked up. When another session has made a row from newer answers
                since, that one stays. ``None``: the row is stored whatever there is.

        """
        # Not model_dump_json: UTF-8 has no place for a lone surrogate.
        text = _packed(row.model_dump(mode="json"))
        run, item = _packed(run_id), _packed(item_key)
        progress = Progress.DONE if generations.settled(row) else Progress.FAILED
        with self._store.writing("the result row was not stored", derived=True) as connection:
            if basis is not None and generations.newest_done(connection, run, item) > basis:
                return
            generations.enter(connection, run, item, anew, 0 if anew is None else anew.marks.get(item_key, 0), progress)
            connection.execute(
                "INSERT INTO results VALUES (?, ?, ?) ON CONFLICT (run_id, item) DO UPDATE SET row_json = excluded.row_json",
                (run, item, text),
            )
        self.on_row(item_key, row)

    def rows(self, run_id: str) -> dict[str, ResultRow]:
        """Return the rows of a run by item key, sorted by key, so that the order does not depend on which worker was faster."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT item, row_json FROM results WHERE run_id = ?", (_packed(run_id),)).fetchall()
        rows = {self._text(item): text for item, text in found}
        return {item: self._row(item, rows[item]) for item in sorted(rows)}

    def items(self, run_id: str) -> set[str]:
        """Return the keys of the items that have a row, sound or not."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT item FROM results WHERE run_id = ?", (_packed(run_id),)).fetchall()
        return {self._text(item) for (item,) in found}

    def points(self, run_id: str) -> dict[str, tuple[str, float | None, float | None, int | None]]:
        """Return state, points, latency and attempts of every row of a run by item key, without reading whole rows."""
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT item, json_extract(row_json, '$.state'), json_extract(row_json, '$.points'),"
                " json_extract(row_json, '$.latency_s'), json_extract(row_json, '$.attempts') FROM results"
                " WHERE run_id = ? AND json_valid(row_json)",
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

    def ask_anew(
        self, session: str, run_id: str, stage: Stage, items: Mapping[str, bool], unfinished: Collection[str] | None = None
    ) -> Anew:
        """Begin asking *items* anew, or go on with what was begun and is not finished (``running/generations.py``).

        Decided once a session, by the process of it that comes first; the others get the same.

        Args:
            session: id of the pytest session.
            run_id: the run.
            stage: model and judge, or the judge alone.
            items: by item key, whether a row is expected or an answer alone.
            unfinished: what the controller's :meth:`askings` are, where workers have several stores; ``None`` where there is one.

        """
        packed = {_packed(item): scored for item, scored in items.items()}
        run = _packed(run_id)
        with self._store.writing("what is asked anew was not recorded") as connection:
            closed = None if unfinished is None else {_packed(one) for one in unfinished}
            generations.begin(connection, _packed(session), run, stage, packed, closed)
            found = connection.execute(
                "SELECT item, mark, wave FROM generations LEFT JOIN waves USING (run_id, stage, since) WHERE run_id = ? AND stage = ?",
                (run, stage.value),
            ).fetchall()
            opening, there = connection.execute("SELECT went_on, there FROM openings WHERE session = ?", (_packed(session),)).fetchone()
        marks = {self._text(item): mark for item, mark, _ in found if item in packed}
        named = {self._text(item): str(wave) for item, _, wave in found if item in packed and wave is not None}
        return Anew(stage, marks, generations.Opening(opening), int(there), named)

    def would_ask_anew(self, run_id: str, stage: Stage, items: Collection[str]) -> dict[str, float]:
        """Return the marks that :meth:`ask_anew` would give, without beginning anything."""
        with self._store.reading() as connection:
            planned, _ = generations.plan(connection, _packed(run_id), stage, [_packed(item) for item in items])
        return {self._text(item): known.mark for item, known in planned.items()}

    def leave_out(self, run_id: str, stage: Stage, items: Collection[str]) -> None:
        """Let what was to be asked anew not wait for *items*, as far as they have no row of it: they are not needed."""
        with self._store.writing("what is asked anew was not recorded") as connection:
            for item in items:
                generations.leave_out(connection, _packed(run_id), stage, _packed(item))

    def note_asking(self, session: str, run_id: str, stage: Stage) -> None:
        """Note that a session whose workers may keep their own stores asks anew, until :meth:`end_asking`.

        Args:
            session: id of the pytest session.
            run_id: the run; empty while nobody has told it.
            stage: model and judge, or the judge alone.

        """
        with self._store.writing("what is asked anew was not recorded") as connection:
            generations.note_asking(connection, _packed(session), _packed(run_id), stage)

    def end_asking(self, session: str, run_id: str | None, stage: Stage) -> None:
        """Note that a session that asked anew has come to its end; *run_id* is ``None`` where nobody has told it."""
        # Of one that was killed before it told its run nobody knows whether this one finished it.
        runs = [] if run_id is None else [_packed(run_id), _packed("")]
        with self._store.writing("what is asked anew was not recorded") as connection:
            generations.end_asking(connection, _packed(session), runs, stage)

    def askings(self) -> list[str]:
        """Return the sessions that have asked anew over workers and not come to their end; of very many the newest."""
        with self._store.reading() as connection:
            found = generations.askings(connection)
        return [self._text(session) for session in found]

    def unended(self, run_id: str) -> list[Stage]:
        """Return what sessions over workers have asked anew of a run without coming to their end."""
        with self._store.reading() as connection:
            return generations.unended(connection, _packed(run_id))

    def began(self, session: str) -> tuple[generations.Opening, int, int] | None:
        """Return of a session that asks anew: what it went on with, how many items were done then, and of how many."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT went_on, there, items FROM openings WHERE session = ?", (_packed(session),)).fetchone()
        return None if found is None else (generations.Opening(found[0]), int(found[1]), int(found[2]))

    def pending(self, run_id: str) -> dict[Stage, dict[str, Progress]]:
        """Return by stage the items of a run that were to be asked anew and have no row of that yet."""
        with self._store.reading() as connection:
            found = generations.pending(connection, _packed(run_id))
        return {stage: {self._text(item): progress for item, progress in items.items()} for stage, items in found.items()}

    def answers(self, keys: Collection[str]) -> Answers:
        """Return the answers under *keys*, and all waves of asking anew by name (``running/waves.py``)."""
        with self._store.reading() as connection:
            known = waves.known(connection)
            found = waves.draws(connection, keys)
        return Answers(found, {name: replace(wave, run_id=self._text(wave.run_id)) for name, wave in known.items()})

    def basis(self, run_id: str, item_key: str) -> float:
        """Return what tells rows of newer answers from a row that is about to be made: to be asked before looking answers up."""
        with self._store.reading() as connection:
            return generations.newest_done(connection, _packed(run_id), _packed(item_key))

    def put_answer(self, run_id: str, item_key: str, anew: Anew) -> None:
        """Note that an item of which an answer alone is wanted has it, or never will."""
        with self._store.writing("the answer was not noted", derived=True) as connection:
            generations.enter_answer(connection, _packed(run_id), _packed(item_key), anew, anew.marks.get(item_key, 0))

    def stop(self, session: str, reason: str) -> None:
        """Tell every worker of a session to make no further call. The first reason stays."""
        with self._store.writing("the other workers were not stopped") as connection:
            connection.execute("INSERT INTO stops VALUES (?, ?) ON CONFLICT (session) DO NOTHING", (_packed(session), _packed(reason)))

    def halt(self, reason: str) -> None:
        """Let this process make no further call, without writing: for a file that cannot be written. The first reason stays."""
        self._halted = self._halted or reason

    def hold_back(self, reason: str) -> None:
        """Let this process make no further call because its session ends: nothing went wrong, and nobody else is told."""
        self._held_back = reason

    def why_not(self, session: str) -> str | None:
        """Return why this process must make no further call, or ``None``; :meth:`stop_reason` is the part that a report tells."""
        return self._held_back or self.stop_reason(session)

    def close(self) -> None:
        """End what goes on by itself: the renewing of claims."""
        self.claims.close()

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
                "run the same command again, without a selection of tests, to make it anew"
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
