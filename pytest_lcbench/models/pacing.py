"""The gate before every call: how many at once, and when the next one.

A :class:`Pacer` holds one model's :class:`~pytest_lcbench.models.adaptive.AdaptiveLimit` (of this process) and its
:class:`~pytest_lcbench.models.quota.SharedQuota` (of the whole run), and tells both how each call ended.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from pytest_lcbench.models.adaptive import AdaptiveLimit
from pytest_lcbench.models.budget import Reservation
from pytest_lcbench.models.model import ErrorClass, ModelCallError, Response
from pytest_lcbench.models.quota import SharedQuota
from pytest_lcbench.models.stalls import StallWatch

_SPARE_PART = 4
_LEAST_SPARE = 2


class NotSentError(ModelCallError):
    """The case's deadline left no time to send the call. It is a rate limit, of our own or of the server's; nothing was spent."""

    def __init__(self) -> None:
        super().__init__(ErrorClass.RATE_LIMIT, "not sent: the rate limits left no room for it before the case's deadline", attempts=0)


class Pacer:
    """Sends the calls of one model in one process. Use it on one event loop.

    Args:
        limit: how many may be in flight here.
        quota: of the run; ``None`` makes one of this process, for what the server says and refuses.
        watch: told of every call in flight.
        clock: :func:`time.monotonic` or a stand-in; must be the same for all that share *quota*.
        sleep: how to wait.

    """

    def __init__(
        self,
        limit: AdaptiveLimit | None = None,
        quota: SharedQuota | None = None,
        *,
        watch: StallWatch | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.limit = limit or AdaptiveLimit()
        self.quota = quota or SharedQuota(None, "")
        self.watch = watch or StallWatch()
        self._clock = clock
        self._sleep = sleep
        self._held = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._turn = asyncio.Lock()
        self._next_at = float("-inf")

    @property
    def wanted(self) -> int:
        """Cases worth having under way: the limit and a quarter more, so that a call is always ready when room is made.

        With fewer the limit is never reached while cases are prepared or judged, and what is never reached does not grow.
        """
        return self.limit.current + max(_LEAST_SPARE, self.limit.current // _SPARE_PART)

    async def send(
        self,
        call: Callable[[], Awaitable[Response]],
        *,
        tokens: int = 0,
        deadline: float | None = None,
        name: str = "",
    ) -> Response:
        """Wait for room under the limit, then for the quota, then make the call and learn from its end.

        Waiting happens before *call* is made, so a time limit inside it does not count it.

        Args:
            call: makes one attempt.
            tokens: input tokens to reserve.
            deadline: moment of the clock after which it is not sent any more.
            name: of the case, for the stall watch.

        Raises:
            NotSentError: the deadline came first, or the quota has no room before it.
            ModelCallError: as *call* raised it.

        """
        await self._enter(deadline)
        try:
            reservation = await self._reserve(tokens, deadline)
            return await self._send(call, reservation, name)
        finally:
            self._held -= 1
            self._admit()

    async def _send(self, call: Callable[[], Awaitable[Response]], reservation: Reservation, name: str) -> Response:
        token = self.limit.sent(self._clock())
        self.watch.started(token, name, token.at)
        try:
            response = await call()
        except ModelCallError as error:
            now = self._clock()
            if error.error_class is ErrorClass.RATE_LIMIT:
                self.limit.rate_limited(token, now)
                self.quota.refused(reservation, now, error.retry_after)
            else:
                self.limit.failed(token, now, timed_out=error.error_class is ErrorClass.TIMEOUT)
                if error.retry_after is not None and error.error_class.retryable:
                    self.quota.pause(now + error.retry_after, now)
            if error.quota is not None:
                self.quota.learn(error.quota, reservation, now)
            raise
        except BaseException:
            self.limit.failed(token, self._clock())
            raise
        else:
            now = self._clock()
            self.limit.succeeded(token, now)
            if response.quota is not None:
                self.quota.learn(response.quota, reservation, now)
            return response
        finally:
            self.watch.finished(token, self._clock())

    async def _enter(self, deadline: float | None) -> None:
        """Take a place under the limit, in the order of asking."""
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        self._admit()
        if place.done():
            return
        try:
            async with asyncio.timeout(self._left(deadline)):
                await place
        except BaseException as error:
            if place.done() and not place.cancelled():
                # The place was given in the moment of giving up.
                self._held -= 1
                self._admit()
            elif place in self._waiting:
                self._waiting.remove(place)
            if isinstance(error, TimeoutError):
                raise NotSentError from None
            raise

    def _admit(self) -> None:
        while self._waiting and self._held < self.limit.current:
            place = self._waiting.popleft()
            if not place.done():
                self._held += 1
                place.set_result(None)

    async def _reserve(self, tokens: int, deadline: float | None) -> Reservation:
        """Reserve with the quota and wait until the reserved moment.

        One call at a time does that, the others wait for their turn: so at most one reservation per process lies in the future, and a
        pause moves that one only.
        """
        try:
            async with asyncio.timeout(self._left(deadline)):
                await self._turn.acquire()
        except TimeoutError:
            raise NotSentError from None
        try:
            while True:
                now = self._clock()
                if now < self._next_at:
                    await self._sleep(self._next_at - now)
                    now = self._clock()
                reservation = self.quota.reserve(tokens, now)
                if deadline is not None and reservation.at > deadline:
                    self.quota.give_back(reservation, now)
                    raise NotSentError
                if reservation.at <= now:
                    return self._taken(reservation)
                try:
                    await self._sleep(reservation.at - now)
                except BaseException:
                    self.quota.give_back(reservation, self._clock())
                    raise
                now = self._clock()
                if not self.quota.pause_left(now):
                    return self._taken(reservation)
                self.quota.give_back(reservation, now)
        finally:
            self._turn.release()

    def _taken(self, reservation: Reservation) -> Reservation:
        self._next_at = reservation.at + self.limit.spacing
        return reservation

    def _left(self, deadline: float | None) -> float | None:
        return None if deadline is None else max(deadline - self._clock(), 0.0)
