"""What the checker reads from one judgment, and where it stands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from pytest_lcbench.suites.synthetic.checking.legal.vocabulary import Family

Span = tuple[int, int]
"""Where something is stated: start and end in the text of the judgment."""


class UnreadableError(Exception):
    """A judgment or a question says something that the checker cannot read; the message says what."""


@dataclass(frozen=True, slots=True)
class Judgment:
    """The facts of one judgment as its text states them. What the text does not state is ``None`` (or empty).

    Args:
        family: branch of the law.
        court: full name of the court.
        names: the lines that name the parties.
        presiding: the judge who presided.
        date: of the judgment.
        kind: name of the kind of matter, on the court's own view.
        appeal: whether it decides an appeal.
        heads: what was allowed of each sum claimed or charged, in the order of the claim.
        share: per cent of the sum of the heads that the party sued bears.
        paid: what comes off because it was paid before.
        granted: whether an application or objection succeeded.
        ordered: the sum that the order states.
        months: the term of imprisonment.
        spans: where each of these stands, by field name.
        contradictions: figures of the text that do not agree, one line each.

    """

    family: Family
    court: str
    names: str
    presiding: str | None
    date: dt.date | None
    kind: str | None
    appeal: bool
    heads: tuple[int, ...] = ()
    share: int | None = None
    paid: int | None = None
    granted: bool | None = None
    ordered: int | None = None
    months: int | None = None
    spans: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    contradictions: tuple[str, ...] = ()

    @property
    def reckoned(self) -> int | None:
        """The sum that follows from heads, share and payments; ``None`` where no heads are stated or it is no whole number."""
        if not self.heads:
            return None
        whole, rest = divmod(sum(self.heads) * (100 if self.share is None else self.share), 100)
        return None if rest else whole - (self.paid or 0 if whole else 0)

    @property
    def total(self) -> int | None:
        """The sum finally to be paid: as ordered, else as it must be reckoned."""
        return self.reckoned if self.ordered is None else self.ordered
