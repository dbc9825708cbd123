"""Early stopping simulated on Loong's real cases: how often an early verdict is not the complete run's, and what it saves.

Run: nice python benchmarks/early_stop.py QUESTIONS [runs [processes [group…]]], with QUESTIONS the official loong.jsonl and groups of
scenarios such as ``saving-300`` (all by default). Needs numpy.

In each run a candidate's answers are drawn anew (differences of 0-100 scores with a given mean and standard deviation; a part of their
variance comes from effects of Loong's real documents, which cases share), N cases are sampled as ``--lcbench-sample`` does, the
order is drawn with a new seed, and answers are told to ``EarlyStop`` until it decides. The complete run's verdict is computed from
all N by the document random-effects interval (z quantile; the documents' share estimated, kept in 0 to 1). An early verdict that
differs from it is wrong. ``edge`` scenarios move each population so that its complete verdict just fails to be a pass (or a
regression): the worst case. ``rare`` and ``strata`` are answers that no normal distribution describes: a few total failures, and
strata that go opposite ways.

Two other constructions are told the same order, with the sample's standard deviation in place of a bound: a normal mixture
boundary with the finite-population correction (Robbins; asymptotic), and the empirical Bernstein-Serfling bound of Bardenet and
Maillard (Bernoulli 2015) with a union over the looks.
"""

from __future__ import annotations

import math
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pytest_lcbench.statistics.early_rule import EarlyRule, document_widening
from pytest_lcbench.statistics.sequential import EarlyStop
from pytest_lcbench.suites.case import Case
from pytest_lcbench.suites.items import select_sample
from pytest_lcbench.suites.order import Key, case_order
from pytest_lcbench.suites.registry import load_suite

Vector = npt.NDArray[np.float64]

QUANTILE = 1.6448536
MARGIN = 5.0
ERROR = 0.05
RARE = 0.06
METHODS = ("betting", "mixture", "Bernstein")
VERDICTS = ("pass", "regression")


@dataclass(frozen=True)
class Scenario:
    """What is drawn.

    Args:
        n: planned cases.
        drop: true mean drop, in points.
        sd: standard deviation of the differences.
        share: documents' share of the variance of their normal score.
        shape: ``normal``, ``rare`` or ``strata``.
        edge: verdict that the complete run is moved to just not reach.

    """

    n: int
    drop: float = 0.0
    sd: float = 30.0
    share: float = 0.1
    shape: str = "normal"
    edge: str = ""

    @property
    def name(self) -> str:
        """How it stands in the table."""
        what = f"just no {self.edge}" if self.edge else f"drop {self.drop:g}"
        spread = f"SD {self.sd:g}" if self.shape == "normal" else self.shape
        return f"N {self.n}, {what}, {spread}, share {self.share:g}"


SAVING = [Scenario(n, drop, 30, share) for n, drop in ((300, 20), (1600, 0)) for share in (0, 0.1, 0.3)]
SPREAD = [Scenario(n, drop, sd, share) for n, drop in ((300, 20), (1600, 0)) for sd in (25, 40) for share in (0, 0.1, 0.3)]
NEAR = [Scenario(n, drop, 30, share) for n in (300, 1600) for drop in (4, 5, 6) for share in (0, 0.1, 0.3)]
EDGE = [Scenario(n, sd=30, share=share, edge=edge) for n in (300, 1600) for share in (0, 0.1, 0.3) for edge in VERDICTS]
ODD = [Scenario(300, share=0, shape=shape, edge=edge) for shape in ("rare", "strata") for edge in VERDICTS]
GROUPS = {
    f"{name}-{n}": [scenario for scenario in group if scenario.n == n]
    for name, group in (("saving", SAVING), ("spread", SPREAD), ("near", NEAR), ("edge", EDGE), ("odd", ODD))
    for n in (300, 1600)
}


class World:
    """Loong's cases and their documents."""

    def __init__(self, questions: Path) -> None:
        self.cases: list[Case] = list(load_suite("loong", questions).cases())
        self.places = {case.id: place for place, case in enumerate(self.cases)}
        names = sorted({document.name for case in self.cases for document in case.documents})
        at = {name: place for place, name in enumerate(names)}
        self.effects = np.zeros((len(self.cases), len(names)))
        for place, case in enumerate(self.cases):
            for document in case.documents:
                self.effects[place, at[document.name]] = 1.0
        self.effects /= np.linalg.norm(self.effects, axis=1, keepdims=True)
        self.k = (self.effects @ self.effects.T).astype(np.float32)

    def noise(self, rng: np.random.Generator, share: float) -> Vector:
        """Return a standard normal score for each case, *share* of its variance from document effects."""
        own = rng.normal(size=len(self.cases))
        return math.sqrt(1 - share) * own + math.sqrt(share) * (self.effects @ rng.normal(size=self.effects.shape[1]))


def baselines(rng: np.random.Generator, n: int) -> Vector:
    """Return baseline points: tens from 30 to 100, a third of them at the lower end."""
    return 10.0 * rng.integers(0, 11, n).clip(3, 10)


@cache
def calibrated(drop: float, sd: float) -> tuple[float, float]:
    """Return shift and scale for which the differences, cut off by the scale's ends, have this mean and standard deviation."""
    rng = np.random.default_rng(1)
    base, noise = baselines(rng, 100_000), rng.normal(size=100_000)
    shift, scale = -drop, sd
    for _ in range(200):
        found = np.clip(base + shift + scale * noise, 0, 100) - base
        shift -= drop + found.mean()
        scale *= (sd / found.std()) ** 0.7
    return shift, scale


class Graph:
    """Which cases share documents, for the prefixes of an order: K of the document random-effects model, its moments by prefix."""

    def __init__(self, k: npt.NDArray[np.float32]) -> None:
        self._k = k
        self._moments: dict[int, tuple[float, float, float]] = {}

    def moments(self, n: int) -> tuple[float, float, float]:
        """Return overlap, trace of MK and of (MK)² over the first n cases; M takes the mean off."""
        if n not in self._moments:
            k = self._k[:n, :n]
            rows = k.sum(axis=1, dtype=np.float64)
            total = float(rows.sum())
            squares = float(np.einsum("ij,ij->", k, k)) - 2 * float(rows @ rows) / n + total * total / n / n
            self._moments[n] = max(total / n - 1, 0.0), n - total / n, squares
        return self._moments[n]

    def share(self, d: Vector) -> tuple[float, float]:
        """Return the moment estimate of the documents' share of the variance over the first cases, and its error where it is 0."""
        n = len(d)
        _, off, squares = self.moments(n)
        residual = (d - d.mean()).astype(np.float32)
        total = float(residual @ residual)
        spread = squares - off * off / (n - 1)
        if total == 0 or spread <= 0:
            return 0.0, 1.0
        ratio = float(residual @ (self._k[:n, :n] @ residual)) / total
        over = ratio * (n - 1) - off
        below = over + squares - ratio * off
        return min(max(over / below if below > 0 else 1.0, 0.0), 1.0), math.sqrt(2 / spread)

    def half_width(self, d: Vector) -> float:
        """Return the half-width of a one-sided interval over the first cases."""
        share, _ = self.share(d)
        return QUANTILE * float(d.std(ddof=1)) * math.sqrt((1 + share * self.moments(len(d))[0]) / len(d))


def stratum(case: Case) -> tuple[str, str]:
    """Return task and length set."""
    return case.task, case.length_set


def complete(d: Vector, width: float) -> str:
    """Return the complete run's verdict."""
    if d.mean() - width > -MARGIN:
        return "pass"
    return "regression" if d.mean() + width < -MARGIN else "cannot tell"


def draw(world: World, scenario: Scenario, rng: np.random.Generator, chosen: list[int]) -> tuple[Vector, Vector]:
    """Return baseline and candidate points of the chosen cases."""
    if scenario.shape == "rare":
        base = np.full(len(chosen), 100.0)
        return base, np.where(rng.random(len(chosen)) < RARE, 0.0, base)
    base = baselines(rng, len(chosen))
    if scenario.shape == "strata":
        sign = {each: rng.choice((-40.0, 40.0)) for each in sorted({stratum(world.cases[place]) for place in chosen})}
        base = np.full(len(chosen), 50.0)
        move = np.array([sign[stratum(world.cases[place])] for place in chosen])
        return base, base + move + rng.normal(0, 3, len(chosen)).clip(-9, 9)
    shift, scale = calibrated(scenario.drop, scenario.sd)
    return base, np.clip(base + shift + scale * world.noise(rng, scenario.share)[chosen], 0, 100)


def to_edge(base: Vector, points: Vector, graph: Graph, edge: str, rng: np.random.Generator) -> Vector:
    """Move points so that the complete verdict just fails to be *edge*: in small steps, each on cases drawn at random."""
    sign = 1.0 if edge == "pass" else -1.0
    points = points.copy()
    for _ in range(60):
        d = points - base
        gap = -MARGIN + sign * graph.half_width(d) - float(d.mean())  # by how much the mean must rise
        if abs(gap) < 0.02:  # noqa: PLR2004 - points; near enough
            break
        if len(set(points)) <= 2:  # noqa: PLR2004 - all or nothing: whole cases are flipped
            flipped = rng.permutation(np.flatnonzero(points == (0.0 if gap > 0 else 100.0)))
            count = round(abs(gap) * len(points) / 100)
            if not count:
                break
            points[flipped[:count]] = 100.0 if gap > 0 else 0.0
        else:
            points = np.clip(points + gap, 0, 100)
    d = points - base
    slack = sign * (float(d.mean()) - sign * graph.half_width(d) + MARGIN)
    if slack > 0:  # on the wrong side by rounding
        for place in rng.permutation(len(points)):
            points[place] = 0.0 if sign > 0 else 100.0
            if complete(points - base, graph.half_width(points - base)) != edge:
                break
    return points


def mixture(n: int, size: int, sd: float, error: float) -> float:
    """Return the half-width after n of size: the sum's Brownian bridge turned into a Brownian motion, one-sided normal mixture."""
    if n < 20:  # noqa: PLR2004 - a standard deviation of fewer says nothing
        return math.inf
    clock = n / (size - n)
    tuned = 0.3
    bound = math.sqrt(2 * (clock + tuned) * math.log(1 / (2 * error) * math.sqrt((clock + tuned) / tuned) + 1))
    # bound is for (sum - n mean) / ((1 - n/size) sd sqrt(size))
    return bound * (1 - n / size) * sd * math.sqrt(size) / n


def bernstein(n: int, size: int, sd: float, error: float, looks: int) -> float:
    """Return the empirical Bernstein-Serfling half-width, with the error spread over the looks and a range of 200 points."""
    fraction = 1 - (n - 1) / size if n <= size / 2 else (1 - n / size) * (1 + 1 / n)
    log = math.log(5 * looks / error)
    return sd * math.sqrt(2 * fraction * log / n) + 200 * (7 / 3 + 3 / math.sqrt(2)) * log / n


def one(world: World, scenario: Scenario, seed: int) -> dict[str, tuple[str, str, float]]:
    """Return, by method, the early verdict (or ""), the complete run's, and the share of cases saved."""
    rng = np.random.default_rng([seed, 20240625])
    sample = select_sample(world.cases, scenario.n, seed)
    order = case_order(sample, seed=seed)
    keys = order.keys
    chosen = [world.places[key[1]] for key in keys]
    graph = Graph(world.k[np.ix_(chosen, chosen)])
    base, points = draw(world, scenario, rng, chosen)
    if scenario.edge:
        points = to_edge(base, points, graph, scenario.edge, rng)
    d = points - base
    final = complete(d, graph.half_width(d))
    overlap = graph.moments(scenario.n)[0]

    def share(seen: Mapping[Key, float]) -> tuple[float, float]:
        return graph.share(np.array(list(seen.values())))

    rule = EarlyRule(
        MARGIN,
        error=ERROR,
        pass_quantile=QUANTILE,
        regression_quantile=QUANTILE,
        widening=document_widening(share, lambda cautious: math.sqrt(1 + cautious * overlap)),
        widest=math.sqrt(1 + overlap),
    )
    stop = EarlyStop(order, dict(zip(keys, base.tolist(), strict=True)), rule)
    for key, own in zip(keys, points.tolist(), strict=True):
        if stop.add(key, own):
            break
    verdict = stop.decision()
    results = {"betting": (str(verdict or ""), final, 1 - stop.looked_at() / scenario.n if verdict else 0.0)}
    ends = np.cumsum([len(block) for block in order.blocks])[:-1]
    others: dict[str, Callable[[int, float], float]] = {
        "mixture": lambda n, sd: mixture(n, scenario.n, sd, ERROR / 2),
        "Bernstein": lambda n, sd: bernstein(n, scenario.n, sd, ERROR / 2, len(ends)),
    }
    for name, bound in others.items():
        results[name] = ("", final, 0.0)
        for end in ends:
            seen = d[:end]
            sd, mean = float(seen.std(ddof=1)), float(seen.mean())
            early = bound(int(end), sd)
            plain = QUANTILE * sd / math.sqrt(scenario.n)
            if abs(mean + MARGIN) <= early + plain:
                continue
            estimate, error = graph.share(seen)
            if abs(mean + MARGIN) > early + plain * math.sqrt(1 + min(estimate + error, 1.0) * overlap):
                results[name] = ("pass" if mean > -MARGIN else "regression", final, 1 - end / scenario.n)
                break
    return results


_WORLD: list[World] = []


def _start(questions: Path) -> None:
    _WORLD.append(World(questions))


def _work(job: tuple[Scenario, int]) -> dict[str, tuple[str, str, float]]:
    return one(_WORLD[0], *job)


def main() -> None:
    """Print a table, one line per scenario."""
    questions = Path(sys.argv[1])
    runs, processes = (int(sys.argv[place]) if len(sys.argv) > place else default for place, default in ((2, 2000), (3, 2)))
    names = sys.argv[4:] or list(GROUPS)
    print(
        "| scenario | complete: pass / regression / cannot tell | " + " | ".join(f"{m}: wrong %, saved %" for m in METHODS) + " | s |"
    )
    print("|---" * (len(METHODS) + 3) + "|")
    with multiprocessing.Pool(processes, _start, (questions,)) as pool:
        for scenario in (scenario for name in names for scenario in GROUPS[name]):
            began = time.monotonic()
            found = pool.map(_work, [(scenario, seed) for seed in range(runs)], chunksize=20)
            finals = Counter(result["betting"][1] for result in found)
            cells = [" / ".join(f"{100 * finals[verdict] / runs:.0f}" for verdict in (*VERDICTS, "cannot tell"))]
            for method in METHODS:
                wrong = sum(early not in ("", final) for early, final, _ in (result[method] for result in found))
                saved = sum(result[method][2] for result in found)
                cells.append(f"{100 * wrong / runs:.2f}, {100 * saved / runs:.0f}")
            print(f"| {scenario.name} | " + " | ".join(cells) + f" | {time.monotonic() - began:.0f} |", flush=True)


if __name__ == "__main__":
    main()
