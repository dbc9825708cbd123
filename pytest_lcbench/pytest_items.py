"""What the plugin's files know of one pytest item: its case and epoch, its fixtures, and what is noted on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_lcbench.running.run import Item

ROW = pytest.StashKey[Any]()
"""The result row of an item, for whoever looks at the item later."""
PROBLEM = "lcbench_problem"
"""Property of an item that could not have a case, with the reason."""
FATAL = "lcbench_fatal"
"""Property of the item at which a file of the run failed, with the reason."""
UNSELECTED = object()
"""Parameter of a test none of whose suites is selected: its item is dropped before anybody sees it."""
IMPOSSIBLE = object()
"""Parameter that stands for settings that cannot work, where raising would end a worker with a traceback."""


def only_looks(config: pytest.Config) -> bool:
    """Whether the session runs no test: ``--collect-only``, ``--setup-plan``. Then nothing is asked, and nothing reported."""
    return bool(config.option.collectonly or config.getoption("setupplan", False))


def fixturenames(item: pytest.Item) -> list[str]:
    """Return the names of the fixtures that *item* uses, directly or not."""
    return getattr(item, "fixturenames", [])


def param_of(item: pytest.Item | pytest.Collector) -> object | None:
    """Return what stands for the case of *item*: an ``Item``, one of the constants above, or ``None`` for any other test."""
    callspec = getattr(item, "callspec", None)
    return None if callspec is None else callspec.params.get("lcbench_case")


def item_of(item: pytest.Item) -> Item | None:
    """Return the case and epoch of a pytest item, or ``None`` for any other test."""
    param = param_of(item)
    if param is None or param is IMPOSSIBLE or param is UNSELECTED:
        return None
    from pytest_lcbench.running.run import Item  # noqa: PLC0415 - the inert plugin imports nothing that it may not need

    return param if isinstance(param, Item) else None


def item_to_run(item: pytest.Item) -> Item | None:
    """Return the same, but ``None`` also for an item that a mark skips: it is as if it had been deselected."""
    return None if _is_skipped(item) else item_of(item)


def _is_skipped(item: pytest.Item) -> bool:
    """Whether a mark on *item* says that it will not be run: ``skip``, or ``skipif`` and ``xfail(run=False)`` where they hold.

    A condition written as text is not evaluated, and a test that skips itself while it runs is not known beforehand.
    """
    if item.get_closest_marker("skip") is not None or any(any(c is True for c in mark.args) for mark in item.iter_markers("skipif")):
        return True
    never_run = (mark for mark in item.iter_markers("xfail") if mark.kwargs.get("run") is False)
    return any(not mark.args or any(condition is True for condition in mark.args) for mark in never_run)
