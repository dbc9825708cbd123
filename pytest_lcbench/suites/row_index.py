"""An index of a question file too large to hold: everything of a row but its text, and where the row lies.

LongBench v2 is one JSON list of 465 MB whose 503 rows carry their documents within them. It is scanned once, a row in memory at a
time; later runs read the index, and one row when its case runs.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import platformdirs

from pytest_lcbench.errors import DataError
from pytest_lcbench.suites import json_spans, strict_json

VERSION = 2
_RELEASE_EVERY = 16 * 1024 * 1024
"""Bytes scanned before their pages are given back to the system."""


@dataclass(frozen=True, slots=True)
class IndexedRow:
    """One row of the file.

    Args:
        number: 1-based row.
        line: 1-based line on which it begins.
        offset: first byte.
        length: bytes.
        has_text: whether the field held out of the index is there and is text.
        fields: the other fields.

    """

    number: int
    line: int
    offset: int
    length: int
    has_text: bool
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RowIndex:
    """The rows of one file, in order.

    Args:
        path: the file.
        fingerprint: SHA-256 (hex) over its rows, texts included.
        rows: what is known of them.

    """

    path: Path
    fingerprint: str
    rows: tuple[IndexedRow, ...]

    def read(self, row: IndexedRow) -> dict[str, Any]:
        """Return the whole *row*. Raises ``DataError`` when the file no longer holds it there."""
        try:
            with self.path.open("rb") as file:
                file.seek(row.offset)
                data = file.read(row.length)
        except OSError as fault:
            raise DataError(f"cannot be read ({fault.strerror or fault})", path=self.path) from None
        value = strict_json.parse(data, path=self.path, line=row.line)
        if not isinstance(value, dict):
            raise DataError("has changed since the run began: start again", path=self.path, line=row.line)
        return value


def index_of(path: Path, *, held_out: str) -> RowIndex:
    """Return the index of the JSON list or JSON Lines file *path*, made or remembered; field *held_out* stays in the file.

    The index is a file beside the data (``.NAME.lcbench-index.json``) or, where that folder takes none, in the user's cache. It is
    made anew when the size or time of the data differ, or when it is damaged. Raises ``DataError`` naming the line.
    """
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            stamp = {"version": VERSION, "size": state.st_size, "mtime_ns": state.st_mtime_ns, "held_out": held_out}
            for place in _places(path):
                known = _load(place, path, stamp)
                if known is not None:
                    return known
            made = _scan(file, path, held_out)
    except IsADirectoryError:
        raise DataError("is a folder where a file is wanted", path=path) from None
    except FileNotFoundError:
        raise DataError("is not there", path=path) from None
    except OSError as fault:
        raise DataError(f"cannot be read ({fault.strerror or fault})", path=path) from None
    _save(made, stamp)
    return made


def _places(path: Path) -> tuple[Path, Path]:
    key = hashlib.sha256(str(path.resolve()).encode("utf-8", "surrogatepass")).hexdigest()
    cache = Path(platformdirs.user_cache_dir("lcbench", appauthor=False))
    return path.parent / f".{path.name}.lcbench-index.json", cache / "index" / f"{key}.json"


def _load(place: Path, path: Path, stamp: dict[str, Any]) -> RowIndex | None:
    """Return the index at *place*; ``None`` when there is none, it is damaged, or of another state of the data."""
    try:
        checksum, _, body = place.read_bytes().partition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != checksum:
            return None
        held = json.loads(body)
        if held["stamp"] != stamp:
            return None
        return RowIndex(path, held["fingerprint"], tuple(IndexedRow(*row) for row in held["rows"]))
    except (OSError, ValueError, KeyError, TypeError):  # anything but a whole index of ours is made anew
        return None


def _save(index: RowIndex, stamp: dict[str, Any]) -> None:
    rows = [[row.number, row.line, row.offset, row.length, row.has_text, row.fields] for row in index.rows]
    body = json.dumps({"stamp": stamp, "fingerprint": index.fingerprint, "rows": rows}, separators=(",", ":")).encode()
    whole = hashlib.sha256(body).hexdigest().encode() + b"\n" + body
    beside, cached = _places(index.path)
    if _write(beside, whole, index.path):
        return
    # Neither place takes it: the next run scans again, which costs seconds and changes nothing.
    with contextlib.suppress(OSError):
        cached.parent.mkdir(parents=True, exist_ok=True)
        _write(cached, whole, index.path)


def _write(place: Path, data: bytes, like: Path) -> bool:
    """Write *data* to *place* whole or not at all; return whether the folder took it."""
    temporary = None
    try:
        if not place.parent.stat().st_mode & 0o222:  # marked read-only: the superuser could write there all the same
            return False
        with tempfile.NamedTemporaryFile(dir=place.parent, prefix=".lcbench-", suffix=".part", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
        shutil.copymode(like, temporary)  # whoever may read the data may read its index
        temporary.replace(place)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        return False
    return True


def _scan(file: BinaryIO, path: Path, held_out: str) -> RowIndex:
    if os.fstat(file.fileno()).st_size == 0:
        raise DataError("is empty: was it copied whole?", path=path)
    digest = hashlib.sha256()
    rows = []
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as buffer:
        released = 0
        for number, (line, start, end) in enumerate(_spans(buffer, path), 1):
            data = buffer[start:end]
            digest.update(data)
            row = strict_json.parse(data, path=path, line=line)
            if not isinstance(row, dict):
                raise DataError(f"row {number} is {strict_json.kind_of(row)}, not a JSON object", path=path, line=line)
            text = row.pop(held_out, None)
            rows.append(IndexedRow(number, line, start, end - start, isinstance(text, str), row))
            if end - released > _RELEASE_EVERY:
                released = _release(buffer, end)
    if not rows:
        raise DataError("holds no rows: is this the right file?", path=path)
    return RowIndex(path, digest.hexdigest(), tuple(rows))


def _release(buffer: mmap.mmap, end: int) -> int:
    if hasattr(buffer, "madvise") and hasattr(mmap, "MADV_DONTNEED"):
        buffer.madvise(mmap.MADV_DONTNEED, 0, end - end % mmap.PAGESIZE)
    return end


def _spans(buffer: mmap.mmap, path: Path) -> Iterator[tuple[int, int, int]]:
    """Yield (line, first byte, byte after the last) of every row."""
    start = json_spans.skip_space(buffer, len(strict_json.BOM) if buffer[:3] == strict_json.BOM else 0)
    first = buffer[start : start + 1]
    if first == b"[":
        yield from _list_spans(buffer, start, path)
    elif first == b"{":
        yield from _line_spans(buffer)
    else:
        raise DataError("is neither a JSON list of rows nor JSON Lines in UTF-8: is this the right file?", path=path, line=1)


def _list_spans(buffer: mmap.mmap, start: int, path: Path) -> Iterator[tuple[int, int, int]]:
    line, counted = 1, 0
    number = 0
    try:
        for begin, end in json_spans.elements(buffer, start):
            line += buffer[counted:begin].count(b"\n")
            counted = begin
            number += 1
            yield line, begin, end
    except json_spans.SpanError as fault:
        line += sum(buffer[at : min(at + _RELEASE_EVERY, fault.at)].count(b"\n") for at in range(counted, fault.at, _RELEASE_EVERY))
        raise DataError(f"after row {number}: {fault} (a download cut short ends so)", path=path, line=line) from None


def _line_spans(buffer: mmap.mmap) -> Iterator[tuple[int, int, int]]:
    line, at = 0, len(strict_json.BOM) if buffer[:3] == strict_json.BOM else 0
    while at < len(buffer):
        line += 1
        end = buffer.find(b"\n", at)
        end = len(buffer) if end < 0 else end
        if buffer[at:end].strip():
            yield line, at, end
        at = end + 1
