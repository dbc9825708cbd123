"""Writing a suite's cases and documents to a folder: in the native format, or as Loong's and LongBench v2's own files.

What is built stands in a new folder first and is moved when all of it is there; a build that fails or is stopped changes nothing.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from pytest_lcbench.documents.counting import TokenCounter
from pytest_lcbench.documents.document import Document
from pytest_lcbench.errors import CaseRefusedError, SettingsError
from pytest_lcbench.suites.case import Case, Suite
from pytest_lcbench.suites.synthetic.layouts import LongBenchV2Layout, LoongLayout, NativeLayout
from pytest_lcbench.untrusted import one_line

MARK = "lcbench-build.json"
"""What a build leaves in its folder: the files that it wrote, and how to make them again."""
ENCODING = "cl100k_base"
"""In which lengths are declared, as Loong's are."""


class Format(StrEnum):
    """The form of an export."""

    NATIVE = "native"
    LOONG = "loong"
    LONGBENCH_V2 = "longbench-v2"


class Layout(Protocol):
    """Takes the cases of a suite one by one and writes them below a folder."""

    def takes(self, case: Case) -> bool:
        """Whether the format has a place for *case*."""

    def add(self, case: Case, documents: Sequence[Document], tokens: int) -> None:
        """Write *case*, whose documents with their headers have *tokens* tokens."""

    def finish(self) -> None:
        """Write what can only be written when all cases are there."""

    def close(self) -> None:
        """Close what is open, finished or not."""


@dataclass(frozen=True, slots=True)
class Built:
    """What an export wrote.

    Args:
        folder: where.
        cases: how many.
        documents: how many different ones.
        tokens: cl100k tokens of all cases together.
        left_out: cases that the format has no place for.
        refused: cases that their documents do not bear out, each with the reason.

    """

    folder: Path
    cases: int
    documents: int
    tokens: int
    left_out: int
    refused: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """What was written, for a terminal."""
        left = f"; {self.left_out} cases have no place in this format" if self.left_out else ""
        shown = one_line(str(self.folder))
        refused = f"; left out: {'; '.join(self.refused)}" if self.refused else ""
        return f"done: {self.cases} cases, {self.documents} documents, {self.tokens:,} tokens in {shown}{left}{refused}"


def export(
    suite: Suite,
    folder: Path,
    form: Format,
    *,
    cases: Sequence[Case] | None = None,
    recipe: dict[str, Any] | None = None,
    counter: TokenCounter | None = None,
) -> Built:
    """Write *suite* to *folder* in *form*.

    Args:
        suite: whose cases.
        folder: new, empty, or of an earlier export, whose files are then replaced.
        form: how.
        cases: some of the suite's cases; all without it.
        recipe: what makes the same cases again, for whoever finds the folder.
        counter: counts cl100k tokens; without it, one that remembers nothing on disk.

    Raises:
        SettingsError: *folder* holds something else or cannot be written, or no case has a place in *form*.
        DocumentError: a document cannot be read; nothing is written then.

    """
    chosen = suite.cases() if cases is None else cases
    try:
        folder = folder.resolve()
    except (ValueError, OSError, RuntimeError):  # a NUL, links in a circle
        raise SettingsError(f"{one_line(str(folder))}: is no name for a folder") from None
    before = _earlier(folder)
    counter = TokenCounter(ENCODING) if counter is None else counter
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as made:
            new = Path(made)
            layout = _layout(form, new, suite)
            try:
                built = _write(suite, chosen, folder, layout, counter)
            finally:
                layout.close()
            written = sorted(str(path.relative_to(new).as_posix()) for path in new.rglob("*") if path.is_file())
            mark = {"format": form.value, "suite": suite.name, **(recipe or {}), "files": written}
            try:
                _move(new, folder, mark, before)
            except KeyboardInterrupt:
                shown = one_line(str(folder))
                raise KeyboardInterrupt(f"interrupted while files were put into {shown}; run the same command again for all") from None
    except OSError as fault:
        place = one_line(str(fault.filename or folder))
        raise SettingsError(f"{place}: cannot be written ({one_line(fault.strerror or str(fault), 80)})") from None
    return built


def _layout(form: Format, folder: Path, suite: Suite) -> Layout:
    if form is Format.NATIVE:
        return NativeLayout(folder, suite)
    return LoongLayout(folder) if form is Format.LOONG else LongBenchV2Layout(folder)


def _write(suite: Suite, cases: Sequence[Case], folder: Path, layout: Layout, counter: TokenCounter) -> Built:
    total = left_out = count = 0
    refused: list[str] = []
    seen: set[tuple[str, str]] = set()
    for case in cases:
        if not layout.takes(case):
            left_out += 1
            continue
        try:
            documents = suite.documents(case)
        except CaseRefusedError as fault:
            refused.append(str(fault))
            continue
        tokens = sum(
            counter.count(document.header) + counter.count(document.text, document.hash) + counter.joint(document.header, document.text)
            for document in documents
        )
        layout.add(case, documents, tokens)
        seen.update((document.name, document.hash) for document in documents)
        total, count = total + tokens, count + 1
    if not count:
        refusals = f", {len(refused)} were refused ({refused[0]})" if refused else ""
        raise SettingsError(f"no case has a place in this format{refusals}: nothing was written to {one_line(str(folder))}")
    layout.finish()
    return Built(folder, count, len(seen), total, left_out, tuple(refused))


def _earlier(folder: Path) -> list[str]:
    """Return the files that an earlier export left in *folder*; none in a new or empty one. Raises ``SettingsError`` for any other."""
    shown = one_line(str(folder))
    try:
        if not folder.exists():
            return []
        if not folder.is_dir():
            raise SettingsError(f"{shown}: is a file; give a folder")
        if not any(folder.iterdir()):
            return []
        mark = folder / MARK
        if not mark.is_file():
            raise SettingsError(f"{shown}: holds something else than an earlier build: give a new or an empty folder")
        files = list(json.loads(mark.read_text(encoding="utf-8"))["files"])
    except OSError as fault:
        raise SettingsError(f"{shown}: cannot be looked into ({one_line(fault.strerror or str(fault), 80)})") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SettingsError(f"{shown}: its {MARK} is damaged: give a new folder, or remove this one") from None
    # The file may have been written by anybody: nothing outside the folder is touched.
    return [file for file in files if isinstance(file, str) and _within(folder, file)]


def _within(folder: Path, file: str) -> bool:
    return bool(file) and "\0" not in file and (folder / file).resolve().is_relative_to(folder.resolve())


def _move(new: Path, folder: Path, mark: dict[str, Any], before: Sequence[str]) -> None:
    """Put the files of *new* into *folder* in place of those that were there *before*.

    Stopped half way, the mark names the old files and the new ones, so that the next build knows the folder for its own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _mark(folder, mark | {"files": sorted({*mark["files"], *before})})
    for file in before:
        with suppress(FileNotFoundError, IsADirectoryError, PermissionError):
            (folder / file).unlink()
    below = {parent for file in before for parent in (folder / file).parents if parent.is_relative_to(folder) and parent != folder}
    for place in sorted(below, reverse=True):
        with suppress(OSError):  # not empty: somebody put something there
            place.rmdir()
    for file in mark["files"]:
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        (new / file).replace(target)
    _mark(folder, mark)


def _mark(folder: Path, mark: dict[str, Any]) -> None:
    (folder / MARK).write_text(json.dumps(mark, indent=1, ensure_ascii=True) + "\n", encoding="utf-8", newline="\n")
