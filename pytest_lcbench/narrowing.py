"""What leaves cases out of a session: options that select tests, and pytest's retries, which choose by what failed before."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection
from typing import TYPE_CHECKING

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.untrusted import one_line
from pytest_lcbench.xdist import keeps_own_store

if TYPE_CHECKING:
    from pytest_lcbench.running.run import Run
    from pytest_lcbench.running.settings import ItemKey
    from pytest_lcbench.statistics.run_info import Selected

_KNOWN_FAILURES = (("lf", "--lf", "cache/lastfailed"), ("stepwise", "--sw", "cache/stepwise"))
"""pytest's options that leave out what passed, how they are shown, and where pytest's cache keeps what failed."""


def selected(config: pytest.Config, *, given: int, collected: int) -> Selected:
    """Return what this session's tests were chosen by, for the report.

    Args:
        config: pytest's.
        given: items of the run's cases, after sample and shard.
        collected: of these, items that had a test, before any was deselected.

    """
    from pytest_lcbench.statistics.run_info import Selected  # noqa: PLC0415 - the inert plugin imports nothing that it may not need

    option, arguments = config.option, [str(argument) for argument in config.args]
    by = [
        *(
            f"{flag} {' '.join(text.split())}"
            for flag, name in (("-k", "keyword"), ("-m", "markexpr"))
            if (text := getattr(option, name, "") or "").strip()
        ),
        *(f"--deselect {text}" for text in getattr(option, "deselect", None) or ()),
        *(_place(config, argument) for argument in arguments if "::" in argument),
        *([retry] if (retry := retried(config)) else []),
    ]
    left = [f"--ignore {_place(config, str(path))}" for name in ("ignore", "ignore_glob") for path in getattr(option, name, None) or ()]
    paths = {_place(config, argument.partition("::")[0]) for argument in arguments}
    return Selected(given=given, collected=collected, by=tuple(dict.fromkeys(by)), paths=(*sorted(paths), *sorted(left)))


def retried(config: pytest.Config) -> str:
    """Return the option that leaves out what did not fail before; empty where none does, or no failure is known."""
    cache = getattr(config, "cache", None)
    for name, flag, kept in _KNOWN_FAILURES:
        if cache is None or not getattr(config.option, name, False):
            continue
        known = cache.get(kept, None)
        if known.get("last_failed", known) if isinstance(known, dict) else known:
            return flag
    return ""


def refuse_retry(config: pytest.Config, run: Run, items: Collection[ItemKey], given: int) -> None:
    """Refuse to judge what a retry left of a run, and to put it in the place of more. Nothing has been sent yet.

    Args:
        config: pytest's.
        run: that is to be opened.
        items: those that will be scored.
        given: as in :func:`selected`.

    Raises ``SettingsError``, and ``DataError`` where the run's folder cannot be read.

    """
    flag = retried(config)
    left = given - len(set(items))
    if not flag or left < 1:
        return
    remedy = f"run the same command without {flag}: what is stored is not paid again"
    request = run.request
    judged = "--lcbench-gate" if request.gate is not None else "--lcbench-baseline" if request.baseline is not None else ""
    if judged:
        raise SettingsError(f"{flag} leaves {left:,} of {given:,} items out, and the failed ones alone have no {judged}: {remedy}")
    if request.run is None:
        return
    name = run.run_id(list(items))
    if keeps_own_store(config, request.reports):
        raise SettingsError(f"{flag} leaves {left:,} of {given:,} items out of run '{one_line(name, 80)}': {remedy}")
    lost = _others(run, name, items)
    if lost:
        raise SettingsError(
            f"{flag} leaves {left:,} of {given:,} items out, and run '{one_line(name, 80)}' would lose {lost:,} that it holds: {remedy}"
        )


def _others(run: Run, name: str, items: Collection[ItemKey]) -> int:
    """Return how many items the folder of a run holds that are not among *items*."""
    from pytest_lcbench.reporting.files import RESULTS, read_rows  # noqa: PLC0415 - as above

    path = run.request.reports / name / RESULTS
    if not path.exists():
        return 0
    mine = {(key.suite, key.case_id, key.arm, key.prompting, key.epoch) for key in items}
    return len({(row.suite, row.case_id, row.arm, row.prompting, row.epoch) for row in read_rows(path)} - mine)


def _place(config: pytest.Config, argument: str) -> str:
    """Return an argument of the command line as seen from the project's folder, so that two machines write it alike."""
    path, colons, rest = argument.partition("::")
    with contextlib.suppress(ValueError):  # another drive
        path = os.path.relpath(config.invocation_params.dir / path, config.rootpath)
    return path.replace(os.sep, "/") + colons + rest
