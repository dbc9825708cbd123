"""Multiple-choice cases in the manner of LongBench v2 over generated texts."""

from pytest_lcbench.suites.synthetic.choices.field import ChoicesField

__all__ = ["ChoicesField"]
