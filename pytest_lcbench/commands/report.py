"""``lcbench report``: the reports of a run, made again from what its folder keeps."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_lcbench.commands.printing import encoding, printing, say
from pytest_lcbench.errors import DataError, SettingsError
from pytest_lcbench.untrusted import one_line

if TYPE_CHECKING:
    from pytest_lcbench.reporting.saved_runs import SavedRun
    from pytest_lcbench.statistics.summary import Summary

FORMATS = ("terminal", "markdown", "pr", "step-summary", "json", "csv", "results-csv", "junit", "html")


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    report = commands.add_parser(
        "report",
        help="make the reports of a run again, or show it in one format",
        description="Make the reports of a run again from its rows and settings. Without --format all files of its folder are "
        "rewritten, report.html with the questions of the page that was there, and verdicts and comparisons are removed: they were "
        "about the rows as they stood; with it, that format is printed, html written.",
    )
    report.add_argument("run", metavar="RUN", help="run id, or the path of its folder or results.jsonl")
    report.add_argument("--format", choices=FORMATS, help="pr: short, for a comment; step-summary: the same for GitHub's step summary")
    report.add_argument("--out", type=Path, metavar="PATH", help="file to write the format to; folder, for html and without --format")
    report.add_argument("--simultaneous", action="store_true", help="widen the intervals so that all of them hold at once")
    report.add_argument("--reports", type=Path, default=Path("reports"), metavar="DIR", help="folder of the runs (default: reports)")
    report.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.files import WRITTEN, write_report  # noqa: PLC0415 - not needed by the other commands
    from pytest_lcbench.reporting.html import saved_questions, write_html  # noqa: PLC0415
    from pytest_lcbench.reporting.saved_runs import load_saved_run  # noqa: PLC0415
    from pytest_lcbench.reporting.verdicts import forget_verdicts, saved_verdicts  # noqa: PLC0415
    from pytest_lcbench.statistics.summary import summarise  # noqa: PLC0415

    if arguments.out is not None and "\0" in str(arguments.out):
        raise SettingsError(f"--out={one_line(str(arguments.out), 80)}: is no name for a file or folder")
    saved = load_saved_run(arguments.run, arguments.reports)
    _refuse_out(arguments, saved)
    summary = summarise(saved.rows, saved.info, simultaneous=arguments.simultaneous)
    folder: Path = arguments.out or saved.folder
    if arguments.format is None:
        # Whether the rows are still those that a verdict was given on is known to nobody.
        forget_verdicts(folder)
        write_report(folder, saved.rows, summary)
        say([_shown(folder / name) for name in WRITTEN])
        say([_shown(write_html(folder, saved.rows, summary, questions=saved_questions(saved.folder)))])
    elif arguments.format == "html":
        questions, verdicts = saved_questions(saved.folder), saved_verdicts(saved.folder)
        say([_shown(write_html(folder, saved.rows, summary, questions=questions, verdicts=verdicts))])
    elif arguments.out is not None:
        _write(arguments.out, _text(arguments.format, saved, summary, "utf-8"))
    else:
        _print(_text(arguments.format, saved, summary, encoding()), arguments.format)


def _refuse_out(arguments: argparse.Namespace, saved: SavedRun) -> None:
    """Refuse an ``--out`` that would destroy a store or another run. Raises ``DataError``."""
    from pytest_lcbench.reporting.overwriting import refuse_file, refuse_folder  # noqa: PLC0415 - as above

    if arguments.out is None:
        return
    if arguments.format in {None, "html"}:
        refuse_folder(arguments.out, saved.info, saved.folder, "--out")
    else:
        refuse_file(arguments.out, "--out")


def _text(form: str, saved: SavedRun, summary: Summary, terminal_encoding: str) -> str:
    from pytest_lcbench.reporting import pull_request as short  # noqa: PLC0415 - as above
    from pytest_lcbench.reporting.files import summary_json  # noqa: PLC0415
    from pytest_lcbench.reporting.junit import junit_xml  # noqa: PLC0415
    from pytest_lcbench.reporting.markdown import markdown  # noqa: PLC0415
    from pytest_lcbench.reporting.spreadsheets import results_csv, tables_csv  # noqa: PLC0415
    from pytest_lcbench.reporting.tables import TerminalReport  # noqa: PLC0415
    from pytest_lcbench.reporting.verdicts import saved_verdicts  # noqa: PLC0415

    match form:
        case "terminal":
            return "\n".join(TerminalReport(summary, encoding=terminal_encoding).lines()) + "\n"
        case "markdown":
            return markdown(summary)
        case "pr":
            return short.pull_request(summary, saved_verdicts(saved.folder))
        case "step-summary":
            return short.pull_request(summary, saved_verdicts(saved.folder), limit=short.STEP_SUMMARY_LIMIT)
        case "json":
            return summary_json(summary)
        case "csv":
            return tables_csv(summary)
        case "results-csv":
            return results_csv(saved.rows)
        case "junit":
            return junit_xml(saved.rows, summary)
    raise SettingsError(f"--format={form}: no such format")


def _write(path: Path, text: str) -> None:
    from pytest_lcbench.reporting.files import replace_file  # noqa: PLC0415 - as above

    try:
        # What is no ordinary file, such as /dev/stdout or a link, is written to and not replaced.
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            replace_file(path, text)
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or type(error).__name__}", path=path) from None


def _print(text: str, form: str) -> None:
    if form == "terminal":
        say(text.splitlines())
        return
    with printing():
        # A file's bytes, whatever the terminal's encoding: this is what goes into files and other programs.
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))


def _shown(path: Path) -> str:
    return one_line(str(path), 1_000)
