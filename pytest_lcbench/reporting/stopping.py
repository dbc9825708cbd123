"""``--lcbench-gate-early``: every process of a run watches its rows come in, and the first that knows the verdict stops them all.

Figures are looked at where a block of the seeded order is complete and at no other time, so it plays no part who looks, or when: the
same rows give the same decision in a worker, in another, and at the end on the controller.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Mapping, Sequence

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.reporting.gating import Gating
from pytest_lcbench.reporting.manifest import read_manifest
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.estimates import CaseKey
from pytest_lcbench.statistics.gate_early import Decided, EarlyGate, points_told
from pytest_lcbench.statistics.items import case_key
from pytest_lcbench.statistics.policy_text import Cases

DECIDED = "--lcbench-gate-early: "
"""How the reason begins when the session stops because its verdict is certain."""
POLL_S = 0.2
"""How often at most a process looks for the rows of others."""

Told = tuple[str, float | None, float | None, int | None]
"""State, points, latency and attempts of a row: enough to tell it from the row of another session."""


def early_gate(gating: Gating, planned: Sequence[ResultRow], seed: int) -> EarlyGate:
    """Return the gate over *planned* items. Raises ``SettingsError`` for a policy that cannot be decided early."""
    if gating.policy is None:
        raise SettingsError("--lcbench-gate-early: nothing is demanded: give a policy with --lcbench-gate")
    if gating.policy.cases is not Cases.CANDIDATE:
        raise SettingsError(
            f"--lcbench-gate-early: is about every planned case, but the policy says cases = {gating.policy.cases}: leave that out"
        )
    needed = gating.baseline if gating.policy.policy.needs_baseline else None
    return EarlyGate(gating.policy.policy, planned, None if needed is None else needed.rows, seed=seed)


class Watch:
    """The watch of one process.

    Args:
        gate: over the planned items.
        items: case and epoch by the journal's item key.
        journal: of the run.
        session: of this pytest session.
        run_id: of the run.
        alone: whether no other process works on the session.
        older: items that are to be asked anew and have not been: their rows are from before.

    """

    def __init__(
        self,
        gate: EarlyGate,
        items: Mapping[str, tuple[CaseKey, int]],
        journal: Journal,
        session: str,
        run_id: str,
        *,
        alone: bool,
        older: Collection[str],
    ) -> None:
        self._gate, self._items, self._journal = gate, items, journal
        self._session, self._run_id, self._alone = session, run_id, alone
        self._lock = threading.Lock()
        self._looked = time.monotonic()
        self._stopped = False
        found = journal.points(run_id)
        # An item that has no points yet will be asked again.
        self._old = {key: told for key, told in found.items() if key in older or points_told(told[0], told[1]) is None}
        for key, told in found.items():
            if key not in self._old:
                self._tell(key, points_told(told[0], told[1]))
        self._stop_if_certain()

    def on_row(self, item_key: str, row: ResultRow) -> None:
        """Take a row of this process, just stored."""
        with self._lock:
            self._old.pop(item_key, None)
            self._tell(item_key, points_told(row.state.value, row.points))
            now = time.monotonic()
            if not self._alone and now - self._looked >= POLL_S:
                self._looked = now
                for key, told in self._journal.points(self._run_id).items():
                    if self._old.get(key) != told:
                        self._tell(key, points_told(told[0], told[1]))
            self._stop_if_certain()

    def _tell(self, item_key: str, points: float | None) -> None:
        place = self._items.get(item_key)
        if place is not None:
            self._gate.tell(*place, points)

    def _stop_if_certain(self) -> None:
        if self._gate.certain and not self._stopped:
            self._stopped = True
            self._journal.stop(self._session, f"{DECIDED}the gate's verdict is certain, the other cases are not needed")


def decided_at_end(gate: EarlyGate, manifest: str, rows: Mapping[str, ResultRow]) -> Decided | None:
    """Return what was certain, from the rows that the run has; ``None`` when nothing was.

    Args:
        gate: over the items of *manifest*, nothing told yet.
        manifest: of the session.
        rows: those that were run, by item key.

    """
    for key, (case, epoch) in manifest_items(manifest).items():
        row = rows.get(key)
        if row is not None:
            gate.tell(case, epoch, points_told(row.state.value, row.points))
    return gate.decided() if gate.certain else None


def planned_of(gating: Gating, manifest: str) -> list[ResultRow]:
    """Return the planned rows of the items of *manifest*: the very rows that the watches had, documents included."""
    wanted = set(manifest_items(manifest).values())
    return [row for row in gating.planned if (case_key(row), row.epoch) in wanted]


def manifest_items(manifest: str) -> dict[str, tuple[CaseKey, int]]:
    """Return case and epoch of the items of a manifest by item key."""
    found: dict[str, tuple[CaseKey, int]] = {}
    for _, key, blank in read_manifest(manifest)[0]:
        row = ResultRow.model_validate(blank)
        found[key] = case_key(row), row.epoch
    return found
