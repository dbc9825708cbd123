"""How often the answers of a call have been judged anew by the judge alone, whatever was answered each time.

Each judgement is kept under what the judge was shown. Where a model words an answer another way each time it is asked anew, some of its
judgements are the first of their wording and others are not; how often somebody had this answer looked at again must not depend on it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from pytest_lcbench.models.stored_answers import packed, read_parts
from pytest_lcbench.running.calls import CHANGING_PARTS

WAVE = "CASE WHEN json_valid(response) THEN json_extract(response, '$.wave') END"
"""Of a row of ``responses``, the name of the asking anew that drew it."""
ANSWER = "CASE WHEN json_valid(parts) THEN json_extract(parts, '$.answer') END"
"""Of a judgement, the key of the answer that it is of."""
_ALONE = "(SELECT wave FROM waves WHERE stage = 'rejudge')"
INDEX = f"CREATE INDEX IF NOT EXISTS judgements ON responses ({ANSWER}) WHERE kind = 'judge'"
"""Finds all judgements of an answer."""


def times_judged(connection: sqlite3.Connection, keys: Sequence[str]) -> dict[str, int]:
    """Return, of judgements by key, by how many askings anew of that judge alone answers of their call have been judged."""
    if connection.execute(f"SELECT 1 WHERE EXISTS {_ALONE}").fetchone() is None:
        return {}
    return {key: _times(connection, key) for key in keys}


def _times(connection: sqlite3.Connection, key: str) -> int:
    answer, parts = connection.execute(f"SELECT {ANSWER}, parts FROM responses WHERE key = ?", (key,)).fetchone()  # noqa: S608 - no foreign text
    judge = judge_of(parts)
    there = connection.execute(
        f"SELECT parts, {WAVE} FROM responses WHERE kind = 'judge' AND {ANSWER} = ? AND {WAVE} IN {_ALONE}",  # noqa: S608 - no foreign text
        (answer,),
    ).fetchall()
    pruned = connection.execute(
        f"SELECT wave FROM pruned WHERE kind = 'judge' AND answer = ? AND judge = ? AND wave IN {_ALONE}",  # noqa: S608 - as above
        (answer, judge),
    ).fetchall()
    return len({wave for other, wave in there if judge_of(other) == judge} | {wave for (wave,) in pruned})


def judge_of(parts: object) -> str:
    """Return who judged, and how, from what the key of a judgement was made of."""
    return packed({name: value for name, value in read_parts(parts).items() if name not in CHANGING_PARTS})
