"""Replies that hold no answer, or a part of one, at routes of every kind; and that each call of ours is one request."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterator
from typing import Any

import pytest
from any_path_server import AnyPathServer
from hypothesis import given
from hypothesis import strategies as st
from openai_replies import PLAIN

from pytest_lcbench.models.litellm_client import create_litellm_model
from pytest_lcbench.models.litellm_library import load_litellm, quiet
from pytest_lcbench.models.model import ErrorClass, ModelCallError, ModelInfo, Request, Response
from pytest_lcbench.models.providers import PROVIDERS
from pytest_lcbench.models.replies import is_broken_off
from pytest_lcbench.models.reply_faults import shape_fault, told_fault

E = ErrorClass
# Those that find credentials in ways of their own, and one that does not ask the address it is given.
OTHERS = {"vertex_ai", "sagemaker", "sagemaker_chat", "replicate"}
# Through openai's client, through litellm's own one, and those with readers of their own.
THROUGH_OPENAI = ["openai", "azure", "perplexity", "cerebras", "zai", "sambanova", "dashscope"]
THROUGH_LITELLM = ["groq", "fireworks_ai", "hosted_vllm", "openrouter", "deepseek", "together_ai", "xai", "databricks", "mistral"]
ROUTES = [*THROUGH_OPENAI, *THROUGH_LITELLM]


@pytest.fixture(autouse=True)
def keys_in_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("AZURE_API_VERSION", "2024-10-21")
    monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", "k" * 24)
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    for provider in PROVIDERS.values():
        for name in provider.keys[:1]:
            monkeypatch.setenv(name, "k" * 24)


@pytest.fixture
def server() -> Iterator[AnyPathServer]:
    with AnyPathServer(PLAIN) as running:
        yield running


def outcomes(server: AnyPathServer, provider: str, bodies: list[Any]) -> list[Response | ModelCallError]:
    """Return what one model makes of each of these replies, each asked for once."""

    async def work() -> list[Response | ModelCallError]:
        model = create_litellm_model(ModelInfo(name="m", route=f"{provider}/m", window=1000), api_base=server.base_url)
        found: list[Response | ModelCallError] = []
        try:
            for body in bodies:
                server.body = body
                try:
                    found.append(await model.complete(Request(prompt="hello", temperature=0.0, max_output=100, timeout=10.0)))
                except ModelCallError as error:
                    found.append(error)
        finally:
            await model.close()
        return found

    found = asyncio.run(work())
    assert len(server.paths) == len(bodies), "one request for each"
    return found


def classes(server: AnyPathServer, provider: str, bodies: list[Any]) -> list[ErrorClass | None]:
    return [each.error_class if isinstance(each, ModelCallError) else None for each in outcomes(server, provider, bodies)]


def texts(server: AnyPathServer, provider: str, bodies: list[Any]) -> list[str]:
    return [each.text if isinstance(each, Response) else str(each) for each in outcomes(server, provider, bodies)]


def ended(finish: str) -> dict[str, Any]:
    reply = copy.deepcopy(PLAIN)
    reply["choices"][0]["finish_reason"] = finish
    return reply


def saying(message: Any) -> dict[str, Any]:
    reply = copy.deepcopy(PLAIN)
    reply["choices"][0]["message"] = message
    return reply


# One request a call.


@pytest.mark.parametrize("provider", sorted(PROVIDERS.keys() - OTHERS))
@pytest.mark.parametrize("status", [500, 429])
def test_every_call_is_one_request(server: AnyPathServer, provider: str, status: int) -> None:
    server.status = status
    (kind,) = classes(server, provider, [{"error": {"message": "boom"}}])
    assert kind is (E.SERVER if status == 500 else E.RATE_LIMIT)


def test_requests_of_others_are_repeated_as_they_ask() -> None:
    load_litellm()
    options: Any = pytest.importorskip("openai._models").FinalRequestOptions
    asked = options(method="post", url="/", max_retries=3)
    plain = options(method="post", url="/")
    assert (asked.get_max_retries(2), plain.get_max_retries(2)) == (3, 2)
    with quiet():
        assert (asked.get_max_retries(2), plain.get_max_retries(2)) == (0, 0)


# Answers broken off.

BROKEN = [
    "error",
    "ERROR",
    "network_error",
    "NETWORK_ERROR",
    "insufficient_system_resource",
    "abort",
    "Aborted",
    "cancelled",
    "USER_CANCEL",
    "TIMEOUT",
    "time_limit",
    "REASON_TIME_LIMIT",
    "engine_overloaded",
    "server-error",
]
WHOLE = ["stop", "STOP", "length", "eos", "content_filter", "ERROR_TOXIC", "ERROR_LIMIT", "max_tokens", "token_limit", "sensitive", "x"]


@pytest.mark.parametrize("provider", ROUTES)
def test_a_part_of_an_answer_is_none_whatever_word_the_provider_has_for_it(server: AnyPathServer, provider: str) -> None:
    assert classes(server, provider, [ended(word) for word in BROKEN]) == [E.SERVER] * len(BROKEN)


@pytest.mark.parametrize("provider", ROUTES)
def test_other_words_for_the_end_cost_no_answer(server: AnyPathServer, provider: str) -> None:
    assert texts(server, provider, [ended(word) for word in WHOLE]) == ["the figure is 7"] * len(WHOLE)


def test_limits_and_filters_that_litellm_knows_are_no_interruptions() -> None:
    load_litellm()
    known = getattr(pytest.importorskip("litellm.litellm_core_utils.core_helpers"), "_FINISH_REASON_MAP", {})
    assert [word for word, meaning in known.items() if meaning != "stop" and is_broken_off(word)] == []


def test_cohere_says_in_its_own_place_that_it_broke_an_answer_off(server: AnyPathServer) -> None:
    reply = {
        "id": "c",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "the figure"}]},
        "usage": {"tokens": {"input_tokens": 12, "output_tokens": 3}},
    }
    bodies = [reply | {"finish_reason": word} for word in ("COMPLETE", "MAX_TOKENS", "ERROR", "TIMEOUT")]
    assert classes(server, "cohere_chat", bodies) == [None, None, E.SERVER, E.SERVER]


# Replies without an answer, and empty answers.

SHAPELESS: list[dict[str, Any]] = [
    {"id": "x", "choices": {"error": "boom"}},
    {"choices": "boom"},
    {"choices": [{}]},
    {"choices": [None]},
    {"choices": [{"message": None, "finish_reason": "stop"}]},
    {"choices": [{"text": "The answer is 7", "finish_reason": "stop"}]},
    {"choices": [{"delta": {"content": "The answer"}, "finish_reason": "stop"}]},
    {"message": {"text": "Internal boom"}},
    {"message": {"role": "assistant"}},
    saying({}),
    saying({"text": "Internal boom"}),
    saying({"role": "assistant", "text": "Internal boom"}),
    {},
    {"object": "error", "message": "Internal boom"},
]


@pytest.mark.parametrize("provider", [*ROUTES, "ollama_chat", "anthropic"])
def test_a_reply_without_an_answer_is_never_an_empty_one(server: AnyPathServer, provider: str) -> None:
    assert set(classes(server, provider, SHAPELESS)) <= {E.MALFORMED_REPLY, E.SERVER}


@pytest.mark.parametrize("provider", ROUTES)
@pytest.mark.parametrize("finish", ["stop", "length"])
def test_an_honest_empty_answer_is_one(server: AnyPathServer, provider: str, finish: str) -> None:
    reply = saying({"role": "assistant", "content": ""})
    reply["choices"][0]["finish_reason"] = finish
    (found,) = outcomes(server, provider, [reply])
    assert isinstance(found, Response)
    assert (found.text, found.finish_reason) == ("", finish)


def test_an_answer_whose_content_was_left_out_is_empty(server: AnyPathServer) -> None:
    # As Gemini's OpenAI-style address does where the thought took all there was.
    assert texts(server, "openai", [saying({"role": "assistant"}), saying({"role": "assistant", "content": None})]) == ["", ""]


@pytest.mark.parametrize(
    "content", [[], None, "", [{"type": "thinking", "thinking": "hm"}]], ids=["no parts", "null", "no text", "a thought alone"]
)
def test_an_empty_answer_in_coheres_own_style_is_one(server: AnyPathServer, content: object) -> None:
    reply = {
        "id": "c",
        "message": {"role": "assistant", "content": content},
        "finish_reason": "MAX_TOKENS",
        "usage": {"tokens": {"input_tokens": 12, "output_tokens": 3}},
    }
    (found,) = outcomes(server, "cohere_chat", [reply])
    assert isinstance(found, Response)
    assert (found.text, found.finish_reason) == ("", "length")


@pytest.mark.parametrize(("content", "end", "refused"), [([], "end_turn", False), ([], "refusal", True)])
def test_an_empty_answer_in_anthropics_own_style_is_one(server: AnyPathServer, content: list[Any], end: str, *, refused: bool) -> None:
    usage = {"input_tokens": 12, "output_tokens": 3}
    reply = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": content, "stop_reason": end, "usage": usage}
    (found,) = outcomes(server, "anthropic", [reply])
    assert isinstance(found, Response)
    assert (found.text, found.refused) == ("", refused)


def test_a_message_left_empty_by_a_filter_is_a_refusal(server: AnyPathServer) -> None:
    reply = saying({})
    reply["choices"][0]["finish_reason"] = "content_filter"
    (found,) = outcomes(server, "openai", [reply])
    assert isinstance(found, Response)
    assert (found.text, found.refused) == ("", True)


def test_words_of_an_answer_in_another_style_are_not_taken_for_an_error() -> None:
    fault = shape_fault({"message": {"content": "Invalid API key."}, "text": "Rate limit."}, None)
    assert fault is not None
    assert fault.kind is E.MALFORMED_REPLY


def test_replies_in_ollamas_own_style_are_read(server: AnyPathServer) -> None:
    reply = {"model": "m", "done": True, "done_reason": "stop", "prompt_eval_count": 12, "eval_count": 3}
    bodies = [reply | {"message": {"role": "assistant", "content": text}} for text in ("the figure is 7", "")]

    async def work() -> list[str]:
        model = create_litellm_model(ModelInfo(name="m", route="ollama_chat/m", window=1000), api_base=server.base_url)
        found = []
        for body in bodies:
            server.body = body
            found.append((await model.complete(Request(prompt="hello", temperature=0.0, max_output=100, timeout=10.0))).text)
        await model.close()
        return found

    assert asyncio.run(work()) == ["the figure is 7", ""]


@pytest.mark.parametrize("provider", [*ROUTES, "ollama_chat", "anthropic", "cohere_chat", "gemini", "bedrock"])
def test_json_that_is_no_object_is_malformed(server: AnyPathServer, provider: str) -> None:
    bodies = [b"[]", [{"error": "boom"}], b'"boom"', b"null", b"500", b"false"]
    assert classes(server, provider, bodies) == [E.MALFORMED_REPLY] * len(bodies)


# Errors in replies of status 200.


@pytest.mark.parametrize("provider", [*ROUTES, "anthropic", "cohere_chat"])
def test_an_error_in_the_body_without_a_number_is_the_servers(server: AnyPathServer, provider: str) -> None:
    bodies: list[dict[str, Any]] = [
        {"error": "upstream overloaded, try again"},
        {"error": {"message": "upstream died"}, "choices": []},
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        {"error": True},
        {"error": ["boom"]},
        {"error": {"message": {"text": "boom"}}},
        {"error": "connection refused by the upstream"},
        PLAIN | {"error": {"code": 0, "message": "upstream died"}},
    ]
    found = outcomes(server, provider, bodies)
    assert [each.error_class if isinstance(each, ModelCallError) else None for each in found] == [E.SERVER] * len(bodies)
    assert not [each for each in found if "HTTP" in str(each) or "is a server running" in str(each)], "no status that nobody sent"
    assert "upstream overloaded, try again" in str(found[0])


@pytest.mark.parametrize("provider", ROUTES)
def test_an_error_in_the_body_is_classed_by_its_number_or_type(server: AnyPathServer, provider: str) -> None:
    told: list[tuple[dict[str, Any], ErrorClass]] = [
        ({"code": 429, "message": "slow down"}, E.RATE_LIMIT),
        ({"code": "429", "message": "slow down"}, E.RATE_LIMIT),
        ({"type": "rate_limit_error", "message": "slow down"}, E.RATE_LIMIT),
        ({"code": 503, "message": "upstream died"}, E.SERVER),
        ({"code": 400, "message": "no such field"}, E.BAD_REQUEST),
        ({"type": "invalid_request_error", "message": "no such field"}, E.BAD_REQUEST),
        ({"type": "BadRequestError", "message": "no such field"}, E.BAD_REQUEST),
        ({"code": 401, "message": "no"}, E.BAD_KEY),
        ({"type": "authentication_error", "message": "no"}, E.BAD_KEY),
        ({"message": "This model's maximum context length is 4096 tokens, you sent 5000"}, E.CONTEXT_OVERFLOW),
    ]
    assert classes(server, provider, [{"error": error} for error, _ in told]) == [kind for _, kind in told]


def test_a_number_in_the_body_is_shown_as_that(server: AnyPathServer) -> None:
    (found,) = outcomes(server, "openai", [{"error": {"code": 503, "message": "upstream died"}}])
    assert str(found) == "openai/m: upstream died (code 503)"


def test_a_parameter_refused_in_the_body_is_left_out(server: AnyPathServer) -> None:
    refusal = {"error": {"type": "invalid_request_error", "message": "Unsupported parameter: 'temperature' is not supported"}}

    async def work() -> None:
        model = create_litellm_model(ModelInfo(name="m", route="openai/m", window=1000), api_base=server.base_url)
        server.body = refusal
        with pytest.raises(ModelCallError) as caught:
            await model.complete(Request(prompt="hello", temperature=0.0, max_output=100, timeout=10.0))
        assert caught.value.attempts == 2
        server.body = PLAIN
        response = await model.complete(Request(prompt="hello", temperature=0.0, max_output=100, timeout=10.0))
        assert response.dropped == ("temperature",)
        await model.close()

    asyncio.run(work())


@pytest.mark.parametrize("provider", ROUTES)
def test_a_complete_answer_beside_an_error_that_tells_none_is_used(server: AnyPathServer, provider: str) -> None:
    empty: list[Any] = [False, [], None, "", {}, 0, {"code": None, "message": ""}, {"code": 0, "message": ""}]
    assert texts(server, provider, [PLAIN | {"error": each} for each in empty]) == ["the figure is 7"] * len(empty)


# Answers in parts.


@pytest.mark.parametrize("provider", ROUTES)
def test_parts_of_text_are_read_whatever_their_type_is_called(server: AnyPathServer, provider: str) -> None:
    parts: list[list[Any]] = [
        [{"type": "output_text", "text": "the figure is 7"}],
        [{"text": "the figure is 7"}],
        ["the figure is 7"],
        [{"type": "text", "text": "the figure"}, {"type": "output_text", "text": " is 7"}],
        [{"type": "text", "text": "the figure"}, {"type": "text", "text": " is 7"}],
    ]
    bodies = [saying({"role": "assistant", "content": each}) for each in parts]
    assert texts(server, provider, bodies) == ["the figure is 7"] * len(parts)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda held: (
        st.lists(held, max_size=2)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "error", "code", "type", "finish_reason", "candidates"]), held, max_size=4
        )
    ),
)


@given(JSON)
def test_any_reply_is_looked_through_without_a_fault_of_our_own(reply: object) -> None:
    shape_fault(reply, None)
    if isinstance(reply, dict):
        told_fault(reply, None)


@pytest.mark.parametrize("provider", ["ollama_chat", "ollama"])
def test_an_ollama_server_is_asked_nothing_but_the_question(server: AnyPathServer, provider: str) -> None:
    said = {"message": {"role": "assistant", "content": "7"}, "response": "7", "done": True, "done_reason": "stop"}
    server.body = {"model": "m", "created_at": "2024-01-01T00:00:00Z", "prompt_eval_count": 9, "eval_count": 2} | said

    async def work() -> None:
        base = server.base_url.removesuffix("/v1")
        model = create_litellm_model(ModelInfo(name="m", route=f"{provider}/m", window=1000), api_base=base)
        try:
            await model.complete(Request(prompt="hello", temperature=0.0, max_output=100, timeout=10.0))
            # litellm looks after an answer once it has handed it on.
            await asyncio.sleep(0.3)
        finally:
            await model.close()

    asyncio.run(work())
    assert [path.rpartition("/")[2] for path in server.paths] == ["chat" if provider == "ollama_chat" else "generate"]


@pytest.mark.parametrize("provider", ["openai", "groq", "databricks", "mistral"])
def test_thoughts_alone_are_an_empty_answer(server: AnyPathServer, provider: str) -> None:
    thoughts: list[dict[str, Any]] = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]
    assert texts(server, provider, [saying({"role": "assistant", "content": thoughts})]) == [""]


def test_a_message_without_content_is_an_empty_answer_at_a_reader_that_wants_other_fields_too(server: AnyPathServer) -> None:
    replies = [saying({"role": "assistant", "content": None, "reasoning": "hm"}), saying({"role": "assistant"})]
    for reply in replies:
        reply["choices"][0]["finish_reason"] = "length"
    assert texts(server, "groq", replies) == ["", ""]


@pytest.mark.parametrize("error", [None, False, {}, []])
def test_an_empty_error_beside_an_answer_in_anthropics_own_style_is_none(server: AnyPathServer, error: object) -> None:
    usage = {"input_tokens": 12, "output_tokens": 3}
    reply = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": "7"}]}
    assert texts(server, "anthropic", [reply | {"stop_reason": "end_turn", "usage": usage, "error": error}]) == ["7"]


@pytest.mark.parametrize("provider", ["openrouter", "openai", "groq"])
def test_an_error_in_a_choice_has_the_class_of_its_words_and_number(server: AnyPathServer, provider: str) -> None:
    told = {429: E.RATE_LIMIT, 401: E.BAD_KEY, 502: E.SERVER}
    bodies = []
    for code in told:
        body = copy.deepcopy(PLAIN)
        body["choices"][0] |= {"finish_reason": "error", "error": {"code": code, "message": "said by the provider"}}
        bodies.append(body)
    assert classes(server, provider, bodies) == list(told.values())
