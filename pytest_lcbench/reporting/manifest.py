"""What a session expects: written into its journal before the first call, read again at its end, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_lcbench.running.evaluation import SKIPPED_OVERLENGTH
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.gate_early import Decided
from pytest_lcbench.statistics.items import item_name
from pytest_lcbench.statistics.run_info import Selected
from pytest_lcbench.untrusted import one_line


def manifest_json(expected: Sequence[tuple[str, str, ResultRow]], selected: Selected | None = None) -> str:
    """Return the manifest: for each expected item its node id, its key, and the row it has until it is run; and what chose them."""
    items = [[nodeid, key, row.model_dump(mode="json")] for nodeid, key, row in expected]
    return json.dumps({"items": items, "selected": None if selected is None else selected.model_dump(mode="json")}, ensure_ascii=True)


def read_manifest(manifest: str) -> tuple[list[tuple[str, str, dict[str, Any]]], Selected | None]:
    """Return what :func:`manifest_json` was given, the rows as they are written: few of them are needed."""
    held = json.loads(manifest)
    if isinstance(held, list):  # of a worker with an older version
        held = {"items": held}
    items = [(nodeid, key, row) for nodeid, key, row in held["items"]]
    return items, Selected.model_validate(chosen) if (chosen := held.get("selected")) else None


@dataclass(frozen=True, slots=True)
class Came:
    """What came of the expected items.

    Args:
        rows: by item key, blank where an item has none; without those that were not needed.
        not_needed: by item key, the names of the items that a verdict which was certain before them made needless.

    """

    rows: Mapping[str, ResultRow]
    not_needed: Mapping[str, str]

    @property
    def too_long(self) -> list[ResultRow]:
        """Rows of items that were skipped for their length, as asked: they are not expected."""
        return [row for row in self.rows.values() if row.error_class == SKIPPED_OVERLENGTH]

    @property
    def expected(self) -> list[ResultRow]:
        """Rows of the items that the tables are over."""
        return [row for row in self.rows.values() if row.error_class != SKIPPED_OVERLENGTH]

    @property
    def missing(self) -> int:
        """Expected items without points."""
        return sum(row.points is None for row in self.expected)

    @property
    def not_run(self) -> int:
        """Of these, items that were not reached."""
        return self._count("not_run")

    @property
    def broken_off(self) -> int:
        """Of these, items that were not reached, or were at hand when their worker died."""
        return self.not_run + self._count("worker_lost")

    def _count(self, error_class: str) -> int:
        return sum(row.points is None and row.error_class == error_class for row in self.rows.values())


def what_came(
    items: Sequence[tuple[str, str, Any]], current: Mapping[str, ResultRow], crashed: Mapping[str, str], decided: Decided | None
) -> Came:
    """Lay what came beside what is expected.

    Args:
        items: node id, key and blank row of each.
        current: by item key, the rows that count.
        crashed: by node id, why a worker died while running it.
        decided: what was certain before all items were run, if anything was.

    """
    rows: dict[str, ResultRow] = {}
    not_needed: dict[str, str] = {}
    for nodeid, key, blank in items:
        row = current.get(key)
        if row is None:
            row = ResultRow.model_validate(blank)
            if nodeid in crashed:
                row = row.model_copy(update={"error_class": "worker_lost", "error_message": one_line(crashed[nodeid], 500)})
            elif decided is not None:
                not_needed[key] = f"{row.suite}/{item_name(row)}"
                continue
        rows[key] = row
    return Came(rows=rows, not_needed=not_needed)
