from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.models.redaction import known_secrets, looks_secret, mask_keys, redact, safe_url

KEY = "zq81mPw0Lx5TnB7vRk3J/+=9"
ENVIRON = {"ACME_API_KEY": KEY, "HOME": "/home/someone", "GIT_AUTHOR_NAME": "Someone Long", "SHORT_TOKEN": "abc"}


@pytest.mark.parametrize(
    "text",
    [
        KEY,
        f"bad key {KEY}!",
        f"{KEY}{KEY}",
        f"starts with {KEY[:8]}",
        f"like {KEY[:11]}...",
        f"ends ***{KEY[-8:]}",
        f"ends ...{KEY[-13:]} and begins {KEY[:9]}",
        f'{{"key": {json.dumps(KEY)}}}',
        f"https://h/?k={quote(KEY, safe='')}",
    ],
)
def test_a_known_secret_and_its_ends_are_masked(text: str) -> None:
    shown = redact(text, environ=ENVIRON)
    assert KEY[:8] not in shown
    assert KEY[-8:] not in shown
    assert quote(KEY, safe="") not in shown
    assert "***" in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Incorrect API key provided: sk-ab***yz12.", "Incorrect API key provided: ***"),
        ("sk-proj-Ab12Cd34Ef56", "***"),
        ("header Authorization: Bearer abc123def456", "header Authorization: Bearer ***"),
        ("http://user:pa55@host:8/v1 failed", "http://***@host:8/v1 failed"),
        ("GET https://h/v1?key=AbC&x=1", "GET https://h/v1?key=***&x=1"),
        ("api_key=0123456789abcdef0123456789abcdef done", "api_key=*** done"),
        ('{"api_key": "c2VjcmV0LXZhbHVlLTEyMw=="}', '{"api_key": "***"}'),
        ("AIzaSyA1234567890abcdef", "***"),
        ("key sk-proj-AAAAAAAAAAAA seen", "key *** seen"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ\n-----END RSA PRIVATE KEY----- x", "*** x"),
        ("token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.x1", "token ***"),
    ],
)
def test_what_looks_like_a_key_is_masked_whoever_it_belongs_to(text: str, shown: str) -> None:
    assert redact(text, environ={}) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Bearer authentication is required",
        "This model's maximum context length is 128000 tokens.",
        "max_tokens: 20000 > 4096",
        "The model `gpt-4o-mini-2024-07-18` does not exist",
        "Someone Long wrote /home/someone/x",
        "scikit: sk-learn",
        "https://api.example.com/v1/chat/completions",
        "the key word: unexpected",
        "",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert redact(text, environ=ENVIRON) == text


def test_secrets_named_by_the_caller_are_masked_too() -> None:
    assert redact("value hunter2222 seen", ["hunter2222", "", "x"], environ={}) == "value *** seen"


def test_addresses_and_paths_are_masked_whole_but_not_in_part() -> None:
    environ = {"ID_TOKEN_URL": "https://tokens.example/abc", "XAUTHORITY": "/home/someone/.Xauthority"}
    assert redact("see https://other.example and /home/someone/y", environ=environ) == "see https://other.example and /home/someone/y"
    assert redact("at https://tokens.example/abc", environ=environ) == "at ***"


def test_a_line_of_a_private_key_is_a_secret() -> None:
    pem = "-----BEGIN-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END-----"
    assert redact("got MIIEvQIBADANBgkqhkiG9w0BAQ", environ={"PRIVATE_KEY": pem}) == "got ***"


def test_which_variables_hold_secrets() -> None:
    environ = {"A_KEY": "123456", "B_PASSWORD": "123457", "C_AUTHORIZATION": "123458", "D_AUTHOR": "123459", "E_TOKEN": "12345"}
    assert known_secrets(environ) == {"123456", "123457", "123458"}


@given(secret=st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=12, max_size=60), around=st.text(max_size=80))
def test_no_secret_of_any_shape_gets_through(secret: str, around: str) -> None:
    shown = redact(around + secret + around[::-1], environ={"X_KEY": secret})
    assert secret not in shown


@given(st.text(max_size=300))
def test_any_text_is_redacted_without_a_fault(text: str) -> None:
    assert isinstance(redact(text, environ=ENVIRON), str)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://user:pass@localhost:8000/v1?key=1#x", "http://localhost:8000/v1"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1"),
        ("http://localhost:8000/v1/?key=1", "http://localhost:8000/v1"),
        ("localhost:8000/v1", "localhost:8000/v1"),
        ("user:pass@localhost/v1", "localhost/v1"),
        ("http://[bad/v1", "(unreadable address)"),
        ("http://h:notaport/", "(unreadable address)"),
        ("", ""),
    ],
)
def test_a_url_is_shown_without_what_may_be_secret(url: str, shown: str) -> None:
    assert safe_url(url) == shown


@given(st.text(max_size=60))
def test_any_url_is_shown_or_refused(url: str) -> None:
    assert isinstance(safe_url(url), str)


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("run CANARY-0123456789 x", "ACME_API_KEY"),
        ("hunter22", "SHORT_PASSWORD"),
        ("about hunter22", None),
        ("enabled!", None),
        ("meta-llama/Llama-3.1-8B", None),
        ("sk-proj-AAAAAAAAAAAAAAAA", "a key"),
        ("http://user:pa55@host/v1", "a key"),
        ("nvapi-" + "aB3" * 14 + "-x", "a key"),
        ("x=hf_" + "aBcDeFgHiJkLm" * 2 + "_y", "a key"),
        ("git+ssh://git@host/v1", None),
        ("openai/gpt-4o-mini-2024-07-18", None),
        ("xai/xai-grok-4-fast-2025", None),
        ("hf-internal-testing/tiny-random-gpt2", None),
        ("reports/hf_runs_2024_longbench_v2", None),
        ("fireworks_ai/accounts/fireworks/models/llama-v3p1-405b-instruct", None),
        ("http://localhost:8000/v1", None),
        ("", None),
    ],
)
def test_text_that_holds_a_key_is_told_from_names_of_models_and_folders(text: str, whose: str | None) -> None:
    environ = {
        "ACME_API_KEY": "CANARY-0123456789",
        "SHORT_PASSWORD": "hunter22",
        "AUTH_MODE": "enabled!",
        "TOKENIZER": "meta-llama/Llama-3.1-8B",
        "OPENAI_API_KEY": "EMPTY",
        "AUTH_URL": "http://localhost:8000/v1",
    }
    assert looks_secret(text, environ) == whose


@given(st.text(max_size=300))
def test_any_text_is_looked_at_without_a_fault(text: str) -> None:
    assert looks_secret(text, ENVIRON) in {None, "a key", *ENVIRON}


def test_text_full_of_the_beginnings_of_keys_takes_no_time() -> None:
    begun = time.process_time()
    for part in ("sk-", "sk_", "hf_a", "nvapi-a-", "a://b:", "-----BEGIN A", "Bearer ", "key="):
        text = part * (20_000 // len(part))
        looks_secret(text, {})
        redact(text[:2_000], environ={})
    assert time.process_time() - begun < 3


def test_a_folder_named_after_its_settings_is_no_key() -> None:
    assert looks_secret("/data/rk_worker_n4distworksteal", {}) is None


@pytest.mark.parametrize("key", ["xk/CAN+ARY=7f93b2d4&e8a1#c5", "xk/CAN+ARY=7f93b2d4&e8a1#c5 0b6", "sk-proj-CANARY0123456789"])
def test_an_answer_that_repeats_a_key_shows_it_in_no_usual_spelling(key: str) -> None:
    answer = f"It is {key}, or {json.dumps(key)[1:-1]}, or {quote(key, safe='')}."
    assert mask_keys(answer, environ={"SOME_API_KEY": key}) == "It is ***, or ***, or ***."


class Changing(Mapping[str, str]):
    """An environment, as ``os.environ`` is one, from which another thread takes variables away after their names were read."""

    def __init__(self, kept: dict[str, str], *gone: str) -> None:
        self._kept = kept
        self._gone = gone

    def __getitem__(self, name: str) -> str:
        return self._kept[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*self._gone, *self._kept])

    def __len__(self) -> int:
        return len(self._kept) + len(self._gone)


def test_a_variable_that_another_thread_removes_meanwhile_is_no_fault() -> None:
    # pytest sets and removes one around each test; a KeyError here made a paid answer a malformed one, to be paid for again.
    key = "sk-proj-CANARY0123456789"
    environ = Changing({"SOME_API_KEY": key}, "PYTEST_CURRENT_TEST", "GONE_API_KEY")
    assert mask_keys(f"It is {key}.", environ=environ) == "It is ***."
    assert redact(f"It is {key}.", environ=environ) == "It is ***."
    assert looks_secret(key, environ) == "SOME_API_KEY"
