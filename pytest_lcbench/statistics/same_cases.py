"""Whether rows of several runs tell of the same: the documents that were read, who scored, and what was answered.

Settings are compared by :mod:`compatible`, before a run if need be. What stands here is known only once rows are there: the hash of a
question file does not cover the texts of documents, and a project's own scorer is no setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pytest_lcbench.running.row import DocumentRow, ResultRow
from pytest_lcbench.statistics.items import case_key, points_of
from pytest_lcbench.untrusted import one_line

_SHOWN = 80
_MOST = 3
_AS_SET = ""
"""Scored as the run's settings say of open answers: by its judge, or else by rules. Settings are compared by themselves."""

_Case = tuple[str, str]
"""Suite and case id."""


def other_documents(baseline: Iterable[ResultRow], candidate: Iterable[ResultRow]) -> str:
    """Return in how many paired cases the runs read other documents, with an example; empty when in none.

    Rows whose documents were not read (an imported run's, or of a case that failed before) say nothing.
    """
    ours, theirs = _texts(baseline), _texts(candidate)
    paired = sorted(ours.keys() & theirs.keys())
    other = [case for case in paired if ours[case].keys() != theirs[case].keys()]
    if not other:
        return ""
    case = other[0]
    return (
        f"other documents in {len(other):,} of the {len(paired):,} paired cases, e.g. case {_shown(case[1])}: "
        f"{_first_other(ours[case], theirs[case])}"
    )


def other_scorers(baseline: Iterable[ResultRow], candidate: Iterable[ResultRow], judges: tuple[str | None, str | None]) -> str:
    """Return by whom paired cases with points were scored otherwise, and how many; empty when none was.

    Points by *judges* (of the baseline, and of the candidate; ``None``: by rules) are as set, and differ only if the settings do.
    A failure of the model, which nobody scored, says nothing.
    """
    ours, theirs = _scorers(baseline, judges[0]), _scorers(candidate, judges[1])
    found = Counter(
        (_names(ours[case].values()), _names(theirs[case].values()))
        for case in ours.keys() & theirs.keys()
        if ours[case].keys() != theirs[case].keys()
    )
    told = [
        f"by {one} and by {other} in {count:,} case{'' if count == 1 else 's'}"
        for (one, other), count in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    more = "" if len(told) <= _MOST else f", and {len(told) - _MOST} more such pairs"
    return f"scored {', '.join(told[:_MOST])}{more} (baseline first)" if told else ""


def same_answers(baseline: Iterable[ResultRow], candidate: Iterable[ResultRow]) -> int:
    """Return how many items both runs answered, if every answer is the same text in both; else 0."""
    ours, theirs = _answers(baseline), _answers(candidate)
    paired = ours.keys() & theirs.keys()
    return len(paired) if all(ours[item] == theirs[item] for item in paired) else 0


def documents_apart(parts: Sequence[Iterable[ResultRow]]) -> list[str]:
    """Return the names of documents that have another text in one part than in another, although one text each in every part.

    Parts of a run hold cases of their own, so that only documents which their cases share can tell. A name that stands for several
    texts within a part is the source's doing and tells nothing.
    """
    found: dict[tuple[str, str, str], list[set[str]]] = {}
    for rows in parts:
        here: dict[tuple[str, str, str], set[str]] = {}
        for row in rows:
            for document in _read(row):
                here.setdefault((row.suite, row.domain, document.name), set()).add(document.hash)
        for name, hashes in here.items():
            found.setdefault(name, []).append(hashes)
    return sorted(
        {name for (_, _, name), texts in found.items() if all(len(some) == 1 for some in texts) and len(set[str]().union(*texts)) > 1}
    )


def _read(row: ResultRow) -> tuple[DocumentRow, ...]:
    """Return the documents of *row* that were read: an imported run knows their names, and has no hash of a text."""
    return tuple(document for document in row.documents if document.hash and document.kept is not None)


def _texts(rows: Iterable[ResultRow]) -> dict[_Case, dict[tuple[str, ...], tuple[str, ...]]]:
    """Return of each case the lists of hashes that its rows have, in the source's order, each with the documents' names."""
    found: dict[_Case, dict[tuple[str, ...], tuple[str, ...]]] = {}
    for row in rows:
        documents = _read(row)
        if documents and len(documents) == len(row.documents):
            hashes = tuple(document.hash for document in documents)
            found.setdefault((row.suite, row.case_id), {})[hashes] = tuple(document.name for document in documents)
    return found


def _first_other(ours: dict[tuple[str, ...], tuple[str, ...]], theirs: dict[tuple[str, ...], tuple[str, ...]]) -> str:
    """Return the name of a document that one side read and the other did not; their order, where that alone differs."""
    known = {text for texts in ours for text in texts}
    new = [name for texts, names in theirs.items() for text, name in zip(texts, names, strict=True) if text not in known]
    if not new:
        known = {text for texts in theirs for text in texts}
        new = [name for texts, names in ours.items() for text, name in zip(texts, names, strict=True) if text not in known]
    return _shown(new[0]) if new else "their number or order"


def _scorers(rows: Iterable[ResultRow], judge: str | None) -> dict[_Case, dict[str, str]]:
    """Return who scored each case, as a role and as its name."""
    found: dict[_Case, dict[str, str]] = {}
    as_set = "rules" if judge is None else judge
    for row in rows:
        if row.scorer is not None and points_of(row) is not None:
            role = _AS_SET if row.scorer == as_set else row.scorer
            found.setdefault((row.suite, row.case_id), {})[role] = row.scorer
    return found


def _answers(rows: Iterable[ResultRow]) -> dict[tuple[object, ...], str]:
    return {(*case_key(row), row.epoch): row.response_text for row in rows if row.response_text}


def _names(scorers: Iterable[str]) -> str:
    return " or ".join(sorted(_shown(name) for name in scorers))


def _shown(text: str) -> str:
    return one_line(text, _SHOWN)
