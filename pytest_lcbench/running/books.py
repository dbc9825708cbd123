"""The files a run keeps under its reports folder: answers, journal, ledger, pacing. Opened together, closed together."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.budget import Limits
from pytest_lcbench.models.ledger import FILE_NAME as LEDGER_FILE
from pytest_lcbench.models.ledger import Ledger
from pytest_lcbench.models.quota import FILE_NAME as PACING_FILE
from pytest_lcbench.models.quota import SharedQuota
from pytest_lcbench.models.store import ResponseStore, StoreError
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.keeping import Keeper
from pytest_lcbench.running.waves import Answers
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
        keeper: where the disk is waited for.

    """

    session: str
    run_id: str
    store: ResponseStore
    journal: Journal
    ledger: Ledger
    pacing: Path
    keeper: Keeper
    _quotas: list[SharedQuota] = field(default_factory=list)

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
        _refuse_emptied(folder)
        with ExitStack() as opened:
            store = opened.enter_context(ResponseStore(folder / STORE_FILE))
            ledger = opened.enter_context(Ledger(folder / LEDGER_FILE, session=session, run_id=run_id, ceiling=ceiling))
            books = cls(session, run_id, store, Journal(store), ledger, folder / PACING_FILE, Keeper(store))
            opened.pop_all()
        return books

    def quota(self, door: str, limits: Limits, processes: int) -> SharedQuota:
        """Return the budget of what is behind *door*, shared by *processes*."""
        made = SharedQuota(self.pacing, door, limits, processes=processes)
        self._quotas.append(made)
        return made

    def answers(self, item: str) -> Answers:
        """Return the answers that this session has to an item, those included that were there."""
        return self.journal.answers(self.ledger.store_keys(item, session=self.session))

    @property
    def trouble(self) -> str | None:
        """Why the pacing file cannot be shared, if it cannot: the run goes on without."""
        return next((quota.trouble for quota in self._quotas if quota.trouble), None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close them, once everything stored is on disk."""
        self.keeper.shutdown()
        self.journal.close()
        for quota in self._quotas:
            quota.close()
        self.ledger.close()
        self.store.close()


def is_blank(folder: Path) -> bool:
    """Whether the store in *folder* is an empty file, as a process leaves that was killed while making it. It is taken as new."""
    try:
        return (folder / STORE_FILE).stat().st_size == 0
    except OSError:
        return False


def check_there(folder: Path) -> None:
    """Raise ``StoreError`` where the store of a session is gone: to make it anew would hide what it held."""
    store = folder / STORE_FILE
    if not store.exists():
        raise StoreError(
            f"response store {one_line(str(store), 300)}: was removed or moved during the session: put back what was moved, and run "
            "the same command again"
        )


def kept_askings(folder: Path) -> list[str]:
    """Return :meth:`Journal.askings` of the store in *folder*; of one that is not there, none. Raises ``StoreError``."""
    if not (folder / STORE_FILE).is_file() or is_blank(folder):
        return []
    with ResponseStore(folder / STORE_FILE) as store:
        journal = Journal(store)
        try:
            return journal.askings()
        finally:
            journal.close()


def _refuse_emptied(folder: Path) -> None:
    """Raise ``SettingsError`` for a store that is gone, or cut to nothing as by a full disk, beside a ledger of paid calls."""
    store, ledger = folder / STORE_FILE, folder / LEDGER_FILE
    try:
        if ledger.stat().st_size == 0:
            return
    except OSError:
        return
    try:
        gone, problem = store.stat().st_size == 0, "is empty"
    except FileNotFoundError:
        gone, problem = True, "leads nowhere" if store.is_symlink() else "is not there"
    except OSError:
        return
    if gone:
        shown = one_line(str(store), 300)
        raise SettingsError(
            f"response store {shown}: {problem}, although calls have been made: restore it, or move it and {LEDGER_FILE} aside to "
            "begin anew"
        )
