"""Processes that hold something in a shared file: who they are, and whether they are still there to let go of it."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Holder:
    """A process as it is written beside what it holds.

    Args:
        host: name of its machine.
        pid: its number there.
        space: which boot of which machine, and which container on it, the number belongs to; empty where the system does not say.
        started: when the process started, in the machine's own ticks; empty where the system does not say.

    """

    host: str
    pid: int
    space: str = ""
    started: str = ""


def this_process() -> Holder:
    """Return who we are. Cheap after the first time."""
    return _holder(os.getpid())


@lru_cache(maxsize=4)  # by process: a fork is another one
def _holder(pid: int) -> Holder:
    boot, namespace = _read(Path("/proc/sys/kernel/random/boot_id")), _link(Path("/proc/self/ns/pid"))
    stat = _stat(pid)
    return Holder(platform.node(), pid, f"{boot.strip()}|{namespace}" if boot and namespace else "", stat[1] if stat else "")


def is_there(holder: Holder) -> bool | None:
    """Whether the process of *holder* still runs; ``None`` where nobody here can know: on another machine, in another container."""
    here = this_process()
    # Where asking for a process may end it (Windows) it is not asked for.
    if holder.host != here.host or (holder.space and holder.space != here.space) or os.name != "posix":
        return None
    try:
        os.kill(holder.pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    stat = _stat(holder.pid)
    if stat is None:
        # Without /proc the number alone tells, and it may have been given to another process since.
        return None
    state, started = stat
    # A killed child that nobody has waited for still has its number: Linux says that it is a zombie.
    if state == "Z" or (holder.started and started != holder.started):
        return False
    return True if holder.space and holder.started else None


def holder_lives(until: float, host: str, pid: int) -> bool:
    """Whether the process that holds something in a file may still let go of it. In doubt it may, until the moment it gave itself.

    Args:
        until: seconds since the epoch.
        host: name of its machine.
        pid: its number there.

    """
    return time.time() <= until and is_there(Holder(host, pid)) is not False


def _stat(pid: int) -> tuple[str, str] | None:
    """Return state and start of a process of this machine, or ``None`` where the system does not tell."""
    # The name, in brackets, may itself hold brackets and spaces.
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return (fields[0], fields[19]) if len(fields) > 19 else None  # noqa: PLR2004 - proc(5): the 22nd field, counted from the third


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _link(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:
        return ""
