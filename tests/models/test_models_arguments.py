from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.arguments import check_arguments, header_values, recorded_arguments


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"top_p": 0.5, "seed": 7, "stop": ["x"], "reasoning_effort": "low"},
        {"prompt_cache_key": "a", "safety_identifier": "b", "logit_bias": {"5": 1, "-1": 2}},
        {"extra_body": {"reasoning": {"max_tokens": 2000}, "provider": {"order": ["x"], "max_price": {"prompt": 1}}}},
        {"response_format": {"json_schema": {"schema": {"properties": {"model": {"type": "string"}, "n": {"type": "number"}}}}}},
        {"extra_body": {"transforms": [], "options": {"num_ctx": 131072}}, "truncation": "disabled"},
        {"user": "hf_runs_2024_longbench", "metadata": {"model": "xai-grok-4-fast-2025", "note": "sk-learn"}},
        {"extra_body": {"chat_template_kwargs": {"enable_thinking": False}, "top_k": None}},
        {"extra_headers": {"X-Api-Key": "0123456789", "Authorization": "Bearer abc"}},
        {"thinking": {"type": "enabled", "budget_tokens": 1024}},
    ],
)
def test_ordinary_arguments_are_fine(arguments: dict[str, Any]) -> None:
    check_arguments(arguments)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"api_key": "sk-1"}, "'api_key' is a secret"),
        ({"aws_secret_access_key": "x"}, "is a secret"),
        ({"aws_access_key_id": "x"}, "is a secret"),
        ({"azure_ad_token": "x"}, "is a secret"),
        ({"vertex_credentials": {"a": 1}}, "'vertex_credentials' is a secret"),
        ({"extra_body": {"nested": [{"apiKey": "x"}]}}, "nested.*apiKey.*secret"),
        ({"model": "x"}, "--lcbench-model"),
        ({"stream": True}, "read whole"),
        ({"api_base": "http://x"}, "--lcbench-api-base"),
        ({"fallbacks": ["gpt-4o"]}, "another model"),
        ({"mock_response": "x"}, "made-up"),
        ({"top_p": {1, 2}}, "JSON values"),
        ({"extra_headers": "X: y"}, "object of header names"),
        ({"extra_headers": {"X": 1}}, "text value"),
        ({"extra_headers": {"X Y": "1"}}, "header name"),
        ({"extra_headers": {"X": "a\r\nEvil: 1"}}, "printable ASCII"),
        ({"extra_body": {"x": "value CANARY-0123456789 inside"}}, "holds the value of ACME_API_KEY"),
        ({"headers": {"X": "y"}}, "give headers as 'extra_headers'"),
        ({"default_headers": {"X": "y"}}, "give headers as 'extra_headers'"),
        ({"extra_body": {"extra_headers": {"X": "y"}}}, "give headers as 'extra_headers'"),
        ({"extra_headers": {"sk-proj-AAAAAAAAAAAAAAAA": "y"}}, "is a key"),
    ],
)
def test_secrets_and_the_plugins_own_are_refused_in_one_line(
    arguments: dict[str, Any], match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACME_API_KEY", "CANARY-0123456789")
    with pytest.raises(SettingsError, match=match) as caught:
        check_arguments(arguments)
    assert "\n" not in str(caught.value)
    assert "CANARY" not in str(caught.value)
    assert "sk-1" not in str(caught.value)


def refusal_of(arguments: dict[Any, Any]) -> str:
    with pytest.raises(SettingsError) as caught:
        check_arguments(arguments)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_documents_cannot_be_replaced_through_the_extra_body() -> None:
    given = {"extra_body": {"messages": [{"role": "user", "content": "hi"}], "n": 3, "stream": False}}
    assert refusal_of(given) == "model argument 'extra_body.messages' cannot be given: the suite sets the prompt"


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        *(
            (name, "the suite sets the prompt")
            for name in ("messages", "prompt", "input", "contents", "prompt_token_ids", "chat_template")
        ),
        *((name, "--lcbench-model") for name in ("model", "Model", "deployment_id", "model_id")),
        *((name, "--lcbench-epochs") for name in ("n", " N ", "best_of", "candidateCount")),
        *((name, "read whole") for name in ("stream", "stream_options", "streamOptions")),
        *((name, "--lcbench-max-output") for name in ("max_tokens", "maxOutputTokens", "max-completion-tokens", "num_predict")),
        *((name, "nothing to call") for name in ("tools", "functions", "tool_choice", "function_call", "toolConfig")),
        *((name, "--lcbench-api-base") for name in ("api_base", "base_url", "baseURL")),
        *((name, "PROVIDER/MODEL") for name in ("custom_llm_provider",)),
        *((name, "goes to others") for name in ("callbacks", "success_callback", "failure_callback", "logger_fn")),
        *((name, "made-up") for name in ("mock_response", "mockResponse", "mock_anything")),
        *((name, "--lcbench-timeout") for name in ("timeout", "request_timeout")),
        *((name, "retries on its own") for name in ("num_retries", "max_retries")),
        *((name, "another model") for name in ("fallbacks", "models", "route", "auto_router_default_model")),
        *((name, "--lcbench-overlength") for name in ("truncate_prompt_tokens", "transforms", "truncation")),
        *((name, "project's settings") for name in ("input_cost_per_token", "model_info")),
        ("body", "extra_body"),
        ("headers", "extra_headers"),
    ],
)
def test_what_the_plugin_sets_is_refused_at_every_depth_and_in_every_spelling(name: str, instead: str) -> None:
    places: list[dict[str, Any]] = [
        {name: [1]},
        {"extra_body": {name: [1]}},
        {"extra_body": {"nested": [[{"deeper": {name: [1]}}]]}},
        {"extra_query": {name: "1"}},
        {"generationConfig": {name: {"a": 1}}},
    ]
    for arguments in places:
        message = refusal_of(arguments)
        assert instead in message
        assert " ".join(name.split()) in message


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), json.loads("1e400")])
def test_a_number_that_is_none_is_refused_at_every_depth(value: float) -> None:
    assert refusal_of({"top_p": value}) == "model argument 'top_p' is NaN or infinite: give a finite number"
    assert "'extra_body.a[0].b' is NaN" in refusal_of({"extra_body": {"a": [{"b": value}]}})
    assert "NaN" in refusal_of({"logit_bias": {"5": value}})


@pytest.mark.parametrize("name", ["", " ", "\t", 5, None, "_hidden", "\ud800"])
def test_a_name_that_is_none_is_refused(name: object) -> None:
    assert "name" in refusal_of({name: 1})
    if name != "_hidden":
        assert "name" in refusal_of({"extra_body": {name: 1}})


@pytest.mark.parametrize(
    "key",
    [
        "sk-proj-AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "sk-ant-api03-" + "b" * 40,
        "AIzaSy" + "c" * 33,
        "ghp_" + "d" * 36,
        "gsk_" + "e" * 52,
        "Bearer abc123def456",
        "http://user:pa55@host/",
        "https://host/?api_key=abcdef",
        "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----",
    ],
)
def test_what_looks_like_a_key_is_refused_at_every_depth_and_not_shown(key: str) -> None:
    for arguments in ({"user": key}, {"extra_body": {"a": [{"b": f"x {key}"}]}}, {"metadata": {"m": key}}, {key: 1}, {"stop": [key]}):
        message = refusal_of(arguments)
        assert "a key" in message
        assert key not in message
        assert key[:24] not in message


def test_half_a_character_and_bottomless_nesting_are_refused() -> None:
    assert "lone surrogate" in refusal_of({"user": "a\ud800"})
    nested: list[Any] = []
    for _ in range(5000):
        nested = [nested]
    assert "nested too deep" in refusal_of({"stop": nested})


def test_header_values_are_never_recorded() -> None:
    given = {"top_p": 1, "extra_headers": {"X-B": "secret-value", "X-A": "other"}, "extra_body": {"top_k": 3}}
    assert recorded_arguments(given) == {"extra_body": {"top_k": 3}, "extra_headers": ["X-A", "X-B"], "top_p": 1}
    assert given["extra_headers"] == {"X-B": "secret-value", "X-A": "other"}


def test_header_values_are_known_for_masking() -> None:
    assert set(header_values({"extra_headers": {"A": "Bearer abcdef"}, "top_p": 1})) == {"Bearer abcdef", "abcdef"}
