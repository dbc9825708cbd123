"""The frame that the page's script shows the list of cases in: filters, headings to sort by, pagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from pytest_lcbench.reporting.html.blocks import add_section
from pytest_lcbench.reporting.html.cases import CaseList
from pytest_lcbench.reporting.html.elements import add

_WHERE_SEVERAL = frozenset({"suite", "arm", "prompting"})
_COLUMNS = (
    ("item", "Case", "case"),
    ("suite", "Suite", "suite narrow-hidden"),
    ("arm", "Arm", "arm narrow-hidden"),
    ("prompting", "Prompting", "prompting narrow-hidden"),
    ("subtask", "Subtask", "subtask narrow-hidden"),
    ("set", "Set", "set"),
    ("language", "Language", "language narrow-hidden"),
    ("state", "State", "state"),
    ("points", "Points", "points"),
    ("cost", "Cost", "cost narrow-hidden"),
    ("latency", "Latency", "latency narrow-hidden"),
)


def add_cases(main: Element, cases: CaseList) -> None:
    """Append the section of all cases, empty until the script fills it."""
    section = add_section(main, "Cases", "cases")
    add(section, "noscript", "The list of cases needs JavaScript; results.jsonl beside this page holds the same rows.")
    holder = add(section, "div", id="case-list", hidden="hidden")
    _filters(holder, cases.labels)
    _pager(holder, live=True)
    several = sum(_told(name, cases.labels) for name in _WHERE_SEVERAL)
    frame = add(holder, "div", class_="cases-frame")
    table = add(frame, "table", class_="cases many" if several == len(_WHERE_SEVERAL) else "cases", id="case-table")
    add(
        table,
        "caption",
        "Choose a case to see its question, answers, judge's words and documents; choose a heading to sort by it. "
        "The text filter looks at the beginning of long texts.",
    )
    head = add(add(table, "thead"), "tr")
    for name, title, class_ in _COLUMNS:
        if _told(name, cases.labels):
            sort = "ascending" if name == "item" else "none"
            cell = add(head, "th", scope="col", class_=class_, data_column=name, aria_sort=sort)
            add(cell, "button", title, type="button")
    add(table, "tbody", id="case-rows")
    _pager(holder, live=False)


def _filters(parent: Element, labels: Mapping[str, Sequence[str]]) -> None:
    form = add(parent, "form", class_="filters", id="case-filters", role="search", aria_label="Filter the cases")
    text = add(form, "label", "Text", class_="wide")
    add(
        text,
        "input",
        type="search",
        id="filter-text",
        autocomplete="off",
        spellcheck="false",
        placeholder="case, question, gold, answer, flag, error",
    )
    for name, title, _ in _COLUMNS:
        if name in labels and _told(name, labels):
            choice = add(add(form, "label", title), "select", data_column=name, id=f"filter-{name}")
            add(choice, "option", "any", value="")
            for number, option in enumerate(labels[name]):
                add(choice, "option", option, value=str(number))
    scores = add(form, "fieldset", class_="range")
    add(scores, "legend", "Points from, to")
    both = add(scores, "div")
    limits: dict[str, Any] = {"type": "number", "min": "0", "max": "100", "step": "any"}
    add(both, "input", id="filter-least", aria_label="Least points", **limits)
    add(both, "input", id="filter-most", aria_label="Most points", **limits)
    add(form, "button", "Clear filters", type="reset")


def _told(name: str, labels: Mapping[str, Sequence[str]]) -> bool:
    """Whether a column tells anything: some are the same for all cases of most runs."""
    return name not in _WHERE_SEVERAL or len(labels[name]) > 1


def _pager(parent: Element, *, live: bool) -> None:
    pager = add(parent, "div", class_="pager", role="group", aria_label="Pages of the list")
    add(pager, "button", "Previous", type="button", data_step="-1")
    add(pager, "button", "Next", type="button", data_step="1")
    # One of the two pagers speaks: an output is announced when it changes.
    add(pager, "output", aria_live="polite" if live else "off")
