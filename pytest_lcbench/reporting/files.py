"""The files of a run's report: ``results.jsonl``, ``summary.json``, ``tables.md``, ``tables.csv``, ``results.csv``.

Each is written beside its place and moved into it, so that a reader never meets half a file and an interruption leaves the old one.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import IO, Any, cast

import jsonlines
from pydantic import ValidationError

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.markdown import markdown
from pytest_lcbench.reporting.spreadsheets import results_csv, tables_csv
from pytest_lcbench.running.request import FOLDER_NAMES, is_folder_name
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.items import one_per_item
from pytest_lcbench.statistics.summary import Summary
from pytest_lcbench.untrusted import one_line

RESULTS = "results.jsonl"
SUMMARY = "summary.json"
TABLES = "tables.md"
TABLES_CSV = "tables.csv"
RESULTS_CSV = "results.csv"
WRITTEN = (RESULTS, SUMMARY, TABLES, TABLES_CSV, RESULTS_CSV)
"""What :func:`write_report` writes."""

# JSON lets these stand as they are: lone surrogates, which no UTF-8 file can hold; line separators, on which careless readers
# break a line; controls and direction marks, which would reach the terminal of whoever looks at the file.
_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def safe_folder_name(name: str) -> str:
    """Return *name* if it can be a folder of its own on every system; else raise ``DataError``."""
    if not is_folder_name(name):
        raise DataError(f"run id '{one_line(name, 60)}' cannot be a folder's name: {FOLDER_NAMES}", field="run_id")
    return name


class _Digesting:
    """A text file that knows the digest of what is written to it."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.sha = hashlib.sha256()

    def write(self, text: str) -> int:
        self.sha.update(text.encode("utf-8"))
        return self._file.write(text)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal; empty when there is none. Raises ``DataError`` when it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or type(error).__name__}", path=path) from error


def write_report(folder: Path, rows: Iterable[ResultRow], summary: Summary) -> str:
    """Write the report of a run into its folder, which is made if need be; older files of the same names are replaced.

    Returns the digest of its ``results.jsonl`` (:func:`digest_of`), whatever has become of that file since.

    Args:
        folder: the run's own folder, ``reports/<run id>``.
        rows: the rows the summary was made of, in any order; they are written in report order, one per item.
        summary: of the same rows.

    Raises:
        DataError: the run id is no safe folder name, or the folder cannot be written.

    """
    safe_folder_name(summary.run.run_id)
    items, _ = one_per_item(rows)
    digest = ""

    def results(file: IO[str]) -> None:
        nonlocal digest
        digesting = _Digesting(file)
        with jsonlines.Writer(cast("IO[str]", digesting), dumps=_compact) as writer:
            writer.write_all(row.model_dump(mode="python") for row in items)
        digest = digesting.sha.hexdigest()

    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / RESULTS, results)
        replace_file(folder / SUMMARY, summary_json(summary))
        replace_file(folder / TABLES, markdown(summary))
        replace_file(folder / TABLES_CSV, tables_csv(summary))
        replace_file(folder / RESULTS_CSV, results_csv(items))
    except OSError as error:
        raise DataError(f"the report cannot be written: {error.strerror or type(error).__name__}", path=folder) from error
    return digest


def summary_json(summary: Summary) -> str:
    """Return the text of ``summary.json``; unlike pydantic's own it can hold whatever text a run came by."""
    return _json(summary.model_dump(mode="python"), indent=2) + "\n"


def json_text(value: Any) -> str:
    """Return *value* as indented JSON that can hold whatever text a run came by, and shows none of its controls to a terminal."""
    return _json(value, indent=2)


def write_texts(folder: Path, texts: Mapping[str, str | None]) -> None:
    """Put *texts* into files of *folder* by name, each in one step; ``None`` removes what an earlier session left there.

    Raises ``DataError`` when the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            if text is None:
                (folder / name).unlink(missing_ok=True)
            else:
                replace_file(folder / name, text)
    except OSError as error:
        raise DataError(f"the report cannot be written: {error.strerror or type(error).__name__}", path=folder) from error


def read_rows(path: Path) -> list[ResultRow]:
    """Read a ``results.jsonl``; fields that are not known are ignored, and blank lines.

    Raises ``DataError`` naming the line (and field) that is not a result row, or the file that cannot be read.
    """
    rows: list[ResultRow] = []
    try:
        # As bytes: a line that is not UTF-8 is then told apart from its neighbours.
        with path.open("rb") as file, jsonlines.Reader(file) as reader:
            while True:
                try:
                    value = reader.read(type=dict, skip_empty=True)
                except EOFError:
                    return rows
                rows.append(ResultRow.model_validate(value))
    except jsonlines.InvalidLineError as error:
        raise DataError("not a JSON object in UTF-8; restore the file or run again", path=path, line=error.lineno) from error
    except ValidationError as error:
        raise _row_error(error, path, line_number(path, len(rows))) from error
    except RecursionError as error:
        raise DataError("JSON nested too deeply to be a result row", path=path, line=line_number(path, len(rows))) from error
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or type(error).__name__}", path=path) from error


def read_summary(path: Path) -> Summary:
    """Read a ``summary.json``. Raises ``DataError``."""
    try:
        return Summary.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or type(error).__name__}", path=path) from error
    except ValidationError as error:
        raise _row_error(error, path, None) from error
    except (ValueError, RecursionError) as error:
        raise DataError("not JSON in UTF-8; restore the run's folder, or run, import or merge it again", path=path) from error


def _row_error(error: ValidationError, path: Path, line: int | None) -> DataError:
    first = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part) for part in first["loc"])
    return DataError(one_line(first["msg"]), path=path, line=line, field=one_line(field, 80) or None)


def line_number(path: Path, before: int) -> int:
    """Return the number of the line after *before* lines of *path* that hold something."""
    with path.open("rb") as file:
        filled = (number for number, line in enumerate(file, 1) if line.strip())
        for _ in range(before):
            next(filled)
        return next(filled)


def replace_file(path: Path, content: str | Callable[[IO[str]], None]) -> None:
    """Have *content*, a text or what writes one, fill a new file beside *path*, then put it in *path*'s place in one step."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            if isinstance(content, str):
                file.write(content)
            else:
                content(file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _compact(value: Any) -> str:
    return _json(value, indent=None)


def _json(value: Any, *, indent: int | None) -> str:
    separators = (",", ":") if indent is None else None
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators, default=str)
    except (ValueError, TypeError):
        # A gold answer may hold what JSON cannot: NaN, or keys that are not text. It is written as text.
        text = json.dumps(_plain(value), ensure_ascii=False, allow_nan=False, indent=indent, separators=separators, default=str)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
