"""How much of a server's allowed rate is used, and how often it has to refuse; and what a storm of faults costs in calls.

Run: python benchmarks/storm.py [SECONDS [COMMAND ...]], with COMMAND some of those below; default: all, of a minute each

Each command is a pytest of its own against a fresh loopback server that keeps its limit as a bucket which refills steadily. *Told*
servers say what is left in headers and send a Retry-After; *silent* ones only refuse. Used is what was accepted beyond the first
second's burst, over what the limit allows between the first request and the last reply, the latency of that reply taken off.
"""

from __future__ import annotations

import json
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path

from processes import environment, load, loopback, took

RATE = 40
"""Requests a second."""
LATENCY = 0.5
DOCUMENT = "# Counting Lamps\nThe author counts 12 lamps.\n"
MODULE = """
def test_storm(lcbench_score):
    assert lcbench_score.points is not None
"""
FAULTS = {
    "rate_limit": 0.1,
    "rate_limit_silent": 0.1,
    "server_error": 0.05,
    "reset": 0.03,
    "hang": 0.02,
    "malformed_json": 0.02,
    "empty": 0.02,
}
LIMIT = ("--requests-per-second", str(RATE))
COMMANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "told": (LIMIT, ()),
    "silent": ((*LIMIT, "--tells-nothing"), ()),
    "silent, -n 2": ((*LIMIT, "--tells-nothing"), ("-n2", "--dist=worksteal")),
    "faults": ((*(f"--fault={name}={share}" for name, share in FAULTS.items()), "--fault-times=1"), ("--lcbench-timeout=5",)),
}
"""By name: what the server is started with, and what pytest is."""


def write_suite(folder: Path, cases: int) -> None:
    """Write so many short cases in Loong's form, each with a question of its own, and a test module."""
    (folder / "loong" / "doc" / "paper").mkdir(parents=True)
    (folder / "loong" / "doc" / "paper" / "lamps.md").write_text(DOCUMENT, encoding="utf-8")
    (folder / "test_storm.py").write_text(MODULE, encoding="utf-8")
    shared = {"level": 1, "set": 1, "length": 50, "type": "paper", "language": "en", "instruction": "Answer with the figure alone."}
    shared |= {"prompt_template": "{docs}\n{instruction}\n{question}", "doc": ["lamps.md"], "answer": "12", "shuffle_doc": False}
    rows = [shared | {"id": f"row-{number}", "question": f"Case {number}: how many lamps are there?"} for number in range(cases)]
    (folder / "loong" / "loong.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def measure(name: str, seconds: float) -> str:
    """Run one command and return its line."""
    server, options = COMMANDS[name]
    limited = bool(set(LIMIT) & set(server))
    cases = int(RATE * seconds) if limited else int(5 * seconds)
    with tempfile.TemporaryDirectory() as temporary, loopback(f"--latency={LATENCY}", *server) as url:
        folder = Path(temporary)
        write_suite(folder, cases)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--lcbench-suite=loong", "--lcbench-data=loong"]
        command += ["--lcbench-model=openai/loopback", f"--lcbench-api-base={url}", *options]
        env = environment(XDG_CACHE_HOME=str(folder / "cache"), OPENAI_API_KEY="none")
        one = took(command, folder, env)
        assert one.code == 0, one.output
        with urllib.request.urlopen(url.removesuffix("/v1") + "/counters") as reply:  # noqa: S310 - our own server
            seen = json.load(reply)
        (results,) = (folder / "reports").glob("*/results.jsonl")
        states = Counter(json.loads(line)["state"] for line in results.read_text(encoding="utf-8").splitlines())
    said = f"{name:<14} {cases:,} cases {dict(states)}, {seen['calls']:,} calls, whole {one.seconds:.1f} s"
    if not limited:
        passing = sum(count for fault, count in seen["faults"].items() if fault != "empty")
        return f"{said}, faults that passed {passing}, calls beyond them {seen['calls'] - cases - passing}"
    refused = seen["by_status"].get("429", 0)
    span = seen["last_reply_at"] - seen["first_request_at"] - LATENCY
    return f"{said}, used {(cases - RATE) / span / RATE:.1%} of {RATE}/s, refused {refused / seen['calls']:.2%}"


def main() -> None:
    """Run the commands one after another."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    print(load())
    for name in sys.argv[2:] or COMMANDS:
        print(measure(name, seconds), flush=True)
    print(load())


if __name__ == "__main__":
    main()
