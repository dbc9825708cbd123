"""A run's reports replaced by newer ones, so that nobody takes what is in between for a run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import RESULTS, SUMMARY, digest_of, summary_json, write_report
from pytest_lcbench.reporting.html import Questions, write_html
from pytest_lcbench.reporting.unfinished import Maker, alone, put_mark, remove_mark
from pytest_lcbench.reporting.verdicts import forget_verdicts
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.summary import Summary


def begin(folder: Path, session: str, maker: Maker = Maker.RUN) -> None:
    """Mark the run in *folder*, if there is one, as in hand, and remove its verdicts: what they were given on is about to change.

    Raises ``DataError`` when the folder cannot be written.
    """
    if folder.is_dir():
        put_mark(folder, session, maker)
        forget_verdicts(folder)


def replace_report(
    folder: Path, rows: Iterable[ResultRow], summary: Summary, questions: Questions, session: str, maker: Maker = Maker.RUN
) -> str:
    """Write the reports of a run and its page in place of older ones; return the digest of its rows (:func:`digest_of`).

    Where two do so at once, one waits for the other. On a system that cannot wait, files of both may end up side by side: then the
    mark of the one that was last stays, and nothing is concluded from the run.

    Args:
        folder: the run's own folder, made if need be.
        rows: the rows that the summary was made of.
        summary: of the same rows.
        questions: what the cases ask, for the page.
        session: whose mark is taken away; marks of others stay.
        maker: of the run.

    Raises ``DataError`` when files cannot be written: then the mark stays.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"the report cannot be written: {error.strerror or type(error).__name__}", path=folder) from error
    rows = list(rows)
    with alone(folder):
        begin(folder, session, maker)
        digest = write_report(folder, rows, summary)
        write_html(folder, rows, summary, questions=questions)
        # Whoever wrote its summary last sees here whether the rows are another's.
        if digest_of(folder / RESULTS) == digest and _text(folder / SUMMARY) == summary_json(summary):
            remove_mark(folder, session)
    return digest


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
