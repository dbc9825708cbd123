"""Research papers in worlds of invented subfields: lines of research whose papers cite one another."""

from pytest_lcbench.suites.synthetic.papers.field import PapersField

__all__ = ["PapersField"]
