"""A project whose model is a plain HTTP client: processes that are started for a test need not import a large library."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from acceptance_project import LOONG_ROW, Bench

HTTP_MODEL = """
import time

import httpx

from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response


class Http:
    def __init__(self, name, base):
        self.info = ModelInfo(name=name, route=name, input_price=1e-6, output_price=1e-6, encoding_exact=True)
        self.base = base
        self.client = None

    async def complete(self, request: Request) -> Response:
        # Making the client takes a while on a busy machine.
        sent = {"X-Sent-At": repr(time.monotonic())}
        if self.client is None:
            self.client = httpx.AsyncClient(limits=httpx.Limits(max_connections=300), trust_env=False)
        body = {"model": self.info.name, "messages": [{"role": "user", "content": request.prompt}]}
        try:
            reply = await self.client.post(self.base + "/chat/completions", json=body, headers=sent, timeout=request.timeout)
        except httpx.TimeoutException:
            raise ModelCallError(ErrorClass.TIMEOUT, "timed out") from None
        except httpx.HTTPError as error:
            raise ModelCallError(ErrorClass.CONNECTION, type(error).__name__) from None
        if reply.status_code != 200:
            kind = ErrorClass.RATE_LIMIT if reply.status_code == 429 else ErrorClass.SERVER
            raise ModelCallError(kind, f"status {reply.status_code}")
        held = reply.json()
        used = held["usage"]
        tokens = used["prompt_tokens"], used["completion_tokens"]
        text = held["choices"][0]["message"]["content"]
        return Response(text, "stop", prompt_tokens=tokens[0], completion_tokens=tokens[1], cost=sum(tokens) * 1e-6)

    async def close(self) -> None:
        if self.client is not None:
            await self.client.aclose()


def pytest_lcbench_model(config, name):
    return Http(name, config.getoption("lcbench_api_base")) if name.startswith("http") else None
"""
"""A conftest: any model whose name begins with ``http`` is asked at ``--lcbench-api-base``; a header says when."""


def counted_cases(bench: Bench, cases: int) -> list[str]:
    """Write so many cases, each with a question of its own, and return the options that select them."""
    questions = [f"Case {number}: how many lamps does the author count?" for number in range(cases)]
    rows = [LOONG_ROW | {"id": f"row-{number}", "question": question} for number, question in enumerate(questions)]
    return ["--lcbench-suite=loong", bench.loong(rows)]


def stored(store: Path) -> int:
    """Return how many answers a store holds."""
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM responses").fetchone()[0])
