"""Your additions to the benchmarks: suites, scorers, models and groupings.

Uncomment what you need; ``docs/extending.md`` of pytest-lcbench explains each hook.
"""

# def pytest_lcbench_group(config, case):
#     """One more table: scores by number of documents."""
#     return {"documents": "up to 5" if len(case.documents) <= 5 else "6 and more"}
