"""Parts that pages are put together from: sections, facts, lists, tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from pytest_lcbench.reporting import layout
from pytest_lcbench.reporting.html.elements import add, label

PARTS = 1_000
"""Characters of a fact or a note."""


def add_section(parent: Element, title: str, name: str) -> Element:
    """Append a section with its heading and return it; *name* is its anchor."""
    section = add(parent, "section", id=name, aria_labelledby=f"{name}-title")
    add(section, "h2", label(title), id=f"{name}-title")
    return section


def add_facts(parent: Element, facts: Iterable[layout.Fact]) -> None:
    """Append facts as names and what is told of each."""
    terms = add(parent, "dl")
    for fact in facts:
        add(terms, "dt", label(fact.name))
        told = add(terms, "dd")
        for part in fact.parts:
            add(told, "span", label(part, PARTS))


def add_items(section: Element, lines: Iterable[str]) -> None:
    """Append a list of lines."""
    items = add(section, "ul")
    for line in lines:
        add(items, "li", label(line, PARTS))


def add_table(parent: Element, caption: str, headers: Sequence[str], rows: Iterable[Sequence[str]], *, class_: str = "figures") -> None:
    """Append a table; each row's first cell is its name."""
    body = add_table_frame(parent, caption, headers, class_=class_)
    for row in rows:
        line = add(body, "tr")
        add(line, "th", label(row[0]), scope="row")
        for text in row[1:]:
            add(line, "td", label(text))


def add_table_frame(parent: Element, caption: str, headers: Sequence[str], *, class_: str) -> Element:
    """Append a table that scrolls by itself where it is too wide, by keyboard too, and return its body."""
    frame = add(parent, "div", class_="scroll", role="region", tabindex="0", aria_label=label(caption))
    table = add(frame, "table", class_=class_)
    add(table, "caption", label(caption))
    head = add(add(table, "thead"), "tr")
    for number, header in enumerate(headers):
        if number or header:
            add(head, "th", label(header), scope="col")
        else:
            add(head, "td")
    return add(table, "tbody")
