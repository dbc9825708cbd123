"""The order in which labels stand in tables: the papers' own where they have one, else natural order.

Rows may arrive in any order, so a table's order can only come from the labels themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

ALL = "All"
"""Label of the row or column over everything."""
NONE = "(none)"
"""Label of what the source or a grouping left without one."""

_PLACES = {
    label: place
    for place, label in enumerate(
        (
            # Length sets of Loong and of LongBench v2.
            *("set1", "set2", "set3", "set4", "short", "medium", "long"),
            *("easy", "hard"),
            *("en", "zh"),
            # Loong's tasks by level, each with its subtasks (DESIGN 4).
            *("spotlight_locating", "comparison", "extremum_acquisition", "sequential_enumeration", "range_awareness"),
            *("clustering", "report_integration", "citation_reference", "case_classification"),
            *("chain_of_reasoning", "temporal_analysis", "citation_chain", "link_the_links", "solitaire"),
            # LongBench v2's domains as its paper lists them.
            *("single_document_qa", "multi_document_qa", "long_in_context_learning", "long_dialogue_history_understanding"),
            *("code_repository_understanding", "long_structured_data_understanding"),
        )
    )
}


def in_order(labels: Iterable[str]) -> list[str]:
    """Return the distinct labels in table order: known ones first, others with their numbers as numbers, ``(none)`` last."""
    return sorted(set(labels), key=_place)


def _place(label: str) -> tuple[int, int, list[tuple[int, int, str]], str]:
    if label == NONE:
        return 2, 0, [], label
    if label in _PLACES:
        return 0, _PLACES[label], [], label
    # A run of digits too long to be a number is compared as text: int() refuses thousands of digits.
    parts = [
        (0, int(part), "") if part.isascii() and part.isdigit() and len(part) <= 18 else (1, 0, part)  # noqa: PLR2004 - fits 64 bits
        for part in re.split(r"([0-9]+)", label)
        if part
    ]
    return 1, 0, parts, label
