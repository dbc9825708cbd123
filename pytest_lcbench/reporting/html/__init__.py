"""``report.html``: a run to look at, from disk and without a network, with every case to open.

The page holds the summary and the list of cases. What a case says at length lies in ``report_data/<digest>/NNNN.js``, small scripts
that each call one function with JSON text, because a page opened from disk may load scripts and nothing else. The folder is named by
its content and stands complete before the page that names it, so a page always finds the details it was made with.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import replace_file
from pytest_lcbench.reporting.html.cases import Questions, case_list
from pytest_lcbench.reporting.html.page import page
from pytest_lcbench.reporting.html.questions import DETAILS, asked, question_of, saved_questions
from pytest_lcbench.reporting.verdicts import PAGE, Verdict
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.items import one_per_item
from pytest_lcbench.statistics.summary import Summary

__all__ = ["DETAILS", "PAGE", "Questions", "Verdict", "question_of", "saved_questions", "write_html"]

_DIGEST = 16
_OURS = re.compile(r"[0-9a-f]{16}|\.[0-9a-f]{16}\.[0-9a-f]{16}\.tmp")


def write_html(
    folder: Path,
    rows: Iterable[ResultRow],
    summary: Summary,
    *,
    questions: Questions | None = None,
    verdicts: Sequence[Verdict] | None = None,
) -> Path:
    """Write the page and its details into a run's folder, which is made if need be, and return the page's path.

    Args:
        folder: the run's own folder; an older page there is replaced, its details are removed.
        rows: the rows the summary was made of, in any order.
        summary: of the same rows; every figure of the tables and charts is from it.
        questions: question by suite and case id, for rows do not hold it (:func:`saved_questions` are those of an older page);
            cases without one say where it stands.
        verdicts: comparisons and gate verdicts, shown before the tables.

    Raises:
        DataError: the files cannot be written, or a scored row has no points.

    """
    items, _ = one_per_item(rows)
    cases = case_list(items, asked({(row.suite, row.case_id) for row in items}, questions or {}))
    digest = hashlib.sha256("\n".join(cases.details).encode()).hexdigest()[:_DIGEST]
    text = page(summary, cases, folder=f"{DETAILS}/{digest}", digest=digest, verdicts=verdicts or ())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_details(folder / DETAILS, digest, cases.details)
        replace_file(folder / PAGE, lambda file: print(text, end="", file=file))
        _remove_others(folder / DETAILS, digest)
    except OSError as error:
        raise DataError(f"the report cannot be written: {error.strerror or type(error).__name__}", path=folder / PAGE) from error
    return folder / PAGE


def _write_details(details: Path, digest: str, parts: Sequence[str]) -> None:
    details.mkdir(exist_ok=True)
    final = details / digest
    if _holds(final, digest, parts):
        return
    temporary = details / f".{digest}.{secrets.token_hex(8)}.tmp"
    try:
        temporary.mkdir()
        for number, part in enumerate(parts):
            (temporary / _name(number)).write_bytes(_script(digest, number, part))
        # Only a damaged folder of this name is still there: files were taken from it, or a disk was full.
        if final.is_symlink() or final.is_file():
            final.unlink()
        elif final.exists():
            shutil.rmtree(final)
        temporary.replace(final)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _name(number: int) -> str:
    return f"{number:04d}.js"


def _script(digest: str, number: int, part: str) -> bytes:
    # JSON inside a JavaScript string, not an object literal: in a literal the key __proto__ would be more than a key.
    return f"lcbenchDetails({json.dumps(digest)},{number},{json.dumps(part, ensure_ascii=False)});\n".encode()


def _holds(final: Path, digest: str, parts: Sequence[str]) -> bool:
    """Whether the folder stands there as it would be written."""
    if final.is_symlink() or not final.is_dir() or {entry.name for entry in final.iterdir()} != set(map(_name, range(len(parts)))):
        return False
    return all((final / _name(number)).read_bytes() == _script(digest, number, part) for number, part in enumerate(parts))


def _remove_others(details: Path, digest: str) -> None:
    """Remove the details of older pages, and what interrupted writing left; nothing that was not made here."""
    for entry in details.iterdir():
        if entry.name != digest and _OURS.fullmatch(entry.name) and entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
