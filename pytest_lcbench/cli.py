"""The ``lcbench`` command."""

from __future__ import annotations


def main() -> int:
    """Run the command line; return the exit code."""
    return 0
