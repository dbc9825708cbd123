"""What the commands print with."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def say(lines: Iterable[str]) -> None:
    """Print *lines* to standard output; characters that it cannot take become escapes."""
    for line in lines:
        print(line.encode(encoding(), "backslashreplace").decode(encoding()))  # noqa: T201 - a command line prints


def encoding() -> str:
    """Return the encoding that standard output takes."""
    return sys.stdout.encoding or "utf-8"
