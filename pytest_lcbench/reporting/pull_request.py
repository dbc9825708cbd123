"""A run for a pull request's comment or GitHub's step summary: the verdict first, then what matters, then the tables folded away.

Both places cut what is too long without a word, so this one is cut by us: at the end of a table, saying so.
"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_lcbench.reporting import figures, layout
from pytest_lcbench.reporting.markdown import bullets, facts_block, figures_table, section_tables, table_block
from pytest_lcbench.reporting.verdicts import Verdict
from pytest_lcbench.statistics.summary import Section, Summary
from pytest_lcbench.untrusted import markdown_cell

COMMENT_LIMIT = 65_536
"""Bytes that certainly fit a comment: GitHub takes as many characters."""
STEP_SUMMARY_LIMIT = 1_048_576
"""Bytes that GitHub takes of a step's summary."""

_FACTS = frozenset({"run", "model", "judge"})
_OUTCOMES = frozenset({"coverage", "cost", "judge cost"})
_FOLD = "<details>\n<summary>Tables</summary>"
_UNFOLD = "</details>"
_CUT = "Cut here, as longer texts are not shown in this place; all of it is in the run's tables.md."


def pull_request(summary: Summary, verdicts: Sequence[Verdict] = (), *, limit: int = COMMENT_LIMIT) -> str:
    """Return the text, at most *limit* bytes of UTF-8, ending in a line break.

    Args:
        summary: every figure.
        verdicts: shown first; without any, whether the run reached its coverage is.
        limit: at least 5,000.

    Raises ``ValueError`` for a smaller *limit*.

    """
    if limit < 5_000:  # noqa: PLR2004 - what the longest heading and the last line may need
        raise ValueError(f"a limit under 5,000 bytes has no room for a verdict: {limit}")
    shown = [f"## lcbench: {_headline(summary, verdicts)}", *(block for verdict in verdicts for block in _verdict(verdict))]
    facts = [fact for fact in layout.run_facts(summary) if fact.name in _FACTS]
    facts += [fact for fact in layout.outcome_facts(summary) if fact.name in _OUTCOMES]
    shown += [facts_block(facts), *_overall(summary)]
    if summary.tally.errors:
        rows = [(markdown_cell(error.error_class), figures.count(error.count)) for error in summary.tally.errors]
        shown += ["### Errors", table_block(("class", "count"), rows)]
    if summary.notes:
        shown.append(bullets([markdown_cell(note, 1000) for note in summary.notes]))
    folded = [block for section in summary.sections for block in _section(section, summary)]
    return _within(shown, folded, limit)


def _headline(summary: Summary, verdicts: Sequence[Verdict]) -> str:
    told = [markdown_cell(verdict.verdict, 60) for verdict in verdicts if verdict.verdict]
    if told:
        return ", ".join(told[:10])
    minimum = figures.coverage(summary.run.minimum_coverage)
    reached = "reached" if summary.coverage_reached else "NOT reached"
    whole = "NOT WHOLE, " if summary.run.incomplete else ""
    return f"{whole}coverage {figures.coverage(summary.overall.coverage)}, minimum {minimum} {reached}"


def _verdict(verdict: Verdict) -> list[str]:
    title = markdown_cell(verdict.title)
    blocks = [f"### {title}: {markdown_cell(verdict.verdict, 60)}" if verdict.verdict else f"### {title}"]
    if verdict.lines:
        blocks.append(bullets([markdown_cell(line, 1000) for line in verdict.lines]))
    if verdict.rows:
        rows = [tuple(markdown_cell(cell) for cell in row) for row in verdict.rows]
        blocks.append(table_block(tuple(map(markdown_cell, verdict.headers)), rows))
    return blocks


def _overall(summary: Summary) -> list[str]:
    """Return one line per section, in a table for open answers and one for choices, and why they may not be compared."""
    blocks = []
    for kind in ("open", "choice"):
        sections = [section for section in summary.sections if section.kind == kind]
        if sections:
            rows = [
                (markdown_cell(layout.section_title(one, summary)), *layout.figures_of(one.overall, choice=kind == "choice"))
                for one in sections
            ]
            blocks.append(figures_table(("", *layout.headers(sections[0])), rows))
    several = len(summary.sections) > 1
    notes = [
        markdown_cell(f"{layout.section_title(section, summary)}: {note}" if several else note, 1000)
        for section in summary.sections
        for note in (*section.not_comparable, *section.notes)
    ]
    return [*blocks, bullets(notes)] if notes else blocks


def _section(section: Section, summary: Summary) -> list[str]:
    return [f"### {markdown_cell(layout.section_title(section, summary))}", *section_tables(section)]


def _within(shown: Sequence[str], folded: Sequence[str], limit: int) -> str:
    """Put the blocks together, whole ones only, as long as they fit; the rest is told to be missing."""
    room = limit - sum(len(part.encode()) + 2 for part in (_FOLD, _UNFOLD, _CUT))
    kept: list[str] = []
    cut = False
    for number, block in enumerate((*shown, *folded)):
        room -= len(block.encode()) + 2
        if room < 0:
            cut = True
            break
        if number == len(shown):
            kept.append(_FOLD)
        kept.append(block)
    if _FOLD in kept:
        kept.append(_UNFOLD)
    return "\n\n".join([*kept, _CUT] if cut else kept) + "\n"
