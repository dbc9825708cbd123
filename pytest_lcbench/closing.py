"""Hooks of a session's end: what the items' reports told, the books closed, the run judged, the exit code."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from pytest_lcbench.early_stop import DECIDED, decided
from pytest_lcbench.errors import EXIT_INFRASTRUCTURE, LcbenchError
from pytest_lcbench.pytest_items import FATAL, PROBLEM, only_looks
from pytest_lcbench.xdist import STREAMED, distributes, is_controller, is_worker

if TYPE_CHECKING:
    from pytest_lcbench.reporting.finishing import Finish
    from pytest_lcbench.reporting.gating import Gating, Judged
    from pytest_lcbench.running.row import ResultRow
    from pytest_lcbench.running.waves import Answers
    from pytest_lcbench.session import LcbenchSession
    from pytest_lcbench.statistics.gate_early import Decided


class Closing:
    """Hooks that end the session. A worker only stops what is in flight; the rest is the controller's, or the only process's.

    Args:
        session: the plugin's.

    """

    def __init__(self, session: LcbenchSession) -> None:
        self._session = session
        self._config = session.config
        self._seen = False
        self._fatal: str | None = None
        self._interrupted = False
        self._ordinary_failures = 0
        self._crashed: dict[str, str] = {}
        self._skipped: set[str] = set()
        self._uncollected: set[str] = set()
        self.streamed: dict[str, float | None] = {}
        """Item keys of the rows that workers with stores of their own have told, with their cost."""
        self._elsewhere: dict[str, dict[str, Answers]] = {}
        self.finish: Finish | None = None
        self.judged: Judged | None = None
        self.status = 0
        """The session's exit code, once it is over."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Learn from a report what its worker cannot tell otherwise, and count the failures that are not ours to excuse."""
        if is_worker(self._config):
            return
        message = report.__dict__.pop(STREAMED, None)
        if message is not None:
            self._enter(str(message))
        properties = dict(report.user_properties)
        if "lcbench_state" in properties and not self._seen:
            self._seen = True
            # A controller needs it for the first time at the end, when nobody waits for answers any more.
            importlib.import_module("pytest_lcbench.reporting.finishing")
        if PROBLEM in properties:
            self._session.problem = str(properties[PROBLEM])
        if FATAL in properties:
            self._fatal = str(properties[FATAL])
        if report.when not in {"setup", "call", "teardown"}:
            # xdist's report for an item whose worker died while running it.
            self._crashed[report.nodeid] = str(report.longrepr).splitlines()[0] if report.longrepr else "its worker died"
        elif report.when == "setup" and report.skipped and "lcbench_state" not in properties and not _is_ours(report):
            self._skipped.add(report.nodeid)
        elif report.failed and not (report.when == "setup" and properties.get("lcbench_state") in {"infra_error", "unscored"}):
            self._ordinary_failures += 1

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Count the files that could not be collected: nobody knows which cases they hold."""
        # Under xdist every worker tells of it.
        if report.failed and not is_worker(self._config) and report.nodeid not in self._uncollected:
            self._uncollected.add(report.nodeid)
            self._ordinary_failures += 1

    def _enter(self, text: str) -> None:
        """Enter what a worker with another store tells into this one's journal. What is wrong with it is said at the end."""
        from pytest_lcbench.reporting.files import safe_folder_name  # noqa: PLC0415 - as below
        from pytest_lcbench.reporting.replacing import begin  # noqa: PLC0415 - as below
        from pytest_lcbench.running.streaming import enter, read_message  # noqa: PLC0415 - the inert plugin imports nothing that it may not need

        ours = self._session
        run = ours.load()
        if run is None:
            return
        try:
            message = read_message(text)
            books = ours.reopen_books(run, message.run_id)
            if message.manifest is not None:
                try:
                    begin(run.request.reports / safe_folder_name(message.run_id), ours.session_id)
                except LcbenchError as error:
                    # What was answered is entered all the same; the report cannot be written either, and the run ends with that.
                    self._fatal = str(error)
            enter(message, books.journal, ours.session_id)
            if message.manifest is not None and run.anew is not None:
                books.journal.note_asking(ours.session_id, message.run_id, run.anew)
        except LcbenchError as error:
            self._fatal = str(error)
            return
        self._elsewhere.setdefault(message.store, {}).update(message.answers())
        for key, row in message.rows.items():
            self.streamed[key] = None if row.cost is None else row.cost + (row.judge_cost or 0.0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_keyboard_interrupt(self) -> None:
        """Cancel what is in flight before anybody looks at what was interrupted, and see to it that the report is printed."""
        self._interrupted = True
        self._session.interrupts.close_run()
        if self._session.lookahead is not None:
            self._session.lookahead.close()
        if is_controller(self._config):
            self._stop_workers()

    def _stop_workers(self) -> None:
        """Let the workers make no further call. A signal to the controller alone does not reach them, and they have queues to run."""
        from pytest_lcbench.running.journal import INTERRUPTED  # noqa: PLC0415 - as above

        ours = self._session
        try:
            if ours.run is not None:
                ours.reopen_books(ours.run).journal.stop(ours.session_id, INTERRUPTED)
        except LcbenchError as error:
            self._fatal = str(error)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Stop what is in flight; on the controller, close the books and set the exit code."""
        ours = self._session
        if ours.lookahead is not None:
            ours.lookahead.close(self._patience(session))
        if not is_worker(self._config) and not only_looks(self._config):
            if ours.problem is not None:
                session.exitstatus = int(pytest.ExitCode.USAGE_ERROR)
            elif (
                ours.estimate is None
                and session.exitstatus != pytest.ExitCode.USAGE_ERROR
                and (ours.run is not None or self._seen or self._crashed)
            ):
                self._close_books(session)
        self.status = int(session.exitstatus)
        ours.close()

    def _patience(self, session: pytest.Session) -> float:
        """Return how many seconds the calls in flight may take to end by themselves.

        A worker that has run all its items has calls in flight only for items that another has taken over (``worksteal``) and waits
        for: cancelled, they would be paid for twice. xdist itself ends a worker that takes too long once the session is broken off.
        Those of a run whose verdict was certain, and that went on with what is stored, are good as well.
        """
        run = self._session.run
        if run is not None and run.request.gate_early and (self._session.stop_reason() or "").startswith(DECIDED):
            return run.request.timeout
        all_run = session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED} and not (
            session.shouldfail or session.shouldstop
        )
        return run.request.timeout if run is not None and is_worker(self._config) and all_run else 0.0

    def _close_books(self, session: pytest.Session) -> None:
        from pytest_lcbench.reporting.finishing import finish_run  # noqa: PLC0415 - as above

        ours = self._session
        # A controller whose workers were asked by a test alone has not loaded anything yet.
        run = ours.load()
        if run is None:
            return
        try:
            books = ours.reopen_books(run)
            reason = books.journal.stop_reason(ours.session_id) or ""
            decide = self._decided if reason.startswith(DECIDED) else None
            ended, elsewhere = self._ended(session), [list(items.values()) for items in self._elsewhere.values()]
            self.finish = finish_run(
                run,
                books,
                crashed=self._crashed,
                skipped=self._skipped,
                ended=ended,
                decide=decide,
                elsewhere=elsewhere,
                told=self.streamed.keys(),
                uncollected=len(self._uncollected),
            )
            over = not (ended or self._crashed) if self.finish is None else self.finish.over
            if run.anew is not None and over and distributes(self._config):
                run_id = None if self.finish is None else self.finish.summary.run.run_id
                books.journal.end_asking(ours.session_id, run_id, run.anew)
            if ours.gating is not None:
                self.judged = self._judge(ours.gating, session, self.finish)
        except LcbenchError as error:
            ours.problem = f"lcbench: {error}"
            session.exitstatus = EXIT_INFRASTRUCTURE
            return
        gate = None if self.judged is None else self.judged.gate
        if gate is not None:
            session.exitstatus = gate.exit_code
        elif self.finish is not None:
            session.exitstatus = self._exit_code(session, self.finish)

    def _decided(self, manifest: str, rows: Mapping[str, ResultRow]) -> Decided | None:
        run, gating = self._session.run, self._session.gating
        return None if run is None or gating is None else decided(run, gating, manifest, rows)

    def _judge(self, gating: Gating, session: pytest.Session, finish: Finish | None) -> Judged:
        """Compare and judge the run. The gate's verdict alone decides, unless the session was interrupted or broke down."""
        from pytest_lcbench.reporting.finishing import show_verdicts  # noqa: PLC0415 - as above
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
        early = finish.ended_itself and stopped is None and status == int(pytest.ExitCode.INTERRUPTED)
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
            digest=finish.digest,
        )
        if self._session.run is not None:
            show_verdicts(self._session.run, finish)
        return judged

    def _ended(self, session: pytest.Session) -> str:
        """Return why the session was ended before its end, empty when it was not."""
        regular = {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED}
        broken_off = "it was interrupted" if self._interrupted or session.exitstatus not in regular else ""
        # Of a plugin or conftest of the project.
        told = f"it was ended: {session.shouldfail}" if session.shouldfail else ""
        return self._fatal or self._enough_failures(session) or broken_off or told

    def _enough_failures(self, session: pytest.Session) -> str:
        """Return why the session was ended by ``-x`` or ``--maxfail``, empty when it was not."""
        most = self._config.getvalue("maxfail")
        controller = self._config.pluginmanager.getplugin("dsession")
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


def _is_ours(report: pytest.TestReport) -> bool:
    """Whether an item was skipped by the plugin: it was to be run, and could not be."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    return str(reason).startswith("Skipped: lcbench: ")
