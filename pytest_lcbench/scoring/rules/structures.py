"""Finding the answer's structure in a response.

JSON in code fences or bare, Python literals, single quotes, trailing commas, unescaped quotes, cut ends, prose around. One pass:
a text of a megabyte and a text of nothing but brackets take time linear in their length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

_DEEPEST: Final = 40
_SPACE: Final = re.compile(r"[\s]*")
_BARE: Final = re.compile(r"[^\[\]{},:\n\"]+")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\n", '"': '"', "'": "'", "/": "/", "\\": "\\"}
_CODE: Final = re.compile(r"u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}")
_CONSTANTS: Final = {"null": None, "none": None, "true": True, "false": False}
_CLOSERS: Final = frozenset(",]}:")


@dataclass(frozen=True, slots=True)
class Found:
    """A structure in a text.

    Args:
        value: dicts (keys are text), lists, text, booleans and ``None``. Figures stay text.
        start: where it begins.
        end: where it ends.
        complete: its closing bracket was there.

    """

    value: Any
    start: int
    end: int
    complete: bool


class _Pairs(list[tuple[str, Any]]):
    """Members of a dict being read; becomes a dict, repeated keys merged when both hold lists."""


def find_structures(text: str) -> list[Found]:
    """Return the outermost dicts and lists of *text* in order; those that make no sense are passed over."""
    found: list[Found] = []
    at = 0
    size = len(text)
    opener = re.compile(r"[\[{]")
    while at < size:
        hit = opener.search(text, at)
        if hit is None:
            break
        value, end, complete, good = _read(text, hit.start())
        if good:
            found.append(Found(value, hit.start(), end, complete))
        at = max(end, hit.start() + 1)
    return found


def _read(text: str, at: int) -> tuple[Any, int, bool, bool]:  # noqa: PLR0915 - one state machine reads best in one place
    """Read one structure at *at*; return (value, where reading stopped, closed, sensible). No recursion: depth is input."""
    stack: list[list[Any] | _Pairs] = []
    keys: list[str | None] = []
    size = len(text)
    root: list[Any] | _Pairs | None = None
    pending: Any = None  # a value read but not yet placed
    have = False

    def place() -> None:
        nonlocal pending, have
        if not have:
            return
        top = stack[-1]
        if isinstance(top, _Pairs):
            key = keys[-1]
            if key is None:
                top.append(("", pending))  # a set, or a dict cut short
            else:
                top.append((key, pending))
            keys[-1] = None
        else:
            top.append(pending)
        pending, have = None, False

    while at < size:
        space = _SPACE.match(text, at)
        at = space.end() if space else at
        if at >= size:
            break
        char = text[at]
        if char in "[{":
            if have or len(stack) >= _DEEPEST:
                return None, at, False, False
            new: list[Any] | _Pairs = _Pairs() if char == "{" else []
            if root is None:
                root = new
            stack.append(new)
            keys.append(None)
            at += 1
        elif char in "]}":
            place()
            closed = stack.pop()
            if keys.pop() is not None and isinstance(closed, _Pairs):
                pass  # "key:" without value: left out
            at += 1
            value = _finish(closed)
            if not stack:
                return value, at, True, _sensible(value)
            pending, have = value, True
        elif char == ",":
            place()
            at += 1
        elif char == ":":
            if not have or not isinstance(stack[-1], _Pairs) or not isinstance(pending, str | None | bool) or keys[-1] is not None:
                return None, at + 1, False, False
            keys[-1] = "None" if pending is None else str(pending)
            pending, have = None, False
            at += 1
        elif have:
            # Two values side by side: a missing comma after a line break is forgiven, prose is not.
            if "\n" not in text[max(0, at - 4) : at]:
                return None, at + 1, False, False
            place()
        else:
            pending, at = _scalar(text, at)
            have = True
    if root is None:
        return None, size, False, False
    if have and stack:
        place()
    while stack:
        closed = stack.pop()
        keys.pop()
        value = _finish(closed)
        if stack:
            top = stack[-1]
            if isinstance(top, _Pairs):
                top.append((keys[-1] or "", value))
                keys[-1] = None
            else:
                top.append(value)
    return value, size, False, _sensible(value)


def _finish(read: list[Any] | _Pairs) -> Any:
    if not isinstance(read, _Pairs):
        return read
    if read and all(not key for key, _ in read):
        return [value for _, value in read]
    done: dict[str, Any] = {}
    for key, value in read:
        if key in done and isinstance(done[key], list) and isinstance(value, list):
            done[key] = [*done[key], *value]
        elif key in done and done[key] != value:
            # A key given twice with two values asserts both.
            done[key] = [
                *(done[key] if isinstance(done[key], list) else [done[key]]),
                *(value if isinstance(value, list) else [value]),
            ]
        else:
            done[key] = value
    return done


def _sensible(value: Any) -> bool:
    return isinstance(value, dict | list)


def _scalar(text: str, at: int) -> tuple[Any, int]:
    quote = text[at]
    if quote in "\"'`":
        return _quoted(text, at, quote)
    bare = _BARE.match(text, at)
    if bare is None:  # cannot be: every other character is handled before
        return text[at], at + 1
    word = bare[0].strip()
    end = bare.end()
    # A comma between digits belongs to the figure: {Acme: 1,234.50}
    while re.search(r"\d$", word) and (more := re.compile(r",\d{3}(?!\d)[^\[\]{},:\n\"]*").match(text, end)):
        word = (word + more[0]).strip()
        end = more.end()
    return _CONSTANTS.get(word.lower(), word), end


def _quoted(text: str, at: int, quote: str) -> tuple[str, int]:
    """Read a quoted text; a quote inside it closes it only where the structure goes on after it."""
    pieces: list[str] = []
    size = len(text)
    start = at = at + 1
    stop = re.compile(r"[\\" + quote + "]")
    while True:
        hit = stop.search(text, at)
        if hit is None:
            pieces.append(text[start:])
            return _paired("".join(pieces)), size
        at = hit.start()
        if text[at] == "\\" and at + 1 < size:
            following = text[at + 1]
            pieces.append(text[start:at])
            if code := _CODE.match(text, at + 1):
                pieces.append(chr(int(code[0][1:], 16)))
                start = at = code.end()
                continue
            pieces.append(_ESCAPES.get(following, "\\" + following))
            start = at = at + 2
            continue
        space = _SPACE.match(text, at + 1)
        after = space.end() if space else at + 1
        if text[at] == quote and (after >= size or text[after] in _CLOSERS or (after > at + 1 and "\n" in text[at + 1 : after])):
            pieces.append(text[start:at])
            return _paired("".join(pieces)), at + 1
        at += 1


def _paired(text: str) -> str:
    """Join the surrogate halves in which JSON escapes write the farther planes of Unicode; a lone half becomes a mark."""
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def merged(found: list[Found], text: str) -> list[Found]:
    """Join dicts that follow each other with nothing but separators between and no key in common: one answer in two pieces."""
    joined: list[Found] = []
    for item in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and isinstance(last.value, dict)
            and isinstance(item.value, dict)
            and not last.value.keys() & item.value.keys()
            and re.fullmatch(r"[\s,;`]*(?:and|和|json)?[\s,;`]*", text[last.end : min(item.start, last.end + 40)])
            and item.start - last.end < 40  # noqa: PLR2004 - farther apart is another answer
        ):
            joined[-1] = Found({**last.value, **item.value}, last.start, item.end, last.complete and item.complete)
        else:
            joined.append(item)
    return joined


_WRAPPERS: Final = re.compile(
    r"(?i)^(?:final[ _]?)?(?:answers?|results?|output|response|data|chain|citation[ _]chain"
    r"|longest[ _]citation[ _]chain|titles|papers|list|答案|结果|排序|分类|companies)$"
)


def unwrap(value: Any) -> Any:
    """Return what stands inside ``{"answer": …}`` and the like."""
    for _ in range(3):
        if isinstance(value, dict) and len(value) == 1:
            ((key, inner),) = value.items()
            if isinstance(inner, dict | list) and _WRAPPERS.match(key):
                value = inner
                continue
        break
    return value


def texts(value: Any) -> list[str]:
    """Return the texts in a list or dict, in order, nested ones included."""
    flat: list[str] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(reversed([part for pair in item.items() for part in pair]))
        elif isinstance(item, list):
            stack.extend(reversed(item))
        elif item is not None:
            flat.append(str(item))
    return flat


_TABLE_ROW: Final = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE_ROW: Final = re.compile(r"^[\s|:+-]+$")


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of the Markdown table rows of *text*, ruled lines left out."""
    rows = []
    for line in text.split("\n"):
        row = _TABLE_ROW.match(line)
        if row and not _RULE_ROW.match(line):
            rows.append([cell.strip(" *`") for cell in row[1].split("|")])
    return rows


def after_table(text: str) -> str:
    """Return what follows the last row of the last Markdown table of *text*; all of it when there is none."""
    end = 0
    position = 0
    for line in text.split("\n"):
        position += len(line) + 1
        if _TABLE_ROW.match(line):
            end = position
    return text[end:]
