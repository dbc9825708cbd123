from __future__ import annotations

from typing import Any

import pytest

from pytest_lcbench.statistics.compatible import FIELDS, NOT_COMPARED, OF_THE_MODEL, differences
from pytest_lcbench.statistics.run_info import RunInfo, Shard, SuiteInfo

SUITE = SuiteInfo(name="loong", fingerprint="a" * 64)
RUN = RunInfo(run_id="one", model="m", route="r", suites=(SUITE,), prompts_hash="p" * 64, window=128_000, judge="j")

# Each field of RunInfo that is compared, its name among the differences, and another value.
CHANGES: dict[str, tuple[str, Any]] = {
    "model": ("model", "other"),
    "route": ("route", "other"),
    "server": ("server", "q" * 64),
    "judge": ("judge", None),
    "judge_server": ("judge_server", "q" * 64),
    "judge_prompt_hash": ("judge_prompt", "q" * 64),
    "prompts_hash": ("prompts", "q" * 64),
    "fidelity": ("fidelity", "official-code"),
    "seed": ("seed", 7),
    "window": ("window", None),
    "encoding": ("encoding", "o200k_base"),
    "overlength": ("overlength", "middle"),
    "arm": ("arm", "rag"),
    "prompting": ("prompting", "cot"),
    "epochs": ("epochs", 2),
    "order": ("order", "given"),
    "max_output": ("max_output", 64),
    "reasoning_budget": ("reasoning_budget", 1024),
    "arguments": ("arguments", '{"top_p": 1}'),
    "judge_arguments": ("judge_arguments", '{"top_p": 1}'),
    "version": ("version", "0.0.9"),
    "suites": ("data", (SuiteInfo(name="loong", fingerprint="b" * 64),)),
}


def test_every_field_of_a_run_is_compared_or_named_as_not_compared() -> None:
    assert set(CHANGES) | NOT_COMPARED == set(RunInfo.model_fields)
    assert {name for name, _ in CHANGES.values()} | {"suites"} == set(FIELDS)


@pytest.mark.parametrize("field", sorted(CHANGES))
def test_a_setting_that_differs_is_named_alone(field: str) -> None:
    name, value = CHANGES[field]
    found = differences(RUN, RUN.model_copy(update={field: value}))
    assert [difference.field for difference in found] == [name]
    assert found[0].first != found[0].second
    assert not differences(RUN, RUN.model_copy(update={field: value}), ignoring=[name])


def test_runs_that_differ_in_name_shard_and_remarks_are_alike() -> None:
    other = RUN.model_copy(
        update={"run_id": "two", "shard": Shard(index=2, count=4), "data_notes": ("x",), "prompts_source": "/p", "window_source": "y"}
    )
    assert differences(RUN, other) == []


def test_a_suite_that_one_run_lacks_is_a_difference_and_its_data_is_none() -> None:
    more = RUN.model_copy(update={"suites": (SUITE, SuiteInfo(name="synthetic", fingerprint="c"))})
    assert [str(difference) for difference in differences(RUN, more)] == ["suites: loong and loong, synthetic"]


def test_data_is_shown_for_the_suite_that_differs() -> None:
    second = SuiteInfo(name="synthetic", fingerprint="c" * 64)
    both = RUN.model_copy(update={"suites": (SUITE, second)})
    other = RUN.model_copy(update={"suites": (second, SuiteInfo(name="loong", fingerprint="b" * 64))})
    assert [str(difference) for difference in differences(both, other)] == ["question file: loong aaaaaaaaaaaa and loong bbbbbbbbbbbb"]


def test_what_a_run_does_not_know_is_shown_as_unknown() -> None:
    (found,) = differences(RUN, RUN.model_copy(update={"prompts_hash": None}))
    assert (found.what, found.first, found.second) == ("wording of the prompts", "pppppppppppp", "unknown")


def test_a_comparison_of_models_may_ignore_what_belongs_to_them() -> None:
    other = RUN.model_copy(update={"model": "n", "route": "s", "encoding": "o200k_base", "arguments": '{"top_p": 1}'})
    assert differences(RUN, other, ignoring=OF_THE_MODEL) == []
    assert len(differences(RUN, other)) == 4


def test_hostile_values_are_one_printable_line() -> None:
    (found,) = differences(RUN, RUN.model_copy(update={"overlength": "\x1b[31m\n" + "x" * 500}))
    assert str(found).isprintable()
    assert len(str(found)) < 250


def test_a_name_that_is_no_setting_cannot_be_ignored() -> None:
    with pytest.raises(ValueError, match="no such settings: widow"):
        differences(RUN, RUN, ignoring=["widow"])
