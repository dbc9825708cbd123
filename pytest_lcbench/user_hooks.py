"""What a project's own hooks give (see ``hookspecs``), gathered over all who implement them and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

from pytest_lcbench.errors import LcbenchError, SettingsError
from pytest_lcbench.untrusted import one_line

if TYPE_CHECKING:
    from pytest_lcbench.suites.case import Case


def added_suites(config: pytest.Config) -> dict[str, Any]:
    """Return the suites that hooks add, by name. Raises ``SettingsError`` where a hook gives no mapping."""
    return {
        name: make
        for found in config.hook.pytest_lcbench_suites(config=config)
        for name, make in _mapping(found, "pytest_lcbench_suites").items()
    }


def model_named(config: pytest.Config, name: str) -> Any:
    """Return what the first hook that knows the model *name* gives; ``None`` where none does."""
    return config.hook.pytest_lcbench_model(config=config, name=name)


def own_score(config: pytest.Config, case: Case, text: str) -> Any:
    """Return the score that a hook gives the answer *text*; ``None`` where none scores this case."""
    return config.hook.pytest_lcbench_score(config=config, case=case, response_text=text)


def group_labels(config: pytest.Config, case: Case) -> dict[str, str]:
    """Return the labels that hooks give a case, by grouping. Raises ``SettingsError`` where they are none."""
    labels: dict[str, str] = {}
    for found in config.hook.pytest_lcbench_group(config=config, case=case):
        for name, label in _mapping(found, "pytest_lcbench_group").items():
            labels[_label(name)] = _label(label)
    return labels


def group_labels_at_start(config: pytest.Config, case: Case) -> dict[str, str]:
    """Return a case's labels at the start, where a hook that raises would end pytest with a traceback. Raises ``SettingsError``."""
    try:
        return group_labels(config, case)
    except LcbenchError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a user's hook raises
        raise SettingsError(f"pytest_lcbench_group raised {one_line(f'{type(error).__name__}: {error}', 300)}") from None


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
