"""Reading text files below one folder, and never outside it.

The 1,821 documents of Loong are used 16,280 times. So each is hashed once in a process, and the texts read last stay at hand up to
a bound in bytes; a whole benchmark never fits memory, and nothing here tries to hold it.
"""

from __future__ import annotations

import stat
import sys
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from pytest_lcbench.documents.document import content_hash
from pytest_lcbench.errors import DocumentError
from pytest_lcbench.untrusted import one_line

KEPT_BYTES = 48 * 1024 * 1024
"""Bytes of text kept at hand by one reader: about 200 documents of Loong."""

UNDECODABLE = "undecodable_bytes"
"""Note on a document in which bytes that are not UTF-8 were replaced by U+FFFD."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is remembered of one state (path, size, time of change) of a file after it was read once."""

    hash: str
    notes: tuple[str, ...]


class FileTexts:
    r"""The text files below one folder, safe for several threads.

    Files are UTF-8, with or without a byte order mark; line ends become ``\n`` as Python's text mode makes them, which is how the
    official scripts read. Bytes that are not UTF-8 are replaced and the document is noted (:meth:`notes`).

    Args:
        root: the folder. A path that leads out of it, through ``..`` or through a symbolic link, is refused.
        kept_bytes: how much text stays at hand.

    """

    def __init__(self, root: Path, *, kept_bytes: int = KEPT_BYTES) -> None:
        self.root = root
        self._real_root: Path | None = None
        self._kept_bytes = kept_bytes
        self._size = 0
        self._lock = threading.Lock()
        self._texts: OrderedDict[tuple[str, int, int], tuple[str, int]] = OrderedDict()
        self._known: dict[tuple[str, int, int], _Known] = {}
        self._resolved: dict[str, Path] = {}

    def read(self, path: Path | str) -> tuple[str, str]:
        """Return the text of *path* (relative to the root, or absolute inside it) and its content hash.

        Raises ``DocumentError``: one line that names the document and says what to do.
        """
        text, known = self._read(path)
        return text, known.hash

    def notes(self, path: Path | str) -> tuple[str, ...]:
        """Return the notes on *path*: ``("undecodable_bytes",)`` or nothing. Raises as :meth:`read` does."""
        return self._read(path)[1].notes

    def _read(self, path: Path | str) -> tuple[str, _Known]:
        try:
            real = self._resolve(path)
            state = real.stat()
            if not stat.S_ISREG(state.st_mode):  # a pipe would be read for ever
                raise DocumentError(f"document '{_shown(path)}' is not a regular file: put the text file of that name there")
            key = (str(real), state.st_size, state.st_mtime_ns)
            with self._lock:
                kept = self._texts.get(key)
                if kept is not None:
                    self._texts.move_to_end(key)
                    return kept[0], self._known[key]
            data = real.read_bytes()
        except FileNotFoundError:
            raise DocumentError(
                f"document '{_shown(path)}' is not in {one_line(str(self.root))}: fetch the documents again or correct the name"
            ) from None
        except (OSError, ValueError, RuntimeError) as fault:
            # ValueError: a zero byte or a lone surrogate in the name; RuntimeError: a loop of links (Python 3.11 and 3.12).
            raise DocumentError(
                f"document '{_shown(path)}' cannot be read ({_reason(fault)}): correct its name or its permissions"
            ) from None
        text, notes = _decode(data)
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = _Known(content_hash(text), notes)
        self._keep(key, text, known)
        return text, known

    def _resolve(self, path: Path | str) -> Path:
        """Return the real file of *path*; resolved once, for a long folder costs a system call per component."""
        found = self._resolved.get(str(path))
        if found is not None:
            return found
        if self._real_root is None:
            self._real_root = self.root.resolve()
        real = (self._real_root / path).resolve() if not Path(path).is_absolute() else Path(path).resolve()
        if not real.is_relative_to(self._real_root):
            raise DocumentError(
                f"document '{_shown(path)}' leads outside {one_line(str(self.root))}: "
                "documents are read from that folder only; copy the file into it instead of linking"
            )
        self._resolved[str(path)] = real
        return real

    def _keep(self, key: tuple[str, int, int], text: str, known: _Known) -> None:
        size = sys.getsizeof(text)
        with self._lock:
            self._known[key] = known
            if size > self._kept_bytes or key in self._texts:
                return
            self._texts[key] = (text, size)
            self._size += size
            while self._size > self._kept_bytes:
                _, (_, freed) = self._texts.popitem(last=False)
                self._size -= freed


def _decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    notes: tuple[str, ...] = ()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", "replace")
        notes = (UNDECODABLE,)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, notes


def _shown(path: Path | str) -> str:
    return one_line(str(path))


def _reason(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror
    return one_line(str(fault), 80)
