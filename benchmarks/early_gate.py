"""The early stop as ``--lcbench-gate-early`` wires it, on Loong's real cases: how often it differs from the gate's own verdict.

Run: nice python benchmarks/early_gate.py QUESTIONS [runs [scenario…]], with QUESTIONS the official loong.jsonl and scenarios such as
``1600,0,0.3`` (cases, drop, documents' share of the variance; all by default). Needs numpy.

In each run a candidate's answers are drawn anew (differences of 0-100 scores with exactly this mean and a standard deviation of 30; a
part of their variance comes from effects of Loong's real documents) and told to :class:`EarlyGate` in its order until the verdict is
certain; then ``evaluate`` judges the complete run. An early verdict that differs from it is wrong. Nothing is simplified: rows,
missing answers' filling, Student's quantiles, Wilson's ends, the estimated share. What depends on the plan alone is kept between
runs (the rows' labels, the order of a seed, the graph of the documents of a prefix), so runs share ``ORDERS`` samples and orders;
the answers, and with them the population whose verdict is in question, are new in each.

``early_stop.py`` does the same for the rule alone, with a plain interval, for harder cases and beside other constructions.
"""

from __future__ import annotations

import functools
import gc
import math
import sys
import time
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from early_stop import World, baselines, calibrated

from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics import gate_early, paired
from pytest_lcbench.statistics.estimates import documents_of
from pytest_lcbench.statistics.gate import evaluate
from pytest_lcbench.statistics.gate_early import EarlyGate
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.policy import NonInferiority, Policy
from pytest_lcbench.statistics.sharing import Sharing
from pytest_lcbench.suites.items import select_sample
from pytest_lcbench.suites.order import Key, Order, stratified_order

Scenario = tuple[int, float, float]

MARGIN = 5.0
SD = 30.0
ORDERS = 10
SHARES = (0.0, 0.1, 0.3)
SCENARIOS = [
    (n, drop, share) for n, drop in ((300, 20.0), (300, 5.0), (300, 10.0), (300, 0.0), (1600, 0.0), (1600, 5.0)) for share in SHARES
]
POLICY = Policy((NonInferiority(Measure.AVERAGE, MARGIN),))


def remember() -> None:
    """Keep what depends on the plan alone from one run to the next."""
    make = Sharing.of
    graphs: dict[tuple[tuple[Hashable, ...], ...], Sharing] = {}
    orders: dict[tuple[int, int], Order] = {}

    def of(documents: Sequence[Collection[Hashable]]) -> Sharing:
        key = tuple(map(tuple, documents))
        if key not in graphs:
            graphs[key] = make(documents)
        return graphs[key]

    def order(strata: Mapping[Key, tuple[str, ...]], *, seed: int) -> Order:
        if (seed, len(strata)) not in orders:
            orders[seed, len(strata)] = stratified_order(strata, seed=seed)
        return orders[seed, len(strata)]

    named: dict[str, dict[tuple[str, str], None]] = {}

    def documents(rows: Iterable[ResultRow]) -> dict[tuple[str, str], None]:
        some = list(rows)
        if some[0].case_id not in named:
            named[some[0].case_id] = documents_of(some)
        return named[some[0].case_id]

    gate_early.documents_of = documents  # type: ignore[attr-defined]
    paired.documents_of = documents  # type: ignore[attr-defined]
    Sharing.of = of  # type: ignore[method-assign]
    gate_early.stratified_order = order  # type: ignore[attr-defined]


class Plan:
    """Some of Loong's cases as rows without points."""

    def __init__(self, world: World, n: int, seed: int) -> None:
        chosen = select_sample(world.cases, n, seed)
        self.places = [world.places[case.id] for case in chosen]
        self.rows = [
            ResultRow(
                run_id="run",
                suite=case.suite,
                case_id=case.id,
                task=case.task,
                subtask=case.subtask,
                length_set=case.length_set,
                language=case.language,
                domain=case.domain,
                model="model",
                state=State.SCORED,
                documents=tuple(DocumentRow(hash="", name=document.name, tokens=None, kept=None) for document in case.documents),
            )
            for case in chosen
        ]

    def with_points(self, points: list[float]) -> list[ResultRow]:
        """Return the rows with *points*."""
        return [row.model_copy(update={"points": each}) for row, each in zip(self.rows, points, strict=True)]


@functools.cache
def plan(world: World, n: int, seed: int) -> Plan:
    """Return the cases of a sample's seed."""
    return Plan(world, n, seed)


def one(world: World, scenario: Scenario, run: int) -> tuple[str, str, float]:
    """Return the early verdict (or nothing), the complete run's, and the share of cases that was saved."""
    n, drop, share = scenario
    seed = run % ORDERS
    planned = plan(world, n, seed)
    rng = np.random.default_rng([run, n, int(drop), int(100 * share)])
    base = baselines(rng, n)
    shift, scale = calibrated(drop, SD)
    points = np.clip(base + shift + scale * world.noise(rng, share)[planned.places], 0, 100)
    before, after = planned.with_points(base.tolist()), planned.with_points(points.tolist())
    told = {row.case_id: row.points for row in after}
    gate = EarlyGate(POLICY, after, before, seed=seed)
    said, saved = "", 0.0
    for number, (suite, case, arm, prompting) in enumerate(gate.order.keys, 1):
        if gate.tell((suite, case, arm, prompting), 1, told[case]):
            said, saved = str(next(iter(gate.decided().verdicts.values()))), 1 - number / n
            break
    return said, evaluate(POLICY, after, before).verdict.value, saved


def main() -> None:
    """Print a table, one line per scenario."""
    world = World(Path(sys.argv[1]))
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 200  # noqa: PLR2004 - the second argument
    named = [tuple(map(float, text.split(","))) for text in sys.argv[3:]]
    remember()
    gc.disable()  # rows hold no cycles, and looking for some takes longer than all the rest
    print("| cases, drop, documents' share | complete: pass / regression / cannot tell % | early % | wrong | saved % | s |")
    print("|---|---|---|---|---|---|")
    for n, drop, share in named or SCENARIOS:
        began = time.monotonic()
        found = []
        for run in range(runs):
            found.append(one(world, (int(n), drop, share), run))
            if run % 100 == 0:
                gc.collect()
        finals = Counter(final for _, final, _ in found)
        complete = " / ".join(f"{100 * finals[verdict] / runs:.1f}" for verdict in ("pass", "regression", "cannot tell"))
        early = sum(bool(said) for said, _, _ in found)
        wrong = sum(said not in ("", final) for said, final, _ in found)
        savings = [share for *_, share in found]
        saved = f"{100 * np.mean(savings):.1f} ± {100 * np.std(savings) / math.sqrt(runs):.1f}"
        print(
            f"| {int(n)}, {drop:g}, {share:g} | {complete} | {100 * early / runs:.1f} | {wrong} of {runs} ({100 * wrong / runs:.2f} %) "
            f"| {saved} | {time.monotonic() - began:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
