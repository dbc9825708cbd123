from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models import litellm_library
from pytest_lcbench.models.aliases import ALIASES, find_alias
from pytest_lcbench.models.model import ModelInfo
from pytest_lcbench.models.providers import PROVIDERS, find_entry
from pytest_lcbench.models.resolving import resolve_model

KEYS = {key: "sk-test" for provider in PROVIDERS.values() for key in provider.keys} | {
    provider.base: "http://127.0.0.1:1/v1" for provider in PROVIDERS.values() if provider.base
}


def resolve(name: str, **more: object) -> ModelInfo:
    return resolve_model(name, environ=KEYS, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "route", "window", "prices"),
    [
        ("claude-3-5-sonnet", "anthropic/claude-3-5-sonnet-20241022", 200_000, (3, 15)),
        ("claude-3.5-sonnet", "anthropic/claude-3-5-sonnet-20241022", 200_000, (3, 15)),
        ("Claude-3-5-Sonnet-Latest", "anthropic/claude-3-5-sonnet-20241022", 200_000, (3, 15)),
        ("claude-3-5-sonnet-20240620", "anthropic/claude-3-5-sonnet-20240620", 200_000, (3, 15)),
        ("anthropic/claude-3-5-sonnet-20241022", "anthropic/claude-3-5-sonnet-20241022", 200_000, (3, 15)),
        ("anthropic/claude-3-5-haiku", "anthropic/claude-3-5-haiku-20241022", 200_000, (0.8, 4)),
        ("claude-opus-4-1", "anthropic/claude-opus-4-1-20250805", 200_000, (15, 75)),
        ("gpt-4o", "openai/gpt-4o", 128_000, (2.5, 10)),
        ("openai/gpt-4o-mini", "openai/gpt-4o-mini", 128_000, (0.15, 0.6)),
        ("gpt-4-turbo-2024-04-09", "openai/gpt-4-turbo-2024-04-09", 128_000, (10, 30)),
        ("o1-mini", "openai/o1-mini", 128_000, (1.1, 4.4)),
        ("gemini-1.5-pro", "gemini/gemini-1.5-pro", 2_097_152, (1.25, 5)),
        ("gemini-2.5-pro", "gemini/gemini-2.5-pro", 1_048_576, (1.25, 10)),
        ("gpt-3.5-turbo", "openai/gpt-3.5-turbo", 16_385, (0.5, 1.5)),
        ("openai/some-new-model", "openai/some-new-model", None, None),
        ("hosted_vllm/Qwen/Qwen2.5-7B", "hosted_vllm/Qwen/Qwen2.5-7B", None, None),
        ("vllm/Qwen/Qwen2.5-7B", "hosted_vllm/Qwen/Qwen2.5-7B", None, None),
        ("google/gemini-9", "gemini/gemini-9", None, None),
    ],
)
def test_a_name_becomes_a_route_with_its_figures(name: str, route: str, window: int | None, prices: tuple[float, float] | None) -> None:
    info = resolve(name)
    assert (info.name, info.route, info.window) == (name, route, window)
    if prices is None:
        assert (info.input_price, info.output_price) == (None, None)
    else:
        assert info.input_price == pytest.approx(prices[0] / 1e6)
        assert info.output_price == pytest.approx(prices[1] / 1e6)


def test_where_the_figures_come_from_is_said() -> None:
    assert resolve("gpt-4o").source == "alias table"
    assert resolve("gpt-3.5-turbo").source == "litellm map"
    assert resolve("gpt-4o", overrides={"gpt-4o": {"window": 9}}).source == "settings"
    assert resolve("openai/some-new-model").source == ""


def test_the_encoding_belongs_to_the_route() -> None:
    assert (resolve("gpt-4o").encoding, resolve("gpt-4o").encoding_exact) == ("o200k_base", True)
    assert (resolve("claude-3-5-sonnet").encoding, resolve("claude-3-5-sonnet").encoding_exact) == ("cl100k_base", False)


def test_settings_win_over_the_table_and_the_option_over_both() -> None:
    table = {
        "gpt-4o": {"route": "azure/mine", "window": 64_000, "input_price": 1, "output_price": 0, "reasoning": True, "max_output": 7}
    }
    info = resolve("gpt-4o", overrides=table)
    assert (info.route, info.window, info.max_output, info.reasoning) == ("azure/mine", 64_000, 7, True)
    assert info.input_price == pytest.approx(1e-6)
    assert info.output_price == 0.0
    assert resolve("gpt-4o", overrides=table, window=1000).window == 1000
    assert resolve("gpt-4o", overrides={"other": {"window": 1}}).window == 128_000


@pytest.mark.parametrize(
    ("table", "match"),
    [
        ({"windw": 5}, "did you mean 'window'"),
        ({"colour": 5}, "use route, window"),
        ({"window": "5"}, "positive whole number"),
        ({"window": True}, "positive whole number"),
        ({"window": 0}, "positive whole number"),
        ({"max_output": 1.5}, "positive whole number"),
        ({"input_price": "cheap"}, "USD per million"),
        ({"output_price": -1}, "USD per million"),
        ({"output_price": float("nan")}, "USD per million"),
        ({"reasoning": "yes"}, "true or false"),
        ({"route": 3}, "route must be"),
        ({"route": "a\nb"}, "route must be"),
        (5, "must be a table"),
    ],
)
def test_a_wrong_setting_is_named_with_its_place(table: object, match: str) -> None:
    with pytest.raises(SettingsError, match=match) as caught:
        resolve("gpt-4o", overrides={"gpt-4o": table})
    assert 'tool.lcbench.models."gpt-4o"' in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_price_of_zero_in_litellms_map_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = {
        "x": {
            "litellm_provider": "openai",
            "mode": "chat",
            "input_cost_per_token": 0.0,
            "output_cost_per_token": 1e-6,
            "max_input_tokens": 0,
        }
    }
    monkeypatch.setattr("pytest_lcbench.models.providers.litellm_map", lambda: raw)
    info = resolve("openai/x")
    assert (info.input_price, info.output_price, info.window) == (None, 1e-6, None)


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("gpt-4o", ["OPENAI_API_KEY"]),
        ("claude-3-5-sonnet", ["ANTHROPIC_API_KEY"]),
        ("gemini-2.5-flash", ["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
        ("together_ai/x", ["TOGETHERAI_API_KEY", "TOGETHER_API_KEY"]),
        ("hosted_vllm/x", ["HOSTED_VLLM_API_BASE", "--lcbench-api-base"]),
        ("azure/x", ["AZURE_API_BASE"]),
    ],
)
def test_a_missing_key_or_server_is_named(name: str, variables: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        resolve_model(name, environ={"OTHER": "x", variables[0]: ""})
    assert all(variable in str(caught.value) for variable in variables)


@pytest.mark.parametrize("name", ["ollama/llama3", "bedrock/anthropic.claude-x", "vertex_ai/gemini-2.5-pro"])
def test_no_key_is_demanded_where_it_may_lie_elsewhere(name: str) -> None:
    assert resolve_model(name, environ={}).route == name


@pytest.mark.parametrize(
    ("name", "route"),
    [
        ("gpt-4o", "openai/gpt-4o"),
        ("qwen2.5-72b-instruct", "openai/qwen2.5-72b-instruct"),
        ("Qwen/Qwen2.5-7B-Instruct", "openai/Qwen/Qwen2.5-7B-Instruct"),
        ("hosted_vllm/x", "hosted_vllm/x"),
    ],
)
def test_an_own_server_needs_no_key_and_serves_any_name(name: str, route: str) -> None:
    assert resolve_model(name, environ={}, api_base="http://127.0.0.1:8000/v1").route == route


def test_the_providers_own_address_written_out_needs_a_key_as_ever() -> None:
    with pytest.raises(SettingsError, match="'gpt-4o' needs a key: set OPENAI_API_KEY"):
        resolve_model("gpt-4o", environ={}, api_base="https://api.openai.com/v1")
    assert resolve_model("gpt-4o", environ={"OPENAI_API_KEY": "k"}, api_base="https://api.openai.com/v1").route == "openai/gpt-4o"


@pytest.mark.parametrize(
    ("name", "match"),
    [
        ("gpt4o-minni", "did you mean .*gpt-4o-mini|openai/gpt4o-minni"),
        ("qwen2.5-72b-instruct", "openrouter/qwen/qwen2.5-72b-instruct"),
        ("kimi-k9", "moonshot/kimi-k9"),
        ("glm-9", "zai/glm-9"),
        ("deepseek-v9", "deepseek/deepseek-chat"),
        ("antropic/claude-3-5-sonnet", "did you mean .*anthropic/"),
        ("zzzzqqqq", "PROVIDER/MODEL"),
        ("lcbench/nothing", "lcbench/lexical"),
        ("text-embedding-3-small", "embedding"),
        ("", "not a model name"),
        ("gpt 4o", "not a model name"),
        ("gpt\x1b[31m", "not a model name"),
        ("a" * 301, "not a model name"),
        ("{name}-qwen-{0}", "openrouter/qwen/{name}-qwen-{0}"),
    ],
)
def test_a_name_that_cannot_be_resolved_is_one_helpful_line(name: str, match: str) -> None:
    with pytest.raises(SettingsError, match=match) as caught:
        resolve(name)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_route_in_the_settings_may_be_a_short_name_and_brings_its_figures() -> None:
    info = resolve("candidate", overrides={"candidate": {"route": "claude-3-5-sonnet", "output_price": 1}})
    assert (info.name, info.route, info.window) == ("candidate", "anthropic/claude-3-5-sonnet-20241022", 200_000)
    assert info.input_price == pytest.approx(3e-6)
    assert info.output_price == pytest.approx(1e-6)


def test_a_deployment_keeps_the_figures_of_the_model_it_is_named_after() -> None:
    info = resolve("o3", overrides={"o3": {"route": "azure/team-7"}})
    assert (info.route, info.window, info.reasoning, info.encoding) == ("azure/team-7", 200_000, True, "o200k_base")


def test_litellm_is_asked_about_what_no_table_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litellm_library, "ask_route", lambda name: f"friendliai/{name}")
    monkeypatch.setattr(litellm_library, "ask_missing_keys", lambda _route: ("FRIENDLIAI_API_KEY",))
    with pytest.raises(SettingsError, match="needs FRIENDLIAI_API_KEY"):
        resolve("some-served-thing")
    monkeypatch.setattr(litellm_library, "ask_missing_keys", lambda _route: ())
    assert resolve("some-served-thing").route == "friendliai/some-served-thing"


def test_litellm_reads_a_prefix_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FRIENDLIAI_API_KEY", raising=False)
    assert litellm_library.ask_route("friendliai/x") == "friendliai/x"
    assert litellm_library.ask_route("nobody-knows-this") is None
    assert litellm_library.ask_missing_keys("friendliai/x") in {
        ("FRIENDLIAI_API_KEY",),
        ("FRIENDLIAI_API_KEY", "FRIENDLI_TOKEN"),
        (),
    }


def test_a_window_must_be_positive() -> None:
    with pytest.raises(SettingsError, match="positive"):
        resolve("gpt-4o", window=-1)


def test_common_names_resolve_without_importing_litellm() -> None:
    script = (
        "import sys\n"
        "from pytest_lcbench.models.resolving import resolve_model\n"
        "for name in ['gpt-4o', 'claude-3-5-sonnet', 'gpt-3.5-turbo', 'claude-opus-4-5', 'openrouter/x/y', 'ollama/llama3']:\n"
        "    resolve_model(name, environ={'OPENAI_API_KEY': 'k', 'ANTHROPIC_API_KEY': 'k', 'OPENROUTER_API_KEY': 'k'})\n"
        "heavy = {'litellm', 'openai', 'tiktoken', 'pydantic', 'pytest', 'httpx', 'aiohttp'} & set(sys.modules)\n"
        "print(sorted(heavy))\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert done.stdout.strip() == "[]", done.stderr


def test_every_alias_is_consistent() -> None:
    for name, alias in ALIASES.items():
        assert name == name.lower()
        assert alias.route.split("/")[0] in PROVIDERS
        assert 0 < alias.max_output <= alias.window
        assert 0 < alias.input_price <= alias.output_price
        assert find_alias(alias.route) is not None
        info = resolve(name)
        assert info.window == alias.window


def test_the_map_lists_a_route_under_its_bare_name() -> None:
    entry = find_entry("openai/gpt-4.1")
    assert entry is not None
    assert entry == find_entry("gpt-4.1")
    assert find_entry("anthropic/gpt-4.1") is None


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_any_name_is_resolved_or_refused_in_one_line(name: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(litellm_library, "ask_route", lambda _name: None)
        patch.setattr("pytest_lcbench.models.resolving.map_names", lambda: ["gpt-4.1"])
        try:
            assert resolve(name).route
        except SettingsError as error:
            assert str(error).isprintable()  # noqa: PT017 - either outcome is fine
