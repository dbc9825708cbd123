"""What weights could give the gate at most: the variance of the best linear estimate under the document random-effects model.

Run: LCBENCH_SHARED=FOLDER python benchmarks/gls.py. Needs numpy.

The gate estimates the mean over the planned cases, each weighing the same. Were the true difference the same in every case, the
weights of generalised least squares with the true share known (``V⁻¹ 1 / 1ᵀ V⁻¹ 1``) would have the least variance of all linear
unbiased estimates, and no other regular estimate a smaller one for normal differences (Cramér-Rao). Printed for Loong's documents:
what either variance is beside that of independent cases, and the chance to pass at no drop (margin 5, SD 30, error 5 %) of a test
that knows all variances, by equal weights and by these; then how far the estimate with these weights is from the mean over the cases
where subtasks differ by 5 points (a standard deviation over the eleven of them, the mean being none): that is bias, not noise.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from document_graph import Graph, loong_cases, names_of

MARGIN, SD, ERROR = 5.0, 30.0, 0.05
BETWEEN = 5.0


def main() -> None:
    """Print a table."""
    cases = loong_cases()
    print(
        "| cases | share | variance: equal weights / best | pass at none: equal / best % | weights, least and largest × n | bias SD |"
    )
    print("|---|---|---|---|---|---|")
    normal = NormalDist()
    for n in (300, 1600):
        chosen = [cases[int(place * len(cases) / n)] for place in range(n)]
        weights = Graph(names_of(chosen)).weights
        k = weights @ weights.T
        subtasks = sorted({case.subtask for case in chosen})
        member = np.array([[case.subtask == name for name in subtasks] for case in chosen], dtype=float)
        for share in (0.0, 0.1, 0.3):
            v = (1 - share) * np.eye(n) + share * k
            equal = float(v.sum()) / n
            solved = np.linalg.solve(v, np.ones(n))
            best = n / float(solved.sum())
            found = solved / solved.sum()
            passing = [100 * normal.cdf(MARGIN / (SD * math.sqrt(one / n)) + normal.inv_cdf(ERROR)) for one in (equal, best)]
            # Effects of subtasks with mean 0 over the cases, independent but for that.
            off = (found - 1 / n) @ member
            bias = BETWEEN * float(np.linalg.norm(off))
            print(
                f"| {n} | {share} | {equal:.2f} / {best:.2f} | {passing[0]:.1f} / {passing[1]:.1f} "
                f"| {found.min() * n:.2f}, {found.max() * n:.2f} | {bias:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
