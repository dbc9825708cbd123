"""Runs whose process tree is killed at random moments, resumed until they finish, and compared with an undisturbed run.

The suite's model is a plain HTTP client behind the model protocol (litellm takes seconds to import, and would be most of what is
killed). It notes twice, in memory that outlives the process: that an answer has come, as soon as its last byte is read, and that the
answer is received, once it has handed it over (``Request.keep``) and knows it kept. What is received must never be asked for again.
What has come and was not handed over yet when the process was killed, in some microseconds, nobody could have kept; it is counted. (A
call of the system for a note would let another thread run first, and make milliseconds of these microseconds.)
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TRANSIENT_FIELDS = {"latency_s", "cached", "attempts"}
OF_THE_SESSION = ("- **cost**", "- **from store**", "- **latency**")
POLL_S = 0.002
LONGEST_S = 120.0

CONFTEST = '''
import asyncio, hashlib, json, mmap, os, pathlib, time, urllib.parse

from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Response

HERE = pathlib.Path(__file__).parent
SERVER = urllib.parse.urlsplit(os.environ["KILLS_SERVER"])


def note(name, text):
    """One write, appended: whole after a kill, and not mixed with another process's."""
    file = os.open(HERE / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(file, (text + "\\n").encode())
    finally:
        os.close(file)


class Notes:
    """A file of lines, mapped: a line whose end is there has been noted."""

    size = 1 << 20

    def __init__(self, name):
        path = HERE / f"{name}-{os.getpid()}-{time.time_ns()}.log"
        path.write_bytes(bytes(self.size))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), self.size)
        self.end = 0

    def note(self, told):
        line = json.dumps([*told, time.monotonic()]).encode() + b"\\n"
        self.memory[self.end : self.end + len(line)] = line
        self.end += len(line)


class Plain:
    def __init__(self, name):
        self.info = ModelInfo(name=name, route=name, input_price=1e-6, output_price=1e-6, source="conftest")
        self.come, self.received = Notes("come"), Notes("received")

    async def complete(self, request):
        body = json.dumps({"model": "plain", "messages": [{"role": "user", "content": request.prompt}]}).encode()
        try:
            reader, writer = await asyncio.open_connection(SERVER.hostname, SERVER.port)
            lines = ["POST /v1/chat/completions HTTP/1.1", "Host: here", "Connection: close", f"Content-Length: {len(body)}"]
            writer.write("".join(line + "\\r\\n" for line in [*lines, ""]).encode() + body)
            try:
                reply = await reader.read()
            finally:
                writer.close()
        except OSError as error:
            raise ModelCallError(ErrorClass.CONNECTION, str(error)) from None
        answer = json.loads(reply.partition(b"\\r\\n\\r\\n")[2])
        text, usage = answer["choices"][0]["message"]["content"], answer["usage"]
        told = [hashlib.sha256(request.prompt.encode()).hexdigest(), text]
        self.come.note(told)
        response = Response(
            text=text,
            finish_reason="stop",
            prompt_tokens=usage["prompt_tokens"],
            completion_tokens=usage["completion_tokens"],
            cost=1e-6 * (usage["prompt_tokens"] + usage["completion_tokens"]),
        )
        request.keep(response)
        self.received.note(told)
        return response

    async def close(self): ...


def pytest_lcbench_model(config, name):
    return Plain(name) if name.startswith("plain") else None


def pytest_configure(config):
    if hasattr(config, "workerinput"):
        note("workers.log", str(os.getpid()))
'''

MODULE = """
def test_kill(lcbench_score):
    assert lcbench_score.points is not None
"""


@dataclass(slots=True)
class Tally:
    """What a series of kills came to.

    Args:
        kills: processes trees, or workers, that were killed while they ran.
        rounds: runs taken from nothing to their end.
        received: answers the client had handed over and knew to be kept, over all rounds.
        again: of these, asked for again all the same: not one may be.
        gap: answers that had come and were not handed over yet when their process was killed: they came once more.
        by_phase: kills by what the process was doing: starting, calling, finishing.

    """

    kills: int = 0
    rounds: int = 0
    received: int = 0
    again: int = 0
    gap: int = 0
    by_phase: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        phases = ", ".join(f"{count} {phase}" for phase, count in sorted(self.by_phase.items()))
        return (
            f"{self.kills} kills ({phases}) in {self.rounds} rounds: {self.received} answers received, "
            f"{self.again} of them asked for again; {self.gap} more had come and were not handed over in the moment of the kill"
        )


class KillProject:
    """A project with a suite of small cases, each judged, in a folder that must be empty.

    Args:
        folder: where.
        server: base URL of the loopback server.
        cases: how many.
        options: further command line options, e.g. ``-n2``.

    """

    def __init__(self, folder: Path, server: str, cases: int, *options: str) -> None:
        self.folder = folder
        self.cases = cases
        self._options = options
        self._server = server
        documents = folder / "data" / "documents"
        documents.mkdir(parents=True)
        (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
        (folder / "test_kills.py").write_text(MODULE, encoding="utf-8")
        (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
        card = {"name": "kills", "version": "1", "title": "Kills", "description": "d", "licence": "Apache-2.0", "languages": ["en"]}
        (folder / "data" / "card.json").write_text(json.dumps(card), encoding="utf-8")
        rows = []
        for number in range(cases):
            (documents / f"report-{number}.txt").write_text(f"The revenue of Company {number} is {317 + number}.\n", encoding="utf-8")
            rows.append(
                {
                    "id": f"case-{number:03d}",
                    "task": "spotlight_locating",
                    "subtask": "spotlight_locating",
                    "length_set": f"set{number % 4 + 1}",
                    "language": "en",
                    "domain": "financial",
                    "question": f"What is the revenue of Company {number}?",
                    "gold": str(317 + number),
                    "answer_kind": "value",
                    "documents": [{"file": f"report-{number}.txt"}],
                }
            )
        (folder / "data" / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    @property
    def expected(self) -> int:
        """Answers that a whole run receives: one of the model and one of the judge for each case."""
        return 2 * self.cases

    @property
    def received(self) -> list[tuple[str, str, float]]:
        """Every answer that the client had received: hash of its prompt, its text, and when."""
        return self._noted("received")

    @property
    def come(self) -> list[tuple[str, str, float]]:
        """Every answer that had come to the client, received or not."""
        return self._noted("come")

    @property
    def workers(self) -> list[int]:
        """Process ids of every worker there was, in order of their start."""
        log = self.folder / "workers.log"
        return [int(line) for line in log.read_text(encoding="utf-8").split()] if log.exists() else []

    def received_count(self) -> int:
        """Return their number, cheaply enough to ask all the time."""
        return sum(log.read_bytes().count(b"\n") for log in self._logs("received"))

    def _noted(self, name: str) -> list[tuple[str, str, float]]:
        lines = [line for log in self._logs(name) for line in log.read_bytes().split(b"\n")[:-1]]
        return [(prompt, text, at) for prompt, text, at in map(json.loads, lines)]

    def _logs(self, name: str) -> list[Path]:
        return sorted(self.folder.glob(f"{name}-*.log"))

    def start(self) -> subprocess.Popen[bytes]:
        """Start the run in a process group of its own."""
        environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS"}}
        environment |= {"PYTHONPATH": str(ROOT), "KILLS_SERVER": self._server, "XDG_CACHE_HOME": str(self.folder / "cache")}
        options = ["--lcbench-suite=kills", "--lcbench-data=data", "--lcbench-model=plain", "--lcbench-judge=plain-judge"]
        plugins = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:anyio"]
        with (self.folder / "output.log").open("wb") as output:
            return subprocess.Popen(  # noqa: S603 - our own command
                [sys.executable, "-m", "pytest", "-q", *plugins, *options, *self._options],
                cwd=self.folder,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def finish(self) -> int:
        """Run until it ends and return its exit code."""
        with self.start() as process:
            return process.wait(LONGEST_S)

    def output(self) -> str:
        """Return what the last run printed."""
        return (self.folder / "output.log").read_text(encoding="utf-8", errors="replace")

    def rows(self) -> list[dict[str, Any]]:
        """Return the result rows without what may differ between identical runs."""
        (found,) = (self.folder / "reports").glob("*/results.jsonl")
        rows = [json.loads(line) for line in found.read_text(encoding="utf-8").splitlines()]
        return [{name: value for name, value in row.items() if name not in TRANSIENT_FIELDS} for row in rows]

    def tables(self) -> tuple[str, dict[str, Any]]:
        """Return ``tables.md`` and ``summary.json`` without what is told of the session: what came from the store, and how fast."""
        (folder,) = (path.parent for path in (self.folder / "reports").glob("*/results.jsonl"))
        summary: dict[str, Any] = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        del summary["timing"], summary["run"]["answered"]
        lines = (folder / "tables.md").read_text(encoding="utf-8").splitlines()
        return "\n".join(line for line in lines if not line.startswith(OF_THE_SESSION)), summary

    def stored(self) -> list[tuple[str, int]]:
        """Return (key, generation) of every stored answer."""
        with contextlib.closing(sqlite3.connect(self.folder / "reports" / "store.sqlite")) as connection:
            return [(str(key), int(generation)) for key, generation in connection.execute("SELECT key, generation FROM responses")]

    def check(self, undisturbed: KillProject, tally: Tally) -> None:
        """Assert that the finished run is what the undisturbed one is, and count into *tally* what was received."""
        rows = self.rows()
        assert [row["case_id"] for row in rows] == [row["case_id"] for row in undisturbed.rows()]
        assert len({row["case_id"] for row in rows}) == len(rows) == self.cases
        assert rows == undisturbed.rows()
        assert self.tables() == undisturbed.tables()
        stored = self.stored()
        assert len(stored) == self.expected, f"{len(stored)} answers stored, {self.expected} expected"
        assert {generation for _, generation in stored} == {1}
        come, received = self.come, self.received
        texts = {(prompt, text) for prompt, text, _ in undisturbed.come}
        assert {(prompt, text) for prompt, text, _ in come} == texts
        last = {prompt: at for prompt, _, at in sorted(come, key=lambda note: note[2])}
        again = sum(last[prompt] > at for prompt, _, at in received)
        tally.rounds += 1
        tally.received += len(received)
        tally.again += again
        tally.gap += len(come) - len(texts) - again


def kill_group(process: subprocess.Popen[bytes]) -> bool:
    """Kill the process and all it started; return whether it still ran."""
    running = process.poll() is None
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(LONGEST_S)
    return running


def wait_until(process: subprocess.Popen[bytes], reached: Callable[[], bool]) -> bool:
    """Wait until *reached*; return False if the process ends, or two minutes pass, before."""
    until = time.monotonic() + LONGEST_S
    while not reached():
        if process.poll() is not None or time.monotonic() > until:
            return False
        time.sleep(POLL_S)
    return True


def killed_run(project: KillProject, undisturbed: KillProject, draw: random.Random, tally: Tally, *, seconds: float) -> None:
    """Kill the run's process tree at random moments until it finishes, then compare it.

    Half of the moments are drawn over the time that an undisturbed run takes, start-up and reports included; the others fall among
    the answers, where there is most to lose. So that a run ends at all, the former stop after six.

    Args:
        project: fresh.
        undisturbed: the same, finished.
        draw: source of the moments.
        tally: entered into.
        seconds: that an undisturbed run takes.

    """
    kills = by_time = 0
    while True:
        before = project.received_count()
        with project.start() as process:
            if by_time < 6 and draw.random() < 0.5:
                by_time += 1
                pause = draw.uniform(0, seconds)
            else:
                wanted = before + draw.randint(1, max(project.expected // 6, 1))
                wait_until(process, lambda wanted=wanted: project.received_count() >= wanted)  # type: ignore[misc]
                pause = draw.uniform(0, 0.02)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(pause)
            count = project.received_count()
            if not kill_group(process):
                break
        kills += 1
        tally.by_phase["finishing" if count >= project.expected else "calling" if count > before else "starting"] += 1
    assert process.returncode == 0, project.output()
    tally.kills += kills
    project.check(undisturbed, tally)


def killed_worker(project: KillProject, undisturbed: KillProject, draw: random.Random, tally: Tally) -> None:
    """Kill one worker of a distributed run, resume the run, and compare it.

    Args:
        project: fresh, with ``-n`` and ``--dist`` among its options.
        undisturbed: the same cases, finished in one process.
        draw: source of the moment and of the worker.
        tally: entered into.

    """
    with project.start() as process:
        wanted = draw.randint(1, project.expected // 2)
        assert wait_until(process, lambda: project.received_count() >= wanted), project.output()
        os.kill(draw.choice(project.workers), signal.SIGKILL)
        process.wait(LONGEST_S)
    tally.kills += 1
    tally.by_phase["worker"] += 1
    assert project.finish() == 0, project.output()
    project.check(undisturbed, tally)
