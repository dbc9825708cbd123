"""Replies that hold an answer and, beside it, what litellm and the libraries below it do not expect."""

from __future__ import annotations

import asyncio
import copy
import json
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback_server import ErrorReply, LoopbackServer
from openai_replies import PLAIN
from pydantic_core import PydanticSerializationError

from pytest_lcbench.models.litellm_client import create_litellm_model
from pytest_lcbench.models.litellm_library import load_litellm, quiet
from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.plain_replies import plain_reply

CANARY = "sk-canary-Zq81mPw0Lx5TnB7vRk3J"
ODD: list[tuple[str, Any]] = [
    ("id", 17),
    ("id", None),
    ("object", "chat"),
    ("created", 1.5e9 + 0.5),
    ("created", "2026-01-01"),
    ("created", None),
    ("model", None),
    ("model", 17),
    ("service_tier", 3),
    ("system_fingerprint", 17),
    ("system_fingerprint", {"a": 1}),
    ("error", {}),
    ("timings", [1]),
    ("usage", "n/a"),
    ("usage", []),
    ("usage.cost", "0.1"),
    ("usage.total_tokens", 15.5),
    ("usage.prompt_tokens", {"a": 1}),
    ("usage.prompt_tokens_details", []),
    ("usage.prompt_tokens_details", {"cached_tokens": None, "text_tokens": "a"}),
    ("usage.completion_tokens_details", "x"),
    ("usage.completion_tokens_details", {"reasoning_tokens": "x"}),
    ("choices.0.index", "0"),
    ("choices.0.finish_reason", None),
    ("choices.0.finish_reason", 7),
    ("choices.0.finish_reason", {"a": 1}),
    ("choices.0.finish_reason", "eos_token"),
    ("choices.0.logprobs", {"content": "x"}),
    ("choices.0.logprobs", 3),
    ("choices.0.provider_specific_fields", 3),
    ("choices.0.message.role", "model"),
    ("choices.0.message.role", 1),
    ("choices.0.message.content", [{"type": "text", "text": "the figure"}, {"type": "text", "text": " is 7"}]),
    ("choices.0.message.content", [{"type": "text", "text": "the figure is 7"}, {"type": "text", "text": None}]),
    ("choices.0.message.content", ["the figure", " is 7"]),
    ("choices.0.message.content", {"type": "text", "text": "the figure is 7"}),
    ("hidden_params", 3),
    ("_hidden_params", 3),
    ("choices.0.message.reasoning_content", ["a"]),
    ("choices.0.message.reasoning_content", [{"type": "text", "text": "a"}]),
    ("choices.0.message.thinking_blocks", "x"),
    ("choices.0.message.function_call", {}),
    ("choices.0.message.tool_calls", "x"),
    ("choices.0.message.tool_calls", [{"id": 1}]),
    ("choices.0.message.annotations", "x"),
    ("choices.0.message.images", [1]),
    ("choices.0.message.audio", "x"),
    ("choices.0.message.refusal", 3),
    ("choices.0.message.provider_specific_fields", 3),
]
FIELDS = sorted({path for path, _ in ODD} | {"choices", "choices.0", "choices.0.message"})


@pytest.fixture(autouse=True)
def key_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for provider in ("OPENAI", "DEEPSEEK"):
        monkeypatch.setenv(f"{provider}_API_KEY", CANARY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def changed(path: str, value: Any) -> dict[str, Any]:
    """The plain reply with one field of another value."""
    reply = copy.deepcopy(PLAIN)
    *way, last = path.split(".")
    place: Any = reply
    for name in way:
        place = place[int(name) if name.isdigit() else name]
    place[int(last) if last.isdigit() else last] = value
    return reply


def ask(server: LoopbackServer, route: str = "openai/m") -> Response:
    async def work() -> Response:
        model = create_litellm_model(ModelInfo(name="m", route=route, window=1000), api_base=server.base_url)
        try:
            return await model.complete(Request(prompt="hello", temperature=0.0, max_output=100, timeout=10.0))
        finally:
            await model.close()

    return asyncio.run(work())


def texts(server: LoopbackServer, route: str, replies: list[dict[str, Any]]) -> list[str]:
    """Return the texts of several answers of one model, one after the other."""

    async def work() -> list[str]:
        model = create_litellm_model(ModelInfo(name="m", route=route, window=1000), api_base=server.base_url)
        found = []
        try:
            for reply in replies:
                server.reply = lambda _, reply=reply: ErrorReply(200, reply)
                found.append((await model.complete(Request(prompt="hello", temperature=0.0, max_output=100, timeout=10.0))).text)
        finally:
            await model.close()
        return found

    return asyncio.run(work())


def named(case: object) -> str:
    return json.dumps(case)[:60]


# Warnings are errors in this suite: each of these that warned anywhere would be lost.
@pytest.mark.parametrize(("path", "value"), ODD, ids=named)
def test_an_answer_beside_an_odd_field_is_taken_at_the_first_call(loopback: LoopbackServer, path: str, value: Any) -> None:
    loopback.reply = lambda _: ErrorReply(200, changed(path, value))
    response = ask(loopback)
    assert response.text == "the figure is 7"
    assert response.attempts == 1
    assert loopback.counters.calls == 1
    if not path.startswith("usage"):
        assert (response.prompt_tokens, response.completion_tokens) == (12, 3)


@pytest.mark.parametrize("route", ["deepseek/m", "hosted_vllm/m"])
@pytest.mark.parametrize("path", ["created", "usage", "choices.0.message.role", "choices.0.message.reasoning_content"])
def test_other_routes_to_such_servers_read_odd_fields_too(loopback: LoopbackServer, route: str, path: str) -> None:
    loopback.reply = lambda _: ErrorReply(200, changed(path, ["x"]))
    assert ask(loopback, route).text == "the figure is 7"
    assert loopback.counters.calls == 1


# Routes whose replies litellm reads in ways of their own, and, of each kind of reader, one.
READERS = ["mistral", "groq", "fireworks_ai", "databricks", "together_ai", "openrouter", "xai", "perplexity", "azure_ai"]


@pytest.mark.parametrize("provider", READERS)
def test_every_reader_of_a_provider_takes_answers_beside_odd_fields(
    loopback: LoopbackServer, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (provider.upper(), "FIREWORKS", "TOGETHERAI", "PERPLEXITYAI"):
        monkeypatch.setenv(f"{name}_API_KEY", CANARY)
    odd = [("extra", 1), *ODD]
    assert texts(loopback, f"{provider}/m", [changed(path, value) for path, value in odd]) == ["the figure is 7"] * len(odd)
    assert loopback.counters.calls == len(odd)


@pytest.mark.parametrize("provider", ["groq", "databricks", "fireworks_ai"])
def test_a_reader_of_a_provider_calls_what_holds_no_answer_malformed_or_an_error_as_ever(
    loopback: LoopbackServer, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (provider.upper(), "FIREWORKS"):
        monkeypatch.setenv(f"{name}_API_KEY", CANARY)
    odd: list[tuple[str, Any]] = [("error", {"message": "overloaded"})]
    if provider == "groq":  # the other's reader takes content of any kind for an answer without a text
        odd += [("choices.0.message.content", {"x": 1})]
    for path, value in odd:
        loopback.reply = lambda _, path=path, value=value: ErrorReply(200, changed(path, value))
        with pytest.raises(ModelCallError) as caught:
            ask(loopback, f"{provider}/m")
        assert caught.value.error_class is (ErrorClass.SERVER if path == "error" else ErrorClass.MALFORMED_REPLY), (path, value)
    for reply in (
        {},
        changed("choices", []),
        {"id": "c-1", "object": "chat.completion"},
        {"error": None},
        {"detail": "no"},
        {"object": "error", "message": "no"},
    ):
        loopback.reply = lambda _, reply=reply: ErrorReply(200, reply)
        with pytest.raises(ModelCallError):
            ask(loopback, f"{provider}/m")
    too_long = {"error": {"message": "This model's maximum context length is 4096 tokens, you sent 5000", "code": 400}}
    loopback.reply = lambda _: ErrorReply(200, too_long)
    with pytest.raises(ModelCallError) as caught:
        ask(loopback, f"{provider}/m")
    assert caught.value.error_class is ErrorClass.CONTEXT_OVERFLOW
    loopback.reply = lambda _: ErrorReply(429, PLAIN)
    with pytest.raises(ModelCallError) as caught:
        ask(loopback, f"{provider}/m")
    assert caught.value.error_class is ErrorClass.RATE_LIMIT


def test_thoughts_in_parts_beside_several_texts_are_no_part_of_the_answer(
    loopback: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MISTRAL_API_KEY", CANARY)
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    parts = [
        thought,
        {"type": "text", "text": "the figure"},
        {"type": "reference", "reference_ids": [1]},
        {"type": "text", "text": " is 7"},
    ]
    loopback.reply = lambda _: ErrorReply(200, changed("choices.0.message.content", parts))
    assert ask(loopback, "mistral/m").text == "the figure is 7"


@pytest.mark.parametrize("path", FIELDS)
def test_a_key_that_a_server_repeats_in_any_field_is_printed_nowhere(
    loopback: LoopbackServer, path: str, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    loopback.reply = lambda _: ErrorReply(200, changed(path, f"Bearer {CANARY}"))
    said = ""
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        try:
            said = repr(ask(loopback))
        except ModelCallError as error:
            said = f"{error} {error!r}"
    printed = capfd.readouterr()
    shown = " ".join([said, printed.out, printed.err, caplog.text, *(str(each.message) for each in raised)])
    assert CANARY[:12] not in shown
    assert CANARY[-9:] not in shown
    assert [each for each in raised if "serializ" in str(each.message)] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("choices.0.message.content", {"x": 1}),
        ("choices.0.message.content", [{"type": "image"}]),
        ("choices.0.message.content", 7),
        ("choices.0.message", "x"),
        ("choices.0", "x"),
        ("choices", []),
    ],
    ids=named,
)
def test_a_reply_that_holds_no_text_is_still_malformed(loopback: LoopbackServer, path: str, value: Any) -> None:
    loopback.reply = lambda _: ErrorReply(200, changed(path, value))
    with pytest.raises(ModelCallError) as caught:
        ask(loopback)
    assert caught.value.error_class is ErrorClass.MALFORMED_REPLY


@pytest.mark.parametrize("provider", ["openai", "openrouter", "groq", "fireworks_ai", "databricks", "mistral"])
def test_an_answer_that_the_provider_broke_off_is_none(
    loopback: LoopbackServer, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (provider.upper(), "FIREWORKS"):
        monkeypatch.setenv(f"{name}_API_KEY", CANARY)
    broken = changed("choices.0.finish_reason", "error")
    told = changed("choices.0.error", {"code": 502, "message": "Provider disconnected"})
    within = changed("choices.0.message.error", {"code": 502})
    odd = changed("choices.0.error", {"code": 502}) | {"usage": "n/a"}
    for reply in (broken, told, within, odd, changed("choices.0.finish_reason", "abort")):
        loopback.reply = lambda _, reply=reply: ErrorReply(200, reply)
        with pytest.raises(ModelCallError, match=r"broke the answer off|Provider disconnected") as caught:
            ask(loopback, f"{provider}/m")
        assert caught.value.error_class is ErrorClass.SERVER
    loopback.reply = lambda _: ErrorReply(200, {"error": {"message": "upstream overloaded, try again", "code": 503}})
    with pytest.raises(ModelCallError) as caught:
        ask(loopback, f"{provider}/m")
    assert caught.value.error_class.retryable
    loopback.reply = lambda _: ErrorReply(200, changed("choices.0.error", None))
    assert ask(loopback, f"{provider}/m").text == "the figure is 7"


def test_an_error_in_a_reply_that_also_holds_a_text_is_still_an_error(loopback: LoopbackServer) -> None:
    loopback.reply = lambda _: ErrorReply(200, changed("error", {"message": "overloaded", "code": 503}))
    with pytest.raises(ModelCallError) as caught:
        ask(loopback)
    assert caught.value.error_class is ErrorClass.SERVER


def test_whole_counts_are_read_and_others_are_unknown() -> None:
    usage = {
        "prompt_tokens": 12.0,
        "completion_tokens": 3.5,
        "total_tokens": True,
        "completion_tokens_details": {"reasoning_tokens": 2},
    }
    plain = plain_reply(changed("usage", usage))
    assert plain is not None
    assert plain["usage"] == {"prompt_tokens": 12, "completion_tokens_details": {"reasoning_tokens": 2}}
    for number in (float("nan"), float("inf"), 1e300, -1, None):
        assert "usage" not in (plain_reply(changed("usage", {"prompt_tokens": number})) or {})


@pytest.mark.parametrize("content", [{"content": None}, {}])
def test_a_refusal_beside_an_odd_field_is_one(content: dict[str, None]) -> None:
    plain = plain_reply(changed("choices.0.message", {"role": "model", "refusal": "No.", **content}))
    assert plain is not None
    assert plain["choices"][0]["message"] == {"role": "assistant", "content": "", "refusal": "No."}


def test_a_reply_whose_text_may_be_where_none_is_looked_for_is_not_read_as_empty() -> None:
    assert plain_reply(changed("choices.0.message", {"content": None, "reasoning_content": ["the figure is 7"]})) is None


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
        lambda held: (
            st.lists(held, max_size=2)
            | st.dictionaries(
                st.sampled_from(["choices", "message", "content", "refusal", "usage", "prompt_tokens", "type", "text"]),
                held,
                max_size=4,
            )
        ),
    )
)
def test_any_reply_is_read_plainly_or_not_at_all(reply: object) -> None:
    plain = plain_reply(reply)
    assert plain is None or isinstance(plain["choices"][0]["message"]["content"], str)


def test_calls_that_are_not_ours_are_read_as_litellm_does() -> None:
    load_litellm()
    home = sys.modules["litellm.litellm_core_utils.llm_response_utils.convert_dict_to_response"]
    convert = home.convert_to_model_response_object
    response_class = load_litellm().ModelResponse
    with pytest.raises(Exception, match="Invalid response object"):
        convert(response_object=changed("usage", "n/a"), model_response_object=response_class())
    with quiet():
        taken = convert(response_object=changed("usage", "n/a"), model_response_object=response_class())
    assert taken.choices[0].message.content == "the figure is 7"


# Serialising: whoever does it, in whichever thread.


class Own(pydantic.BaseModel):
    """Somebody else's class."""

    count: int


@pytest.mark.parametrize("name", ["model_dump", "model_dump_json"])
def test_a_reply_is_serialised_without_warnings_in_every_thread(name: str) -> None:
    litellm = load_litellm()
    held = litellm.Usage(prompt_tokens=1, completion_tokens=1, total_tokens=2)
    held.prompt_tokens = CANARY
    done: list[object] = []

    def work() -> None:
        done.append(getattr(held, name)())
        done.append(getattr(held, name)(warnings="error"))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(done) == 2
    assert all(CANARY in str(each) for each in done)


@pytest.mark.parametrize("name", ["model_dump", "model_dump_json"])
def test_classes_of_others_warn_as_ever(name: str) -> None:
    load_litellm()
    serialize: Callable[..., object] = getattr(Own.model_construct(count="many"), name)
    with pytest.warns(UserWarning, match="serialized value may not be as expected"):
        serialize()
    assert serialize(warnings=False)
    with pytest.raises(PydanticSerializationError):
        serialize(warnings="error")


def test_an_answer_is_taken_where_the_whole_process_makes_warnings_errors(loopback: LoopbackServer) -> None:
    loopback.reply = lambda _: ErrorReply(200, changed("created", 1.5e9 + 0.5) | {"system_fingerprint": 17})
    script = f"""
import asyncio
from pytest_lcbench.models.litellm_client import create_litellm_model
from pytest_lcbench.models.model import ModelInfo, Request

async def work():
    model = create_litellm_model(ModelInfo(name="m", route="openai/m"), api_base={loopback.base_url!r})
    print((await model.complete(Request(prompt="hello", temperature=0.0, max_output=9, timeout=9.0))).text)
    await model.close()

asyncio.run(work())
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False)  # noqa: S603 - our own script
    assert done.stdout == "the figure is 7\n", done.stderr
    assert done.stderr == ""
    assert loopback.counters.calls == 1


# Headers.

HEADERS = {"x-served-by": "Zürich", "x-request-id": "²é", "x-ratelimit-remaining-requests": "²", "x-place": "東京"}


@pytest.mark.parametrize("route", ["openai/m", "deepseek/m"])
def test_an_answer_with_other_characters_in_its_headers_is_taken(loopback: LoopbackServer, route: str) -> None:
    more = {"x-ratelimit-remaining-tokens": "41"}
    loopback.reply = lambda _: ErrorReply(200, PLAIN, HEADERS | more)
    response = ask(loopback, route)
    assert response.text == "the figure is 7"
    assert response.quota is not None
    assert (response.quota.requests, response.quota.tokens) == (None, 41)
    assert loopback.counters.calls == 1


@pytest.mark.parametrize("route", ["openai/m", "deepseek/m"])
def test_a_rate_limit_with_other_characters_in_its_headers_keeps_its_wait(loopback: LoopbackServer, route: str) -> None:
    loopback.reply = lambda _: ErrorReply(429, {"error": {"message": "Slow down."}}, HEADERS | {"Retry-After": "7"})
    with pytest.raises(ModelCallError) as caught:
        ask(loopback, route)
    assert caught.value.error_class is ErrorClass.RATE_LIMIT
    assert caught.value.retry_after == 7
    assert loopback.counters.calls == 1
