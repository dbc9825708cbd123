"""A run as its folder keeps it: the rows and the settings, from which every report can be made again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import RESULTS, SUMMARY, read_rows, read_summary
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.items import one_per_item
from pytest_lcbench.statistics.run_info import RunInfo
from pytest_lcbench.untrusted import one_line


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run that has been reported.

    Args:
        folder: where its files are.
        rows: one per item, in report order.
        info: its settings.

    """

    folder: Path
    rows: tuple[ResultRow, ...]
    info: RunInfo


def load_saved_run(run: str, reports: Path) -> SavedRun:
    """Return a run by its id under *reports*, or by the path of its folder or of its ``results.jsonl``.

    Raises ``DataError`` when there is no such run, or when its files are not those of a run.
    """
    folder = _folder(run, reports)
    rows, _ = one_per_item(read_rows(folder / RESULTS))
    return SavedRun(folder, tuple(rows), read_summary(folder / SUMMARY).run)


def _folder(run: str, reports: Path) -> Path:
    shown = one_line(run, 80)
    try:
        for folder in (reports / run, Path(run), Path(run).parent if Path(run).name == RESULTS else None):
            if folder is not None and (folder / RESULTS).is_file():
                return folder
        known = sorted(found.parent.name for found in reports.glob(f"*/{RESULTS}"))
    except (OSError, ValueError) as error:  # a folder that may not be entered, a NUL
        raise DataError(f"run '{shown}' cannot be looked for: {getattr(error, 'strerror', None) or error}") from None
    there = f"runs there are {', '.join(one_line(name, 60) for name in known[:10])}" if known else "there are no runs there"
    raise DataError(f"no run '{shown}': neither a run id in {one_line(str(reports), 120)} nor a folder with {RESULTS}; {there}")
