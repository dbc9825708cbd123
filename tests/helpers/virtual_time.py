"""An event loop whose clock jumps to the next timer instead of waiting, and a rate-limited server that lives on it."""

from __future__ import annotations

import asyncio
import selectors
import zlib
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Quota, Request, Response

Result = TypeVar("Result")


class _Selector(selectors.SelectSelector):
    now = 1000.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("nothing will ever happen: every task waits for another")
        # A sleep never ends exactly on time.
        self.now += timeout + (0.0005 if timeout else 0.0)
        return list(super().select(0))


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.selector = _Selector()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now


def run_virtually(work: Coroutine[Any, Any, Result]) -> Result:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)


def virtual_clock() -> float:
    return asyncio.get_running_loop().time()


@dataclass
class Server:
    """A model behind limits, on virtual time.

    Args:
        latency: of an answer.
        rate: requests a second that it takes on average; ``None``: all.
        burst: requests that it takes at once.
        most: requests in flight that it takes.
        retry_after: what refusals ask for.
        tells: whether answers say what is left.

    """

    latency: float = 1.0
    rate: float | None = None
    burst: float = 1.0
    most: int | None = None
    retry_after: float | None = None
    tells: bool = False
    refusal_latency: float = 0.05
    info: ModelInfo = field(default_factory=lambda: ModelInfo("m", "m"))
    accepted: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    in_flight: int = 0
    max_in_flight: int = 0
    _level: float | None = None
    _at: float = 0.0

    async def complete(self, request: Request) -> Response:
        now = virtual_clock()
        quota = None
        if self.rate is not None:
            level = self.burst if self._level is None else min(self._level + (now - self._at) * self.rate, self.burst)
            self._at = now
            takes = level >= 1
            self._level = level - takes
            if self.tells:
                quota = Quota(requests=int(self._level), requests_reset_s=(self.burst - self._level) / self.rate)
        else:
            takes = self.most is None or self.in_flight < self.most
        if not takes:
            self.refused.append(now)
            await asyncio.sleep(self.refusal_latency)
            raise ModelCallError(ErrorClass.RATE_LIMIT, "too many", retry_after=self.retry_after, quota=quota)
        self.accepted.append(now)
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        try:
            # Between a half and one and a half, by the prompt, so that answers come in another order.
            spread = 0.5 + (zlib.crc32(request.prompt.encode()) % 1000) / 1000 if self.latency else 0.0
            await asyncio.sleep(self.latency * spread)
        finally:
            self.in_flight -= 1
        return Response("yes", "stop", quota=quota)

    async def close(self) -> None:
        return

    @property
    def refused_share(self) -> float:
        return len(self.refused) / (len(self.refused) + len(self.accepted))

    def rate_used(self, *, after: float = 0.0) -> float:
        """Share of the allowed rate over the whole time from the first call to the last that was taken."""
        assert self.rate is not None
        times = [at for at in self.accepted if at - self.accepted[0] >= after]
        return (len(times) - 1) / (times[-1] - times[0]) / self.rate


@dataclass
class Stubborn(Server):
    """Refuses a share of the prompts so many times each, whatever is sent: its refusals have nothing to do with load.

    Args:
        share: of prompts, by the hash of prompt and *salt*.
        times: each of them is refused.
        salt: another one, other prompts.

    """

    share: float = 0.5
    times: int = 3
    salt: str = ""
    told: dict[str, list[float]] = field(default_factory=dict)
    """When each of them was refused, and at last answered."""

    async def complete(self, request: Request) -> Response:
        if zlib.crc32((self.salt + request.prompt).encode()) % 100 >= self.share * 100:
            return await super().complete(request)
        calls = self.told.setdefault(request.prompt, [])
        calls.append(virtual_clock())
        if len(calls) > self.times:
            return await super().complete(request)
        self.refused.append(calls[-1])
        await asyncio.sleep(self.refusal_latency)
        raise ModelCallError(ErrorClass.RATE_LIMIT, "not you", retry_after=self.retry_after)

    @property
    def seconds(self) -> float:
        """From the first call to the last that was taken."""
        return max(self.accepted) - min(self.accepted + self.refused)
