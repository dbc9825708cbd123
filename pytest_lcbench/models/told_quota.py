"""The pace that a server's own words give: what it says is left of its limits, and when they are full again."""

from __future__ import annotations

from dataclasses import dataclass, field

from pytest_lcbench.models.model import Quota

_TOLD_RESET_S = 60.0  # where the server says what is left and not until when
_SMALL_S = 10.0  # a bucket that is full again within it is small: those of a minute are believed
_STALE = 1.5
_LONGEST_TOLD_S = 60.0  # quotas per day are spread over hours: not obeyed by waiting, the server says no soon enough
_SHORT_RESET_S = 3.0  # a bucket that is full again so soon holds something else by the time its word arrives
_SEEN_SHARE = 0.25  # of what a server tells is left, that what it had not seen yet does not use up: it fills up meanwhile
_LEAST_SHARE = 0.8  # of a known refill rate that is sent however little is left: the bucket fills up at the rest
_SAFE_SHARE = 0.97  # of it that is sent where what is left is not known in time
_FINE_S, _COARSE_S = 0.01, 1.0  # to what resets may be rounded: to whole seconds where they look it
_GRAINS = 3  # they must spread over so many of these
_MEMORY = 50  # words
_SPREAD = 50.0  # variance times words, in units: less says too little, for what is left is told in whole units
_STRAIGHT = 0.9  # share of the variance that a bucket explains
_WORDS = 3
_STRANGERS = 5  # words in a row that do not fit: another limit holds now
_TOLERANCE = 0.25
_DISBELIEF = 4.0  # by so much shorter is the wait after each answer that, by the server's own words, there should not have been
_MOST_DISBELIEF = 16
_NEVER = 1e18


@dataclass(slots=True)
class ToldRate:
    """How fast a bucket fills, found out from what a server says of it.

    A bucket of capacity C that gains r a second says ``left = C - r * reset``, whatever the clocks and the latency: r is the slope
    between two of its words. In a fixed window both fall together; then there is no rate to be learnt.

    Args:
        rate: units a second; 0 while it is not known.
        words: heard, as far as they count.
        left: their mean.
        reset: their mean, in seconds.
        left_variance: of them.
        reset_variance: of them.
        covariance: of both.
        strangers: words in a row that do not fit.

    """

    rate: float = 0.0
    words: int = 0
    left: float = 0.0
    reset: float = 0.0
    left_variance: float = 0.0
    reset_variance: float = 0.0
    covariance: float = 0.0
    strangers: int = 0

    def hear(self, left: float, reset: float) -> None:
        """Note that *left* units are left, and that it is full again in *reset* seconds."""
        grain = _COARSE_S if reset == int(reset) else _FINE_S
        if self.rate:
            expected = self.left - self.rate * (reset - self.reset)
            fits = abs(left - expected) <= max(2.0, 2 * grain * self.rate, _TOLERANCE * abs(expected - self.left))
            self.strangers = 0 if fits else self.strangers + 1
            if self.strangers >= _STRANGERS:
                self.rate, self.words, self.strangers = 0.0, 0, 0
        if not self.words:
            self.left, self.reset, self.left_variance, self.reset_variance, self.covariance = left, reset, 0.0, 0.0, 0.0
        self.words = min(self.words + 1, _MEMORY)
        weight = 1.0 / self.words
        more, later = left - self.left, reset - self.reset
        self.left += weight * more
        self.reset += weight * later
        self.left_variance = (1 - weight) * (self.left_variance + weight * more * more)
        self.reset_variance = (1 - weight) * (self.reset_variance + weight * later * later)
        self.covariance = (1 - weight) * (self.covariance + weight * more * later)
        straight = self.covariance < 0 and self.covariance**2 >= _STRAIGHT * self.left_variance * self.reset_variance
        spread = self.left_variance * self.words >= _SPREAD and self.reset_variance >= (_GRAINS * grain) ** 2
        if straight and spread and self.words >= _WORDS:
            self.rate = -self.covariance / self.reset_variance


@dataclass(slots=True)
class ToldQuota:
    """A part of the state of :class:`~pytest_lcbench.models.budget.Budget`: the newest word of what is left.

    Args:
        number: of the reservation that it came with.
        until: it counts until then.
        request_s: seconds from a call to the next, for the sake of requests.
        token_s: likewise for each input token.
        requests: how fast they come back.
        tokens: likewise input tokens, a second.
        known_from: number of the last reservation when a rate became known; 0 while none is.
        nothing_at: when the first of the newest words was heard that say in a row that nothing is left.
        nothing_until: when, by the newest of them, there is something again.
        false_words: calls sent between the two that were answered, and with the same word.

    """

    number: int = 0
    until: float = -1e18
    request_s: float = 0.0
    token_s: float = 0.0
    requests: ToldRate = field(default_factory=ToldRate)
    tokens: ToldRate = field(default_factory=ToldRate)
    known_from: int = 0
    nothing_at: float = _NEVER
    nothing_until: float = -_NEVER
    false_words: int = 0

    def hear(self, quota: Quota, passed: float, now: float, *, unseen: int, unseen_tokens: int) -> None:
        """Spread what is left over the time until it is full again.

        With a bucket that refills steadily this settles at the refill rate with the bucket half full, with a fixed window at an even
        use of it. What was sent since the server spoke is taken off first; but no more than three quarters, for meanwhile the bucket
        fills too. A bucket that is small beside the latency is used at its refill rate, once the words tell it.

        Args:
            quota: what the server says.
            passed: seconds since the call was sent.
            now: the moment.
            unseen: calls sent after that one.
            unseen_tokens: input tokens of them.

        """
        requests_reset = _left(quota.requests_reset_s, passed)
        tokens_reset = _left(quota.tokens_reset_s, passed)
        self.request_s = _pace(quota.requests, requests_reset, unseen, self.requests.rate)
        self.token_s = _pace(quota.tokens, tokens_reset, unseen_tokens, self.tokens.rate)
        self._check(quota, now - passed, now)
        known = self.known
        self.until = now + (_LONGEST_TOLD_S if known else max(requests_reset, tokens_reset))

    def _check(self, quota: Quota, sent: float, now: float) -> None:
        """Hold the word against what happened: some servers say at all times that nothing is left, and answer.

        A bucket that is empty and fills up slowly looks alike; it shows by refusals when calls come sooner (:meth:`believe`).
        """
        resets = [
            _TOLD_RESET_S if reset is None else reset
            for left, reset in ((quota.requests, quota.requests_reset_s), (quota.tokens, quota.tokens_reset_s))
            if left == 0
        ]
        if not resets:
            self.believe()
            return
        if self.nothing_at < sent < self.nothing_until:
            self.false_words = min(self.false_words + 1, _MOST_DISBELIEF)
        self.nothing_at, self.nothing_until = min(self.nothing_at, now), sent + max(resets)

    def believe(self) -> None:
        """Believe the server's words again, as when it has refused a call."""
        self.nothing_at, self.nothing_until, self.false_words = _NEVER, -_NEVER, 0

    def compare(self, quota: Quota, newest: int) -> None:
        """Learn how fast the buckets fill; old words tell it as well. *newest*: number of the last reservation."""
        was_known = self.known
        if quota.requests is not None and quota.requests_reset_s is not None:
            self.requests.hear(quota.requests, quota.requests_reset_s)
        if quota.tokens is not None and quota.tokens_reset_s is not None:
            self.tokens.hear(quota.tokens, quota.tokens_reset_s)
        if self.known and not was_known:
            self.known_from = newest

    @property
    def known(self) -> bool:
        """Whether a rate is known."""
        return self.requests.rate > 0 or self.tokens.rate > 0

    def pace(self, tokens: int, at: float) -> float:
        """Seconds from a call of so many tokens, sent *at*, to the next."""
        if at >= self.until:
            return 0.0
        return min(max(self.request_s, self.token_s * tokens), self.until - at) / _DISBELIEF**self.false_words


def _pace(left: int | None, reset: float, unseen: int, rate: float) -> float:
    """Seconds a unit."""
    if left is None:
        return 0.0
    if reset <= _SHORT_RESET_S:
        return 1.0 / (_SAFE_SHARE * rate) if rate else 0.0
    seconds = reset / max(left - unseen, _SEEN_SHARE * left, 1)
    return min(seconds, 1.0 / (_LEAST_SHARE * rate)) if rate else seconds


def _left(reset: float | None, passed: float) -> float:
    """Seconds until it is full again; 0 for a word that is no news any more.

    What a small bucket held when a call was sent says nothing of what it holds by the time of the answer: as much as was sent since has
    flown in again. Believing it would stop the next calls without need.
    """
    told = _TOLD_RESET_S if reset is None else reset
    if told < min(_STALE * passed, _SMALL_S):
        return 0.0
    return min(told - passed, _LONGEST_TOLD_S)
