"""Finished rows on their way to a controller that keeps its own store: several machines, a store each.

Where all processes share one store, its journal is how they meet. A worker on another machine writes a journal that the controller
never sees. It tells the controller in messages instead, which travel with pytest's own reports; the controller enters them in its
journal and closes the books from there as ever. A message is ASCII JSON whatever the texts hold, so nothing on the way can stumble
over it. Its size has no limit of its own: the transport takes 2 GiB, a row is as long as an answer.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from pydantic import BaseModel, ValidationError

from pytest_lcbench.errors import DataError
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.waves import Answers, Draw, Wave


class Message(BaseModel):
    """What a worker has to tell.

    Args:
        run_id: of the run.
        settings: as the journal records them; told once, with the manifest.
        manifest: what the session expects (each worker of a machine tells it, the first one counts).
        rows: finished rows by item key, in the order in which they were finished.
        store: which store the worker has.
        draws: by item key, the answers that the rows were made from, as that store has them.
        waves: the askings anew that they, or older answers to the same calls, were drawn by.

    """

    run_id: str
    settings: str | None = None
    manifest: str | None = None
    rows: dict[str, ResultRow] = {}
    store: str
    draws: dict[str, list[Draw]] = {}
    waves: dict[str, Wave] = {}

    def answers(self) -> dict[str, Answers]:
        """Return the answers by item key."""
        return {item: Answers(draws, self.waves) for item, draws in self.draws.items()}


@dataclass(slots=True)
class Outbox:
    """What a worker has not told yet. Rows are put in by the engine's thread and taken out by pytest's.

    Args:
        run_id: of the run.
        settings: as the journal records them.
        manifest: of the session, if it expects anything.
        store: tells this worker's store from others.
        answers: returns what the store has of the answers to an item.

    """

    run_id: str
    settings: str
    manifest: str | None
    store: str
    answers: Callable[[str], Answers]
    _rows: dict[str, tuple[ResultRow, Answers]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, item_key: str, row: ResultRow) -> None:
        """Add a finished row; of an item that is finished again the last row counts."""
        answers = self.answers(item_key)
        with self._lock:
            self._rows[item_key] = row, answers

    def take(self) -> str | None:
        """Return everything there is to tell as one message, and keep nothing of it; ``None`` when there is nothing."""
        with self._lock:
            rows, self._rows = self._rows, {}
            manifest, self.manifest = self.manifest, None
        if manifest is None and not rows:
            return None
        answers = {key: told for key, (_, told) in rows.items()}
        drawn_by = {one.wave for told in answers.values() for draw in told.draws for one in draw.all}
        message = {
            "run_id": self.run_id,
            "settings": self.settings if manifest is not None else None,
            "manifest": manifest,
            "rows": {key: row.model_dump(mode="json") for key, (row, _) in rows.items()},
            "store": self.store,
            "draws": {key: [asdict(draw) for draw in told.draws] for key, told in answers.items()},
            "waves": {name: asdict(wave) for told in answers.values() for name, wave in told.waves.items() if name in drawn_by},
        }
        # Not model_dump_json: UTF-8 has no place for a lone surrogate.
        return json.dumps(message, ensure_ascii=True)


def read_message(text: str) -> Message:
    """Return the message that *text* is. Raises ``DataError`` where it is none: the other side has another version, say."""
    try:
        return Message.model_validate(json.loads(text))
    except (ValidationError, ValueError, RecursionError):
        raise DataError("a worker's message cannot be read: is pytest-lcbench of the same version on every machine?") from None


def enter(message: Message, journal: Journal, session: str) -> None:
    """Write what *message* tells into the controller's *journal*. Raises ``StoreError`` when the file fails."""
    if message.settings is not None:
        journal.record_run(message.run_id, message.settings)
    if message.manifest is not None:
        journal.put_manifest(session, message.run_id, message.manifest)
    for item_key, row in message.rows.items():
        journal.put_row(message.run_id, item_key, row)
