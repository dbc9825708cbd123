"""What one pytest process knows of the run: loaded from the settings, opened once its items are known, stopped, closed.

Hooks are in the other plugin files; they and the fixtures share this.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest

from pytest_lcbench import options
from pytest_lcbench.early_stop import DECIDED, free_of_charge, gate_over, refuse_early_stop, watch_rows
from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.interrupts import Interrupts
from pytest_lcbench.lookahead import LookAhead
from pytest_lcbench.plain_imports import import_plainly
from pytest_lcbench.pytest_items import FATAL, item_of, only_looks
from pytest_lcbench.user_hooks import added_suites, group_labels, model_named, own_score
from pytest_lcbench.xdist import (
    distributes,
    is_worker,
    keeps_own_store,
    place_of_store,
    refuse_distribution,
    unfinished_sessions,
    worker_place,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from pytest_lcbench.reporting.gating import Gating
    from pytest_lcbench.running.books import Books
    from pytest_lcbench.running.evaluation import Evaluator
    from pytest_lcbench.running.generations import Anew
    from pytest_lcbench.running.run import Item, Run
    from pytest_lcbench.running.streaming import Outbox
    from pytest_lcbench.statistics.run_info import Selected

CEILING = "--lcbench-max-cost"
"""How the reason of a stop begins when the money ran out: then calls in flight are good, and their answers wanted."""


class LcbenchSession:
    """The plugin's session in one pytest process.

    Args:
        config: pytest's.

    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.session_id: str = getattr(config, "workerinput", {}).get("lcbench_session") or uuid.uuid4().hex
        self.problem: str | None = None
        self.told = False
        """Whether pytest was told the problem, and shows it."""
        self.run: Run | None = None
        self.run_id: str | None = None
        self.gating: Gating | None = None
        self.books: Books | None = None
        self._checked = False
        """Whether the files that workers share were there before these started."""
        self.blank = False
        """Whether the store was an empty file as the session began."""
        self.evaluator: Evaluator | None = None
        self.lookahead: LookAhead | None = None
        self.anew: Anew | None = None
        self._free: Collection[str] = ()
        """Items of this process that are run after an early stop as well, since they cost nothing."""
        self.outbox: Outbox | None = None
        """What this process tells a controller that has another store."""
        self.estimate: list[str] | None = None
        """What a run would cost, as lines, where that is all that was asked."""
        self.selected: Selected | None = None
        """What chose the items of this process among those that the run has."""
        self.expected = 0
        """Items of this process that will be scored."""
        self.interrupts = Interrupts(worker=is_worker(config))

    def load(self) -> Run | None:
        """Load the run once. What is wrong with it is kept in ``problem``: only some processes can raise it cleanly."""
        if self.run is not None or self.problem is not None:
            return self.run
        import_plainly()
        from pytest_lcbench.running.run import Run  # noqa: PLC0415 - the inert plugin imports nothing that it may not need
        from pytest_lcbench.suites.items import marker_names  # noqa: PLC0415

        try:
            refuse_distribution(self.config)
            request = options.read_options(self.config)
            run = Run.load(
                request,
                extra_suites=added_suites(self.config),
                find_model=lambda name: model_named(self.config, name),
            )
            # On another machine there is neither the baseline nor the policy, and it is the controller that judges.
            if (request.baseline is not None or request.gate is not None or request.estimate) and not keeps_own_store(
                self.config, request.reports
            ):
                from pytest_lcbench.reporting.gating import prepare  # noqa: PLC0415

                self.gating = prepare(run, lambda case: group_labels(self.config, case), self.config.rootpath)
            if request.gate_early:
                refuse_early_stop(self.config, run, self.gating)
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

    def check_books(self) -> None:
        """Try the files of a run that workers will share, before any worker starts: each would refuse them at every case.

        What is wrong with them is kept in ``problem``.
        """
        run = self.run
        if run is None or is_worker(self.config) or not distributes(self.config):
            return
        if only_looks(self.config) or run.request.estimate:
            return
        try:
            books = run.open_books(self.session_id, run.run_id([]) if run.request.run else "")
            try:
                if run.anew is not None:
                    # Noted before there is anything to go on with: whatever kills this session, the next one does.
                    books.journal.note_asking(self.session_id, books.run_id, run.anew)
            finally:
                books.close()
        except LcbenchError as error:
            self.problem = f"lcbench: {error}"
        else:
            self._checked = True

    def reopen_books(self, run: Run, run_id: str = "") -> Books:
        """Return the files of the session, opened where only workers have had them open. Raises ``SettingsError``, ``StoreError``."""
        if self.books is None:
            if self._checked:
                from pytest_lcbench.running.books import check_there  # noqa: PLC0415 - as in load

                check_there(run.request.reports)
            self.books = run.open_books(self.session_id, run_id)
        return self.books

    def unfinished(self) -> list[str]:
        """Return, where anything is to be asked anew, the sessions that did so over workers and did not come to their end."""
        try:
            if not options.asks_anew(self.config):
                return []
            from pytest_lcbench.running.books import kept_askings  # noqa: PLC0415 - the inert plugin imports nothing that it may not need

            return kept_askings(options.reports_folder(self.config))
        except (LcbenchError, pytest.UsageError):
            # Whoever needs the option or the file says what is wrong with it; till then nobody goes on with anything.
            return []

    def open(self, keys: list[Item], scored: list[tuple[str, Item]], called: list[Item]) -> None:
        """Open the store and say what this run expects, so that nothing that is missing later goes unnoticed.

        What goes wrong is kept in ``problem``.

        Args:
            keys: the cases of all items that will run here.
            scored: those that will be scored, with the ids of their pytest items.
            called: those that the model will be asked.

        """
        from pytest_lcbench.running.calls import recorded_settings  # noqa: PLC0415 - as in load
        from pytest_lcbench.running.run import Place  # noqa: PLC0415

        run = self.run
        if run is None or self.evaluator is not None:
            return
        try:
            self.run_id = run.run_id([item.key for item in keys])
            if self.gating is not None:
                self.gating.check_folder(run.request.reports / self.run_id)
            self.books = books = run.open_books(self.session_id, self.run_id)
            settings_json = recorded_settings(run.settings, run.suites)
            books.journal.record_run(self.run_id, settings_json)
            if run.anew is not None:
                wants_row = {item.key.text for _, item in scored}
                asked = {item.key.text: item.key.text in wants_row for item in called}
                unfinished = unfinished_sessions(self.config)
                self.anew = books.journal.ask_anew(self.session_id, self.run_id, run.anew, asked, unfinished)
            self.evaluator = run.evaluator(
                books,
                Place(*worker_place(self.config)),
                custom_scorer=lambda case, text: own_score(self.config, case, text),
                groups=lambda case: group_labels(self.config, case),
                anew=self.anew,
            )
            manifest: str | None = None
            if scored:
                from pytest_lcbench.reporting.manifest import manifest_json  # noqa: PLC0415 - as in load

                evaluator = self.evaluator
                expected = [(nodeid, item.key.text, evaluator.skeleton(item.key, item.id)) for nodeid, item in scored]
                manifest = manifest_json(expected, self.selected)
                books.journal.put_manifest(self.session_id, self.run_id, manifest)
            if keeps_own_store(self.config, run.request.reports):
                from pytest_lcbench.running.streaming import Outbox  # noqa: PLC0415

                self.outbox = Outbox(self.run_id, settings_json, manifest, place_of_store(run.request.reports), books.answers)
                books.journal.on_row = self.outbox.put
            judged = [item for _, item in scored]
            gate = gate_over(run, self.gating, judged)
            if gate is not None:
                own = bool(self.config.hook.pytest_lcbench_score.get_hookimpls())
                self._free = free_of_charge(run, judged, books, judged=run.judge is not None and not own)
                alone = not is_worker(self.config)
                watch_rows(gate, run, judged, books, session_id=self.session_id, run_id=self.run_id, alone=alone)
            kept = books.journal.items(self.run_id)
            if run.anew is not None or any(item.key.text not in kept for item in keys):
                run.prepare()
            # Last of all: what cannot begin leaves an earlier session's reports and verdicts as they are.
            if scored and self.outbox is None:
                from pytest_lcbench.reporting.replacing import begin  # noqa: PLC0415 - as in load

                begin(run.request.reports / self.run_id, self.session_id)
        except LcbenchError as error:
            self.problem = f"lcbench: {error}"
            self.evaluator = None
            return
        wanted = run.request.concurrency
        most = None if wanted is None else Place(*worker_place(self.config)).share(wanted)
        self.lookahead = LookAhead(self.config, self.evaluator, most=most, trouble=lambda: books.trouble)

    def stop_reason(self) -> str | None:
        """Return why the session must stop, if some process of it has met a fault that every call would meet."""
        if self.books is None:
            return None
        from pytest_lcbench.models.store import StoreError  # noqa: PLC0415 - as in load

        try:
            return self.books.journal.stop_reason(self.session_id)
        except StoreError as error:
            self.books.journal.halt(str(error))
            return str(error)

    def stop_if_told(self, item: pytest.Item) -> None:
        """Skip *item* and end the session once it has been stopped."""
        reason = self.stop_reason()
        if reason is None:
            return
        if self.ends_for(reason):
            self.tell_controller(item, reason)
            self.end(item.session, reason)
        elif (found := item_of(item)) is not None and found.key.text in self._free:
            return
        pytest.skip(f"lcbench: not run: {reason}")

    def ends_for(self, reason: str) -> bool:
        """Whether a stop for *reason* ends the session: nothing more is asked, but what is stored belongs to the run."""
        return not (self._free and reason.startswith(DECIDED))

    def tell_controller(self, item: pytest.Item, reason: str) -> None:
        """Let the controller know why the session ends, where its journal does not say so."""
        if self.outbox is not None or (self.books is not None and self.books.journal.halted is not None):
            item.user_properties.append((FATAL, reason[:500]))

    def end(self, session: pytest.Session, reason: str) -> None:
        """Let pytest stop after this item; what is in flight is cancelled, or waited for where it will be paid for all the same."""
        if self.lookahead is not None:
            # pytest shows why it was stopped by parsing source files; CPython 3.11 cannot do that while another thread formats a
            # traceback, as calls that fail in flight do. So nothing is in flight any more when it does.
            self.lookahead.close(self.run.request.timeout if self.run is not None and reason.startswith((CEILING, DECIDED)) else 0.0)
        session.shouldstop = f"lcbench: {reason}"

    def close(self) -> None:
        """Close the run and its store."""
        if self.run is not None:
            self.run.close()
        if self.books is not None:
            self.books.close()
            self.books = None


SESSION = pytest.StashKey[LcbenchSession]()
"""Where a pytest ``Config`` keeps it."""
