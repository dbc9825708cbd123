"""How litellm reads replies, mended: odd ones are read, parts of an answer are kept, and what holds no answer is told.

Installed once with the rest of ``litellm_patches``. Calls that are not ours are read as ever.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from pytest_lcbench.models.model import ModelCallError
from pytest_lcbench.models.plain_replies import first_choice, plain_reply
from pytest_lcbench.models.replies import content_text
from pytest_lcbench.models.reply_faults import ReplyFault, malformed, shape_fault, told_fault

_CONVERT = "convert_to_model_response_object"
_LITELLMS_OWN = frozenset({"hidden_params", "_hidden_params"})
_PATIENT = "_lcbench_patient"
# Providers that litellm calls in ways of their own.
_CALLED_ELSEWHERE = (("litellm.llms.anthropic.chat.transformation", "AnthropicConfig"),)
_FIRST_ERROR = 400
_NO_JSON = object()
# Where the answer is in replies of other styles than OpenAI's.
_PLACES = frozenset(
    {"message", "response", "content", "text", "candidates", "output", "outputs", "generation", "generations", "results", "completion"}
    | {"promptFeedback", "generated_text"}
)


def mend_readers(in_call: Callable[[], bool]) -> None:
    """Mend the readers in the litellm that is loaded.

    Args:
        in_call: whether the code that asks is inside a call of ours.

    """
    _read_odd_replies(in_call)
    _read_odd_replies_of_providers(in_call)


def _read_odd_replies(in_call: Callable[[], bool]) -> None:
    """Give a reply that litellm cannot read a second reading of only what an answer is made of.

    Its classes refuse a whole reply for a field of an odd type (a text in parts, reasoning as a list, an unknown role, counts that are
    no numbers), after it was paid for. A reply that litellm reads is left alone, and so are calls that are not ours.
    """
    try:
        home: Any = importlib.import_module("litellm.litellm_core_utils.llm_response_utils.convert_dict_to_response")
        convert = getattr(home, _CONVERT)
    except (ImportError, AttributeError):  # another version of litellm, which may read replies elsewhere
        return

    @functools.wraps(convert)
    def patient(response_object: Any = None, *args: Any, **options: Any) -> Any:
        if not in_call() or options.get("response_type", "completion") != "completion" or not isinstance(response_object, Mapping):
            return convert(response_object, *args, **options)
        headers = options.get("_response_headers")
        _raise(told_fault(response_object, headers) or shape_fault(response_object, headers))
        # Names under which litellm keeps what is its own, and a place for errors that holds none.
        kept = {name: value for name, value in response_object.items() if name not in _LITELLMS_OWN and name != "error"}
        try:
            return convert(kept, *args, **options)
        except Exception:
            plain = plain_reply(kept)
            if plain is None:
                raise
            return convert(plain, *args, **options)

    # Modules that are loaded hold it under its name; those that come later take it from its home.
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "litellm" and isinstance(module, ModuleType) and vars(module).get(_CONVERT) is convert:
            setattr(module, _CONVERT, patient)


def _read_odd_replies_of_providers(in_call: Callable[[], bool]) -> None:
    """Do the same where a provider has a reader of its own, if what it sends is OpenAI-style all the same.

    Some of these readers want fields that such servers leave out (groq's ``service_tier``), and end in whatever Python says of that,
    or in an error that reads as one of the connection. Others make an empty answer of what holds none.
    """
    try:
        module: Any = importlib.import_module("litellm.llms.custom_httpx.llm_http_handler")
        convert: Any = getattr(
            importlib.import_module("litellm.litellm_core_utils.llm_response_utils.convert_dict_to_response"), _CONVERT
        )
        handler, make = module.BaseLLMHTTPHandler, importlib.import_module("litellm.types.utils").ModelResponse
        complete = handler.async_completion
        like_openai = importlib.import_module("litellm.llms.openai.chat.gpt_transformation").OpenAIGPTConfig
    except (ImportError, AttributeError):  # another version of litellm, which may call its providers elsewhere
        return

    def read_plainly(held: object, headers: Mapping[str, str]) -> Any:
        plain = plain_reply(held, or_empty=shape_fault(held, headers) is None)
        return None if plain is None else convert(plain, model_response_object=make(), _response_headers=dict(headers))

    def patient(read: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(read)
        def transform_response(self: Any, *args: Any, **options: Any) -> Any:
            raw: Any = options.get("raw_response")
            held = _reply_in(raw) if in_call() else _NO_JSON
            if held is _NO_JSON:
                return read(self, *args, **options)
            if isinstance(held, Mapping):
                _raise(told_fault(held, raw.headers))
                if "error" in held:
                    # An empty one beside an answer; some readers take its mere name for an error.
                    held = {name: value for name, value in held.items() if name != "error"}
                    raw.json = functools.partial(dict, held)
            found: Any = None
            try:
                found = read(self, *args, **options)
            except Exception:  # noqa: BLE001 - not a fault of the connection, as which litellm would tell whatever its reader said
                found = read_plainly(held, raw.headers)
                unread = found is None
            else:
                unread = False
            empty = not unread and _text_of(found) is None and not _is_empty_elsewhere(held)
            if unread or (empty and (isinstance(self, like_openai) or _is_alien(held))):
                _raise(shape_fault(held, raw.headers))
            if unread:
                raise malformed("the reply holds no text", raw.headers)
            return found if _is_whole(held, found) else read_plainly(held, raw.headers) or found

        setattr(transform_response, _PATIENT, True)
        return transform_response

    @functools.wraps(complete)
    async def async_completion(self: Any, *args: Any, **options: Any) -> Any:
        # Which provider it is shows with the first call; its class is mended once.
        provider: Any = type(options.get("provider_config"))
        read = getattr(provider, "transform_response", None)
        if read is not None and not hasattr(read, _PATIENT):
            provider.transform_response = patient(read)
        return await complete(self, *args, **options)

    handler.async_completion = async_completion
    for home, name in _CALLED_ELSEWHERE:
        # Another version of litellm may have them elsewhere.
        with contextlib.suppress(ImportError, AttributeError):
            own: Any = getattr(importlib.import_module(home), name)
            own.transform_response = patient(own.transform_response)


def _raise(fault: ReplyFault | None) -> None:
    if fault is not None:
        raise fault


def _reply_in(raw: Any) -> object:
    """Return the JSON value that a server sent with a status that is none of an error; else ``_NO_JSON``."""
    try:
        return raw.json() if raw.status_code < _FIRST_ERROR else _NO_JSON
    except Exception:  # noqa: BLE001 - whatever it is, it is no reply to be read
        return _NO_JSON


def _is_alien(held: object) -> bool:
    """Whether a reply of which a reader took no text has no place for one, or is OpenAI-style."""
    return isinstance(held, Mapping) and (held.get("choices") is not None or not _PLACES & held.keys())


def _is_empty_elsewhere(held: object) -> bool:
    """Whether a reply has an empty answer where Cohere and Ollama have theirs: in a message of its own, without choices."""
    message = held.get("message") if isinstance(held, Mapping) and held.get("choices") is None else None
    if not isinstance(message, Mapping) or "content" not in message:
        return False
    try:
        return not content_text(message["content"])
    except ModelCallError:
        return isinstance(message["content"], list)  # a thought alone


def _text_of(read: Any) -> Any:
    choices = getattr(read, "choices", None)
    return (getattr(getattr(choices[0], "message", None), "content", None) or None) if choices else None


def _is_whole(reply: object, read: Any) -> bool:
    """Whether a reader took the whole answer. Of several parts Mistral's keeps the last text, Databricks' those of one type."""
    message = (first_choice(reply) or {}).get("message")
    content = message.get("content") if isinstance(message, Mapping) else None
    try:
        text = content_text(content)
    except ModelCallError:
        return True
    taken = _text_of(read)
    return not text or text == taken or (isinstance(content, str) and taken is not None)
