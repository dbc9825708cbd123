"""Sizes of documents, and how many characters make so many tokens."""

from __future__ import annotations

import re

SAMPLE = 12_000
"""Characters of a document that are looked at to estimate the rest."""

_PARTS = re.compile(
    r"(?P<han>[一-鿿])|(?P<low>[a-z]+)|(?P<name>[A-Z]+[a-z]*)|(?P<digits>[0-9]+)|(?P<space>[ \t](?=[0-9]))|(?P<gap>[ \t]{2,})"
    r"|(?P<line>\n+)|(?P<mark>[^\s\w]+|_)"
)
_KINDS = ("han", "low", "long", "name", "letters", "digits", "space", "gap", "line", "mark")
_PLAIN = 6  # letters of a lower-case word that is mostly one token
_GROUP = 3  # digits of a token

# Tokens of cl100k for each part counted below, fitted to 48 documents a register (least squares, no weight below zero). They
# describe our own texts only: a register whose sentences change needs a new fit, and a test says so.
_WEIGHTS = {
    # han, low, long, name, letters, digits, space, gap, line, mark
    ("chronicles", "en"): (1.3, 1.1, 0.0, 0.3, 0.25, 0.27, 1.4, 1.0, 0.0, 1.12),
    ("inquiries", "en"): (1.3, 0.99, 0.0, 0.92, 0.22, 0.88, 0.77, 1.0, 0.0, 1.04),
    ("newspapers", "en"): (1.3, 0.93, 0.25, 0.87, 0.29, 0.0, 2.82, 1.0, 0.52, 0.22),
    ("repositories", "en"): (1.3, 0.89, 0.0, 0.0, 0.32, 2.14, 0.16, 0.0, 2.17, 0.67),
    ("dialogues", "en"): (1.3, 0.95, 0.12, 1.47, 0.09, 0.58, 0.0, 1.0, 2.1, 0.45),
    ("languages", "en"): (1.3, 1.1, 0.39, 2.29, 0.0, 0.0, 0.68, 1.0, 4.22, 0.53),
    ("guides", "en"): (1.3, 0.9, 0.3, 1.43, 0.1, 1.53, 0.97, 1.0, 0.81, 0.49),
    ("many_shot", "en"): (1.3, 1.1, 0.53, 0.95, 0.0, 1.31, 0.66, 1.0, 7.49, 0.93),
    ("chronicles", "zh"): (1.57, 1.0, 0.2, 0.5, 0.25, 0.0, 1.0, 1.0, 0.0, 0.48),
    ("inquiries", "zh"): (1.49, 1.0, 0.2, 0.5, 0.25, 0.0, 1.0, 1.0, 0.7, 0.56),
    ("newspapers", "zh"): (1.38, 1.0, 0.2, 0.5, 0.25, 0.0, 1.0, 1.0, 0.0, 1.94),
    ("dialogues", "zh"): (1.57, 1.0, 0.2, 0.5, 0.25, 0.43, 0.0, 1.0, 2.3, 0.49),
    ("games.0", "en"): (1.3, 1.03, 0.3, 0.01, 0.25, 0.0, 5.53, 1.0, 2.48, 0.79),
    ("games.1", "en"): (1.3, 1.43, 0.16, 0.25, 0.15, 0.0, 6.25, 1.0, 0.0, 0.79),
    ("games.2", "en"): (1.3, 0.88, 0.23, 0.0, 0.23, 0.0, 3.94, 1.0, 3.15, 1.14),
    ("graphs.0", "en"): (1.3, 0.49, 0.0, 0.0, 0.06, 0.04, 1.0, 1.0, 4.58, 2.13),
    ("graphs.1", "en"): (1.3, 0.5, 0.41, 1.53, 0.05, 0.57, 1.0, 1.0, 8.3, 0.38),
    ("graphs.2", "en"): (1.3, 0.45, 0.38, 0.66, 0.14, 1.06, 1.0, 1.0, 18.66, 0.0),
    ("graphs.3", "en"): (1.3, 0.66, 0.26, 0.89, 0.09, 0.77, 1.0, 1.0, 7.53, 0.0),
    ("registers.0", "en"): (1.3, 0.56, 0.42, 0.25, 0.24, 1.99, 0.0, 0.47, 4.43, 0.48),
    ("registers.0", "zh"): (1.77, 1.0, 0.2, 3.26, 1.4, 1.03, 2.24, 0.0, 0.0, 0.0),
    ("registers.1", "en"): (1.3, 1.07, 0.09, 0.0, 0.21, 0.11, 1.1, 1.0, 1.61, 1.86),
    ("registers.1", "zh"): (1.59, 1.0, 0.2, 2.22, 0.85, 1.38, 1.0, 1.0, 0.0, 0.0),
    ("registers.2", "en"): (1.3, 0.82, 0.27, 0.09, 0.45, 2.31, 0.0, 1.0, 0.0, 0.22),
    ("registers.2", "zh"): (1.68, 1.0, 0.2, 3.55, 0.88, 0.0, 3.29, 1.0, 0.0, 0.0),
    ("registers.3", "en"): (1.3, 0.32, 0.14, 0.0, 0.51, 0.0, 2.99, 1.0, 0.71, 1.78),
    ("registers.3", "zh"): (1.89, 1.0, 0.2, 0.0, 0.0, 0.0, 6.78, 1.0, 0.0, 0.0),
}


def estimate(register: str, language: str, text: str) -> float:
    """Return about how many cl100k tokens *text* has; *register* is the kind of document."""
    counts = dict.fromkeys(_KINDS, 0)
    for found in _PARTS.finditer(text):
        kind = found.lastgroup or ""
        length = found.end() - found.start()
        if kind == "digits":
            counts[kind] += -(-length // _GROUP)
            continue
        counts[kind] += 1
        if kind == "low":
            counts["long"] += max(length - _PLAIN, 0)
        elif kind == "name":
            counts["letters"] += length
    return sum(weight * counts[kind] for weight, kind in zip(_WEIGHTS[register, language], _KINDS, strict=True))


def sample_length(language: str, tokens: int, most: int = SAMPLE) -> int:
    """Return how long a sample must be to resemble a document of *tokens*, but for what every document has once."""
    return min(tokens * 17 // 5 if language == "en" else tokens * 4 // 5, most)


def characters(register: str, language: str, sample: str, tokens: int) -> int:
    """Return how many characters of a text like *sample* have about *tokens* cl100k tokens."""
    return int(tokens * len(sample) / max(estimate(register, language, sample), 1.0))


def _sizes() -> tuple[int, ...]:
    sizes = [300]
    while sizes[-1] < 1_060_000:  # noqa: PLR2004 - the longest case, and a step more
        sizes.append(sizes[-1] * 102 // 100)
    return tuple(sizes)


SIZES = _sizes()
"""Sizes that documents come in, in tokens; each 2 % above the one before."""


def size_near(tokens: int) -> int:
    """Return the size that is nearest to *tokens*."""
    return min(SIZES, key=lambda size: abs(size - tokens))
