"""Where a gate's policy is read from: inline expressions, a TOML file, or ``[tool.lcbench.gate]`` of a ``pyproject.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.running.request import PYPROJECT, is_inline_policy
from pytest_lcbench.statistics.policy_text import GatePolicy, read_expressions, read_table
from pytest_lcbench.statistics.slice_names import SliceNames
from pytest_lcbench.untrusted import one_line

LARGEST = 1_000_000
"""Bytes of a policy's file: what is longer is another file, or one without an end."""


def read_policy(source: str, names: SliceNames, *, root: Path) -> tuple[GatePolicy, str]:
    """Return the policy of *source* and what to call that source.

    Args:
        source: ``pyproject``, expressions, or the path of a TOML file.
        names: the slices there are.
        root: folder of ``pyproject.toml``, and of relative paths.

    Raises ``SettingsError``, one line that names the place, the expression and what is valid.

    """
    if is_inline_policy(source):
        return _read("", lambda: read_expressions(source, names)), one_line(source, 200)
    path = root / ("pyproject.toml" if source == PYPROJECT else source)
    where = one_line(path.name, 100)
    table = _table(path, where)
    if path.name == "pyproject.toml":
        where += " [tool.lcbench.gate]"
        for key in ("tool", "lcbench", "gate"):
            found = table.get(key)
            if not isinstance(found, Mapping):
                raise SettingsError(f"{path.name}: there is no [tool.lcbench.gate] table in it")
            table = found
    return _read(f" ({where})", lambda: read_table(table, names)), where


def _read(where: str, read: Callable[[], GatePolicy]) -> GatePolicy:
    try:
        return read()
    except SettingsError as error:
        raise SettingsError(f"the gate's policy{where}: {error}") from None


def _table(path: Path, where: str) -> Mapping[str, Any]:
    try:
        with path.open("rb") as file:
            held = file.read(LARGEST + 1)
        if len(held) > LARGEST:
            raise SettingsError(f"the gate's policy ({where}): is longer than 1 MB: give a TOML file of demands")
        return tomllib.loads(held.decode("utf-8-sig"))
    except FileNotFoundError:
        raise SettingsError(
            f"the gate's policy: no file {where}; give a TOML file, 'pyproject', or expressions such as 'avg drop < 5'"
        ) from None
    except (OSError, ValueError) as error:  # TOML and UTF-8 errors are ValueErrors, as is a NUL in a path
        said = getattr(error, "strerror", None) or one_line(str(error), 200)
        raise SettingsError(f"the gate's policy ({where}): cannot be read: {said}") from None
