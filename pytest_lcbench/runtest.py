"""Hooks around the run of one item: what comes next is told the engine, a stop is heeded, a low score may fail."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

from pytest_lcbench.pytest_items import ROW, fixturenames, item_of, item_to_run
from pytest_lcbench.xdist import STREAMED

if TYPE_CHECKING:
    from pytest_lcbench.session import LcbenchSession


class Runtest:
    """Hooks of every process that runs items.

    Args:
        session: the plugin's.

    """

    def __init__(self, session: LcbenchSession) -> None:
        self._session = session

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Tell the engine what will be wanted next."""
        if self._session.lookahead is not None:
            self._session.lookahead.advance(item, item_to_run, fixturenames)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Send nothing more once some process of this run has met a fault that every call would meet."""
        if item_of(item) is not None:
            self._session.stop_if_told(item)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Fail an item whose score is under ``--lcbench-pass-score``; without the option a low score is data."""
        result = yield
        row = item.stash.get(ROW, None)
        run = self._session.run
        threshold = None if run is None else run.request.pass_score
        if row is not None and threshold is not None and row.points is not None and row.points < threshold:
            pytest.fail(
                f"lcbench: score {row.points:g} is under --lcbench-pass-score={threshold:g}: {row.score_evidence}", pytrace=False
            )
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put everything that was finished meanwhile on the report, where the controller has no other way to know of it."""
        report = yield
        message = None if self._session.outbox is None else self._session.outbox.take()
        if message is not None:
            setattr(report, STREAMED, message)
        return report
