"""The fields of the bundled suite, in one place: a further one is one more line."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import cast

from pytest_lcbench.suites.synthetic.drafts import Field

FIELDS = MappingProxyType(
    {
        "financial": "pytest_lcbench.suites.synthetic.financial:FinancialField",
        "legal": "pytest_lcbench.suites.synthetic.legal:LegalField",
        "papers": "pytest_lcbench.suites.synthetic.papers:PapersField",
        "choices": "pytest_lcbench.suites.synthetic.choices:ChoicesField",
    }
)
"""Name of each field (it leads the names of its documents) to its class. Imported when a world is first drawn, not before."""


def make_field(name: str, world: int) -> Field:
    """Return the field *name* of :data:`FIELDS` in *world*."""
    module, _, kind = FIELDS[name].partition(":")
    return cast("Field", getattr(import_module(module), kind)(world))
