"""What is mended in litellm and the libraries below it, so that no paid answer is lost and no key is printed.

Each mend is small, leaves out what another version does not have, and touches nothing that is not litellm's, or not a call of ours.
Installed once by ``litellm_library``, which explains the rest of litellm.
"""

from __future__ import annotations

import functools
import importlib
import re
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from pytest_lcbench.models.model import ModelCallError
from pytest_lcbench.models.replies import BROKEN_OFF, MOST_TOKENS, content_text

_MOST_LOGGED = 20_000
_SERIALIZERS = ("model_dump", "model_dump_json")
_SILENCED = frozenset({"litellm", "openai"})
_CONVERT = "convert_to_model_response_object"
_LITELLMS_OWN = frozenset({"hidden_params", "_hidden_params"})
_PATIENT = "_lcbench_patient"
_PARTS = "_handle_content_list_to_str_conversion"
_FIRST_ERROR = 400
_SERVER_ERROR = 500
_SUSPECT = re.compile(rb'"(?:error|abort|cancel)')
"""What stands in a reply whose answer was broken off; others are not parsed once more."""
_BROKEN_OFF = frozenset({BROKEN_OFF, "abort", "aborted", "cancelled", "canceled"})


def mend_litellm(in_call: Callable[[], bool]) -> None:
    """Install every mend in the litellm that is loaded.

    Args:
        in_call: whether the code that asks is inside a call of ours.

    """
    _bound_log_texts()
    _serialize_silently()
    _take_all_headers()
    _read_odd_replies(in_call)
    _read_odd_replies_of_providers(in_call)


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
        if isinstance(response_object, Mapping) and in_call():
            # Names under which litellm keeps what is its own.
            response_object = {name: value for name, value in response_object.items() if name not in _LITELLMS_OWN}
        try:
            read = convert(response_object, *args, **options)
        except Exception as error:
            # Errors with a status are what the server said, or a reply without a choice.
            if not in_call() or hasattr(error, "status_code") or options.get("response_type", "completion") != "completion":
                raise
            plain = plain_reply(response_object)
            if plain is None:
                raise
            read = convert(plain, *args, **options)
        if in_call():
            _mark_broken_off(response_object, read)
        return read

    # Modules that are loaded hold it under its name; those that come later take it from its home.
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "litellm" and isinstance(module, ModuleType) and vars(module).get(_CONVERT) is convert:
            setattr(module, _CONVERT, patient)


def _read_odd_replies_of_providers(in_call: Callable[[], bool]) -> None:
    """Do the same where a provider has a reader of its own, if what it sends is OpenAI-style all the same.

    Some of these readers want fields that such servers leave out (groq's ``service_tier``), and end in whatever Python says of that,
    or in an error that reads as one of the connection.
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

    def patient(read: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(read)
        def transform_response(self: Any, *args: Any, **options: Any) -> Any:
            raw: Any = options.get("raw_response")
            held: Mapping[str, Any] | None = None
            try:
                found = read(self, *args, **options)
            except Exception:
                held = _reply_in(raw) if in_call() else None
                plain = plain_reply(held)
                if held is None:
                    raise
                if plain is None and not held.get("error"):
                    # Not a fault of the connection, as which litellm would tell whatever its reader said.
                    raise ValueError("invalid response object: the reply holds no text") from None
                found = None if plain is None else convert(plain, model_response_object=make(), _response_headers=dict(raw.headers))
            else:
                if in_call() and (_says_nothing(found) or _SUSPECT.search(getattr(raw, "content", b""))):
                    held = _reply_in(raw)
            if held is None:
                return found
            if held.get("error") or (isinstance(self, like_openai) and _says_nothing(found) and _holds_nothing(held)):
                raise self.get_error_class(error_message=raw.text[:_MOST_LOGGED], status_code=_SERVER_ERROR, headers=raw.headers)
            _mark_broken_off(held, found)
            return found

        setattr(transform_response, _PATIENT, True)
        return transform_response

    @functools.wraps(complete)
    async def async_completion(self: Any, *args: Any, **options: Any) -> Any:
        # Which provider it is shows with the first call; its class is mended once.
        provider: Any = type(options.get("provider_config"))
        read = getattr(provider, "transform_response", None)
        if read is not None and not hasattr(read, _PATIENT):
            provider.transform_response = patient(read)
            _keep_all_texts(provider)
        return await complete(self, *args, **options)

    handler.async_completion = async_completion


def _reply_in(raw: Any) -> Mapping[str, Any] | None:
    """Return the reply that a server sent with a status that is none of an error; else ``None``."""
    try:
        held = raw.json()
    except Exception:  # noqa: BLE001 - whatever it is, it is no reply to be read
        return None
    return held if raw.status_code < _FIRST_ERROR and isinstance(held, Mapping) else None


def _says_nothing(read: Any) -> bool:
    choices = getattr(read, "choices", None)
    return not choices or not getattr(getattr(choices[0], "message", None), "content", None)


def _holds_nothing(reply: Mapping[str, Any]) -> bool:
    """Whether an OpenAI-style reply is none: it has no choices, nor a message in their place."""
    return not reply.get("choices") and not isinstance(reply.get("message"), Mapping)


def _mark_broken_off(reply: object, read: Any) -> None:
    """Let a reply that was read tell that the provider broke its answer off, as gateways say it in the choice.

    litellm takes ``finish_reason: error`` for an ordinary end, so that a part of an answer would be scored.
    """
    choices = reply.get("choices") if isinstance(reply, Mapping) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, Mapping):
        return
    message = choice.get("message")
    failed = choice.get("error") or (isinstance(message, Mapping) and message.get("error"))
    if failed or str(choice.get("finish_reason")).lower() in _BROKEN_OFF:
        for one in getattr(read, "choices", ()):
            one.finish_reason = BROKEN_OFF


def _keep_all_texts(provider: Any) -> None:
    """Let Mistral's reader take an answer in several parts whole: of the texts it keeps the last, and says nothing."""
    take = getattr(provider, _PARTS, None)
    if take is None:
        return

    @functools.wraps(take)
    def joined(reply: Any) -> Any:
        choices = reply.get("choices") if isinstance(reply, Mapping) else None
        for choice in choices if isinstance(choices, list) else ():
            message = choice.get("message") if isinstance(choice, Mapping) else None
            if isinstance(message, dict) and isinstance(message.get("content"), list):
                message["content"] = _one_text(message["content"])
        return take(reply)

    setattr(provider, _PARTS, staticmethod(joined))


def _one_text(parts: list[Any]) -> list[Any]:
    """Return the parts of a message with its texts as one, behind the others."""
    texts = [part for part in parts if isinstance(part, Mapping) and part.get("type") == "text"]
    try:
        text = content_text(texts)
    except ModelCallError:
        return parts
    return [*(part for part in parts if part not in texts), {"type": "text", "text": text}]


def plain_reply(reply: object) -> dict[str, Any] | None:
    """Return of an OpenAI-style reply only what an answer is made of, each of its usual type; ``None`` if it holds no answer."""
    choices = reply.get("choices") if isinstance(reply, Mapping) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    said = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(reply, Mapping) or not isinstance(choice, Mapping) or not isinstance(said, Mapping):
        return None
    if said.get("content") is None and not isinstance(said.get("refusal"), str):  # what was said may be where we do not look
        return None
    try:
        message: dict[str, Any] = {"role": "assistant", "content": content_text(said.get("content"))}
    except ModelCallError:
        return None
    message |= _texts(said, "reasoning_content", "refusal")
    plain: dict[str, Any] = _texts(reply, "id", "model")
    plain["choices"] = [{"index": 0, "message": message, **_texts(choice, "finish_reason")}]
    usage = _counts(reply.get("usage"), "prompt_tokens", "completion_tokens", "total_tokens")
    if usage:
        details = reply["usage"].get("completion_tokens_details")
        plain["usage"] = usage | {"completion_tokens_details": _counts(details, "reasoning_tokens") or None}
    return plain


def _texts(held: Mapping[str, Any], *names: str) -> dict[str, str]:
    return {name: held[name] for name in names if isinstance(held.get(name), str)}


def _counts(held: object, *names: str) -> dict[str, int]:
    given = {name: held.get(name) for name in names} if isinstance(held, Mapping) else {}
    # Some servers send whole counts as 12.0.
    return {
        name: int(value)
        for name, value in given.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS and value == int(value)
    }
