"""Which answers of a run were drawn again, and whether all of them alike: whoever chooses what is drawn again chooses the result.

A *wave* is what one asking anew (``--lcbench-fresh``, ``--lcbench-rejudge``) draws, over all its sessions. Its name is stored with
every answer that it gets. An answer that took the place of an older one counts as drawn again; one to a call that was never made
before does not, whoever asked. The answers of a run are a mixture

* when some were drawn again, and others that were there before that were not, or
* when they were drawn again by several waves, and since the first of these began some were drawn more often than others (of shards
  that are asked anew one after the other, all are drawn equally often), or
* when these waves are not one round. What was drawn first, second, first again, with the newest of each, looks the same whether the
  first was drawn in vain at an earlier time, or until it pleased. So a round has a name: of shards of one run each was asked anew
  equally often under it. Of other parts all have been drawn equally often ever, which is why they may have to be asked once more.

Two runs of one model that ask everything anew at the same time are a mixture until both are done.

Model and judge are looked at separately. A judgement is of one call's answer, so whoever has it judged anew asks the same model.

Workers on several machines have a store each, and tell what stands there of the answers that they give. Each store is looked at by
itself, then all on one line of time: one asking anew has another name in each store, and is known by going on at the same time.
"""

from __future__ import annotations

import math
import sqlite3
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pytest_lcbench.running.judgements import WAVE, times_judged
from pytest_lcbench.running.pruned import pruned_answers
from pytest_lcbench.running.request import shard_of

TABLE = """CREATE TABLE IF NOT EXISTS waves (
    wave TEXT PRIMARY KEY, run_id TEXT NOT NULL, stage TEXT NOT NULL, since INTEGER NOT NULL)"""
STAGES = {"model": ("fresh",), "judge": ("fresh", "rejudge")}
"""What asks anew for answers of each kind."""
KINDS = tuple(STAGES)
_KEYS_PER_QUERY = 500  # SQLite builds allow at least 999 parameters


@dataclass(frozen=True, slots=True)
class Wave:
    """One asking anew.

    Args:
        run_id: of the run that asks, as the journal packs it.
        stage: from where on.
        since: the store's mark from its beginning; over several stores, the time before its first answer.

    """

    run_id: str
    stage: str
    since: float


@dataclass(frozen=True, slots=True)
class Draw:
    """The newest answer to a call of a run.

    Args:
        kind: ``model`` or ``judge``.
        number: 1 for the first answer to that call, counting up.
        place: in the store, rising with time whatever the clock does; of answers of several stores, when they were got.
        at: seconds since the epoch.
        wave: name of the wave that drew it; empty for none.
        earlier: the same of the older answers, pruned ones included.
        rejudged: of a judgement, by how many askings anew of the judge alone the same model's call has been judged, in whatever words
            it was answered each time.

    """

    kind: str
    number: int
    place: float
    at: float
    wave: str
    earlier: tuple[Draw, ...] = ()
    rejudged: int = 0

    @property
    def all(self) -> tuple[Draw, ...]:
        """Every answer to that call."""
        return (*self.earlier, self)


@dataclass(frozen=True, slots=True)
class Answers:
    """The newest answers to calls of a run, as one store has them.

    Args:
        draws: the answers.
        waves: every asking anew that the store knows, by name.

    """

    draws: Sequence[Draw] = ()
    waves: Mapping[str, Wave] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mixture:
    """What makes answers of one kind a mixture.

    Args:
        wave: the last one that drew some of them again.
        again: how many were drawn again.
        older: how many were not, though they were there; 0 where all were, but not equally often.

    """

    wave: Wave
    again: int
    older: int


def begin(connection: sqlite3.Connection, run_id: str, stage: str, since: float) -> None:
    """Give a name to what *run_id* draws since a mark, unless it has one. In a writing transaction."""
    connection.execute(
        "INSERT INTO waves SELECT ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM waves WHERE run_id = ? AND stage = ? AND since = ?)",
        (uuid.uuid4().hex, run_id, stage, since, run_id, stage, since),
    )


def known(connection: sqlite3.Connection) -> dict[str, Wave]:
    """Return all waves by name."""
    rows = connection.execute("SELECT wave, run_id, stage, since FROM waves").fetchall()
    return {wave: Wave(run_id, stage, since) for wave, run_id, stage, since in rows}


def draws(connection: sqlite3.Connection, keys: Collection[str]) -> list[Draw]:
    """Return the newest answer under each of *keys* that has one."""
    found: dict[str, list[Draw]] = {}
    wanted = list(keys)
    for start in range(0, len(wanted), _KEYS_PER_QUERY):
        part = wanted[start : start + _KEYS_PER_QUERY]
        marks = ",".join("?" * len(part))
        rows = connection.execute(
            f"SELECT key, kind, generation, rowid, written_at, {WAVE} FROM responses WHERE key IN ({marks})"  # noqa: S608 - marks are question marks only
            " AND typeof(generation) = 'integer' ORDER BY generation",
            part,
        ).fetchall()
        for key, kind, number, place, at, name in rows:
            seconds = float(at) if isinstance(at, int | float) else 0.0
            found.setdefault(key, []).append(Draw(str(kind), number, place, seconds, name if isinstance(name, str) else ""))
        for gone in pruned_answers(connection, [key for key in part if key in found]):
            if gone.place < found[gone.key][-1].place:
                found[gone.key].insert(0, Draw(gone.kind, gone.generation, gone.place, gone.at, gone.wave))
    found = {key: _in_order(answers) for key, answers in found.items()}
    rejudged = times_judged(connection, [key for key, answers in found.items() if answers[-1].kind == "judge"])
    return [replace(answers[-1], earlier=tuple(answers[:-1]), rejudged=rejudged.get(key, 0)) for key, answers in found.items()]


def _in_order(answers: Sequence[Draw]) -> list[Draw]:
    """Return answers to one call in the order in which they were got. After all of them were pruned they are numbered from 1 again."""
    ordered: list[Draw] = []
    for draw in sorted(answers, key=lambda draw: draw.place):
        ordered.append(replace(draw, number=max(draw.number, ordered[-1].number + 1 if ordered else 1)))
    return ordered


def drawn_again(found: Iterable[Draw], waves: Mapping[str, Wave], kind: str) -> list[Draw]:
    """Return the answers of a kind that took the place of older ones because they were asked anew."""
    return [draw for draw in found if draw.number > 1 and _wave(draw, waves, kind) is not None]


def mixtures(found: Sequence[Draw], waves: Mapping[str, Wave], *, one_store: bool = True) -> list[Mixture]:
    """Return what makes the answers *found* a mixture, for model and judge; empty when nothing does.

    Only in *one_store* have askings anew names that tell rounds, and have all answers that ever were a number.
    """
    told = []
    for kind in KINDS:
        ours = [draw for draw in found if draw.kind == kind]
        again = drawn_again(ours, waves, kind)
        if not again:
            continue
        last = max((waves[draw.wave] for draw in again), key=lambda wave: wave.since)
        older = [draw for draw in ours if draw.number == 1 and draw.place <= last.since]
        # A first answer may be of the round as well: of a shard with new cases, or a judge's to a text that never came up before.
        left = [draw for draw in older if not one_store or _wave(draw, waves, kind) is None]
        first = min(waves[draw.wave].since for draw in again)
        counts = {sum(one.place > first for one in draw.all) for draw in again}
        uneven = one_store and not one_round(askings(ours, waves, kind), times_asked(ours, waves, kind))
        if left or len(counts) > 1 or uneven:
            told.append(Mixture(last, len(again), len(older)))
    return told


def askings(found: Iterable[Draw], waves: Mapping[str, Wave], kind: str) -> set[tuple[str, int]]:
    """Return by which askings anew answers of a kind were drawn: the run's name, and the how-manieth under that name each was."""
    of_kind = [wave for wave in waves.values() if wave.stage in STAGES[kind]]
    ours = {wave for draw in found if (wave := _wave(draw, waves, kind)) is not None}
    # Once older answers are pruned, several askings may begin at one mark: each counts all the same.
    return {(own.run_id, sum(wave.run_id == own.run_id and wave.since <= own.since for wave in of_kind)) for own in ours}


def times_asked(found: Iterable[Draw], waves: Mapping[str, Wave], kind: str) -> set[int]:
    """Return how often answers of a kind that were drawn by askings anew have been asked for in all.

    Of a judge, how often it was asked anew alone: a new answer is judged anew with it, and how often a text came up before is chance.
    """
    ours = [draw for draw in found if _wave(draw, waves, kind) is not None]
    if kind == "model":
        return {draw.number for draw in ours}
    return {draw.rejudged for draw in ours}


def one_round(told: Collection[tuple[str, int]], times: Collection[int]) -> bool:
    """Whether askings anew, of different parts, can be told to be one round.

    Args:
        told: by which askings the answers were drawn (:func:`askings`).
        times: how often they have been asked for in all (:func:`times_asked`).

    """
    if len(told) < 2:  # noqa: PLR2004 - a round of several
        return True
    shards = [shard_of(run) for run, _ in told]
    wholes = {None if shard is None else (shard[0], shard[2]) for shard in shards}
    if None not in wholes and len(wholes) == 1 and len(set(shards)) == len(shards):
        return len({often for _, often in told}) == 1
    return len(set(times)) == 1


def together(parts: Iterable[Answers]) -> Answers:
    """Return all answers as one."""
    found = list(parts)
    return Answers([draw for part in found for draw in part.draws], {name: wave for part in found for name, wave in part.waves.items()})


def mixtures_over(stores: Sequence[Answers]) -> list[Mixture]:
    """Return what makes the answers of all *stores* a mixture; empty when nothing does."""
    told = [mixture for store in stores for mixture in mixtures(store.draws, store.waves)]
    if told or len(stores) < 2:  # noqa: PLR2004 - one store has been looked at
        return told
    all_of_them = _by_time(stores)
    return mixtures(all_of_them.draws, all_of_them.waves, one_store=False)


def _wave(draw: Draw, waves: Mapping[str, Wave], kind: str) -> Wave | None:
    """Return by what an answer of a kind was asked anew; ``None`` for any other answer."""
    return waves.get(draw.wave) if draw.kind == kind else None


def _by_time(stores: Sequence[Answers]) -> Answers:
    """Return all answers with times as places. Askings of one run that went on at the same time in several stores are one."""
    spans: dict[str, tuple[float, float]] = {}
    for draw in (one for store in stores for newest in store.draws for one in newest.all if one.wave in store.waves):
        first, last = spans.get(draw.wave, (draw.at, draw.at))
        spans[draw.wave] = min(first, draw.at), max(last, draw.at)
    known = {name: wave for store in stores for name, wave in store.waves.items() if name in spans}
    waves: dict[str, Wave] = {}
    began: dict[tuple[str, str], tuple[float, float]] = {}
    for name in sorted(known, key=lambda name: spans[name]):
        wave, (first, last) = known[name], spans[name]
        since, until = began.get((wave.run_id, wave.stage), (first, first))
        if first > until:
            since, until = first, last
        began[wave.run_id, wave.stage] = since, max(until, last)
        waves[name] = replace(wave, since=math.nextafter(since, -math.inf))
    return Answers([_timed(draw) for store in stores for draw in store.draws], waves)


def _timed(draw: Draw) -> Draw:
    return replace(draw, place=draw.at, earlier=tuple(_timed(one) for one in draw.earlier))
