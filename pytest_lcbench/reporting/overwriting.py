"""What no command writes over, wherever the user told it to write: response stores, and files and folders of runs."""

from __future__ import annotations

from pathlib import Path

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import RESULTS, SUMMARY, WRITTEN, read_summary
from pytest_lcbench.reporting.html import DETAILS, PAGE
from pytest_lcbench.reporting.verdicts import COMPARISON, COMPARISON_TABLES, GATE, GATE_TABLE, VERDICTS
from pytest_lcbench.statistics.compatible import differences
from pytest_lcbench.statistics.run_info import RunInfo
from pytest_lcbench.untrusted import one_line

_SQLITE = b"SQLite format 3\0"
"""How every such file begins."""
_BESIDE = ("-wal", "-shm", "-journal")
"""Ends of the names of files that SQLite keeps beside its own, with answers that are in no other place yet."""
_OF_A_RUN = frozenset(name.casefold() for name in (*WRITTEN, PAGE, VERDICTS, COMPARISON, COMPARISON_TABLES, GATE, GATE_TABLE))


def refuse_file(path: Path, option: str) -> None:
    """Raise ``DataError`` when *path*, which *option* gave, is a response store or one of the files that a run's folder holds.

    Links are followed: what would be written over is looked at.
    """
    try:
        real = path.resolve()
        if _is_store(real):
            raise DataError(f"is a response store, and nothing is written over it: give {option} another file", path=_shown(path))
        folders = [folder for folder in real.parents if folder.name.casefold() == DETAILS and (folder.parent / RESULTS).exists()]
        if folders or (real.name.casefold() in _OF_A_RUN and (real.parent / RESULTS).exists()):
            raise DataError(f"is a file of a run, and nothing is written over it: give {option} another file", path=_shown(path))
    except OSError as error:
        raise DataError(f"cannot be looked at: {error.strerror or type(error).__name__}", path=_shown(path)) from None


def refuse_folder(folder: Path, info: RunInfo, own: Path, option: str) -> None:
    """Raise ``DataError`` when *folder*, which *option* gave, holds a run, and another one than *info* tells of.

    Args:
        folder: to be written to.
        info: of the run that is written there.
        own: the folder that this run was read from, which may be written to.
        option: how the user gave the folder.

    """
    try:
        if folder.resolve() == own.resolve() or not (folder / RESULTS).exists():
            return
    except OSError as error:
        raise DataError(f"cannot be looked at: {error.strerror or type(error).__name__}", path=_shown(folder)) from None
    try:
        there = read_summary(folder / SUMMARY).run
    except DataError:
        there = None
    if there is not None and there.run_id == info.run_id and there.shard == info.shard and not differences(there, info):
        return
    name = "a run" if there is None else f"run '{one_line(there.run_id, 80)}'"
    raise DataError(f"holds {name}, which is not replaced by another: give {option} another folder", path=_shown(folder))


def refuse_other_run(folder: Path, maker: str) -> None:
    """Raise ``DataError`` when *folder* holds a run that *maker* (``import``, ``merge``) did not make: it is not replaced."""
    if not (folder / RESULTS).exists():
        return
    try:
        same = read_summary(folder / SUMMARY).run.made_by == maker
    except DataError:
        same = False
    if not same:
        raise DataError(
            "holds a run that was made otherwise, and is not replaced: choose another --run", path=one_line(str(folder), 300)
        )


def _is_store(path: Path) -> bool:
    """Whether *path* is an SQLite file, or one that SQLite keeps beside such a file."""
    beside = next((path.with_name(path.name.removesuffix(end)) for end in _BESIDE if path.name.endswith(end)), path)
    for found in (path, beside):
        if found.is_file():
            with found.open("rb") as file:
                if file.read(len(_SQLITE)) == _SQLITE:
                    return True
    return False


def _shown(path: Path) -> str:
    return one_line(str(path), 300)
