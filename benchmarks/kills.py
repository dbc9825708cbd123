"""Two hundred SIGKILLs of a run's processes at random moments, each run resumed until it ends and compared with an undisturbed one.

Run: python benchmarks/kills.py [kills [cases [seed [latency in milliseconds]]]]

The machinery is that of ``tests/acceptance/test_acceptance_kills.py`` (``tests/helpers/killing.py``): a plain HTTP client behind the
model protocol notes every answer that has come, and again once it has handed it over and knows it received (``Request.keep``); each
case is judged as well. After each round: no case is missing, none counted twice, rows and tables equal to the undisturbed run's, and
nothing that was received asked for again. Then a fiftieth as many fall on a single worker under ``-n 4`` with ``load``, and as many
with ``worksteal``.

A kill that falls between an answer's last byte and its commit loses it, whoever keeps it: no client can say that it has received it.
How many of these are found depends on how many answers come in a second: with 30 ms far more than any real server sends.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from processes import ROOT, load, loopback

sys.path.insert(0, str(ROOT / "tests" / "helpers"))
from killing import KillProject, Tally, killed_run, killed_worker


def main() -> None:
    """Kill, resume, compare, count."""
    given = [int(word) for word in sys.argv[1:]]
    kills, cases, seed, latency = given + [200, 48, 1, 30][len(given) :]
    draw = random.Random(seed)  # noqa: S311 - moments that can be drawn again
    print(load())
    with tempfile.TemporaryDirectory() as temporary, loopback(f"--latency={latency / 1000}") as url:
        folder = Path(temporary)
        undisturbed = KillProject(folder / "undisturbed", url, cases)
        start = time.monotonic()
        assert undisturbed.finish() == 0, undisturbed.output()
        seconds = time.monotonic() - start
        tally = Tally()
        while tally.kills < kills:
            killed_run(KillProject(folder / f"round-{tally.rounds}", url, cases), undisturbed, draw, tally, seconds=seconds)
        print(f"undisturbed: {undisturbed.expected} answers in {seconds:.1f} s, latency {latency} ms")
        print(f"whole tree: {tally}")
        lost = tally.again
        for dist in ("load", "worksteal"):
            workers = Tally()
            while workers.kills < max(kills // 50, 1):
                project = KillProject(folder / f"{dist}-{workers.rounds}", url, cases, "-n4", f"--dist={dist}")
                killed_worker(project, undisturbed, draw, workers)
            print(f"one worker of four, {dist}: {workers}")
            lost += workers.again
    print("every run ended as the undisturbed one")
    print(load())
    if lost:
        raise SystemExit(f"{lost} answers that had been received were asked for again")


if __name__ == "__main__":
    main()
