"""pytest hooks: the only part of the package that pytest loads on its own.

Inert until asked for: an ``--lcbench-*`` option, or a collected test that uses an ``lcbench_*`` fixture. Until then
nothing heavy is imported, nothing read, nothing written.
"""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from pytest_lcbench import hookspecs, options
from pytest_lcbench.fixtures import FATAL, PROBLEM, ROW, fixturenames, lcbench_case, lcbench_context, lcbench_response, lcbench_score
from pytest_lcbench.interrupts import Patience, end_like_ctrl_c
from pytest_lcbench.lookahead import LookAhead
from pytest_lcbench.terminal import Terminal
from pytest_lcbench.xdist import XdistBridge, is_controller, is_worker, refuse_distribution, stay_in_one_process, worker_place

if TYPE_CHECKING:
    from pytest_lcbench.reporting.finishing import Finish
    from pytest_lcbench.reporting.gating import Gating, Judged
    from pytest_lcbench.running.books import Books
    from pytest_lcbench.running.evaluation import Evaluator
    from pytest_lcbench.running.run import Item, Run

__all__ = ["PLUGIN", "LcbenchPlugin", "lcbench_case", "lcbench_context", "lcbench_response", "lcbench_score"]

EXIT_INFRASTRUCTURE = 12
CEILING = "--lcbench-max-cost"
"""How the reason begins when the money ran out: then calls in flight are good, and their answers wanted."""
PLUGIN = pytest.StashKey["LcbenchPlugin"]()
MARKER = "lcbench"
MARKER_HELP = (
    "lcbench(suite=NAME or list, without=[NAMES]): bind a test that uses lcbench_* fixtures to some of the selected suites; "
    "without the mark it gets all of them"
)
_UNSELECTED = object()
"""Parameter of a test none of whose suites is selected: its item is dropped before anybody sees it."""
_PROBLEM = object()
"""Parameter that stands for settings that cannot work, where raising would end a worker with a traceback."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register the options."""
    options.add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the hooks other plugins may implement."""
    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Keep an estimate in one process: nothing is run, so there is nothing to distribute."""
    if getattr(config.option, "lcbench_estimate", None):
        stay_in_one_process(config)


def pytest_configure(config: pytest.Config) -> None:
    """Register the session's plugin object; with options given, check everything before any worker starts."""
    config.addinivalue_line("markers", MARKER_HELP)
    plugin = LcbenchPlugin(config)
    config.stash[PLUGIN] = plugin
    config.pluginmanager.register(plugin, "lcbench-session")
    if not is_worker(config):
        config.pluginmanager.register(Terminal(plugin), "lcbench-terminal")
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(XdistBridge(plugin.session_id, config), "lcbench-xdist")
    if options.given_on_command_line(config) and not config.option.help:
        plugin.load()
        if plugin.problem is not None and not is_worker(config):
            raise pytest.UsageError(plugin.problem)


class LcbenchPlugin:
    """What one pytest process knows of the run.

    Args:
        config: pytest's.

    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.session_id: str = getattr(config, "workerinput", {}).get("lcbench_session") or uuid.uuid4().hex
        self.problem: str | None = None
        self.run: Run | None = None
        self.lookahead: LookAhead | None = None
        self.evaluator: Evaluator | None = None
        self._books: Books | None = None
        self.run_id: str | None = None
        self._seen = False
        self._fatal: str | None = None
        self._ordinary_failures = 0
        self._crashed: dict[str, str] = {}
        self.finish: Finish | None = None
        self.gating: Gating | None = None
        self.judged: Judged | None = None
        self.estimate: list[str] | None = None
        self.expected = 0
        self._patience = Patience()

    # -- loading -----------------------------------------------------------------------------------------------------------------

    def load(self) -> Run | None:
        """Load the run once. What is wrong with it is kept in ``problem``: only some processes can raise it cleanly."""
        if self.run is not None or self.problem is not None:
            return self.run
        from pytest_lcbench.errors import LcbenchError  # noqa: PLC0415 - the inert plugin imports nothing that it may not need
        from pytest_lcbench.running.run import Run  # noqa: PLC0415
        from pytest_lcbench.suites.items import marker_names  # noqa: PLC0415

        try:
            refuse_distribution(self.config)
            request = options.read_options(self.config)
            extra = {
                name: make
                for found in self.config.hook.pytest_lcbench_suites(config=self.config)
                for name, make in _mapping(found, "pytest_lcbench_suites").items()
            }
            run = Run.load(
                request,
                extra_suites=extra,
                find_model=lambda name: self.config.hook.pytest_lcbench_model(config=self.config, name=name),
            )
            if request.baseline is not None or request.gate is not None or request.estimate:
                from pytest_lcbench.reporting.gating import prepare  # noqa: PLC0415

                self.gating = prepare(run, self._groups_before, self.config.rootpath)
            self.run = run
        except (LcbenchError, pytest.UsageError) as error:
            self.problem = f"lcbench: {error}"
            return None
        if not is_worker(self.config):
            self.config.add_cleanup(end_like_ctrl_c())
        words = sorted({word for cases in self.run.cases.values() for case in cases for word in marker_names(case)})
        for word in words:
            self.config.addinivalue_line(
                "markers", f"{word}: cases of that suite, task, subtask, length set, language, domain or difficulty"
            )
        return self.run

    def _open(self, keys: list[Item], scored: list[tuple[str, Item]]) -> None:
        """Open the store and say what this run expects, so that nothing that is missing later goes unnoticed."""
        from pytest_lcbench.errors import LcbenchError  # noqa: PLC0415 - as in load
        from pytest_lcbench.running.calls import recorded_settings  # noqa: PLC0415
        from pytest_lcbench.running.run import Place  # noqa: PLC0415

        run = self.run
        if run is None or self.evaluator is not None:
            return
        try:
            self.run_id = run.run_id([item.key for item in keys])
            self._books = run.open_books(self.session_id, self.run_id)
            self._books.journal.record_run(self.run_id, recorded_settings(run.settings, run.suites))
            self.evaluator = run.evaluator(
                self._books,
                Place(*worker_place(self.config)),
                custom_scorer=lambda case, text: self.config.hook.pytest_lcbench_score(
                    config=self.config, case=case, response_text=text
                ),
                groups=self._groups,
            )
            if scored:
                from pytest_lcbench.reporting.finishing import manifest_json  # noqa: PLC0415

                evaluator = self.evaluator
                expected = [(nodeid, item.key.text, evaluator.skeleton(item.key, item.id)) for nodeid, item in scored]
                self._books.journal.put_manifest(self.session_id, self.run_id, manifest_json(expected))
            kept = self._books.journal.rows(self.run_id)
            if run.request.fresh or run.request.rejudge or any(item.key.text not in kept for item in keys):
                run.prepare()
        except LcbenchError as error:
            self.problem = f"lcbench: {error}"
            self.evaluator = None
            return
        wanted = run.request.concurrency
        most = None if wanted is None else Place(*worker_place(self.config)).share(wanted)
        books = self._books
        self.lookahead = LookAhead(self.config, self.evaluator, most=most, trouble=lambda: books.trouble)

    def _groups(self, case: Any) -> dict[str, str]:
        labels: dict[str, str] = {}
        for found in self.config.hook.pytest_lcbench_group(config=self.config, case=case):
            for name, label in _mapping(found, "pytest_lcbench_group").items():
                labels[_label(name)] = _label(label)
        return labels

    def _groups_before(self, case: Any) -> dict[str, str]:
        """Return a case's labels at the start, where a hook that raises would end pytest with a traceback."""
        from pytest_lcbench.errors import LcbenchError, SettingsError  # noqa: PLC0415 - as in load
        from pytest_lcbench.untrusted import one_line  # noqa: PLC0415

        try:
            return self._groups(case)
        except LcbenchError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a user's hook raises
            raise SettingsError(f"pytest_lcbench_group raised {one_line(f'{type(error).__name__}: {error}', 300)}") from None

    # -- collection --------------------------------------------------------------------------------------------------------------

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Give one item per case and epoch to every test that asks for a case."""
        if "lcbench_case" not in metafunc.fixturenames:
            return
        run = self.load()
        names = [] if run is None else self._bound_suites(metafunc.definition, list(run.cases))
        if run is None or self.problem is not None:
            metafunc.parametrize("lcbench_case", [_PROBLEM], ids=["settings"], indirect=True)
            return
        from pytest_lcbench.suites.items import marker_names  # noqa: PLC0415 - as in load

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
        metafunc.parametrize("lcbench_case", params or [pytest.param(_UNSELECTED, id="unselected")], indirect=True)

    def _bound_suites(self, definition: pytest.Item, selected: list[str]) -> list[str]:
        mark = definition.get_closest_marker(MARKER)
        if mark is None:
            return selected
        unknown = set(mark.kwargs) - {"suite", "without"}
        if mark.args or unknown:
            self.problem = f"lcbench: {definition.nodeid}: @pytest.mark.lcbench takes suite= and without= only"
            return []
        wanted, without = (
            [value] if isinstance(value, str) else value for value in (mark.kwargs.get("suite"), mark.kwargs.get("without", ()))
        )
        return [name for name in selected if (wanted is None or name in wanted) and name not in (without or ())]

    @pytest.hookimpl(wrapper=True)
    def pytest_pycollect_makeitem(self) -> Generator[None, Any, Any]:
        """Drop the items of unselected suites where they are made, so that no count ever holds them."""
        made = yield
        return [item for item in made if _param(item) is not _UNSELECTED] if isinstance(made, list) else made

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Say what is wrong with the settings, if anything is."""
        problem = self.problem is not None and any(_param(item) is _PROBLEM for item in items)
        if problem and not is_worker(self.config):
            raise pytest.UsageError(str(self.problem))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Open the run once it is known which items will run."""
        if self.run is None or self.config.option.collectonly or is_controller(self.config):
            return
        found = [(item, param) for item in session.items if (param := self.item_of(item)) is not None]
        if not found:
            return
        if self.run.request.estimate:
            self.estimate = self._estimate([param for _, param in found])
            return
        scored = [(item.nodeid, param) for item, param in found if "lcbench_score" in fixturenames(item)]
        if self.gating is not None and scored and not self._gate_holds([item for _, item in scored]):
            return
        self._open([param for _, param in found], scored)
        self.expected = len(scored)
        if self.problem is not None and not is_worker(self.config):
            raise pytest.UsageError(self.problem)

    def _gate_holds(self, items: list[Item]) -> bool:
        """Whether the gate's demands have cases among the selected items. A worker tells by its items that they have not."""
        from pytest_lcbench.errors import SettingsError  # noqa: PLC0415 - as in load

        try:
            if self.gating is not None:
                self.gating.check_selected([item.key for item in items])
        except SettingsError as error:
            self.problem = f"lcbench: {error}"
            if not is_worker(self.config):
                raise pytest.UsageError(self.problem) from None
            return False
        return True

    def _estimate(self, items: list[Item]) -> list[str]:
        from pytest_lcbench.errors import LcbenchError  # noqa: PLC0415 - as in load
        from pytest_lcbench.reporting.estimate_report import estimate_lines  # noqa: PLC0415
        from pytest_lcbench.reporting.power_report import power_lines  # noqa: PLC0415
        from pytest_lcbench.running.estimate import estimate  # noqa: PLC0415

        if self.run is None or self.gating is None:
            return []
        keys = [item.key for item in items]
        try:
            self.gating.check_selected(keys)
            return [*estimate_lines(estimate(self.run, keys)), "", *power_lines(self.gating, self.gating.of(keys))]
        except LcbenchError as error:
            raise pytest.UsageError(f"lcbench: {error}") from None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> bool | None:
        """Run nothing when an estimate was asked for."""
        return True if self.estimate is not None else None

    @staticmethod
    def item_of(item: pytest.Item) -> Item | None:
        """Return the case and epoch of a pytest item, or ``None`` for any other test."""
        param = _param(item)
        if param is None or param is _PROBLEM or param is _UNSELECTED:
            return None
        from pytest_lcbench.running.run import Item  # noqa: PLC0415 - as in load

        return param if isinstance(param, Item) else None

    # -- running -----------------------------------------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Tell the engine what will be wanted next."""
        if self.lookahead is not None:
            self.lookahead.advance(item, self.item_of, fixturenames)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Send nothing more once some process of this run has met a fault that every call would meet."""
        if self.item_of(item) is not None:
            self.stop_if_told(item)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Fail an item whose score is under ``--lcbench-pass-score``; without the option a low score is data."""
        result = yield
        row = item.stash.get(ROW, None)
        threshold = None if self.run is None else self.run.request.pass_score
        if row is not None and threshold is not None and row.points is not None and row.points < threshold:
            pytest.fail(
                f"lcbench: score {row.points:g} is under --lcbench-pass-score={threshold:g}: {row.score_evidence}", pytrace=False
            )
        return result

    def stop_reason(self) -> str | None:
        """Return why the session must stop, if some process of it has met a fault that every call would meet."""
        if self._books is None:
            return None
        from pytest_lcbench.models.store import StoreError  # noqa: PLC0415 - as in load

        try:
            return self._books.journal.stop_reason(self.session_id)
        except StoreError as error:
            self._books.journal.halt(str(error))
            return str(error)

    def stop_if_told(self, item: pytest.Item) -> None:
        """Skip *item* and end the session once it has been stopped."""
        reason = self.stop_reason()
        if reason is not None:
            if self._books is not None and self._books.journal.halted is not None:
                # Only this process knows.
                item.user_properties.append((FATAL, reason[:500]))
            self.end_session(item.session, reason)
            pytest.skip(f"lcbench: not run: {reason}")

    def end_session(self, session: pytest.Session, reason: str) -> None:
        """Let pytest stop after this item; what is in flight is cancelled, or waited for where it will be paid for all the same."""
        if self.lookahead is not None:
            # pytest shows why it was stopped by parsing source files; CPython 3.11 cannot do that while another thread formats a
            # traceback, as calls that fail in flight do. So nothing is in flight any more when it does.
            self.lookahead.close(self.run.request.timeout if self.run is not None and reason.startswith(CEILING) else 0.0)
        session.shouldstop = f"lcbench: {reason}"

    # -- finishing ---------------------------------------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Learn from a report what its worker cannot tell otherwise, and count the failures that are not ours to excuse."""
        if is_worker(self.config):
            return
        properties = dict(report.user_properties)
        self._seen = self._seen or "lcbench_state" in properties
        if PROBLEM in properties:
            self.problem = str(properties[PROBLEM])
        if FATAL in properties:
            self._fatal = str(properties[FATAL])
        if report.when not in {"setup", "call", "teardown"}:
            # xdist's report for an item whose worker died while running it.
            self._crashed[report.nodeid] = str(report.longrepr).splitlines()[0] if report.longrepr else "its worker died"
        elif report.failed and not (report.when == "setup" and properties.get("lcbench_state") in {"infra_error", "unscored"}):
            self._ordinary_failures += 1

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        """Cancel what is in flight before anybody looks at what was interrupted, and see to it that the report is printed."""
        if self.run is not None and not is_worker(self.config):
            self._patience.begin()
        if self.lookahead is not None:
            self.lookahead.close()

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self) -> None:
        """Give Ctrl-C back."""
        self._patience.end()

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Stop what is in flight; on the controller, close the books and set the exit code."""
        if self.lookahead is not None:
            self.lookahead.close()
        if not is_worker(self.config) and not self.config.option.collectonly:
            if self.problem is not None:
                session.exitstatus = int(pytest.ExitCode.USAGE_ERROR)
            elif (
                self.estimate is None
                and session.exitstatus != pytest.ExitCode.USAGE_ERROR
                and (self.run is not None or self._seen or self._crashed)
            ):
                self._close_books(session)
        if self.run is not None:
            self.run.close()
        if self._books is not None:
            self._books.close()
            self._books = None

    def _close_books(self, session: pytest.Session) -> None:
        from pytest_lcbench.errors import LcbenchError  # noqa: PLC0415 - as in load
        from pytest_lcbench.reporting.finishing import finish_run  # noqa: PLC0415
        from pytest_lcbench.reporting.gating import forget  # noqa: PLC0415

        # A controller whose workers were asked by a test alone has not loaded anything yet.
        run = self.load()
        if run is None:
            return
        try:
            if self._books is None:
                self._books = run.open_books(self.session_id)
            self.finish = finish_run(run, self._books, crashed=self._crashed)
            if self.gating is not None:
                self.judged = self._judge(self.gating, session, self.finish)
            elif self.finish is not None:
                forget(self.finish.folder)
        except LcbenchError as error:
            self.problem = f"lcbench: {error}"
            session.exitstatus = EXIT_INFRASTRUCTURE
            return
        gate = None if self.judged is None else self.judged.gate
        if gate is not None:
            session.exitstatus = gate.exit_code
        elif self.finish is not None:
            session.exitstatus = self._exit_code(session, self.finish)

    def _judge(self, gating: Gating, session: pytest.Session, finish: Finish | None) -> Judged:
        """Compare and judge the run. The gate's verdict alone decides, unless the session was interrupted or broke down."""
        from pytest_lcbench.reporting.finishing import show_verdicts  # noqa: PLC0415 - as in load
        from pytest_lcbench.reporting.gating import Judged, judge, nothing_run  # noqa: PLC0415

        status = int(session.exitstatus)
        regular = {int(code) for code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)}
        if finish is None:
            # Modules that cannot be imported, or Ctrl-C while they were: the code says so, and is not ours to change.
            return nothing_run(gating) if status in regular else Judged(None, None)
        stopped = finish.stopped or self._fatal
        failures = self._ordinary_failures
        notes = [f"{failures} ordinary failure{'' if failures == 1 else 's'} not counted"] if failures else []
        judged = judge(
            gating,
            finish.summary.run,
            finish.rows,
            finish.folder,
            stopped=stopped,
            ended=None if stopped is not None or status in regular else status,
            notes=notes,
        )
        if self.run is not None:
            show_verdicts(self.run, finish)
        return judged

    def _exit_code(self, session: pytest.Session, finish: Finish) -> int:
        """Return the exit code (DESIGN 3), and note the reason in words where pytest's own last line would mislead."""
        status = int(session.exitstatus)
        stopped = finish.stopped or self._fatal
        if stopped is not None:
            finish.verdict = f"exit {EXIT_INFRASTRUCTURE}, infrastructure: {stopped}"
            return EXIT_INFRASTRUCTURE
        if status not in {int(pytest.ExitCode.OK), int(pytest.ExitCode.TESTS_FAILED)}:
            return status
        if finish.infrastructure is not None and not session.shouldfail:
            finish.verdict = f"exit {EXIT_INFRASTRUCTURE}, infrastructure: {finish.infrastructure}"
            return EXIT_INFRASTRUCTURE
        if status == int(pytest.ExitCode.TESTS_FAILED) and self._ordinary_failures == 0:
            # Only cases without an answer failed, and few enough of them: the tables say which.
            finish.verdict = f"exit 0: {finish.missing} without points, coverage still sufficient"
            return int(pytest.ExitCode.OK)
        return status


def _param(item: pytest.Item) -> object | None:
    callspec = getattr(item, "callspec", None)
    return None if callspec is None else callspec.params.get("lcbench_case")


def _mapping(found: object, hook: str) -> Mapping[Any, Any]:
    """Return what an implementation of *hook* gave, which may be nothing. Raises ``SettingsError`` for anything but a mapping."""
    from pytest_lcbench.errors import SettingsError  # noqa: PLC0415 - as in load

    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise SettingsError(f"{hook} returned {type(found).__name__}, not a mapping or None")
    return found


def _label(found: object) -> str:
    """Return a grouping's name or label as text. Raises ``SettingsError`` for what would read as an object's address in a table."""
    from pytest_lcbench.errors import SettingsError  # noqa: PLC0415 - as in load

    if not isinstance(found, str | int | float):
        raise SettingsError(
            f"pytest_lcbench_group gave {type(found).__name__} in its mapping, where names and labels are text or numbers"
        )
    return str(found)
