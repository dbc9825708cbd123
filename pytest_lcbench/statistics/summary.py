"""The summary of a run: every number that any report shows, computed once from the result rows (DESIGN 5.7).

``summary.json`` is this object as JSON; the terminal tables and ``tables.md`` are renderings of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Literal

from pytest_lcbench.contexts.context import Fidelity
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.cells import Cell, CellInterval, Part, make_cell
from pytest_lcbench.statistics.estimates import SliceEstimates
from pytest_lcbench.statistics.intervals import DESCRIPTIVE_BELOW, LEVEL
from pytest_lcbench.statistics.items import one_model, one_per_item
from pytest_lcbench.statistics.labels import ALL, NONE, in_order
from pytest_lcbench.statistics.published import OVERALL, PublishedTable, published_table
from pytest_lcbench.statistics.run_info import BUILT_IN, PUBLISHED_JUDGE, RunInfo, SuiteInfo
from pytest_lcbench.statistics.tally import Tally, Timing, count_scorers, count_states, make_tally, make_timing

__all__ = ["Cell", "CellInterval", "Grid", "Line", "RunInfo", "Section", "SuiteInfo", "Summary", "Table", "summarise"]

_CHOICE = "choice"
_LINK_THE_LINKS = "link_the_links"
_LONGBENCH = "longbench-v2"
_PUBLISHED_SUITES = frozenset({"loong", _LONGBENCH})
_NOT_COMPARABLE = "not comparable with published"
_WITHIN_LENGTHS = (
    "compare models within a length, not one length with another: the mix of tasks differs between lengths (LongBench v2's paper)"
)
_DIFFICULTIES = ("easy", "hard")
_LENGTHS = ("short", "medium", "long")


class Line(Part):
    """One line of a table."""

    label: str
    cell: Cell


class Table(Part):
    """Figures by one property of the cases."""

    title: str
    lines: tuple[Line, ...]


class Grid(Part):
    """Figures by two properties; the last row and the last column are over everything."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    """``cells[row][column]``."""


class Section(Part):
    """The tables of one suite, arm, prompting and kind of answer."""

    suite: str
    arm: str
    prompting: str
    kind: Literal["open", "choice"]
    """``choice``: answers are letters; ``open``: everything else."""
    overall: Cell
    states: dict[str, int]
    scorers: dict[str, int]
    grid: Grid | None
    """Open answers only: length set by task."""
    tables: tuple[Table, ...]
    not_comparable: tuple[str, ...]
    """Why these numbers may not stand beside published ones; empty when they may."""
    notes: tuple[str, ...]
    published: PublishedTable | None = None
    """The papers' rows beside this run's; ``None`` for a suite that no paper has rows of."""


class Summary(Part):
    """A run in numbers."""

    run: RunInfo
    overall: Cell
    """Over every item of the run. Its average means little when the run has several suites or arms."""
    coverage_reached: bool
    """Whether ``overall.coverage`` is at least ``run.minimum_coverage``; never, when nothing was expected or the run is not whole."""
    sections: tuple[Section, ...]
    tally: Tally
    notes: tuple[str, ...]
    timing: Timing
    interval_level: float = LEVEL
    """Confidence level of the intervals of all cells, 0–1."""
    interval_family: int = 1
    """Over how many intervals the level holds at once; 1: each interval by itself, unadjusted."""

    def identity(self) -> dict[str, Any]:
        """Return what must be equal for two runs to be identical: all but times and the name of the run."""
        content = self.model_dump(mode="python", exclude={"timing"})
        for field in ("run_id", "made_by", "parts", "answered"):
            del content["run"][field]
        return content


CellMaker = Callable[..., Cell]
"""``make_cell`` with the run's estimates."""


def summarise(rows: Sequence[ResultRow], run: RunInfo, *, simultaneous: bool = False) -> Summary:
    """Compute the summary of a run.

    Args:
        rows: one per expected item, in any order. Items that were never run are rows too, in state ``infra_error`` with
            ``error_class`` ``not_run`` or ``worker_lost``.
        run: its settings.
        simultaneous: whether the intervals of all cells hold at once (Bonferroni); else each by itself.

    Raises ``DataError`` for rows of several models and for a scored row whose points are not 0–100.

    """
    items, repeated = one_per_item(rows)
    one_model(items)
    estimates = SliceEstimates(items)
    groups: dict[tuple[str, str, str, Literal["open", "choice"]], list[ResultRow]] = {}
    for row in items:
        groups.setdefault((row.suite, row.arm, row.prompting, "choice" if row.answer_kind == _CHOICE else "open"), []).append(row)
    # The bundled suite has both kinds: its open answers come first.
    ordered = sorted(groups, key=lambda key: (key[0], key[1], key[2], key[3] == _CHOICE))

    def cells(family: int) -> tuple[Cell, tuple[Section, ...]]:
        cell = functools.partial(make_cell, estimates=estimates, family=family)
        return cell(items), tuple(_section(cell, groups[key], run, *key) for key in ordered)

    overall, sections = cells(1)
    family = 1
    if simultaneous:
        # How many intervals there are is known once all slices have been made; their estimates are kept.
        family = max(estimates.intervals, 1)
        overall, sections = cells(family)
    return Summary(
        run=run,
        overall=overall,
        coverage_reached=overall.coverage is not None and overall.coverage >= run.minimum_coverage and not run.incomplete,
        sections=sections,
        tally=make_tally(items),
        notes=_notes(items, run, repeated, _interval_notes(overall, sections, family)),
        timing=make_timing(items),
        interval_family=family,
    )


def _section(
    make: CellMaker, rows: Sequence[ResultRow], run: RunInfo, suite: str, arm: str, prompting: str, kind: Literal["open", "choice"]
) -> Section:
    choice = kind == _CHOICE
    cell = functools.partial(make, choice=choice)
    overall = cell(rows)
    scorers = count_scorers(rows)
    tables = [*(_choice_tables(cell, rows) if choice else _open_tables(cell, rows)), *_group_tables(cell, rows)]
    grid = None if choice else _grid(cell, rows)
    hidden_verdict = run.fidelity == Fidelity.PAPER and any(row.subtask == _LINK_THE_LINKS for row in rows)
    notes = []
    if hidden_verdict:
        notes.append(
            f"{_LINK_THE_LINKS} is asked without the verdict, which the released code leaks; it, and every average that holds it, is "
            f"{_NOT_COMPARABLE}"
        )
    if suite == _LONGBENCH:
        notes.append(_WITHIN_LENGTHS)
    not_comparable = _not_comparable(run, overall, scorers, suite=suite, arm=arm, choice=choice)
    return Section(
        suite=suite,
        arm=arm,
        prompting=prompting,
        kind=kind,
        overall=overall,
        states=count_states(rows),
        scorers=scorers,
        grid=grid,
        tables=tuple(tables),
        not_comparable=not_comparable,
        notes=tuple(notes),
        published=published_table(
            suite,
            prompting,
            _columns(grid, tables) | {OVERALL: overall},
            not_comparable=(*not_comparable, *_unknown_whole(run, suite)),
            hidden_verdicts=hidden_verdict,
        ),
    )


def _unknown_whole(run: RunInfo, suite: str) -> tuple[str, ...]:
    known = any(info.name == suite and info.cases is not None for info in run.suites)
    return () if known else ("it is not known how many cases the suite has",)


def _columns(grid: Grid | None, tables: Sequence[Table]) -> dict[str, Cell]:
    """Return the cells that the papers' tables have columns for: tasks of open answers, difficulties and lengths of choices."""
    if grid is not None:
        return dict(zip(grid.columns, grid.cells[-1], strict=True))
    return {line.label: line.cell for line in tables[0].lines}


def _not_comparable(run: RunInfo, overall: Cell, scorers: dict[str, int], *, suite: str, arm: str, choice: bool) -> tuple[str, ...]:
    reasons = []
    if not choice:
        if run.judge is None or "rules" in scorers:
            reasons.append("rules")
        elif run.judge.rsplit("/", 1)[-1] != PUBLISHED_JUDGE:
            reasons.append(f"judge is not {PUBLISHED_JUDGE}")
        elif run.judge_prompt_source == BUILT_IN:
            reasons.append("judge prompt in our own wording")
    elif run.prompts_source == BUILT_IN:
        reasons.append("prompt in our own wording")
    if suite not in _PUBLISHED_SUITES:
        reasons.append("suite without published rows")
    if arm != "full":
        reasons.append(f"arm {arm}")
    whole = next((info.cases for info in run.suites if info.name == suite), None)
    # Both published suites ask one kind of question, so that a section of theirs is the suite.
    if suite in _PUBLISHED_SUITES and whole is not None and overall.expected != whole:
        reasons.append(f"{overall.expected} of the suite's {whole} cases")
    if run.window_set:
        reasons.append("window set by hand")
    if overall.coverage is None or overall.coverage < run.minimum_coverage:
        reasons.append("coverage under the minimum")
    return tuple(f"{reason}; {_NOT_COMPARABLE}" for reason in reasons)


def _grid(make: CellMaker, rows: Sequence[ResultRow]) -> Grid:
    lengths = in_order(row.length_set or NONE for row in rows)
    tasks = in_order(row.task or NONE for row in rows)

    def cell(length: str | None, task: str | None) -> Cell:
        return make(
            [
                row
                for row in rows
                if (length is None or (row.length_set or NONE) == length) and (task is None or (row.task or NONE) == task)
            ]
        )

    return Grid(
        title="length set by task",
        rows=(*lengths, ALL),
        columns=(*tasks, ALL),
        cells=tuple(tuple(cell(length, task) for task in (*tasks, None)) for length in (*lengths, None)),
    )


def _open_tables(make: CellMaker, rows: Sequence[ResultRow]) -> list[Table]:
    return [_table(make, "by subtask", rows, lambda row: row.subtask), _table(make, "by language", rows, lambda row: row.language)]


def _choice_tables(make: CellMaker, rows: Sequence[ResultRow]) -> list[Table]:
    """LongBench v2's table: overall, easy, hard, short, medium, long; then by domain, which is the task of its cases."""
    difficulties = {row.difficulty for row in rows if row.difficulty}
    lengths = {row.length_set for row in rows if row.length_set}
    # A suite that uses these words gets all of them, so that what a selection left out is seen to be empty.
    difficulties |= set(_DIFFICULTIES) if difficulties & set(_DIFFICULTIES) else set()
    lengths |= set(_LENGTHS) if lengths & set(_LENGTHS) else set()
    lines = [Line(label="overall", cell=make(rows))]
    lines += [Line(label=label, cell=make([row for row in rows if row.difficulty == label])) for label in in_order(difficulties)]
    lines += [Line(label=label, cell=make([row for row in rows if row.length_set == label])) for label in in_order(lengths)]
    return [
        Table(title="overall, by difficulty and by length", lines=tuple(lines)),
        _table(make, "by domain (task)", rows, lambda row: row.task),
        _table(make, "by subtask", rows, lambda row: row.subtask),
    ]


def _group_tables(make: CellMaker, rows: Sequence[ResultRow]) -> list[Table]:
    """One table per user grouping that any of the rows has a label in."""

    def labelled(grouping: str) -> Callable[[ResultRow], str]:
        return lambda row: row.groups.get(grouping, "")

    groupings = in_order(grouping for row in rows for grouping in row.groups)
    return [_table(make, f"by {grouping}", rows, labelled(grouping)) for grouping in groupings]


def _table(make: CellMaker, title: str, rows: Sequence[ResultRow], label_of: Callable[[ResultRow], str]) -> Table:
    groups: dict[str, list[ResultRow]] = {}
    for row in rows:
        groups.setdefault(label_of(row) or NONE, []).append(row)
    return Table(
        title=title,
        lines=tuple(Line(label=label, cell=make(groups[label])) for label in in_order(groups)),
    )


def _interval_notes(overall: Cell, sections: Sequence[Section], family: int) -> list[str]:
    """Say what the intervals mean, where there are any."""
    cells = [overall, *(cell for section in sections for cell in _cells(section))]
    intervals = [cell.average_interval for cell in cells if cell.average_interval is not None]
    if not intervals:
        return []
    adjusted = f"all {family} at once (Bonferroni)" if family > 1 else "each by itself, unadjusted for how many there are"
    notes = [
        f"intervals are {100 * LEVEL:g} %, {adjusted}; cases that share documents are taken as correlated, epochs of a case as one"
    ]
    if any(interval.descriptive for interval in intervals):
        notes.append(f"~ marks the intervals of fewer than {DESCRIPTIVE_BELOW} cases: they describe, nothing follows from them")
    return notes


def _cells(section: Section) -> list[Cell]:
    grid = [] if section.grid is None else [cell for row in section.grid.cells for cell in row]
    return [section.overall, *grid, *(line.cell for table in section.tables for line in table.lines)]


def _notes(rows: Sequence[ResultRow], run: RunInfo, repeated: int, intervals: Sequence[str]) -> tuple[str, ...]:
    notes = ["averages are over scored and model_failure items; bounds fill what is missing with 0 and with 100", *intervals]
    if run.epochs > 1 or any(row.epoch > 1 for row in rows):
        notes.append("with several epochs a case's points are the mean over its epochs, averages are means over cases")
    if any(row.answer_kind == _CHOICE for row in rows):
        notes.append("compensated counts 25 for an unparsed choice or a model failure; tolerant is the tolerant extraction's accuracy")
    if any("output_cut" in row.flags for row in rows):
        notes.append("answers cut by the output limit (output_cut) are scored as they stand")
    if run.window is None:
        notes.append("window unknown, nothing is cut")
    if not run.encoding_exact:
        notes.append(f"token counts are approximate, {run.encoding} is not known to be the model's own encoding")
    if run.dropped_parameters:
        notes.append("parameters left out because the provider rejected them, " + ", ".join(sorted(set(run.dropped_parameters))))
    if run.not_needed:
        notes.append(f"{run.not_needed:,} planned items were not needed: the gate's verdict was certain without them")
    if run.skipped:
        notes.append(f"{len(run.skipped):,} over the window, skipped as asked and not expected")
    if run.unfinished:
        notes.append(f"the run is not whole, {run.unfinished}")
    if run.missing_shards:
        missing = ", ".join(str(shard.index) for shard in run.missing_shards)
        notes.append(f"missing of {run.missing_shards[0].count} shards, {missing}; their cases are in no figure here")
    notes += [f"not whole, {gap}" for gap in run.gaps]
    if repeated:
        notes.append(f"rows that told of an item again and were left out, {repeated}")
    return (*notes, *run.data_notes)
