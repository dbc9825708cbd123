"""``lcbench cache``: the store of paid answers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pytest_lcbench.commands.printing import encoding, say


def add(commands: Any) -> None:
    """Put the command on the command line *commands*, argparse's subparsers."""
    cache = commands.add_parser("cache", help="look into the store of paid answers, or make it smaller")
    actions = cache.add_subparsers(required=True, metavar="ACTION")
    info = actions.add_parser("info", help="what is stored: of which models, since when, what it cost")
    info.set_defaults(command=_cache_info)
    prune = actions.add_parser("prune", help="delete answers; shows what it would delete unless --yes is given")
    prune.add_argument("--model", metavar="NAME", help="of this model or judge only")
    prune.add_argument("--older-than", type=float, metavar="DAYS", help="stored longer ago than that only")
    prune.add_argument("--superseded", action="store_true", help="only those that a newer answer to the same call has replaced")
    prune.add_argument("--yes", action="store_true", help="delete")
    prune.set_defaults(command=_cache_prune)
    explain = actions.add_parser("explain", help="which answers are stored for a case, and why a run does or does not use them")
    explain.add_argument("case", metavar="CASE", help="case id, or the item's id in pytest")
    explain.add_argument("--run", required=True, metavar="ID", help="the run, as its folder under the reports is named")
    explain.set_defaults(command=_cache_explain)
    for action in (info, prune, explain):
        action.add_argument(
            "--reports", type=Path, default=Path("reports"), metavar="DIR", help="folder with the store (default: reports)"
        )


def _cache_info(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.cache_report import info_lines  # noqa: PLC0415 - what it needs is not needed by the other commands
    from pytest_lcbench.running.cache import cache_info, open_cache  # noqa: PLC0415

    with open_cache(arguments.reports) as store:
        say(info_lines(cache_info(store), encoding=encoding()))


def _cache_prune(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.cache_report import plan_lines, pruned_line  # noqa: PLC0415 - as above
    from pytest_lcbench.running.cache import open_cache, plan_prune, prune  # noqa: PLC0415

    with open_cache(arguments.reports) as store:
        plan = plan_prune(store, model=arguments.model, older_than_days=arguments.older_than, superseded=arguments.superseded)
        say(plan_lines(plan, encoding=encoding()))
        if not plan.answers:
            return
        if not arguments.yes:
            say(["nothing was deleted: add --yes to delete them"])
            return
        removed, freed = prune(store, plan)
    say([pruned_line(removed, freed)])


def _cache_explain(arguments: argparse.Namespace) -> None:
    from pytest_lcbench.reporting.cache_report import explain_lines  # noqa: PLC0415 - as above
    from pytest_lcbench.running.cache import explain, open_cache  # noqa: PLC0415

    with open_cache(arguments.reports) as store:
        say(explain_lines(explain(store, arguments.case, arguments.run), encoding=encoding()))
