"""The run id, and what it is made of."""

from __future__ import annotations

import json
import string
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_lcbench.contexts.context import Fidelity, Order, Overlength
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.models.model import ModelInfo
from pytest_lcbench.running.settings import RUN_ID_LENGTH, ItemKey, ModelSettings, RunSettings
from pytest_lcbench.suites.case import SuiteDefaults

INFO = ModelInfo(name="m", route="openai/m", window=8_000, max_output=4_000)
JUDGE = ModelInfo(name="j", route="openai/j")
SETTINGS = RunSettings(model=ModelSettings(INFO), judge=ModelSettings(JUDGE), suites={"mine": "f0", "other": "f1"})
KEYS = [ItemKey("mine", f"case-{number}") for number in range(5)]
DEFAULTS = SuiteDefaults(temperature=0.0, max_output=1_024, overlength="documents")

CHANGES: dict[str, dict[str, Any]] = {
    "model": {"model": ModelSettings(replace(INFO, route="openai/other"))},
    "model's server": {"model": ModelSettings(INFO, api_base="http://127.0.0.1:1/v1")},
    "model's arguments": {"model": ModelSettings(INFO, arguments={"top_p": 0.5})},
    "model's window": {"model": ModelSettings(replace(INFO, window=9_000))},
    "model's encoding": {"model": ModelSettings(replace(INFO, encoding="o200k_base"))},
    "model's output limit": {"model": ModelSettings(replace(INFO, max_output=10))},
    "whether the model reasons": {"model": ModelSettings(replace(INFO, reasoning=True))},
    "judge": {"judge": None},
    "judge's server": {"judge": ModelSettings(JUDGE, api_base="http://127.0.0.1:1/v1")},
    "suites": {"suites": {"mine": "f0"}},
    "a question file": {"suites": {"mine": "changed", "other": "f1"}},
    "seed": {"seed": 1},
    "fidelity": {"fidelity": "official-code"},
    "order": {"order": "given"},
    "overlength": {"overlength": "middle"},
    "max_output": {"max_output": 5},
    "reasoning_budget": {"reasoning_budget": 5},
    "epochs": {"epochs": 2},
    "prompts_hash": {"prompts_hash": "x"},
    "judge_prompt_hash": {"judge_prompt_hash": "x"},
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_run_id_changes_with_whatever_can_change_a_result(what: str) -> None:
    assert replace(SETTINGS, **CHANGES[what]).run_id(KEYS) != SETTINGS.run_id(KEYS)


def test_every_setting_is_tried_above_but_the_place_of_the_prompts() -> None:
    changed = {name for change in CHANGES.values() for name in change}
    assert {field.name for field in fields(RunSettings)} - changed == {"prompts_source"}


def test_where_prompts_lie_and_what_the_model_costs_do_not_make_another_run() -> None:
    elsewhere = replace(SETTINGS, prompts_source="/elsewhere")
    dearer = replace(SETTINGS, model=ModelSettings(replace(INFO, name="alias", input_price=1.0, output_price=2.0, source="settings")))
    assert elsewhere.run_id(KEYS) == dearer.run_id(KEYS) == SETTINGS.run_id(KEYS)


@given(st.permutations(KEYS), st.permutations(["mine", "other"]))
def test_the_run_id_does_not_depend_on_any_order(keys: list[ItemKey], names: list[str]) -> None:
    settings = replace(SETTINGS, suites={name: SETTINGS.suites[name] for name in names})
    assert settings.run_id(keys) == SETTINGS.run_id(KEYS)


def test_the_run_id_depends_on_the_selected_cases() -> None:
    assert len({SETTINGS.run_id(KEYS[:count]) for count in range(6)}) == 6


def test_the_run_id_is_short_and_fit_for_a_folder() -> None:
    run_id = SETTINGS.run_id(KEYS)
    assert len(run_id) == RUN_ID_LENGTH
    assert set(run_id) <= set(string.hexdigits.lower())


@given(*[st.text(max_size=5)] * 4)
def test_keys_are_told_apart_whatever_their_parts_hold(suite: str, case: str, other_suite: str, other_case: str) -> None:
    same = (suite, case) == (other_suite, other_case)
    assert (ItemKey(suite, case).text == ItemKey(other_suite, other_case).text) is same
    assert ItemKey(suite, case).text.isascii()


def test_a_key_names_epoch_arm_and_prompting() -> None:
    texts = {
        ItemKey("s", "c").text,
        ItemKey("s", "c", 2).text,
        ItemKey("s", "c", arm="rag").text,
        ItemKey("s", "c", prompting="cot").text,
    }
    assert len(texts) == 4


def test_the_settings_are_kept_as_json() -> None:
    held = json.loads(SETTINGS.identity_json())
    assert held["model"] == {
        "route": "openai/m",
        "api_base": None,
        "arguments": {},
        "window": 8_000,
        "max_output": 4_000,
        "encoding": "cl100k_base",
        "reasoning": False,
    }


@pytest.mark.parametrize(
    ("asked", "largest", "expected"),
    [(None, None, 1_024), (None, 100, 100), (50, 100, 50), (5_000, 4_000, 4_000), (5_000, None, 5_000)],
)
def test_the_visible_answer_is_what_was_asked_for_and_never_more_than_the_model_can_give(
    asked: int | None, largest: int | None, expected: int
) -> None:
    settings = replace(SETTINGS, model=ModelSettings(replace(INFO, max_output=largest)), max_output=asked)
    assert settings.visible_output(DEFAULTS) == expected


def test_tokens_for_reasoning_are_reserved_only_for_a_model_that_reasons() -> None:
    reasoning = replace(SETTINGS, model=ModelSettings(replace(INFO, reasoning=True)), reasoning_budget=700)
    assert (replace(SETTINGS, reasoning_budget=700).reasoning_tokens(), reasoning.reasoning_tokens()) == (0, 700)
    assert reasoning.plan("mine", DEFAULTS).reserve == 1_024 + 700


def test_the_plan_takes_what_was_asked_and_else_the_suites_own() -> None:
    plan = SETTINGS.plan("mine", DEFAULTS)
    assert (plan.window, plan.reserve, plan.encoding, plan.overlength) == (8_000, 1_024, "cl100k_base", Overlength.DOCUMENTS)
    assert (plan.order, plan.seed, plan.fidelity, plan.official_window) == (Order.SUITE, 0, Fidelity.PAPER, None)
    asked = replace(SETTINGS, overlength="skip", order="shuffled", seed=4).plan("mine", DEFAULTS)
    assert (asked.overlength, asked.order, asked.seed) == (Overlength.SKIP, Order.SHUFFLED, 4)


@pytest.mark.parametrize(
    ("suite", "route", "window", "encoding"),
    [
        ("loong", "openai/m", 128_000, "cl100k_base"),
        ("longbench-v2", "openai/m", 120_000, "o200k_base"),
        ("longbench-v2", "anthropic/claude-3-5-sonnet-20241022", 200_000, "o200k_base"),
    ],
)
def test_the_released_code_has_windows_and_an_encoding_of_its_own(suite: str, route: str, window: int, encoding: str) -> None:
    settings = replace(SETTINGS, model=ModelSettings(replace(INFO, route=route)), fidelity="official-code")
    plan = settings.plan(suite, DEFAULTS)
    assert (plan.official_window, plan.encoding, plan.window) == (window, encoding, 8_000)


def test_a_suite_without_released_code_cannot_be_faithful_to_it() -> None:
    with pytest.raises(SettingsError, match=r"'mine' has no released script.*--lcbench-fidelity=paper"):
        replace(SETTINGS, fidelity="official-code").plan("mine", DEFAULTS)
