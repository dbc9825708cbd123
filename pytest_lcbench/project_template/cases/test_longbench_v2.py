"""LongBench v2: 503 four-way questions over 8K to 2M words.

``lcbench fetch longbench-v2`` gets the data, ``--lcbench-suite=longbench-v2`` selects it.
"""

from __future__ import annotations

import pytest

from pytest_lcbench.running.row import ResultRow


@pytest.mark.lcbench(suite="longbench-v2")
def test_longbench_v2(lcbench_score: ResultRow) -> None:
    """One item per case. A low score is data and passes; ``--lcbench-pass-score=N`` makes it a failure."""
    assert lcbench_score.points is not None
