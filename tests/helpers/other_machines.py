"""Other machines, as far as pytest can tell: interpreters of their own behind loopback sockets, each in its own folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import execnet.script.socketserver

SERVER = Path(execnet.script.socketserver.__file__)
COPIED = ("conftest.py", "test_own.py", "script.json", "data")


class Machines:
    """Interpreters that wait for a controller.

    Args:
        folder: in which each gets a folder of its own.
        project: what is copied there, as a checkout would be.
        environment: of the interpreters.

    """

    def __init__(self, folder: Path, project: Path, environment: dict[str, str]) -> None:
        self._folder, self._project, self._environment = folder, project, environment
        self._servers: list[subprocess.Popen[str]] = []
        self.folders: list[Path] = []
        self.specs: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for server in self._servers:
            server.kill()
            server.communicate(timeout=10)

    def start(self, name: str) -> Path:
        """Start one that listens on a free port of the loopback address, and return its folder."""
        folder = self._folder / name
        folder.mkdir()
        for entry in COPIED:
            source = self._project / entry
            if source.is_dir():
                shutil.copytree(source, folder / entry)
            else:
                shutil.copy(source, folder / entry)
        (folder / "pytest.ini").write_text("[pytest]\n")
        server = subprocess.Popen(  # noqa: S603 - execnet's own script
            [sys.executable, "-u", str(SERVER), "127.0.0.1:0"],
            cwd=folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._servers.append(server)
        assert server.stdout is not None
        port = re.search(r"Accept loop \('127\.0\.0\.1', (\d+)\)", server.stdout.readline())
        assert port is not None
        self.folders.append(folder)
        self.specs.append(f"--tx=socket=127.0.0.1:{port[1]}//chdir={folder}")
        return folder

    def arguments(self, *more: str) -> Sequence[str]:
        """Return the options that distribute over all of them."""
        return ["--dist=load", *self.specs, *more]
