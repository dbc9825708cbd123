from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.ledger import (
    CallKind,
    CeilingError,
    KindTotal,
    Ledger,
    LedgerCall,
    Reservation,
    answered_call,
    failed_call,
)
from pytest_lcbench.models.model import ErrorClass, Response
from pytest_lcbench.models.store import ResponseStore, StoreError

PAID = LedgerCall(CallKind.MODEL, "model", "i", 10, 2, 1.0)


def noise(seed: float) -> bytes:
    return random.Random(seed).randbytes(8192)  # noqa: S311 - rubbish, the same each time


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reports" / "ledger.sqlite"


def test_there_is_room_until_what_is_spent_and_reserved_reaches_the_ceiling(path: Path) -> None:
    with Ledger(path, session="s", ceiling=3.0) as ledger:
        first, second = ledger.reserve(1.5, lasts=60), ledger.reserve(1.5, lasts=60)
        assert first is not None
        assert second is not None
        assert ledger.reserve(0.1, lasts=60) is None, "calls in flight may still leave room"
        ledger.settle(first, PAID)
        assert ledger.committed() == (1.0, 1.5)
        third = ledger.reserve(0.5, lasts=60)
        assert third is not None
        for held in (second, third):
            ledger.settle(held, PAID)
        with pytest.raises(
            CeilingError, match=r"max-cost=3: \$3\.00 spent in this session, the next call may cost \$0\.1000: run the same"
        ):
            ledger.reserve(0.1, lasts=60)
        assert ledger.reserve(0.0, lasts=60) is not None, "what is free is never refused"


def test_without_a_ceiling_nothing_is_held_and_unknown_prices_pass(path: Path) -> None:
    with Ledger(path) as ledger:
        assert ledger.reserve(None, lasts=1) == Reservation(None, 0.0)
        ledger.settle(Reservation(None, 0.0), PAID)
        assert ledger.committed() == (0.0, 0.0)
        assert ledger.totals()[CallKind.MODEL] == KindTotal(1, 1.0, 0, 10, 2)


def test_an_unknown_price_is_refused_under_a_ceiling(path: Path) -> None:
    with Ledger(path, ceiling=5.0) as ledger, pytest.raises(CeilingError, match="price of a call is unknown"):
        ledger.reserve(None, lasts=1)


@pytest.mark.parametrize("cost", [None, float("nan"), float("inf"), -1.0])
def test_a_call_of_unknown_cost_counts_as_all_that_was_reserved(path: Path, cost: float | None) -> None:
    with Ledger(path, session="s", ceiling=3.0) as ledger:
        held = ledger.reserve(2.0, lasts=60)
        assert held is not None
        ledger.settle(held, LedgerCall(CallKind.MODEL, "model", cost=cost))
        assert ledger.committed() == (2.0, 0.0)
        assert ledger.totals()[CallKind.MODEL] == KindTotal(1, 0.0, 1)


def test_what_was_not_sent_is_given_back(path: Path) -> None:
    with Ledger(path, session="s", ceiling=1.0) as ledger:
        held = ledger.reserve(1.0, lasts=60)
        assert held is not None
        ledger.release(held)
        assert ledger.committed() == (0.0, 0.0)


def test_the_ceiling_is_on_this_session_alone_and_shared_by_its_processes(path: Path) -> None:
    with Ledger(path, session="a", ceiling=1.0) as mine, Ledger(path, session="a", ceiling=1.0) as sibling:
        assert mine.reserve(1.0, lasts=60) is not None
        assert sibling.reserve(1.0, lasts=60) is None
        with Ledger(path, session="b", ceiling=1.0) as other:
            assert other.reserve(1.0, lasts=60) is not None


def test_a_killed_process_has_spent_what_it_had_reserved_and_blocks_nobody(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from pytest_lcbench.models.ledger import Ledger\n"
        f"Ledger(Path({str(path)!r}), session='s', ceiling=2.0).reserve(1.5, lasts=600)\n"
        "os.kill(os.getpid(), 9)"
    )
    # Not waited for: it stays a zombie, as a killed worker does until its controller looks.
    with subprocess.Popen([sys.executable, "-c", script]) as child:  # noqa: S603 - ours
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        with Ledger(path, session="s", ceiling=2.0) as ledger:
            assert ledger.committed() == (0.0, 1.5)
            assert ledger.reserve(0.5, lasts=60) is not None
    with Ledger(path, session="s", ceiling=2.0) as ledger:
        connection = sqlite3.connect(path)
        connection.execute("DELETE FROM reservations WHERE usd = 0.5")
        connection.commit()
        connection.close()
        with pytest.raises(CeilingError, match=r"\$0\.0000 spent and \$1\.50 lost in calls whose process died"):
            ledger.reserve(1.0, lasts=60)


def test_a_reservation_is_waited_for_no_longer_than_its_call_may_take(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    with Ledger(path, session="s", ceiling=1.0) as ledger:
        late = ledger.reserve(1.0, lasts=60)
        assert late is not None
        assert ledger.reserve(1.0, lasts=60) is None
        monkeypatch.setattr(time, "time", lambda: now + 66)
        with pytest.raises(CeilingError):
            ledger.reserve(1.0, lasts=60)
        ledger.settle(late, LedgerCall(CallKind.MODEL, "model", cost=0.25))
        assert ledger.committed() == (0.25, 0.0), "a late answer still puts it right"


def test_a_call_waits_in_turn_for_room(path: Path) -> None:
    async def scenario(ledger: Ledger) -> list[float]:
        held = ledger.reserve(1.0, lasts=60)
        assert held is not None
        waits: list[float] = []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 3:
                ledger.settle(held, LedgerCall(CallKind.MODEL, "model", cost=0.5))

        assert (await ledger.reserve_in_turn(0.5, lasts=60, sleep=sleep)).amount == 0.5
        return waits

    with Ledger(path, session="s", ceiling=1.0) as ledger:
        assert len(asyncio.run(scenario(ledger))) == 3


def test_many_at_once_never_hold_more_than_the_ceiling(path: Path) -> None:
    """Eight callers over four connections; each call costs less than was reserved for it."""
    ledgers = [Ledger(path, session="s", ceiling=1.0) for _ in range(4)]
    seen: list[float] = []
    refused: list[CeilingError] = []

    async def call(ledger: Ledger) -> None:
        while True:
            held = await ledger.reserve_in_turn(0.09, lasts=60, sleep=lambda _s: asyncio.sleep(0.001))
            seen.append(sum(ledger.committed()))
            ledger.settle(held, LedgerCall(CallKind.MODEL, "model", cost=0.06))

    def caller(ledger: Ledger) -> None:
        try:
            asyncio.run(call(ledger))
        except CeilingError as error:
            refused.append(error)

    threads = [threading.Thread(target=caller, args=(ledger,)) for ledger in ledgers * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    spent, held = ledgers[0].committed()
    for ledger in ledgers:
        ledger.close()
    assert len(refused) == 8
    assert max(seen) <= 1.0 + 1e-6
    assert held == 0.0
    assert spent == pytest.approx(0.96), "sixteen calls: the seventeenth might have cost more than was left"


def test_entries_are_told_apart_by_what_they_were_for(path: Path) -> None:
    answer = Response("x", "stop", prompt_tokens=100, completion_tokens=5, cost=0.5)
    with Ledger(path, session="s", run_id="r") as ledger:
        for call in (
            answered_call(answer, "model", "a"),
            answered_call(answer, "judge", "a"),
            answered_call(answer, "judge", "a", attempt=2),
            answered_call(answer, "model", "b", cached=True),
            failed_call(ErrorClass.RATE_LIMIT, "model", "c"),
            failed_call(ErrorClass.TIMEOUT, "model", "\ud800"),
        ):
            ledger.record(call)
        totals = ledger.totals(session="s")
        assert totals == ledger.totals(run_id="r")
        assert totals[CallKind.MODEL] == totals[CallKind.JUDGE] == totals[CallKind.CACHED] == KindTotal(1, 0.5, 0, 100, 5)
        assert totals[CallKind.RETRY] == KindTotal(3, 0.5, 1, 100, 5), "a time-out may have been charged, a refusal is free"
        assert ledger.totals(session="other")[CallKind.MODEL] == KindTotal()
        assert [call.error_class for call in ledger.calls(session="s")][-2:] == ["rate_limit", "timeout"]


def test_absurd_counts_of_a_server_are_unknown(path: Path) -> None:
    with Ledger(path) as ledger:
        ledger.record(LedgerCall(CallKind.MODEL, "model", "i", 10**30, -5, 1.0))
        assert ledger.calls() == [LedgerCall(CallKind.MODEL, "model", "i", None, None, 1.0)]


def test_entries_survive_a_killed_process(path: Path) -> None:
    script = (
        "import os; from pathlib import Path; from pytest_lcbench.models.ledger import *\n"
        f"Ledger(Path({str(path)!r}), session='s').record(LedgerCall(CallKind.MODEL, 'model', cost=1.0))\n"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script], check=False)  # noqa: S603 - ours
    with Ledger(path) as ledger:
        assert ledger.totals()[CallKind.MODEL].cost == 1.0


def test_a_foreign_or_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    ResponseStore(tmp_path / "store.sqlite").close()
    (tmp_path / "text").write_text("no database at all" * 100)
    for name, match in (("store.sqlite", "another program's"), ("text", "no database")):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(SettingsError, match=f"money ledger .*{name}: cannot be used: .*{match}"):
            Ledger(tmp_path / name)
        assert (tmp_path / name).read_bytes() == before


def test_random_bytes_inside_the_ledger_are_found_at_opening_and_left_as_they_are(path: Path) -> None:
    with Ledger(path) as ledger:
        for _ in range(400):
            ledger.record(PAID)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(noise(3))
    before = path.read_bytes()
    with pytest.raises(SettingsError, match="cannot be used: the file is damaged, left as it is: move it aside"):
        Ledger(path)
    assert path.read_bytes() == before


def test_a_closed_or_failing_ledger_says_so_in_one_line(path: Path) -> None:
    ledger = Ledger(path, ceiling=1.0)
    ledger._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="the call was not entered: it is read-only"):
        ledger.record(PAID)
    ledger.close()
    ledger.close()
    with pytest.raises(StoreError, match="it is closed"):
        ledger.record(PAID)


def test_a_stored_answer_is_entered_once_a_session_and_item_and_not_where_it_was_paid(path: Path) -> None:
    answer = Response(text="x", finish_reason="stop", cost=0.5)
    cached = answered_call(answer, "model", "a", cached=True, store_key="k")
    with Ledger(path, session="s") as one, Ledger(path, session="s") as other, Ledger(path, session="later") as later:
        for ledger in (one, other, one, later):
            ledger.record(cached)
        one.record(answered_call(answer, "model", "b", cached=True, store_key="k"))
        paid = one.reserve(None, lasts=60)
        assert paid is not None
        one.settle(paid, answered_call(answer, "model", "c", store_key="k"))
        other.record(answered_call(answer, "model", "c", cached=True, store_key="k"))
        assert [call.item for call in one.calls(session="s") if call.kind is CallKind.CACHED] == ["a", "b"]
        assert one.totals(session="later")[CallKind.CACHED].calls == 1
