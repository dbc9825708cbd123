"""The ``lcbench`` command. Its subcommands are modules of ``commands/``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from pytest_lcbench import __version__
from pytest_lcbench.commands import build, cache, compare, fetch, gate, importing, init, merge, report
from pytest_lcbench.commands.printing import open_closed_streams, printing
from pytest_lcbench.errors import LcbenchError
from pytest_lcbench.untrusted import one_line

EXIT_OK = 0
EXIT_INTERRUPTED = 130
EXIT_USAGE = 4
"""The same code that pytest uses for usage errors, so that scripts need to know only one."""

_COMMANDS = (init, fetch, build, importing, merge, report, compare, gate, cache)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (default: this process's) and return the exit code. A user's mistake is one line on stderr."""
    open_closed_streams()
    try:
        try:
            arguments = build_parser().parse_args(argv)
            command: Callable[[argparse.Namespace], int | None] = arguments.command
            code = command(arguments)
        finally:
            # What is wrong with standard output shows here at the latest, and not when Python ends.
            with printing():
                sys.stdout.flush()
    except OSError as error:
        place = "" if error.filename is None else f"{one_line(str(error.filename), 300)}: "
        print(f"lcbench: {place}{error.strerror or type(error).__name__}", file=sys.stderr)  # noqa: T201 - as below
        return EXIT_USAGE
    except LcbenchError as error:
        print(f"lcbench: {error}", file=sys.stderr)  # noqa: T201 - a command line prints
        return EXIT_USAGE
    except KeyboardInterrupt as stop:
        # A command that keeps nothing of what it was doing says so itself.
        print(f"lcbench: {one_line(str(stop)) or 'interrupted; run the same command again to go on'}", file=sys.stderr)  # noqa: T201
        return EXIT_INTERRUPTED
    return EXIT_OK if code is None else code


class _Parser(argparse.ArgumentParser):
    """argparse's parser, with our exit code for a wrong command line. Its subparsers are of the same class."""

    def error(self, message: str) -> NoReturn:
        """Show the usage and what is wrong with the command line."""
        self.print_usage(sys.stderr)
        self.exit(EXIT_USAGE, f"{self.prog}: error: {one_line(message, 300)}\n")


def build_parser() -> argparse.ArgumentParser:
    """Return the whole command line with every subcommand."""
    parser = _Parser(prog="lcbench", description="Long-context benchmarks with pytest.")
    parser.add_argument("--version", action="version", version=f"pytest-lcbench {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in _COMMANDS:
        module.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
