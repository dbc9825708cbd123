"""JSON as question files hold it: every fault of a line becomes one ``DataError`` that names the line."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from pytest_lcbench.errors import DataError
from pytest_lcbench.untrusted import one_line

BOM = b"\xef\xbb\xbf"
MAX_LITERAL = 1_000_000
"""Characters of a list or mapping written as text; longer ones are not parsed, for ``ast`` needs hundreds of times their size."""


class RepeatedNameError(ValueError):
    """An object names something twice. ``str()`` is one printable line, to be read after a place."""


def parse(data: bytes | str, *, path: Path | str | None = None, line: int | None = None) -> Any:
    """Return the JSON value of *data*.

    Raises ``DataError`` for bytes that are not UTF-8, malformed JSON, NaN and infinities, a name that stands twice in one object
    (readers disagree on which counts), and nesting or figures beyond what Python reads.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise DataError(f"is not UTF-8 (byte {fault.start + 1} of the line): save the file as UTF-8", path=path, line=line) from None
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as fault:
        raise DataError(f"is not JSON: {_reason(fault)}", path=path, line=line) from None
    except RepeatedNameError as fault:
        raise DataError(str(fault), path=path, line=line) from None
    except RecursionError:
        raise DataError("is nested too deep to be a row", path=path, line=line) from None
    except ValueError as fault:  # a figure of thousands of digits, or NaN
        raise DataError(f"is not JSON: {one_line(str(fault), 120)}", path=path, line=line) from None


def lines_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (1-based number, content) of the lines of *data* that hold anything; a byte order mark is dropped."""
    for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), 1):
        if line and not line.isspace():
            yield number, line


def rows_of(data: bytes, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, row) of the JSON Lines *data*. Raises ``DataError`` on a line that is not an object, or when there is none."""
    empty = True
    for number, line in lines_of(data):
        row = parse(line, path=path, line=number)
        if not isinstance(row, dict):
            raise DataError(f"is {kind_of(row)}, not a JSON object: one object a line is wanted", path=path, line=number)
        empty = False
        yield number, row
    if empty:
        raise DataError("holds no rows: is this the right file, and was it copied whole?", path=path)


def read_bytes(path: Path) -> bytes:
    """Return what *path* holds. Raises ``DataError`` in one line when it cannot be read."""
    try:
        return path.read_bytes()
    except IsADirectoryError:
        raise DataError("is a folder where a file is wanted", path=path) from None
    except FileNotFoundError:
        raise DataError("is not there", path=path) from None
    except (OSError, ValueError) as fault:
        raise DataError(f"cannot be read ({one_line(_os_reason(fault), 80)})", path=path) from None


def literal(text: str) -> Any:
    """Return the list or mapping that *text* writes out, as JSON or as Python prints it; *text* itself when it is neither.

    Table exports hold lists and mappings as text. A text that does not begin with a bracket is never one. Raises
    ``RepeatedNameError`` for a mapping that names something twice.
    """
    if text.lstrip()[:1] not in ("[", "{") or len(text) > MAX_LITERAL:
        return text
    try:
        value = _DECODER.decode(text)
    except RepeatedNameError:
        raise
    except (ValueError, RecursionError):
        try:
            tree = ast.parse(text.strip(), mode="eval")
            value = ast.literal_eval(tree)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):  # all that literal_eval is documented to raise
            return text
        _check_names(tree)
    return value if isinstance(value, list | dict) else text


def kind_of(value: Any) -> str:
    """Name the JSON type of *value* for a message: ``a number``, ``a list`` …"""
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}
    return "null" if value is None else names.get(type(value), type(value).__name__)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(members)
    if len(made) != len(members):
        raise _repeated(name for name, _ in members)
    return made


def _repeated(names: Iterable[object]) -> RepeatedNameError:
    seen: set[object] = set()
    for name in names:
        if name in seen:
            break
        seen.add(name)
    return RepeatedNameError(f"names '{one_line(str(name), 60)}' twice in one object: keep the one that is meant")


def _check_names(tree: ast.AST) -> None:
    """Raise ``RepeatedNameError`` for a mapping among the literals of *tree* that holds a key twice."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys = [ast.literal_eval(key) for key in node.keys if key is not None]
            if len(set(keys)) != len(keys):
                raise _repeated(keys)


# One decoder for every line: json.loads with a hook would build one each time.
_DECODER = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_object)


def _reason(fault: json.JSONDecodeError) -> str:
    place = f"line {fault.lineno} column {fault.colno} of the row" if fault.lineno > 1 else f"column {fault.colno}"
    return f"{fault.msg} at {place}"


def shown(value: Any) -> str:
    """Return *value* for a message that it is wrong: numbers and truth values as JSON writes them, text in quotes, else its kind."""
    if isinstance(value, str):
        return f"'{one_line(value, 60)}'"
    return one_line(json.dumps(value), 40) if isinstance(value, bool | int | float) else kind_of(value)


def _os_reason(fault: Exception) -> str:
    return (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
