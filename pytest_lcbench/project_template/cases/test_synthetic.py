"""The generated suite: fresh cases that need no download, in the manner of Loong and LongBench v2."""

from __future__ import annotations

import pytest

from pytest_lcbench.running.row import ResultRow


@pytest.mark.lcbench(suite="synthetic")
def test_synthetic(lcbench_score: ResultRow) -> None:
    """One item per case. A low score is data and passes; ``--lcbench-pass-score=N`` makes it a failure."""
    assert lcbench_score.points is not None
