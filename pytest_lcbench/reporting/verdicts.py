"""What a comparison or the gate concluded, as reports show it: before the tables, in every format."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import RESULTS, digest_of, json_text, replace_file, write_texts
from pytest_lcbench.reporting.unfinished import why_unfinished

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


PAGE = "report.html"
ANCHOR = "verdict-"
"""How the ids of the page's sections with verdicts begin."""
_ON_PAGE = re.compile(
    rf'<section\b[^<>]*\bid="{ANCHOR}\d+"[^<>]*>.*?</section>|<li><a href="#{ANCHOR}\d+">[^<>]*</a></li>', flags=re.DOTALL
)
"""These, and the links to them. What others wrote is escaped, so it ends no element."""


@dataclass(frozen=True, slots=True)
class RowsOf:
    """The rows of a baseline that verdicts were given on.

    Args:
        folder: of the baseline, from the run's folder if there is a way.
        results_sha256: digest of its ``results.jsonl``.

    """

    folder: str
    results_sha256: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """The file: verdicts, and the rows that they were given on."""

    results_sha256: str
    baseline: RowsOf | None
    verdicts: tuple[Verdict, ...]


_VERDICTS: TypeAdapter[_Kept | tuple[Verdict, ...]] = TypeAdapter(_Kept | tuple[Verdict, ...])
"""Without digests as the first version wrote it."""


def rows_of(baseline: Path, digest: str, folder: Path) -> RowsOf:
    """Return what ties verdicts in *folder* to the *baseline* whose rows have the *digest*."""
    there = baseline.resolve()
    try:
        # So that reports may be moved, or kept as an artefact, with the baseline among them.
        return RowsOf(Path(os.path.relpath(there, folder.resolve())).as_posix(), digest)
    except ValueError:  # on another drive
        return RowsOf(str(there), digest)


def save_verdicts(folder: Path, verdicts: Sequence[Verdict], *, results: str | None = None, baseline: RowsOf | None = None) -> None:
    """Keep *verdicts* in a run's folder, in place of older ones; without any the file is removed.

    Args:
        folder: the run's own.
        verdicts: in the order in which they are shown.
        results: digest of the rows that they are about; by default of those that are there.
        baseline: what the run was compared with, if anything.

    Raises ``DataError`` when they cannot be written.

    """
    digest = digest_of(folder / RESULTS) if results is None else results
    text = json_text(asdict(_Kept(digest, baseline, tuple(verdicts)))) + "\n"
    try:
        if verdicts:
            replace_file(folder / VERDICTS, text)
        else:
            (folder / VERDICTS).unlink(missing_ok=True)
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or type(error).__name__}", path=folder / VERDICTS) from error


def forget_verdicts(folder: Path) -> None:
    """Remove every verdict and comparison from a run's folder and its page: whoever writes its rows anew calls this first.

    Raises ``DataError`` when they cannot be removed.
    """
    page = folder / PAGE
    try:
        if (folder / VERDICTS).exists() and page.is_file():
            replace_file(page, _ON_PAGE.sub("", page.read_text(encoding="utf-8", errors="surrogateescape")))
    except (OSError, ValueError) as error:
        raise DataError(f"the verdict there cannot be removed: {getattr(error, 'strerror', None) or error}", path=page) from error
    write_texts(folder, dict.fromkeys((VERDICTS, COMPARISON, COMPARISON_TABLES, GATE, GATE_TABLE)))


def saved_verdicts(folder: Path) -> tuple[Verdict, ...]:
    """Return what :func:`save_verdicts` kept; nothing where nothing was, and one that says so where it was about other rows.

    Raises ``DataError`` for a file that is damaged.
    """
    path = folder / VERDICTS
    try:
        kept = _VERDICTS.validate_python(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or type(error).__name__}", path=path) from error
    except (ValidationError, ValueError, RecursionError) as error:
        raise DataError("holds no verdicts; delete it, or run again with the gate", path=path) from error
    if not isinstance(kept, _Kept):
        return _dropped("it does not say on which rows it was given") if kept else ()
    if not kept.verdicts:
        return ()
    if why_unfinished(folder):
        return _dropped("the run is in hand, or was left unfinished")
    if digest_of(folder / RESULTS) != kept.results_sha256:
        return _dropped("the run's rows have changed since")
    if kept.baseline is not None:
        # Where there is no baseline any more, nothing is known against the verdict.
        rows = digest_of(folder / kept.baseline.folder / RESULTS)
        if rows and rows != kept.baseline.results_sha256:
            return _dropped("the baseline's rows have changed since")
    return kept.verdicts


def _dropped(why: str) -> tuple[Verdict, ...]:
    return (Verdict("Older verdict dropped", lines=(f"an older verdict is not shown, {why}; judge the run again with lcbench gate",)),)
