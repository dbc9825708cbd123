"""Models behind litellm. The only module that imports it, inside functions, for its import takes seconds.

What it makes sure of: no network fetch at import, no banners, no hidden retries, a time limit on every call, one class
per fault, and no key in any error, log record or traceback.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import gc
import importlib
import logging
import os
import re
import time
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pytest_lcbench.models.arguments import check_arguments, header_values
from pytest_lcbench.models.error_classes import classify, retry_after, stated_delay
from pytest_lcbench.models.model import ErrorClass, Model, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.parameters import MAX_COMPLETION_TOKENS, MAX_TOKENS, OUTPUT_LIMITS, call_parameters
from pytest_lcbench.models.providers import PROVIDERS
from pytest_lcbench.models.quota_headers import read_quota
from pytest_lcbench.models.redaction import mask_keys, redact, safe_url
from pytest_lcbench.models.replies import read_reply
from pytest_lcbench.untrusted import one_line

PLACEHOLDER_KEY = "not-needed"
"""Sent to a server of the user's own when the environment has no key: clients insist on one, such servers do not."""

_MESSAGE_LIMIT = 400
_MOST_LOGGED = 20_000
# Of an error's words: more is neither read nor shown, and a body may repeat the prompt.
_READ = 2_000
_WARNED_TIMES = 20
_MOST_ADJUSTMENTS = 4
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai", "openai._base_client", "httpx", "aiohttp.client")
_LITELLM_PREFIX = re.compile(r"^(?:litellm\.\w+: |\w+(?:Error|Timeout|Exception)\w*(?: \w+Error)? ?[:-] ?(?:- )?)+")
# Folders of litellm's that a provider's calls use besides its own, and those that no chat call uses.
_RELATED = {"gemini": ("vertex_ai",), "azure": ("openai",), "cohere_chat": ("cohere",), "bedrock": ("anthropic",)}
_OTHER_CALLS = frozenset(
    {"audio_transcription", "text_to_speech", "image_generation", "image_edit", "image_variations", "videos", "video_generation"}
    | {"batches", "fine_tuning", "files", "realtime", "rerank", "embed", "embedding", "embeddings", "multimodal_embeddings"}
    | {"vector_stores", "ocr", "containers", "skills", "agents", "search", "passthrough", "pass_through", "rag_engine"}
)
_in_call: contextvars.ContextVar[bool] = contextvars.ContextVar("lcbench_in_call", default=False)
# Models that use litellm's clients, by event loop: the last one to leave a loop closes what litellm opened on it.
_users: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, weakref.WeakSet[LitellmModel]] = weakref.WeakKeyDictionary()


def create_litellm_model(info: ModelInfo, *, api_base: str | None = None, arguments: Mapping[str, Any] = MappingProxyType({})) -> Model:
    """Return the model that litellm reaches under ``info.route``.

    Imports litellm, so create it only when calls are really to be made, and not inside an event loop.

    Args:
        info: as resolved.
        api_base: the user's server; ``None`` for the provider's own.
        arguments: the user's further call arguments, for every call. Give headers here rather than in each request: what a request
            holds may be shown in a traceback.

    Raises:
        SettingsError: arguments that are secrets or that the plugin sets itself.

    """
    check_arguments(arguments)
    _warm_up(info.route)
    return LitellmModel(info, api_base, arguments)


class LitellmModel:
    """A model behind litellm; see :func:`create_litellm_model`."""

    def __init__(self, info: ModelInfo, api_base: str | None, arguments: Mapping[str, Any]) -> None:
        self._info = info
        self._api_base = api_base
        self._arguments = dict(arguments)
        # What this server refused, learnt from its errors; shared by all calls in flight.
        self._refused: set[str] = set()
        self._renamed = False
        self._output_cap: int | None = None

    def __repr__(self) -> str:
        # Arguments may hold header values, so they are not part of it.
        return f"LitellmModel({self._info.route!r})"

    @property
    def info(self) -> ModelInfo:
        """What is known of it."""
        return self._info

    async def complete(self, request: Request) -> Response:
        """Answer, or raise :class:`ModelCallError`. Parameters that the server refuses are left out, once for all calls."""
        outcome = await self._answer(request)
        if isinstance(outcome, ModelCallError):
            # Raised here, where no local variable holds a key or a header: tracebacks can show locals.
            raise outcome
        return outcome

    async def close(self) -> None:
        """Free connections, unless another model on this loop still uses them."""
        loop = asyncio.get_running_loop()
        users = _users.get(loop)
        if users is None or self not in users:
            return
        users.discard(self)
        if not users:
            _users.pop(loop, None)
            await _close_clients()

    async def _answer(self, request: Request) -> Response | ModelCallError:
        litellm = load_litellm()
        _users.setdefault(asyncio.get_running_loop(), weakref.WeakSet()).add(self)
        arguments = self._arguments | request.arguments
        prompt = sendable(request.prompt)
        wanted = Request(prompt, request.temperature, request.max_output, request.reasoning_budget, request.timeout, arguments)
        calls = 0
        while True:
            calls += 1
            parameters, left_out = call_parameters(self._info, wanted)
            parameters, adjusted = self._without_refused(parameters)
            started = time.perf_counter()
            try:
                with _quiet():
                    async with asyncio.timeout(request.timeout):
                        reply = await litellm.acompletion(
                            model=self._info.route,
                            messages=[{"role": "user", "content": prompt}],
                            timeout=request.timeout,
                            num_retries=0,
                            max_retries=0,
                            **self._access(),
                            **parameters,
                        )
                    taken = time.perf_counter() - started
                    answer = read_reply(reply, self._info, latency_s=taken, attempts=calls, dropped=(*left_out, *adjusted))
                    # A server may repeat a key in its answer, which is stored and shown.
                    return replace(answer, text=mask_keys(answer.text, header_values(arguments)))
            except ModelCallError as error:
                error.attempts = calls
                return self._shown(error, arguments)
            except Exception as error:  # noqa: BLE001 - every fault of a foreign library becomes one class; cancelling is none
                words = error_words(error)
                if calls <= _MOST_ADJUSTMENTS and self._learn(words, _status(error), error, parameters):
                    continue
                return self._fault(error, words, arguments, request.timeout, calls)

    def _access(self) -> dict[str, Any]:
        if self._api_base is None:
            return {}
        provider = PROVIDERS.get(self._info.route.partition("/")[0])
        keyed = provider is not None and any(os.environ.get(key, "").strip() for key in provider.keys)
        if provider is not None and (keyed or not (provider.keys or provider.base)):
            return {"api_base": self._api_base}
        return {"api_base": self._api_base, "api_key": PLACEHOLDER_KEY}

    def _without_refused(self, parameters: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Apply what was learnt; return what is left and the names of what the report must mention."""
        adjusted = [name for name in parameters if name in self._refused]
        kept = {name: value for name, value in parameters.items() if name not in self._refused}
        if self._renamed:
            for old, new in ((MAX_TOKENS, MAX_COMPLETION_TOKENS), (MAX_COMPLETION_TOKENS, MAX_TOKENS)):
                if old in adjusted and new not in self._refused:
                    kept[new] = parameters[old]
                    adjusted.remove(old)
                    break
        for name in OUTPUT_LIMITS:
            if self._output_cap is not None and name in kept and kept[name] > self._output_cap:
                kept[name] = self._output_cap
                adjusted.append(name)
        return kept, adjusted

    def _learn(self, words: str, status: int | None, error: Exception, sent: Mapping[str, Any]) -> bool:
        """Remember a refused parameter; return whether the call is worth repeating without it."""
        kind = classify(status=status, type_name=type(error).__name__, text=words)
        if kind is not ErrorClass.BAD_REQUEST:
            return False
        name = refused_parameter(words, sent)
        if name is None:
            return False
        cap = stated_cap(words, sent.get(name)) if name in OUTPUT_LIMITS else None
        if cap is not None:
            self._output_cap = cap if self._output_cap is None else min(cap, self._output_cap)
            return True
        # Another call in flight may have learnt it already; this one was sent before.
        self._refused.add(name)
        if name in OUTPUT_LIMITS and not self._renamed:
            self._renamed = True
        return True

    def _fault(self, error: Exception, words: str, arguments: Mapping[str, Any], limit: float, calls: int) -> ModelCallError:
        status = _status(error)
        if isinstance(error, TimeoutError):
            kind, said = ErrorClass.TIMEOUT, f"no answer within {limit:g} s"
        else:
            kind = classify(status=status, type_name=type(error).__name__, text=words)
            said = _LITELLM_PREFIX.sub("", error_sentence(error)) or type(error).__name__
        if isinstance(error, Warning):
            kind, said = ErrorClass.BAD_REQUEST, f"a warning inside litellm was turned into an error: {said}"
        hint = ""
        if kind is ErrorClass.UNKNOWN_MODEL:
            hint = "; check the model's name" + (f" and the address {safe_url(self._api_base)}" if self._api_base else "")
        elif kind is ErrorClass.CONNECTION and self._api_base:
            hint = f"; is a server running at {safe_url(self._api_base)}?"
        shown = f" (HTTP {status})" if status is not None and kind not in {ErrorClass.CONNECTION, ErrorClass.TIMEOUT} else ""
        wait = retry_after(_headers(error))
        if wait is None and kind.retryable:
            wait = stated_delay(words)
        made = ModelCallError(kind, f"{said}{shown}{hint}", retry_after=wait, attempts=calls, quota=read_quota(_headers(error)))
        return self._shown(made, arguments)

    def _shown(self, error: ModelCallError, arguments: Mapping[str, Any]) -> ModelCallError:
        said = one_line(redact(f"{self._info.route}: {error}", header_values(arguments)), _MESSAGE_LIMIT)
        return ModelCallError(error.error_class, said, retry_after=error.retry_after, attempts=error.attempts, quota=error.quota)


def sendable(text: str) -> str:
    """Return *text* as it can be sent: surrogates joined where two make a character, else replaced by U+FFFD.

    No request can hold them. They come from documents and questions in broken JSON and, in a judge's prompt, from the answer of a
    model; what is stored and hashed keeps them.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Pause the garbage collector, and let it leave alone what was made meanwhile.

    litellm makes some hundred thousand objects at import that stay for good. Looking through them again and again takes a quarter of
    its import, and later a part of each full collection.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()


@functools.cache
def load_litellm() -> Any:
    """Import litellm once, offline and quiet, and let it import what its first call would."""
    # Without this it fetches its price map from the network at import, and retries in a thread.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    with warnings.catch_warnings(), _without_dotenv(), _without_collector():
        warnings.simplefilter("ignore")
        import litellm  # noqa: PLC0415

    litellm.suppress_debug_info = True
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(present, _CallFilter) for present in logger.filters):
            logger.addFilter(_CallFilter())
    _bound_log_texts()
    return litellm


def _bound_log_texts() -> None:
    """Let litellm search only the ends of a long text for keys before it logs it.

    It does so for every error, with one large regular expression, in the thread of the event loop: a body of a megabyte held up every
    other call for some ten seconds. Its log records of our calls are dropped, and what we show is searched by ourselves.
    """
    try:
        module = importlib.import_module("litellm.litellm_core_utils.secret_redaction")
        search = module.python_redact_string
    except (ImportError, AttributeError):  # another version of litellm, which may do it elsewhere or not at all
        return

    def bounded(value: str) -> str:
        if not isinstance(value, str) or len(value) <= _MOST_LOGGED:
            return str(search(value))
        return str(search(f"{value[: _MOST_LOGGED // 2]} [...] {value[-_MOST_LOGGED // 2 :]}"))

    module.python_redact_string = bounded  # type: ignore[attr-defined] # a module of its own kind


def _warm_up(route: str) -> None:
    """Let litellm import what a first call on a route would: its modules warn when imported, which ``-W error`` makes a failure.

    Warnings cannot be silenced around the calls themselves: filters belong to the whole process, and tests run in other threads.
    """
    litellm = load_litellm()
    provider = route.partition("/")[0]
    # Answered by itself, nothing is sent. Whatever it finds wrong, the first real call says better.
    _unwarned(
        lambda: litellm.completion(
            model=route,
            messages=[{"role": "user", "content": "-"}],
            mock_response="-",
            api_key="-",
            api_base="http://127.0.0.1",
        )
    )
    root = Path(litellm.__file__).parent / "llms"
    for folder in (provider, *_RELATED.get(provider, ())):
        for file in sorted((root / folder).rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            if not _OTHER_CALLS & set(parts):
                # Some modules want a package that is not installed; so would the call, and it says which.
                name = ".".join(("litellm", "llms", *parts)).removesuffix(".__init__")
                _unwarned(functools.partial(importlib.import_module, name))


def _unwarned(work: Callable[[], object]) -> None:
    """Do *work* without warnings and without faults; what a warning ended all the same is done again.

    Tests that begin and end in another thread meanwhile (those whose answers are stored do so quickly) put their own filters back.
    """
    for _ in range(_WARNED_TIMES):
        try:
            with _hushed():
                work()
        except Warning:
            continue
        except Exception:  # noqa: BLE001 - the first real call meets it again and says it better
            return
        return


def ask_route(name: str) -> str | None:
    """Return litellm's own reading of a name that our tables do not know, as ``provider/model``; ``None`` when it has none."""
    litellm = load_litellm()
    try:
        with _hushed():
            model, provider, _, _ = litellm.get_llm_provider(model=name)
    except Exception:  # noqa: BLE001 - whatever it raises, it does not know the name
        return None
    if not model or not provider:
        return None
    return name if name.startswith(f"{provider}/") else f"{provider}/{model}"


def ask_missing_keys(route: str) -> tuple[str, ...]:
    """Return the variables that litellm says are missing for a route; it reads the process's environment."""
    litellm = load_litellm()
    with _hushed():
        found = litellm.validate_environment(model=route)
    return () if found.get("keys_in_environment") else tuple(str(key) for key in found.get("missing_keys", ()))


def error_words(error: BaseException) -> str:
    """Return what a fault says, for classification: its text, the body's codes, and the text of what caused it."""
    codes: list[str] = []
    texts: list[str] = []
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        if link is not error:
            codes.append(type(link).__name__)
        texts.append(str(link)[:_READ])
        body = getattr(link, "body", None)
        if isinstance(body, Mapping):
            inner = body.get("error")
            fields = {**(inner if isinstance(inner, Mapping) else {}), **body}
            codes += [fields[name][:100] for name in ("code", "type", "param", "status") if isinstance(fields.get(name), str)]
        link = link.__cause__ or link.__context__
    # Codes first: a long text must not push them out of what is read.
    return "\n".join(dict.fromkeys(part for part in (*codes, *texts) if part))


def error_sentence(error: BaseException) -> str:
    """Return what a fault says, for the user: its own words, or those of what caused it where it has none."""
    text = str(error)[:_READ].strip()
    return text or str(error.__cause__ or error.__context__ or "")[:_READ].strip()


_REFUSAL = re.compile(
    r"unsupported|not support|n't support|not permitted|not allowed|unrecognized|unknown|unexpected|extra inputs|deprecated|"
    r"invalid|"
    r"must be|may only|only the default|cannot be|too large|at most|exceeds|maximum|less than or equal",
    re.IGNORECASE,
)
_OPTIONAL = ("temperature", *OUTPUT_LIMITS)


def refused_parameter(words: str, sent: Mapping[str, Any]) -> str | None:
    """Return which of the parameters that may be left out a bad request is about, if it is about one.

    Only temperature and output limits: leaving out what the user gave to shape the answer would change what is measured.
    """
    if not _REFUSAL.search(words):
        return None
    found = [(match.start(), name) for name in _OPTIONAL if name in sent and (match := re.search(rf"(?<!\w){name}(?!\w)", words))]
    return min(found)[1] if found else None


def stated_cap(words: str, sent: object) -> int | None:
    """Return the output limit that a server names when it refuses a larger one ("max_tokens: 9000 > 4096")."""
    if not isinstance(sent, int) or not re.search(r"too large|at most|exceed|maximum|less than or equal|>", words, re.IGNORECASE):
        return None
    numbers = [int(number) for number in re.findall(r"(?<![\w.])\d{2,9}(?![\w.]*\d)", words)]
    # Status codes stand in the same words; no provider's limit is as small.
    smaller = [number for number in numbers if number < sent and number not in {400, 422}]
    return max(smaller) if smaller else None


class _CallFilter(logging.Filter):
    """Drops what litellm and its HTTP clients log during our calls: prompts, parameters and headers are in it."""

    def filter(self, record: logging.LogRecord) -> bool:  # noqa: ARG002 - logging's signature
        return not _in_call.get()


@contextlib.contextmanager
def _without_dotenv() -> Iterator[None]:
    """Keep litellm from reading a ``.env`` file into the process's environment: keys come from where the user can see them."""
    before = os.environ.get("LITELLM_MODE")
    os.environ["LITELLM_MODE"] = before or "PRODUCTION"
    try:
        yield
    finally:
        if before is None:
            del os.environ["LITELLM_MODE"]


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Without warnings and log records: for what runs before the first call, on the caller's thread."""
    with warnings.catch_warnings(), _quiet():
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    token = _in_call.set(True)
    try:
        yield
    finally:
        _in_call.reset(token)


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else None


def _headers(error: BaseException) -> Mapping[str, str] | None:
    for holder in (getattr(error, "response", None), error):
        for name in ("headers", "litellm_response_headers"):
            headers = getattr(holder, name, None)
            if isinstance(headers, Mapping) and headers:
                return headers
    return None


async def _close_clients() -> None:
    """Close what litellm opened on the running loop, and only that: other loops may be in the middle of calls."""
    litellm = load_litellm()
    cache = litellm.in_memory_llm_clients_cache
    suffix = cache.update_cache_key_with_event_loop("")
    for key in [key for key in cache.cache_dict if suffix and key.endswith(suffix)]:
        await _close_client(cache.cache_dict.pop(key, None))
        cache.ttl_dict.pop(key, None)
    # Its logging tasks would outlive the loop.
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task() and _is_litellms(task)]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    # Closing a socket is finished by the loop, one turn later.
    for _ in range(3):
        await asyncio.sleep(0)


def _is_litellms(task: asyncio.Task[Any]) -> bool:
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and f"{os.sep}litellm{os.sep}" in code.co_filename


async def _close_client(client: object) -> None:
    for name in ("close", "aclose"):
        close = getattr(client, name, None)
        if close is not None:
            # A client whose connection died already may complain; there is nothing left to free then.
            with contextlib.suppress(OSError, RuntimeError):
                result = close()
                if asyncio.iscoroutine(result):
                    await result
            return
