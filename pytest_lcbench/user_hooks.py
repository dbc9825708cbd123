"""What a project's own hooks give (see ``hookspecs``), gathered over all who implement them and checked."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.untrusted import one_line

if TYPE_CHECKING:
    from pytest_lcbench.suites.case import Case

_PLUGGY = f"{os.sep}pluggy{os.sep}"


def added_suites(config: pytest.Config) -> dict[str, Any]:
    """Return the suites that hooks add, by name. Raises ``SettingsError`` where a hook raises or gives no mapping."""
    with _named("pytest_lcbench_suites"):
        given = config.hook.pytest_lcbench_suites(config=config)
    return {name: make for found in given for name, make in _mapping(found, "pytest_lcbench_suites").items()}


def model_named(config: pytest.Config, name: str) -> Any:
    """Return what the first hook that knows *name* gives, ``None`` where none does. Raises ``SettingsError`` where one raises."""
    with _named("pytest_lcbench_model"):
        return config.hook.pytest_lcbench_model(config=config, name=name)


def own_score(config: pytest.Config, case: Case, text: str) -> Any:
    """Return the score that a hook gives the answer *text*; ``None`` where none scores this case."""
    return config.hook.pytest_lcbench_score(config=config, case=case, response_text=text)


def group_labels(config: pytest.Config, case: Case) -> dict[str, str]:
    """Return the labels that hooks give a case, by grouping. Raises ``SettingsError`` where one raises or gives none."""
    labels: dict[str, str] = {}
    with _named("pytest_lcbench_group"):
        given = config.hook.pytest_lcbench_group(config=config, case=case)
    for found in given:
        for name, label in _mapping(found, "pytest_lcbench_group").items():
            labels[_label(name)] = _label(label)
    return labels


@contextmanager
def _named(hook: str) -> Iterator[None]:
    """Make whatever a project's own hook raises (``pytest.skip`` and ``sys.exit`` too) a ``SettingsError`` that names hook and line."""
    try:
        yield
    except (LcbenchError, KeyboardInterrupt, pytest.UsageError, pytest.exit.Exception):
        raise
    except BaseException as error:  # noqa: BLE001 - as the docstring says
        frames = traceback.extract_tb(error.__traceback__)
        # The hook itself is what pluggy called last.
        place = frames[min(max(n for n, frame in enumerate(frames) if _PLUGGY in frame.filename) + 1, len(frames) - 1)]
        shown = one_line(f"{type(error).__name__}: {error}", 300)
        raise SettingsError(f"{hook} raised {shown} ({one_line(place.filename, 300)}, line {place.lineno})") from None


def _mapping(found: object, hook: str) -> Mapping[Any, Any]:
    """Return what an implementation of *hook* gave, which may be nothing. Raises ``SettingsError`` for anything but a mapping."""
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise SettingsError(f"{hook} returned {type(found).__name__}, not a mapping or None")
    return found


def _label(found: object) -> str:
    """Return a grouping's name or label as text. Raises ``SettingsError`` for what would read as an object's address in a table."""
    if not isinstance(found, str | int | float):
        raise SettingsError(
            f"pytest_lcbench_group gave {type(found).__name__} in its mapping, where names and labels are text or numbers"
        )
    return str(found)
