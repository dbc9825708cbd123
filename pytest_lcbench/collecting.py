"""Hooks of pytest's collection: cases become items, those of unselected suites vanish, and what will run opens the run."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from pytest_lcbench.early_stop import put_in_order
from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.lookahead import WANTS_CALL
from pytest_lcbench.narrowing import refuse_retry, selected
from pytest_lcbench.pytest_items import IMPOSSIBLE, UNSELECTED, fixturenames, item_of, item_to_run, only_looks, param_of
from pytest_lcbench.xdist import is_controller, is_worker

if TYPE_CHECKING:
    from pytest_lcbench.running.run import Item, Run
    from pytest_lcbench.running.settings import ItemKey
    from pytest_lcbench.session import LcbenchSession

MARKER = "lcbench"
MARKER_HELP = (
    "lcbench(suite=NAME or list, without=[NAMES]): bind a test that uses lcbench_* fixtures to some of the selected suites; "
    "without the mark it gets all of them"
)


class Collecting:
    """Hooks of every process that collects.

    Args:
        session: the plugin's; loaded by the first test that asks for a case, opened once it is known which items will run.

    """

    def __init__(self, session: LcbenchSession) -> None:
        self._session = session
        self._config = session.config
        self._collected: set[ItemKey] = set()
        """Items that have a test that is scored, before any was deselected."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Give one item per case and epoch to every test that asks for a case."""
        if "lcbench_case" not in metafunc.fixturenames:
            return
        run = self._session.load()
        names = [] if run is None else self._bound_suites(metafunc.definition, list(run.cases))
        if run is None or self._session.problem is not None:
            metafunc.parametrize("lcbench_case", [IMPOSSIBLE], ids=["settings"], indirect=True)
            return
        from pytest_lcbench.suites.items import marker_names  # noqa: PLC0415 - the inert plugin imports nothing that it may not need

        marks: dict[str, pytest.MarkDecorator] = {}
        params = [
            pytest.param(
                item,
                id=item.id if len(names) == 1 else f"{name}-{item.id}",
                marks=[marks.setdefault(word, getattr(pytest.mark, word)) for word in marker_names(item.case)],
            )
            for name in names
            for item in run.items(name)
        ]
        metafunc.parametrize("lcbench_case", params or [pytest.param(UNSELECTED, id="unselected")], indirect=True)

    def _bound_suites(self, definition: pytest.Item, selected: list[str]) -> list[str]:
        mark = definition.get_closest_marker(MARKER)
        if mark is None:
            return selected
        unknown = set(mark.kwargs) - {"suite", "without"}
        if mark.args or unknown:
            self._session.problem = f"lcbench: {definition.nodeid}: @pytest.mark.lcbench takes suite= and without= only"
            return []
        wanted, without = (
            [value] if isinstance(value, str) else value for value in (mark.kwargs.get("suite"), mark.kwargs.get("without", ()))
        )
        return [name for name in selected if (wanted is None or name in wanted) and name not in (without or ())]

    @pytest.hookimpl(wrapper=True)
    def pytest_pycollect_makeitem(self) -> Generator[None, Any, Any]:
        """Drop the items of unselected suites where they are made, so that no count ever holds them."""
        made = yield
        if not isinstance(made, list):
            return made
        self._collected.update(found.key for item in made if (found := item_of(item)) and "lcbench_score" in fixturenames(item))
        return [item for item in made if param_of(item) is not UNSELECTED]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Say what is wrong with the settings, if anything is."""
        problem = self._session.problem is not None and any(param_of(item) is IMPOSSIBLE for item in items)
        if problem and not is_worker(self._config):
            self._refuse()

    @pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
    def pytest_put_in_order(self, items: list[pytest.Item]) -> None:
        """Put the cases of a run that may stop early in their seeded order, whatever others made of it."""
        put_in_order(self._session.run, self._session.gating, items)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Open the run once it is known which items will run."""
        ours = self._session
        if ours.run is None or only_looks(self._config) or is_controller(self._config):
            return
        found = [(item, param) for item in session.items if (param := item_to_run(item)) is not None]
        if not found:
            return
        if ours.run.request.estimate:
            ours.estimate = self._estimate([param for _, param in found])
            return
        scored = [(item.nodeid, param) for item, param in found if "lcbench_score" in fixturenames(item)]
        given = sum(len(ours.run.items(name)) for name in ours.run.cases)
        ours.selected = selected(self._config, given=given, collected=len(self._collected))
        if scored and not self._holds(lambda run: refuse_retry(self._config, run, [item.key for _, item in scored], given)):
            session.items[:] = [found[0][0]]  # it tells the controller, once, what all of them would
            return
        if ours.gating is not None and scored and not self._gate_holds([item for _, item in scored]):
            return
        called = [param for item, param in found if WANTS_CALL.intersection(fixturenames(item))]
        ours.open([param for _, param in found], scored, called)
        ours.expected = len(scored)
        if ours.problem is not None and not is_worker(self._config):
            self._refuse()

    def _refuse(self) -> NoReturn:
        """End with the problem as pytest's one line, and not once more under the session's end."""
        self._session.told = True
        raise pytest.UsageError(str(self._session.problem))

    def _gate_holds(self, items: list[Item]) -> bool:
        """Whether the gate's demands have cases among the selected items. A worker tells by its items that they have not."""
        gating = self._session.gating
        return gating is None or self._holds(lambda _: gating.check_selected([item.key for item in items]))

    def _holds(self, check: Callable[[Run], None]) -> bool:
        """Whether *check* has nothing against the run. Not so, a worker tells by its items."""
        try:
            if self._session.run is not None:
                check(self._session.run)
        except LcbenchError as error:
            self._session.problem = f"lcbench: {error}"
        if self._session.problem is not None and not is_worker(self._config):
            self._refuse()
        return self._session.problem is None

    def _estimate(self, items: list[Item]) -> list[str]:
        from pytest_lcbench.reporting.estimate_report import estimate_lines  # noqa: PLC0415 - as above
        from pytest_lcbench.reporting.power_report import power_lines  # noqa: PLC0415
        from pytest_lcbench.running.estimate import estimate  # noqa: PLC0415

        run, gating = self._session.run, self._session.gating
        if run is None or gating is None:
            return []
        keys = [item.key for item in items]
        try:
            gating.check_selected(keys)
            gating.check_folder(run.request.reports / run.run_id(keys))
            return [*estimate_lines(estimate(run, keys)), "", *power_lines(gating, gating.of(keys))]
        except LcbenchError as error:
            raise pytest.UsageError(f"lcbench: {error}") from None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> bool | None:
        """Run nothing when an estimate was asked for."""
        return True if self._session.estimate is not None else None
