"""What is mended in litellm and the libraries below it, so that no paid answer is lost and no key is printed.

Each mend is small, leaves out what another version does not have, and touches nothing that is not litellm's, or not a call of ours.
Installed once by ``litellm_library``, which explains the rest of litellm; ``litellm_readers`` mends how replies are read.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from pytest_lcbench.models.litellm_readers import mend_readers

_MOST_LOGGED = 20_000
_SERIALIZERS = ("model_dump", "model_dump_json")
_SILENCED = frozenset({"litellm", "openai"})
# Where litellm keeps whoever wants to know of its calls, and the budget it keeps itself.
_LISTENERS = ("callbacks", "success_callback", "_async_success_callback", "input_callback", "max_budget")


def mend_litellm(in_call: Callable[[], bool]) -> None:
    """Install every mend in the litellm that is loaded.

    Args:
        in_call: whether the code that asks is inside a call of ours.

    """
    _bound_log_texts()
    _serialize_silently()
    _take_all_headers()
    _ask_once(in_call)
    _ask_ollama_nothing_more(in_call)
    _record_for_nobody(in_call)
    mend_readers(in_call)


def _bound_log_texts() -> None:
    """Let litellm search only the ends of a long text for keys before it logs it.

    It does so for every error, with one large regular expression, in the thread of the event loop: a body of a megabyte held up every
    other call for some ten seconds. Its log records of our calls are dropped, and what we show is searched by ourselves.
    """
    try:
        module: Any = importlib.import_module("litellm.litellm_core_utils.secret_redaction")
        search = module.python_redact_string
    except (ImportError, AttributeError):  # another version of litellm, which may do it elsewhere or not at all
        return

    def bounded(value: str) -> str:
        if not isinstance(value, str) or len(value) <= _MOST_LOGGED:
            return str(search(value))
        return str(search(f"{value[: _MOST_LOGGED // 2]} [...] {value[-_MOST_LOGGED // 2 :]}"))

    module.python_redact_string = bounded


def _serialize_silently() -> None:
    """Let the replies that openai's and litellm's classes hold be turned into dictionaries without a warning.

    pydantic warns of every field of an unexpected type and quotes its value. Servers send such fields (``created`` with a fraction, a
    ``system_fingerprint`` that is a number), sometimes with the key in them that they were sent: printed, the warning shows the key,
    and where warnings are errors it throws the paid answer away. Filters cannot do it: they belong to the whole process, and tests
    in other threads set theirs. Other classes warn as ever.
    """
    try:
        base: Any = importlib.import_module("pydantic").BaseModel
        own = {name: getattr(base, name) for name in _SERIALIZERS}
    except (ImportError, AttributeError):  # another version, which may not warn
        return
    for name, serialize in own.items():
        setattr(base, name, _silent(serialize))


def _silent(serialize: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(serialize)
    def silent(self: Any, *args: Any, **options: Any) -> Any:
        if type(self).__module__.partition(".")[0] in _SILENCED:
            options["warnings"] = False
        return serialize(self, *args, **options)

    return silent


def _take_all_headers() -> None:
    """Hand the headers of a reply on in ASCII, whatever a server writes into them; other characters as escapes.

    litellm hands them to httpx as text, once as they come and again when it makes an error of them, and httpx takes only ASCII: a place
    name (``x-served-by: Zürich``) threw a whole reply away, or an error's status and ``Retry-After``.
    """
    try:
        transport: Any = importlib.import_module("litellm.llms.custom_httpx.aiohttp_transport")
        httpx = transport.httpx
        made = httpx.Response
    except (ImportError, AttributeError):  # another version of litellm, which may leave it to httpx's own transport
        return

    def response(*args: Any, **parts: Any) -> Any:
        headers = parts.get("headers")
        if isinstance(headers, Mapping):
            parts["headers"] = [(_in_ascii(name), _in_ascii(value)) for name, value in headers.items()]
        return made(*args, **parts)

    # What this one module sees as httpx; the library itself stays as it is.
    seen = ModuleType("httpx")
    vars(seen).update({"__getattr__": functools.partial(getattr, httpx), "Response": response})
    transport.httpx = seen


def _in_ascii(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("ascii")


def _ask_once(in_call: Callable[[], bool]) -> None:
    """Let openai's clients send each of our calls once.

    litellm hands its ``max_retries`` on to the client at some routes and loses it at others (those whose lists of parameters lack it),
    where the client then asks three times, past our waits and limits. So it is the request itself that says how often.
    """
    try:
        options: Any = importlib.import_module("openai._models").FinalRequestOptions
        get = options.get_max_retries
    except (ImportError, AttributeError):  # another version of openai, which may count elsewhere
        return

    @functools.wraps(get)
    def get_max_retries(self: Any, *args: Any, **more: Any) -> Any:
        return 0 if in_call() else get(self, *args, **more)

    options.get_max_retries = get_max_retries


def _ask_ollama_nothing_more(in_call: Callable[[], bool]) -> None:
    """Keep litellm from asking an Ollama server what it knows of a model, once it has answered, for a price that is none.

    It asks in the event loop and waits: past our limits, and every other call stood still until the server replied.
    """
    try:
        info: Any = importlib.import_module("litellm.llms.ollama.common_utils").OllamaModelInfo
        get = info.get_runtime_model_info
    except (ImportError, AttributeError):  # another version of litellm, which may ask elsewhere or not at all
        return

    @functools.wraps(get)
    def get_runtime_model_info(self: Any, model: str, *args: Any, **more: Any) -> Any:
        if not in_call():
            return get(self, model, *args, **more)
        # What it takes when the server does not reply.
        free = {"input_cost_per_token": 0.0, "output_cost_per_token": 0.0}
        limits = dict.fromkeys(("max_tokens", "max_input_tokens", "max_output_tokens"))
        return {"key": model, "litellm_provider": "ollama", "mode": "chat", **free, **limits}

    info.get_runtime_model_info = get_runtime_model_info


def _record_for_nobody(in_call: Callable[[], bool]) -> None:
    """Spare litellm the record it makes of each of our answers where nobody has asked it for records.

    For every answer it looks up its price three times and builds a record for whoever listens, in the thread of the event loop: a fifth
    of what a call costs it. Prices are ours, and a listener that a user has registered, or a budget, still gets all of it.
    """
    try:
        litellm: Any = importlib.import_module("litellm")
        utils: Any = importlib.import_module("litellm.utils")
        logging: Any = importlib.import_module("litellm.litellm_core_utils.litellm_logging").Logging
        price, record = logging.response_cost_calculator, utils.dispatch_success_logging
    except (ImportError, AttributeError):  # another version of litellm, which may do it elsewhere
        return

    def unheard() -> bool:
        return in_call() and not any(getattr(litellm, name, None) for name in _LISTENERS)

    @functools.wraps(price)
    def response_cost_calculator(self: Any, *args: Any, **more: Any) -> Any:
        return None if unheard() else price(self, *args, **more)

    @functools.wraps(record)
    def dispatch_success_logging(*args: Any, **more: Any) -> Any:
        return None if unheard() else record(*args, **more)

    logging.response_cost_calculator = response_cost_calculator
    utils.dispatch_success_logging = dispatch_success_logging
