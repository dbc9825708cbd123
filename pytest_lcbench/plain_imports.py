"""Lets the modules of this package be imported as they are once a run is on, not rewritten by pytest as plugins' modules are.

pytest parses each into a tree to rewrite its ``assert`` statements, of which there are none. Modules are imported when first needed,
by the thread that makes the calls too, and in Python 3.11 two threads that parse at the same time may both fail ("AST constructor
recursion depth mismatch"): a session ended in an INTERNALERROR now and then where no bytecode is kept.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType

PACKAGE = __name__.partition(".")[0]


class _PlainFinder(importlib.abc.MetaPathFinder):
    """Finds the package's modules where Python finds them, before pytest is asked."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith(f"{PACKAGE}."):
            return None
        return importlib.machinery.PathFinder.find_spec(fullname, path, target)


def import_plainly() -> None:
    """Import what is left of the package without pytest's rewriting, in this process. A second call does nothing."""
    if not any(isinstance(finder, _PlainFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _PlainFinder())
