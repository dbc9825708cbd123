"""Whether a process grows with the number of cases, and what one case of two million words takes.

Run: python benchmarks/memory.py [CASES ...], default: 100 400 1600

Cases of 100 KB go through a quick loopback server, 16 in flight, litellm behind; the largest process is told for each number of cases,
beside bare litellm calls over the same files. Then one case whose only document has 2,000,000 words.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path

from loong_tree import english_pool, text_of
from processes import environment, load, loopback, took
from throughput import ours, write_suite

WORDS = 2_000_000


def main() -> None:
    """Measure each number of cases, then the long one."""
    numbers = [int(word) for word in sys.argv[1:]] or [100, 400, 1600]
    print(load())
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        env = environment(XDG_CACHE_HOME=str(base / "cache"), OPENAI_API_KEY="none")
        for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE"):
            env.pop(name, None)
        for number in numbers:
            folder = base / str(number)
            write_suite(folder, number)
            report(f"{number} cases", folder, base / f"reports-{number}", env)
        long = base / "long"
        write_suite(long, 1)
        generator = random.Random(1)  # noqa: S311 - texts that can be made again
        pool = english_pool(generator)
        words = text_of(10_000, pool, generator).split()
        (long / "data" / "documents" / "0.txt").write_text(" ".join(generator.choices(words, k=WORDS)), encoding="utf-8")
        report("one of 2,000,000 words", long, base / "reports-long", env, "--lcbench-window=20000000")
    print(load())


def report(name: str, folder: Path, reports: Path, env: dict[str, str], *more: str) -> None:
    """Run one suite with our command and with bare litellm calls, and print both."""
    command = [word for word in ours(reports) if not word.startswith("--lcbench-concurrency")]
    with loopback("--latency=0.05") as url:
        mine = took([*command, "--lcbench-concurrency=16", f"--lcbench-api-base={url}", *more], folder, env)
    assert mine.code == 0, mine.output
    rows = [json.loads(line) for found in reports.glob("*/results.jsonl") for line in found.read_text(encoding="utf-8").splitlines()]
    assert all(row["state"] == "scored" for row in rows), rows[0]
    with loopback("--latency=0.05") as url:
        bare = took([sys.executable, str(Path(__file__).with_name("throughput.py")), "litellm", str(folder), url, "asked"], folder, env)
    assert bare.code == 0, bare.output
    print(
        f"{name:<24} peak {mine.peak_mb:4.0f} MB, {mine.seconds:5.1f} s, {len(rows)} scored; "
        f"bare litellm {bare.peak_mb:4.0f} MB, {bare.seconds:5.1f} s"
    )


if __name__ == "__main__":
    main()
