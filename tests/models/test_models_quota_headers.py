from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.models.model import Quota
from pytest_lcbench.models.quota_headers import read_quota

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("reset", "seconds"),
    [
        ("1s", 1.0),
        ("20ms", 0.02),
        ("6m0s", 360.0),
        ("2m59.56s", 179.56),
        ("1h2m3s", 3723.0),
        ("1m", 60.0),
        ("12", 12.0),
        ("0.5", 0.5),
        ("2026-01-02T03:04:35Z", 30.0),
        ("2026-01-02T03:04:00Z", 0.0),
        (str(int(NOW.timestamp()) + 7), 7.0),
        (str((int(NOW.timestamp()) + 7) * 1000), 7.0),
        ("soon", None),
        ("", None),
        ("nan", None),
        ("1e400", None),
        ("-5", 0.0),
    ],
)
def test_resets_are_read_in_every_form(reset: str, seconds: float | None) -> None:
    quota = read_quota({"X-RateLimit-Remaining-Requests": "9", "X-RateLimit-Reset-Requests": reset}, now=NOW)
    assert quota is not None
    assert quota.requests == 9
    assert quota.requests_reset_s == (None if seconds is None else pytest.approx(seconds))


def test_anthropics_names_are_read_and_input_tokens_go_first() -> None:
    headers = {
        "llm_provider-anthropic-ratelimit-requests-remaining": "49",
        "llm_provider-anthropic-ratelimit-requests-reset": "2026-01-02T03:04:06Z",
        "llm_provider-anthropic-ratelimit-tokens-remaining": "90000",
        "llm_provider-anthropic-ratelimit-tokens-reset": "2026-01-02T03:05:05Z",
        "llm_provider-anthropic-ratelimit-input-tokens-remaining": "40000",
        "llm_provider-anthropic-ratelimit-input-tokens-reset": "2026-01-02T03:04:15Z",
        "x-ratelimit-remaining-requests": "1",
    }
    assert read_quota(headers, now=NOW) == Quota(49, 1.0, 40000, 10.0)


def test_the_replys_own_date_is_the_clock() -> None:
    headers = {
        "date": "Fri, 02 Jan 2026 03:00:00 GMT",
        "anthropic-ratelimit-requests-remaining": "1",
        "anthropic-ratelimit-requests-reset": "2026-01-02T03:00:20Z",
    }
    assert read_quota(headers, now=NOW) == Quota(1, 20.0)


@pytest.mark.parametrize(
    "headers", [None, {}, {"content-type": "x"}, {"x-ratelimit-remaining-requests": "many"}, {"x-ratelimit-remaining-requests": "-1"}]
)
def test_headers_that_say_nothing_are_no_quota(headers: dict[str, object] | None) -> None:
    assert read_quota(headers) is None


@given(st.dictionaries(st.sampled_from(["x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens", "date"]), st.text()))
def test_no_header_makes_it_fail(headers: dict[str, object]) -> None:
    quota = read_quota(headers)
    assert quota is None or (quota.tokens or 0) >= 0
