"""Your own suites: any name given to ``--lcbench-suite`` that is not one of the three above."""

from __future__ import annotations

import pytest

from pytest_lcbench.running.row import ResultRow


@pytest.mark.lcbench(without=["synthetic", "loong", "longbench-v2"])
def test_own(lcbench_score: ResultRow) -> None:
    """One item per case. A low score is data and passes; ``--lcbench-pass-score=N`` makes it a failure."""
    assert lcbench_score.points is not None
