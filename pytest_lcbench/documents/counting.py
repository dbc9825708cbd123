"""Counting tokens, and finding where a text must be cut to have a number of them.

A text of a hash is counted once: every number is remembered in memory, and on disk for the next run and for other processes.
"""

from __future__ import annotations

import re
import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pytest_lcbench.documents.document import content_hash
from pytest_lcbench.documents.encodings import encoding_for, load_encoding
from pytest_lcbench.documents.remembered import RememberedNumbers

if TYPE_CHECKING:
    import tiktoken
    from typing_extensions import Buffer

__all__ = ["PIECE_CHARACTERS", "TokenCounter", "encoding_for", "part_key"]

PIECE_CHARACTERS = 256 * 1024
"""Most characters encoded at once: a megabyte of spaces in one call overflows tiktoken's stack and takes the process down."""

# A piece ends at the first place after so many characters at which counts simply add; a cut then encodes one piece, not the text.
_STEP = 2 * 1024

_MEMORY_ENTRIES = 32_768
_SPANS_ENTRIES = _JOINTS_ENTRIES = 4_096
_SHORT = 512
_TOKEN_BYTES = 4
_SEARCHED_FIRST, _SEARCHED = 96, 1024
# Places that no pre-token of cl100k or o200k spans, whatever stands around them, so that both sides count apart as together: after
# line end before a visible character (o200k takes "/" along with the line ends before it), before a space that follows a visible
# character, and between a letter or digit and Chinese punctuation.
_SAFE = re.compile(r"(?<=\n)(?=[^\s/])|(?<=\S)(?= )|(?<=[^\W_])(?=[。，、；：（《])")
_SURROGATE = re.compile("[\ud800-\udfff]")


class TokenCounter:
    """Token counts and cut offsets in one encoding; safe for several threads, and its file for several processes.

    ``text_hash`` anywhere below is a key that stands for exactly the text beside it, normally its content hash. With it the text is
    not looked at where a number is remembered; without it, it is hashed first.

    Args:
        encoding: tiktoken's name, e.g. ``cl100k_base``. Loaded at the first text that is not remembered; ``SettingsError`` then if
            its file is not on the machine.
        cache: the SQLite file of remembered numbers; ``None`` for memory only.

    """

    def __init__(self, encoding: str, cache: Path | None = None) -> None:
        self.encoding = encoding
        self._disk = RememberedNumbers(cache)
        self._encoder: tiktoken.Encoding | None = None
        self._buffer: Callable[[str, frozenset[str]], Buffer] | None = None
        self._lock = threading.Lock()
        self._memory: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._joints: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._spans: OrderedDict[str, array[int]] = OrderedDict()

    @property
    def trouble(self) -> str:
        """Why counts are not remembered on disk, as one line; empty when they are (or need not be)."""
        return self._disk.trouble

    def count(self, text: str, text_hash: str | None = None) -> int:
        """Return the number of tokens of *text*. Special-token spellings in it count as the plain text they are."""
        if not text:
            return 0
        # No token is shorter than a byte, so a remembered number beyond the text's bytes is damage.
        return self._number(text, text_hash, "count", 4 * len(text), lambda: self._count_spans(text, text_hash))

    def head_offset(self, text: str, tokens: int, text_hash: str | None = None) -> int:
        """Return the largest character offset for which ``text[:offset]`` surely has at most *tokens* tokens.

        A token boundary inside a character moves the cut before that character.
        """
        if tokens <= 0:
            return 0
        return self._number(text, text_hash, f"head {tokens}", len(text), lambda: self._find_head(text, tokens, text_hash))

    def tail_offset(self, text: str, tokens: int, text_hash: str | None = None) -> int:
        """Return the smallest character offset for which ``text[offset:]`` surely has at most *tokens* tokens."""
        if tokens <= 0:
            return len(text)
        return self._number(text, text_hash, f"tail {tokens}", len(text), lambda: self._find_tail(text, tokens, text_hash))

    def joint(self, left: str, right: str, left_hash: str | None = None) -> int:
        """Return by how many tokens *left* + *right* is longer than the two counted apart; mostly 0 or -1.

        Looks at no more than the surroundings of the joint, up to the nearest places on both sides where counts simply add. With
        *left_hash* the answer is remembered in memory.
        """
        if not left or not right or (left[-1] == "\n" and not right[0].isspace() and right[0] != "/"):
            return 0
        if not left_hash:
            return self._find_joint(left, right)
        with self._lock:
            known = self._joints.get((left_hash, right))
        if known is None:
            known = self._find_joint(left, right)
            with self._lock:
                self._joints[left_hash, right] = known
                if len(self._joints) > _JOINTS_ENTRIES:
                    self._joints.popitem(last=False)
        return known

    def flush(self) -> None:
        """Commit what was learned since the last commit."""
        self._disk.flush()

    def close(self) -> None:
        """Commit and close the file of remembered numbers."""
        self._disk.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _find_joint(self, left: str, right: str) -> int:
        tail = ""
        for searched in (_SEARCHED_FIRST, _SEARCHED):
            tail = left[-searched:]
            found = list(_SAFE.finditer(tail))
            if found:
                tail = tail[found[-1].start() :]
                break
        head = right[:_SEARCHED]
        first = _SAFE.search(head)
        head = head[: first.start() if first else len(head)]
        return self.count(tail + head) - self.count(tail) - self.count(head)

    def _number(self, text: str, text_hash: str | None, what: str, most: int, work: Callable[[], int]) -> int:
        """Return a number about *text*: from memory, from disk, or by *work*."""
        # A short text is its own address; "=" keeps it apart from any hash it may spell.
        address = text_hash or (f"={text}" if len(text) <= _SHORT else content_hash(text))
        with self._lock:
            known = self._memory.get((address, what))
            if known is not None:
                self._memory.move_to_end((address, what))
                return known
        # Short texts too, or every later run would load the tokenizer for the sake of a header.
        key = text_hash or content_hash(text)
        value = self._disk.get(key, self.encoding, what)
        if value is None or value > most:
            value = work()
            self._disk.put(key, self.encoding, what, value)
        self._keep(address, what, value)
        return value

    def _keep(self, address: str, what: str, value: int) -> None:
        with self._lock:
            self._memory[address, what] = value
            if len(self._memory) > _MEMORY_ENTRIES:
                self._memory.popitem(last=False)

    def _count_spans(self, text: str, text_hash: str | None) -> int:
        spans = array("Q")  # stop and tokens of each piece in turn: a list of tuples is eight times as large
        for start, stop in _pieces(text):
            spans.extend((stop, self._length(text[start:stop])))
        if text_hash and len(text) > _STEP:
            with self._lock:
                self._spans[text_hash] = spans
                if len(self._spans) > _SPANS_ENTRIES:
                    self._spans.popitem(last=False)
        return sum(spans[1::2])

    def _counted(self, text: str, text_hash: str | None, *, backwards: bool = False) -> Iterator[tuple[int, int, int]]:
        """Yield (start, stop, tokens) of each piece, from the last one on if *backwards*; encodes only what is not known."""
        with self._lock:
            known = self._spans.get(text_hash or "")
        if known is not None:
            stops, numbers = known[0::2], known[1::2]
            order = range(len(stops))
            for index in reversed(order) if backwards else order:
                yield (stops[index - 1] if index else 0), stops[index], numbers[index]
            return
        for start, stop in reversed(list(_pieces(text))) if backwards else _pieces(text):
            yield start, stop, self._length(text[start:stop])

    def _find_head(self, text: str, tokens: int, text_hash: str | None) -> int:
        left = tokens
        for start, stop, number in self._counted(text, text_hash):
            if number > left:
                kept, number = self._cut_piece(text[start:stop], left, from_end=False)  # noqa: PLW2901 - what is kept of it
                self._remember_part(text_hash, 0, start + kept, tokens - left + number)
                return start + kept
            left -= number
        return len(text)

    def _find_tail(self, text: str, tokens: int, text_hash: str | None) -> int:
        left = tokens
        for start, stop, number in self._counted(text, text_hash, backwards=True):
            if number > left:
                kept, number = self._cut_piece(text[start:stop], left, from_end=True)  # noqa: PLW2901 - what is kept of it
                self._remember_part(text_hash, stop - kept, len(text), tokens - left + number)
                return stop - kept
            left -= number
        return 0

    def _cut_piece(self, piece: str, tokens: int, *, from_end: bool) -> tuple[int, int]:
        """Return how many characters at one end of *piece* have at most *tokens* tokens, and how many tokens they are."""
        ids = self._ids(piece)
        wanted = tokens
        while wanted > 0:
            kept = self._loaded().decode_bytes(ids[len(ids) - wanted :] if from_end else ids[:wanted])
            characters = len(kept.decode("utf-8", "ignore"))
            number = self._length(piece[len(piece) - characters :] if from_end else piece[:characters])
            # The kept tokens, read again on their own, can become more: where a character was dropped from the last of them, and
            # where the text beyond the cut had held two of them apart. Then less is kept.
            if number <= tokens:
                return characters, number
            wanted -= number - tokens
        return 0, 0

    def _remember_part(self, text_hash: str | None, start: int, stop: int, tokens: int) -> None:
        """Remember the count of a part that was found by cutting: whoever asked for the cut asks for it next."""
        if text_hash:
            self._keep(part_key(text_hash, start, stop), "count", tokens)
            self._disk.put(part_key(text_hash, start, stop), self.encoding, "count", tokens)

    def _length(self, piece: str) -> int:
        self._loaded()
        if self._buffer is None:
            return len(self._ids(piece))
        return memoryview(self._buffer(_encodable(piece), frozenset())).nbytes // _TOKEN_BYTES

    def _ids(self, piece: str) -> list[int]:
        # As encode() with no special token allowed or refused, without looking for any.
        return self._loaded().encode_ordinary(_encodable(piece))

    def _loaded(self) -> tiktoken.Encoding:
        if self._encoder is None:
            self._encoder = load_encoding(self.encoding)
            # What encode_to_numpy() wraps, without numpy: whoever only counts need not make a list of numbers, a twentieth of the
            # time. It is not tiktoken's public name, so where a version has no such thing the public way is taken.
            self._buffer = getattr(getattr(self._encoder, "_core_bpe", None), "encode_to_tiktoken_buffer", None)
        return self._encoder


def part_key(text_hash: str, start: int, stop: int) -> str:
    """Return the key under which numbers about ``text[start:stop]`` are remembered, where *text_hash* stands for the text."""
    return f"{text_hash}[{start}:{stop}]"


def _encodable(piece: str) -> str:
    # tiktoken would join a pair of surrogates into one character, and offsets would no longer be the text's own.
    return piece if piece.isascii() or not _SURROGATE.search(piece) else _SURROGATE.sub("\ufffd", piece)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces (start, stop) in which a text is encoded, cut where that changes no token if it has such a place."""
    start = 0
    while len(text) - start > _STEP:
        most = min(start + PIECE_CHARACTERS, len(text))
        found = _SAFE.search(text, start + _STEP, most)
        stop = found.start() if found else most
        yield start, stop
        start = stop
    if start < len(text):
        yield start, len(text)
