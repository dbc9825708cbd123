"""The context of a case, and the plan that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fidelity(StrEnum):
    """Whose behaviour is reproduced (DESIGN 4)."""

    PAPER = "paper"
    OFFICIAL_CODE = "official-code"


class Overlength(StrEnum):
    """What is done with documents that do not fit the window. The question is never cut."""

    DOCUMENTS = "documents"
    """Whole documents in order until one does not fit; that one is cut at its end, the rest are left out."""
    MIDDLE = "middle"
    """The joined documents keep their first and last part."""
    SKIP = "skip"
    """The case is not run."""
    ERROR = "error"
    """The case becomes an ``infra_error``."""


class Order(StrEnum):
    """The order in which documents are shown."""

    SUITE = "suite"
    """Shuffled where the source says so, by case id and seed; else as given."""
    GIVEN = "given"
    SHUFFLED = "shuffled"


@dataclass(frozen=True, slots=True)
class ContextPlan:
    """Everything besides the case and its documents that decides a context.

    Args:
        window: the model's window in its tokens; ``None`` when unknown, and then nothing is cut.
        reserve: tokens kept free for the visible answer and for reasoning.
        encoding: tiktoken encoding used for counting.
        overlength: policy.
        order: document order.
        seed: ``--lcbench-seed``; every shuffle is seeded by it and the case id.
        fidelity: paper or official code.
        official_window: tokens the official script of the suite allows, used under ``official-code`` only.

    """

    window: int | None
    reserve: int
    encoding: str
    overlength: Overlength
    order: Order = Order.SUITE
    seed: int = 0
    fidelity: Fidelity = Fidelity.PAPER
    official_window: int | None = None


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What became of one document.

    Args:
        hash: content hash, see :class:`~pytest_lcbench.documents.document.Document`.
        name: as the source names it.
        tokens: its length with header, in tokens of the plan's encoding; ``None`` if it was not counted.
        kept: tokens of it that the model saw.

    """

    hash: str
    name: str
    tokens: int | None
    kept: int | None


@dataclass(frozen=True, slots=True)
class Context:
    """What is sent for one case.

    Args:
        prompt: the whole user message.
        prompt_hash: SHA-256 (hex) of it.
        prompt_tokens: its length by our count; ``None`` when nothing needed counting.
        ledger: one entry per document, in the source's order.
        shown: indices of the documents in the order in which they are shown.
        cut: whether anything was left out.
        evidence_kept: whether what bears on the answer is shown: of each such document all its passages, or all of it where the
            source names no passages; ``None`` when the source does not say which documents do.
        bare: the prompt with the documents left out: what a judge sees of it.
        notes: flags of its documents and of the assembly, for the result row.

    """

    prompt: str
    prompt_hash: str
    prompt_tokens: int | None
    ledger: tuple[LedgerEntry, ...]
    shown: tuple[int, ...]
    cut: bool
    evidence_kept: bool | None
    bare: str
    notes: tuple[str, ...] = ()
