"""What the commands print with."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import TextIO

from pytest_lcbench.errors import DataError


def say(lines: Iterable[str]) -> None:
    """Print *lines* to standard output; characters that it cannot take become escapes. Raises ``DataError``, as :func:`printing`."""
    with printing():
        for line in lines:
            print(line.encode(encoding(), "backslashreplace").decode(encoding()))  # noqa: T201 - a command line prints


@contextmanager
def printing() -> Generator[None]:
    """Have what is printed to standard output within go nowhere from where nobody reads it: the command goes on to its own exit code.

    Raises ``DataError`` when it cannot be written for another reason, e.g. a full disk.
    """
    try:
        yield
    except BrokenPipeError:
        # Whoever reads it, `head` for one, has read enough.
        _mute()
    except OSError as error:
        _mute()
        raise DataError(f"cannot be written: {error.strerror or type(error).__name__}", path="standard output") from None


def open_closed_streams() -> None:
    """Have a standard output or error that is closed (``>&-``) go nowhere: nobody reads it, and the command is done all the same."""
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - no path is meant


def encoding() -> str:
    """Return the encoding that standard output takes."""
    return sys.stdout.encoding or "utf-8"


def _mute() -> None:
    # Python flushes what is left when it ends, and would complain again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
