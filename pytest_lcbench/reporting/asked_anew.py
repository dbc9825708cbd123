"""What is said of answers that were asked for anew: that it goes on, is not finished, or has left newer answers beside older ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pytest_lcbench.reporting import figures
from pytest_lcbench.running.generations import Opening, Stage
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.waves import KINDS, Answers, Mixture, askings, drawn_again, times_asked, together
from pytest_lcbench.statistics.run_info import Answered, Drawn
from pytest_lcbench.untrusted import one_line


def went_on_line(stage: Stage, there: int, items: int) -> str:
    """Return what is said when asking anew goes on."""
    return (
        f"{stage.flag} goes on with what it began and did not finish: {figures.count(there)} of {figures.count(items)} items were there"
    )


def anew_lines(asked: Stage | None, journal: Journal, session: str, pending: Mapping[Stage, Collection[str]]) -> list[str]:
    """Return what is to be said of asking anew at a session's end; *pending* are the items that are not done, by stage."""
    lines = []
    began = journal.began(session)
    if asked is not None and began is not None and began[0] is not Opening.NEW:
        lines.append(went_on_line(asked, *began[1:]))
    for stage, items in pending.items():
        if not items:
            continue
        if stage is asked:
            left = figures.count(len(items))
            lines.append(f"{stage.flag} is not finished: {left} items are left, and the same command goes on with them")
        else:
            lines.append(mixed_line(stage, len(items)))
    return lines


def kept_line(asked: Stage | None, journal: Journal, session: str) -> str:
    """Return what a verdict has to say of a session that asked anew what an earlier one, which came to its end, had left; else empty.

    Going on after a kill or Ctrl-C is one session in two parts. Here, say in a second night under the name of the first, nearly all
    answers are another session's.
    """
    began = journal.began(session)
    if asked is None or began is None or began[0] is not Opening.ENDED:
        return ""
    _, there, items = began
    return (
        f"{figures.count(there)} of {figures.count(items)} items were asked anew by an earlier session, which ended with failed calls: "
        f"{asked.flag} went on with those alone"
    )


def mixed_line(stage: Stage, left: int) -> str:
    """Return what is said where asking anew was begun and is not gone on with: newer answers stand beside older ones."""
    return f"{stage.flag} was not finished for {figures.count(left)} of these items: they count as last answered; add it to go on"


def unended_line(stage: Stage) -> str:
    """Return what is said where only other stores know which answers an asking anew, that did not come to its end, has left undone."""
    return f"{stage.flag} was begun on other machines and has not come to its end: answers are from before; add it to go on"


def mixture_line(mixture: Mixture, run_id: str) -> str:
    """Return why answers that were not all drawn alike let nothing be concluded from the run *run_id*."""
    wave, flag = mixture.wave, Stage(mixture.wave.stage).flag
    whose = "this run" if wave.run_id == run_id else f"run '{one_line(wave.run_id, 80)}'"
    others = f"{figures.count(mixture.older)} are from before" if mixture.older else "not all of them equally often"
    return (
        f"{figures.count(mixture.again)} of the answers here were asked anew (the last by {whose} with {flag}), {others}: whoever "
        f"chooses what is asked again chooses the result; add {flag} to have all of them anew"
    )


def part_asked_anew_line(again: int, never: int) -> str:
    """Return why a run that ended early tells nothing, with so many answers drawn again and so many items never asked."""
    return (
        f"{figures.count(again)} of the answers here were asked anew, {figures.count(never)} of the planned items have no answer: "
        "whoever chooses what is asked again chooses where a run ends; run it without --lcbench-gate-early, or add --lcbench-fresh"
    )


def answered(stores: Sequence[Answers]) -> Answered:
    """Return when the answers that stand in *stores* were got, and what they took the place of."""
    answers = together(stores)
    waves = answers.waves
    drawn: dict[str, Drawn] = {}
    for kind in KINDS:
        ours = [draw for draw in answers.draws if draw.kind == kind]
        if not ours:
            continue
        again = drawn_again(ours, waves, kind)
        times = {number for store in stores for number in times_asked(store.draws, store.waves, kind)}
        # Each with the one before it: what is missing there has been pruned.
        before = [draw.earlier[-1] for draw in again if draw.earlier and draw.earlier[-1].number == draw.number - 1]
        earlier = {one.wave for draw in again for one in draw.earlier}
        drawn[kind] = Drawn(
            oldest=min(draw.at for draw in ours),
            again=min((draw.at for draw in again), default=None),
            asked_anew=all(draw.wave in waves for draw in ours),
            replaced=max((one.at for one in before), default=None),
            by=tuple(sorted({draw.wave for draw in ours} & waves.keys())),
            replaced_by=tuple(sorted(earlier & waves.keys())),
            numbers=(min(draw.number for draw in ours), max(draw.number for draw in ours)),
            askings=_askings(stores, kind),
            times_asked=(min(times), max(times)) if times else None,
            forgotten=len(before) < len(again),
        )
    return Answered(**drawn)


def _askings(stores: Sequence[Answers], kind: str) -> tuple[tuple[str, int], ...]:
    """Return by which askings anew answers were drawn. Of one that went on in several stores, the store that knows most counts."""
    most: dict[str, int] = {}
    for store in stores:
        for run, times in askings(store.draws, store.waves, kind):
            most[run] = max(times, most.get(run, 0))
    return tuple(sorted(most.items()))
