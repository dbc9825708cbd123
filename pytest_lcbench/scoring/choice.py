"""Reading a letter A to D out of a response (LongBench v2).

Two readers. The *official* one is the released extraction and decides the points, so that they compare with published ones.
The *tolerant* one knows the other shapes in which models state a choice; its points stand beside the official ones and say how
much of a low accuracy is only a matter of format.
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pytest_lcbench.scoring.score import Score
from pytest_lcbench.suites.case import Case

LETTERS = "ABCD"
FULL_POINTS = 100.0

_OFFICIAL = re.compile(r"The correct answer is \(([A-D])\)"), re.compile(r"The correct answer is ([A-D])")

# What may stand around a letter that is the whole of a line.
_MARKS = " \t\"'“”‘’()[]{}<>.,:;!。、，：；！「」『』【】《》"
_LONE_LETTER = re.compile(r"(?:option|choice|选项|选)?\s*([A-Da-d])", re.IGNORECASE)

# A phrase after which a choice is stated. It ends where the letter, or the option's text, begins.
_LEAD_IN = re.compile(
    r"""
    (?: \b(?: answer (?:\s(?:choice|option|letter))? | (?:correct|right|best)\s(?:choice|option|statement) )
        (?: \s+(?:to\s(?:this|the)\squestion|here) )?
        (?: \s*:\s*
          | \s+[–—-]\s+
          | \s+(?:is|would\sbe|must\sbe|should\sbe|has\sto\sbe)\b\s*(?:therefore|thus|likely|clearly|indeed)?\s*:?\s*
        )
      | \b(?:I|we)(?:\s(?:would|will)|['’](?:d|ll))?\s(?:choose|pick|select|go\swith)\s+
      | (?:正确|最佳|最终)?(?:答案|选项)\s*(?:应该?|就|便)?(?:是|为|选|:)\s*:?\s*
      | (?:应该?|故|所以|因此|我|正确的?)选(?:择)?\s*:?\s*
      | (?<![一-鿿])选(?:择)?\s*:?\s*(?=[(\[]?[A-D](?![A-Za-z0-9]))
      | \b(?:choice|option)\s*:\s*
      | 答\s*:\s*
    )
    (?:["'“‘(]*(?:option|choice|letter|the\soption|选项)\s*(?=["'“‘(\[]?[A-D]\b))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DENIED = re.compile(
    r"answer\s+(?:is|can)\s?not\s+(?:be\s+)?[(\[]?([A-D])\b|(?:答案|选项)(?:并)?不(?:是|为)\s*[(\[]?([A-D])(?![A-Za-z])",
    re.IGNORECASE,
)
_BOXED = re.compile(
    r"\\boxed\s*\{\s*(?:\\(?:text|textbf|mathrm|mathbf)\s*\{)?\s*[(\[]?([A-D])[)\]]?\s*[.}:]"
    r"|<answer>\s*[(\[]?([A-D])[)\]]?\s*</answer>",
)
_NAMED_RIGHT = re.compile(
    r"""
    # "Vitamin C is right" names no option: a bare letter needs the word before it, or the begin of a clause.
    (?: \(([A-D])\)
      | (?: \b(?:[Oo]ption|[Cc]hoice|[Aa]nswer|[Ss]tatement)\s+
          | 选项\s*
          | ^
          | [.,;:!。，；：]\s*
          | \b(?:[Ss]o|[Tt]hus|[Tt]herefore|[Hh]ence|[Oo]nly|that)\s+
          | [以此故]
        )
        ([A-D])
    )
    \s*
    (?: \bis\s+(?:the\s+)?(?:correct|right|best)
        (?:\s+(?:answer|option|choice|one|match|fit|statement))?
        \s*(?=$|[.,;:!)]|because\b|as\b|since\b)
      | (?:项|选项)?(?:是|为)?正确(?!吗)
    )
    """,
    re.VERBOSE | re.MULTILINE,
)

_BRACKETED = re.compile(r"[(\[]\s*([A-Da-d])\s*[)\]]")
_PLAIN = re.compile(r"([A-Da-d])(?![A-Za-z0-9+#'’&]|-[A-Za-z])")
# A second letter right after the first: "A or B", "A, C", "B/D", "A和B". Then no single choice is stated.
_SECOND = re.compile(
    r"\s*(?:[/&]\s*|,?\s*\b(?:or|and)\s+(?:option\s+)?|[,、]\s*|(?:或者?|还是|[和与及])选?\s*)[(\[]?([A-D])[)\]]?\s*(?=$|[.,;:!?\n。，；、]|are\b|both\b|or\b|and\b|[或和与及都项吗呢])",
    re.IGNORECASE,
)
# What may follow a bare "A" without making it an English article.
_AFTER_A = re.compile(
    r"\s*(?:$|[\n.,:;)\]!?。，、；：\"'”’–—-])|\s+(?:because|since|as|for|and|which|based|given|according|from|in\sthe\schoices)\b"
)
_BOLD = re.compile(r"\*\*\s*[(\[]?([A-D])[)\]]?[.:]?\s*(?:\*\*|(?<=[).:\]])\s+[^*\n]{1,400}\*\*)")
_BRACKETED_UPPER = re.compile(r"(?<![A-Za-z0-9])\(([A-D])\)")
_LINE = re.compile(r"^[ \t>#-]{0,8}\(?([A-D])[).:、][ \t]*(\S.*)$", re.MULTILINE)
_LETTER_LINE = re.compile(r"^[ \t>#-]{0,8}\(?([A-D])[).:]?[ \t]*$", re.MULTILINE)
_NEGATION = re.compile(
    r"(?:\bnot|n't|\brather than|\binstead of|\bexcept|不是|而非|并非|排除)\s*(?:the\s)?[\"'“‘(「]?\s*$", re.IGNORECASE
)

_SHORTEST_QUOTE = 4
_SHORTEST_WIDE_QUOTE = 2
_LAST_ASCII = 0x7F
_AGREEING_PREFIX = 12
# An option this long is quoted on purpose; a shorter one only where the response is short itself.
_TELLING_QUOTE = 24
_SHORT_RESPONSE = 120
_STATEMENTS_READ = 500


class _Reading(NamedTuple):
    """A letter stated at a place of the text; ``None`` where two are stated at once."""

    place: int
    letter: str | None


def official_choice(text: str) -> str | None:
    """Return what LongBench v2's released ``extract_answer`` reads in *text*.

    Every ``*`` is removed; then the first ``The correct answer is (X)`` anywhere counts, else the first such phrase with a bare
    letter. Upper case matters and no word boundary is asked for: ``The correct answer is Delhi`` is a D, as published results
    have it.
    """
    plain = text.replace("*", "")
    for pattern in _OFFICIAL:
        found = pattern.search(plain)
        if found:
            return found.group(1)
    return None


def tolerant_choice(text: str, choices: Sequence[str] = ()) -> str | None:
    r"""Return the letter that *text* states in any common shape, or ``None`` where it states none or more than one.

    In this order, the first step that finds something decides:

    1. the whole response, or its last line, is a letter: ``B``, ``(b)``, ``**B**``, ``Option B.``;
    2. the last explicit statement: ``Answer: B``, ``the answer is (B)``, ``\boxed{B}``, ``I choose B``, ``option B is correct``,
       ``答案是B``, ``选B``, or such a phrase followed by an option's text. ``the answer is A or B`` states no single choice;
    3. marked letters, ``(B)`` or ``**B**``: if they are all the same one;
    4. lines that are nothing but a letter, then lines such as ``B. text`` whose text agrees with that option: if they are all the
       same one;
    5. an option's whole text quoted, if only one option is (an option inside another quoted one does not count). A short option is
       looked for in a short response only: a long one may mention ``player_1`` without choosing it.

    A letter inside a word is never read, nor the article in ``the answer is A company``. Full-width forms count as plain ones.

    Args:
        text: the response.
        choices: the four option texts in order; without them step 5 and the second half of step 4 find nothing.

    """
    shown = unicodedata.normalize("NFKC", text)
    options = [_normal(choice) for choice in choices][: len(LETTERS)]
    plain = re.sub(r"\*\*|__|[*`$]", "", shown)

    lone = _lone_letter(plain)
    if lone:
        return lone
    stated = sorted(_statements(plain, options))
    if stated:
        last = stated[-1]
        return None if _denied_after(plain, last) else last.letter
    marked = {found.group(1) for pattern in (_BOLD, _BRACKETED_UPPER) for found in pattern.finditer(shown)}
    if marked:
        return marked.pop() if len(marked) == 1 else None
    alone = set(_LETTER_LINE.findall(plain))
    if alone:
        return alone.pop() if len(alone) == 1 else None
    listed = {found.group(1) for found in _LINE.finditer(plain) if _agrees(found.group(2), options, found.group(1))}
    if listed:
        return listed.pop() if len(listed) == 1 else None
    quoted = _quoted(plain, options)
    return quoted.pop() if len(quoted) == 1 else None


def score_choice(case: Case, text: str) -> Score:
    """Score a response to a multiple-choice *case* by the official extraction: 100 points or 0.

    The flag ``unparsed`` says that the official extraction reads nothing (``compensated`` accuracy gives such an answer 25);
    ``tolerant_B`` says that the tolerant reader finds another letter than the official one.
    """
    gold = _gold(case)
    letter = official_choice(text)
    tolerant = tolerant_choice(text, case.choices)
    flags = []
    if letter is None:
        flags.append("unparsed")
    if tolerant is not None and tolerant != letter:
        flags.append(f"tolerant_{tolerant}")
    right = letter == gold
    read = "no choice by the official extraction" if letter is None else f"chose {letter} by the official extraction"
    also = "" if tolerant in {None, letter} else f"; the tolerant one reads {tolerant}"
    return Score(
        points=FULL_POINTS if right else 0.0,
        scorer="choice",
        answer=letter,
        evidence=f"{read}; gold {gold}{also}",
        flags=tuple(flags),
    )


def tolerant_points(case: Case, text: str) -> float:
    """Return the points (100 or 0) of a response under the tolerant extraction."""
    return FULL_POINTS if tolerant_choice(text, case.choices) == _gold(case) else 0.0


def _gold(case: Case) -> str:
    return str(case.gold).strip().upper()


def _lone_letter(plain: str) -> str | None:
    lines = [line for line in plain.splitlines() if line.strip(_MARKS)]
    for line in (plain.strip(), lines[-1] if lines else ""):
        found = _LONE_LETTER.fullmatch(line.strip(_MARKS))
        if found:
            return found.group(1).upper()
    return None


def _statements(plain: str, options: Sequence[str]) -> Iterator[_Reading]:
    # The last statement decides; a hostile answer of a hundred thousand of them shall not cost a hundred thousand readings.
    for found in deque(_LEAD_IN.finditer(plain), maxlen=_STATEMENTS_READ):
        reading = _read_at(plain, found.end(), options)
        if reading:
            yield reading
    for pattern in (_BOXED, _NAMED_RIGHT):
        for found in pattern.finditer(plain):
            yield _Reading(found.start(), found.group(found.lastindex or 1))


def _read_at(plain: str, place: int, options: Sequence[str]) -> _Reading | None:
    """Read the letter or the option's text that begins at *place*."""
    start = place
    while start < len(plain) and start < place + 4 and plain[start] in "\"'“‘「":
        start += 1
    option = _option_at(plain, start, options)
    if option:
        return _Reading(place, option)
    found = _BRACKETED.match(plain, start)
    bracketed = found is not None
    if found is None:
        found = _PLAIN.match(plain, start)
    if found is None:
        return None
    letter = found.group(1)
    # An article or a small letter needs something after it that shows that it is a label.
    if not bracketed and letter in "Aabcd" and not _AFTER_A.match(plain, found.end()) and not _option_at(plain, found.end(), options):
        after_a_han = letter == "A" and not plain[found.end() : found.end() + 1].isascii()
        if not after_a_han:
            return None
    second = _SECOND.match(plain, found.end())
    if second and second.group(1).upper() != letter.upper():
        return _Reading(place, None)
    return _Reading(place, letter.upper())


def _option_at(plain: str, place: int, options: Sequence[str]) -> str | None:
    """Return the letter of the longest option whose whole text begins at *place*."""
    longest = max(map(len, options), default=0)
    # White space runs shrink when normalized: look at somewhat more than the option is long.
    head = _normal(plain[place : place + 2 * longest + 16])
    fitting = [
        (len(option), letter)
        for letter, option in zip(LETTERS, options, strict=False)
        if (len(option) > 1 or option.isdigit()) and head.startswith(option) and not _joined(head, len(option))
    ]
    return max(fitting)[1] if fitting else None


def _denied_after(plain: str, last: _Reading) -> bool:
    return any((found.group(1) or found.group(2)).upper() == last.letter for found in _DENIED.finditer(plain, last.place))


def _agrees(rest: str, options: Sequence[str], letter: str) -> bool:
    """Whether *rest* begins as the option does (a cut answer may hold less than the whole)."""
    index = LETTERS.index(letter)
    if index >= len(options) or not options[index]:
        return False
    said = _normal(rest)
    wanted = options[index]
    return bool(said) and (said.startswith(wanted[:_AGREEING_PREFIX]) or wanted.startswith(said))


def _quoted(plain: str, options: Sequence[str]) -> set[str]:
    text = _normal(plain)
    spans: dict[str, list[tuple[int, int]]] = {}
    for letter, option in zip(LETTERS, options, strict=False):
        if len(option) < (_SHORTEST_QUOTE if option.isascii() else _SHORTEST_WIDE_QUOTE):
            continue
        if len(option) < _TELLING_QUOTE and len(text) > _SHORT_RESPONSE:
            continue
        spans[letter] = [
            (found.start(), found.end())
            for found in re.finditer(re.escape(option), text)
            if not _joined(text, found.start())
            and not _joined(text, found.end())
            and not _NEGATION.search(text, max(found.start() - 24, 0), found.start())
        ]
    every = [span for found in spans.values() for span in found]
    return {letter for letter, found in spans.items() if any(not _inside(span, every) for span in found)}


def _inside(span: tuple[int, int], every: Sequence[tuple[int, int]]) -> bool:
    return any(other != span and other[0] <= span[0] and span[1] <= other[1] for other in every)


def _joined(text: str, place: int) -> bool:
    """Whether *place* lies inside a word or a number."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if before.isdigit() and after in ".,":
        return text[place + 1 : place + 2].isdigit()
    return before.isalnum() and after.isalnum() and ord(before) <= _LAST_ASCII and ord(after) <= _LAST_ASCII


def _normal(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(" .。,;；\"'“”‘’")
