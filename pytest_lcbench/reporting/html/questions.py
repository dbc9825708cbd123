"""The questions of a page that was written earlier: rows do not hold them, so whoever writes it again takes them from there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pytest_lcbench.reporting.html.cases import QUESTION
from pytest_lcbench.reporting.html.elements import label
from pytest_lcbench.suites.case import Case

DETAILS = "report_data"
_FILE = re.compile(r"[0-9]{4,}\.js")
_FOLDER = re.compile(r"[0-9a-f]{16}")
_CALL = re.compile(r'lcbenchDetails\("[0-9a-f]{16}",[0-9]+,(".*")\);\n?', re.DOTALL)


def saved_questions(folder: Path) -> dict[tuple[str, str], str]:
    """Return the questions in the page of a run's folder, by suite and case id; none where there is no page, or one without them.

    A file of the page that is not as it was written tells nothing: its cases are shown without their questions, as by the page itself.
    """
    found: dict[tuple[str, str], str] = {}
    try:
        files = sorted(
            file
            for part in (folder / DETAILS).iterdir()
            if _FOLDER.fullmatch(part.name)
            for file in part.iterdir()
            if _FILE.fullmatch(file.name)
        )
    except OSError:
        return {}
    for file in files:
        for case in _cases(file):
            found |= _question(case)
    return found


def question_of(case: Case) -> str:
    """Return what *case* asks; of a choice with its options."""
    return "\n".join((case.question, *(f"{letter}. {text}" for letter, text in zip("ABCD", case.choices, strict=False))))


def asked(rows: Iterable[tuple[str, str]], known: Mapping[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    """Return the questions of *rows*, suites and case ids; in *known* they may stand under the labels that a page shows of those."""
    found = {}
    for suite, case_id in rows:
        text = known.get((suite, case_id)) or known.get((label(suite, 1_000), label(case_id, 1_000)))
        if text:
            found[suite, case_id] = text
    return found


def _cases(file: Path) -> list[Any]:
    try:
        call = _CALL.fullmatch(file.read_text(encoding="utf-8"))
        found = [] if call is None else json.loads(json.loads(call[1]))
    except (OSError, ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []


def _question(case: Any) -> dict[tuple[str, str], str]:
    try:
        facts = dict(case["facts"])
        key = facts["suite"], facts["case"]
        text = next(text for name, text, kind in case["texts"] if name == QUESTION and kind == "text")
    except (KeyError, TypeError, ValueError, StopIteration):
        return {}
    return {key: text} if all(isinstance(part, str) for part in (*key, text)) else {}
