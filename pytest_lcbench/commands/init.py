"""``lcbench init``: the files of a project of one's own."""

from __future__ import annotations

import argparse
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pytest_lcbench.commands.printing import say
from pytest_lcbench.errors import SettingsError
from pytest_lcbench.untrusted import one_line


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    init = commands.add_parser("init", help="write cases/ and conftest.py into a project; existing files are kept")
    init.add_argument("folder", nargs="?", default=".", type=Path, help="the project (default: here)")
    init.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> None:
    target: Path = arguments.folder
    template = resources.files("pytest_lcbench") / "project_template"
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in _copy(template, target):
            say([name])
    except OSError as error:
        raise SettingsError(f"{one_line(str(error.filename or target))}: cannot be written ({error.strerror})") from None
    except ValueError:  # a NUL
        raise SettingsError(f"{one_line(str(target))}: is no name for a folder") from None
    say(["done: run `pytest` here for the generated cases"])


def _copy(source: Traversable, target: Path, shown: str = "") -> list[str]:
    lines: list[str] = []
    for entry in sorted(source.iterdir(), key=lambda found: found.name):
        if entry.name == "__pycache__":
            continue
        place = target / entry.name
        name = f"{shown}{entry.name}"
        if entry.is_dir():
            place.mkdir(exist_ok=True)
            lines += _copy(entry, place, f"{name}/")
        elif place.exists() or place.is_symlink():  # a link that leads nowhere is somebody's too, and may lead out of the project
            lines.append(f"kept    {name}")
        else:
            place.write_bytes(entry.read_bytes())
            lines.append(f"written {name}")
    return lines
