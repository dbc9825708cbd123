"""Parts of a run become one run: shards of several machines, or runs of different cases made alike."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_lcbench.errors import DataError
from pytest_lcbench.reporting.files import safe_folder_name
from pytest_lcbench.reporting.html import saved_questions
from pytest_lcbench.reporting.overwriting import refuse_other_run
from pytest_lcbench.reporting.parts import chosen
from pytest_lcbench.reporting.replacing import replace_report
from pytest_lcbench.reporting.saved_runs import SavedRun
from pytest_lcbench.reporting.unfinished import Maker
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.running.settings import RUN_ID_LENGTH
from pytest_lcbench.running.waves import one_round
from pytest_lcbench.statistics.compatible import differences
from pytest_lcbench.statistics.items import case_key, item_name, one_per_item, points_of
from pytest_lcbench.statistics.run_info import Answered, Drawn, RunInfo, Shard
from pytest_lcbench.statistics.same_cases import documents_apart
from pytest_lcbench.statistics.summary import Summary, summarise
from pytest_lcbench.untrusted import one_line

MERGE = Maker.MERGE


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged run.

    Args:
        folder: where its files are.
        summary: every figure of it.
        repeated: rows that told of an item again.
        missing: shards that were not there.

    """

    folder: Path
    summary: Summary
    repeated: int
    missing: tuple[Shard, ...]


def merge_runs(parts: Sequence[SavedRun], *, reports: Path, run: str | None = None, session: str | None = None) -> Merged:
    """Write *parts* as one run under *reports*.

    Of an item that several parts hold, the row that got furthest stands (:func:`pytest_lcbench.statistics.items.one_per_item`). When
    all shards are there the result is what the whole run would have been.

    Args:
        parts: at least one.
        reports: folder of runs.
        run: id of the merged run; by default a hash of the parts' ids.
        session: as :func:`pytest_lcbench.reporting.importing.begin_again` was told, if it was called.

    Raises ``DataError`` when the parts were made with different settings, divide different selections, or lack cases that they were
    to have (:func:`pytest_lcbench.reporting.parts.chosen`).

    """
    first = parts[0]
    for part in parts[1:]:
        _check_alike(first, part)
    _check_documents(parts)
    shards, missing = _shards(parts)
    selected, gaps = chosen(parts)
    names = "\n".join(sorted({part.info.run_id for part in parts}))
    run_id = safe_folder_name(run or hashlib.sha256(names.encode("utf-8", "surrogatepass")).hexdigest()[:RUN_ID_LENGTH])
    rows, repeated = one_per_item(row.model_copy(update={"run_id": run_id}) for part in parts for row in part.rows)
    gaps += tuple(why for why in (_disagreeing(parts), _waves(parts)) if why)
    rows_of = tuple(sorted({digest for part in parts for digest in (part.digest, *part.info.parts) if digest}))
    info = _info([part.info for part in parts], run_id, missing)
    info = info.model_copy(update={"selected": selected, "gaps": gaps, "parts": rows_of})
    summary = summarise(rows, info.model_copy(update=_not_needed(parts, rows)))
    folder = reports / run_id
    if any(part.folder.resolve() == folder.resolve() for part in parts):
        raise DataError("is one of the runs to be merged: choose another --run", path=one_line(str(folder), 300))
    refuse_other_run(folder, MERGE)
    questions = {key: text for part in parts for key, text in saved_questions(part.folder).items()}
    replace_report(folder, rows, summary, questions, session or uuid.uuid4().hex, MERGE)
    return Merged(folder, summary, repeated, missing if shards else ())


def _check_alike(first: SavedRun, other: SavedRun) -> None:
    found = differences(first.info, other.info)
    if found:
        shown = "; ".join(map(str, found[:5])) + (f"; and {len(found) - 5} more" if len(found) > 5 else "")  # noqa: PLR2004
        raise DataError(f"{_name(first)} and {_name(other)} were made with different settings and make no one run: {shown}")


def _check_documents(parts: Sequence[SavedRun]) -> None:
    names = documents_apart([part.rows for part in parts])
    if names:
        shown = ", ".join(one_line(name, 80) for name in names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")  # noqa: PLR2004
        raise DataError(
            f"the runs read other texts under the same document names and make no one run: {shown}; run all parts on the same documents"
        )


def _shards(parts: Sequence[SavedRun]) -> tuple[list[Shard], tuple[Shard, ...]]:
    """Return the shards among *parts* and those that are missing. Raises ``DataError`` for parts of different wholes."""
    there: dict[Shard, SavedRun] = {}
    missing: dict[Shard, None] = {}
    for part in parts:
        if part.info.shard is not None:
            there.setdefault(part.info.shard, part)
        missing |= dict.fromkeys(part.info.missing_shards)
    known = [*there, *missing]
    if not known:
        return [], ()
    for part in parts:
        if part.info.shard is None and not part.info.missing_shards:
            raise DataError(f"{_name(part)} is no shard, others are shards of {known[0].count}: merge shards, or runs without any")
    first = known[0]
    for shard in known[1:]:
        if shard.count != first.count:
            raise DataError(f"shards {first.text} and {shard.text} are parts of different divisions: merge parts of one")
        if shard.selection != first.selection:
            raise DataError(
                f"shards {first.text} and {shard.text} divide different cases: run them with the same --lcbench-sample and data"
            )
    present = {shard.index for shard in there} | _within(parts, missing)
    lost = [Shard(index=index, count=first.count, selection=first.selection) for index in range(1, first.count + 1)]
    return list(there), tuple(shard for shard in lost if shard.index not in present)


def _within(parts: Sequence[SavedRun], missing: dict[Shard, None]) -> set[int]:
    """Return the shards that merged runs among *parts* already hold."""
    found: set[int] = set()
    for part in parts:
        lacking = part.info.missing_shards
        if lacking:
            found |= set(range(1, lacking[0].count + 1)) - {shard.index for shard in lacking}
    return found if missing else set()


def _disagreeing(parts: Sequence[SavedRun]) -> str:
    """Return of how many items two parts hold two answers, or two scores of one; empty when of none."""
    found: dict[tuple[object, ...], list[tuple[float, str | None]]] = {}
    for part in parts:
        for row in part.rows:
            if (value := points_of(row)) is not None:
                found.setdefault((*case_key(row), row.epoch), []).append((value, row.response_text))
    several = [told for told in found.values() if len(told) > 1]
    different = sum(len(set(told)) > 1 for told in several)
    if not different:
        return ""
    return (
        f"{different:,} of the {len(several):,} items that several of the parts hold were answered or scored more than once, and which "
        "answer counts must not be chosen afterwards: merge only one run of each part"
    )


def _waves(parts: Sequence[SavedRun]) -> str:
    """Return which part stands from before another one was asked anew, or was drawn less often; empty when none does."""
    for kind in ("model", "judge"):
        drawn = [(part, found) for part in parts if part.info.answered is not None and (found := getattr(part.info.answered, kind))]
        for part, found in drawn:
            for other, against in drawn:
                how = "" if other is part else _drawn_less(found, against, _name(other))
                if how:
                    return (
                        f"answers of {_name(part)} were asked anew (--lcbench-fresh, --lcbench-rejudge), {how}: whoever "
                        "chooses what is asked again chooses the result; run all parts anew, one time each"
                    )
        times = [number for _, found in drawn for number in found.times_asked or ()]
        askings = {asking for _, found in drawn for asking in found.askings}
        if any(found.again is not None for _, found in drawn) and not one_round(askings, times):
            return (
                "the parts were asked anew (--lcbench-fresh, --lcbench-rejudge), and not as one round that can be told: whoever "
                "chooses what is asked again chooses the result; run the whole anew, or all shards of it, each once under one new name "
                "(--lcbench-run)"
            )
    return ""


def _drawn_less(found: Drawn, other: Drawn, name: str) -> str:
    """Return how the answers *other*, of the part *name*, were drawn less often than *found*; empty where they were not.

    Of parts that are asked anew one after the other all were drawn equally often since the first of these askings. So nothing may have
    been replaced that was got later than what still stands elsewhere, nor by the same asking.
    """
    if found.again is None:
        return ""
    if other.again is None and not other.asked_anew and other.oldest < found.again:
        return f"those of {name} are from before"
    if set(found.replaced_by) & set(other.by) or (found.replaced is not None and found.replaced > other.oldest):
        return f"those of {name} less often"
    # How often a wording of an answer was judged is chance; how often a call was answered is not.
    if found.forgotten and (found.times_asked or found.numbers) != (other.times_asked or other.numbers):
        return f"and as older ones have been pruned nobody knows whether those of {name} were as often"
    return ""


def _not_needed(parts: Sequence[SavedRun], rows: Sequence[ResultRow]) -> dict[str, object]:
    """Return what no part ran because its verdict was certain: of an item that another part ran there is a row."""
    run = {f"{row.suite}/{item_name(row)}" for row in rows}
    named = tuple(sorted({name for part in parts for name in part.info.not_needed_items} - run))
    unnamed = sum(part.info.not_needed for part in parts if not part.info.not_needed_items)
    return {"not_needed": len(named) + unnamed, "not_needed_items": named}


def _info(infos: Sequence[RunInfo], run_id: str, missing: tuple[Shard, ...]) -> RunInfo:
    return infos[0].model_copy(
        update={
            "run_id": run_id,
            "shard": None,
            "missing_shards": missing,
            "unfinished": "; ".join(f"of {one_line(info.run_id, 80)}: {info.unfinished}" for info in infos if info.unfinished),
            "made_by": MERGE.value,
            "window_set": any(info.window_set for info in infos),
            "minimum_coverage": max(info.minimum_coverage for info in infos),
            "skipped": tuple(sorted({name for info in infos for name in info.skipped})),
            "data_notes": tuple(dict.fromkeys(note for info in infos for note in info.data_notes)),
            "kept": "; ".join(f"of {one_line(info.run_id, 80)}: {info.kept}" for info in infos if info.kept),
            "answered": _answered(infos),
            "dropped_parameters": tuple(sorted({name for info in infos for name in info.dropped_parameters})),
        }
    )


def _answered(infos: Sequence[RunInfo]) -> Answered | None:
    known = [info.answered for info in infos if info.answered is not None]
    merged = {}
    for kind in ("model", "judge"):
        drawn = [found for one in known if (found := getattr(one, kind)) is not None]
        times = [number for found in drawn for number in found.times_asked or ()]
        if drawn:
            merged[kind] = Drawn(
                oldest=min(found.oldest for found in drawn),
                again=min((found.again for found in drawn if found.again is not None), default=None),
                asked_anew=all(found.asked_anew for found in drawn),
                replaced=max((found.replaced for found in drawn if found.replaced is not None), default=None),
                by=tuple(sorted({name for found in drawn for name in found.by})),
                replaced_by=tuple(sorted({name for found in drawn for name in found.replaced_by})),
                numbers=(min(found.numbers[0] for found in drawn), max(found.numbers[1] for found in drawn)),
                askings=tuple(sorted({asking for found in drawn for asking in found.askings})),
                times_asked=(min(times), max(times)) if times else None,
                forgotten=any(found.forgotten for found in drawn),
            )
    return Answered(**merged) if merged else None


def _name(run: SavedRun) -> str:
    return f"'{one_line(run.info.run_id, 80)}'"
