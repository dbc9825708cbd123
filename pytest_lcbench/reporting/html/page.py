"""``report.html`` itself: its head with the policy, its header, and everything else in order."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources
from xml.etree.ElementTree import Element

from pytest_lcbench.reporting import layout
from pytest_lcbench.reporting.html.blocks import PARTS, add_facts, add_section, add_table
from pytest_lcbench.reporting.html.case_frame import add_cases
from pytest_lcbench.reporting.html.cases import CaseList
from pytest_lcbench.reporting.html.elements import add, html_text, label, script_json
from pytest_lcbench.reporting.html.tables import add_spending, add_tables, add_troubles
from pytest_lcbench.reporting.verdicts import ANCHOR, Verdict
from pytest_lcbench.statistics.summary import Summary

_SPENDING = frozenset({"cost", "judge cost", "tokens", "from store", "latency"})
"""Facts of the outcome that stand under *Cost and latency*."""
_VERDICTS = {"pass": "good", "regression": "bad", "cannot tell": "warn", "infrastructure": "bad"}


def page(summary: Summary, cases: CaseList, *, folder: str, digest: str, verdicts: Sequence[Verdict] = ()) -> str:
    """Return the text of the page.

    Args:
        summary: every figure of the page.
        cases: the list.
        folder: where the files of details are, relative to the page.
        digest: that those files name.
        verdicts: sections before the tables.

    """
    style, script = _asset("report.css"), _asset("report.js")
    root = Element("html", {"lang": "en"})
    head = add(root, "head")
    add(head, "meta", charset="utf-8")
    # Our script alone may run, and load: 'strict-dynamic' trusts the scripts it adds to the page, and none that stand in markup.
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script)} 'strict-dynamic'",
            f"style-src {_hash(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    add(head, "meta", http_equiv="Content-Security-Policy", content=policy)
    add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add(head, "meta", name="color-scheme", content="light dark")
    add(head, "meta", name="referrer", content="no-referrer")
    add(head, "title", f"{label(summary.run.model, 80)}: long-context benchmark")
    add(head, "style", style)
    body = add(root, "body")
    _header(body, summary, verdicts)
    main = add(body, "main")
    for number, verdict in enumerate(verdicts):
        _verdict(add_section(main, verdict.title, f"{ANCHOR}{number}"), verdict)
    outcome = layout.outcome_facts(summary)
    add_facts(add_section(main, "Outcome", "outcome"), [fact for fact in outcome if fact.name not in _SPENDING])
    for number, section in enumerate(summary.sections):
        add_tables(add_section(main, layout.section_title(section, summary), f"section-{number}"), section, cases.labels["set"])
    add_spending(main, summary, [fact for fact in outcome if fact.name in _SPENDING])
    add_troubles(main, summary)
    add_cases(main, cases)
    data = {"digest": digest, "folder": folder, "labels": cases.labels, "columns": cases.columns, "first": cases.first}
    add(body, "script", script_json(data), type="application/json", id="case-data")
    add(body, "script", script)
    return html_text(root)


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _header(body: Element, summary: Summary, verdicts: Sequence[Verdict]) -> None:
    header = add(body, "header")
    add(header, "p", "Long-context benchmark", class_="muted")
    add(header, "h1", label(summary.run.model))
    told = [(f"{ANCHOR}{number}", verdict.title) for number, verdict in enumerate(verdicts)]
    titles = [(f"section-{number}", layout.section_title(section, summary)) for number, section in enumerate(summary.sections)]
    links = add(add(header, "nav", aria_label="Sections of this report"), "ul")
    for name, title in (*told, ("outcome", "Outcome"), *titles, ("spending", "Cost and latency"), ("cases", "Cases")):
        add(add(links, "li"), "a", label(title, 60), href=f"#{name}")
    settings = add(header, "section", aria_label="Settings")
    add_facts(settings, layout.run_facts(summary))


def _verdict(section: Element, verdict: Verdict) -> None:
    if verdict.verdict:
        tone = next((tone for word, tone in _VERDICTS.items() if verdict.verdict.lower().startswith(word)), "plain")
        add(section, "p", label(verdict.verdict, PARTS), class_=f"verdict {tone}")
    for line in verdict.lines:
        add(section, "p", label(line, PARTS))
    if verdict.rows:
        add_table(section, verdict.title, verdict.headers, verdict.rows, class_="figures quiet")
