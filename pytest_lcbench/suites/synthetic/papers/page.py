"""A page that grows: pieces of text, where facts stand, how many tokens there are about."""

from __future__ import annotations

from pytest_lcbench.suites.synthetic.drafts import Written

_ENGLISH = {"prose": 1 / 5.03, "line": 1 / 3.8, "names": 1 / 3.0, "list": 1 / 3.5, "table": 1 / 2.53}
_DIGIT, _DIGITS = 1.0, "0123456789"
"""Tokens that a digit of English prose has above what its character has: figures and the names beside them."""
_HAN = {"prose": 1.21, "line": 1.15, "names": 1.25, "list": 1.14, "table": 1.1}
_OTHER = {"prose": 0.86, "line": 0.81, "names": 0.95, "list": 0.91, "table": 0.71}


def tokens_of(text: str, kind: str, *, english: bool) -> float:
    """Return about how many cl100k tokens *text* has.

    *kind* is ``prose``, ``line`` (headings), ``names`` (authors), ``list`` (references) or ``table``.
    """
    if english:
        size = len(text) * _ENGLISH[kind]
        return size + _DIGIT * sum(map(text.count, _DIGITS)) if kind == "prose" else size
    han = (len(text.encode()) - len(text)) // 2
    return han * _HAN[kind] + (len(text) - han) * _OTHER[kind]


class Page:
    """A document being written.

    Args:
        english: whether in English, for the reckoning of tokens.

    """

    def __init__(self, *, english: bool) -> None:
        self._english = english
        self._pieces: list[str] = []
        self._facts: dict[str, list[tuple[int, int]]] = {}
        self.position = 0
        self.tokens = 0.0

    def raw(self, text: str, kind: str = "prose") -> int:
        """Add *text* as it is; return where it begins."""
        start = self.position
        self._pieces.append(text)
        self.position += len(text)
        self.tokens += tokens_of(text, kind, english=self._english)
        return start

    def line(self, text: str, *, gap: bool = True) -> int:
        """Add a line, and an empty one below it where *gap*; return where it begins."""
        return self.raw(text + ("\n\n" if gap else "\n"), "line")

    def paragraph(self, text: str) -> int:
        """Add a paragraph; return where it begins."""
        return self.raw(text + "\n\n")

    def table(self, text: str) -> int:
        """Add a table; return where it begins."""
        return self.raw(text + "\n\n", "table")

    def fact(self, key: str, start: int, end: int) -> None:
        """Note that the text states fact *key* there."""
        self._facts.setdefault(key, []).append((start, end))

    def written(self) -> Written:
        """Return the document."""
        text = "".join(self._pieces).rstrip("\n") + "\n"
        return Written(text, {key: tuple(ranges) for key, ranges in self._facts.items()})
