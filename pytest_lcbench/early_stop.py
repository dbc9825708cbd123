"""``--lcbench-gate-early`` in a pytest session: what cannot stop early, the order of the items, the watch, and what it decided.

The statistics are in ``statistics.gate_early``, the watch itself in ``reporting.stopping``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import pytest

from pytest_lcbench.pytest_items import fixturenames, item_to_run
from pytest_lcbench.xdist import refuse_out_of_order

if TYPE_CHECKING:
    from pytest_lcbench.reporting.gating import Gating
    from pytest_lcbench.running.books import Books
    from pytest_lcbench.running.row import ResultRow
    from pytest_lcbench.running.run import Item, Run
    from pytest_lcbench.statistics.gate_early import Decided, EarlyGate

DECIDED = "--lcbench-gate-early"
"""How the reason of a stop begins when the gate's verdict is certain: then calls in flight are good, and their answers wanted."""


def refuse_early_stop(config: pytest.Config, run: Run, gating: Gating | None) -> None:
    """Refuse what an early stop cannot do. Raises ``SettingsError`` and ``pytest.UsageError``."""
    from pytest_lcbench.reporting.gating import Gating  # noqa: PLC0415 - the inert plugin imports nothing that it may not need
    from pytest_lcbench.reporting.stopping import early_gate  # noqa: PLC0415

    refuse_out_of_order(config)
    if run.shard is not None:
        raise pytest.UsageError("--lcbench-gate-early: a shard has no verdict of its own: judge the merged run with lcbench gate")
    gating = gating or Gating(None, None)
    early_gate(gating, gating.planned, run.settings.seed)


def gate_over(run: Run | None, gating: Gating | None, items: list[Item]) -> EarlyGate | None:
    """Return the gate over *items*, nothing told yet; ``None`` where the run is not to stop early."""
    if run is None or gating is None or not run.request.gate_early or not items:
        return None
    from pytest_lcbench.reporting.stopping import early_gate  # noqa: PLC0415 - as above

    return early_gate(gating, gating.of([item.key for item in items]), run.settings.seed)


def put_in_order(run: Run | None, gating: Gating | None, items: list[pytest.Item]) -> None:
    """Put the cases of a run that may stop early in the order that its certificate rests on; other tests come first."""
    if run is None or not run.request.gate_early:
        return
    scored = {id(item): found for item in items if "lcbench_score" in fixturenames(item) and (found := item_to_run(item))}
    gate = gate_over(run, gating, list(scored.values()))
    if gate is None:
        return
    place = {key: number for number, key in enumerate(gate.order.keys, 1)}

    def position(item: pytest.Item) -> tuple[int, int]:
        found = scored.get(id(item))
        if found is None:
            return 0, 0
        return place[found.key.suite, found.key.case_id, found.key.arm, found.key.prompting], found.key.epoch

    items.sort(key=position)


def watch_rows(gate: EarlyGate, run: Run, items: list[Item], books: Books, *, session_id: str, run_id: str, alone: bool) -> None:
    """Look at the rows as they come in, and stop the session once the gate's verdict is certain.

    Args:
        gate: over *items*.
        run: that may stop early.
        items: those that will be scored here.
        books: of the run, open.
        session_id: of this pytest session.
        run_id: of the run.
        alone: no other process works on the session.

    """
    from pytest_lcbench.reporting.stopping import Watch  # noqa: PLC0415 - as above

    watch = Watch(
        gate,
        {item.key.text: ((item.key.suite, item.key.case_id, item.key.arm, item.key.prompting), item.key.epoch) for item in items},
        books.journal,
        session_id,
        run_id,
        alone=alone,
        older=() if run.anew is None else books.journal.pending(run_id)[run.anew],
    )
    books.journal.on_row = watch.on_row


def free_of_charge(run: Run, items: list[Item], books: Books, *, judged: bool) -> Collection[str]:
    """Return the journal's keys of the *items* that are run after a stop as well, since what would be asked for them is stored.

    Else whoever has all answers could try orders until one of them is certain of what the whole does not say. What is asked anew costs
    something, whatever is there.

    Args:
        run: that may stop early.
        items: those that will be scored here.
        books: of the run, open.
        judged: whether open answers are judged.

    """
    from pytest_lcbench.running.stored_keys import free_items  # noqa: PLC0415 - as above

    return free_items(run, books.store, items, judged=judged) if run.anew is None else ()


def decided(run: Run, gating: Gating, manifest: str, rows: Mapping[str, ResultRow]) -> Decided | None:
    """Return what was certain when the session was stopped: the same rows say the same here."""
    from pytest_lcbench.reporting.stopping import decided_at_end, early_gate, planned_of  # noqa: PLC0415 - as above

    return decided_at_end(early_gate(gating, planned_of(gating, manifest), run.settings.seed), manifest, rows)
