"""Proof of the cases about judgments, from their texts and questions alone."""

from pytest_lcbench.suites.synthetic.checking.legal.proof import faults

__all__ = ["faults"]
