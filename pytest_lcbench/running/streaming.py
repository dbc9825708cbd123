"""Finished rows on their way to a controller that keeps its own store: several machines, a store each.

Where all processes share one store, its journal is how they meet. A worker on another machine writes a journal that the controller
never sees. It tells the controller in messages instead, which travel with pytest's own reports; the controller enters them in its
journal and closes the books from there as ever. A message is ASCII JSON whatever the texts hold, so nothing on the way can stumble
over it. Its size has no limit of its own: the transport takes 2 GiB, a row is as long as an answer.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field

from pydantic import BaseModel, ValidationError

from pytest_lcbench.errors import DataError
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import ResultRow


class Message(BaseModel):
    """What a worker has to tell.

    Args:
        run_id: of the run.
        settings: as the journal records them; told once, with the manifest.
        manifest: what the session expects (each worker of a machine tells it, the first one counts).
        rows: finished rows by item key, in the order in which they were finished.

    """

    run_id: str
    settings: str | None = None
    manifest: str | None = None
    rows: dict[str, ResultRow] = {}


@dataclass(slots=True)
class Outbox:
    """What a worker has not told yet. Rows are put in by the engine's thread and taken out by pytest's.

    Args:
        run_id: of the run.
        settings: as the journal records them.
        manifest: of the session, if it expects anything.

    """

    run_id: str
    settings: str
    manifest: str | None
    _rows: dict[str, ResultRow] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, item_key: str, row: ResultRow) -> None:
        """Add a finished row; of an item that is finished again the last row counts."""
        with self._lock:
            self._rows[item_key] = row

    def take(self) -> str | None:
        """Return everything there is to tell as one message, and keep nothing of it; ``None`` when there is nothing."""
        with self._lock:
            rows, self._rows = self._rows, {}
            manifest, self.manifest = self.manifest, None
        if manifest is None and not rows:
            return None
        told = {key: row.model_dump(mode="json") for key, row in rows.items()}
        settings = self.settings if manifest is not None else None
        # Not model_dump_json: UTF-8 has no place for a lone surrogate.
        return json.dumps({"run_id": self.run_id, "settings": settings, "manifest": manifest, "rows": told}, ensure_ascii=True)


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
