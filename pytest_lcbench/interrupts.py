"""Signals that end a run: SIGTERM works as Ctrl-C, and Ctrl-C while the run is being closed does not cut off its report."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

_TOLD = b"\nlcbench: stopping, the report follows; Ctrl-C once more ends at once and prints none (answers are stored)\n"
_STANDARD_ERROR = 2


def end_like_ctrl_c() -> Callable[[], None]:
    """Let SIGTERM, by which CI systems cancel a job, end the session as Ctrl-C does: with partial tables and how to resume.

    Returns what puts the former handler back.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)

    def restore() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)

    return restore


class Patience:
    """Keeps one further Ctrl-C from cutting off a report. Only the main thread can; elsewhere nothing happens."""

    def __init__(self) -> None:
        self._before: Any = None
        self._begun = False

    def begin(self) -> None:
        """Hear the next Ctrl-C without raising ``KeyboardInterrupt``. A second call does nothing."""
        if not self._begun and threading.current_thread() is threading.main_thread():
            self._begun = True
            self._before = signal.signal(signal.SIGINT, self._hear)

    def end(self) -> None:
        """Put back what was before."""
        if self._begun:
            self._begun = False
            # None: a handler that was not set from Python, and cannot be put back from it.
            signal.signal(signal.SIGINT, signal.default_int_handler if self._before is None else self._before)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        self.end()
        # Not print: the signal may have come in the middle of one.
        os.write(_STANDARD_ERROR, _TOLD)
