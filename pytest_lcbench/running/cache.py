"""Looking into the answer store: what it holds, what may be deleted, and why a stored answer is or is not used again."""

from __future__ import annotations

import difflib
import json
import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.aliases import find_alias
from pytest_lcbench.models.ledger import FILE_NAME as LEDGER_NAME
from pytest_lcbench.models.ledger import Ledger
from pytest_lcbench.models.model import Response
from pytest_lcbench.models.store import ResponseStore, call_key
from pytest_lcbench.models.stored_answers import StoredCall
from pytest_lcbench.running.generations import before_pruning, move_marks
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.untrusted import one_line

STORE_NAME = "store.sqlite"
_DAY_S = 86_400.0
_SHOWN = 5


def open_cache(reports: Path) -> ResponseStore:
    """Open the store of a reports folder. Raises ``SettingsError`` where there is none: looking makes no file."""
    path = reports / STORE_NAME
    try:
        there = path.is_file()
    except (OSError, ValueError):
        there = False
    if not there:
        raise SettingsError(f"no answer store at {one_line(str(path), 300)}: name the reports folder of a run with --reports")
    return ResponseStore(path)


@dataclass(slots=True)
class Holding:
    """What the store holds of one model in one role.

    Args:
        kind: ``model`` or ``judge``.
        route: who answered.
        answers: distinct calls, of which the newest answer counts.
        superseded: older generations of them.
        cost: USD of all of it, where known.
        unknown: answers of unknown cost.
        damaged: answers that cannot be read; a run that needs one asks for it again.
        oldest: seconds since the epoch.
        newest: the same.

    """

    kind: str
    route: str
    answers: int = 0
    superseded: int = 0
    cost: float = 0.0
    unknown: int = 0
    damaged: int = 0
    oldest: float = math.inf
    newest: float = -math.inf


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """A store at a glance: where, how large in bytes, and what of whom."""

    path: Path
    size: int
    holdings: tuple[Holding, ...]


def cache_info(store: ResponseStore) -> CacheInfo:
    """Return what *store* holds. Raises ``StoreError``."""
    found: dict[tuple[str, str], Holding] = {}
    seen: set[str] = set()
    for call, response in store.entries():
        # Every answer beyond the first that is there of a call means one that is superseded, whichever of them that is.
        _hold(found, call, response, superseded=call.key in seen)
        seen.add(call.key)
    return CacheInfo(store.path, store.size(), tuple(found[name] for name in sorted(found)))


@dataclass(slots=True)
class PrunePlan:
    """Answers that would be deleted.

    Args:
        holdings: them at a glance; each is counted under ``answers`` if nothing is left of its call, else under ``superseded``.
        answers: their keys and generations.

    """

    holdings: list[Holding] = field(default_factory=list)
    answers: list[tuple[str, int]] = field(default_factory=list)


def plan_prune(
    store: ResponseStore, *, model: str | None = None, older_than_days: float | None = None, superseded: bool = False
) -> PrunePlan:
    """Choose answers to delete: those that fulfil every condition given. Nothing is deleted yet.

    Args:
        store: the store.
        model: name or route of who answered, in either role.
        older_than_days: stored longer ago than that.
        superseded: only generations that a newer one has replaced.

    Raises ``SettingsError`` without a condition, or for a model of which there is nothing.

    """
    if model is None and older_than_days is None and not superseded:
        raise SettingsError("say what to delete: --model NAME, --older-than DAYS, --superseded, or several, which must then all hold")
    if older_than_days is not None and not 0 <= older_than_days < math.inf:
        raise SettingsError("--older-than: give a number of days, 0 or more")
    newest: dict[str, int] = {}
    counts: dict[str, int] = {}
    routes: set[str] = set()
    for call in store.calls():
        newest[call.key] = max(newest.get(call.key, 0), call.generation)
        counts[call.key] = counts.get(call.key, 0) + 1
        routes.add(str(call.parts.get("route", "")))
    wanted = None if model is None else {route for route in routes if _is_model(route, model)}
    if model is not None and not wanted:
        raise SettingsError(f"--model {one_line(model, 80)}: nothing of it is stored; there is {_listed(sorted(routes))}")
    before = math.inf if older_than_days is None else time.time() - older_than_days * _DAY_S
    plan, found = PrunePlan(), dict[tuple[str, str], Holding]()
    for call, response in store.entries():
        route = str(call.parts.get("route", ""))
        if (wanted is not None and route not in wanted) or call.written_at >= before:
            continue
        if superseded and call.generation >= newest.get(call.key, 0):
            continue
        plan.answers.append((call.key, call.generation))
        counts[call.key] = counts.get(call.key, 1) - 1
        _hold(found, call, response, superseded=counts[call.key] > 0)
    plan.holdings = [found[name] for name in sorted(found)]
    return plan


def prune(store: ResponseStore, plan: PrunePlan) -> tuple[int, int]:
    """Delete what *plan* chose, and nothing else; return how many answers that were and how many bytes became free.

    Raises ``StoreError``, with nothing deleted, where another process has the store open.
    """
    before = store.size()
    removed = store.remove(plan.answers, leaving=before_pruning, moved=move_marks)
    return removed, max(0, before - store.size())


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of a key, or a setting: as it was for the stored answer, and as the run asks."""

    name: str
    stored: str
    asked: str


@dataclass(frozen=True, slots=True)
class FoundCall:
    """A stored answer to an item.

    Args:
        call: what the store knows of it.
        used: whether the run finds it: every part of its key is as the run asks, and no newer answer has replaced it.
        differences: parts of the key that are not.
        because: settings of the run that had it asked that differ from this run's, where the prompt is another.
        run_id: that run, if one is known.
        judged: whether the run has a judge.
        superseded: whether a newer answer to the same call has replaced it.

    """

    call: StoredCall
    used: bool
    differences: tuple[Difference, ...]
    because: tuple[Difference, ...]
    run_id: str | None
    judged: bool
    superseded: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is stored for one item of a run.

    Args:
        row: the item's row.
        complete: whether every part of the key that the run asks with is known.
        calls: stored answers to it, oldest first.

    """

    row: ResultRow
    complete: bool
    calls: tuple[FoundCall, ...]

    @property
    def answered(self) -> bool:
        """Whether the run finds an answer of the model in the store."""
        return any(found.used for found in self.calls if found.call.kind == "model")


def explain(store: ResponseStore, case: str, run_id: str) -> list[Explanation]:
    """Say which stored calls there are for a case, and which part of their keys differs from what a run's settings ask.

    Answers are found by the prompts that any run had sent for the item, and by the ledger beside the store, which also knows the
    judgements.

    Args:
        store: the store.
        case: case id, item id, or a pytest node id that ends in it.
        run_id: of a run that is recorded in the store.

    Raises ``SettingsError`` for an unknown run or case.

    """
    journal = Journal(store)
    recorded = journal.run_settings(run_id)
    if recorded is None:
        raise SettingsError(f"no run '{one_line(run_id, 80)}' in this store; there is {_listed(journal.runs())}")
    settings = _settings(recorded)
    rows = journal.rows(run_id)
    wanted = case.rpartition("[")[2].removesuffix("]") if case.endswith("]") and "[" in case else case
    found = {item: row for item, row in rows.items() if wanted in {row.case_id, row.item} or case in {row.case_id, row.item}}
    if not found:
        names = sorted({name for row in rows.values() for name in (row.case_id, row.item) if name})
        near = difflib.get_close_matches(wanted, names, 3, 0.5)
        hint = f"did you mean {_listed(near)}?" if near else f"it holds {len(rows):,} rows, see results.jsonl of the run"
        raise SettingsError(f"run '{one_line(run_id, 80)}' has no row of case '{one_line(wanted, 80)}': {hint}")
    ledger_path = store.path.with_name(LEDGER_NAME)
    entered: dict[str, dict[str, str]] = {item: {} for item in found}
    last: dict[str, set[str]] = {item: set() for item in found}
    if ledger_path.is_file():
        with Ledger(ledger_path) as ledger:
            entered = {item: ledger.store_keys(item) for item in found}
            last = {item: ledger.last_store_keys(item, run_id) for item in found}
    senders = {item: _senders(journal, item, run_id) for item in found}
    calls: dict[str, list[StoredCall]] = {item: [] for item in found}
    for call in store.calls():
        for item, row in found.items():
            ours = call.key in entered[item]
            same_prompt = call.kind == "model" and call.parts.get("prompt_hash") in senders[item]
            if ours or (same_prompt and call.parts.get("epoch") == str(row.epoch)):
                calls[item].append(call)
    return [_explained(row, settings, calls[item], last[item], senders[item], journal) for item, row in found.items()]


def _senders(journal: Journal, item: str, run_id: str) -> dict[str, str]:
    """Return the runs that sent a prompt for an item, by the prompt's hash; the run asked about wins, then the last."""
    rows = journal.rows_of_item(item)
    own = rows.pop(run_id, None)
    found = {row.prompt_hash: other for other, row in rows.items() if row.prompt_hash is not None}
    if own is not None and own.prompt_hash is not None:
        found[own.prompt_hash] = run_id
    return found


def _explained(
    row: ResultRow, settings: dict[str, Any], calls: list[StoredCall], last: set[str], senders: Mapping[str, str], journal: Journal
) -> Explanation:
    asked, complete = _asked(row, settings)
    newest = {call.key: call.generation for call in sorted(calls, key=lambda call: call.generation)}
    # Which wording of the answer the judge was shown last is known of the run's last session.
    read = next((call.parts.get("prompt_hash", "") for call in reversed(calls) if call.kind == "judge" and call.key in last), "")
    needed = last if read else {call.key for call in calls}
    found = []
    for call in calls:
        expected = asked.get(call.kind, {})
        if call.kind == "judge" and expected:  # what a judge reads, and how often it is asked, follows from the answer
            expected = expected | {"prompt_hash": read or call.parts.get("prompt_hash", ""), "attempt": call.parts.get("attempt", "")}
        differences = _differences(call.parts, expected)
        sender = senders.get(call.parts.get("prompt_hash", ""))
        because: tuple[Difference, ...] = ()
        if sender is not None and any(difference.name == "prompt_hash" for difference in differences):
            theirs = _settings(journal.run_settings(sender) or "{}")
            because = _differences(_flat(theirs), _flat(settings))
        used = complete and bool(expected) and call_key(expected) == call.key and call.generation == newest[call.key]
        used = used and (call.kind != "judge" or call.key in needed)
        superseded = call.generation < newest[call.key]
        found.append(FoundCall(call, used, differences, because, sender, judged="judge" in asked, superseded=superseded))
    return Explanation(row, complete, tuple(found))


def _asked(row: ResultRow, settings: dict[str, Any]) -> tuple[dict[str, dict[str, str]], bool]:
    """Return the key's parts as the run asks for a row, by kind, and whether they are all known."""
    recorded = settings.get("calls") or {}
    asked: dict[str, dict[str, str]] = {}
    judge = recorded.get("judge")
    constant = (recorded.get("model") or {}).get(row.suite)
    complete = constant is not None and row.prompt_hash is not None
    if constant is None:
        # Recorded before calls were: what the settings say by themselves.
        model = settings.get("model") or {}
        constant = {"route": str(model.get("route") or ""), "api_base": str(model.get("api_base") or "")}
    asked["model"] = {**constant, "epoch": str(row.epoch), "attempt": "1"}
    if row.prompt_hash is not None:
        asked["model"]["prompt_hash"] = row.prompt_hash
    if judge:
        asked["judge"] = {**judge, "epoch": str(row.epoch)} | ({"answer": call_key(asked["model"])} if complete else {})
    return asked, complete


def _differences(stored: Mapping[str, str], asked: Mapping[str, str]) -> tuple[Difference, ...]:
    return tuple(Difference(name, stored.get(name, ""), asked[name]) for name in asked if stored.get(name, "") != asked[name])


def _flat(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return settings as ``model.route: text``; calls are left out, they follow from the rest."""
    flat: dict[str, str] = {}
    for name, value in settings.items():
        if name == "calls":
            continue
        if isinstance(value, Mapping):
            flat |= {f"{name}.{inner}": json.dumps(found, sort_keys=True) for inner, found in value.items()}
        else:
            flat[name] = json.dumps(value, sort_keys=True)
    return flat


def _settings(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}


def _is_model(route: str, name: str) -> bool:
    alias = find_alias(name)
    return route == name or route.endswith(f"/{name}") or (alias is not None and route == alias.route)


def _hold(found: dict[tuple[str, str], Holding], call: StoredCall, answer: Response | None, *, superseded: bool) -> None:
    route = str(call.parts.get("route", ""))
    cost = None if answer is None else answer.cost
    holding = found.setdefault((call.kind, route), Holding(call.kind, route))
    holding.superseded += superseded
    holding.answers += not superseded
    holding.damaged += answer is None
    holding.unknown += cost is None
    holding.cost += cost or 0.0
    holding.oldest, holding.newest = min(holding.oldest, call.written_at), max(holding.newest, call.written_at)


def _listed(names: Iterable[str]) -> str:
    shown = [one_line(name, 80) for name in names]
    if not shown:
        return "nothing"
    return ", ".join(shown[:_SHOWN]) + (f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else "")
