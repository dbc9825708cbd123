"""A document and the light reference that a case holds to it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class DocumentRef:
    """What a case knows of one of its documents before it is read.

    Args:
        name: the name its source gives it. Shown in ledgers; a suite resolves it to a file, which never leaves the suite's folder.
        title: what a reader calls it, where the source tells before it is read; empty otherwise.

    """

    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as read for one case.

    Args:
        name: as in :class:`DocumentRef`.
        header: what the suite puts before the text (with its line end), e.g. ``《判决文书3》`` for the third judgment of a case.
        text: the body, unchanged.
        hash: SHA-256 (hex) of the body's UTF-8 bytes: the address under which counts are remembered and reports refer to it.
        notes: snake_case flags about how it was found, e.g. ``ambiguous_document``; they reach the result row.
        passages: character ranges of the text, each (first, after the last), on which the case's answer rests; empty: not known.

    """

    name: str
    header: str
    text: str
    hash: str
    notes: tuple[str, ...] = ()
    passages: tuple[tuple[int, int], ...] = ()


REPEATED = "repeated_document"
"""Note of a document that stands in its case once more. Four of Loong's rows name one twice; it is shown twice, as officially."""


def noting_repeated(documents: Sequence[Document]) -> list[Document]:
    """Return *documents* with :data:`REPEATED` on each that an earlier one of the same name and text precedes."""
    seen: set[tuple[str, str]] = set()
    noted = []
    for document in documents:
        again = (document.name, document.hash) in seen
        seen.add((document.name, document.hash))
        noted.append(replace(document, notes=(*document.notes, REPEATED)) if again else document)
    return noted


def content_hash(text: str) -> str:
    """Return the SHA-256 (hex) of *text* as UTF-8; lone surrogates are hashed as their escapes rather than refused."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
