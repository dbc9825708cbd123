"""Result files of the released scripts of Loong and LongBench v2, read row by row; every fault names line and field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_lcbench.errors import DataError
from pytest_lcbench.suites import strict_json
from pytest_lcbench.suites.case import Case
from pytest_lcbench.untrusted import one_line

ID_FIELD = {"loong": "id", "longbench-v2": "_id"}
"""What names the case, by suite."""
_TELLING = {
    "loong": ("generate_response", "eval_response"),
    "longbench-v2": ("response", "pred", "judge", "choice_A"),
}
"""Fields of which a result file of the suite has one."""


@dataclass(frozen=True, slots=True)
class OfficialRow:
    """A row of a result file.

    Args:
        line: 1-based; of a file that is one JSON list, the number of the row.
        case: the case it is of.
        fields: as the file has them.

    """

    line: int
    case: Case
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OfficialFile:
    """A result file.

    Args:
        path: where it is.
        rows: by case id, one each.
        nameless: rows that hold nothing but an error, or nothing at all, and do not say of which case.
        repeated: rows that say again what an earlier one says.

    """

    path: Path
    rows: Mapping[str, OfficialRow]
    nameless: int
    repeated: int

    def text(self, row: OfficialRow, field: str) -> str | None:
        """Return a field that holds text or nothing. Raises ``DataError`` for anything else."""
        value = row.fields.get(field)
        if value is None or isinstance(value, str):
            return value
        raise DataError(f"is {strict_json.kind_of(value)}, not text", path=self.path, line=row.line, field=field)

    def truth(self, row: OfficialRow, field: str) -> bool | None:
        """Return a field that holds true, false or nothing. Raises ``DataError`` for anything else."""
        value = row.fields.get(field)
        if value is None or isinstance(value, bool):
            return value
        raise DataError(f"is {strict_json.shown(value)}, not true or false", path=self.path, line=row.line, field=field)


def read_official(path: Path, suite: str, cases: Mapping[str, Case]) -> OfficialFile:
    """Read the result file *path* of *suite*, whose cases are *cases* by id.

    JSON Lines, or one JSON list, as the released LongBench v2 script reads both. Raises ``DataError``: malformed JSON, a file that is
    none of this suite's results, a row without id, an id that the question file lacks, a gold answer or question other than the
    question file's, two different rows for one case.
    """
    field = ID_FIELD[suite]
    rows: dict[str, OfficialRow] = {}
    nameless = repeated = 0
    told = False
    for line, fields in _rows(path):
        told = told or any(name in fields for name in _TELLING[suite])
        if field not in fields:
            if set(fields) <= {"error"}:
                nameless += 1
                continue
            raise DataError(_foreign(suite, fields), path=path, line=line, field=field)
        row = OfficialRow(line, _case(path, line, field, fields[field], cases), fields)
        _check_same(path, row)
        before = rows.setdefault(row.case.id, row)
        if before is not row:
            if before.fields != fields:
                shown = one_line(row.case.id, 80)
                what = f"'{shown}' is already in line {before.line} with other content: keep the row that is meant"
                raise DataError(what, path=path, line=line, field=field)
            repeated += 1
    if not rows:
        raise DataError("holds no row that names a case: nothing to import", path=path)
    if not told and not any("error" in row.fields for row in rows.values()):
        raise DataError(f"is no result file of {suite}: no row has {' or '.join(_TELLING[suite][:2])}", path=path)
    return OfficialFile(path, rows, nameless, repeated)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    data = strict_json.read_bytes(path)
    if not data.removeprefix(strict_json.BOM).lstrip().startswith(b"["):
        yield from strict_json.rows_of(data, path)
        return
    for number, row in enumerate(strict_json.parse(data.removeprefix(strict_json.BOM), path=path), 1):
        if not isinstance(row, dict):
            raise DataError(f"row {number} is {strict_json.kind_of(row)}, not a JSON object", path=path)
        yield number, row


def _case(path: Path, line: int, field: str, value: Any, cases: Mapping[str, Case]) -> Case:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise DataError(f"is {strict_json.kind_of(value)}, not an id", path=path, line=line, field=field)
    case = cases.get(value)
    if case is None:
        what = f"'{one_line(value, 80)}' is no case of the question file: give --data the one these results were made with"
        raise DataError(what, path=path, line=line, field=field)
    return case


def _check_same(path: Path, row: OfficialRow) -> None:
    """Refuse a row that shares its id with a case and asks something else, or has other choices or another gold letter."""
    choices = ((f"choice_{letter}", text) for letter, text in zip("ABCD", row.case.choices, strict=False))
    for field, mine in (("question", row.case.question), *choices, ("answer", row.case.gold if row.case.choices else None)):
        theirs = row.fields.get(field)
        if isinstance(theirs, str) and isinstance(mine, str) and theirs.strip() != mine.strip():
            what = "is another than in the question file: give --data the one these results were made with"
            raise DataError(what, path=path, line=row.line, field=field)


def _foreign(suite: str, fields: Mapping[str, Any]) -> str:
    other = next((name for name in ID_FIELD if name != suite and ID_FIELD[name] in fields), None)
    if other is not None and any(name in fields for name in _TELLING[other]):
        return f"is missing: this looks like a result file of {other}: say --suite={other}"
    return f"is missing: is this a result file of {suite}, as its released script writes it?"
