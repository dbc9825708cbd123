from __future__ import annotations

from typing import Any

import pytest

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.arguments import check_arguments, header_values, recorded_arguments


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"top_p": 0.5, "seed": 7, "stop": ["x"], "reasoning_effort": "low"},
        {"max_tokens": 5, "max_completion_tokens": 5, "prompt_cache_key": "a", "safety_identifier": "b", "logit_bias": {"5": 1}},
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
        ({"extra_body": {"x": "value CANARY-0123456789 inside"}}, "holds a key of your environment"),
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


def test_header_values_are_never_recorded() -> None:
    given = {"top_p": 1, "extra_headers": {"X-B": "secret-value", "X-A": "other"}, "extra_body": {"top_k": 3}}
    assert recorded_arguments(given) == {"extra_body": {"top_k": 3}, "extra_headers": ["X-A", "X-B"], "top_p": 1}
    assert given["extra_headers"] == {"X-B": "secret-value", "X-A": "other"}


def test_header_values_are_known_for_masking() -> None:
    assert set(header_values({"extra_headers": {"A": "Bearer abcdef"}, "top_p": 1})) == {"Bearer abcdef", "abcdef"}
