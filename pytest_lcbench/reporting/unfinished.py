"""Marks of runs that somebody has in hand: while one stands in a run's folder, the rows there may be older than what has been done.

A session marks the folder before its first item and takes the mark away once the rows are written; so does whoever merges or imports
anew. One that dies in between leaves its mark, and nothing is concluded from the run until the next one has finished.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Generator
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ValidationError

from pytest_lcbench.errors import DataError
from pytest_lcbench.models.holders import Holder, is_there, this_process

PREFIX = "unfinished-"
"""Of the files' names; not hidden, for those are left out of many artefacts. Behind it stands the session's id."""
LOCK_S = 60.0
"""How long to wait for another process that writes the same reports. Writing takes seconds, so this one hangs."""
_POLL_S = 0.05


class Maker(StrEnum):
    """Who has a run in hand; the values of ``RunInfo.made_by``."""

    RUN = "run"
    MERGE = "merge"
    IMPORT = "import"


_REASONS = {
    Maker.RUN: "a session of it has begun and not finished; once it is over, or if it has died, run the same command again; stored "
    "answers cost nothing",
    Maker.MERGE: "a merge that was to replace it has not succeeded; merge again",
    Maker.IMPORT: "an import that was to replace it has not succeeded; import again",
}


class _Mark(BaseModel):
    """What a mark says of its process."""

    maker: Maker
    host: str
    pid: int
    space: str = ""
    started: str = ""

    def lives(self) -> bool:
        """Whether the session goes on in another process of this machine, as far as its system tells. Of others nothing is known."""
        holder, here = Holder(self.host, self.pid, self.space, self.started), this_process()
        if holder == here:
            return False
        there = is_there(holder)
        # Where the system tells of no boots and starts, the number alone speaks.
        return there is True or (there is None and holder.host == here.host and not holder.space)


def put_mark(folder: Path, session: str, maker: Maker = Maker.RUN) -> None:
    """Mark the run in *folder*, and take away the marks of those who died: whoever comes later makes good for them.

    Raises ``DataError`` when the folder cannot be written.
    """
    mark = _Mark(maker=maker, **asdict(this_process()))
    try:
        own = folder / f"{PREFIX}{session}"
        # Not moved into place: that it is there says enough, whatever of it was written.
        own.write_text(mark.model_dump_json() + "\n", encoding="utf-8")
        for path in folder.glob(f"{PREFIX}*"):
            found = _read(path)
            if path != own and (found is None or not found.lives()):
                path.unlink(missing_ok=True)
    except OSError as error:
        raise DataError(f"the report cannot be written: {error.strerror or type(error).__name__}", path=folder) from error


def remove_mark(folder: Path, session: str) -> None:
    """Take this session's own mark away, and no other. Raises ``DataError``."""
    try:
        (folder / f"{PREFIX}{session}").unlink(missing_ok=True)
    except OSError as error:
        raise DataError(f"the report cannot be written: {error.strerror or type(error).__name__}", path=folder) from error


def why_unfinished(folder: Path) -> str:
    """Return why nothing may be concluded from what is in *folder*, and what to do; empty where no mark is. Raises ``DataError``."""
    try:
        marks = [_read(path) for path in sorted(folder.glob(f"{PREFIX}*"))]
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or type(error).__name__}", path=folder) from error
    return "; ".join(dict.fromkeys(_REASONS[Maker.RUN if mark is None else mark.maker] for mark in marks))


@contextlib.contextmanager
def alone(folder: Path) -> Generator[None]:
    """Keep other processes that write the reports in *folder* waiting, where the system can; else nothing happens."""
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - not there on Windows

    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise DataError(f"the report cannot be written: {error.strerror or type(error).__name__}", path=folder) from error
    try:
        deadline = time.monotonic() + LOCK_S
        while time.monotonic() < deadline:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(_POLL_S)
                continue
            except OSError:  # a file system without locks
                break
            break
        yield
    finally:
        os.close(held)


def _read(path: Path) -> _Mark | None:
    """Return what a mark says; ``None`` where it cannot be read, or is gone by now."""
    try:
        return _Mark.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValidationError, ValueError, RecursionError):
        return None
