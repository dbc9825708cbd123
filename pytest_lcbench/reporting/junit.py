"""A saved run as a JUnit file, as ``pytest --junitxml`` writes one of a run under way: one test case per item with flat properties."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from pytest_lcbench.reporting.properties import item_properties
from pytest_lcbench.running.row import ResultRow
from pytest_lcbench.scoring.score import State
from pytest_lcbench.statistics.items import item_name, one_per_item
from pytest_lcbench.statistics.summary import Summary
from pytest_lcbench.untrusted import one_line

_FAULTS = frozenset({State.INFRA_ERROR, State.UNSCORED})


def junit_xml(rows: Sequence[ResultRow], summary: Summary) -> str:
    """Return the text of the file. An item without points is an error; a low score is none."""
    items, _ = one_per_item(rows)
    errors = sum(row.state in _FAULTS for row in items)
    suite = ET.Element("testsuite", name="lcbench", tests=str(len(items)), errors=str(errors), failures="0", skipped="0")
    _properties(
        suite,
        [
            ("lcbench_run", one_line(summary.run.run_id)),
            ("lcbench_model", one_line(summary.run.model)),
            ("lcbench_judge", one_line(summary.run.judge or "rules")),
        ],
    )
    for row in items:
        seconds = row.latency_s if row.latency_s is not None and math.isfinite(row.latency_s) else 0.0
        case = ET.SubElement(suite, "testcase", classname=one_line(row.suite), name=one_line(item_name(row)), time=f"{seconds:.3f}")
        _properties(case, item_properties(row))
        if row.state in _FAULTS:
            ET.SubElement(case, "error", type=one_line(row.error_class or row.state.value), message=one_line(row.error_message or ""))
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _properties(parent: ET.Element, properties: Sequence[tuple[str, object]]) -> None:
    held = ET.SubElement(parent, "properties")
    for name, value in properties:
        ET.SubElement(held, "property", name=name, value=str(value))
