"""One call: looked up in the store, held in the ledger, paced, retried, and committed the moment its answer arrives."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace

from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.models.ledger import CeilingError, Ledger, Reservation, answered_call, failed_call
from pytest_lcbench.models.model import ErrorClass, Model, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.pacing import Pacer
from pytest_lcbench.models.prices import worst_cost
from pytest_lcbench.models.redaction import mask_keys
from pytest_lcbench.models.retrying import complete_with_retries
from pytest_lcbench.models.store import ResponseStore, StoreError, call_key
from pytest_lcbench.running.journal import Journal
from pytest_lcbench.running.keeping import Keeper
from pytest_lcbench.running.settings import ItemKey, ModelSettings

DEADLINE_TIMES = 6.0
"""A call with all its repetitions and waits may take this many times the time limit of one (an hour by default)."""


_LATE_S = 1.0  # for a client that keeps the time limit, to say so
CLAIM_POLL_S = 0.1
"""How often to look for an answer that somebody else is asking for."""


class RunStoppedError(LcbenchError):
    """The run has met something that would fail every further call, or its ceiling. Nothing more is sent."""


@dataclass(slots=True)
class Callee:
    """A model as it will be called: settings at once, the client made when a call is really made."""

    settings: ModelSettings
    make: Callable[[], Model]
    _model: Model | None = field(default=None, init=False)
    _making: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def model(self) -> Model:
        """Return the client. Making it can take seconds (a large library is imported), so that happens off the loop."""
        async with self._making:
            if self._model is None:
                self._model = await asyncio.to_thread(self.make)
        return self._model

    def prepare(self) -> None:
        """Make the client in the calling thread, before any loop uses it."""
        if self._model is None:
            self._model = self.make()

    async def close(self) -> None:
        """Free its connections, if it was ever made."""
        if self._model is not None:
            await self._model.close()


@dataclass(frozen=True, slots=True)
class Caller:
    """Gets answers from one model in one role.

    Args:
        callee: who is called.
        role: ``model`` or ``judge``.
        store: where answers are kept.
        journal: tells whether the session has been stopped.
        session: id of this pytest session.
        ledger: where every call is entered, and the ceiling kept.
        pacer: the gate before every attempt.
        keeper: where the disk is waited for.
        after: by item key, the store's mark before which answers do not count (``--lcbench-fresh``, ``--lcbench-rejudge``).
        waves: by item key, the name of what draws them again.

    """

    callee: Callee
    role: str
    store: ResponseStore
    journal: Journal
    session: str
    ledger: Ledger
    pacer: Pacer
    keeper: Keeper
    after: Mapping[str, float] = field(default_factory=dict)
    waves: Mapping[str, str] = field(default_factory=dict)

    @property
    def info(self) -> ModelInfo:
        """What is known of the model."""
        return self.callee.settings.info

    async def call(self, request: Request, parts: dict[str, str], *, key: ItemKey, name: str, tokens: int) -> tuple[Response, bool]:
        """Return the answer, and whether it was stored already.

        Args:
            request: what is asked.
            parts: what the answer's key is made from (``running/calls.py``).
            key: of the item it is for.
            name: of the item, as people see it.
            tokens: length of the prompt by our count, for quota and ceiling.

        Raises ``ModelCallError``, ``RunStoppedError``, and ``StoreError`` when an answer cannot be kept.

        """
        store_key, attempt = call_key(parts), int(parts["attempt"])
        longest = DEADLINE_TIMES * request.timeout
        # What is sent just before the deadline has its own time limit; a client that did not keep it would hold its case up.
        at_most = longest + request.timeout + _LATE_S
        claims = self.journal.claims
        with claims.waiting(name) as waits_for:
            while True:
                stored = self._stored(store_key, key, attempt)
                if stored is not None:
                    return stored, True
                self.check_stopped()
                # Another worker, another run or another item may be asking the very same: its answer serves all.
                holder = claims.take(self.session, store_key, lasts=at_most)
                if holder is None:
                    break
                waits_for(holder)
                await asyncio.sleep(CLAIM_POLL_S)
        with self._holding(store_key):
            # Whoever held the claim may have stored the answer between our look and our claim.
            stored = self._stored(store_key, key, attempt)
            if stored is not None:
                return stored, True
            entry = _Entry(key.text, attempt, store_key, parts)
            model = await self.callee.model()
            deadline = time.monotonic() + longest
            metered = _Metered(self, model, tokens, entry, deadline)
            try:
                async with asyncio.timeout(at_most) as watch:
                    response = await complete_with_retries(
                        metered, request, pacer=self.pacer, tokens=tokens, name=name, deadline=deadline
                    )
            except TimeoutError:
                if not watch.expired():
                    raise
                if metered.kept is None:
                    metered.give_up()
                    message = f"no answer within {longest:g} s, repetitions and waits included"
                    raise ModelCallError(ErrorClass.TIMEOUT, message, attempts=metered.made + 1) from None
                response = metered.kept
            except ModelCallError as error:
                if error.error_class is not ErrorClass.CONTENT_FILTER:
                    raise
                # The provider's filter is an answer of a kind: a model failure, paid for and final (DESIGN 5.1).
                response = Response(text="", finish_reason="content_filter", refused=True, attempts=error.attempts)
                self.store.put(store_key, response, kind=self.role, parts=parts, wave=self.waves.get(key.text, ""))
            return response, False

    @contextmanager
    def _holding(self, store_key: str) -> Iterator[None]:
        """Give the claim back at the end, however it comes."""
        try:
            yield
        except StoreError:
            # That an answer was not stored is what has to be told; a claim runs out by itself.
            with suppress(StoreError):
                self.journal.claims.give_back(store_key)
            raise
        except BaseException:
            self.journal.claims.give_back(store_key)
            raise
        self.journal.claims.give_back(store_key)

    def _stored(self, store_key: str, key: ItemKey, attempt: int) -> Response | None:
        """Return the stored answer, entered in the ledger as such, or none."""
        stored = self.store.get(store_key, after=self.after.get(key.text, 0))
        if stored is not None:
            self.ledger.record(answered_call(stored, self.role, key.text, cached=True, attempt=attempt, store_key=store_key))
        return stored

    def check_stopped(self) -> None:
        """Raise ``RunStoppedError`` once some process of this session has stopped the run, or this one is ending."""
        reason = self.journal.why_not(self.session)
        if reason is not None:
            raise RunStoppedError(reason)

    async def close(self) -> None:
        """Free connections."""
        await self.callee.close()


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where an answer is kept and entered."""

    item: str
    attempt: int
    store_key: str
    parts: dict[str, str]


class _Metered:
    """The model behind one call: each attempt is held in the ledger first; an answer is stored and entered before anybody has it."""

    def __init__(self, caller: Caller, model: Model, tokens: int, entry: _Entry, deadline: float) -> None:
        self.info = model.info
        self._caller = caller
        self._model = model
        self._tokens = tokens
        self._entry = entry
        self._deadline = deadline
        self.made = 0
        self.kept: Response | None = None
        self._held: Reservation | None = None

    async def complete(self, request: Request) -> Response:
        """Make one attempt."""
        caller = self._caller
        caller.check_stopped()
        ledger = caller.ledger
        worst = worst_cost(caller.info, request, self._tokens, arguments=caller.callee.settings.arguments)
        try:
            # A call for which there is room only after the deadline would be cut off before its own time limit, and paid for.
            async with asyncio.timeout(max(self._deadline - time.monotonic(), 0.0)):
                held = await ledger.reserve_in_turn(worst, lasts=request.timeout)
        except TimeoutError:
            raise ModelCallError(
                ErrorClass.TIMEOUT, "not sent: no room under --lcbench-max-cost before its deadline", attempts=0
            ) from None
        except CeilingError as error:
            caller.journal.stop(caller.session, str(error))
            raise RunStoppedError(str(error)) from None
        self._held = held
        response = await self._attempt(request, held)
        # The disk is waited for elsewhere: it must not hold up the other calls.
        await caller.keeper.on_disk()
        return response

    async def _attempt(self, request: Request, held: Reservation) -> Response:
        try:
            # No step of the loop between arrival and commit: neither a cancelled task nor a killed process loses what was paid for.
            return self._keep(await self._model.complete(replace(request, keep=self._keep)))
        except ModelCallError as error:
            if self.kept is not None:
                return self.kept
            self.made += error.attempts
            self._settle_failed(held, error.error_class)
            raise
        except LcbenchError:
            raise
        except Exception:
            # Of a client of the project's own, which had handed its answer over.
            if self.kept is None:
                raise
            return self.kept

    def give_up(self) -> None:
        """Enter the call in flight, if there is one, as one that took too long: what it costs is not known."""
        if self._held is not None:
            self._settle_failed(self._held, ErrorClass.TIMEOUT)

    def _settle_failed(self, held: Reservation, error_class: ErrorClass) -> None:
        self._caller.ledger.settle(held, failed_call(error_class, self._caller.role, self._entry.item))
        self._held = None

    def _keep(self, response: Response) -> Response:
        """Commit the answer and return it; of several the first one counts. Raises ``StoreError``."""
        if self.kept is None:
            entry, caller = self._entry, self._caller
            # Of a client of the project's own, or a server behind it: litellm's has masked more.
            response = replace(response, text=mask_keys(response.text))
            counted = replace(response, attempts=self.made + response.attempts)
            wave = caller.waves.get(entry.item, "")
            caller.store.put(entry.store_key, counted, kind=caller.role, parts=entry.parts, wave=wave, flushed=False)
            self.kept = response
            if self._held is not None:
                made = answered_call(response, caller.role, entry.item, attempt=entry.attempt, store_key=entry.store_key)
                caller.ledger.settle(self._held, made)
        return self.kept

    async def close(self) -> None:
        """Belongs to the callee, which is closed with the run."""
