"""HTML built as a tree: text from anywhere is only ever text, because the serialiser escapes it."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring  # builds; nothing is parsed

from pytest_lcbench.untrusted import one_line

LABEL_LIMIT = 200

# What could end a script element or a JavaScript string, what no UTF-8 file holds, and what editors would hide.
_NOT_IN_SCRIPT = re.compile("[<>&\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def add(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    """Append an element to *parent* and return it; in names of attributes ``_`` stands for ``-``, one at the end for nothing."""
    child = SubElement(parent, tag, {name.removesuffix("_").replace("_", "-"): value for name, value in attributes.items()})
    child.text = text or None
    return child


def label(text: str, limit: int = LABEL_LIMIT) -> str:
    """Return *text* as one line in which hidden characters are visible."""
    return one_line(text, limit)


def html_text(root: Element) -> str:
    """Return the document with its doctype."""
    return f"<!DOCTYPE html>\n{tostring(root, encoding='unicode', method='html')}\n"


def script_json(value: Any) -> str:
    """Return *value* as JSON that can stand in a script element, or, as text, in a JavaScript string."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _NOT_IN_SCRIPT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
