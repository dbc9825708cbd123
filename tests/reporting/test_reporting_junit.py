"""What JUnit files hold of an item, from a run under way or from a saved one."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st
from reporting_rows import HOSTILE, RUN, golden, golden_rows, row

from pytest_lcbench.reporting.junit import junit_xml
from pytest_lcbench.reporting.properties import item_properties
from pytest_lcbench.statistics.items import one_per_item
from pytest_lcbench.statistics.summary import summarise


def parsed(text: str) -> list[ET.Element]:
    return ET.fromstring(text).findall("testsuite/testcase")  # noqa: S314 - what we have just written


def properties(case: ET.Element) -> dict[str, str]:
    return {found.attrib["name"]: found.attrib["value"] for found in case.findall("properties/property")}


def test_an_item_has_flat_properties_and_what_is_unknown_is_left_out() -> None:
    found = dict(item_properties(row("a", 50.0, cost=0.5, judge_cost=0.25, prompt_tokens=7, flags=("x", "y"), perfect=False)))
    assert (found["lcbench_points"], found["lcbench_cost"], found["lcbench_prompt_tokens"]) == (50.0, 0.75, 7)
    assert (found["lcbench_flags"], found["lcbench_perfect"], found["lcbench_length_set"]) == ("x y", "false", "set1")
    assert "lcbench_completion_tokens" not in found
    assert "lcbench_cost" not in dict(item_properties(row("a", 50.0)))


@given(st.text(), st.text(), st.floats(0, 100), st.floats(allow_nan=True, allow_infinity=True))
def test_whatever_an_item_holds_its_properties_are_short_plain_scalars(name: str, text: str, points: float, cost: float) -> None:
    made = row(name, points, task=text, flags=(text,), error_class=text, cost=cost, latency_s=cost)
    for _, value in item_properties(made):
        assert type(value) in (str, int, float)
        assert len(str(value)) <= 120
        # As xdist sends it, and as strict JSON holds it: no lone surrogate, no NaN.
        json.dumps(value, allow_nan=False).encode()
        str(value).encode()


def test_the_file_of_a_saved_run_has_every_item_and_calls_only_missing_ones_errors() -> None:
    cases = parsed(junit_xml(golden_rows(), golden()))
    rows, _ = one_per_item(golden_rows())
    assert [case.attrib["name"] for case in cases] == [one.item or one.case_id for one in rows]
    assert [case.find("error") is not None for case in cases] == [one.state.value == "infra_error" for one in rows]
    for case, one in zip(cases, rows, strict=True):
        assert properties(case) == {name: str(value) for name, value in item_properties(one)}


def test_hostile_text_leaves_the_file_well_formed() -> None:
    text = HOSTILE + "\x00\ufffe]]>&"
    rows = [row(text, None, item=text, suite=text, error_class=text, error_message=text, flags=(text,))]
    (case,) = parsed(junit_xml(rows, summarise(rows, RUN.model_copy(update={"model": text, "judge": text}))))
    assert "\x1b" not in case.attrib["name"]
    assert properties(case)["lcbench_state"] == "infra_error"
