"""An OpenAI-compatible server on 127.0.0.1 for tests and trials: no network, no model, faults on demand.

In a test::

    with LoopbackServer(latency=0.05, faults={Fault.RATE_LIMIT: 0.2}, fault_times=1) as server:
        ...  # server.base_url, server.counters

By hand: ``python tests/server/loopback_server.py --port 8000 --latency 0.5``; ``GET /counters`` shows what happened.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from loopback_limits import Buckets
from loopback_replies import (
    ErrorReply,
    Fault,
    Reply,
    draw,
    error_body,
    fault_reply,
    prompt_hash,
    rough_tokens,
    usual_reply,
    vector,
)

__all__ = ["Counters", "ErrorReply", "Fault", "LoopbackServer", "Reply", "prompt_hash"]

Script = Callable[[str], "str | Reply | ErrorReply"]

# Request bodies hold whole contexts; the real servers take megabytes too.
_LARGEST_BODY = 1 << 30
_STARTUP_S = 10.0


@dataclass(slots=True)
class Counters:
    """What the server saw. Read it from any thread."""

    calls: int = 0
    by_path: Counter[str] = field(default_factory=Counter)
    by_status: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    prompts: Counter[str] = field(default_factory=Counter)
    """Chat calls by SHA-256 of the prompt."""
    in_flight: int = 0
    max_in_flight: int = 0
    disconnected: int = 0
    """Calls whose client went away before the answer."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    connections: int = 0
    """Distinct client connections."""
    first_request_at: float | None = None
    """Unix time at which the first chat call came in."""
    last_reply_at: float | None = None
    """Unix time at which the last chat call so far was answered."""
    bodies: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=1000))
    """The last chat requests without their messages."""
    headers: deque[dict[str, str]] = field(default_factory=lambda: deque(maxlen=1000))
    """Their headers, names in lower case."""

    def as_json(self) -> dict[str, Any]:
        """Without headers and bodies."""
        return {
            "calls": self.calls,
            "by_path": dict(self.by_path),
            "by_status": {str(status): count for status, count in self.by_status.items()},
            "faults": dict(self.faults),
            "distinct_prompts": len(self.prompts),
            "prompts": dict(self.prompts),
            "in_flight": self.in_flight,
            "max_in_flight": self.max_in_flight,
            "disconnected": self.disconnected,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "connections": self.connections,
            "first_request_at": self.first_request_at,
            "last_reply_at": self.last_reply_at,
        }


class LoopbackServer:
    """The server, as a context manager. Every attribute named like an argument may be changed while it runs.

    Args:
        port: 0 takes a free one.
        latency: seconds before each answer.
        faults: share of prompts (by hash and seed) that meet each fault.
        fault_times: how often such a prompt meets it before it is answered; ``None``: always.
        first: faults of the first calls, one each, whatever the prompt.
        fail_first: each prompt's first so many calls meet ``fail_with``.
        fail_with: that fault.
        retry_after: seconds named by rate limits.
        seed: of the draw.
        reply: scripted answers: prompt to text, reply or error; default: an answer by hash.
        judge: True rates every prompt, False none, ``None`` those that ask for ``[[n]]``.
        rejects: parameters answered by a 400, as reasoning models do.
        models: names served, others get 404; ``None``: all.
        key: the only key taken, others get 401; ``None``: all.
        window: prompts of more tokens than this overflow; ``None``: none do.
        most_in_flight: calls above it get 429; ``None``: no limit.
        requests_per_second: chat calls above it get 429; ``None``: no limit. Fixed at the start.
        tokens_per_minute: prompt tokens above it get 429; ``None``: no limit. Fixed at the start.
        tells: whether replies under these two limits have ``x-ratelimit-*`` headers, and refusals a ``Retry-After``.

    """

    def __init__(
        self,
        *,
        port: int = 0,
        latency: float = 0.0,
        faults: Mapping[Fault, float] | None = None,
        fault_times: int | None = None,
        first: Sequence[Fault] = (),
        fail_first: int = 0,
        fail_with: Fault = Fault.SERVER_ERROR,
        retry_after: float = 0.05,
        seed: int = 0,
        reply: Script | None = None,
        judge: bool | None = None,
        rejects: Sequence[str] = (),
        models: Sequence[str] | None = None,
        key: str | None = None,
        window: int | None = None,
        most_in_flight: int | None = None,
        requests_per_second: float | None = None,
        tokens_per_minute: int | None = None,
        tells: bool = True,
    ) -> None:
        self.port = port
        self.latency = latency
        self.faults = dict(faults or {})
        self.fault_times = fault_times
        self.first = deque(first)
        self.fail_first = fail_first
        self.fail_with = fail_with
        self.retry_after = retry_after
        self.seed = seed
        self.reply = reply
        self.judge = judge
        self.rejects = tuple(rejects)
        self.models = models
        self.key = key
        self.window = window
        self.most_in_flight = most_in_flight
        self.tells = tells
        self._buckets = Buckets.of(requests_per_second, tokens_per_minute)
        self.counters = Counters()
        self._connections: set[int] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()
        self._failure: BaseException | None = None

    @property
    def base_url(self) -> str:
        """What an OpenAI client takes as its base."""
        return f"http://127.0.0.1:{self.port}/v1"

    def calls_of(self, prompt: str) -> int:
        """Chat calls with exactly this prompt."""
        return self.counters.prompts[prompt_hash(prompt)]

    def forget(self) -> None:
        """Start counting afresh (calls in flight stay counted)."""
        running = self.counters.in_flight
        self.counters = Counters(in_flight=running, max_in_flight=running)

    # Running it.

    def start(self) -> None:
        """Serve from a thread of its own; returns when the port is open. After a stop, on the same port again."""
        self._ready.clear()
        self._failure = None
        self._thread = threading.Thread(target=self._run, name="loopback-server", daemon=True)
        self._thread.start()
        if not self._ready.wait(_STARTUP_S):
            raise RuntimeError("the loopback server did not start")
        if self._failure is not None:
            raise RuntimeError("the loopback server did not start") from self._failure

    def stop(self) -> None:
        """Close the port and every connection, hung calls included."""
        if self._loop is not None and self._stop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._stop.set)
        if self._thread is not None:
            self._thread.join(_STARTUP_S)
            self._thread = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - start() raises it in the caller's thread
            self._failure = error
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        app = web.Application(client_max_size=_LARGEST_BODY)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_post("/v1/embeddings", self._embeddings)
        app.router.add_get("/v1/models", self._list_models)
        app.router.add_get("/counters", self._show_counters)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.05, access_log=None)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", self.port, backlog=1024)
            await site.start()
            self.port = runner.addresses[0][1]
            self._ready.set()
            await self._stop.wait()
        finally:
            await runner.cleanup()

    # Answering.

    async def _show_counters(self, _request: web.Request) -> web.Response:
        return web.json_response(self.counters.as_json())

    async def _list_models(self, request: web.Request) -> web.Response:
        self._count(request)
        names = self.models if self.models is not None else ["loopback"]
        data = [{"id": name, "object": "model", "created": 0, "owned_by": "loopback"} for name in names]
        return self._answer(200, {"object": "list", "data": data})

    async def _embeddings(self, request: web.Request) -> web.Response:
        self._count(request)
        body = json.loads(await request.read())
        given = body["input"]
        texts = [given] if isinstance(given, str) else list(given)
        await asyncio.sleep(self.latency)
        tokens = sum(rough_tokens(text) for text in texts)
        self.counters.prompt_tokens += tokens
        data = [{"object": "embedding", "index": index, "embedding": vector(text)} for index, text in enumerate(texts)]
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        return self._answer(200, {"object": "list", "model": body.get("model", ""), "data": data, "usage": usage})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        self._count(request)
        counters = self.counters
        if counters.first_request_at is None:
            counters.first_request_at = time.time()
        counters.in_flight += 1
        counters.max_in_flight = max(counters.max_in_flight, counters.in_flight)
        try:
            reply = await self._chat_reply(request)
        except asyncio.CancelledError:
            self.counters.disconnected += 1
            raise
        else:
            self.counters.last_reply_at = time.time()
            return reply
        finally:
            # The same object that was counted up, also when forget() came between: it starts with what is in flight.
            self.counters.in_flight -= 1

    async def _chat_reply(self, request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.read())
        prompt = "\n".join(_message_text(message) for message in body["messages"])
        text_hash = prompt_hash(prompt)
        tokens = rough_tokens(prompt)
        model = str(body.get("model", ""))
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        self.counters.prompts[text_hash] += 1
        self.counters.bodies.append({name: value for name, value in body.items() if name != "messages"})
        self.counters.headers.append({name.lower(): value for name, value in request.headers.items()})
        wait = self._buckets.take(tokens, time.monotonic())
        told = self._buckets.headers() if self.tells else {}
        if wait:
            limit = error_body("Rate limit reached: too many requests per minute.", "requests", "rate_limit_exceeded")
            return self._answer(429, limit, told | ({"Retry-After": f"{wait:.3f}"} if self.tells else {}))
        fault = self._fault_of(body, text_hash, tokens, key)
        if isinstance(fault, ErrorReply):
            return self._answer(fault.status, fault.body, fault.headers)
        if fault is not None:
            self.counters.faults[fault] += 1
        if fault is Fault.HANG:
            await asyncio.Event().wait()
        await asyncio.sleep(self.latency)
        if fault is Fault.RESET:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        if fault is Fault.MALFORMED_JSON:
            self.counters.by_status[200] += 1
            return web.Response(body=b'{"id": "chatcmpl-1", "object": "chat.comp', content_type="application/json")
        if fault is Fault.NO_CHOICES:
            return self._answer(200, _completion(text_hash, model, []))
        if fault is not None:
            made = fault_reply(fault, model=model, key=key, tokens=tokens, retry_after=self.retry_after)
        else:
            scripted = self.reply(prompt) if self.reply is not None else usual_reply(prompt, text_hash, judge=self.judge)
            made = Reply(scripted) if isinstance(scripted, str) else scripted
        if isinstance(made, ErrorReply):
            return self._answer(made.status, made.body, made.headers)
        return self._answer(200, self._completion_of(made, text_hash, model, tokens), told)

    def _fault_of(self, body: dict[str, Any], text_hash: str, tokens: int, key: str) -> Fault | ErrorReply | None:
        if self.key is not None and key != self.key:
            return Fault.BAD_KEY
        if self.models is not None and body.get("model") not in self.models:
            return Fault.UNKNOWN_MODEL
        for name in self.rejects:
            if name in body:
                message = f"Unsupported parameter: '{name}' is not supported with this model."
                return ErrorReply(400, error_body(message, "invalid_request_error", "unsupported_parameter", name))
        if self.most_in_flight is not None and self.counters.in_flight > self.most_in_flight:
            return Fault.RATE_LIMIT
        if self.window is not None and tokens > self.window:
            return Fault.CONTEXT_OVERFLOW
        if self.first:
            return self.first.popleft()
        times = self.counters.prompts[text_hash]
        if times <= self.fail_first:
            return self.fail_with
        if self.fault_times is None or times <= self.fault_times:
            place = draw(self.seed, "fault", text_hash)
            for fault, share in self.faults.items():
                if place < share:
                    return fault
                place -= share
        return None

    def _completion_of(self, made: Reply, text_hash: str, model: str, tokens: int) -> dict[str, Any]:
        said = rough_tokens(made.text or "") + made.reasoning_tokens if made.completion_tokens is None else made.completion_tokens
        asked = tokens if made.prompt_tokens is None else made.prompt_tokens
        message: dict[str, Any] = {"role": "assistant", "content": made.text}
        if made.reasoning is not None:
            message["reasoning_content"] = made.reasoning
        if made.refusal is not None:
            message["refusal"] = made.refusal
        completion = _completion(text_hash, model, [{"index": 0, "message": message, "finish_reason": made.finish_reason}])
        if made.usage:
            self.counters.prompt_tokens += asked
            self.counters.completion_tokens += said
            completion["usage"] = {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
            if made.reasoning_tokens:
                completion["usage"]["completion_tokens_details"] = {"reasoning_tokens": made.reasoning_tokens}
        return completion

    def _count(self, request: web.Request) -> None:
        self.counters.calls += 1
        self.counters.by_path[request.path] += 1
        # The handler object lives as long as its connection; an id met again after a close would only undercount.
        if id(request.protocol) not in self._connections:
            self._connections.add(id(request.protocol))
            self.counters.connections += 1

    def _answer(self, status: int, body: dict[str, Any] | str, headers: Mapping[str, str] | None = None) -> web.Response:
        self.counters.by_status[status] += 1
        if isinstance(body, str):
            return web.Response(status=status, text=body, content_type="text/html", headers=headers)
        return web.json_response(body, status=status, headers=headers)


def _completion(text_hash: str, model: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{text_hash[:16]}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "service_tier": "default",
        "choices": choices,
    }


def _message_text(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content)


def _share(text: str) -> tuple[Fault, float]:
    name, _, share = text.partition("=")
    try:
        return Fault(name), float(share or 1)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: give NAME=SHARE with NAME one of {', '.join(Fault)}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted; the first line printed is the base URL."""
    parser = argparse.ArgumentParser(description="A loopback OpenAI-compatible server with faults on demand.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--fault", type=_share, action="append", default=[], metavar="NAME=SHARE")
    parser.add_argument("--fault-times", type=int, default=None, help="how often a prompt meets its fault (default: always)")
    parser.add_argument("--fail-first", type=int, default=0, help="each prompt's first calls that fail with a 500")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--retry-after", type=float, default=0.05)
    parser.add_argument("--judge", action="store_true", help="rate every prompt")
    parser.add_argument("--window", type=int, default=None, help="tokens above which a prompt overflows")
    parser.add_argument("--most-in-flight", type=int, default=None)
    parser.add_argument("--requests-per-second", type=float, default=None)
    parser.add_argument("--tokens-per-minute", type=int, default=None)
    parser.add_argument("--tells-nothing", action="store_true", help="no x-ratelimit headers and no Retry-After from these two limits")
    given = parser.parse_args(arguments)
    stopped = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stopped.set())
    with LoopbackServer(
        port=given.port,
        latency=given.latency,
        faults=dict(given.fault),
        fault_times=given.fault_times,
        fail_first=given.fail_first,
        seed=given.seed,
        retry_after=given.retry_after,
        judge=True if given.judge else None,
        window=given.window,
        most_in_flight=given.most_in_flight,
        requests_per_second=given.requests_per_second,
        tokens_per_minute=given.tokens_per_minute,
        tells=not given.tells_nothing,
    ) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        stopped.wait()
    sys.stdout.write(json.dumps({name: value for name, value in server.counters.as_json().items() if name != "prompts"}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
