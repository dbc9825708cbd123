"""Everything that knows of pytest-xdist: which process this is, what it will run next, which ways of distributing are sound."""

from __future__ import annotations

import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

REFUSED = {
    "loadgroup": "it hangs when a worker dies",
    "loadscope": "it runs the item of a worker that died again and again",
    "loadfile": "it puts a whole suite on one worker and runs the item of a worker that died again and again",
    "each": "it runs, and pays for, every case once per worker",
}
"""Ways to distribute that lose or repeat work (pytest-xdist 3.8), with the reason shown to the user."""


STREAMED = "lcbench_streamed"
"""Attribute of a report with what its worker tells a controller that has another store (see ``running.streaming``)."""


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is a worker of a distributed run."""
    return hasattr(config, "workerinput")


def is_controller(config: pytest.Config) -> bool:
    """Whether this process distributes to workers and runs no item itself."""
    return not is_worker(config) and config.pluginmanager.hasplugin("dsession")


def distributes(config: pytest.Config) -> bool:
    """Whether this process will distribute to workers: known before xdist has made its controller."""
    return not is_worker(config) and distribution(config) != "no"


def distribution(config: pytest.Config) -> str:
    """Return xdist's ``--dist`` mode of the run, ``no`` without xdist; on a worker, the controller's."""
    workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
    return str(getattr(config.option, "dist", "no") if workerinput is None else workerinput.get("lcbench_dist", "no"))


def refuse_distribution(config: pytest.Config) -> None:
    """Refuse ways of distributing that would lose or repeat paid work. Raises ``pytest.UsageError``."""
    mode = distribution(config)
    if mode in REFUSED:
        raise pytest.UsageError(f"--dist={mode} cannot be used here: {REFUSED[mode]}; use --dist=load or --dist=worksteal")


def refuse_out_of_order(config: pytest.Config) -> None:
    """Refuse ways of distributing that run cases far out of order, or where no worker can stop the others.

    Raises ``pytest.UsageError``.
    """
    if distribution(config) == "worksteal":
        raise pytest.UsageError(
            "--lcbench-gate-early: --dist=worksteal gives each worker its part at once, whatever the order; use --dist=load"
        )
    if not is_worker(config) and any("popen" not in parts or "chdir" in parts for parts in _workers_asked_for(config)):
        raise pytest.UsageError(
            "--lcbench-gate-early: workers with stores of their own cannot stop each other; leave out --tx, or the early stop"
        )


def stay_in_one_process(config: pytest.Config) -> None:
    """Switch distribution off, whatever was asked for. Must be called before xdist reads its options."""
    for name, value in (("numprocesses", None), ("dist", "no"), ("tx", []), ("distload", False)):
        if hasattr(config.option, name):
            setattr(config.option, name, value)


def replace_no_socket(config: pytest.Config) -> None:
    """Let a worker behind a socket that has died not be replaced, unless the user says how often.

    Its server ran the tests itself and is gone with it; xdist would break off the whole session when it cannot be reached. Must be
    called before xdist reads its options.
    """
    sockets = any("socket" in parts for parts in _workers_asked_for(config))
    if sockets and getattr(config.option, "maxworkerrestart", "") is None:
        config.option.maxworkerrestart = "0"


def worker_place(config: pytest.Config) -> tuple[int, int]:
    """Return this worker's index and the number of workers; (0, 1) where the run is not distributed."""
    if not is_worker(config):
        return 0, 1
    workerinput: dict[str, Any] = config.workerinput  # type: ignore[attr-defined]  # as above
    digits = "".join(char for char in str(workerinput.get("workerid", "gw0")) if char.isdigit())
    workers = int(workerinput.get("lcbench_workers") or workerinput.get("workercount") or 1)
    return int(digits or 0) % max(workers, 1), workers


def place_of_store(reports: Path) -> str:
    """Return what tells one store from another: the machine, its container if it is in one, and the folder.

    Two processes for which it differs may still share a file over a network; then rows are told once more than needed, no harm done.
    """
    return "|".join((platform.node(), _line(Path("/proc/sys/kernel/random/boot_id")), _namespace(), str(reports.resolve())))


def keeps_own_store(config: pytest.Config, reports: Path) -> bool:
    """Whether this process is a worker whose answers and rows go into another store than the controller's."""
    if not is_worker(config):
        return False
    workerinput: dict[str, Any] = config.workerinput  # type: ignore[attr-defined]  # as above
    return str(workerinput.get("lcbench_store", "")) != place_of_store(reports)


def unfinished_sessions(config: pytest.Config) -> list[str] | None:
    """Return what a worker's controller told of sessions that asked anew and did not come to their end.

    ``None`` where all processes share one store, which says so itself.
    """
    workerinput: dict[str, Any] = getattr(config, "workerinput", {})
    told = workerinput.get("lcbench_unfinished")
    return None if told is None else [str(session) for session in told]


def has_remote_workers(config: pytest.Config) -> bool:
    """Whether workers were asked for that start in another folder than the controller, on this machine or another."""
    if not is_controller(config):
        return False
    return any("popen" not in parts or "chdir" in parts for parts in _workers_asked_for(config))


def _workers_asked_for(config: pytest.Config) -> list[set[str]]:
    """Return the names of the parts of each ``--tx``, as ``socket`` and ``chdir`` of ``2*socket=host:8888//chdir=/work``."""
    specs = [str(spec) for spec in getattr(config.option, "tx", None) or ()]
    return [{part.partition("=")[0] for part in (spec.partition("*")[2] or spec).split("//")} for spec in specs]


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _namespace() -> str:
    try:
        return str(Path("/proc/self/ns/mnt").readlink())
    except OSError:
        return ""


def worker_queue(config: pytest.Config) -> list[int] | None:
    """Return the indices of the items this worker has been given and not started; ``None`` where the run is not distributed.

    xdist offers no public view of a worker's queue beyond the next item. Its interactor is looked at with care: if a later version
    keeps it elsewhere, look-ahead shrinks to the next item and everything still works.
    """
    if not is_worker(config):
        return None
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ != "WorkerInteractor":
            continue
        upcoming = getattr(plugin, "nextitem_index", None)
        first = [upcoming] if isinstance(upcoming, int) else []
        try:
            with plugin.torun.lock() as queued:
                return first + [index for index in queued if isinstance(index, int)]
        except (AttributeError, TypeError):
            return first
    return []


class XdistBridge:
    """Hooks of xdist's controller.

    Args:
        session_id: told to every worker, so that all write under one name.
        config: the controller's, or the worker's.
        reports: where the controller keeps its store.
        unfinished: sessions that asked anew, as this one is to do, and did not come to their end.

    """

    def __init__(
        self, session_id: str, config: pytest.Config, reports: Callable[[], Path], unfinished: Callable[[], list[str]]
    ) -> None:
        self._session_id = session_id
        self._config = config
        self._reports = reports
        self._unfinished = unfinished
        self.collected = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker what only the controller knows."""
        node.workerinput["lcbench_session"] = self._session_id
        node.workerinput["lcbench_store"] = place_of_store(self._reports())
        # A store gets a part of the items also where the controller's own is among several.
        node.workerinput["lcbench_unfinished"] = self._unfinished() if has_remote_workers(self._config) else None
        node.workerinput["lcbench_dist"] = distribution(self._config)
        node.workerinput["lcbench_workers"] = len(getattr(self._config.option, "tx", None) or [1])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Remember how many items there are, for the live line."""
        self.collected = len(ids)
