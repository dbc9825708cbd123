"""Signals that end a run: SIGTERM works as Ctrl-C, and neither cuts off the report unless it is insisted on."""

from __future__ import annotations

import atexit
import inspect
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any

_HEARD = (signal.SIGINT, signal.SIGTERM)
_TOLD = b"\nlcbench: the report is being made; once more ends at once, without the rest of it (answers are stored)\n"
_STANDARD_ERROR = 2
_ONE_PRESS_S = 0.05
"""Signals this close together are one: ``timeout`` sends its own to the process and to its group."""
_LOST_S = 1.0
"""A ``KeyboardInterrupt`` of which pytest knows nothing after this time was caught by somebody else."""


class Interrupts:
    """Hears SIGINT and SIGTERM for one session. Only the main thread can; elsewhere nothing happens.

    The first ends the session, with partial tables and how to resume. The second is heard and changes nothing. The third ends the
    process at once, without a traceback: with the run's own code once that has been told, with 128 and the signal's number before.

    Args:
        worker: whether this process is a worker: then SIGTERM ends it as ever, and it says nothing. A terminal sends its controller
            the same signals.

    """

    def __init__(self, *, worker: bool) -> None:
        self._worker = worker
        self._before: dict[int, Any] = {}
        self._closing = False
        self._told = False
        self._status: int | None = None
        self._raised_at: float | None = None
        self._last = 0.0

    def listen(self) -> None:
        """Hear signals from now on, but for those that whoever started the process has it ignore. A second call does nothing."""
        if not self._before and threading.current_thread() is threading.main_thread():
            heard = [number for number in _HEARD[: 1 if self._worker else None] if signal.getsignal(number) is not signal.SIG_IGN]
            self._before = {number: signal.signal(number, self._hear) for number in heard}

    def close_run(self) -> None:
        """Raise ``KeyboardInterrupt`` no more: the session is ending, and its report is made."""
        self._closing = True

    def reported(self, status: int) -> None:
        """Note that the report is there and which code it told: whoever insists from now on gets that."""
        self._status = status

    def restore(self) -> None:
        """Put back what was before, unless the process ends with this session: it is still to end without a traceback then."""
        if self._raised_at is not None and self._status is not None and _ends_with_session():
            # The interpreter's own end would let a signal kill it, with another code.
            atexit.register(_ignore)
            return
        for number, handler in self._before.items():
            # None: a handler that was not set from Python, and cannot be put back from it.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        self._before = {}

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        pressed, self._last = now - self._last > _ONE_PRESS_S, now
        if not self._closing and (self._raised_at is None or now - self._raised_at > _LOST_S):
            self._raised_at = now
            raise KeyboardInterrupt
        if not pressed:
            return
        if self._status is None and not self._told:
            self._told = True
            if not self._worker:
                # Not print: the signal may have come in the middle of one.
                os.write(_STANDARD_ERROR, _TOLD)
            return
        os._exit(128 + number if self._status is None else self._status)


def _ignore() -> None:
    for number in _HEARD:
        signal.signal(number, signal.SIG_IGN)


def _ends_with_session() -> bool:
    """Whether this process is pytest's command, and its only session is ending: not a program or a test that calls pytest."""
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    command = os.path.basename(sys.argv[0]).partition(".exe")[0] if sys.argv else ""  # noqa: PTH119 - no path is meant
    if getattr(spec, "name", "") != "pytest.__main__" and command not in {"pytest", "py.test"}:
        return False
    sessions, frame = 0, inspect.currentframe()
    while frame is not None:
        sessions += frame.f_code.co_name == "wrap_session"
        frame = frame.f_back
    return sessions <= 1
