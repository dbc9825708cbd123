"""A run as its folder keeps it: the rows and the settings, from which every report can be made again."""

from __future__ import annotations

import filecmp
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.reporting.files import RESULTS, SUMMARY, digest_of, line_number, read_rows, read_summary
from pytest_lcbench.reporting.unfinished import why_unfinished
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.estimates import case_means
from pytest_lcbench.statistics.items import FULL, item_name, mean_or_unknown, one_per_item, points_of
from pytest_lcbench.statistics.run_info import RunInfo
from pytest_lcbench.statistics.summary import Summary
from pytest_lcbench.statistics.tally import count_states
from pytest_lcbench.untrusted import one_line

_REMEDY = "restore the run's folder, or run, import or merge it again"


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run that has been reported.

    Args:
        folder: where its files are.
        rows: one per item, in report order.
        info: its settings; ``info.incomplete`` also where somebody has the run in hand.
        digest: of the file of its rows (:func:`pytest_lcbench.reporting.files.digest_of`).

    """

    folder: Path
    rows: tuple[ResultRow, ...]
    info: RunInfo
    digest: str = ""


def load_saved_run(run: str, reports: Path) -> SavedRun:
    """Return a run by its id under *reports*, or by the path of its folder or of its ``results.jsonl``.

    Raises ``DataError`` when there is no such run, when its files are not those of a run, when a row's points are off the scale, and
    when rows and ``summary.json`` do not tell of the same: what is lost would otherwise be missing from every coverage.
    """
    folder = _folder(run, reports)
    path = folder / RESULTS
    # Before the rows: when others are put in their place meanwhile, a verdict on them goes with no file and is dropped, never kept.
    unfinished, digest = why_unfinished(folder), digest_of(path)
    read = read_rows(path)
    for number, row in enumerate(read):
        _check_points(row, path, number)
    rows, _ = one_per_item(read)
    summary = read_summary(folder / SUMMARY)
    _check_agreement(rows, summary, path)
    info = summary.run.model_copy(update={"unfinished": unfinished}) if unfinished else summary.run
    return SavedRun(folder, tuple(rows), info, digest)


def refuse_empty(run: SavedRun, name: str) -> None:
    """Raise ``DataError`` when *run*, which the user calls *name*, has no row: nothing can be compared with it."""
    if not run.rows:
        raise DataError(f"run '{one_line(name, 80)}' has no row, and nothing can be compared with it", path=run.folder / RESULTS)


def refuse_stopped_early(run: SavedRun, name: str) -> None:
    """Raise ``SettingsError`` when *run*, which the user calls *name*, was stopped once its verdict was certain.

    Which of its cases were run depended on their answers, so no test of a fixed number of cases holds its error level on them.
    """
    if run.info.not_needed:
        raise SettingsError(
            f"run '{one_line(name, 80)}' was stopped early, {run.info.not_needed:,} of its items were not run, and its figures are "
            "biased by that: its verdict is the one that the session gave (gate.json); its own command without --lcbench-gate-early "
            "completes it for any other, and stored answers cost nothing; --force looks all the same"
        )


def is_itself(run: SavedRun, folder: Path, run_id: str = "", rows: Sequence[ResultRow] = ()) -> bool:
    """Whether the run *run_id* of *rows* in *folder* is *run*, or one of the two a copy of the other.

    Runs that merely got the same answers have other ids. Whether answers were stored ones plays no part: a run that is resumed finds
    all of its own stored.
    """
    if run.folder.resolve() == folder.resolve():
        return True
    items = one_per_item(rows)[0]
    if not items or len(items) != len(run.rows) or run_id != run.info.run_id:
        return False
    return _same_bytes(run.folder / RESULTS, folder / RESULTS) or all(
        one == other or one.model_copy(update={"cached": other.cached}) == other for one, other in zip(items, run.rows, strict=True)
    )


def refuse_itself(run: SavedRun, other: SavedRun | Path, remedy: str) -> None:
    """Raise ``SettingsError`` when *other*, a run or the folder of one to be made, is *run*: no run has a drop against itself."""
    folder, run_id, rows = (other, "", ()) if isinstance(other, Path) else (other.folder, other.info.run_id, other.rows)
    if is_itself(run, folder, run_id, rows):
        copied = "" if run.folder.resolve() == folder.resolve() else ", copied"
        raise SettingsError(f"the baseline '{one_line(run.info.run_id, 80)}' is the run itself{copied}: {remedy}")


def refuse_own_rows(baseline: SavedRun, run: SavedRun) -> None:
    """Raise ``SettingsError`` when *run* was merged from rows of *baseline*, or both from the same: nothing drops there."""
    if {baseline.digest, *baseline.info.parts} & {run.digest, *run.info.parts}:
        names = f"'{one_line(run.info.run_id, 80)}' and the baseline '{one_line(baseline.info.run_id, 80)}'"
        raise SettingsError(
            f"{names} hold the same rows, one of them merged from the other or both from one: name another run with --baseline"
        )


def _same_bytes(one: Path, other: Path) -> bool:
    try:
        return filecmp.cmp(one, other, shallow=False)
    except OSError:  # not written yet: then the rows alone have told
        return False


def _check_points(row: ResultRow, path: Path, number: int) -> None:
    try:
        points_of(row)
    except DataError as error:
        raise DataError(f"{error.what}; {_REMEDY}", path=path, line=line_number(path, number), field="points") from None
    for field in ("points", "rules_points", "tolerant_points"):
        value = getattr(row, field)
        if value is not None and not 0.0 <= value <= FULL:
            problem = f"item {item_name(row)!a} has {field} {value}; they must be 0 to 100; {_REMEDY}"
            raise DataError(problem, path=path, line=line_number(path, number), field=field)


def _check_agreement(rows: Sequence[ResultRow], summary: Summary, path: Path) -> None:
    expected = summary.overall.items_expected
    if len(rows) != expected:
        raise DataError(f"holds {len(rows):,} items, but {SUMMARY} beside it expects {expected:,}; {_REMEDY}", path=path)
    states = count_states(rows)
    if states != summary.tally.states:
        told = "; ".join(
            f"{states[name]:,} {name}, but {SUMMARY} beside it tells of {summary.tally.states.get(name, 0):,}"
            for name in states
            if states[name] != summary.tally.states.get(name, 0)
        )
        raise DataError(f"holds {told}; {_REMEDY}", path=path)
    means = list(case_means(rows, points_of)[0].values())
    average, told_average = mean_or_unknown(means), summary.overall.average
    if (average is None) != (told_average is None) or not math.isclose(average or 0.0, told_average or 0.0, abs_tol=1e-6):
        raise DataError(f"comes to an average of {average}, but {SUMMARY} beside it tells of {told_average}; {_REMEDY}", path=path)


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
