"""Rate limits as providers keep them: buckets that refill steadily."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """A bucket that holds *capacity* and gains *rate* a second. It starts full."""

    rate: float
    capacity: float
    level: float = field(init=False)
    at: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.level = self.capacity

    def refill(self, now: float) -> None:
        if self.at:
            self.level = min(self.level + (now - self.at) * self.rate, self.capacity)
        self.at = now

    def wait_for(self, amount: float) -> float:
        """Seconds until *amount* is there; more than the bucket holds waits for all of it."""
        return max(min(amount, self.capacity) - self.level, 0.0) / self.rate

    def headers(self, unit: str) -> dict[str, str]:
        full_in = (self.capacity - self.level) / self.rate
        return {
            f"x-ratelimit-limit-{unit}": str(int(self.capacity)),
            f"x-ratelimit-remaining-{unit}": str(int(max(self.level, 0.0))),
            f"x-ratelimit-reset-{unit}": f"{full_in:.3f}s",
        }


@dataclass(slots=True)
class Buckets:
    """Requests a second (a second's worth at once) and tokens a minute (a minute's worth at once)."""

    requests: Bucket | None = None
    tokens: Bucket | None = None

    @classmethod
    def of(cls, requests_per_second: float | None, tokens_per_minute: int | None) -> Buckets:
        made = cls()
        if requests_per_second is not None:
            made.requests = Bucket(requests_per_second, max(requests_per_second, 1.0))
        if tokens_per_minute is not None:
            made.tokens = Bucket(tokens_per_minute / 60, float(tokens_per_minute))
        return made

    def take(self, tokens: int, now: float) -> float:
        """Take one request of *tokens* and return 0, or take nothing and return the seconds until it would be there."""
        wait = 0.0
        for bucket, amount in ((self.requests, 1.0), (self.tokens, float(tokens))):
            if bucket is not None:
                bucket.refill(now)
                wait = max(wait, bucket.wait_for(amount))
        if not wait:
            for bucket, amount in ((self.requests, 1.0), (self.tokens, float(tokens))):
                if bucket is not None:
                    bucket.level -= min(amount, bucket.capacity)
        return wait

    def headers(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for bucket, unit in ((self.requests, "requests"), (self.tokens, "tokens")):
            if bucket is not None:
                found |= bucket.headers(unit)
        return found
