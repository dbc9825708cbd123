"""Loong: 1,600 multi-document questions in English and Chinese.

``lcbench fetch loong`` gets the data, ``--lcbench-suite=loong`` selects it.
"""

from __future__ import annotations

import pytest

from pytest_lcbench.running.row import ResultRow


@pytest.mark.lcbench(suite="loong")
def test_loong(lcbench_score: ResultRow) -> None:
    """One item per case. A low score is data and passes; ``--lcbench-pass-score=N`` makes it a failure."""
    assert lcbench_score.points is not None
