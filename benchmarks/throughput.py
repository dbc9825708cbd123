"""How fast 400 prompts of 100 KB go through a server that takes half a second for each, 64 in flight, token counts remembered.

Run: python benchmarks/throughput.py [rounds [COMMAND ...]], with COMMAND some of those below, e.g. "ours, judged"; default: all

Taking turns, each in a process of its own against a fresh loopback server: ours at -n 0, ours over two workers, ours with an LLM
judge, bare litellm calls, and a bare aiohttp client, which is the limit, without and with a second call that judges. Told are the
time from the first request to the last reply (by the server's clock), the whole command, CPU and peak memory; and the CPU that a
case costs over a bare litellm call, with start-up (of pytest, on our side) in it and without.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from loong_tree import english_pool, text_of
from processes import Took, environment, load, loopback, took

CASES = 400
BYTES = 100_000
LATENCY = 0.5
IN_FLIGHT = 64
MODULE = """
def test_throughput(lcbench_score):
    assert lcbench_score.points is not None
"""
JUDGE_PROMPT = "Please rate this answer and end with [[rating]]: "


@dataclass(frozen=True, slots=True)
class Measured:
    """One command against one server.

    Args:
        took: what the command took.
        span: seconds from the first request to the last reply.
        calls: at the server.
        most: in flight at once.

    """

    took: Took
    span: float
    calls: int
    most: int


def write_suite(folder: Path, cases: int) -> None:
    """Write a suite ``throughput`` of so many cases, and a test module for it."""
    documents = folder / "data" / "documents"
    documents.mkdir(parents=True)
    (folder / "test_throughput.py").write_text(MODULE, encoding="utf-8")
    card = {"name": "throughput", "version": "1", "title": "T", "description": "d", "licence": "Apache-2.0", "languages": ["en"]}
    (folder / "data" / "card.json").write_text(json.dumps(card), encoding="utf-8")
    generator = random.Random(0)  # noqa: S311 - texts that can be made again
    words = english_pool(generator)
    rows = []
    for number in range(cases):
        text = text_of(BYTES / 2, words, generator)[:BYTES]
        assert len(text.encode()) == BYTES
        (documents / f"{number}.txt").write_text(text, encoding="utf-8")
        rows.append(
            {
                "id": f"case-{number:03d}",
                "task": "spotlight_locating",
                "subtask": "spotlight_locating",
                "length_set": "set1",
                "language": "en",
                "domain": "financial",
                "question": f"What is the revenue of Company {number}?",
                "gold": str(number),
                "answer_kind": "value",
                "documents": [{"file": f"{number}.txt"}],
            }
        )
    (folder / "data" / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def ours(reports: Path, *more: str) -> list[str]:
    """Return our command; the server's address stands in the environment of no one, so it is added last."""
    options = ["--lcbench-suite=throughput", "--lcbench-data=data", "--lcbench-model=openai/loopback", "--lcbench-window=128000"]
    options += [f"--lcbench-concurrency={IN_FLIGHT}", f"--lcbench-reports={reports}"]
    # Hypothesis imports itself at the end of every process of pytest's: the project's own tests want it, no user of the plugin does.
    return [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", *options, *more]


def measure(make: Callable[[str], list[str]], folder: Path, env: dict[str, str]) -> Measured:
    """Run a command against a server of its own."""
    with loopback(f"--latency={LATENCY}") as url:
        one = took(make(url), folder, env)
        with urllib.request.urlopen(url.removesuffix("/v1") + "/counters") as reply:  # noqa: S310 - our own server
            seen = json.load(reply)
    assert one.code == 0, one.output
    return Measured(one, seen["last_reply_at"] - seen["first_request_at"], seen["calls"], seen["max_in_flight"])


# -- the bare clients ------------------------------------------------------------------------------------------------------------------


async def all_cases(folder: Path, ask: Callable[[str], Awaitable[str]], *, judged: bool) -> None:
    """Ask for every case, so many at once; with *judged*, ask once more about each answer."""
    room = asyncio.Semaphore(IN_FLIGHT)
    rows = [json.loads(line) for line in (folder / "data" / "cases.jsonl").read_text(encoding="utf-8").splitlines()]

    async def one(row: dict[str, str], document: str) -> None:
        async with room:
            text = (folder / "data" / "documents" / document).read_text(encoding="utf-8")
            answer = await ask(f"{text}\n\n{row['question']}")
            if judged:
                await ask(f"{JUDGE_PROMPT}{row['question']} {answer}")

    await asyncio.gather(*(one(row, row["documents"][0]["file"]) for row in rows))


async def aiohttp_client(folder: Path, url: str, *, judged: bool) -> None:
    """Make the calls with nothing but an HTTP client."""
    import aiohttp  # noqa: PLC0415 - what only this client needs

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=IN_FLIGHT)) as session:

        async def ask(prompt: str) -> str:
            body = {"model": "loopback", "messages": [{"role": "user", "content": prompt}]}
            async with session.post(f"{url}/chat/completions", json=body) as reply:
                found = await reply.json()
                return str(found["choices"][0]["message"]["content"])

        await all_cases(folder, ask, judged=judged)


async def litellm_client(folder: Path, url: str, *, judged: bool) -> None:
    """Make the calls with nothing but litellm."""
    import litellm  # noqa: PLC0415 - as above

    async def ask(prompt: str) -> str:
        reply = await litellm.acompletion(
            model="openai/loopback",
            messages=[{"role": "user", "content": prompt}],
            api_base=url,
            temperature=0.0,
            max_tokens=1024,
            timeout=600,
            max_retries=0,
        )
        return str(reply.choices[0].message.content)

    await all_cases(folder, ask, judged=judged)


# -- the comparison --------------------------------------------------------------------------------------------------------------------


def line(name: str, runs: list[Measured]) -> str:
    """Return the medians of a command's runs."""
    span, wall, cpu = (
        statistics.median(values) for values in zip(*((run.span, run.took.seconds, run.took.cpu) for run in runs), strict=True)
    )
    peak = max(run.took.peak_mb for run in runs)
    return (
        f"{name:<22} first to last {span:5.2f} s, whole {wall:5.2f} s, CPU {cpu:5.2f} s, peak {peak:4.0f} MB, "
        f"{runs[0].calls} calls, {runs[0].most} at most in flight"
    )


def main() -> None:
    """Let the commands take turns."""
    clients = {"aiohttp": aiohttp_client, "litellm": litellm_client}
    if sys.argv[1:] and sys.argv[1] in clients:  # a child
        client, place, url, judged = sys.argv[1:]
        asyncio.run(clients[client](Path(place), url, judged=judged == "judged"))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(load())
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        folder, small = base / "whole", base / "two"
        write_suite(folder, CASES)
        write_suite(small, 2)
        env = environment(XDG_CACHE_HOME=str(base / "cache"), OPENAI_API_KEY="none")
        for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE"):
            env.pop(name, None)
        for place in (folder, small):
            with loopback() as url:
                counted = took([*ours(base / "counting"), f"--lcbench-api-base={url}"], place, env)
            assert counted.code == 0, counted.output

        def own(*more: str) -> Callable[[str], list[str]]:
            def make(url: str) -> list[str]:
                reports = base / f"reports-{os.urandom(6).hex()}"
                return [*ours(reports), *more, f"--lcbench-api-base={url}"]

            return make

        def bare(client: str, place: Path, judged: str = "") -> Callable[[str], list[str]]:
            return lambda url: [sys.executable, __file__, client, str(place), url, judged]

        commands: dict[str, tuple[Callable[[str], list[str]], Path]] = {
            "ours": (own(), folder),
            "bare litellm": (bare("litellm", folder), folder),
            "bare aiohttp": (bare("aiohttp", folder), folder),
            "ours, -n 2 worksteal": (own("-n2", "--dist=worksteal"), folder),
            "ours, judged": (own("--lcbench-judge=openai/judge"), folder),
            "bare aiohttp, judged": (bare("aiohttp", folder, "judged"), folder),
            "ours, two cases": (own(), small),
            "bare litellm, two cases": (bare("litellm", small), small),
            "ours, -n 2, two cases": (own("-n2", "--dist=worksteal"), small),
        }
        found: dict[str, list[Measured]] = {name: [] for name in commands if name in (sys.argv[2:] or commands)}
        for _ in range(rounds):
            for name, runs in found.items():
                runs.append(measure(*commands[name], env))
    for name, runs in found.items():
        print(line(name, runs))
    print(load())
    if len(found) < len(commands):
        return
    cpu = {name: [run.took.cpu for run in runs] for name, runs in found.items()}
    whole = [(mine - plain) / CASES for mine, plain in zip(cpu["ours"], cpu["bare litellm"], strict=True)]
    start = [mine - plain for mine, plain in zip(cpu["ours, two cases"], cpu["bare litellm, two cases"], strict=True)]
    print(
        f"CPU a case over bare litellm: {1000 * statistics.median(whole):.1f} ms with start-up, "
        f"{1000 * (statistics.median(whole) - statistics.median(start) / CASES):.1f} ms without"
    )


if __name__ == "__main__":
    main()
