"""The four fixtures, each usable in a user's own test: case, context, response, score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import pytest

from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.pytest_items import FATAL, PROBLEM, ROW, fixturenames, item_of
from pytest_lcbench.session import SESSION, LcbenchSession
from pytest_lcbench.xdist import is_worker

if TYPE_CHECKING:
    from pytest_lcbench.contexts.context import Context
    from pytest_lcbench.models.model import Response
    from pytest_lcbench.running.evaluation import Outcome
    from pytest_lcbench.running.row import ResultRow
    from pytest_lcbench.suites.case import Case


@pytest.fixture
def lcbench_case(request: pytest.FixtureRequest) -> Case:
    """Return one case of the selected suites: question, gold answer, taxonomy, references to its documents. Costs nothing."""
    session = request.config.stash[SESSION]
    item = item_of(request.node)
    if item is None:
        _fail(session, request.node)
    return item.case


@pytest.fixture
def lcbench_context(request: pytest.FixtureRequest, lcbench_case: Case) -> Context:  # noqa: ARG001 - makes the test one item per case
    """Return what the model is sent: the documents assembled under the window, and a ledger of what was left out. Makes no call."""
    return _context(request.config.stash[SESSION], request)


@pytest.fixture
def lcbench_response(request: pytest.FixtureRequest, lcbench_case: Case) -> Response | None:  # noqa: ARG001 - as above
    """Return the answer, from the store or by a call made ahead of this test. A call that cannot be made is an error at setup."""
    return _outcome(request.config.stash[SESSION], request).response


@pytest.fixture
def lcbench_score(request: pytest.FixtureRequest, lcbench_case: Case) -> ResultRow:  # noqa: ARG001 - as above
    """Return the scored result row: ``points`` (0-100), ``perfect``, ``state``, ``flags`` and everything that led to them."""
    return _outcome(request.config.stash[SESSION], request).row


def _outcome(session: LcbenchSession, request: pytest.FixtureRequest) -> Outcome:
    """Return the outcome of the requesting item, waiting for it; or end the item as its state says."""
    node = request.node
    item = item_of(node)
    if item is None or session.lookahead is None:
        _fail(session, node)
    from pytest_lcbench.models.store import StoreError  # noqa: PLC0415 - the inert plugin imports this module
    from pytest_lcbench.reporting.properties import item_properties  # noqa: PLC0415
    from pytest_lcbench.running.calling import RunStoppedError  # noqa: PLC0415
    from pytest_lcbench.running.evaluation import SKIPPED_OVERLENGTH  # noqa: PLC0415
    from pytest_lcbench.scoring.score import State  # noqa: PLC0415

    outcome: Outcome | None = None
    broken: StoreError | None = None
    # Items are ended below, outside of the handlers: pytest would show what is handled in them as well.
    try:
        outcome = session.lookahead.collect(item, fixturenames(node))
    except RunStoppedError:
        session.stop_if_told(node)
    except StoreError as error:
        broken = error
    if broken is not None:
        # An answer that cannot be kept would be paid for again: nothing more is asked.
        session.end(node.session, str(broken))
        node.user_properties.append((FATAL, str(broken)[:500]))
        pytest.fail(f"lcbench: {broken}", pytrace=False)
    if outcome is None:
        pytest.skip("lcbench: not run, the run was stopped")
    row = outcome.row
    if row.error_class == SKIPPED_OVERLENGTH:
        pytest.skip(f"lcbench: {row.error_message}")
    if node.stash.get(ROW, None) is None:
        node.stash[ROW] = row
        node.user_properties += item_properties(row)
    if row.state in {State.INFRA_ERROR, State.UNSCORED} and (outcome.response is None or row.state is State.UNSCORED):
        if (reason := session.stop_reason()) is not None and session.ends_for(reason):
            session.tell_controller(node, reason)
            session.end(node.session, reason)
        pytest.fail(f"lcbench: {row.state}: {row.error_class}: {row.error_message}", pytrace=False)
    return outcome


def _context(session: LcbenchSession, request: pytest.FixtureRequest) -> Context:
    """Build the context of the requesting item in this thread."""
    item = item_of(request.node)
    if item is None or session.evaluator is None:
        _fail(session, request.node)
    try:
        return session.evaluator.context(item.key)
    except LcbenchError as error:
        fault = str(error)
    # Outside of the handler: pytest would show what is handled in it as well.
    pytest.fail(f"lcbench: {fault}", pytrace=False)


def _fail(session: LcbenchSession, node: pytest.Item) -> NoReturn:
    """End an item that has no case because the settings cannot work; the controller learns why and ends with exit 4."""
    problem = session.problem or "lcbench: this fixture needs a case"
    node.user_properties.append((PROBLEM, problem[:500]))
    if session.problem is not None and is_worker(session.config):
        # Settings of an ini file: the controller has not looked at them. Every further case would say the same.
        node.session.shouldstop = problem
    pytest.fail(problem, pytrace=False)
