"""The four fixtures, each usable in a user's own test: case, context, response, score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_lcbench.contexts.context import Context
    from pytest_lcbench.models.model import Response
    from pytest_lcbench.plugin import LcbenchPlugin
    from pytest_lcbench.running.row import ResultRow
    from pytest_lcbench.suites.case import Case


@pytest.fixture
def lcbench_case(request: pytest.FixtureRequest) -> Case:
    """Return one case of the selected suites: question, gold answer, taxonomy, references to its documents. Costs nothing."""
    plugin = _plugin(request)
    item = plugin.item_of(request.node)
    if item is None:
        plugin.fail(request.node)
    return item.case


@pytest.fixture
def lcbench_context(request: pytest.FixtureRequest, lcbench_case: Case) -> Context:  # noqa: ARG001 - makes the test one item per case
    """Return what the model is sent: the documents assembled under the window, and a ledger of what was left out. Makes no call."""
    return _plugin(request).context(request)


@pytest.fixture
def lcbench_response(request: pytest.FixtureRequest, lcbench_case: Case) -> Response | None:  # noqa: ARG001 - as above
    """Return the answer, from the store or by a call made ahead of this test. A call that cannot be made is an error at setup."""
    return _plugin(request).outcome(request).response


@pytest.fixture
def lcbench_score(request: pytest.FixtureRequest, lcbench_case: Case) -> ResultRow:  # noqa: ARG001 - as above
    """Return the scored result row: ``points`` (0-100), ``perfect``, ``state``, ``flags`` and everything that led to them."""
    return _plugin(request).outcome(request).row


def _plugin(request: pytest.FixtureRequest) -> LcbenchPlugin:
    plugin: Any = request.config.pluginmanager.getplugin("lcbench-session")
    found: LcbenchPlugin = plugin
    return found
