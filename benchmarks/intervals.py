"""Coverage of 95 % intervals on Loong's real document graph: overall, by length set, by subtask.

Run: LCBENCH_SHARED=FOLDER nice python benchmarks/intervals.py [draws] (2,000; with numpy and scipy; about ten minutes of one processor)
"""

from __future__ import annotations

import sys
import time

import numpy as np
from document_graph import LOW, MIDDLE, Graph, Rate, Shape, loong_cases, names_of

from pytest_lcbench.statistics.intervals import POINTS, RATE, estimate
from pytest_lcbench.statistics.sharing import Sharing
from pytest_lcbench.suites.case import Case

SHARES = (0.0, 0.1, 0.3)
SHAPES: tuple[Shape | Rate, ...] = (MIDDLE, LOW, Rate(0.5), Rate(0.1), Rate(0.03))


def main() -> None:
    """Print one line per slice and shape, with the coverage for each share."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    cases = loong_cases()
    slices: dict[str, list[Case]] = {"all": cases}
    for field in ("length_set", "subtask"):
        for label in sorted({getattr(case, field) for case in cases}):
            slices[label] = [case for case in cases if getattr(case, field) == label]
    smallest = sorted(slices, key=lambda label: len(slices[label]))[:3]
    for label in smallest:
        for length in ("set2", "set3"):
            some = [case for case in slices[label] if case.length_set == length]
            if len(some) >= 20:  # noqa: PLR2004 - fewer are labelled descriptive
                slices[f"{label} {length}"] = some
    print(f"{draws} draws; simulation error of a coverage of 95 %: {100 * 1.96 * (0.95 * 0.05 / draws) ** 0.5:.1f} points\n")
    print(
        "| slice | cases | scores | share 0 | 0.1 | 0.3 | naive at 0.3 | width at 0.3 over naive |\n|---|---|---|---|---|---|---|---|"
    )
    large: list[float] = []
    small: list[float] = []
    start = time.process_time()
    for number, (label, some) in enumerate(slices.items()):
        names = names_of(some)
        graph, sharing = Graph(names), Sharing.of(names)
        for shape in SHAPES:
            found = [_coverage(graph, sharing, shape, share, draws, number) for share in SHARES]
            (large if len(some) >= 100 else small).extend(one[0] for one in found)  # noqa: PLR2004 - the target's border
            covers = " | ".join(f"{100 * one[0]:.1f}" for one in found)
            print(f"| {label} | {len(some)} | {shape.name} | {covers} | {100 * found[-1][1]:.1f} | {found[-1][2]:.2f} |", flush=True)
    print(f"\n100 cases and more: {100 * min(large):.1f} to {100 * max(large):.1f} % (wanted 92 to 98); ", end="")
    print(f"fewer: {100 * min(small):.1f} to {100 * max(small):.1f} % (wanted 90 or more); {time.process_time() - start:.0f} s of CPU")


def _coverage(graph: Graph, sharing: Sharing, shape: Shape | Rate, share: float, draws: int, seed: int) -> tuple[float, float, float]:
    """Return the coverage, that of the naive interval, and how much wider the first one is."""
    generator = np.random.default_rng((seed, round(share * 10)))
    bounds = RATE if isinstance(shape, Rate) else POINTS
    alone = Sharing.of([()] * sharing.cases)
    hits = naive_hits = 0
    widths = naive_widths = 0.0
    done = 0
    while done < draws:
        for values in shape.points(graph.latent(generator, share, min(250, draws - done))):
            low, high = _ends(values.tolist(), sharing, bounds)
            hits += low <= shape.mean <= high
            widths += high - low
            if share == SHARES[-1]:
                low, high = _ends(values.tolist(), alone, bounds)
                naive_hits += low <= shape.mean <= high
                naive_widths += high - low
            done += 1
    return hits / draws, naive_hits / draws, widths / naive_widths if naive_widths else 0.0


def _ends(values: list[float], sharing: Sharing, bounds: tuple[float, float]) -> tuple[float, float]:
    found = estimate(values, sharing, bounds=bounds).interval()
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


if __name__ == "__main__":
    main()
