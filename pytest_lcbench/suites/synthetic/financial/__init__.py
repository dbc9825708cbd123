"""The field of finance of the bundled suite: interim and annual reports of invented companies."""

from pytest_lcbench.suites.synthetic.financial.field import FinancialField

__all__ = ["FinancialField"]
