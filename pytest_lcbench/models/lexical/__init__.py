"""The embedded reader ``lcbench/lexical``: lexical retrieval from the prompt alone, as a floor (DESIGN 3)."""

from pytest_lcbench.models.lexical.reader import NAME, LexicalReader

__all__ = ["NAME", "LexicalReader"]
