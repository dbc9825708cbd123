"""What a comparison or the gate concluded, as reports show it: before the tables, in every format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import json_text, replace_file, write_texts

VERDICTS = "verdicts.json"
COMPARISON = "comparison.json"
COMPARISON_TABLES = "comparison.md"
GATE = "gate.json"
GATE_TABLE = "gate.md"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A section of its own before the tables.

    Args:
        title: of the section.
        verdict: ``pass``, ``regression``, ``cannot tell`` or other words; empty: none.
        lines: sentences.
        headers: of the table's columns, the first for the rows' names.
        rows: of the table, as long as the headers.

    """

    title: str
    verdict: str = ""
    lines: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


_VERDICTS = TypeAdapter(tuple[Verdict, ...])


def save_verdicts(folder: Path, verdicts: Sequence[Verdict]) -> None:
    """Keep *verdicts* in a run's folder, in place of older ones; without any the file is removed.

    Raises ``DataError`` when they cannot be written.
    """
    text = json_text([asdict(verdict) for verdict in verdicts]) + "\n"
    try:
        if verdicts:
            replace_file(folder / VERDICTS, text)
        else:
            (folder / VERDICTS).unlink(missing_ok=True)
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or type(error).__name__}", path=folder / VERDICTS) from error


def forget_verdicts(folder: Path) -> None:
    """Remove every verdict and comparison from a run's folder: whoever writes its rows anew calls this first.

    Raises ``DataError`` when they cannot be removed.
    """
    write_texts(folder, dict.fromkeys((VERDICTS, COMPARISON, COMPARISON_TABLES, GATE, GATE_TABLE)))


def saved_verdicts(folder: Path) -> tuple[Verdict, ...]:
    """Return what :func:`save_verdicts` kept; nothing where nothing was. Raises ``DataError`` for a file that is damaged."""
    path = folder / VERDICTS
    try:
        return _VERDICTS.validate_python(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or type(error).__name__}", path=path) from error
    except (ValidationError, ValueError, RecursionError) as error:
        raise DataError("holds no verdicts; delete it, or run again with the gate", path=path) from error
