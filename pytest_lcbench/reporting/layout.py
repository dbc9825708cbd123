"""The tables of a summary as plain grids of figures, before any renderer's markup: what terminal and Markdown have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pytest_lcbench.reporting import figures
from pytest_lcbench.statistics.cells import Cell
from pytest_lcbench.statistics.intervals import LEVEL
from pytest_lcbench.statistics.published import PublishedFigure, PublishedTable
from pytest_lcbench.statistics.summary import Grid, Section, Summary, Table
from pytest_lcbench.statistics.tally import Money, Tokens
from pytest_lcbench.untrusted import one_line

INTERVAL = f"{100 * LEVEL:g} % interval"
OPEN_HEADERS = ("average", INTERVAL, "perfect", INTERVAL, "n", "coverage", "bounds")
CHOICE_HEADERS = ("accuracy", INTERVAL, "compensated", "tolerant", "n", "coverage", "bounds")
_NAME_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Fact:
    """A named line above the tables.

    Args:
        name: one word or two, ours.
        parts: what is said, each part untrusted text.

    """

    name: str
    parts: tuple[str, ...]


def headers(section: Section) -> tuple[str, ...]:
    """Return the figure columns of a section's tables."""
    return CHOICE_HEADERS if section.kind == "choice" else OPEN_HEADERS


def figures_of(cell: Cell, *, choice: bool) -> tuple[str, ...]:
    """Return a cell as the columns that :func:`headers` names."""
    reach = (figures.share_of(cell.n, cell.expected), figures.coverage(cell.coverage))
    if choice:
        leading = (figures.accuracy(cell.average), figures.interval(cell.average_interval, figures.accuracy))
        others = (figures.accuracy(cell.compensated), figures.accuracy(cell.tolerant))
        return (*leading, *others, *reach, figures.bounds(cell.worst, cell.best, 1))
    average = (figures.average(cell.average), figures.interval(cell.average_interval, figures.average))
    perfect = (figures.rate(cell.perfect_rate), figures.interval(cell.perfect_interval, figures.rate))
    return (*average, *perfect, *reach, figures.bounds(cell.worst, cell.best))


def table_rows(table: Table, label: Callable[[str], str], *, choice: bool) -> list[tuple[str, ...]]:
    """Return a table's rows, their labels passed through *label*."""
    return [(label(line.label), *figures_of(line.cell, choice=choice)) for line in table.lines]


def grid_rows(grid: Grid, label: Callable[[str], str], between: str) -> list[tuple[str, ...]]:
    """Return a grid's rows.

    Each cell is ``average / perfect rate``, then counts and coverage, then the intervals of both if it has any, with *between*
    between them.
    """
    return [
        (label(name), *(between.join(_grid_parts(cell)) for cell in cells)) for name, cells in zip(grid.rows, grid.cells, strict=True)
    ]


def grid_title(grid: Grid) -> str:
    """Return a grid's title with what its cells hold."""
    held = "average / perfect rate, cases with points, coverage"
    intervals = any(cell.average_interval is not None for cells in grid.cells for cell in cells)
    return f"{grid.title}: {held}, {INTERVAL}s of both" if intervals else f"{grid.title}: {held}"


def published_rows(table: PublishedTable, label: Callable[[str], str]) -> list[tuple[str, ...]]:
    """Return the published rows nearest to one's own, and that: name, window and date, one figure a column."""
    return [
        (label(row.name), label(row.detail), *(_published(row.figures.get(column)) for column in table.columns))
        for row in (table.rows[place] for place in table.near)
    ]


def published_title(table: PublishedTable) -> str:
    """Return the heading of the published rows."""
    models = sum(row.kind == "model" for row in table.rows)
    shown = sum(table.rows[place].kind == "model" for place in table.near)
    return f"published rows, {shown} of {models} models: the best and this run's neighbours by {table.ranked_by}"


def published_facts(table: PublishedTable) -> list[Fact]:
    """Return what stands under the published rows."""
    return [Fact("source", (table.source,)), *(Fact("note", (note,)) for note in table.notes)]


def _published(figure: PublishedFigure | None) -> str:
    if figure is None:
        return figures.UNKNOWN
    if figure.perfect_rate is None:
        return figures.accuracy(figure.average)
    return f"{figures.average(figure.average)} / {figures.rate(figure.perfect_rate)}"


def section_title(section: Section, summary: Summary) -> str:
    """Return a section's heading; arm and prompting are named where the run has several."""
    several = {(other.arm, other.prompting) for other in summary.sections}
    words = [section.suite, *([section.arm, section.prompting] if len(several) > 1 else [])]
    both = {other.kind for other in summary.sections if other.suite == section.suite}
    if len(both) > 1:
        words.append("choices" if section.kind == "choice" else "open answers")
    return ", ".join(words)


def section_facts(section: Section) -> list[Fact]:
    """Return what stands above a section's tables."""
    cell = section.overall
    facts = [
        Fact("overall", tuple(_named_figures(cell, section))),
        Fact("scored by", tuple(_counts(section.scorers)) or ("nothing",)),
        Fact("states", tuple(_counts(section.states))),
    ]
    return facts + [Fact("note", (reason,)) for reason in (*section.not_comparable, *section.notes)]


def run_facts(summary: Summary) -> list[Fact]:
    """Return the settings of a run."""
    run = summary.run
    window = "unknown, nothing is cut" if run.window is None else f"{figures.count(run.window)} tokens"
    exact = "exact" if run.encoding_exact else "approximate"
    model = (run.model, *((f"called as {run.route}",) if run.route and run.route != run.model else ()))
    judge = ("none, open answers are scored by rules",) if run.judge is None else (run.judge, *_hash("prompt", run.judge_prompt_hash))
    return [
        Fact("run", (run.run_id, *([f"shard {run.shard.index} of {run.shard.count}"] if run.shard else []))),
        Fact("model", model),
        Fact("judge", judge),
        Fact("suites", tuple(f"{suite.name} {suite.fingerprint[:12]}".rstrip() for suite in run.suites) or ("none",)),
        Fact(
            "settings",
            (
                f"fidelity {run.fidelity}",
                f"arm {run.arm}",
                f"prompting {run.prompting}",
                f"epochs {run.epochs}",
                f"seed {run.seed}",
                f"overlength {run.overlength}",
                *_hash("prompts", run.prompts_hash),
            ),
        ),
        Fact(
            "window",
            (window, *((f"from {run.window_source}",) if run.window_source else ()), f"counted with {run.encoding} ({exact})"),
        ),
    ]


def outcome_facts(summary: Summary) -> list[Fact]:
    """Return coverage, counts, money and time of a run."""
    tally, cell, timing = summary.tally, summary.overall, summary.timing
    reached = "reached" if summary.coverage_reached else "NOT reached"
    latency = timing.latency
    facts = [
        Fact(
            "coverage",
            (
                f"{figures.coverage(cell.coverage)}, {figures.share_of(cell.items, cell.items_expected)} items have points",
                f"minimum {figures.coverage(summary.run.minimum_coverage)} {reached}",
            ),
        ),
        Fact("states", tuple(_counts(tally.states))),
        Fact("flags", tuple(_counts(tally.flags)) or ("none",)),
        Fact(
            "evidence",
            (f"kept {tally.evidence.kept}", f"cut {tally.evidence.cut}", f"not told by the source {tally.evidence.unknown}"),
        ),
        Fact("cost", (_money(tally.cost), *((f"of which in this session {_money(timing.spent)}",) if timing.cached else ()))),
        *((Fact("judge cost", (_money(tally.judge_cost),)),) if summary.run.judge is not None else ()),
        Fact(
            "tokens",
            (
                _tokens("in", tally.prompt_tokens),
                _tokens("out", tally.completion_tokens),
                _tokens("of which reasoning", tally.reasoning_tokens),
            ),
        ),
        Fact("from store", (f"{timing.cached} of {tally.items} items",)),
    ]
    if latency is not None:
        facts.append(
            Fact(
                "latency",
                (
                    f"mean {figures.latency(latency.mean)}",
                    f"median {figures.latency(latency.median)}",
                    f"95th percentile {figures.latency(latency.p95)}",
                    f"longest {figures.latency(latency.longest)}",
                ),
            )
        )
    return facts


def missing_names(summary: Summary, limit: int = 20) -> tuple[list[str], int]:
    """Return the names of the first *limit* items without points, each with the reason, and how many more there are."""
    missing = summary.tally.missing
    several = len({section.suite for section in summary.sections}) > 1
    names = []
    for entry in missing[:limit]:
        place = f"{entry.suite}: {entry.item}" if several else entry.item
        names.append(f"{place} ({entry.error_class or entry.state})")
    return names, max(0, len(missing) - limit)


def _named_figures(cell: Cell, section: Section) -> list[str]:
    """Return the figures with their names; an interval follows its figure without one."""
    named: list[str] = []
    for name, value in zip(headers(section), figures_of(cell, choice=section.kind == "choice"), strict=True):
        if name != INTERVAL:
            named.append(f"{name} {value}")
        elif value != figures.UNKNOWN:
            named[-1] += f" {value}"
    return named


def _grid_parts(cell: Cell) -> list[str]:
    intervals = ((cell.average_interval, figures.average), (cell.perfect_interval, figures.rate))
    return [_pair(cell), _reach(cell), *(figures.interval(found, write) for found, write in intervals if found is not None)]


def _pair(cell: Cell) -> str:
    if cell.average is None:
        return figures.UNKNOWN
    return f"{figures.average(cell.average)} / {figures.rate(cell.perfect_rate)}"


def _reach(cell: Cell) -> str:
    return f"{figures.share_of(cell.n, cell.expected)} {figures.coverage(cell.coverage)}"


def _counts(counts: dict[str, int]) -> list[str]:
    # A name from a plugin may be of any length; its count must not be what is cut off.
    return [f"{one_line(name, _NAME_LIMIT)} {figures.count(number)}" for name, number in counts.items()]


def _hash(name: str, value: str | None) -> tuple[str, ...]:
    return () if value is None else (f"{name} {value[:12]}",)


def _money(money: Money) -> str:
    return figures.cost_sum(money.known, money.known_calls, money.unknown_calls)


def _tokens(name: str, tokens: Tokens) -> str:
    return f"{name} {figures.count_sum(tokens.known, tokens.known_calls, tokens.unknown_calls)}"
