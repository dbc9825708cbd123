"""Published rows beside one's own: both papers' tables, where the run is comparable with them, else why it is not.

Sources are in ``published.json``: Loong (Wang et al., EMNLP 2024), LongBench v2 (Bai et al., 2024) with human experts and random
guessing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

from pytest_lcbench.statistics.cells import Cell, Part

OWN = "this run"
OVERALL = "overall"
LENGTH_WARNING = "lengths hold different questions: compare models within a length, not a model across lengths (the paper's warning)"
_OPEN_COLUMNS = (OVERALL, "spotlight_locating", "comparison", "clustering", "chain_of_reasoning")
_CHOICE_COLUMNS = (OVERALL, "easy", "hard", "short", "medium", "long")
_HOLD_VERDICTS = frozenset({OVERALL, "chain_of_reasoning"})
"""Columns of Loong that link_the_links is in."""
_SUITES: Mapping[str, tuple[str, ...]] = {"loong": _OPEN_COLUMNS, "longbench-v2": _CHOICE_COLUMNS}


class PublishedFigure(Part):
    """A published average, or one's own beside it."""

    average: float
    """Mean points, or accuracy in percent."""
    perfect_rate: float | None = None


class PublishedRow(Part):
    """A row of the table. A column that it has no figure for is left out."""

    name: str
    kind: Literal["model", "humans", "random", "own"]
    detail: str = ""
    """Window and date, as published."""
    figures: dict[str, PublishedFigure]


class PublishedTable(Part):
    """One's own row among the published ones."""

    source: str
    columns: tuple[str, ...]
    ranked_by: str
    """The column that rows are in descending order of."""
    rows: tuple[PublishedRow, ...]
    """All of them; none when the run is not comparable."""
    near: tuple[int, ...]
    """Which rows matter most to one's own: the best, its neighbours, itself, humans, random guessing."""
    not_comparable: tuple[str, ...]
    """Why the rows may not stand beside this run."""
    notes: tuple[str, ...]


def published_table(
    suite: str, prompting: str, cells: Mapping[str, Cell], *, not_comparable: Sequence[str], hidden_verdicts: bool
) -> PublishedTable | None:
    """Return the published rows of *suite* with one's own among them; ``None`` for a suite that has none.

    Args:
        suite: its name.
        prompting: ``direct`` or ``cot``.
        cells: one's own figures by column: tasks (Loong); difficulties and lengths (LongBench v2); ``overall``.
        not_comparable: reasons why not, from the summary.
        hidden_verdicts: link_the_links was asked without its verdicts, so columns that hold it are left out.

    """
    if suite not in _SUITES:
        return None
    source = _published()[suite]["source"]
    reasons = list(not_comparable)
    if prompting not in _promptings(suite):
        reasons.append(f"no published rows with prompting {prompting}")
    columns = tuple(column for column in _SUITES[suite] if not (hidden_verdicts and suite == "loong" and column in _HOLD_VERDICTS))
    own = {
        column: PublishedFigure(average=cell.average, perfect_rate=cell.perfect_rate if suite == "loong" else None)
        for column in columns
        if (cell := cells.get(column)) is not None and cell.average is not None
    }
    ranked_by = columns[0]
    if ranked_by not in own and not reasons:
        reasons.append(f"no figure of its own for {ranked_by}")
    rows: list[PublishedRow] = []
    if not reasons:
        rows = [*_rows(suite, prompting, columns), PublishedRow(name=OWN, kind="own", figures=own)]
        rows.sort(key=lambda row: (-row.figures[ranked_by].average, row.kind == "own", row.name, row.detail))
    notes = [LENGTH_WARNING] if suite == "longbench-v2" else []
    if len(columns) < len(_SUITES[suite]):
        notes.append("columns that hold link_the_links are left out: it is asked without the verdict here")
    return PublishedTable(
        source=f"{source['authors']} {source['year']}, {source['where']}: {source['table']}",
        columns=columns,
        ranked_by=ranked_by,
        rows=tuple(rows),
        near=_near(rows),
        not_comparable=tuple(reasons),
        notes=tuple(notes),
    )


def _near(rows: Sequence[PublishedRow]) -> tuple[int, ...]:
    models = [place for place, row in enumerate(rows) if row.kind == "model"]
    own = next((place for place, row in enumerate(rows) if row.kind == "own"), None)
    if own is None:
        return ()
    above = [place for place in models if place < own]
    below = [place for place in models if place > own]
    yardsticks = [place for place, row in enumerate(rows) if row.kind in {"humans", "random"}]
    return tuple(sorted({own, *above[:1], *above[-1:], *below[:1], *yardsticks}))


def _promptings(suite: str) -> tuple[str, ...]:
    return ("direct",) if suite == "loong" else ("direct", "cot")


def _rows(suite: str, prompting: str, columns: Sequence[str]) -> list[PublishedRow]:
    rows = []
    for model in _published()[suite]["models"]:
        found: dict[str, Any] | None = model["figures"]["all"] if suite == "loong" else model[prompting]
        if found is None or columns[0] not in found:
            continue
        figures = {column: _figure(found[column]) for column in columns if column in found}
        detail = ", ".join(part for part in (model.get("window"), model.get("date")) if part)
        rows.append(PublishedRow(name=model["model"], kind=model.get("kind", "model"), detail=detail, figures=figures))
    return rows


def _figure(value: float | Sequence[float]) -> PublishedFigure:
    if isinstance(value, int | float):
        return PublishedFigure(average=value)
    average, perfect_rate = value
    return PublishedFigure(average=average, perfect_rate=perfect_rate)


@cache
def _published() -> dict[str, Any]:
    text = (resources.files("pytest_lcbench.statistics") / "published.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
