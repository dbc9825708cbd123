"""Run two commands in turn and compare them, so that what else the machine does falls on both alike."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path


def seconds(command: Sequence[str], folder: Path) -> float:
    """Return the wall time of one run; a command that fails ends the benchmark."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    assert done.returncode in {0, 5}, f"{command} ended with {done.returncode}"
    return time.perf_counter() - start


def paired(first: Sequence[str], second: Sequence[str], folder: Path, runs: int) -> tuple[float, float, float]:
    """Return the median seconds of both, and the median of the differences within pairs (second minus first)."""
    pairs = [(seconds(first, folder), seconds(second, folder)) for _ in range(runs)]
    return (
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
        statistics.median(pair[1] - pair[0] for pair in pairs),
    )
