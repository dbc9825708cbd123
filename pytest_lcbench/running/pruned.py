"""What stays of pruned answers: that they were there, in which order, and what they were drawn by. Not a word of them.

Whether the answers of a run were all drawn alike (``running/waves.py``) depends on those before them, so pruning must not change it.
The places of answers, of those that were pruned and of the marks that runs have set between them are numbers in one order. Answers are
numbered from 1 again when some are deleted; what stands between two that stay keeps its order by fractions.
"""

from __future__ import annotations

import itertools
import math
import sqlite3
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from pytest_lcbench.running.judgements import ANSWER, WAVE, judge_of

TABLES = (
    """CREATE TABLE IF NOT EXISTS pruned (
        key TEXT NOT NULL, generation INTEGER NOT NULL, kind TEXT NOT NULL, place REAL NOT NULL, written_at REAL NOT NULL,
        wave TEXT NOT NULL, answer TEXT, judge TEXT)""",
    "CREATE INDEX IF NOT EXISTS pruned_calls ON pruned (key)",
    "CREATE INDEX IF NOT EXISTS pruned_judgements ON pruned (answer)",
)
_PLACES = (("generations", "mark"), ("generations", "since"), ("waves", "since"), ("pruned", "place"))
"""Every column that holds a place among the answers."""


@dataclass(frozen=True, slots=True)
class PrunedAnswer:
    """An answer that is no longer there.

    Args:
        key: of its call.
        kind: ``model`` or ``judge``.
        generation: the how-manieth answer to it.
        place: among the others.
        at: seconds since the epoch.
        wave: name of the wave that drew it; empty for none.

    """

    key: str
    kind: str
    generation: int
    place: float
    at: float
    wave: str


def remember(connection: sqlite3.Connection, leaving: Collection[tuple[str, int]]) -> None:
    """Keep what stays of answers that are about to be deleted, by key and generation. In a writing transaction."""
    for statement in TABLES:
        connection.execute(statement)
    for key, generation in leaving:
        found = connection.execute(
            f"SELECT kind, rowid, written_at, {WAVE}, {ANSWER}, parts FROM responses"  # noqa: S608 - no foreign text
            " WHERE key = ? AND generation = ? AND typeof(generation) = 'integer'",
            (key, generation),
        ).fetchone()
        if found is not None:
            kind, place, at, wave, answer, parts = found
            judge = judge_of(parts) if kind == "judge" else None
            told = (key, generation, str(kind), place, _seconds(at), wave if isinstance(wave, str) else "", answer, judge)
            connection.execute("INSERT INTO pruned VALUES (?, ?, ?, ?, ?, ?, ?, ?)", told)


def pruned_answers(connection: sqlite3.Connection, keys: Collection[str]) -> Iterator[PrunedAnswer]:
    """Yield what stays of pruned answers under *keys*, of which there are as many as a query takes."""
    marks = ",".join("?" * len(keys))
    for row in connection.execute(
        f"SELECT key, kind, generation, place, written_at, wave FROM pruned WHERE key IN ({marks})",  # noqa: S608 - question marks only
        list(keys),
    ).fetchall():
        yield PrunedAnswer(*row)


def move_places(connection: sqlite3.Connection, moved: Callable[[float], int]) -> None:
    """Carry every place over to the numbers that the answers have after some were deleted.

    Args:
        connection: in the transaction that deletes.
        moved: how many of the answers that stay had at most a number.

    """
    for statement in TABLES:
        connection.execute(statement)
    held = " UNION ".join(f"SELECT {column} FROM {table}" for table, column in _PLACES)  # noqa: S608 - names from above
    places = {float(place) for (place,) in connection.execute(held)}
    new = new_places(sorted(places), moved)
    connection.create_function("lcbench_place", 1, lambda place: new[float(place)], deterministic=True)
    for table, column in _PLACES:
        connection.execute(f"UPDATE {table} SET {column} = lcbench_place({column})")  # noqa: S608 - names from above


def new_places(places: list[float], moved: Callable[[float], int]) -> dict[float, float]:
    """Return the new place of each: in the order of the old ones, and between the same answers.

    Args:
        places: the old ones, rising.
        moved: as in :func:`move_places`.

    """
    last = moved(math.inf)
    new: dict[float, float] = {}
    for below, group in itertools.groupby(places, moved):
        held = list(group)
        # At the beginning nothing is before; behind all that stay nothing may stand above what is stored next.
        fixed = {place for place in held if place <= 0 or moved(math.nextafter(place, -math.inf)) < below}
        between = [place for place in held if place not in fixed]
        new |= dict.fromkeys(fixed, float(below))
        new |= {place: below + (0.0 if below == last else number / (len(between) + 1)) for number, place in enumerate(between, start=1)}
    return new


def _seconds(at: object) -> float:
    return float(at) if isinstance(at, int | float) else 0.0
