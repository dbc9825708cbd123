"""What a page holds, read by a parser that knows nothing of how it was made."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset({"meta", "input", "br", "hr", "img", "link", "col"})


@dataclass
class Found:
    """Tags with their attributes, the cells of table rows, and facts by name."""

    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    text: str = ""
    raw: dict[str, list[str]] = field(default_factory=lambda: {"script": [], "style": []})


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Found()
        self._open: list[str] = []
        self._name = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in _VOID:
            self._open.append(tag)
        if tag == "tr":
            self.found.rows.append([])
        elif tag in {"td", "th"}:
            self.found.rows[-1].append("")
        elif tag == "dt":
            self._name = ""
        elif tag == "dd":
            self.found.facts.append((self._name, ""))
        elif tag == "span" and self._within("td", "th") and self.found.rows[-1][-1]:
            self.found.rows[-1][-1] += "; "
        elif tag == "span" and self._within("dd") and self.found.facts[-1][1]:
            self.found.facts[-1] = (self._name, self.found.facts[-1][1] + ", ")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.found.raw:
            self.found.raw[self._open[-1]].append(data)
            return
        self.found.text += data
        if self._within("td", "th"):
            self.found.rows[-1][-1] += data
        elif self._within("dt"):
            self._name += data
        elif self._within("dd"):
            self.found.facts[-1] = (self._name, self.found.facts[-1][1] + data)

    def _within(self, *tags: str) -> bool:
        return any(tag in self._open for tag in tags)


def read_html(text: str) -> Found:
    """Return what *text* holds. Every element must be closed."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader._open == []
    return reader.found
