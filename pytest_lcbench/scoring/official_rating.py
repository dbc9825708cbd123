"""The rating that Loong's released script reads in a judge's reply, faults included: to carry old results over unchanged."""

from __future__ import annotations

import re

# Possessive, so that a megabyte of digits without a bracket is passed once.
_NUMBER = r"([0-9]*+\.[0-9]++|[0-9]++)"
_DOUBLE = re.compile(rf"\[\[{_NUMBER}\]\]")
_SINGLE = re.compile(rf"\[{_NUMBER}\]")


def official_rating(reply: str) -> float | None:
    """Return the first ``[[n]]`` of *reply*, else its first ``[n]``, else ``None``.

    As the released script does it: no check of the range, and a ``[3]`` that cites a document is a rating of 3. Our own rule is
    :func:`pytest_lcbench.scoring.judge.read_rating`.
    """
    for pattern in (_DOUBLE, _SINGLE):
        found = pattern.search(reply)
        if found:
            return float(found[1])
    return None
