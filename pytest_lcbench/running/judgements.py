"""How often the answers of a call have been judged anew by the judge alone, whatever was answered each time, and was pruned since.

Each judgement is kept under what the judge was shown. Where a model words an answer another way each time it is asked anew, some of its
judgements are the first of their wording and others are not; how often somebody had this answer looked at again must not depend on it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from pytest_lcbench.models.stored_answers import packed, read_parts
from pytest_lcbench.running.calls import CHANGING_PARTS

WAVE = "CASE WHEN json_valid(response) THEN json_extract(response, '$.wave') END"
"""Of a row of ``responses``, the name of the asking anew that drew it."""
_ANSWER = "CASE WHEN json_valid(parts) THEN json_extract(parts, '$.answer') END"
_ALONE = "(SELECT wave FROM waves WHERE stage = 'rejudge')"
TABLES = (
    f"CREATE INDEX IF NOT EXISTS judgements ON responses ({_ANSWER}) WHERE kind = 'judge'",
    """CREATE TABLE IF NOT EXISTS judged_anew (
        answer TEXT NOT NULL, judge TEXT NOT NULL, wave TEXT NOT NULL, PRIMARY KEY (answer, judge, wave))""",
)
"""What finds all judgements of an answer, and the askings anew of a judge of which judgements have been pruned."""


def times_judged(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, int]:
    """Return, of judgements by key, by how many askings anew of that judge alone answers of their call have been judged."""
    if connection.execute(f"SELECT 1 WHERE EXISTS {_ALONE}").fetchone() is None:
        return {}
    return {key: _times(connection, key) for key in keys}


def keep_count(connection: sqlite3.Connection, leaving: Iterable[tuple[str, int]]) -> None:
    """Note which askings anew judgements are of that are about to be deleted, by key and generation. In a writing transaction."""
    for statement in TABLES:
        connection.execute(statement)
    for key, generation in leaving:
        found = connection.execute(
            f"SELECT {_ANSWER}, parts, {WAVE} FROM responses"  # noqa: S608 - no foreign text
            f" WHERE key = ? AND generation = ? AND kind = 'judge' AND {WAVE} IN {_ALONE}",
            (key, generation),
        ).fetchone()
        if found is not None and found[0] is not None:
            connection.execute("INSERT OR IGNORE INTO judged_anew VALUES (?, ?, ?)", (found[0], _judge(found[1]), found[2]))


def _times(connection: sqlite3.Connection, key: str) -> int:
    answer, parts = connection.execute(f"SELECT {_ANSWER}, parts FROM responses WHERE key = ?", (key,)).fetchone()  # noqa: S608 - no foreign text
    judge = _judge(parts)
    there = connection.execute(
        f"SELECT parts, {WAVE} FROM responses WHERE kind = 'judge' AND {_ANSWER} = ? AND {WAVE} IN {_ALONE}",  # noqa: S608 - no foreign text
        (answer,),
    ).fetchall()
    pruned = connection.execute("SELECT wave FROM judged_anew WHERE answer = ? AND judge = ?", (answer, judge)).fetchall()
    return len({wave for other, wave in there if _judge(other) == judge} | {wave for (wave,) in pruned})


def _judge(parts: object) -> str:
    """Return who judged, and how, from what the key of a judgement was made of."""
    return packed({name: value for name, value in read_parts(parts).items() if name not in CHANGING_PARTS})
