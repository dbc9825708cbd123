"""Kind ``groups``: labelled sets (report integration, citation & reference, case classification)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from pytest_lcbench.scoring.rules.golds import about_names, as_structure, known_names
from pytest_lcbench.scoring.rules.levels import level_of
from pytest_lcbench.scoring.rules.mentions import Mention, find_mentions, listed_extras, looks_like_a_name, masked
from pytest_lcbench.scoring.rules.names import Directory, is_judgment, name_key, near, spell_judgments
from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, Outcome, f1_points, nothing, some
from pytest_lcbench.scoring.rules.structures import after_table, find_structures, merged, table_rows, texts, unwrap
from pytest_lcbench.scoring.rules.text import Sentences, clean, declines, doubts
from pytest_lcbench.scoring.rules.withdrawals import reconsidered, withdrawn
from pytest_lcbench.suites.case import Case

_NOBODY: Final = re.compile(
    r"\W*(?:none|null|nil|n/?a|no (?:companies|company|papers?|references?|citations?"
    r"|judge?ments?|documents?|members?|one)[\w\s]*|empty|not applicable|无|没有"
    r"|暂无|空|无公司|没有公司|无符合[^,;]*|-+)?\W*",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")


def gold_groups(gold: Any) -> dict[str, list[str]] | None:
    """Return ``{label: [member, …]}``; ``None`` when *gold* is no mapping. Empty members, which Loong has too, are left out."""
    gold = as_structure(gold)
    if not isinstance(gold, dict):
        return None
    return {
        str(label): [
            str(m)
            for m in (members if isinstance(members, list | tuple | set) else [members])
            if m is not None and not _NOBODY.fullmatch(clean(str(m)))
        ]
        for label, members in gold.items()
    }


_TELLING: Final = 3  # characters from which a part of a label says which it is
_LONG_LABEL: Final = 8
_LONGEST_LABEL: Final = 120
_PIECES: Final = 3  # commas that a label's aside may hold
_PIECE: Final = re.compile(r"[:\n;。!?]|[.,、](?!\d)")
_ASIDE: Final = re.compile(r"[(\[]([^()\[\]]{2,80})[)\]]")


class Labels:
    """The labels of a gold, found in what a response calls them."""

    def __init__(self, groups: Mapping[str, Sequence[str]]) -> None:
        self.labels = list(groups)
        self.empty = {label for label, members in groups.items() if not members}
        self.keys = [name_key(label) for label in self.labels]
        self.bare = [name_key(_BRACKETS.sub("", clean(label))) for label in self.labels]

        self._found: dict[str, str | None] = {}
        exact = "|".join(r"\s?".join(re.escape(part) for part in clean(label).split()) for label in self.labels if label.strip())
        # A label after a mere space must be the label itself, quotes and an aside in brackets allowed.
        self._after_space = re.compile(
            r"(?<=[^\s;:,.。、])[ \t|/]+(?=[\"'*]{0,3}(?:" + exact + r")[\"'*]{0,3}(?:\([^()\n]{0,80}\))?[\"'*]{0,3}[ \t]*:)",
            re.IGNORECASE,
        )

    def on_lines(self, text: str) -> str:
        """Return *text* with a line break before every ``label:`` inside a line, whatever the label is called there."""
        breaks: list[int] = []
        stops: list[int] = [0]  # where the last few pieces of this line begin
        for mark in _PIECE.finditer(text):
            if mark[0] == ":":
                for start in reversed(stops[1:][-_PIECES:]):
                    written = text[start : mark.start()].strip(" \t\"'*-•")
                    if 0 < len(written) <= _LONGEST_LABEL and self._memoized(written) is not None:
                        breaks.append(start)
                        break
                stops = [stops[0], mark.end()]
            elif mark[0] == "\n":
                stops = [mark.end()]
            else:
                stops = [*stops[-_PIECES:], mark.end()]
        pieces: list[str] = []
        at = 0
        for position in breaks:
            pieces.extend((text[at:position], "\n"))
            at = position
        pieces.append(text[at:])
        text = "".join(pieces)
        return self._after_space.sub("\n", text) if self.labels else text

    def _memoized(self, written: str) -> str | None:
        if written not in self._found:
            self._found[written] = self.find(written)
        return self._found[written]

    def find(self, written: str, others: Iterable[str] = ()) -> str | None:
        """Return the label that *written* means; *others*, written beside it, keep what is theirs exactly."""
        key = name_key(written)
        bare = name_key(_BRACKETS.sub("", clean(written)))
        if not key:
            return None
        for keys in (self.keys, self.bare):
            for wanted in (key, bare):
                if wanted and keys.count(wanted) == 1:
                    return self.labels[keys.index(wanted)]
        for aside in _ASIDE.findall(clean(written)):  # "Medium profit (中利润)"
            if (inner := name_key(aside)) and self.keys.count(inner) == 1:
                return self.labels[self.keys.index(inner)]
        if _NOBODY.fullmatch(written) or len(bare) < 2:  # noqa: PLR2004 - "无" is no short form of 无负债
            return None
        taken = {self.keys.index(name_key(other)) for other in others if name_key(other) in self.keys}
        close = [
            i
            for i, (full, short) in enumerate(zip(self.keys, self.bare, strict=True))
            if i not in taken
            and bare
            and (full.startswith(bare) or (short and bare.startswith(short)) or (short and key.startswith(short)) or _alike(full, bare))
        ]
        if len(close) > 1:
            longest = max(len(self.bare[i]) for i in close)
            close = [i for i in close if len(self.bare[i]) == longest] if bare.startswith(self.bare[close[0]]) else []
        if not close:
            close = [
                i
                for i, short in enumerate(self.bare)
                if i not in taken and min(len(bare), len(short)) >= _TELLING and (bare.endswith(short) or short.endswith(bare))
            ]
        if not close and len(bare) < 60:  # noqa: PLR2004 - a heading, not a sentence
            close = [i for i, label in enumerate(self.labels) if i not in taken and _within(label, written)]
        if not close and (level := level_of(written)) is not None:
            # The label in the other language, told by its level: 高负债 for "high liabilities".
            other_script = [label for label in self.labels if clean(label).isascii() != clean(written).isascii()]
            levels = [level_of(label) for label in other_script]
            if levels.count(level) == 1:
                return other_script[levels.index(level)]
        return self.labels[close[0]] if len(close) == 1 else None


_SAME: Final = (
    {"reference", "references", "refernce", "cited", "cites", "参考文献", "引用", "参考"},
    {"citation", "citations", "citedby", "citedin", "被引", "被引用", "引证"},
)


_HEADING_WORDS: Final = frozenset(
    [
        "group",
        "category",
        "class",
        "label",
        "type",
        "list",
        "the",
        "of",
        "for",
        "in",
        "a",
        "given",
        "paper",
        "papers",
        "company",
        "companies",
        "with",
        "section",
    ]
)


def _within(label: str, written: str) -> bool:
    """Whether the words of *label* stand in *written* (``Group: high assets``, ``List of references``)."""
    wanted = _BRACKETS.sub("", clean(label)).lower().split()
    words = re.findall(r"[^\W_]+", written.lower())
    if not wanted:
        return False
    if not " ".join(wanted).isascii():
        return len(wanted[0]) > 2 and wanted[0] in written.lower()  # noqa: PLR2004 - two characters say too little
    rest = len([word for word in words if word not in _HEADING_WORDS])
    return rest <= len(wanted) and any(
        all(word in {w, w + "s"} for word, w in zip(words[i : i + len(wanted)], wanted, strict=True))
        for i in range(len(words) - len(wanted) + 1)
    )


def _alike(left: str, right: str) -> bool:
    if any(left in words and right in words for words in _SAME):
        return True
    return near(left, right) or (
        len(left) >= _LONG_LABEL
        and abs(len(left) - len(right)) <= 1
        and left[:4] == right[:4]
        and left[-3:] == right[-3:]
        and left.isascii()
    )


def score_groups(case: Case, gold: Any, text: str) -> Outcome:
    """Compare the grouping in *text* with *gold*: F1 over (label, member) pairs; full points only for the very same sets."""
    groups = gold_groups(gold)
    if groups is None:
        return nothing("the gold answer is no mapping")
    text = clean(text)
    every = [member for members in groups.values() for member in members]
    legal = bool(every) and all(is_judgment(spell_judgments(clean(member))) for member in every)
    if legal:
        text = spell_judgments(text)
    documents = [] if legal else known_names(case)
    directory = Directory([*every, *documents], len(every))
    labels = Labels(groups)
    read = (
        _from_structures(text, labels, directory)
        or _from_table(text, labels, directory)
        or _from_corrected_lines(text, labels, directory, legal=legal)
    )
    if read is None:
        return nothing("declines to answer" if declines(text) else "no groups of the gold's labels found")
    given, after = read
    wanted: set[tuple[str, int | str]] = set()
    position = 0
    for label, members in groups.items():
        for _ in members:
            wanted.add((label, directory.of_input[position]))
            position += 1
    right = given & wanted
    wrong = given - wanted
    if not wanted:
        return Outcome(
            FULL if not given else 0.0,
            "all groups empty" if not given else _show(given, directory),
            "all groups empty, as the gold says" if not given else "members where the gold has none",
        )
    points = f1_points(len(right), len(wanted), len(given))
    if points == FULL and doubts(masked(text, find_mentions(text, directory))):
        points = DOUBTED
    evidence = f"{len(right)} of {len(wanted)} members right"
    if wrong:
        evidence += f"; wrong: {_show(wrong, directory)}"
    if missing := wanted - given:
        evidence += f"; missing: {_show(missing, directory)}"
    return reconsidered(Outcome(points, _show(given, directory, 50), evidence), after, about_names(directory))


def _show(pairs: set[tuple[str, int | str]], directory: Directory, limit: int = 3) -> str:
    return some(sorted(f"{label}: {directory.names[m].strip() if isinstance(m, int) else m}" for label, m in pairs), limit)


_CITES_GIVEN: Final = re.compile(
    r"\b(?:cites?|references?|mentions?|builds? (?:up)?on|draws? (?:up)?on|rel(?:y|ies) on)"
    r"\s(?:it\b|this paper|the (?:given|target|above) paper|this)\b",
    re.IGNORECASE,
)
_CITED_BY: Final = re.compile(r"\b(?:is|are|was|has been|being)?\s*(?:cited|mentioned|referenced) (?:by|in)\b", re.IGNORECASE)
_CITES: Final = re.compile(r"\b(?:cites|references|mentions|refers to|builds (?:up)?on|draws (?:up)?on|relies on)\b", re.IGNORECASE)
Grouping = set[tuple[str, int | str]]
Read = tuple[Grouping, str]  # and what the response goes on to say behind it


def _member(written: str, directory: Directory) -> int | str | None:
    """Return the index of a known member, the text of an unknown one, ``None`` for "none"."""
    if _NOBODY.fullmatch(written):
        return None
    found = directory.find(written)
    return found if found is not None else (name_key(written) and written.strip())


def _members(value: Any, directory: Directory) -> list[int | str]:
    found: list[int | str] = []
    for item in texts(value):
        whole = _member(item, directory)
        if isinstance(whole, int):
            found.append(whole)
            continue
        if whole is None or not whole:
            continue
        mentions = [m for m in find_mentions(item, directory) if not m.denied]
        if mentions:
            found.extend(m.index for m in mentions)
            found.extend(listed_extras(item, mentions))
        else:
            found.extend(part.strip() for part in re.split(r"[、;\n]", item) if not _NOBODY.fullmatch(part))
    return found


def _from_structures(text: str, labels: Labels, directory: Directory) -> Read | None:
    found = merged(find_structures(text), text)
    for complete in (True, False):
        for item in reversed(found):
            if item.complete is complete and (grouping := _read_mapping(unwrap(item.value), labels, directory)) is not None:
                return grouping, text[item.end :]
    return None


def _read_mapping(value: Any, labels: Labels, directory: Directory) -> Grouping | None:
    if isinstance(value, list):
        value = _rows_as_mapping(value, labels)
    if not isinstance(value, dict) or not value:
        return None
    names = list(value)
    grouping: Grouping = set()
    known = 0
    if sum(isinstance(part, str) and labels.find(part) is not None for part in value.values()) * 2 > len(value):
        return _turned(value, labels, directory)
    unknown: Grouping = set()
    for name, members in value.items():
        label = labels.find(name, names)
        pairs = _members(members, directory)
        if label is None:
            unknown |= {(name, member) for member in pairs}
        else:
            known += 1
            grouping |= {(label, member) for member in pairs}
    return grouping | unknown if known else None


def _turned(value: dict[str, Any], labels: Labels, directory: Directory) -> Grouping:
    """Read ``{member: label}``."""
    grouping: Grouping = set()
    for name, label_text in value.items():
        label = labels.find(label_text) if isinstance(label_text, str) else None
        member = _member(name, directory)
        if member is not None and member != "":
            grouping.add((label or str(label_text), member))
    return grouping


def _rows_as_mapping(rows: list[Any], labels: Labels) -> dict[str, list[Any]] | None:
    """``[{"category": label, "companies": […]}, …]`` and ``[{label: […]}, {label: […]}]``."""
    mapping: dict[str, list[Any]] = {}
    for row in rows:
        if not isinstance(row, dict):
            return None
        named = next(((key, part) for key, part in row.items() if isinstance(part, str) and labels.find(part) is not None), None)
        if named is not None:
            mapping.setdefault(named[1], []).extend(part for key, part in row.items() if key != named[0])
        else:
            for key, part in row.items():
                mapping.setdefault(key, []).append(part)
    return mapping or None


def _from_table(text: str, labels: Labels, directory: Directory) -> Read | None:
    grouping: Grouping = set()
    seen = 0
    for cells in table_rows(text):
        hit = [(i, label) for i, cell in enumerate(cells) if (label := labels.find(cell)) is not None]
        if len(hit) != 1 or len(cells) < 2:  # noqa: PLR2004 - a label and a member
            continue
        at, label = hit[0]
        rest = [cell for i, cell in enumerate(cells) if i != at]
        members = [found for cell in rest for m in find_mentions(cell, directory) if not m.denied for found in [m.index]]
        named = rest[0] if at == 0 else cells[0]
        extras: list[int | str] = []
        if not members and looks_like_a_name(named):
            extras = [named]
        elif members:
            extras = list(listed_extras(named, find_mentions(named, directory)))
        seen += 1
        grouping |= {(label, member) for member in [*members, *extras]}
    return (grouping, after_table(text)) if seen else None


_HEADING: Final = re.compile(
    r"^[\s>*#\-+•\d.)(、\"'`]*(?P<label>[^:\n]{1,120}?)[\s*\"'`]*(?:\([^()\n]{0,160}\))?[\s*\"'`]*(?::|=|$)", re.DOTALL
)


def _from_corrected_lines(text: str, labels: Labels, directory: Directory, *, legal: bool) -> Read | None:
    """Read lines; a correction behind a grouping that has every label is no part of the last group."""
    sentences = Sentences(text)
    for start, end in pairwise([*sentences.starts, sentences.length]):
        if start and withdrawn(text[start:end]):
            before = _from_lines(text[:start], labels, directory, legal=legal)
            if before is not None and {label for label, _ in before} >= {label for label in labels.labels if label not in labels.empty}:
                return before, text[start:]
            break
    grouping = _from_lines(text, labels, directory, legal=legal)
    return None if grouping is None else (grouping, _after_last(text, directory))


def _after_last(text: str, directory: Directory) -> str:
    """Return what follows the last line that names a member."""
    mentions = find_mentions(text, directory)
    if not mentions:
        return ""
    end = text.find("\n", mentions[-1].end)
    return "" if end < 0 else text[end:]


def _from_lines(text: str, labels: Labels, directory: Directory, *, legal: bool) -> Grouping | None:
    """``label: a, b`` lines, headings with bullets under them, or sentences that name one label and its members."""
    grouping: Grouping = set()
    current: str | None = None
    seen: set[str] = set()
    section: dict[str, list[str]] = {}
    last_wins: dict[str, int] = {}
    text = re.sub(r"【([^】\n]{1,80})】:?", r"\n\1: ", text)
    for number, line in enumerate(labels.on_lines(text).split("\n")):
        label, rest = _heading(line, labels, directory)
        if label is not None:
            if label in seen and number - last_wins[label] > 1 and section.get(label) and len(seen) == len(labels.labels):
                section = {}  # the grouping starts over: the later one counts
                seen = set()
            current = label
            seen.add(label)
            last_wins[label] = number
            section.setdefault(label, [])
            if rest.strip():
                section[label].append(rest)
        elif current is not None and line.strip():
            bulleted = re.match(r"\s*(?:[-*+•]|\(?\d{1,3}[.)、])", line)
            if bulleted or find_mentions(line, directory):
                section[current].append(line)
            elif section[current]:
                current = None
    for label, lines in section.items():
        body = "\n".join(lines)
        if len(lines) == 1 and _NOBODY.fullmatch(lines[0]):
            continue
        mentions = find_mentions(body, directory)
        grouping |= {(label, m.index) for m in mentions if not m.denied}
        grouping |= {(label, extra) for extra in _extras(body, mentions, legal=legal)}
    if grouping:
        return grouping
    if legal and len(seen) > 1 and (grouping := _from_bare_numbers(section, directory)):
        return grouping
    # "member: label; member: label" looks like headings without members.
    return _from_sentences(text, labels, directory) or (grouping if len(seen) > 1 or (seen and len(labels.labels) == 1) else None)


_BARE_NUMBERS: Final = re.compile(r"\s*\d{1,4}(?:(?:\s*[,、;和及与]\s*|\s+)\d{1,4})*\s*[.。;]?\s*")


def _from_bare_numbers(section: Mapping[str, Sequence[str]], directory: Directory) -> Grouping:
    """Read ``label: 1, 4`` lines of judgments; one number under every label may be a count and is no answer."""
    given = {label: "\n".join(lines) for label, lines in section.items()}
    given = {label: body for label, body in given.items() if body.strip() and not _NOBODY.fullmatch(body)}
    if not all(_BARE_NUMBERS.fullmatch(body) for body in given.values()):
        return set()
    numbers = {label: re.findall(r"\d+", body) for label, body in given.items()}
    if all(len(found) == 1 for found in numbers.values()):
        return set()
    grouping: Grouping = set()
    for label, found in numbers.items():
        for number in found:
            title = f"《判决文书{int(number)}》"
            index = directory.find(title)
            grouping.add((label, title if index is None else index))
    return grouping


def _extras(body: str, mentions: list[Mention], *, legal: bool) -> list[str]:
    if legal:
        known = {m.start - 1 for m in mentions} | {m.start for m in mentions}
        return [m[0] for m in re.finditer(r"《判决文书\d+》", body) if m.start() not in known]
    if mentions:
        return listed_extras(body, mentions)
    return [
        token.strip()
        for token in re.split(r"[\n、,;]", re.sub(r"\([^()]*\)", "", body))
        if looks_like_a_name(re.sub(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s*", "", token))
    ]


def _heading(line: str, labels: Labels, directory: Directory) -> tuple[str | None, str]:
    match = _HEADING.match(line)
    if match is None or len(line) > 20_000:  # noqa: PLR2004 - no heading is on such a line
        return None, ""
    written = match["label"].strip(" *\"'`_")
    if not written or directory.find(written) is not None:
        return None, ""
    label = labels.find(written)
    if label is None and match.end("label") < len(line):
        whole = re.match(r"^[\s>*#\-+•\d.)(、\"'`]*(.{1,200}?)[\s*\"'`]*:", line)
        label = labels.find(whole[1]) if whole else None
        return label, line[whole.end() :] if whole and label else ""
    return label, line[match.end() :]


def _from_sentences(text: str, labels: Labels, directory: Directory) -> Grouping | None:
    grouping: Grouping = set()
    if {"Reference", "Citation"} <= set(labels.labels):
        text = _CITES_GIVEN.sub(" Citation ", text)
        text = _CITED_BY.sub(" Citation ", text)
        text = _CITES.sub(" Reference ", text)
    book = Directory(labels.labels)
    for index, label in enumerate(book.names):
        if label.isascii():
            book.add_alias(label[:-1] if label.endswith("s") else f"{label}s", index)  # "the only heavy spender"
    for sentence in re.split(r"[;；。\n]|\.(?=\s|$)(?<!Inc\.)(?<!Ltd\.)(?<!CO\.)(?<!Co\.)(?<!INC\.)", text):
        found = {m.index for m in find_mentions(sentence, book) if not m.denied}
        members = [m.index for m in find_mentions(sentence, directory) if not m.denied]
        if len(found) == 1 and members:
            named = labels.find(book.names[next(iter(found))])
            if named is not None:
                grouping |= {(named, member) for member in members}
        elif len(found) > 1 and members:
            for clause in _CONTRAST.split(sentence):
                grouping |= _alternating(clause, book, directory)
    return grouping or None


_CONTRAST: Final = re.compile(r",?\s*\b(?:while|whereas|but)\b|[,，]?而")


def _alternating(sentence: str, book: Directory, directory: Directory) -> Grouping:
    """``label A: x, y; label B: z`` without breaks: members belong to the label before them (after, when members come first)."""
    events: list[tuple[int, str | None, int]] = [
        (m.start, book.names[m.index], -1) for m in find_mentions(sentence, book) if not m.denied
    ]
    events += [(m.start, None, m.index) for m in find_mentions(sentence, directory) if not m.denied]
    events.sort(key=lambda event: event[0])
    if events and events[0][1] is None:
        events.reverse()
    grouping: Grouping = set()
    label = None
    for _, named, member in events:
        if named is not None:
            label = named
        elif label is not None:
            grouping.add((label, member))
    return grouping
