"""Root of the test run: the project's own tests use pytest's plugin tester."""

pytest_plugins = ["pytester"]
