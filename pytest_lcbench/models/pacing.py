"""The gate before every call: how many at once, and when the next one.

A :class:`Pacer` holds one model's :class:`~pytest_lcbench.models.adaptive.AdaptiveLimit` (of this process) and its
:class:`~pytest_lcbench.models.quota.SharedQuota` (of the whole run), and tells both how each call ended.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pytest_lcbench.models.adaptive import AdaptiveLimit, Sent
from pytest_lcbench.models.budget import Reservation
from pytest_lcbench.models.departures import Departures
from pytest_lcbench.models.doubts import PROBES, Refusal
from pytest_lcbench.models.long_waits import LongWaits
from pytest_lcbench.models.model import ErrorClass, ModelCallError, Response
from pytest_lcbench.models.quota import SharedQuota
from pytest_lcbench.models.slowdowns import SlowdownWatch
from pytest_lcbench.models.stalls import StallWatch
from pytest_lcbench.models.turns import NEVER, BackOffs, Turn

_SPARE_PART = 4
_LEAST_SPARE = 2
_MOST_PUT_OFF = 128  # each holds its prompt
_SMALL_LIMIT = 5  # calls in flight: what is beyond is soon reached again after a cut, and then cases must be ready
_WORTH_S = 5.0
"""A call that has its turn but waits longer than this for its moment gives way to one that was refused before. What is given back and
reserved again blurs what is learnt of the rate, so it is not done for less."""


class NotSentError(ModelCallError):
    """The case's deadline left no time to send the call. It is a rate limit, of our own or of the server's; nothing was spent."""

    def __init__(self) -> None:
        super().__init__(ErrorClass.RATE_LIMIT, "not sent: the rate limits left no room for it before the case's deadline", attempts=0)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A place under the limit that a call waits for; it is given with whether the call is a probe."""

    given: asyncio.Future[bool]
    since: float

    @property
    def again(self) -> bool:
        return self.since < NEVER


class Pacer:
    """Sends the calls of one model in one process. Use it on one event loop.

    Args:
        limit: how many may be in flight here.
        quota: of the run; ``None`` makes one of this process, for what the server says and refuses.
        watch: told of every call in flight.
        clock: :func:`time.monotonic` or a stand-in; must be the same for all that share *quota*.

    """

    def __init__(
        self,
        limit: AdaptiveLimit | None = None,
        quota: SharedQuota | None = None,
        *,
        watch: StallWatch | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit = limit or AdaptiveLimit()
        self.quota = quota or SharedQuota(None, "")
        self.watch = watch or StallWatch()
        self._clock = clock
        self.slowdown = SlowdownWatch()
        self._long_waits = LongWaits()
        self._departures = Departures(self.quota, clock)
        self.on_room: Callable[[], None] = lambda: None
        """Called when :attr:`wanted` may have grown although no call has ended."""
        self._held = 0
        self._waiting: deque[_Place] = deque()
        self._turn = Turn()
        self._back_offs = BackOffs()
        self._next_at = self._moment = float("-inf")
        self._stir = asyncio.Event()
        self._apart = False
        self._backing_off = 0
        self._again = 0  # calls that wait here and were refused before

    @property
    def wanted(self) -> int:
        """Cases worth having under way: the limit and a quarter more, so that a call is always ready when room is made.

        With fewer the limit is never reached while cases are prepared or judged, and what is never reached does not grow. Cases
        that were put off do not count where refusals are not about load: others are ready to be tried in their place. Where they are,
        only a few are needed to find out whether it is so; more would wait here while their deadlines come nearer.
        """
        if self._apart or not self.put_off:
            return self.limit.current + min(self.put_off, _MOST_PUT_OFF) + self._spare
        return max(self.limit.current, self._occupied) + max(self.limit.current - _SMALL_LIMIT, PROBES)

    @property
    def put_off(self) -> int:
        """Calls that were refused or failed and are to be made again, but not in flight now."""
        return self._backing_off + self._again

    @property
    def waiting(self) -> int:
        """Calls that wait: for room, for their moment, or to be made again."""
        return len(self._waiting) + max(self._held - self.limit.in_flight, 0) + self._backing_off

    async def back_off(self, seconds: float, *, since: float | None = None, cuts: int | None = None) -> bool:
        """Wait before a call is made again.

        Args:
            seconds: to wait.
            since: when it was asked for; ``None`` where the wait is not because of a rate limit.
            cuts: how many of its waits have ended sooner; ``None``: this one is waited to its end, as the server asked for it.

        Returns:
            Whether it has ended sooner, because the server was seen to have room.

        """
        self._backing_off += 1
        if since is not None:
            self.slowdown.backs_off(self._clock())
        self.on_room()
        try:
            if since is None or cuts is None:
                await asyncio.sleep(seconds)
                return False
            return await self._back_offs.wait(seconds, since=since, now=self._clock(), cuts=cuts)
        finally:
            self._backing_off -= 1
            self._admit()
            if since is not None:
                self.slowdown.comes_back(self._clock())

    async def send(
        self,
        call: Callable[[], Awaitable[Response]],
        *,
        tokens: int = 0,
        deadline: float | None = None,
        name: str = "",
        since: float | None = None,
    ) -> Response:
        """Wait for room under the limit, then for the quota, then make the call and learn from its end.

        Waiting happens before *call* is made, so a time limit inside it does not count it.

        Args:
            call: makes one attempt.
            tokens: input tokens to reserve.
            deadline: moment of the clock after which it is not sent any more.
            name: of the case, for the stall watch.
            since: where the server has refused it, when it was asked for: such calls go before new ones, the oldest first.

        Raises:
            NotSentError: the deadline came first, or the quota has no room before it.
            ModelCallError: as *call* raised it; a wait of more than a minute that it asks for is bounded as :class:`LongWaits` says.

        """
        again, since = since is not None, NEVER if since is None else since
        self._again += again
        try:
            probe = await self._enter(deadline, since)
        except BaseException:
            self._again -= again
            raise
        try:
            try:
                reservation = self._reserve_probe(tokens) if probe else None
                if reservation is None:
                    reservation = await self._reserve(tokens, deadline, since)
            finally:
                self._again -= again
            return await self._send(call, reservation, name)
        finally:
            self._held -= 1
            self._admit()

    async def _send(self, call: Callable[[], Awaitable[Response]], reservation: Reservation, name: str) -> Response:
        token = self.limit.sent(self._clock())
        self.watch.started(token, name, token.at)
        self.slowdown.sent(token.at)
        self._long_waits.sent(reservation.number)
        self._departures.sent(reservation, token.at)
        refused = False
        try:
            response = await call()
        except ModelCallError as error:
            now = self._clock()
            error.retry_after = self._long_waits.heed(error.retry_after, reservation.number, now)
            if error.error_class is ErrorClass.RATE_LIMIT:
                refused = True
                self._refused(token, reservation, now, error.retry_after)
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
            self._long_waits.answered(reservation.number)
            self._back_offs.answered(token.at, now)
            if reservation.probe and self.quota.accepted(reservation, now):
                self._apart = True
                self._stir.set()
            if response.quota is not None:
                self.quota.learn(response.quota, reservation, now)
            return response
        finally:
            self._departures.ended()
            self.watch.finished(token, self._clock())
            self.slowdown.ended(self._clock(), refused=refused)

    def _refused(self, token: Sent, reservation: Reservation, now: float, retry_after: float | None) -> None:
        taken_for = self.quota.refused(reservation, now, retry_after, light=self.limit.light(token))
        self._apart = taken_for is Refusal.APART
        if self._apart:
            self.limit.refused_apart(token)
            # Who waits for a pause to be over does not have to.
            self._stir.set()
        else:
            self.limit.rate_limited(token, now)
        if taken_for is Refusal.DOUBTED:
            self._let_probes_in()

    async def _enter(self, deadline: float | None, since: float) -> bool:
        """Take a place under the limit, in the order of asking. Return whether it was given for a probe."""
        place = _Place(asyncio.get_running_loop().create_future(), since)
        self._waiting.append(place)
        self._admit()
        if place.given.done():
            return place.given.result()
        try:
            async with asyncio.timeout(self._left(deadline)):
                return await place.given
        except BaseException as error:
            if place.given.done() and not place.given.cancelled():
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
            # Those that were refused come first, as if they had kept their places; the others only where there is room beside them.
            place = self._waiting[0] if self._new_ones else min(self._waiting, key=lambda place: place.since)
            if not place.again and not self._new_ones:
                return
            self._waiting.remove(place)
            self._give(place, probe=False)

    @property
    def _new_ones(self) -> bool:
        """Whether there is room for calls that were never refused beside those that are to be made again."""
        return self._apart or self._occupied < self.limit.current + self._spare

    @property
    def _occupied(self) -> int:
        """Calls that have a place, and those that would if they had not been refused."""
        return self._held + self._backing_off + sum(place.again for place in self._waiting)

    @property
    def _spare(self) -> int:
        return max(_LEAST_SPARE, self.limit.current // _SPARE_PART)

    def _let_probes_in(self) -> None:
        """Give places beyond the limit to a few calls that were never refused: one that was may be refused again for what it is."""
        for place in [place for place in self._waiting if not place.again][:PROBES]:
            self._waiting.remove(place)
            self._give(place, probe=True)

    def _give(self, place: _Place, *, probe: bool) -> None:
        if not place.given.done():
            self._held += 1
            place.given.set_result(probe)

    def _reserve_probe(self, tokens: int) -> Reservation | None:
        """Reserve a call that is sent at once, past those that wait for their turn; ``None`` when nothing is to be tried any more."""
        now = self._clock()
        reservation = self.quota.reserve(tokens, now, probe=True)
        if reservation.probe:
            return reservation
        self.quota.give_back(reservation, now)
        return None

    async def _reserve(self, tokens: int, deadline: float | None, since: float) -> Reservation:
        """Reserve with the quota and wait until the reserved moment.

        One call at a time does that, the others wait for their turn: so at most one reservation per process lies in the future, and a
        pause moves that one only. A call that was refused goes before those that were refused later or never, even if one of them
        has the turn already and waits for its moment.
        """
        late = self._turn.locked()
        number = self._turn.number()
        if late and since < NEVER and self._moment > self._clock() + _WORTH_S:
            self._stir.set()
        while True:
            try:
                async with asyncio.timeout(self._left(deadline)):
                    await self._turn.acquire(since, number)
            except TimeoutError:
                raise NotSentError from None
            reservation = await self._reserve_in_turn(tokens, deadline, since, late=late)
            if reservation is not None:
                return reservation

    async def _reserve_in_turn(self, tokens: int, deadline: float | None, since: float, *, late: bool) -> Reservation | None:
        """Reserve, wait until the reserved moment and pass the turn on; ``None`` when a call that goes before this one has come."""
        try:
            while True:
                now = self._clock()
                if now < self._next_at:
                    await asyncio.sleep(self._next_at - now)
                    now = self._clock()
                if self._turn.awaited_by_older(since):
                    return None
                reservation = self.quota.reserve(tokens, now, again=since < NEVER, late=late)
                if deadline is not None and reservation.at > deadline:
                    self.quota.give_back(reservation, now)
                    raise NotSentError
                if reservation.at <= now:
                    return self._taken(reservation)
                try:
                    await self._until(reservation, now)
                    while self.quota.windowed and (more := self.quota.put_off(reservation, self._clock())):
                        if reservation.at > self._clock():
                            break
                        await asyncio.sleep(more)
                except BaseException:
                    self.quota.give_back(reservation, self._clock())
                    raise
                now = self._clock()
                if reservation.at <= now and not self.quota.pause_left(now):
                    return self._taken(reservation)
                self.quota.give_back(reservation, now)
        finally:
            self._turn.release()

    async def _until(self, reservation: Reservation, now: float) -> None:
        """Wait until the reserved moment, or until it is known that it may come sooner."""
        self._stir.clear()
        self._moment = reservation.at
        if reservation.provider:
            self.slowdown.held(now)
        try:
            async with asyncio.timeout(reservation.at - now):
                await self._stir.wait()
        except TimeoutError:
            return
        finally:
            if reservation.provider:
                self.slowdown.let_go(self._clock())

    def _taken(self, reservation: Reservation) -> Reservation:
        self._next_at = reservation.at + self.limit.spacing
        return reservation

    def _left(self, deadline: float | None) -> float | None:
        return None if deadline is None else max(deadline - self._clock(), 0.0)
