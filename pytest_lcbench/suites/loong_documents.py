"""Loong's three document layouts: ``financial/*.txt``, ``paper/*`` and one ``legal/legal.json`` of tens of megabytes."""

from __future__ import annotations

import mmap
import os
import threading
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_lcbench.documents.document import Document, content_hash
from pytest_lcbench.documents.reading import FileTexts
from pytest_lcbench.errors import DataError, DocumentError
from pytest_lcbench.suites import json_spans, strict_json
from pytest_lcbench.untrusted import one_line

AMBIGUOUS = "ambiguous_document"
"""Note on a document whose name fits several files; the first in sorted order is read."""
YEAR = "2024"
"""Year part after which the names of levels 1 to 3 stand."""
_KEPT_JUDGMENTS = 512
"""Judgments kept at hand: each is asked for about nine times, and is some tens of kilobytes."""


class LoongDocuments:
    """The documents below one ``doc`` folder. Opens nothing before a document is asked for; safe for several threads."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._texts = FileTexts(root)
        self._lock = threading.Lock()
        self._stems: list[tuple[str, str]] | None = None
        self._found: dict[tuple[str, bool], tuple[str, ...]] = {}
        self._judgments = _Judgments(root / "legal" / "legal.json")

    def paper(self, name: str) -> Document:
        """Return the paper *name*; its header is its first line without ``#``, and that line stays in the text."""
        text, digest, notes = self._read(Path("paper") / name)
        title = text.split("\n", 1)[0].strip("#").strip()
        return Document(name=name, header=f"{title}\n", text=text, hash=digest, notes=notes)

    def report(self, name: str, *, any_year: bool) -> Document:
        """Return the financial report *name*: the file whose name holds it as a whole run of parts between ``-``.

        The run stands right after a part ``2024``, or anywhere when *any_year*.
        """
        files = self._files_of(name, any_year=any_year)
        if not files:
            place = "" if any_year else f" right after '{YEAR}-'"
            raise DocumentError(
                f"no file in {one_line(str(self.root / 'financial'))} has '{one_line(name)}' as a whole part of its name{place}: "
                "fetch the documents again or correct the name"
            )
        text, digest, notes = self._read(Path("financial") / files[0])
        if len(files) > 1:
            notes = (AMBIGUOUS, *notes)
        title = files[0].removesuffix(".txt").rsplit("-", 1)[-1]
        return Document(name=name, header=f"《{title}》\n", text=text, hash=digest, notes=notes)

    def judgment(self, name: str, number: int, *, with_result: bool) -> Document:
        """Return the judgment *name*, shown as the *number*-th (from 1) of its case, with or without its verdict."""
        text, digest = self._judgments.read(name, with_result=with_result)
        return Document(name=name, header=f"《判决文书{number}》\n", text=text, hash=digest)

    def _read(self, path: Path) -> tuple[str, str, tuple[str, ...]]:
        text, digest = self._texts.read(path)
        return text, digest, self._texts.notes(path)

    def _files_of(self, name: str, *, any_year: bool) -> Sequence[str]:
        key = (name, any_year)
        with self._lock:
            if key not in self._found:
                run = _composed(f"-{name}-" if any_year else f"-{YEAR}-{name}-")
                self._found[key] = tuple(file for stem, file in self._listing() if run in stem)
            return self._found[key]

    def _listing(self) -> list[tuple[str, str]]:
        """Return (``-stem-``, file name) of every report, sorted by file name; the folder is listed once."""
        if self._stems is None:
            folder = self.root / "financial"
            try:
                names = [path.name for path in folder.iterdir()]
            except OSError as fault:
                raise DocumentError(
                    f"the reports' folder {one_line(str(folder))} cannot be listed ({fault.strerror}): 'lcbench fetch loong' fills it"
                ) from None
            files = sorted(name for name in names if name.endswith(".txt") and not name.startswith("."))
            self._stems = [(_composed(f"-{file.removesuffix('.txt')}-"), file) for file in files]
        return self._stems


def _composed(text: str) -> str:
    # macOS hands names out decomposed: é as two characters.
    return unicodedata.normalize("NFC", text)


@dataclass(frozen=True, slots=True)
class _Judgment:
    content: str
    result: str


class _Judgments:
    """``legal.json`` by byte offsets: ``{name: {"content": text, "result": text}}``."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._spans: dict[str, tuple[int, int]] = {}
        self._state: tuple[int, int] | None = None
        self._kept: dict[str, _Judgment] = {}
        self._hashes: dict[tuple[str, bool], str] = {}

    def read(self, name: str, *, with_result: bool) -> tuple[str, str]:
        """Return text and content hash. Raises ``DocumentError``."""
        with self._lock:
            try:
                judgment = self._judgment(name)
            except OSError as fault:
                raise DocumentError(
                    f"judgment '{one_line(name)}': {one_line(str(self._path))} cannot be read ({fault.strerror or fault}): "
                    "'lcbench fetch loong' brings it"
                ) from None
            except (json_spans.SpanError, DataError, ValueError) as fault:
                raise DocumentError(
                    f"judgment '{one_line(name)}': {one_line(str(self._path))} is damaged: {one_line(str(fault))}"
                ) from None
            if judgment is None:
                raise DocumentError(f"judgment '{one_line(name)}' is not in {one_line(str(self._path))}: fetch the documents again")
            text = judgment.content + judgment.result if with_result else judgment.content
            digest = self._hashes.get((name, with_result))
            if digest is None:
                digest = self._hashes[name, with_result] = content_hash(text)
            return text, digest

    def _judgment(self, name: str) -> _Judgment | None:
        kept = self._kept.pop(name, None)
        if kept is None:
            kept = self._parse(name)
            if kept is None:
                return None
        # Put back last: the first of the mapping is the one unused for longest.
        self._kept[name] = kept
        if len(self._kept) > _KEPT_JUDGMENTS:
            del self._kept[next(iter(self._kept))]
        return kept

    def _parse(self, name: str) -> _Judgment | None:
        with self._path.open("rb") as file:
            found = os.fstat(file.fileno())
            state = (found.st_size, found.st_mtime_ns)
            if state != self._state:
                with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                    self._spans = _index(data)
                self._state = state
                self._hashes.clear()
                self._kept.clear()
            span = self._spans.get(name)
            if span is None:
                return None
            file.seek(span[0])
            row: Any = strict_json.parse(file.read(span[1] - span[0]))
        if not isinstance(row, dict):
            raise DataError(f"it is {strict_json.kind_of(row)}, not an object with 'content' and 'result'")
        content, result = row.get("content"), row.get("result", "")
        if not isinstance(content, str) or not isinstance(result, str):
            raise DataError("its 'content' or 'result' is not text")
        return _Judgment(content, result)


def _index(data: json_spans.Buffer) -> dict[str, tuple[int, int]]:
    start = json_spans.skip_space(data, len(strict_json.BOM) if data[:3] == strict_json.BOM else 0)
    if data[start : start + 1] != b"{":
        raise DataError("it is not a JSON object of judgments by name")
    spans = {}
    for key_start, key_end, value_start, value_end in json_spans.members(data, start):
        spans[strict_json.parse(data[key_start:key_end])] = (value_start, value_end)
    return spans
