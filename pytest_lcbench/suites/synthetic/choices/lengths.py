"""Sizes of documents, and how many characters make so many tokens."""

from __future__ import annotations

import re

SAMPLE = 24_000
"""Characters of a document that are looked at to estimate the rest."""
_PARTS = re.compile(r"(?P<han>[一-鿿])|(?P<low>[a-z]+)|(?P<name>[A-Z][A-Za-z]*)|(?P<digits>[0-9]+)|(?P<gap> {2,})|(?P<line>\n+)|(?P<mark>[^\s\w]|_)")


def characters(language: str, sample: str, tokens: int) -> int:
    """Return how many characters of a text like *sample* have about *tokens* cl100k tokens."""
    return int(tokens * len(sample) / max(estimate(language, sample), 1.0))


def features(text: str) -> list[int]:
    counts = dict.fromkeys(("han", "low", "long", "name", "namechars", "digits", "gap", "line", "mark"), 0)
    for found in _PARTS.finditer(text):
        kind = found.lastgroup or ""
        n = found.end() - found.start()
        counts[kind] += 1
        if kind == "low":
            counts["long"] += max(n - 7, 0)
        if kind == "name":
            counts["namechars"] += n
        if kind == "digits":
            counts[kind] += (n - 1) // 3
    return list(counts.values())


def estimate(language: str, text: str) -> float:
    return len(text) / (2.4 if language == "en" else 1.2)


def _sizes() -> tuple[int, ...]:
    sizes = [1000]
    while sizes[-1] < 1_060_000:  # noqa: PLR2004 - the longest case, and a step more
        sizes.append(sizes[-1] * 106 // 100)
    return tuple(sizes)


SIZES = _sizes()
"""Sizes that documents come in, in tokens; each 6 % above the one before."""


def size_near(tokens: int) -> int:
    """Return the size that is nearest to *tokens*."""
    return min(SIZES, key=lambda size: abs(size - tokens))
