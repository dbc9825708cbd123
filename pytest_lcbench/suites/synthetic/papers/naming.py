"""How many other papers' titles a paper of some length holds beside those that it cites: in its text, and within longer titles."""

from __future__ import annotations

from bisect import bisect_right

_NAMED = (1_500, 2_000, 2_600, 3_700, 5_200, 7_400, 10_500, 15_000, 21_000, 30_000)  # tokens from which there is one more
_EXTENDED = (700, 1_550, 3_100, 5_200, 8_800, 12_500, 21_000)
MOST_NAMED = len(_NAMED) + 1
MOST_EXTENDED = len(_EXTENDED)


def names_in(tokens: int) -> int:
    """Return how many papers that it does not cite a paper of *tokens* names by their whole titles."""
    return 1 + bisect_right(_NAMED, tokens)


def cited_names_in(tokens: int) -> int:
    """Return how many papers that it does cite a paper of *tokens* names by their whole titles, if it cites so many."""
    return (names_in(tokens) + 1) // 3


def extensions_in(tokens: int) -> int:
    """Return how many works whose titles hold the whole title of another paper a paper of *tokens* lists."""
    return bisect_right(_EXTENDED, tokens)
