"""A server whose limit is a bucket of requests or of tokens, on virtual time."""

from __future__ import annotations

import asyncio
import zlib
from dataclasses import dataclass, field

from virtual_time import Server, virtual_clock

from pytest_lcbench.models.model import ErrorClass, ModelCallError, Quota, Request, Response

MEAN_TOKENS = 1000


def tokens_of(prompt: str) -> int:
    """400 to 1,600, by the prompt."""
    return MEAN_TOKENS - 600 + zlib.crc32(("size of " + prompt).encode()) % 1201


@dataclass
class BucketServer(Server):
    """Takes ``rate`` requests a second, or as many times a thousand tokens; ``burst`` of them at once.

    Args:
        of_tokens: what it counts.
        exact: refusals ask for the wait until there would be room, instead of ``retry_after``.

    """

    of_tokens: bool = False
    exact: bool = False
    taken: list[float] = field(default_factory=list)
    """What each accepted call took, in requests or thousands of tokens."""

    async def complete(self, request: Request) -> Response:
        assert self.rate is not None
        now, unit = virtual_clock(), MEAN_TOKENS if self.of_tokens else 1
        need = tokens_of(request.prompt) if self.of_tokens else 1
        rate, most = self.rate * unit, self.burst * unit
        level = most if self._level is None else min(self._level + (now - self._at) * rate, most)
        takes = level >= need
        self._level, self._at = level - need * takes, now
        told = {"tokens" if self.of_tokens else "requests": int(self._level)}
        resets = {f"{name}_reset_s": (most - self._level) / rate for name in told}
        quota = Quota(**told, **resets) if self.tells else None  # type: ignore[arg-type]
        if not takes:
            self.refused.append(now)
            await asyncio.sleep(self.refusal_latency)
            wait = (need - level) / rate if self.exact else self.retry_after
            raise ModelCallError(ErrorClass.RATE_LIMIT, "too many", retry_after=wait, quota=quota)
        self.accepted.append(now)
        self.taken.append(need / unit)
        spread = 0.5 + (zlib.crc32(request.prompt.encode()) % 1000) / 1000
        await asyncio.sleep(self.latency * spread)
        return Response("yes", "stop", quota=quota)

    def rate_used(self, *, after: float = 0.0) -> float:
        """Share of the allowed rate from the first call *after* the beginning to the last that was taken."""
        assert self.rate is not None
        first = next(place for place, at in enumerate(self.accepted) if at - self.accepted[0] >= after)
        return sum(self.taken[first + 1 :]) / (self.accepted[-1] - self.accepted[first]) / self.rate
