"""Runs compared with a baseline: one object, of which every format is a rendering.

The mathematics is :mod:`pytest_lcbench.statistics.paired`; here stands which runs may be compared, and by what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.running.official_results import UNKNOWN_JUDGE
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.cells import Part
from pytest_lcbench.statistics.compatible import FIELDS as SETTINGS
from pytest_lcbench.statistics.compatible import OF_THE_MODEL, differences
from pytest_lcbench.statistics.intervals import LEVEL
from pytest_lcbench.statistics.items import one_model
from pytest_lcbench.statistics.labels import ALL, NONE
from pytest_lcbench.statistics.measures import FIELDS, Measure
from pytest_lcbench.statistics.paired import Comparison, Pairing, Planned, pair_runs
from pytest_lcbench.statistics.policy import LEAST_ERROR
from pytest_lcbench.statistics.run_info import RunInfo
from pytest_lcbench.statistics.same_cases import other_documents, other_scorers, same_answers
from pytest_lcbench.untrusted import one_line

BY = ("length_set", "task", "subtask")
"""What runs are compared by unless it is said."""
ALIASES = {"set": "length_set", "length": "length_set"}
"""Shorter words for fields."""
ACCEPTED = OF_THE_MODEL | {"prompts", "max_output", "epochs", "version"}
"""What two runs may differ in and still be compared: the model, how it is asked, and the version of what asked. It is noted."""
_CHOICE = "choice"


class ComparedRun(Part):
    """One of the runs."""

    run_id: str
    model: str
    judge: str | None


class ComparedLine(Part):
    """Two runs over some of the cases. Means are over the paired items; figures of nothing are ``None``."""

    label: str
    baseline: float | None
    candidate: float | None
    difference: float | None
    """Candidate − baseline: above 0 the candidate is better."""
    low: float | None
    """Of the two-sided interval, unadjusted, documents allowed for; ``None`` for under two cases."""
    high: float | None
    descriptive: bool
    """Under 20 cases: too few to conclude from."""
    wins: int
    """Cases in which the candidate is better."""
    losses: int
    ties: int
    correlation: float | None
    planned: int
    """Items, as the following counts."""
    paired: int
    baseline_missing: int
    """With points in the candidate only."""
    candidate_missing: int
    both_missing: int


class ComparedTable(Part):
    """One measure by one property of the cases; the first line is over all of the section's."""

    measure: Measure
    by: str
    lines: tuple[ComparedLine, ...]


class ComparedSection(Part):
    """One suite, arm, prompting and kind of answer."""

    suite: str
    arm: str
    prompting: str
    kind: str
    """``open`` or ``choice``."""
    tables: tuple[ComparedTable, ...]


class ComparedPair(Part):
    """A candidate against the baseline."""

    candidate: ComparedRun
    not_comparable: tuple[str, ...]
    """Why the two may not be compared; shown all the same because it was forced. Empty for runs made alike."""
    notes: tuple[str, ...]
    sections: tuple[ComparedSection, ...]


class ComparisonReport(Part):
    """One baseline and one or more candidates."""

    baseline: ComparedRun
    level: float
    """Of the intervals, 0–1."""
    pairs: tuple[ComparedPair, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A run to compare: its settings and its rows."""

    info: RunInfo
    rows: Sequence[ResultRow]


def obstacles(baseline: Side, candidate: Side) -> list[str]:
    """Return why the runs may not be compared; empty when they may.

    Settings first, each as ``what: baseline's and candidate's``. What rows tell (documents, scorers) is left out before there are any.
    """
    return [*_settings(baseline, candidate), *_beside_settings(baseline, candidate)]


def refuse_unlike(baseline: Side, candidate: Side, remedy: str) -> None:
    """Raise ``SettingsError`` with every obstacle in one line, and *remedy*, when the runs may not be compared."""
    settings, found = _settings(baseline, candidate), _beside_settings(baseline, candidate)
    if settings:
        found.insert(0, f"they differ in {'; '.join(settings)} (baseline first)")
    if found:
        raise SettingsError(f"{_name(candidate.info)} cannot be compared with {_name(baseline.info)}: {'; '.join(found)}; {remedy}")


def _settings(baseline: Side, candidate: Side) -> list[str]:
    return [str(one) for one in differences(baseline.info, candidate.info, ignoring=ACCEPTED)]


def _beside_settings(baseline: Side, candidate: Side) -> list[str]:
    found = []
    if baseline.info.not_needed:
        found.append(
            f"the baseline was stopped early, {baseline.info.not_needed:,} of its items were not run, and its figures are biased by "
            "that: its own command without --lcbench-gate-early completes it, and stored answers cost nothing"
        )
    found.append(other_documents(baseline.rows, candidate.rows))
    found.append(other_scorers(baseline.rows, candidate.rows, (baseline.info.judge, candidate.info.judge)))
    return [one for one in found if one]


def remarks(baseline: Side, candidate: Side) -> list[str]:
    """Return what a reader of the comparison has to know of the two runs, although they may be compared."""
    found = [
        f"made by other versions of pytest-lcbench, whose scorers may differ: {one.first} and {one.second} (baseline first)"
        for one in differences(baseline.info, candidate.info, ignoring=set(SETTINGS) - {"version"})
    ]
    if baseline.info.judge == candidate.info.judge == UNKNOWN_JUDGE:
        found.append("neither run's judge is known: the points may be those of two judges")
    same = same_answers(baseline.rows, candidate.rows)
    if same:
        found.append(f"all {same:,} answers are the baseline's own, word for word")
    return found


def parts_told(runs: Iterable[tuple[str, RunInfo]]) -> list[str]:
    """Return which of *runs*, each with what to call it, are only a part of one, or for the most part an earlier session's."""
    told = []
    for name, info in runs:
        told += [f"{name} is shard {info.shard.index} of {info.shard.count}"] if info.shard is not None else []
        told += [f"of {name}, {info.kept}"] if info.kept else []
    return told


def compare_runs(
    baseline: Side,
    candidates: Sequence[Side],
    *,
    by: Sequence[str] = BY,
    level: float = LEVEL,
    planned: Planned = Planned.EITHER,
    force: bool = False,
    known: Sequence[str] = (),
) -> ComparisonReport:
    """Compare each of *candidates* with *baseline*.

    Args:
        baseline: the run that differences are taken from.
        candidates: at least one.
        by: fields of rows or names of groupings (:func:`check_by` makes them from what a user says).
        level: of the intervals, 0–1.
        planned: which items are expected on both sides.
        force: compare runs that were not made alike; the report says so.
        known: what else speaks against each comparison, for the report.

    Raises ``SettingsError`` for runs that may not be compared, and for a level that is none. Raises ``DataError`` for rows of several
    models in a run and for points off the scale.

    """
    if not 0 < level <= 1 - LEAST_ERROR:
        raise SettingsError(f"the level of an interval lies above 0 and at {1 - LEAST_ERROR:g} or below (0.95), not at {level:g}")
    if not force:
        for one in candidates:
            refuse_unlike(baseline, one, "give both runs the same, or look at them all the same with --force")
    for one in (baseline, *candidates):
        one_model(one.rows)
    return ComparisonReport(
        baseline=_run(baseline.info),
        level=level,
        pairs=tuple(_pair(baseline, one, by, level, planned, known) for one in candidates),
        notes=(
            "difference: candidate minus baseline, over the items with points in both; documents in common are allowed for",
            f"intervals: {level * 100:.4g} % each by itself, not adjusted for there being many",
        ),
    )


def check_by(names: Iterable[str], rows: Iterable[ResultRow]) -> tuple[str, ...]:
    """Return the fields that a user's *names* mean (``set`` is ``length_set``), each once.

    Raises ``SettingsError`` for a name that is no field and no grouping of *rows*.
    """
    groups = sorted({group for row in rows for group in row.groups})
    fields = [ALIASES.get(name.strip(), name.strip()) for name in names if name.strip()]
    for field in fields:
        if field not in FIELDS and field not in groups:
            there = ", ".join(["set", *FIELDS, *(one_line(group, 40) for group in groups[:20])])
            raise SettingsError(f"--by={one_line(field, 60)}: no such property of the cases; there are {there}")
    return tuple(dict.fromkeys(fields)) or BY


def _pair(baseline: Side, candidate: Side, by: Sequence[str], level: float, planned: Planned, known: Sequence[str]) -> ComparedPair:
    against = [*known, *obstacles(baseline, candidate)]
    left, turned = _same_way(baseline.rows, candidate.rows) if against else (baseline.rows, "")
    pairing = pair_runs(left, candidate.rows, planned=planned)
    sections: dict[tuple[str, str, str, str], None] = {}
    for pair in pairing.pairs:
        row = pair.row
        sections.setdefault((row.suite, row.arm, row.prompting, _kind(row)))
    notes = [f"differs, as two runs may: {one}" for one in differences(baseline.info, candidate.info, ignoring=_refused())]
    notes += [f"{_name(side.info)} is not whole: {side.info.incomplete}" for side in (baseline, candidate) if side.info.incomplete]
    notes += [*parts_told((_name(side.info), side.info) for side in (baseline, candidate)), *remarks(baseline, candidate)]
    if turned:
        notes.append(turned)
    if pairing.unplanned_baseline:
        notes.append(f"{pairing.unplanned_baseline:,} items of the baseline are not among the candidate's, and in no figure")
    if not pairing.shared_cases:
        notes.append("the runs have no case in common")
    return ComparedPair(
        candidate=_run(candidate.info),
        not_comparable=tuple(against),
        notes=tuple(notes),
        sections=tuple(_section(pairing, key, by, level) for key in sorted(sections, key=lambda key: (*key[:3], key[3] == _CHOICE))),
    )


def _refused() -> list[str]:
    return [name for name in SETTINGS if name not in ACCEPTED or name in {"route", "encoding", "version"}]


def _same_way(baseline: Sequence[ResultRow], candidate: Sequence[ResultRow]) -> tuple[Sequence[ResultRow], str]:
    """Return the baseline's rows under the candidate's arm and prompting, where each run has one: else nothing would pair."""
    ways = [sorted({(row.arm, row.prompting) for row in rows}) for rows in (baseline, candidate)]
    if any(len(way) != 1 for way in ways) or ways[0] == ways[1]:
        return baseline, ""
    arm, prompting = ways[1][0]
    return [row.model_copy(update={"arm": arm, "prompting": prompting}) for row in baseline], "paired across arms and promptings"


def _section(pairing: Pairing, key: tuple[str, str, str, str], by: Sequence[str], level: float) -> ComparedSection:
    suite, arm, prompting, kind = key
    some = pairing.where(lambda row: (row.suite, row.arm, row.prompting, _kind(row)) == key)
    measures = (Measure.ACCURACY,) if kind == _CHOICE else (Measure.AVERAGE, Measure.PERFECT_RATE)
    tables = []
    for measure in measures:
        overall = _line(ALL, some.compare(measure), level)
        for number, field in enumerate(by):
            lines = [_line(label, one, level) for label, one in some.compare_by(label_of(field), measure).items()]
            tables.append(ComparedTable(measure=measure, by=field, lines=tuple(lines if number else [overall, *lines])))
    return ComparedSection(suite=suite, arm=arm, prompting=prompting, kind=kind, tables=tuple(tables))


def label_of(field: str) -> Callable[[ResultRow], str]:
    """Return what tells a row's label under *field*, a field of rows or a grouping."""
    if field in FIELDS:
        return lambda row: str(getattr(row, field)) or NONE
    return lambda row: row.groups.get(field) or NONE


def _line(label: str, found: Comparison, level: float) -> ComparedLine:
    interval = None if found.difference is None else found.difference.interval(level)
    counts = found.accounting
    return ComparedLine(
        label=label,
        baseline=found.baseline,
        candidate=found.candidate,
        difference=None if found.difference is None else found.difference.mean,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
        descriptive=interval is None or interval.descriptive,
        wins=found.wins,
        losses=found.losses,
        ties=found.ties,
        correlation=found.correlation,
        planned=counts.planned,
        paired=counts.paired,
        baseline_missing=counts.baseline_missing,
        candidate_missing=counts.candidate_missing,
        both_missing=counts.both_missing,
    )


def _kind(row: ResultRow) -> str:
    return _CHOICE if row.answer_kind == _CHOICE else "open"


def _run(info: RunInfo) -> ComparedRun:
    return ComparedRun(run_id=info.run_id, model=info.model, judge=info.judge)


def _name(info: RunInfo) -> str:
    return f"run '{one_line(info.run_id, 60)}'" if info.run_id else "this run"
