"""Kind ``pairs``: a mapping of one key to one value (link the links, solitaire)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from pytest_lcbench.scoring.rules.golds import about_names, as_structure
from pytest_lcbench.scoring.rules.mentions import find_mentions
from pytest_lcbench.scoring.rules.names import Directory, name_key, spell_judgments
from pytest_lcbench.scoring.rules.numbers import chinese_number, equal, find_figures
from pytest_lcbench.scoring.rules.outcome import DOUBTED, FULL, Outcome, f1_points, nothing, some
from pytest_lcbench.scoring.rules.structures import after_table, find_structures, merged, table_rows, texts, unwrap
from pytest_lcbench.scoring.rules.text import clean, declines, doubts
from pytest_lcbench.scoring.rules.withdrawals import reconsidered
from pytest_lcbench.suites.case import Case

Pairs = list[tuple[str, str]]
_LEGAL: Final = re.compile(r"《判决文书\d+》|判决结果\d+")


def score_pairs(case: Case, gold: Any, text: str) -> Outcome:
    """Compare the pairs in *text* with *gold*: F1 over pairs; a key given two values asserts both."""
    gold = as_structure(gold)
    if not isinstance(gold, dict):
        return nothing("the gold answer is no mapping")
    wanted = {_key(str(k)): _key(str(v)) for k, v in gold.items()}
    text = clean(text)
    legal = any(_LEGAL.search(part) for pair in gold.items() for part in map(str, pair))
    if legal:
        text = spell_judgments(text)
    names = {_key(str(k)): str(k) for k in gold}
    keys = _in_order([str(k) for k in gold], clean(case.question))
    given, after = _read(text, keys, [str(v) for v in gold.values()], legal=legal)
    if not given:
        return nothing("declines to answer" if declines(text) else "no pairs found")
    distinct = list(dict.fromkeys((_key(k), _key(v)) for k, v in given))
    right = [pair for pair in distinct if _agrees(wanted.get(pair[0]), pair[1])]
    points = f1_points(len(right), len(wanted), len(distinct))
    if points == FULL and doubts(text):
        points = DOUBTED
    evidence = f"{len(right)} of {len(wanted)} pairs right"
    if wrong := [f"{names.get(k, k)} - {v}" for k, v in distinct if not _agrees(wanted.get(k), v)]:
        evidence += f"; wrong: {some(wrong)}"
    if missing := [names[k] for k in wanted if k not in {pair[0] for pair in distinct}]:
        evidence += f"; missing: {some(missing)}"
    outcome = Outcome(points, some((f"{names.get(k, k)}: {v}" for k, v in distinct), 60), evidence)
    return reconsidered(outcome, after, about_names(Directory([*names.values(), *map(str, gold.values())])))


def _in_order(keys: list[str], question: str) -> list[str]:
    """Return *keys* in the order in which the question lists them, where it lists them all; else as the gold has them."""
    places = {key: question.find(f"'{clean(key)}'") for key in keys}
    if min(places.values(), default=-1) < 0:
        places = {key: question.find(clean(key)) for key in keys}
    return sorted(keys, key=places.__getitem__) if min(places.values(), default=-1) >= 0 else keys


def _key(text: str) -> str:
    spelled = spell_judgments(clean(text))
    if match := re.fullmatch(r"\W*(《判决文书\d+》|判决结果\d+)\W*", spelled):
        return name_key(match[1])
    if len(named := set(_LEGAL.findall(spelled))) == 1 and re.match(r"\W*(?:判决结果\d+|《判决文书\d+》)\W", spelled):
        return name_key(named.pop())  # "判决结果5（驳回上诉）"
    return name_key(text) or clean(text).strip()


def _agrees(wanted: str | None, given: str) -> bool:
    if wanted is None:
        return False
    if wanted == given:
        return True
    if (number := re.fullmatch(r"判决(?:结果|文书)(\d+)", wanted)) and given.lstrip("0") == number[1]:
        return True
    left, right = find_figures(wanted), find_figures(given)
    return (
        len(left) == len(right) == 1
        and wanted.isascii()
        and re.fullmatch(r"[\d.,\s$%-]+", wanted) is not None
        and equal(left[0], right[0])
    )


def _read(text: str, keys: list[str], values: list[str], *, legal: bool) -> tuple[Pairs, str]:
    """Return the pairs put forward, and what the response goes on to say behind them."""
    key_set, value_set = {_key(k) for k in keys}, {_key(v) for v in values}
    found = merged(find_structures(text), text)
    for complete in (True, False):
        for item in reversed(found):
            if item.complete is complete and (pairs := _from_value(unwrap(item.value), keys, key_set, value_set)):
                return _by_position(pairs, keys, key_set), text[item.end :]
    text = _spelled_out(text, keys)
    return _from_prose(text, keys, values, legal=legal)


_PLACEHOLDER: Final = re.compile(
    r"(?P<stem>案由|第|\b(?:cause(?: of action)?|key|item|position|no\.?|number)\b|#)?\s?"
    r"(?P<number>\d{1,3}|[一二三四五六七八九十]{1,3})(?:\s?(?:个案由|个|项|号|位))?",
    re.IGNORECASE,
)
_STEMMED: Final = re.compile(
    r"(?:案由\s?(?P<after>\d{1,3}|[一二三四五六七八九十]{1,3})(?!\d)|第\s?(?P<before>\d{1,3}|[一二三四五六七八九十]{1,3})\s?个案由"
    r"|\bcause(?: of action)? (?P<english>\d{1,3})\b)",
    re.IGNORECASE,
)


def _position(number: str) -> int:
    return int(number) if number.isdecimal() else int(chinese_number(number))


def _by_position(pairs: Pairs, keys: list[str], key_set: set[str]) -> Pairs:
    """Read keys that are mere places of the form asked for (``案由1``, ``1``) as the keys in the question's order."""
    if any(_key(key) in key_set for key, _ in pairs):
        return pairs
    places = [_PLACEHOLDER.fullmatch(clean(key).strip()) for key, _ in pairs]
    if not all(places):
        return pairs
    numbers = [_position(place["number"]) for place in places if place]
    if not all(1 <= number <= len(keys) for number in numbers):
        return pairs
    return [(keys[number - 1], value) for number, (_, value) in zip(numbers, pairs, strict=True)]


def _spelled_out(text: str, keys: list[str]) -> str:
    """Put the keys for their places (``案由1``) where prose names no key itself."""
    if find_mentions(text, Directory(keys)):
        return text

    def spell(match: re.Match[str]) -> str:
        number = _position(match["after"] or match["before"] or match["english"])
        return keys[number - 1] if 1 <= number <= len(keys) else match[0]

    return _STEMMED.sub(spell, text)


def _from_value(value: Any, keys: list[str], key_set: set[str], value_set: set[str]) -> Pairs:
    if isinstance(value, dict):
        pairs = [(key, item) for key, part in value.items() for item in texts(part)]
        return _turned(pairs, key_set, value_set)
    if not isinstance(value, list) or not value:
        return []
    if all(isinstance(row, dict) for row in value):
        if all(len(row) == 1 for row in value):
            pairs = [(key, item) for row in value for key, part in row.items() for item in texts(part)]
        else:
            pairs = [(flat[0], flat[1]) for row in value if len(flat := texts(list(row.values()))) > 1]
        return _turned(pairs, key_set, value_set)
    if all(isinstance(row, list) and len(row) == 2 for row in value):  # noqa: PLR2004 - a pair
        return _turned([(str(row[0]), str(row[1])) for row in value], key_set, value_set)
    if all(isinstance(row, str) for row in value) and sum(_key(row) in value_set for row in value) * 2 > len(value):
        # The values alone, in the order in which the question gives the keys.
        return list(zip([*keys, *(f"#{i}" for i in range(len(keys), len(value)))], value, strict=False))
    return []


def _turned(pairs: Pairs, key_set: set[str], value_set: set[str]) -> Pairs:
    """Return *pairs* the gold's way round; nothing when they speak of other things."""
    straight = sum((_key(k) in key_set) + (_key(v) in value_set) for k, v in pairs)
    turned = sum((_key(v) in key_set) + (_key(k) in value_set) for k, v in pairs)
    if not straight and not turned:
        return []
    return [(v, k) for k, v in pairs] if turned > straight else pairs


def _from_prose(text: str, keys: list[str], values: list[str], *, legal: bool) -> tuple[Pairs, str]:
    """``key: value`` lines, tables and sentences: each key goes with the value beside it."""
    rows = table_rows(text)
    body = "\n".join(" : ".join(cells) for cells in rows) if len(rows) > 1 else text
    events = _events(body, keys, values, legal=legal)
    after = after_table(text) if body is not text else text[events[-1][1] :] if events else ""
    kinds = [kind for _, _, kind, _ in events]
    if "value" not in kinds:
        return [], ""
    if "key" not in kinds:
        # A plain ordered list of values.
        listed = [name for _, _, _, name in events]
        return list(zip([*keys, *(f"#{i}" for i in range(len(keys), len(listed)))], listed, strict=False)), after
    key_first = _key_first(body, events)
    pairs: Pairs = []
    held: list[str] = []
    ordered: Iterable[tuple[int, int, str, str]] = events if key_first else reversed(events)
    fresh = False
    for _, _, kind, name in ordered:
        if kind == "key":
            if fresh:
                held = []
                fresh = False
            held.append(name)
        else:
            pairs.extend((key, name) for key in held)
            fresh = True
    return (pairs if key_first else list(reversed(pairs))), after


def _key_first(text: str, events: list[tuple[int, int, str, str]]) -> bool:
    """Whether keys stand before their values: the way round of most lines, else of the first two events."""
    votes = 0
    last_line = -1
    for start, _, kind, _ in events:
        line = text.rfind("\n", 0, start)
        if line != last_line:
            votes += 1 if kind == "key" else -1
            last_line = line
    return votes > 0 if votes else events[0][2] == "key"


def _events(text: str, keys: list[str], values: list[str], *, legal: bool) -> list[tuple[int, int, str, str]]:
    """Return (start, end, ``key`` or ``value``, name) of everything named, gold or not, in order of the text."""
    directory = Directory([*keys, *values], len(keys))
    key_ids = set(directory.of_input[: len(keys)])
    events = []
    taken: set[int] = set()
    for mention in find_mentions(text, directory):
        if mention.denied:
            continue
        kind = "key" if mention.index in key_ids else "value"
        events.append((mention.start, mention.end, kind, directory.names[mention.index]))
        taken |= {mention.start, mention.start - 1}
    if legal:
        judged_keys = any("判决文书" in key for key in keys)
        for match in _LEGAL.finditer(text):
            if match.start() in taken:
                continue
            is_key = judged_keys == ("判决文书" in match[0])
            events.append((match.start(), match.end(), "key" if is_key else "value", match[0]))
        if judged_keys and not any(kind == "value" for _, _, kind, _ in events):
            # "《判决文书1》: 5" with the bare number of the result.
            bare = re.finditer(r"(?<=》)[\s\"':=→>-]{1,8}(?P<number>\d{1,3})(?!\d|[.、]\s?《)", text)
            events.extend((m.start("number"), m.end("number"), "value", f"判决结果{m['number']}") for m in bare)
    events.sort()
    return events
