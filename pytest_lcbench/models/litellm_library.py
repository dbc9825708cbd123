"""litellm itself: loaded offline and quiet, warmed up, asked what it knows, its clients closed.

The only module that imports it, inside functions, for its import takes seconds; ``litellm_patches`` mends what was imported. It fetches
at import, prints banners, warns, logs what it sends and leaves connections and tasks behind: all of that is seen to here, and callers
deal with calls alone.
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
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pytest_lcbench.models.litellm_patches import mend_litellm

_WARNED_TIMES = 20
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai", "openai._base_client", "httpx", "aiohttp.client")
# Folders of litellm's that a provider's calls use besides its own, and those that no chat call uses.
_RELATED = {"gemini": ("vertex_ai",), "azure": ("openai",), "cohere_chat": ("cohere",), "bedrock": ("anthropic",)}
_OTHER_CALLS = frozenset(
    {"audio_transcription", "text_to_speech", "image_generation", "image_edit", "image_variations", "videos", "video_generation"}
    | {"batches", "fine_tuning", "files", "realtime", "rerank", "embed", "embedding", "embeddings", "multimodal_embeddings"}
    | {"vector_stores", "ocr", "containers", "skills", "agents", "search", "passthrough", "pass_through", "rag_engine"}
)
_in_call: contextvars.ContextVar[bool] = contextvars.ContextVar("lcbench_in_call", default=False)


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
    mend_litellm(_in_call.get)
    return litellm


def warm_up(route: str) -> None:
    """Let litellm import what a first call on a route would: its modules warn when imported, which ``-W error`` makes a failure.

    Warnings cannot be silenced around the calls themselves: filters belong to the whole process, and tests run in other threads.
    """
    litellm = load_litellm()
    provider = route.partition("/")[0]
    # Answered by itself, nothing is sent. Whatever it finds wrong, the first real call says better.
    unwarned(
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
                unwarned(functools.partial(importlib.import_module, name))


def unwarned(work: Callable[[], object]) -> None:
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
    with warnings.catch_warnings(), quiet():
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Drop what litellm and its HTTP clients log meanwhile, in this task."""
    token = _in_call.set(True)
    try:
        yield
    finally:
        _in_call.reset(token)


async def close_clients() -> None:
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
