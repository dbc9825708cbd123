"""Taking a prompt apart again: the documents by their headers, and what is asked.

The reader gets the user message and nothing else, so it goes by what a person sees: title lines, blank lines, words of address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

MAX_PASSAGES = 400
"""Documents that are told apart; whatever follows belongs to the last of them. Loong's largest case has far fewer."""
_TAIL = 60_000  # characters before the end in which the question is looked for
_HEAD = 4_000  # characters of a document in which its name is looked for
_MOST_PARAGRAPHS = 12
_LONG_TAIL = 2_000
_SHORTEST_TASK = 200  # characters; a shorter lead only introduces the documents

_BRACKETS = re.compile(r"^《([^》\n]{1,300})》[ \t\r]*$", re.MULTILINE)
_NUMBERED_TITLE = re.compile(r"(.*?)[0-9]+")
_HEADING = re.compile(r"^#[ \t]+(\S[^\n]{0,400})$", re.MULTILINE)
_NUMBERED = re.compile(
    r"^[\[【<#* ]{0,4}(?:Document|Passage|文档|文件)[ \t]{0,2}[0-9]{1,4}\b[^\n]{0,300}$", re.MULTILINE | re.IGNORECASE
)
_CLOSING_TAG = re.compile(r"^</[\w-]{1,40}>[ \t\r]*$", re.MULTILINE)
_RULE = re.compile(r"^-{8}[ \t\r]*$", re.MULTILINE)  # the fence of our own multiple-choice prompt
_BLANK = re.compile(r"\n[ \t\r]*\n")
_ADDRESS = re.compile(
    r"\b(?:please|questions?|answers?|following|above|provided|instructions?|requirements?|json|format|choices?|options?|need to)\b"
    r"|^\(?[A-D][).]|[?？]\s*$|请|问题|回答|上述|以上|答案|选项|作答|仅根据",
    re.IGNORECASE | re.MULTILINE,
)
_NAME_FIELD = re.compile(
    r"(?:证券简称|股票简称|公司简称|公司名称|Company(?: name)?)[ \t]*[:：|][ \t]*"
    r"([^\n|，；;。:：]{1,80}?)[ \t\r]*(?=[ \t]{2}|公告|债券|股票|证券|[\n|，；;。]|$)"
)
_REGISTRANT = "exact name of registrant"


@dataclass(frozen=True, slots=True)
class Passage:
    """One document of the prompt.

    Args:
        header: its title as shown, brackets included.
        title: without brackets or heading marks.
        name: the company that a report says it is about; empty when it does not say.
        text: its body.

    """

    header: str
    title: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A prompt taken apart.

    Args:
        passages: the documents, in order.
        lead: what stands before them.
        tail: what stands after them: instruction and question.

    """

    passages: tuple[Passage, ...]
    lead: str
    tail: str


def take_apart(prompt: str) -> Layout:
    """Tell documents, instruction and question apart. Always succeeds: at worst everything is question."""
    starts = _starts(prompt)
    begin = starts[-1][0] if starts else 0
    lead = prompt[: starts[0][0]].strip() if starts else ""
    cut = len(prompt) if _asked_before(lead, prompt) else _tail_start(prompt, begin)
    tail = prompt[cut:].strip()
    if not starts:
        body = prompt[:cut].strip()
        return Layout((Passage("", "", _name(body), body),) if body else (), "", tail)
    ends = [start for start, *_ in starts[1:]] + [cut]
    passages = []
    for (_, body_start, header, title), end in zip(starts, ends, strict=True):
        text = prompt[body_start:end].strip()
        passages.append(Passage(header, title, _name(text), text))
    return Layout(tuple(passages), lead, tail)


def paragraphs_of(text: str) -> list[str]:
    """Return the blocks between blank lines that hold anything."""
    return [part.strip() for part in _BLANK.split(text) if part.strip()]


def _starts(prompt: str) -> list[tuple[int, int, str, str]]:
    """Return (start of header, start of body, header, title) of each document, by the first kind of header that occurs."""
    brackets = [(m.start(), m.end(), m.group().strip(), m.group(1)) for m in _BRACKETS.finditer(prompt)]
    if brackets:
        first = _NUMBERED_TITLE.fullmatch(brackets[0][3])
        if first is not None:
            # Numbered titles: a line that only names a statute in brackets belongs to the document around it.
            same = re.compile(re.escape(first.group(1)) + "[0-9]+")
            brackets = [header for header in brackets if same.fullmatch(header[3])]
        return brackets[:MAX_PASSAGES]
    headings = [(m.start(), m.end(), m.group(1).strip(), m.group(1).strip()) for m in _HEADING.finditer(prompt)]
    echoed = []
    for start, end, header, title in headings:
        above = prompt[max(0, start - 420) : start].rstrip().rpartition("\n")[2].strip()
        if above == title:
            # Papers carry their title as header above a body that begins with it as a heading.
            echoed.append((prompt.rindex(above, 0, start), end, header, title))
    numbered = [(m.start(), m.end(), m.group().strip(), m.group().strip("[]【】<>#*: \t")) for m in _NUMBERED.finditer(prompt)]
    return (echoed or numbered or headings)[:MAX_PASSAGES]


def _tail_start(prompt: str, begin: int) -> int:
    """Return where the question part starts; *begin* is the start of the last document's header, or 0."""
    end = len(prompt.rstrip())
    low = max(begin, end - _TAIL)
    header_end = prompt.find("\n", begin, end) if begin else -1
    low = max(low, header_end, 0)
    region = prompt[low:end]
    closing = [match.end() for match in _CLOSING_TAG.finditer(region)]
    if closing and region[closing[-1] :].strip():
        return low + closing[-1]
    rules = [match.end() for match in _RULE.finditer(region) if region[match.end() :].strip()]
    wide = max(region.rfind("\n\n\n"), rules[-1] if rules else -1)
    if wide >= 0 and _is_address(region[wide:]):
        return low + wide
    return low + _addressed(region)


def _asked_before(lead: str, prompt: str) -> bool:
    """Tell whether the task stands before the documents and nothing is asked after them."""
    return (
        len(lead) >= _SHORTEST_TASK
        and bool(_ADDRESS.search(lead[:_HEAD]))
        and not _ADDRESS.search(paragraphs_of(prompt.rstrip()[-_LONG_TAIL:])[-1])
    )


def _is_address(tail: str) -> bool:
    """Tell whether *tail* is the question part: it is short, or begins by addressing the reader.

    A wide gap may also stand inside the last document.
    """
    return len(tail) <= _LONG_TAIL or any(_ADDRESS.search(part) for part in paragraphs_of(tail[:_LONG_TAIL])[:2])


def _addressed(region: str) -> int:
    """Return the start of the last paragraph and of those right before it that address the reader."""
    gaps = [(0, 0), *((match.start(), match.end()) for match in _BLANK.finditer(region))]
    start = gaps[-1][1]
    for (_, earlier), (paragraph_end, _) in list(pairwise(gaps))[: -_MOST_PARAGRAPHS - 1 : -1]:
        if not _ADDRESS.search(region, earlier, paragraph_end):
            break
        start = earlier
    return start


def _name(text: str) -> str:
    head = text[:_HEAD]
    field = _NAME_FIELD.search(head)
    if field is not None:
        return field.group(1).strip()
    at = head.lower().find(_REGISTRANT)
    if at > 0:
        lines = [line for line in head[:at].split("\n") if any(char.isalpha() for char in line)]
        return lines[-1].strip(" \t\r|*#()_")[:100] if lines else ""
    return ""


def labels_of(passages: Sequence[Passage], *, companies: bool) -> list[str]:
    """Return what each document is called in an answer: its company when companies are asked for, else its header as shown."""
    if not companies:
        return [passage.header or passage.name for passage in passages]
    return [passage.name or passage.title for passage in passages]
