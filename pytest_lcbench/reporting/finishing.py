"""Closing a run's books: what was expected, what came, the one summary of both, and the files it is written to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_lcbench.reporting import figures
from pytest_lcbench.reporting.asked_anew import (
    anew_lines,
    answered,
    kept_line,
    mixed_line,
    mixture_line,
    part_asked_anew_line,
    unended_line,
)
from pytest_lcbench.reporting.estimate_report import spending_line
from pytest_lcbench.reporting.html import write_html
from pytest_lcbench.reporting.manifest import Came, read_manifest, what_came
from pytest_lcbench.reporting.replacing import replace_report
from pytest_lcbench.reporting.run_settings import questions, run_info
from pytest_lcbench.reporting.tables import TerminalReport
from pytest_lcbench.reporting.verdicts import saved_verdicts
from pytest_lcbench.running.books import Books
from pytest_lcbench.running.generations import Anew, Progress, Stage
from pytest_lcbench.running.journal import INTERRUPTED
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.run import MINIMUM_COVERAGE, Run
from pytest_lcbench.running.stored_keys import stored_keys
from pytest_lcbench.running.waves import KINDS, Answers, drawn_again, mixtures_over, together
from pytest_lcbench.statistics.gate_early import Decided
from pytest_lcbench.statistics.summary import Summary, summarise
from pytest_lcbench.untrusted import one_line

Decide = Callable[[str, Mapping[str, ResultRow]], Decided | None]
"""Says from a manifest and the rows by item key what was certain of a gate's verdict."""


@dataclass(slots=True)
class Finish:
    """A finished run.

    Args:
        summary: every figure of it.
        lines: the terminal report.
        folder: where its files are.
        stopped: why the run was stopped early, if a fault did.
        infrastructure: why it counts as an infrastructure failure, if it does.
        missing: items without points.
        not_run: of these, items that were not reached.
        spending: one line about what this session cost, by kind of call.
        held_back_s: seconds for which the provider held calls back, in the process where it was longest.
        anew: what is to be said of asking anew: that it went on, or is not finished.
        verdict: one line about the exit code, where pytest's own last line would mislead.
        rows: what the summary was made of, one per expected item.

    """

    summary: Summary
    lines: list[str]
    folder: Path
    stopped: str | None
    infrastructure: str | None
    missing: int
    not_run: int
    spending: str
    held_back_s: float
    anew: list[str]
    verdict: str = ""
    rows: Sequence[ResultRow] = ()
    digest: str = ""
    """Of the file of these rows, as it was written."""
    decided: Decided | None = None
    """What was certain of the gate's verdict before all items were run, where that ended the run."""
    ended_itself: bool = False
    """Whether the session stopped because its verdict was certain, whatever was left to be run: it was not broken off."""
    over: bool = False
    """Whether the session came to its end: nothing that it was broken off in is left to go on with."""
    begins_again: Stage | None = None
    """What was asked anew so that the same command would begin it again, without going on with anything."""


def finish_run(
    run: Run,
    books: Books,
    *,
    crashed: Mapping[str, str],
    skipped: Collection[str] = (),
    ended: str = "",
    decide: Decide | None = None,
    elsewhere: Sequence[Sequence[Answers]] = (),
    told: Collection[str] = (),
    uncollected: int = 0,
) -> Finish | None:
    """Summarise and write the run of the session; ``None`` when it expected no scored item.

    Rows come from the journal, so a killed worker loses none that it had finished; what is expected and has no row is named.

    Args:
        run: the run.
        books: the open files of this pytest session.
        crashed: by node id, why a worker died while running it.
        skipped: node ids of items that a fixture or a hook of the project skipped before they had their score: like those that a mark
            skips they are not expected, though some have been answered ahead.
        ended: why the session was ended before its end, where the journal does not know; empty when it was not.
        decide: says from the manifest and the rows what was certain, where the session was stopped for that.
        elsewhere: the answers that stand in other stores, by store: of workers that keep one of their own.
        uncollected: files that could not be collected.
        told: the items whose rows these have told in this session. What they asked anew is not pending, whatever this store says.

    Raises ``SettingsError`` or ``DataError`` when files cannot be written.

    """
    found = books.journal.get_manifest(books.session)
    if found is None:
        return None
    run_id, manifest = found
    kept = books.journal.rows(run_id)
    asking = _Asking.of(run, books, run_id, kept.keys(), told)
    current = {key: row for key, row in kept.items() if key not in asking.older}
    decided = None if decide is None else decide(manifest, current)
    items, selected = read_manifest(manifest)
    came = what_came([item for item in items if item[0] not in skipped], current, crashed, decided)
    # A session that stops because its verdict is certain waits for what is in flight: if that was all, nothing is left to be decided.
    all_came = decide is not None and decided is None and not came.broken_off
    reason = books.journal.stop_reason(books.session)
    stopped = None if decided is not None or all_came or reason == INTERRUPTED else reason
    over = stopped is None and (not came.broken_off or not (ended or crashed))
    # The session has come to its end without these. Were they still waited for, the next asking anew would go on from the answers of
    # this one: it would ask next to nothing, and repeat its verdict.
    without_row = {key for _, key, _ in items} - current.keys()
    left_out = came.not_needed.keys() | (without_row | set(told) if over else set())
    open_items = asking.open_items(came, left_out)
    keys = _keys(books)
    here, others = books.journal.answers(keys), [together(store) for store in elsewhere]
    stores = [answers for answers in (here, *others) if answers.draws]
    # All of them are run again in every session, but where that was not needed.
    whole, part = _with_the_rest(run, books, {key for _, key, _ in items}, here) if came.not_needed else (here, "")
    why_unfinished = [
        _unfinished(stopped or ended or ("workers died" if crashed else ""), came.broken_off, len(came.expected)),
        *asking.why_unfinished(open_items, len(came.rows)),
        # A part was asked anew, by whichever run, and the others stand from before.
        *(mixture_line(mixture, run_id) for mixture in mixtures_over([answers for answers in (whole, *others) if answers.draws])),
        part,
        _not_collected(uncollected),
    ]
    left = {
        "not_needed": len(came.not_needed),
        "not_needed_items": tuple(sorted(came.not_needed.values())),
        "selected": selected,
        "unfinished": "; ".join(why for why in why_unfinished if why),
        "kept": kept_line(run.anew, books.journal, books.session),
        "answered": answered(stores) if stores else None,
    }
    notes = _notes(run, books, keys, sum(nodeid in skipped for nodeid, _, _ in items))
    summary = summarise(came.expected, run_info(run, run_id, came.expected, notes, came.too_long).model_copy(update=left))
    folder = run.request.reports / run_id
    # What was skipped as asked is not expected: in the rows it would read as an infrastructure error that the tables do not show.
    digest = replace_report(folder, came.expected, summary, questions(run), books.session)
    if run.anew is not None:
        books.journal.leave_out(run_id, run.anew, left_out)
    return Finish(
        summary=summary,
        lines=TerminalReport(summary).lines(),
        folder=folder,
        stopped=stopped,
        infrastructure=_uncovered(came.missing, len(came.expected)),
        missing=came.missing,
        not_run=came.not_run,
        spending=spending_line(books.ledger.totals(session=books.session), judged=run.judge is not None),
        held_back_s=run.held_back(books),
        rows=came.expected,
        digest=digest,
        decided=decided if came.not_needed else None,
        ended_itself=bool(came.not_needed) or all_came,
        over=over,
        begins_again=run.anew if over and run.anew is not None and (told or not open_items[run.anew]) else None,
        anew=anew_lines(run.anew, books.journal, books.session, open_items),
    )


@dataclass(frozen=True, slots=True)
class _Asking:
    """What the journal says, at the session's end, of asking anew.

    Args:
        anew: what this session asked anew, if anything.
        told: the items whose rows other stores have told in this session.
        progress: by stage, the items that are to be asked anew, and how far each is.
        older: items whose row is made from older answers than this session asks for.
        unended: stages that were begun by workers with stores of their own, of which this session asks none.

    """

    anew: Stage | None
    told: Collection[str]
    progress: Mapping[Stage, Mapping[str, Progress]]
    older: Collection[str]
    unended: Collection[Stage]

    @classmethod
    def of(cls, run: Run, books: Books, run_id: str, kept: Collection[str], told: Collection[str]) -> _Asking:
        """Return it for a run of which the journal has a row of each of *kept*."""
        progress = books.journal.pending(run_id)
        older: set[str] = set()
        if run.anew is not None:
            # A row of an item that is still to be asked anew is made from older answers. Where nobody asked anew in this store, every
            # row is that was not told in this session.
            waiting = {item for item, how_far in progress[run.anew].items() if how_far is Progress.PENDING}
            older = set(kept if books.journal.began(books.session) is None else waiting) - set(told)
        return cls(run.anew, told, progress, older, books.journal.unended(run_id) if told and run.anew is None else ())

    def open_items(self, came: Came, left_out: Collection[str]) -> dict[Stage, Collection[str]]:
        """Return by stage which of the items that came are not done, but for those that this session has left out."""
        done = {*left_out, *self.told}
        return {
            stage: (items.keys() - done if stage is self.anew else items.keys()) & came.rows.keys()
            for stage, items in self.progress.items()
        }

    def why_unfinished(self, open_items: Mapping[Stage, Collection[str]], items: int) -> list[str]:
        """Return why these of so many items are not all of one kind. Where all are older they are at least that."""
        mixed = [mixed_line(stage, len(left)) for stage, left in open_items.items() if stage is not self.anew and 0 < len(left) < items]
        return [*mixed, *map(unended_line, self.unended)]


def _with_the_rest(run: Run, books: Books, planned: Collection[str], here: Answers) -> tuple[Answers, str]:
    """Return the answers *here*, of the items that this session has run, with those that stand here to the others that were *planned*.

    A verdict that is certain before all are run is that over all: it must not come of a part that was asked anew and stands first in
    their order. Contexts of the others are built for it, where anything was asked anew at all; what this session asks anew itself of
    them is left out. Where there is no answer to some of them, nobody knows that this part was not drawn until it pleased: why then
    nothing is to be concluded is returned as well.
    """
    asked = {kind for kind in KINDS if run.anew is not None and Anew(run.anew).asks(kind)}
    # Answers that a project's own scorer takes are not judged, whatever judgements there are.
    kinds = ({draw.kind for draw in here.draws} or set(KINDS)) - asked
    if not kinds or not here.waves:
        return here, ""
    left = set(planned) - {call.item for call in books.ledger.calls(session=books.session)}
    stand = stored_keys(run, books.store, (item for suite in run.suites for item in run.items(suite) if item.key.text in left))
    found = books.journal.answers(stand.model | stand.judge)
    whole = together([here, Answers([draw for draw in found.draws if draw.kind in kinds], found.waves)])
    for kind, never in (("model", stand.unanswered), ("judge", stand.unanswered + stand.unjudged)):
        again = len(drawn_again(whole.draws, whole.waves, kind)) if kind in kinds else 0
        # A call that failed leaves a few without an answer.
        if again and never > (1.0 - MINIMUM_COVERAGE) * len(planned):
            return whole, part_asked_anew_line(again, never)
    return whole, ""


def _notes(run: Run, books: Books, keys: Collection[str], skipped: int) -> list[str]:
    """Return what was met on the way that the tables have to tell."""
    notes = [f"token counts are not remembered on disk: {trouble}" for trouble in run.trouble()]
    if damaged := books.store.damaged(keys):
        notes.append(f"of {figures.count(damaged)} calls the stored answer was damaged and had to be asked for again")
    if skipped:
        notes.append(f"{figures.count(skipped)} items were skipped by the project's own fixtures or hooks, and are not expected")
    return notes


def _uncovered(missing: int, expected: int) -> str | None:
    """Return what is wrong with the coverage of a run, if it is too low."""
    share = 1.0 - missing / expected if expected else 1.0
    if share >= MINIMUM_COVERAGE:
        return None
    needed = figures.coverage(MINIMUM_COVERAGE)
    return f"coverage {figures.coverage(share)} is under {needed}: {missing} of {expected} without points"


def _not_collected(files: int) -> str:
    if not files:
        return ""
    return f"{figures.count(files)} file{'' if files == 1 else 's'} could not be collected: nobody knows what cases there are"


def _unfinished(why: str, not_run: int, expected: int) -> str:
    """Return what a run remembers of a session that was ended with cases not run; empty for any other."""
    if not not_run:
        return ""
    # Whoever ends a session need not tell: what is sure is that the items were to be run.
    return (
        f"its last session was ended with {figures.count(not_run)} of {figures.count(expected)} items not run "
        f"({one_line(why, 300) or 'no reason is known'}); run the same command again, stored answers cost nothing"
    )


def _keys(books: Books) -> set[str]:
    """Return under which keys the answers of this session stand, those included that were there."""
    return {call.store_key for call in books.ledger.calls(session=books.session) if call.store_key}


def show_verdicts(run: Run, finish: Finish) -> None:
    """Write the page of a run again, with the verdicts that its folder holds now. Raises ``DataError``."""
    write_html(finish.folder, finish.rows, finish.summary, questions=questions(run), verdicts=saved_verdicts(finish.folder))
