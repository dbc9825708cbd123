"""Names that came with data and are about to be used as paths."""

from __future__ import annotations

import re

_SEPARATOR = re.compile(r"[/\\]")
_ROOTED = re.compile(r"/|\\\\|[A-Za-z]:[/\\]")


def leads_out(name: str) -> bool:
    """Whether *name*, used as a path, could leave the folder it is looked for in, on any system.

    A company's backslashes and a judgment's ``...`` are names like others.
    """
    return "\x00" in name or _ROOTED.match(name) is not None or ".." in _SEPARATOR.split(name)
