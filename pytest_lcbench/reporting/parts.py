"""Whether parts of a run hold what they were to hold: every shard all of its cases, or all shards what the same words choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.saved_runs import SavedRun
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.statistics.items import case_key, item_name
from pytest_lcbench.statistics.run_info import Selected
from pytest_lcbench.untrusted import one_line

_REPEATABLE = ("-k ", "-m ")
"""What chooses the same cases on every machine, whatever was run before."""
_COSTS = "what is stored is not paid again"

_Item = tuple[object, ...]
"""A case and its epoch."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """Parts of the same shard or shards, and what they hold together.

    Args:
        shards: which; several where a merged run lacked others.
        parts: at least one.
        rows: by item.
        held: how many items, those that were skipped as asked included.
        selected: what each part chose; empty when that is not known of all of them.

    """

    shards: frozenset[int]
    parts: tuple[SavedRun, ...]
    rows: dict[_Item, ResultRow]
    held: int
    selected: tuple[Selected, ...]

    @property
    def given(self) -> int:
        return max((one.given for one in self.selected), default=0)

    @property
    def collected(self) -> int:
        return max((one.collected for one in self.selected), default=0)

    @property
    def short(self) -> bool:
        return bool(self.selected) and self.held < self.given

    @property
    def words(self) -> list[str]:
        """What chose its items, without repeats."""
        return list(dict.fromkeys(word for one in self.selected for word in one.by))

    @property
    def name(self) -> str:
        return " and ".join(dict.fromkeys(f"'{one_line(part.info.run_id, 80)}'" for part in self.parts))

    @property
    def told(self) -> str:
        """How much it holds, and what chose it, for a message."""
        by = f" ({_shown(self.words)})" if self.words else ""
        return f"{self.name} holds {self.held:,} of the {self.given:,} items of its shard{by}"


def chosen(parts: Sequence[SavedRun]) -> tuple[Selected | None, tuple[str, ...]]:
    """Return what the merged run of *parts* is chosen by, and why nobody knows whether it lacks cases, if so.

    A shard whose parts together hold every item that the division gave it is whole. Shards that were narrowed are parts of one
    selection when the same ``-k`` and ``-m`` chose in all of them. Runs that are no shards are what they are.

    Args:
        parts: at least one, made alike; either all shards of one division (or merged from such), or none.

    Raises ``DataError`` when a shard lacks cases that the others would have, or holds those of another.

    """
    gaps = tuple(dict.fromkeys(gap for part in parts for gap in part.info.gaps))
    if not any(part.info.shard or part.info.missing_shards for part in parts):
        return _united(parts), gaps
    units = _units(parts)
    _refuse_strays(units)
    short = [unit for unit in units if unit.short]
    for unit in short:
        foreign = [word for word in unit.words if not word.startswith(_REPEATABLE)]
        if foreign:
            raise DataError(f"{unit.told}: run it again without {'these' if len(foreign) > 1 else 'that'}, {_COSTS}")
    if short:
        _refuse_unlike(units, short[0])
    unknown = sorted(index for unit in units if not unit.selected for index in unit.shards)
    if unknown:
        which = f"shard{'s' if len(unknown) > 1 else ''} {', '.join(map(str, unknown))}"
        gaps += (f"how many cases {which} should have is not known: run again ({_COSTS}) and merge again",)
    for unit in short:
        if unit.held < unit.collected and not unit.words:
            gaps += (
                f"{unit.told}: a plugin or conftest.py left the others out, and nobody knows whether it did so alike in every shard",
            )
    return _together(units, narrowed=bool(short)), gaps


def _units(parts: Sequence[SavedRun]) -> list[_Unit]:
    """Return *parts* by shard, in the order of the shards."""
    grouped: dict[frozenset[int], list[SavedRun]] = {}
    for part in parts:
        grouped.setdefault(_indices(part), []).append(part)
    units = []
    for shards, found in sorted(grouped.items(), key=lambda entry: sorted(entry[0])):
        rows: dict[_Item, ResultRow] = {(*case_key(row), row.epoch): row for part in found for row in part.rows}
        names = {f"{row.suite}/{item_name(row)}" for row in rows.values()}
        skipped = {name for part in found for name in part.info.skipped} - names
        selected = [part.info.selected for part in found]
        known = tuple(one for one in selected if one is not None)
        units.append(_Unit(shards, tuple(found), rows, len(rows) + len(skipped), known if len(known) == len(found) else ()))
    return units


def _indices(part: SavedRun) -> frozenset[int]:
    if part.info.shard is not None:
        return frozenset({part.info.shard.index})
    lacking = part.info.missing_shards
    return frozenset(range(1, lacking[0].count + 1)) - {shard.index for shard in lacking} if lacking else frozenset()


def _refuse_strays(units: Sequence[_Unit]) -> None:
    """Raise ``DataError`` for a unit that holds more than it was given, or an item that another shard holds too."""
    for unit in units:
        if unit.selected and unit.held > unit.given:
            raise DataError(f"{unit.name} holds {unit.held:,} items, but its shard has {unit.given:,}: it is no part of this division")
    for number, unit in enumerate(units):
        for other in units[number + 1 :]:
            if unit.shards & other.shards:
                continue
            twice = sorted(item_name(unit.rows[item]) for item in unit.rows.keys() & other.rows.keys())
            if twice:
                raise DataError(
                    f"{unit.name} and {other.name} both hold {one_line(twice[0], 80)} ({len(twice):,} such), but a case is in one "
                    "shard only: one of them is not the part that it says it is"
                )


def _refuse_unlike(units: Sequence[_Unit], short: _Unit) -> None:
    """Raise ``DataError`` when parts were not all chosen by the same words as those of *short*."""
    by_paths = any(one.collected < one.given for unit in units for one in unit.selected)
    wanted = _chosen_by(short.selected[0], paths=by_paths)
    for unit in units:
        if any(_chosen_by(one, paths=by_paths) != wanted for one in unit.selected):
            beside = "its parts were chosen by different words" if unit is short else unit.told
            raise DataError(f"{short.told}; {beside}: choose alike in every shard by -k and -m, or not at all; {_COSTS}")


def _chosen_by(one: Selected, *, paths: bool) -> tuple[str, ...]:
    return (*sorted(one.by), *(one.paths if paths else ()))


def _together(units: Sequence[_Unit], *, narrowed: bool) -> Selected | None:
    """Return what the shards of *units* were given together; ``None`` when that is not known."""
    given = collected = 0
    covered: frozenset[int] = frozenset()
    for unit in sorted(units, key=lambda found: -len(found.shards)):
        if unit.shards <= covered:
            continue
        if unit.shards & covered or not unit.selected:
            return None
        covered |= unit.shards
        given += unit.given
        collected += unit.collected
    return _common([one for unit in units for one in unit.selected], given, collected, narrowed=narrowed)


def _united(parts: Sequence[SavedRun]) -> Selected | None:
    """Return what runs that are no shards chose together; ``None`` when it is not known what they chose from."""
    known = [part.info.selected for part in parts if part.info.selected is not None]
    if len(known) < len(parts) or len({one.given for one in known}) > 1:
        return None
    held = len({(*case_key(row), row.epoch) for part in parts for row in part.rows})
    return _common(known, known[0].given, max(*(one.collected for one in known), held), narrowed=held < known[0].given)


def _common(chosen_by: Sequence[Selected], given: int, collected: int, *, narrowed: bool) -> Selected:
    words = [one.by for one in chosen_by]
    paths = [one.paths for one in chosen_by]
    alike = words[0] if len(set(words)) == 1 else ()
    return Selected(
        given=given,
        collected=collected,
        by=alike or (tuple(dict.fromkeys(word for some in words for word in some)) if narrowed else ()),
        paths=paths[0] if len(set(paths)) == 1 else tuple(sorted({path for some in paths for path in some})),
    )


def _shown(words: Sequence[str]) -> str:
    more = f" and {len(words) - 3} more" if len(words) > 3 else ""  # noqa: PLR2004 - enough to know them by
    return ", ".join(one_line(word, 80) for word in words[:3]) + more
