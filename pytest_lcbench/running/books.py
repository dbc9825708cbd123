"""The files a run keeps under its reports folder: answers, journal, ledger, pacing. Opened together, closed together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models import quota
from pytest_lcbench.models.ledger import FILE_NAME as LEDGER_FILE
from pytest_lcbench.models.ledger import Ledger
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.untrusted import one_line

STORE_FILE = "store.sqlite"


@dataclass(frozen=True, slots=True)
class Books:
    """Open files of one pytest session in one process.

    Args:
        session: id of the session, shared by all its processes.
        run_id: of the run it works on; empty where that is not known yet.
        store: paid answers.
        journal: rows, manifests and the signal to stop.
        ledger: every call with its cost, and the ceiling.
        pacing: path of the file in which processes share their rate limits.

    """

    session: str
    run_id: str
    store: ResponseStore
    journal: Journal
    ledger: Ledger
    pacing: Path

    @classmethod
    def open(cls, folder: Path, session: str, run_id: str = "", ceiling: float | None = None) -> Self:
        """Open the files in *folder*, making it if need be. Raises ``SettingsError`` where one cannot be used."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            shown = one_line(str(folder), 300)
            raise SettingsError(f"--lcbench-reports: {shown}: cannot be made a folder ({error.strerror})") from None
        report = folder / run_id
        if run_id and report.exists() and not report.is_dir():
            raise SettingsError(
                f"--lcbench-run={one_line(run_id, 120)}: a file of that name is in the reports folder: choose another name"
            )
        store = ResponseStore(folder / STORE_FILE)
        try:
            ledger = Ledger(folder / LEDGER_FILE, session=session, run_id=run_id, ceiling=ceiling)
        except SettingsError:
            store.close()
            raise
        return cls(session, run_id, store, Journal(store), ledger, folder / quota.FILE_NAME)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close them."""
        self.ledger.close()
        self.store.close()
