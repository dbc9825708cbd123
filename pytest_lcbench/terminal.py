"""What the terminal shows: the settings at the start, a live line while the run goes on, the tables at its end."""

from __future__ import annotations

import shlex
import time
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from pytest_lcbench.errors import EXIT_INFRASTRUCTURE
from pytest_lcbench.xdist import has_remote_workers

if TYPE_CHECKING:
    from pytest_lcbench.closing import Closing
    from pytest_lcbench.reporting.live import LiveLine
    from pytest_lcbench.session import LcbenchSession

_VERDICT_LENGTH = 1_000
SEVERAL_STORES = (
    "lcbench: workers with stores of their own: concurrency is divided over all workers; "
    "rates and --lcbench-max-cost hold in each store by itself"
)


class Terminal:
    """Hooks of the process that has a terminal: the only one, or the controller.

    Args:
        session: the session it shows.
        closing: what has come of it.

    """

    def __init__(self, session: LcbenchSession, closing: Closing) -> None:
        self._session = session
        self._closing = closing
        self._live: LiveLine | None = None
        self._done = 0
        self._cost: float | None = None
        self._cost_unknown = 0

    def pytest_report_header(self) -> list[str]:
        """Show the effective settings, when they were asked for by option."""
        if self._session.run is None:
            return []
        from pytest_lcbench.reporting.run_settings import header_lines  # noqa: PLC0415 - the inert plugin imports this module

        lines = header_lines(self._session.run)
        if self._session.run.request.gate_early:
            lines.append("lcbench: in seeded, stratified order; stops once the gate's verdict is certain")
        if has_remote_workers(self._session.config):
            lines.append(SEVERAL_STORES)
        return lines

    def pytest_report_collectionfinish(self) -> list[str]:
        """Name the run, which is known once its items are."""
        if self._session.run_id is None:
            return []
        lines = [f"lcbench: run {self._session.run_id}"]
        anew = self._session.anew
        if anew is not None and anew.opening:
            from pytest_lcbench.reporting.asked_anew import went_on_line  # noqa: PLC0415 - the inert plugin imports this module

            lines.append(f"lcbench: {went_on_line(anew.stage, anew.there, len(anew.marks))}")
        return lines

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Feed the live line."""
        properties = dict(report.user_properties)
        if "lcbench_state" in properties and (report.when == "call" or (report.when == "setup" and report.failed)):
            self._show_live(properties)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Blank the dots while the live line is drawn."""
        if self._live is None or self._session.config.option.verbose > 0:
            return None
        if report.passed:
            return ("passed" if report.when == "call" else "", "", "PASSED")
        return None

    def _show_live(self, properties: dict[str, object]) -> None:
        config = self._session.config
        terminal: Any = config.pluginmanager.getplugin("terminalreporter")
        if terminal is None or not terminal.isatty or config.option.verbose > 0:
            return
        from pytest_lcbench.reporting.live import LiveLine  # noqa: PLC0415 - as above

        bridge = config.pluginmanager.getplugin("lcbench-xdist")
        total = self._session.expected or getattr(bridge, "collected", 0)
        now = time.monotonic()
        if self._live is None:
            self._live = LiveLine(total=total, now=now)
        points, cost = properties.get("lcbench_points"), properties.get("lcbench_cost")
        self._done += 1
        if isinstance(cost, float):
            self._cost = cost + (self._cost or 0.0)
        else:
            self._cost_unknown += 1
        self._live.update(
            done=self._done,
            total=total,
            now=now,
            points=points if isinstance(points, float) else None,
            in_flight=None if self._session.lookahead is None else self._session.lookahead.in_flight,
            cost=self._cost,
            unknown_calls=self._cost_unknown,
        )
        terminal.rewrite(self._live.text(now, terminal._tw.fullwidth - 1), erase=True)  # noqa: SLF001 - the reporter offers no public width

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the tables, under ``-q`` too."""
        if self._session.estimate is not None:
            terminalreporter.ensure_newline()
            terminalreporter.section("lcbench")
            for line in self._session.estimate:
                terminalreporter.write_line(line)
            return
        finish = self._closing.finish
        if finish is None:
            if self._session.problem is not None and not self._session.told:
                terminalreporter.write_line(self._session.problem, red=True)
            return
        terminalreporter.ensure_newline()
        terminalreporter.section("lcbench")
        for line in finish.lines:
            terminalreporter.write_line(line)
        if self._session.problem is not None:
            terminalreporter.write_line(self._session.problem, red=True)
        for line in self._judgement():
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"calls of this session: {finish.spending}")
        if self._closing.streamed:
            terminalreporter.write_line(self._elsewhere())
        if self._session.blank:
            terminalreporter.write_line("response store: the file was empty, as a kill in its first moment leaves it: taken as new")
        if finish.held_back_s >= 1.0:
            terminalreporter.write_line(f"held back by the provider's limits: {finish.held_back_s:,.0f} s of this session")
        for line in finish.anew:
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"reports: {finish.folder} (report.html to look at)")
        run = self._session.run
        if self._closing.status == pytest.ExitCode.INTERRUPTED and run is not None and run.anew is not None and not finish.missing:
            # Whoever repeats an interrupted command to finish it would pay for everything once more.
            terminalreporter.write_line(f"nothing is left to resume: the same command would begin {run.anew.flag} again")
        elif not finish.not_run and (not finish.missing or self._closing.status != EXIT_INFRASTRUCTURE):
            pass  # nobody would want to resume it
        elif finish.begins_again is not None:
            flag = finish.begins_again.flag
            terminalreporter.write_line(
                f"{flag} has come to its end: the same command would begin it again; without it, only what has no answer is asked"
            )
        else:
            from pytest_lcbench.models.redaction import redact  # noqa: PLC0415 - the inert plugin imports this module
            from pytest_lcbench.untrusted import one_line  # noqa: PLC0415

            command = shlex.join(["pytest", *map(str, self._session.config.invocation_params.args)])
            # Header values were typed, and stand in no environment variable that masking would know of.
            typed = () if run is None else run.request.header_values()
            terminalreporter.write_line(f"to resume, paying for nothing twice: {one_line(redact(command, typed), 2_000)}")
        self._session.interrupts.reported(self._closing.status)
        if finish.verdict:
            terminalreporter.write_line(f"lcbench: {finish.verdict}", bold=True)
        terminalreporter.flush()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self) -> Generator[None, None, None]:
        """Let no signal cut off what comes now; then print a gate's verdict after pytest's own last line, which may be green."""
        self._session.interrupts.close_run()
        yield
        judged = self._closing.judged
        terminal: Any = self._session.config.pluginmanager.getplugin("terminalreporter")
        if judged is None or judged.gate is None or terminal is None:
            return
        from pytest_lcbench.untrusted import one_line  # noqa: PLC0415 - the inert plugin imports this module

        terminal.ensure_newline()
        good = judged.gate.exit_code == 0
        terminal.write_line(f"lcbench: {one_line(judged.gate.line, _VERDICT_LENGTH)}", bold=True, green=good, red=not good)

    def _elsewhere(self) -> str:
        """Return what other stores contributed, whose ledgers are not at hand."""
        from pytest_lcbench.reporting import figures  # noqa: PLC0415 - the inert plugin imports this module

        costs = list(self._closing.streamed.values())
        known = [cost for cost in costs if cost is not None]
        cost = figures.cost_sum(sum(known), len(known), len(costs) - len(known))
        items = figures.count(len(costs))
        return f"from workers with stores of their own: {items} items, {cost} by their rows; their ledgers have the calls"

    def _judgement(self) -> list[str]:
        """Return comparison and gate as lines."""
        judged = self._closing.judged
        if judged is None:
            return []
        from pytest_lcbench.reporting.comparison_text import comparison_lines  # noqa: PLC0415 - as above
        from pytest_lcbench.reporting.gate_report import gate_lines  # noqa: PLC0415

        lines = []
        if judged.comparison is not None:
            lines = ["", "compared with the baseline (by subtask: comparison.md)"]
            lines += comparison_lines(judged.comparison, without={"subtask"})
        return [*lines, "", *([] if judged.gate is None else [*gate_lines(judged.gate), ""])]
