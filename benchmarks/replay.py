"""What it takes to run again what is stored: Loong's 1,600 cases and their report, with no call and no large library.

Run: python benchmarks/replay.py TREE [runs], with TREE written by loong_tree.py

The first run fills the store from a loopback server that answers at once; the following ones are measured. Each must reach the
server with no request at all, and must not have imported litellm, tiktoken, openai or aiohttp (``sys.modules`` is looked at when
the session ends).
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import urllib.request
from pathlib import Path

from processes import environment, load, loopback, took

CASES = Path(__file__).resolve().parent.parent / "cases" / "test_loong.py"
LARGE = ("litellm", "tiktoken", "openai", "aiohttp")
PLUGIN = f"""
import sys


def pytest_unconfigure(config):
    print("\\nlarge " + " ".join(name for name in {LARGE!r} if name in sys.modules))
"""


def calls(url: str) -> int:
    """Return the calls that the server has seen."""
    with urllib.request.urlopen(url.removesuffix("/v1") + "/counters") as reply:  # noqa: S310 - our own server
        return int(json.load(reply)["calls"])


def main() -> None:
    """Fill the store, then run again."""
    tree = Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3  # noqa: PLR2004 - an optional second argument
    print(load())
    with tempfile.TemporaryDirectory() as temporary, loopback() as url:
        folder = Path(temporary)
        (folder / "test_loong.py").write_bytes(CASES.read_bytes())
        (folder / "large_libraries.py").write_text(PLUGIN, encoding="utf-8")
        env = environment(XDG_CACHE_HOME=str(folder / "cache"), OPENAI_API_KEY="none")
        env["PYTHONPATH"] += f":{folder}"
        options = ["--lcbench-suite=loong", f"--lcbench-data={tree}", "--lcbench-model=openai/loopback", "--lcbench-window=128000"]
        options += [f"--lcbench-api-base={url}", "--lcbench-concurrency=16", "-p", "large_libraries"]
        # Hypothesis' plugin is the tests' own, and imports itself at the end of every process.
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", *options]
        first = took(command, folder, env)
        assert first.code == 0, first.output
        asked = calls(url)
        print(f"filling: {first.seconds:.1f} s, CPU {first.cpu:.1f} s, peak {first.peak_mb:.0f} MB, {asked} calls")
        replays = [took(command, folder, env) for _ in range(runs)]
        for replay in replays:
            assert replay.code == 0, replay.output
            (large,) = (line for line in replay.output.splitlines() if line.startswith("large"))
            assert large.strip() == "large", f"imported: {large}"
        again = calls(url) - asked
        assert again == 0, f"{again} calls were made again"
    seconds, cpu = (statistics.median(values) for values in zip(*((run.seconds, run.cpu) for run in replays), strict=True))
    peak = max(run.peak_mb for run in replays)
    print(f"replaying: {seconds:.1f} s, CPU {cpu:.1f} s, peak {peak:.0f} MB, {again} calls (median of {runs})")
    print(f"none of {', '.join(LARGE)} was imported")
    print(load())


if __name__ == "__main__":
    main()
