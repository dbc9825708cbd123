"""Child processes of a benchmark: with this tree's package, with byte code kept, and with what they took."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "tests" / "server" / "loopback_server.py"


@dataclass(slots=True)
class Took:
    """What a command took.

    Args:
        seconds: wall time.
        cpu: seconds of user and system time, its children included.
        peak_mb: resident memory of its largest process, in MB.
        output: standard output.
        code: exit code.
        figures: ``name value`` lines of the output, as numbers.

    """

    seconds: float
    cpu: float
    peak_mb: float
    output: str
    code: int
    figures: dict[str, float] = field(default_factory=dict)


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a measured process."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS"}}
    return kept | {"PYTHONPATH": str(ROOT), "LITELLM_LOCAL_MODEL_COST_MAP": "True"} | more


def took(command: Sequence[str], folder: Path, env: Mapping[str, str] | None = None) -> Took:
    """Run a command and return what it took; it may fail, its code says so."""
    start = time.perf_counter()
    with subprocess.Popen(
        command, cwd=folder, env=dict(env or environment()), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as child:
        assert child.stdout is not None
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    figures = {}
    for line in output.splitlines():
        name, _, value = line.partition(" ")
        with contextlib.suppress(ValueError):
            figures[name] = float(value)
    # ru_maxrss is in kilobytes on Linux, in bytes on macOS.
    scale = 1e6 if sys.platform == "darwin" else 1e3
    return Took(
        seconds=time.perf_counter() - start,
        cpu=usage.ru_utime + usage.ru_stime,
        peak_mb=usage.ru_maxrss / scale,
        output=output,
        code=child.returncode,
        figures=figures,
    )


def load() -> str:
    """Return how busy the machine is, for whoever reads the figures."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


@contextlib.contextmanager
def loopback(*arguments: str) -> Iterator[str]:
    """Run the loopback server in a process of its own and yield its base URL."""
    command = [sys.executable, str(SERVER), *arguments]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        url = child.stdout.readline().strip()
        # The counters it prints at its end would fill the pipe of nobody.
        threading.Thread(target=child.stdout.read, daemon=True).start()
        try:
            yield url
        finally:
            child.terminate()
            child.wait()
