"""What pytest loads on its own: the options, the fixtures, and the session's hooks registered. Each of these has a file of its own.

Inert until asked for: an ``--lcbench-*`` option, or a collected test that uses an ``lcbench_*`` fixture. Until then
nothing heavy is imported, nothing read, nothing written.
"""

from __future__ import annotations

import pytest

from pytest_lcbench import hookspecs, options
from pytest_lcbench.closing import Closing
from pytest_lcbench.collecting import MARKER_HELP, Collecting
from pytest_lcbench.fixtures import lcbench_case, lcbench_context, lcbench_response, lcbench_score
from pytest_lcbench.runtest import Runtest
from pytest_lcbench.session import SESSION, LcbenchSession
from pytest_lcbench.terminal import Terminal
from pytest_lcbench.xdist import XdistBridge, is_worker, replace_no_socket, stay_in_one_process

__all__ = ["lcbench_case", "lcbench_context", "lcbench_response", "lcbench_score"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register the options."""
    options.add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the hooks other plugins may implement."""
    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Say how to distribute, before xdist asks. An estimate stays in one process: nothing is run, so there is nothing to distribute."""
    if options.given_on_command_line(config):
        replace_no_socket(config)
    if getattr(config.option, "lcbench_estimate", None):
        stay_in_one_process(config)


def pytest_configure(config: pytest.Config) -> None:
    """Register the session's hooks; with options given, check everything before any worker starts."""
    config.addinivalue_line("markers", MARKER_HELP)
    session = LcbenchSession(config)
    config.stash[SESSION] = session
    closing = Closing(session)
    plugins: dict[str, object] = {
        "lcbench-collecting": Collecting(session),
        "lcbench-runtest": Runtest(session),
        "lcbench-closing": closing,
    }
    if not is_worker(config):
        plugins["lcbench-terminal"] = Terminal(session, closing)
    if config.pluginmanager.hasplugin("xdist"):
        plugins["lcbench-xdist"] = XdistBridge(session.session_id, config, lambda: options.reports_folder(config), session.unfinished)
    for name, plugin in plugins.items():
        config.pluginmanager.register(plugin, name)
    if options.given_on_command_line(config) and not config.option.help:
        session.load()
        session.check_books()
        if session.problem is not None and not is_worker(config):
            raise pytest.UsageError(session.problem)
