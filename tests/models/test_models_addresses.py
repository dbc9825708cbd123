"""At which server a model is asked, and how that is recorded."""

from __future__ import annotations

import asyncio
import importlib.util
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback_server import LoopbackServer

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.addresses import address_variables, recorded_address, recorded_server
from pytest_lcbench.models.litellm_client import create_litellm_model
from pytest_lcbench.models.litellm_library import load_litellm, unwarned
from pytest_lcbench.models.model import ModelInfo, Request
from pytest_lcbench.models.providers import PROVIDERS
from pytest_lcbench.models.redaction import safe_url

A, B = "http://a:8000/v1", "http://b:8000/v1"


@pytest.mark.parametrize(
    "query", ["", "?", "?api-key=abc", "?code=Zm9v", "?SIG=1&x-token=2", "#part"], ids=lambda query: query or "none"
)
def test_an_address_is_recorded_without_the_keys_in_it(query: str) -> None:
    assert recorded_address(f"http://u:p@h/v1{query}") == "http://h/v1"


def test_servers_that_only_their_query_tells_apart_are_recorded_apart_and_without_its_words() -> None:
    found = [recorded_address(f"http://h/v1?{query}") for query in ("backend=a", "backend=b", "backend=a&x=", "x=&backend=a&key=1")]
    assert len(set(found)) == 3
    assert found[2] == found[3]
    assert all(one.startswith("http://h/v1?") and "backend" not in one for one in found)


@given(st.text(max_size=60))
def test_any_address_is_recorded(url: str) -> None:
    assert recorded_address(url).startswith(safe_url(url))


@pytest.mark.parametrize(
    ("route", "variable"),
    [
        ("openai/m", "OPENAI_BASE_URL"),
        ("openai/m", "OPENAI_API_BASE"),
        ("hosted_vllm/m", "HOSTED_VLLM_API_BASE"),
        ("anthropic/m", "ANTHROPIC_BASE_URL"),
        ("mistral/m", "MISTRAL_AZURE_API_BASE"),
        ("ollama_chat/m", "OLLAMA_API_BASE"),
        ("some-new-one/m", "SOME_NEW_ONE_API_BASE"),
    ],
)
def test_an_address_in_the_environment_is_the_server_as_one_that_the_option_gives(route: str, variable: str) -> None:
    assert recorded_server(route, None, {variable: A + "/"}) == A == recorded_server(route, A, {})
    assert recorded_server(route, None, {variable: ""}) is None
    assert recorded_server(route, B, {variable: A}) == B, "the option goes before the environment"


@pytest.mark.parametrize(
    ("route", "address"),
    [("openai/m", "https://api.openai.com/v1/"), ("anthropic/m", "https://api.anthropic.com"), ("xai/m", "https://api.x.ai/v1")],
)
def test_the_providers_own_address_written_out_is_no_other_server(route: str, address: str) -> None:
    assert recorded_server(route, address, {}) is None
    assert recorded_server(route, None, {address_variables(route)[0]: address}) is None
    assert recorded_server("hosted_vllm/m", address, {}) == address.rstrip("/")
    assert recorded_server(route, f"{address}?team=2", {}) is not None


def test_the_port_of_https_written_out_is_no_other_server() -> None:
    assert recorded_server("openai/m", "https://api.openai.com:443/v1", {}) is None
    assert recorded_server("openai/m", "https://api.openai.com:8443/v1", {}) == "https://api.openai.com:8443/v1"


def test_own_addresses_are_where_litellm_asks_when_nobody_gives_one(monkeypatch: pytest.MonkeyPatch) -> None:
    litellm = load_litellm()
    for provider in PROVIDERS:
        for name in address_variables(f"{provider}/m"):
            monkeypatch.delenv(name, raising=False)
        told: list[str | None] = []

        def ask(route: str = f"{provider}/m", found: list[str | None] = told) -> None:
            found.append(litellm.get_llm_provider(route)[3])

        unwarned(ask)
        assert told, provider
        if told[0] is not None:
            assert recorded_server(f"{provider}/m", told[0], {}) is None, provider


def test_the_address_of_another_provider_is_no_matter() -> None:
    assert recorded_server("openai/m", None, {"ANTHROPIC_API_BASE": A, "API_BASE": A}) is None


def test_of_several_addresses_the_one_that_is_asked_counts() -> None:
    assert recorded_server("openai/m", None, {"OPENAI_BASE_URL": A, "OPENAI_API_BASE": B}) == A
    assert recorded_server("openai/m", None, {"OPENAI_BASE_URL": "", "OPENAI_API_BASE": B}) == B


@pytest.mark.parametrize("provider", ["openai", "groq", "hosted_vllm", "mistral", "fireworks_ai", "openrouter", "xai"])
def test_litellm_asks_at_the_address_that_is_recorded(loopback: LoopbackServer, provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in (provider.upper(), "FIREWORKS"):
        monkeypatch.setenv(f"{name}_API_KEY", "none")
    # What is looked at second, and what might be thought to be looked at, leads nowhere.
    for name in (f"{provider.upper()}_BASE_URL", f"{provider.upper()}_API_BASE", *address_variables(f"{provider}/m")):
        monkeypatch.setenv(name, "http://127.0.0.1:9/v1")
    monkeypatch.setenv(address_variables(f"{provider}/m")[0], loopback.base_url)
    model = create_litellm_model(ModelInfo(name="m", route=f"{provider}/m"))

    async def ask() -> None:
        try:
            await model.complete(Request(prompt="hello", temperature=0.0, max_output=9, timeout=9.0))
        finally:
            await model.close()

    asyncio.run(ask())
    assert loopback.counters.calls == 1
    assert recorded_server(f"{provider}/m", None) == loopback.base_url


@pytest.mark.parametrize("address", [" ", "localhost:8000", "ftp://a/v1", "http://[a/v1", "http://u:p@a/v1"])
def test_an_address_in_the_environment_that_no_call_can_be_made_to_is_one_line(address: str) -> None:
    with pytest.raises(SettingsError, match=r"^OPENAI_BASE_URL: [^\n]+$") as caught:
        recorded_server("openai/m", None, {"OPENAI_BASE_URL": address})
    assert "u:p" not in str(caught.value)


def test_every_variable_with_an_address_that_litellm_knows_of_our_providers_is_looked_at() -> None:
    spec = importlib.util.find_spec("litellm")
    assert spec is not None
    assert spec.submodule_search_locations
    root = Path(next(iter(spec.submodule_search_locations)))
    files = [root / "main.py", root / "litellm_core_utils" / "get_llm_provider_logic.py"]
    for provider in PROVIDERS:
        files += (root / "llms" / provider.removesuffix("_chat")).rglob("*.py")
    words = {word for file in files for word in re.findall(r'"([A-Z0-9_]+_(?:API_BASE|BASE_URL))"', file.read_text(encoding="utf-8"))}
    known = {name for provider in PROVIDERS for name in address_variables(provider)}
    ours = {word for word in words if any(word.startswith(f"{provider.upper()}_") for provider in PROVIDERS)}
    assert len(ours) > 20
    assert ours - known - OF_OTHERS == set()


OF_OTHERS = {
    *("AZURE_SPEECH_API_BASE", "DEEPSEEK_ANTHROPIC_API_BASE", "MISTRAL_API_BASE"),
    *("XAI_OAUTH_API_BASE", "BEDROCK_MANTLE_API_BASE", "OPENAI_LIKE_API_BASE"),
}
"""Of what answers no questions, and of other providers whose names begin alike."""
