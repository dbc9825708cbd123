"""Mistakes and faults that a user is told about in one line.

Every error here reads as: what was wrong, where, what to do. The plugin turns them into ``pytest.UsageError`` (exit 4) or into the
state of one case; the command line prints them without a traceback.
"""

from __future__ import annotations

from pathlib import Path

EXIT_INFRASTRUCTURE = 12
"""Exit code where coverage is under the minimum: too many answers could not be got, the run was stopped, or shards are missing."""


class LcbenchError(Exception):
    """Base of everything a user may be told. ``str()`` is one printable line."""


class SettingsError(LcbenchError):
    """An option, setting, key or model name that cannot work. Found before the first case."""


class DataError(LcbenchError):
    """A question file, card or index that is not of its format.

    Args:
        what: what is wrong and what to do about it, without the place.
        path: the file.
        line: 1-based line (or row) in it.
        field: the field of that row.

    """

    def __init__(self, what: str, *, path: Path | str | None = None, line: int | None = None, field: str | None = None) -> None:
        self.what = what
        self.path = None if path is None else str(path)
        self.line = line
        self.field = field
        place = ", ".join(
            part
            for part in (
                self.path or "",
                "" if line is None else f"line {line}",
                "" if field is None else f"field '{field}'",
            )
            if part
        )
        super().__init__(f"{place}: {what}" if place else what)


class DocumentError(LcbenchError):
    """A document of one case that cannot be read. That case becomes an ``infra_error`` which names it; the others run."""


class CaseRefusedError(DocumentError):
    """A generated case that its documents do not bear out. It becomes an ``infra_error``, an export leaves it out; the others stand."""


class OverlengthError(LcbenchError):
    """A case that does not fit the window, under the policy ``error`` or because its question alone is too long."""
