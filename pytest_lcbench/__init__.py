"""pytest-lcbench: can a language model be trusted with long documents?

Importing this package imports nothing heavy: pytest loads it in every project where it is installed.
"""

__version__ = "0.1.0"
