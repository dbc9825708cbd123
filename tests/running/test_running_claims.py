"""Which process asks for which answer: leases that are renewed, and end with whoever held them."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pytest_lcbench.models.holders import this_process
from pytest_lcbench.models.store import ResponseStore
from pytest_lcbench.running import claims as module
from pytest_lcbench.running.claims import LEASE_S, Claims
from pytest_lcbench.running.journal import Journal

IMPORT_ROOT = Path(__file__).resolve().parents[2]
OLD_TABLE = """CREATE TABLE claims (
    key TEXT PRIMARY KEY, session TEXT NOT NULL, host TEXT NOT NULL, pid INTEGER NOT NULL, until REAL NOT NULL)"""
TAKE = (
    "import os, signal, sys; from pathlib import Path; from pytest_lcbench.models.store import ResponseStore;"
    "from pytest_lcbench.running.journal import Journal;"
    "claims = Journal(ResponseStore(Path(sys.argv[1]))).claims;"
    "assert claims.take('other', 'k', lasts=3600) is None; print('taken', flush=True); {}"
)
KILLED = TAKE.format("os.kill(os.getpid(), signal.SIGKILL)")
KEPT = TAKE.format("input()")
on_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells when a process started")


class Clock:
    """Wall clock and monotonic clock of this process, moved by hand."""

    def __init__(self) -> None:
        self.wall = time.time()
        self.steady = 1000.0

    def time(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.steady

    def passes(self, seconds: float) -> None:
        """Let both clocks go on."""
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.fixture
def open_claims(path: Path) -> Iterator[Callable[[], Claims]]:
    opened: list[tuple[ResponseStore, Journal]] = []

    def make() -> Claims:
        store = ResponseStore(path)
        opened.append((store, Journal(store)))
        return opened[-1][1].claims

    yield make
    for store, journal in opened:
        journal.close()
        store.close()


@pytest.fixture
def claims(open_claims: Callable[[], Claims]) -> Claims:
    return open_claims()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


def change(path: Path, assignments: str) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"UPDATE claims SET {assignments}")  # noqa: S608 - the tests' own


def lease(path: Path) -> float:
    with closing(sqlite3.connect(path)) as raw:
        (until,) = raw.execute("SELECT until FROM claims").fetchone()
    return float(until)


def killed_holder(path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=IMPORT_ROOT, check=False, timeout=120)  # noqa: S603 - our own script
    assert lease(path) > time.time()


@pytest.fixture
def living_holder(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(  # noqa: S603 - our own script
        [sys.executable, "-c", KEPT, str(path)], cwd=IMPORT_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"taken\n"
        yield process
        process.kill()


def looked(claims: Claims, clock: Clock, seconds: float, *, between: Callable[[], object] = lambda: None) -> float | None:
    """Look twice a second of the clock; return after how long the claim was had, or ``None``."""
    for step in range(int(seconds * 2)):
        if claims.take("s", "k", lasts=3600) is None:
            return step / 2
        clock.passes(0.5)
        between()
    return None


# -- one process -----------------------------------------------------------------------------------------------------------------


def test_a_claim_is_had_by_one_and_can_be_had_again_once_given_back(claims: Claims) -> None:
    assert claims.take("s", "k", lasts=60) is None
    assert claims.take("s", "k", lasts=60) == this_process()
    claims.give_back("k")
    assert claims.take("s", "k", lasts=60) is None


def test_a_session_that_is_over_holds_nothing_although_its_process_goes_on(open_claims: Callable[[], Claims]) -> None:
    assert open_claims().take("first", "k", lasts=60) is None
    assert open_claims().take("second", "k", lasts=60) is None


def test_all_claims_are_renewed_together_in_one_transaction(claims: Claims, path: Path, clock: Clock) -> None:
    for number in range(50):
        assert claims.take("s", f"k{number}", lasts=3600) is None
    clock.passes(10)
    statements: list[str] = []
    claims.store._writer.set_trace_callback(statements.append)
    claims.renew()
    assert sum(statement.startswith("BEGIN") for statement in statements) == 1
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT DISTINCT until FROM claims").fetchall() == [(clock.wall + LEASE_S,)]


def test_a_claim_is_renewed_by_itself_while_its_call_is_in_flight(claims: Claims, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_S", 0.02)
    assert claims.take("s", "k", lasts=60) is None
    first = lease(path)
    until = time.monotonic() + 30
    while lease(path) <= first + 0.1:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_nothing_is_renewed_once_nothing_is_claimed(claims: Claims, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_S", 0.02)
    before = set(threading.enumerate())
    assert claims.take("s", "k", lasts=60) is None
    (heart,) = [thread for thread in threading.enumerate() if thread.name == "lcbench-claims" and thread not in before]
    claims.give_back("k")
    heart.join(30)
    assert not heart.is_alive()


def test_a_call_that_took_longer_than_it_can_is_not_renewed(claims: Claims, path: Path, clock: Clock) -> None:
    assert claims.take("s", "k", lasts=60) is None
    before = lease(path)
    clock.passes(61)
    claims.renew()
    assert lease(path) == before


def test_a_claim_lost_to_another_process_is_neither_renewed_nor_given_back(claims: Claims, path: Path) -> None:
    assert claims.take("s", "k", lasts=60) is None
    change(path, "host = 'otherhost', until = 4711")
    claims.renew()
    claims.give_back("k")
    assert lease(path) == 4711


def test_claims_that_cannot_be_renewed_let_the_process_ask_for_nothing_more(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_S", 0.02)
    store = ResponseStore(path)
    journal = Journal(store)
    assert journal.claims.take("s", "k", lasts=60) is None
    store.close()
    until = time.monotonic() + 30
    while journal.halted is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    journal.close()


# -- a holder that is gone -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change_of", ["pid = pid", "space = '', started = ''"], ids=["ours", "of an earlier version"])
def test_the_claim_of_a_killed_process_is_free_at_once(claims: Claims, path: Path, change_of: str) -> None:
    killed_holder(path)
    change(path, change_of)
    assert claims.take("s", "k", lasts=60) is None


@on_linux
def test_the_claim_of_a_killed_process_whose_number_was_given_again_is_free_at_once(claims: Claims, path: Path) -> None:
    killed_holder(path)
    change(path, "pid = 1")
    assert claims.take("s", "k", lasts=60) is None


@pytest.mark.parametrize("elsewhere", ["host = 'otherhost'", "space = 'another boot|another container'"])
def test_the_claim_of_a_process_elsewhere_is_free_once_its_lease_has_run_out(
    claims: Claims, path: Path, clock: Clock, elsewhere: str
) -> None:
    killed_holder(path)
    change(path, elsewhere)
    after = looked(claims, clock, 100)
    assert after is not None
    assert after <= LEASE_S + 1


def test_the_claim_of_a_process_elsewhere_is_free_at_once_where_its_lease_ran_out_before(claims: Claims, path: Path) -> None:
    killed_holder(path)
    change(path, f"host = 'otherhost', until = {time.time() - 1}")
    assert claims.take("s", "k", lasts=60) is None


def test_a_lease_that_lies_further_ahead_than_one_can_is_not_believed(claims: Claims, path: Path, clock: Clock) -> None:
    killed_holder(path)
    change(path, f"host = 'otherhost', until = {clock.wall + 3600}")
    after = looked(claims, clock, 100)
    assert after is not None
    assert after <= LEASE_S + 1


# -- a holder that is there ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("here", ["pid = pid", "host = 'otherhost', space = ''"], ids=["here", "elsewhere"])
@pytest.mark.parametrize("jump", [0.0, -7200.0], ids=["steady clock", "clock set back"])
def test_a_claim_that_is_renewed_is_never_free(
    claims: Claims, path: Path, clock: Clock, living_holder: subprocess.Popen[bytes], here: str, jump: float
) -> None:
    assert living_holder.poll() is None
    change(path, here)
    renewed = [clock.steady]
    clock.wall += jump

    def renew() -> None:
        if clock.steady - renewed[-1] >= 10:
            renewed.append(clock.steady)
            change(path, f"until = {clock.wall + LEASE_S}")

    assert looked(claims, clock, 300, between=renew) is None


@on_linux
def test_a_clock_set_forward_takes_no_claim_from_a_process_that_is_there(
    claims: Claims, clock: Clock, living_holder: subprocess.Popen[bytes]
) -> None:
    assert living_holder.poll() is None
    clock.wall += 7200
    assert looked(claims, clock, LEASE_S - 1) is None


@on_linux
def test_a_process_that_slept_itself_takes_no_claim_when_it_wakes(
    claims: Claims, clock: Clock, living_holder: subprocess.Popen[bytes]
) -> None:
    assert claims.take("s", "k", lasts=60) is not None
    clock.passes(7200)
    assert claims.take("s", "k", lasts=60) is not None
    assert living_holder.poll() is None


@on_linux
def test_a_process_that_is_frozen_for_long_loses_its_claim(
    claims: Claims, clock: Clock, living_holder: subprocess.Popen[bytes]
) -> None:
    assert living_holder.poll() is None
    after = looked(claims, clock, 100)
    assert after is not None
    assert LEASE_S - 1 <= after <= LEASE_S + 1


# -- what is told, and old files -------------------------------------------------------------------------------------------------


def test_a_case_that_waits_long_for_another_process_is_told_with_its_holder(claims: Claims, path: Path, clock: Clock) -> None:
    killed_holder(path)
    change(path, "host = 'otherhost', pid = 4711")
    holder = claims.take("s", "k", lasts=60)
    assert holder is not None
    with claims.waiting("case-3") as waits_for:
        waits_for(holder)
        clock.passes(9)
        assert claims.long_waits() == []
        clock.passes(2)
        waits_for(holder)
        (wait,) = claims.long_waits()
        assert (wait.name, wait.holder.host, wait.holder.pid, wait.seconds) == ("case-3", "otherhost", 4711, 11.0)
    assert claims.long_waits() == []


def test_waiting_for_a_call_of_ones_own_process_is_not_told(claims: Claims, clock: Clock) -> None:
    assert claims.take("s", "k", lasts=60) is None
    with claims.waiting("case-3") as waits_for:
        waits_for(this_process())
        clock.passes(60)
        assert claims.long_waits() == []


def test_a_store_whose_claims_are_of_an_earlier_version_opens_and_waits_no_longer_than_a_lease(path: Path, clock: Clock) -> None:
    with ResponseStore(path) as store, store.writing("made") as connection:
        connection.execute(OLD_TABLE)
        connection.execute("INSERT INTO claims VALUES ('k', '\"s\"', 'otherhost', 1, ?)", (clock.wall + 3600,))
    with ResponseStore(path) as store:
        Journal(store).close()
        journal = Journal(store)
        after = looked(journal.claims, clock, 100)
        journal.close()
    assert after is not None
    assert after <= LEASE_S + 1
