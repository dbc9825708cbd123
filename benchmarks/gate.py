"""How often the gate is right and wrong, against what power.py predicts, on Loong's real document graph.

Run: LCBENCH_SHARED=FOLDER nice python benchmarks/gate.py [draws]
(2,000; with numpy and scipy; about five minutes of one processor)

Differences of a pair of runs are drawn with the stated standard deviation and document share: normal ones, and ones with most mass near
0 and far ends, as differences of judged scores are. The gate's own functions decide on each draw; result rows, coverage and filling are
left to the tests. The sample is 300 cases by stride over the question file.
"""

from __future__ import annotations

import math
import sys
import time

import numpy as np
from document_graph import MIDDLE, Array, Graph, loong_cases, names_of

from pytest_lcbench.statistics.gate import holm
from pytest_lcbench.statistics.intervals import Estimate, estimate
from pytest_lcbench.statistics.power import Plan, sd_of_differences, verdict_chances
from pytest_lcbench.statistics.sharing import Sharing

ERROR = 0.05
DIFFERENCES = (-100.0, 100.0)
SHARES = (0.0, 0.1, 0.3)


class Sample:
    """*size* of Loong's cases by stride, their graph, and draws of differences over them."""

    def __init__(self, size: int) -> None:
        cases = loong_cases()
        some = [cases[int(place * len(cases) / size)] for place in range(size)]
        names = names_of(some)
        self.size = size
        self.graph = Graph(names)
        self.sharing = Sharing.of(names)
        self.slices = {
            label: [number for number, case in enumerate(some) if case.length_set == label]
            for label in ("set1", "set2", "set3", "set4")
        }
        self.slice_sharing = {label: Sharing.of([names[number] for number in places]) for label, places in self.slices.items()}

    def drops(self, seed: tuple[int, ...], sd: float, share: float, draws: int, *, heavy: bool) -> Array:
        """Return draws × cases of drops around 0 with standard deviation *sd*, in −100…100 for any further drop up to 10."""
        latent = self.graph.latent(np.random.default_rng(seed), share, draws)
        return _law(latent, _scale(sd, heavy=heavy), heavy=heavy)


def _law(latent: Array, scale: float, *, heavy: bool) -> Array:
    """Map latents to a symmetric law: normal, or 60 % within a twentieth of the scale and the rest spread up to the ends."""
    if heavy:
        bulk = 0.84
        far = np.sign(latent) * np.maximum(np.abs(latent) - bulk, 0)
        latent = far + 0.05 * np.clip(latent, -1, 1)
    return np.clip(scale * latent, -90, 90)


def _scale(sd: float, *, heavy: bool) -> float:
    """Return the scale at which the law, its ends cut, has the standard deviation *sd*."""
    grid = np.linspace(-8, 8, 4001)
    weight = np.exp(-grid * grid / 2)
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        found = math.sqrt(float((_law(grid, middle, heavy=heavy) ** 2 * weight).sum() / weight.sum()))
        low, high = (middle, high) if found < sd else (low, middle)
    return high


def verdict(drop: Estimate, margin: float) -> str:
    """Return the verdict of one criterion with nothing missing, as gate.py takes it."""
    p, upper = drop.p_above(margin), drop.upper(ERROR)
    assert p is not None
    assert upper is not None
    return "regression" if holm([p])[0] <= ERROR else "pass" if upper < margin else "cannot tell"


def rates(sample: Sample, values: Array, drop: float, margin: float) -> tuple[float, float]:
    """Return how often a regression and a pass are called."""
    called = [verdict(estimate((one + drop).tolist(), sample.sharing, bounds=DIFFERENCES), margin) for one in values]
    return called.count("regression") / len(called), called.count("pass") / len(called)


def chances(sample: Sample, draws: int) -> float:
    """Print verdicts beside their prediction; return the greatest difference in points."""
    print("\n| cases | SD | margin | share | law | true drop | regression found / predicted | pass found / predicted |")
    print("|---|---|---|---|---|---|---|---|")
    worst = 0.0
    for sd in (25.0, 30.0, 35.0, 40.0):
        for margin in (2.0, 5.0):
            for share in SHARES:
                for heavy in (False, True):
                    if sd == 30 and margin != 5:  # noqa: PLR2004 - the named case alone
                        continue
                    values = sample.drops((sample.size, int(sd), int(margin), round(10 * share), heavy), sd, share, draws, heavy=heavy)
                    actual = math.sqrt(float(values.var()))
                    plan_share = _share_of(values, sample)
                    plan = Plan(cases=sample.size, margin=margin, sd=actual, share=plan_share, sharing=sample.sharing)
                    for drop in (0.0, margin, 10.0):
                        found = rates(sample, values, drop, margin)
                        told = verdict_chances(plan, drop)
                        gaps = (found[0] - told.regression, found[1] - told.passing)
                        worst = max(worst, *(100 * abs(gap) for gap in gaps))
                        print(
                            f"| {sample.size} | {sd:g} | {margin:g} | {share:g} | {'heavy' if heavy else 'normal'} | {drop:g} "
                            f"| {100 * found[0]:.1f} / {100 * told.regression:.1f} | {100 * found[1]:.1f} / {100 * told.passing:.1f} |",
                            flush=True,
                        )
    return worst


def _share_of(values: Array, sample: Sample) -> float:
    """Return the documents' share of the variance after the map, from the true variance of the means over the draws."""
    weights = sample.graph.weights
    kernel = weights @ weights.T
    centred = values - values.mean()
    off = float(kernel.sum() - np.trace(kernel))
    products = float(((centred @ weights) ** 2).sum() - (centred**2).sum()) / len(values)
    squares = float(((kernel**2).sum() - np.trace(kernel**2)) / off)
    return min(max(products / off / squares / float(values.var()), 0.0), 1.0) if off else 0.0


def family(sample: Sample, draws: int) -> None:
    """Print false alarms of a policy over the four length sets, each with its true drop at the margin."""
    print("\n| cases | share | any regression called by Holm over 4 sets, all at the margin | unadjusted | all four passed |")
    print("|---|---|---|---|---|")
    for share in SHARES:
        values = sample.drops((sample.size, 77, round(10 * share)), 30, share, draws, heavy=False) + 5
        adjusted = plain = passed = 0
        for one in values:
            drops = [
                estimate(one[places].tolist(), sample.slice_sharing[label], bounds=DIFFERENCES)
                for label, places in sample.slices.items()
            ]
            p = [drop.p_above(5.0) or 0.0 for drop in drops]
            adjusted += min(holm(p)) <= ERROR
            plain += min(p) <= ERROR
            passed += all((drop.upper(ERROR) or 0.0) < 5 for drop in drops)  # noqa: PLR2004 - the margin
        print(
            f"| {sample.size} | {share:g} | {100 * adjusted / draws:.1f} | {100 * plain / draws:.1f} | {100 * passed / draws:.1f} |",
            flush=True,
        )


def saving(sample: Sample, draws: int) -> None:
    """Print how much variance pairing takes off two runs whose latents correlate."""
    print("\n| latent correlation | correlation of points | saving found | standard error: paired / unpaired |\n|---|---|---|---|")
    for wanted in (0.2, 0.5, 0.8):
        generator = np.random.default_rng((1, round(10 * wanted)))
        common = sample.graph.latent(generator, 0.1, draws)
        old, new = (
            MIDDLE.points(math.sqrt(wanted) * common + math.sqrt(1 - wanted) * sample.graph.latent(generator, 0.1, draws))
            for _ in range(2)
        )
        correlation = float(np.corrcoef(old.ravel(), new.ravel())[0, 1])
        paired = unpaired = 0.0
        for one, other in zip(old, new, strict=True):
            difference = estimate((other - one).tolist(), sample.sharing, bounds=DIFFERENCES)
            sides = [estimate(side.tolist(), sample.sharing) for side in (one, other)]
            paired += (difference.sd or 0.0) ** 2
            unpaired += sum((side.sd or 0.0) ** 2 for side in sides)
        predicted = sd_of_differences(1.0, correlation) ** 2 / 2
        kept = paired / unpaired
        print(f"| {wanted:g} | {correlation:.3f} | {1 - kept:.3f} (power.py: {1 - predicted:.3f}) | {math.sqrt(kept):.3f} |")


def main() -> None:
    """Print the tables."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    start = time.process_time()
    small, half = 196 * math.sqrt(0.05 * 0.95 / draws), 98 / math.sqrt(draws)
    print(f"{draws} draws a line; simulation error of 5 %: {small:.1f} points, of 50 %: {half:.1f}")
    sample = Sample(300)
    worst = chances(sample, draws)
    family(sample, draws)
    saving(sample, draws)
    print(f"\nfurthest from the prediction: {worst:.1f} points; {time.process_time() - start:.0f} s of CPU")


if __name__ == "__main__":
    main()
