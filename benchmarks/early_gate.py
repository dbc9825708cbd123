"""The early stop as ``--lcbench-gate-early`` wires it, on Loong's real cases: how often it differs from the gate's own verdict.

Run: nice python benchmarks/early_gate.py QUESTIONS [runs [scenario…]], with QUESTIONS the official loong.jsonl and scenarios such as
``1600,0,0.3`` (cases, drop, documents' share of the variance) or ``300,pass,0.1``; all by default. Needs numpy.

In each run a candidate's answers are drawn anew (differences of 0-100 scores with exactly this mean and a standard deviation of 30 over
many draws; a part of their variance comes from effects of Loong's real documents) and told to the gate in its order until the verdict
is certain; then the complete run is judged. An early verdict that differs from the complete run's is wrong. In ``pass`` and
``regression`` scenarios every candidate is moved so that its complete run just fails to pass (to be a regression): the most errors
there can be.

The wealths of all runs of an order are worked out together with numpy, from the blocks, widenings, levels and stakes of the package.
So that this is the whole gate and no likeness of it, the first ``CHECKED`` runs of each scenario also go through :class:`EarlyGate` and
``evaluate``, row by row, and the script ends with an error if one verdict or one stop differs. The runs are spread over ``ORDERS``
samples and orders; the answers, and with them the population whose verdict is in question, are new in each.

``early_stop.py`` does the same for the rule alone, with a plain interval, for harder cases and beside other constructions.
"""

from __future__ import annotations

import functools
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from early_stop import Vector, World, baselines, calibrated

from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics import early_rule, early_side, gate_early, paired
from pytest_lcbench.statistics.betting import BOLDEST
from pytest_lcbench.statistics.early_rule import EarlyRule, Verdict, Widening
from pytest_lcbench.statistics.estimates import documents_of
from pytest_lcbench.statistics.gate import evaluate
from pytest_lcbench.statistics.gate_early import EarlyGate
from pytest_lcbench.statistics.intervals import Estimate, degrees_of_freedom
from pytest_lcbench.statistics.items import case_key
from pytest_lcbench.statistics.measures import Measure
from pytest_lcbench.statistics.policy import NonInferiority, Policy
from pytest_lcbench.statistics.sharing import Sharing
from pytest_lcbench.suites.items import select_sample

Scenario = tuple[int, float | str, float]
Result = tuple[str, str, int]
"""Early verdict (or nothing), the complete run's, cases run."""

MARGIN = 5.0
SD = 30.0
ORDERS = 10
CHECKED = 5
SHARES = (0.0, 0.1, 0.3)
PLACES: tuple[tuple[int, float | str], ...] = (
    *((300, 20.0), (300, 10.0), (300, 5.0), (300, 0.0), (1600, 0.0), (1600, 5.0)),
    *((n, edge) for n in (300, 1600) for edge in ("pass", "regression")),
)
POLICY = Policy((NonInferiority(Measure.AVERAGE, MARGIN),))
NAME = str(POLICY.criteria[0])
SIDES = (Verdict.PASS, Verdict.REGRESSION)


class Plan:
    """A sample of Loong's cases, its order and its graph."""

    def __init__(self, world: World, n: int, seed: int) -> None:
        chosen = select_sample(world.cases, n, seed)
        self.rows = {
            case.id: ResultRow(
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
        }
        kept: list[Callable[[float], float]] = []
        make = early_rule.document_widening

        def capture(share: Callable[..., tuple[float, float]], at_share: Callable[[float], float]) -> Widening:
            kept.append(at_share)
            return make(share, at_share)

        gate_early.document_widening = capture  # type: ignore[assignment]  # keeps what the gate makes of it
        self.seed = seed
        whole = self.with_points(dict.fromkeys(self.rows, 50.0))
        gate = EarlyGate(POLICY, whole, whole, seed=seed)
        gate_early.document_widening = make
        self.names = [key[1] for key in gate.order.keys]
        self.places = [world.places[name] for name in self.names]
        self.ends = [int(end) for end in np.cumsum([len(block) for block in gate.order.blocks])]
        self.at_share = functools.cache(kept[0])
        stop = gate._stops.by_slice()[NAME]  # noqa: SLF001 - the very rule that the gate has made
        self.rule: EarlyRule = stop._rule  # noqa: SLF001 - as above
        self.widenings = np.array(stop._widenings)  # noqa: SLF001 - as above
        self.levels = stop._levels  # noqa: SLF001 - as above
        self.sharing = Sharing.of([tuple(documents_of([self.rows[name]])) for name in self.names])
        self.k = world.k[np.ix_(self.places, self.places)].astype(np.float64)
        self.moments = [self._moments(end) for end in self.ends]

    def with_points(self, points: Mapping[str, float]) -> list[ResultRow]:
        """Return the rows with *points*."""
        return [row.model_copy(update={"points": points[name]}) for name, row in self.rows.items()]

    def _moments(self, n: int) -> tuple[float, float]:
        """Return the sum of K, and how much it tells of the share (``Sharing.spread``), over the first n cases."""
        k = self.k[:n, :n]
        rows = k.sum(axis=1)
        total = float(rows.sum())
        squares = float(np.einsum("ij,ij->", k, k)) - 2 * float(rows @ rows) / n + total * total / n / n
        off = n - total / n
        spread = squares - off * off / (n - 1)
        return total, spread if spread > 1e-9 * (squares + n) else 0.0


@dataclass
class Bets:
    """One side's bets for all runs at once, as :class:`early_side.Side`."""

    plan: Plan
    base: Vector
    points: Vector
    verdict: Verdict

    def __post_init__(self) -> None:
        rule, n = self.plan.rule, len(self.base)
        self.sign = 1.0 if self.verdict is Verdict.PASS else -1.0
        quantile = rule.pass_quantile if self.verdict is Verdict.PASS else rule.regression_quantile
        scale = math.sqrt(max(n - 2, 1))
        self.factors = (quantile * self.plan.widenings / scale)[:, None]
        self.limit = -self.sign * rule.margin
        self.x = self.sign * (self.points - self.base)
        usual = quantile * early_side._PRIOR_SD / scale  # noqa: SLF001 - constants that the rule and its copy share
        if self.verdict is Verdict.PASS:
            self.hope, self.weight = max(0.0, 3 * usual - rule.margin), early_side._HOPE_OF_PASS  # noqa: SLF001 - as above
        else:
            self.hope, self.weight = rule.margin + 4 * usual, early_side._HOPE_OF_REGRESSION  # noqa: SLF001 - as above

    def u(self, x: Vector, middle: Vector) -> Vector:
        """Return what bounds the spread."""
        return np.maximum((x - middle) ** 2, self.plan.rule.least_sd**2)

    def growth(self, start: int, end: int) -> Vector:
        """Return the logarithms of a block's growth, widenings × runs."""
        n, seen, ahead = len(self.x), self.x[:start], self.base[start:]
        prior, prior_sd = early_side._PRIOR_CASES, early_side._PRIOR_SD  # noqa: SLF001 - as above
        b, ahead_mean = self.base[:start], ahead.mean(axis=0)
        mean, variance, slope = np.full(self.x.shape[1], self.hope), np.full(self.x.shape[1], prior_sd**2), np.zeros(self.x.shape[1])
        if start:
            dx, db = seen - seen.mean(axis=0), b - b.mean(axis=0)
            sxx, sbb, sxb = (dx**2).sum(axis=0), (db**2).sum(axis=0), (dx * db).sum(axis=0)
            slope = np.clip(sxb / (sbb + prior * prior_sd**2) * self.sign, -1.0, 0.0) * self.sign
            residual = np.maximum(sxx - 2 * slope * sxb + slope**2 * sbb, 0.0)
            adjusted = seen.mean(axis=0) - slope * (b.mean(axis=0) - ahead_mean)
            mean = (adjusted * start + self.hope * self.weight) / (start + self.weight)
            variance = (residual + prior * prior_sd**2) / (start + prior)
        least_square = self.plan.rule.least_sd**2
        middle = seen.sum(axis=0) / (start + prior)
        square = ((seen**2).sum(axis=0) + prior * prior_sd**2) / (start + prior) - middle**2
        spread = np.sqrt(np.maximum(np.maximum(square, least_square), 1.0))
        part = self.factors / (2 * spread)
        centre = (n * (self.limit + self.factors * spread / 2) - seen.sum(axis=0) + part * self.u(seen, middle).sum(axis=0)) / (
            n - start
        )
        least = np.full_like(centre, np.inf)
        for other in (ahead.min(axis=0), ahead.max(axis=0)):
            shift = -slope * (other - ahead_mean)
            ends = [self.sign * (own - other) for own in (0.0, 100.0)]
            lowest = np.minimum(np.minimum(*ends), self.limit)
            pairs = [(end, self.u(end, middle)) for end in ends]
            pairs.append((lowest, np.maximum(self.u(lowest, middle), self.u(np.maximum(*ends), middle))))
            for value, u in pairs:
                least = np.minimum(least, value + shift - part * u)
        edge = mean - part * np.maximum(spread**2, least_square) - centre
        with np.errstate(divide="ignore"):
            staked = np.where(edge > 0, edge / (variance + edge**2), 0.0)
            staked = np.where(centre > least, np.minimum(staked, BOLDEST / np.maximum(centre - least, 1e-300)), staked)
        x, u = self.x[start:end], self.u(self.x[start:end], middle)
        shifted = x - slope * (self.base[start:end] - ahead_mean)
        grown = np.log1p(staked * (shifted[:, None] - part * u[:, None] - centre)).sum(axis=0)
        return np.where(centre < least - 1e-9, np.inf, grown)


def play(plan: Plan, base: Vector, points: Vector) -> list[Result]:
    """Return what comes of the runs, one per column."""
    runs = base.shape[1]
    d = points - base
    complete = [judged(plan, d[:, run]) for run in range(runs)]
    said, taken = [""] * runs, [len(base)] * runs
    sides = [Bets(plan, base, points, verdict) for verdict in SIDES]
    shape = (len(plan.widenings), runs)
    now, best, joint, best_joint = (
        [np.zeros(shape) for _ in SIDES],
        [np.zeros(shape) for _ in SIDES],
        np.zeros(shape),
        np.zeros(shape),
    )
    start = 0
    for look, end in enumerate(plan.ends[:-1]):
        up, down = (side.growth(start, end) for side in sides)
        leading = np.where(now[0] == now[1], 0.0, np.where(now[0] > now[1], up, down))
        joint = joint + np.where(np.isinf(up) | np.isinf(down), np.inf, leading)
        best_joint = np.maximum(best_joint, joint)
        for side, grown in enumerate((up, down)):
            now[side] = now[side] + grown
            best[side] = np.maximum(best[side], now[side])
        start = end
        levels = (plan.levels.passing, plan.levels.regressing)
        shows = [(best[side] >= -math.log(level)) & (best_joint >= -math.log(plan.levels.joint)) for side, level in enumerate(levels)]
        for run in np.flatnonzero(shows[0][0] ^ shows[1][0]):
            if said[run]:
                continue
            side = 0 if shows[0][0, run] else 1
            places = int(np.searchsorted(plan.widenings, widened(plan, look, d[:end, run]))) + 1
            if places <= shape[0] and shows[side][:places, run].all():
                said[run], taken[run] = SIDES[side].value, end
    return [(early, final, count) for early, final, count in zip(said, complete, taken, strict=True)]


def document_share(plan: Plan, look: int, d: Vector) -> float:
    """Return the documents' share of the variance over the cases up to a look, as ``intervals`` estimates it."""
    n, (total, spread) = len(d), plan.moments[look]
    if spread == 0:
        return 0.0
    residual = d - d.mean()
    squares = float(residual @ residual)
    component = (float(residual @ plan.k[:n, :n] @ residual) - squares * (n - total / n) / (n - 1)) / spread
    return min(max(component * (n - 1) / squares, 0.0), 1.0)


def widened(plan: Plan, look: int, d: Vector) -> float:
    """Return the widening that the differences so far make likely, as the gate works it out."""
    spread = plan.moments[look][1]
    error = min(math.sqrt(2 / spread), 1.0) if spread > 0 else 1.0
    return plan.at_share(min(document_share(plan, look, d) + error, 1.0))


def drop_estimate(plan: Plan, d: Vector) -> Estimate:
    """Return the estimate of the drop over all cases, as :func:`intervals.estimate` makes it."""
    n, share = len(d), document_share(plan, -1, d)
    place = (100 - float(d.mean())) / 200
    yes_or_no = place * (1 - place)
    effect = 1 + share * plan.sharing.overlap * n / (n - 1)
    spread = max(float(d.var(ddof=1)) / 200**2, yes_or_no / (1 + 4 * n * yes_or_no))
    return Estimate(
        mean=-float(d.mean()),
        n=n,
        documents=plan.sharing.documents,
        bounds=(-100.0, 100.0),
        sd=float(d.std(ddof=1)),
        share=share,
        design_effect=effect,
        effective_n=n / (effect * spread / yes_or_no),
        df=degrees_of_freedom(plan.sharing, share),
    )


def judged(plan: Plan, d: Vector) -> str:
    """Return the gate's verdict over all cases."""
    found = drop_estimate(plan, d)
    p, upper = found.p_above(MARGIN), found.upper(POLICY.error)
    if p is not None and p <= POLICY.error:
        return "regression"
    return "pass" if upper is not None and upper < MARGIN else "cannot tell"


def to_edge(plan: Plan, base: Vector, points: Vector, edge: str) -> Vector:
    """Return one run's points moved, all alike as far as the scale's ends let them, so that the verdict is just not *edge*."""
    for _ in range(100):
        found = drop_estimate(plan, points - base)
        bound = found.upper(POLICY.error) if edge == "pass" else found.lower(POLICY.error)
        if bound is None:
            raise SystemExit("one case has no bound")
        gap = bound - MARGIN
        if 0 <= (gap if edge == "pass" else -gap) < 0.02:  # noqa: PLR2004 - points; near enough
            return points
        points = np.clip(points + gap + (-0.01 if edge == "pass" else 0.01), 0, 100)
    raise SystemExit("a run cannot be moved to the edge")


def real(plan: Plan, base: Vector, points: Vector) -> Result:
    """Return what comes of a run in the gate itself."""
    before = plan.with_points(dict(zip(plan.names, base.tolist(), strict=True)))
    after = plan.with_points(dict(zip(plan.names, points.tolist(), strict=True)))
    told = {case_key(row): row.points for row in after}
    gate = EarlyGate(POLICY, after, before, seed=plan.seed)
    said, count = "", len(plan.names)
    for number, (suite, case, arm, prompting) in enumerate(gate.order.keys, 1):
        key = suite, case, arm, prompting
        if gate.tell(key, 1, told[key]):
            said, count = str(gate.decided().verdicts[NAME]), number
            break
    return said, evaluate(POLICY, after, before).verdict.value, count


def remember() -> None:
    """Keep graphs between runs: with those of the prefixes the real gate spends most of its time."""
    make = Sharing.of
    graphs: dict[tuple[tuple[Hashable, ...], ...], Sharing] = {}
    named: dict[str, dict[tuple[str, str], None]] = {}

    def of(documents: Sequence[Collection[Hashable]]) -> Sharing:
        key = tuple(map(tuple, documents))
        if key not in graphs:
            graphs[key] = make(documents)
        return graphs[key]

    def documents(rows: Iterable[ResultRow]) -> dict[tuple[str, str], None]:
        some = list(rows)
        if some[0].case_id not in named:
            named[some[0].case_id] = documents_of(some)
        return named[some[0].case_id]

    Sharing.of = of  # type: ignore[method-assign]  # the same graph each time is built once
    gate_early.documents_of = documents  # type: ignore[attr-defined]  # as above, of a name imported there
    paired.documents_of = documents  # type: ignore[attr-defined]  # as above


def read(text: str) -> Scenario:
    """Return the scenario that an argument names."""
    n, drop, share = text.split(",")
    return int(n), drop if drop in {"pass", "regression"} else float(drop), float(share)


def main() -> None:
    """Print a table, one line per scenario."""
    world = World(Path(sys.argv[1]))
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 2000  # noqa: PLR2004 - the second argument
    named = [read(text) for text in sys.argv[3:]] or [(n, drop, share) for n, drop in PLACES for share in SHARES]
    remember()
    plans = functools.cache(lambda n, seed: Plan(world, n, seed))
    each = math.ceil(runs / ORDERS)
    print("| cases, drop or edge, documents' share | complete: pass / regression / cannot tell % | early % | wrong | saved % | CPU s |")
    print("|---|---|---|---|---|---|")
    for n, what, share in named:
        drop = MARGIN if isinstance(what, str) else what
        began = time.process_time()
        found: list[Result] = []
        for seed in range(ORDERS):
            plan = plans(n, seed)
            rng = np.random.default_rng([seed, n, int(drop), int(100 * share)])
            shift, scale = calibrated(drop, SD)
            base = np.stack([baselines(rng, n) for _ in range(each)], axis=1)
            noise = np.stack([world.noise(rng, share)[plan.places] for _ in range(each)], axis=1)
            points = np.clip(base + shift + scale * noise, 0, 100)
            if isinstance(what, str):
                points = np.stack([to_edge(plan, base[:, run], points[:, run], what) for run in range(each)], axis=1)
            results = play(plan, base, points)
            for run in range(CHECKED if seed == 0 else 0):
                if (expected := real(plan, base[:, run], points[:, run])) != results[run]:
                    raise SystemExit(f"{n, what, share}, run {run}: the gate says {expected}, here {results[run]}")
            found += results
        finals = Counter(final for _, final, _ in found)
        complete = " / ".join(f"{100 * finals[verdict] / len(found):.1f}" for verdict in ("pass", "regression", "cannot tell"))
        early = sum(bool(said) for said, _, _ in found)
        wrong = sum(said not in ("", final) for said, final, _ in found)
        savings = [1 - count / n for *_, count in found]
        print(
            f"| {n}, {what if isinstance(what, str) else f'{what:g}'}, {share:g} | {complete} | {100 * early / len(found):.1f} "
            f"| {wrong} of {len(found)} ({100 * wrong / len(found):.2f} %) "
            f"| {100 * np.mean(savings):.1f} ± {100 * np.std(savings) / math.sqrt(len(found)):.1f} "
            f"| {time.process_time() - began:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
