"""What a refusal says of the parameter that was refused."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_lcbench.models.call_faults import error_sentence, refused_parameter, stated_cap


@pytest.mark.parametrize(
    ("words", "sent", "expected"),
    [
        ("`temperature` is deprecated for this model.", {"temperature": 0}, "temperature"),
        ("gpt-5 models don't support temperature=0.0", {"temperature": 0}, "temperature"),
        ("Use 'max_completion_tokens' instead: 'max_tokens' is not supported", {"max_tokens": 1}, "max_tokens"),
        ("temperature: Extra inputs are not permitted", {"temperature": 0}, "temperature"),
        ("temperature is not supported", {}, None),
        ("invalid value for top_p", {"top_p": 3, "temperature": 0}, None),
        ("the temperature sensor broke", {"temperature": 0}, None),
    ],
)
def test_the_refused_parameter_is_found_in_the_words(words: str, sent: dict[str, Any], expected: str | None) -> None:
    assert refused_parameter(words, sent) == expected


@pytest.mark.parametrize(
    ("words", "sent", "cap"),
    [
        ("max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-3-5", 100000, 64000),
        ("Error code: 400 - max_tokens is too large: 9000. This model supports at most 4096 completion tokens", 9000, 4096),
        ("'max_tokens' is not supported with this model", 9000, None),
        ("at most", None, None),
    ],
)
def test_a_stated_cap_is_read(words: str, sent: object, cap: int | None) -> None:
    assert stated_cap(words, sent) == cap


def test_a_traceback_within_a_refusals_words_is_not_shown() -> None:
    words = 'litellm.APIError: Invalid response object Traceback (most recent call last):\n  File "/x.py", line 1'
    assert error_sentence(ValueError(words)) == "Invalid response object"
