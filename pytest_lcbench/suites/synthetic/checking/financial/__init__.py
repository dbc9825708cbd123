"""Checker of the financial field: reads reports and questions, solves the case anew, and proves every document needed."""

from pytest_lcbench.suites.synthetic.checking.financial.proving import faults

__all__ = ["faults"]
