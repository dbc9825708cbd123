"""The early stop as ``--lcbench-gate-early`` wires it, on Loong's real cases: how often it differs from the gate's own verdict.

Run: nice python benchmarks/early_gate.py QUESTIONS [runs], with QUESTIONS the official loong.jsonl.

In each run a candidate's answers are drawn anew (a part of their variance comes from effects of Loong's real documents), N cases are
sampled as ``--lcbench-sample`` does and told to :class:`EarlyGate` in its order until the verdict is certain; then ``evaluate`` judges
the complete run. ``early_stop.py`` does the same for the rule alone, with a plain interval, faster and for harder cases.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path

from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.gate import evaluate
from pytest_lcbench.statistics.gate_early import EarlyGate
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.policy import NonInferiority, Policy
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.items import select_sample
from pytest_lcbench.suites.registry import load_suite

MARGIN = 5.0
SCENARIOS = [(n, drop, share) for n, drop in ((300, 20.0), (300, 10.0), (300, 0.0), (1600, 0.0)) for share in (0.0, 0.1, 0.3)]
SD = 30.0


def rows(cases: list[Case], drop: float, share: float, draw: random.Random) -> tuple[list[ResultRow], list[ResultRow]]:
    """Return the rows of a baseline and of a candidate that is worse by *drop* on average."""
    effects: defaultdict[str, float] = defaultdict(lambda: draw.gauss(0, 1))
    found: tuple[list[ResultRow], list[ResultRow]] = ([], [])
    for case in cases:
        names = [document.name for document in case.documents]
        shared = sum(effects[name] for name in names) / math.sqrt(len(names))
        noise = math.sqrt(1 - share) * draw.gauss(0, 1) + math.sqrt(share) * shared
        before = 10.0 * max(3, draw.randint(0, 10))
        for side, points in zip(found, (before, min(max(before - drop + SD * noise, 0.0), 100.0)), strict=True):
            side.append(
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
                    points=points,
                    documents=tuple(DocumentRow(hash="", name=name, tokens=None, kept=None) for name in names),
                )
            )
    return found


def one(cases: list[Case], scenario: tuple[int, float, float], seed: int) -> tuple[str, str, float]:
    """Return the early verdict (or nothing), the complete run's, and the share of cases that was saved."""
    n, drop, share = scenario
    draw = random.Random(f"{scenario} {seed}")  # noqa: S311 - a simulation
    policy = Policy((NonInferiority(Measure.AVERAGE, MARGIN),))
    before, after = rows(select_sample(cases, n, seed), drop, share, draw)
    points = {row.case_id: row.points for row in after}
    gate = EarlyGate(policy, after, before, seed=seed)
    said, saved = "", 0.0
    for number, (suite, case, arm, prompting) in enumerate(gate.order.keys, 1):
        if gate.tell((suite, case, arm, prompting), 1, points[case]):
            said, saved = str(next(iter(gate.decided().verdicts.values()))), 1 - number / n
            break
    return said, evaluate(policy, after, before).verdict.value, saved


def main() -> None:
    """Print a table, one line per scenario."""
    cases = list(load_suite("loong", Path(sys.argv[1])).cases())
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 200  # noqa: PLR2004 - the second argument
    print("| N, drop, documents' share | complete: pass / regression / cannot tell % | early % | wrong | saved % |")
    print("|---|---|---|---|---|")
    for scenario in SCENARIOS:
        found = [one(cases, scenario, seed) for seed in range(runs)]
        finals = Counter(final for _, final, _ in found)
        complete = " / ".join(f"{100 * finals[verdict] / runs:.0f}" for verdict in ("pass", "regression", "cannot tell"))
        early = sum(bool(said) for said, _, _ in found)
        wrong = sum(said not in ("", final) for said, final, _ in found)
        saved = sum(share for *_, share in found) / runs
        print(f"| {scenario} | {complete} | {100 * early / runs:.0f} | {wrong} of {runs} | {100 * saved:.0f} |", flush=True)


if __name__ == "__main__":
    main()
