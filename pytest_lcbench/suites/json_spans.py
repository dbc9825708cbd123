"""Where the values of a large JSON text lie, in bytes, without parsing what is between.

Everything that decides where a value ends is ASCII, and no byte of a multi-byte UTF-8 character is, so bytes are scanned as they
are. The quantifiers are possessive: nothing is tried twice and nothing piles up, whatever the text holds.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator

Buffer = bytes | mmap.mmap

_SPACE = re.compile(rb"[ \t\r\n]*+")
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_TO_BRACKET_OR_QUOTE = re.compile(rb'[^"{}\[\]]*+(?=["{}\[\]])')
_SCALAR = re.compile(rb'[^,:"{}\[\]\s]++')


class SpanError(ValueError):
    """The text ends inside a value, or something else stands where one is wanted. ``at`` is the byte where the trouble begins."""

    def __init__(self, what: str, at: int) -> None:
        super().__init__(what)
        self.at = at


def skip_space(buffer: Buffer, at: int) -> int:
    """Return the first byte at or after *at* that is not JSON white space."""
    found = _SPACE.match(buffer, at)
    return found.end() if found else at


def end_of_value(buffer: Buffer, at: int) -> int:
    """Return the byte after the JSON value that begins at *at*. Raises ``SpanError``."""
    first = buffer[at : at + 1]
    if first == b'"':
        return _end_of_string(buffer, at)
    if first in (b"{", b"["):
        return _end_of_brackets(buffer, at)
    scalar = _SCALAR.match(buffer, at)
    if scalar is None:
        raise SpanError("a value is wanted here" if first else "the text ends where a value is wanted", at)
    return scalar.end()


def elements(buffer: Buffer, at: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of every element of the JSON list whose bracket is at *at*. Raises ``SpanError``."""
    at = skip_space(buffer, at + 1)
    if buffer[at : at + 1] == b"]":
        return _only_space_after(buffer, at + 1)
    while True:
        end = end_of_value(buffer, at)
        yield at, end
        at, last = _after_member(buffer, end, b"]")
        if last:
            return _only_space_after(buffer, at)


def members(buffer: Buffer, at: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (start, end) of the key and (start, end) of the value of every member of the JSON object whose brace is at *at*.

    Raises ``SpanError``.
    """
    at = skip_space(buffer, at + 1)
    if buffer[at : at + 1] == b"}":
        return _only_space_after(buffer, at + 1)
    while True:
        if buffer[at : at + 1] != b'"':
            raise SpanError("a name in quotes is wanted here", at)
        key_end = _end_of_string(buffer, at)
        colon = skip_space(buffer, key_end)
        if buffer[colon : colon + 1] != b":":
            raise SpanError("a colon is wanted here", colon)
        start = skip_space(buffer, colon + 1)
        end = end_of_value(buffer, start)
        yield at, key_end, start, end
        at, last = _after_member(buffer, end, b"}")
        if last:
            return _only_space_after(buffer, at)


def _after_member(buffer: Buffer, at: int, close: bytes) -> tuple[int, bool]:
    """Return where the next member begins, or the byte after the closing bracket and true."""
    at = skip_space(buffer, at)
    char = buffer[at : at + 1]
    if char == close:
        return at + 1, True
    if char != b",":
        raise SpanError("a comma or the closing bracket is wanted here" if char else "the text ends too early", at)
    return skip_space(buffer, at + 1), False


def _only_space_after(buffer: Buffer, at: int) -> None:
    at = skip_space(buffer, at)
    if buffer[at : at + 1]:
        raise SpanError("something stands after the closing bracket", at)


def _end_of_string(buffer: Buffer, at: int) -> int:
    found = _STRING.match(buffer, at)
    if found is None:
        raise SpanError("the text ends inside a string that begins here", at)
    return found.end()


def _end_of_brackets(buffer: Buffer, at: int) -> int:
    depth, place = 0, at
    while True:
        found = _TO_BRACKET_OR_QUOTE.match(buffer, place)
        if found is None:
            raise SpanError("the text ends inside a value that begins here", at)
        place = found.end()
        char = buffer[place : place + 1]
        if char == b'"':
            place = _end_of_string(buffer, place)
            continue
        place += 1
        depth += 1 if char in (b"{", b"[") else -1
        if depth == 0:
            return place
