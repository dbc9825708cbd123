"""Putting a case's documents, instruction and question together under a window.

How lengths add up: each text is counted once by its hash, and a prompt's length is the sum of its parts plus the correction at
each joint, which :meth:`TokenCounter.joint` finds from the joint's surroundings alone. That is the prompt's real length except
where a text has no place within a thousand characters at which counts simply add, or where a part is shorter than a word;
``CHAT_OVERHEAD`` leaves room for that. Nothing ever encodes a whole prompt, apart from LongBench v2's official cut, which is
defined on it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pytest_lcbench.contexts.context import Context, ContextPlan, Fidelity, LedgerEntry, Order, Overlength
from pytest_lcbench.contexts.prompts import DOCS, PromptSet, fill, template_for
from pytest_lcbench.documents.counting import TokenCounter, part_key
from pytest_lcbench.documents.document import Document, content_hash
from pytest_lcbench.errors import DataError, OverlengthError
from pytest_lcbench.suites.case import AnswerKind, Case
from pytest_lcbench.untrusted import one_line

CHAT_OVERHEAD = 16
"""Tokens kept free under ``paper``: for what a chat format puts around a message (7 in OpenAI's), and for rounding at joints."""

SEPARATOR = "\n\n"
"""After each document of several, as Loong's released script writes it, whatever the text ends in."""

# Room left where a text is cut: its new end meets the separator, and a piece may grow by some tokens when read beside another.
_CUT_SLACK = 8


Ranges = tuple[tuple[int, int], ...]
"""Of characters, each (first, after the last), rising and apart."""


@dataclass(frozen=True, slots=True)
class _Block:
    """One document as it is shown.

    Args:
        index: its place in the source's order.
        header: shown before the text.
        text: the body as shown.
        key: stands for that body in the counter's memory.
        separator: shown after the text.
        tokens: header and text together.
        whole: header, text and separator together.

    """

    index: int
    header: str
    text: str
    key: str
    separator: str
    tokens: int
    whole: int


@dataclass(frozen=True, slots=True)
class _Part:
    """What of one block is shown: the texts in order, how many of its tokens they are, and which ranges of its body."""

    block: _Block
    texts: tuple[str, ...]
    kept: int
    ranges: Ranges
    whole: bool


class _Kept(NamedTuple):
    """What of one document the prompt holds: how many of its tokens, whether all of it, and which ranges of its body as shown."""

    tokens: int
    whole: bool
    ranges: Ranges


@dataclass(frozen=True, slots=True)
class _Frame:
    """The prompt without its documents."""

    before: str
    after: str
    tokens: int


def build_context(case: Case, documents: Sequence[Document], plan: ContextPlan, counter: TokenCounter, prompts: PromptSet) -> Context:
    """Make what the model is sent for *case*.

    Args:
        case: the question and how it is asked.
        documents: its documents, in the source's order.
        plan: window, policy, order and fidelity.
        counter: counts in ``plan.encoding``; what it learns is remembered by document hash.
        prompts: templates for cases that bring none.

    Raises:
        OverlengthError: the question and template alone exceed the window, or the documents do under ``skip`` or ``error``.
        DataError: the case's own template does not show the documents exactly once.
        SettingsError: the encoding's file is not on this machine.
        ValueError: a mistake of the caller: *counter* counts in another encoding than the plan's.

    """
    if counter.encoding != plan.encoding:
        raise ValueError(f"the plan counts in {plan.encoding}, the counter in {counter.encoding}")
    frame = _frame(case, documents, counter, prompts)
    blocks = [_block(case, index, document, counter) for index, document in enumerate(documents)]
    if plan.fidelity is Fidelity.OFFICIAL_CODE:
        if case.answer_kind is AnswerKind.CHOICE:
            return _official_choice(case, documents, blocks, frame, plan, counter)
        parts = _official_documents(case, blocks, frame, plan)
    else:
        parts = _fitted(case, _ordered(case, blocks, plan, ""), frame, plan, counter)
    docs = "".join(text for part in parts for text in part.texts)
    prompt = f"{frame.before}{docs}{frame.after}"
    context = _context(
        case,
        documents,
        blocks,
        prompt,
        frame,
        {part.block.index: _Kept(part.kept, part.whole, part.ranges) for part in parts},
        shown=tuple(part.block.index for part in parts),
        prompt_tokens=_length(parts, frame, counter),
    )
    if plan.fidelity is Fidelity.OFFICIAL_CODE and case.domain == "paper":
        # Loong's released judging code empties the placeholder for every domain but this one.
        return replace(context, bare=f"{frame.before}{DOCS}{frame.after}")
    return context


def shown_text(case: Case, document: Document) -> tuple[str, str]:
    """Return a document's body as shown, and what follows it.

    The one text of a multiple-choice case stands alone and stripped, as LongBench v2's released script shows it; any other document
    stands unchanged under its header and is followed by an empty line, as Loong's shows it.
    """
    if case.answer_kind is AnswerKind.CHOICE and len(case.documents) <= 1 and not document.header:
        return document.text.strip(), ""
    return document.text, SEPARATOR


def _frame(case: Case, documents: Sequence[Document], counter: TokenCounter, prompts: PromptSet) -> _Frame:
    template = template_for(case, prompts)
    if template.count(DOCS) != 1 and (documents or DOCS in template):
        raise DataError(
            f"the template shows the documents {template.count(DOCS)} times: it must hold {DOCS} exactly once",
            path=case.place or f"case {one_line(case.id, 80)}",
        )
    question, choices = case.question, list(case.choices)
    if case.answer_kind is AnswerKind.CHOICE:  # as LongBench v2's released script
        question, choices = question.strip(), [choice.strip() for choice in choices]
    if not case.template and case.instruction and "{instruction}" not in template:
        question = f"{case.instruction}\n\n{question}"  # nothing the source says is lost to a template that has no place for it
    values = {"instruction": case.instruction, "question": question}
    values.update(zip(("choice_a", "choice_b", "choice_c", "choice_d"), choices, strict=False))
    before, _, after = template.partition(DOCS)
    before, after = fill(before, values), fill(after, values)
    return _Frame(before, after, counter.count(before) + counter.count(after))


def _block(case: Case, index: int, document: Document, counter: TokenCounter) -> _Block:
    text, separator = shown_text(case, document)
    key = document.hash if len(text) == len(document.text) else f"{document.hash}:stripped"
    tokens = counter.count(document.header) + counter.count(text, key) + counter.joint(document.header, text)
    whole = (
        tokens + counter.count(separator) + (counter.joint(text, separator, key) if text else counter.joint(document.header, separator))
    )
    return _Block(index, document.header, text, key, separator, tokens, whole)


def _shuffles(case: Case, plan: ContextPlan) -> bool:
    return plan.order is Order.SHUFFLED or (plan.order is Order.SUITE and case.shuffle)


def _ordered(case: Case, blocks: list[_Block], plan: ContextPlan, salt: str) -> list[_Block]:
    """Return the blocks in the order in which they are shown: a function of seed, case id and *salt* alone, on every platform."""
    if not _shuffles(case, plan):
        return blocks
    seed = hashlib.sha256(f"{plan.seed}:{case.id}{salt}".encode("utf-8", "surrogatepass")).digest()
    shuffled = list(blocks)
    random.Random(int.from_bytes(seed)).shuffle(shuffled)  # noqa: S311 - an order that can be repeated, not a secret
    return shuffled


def _fitted(case: Case, blocks: list[_Block], frame: _Frame, plan: ContextPlan, counter: TokenCounter) -> list[_Part]:
    """Return what is shown under the rules of the papers: documents are cut, the question never, and the output has its room."""
    everything = [_whole(block) for block in blocks]
    if plan.window is None:
        return everything
    budget = plan.window - plan.reserve - CHAT_OVERHEAD - frame.tokens
    window = f"the window of {plan.window:,}"
    if budget < 0:
        raise OverlengthError(
            f"case {one_line(case.id, 80)}: question and template alone take {frame.tokens:,} tokens, and {window} leaves "
            f"{max(budget + frame.tokens, 0):,} beside {plan.reserve:,} of output: "
            "use a model with a larger window, or a smaller --lcbench-max-output"
        )
    if not blocks:
        return everything
    needed = _length(everything, frame, counter) - frame.tokens
    if needed <= budget:
        return everything
    if plan.overlength in {Overlength.SKIP, Overlength.ERROR}:
        raise OverlengthError(
            f"case {one_line(case.id, 80)}: its documents take {needed:,} tokens, and {window} leaves {budget:,} for them: "
            "use --lcbench-overlength=documents or middle to cut them, or a model with a larger window"
        )
    if plan.overlength is Overlength.MIDDLE:
        return _middle(blocks, budget, counter)
    return _leading(blocks, budget, counter)


def _leading(blocks: list[_Block], budget: int, counter: TokenCounter) -> list[_Part]:
    """Keep whole blocks until one does not fit, and of that one the beginning."""
    parts: list[_Part] = []
    left = budget
    for block in blocks:
        # A safe joint to the block before costs nothing; the slack covers one that is not.
        slack = 0 if not parts else max(0, counter.joint(parts[-1].block.separator, block.header or block.text))
        if block.whole + slack > left:
            head = _head(block, left - slack, counter)
            return [*parts, head] if head else parts
        parts.append(_whole(block))
        left -= block.whole + slack
    return parts


def _middle(blocks: list[_Block], budget: int, counter: TokenCounter) -> list[_Part]:
    """Keep the first and the last half of the budget of the joined blocks; no text marks the cut."""
    half = (budget - _CUT_SLACK) // 2
    # Both runs together are within the budget and the blocks are not, so at least one block lies between them.
    first, left_of_first = _run(blocks[:-1], half, counter)
    last, left_of_last = _run(blocks[:first:-1], half, counter)
    parts = [_whole(block) for block in blocks[:first]]
    middle = blocks[first : len(blocks) - last]
    head = _head(middle[0], left_of_first, counter)
    tail = _tail(middle[-1], left_of_last, counter)
    if head and tail and head.block is tail.block:
        block = head.block
        if len(head.texts[-2]) + len(tail.texts[0]) >= len(block.text):  # never the same words twice
            return [*parts, _whole(block), *(_whole(later) for later in blocks[len(blocks) - last :])]
        kept = head.kept + tail.kept + counter.joint(head.texts[-2], tail.texts[0])
        parts.append(_Part(block, head.texts[:-1] + tail.texts, min(kept, block.tokens), head.ranges + tail.ranges, whole=False))
    else:
        parts += [part for part in (head, tail) if part]
    return parts + [_whole(block) for block in blocks[len(blocks) - last :]]


def _run(blocks: list[_Block], budget: int, counter: TokenCounter) -> tuple[int, int]:
    """Return how many of *blocks* fit one after the other, and what is left of the budget then."""
    left = budget
    for number, block in enumerate(blocks):
        slack = max(0, counter.joint(block.separator, block.header or block.text))
        if block.whole + slack > left:
            return number, left
        left -= block.whole + slack
    return len(blocks), left


def _whole(block: _Block) -> _Part:
    return _Part(block, (block.header, block.text, block.separator), block.tokens, ((0, len(block.text)),), whole=True)


def _head(block: _Block, room: int, counter: TokenCounter) -> _Part | None:
    """Return the beginning of a block in *room* tokens; ``None`` if not one character of its text fits."""
    header = counter.count(block.header)
    tokens = room - header - counter.count(block.separator) - _CUT_SLACK
    offset = counter.head_offset(block.text, tokens, block.key)
    if offset <= 0:
        return None
    text = block.text[:offset]
    kept = counter.count(text, part_key(block.key, 0, offset)) + header + counter.joint(block.header, text)
    return _Part(block, (block.header, text, block.separator), min(kept, block.tokens), ((0, offset),), whole=False)


def _tail(block: _Block, room: int, counter: TokenCounter) -> _Part | None:
    """Return the end of a block in *room* tokens, without its header, which stood at the beginning."""
    tokens = room - counter.count(block.separator) - _CUT_SLACK
    offset = counter.tail_offset(block.text, tokens, block.key)
    if offset >= len(block.text):
        return None
    text = block.text[offset:]
    kept = counter.count(text, part_key(block.key, offset, len(block.text)))
    return _Part(block, (text, block.separator), min(kept, block.tokens), ((offset, len(block.text)),), whole=False)


def _length(parts: list[_Part], frame: _Frame, counter: TokenCounter) -> int:
    """Return the tokens of a prompt from those of its parts."""
    total = frame.tokens
    left = frame.before
    for part in parts:
        total += part.block.whole if part.whole else _cut_length(part, counter)
        first = next((text for text in part.texts if text), "")
        total += counter.joint(left, first)
        left = next((text for text in reversed(part.texts) if text), left)
    return total + counter.joint(left, frame.after)


def _cut_length(part: _Part, counter: TokenCounter) -> int:
    total = part.kept
    separator = part.block.separator
    total += counter.count(separator) + (counter.joint(part.texts[-2], separator) if separator else 0)
    return total


def _official_documents(case: Case, blocks: list[_Block], frame: _Frame, plan: ContextPlan) -> list[_Part]:
    """Return what Loong's released script shows.

    A document that does not fit is passed over and later ones are still tried; no output is reserved; financial documents are
    shuffled before they are fitted and again after, others after. Its shuffles are unseeded, ours are not.
    """
    tried = _ordered(case, blocks, plan, ":fit") if case.domain == "financial" else blocks
    used = frame.tokens
    fitting: list[_Block] = []
    for block in tried:
        if plan.official_window is None or used + block.whole <= plan.official_window:
            fitting.append(block)
            used += block.whole
    return [_whole(block) for block in _ordered(case, fitting, plan, "")]


def _official_choice(
    case: Case, documents: Sequence[Document], blocks: list[_Block], frame: _Frame, plan: ContextPlan, counter: TokenCounter
) -> Context:
    """Return what LongBench v2's released script sends: the whole prompt cut to its first and last half, question included."""
    ordered = _ordered(case, blocks, plan, "")
    pieces = [f"{block.header}{block.text}{block.separator}" for block in ordered]
    prompt = "".join((frame.before, *pieces, frame.after))
    key = content_hash(prompt)
    tokens = counter.count(prompt, key)
    window = plan.official_window
    if window is None or tokens <= window:
        kept = {block.index: _Kept(block.tokens, whole=True, ranges=()) for block in ordered}
        return _context(case, documents, blocks, prompt, frame, kept, tuple(kept), tokens)
    first = counter.head_offset(prompt, window // 2, key)
    last = max(first, counter.tail_offset(prompt, window // 2, key))
    kept = {}
    start = len(frame.before)
    for block, piece in zip(ordered, pieces, strict=True):
        stop = start + len(block.header) + len(block.text)
        if stop <= first or start >= last:
            kept[block.index] = _Kept(block.tokens, whole=True, ranges=())
        else:
            beginning, end = prompt[start : max(start, first)], prompt[min(stop, last) : stop]
            if beginning or end:
                survived = counter.count(beginning, f"{key}[{start}:{first}]") + counter.count(end, f"{key}[{last}:{stop}]")
                body = start + len(block.header)
                ranges = ((0, max(first - body, 0)), (max(last - body, 0), len(block.text)))
                kept[block.index] = _Kept(min(survived, block.tokens), whole=False, ranges=ranges)
        start += len(piece)
    cut = prompt[:first] + prompt[last:]
    return _context(case, documents, blocks, cut, frame, kept, tuple(kept), counter.count(cut, f"{key}[0:{first}+{last}]"))


def _context(
    case: Case,
    documents: Sequence[Document],
    blocks: list[_Block],
    prompt: str,
    frame: _Frame,
    kept: dict[int, _Kept],
    shown: tuple[int, ...],
    prompt_tokens: int,
) -> Context:
    whole = {index for index, part in kept.items() if part.whole}
    return Context(
        prompt=prompt,
        prompt_hash=content_hash(prompt),
        prompt_tokens=prompt_tokens,
        ledger=tuple(
            LedgerEntry(document.hash, document.name, block.tokens, kept[block.index].tokens if block.index in kept else 0)
            for document, block in zip(documents, blocks, strict=True)
        ),
        shown=shown,
        cut=len(whole) < len(blocks),
        evidence_kept=None
        if case.evidence is None
        else all(_survives(documents[at], blocks[at], kept.get(at)) for at in case.evidence),
        bare=f"{frame.before}{frame.after}",
        notes=tuple(dict.fromkeys(note for document in documents for note in document.notes)),
    )


def _survives(document: Document, block: _Block, kept: _Kept | None) -> bool:
    """Whether all passages of *document* are shown, each in one piece; where they are not known, whether all of it is."""
    if kept is None or kept.whole or not document.passages:
        return kept is not None and kept.whole
    # What is shown may be stripped; passages are places in the text as it was read.
    lead = 0 if len(block.text) == len(document.text) else len(document.text) - len(document.text.lstrip())
    return all(any(start <= first - lead and last - lead <= end for start, end in kept.ranges) for first, last in document.passages)
