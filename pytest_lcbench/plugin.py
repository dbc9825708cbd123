"""pytest hooks: the only part of the package that pytest loads on its own.

Inert until asked for: an ``--lcbench-*`` option, or a collected test that uses an ``lcbench_*`` fixture. Until then
nothing heavy is imported, nothing read, nothing written.
"""

from __future__ import annotations

import uuid
from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from pytest_lcbench import hookspecs, options
from pytest_lcbench.fixtures import FATAL, PROBLEM, ROW, fixturenames, lcbench_case, lcbench_context, lcbench_response, lcbench_score
from pytest_lcbench.interrupts import Interrupts
from pytest_lcbench.lookahead import WANTS_CALL, LookAhead
from pytest_lcbench.terminal import Terminal
from pytest_lcbench.xdist import (
    STREAMED,
    XdistBridge,
    is_controller,
    is_worker,
    keeps_own_store,
    refuse_distribution,
    refuse_out_of_order,
    replace_no_socket,
    stay_in_one_process,
    worker_place,
)

if TYPE_CHECKING:
    from pytest_lcbench.reporting.finishing import Finish
    from pytest_lcbench.reporting.gating import Gating, Judged
    from pytest_lcbench.running.books import Books
    from pytest_lcbench.running.evaluation import Evaluator
    from pytest_lcbench.running.generations import Anew
    from pytest_lcbench.running.row import ResultRow
    from pytest_lcbench.running.run import Item, Run
    from pytest_lcbench.running.streaming import Outbox
    from pytest_lcbench.statistics.gate_early import Decided, EarlyGate

__all__ = ["PLUGIN", "LcbenchPlugin", "lcbench_case", "lcbench_context", "lcbench_response", "lcbench_score"]

EXIT_INFRASTRUCTURE = 12
CEILING = "--lcbench-max-cost"
"""How the reason begins when the money ran out: then calls in flight are good, and their answers wanted."""
DECIDED = "--lcbench-gate-early"
"""How it begins when the gate's verdict is certain: likewise."""
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
    """Say how to distribute, before xdist asks. An estimate stays in one process: nothing is run, so there is nothing to distribute."""
    if options.given_on_command_line(config):
        replace_no_socket(config)
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
        config.pluginmanager.register(XdistBridge(plugin.session_id, config, lambda: options.reports_folder(config)), "lcbench-xdist")
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
        self.anew: Anew | None = None
        self.told = False
        """Whether pytest was told the problem, and shows it."""
        self.blank = False
        """Whether the store was an empty file as the session began."""
        self._seen = False
        self._fatal: str | None = None
        self._ordinary_failures = 0
        self._crashed: dict[str, str] = {}
        self.finish: Finish | None = None
        self.gating: Gating | None = None
        self.judged: Judged | None = None
        self._outbox: Outbox | None = None
        self.streamed: dict[str, float | None] = {}
        """Item keys of the rows that workers with stores of their own have told, with their cost."""
        self.estimate: list[str] | None = None
        self.expected = 0
        self.status = 0
        """The session's exit code, once it is over."""
        self.interrupts = Interrupts(worker=is_worker(config))

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
            # On another machine there is neither the baseline nor the policy, and it is the controller that judges.
            if (request.baseline is not None or request.gate is not None or request.estimate) and not keeps_own_store(
                self.config, request.reports
            ):
                from pytest_lcbench.reporting.gating import prepare  # noqa: PLC0415

                self.gating = prepare(run, self._groups_before, self.config.rootpath)
            if request.gate_early:
                self._check_early(run)
            self.run = run
        except (LcbenchError, pytest.UsageError) as error:
            self.problem = f"lcbench: {error}"
            return None
        if not is_worker(self.config):
            from pytest_lcbench.running.books import is_blank  # noqa: PLC0415 - as above

            self.blank = is_blank(self.run.request.reports)
        self.interrupts.listen()
        self.config.add_cleanup(self.interrupts.restore)
        words = sorted({word for cases in self.run.cases.values() for case in cases for word in marker_names(case)})
        for word in words:
            self.config.addinivalue_line(
                "markers", f"{word}: cases of that suite, task, subtask, length set, language, domain or difficulty"
            )
        return self.run

    def _check_early(self, run: Run) -> None:
        """Refuse what an early stop cannot do. Raises ``SettingsError`` and ``pytest.UsageError``."""
        from pytest_lcbench.reporting.gating import Gating  # noqa: PLC0415 - as in load
        from pytest_lcbench.reporting.stopping import early_gate  # noqa: PLC0415

        refuse_out_of_order(self.config)
        if run.shard is not None:
            raise pytest.UsageError("--lcbench-gate-early: a shard has no verdict of its own: judge the merged run with lcbench gate")
        gating = self.gating or Gating(None, None)
        early_gate(gating, gating.planned, run.settings.seed)

    def _early_gate(self, items: list[Item]) -> EarlyGate | None:
        if self.run is None or self.gating is None or not self.run.request.gate_early or not items:
            return None
        from pytest_lcbench.reporting.stopping import early_gate  # noqa: PLC0415 - as in load

        return early_gate(self.gating, self.gating.of([item.key for item in items]), self.run.settings.seed)

    def _watch(self, items: list[Item], books: Books) -> None:
        """Look at the rows as they come in, and stop the session once the gate's verdict is certain."""
        gate = self._early_gate(items)
        if gate is None or self.run is None or self.run_id is None:
            return
        from pytest_lcbench.reporting.stopping import Watch  # noqa: PLC0415 - as in load

        places = {
            item.key.text: ((item.key.suite, item.key.case_id, item.key.arm, item.key.prompting), item.key.epoch) for item in items
        }
        watch = Watch(
            gate,
            places,
            books.journal,
            self.session_id,
            self.run_id,
            alone=not is_worker(self.config),
            older=() if self.run.anew is None else books.journal.pending(self.run_id)[self.run.anew],
        )
        books.journal.on_row = watch.on_row

    def _open(self, keys: list[Item], scored: list[tuple[str, Item]], called: list[Item]) -> None:
        """Open the store and say what this run expects, so that nothing that is missing later goes unnoticed."""
        from pytest_lcbench.errors import LcbenchError  # noqa: PLC0415 - as in load
        from pytest_lcbench.running.calls import recorded_settings  # noqa: PLC0415
        from pytest_lcbench.running.run import Place  # noqa: PLC0415

        run = self.run
        if run is None or self.evaluator is not None:
            return
        try:
            self.run_id = run.run_id([item.key for item in keys])
            if self.gating is not None:
                self.gating.check_folder(run.request.reports / self.run_id)
            self._books = run.open_books(self.session_id, self.run_id)
            settings_json = recorded_settings(run.settings, run.suites)
            self._books.journal.record_run(self.run_id, settings_json)
            if run.anew is not None:
                wants_row = {item.key.text for _, item in scored}
                asked = {item.key.text: item.key.text in wants_row for item in called}
                self.anew = self._books.journal.ask_anew(self.session_id, self.run_id, run.anew, asked)
            self.evaluator = run.evaluator(
                self._books,
                Place(*worker_place(self.config)),
                custom_scorer=lambda case, text: self.config.hook.pytest_lcbench_score(
                    config=self.config, case=case, response_text=text
                ),
                groups=self._groups,
                anew=self.anew,
            )
            manifest: str | None = None
            if scored:
                from pytest_lcbench.reporting.finishing import manifest_json  # noqa: PLC0415

                evaluator = self.evaluator
                expected = [(nodeid, item.key.text, evaluator.skeleton(item.key, item.id)) for nodeid, item in scored]
                manifest = manifest_json(expected)
                self._books.journal.put_manifest(self.session_id, self.run_id, manifest)
            if keeps_own_store(self.config, run.request.reports):
                from pytest_lcbench.running.streaming import Outbox  # noqa: PLC0415

                self._outbox = Outbox(self.run_id, settings_json, manifest)
                self._books.journal.on_row = self._outbox.put
            self._watch([item for _, item in scored], self._books)
            kept = self._books.journal.rows(self.run_id)
            if run.anew is not None or any(item.key.text not in kept for item in keys):
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
            self._refuse()

    @pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
    def pytest_put_in_order(self, items: list[pytest.Item]) -> None:
        """Put the cases of a run that may stop early in the order that its certificate rests on; other tests come first."""
        if self.run is None or not self.run.request.gate_early:
            return
        scored = {id(item): found for item in items if "lcbench_score" in fixturenames(item) and (found := self.item_of(item))}
        gate = self._early_gate(list(scored.values()))
        if gate is None:
            return
        place = {key: number for number, key in enumerate(gate.order.keys, 1)}

        def position(item: pytest.Item) -> tuple[int, int]:
            found = scored.get(id(item))
            if found is None:
                return 0, 0
            return place[found.key.suite, found.key.case_id, found.key.arm, found.key.prompting], found.key.epoch

        items.sort(key=position)

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
        called = [param for item, param in found if WANTS_CALL.intersection(fixturenames(item))]
        self._open([param for _, param in found], scored, called)
        self.expected = len(scored)
        if self.problem is not None and not is_worker(self.config):
            self._refuse()

    def _refuse(self) -> NoReturn:
        """End with the problem as pytest's one line, and not once more under the session's end."""
        self.told = True
        raise pytest.UsageError(str(self.problem))

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
            self.gating.check_folder(self.run.request.reports / self.run.run_id(keys))
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
            self.tell_controller(item, reason)
            self.end_session(item.session, reason)
            pytest.skip(f"lcbench: not run: {reason}")

    def tell_controller(self, item: pytest.Item, reason: str) -> None:
        """Let the controller know why the session ends, where its journal does not say so."""
        if self._outbox is not None or (self._books is not None and self._books.journal.halted is not None):
            item.user_properties.append((FATAL, reason[:500]))

    def end_session(self, session: pytest.Session, reason: str) -> None:
        """Let pytest stop after this item; what is in flight is cancelled, or waited for where it will be paid for all the same."""
        if self.lookahead is not None:
            # pytest shows why it was stopped by parsing source files; CPython 3.11 cannot do that while another thread formats a
            # traceback, as calls that fail in flight do. So nothing is in flight any more when it does.
            self.lookahead.close(self.run.request.timeout if self.run is not None and reason.startswith((CEILING, DECIDED)) else 0.0)
        session.shouldstop = f"lcbench: {reason}"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put everything that was finished meanwhile on the report, where the controller has no other way to know of it."""
        report = yield
        message = None if self._outbox is None else self._outbox.take()
        if message is not None:
            setattr(report, STREAMED, message)
        return report

    # -- finishing ---------------------------------------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Learn from a report what its worker cannot tell otherwise, and count the failures that are not ours to excuse."""
        if is_worker(self.config):
            return
        message = report.__dict__.pop(STREAMED, None)
        if message is not None:
            self._enter(str(message))
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

    def _enter(self, text: str) -> None:
        """Enter what a worker with another store tells into this one's journal. What is wrong with it is said at the end."""
        from pytest_lcbench.errors import LcbenchError  # noqa: PLC0415 - as in load
        from pytest_lcbench.running.streaming import enter, read_message  # noqa: PLC0415

        run = self.load()
        if run is None:
            return
        try:
            message = read_message(text)
            if self._books is None:
                self._books = run.open_books(self.session_id, message.run_id)
            enter(message, self._books.journal, self.session_id)
        except LcbenchError as error:
            self._fatal = str(error)
            return
        for key, row in message.rows.items():
            self.streamed[key] = None if row.cost is None else row.cost + (row.judge_cost or 0.0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        """Cancel what is in flight before anybody looks at what was interrupted, and see to it that the report is printed."""
        self.interrupts.close_run()
        if self.lookahead is not None:
            self.lookahead.close()

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
        self.status = int(session.exitstatus)
        if self.run is not None:
            self.run.close()
        if self._books is not None:
            self._books.close()
            self._books = None

    def _close_books(self, session: pytest.Session) -> None:
        from pytest_lcbench.errors import LcbenchError  # noqa: PLC0415 - as in load
        from pytest_lcbench.reporting.finishing import finish_run  # noqa: PLC0415

        # A controller whose workers were asked by a test alone has not loaded anything yet.
        run = self.load()
        if run is None:
            return
        try:
            if self._books is None:
                self._books = run.open_books(self.session_id)
            reason = self._books.journal.stop_reason(self.session_id) or ""
            decide = self._decided if reason.startswith(DECIDED) else None
            self.finish = finish_run(run, self._books, crashed=self._crashed, decide=decide)
            if self.gating is not None:
                self.judged = self._judge(self.gating, session, self.finish)
        except LcbenchError as error:
            self.problem = f"lcbench: {error}"
            session.exitstatus = EXIT_INFRASTRUCTURE
            return
        gate = None if self.judged is None else self.judged.gate
        if gate is not None:
            session.exitstatus = gate.exit_code
        elif self.finish is not None:
            session.exitstatus = self._exit_code(session, self.finish)

    def _decided(self, manifest: str, rows: Mapping[str, ResultRow]) -> Decided | None:
        """Return what was certain when the session was stopped: the same rows say the same here."""
        from pytest_lcbench.reporting.stopping import decided_at_end, early_gate, planned_of  # noqa: PLC0415 - as in load

        if self.gating is None or self.run is None:
            return None
        return decided_at_end(early_gate(self.gating, planned_of(self.gating, manifest), self.run.settings.seed), manifest, rows)

    def _judge(self, gating: Gating, session: pytest.Session, finish: Finish | None) -> Judged:
        """Compare and judge the run. The gate's verdict alone decides, unless the session was interrupted or broke down."""
        from pytest_lcbench.reporting.finishing import show_verdicts  # noqa: PLC0415 - as in load
        from pytest_lcbench.reporting.gating import Judged, judge, nothing_run  # noqa: PLC0415

        status = int(session.exitstatus)
        regular = {int(code) for code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)}
        if finish is None:
            # Modules that cannot be imported, or Ctrl-C while they were: the code says so, and is not ours to change.
            return nothing_run(gating) if status in regular else Judged(None, None)
        broken_off = self._enough_failures(session)
        incomplete = f"{broken_off}, and {finish.not_run} cases were not run" if broken_off and finish.not_run else None
        stopped = finish.stopped or self._fatal or incomplete
        # xdist ends as if interrupted where pytest alone ends as failed: it is the same run, and has the same verdict.
        regular |= {status} if broken_off else set()
        # What stopped itself because it knew the verdict was not broken off.
        early = finish.decided is not None and stopped is None and status == int(pytest.ExitCode.INTERRUPTED)
        failures = self._ordinary_failures
        notes = [f"{failures} ordinary failure{'' if failures == 1 else 's'} not counted"] if failures else []
        judged = judge(
            gating,
            finish.summary.run,
            finish.rows,
            finish.folder,
            stopped=stopped,
            ended=None if early or stopped is not None or status in regular else status,
            notes=notes,
            decided=finish.decided,
        )
        if self.run is not None:
            show_verdicts(self.run, finish)
        return judged

    def _enough_failures(self, session: pytest.Session) -> str:
        """Return why the session was ended by ``-x`` or ``--maxfail``, empty when it was not."""
        most = self.config.getvalue("maxfail")
        controller = self.config.pluginmanager.getplugin("dsession")
        reason = session.shouldfail if controller is None else getattr(controller, "shouldstop", False)
        return "-x or --maxfail ended it" if most and str(reason).startswith("stopping after") else ""

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
